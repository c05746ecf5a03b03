"""Skip-bigrams without a gap limit, 2,000 words a side, against js-rouge."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import corpus
from contest import OURS, Contender, Table, contest, options, show

import infrarouge as ir

NODE = """
const rouge = require('js-rouge');
const [reference, prediction] = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));
const words = text => text.toLowerCase().match(/[a-z0-9]+/g) || [];
rouge.s(prediction, reference, {tokenizer: words});
const times = [];
for (let round = 0; round < 5; round++) {
  const begin = process.cpuUsage();
  rouge.s(prediction, reference, {tokenizer: words});
  const used = process.cpuUsage(begin);
  times.push((used.user + used.system) / 1e6);
}
times.sort((a, b) => a - b);
console.log(times[2]);
"""


def js_rouge(prediction: str, reference: str) -> float | None:
    """Median CPU seconds of js-rouge on one pair; None where Node or the package is missing."""
    if shutil.which("node") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        script, data = Path(folder, "skip.js"), Path(folder, "pair.json")
        script.write_text(NODE)
        data.write_text(json.dumps([reference, prediction]))
        peers = Path(__file__).parents[1] / ".peers" / "node_modules"
        environment = {**os.environ, "NODE_PATH": os.environ.get("NODE_PATH", str(peers))}
        done = subprocess.run(
            ["node", str(script), str(data)], capture_output=True, text=True, env=environment, check=False
        )
    return float(done.stdout) if done.returncode == 0 else None


def run(given: Any) -> list[Table]:
    writer = corpus.Writer(0)
    table = Table(
        "Skip-bigrams, unlimited gap (ms a pair)",
        ["words", "S", "SU", "S and SU at once", "js-rouge S", "times faster"],
    )
    for size in (500,) if given.quick else (500, 1000, 2000):
        reference = writer.reference(corpus.Shape(size, size // 25))
        texts = writer.text(writer.prediction(reference)), writer.text(reference)
        cells = []
        for metrics in ("rougeS", "rougeSU", "rougeS rougeSU"):
            rouge = ir.Rouge(metrics, "rouge-score", threads=1)
            one = Contender(OURS, lambda: rouge.scores(predictions=[texts[0]], references=[texts[1]]), 1)  # noqa: B023
            cells.append(sorted(contest([one], given.rounds, time.process_time)[OURS])[given.rounds // 2])
        theirs = js_rouge(*texts)
        table.rows.append(
            [
                f"{size:,}",
                *(f"{1000 * cell:.3f}" for cell in cells),
                f"{1000 * theirs:.1f}" if theirs else "not installed",
                f"{theirs / cells[0]:.0f}" if theirs else "",
            ]
        )
    table.notes.append(
        "js-rouge runs in Node on the same machine right afterwards; the quotient is that of the medians."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
