"""The finer rules of js-rouge 3.2.3's sentences, each found by comparing outputs: what a sentence end is not."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from typing import NamedTuple

from infrarouge.reading.programs.treebank import JS_SPACE

SPACE = JS_SPACE + "\u0085"
OPENERS, CLOSERS = "([{<", ")]}>"
QUOTES = "\"'“”‘’„«»`"

_SPEECH = "answered|asked|replied|said|thought"
_BE = "am|are|be|been|being|can|cannot|could|had|has|have|is|must|should|was|were|will|would"
_PRONOUN = "he|i|it|she|they|we|you"
_LINKING = (
    "after|although|as|at|because|before|by|for|from|if|in|nor|of|on|once|since|though|to|unless|until|when|where|"
    "whether|while|with"
)
_JOINING = "and|but|or|so|then|yet"
_CLAUSE = r"[^,.!?\r\n]*"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _going_on(end: str) -> str:
    rest = rf"(?:later|more|moved)\b{_CLAUSE}|[\"(]{_CLAUSE}|(?!(?:{_PRONOUN})\b)[\w'-]+"
    return rf"(?:(?:{_LINKING})\b{_CLAUSE}|(?:{_JOINING})(?: +(?:{rest}))?){end}"


_ON = _words(_going_on("[.!?]"))
_ON_TO_THE_END = _words(_going_on(r"(?:[.!?]|\Z)"))
_ON_AFTER_DOTS = _words(r"what\b|and then\b")
_SAID = _words(
    rf"(?:(?:[\w'-]+ +){{1,3}}(?:{_SPEECH})(?: +(?:\w+ly|her|him|me|them|us|you))?(?=[.,;!?]|\Z)|(?:{_SPEECH}) +\w)"
)
_PREDICATE = _words(rf"(?:{_BE}) +(?!(?:{_PRONOUN}|that|these|this|those)\b)[^.!?\r\n]*(?:[.!]|\Z)")
_UNFINISHED = _words(r"\b(?:am|are|be|been|being|i|is|was|were)\.+\Z")
_UNITED_STATES = _words(r"\bU\.S\.(?:A\.)?\Z")
_STATE_BODY = _words(r"\s*(?:army|commission|congress|government|military|navy|senate)\b")


def goes_on(text: str, at: int = 0, strict: bool = True, dots: bool = False) -> bool:
    """Whether a sentence seems to go on, told by its words alone: a linking word, and no comma before its end.

    If `strict`, the end of the text is no end; after dots a few words more go on.

    >>> goes_on("on Monday. Then."), goes_on("on Monday, he left."), goes_on("and left."), goes_on("and he left.")
    (True, False, True, False)
    >>> goes_on("on Monday"), goes_on("on Monday", strict=False), goes_on("what now?", dots=True)
    (False, True, True)
    """
    if dots and _ON_AFTER_DOTS.match(text, at):
        return True
    return (_ON if strict else _ON_TO_THE_END).match(text, at) is not None


def belongs_to_quotation(text: str, at: int = 0) -> bool:
    """Whether what follows a quotation tells who said it, or says something about it.

    >>> belongs_to_quotation("Bob said."), belongs_to_quotation("Is a film."), belongs_to_quotation("Is it a film?")
    (True, True, False)
    """
    return (_SAID.match(text, at) or _PREDICATE.match(text, at)) is not None


def is_unfinished(text: str) -> bool:
    """Whether the word before an ellipsis wants another one.

    >>> is_unfinished("It is..."), is_unfinished("It ran...")
    (True, False)
    """
    return _UNFINISHED.search(text) is not None


def names_a_body(before: str, after: str) -> bool:
    """Whether `U.S.` and the word after it are one name.

    >>> names_a_body("The U.S.", "Senate met."), names_a_body("The U.S.", "Then")
    (True, False)
    """
    return _UNITED_STATES.search(before) is not None and _STATE_BODY.match(after) is not None


# ---------------------------------------------------------------- quotations

_PAIRS = {"“": "”", "„": "“”", "«": "»"}
_QUOTE = re.compile("[\"'“”‘’„«»]|``")
_ELISION = _words(r"'(?:t(?:is|was|were|will)|till?|em|cause|bout|round|neath|tween|gainst|cept|[0-9]+s)\b")


_SINGLE_ENDS = {
    mark: re.compile(rf"(?<=[^{SPACE}]){end}(?!\w)|(?<=[.!?]){end}|(?<=[{SPACE}(\[]){end}(?=\w)")
    for mark, end in ("''", "‘’")
}


def _last(text: str, at: int) -> str:
    """The character before a place, white space aside."""
    while at > 0 and text[at - 1] in SPACE:
        at -= 1
    return text[at - 1 : at]


class Spans:
    """Stretches of a text, from start to end, that may overlap.

    >>> Spans([(1, 4), (2, 6)]).around(5), Spans([(1, 4), (2, 6)]).around(1)
    (True, False)
    """

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if not self._ends or start > self._ends[-1]:
                self._starts.append(start)
                self._ends.append(end)
            else:
                self._ends[-1] = max(self._ends[-1], end)

    def around(self, at: int) -> bool:
        """Whether a place is inside one."""
        found = bisect_left(self._starts, at) - 1
        return found >= 0 and at < self._ends[found]


class Quotations(Spans):
    """The quotations of a text that are closed: where they open and close, and whether a place is inside one.

    >>> found = Quotations('He said "One. Two." Then')
    >>> found.opening, found.closing, found.around(12), found.around(20)
    ({8}, {18}, True, False)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        pairs = self._straight() + self._written() + self._single() if _QUOTE.search(text) else []
        super().__init__(pairs)
        self.opening = {start for start, _ in pairs}
        self.closing = {end for _, end in pairs}

    def _straight(self) -> list[tuple[int, int]]:
        pairs, start = [], -1
        for found in re.finditer('"', self.text):
            at = found.start()
            if start >= 0:
                if not self._opens_again(at):
                    pairs.append((start, at))
                start = at if self._opens_again(at) else -1
            elif at == 0 or self.text[at - 1] in SPACE + "<" or unicodedata.category(self.text[at - 1])[0] == "P":
                start = at
        return pairs

    def _opens_again(self, at: int) -> bool:
        """Whether a mark inside a quotation opens another: it stands before a word, and not after a sentence's end."""
        before = self.text[at - 1]
        if before not in SPACE + OPENERS or self.text[at + 1 : at + 2] in ("", *SPACE):
            return False
        return before in OPENERS or _last(self.text, at) not in (".", "!", "?")

    def _written(self) -> list[tuple[int, int]]:
        pairs, start, wanted = [], -1, ""
        for found in re.finditer("[“”„«»]|``|''", self.text):
            mark = found.group()
            if start < 0:
                wanted = "''" if mark == "``" else _PAIRS.get(mark, "")
                start = found.start() if wanted else -1
            elif mark in wanted:
                pairs.append((start, found.end() - 1))
                start = -1
        return pairs

    def _single(self) -> list[tuple[int, int]]:
        pairs, at = [], 0
        for found in re.finditer("['‘](?=\\w)", self.text):
            if found.start() >= at and self._opens(found.start()):
                end = self._single_end(found.start())
                if end > 0:
                    pairs.append((found.start(), end))
                    at = end
        return pairs

    def _opens(self, at: int) -> bool:
        before = self.text[at - 1] if at else " "
        return not before.isalnum() and before not in CLOSERS + "_" and not _ELISION.match(self.text, at)

    def _single_end(self, start: int) -> int:
        """Where a single quotation closes: at a mark after punctuation, or else at the first that ends a word."""
        first = -1
        for found in _SINGLE_ENDS[self.text[start]].finditer(self.text, start + 1):
            at = found.start()
            if self.text[at - 1] in SPACE + "([":
                break
            if self.text[at - 1] in ".!?,":
                return at
            first = at if first < 0 else first
        return first


