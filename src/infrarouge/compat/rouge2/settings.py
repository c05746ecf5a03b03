"""The settings of ROUGE 2.0, as its file ``rouge.properties`` has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from infrarouge.errors import InputError
from infrarouge.registry import nearest

Tagger: TypeAlias = Callable[[list[str]], Iterable[str]]
"""Gets the cleaned lines of a text, and returns lines of ``word_TAG`` words."""

Synonyms: TypeAlias = "Callable[[str], Iterable[str]] | Mapping[str, Iterable[str]]"
"""The synonyms of a ``word_tag``, the word itself among them."""

TYPES = ("normal", "normalCompressed", "topic", "topicUniq")
UNIT = re.compile("([1-9][0-9]*)|(S|SU)([0-9]+)|([Ll])")


class IllegalArgumentException(InputError):
    """A setting that ROUGE 2.0 refuses, named as Java names it."""


def one_tag(lines: list[str]) -> list[str]:
    """Take lines that are tagged already as they are, in small letters.

    >>> one_tag(["The_DT cat_NN"])
    ['the_dt cat_nn']
    """
    return [line.lower() for line in lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting that moves a number.

    >>> Settings(ngram="1,SU4").label("SU4"), Settings(stop_words=frozenset({"a"}), stem=True).label("L")
    ('ROUGE-SU4', 'ROUGE-L+StopWordRemoval+Stemming')
    """

    rouge_type: str = "normal"
    ngram: str = "1"
    beta: float = 1.0
    stop_words: frozenset[str] | None = None
    stem: bool = False
    stemmer: str = "englishStemmer"
    topic_type: str = "nn"
    tagger: Tagger | None = None
    synonyms: Synonyms | None = None

    def __post_init__(self) -> None:
        if self.rouge_type not in TYPES:
            raise IllegalArgumentException(
                f"rouge.type is {self.rouge_type!r}{nearest(self.rouge_type, TYPES).rstrip('.')}"
            )
        for unit in self.units:
            if not UNIT.fullmatch(unit):
                raise IllegalArgumentException(
                    f"unknown ngram {unit!r}; type numbers, S<k>, SU<k> or L, with commas between: ngram=1,2,SU4,L"
                )
        if self.tagger is None and (self.rouge_type.startswith("topic") or self.synonyms is not None):
            raise IllegalArgumentException(
                "topics and synonyms need tags; give tagger=, a function from cleaned lines to lines of word_TAG, "
                "or write tagged lines and give tagger='ready'"
            )

    @property
    def units(self) -> list[str]:
        """What is counted, in the order of the setting."""
        return [unit.strip() for unit in self.ngram.split(",") if unit.strip()]

    def label(self, unit: str) -> str:
        """The name of a unit in the results."""
        kind = "" if self.rouge_type == "normal" else f"-{self.rouge_type}"
        switches = {
            "+StopWordRemoval": self.stop_words is not None,
            "+Stemming": self.stem,
            "+Synonyms": self.synonyms is not None,
        }
        return f"ROUGE-{unit}{kind}{''.join(name for name, on in switches.items() if on)}"


KEYS = {
    "project.dir": "projects",
    "rouge.type": "normal",
    "ngram": "1",
    "beta": "1.0",
    "stopwords.use": "false",
    "stopwords.file": "resources/stopwords-rouge-default.txt",
    "topic.type": "nn",
    "pos_tagger_name": "",
    "stemmer.name": "englishStemmer",
    "stemmer.use": "false",
    "synonyms.use": "false",
    "output": "console",
    "outputFile": "results.txt",
}
"""The keys of the file, with what they are where they are missing."""


def read_properties(path: str | Path) -> dict[str, str]:
    """Read a file of ``key=value`` lines; what is missing has its default.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
    ...     _ = file.write("# mine\\nngram = L,1\\n")
    ...     file.flush()
    ...     read_properties(file.name)["ngram"]
    'L,1'
    """
    found = dict(KEYS)
    try:
        text = Path(path).read_text(encoding="latin-1")
    except FileNotFoundError:
        raise InputError(f"there is no file {str(path)!r}; name it with -Drouge.prop=FILE") from None
    for line in text.splitlines():
        pair = re.match(r"\s*([^#!=:\s][^=:\s]*)\s*[=:\s]\s*(.*)", line)
        if pair:
            found[pair[1]] = pair[2].strip()
    return found


def settings_of(properties: Mapping[str, str]) -> Settings:
    """The settings that a file of properties says.

    >>> settings_of({**KEYS, "ngram": "L", "beta": "2"}).beta
    2.0
    """

    def on(key: str) -> bool:
        return properties[key].strip().lower() == "true"

    try:
        beta = float(properties["beta"])
    except ValueError:
        raise IllegalArgumentException(f"beta is {properties['beta']!r}; give a number, such as beta=1.0") from None
    if on("synonyms.use"):
        raise IllegalArgumentException(
            "synonyms.use is true; the synonyms of ROUGE 2.0 come from WordNet, which is not here: call "
            "infrarouge.compat.rouge2.score(..., synonyms=...) with sets of your own"
        )
    settings = Settings(ngram=properties["ngram"], beta=beta, topic_type=properties["topic.type"])
    tagged = properties["rouge.type"].startswith("topic")
    if tagged and properties["pos_tagger_name"] != "ready":
        raise IllegalArgumentException(
            f"rouge.type is {properties['rouge.type']}, and there is no tagger here; write lines of word_TAG words and "
            "set pos_tagger_name=ready"
        )
    return replace(
        settings,
        rouge_type=properties["rouge.type"],
        stop_words=stop_words(properties["stopwords.file"]) if on("stopwords.use") else None,
        stem=on("stemmer.use"),
        stemmer=properties["stemmer.name"],
        tagger=one_tag if tagged else None,
    )


def stop_words(source: Any) -> frozenset[str]:
    """The words of a list: a file with one a line, or words."""
    if not isinstance(source, (str, Path)):
        return frozenset(source)
    try:
        lines = Path(source).read_text(encoding="latin-1").splitlines()
    except FileNotFoundError:
        raise InputError(
            f"there is no file {str(source)!r}; set stopwords.file to a file with one word a line"
        ) from None
    return frozenset(line.strip().lower() for line in lines)
