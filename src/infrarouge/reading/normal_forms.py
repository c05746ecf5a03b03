"""Spellings made equal: the normal forms of Unicode and what is built on them, from tables of our own.

Python's unicodedata changes from one Python to the next, and scores must not; so the definitions are written out here.
Each function leaves a text alone that has no character it could change, and works on the stretches around such characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, wraps

from infrarouge.data.normal_tables import CANONICAL, CLASSES, COMPATIBLE, EXCLUDED, ZEROS

__all__ = ["CHANGES", "canonical", "changing", "digits", "nfc", "nfd", "nfkc", "nfkd", "unaccent"]

Form = Callable[[str], str]


def _runs(numbers: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each code point of a table of decompositions with the characters it becomes in one step."""
    at = 0
    while at < len(numbers):
        first, many, size = numbers[at : at + 3]
        at += 3
        for place in range(many):
            parts = numbers[at + place * size : at + (place + 1) * size] if size else (numbers[at] + place,)
            yield first + place, parts
        at += many * size or 1


CLASS = {code: CLASSES[at + 2] for at in range(0, len(CLASSES), 3) for code in range(CLASSES[at], CLASSES[at + 1] + 1)}
"""The combining class of each character that has one other than 0."""

STEPS = dict(_runs(CANONICAL))
COMPATIBLE_STEPS = {**STEPS, **dict(_runs(COMPATIBLE))}
PAIRS = {parts: code for code, parts in STEPS.items() if len(parts) == 2 and code not in set(EXCLUDED)}
"""What two characters are composed to."""

# Hangul syllables are composed by counting: 19 leading consonants, 21 vowels, 27 trailing consonants or none.
SYLLABLE, LEADING, VOWEL, TRAILING = 0xAC00, 0x1100, 0x1161, 0x11A7
N_LEADING, N_VOWELS, N_TRAILING = 19, 21, 28
SYLLABLES = range(SYLLABLE, SYLLABLE + N_LEADING * N_VOWELS * N_TRAILING)


def _decomposed(code: int, steps: dict[int, tuple[int, ...]]) -> Iterator[int]:
    """Yield what a character becomes when it is taken apart as far as it goes."""
    if code in SYLLABLES:
        at = code - SYLLABLE
        yield LEADING + at // (N_VOWELS * N_TRAILING)
        yield VOWEL + at // N_TRAILING % N_VOWELS
        if at % N_TRAILING:
            yield TRAILING + at % N_TRAILING
        return
    for part in steps.get(code, ()):
        yield from _decomposed(part, steps)
    if code not in steps:
        yield code


def _ordered(codes: Iterable[int]) -> list[int]:
    """Sort each run of combining characters by class; equal classes stay in their order."""
    ordered: list[int] = []
    run: list[int] = []
    for code in codes:
        if code in CLASS:
            run.append(code)
        else:
            ordered += sorted(run, key=CLASS.__getitem__)
            ordered.append(code)
            run = []
    return ordered + sorted(run, key=CLASS.__getitem__)


def _pair(first: int, second: int) -> int | None:
    """What two characters are composed to, if anything."""
    if first - LEADING in range(N_LEADING) and second - VOWEL in range(N_VOWELS):
        return SYLLABLE + ((first - LEADING) * N_VOWELS + second - VOWEL) * N_TRAILING
    if first in SYLLABLES and (first - SYLLABLE) % N_TRAILING == 0 and second - TRAILING in range(1, N_TRAILING):
        return first + second - TRAILING
    return PAIRS.get((first, second))


def _composed(codes: list[int]) -> list[int]:
    """Join each character to the starter before it, where the two are one and nothing between them stands in the way."""
    composed: list[int] = []
    starter, last = -1, 0  # where the last starter is, and the class of the character before this one
    for code in codes:
        combining = CLASS.get(code, 0)
        next_to = starter == len(composed) - 1
        if starter >= 0 and (next_to or 0 < last < combining):
            joined = _pair(composed[starter], code)
            if joined is not None:
                composed[starter] = joined
                continue
        if not combining:
            starter = len(composed)
        composed.append(code)
        last = combining
    return composed


def _taken_apart(text: str, steps: dict[int, tuple[int, ...]]) -> list[int]:
    return _ordered(part for char in text for part in _decomposed(ord(char), steps))


def _text(codes: Iterable[int]) -> str:
    return "".join(map(chr, codes))


def _by_stretch(define: Form) -> Form:
    """Run a definition on the stretches it can change: such characters in a row, with the one before them."""
    remembered = lru_cache(maxsize=1 << 14)(define)

    @wraps(define)
    def form(text: str) -> str:
        if text.isascii() or not suspects(define.__name__).search(text):
            return text
        return stretches(define.__name__).sub(lambda stretch: remembered(stretch.group()), text)

    return form


@_by_stretch
def nfd(text: str) -> str:
    """Take letters with marks apart.

    >>> nfd("é") == "e\\u0301"
    True
    """
    return _text(_taken_apart(text, STEPS))


@_by_stretch
def nfkd(text: str) -> str:
    """Take letters with marks apart, and replace variants of letters by the letters.

    >>> nfkd("ﬁé½") == "fie\\u03011\u20442"
    True
    """
    return _text(_taken_apart(text, COMPATIBLE_STEPS))


