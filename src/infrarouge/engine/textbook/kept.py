"""Kept texts, search among them and greedy extracts in plain Python: every pair is compared, nothing is skipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from infrarouge.engine.textbook.portable import keys_of, spelled
from infrarouge.matching.base import Spec
from infrarouge.reading.document import Document
from infrarouge.scoring.formulas import usual
from infrarouge.types import Flags, Floats, Integers, Needs, Side

if TYPE_CHECKING:
    from infrarouge.engine.textbook.plan import Plan

Hits = list[tuple[int, int, tuple[float, float, float]]]
"""Which text, which kept text, and their counts."""


class Store:
    """Texts read once and kept, to be counted against again and again; the native core offers the same class."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.documents: list[Document] = []

    def __len__(self) -> int:
        return len(self.documents)

    def add(self, side: Side, name: str, flags: Flags, begin: int, end: int) -> None:
        """Read texts `begin` to `end` of a side and keep them."""
        read = [self.plan.document(side, at, name) for at in range(begin, end)]
        flags[begin:end] = [flag for _, flag in read]
        self.documents += [document for document, _ in read]

    def count(
        self,
        prediction: Side,
        starts: Integers,
        rows: Integers,
        counts: Floats,
        flags: Flags,
        begin: int,
        end: int,
        threads: int,
    ) -> None:
        """Count prediction k against the kept texts from starts[k] on, as pairs rows[k] to rows[k + 1]."""
        for k in range(begin, end):
            if rows[k] == rows[k + 1]:
                continue
            ours, flags[k] = self.plan.document(prediction, k, "prediction")
            for pair in range(rows[k], rows[k + 1]):
                theirs = self.documents[starts[k] + pair - rows[k]]
                counts[pair - rows[begin]] = self.plan.compare_all(ours, theirs)


class SearchStore(Store):
    """Kept texts that can be searched for those that match well enough.

    What is enough is given by totals of units: two texts match well enough if at least needs[row, code] units match,
    the code being that of the kept text's total. Totals have codes in the order in which they first occur.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.sizes: list[float] = []
        self.listed: list[int] = []

    def add(self, side: Side, name: str, flags: Flags, begin: int, end: int) -> None:
        """Read texts `begin` to `end` of a side and keep them, with their totals."""
        super().add(side, name, flags, begin, end)
        self.sizes += [self.total(document) for document in self.documents[len(self.sizes) :]]

    def total(self, document: Document) -> float:
        """How many units a text has."""
        return self.plan.compare_all(document, document)[0][1]

    def totals(self) -> Floats:
        """Every total among the kept texts, by code."""
        return np.array(list(dict.fromkeys(self.sizes)), dtype=np.float64)

    def portable(self) -> tuple[Integers, Integers, Floats, bytes, Integers]:
        """The kept texts for other processes: their keys and where each text's end, totals, spelling and its ends."""
        spec = Spec(*self.plan.rules["metrics"][0])
        keys = [keys_of(document, spec, self.plan.rules["count"]) for document in self.documents]
        spelling = [spelled(document, spec.kind == "lcs_sum") for document in self.documents]
        key_ends, spelling_ends = (
            np.cumsum([len(item) for item in items], dtype=np.int64) for items in (keys, spelling)
        )
        flat = np.array([key for text in keys for key in text], dtype=np.int64)
        return flat, key_ends, np.array(self.sizes, dtype=np.float64), b"".join(spelling), spelling_ends

    def measure(self, side: Side, name: str, totals: Floats, flags: Flags, begin: int, end: int, threads: int) -> None:
        """Tell the totals of texts that are not kept."""
        for at in range(begin, end):
            document, flags[at] = self.plan.document(side, at, name)
            totals[at] = self.total(document)

    def search(
        self, side: Side, needs: Needs, which: Integers, starts: Integers | None, begin: int, end: int, threads: int
    ) -> tuple[Integers, Integers, Floats]:
        """Find the kept texts, from starts[k] on, that match text k well enough by row which[k] of the needs."""
        hits: Hits = []
        for k in range(begin, end):
            document, _ = self.plan.document(side, k, "text")
            kept = range(0 if starts is None else int(starts[k]), len(self))
            hits += [(k, at, counts) for at, counts in self._above(document, kept, needs[which[k]])]
        return arrays(hits)

    def dedup(self, needs: Needs, begin: int, end: int, threads: int) -> tuple[Integers, Integers, Floats]:
        """Go through kept texts in order: one that matches an earlier listed one well enough gets hits, else it is listed."""
        if begin == 0:
            self.listed = []
        rows = dict(zip(dict.fromkeys(self.sizes), needs, strict=True))
        matches: Hits = []
        for at in range(begin, end):
            hits = self._above(self.documents[at], self.listed, rows[self.sizes[at]])
            matches += [(at, kept, counts) for kept, counts in hits]
            if not hits:
                self.listed.append(at)
        return arrays(matches)

    def _above(
        self, document: Document, kept: Iterable[int], need: Needs
    ) -> list[tuple[int, tuple[float, float, float]]]:
        enough = dict(zip(dict.fromkeys(self.sizes), need.tolist(), strict=True))
        compared = [(at, self.plan.compare_all(document, self.documents[at])[0]) for at in kept]
        return [(at, counts) for at, counts in compared if counts[0] >= enough[self.sizes[at]]]


