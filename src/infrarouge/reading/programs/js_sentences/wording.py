"""The words by which js-rouge 3.2.3 tells how a text goes on, each as a pattern for what starts at a place.

All of them are matched against a text's stand-in.
"""

from __future__ import annotations

import re

from infrarouge.reading.programs.javascript import JS_SPACE
from infrarouge.reading.programs.js_sentences.patterns import pattern

CONTINUATION = pattern(
    "{and or but nor for yet so at in on of to from with by as then because while after before although though since "
    "unless until when where whether if once whereas}<b>",
    "ascii",
)
_WORD = "<L|M|'|’|->+"
INDEPENDENT = pattern(
    "{in}<WS>+{fact time}<b>"
    "|<Li>+<WS>+<^,|TERM>{1,120},"
    "|{and but or yet so then}<WS>+(?:{i we he she they you it}<b>"
    f"|(?:{{the a an my our their his her}}<WS>+)?(?!{{more later moved}}<b>){_WORD}<WS>+{_WORD}<wb>)",
    "unicode",
)
"""A continuation that starts a clause of its own."""
THEN_WHAT = pattern("{what}<b>|{and}<WS>+{then}<b>", "ascii")
STATE_BODY = pattern("{government army navy military congress senate commission}<b>", "ascii")
STATE_FORCE = pattern("{government army navy military congress}<b>", "ascii")
SCOPING = pattern("{who which whose whom}<b>", "ascii")
"""A question word whose question may reach over a quotation."""
QUOTED_START = pattern(
    "{i we he she they you it what why how}<b>"
    "|{do does did is are was were has have had can could will would shall should may might must}"
    "<WS>+{i we he she they you it}<b>",
    "ascii",
)

# ---------------------------------------------------------------- auxiliary verbs and reported speech

_AUXILIARY = (
    "(?:{am is are was were be been being has have had will would could should must}(?:{n't n’t})?"
    "|{can't can’t cannot can won't won’t})<b>"
)
AUXILIARY = pattern(_AUXILIARY, "ascii")
PREDICATE = pattern(_AUXILIARY + "<WS>+(?!{i we he she they you it this that these those}<b>)", "ascii")
ALOUD = pattern("{aloud}<b>(<WS>*,<WS>*)?", "ascii")
_VERB = "{said thought asked replied answered}"
_STOP = r"<WS>*(?:[,.;!?]|\Z)"
REPORTING = pattern(
    f"(?:(?!{{am is are was were be been being has have had}}<b>){_WORD}<WS>+){{1,3}}{_VERB}"
    f"(?:<WS>+(?:<L|M>+{{ly}}|{{me you him her us them}}))*{_STOP}"
    f"|{_VERB}<WS>+{_WORD}(?:<WS>+{_WORD}){{0,2}}{_STOP}",
    "unicode",
)

# ---------------------------------------------------------------- numbers

_TIME = "{month week day hour minute second star point percent}"
QUANTITY = pattern(
    r"<^WS>+(?:<WS>*%|<WS>+{time times year years}<b>"
    rf"|<WS>+{_TIME}{{s}}?(?:<WS>*<TERM>(?:<WS>|\Z)|<WS>*\Z))",
    "unicode",
)
_CLOSING = "[\"'”’“»›)\\]}\x3e]*"
QUANTITY_AFTER_DOTS = pattern(
    r"<^WS>+(?:<WS>*%|<WS>+{time year month week day hour minute second star point percent}{s}?)"
    rf"(?:<WS>*<TERM>{_CLOSING}(?:<WS>|\Z)|<WS>*{_CLOSING}\Z)",
    "unicode",
)
NUMBER_START = pattern("(?:[+−-]?<Sc>?|<Sc>[+−-]?)\\.?<N>")
_PAGE_END = r"(?:<WS>|[.,;:!?)]|\Z)"
PAGE_NUMBER = pattern(rf"<WS>*(?:\(<WS>*<N>+<WS>*\)|#<WS>*<N>+|<N>+){_PAGE_END}")
_GROUP = "<N>+(?:<HS4>*<,|;|Pd><HS4>*<N>+)*"
NUMBER_GROUP = pattern(rf"\[{_GROUP}\]|\({_GROUP}\)")
NUMBER = pattern("<N>+")
BRACKETED_NUMBER = pattern(r"\[<N>+\]|\(<N>+\)")

