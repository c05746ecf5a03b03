"""Every golden row of py-rouge 1.1, with == on floats and the sign of zeros, through the surface and the main API."""

from __future__ import annotations

import json
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from goldens import GOLDEN, by_id, content, inputs, read_text, rows

import infrarouge as ir
from infrarouge.compat.py_rouge import Rouge
from infrarouge.reading.programs import py_rouge

HERE = GOLDEN / "py-rouge"
METRICS = ["rouge-n", "rouge-l", "rouge-w"]
FILES = sorted(path.name.removesuffix(".jsonl.gz") for path in HERE.glob("*.gz") if path.name != "tokens.jsonl.gz")


def options(name: str) -> dict[str, Any]:
    """Read the arguments off the name of a golden file."""
    mode, stem, *rest = name.split("-")
    chosen: dict[str, Any] = {
        "apply_avg": mode == "avg",
        "apply_best": mode == "best",
        "stemming": stem == "stem",
        "limit_length": False,
        "weight_factor": 1.2,
    }
    for part in rest:
        kind, number = re.fullmatch("([a-z]+)([0-9.]*)", part).groups()  # type: ignore[union-attr]
        if kind in ("words", "bytes"):
            chosen |= {"limit_length": True, "length_limit_type": kind, "length_limit": int(number)}
        elif kind == "nocompat":
            chosen["ensure_compatibility"] = False
        else:
            chosen[{"weight": "weight_factor", "alpha": "alpha"}[kind]] = float(number)
    return chosen


def outcome(call: Any) -> Any:
    """The result as text, in which a negative zero shows; or the type of the error."""
    try:
        return json.dumps(call(), sort_keys=True)
    except Exception as error:
        return json.dumps({"error": type(error).__name__})


