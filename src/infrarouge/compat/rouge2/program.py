"""The program itself: a file of properties and two folders in, a CSV file and lines of results out."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from typing import NamedTuple

from infrarouge.compat.rouge2.scoring import Result, score_texts
from infrarouge.compat.rouge2.settings import Settings, read_properties, settings_of
from infrarouge.errors import InputError
from infrarouge.escapes import csv_line, printable
from infrarouge.replacing import refuse_clashes, write_text

HEADER = (
    "ROUGE-Type",
    "Task Name",
    "System Name",
    "Avg_Recall",
    "Avg_Precision",
    "Avg_F-Score",
    "Num Reference Summaries",
)


class Row(NamedTuple):
    """A line of the results.

    >>> Row("ROUGE-1", "task1", "system1.txt", Result(0.5, 0.25, 1 / 3), 2).cells()
    ['ROUGE-1', 'TASK1', 'SYSTEM1.TXT', '0.50000', '0.25000', '0.33333', '2']
    """

    label: str
    task: str
    system: str
    result: Result
    references: int

    def cells(self) -> list[str]:
        """What stands in the columns of the CSV file."""
        names = [self.label, self.task.upper(), self.system.upper()]
        return [*names, *map(five_digits, self.result), str(self.references)]

    def line(self) -> str:
        """The line for a console."""
        label, task, system, recall, precision, f, references = self.cells()
        return "\t".join(
            [label, task, system, f"Average_R:{recall}", f"Average_P:{precision}", f"Average_F:{f}",
             f"Num Reference Summaries:{references}"]
        )  # fmt: skip


def five_digits(value: float) -> str:
    """Five decimals, the even one of two that are as near.

    >>> five_digits(2 / 3), five_digits(0.000005), five_digits(float("nan"))
    ('0.66667', '0.00001', 'NaN')
    """
    if math.isnan(value):
        return "NaN"
    return str(Decimal(value).quantize(Decimal("0.00001"), ROUND_HALF_EVEN))


def java_order(names: Iterable[str]) -> list[str]:
    """Names in the order in which a hash table of Java goes through them.

    >>> java_order(["t10", "t50", "t51", "t52"])
    ['t52', 't51', 't10', 't50']
    """
    distinct = list(dict.fromkeys(names))
    slots = 16
    while len(distinct) > 0.75 * slots:
        slots *= 2

    def slot(name: str) -> int:
        code = 0
        for unit in memoryview(name.encode("utf-16-le", "surrogatepass")).cast("H"):
            code = (31 * code + unit) & 0xFFFFFFFF
        return (code ^ code >> 16) & (slots - 1)

    return sorted(distinct, key=slot)


def task_of(name: str) -> tuple[str, str]:
    """The task and the rest of a file's name: what lies before the first underscore, and up to the second.

    >>> task_of("Task1_system2.txt"), task_of("a_b_c.txt")
    (('task1', 'system2.txt'), ('a', 'b'))
    """
    parts = name.split("_")
    if len(parts) < 2:
        raise InputError(f"the file name {name!r} has no underscore; name files <task>_<name>, such as news1_mine.txt")
    return parts[0].lower(), parts[1]


def _texts(folder: Path) -> dict[str, list[tuple[str, bytes]]]:
    """The texts in a folder by task, each with its name."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {str(folder)!r}; project.dir has the folders reference and system")
    found: dict[str, list[tuple[str, bytes]]] = {}
    for path in sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")):
        task, name = task_of(path.name)
        found.setdefault(task, []).append((name, path.read_bytes()))
    return found


def evaluate(folder: str | Path, settings: Settings) -> Iterator[list[Row]]:
    """Score every system text of a project against the references of its task: the rows of one task and one unit at a time."""
    systems, references = _texts(Path(folder) / "system"), _texts(Path(folder) / "reference")
    for task in java_order(systems):
        by_name = dict(systems[task])
        texts = [text for _, text in references.get(task, [])]
        scored = {name: score_texts(by_name[name], texts, settings) for name in java_order(by_name)}
        for unit in settings.units:
            yield [Row(settings.label(unit), task, name, scored[name][unit], len(texts)) for name in scored]


def write_csv(path: str | Path, groups: Iterable[Sequence[Row]]) -> None:
    """Write results as the program does: an empty line after the systems of each task and unit."""
    lines = [csv_line(HEADER)]
    for group in groups:
        lines += [*(csv_line(row.cells()) for row in group), "\n"]
    write_text(path, "".join(lines))


def run(properties: Mapping[str, str], read: Sequence[str] = ()) -> list[list[Row]]:
    """Score the project that some properties name, and write the file if they ask for it, over none that was `read`."""
    is_written = properties["output"].strip().lower() == "file"
    if is_written:
        texts = [
            str(path) for part in ("system", "reference") for path in Path(properties["project.dir"], part).glob("*")
        ]
        refuse_clashes([("outputFile", properties["outputFile"])], [*texts, properties["stopwords.file"], *read])
    groups = list(evaluate(properties["project.dir"], settings_of(properties)))
    if is_written:
        write_csv(properties["outputFile"], groups)
    return groups


USAGE = """infrarouge rouge-2.0 [-Drouge.prop=FILE] [-Dkey=value ...]

Reads FILE (rouge.properties), scores the texts of its project.dir, prints the results, and with output=file writes them to
its outputFile. Each -D sets a property in place of the file's.
"""


def main(arguments: Sequence[str]) -> int:
    """Run with a command line: ``-Drouge.prop=FILE``, and further properties as ``-Dkey=value``."""
    changes: dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        if word in ("-h", "--help"):
            print(USAGE, end="")
            return 0
        if word == "-jar":  # as the command line of Java has it
            next(words, None)
            continue
        key, equals, value = word.removeprefix("-D").partition("=")
        if not word.startswith("-D") or not equals:
            raise InputError(f"unknown argument {word!r}; type -Drouge.prop=FILE, or -Dkey=value")
        changes[key] = value
    file = changes.pop("rouge.prop", "rouge.properties")
    for group in run({**read_properties(file), **changes}, [file]):
        for row in group:
            print(printable(row.line()) if sys.stdout.isatty() else row.line())
    return 0
