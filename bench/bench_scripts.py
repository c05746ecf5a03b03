"""Every script against ASCII: the same texts spelled in other letters, and what each normalizer costs on them."""

from __future__ import annotations

import statistics
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

import corpus
from contest import Contender, Table, contest, options, ratio, show

import infrarouge as ir

ENGLISH = "English"
LATIN = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "French": "aàcdéfghîjklmnôpqrstuvwxyz",
    "Vietnamese": "ạbcdếfghíjklmnợpqrstựvwxỳz",
    "Russian": "абцдефгхийклмнопчрстувшжыз",
    "Greek": "αβγδέφχηίξκλμνόπθρστύβωξυζ",
    "Arabic": "ابثدهفغحيجكلمنوپقرستعطظخيز",
    "Hebrew": "אבגדהפגחיזכלמנופקרסתעבשצטז",
}
SIGNS = dict(
    zip(
        LATIN,
        [
            "ा",
            "ब",
            "च",
            "द",
            "े",
            "फ",
            "ग",
            "ह",
            "ि",
            "ज",
            "क",
            "ल",
            "म",
            "न",
            "ो",
            "प",
            "क्",
            "र",
            "स",
            "त",
            "ु",
            "व",
            "श",
            "ख",
            "य",
            "ज़",
        ],
        strict=True,
    )
)
THAI = dict(
    zip(
        LATIN,
        [
            "า",
            "บ",
            "ค",
            "ด",
            "เ",
            "ฟ",
            "ก",
            "ห",
            "ิ",
            "จ",
            "ก",
            "ล",
            "ม",
            "น",
            "อ",
            "ป",
            "่",
            "ร",
            "ส",
            "ต",
            "ุ",
            "ว",
            "ซ",
            "ข",
            "ย",
            "้",
        ],
        strict=True,
    )
)


def letters(alphabet: str) -> Callable[[str], str]:
    """Spell text in another alphabet, capitals as capitals."""
    table = str.maketrans(LATIN + LATIN.upper(), alphabet + alphabet.upper())
    return lambda text: text.translate(table)


def signs(table: dict[str, str]) -> Callable[[str], str]:
    """Spell text in a script of letters and signs."""
    return lambda text: "".join(table.get(char, char) for char in text.lower())


def syllables(first: int, many: int, size: int, blank: str = " ") -> Callable[[str], str]:
    """Spell so many letters at a time as one character; words stand with `blank` between."""

    def spell(text: str) -> str:
        lines = [[syllable_word(word) for word in line.split()] for line in text.lower().split("\n")]
        return "\n".join(blank.join(line) for line in lines)

    def syllable_word(word: str) -> str:
        parts = [word[at : at + size] for at in range(0, len(word), size)]
        return "".join(chr(first + hash_of(part) % many) if part[0] in LATIN else part[0] for part in parts)

    return spell


def hash_of(part: str) -> int:
    """A number for a few letters, the same in every run."""
    return sum((ord(char) - 96) * 27**place for place, char in enumerate(part)) * 7919


SCRIPTS: dict[str, Callable[[str], str]] = {
    ENGLISH: str,
    **{name: letters(alphabet) for name, alphabet in ALPHABETS.items()},
    "Hindi": signs(SIGNS),
    "Korean": syllables(0xAC00, 11172, 2),
    "Korean, decomposed": lambda text: unicodedata.normalize("NFD", syllables(0xAC00, 11172, 2)(text)),
    "Thai": lambda text: signs(THAI)(text).replace(" ", ""),
    "Chinese": syllables(0x4E00, 6000, 4, ""),
}
NORMALIZERS = [None, "canonical", "nfc", "nfkc", "unaccent"]
METRICS = "rouge1 rouge2 rougeL"


def _calls(texts: tuple[list[str], ...]) -> dict[str, Callable[[], Any]]:
    """How texts are scored with each normalizer."""
    predictions, references = texts
    return {
        str(name): partial(
            ir.Rouge(METRICS, normalizer=name, threads=1).scores, predictions=predictions, references=references
        )
        for name in NORMALIZERS
    }


def run(given: Any) -> list[Table]:
    n = 200 if given.quick else 2000
    english = corpus.pairs("cnndm", n)
    speeds = Table(
        "The same texts in other scripts, 1+2+L, one thread",
        [
            "script",
            "bytes a pair",
            "words a pair",
            "pairs a second",
            "MB a second",
            "times slower than English, by bytes",
        ],
    )
    costs = Table(
        "What a normalizer costs: CPU time against no normalizer",
        ["script", *(str(name) for name in NORMALIZERS[1:])],
    )
    spelled = {name: tuple([spell(text) for text in side] for side in english) for name, spell in SCRIPTS.items()}
    calls = {name: _calls(texts) for name, texts in spelled.items()}
    # All scripts take part in every round, so that noise meets all of them alike.
    seconds = contest([Contender(name, call["canonical"], n) for name, call in calls.items()], 3 * given.rounds)
    sizes = {name: sum(len(text.encode()) for side in texts for text in side) / n for name, texts in spelled.items()}
    for name, (predictions, references) in spelled.items():
        words = sum(len(ir.Rouge().tokenize(text)) for text in (predictions + references)[:100]) / 50
        second, size = statistics.median(seconds[name]), sizes[name]
        slower = ratio(seconds, name, ENGLISH) * sizes[ENGLISH] / size
        speeds.rows.append(
            [name, f"{size:.0f}", f"{words:.0f}", f"{1 / second:,.0f}", f"{size / second / 1e6:.0f}", f"{slower:.2f}"]
        )
        spent = contest([Contender(normalizer, call, n) for normalizer, call in calls[name].items()], given.rounds)
        costs.rows.append([name, *(f"{ratio(spent, str(other), 'None'):.2f}" for other in NORMALIZERS[1:])])
    speeds.notes.append(
        "Thai and Chinese are read by character, so that a pair has many more words to match than one in English."
    )
    return [speeds, costs]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
