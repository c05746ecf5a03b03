"""A profile is a value: every setting that moves a number, and the one-line signature that rebuilds it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import NoneType
from typing import TYPE_CHECKING, Any

from infrarouge.aliases import unknown_keyword
from infrarouge.by_name import told_names
from infrarouge.errors import UnknownNameError
from infrarouge.registry import Registry, nearest
from infrarouge.rules.identity import identity
from infrarouge.rules.languages import expanded
from infrarouge.rules.quirks import QUIRKS, Quirk, quirks_of
from infrarouge.rules.settled import settled
from infrarouge.rules.spelling import spell as spell  # what others import from here
from infrarouge.rules.spelling import unquote, whole, wholes, word
from infrarouge.rules.wordlists import WORD_RULES, check_signed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


def _rule(key: str, default: Any, read: Callable[[str], Any], *, own: bool = False) -> Any:
    """Declare a field with its key in the signature and the function that reads its value back.

    `own` rules can be a function or an object of the user's, which need not be hashable.
    """
    return field(default=default, metadata={"key": key, "read": read, "own": own}, hash=False if own else None)


def _settle(rules: Any, unchecked: str = "") -> None:
    """Bring the values of a group of rules to the form that both engines take, but for one that is left as it is."""
    for rule in (rule for rule in dataclasses.fields(rules) if rule.name != unchecked):
        value = settled(rule.name, getattr(rules, rule.name), own=rule.metadata["own"])
        object.__setattr__(rules, rule.name, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRules:
    """How a text becomes words: sentences, limits, case, normalizer, tokens, stop words, stemmer, synonyms.

    >>> TextRules(stemmer="porter").stem_min
    4
    """

    lang: str | None = _rule("lang", None, word)
    sentences: str | Callable[[str], Any] = _rule("sent", "newline", str, own=True)
    max_words: int | None = _rule("words", None, whole)
    max_bytes: int | None = _rule("bytes", None, whole)
    limit: str = _rule("limit", "rouge-1.5.5", str)
    lowercase: str | None = _rule("case", "unicode", word)
    normalizer: str | Callable[[str], str] | None = _rule("norm", None, word, own=True)
    tokens: str | Callable[[str], Any] = _rule("tok", "unicode", str, own=True)
    stopwords: str | frozenset[str] | None = _rule("stop", None, word)
    stemmer: str | Callable[[str], str] | None = _rule("stem", None, word, own=True)
    stem_min: int = _rule("stemmin", 4, int)
    synonyms: str | tuple[tuple[str, ...], ...] | None = _rule("syn", None, word)
    ignore_ids: tuple[int, ...] = _rule("ignore", (), wholes)
    flat: str = _rule("flat", "joined", str)
    sentence_tokens: str | Callable[[str], Any] | None = _rule("senttok", None, word, own=True)

    def __post_init__(self) -> None:
        _settle(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """How units are counted and where they lie, how sentence matches are united, which word an LCS drops on a tie.

    >>> MatchRules().count
    'clipped'
    """

    count: str = _rule("count", "clipped", str)
    within: str = _rule("within", "text", str)
    union: str = _rule("union", "both", str)
    tie: str = _rule("tie", "reference", str)

    def __post_init__(self) -> None:
        _settle(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRules:
    """How counts become precision, recall and F, and how several references and empty texts are treated.

    >>> ScoreRules(beta=2.0).beta
    2.0
    """

    formula: str = _rule("f", "alpha", str)
    alpha: float = _rule("a", 0.5, float)
    beta: float = _rule("b", 1.0, float)
    decimals: int | None = _rule("dec", None, whole)
    combine: str = _rule("refs", "best", str)
    empty: str = _rule("empty", "zero", str)
    dtype: str = _rule("type", "float64", str)
    lcs_root: float = _rule("root", 1.0, float)

    def __post_init__(self) -> None:
        # py-rouge takes any alpha, and its replacement passes it on as it is.
        _settle(self, unchecked="alpha" if self.formula == "alpha-signed" else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How a corpus number and its interval are found: resamples, level, seed, generator, and the rules below.

    `center` says which number stands for the corpus, `interval` how its ends are read off the sorted resamples,
    `order` in which order the examples are drawn from, `average` what is averaged: scores of examples, their
    precision and recall alone, or their summed counts. Each is the profile's own where it is None.

    >>> Resampling(rng=7).n_resamples
    1000
    """

    n_resamples: int = _rule("boot", 1000, int)
    confidence_level: float = _rule("ci", 0.95, float)
    rng: int = _rule("seed", 0, int)
    generator: str | None = _rule("gen", None, word)
    center: str | None = _rule("value", None, word)
    interval: str | None = _rule("ends", None, word)
    order: str | None = _rule("order", None, word)
    average: str | None = _rule("avg", None, word)

    def __post_init__(self) -> None:
        _settle(self)


# A class with slots is made anew by `dataclass`, so its constructor is wrapped here and not above.
for _rules in (TextRules, MatchRules, ScoreRules, Resampling):
    setattr(_rules, "__init__", told_names(_rules.__init__))  # noqa: B010  # mypy refuses the plain assignment

