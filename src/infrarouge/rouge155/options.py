"""The command line of ROUGE-1.5.5: one-letter options, read as Perl's Getopt::Std reads them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from infrarouge.errors import InputError
from infrarouge.files.summaries import FORMATS
from infrarouge.matching import LongestCommon, Metric, NGram, SkipBigram, WeightedCommon
from infrarouge.matching.weighted import MOST_WEIGHT
from infrarouge.rules.amounts import MOST_RESAMPLES
from infrarouge.rules.catalogue import profile
from infrarouge.rules.profile import Profile, Resampling

FLAGS = "adhHmsuUvx"
WITH_VALUE = "bceflnprtwz23"
MOST_WORDS = 1_000_000_000
BOUNDS = {
    "n": (-math.inf, 999),
    "2": (-math.inf, 999_999_999),
    "l": (-MOST_WORDS, MOST_WORDS),
    "b": (-MOST_WORDS, MOST_WORDS),
}
"""The least and the most of options that are whole numbers; -n and -2 below 0 mean none and any."""
AVERAGES = {1.0: "counts", 2.0: "totals"}
"""What -t averages, where it is not scores."""

USAGE = """\
usage: infrarouge rouge-1.5.5 [options] FILE [SYSTEM]

FILE is an XML evaluation file or, with -z, a list of paths. The output is that of the Perl program ROUGE-1.5.5.
"""

HELP = """
What is compared
  -a        score every system of FILE, in order of their IDs
  -z TYPE   FILE is a list: in each line the peer's file and its models'; all are SEE, SPL, ISI or SIMPLE
  -f A|B    several models: pool their counts (A, default), or take the one with the best recall (B)

Metrics
  -n N      ROUGE-1 to ROUGE-N (none unless given)
  -x        no ROUGE-L
  -w W      ROUGE-W with this weight, such as 1.2
  -2 GAP    ROUGE-S with at most GAP words between, -1 for any number;  -u ROUGE-SU instead, -U both
  -3 MODE   ROUGE-BE on SIMPLE files: H, HM, HMR, HM1, HMR1 or HMR2

Words
  -m        stem;  -s  drop stop words;  -b N  first N bytes;  -l N  first N words

Numbers
  -p ALPHA  balance of F, from 0 (recall) to 1 (precision), default 0.5
  -t 0|1|2  average scores (0, default), score summed counts (1), or print summed counts (2)
  -c LEVEL  confidence in percent, default 95;  -r N  resamples, default 1000
  -d        print every evaluation too

  -e DIR    accepted; the word tables are built in;  -v  say more on standard error;  -h, -H  help

Ours
  --keep-going      leave out evaluations that cannot be scored, with a warning, and go on
  --stemmer NAME    what -m applies: porter-1.5.5 (default), or porter-1.5.5-bare for an empty exception table
  --install DIR     make DIR a home with an executable ROUGE-1.5.5.pl and a data folder
