"""Random settings and texts through the public functions: both engines, every path, each metric alone and in company.

    python tests/properties/fuzz.py --seconds 60 --seed 1

A case is a profile, rules on top of it, metrics and rows of texts, as JSON. Two processes answer each case, one with the
core and one with the textbook. A finding is a case on which an engine contradicts the other or itself, gives an error that
is none of ours, or dies; it is written into `corpus/`, where `test_fuzz.py` runs it again for ever.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
METRICS = """rouge1 rouge2 rouge3 rouge9 rougeL rougeLsum rougeW-1.2 rougeWsum-1.2 rougeW-2
rougeS rougeS0 rougeS4 rougeSU4"""
TOKENS = """alnum char chars space unicode whitespace whitespace-edges 13a intl zh ptb pltrdy java-whitespace
treebank-js-3.2.0 treebank-js-3.2.3 syllables eojeol auto py-rouge rouge2 xlsum sumeval"""
COMBINE = "best mean pool jackknife best-recall best-recall-5 best-ratio best-recall-w mean-ratios best-each"
TEXT = """the a cat cats sat on naps running ponies relational don't it's U.S. Mr. 3.5 $1,000 e.g. NATO -LRB- <q> <s>
</s> né ne\u0301 İstanbul ısı ΣΑΣ σας straße STRASSE ﬁne Ａ ½ ٣ Привет ёлка हिन्दी 東京 京 한국어 한 \u1112\u1161\u11ab ไทย กำ
שָׁלוֹם ﷺ 🙂 👩\u200d👩\u200d👧"""
WORDS = TEXT.split()
RULES: dict[str, list[Any]] = {
    "sentences": ["newline", "period", "none", "rouge2", "script", "t5", "java-lines", "rouge-chinese"],
    "max_words": [0, 1, 3, 10, 10**6],
    "max_bytes": [0, 1, 5, 7, 40, 10**9],
    "limit": ["rouge-1.5.5", "py-rouge"],
    "lowercase": [None, True, "ascii", "unicode"],
    "normalizer": ["nfc", "nfkc", "nfd", "unaccent", "canonical", "nfkc+unaccent+digits", "alnum", "korean", None],
    "tokens": TOKENS.split(),
    "stopwords": [True, "smart", ["the", "a", "東"], []],
    "stemmer": [True, "porter", "porter-1.5.5", None],
    "stem_min": [0, 1, 4, 7],
    "synonyms": [{"cat": "cats"}, [["a", "the", "東"], ["sat on", "lay"]]],
    "flat": ["joined", "whole"],
    "count": ["clipped", "set", "distinct"],
    "within": ["text", "sentence"],
    "union": ["both", "prediction", "values", "distinct", "sum", "exclusive"],
    "tie": ["reference", "prediction"],
    "formula": ["alpha", "beta"],
    "alpha": [0.0, 0.2, 0.5, 1.0],
    "beta": [0.5, 2.0, 1e6],
    "decimals": [0, 2, 5],
    "combine": COMBINE.split(),
    "empty": ["zero", "skip"],
    "dtype": ["float32", "float64"],
    "lang": ["en", "de", "ru", "tr", "hi", "auto"],
}
GAPS = [
    *[" "] * 12,
    "\n",
    "\n",
    "  ",
    ". ",
    "? ",
    "! ",
    "\t",
    "\r\n",
    "",
    "-",
    "...",
    "\u3000",
    "。",
    "\u2028",
    "\x0b",
    "\x00",
    "\x1c",
]
ODD = [
    "\ud800",
    "\u0301",
    "\u200d",
    "\ufeff",
    "\U0010ffff",
    "\x85",
    "'",
    '"',
    "``",
    "''",
    "<",
    ">",
    "&",
    "=",
    "\\",
    "\x1b[31m",
]


def text(rng: random.Random, words: int) -> str:
    """A text of words of many scripts with all kinds of gaps, sometimes with what is rarely in a text."""
    pieces = [rng.choice(WORDS[: rng.choice([6, 25, len(WORDS)])]) + rng.choice(GAPS) for _ in range(words)]
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        pieces.insert(rng.randrange(len(pieces) + 1), rng.choice(ODD))
    return "".join(pieces)


def changed(rng: random.Random, original: str) -> str:
    """A text that shares much with another one: pieces of it are left out, repeated and moved."""
    pieces = original.split(" ")
    for _ in range(rng.randrange(4)):
        start, size = rng.randrange(len(pieces) + 1), rng.randrange(5)
        part = pieces[start : start + size]
        if rng.random() < 0.7:
            del pieces[start : start + size]
        at = rng.randrange(len(pieces) + 1)
        pieces[at:at] = rng.choice([part, part[::-1], [text(rng, 2)]])
    return " ".join(pieces)


def draw(rng: random.Random, profiles: list[str]) -> dict[str, Any]:
    """A case."""
    changes = rng.sample(sorted(RULES), rng.choice([0, 0, 1, 2, 3, 5]))
    rows = []
    for _ in range(rng.choice([1, 1, 2, 4])):
        reference = text(rng, rng.choice([0, 1, 3, 8, 20, 70]))
        others = [changed(rng, reference) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        prediction = changed(rng, reference) if rng.random() < 0.8 else text(rng, rng.randrange(12))
        rows.append([prediction, [reference, *others]])
    return {
        "profile": rng.choice(profiles),
        "rules": {name: rng.choice(RULES[name]) for name in sorted(changes)},
        "metrics": rng.sample(METRICS.split(), rng.choice([1, 2, 4])),
        "rows": rows,
    }


# ---------------------------------------------------------------- in a worker


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What an engine says to a case, and what of it contradicts itself."""
    from paths import PATHS, Pair, outcome, score, unfit

    import infrarouge as ir

    if case["profile"].startswith("torchmetrics"):  # without marks Punkt needs no data
        case = {**case, "rows": json.loads(json.dumps(case["rows"]).replace(".", "").replace("?", "").replace("!", ""))}
    try:
        profile = ir.profile(case["profile"], **case["rules"])
    except (ir.InfrarougeError, ValueError, TypeError) as error:
        return {"refused": f"{type(error).__name__}: {error}", "contradictions": {}}
    if "custom-" not in profile.signature and ir.Profile.parse(profile.signature) != profile:
        return {"refused": "", "contradictions": {"signature": profile.signature}}
    ready = profile.text.tokens == "list"
    ours = [row[0].split() if ready else row[0] for row in case["rows"]]
    theirs = [[one.split() if ready else one for one in row[1]] for row in case["rows"]]

    def batch(metrics: list[str], keep: slice = slice(None), threads: int = 1) -> Any:
        rouge = ir.Rouge(metrics, profile, threads=threads)
        return rouge.evaluate(predictions=ours[keep], references=theirs[keep], n_resamples=20)

    def said(work: Any) -> Any:
        try:
            return work()
        except (ir.InfrarougeError, ValueError) as error:
            return f"{type(error).__name__}: {error}"

    def numbers(report: Any) -> Any:
        rows = [[[repr(x) for x in score] for score in row] for row in report.scores.tolist()]
        return {"scores": rows, "estimates": {label: repr(tuple(report[label])) for label in report}}

    together = said(lambda: numbers(batch(case["metrics"])))
    contradictions: dict[str, Any] = {}
    if isinstance(together, dict):
        if said(lambda: numbers(batch(case["metrics"], threads=2))) != together:
            contradictions["threads"] = "2"
        turned = said(lambda: numbers(batch(case["metrics"], slice(None, None, -1))))
        if not isinstance(turned, dict) or turned["scores"][::-1] != together["scores"]:
            contradictions["order"] = turned
        for place, metric in enumerate(case["metrics"]):
            alone = said(lambda metric=metric: numbers(batch([metric])))
            if not isinstance(alone, dict) or alone["scores"] != [[row[place]] for row in together["scores"]]:
                contradictions[f"{metric} alone"] = alone
    pair = Pair(case["rows"][0][0], case["rows"][0][1][0], case["metrics"][0], profile)
    single = outcome(score, pair)
    others = {name: outcome(path, pair) for name, path in PATHS.items() if name not in unfit(pair)}
    contradictions |= {name: f"{other}, not {single}" for name, other in others.items() if other != single}
    return {"batch": together, "pair": single, "contradictions": contradictions}


