"""Sentences by Punkt, for English unless told otherwise, where its data is installed; nothing is ever downloaded."""

from __future__ import annotations

from infrarouge.errors import MissingDataError, MissingExtraError
from infrarouge.reading.programs.punkt_data import punkt_data
from infrarouge.reading.programs.punkt_rules import Parameters, sentences

ENDS = ".?!"
OTHERS = "sentences='newline', 'period', 'marker:<q>' or 'none', or a function of your own"


def punkt(text: str, language: str = "english") -> list[str]:
    """Cut a text into sentences as `nltk.sent_tokenize` does; NLTK is not needed where its data `punkt_tab` is there.

    A text without any of ``.?!`` is one sentence by Punkt's rules, so it needs no data either.

    >>> punkt("a text without a full stop")
    ['a text without a full stop']
    """
    data = punkt_data(language)
    if data is not None:
        return sentences(text, Parameters.read(data))
    try:
        import nltk  # an extra, which may know of other data

        return list(nltk.sent_tokenize(text, *([] if language == "english" else [language])))
    except ModuleNotFoundError as error:
        if error.name != "nltk":
            raise
        missing: Exception = MissingExtraError("nltk", "nltk", f"sentences='punkt' (other rules are {OTHERS})")
    except LookupError:
        of = "" if language == "english" else f" for {language!r}"
        missing = MissingDataError(
            f"sentences='punkt' needs the data 'punkt_tab' of NLTK{of}, which is not installed and is never downloaded; type: "
            f"python -m nltk.downloader punkt_tab; or choose another rule: {OTHERS}"
        )
    if any(end in text for end in ENDS):
        raise missing
    return [text.strip()] if text.strip() else []
