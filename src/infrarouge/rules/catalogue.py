"""The catalogue: each supported tool is one value, and this page reads as a comparison table of ROUGE programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from infrarouge.rules.about import tells_rules
from infrarouge.rules.profile import PROFILES, MatchRules, Profile, Resampling, ScoreRules, TextRules
from infrarouge.rules.quirks import Quirk

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


def _profile(*aliases: str, **rules: Any) -> Profile:
    profile = Profile(**rules)
    for name in (profile.name, *aliases):
        PROFILES.add(name, profile)
    return profile


INFRAROUGE_1 = _profile(
    "infrarouge",
    name="infrarouge-1",
    about="the default: rouge-score's numbers on ASCII text, and Unicode words in every other script",
    text=TextRules(normalizer="canonical"),
)

ROUGE_SCORE_012 = _profile(
    "rouge-score",
    name="rouge-score-0.1.2",
    about="PyPI rouge-score 0.1.2: ASCII letters and digits only, clipped counts, best reference by F",
    text=TextRules(tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best"),
    resampling=Resampling(generator="mt19937", center="mean"),
)

EVALUATE_046 = _profile(
    "evaluate",
    "hf-evaluate",
    name="evaluate-0.4.6",
    about="the rouge metric of Hugging Face evaluate 0.4.6: rouge-score, and the median of a bootstrap for the corpus",
    text=TextRules(tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best"),
    resampling=Resampling(generator="mt19937", center="median"),
)

TORCHMETRICS_19 = _profile(
    "torchmetrics",
    name="torchmetrics-1.9",
    about="torchmetrics 1.9 ROUGEScore: rouge-score with sentences by NLTK's Punkt, in float32",
    text=TextRules(sentences="punkt", tokens="alnum", flat="whole"),
    score=ScoreRules(combine="best", dtype="float32"),
    resampling=Resampling(center="mean"),
)

PLTRDY_101 = _profile(
    "pltrdy",
    "rouge",
    name="pltrdy-1.0.1",
    about="PyPI rouge 1.0.1: words between spaces, sets of n-grams, ROUGE-L of distinct words; its rouge-l is rougeLsum",
    lacks="rougeL",
    text=TextRules(sentences="period", lowercase=None, tokens="pltrdy"),
    match=MatchRules(count="set", union="distinct", tie="prediction"),
    score=ScoreRules(formula="epsilon", empty="raise"),
    resampling=Resampling(center="mean"),
)

PLTRDY_100 = _profile(
    name="pltrdy-1.0.0",
    about="PyPI rouge 1.0.0: as 1.0.1, but n-grams are clipped counts",
    lacks="rougeL",
    text=PLTRDY_101.text,
    match=MatchRules(union="distinct", tie="prediction"),
    score=PLTRDY_101.score,
    resampling=Resampling(center="mean"),
)

JS_ROUGE_323 = _profile(
    "js-rouge",
    name="js-rouge-3.2.3",
    about="npm js-rouge 3.2.3: Penn Treebank words, sentences first, clipped counts, F-beta; its l is rougeLsum",
    lacks="rougeL",
    text=TextRules(sentences="js-3.2.3", lowercase=None, tokens="treebank-js-3.2.3"),
    match=MatchRules(union="prediction"),
    score=ScoreRules(formula="js-3.2.3", combine="jackknife", empty="raise"),
    resampling=Resampling(center="mean"),
)

JS_ROUGE_320 = _profile(
    name="js-rouge-3.2.0",
    about="npm js-rouge 3.2.0: distinct matches over all n-grams; refuses short texts and much text of several sentences",
    lacks="rougeL",
    text=TextRules(sentences="js-3.2.0", lowercase=None, tokens="treebank-js-3.2.0", flat="whole"),
    match=MatchRules(count="distinct", union="values"),
    score=ScoreRules(formula="js-3.2.0", combine="jackknife", empty="raise"),
    resampling=Resampling(center="mean"),
    quirks=frozenset({Quirk.NO_UNITS}),
)

RAGE4J_20 = _profile(
    "rage4j",
    name="rage4j-2.0",
    about="rage4j 2.0.2: words between ASCII white space, each position matched once in rougeLsum",
    text=TextRules(sentences="java-lines", lowercase=None, tokens="java-whitespace", flat="whole"),
    match=MatchRules(union="exclusive"),
    score=ScoreRules(formula="epsilon"),
    resampling=Resampling(center="mean"),
)

DISTANCIA_0085 = _profile(
    "distancia",
    name="distancia-0.0.85",
    about="distancia 0.0.85: recall of n-grams of ready tokens, the largest over the references",
    lacks="rougeL rougeLsum",
    measures="r",
    text=TextRules(sentences="none", lowercase=None, tokens="list"),
    score=ScoreRules(combine="best-recall"),
    resampling=Resampling(center="mean"),
)

ROUGE_155 = _profile(
    name="rouge-1.5.5",
    about="the Perl program ROUGE-1.5.5 with its default options: five digits, references pooled, mean of resamples",
    lacks="rougeL",
    text=TextRules(tokens="alnum", lowercase="ascii"),
    score=ScoreRules(decimals=5, combine="pool"),
    resampling=Resampling(generator="drand48", center="resamples", interval="rouge-1.5.5", order="id"),
    quirks=frozenset(
        {
            Quirk.SU_LAST_WORD,
            Quirk.W_DOUBLE_WEIGHT,
            Quirk.W_FLAT_PREDICTION,
            Quirk.W_REFERENCE_RUNS,
            Quirk.W_OPEN_RUNS,
            Quirk.W_PLAIN_TOTALS,
            Quirk.BYTES_PER_SENTENCE,
            Quirk.LEADING_BLANK_WORD,
        }
    ),
)

PYCOCOEVALCAP_12 = _profile(
    "pycocoevalcap",
    name="pycocoevalcap-1.2",
    about="pycocoevalcap 1.2 for captions: words between single spaces, F of the largest precision and the largest recall",
    lacks="rouge1 rouge2 rougeLsum",
    measures="f",
    text=TextRules(sentences="none", lowercase=None, tokens="space"),
    score=ScoreRules(formula="beta", beta=1.2, combine="best-each"),
    resampling=Resampling(center="pairwise"),
)

ROUGE_CHINESE_103 = _profile(
    "rouge-chinese",
    name="rouge-chinese-1.0.3",
    about="rouge-chinese 1.0.3: words between white space and after Chinese stops, sets of n-grams; no word segmentation",
    lacks="rougeLsum",
    text=TextRules(sentences="rouge-chinese", lowercase=None, tokens="pltrdy"),
    match=MatchRules(count="set"),
    score=ScoreRules(formula="epsilon", empty="raise"),
    resampling=Resampling(center="mean"),
)

KOROUGE_SCORE_014 = _profile(
    "korouge-score",
    name="korouge-score-0.1.4",
    about="korouge-score 0.1.4 for Korean: rouge-score with words between white space, punctuation and all scripts kept",
    text=TextRules(tokens="whitespace-edges", flat="whole"),
    score=ROUGE_SCORE_012.score,
    resampling=ROUGE_SCORE_012.resampling,
)

ROUGE_METRIC_101 = _profile(
    "rouge-metric",
    name="rouge-metric-1.0.1",
    about="PyRouge of rouge-metric 1.0.1: ROUGE-1.5.5's counts of words between white space; its rouge-l is rougeLsum",
    lacks="rougeL",
    text=TextRules(lowercase=None, tokens="whitespace"),
    match=MatchRules(union="prediction"),
    score=ScoreRules(combine="pool"),
    resampling=Resampling(center="mean", average="ratios"),
    quirks=frozenset(
        {
            Quirk.SU_LAST_WORD,
            Quirk.W_DOUBLE_WEIGHT,
            Quirk.W_FLAT_PREDICTION,
            Quirk.W_REFERENCE_RUNS,
            Quirk.W_OPEN_RUNS,
        }
    ),
)

PY_ROUGE_11 = _profile(
    "py-rouge",
    name="py-rouge-1.1",
    about="PyPI py-rouge 1.1: the first 665 characters, stemmed, references pooled; its rouge-l is rougeLsum",
    lacks="rougeL",
    text=TextRules(max_bytes=665, limit="py-rouge", tokens="py-rouge", stemmer="py-rouge"),
    match=MatchRules(union="prediction"),
    score=ScoreRules(formula="alpha-signed", combine="pool"),
    resampling=Resampling(center="mean"),
    quirks=frozenset(
        {
            Quirk.SHORT_TOTALS,
            Quirk.W_DOUBLE_WEIGHT,
            Quirk.W_FLAT_PREDICTION,
            Quirk.W_REFERENCE_RUNS,
            Quirk.W_OPEN_RUNS,
        }
    ),
)

XLSUM_2024 = _profile(
    "xlsum",
    "multilingual-rouge",
    name="xlsum-2024",
    about="XL-Sum's multilingual fork of rouge-score: letters, numbers and symbols of any script; lines are cut otherwise",
    text=TextRules(tokens="xlsum", sentence_tokens="xlsum-lines", flat="whole"),
    score=ScoreRules(combine="best"),
    resampling=Resampling(generator="mt19937", center="mean"),
)

SUMEVAL_022 = _profile(
    "sumeval",
    name="sumeval-0.2.2",
    about="sumeval 0.2.2: ASCII letters and digits without stop words, references pooled; F alone",
    lacks="rougeLsum",
    measures="f",
    text=TextRules(sentences="none", limit="sumeval", lowercase=None, tokens="sumeval", stopwords="smart", stem_min=3),
    score=ScoreRules(formula="alpha-signed", combine="pool"),
    resampling=Resampling(center="mean"),
)

IGNITE_055 = _profile(
    "ignite",
    "pytorch-ignite",
    name="ignite-0.5.5",
    about="Rouge of pytorch-ignite 0.5.5: ready tokens, references pooled, and F is recall unless told",
    lacks="rougeLsum",
    text=TextRules(sentences="none", lowercase=None, tokens="list"),
    score=ScoreRules(alpha=0.0, combine="pool"),
    resampling=Resampling(center="mean"),
)

ROUGE2_122 = _profile(
    "rouge2",
    "rouge-2.0",
    name="rouge2-1.2.2",
    about="ROUGE 2.0 (Java): units within lines, distinct words in rougeLsum, means of precision and recall, F-beta",
    lacks="rougeL",
    text=TextRules(sentences="rouge2", lowercase=None, tokens="rouge2"),
    match=MatchRules(within="sentence", union="distinct", tie="prediction"),
    score=ScoreRules(formula="rouge2", combine="mean-ratios"),
    resampling=Resampling(center="mean"),
    quirks=frozenset({Quirk.L_BLANK_WORD, Quirk.L_NO_WORDS_NAN}),
)

EASY_ROUGE_022 = _profile(
    "easy-rouge",
    name="easy-rouge-0.2.2",
    about="PyPI easy-rouge 0.2.2: ready tokens, and ROUGE-W of the Perl program on a path of the weight 1.2",
    text=TextRules(sentences="none", lowercase=None, tokens="list"),
    resampling=Resampling(center="mean"),
    quirks=frozenset(
        {
            Quirk.W_DOUBLE_WEIGHT,
            Quirk.W_FLAT_PREDICTION,
            Quirk.W_REFERENCE_RUNS,
            Quirk.W_OPEN_RUNS,
            Quirk.W_PATH_12,
        }
    ),
)

KERAS_HUB_032 = _profile(
    "keras-hub",
    name="keras-hub-0.32",
    about="keras-hub 0.32 RougeN and RougeL: rouge-score in float32, and its mean added up in float32",
    lacks="rougeLsum",
    text=ROUGE_SCORE_012.text,
    score=ScoreRules(dtype="float32"),
    resampling=Resampling(center="float32"),
)

TENSORFLOW_TEXT_221 = _profile(
    "tensorflow-text",
    name="tensorflow-text-2.21",
    about="tensorflow-text 2.21 rouge_l: ready tokens, every step in float32",
    lacks="rouge1 rouge2 rougeLsum",
    text=TextRules(sentences="none", lowercase=None, tokens="list"),
    score=ScoreRules(formula="tensorflow-text", dtype="float32"),
    resampling=Resampling(center="mean"),
)

DEFAULT = INFRAROUGE_1


@tells_rules
def profile(name: str | Profile = DEFAULT.name, **rules: Unpack[Rules]) -> Profile:
    """Take a profile from the catalogue, with some rules changed.

    >>> profile("rouge-score", stemmer="porter").signature
    'rouge-score-0.1.2|stem:porter'
    >>> profile("rouge-scoer")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown profile 'rouge-scoer'; did you mean 'rouge-score'? See infrarouge.profiles().
    """
    if isinstance(name, Profile):
        base = name
    elif "|" in str(name):
        base = Profile.parse(name, **rules)
    else:
        base = PROFILES[name]
    return base.replace(**rules) if rules else base


def profiles() -> dict[str, str]:
    """List the catalogue: full names and what each reproduces.

    >>> "infrarouge-1" in profiles()
    True
    """
    return {known.name: known.about for known in dict.fromkeys(PROFILES.values())}
