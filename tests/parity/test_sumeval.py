"""Every golden row of sumeval 0.2.2, with == on numbers, through the surface and the main API."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from typing import Any

import pytest
from goldens import GOLDEN, by_id, content, inputs, rows

import infrarouge as ir
from infrarouge.compat.sumeval.metrics.rouge import RougeCalculator

HERE = GOLDEN / "sumeval"
FILES = sorted(path.name.removesuffix(".jsonl.gz") for path in HERE.glob("en-*.gz"))


def options(name: str) -> tuple[dict[str, Any], float, bool]:
    """The arguments of the calculator, alpha, and whether texts are lists of words, off the name of a golden file."""
    parts = name.split("-")
    chosen: dict[str, Any] = {"stopwords": "stop" in parts, "stemming": "stem" in parts}
    alpha = 0.5
    for part in parts:
        number = re.fullmatch("(words|length|alpha)([0-9.]+)", part)
        if number and number[1] == "alpha":
            alpha = float(number[2])
        elif number:
            chosen[f"{number[1].removesuffix('s')}_limit"] = int(number[2])
    return chosen, alpha, "token_lists" in parts


@pytest.mark.parametrize("name", FILES)
def test_rows(name: str) -> None:
    golden = by_id(f"sumeval/{name}.jsonl.gz")
    chosen, alpha, lists = options(name)
    rouge = RougeCalculator(**chosen)
    assert len(golden) == len(inputs())
    for row in inputs():
        summary: Any = row["candidate"].split() if lists else row["candidate"]
        references = [text.split() if lists else text for text in row["references"]]
        scores = {f"rouge_{n}": rouge.rouge_n(summary, references, n, alpha=alpha) for n in range(1, 5)}
        scores["rouge_l"] = rouge.rouge_l(summary, references, alpha=alpha)
        # As text, in which the integer of a zero denominator shows.
        assert json.dumps(scores) == json.dumps(golden[row["id"]]), row["id"]


@pytest.mark.parametrize("name", [name for name in FILES if "stem" not in name and "lists" not in name])
def test_main_api(name: str) -> None:
    golden = by_id(f"sumeval/{name}.jsonl.gz")
    chosen, alpha, _ = options(name)
    labels = ["rouge1", "rouge2", "rouge3", "rouge4", "rougeL"]
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"] for row in inputs()],
        metrics=labels,
        profile="sumeval",
        alpha=alpha,
        stopwords="smart" if chosen["stopwords"] else None,
        max_words=chosen.get("word_limit"),
        max_bytes=chosen.get("length_limit"),
        resampling=None,
    )
    for at, row in enumerate(inputs()):
        assert report.scores[at, :, 2].tolist() == list(golden[row["id"]].values()), row["id"]


@pytest.mark.parametrize(("lang", "need"), [("ja", "janome"), ("zh", "jieba")])
def test_other_languages(lang: str, need: str) -> None:
    here = find_spec(need) is not None and (lang != "ja" or find_spec("MeCab") is None)
    for row in rows("sumeval/ja-zh.jsonl.gz"):
        if row["lang"] != lang:
            continue
        rouge = RougeCalculator(stopwords=row["stopwords"], lang=lang)
        texts = [row["tokens_candidate"], [row["tokens_reference"]]]
        if here:
            texts = [row["candidate"], [row["reference"]]]
            assert rouge.tokenize(row["candidate"]) == row["tokens_candidate"], row["id"]
            assert rouge.tokenize(row["reference"], is_reference=True) == row["tokens_reference"], row["id"]
        scores = {f"rouge_{n}": rouge.rouge_n(*texts, n) for n in range(1, 5)}
        scores["rouge_l"] = rouge.rouge_l(*texts)
        assert json.dumps(scores) == json.dumps(row["scores"]), row["id"]


PLAIN = RougeCalculator(stopwords=False)
STEM = RougeCalculator(stopwords=False, stemming=True)
CASES: dict[str, Any] = {
    "rouge_n('a b', 'a b', 0)": lambda: PLAIN.rouge_n("a b", "a b", 0),
    "rouge_n('a b', [], 1)": lambda: PLAIN.rouge_n("a b", [], 1),
    "rouge_1('a b', ('a b', 'b'))": lambda: PLAIN.rouge_1("a b", ("a b", "b")),
    "rouge_1(None, 'a')": lambda: PLAIN.rouge_1(None, "a"),  # type: ignore[arg-type]
    "rouge_1('a', None)": lambda: PLAIN.rouge_1("a", None),
    "rouge_1('', '')": lambda: PLAIN.rouge_1("", ""),
    "rouge_1('a b', 'a c', alpha=2)": lambda: PLAIN.rouge_1("a b", "a c", alpha=2),
    "rouge_1(['a', 'b'], ['a', 'c']) (two references of one word each)": lambda: PLAIN.rouge_1(["a", "b"], ["a", "c"]),
    "rouge_be('a b', 'a b') without spaCy": lambda: PLAIN.rouge_be("a b", "a b"),
    "RougeCalculator(lang='xx').rouge_1('a', 'a')": lambda: RougeCalculator(False, lang="xx").rouge_1("a", "a"),
    "RougeCalculator(lang=None).rouge_1('a', 'a')": lambda: RougeCalculator(lang=None).rouge_1("a", "a"),
    "stemming=True, rouge_1('the feet', 'the feet')": lambda: STEM.rouge_1("the feet", "the feet"),
    "stemming=True, rouge_1('the foot', 'the feet')": lambda: STEM.rouge_1("the foot", "the feet"),
}


@pytest.mark.parametrize("case", content("sumeval/cases.json"), ids=lambda case: case["call"])
def test_cases(case: dict[str, Any]) -> None:
    if "spaCy" in case["call"] and find_spec("spacy") is not None:
        pytest.skip("spaCy is installed")
    try:
        said: Any = CASES[case["call"]]()
    except ModuleNotFoundError:
        said = {"error": "ModuleNotFoundError"}
    except Exception as error:
        said = {"error": type(error).__name__}
    assert json.dumps(said) == json.dumps(case["result"])


def test_slices_of_no_words() -> None:
    """As sumeval 0.2.2 answers."""
    assert PLAIN.rouge_n("a b c", "x", 0) == 0.6666666666666666
    assert PLAIN.rouge_n("a b c", ["x", "y z"], 0) == 0.7692307692307693


def test_a_language_of_ones_own() -> None:
    class Dashes:
        def tokenize(self, text: str) -> list[str]:
            return text.split("-")

        def tokenize_with_preprocess(self, text: str) -> list[str]:
            return text.split("-")

        def join(self, words: list[str]) -> str:
            return "-".join(words)

        def is_stop_word(self, word: str) -> bool:
            return word == "the"

        def stemming(self, word: str, min_length: int = -1) -> str:
            return word.removesuffix("s")

    rouge = RougeCalculator(lang=Dashes(), stemming=True, word_limit=3)
    assert rouge.tokenize("the-cats-sit-down", is_reference=True) == ["cat", "sit"]


def test_a_language_is_needed_where_it_is_used() -> None:
    assert RougeCalculator(lang=1).rouge_1([], []) == 0
    with pytest.raises(TypeError):
        RougeCalculator(lang=None).rouge_1(None, "a")
    with pytest.raises(AttributeError):
        RougeCalculator(lang=None).rouge_1("a", "a")
    with pytest.raises(TypeError):
        RougeCalculator().rouge_n("cats ran", ["cats"], n=1.5)
    assert RougeCalculator().rouge_n("", "", n=1.5) == 0
