"""What commands share: options in groups, and how an error of the user's is told.

A group is a dataclass whose fields are options. `command` puts the options of every group that a function asks for in
the place of the group, and hands the function the groups filled in.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from infrarouge.aliases import unknown_keyword
from infrarouge.api import Rouge
from infrarouge.cli.aspects import NOTHING, Grouping
from infrarouge.cli.outputs import OUTPUT as OUTPUT
from infrarouge.cli.outputs import Output as Output
from infrarouge.cli.outputs import option
from infrarouge.cli.outputs import put_text as put_text
from infrarouge.cli.outputs import say as say
from infrarouge.cli.places import READS as READS
from infrarouge.cli.places import WRITES as WRITES
from infrarouge.cli.places import settle_places
from infrarouge.cli.shell import Command, for_shell
from infrarouge.errors import InfrarougeError, InputError, UnknownNameError
from infrarouge.escapes import spreadsheet_safe
from infrarouge.files.columns import PREDICTION, REFERENCE, Column
from infrarouge.files.inputs import Texts, columns_named
from infrarouge.files.lines import STDIN, ReadOptions, expand, require_file, shown
from infrarouge.files.readers import FORMATS as KINDS
from infrarouge.files.readers import format_of
from infrarouge.files.stream import Each, score_stream
from infrarouge.matching import DEFAULT_METRICS
from infrarouge.reporting.report import Report
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import KEYS
from infrarouge.wording import shell_words

FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
INPUT, RULES = "Input", "Rules"


def command(app: typer.Typer, function: Callable[..., None], name: str | None = None, *, hidden: bool = False) -> None:
    """Add a command: groups of options become options, and errors become one line and an exit status."""
    # Not get_type_hints: before Python 3.11 it hides the options of parameters whose default is None.
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(function, eval_str=True).parameters.values():
        if dataclasses.is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            parameters += _options(parameter.annotation)
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(function)
    def run(**options: Any) -> None:
        told = dict(options)
        filled = {
            group: kind(**{option.name: options.pop(option.name) for option in dataclasses.fields(kind)})
            for group, kind in groups.items()
        }
        with plain_errors(), spreadsheet_safe(bool(told.get("csv_safe"))):
            settle_places(parameters, told, whole=bool(told.get("whole")))
            function(**filled, **options)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer reads
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del run.__wrapped__
    app.command(name or function.__name__, cls=Command, hidden=hidden)(run)


def _options(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if option.default is dataclasses.MISSING else option.default,
            annotation=hints[option.name],
        )
        for option in dataclasses.fields(group)
    ]


@contextmanager
def plain_errors() -> Iterator[None]:
    """Tell errors and warnings in one line each, and leave with the exit status that stands for them."""
    with warnings.catch_warnings(), shell_words():
        warnings.showwarning = _warn
        try:
            yield
        except BrokenPipeError:
            # Whoever read our output has left: nothing more to say, and nobody to say it to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except (InfrarougeError, OSError, ValueError, OverflowError, MemoryError) as error:
            say(f"infrarouge: {for_shell(str(error)) or 'out of memory'}")
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt as error:
            say(f"infrarouge: interrupted{f'; {error}' if error.args else ''}")
            raise typer.Exit(INTERRUPTED) from None


def _warn(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
    say(f"infrarouge: warning: {for_shell(str(message))}")


Words = list[str] | None
"""An option that may be given several times."""


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Where the texts are: PRED REF, one file with both, or several PRED with --references REF."""

    files: Annotated[
        list[str],
        typer.Argument(
            metavar="PRED [REF]", show_default=False, help="Predictions, then references; or one file with both."
        ),
        READS,
    ]
    references: Annotated[
        Words,
        option("--references", "-r", metavar="REF", help="References; repeat it for several a row.", panel=INPUT),
        READS,
    ] = None
    prediction: Annotated[
        Words,
        option("--prediction", metavar="COLUMN", help="Column of predictions; each is a system.", panel=INPUT),
    ] = None
    reference: Annotated[
        Words,
        option("--reference", metavar="COLUMN", help="Column of references; repeat it for several.", panel=INPUT),
    ] = None
    whole: Annotated[bool, option("--whole", help="Each file, or each file of a folder, is one text.", panel=INPUT)] = (
        False
    )
    input: Annotated[
        str,
        option("--input", metavar="FORMAT", help="auto, text, jsonl, json, csv, tsv, parquet, arrow.", panel=INPUT),
    ] = "auto"
    encoding: Annotated[str, option("--encoding", help="Encoding of text files.", panel=INPUT)] = "utf-8"
    delimiter: Annotated[
        str | None,
        option(
            "--delimiter", metavar="MARK", help="Between the fields of CSV: ; | tab. Guessed unless told.", panel=INPUT
        ),
    ] = None
    id: Annotated[
        str | None, option("--id", metavar="COLUMN", help="Column of ids, which name the rows.", panel=INPUT)
    ] = None

    def texts(self, *, most: int | None = None, aspects: Grouping = NOTHING) -> Texts:
        """Find the systems and references; a command that takes one system says so with ``most=1``."""
        reading = self._reading()
        ours, theirs = self._split()
        columns = self.prediction or [PREDICTION]
        systems = {
            name: Column(path, column, self.prediction is not None, "--prediction")
            for name, (path, column) in zip(
                _names(ours, columns), ((path, column) for path in ours for column in columns), strict=True
            )
        }
        if most is not None and len(systems) > most:
            raise InputError(f"{len(systems)} systems ({', '.join(systems)}); this command takes {most}")
        references = tuple(
            Column(path, column, self.reference is not None, "--reference")
            for path in theirs
            for column in self.reference or [REFERENCE]
        )
        self._columns_exist(ours, self.prediction, "--prediction", reading)
        self._columns_exist(theirs, self.reference, "--reference", reading)
        paths = list(dict.fromkeys([*ours, *theirs]))
        return Texts(
            systems=systems,
            references=references,
            reading=reading,
            ids=tuple(self._homes(self.id, "--id", paths, reading)),
            group=next(iter(self._homes(aspects.group, "--group", paths, reading)), None),
            source=next(iter(self._homes(getattr(aspects, "source", None), "--source", paths, reading)), None),
        )

    def _homes(self, name: str | None, option: str, paths: list[str], reading: ReadOptions) -> list[Column]:
        """The files that have a column."""
        if name is None:
            return []
        self._columns_exist(paths, [name], option, reading)
        return columns_named(name, paths, reading, option)

    def _reading(self) -> ReadOptions:
        if self.input != "auto":
            KINDS[self.input]
        return ReadOptions(format=self.input, encoding=self.encoding, whole=self.whole, delimiter=self.delimiter)

    def _split(self) -> tuple[list[str], list[str]]:
        """Tell predictions from references."""
        if self.references:
            ours, theirs = list(self.files), [file for path in self.references for file in expand(path)]
        elif len(self.files) == 2:
            ours, theirs = self.files[:1], expand(self.files[1])
        elif len(self.files) == 1:
            ours = theirs = list(self.files)
            require_file(ours[0])
            if not format_of(ours[0], self._reading()).columns or self.whole:
                raise InputError(
                    f"{shown(ours[0])} has no columns, so it cannot hold both sides; give PRED REF"
                    + (", or the format of standard input: --input jsonl" if ours[0] == STDIN else "")
                )
        else:
            raise InputError(f"{len(self.files)} files; give PRED REF, or several PRED with --references REF")
        if STDIN in ours and STDIN in theirs and not format_of(STDIN, self._reading()).columns:
            raise InputError("standard input is one stream of texts and cannot be both sides; give a file for one")
        for path in (*ours, *theirs):
            require_file(path)
        kinds = [format_of(path, self._reading()) for path in (*ours, *theirs)]
        if self.delimiter is not None and not any(kind in (KINDS["csv"], KINDS["tsv"]) for kind in kinds):
            raise InputError(f"--delimiter {self.delimiter}: no file is CSV; if one is, type --input csv")
        return ours, theirs

    def _columns_exist(self, paths: list[str], columns: Words, option: str, reading: ReadOptions) -> None:
        if columns and all(self.whole or not format_of(path, reading).columns for path in paths):
            more = "; for standard input name its format: --input jsonl" if STDIN in paths else ""
            raise InputError(f"{option} {columns[0]}: {shown(paths[0])} is plain text and has no columns{more}")


