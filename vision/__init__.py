"""Frames in, sightings out. Knows cards and dice as labels; knows no game and no web."""
