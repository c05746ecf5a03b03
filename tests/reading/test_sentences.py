"""Sentence policies: each rule by hand in many scripts, what joins back to the text, signatures and methods."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import InfrarougeError
from infrarouge.reading.script_sentences import OPENING, STOPS, auto_sentences, script_sentences, t5_sentences
from infrarouge.reading.sentences import SENTENCES, sentence_rule

SCRIPTS = {
    "English": ["Dr. J. Smith paid $3.5 million (a lot!) to I.B.M. yesterday.", "“Really?” he asked.", "Yes!"],
    "German": ["Sie kam z. B. gestern um 3.30 Uhr.", "„Schön“, sagte sie.", "Ende."],
    "French": ["Mme. Dupont est partie !", "« C'est vrai ? » dit-il.", "Oui…", "Non."],
    "Spanish": ["¿Abrió el parque?", "¡Sí!", "Vinieron 1.200 personas."],
    "Russian": ["Город открыл парк.", "А. С. Пушкин был там!", "Да?"],
    "Greek": ["Ήρθαν πολλοί;", "Ναι.", "Τέλος."],
    "Chinese": ["城市开放了公园。", "他说：“很好！”", "真的吗？", "是的……"],
    "Japanese": ["市は公園を開いた。", "「本当？」と聞いた。", "はい！"],
    "Hindi": ["शहर ने पार्क खोला।", "लोग आए॥", "क्या?"],
    "Arabic": ["افتتحت المدينة حديقة.", "هل تعود؟", "نعم!"],
    "Urdu": ["شہر نے پارک کھولا۔", "لوگ آئے۔"],
    "Amharic": ["ከተማው ፓርክ ከፈተ።", "ሰዎች መጡ፧", "አዎ።"],
    "Armenian": ["Քաղաքը այգի բացեց։", "Մարդիկ եկան։"],
    "Burmese": ["မြို့တော်သည် ပန်းခြံ ဖွင့်သည်။", "လူ လာသည်၊ ကောင်းသည်။"],
    "Thai": ["เมืองเปิดสวนใหม่", "มีคนมามาก"],
    "Khmer": ["ទីក្រុងបើកសួន។", "មនុស្សមក៕"],
    "Hebrew": ["העיר פתחה פארק.", "אנשים באו!"],
    "Korean": ["시는 공원을 열었다.", "사람들이 왔다!", "정말?"],
    "Tibetan": ["གྲོང་ཁྱེར།", "མི།"],
}


@pytest.mark.parametrize("language", SCRIPTS)
def test_full_stops_of_scripts(language: str) -> None:
    expected = SCRIPTS[language]
    assert script_sentences(" ".join(expected)) == expected
    if language in ("Chinese", "Japanese", "Amharic", "Armenian"):
        assert script_sentences("".join(expected)) == expected
    assert auto_sentences(" ".join(expected)) == expected
    assert auto_sentences("\n".join(expected)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("no stop", ["no stop"]),
        ("a.b.c 3.5 1,000.5", ["a.b.c 3.5 1,000.5"]),
        ("One. two", ["One. two"]),
        ("One.  Two.", ["One.", "Two."]),
        ("He left (why?! Nobody knows.) Then he came.", ["He left (why?! Nobody knows.) Then he came."]),
        ("（本当。嘘。）終わり。", ["（本当。嘘。）終わり。"]),
        ("「開いたまま。次。\n新しい。行。", ["「開いたまま。次。", "新しい。", "行。"]),
    ],
)
def test_cases(text: str, expected: list[str]) -> None:
    assert script_sentences(text) == expected


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from(f"{STOPS}{OPENING}.!?;\n \"'aAกΣ"))))
def test_sentences_join_back_to_the_text(text: str) -> None:
    for cut in (script_sentences, auto_sentences, t5_sentences, sentence_rule("auto:period").function):
        assert cut is not None
        pieces, at = cut(text), 0
        for piece in pieces:
            at = text.index(piece, at) + len(piece)
        if cut in (script_sentences, auto_sentences):
            assert all(pieces)
            assert "".join("".join(pieces).split()) == "".join(text.split())


@pytest.mark.parametrize("rule", ["script", "auto", "t5", "auto:period", "auto:marker:<q>", "auto:t5", "auto:none"])
def test_every_rule_is_in_the_signature_and_comes_back(rule: str) -> None:
    chosen = ir.profile(sentences=rule)
    assert chosen.signature == f"infrarouge-1|sent:{rule}"
    assert ir.Profile.parse(chosen.signature) == chosen
    texts: dict[str, Any] = {"predictions": ["It rained. We left ."], "references": ["We left . It rained."]}
    report = ir.evaluate(**texts, metrics="rougeLsum", profile=chosen)
    assert "into sentences by the rule" in report.methods_text()
    assert ir.evaluate(**texts, metrics="rougeL", profile=chosen)["rougeL"].fmeasure.value == 0.5
    why = ir.explain(prediction=texts["predictions"][0], reference="We left", metric="rougeLsum", profile=chosen)
    assert "".join(part for part, _ in why.parts("prediction")) == texts["predictions"][0]


def test_policies_move_the_score() -> None:
    texts = {"prediction": "It rained . We left", "reference": "We left . It rained"}
    by = {
        rule: ir.score(**texts, metrics="rougeLsum", sentences=rule)["rougeLsum"].recall
        for rule in SENTENCES
        if rule in ("newline", "t5", "period", "script", "auto", "none")
    }
    assert by == {"newline": 0.5, "none": 0.5, "period": 1.0, "t5": 1.0, "script": 1.0, "auto": 1.0}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("sentencex", "sentences='sentencex:de'"),
        ("scirpt", "did you mean 'script'"),
        ("auto:scirpt", "did you mean 'script'"),
    ],
)
def test_wrong_names(rule: str, message: str) -> None:
    with pytest.raises(InfrarougeError, match=message):
        ir.Rouge("rougeLsum", sentences=rule)


def test_sentencex_is_named_with_its_version() -> None:
    pytest.importorskip("sentencex")
    rouge = ir.Rouge("rougeLsum", sentences="sentencex:de")
    assert rouge.signature.startswith("infrarouge-1|sent:sentencex:de-1.")
    assert ir.Profile.parse(rouge.signature) == rouge.profile
    german = {"prediction": "Es war z. B. kalt. Wir gingen.", "reference": "Wir gingen. Es war z. B. kalt."}
    assert rouge.score(**german)["rougeLsum"].fmeasure == 1.0
    assert ir.score(**german, metrics="rougeLsum", sentences="auto:sentencex:de")["rougeLsum"].fmeasure == 1.0
    with pytest.raises(InfrarougeError, match=r"pip install 'sentencex==0\.1'"):
        ir.Rouge("rougeLsum", sentences="sentencex:de-0.1")


def test_without_sentencex_the_install_line_is_told() -> None:
    if __import__("importlib.util").util.find_spec("sentencex"):
        pytest.skip("it is installed")
    with pytest.raises(ir.MissingExtraError, match=r"infrarouge\[sentences\]"):
        ir.Rouge("rougeLsum", sentences="sentencex:de")
