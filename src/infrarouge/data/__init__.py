"""Word lists and tables, each with its licence or origin beside it."""
