"""What nobody should have to guess: texts without sentences, intervals of one example, no texts, references transposed."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import infrarouge as ir
from infrarouge.reporting.systems import Systems

FLAT: dict[str, Any] = {"predictions": ["A cat. It sat.", "x y"], "references": ["A cat sat. It did.", "x z"]}
CUT: dict[str, Any] = {"predictions": ["A cat.\nIt sat.", "x y"], "references": ["A cat sat.\nIt did.", "x z"]}
NOTE = (
    "no text has more than one sentence, so rougeLsum compares whole texts as rougeL does (the sentence rule is newline"
)


def sentence_notes(report: Any) -> list[str]:
    return [note for note in report.notes() if "sentence" in note]


def test_texts_without_sentences_are_told() -> None:
    report = ir.evaluate(**FLAT)
    assert sentence_notes(report)[0].startswith(NOTE)
    assert str(report).count(NOTE) == 1
    assert NOTE[1:] in report.to_html(**FLAT)
    assert "No text has more than one sentence, so ROUGE-Lsum compares whole texts" in report.methods_text()
    for quiet in (
        ir.evaluate(**CUT),
        ir.evaluate(**FLAT, sentences="period"),
        ir.evaluate(**FLAT, sentences=lambda text: text.split(".")),
        ir.evaluate(**FLAT, metrics="rouge1 rougeL"),
    ):
        assert not sentence_notes(quiet)
    assert "rougeLsum and rougeWsum-1.2 compare whole texts as rougeL and rougeW-1.2 do" in str(
        ir.evaluate(**FLAT, metrics="rougeLsum rougeWsum")
    )


def test_a_line_break_at_the_end_makes_no_sentence() -> None:
    assert sentence_notes(ir.evaluate(predictions=["a b\n", "c\n \n"], references=["a", "\nc"]))


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        ({"sentences": "list"}, [["a b"], ["c"]]),
        ({"tokens": "list", "sentences": "list"}, [[["a", "b"]], [["c"]]]),
        ({"tokens": str.split}, ["a b", "c"]),
        ({"sentences": "marker:<q>"}, ["a b", "c<q>"]),
        ({"sentences": "none"}, ["a\nb", "c"]),
    ],
)
def test_every_form_of_text_is_looked_at(rules: dict[str, Any], texts: Any) -> None:
    assert sentence_notes(ir.evaluate(predictions=texts, references=texts, **rules))


def test_every_path_tells() -> None:
    rouge = ir.Rouge()
    states = [
        rouge.state(predictions=[ours], references=[theirs], start=row)
        for row, (ours, theirs) in enumerate(zip(FLAT["predictions"], FLAT["references"], strict=True))
    ]
    assert sentence_notes(rouge.report(ir.State.merge(states)))
    mixed = [states[0], rouge.state(predictions=["a\nb"], references=["a"], start=1)]
    assert not sentence_notes(rouge.report(ir.State.merge(mixed)))
    assert sentence_notes(rouge.prepare(FLAT["references"]).evaluate(predictions=FLAT["predictions"]))
    assert not sentence_notes(rouge.prepare(CUT["references"]).evaluate(predictions=FLAT["predictions"]))
    assert not sentence_notes(rouge.prepare(FLAT["references"]).evaluate(predictions=CUT["predictions"]))
    report = ir.evaluate(**FLAT)
    assert str(Systems({"a": report, "b": report})).count(NOTE) == 1
    comparison = ir.compare({"a": FLAT["predictions"], "b": FLAT["predictions"]}, references=FLAT["references"])
    assert str(comparison).count(NOTE) == 1


def test_the_methods_name_the_sentence_rule() -> None:
    for metrics in ("rouge1", "rougeLsum"):
        text = ir.evaluate(**CUT, metrics=metrics).methods_text()
        assert 'Texts were split into sentences by the rule "newline" (one sentence a line), ' in text
    assert "given as sentences" in ir.evaluate(predictions=[["a"]], references=[["a"]], sentences="list").methods_text()
    assert 'at the mark "<q>"' in ir.evaluate(**CUT, sentences="marker:<q>").methods_text()


def test_an_interval_of_one_example_is_a_dash() -> None:
    one = {"predictions": ["a b"], "references": ["a c"], "metrics": "rouge1"}
    report = ir.evaluate(**one)
    assert report.cells() == [["rouge1", "50.00", "50.00", "50.00", "-"]]
    assert not report.has_intervals
    assert "<td>–</td>" in report.to_html(predictions=one["predictions"], references=one["references"])
    assert "interval" not in report.methods_text()
    skipped = ir.evaluate(predictions=["a b", ""], references=["a c", "c"], metrics="rouge1", empty="skip")
    assert skipped.cells()[0][-1] == "-"
    comparison = ir.compare({"a": ["a b"], "b": ["a c"]}, references=["a c"], metrics="rouge1")
    assert comparison.cells()[1][4] == "-"


def test_nothing_cannot_be_evaluated() -> None:
    for call in (
        lambda: ir.evaluate(predictions=[], references=[]),
        lambda: ir.evaluate(predictions={}, references={}),
        lambda: ir.Rouge().evaluate(predictions=(), references=()),
        lambda: ir.check(predictions=[], references=[], rouge1=0.5),
        lambda: ir.compare({"a": [], "b": []}, references=[]),
    ):
        with pytest.raises(ir.InputError, match="there are no texts to score"):
            call()
    assert ir.Rouge("rouge1").scores(predictions=[], references=[]).shape == (0, 1, 3)


OURS = ["the cat sat on the mat today", "dogs ran through a green park"]
RIGHT = [
    ["the cat sat on a mat", "a cat sat on the mat today"],
    ["two dogs ran through the park", "dogs run in a green park"],
]
TRANSPOSED = [list(row) for row in zip(*RIGHT, strict=True)]


@pytest.mark.parametrize("combine", ["best", "mean"])
def test_transposed_references_are_noticed(combine: str) -> None:
    calls: list[Any] = [
        lambda references: ir.evaluate(predictions=OURS, references=references, combine=combine),
        lambda references: ir.Rouge(combine=combine).scores(predictions=OURS, references=references),
        lambda references: ir.check(predictions=OURS, references=references, combine=combine, rouge1=0.1),
        lambda references: ir.compare({"a": OURS, "b": OURS}, references=references, combine=combine),
    ]
    for call in calls:
        with pytest.warns(ir.ReferenceOrderWarning, match=r"type references=list\(zip\(\*references\)\)") as caught:
            call(TRANSPOSED)
        assert caught[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call(RIGHT)
            call([tuple(row) for row in zip(*TRANSPOSED, strict=True)])


def test_references_that_fit_both_ways_are_left_alone() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ir.evaluate(predictions=["a b", "a b"], references=[["a b", "a c"], ["a b", "a c"]])
        ir.evaluate(predictions=OURS, references=[["x", "y"], ["z", "w"]])
        ir.evaluate(predictions=["", ""], references=[["x", ""], ["z", "w"]])
        ir.evaluate(predictions=OURS[:1], references=[RIGHT[0]])


def test_columns_that_speak_arrow_are_looked_at() -> None:
    arrow = pytest.importorskip("pyarrow")
    for texts, told in ((FLAT, True), (CUT, False)):
        columns = {name: arrow.array(column) for name, column in texts.items()}
        assert bool(sentence_notes(ir.evaluate(**columns))) is told
