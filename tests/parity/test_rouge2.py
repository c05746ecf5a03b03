"""Every golden row of ROUGE 2.0, with == on floats, through the surface, the program and the main API."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from goldens import GOLDEN, by_id, content, inputs, read_text, rows

import infrarouge as ir
from infrarouge.compat import rouge2
from infrarouge.compat.rouge2.program import java_order
from infrarouge.reading.programs.rouge2 import cleaned, lines, viewed
from infrarouge.reading.snowball import snowball_english

HERE = GOLDEN / "rouge2"
STOP = read_text("rouge2/stopwords-rouge-default.tsv").split()
FILES: dict[str, dict[str, Any]] = {
    "normal": {},
    "normal-beta2": {"beta": 2.0},
    "normal-stem": {"stem": True},
    "normal-stop": {"stop_words": STOP},
    "normal-stop-stem": {"stop_words": STOP, "stem": True},
    "normalCompressed": {"rouge_type": "normalCompressed"},
}


def plain(results: dict[str, Any]) -> dict[str, Any]:
    """As golden files have them: what is no number is null."""
    return {
        unit: {key: None if math.isnan(value) else value for key, value in result._asdict().items()}
        for unit, result in results.items()
    }


def outcome(text: str, references: list[str], units: list[str], **options: Any) -> Any:
    """The results, in the form of a golden file: an error in the place of a number."""
    said: dict[str, Any] = {}
    for unit in units:
        try:
            said |= plain(rouge2.score(text, references, unit, **options))
        except ir.InfrarougeError as error:
            said[unit] = {"error": type(error).__name__}
    return said


@pytest.mark.parametrize("name", FILES)
def test_rows(name: str) -> None:
    golden = by_id(f"rouge2/{name}.jsonl.gz")
    assert len(golden) == len(inputs())
    for row in inputs():
        expected = golden[row["id"]]
        assert outcome(row["candidate"], row["references"], list(expected), **FILES[name]) == expected, row["id"]


def test_every_file_is_read() -> None:
    files = {path.name.removesuffix(".jsonl.gz") for path in HERE.glob("*.gz")}
    assert files == {*FILES, "topic", "topicUniq-stop", "synonyms", "synonym_sets", "tagged"}


def test_main_api() -> None:
    golden = by_id("rouge2/normal.jsonl.gz")
    labels = {"1": "rouge1", "2": "rouge2", "L": "rougeLsum", "S1": "rougeS0", "S4": "rougeS3", "SU4": "rougeSU3"}
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"] for row in inputs()],
        metrics=list(labels.values()),
        profile="rouge2",
        resampling=None,
    )
    for at, row in enumerate(inputs()):
        for unit, (p, r, f) in zip(labels, report.scores[at].tolist(), strict=True):
            said = plain({unit: rouge2.Result(r, p, f)})[unit]
            assert said == golden[row["id"]][unit], row["id"]


def test_stems() -> None:
    pairs = [line.split("\t") for line in read_text("rouge2/stems.tsv").splitlines()]
    assert len(pairs) > 15_000
    assert not [word for word, stem in pairs if snowball_english(word) != stem]


# ---------------------------------------------------------------- tags

TAGGED = {
    tuple(cleaned(line) for line in lines(viewed(row["text"]))): row["tagged"] for row in rows("rouge2/tagged.jsonl.gz")
}


def tagger(text: list[str]) -> list[str]:
    """Answers for the Stanford tagger."""
    return TAGGED[tuple(text)]


TOPICS: dict[str, dict[str, Any]] = {
    "topic": {"rouge_type": "topic", "topic_type": "nn|jj"},
    "topicUniq-stop": {"rouge_type": "topicUniq", "topic_type": "nn|jj|vb", "stop_words": STOP},
}


@pytest.mark.parametrize("name", TOPICS)
def test_topics(name: str) -> None:
    golden = by_id(f"rouge2/{name}.jsonl.gz")
    for row in inputs():
        expected = golden[row["id"]]
        first = row["references"][:1]
        assert outcome(row["candidate"], first, list(expected), tagger=tagger, **TOPICS[name]) == expected, row["id"]


def test_synonyms() -> None:
    golden = by_id("rouge2/synonyms.jsonl.gz")
    sets = {row["word"]: row["synonyms"] for row in rows("rouge2/synonym_sets.jsonl.gz")}
    chosen = [row for row in inputs() if row["id"] in golden]
    assert len(chosen) == len(golden) > 300
    for row in chosen:
        expected = golden[row["id"]]
        first = row["references"][:1]
        said = outcome(row["candidate"], first, list(expected), tagger=tagger, synonyms=sets)
        assert said == expected, row["id"]


# ---------------------------------------------------------------- the program

CSV = content("rouge2/csv-stop-firstref.json")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folders behind the recorded CSV file."""
    by_name = {row["id"]: row for row in inputs()}
    for folder in ("system", "reference"):
        (tmp_path / folder).mkdir()
    for task, name in CSV["ids"].items():
        (tmp_path / "system" / f"{task}_sys.txt").write_text(by_name[name]["candidate"], encoding="utf-8", newline="")
        reference = tmp_path / "reference" / f"{task}_ref.txt"
        reference.write_text(by_name[name]["references"][0], encoding="utf-8", newline="")
    return tmp_path


def by_task(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each task, in order, each followed by an empty one."""
    tasks: dict[str, list[str]] = {}
    for line, after in zip(lines[1::2], lines[2::2], strict=True):
        assert line
        assert not after
        tasks.setdefault(line.split(",")[1].lower(), []).append(line)
    return tasks


def test_tasks_stand_in_the_order_of_a_hash_table() -> None:
    """Those of one slot stand in the order in which the folder lists them, which is recorded nowhere."""
    tasks = list(by_task(CSV["csv"]))
    assert java_order(tasks) == tasks != sorted(tasks)


def test_csv(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    properties = project / "mine.properties"
    stop = project / "stop.txt"
    stop.write_text(read_text("rouge2/stopwords-rouge-default.tsv"))
    out = project / "results.csv"
    lines = [
        *CSV["properties"].split(),
        f"project.dir={project}",
        f"stopwords.file={stop}",
        "output=file",
        f"outputFile={out}",
    ]
    properties.write_text("\n".join(lines))
    assert rouge2.main([f"-Drouge.prop={properties}"]) == 0
    written = out.read_text().splitlines()
    assert written[0] == CSV["csv"][0]
    assert by_task(written) == by_task(CSV["csv"])
    said = capsys.readouterr().out.splitlines()
    assert len(said) == sum(line.startswith("ROUGE") for line in written[1:])
    assert said[0].split("\t") == [
        "ROUGE-L+StopWordRemoval",
        "T50",
        "SYS.TXT",
        "Average_R:0.41176",
        "Average_P:0.87500",
        "Average_F:0.56000",
        "Num Reference Summaries:1",
    ]
