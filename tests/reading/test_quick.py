"""The quick way of cutting js-rouge's sentences against the definition: what it cuts, it cuts alike."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from infrarouge.engine import engine, name
from infrarouge.reading.programs.js_sentences import sentences

VOCABULARY = (
    "He She it the The man said asked replied and but And But is Was who Who what then Then in fact Smith Jones a A I i "
    "b U.S. U.S.A. Mr. Mrs. Dr. vs. Inc. Calif. Jan. p.m. a.m. e.g. etc. St. J. K. p. Jr. 5 1999 3.5 $3.5 million 12 "
    "'90s 'tis 'n' it's dogs' don't James' 's n't é Élan Zoë aloud me quickly moved more isn't can't example.com "
    "http://a.b me@x.y government Army 2. 3) (a) b) - -- – — ... … .. : ; , & £5 €3 50% A.B. said, x.Y Yahoo! "
    "answered I'm we They 've til which until if"
)
MARKS = ['"', "'", "“", "”", "‘", "’", "``", "''", "`", "(", ")", "[", "]", "{", "}"]
ENDS = [".", "!", "?", " .", " ?", '."', ".'", ".”", ".’", ".)", '," ', '?"', " . ''", "!'", ")."]
SPACES = ["", " ", "  ", "\n", "\n\n", "\r\n", "\t", "\xa0"]
WORDS = VOCABULARY.split()
STRETCHES = st.one_of(
    st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from(MARKS), st.sampled_from(ENDS), st.just(" ")
)
TEXTS = st.lists(st.tuples(STRETCHES, st.one_of(st.just(" "), st.sampled_from(SPACES))), max_size=30).map(
    lambda parts: "".join(stretch + space for stretch, space in parts)
)

ORDINARY = [
    'Mr. Smith lives in the U.S. He said it cost $3.5 million. "It\'s a lot," he said.',
    '"Come in," he said. "Sit." They met at 5 p.m. on Jan. 5 in Washington, D.C. last week.',
    "it 's a win , he said . `` we did it . '' the team 's next game is on sunday .",
    "“I don’t know,” she said. The boys’ mother (who is 45) left. James' dog, too!",
    "John F. Kennedy met George W. Bush in 2010. He won in 2014.\nThe U.K. government said no.\nIt ended",
    "(CNN) -- The '90s are back. Is it true? Yes!",
]


@pytest.mark.skipif(name() != "core", reason="the textbook has no quick way")
@pytest.mark.parametrize("text", ORDINARY)
@pytest.mark.parametrize("neutral", [False, True])
def test_ordinary_texts_are_cut_quickly(text: str, neutral: bool) -> None:
    cut = engine.js_sentences(text, neutral)
    assert cut is not None
    assert cut == sentences(text, neutral=neutral)


@pytest.mark.parametrize("text", ["1. Mix it. 2. Bake it.", "So... no.", "It ended.[1] Then more.", "See <b>. Ok."])
def test_other_texts_are_left_to_the_definition(text: str) -> None:
    assert engine.js_sentences(text, False) is None


@given(TEXTS, st.booleans())
@example("U.S. government5 ", True)
@example('Mr.\nSmith left.\nIn Calif.\nHe won. "No." said Al.', False)
def test_what_is_cut_quickly_is_cut_by_the_rules(text: str, neutral: bool) -> None:
    cut = engine.js_sentences(text, neutral)
    assert cut is None or cut == sentences(text, neutral=neutral)


@given(st.text(max_size=60), st.booleans())
def test_any_text_is_cut_by_the_rules(text: str, neutral: bool) -> None:
    cut = engine.js_sentences(text, neutral)
    assert cut is None or cut == sentences(text, neutral=neutral)


def test_blank_texts() -> None:
    assert engine.js_sentences("", False) in ([], None)
    assert engine.js_sentences(" \n ", True) in ([" \n "], None)
