"""Decks that were learned by example: what they hold, how they are shown, where they are kept."""
