"""The rules. Standard library only: no input or output, no clock, no randomness, no camera, no web."""
