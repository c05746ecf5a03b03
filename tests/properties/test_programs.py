"""Words and sentences as single programs cut them: the core equals their definitions in Python, on any text."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties.test_engines import PLAIN, count

from infrarouge.engine import textbook
from infrarouge.reading.programs import sumeval, xlsum
from infrarouge.reading.programs.punkt_rules import Parameters, sentences
from infrarouge.types import Side

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

TOKENS = ["pltrdy", "whitespace-edges", "java-whitespace", "space", "treebank-js-3.2.0", "treebank-js-3.2.3", "rouge2"]
SENTENCES = ["newline", "period", "none", "marker", "java-lines", "punkt", "rouge-chinese", "rouge2"]
# In the form of NLTK's files, but of our own: abbreviations, collocations, sentence starters, and contexts of words.
PUNKT = (
    b"dr\nmr\ne.g\nu.s\ninc\nno\na.b\nx-y\n\xc3\xa9d",
    b"##number##\tinternational\nj\tbach\nno\t##number##\nu.s\tnavy",
    b"the\nhe\nin\n\xc3\xa9tat",
    b"the\t54\nhe\t22\ncat\t36\nbach\t4\nsmith\t6\nin\t118\nnaive\t32\n\xc3\xa9tat\t18\na\t16\ni\t14\nnavy\t12\n.\t16\n)\t2",
)
ENDS = """. .. ... .... ? ! !!! ?! . . . . . ." .) .' ?" !) .” .’ .» «a.» 。 ！ ？ 。” ？’ 。”， ………… …… ...... ......” 東。京 Dr. dr. Mr. E.g. U.S. u.s. Inc. inc. No. no. x-y. foo-inc. J. j. É. ². _. 3.
-.5 1,000. 12:30. $5. (a.) [b.] {c.} "d." 'e.' a."b a.)b .a a,b a, a,) --x x-- x.. x...y he He THE The In in cat Cat Bach bach Smith naive
international Navy navy 7 a.b. État état Étah I ΑΣ. İ. Éd. éd. ##number## \x1c \u2028"""
WORDS = """the Cat naïve I U.S. e.g. U.S.A. Mr. a.b. 3.5 1,000 12:30 x: y, ... .. .... -- --- - $5 #1 @me 50% R&D ; !? ?! () [a] {b}
<c> `` '' " ' ` can't CAN'T won't I'm I'M she'd dogs' 's 'S o'clock we'll WE'LL they've n't cannot Cannot CANNOT xcannot cannotx
d'ye D'YE gimme gonna gotta lemme more'n wanna Wanna 'tis 'TIS 'twas cannot'tis écannot cannoté _cannot ʻcannot 'tisé ٣ ,٣ :٣ ,²
« » “a” ‘b’ 東京 😀 😀" "😀 (" <" ¡" “" ."x !" ''a ''a'' x''$5'' ``"a ＂ \u200ccannot cannot\u200d"""
PIECES = st.sampled_from(
    [*WORDS.split(), *ENDS.split(" "), '"', "'", "''", "``", "\x00", "\ud800", "İ", "Σ", "e\u0301", "\u0301", "¨", "ﬁ"]
)
GAPS = st.sampled_from(
    [" ", " ", " ", "", "  ", "\n", "\n\n", "\t", "\r", "\x0b", "\x1c", "\x85", "\xa0", "\u3000", "\ufeff", "."]
)


@st.composite
def texts(draw: st.DrawFn, most: int = 14) -> str:
    if draw(st.integers(0, 7)) == 0:
        return draw(st.text(st.characters(min_codepoint=0, max_codepoint=0xFFF), max_size=40))
    return "".join(draw(GAPS) + draw(PIECES) for _ in range(draw(st.integers(0, most)))) + draw(GAPS)


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    tokens = draw(st.sampled_from([*TOKENS, *TOKENS, "unicode", "whitespace"]))
    return {
        **PLAIN,
        "sentences": draw(st.sampled_from(SENTENCES)),
        "marker": "<c>",
        "punkt": PUNKT,
        "lowercase": draw(st.sampled_from(["none", "none", "unicode", "ascii"])),
        "normalizer": draw(st.sampled_from([[], [], ["nfc"], ["nfkc"], ["unaccent"], ["digits"]])),
        "tokens": tokens,
        "stop": draw(st.sampled_from([[], ["the", "a", ""], ["the"]])),
        "stemmer": draw(st.sampled_from(["none", "none", "porter"])),
        "whole": tokens in TOKENS and draw(st.booleans()),
        "metrics": [("ngram", 1.0, False), ("lcs_sum", 0.0, False)],
    }


