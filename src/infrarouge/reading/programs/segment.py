"""Sentences as js-rouge cuts them: release 3.2.0 with its flaws, and release 3.2.3, whose rules are in js_sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs.javascript import JS_SPACE, is_upper, utf16, whole
from infrarouge.reading.programs.js_sentences import sentences
from infrarouge.reading.quick import quick_js_sentences, quick_js_sentences_320
from infrarouge.reading.unicode import lower

_COMMON = (
    "arc al exp rd st dist mt fy pd pl plz tce llb md bl ma ba lit ex e.g i.e circa ca cca v.s etc esp ft b.c a.d "
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    "co corp yahoo joomla jeopardy dept univ assn bros inc ltd "
    "ala ariz ark cal calif col colo conn del fed fla fl ga ida ind ia la kan kans ken ky md mich minn mont neb nebr "
    "nev okla penna penn pa dak tenn tex ut vt va wash wis wisc wy wyo usafa alta ont que sask yuk ave blvd cl ct "
    "cres hwy U.S U.S.A E.U N° a.m p.m"
)
_HONORIFICS = (
    "jr mr mrs ms dr prof sr sen corp rep gov atty supt det rev col gen lt cmdr adm capt sgt cpl maj miss misses "
    "mister sir esq mstr phd adj adv asst bldg brig comdr hon messrs mlle mme op ord pvt reps res sens sfc surg"
)
_EXCEPTIONS = f"ex e.g i.e circa ca cca v.s esp ft st mt {_HONORIFICS}"
_SUFFIX = 16
"""No abbreviation is longer with what stands around it, so no more is looked at."""


def _ending(entries: str) -> re.Pattern[str]:
    """A text that ends in one of some abbreviations; in 3.2.0 a dot inside one stands for any character."""
    any_of_them = "|".join(entries.split()).replace(".", r"[^\r\n\u2028\u2029]")
    return re.compile(rf"\b(?:{any_of_them})[.!?] ?\Z", re.ASCII | re.IGNORECASE)


_STOP = re.compile(rf"[.?!](?=[{JS_SPACE}\"]|\Z)|[\r\n]")
_NOT_SPACE = re.compile(f"[^{JS_SPACE}]")
_SPACES = re.compile(" +")
_BREAK = re.compile(r"[\r\n]")
_ABBREVIATION = _ending(f"{_COMMON} {_HONORIFICS}")
_EXCEPTION = _ending(_EXCEPTIONS)
_LETTER = re.compile(r"[ |.][A-Za-z][^\r\n\u2028\u2029]?\Z")
_DOTS = re.compile(r"\.{2,10}\Z")


def is_upper_320(char: str) -> bool:
    """Whether a character is a capital letter: upper case leaves it alone and lower case changes it.

    >>> is_upper_320("A"), is_upper_320("a"), is_upper_320("1")
    (True, False, False)
    """
    if len(utf16(char)) != 1:
        raise RangeError("Input should be a single character")
    return char.upper() == char and lower(char) != char


def is_title_320(text: str) -> bool:
    """Whether a text starts with a capital letter, white space aside; a blank one is refused.

    >>> is_title_320(" Hello")
    True
    """
    return is_upper_320(utf16(text.strip(JS_SPACE)[:1])[:1])


class _Growing:
    """A piece of a text to which others are joined; its start, its end and its line breaks are at hand."""

    def __init__(self, units: str) -> None:
        self._hold(units)

    def _hold(self, units: str) -> None:
        self._parts = [units] if units else []
        self.size = len(units)
        self._breaks = [match.start() for match in _BREAK.finditer(units)]
        self._forget_words()

    def _forget_words(self) -> None:
        self._read = self._read_size = 0  # parts whose words are known, and their size
        self._word: list[str] = []
        self._is_small = True
        self._before: str | None = None

    def __str__(self) -> str:
        return "".join(self._parts)

    def append(self, units: str) -> None:
        """Add a text at the end."""
        if units:
            self._breaks += [self.size + match.start() for match in _BREAK.finditer(units)]
            self._parts.append(units)
            self.size += len(units)

    def strip(self, chars: str) -> None:
        """Cut characters off both ends."""
        if self._parts and self._parts[0][0] in chars:
            # This happens twice at most: what is joined comes at the end.
            self._hold(str(self).lstrip(chars))
        while self._parts:
            part = self._parts.pop()
            left = part.rstrip(chars)
            self.size -= len(part) - len(left)
            if left:
                self._parts.append(left)
                break
        while self._breaks and self._breaks[-1] >= self.size:
            self._breaks.pop()

    def suffix(self) -> str:
        """Its last units."""
        suffix = ""
        for part in reversed(self._parts):
            suffix = part[-_SUFFIX:] + suffix
            if len(suffix) >= _SUFFIX:
                break
        return suffix[-_SUFFIX:]

    def last_words(self) -> tuple[bool, str | None]:
        """Whether its last word has no capital, and the word before that; spaces separate words."""
        if self.size < self._read_size:
            self._forget_words()
        # What was read before is not read again, or long texts would take long.
        for part in self._parts[self._read :]:
            *earlier, last = part.split(" ")
            if earlier:
                self._before = earlier[-1] if len(earlier) > 1 else "".join([*self._word, earlier[0]])
                self._word, self._is_small = [], True
            self._word.append(last)
            self._is_small = self._is_small and whole(last) == lower(whole(last))
        self._read, self._read_size = len(self._parts), self.size
        return self._is_small, self._before

    def is_title(self) -> bool:
        """Whether it starts with a capital letter, white space aside."""
        return is_title_320(self._parts[0] if self._parts and self._parts[0].strip(JS_SPACE) else str(self))

    def break_end(self, offset: int) -> int | None:
        """Where the first line breaks in a row from a place on end."""
        index = bisect_left(self._breaks, offset)
        if index == len(self._breaks):
            return None
        while index + 1 < len(self._breaks) and self._breaks[index + 1] == self._breaks[index] + 1:
            index += 1
        return self._breaks[index] + 1


def _pieces(units: str) -> Iterator[str]:
    """Cut a text before and after every stretch that ends like a sentence, on one line."""
    cut, start = 0, _NOT_SPACE.search(units)
    while start is not None:
        stop = _STOP.search(units, start.start() + 1)
        if stop is None:
            break
        if stop.group() in ".?!":
            yield units[cut : start.start()]
            yield units[start.start() : stop.end()]
            cut = stop.end()
        start = _NOT_SPACE.search(units, stop.end())
    yield units[cut:]


def segment_320(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.0 does, the quick way where it has sentences.

    A line break between sentences is mostly an error there.

    >>> segment_320("Dr. Smith met Mr. Jones. They spoke.")
    ['Dr. Smith met Mr. Jones.', 'They spoke.']
    """
    cut = quick_js_sentences_320(text)
    return sentences_320(text) if cut is None else cut


