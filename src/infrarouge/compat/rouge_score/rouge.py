"""The command line of rouge-score: ``python -m infrarouge.compat.rouge_score.rouge --target_filepattern=...``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from infrarouge.compat.rouge_score import io, rouge_scorer, scoring

TEXTS = {
    "target_filepattern": ("files with the references, one a record: a glob", None),
    "prediction_filepattern": ("files with the predictions, in the same order: a glob", None),
    "output_filename": ("the CSV file to write", None),
    "delimiter": ("what ends a record", "\n"),
    "rouge_types": ("types, comma-separated", "rouge1,rouge2,rougeL"),
}
SWITCHES = {
    "use_stemmer": ("stem words with Porter's stemmer", False),
    "aggregate": ("write intervals over all records; --noaggregate writes the scores of each", True),
    "split_summaries": ("find the sentences of rougeLsum with NLTK's Punkt", False),
}
WORDS = {"true": True, "t": True, "1": True, "yes": True, "y": True} | {
    "false": False, "f": False, "0": False, "no": False, "n": False
}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """Ends with status 1 where the arguments are wrong, as the original does."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(1, f"FATAL Flags parsing error: {message}\n")


def parse(arguments: Sequence[str], more: Mapping[str, tuple[str, str]] | None = None) -> argparse.Namespace:
    """Read flags in any spelling that absl takes: ``--flag=x``, ``-flag x``, ``--switch``, ``--noswitch``, ``--switch=no``.

    >>> files = ["--target_filepattern=t", "--prediction_filepattern=p", "-output_filename", "o"]
    >>> parse([*files, "--noaggregate"]).aggregate, parse([*files, "--use_stemmer=true"]).use_stemmer
    (False, True)

    `more` are further flags that take a text, with what they are about and their defaults.
    """
    parser = Parser(prog="rouge", description=__doc__, allow_abbrev=False)
    for name, (about, default) in {**TEXTS, **(more or {})}.items():
        parser.add_argument(f"--{name}", f"-{name}", help=about, default=default, required=default is None)
    for name, (about, on) in SWITCHES.items():
        parser.add_argument(f"--{name}", f"-{name}", help=about, default=on, type=_truth)
        parser.add_argument(f"--no{name}", f"-no{name}", help=argparse.SUPPRESS, dest=name, action="store_false")
    return parser.parse_args([_tied(one) for one in arguments])


def _tied(argument: str) -> str:
    """Give a bare switch its value, so that it does not take the word after it."""
    return f"{argument}=true" if argument.lstrip("-") in SWITCHES and argument.startswith("-") else argument


def _truth(word: str) -> bool:
    if word.lower() not in WORDS:
        raise argparse.ArgumentTypeError(f"{word!r} is no truth value; type true or false")
    return WORDS[word.lower()]


def main(arguments: Sequence[str] | None = None) -> None:
    """Score files and write the CSV."""
    flags = parse(sys.argv[1:] if arguments is None else arguments)
    scorer = rouge_scorer.RougeScorer(flags.rouge_types.split(","), flags.use_stemmer, flags.split_summaries)
    io.compute_scores_and_write_to_csv(
        flags.target_filepattern,
        flags.prediction_filepattern,
        flags.output_filename,
        scorer,
        scoring.BootstrapAggregator() if flags.aggregate else None,
        delimiter=flags.delimiter,
    )


if __name__ == "__main__":
    main()
