"""The sentences of js-rouge beyond its golden rows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from js_texts import texts

from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs.javascript import JS_SPACE
from infrarouge.reading.programs.segment import (
    is_title_320,
    is_title_323,
    is_upper_320,
    is_upper_323,
    lowered_segment_323,
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


def test_the_old_release_takes_any_character_for_a_full_stop_in_an_abbreviation() -> None:
    assert segment_320("See e|g. this. Ok.") == ["See e|g. this.", "Ok."]
    assert segment_320("See e\u2028g. this. Ok.") == ["See e\u2028g.", "this.", "Ok."]


def test_the_old_release_sees_capitals_beyond_sixteen_bits_in_words_only() -> None:
    assert segment_320("is \U00010400|a. Yes. No.") == ["is \U00010400|a.", "Yes.", "No."]
    assert segment_320("is \U00010428|a. Yes. No.") == ["is \U00010428|a. Yes.", "No."]


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


@pytest.mark.parametrize(
    ("text", "sentences", "neutral"),
    [
        ("It ended.[1] Then more.", ["It ended.[1]", "Then more."], ["It ended.[1] Then more."]),
        ('"Come in." is he there? Yes.', ['"Come in." is he there?', "Yes."], ['"Come in."', "is he there?", "Yes."]),
        ("He waited.... then left.", ["He waited.... then left."], ["He waited....", "then left."]),
        ('Who said "Is it? No." yesterday? Nobody.', ['Who said "Is it? No." yesterday?', "Nobody."], None),
        ("By: J. Smith and K. Jones. They met.", ["By: J. Smith and K. Jones.", "They met."], None),
        ("Mail me@site.com.Now go.", ["Mail me@site.com.", "Now go."], None),
        ("‘It’s the dogs’ house. Go.’ He left.", ["‘It’s the dogs’ house. Go.’", "He left."], None),
        ("In 1999. Then 2000. Now", ["In 1999.", "Then 2000.", "Now"], None),
    ],
)
def test_rarer_rules(text: str, sentences: list[str], neutral: list[str] | None) -> None:
    assert segment_323(text) == sentences
    assert segment_323_neutral(text) == (neutral or sentences)


def test_letters_newer_than_the_running_python() -> None:
    assert segment_323("(Yes.) \ua7cbo go.") == ["(Yes.)", "\ua7cbo go."]
    assert is_upper_323("\ua7cb")


def test_a_text_that_the_new_release_refuses() -> None:
    text = 'Who said "no" to this....'
    with pytest.raises(RangeError, match=r"^Input should be a single character$"):
        segment_323(text)
    assert segment_323_neutral(text) == [text]
    assert segment_323(f"{text} ") == [text]


def test_a_final_sigma_is_told_by_the_whole_text() -> None:
    assert lowered_segment_323("ΑΣ.Β") == ["Ασ.", "Β"]
    assert lowered_segment_323("İΣ. ΑΣ") == ["İς.", "Ας"]


@pytest.mark.parametrize("cut", [segment_323, segment_323_neutral])
def test_only_white_space_is_lost(cut: Callable[[str], list[str]]) -> None:
    space = dict.fromkeys(map(ord, JS_SPACE + "\u0085"))
    for text in texts(7, 400):
        with suppress(RangeError):
            assert "".join(cut(text)).translate(space) == text.translate(space), text


REPEATED = [
    *(
        "Dr. ",
        "Mr. ",
        "Mr.\n",
        "a. ",
        "A. ",
        "1. ",
        "1. a ",
        "a) b. ",
        "U.S. ",
        '"',
        "'",
        "\"'",
        "“",
        "„“x”",
        "...",
        ". . . ",
    ),
    *("( ", "<a> ", "a.B", "a.1", "a.[1] ", 'Who "a?" ', '"Go." Is he ', "12", "x ", "\n", "s' ", "`a` ", "é. ", "😀."),
]


def steps(cut: Callable[[str], list[str]], text: str) -> int:
    """How many calls a text takes."""
    count = 0

    def note(*_: Any) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        with suppress(RangeError, InputTypeError):
            cut(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", REPEATED)
@pytest.mark.parametrize("cut", [segment_320, segment_323, segment_323_neutral])
def test_work_grows_with_the_text_and_no_faster(cut: Callable[[str], list[str]], unit: str) -> None:
    short, long = (steps(cut, (unit * size)[:size]) for size in (500, 2000))
    assert long < 5 * short + 2000
