"""The games that were played: step by step, as figures, out of the program and into it."""
