"""Random texts full of what makes sentences hard to find: quotations, abbreviations, lists, notes, dots and lines."""

from __future__ import annotations

import random
from collections.abc import Callable

_WORDS = (
    "the a cat dog He She It Smith Jones said asked thought replied is was are can won't John Who which whose whom Is "
    "and but then so in on of who quietly me you Mr. Mrs. Dr. vs. v.s. U.S. U.S.A. E.U. Army Senate Commission p.m. "
    "a.m. Calif. Jan. Inc. Ltd. e.g. i.e. etc. St. p. P. J. K. A. I. i. a. Prof. No. what What 5 10 1999. 2004. 1. 2. "
    "1) 2) a) b) (1) [1] [2] 12% million times years days points. % $5 3.5 .5 -5 €5 www.a.com http://x.y/z.html "
    "me@site.com example.com Node.js foo.bar 'tis 'Twas 'em 'til 'cause 'n' ’til ’90s '90s dogs' dogs’ it's it’s "
    "section figure Section sections page table By: aloud aloud, angrily. he she they we this That These ... .... "
    ". . . .. ! ? ?! -- – — : ; , &"
)
WORDS = _WORDS.split()
QUOTES = [
    *"\"\"\"'''“”‘’„«»‹›「」『』‚`()[]{}<>",
    *("``", "''", "’", "‘", "”", "“", "\\", '\\"', "'\"", "\"'", "”’", "’”", "`x`"),
]
ENDS = [
    *(".", ".", "!", "?", ". ", ". ", "? ", "! ", "...", "....", ", ", ": ", "; ", ".\n", ".\n\n", "\n", "\r\n"),
    *("\n\n", " ", "  ", "\t", "\u00a0", "\u2028", "\u0085", ". . .", ". . . ."),
]
LETTERS = [
    *"éÉЖжΣσςǅªʰᵃᵇ¹²①Ⅷⓐ中あ한𝐀𐐀😀\u0301\u0307\u0345İıſKÅßα·…。！？،−°•⁃‐€£\u200b\u200d\ufeff",
    *("ΑΣ", "х\u0301", "A\u0301", "Straße", "İ.", "ᵃ ", "ʰ.", "x\u0304."),
]
PAIRS = [*('""', "''", "“”", "‘’", "„“", "«»", "‹›", "()", "[]", "{}", "<>", "「」", "『』", "‚‘", "””"), ("``", "''")]
LABELS = ["{}.", "{})", "{}.)", "• {}.", "- {}.", "* {})", "({})"]


def jumble(rng: random.Random, longest: int = 30) -> str:
    """Words, quotation marks and sentence ends in any order."""
    pieces = []
    for _ in range(rng.randint(1, longest)):
        kind = rng.random()
        if kind < 0.5:
            pieces.append(rng.choice(WORDS) + " " * (rng.random() < 0.8))
        elif kind < 0.72:
            pieces.append(rng.choice(QUOTES) + " " * (rng.random() < 0.25))
        else:
            pieces.append(rng.choice(ENDS if kind < 0.94 else LETTERS))
    return "".join(pieces)


def prose(rng: random.Random) -> str:
    """What looks like sentences, some of them quoted, some with notes."""
    return rng.choice([" ", " ", " ", "\n", "\n\n", "", " \n ", "  "]).join(
        _sentence(rng) for _ in range(rng.randint(1, 7))
    )


def _sentence(rng: random.Random) -> str:
    text = " ".join(rng.choices(WORDS, k=rng.randint(2, 9)))
    text = text[:1].upper() + text[1:] if rng.random() < 0.6 else text
    text += rng.choice([".", ".", ".", "!", "?", "...", "....", "", ".[1]", ".1", ". [2]", ".ᵃ"])
    if rng.random() < 0.4:
        opening, closing = rng.choice(PAIRS)
        text = opening + text + closing
        if rng.random() < 0.2:
            text += rng.choice(["1", "[1]", "(2)", "ᵃ", "[ᵃ]", "¹", ","])
    return text


def listed(rng: random.Random) -> str:
    """A list of items with numbers or letters."""
    label, letters = rng.choice(LABELS), rng.random() < 0.4
    pieces = [rng.choice(["", "Do: ", "Items. ", "See ", "He said ", '"', "(", "Look\n"])]
    for number in range(rng.randint(2, 6)):
        mark = "abcdefgh"[number] if letters else str(rng.choice([number + 1] * 3 + [1999 + number, number * 12]))
        mark = mark.upper() if rng.random() < 0.2 else mark
        pieces += [label.format(mark), rng.choice([" ", " ", "\n"]), jumble(rng, 5)]
        pieces.append(rng.choice([" ", "\n", ". ", "; ", ", and ", " or "]))
    return "".join(pieces)


def texts(seed: int, count: int) -> list[str]:
    """Texts of all kinds, the same for the same seed."""
    rng = random.Random(seed)
    kinds: list[Callable[[random.Random], str]] = [jumble, prose, prose, listed]
    return [rng.choice(kinds)(rng) for _ in range(count)]
