"""Joins eyes and rules, keeps the game, and shows the table."""
