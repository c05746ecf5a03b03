"""The one form of each rule's value, however it came: by keyword, in a signature, or in a group of rules."""

from __future__ import annotations

from typing import Any

from infrarouge.rules.amounts import MOST, OPTIONAL, REALS, real_rule, whole_ids, whole_rule
from infrarouge.rules.languages import code_of
from infrarouge.rules.libraries import versioned
from infrarouge.rules.wordlists import WORD_RULES, settled_words

VERSIONED = ("tokens", "sentence_tokens", "stemmer", "sentences")


def settled(rule: str, value: Any, *, own: bool) -> Any:
    """Bring a rule's value to the one hashable form, and refuse values that no rule takes.

    `own` rules can be a function or an object of the user's; other rules that are neither numbers nor words are names,
    which the stage that reads them looks up.

    >>> settled("lowercase", True, own=False), settled("decimals", 4, own=False), settled("count", 3, own=False)
    ('unicode', 4, '3')
    """
    if rule == "lowercase" and value in (True, False):
        return "unicode" if value else None
    if rule == "lang":
        return code_of(value)
    if rule in VERSIONED and isinstance(value, str):
        return versioned(value)
    if rule in WORD_RULES:
        return settled_words(rule, value)
    if rule == "ignore_ids":
        return whole_ids(value)
    if rule in MOST:
        return None if value is None and rule in OPTIONAL else whole_rule(rule, value)
    if rule in REALS:
        return real_rule(rule, value)
    return value if own or value is None or isinstance(value, str) else str(value)
