"""The surface of pycocoevalcap: what it refuses, its tokenizer, the whole task, and an installed original."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from infrarouge.compat.pycocoevalcap import COCOEvalCap, PTBTokenizer, Rouge
from infrarouge.compat.pycocoevalcap.rouge.rouge import my_lcs


def test_a_message_says_what_to_give() -> None:
    with pytest.raises(AssertionError, match="only one of gts and res has 2; give"):
        Rouge().compute_score({1: ["a"], 2: ["a"]}, {1: ["a"]})
    with pytest.raises(AssertionError, match=r"res\[1\] is tuple; give a list of str"):
        Rouge().compute_score({1: ["a"]}, {1: ("a",)})  # type: ignore[dict-item]
    with pytest.raises(AttributeError, match="a caption must be a str"):
        Rouge().compute_score({1: (None,)}, {1: ["a"]})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="decode it first"):
        Rouge().calc_score([b"a"], [None])  # type: ignore[list-item]


def test_beta_is_read_at_each_call() -> None:
    rouge = Rouge()
    assert rouge.calc_score(["a b c"], ["a b"]) == pytest.approx(0.83, abs=0.01)
    for beta, expected in ((0, 2 / 3), (-1, 0.8), (True, 0.8), (2, 10 / 11)):
        rouge.beta = beta
        assert rouge.calc_score(["a b c"], ["a b"]) == expected


def test_precision_and_recall_of_two_references() -> None:
    # The longer reference gives the precision, the shorter one the recall.
    assert Rouge().calc_score(["a b c d"], ["a", "a b c x y z"]) == (1 + 1.44) * 0.75 * 1.0 / (1.0 + 1.44 * 0.75)


def test_lcs() -> None:
    assert my_lcs("abcd", "acd") == 3


@pytest.mark.parametrize(
    ("captions", "error"),
    [
        ({1: ["a"]}, TypeError),
        ({1: "ab"}, TypeError),
        ({1: [{"caption": b"a"}]}, TypeError),
        ({1: [{"caption": None}]}, AttributeError),
        ({1: [{"text": "a"}]}, KeyError),
        ({1: None}, TypeError),
        ([], AttributeError),
    ],
)
def test_captions_that_are_refused(captions: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        PTBTokenizer().tokenize(captions)
    assert type(caught.value) is error


def test_a_caption_ends_at_a_line_end_of_java() -> None:
    captions = {"x": [{"caption": "one\ntwo\rthree"}], "y": [{"caption": "four"}], "z": []}
    assert PTBTokenizer().tokenize(captions) == {"x": ["one two"], "y": ["four"]}


# Recorded with the Java program.
TOKENS = {
    "3.5-inch floppy": "3.5-inch floppy",
    "rock 'n' roll, mac'n'cheese": "rock 'n' roll mac 'n' cheese",
    "y'all get 'em 'til 'tis": "y' all get 'em 'til 't is",
    "the '90s, the '90": "the '90s the '90",
    "Say no. No. 5 bus, fig. 3": "say no no. 5 bus fig. 3",
    "4:30pm 7AM 1.5m 1/2in 10km": "4:30 pm 7am 1.5 m 1/2in 10km",
    "US$5 A$5 x$ £4 €3 5¢": "us$ 5 a$ 5 x $ # 4 $ 3 5 cents",
    "AT&T black&white R&amp;B &lt;3 &quot;x&quot;": "at&t black & white r & b < 3 x",
    "plan B. plan C. The end": "plan b. plan c the end",
    "what?Where x?! !!!": "what?where x ?! !!!",
    "O'Neill's o'clock, Qur'an, the'path'": "o'neill 's o'clock qur an the path",
    "1½ cups, x², 5°": "1 1/2 cups x ² 5 °",
    "a_b __a__ ** ----- -- >>": "a_b __ a __ ** ----- >>",
    "hi :) :-( (http://a.b/c?d=e), a@b.com.": "hi :-rrb- :--lrb- -lrb- http://a.b/c?d=e -rrb- a@b.com",
    "Calif. Wash. wash. Mass. mass. Inc. Dept.": "calif. wash. wash mass. mass inc. dept.",
    "shouldn't've cannot GONNA it’s don’t": "should n't 've can not gon na it 's do n't",
}


@pytest.mark.parametrize("text", TOKENS)
def test_words_of_the_java_program(text: str) -> None:
    assert PTBTokenizer().tokenize({0: [{"caption": text}]}) == {0: [TOKENS[text]]}


class Captions:
    """What pycocotools' COCO offers of captions."""

    def __init__(self, captions: dict[int, list[str]]) -> None:
        self.imgToAnns = {
            key: [{"image_id": key, "caption": text} for text in texts] for key, texts in captions.items()
        }

    def getImgIds(self) -> list[int]:
        return list(self.imgToAnns)


def test_the_whole_task(capsys: pytest.CaptureFixture[str]) -> None:
    coco = Captions({1: ["A dog runs.", "The dog."], 2: ["Two cats"], 3: ["Not scored"]})
    evaluation = COCOEvalCap(coco, Captions({1: ["a dog"], 2: ["Two dogs!"]}))
    assert evaluation.params == {"image_id": [1, 2, 3]}
    evaluation.params["image_id"] = [1, 2]
    evaluation.evaluate()
    assert evaluation.imgToEval[2] == {"image_id": 2, "ROUGE_L": 0.5}
    average = (evaluation.imgToEval[1]["ROUGE_L"] + 0.5) / 2
    assert evaluation.eval == {"ROUGE_L": average}
    assert evaluation.evalImgs == [evaluation.imgToEval[1], evaluation.imgToEval[2]]
    assert capsys.readouterr().out.endswith(f"ROUGE_L: {average:.3f}\n")


def test_the_rest_of_an_installed_original_stays(tmp_path: Path) -> None:
    """The package has no code of its own: its folder holds modules and nothing else."""
    for name, code in {
        "rouge/rouge": "class Rouge: pass\n",
        "cider/cider": "class Cider: pass\n",
        "tokenizer/ptbtokenizer": "class PTBTokenizer: pass\n",
        "eval": "from .rouge.rouge import Rouge\n",
    }.items():
        path = tmp_path / "pycocoevalcap" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    code = """
import sys
from infrarouge import compat
compat.install("pycocoevalcap")
assert not [name for name in sys.modules if name.startswith("pycocoevalcap")]
from pycocoevalcap import eval
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
assert eval.Rouge is Rouge and Rouge().calc_score(["a"], ["a"]) == 1.0
assert Cider.__module__ == "pycocoevalcap.cider.cider" and PTBTokenizer.__module__.startswith("pycocoevalcap")
compat.uninstall("pycocoevalcap")
assert eval.Rouge.__module__ == "pycocoevalcap.rouge.rouge"
print("done")
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout == "done\n", done.stderr
