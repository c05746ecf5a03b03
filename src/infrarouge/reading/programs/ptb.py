"""Words of captions, near those of the Java tokenizer that captioning papers use (Stanford's PTBTokenizer, 3.4.1).

This is a reading of its rules for ordinary captions, not that program: telephone numbers, most emoticons, markup with
attributes and words that run into punctuation come out otherwise.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category

REMOVED = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])
"""Tokens that are dropped. The names of brackets are not among them: they are dropped in capitals only."""

BRACKETS = {"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-"}
WRITTEN = {**BRACKETS, "£": "#", "€": "$", "¢": "cents", **dict.fromkeys("\"'`’‘“”«»-\u200b\u200d\ufeff\0", "")}
"""What single characters are written as; nothing for those that vanish."""

ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "", "&apos;": "", "&nbsp;": ""}
FRACTIONS = {"¼": " 1/4 ", "½": " 1/2 ", "¾": " 3/4 "}
TWO_WORDS = {
    "cannot": "can not",
    "gonna": "gon na",
    "wanna": "wan na",
    "gotta": "got ta",
    "gimme": "gim me",
    "lemme": "lem me",
    "'tis": "'t is",
    "'twas": "'t was",
}
ABBREVIATIONS = """
    mr mrs ms messrs dr drs prof rev hon gen maj col capt lt sgt cpl pvt adm cmdr sen rep gov pres atty supt insp jr sr
    esq inc ltd co cos corp bros plc assn dept univ elec mfg intl natl st ste ave blvd rd ct bldg mt ft sq tel ext jan feb
    mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri vs v etc al cf est mo ala ariz calif colo conn
    fla ga ind kan kans ky md mich minn mont neb nev okla penn tenn va vt wis wyo wm jos alex
"""
STATES = "Ark Del Ill La Mass Miss Ore Pa Tex Wash"
"""Abbreviations with a capital letter only; in small letters these are words."""
NUMBERED = "no nos fig figs pp art op ca"
"""Abbreviations before a number only."""
ONE_WORD = "ma'am c'mon ne'er o'er nor'easter hawai'i shi'ite xi'an"
"""Words with an apostrophe inside; as a rule it ends a word."""
STARTERS = """
    A About Additionally After An As At But He Her Here However If In It Last Many More Mr Ms Now One Other Our She Since So
    Some Such That The Their Then There These They This We What When While Yet You
