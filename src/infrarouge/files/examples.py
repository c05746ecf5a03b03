"""Scores and counts of single examples as columns, and as the lines and tables that files hold of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from infrarouge.escapes import csv_field, csv_line
from infrarouge.files.inputs import Batch
from infrarouge.files.native import has_tables, row_lines
from infrarouge.reporting.report import Report
from infrarouge.scoring.measures import MEASURES
from infrarouge.types import Counts, Floats

COUNTS = Counts._fields
Record = Mapping[str, Any]


class Examples(NamedTuple):
    """Some examples: the number of the first, what they are called, and their values under dotted names.

    A value that is not a number is one that is missing.

    >>> examples = Examples(7, {"id": ["a"]}, None, ["rouge1.recall", "rouge1.matched"], np.array([[0.5, np.nan]]))
    >>> examples.json_lines()
    b'{"row": 7, "id": "a", "rouge1": {"recall": 0.5, "matched": null}}\\n'
    >>> examples.csv_head() + examples.csv_lines()
    b'row,id,rouge1.recall,rouge1.matched\\n7,a,0.5,\\n'
    """

    start: int
    texts: Mapping[str, Sequence[str]]
    system: str | None
    names: list[str]
    values: Floats

    @classmethod
    def of(cls, batch: Batch, report: Report, system: str | None = None) -> Examples:
        """The scores and counts of every example of a batch; several references count as combined."""
        named = {"name": batch.names, "id": report.ids, "group": report.groups}
        names = [f"{label}.{number}" for label in report.labels for number in (*MEASURES, *COUNTS)]
        values = np.concatenate([report.scores, report.row_counts], axis=2).reshape(len(report.scores), -1)
        texts = {name: texts for name, texts in named.items() if texts is not None}
        return cls(batch.start, texts, system, names, values)

    def records(self) -> list[Record]:
        """Every example as a mapping of names to values."""
        more = {} if self.system is None else {"system": self.system}
        return [
            {
                "row": self.start + at,
                **{name: texts[at] for name, texts in self.texts.items()},
                **more,
                **{name: None if value != value else value for name, value in zip(self.names, row, strict=True)},
            }
            for at, row in enumerate(self.values.tolist())
        ]

    def columns(self, arrow: Any) -> dict[str, Any]:
        """Every column as an array of pyarrow."""
        rows = np.arange(self.start, self.start + len(self.values))
        names = {name: list(map(_encodable, texts)) for name, texts in self.texts.items()}
        if self.system is not None:
            names["system"] = [_encodable(self.system)] * len(self.values)
        columns = np.ascontiguousarray(self.values.T)
        return {
            "row": arrow.array(rows, arrow.int64()),
            **{name: arrow.array(texts, arrow.string()) for name, texts in names.items()},
            **{name: arrow.array(column, from_pandas=True) for name, column in zip(self.names, columns, strict=True)},
        }

    def json_lines(self) -> bytes:
        """JSON objects, one a line, with the values of each metric in an object of its own."""
        if not has_tables():
            lines = "".join(json.dumps(_nested(record), ensure_ascii=False) + "\n" for record in self.records())
            return lines.encode("utf-8", "backslashreplace")
        before = ['{"row": ', *(f", {_json(name)}: " for name in self.texts)]
        system = "" if self.system is None else f', "system": {_json(self.system)}'
        last = None
        for name in self.names:
            label, _, measure = name.rpartition(".")
            is_new, closed = label != last, "" if last is None else "}"
            opened = f"{closed}{system}, {_json(label)}: {{" if is_new else ", "
            before.append(f"{opened}{_json(measure)}: ")
            system, last = "", label
        before.append("}}\n")
        return self._lines(
            before, [[_json(text) for text in texts] for texts in self.texts.values()], "null", "Infinity"
        )

    def csv_head(self) -> bytes:
        """The names of the columns as a line of CSV."""
        more = [] if self.system is None else ["system"]
        return csv_line(["row", *self.texts, *more, *self.names]).encode("utf-8", "backslashreplace")

    def csv_lines(self) -> bytes:
        """Lines of CSV; a missing value is an empty field."""
        if not has_tables():
            return "".join(csv_line(row.values()) for row in self.records()).encode("utf-8", "backslashreplace")
        system = "" if self.system is None else "," + csv_field(self.system)
        before = ["", *[","] * len(self.texts), f"{system},", *[","] * (len(self.names) - 1), "\n"]
        return self._lines(before, [[csv_field(text) for text in texts] for texts in self.texts.values()], "", "inf")

    def _lines(self, before: list[str], texts: list[list[str]], nan: str, infinity: str) -> bytes:
        pieces = [piece.encode("utf-8", "backslashreplace") for piece in before]
        cells = [[text.encode("utf-8", "backslashreplace") for text in column] for column in texts]
        values = np.ascontiguousarray(self.values, dtype=np.float64)
        return row_lines(pieces, self.start, cells, values, nan.encode(), infinity.encode())


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _encodable(text: str) -> str:
    """A name that is not UTF-8 with its odd bytes spelled out."""
    return text.encode("utf-8", "backslashreplace").decode()


def _nested(record: Record) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for name, value in record.items():
        head, dot, last = name.rpartition(".")
        (nested.setdefault(head, {}) if dot else nested)[last] = value
    return nested
