"""The worked examples of ROUGE-1.5.5's behaviour, run on its own program, and each oddity as a quirk switched alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from perl_program import score

import infrarouge as ir
from infrarouge import Quirk

CAT = ("the cat was found under the bed", ["the cat was under the bed"])
GUNMAN = ("police killed the gunman", ["police kill the gunman"])
TWO_MODELS = ("a b c d", ["a b x y z", "a b c"])

# options, peer, models, label, what is printed
EXAMPLES: list[tuple[str, Any, Any, str, str]] = [
    # the flat text: n-grams run across sentences
    ("-n 2", "a b / c d", ["b c"], "ROUGE-2", "1.00000 0.33333 0.50000"),
    # limits in words, on raw text: leading white space counts, hyphens do not separate
    ("-n 1 -l 4 -t 2", "a b c / d e f", ["a b c / d e f"], "ROUGE-1", "4 4 4"),
    ("-n 1 -l 4 -t 2", "  a b c / d e f", ["  a b c / d e f"], "ROUGE-1", "3 3 3"),
    ("-n 1 -l 2 -t 2", "one-two three", ["one-two three"], "ROUGE-1", "3 3 3"),
    ("-n 1 -l 3 -t 2", "- - a b", ["- - a b"], "ROUGE-1", "1 1 1"),
    ("-n 1 -l 2 -t 2", "a\u00a0b c d", ["a\u00a0b c d"], "ROUGE-1", "3 3 3"),
    # limits in bytes: the sentences of ROUGE-L are limited one by one
    ("-n 1 -b 10 -t 2", "abc def / ghi jkl", ["abc def / ghi jkl"], "ROUGE-1", "3 3 3"),
    ("-b 10 -t 2", "abc def / ghi jkl", ["abc def / ghi jkl"], "ROUGE-L", "4 3 3"),
    ("-b 10", "abc def / ghi jkl", ["abc def / ghi jkl"], "ROUGE-L", "0.75000 1.00000 0.85714"),
    ("-b 10 -w 1.2", "abc def / ghi jkl", ["abc def / ghi jkl"], "ROUGE-W-1.2", "0.43528 0.66667 0.52668"),
    ("-n 1 -b 5 -t 2", "été a b", ["été a b"], "ROUGE-1", "1 1 1"),
    # words
    ("-n 1 -t 2", "Don't e-mail U.S. $3.50 café a_b x", ["a"], "ROUGE-1", "1 12 1"),
    ("-n 1 -s -t 2", "The cat's not here", ["cat"], "ROUGE-1", "1 1 1"),
    ("-s -2 0 -t 2", "cat in the hat", ["cat hat"], "ROUGE-S0", "1 1 1"),
    ("-n 1 -s -m -t 2", "don't doing things", ["don thing"], "ROUGE-1", "2 2 2"),
    ("-n 1 -m -t 2", "was were best comics", ["was be well comics"], "ROUGE-1", "4 4 4"),
    # ROUGE-N
    ("-n 4", *CAT, "ROUGE-1", "1.00000 0.85714 0.92308"),
    ("-n 4", *CAT, "ROUGE-2", "0.80000 0.66667 0.72727"),
    ("-n 4", *CAT, "ROUGE-3", "0.50000 0.40000 0.44444"),
    ("-n 4 -t 2", *CAT, "ROUGE-4", "3 4 0"),
    ("-n 1 -t 2", "the the the the", ["the cat the"], "ROUGE-1", "3 4 2"),
    # ROUGE-S and ROUGE-SU: no unigram for the last word
    ("-2 -1 -U -t 2", *GUNMAN, "ROUGE-S*", "6 6 3"),
    ("-2 -1 -U -t 2", *GUNMAN, "ROUGE-SU*", "9 9 5"),
    ("-2 0 -U -t 2", *GUNMAN, "ROUGE-S0", "3 3 1"),
    ("-2 0 -U -t 2", *GUNMAN, "ROUGE-SU0", "6 6 3"),
    ("-2 1 -U -t 2", *GUNMAN, "ROUGE-S1", "5 5 2"),
    ("-2 1 -U -t 2", *GUNMAN, "ROUGE-SU1", "8 8 4"),
    ("-n 1 -2 -1 -u", "word", ["word"], "ROUGE-SU*", "0.00000 0.00000 0.00000"),
    ("-2 -1", *CAT, "ROUGE-S*", "1.00000 0.71429 0.83334"),
    # ROUGE-L: ties drop the model's word, words are clipped
    ("", "a b / c b", ["b a"], "ROUGE-L", "0.50000 0.25000 0.33333"),
    ("-t 2", "a c / a c b", ["a b c"], "ROUGE-L", "3 5 3"),
    ("", "w1 w2 w6 w7 w8 / w1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"], "ROUGE-L", "0.80000 0.40000 0.53333"),
    ("-t 2", "a b", ["a b / a b"], "ROUGE-L", "4 2 2"),
    ("-t 2", "x y", ["y x"], "ROUGE-L", "2 2 1"),
    # ROUGE-W: the weight twice, runs in the model alone, carried or lost where clipped
    ("-w 2", "a b c d h i k", ["a b c d e f g"], "ROUGE-W-2", "0.08163 0.57143 0.14285"),
    ("-w 2", "a h b k c i d", ["a b c d e f g"], "ROUGE-W-2", "0.08163 0.57143 0.14285"),
    ("-w 2", "b a b", ["c a / b a b"], "ROUGE-W-2", "0.17201 0.74536 0.27952"),
    ("-w 2", "c / a", ["c b / a c"], "ROUGE-W-2", "0.12500 0.50000 0.20000"),
    ("-w 1.2", "a b", ["a b"], "ROUGE-W-1.2", "0.87055 1.00000 0.93080"),
    ("-w 1.2", "a b / c d", ["a b / c d"], "ROUGE-W-1.2", "0.77557 0.89090 0.82924"),
    ("-w 1.2", "a b", ["a b c"], "ROUGE-W-1.2", "0.53516 1.00000 0.69720"),
    ("-w 1.2 -t 1", "a b", ["a b c"], "ROUGE-W-1.2", "0.47226 1.00000 0.64154"),
    ("-w 1.2 -t 2", "a b", ["a b c"], "ROUGE-W-1.2", "4 2 2"),
    # several models: pooled, or the one with the best recall
    ("-n 2", *TWO_MODELS, "ROUGE-1", "0.62500 0.62500 0.62500"),
    ("-n 2 -t 2", *TWO_MODELS, "ROUGE-2", "6 6 3"),
    ("-w 1.2", *TWO_MODELS, "ROUGE-W-1.2", "0.46782 0.62751 0.53602"),
    ("-n 1 -f B", *TWO_MODELS, "ROUGE-1", "1.00000 0.75000 0.85714"),
    ("-n 1 -f B", "a b c d", ["a x", "a b y z"], "ROUGE-1", "0.50000 0.25000 0.33333"),
    ("-n 1 -f B", "a b c d", ["a b y z", "a x"], "ROUGE-1", "0.50000 0.50000 0.50000"),
    ("-n 1 -f b", *TWO_MODELS, "ROUGE-1", "0.62500 0.62500 0.62500"),
    # F
    *(
        (f"-n 1 -p {alpha}", "a b c d", ["a b"], "ROUGE-1", f"1.00000 0.50000 {f}")
        for alpha, f in (("0.2", "0.83333"), ("0.8", "0.55556"), ("0", "1.00000"), ("1", "0.50000"))
    ),
    # texts without words
    ("-n 1", "...", ["a"], "ROUGE-1", "0.00000 0.00000 0.00000"),
    ("-n 1 -t 2", "a b", ["...", "a"], "ROUGE-1", "1 4 1"),
]


@pytest.mark.parametrize(("options", "peer", "models", "label", "printed"), EXAMPLES)
def test_example(tmp_path: Path, options: str, peer: str, models: list[str], label: str, printed: str) -> None:
    assert score(tmp_path, options, (peer, models)).numbers(label) == printed.split()


SEE = b"""<a name="1">[1]</a> <a href="#1" id=1>a b c</a>
<a size="3" name="2">[2]</a>\t<a href="#2" id=2>d &amp; e < f</a>
 <a name="3">[3]</a> <a href="#3" id=3>not at line start</a>
