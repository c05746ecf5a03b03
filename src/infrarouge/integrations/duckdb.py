"""DuckDB: after ``register(connection)`` SQL has the functions ``rouge(pred, ref)`` and ``rouge_list(pred, refs)``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from infrarouge.files.batches import evaluate_batches
from infrarouge.integrations.frames import TableScorer, check_columns, check_new, package, used_columns
from infrarouge.reporting.report import Report

duckdb = package("duckdb", "scoring tables of DuckDB")

BATCH = 1 << 14
"""Rows that are read from a relation at a time."""


def register(connection: Any, name: str = "rouge", **how: Any) -> Any:
    """Give a connection two functions of SQL, and the connection back.

    ``rouge(prediction, reference)`` scores texts, ``rouge_list(prediction, references)`` scores against lists of texts;
    both give a struct with fields such as ``rouge1.fmeasure``. `name` is another name than rouge, for several settings
    beside each other. `how` is what `TableScorer` takes.

    >>> connection = register(duckdb.connect(), metrics="rouge1 rougeL")
    >>> query = "select rouge(p, r)['rouge1.recall'], rouge_list(p, [r, p])['rougeL.recall'] from (values ('a b', 'a b c d')) t(p, r)"
    >>> connection.sql(query).fetchall()
    [(0.5, 1.0)]
    """
    scorer = TableScorer(**how)
    pyarrow = package("pyarrow", "functions of DuckDB", "duckdb")
    result = duckdb.struct_type(dict.fromkeys(scorer.names, "DOUBLE"))
    for suffix, references in (("", "VARCHAR"), ("_list", "VARCHAR[]")):
        connection.create_function(
            name + suffix,
            _function(scorer, pyarrow),
            ["VARCHAR", references],
            result,
            type="arrow",
            null_handling="special",
        )
    return connection


def _function(scorer: TableScorer, pyarrow: Any) -> Callable[[Any, Any], Any]:
    def scored(predictions: Any, references: Any) -> Any:
        columns = scorer.columns(predictions, references)
        return pyarrow.StructArray.from_arrays(
            [pyarrow.array(column) for column in columns.values()], names=list(columns)
        )

    return scored


def with_scores(
    relation: Any, prediction: str = "prediction", reference: str = "reference", *, connection: Any = None, **how: Any
) -> Any:
    """The relation with the columns of scores behind its own; `reference` holds texts or lists of texts.

    `connection` is the one that the relation was made by, unless it was made by ``duckdb.sql`` itself.

    >>> connection = duckdb.connect()
    >>> relation = connection.sql("select 'a b' as pred, 'a' as ref")
    >>> with_scores(relation, "pred", "ref", connection=connection, metrics="rouge1", measures="f").columns
    ['pred', 'ref', 'rouge1.fmeasure']
    """
    scorer = TableScorer(**how)
    check_columns([prediction, reference], relation.columns)
    check_new(scorer.names, relation.columns)
    name = f"rouge_{hash((scorer.rouge, scorer.measures)) & (1 << 64) - 1:x}"
    # Where the same settings were registered before, the function is there.
    with suppress(duckdb.NotImplementedException, duckdb.CatalogException):
        register(duckdb.default_connection() if connection is None else connection, name, **how)
    kind = str(relation.types[relation.columns.index(reference)])
    function = f"{name}_list" if kind.endswith("]") else name
    return relation.project(f"*, unnest({function}({_quoted(prediction)}, {_quoted(reference)}))")


def evaluate(
    relation: Any,
    prediction: str = "prediction",
    reference: str = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a relation, which is read some rows at a time: it may be larger than memory.

    The rows come as the relation gives them: for ids or profiles that care for the order, let it have an `order by`.

    >>> relation = duckdb.connect().sql("select 'a b' as pred, 'a' as ref")
    >>> evaluate(relation, "pred", "ref", metrics="rouge1")["rouge1"].recall.value
    1.0
    """
    wanted = used_columns(prediction, reference, id, group)
    check_columns(wanted, relation.columns)
    columns = relation.project(", ".join(map(_quoted, wanted)))
    names: dict[str, Any] = {"prediction": prediction, "reference": reference, "id": id, "group": group}
    return evaluate_batches(_batches(columns), **names, **how)


def _batches(relation: Any) -> Any:
    read = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
    yield from read(BATCH)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
