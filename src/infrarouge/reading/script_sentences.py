"""Sentences by the full stops of each script, without knowing the language: a rule of our own, with no dictionary.

- The full stops of Han, Kana, Devanagari, Arabic, Ethiopic, Armenian, Burmese, Khmer, Tibetan and others end a sentence
  wherever they stand, outside quotation marks and brackets.
- ``. ! ? …`` end one if white space and no small letter follows; a full stop does not after a single letter (*J. Smith*)
  or after a common abbreviation (*Dr.*). A Greek question mark is ``;`` after a Greek letter.
- Thai and Lao have no full stop: white space between two of their letters ends a sentence.
- A line break always does.
"""

from __future__ import annotations

import re

STOPS = "。｡！？‼⁇⁈⁉।॥؟۔։።፧፨။។៕།༎᠃᠉෴๚๛"
"""Full stops, question and exclamation marks that need no white space after them."""

OPENING, CLOSING = "「『（【《〈〔［(", "」』）】》〉〕］)"
"""Brackets within which a stop ends no sentence."""

AFTER = "\"'”’»›」』）】》〉〕］)]"
"""What still belongs to the sentence behind its stop."""

_WORDS = """
adm approx apr aug bd bzw ca capt cf cmdr col corp dec dept dr dra eg etc ev feb fig figs gen gov hon hr hrsg ie
inc inkl jan jr jul jun lt ltd maj mlle mme mr mrs ms mwst nov nr oct pag pp pres prof rev sen sep sept sgt sr
sra srta st ste tel usw uvm vgl vol vs zb
"""
ABBREVIATIONS = frozenset(_WORDS.split())
"""Words before a full stop that ends no sentence, in lower case and without their dots."""

_PLACE = re.compile(
    rf"(?P<line>\n)|(?P<open>[{re.escape(OPENING)}])|(?P<close>[{re.escape(CLOSING)}])"
    rf"|(?P<stop>[{STOPS}]+)|(?P<dot>[.!?…]+)|(?P<greek>(?<=[\u0370-\u03ff\u1f00-\u1fff])[;\u037e])"
    r"|(?P<blank>(?<=[\u0e01-\u0e2e\u0e30-\u0e45\u0e47-\u0e4e\u0e81-\u0ece])[^\S\n]+(?=[\u0e01-\u0e4e\u0e81-\u0ece]))"
)
_TAIL = re.compile(rf"[{re.escape(AFTER)}]*(?:[^\S\n]?[»›])?")
_BLANK = re.compile(r"\s+|\Z")
_LEAD = re.compile("[\"'“‘„«‹¿¡([]*")
_LAST_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_]))*\Z")


def script_sentences(text: str) -> list[str]:
    """Cut a text into sentences by the full stops of its scripts.

    >>> script_sentences("Dr. J. Smith paid $3.5 million. “Really?” he asked. Yes!")
    ['Dr. J. Smith paid $3.5 million.', '“Really?” he asked.', 'Yes!']
    >>> script_sentences("市は公園を開いた。「本当？」と聞いた。はい。")
    ['市は公園を開いた。', '「本当？」と聞いた。', 'はい。']
    >>> script_sentences("शहर ने पार्क खोला। लोग आए।")
    ['शहर ने पार्क खोला।', 'लोग आए।']
    """
    pieces: list[str] = []
    begin = depth = 0
    for match in _PLACE.finditer(text):
        kind, end = match.lastgroup, match.end()
        if end <= begin:
            continue
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "line" or kind == "blank" or (kind == "stop" and not depth):
            end = end if kind != "stop" else _tail(text, end)
            pieces.append(text[begin:end])
            begin, depth = end, 0
        elif kind in ("dot", "greek") and not depth:
            end = _tail(text, end)
            if _ends(text, match.start(), end):
                pieces.append(text[begin:end])
                begin = end
    pieces.append(text[begin:])
    return [piece.strip() for piece in pieces if piece.strip()]


def _tail(text: str, at: int) -> int:
    match = _TAIL.match(text, at)
    return match.end() if match else at


def _ends(text: str, stop: int, end: int) -> bool:
    """Whether a sentence ends at `end`, behind the mark at `stop`: white space follows, and then no small letter."""
    blank = _BLANK.match(text, end)
    if blank is None:
        return False
    lead = _LEAD.match(text, blank.end())
    after = lead.end() if lead else blank.end()
    if after < len(text) and text[after].islower():
        return False
    if text[stop:end].rstrip(AFTER) != ".":
        return True
    before = _LAST_WORD.search(text, max(0, stop - 24), stop)
    if before is None or blank.end() == len(text):
        return True
    word = before.group().replace(".", "").lower()
    # A script without small letters has no initials: a single letter there is a word.
    return not (word in ABBREVIATIONS or (len(word) == 1 and word.upper() != word))


def auto_sentences(text: str) -> list[str]:
    """The lines of a text that has several, otherwise its sentences by the full stops of its scripts.

    >>> auto_sentences("It rained. We left.\\nThe end."), auto_sentences("It rained. We left.")
    (['It rained. We left.', 'The end.'], ['It rained.', 'We left.'])
    """
    return lines_of(text) or script_sentences(text)


def lines_of(text: str) -> list[str]:
    """The lines of a text that are not blank, if there are several; otherwise nothing.

    >>> lines_of("a\\n\\nb"), lines_of("a\\n")
    (['a', 'b'], [])
    """
    lines = [line for line in text.split("\n") if line.strip()]
    return lines if len(lines) > 1 else []


def t5_sentences(text: str) -> list[str]:
    """Lines, and a sentence ends at every full stop between blanks, as the evaluation of T5 puts line breaks there.

    >>> t5_sentences("it rained . we left . the end .")
    ['it rained .', 'we left .', 'the end .']
    """
    return [piece for piece in text.replace(" . ", " .\n").split("\n") if piece]
