"""How like real system outputs the texts of the benchmarks are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import corpus
from contest import Table, options, show

import infrarouge as ir

WORD = re.compile(r"[a-z0-9]+")
METRICS = "rouge1 rouge2 rougeL rougeLsum"

# SimCLS (Liu and Liu, 2021) on CNN/DailyMail, outputs and references as its authors published them. Bytes a pair are
# of all 11,490 pairs, tokens, words and distinct words of the first 2,000, and the rest of the first 17.
PUBLISHED = {
    "tokens in a prediction": "61",
    "tokens in a reference": "61",
    "sentences in a reference": "3.7",
    "bytes in a pair": "657",
    "words in a pair": "111",
    "bytes in a word": "4.7",
    "punctuation among tokens": "10%",
    "words that came before in their text": "17%",
    "words of more than 12 bytes": "0.3%",
    "distinct words in 2,000 pairs": "18,905",
    "rouge1": "0.44",
    "rouge2": "0.21",
    "rougeL": "0.32",
    "rougeLsum": "0.42",
    "prediction words in copied stretches": "51%",
    "words in a copied stretch": "1.7",
    "copied words in stretches of five or more": "27%",
}


def stretches(prediction: list[str], reference: list[str]) -> list[int]:
    """Lengths of the stretches that a prediction shares with its reference, the longest first at every word."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(reference):
        places.setdefault(word, []).append(place)
    lengths = []
    at = 0
    while at < len(prediction):
        longest = 0
        for place in places.get(prediction[at], ()):
            size = 0
            while prediction[at + size : at + size + 1] == reference[place + size : place + size + 1] != []:
                size += 1
            longest = max(longest, size)
        if longest:
            lengths.append(longest)
        at += max(longest, 1)
    return lengths


def statistics(predictions: list[str], references: list[str]) -> dict[str, str]:
    """What PUBLISHED says, of texts with one sentence a line."""
    n = len(predictions)
    both = predictions + references
    tokens = [token for text in both for token in text.split()]
    words = [WORD.findall(text.lower()) for text in both]
    total = sum(map(len, words))
    repeated = total - sum(len(set(text)) for text in words)
    lengths = [length for pair in zip(words[:n], words[n:], strict=True) for length in stretches(*pair)]
    copied = sum(lengths)
    rouge = ir.Rouge(METRICS, "rouge-score", threads=1)
    means = rouge.scores(predictions=predictions, references=references)[:, :, 2].mean(axis=0)
    return {
        "tokens in a prediction": f"{sum(len(text.split()) for text in predictions) / n:.0f}",
        "tokens in a reference": f"{sum(len(text.split()) for text in references) / n:.0f}",
        "sentences in a reference": f"{sum(len(text.splitlines()) for text in references) / n:.1f}",
        "bytes in a pair": f"{sum(len(text.encode()) for text in both) / n:.0f}",
        "words in a pair": f"{total / n:.0f}",
        "bytes in a word": f"{sum(len(word) for text in words for word in text) / total:.1f}",
        "punctuation among tokens": f"{sum(not WORD.search(token.lower()) for token in tokens) / len(tokens):.0%}",
        "words that came before in their text": f"{repeated / total:.0%}",
        "words of more than 12 bytes": f"{sum(len(word) > 12 for text in words for word in text) / total:.1%}",
        "distinct words in 2,000 pairs": f"{len({word for text in words[:2000] + words[n : n + 2000] for word in text}):,}",
        **{label: f"{mean:.2f}" for label, mean in zip(rouge.labels, means, strict=True)},
        "prediction words in copied stretches": f"{copied / sum(map(len, words[:n])):.0%}",
        "words in a copied stretch": f"{copied / len(lengths):.1f}",
        "copied words in stretches of five or more": f"{sum(size for size in lengths if size > 4) / copied:.0%}",
    }


def run(given: Any) -> list[Table]:
    columns = {"published outputs": {name: value.replace("%", "%") for name, value in PUBLISHED.items()}}
    if given.data:
        files = [Path(path).read_text(encoding="utf-8").splitlines() for path in given.data]
        predictions, references = ([text.replace(" . ", " .\n") for text in texts] for texts in files)
        columns["your files"] = statistics(predictions, references)
    for shape in ("cnndm", "xsum", "tiny"):
        columns[shape] = statistics(*corpus.pairs(shape, 200 if given.quick else 2000))
    table = Table("The texts beside published ones", ["", *columns])
    table.rows += [[name, *(column[name] for column in columns.values())] for name in PUBLISHED]
    table.notes.append(
        "Published outputs are those of SimCLS on CNN/DailyMail: bytes over all 11,490 pairs, tokens, words and distinct "
        "words over the first 2,000, the rest over the first 17. A copied stretch is a run of words that the reference "
        "has too, the longest at every word. The ROUGE-L of papers is the rougeLsum here."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
