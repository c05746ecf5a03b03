"""The rules by name are those of the rule groups, and take what the groups store."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

from infrarouge.rules import keywords
from infrarouge.rules.catalogue import profile
from infrarouge.rules.profile import MatchRules, Resampling, ScoreRules, TextRules
from infrarouge.rules.quirks import Quirk

GROUPS = (TextRules, MatchRules, ScoreRules, Resampling)
HINTS = typing.get_type_hints(keywords.Rules, localns={"Resampling": Resampling, "Quirk": Quirk})
STORED = {name: hint for group in GROUPS for name, hint in typing.get_type_hints(group).items()}

# Rules that take more than they store, and what else they take.
WIDER: dict[str, list[Any]] = {
    "sentences": [str.splitlines],
    "lowercase": [True, False],
    "normalizer": [str.lower],
    "tokens": [str.split],
    "sentence_tokens": [str.split],
    "stopwords": [["a", "the"], {"a", "the"}, ("a", "the")],
    "stemmer": [str.lower],
    "synonyms": [{"car": "auto"}, {"car": ["auto", "automobile"]}, ["car auto"], [["car", "auto"]], [{"car", "auto"}]],
    "ignore_ids": [[0], {0, 1}, range(3)],
}


def test_the_names_are_those_of_the_groups() -> None:
    names = [rule.name for group in GROUPS for rule in dataclasses.fields(group)]
    assert sorted(HINTS) == sorted([*names, "resampling", "quirks"])
    assert not keywords.Rules.__required_keys__


@pytest.mark.parametrize("name", STORED)
def test_a_rule_takes_what_it_stores(name: str) -> None:
    if name not in WIDER:
        assert HINTS[name] == STORED[name]
        return
    assert HINTS[name] != STORED[name]
    for value in WIDER[name]:
        changed = profile(**{name: value})
        assert changed == profile(**{name: value})
        assert hash(changed) == hash(profile(**{name: value}))


@pytest.mark.parametrize(
    ("rule", "method", "answer"),
    [
        ("tokens", "tokenize", ["a"]),
        ("sentences", "sentences", ["a"]),
        ("normalizer", "normalize", "a"),
        ("stemmer", "stem", "a"),
    ],
)
def test_objects_with_a_method_are_taken(rule: str, method: str, answer: object) -> None:
    from infrarouge import Rouge

    assert any(hasattr(part, method) for part in typing.get_args(HINTS[rule]))
    assert Rouge(**{rule: Fixed(method, answer)}).tokenize("longer") == ["a"]


class Fixed:
    """An object with one method that always answers the same."""

    def __init__(self, method: str, result: object) -> None:
        self.method, self.result = method, result

    def __getattr__(self, name: str) -> Any:
        if name != self.__dict__.get("method"):
            raise AttributeError(name)
        return self.answer

    def answer(self, text: str) -> object:
        return self.result


def test_what_is_stored_fits_statically(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is part of the development tools")
    groups = {group.__name__: dataclasses.fields(group) for group in GROUPS}
    values = [f'    "{rule.name}": ir.{group}().{rule.name},' for group, rules in groups.items() for rule in rules]
    lines = ["import infrarouge as ir", "rules: ir.Rules = {", *values, "}", "ir.profile(**rules)"]
    code = tmp_path / "stored.py"
    code.write_text("\n".join(lines), encoding="utf-8")
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(code)], capture_output=True, text=True, cwd=root, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
