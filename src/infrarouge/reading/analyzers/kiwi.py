"""Korean by Kiwi (PyPI kiwipiepy): morphemes, with particles and endings kept or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.reading.analyzers.library import LibraryAnalyzer, Token

DROPPED = {
    "all": (),
    "no-particles": ("J",),
    "content": ("J", "E", "XS", "VCP", "VX"),
}
"""The tags that each way of reading leaves out, by their beginnings: particles; endings, suffixes, copula, auxiliaries."""


class KiwiAnalyzer(LibraryAnalyzer):
    """Morphemes in Kiwi's forms, so that a verb is found under its stem whatever its ending.

    Kiwi reads the texts of a batch in threads of its own.
    """

    def load(self) -> Any:
        """Load Kiwi with its model."""
        from kiwipiepy import Kiwi  # the extra

        return Kiwi()

    def tokens(self, library: Any, texts: Sequence[str]) -> Iterable[Iterable[Token]]:
        """Read texts into morphemes without those whose tags are dropped."""
        dropped = DROPPED[self.way]
        for text, tokens in zip(texts, library.tokenize(list(texts)), strict=True):
            yield [
                (text[token.start : token.start + token.len], token.form, token.start, token.start + token.len)
                for token in tokens
                if not token.tag.startswith(dropped)
            ]