# ---------------------------------------------------------------- lists

_MARK = re.compile(rf"(?:(?<=[{SPACE}])|\A)(?:[-*+][ \t]+(?=[0-9]))?([0-9]+|[A-Za-z])([.)])[{SPACE}]+(?=[^{SPACE}])")
_REFERENCE = _words(r"\b(?:sections?|figures?|tables?|chapters?|pages?|articles?|paragraphs?|clauses?)\s+\Z")
_QUANTITY = _words(
    r"\b(?:about|am|approximately|are|around|at|be|been|being|by|costs?|equals?|from|had|has|have|hit|in|is|numbered|of|"
    r"reached|roughly|scored|to|total|totaled|was|were)\s+\Z"
)
_STARTS = re.compile(rf"(?:\A[{SPACE}]*|(?::|[.!?][)\]}}>\"'”’»]*)[{SPACE}]+|[\r\n][{SPACE}]*)\Z")
_INITIAL = re.compile(rf"(?:\A|[^A-Za-z0-9_])[A-Za-z]\.[{SPACE}]+\Z")
_INITIALS = re.compile(rf"(?:[A-Z]\.[{SPACE}]+)+(?=[A-Z])")
_AUTHORS = _words(r"(?:[a-z]\. +)+[a-z][\w'-]+(?:,| and| &| or)(?: and)? +[a-z]\.")
_BULLET = re.compile(r"[-*+]\s+\Z")
_CONJUNCTION = _words(r"(?:,|\b(?:and|or))\s+\Z")
_LOOK_BACK = 40


