"""The class `PerlRouge`, over infrarouge's own ROUGE-1.5.5."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from infrarouge.errors import InfrarougeError
from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import run

__all__ = ["PerlRouge"]

FORMULAS = {"average": "A", "best": "B"}
LINE = re.compile(
    r"^\S+ (ROUGE-\S+) Average_([RPF]): ([0-9.]+) \([0-9.]+%-conf\.int\. (-?[0-9.]+) - (-?[0-9.]+)\)$", re.MULTILINE
)

Scores = dict[str, dict[str, Any]]


class PerlRouge:
    """ROUGE of the Perl program ROUGE-1.5.5, with its options as arguments; neither Perl nor its files are needed.

    Numbers are those the program prints: means of resamples with five digits, and their intervals. Documents are
    numbered in the order given; the original numbers them as its file system lists them, which can move the last digit.

    >>> PerlRouge(rouge_n_max=1, rouge_l=False).evaluate(["the cat sat"], [["the cat", "a cat sat"]])["rouge-1"]["f"]
    0.72727
    """

    def __init__(
        self,
        rouge_n_max: int = 2,
        rouge_l: bool = True,
        rouge_w: bool = False,
        rouge_w_weight: float = 1.2,
        rouge_s: bool = False,
        rouge_su: bool = False,
        skip_gap: int | None = None,
        multi_ref_mode: str = "average",
        alpha: float = 0.5,
        stemming: bool = False,
        remove_stopwords: bool = False,
        word_limit: int | None = None,
        byte_limit: int | None = None,
        confidence: float = 95,
        resampling: int = 1000,
        temp_dir: str = "./.rouge_metric/",
        clean_up: bool = True,
    ) -> None:
        self.rouge_n_max = rouge_n_max
        self.rouge_l = rouge_l
        self.rouge_w = rouge_w
        self.rouge_w_weight = rouge_w_weight
        self.rouge_s = rouge_s
        self.rouge_su = rouge_su
        self.skip_gap = skip_gap
        self.multi_ref_mode = multi_ref_mode
        self.alpha = alpha
        self.stemming = stemming
        self.remove_stopwords = remove_stopwords
        self.word_limit = word_limit
        self.byte_limit = byte_limit
        self.confidence = confidence
        self.resampling = resampling
        self.temp_dir = temp_dir
        self.clean_up = clean_up

    def evaluate(self, hypotheses: Sequence[str], multi_references: Sequence[Iterable[str]]) -> Scores:
        """Score texts of one sentence a line, each against a list of references."""
        if len(hypotheses) != len(multi_references):
            raise ValueError(
                f"Hypotheses and references must be the same size: there are {len(hypotheses)} hypotheses and "
                f"{len(multi_references)} lists of references"
            )
        self._options()
        with self._folder() as folder:
            pairs = []
            for number, (text, references) in enumerate(zip(hypotheses, multi_references, strict=True)):
                peer = _written(folder / "hyp" / f"{number}.txt", text)
                models = [
                    _written(folder / "ref" / f"{number}.{place}.txt", reference)
                    for place, reference in enumerate(references)
                ]
                if not models:
                    raise RuntimeError(f"Reference not found for hypothesis {number}; give at least one")
                pairs.append((peer, models))
            return self._scores(pairs, folder)

    def evaluate_from_files(self, hypothesis_dir: str, reference_dir: str) -> Scores:
        """Score the files of a folder, each against the files of another whose names begin with its stem and a dot."""
        references = files_of(Path(reference_dir))
        pairs = [(peer, references_of(peer, references)) for peer in files_of(Path(hypothesis_dir))]
        with self._folder() as folder:
            return self._scores(pairs, folder)

    def _options(self) -> list[str]:
        """The command line of the Perl program."""
        if self.word_limit is not None and self.byte_limit is not None:
            raise ValueError("Cannot specify both word_limit and byte_limit; give one of them")
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"Invalid alpha {self.alpha}: expected between [0, 1]")
        if not 0 <= self.confidence <= 100:
            raise ValueError(f"Invalid confidence {self.confidence}: expected between [0, 100]")
        if self.rouge_w and self.rouge_w_weight < 1:
            raise ValueError(f"Invalid rouge_w_weight {self.rouge_w_weight}: expected >= 1")
        if self.multi_ref_mode not in FORMULAS:
            raise ValueError(f"Invalid multi_ref_mode {self.multi_ref_mode}: expected ({', '.join(FORMULAS)})")
        words: list[Any] = ["-a", "-c", self.confidence, "-n", self.rouge_n_max, "-r", self.resampling]
        words += ["-f", FORMULAS[self.multi_ref_mode], "-p", self.alpha]
        words += [] if self.word_limit is None else ["-l", self.word_limit]
        words += [] if self.byte_limit is None else ["-b", self.byte_limit]
        words += ["-m"] * bool(self.stemming) + ["-s"] * bool(self.remove_stopwords) + ["-x"] * (not self.rouge_l)
        if self.rouge_s or self.rouge_su:
            words += ["-2", -1 if self.skip_gap is None else self.skip_gap]
            words += (["-U"] if self.rouge_s else ["-u"]) if self.rouge_su else []
        words += ["-w", self.rouge_w_weight] if self.rouge_w else []
        return list(map(str, words))

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        """A folder for the files of one run."""
        fresh = not os.path.isdir(self.temp_dir)
        os.makedirs(self.temp_dir, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=self.temp_dir))
        try:
            yield folder
        finally:
            if self.clean_up:
                shutil.rmtree(folder)
                if fresh:
                    with suppress(OSError):  # another run may have its folder there
                        os.rmdir(self.temp_dir)

    def _scores(self, pairs: list[tuple[Path, list[Path]]], folder: Path) -> Scores:
        config = folder / "config.xml"
        config.write_text(evaluations(pairs), encoding="utf-8")
        return scores_of(output(self._options(), config)) if pairs else {}


def evaluations(pairs: Iterable[tuple[Path, list[Path]]]) -> str:
    """The evaluation file of pairs of a file and its references, all of one sentence a line."""
    parts = [
        f'<EVAL ID="{number}">\n<MODEL-ROOT>.</MODEL-ROOT>\n<PEER-ROOT>.</PEER-ROOT>\n'
        '<INPUT-FORMAT TYPE="SPL">\n</INPUT-FORMAT>\n'
        f'<PEERS>\n<P ID="A">{escape(os.path.relpath(peer))}</P>\n</PEERS>\n<MODELS>\n'
        + "".join(f'<M ID="{place}">{escape(os.path.relpath(model))}</M>\n' for place, model in enumerate(models))
        + "</MODELS>\n</EVAL>\n"
        for number, (peer, models) in enumerate(pairs, 1)
    ]
    return '<ROUGE-EVAL version="1.5.5">\n' + "".join(parts) + "</ROUGE-EVAL>\n"


def output(options: list[str], config: Path) -> str:
    """What the program prints; it fails as a program that was started does."""
    words = [*options, str(config)]
    try:
        return "".join(f"{line}\n" for line in run(parse(words), lambda message: None))
    except InfrarougeError as error:
        raise subprocess.CalledProcessError(255, ["infrarouge", "rouge-1.5.5", *words], stderr=str(error)) from error


def scores_of(printed: str) -> Scores:
    """Read a print-out.

    >>> scores_of("A ROUGE-L Average_R: 0.50000 (95%-conf.int. 0.40000 - 0.60000)")
    {'rouge-l': {'r': 0.5, 'r_conf_int': (0.4, 0.6)}}
    """
    scores: Scores = {}
    for name, letter, value, low, high in LINE.findall(printed):
        told = scores.setdefault(name.lower(), {})
        told[letter.lower()] = float(value)
        told[f"{letter.lower()}_conf_int"] = float(low), float(high)
    return scores


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    if not isinstance(text, str):
        raise TypeError(f"write() argument must be str, not {type(text).__name__}: a text must be a str")
    path.write_text(text, encoding="utf-8")
    return path


def files_of(folder: Path) -> list[Path]:
    """The files of a folder by name; none if there is no folder."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def references_of(peer: Path, files: Iterable[Path]) -> list[Path]:
    """Those of some files whose names begin with the stem of a file and a dot."""
    references = [path for path in files if path.name.startswith(f"{peer.stem}.")]
    if not references:
        raise RuntimeError(f"Reference not found for {peer}; the names of its references begin with '{peer.stem}.'")
    return references
