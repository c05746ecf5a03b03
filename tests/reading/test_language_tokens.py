"""What the analysers of languages read, by the versions that the tests pin; without them these tests skip themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.reading import letters, scripts
from infrarouge.reading.analyzers import HOMES, analyzer_of
from infrarouge.reading.reader import Reader
from infrarouge.reading.scripts import language_of
from infrarouge.reading.spans import Tracer
from infrarouge.rules.libraries import installed

PINNED = {
    "fugashi": "1.5.2+1.0.8",
    "jieba": "0.42.1",
    "kiwi": "0.24.1+0.24.0",
    "pythainlp": "5.4.0",
    "snowball-german": "3.1",
}


def needs(name: str, *, pinned: bool = False) -> None:
    """Skip the test where a library is missing, or has another version than the recorded one."""
    here = installed(name)
    if here is None:
        pytest.skip(f"{name} is not installed")
    if pinned and here != PINNED[name.partition("-")[0] if name not in PINNED else name]:
        pytest.skip(f"{name} is {here}, and the words were recorded with another version")


# ---------------------------------------------------------------- golden words

KOREAN, JAPANESE = "경찰이 어제 범인을 사살했다.", "市は昨日、新しい公園を開きました。"
WORDS: list[tuple[str, str, str]] = [
    ("kiwi", KOREAN, "경찰 이 어제 범인 을 사살 하 었 다"),
    ("kiwi", "나는 GPT-4를 3.5배 빠르게 써 봤어요 ㅋㅋ", "나 는 gpt 4 를 3.5 배 빠르 게 쓰 어 보 었 어요 ㅋㅋ"),
    ("kiwi-no-particles", KOREAN, "경찰 어제 범인 사살 하 었 다"),
    ("kiwi-content", KOREAN, "경찰 어제 범인 사살"),
    ("kiwi-content", "학교에 가고 싶은 학생들이다.", "학교 가 학생"),
    ("fugashi", JAPANESE, "市 は 昨日 新しい 公園 を 開き まし た"),
    ("fugashi-base", JAPANESE, "市 は 昨日 新しい 公園 を 開く ます た"),
    ("jieba", "警察昨天击毙了枪手，城市开放了新公园。", "警察 昨天 击毙 了 枪手 城市 开放 了 新 公园"),
    ("pythainlp", "ตำรวจยิงคนร้ายเมื่อวานนี้", "ตำรวจ ยิง คนร้าย เมื่อวาน นี้"),
]


@pytest.mark.parametrize(
    ("name", "text", "words"), WORDS, ids=[f"{name}-{at}" for at, (name, _, _) in enumerate(WORDS)]
)
def test_golden_words(name: str, text: str, words: str) -> None:
    needs(name, pinned=True)
    assert ir.Rouge("rouge1", tokens=name).tokenize(text) == words.split()


def test_golden_stems() -> None:
    needs("snowball-german", pinned=True)
    stems = {
        "de": ("katzen schliefen", "katz schlief"),
        "es": ("gatos dormían", "gat dorm"),
        "fr": ("chats dormaient", "chat dorm"),
        "ru": ("кошки спали", "кошк спал"),
        "tr": ("kediler uyuyor", "kedi uyuyor"),
        "hi": ("लड़कियों किताबें", "लडक किताब"),
        "fi": ("kissat nukkuivat", "kis nukkuiv"),
    }
    for lang, (text, words) in stems.items():
        assert ir.Rouge("rouge1", lang=lang, stemmer=True).tokenize(text) == words.split(), lang


def test_both_snowball_packages_give_the_same_stems() -> None:
    stemmer, other = pytest.importorskip("Stemmer"), pytest.importorskip("snowballstemmer")
    words = [
        "katzen",
        "häuser",
        "gatos",
        "nationalisation",
        "кошками",
        "talossa",
        "evlerinden",
        "книги",
        "maisons",
        "nyelvek",
    ]
    for algorithm in set(stemmer.algorithms()) & set(other.algorithms()):
        ours, theirs = stemmer.Stemmer(algorithm), other.stemmer(algorithm)
        assert ours.stemWords(words) == theirs.stemWords(words), algorithm


# ---------------------------------------------------------------- places

ANALYZERS = sorted(HOMES)
TEXTS = {
    "kiwi": KOREAN,
    "kiwi-no-particles": KOREAN,
    "kiwi-content": KOREAN,
    "fugashi": JAPANESE,
    "fugashi-base": JAPANESE,
    "jieba": "警察昨天击毙了枪手。",
    "pythainlp": "ตำรวจยิงคนร้าย",
}


@pytest.mark.parametrize("name", ANALYZERS)
def test_words_stand_where_they_are_written(name: str) -> None:
    needs(name)
    analyzer, text = analyzer_of(name), TEXTS[name]
    assert analyzer is not None
    for written in (text, unicodedata.normalize("NFD", text)):
        surface, base, spans = analyzer.analyze([written])[0]
        assert len(surface) == len(base) == len(spans) > 2
        for form, (start, end) in zip(surface, spans, strict=True):
            assert unicodedata.normalize("NFC", written[start:end]) == form


def test_an_explanation_marks_the_surface_form() -> None:
    needs("fugashi")
    why = ir.explain(prediction="公園を開いた", reference="公園を開く", metric="rouge1", tokens="fugashi-base")
    assert why.parts("prediction") == [("公園", "matched"), ("を", "matched"), ("開い", "matched"), ("た", "extra")]


def test_decomposed_korean_equals_itself_in_every_rule() -> None:
    written = unicodedata.normalize("NFD", KOREAN)
    for rules in ({}, {"tokens": "eojeol"}, {"tokens": "syllables"}, {"tokens": "unicode"}):
        how: dict[str, Any] = {"lang": "ko", **rules}
        if not rules and installed("kiwi") is None:
            continue
        assert ir.score(prediction=written, reference=KOREAN, metrics="rouge1 rougeL", **how)["rougeL"].fmeasure == 1.0
        why = ir.explain(prediction=written, reference=KOREAN, metric="rouge1", **how)
        assert all(kind in ("matched", "") for _, kind in why.parts("prediction"))


# ---------------------------------------------------------------- any text

planes = st.text(st.characters(), max_size=40)
"""Characters of every plane, halves of surrogate pairs among them."""


@settings(deadline=None)
@given(planes)
@example("\x00가\x00")
@example("a\ud800b")
@example("𠮷野家で𩸽")
@example("각\u11a8\u0301")
@pytest.mark.parametrize("name", [name for name in ANALYZERS if "-" not in name])
def test_no_text_breaks_an_analyser_or_its_spans(name: str, text: str) -> None:
    needs(name)
    analyzer = analyzer_of(name)
    assert analyzer is not None
    surface, base, spans = analyzer.analyze([text])[0]
    assert len(surface) == len(base) == len(spans)
    assert all(0 <= start <= end <= len(text) for start, end in spans)


@settings(deadline=None)
@given(planes)
@example("İ\u0307ſ")
def test_unicode_words_keep_every_letter_in_its_place(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    for lang in (None, "de", "tr", "ar", "hi", "auto"):
        tracer = Tracer(Reader(ir.profile(lang=lang, tokens="unicode")))
        reading = tracer.read(text, "prediction")
        assert all(0 <= word.start <= word.end <= len(text) for word in reading.flat)
        if lang in (None, "de"):
            inside = {at for word in reading.flat for at in range(word.start, word.end)}
            assert [at for at, char in enumerate(text) if _is_letter(char) and at not in inside] == []


def _is_letter(char: str) -> bool:
    from infrarouge.reading import unicode

    return unicode.is_letter(char) and unicode.kind(char) != unicode.IGNORED


NORMALIZERS: list[Callable[[str], str]] = [
    letters.arabic, letters.persian, letters.indic, letters.hindi, letters.korean, letters.turkish_lower
]  # fmt: skip


@given(planes)
@pytest.mark.parametrize("rule", NORMALIZERS)
def test_a_normalizer_of_a_language_needs_no_second_pass(rule: Callable[[str], str], text: str) -> None:
    assert rule(rule(text)) == rule(text)


# ---------------------------------------------------------------- letters by rule


@pytest.mark.parametrize(
    ("lang", "ours", "theirs"),
    [
        ("ar", "أحمد إلى مدرسةٍ", "احمد الى مدرسه"),
        ("ar", "كـــتاب", "كتاب"),
        ("fa", "كتابي", "کتابی"),
        ("hi", "हँसी लड़का", "हंसी लडका"),
        ("bn", "\u09a4\u09cd\u200d", "\u09ce"),
        ("ml", "അവന\u0d4d\u200d", "അവൻ"),
        ("tr", "ISPARTA İZMİR", "ısparta izmir"),
        ("az", "IŞIQ", "ışıq"),
        ("ko", "\u110f\u110f \u1112\u1161\u11ab\u1100\u116e\u11a8", "ㅋㅋ 한국"),
    ],
)
def test_spellings_that_are_equal(lang: str, ours: str, theirs: str) -> None:
    how: dict[str, Any] = {"metrics": "rouge1", "tokens": "unicode"}
    assert ir.score(prediction=ours, reference=theirs, lang=lang, **how)["rouge1"].fmeasure == 1.0


def test_turkish_keeps_both_letters_apart() -> None:
    assert ir.score(prediction="ILIK", reference="ilik", metrics="rouge1", lang="tr")["rouge1"].fmeasure == 0.0
    assert ir.score(prediction="ILIK", reference="ilik", metrics="rouge1")["rouge1"].fmeasure == 1.0


# ---------------------------------------------------------------- lang="auto"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (KOREAN, "ko"),
        (JAPANESE, "ja"),
        ("警察昨天击毙了枪手", "Han"),
        ("ตำรวจยิงคนร้าย", "th"),
        ("Η αστυνομία", "el"),
        ("המשטרה", "he"),
        ("Die Polizei", "Latin"),
        ("полиция", "Cyrillic"),
        ("الشرطة", "Arabic"),
        ("पुलिस", "Devanagari"),
        ("3.5 %", "none"),
        ("GPT 모델이 나왔다", "ko"),
        ("𞤀𞤣𞤤𞤢𞤥", "other"),
    ],
)
def test_what_a_script_tells(text: str, language: str) -> None:
    assert language_of([text]) == language


def test_every_script_names_a_language_or_none() -> None:
    names = {name for name, _ in scripts._RANGES}
    assert set(scripts.ONE_LANGUAGE) <= names


@pytest.mark.filterwarnings("ignore::infrarouge.LanguageWarning")
def test_the_references_of_a_row_decide_for_all_its_texts() -> None:
    rouge = ir.Rouge("rouge1 rougeL", lang="auto")
    ours = ["東京大学", "GPT-4", KOREAN, "the cat"]
    theirs = ["東京大学の研究です", "3.5", [KOREAN, "범인 사살"], "the cat sat"]
    report = rouge.evaluate(predictions=ours, references=theirs)
    assert report.languages == {"Latin": 1, "ja": 1, "ko": 1, "none": 1}
    assert any("rows by language or script: Latin 1 (unicode)" in note for note in report.notes())
    assert report.to_dict()["languages"] == report.languages
    for row, lang in enumerate(["ja", "en", "ko", "en"]):
        alone = ir.Rouge("rouge1 rougeL", lang=lang).evaluate(predictions=[ours[row]], references=[theirs[row]])
        assert alone.scores.tolist() == report.scores[row : row + 1].tolist()
    kept = rouge.prepare(theirs).evaluate(predictions=ours)
    assert kept.scores.tolist() == report.scores.tolist()
    assert kept.languages == report.languages
    parts = [rouge.state(predictions=[ours[at]], references=[theirs[at]], start=at) for at in (2, 0, 3, 1)]
    assert rouge.report(ir.State.merge(parts)).languages == report.languages


def test_texts_without_rows_are_refused() -> None:
    with pytest.raises(ir.InputError, match="here texts meet without rows"):
        ir.pairwise(predictions=["a", "b"], metric="rouge1", lang="auto")


# ---------------------------------------------------------------- once for each text


def test_a_text_is_read_once_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("jieba")
    from infrarouge.reading.analyzers.jieba import JiebaAnalyzer

    analyzer = JiebaAnalyzer("jieba", "words")
    seen: list[str] = []
    read = analyzer.tokens

    def noting(library: Any, texts: Any) -> Any:
        seen.extend(texts)
        return read(library, texts)

    monkeypatch.setattr(analyzer, "tokens", noting)
    rouge = ir.Rouge("rouge1", tokens=ir.named(analyzer, name="mine", version="1"))
    rouge.evaluate(predictions=["公园", "城市"], references=["城市", "公园"])
    rouge.evaluate(predictions=["公园"], references=["城市"])
    assert sorted(seen) == ["公园", "城市"]