def work() -> None:
    """Answers cases from standard input, one line each."""
    warnings.simplefilter("ignore")
    sys.path[:0] = [str(HERE.parent)]
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:
            said = {"contradictions": {"error": f"{type(error).__name__}: {error}"}}
        print(json.dumps(said), flush=True)


# ---------------------------------------------------------------- in the process that asks


class Worker:
    """A process that answers with one engine; after its death there is a new one."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.process = self.start()

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, str(Path(__file__).resolve()), "--work"]
        env = {**os.environ, "INFRAROUGE_ENGINE": self.engine}
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, case: dict[str, Any]) -> None:
        entry = self.process.stdin
        assert entry is not None
        with contextlib.suppress(BrokenPipeError):  # the dead are noticed when nothing is heard
            entry.write(json.dumps(case) + "\n")
            entry.flush()

    def hear(self) -> dict[str, Any]:
        out: IO[str] | None = self.process.stdout
        assert out is not None
        line = out.readline()
        if line:
            heard: dict[str, Any] = json.loads(line)
            return heard
        status = self.process.wait()
        self.process = self.start()
        return {"contradictions": {"death": f"the {self.engine} engine ended with status {status}"}}

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def finding(workers: list[Worker], case: dict[str, Any]) -> dict[str, Any]:
    """What is wrong with a case; nothing if all agree."""
    for worker in workers:
        worker.ask(case)
    answers = [worker.hear() for worker in workers]
    wrong = {
        f"{w.engine}: {name}": what
        for w, said in zip(workers, answers, strict=True)
        for name, what in said.pop("contradictions").items()
    }
    if not wrong and answers[0] != answers[-1]:
        wrong["engines"] = {worker.engine: said for worker, said in zip(workers, answers, strict=True)}
    return wrong


def keep(case: dict[str, Any], wrong: dict[str, Any]) -> Path:
    """Write a case into the corpus, under a name that its content gives."""
    name = hashlib.sha256(json.dumps(case, sort_keys=True).encode()).hexdigest()[:12]
    path = CORPUS / f"{name}.json"
    path.write_text(json.dumps({"case": case, "was": sorted(wrong)}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


def run(seconds: float, seed: int, cases: int | None = None) -> tuple[int, list[dict[str, Any]]]:
    """Ask random cases until the time is over or their number is reached: how many were asked, and the findings."""
    import infrarouge as ir

    rng, profiles = random.Random(seed), sorted(ir.profiles())
    workers = [Worker("core"), Worker("textbook")]
    end, asked, found = time.monotonic() + seconds, 0, []
    try:
        while time.monotonic() < end and (cases is None or asked < cases):
            case = draw(rng, profiles)
            wrong = finding(workers, case)
            asked += 1
            if wrong:
                found.append({"case": case, "wrong": wrong})
    finally:
        for worker in workers:
            worker.stop()
    return asked, found


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--cases", type=int, default=None)
    options.add_argument("--seed", type=int, default=None, help="another one for each run unless given")
    options.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    told = options.parse_args()
    if told.work:
        return work()
    seed = told.seed if told.seed is not None else time.time_ns() % 2**32
    asked, found = run(told.seconds, seed, told.cases)
    for entry in found[:20]:
        print(keep(entry["case"], entry["wrong"]), json.dumps(entry["wrong"], ensure_ascii=True)[:600])
    print(f"differential: {asked:,} cases with seed {seed}, {len(found)} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
