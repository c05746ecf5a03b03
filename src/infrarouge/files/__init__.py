"""Rows in and out: readers, inputs, streams, writers."""
