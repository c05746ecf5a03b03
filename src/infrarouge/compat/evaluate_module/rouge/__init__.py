"""Metrics as the package `evaluate` loads them from a folder."""
