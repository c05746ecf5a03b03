"""Every golden row of XL-Sum's multilingual ROUGE, with == on floats, through the surface and the main API."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest
from goldens import GOLDEN, by_id, content, inputs, read_text, rows

import infrarouge as ir
from infrarouge.compat.xlsum.rouge_scorer import MultiStemmer, MultiTokenizer, RougeScorer
from infrarouge.compat.xlsum.tokenization_wrapper import tokenize
from infrarouge.reading.programs.xlsum_languages import MAKERS, english

HERE = GOLDEN / "xlsum"
TYPES = ["rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum"]
FILES: dict[str, dict[str, Any]] = {
    "nostem": {},
    "stem": {"use_stemmer": True},
    "stem-english": {"use_stemmer": True, "lang": "english"},
    "stem-min5": {"use_stemmer": True, "min_char_length": 5},
    "hindi": {"lang": "hindi"},
    "callable_whitespace": {
        "callable_tokenizer": str.split,
        "callable_stemmer": lambda token: token[:4],
        "use_stemmer": True,
    },
}


def plain(scores: dict[str, Any]) -> dict[str, Any]:
    return {label: score._asdict() for label, score in scores.items()}


@pytest.mark.filterwarnings("ignore:the tokenizer found no tokens")
@pytest.mark.parametrize("name", FILES)
def test_rows(name: str) -> None:
    golden = by_id(f"xlsum/score-{name}.jsonl.gz")
    scorer = RougeScorer(TYPES, **FILES[name])
    assert len(golden) == len(inputs())
    for row in inputs():
        scores = plain(scorer.score(row["references"][0], row["candidate"]))
        # As text, in which the integers of texts without words show.
        assert json.dumps(scores) == json.dumps(golden[row["id"]]), row["id"]


def test_every_file_is_read() -> None:
    assert {path.name for path in HERE.glob("score-*")} == {f"score-{name}.jsonl.gz" for name in FILES}


RULES: dict[str, dict[str, Any]] = {
    "nostem": {},
    "stem": {"stemmer": "porter"},
    "stem-english": {"stemmer": "xlsum-english"},
    "stem-min5": {"stemmer": "porter", "stem_min": 6},
}


@pytest.mark.parametrize("name", RULES)
def test_main_api(name: str) -> None:
    golden = by_id(f"xlsum/score-{name}.jsonl.gz")
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"][0] for row in inputs()],
        metrics=TYPES,
        profile="xlsum",
        resampling=None,
        **RULES[name],
    )
    for at, row in enumerate(inputs()):
        for label, values in zip(TYPES, report.scores[at].tolist(), strict=True):
            assert values == list(golden[row["id"]][label].values()), row["id"]


def test_tokens() -> None:
    words, porter, snowball = MultiTokenizer(), MultiStemmer(), MultiStemmer("english")
    for row in rows("xlsum/tokens.jsonl.gz"):
        text = row["text"]
        assert tokenize(text, None, words) == row["tokens"]
        assert tokenize(text, porter, words) == row["stemmed"]
        assert tokenize(text, snowball, words) == row["english"]
        assert tokenize(text) == row["lsum"]


def test_english_stems() -> None:
    lines = [line.split("\t") for line in read_text("xlsum/stems-english.tsv").splitlines()]
    assert len(lines) > 15_000
    assert not [word for word, stem in lines if (english(word) if len(word) > 3 else word) != stem]


# ---------------------------------------------------------------- languages

NEEDS = {"chinese": "jieba", "japanese": "fugashi", "thai": "pythainlp", "turkish": "TurkishStemmer"}


@cache
def multilingual() -> list[dict[str, Any]]:
    return rows("xlsum/multilingual.jsonl.gz")


LANGUAGES = list(dict.fromkeys(row["lang"] for row in multilingual()))


def recorded(language: str) -> dict[str, str]:
    """The stems of the recorded tokens, for stemmers whose package or data may be missing."""
    stems: dict[str, str] = {}
    before: dict[str, Any] = {}
    for row in multilingual():
        if row["lang"] != language:
            continue
        for side in ("tokens_candidate", "tokens_reference"):
            if row["use_stemmer"]:
                stems.update(zip(before[row["id"], side], row[side], strict=True))
            else:
                before[row["id"], side] = row[side]
    return stems


def stemmer_is_here(language: str) -> bool:
    try:
        MultiStemmer(language)
    except (ModuleNotFoundError, LookupError):
        return False
    return True


@pytest.mark.filterwarnings("ignore:there is no stemmer")
@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language: str) -> None:
    for need in ("jieba", "fugashi", "pythainlp"):
        if NEEDS.get(language) == need and find_spec(need) is None:
            pytest.skip(f"{need} is not installed")
    chosen: dict[str, Any] = {"lang": language}
    if not stemmer_is_here(language):
        chosen["callable_stemmer"] = recorded(language).__getitem__
    scorers = {use: RougeScorer(TYPES, use_stemmer=use, **chosen) for use in (False, True)}
    tokenizer = MultiTokenizer(language)
    for row in multilingual():
        if row["lang"] != language:
            continue
        if not row["use_stemmer"]:
            for side in ("candidate", "reference"):
                assert tokenize(row[side], None, tokenizer) == row[f"tokens_{side}"], row["id"]
        scorer = scorers[row["use_stemmer"]]
        if "callable_stemmer" in chosen and row["use_stemmer"]:
            # rougeLsum has other tokens, whose stems are not recorded.
            scorer = RougeScorer([name for name in TYPES if name != "rougeLsum"], use_stemmer=True, **chosen)
        scores = plain(scorer.score(row["reference"], row["candidate"]))
        assert scores == {label: row["scores"][label] for label in scores}, row["id"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_main_api_by_lang(language: str) -> None:
    """``lang=`` means in the profile of XL-Sum what it means there; a language without a stemmer is read unstemmed."""
    for need in ("jieba", "fugashi", "pythainlp"):
        if NEEDS.get(language) == need and find_spec(need) is None:
            pytest.skip(f"{need} is not installed")
    for stemmed in (False, True):
        chosen = [row for row in multilingual() if row["lang"] == language and row["use_stemmer"] == stemmed]
        rules: dict[str, Any] = {"lang": language, "profile": "xlsum", "resampling": None}
        if stemmed and language in MAKERS:
            if not stemmer_is_here(language):
                continue
            rules["stemmer"] = True
        ours, theirs = [row["candidate"] for row in chosen], [row["reference"] for row in chosen]
        report = ir.evaluate(predictions=ours, references=theirs, metrics=TYPES, **rules)
        for at, row in enumerate(chosen):
            for label, values in zip(TYPES, report.scores[at].tolist(), strict=True):
                assert values == list(row["scores"][label].values()), (row["id"], label)


# ---------------------------------------------------------------- single calls

A, B = "the cats sat", "the cat sat"
CASES: dict[str, Any] = {
    "RougeScorer(['rouge1']).score('the cats sat', 'the cat sat')": lambda: RougeScorer(["rouge1"]).score(A, B),
    "RougeScorer(['rouge0']).score(...)": lambda: RougeScorer(["rouge0"]).score(A, B),
    "RougeScorer(['rouge10']).score(...)": lambda: RougeScorer(["rouge10"]).score(A, B),
    "RougeScorer('rouge1').score(...)": lambda: RougeScorer("rouge1").score(A, B),
    "RougeScorer(['rouge1'], lang='klingon', use_stemmer=True).score(...)": lambda: RougeScorer(
        ["rouge1"], lang="klingon", use_stemmer=True
    ).score(A, B),
    "RougeScorer(['rouge1'], lang='porter', use_stemmer=True).score(...)": lambda: RougeScorer(
        ["rouge1"], lang="porter", use_stemmer=True
    ).score(A, B),
    "RougeScorer(['rouge1'], unknown_option=1).score(...)": lambda: RougeScorer(["rouge1"], unknown_option=1).score(
        A, B
    ),
    "RougeScorer(['rouge1']).score_multi([...], ...)": lambda: RougeScorer(["rouge1"]).score_multi([A], B),  # type: ignore[attr-defined]
    "RougeScorer(['rouge1']).score(b'the cats', b'the cat')": lambda: RougeScorer(["rouge1"]).score(
        b"the cats", b"the cat"
    ),
    "RougeScorer(['rouge1']).score(None, 'x')": lambda: RougeScorer(["rouge1"]).score(None, "x"),
    "RougeScorer(['rougeLsum']).score('', 'x')": lambda: RougeScorer(["rougeLsum"]).score("", "x"),
    "RougeScorer(['rouge1'], callable_tokenizer=lambda t: []).score(...)": lambda: RougeScorer(
        ["rouge1"], callable_tokenizer=lambda text: []
    ).score(A, B),
    **{
        f"lang='{lang}'": lambda lang=lang: RougeScorer(["rouge1"], lang=lang).score(A, B)
        for lang in ("bangla", "turkce", "chinese_simplified", "chinese_traditional", "mundo")
    },
}


@pytest.mark.filterwarnings("ignore:there is no stemmer", "ignore:the tokenizer found no tokens")
@pytest.mark.parametrize("case", content("xlsum/cases.json"), ids=lambda case: case["call"])
def test_cases(case: dict[str, Any]) -> None:
    if "chinese" in case["call"] and find_spec("jieba") is None:
        pytest.skip("jieba is not installed")
    try:
        said: Any = plain(CASES[case["call"]]())
    except Exception as error:
        said = {"error": type(error).__name__}
        if isinstance(error, AttributeError):
            said = {"error": "AttributeError"}
    assert json.dumps(said) == json.dumps(case["result"])


def test_warnings() -> None:
    with pytest.warns(UserWarning, match="no stemmer for the language 'klingon'"):
        RougeScorer(["rouge1"], lang="klingon", use_stemmer=True)
    with pytest.warns(UserWarning, match="found no tokens"):
        RougeScorer(["rouge1"], callable_tokenizer=lambda text: None).score(A, B)


def test_stems_that_are_empty_are_dropped() -> None:
    scorer = RougeScorer(["rouge1", "rougeLsum"], callable_stemmer=lambda token: "", use_stemmer=True)
    assert scorer.score("the cats sat", "the cat sat")["rougeLsum"].recall == 1.0
