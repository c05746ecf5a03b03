"""How many letters of each text end up in words, and in which script those are that do not; and what to advise then.

An engine only marks texts that lose most of their letters. Here the share of each text is found, from its letters where the
tokenizer is `alnum`, and from its words where it is Python. Other rules of the engines lose no letters. ASCII text is taken
to lose none, as the engines take it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from infrarouge.engine import engine
from infrarouge.errors import some
from infrarouge.reading.elements import ElementReader
from infrarouge.reading.finishing import READY
from infrarouge.reading.reader import Reader
from infrarouge.reading.scripts import KANA_SHARE, ONE_LANGUAGE, scripts_of
from infrarouge.rules.languages import AUTO
from infrarouge.rules.profile import spell
from infrarouge.scoring.state import State
from infrarouge.types import LOW_COVERAGE, Flags, Integers, Side
from infrarouge.wording import typed

Scripts = tuple[tuple[str, int], ...]
THOUSAND = 1000
"""Losses are kept in thousandths of the letters of a text."""
STEMS_KEEP = 0.4
"""Words whose stems have at least this share of the letters of their text are taken to have lost none."""

WORTH_NAMING = 10
"""Percent of the letters from which on a script may be why letters are lost."""

LATIN = "rouge2"
"""Words of bytes taken for Latin-1, which may be no letters."""
_OTHERS = re.compile("[^\x00-\x7f]+")
_LETTERS, _SMALL = re.compile("[A-Za-z]"), re.compile("[a-z]")


def covered(
    state: State, reader: Reader, texts: tuple[Sequence[Any], Sequence[Any]], sides: tuple[Side, Side]
) -> State:
    """A state with the losses of its examples."""
    lost = example_losses(reader, texts, sides, state.rows, state.n)
    if lost is None or not lost.any():
        return state
    flags = marked(state.flags, lost)
    rows = state.rows
    ends = np.arange(state.n + 1) if rows is None else rows
    scripts = [
        _scripts([texts[0][at], *texts[1][ends[at] : ends[at + 1]]]) if flags[at] & LOW_COVERAGE else ()
        for at in range(state.n)
    ]
    return replace(state, flags=flags, lost=lost, scripts=tuple(scripts))


def example_losses(
    reader: Reader,
    texts: tuple[Sequence[Any], Sequence[Any]],
    sides: tuple[Side, Side],
    rows: Integers | None,
    n: int,
) -> Integers | None:
    """What each of `n` examples has lost: as much as the one of its texts that lost most; None where rules lose nothing."""
    ours, theirs = (losses(reader, part, side) for part, side in zip(texts, sides, strict=True))
    if ours is None and theirs is None:
        return None
    lost = np.zeros(n, dtype=np.int64) if ours is None else ours
    if theirs is not None and len(theirs):
        lost = np.maximum(lost, np.maximum.reduceat(theirs, np.arange(n) if rows is None else rows[:-1]))
    return lost


def marked(flags: Flags, lost: Integers | None) -> Flags:
    """Flags that tell of examples that lose most of their letters: a tokenizer in Python is not the engine's to judge."""
    return flags if lost is None else np.where(2 * lost > THOUSAND, flags | LOW_COVERAGE, flags).astype(np.uint8)


def _scripts(texts: Iterable[Any]) -> Scripts:
    flat = [part for text in texts for part in ([text] if isinstance(text, str) else text or ())]
    return tuple(sorted(scripts_of(flat).items()))


