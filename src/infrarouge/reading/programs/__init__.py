"""How single programs cut words and sentences, each defined once."""
