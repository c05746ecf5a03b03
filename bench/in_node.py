"""js-rouge in Node beside our surface of it: the same calls on the same texts, CPU time of either."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from contest import OURS, Contender, contest, rate

from infrarouge.compat import js_rouge as surface

SCRIPT = """
const rouge = require('js-rouge');
const [predictions, references, rounds] = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));
const all = () => predictions.map((text, at) => [
  rouge.n(text, references[at], {n: 1}), rouge.n(text, references[at], {n: 2}), rouge.l(text, references[at])]);
const scores = all();
const times = [];
for (let round = 0; round < rounds; round++) {
  const begin = process.cpuUsage();
  all();
  const used = process.cpuUsage(begin);
  times.push((used.user + used.system) / 1e6 / predictions.length);
}
console.log(JSON.stringify([scores, times]));
"""


def scored(predictions: list[str], references: list[str]) -> list[list[float]]:
    """The scores of our surface."""
    return [
        [surface.n(text, reference, n=1), surface.n(text, reference, n=2), surface.l(text, reference)]
        for text, reference in zip(predictions, references, strict=True)
    ]


def js_rouge(predictions: list[str], references: list[str], rounds: int) -> list[str]:
    """A row of the table: pairs a second of js-rouge and ours, and the quotient of the medians."""
    if shutil.which("node") is None:
        return ["js-rouge", "no Node", "", ""]
    with tempfile.TemporaryDirectory() as folder:
        script, data = Path(folder, "score.js"), Path(folder, "pairs.json")
        script.write_text(SCRIPT, encoding="utf-8")
        data.write_text(json.dumps([predictions, references, rounds]), encoding="utf-8")
        peers = Path(__file__).parents[1] / ".peers" / "node_modules"
        environment = {**os.environ, "NODE_PATH": os.environ.get("NODE_PATH", str(peers))}
        done = subprocess.run(["node", script, data], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        return ["js-rouge", "not installed", "", ""]
    scores, theirs = json.loads(done.stdout)
    assert scores == scored(predictions, references), "js-rouge"
    ours = contest([Contender(OURS, lambda: scored(predictions, references), len(predictions))], rounds)[OURS]
    return [
        "js-rouge (in Node)",
        rate(theirs),
        rate(ours),
        f"{statistics.median(theirs) / statistics.median(ours):.1f}",
    ]
