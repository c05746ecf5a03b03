"""How long does a CNN/DailyMail test set take, files, resamples and all, against the 200 s of the Perl program?

    python bench/bench_rouge155.py                     # 11,490 pairs of SEE files, in a temporary folder
    python bench/bench_rouge155.py --perl ROUGE-1.5.5.pl --perl-data data --pairs 300    # and the Perl program itself

The texts are made up, in the sizes of that test set: references of about 55 words in four sentences, predictions of about
60 that share some of them.
"""

from __future__ import annotations

import argparse
import itertools
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAIRS = 11_490
PERL_SECONDS = 200.0
OPTIONS = ["-c", "95", "-r", "1000", "-n", "2", "-m", "-a"]
COMMON = [
    "the",
    "a",
    "of",
    "to",
    "in",
    "and",
    "said",
    "was",
    "for",
    "on",
    "that",
    "he",
    "is",
    "with",
    "his",
    "at",
    "it",
    "as",
    "by",
    "has",
    "be",
    "from",
    "were",
    "have",
    "an",
    "had",
    "who",
    "not",
    "they",
]
SUFFIXES = ["", "", "", "s", "ed", "ing", "er", "ation", "ment", "ly", "ness", "ational"]


def vocabulary(rng: random.Random, size: int = 40_000) -> list[str]:
    """Words of two or three syllables with English endings, the common words of English first."""
    syllables = ["".join(one) for one in itertools.product("bcdfglmnprstvw", "aeiou", ["", "n", "r", "s", "t", "l"])]
    made = {rng.choice(syllables) + rng.choice(syllables) + rng.choice(SUFFIXES) for _ in range(size)}
    return COMMON + sorted(made)


def sentences(rng: random.Random, words: list[str], weights: list[float], mean: int) -> list[str]:
    """About four sentences, `mean` words in all."""
    count = max(1, round(rng.gauss(3.8, 1.2)))
    return [
        " ".join(rng.choices(words, cum_weights=weights, k=max(3, round(rng.gauss(mean / 3.8, 4))))) + " ."
        for _ in range(count)
    ]


def see(name: str, lines: list[str]) -> str:
    """A SEE file, as pyrouge writes it."""
    body = "\n".join(
        f'<a name="{at}">[{at}]</a> <a href="#{at}" id={at}>{line}</a>' for at, line in enumerate(lines, 1)
    )
    return f'<html>\n<head>\n<title>{name}</title>\n</head>\n<body bgcolor="white">\n{body}\n</body>\n</html>'


def make(folder: Path, pairs: int) -> Path:
    """Write the files and their evaluation file."""
    rng = random.Random(155)
    words = vocabulary(rng)
    weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words))))
    evals = []
    for side in ("system", "model"):
        (folder / side).mkdir()
    for at in range(pairs):
        reference = sentences(rng, words, weights, 55)
        shared = [word for line in reference for word in line.split() if rng.random() < 0.4]
        prediction = sentences(rng, words + shared, weights + [weights[-1]] * len(shared), 50)
        prediction.insert(rng.randrange(len(prediction) + 1), " ".join(shared) or "none")
        (folder / "system" / f"{at:05d}_decoded.html").write_text(see(f"{at}", prediction))
        (folder / "model" / f"{at:05d}_reference.html").write_text(see(f"{at}", reference))
        evals.append(
            f'<EVAL ID="{at + 1}">\n<MODEL-ROOT>{folder}/model</MODEL-ROOT>\n<PEER-ROOT>{folder}/system</PEER-ROOT>\n'
            f'<INPUT-FORMAT TYPE="SEE">\n</INPUT-FORMAT>\n<PEERS>\n<P ID="1">{at:05d}_decoded.html</P>\n</PEERS>\n'
            f'<MODELS>\n<M ID="A">{at:05d}_reference.html</M>\n</MODELS>\n</EVAL>\n'
        )
    settings = folder / "settings.xml"
    settings.write_text('<ROUGE-EVAL version="1.0">\n' + "".join(evals) + "</ROUGE-EVAL>")
    return settings


def seconds(command: list[str], repeats: int) -> tuple[float, bytes]:
    """The best wall-clock time of a command, starting it included, and what it printed."""
    best = float("inf")
    for _ in range(repeats):
        started = time.perf_counter()
        out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        best = min(best, time.perf_counter() - started)
    return best, out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--perl", help="the Perl program, to time it too and compare what it prints")
    parser.add_argument("--perl-data", help="its data folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = str(make(Path(folder), given.pairs))
        taken, out = seconds([sys.executable, "-m", "infrarouge", "rouge-1.5.5", *OPTIONS, settings], given.repeats)
        print(out.decode(), end="")
        print(f"infrarouge  {given.pairs} pairs in {taken:.2f} s, {' '.join(OPTIONS)}")
        if given.pairs == PAIRS:
            print(f"the Perl program takes about {PERL_SECONDS:.0f} s: {PERL_SECONDS / taken:.0f} times as long")
        if given.perl:
            command = ["perl", f"-I{Path(given.perl).parent}", given.perl, "-e", given.perl_data, *OPTIONS, settings]
            perl, theirs = seconds(command, 1)
            print(f"Perl        {given.pairs} pairs in {perl:.2f} s: {perl / taken:.0f} times as long")
            print("both print the same" if theirs == out else "THE PRINT-OUTS DIFFER")


if __name__ == "__main__":
    main()
