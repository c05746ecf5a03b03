"""Normal forms against Python's own, and what canonical equivalence means for scores."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading.assigned import known_characters

import infrarouge as ir
from infrarouge import Rouge
from infrarouge.errors import UnknownNameError
from infrarouge.reading import normal_forms, unicode
from infrarouge.reading.normal_forms import JAMO, PAIRS, canonical, changing, nfc, nfd
from infrarouge.reading.normalizers import NORMALIZERS, Steps

FORMS = ("nfc", "nfd", "nfkc", "nfkd")
NATIVE = [name for name, rule in NORMALIZERS.items() if rule.native]
KNOWN = known_characters()
# Characters that forms change, those they are made of, and any others.
LIVELY = sorted({*changing("nfkc"), *changing("canonical"), *PAIRS.values(), *(first for first, _ in PAIRS)})
LIVELY = sorted(set(LIVELY).intersection(KNOWN))
CHARACTERS = st.one_of(st.sampled_from(LIVELY).map(chr), st.sampled_from("ae =\n\u0301\u0323ㅋㅠ"), st.characters())
TEXTS = st.text(CHARACTERS, max_size=12)


@pytest.mark.parametrize("form", FORMS)
def test_every_known_character_equals_unicodedata(form):
    ours = getattr(normal_forms, form)
    different = [hex(c) for c in KNOWN if ours(chr(c)) != unicodedata.normalize(form.upper(), chr(c))]
    assert different == []


@given(st.text(st.one_of(st.sampled_from(LIVELY).map(chr), st.sampled_from("ae =\u0301\u0323")), max_size=12))
def test_texts_equal_unicodedata(text):
    for form in FORMS:
        assert getattr(normal_forms, form)(text) == unicodedata.normalize(form.upper(), text)
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    assert normal_forms.unaccent(text) == unicodedata.normalize("NFC", bare)


@given(TEXTS)
def test_forms_are_the_same_twice(text):
    for name in NATIVE:
        form = getattr(normal_forms, name)
        assert form(form(text)) == form(text)


@given(TEXTS, TEXTS)
def test_a_text_can_be_cut_before_what_a_form_leaves_alone(before, after):
    for name in NATIVE:
        form = getattr(normal_forms, name)
        if after and ord(after[0]) not in changing(name):
            assert form(before + after) == form(before) + form(after)


@given(TEXTS)
def test_canonical_equivalents_become_the_same(text):
    jamo = str.translate(text, JAMO)
    assert canonical(nfd(text)) == canonical(nfc(text)) == canonical(text)
    assert canonical(jamo) == canonical(nfc(jamo)) == canonical(text)
    assert nfc(canonical(text).translate(JAMO)) == nfc(jamo)


@pytest.mark.parametrize("pattern", ["{}", "a{}", "{}Σ", "AΣ{}", "AΣ{}B"])
def test_lower_case_keeps_equivalents_equivalent(pattern):
    texts = [pattern.replace("{}", chr(code)) for code in {*changing("nfd"), *PAIRS.values()}]
    different = [text for text in texts if canonical(unicode.lower(text)) != canonical(unicode.lower(nfd(text)))]
    assert different == []


def test_lower_case_has_no_capitals_left():
    lowered = [canonical(unicode.lower(chr(code))) for code in KNOWN]
    assert [text for text in lowered if unicode.lower_each(text) != text] == []


@given(TEXTS)
def test_a_text_scores_one_against_its_equivalents(text):
    for tokens in ("unicode", "chars", "whitespace"):
        rouge = Rouge("rouge1 rougeL", tokens=tokens)
        words = rouge.tokenize(text)
        assert rouge.tokenize(nfd(text)) == rouge.tokenize(nfc(text)) == words
        assert rouge.tokenize(text.translate(JAMO)) == words


@pytest.mark.parametrize(
    "text", ["한국어 문장을 분해한다 ㅋㅋㅋ ㅠㅠ", "Tiếng Việt có dấu", "naïve café", "Ἄνθρωπος ἐστίν"]
)
def test_decomposed_texts_score_one(text):
    scores = ir.score(prediction=unicodedata.normalize("NFD", text), reference=text, metrics="rouge1 rouge2 rougeL")
    assert {score.fmeasure for score in scores.values()} == {1.0}
    plain = ir.score(prediction=unicodedata.normalize("NFD", text), reference=text, normalizer=None)
    assert plain["rouge1"].fmeasure < 1.0


def test_jamo_of_both_kinds_are_the_same_letters():
    assert ir.score(prediction="\u110f\u110f\u110f", reference="ㅋㅋㅋ")["rouge1"].fmeasure == 1.0
    assert (
        ir.score(prediction=unicodedata.normalize("NFKC", "ㅋㅋㅠㅠ"), reference="ㅋㅋㅠㅠ")["rouge1"].fmeasure == 1.0
    )
    assert Rouge().tokenize("안녕 ㅋㅋㅋ") == ["안녕", "ㅋㅋㅋ"]


def test_stop_words_and_synonyms_are_read_as_texts_are():
    decomposed = unicodedata.normalize("NFD", "été")
    assert Rouge(stopwords={decomposed}).tokenize("l'été") == ["l"]
    scores = ir.score(prediction="été", reference="summer", synonyms=[[decomposed, "summer"]])
    assert scores["rouge1"].fmeasure == 1.0


def test_normalizers_are_combined_by_name():
    assert Rouge(normalizer="nfkc+unaccent+digits").tokenize("Ａé ٣५ №") == ["ae", "35", "no"]
    assert Rouge(normalizer="nfkc+alnum", tokens="whitespace").tokenize("Ａ-b") == ["a", "b"]
    signature = ir.profile(normalizer="nfkc+unaccent").signature
    assert signature == "infrarouge-1|norm:nfkc+unaccent"
    assert ir.Profile.parse(signature) == ir.profile(normalizer="nfkc+unaccent")
    assert ir.profile(normalizer=None).signature == "infrarouge-1|norm:none"
    with pytest.raises(UnknownNameError, match="unknown normalizer 'unacent'; did you mean 'unaccent'"):
        Rouge(normalizer="nfkc+unacent")


def test_capitals_that_a_normalizer_brings_in_are_lowered():
    assert Rouge(normalizer="nfkc").tokenize("№ 𝐀 𝚺") == ["no", "a", "σ"]
    assert Rouge(normalizer="nfkc", lowercase=None).tokenize("№ 𝐀") == ["No", "A"]
    assert Steps("nfc", "ascii")("\u212a") == "k"
