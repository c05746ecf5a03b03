"""Sentences as js-rouge cuts them: release 3.2.0 with its flaws, and release 3.2.3."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs import segment_rules as rules
from infrarouge.reading.programs.treebank import JS_SPACE
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

_SPACES = re.compile(" +")


def _ending(entries: str, write: Callable[[str], str] = re.escape) -> re.Pattern[str]:
    """A text that ends in one of some abbreviations, each written into the pattern by `write`."""
    return re.compile(rf"\b(?:{'|'.join(map(write, entries.split()))})[.!?] ?\Z", re.ASCII | re.IGNORECASE)


_CANDIDATE_320 = re.compile(
    rf"([^{JS_SPACE}](?:[^.?!\r\n]|[.?!](?![{JS_SPACE}\"]|\Z))*[.?!]{{1,3}}(?=[{JS_SPACE}\"]|\Z))"
)
_BREAK = re.compile(r"[\r\n]+")
# In 3.2.0 a dot inside an abbreviation stands for any character.
_ABBREVIATION_320 = _ending(f"{_COMMON} {_HONORIFICS}", str)
_EXCEPTION_320 = _ending(_EXCEPTIONS, str)
_LETTER = re.compile(r"[ |.][A-Za-z][^\r\n\u2028\u2029]?\Z")
_DOTS = re.compile(r"\.{2,10}\Z")


def utf16(text: str) -> str:
    """Write a text as JavaScript holds it: a character beyond U+FFFF becomes two.

    >>> len(utf16("😀"))
    2
    """
    if text.isascii() or max(text) < "\U00010000":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def whole(text: str) -> str:
    """Undo `utf16`.

    >>> whole(utf16("😀")) == "😀"
    True
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


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


