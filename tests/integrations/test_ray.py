"""Ray Data: what is its own; that its numbers are those of lists is tested with all other tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from integrations.engines import ABOUT, started_ray, texts

import infrarouge as ir

pytestmark = pytest.mark.ray
pa = pytest.importorskip("pyarrow")
pytest.importorskip("ray.data")

ROWS = 300
HOW: dict[str, Any] = {"metrics": "rouge1 rougeL", "n_resamples": 99}
MEANS: dict[str, Any] = {**HOW, "n_resamples": 0}


@pytest.fixture(scope="module")
def table() -> Any:
    return texts(ROWS)


@pytest.fixture(scope="module")
def blocks(table: Any) -> Any:
    ray = started_ray()
    return ray.data.from_arrow([table.slice(begin, 23) for begin in range(0, ROWS, 23)])


@pytest.fixture(scope="module")
def whole(table: Any) -> ir.Report:
    lists = {name: table[name].to_pylist() for name in table.column_names}
    about = {"ids": lists["id"], "groups": lists["topic"]}
    return ir.evaluate(predictions=lists["pred"], references=lists["ref"], **about, generator="poisson", **HOW)


def test_rows_keep_the_order_of_the_dataset(blocks: Any, whole: ir.Report) -> None:
    """The first blocks take longest, so that the last ones are done first."""
    import infrarouge.integrations.ray as ir_ray

    def slow(block: Any) -> Any:
        import time

        time.sleep(0.3 if block["id"][0].as_py() == "row-0000000" else 0)
        return block

    late = blocks.map_batches(slow, batch_format="pyarrow", batch_size=None)
    report = ir_ray.evaluate(late, "pred", "ref", id="id", **HOW)
    assert report.ids == whole.ids
    assert report.to_dict() == whole.to_dict()
    assert late.context.execution_options.preserve_order is False
    by_place = ir_ray.evaluate(late, "pred", "ref", generator="splitmix", **HOW)
    assert by_place.to_dict() == replace(whole, profile=by_place.profile).to_dict()


def test_one_block_empty_blocks_and_no_rows(table: Any, blocks: Any, whole: ir.Report) -> None:
    import infrarouge.integrations.ray as ir_ray

    single = started_ray().data.from_arrow(table)
    assert ir_ray.evaluate(single, "pred", "ref", id="id", **HOW).to_dict() == whole.to_dict()
    some = blocks.filter(expr="id >= 'row-0000200'")
    assert ir_ray.evaluate(some, "pred", "ref", **MEANS).n == 100
    with pytest.raises(ir.InputError, match="the table has no rows"):
        ir_ray.evaluate(blocks.filter(expr="id < 'a'"), "pred", "ref", **MEANS)


def test_files_are_read_by_the_columns_that_are_needed(table: Any, whole: ir.Report, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    import infrarouge.integrations.ray as ir_ray

    for at in range(3):
        pq.write_table(table.slice(100 * at, 100), tmp_path / f"part-{at}.parquet")
    data = started_ray().data.read_parquet(str(tmp_path))
    report = ir_ray.evaluate(data, "pred", "ref", id="id", **HOW)
    assert report.to_dict() == whole.to_dict()


def test_what_is_wrong_is_told_as_elsewhere(blocks: Any) -> None:
    import infrarouge.integrations.ray as ir_ray

    with pytest.raises(ir.InputError, match="there is no column 'prd'; did you mean 'pred'"):
        ir_ray.evaluate(blocks, "prd", "ref", **MEANS)
    with pytest.raises(ir.InputError, match="there is no column 'rf'; did you mean 'ref'"):
        ir_ray.with_scores(blocks, "pred", "rf")
    with pytest.raises(ir.InputError, match=r"there is a column 'rouge1\.recall' already"):
        ir_ray.with_scores(blocks.rename_columns({"topic": "rouge1.recall"}), "pred", "ref")
    with pytest.raises(ir.InputError, match=r"row \d+ has no references.*whose first id is 'row-"):
        ir_ray.evaluate(blocks, "pred", "more", **ABOUT)
    with pytest.raises(ir.InputError, match=r"row \d+ has no id \(None\)"):
        ir_ray.evaluate(blocks, "pred", "ref", id="topic")
    with pytest.raises(ir.InputError, match="intervals draw rows by their ids, and no column of ids is named"):
        ir_ray.evaluate(blocks, "pred", "ref")
    with pytest.raises(ir.UnknownNameError, match="unknown profile"):
        ir_ray.evaluate(blocks, "pred", "ref", profile="rouge-1.55")


def test_a_dataset_with_scores_is_lazy_and_has_its_own_columns_first(blocks: Any, whole: ir.Report) -> None:
    import infrarouge.integrations.ray as ir_ray

    scored = ir_ray.with_scores(blocks, "pred", "ref", measures="f", **HOW)
    assert scored.columns() == [*blocks.columns(), "rouge1.fmeasure", "rougeL.fmeasure"]
    best = scored.to_pandas().sort_values("id")["rouge1.fmeasure"]
    assert np.array_equal(best, whole.scores[:, 0, 2])


@pytest.mark.slow
def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(
    blocks: Any, whole: ir.Report, tmp_path: Path
) -> None:
    import infrarouge.integrations.ray as ir_ray

    fuse = tmp_path / "burnt"

    def deadly(block: Any) -> Any:
        import os

        if block["id"][0].as_py() == "row-0000046" and not fuse.exists():
            fuse.touch()
            os.kill(os.getpid(), 9)
        return block

    dying = blocks.map_batches(deadly, batch_format="pyarrow", batch_size=None)
    report = ir_ray.evaluate(dying, "pred", "ref", id="id", **HOW)
    assert fuse.exists()
    assert report.ids == whole.ids
    assert report.to_dict() == whole.to_dict()


def test_sums_give_the_numbers_of_the_report(blocks: Any, whole: ir.Report) -> None:
    import infrarouge.integrations.ray as ir_ray

    summed = ir_ray.summarize(blocks, "pred", "ref", **ABOUT, **HOW)
    assert dict(summed.items()) == dict(whole.items())
    assert summed.signature == whole.signature
    assert {name: part.n for name, part in summed.by_group().items()} == dict(Counter(whole.groups))
    with pytest.raises(ir.InputError, match=r"row \d+ has no references.*whose first id is 'row-"):
        ir_ray.summarize(blocks, "pred", "more", id="id")
    with pytest.raises(ir.InputError, match="the table has no rows"):
        ir_ray.summarize(blocks.filter(expr="id < 'a'"), "pred", "ref", **MEANS)
