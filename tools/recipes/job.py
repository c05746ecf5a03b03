"""What a recipe is given, and what recipes share. A recipe runs inside the environment of its tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from goldens import plain, rows

Row = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """One golden file to be remade: its options, the rows of its inputs, and what it holds now."""

    name: str
    tool: str
    recipe: str
    options: dict[str, Any]
    inputs: list[Row]
    held: Any

    def chosen(self) -> Iterator[Row]:
        """The rows whose texts are short enough for the options."""
        for row in self.inputs:
            texts = [row["candidate"], *row["references"]]
            if len(row["candidate"]) < self.options.get("candidate_below", 10**9) and all(
                len(text) < self.options.get("texts_below", 10**9) for text in texts
            ):
                yield row

    def texts(self) -> list[str]:
        """Every distinct text of the inputs, in order."""
        return list(dict.fromkeys(text for row in self.inputs for text in (row["candidate"], *row["references"])))

    def scored(self, score: Callable[[Row], Any]) -> list[Row]:
        """The rows of a golden file of scores."""
        return [{"id": row["id"], "scores": outcome(lambda row=row: score(row))} for row in self.chosen()]

    def called(self, names: dict[str, Any]) -> list[Row]:
        """The calls that a file records, made again."""
        return [{**case, "result": outcome(lambda case=case: eval(case["call"], dict(names)))} for case in self.held]

    def but(self, *names: str) -> dict[str, Any]:
        """The options without those that the recipe reads itself."""
        return {key: value for key, value in self.options.items() if key not in names}


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives, as JSON has it, or the type of its error."""
    try:
        return plain(call())
    except Exception as error:
        return {"error": type(error).__name__}


def sentences(name: str) -> Callable[..., list[str]]:
    """A sentence splitter that answers from the recorded sentences of NLTK, whose data no registry has."""
    known = {row["text"]: row["sentences"] for row in rows(f"rouge-score/sentences-{name}.jsonl.gz")}
    return lambda text, language="english": known[text]


def cut_with(splitter: Callable[..., list[str]]) -> None:
    """Put a sentence splitter in the place of NLTK's."""
    import nltk

    nltk.sent_tokenize = nltk.tokenize.sent_tokenize = splitter
    nltk.data.find = lambda *_, **__: "installed"
