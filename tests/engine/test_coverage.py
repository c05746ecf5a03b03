"""Letters that end up in no word: counted for every text in every profile, kept in states, and answered with advice."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.engine.coverage import main_script
from infrarouge.scoring.state import State

pytestmark = pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
KOREAN, GREEK, FRENCH, MIXED = "새 공원을 열었다", "η γάτα κοιμάται", "la forêt est brûlée", "공원 park 열었다"


def evaluated(text: str, **rules: Any) -> Any:
    return ir.evaluate(
        predictions=[text, "a cat"], references=[text, "a cat"], metrics="rouge1", n_resamples=0, **rules
    )


@pytest.mark.parametrize("profile", ["rouge-score", "torchmetrics", "py-rouge", "sumeval"])
def test_profiles_for_ascii_lose_other_letters(profile: str) -> None:
    report = evaluated(KOREAN, profile=profile)
    assert report.coverage.tolist() == [0.0, 1.0]
    assert report.low_coverage.tolist() == [0]
    assert report.to_dict()["coverage"] == 0.5
    assert "100% of their letters are Hangul: use lang='ko' or tokens='unicode'" in report.notes()[-1]


def test_the_default_profile_loses_nothing() -> None:
    for text in (KOREAN, GREEK, FRENCH, "東京", "ภาษาไทย", "a"):
        report = evaluated(text)
        assert report.coverage.tolist() == [1.0, 1.0]
        assert report.state.lost is None
        assert not [note for note in report.notes() if "letters" in note]


def test_some_letters_are_told_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = evaluated(FRENCH, profile="rouge-score")
    assert report.coverage.tolist() == [0.812, 1.0]  # 13 of 16, with the loss in whole thousandths
    assert report.notes() == ["1 of 2 examples lose some letters; on average 90.6% are read"]


def test_a_normalizer_may_save_letters() -> None:
    assert evaluated(FRENCH, profile="rouge-score", normalizer="unaccent").coverage.tolist() == [1.0, 1.0]


def test_tokenizers_of_ones_own_are_looked_at() -> None:
    def ascii_words(text: str) -> list[str]:
        return [word for word in text.split() if word.isascii()]

    with pytest.warns(ir.CoverageWarning, match=r"tokens='custom-.*where 100% of the letters are Greek; .*lang='el'"):
        report = evaluated(GREEK, tokens=ascii_words)
    assert report.coverage.tolist() == [0.0, 1.0]
    with pytest.raises(ir.CoverageError, match="Greek"):
        evaluated(GREEK, tokens=ascii_words, strict=True)
    assert evaluated(GREEK, tokens=str.split, stemmer=lambda word: word[:3]).coverage.tolist() == [1.0, 1.0]
    assert evaluated(GREEK, tokens="13a").coverage.tolist() == [1.0, 1.0]


def test_states_merge_with_their_losses() -> None:
    rouge = ir.Rouge("rouge1", "rouge-score")
    texts = [KOREAN, "a cat", FRENCH]
    parts = [rouge.state(predictions=[text], references=[text], start=at) for at, text in enumerate(texts)]
    whole = rouge.state(predictions=texts, references=texts)
    merged = State.merge([parts[2], parts[0], parts[1], parts[0]])
    assert whole.lost is not None
    assert merged.lost is not None
    assert np.array_equal(merged.lost, whole.lost)
    assert merged.scripts == whole.scripts == ((("Hangul", 14),), (), ())
    assert rouge.report(merged).notes() == rouge.report(whole).notes()


def test_several_references_and_missing_texts() -> None:
    report = ir.evaluate(
        predictions=["a cat", None, "b"],
        references=[["a cat", GREEK], ["c"], ["d", None]],
        metrics="rouge1",
        profile="rouge-score",
    )
    assert report.coverage.tolist() == [0.0, 1.0, 1.0]
    kept = ir.Rouge("rouge1", "rouge-score").prepare(["a", "b"]).evaluate(predictions=[GREEK, "b"])
    assert kept.coverage.tolist() == [0.0, 1.0]


def test_the_warning_names_the_script_found() -> None:
    with pytest.warns(ir.CoverageWarning) as caught:
        evaluated(MIXED + KOREAN, profile="rouge-score")
    assert (
        "(row 0), where 75% of the letters are Hangul; for other scripts type lang='ko', tokens='unicode' or "
        in str(caught[0].message)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ({"Latin": 4}, ("", 0, "")),
        ({"Hangul": 82, "Latin": 18}, ("Hangul", 82, "ko")),
        ({"Han": 9, "kana": 1}, ("Japanese", 100, "ja")),
        ({"Han": 10}, ("Han", 100, "zh")),
        ({"Arabic": 3, "Latin": 1}, ("Arabic", 75, "")),
        ({"Thai": 1}, ("Thai", 100, "th")),
        ({"Thai": 4, "Arabic": 3, "Greek": 3}, ("Thai", 40, "auto")),
    ],
)
def test_scripts_and_their_languages(text: dict[str, int], expected: tuple[str, int, str]) -> None:
    assert main_script([tuple(text.items())]) == expected


def test_what_a_limit_cuts_off_is_not_lost(recwarn: pytest.WarningsRecorder) -> None:
    text = "a café " + "and many more words " * 20
    for rules in ({"max_words": 3}, {"max_bytes": 9}):
        report = ir.evaluate(predictions=[text], references=[text], metrics="rouge1", profile="sumeval", **rules)
        assert not len(report.low_coverage)
    assert not [warning for warning in recwarn if issubclass(warning.category, ir.CoverageWarning)]


@pytest.mark.parametrize("profile", ["rouge-score", "sumeval", "py-rouge"])
def test_every_way_to_score_a_batch_tells_alike(profile: str) -> None:
    texts = ["кошка спит", "a b"]
    strict = ir.Rouge("rouge1", profile, strict=True)
    for call in (strict.evaluate, strict.scores):
        for references in (texts, [[text, "x"] for text in texts]):
            with pytest.raises(ir.CoverageError, match="1 of 2 examples"):
                call(predictions=texts, references=references)
