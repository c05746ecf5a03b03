"""Languages by code and name, what they put into a profile, and signatures that name versions."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import infrarouge as ir
from infrarouge.engine import runner
from infrarouge.reading.normalizers import NORMALIZERS
from infrarouge.reading.stemmers import STEMMERS
from infrarouge.reading.stopwords import STOPWORDS, stop_list
from infrarouge.reading.tokens import TOKENS
from infrarouge.rules import languages as table
from infrarouge.rules import libraries
from infrarouge.rules.languages import language, languages

# Every language that XL-Sum has, by the names of its files.
XLSUM = """amharic arabic azerbaijani bengali burmese chinese_simplified chinese_traditional english french gujarati hausa
hindi igbo indonesian japanese kirundi korean kyrgyz marathi nepali oromo pashto persian pidgin portuguese punjabi russian
scottish_gaelic serbian_cyrillic serbian_latin sinhala somali spanish swahili tamil telugu thai tigrinya turkish ukrainian
urdu uzbek vietnamese welsh yoruba"""


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "package_version", lambda package: None)
    monkeypatch.setattr(runner, "ADVISED", set())


def test_every_code_and_name_finds_its_language() -> None:
    for code, entry in languages().items():
        for name in (code, entry.iso3, *entry.names, entry.name.upper(), f"{code}-XX", f"{code}_XX"):
            assert language(name) is entry, name
    assert {language(name).code for name in XLSUM.split()} <= set(languages())
    assert language("serbian_latin").code == "sr"
    assert language("pidgin").code == "pcm"


def test_an_unknown_language_is_refused_with_the_nearest_and_all_others() -> None:
    with pytest.raises(ir.UnknownNameError) as caught:
        ir.Rouge(lang="germna")
    assert "did you mean 'german'?" in str(caught.value)
    assert all(f"{code} ({entry.name})" in str(caught.value) for code, entry in languages().items())
    with pytest.raises(ir.UnknownNameError, match="give an ISO code such as 'ko'"):
        ir.Rouge(lang=7)  # type: ignore[arg-type]


def test_every_rule_of_a_language_exists() -> None:
    assert set(table.TOKENS.values()) <= set(TOKENS)
    assert set(table.NORMALIZERS.values()) <= set(NORMALIZERS)
    assert {f"snowball-{name}" for name in table.STEMMERS.values()} <= set(STEMMERS)
    assert set(table.STOPWORDS.values()) <= set(STOPWORDS)
    for part in (table.TOKENS, table.NORMALIZERS, table.STEMMERS, table.STOPWORDS, table.CASES):
        assert set(part) <= set(languages())


def test_english_is_what_it_is_without_a_language() -> None:
    texts = {"prediction": "The cats' naïve naps", "reference": "A cat's nap, the café"}
    for profile in ("infrarouge-1", "rouge-score", "pltrdy"):
        for rules in ({}, {"stemmer": True}, {"stopwords": True}):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert ir.score(**texts, profile=profile, **rules) == ir.score(
                    **texts, profile=profile, lang="en", **rules
                )


@pytest.mark.parametrize(
    ("lang", "signature"),
    [
        ("German", "infrarouge-1|lang:de|tok:unicode"),
        ("tr", "infrarouge-1|lang:tr|case:turkish|tok:unicode"),
        ("eng", "infrarouge-1|lang:en|tok:unicode"),
        ("ko", "infrarouge-1|lang:ko|norm:korean|tok:unicode"),
        ("ja", "infrarouge-1|lang:ja|tok:unicode"),
        ("auto", "infrarouge-1|lang:auto|norm:korean|tok:auto"),
    ],
)
@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.filterwarnings("ignore::infrarouge.LanguageWarning")
def test_signatures_without_analysers(lang: str, signature: str) -> None:
    profile = ir.profile(lang=lang)
    normal = ir.profile().text.normalizer
    if normal is not None:
        signature = signature.replace("|norm:korean", "").replace("norm:", f"norm:{normal}+")
    assert profile.signature == signature
    assert ir.Profile.parse(signature) == profile


def test_a_signature_keeps_what_was_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "package_version", lambda package: "0.21.0")
    there = ir.profile(lang="ko", stopwords=True)
    assert "|tok:kiwi-0.21.0+0.21.0|" in there.signature
    stems = ir.profile(lang="de", stemmer=True)
    assert stems.signature.endswith("|stem:snowball-german-0.21")
    monkeypatch.setattr(libraries, "package_version", lambda package: "0.24.1")
    assert ir.Profile.parse(there.signature) == there
    with pytest.raises(ir.AnalyzerVersionError, match=r"pip install 'kiwipiepy==0.21.0' 'kiwipiepy_model==0.21.0'"):
        ir.Rouge("rouge1", ir.Profile.parse(there.signature))
    with pytest.raises(ir.AnalyzerVersionError, match=r"pip install 'PyStemmer==0.21.\*'"):
        ir.Rouge("rouge1", stems)
    monkeypatch.setattr(libraries, "package_version", lambda package: None)
    assert ir.Profile.parse(there.signature) == there
    with pytest.raises(ir.MissingExtraError, match=r"pip install 'infrarouge\[korean\]'"):
        ir.Rouge("rouge1", there)


def test_a_language_that_is_typed_into_a_signature_stands_for_its_rules() -> None:
    assert ir.Profile.parse("infrarouge-1|lang:Turkish") == ir.profile(lang="tr")
    assert ir.Profile.parse("infrarouge-1|lang:Turkish|tok:chars").text.lowercase == "unicode"


def test_rules_that_are_named_beside_a_language_stay() -> None:
    profile = ir.profile(lang="ko", tokens="syllables", normalizer="nfkc", lowercase=False)
    assert (profile.text.tokens, profile.text.normalizer, profile.text.lowercase) == ("syllables", "nfkc", None)


def test_another_language_takes_its_own_rules() -> None:
    profile = ir.profile(lang="tr", stopwords=True)
    assert profile.replace(lang="de") == ir.profile(lang="de", stopwords=True)
    assert profile.replace(lang=None) == ir.profile(stopwords="smart")
    assert ir.profile(lang="fr", stopwords="smart").replace(lang="de").text.stopwords == "smart"


def test_profiles_of_programs_keep_what_is_theirs() -> None:
    assert ir.profile("rouge-score", lang="de").text.tokens == "unicode"
    assert ir.profile("pltrdy", lang="tr").text.lowercase is None
    assert ir.profile("ignite", lang="ko").text.tokens == "list"
    assert ir.profile("xlsum", lang="chinese_simplified").text.tokens == "xlsum-chinese"
    assert ir.profile("xlsum", lang="hi", stemmer=True).text.stemmer == "xlsum-hindi"
    assert ir.profile("sumeval", lang="ja").text.tokens == "sumeval-ja"


def test_true_without_a_rule_of_the_language_is_refused() -> None:
    with pytest.raises(ir.UnknownNameError, match="there is no stemmer for Korean; stemmer=True knows ar, "):
        ir.profile(lang="ko", stemmer=True)
    with pytest.raises(ir.UnknownNameError, match="there is no stop word list for Welsh"):
        ir.profile(lang="cy", stopwords=True)
    with pytest.raises(ir.UnknownNameError, match="'auto' does not guess"):
        ir.profile(lang="auto", stemmer=True)
    assert ir.profile(lang="ko", stemmer=False).text.stemmer is None


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(("lang", "extra"), [("ja", "japanese"), ("ko", "korean"), ("zh", "chinese"), ("th", "thai")])
def test_a_missing_analyser_is_named_once_with_its_install_line(lang: str, extra: str) -> None:
    with pytest.warns(ir.LanguageWarning, match=rf"pip install 'infrarouge\[{extra}\]'"):
        report = ir.Rouge("rouge1", lang=lang).evaluate(predictions=["가 東"], references=["가 東"])
    assert any(f"infrarouge[{extra}]" in note for note in report.notes())
    assert f"infrarouge[{extra}]" in str(report)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ir.Rouge("rouge2", lang=lang)


@pytest.mark.usefixtures("nothing_installed")
def test_auto_names_the_missing_analysers_of_what_it_found() -> None:
    with pytest.warns(ir.LanguageWarning, match="Korean is read by Unicode words"):
        report = ir.Rouge("rouge1", lang="auto").evaluate(predictions=["신문", "a"], references=["신문", "a"])
    assert report.languages == {"Latin": 1, "ko": 1}
    assert any("infrarouge[korean]" in note for note in report.notes())
    assert not any("infrarouge[japanese]" in note for note in report.notes())


@pytest.mark.usefixtures("nothing_installed")
def test_a_stemmer_that_is_missing_is_an_error() -> None:
    with pytest.raises(ir.MissingExtraError, match=r"pip install 'infrarouge\[stemmers\]'"):
        ir.Rouge("rouge1", lang="de", stemmer=True)


@pytest.mark.parametrize("code", sorted(table.STOPWORDS))
def test_stop_words(code: str) -> None:
    words = stop_list(table.STOPWORDS[code])
    assert len(words) > 40
    assert not any(word.split() != [word] for word in words)


def test_stop_words_are_compared_as_the_text_is_read() -> None:
    rouge = ir.Rouge("rouge1", lang="ar", stopwords=True)
    assert rouge.tokenize("ذهب إلى المدرسة") == ir.Rouge("rouge1", lang="ar").tokenize("ذهب المدرسة")


def test_stop_words_from_a_file_or_a_list(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("und\nder\n", encoding="utf-8")
    for words in (str(file), ["und", "der"]):
        assert ir.Rouge("rouge1", lang="de", stopwords=words).tokenize("Der Hund und die Katze") == [
            "hund",
            "die",
            "katze",
        ]