# ---------------------------------------------------------------- hosts and identifiers

_LABELS = "com org net edu gov mil io dev app co uk us ca ai info biz me tv"
_HOST_END = "(?:[/.!?\"'“”‘’()\\[\\]{}\x3c\x3e]|<WS>|\\Z)"
HOST_LABEL = pattern(f"{{{_LABELS}}}{_HOST_END}", "ascii")
"""A host label and what may follow it, in any case."""
PLAIN_HOST_LABEL = pattern(f"{{{_LABELS} {_LABELS.upper()}}}{_HOST_END}")
"""The same, all small or all capital."""
HOST_IN_PATH = pattern(rf"\.{{{_LABELS}}}(?:[/.]|\Z)", "ascii")
PLAIN_HOST_IN_PATH = pattern(rf"\.{{{_LABELS} {_LABELS.upper()}}}(?:[/.]|\Z)")
ADDRESS = re.compile(rf"[{JS_SPACE}]|https?://|www\.", re.ASCII | re.IGNORECASE)
MAIL_HOST = re.compile(rf"@[^{JS_SPACE}.]+(?:\.[^{JS_SPACE}.]+)+\.\Z")

# ---------------------------------------------------------------- elisions, and what opens a sentence

_ELIDED = (
    "tis twas twere twill twould til till em cause cos round bout neath fore tween gainst cept twenties thirties "
    "forties fifties sixties seventies eighties nineties"
)
ELISION = pattern(f"(?:{{{_ELIDED}}}|[0-9][0-9]s?)<b>", "ascii")
ELISION_OF_WORD = pattern(f"{{{_ELIDED}}}<b>", "ascii")
ELISION_IN_CITATION = pattern(f"(?:{{{_ELIDED} n}}|[0-9][0-9]s)<b>", "ascii")
_AFTER_DOTS = "(?:{tis twas em cause til till}|[0-9][0-9]s)<b>"
ELISION_AFTER_DOTS = pattern(_AFTER_DOTS, "ascii")
ELIDED_JOIN = pattern("{cause til till}<b>", "ascii")
ELIDED_OPENING = pattern("{tis twas em cause til till}(?!<ID|\u200c|\u200d>)|<N>", "unicode")
CONTRACTION = pattern("{s m d ll re ve}<b>", "ascii")

_OPENING = "[\"'“‘„«‹(\\[{\x3c]"
_ELIDING = f"’(?=(?:{{{_ELIDED}}}|[0-9][0-9]s?)<b>)"
OPENING = pattern(f"(?:{_OPENING}|<WS>|``|{_ELIDING})*", "ascii")
"""What may stand before the first word of a sentence; also after dots, and both without white space."""
TIGHT_OPENING = pattern(f"(?:{_OPENING}|``|{_ELIDING})*", "ascii")
DOTS_OPENING = pattern(f"(?:{_OPENING}|<WS>|``|’(?={_AFTER_DOTS}))*", "ascii")
TIGHT_DOTS_OPENING = pattern(f"(?:{_OPENING}|``|’(?={_AFTER_DOTS}))*", "ascii")


def end_of(opening: re.Pattern[str], text: str, at: int) -> int:
    """Where what a pattern matches at a place ends; the place itself if nothing does.

    >>> end_of(OPENING, '. ("He', 1)
    4
    """
    match = opening.match(text, at)
    return match.end() if match else at


def is_page(word: str, text: str, at: int) -> bool:
    """Whether a word is the p. of a page and its number follows from a place on."""
    return word in ("p.", "P.") and PAGE_NUMBER.match(text, at) is not None


def is_independent_or_new(text: str, at: int) -> bool:
    """Whether what starts at a place does not go on from what stood before."""
    return not CONTINUATION.match(text, at) or INDEPENDENT.match(text, at) is not None