def sentences_320(text: str) -> list[str]:
    """Cut a text into sentences by the rules of js-rouge 3.2.0.

    >>> sentences_320("Dr. Smith met Mr. Jones. They spoke.")
    ['Dr. Smith met Mr. Jones.', 'They spoke.']
    """
    if not text:
        return []
    pieces = [*_pieces(utf16(text)), "", ""]
    cut: list[str] = []
    joined: dict[int, _Growing] = {}
    offset = 0
    for at in range(len(pieces) - 2):
        here = joined.pop(at, None) or _Growing(pieces[at])
        if here.size == 0:
            continue
        here.strip(" ")
        if here.size == 0:
            offset = 0
            continue
        after, then = pieces[at + 1], pieces[at + 2]
        suffix = here.suffix()
        # The test for a line break goes on from where it last succeeded, though the piece is another one.
        broken = here.break_end(offset)
        offset = broken or 0
        if broken:
            here.strip(JS_SPACE)
            if after and here.is_title():
                # Where the pieces before and after this one were joined, it is joined to them; then it has a line break.
                here.append(f" {_squeezed(str(joined.get(at + 1, after)))}")
                joined[at + 1] = here
            else:
                cut += str(here).split("\n")
        elif after and _ABBREVIATION.search(suffix):
            if after.strip(JS_SPACE) and is_title_320(after) and not _EXCEPTION.search(suffix):
                cut.append(str(here))
            else:
                here.append(f" {_squeezed(after)}")
                joined[at + 1] = here
        elif here.size > 1 and after and _LETTER.search(suffix):
            is_small, before = here.last_words()
            if is_small:
                here.append(f" {_squeezed(after)}")
                joined[at + 1] = here
            elif then:
                if before is None:
                    raise InputTypeError("Cannot read properties of undefined (reading 'trim')")
                if is_title_320(before) and is_title_320(then):
                    here.append(_squeezed(after) + then)
                    joined[at + 2] = here
                else:
                    cut.append(str(here))
        elif after and _DOTS.search(suffix):
            here.append(_squeezed(after))
            joined[at + 1] = here
        elif here.size:
            cut.append(str(here))
    return [whole(sentence) for sentence in cut] or [text]


