"""What holds for every clean scorer, whatever the texts."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.rules.profile import KEYS, PROFILES, Profile

EVERY = "rouge1 rouge2 rouge4 rougeL rougeLsum rougeW rougeWsum rougeW-2 rougeWsum-2 rougeS rougeS2 rougeSU rougeSU1"
ROUGE = ir.Rouge(EVERY)
TEXT = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "\n"]), max_size=14).map(" ".join)
ROWS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=6)


def evaluate(rouge: ir.Rouge, rows: list) -> ir.Report:
    return rouge.evaluate(predictions=[row[0] for row in rows], references=[row[1] for row in rows])


@given(ROWS, st.sampled_from(["best", "best-recall", "mean", "pool", "jackknife"]))
def test_scores_lie_between_0_and_1(rows: list, combine: str) -> None:
    scores = evaluate(ir.Rouge(EVERY, combine=combine), rows).scores
    assert ((scores >= 0) & (scores <= 1)).all()


@given(TEXT, TEXT)
def test_swapping_texts_swaps_precision_and_recall(one: str, two: str) -> None:
    rouge = ir.Rouge("rouge1 rouge2 rouge3 rougeL rougeS rougeSU2")
    there, back = rouge.score(prediction=one, reference=two), rouge.score(prediction=two, reference=one)
    for label, found in there.items():
        assert (found.precision, found.recall) == (back[label].recall, back[label].precision)
        assert found.fmeasure == back[label].fmeasure


@given(ROWS)
def test_batch_equals_loop(rows: list) -> None:
    scores = evaluate(ROUGE, rows).scores
    for at, (prediction, references) in enumerate(rows):
        one = ROUGE.score(prediction=prediction, references=references)
        assert [list(found) for found in one.values()] == scores[at].tolist()


@given(ROWS, st.integers(1, 4))
def test_threads_equal_serial(rows: list, threads: int) -> None:
    many = evaluate(ir.Rouge(EVERY, threads=threads), rows * 5)
    serial = evaluate(ir.Rouge(EVERY, threads=1), rows * 5)
    assert many.scores.tolist() == serial.scores.tolist()
    assert many.to_dict() == serial.to_dict()


@given(ROWS, ROWS, ROWS)
def test_merged_shards_equal_the_whole(one: list, two: list, three: list) -> None:
    merged = evaluate(ROUGE, one).merge(evaluate(ROUGE, two), evaluate(ROUGE, three))
    whole = evaluate(ROUGE, one + two + three)
    assert merged.to_dict() == whole.to_dict()
    assert merged.scores.tolist() == whole.scores.tolist()
    assert merged.micro == whole.micro


RULES = {
    "sentences": st.sampled_from(["newline", "period", "none", "marker:<q>", "marker:|%"]),
    "lowercase": st.sampled_from(["unicode", "ascii", None]),
    "tokens": st.sampled_from(["unicode", "alnum", "whitespace", "chars"]),
    "stemmer": st.sampled_from([None, "porter"]),
    "stem_min": st.integers(1, 9),
    "stopwords": st.sampled_from([None, "smart"]),
    "max_words": st.none() | st.integers(0, 99),
    "max_bytes": st.none() | st.integers(0, 999),
    "normalizer": st.sampled_from([None, "nfc", "unaccent"]),
    "ignore_ids": st.lists(st.integers(-5, 5), max_size=3),
    "alpha": st.floats(0, 1),
    "beta": st.floats(0, 10) | st.just(float("inf")),
    "decimals": st.none() | st.integers(0, 9),
    "combine": st.sampled_from(["best", "mean", "pool", "jackknife"]),
    "empty": st.sampled_from(["zero", "skip", "nan", "raise"]),
    "count": st.sampled_from(["clipped", "set", "distinct"]),
    "union": st.sampled_from(["both", "values"]),
    "tie": st.sampled_from(["reference", "prediction"]),
    "n_resamples": st.integers(0, 5000),
    "confidence_level": st.floats(0, 1),
    "rng": st.integers(0, 2**64 - 1),
    "quirks": st.lists(st.sampled_from(list(ir.Quirk))),
}


@given(st.sampled_from(sorted(PROFILES)), st.fixed_dictionaries({}, optional=RULES))
def test_signatures_round_trip(name: str, rules: dict) -> None:
    made = ir.profile(name, **rules)
    assert Profile.parse(made.signature) == made
    assert hash(Profile.parse(made.signature)) == hash(made)
    assert Profile.parse(made.signature + "|n:3|v:0.1.0") == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert "\n" not in made.signature


def test_keys_are_distinct() -> None:
    assert len(KEYS) == sum(
        len(rules.__dataclass_fields__) for rules in (ir.TextRules, ir.MatchRules, ir.ScoreRules, ir.Resampling)
    )


def test_one_scorer_in_many_python_threads() -> None:
    rows = [(f"a b {n % 7} c\nd", [f"a {n % 5} b\nc d"]) for n in range(300)]
    expected = evaluate(ROUGE, rows).scores.tolist()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: evaluate(ROUGE, rows).scores.tolist(), range(8)))
    assert all(one == expected for one in found)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_intervals_do_not_depend_on_threads(threads: int) -> None:
    rng = np.random.default_rng(0)
    rows = [("a b c", [" ".join(rng.choice(list("abcd"), 4))]) for _ in range(57)]
    found = evaluate(ir.Rouge("rouge1 rouge2", threads=threads), rows)["rouge1"].fmeasure
    again = evaluate(ir.Rouge("rouge1 rouge2", threads=1), rows)["rouge1"].fmeasure
    assert found == again
    assert found.low < found.value < found.high