def _names(paths: list[str], columns: list[str]) -> list[str]:
    """Name the systems by what tells them apart: file, column, or both."""
    stems = [Path(shown(path).removesuffix(".gz")).stem for path in paths]
    if len(set(stems)) < len(stems):
        stems = list(paths)
    if len(set(stems)) < len(stems) or len(set(columns)) < len(columns):
        raise InputError(f"the same system is given twice: {', '.join([*paths, *columns])}")
    if len(columns) == 1:
        return stems
    return list(columns) if len(paths) == 1 else [f"{stem}:{column}" for stem in stems for column in columns]


@dataclass(frozen=True, kw_only=True)
class ScoringOptions:
    """How texts are scored: metrics, a profile, and any of its rules."""

    metrics: Annotated[
        Words,
        typer.Option(
            "--metrics",
            "-m",
            help="Metrics: see `infrarouge metrics`; repeat it for more.",
            show_default=DEFAULT_METRICS,
        ),
    ] = None
    profile: Annotated[
        str, typer.Option("--profile", "-p", help="Profile or signature: see `infrarouge profiles`.")
    ] = DEFAULT.name
    lang: Annotated[
        str | None, option("--lang", help="Language: ISO code or English name; auto for mixed texts.", panel=RULES)
    ] = None
    stemmer: Annotated[
        str | None, option("--stemmer", help="porter, none, ...; yes for that of --lang.", panel=RULES)
    ] = None
    tokens: Annotated[str | None, option("--tokens", help="unicode, alnum, whitespace, chars, ...", panel=RULES)] = None
    sentences: Annotated[
        str | None, option("--sentences", help="newline, auto, period, t5, punkt, marker:<q>, ...", panel=RULES)
    ] = None
    lowercase: Annotated[
        bool | None, option("--lowercase/--no-lowercase", help="Lower-case the texts.", panel=RULES)
    ] = None
    stopwords: Annotated[
        str | None, option("--stopwords", help="smart, a file, none; yes for those of --lang.", panel=RULES), READS
    ] = None
    synonyms: Annotated[str | None, option("--synonyms", help="A file of sets, or wordnet.", panel=RULES), READS] = None
    max_words: Annotated[int | None, option("--max-words", help="Words of a text to read.", panel=RULES)] = None
    max_bytes: Annotated[int | None, option("--max-bytes", help="Bytes of a text to read.", panel=RULES)] = None
    alpha: Annotated[float | None, option("--alpha", help="Weight of precision in F, 0 to 1.", panel=RULES)] = None
    beta: Annotated[float | None, option("--beta", help="Weight of recall in F.", panel=RULES)] = None
    combine: Annotated[
        str | None, option("--combine", help="Several references: best, mean, pool, jackknife.", panel=RULES)
    ] = None
    empty: Annotated[
        str | None, option("--empty", help="Texts without words: zero, skip, nan, raise.", panel=RULES)
    ] = None
    resamples: Annotated[
        int | None,
        option("--resamples", "--n-resamples", help="Resamples of the bootstrap; 0 for no interval.", panel=RULES),
    ] = None
    confidence: Annotated[
        float | None, option("--confidence", "--confidence-level", help="Level of intervals.", panel=RULES)
    ] = None
    seed: Annotated[int | None, option("--seed", "--rng", help="Seed of the resampling.", panel=RULES)] = None
    set: Annotated[
        Words, option("--set", metavar="RULE=VALUE", help="Any other rule of the profile.", panel=RULES), READS
    ] = None
    threads: Annotated[int | None, typer.Option("--threads", help="Threads; all cores unless told.")] = None
    strict: Annotated[bool, typer.Option("--strict", help="Stop where most letters of a text are dropped.")] = False

    def rules(self) -> dict[str, Any]:
        """The rules that were given, by their names in a profile."""
        same = ("lang", "stemmer", "tokens", "sentences", "stopwords", "synonyms", "combine", "empty")
        rules: dict[str, Any] = {
            rule: rule_value(rule, getattr(self, rule)) for rule in same if getattr(self, rule) is not None
        }
        others = {
            "lowercase": self.lowercase,
            "max_words": self.max_words,
            "max_bytes": self.max_bytes,
            "alpha": self.alpha,
            "beta": self.beta,
            "n_resamples": self.resamples,
            "confidence_level": self.confidence,
            "rng": self.seed,
        }
        rules.update({rule: value for rule, value in others.items() if value is not None})
        for setting in self.set or ():
            rule, equals, text = setting.partition("=")
            if not equals:
                raise InputError(f"--set {setting}: give RULE=VALUE, such as --set tokens=whitespace")
            rule = KEYS[rule][0] if rule in KEYS else rule
            if rule in rules:
                raise InputError(f"--set {setting}: {rule} is given more than once; keep one of its values")
            rules[rule] = rule_value(rule, text)
        return rules

    def rouge(self, default: str = DEFAULT_METRICS) -> Rouge:
        """The scorer that these options describe, of the default metrics unless some are named."""
        return Rouge(
            named_metrics(self.metrics, default), self.profile, threads=self.threads, strict=self.strict, **self.rules()
        )

    def reports(self, texts: Texts, each: Each | None = None, **how: Any) -> dict[str, Report]:
        """Score every system in a stream, with a progress bar at a terminal; `each` is called with each scored batch."""
        return score_stream(self.rouge().runner, texts, each, progress=True, **how)


def named_metrics(words: Words, default: str = DEFAULT_METRICS) -> str:
    """The metrics that were named, in one option or in several.

    >>> named_metrics(["rouge1", "rouge2 rougeL"]), named_metrics(None, "rougeL")
    ('rouge1 rouge2 rougeL', 'rougeL')
    """
    return " ".join(words) if words else default


def rule_value(rule: str, text: str) -> Any:
    """Read the value of a rule as a signature spells it.

    >>> rule_value("max_words", "100"), rule_value("stemmer", "none"), rule_value("quirks", "su-last-word")
    (100, None, ['su-last-word'])
    """
    if rule == "quirks":
        return [name for name in text.split(",") if name]
    if rule in ("stemmer", "stopwords") and text in ("yes", "no"):
        return text == "yes"
    readers = dict(KEYS.values())
    if rule not in readers:
        raise UnknownNameError(unknown_keyword(rule, [*readers, "quirks"]))
    try:
        return readers[rule](text)
    except (ValueError, KeyError):
        return text  # which the rule itself refuses, with what it takes
