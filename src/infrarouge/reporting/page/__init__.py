"""One HTML page that works offline."""
