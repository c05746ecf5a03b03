"""Columns of ids, groups and sources: found in the file that has them, and wrong ones are refused with their place."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from infrarouge.cli.aspects import Aspects
from infrarouge.cli.options import Inputs
from infrarouge.errors import InputError

ROWS = [{"id": "a", "kind": "x", "source": "one text", "prediction": "p", "reference": "r"}]
ROWS.append({**ROWS[0], "id": "b", "kind": "y"})


def written(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_the_file_that_has_the_column(tmp_path: Path) -> None:
    ours = written(tmp_path / "ours.jsonl", [{"prediction": row["prediction"]} for row in ROWS])
    theirs = written(tmp_path / "theirs.jsonl", ROWS)
    batch = Inputs(files=[ours, theirs], id="id").texts(aspects=Aspects(group="kind", source="source")).load()
    assert (batch.ids, batch.groups, batch.sources) == (["a", "b"], ["x", "y"], ["one text", "one text"])
    plain = tmp_path / "ours.txt"
    plain.write_text("p\np\n")
    assert Inputs(files=[str(plain), theirs], id="id").texts().load().ids == ["a", "b"]


def test_numbers_and_nested_values(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", [{**row, "meta": {"n": at}} for at, row in enumerate(ROWS)])
    assert Inputs(files=[path], id="meta.n").texts().load().ids == ["0", "1"]
    table = tmp_path / "rows.csv"
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, ROWS[0])
        writer.writeheader()
        writer.writerows([*ROWS[:1], {**ROWS[1], "kind": ""}])
    batch = Inputs(files=[str(table)], id="id").texts(aspects=Aspects(group="kind")).load()
    assert (batch.ids, batch.groups) == (["a", "b"], ["x", "(none)"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"id": "a"},
            "rows.jsonl, line 2: the id 'a' is that of .*rows.jsonl, line 1 too; give each row an id of its own",
        ),
        ({"id": None}, "rows.jsonl, line 2: column 'id' holds no id; give every row an id, or leave out --id"),
        ({"id": ""}, "line 2: column 'id' holds no id"),
        ({"id": {"name": 1}}, "line 2: column 'id' holds dict, .*; name a part of it with a dot: --id id.name"),
        ({"kind": ["x"]}, "line 2: column 'kind' holds list"),
        ({"source": 3}, r"line 2: column 'source' holds int \(3\), not a text"),
    ],
)
def test_wrong_values(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = written(tmp_path / "rows.jsonl", [ROWS[0], {**ROWS[1], **change}])
    with pytest.raises(InputError, match=message):
        Inputs(files=[path], id="id").texts(aspects=Aspects(group="kind", source="source")).load()


def test_a_column_that_is_nowhere(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", ROWS)
    with pytest.raises(InputError, match=r"line 1: no column 'idd'; .*; type --id id"):
        Inputs(files=[path], id="idd").texts().load()
    plain = tmp_path / "plain.txt"
    plain.write_text("p\np\n")
    with pytest.raises(InputError, match=r"--group kind: .*plain.txt is plain text and has no columns"):
        Inputs(files=[str(plain), str(plain)]).texts(aspects=Aspects(group="kind"))


def test_files_whose_ids_differ(tmp_path: Path) -> None:
    ours, theirs = written(tmp_path / "a.jsonl", ROWS), written(tmp_path / "b.jsonl", ROWS[::-1])
    with pytest.raises(
        InputError, match=r"a.jsonl, line 1 has the id 'a' and .*b.jsonl, line 1 has 'b'; bring the rows"
    ):
        Inputs(files=[ours, theirs], id="id").texts().load()


def test_repeated_ids_far_apart(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", [{**ROWS[0], "id": at % 5} for at in range(6)])
    with pytest.raises(InputError, match=r"line 6: the id '0' is that of .*line 1 too"):
        list(Inputs(files=[path], id="id").texts().batches(2))