class Mark(NamedTuple):
    """Where a list item starts, and where what it says does; the initials of a name count as its mark."""

    start: int
    body: int


def list_marks(text: str, quotations: Quotations, neutral: bool) -> tuple[list[Mark], list[int]]:
    """Find the items of the lists in a text: two or more marks of a kind, like `1.`, `1)`, `a.` or `a)`.

    Only the first kind cuts the text. Of the others the places are given where a full stop is part of the mark.

    >>> list_marks("Do: 1. Mix 2. Bake", Quotations(""), False)
    ([Mark(start=4, body=7), Mark(start=11, body=14)], [])
    >>> list_marks("1) Do: a. Mix b. Bake 2) Eat", Quotations(""), False)
    ([Mark(start=0, body=3), Mark(start=22, body=25)], [8, 15])
    >>> list_marks("See sections 1) and 2) here.", Quotations(""), False)
    ([], [])
    """
    kinds: dict[str, list[Mark]] = {}
    body, referred = -1, -1
    for found in _MARK.finditer(text):
        label, sign = found.groups()
        start = found.start()
        before = text[max(0, start - _LOOK_BACK) : start]
        kind = _kind(label, neutral) + sign
        if _REFERENCE.search(before):
            referred = start
            continue
        if referred >= 0 and not re.search("[.!?]", text[referred + len(label) + 1 : start]):
            continue
        marks = kinds.setdefault(kind, [])
        if start == body or quotations.around(start) or not _is_mark(text, found, before, bool(marks)):
            continue
        body = found.end()
        initials = _INITIALS.match(text, body)
        marks.append(Mark(start, initials.end() if initials else body))
    lists = sorted(marks for marks in kinds.values() if len(marks) > 1)
    others = [mark for marks in lists[1:] for mark in marks if "." in text[mark.start : mark.body]]
    return (lists[0] if lists else []), sorted(text.find(".", mark.start) for mark in others)


def _kind(label: str, neutral: bool) -> str:
    if label.isdigit():
        return "1"
    return "a" if neutral or label.islower() else "A"


def _is_mark(text: str, found: re.Match[str], before: str, later: bool) -> bool:
    label, sign = found.groups()
    line = re.split(r"[\r\n]", text[max(0, found.start() - 400) : found.start()])[-1]
    if line.count("(") > line.count(")") or sign == ")":
        return line.count("(") <= line.count(")")
    starts = _STARTS.search(before) is not None and (len(before) < _LOOK_BACK or bool(before.strip(SPACE)))
    if label.isdigit():
        return starts or found.group()[0] in "-*+" or (later and not _QUANTITY.search(before))
    if _INITIAL.search(before) or _AUTHORS.match(text, found.start()):
        return False
    return starts or _BULLET.search(before) is not None or (later and not _CONJUNCTION.search(before))


# ---------------------------------------------------------------- dots, note marks, missing spaces

_SPACED = re.compile(r"\.(?: \.){2,}")


def spaced_dots(text: str) -> set[int]:
    """The places of full stops that are an ellipsis with spaces, three of a run, at which no sentence ends.

    >>> sorted(spaced_dots("So . . . go.")), sorted(spaced_dots("So. . . . Go."))
    ([3, 5, 7], [4, 6, 8])
    """
    places: set[int] = set()
    for found in _SPACED.finditer(text):
        dots = [at for at in range(found.start(), found.end()) if text[at] == "."]
        attached = found.start() > 0 and text[found.start() - 1] not in SPACE
        places.update(dots[1:4] if attached and len(dots) > 3 else dots[:3])
    return places