@_by_stretch
def nfc(text: str) -> str:
    """Join letters and their marks to single characters, where there are such.

    >>> nfc("e\\u0301"), nfc("\\u1112\\u1161\\u11ab")
    ('é', '한')
    """
    return _text(_composed(_taken_apart(text, STEPS)))


@_by_stretch
def nfkc(text: str) -> str:
    """Replace variants of letters by the letters, and join letters and marks.

    >>> nfkc("ﬁ Ａ ｶﾞ")
    'fi A ガ'
    """
    return _text(_composed(_taken_apart(text, COMPATIBLE_STEPS)))


@_by_stretch
def unaccent(text: str) -> str:
    """Take the accents off letters: the text is taken apart, combining characters are dropped, and the rest is joined.

    >>> unaccent("naïve Ａ 한")
    'naive A 한'
    """
    return _text(_composed([code for code in _taken_apart(text, COMPATIBLE_STEPS) if code not in CLASS]))


DIGITS = {zero + digit: ord("0") + digit for zero in ZEROS for digit in range(10)}


@_by_stretch
def digits(text: str) -> str:
    """Write the decimal digits of every script as 0 to 9.

    >>> digits("٣٤५")
    '345'
    """
    return text.translate(DIGITS)


JAMO = {code: COMPATIBLE_STEPS[code][0] for code in range(0x3131, 0x318F)}
"""The conjoining jamo, of which syllables are composed, for each compatibility jamo, which people type."""

TYPED_JAMO = {conjoining: typed for typed, conjoining in JAMO.items()}


@_by_stretch
def canonical(text: str) -> str:
    """Make equal what Unicode calls canonically equivalent, and both kinds of Hangul jamo.

    Every compatibility jamo is read as the conjoining jamo that Unicode maps it to, the text is composed (NFC), and a
    conjoining jamo that is left, in no syllable, is written as the compatibility jamo again.

    >>> canonical("e\\u0301"), canonical("\\u110f\\u110f\\u110f") == "ㅋㅋㅋ"
    ('é', True)
    """
    joined = _composed(_taken_apart(text.translate(JAMO), STEPS))
    return _text(joined).translate(TYPED_JAMO)


# ---------------------------------------------------------------- which characters a form can change


def _joins_backwards() -> set[int]:
    """The characters that may be joined to the one before them."""
    seconds = {second for _, second in PAIRS}
    return seconds | {*range(VOWEL, VOWEL + N_VOWELS), *range(TRAILING + 1, TRAILING + N_TRAILING)}


def _canonical_changes() -> set[int]:
    backwards = _joins_backwards()
    return {*changing("nfc"), *TYPED_JAMO, *(typed for typed, jamo in JAMO.items() if jamo in backwards)}


def _kept_whole(steps: dict[int, tuple[int, ...]]) -> set[int]:
    """The characters that come out of composition as they went in, though they have a decomposition."""
    return {code for code in PAIRS.values() if _composed(_taken_apart(chr(code), steps)) == [code]}


CHANGES: dict[str, Callable[[], set[int]]] = {
    "nfd": lambda: {*CLASS, *STEPS, *SYLLABLES},
    "nfkd": lambda: {*CLASS, *COMPATIBLE_STEPS, *SYLLABLES},
    "nfc": lambda: {*CLASS, *STEPS} - _kept_whole(STEPS) | _joins_backwards(),
    "nfkc": lambda: {*CLASS, *COMPATIBLE_STEPS} - _kept_whole(COMPATIBLE_STEPS) | _joins_backwards(),
    "unaccent": lambda: {*CLASS, *COMPATIBLE_STEPS} | _joins_backwards(),
    "digits": lambda: {*DIGITS} - {*range(128)},
    "canonical": _canonical_changes,
}
"""The characters that each form changes, orders, or joins to the one before; before any other a text can be cut."""


@cache
def changing(name: str) -> frozenset[int]:
    """The characters that a form can change, alone or with the one before them.

    >>> 0x301 in changing("nfc"), ord("é") in changing("nfc"), ord("é") in changing("nfd")
    (True, False, True)
    """
    return frozenset(CHANGES[name]())


@cache
def stretches(name: str) -> re.Pattern[str]:
    """A pattern of the stretches that a form can change.

    >>> stretches("nfc").findall("cafe\\u0301s") == ["e\\u0301"]
    True
    """
    return re.compile(f"[\\s\\S]?[{_ranges(changing(name))}]+")


@cache
def suspects(name: str) -> re.Pattern[str]:
    """A pattern that every text has which a form can change, found sooner than a stretch: most texts have none.

    >>> bool(suspects("nfc").search("cafe\\u0301")), bool(suspects("nfc").search("café"))
    (True, False)
    """
    # A class with many ranges beyond U+FFFF is searched range by range.
    return re.compile(f"[{_ranges(code for code in changing(name) if code < 0x10000)}\U00010000-\U0010ffff]")


def _ranges(codes: Iterable[int]) -> str:
    """Characters as the ranges of a class in a pattern."""
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


# A letter with what may be joined to it: a syllable in jamo, or a character with combining ones behind it.
LETTER = re.compile(
    "(?:[\u1100-\u1112\u3131-\u314e][\u1161-\u1175\u314f-\u3163][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]?|[\\s\\S])"
    f"[{''.join(f'{chr(CLASSES[at])}-{chr(CLASSES[at + 1])}' for at in range(0, len(CLASSES), 3))}\uff9e\uff9f]*"
)
