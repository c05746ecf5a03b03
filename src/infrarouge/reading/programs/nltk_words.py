"""Penn Treebank words as NLTK's `word_tokenize` cuts them, without NLTK.

The rules are those of the Treebank's own script, in the order that NLTK applies them and with what it added: curly and
angle quotation marks, long dashes, asterisks, and dots in a row (NLTK 3.10). `word_tokenize` cuts a text into sentences first, and only the last
full stop of a sentence is a word; here that is the business of ``sentences=``.
"""

from __future__ import annotations

import re

BEFORE = (
    ("[«“‘„]|`+", r" \g<0> "),
    ('^"', "``"),
    ("``", r" \g<0> "),
    (r"""([ (\[{<])("|'')""", r"\1 `` "),
    (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' "),
    (r"""([^.])(\.)([\])}>"'»”’ ]*)\s*$""", r"\1 \2 \3 "),
    (r"([:,])([^\d])", r" \1 \2"),
    ("[:,]$", r" \g<0> "),
    (r"\.{2,}", r" \g<0> "),
    ("[;@#$%&‒–—―]", r" \g<0> "),
    (r"""([^.])(\.)([\])}>"']*)\s*$""", r"\1 \2\3 "),
    ("[?!]", r" \g<0> "),
    ("([^'])' ", r"\1 ' "),
    ("[*]", r" \g<0> "),
    (r"[\]\[(){}<>]", r" \g<0> "),
    ("--", r" \g<0> "),
)
"""What is put apart, in order, while the text stands as it is."""

AFTER = (
    ("[»”’]", r" \g<0> "),
    ("''", r" \g<0> "),
    ('"', " '' "),
    (r"\s+", " "),
    ("([^' ])('[sSmMdD]|') ", r"\1 \2 "),
    ("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
    (r"(?i)\b(can)(not)\b", r" \1 \2 "),
    (r"(?i)\b(d)('ye)\b", r" \1 \2 "),
    (r"(?i)\b(gim)(me)\b", r" \1 \2 "),
    (r"(?i)\b(gon)(na)\b", r" \1 \2 "),
    (r"(?i)\b(got)(ta)\b", r" \1 \2 "),
    (r"(?i)\b(lem)(me)\b", r" \1 \2 "),
    (r"(?i)\b(more)('n)\b", r" \1 \2 "),
    (r"(?i)\b(wan)(na)(?=\s)", r" \1 \2 "),
    (r"(?i) ('t)(is)\b", r" \1 \2 "),
    (r"(?i) ('t)(was)\b", r" \1 \2 "),
)
"""What is put apart, in order, once a blank stands at either end."""

_BEFORE, _AFTER = ([(re.compile(pattern), put) for pattern, put in rules] for rules in (BEFORE, AFTER))


def treebank(text: str) -> list[str]:
    """Cut a sentence into words as NLTK's `word_tokenize` does.

    >>> treebank("They can't say \\"no\\" to the U.S. offer, e.g. $3.50.")
    ['They', 'ca', "n't", 'say', '``', 'no', "''", 'to', 'the', 'U.S.', 'offer', ',', 'e.g.', '$', '3.50', '.']
    """
    for pattern, put in _BEFORE:
        text = pattern.sub(put, text)
    text = f" {text} "
    for pattern, put in _AFTER:
        text = pattern.sub(put, text)
    return text.split()
