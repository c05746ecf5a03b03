"""Ids and groups: carried everywhere, and they change no number."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.stream import score_stream
from infrarouge.files.writers import example_records
from infrarouge.reporting.check import check_report, conditions_of, describe
from infrarouge.reporting.diff import diff
from infrarouge.reporting.groups import ALL
from infrarouge.reporting.report import Report
from infrarouge.reporting.systems import Systems
from infrarouge.scoring.state import State

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "dog", "ran"]
N = 24


def random_texts(seed: int) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randint(1, 9))) for _ in range(N)]


PREDICTIONS, OTHERS, REFERENCES = random_texts(0), random_texts(1), random_texts(2)
SEVERAL = [[first, second] for first, second in zip(REFERENCES, OTHERS, strict=True)]
GROUPS = [("news", "mail", "chat")[at % 5 % 3] for at in range(N)]
IDS = [f"example {at}" for at in range(N)]
RULES: list[dict[str, Any]] = [
    {},
    {"empty": "skip"},
    {"profile": "rouge-score"},
    {"profile": "rouge-1.5.5"},
    {"profile": "torchmetrics"},
    {"average": "counts"},
    {"n_resamples": 0},
]


def numbers(report: Report) -> list[Any]:
    """Every estimate and score, written so that what is not a number equals itself."""
    return [str(dict(report)), report.scores.tolist(), report.counts.tolist(), report.signature, report.notes()]


def rows_of(group: str) -> list[int]:
    return [at for at, name in enumerate(GROUPS) if name == group]


def picked(texts: list[Any], rows: list[int]) -> list[Any]:
    return [texts[at] for at in rows]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("references", [REFERENCES, SEVERAL], ids=["one", "several"])
def test_numbers_do_not_change(rules: dict[str, Any], references: list[Any]) -> None:
    texts: dict[str, Any] = {"predictions": PREDICTIONS, "references": references}
    plain = ir.evaluate(**texts, **rules)
    assert numbers(plain) == numbers(ir.evaluate(**texts, groups=GROUPS, **rules))
    # Only a profile that draws its resamples in the order of the ids asks for them.
    in_order = [f"{at:03}" for at in range(N)] if plain.profile.resampling.order == "given" else plain.names
    assert numbers(plain) == numbers(ir.evaluate(**texts, ids=in_order, groups=GROUPS, **rules))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("references", [REFERENCES, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("ids", [None, IDS], ids=["numbered", "named"])
def test_a_group_has_the_numbers_of_its_rows_alone(
    rules: dict[str, Any], references: list[Any], ids: list[str] | None
) -> None:
    whole = ir.evaluate(predictions=PREDICTIONS, references=references, ids=ids, groups=GROUPS, **rules)
    groups = whole.by_group()
    assert list(groups) == ["news", "mail", "chat"]
    for group, report in groups.items():
        rows = rows_of(group)
        assert groups.rows[group].tolist() == rows
        alone = ir.evaluate(
            predictions=picked(PREDICTIONS, rows),
            references=picked(references, rows),
            ids=None if ids is None else picked(ids, rows),
            **rules,
        )
        assert numbers(report) == numbers(alone)
        assert report.ids == alone.ids
        assert report.groups == (group,) * len(rows)


def test_other_groups_and_no_groups() -> None:
    report = ir.evaluate(predictions=["a", "b"], references=["a", "c"], metrics="rouge1")
    assert report.by_group(["x", "y"])["x"]["rouge1"].fmeasure.value == 1
    assert list(report.by_group([1, None])) == ["1", "(none)"]
    with pytest.raises(ir.InputError, match=r"there are no groups; give groups=\[...\]"):
        report.by_group()
    with pytest.raises(ir.InputError, match="3 groups for 2 predictions; give one group for each"):
        report.by_group(["x", "y", "z"])
    with pytest.raises(KeyError, match="there is no group 'xx'; did you mean 'x'"):
        report.by_group(["x", "y"])["xx"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ids": ["a"]}, "1 ids for 2 predictions; give one id for each"),
        ({"ids": ["a", "a"]}, "the id 'a' is that of row 0 and of row 1; give each example an id of its own"),
        ({"ids": ["a", None]}, r"row 1 has no id \(None\); give every example an id, or leave ids out"),
        ({"ids": ["a", ""]}, r"row 1 has no id \(''\)"),
        ({"ids": ["a", float("nan")]}, r"row 1 has no id \(nan\)"),
        ({"ids": "ab"}, "ids is str; give a sequence with one id for each prediction"),
        ({"ids": {"a": 1, "b": 2}}, "ids is dict; give a sequence"),
        ({"ids": 7}, "ids is int; give a sequence"),
        ({"ids": ["a", ["b"]]}, r"the id of row 1 is list \(\['b'\]\); give a text or a number"),
        ({"groups": ["a", "b", "c"]}, "3 groups for 2 predictions; give one group for each"),
        ({"groups": "ab"}, "groups is str; give a sequence with one group for each prediction"),
        ({"groups": ["a", {"b": 1}]}, "the group of row 1 is dict"),
    ],
)
def test_wrong_ids_and_groups(arguments: dict[str, Any], message: str) -> None:
    texts: dict[str, Any] = {"predictions": ["a", "b"], "references": ["a", "b"]}
    with pytest.raises(ir.InfrarougeError, match=message):
        ir.evaluate(**texts, **arguments)
    with pytest.raises(ir.InfrarougeError, match=message):
        ir.compare({"one": ["a", "b"], "two": ["a", "c"]}, references=["a", "b"], **arguments)
    with pytest.raises(ir.InfrarougeError, match=message.replace("row 1", "row 11").replace("row 0", "row 10")):
        ir.Rouge("rouge1").state(**texts, **arguments, start=10)


def test_columns_of_data_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = {"id": [3, 1], "group": ["x", None]}
    for column in (pandas.DataFrame(frame), polars.DataFrame(frame)):
        report = ir.evaluate(
            predictions=["a", "b"], references=["a", "b"], ids=column["id"], groups=column["group"], metrics="rouge1"
        )
        assert report.ids == ("3", "1")
        assert report.groups == ("x", "(none)")
    missing = pandas.array([1, None], dtype="Int64")
    with pytest.raises(ir.InputError, match="row 1 has no id"):
        ir.evaluate(predictions=["a", "b"], references=["a", "b"], ids=missing)


def test_states_carry_ids_and_groups() -> None:
    rouge = ir.Rouge("rouge1 rougeL")
    whole = rouge.evaluate(predictions=PREDICTIONS, references=SEVERAL, ids=IDS, groups=GROUPS)
    parts = [
        rouge.state(
            predictions=PREDICTIONS[at : at + 5],
            references=SEVERAL[at : at + 5],
            ids=IDS[at : at + 5],
            groups=GROUPS[at : at + 5],
            start=at,
        )
        for at in range(0, N, 5)
    ]
    # A checkpoint is a pickled state; shards come in any order, and some come twice.
    shards = [pickle.loads(pickle.dumps(part)) for part in [*reversed(parts), parts[1]]]
    merged = rouge.report(State.merge(shards))
    assert merged.ids == tuple(IDS)
    assert merged.groups == tuple(GROUPS)
    assert numbers(merged.by_group()["mail"]) == numbers(whole.by_group()["mail"])
    assert whole.rescore(alpha=0.9).groups == tuple(GROUPS)
    first, second = whole.take(range(10)), whole.take(range(10, N))
    assert numbers(first.merge(second)) == numbers(whole)
    assert first.merge(second).ids == tuple(IDS)
    assert first.merge(second).groups == tuple(GROUPS)


def test_shards_that_do_not_fit() -> None:
    rouge = ir.Rouge("rouge1")
    one = rouge.state(predictions=["a"], references=["a"], ids=["x"], groups=["g"])
    without = rouge.state(predictions=["a"], references=["a"], start=1)
    with pytest.raises(ir.InputError, match=r"1 of 2 shards have groups; give groups=\[...\] to every shard"):
        State.merge([one, without])
    same = rouge.state(predictions=["a"], references=["a"], ids=["x"], groups=["g"], start=1)
    with pytest.raises(ir.InputError, match="the id 'x' is that of row 0 and of row 1"):
        State.merge([one, same])


# ---------------------------------------------------------------- comparisons


def compared(**more: Any) -> ir.Comparison:
    return ir.compare(
        {"base": PREDICTIONS, "new": OTHERS}, references=REFERENCES, metrics="rouge1 rouge2", n_flips=200, **more
    )


def test_a_comparison_by_group_has_the_numbers_of_its_rows_alone() -> None:
    whole = compared(ids=IDS, groups=GROUPS)
    assert whole.differences == compared().differences
    for group, comparison in whole.by_group().items():
        rows = rows_of(group)
        alone = ir.compare(
            {"base": picked(PREDICTIONS, rows), "new": picked(OTHERS, rows)},
            references=picked(REFERENCES, rows),
            metrics="rouge1 rouge2",
            n_flips=200,
        )
        assert comparison.differences == alone.differences
        assert comparison.ids == tuple(picked(IDS, rows))


def test_groups_by_change() -> None:
    groups = compared(groups=GROUPS).by_group()
    changes = groups.changes
    assert [change.difference.metric for change in changes] == ["rouge1"] * 3 + ["rouge2"] * 3
    for block in (changes[:3], changes[3:]):
        moves = [change.difference.change for change in block]
        assert moves == sorted(moves)
        assert {change.group for change in block} == set(GROUPS)
    tested = np.array([change.difference.p for change in changes])
    assert all(change.difference.p_holm >= p for change, p in zip(changes, tested, strict=True))
    lines = [row[:4] for row in groups.cells()]
    assert lines[0] == ["rouge1", "new", ALL, "24"]
    assert len(lines) == 8
    assert [record["group"] for record in groups.records()][:1] == [ALL]
    assert len(groups.to_dict()["groups"]) == 6
    assert groups.to_dict()["baseline"] == "base"
    assert "over 6 tests on groups" in str(groups)


def test_systems_need_the_same_examples() -> None:
    def report(ids: list[str] | None, groups: list[str] | None = None) -> Report:
        return ir.evaluate(predictions=["a", "b"], references=["a", "b"], ids=ids, groups=groups, metrics="rouge1")

    assert ir.compare({"a": report(["x", "y"]), "b": report(None)}).ids == ("x", "y")
    with pytest.raises(
        ir.InputError, match="row 0 has the id 'x' in a and 'y' in b; give the systems the same examples"
    ):
        ir.compare({"a": report(["x", "y"]), "b": report(["y", "x"])})
    with pytest.raises(ir.InputError, match="row 1 has the group 'h' in a and 'g' in b"):
        ir.compare({"a": report(None, ["g", "h"]), "b": report(None, ["g", "g"])})
    with pytest.raises(ir.InputTypeError, match="ids, groups and rules go to evaluate"):
        ir.compare({"a": report(None), "b": report(None)}, groups=["g", "h"])


def test_moves_have_their_ids() -> None:
    move = compared(ids=IDS).moved("rouge1", most=1)[0]
    assert move.id == IDS[move.row]
    assert compared(ids=IDS).to_dict()["moved"]["new"]["rouge1"][0]["id"] == move.id
    assert "id" not in compared().to_dict()["moved"]["new"]["rouge1"][0]


# ---------------------------------------------------------------- tables and files


def test_tables() -> None:
    report = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, groups=GROUPS, metrics="rouge1")
    groups = report.by_group()
    assert groups.to_csv().splitlines()[0].startswith("group,metric,measure,value,low,high,mean,n,signature")
    assert [record["group"] for record in groups.records()[::3]] == [ALL, "news", "mail", "chat"]
    assert json.loads(groups.to_json())["groups"]["mail"]["n"] == len(rows_of("mail"))
    assert "<td>mail</td>" in groups._repr_html_()
    both = Systems({"one": report, "two": report}).by_group()
    assert both.header()[:4] == ["system", "group", "metric", "n"]
    assert len(both.cells()) == 8
    assert set(both.to_dict()) == {"one", "two"}
    assert both["two"]["mail"].n == len(rows_of("mail"))


def write_rows(path: Path) -> str:
    rows = [
        {"id": IDS[at], "kind": GROUPS[at], "prediction": PREDICTIONS[at], "reference": REFERENCES[at]}
        for at in range(N)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_streams_carry_ids_and_groups(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "rows.jsonl")
    texts = Texts(
        systems={"": Column(path, "prediction")},
        references=(Column(path, "reference"),),
        ids=(Column(path, "id", True),),
        group=Column(path, "kind", True),
        source=Column(path, "reference", True),
    )
    runner, records = ir.Rouge("rouge1").runner, []
    [report] = score_stream(
        runner, texts, lambda system, batch, part: records.extend(example_records(batch, part))
    ).values()
    plain = ir.evaluate(predictions=PREDICTIONS, references=REFERENCES, metrics="rouge1", ids=IDS, groups=GROUPS)
    assert numbers(report) == numbers(plain)
    assert report.ids == plain.ids
    assert report.groups == plain.groups
    assert [(record["row"], record["id"], record["group"]) for record in records] == [
        (at, IDS[at], GROUPS[at]) for at in range(N)
    ]
    assert texts.load().sources == REFERENCES


def test_systems_by_key_are_compared_by_key() -> None:
    references = {"x": "p q", "y": "r t"}
    systems = {"base": {"x": "p q", "y": "r s"}, "new": {"y": "r s", "x": "p q"}}
    comparison = ir.compare(systems, references=references, metrics="rouge1")
    assert comparison.ids == ("x", "y")
    assert (comparison["rouge1"].wins, comparison["rouge1"].ties) == (0, 2)
    with pytest.raises(ir.InputError, match="different keys: 'z' has no reference"):
        ir.compare({**systems, "other": {"x": "a", "z": "b"}}, references=references)
    reports = {name: ir.evaluate(predictions=texts, references=references) for name, texts in systems.items()}
    with pytest.raises(ir.InputError, match="row 0 has the id 'x' in base and 'y' in new"):
        ir.compare(reports)


def test_checks_name_the_examples() -> None:
    report = ir.evaluate(predictions=["a", "b"], references=["a", "c"], metrics="rouge1", ids=["x", "y"])
    done = check_report(report, conditions_of({"rouge1": 0.5}), each=True)
    assert "(y, row 1)" in done.sentence
    assert done.to_dict()["conditions"][0]["ids"] == ["y"]
    assert describe(done.findings[0]) == "rouge1.f >= 0.5 does not hold in row 1 (y)"


def test_ids_reach_profiles_that_order_by_them() -> None:
    texts: dict[str, Any] = {"predictions": PREDICTIONS, "references": REFERENCES}
    backwards = [f"{N - at:03}" for at in range(N)]
    profile = ir.profile("rouge-1.5.5")
    value = ir.evaluate(**texts, metrics="rouge1", profile=profile, ids=backwards)["rouge1"].fmeasure.value
    plain = ir.evaluate(**texts, metrics="rouge1", profile=profile)["rouge1"].fmeasure.value
    assert value != plain
    entries = diff(**texts, profiles="rouge-1.5.5", base="rouge-1.5.5", metrics="rouge1", ids=backwards).entries
    assert entries[0].score.fmeasure == value
    numbers = {"rouge1": f"{value:.6f}"}
    assert ir.which(**texts, reported=numbers, profiles="rouge-1.5.5", ids=backwards)
