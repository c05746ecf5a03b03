"""Letters of single languages made equal by rule: Arabic, Persian, the Indic scripts, Korean, and Turkish capitals."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from infrarouge.reading import unicode

_ARABIC_SIGNS = re.compile(
    "[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]"
)
_ARABIC = str.maketrans("\u0622\u0623\u0625\u0671\u0649\u0629", "\u0627\u0627\u0627\u0627\u064a\u0647")
_PERSIAN = str.maketrans("\u064a\u0649\u0643\u06c0\u06c1\u06c2\u06d5", "\u06cc\u06cc\u06a9\u0647\u0647\u0647\u0647")


def _nfc(text: str) -> str:
    from infrarouge.reading.normal_forms import nfc  # for start-up time

    return text if text.isascii() else nfc(text)


def arabic(text: str) -> str:
    """Write every alef bare, alef maksura as yeh, teh marbuta as heh, and leave out tatweel and vowel signs.

    >>> arabic("أَحْمَدُ إلى مدرسةٍ كـتاب")
    'احمد الي مدرسه كتاب'
    """
    return _ARABIC_SIGNS.sub("", _nfc(text)).translate(_ARABIC)


def persian(text: str) -> str:
    """Write Arabic yeh and kaf as the Persian ones, every heh alike, and leave out tatweel and vowel signs.

    >>> persian("كتابي") == "کتابی"
    True
    """
    return _ARABIC_SIGNS.sub("", _nfc(text)).translate(_PERSIAN)


_ENDS = {
    "\u09a4\u09cd\u200d": "\u09ce",
    "\u0d23\u0d4d\u200d": "\u0d7a",
    "\u0d28\u0d4d\u200d": "\u0d7b",
    "\u0d30\u0d4d\u200d": "\u0d7c",
    "\u0d32\u0d4d\u200d": "\u0d7d",
    "\u0d33\u0d4d\u200d": "\u0d7e",
    "\u0d15\u0d4d\u200d": "\u0d7f",
}
"""Final letters of Bengali and Malayalam in their older spelling, with the characters that took its place."""
_END = re.compile("|".join(_ENDS))
_JOINERS = re.compile("[\u200c\u200d]")


def indic(text: str) -> str:
    """Write letters with a dot below, two-part vowels and final letters in one way, and leave out joiners.

    >>> indic("\\u0958") == indic("\\u0915\\u093c"), indic("\\u0d28\\u0d4d\\u200d") == "\\u0d7b"
    (True, True)
    """
    text = _END.sub(lambda match: _ENDS[match.group()], _nfc(text))
    return _JOINERS.sub("", text)


_HINDI = str.maketrans({"\u0901": "\u0902", "\u093c": None})


def hindi(text: str) -> str:
    """As `indic`, and write candrabindu as anusvara, and letters without the dot below, which many writers leave out.

    >>> hindi("हँसी लड़का") == hindi("हंसी लडका")
    True
    """
    return indic(text).translate(_HINDI)


@cache
def _halfwidth() -> dict[int, str]:
    """The usual letter of every halfwidth jamo."""
    return {code: chr(int(form.split()[1], 16)) for code in HALFWIDTH if (form := unicodedata.decomposition(chr(code)))}


HALFWIDTH = range(0xFFA1, 0xFFDD)


def korean(text: str) -> str:
    """As `canonical`, which puts decomposed syllables together and knows both kinds of jamo, and halfwidth jamo too.

    >>> korean("\\u1112\\u1161\\u11ab") == "한", korean("\\u110f\\u110f") == "ㅋㅋ" == korean("\\uffbb\\uffbb")
    (True, True)
    """
    from infrarouge.reading.normal_forms import canonical  # for start-up time

    return canonical(text.translate(_halfwidth()))


def turkish_lower(text: str) -> str:
    """Lower the letters as Turkish and Azerbaijani do: I without a dot becomes ı, and İ becomes i.

    >>> turkish_lower("ISPARTA İZMİR Ilgın")
    'ısparta izmir ılgın'
    """
    return unicode.lower(text.replace("I\u0307", "i").replace("\u0130", "i").replace("I", "\u0131"))