<A name="4">[4]</a> <a href="#4" id=4>wrong case</a>
<a name="5">[5]</a> <a href="#5" id="5">quoted id</a>
<a name="6">[6]</a><a href="#6" id=6>no space between anchors</a>
<a name="7">[7]</a> <a href="#7" id=7>g h
"""


def test_see_is_read_by_the_letter(tmp_path: Path) -> None:
    whole = score(tmp_path, "-n 1 -t 2", (SEE, [SEE]), format="SEE")
    assert whole.numbers() == ["8", "8", "8"]
    # The end of an unclosed line is one more byte of its sentence.
    line = b'<a name="1">[1]</a> <a href="#1" id=1>'
    two = line + b"g h\n" + line + b"ij</a>\n"
    assert score(tmp_path, "-n 1 -t 2 -x -b 5", (two, [two]), format="SEE").numbers() == ["3", "3", "3"]
    assert score(tmp_path, "-n 1 -t 2 -x -b 4", (two, [two]), format="SEE").numbers() == ["2", "2", "2"]


ELEMENTS = (
    "Cat|NIL|NIL / cat|black|mod / ate|NIL|subj / big dogs|ran|NIL",
    ["cat|NIL|NIL / cat|black|mod / eat|nil|subj / big dog|run|nil / big dog|run|nil"],
)
ELEMENT_COUNTS = {"H": "2 2 1", "HM": "3 2 1", "HMR": "2 2 1", "HM1": "5 4 2", "HMR1": "3 2 1", "HMR2": "5 4 2"}


@pytest.mark.parametrize("mode", ELEMENT_COUNTS)
def test_elements(tmp_path: Path, mode: str) -> None:
    for more in ("", " -m"):
        ran = score(tmp_path, f"-3 {mode} -t 2{more}", ELEMENTS, format="SIMPLE")
        # With -m the head "big dogs" becomes "big dog"; "ate" and "ran" are too short.
        assert ran.numbers(f"ROUGE-BE-{mode}") == ELEMENT_COUNTS[mode].split()
    stems = score(tmp_path, "-3 HM1 -m -t 2", ("was big|x|y", ["be big|x|z"]), format="SIMPLE")
    assert stems.numbers("ROUGE-BE-HM1") == ["1", "1", "1"]


def test_resamples_follow_the_order_of_names(tmp_path: Path) -> None:
    report = ir.evaluate(
        predictions=["a x", "a b c"],
        references=["a b c", "a b c d"],
        metrics="rouge1",
        profile="rouge-1.5.5",
        ids=["2.S2", "10.S2"],
        resampling=ir.Resampling(n_resamples=2),
    )
    assert report.scores[:, 0].tolist() == [[0.5, 0.33333, 0.4], [1.0, 0.75, 0.85714]]
    recall = report["rouge1"].recall
    assert [f"{one:.5f}" for one in (recall.value, recall.low, recall.high, recall.mean)] == [
        "0.64583", "0.73958", "0.73958", "0.54167",
    ]  # fmt: skip


def test_one_resample_prints_the_odd_interval(tmp_path: Path) -> None:
    ran = score(tmp_path, "-n 1 -x -r 1 -c 95", ("a b", ["a b c"]))
    assert ran.lines[1] == "X ROUGE-1 Average_R: 0.66667 (95%-conf.int. 0.68334 - 0.68334)"


# Each oddity: a pair of texts, a metric, and recall or precision with it and without.
ODD: dict[Quirk, tuple[str, str, str, dict[str, Any], int, float, float]] = {
    Quirk.SU_LAST_WORD: ("word", "word", "rougeSU", {}, 1, 0.0, 1.0),
    Quirk.W_DOUBLE_WEIGHT: ("a b", "a b", "rougeWsum-1.2", {}, 1, 0.87055, 1.0),
    Quirk.W_FLAT_PREDICTION: ("a b\nc d", "a b\nc d", "rougeWsum-1.2", {}, 0, 0.8909, 1.0),
    Quirk.W_REFERENCE_RUNS: ("a h b k c i d", "a b c d e f g", "rougeWsum-2", {}, 0, 0.57143, 0.28571),
    Quirk.W_OPEN_RUNS: ("b a b", "c a\nb a b", "rougeWsum-2", {}, 0, 0.74536, 0.57735),
    Quirk.BYTES_PER_SENTENCE: ("abc def\nghi jkl", "abc def\nghi jkl", "rougeLsum", {"max_bytes": 10}, 1, 0.75, 1.0),
    Quirk.LEADING_BLANK_WORD: ("a b c d", "  a b c\nd e", "rouge1", {"max_words": 4}, 0, 0.75, 1.0),
}


@pytest.mark.parametrize("quirk", ODD)
def test_quirk_switched_alone(quirk: Quirk) -> None:
    prediction, reference, metric, rules, measure, kept, clean = ODD[quirk]
    own = ir.profile("rouge-1.5.5", **rules)
    without = own.replace(quirks=own.quirks - {quirk})
    texts = {"prediction": prediction, "reference": reference, "metrics": metric}
    assert ir.score(**texts, profile=own)[metric][measure] == kept
    assert ir.score(**texts, profile=without)[metric][measure] == clean


def test_leading_blank_counts_as_a_word() -> None:
    own = ir.profile("rouge-1.5.5", max_words=4)
    for profile, words in ((own, ["a", "b", "c"]), (own.replace(quirks=()), ["a", "b", "c", "d"])):
        assert ir.Rouge(profile=profile).tokenize("  a b c\nd e") == words


def test_totals_of_weighted_runs_keep_their_weight() -> None:
    own = ir.profile("rouge-1.5.5", resampling=ir.Resampling(average="counts"))
    texts = {"predictions": ["a b"], "references": ["a b c"], "metrics": "rougeWsum-1.2"}
    kept = ir.evaluate(**texts, profile=own)["rougeWsum"].recall.mean
    clean = ir.evaluate(**texts, profile=own.replace(quirks=own.quirks - {Quirk.W_PLAIN_TOTALS}))[
        "rougeWsum"
    ].recall.mean
    assert (round(kept, 5), round(clean, 5)) == (0.47226, 0.53516)


def test_every_quirk_of_the_profile_is_tested_alone() -> None:
    assert ir.profile("rouge-1.5.5").quirks == {*ODD, Quirk.W_PLAIN_TOTALS}


def test_clean_reading_gives_identical_texts_full_marks() -> None:
    text = "the cat sat\non the mat"
    labels = "rouge1 rougeLsum rougeWsum-1.2 rougeS rougeSU rougeSU4"
    clean = ir.score(prediction=text, reference=text, metrics=labels, profile=ir.profile("rouge-1.5.5", quirks=()))
    assert {one for score in clean.values() for one in score} == {1.0}
