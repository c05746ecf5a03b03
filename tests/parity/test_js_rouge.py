"""Every golden row of js-rouge 3.2.3 and 3.2.0, with == on floats, through the surface and the main API."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from goldens import by_id, content, inputs, rows

import infrarouge as ir
from infrarouge.compat import js_rouge
from infrarouge.errors import RangeError
from infrarouge.reading.rule import Later

VERSIONS = ["3.2.0", "3.2.3"]
MEASURE = re.compile(r"(?:n(?P<n>\d+)_|maxSkip(?P<max_skip>\d+|Infinity)_)?beta(?P<beta>[\d.]+|Infinity)")


@pytest.fixture(scope="module", autouse=True)
def remembered() -> Iterator[None]:
    """Cut each text once: the files score the same texts with many options."""
    known: dict[tuple[str, str], Any] = {}
    plain = Later.__call__

    def call(self: Later, text: str) -> Any:
        if (self.name, text) not in known:
            known[self.name, text] = plain(self, text)
        return known[self.name, text]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Later, "__call__", call)
        yield


def newline(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def whitespace(text: str) -> list[str]:
    return text.split()


def number(text: str) -> float:
    return math.inf if text == "Infinity" else float(text)


def result(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (RangeError, TypeError) as error:
        return {"error": type(error).__name__, "message": str(error)}


def options(key: str) -> dict[str, Any]:
    found = MEASURE.fullmatch(key)
    assert found, key
    return {name: number(text) for name, text in found.groupdict().items() if text is not None}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "name",
    [
        f"{function}-caseSensitive_{case}{rest}"
        for case in ("true", "false")
        for function, rest in (("n", ""), ("s", ""), ("l", ""), ("l", "-segmenter_newline"))
    ],
)
def test_scores(version: str, name: str) -> None:
    golden = by_id(f"js-rouge/{version}/{name}.jsonl.gz")
    assert len(golden) == len(inputs())
    function = getattr(js_rouge, name[0])
    fixed: dict[str, Any] = {"caseSensitive": "_true" in name, "segmenter": newline if "newline" in name else None}
    for row in inputs():
        for key, expected in golden[row["id"]].items():
            call = partial(function, row["candidate"], row["references"][0], version=version, **options(key), **fixed)
            assert result(call) == expected, (row["id"], key)


@pytest.mark.parametrize("version", VERSIONS)
def test_own_tokenizer(version: str) -> None:
    golden = by_id(f"js-rouge/{version}/all-tokenizer_whitespace-segmenter_newline.jsonl.gz")
    own: dict[str, Any] = {"tokenizer": whitespace, "version": version}
    calls: dict[str, Callable[..., float]] = {
        "n1": partial(js_rouge.n, **own),
        "n2": partial(js_rouge.n, n=2, **own),
        "s": partial(js_rouge.s, **own),
        "s_maxSkip4": partial(js_rouge.s, max_skip=4, **own),
        "l": partial(js_rouge.l, segmenter=newline, **own),
    }
    for row in inputs():
        texts = row["candidate"], row["references"][0]
        found = {key: result(partial(call, *texts)) for key, call in calls.items()}
        assert found == golden[row["id"]], row["id"]


@pytest.mark.parametrize("version", VERSIONS)
def test_jack_knife(version: str) -> None:
    golden = by_id(f"js-rouge/{version}/jackKnife.jsonl.gz")
    n, s = partial(js_rouge.n, version=version), partial(js_rouge.s, version=version)
    chosen = [row for row in inputs() if row["id"] in golden]
    assert len(chosen) == len(golden) > 0
    calls = {
        "n1_references_as_cands": (n,),
        "n2_recall_adapter": (lambda reference, candidate: n(candidate, reference, n=2, beta=math.inf),),
        "s4_max": (partial(s, max_skip=4), max),
    }
    for row in chosen:
        texts = row["references"], row["candidate"]
        found = {key: result(partial(js_rouge.jack_knife, *texts, *call)) for key, call in calls.items()}
        assert found == golden[row["id"]], row["id"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["tokens-text", "tokens-line"])
def test_tokens(version: str, name: str) -> None:
    for row in rows(f"js-rouge/{version}/{name}.jsonl.gz"):
        assert js_rouge.tree_bank_tokenize(row["text"], version=version) == row["tokens"]


def test_sentences_320() -> None:
    for row in rows("js-rouge/3.2.0/sentences.jsonl.gz"):
        expected = row.get("sentences", {key: row[key] for key in ("error", "message") if key in row})
        assert result(partial(js_rouge.sentence_segment, row["text"], version="3.2.0")) == expected, row["text"]


@pytest.mark.parametrize("name", ["sentences", "sentences-caseNeutral"])
def test_sentences_323(name: str) -> None:
    neutral = name.endswith("Neutral")
    for row in rows(f"js-rouge/3.2.3/{name}.jsonl.gz"):
        assert js_rouge.sentence_segment(row["text"], case_neutral=neutral) == row["sentences"], row["text"]


@pytest.mark.parametrize("key", ["sentences", "neutral"])
def test_more_sentences_323(key: str) -> None:
    golden = rows("js-rouge/3.2.3/sentences-more.jsonl.gz")
    assert len(golden) > 2000
    for row in golden:
        call = partial(js_rouge.sentence_segment, row["text"], case_neutral=key == "neutral")
        assert result(call) == row[key], row["text"]


@pytest.mark.parametrize("key", ["sentences", "caseNeutral"])
def test_segments(key: str) -> None:
    golden = content("js-rouge/segments-3.2.3.json")
    assert len(golden) > 1500
    for row in golden:
        assert js_rouge.sentence_segment(row["text"], case_neutral=key == "caseNeutral") == row[key], row["text"]


@pytest.mark.parametrize("case", ["true", "false"])
def test_its_own_functions_mean_the_defaults(case: str) -> None:
    """What n, l and s give with js-rouge's own functions as options is what they give without."""
    defaults: dict[str, tuple[str, dict[str, Any]]] = {
        "n": ("n2_beta1", {"n": 2, "nGram": js_rouge.nGram}),
        "s": ("maxSkip2_beta1", {"maxSkip": 2, "skipBigram": js_rouge.skipBigram}),
        "l": ("beta1", {"segmenter": js_rouge.sentenceSegment, "lcs": js_rouge.lcs}),
    }
    for version in VERSIONS:
        for name, (key, own) in defaults.items():
            golden = by_id(f"js-rouge/{version}/{name}-caseSensitive_{case}.jsonl.gz")
            given = {**own, "tokenizer": js_rouge.treeBankTokenize, "caseSensitive": case == "true"}
            for row in inputs()[::7]:
                texts = row["candidate"], row["references"][0]
                call = partial(getattr(js_rouge, name), *texts, given, version=version)
                assert result(call) == golden[row["id"]][key], (row["id"], name)


