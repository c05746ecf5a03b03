"""Every golden row of ROUGE-1.5.5: printed digits, full precision and counts, with == throughout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from goldens import content, inputs, read_text, rows

import infrarouge as ir
from infrarouge.files.summaries import see
from infrarouge.matching.elements import MODES
from infrarouge.rouge155.program import main

pytestmark = pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")

M, S, B75, L10 = {"stemmer": "porter-1.5.5"}, {"stopwords": "smart"}, {"max_bytes": 75}, {"max_words": 10}
BEST = {"combine": "best-recall-5"}
SETS: dict[str, dict[str, Any]] = {
    "plain": {},
    "m": M,
    "s": S,
    "m_s": M | S,
    "l10": L10,
    "b75": B75,
    "l10_m_s": L10 | M | S,
    "b75_m_s": B75 | M | S,
    "b200": {"max_bytes": 200},
    "fA": {"combine": "pool"},
    "fB": BEST,
    "m_fB": M | BEST,
    "p0.2": {"alpha": 0.2},
    "p0.8": {"alpha": 0.8},
    "p0": {"alpha": 0.0},
    "p1": {"alpha": 1.0},
    "m_noexc": {"stemmer": "porter-1.5.5-bare"},
    "see": {},
    "see_b75_m": B75 | M,
    "gaps": {},
    "weights": {},
}


def ours(label: str) -> str:
    """Our label of a metric: what the program calls L and W is united over sentences."""
    return label.replace("rougeL", "rougeLsum").replace("rougeW", "rougeWsum").replace("*", "")


def through_see(text: str) -> str:
    """Write a text as SEE, without escaping, and read it back."""
    lines = text.split("\n")
    made = (f'<a name="{i}">[{i}]</a> <a href="#{i}" id={i}>{one}</a>\n' for i, one in enumerate(lines, 1))
    return see("".join(made).encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


@cache
def chosen(name: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    golden = {row["id"]: row for row in rows(f"rouge155/{name}.jsonl.gz")}
    given = [row for row in inputs() if row["id"] in golden]
    assert len(given) == len(golden) > 0
    return given, [golden[row["id"]] for row in given]


@cache
def evaluated(name: str) -> ir.Report:
    given, golden = chosen(name)
    labels = [ours(label) for label in golden[0]["scores"]]
    prepare = through_see if name.startswith("see") else str
    return ir.evaluate(
        predictions=[prepare(row["candidate"]) for row in given],
        references=[[prepare(one) for one in row["references"]] for row in given],
        metrics=labels,
        profile="rouge-1.5.5",
        **SETS[name],
    )


def cells(name: str, part: str) -> list[tuple[int, str, list[Any]]]:
    """Row number, label and value of every golden cell; where the program died there is nothing to compare."""
    _, golden = chosen(name)
    return [(at, ours(key), row[part][key]) for at, row in enumerate(golden) for key in row[part] if row[part][key]]


@pytest.mark.parametrize("name", SETS)
def test_printed(name: str) -> None:
    report = evaluated(name)
    place = {label: at for at, label in enumerate(report.labels)}
    for at, label, expected in cells(name, "printed"):
        p, r, f = report.scores[at, place[label]].tolist()
        assert [f"{one:.5f}" for one in (r, p, f)] == expected, (at, label)


@pytest.mark.parametrize("name", SETS)
def test_full_precision(name: str) -> None:
    report = evaluated(name).rescore(decimals=None)
    place = {label: at for at, label in enumerate(report.labels)}
    for at, label, expected in cells(name, "scores"):
        p, r, f = report.scores[at, place[label]].tolist()
        assert [r, p, f] == expected, (at, label)


@pytest.mark.parametrize("name", SETS)
def test_counts(name: str) -> None:
    report = evaluated(name)
    place = {label: at for at, label in enumerate(report.labels)}
    for at, label, expected in cells(name, "counts"):
        matched, prediction, reference = report.row_counts[at, place[label]].tolist()
        assert [reference, prediction, matched] == expected, (at, label)


CORPUS = {}
for _row in rows("rouge155/corpus.jsonl.gz"):
    CORPUS.setdefault(_row["set"], []).append(_row)
EXCLUDED = set(CORPUS.pop("_excluded")[0]["ids"])


def rules_of(args: str) -> dict[str, Any]:
    """The rules that some options of the program stand for."""
    words = args.split()
    value = dict(zip(words, [*words[1:], ""], strict=True))
    rules: dict[str, Any] = M if "-m" in value else {}
    if "-f" in value:
        rules = rules | {"combine": {"A": "pool", "B": "best-recall-5"}[value["-f"]]}
    if "-p" in value:
        rules = rules | {"alpha": float(value["-p"])}
    average = ["scores", "counts", "totals"][int(value.get("-t", 0))]
    level, n_resamples = float(value.get("-c", 95)) / 100, int(value.get("-r", 1000))
    return rules | {"resampling": ir.Resampling(n_resamples=n_resamples, confidence_level=level, average=average)}


@pytest.mark.parametrize("name", CORPUS)
def test_corpus(name: str) -> None:
    lines = CORPUS[name]
    given = [row for row in inputs() if row["id"] not in EXCLUDED]
    assert len(given) == lines[0]["items"]
    report = ir.evaluate(
        predictions=[row["candidate"] for row in given],
        references=[row["references"] for row in given],
        metrics=[ours(line["metric"]) for line in lines],
        profile="rouge-1.5.5",
        **rules_of(lines[0]["args"]),
    )
    for line in lines:
        found = report[ours(line["metric"])]
        if "-t 2" in line["args"]:
            at = report.labels.index(ours(line["metric"]))
            totals = np.add.reduce(report.row_counts[:, at], axis=0)
            assert [int(one) for one in totals] == [line["H_count"], line["P_count"], line["M_count"]]
            continue
        for letter, one in zip("PRF", found, strict=True):
            assert [one.value, one.low, one.high] == line["full"][letter], (line["metric"], letter)
            assert [f"{x:.5f}" for x in (one.value, one.low, one.high)] == line["printed"][letter]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("column", "rules"), [("plain", {}), ("m", M), ("m_fB", M | BEST)])
def test_elements(column: str, rules: dict[str, Any], mode: str) -> None:
    golden = rows("rouge155/be.jsonl.gz")
    report = ir.evaluate(
        predictions=["\n".join(row["peer"]) for row in golden],
        references=[["\n".join(one) for one in row["models"]] for row in golden],
        metrics=f"rougeBE-{mode}",
        profile="rouge-1.5.5",
        **rules,
    )
    full = report.rescore(decimals=None)
    for at, row in enumerate(golden):
        expected = row[column][mode]
        p, r, f = report.scores[at, 0].tolist()
        assert [f"{one:.5f}" for one in (r, p, f)] == expected["printed"], row["id"]
        p, r, f = full.scores[at, 0].tolist()
        assert [r, p, f] == expected["scores"]
        assert report.row_counts[at, 0].tolist()[::-1] == expected["counts"]


@pytest.mark.parametrize("stemmer", ["porter-1.5.5"])
def test_stems(stemmer: str) -> None:
    lines = [line.split("\t") for line in read_text("rouge155/stems.tsv").splitlines()]
    rouge = ir.Rouge(profile="rouge-1.5.5", stemmer=stemmer)
    words, stems = zip(*lines, strict=True)
    assert len(words) > 15_000
    assert rouge.tokenize(" ".join(words)) == list(stems)


SAMPLES = {
    "stdout-sample.txt": "-n 4 -w 1.2 -2 4 -U -c 95 -r 1000 -m -d",
    "stdout-sample-t1.txt": "-n 4 -w 1.2 -2 4 -U -c 95 -r 1000 -t 1 -d",
    "stdout-sample-t2.txt": "-n 4 -w 1.2 -2 4 -U -t 2 -d",
}


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """The twelve rows of the samples as SPL files in the current folder: each peer's file and its models'."""
    wanted = content("rouge155/stdout-sample.ids.json")
    known = {row["id"]: row for row in inputs()}
    monkeypatch.chdir(tmp_path)
    found = []
    for at, row in enumerate(known[one] for one in wanted):
        names = [f"{at}.{part}" for part in range(len(row["references"]) + 1)]
        for name, text in zip(names, [row["candidate"], *row["references"]], strict=True):
            (tmp_path / name).write_bytes((text + "\n" * bool(text)).encode("utf-8", "surrogatepass"))
        found.append((names[0], names[1:]))
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_standard_output_of_a_list(
    name: str, sample: list[tuple[str, list[str]]], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    Path("list").write_text("".join(f"{peer} {' '.join(models)}\n" for peer, models in sample))
    assert main([*SAMPLES[name].split(), "-z", "SPL", "list"]) == 0
    assert capfdbinary.readouterr().out == read_text(f"rouge155/{name}").encode()


@pytest.mark.parametrize("name", SAMPLES)
def test_standard_output_of_an_xml_file(
    name: str, sample: list[tuple[str, list[str]]], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    evals = "".join(
        f'<EVAL ID="{at}"><PEER-ROOT>.</PEER-ROOT><MODEL-ROOT>.</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
        f'<PEERS><P ID="X">{peer}</P></PEERS>'
        f"<MODELS>{''.join(f'<M ID={chr(34)}{one}{chr(34)}>{one}</M>' for one in models)}</MODELS></EVAL>"
        for at, (peer, models) in enumerate(sample, 1)
    )
    Path("all.xml").write_text(f"<ROUGE-EVAL>{evals}</ROUGE-EVAL>")
    assert main([*SAMPLES[name].split(), "-a", "all.xml"]) == 0
    assert capfdbinary.readouterr().out == read_text(f"rouge155/{name}").encode()


@pytest.mark.parametrize("name", SAMPLES)
def test_report_prints_the_same(name: str, sample: list[tuple[str, list[str]]]) -> None:
    rules = rules_of(SAMPLES[name])
    report = ir.evaluate(
        predictions=[Path(peer).read_bytes().decode("utf-8", "surrogatepass") for peer, _ in sample],
        references=[
            [Path(one).read_bytes().decode("utf-8", "surrogatepass") for one in models] for _, models in sample
        ],
        metrics="rouge1 rouge2 rouge3 rouge4 rougeLsum rougeWsum-1.2 rougeS4 rougeSU4",
        profile="rouge-1.5.5",
        **rules,
    )
    assert report.to_rouge155(details=True).encode() == read_text(f"rouge155/{name}").encode()