def _squeezed(text: str) -> str:
    return _SPACES.sub(" ", text)


def lowered_segment_320(text: str) -> list[str]:
    """Cut the lower-cased text into sentences as js-rouge 3.2.0 does: there case goes before sentences.

    >>> lowered_segment_320("I live in Calif. It is warm.")
    ['i live in calif. it is warm.']
    """
    return segment_320(lower(text))


# ---------------------------------------------------------------- release 3.2.3

SPACE_323 = JS_SPACE + "\u0085"
"""What release 3.2.3 takes for white space around a text."""


def is_upper_323(char: str) -> bool:
    """Whether a character is a capital letter, or one like the title-case digraphs.

    >>> is_upper_323("A"), is_upper_323("ǅ"), is_upper_323("中")
    (True, True, False)
    """
    return is_upper(char)


def is_title_323(text: str) -> bool:
    """Whether a text starts with a capital letter, white space aside.

    >>> is_title_323(" Hello"), is_title_323("  ")
    (True, False)
    """
    first = text.strip(JS_SPACE)[:1]
    return first != "" and is_upper(first)


def segment_323(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.3 does.

    >>> segment_323("Albert I. Jones was here. (He left.) Ok.")
    ['Albert I. Jones was here.', '(He left.)', 'Ok.']
    """
    return cut_323(text, False)


def cut_323(text: str, neutral: bool) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.3 does, the quick way where it is ordinary.

    >>> cut_323("Dr. Smith met Mr. Jones. They spoke.", neutral=True)
    ['Dr. Smith met Mr. Jones.', 'They spoke.']
    """
    cut = quick_js_sentences(text, neutral)
    return list(_sentences_323(text, neutral)) if cut is None else cut


@lru_cache(maxsize=8)
def _sentences_323(text: str, neutral: bool) -> tuple[str, ...]:
    """The sentences of the last few texts are kept: programs score one pair in several metrics, call after call."""
    return tuple(sentences(text, neutral=neutral))


def segment_323_neutral(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.3 does without telling capitals from small letters.

    >>> segment_323_neutral("i live in calif. it is warm.")
    ['i live in calif.', 'it is warm.']
    """
    return cut_323(text, True)


def lowered_segment_323(text: str) -> list[str]:
    """Cut a text into sentences that will be lower-cased, as js-rouge 3.2.3 does: by the text as it is.

    Whether a capital sigma becomes a final one is told by the whole text, so it is written as what it becomes.

    >>> lowered_segment_323("ΑΣ.Β I live in Calif. It is warm.")
    ['Ασ.', 'Β I live in Calif.', 'It is warm.']
    """
    cut = segment_323_neutral(text)
    if "Σ" not in text:
        return cut
    # The one character whose lower case is two would shift places.
    low = lower(text.replace("İ", "i"))
    sigmas = iter([low[at] for at, char in enumerate(text) if char == "Σ"])
    return [re.sub("Σ", lambda _: next(sigmas), sentence) for sentence in cut]