def arrays(hits: Hits) -> tuple[Integers, Integers, Floats]:
    """Bring hits to the form in which they cross the boundary."""
    texts, kept = (np.array([hit[at] for hit in hits], dtype=np.int64) for at in (0, 1))
    return texts, kept, np.array([hit[2] for hit in hits], dtype=np.float64).reshape(-1, 1, 3)


class Greedy:
    """Articles from which sentences are chosen in step."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.articles: list[list[Document]] = []
        self.references: list[Document] = []
        self.chosen: list[list[int]] = []
        self.open: list[set[int]] = []

    def read(
        self,
        sentences: Side,
        texts: Integers,
        references: Side,
        sentence_flags: Flags,
        reference_flags: Flags,
        begin: int,
        end: int,
        threads: int,
    ) -> None:
        """Read articles `begin` to `end`: sentences texts[d] to texts[d + 1] of one side, reference d of the other."""
        self.articles, self.references = [], []
        for at in range(begin, end):
            reference, reference_flags[at] = self.plan.document(references, at, "reference")
            self.references.append(reference)
            article = []
            for place in range(texts[at], texts[at + 1]):
                document, sentence_flags[place] = self.plan.document(sentences, place, "sentence")
                article.append(document)
            self.articles.append(article)
        self.chosen = [[] for _ in self.articles]
        self.open = [set(range(len(article))) for article in self.articles]

    def round(self, counts: Floats, threads: int) -> None:
        """Count the extract of each article with each open sentence added, in the order of the article."""
        base = 0
        for article, reference, chosen, still in zip(
            self.articles, self.references, self.chosen, self.open, strict=True
        ):
            for place in still:
                parts = [article[at] for at in sorted([*chosen, place])]
                extract = Document(
                    [word for part in parts for word in part.flat],
                    [words for part in parts for words in part.sentences],
                )
                counts[base + place] = self.plan.compare_all(extract, reference)
            base += len(article)

    def choose(self, sentences: Integers) -> None:
        """Take one sentence into the extract of each article; a negative one ends it."""
        for at, place in enumerate(sentences.tolist()):
            if place < 0:
                self.open[at].clear()
            else:
                self.open[at].remove(place)
                self.chosen[at].append(place)

    def extract(
        self,
        sentences: Side,
        texts: Integers,
        references: Side,
        sentence_flags: Flags,
        reference_flags: Flags,
        chosen: Integers,
        scores: Floats,
        alpha: float,
        measure: int,
        begin: int,
        end: int,
        threads: int,
    ) -> None:
        """Choose from articles `begin` to `end`, again and again the first sentence that raises the summed score most.

        Each row of `chosen` is filled with sentences in the order of choice, then with -1; `scores` tells the last sum.
        """
        self.read(sentences, texts, references, sentence_flags, reference_flags, begin, end, threads)
        chosen[:], scores[:] = -1, 0.0
        starts = texts[begin : end + 1] - texts[begin]
        for step in range(chosen.shape[1]):
            counts = np.zeros((int(starts[-1]), len(self.plan.rules["metrics"]), 3))
            self.round(counts, threads)
            for at, still in enumerate(self.open):
                for place in sorted(still):
                    # Added up in order: newer Pythons' sum() corrects its rounding, which would move the last digit.
                    value = 0.0
                    for m, p, r in counts[starts[at] + place].tolist():
                        value += usual(m, p, r, alpha)[measure]
                    if value > scores[at]:
                        chosen[at, step], scores[at] = place, value
            self.choose(chosen[:, step])
