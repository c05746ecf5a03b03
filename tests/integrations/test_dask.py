"""Dask: what is its own; that its numbers are those of lists is tested with all other tables."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from integrations.engines import ABOUT, texts

import infrarouge as ir

pytestmark = pytest.mark.dask
pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
dask = pytest.importorskip("dask")
frames = pytest.importorskip("dask.dataframe")

ROWS = 300
HOW: dict[str, Any] = {"metrics": "rouge1 rougeL", "n_resamples": 99}
MEANS: dict[str, Any] = {**HOW, "n_resamples": 0}


@pytest.fixture(scope="module")
def table() -> Any:
    return texts(ROWS)


@pytest.fixture(scope="module")
def frame(table: Any) -> Any:
    return frames.from_pandas(table.to_pandas(types_mapper=pandas.ArrowDtype), npartitions=11)


@pytest.fixture(scope="module")
def whole(table: Any) -> ir.Report:
    lists = {name: table[name].to_pylist() for name in table.column_names}
    about = {"ids": lists["id"], "groups": lists["topic"]}
    return ir.evaluate(predictions=lists["pred"], references=lists["refs"], **about, generator="poisson", **HOW)


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", pytest.param("processes", marks=pytest.mark.slow)])
def test_every_scheduler_gives_the_same_report(frame: Any, whole: ir.Report, scheduler: str) -> None:
    import infrarouge.integrations.dask as ir_dask

    with dask.config.set(scheduler=scheduler):
        report = ir_dask.evaluate(frame, "pred", "refs", id="id", **HOW)
        scored = ir_dask.with_scores(frame, "pred", "refs", **HOW).compute()
    assert report.to_dict() == whole.to_dict()
    assert report.ids == whole.ids
    by_place = ir_dask.evaluate(frame, "pred", "refs", generator="splitmix", **HOW)
    assert by_place.to_dict() == replace(whole, profile=by_place.profile).to_dict()
    assert np.array_equal(scored["rougeL.recall"], whole.scores[:, 1, 1])


@pytest.mark.slow
def test_workers_of_a_cluster_give_the_same_report_and_may_die(frame: Any, whole: ir.Report, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    import infrarouge.integrations.dask as ir_dask

    local = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**local) as cluster, distributed.Client(cluster):
        assert ir_dask.evaluate(frame, "pred", "refs", id="id", **HOW).to_dict() == whole.to_dict()
        dying = frame.map_partitions(deadly, str(tmp_path / "burnt"), meta=frame)
        report = ir_dask.evaluate(dying, "pred", "refs", id="id", **HOW)
    assert (tmp_path / "burnt").exists()
    assert report.ids == whole.ids
    assert report.to_dict() == whole.to_dict()


def deadly(part: Any, fuse: str) -> Any:
    """Kills its own process the first time a certain partition comes."""
    if "row-0000100" in set(part["id"]) and not os.path.exists(fuse):
        open(fuse, "w").close()
        os.kill(os.getpid(), 9)
    return part


def test_one_partition_empty_partitions_and_no_rows(table: Any, frame: Any, whole: ir.Report) -> None:
    import infrarouge.integrations.dask as ir_dask

    single = frames.from_pandas(table.to_pandas(types_mapper=pandas.ArrowDtype), npartitions=1)
    assert ir_dask.evaluate(single, "pred", "refs", id="id", **HOW).to_dict() == whole.to_dict()
    assert ir_dask.evaluate(frame[frame["id"] >= "row-0000200"], "pred", "refs", **MEANS).n == 100
    with pytest.raises(ir.InputError, match="the table has no rows"):
        ir_dask.evaluate(frame[frame["id"] < "a"], "pred", "refs", **MEANS)


def test_a_frame_with_scores_is_lazy_and_knows_its_columns(frame: Any) -> None:
    import infrarouge.integrations.dask as ir_dask

    scored = ir_dask.with_scores(frame, "pred", "ref", measures="f", **HOW)
    assert list(scored.columns) == [*frame.columns, "rouge1.fmeasure", "rougeL.fmeasure"]
    computed = scored.compute()
    assert computed.dtypes.equals(scored.dtypes)
    assert computed.index.equals(frame.index.compute())


def test_lists_that_were_written_out_as_text_are_refused(table: Any) -> None:
    import infrarouge.integrations.dask as ir_dask

    written = frames.from_pandas(table.to_pandas(), npartitions=2)
    message = r"the column 'refs' holds texts such as .*: Dask has written its lists out as text; .*convert-string"
    with pytest.raises(ir.InputError, match=message):
        ir_dask.evaluate(written, "pred", "refs", **MEANS)
    with pytest.raises(ir.InputError, match=message):
        ir_dask.with_scores(written, "pred", "refs").compute()
    with dask.config.set({"dataframe.convert-string": False}):
        kept = frames.from_pandas(table.to_pandas(), npartitions=2)
        assert ir_dask.evaluate(kept, "pred", "refs", **MEANS).n == ROWS


def test_what_is_wrong_is_told_as_elsewhere(frame: Any) -> None:
    import infrarouge.integrations.dask as ir_dask

    with pytest.raises(ir.InputError, match="there is no column 'prd'; did you mean 'pred'"):
        ir_dask.evaluate(frame, "prd", "ref", **MEANS)
    with pytest.raises(ir.InputError, match=r"there is a column 'rouge1\.recall' already"):
        ir_dask.with_scores(frame.rename(columns={"topic": "rouge1.recall"}), "pred", "ref")
    with pytest.raises(ir.InputError, match="intervals draw rows by their ids, and no column of ids is named"):
        ir_dask.evaluate(frame, "pred", "ref")
    with pytest.raises(ir.InputError, match=r"row \d+ has no references.*whose first id is 'row-"):
        ir_dask.evaluate(frame, "pred", "more", **ABOUT)
    with pytest.raises(ir.InputError, match=r"row \d+ has no id"):
        ir_dask.evaluate(frame, "pred", "ref", id="topic")


def test_sums_give_the_numbers_of_the_report(frame: Any, whole: ir.Report) -> None:
    import infrarouge.integrations.dask as ir_dask

    summed = ir_dask.summarize(frame, "pred", "refs", **ABOUT, **HOW)
    assert dict(summed.items()) == dict(whole.items())
    assert summed.signature == whole.signature
    assert {name: part.n for name, part in summed.by_group().items()} == dict(Counter(whole.groups))
    with pytest.raises(ir.InputError, match=r"row \d+ has no references.*whose first id is 'row-"):
        ir_dask.summarize(frame, "pred", "more", id="id")
    with pytest.raises(ir.InputError, match="the table has no rows"):
        ir_dask.summarize(frame[frame["id"] < "a"], "pred", "refs", **MEANS)
