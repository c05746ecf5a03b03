"""What is explained adds up to what is counted, and every span points at the word it names."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from typer.testing import CliRunner

from infrarouge import InfrarougeError, Rouge, profiles
from infrarouge.cli import make_app
from infrarouge.engine import textbook
from infrarouge.engine.resolved import COUNTS, TIES, UNIONS, plan_rules
from infrarouge.engine.runner import Runner
from infrarouge.matching import metric as parse_metric
from infrarouge.reading import unicode
from infrarouge.reading.located import located
from infrarouge.reading.normal_forms import canonical, nfc, nfd
from infrarouge.reading.spans import Tracer
from infrarouge.reporting.explain import Explanation, explain
from infrarouge.rules.catalogue import profile
from infrarouge.rules.profile import Profile
from infrarouge.rules.quirks import Quirk
from infrarouge.types import Word

METRICS = [
    "rouge1",
    "rouge2",
    "rouge3",
    "rougeL",
    "rougeLsum",
    "rougeW-1.2",
    "rougeWsum-1.5",
    "rougeS",
    "rougeS1",
    "rougeSU4",
]
WEIGHTED = ("rougeW-1.2", "rougeWsum-1.5")

PIECES = [
    "a",
    "b",
    "the",
    "The",
    "cats",
    "cat",
    "naps",
    "İ",
    "ΣΑΣ",
    "né",
    "ne\u0301",
    "东京",
    "ｶﾞ",
    "ﬁne",
    "½",
    "\U0001d400b",
]
GLUE = [" ", " ", "\n", ". ", "-", "  ", "\t", "\u200d", "\ud800", "", "."]
texts = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(GLUE)), max_size=14).map(
    lambda pairs: "".join(word + glue for word, glue in pairs)
) | st.text(max_size=20)


def shout(text: str) -> list[str]:
    """A tokenizer that changes what it reads, and drops some of it."""
    return [f"##{one.upper()}" if at % 2 else one for at, one in enumerate(text.split()) if one != "the"]


def squeeze(text: str) -> str:
    return " ".join(text.replace("-", "").split())


RULES: dict[str, list[Any]] = {
    "sentences": ["newline", "period", "none", "marker:. ", str.splitlines, lambda text: [text[1:4], text[5:].upper()]],
    "max_words": [None, None, 5, 0],
    "max_bytes": [None, None, 12, 0],
    "lowercase": ["unicode", "ascii", None],
    "normalizer": [None, None, "nfkc", "nfd", "unaccent", squeeze],
    "tokens": ["unicode", "alnum", "whitespace", "chars", str.split, shout],
    "stopwords": [None, None, {"the", "b"}],
    "stemmer": [None, "porter", str.swapcase],
    "synonyms": [None, [("cat", "nap")]],
    "flat": ["joined", "whole"],
    "count": list(COUNTS),
    "union": list(UNIONS),
    "tie": list(TIES),
    "quirks": [(), tuple(Quirk)],
}


@st.composite
def any_profile(draw: st.DrawFn) -> Profile:
    base = profile(draw(st.sampled_from(sorted(profiles()))))
    changed = draw(st.lists(st.sampled_from(sorted(RULES)), unique=True, max_size=6))
    rules = {name: draw(st.sampled_from(RULES[name])) for name in changed}
    if rules.get("tokens") is shout or rules.get("tokens") == "chars":
        rules.pop("synonyms", None)  # its words would not be single tokens
    return base.replace(**rules)


def given_as(rules: Profile, text: str) -> Any:
    """A text in the form that the rules take."""
    return text.split() if rules.text.tokens == "list" else text


def adds_up(why: Explanation) -> None:
    """Matches and what is left over make the counts; spans stay in their texts."""
    for unit_text, units in (
        (why.prediction, [match.prediction for match in why.matches] + list(why.extra)),
        (why.reference, [match.reference for match in why.matches] + list(why.missed)),
    ):
        for unit in units:
            assert len(unit.words) == len(unit.spans)
            assert all(0 <= start <= end <= len(unit_text) for start, end in unit.spans)
    assert all(match.prediction.words == match.reference.words for match in why.matches)
    for which in ("prediction", "reference"):
        assert "".join(text for text, _ in why.parts(which)) == getattr(why, which)
    if why.metric not in WEIGHTED:
        assert len(why.matches) == why.counts.matched
        for which, units, left, total in (
            ("prediction", [match.prediction for match in why.matches], why.extra, why.counts.prediction),
            ("reference", [match.reference for match in why.matches], why.missed, why.counts.reference),
        ):
            # Words of the sentences may not be among the words of the whole text, which make some totals; and a total
            # below zero is that of a text without units.
            assert total - len(units) <= len(left) <= max(total, 0), which
        return
    weight = float(why.metric.rpartition("-")[2])
    runs: dict[int, int] = {}
    for match in why.matches:
        assert match.run is not None
        runs[match.run] = runs.get(match.run, 0) + 1
    total = sum(float(size) ** weight for size in runs.values())
    assert total == pytest.approx(why.counts.matched, rel=1e-12, abs=0)


@given(texts, texts, st.sampled_from(METRICS), any_profile())
@example("a ", "a\na ", "rougeLsum", profile("js-rouge-3.2.0"))  # more matches than words: it refuses to score
def test_explanation_adds_up_to_the_counts(prediction: str, reference: str, metric: str, rules: Profile) -> None:
    ours, theirs = given_as(rules, prediction), given_as(rules, reference)
    runner = Runner((parse_metric(metric),), rules)
    try:
        counts = Rouge(metric, rules).counts(predictions=[ours], references=[theirs])
        runner.scoring.scores(counts, None)
    except InfrarougeError as refused:
        with pytest.raises(type(refused)):
            explain(prediction=ours, reference=theirs, metric=metric, profile=rules)
        return
    why = explain(prediction=ours, reference=theirs, metric=metric, profile=rules)
    assert list(why.counts) == runner.scoring.weighed(counts)[0, 0].tolist()
    adds_up(why)


@given(
    texts,
    texts,
    st.sampled_from([one for one in METRICS if one not in WEIGHTED]),
    st.sampled_from(UNIONS),
    st.sampled_from(COUNTS),
)
def test_matched_and_left_over_units_make_the_totals(
    prediction: str, reference: str, metric: str, union: str, count: str
) -> None:
    why = explain(prediction=prediction, reference=reference, metric=metric, union=union, count=count)
    ours = {match.prediction.spans for match in why.matches}
    theirs = {match.reference.spans for match in why.matches}
    assert len(ours) + len(why.extra) == why.counts.prediction
    assert len(theirs) + len(why.missed) == why.counts.reference
    if metric != "rougeLsum" or union in ("both", "prediction", "exclusive", "distinct"):
        assert len(ours) == len(theirs) == len(why.matches)


@given(texts, any_profile())
def test_tracer_reads_the_words_that_are_scored(text: str, rules: Profile) -> None:
    given = given_as(rules, text)
    try:
        runner = Rouge("rouge1 rougeLsum", rules).runner
        side = runner.side([given], "prediction")
    except InfrarougeError:
        return
    tracer = Tracer(runner.reader)
    plan = textbook.Plan(**plan_rules(rules, runner.metrics, runner.reader))
    document, _ = plan.document(side, 0, "prediction")
    reading = tracer.read(given, "prediction")
    assert reading.document.flat == list(document.flat)
    assert reading.document.sentences == [list(words) for words in document.sentences]


@given(texts, st.sampled_from(["unicode", "alnum", "whitespace", "chars"]))
def test_spans_of_plain_words_spell_them(text: str, tokens: str) -> None:
    reading = Tracer(Rouge(tokens=tokens, normalizer=None).runner.reader).read(text, "prediction")
    for word in reading.flat:
        spelled = text[word.start : word.end].lower()
        if tokens in ("unicode", "chars"):
            spelled = "".join(
                char for char in spelled if unicodedata.category(char) != "Cf" and not 0xFE00 <= ord(char) <= 0xFE0F
            )
        # A word may be a part of what one character became: of i and a dot, or with the final sigma.
        assert word.text.replace("ς", "σ") in spelled.replace("ς", "σ")
    assert [word.start for word in reading.flat] == sorted(word.start for word in reading.flat)


@given(texts, st.sampled_from(["unicode", "chars"]))
def test_spans_point_into_the_text_as_it_was_spelled(text: str, tokens: str) -> None:
    for spelling in (text, nfd(text), nfc(text)):
        for word in Tracer(Rouge(tokens=tokens).runner.reader).read(spelling, "prediction").flat:
            assert 0 <= word.start < word.end <= len(spelling)
            there = canonical(unicode.lower(spelling[word.start : word.end])).replace("ς", "σ")
            assert word.text.replace("ς", "σ") in "".join(c for c in there if unicode.kind(c) != unicode.IGNORED)


def test_a_syllable_in_jamo_has_a_span_of_its_own() -> None:
    reading = Tracer(Rouge(tokens="chars").runner.reader).read(nfd("한글 ㅋ"), "prediction")
    assert reading.flat == [Word("한", 0, 3), Word("글", 3, 6), Word("ㅋ", 7, 8)]


def spelled(prediction: Any, reference: Any, metric: str = "rouge1", **rules: Any) -> list[tuple[str, str]]:
    why = explain(prediction=prediction, reference=reference, metric=metric, **rules)
    return [
        (why.prediction[slice(*match.prediction.spans[0])], why.reference[slice(*match.reference.spans[0])])
        for match in why.matches
    ]


@pytest.mark.parametrize(
    ("prediction", "reference", "rules", "expected"),
    [
        ("İstanbul Naps", "naps", {}, [("Naps", "naps")]),
        ("Two mice", "the MICE", {"stemmer": "porter"}, [("mice", "MICE")]),
        ("a car", "my auto", {"synonyms": [("car", "auto")]}, [("car", "auto")]),
        ("nai\u0308ve ½", "naïve 1⁄2", {"normalizer": "nfkc"}, [("nai\u0308ve", "naïve"), ("½", "1"), ("½", "2")]),
        ("a-b ｶﾞ", "b ガ", {"normalizer": "nfkc"}, [("b", "b"), ("ｶﾞ", "ガ")]),
        ("a-b \u1112\u1161\u11ab", "b 한", {"normalizer": "nfkc"}, [("b", "b"), ("\u1112\u1161\u11ab", "한")]),
        ("  a \t b c", "b a", {"max_words": 2}, [("a", "a"), ("b", "b")]),
        ("one two", "two", {"max_bytes": 5}, []),
        (["a b", "c"], ["c", "b"], {"sentences": "list"}, [("b", "b"), ("c", "c")]),
        (["a", "b"], ["b"], {"tokens": "list"}, [("b", "b")]),
        ([["a", ""], ["b"]], [["b"]], {"tokens": "list", "sentences": "list"}, [("b", "b")]),
        ([7, 0, 8], np.array([8, 0]), {"tokens": "ids", "ignore_ids": [0]}, [("8", "8")]),
        (None, "a", {}, []),
    ],
)
def test_spans_point_into_what_was_given(prediction: Any, reference: Any, rules: Any, expected: Any) -> None:
    assert spelled(prediction, reference, **rules) == expected


@pytest.mark.parametrize(
    ("text", "tokens", "expected"),
    [
        (
            "The mice ran to the run",
            ["the", "mouse", "run", "to", "the", "run"],
            ["The", "mice", "ran", "to", "the", "run"],
        ),
        ("unbelievable cats", ["un", "##believ", "##able", "▁cats"], ["un", "believ", "able", "cats"]),
        ("abcd", ["ab", "bc", "cd"], ["ab", "bc", "cd"]),
        ("a b c d", ["a", "x", "y", "d"], ["a", "b", "c", "d"]),
        ("a b c", ["x", "y"], ["a b c", "a b c"]),
        ("", ["x"], [""]),
        (" a", ["", "a", ""], ["", "a", ""]),
        ("a cat at sea", ["cat", "at", "sea"], ["cat", "at", "sea"]),
    ],
)
def test_tokens_of_a_users_own_are_found(text: str, tokens: list[str], expected: list[str]) -> None:
    assert [text[start:end] for start, end in located(text, tokens)] == expected


def test_elements_are_lines() -> None:
    ours, theirs = "Cat|black|mod\nsat|cat|subj\nx|NIL|NIL\n", "ran|cat|subj\ncats|black|mod"
    why = explain(prediction=ours, reference=theirs, metric="rougeBE-HM", stemmer="porter")
    assert why.counts == (1, 2, 2)
    adds_up(why)
    assert ours[slice(*why.matches[0].prediction.spans[0])] == "Cat|black|mod"
    assert theirs[slice(*why.matches[0].reference.spans[0])] == "cats|black|mod"
    assert [ours[slice(*unit.spans[0])] for unit in why.extra] == ["sat|cat|subj"]
    assert why.origin["prediction"] == "elements of the prediction"
    assert explain(prediction=None, reference=theirs, metric="rougeBE-HM").counts == (0, 0, 2)


def test_first_occurrences_are_matched_up_to_the_clip() -> None:
    why = explain(prediction="a a a b", reference="c a d a", metric="rouge1")
    assert [(match.prediction.spans, match.reference.spans) for match in why.matches] == [
        (((0, 1),), ((2, 3),)),
        (((2, 3),), ((6, 7),)),
    ]
    assert [unit.words for unit in why.extra] == [("a",), ("b",)]
    assert [unit.words for unit in why.missed] == [("c",), ("d",)]


def test_tie_rule_decides_the_path() -> None:
    for tie, expected in (("reference", [("b", "b")]), ("prediction", [("a", "a")])):
        assert spelled("a b", "b a", "rougeL", tie=tie) == expected


def test_union_takes_words_from_several_sentences() -> None:
    ours = "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"
    why = explain(prediction=ours, reference="w1 w2 w3 w4 w5", metric="rougeLsum")
    assert [match.reference.words[0] for match in why.matches] == ["w1", "w2", "w3", "w5"]
    assert [ours[slice(*match.prediction.spans[0])] for match in why.matches] == ["w1", "w2", "w3", "w5"]
    assert why.matches[0].prediction.spans == ((0, 2),)
    assert why.counts == (4, 10, 5)


def test_runs_of_weighted_lcs_are_numbered_and_summed() -> None:
    why = explain(prediction="a b c x d", reference="a b c d", metric="rougeW-2")
    assert [match.run for match in why.matches] == [0, 0, 0, 1]
    assert why.counts.matched == 10
    assert why.origin["matched"].startswith("= 3^2 + 1^2")
    assert "[a b c] x [d]" in str(why)


def test_every_kind_of_metric_is_explained() -> None:
    for metric in METRICS:
        why = explain(prediction="a b", reference="a b", metric=metric)
        assert set(why.origin) == {"matched", "prediction", "reference"}
        assert all(why.origin.values())


def test_views_escape_and_cap() -> None:
    nasty = "<script>alert(1)</script> [bold]x[/bold]"
    why = explain(prediction=nasty, reference=nasty, metric="rouge1")
    page = why._repr_html_()
    assert "<script" not in page
    assert "&lt;" in page
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, force_terminal=True, width=200, color_system="standard").print(why)
    assert "\x1b[" in out.getvalue()
    assert "[bold]x[/bold]" in re.sub("\x1b\\[[0-9;]*m", "", out.getvalue())
    long = " ".join(f"w{at}" for at in range(60))
    pairs = explain(prediction=long, reference=long, metric="rougeS")
    assert "1770: w0 w1, " in str(pairs)
    assert len(str(pairs)) < 2000
    plain = pairs.to_dict(most=3)
    assert plain["matched"]["total"] == 1770
    assert len(plain["matched"]["units"]) == 3
    assert json.loads(json.dumps(plain)) == plain


# ---------------------------------------------------------------- the command


def run(*words: str) -> Any:
    return CliRunner().invoke(make_app(), ["explain", *words])


def test_command_prints_what_python_prints() -> None:
    done = run("--text", "the cats sat", "the cat sat down", "--metric", "rouge2", "--stemmer", "porter")
    why = explain(prediction="the cats sat", reference="the cat sat down", metric="rouge2", stemmer="porter")
    assert (done.exit_code, done.stdout) == (0, f"{why}\n")


def test_command_finds_the_row_among_systems_and_references(tmp_path: Path) -> None:
    rows = [{"a": "x", "b": "y", "reference": ["x"]}, {"a": "one", "b": "two", "reference": ["one", "two three"]}]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = run(str(path), "--prediction", "a", "--prediction", "b", "--row", "1", "-m", "rouge1", "-f", "json")
    found = json.loads(done.stdout)
    assert [(one["of"], one["counts"]["matched"]) for one in found] == [
        ("a, reference 0", 1),
        ("a, reference 1", 0),
        ("b, reference 0", 0),
        ("b, reference 1", 1),
    ]
    missing = run(str(path), "--prediction", "a", "--row", "2")
    assert (missing.exit_code, missing.stderr) == (2, "infrarouge: there is no row 2; rows go from 0 to 1\n")


def test_command_says_what_it_takes(tmp_path: Path) -> None:
    assert "with --text give the prediction and the reference" in run("--text", "a").stderr
    wrong = run("--text", "a", "b", "--format", "csv")
    assert wrong.exit_code == 2
    assert "table" in wrong.stderr
    target = tmp_path / "why.txt"
    assert run("--text", "a", "b", "-o", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("rougeL\n")


def test_definitions_and_explanation_share_their_matches() -> None:
    assert textbook.shared(list("aab"), list("aba"), "clipped") == [(0, 0), (2, 1), (1, 2)]