def losses(reader: Reader, texts: Sequence[Any], side: Side) -> Integers | None:
    """The thousandths of the letters of each text that end up in no word; None where the rules lose none.

    >>> from infrarouge import profile
    >>> reader = Reader(profile("rouge-score"))
    >>> texts = ["a cat", "η γάτα", "café", None]
    >>> losses(reader, texts, reader.side(texts, "text")).tolist()
    [0, 1000, 250, 0]
    """
    if isinstance(reader, ElementReader) or reader.rules.tokens in READY:
        return None
    if not reader.python_tokens and reader.native["tokens"] not in ("alnum", LATIN):
        return None
    lost = np.zeros(len(texts), dtype=np.int64)
    for at in engine.beyond_ascii(texts if isinstance(texts, list) else list(texts)):
        text = texts[at]
        whole = text if isinstance(text, str) else "\n".join(map(str, text)) if isinstance(text, (list, tuple)) else ""
        if whole.isascii():
            continue
        if reader.python_tokens:
            # What a limit cuts off is not lost by the tokenizer.
            whole = " ".join(reader.limited([whole]))
        if reader.normalize is not None:
            whole = reader.prepared(whole)
        others = sum(map(str.isalpha, "".join(_OTHERS.findall(whole))))
        letters = others + len(_LETTERS.findall(whole))
        if not letters:
            continue
        if reader.program and reader.rules.tokens == LATIN:
            words = reader.tokenize(whole) if reader.tokenize is not None else ()
            kept = min(letters, sum(map(str.isalpha, "".join(words))))
        elif not reader.python_tokens:
            small = reader.rules.lowercase is None and reader.rules.tokens == "alnum"
            kept = len((_SMALL if small else _LETTERS).findall(whole))
        else:
            kept = min(letters, sum(map(str.isalpha, "".join(_words(side, at)))))
            if reader.stem is not None and kept >= STEMS_KEEP * letters:
                kept = letters
        lost[at] = -(-THOUSAND * (letters - kept) // letters)
    return lost


def _words(side: Side, at: int) -> Sequence[str]:
    """The words of one text of a side with ready tokens."""
    if side.flat is not None and side.flat_texts is not None:
        return side.flat[side.flat_texts[at] : side.flat_texts[at + 1]]  # type: ignore[no-any-return]  # a list of str
    if side.texts is None or side.sentences is None:
        return ()
    return side.items[side.sentences[side.texts[at]] : side.sentences[side.texts[at + 1]]]  # type: ignore[no-any-return]  # likewise


def low_coverage_message(
    tokens: object, low: Sequence[int] | Integers, n: int, scripts: Iterable[Scripts] | None = None, named: str = ""
) -> str:
    """Say that most letters of some examples are dropped, in which script they are, and what to type.

    `named` names the examples, which else are named by their rows.

    >>> low_coverage_message("alnum", np.array([1]), 2, [(("Hangul", 41), ("Latin", 9))])
    "tokens='alnum' drops most of the letters in 1 of 2 examples (row 1), where 82% of the letters are Hangul; for other
    scripts type lang='ko', tokens='unicode' or profile='infrarouge-1'"
    """
    said = f"{typed('tokens', tokens if isinstance(tokens, str) else spell(tokens))} drops most of the letters in "
    said += f"{len(low)} of {n} examples ({named or some(low)})"
    name, share, language = main_script(scripts or ())
    ways = [typed("tokens", "unicode"), typed("profile", "infrarouge-1")]
    if name:
        said += f", where {share}% of the letters are {name}"
    if language:
        ways.insert(0, typed("lang", language))
    return f"{said}; for other scripts type {', '.join(ways[:-1])} or {ways[-1]}"


def main_script(scripts: Iterable[Scripts]) -> tuple[str, int, str]:
    """The script with most of the letters, its share in percent, and the code of the language that it means, if any.

    Where it has less than half of the letters, the language is ``auto``, which reads every row by its own script.

    >>> main_script([(("Han", 5), ("kana", 5))]), main_script([(("Cyrillic", 3),)]), main_script([])
    (('Japanese', 100, 'ja'), ('Cyrillic', 100, ''), ('', 0, ''))
    """
    letters: Counter[str] = Counter()
    for row in scripts:
        letters.update(dict(row))
    total, kana = sum(letters.values()), letters.pop("kana", 0)
    letters["Han"] += kana
    others = {name: count for name, count in letters.items() if name != "Latin" and count}
    if not others:
        return "", 0, ""
    name = max(others, key=lambda script: (others[script], script))
    share = round(100 * others[name] / total)
    if share < WORTH_NAMING:
        return "", 0, ""
    if 2 * others[name] < sum(others.values()):
        return name, share, AUTO
    if name == "Han":
        return ("Japanese", share, "ja") if kana >= KANA_SHARE * others[name] else (name, share, "zh")
    return name, share, ONE_LANGUAGE.get(name, "")