@pytest.fixture
def punkt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers for NLTK, whose data may be missing, with the recorded sentences."""
    known = {row["text"]: row["sentences"] for row in rows("rouge-score/sentences-punkt_english.jsonl.gz")}
    answers = SimpleNamespace(sent_tokenize=lambda text, language="english": known[text])
    monkeypatch.setitem(sys.modules, "nltk", answers)


@pytest.mark.usefixtures("punkt")
@pytest.mark.parametrize("name", FILES)
def test_rows(name: str) -> None:
    golden = by_id(f"py-rouge/{name}.jsonl.gz")
    rouge = Rouge(METRICS, max_n=4, **options(name))
    assert len(golden) == len(inputs())
    for row in inputs():
        said = outcome(lambda row=row: rouge.get_scores(row["candidate"], row["references"]))
        assert said == json.dumps(golden[row["id"]], sort_keys=True), row["id"]


CORPUS = content("py-rouge/corpus.json")


@pytest.mark.parametrize("case", CORPUS, ids=[f"{case['rows']}-{case['mode']}" for case in CORPUS])
def test_corpus(case: dict[str, Any]) -> None:
    chosen = [row for row in inputs() if row["id"] in case["ids"]]
    assert len(chosen) == len(case["ids"])
    limits = {"length_limit": 100, "length_limit_type": "words", "weight_factor": 1.2}
    mode = {"apply_avg": case["mode"] == "avg", "apply_best": case["mode"] == "best"}
    rouge = Rouge(METRICS, max_n=2, **limits, **mode)
    said = outcome(
        lambda: rouge.get_scores([row["candidate"] for row in chosen], [row["references"] for row in chosen])
    )
    assert said == json.dumps(case["scores"], sort_keys=True)


def test_main_api() -> None:
    golden = by_id("py-rouge/avg-stem-bytes665.jsonl.gz")
    labels = ["rouge1", "rouge2", "rouge3", "rouge4", "rougeLsum", "rougeWsum-1.2"]
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"] for row in inputs()],
        metrics=labels,
        profile="py-rouge",
        lcs_root=1.2,
        resampling=None,
    )
    names = ["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-w"]
    for at, row in enumerate(inputs()):
        for name, (p, r, f) in zip(names, report.scores[at].tolist(), strict=True):
            assert {"f": f, "p": p, "r": r} == golden[row["id"]][name], row["id"]


A, B = "the cat sat", "the cat ran"
PAIR: dict[str, Any] = {"metrics": ["rouge-n", "rouge-l"], "max_n": 1}
EACH: dict[str, Any] = {**PAIR, "apply_avg": False}
CASES: dict[str, Any] = {
    "Rouge().get_scores('the cat sat', 'the cat ran')": lambda: Rouge().get_scores(A, B),
    "Rouge(max_n=2)": lambda: Rouge(max_n=2),
    "Rouge(metrics=['rouge-n']).get_scores(...)": lambda: Rouge(["rouge-n"]).get_scores(A, B),
    "Rouge(metrics=['rouge-1'])": lambda: Rouge(["rouge-1"]),
    "Rouge(metrics=['ROUGE-L'])": lambda: Rouge(["ROUGE-L"]),
    "Rouge(metrics=('rouge-n',), max_n=1)": lambda: Rouge(("rouge-n",), max_n=1),
    "Rouge(metrics={'rouge-l'})": lambda: Rouge({"rouge-l"}),  # type: ignore[arg-type]
    "Rouge(metrics='rouge-l')": lambda: Rouge("rouge-l"),
    "Rouge(metrics=['rouge-l'], length_limit_type='chars')": lambda: Rouge(["rouge-l"], length_limit_type="chars"),
    "Rouge(metrics=['rouge-l'], weight_factor=0)": lambda: Rouge(["rouge-l"], weight_factor=0),
    "Rouge(metrics=['rouge-l'], length_limit_type='chars', limit_length=False).get_scores(...)": lambda: Rouge(
        ["rouge-l"], length_limit_type="chars", limit_length=False
    ).get_scores(A, B),
    "L.get_scores(str, str)": lambda: Rouge(**PAIR).get_scores(A, B),
    "L.get_scores(str, [one])": lambda: Rouge(**PAIR).get_scores(A, [B]),
    "L.get_scores(str, [two])": lambda: Rouge(**PAIR).get_scores(A, [B, "a dog"]),
    "L.get_scores([str], [str])": lambda: Rouge(**PAIR).get_scores([A], [B]),
    "L.get_scores([str], [[two]])": lambda: Rouge(**PAIR).get_scores([A], [[B, "a dog"]]),
    "L.get_scores([str, str], [[two], str])": lambda: Rouge(**PAIR).get_scores([A, B], [[B, "a dog"], B]),
    "L(each).get_scores([str, str], [[two], str])": lambda: Rouge(**EACH).get_scores([A, B], [[B, "a dog"], B]),
    "L.get_scores([str, str], [str])": lambda: Rouge(**PAIR).get_scores([A, B], [A]),
    "L.get_scores([str], (str,))": lambda: Rouge(**PAIR).get_scores([A], (B,)),
    "L.get_scores((str,), (str,))": lambda: Rouge(**PAIR).get_scores((A,), (B,)),
    "L.get_scores([], [])": lambda: Rouge(**PAIR).get_scores([], []),
    "L(each).get_scores([], [])": lambda: Rouge(**EACH).get_scores([], []),
    "L.get_scores(str, [])": lambda: Rouge(**PAIR).get_scores(A, []),
    "L.get_scores(None, None)": lambda: Rouge(**PAIR).get_scores(None, None),
    "L.get_scores([None], [str])": lambda: Rouge(**PAIR).get_scores([None], [B]),
    "L.get_scores(str, None)": lambda: Rouge(**PAIR).get_scores(A, None),
    "L(length_limit=-1).get_scores": lambda: Rouge(**PAIR, length_limit=-1).get_scores(A, B),
    "Rouge(['rouge-n'], max_n=0).get_scores": lambda: Rouge(["rouge-n"], max_n=0).get_scores(A, B),
    "Rouge(['rouge-n'], max_n=4, limit_length=False).get_scores('one two', 'one two')": lambda: Rouge(
        ["rouge-n"], max_n=4, limit_length=False
    ).get_scores("one two", "one two"),
    "Rouge(['rouge-n'], max_n=4, limit_length=False).get_scores('a b c d e', ['a', 'a b c d e'])": lambda: Rouge(
        ["rouge-n"], max_n=4, limit_length=False
    ).get_scores("a b c d e", ["a", "a b c d e"]),
    "Rouge(['rouge-w'], apply_avg=False, apply_best=True, weight_factor=1.2).get_scores('a', '')": lambda: Rouge(
        ["rouge-w"], apply_avg=False, apply_best=True, weight_factor=1.2
    ).get_scores("a", ""),
    "Rouge(['rouge-l'], weight_factor=1.2).get_scores (rouge-l is rooted too)": lambda: Rouge(
        ["rouge-l"], weight_factor=1.2
    ).get_scores(A, B),
}
UNTOLD = {"L(avg and best).get_scores(str, [two])", "L(length_limit=0).get_scores(long)"}
"""Cases whose texts are not recorded."""


@pytest.mark.parametrize("case", content("py-rouge/cases.json"), ids=lambda case: case["call"])
def test_cases(case: dict[str, Any]) -> None:
    if case["call"] not in UNTOLD:
        assert outcome(CASES[case["call"]]) == json.dumps(case["result"], sort_keys=True)


def test_both_flags_are_the_average() -> None:
    both = Rouge(**PAIR, apply_best=True).get_scores(A, [B, "a dog"])
    assert both == Rouge(**PAIR).get_scores(A, [B, "a dog"])


def test_no_limit() -> None:
    text = "cats " * 400
    assert Rouge(**PAIR, length_limit=0).get_scores(text + "dog", text)["rouge-1"]["r"] == 1.0
    assert Rouge(**PAIR).get_scores(text + "dog", text)["rouge-1"]["p"] == 1.0


def test_alpha_may_cancel_out() -> None:
    """As py-rouge, which does not look at alpha."""
    with pytest.raises(ZeroDivisionError):
        Rouge(["rouge-n"], max_n=1, alpha=2.0).get_scores("a", "a b")


def test_tokens() -> None:
    reader = {
        "tokens": ir.Rouge("rouge1", "py-rouge", max_bytes=None, stemmer=None),
        "stemmed": ir.Rouge("rouge1", "py-rouge", max_bytes=None),
        "bytes75": ir.Rouge("rouge1", "py-rouge", max_bytes=75),
        "words10": ir.Rouge("rouge1", "py-rouge", max_bytes=None, max_words=10),
    }
    for row in rows("py-rouge/tokens.jsonl.gz"):
        for key, rouge in reader.items():
            assert rouge.tokenize(row["text"]) == row[key], (key, row["text"])


@pytest.mark.parametrize(("name", "stem"), [("stems", py_rouge.stem), ("stems-nocompat", py_rouge.stem_nltk)])
def test_stems(name: str, stem: Any) -> None:
    lines = [line.split("\t") for line in read_text(f"py-rouge/{name}.tsv").splitlines()]
    assert len(lines) > 15_000
    wrong = [(word, stem(word)) for word, golden in lines if (stem(word) if len(word) > 3 else word) != golden]
    assert not wrong


def test_limits_below_zero() -> None:
    """They cut off the end: of the whole text for rouge-n, of its first line for rouge-l; as py-rouge 1.1 gave it."""
    texts = "cé cé cat mats\n", ["a cannot cé\ncat\nthe cannot cannot\ncé cé the b", "b cé\nU.S.\n\nthe the"]
    limits = {"length_limit": -1, "length_limit_type": "words"}
    scores = Rouge(["rouge-n", "rouge-l"], max_n=1, **limits).get_scores(*texts)
    assert scores["rouge-1"] == {"f": 0.3809523809523809, "p": 0.6666666666666666, "r": 0.26666666666666666}
    assert scores["rouge-l"] == {"f": 0.0, "p": 0.0, "r": 0.0}
    texts = "Running, 3.5\ncannot U.S. gonna cat sat a", ["mats b sat on Running, cannot", "\nRunning, sat U.S.\n"]
    scores = Rouge(["rouge-n", "rouge-l"], max_n=1, weight_factor=1.2, **limits).get_scores(*texts)
    assert scores["rouge-1"] == {"f": 0.29629629629629634, "p": 0.2, "r": 0.5714285714285714}
    assert scores["rouge-l"] == {"f": 0.3567975349213767, "p": 0.5612310241546865, "r": 0.2615320972023661}
