"""The command line of XL-Sum's scorer: ``python -m infrarouge.compat.xlsum.rouge --target_filepattern=... --lang=...``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from infrarouge.compat.rouge_score.rouge import parse
from infrarouge.compat.xlsum import io, rouge_scorer, scoring

LANG = {"lang": ("the language, by its English name, for its segmenter and its stemmer", "")}


def main(argv: Sequence[str] | None = None) -> None:
    """Score files and write the CSV."""
    flags = parse(sys.argv[1:] if argv is None else argv, LANG)
    scorer = rouge_scorer.RougeScorer(
        flags.rouge_types.split(","), use_stemmer=flags.use_stemmer, lang=flags.lang or None
    )
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
