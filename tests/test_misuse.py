"""What people pass by mistake is answered in words, and never counted as something else."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from odd_texts import Odd

import infrarouge as ir
from infrarouge import errors

PREDICTIONS, REFERENCES = ["a b c d", "the cat sat"], ["a c d", "the cat sat down"]


def numbers(text: type[str], **rules: Any) -> list[Any]:
    """Scores of the same texts on every way that texts can take."""
    ours, theirs = [text("The cat sat. a b"), text("a b")], [text("the cat. b"), text("x a")]
    rouge = ir.Rouge("rouge1 rougeLsum", n_resamples=0, **rules)
    return [
        rouge.evaluate(predictions=ours, references=theirs).scores.tolist(),
        rouge.evaluate(predictions=ours, references=[[one, text("a")] for one in theirs]).scores.tolist(),
        rouge.score(prediction=ours[0], reference=theirs[0]),
        rouge.prepare(theirs).evaluate(predictions=ours).scores.tolist(),
        rouge.tokenize(ours[0]),
        ir.pairwise(predictions=ours, references=theirs, **rules).tolist(),
        ir.Index(theirs, **rules).nearest(ours[0], 2),
        ir.explain(prediction=ours[0], reference=theirs[0], metric="rouge1", **rules).counts,
    ]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"profile": "rouge-1.5.5"},
        {"profile": "js-rouge"},
        {"tokens": ir.named(str.split, name="split", version="1")},
        {"sentences": ir.named(str.splitlines, name="lines", version="1")},
        {"normalizer": ir.named(lambda text: Odd(text), name="odd", version="1")},
        {"tokens": ir.named(lambda text: [Odd(word) for word in text.split()], name="odd", version="1")},
        {"sentences": ir.named(lambda text: [Odd(text)], name="odd", version="1")},
    ],
)
def test_a_str_of_any_class_is_the_text_that_it_holds(rules: dict[str, Any]) -> None:
    assert numbers(Odd, **rules) == numbers(str, **rules)


def test_ready_words_of_any_class() -> None:
    score = ir.score(prediction=[Odd("a"), Odd("b")], reference=["a", Odd("c")], tokens="list", metrics="rouge1")
    assert score["rouge1"].fmeasure == 0.5


@pytest.mark.parametrize("text", [None, 3, ["a"], b"a"])
def test_tokenize_says_what_is_no_text(text: Any) -> None:
    with pytest.raises(ir.InputTypeError, match=f"text 0 is {type(text).__name__}, not str"):
        ir.Rouge().tokenize(text)


@pytest.mark.parametrize("start", [-1, 1.5, True, "a", None, 2**62, 2**64])
def test_the_first_row_is_a_whole_number(start: Any) -> None:
    with pytest.raises(ir.InputError, match=r"start is .*; give the first row as a whole number from 0 up"):
        ir.Rouge("rouge1").state(predictions=["a"], references=["a"], start=start)


@pytest.mark.parametrize("states", [None, 3, [3], "ab"])
def test_merge_takes_states(states: Any) -> None:
    with pytest.raises(ir.InputTypeError, match="give a list of states"):
        ir.State.merge(states)


def test_a_lone_state_is_no_list() -> None:
    state = ir.Rouge("rouge1").state(predictions=["a"], references=["a"])
    with pytest.raises(ir.InputTypeError, match="states is State"):
        ir.State.merge(state)
    with pytest.raises(ir.InputError, match="give each example its row"):
        state.at([2**63])


def test_a_state_is_reported_by_a_scorer_that_counts_alike() -> None:
    state = ir.Rouge("rouge1", n_resamples=0).state(predictions=["cats"], references=["cat"])
    for other in (ir.Rouge("rouge2"), ir.Rouge("rouge1", stemmer="porter"), ir.Rouge("rouge1", count="set")):
        with pytest.raises(ir.InputError, match="make the report with the scorer that counted it"):
            other.report(state)
    assert ir.Rouge("rouge1", alpha=0.2).report(state).signature.startswith("infrarouge-1|a:0.2|")
    with pytest.raises(ir.InputTypeError, match=r"state is int; give what Rouge.state"):
        ir.Rouge("rouge1").report(3)


def test_rescore_refuses_names_at_once() -> None:
    report = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, metrics="rouge1", n_resamples=0)
    for rule in ("center", "generator", "interval", "average", "order", "formula", "combine", "empty", "dtype"):
        with pytest.raises(ir.UnknownNameError, match=r"unknown .* 'x'"):
            report.rescore(**{rule: "x"})


def test_worst_names_what_was_scored() -> None:
    report = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, metrics="rouge1", n_resamples=0)
    assert report.worst("ROUGE-1", most=1)[0].row == report.worst()[0].row
    with pytest.raises(KeyError, match="rouge3 was not scored; did you mean 'rouge1'"):
        report.worst("rouge3")
    for most in (-1, "x", 1.5, True):
        with pytest.raises(ir.InputError, match=r"most is .*; give a whole number from 0 up"):
            report.worst(most=most)


def test_an_extract_needs_its_reference() -> None:
    wrong: list[dict[str, Any]] = [
        {"sentences": ["a"]},
        {"sentences": ["a"], "references": ["a"]},
        {"documents": [["a"]], "reference": "a"},
        {"documents": [["a"]]},
        {"sentences": ["a"], "reference": "a", "references": ["a"]},
    ]
    for texts in wrong:
        with pytest.raises(ir.InputTypeError, match="give one document as sentences="):
            ir.oracle(**texts)
    with pytest.raises(ir.InputTypeError, match="document 1 is NoneType; give a list of its sentences"):
        ir.oracle(documents=[["a"], None], references=["a", "b"])


def test_prepared_rows_cutoffs_sides_and_batches() -> None:
    prepared = ir.Rouge("rouge1").prepare(["a"])
    for row in (None, "0", 0.5, True, 1):
        with pytest.raises(ir.InputError, match=r"row is .*; there are 1 rows of references"):
            prepared.score(prediction="a", row=row)
    for cutoff in (10**400, 1j, "1", None):
        with pytest.raises(ir.InputError, match=r"cutoff is .*; give a number"):
            ir.Index(["a"]).above("a", cutoff)
    with pytest.raises(ir.UnknownNameError, match="unknown side 'predicted'; did you mean 'prediction'"):
        ir.explain(prediction="a", reference="a").parts("predicted")
    with pytest.raises(ir.InputTypeError, match="batches is NoneType; give a list or a generator"):
        ir.evaluate_batches(None)


@pytest.mark.parametrize("metric", ["rouge1", "rouge2", "rougeSU4", "rougeL", "rougeLsum", "rougeW"])
def test_explanations_pickle(metric: str) -> None:
    told = ir.explain(prediction="a b\nc d", reference="a c\nd", metric=metric)
    for again in (pickle.loads(pickle.dumps(told)), copy.deepcopy(told)):
        assert again.to_dict() == told.to_dict()
        assert again.parts("reference") == told.parts("reference")


def test_an_index_says_why_it_cannot_be_copied() -> None:
    index = ir.Index(["a b"])
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="an Index keeps words and no texts"):
            copied(index)


def test_rows_that_a_report_does_not_have() -> None:
    report = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, metrics="rouge1", n_resamples=0)
    wrong: list[Any] = [[2], [-1], [1.5], [True, False], np.array([True, False]), "a", 3, None, [[0]], [2**70]]
    for places in wrong:
        with pytest.raises(ir.InputError, match=r"places is .*; give rows of the 2 examples"):
            report.take(places)
    assert report.take([]).n == 0
    assert report.take(iter([1, 0, 1])).scores.tolist() == [report.scores[at].tolist() for at in (1, 0, 1)]
    for others in (3, None, report.state):
        with pytest.raises(ir.InputTypeError, match=r"cannot merge .* into a report"):
            report.merge(others)


def test_analysis_names_what_it_takes() -> None:
    report = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, metrics="rouge1", n_resamples=0)
    for most in (-1, None, 1.5, "x"):
        with pytest.raises(ir.InputError, match=r"most is .*; give a whole number from 0 up"):
            report.analysis(predictions=PREDICTIONS, references=REFERENCES, most=most)
    with pytest.raises(KeyError, match="rouge2 was not scored; did you mean 'rouge1'"):
        report.analysis(predictions=PREDICTIONS, references=REFERENCES, metric="rouge2")


@pytest.mark.parametrize("change", [list.clear, lambda texts: texts.extend(["a"] * 99), lambda texts: texts.sort()])
@pytest.mark.parametrize("rule", ["tokens", "sentences"])
def test_a_rule_that_changes_the_lists_that_are_scored(change: Any, rule: str) -> None:
    ours, theirs = [*PREDICTIONS], [*REFERENCES]

    def split(text: str) -> list[str]:
        change(ours)
        change(theirs)
        return text.split()

    rouge = ir.Rouge("rouge1 rougeLsum", n_resamples=0, **{rule: ir.named(split, name="split", version="1")})
    scores = rouge.evaluate(predictions=ours, references=theirs).scores
    assert scores.tolist() == rouge.evaluate(predictions=PREDICTIONS, references=REFERENCES).scores.tolist()


def test_a_named_rule_has_to_be_one() -> None:
    for rule in ("tokens", "sentences", "normalizer", "stemmer"):
        with pytest.raises(ir.InputTypeError, match="give a name, a function, or an object with"):
            ir.Rouge("rouge1", **{rule: ir.named(3, name="x", version="1")})


def test_a_text_that_an_index_refuses_is_not_kept() -> None:
    for metric in ("rougeL", "rougeW"):
        index = ir.Index(["a b"], metric=metric, empty="raise")
        with pytest.raises(ir.EmptyTextError, match="have no words"):
            index.add("")
        assert (len(index), index.nearest("a b", 2)) == (1, [ir.Match(0, 1.0)])
        strict = ir.Index(["a b"], metric=metric, profile="rouge-score", strict=True)
        with pytest.raises(ir.CoverageError, match="drops most of the letters"):
            strict.add("日本語 テキスト")
        assert (len(strict), strict.add("c"), len(strict)) == (1, 1, 2)


def test_texts_that_can_be_looped_over_once_at_any_depth() -> None:
    words: dict[str, Any] = {"tokens": "list", "metrics": "rouge1", "n_resamples": 0, "hashed": True}
    listed = ir.evaluate(predictions=[["a"]], references=[[["a"], ["b"]]], **words)
    once = ir.evaluate(predictions=[iter(["a"])], references=[[iter(["a"]), iter(["b"])]], **words)
    assert (once["rouge1"].fmeasure.value, once.signature) == (1.0, listed.signature)
    words["sentences"] = "list"
    listed = ir.evaluate(predictions=[[["a"], ["b"]]], references=[[["a"], ["b"]]], **words)
    once = ir.evaluate(predictions=[map(iter, ["a", "b"])], references=[map(iter, ["a", "b"])], **words)
    assert (once["rouge1"].fmeasure.value, once.signature) == (1.0, listed.signature)
    words["tokens"] = "unicode"
    once = ir.evaluate(predictions=[iter(["a b"])], references=[[iter(["a b"]), iter(["c"])]], **words)
    assert once["rouge1"].fmeasure.value == 1.0
    plain = {"metrics": "rouge1", "n_resamples": 0, "hashed": True}
    listed = ir.evaluate(predictions=["a"], references=[["a", "b"]], **plain)
    assert ir.evaluate(predictions=iter(["a"]), references=[iter(["a", "b"])], **plain).signature == listed.signature


def test_every_error_comes_back_from_another_process() -> None:
    told = {"TextFault": ("prediction", 3, "int"), "ColumnFault": ("+s", ["a"]), "MissingExtraError": ("x", "y", "z")}
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    for kind in kinds:
        error = kind(*told.get(kind.__name__, ("what to type",)))
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))


def test_tables_that_are_none_and_names_that_are_no_text() -> None:
    pandas = pytest.importorskip("pandas")
    from infrarouge.integrations import pandas as frames

    table = pandas.DataFrame({0: ["a b"], "reference": ["a"]})
    for wrong in (None, ["a"], table["reference"]):
        with pytest.raises(ir.InputTypeError, match=r"the table is .*; give a data frame"):
            frames.evaluate(wrong, metrics="rouge1")
    for name in (None, 3, "x"):
        with pytest.raises(ir.InputError, match=r"there is no column .*; known are: 0, reference"):
            frames.evaluate(table, prediction=name, metrics="rouge1")
    assert frames.evaluate(table, prediction=0, metrics="rouge1")["rouge1"].recall.value == 1.0
    with pytest.raises(ir.InputTypeError, match="batches is DataFrame; give a list or a generator of batches"):
        ir.evaluate_batches(table)
