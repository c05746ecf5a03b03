"""rouge-score itself beside compat.rouge_score: on random texts, on helpers, on files, and where both refuse."""

from __future__ import annotations

import importlib
import inspect
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")]
pytest.importorskip("rouge_score")

MODULES = ("rouge_scorer", "scoring", "tokenize", "tokenizers", "io")
OURS, THEIRS = (
    {name: importlib.import_module(f"{package}.{name}") for name in MODULES}
    for package in ("infrarouge.compat.rouge_score", "rouge_score")
)
BOTH = (OURS, THEIRS)
WORDS = [
    "the",
    "The",
    "cats",
    "cat",
    "running",
    "ran",
    "on",
    "a",
    "don't",
    "3.5",
    "caf\xe9",
    "\n",
    ".",
    "\u0130",
    "\u212a",
    "東京",
    "x_y",
    "\r\n",
]
TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]


def text(rng: random.Random, most: int = 25) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, most)))


def same(call: Any) -> None:
    """Both answer alike, types included; or both raise, and ours is one of the same kind."""
    found = []
    for side in reversed(BOTH):
        try:
            found.append(call(side))
        except Exception as error:
            found.append(error)
    theirs, ours = found
    if isinstance(theirs, Exception):
        assert isinstance(ours, type(theirs)), (ours, theirs)
    else:
        assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_random_texts(use_stemmer: bool) -> None:
    rng = random.Random(3)
    scorers = [side["rouge_scorer"].RougeScorer(TYPES, use_stemmer) for side in BOTH]
    for _ in range(400):
        targets, prediction = [text(rng) for _ in range(3)], text(rng)
        ours, theirs = (scorer.score(targets[0], prediction) for scorer in scorers)
        assert repr(ours) == repr(theirs)
        ours, theirs = (scorer.score_multi(targets, prediction) for scorer in scorers)
        assert repr(ours) == repr(theirs)


class Own:
    def tokenize(self, text: str) -> Any:
        return text


class Spaces:
    def tokenize(self, text: str) -> list[str]:
        return text.split()


@pytest.mark.parametrize("tokenizer", [Own(), Spaces()])
def test_own_tokenizers(tokenizer: Any) -> None:
    rng = random.Random(4)
    scorers = [side["rouge_scorer"].RougeScorer(TYPES, tokenizer=tokenizer) for side in BOTH]
    for _ in range(150):
        pair = text(rng, 12), text(rng, 12)
        ours, theirs = (scorer.score(*pair) for scorer in scorers)
        assert repr(ours) == repr(theirs)


ODD = [([one], target) for one in ("rouge1", "rougeL", "rougeLsum") for target in (None, 3, ["a"], b"A b", b"\xff", "")]
ODD += [(types, "a") for types in (["rouge0"], ["rouge10"], "rouge1", [], ["rougel"], [1], None)]


@pytest.mark.parametrize(("types", "target"), ODD, ids=repr)
def test_odd_input(types: Any, target: Any) -> None:
    same(lambda side: side["rouge_scorer"].RougeScorer(types).score(target, "a"))
    same(lambda side: side["rouge_scorer"].RougeScorer(types).score_multi([target], "a"))


HELPERS: list[Any] = [
    lambda m, a, b, c: m._lcs_table(a, b),
    lambda m, a, b, c: m.lcs_ind(a, b),
    lambda m, a, b, c: m._backtrack_norec(m._lcs_table(a, b), a, b),
    lambda m, a, b, c: m._union_lcs(a, [b, c]),
    lambda m, a, b, c: m._score_lcs(a, b),
    lambda m, a, b, c: m._summary_level_lcs([a, b], [b, c]),
    lambda m, a, b, c: m._summary_level_lcs([a], [c]),
    lambda m, a, b, c: m._create_ngrams(a, 2),
    lambda m, a, b, c: m._score_ngrams(m._create_ngrams(a, 1), m._create_ngrams(b, 1)),
]


def test_helpers() -> None:
    rng = random.Random(5)
    for _ in range(200):
        words = [[rng.choice("abcd") for _ in range(rng.randint(0, 7))] for _ in range(3)]
        for call in HELPERS:
            same(lambda side, call=call, words=words: call(side["rouge_scorer"], *words))
    for pair in ((0, 0), (1, 0), (0.3, 0.7)):
        same(lambda side, pair=pair: side["scoring"].fmeasure(*pair))


@pytest.mark.parametrize("n", [1, 2, 17])
def test_bootstrap(n: int) -> None:
    rng = random.Random(6)
    rows = [{label: [rng.random() for _ in range(3)] for label in ("b", "a")} for _ in range(n)]

    def run(side: dict[str, Any]) -> Any:
        aggregator = side["scoring"].BootstrapAggregator(0.8, 50)
        for row in rows:
            aggregator.add_scores({label: side["scoring"].Score(*values) for label, values in row.items()})
        np.random.seed(11)
        return aggregator.aggregate()

    same(run)
    for given in ((-1,), (2,), (0.5, 0), (0, 3), (1, 3)):
        same(lambda side, given=given: vars(side["scoring"].BootstrapAggregator(*given)))


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in {
        "t": "a b\nc d\n",
        "p": "a b\nc x",
        "q": "a\r\nb\r\n",
        "long": "a\nb\nc\n",
        "none": "",
    }.items():
        Path(name).write_bytes(content.encode())

    def run(side: dict[str, Any], target: str, prediction: str, aggregate: bool, **given: Any) -> str:
        Path("out").unlink(missing_ok=True)
        np.random.seed(0)
        side["io"].compute_scores_and_write_to_csv(
            target,
            prediction,
            "out",
            side["rouge_scorer"].RougeScorer(["rougeL", "rouge1"]),
            side["scoring"].BootstrapAggregator() if aggregate else None,
            **given,
        )
        return Path("out").read_text() if Path("out").exists() else "nothing"

    for pair in (("t", "p"), ("t", "q"), ("t", "long"), ("long", "t"), ("none", "none"), ("[tp]", "[tp]"), ("zz", "t")):
        for aggregate in (True, False):
            same(lambda side, pair=pair, aggregate=aggregate: run(side, *pair, aggregate))
    same(lambda side: run(side, "t", "p", False, delimiter=" "))


def test_signatures() -> None:
    for module in MODULES:
        for name, thing in vars(THEIRS[module]).items():
            if getattr(thing, "__module__", "").startswith("rouge_score") and name not in ("_open",):
                ours = inspect.signature(getattr(OURS[module], name))
                theirs = inspect.signature(thing)
                assert [(one.name, one.default) for one in ours.parameters.values()] == [
                    (one.name, one.default) for one in theirs.parameters.values()
                ], name
