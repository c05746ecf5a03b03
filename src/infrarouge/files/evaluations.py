"""What is compared with what: XML evaluation files and plain lists, read without building a tree."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from itertools import starmap
from typing import IO, Any, NoReturn
from xml.parsers import expat

from infrarouge.errors import InputError
from infrarouge.files.native import usual_evaluations
from infrarouge.files.summaries import FORMATS, why

SPACE = " \t\n\r\f\v"
TYPES = sorted(FORMATS)
CHILDREN = {"PEERS": "P", "MODELS": "M"}


@dataclass(slots=True)
class Eval:
    """One evaluation: peers (predictions) by system and models (references), all files in one format.

    Files are named without their folder. Model files go by an ID: where two models share one, the later file stands in
    both places.
    """

    id: str
    format: str = ""
    peers: dict[str, str] = field(default_factory=dict)
    model_ids: list[str] = field(default_factory=list)
    model_files: dict[str, str] = field(default_factory=dict)
    peer_root: str = ""
    model_root: str = ""

    def peer(self, system: str) -> str | None:
        """The path of a system's peer; None where it has none, or one without a name."""
        name = self.peers.get(system)
        return self.peer_root + name if name else None

    @property
    def models(self) -> list[str]:
        """The paths of the models, in order."""
        return [self.model_root + self.model_files[model] for model in self.model_ids]


def read_evaluations(path: str | os.PathLike[str], format: str | None = None, system: str = "X") -> list[Eval]:
    """Read an evaluation file: XML, or with a format a list of paths, a peer and its models in each line.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "list")
    >>> _ = file.write_text("peer1 model1 model2\\n# more\\npeer2 model3\\n")
    >>> [(one.id, one.peer("X"), one.models) for one in read_evaluations(file, "SPL")]
    [('1', 'peer1', ['model1', 'model2']), ('2', 'peer2', ['model3'])]
    """
    name = os.fspath(path)
    try:
        with open(sys.stdin.fileno() if name == "-" else name, "rb") as file:
            return _xml(file, name) if format is None else _list(file, name, format, system)
    except OSError as error:
        raise InputError(f"cannot read {name}: {why(error)}") from None


def _list(file: IO[bytes], name: str, format: str, system: str) -> list[Eval]:
    evaluations: list[Eval] = []
    for number, line in enumerate(file.read().split(b"\n"), 1):
        if line.startswith(b"#") or not line.strip():
            continue
        peer, *models = [os.fsdecode(name) for name in line.split()]
        if not models:
            raise InputError(
                f"{name}, line {number}: {peer!r} stands alone; write the peer's file and then its models', blank-separated"
            )
        ids = [str(at) for at in range(len(models))]
        evaluations.append(
            Eval(str(len(evaluations) + 1), format, {system: peer}, ids, dict(zip(ids, models, strict=True)))
        )
    return evaluations


class _Document:
    """Follows the tags of an evaluation file; only what stands in its place counts.

    There are tens of thousands of tags, so what is called for each of them is kept short.
    """

    __slots__ = ("depth", "eval", "evals", "key", "listening", "name", "parser", "section", "text")

    def __init__(self, name: str) -> None:
        self.name = name
        self.evals: dict[str, Eval] = {}
        self.eval = Eval("")
        # How deep inside an EVAL the parser is, and how deep the text stands that is listened to; 0 is outside.
        self.depth = self.listening = 0
        self.section = self.key = self.text = ""
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        # Nothing is fetched, and nothing is expanded but the five entities of XML itself.
        parser.EntityDeclHandler = parser.ExternalEntityRefHandler = parser.SkippedEntityHandler = self.entity

    def fail(self, what: str) -> NoReturn:
        raise InputError(f"{self.name}, line {self.parser.CurrentLineNumber}: {what}")

    def entity(self, *declaration: Any) -> NoReturn:
        self.fail("entities are not expanded, other than &amp; &lt; &gt; &quot; &apos;; write the text itself")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.depth == 2:
            if CHILDREN.get(self.section) == tag.upper():
                self.key = attributes["ID"] if "ID" in attributes else self.lacks(tag, attributes, "ID")
                self.text, self.listening = "", 3
        elif self.depth == 1:
            self.section = section = tag.upper()
            if section == "INPUT-FORMAT":
                self.eval.format = self.kind(attributes.get("TYPE") or self.lacks(tag, attributes, "TYPE"))
            elif section in ("PEER-ROOT", "MODEL-ROOT"):
                self.text, self.listening = "", 2
        elif self.depth == 0:
            if tag.upper() != "EVAL":
                return
            key = attributes["ID"] if "ID" in attributes else self.lacks(tag, attributes, "ID")
            known = self.evals.get(key)
            if known is None:
                known = self.evals[key] = Eval(key, "", {}, [], {}, "/", "/")
            self.eval = known
        self.depth += 1

    def lacks(self, tag: str, attributes: dict[str, str], wanted: str) -> NoReturn:
        seen = f", only {' '.join(attributes)}" if attributes else ""
        self.fail(f'<{tag}> has no {wanted}{seen}; write <{tag} {wanted}="...">')

    def kind(self, word: str) -> str:
        if word.upper() not in FORMATS:
            self.fail(f"TYPE is {word!r}; it is one of {', '.join(TYPES)}")
        return word.upper()

    def characters(self, text: str) -> None:
        # A name is the text of its element alone, without that of elements inside.
        if self.listening and self.depth == self.listening:
            self.text += text

    def end(self, tag: str) -> None:
        if self.listening and self.depth == self.listening:
            self.listening = 0
            self.named(self.eval, self.text.strip(SPACE))
        if self.depth:
            self.depth -= 1

    def named(self, eval: Eval, text: str) -> None:
        """Take in the name of a folder or a file."""
        if self.section == "MODELS":
            eval.model_ids.append(self.key)
            eval.model_files[self.key] = text
        elif self.section == "PEERS":
            # A system whose file is not named is known all the same.
            if text or self.key not in eval.peers:
                eval.peers[self.key] = text
        elif self.section == "PEER-ROOT":
            eval.peer_root = text + "/"
        else:
            eval.model_root = text + "/"


def _xml(file: IO[bytes], name: str) -> list[Eval]:
    data = file.read()
    usual = usual_evaluations(data)
    if usual is not None and len({evaluation[0] for evaluation in usual}) == len(usual):
        evaluations = list(starmap(Eval, usual))
    else:
        evaluations = _parsed(data, name)
    if not evaluations:
        raise InputError(
            f"{name} has no <EVAL ID=...>: there is nothing to score; for a plain list of paths type -z SPL"
        )
    return evaluations


def _parsed(data: bytes, name: str) -> list[Eval]:
    document = _Document(name)
    try:
        document.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise InputError(
            f"{name}, line {error.lineno}: broken XML ({expat.ErrorString(error.code)}); for a plain list of paths type "
            "-z SPL"
        ) from None
    except (LookupError, ValueError) as error:  # of an encoding that Python does not know, or that XML cannot have
        raise InputError(f"{name}, line 1: {error}; save the file as UTF-8, and name no other encoding in it") from None
    return list(document.evals.values())
