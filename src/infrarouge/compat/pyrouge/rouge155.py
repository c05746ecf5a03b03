"""The class `Rouge155`."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from infrarouge.compat.pyrouge.utils.log import get_global_console_logger
from infrarouge.data import FOLDER
from infrarouge.errors import InputError
from infrarouge.reading.sentences import SENTENCES
from infrarouge.replacing import replacing, write_text
from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import run

__all__ = ["Rouge155"]

ARGUMENTS = "-c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a"
_LINE = re.compile(
    r"^.*? (ROUGE-\S+) (Average_[RPF]): ([0-9.]+) \([0-9.]+%-conf\.int\. (-?[0-9.]+) - (-?[0-9.]+)\)$", re.MULTILINE
)
_MEASURES = {"Average_R": "recall", "Average_P": "precision", "Average_F": "f_score"}


class Rouge155:
    r"""Scores a folder of system summaries against a folder of model summaries.

    `rouge_dir` is accepted and not used: there is no other program. `log_level`, `stemming` and `temp_dir` are those of
    the versions on GitHub that bear the same number: how much is logged, whether ``-m`` is added to the options, and
    where temporary folders are made.

    >>> folder = Path(tempfile.mkdtemp())
    >>> for name, text in (("system/a.1.txt", "the cat\nsat"), ("model/a.A.1.txt", "a cat sat")):
    ...     (folder / name).parent.mkdir()
    ...     _ = (folder / name).write_text(text)
    >>> rouge = Rouge155()
    >>> rouge.system_dir, rouge.model_dir = str(folder / "system"), str(folder / "model")
    >>> rouge.system_filename_pattern, rouge.model_filename_pattern = r"a.(\d+).txt", "a.[A-Z].#ID#.txt"
    >>> output = rouge.convert_and_evaluate()
    >>> print(output.splitlines()[3])
    1 ROUGE-1 Average_F: 0.66667 (95%-conf.int. 0.66667 - 0.66667)
    >>> rouge.output_to_dict(output)["rouge_l_f_score"]
    0.66667
    """

    def __init__(
        self,
        rouge_dir: str | None = None,
        rouge_args: str | None = None,
        *,
        log_level: int | str | None = None,
        stemming: bool = True,
        temp_dir: str | None = None,
        stem: bool | None = None,
    ) -> None:
        self.log = get_global_console_logger(log_level)
        self.args = _unquoted(rouge_args) if rouge_args else None
        self.stem = stemming if stem is None else stem
        self._temp_dir = temp_dir
        self.home_dir = rouge_dir
        self.system_filename_pattern: str | None = None
        self.model_filename_pattern: str | None = None
        self._dirs: dict[str, str] = {}
        self._config_file: str | None = None
        # Folders made on the way live as long as this object.
        self._made: list[tempfile.TemporaryDirectory[str]] = []

    # ------------------------------------------------------------ where things are

    @property
    def system_dir(self) -> str | None:
        """The folder of the system summaries; after conversion, of the converted ones."""
        return self._dirs.get("system")

    @system_dir.setter
    def system_dir(self, path: str) -> None:
        self._set_dir("system", path)

    @property
    def model_dir(self) -> str | None:
        """The folder of the model summaries; after conversion, of the converted ones."""
        return self._dirs.get("model")

    @model_dir.setter
    def model_dir(self, path: str) -> None:
        self._set_dir("model", path)

    def _set_dir(self, which: str, path: str) -> None:
        if not os.path.isdir(path):
            raise InputError(f"Cannot set {which} directory because the path {path} does not exist.")
        self._dirs[which] = os.fspath(path)

    @property
    def config_file(self) -> str | None:
        """The evaluation file, once it is written."""
        return self._config_file

    @property
    def data_dir(self) -> str:
        """Where the word tables are."""
        return FOLDER

    @property
    def bin_path(self) -> str:
        """What runs in place of the Perl program."""
        return "infrarouge rouge-1.5.5"

    @property
    def settings_file(self) -> str:
        """Where pyrouge keeps the home of ROUGE; it is not needed here, so it is never written."""
        return os.path.join(os.path.expanduser("~"), ".pyrouge", "settings.ini")

    def save_home_dir(self) -> None:
        """Do nothing: there is no home to remember."""

    # ------------------------------------------------------------ conversion

    @staticmethod
    def convert_text_to_rouge_format(text: str, title: str = "dummy title") -> str:
        """Write a text of one sentence a line as SEE.

        >>> print(Rouge155.convert_text_to_rouge_format("A cat.").splitlines()[5])
        <a name="1">[1]</a> <a href="#1" id=1>A cat.</a>
        """
        lines = [
            f'<a name="{at}">[{at}]</a> <a href="#{at}" id={at}>{line}</a>'
            for at, line in enumerate(text.split("\n"), 1)
        ]
        head = ["<html>", "<head>", f"<title>{title}</title>", "</head>", '<body bgcolor="white">']
        return "\n".join([*head, *lines, "</body>", "</html>"])

    @staticmethod
    def convert_summaries_to_rouge_format(input_dir: str, output_dir: str) -> None:
        """Write every file of a folder as SEE into another, which is made if it is not there."""
        _each_file(input_dir, output_dir, Rouge155.convert_text_to_rouge_format)

    def split_sentences(self) -> None:
        """Cut the summaries of both folders into sentences, one a line, by NLTK's Punkt."""
        punkt = SENTENCES["punkt"].function
        assert punkt is not None
        self._process(lambda text: "\n".join(sentence for line in text.split("\n") for sentence in punkt(line)))

    def _process(self, change: Callable[[str], str]) -> None:
        folder = self._folder()
        for which in ("system", "model"):
            given = self._dirs.get(which)
            if given is None:
                raise InputError(f"{which}_dir is not set; give the folder of the {which} summaries")
            _each_file(given, os.path.join(folder, which), change)
            self._dirs[which] = os.path.join(folder, which)

    def _folder(self) -> str:
        self._made.append(tempfile.TemporaryDirectory(prefix="infrarouge-", dir=self._temp_dir))
        return self._made[-1].name

    # ------------------------------------------------------------ evaluation files

    @staticmethod
    def write_config_static(
        system_dir: str,
        system_filename_pattern: str,
        model_dir: str,
        model_filename_pattern: str,
        config_file_path: str,
        system_id: Any = None,
    ) -> None:
        r"""Write the evaluation file: each system summary with the model summaries of its ID.

        The group of `system_filename_pattern` is the ID, which stands for ``#ID#`` in `model_filename_pattern`; both are
        regular expressions that match from the start of a file's name.
        """
        pattern = re.compile(system_filename_pattern)
        models = sorted(os.listdir(model_dir))
        parts: list[str] = []
        for name in sorted(os.listdir(system_dir)):
            found = pattern.match(name)
            if found is None:
                continue
            if not found.groups():
                raise InputError(
                    f"system_filename_pattern {system_filename_pattern!r} has no group; put the ID in round brackets: "
                    r"'summary.(\d+).txt'"
                )
            wanted = re.compile(model_filename_pattern.replace("#ID#", found.group(1)))
            matched = [one for one in models if wanted.match(one)]
            if not matched:
                raise InputError(
                    f"Could not find any model summaries for the system summary with ID {found.group(1)}. Specified model "
                    f"filename pattern was: {model_filename_pattern}"
                )
            parts.append(_evaluation(len(parts) + 1, str(system_id), system_dir, name, model_dir, matched))
        if not parts:
            raise InputError(
                f"Did not find any files matching the pattern {system_filename_pattern} in the system summaries directory "
                f"{system_dir}."
            )
        text = '<ROUGE-EVAL version="1.55">\n' + "\n".join(parts) + "</ROUGE-EVAL>"
        write_text(config_file_path, text)

    def write_config(self, config_file_path: str | None = None, system_id: Any = None) -> None:
        """Write the evaluation file for the folders and patterns that are set."""
        given = {
            "system_dir": self.system_dir,
            "system_filename_pattern": self.system_filename_pattern,
            "model_dir": self.model_dir,
            "model_filename_pattern": self.model_filename_pattern,
        }
        missing = [name for name, value in given.items() if value is None]
        if missing:
            raise InputError(f"{' and '.join(missing)} not set; set them before evaluating")
        path = config_file_path or os.path.join(self._folder(), "rouge_conf.xml")
        self.write_config_static(**given, config_file_path=path, system_id=system_id)  # type: ignore[arg-type]  # none is None
        self._config_file = path

    # ------------------------------------------------------------ scores

    def evaluate(self, system_id: Any = 1, rouge_args: str | None = None) -> str:
        """Score the SEE files of the two folders; options of the constructor go before those given here."""
        self.write_config(system_id=system_id)
        words = shlex.split(self.args or (_unquoted(rouge_args) if rouge_args else ARGUMENTS))
        words += ["-m"] * self.stem + [str(self.config_file)]
        self.log.info("infrarouge rouge-1.5.5 %s", shlex.join(words))
        return "".join(f"{line}\n" for line in run(parse(words), self.log.warning))

    def convert_and_evaluate(
        self, system_id: Any = 1, split_sentences: bool = False, rouge_args: str | None = None
    ) -> str:
        """Convert plain text summaries and score them; `split_sentences` cuts them into sentences first."""
        if split_sentences:
            self.split_sentences()
        self._process(self.convert_text_to_rouge_format)
        return self.evaluate(system_id, rouge_args)

    def output_to_dict(self, output: str) -> dict[str, float]:
        """Read a print-out: ``rouge_1_recall``, and with ``_cb`` and ``_ce`` where its interval begins and ends.

        >>> Rouge155().output_to_dict("1 ROUGE-SU4 Average_F: 0.50000 (95%-conf.int. 0.40000 - 0.60000)")
        {'rouge_su4_f_score': 0.5, 'rouge_su4_f_score_cb': 0.4, 'rouge_su4_f_score_ce': 0.6}
        """
        found: dict[str, float] = {}
        for label, measure, value, low, high in _LINE.findall(output):
            key = f"{label.lower().replace('-', '_')}_{_MEASURES[measure]}"
            found |= {key: float(value), f"{key}_cb": float(low), f"{key}_ce": float(high)}
        return found


