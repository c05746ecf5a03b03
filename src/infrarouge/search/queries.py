"""A few texts looked for in very many, which come in batches: the few are read once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from infrarouge.engine.runner import Runner
from infrarouge.scoring.measures import MEASURES
from infrarouge.search.pairwise import SYMMETRIC, pairwise
from infrarouge.search.store import KeptTexts, Pairs, is_bounded, needed
from infrarouge.types import Floats, Needs


class Queries:
    """Texts to be looked for: each batch of other texts is searched for those that they score high against.

    A query is the prediction and a text of a batch the reference, as if an `Index` held the batches: the pairs are those
    of ``pairwise(predictions=queries, references=batch, cutoff=cutoff)``.

    >>> from infrarouge import Rouge
    >>> queries = Queries(Rouge("rougeL").runner, ["the cat sat", "a dog"], 2, 0.7)
    >>> query, text, score = queries.matches(["one two", "the cat sat down", "a dog"])
    >>> query.tolist(), text.tolist(), score.round(2).tolist()
    ([0, 1], [1, 2], [0.86, 1.0])
    """

    def __init__(self, runner: Runner, texts: Sequence[Any], measure: int, cutoff: float) -> None:
        self.runner, self.texts, self.measure, self.cutoff = runner, texts, measure, cutoff
        # What is matched one way must be what is matched the other way, for the kept texts are the references there.
        self.store = KeptTexts(runner, search=is_bounded(runner) and runner.specs[0].kind in SYMMETRIC)
        self.store.add(texts, "query")
        self.store.check(self.store.flags, "query")
        self.needs: dict[float, Needs] = {}

    def matches(self, texts: Sequence[Any]) -> Pairs:
        """The pairs of a query and a text of the batch that reach the cutoff, by text."""
        index = self.store.index
        if index is None or not len(self.store):
            return self._compared(texts)
        side = self.runner.side(texts, "text")
        totals = self.store.measure(side, "text", len(texts), self.store.threads)
        ours, which = np.unique(totals, return_inverse=True)
        needs = self._needed(ours, index.totals())
        if needs.min(initial=1) < 1:
            return self._compared(texts)
        rows = which.astype(np.int64)
        text, query, counts = index.search(side, needs, rows, None, 0, len(texts), self.store.threads)
        pairs = Pairs(query, text, self.store.scores(counts[..., [0, 2, 1]], self.measure))
        return pairs.where(pairs.score >= self.cutoff)

    def _needed(self, totals: Floats, kept: Floats) -> Needs:
        """The matches needed by total of a text and of a query; found once for each total."""
        new = np.array([total for total in totals.tolist() if total not in self.needs])
        if len(new):
            rows = needed(self.store, kept, new, self.measure, self.cutoff).T
            self.needs.update(zip(new.tolist(), rows, strict=True))
        known = [self.needs[total] for total in totals.tolist()]
        return np.ascontiguousarray(known).reshape(len(known), len(kept))

    def _compared(self, texts: Sequence[Any]) -> Pairs:
        runner = self.runner
        return pairwise(
            predictions=self.texts,
            references=texts,
            metric=runner.metrics[0],
            measure=MEASURES[self.measure],
            cutoff=self.cutoff,
            profile=runner.profile,
            threads=runner.threads,
            strict=runner.strict,
        )
