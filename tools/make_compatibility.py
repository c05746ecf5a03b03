"""Writes the tables of docs/compatibility.md from the catalogue and samples/; --check says whether they are true.

The tables stand between the lines "<!-- begin NAME -->" and "<!-- end NAME -->". Profiles that need data of another
package to find sentences take lines instead, so that the page is the same everywhere. The table of 11,490 generated
pairs takes minutes: it is made with --large, and stays as it is otherwise.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import distances

from infrarouge.files.inputs import read_texts
from infrarouge.reporting.diff import diff
from infrarouge.reporting.settings import SETTINGS, readable, rule_of, spelled
from infrarouge.reporting.tables import markdown_table
from infrarouge.rules.catalogue import profile, profiles
from infrarouge.rules.profile import Profile

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/compatibility.md"
SAMPLES = str(ROOT / "samples/samples.jsonl")
COLUMNS = (
    "case",
    "tokenizer",
    "stemming",
    "sentences",
    "set or bag",
    "union",
    "references",
    "F formula",
    "empty texts",
)


def catalogue() -> list[Profile]:
    """The profiles of the tables."""
    found = [readable(profile(name)) for name in profiles()]
    return [one.replace(sentences="newline") if one.text.sentences == "punkt" else one for one in found]


def settings() -> str:
    """What each profile does, setting by setting."""
    rows = []
    for name in profiles():
        one = profile(name)
        values = [{rule: rule_of(one, rule) for rule in SETTINGS[setting]} for setting in COLUMNS]
        rows.append([f"`{name}`", *(spelled(value, list(value)[:1]) for value in values)])
    return markdown_table(["profile", *COLUMNS], rows, left=1 + len(COLUMNS), is_markdown=True)


def numbers() -> str:
    """The samples under every profile."""
    found = diff(
        predictions=read_texts(SAMPLES, "prediction"),
        references=read_texts(SAMPLES, "reference"),
        profiles=catalogue(),
    )
    rows = [[*row[:1], f"`{row[1]}`", *row[2:]] for row in found.cells()]
    notes = [f"- {line}" for line in found.refusals()]
    return "\n".join([markdown_table(found.header(), rows, left=2, is_markdown=True), "", *notes])


def far() -> str:
    """How many pairs of the samples are far from ROUGE-1.5.5."""
    return distances.table(catalogue(), read_texts(SAMPLES, "prediction"), read_texts(SAMPLES, "reference"))


def far_large() -> str:
    """How many of many generated pairs are far from ROUGE-1.5.5."""
    return distances.table(catalogue(), *distances.news_shaped())


TABLES = {"settings": settings, "numbers": numbers, "distances": far}
LARGE = {"large distances": far_large}


def page(text: str, large: bool = False) -> str:
    """Put the tables into the page."""
    for name, make in {**TABLES, **(LARGE if large else {})}.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        if begin not in text or end not in text:
            raise SystemExit(f"{PAGE.name} has no place for the table {name}: {begin}...{end}")
        made = make()
        text = re.sub(
            f"{begin}.*?{end}", lambda _, made=made, begin=begin, end=end: f"{begin}\n{made}\n\n{end}", text, flags=re.S
        )  # type: ignore[misc]
    return text


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the page is true")
    parser.add_argument("--large", action="store_true", help="measure the generated pairs again, too")
    told = parser.parse_args()
    before = PAGE.read_text(encoding="utf-8")
    after = page(before, told.large)
    if told.check:
        if before != after:
            print("docs/compatibility.md is out of date; type: python tools/make_compatibility.py")
        return int(before != after)
    PAGE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
