"""The options that several commands share: every rule can be set, by its option, its name or its key."""

from __future__ import annotations

import json
from typing import Any

from cli.samples import JSONL

import infrarouge as ir
from infrarouge.cli.options import ScoringOptions
from infrarouge.rules.profile import KEYS, RULES, spell


def test_every_rule_can_be_set() -> None:
    values = {"flat": "whole", "sent": "period", "norm": "nfc", "tok": "chars", "stop": "smart", "stem": "porter"}
    values |= {"case": "none", "count": "set", "union": "sum", "tie": "prediction", "f": "beta", "refs": "mean"}
    values |= {"empty": "skip", "type": "float32", "gen": "drand48", "value": "median", "ignore": "1,2", "syn": "none"}
    values |= {
        "a": "0.25",
        "b": "2.0",
        "ci": "0.9",
        "words": "7",
        "bytes": "7",
        "stemmin": "7",
        "dec": "7",
        "boot": "7",
    }
    values |= {"seed": "7"}
    for key, (rule, _) in KEYS.items():
        text = values.get(key) or spell(getattr(getattr(ir.profile(), RULES[rule]), rule))
        for spelled in (rule, key):
            made = ScoringOptions(set=[f"{spelled}={text}"]).rouge().profile
            assert made == ir.Profile.parse(f"infrarouge-1|{key}:{text}")
    assert ScoringOptions(set=["quirks=su-last-word"]).rouge().profile.quirks == {ir.Quirk.SU_LAST_WORD}


def test_options_are_rules(run: Any) -> None:
    words = "--stemmer porter --tokens alnum --sentences period --no-lowercase --stopwords smart --max-words 30 "
    words += "--max-bytes 900 --beta 2 --combine mean --empty skip --resamples 50 --confidence 0.9 --seed 3"
    code, out, _ = run("score", JSONL, "-f", "json", *words.split())
    assert code == 0
    wanted = ir.profile(
        stemmer="porter",
        tokens="alnum",
        sentences="period",
        lowercase=False,
        stopwords="smart",
        max_words=30,
        max_bytes=900,
        beta=2,
        combine="mean",
        empty="skip",
        n_resamples=50,
        confidence_level=0.9,
        rng=3,
    )
    assert json.loads(out)["signature"] == f"{wanted.signature}|n:30|v:{ir.__version__}"
    assert "a:0.25" in run("score", JSONL, "--alpha", "0.25")[1]
    assert "sent:none" in run("score", JSONL, "--sentences", "none")[1]


def test_profile_may_be_a_signature(run: Any) -> None:
    code, out, _ = run("score", JSONL, "--profile", "rouge-score|stem:porter", "-m", "rouge1")
    assert code == 0
    assert "rouge-score-0.1.2|stem:porter|n:30" in out
