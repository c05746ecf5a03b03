"""Beyond 65,535 rows the core counts draws in bytes, and reads the columns where they lie: the sums stay the same."""

from __future__ import annotations

import numpy as np
import pytest

from infrarouge import engine
from infrarouge.scoring import resample as plain


@pytest.mark.skipif(engine.name() != "core", reason="compares the core with the textbook")
@pytest.mark.parametrize(("n", "columns"), [(65_536, 3), (66_001, 12), (65_535, 15)])
def test_many_rows_are_drawn_and_turned_as_in_the_textbook(n: int, columns: int) -> None:
    values = np.random.default_rng(n).random((n, columns))
    for threads in (1, 3):
        drawn = engine.engine.resample(values, 2, 5, "splitmix", threads)
        assert drawn.tolist() == plain.resample(values, 2, 5, "splitmix", 1).tolist()
        assert engine.engine.flip(values, 2, 5, threads).tolist() == plain.flip(values, 2, 5, 1).tolist()


@pytest.mark.skipif(engine.name() != "core", reason="the textbook counts in whole numbers of any size")
def test_no_draw_of_many_rows_is_lost() -> None:
    values = np.ones((70_000, 4))
    sums = engine.engine.resample(values, 40, 0, "splitmix", 2)
    assert (sums == len(values)).all()
