"""The origin of a number: numbers that the original programs gave lead back to their profiles and settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from goldens import by_id, content, inputs, rows
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge.cli import make_app
from infrarouge.reporting.candidates import Search
from infrarouge.reporting.printed import Printed, Reported
from infrarouge.reporting.which import Candidates, which

Row = dict[str, Any]
NEWS = [row for row in inputs() if row["id"].startswith("d-news") and row["candidate"] and row["references"][0]][:40]


@dataclass(frozen=True)
class Case:
    """Numbers that a program gave for some rows, and where they must lead."""

    profile: str
    changes: tuple[str, ...]
    reported: dict[str, str]
    rows: list[Row]
    single: bool = False

    def candidates(self, **how: Any) -> Candidates:
        references = [row["references"][0] if self.single else row["references"] for row in self.rows]
        texts = {"predictions": [row["candidate"] for row in self.rows], "references": references}
        return which(**texts, reported=self.reported, **how)


def corpus(name: str) -> list[Row]:
    entries: list[Row] = content(name)
    return entries


def percent(value: float, digits: int = 2) -> str:
    return f"{100 * value:.{digits}f}"


def named(ids: list[str]) -> list[Row]:
    by_id = {row["id"]: row for row in inputs()}
    return [by_id[name] for name in ids]


def golden(name: str, chosen: list[Row]) -> list[Row]:
    """The scores that a program gave for some rows."""
    scores = by_id(name)
    return [scores[row["id"]] for row in chosen]


def mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def rouge_score() -> Case:
    kept = golden("rouge-score/score-stem.jsonl.gz", NEWS)
    kinds = ("rouge1", "rouge2", "rougeL")
    reported = {kind: percent(mean(row[kind]["fmeasure"] for row in kept)) for kind in kinds}
    return Case("rouge-score-0.1.2", ("stemming porter",), reported, NEWS, single=True)


def evaluate() -> Case:
    [entry] = [one for one in corpus("hf-evaluate/aggregate.json") if one["multi_reference"] and not one["use_stemmer"]]
    values = entry["use_aggregator_true"]
    return Case("evaluate-0.4.6", (), {kind: percent(values[kind]) for kind in ("rouge1", "rougeL")}, inputs())


def torchmetrics() -> Case:
    kept = golden("torchmetrics/avg-stem-lsum_newline.jsonl.gz", NEWS)
    reported = {kind: f"{mean(row[f'{kind}_recall'] for row in kept):.4f}" for kind in ("rouge1", "rougeL")}
    return Case("torchmetrics-1.9", ("stemming porter", "references mean", "measure recall"), reported, NEWS)


def pltrdy() -> Case:
    kept = golden("pltrdy-rouge/nonexclusive.jsonl.gz", NEWS)
    reported = {"rougeL": percent(mean(row["rouge-l"]["f"] for row in kept))}
    return Case("pltrdy-1.0.1", ("set or bag clipped",), reported, NEWS, single=True)


def js_rouge() -> Case:
    kept = golden("js-rouge/3.2.3/n-caseSensitive_false.jsonl.gz", NEWS)
    reported = {f"rouge{n}": percent(mean(row[f"n{n}_beta1"] for row in kept), 3) for n in (1, 2)}
    return Case("js-rouge-3.2.3", ("case lower",), reported, NEWS, single=True)


def rouge155() -> Case:
    entries = rows("rouge155/corpus.jsonl.gz")
    left_out = set(entries[-1]["ids"])
    kept = [row for row in inputs() if row["id"] not in left_out]
    values = {one["metric"]: one["printed"]["R"][0] for one in entries[:-1] if one["set"] == "t0"}
    return Case("rouge-1.5.5", ("measure recall",), {"rouge1": values["rouge1"], "ROUGE-L": values["rougeL"]}, kept)


def pycocoevalcap() -> Case:
    entry = next(
        one for one in corpus("pycocoevalcap/corpus.json") if one["file"] == "rouge_l-ptb" and one["first_rows"] == 128
    )
    return Case("pycocoevalcap-1.2", ("tokenizer ptb",), {"rougeL": f"{entry['average']:.4f}"}, inputs()[:128])


def rouge_chinese() -> Case:
    entry = next(one for one in corpus("rouge-chinese/avg.json") if one["arguments"] == {"exclusive": False})
    kept = [row for row in inputs() if row["candidate"].strip() and row["references"][0].strip()]
    assert len(kept) == entry["count"]
    values = {name: percent(entry["result"][name]["f"]) for name in ("rouge-1", "rouge-2")}
    return Case("rouge-chinese-1.0.3", ("set or bag clipped",), values, kept, single=True)


def ignite() -> Case:
    kept = golden("ignite/best-alpha0.5.jsonl.gz", NEWS)
    reported = {f"rouge{kind}": percent(mean(row[f"Rouge-{kind}-F"] for row in kept)) for kind in (1, "L")}
    return Case("ignite-0.5.5", ("F formula alpha 0.5", "references best-recall"), reported, NEWS)


def rouge_metric() -> Case:
    kept = golden("rouge-metric/average.jsonl.gz", NEWS)
    # It computes F from the mean precision and the mean recall.
    means = {kind: [mean(row[kind][stat] for row in kept) for stat in "pr"] for kind in ("rouge-2", "rouge-l")}
    reported = {kind: percent(2 * p * r / (p + r)) for kind, (p, r) in means.items()}
    return Case("rouge-metric-1.0.1", (), reported, NEWS)


def py_rouge() -> Case:
    entry = next(one for one in corpus("py-rouge/corpus.json") if one["rows"] == "ten" and one["mode"] == "avg")
    reported = {name: percent(entry["scores"][name]["f"]) for name in ("rouge-1", "rouge-2")}
    # The limit of 100 words cuts none of these texts.
    return Case("py-rouge-1.1", (), reported, named(entry["ids"]))


def keras_hub() -> Case:
    entries = corpus("keras-hub/corpus.json")
    entry = next(one for one in entries if one["n"] > 100 and one["metric"] == "RougeL()")
    ids = [row["id"] for row in inputs()]
    first, last = map(ids.index, entry["ids"])
    reported = {"rougeL": percent(entry["scores"]["f1_score"])}
    return Case("keras-hub-0.32", (), reported, inputs()[first : last + 1], single=True)


CASES: list[Callable[[], Case]] = [
    rouge_score,
    evaluate,
    torchmetrics,
    pltrdy,
    js_rouge,
    rouge155,
    pycocoevalcap,
    rouge_chinese,
    ignite,
    rouge_metric,
    py_rouge,
    keras_hub,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_numbers_of_the_original_programs(case: Callable[[], Case]) -> None:
    expected = case()
    candidates = expected.candidates()
    answers = [(candidate.profile.name, candidate.changes) for candidate in candidates.fits]
    assert (expected.profile, expected.changes) in answers
    sizes = [len(changes) for _, changes in answers]
    assert sizes == sorted(sizes)


TEXTS = {"predictions": ["The cats sat.", "A dog barked."], "references": ["the cat sat down", "a dog barked loudly"]}


def test_every_answer_gives_the_number_again() -> None:
    candidates = which(**TEXTS, reported={"rouge1": "71.4"})
    assert candidates.fits
    for candidate in candidates.fits:
        report = ir.evaluate(**TEXTS, metrics=candidate.metrics, profile=candidate.signature)
        [value] = [
            getattr(report[label], name).value
            for label, name in zip(candidate.metrics, candidate.measures, strict=True)
        ]
        assert [value] == list(candidate.values) or candidate.spread
        assert round(candidate.scale * value, 1) == 71.4 or candidate.spread


def test_a_change_that_makes_no_difference_is_not_told() -> None:
    candidates = which(**TEXTS, reported={"rouge1": "71.4"}, profiles="rouge-score")
    told = [candidate.changes for candidate in candidates.fits]
    assert ("stemming porter",) not in told or () not in told
    assert len(told) == len(set(told))


def test_texts_are_read_and_counted_once() -> None:
    search = Search(TEXTS["predictions"], TEXTS["references"], [Reported.of("rouge1", "71.4")])
    for name in ("rouge-score", "evaluate"):
        candidates = list(search.candidates(ir.profile(name)))
        assert len(search._states) == 2 < len(candidates)  # with and without the stemmer


def test_nothing_fits() -> None:
    candidates = which(**TEXTS, reported={"rouge1": "3.33"})
    assert not candidates
    assert not candidates.fits
    offs = [candidate.off for candidate in candidates.nearest]
    assert offs == sorted(offs)
    assert offs[0] > 0
    assert "none of" in str(candidates)
    assert candidates.to_dict()["candidates"][0]["off"] == offs[0]


def test_several_references() -> None:
    references = [["the cat sat down", "cats sat"], ["a dog barked loudly", "the dog"]]
    for combine in ("mean", "pool", "jackknife"):
        report = ir.evaluate(
            predictions=TEXTS["predictions"],
            references=references,
            metrics="rouge1",
            profile="rouge-score",
            combine=combine,
        )
        value = f"{report['rouge1'].fmeasure.value:.6f}"
        candidates = which(predictions=TEXTS["predictions"], references=references, reported={"rouge1": value})
        assert ("rouge-score-0.1.2", (f"references {combine}",)) in [
            (candidate.profile.name, candidate.changes) for candidate in candidates.fits
        ]
    firsts = [row[0] for row in references]
    first = ir.evaluate(predictions=TEXTS["predictions"], references=firsts, metrics="rouge1", profile="rouge-score")
    candidates = which(
        predictions=TEXTS["predictions"],
        references=references,
        reported={"rouge1": f"{first['rouge1'].fmeasure.value:.6f}"},
        profiles="rouge-score",
    )
    [candidate] = [one for one in candidates.fits if one.changes == ("references first",)]
    assert candidate.first
    assert candidate.command().endswith("# with the first reference of each row alone")


def test_texts_without_words_and_marks_between_sentences() -> None:
    predictions, references = ["a b<n>c d", ""], ["c d<n>a b", "x"]
    candidates = which(predictions=predictions, references=references, reported={"rougeLsum": "100.0"})
    told = [(candidate.profile.name, candidate.changes) for candidate in candidates.fits]
    assert not [changes for name, changes in told if name == "pltrdy-1.0.1" and not changes]  # it refuses the second
    assert ("infrarouge-1", ("sentences marker:<n>", "empty texts skip")) in told


@pytest.mark.parametrize(
    ("text", "value", "scale", "fits"),
    [
        ("41.2", 0.412, 100, True),
        ("41.2", 0.4115, 100, True),
        ("41.2", 0.41149, 100, False),
        ("41.2", 0.4125, 100, True),  # half-way: programs round it either way
        ("41.3", 0.4125, 100, True),
        ("41.20", 0.4125, 100, False),
        ("0.412", 0.41249, 1, True),
        (".412", 0.41251, 1, False),
        ("41", 0.415, 100, True),
        ("41.2%", 0.412, 100, True),
    ],
)
def test_printed_digits(text: str, value: float, scale: int, fits: bool) -> None:
    number = Printed.of(text)
    assert (number.off(value, scale) <= number.half) == fits


def test_fractions_and_percent() -> None:
    percent_first, fraction_first = (100, 1), (1, 100)
    assert Printed.of("41.2").scales == percent_first
    assert Printed.of(0.412).scales == Printed.of("1").scales == fraction_first
    assert Printed.of("0.5%").scales == (100,)
    assert Printed.of(1e-05).text == "0.00001"
    for reported in ("0.7143", "71.43", "71.43 %"):
        candidates = which(**TEXTS, reported={"rouge1": reported}, profiles="rouge-score")
        assert candidates.fits[0].changes == ("stemming porter",)[: len(candidates.fits[0].changes)]


@pytest.mark.parametrize("value", ["high", "", "-3", "41,2", "nan", "1e2", None, True, [41.2], float("inf"), "101"])
def test_values_that_are_no_scores(value: Any) -> None:
    with pytest.raises(ir.InputError, match="the reported value is"):
        which(**TEXTS, reported={"rouge1": value})


def test_other_wrong_input() -> None:
    with pytest.raises(ir.UnknownNameError, match="did you mean 'rougeLsum'"):
        which(**TEXTS, reported={"rougeLsun": "41.2"})
    with pytest.raises(ir.InputError, match="nothing was reported"):
        which(**TEXTS, reported={})
    with pytest.raises(ir.InputError, match="there are no texts"):
        which(predictions=[], references=[], reported={"rougeL": "41.2"})
    with pytest.raises(ir.InputError, match="2 predictions and 1 references"):
        which(predictions=["a", "b"], references=["a"], reported={"rougeL": "41.2"})
    with pytest.raises(ir.UnknownNameError, match="unknown profile"):
        which(**TEXTS, reported={"rougeL": "41.2"}, profiles="rouge-scores")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(make_app(), ["which", "samples/predictions.txt", "samples/references.txt", *arguments])


def test_command_line() -> None:
    done = run("--metric", "rougeL", "--value", "66.50")
    assert done.exit_code == 0
    assert "infrarouge score samples/predictions.txt samples/references.txt --metrics rougeL" in done.stdout
    assert "1  infrarouge-1  stemming porter" in done.stdout
    as_json = json.loads(run("-m", "rougeL", "-v", "66.50", "-m", "rouge1.f", "-v", "0.8179", "-f", "json").stdout)
    assert as_json["reported"][1] == {"metric": "rouge1.f", "value": "0.8179"}
    assert run("-m", "rouge1", "-v", "66.24", "-p", "rouge-score", "-f", "csv").stdout.startswith("fits,profile,")
    assert run("-m", "rouge1", "-v", "66.24", "-p", "rouge-score", "-f", "markdown").exit_code == 0


def test_command_line_errors() -> None:
    nothing = run("-m", "rouge1", "-v", "0.01", "-p", "rouge-score")
    assert nothing.exit_code == 1
    for arguments, message in (
        (["-m", "rougeL"], "1 metrics and 0 values"),
        ([], "0 metrics and 0 values"),
        (["-m", "rougeL", "-v", "x"], "the reported value is 'x'"),
        (["-m", "rougeL", "-v", "1", "-m", "rougeL", "-v", "2"], "given twice"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2
        assert message in done.stderr
