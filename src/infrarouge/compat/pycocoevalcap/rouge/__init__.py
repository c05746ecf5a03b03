"""The scorer."""
