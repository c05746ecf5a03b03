"""The command line of the original."""

from __future__ import annotations

from collections.abc import Sequence

from infrarouge.compat.rouge.command import command_parser, print_scores
from infrarouge.compat.rouge_chinese.rouge import FilesRouge, Rouge


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``python -m infrarouge.compat.rouge_chinese [-f] [-a] hypothesis reference``.

    >>> main(["今天 很 好", "今天 好", "--metrics", "L", "--stats", "R"])
    [
      {
        "rouge-l": {
          "r": 1.0
        }
      }
    ]
    """
    print_scores(command_parser("rouge_chinese").parse_args(arguments), Rouge, FilesRouge)
