"""Words that count as one: classes of words and of phrases, found before anything is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Entry = tuple[str, ...]
"""The words of one synonym, as texts have them."""


class MergedWord(NamedTuple):
    """A word as it is compared, and from which word of the sentence to which it stands."""

    text: str
    first: int
    last: int


class Classes:
    """Sets of synonyms as classes: sets that share an entry are one, and its first entry stands for each.

    >>> classes = Classes([[("new", "york"), ("nyc",)], [("nyc",), ("big", "apple")], [("car",), ("auto",)]])
    >>> classes.words
    {'nyc': 'new york', 'auto': 'car'}
    >>> [found.text for found in classes.merged(["big", "apple", "auto", "new"])]
    ['new york', 'car', 'new']
    """

    def __init__(self, sets: Iterable[Sequence[Entry]]) -> None:
        home: dict[Entry, list[Entry]] = {}
        for entries in sets:
            known: dict[int, list[Entry]] = {}
            fresh: dict[Entry, None] = {}
            for entry in entries:
                if entry in home:
                    known[id(home[entry])] = home[entry]
                elif entry:
                    fresh[entry] = None
            # The largest class takes the others in, so that many sets are put together in little time.
            members = max(known.values(), key=len) if known else []
            for other in known.values():
                if other is not members:
                    members += other
                    home.update(dict.fromkeys(other, members))
            members += fresh
            home.update(dict.fromkeys(fresh, members))
        order = {entry: place for place, entry in enumerate(home)}
        self.words: dict[str, str] = {}
        """Single words, with what stands for them."""
        self.phrases: dict[str, list[tuple[Entry, str]]] = {}
        """Entries of several words by their first word, the longest first, with what stands for them."""
        for members in {id(members): members for members in home.values()}.values():
            first = min(members, key=order.__getitem__)
            head = " ".join(first)
            for entry in members:
                if len(entry) > 1:
                    self.phrases.setdefault(entry[0], []).append((entry, head))
                elif entry[0] != head:
                    self.words[entry[0]] = head
        for phrases in self.phrases.values():
            phrases.sort(key=lambda phrase: (-len(phrase[0]), phrase[0]))

    def merged(self, words: Sequence[str]) -> list[MergedWord]:
        """The words of a sentence with one word for each phrase, the longest at each place, from the left."""
        merged: list[MergedWord] = []
        at = 0
        while at < len(words):
            for entry, head in self.phrases.get(words[at], ()):
                if tuple(words[at : at + len(entry)]) == entry:
                    merged.append(MergedWord(head, at, at + len(entry) - 1))
                    at += len(entry)
                    break
            else:
                merged.append(MergedWord(self.words.get(words[at], words[at]), at, at))
                at += 1
        return merged


DICTIONARY_ENDING = "다"
"""What a Korean dictionary puts behind the stem of a verb or an adjective."""


def base_entry(words: Sequence[str], written: str) -> Entry:
    """The words that an analyser reads in a dictionary form, without the ending that only dictionaries write.

    >>> base_entry(["달리", "다"], "달리다"), base_entry(["new", "york"], "New York")
    (('달리',), ('new', 'york'))
    """
    if len(words) > 1 and words[-1] == DICTIONARY_ENDING and written.strip().endswith(DICTIONARY_ENDING):
        words = words[:-1]
    return tuple(words)


def classes_of(
    sets: Iterable[Iterable[str]],
    read: Callable[[list[str]], list[Entry]],
    *,
    refuse: Callable[[str], Exception] | None,
) -> Classes:
    """Classes of synonyms as they are written, each read by `read`; `refuse` says what is wrong with one that has no words."""
    listed = [list(entries) for entries in sets]
    distinct = list(dict.fromkeys(entry for entries in listed for entry in entries))
    words = dict(zip(distinct, read(distinct), strict=True))
    if refuse is not None:
        for entry in distinct:
            if not words[entry]:
                raise refuse(entry)
    return Classes([[words[entry] for entry in entries] for entries in listed])