"""


@dataclass(slots=True)
class Options:
    """Options as typed, and what they mean."""

    given: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    keep_going: bool = False
    stemmer: str = "porter-1.5.5"
    install: str | None = None
    help: bool = False
    notes: dict[str, str] = field(default_factory=dict)
    """What is worth a warning, by option."""

    def has(self, letter: str) -> bool:
        """Whether an option was given."""
        return letter in self.given

    def number(self, letter: str, default: float, accepted: str, check: Callable[[float], bool]) -> float:
        """The value of an option as a number."""
        if letter not in self.given:
            return default
        typed = self.given[letter]
        # What does not look like a number is 0 to Perl, and what starts like one is that number.
        digits = re.match(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)", typed)
        value = float(digits.group(1)) if digits else 0.0
        if not check(value):
            raise InputError(f"-{letter} {typed}: give {accepted}")
        if not digits or digits.end() < len(typed.rstrip()):
            self.notes[letter] = f"-{letter} {typed} is read as {value:g}; give {accepted}"
        return value

    def whole(self, letter: str, accepted: str) -> int:
        """The value of an option as a whole number, 0 if it is not given; a fraction is cut off."""
        least, most = BOUNDS[letter]
        return math.floor(self.number(letter, 0, f"{accepted}, at most {most:,}", lambda value: least <= value <= most))

    @property
    def format(self) -> str | None:
        """The format of all files under -z; None where FILE is XML."""
        if not self.has("z"):
            return None
        if self.given["z"].upper() not in FORMATS:
            raise InputError(f"-z {self.given['z']}: give one of {', '.join(FORMATS)}")
        return self.given["z"].upper()

    @property
    def level(self) -> str:
        """The confidence level as it is printed."""
        return self.given.get("c", "95")

    def metrics(self) -> dict[Metric, str]:
        """The metrics of texts, in order, and what they are called."""
        metrics: dict[Metric, str] = {}
        for n in range(1, self.whole("n", "a number of words, such as 2") + 1):
            metrics[NGram(n)] = f"ROUGE-{n}"
        if not self.has("x") and not self.has("3"):
            metrics[LongestCommon(union=True)] = "ROUGE-L"
        if self.has("w"):
            accepted = f"a weight from {1 / MOST_WEIGHT} to {MOST_WEIGHT}, such as 1.2"
            weight = self.number("w", 0, accepted, lambda weight: 1 / MOST_WEIGHT <= weight <= MOST_WEIGHT)
            metrics[WeightedCommon(weight, union=True)] = f"ROUGE-W-{self.given['w']}"
        if self.has("2"):
            gap = self.whole("2", "the most words between, such as 4, or -1 for any number")
            shown = "*" if gap < 0 else self.given["2"]
            if not self.has("u"):
                metrics[SkipBigram(None if gap < 0 else gap)] = f"ROUGE-S{shown}"
            if self.has("u") or self.has("U"):
                metrics[SkipBigram(None if gap < 0 else gap, unigrams=True)] = f"ROUGE-SU{shown}"
        return metrics

    @property
    def limits(self) -> tuple[int | None, int | None]:
        """The limit in words and in bytes; 0 is none, and a negative number of bytes cuts them off the first sentence."""
        if self.has("b") and self.has("l"):
            raise InputError("-b and -l exclude each other: give the limit in bytes or in words")
        words, size = self.whole("l", "a number of words"), self.whole("b", "a number of bytes")
        return words or None, size or None

    def profile(self) -> Profile:
        """The profile with these options."""
        words, size = self.limits
        resampling = Resampling(
            n_resamples=int(
                self.number("r", 1000, f"a whole number from 1 to {MOST_RESAMPLES:,}, such as 1000", _is_count)
            ),
            confidence_level=self.number("c", 95, "a percentage, such as 95", lambda x: 0 <= x <= 100) / 100,
            average=AVERAGES.get(self.number("t", 0, "0, 1 or 2", lambda _: True), "scores"),
        )
        return profile(
            "rouge-1.5.5",
            stemmer=self.stemmer if self.has("m") else None,
            stopwords="smart" if self.has("s") else None,
            max_words=words,
            max_bytes=size if size is None or size >= 0 else None,
            alpha=self.number("p", 0.5, "a number from 0 to 1", lambda found: 0 <= found <= 1),
            combine="best-recall-5" if self.given.get("f") == "B" else "pool",
            resampling=resampling,
        )


def _is_count(value: float) -> bool:
    return 1 <= value <= MOST_RESAMPLES and value == math.floor(value)


def parse(arguments: list[str]) -> Options:
    """Read a command line.

    Letters may stand together (``-ax``), a value may follow its letter directly or as the next word, whatever that
    looks like (``-2 -1``), and the first word that is no option ends them.

    >>> made = parse("-axn2 -2 -1 -U file.xml".split())
    >>> made.given, made.arguments
    ({'a': '', 'x': '', 'n': '2', '2': '-1', 'U': ''}, ['file.xml'])
    """
    options = Options()
    words = list(arguments)
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word == "--":
            break
        if word.startswith("--"):
            _long(word, words, options)
            continue
        letter, rest = word[1], word[2:]
        if letter == "M":
            raise InputError("-M (stem the models only) is not supported; -m stems both sides")
        if letter in WITH_VALUE:
            if not rest and not words:
                raise InputError(f"-{letter} needs a value; infrarouge rouge-1.5.5 -h tells which")
            options.given[letter] = rest or words.pop(0)
        else:
            if letter in FLAGS:
                options.given[letter] = ""
            else:
                options.notes[letter] = f"unknown option -{letter} is ignored; infrarouge rouge-1.5.5 -h lists them"
            if rest:
                words.insert(0, f"-{rest}")
    options.arguments = words
    return options


def _long(word: str, words: list[str], options: Options) -> None:
    """Read an option of ours."""
    name, equals, value = word.partition("=")
    if name == "--keep-going" and not equals:
        options.keep_going = True
    elif name == "--help":
        options.help = True
    elif name in ("--install", "--stemmer"):
        if not equals and not words:
            raise InputError(f"{name} needs a value; infrarouge rouge-1.5.5 -H tells which")
        value = value if equals else words.pop(0)
        if name == "--install":
            options.install = value
        else:
            options.stemmer = value
    else:
        raise InputError(f"unknown option {word!r}; infrarouge rouge-1.5.5 -H lists them")
