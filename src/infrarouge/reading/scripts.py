"""Which script a text is written in, and which language that means, where it means one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from infrarouge.reading import unicode

_RANGES = (
    ("Latin", "0041-005A 0061-007A 00AA 00BA 00C0-02B8 1E00-1EFF 2C60-2C7F A720-A7FF AB30-AB64 FB00-FB06 FF21-FF5A"),
    ("Greek", "0370-03E1 03F0-03FF 1F00-1FFF"),
    ("Cyrillic", "0400-052F 1C80-1C8F 2DE0-2DFF A640-A69F"),
    ("Armenian", "0531-0588 FB13-FB17"),
    ("Hebrew", "05D0-05F4 FB1D-FB4F"),
    ("Arabic", "0620-06FF 0750-077F 0870-08FF FB50-FDFF FE70-FEFE"),
    ("Syriac", "0700-074F"),
    ("Thaana", "0780-07B1"),
    ("N'Ko", "07C0-07FF"),
    ("Devanagari", "0900-097F A8E0-A8FF"),
    ("Bengali", "0980-09FF"),
    ("Gurmukhi", "0A00-0A7F"),
    ("Gujarati", "0A80-0AFF"),
    ("Odia", "0B00-0B7F"),
    ("Tamil", "0B80-0BFF"),
    ("Telugu", "0C00-0C7F"),
    ("Kannada", "0C80-0CFF"),
    ("Malayalam", "0D00-0D7F"),
    ("Sinhala", "0D80-0DFF"),
    ("Thai", "0E00-0E7F"),
    ("Lao", "0E80-0EFF"),
    ("Tibetan", "0F00-0FFF"),
    ("Burmese", "1000-109F A9E0-A9FF AA60-AA7F"),
    ("Georgian", "10A0-10FF 1C90-1CBF 2D00-2D2F"),
    ("Hangul", "1100-11FF 3131-318E A960-A97F AC00-D7FF FFA0-FFDC"),
    ("Ethiopic", "1200-139F 2D80-2DDF AB01-AB2E"),
    ("Cherokee", "13A0-13FF AB70-ABBF"),
    ("Khmer", "1780-17FF"),
    ("Mongolian", "1800-18AF"),
    ("kana", "3041-3096 309D-309F 30A1-30FA 30FC-30FF 31F0-31FF FF66-FF9D 1B000-1B16F"),
    ("Han", "3005-3007 3400-4DBF 4E00-9FFF F900-FAFF 20000-323AF"),
)


def _table() -> tuple[list[int], list[tuple[int, str]]]:
    spans: list[tuple[int, int, str]] = []
    for name, ranges in _RANGES:
        for span in ranges.split():
            first, _, last = span.partition("-")
            spans.append((int(first, 16), int(last or first, 16), name))
    spans.sort()
    return [first for first, _, _ in spans], [(last, name) for _, last, name in spans]


_STARTS, _ENDS = _table()
OTHER, NONE = "other", "none"
"""What stands for letters of further scripts, and for texts without letters."""

ONE_LANGUAGE = {
    "Armenian": "hy", "Burmese": "my", "Cherokee": "chr", "Georgian": "ka", "Greek": "el", "Gujarati": "gu", "Hangul": "ko",
    "Hebrew": "he", "Kannada": "kn", "Khmer": "km", "Lao": "lo", "Malayalam": "ml", "Odia": "or", "Sinhala": "si",
    "Tamil": "ta", "Telugu": "te", "Thaana": "dv", "Thai": "th",
}  # fmt: skip
"""Scripts in which nearly all that is written is one language; Han with kana is Japanese."""

KANA_SHARE = 0.1
"""The least share of kana among the Han and kana of a Japanese text."""


@lru_cache(maxsize=8192)
def script(char: str) -> str:
    """The script of a letter.

    >>> [script(char) for char in "aж한のก東"]
    ['Latin', 'Cyrillic', 'Hangul', 'kana', 'Thai', 'Han']
    """
    at = bisect_right(_STARTS, ord(char)) - 1
    return _ENDS[at][1] if at >= 0 and ord(char) <= _ENDS[at][0] else OTHER


def scripts_of(texts: Iterable[object]) -> Counter[str]:
    """Count the letters of texts by script; what is no text has none.

    >>> scripts_of(["東京へ", None, "ok 3"])
    Counter({'Han': 2, 'Latin': 2, 'kana': 1})
    """
    letters: Counter[str] = Counter()
    for text in texts:
        if isinstance(text, str):
            for char, times in Counter(text).items():
                if unicode.is_letter(char):
                    letters[script(char)] += times
    return letters


def language_of(texts: Iterable[object]) -> str:
    """The code of the language that the script of texts means, else the name of the script.

    The script with the most letters decides; Han and kana count as one script, which is Japanese if at least a tenth of
    it is kana, and Han otherwise. Between languages of one script nothing is guessed.

    >>> language_of(["신문을 읽다"]), language_of(["東京へ行く"]), language_of(["北京大学"]), language_of(["bonjour", "3"])
    ('ko', 'ja', 'Han', 'Latin')
    """
    letters = scripts_of(texts)
    kana = letters.pop("kana", 0)
    letters["Han"] += kana
    name, most = max(letters.items(), key=lambda entry: (entry[1], entry[0]))
    if not most:
        return NONE
    if name == "Han":
        return "ja" if kana >= KANA_SHARE * most else name
    return ONE_LANGUAGE.get(name, name)
