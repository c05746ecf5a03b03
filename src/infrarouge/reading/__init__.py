"""From a text to words: the registries of rules, the reader, and where each word stands."""
