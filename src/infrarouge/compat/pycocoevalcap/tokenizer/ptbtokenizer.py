"""The class `PTBTokenizer`, without Java."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from infrarouge.reading.programs.ptb import words

__all__ = ["PTBTokenizer"]


class PTBTokenizer:
    """Cuts captions into words as the original does through a Java program, by rules of our own and without Java.

    What it promises: the words of every recorded text of the original are the same. What it cannot promise: that they
    are the same for every text. Telephone numbers, most emoticons, markup with attributes, paths of files and words
    that run into punctuation can come out otherwise. Scores from it are those of the profile `pycocoevalcap-1.2` with
    ``tokens="ptb"``, and their signature says so. Where a number must be that of the Java program, use the original's
    class and this package's `Rouge`.

    A caption ends at CR, VT, FF, U+2028 and U+2029. In the original such a caption also moves all later ones of the
    call to wrong ids; here it does not.

    >>> PTBTokenizer().tokenize({1: [{"caption": "A man's dog (brown) can't jump!"}]})
    {1: ["a man 's dog -lrb- brown -rrb- ca n't jump"]}
    """

    def tokenize(self, captions_for_image: Mapping[Any, Sequence[Mapping[str, Any]]]) -> dict[Any, list[str]]:
        """Tokenize the captions of every id; an id without captions is left out.

        >>> PTBTokenizer().tokenize({1: [{"caption": "Two cats."}, {"caption": "..."}], 2: []})
        {1: ['two cats', '']}
        """
        tokenized = {
            key: [" ".join(words(_caption(key, entry))) for entry in captions]
            for key, captions in captions_for_image.items()
        }
        return {key: captions for key, captions in tokenized.items() if captions}


def _caption(key: Any, entry: Any) -> str:
    if isinstance(entry, (str, bytes)):
        raise TypeError(
            f"a caption of {key!r} is {type(entry).__name__}; give a dict for each: {{'caption': {entry!r}}}"
        )
    caption = entry["caption"]
    if isinstance(caption, bytes):
        raise TypeError(f"a caption of {key!r} is bytes; decode it first: caption.decode('utf-8')")
    if not isinstance(caption, str):
        kind = type(caption).__name__
        raise AttributeError(f"'{kind}' object has no attribute 'replace': a caption of {key!r} must be a str")
    return caption
