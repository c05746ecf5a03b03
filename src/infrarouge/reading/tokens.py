"""How a sentence becomes words, by named rules; each native rule is defined here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from infrarouge.reading import unicode
from infrarouge.reading.rule import Later, Rule
from infrarouge.registry import Registry
from infrarouge.types import Word


def alnum(text: str) -> list[Word]:
    """Runs of a-z and 0-9; everything else separates.

    >>> [word.text for word in alnum("don't e-mail café 3.5")]
    ['don', 't', 'e', 'mail', 'caf', '3', '5']
    """
    return [Word(run.group(), run.start(), run.end()) for run in re.finditer("[a-z0-9]+", text)]


def unicode_words(text: str) -> list[Word]:
    """Words of any script: letters, digits and their marks; Han, Kana, Thai, Lao, Khmer and Burmese by character.

    >>> [word.text for word in unicode_words("naïve 東京へ don't")]
    ['naïve', '東', '京', 'へ', 'don', 't']
    """
    words: list[Word] = []
    letters: list[str] = []
    start = end = 0
    single = False

    def close() -> None:
        if letters:
            words.append(Word("".join(letters), start, end))
            letters.clear()

    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if kind == unicode.IGNORED:
            continue
        if kind == unicode.SEPARATOR or kind == unicode.SINGLE or (kind == unicode.WORD and single):
            close()
            single = False
        if kind == unicode.SEPARATOR:
            continue
        if not letters:
            start = at
        if kind == unicode.SINGLE:
            single = True
        letters.append(char)
        end = at + 1
    close()
    return words


def whitespace(text: str) -> list[Word]:
    """What stands between white space.

    >>> [word.text for word in whitespace("Don't  stop.")]
    ["Don't", 'stop.']
    """
    words: list[Word] = []
    start = None
    for at, char in enumerate(text):
        if unicode.is_space(char):
            if start is not None:
                words.append(Word(text[start:at], start, at))
            start = None
        elif start is None:
            start = at
    if start is not None:
        words.append(Word(text[start:], start, len(text)))
    return words


def chars(text: str) -> list[Word]:
    """Single characters with the marks that follow them; white space is left out.

    >>> [word.text for word in chars("né o")]
    ['n', 'é', 'o']
    """
    words: list[Word] = []
    joined = False
    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if unicode.is_space(char):
            joined = False
        elif kind == unicode.MARK and joined:
            before = words.pop()
            words.append(Word(before.text + char, before.start, at + 1))
        elif kind != unicode.IGNORED:
            words.append(Word(char, at, at + 1))
            joined = True
    return words


Words = Callable[[str], list[Word]]


NATIVE: dict[str, Words] = {
    "alnum": alnum,
    "unicode": unicode_words,
    "whitespace": whitespace,
    "chars": chars,
}
"""The definitions of the rules that an engine runs."""


def pltrdy_words(sentence: str) -> list[str]:
    """What stands between white space; a blank sentence is one empty word.

    >>> pltrdy_words(" a  b"), pltrdy_words(" ")
    (['a', 'b'], [''])
    """
    return sentence.split() or [""]


def spaces(text: str) -> list[str]:
    """What stands between single spaces, empty words too; a tab or a line break is part of a word.

    >>> spaces("a  b "), spaces("")
    (['a', '', 'b', ''], [''])
    """
    return text.split(" ")


def edged(text: str) -> list[str]:
    """What stands between white space; white space at the start or the end makes an empty word, and so does no text.

    >>> edged(" a  b"), edged(""), edged(" ")
    (['', 'a', 'b'], [''], ['', ''])
    """
    return re.split(r"\s+", text)


TOKENS: Registry[Rule] = Registry("tokens", "infrarouge.tokenizers()")
TOKENS.add(
    "unicode",
    Rule("unicode", None, "words of every script; Han, Kana, Thai, Lao, Khmer, Burmese by character"),
)
TOKENS.add("alnum", Rule("alnum", None, "runs of a-z and 0-9, as rouge-score reads; other scripts vanish"))
TOKENS.add("whitespace", Rule("whitespace", None, "what stands between white space, punctuation included"))
TOKENS.add("chars", Rule("chars", None, "single characters with their marks, without white space"))
TOKENS.add("list", Rule("list", None, "texts are given as lists of tokens"))
TOKENS.add("ids", Rule("ids", None, "texts are given as integer ids: lists or NumPy arrays"))

TOKENS.add(
    "pltrdy", Rule("pltrdy", pltrdy_words, "white space separates; a blank sentence is one empty word (PyPI rouge)")
)
TOKENS.add(
    "java-whitespace",
    Rule(
        "java-whitespace",
        Later("infrarouge.reading.programs.java", "words"),
        "ASCII white space separates, as Java's split: in front it makes an empty word (rage4j)",
    ),
)
TOKENS.add(
    "space", Rule("space", spaces, "single spaces separate, and two in a row make an empty word (pycocoevalcap)")
)
TOKENS.add(
    "whitespace-edges",
    Rule(
        "whitespace-edges",
        edged,
        "white space separates, and at the start or end of a text it makes an empty word (korouge-score)",
    ),
)
TOKENS.add(
    "ptb",
    Rule(
        None,
        Later("infrarouge.reading.programs.ptb", "caption_words"),
        "lower-cased words of a caption without punctuation, near Stanford's PTBTokenizer 3.4.1, without Java",
    ),
)
for _release in ("3.2.0", "3.2.3"):
    TOKENS.add(
        f"treebank-js-{_release}",
        Rule(
            f"treebank-js-{_release}",
            Later("infrarouge.reading.programs.treebank", f"tokenize_{_release.replace('.', '')}"),
            f"Penn Treebank words as js-rouge {_release} cuts them",
        ),
    )


TOKENS.add(
    "py-rouge",
    Rule(
        None,
        Later("infrarouge.reading.programs.py_rouge", "words"),
        "runs of a-z and 0-9; gimme, gonna, gotta, lemme and wanna are two words each (py-rouge)",
    ),
)
TOKENS.add(
    "py-rouge-nltk",
    Rule(
        None,
        Later("infrarouge.reading.programs.py_rouge", "words_nltk"),
        "as py-rouge, and cannot is two words (py-rouge without ensure_compatibility)",
    ),
)

for _name, _about in {
    "kiwi": "Korean morphemes by Kiwi, the library kiwipiepy",
    "kiwi-no-particles": "Korean morphemes by Kiwi without particles",
    "kiwi-content": "Korean morphemes by Kiwi without particles, endings, suffixes, copula and auxiliary verbs",
    "fugashi": "Japanese words by MeCab with unidic-lite, the library fugashi",
    "fugashi-base": "Japanese words by MeCab with unidic-lite, compared by their base forms",
    "jieba": "Chinese words by jieba",
    "pythainlp": "Thai words by newmm of pythainlp",
    "auto": "by the script of each row: Japanese, Korean and Thai by their analysers, others as unicode",
}.items():
    TOKENS.add(_name, Rule(None, None, _about))
_KOREAN = "infrarouge.reading.korean"
TOKENS.add(
    "eojeol", Rule(None, Later(_KOREAN, "eojeol"), "between white space, without punctuation at the ends (Korean)")
)
TOKENS.add("syllables", Rule(None, Later(_KOREAN, "syllables"), "Hangul by syllable, other scripts as unicode"))

XLSUM = "infrarouge.reading.programs.xlsum"
TOKENS.add(
    "xlsum",
    Rule(None, Later(XLSUM, "words"), "runs of letters, runs of numbers, single symbols, single ideographs (XL-Sum)"),
)
TOKENS.add(
    "xlsum-lines",
    Rule(None, Later(XLSUM, "sanitized"), "what is left between white space and punctuation (lines in XL-Sum)"),
)
for _language, _by in {"chinese": "jieba", "japanese": "MeCab", "thai": "newmm", "burmese": "syllables"}.items():
    TOKENS.add(
        f"xlsum-{_language}", Rule(None, Later(XLSUM, _language), f"{_language.title()} by {_by}, as XL-Sum has it")
    )

SUMEVAL = "infrarouge.reading.programs.sumeval"
TOKENS.add(
    "sumeval",
    Rule("alnum", Later(SUMEVAL, "words"), "runs of ASCII letters and digits, in lower case (sumeval)", case="ascii"),
)
for _name, _function, _about in (
    ("sumeval-ja", "japanese", "Japanese by MeCab or Janome, as sumeval has it"),
    ("sumeval-zh", "chinese", "Chinese by jieba, as sumeval has it"),
):
    TOKENS.add(_name, Rule(None, Later(SUMEVAL, _function), _about))

TOKENS.add(
    "rouge2",
    Rule(
        "rouge2",
        Later("infrarouge.reading.programs.rouge2", "words"),
        "bytes as Latin-1, @ for digits, small letters, words between white space (ROUGE 2.0)",
    ),
)

SACREBLEU = "infrarouge.reading.programs.sacrebleu"
for _name, _function, _about in (
    ("13a", "words_13a", "Western words and punctuation as mteval-v13a cuts them: sacreBLEU's default"),
    ("intl", "words_intl", "words, punctuation and symbols of Unicode as mteval-v14 cuts them (sacreBLEU's intl)"),
    ("zh", "words_zh", "Chinese by character, everything else nearly as 13a (sacreBLEU's zh)"),
    ("char", "words_char", "single characters, marks apart from their letters (sacreBLEU's char)"),
    ("ja-mecab", "words_ja_mecab", "Japanese by MeCab with IPADIC (sacreBLEU's ja-mecab)"),
    ("ko-mecab", "words_ko_mecab", "Korean by mecab-ko with its dictionary (sacreBLEU's ko-mecab)"),
):
    TOKENS.add(_name, Rule(None, Later(SACREBLEU, _function), _about))
TOKENS.add(
    "treebank",
    Rule(
        None,
        Later("infrarouge.reading.programs.nltk_words", "treebank"),
        "Penn Treebank words and punctuation, as NLTK's word_tokenize cuts a sentence",
    ),
)


def is_program(rule: Any, *, changed: bool = False) -> bool:
    """Whether a rule is that of a single program, defined by a function here and known to the engines as well.

    Where text is `changed` before it is cut, or cut at once, engines do not know the rules with a case of their own.

    >>> is_program("pltrdy"), is_program("unicode"), is_program("13a")
    (True, False, False)
    """
    known = TOKENS[rule] if isinstance(rule, str) and rule in TOKENS else None
    if known is None or known.native is None or known.function is None:
        return False
    return not changed or known.case is None


def tokenizers() -> dict[str, str]:
    """List the named tokenizers.

    >>> sorted(tokenizers())[:3]
    ['13a', 'alnum', 'auto']
    """
    return {name: rule.about for name, rule in TOKENS.items()}


def coverage(prepared: str, tokens: Callable[[str], list[Word]]) -> tuple[int, int]:
    """Count the letters of a sentence that is ready to be cut, and those of them that end up in its words.

    >>> coverage("café 東京", alnum)
    (6, 3)
    """
    inside = [False] * len(prepared)
    for word in tokens(prepared):
        inside[word.start : word.end] = [True] * (word.end - word.start)
    kept = [within for char, within in zip(prepared, inside, strict=True) if unicode.is_letter(char)]
    return len(kept), sum(kept)