def _unquoted(arguments: str) -> str:
    """Take off quotation marks that enclose all of the options."""
    quoted = len(arguments) > 1 and arguments[0] == arguments[-1] and arguments[0] in "\"'"
    return arguments[1:-1] if quoted else arguments


def _each_file(source: str, target: str, change: Callable[[str], str]) -> None:
    os.makedirs(target, exist_ok=True)
    if os.path.samefile(source, target):
        raise InputError(f"{target} has the files that are read and would lose them; give another folder")
    for path in sorted(Path(source).iterdir()):
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{path} is not UTF-8 (byte {error.start}); convert it to UTF-8") from None
        with replacing(Path(target) / path.name) as file:
            file.write(change(text).encode())


def _evaluation(number: int, system_id: str, system_dir: str, name: str, model_dir: str, models: list[str]) -> str:
    """One <EVAL>, laid out as pyrouge does."""
    peer = f"<P ID={quoteattr(system_id)}>{escape(name)}</P>"
    listed = "\n\t\t\t".join(
        f"<M ID={quoteattr(chr(ord('A') + at))}>{escape(one)}</M>" for at, one in enumerate(models)
    )
    return f"""    <EVAL ID="{number}">
        <MODEL-ROOT>{escape(model_dir)}</MODEL-ROOT>
        <PEER-ROOT>{escape(system_dir)}</PEER-ROOT>
        <INPUT-FORMAT TYPE="SEE">
        </INPUT-FORMAT>
        <PEERS>
            {peer}
        </PEERS>
        <MODELS>
            {listed}
        </MODELS>
    </EVAL>
"""
