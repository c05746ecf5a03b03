"""The line that says what made a number."""

from __future__ import annotations

from infrarouge import __about__
from infrarouge.rules.profile import Profile


def result_signature(profile: Profile, n: int, input_hash: str | None = None) -> str:
    """The profile's signature, the number of examples, the version, and the hash of the texts if it is known.

    >>> from infrarouge import profile
    >>> result_signature(profile("infrarouge-1"), 3).startswith("infrarouge-1|n:3|v:")
    True
    """
    hashed = f"|hash:{input_hash}" if input_hash else ""
    return f"{profile.signature}|n:{n}|v:{__about__.__version__}{hashed}"
