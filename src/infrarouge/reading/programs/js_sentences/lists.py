"""Lists in running text: which numbers and letters mark the items, as in: 1. Mix it. 2. Bake it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from infrarouge.reading.programs.javascript import JS_SPACE, kind
from infrarouge.reading.programs.js_sentences.abbreviations import ends_in_letter, is_abbreviation, is_exception
from infrarouge.reading.programs.js_sentences.characters import CLOSERS, NEWLINE, SPACE, TERMINALS, char_at, lowered
from infrarouge.reading.programs.js_sentences.list_marks import CODE, Brackets, ListMarks, MarkWalk
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in
from infrarouge.reading.programs.js_sentences.text import Text

_MARKER = pattern(r"(?:\A|<WS>)(?:(?:[•⁃]<HS>*|[-*+]<HS>+)?[0-9]+|<Cased><M>*)(?:\.\)|\.|\))(?=<WS>+<^WS>)")
LETTER_DOT = pattern(r"<Cased><M>*\.\Z")
_NUMBER_DOT = re.compile(r"[0-9]+\.\Z")
_YEAR_DOT = re.compile(r"(?:1[0-9]{3}|20[0-9]{2})\.\Z")
_DIGITS = re.compile("[0-9]+")
_JOINED = pattern(r"(?:<B>{and or}|[,;&])<WS>*\Z", "ascii")
_REFERRING = pattern(r"<B>{section chapter page figure table paragraph article clause}s?\Z", "ascii")
_COUNTED = pattern(
    r"<B>{am is are was were be been being has have had reached numbered total totaled hit equal equals equaled became "
    r"remained scored cost costs in of at by to from about around roughly approximately}\Z",
    "ascii",
)
_BEFORE_MARKER = SPACE | CLOSERS | frozenset("\"'”’»›")
_FAR = 10
_ANY = ""


class Marker(NamedTuple):
    """The number or letter of an item, with the white space in front of it, and what family it is of."""

    start: int
    end: int
    core: str
    family: str
    is_letter_dot: bool
    is_number_dot: bool
    is_year_dot: bool


class _Prefix(NamedTuple):
    """What stands before a marker: nothing, the end of a sentence or line, or a word that joins it to a name."""

    is_empty: bool
    is_boundary: bool
    is_joined: bool


class _First(NamedTuple):
    """The first marker of a family, whether it stands at the start, and what came after it."""

    marker: Marker
    is_empty: bool
    has_body: bool
    body_start: int


class Items(NamedTuple):
    """A list: what stands before it, and its markers."""

    before: str
    markers: list[Marker]


class _State:
    """Where a search for markers stands."""

    def __init__(self, brackets: Brackets) -> None:
        self.next_marker = 0
        self.walk = MarkWalk()
        self.brackets = brackets
        self.is_year_list = False
        self.reference: dict[str, int | None] = {}
        """How far a cross reference reaches (`through`) and where it may end (`boundary`), once they are set."""

    def copy(self) -> _State:
        twin = _State(self.brackets.copy())
        twin.next_marker, twin.is_year_list = self.next_marker, self.is_year_list
        twin.walk = MarkWalk(self.walk.at, self.walk.closer)
        twin.reference = dict(self.reference)
        return twin


class Lists:
    """The markers of a text and the lists among them.

    >>> items = Lists(Text("Do: 1. Mix it. 2. Bake it.", False)).items()
    >>> items.before, [marker.core for marker in items.markers]
    ('Do:', ['1.', '2.'])
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.markers = [self._marker(match) for match in _MARKER.finditer(text.stand_in)]

    def _marker(self, match: re.Match[str]) -> Marker:
        start, end = match.span()
        core = self.text.units[start:end].strip(JS_SPACE)
        standing = stand_in(core)
        return Marker(
            start,
            end,
            core,
            self._family(core),
            LETTER_DOT.match(standing) is not None,
            _NUMBER_DOT.match(core) is not None,
            _YEAR_DOT.match(core) is not None,
        )

    def _family(self, core: str) -> str:
        ending = core[-1]
        if _DIGITS.search(core):
            return f"number{ending}"
        if self.text.neutral:
            return f"letter{ending}"
        first = char_at(core, 0)
        return f"{'capital' if first.isupper() or kind(first) == 'Lt' else 'small'}{ending}"

    @cached_property
    def _marks(self) -> ListMarks:
        return ListMarks(self.text, frozenset(marker.end for marker in self.markers))

    # ------------------------------------------------------------ lists

    def items(self) -> Items | None:
        """The list of the text, or None."""
        return self._list(_ANY)

    def periods(self) -> frozenset[int]:
        """The full stops of all markers that are of a list with their family alone."""
        families = dict.fromkeys(marker.family for marker in self.markers if "." in marker.core)
        lists = [self._list(family) for family in families]
        markers = [marker for items in lists if items is not None for marker in items.markers]
        return frozenset(self.text.units.index(".", marker.start) for marker in markers if "." in marker.core)

    def _list(self, family: str) -> Items | None:
        """The list of a family or of any."""
        families = [marker.family for marker in self.markers if family in (_ANY, marker.family)]
        if len(families) == len(set(families)):
            # A list has at least two markers of a family.
            return None
        state = _State(Brackets(self._marks.angles, self._marks.labels))
        search = _Search(self, state)
        pair = search.find(family)
        if pair is None:
            return None
        markers = list(pair)
        before = self.text.units[: markers[0].start].strip(JS_SPACE)
        following = search.next(markers[0].family, markers[-1])
        while following is not None:
            markers.append(following[0])
            following = search.next(markers[0].family, markers[-1])
        return Items(before, markers)


