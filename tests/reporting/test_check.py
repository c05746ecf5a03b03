"""Checks: limits are read, kept or not, and told in sentences that are facts."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import InputError, InputTypeError, UnknownNameError
from infrarouge.reporting.check import FACTS, Condition, Finding, apart, check_report, conditions_of, named_measure
from infrarouge.testing import assert_rouge

pytest_plugins = ["pytester"]

PAIR = {"prediction": "the cat sat", "reference": "the cat sat down"}  # rouge1: P 1, R 0.75, F 0.857


@pytest.mark.parametrize(
    ("limits", "passed"),
    [
        ({"rouge1": ">=0.85"}, True),
        ({"rouge1": ">=0.86"}, False),
        ({"rouge1_recall": "==0.75"}, True),
        ({"rouge1_recall": ">0.75"}, False),
        ({"rouge1_recall": ">=0.75"}, True),
        ({"rouge1_recall": "<=75%"}, True),
        ({"rouge1_recall": "<0.75"}, False),
        ({"rouge1.p": "==1"}, True),
        ({"rouge1": ">=0.8 <=0.9"}, True),
        ({"rouge1": ">=0.8, <0.85"}, False),
        ({"rouge1": 0.8}, True),
        ({"rouge1": 1}, False),
        ({"rouge1": ">=0.1", "rouge2": ">=0.9"}, False),
    ],
)
def test_limits(limits: dict[str, Any], passed: bool) -> None:
    done = ir.check(**PAIR, **limits)
    assert bool(done) is passed
    assert done.passed is passed
    assert bool(ir.check(**PAIR, **limits, negate=True)) is not passed


def test_rules_and_profiles() -> None:
    assert not ir.check(prediction="cats", reference="cat", rouge1=">=1")
    done = ir.check(prediction="cats", reference="cat", rouge1=">=1", stemmer="porter", profile="rouge-score")
    assert done
    assert done.signature == f"rouge-score-0.1.2|stem:porter|n:1|v:{ir.__version__}"


def test_several_examples() -> None:
    texts = {"predictions": ["a b", "a c", "x y"], "references": ["a b", "a b", "a b"]}
    assert ir.check(**texts, rouge1="==0.5")
    each = ir.check(**texts, rouge1=">=0.5", each=True)
    assert not each
    assert each.findings[0].failing == (2,)
    assert each.sentence == "the lowest rouge1 F of 3 examples (row 2) is 0.0000, which is less than 0.5"
    most = ir.check(**texts, rouge1="<=0.5", each=True)
    assert most.sentence == "the highest rouge1 F of 3 examples (row 0) is 1.0000, which is more than 0.5"
    assert ir.check(predictions=["a", ""], references=["a", "a"], rouge1="==1", each=True, empty="skip")
    assert not ir.check(predictions=["a", ""], references=["a", "a"], rouge1=">=0", each=True, empty="nan")
    assert not ir.check(predictions=["a", ""], references=["a", "a"], rouge1=">=0", empty="nan")
    assert not ir.check(predictions=[""], references=["a"], rouge1=">=0", each=True, empty="skip")


def test_several_references() -> None:
    assert ir.check(prediction="a b", references=["x", "a b"], rouge1="==1")


@given(st.floats(0, 1), st.floats(0, 1) | st.integers(0, 20).map(lambda one: one / 20), st.sampled_from(list(FACTS)))
def test_sentence_is_a_fact(value: float, limit: float, sign: str) -> None:
    """Read the sentence back: what it says of the printed number is true, whatever was hoped for."""
    limit = float(f"{limit:g}")
    condition = Condition("rougeL", "recall", sign, limit)
    finding = Finding(condition, value, bool(condition.holds(value)), 1)
    said = finding.sentence
    assert said.startswith("rougeL recall is ")
    number, _, fact = said.removeprefix("rougeL recall is ").partition(", which is ")
    words, _, against = fact.rpartition(" ")
    assert float(against) == limit
    truth = {
        "at least": float(number) >= limit,
        "less than": float(number) < limit,
        "more than": float(number) > limit,
        "at most": float(number) <= limit,
        "equal to": float(number) == limit,
        "different from": float(number) != limit,
    }
    assert truth[words]
    assert (words == FACTS[sign][0]) is finding.holds


def test_numbers_near_a_limit_are_told_apart() -> None:
    assert apart(0.6 - 1e-9, 0.6) == "0.599999999"
    assert apart(math.nextafter(0.6, 0), 0.6) == "0.5999999999999999"
    assert apart(0.6, 0.6) == "0.6000"
    assert (
        "not a number, so it is not at least 0.6"
        in Finding(Condition("rouge1", "fmeasure", ">=", 0.6), math.nan, False, 1).sentence
    )


def test_negated_check() -> None:
    done = ir.check(**PAIR, rouge1=">=0.85", negate=True)
    assert not done
    assert done.sentence == "rouge1 F is 0.8571, which is at least 0.85"
    assert "wanted: one condition that does not hold" in done.to_table()
    [case] = ElementTree.fromstring(done.to_junit())
    assert case.get("name") == "not (rouge1.f >= 0.85)"
    assert case.find("failure") is not None
    assert done.to_github().startswith("::error ")
    assert repr(done) == "<Check failed (negated): rouge1 F is 0.8571, which is at least 0.85>"


def test_junit_is_xml_whatever_the_ids() -> None:
    report = ir.evaluate(predictions=["a"], references=["b"], ids=["i\x1b[31m\x00"], metrics="rouge1")
    [case] = ElementTree.fromstring(check_report(report, conditions_of({"rouge1": ">=0.5"}), each=True).to_junit())
    failure = case.find("failure")
    assert failure is not None
    assert r"i\x1b[31m\x00" in (failure.text or "")


def test_junit() -> None:
    done = ir.check(**PAIR, rouge1=">=0.1", rouge2=">=0.99")
    suite = ElementTree.fromstring(done.to_junit("my <suite>"))
    assert dict(suite.attrib) == {"name": "my <suite>", "tests": "2", "failures": "1", "errors": "0"}
    passed, failed = suite
    assert (passed.get("name"), passed.find("failure")) == ("rouge1.f >= 0.1", None)
    failure = failed.find("failure")
    assert failure is not None
    assert failure.get("message") == "rouge2 F is 0.8000, which is less than 0.99"
    assert done.signature in (failure.text or "")


def test_github_annotations_are_escaped() -> None:
    done = ir.check(**PAIR, rouge1=">=0.1", rouge2=">=0.99")
    lines = done.to_github(title="a:b,c%\n", file="x:y.py").splitlines()
    assert lines == [
        "::notice file=x%3Ay.py,title=a%3Ab%2Cc%25%0A::rouge1 F is 0.8571, which is at least 0.1",
        "::error file=x%3Ay.py,title=a%3Ab%2Cc%25%0A::rouge2 F is 0.8000, which is less than 0.99",
    ]


def test_notations() -> None:
    done = ir.check(**PAIR, rouge1=">=0.1")
    assert done.to_dict()["conditions"][0]["value"] == done.findings[0].value
    for text in (done.to_table(), done.to_markdown(), done.to_latex(), done.to_json()):
        assert done.signature in text
    assert done.to_csv().splitlines()[0] == "metric,measure,sign,limit,value,holds,sentence"
    assert "&gt;= 0.1" in done._repr_html_()


def test_assert_rouge() -> None:
    assert assert_rouge(**PAIR, rougeL=">=0.6").passed
    with pytest.raises(AssertionError, match=r"rougeL F is 0\.8571, which is less than 0\.9 \(infrarouge-1\|n:1"):
        assert_rouge(**PAIR, rougeL=">=0.9")
    with pytest.raises(AssertionError, match="wanted one condition that does not hold"):
        assert_rouge(**PAIR, rougeL=">=0.1", negate=True)


def test_assert_rouge_in_pytest(pytester: pytest.Pytester) -> None:
    """A failing test shows its own line and the sentence, nothing of ours."""
    pytester.makepyfile(
        """
        from infrarouge.testing import assert_rouge
        import infrarouge as ir

        def test_helper():
            assert_rouge(prediction="a", reference="b", rouge1=">=0.5")

        def test_plain():
            assert ir.check(prediction="a", reference="b", rouge1=">=0.5")
        """
    )
    done = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    done.assert_outcomes(failed=2)
    text = done.stdout.str()
    assert "rouge1 F is 0.0000, which is less than 0.5" in text
    assert "<Check failed: rouge1 F is 0.0000, which is less than 0.5>" in text
    assert "__tracebackhide__" not in text


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({**PAIR}, InputError, "nothing to check"),
        ({**PAIR, "rouge1": "0.6"}, InputError, "give a limit such as '>=0.6'"),
        ({**PAIR, "rouge1": ">=60"}, InputError, "type 0.6 or 60%"),
        ({**PAIR, "rouge1": True}, InputError, "give a limit"),
        ({**PAIR, "rouge1": ">=0.5", "stemer": "porter"}, UnknownNameError, "did you mean 'stemmer'"),
        ({"prediction": "a", "rouge1": ">=0.5"}, InputTypeError, "give one text as reference="),
        ({**PAIR, "references": ["a"], "rouge1": ">=0.5"}, InputTypeError, "not both"),
        (
            {"predictions": ["a"], "reference": "a", "rouge1": ">=0.5"},
            InputTypeError,
            "or predictions= with references=",
        ),
    ],
)
def test_errors(given: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        ir.check(**given)


def test_unknown_metric_is_suggested() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'rougeL'"):
        conditions_of({"rogueL": ">=0.5"})


@pytest.mark.parametrize("rule", ["alpha", "beta", "stemmer", "tokens", "sentences", "empty", "combine", "rng", "tie"])
def test_no_rule_is_taken_for_a_metric(rule: str) -> None:
    assert named_measure(rule) is None
