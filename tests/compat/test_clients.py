"""Programs that use other ROUGE packages, run on ours: the numbers stay, and the calls are counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = [pytest.mark.peers, pytest.mark.slow]

TASK = """
task: tiny
dataset_path: json
dataset_kwargs: {data_files: {test: data.jsonl}}
output_type: generate_until
test_split: test
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
process_results: !function scores.process
generation_kwargs: {until: ["\\n"]}
metric_list:
  - {metric: rouge1, aggregation: mean, higher_is_better: true}
  - {metric: rougeLsum, aggregation: mean, higher_is_better: true}
"""
SCORES = """
from rouge_score import rouge_scorer

scorer = rouge_scorer.RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True)


def process(document, results):
    return {name: score.fmeasure for name, score in scorer.score(document["answer"], results[0]).items()}
"""
DEEPEVAL = """
from deepeval.scorer import Scorer

for name in ("rouge1", "rouge2", "rougeL"):
    print(Scorer.rouge_score("The cats sat on a mat.", "the cat sat, on the mats", name))
"""

LIGHTEVAL = """
from lighteval.metrics.metrics_sample import ROUGE
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc

document = Doc(query="?", choices=["a cat sat on mats"], gold_index=0)
response = ModelResponse(text=["the cats sat on the mat"])
print(ROUGE(methods="rouge1").compute(document, response))
print(ROUGE(methods=["rouge1", "rouge2", "rougeL", "rougeLsum"]).compute(document, response))
"""
UNITXT = """
from unitxt.metrics import Rouge

metric = Rouge(sent_split_newline=False)
print(metric.compute(references=["a cat sat on mats", "the cats"], prediction="the cats sat on the mat", task_data={}))
"""
RAGAS = """
from ragas import SingleTurnSample
from ragas.metrics import RougeScore

sample = SingleTurnSample(response="the cats sat on the mat", reference="a cat sat on mats")
for kind in ("rouge1", "rougeL"):
    print(RougeScore(rouge_type=kind).single_turn_score(sample))
"""
AZURE = """
from azure.ai.evaluation import RougeScoreEvaluator, RougeType

for kind in RougeType:
    print(RougeScoreEvaluator(rouge_type=kind)(response="the cats sat on the mat", ground_truth="a cat sat on mats"))
"""
AZURE_LINES = """
import sys
from infrarouge.compat import rouge_score

sys.modules["azure.ai.evaluation._vendor.rouge_score"] = rouge_score
"""
AZURE_CHECK = """
from azure.ai.evaluation._evaluators._rouge import _rouge

assert _rouge.rouge_scorer.__name__ == "infrarouge.compat.rouge_score.rouge_scorer"
"""


def absent(*modules: str) -> bool:
    """Whether one of some modules cannot be found."""
    try:
        return any(find_spec(module) is None for module in modules)
    except ModuleNotFoundError:
        return True


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    quiet = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hf"), "DEEPEVAL_TELEMETRY_OPT_OUT": "YES"}
    env = {**os.environ, **quiet}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, env=env)
    assert done.returncode == 0, done.stderr
    return done


def both(folder: Path, *command: str) -> tuple[list[str], list[str]]:
    """What a program prints on the originals and on the surfaces, and that the latter were used."""
    theirs = run(folder, *command)
    ours = run(folder, "-m", "infrarouge.compat", "run", "--", *command)
    assert "replaced rouge_score: called RougeScorer.score " in ours.stderr
    return ours.stdout.splitlines(), theirs.stdout.splitlines()


@pytest.mark.skipif(find_spec("lm_eval") is None, reason="needs lm-eval")
def test_lm_eval(tmp_path: Path) -> None:
    """A task of its own on its dummy model, which always answers "lol"."""
    (tmp_path / "task.yaml").write_text(TASK)
    (tmp_path / "scores.py").write_text(SCORES)
    rows = [{"question": "Who?", "answer": "lol lol sat"}, {"question": "What?", "answer": "a lol\nran"}]
    (tmp_path / "data.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    ours, theirs = both(tmp_path, "-m", "lm_eval", "--model", "dummy", "--tasks", "tiny", "--include_path", ".")
    table = [line for line in theirs if "rouge" in line]
    assert len(table) == 2
    assert [line for line in ours if "rouge" in line] == table


@pytest.mark.skipif(find_spec("deepeval") is None, reason="needs deepeval")
def test_deepeval(tmp_path: Path) -> None:
    (tmp_path / "scores.py").write_text(DEEPEVAL)
    ours, theirs = both(tmp_path, "scores.py")
    assert ours == theirs
    assert len(ours) == 3


@pytest.mark.parametrize(
    ("module", "program"), [("lighteval", LIGHTEVAL), ("unitxt", UNITXT), ("ragas", RAGAS)], ids=lambda part: part[:9]
)
def test_harnesses(tmp_path: Path, module: str, program: str) -> None:
    if absent(module, "rouge_score"):
        pytest.skip(f"needs {module}")
    (tmp_path / "scores.py").write_text(program)
    ours, theirs = both(tmp_path, "scores.py")
    assert ours == theirs
    assert ours


@pytest.mark.skipif(absent("azure.ai.evaluation"), reason="needs azure-ai-evaluation")
def test_azure(tmp_path: Path) -> None:
    """Its evaluator has a copy of the scorer of its own, which two lines replace."""
    (tmp_path / "theirs.py").write_text(AZURE)
    (tmp_path / "ours.py").write_text(AZURE_LINES + AZURE + AZURE_CHECK)
    theirs, ours = (run(tmp_path, name).stdout.splitlines() for name in ("theirs.py", "ours.py"))
    assert ours == theirs
    assert len(ours) == 6