@given(rules(), texts())
def test_read(given: dict[str, Any], text: str) -> None:
    assert core.Plan(**given).read(text) == textbook.Plan(**given).read(text)


@given(rules(), st.lists(st.tuples(texts(6), texts(6)), min_size=1, max_size=3))
def test_counts(given: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    sides = Side([one for one, _ in pairs]), Side([two for _, two in pairs])
    assert count(core, given, *sides, None, threads=2) == count(textbook, given, *sides, None)


@given(rules(), st.lists(st.tuples(st.lists(texts(4), max_size=3), texts(6)), min_size=1, max_size=3))
def test_ready_sentences_with_whole_texts(given: dict[str, Any], documents: list[tuple[list[str], str]]) -> None:
    side = Side(
        [sentence for sentences, _ in documents for sentence in sentences],
        np.cumsum([0, *(len(sentences) for sentences, _ in documents)]).astype(np.int64),
        None,
        [whole for _, whole in documents],
        np.arange(len(documents) + 1, dtype=np.int64),
    )
    given = {**given, "sentences": "list", "whole": False}
    assert count(core, given, side, side, None) == count(textbook, given, side, side, None)


@cache
def nltk_punkt() -> Any:
    """NLTK's tokenizer with our data; before 3.10.2 it knew no curly quotation marks."""
    nltk = pytest.importorskip("nltk")
    if tuple(int(part) for part in nltk.__version__.split(".")[:3] if part.isdigit()) < (3, 10, 2):
        pytest.skip("NLTK is older than 3.10.2")
    module = nltk.tokenize.punkt
    known, tokenizer = Parameters.read(PUNKT), module.PunktSentenceTokenizer()
    tokenizer._params = module.PunktParameters()
    tokenizer._params.abbrev_types = set(known.abbreviations)
    tokenizer._params.collocations = set(known.collocations)
    tokenizer._params.sent_starters = set(known.starters)
    tokenizer._params.ortho_context.update(known.contexts)
    return tokenizer


@given(texts())
def test_punkt_equals_nltk(text: str) -> None:
    assert sentences(text, Parameters.read(PUNKT)) == nltk_punkt().tokenize(text)


@given(texts(), st.sampled_from(["unicode", "ascii", "none"]))
def test_sumeval(text: str, lowercase: str) -> None:
    """The words of sumeval are told to the engines as those of `alnum`, in small letters of ASCII unless told."""
    told = {**PLAIN, "sentences": "none", "tokens": "alnum", "lowercase": "ascii" if lowercase == "none" else lowercase}
    expected = sumeval.words(textbook.LOWER[lowercase](text))
    assert core.Plan(**told).read(text)[0] == textbook.Plan(**told).read(text)[0] == expected


@given(texts())
def test_ascii_is_read_by_xlsum_as_any_text(text: str) -> None:
    plain = "".join(char for char in text if char.isascii())
    marked = plain + "\u200b"  # a character that vanishes, and keeps the text from the quick way
    assert xlsum.words(plain) == xlsum.words(marked)
    assert xlsum.sanitized(plain) == xlsum.sanitized(marked)


@pytest.mark.parametrize("wrong", [{"tokens": "unicode"}, {"tokens": "space", "max_words": 3}])
def test_other_words_are_not_cut_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not cut at once"):
        core.Plan(**{**PLAIN, "whole": True, **wrong})


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("size", [63, 64, 65, 8191, 8192, 8193, 20000])
def test_long_words_and_texts(tokens: str, size: int) -> None:
    given = {**PLAIN, "lowercase": "none", "tokens": tokens, "whole": True}
    for text in ("x" * size, "ab " * (size // 3), " " * size, "'s " * (size // 3), "a" + "\u3000b" * (size // 2)):
        assert core.Plan(**given).read(text) == textbook.Plan(**given).read(text)
