"""Writes the tables of the documentation that are read off the code: rules, metrics, profiles, tokenizers, quirks.

A page marks the place of a table with two comments, `<!-- table: NAME -->` and `<!-- end -->`; what stands between them
is made here. --check changes nothing and fails if a page is not up to date.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from infrarouge import metrics, tokenizers
from infrarouge.engine import resolved
from infrarouge.reading import reader as text
from infrarouge.reading import sentences
from infrarouge.reading.normalizers import NORMALIZERS
from infrarouge.reading.stemmers import STEMMERS
from infrarouge.reading.stopwords import STOPWORDS
from infrarouge.reporting.tables import bars_escaped
from infrarouge.rules import languages
from infrarouge.rules.about import ABOUT
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import PROFILES, RUN_FACTS, MatchRules, Profile, Resampling, ScoreRules, TextRules, spell
from infrarouge.rules.quirks import Quirk
from infrarouge.scoring import aggregate, combine, formulas
from infrarouge.scoring.aggregate import AVERAGES, ORDERS
from infrarouge.scoring.empty import EMPTY

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLACE = re.compile(r"(<!-- table: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

VALUES: dict[str, Iterable[str]] = {
    "sentences": [*sentences.SENTENCES, f"{sentences.MARKER}..."],
    "limit": text.LIMITS,
    "lowercase": [*text.LOWERCASE, "none"],
    "normalizer": NORMALIZERS,
    "tokens": text.TOKENS,
    "sentence_tokens": text.TOKENS,
    "stopwords": STOPWORDS,
    "stemmer": STEMMERS,
    "flat": ["joined", "whole"],
    "count": resolved.COUNTS,
    "within": resolved.WITHIN,
    "union": resolved.UNIONS,
    "tie": resolved.TIES,
    "formula": formulas.FORMULAS,
    "combine": [*combine.CHOOSE, *combine.COMBINE],
    "empty": EMPTY,
    "dtype": ["float64", "float32"],
    "generator": ["splitmix", "mt19937", "drand48", "poisson"],
    "center": aggregate.CENTERS,
    "interval": aggregate.INTERVALS,
    "order": ORDERS,
    "average": AVERAGES,
}
"""The names a rule takes, from their registries."""

GROUPS = {
    "Text rules": ("text", TextRules),
    "Match rules": ("match", MatchRules),
    "Score rules": ("score", ScoreRules),
    "Resampling": ("resampling", Resampling),
}


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join("| " + " | ".join(map(bars_escaped, line)) + " |\n" for line in lines)


def code(words: Iterable[str]) -> str:
    """Words in code type, with commas."""
    return ", ".join(f"`{word}`" for word in words)


def rules() -> str:
    """Every rule by group: name, signature key, default, names it takes, meaning."""
    made = []
    for title, (group, kind) in GROUPS.items():
        rows = [
            [
                f"`{rule.name}`",
                f"`{rule.metadata['key']}`",
                f"`{spell(getattr(getattr(DEFAULT, group), rule.name)) or 'nothing'}`",
                _about(rule.name),
                code(VALUES.get(rule.name, [])),
            ]
            for rule in dataclasses.fields(kind)
        ]
        made.append(f"### {title}\n\n" + table(["rule", "key", "default", "what it decides", "names it accepts"], rows))
    return "\n".join(made)


def _about(rule: str) -> str:
    if rule not in ABOUT:
        raise SystemExit(f"the rule {rule!r} has no description; add one line to ABOUT in tools/make_docs.py")
    return ABOUT[rule]


def named(head: str, things: dict[str, str]) -> str:
    """Names and what they mean."""
    return table([head, "about"], ([f"`{name}`", about] for name, about in things.items()))


def catalogue() -> str:
    """The profiles, with the names they also go by."""
    others: dict[Profile, list[str]] = {}
    for name, one in PROFILES.items():
        others.setdefault(one, []).extend([] if name == one.name else [name])
    rows = ([f"`{one.name}`", code(aliases), one.about] for one, aliases in others.items())
    return table(["profile", "also", "about"], rows)


def differences() -> str:
    """What every profile changes in the rules of the default one."""
    rows = []
    for one in dict.fromkeys(PROFILES.values()):
        changes = [
            f"{rule.metadata['key']}:{spell(value)}"
            for group, _ in GROUPS.values()
            for rule in dataclasses.fields(getattr(one, group))
            if (value := getattr(getattr(one, group), rule.name)) != getattr(getattr(DEFAULT, group), rule.name)
        ]
        rows.append([f"`{one.name}`", code(changes), code(sorted(one.quirks))])
    return table(["profile", "rules that differ from the default", "quirks"], rows)


def quirks() -> str:
    """The quirks with the docstrings that stand under their names."""
    source = ast.parse(inspect.getsource(Quirk)).body[0]
    assert isinstance(source, ast.ClassDef)
    told = {
        name.targets[0].id: doc.value.value
        for name, doc in zip(source.body, source.body[1:], strict=False)
        if isinstance(name, ast.Assign)
        and isinstance(name.targets[0], ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
    }
    return named("quirk", {str(one): told[one.name] for one in Quirk})


def facts() -> str:
    """The keys of a signature that tell of the run."""
    about = {
        "n": "the number of examples",
        "v": "the version of infrarouge",
        "hash": "a hash of the texts, if you ask for it",
    }
    return named("key", {key: about[key] for key in sorted(RUN_FACTS, key=list(about).index)})


def rule_names(registry: Any) -> str:
    """A registry of text rules."""
    return named("name", {name: rule.about for name, rule in registry.items()})


TABLES: dict[str, Callable[[], str]] = {
    "rules": rules,
    "facts": facts,
    "metrics": lambda: named("metric", metrics()),
    "profiles": catalogue,
    "differences": differences,
    "quirks": quirks,
    "languages": lambda: language_table(),
    "tokenizers": lambda: named("tokens", tokenizers()),
    "sentences": lambda: rule_names(sentences.SENTENCES),
    "normalizers": lambda: rule_names(NORMALIZERS),
    "stemmers": lambda: rule_names(STEMMERS),
}


def renewed(page: str) -> str:
    """The page with its tables made anew."""

    def fill(place: re.Match[str]) -> str:
        if place[2] not in TABLES:
            raise SystemExit(f"no table {place[2]!r}; known are: {', '.join(TABLES)}")
        return f"{place[1]}\n{TABLES[place[2]]()}\n{place[3]}"

    return PLACE.sub(fill, page)


def stale(folder: Path = DOCS) -> Iterator[tuple[Path, str]]:
    """The pages whose tables differ from the code, with what they should hold."""
    for path in sorted(folder.rglob("*.md")):
        old = path.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            yield path, new


def language_table() -> str:
    """The languages that have rules of their own."""
    columns = (languages.TOKENS, languages.NORMALIZERS, languages.CASES, languages.STEMMERS, languages.STOPWORDS)
    lines = ["| language | code | tokens | normalizer | case | stemmer | stop words |", "| --- |" + " --- |" * 6]
    for code, entry in sorted(languages.languages().items(), key=lambda item: item[1].name):
        names = [column.get(code, "") for column in columns]
        if any(names):
            names[3] = names[3] and f"snowball-{names[3]}"
            lines.append(f"| {entry.name} | `{code}` | " + " | ".join(name and f"`{name}`" for name in names) + " |")
    return "\n".join(lines)


def main() -> int:
    """Renew the pages, or check them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a page is not up to date")
    check = parser.parse_args().check
    found = list(stale())
    for path, new in found:
        if not check:
            path.write_text(new, encoding="utf-8")
        print(f"{path.relative_to(DOCS.parent)} {'is not up to date' if check else 'renewed'}")
    if check and found:
        print("type: python tools/make_docs.py")
    return int(check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
