"""Synonyms from a WordNet that is installed: Debian's dictionary, NLTK's corpus, or a database of the package wn.

A word of WordNet has many senses, and sets of all of them would make nearly every word equal to every other. So a word
stands for its most frequent sense alone: two words are synonyms if their most frequent senses are the same one. That is
symmetric, and every word is in one set at most. Nothing is ever downloaded.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from infrarouge.errors import InputError, MissingDataError

PARTS = {"noun": "1", "verb": "2", "adj": "3", "adv": "4"}
"""The parts of speech in the order that decides between equal counts, with their numbers in the keys of senses."""

Sets = tuple[tuple[str, ...], ...]
Sense = tuple[str, int, int, str]
"""A word, how often its sense was counted, the rank of its part of speech, and the sense."""


def wordnet(where: str = "") -> tuple[str, Sets]:
    """Name and sets of a WordNet: in a folder, of a lexicon of the package wn, or the first that is installed."""
    if where and os.path.isdir(where):
        return _dictionary(Path(where))
    if where and re.search(r"[/\\]", where):
        raise InputError(f"no folder {where!r}; give the folder that holds index.noun: synonyms='wordnet:FOLDER'")
    if not where:
        folder = next((folder for folder in _folders() if (folder / "index.noun").is_file()), None)
        if folder is not None:
            return _dictionary(folder)
    lexicon = _lexicon(where)
    if lexicon is None:
        what = f"the lexicon {where!r} of the package wn" if where else "a WordNet"
        raise MissingDataError(
            f"synonyms='wordnet{':' if where else ''}{where}' needs {what}, which is not installed and is never "
            "downloaded; type one of: apt install wordnet-base; python -m nltk.downloader wordnet; "
            "python -m wn download oewn:2024; or name a folder with index.noun: synonyms='wordnet:FOLDER'"
        )
    return _of_lexicon(lexicon)


def _folders() -> Iterator[Path]:
    """Where the files of a WordNet can be."""
    if os.environ.get("WNSEARCHDIR"):
        yield Path(os.environ["WNSEARCHDIR"])
    if os.environ.get("WNHOME"):
        yield Path(os.environ["WNHOME"], "dict")
    yield Path("/usr/share/wordnet")
    try:
        data: Any = import_module("nltk").data  # an extra
    except ImportError:
        return
    for folder in data.path:
        yield Path(folder, "corpora", "wordnet")


def _dictionary(folder: Path) -> tuple[str, Sets]:
    index = folder / "index.noun"
    if not index.is_file():
        raise InputError(f"the folder {str(folder)!r} has no file index.noun; give the folder of a WordNet")
    return _read(str(folder), index.stat().st_mtime_ns)


@lru_cache(maxsize=2)
def _read(folder: str, changed: int) -> tuple[str, Sets]:
    """Read the index files of a WordNet; the first sense of a word is its most frequent one."""
    counts: dict[str, int] = {}
    tagged = Path(folder, "cntlist.rev")
    if tagged.is_file():
        for line in tagged.read_text(encoding="utf-8").splitlines():
            key, number, count = line.split(" ")[:3]
            word, _, rest = key.partition("%")
            if number == "1":
                # Adjectives have two numbers, one for those that stand beside another.
                counts[f"{word}%{'3' if rest[0] == '5' else rest[0]}"] = int(count)
    version = ""
    senses: list[Sense] = []
    for rank, (part, number) in enumerate(PARTS.items()):
        index = Path(folder, f"index.{part}")
        if not index.is_file():
            continue
        for line in index.read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):  # the licence
                version = version or "".join(re.findall(r"WordNet (\d[\d.]*\d)", line)[:1])
                continue
            fields = line.split()
            # word, part of speech, senses, pointers, each pointer, senses, tagged senses, then the senses in order
            first = fields[6 + int(fields[3])]
            senses.append((fields[0].replace("_", " "), counts.get(f"{fields[0]}%{number}", 0), rank, f"{part}{first}"))
    return f"wordnet-{version or 'unknown'}", _classes(senses)


def _classes(senses: Iterable[Sense]) -> Sets:
    """Words by their most frequent sense, the earlier part of speech where counts are equal."""
    best: dict[str, tuple[int, int, str]] = {}
    for word, count, rank, sense in senses:
        candidate = (-count, rank, sense)
        if word not in best or candidate[:2] < best[word][:2]:
            best[word] = candidate
    sets: dict[str, list[str]] = {}
    for word, (_, _, sense) in best.items():
        sets.setdefault(sense, []).append(word)
    return tuple(sorted(tuple(sorted(words)) for words in sets.values() if len(words) > 1))


def _lexicon(name: str) -> Any:
    """A lexicon of the package wn by its name, or the first of English that it has."""
    try:
        wn: Any = import_module("wn")  # an extra
        known = sorted(
            wn.lexicons(lexicon=name) if name else wn.lexicons(lang="en"), key=lambda lexicon: lexicon.specifier()
        )
    except Exception:  # no package, no database, or no such lexicon in it
        return None
    return wn.Wordnet(lexicon=known[0].specifier()) if known else None


def _of_lexicon(lexicon: Any) -> tuple[str, Sets]:
    (info,) = lexicon.lexicons()
    ranks = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}
    senses: list[Sense] = []
    for word in lexicon.words():
        first = next(iter(word.senses()), None)
        if first is not None:
            count = sum(int(counted.value if hasattr(counted, "value") else counted) for counted in first.counts())
            senses.append((word.lemma().lower(), count, ranks.get(word.pos, 4), first.synset().id))
    return re.sub(r"[\s|%@]", "-", str(info.specifier())), _classes(senses)
