"""The checked-in Unicode table against Python's own."""

import unicodedata

import pytest
from reading.assigned import known_characters

from infrarouge.reading import unicode

KNOWN = known_characters()


def test_lower_equals_str_lower():
    assert [hex(code) for code in KNOWN if unicode.lower(chr(code)) != chr(code).lower()] == []


@pytest.mark.parametrize("pattern", ["{}Σ", "A{}Σ", "AΣ{}", "AΣ{}B", "{}Σ{}", "AΣ{}Σ", "'Σ{}"])
def test_final_sigma_equals_str_lower(pattern):
    # Unicode 14 made one mark a spacing one, which Python 3.10 does not know, and Unicode 16 another one.
    texts = [pattern.replace("{}", chr(code)) for code in KNOWN if code not in (0x1734, 0x1171E)]
    assert [text for text in texts if unicode.lower(text) != text.lower()] == []


def test_lower_of_long_text():
    text = "ΌΔΥΣΣΕΎΣ, ΑΣ' Σ.Σ İstanbul ǅ ÀÉ \ud800 𐐀 " * 3
    assert unicode.lower(text) == text.lower()
    assert unicode.lower("") == ""


def test_letters_and_spaces_equal_unicodedata():
    chars = [chr(code) for code in KNOWN]
    assert [char for char in chars if unicode.is_letter(char) != (unicodedata.category(char)[0] == "L")] == []
    assert [char for char in chars if unicode.is_space(char) != char.isspace()] == []


@pytest.mark.parametrize(
    ("chars", "kind"),
    [
        ("aZ9éßЖקش한ㄱ²½Ⅷ०๓໓០၀", unicode.WORD),
        ("東㐀豈ひカｶー々〇〻〱กລកက", unicode.SINGLE),
        ("\u0301\u093f\u0e34\u3099\uff9e\uff9f", unicode.MARK),
        ("\u00ad\u200b\u200d\ufeff\ufe0f\U000e0100", unicode.IGNORED),
        ("_'’-.,。 \n\0\ud800\ue000\ufffd\u3000😀$+\U0010ffff", unicode.SEPARATOR),
    ],
)
def test_kinds(chars, kind):
    assert [(char, unicode.kind(char)) for char in chars] == [(char, kind) for char in chars]


def test_kind_follows_the_category():
    allowed = {
        "L": {unicode.WORD, unicode.SINGLE},
        "N": {unicode.WORD, unicode.SINGLE},
        "M": {unicode.MARK, unicode.IGNORED},
    }
    for code in KNOWN:
        char = chr(code)
        category = unicodedata.category(char)
        if code in (0xFF9E, 0xFF9F):
            continue
        expected = allowed.get(category[0], {unicode.IGNORED if category == "Cf" else unicode.SEPARATOR})
        assert unicode.kind(char) in expected, hex(code)
