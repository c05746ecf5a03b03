"""Words people bring from other programs, and what each is called here: the one table behind every suggestion."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from infrarouge.registry import nearest

PREDICTION_WORDS = [
    "prediction",
    "predictions",
    "pred",
    "preds",
    "candidate",
    "candidates",
    "cand",
    "cands",
    "hypothesis",
    "hypotheses",
    "hyp",
    "hyps",
    "summary",
    "summaries",
    "output",
    "outputs",
    "generated",
    "generation",
    "generations",
    "response",
    "responses",
    "answer",
    "answers",
    "decoded",
    "decoded_preds",
    "peer",
    "peers",
    "system_output",
    "system_outputs",
    "generated_text",
]
REFERENCE_WORDS = [
    "reference",
    "references",
    "ref",
    "refs",
    "target",
    "targets",
    "tgt",
    "gold",
    "golds",
    "golden",
    "label",
    "labels",
    "ground_truth",
    "ground_truths",
    "truth",
    "highlights",
    "expected",
    "decoded_labels",
    "model_summary",
    "model_summaries",
    "reference_text",
    "ideal",
]


class Meaning(NamedTuple):
    """What a word means here: the names to try, the first that fits being right, and the value to give if one is sure."""

    names: tuple[str, ...]
    value: str | None = None


def _table() -> dict[str, Meaning]:
    """Every word with its meaning; a line of names stands for words that mean the same."""
    meanings: dict[str, Meaning] = {}

    def enter(words: str | Iterable[str], names: str, value: str | None = None) -> None:
        for word in words.split() if isinstance(words, str) else words:
            meanings[word] = Meaning(tuple(names.split()), value)

    def plurals_last(words: Iterable[str], one: str, several: str) -> None:
        for word in words:
            enter([word], f"{several} {one}" if word.endswith("s") else f"{one} {several}")

    plurals_last(PREDICTION_WORDS, "prediction", "predictions candidates texts")
    enter("hypothesis", "prediction predictions")
    plurals_last(REFERENCE_WORDS, "reference", "references")
    enter("metric metrics rouge_type rouge_types rouges rouge_keys types measures_used rouge_metrics", "metrics metric")
    enter("use_stemmer use_stem stem stemming stemmed porter do_stem stem_words porter_stemmer", "stemmer", "porter")
    enter("tokenizer tokenize tokenization tokenizer_name word_tokenizer tokeniser token", "tokens")
    enter("splitter sentence_splitter sent_tokenize segmenter sentence_tokenizer sentence split", "sentences")
    enter("split_summaries newline_sep rouge_newline_sep split_sentences", "sentences", "punkt")
    enter("normalize normaliser normalization", "normalizer")
    enter("lower lower_case do_lower_case case lowercased ignore_case case_sensitive to_lower", "lowercase")
    enter("remove_stopwords remove_stop_words stop_words stop stopword exclude_stopwords", "stopwords", "smart")
    enter("seed random_seed random_state rng", "rng seed")
    enter(
        "resamples n_resamples n_bootstrap n_boot num_resamples bootstrap bootstraps n_samples resampling_points n_iter",
        "n_resamples resamples",
    )
    enter(
        "confidence confidence_level confidence_interval ci level conf significance_level",
        "confidence_level confidence",
    )
    enter("max_skip skip max_gap gap skip_distance max_skip_bigram skip_gap", "metrics metric", "rougeS4")
    enter("weight_factor weight wlcs_weight", "metrics metric", "rougeW-1.2")
    enter("n max_n n_gram ngram n_grams ngrams ngram_order order_n", "metrics metric", "rouge1 rouge2")
    enter("length_limit word_limit words_limit max_length words limit_words truncate", "max_words")
    enter("byte_limit bytes_limit bytes limit_bytes", "max_bytes")
    enter("multi_ref multiref multi_reference aggregator multi_ref_mode", "combine")
    enter("apply_avg avg average_references", "combine", "mean")
    enter("apply_best best", "combine", "best")
    enter("f_beta fbeta", "beta")
    enter("f_alpha alpha_factor", "alpha")
    enter("n_jobs jobs workers num_workers n_workers num_threads n_threads n_cores num_proc", "threads")
    enter("ignore_empty skip_empty drop_empty", "empty", "skip")
    enter("preset style implementation compat flavour flavor", "profile")
    enter("verbose show_progress progress_bar tqdm", "progress")
    enter("id names keys example_ids", "ids")
    enter("language locale lang_code languages", "lang")
    enter("group category categories", "groups")
    enter("min_score cut_off threshold min_similarity", "threshold cutoff")
    return meanings


MEANINGS = _table()
"""What each word that is no keyword and no option may mean."""

METRIC_WORDS = {
    **{f"r{name}": f"rouge{label}" for name, label in zip("1234", "1234", strict=True)},
    "rl": "rougeL",
    "rlsum": "rougeLsum",
    "rw": "rougeW",
    "rs": "rougeS",
    "rsu": "rougeSU",
    "rs4": "rougeS4",
    "rsu4": "rougeSU4",
    "lcs": "rougeL",
    "rougelcs": "rougeL",
    "wlcs": "rougeW",
    "rougesummary": "rougeLsum",
    "unigram": "rouge1",
    "unigrams": "rouge1",
    "bigram": "rouge2",
    "bigrams": "rouge2",
    "trigram": "rouge3",
    "skipbigram": "rougeS",
    "skipbigrams": "rougeS",
    "lsummary": "rougeLsum",
    "be": "rougeBE-HM",
}
"""Metrics by what else they are called, in small letters without hyphens; the names of families have no number."""

FAMILIES = {"n": "rouge1, rouge2", "rouge": "rouge1, rouge2, rougeL", "ngram": "rouge1, rouge2"}
"""Words that mean several metrics."""

OTHER_METRICS = ("bleu", "sacrebleu", "meteor", "chrf", "bertscore", "bleurt", "cider", "ter", "wer", "moverscore")

COMMAND_WORDS = {
    **dict.fromkeys(("eval", "run", "compute", "rouge", "calculate", "scores", "measure", "summary"), "score"),
    **dict.fromkeys(("significance", "ttest", "bootstrap", "systems", "ab"), "compare"),
    **dict.fromkeys(("html", "page", "dashboard", "visualize", "visualise", "view"), "report"),
    **dict.fromkeys(("assert", "test", "ci", "gate"), "check"),
    **dict.fromkeys(("deduplicate", "dedupe", "duplicates"), "dedup"),
    **dict.fromkeys(("why", "show", "inspect", "align"), "explain"),
    **dict.fromkeys(("reproduce", "claim"), "verify"),
    **dict.fromkeys(("list", "implementations", "tools"), "profiles"),
    **dict.fromkeys(("info", "env", "diagnose"), "doctor"),
    **dict.fromkeys(("perl", "rouge155", "rouge-155", "pyrouge"), "rouge-1.5.5"),
    "version": "--version",
    "help": "--help",
}
"""Commands by what else people call them."""


def meant(word: str, known: Collection[str]) -> tuple[str, str | None] | None:
    """What a word means among the names that are known here, and the value to give if one is sure.

    >>> meant("use_stemmer", {"stemmer", "tokens"}), meant("targets", {"reference"}), meant("targets", {"tokens"})
    (('stemmer', 'porter'), ('reference', None), None)
    """
    meaning = MEANINGS.get(word.lower().replace("-", "_"))
    if meaning is None:
        return None
    return next(((name, meaning.value) for name in meaning.names if name in known and name != word), None)


def keyword_hint(word: str, known: Collection[str]) -> str:
    """Say what to type in Python for a keyword that is none.

    >>> keyword_hint("use_stemmer", ["stemmer"]), keyword_hint("stemer", ["stemmer"])
    ("; type stemmer='porter'", "; did you mean 'stemmer'?")
    """
    meaning = meant(word, known)
    if meaning is None:
        return nearest(word, known)
    name, value = meaning
    return f"; type {name}={'...' if value is None else repr(value)}"


def unknown_keyword(word: str, known: Collection[str], what: str = "rule") -> str:
    """Say that a keyword is none; a word of another program is a keyword, any other a misspelled `what`.

    >>> unknown_keyword("use_stemmer", ["stemmer"]), unknown_keyword("stemer", ["stemmer"])
    ("unknown keyword 'use_stemmer'; type stemmer='porter'", "unknown rule 'stemer'; did you mean 'stemmer'?")
    """
    return f"unknown {what if meant(word, known) is None else 'keyword'} {word!r}{keyword_hint(word, known)}"


def option_hint(word: str, known: Collection[str]) -> str:
    """Say what to type in a shell for an option that is none; names are without their dashes.

    >>> option_hint("use_stemmer", ["stemmer"]), option_hint("metrcs", ["metrics"])
    ('; type --stemmer porter', "; did you mean '--metrics'?")
    """
    meaning = meant(word, [name.replace("-", "_") for name in known])
    if meaning is None:
        return nearest(f"--{word}", [f"--{name}" for name in known])
    name, value = meaning
    given = "" if value is None else f" {value!r}" if " " in value else f" {value}"
    return f"; type --{name.replace('_', '-')}{given}"


def command_hint(word: str, known: Iterable[str]) -> str:
    """Say which command was probably meant.

    >>> command_hint("html", ["report", "score"]), command_hint("scor", ["report", "score"])
    ('; type infrarouge report', "; did you mean 'score'?")
    """
    if word.lower() in COMMAND_WORDS:
        return f"; type infrarouge {COMMAND_WORDS[word.lower()]}"
    return nearest(word, known)


_MEASURE = re.compile(r"^(.+?)[._\- ]?(f1|f_?measure|f_?score|precision|recall|[fpr])$", re.IGNORECASE)


def metric_hint(name: str, known: Iterable[str], is_metric: Callable[[str], bool]) -> str:
    """Say which metric was probably meant; `is_metric` tells whether a name is one.

    >>> labels = ["rouge1", "rougeL", "rougeS"]
    >>> metric_hint("R-L", labels, labels.__contains__), metric_hint("rogueL", labels, labels.__contains__)
    ("; did you mean 'rougeL'?", "; did you mean 'rougeL'?")
    >>> metric_hint("ROUGE-N", labels, labels.__contains__)
    '; name the metrics of the family: rouge1, rouge2.'
    """
    bare = re.sub(r"[-_ .]", "", name.lower())
    unnamed = bare.removeprefix("rouge") or "rouge"
    if unnamed in FAMILIES:
        return f"; name the metrics of the family: {FAMILIES[unnamed]}."
    if bare in METRIC_WORDS:
        return f"; did you mean '{METRIC_WORDS[bare]}'?"
    if bare in OTHER_METRICS:
        return f"; infrarouge computes ROUGE alone, such as {', '.join(sorted(known)[:4])}."
    measured = _MEASURE.match(name)
    if measured and is_metric(measured[1]):
        return f"; every metric has precision, recall and F: name it '{measured[1]}'."
    return nearest(name, known)