def segment_320(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.0 does; a line break between sentences is mostly an error there.

    >>> segment_320("Dr. Smith met Mr. Jones. They spoke.")
    ['Dr. Smith met Mr. Jones.', 'They spoke.']
    """
    if not text:
        return []
    pieces = _CANDIDATE_320.split(utf16(text))
    found: list[str] = []
    offset = 0
    for at in range(len(pieces)):
        if not pieces[at]:
            continue
        here = pieces[at].strip(" ")
        after = pieces[at + 1] if at + 1 < len(pieces) else ""
        then = pieces[at + 2] if at + 2 < len(pieces) else ""
        # The test for a line break goes on from where it last succeeded, though the piece is another one.
        broken = _BREAK.search(here, offset) if offset <= len(here) else None
        offset = broken.end() if broken else 0
        if broken:
            here = here.strip(JS_SPACE)
            if after and is_title_320(here):
                pieces[at + 1] = f"{here} {_squeezed(after)}"
            else:
                found += here.split("\n")
        elif after and _ABBREVIATION_320.search(here):
            if after.strip(JS_SPACE) and is_title_320(after) and not _EXCEPTION_320.search(here):
                found.append(here)
            else:
                pieces[at + 1] = f"{here} {_squeezed(after)}"
        elif len(here) > 1 and after and _LETTER.search(here):
            words = here.split(" ")
            if words[-1] == lower(words[-1]):
                pieces[at + 1] = f"{here} {_squeezed(after)}"
            elif then:
                if len(words) < 2:
                    raise InputTypeError("Cannot read properties of undefined (reading 'trim')")
                if is_title_320(words[-2]) and is_title_320(then):
                    pieces[at + 2] = here + _squeezed(after) + then
                else:
                    found.append(here)
        elif after and _DOTS.search(here):
            pieces[at + 1] = here + _squeezed(after)
        elif here:
            found.append(here)
    return [whole(one) for one in found] or [text]


def _squeezed(text: str) -> str:
    return _SPACES.sub(" ", text)


# ---------------------------------------------------------------- release 3.2.3

_ENDERS = ".?!"
SPACE_323 = rules.SPACE
_BLANKS = re.compile(f"[{SPACE_323}]+")
_ABBREVIATION_323 = _ending(f"{_COMMON} {_HONORIFICS} vs")
_EXCEPTION_323 = _ending(f"{_EXCEPTIONS} vs")
_MARKS = re.compile(r"[\r\n\"()\[\]{}<>.?!]")
_PAGE = re.compile(r"(?:^|[^A-Za-z0-9_])[pP]\.\Z")
_BRACKETS = re.compile(r"[(\[{<][^)\]}>]*?([^)\]}>\"']?)[\"'”’]*[)\]}>]+")
# No abbreviation is longer, so no more is looked at.
_LONGEST = 24
# A sentence in brackets after an ellipsis is looked for this far.
_FAR = 1000
_LEADING = SPACE_323 + rules.OPENERS + rules.QUOTES
_NUMBER = re.compile(rf"[{SPACE_323}]*[0-9]")

Test = Callable[[str], bool]


def is_upper_323(char: str) -> bool:
    """Whether a character is a capital letter, or one like the title-case digraphs.

    >>> is_upper_323("A"), is_upper_323("ǅ"), is_upper_323("中")
    (True, True, False)
    """
    if len(char) != 1:
        raise RangeError("Input should be a single character")
    # The circled capitals and Roman numerals are capitals by property, not by category.
    return unicodedata.category(char) in ("Lu", "Lt") or char.isupper()


def _is_cased(char: str) -> bool:
    return unicodedata.category(char) in ("Lu", "Lt", "Ll") or char.isupper() or char.islower()


def is_title_323(text: str) -> bool:
    """Whether a text starts with a capital letter, white space aside.

    >>> is_title_323(" Hello"), is_title_323("  ")
    (True, False)
    """
    return _starts(text.strip(JS_SPACE), is_upper_323)


def _starts(text: str, test: Test) -> bool:
    return bool(text) and test(text[0])


def segment_323(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.3 does.

    >>> segment_323("Albert I. Jones was here. (He left.) Ok.")
    ['Albert I. Jones was here.', '(He left.)', 'Ok.']
    """
    return _segment(text, neutral=False)


def segment_323_neutral(text: str) -> list[str]:
    """Cut a text into sentences as js-rouge 3.2.3 does without telling capitals from small letters.

    >>> segment_323_neutral("i live in calif. it is warm.")
    ['i live in calif.', 'it is warm.']
    """
    return _segment(text, neutral=True)


def _segment(text: str, neutral: bool) -> list[str]:
    if not text:
        return []
    marks, dots = rules.list_marks(text, rules.Quotations(text), neutral)
    if not marks:
        return _sentences(text, neutral, set()) or [text]
    found = _sentences(text[: marks[0].start], neutral, _within(dots, 0, marks[0].start))
    for at, mark in enumerate(marks):
        body = text[mark.body : marks[at + 1].start if at + 1 < len(marks) else len(text)]
        label = " ".join(text[mark.start : mark.body].split())
        first, *rest = _sentences(body, neutral, _within(dots, mark.body, mark.body + len(body))) or [""]
        found += [f"{label} {first}".strip(), *rest]
    return found


def _within(places: list[int], start: int, end: int) -> set[int]:
    """The places from start to end, counted from there."""
    return {place - start for place in places[bisect_left(places, start) : bisect_left(places, end)]}


def _sentences(text: str, neutral: bool, dots: set[int]) -> list[str]:
    pieces = _Scan(text, neutral, dots).pieces
    found: list[str] = []
    for at in range(len(pieces)):
        here = pieces[at].strip(" ")
        if here.strip(SPACE_323):
            found += _examine(here, pieces, at + 1, neutral)
    return [one.strip(SPACE_323) for one in found]


def _examine(here: str, pieces: list[str], at: int, neutral: bool) -> list[str]:
    """Say what sentences a piece gives; a piece that goes on is put in front of what follows it instead."""
    test = _is_cased if neutral else is_upper_323
    after, then = (pieces[one] if one < len(pieces) else "" for one in (at, at + 1))
    tail = here[-_LONGEST:]
    if _BREAK.search(here):
        if not (after and _starts(here.strip(SPACE_323), test)):
            return [one for one in _BREAK.split(here) if one.strip(SPACE_323)]
        pieces[at] = _BLANKS.sub(" ", f"{here.strip(SPACE_323)} {after}")
    elif after and _ABBREVIATION_323.search(tail):
        following = (after + then).strip(SPACE_323)
        one_name = rules.names_a_body(tail, following) or (neutral and rules.goes_on(following))
        if _starts(following, test) and not one_name and not _EXCEPTION_323.search(tail):
            return [here]
        pieces[at] = _joined(here, after)
    elif after and len(here) > 1 and _LETTER.search(tail):
        words = here.rsplit(" ", 2)
        small = words[-1] == lower(words[-1])
        if _PAGE.search(tail) and _NUMBER.match(after + then) if neutral else small:
            pieces[at] = f"{here} {_squeezed(after)}" if after.strip(SPACE_323) else _joined(here, after)
        elif not neutral and len(words) > 1 and _starts(words[-2], test) and _starts(then, test):
            pieces[at], pieces[at + 1] = "", here + _BLANKS.sub(" ", after) + then
        else:
            return [here]
    elif after and _DOTS.search(tail):
        whole_sentence = here.endswith("...") and not _open(here) and not rules.is_unfinished(tail)
        if whole_sentence and _starts_after_dots("".join(pieces[at : at + 4])[:_FAR], neutral, here.endswith("....")):
            return [here]
        if then and not after.strip(SPACE_323) and not _BREAK.search(after):
            pieces[at], pieces[at + 1] = "", here + _squeezed(after) + then
        else:
            pieces[at] = here + _squeezed(after)
    else:
        return [here]
    return []


def _joined(here: str, after: str) -> str:
    return f"{here} {_squeezed(after).lstrip(' ')}"


def _open(text: str) -> bool:
    return sum(map(text.count, rules.OPENERS)) > sum(map(text.count, rules.CLOSERS))


def _starts_after_dots(text: str, neutral: bool, four: bool) -> bool:
    """Whether a new sentence starts after an ellipsis, of three dots or of four and more."""
    at = _skip(text, 0, SPACE_323 + rules.QUOTES)
    if at == len(text):
        return False
    if text[at] in rules.OPENERS:
        return _is_sentence_in_brackets(text[at:], neutral)
    if text[at] in "0123456789" or unicodedata.category(text[at]) == "Sc":
        return True
    if neutral:
        return _is_cased(text[at]) and not rules.goes_on(text, at, strict=False, dots=not four)
    return is_upper_323(text[at])


def _is_sentence_in_brackets(text: str, neutral: bool) -> bool:
    """Whether a text that starts with brackets has a sentence in them, and they are not part of another one."""
    found = _BRACKETS.match(text)
    if found is None or not _starts(text.lstrip(_LEADING), _is_cased if neutral else is_upper_323):
        return False
    beyond = found.end() == len(text.rstrip(SPACE_323)) or text[found.end()] in _ENDERS
    return beyond or (not neutral and found.group(1) in _ENDERS)


class _Closing(NamedTuple):
    """The closing marks after a sentence's end: where they end, and what they close."""

    end: int
    brackets: int
    quotation: bool
    outermost: bool
    """Whether a quotation closes after the last bracket."""


_NOTHING = _Closing(0, 0, False, False)


class _Scan:
    """One walk over a text that cuts it at the ends of sentences: separator, sentence, separator, ..., rest."""

    def __init__(self, text: str, neutral: bool, dots: set[int]) -> None:
        self.text = text
        self.neutral = neutral
        self.test: Test = _is_cased if neutral else is_upper_323
        self.quotations = rules.Quotations(text)
        self.addresses = rules.addresses(text)
        self.dots = rules.spaced_dots(text) | dots
        self.pieces: list[str] = []
        self.start = self.bridge = -1
        # Whether the line before stopped without a sentence's end.
        self.wrapped = self.standalone = False
        self.depth = 0
        cut = at = 0
        while at < len(text):
            if self.start >= 0:
                # Inside a sentence only these characters change anything.
                found = _MARKS.search(text, at)
                if found is None:
                    break
                at = found.start()
            end = self._step(at)
            if end < 0:
                at += 1
                continue
            self.pieces += [text[cut : self.start], _BREAK.sub(" ", text[self.start : end])]
            cut = at = end
            self.start = -1
            self.wrapped = False
        self.pieces.append(text[cut:])

    def _step(self, at: int) -> int:
        """Take in one character; if a sentence ends there, say where what belongs to it ends, else -1."""
        char = self.text[at]
        if char in SPACE_323:
            if char in "\r\n" and at >= self.bridge:
                if self.start >= 0 or self.text[at - 1 : at + 1] != "\r\n":
                    # A blank line is as good as a sentence's end.
                    self.wrapped = self.start >= 0
                self.start = -1
            return -1
        first = self.start < 0
        if char in rules.OPENERS:
            self.standalone = first and not self.wrapped if self.depth == 0 else self.standalone
            self.depth += 1
        elif char in rules.CLOSERS:
            self.depth = max(0, self.depth - 1)
        if first:
            self.start = at
            return -1
        return self._end(at) if char in _ENDERS and at not in self.dots else -1

    def _end(self, at: int) -> int:
        closing = self._closers(at + 1)
        note = rules.note_end(self.text, at, closing.end)
        if note > 0 and not self._is_exception(at):
            noted = self._closers(note, closing)
            if not self._inside(noted) and self._ends_with_note(at, note, noted):
                return self._closed(noted)
            if self.text[closing.end] in SPACE_323:
                return -1
        if self._inside(closing):
            # Inside a quotation only the end of a line ends a sentence.
            return closing.end if self.text[closing.end : closing.end + 1] in ("\r", "\n") else -1
        return self._closed(closing) if self._ends(at, closing) else -1

    def _inside(self, closing: _Closing) -> bool:
        return not closing.brackets and self.quotations.around(closing.end)

    def _closed(self, closing: _Closing) -> int:
        self.depth = max(0, self.depth - closing.brackets)
        return closing.end

    def _ends(self, at: int, closing: _Closing) -> bool:
        text, end = self.text, closing.end
        if end < len(text) and text[end] not in SPACE_323:
            glued = rules.misses_space(text, at, end, self.neutral) and not self.addresses.around(at)
            return glued and not self._is_exception(at)
        return end == at + 1 or self._ends_with_closers(at, closing)

    def _ends_with_note(self, at: int, note: int, closing: _Closing) -> bool:
        """Whether a sentence ends with a note mark and the closers after it."""
        text, end = self.text, closing.end
        if end < len(text) and text[end] not in SPACE_323:
            return end == note and text[end - 1] in "])" and self.test(text[end])
        if rules.names_a_body(text[max(0, at - _LONGEST) : at + 1], text[end : end + _LONGEST]) or not self._may_close(
            closing
        ):
            return False
        return text[end : end + 1] in ("\r", "\n") or self._starts_new(end)

    def _closers(self, at: int, known: _Closing = _NOTHING) -> _Closing:
        """Cross closing brackets and quotation marks, beside those known already."""
        text, (_, closed, quotation, outermost) = self.text, known
        while at < len(text):
            if text[at] in rules.CLOSERS:
                closed += 1
                outermost = False
            elif text[at] in rules.QUOTES and self._closes(at):
                outermost = outermost or at in self.quotations.closing
                quotation = quotation or outermost
            else:
                beyond = _skip(text, at, SPACE_323)
                going_on = beyond < len(text) and (
                    text[beyond] in rules.CLOSERS or (text[beyond] == '"' and beyond in self.quotations.closing)
                )
                if beyond == at or not going_on or quotation:
                    break
                at = beyond
                continue
            at += 1
        return _Closing(at, closed, quotation, outermost)

    def _closes(self, at: int) -> bool:
        if at in self.quotations.closing:
            return True
        if at in self.quotations.opening or self.text[at] in "“‘„«`":
            return False
        return self.text[at + 1 : at + 2] in ("", *SPACE_323, *_ENDERS, *rules.CLOSERS, *rules.QUOTES, *",;:")

    def _may_close(self, closing: _Closing) -> bool:
        """Whether the brackets that close are all that are open, and hold a sentence of their own."""
        return not closing.brackets or (closing.brackets >= self.depth and (self.standalone or closing.outermost))

    def _ends_with_closers(self, at: int, closing: _Closing) -> bool:
        text, end = self.text, closing.end
        following = _skip(text, end, SPACE_323)
        if _skip(text, following, _LEADING) == len(text):
            return True
        if not self._may_close(closing):
            return False
        if closing.brackets and not text[self.start : at + 1].strip(rules.OPENERS + "."):
            return False
        if closing.quotation and rules.belongs_to_quotation(text, following):
            return False
        if text[following] in "0123456789" and _ABBREVIATION_323.search(text, max(self.start, at - _LONGEST), at + 1):
            return False
        return self._starts_new(end, dots=text[at - 1 : at + 1] == "..") and not self._is_exception(at)

    def _starts_new(self, at: int, dots: bool = False) -> bool:
        """Whether what follows a place begins as a sentence does."""
        text = self.text
        following = _skip(text, at, SPACE_323)
        start = _skip(text, following, _LEADING)
        if start == len(text) or text[start] in "0123456789":
            return True
        strict = _BREAK.search(text, at, following) is not None
        if self.neutral and rules.goes_on(text, following, strict, dots):
            self.bridge = following
            return False
        return self.test(text[start])

    def _is_exception(self, at: int) -> bool:
        return _EXCEPTION_323.search(self.text, max(self.start, at - _LONGEST), at + 1) is not None


def _skip(text: str, at: int, chars: str) -> int:
    while at < len(text) and text[at] in chars:
        at += 1
    return at


def lowered_segment_320(text: str) -> list[str]:
    """Cut the lower-cased text into sentences as js-rouge 3.2.0 does: there case goes before sentences.

    >>> lowered_segment_320("I live in Calif. It is warm.")
    ['i live in calif. it is warm.']
    """
    return segment_320(lower(text))
