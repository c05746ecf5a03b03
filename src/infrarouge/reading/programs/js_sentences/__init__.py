"""Sentences as js-rouge 3.2.3 cuts them.

A text is cut in two steps: `scan` cuts it after every mark that may end a sentence, and `merge` joins the pieces that
belong together. Before that `lists` looks for the items of a list, which are cut one by one. What the scan asks
stands in a file for each kind of end: `sentence_ends`, `ellipsis_ends`, `citation_ends`; what these ask, in `text`
(places), `wording` and `abbreviations` (words), and in a file for each idea of what is quoted.
"""

from __future__ import annotations

from infrarouge.reading.programs.javascript import JS_SPACE, utf16, whole
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.lists import LETTER_DOT, Lists
from infrarouge.reading.programs.js_sentences.merge import Merge
from infrarouge.reading.programs.js_sentences.patterns import stand_in
from infrarouge.reading.programs.js_sentences.scan import Scan
from infrarouge.reading.programs.js_sentences.text import Text

_DEEPEST = 32
"""Lists in the text before a list, in the text before that, and so on, are looked for so often."""
_ENDS = frozenset(".!?\r\n")


def sentences(text: str, neutral: bool = False) -> list[str]:
    """Cut a text into sentences; `neutral` takes capitals and small letters alike.

    >>> sentences("Albert I. Jones was here. (He left.) Ok.")
    ['Albert I. Jones was here.', '(He left.)', 'Ok.']
    >>> sentences("i live in calif. it is warm.", neutral=True)
    ['i live in calif.', 'it is warm.']
    """
    cut = _segment(utf16(text).replace("\u0085", " "), neutral, 0)
    return [whole(sentence) for sentence in cut] or ([text] if text else [])


def _segment(units: str, neutral: bool, depth: int) -> list[str]:
    """Cut a text, lists in it included; nothing for a blank one."""
    text = Text(units, neutral)
    items = Lists(text).items() if depth < _DEEPEST else None
    if items is None:
        return _cut(text, frozenset())
    cut = _segment(items.before, neutral, depth + 1)
    ends = [marker.start for marker in items.markers[1:]] + [text.size]
    for marker, end in zip(items.markers, ends, strict=True):
        cut += _item(marker.core, units[marker.end : end].strip(JS_SPACE), neutral)
    return cut


def _item(core: str, body: str, neutral: bool) -> list[str]:
    """Cut an item; its number stands before its first sentence."""
    cut = [body]
    if not _ENDS.isdisjoint(body):
        text = Text(body, neutral)
        cut = _cut(text, Lists(text).periods())
    initials = 0
    while initials + 1 < len(cut) and LETTER_DOT.match(stand_in(cut[initials])):
        initials += 1
    return [" ".join([core, *cut[: initials + 1]]), *cut[initials + 1 :]]


def _cut(text: Text, list_periods: frozenset[int]) -> list[str]:
    analysis = TextAnalysis(text, list_periods)
    return Merge(analysis, Scan(analysis)).sentences
