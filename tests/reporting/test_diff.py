"""Profiles side by side: the numbers are those of evaluate, the causes add up, and refused rows are named."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge.cli import make_app
from infrarouge.matching import metric
from infrarouge.reporting.diff import BASE, Diff, diff
from infrarouge.reporting.settings import SETTINGS, offers, readable, steps
from infrarouge.rules.profile import RULES

SAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "samples/samples.jsonl").read_text(encoding="utf-8").splitlines()
]
OURS, THEIRS = [row["prediction"] for row in SAMPLES], [row["reference"] for row in SAMPLES]
NAMES = [name for name in ir.profiles() if ir.profile(name).text.sentences != "punkt"]

pytestmark = pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")


@pytest.fixture(scope="module")
def found() -> Diff:
    return diff(predictions=OURS, references=THEIRS, profiles=NAMES)


def test_every_profile_and_metric_is_there(found: Diff) -> None:
    shown = {(one.profile.partition("|")[0], one.metric) for one in found.entries}
    labels = ("rouge1", "rouge2", "rougeL", "rougeLsum")
    assert shown == {(name, label) for name in NAMES for label in labels if offers(ir.profile(name), metric(label))}
    assert ("pltrdy-1.0.1", "rougeL") not in shown
    assert ("js-rouge-3.2.3", "rougeLsum") in shown


def test_numbers_are_those_of_evaluate(found: Diff) -> None:
    for one in found.entries:
        rows = [at for at in range(found.n) if at not in one.refused]
        # Resamples of evaluate's metric depend on which metrics are drawn before.
        together = [other for other in found.entries if other.profile == one.profile]
        report = ir.evaluate(
            predictions=[OURS[at] for at in rows],
            references=[THEIRS[at] for at in rows],
            metrics=one.metric if any(other.refused for other in together) else [other.metric for other in together],
            profile=one.profile,
        )
        told = ir.profile(one.profile).measures
        for letter, value, estimate in zip("prf", one.score, report[one.metric], strict=True):
            assert value == estimate.value if letter in told else math.isnan(value)


def test_effects_add_up_to_the_gap(found: Diff) -> None:
    for one in found.entries[1:]:
        if one.causes:
            assert math.fsum(cause.effect for cause in one.causes) == pytest.approx(one.gap, abs=1e-12)
            assert len({cause.setting for cause in one.causes}) == len(one.causes)


@pytest.mark.parametrize("base", ["js-rouge-3.2.0", "pltrdy", "infrarouge-1|stem:porter"])
def test_any_profile_can_be_the_base(base: str) -> None:
    other = diff(predictions=OURS, references=THEIRS, profiles="rouge-score rage4j", base=base, metrics="rouge1")
    plain = {one.profile: one for one in other.entries}
    both = [at for at in range(other.n) if not any(at in one.refused for one in other.entries)]
    assert both
    for one in other.entries[1:]:
        assert math.fsum(cause.effect for cause in one.causes) == pytest.approx(one.gap, abs=1e-12)
    assert (
        plain["rouge-score-0.1.2"].score.fmeasure
        == ir.evaluate(predictions=OURS, references=THEIRS, metrics="rouge1", profile="rouge-score", resampling=None)[
            "rouge1"
        ].fmeasure.value
    )


@pytest.mark.parametrize(
    ("base", "other", "setting"),
    [
        ("pltrdy-1.0.0", "pltrdy-1.0.1", "set or bag"),
        ("rouge-score", "rouge-score|stem:porter", "stemming"),
        ("rouge-score", "rouge-score|a:0.2", "F formula"),
        ("rouge-score", "rouge-score|words:5", "limits"),
        ("rouge-score", "infrarouge-1", "tokenizer"),
        ("rouge-score", "rouge-score|dec:2", "rounding"),
    ],
)
def test_one_setting_explains_all(base: str, other: str, setting: str) -> None:
    entry = diff(predictions=OURS, references=THEIRS, profiles=[other], base=base, metrics="rouge1").entries[-1]
    moving = [cause for cause in entry.causes if cause.effect]
    assert [cause.setting for cause in moving] == [setting]
    assert moving[0].effect == pytest.approx(entry.gap, abs=1e-12) != 0


def test_sentences_and_references_explain() -> None:
    found = diff(
        predictions=["a b\nc d"], references=["c d\na b"], profiles=["rouge-score|sent:none"], metrics="rougeLsum"
    )
    assert [(one.setting, one.effect) for one in found.entries[-1].causes] == [("sentences", -0.5)]
    found = diff(predictions=["a b"], references=[["a b", "c"]], profiles=["rouge-score|refs:mean"], metrics="rouge1")
    assert [(one.setting, one.effect) for one in found.entries[-1].causes] == [("references", -0.5)]


def test_average_explains_a_median() -> None:
    found = diff(predictions=OURS, references=THEIRS, profiles=["rouge-score|value:median"], metrics="rouge1")
    assert [one.setting for one in found.entries[-1].causes] == ["average"]
    assert 0 < abs(found.entries[-1].gap) < 0.01


def test_steps_lead_from_one_profile_to_the_other() -> None:
    for name in NAMES:
        for start in ("rouge-score", "js-rouge-3.2.0"):
            base, other = ir.profile(start), readable(ir.profile(name))
            last = [base, *(step for *_, step in steps(base, other))][-1]
            assert (last.text, last.match, last.score, last.quirks) == (
                other.text,
                other.match,
                other.score,
                other.quirks,
            )


def test_every_rule_belongs_to_one_setting() -> None:
    listed = [rule for rules in SETTINGS.values() for rule in rules]
    assert len(set(listed)) == len(listed)
    assert set(RULES) - set(listed) == {"confidence_level", "interval"}


def test_refused_rows_are_counted_and_named() -> None:
    found = diff(predictions=["a b", "", "c"], references=["a b", "x", "c d"], profiles="pltrdy js-rouge-3.2.0")
    entries = {(one.profile, one.metric): one for one in found.entries}
    assert list(entries["js-rouge-3.2.0", "rouge2"].refused) == [1, 2]
    assert entries["js-rouge-3.2.0", "rouge2"].refused[2] == (
        "RangeError: ngram size cannot be larger than the number of tokens available"
    )
    assert "js-rouge-3.2.0 refuses 2 of 3 rows in rouge2: rows 1, 2 (RangeError" in found.to_table()
    assert entries["pltrdy-1.0.1", "rouge1"].refused == {1: "no words"}
    assert entries["rouge-score-0.1.2", "rouge1"].refused == {}
    # The gap is taken over the rows that both score.
    assert entries["pltrdy-1.0.1", "rouge1"].gap == pytest.approx(0, abs=1e-8)


def test_a_profile_that_refuses_everything() -> None:
    found = diff(predictions=["", "."], references=["a", "b"], profiles="pltrdy", metrics="rouge1")
    entry = found.entries[-1]
    assert len(entry.refused) == 2
    assert math.isnan(entry.score.fmeasure)
    assert math.isnan(entry.gap)
    assert entry.causes == ()
    assert json.loads(found.to_json())["entries"][-1]["fmeasure"] is None


def test_bad_arguments() -> None:
    with pytest.raises(ir.UnknownNameError, match="unknown profile 'pltrdi'; did you mean 'pltrdy'"):
        diff(predictions=["a"], references=["a"], profiles="pltrdi")
    with pytest.raises(ir.InputError, match="1 predictions and 2 references"):
        diff(predictions=["a"], references=["a", "b"])
    with pytest.raises(ir.InputError, match="no profile was named"):
        diff(predictions=["a"], references=["a"], profiles=" ")


def test_no_texts() -> None:
    found = diff(predictions=[], references=[], profiles="pltrdy", metrics="rouge1")
    assert [math.isnan(one.score.fmeasure) for one in found.entries] == [True, True]


def run(*words: str) -> Any:
    return CliRunner().invoke(make_app(), ["diff", *words])


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, texts in (("pred", OURS), ("ref", THEIRS)):
        lines = [text.replace("\n", " ") for text in texts]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [str(tmp_path / "pred.txt"), str(tmp_path / "ref.txt")]


def test_command(files: list[str]) -> None:
    result = run(*files, "--profiles", ",".join(NAMES), "--metrics", "rouge1")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].split() == ["metric", "profile", "rows", "precision", "recall", "F", "gap", "because"]
    assert lines[1].split()[:2] == ["rouge1", "rouge-score-0.1.2"]
    assert "base" in lines[1]
    having = [name for name in NAMES if offers(ir.profile(name), metric("rouge1"))]
    assert len([line for line in lines if line.startswith("rouge1 ")]) == len(having)


def test_command_writes_json_and_markdown(files: list[str]) -> None:
    made = json.loads(run(*files, "-p", "pltrdy", "-m", "rouge1", "-f", "json").output)
    assert made["base"].startswith("rouge-score-0.1.2|n:")
    assert {"setting", "base", "other", "effect"} == made["entries"][1]["causes"][0].keys()
    markdown = run(*files, "-p", "pltrdy", "-m", "rouge1", "-f", "markdown").output
    assert markdown.startswith("| metric | profile | rows |")
    table = run(*files, "-p", "pltrdy", "-m", "rouge1", "-f", "csv").output.splitlines()
    assert table[0] == "metric,profile,precision,recall,fmeasure,scored,refused,gap,because"


def test_command_refuses_what_is_not_there(files: list[str]) -> None:
    result = run(*files, "--base", "rouge-scoer")
    assert result.exit_code == 2
    assert "did you mean 'rouge-score'" in result.output
    assert BASE == "rouge-score"


def test_the_page_of_the_tables_is_true() -> None:
    tool = Path(__file__).parents[2] / "tools/make_compatibility.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
