"""Texts come in lists, arrays and columns; dicts, sets and tables are refused by every function that takes texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.reading.containers import columns_of, sequence
from infrarouge.reporting.diff import diff

OURS = ["the cat sat", "a dog ran"]
THEIRS = ["the cat sat down", "a dog"]
ROUGE = ir.Rouge("rouge1")


def a_frame() -> Any:
    """A table as other libraries make it: it has columns, and a loop over it gives their names."""

    class DataFrame(SimpleNamespace):
        def __iter__(self) -> Any:
            return iter(self.columns)

        def __len__(self) -> int:
            return 2

    return DataFrame(columns=["id", "prediction", "reference"])


NO_SEQUENCES: dict[str, tuple[Any, str]] = {
    "dict": ({"a": OURS[0], "b": OURS[1]}, "is a dict with the keys 'a', 'b'; give a list of texts"),
    "columns": ({"prediction": OURS, "reference": THEIRS}, "is a dict of the columns 'prediction', 'reference'"),
    "set": ({*OURS}, "is a set, which has no order; give a list of texts"),
    "frozenset": (frozenset(OURS), "is a frozenset, which has no order"),
    "items": (dict(zip("ab", OURS, strict=True)).items(), "is a dict_items, which holds pairs"),
    "frame": (a_frame(), r"is a DataFrame with the columns 'id', 'prediction', 'reference'; give one column: "),
    "number": (7, "is int; give a sequence of texts"),
    "scalar": (np.array("a"), "is ndarray; give a sequence of texts"),
}
PATHS: dict[str, Callable[[Any], Any]] = {
    "evaluate": lambda texts: ir.evaluate(predictions=texts, references=THEIRS),
    "evaluate references": lambda texts: ir.evaluate(predictions=OURS, references=texts),
    "Rouge.evaluate": lambda texts: ROUGE.evaluate(predictions=texts, references=THEIRS),
    "Rouge.scores": lambda texts: ROUGE.scores(predictions=texts, references=THEIRS),
    "Rouge.counts": lambda texts: ROUGE.counts(predictions=texts, references=THEIRS),
    "Rouge.state": lambda texts: ROUGE.state(predictions=OURS, references=texts),
    "score references": lambda texts: ir.score(prediction="a", references=texts),
    "check": lambda texts: ir.check(predictions=texts, references=THEIRS, rouge1=0.1),
    "compare": lambda texts: ir.compare({"old": OURS, "new": texts}, references=THEIRS),
    "compare references": lambda texts: ir.compare({"old": OURS, "new": OURS}, references=texts),
    "prepare": lambda texts: ROUGE.prepare(texts),
    "Prepared.evaluate": lambda texts: ROUGE.prepare(THEIRS).evaluate(predictions=texts),
    "pairwise": lambda texts: ir.pairwise(predictions=texts),
    "pairwise references": lambda texts: ir.pairwise(predictions=OURS, references=texts),
    "mbr": lambda texts: ir.mbr(texts),
    "Index": lambda texts: ir.Index(texts),
    "dedup": lambda texts: ir.dedup(texts),
    "oracle": lambda texts: ir.oracle(documents=texts, references=THEIRS),
    "diff": lambda texts: diff(predictions=texts, references=THEIRS, profiles="rouge-score"),
    "to_html": lambda texts: ROUGE.evaluate(predictions=OURS, references=THEIRS).to_html(
        predictions=texts, references=THEIRS
    ),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("kind", NO_SEQUENCES)
def test_what_is_no_sequence_of_texts_is_refused(path: str, kind: str) -> None:
    container, message = NO_SEQUENCES[kind]
    with pytest.raises(ir.InputTypeError, match=message):
        PATHS[path](container)


def test_a_table_is_refused_with_the_column_to_pass() -> None:
    with pytest.raises(ir.InputTypeError, match=r"predictions=df\['prediction'\]"):
        ir.evaluate(predictions=a_frame(), references=a_frame())
    with pytest.raises(ir.InputTypeError, match=r"references=df\['reference'\]"):
        ir.evaluate(predictions=OURS, references=a_frame())
    columns = {"summary": OURS, "target": THEIRS}
    with pytest.raises(ir.InputTypeError, match=r"predictions=columns\['summary'\]"):
        ir.evaluate(predictions=columns, references=columns)


def test_tables_of_pandas_polars_and_arrow_are_refused() -> None:
    table = {"summary": OURS, "target": THEIRS}
    for package, make in (
        ("pandas", "DataFrame"),
        ("polars", "DataFrame"),
        ("polars", "LazyFrame"),
        ("pyarrow", "table"),
    ):
        frame = getattr(pytest.importorskip(package), make)(table)
        with pytest.raises(
            ir.InputTypeError, match=r"columns 'summary', 'target'; give one column: predictions=df\['summary'\]"
        ):
            ir.evaluate(predictions=frame, references=THEIRS)
    structured = np.array([("a", "b")], dtype=[("prediction", "U9"), ("reference", "U9")])
    with pytest.raises(ir.InputTypeError, match="columns 'prediction', 'reference'"):
        ir.evaluate(predictions=structured, references=["a"])


def columns(texts: list[Any]) -> list[Any]:
    """A list of texts in every form that is a column of texts."""
    pandas, polars, arrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    return [
        tuple(texts),
        (text for text in texts),
        dict.fromkeys(texts).keys(),
        dict(enumerate(texts)).values(),
        np.array(texts),
        np.array(texts, dtype=object),
        pandas.Series(texts),
        pandas.Series(texts, dtype="string"),
        pandas.Index(texts),
        pandas.Series(texts).array,
        polars.Series(texts),
        arrow.array(texts),
        arrow.chunked_array([texts[:1], texts[1:]]),
        arrow.array(texts).dictionary_encode(),
        list(arrow.array(texts)),
        arrow.table({"a": texts})["a"],
    ]


def test_columns_of_every_library_are_texts() -> None:
    wanted = ROUGE.scores(predictions=OURS, references=THEIRS).tolist()
    for ours, theirs in zip(columns(OURS), columns(THEIRS), strict=True):
        assert ROUGE.scores(predictions=ours, references=theirs).tolist() == wanted
    for ours in columns(OURS):
        assert ROUGE.prepare(THEIRS).evaluate(predictions=ours).scores.tolist() == wanted
    for ours in columns(OURS):
        assert ir.pairwise(predictions=ours, references=THEIRS, metric="rouge1").diagonal().tolist() == [
            row[0][2] for row in wanted
        ]
    for ours in columns(OURS):
        assert ir.dedup(ours).kept.tolist() == [0, 1]
    for ours, theirs in zip(columns(OURS), columns(THEIRS), strict=True):
        report = ROUGE.evaluate(predictions=list(OURS), references=THEIRS)
        assert "<!doctype html>" in report.to_html(predictions=ours, references=theirs)


def test_missing_texts_of_every_library_are_missing() -> None:
    pandas, polars, arrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    texts = ["a b", None]
    for column in (
        pandas.Series(texts, dtype="string"),
        pandas.Series(texts),
        polars.Series(texts),
        arrow.array(texts),
        [*arrow.array(texts)],
        texts,
    ):
        report = ROUGE.evaluate(predictions=column, references=column)
        assert report.empty.tolist() == [1]


def test_columns_of_lists_are_several_references() -> None:
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    several = [["x", THEIRS[0]], [THEIRS[1], "y"]]
    wanted = ROUGE.scores(predictions=OURS, references=several).tolist()
    generators: Any = [iter(row) for row in several]
    for references in (polars.Series(several), arrow.array(several), np.array(several), generators, map(iter, several)):
        assert ROUGE.scores(predictions=OURS, references=references).tolist() == wanted
    prepared: Any = [iter(row) for row in several]
    assert ROUGE.prepare(prepared).evaluate(predictions=OURS).scores.tolist() == wanted


@pytest.mark.parametrize("row", [{"reference": "a"}, {"a"}, frozenset("a"), {"reference": ["a"]}, a_frame()])
def test_a_row_of_references_is_a_list(row: Any) -> None:
    with pytest.raises(ir.InputTypeError, match="row 1 of references is a "):
        ir.evaluate(predictions=OURS, references=[["a"], row])
    with pytest.raises(ir.InputTypeError, match="row 0 of references is a "):
        ROUGE.prepare([row, row])
    with pytest.raises(ir.InputTypeError, match="prediction 1 is "):
        ir.evaluate(predictions=["a", row], references=THEIRS)


def test_records_are_refused_with_what_to_write() -> None:
    rows: Any = [{"prediction": "a", "reference": "b"}]
    with pytest.raises(ir.InputTypeError, match=r"predictions=\[row\['prediction'\] for row in rows\]"):
        ir.evaluate(predictions=rows, references=["b"])
    with pytest.raises(ir.InputTypeError, match=r"keys 'prediction', 'reference'; take the texts out of it"):
        ir.evaluate(predictions=["a"], references=rows)


@pytest.mark.parametrize("rules", [{"tokens": "list"}, {"sentences": "list"}, {"tokens": "list", "sentences": "list"}])
@pytest.mark.parametrize("text", [{"a": 1}, {"a"}])
def test_a_text_that_comes_cut_is_a_list(rules: dict[str, Any], text: Any) -> None:
    with pytest.raises(ir.InputTypeError, match=r"prediction 0 is a (dict|set)"):
        ir.evaluate(predictions=[text], references=[text], **rules)
    with pytest.raises(ir.InputTypeError, match=r"is a (dict|set)"):
        ir.explain(prediction=text, reference=text, **rules)


def test_dicts_are_matched_by_key() -> None:
    ours, theirs = dict(zip("ab", OURS, strict=True)), dict(zip("ba", reversed(THEIRS), strict=True))
    wanted = ROUGE.evaluate(predictions=OURS, references=THEIRS)
    report = ROUGE.evaluate(predictions=ours, references=theirs)
    assert report.scores.tolist() == wanted.scores.tolist()
    assert report.names == ["a", "b"]
    assert ROUGE.evaluate(predictions=ours, references=theirs, ids=["x", "y"]).names == ["x", "y"]
    assert ROUGE.scores(predictions=ours, references=theirs).tolist() == wanted.scores.tolist()
    several = {"a": ["x", THEIRS[0]], "b": [THEIRS[1]]}
    assert ROUGE.scores(predictions=ours, references=several).tolist() == wanted.scores.tolist()
    comparison = ir.compare({"old": ours, "new": ours}, references=theirs, metrics="rouge1")
    assert comparison["new", "rouge1"].score == wanted["rouge1"].fmeasure.value
    assert ir.check(predictions=ours, references=theirs, rouge1=0.8)
    assert "<!doctype html>" in report.to_html(predictions=ours, references=theirs)


def test_dicts_with_other_keys_are_refused() -> None:
    with pytest.raises(ir.InputError, match="'b' has no reference, 'c' has no prediction; give both for the same keys"):
        ir.evaluate(predictions={"a": "x", "b": "y"}, references={"a": "x", "c": "z"})


RULES: dict[str, str] = {
    "tokens": "the tokenizer returned {}; it must return a list of words",
    "sentences": "the sentence splitter returned {}; it must return a list of sentences",
    "normalizer": "the normalizer returned {}; it must return a str",
    "stemmer": "the stemmer returned {}; it must return a str",
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("wrong", [None, 7, {"a": 1}, {"a"}, [None], [7], b"ab"])
def test_what_an_own_rule_returns_is_checked(rule: str, wrong: Any) -> None:
    def own(text: str) -> Any:
        good: Any = text if rule in ("normalizer", "stemmer") else text.split()
        return wrong if "ran" in text else good

    with pytest.raises(ir.InputTypeError) as caught:
        ir.evaluate(predictions=OURS, references=THEIRS, metrics="rouge1 rougeLsum", stem_min=0, **{rule: own})
    said = str(caught.value)
    shown = wrong[0] if isinstance(wrong, list) and rule in ("tokens", "sentences") else wrong
    assert said.startswith("prediction 1")
    assert RULES[rule].format(f"{shown!r} ({type(shown).__name__})") in said
    with pytest.raises(ir.InputTypeError, match="returned"):
        ir.explain(prediction="ran", reference="ran", metric="rougeLsum", stem_min=0, **{rule: own})


@pytest.mark.parametrize("rule", ["tokens", "sentences"])
def test_a_rule_that_cuts_returns_no_str(rule: str) -> None:
    rules: dict[str, Any] = {rule: lambda text: text}
    with pytest.raises(ir.InputTypeError, match=r"prediction 0: the .* returned 'cat' \(str\); it must return a list"):
        ir.score(prediction="cat", reference="act", metrics="rougeLsum", **rules)


def test_a_file_is_a_sequence_of_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(OURS) + "\n")
    with path.open() as file:
        assert ROUGE.scores(predictions=file, references=OURS).tolist() == [[[1.0] * 3]] * 2


def test_names_of_columns() -> None:
    assert columns_of({"a": ["x"], "b": ["y"]}) is None, "references by key"
    assert columns_of({"prediction": "x"}) is None
    assert columns_of(a_frame()) == ["id", "prediction", "reference"]
    assert sequence(("a",), "texts") == ["a"]