"""
"""Words before which the dot after a single letter ends a sentence."""
LINE_ENDS = re.compile("[\r\v\f\u2028\u2029]")
ENDINGS = "s|m|d|re|ve|ll"
ENDING = re.compile(f"(?:n['’]t|['’](?:{ENDINGS}))$", re.IGNORECASE)


def any_of(words: str) -> str:
    """The pattern of any of some words.

    >>> any_of("no nos")
    'no|nos'
    """
    return "|".join(words.split())


LETTER, DIGIT, MARK = "é٣²"
KINDS = {"L": LETTER, "N": DIGIT, "M": MARK}


class Shapes(dict[int, str]):
    """Writes every letter outside ASCII as the same letter, likewise digits and marks, so that patterns stay small.

    >>> "Żółw ٧’".translate(Shapes())
    'éééw ٣’'
    """

    def __missing__(self, code: int) -> str:
        char, kind = chr(code), category(chr(code))
        if code >= 128:
            # Other numbers, such as raised ones, are characters like any sign.
            char = KINDS.get(kind[0], char) if kind not in ("Nl", "No") else "\x01"
        self[code] = char
        return char


SHAPES = Shapes()


@cache
def pattern() -> re.Pattern[str]:
    """The rules, in the order in which they are tried at a place; the name of the group says what is done."""
    letter, word = f"[a-z{LETTER}]", f"[a-z0-9{LETTER}{DIGIT}{MARK}]"
    start, end = f"(?<!{word})", f"(?!{word})"
    not_entity = f"(?!{'|'.join(name[1:] for name in ENTITIES)})"
    inside = "|".join(
        [
            word,
            f"[-/](?={word})",
            f"&{not_entity}(?={word})",
            f"(?<={word})_(?={word})",
            f"\\.(?={letter})",
            f"(?<={letter})[!?](?={letter})",
        ]
    )
    joined = f"{start}(?:[odln]|qu|(?-i:[A-HJ-XZ]))['’](?={letter})"
    rules = {
        "whole": "|".join(
            [
                r"</?[a-z][^\s<>=]*(?: [^\s<>=]+)*>",
                r"https?://[^\s\"'<>()]*[^\s\"'<>().,!?]",
                r"[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+",
                f"(?:[a-z0-9-]+\\.)+(?:com|net|org|edu)(?:\\.[a-z]{{2}})?{end}",
                r"[@#](?=[a-z_])[a-z0-9_]+",
                r"\*{2,}|\#{2,}|>>|<<|-{5,}",
                r"(?-i:US|HK|NZ|[ACS])\$",
                "_+",
            ]
        ),
        "smiley": f"(?:[:;]-?|=|:['’])[()]{end}",
        "entity": "|".join(ENTITIES),
        "nothing": r"\.{2,}|…|-{2,}|–|—",
        "language": f"(?:c\\+\\+|[cf]\\#){end}",
        "abbreviation": "|".join(
            [
                f"(?:{letter}\\.){{2,}}{end}",
                r"ph\.d\.",
                f"(?:{any_of(ABBREVIATIONS)}|(?-i:{any_of(STATES)}))\\.{end}",
                f"(?:{any_of(NUMBERED)})\\.(?=\\s*\\d)",
                f"{start}[a-z]\\.{end}(?!\\s+(?-i:{any_of(STARTERS)}){end})",
            ]
        ),
        "ending": "|".join(
            [
                r"['’]\d\d(?=\s|$)",
                f"['’]\\d\\ds{end}",
                "['’]n['’]",
                f"n['’]t{end}",
                f"['’](?:{ENDINGS}|n|em|til|cause){end}",
                f"{start}(?:y|(?-i:j))['’](?={letter})",
            ]
        ),
        "number": "|".join(
            [
                f"[+-]?\\d+(?:/\\d+)*[a-z]*(?![-.,:/]\\d|-|{word})",
                r"[+-]?\d+(?:[.,:/]\d+)+(?!\d|[-.,:/]\d|-)",
                r"\.\d+(?:[.,:/]\d+)*",
            ]
        ),
        "word": "|".join(
            [
                f"['’](?:tis|twas){end}",
                f"(?:{any_of(ONE_WORD)}){end}".replace("'", "['’]"),
                f"(?:{joined}|\\d+(?:[.,]\\d+)+-(?={word}))?{word}(?:{inside})*(?:(?<=n)['’]t{end}|['’](?:{ENDINGS}){end})*",
            ]
        ),
        "marks": "[!?]{2,}",
        "other": ".",
    }
    return re.compile("|".join(f"(?P<{name}>{rule})" for name, rule in rules.items()), re.IGNORECASE | re.DOTALL)


def line(caption: str) -> str:
    """What the tokenizer sees of a caption: one line, without what it passes over.

    >>> line("a\\nb ½ c\\rd")
    'a b  1/2  c'
    """
    kept = "".join(FRACTIONS.get(char, char) for char in caption if char != "\u00ad" and char <= "\uffff")
    return LINE_ENDS.split(kept.replace("\n", " "), maxsplit=1)[0]


def cut(word: str) -> list[str]:
    """The parts of a word: without endings such as n't and 's, and in two where two words are written as one.

    >>> cut("shouldn't've"), cut("cannot"), cut("r&b"), cut("AT&T")
    (['should', "n't", "'ve"], ['can', 'not'], ['r', '&', 'b'], ['AT&T'])
    """
    if "&" in word:
        return [word] if word.isupper() else [part for part in re.split("(&)", word) if part]
    endings: list[str] = []
    while (ending := ENDING.search(word)) is not None and ending.start():
        endings.insert(0, ending.group())
        word = word[: ending.start()]
    return [*TWO_WORDS.get(word.lower().replace("’", "'"), word).split(), *endings]


def words(caption: str) -> list[str]:
    """The words of a caption, in lower case, without the tokens that are punctuation.

    >>> words("A man (in red) can't ride Mr. Smith's horse!")
    ['a', 'man', '-lrb-', 'in', 'red', '-rrb-', 'ca', "n't", 'ride', 'mr.', 'smith', "'s", 'horse']
    """
    tokens: list[str] = []
    seen = line(caption)
    for place in pattern().finditer(seen.translate(SHAPES)):
        text, rule = seen[place.start() : place.end()], place.lastgroup
        if rule == "word":
            tokens += cut(text)
        elif rule == "entity":
            tokens.append(ENTITIES[text.lower()])
        elif rule == "smiley":
            tokens.append(text[:-1] + BRACKETS[text[-1]])
        elif rule == "other":
            tokens.append(WRITTEN.get(text, text).strip())
        elif rule != "nothing":
            tokens.append(text.replace(" ", "\u00a0"))
    lowered = [token.lower().replace("’", "'") for token in tokens]
    return [token for token in lowered if token and token not in REMOVED]


def caption_words(caption: str) -> list[str]:
    """The words that a scorer finds in a caption that was tokenized before; a caption without any is one empty word.

    >>> caption_words("A dog, barking."), caption_words("...")
    (['a', 'dog', 'barking'], [''])
    """
    return words(caption) or [""]
