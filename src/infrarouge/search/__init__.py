"""Texts kept and searched: prepared references, all pairs, an index, deduplication, oracles."""
