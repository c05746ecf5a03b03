"""The quick way of cutting the sentences of js-rouge 3.2.0 against the definition: what it cuts, it cuts alike."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from infrarouge.engine import engine, name
from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs.segment import sentences_320
from infrarouge.reading.unicode import lower

pytestmark = pytest.mark.skipif(name() != "core", reason="the textbook has no quick way")

VOCABULARY = (
    "Mr Mrs. Dr. St. Calif. U.S. U.S.A. e.g. i.e. vs. v.s. v-s. exg. e\u2028g. etc. Inc. Jan. N°. n°. a.m. p.m. E.U. "
    "Co. corp. Yahoo! jeopardy. messrs. circa. aeg. usxa. _st. 9st. st! st? ſt. K. J. A a b. |a. |B. .C. x.Y. A.B. "
    "the The man said Éa Élan ǅa ǅ. Σ. ας İ. ẞ. Я. я. 😀 😀. 𐐀. ª. ° 1 2. 3.5 .. ... ........... A.. a.. "
    '" \' ." ?" .\' ) .) ( ?! !!! . ? ! , - \ud800 \udc00'
)
WORDS = VOCABULARY.split(" ")
SPACES = ["", "  ", "\n", "\n\n", "\r\n", "\n ", "\t", "\xa0", " \t ", "\u2028", "\r", "\n\t", "\n\n\n\n"]
TEXTS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.one_of(st.just(" "), st.just(" "), st.sampled_from(SPACES))), max_size=30
).map(lambda parts: "".join(word + space for word, space in parts))

ORDINARY = [
    'Mr. Smith lives in the U.S. He said it cost $3.5 million. "It\'s a lot," he said.',
    "John F. Kennedy met George W. Bush in 2010. He won in 2014, e.g. in Calif. and Tex. It ended",
    "it 's a win , he said . `` we did it . '' the team 's next game is on sunday .",
    "“I don’t know,” she said... The boys’ mother (who is 45) left. Élan vital! 😀 is one. 東京。",
    "one line\nanother line",
    " \n ",
]


def defined(text: str) -> list[str] | None:
    """What the definition gives; nothing where it refuses the text."""
    try:
        return sentences_320(text)
    except (RangeError, InputTypeError):
        return None


def check(text: str) -> None:
    cut = engine.js_sentences_320(text)
    assert cut is None or cut == defined(text), text


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_are_cut_quickly(text: str) -> None:
    cut = engine.js_sentences_320(text)
    assert cut is not None
    assert cut == sentences_320(text)


@pytest.mark.parametrize("text", ["One.\n\nTwo.", "A.B. went. C.D. stayed.", "a  B. Foo. Bar.", "half \ud83d\ude00."])
def test_other_texts_are_left_to_the_definition(text: str) -> None:
    assert engine.js_sentences_320(text) is None


@given(TEXTS)
@example("X A. Foo\n\n\n\n\nX A. Foo\n\n\n\n\nX A.")
@example("Al A.\tC.B.\tC.B.\tC.B. foo")
@example("Foo\nBar baz\n\tMr. Smith A. \t\nNo. One..\tTwo.")
@example("X A. Foo\nBar. baz")
def test_what_is_cut_quickly_is_cut_by_the_rules(text: str) -> None:
    check(text)
    check(lower(text))


@given(st.text(max_size=60))
def test_any_text_is_cut_by_the_rules(text: str) -> None:
    check(text)


def test_capitals_are_those_of_the_definition() -> None:
    """In a state that may end a sentence, and as the last word before the end of one."""
    for code in range(0x80, 0x10000):
        char = chr(code)
        if 0xD800 <= code < 0xE000 or (char.lower() == char == char.upper() and lower(char) == char):
            continue
        for text in (f"In Calif. {char}a ran. Ok.", f"It is A{char} B. Then.", f"Is {char}A. no. Then a{char} B. Ok."):
            check(text)


@pytest.mark.parametrize(
    "unit", ["Mr. ", "Mr.\n", "a. ", "A. ", "X A.\tC.B.", "a..\t", "U.S. ", "é. ", "\n", "x ", "😀. "]
)
def test_long_texts_are_cut_by_the_rules(unit: str) -> None:
    check(unit * 3000)
    check("X A." + unit * 3000)
