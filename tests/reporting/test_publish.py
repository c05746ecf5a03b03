"""What is printed can be checked: methods in words, claims, verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import InputError, UnknownNameError
from infrarouge.reporting.publish import Claim, Verdict
from infrarouge.rules.profile import KEYS

TEXTS = {"predictions": ["the cat sat", "a dog", "x"], "references": ["the cat sat down", "the dog", "y z"]}


def report(**rules: Any) -> ir.Report:
    return ir.evaluate(**TEXTS, **rules)


def verdict(text: str, **rules: Any) -> Verdict:
    claim = Claim.parse(text)
    return Verdict(claim, ir.evaluate(**TEXTS, profile=claim.profile, **rules))


# ---------------------------------------------------------------- methods


def test_methods_name_everything() -> None:
    text = report(metrics="rouge1 rougeSU4 rougeW", stemmer="porter", n_resamples=2000, rng=7).methods_text()
    for part in (
        "ROUGE-1, ROUGE-SU4 and ROUGE-W-1.2 were computed",
        f"infrarouge {ir.__version__}, profile infrarouge-1",
        "lower-cased",
        'the rule "unicode"',
        'stemmed by the rule "porter"',
        "mean over 3 examples",
        "95% bootstrap intervals (2,000 resamples, seed 7)",
        f"Signature: infrarouge-1|stem:porter|boot:2000|seed:7|n:3|v:{ir.__version__}.",
    ):
        assert part in text
    assert "references" not in text


CHANGES: dict[str, tuple[Any, str]] = {
    "sentences": ("period", 'split into sentences by the rule "period"'),
    "max_words": (75, "cut to the first 75 words"),
    "max_bytes": (665, "cut to the first 665 bytes"),
    "lowercase": (None, "kept in their case"),
    "normalizer": ("nfkc", 'normalized by the rule "nfkc"'),
    "tokens": ("whitespace", 'the rule "whitespace"'),
    "stopwords": ("smart", "stripped of stop words (smart)"),
    "stemmer": ("porter", 'stemmed by the rule "porter"'),
    "stem_min": (2, "stemmin:2"),
    "synonyms": ([("cat", "dog")], "synonyms counting as one word (custom-"),
    "ignore_ids": ([3], "ignore:3"),
    "flat": ("whole", "flat:whole"),
    "count": ("set", "count:set"),
    "union": ("sum", "union:sum"),
    "tie": ("prediction", "tie:prediction"),
    "formula": ("beta", "F weighs precision and recall equally"),
    "alpha": (0.8, "F is taken with alpha = 0.8"),
    "beta": (2.0, "F is taken with beta = 2"),
    "decimals": (5, "dec:5"),
    "combine": ("mean", "Signature"),
    "empty": ("skip", "mean over 3 examples"),
    "dtype": ("float32", "type:float32"),
    "n_resamples": (50, "(50 resamples, seed 0)"),
    "confidence_level": (0.9, "90% bootstrap intervals"),
    "rng": (5, "seed 5"),
    "generator": ("drand48", "gen:drand48"),
    "center": ("median", "value:median"),
    "interval": ("rouge-1.5.5", "ends:rouge-1.5.5"),
    "order": ("id", "order:id"),
    "average": ("counts", "The score is that of the counts of all 3 examples"),
}


@pytest.mark.parametrize("rule", CHANGES)
def test_methods_speak_of_every_rule(rule: str) -> None:
    value, words = CHANGES[rule]
    text = report(metrics="rouge1", **{rule: value}).methods_text()
    assert words in text
    assert text != report(metrics="rouge1").methods_text()


def test_every_key_is_said_in_words_or_as_it_is() -> None:
    from infrarouge.reporting.methods import SAID

    assert set(KEYS) >= SAID
    said = report(metrics="rouge1", flat="whole", count="set").methods_text()
    assert "Further settings, as in the signature: flat:whole, count:set." in said


def test_methods_on_references_empties_functions_and_quirks() -> None:
    several = ir.evaluate(predictions=["a"], references=[["a", "b"]], combine="jackknife", metrics="rouge1")
    assert "Of several references the jackknife mean" in several.methods_text()
    skipped = ir.evaluate(predictions=["a", ""], references=["a", "a"], empty="skip", metrics="rouge1")
    assert "mean over 1 example (1 without words left out)" in skipped.methods_text()
    own = report(tokens=str.split, stopwords={"the"}, metrics="rouge1").methods_text()
    assert "split into words by a function of our own (custom-" in own
    assert "stop words (custom-" in own
    assert "quirks:+su-last-word" in report(quirks=["su-last-word"], metrics="rouge1").methods_text()
    assert "intervals" not in report(n_resamples=0).methods_text()
    ready = ir.evaluate(predictions=[["a"]], references=[["a"]], tokens="list", metrics="rouge1")
    assert "given as words" in ready.methods_text()


# ---------------------------------------------------------------- claims


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["rouge1", "rouge2", "rougeL"]),
    st.sampled_from(["p", "r", "f"]),
    st.integers(0, 6),
    st.sampled_from([{}, {"stemmer": "porter"}, {"tokens": "chars", "alpha": 0.25}, {"profile": "rouge-score"}]),
)
def test_every_claim_of_ours_holds(metric: str, measure: str, digits: int, rules: dict[str, Any]) -> None:
    text = report(**rules).claim(f"{metric}.{measure}", digits)
    assert verdict(text).holds


def test_last_digit_decides() -> None:
    # rouge1 F of the three rows: 6/7, 1/2, 0; their mean is 0.452380...
    for text in ("45.24", "45.2", "45", "0.4524", "0.452", "45.24%", "0.45", "45.2381"):
        assert verdict(f"rouge1.f infrarouge-1 = {text}"), text
    for text in ("45.23", "45.25", "45.3", "46", "0.4523", "0.46", "0.45%", "4.52"):
        assert not verdict(f"rouge1.f infrarouge-1 = {text}"), text


def test_a_score_on_the_edge_may_be_rounded_either_way() -> None:
    edge = ir.evaluate(predictions=["a"] * 8, references=["a"] + ["b"] * 7, metrics="rouge1")  # 0.125
    for text in ("12.5", "12", "13", "0.12", "0.13"):
        assert Verdict(Claim.parse(f"rouge1 infrarouge-1 = {text}"), edge), text


def test_claim_without_metric_looks_at_all() -> None:
    found = verdict("infrarouge-1 = 45.24")
    assert found
    assert found.matching.keys() >= {"rouge1.f"}
    assert "rouge1.f is 45.2381" in found.sentence
    lost = verdict("infrarouge-1 = 99.99")
    assert not lost
    assert "no score is 99.99" in lost.sentence


def test_facts_of_the_run() -> None:
    assert "speaks of 4 examples, the files hold 3" in verdict("rouge1 infrarouge-1|n:4 = 45.24").sentence
    assert verdict("rouge1 infrarouge-1|n:3|v:0.0.1 = 45.24").notes() == [
        f"claimed with infrarouge 0.0.1, checked with {ir.__version__}"
    ]
    made = report(hashed=True)
    text = made.claim("rouge1.f")
    assert "|hash:" in text
    assert Verdict(Claim.parse(text), made)
    other = ir.evaluate(predictions=["the cat sat", "a dog", "w"], references=TEXTS["references"], hashed=True)
    against = Verdict(Claim.parse(text), other)
    assert not against
    assert "the texts are others" in against.sentence


def test_spellings() -> None:
    for text in (
        "rouge1.f infrarouge-1 = 45.24",
        "rouge1 infrarouge-1=45.24",
        "ROUGE-1 F1 infrarouge-1|n:3 = 45.24",
        "rouge1.fmeasure infrarouge|sent:marker:a=b = 45.24",
        "  rouge1_f   infrarouge-1  =  45.24 % ",
    ):
        read = Claim.parse(text)
        assert (read.metric, read.measure, str(read.number)) == ("rouge1", "fmeasure", "45.24")
    assert Claim.parse("rouge1 infrarouge-1|sent:marker:a=b = 1").profile.text.sentences == "marker:a=b"


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", InputError, "SIGNATURE = NUMBER"),
        ("rouge1 infrarouge-1", InputError, "SIGNATURE = NUMBER"),
        ("rouge1 infrarouge-1 = many", InputError, "SIGNATURE = NUMBER"),
        ("41.2", InputError, "names no profile"),
        ("rouge1 infrarogue-1|n:3 = 41.2", InputError, "did you mean 'infrarouge-1'"),
        ("rogue1 infrarouge-1 = 41.2", InputError, "'rogue1' is no metric"),
        ("rouge1 infrarouge-1|stm:porter = 41.2", UnknownNameError, "did you mean 'stem'"),
    ],
)
def test_claims_that_cannot_be_read(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Claim.parse(text)


def test_notations() -> None:
    found = verdict("rouge1.f infrarouge-1 = 45.24")
    assert found.to_dict()["holds"] is True
    assert found.to_csv().splitlines()[1].startswith("rouge1.f,0.45238")
    assert "| rouge1.f | 45.2381 | 45.24 | yes |" in found.to_markdown()
    assert "rouge1.f & 45.2381 & 45.24 & yes" in found.to_latex()


def test_signature_with_a_hash_is_parsed() -> None:
    made = report(hashed=True)
    assert len(made.input_hash or "") == 16
    assert ir.Profile.parse(made.signature) == made.profile
    assert report().input_hash is None
    assert made.merge(made).input_hash is None
    assert made.rescore(alpha=0.1).input_hash == made.input_hash


def test_methods_say_what_a_limit_counts() -> None:
    assert "cut to the first 665 characters" in report(profile="py-rouge").methods_text()
    assert "cut to the first 75 bytes" in report(profile="rouge-1.5.5", max_bytes=75).methods_text()