_BRACKETED = r"\[[0-9]+(?:[,\s–-]+[0-9]+)*\]"
_NOTE = re.compile(rf"(?:{_BRACKETED}|\([0-9]+\))+|[0-9]+(?!\w)|[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?!\w)")
_NOTE_APART = re.compile(rf"[ ]+{_BRACKETED}(?: ?{_BRACKETED})*")
_DOMAIN = re.compile(r"\w{2}\.[A-Za-z]{2,}\Z")
_LONE_LETTER = re.compile(r"(?:\A|[^A-Za-z0-9_.])[A-Za-z]\Z")


def note_end(text: str, at: int, end: int) -> int:
    """Where a note mark after a sentence's end at `at` (its closers go on to `end`) ends, or -1.

    >>> note_end("Home.[1] Then", 4, 5), note_end("Home.2 Then", 4, 5), note_end("Is 3.2 Then", 4, 5)
    (8, 6, -1)
    """
    found = _NOTE_APART.match(text, end) or _NOTE.match(text, end)
    before = text[max(0, at - 2) : at]
    if found is None or before[-1:] == ".":
        return -1
    after_word = (before[-1:].isalpha() or before[-1:] in ")]") and not _LONE_LETTER.search(before)
    if found.group().endswith("]"):
        return found.end()
    return found.end() if after_word and not _DOMAIN.search(text, max(0, at - 60), at) else -1


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_DOMAINS = frozenset(["app", "biz", "com", "dev", "edu", "gov", "info", "mil", "net", "org"])
_ADDRESS_SIGNS = ("@", "://", "www.", "WWW.")
_LETTER_OR_SPACE = re.compile(rf"[^\W\d_]|[{SPACE}]")
_LETTERS = re.compile(r"[^\W\d_]*\Z")
# What may follow a short name like the D of Ph.D, so that it is one.
_NAME_ENDS = re.compile(rf"\Z|[{SPACE}./0-9]|-(?!\w)")
_DOMAIN_ENDS = re.compile(r"(?![,:;…])")


def misses_space(text: str, at: int, end: int, neutral: bool) -> bool:
    """Whether a sentence ends at `at` though what follows at `end` is written right after it.

    >>> [misses_space(one, 3, 4, False) for one in ("One.Two", "One.two", "Sun.OS")]
    [True, False, False]
    """
    start = end
    while start < len(text) and text[start] in OPENERS + QUOTES:
        start += 1
    if text[at] in "!?" and text[end] in "0123456789":
        return True
    word = _WORD.match(text, start)
    if word is None or not (neutral or word.group()[0].isupper() or word.group()[0].istitle()):
        return False
    joined = text[at] == "." and start == end and _LETTER_OR_SPACE.match(text[at - 1]) is not None
    return not (joined and _is_name(text, at, word, neutral))


def _is_name(text: str, at: int, word: re.Match[str], neutral: bool) -> bool:
    """Whether the word after a full stop is the rest of a name, like the D of Ph.D or the com of a domain."""
    found, stop = word.group(), word.end()
    if found.lower() in _DOMAINS and _DOMAIN_ENDS.match(text, stop) and (neutral or found.isupper()):
        return True
    if not _NAME_ENDS.match(text, stop):
        return False
    if neutral:
        return len(found) < 3
    if len(found) == 1 and text[stop : stop + 1] == ".":
        return True
    before = _LETTERS.search(text, max(0, at - 60), at)
    return found.isupper() and found.isalpha() and before is not None and before.group()[:1].isupper()


def addresses(text: str) -> Spans:
    """The addresses of the web and of mail in a text.

    >>> found = addresses("See www.Two.Org or a@b.Cd.")
    >>> found.around(7), found.around(22), found.around(1)
    (True, True, False)
    """
    if not any(sign in text for sign in _ADDRESS_SIGNS):
        return Spans([])
    words = re.finditer(rf"[^{SPACE}]+", text)
    return Spans([one.span() for one in words if any(sign in one.group() for sign in _ADDRESS_SIGNS)])
