"""The tokenizer."""
