"""Sentences as rouge-chinese cuts them: after Chinese full stops, question and exclamation marks, and at line breaks."""

from __future__ import annotations

import re

# What must be in a text for a pass to find anything, and the pass. It also uses up the character that follows, which
# therefore starts no match of the same pass.
PASSES = (
    ("。！？?", re.compile("([。！？?])([^”’])")),
    (".", re.compile(r"(\.{6})([^”’])")),
    ("…", re.compile("(…{2})([^”’])")),
    ("”’", re.compile("([。！？?][”’])([^，。！？?])")),
)


def pieces(text: str) -> list[str]:
    """The pieces of a text, empty ones too.

    >>> pieces("甲。乙！”丙？？丁\\n\\n戊")
    ['甲。', '乙！”', '丙？', '？丁', '', '戊']
    """
    for marks, ending in PASSES:
        if any(mark in text for mark in marks):
            text = ending.sub(r"\1\n\2", text)
    return text.rstrip().split("\n")


def sentences(text: str) -> list[str]:
    """The pieces that are not empty; one of white space alone stays.

    >>> sentences("a。b?\\n \\nc\\n\\n")
    ['a。', 'b?', ' ', 'c']
    """
    return [piece for piece in pieces(text) if piece]
