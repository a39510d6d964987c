"""Decks drawn by the project: sheets to print and cut, and the same cards as pictures."""