def argument(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: argument(one) for key, one in value.items()}
    if isinstance(value, list):
        return [argument(one) for one in value]
    return {"Infinity": math.inf, "NaN": math.nan, "split on '|'": lambda text: text.split("|")}.get(value, value)


@pytest.mark.parametrize("version", VERSIONS)
def test_utilities(version: str) -> None:
    golden = content(f"js-rouge/{version}/utils.json")
    assert golden["NGRAM_DEFAULT_OPTS"] == js_rouge.NGRAM_DEFAULT_OPTS
    assert set(golden["exports"]) <= set(js_rouge.__all__)
    for case in golden["cases"]:
        arguments = [argument(one) for one in case["args"]]
        call = getattr(js_rouge, case["fn"])
        if case["fn"] == "jackKnife":
            arguments[2] = partial(getattr(js_rouge, arguments[2]), version=version)
            arguments[3:] = [max for one in arguments[3:] if one == "max"]
        elif case["fn"] not in ("lcs", "intersection", "arithmeticMean"):
            call = partial(call, version=version)
        expected, found = argument(case["result"]), result(partial(call, *arguments))
        assert found == expected or (found != found and expected != expected), case


def test_snake_case_has_the_same_functions() -> None:
    for name in js_rouge.__all__:
        snake = re.sub("[A-Z]", lambda found: "_" + found.group().lower(), name)
        if name[0].islower():
            assert getattr(js_rouge, snake) is getattr(js_rouge, name)


@pytest.mark.parametrize(("profile", "version"), [("js-rouge", "3.2.3"), ("js-rouge-3.2.0", "3.2.0")])
@pytest.mark.parametrize("case", ["true", "false"])
def test_main_api(profile: str, version: str, case: str) -> None:
    golden = {name: by_id(f"js-rouge/{version}/{name}-caseSensitive_{case}.jsonl.gz") for name in "nsl"}
    skips = [int(key[7]) for key in golden["s"]["d-edge-003"] if key[7].isdigit() and key.endswith("beta2")]
    keys = {f"rouge{n}": ("n", f"n{n}_beta2") for n in (1, 2, 3)}
    keys |= {f"rougeS{k - 1}": ("s", f"maxSkip{k}_beta2") for k in skips if k}
    keys |= {"rougeS": ("s", "maxSkipInfinity_beta2"), "rougeLsum": ("l", "beta2")}
    compared = 0
    for label, (name, key) in keys.items():
        rouge = ir.Rouge(label, profile, beta=2.0, lowercase=None if case == "true" else "unicode")
        for row in inputs()[::3]:
            expected = golden[name][row["id"]][key]
            texts = {"prediction": row["candidate"], "reference": row["references"][0]}
            if isinstance(expected, dict):
                with pytest.raises((ir.InputError, TypeError)):
                    rouge.score(**texts)
            else:
                compared += 1
                assert rouge.score(**texts)[label].fmeasure == expected, (row["id"], label)
    assert compared > 500
