"""Japanese by MeCab (PyPI fugashi) with the dictionary unidic-lite: words as they stand there, or their base forms."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.reading.analyzers.library import LibraryAnalyzer, Token, placed


class FugashiAnalyzer(LibraryAnalyzer):
    """Short unit words; `base` compares the dictionary's base form in its usual spelling (開い as 開く)."""

    def load(self) -> Any:
        """Load MeCab with unidic-lite, also where a larger dictionary is installed."""
        import fugashi  # the extra
        import unidic_lite  # the extra

        folder = unidic_lite.DICDIR
        return fugashi.Tagger(f'-r "{os.path.join(folder, "mecabrc")}" -d "{folder}"')

    def tokens(self, library: Any, texts: Sequence[str]) -> Iterable[Iterable[Token]]:
        """Read texts into words."""
        for text in texts:
            words = [(str(word.surface), self._base(word)) for word in library(text)]
            places = placed(text, [surface for surface, _ in words])
            yield [
                (surface, base, start, end) for (surface, base), (_, _, start, end) in zip(words, places, strict=True)
            ]

    def _base(self, word: Any) -> str:
        if self.way == "surface":
            return str(word.surface)
        return str(getattr(word.feature, "orthBase", None) or word.surface)
