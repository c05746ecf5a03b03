"""The abbreviations of js-rouge 3.2.3, and which of them never end a sentence.

What is asked here is asked of a suffix: the last ten units of a text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from infrarouge.reading.programs.js_sentences.characters import TERMINALS, skip_space
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in

_COMMON = "arc al exp rd st dist mt fy pd pl plz tce llb md bl ma ba lit ex e.g i.e circa ca cca etc esp ft b.c a.d"
MONTHS = frozenset(["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"])
_ORGANISATIONS = "co corp yahoo joomla jeopardy dept univ assn bros inc ltd"
_PLACES = (
    "ala ariz ark cal calif col colo conn del fed fla fl ga ida ind ia la kan kans ken ky md mich minn mont neb nebr "
    "nev okla penna penn pa dak tenn tex ut vt va wash wis wisc wy wyo usafa alta ont que sask yuk ave blvd cl ct "
    "cres hwy u.s u.s.a e.u n°"
)
_TIMES = "a.m p.m"
_HONORIFICS = (
    "jr mr mrs ms dr prof sr sen corp rep gov atty supt det rev col gen lt cmdr adm capt sgt cpl maj miss misses "
    "mister sir esq mstr phd adj adv asst bldg brig comdr hon messrs mlle mme op ord pvt reps res sens sfc surg"
)
_VERSUS = frozenset(("vs", "v.s"))
_ENTRIES = MONTHS | set(f"{_COMMON} {_ORGANISATIONS} {_PLACES} {_TIMES} {_HONORIFICS}".split())
_EXCEPTIONS = _VERSUS | set(f"ex e.g i.e circa ca cca esp ft st mt {_HONORIFICS}".split())
_LONGEST = max(map(len, _ENTRIES))
_SMALL = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


def _endings(suffix: str) -> tuple[list[str], str]:
    """Every stretch before the final mark that starts where a word does, and the mark; no stretches without a mark."""
    if suffix.endswith(" "):
        suffix = suffix[:-1]
    if suffix[-1:] not in TERMINALS:
        return [], ""
    small = suffix[:-1].translate(_SMALL)
    starts = range(max(0, len(small) - _LONGEST), len(small))
    return [small[at:] for at in starts if at == 0 or small[at - 1] not in _WORD], suffix[-1]


@lru_cache(maxsize=4096)
def is_abbreviation(suffix: str) -> bool:
    """Whether a suffix ends in a known abbreviation and one of the marks that end sentences.

    >>> is_abbreviation("in Calif."), is_abbreviation("the cat."), is_abbreviation("vs!")
    (True, False, False)
    """
    stretches, mark = _endings(suffix)
    return any(entry in _ENTRIES or (entry in _VERSUS and mark == ".") for entry in stretches)


@lru_cache(maxsize=4096)
def is_exception(suffix: str) -> bool:
    """Whether a suffix ends in an abbreviation that ends no sentence, like Dr.

    >>> is_exception("met Dr."), is_exception("in Calif.")
    (True, False)
    """
    return any(entry in _EXCEPTIONS for entry in _endings(suffix)[0])


_IS_VERSUS = pattern(r"<B>{vs. v.s.}\Z", "ascii")
_BE_VERSUS = pattern(r"<B>{am is are was were be been being}<WS>+{vs. v.s.}\Z", "ascii")
_PRONOUN = pattern("{this that these those it we they he she i}(?!<ID|Pd|\u200c|\u200d>)", "ascii")
_UNITED_STATES = pattern(r"<B>{U.S. U.S.A.}\Z", "ascii")
_PLACE = pattern(r"<B>{U.S. U.S.A. E.U.}\Z", "ascii")
_LETTER = re.compile(r"[ |.][A-Za-z][^\r\n\u2028\u2029]?\Z")
_CASED_LETTER = pattern(r"(?:\A|[ |.])<Cased><M>*<^LE>?\Z")


def is_versus(suffix: str) -> bool:
    """Whether a suffix ends in vs. or v.s."""
    return suffix[-2:] in ("s.", "S.") and _IS_VERSUS.search(suffix) is not None


def never_ends(suffix: str, following: str, at: int, ended: bool = False) -> bool:
    """Whether the abbreviation of a suffix ends no sentence before what follows from a place on.

    `ended` says that a quotation or brackets of their own end with it.
    """
    if not is_exception(suffix):
        return False
    if not is_versus(suffix):
        return True
    return not (ended or _BE_VERSUS.search(suffix) or is_pronoun(following, at))


def is_pronoun(text: str, at: int) -> bool:
    """Whether a pronoun stands alone at a place, white space aside."""
    at = skip_space(text, at)
    return _PRONOUN.match(stand_in(text[at : at + 8])) is not None


def is_united_states(suffix: str) -> bool:
    """Whether a suffix ends in U.S. or U.S.A."""
    return _UNITED_STATES.search(suffix) is not None


def is_place(suffix: str) -> bool:
    """Whether a suffix ends in U.S., U.S.A. or E.U."""
    return _PLACE.search(suffix) is not None


def ends_in_letter(suffix: str) -> bool:
    """Whether a suffix ends in a single ASCII letter, with a mark or without.

    >>> ends_in_letter("Albert I."), ends_in_letter("Albert It.")
    (True, False)
    """
    return _LETTER.search(suffix) is not None


def ends_in_cased_letter(word: str) -> bool:
    """Whether a word ends in a single cased letter, with a mark or without."""
    return _CASED_LETTER.search(stand_in(word)) is not None