class _Search:
    """Goes through the markers of a text and finds those that make a list."""

    def __init__(self, lists: Lists, state: _State) -> None:
        self.lists, self.text, self.marks, self.state = lists, lists.text, lists._marks, state
        self._first: dict[str, _First] = {}
        self._deferred: dict[str, tuple[tuple[Marker, Marker], _State]] = {}

    # ------------------------------------------------------------ the next marker

    def next(self, family: str, previous: Marker | None) -> tuple[Marker, _Prefix] | None:
        """The next marker that may be one of a list, of a family or of any, after a previous one of the list."""
        state, markers = self.state, self.lists.markers
        has_body, body_start = previous is None, previous.end if previous else 0
        while state.next_marker < len(markers):
            marker = markers[state.next_marker]
            state.next_marker += 1
            state.walk.advance(self.marks, marker.start, self._take)
            of_family = family in (_ANY, marker.family)
            if of_family:
                has_body = has_body or not self._is_blank(body_start, marker.start)
                body_start = marker.end
            enclosed = bool(state.brackets.open or state.walk.closer or self.marks.flags[marker.start] == CODE)
            prefix = self._prefix(marker)
            refers = self._refers(marker, enclosed)
            if of_family and has_body and not enclosed and not refers and self._is_item(marker, prefix, previous):
                return marker, prefix
        return None

    def _take(self, at: int) -> None:
        state, mark = self.state, self.text.units[at]
        state.brackets.take(mark, at)
        if state.reference.get("through") is not None and not state.brackets.open and self._ends_reference(at, mark):
            state.reference["boundary"] = at

    def _ends_reference(self, at: int, mark: str) -> bool:
        if mark != ".":
            return mark in NEWLINE or mark in ("!", "?", ":", ";")
        suffix = self.text.plain_suffix(at)
        if (is_abbreviation(suffix) and is_exception(suffix)) or ends_in_letter(suffix):
            return False
        around = self.text.unit(at - 1), self.text.unit(at + 1)
        return not all(unit.isascii() and unit.isdigit() for unit in around)

    def _is_blank(self, start: int, end: int) -> bool:
        return self.text.skip_space(start) >= end

    def _prefix(self, marker: Marker) -> _Prefix:
        units, flags = self.text.units, self.marks.flags
        at = marker.start - 1
        while at >= 0 and (units[at] in _BEFORE_MARKER or (units[at] == "`" and flags[at] == CODE)):
            at -= 1
        ends_line = not NEWLINE.isdisjoint(units[at + 1 : marker.end])
        before = self.text.unit(at)
        boundary = ends_line or before in TERMINALS or before == ":" or kind(before) == "Pd"
        joined = marker.is_letter_dot and _JOINED.search(units[max(0, marker.start - 8) : marker.start]) is not None
        return _Prefix(at < 0, boundary, joined)

    def _before(self, marker: Marker) -> str:
        return self.text.units[max(0, marker.start - 24) : marker.start].rstrip(JS_SPACE)

    def _refers(self, marker: Marker, enclosed: bool) -> bool:
        """Whether a marker belongs to a cross reference, like: sections 1. and 2."""
        reference = self.state.reference
        through, boundary = reference.get("through"), reference.get("boundary")
        if through is not None and boundary is not None and boundary >= through:
            reference["through"] = None
        if not enclosed and _REFERRING.search(self._before(marker)):
            reference["through"] = marker.start
        if reference.get("through") is None:
            return False
        reference["through"] = marker.end
        return True

    def _is_item(self, marker: Marker, prefix: _Prefix, previous: Marker | None) -> bool:
        if marker.is_year_dot and not (self.state.is_year_list or prefix.is_empty or prefix.is_boundary):
            return False
        if marker.is_number_dot and _COUNTED.search(self._before(marker)):
            return False
        named = previous is not None and marker.is_letter_dot
        return not (named and (prefix.is_joined or self.text.is_colon_name(marker.end - 1)))

    # ------------------------------------------------------------ the two first markers of a list

    def find(self, family: str) -> tuple[Marker, Marker] | None:
        """The first two markers of the list, with the search put where it goes on after them."""
        pair = self._first_pair(family)
        if pair is not None or not self._deferred:
            return pair
        pair, state = min(self._deferred.values(), key=lambda deferred: deferred[0][0].start)
        # What was never set when the state was kept stays as it is now.
        state.reference = {**self.state.reference, **state.reference}
        self.state = state
        return pair

    def _first_pair(self, family: str) -> tuple[Marker, Marker] | None:
        """The first two markers that make a list for sure; others that may are deferred."""
        initial_end: int | None = None
        while (following := self.next(family, None)) is not None:
            marker, prefix = following
            first = self._first.get(marker.family)
            is_boundary = prefix.is_boundary
            adjoins = initial_end is not None and self._is_blank(initial_end, marker.start)
            if first is None and marker.is_letter_dot and (adjoins or not (prefix.is_empty or is_boundary)):
                # An initial in prose.
                is_boundary, initial_end = False, marker.end
            else:
                initial_end = None
            if prefix.is_joined:
                self._first.pop(marker.family, None)
                self._deferred.pop(marker.family, None)
                continue
            if first is None:
                if prefix.is_empty or is_boundary or not (marker.is_number_dot or marker.is_letter_dot):
                    self.state.is_year_list = self.state.is_year_list or marker.is_year_dot
                    self._first[marker.family] = _First(marker, prefix.is_empty, False, marker.end)
                continue
            has_body = first.has_body or not self._is_blank(first.body_start, marker.start)
            first = self._first[marker.family] = first._replace(has_body=has_body, body_start=marker.end)
            if not has_body or not (first.is_empty or self._differs(first.marker.core, marker.core)):
                continue
            far = not is_boundary and _is_far(first.marker.core, marker.core)
            earliest = all(first.marker.start <= other.marker.start for other in self._first.values())
            pair = first.marker, marker
            if earliest and not far:
                return pair
            if marker.family not in self._deferred:
                self._deferred[marker.family] = pair, self.state.copy()
        return None

    def _differs(self, first: str, second: str) -> bool:
        return lowered(first) != lowered(second) if self.text.neutral else first != second


def _is_far(first: str, second: str) -> bool:
    numbers = [_DIGITS.search(core) for core in (first, second)]
    if numbers[0] is None or numbers[1] is None:
        return False
    return abs(_value(numbers[0].group()) - _value(numbers[1].group())) > _FAR


def _value(digits: str) -> int:
    """A number of any size; `int` refuses very long ones."""
    value = 0
    for at in range(0, len(digits), 4000):
        part = digits[at : at + 4000]
        value = value * 10 ** len(part) + int(part)
    return value
