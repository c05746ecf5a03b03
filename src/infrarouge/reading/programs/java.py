"""Words and lines as Java's split leaves them, which rage4j scores."""

from __future__ import annotations

from infrarouge.reading.limits import ASCII_SPACE, fields


def words(text: str) -> list[str]:
    """What stands between ASCII white space; white space in front makes an empty word, and so does an empty text.

    >>> words(" a b "), words(""), words(" ")
    (['', 'a', 'b'], [''], [])
    """
    return fields(text, leading_blank=True) if text else [""]


def lines(text: str) -> list[str]:
    """Lines without the blank ones; white space in front counts in the first line only.

    >>> lines(" a\\n\\n b"), lines("")
    ([' a', 'b'], [''])
    """
    first, *rest = text.split("\n")
    kept = [first] if words(first) else []
    return kept + [line.lstrip(ASCII_SPACE) for line in rest if line.strip(ASCII_SPACE)]
