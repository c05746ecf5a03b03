"""The sentences of js-rouge beyond its golden rows."""

from __future__ import annotations

import pytest

from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs.segment import (
    is_title_320,
    is_title_323,
    is_upper_320,
    is_upper_323,
    segment_320,
    segment_323,
    segment_323_neutral,
)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("(He left. She stayed.) They came.", ["(He left.", "She stayed.)", "They came."]),
        ("He left (she stayed). They came.", ["He left (she stayed).", "They came."]),
        ('"Hi!" he said. He left.', ['"Hi!" he said.', "He left."]),
        ("Mr. and Mrs. Smith came. Yes.", ["Mr. and Mrs. Smith came.", "Yes."]),
        ("George W. Bush spoke. Yes.", ["George W. Bush spoke.", "Yes."]),
        ("Roe vs. Wade was decided. Yes.", ["Roe vs. Wade was decided.", "Yes."]),
        ("It was Jan. He left.", ["It was Jan.", "He left."]),
        ("Hello.  World.\tEnd", ["Hello.", "World.", "\tEnd"]),
        ("title\n\nHello there.", ["title", "Hello there."]),
        ("", []),
        ("\x85", ["\x85"]),
    ],
)
def test_core_rules(text: str, sentences: list[str]) -> None:
    assert segment_323(text) == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ('He counted: "One. Two." Then he slept.', ['He counted: "One. Two."', "Then he slept."]),
        ('"One. Two.\nThree. Four." Five.', ['"One. Two.', 'Three. Four."', "Five."]),
        ("“One. Two.” Three.", ["“One. Two.”", "Three."]),
        ('"Stop!" Bob said. He left.', ['"Stop!" Bob said.', "He left."]),
        ("Do: 1. Mix 2. Bake. Eat!", ["Do:", "1. Mix", "2. Bake.", "Eat!"]),
        ("See sections 1) and 2). Ok.", ["See sections 1) and 2).", "Ok."]),
        ("It costs 5. Cats 6. Dogs.", ["It costs 5.", "Cats 6.", "Dogs."]),
        ("Home.[1] Then. He saw 3.2 Then.", ["Home.[1]", "Then.", "He saw 3.2 Then."]),
        ("So . . . go. Wait... What? So... no.", ["So . . . go.", "Wait...", "What?", "So... no."]),
        ("One.Two. See www.One.Two now.", ["One.", "Two.", "See www.One.Two now."]),
        ("The U.S. Senate met in the U.S. Then it left.", ["The U.S. Senate met in the U.S.", "Then it left."]),
    ],
)
def test_finer_rules(text: str, sentences: list[str]) -> None:
    assert segment_323(text) == sentences


def test_words_tell_what_goes_on() -> None:
    assert segment_323_neutral("he left at 5 p.m. on friday. ok.") == ["he left at 5 p.m. on friday.", "ok."]
    assert segment_323_neutral("he left at 5 p.m. he ran. ok.") == ["he left at 5 p.m.", "he ran.", "ok."]
    assert segment_323_neutral('"no."\nin town. ok.') == ['"no." in town.', "ok."]


def test_case_set_aside() -> None:
    assert segment_323("see p. 5. ok.") == ["see p. 5.", "ok."]
    assert segment_323_neutral("see p. 5. ok.") == ["see p. 5.", "ok."]
    assert segment_323_neutral("see q. 5. ok.") == ["see q.", "5.", "ok."]
    assert segment_323_neutral("he met dr. who. yes.") == ["he met dr. who.", "yes."]


def test_lengths_are_of_javascript() -> None:
    # Two halves of a character are more than the one that may follow the letter.
    assert segment_320("It is A😀. No way.") == ["It is A😀.", "No way."]
    assert segment_320("😀. 😀.") == ["😀.", "😀."]


def test_the_old_release_refuses_much() -> None:
    with pytest.raises(RangeError, match="single character"):
        segment_320("One.\n\nTwo.")
    with pytest.raises(InputTypeError, match="reading 'trim'"):
        segment_320("A.B. went. C.D. stayed.")


def test_capitals() -> None:
    assert is_upper_323("𝐀")
    assert is_title_323("ǅ")
    assert not is_upper_320("ǅ")
    assert not is_title_323("")
    for test in (is_upper_320, is_title_320):
        with pytest.raises(RangeError, match="single character"):
            test("")
