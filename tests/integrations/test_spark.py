"""A table scored on a cluster of several executor processes: the bits of one machine, whatever happens to the executors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from integrations import clusters
from integrations.clusters import ROWS, RULES, Row, columns, local, same

import infrarouge as ir
import infrarouge.integrations.spark as ir_spark
from infrarouge.integrations.frames import TableScorer

clusters.needs()
pytestmark = clusters.MARKS


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return clusters.some_rows()


@pytest.fixture(scope="module")
def frame(rows: list[Row]) -> Iterator[Any]:
    """The table on two executors, each a process of its own."""
    with clusters.session("local-cluster[2,1,1024]") as spark:
        yield clusters.table_of(spark, rows)


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    with clusters.limited():
        yield


# ---------------------------------------------------------------- the same bits


@pytest.mark.parametrize("reference", ["r", "refs"])
def test_scores(frame: Any, rows: list[Row], reference: str) -> None:
    rules = {"metrics": "rouge1 rougeL", "stemmer": "porter", "measures": "recall fmeasure"}
    scored = ir_spark.with_scores(frame, "p", reference, **rules)
    assert scored.columns == [*frame.columns, *TableScorer(**rules).names]
    texts = columns(rows)
    expected = TableScorer(**rules).columns(texts["p"], texts[reference])
    table = scored.collect()
    assert [tuple(row)[: len(texts)] for row in table] == rows
    for name, values in expected.items():
        assert [row[name] for row in table] == values.tolist()


def test_scores_of_several_columns(frame: Any, rows: list[Row]) -> None:
    texts = columns(rows)
    scored = ir_spark.with_scores(frame, "p", ["refs", "extra"], metrics="rouge1", measures="f").collect()
    references = [[*(refs or []), extra] for refs, extra in zip(texts["refs"], texts["extra"], strict=True)]
    references = [[text for text in row if text is not None] for row in references]
    expected = TableScorer("rouge1", measures="f").columns(texts["p"], references)["rouge1.fmeasure"]
    assert [row["rouge1.fmeasure"] for row in scored] == expected.tolist()


@pytest.mark.parametrize("reference", ["r", "refs"])
def test_reports(frame: Any, rows: list[Row], reference: str) -> None:
    expected = local(rows, reference)
    same(ir_spark.evaluate(frame, "p", reference, id="id", group="g", **RULES), expected)
    same(ir_spark.summarize(frame, "p", reference, id="id", group="g", **RULES), expected)


def test_other_partitions_and_orders(frame: Any, rows: list[Row]) -> None:
    expected = local(rows)
    for moved in (frame.repartition(7, "q"), frame.orderBy("r", "id"), frame.coalesce(1)):
        report = ir_spark.evaluate(moved, "p", "r", id="id", group="g", **RULES)
        assert dict(report.items()) == dict(expected.items())
        assert sorted(zip(report.ids or (), report.scores.tolist(), strict=True)) == sorted(
            zip(expected.ids or (), expected.scores.tolist(), strict=True)
        )
        summary = ir_spark.summarize(moved, "p", "r", id="id", group="g", **RULES)
        assert dict(summary.items()) == dict(expected.items())


@pytest.mark.parametrize(
    "rules", [{"empty": "skip"}, {"average": "counts"}, {"lang": "auto"}, {"confidence_level": 0.5}]
)
def test_rules(frame: Any, rows: list[Row], rules: dict[str, Any]) -> None:
    expected = local(rows, **rules)
    same(ir_spark.evaluate(frame, "p", "r", id="id", group="g", **RULES, **rules), expected)
    same(ir_spark.summarize(frame, "p", "r", id="id", group="g", **RULES, **rules), expected)


def test_other_profiles_and_generators(frame: Any, rows: list[Row]) -> None:
    """Rows come in the order of the table, so that generators which draw by it give what they give on one machine."""
    texts = columns(rows)
    how = {"profile": "rouge-score", "metrics": "rouge1", "generator": "mt19937", "n_resamples": 20}
    expected = ir.evaluate(predictions=texts["p"], references=texts["r"], **how)
    report = ir_spark.evaluate(frame, "p", "r", **how)
    assert dict(report.items()) == dict(expected.items())
    assert report.signature == expected.signature
    with pytest.raises(ValueError, match=r"type center='exact'"):
        ir_spark.summarize(frame, "p", "r", id="id", **{**how, "generator": "poisson"})


def test_own_functions_travel(frame: Any, rows: list[Row]) -> None:
    def letters(text: str) -> list[str]:
        return list(text.replace(" ", ""))

    expected = local(rows, tokens=letters)
    same(ir_spark.evaluate(frame, "p", "r", id="id", group="g", tokens=letters, **RULES), expected)


@pytest.mark.parametrize("test", ["auto", "bootstrap"])
def test_comparisons(frame: Any, rows: list[Row], test: str) -> None:
    texts = columns(rows)
    how = {**RULES, "test": test, "n_flips": 200}
    expected = ir.compare(
        {"base": texts["p"], "new": texts["q"]},
        references=texts["refs"],
        ids=texts["id"],
        groups=texts["g"],
        generator="poisson",
        **how,
    )
    for moved in (frame, frame.repartition(4, "extra")):
        found = ir_spark.compare(moved, {"base": "p", "new": "q"}, "refs", id="id", group="g", **how)
        assert found.differences == expected.differences
        assert found.verdicts() == expected.verdicts()
        summed = ir_spark.summarize_comparison(moved, {"base": "p", "new": "q"}, "refs", id="id", **how)
        assert summed.differences == expected.differences
        assert (summed.notes(), summed.cells()) == (expected.notes(), expected.cells())
    assert found.by_group().to_dict()["groups"] != []
    assert ir_spark.compare(frame, ["q", "p"], "refs", id="id", **how).baseline == "q"


# ---------------------------------------------------------------- what happens to executors


@pytest.mark.parametrize("what", ["kill_worker", "kill_executor", "fail"])
@pytest.mark.parametrize("verb", ["evaluate", "summarize"])
def test_lost_tasks(frame: Any, rows: list[Row], what: str, verb: str, tmp_path: Path) -> None:
    """A task is lost after it handed some of its batches over: another attempt makes all of them, and each counts once."""
    if what == "kill_executor" and not Path("/proc/self/status").exists():
        pytest.skip("needs /proc to find the executor")
    clusters.travelling()
    hurt = frame.mapInArrow(clusters.hurting(clusters.once(tmp_path, getattr(clusters, what)), tmp_path), frame.schema)
    ours = getattr(ir_spark, verb)(hurt, "p", "r", id="id", group="g", **RULES)
    assert len(list(tmp_path.glob("attempt-*"))) > 1
    same(ours, local(rows))


@pytest.mark.parametrize("verb", ["evaluate", "summarize"])
def test_an_executor_dies_after_its_work(frame: Any, rows: list[Row], verb: str, tmp_path: Path) -> None:
    """What an executor made is lost with it: a part that another stage still waits for is made again."""
    if not Path("/proc/self/status").exists():
        pytest.skip("needs /proc to find the executor")
    clusters.travelling()
    hurt = frame.repartition(6, "q").mapInArrow(
        clusters.hurting(clusters.once(tmp_path, clusters.kill_executor), tmp_path), frame.schema
    )
    ours = getattr(ir_spark, verb)(hurt, "p", "r", id="id", group="g", **RULES)
    assert dict(ours.items()) == dict(local(rows).items())


# ---------------------------------------------------------------- what is refused


def test_ids(frame: Any) -> None:
    for verb in (ir_spark.evaluate, ir_spark.summarize):
        with pytest.raises(ir.InputError, match=r"no column of ids is named; type id='column', or n_resamples=0"):
            verb(frame, "p", "r")
        assert verb(frame, "p", "r", metrics="rouge1", n_resamples=0).n == ROWS
        twice = frame.selectExpr("if(id = 7, 14, id) as id", "p", "r")
        with pytest.raises(ir.InputError, match="the id '14' is that of "):
            verb(twice, "p", "r", id="id", metrics="rouge1")
        missing = frame.selectExpr("if(id = 14, null, id) as id", "p", "r")
        with pytest.raises(ir.InputError, match=r"^partition 0 of the table.*row 2 has no id"):
            verb(missing, "p", "r", id="id", metrics="rouge1")


def test_wrong_tables(frame: Any) -> None:
    with pytest.raises(ir.InputError, match="there is no column 'pp'; did you mean 'p'"):
        ir_spark.evaluate(frame, "pp", "r", n_resamples=0)
    with pytest.raises(ir.InputError, match="there is no column 'rr'"):
        ir_spark.with_scores(frame, "p", "rr")
    with pytest.raises(ir.InputError, match=r"there is a column 'rouge1\.recall' already"):
        ir_spark.with_scores(frame.withColumn("rouge1.recall", frame["id"]), "p", "r")
    with pytest.raises(ir.InputTypeError, match="give a list of columns"):
        ir_spark.compare(frame, "p", "r", id="id")
    with pytest.raises(ir.InputError, match="a comparison needs two or more"):
        ir_spark.compare(frame, ["p"], "r", id="id")
    for verb in (ir_spark.evaluate, ir_spark.summarize):
        with pytest.raises(ir.InputError, match="the table has no rows"):
            verb(frame.where("id < 0"), "p", "r", id="id")
        lists = frame.selectExpr("id", "p", "if(id = 14, array(), refs) as refs")
        with pytest.raises(ir.InputError, match=r"row 2 has no references; give at least one, or None"):
            verb(lists, "p", "refs", id="id", metrics="rouge1")
        with pytest.raises(ir.InputTypeError, match="predictions is a column of whole numbers"):
            verb(frame, "id", "r", n_resamples=0)


def test_rules_of_all_rows_are_judged_on_the_driver(frame: Any, rows: list[Row]) -> None:
    for verb in (ir_spark.evaluate, ir_spark.summarize):
        with pytest.raises(ir.EmptyTextError, match=r"\d+ of 600 examples have no words"):
            verb(frame, "p", "r", id="id", metrics="rouge1", empty="raise")
        with pytest.raises(ir.CoverageError, match="drops most of the letters"):
            verb(frame, "p", "extra", id="id", metrics="rouge1", tokens="alnum", strict=True)
