"""The commands that judge scores: compare, check and verify."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli.samples import PRED, PRED_B, REF, whole

import infrarouge as ir
from infrarouge.files.inputs import read_texts


def test_compare(run: Any, tmp_path: Path) -> None:
    systems = {"predictions": read_texts(PRED), "predictions_b": read_texts(PRED_B)}
    wanted = ir.compare(systems, references=read_texts(REF), metrics="rouge1 rougeL", n_flips=500)
    words = ("compare", PRED, PRED_B, "-r", REF, "-m", "rouge1 rougeL", "--flips", "500")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert out.startswith(f"{wanted}\n")
    assert f"row {wanted.moved()[0].row} " in out
    assert "moved most" not in run(*words, "--moved", "0")[1]
    assert json.loads(run(*words, "-f", "json")[1]) == json.loads(wanted.to_json())
    swapped = json.loads(run(*words, "--baseline", "predictions_b", "-f", "json")[1])
    assert swapped["differences"][0]["change"] == -wanted["rouge1"].change
    path = tmp_path / "a.jsonl"
    rows = zip(read_texts(PRED), read_texts(PRED_B), read_texts(REF), strict=True)
    path.write_text("".join(json.dumps({"x": a, "y": b, "gold": c}) + "\n" for a, b, c in rows))
    columns = run("compare", str(path), "--prediction", "x", "--prediction", "y", "--reference", "gold", "-f", "json")
    assert json.loads(columns[1])["differences"][0]["change"] == wanted["rouge1"].change


def test_check(run: Any, tmp_path: Path) -> None:
    report = whole(metrics="rougeL rouge1")
    code, out, err = run("check", PRED, REF, "--min", "rougeL.f=0.6", "--max", "rouge1.r=80%")
    assert (code, err) == (0, "")
    assert f"rougeL F is {report['rougeL'].fmeasure.value:.4f}, which is at least 0.6" in out
    code, out, _ = run("check", PRED, REF, "--min", "rougeL.f=0.9", "--min", "rouge1=0.1", "--github")
    assert code == 1
    assert "::error title=infrarouge check::rougeL F is 0.6598, which is less than 0.9" in out
    assert "::notice" in out
    assert run("check", PRED, REF, "--min", "rougeL.f=0.9", "--negate")[0] == 0
    code, out, err = run("check", PRED, REF, "--min", "rougeL=0.5", "--each", "--junit", str(tmp_path / "a.xml"))
    assert code == 1
    assert "does not hold in row 9" in err
    assert "(row 9)" in out
    assert 'failures="1"' in (tmp_path / "a.xml").read_text()
    made = json.loads(run("check", PRED, REF, "--min", "rougeL=0.5", "--each", "-f", "json")[1])
    assert made["passed"] is False
    assert made["conditions"][0]["failing"] == [9]


def test_verify(run: Any) -> None:
    claim = whole(stemmer="porter").claim("rouge2.r")
    code, out, _ = run("verify", claim, PRED, REF)
    assert code == 0
    assert out.startswith("holds: rouge2.r is 52.87")
    code, out, _ = run("verify", re.sub(r"= .*", "= 52.88", claim), PRED, REF)
    assert code == 1
    assert out.startswith("does not hold: 52.88 was claimed, but rouge2.r is 52.87")
    signature = json.loads(run("score", PRED, REF, "--hash", "-f", "json")[1])["signature"]
    assert run("verify", f"rouge1 {signature} = 0.805", PRED, REF)[0] == 0
    code, out, _ = run("verify", f"rouge1 {signature} = 33.5", PRED_B, REF)
    assert code == 1
    assert "the texts are others" in out
    made = json.loads(run("verify", claim, PRED, REF, "-f", "json")[1])
    assert made["holds"] is True


@pytest.mark.parametrize("rule", ["stopwords", "synonyms"])
def test_verify_takes_the_words_that_a_signature_cannot_carry(run: Any, tmp_path: Path, rule: str) -> None:
    (tmp_path / "words").write_text("the a\n")
    claim = whole(**{rule: str(tmp_path / "words")}).claim("rouge1.f")
    code, _, err = run("verify", claim, PRED, REF)
    assert code == 2
    assert f"pass the same --{rule} ..." in err
    code, out, _ = run("verify", claim, PRED, REF, f"--{rule}", str(tmp_path / "words"))
    assert code == 0
    assert out.startswith("holds: rouge1.f is")
    (tmp_path / "words").write_text("of an\n")
    code, _, err = run("verify", claim, PRED, REF, f"--{rule}", str(tmp_path / "words"))
    assert code == 2
    assert f"(--{rule} is custom-" in err