BETA_FORMULAS = frozenset({"beta", "js-3.2.0", "js-3.2.3", "rouge2"})
"""The F formulas that read `beta`."""

OWN_RESAMPLING = Resampling(
    generator="splitmix", center="exact", interval="percentile", order="given", average="scores"
)
"""What a profile resamples by where it names no rule of its own."""


def _filled(rules: Resampling, own: Resampling) -> Resampling:
    """Put one value's rules where the other has none."""
    left = [rule.name for rule in dataclasses.fields(own) if getattr(rules, rule.name) is None]
    return dataclasses.replace(rules, **{name: getattr(own, name) for name in left})


GROUPS = ("text", "match", "score", "resampling")
KINDS = (TextRules, MatchRules, ScoreRules, Resampling)
"""The groups of rules by name, and what each of them is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Every setting of a scorer under one name; compares, hashes and pickles.

    >>> Profile(name="mine").replace(stemmer="porter").text.stemmer
    'porter'
    """

    name: str
    text: TextRules = field(default_factory=TextRules)
    match: MatchRules = field(default_factory=MatchRules)
    score: ScoreRules = field(default_factory=ScoreRules)
    resampling: Resampling = Resampling()
    quirks: frozenset[Quirk] = frozenset()
    about: str = field(default="", compare=False)
    own: tuple[tuple[str, str], ...] = field(init=False, repr=False)
    """What the signature calls the user's own functions and objects, as they were when this profile took them up."""
    lacks: str = field(default="", compare=False)
    """Those of the usual metrics that the program does not have, separated by blanks."""
    measures: str = field(default="prf", compare=False)
    """Which of precision, recall and F the program tells."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name or "|" in self.name:
            raise ValueError(f"name is {self.name!r}; give the profile a name without '|', such as name='mine'")
        for group, kind in zip(GROUPS, KINDS, strict=True):
            if not isinstance(getattr(self, group), kind):
                raise TypeError(
                    f"{group} is {type(getattr(self, group)).__name__}; give infrarouge.{kind.__name__}(...)"
                )
        object.__setattr__(self, "quirks", quirks_of(self.quirks))
        if self.score.beta != 1 and self.score.formula not in BETA_FORMULAS:
            raise ValueError(
                f"formula={self.score.formula!r} reads no beta; leave one of them out, or type formula='beta'"
            )
        object.__setattr__(self, "resampling", _filled(self.resampling, OWN_RESAMPLING))
        object.__setattr__(self, "own", _own(self.text))

    def replace(self, **rules: Unpack[Rules]) -> Profile:
        """Make a new profile with some rules changed, each by its own name.

        >>> from infrarouge import profile
        >>> profile("rouge-score").replace(stemer="porter")
        Traceback (most recent call last):
            ...
        infrarouge.errors.UnknownNameError: unknown rule 'stemer'; did you mean 'stemmer'?
        """
        own = self._base().text if self.name in PROFILES else self.text
        return self._changed(expanded(rules, self.text, own))

    def _base(self) -> Profile:
        """The profile as its name has it, without what was changed."""
        return PROFILES[self.name] if self.name in PROFILES else Profile(name=self.name)

    def _changed(self, changes: dict[str, Any]) -> Profile:
        """The profile with some rules changed, each to the value that it is to have."""
        groups: dict[str, dict[str, Any]] = {}
        whole: dict[str, Any] = {}
        if "beta" in changes and self.score.formula not in BETA_FORMULAS:
            changes.setdefault("formula", "beta")
        elif str(changes.get("formula", "beta")) not in BETA_FORMULAS:
            changes.setdefault("beta", 1.0)  # the formula before may have read one
        for name, value in changes.items():
            if name == "quirks":
                whole["quirks"] = value
            elif name == "resampling":
                whole["resampling"] = self._resampling(value)
            elif name in RULES:
                groups.setdefault(RULES[name], {})[name] = settled(name, value, own=name in OWN_RULES)
            else:
                raise UnknownNameError(unknown_keyword(name, [*RULES, *WHOLE_RULES]))
        for group, values in groups.items():
            whole[group] = dataclasses.replace(whole.get(group, getattr(self, group)), **values)
        changed = dataclasses.replace(self, **whole)
        if changed.text is self.text:
            # An object may have changed in use, but the scores are of what it was when it was taken up.
            object.__setattr__(changed, "own", self.own)
        return changed

    def _resampling(self, rules: Resampling | None) -> Resampling:
        own = self.resampling
        if rules is None:
            return dataclasses.replace(own, n_resamples=0)
        if not isinstance(rules, Resampling):
            raise TypeError(
                f"resampling is {type(rules).__name__}; give infrarouge.Resampling(...), or None for no intervals"
            )
        return _filled(rules, own)

    @property
    def signature(self) -> str:
        """The profile's name and what differs from it, in one line that `parse` reads back.

        >>> from infrarouge import profile
        >>> profile("rouge-score", stemmer="porter").signature
        'rouge-score-0.1.2|stem:porter'
        """
        return "|".join([self.name, *(f"{key}:{value}" for key, value in self._changes())])

    def _changes(self) -> Iterator[tuple[str, str]]:
        base = self._base()
        own = dict(self.own)
        for group in GROUPS:
            mine, theirs = getattr(self, group), getattr(base, group)
            for rule in dataclasses.fields(mine):
                value = getattr(mine, rule.name)
                # With a language the tokenizer is always shown: it depends on what is installed.
                told = rule.name == "tokens" and self.text.lang is not None
                if told or value != getattr(theirs, rule.name):
                    yield rule.metadata["key"], own.get(rule.name) or spell(value)
        added, dropped = self.quirks - base.quirks, base.quirks - self.quirks
        if added or dropped:
            yield (
                "quirks",
                ",".join([f"+{quirk}" for quirk in sorted(added)] + [f"-{quirk}" for quirk in sorted(dropped)]),
            )

    @classmethod
    def parse(cls, signature: str, **custom: Unpack[Rules]) -> Profile:
        """Rebuild the profile from a signature; a callable it names as ``custom-...`` is passed by its rule's name.

        >>> from infrarouge import profile
        >>> Profile.parse("rouge-score|stem:porter") == profile("rouge-score", stemmer="porter")
        True
        """
        own: dict[str, Any] = {**custom}
        for rule in own.keys() - RULES.keys():
            raise UnknownNameError(unknown_keyword(rule, [*RULES]))
        if not isinstance(signature, str):
            raise TypeError(
                f"the signature is {type(signature).__name__}; give it as a str, such as 'rouge-score|stem:porter'"
            )
        name, *parts = signature.strip().split("|")
        base = PROFILES[name]
        changes: dict[str, Any] = {}
        keys: set[str] = set()
        for part in parts:
            key, colon, text = part.partition(":")
            if key in keys:
                raise ValueError(f"the signature {signature!r} has {key!r} more than once; keep one of them")
            keys.add(key)
            if key in RUN_FACTS:
                continue
            if key == "quirks":
                quirks = set(base.quirks)
                for word in text.split(","):
                    if word[:1] not in ("+", "-") or word[1:] not in QUIRKS:
                        raise UnknownNameError(
                            f"unknown quirk {word!r} in signature {signature!r}{nearest(word[1:], QUIRKS)}; "
                            f"type + or - before its name"
                        )
                    (quirks.add if word[0] == "+" else quirks.discard)(Quirk(word[1:]))
                changes["quirks"] = quirks
                continue
            if not colon or key not in KEYS:
                raise UnknownNameError(
                    f"unknown key {key!r} in signature {signature!r}{nearest(key, [*KEYS, 'quirks'])}"
                )
            rule, read = KEYS[key]
            text = unquote(text)
            if text.startswith("custom-"):
                passed = spell(settled(rule, own[rule], own=True), rule) if rule in own else None
                if passed != text:
                    other = f" ({rule}= is {passed})" if passed else ""
                    raise ValueError(
                        f"the signature names {rule} {text}, which a text cannot carry; pass the same object: "
                        f"Profile.parse(signature, {rule}=...){other}"
                    )
                changes[rule] = own[rule]
                continue
            if rule in own and rule in WORD_RULES:
                changes[rule] = own[rule]
                continue
            check_signed(rule, text, signature)
            try:
                changes[rule] = read(text)
            except (ValueError, KeyError):
                raise ValueError(f"cannot read {rule} from {part!r} in signature {signature!r}") from None
        # A language that was typed stands for its rules; in a signature they are all there beside it.
        return base._changed(changes) if "tokens" in changes else base.replace(**changes)


def counted_by(profile: Profile) -> tuple[Any, ...]:
    """The rules by which texts become counts: those of two profiles are equal where their counts are."""
    return profile.text, profile.match, profile.quirks


PROFILES: Registry[Profile] = Registry("profile", "infrarouge.profiles()")
"""Every profile by name and alias; the catalogue fills it."""

RUN_FACTS = frozenset({"n", "v", "hash"})
"""Keys of a result's signature that tell of the run and not of the profile."""

RULES: dict[str, str] = {
    rule.name: group for group, rules in zip(GROUPS, KINDS, strict=True) for rule in dataclasses.fields(rules)
}
WHOLE_RULES = ("quirks", "resampling")
"""Rules that are groups of their own."""
KEYS: dict[str, tuple[str, Callable[[str], Any]]] = {
    rule.metadata["key"]: (rule.name, rule.metadata["read"]) for rules in KINDS for rule in dataclasses.fields(rules)
}


OWN_RULES = tuple(rule.name for rule in dataclasses.fields(TextRules) if rule.metadata["own"])


def _own(text: TextRules) -> tuple[tuple[str, str], ...]:
    """Name the user's own functions and objects among the rules."""
    values = ((name, getattr(text, name)) for name in OWN_RULES)
    return tuple((name, identity(value, name)) for name, value in values if not isinstance(value, (str, NoneType)))
