"""The command ``rouge-metric``, which runs ROUGE-1.5.5 on files."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from infrarouge.compat.rouge_metric.perl_rouge import evaluations, files_of, output, references_of
from infrarouge.rouge155.options import FLAGS, HELP, WITH_VALUE

USAGE = "usage: python -m infrarouge.compat.rouge_metric HYPOTHESIS REFERENCE [REFERENCE ...] [options of ROUGE-1.5.5]"


def main(arguments: Sequence[str] | None = None) -> None:
    """Score a file against files, or a folder against a folder, and print what ROUGE-1.5.5 prints.

    References belong to a file if their names begin with its stem and a dot.
    """
    options, paths = divided(list(sys.argv[1:] if arguments is None else arguments))
    if "-h" in options:
        print(USAGE + HELP, end="")
        return
    if len(paths) < 2:
        sys.exit(f"{USAGE}\ngive a hypothesis and its references")
    hypothesis, *references = map(Path, paths)
    if hypothesis.is_file():
        pairs = [(hypothesis, references_of(hypothesis, references))]
    elif hypothesis.is_dir():
        pairs = [(peer, references_of(peer, files_of(references[0]))) for peer in files_of(hypothesis)]
    else:
        sys.exit(f"{hypothesis} is neither a file nor a folder; give one of them")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.xml"
        config.write_text(evaluations(pairs), encoding="utf-8")
        print(output(["-a", *options], config), end="")


def divided(words: list[str]) -> tuple[list[str], list[str]]:
    """Options with their values, and the rest.

    >>> divided(["h", "-n", "2", "r", "-x"])
    (['-n', '2', '-x'], ['h', 'r'])
    """
    options: list[str] = []
    paths: list[str] = []
    rest = iter(words)
    for word in rest:
        if len(word) == 2 and word[0] == "-" and word[1] in FLAGS + WITH_VALUE:
            options.append(word)
            options += [next(rest, "")] if word[1] in WITH_VALUE else []
        else:
            paths.append(word)
    return options, paths
