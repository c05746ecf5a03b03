"""infrarouge dedup: the texts of a file without those that repeat an earlier one."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from infrarouge.cli.options import (
    INPUT,
    OUTPUT,
    READS,
    RULES,
    WRITES,
    Output,
    ScoringOptions,
    Words,
    command,
    put_text,
    say,
)
from infrarouge.errors import InputError
from infrarouge.files.columns import Column, one_text, value
from infrarouge.files.lines import ReadOptions, lines, shown
from infrarouge.files.readers import FORMATS, format_of, json_line, rows
from infrarouge.rules.catalogue import DEFAULT


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, dedup)


def dedup(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Texts, one a line, or rows with a column of texts."), READS
    ],
    column: Annotated[str, typer.Option("--column", "-c", help="Column of the texts.", rich_help_panel=INPUT)] = "text",
    threshold: Annotated[float, typer.Option("--threshold", "-t", help="Score from which a text is dropped.")] = 0.7,
    metric: Annotated[str, typer.Option("--metric", "-m", help="Metric: see `infrarouge metrics`.")] = "rougeL",
    measure: Annotated[str, typer.Option("--measure", help="precision, recall or fmeasure.")] = "fmeasure",
    profile: Annotated[str, typer.Option("--profile", "-p", help="Profile or signature.")] = DEFAULT.name,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Language: ISO code or English name.", rich_help_panel=RULES)
    ] = None,
    stemmer: Annotated[
        str | None,
        typer.Option("--stemmer", help="porter, none, ...; yes for that of --lang.", rich_help_panel=RULES),
    ] = None,
    rules: Annotated[
        Words,
        typer.Option("--set", metavar="RULE=VALUE", help="Any other rule of the profile.", rich_help_panel=RULES),
        READS,
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads; all cores unless told.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop where most letters of a text are dropped.")] = False,
    input: Annotated[
        str, typer.Option("--input", metavar="FORMAT", help="auto, text, jsonl, csv, ...", rich_help_panel=INPUT)
    ] = "auto",
    encoding: Annotated[str, typer.Option("--encoding", help="Encoding of the file.", rich_help_panel=INPUT)] = "utf-8",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write what is kept to a file.", rich_help_panel=OUTPUT),
        WRITES,
    ] = None,
    dropped: Annotated[
        str | None,
        typer.Option("--dropped", metavar="FILE", help="Write what is dropped, and why.", rich_help_panel=OUTPUT),
        WRITES,
    ] = None,
) -> None:
    """Drop texts that score high against an earlier one.

    Lines are kept as they are, in their order. Rows of other formats are written as JSON, one a line.

    \b
    $ infrarouge dedup samples/samples.jsonl --column prediction --threshold 0.5
    $ infrarouge dedup samples/predictions.txt --metric rouge1 -o kept.txt \\
        --dropped dropped.jsonl
    """
    from infrarouge.search.index import dedup as search  # for start-up time

    how = ReadOptions(format=input, encoding=encoding)
    raw, texts = _read(file, column, how)
    result = search(
        texts,
        metric=metric,
        measure=measure,
        threshold=threshold,
        profile=profile,
        threads=threads,
        strict=strict,
        progress=True,
        **ScoringOptions(lang=lang, stemmer=stemmer, set=rules).rules(),
    )
    Output(output=output).put("".join(raw[at] + "\n" for at in result.kept.tolist()))
    told = zip(result.dropped.tolist(), result.matches.tolist(), result.scores.tolist(), strict=True)
    if dropped is not None:
        names = ("row", "match", "score")
        put_text(dropped, "".join(json.dumps(dict(zip(names, record, strict=True))) + "\n" for record in told))
    say(f"{len(result.kept)} of {len(texts)} texts kept; {result.signature}")


def _read(file: str, column: str, how: ReadOptions) -> tuple[list[str], list[Any]]:
    """The lines to write, and the text of each."""
    kind, where = format_of(file, how), Column(file, column, True, "--column")
    if not kind.columns:
        raw = [row for _, row in rows(file, how)]
        return raw, raw
    if kind is FORMATS["jsonl"]:
        told = [(number, line.rstrip("\r\n")) for number, line in lines(file, how) if line.strip()]
        numbered = [(number, json_line(line, file, number)) for number, line in told]
        raw = [line for _, line in told]
    else:
        numbered = list(rows(file, how))
        raw = [json.dumps(row, ensure_ascii=False, default=str) for _, row in numbered]
    if not numbered:
        raise InputError(f"{shown(file)} is empty: it has no texts")
    return raw, [_text(value(row, where, number, how), where, number, how) for number, row in numbered]


def _text(text: Any, where: Column, number: int, how: ReadOptions) -> Any:
    # A list may be a text of ready sentences or tokens; the rules tell.
    return text if isinstance(text, list) else one_text(text, where, number, how)
