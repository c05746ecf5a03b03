"""Notices references that lie the other way round: one list for each set of references instead of one for each row."""

from __future__ import annotations

import warnings

import numpy as np

from infrarouge.engine.runner import Rows, Runner, outside
from infrarouge.errors import ReferenceOrderWarning
from infrarouge.scoring.formulas import FMEASURE
from infrarouge.types import Floats, Integers

MOST_ROWS = 64
"""Rows up to which the other order is tried; nobody has so many references for each text."""
TIMES, MORE = 2.0, 0.1
"""How much higher the references of the other order score, for every prediction, before anything is said."""


def warn_transposed(runner: Runner, batch: Rows) -> None:
    """Warn where as many references as rows are given for every row and every prediction fits the other order far better.

    sacreBLEU takes a list for each set of references; here each prediction has the list of its own. Where there are as
    many rows as sets, both can be meant, and the scores tell: the references that a prediction has in one order alone
    are its own, or those of other texts.
    """
    n = len(batch.predictions)
    if batch.rows is None or not 2 <= n <= MOST_ROWS or (np.diff(batch.rows) != n).any():
        return
    order = np.arange(n * n).reshape(n, n).T.ravel()
    here, there = _others(runner, batch, order, n)
    if bool(((there >= TIMES * here) & (there >= here + MORE)).all()):
        warnings.warn(
            f"the {n} lists of references fit the predictions far better the other way round, as sacreBLEU takes them "
            f"(mean F of {np.mean(there):.2f} against {np.mean(here):.2f}); here each prediction has a list of its own "
            "references: type references=list(zip(*references))",
            ReferenceOrderWarning,
            stacklevel=outside(),
        )


def _others(runner: Runner, batch: Rows, order: Integers, n: int) -> tuple[Floats, Floats]:
    """For every prediction the mean F against the references that it has in one order alone: as given, and transposed."""
    apart = ~np.eye(n, dtype=bool)
    means = []
    for references in (batch.references, [batch.references[at] for at in order.tolist()]):
        counts = runner.count(Rows(batch.predictions, references, batch.rows)).counts
        scores = runner.scoring.scores(counts, None)[:, 0, FMEASURE].reshape(n, n)
        means.append(np.where(apart, scores, 0.0).sum(axis=1) / (n - 1))
    return means[0], means[1]
