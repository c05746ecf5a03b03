"""What is compared with what: XML evaluation files and plain lists, read without building a tree."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import IO, Any, NoReturn
from xml.parsers import expat

from infrarouge.errors import InputError
from infrarouge.rouge155.formats import FORMATS, why

SPACE = " \t\n\r\f\v"
TYPES = sorted(FORMATS)


@dataclass(slots=True)
class Eval:
    """One evaluation: peers (predictions) by system and models (references), all files in one format."""

    id: str
    format: str = ""
    peers: dict[str, str] = field(default_factory=dict)
    models: list[str] = field(default_factory=list)


def read_evaluations(path: str | os.PathLike[str], format: str | None = None, system: str = "X") -> list[Eval]:
    """Read an evaluation file: XML, or with a format a list of paths, a peer and its models in each line.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "list")
    >>> _ = file.write_text("peer1 model1 model2\\n# more\\npeer2 model3\\n")
    >>> [(one.id, one.peers, one.models) for one in read_evaluations(file, "SPL")]
    [('1', {'X': 'peer1'}, ['model1', 'model2']), ('2', {'X': 'peer2'}, ['model3'])]
    """
    name = os.fspath(path)
    try:
        with open(sys.stdin.fileno() if name == "-" else name, "rb") as file:
            return _xml(file, name) if format is None else _list(file, name, format, system)
    except OSError as error:
        raise InputError(f"cannot read {name}: {why(error)}") from None


def _list(file: IO[bytes], name: str, format: str, system: str) -> list[Eval]:
    found: list[Eval] = []
    for number, line in enumerate(file.read().split(b"\n"), 1):
        if line.startswith(b"#") or not line.strip():
            continue
        peer, *models = [os.fsdecode(one) for one in line.split()]
        if not models:
            raise InputError(
                f"{name}, line {number}: {peer!r} stands alone; write the peer's file and then its models', blank-separated"
            )
        found.append(Eval(str(len(found) + 1), format, {system: peer}, models))
    return found


@dataclass(slots=True)
class _Named:
    """An evaluation as the XML names it; what stands under the same ID is one evaluation."""

    id: str
    format: str = ""
    roots: dict[str, str] = field(default_factory=dict)
    peers: dict[str, str] = field(default_factory=dict)
    model_ids: list[str] = field(default_factory=list)
    model_files: dict[str, str] = field(default_factory=dict)

    def placed(self) -> Eval:
        """The evaluation with its paths. Where two models share an ID the later file stands in both places."""
        peers, models = self.roots.get("PEER-ROOT", ""), self.roots.get("MODEL-ROOT", "")
        return Eval(
            self.id,
            self.format,
            # A system whose file is not named is known all the same.
            {system: name and f"{peers}/{name}" for system, name in self.peers.items()},
            [f"{models}/{self.model_files[one]}" for one in self.model_ids],
        )


class _Document:
    """Follows the tags of an evaluation file; only what stands in its place counts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.evals: dict[str, _Named] = {}
        self.eval: _Named | None = None
        self.depth = 0
        """How deep inside an EVAL the parser is; 0 is outside."""
        self.section = self.key = ""
        self.text: list[str] | None = None
        self.text_depth = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        # Nothing is fetched, and nothing is expanded but the five entities of XML itself.
        self.parser.EntityDeclHandler = self.entity
        self.parser.ExternalEntityRefHandler = self.entity
        self.parser.SkippedEntityHandler = self.entity

    def fail(self, what: str) -> NoReturn:
        raise InputError(f"{self.name}, line {self.parser.CurrentLineNumber}: {what}")

    def entity(self, *given: Any) -> NoReturn:
        self.fail("entities are not expanded, other than &amp; &lt; &gt; &quot; &apos;; write the text itself")

    def attribute(self, tag: str, attributes: dict[str, str], wanted: str) -> str:
        if wanted not in attributes:
            seen = f", only {' '.join(attributes)}" if attributes else ""
            self.fail(f'<{tag}> has no {wanted}{seen}; write <{tag} {wanted}="...">')
        return attributes[wanted]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.upper()
        if self.eval is None:
            if name == "EVAL":
                key = self.attribute(tag, attributes, "ID")
                self.eval = self.evals.setdefault(key, _Named(key))
                self.depth = 1
            return
        self.depth += 1
        if self.depth == 2:
            self.section = name
            if name == "INPUT-FORMAT":
                self.eval.format = self.kind(self.attribute(tag, attributes, "TYPE"))
            elif name in ("PEER-ROOT", "MODEL-ROOT"):
                self.text, self.text_depth = [], 2
        elif self.depth == 3 and (self.section, name) in (("PEERS", "P"), ("MODELS", "M")):
            self.key = self.attribute(tag, attributes, "ID")
            self.text, self.text_depth = [], 3

    def kind(self, given: str) -> str:
        if given.upper() not in FORMATS:
            self.fail(f"TYPE is {given!r}; it is one of {', '.join(TYPES)}")
        return given.upper()

    def characters(self, text: str) -> None:
        # A name is the text of its element alone, without that of elements inside.
        if self.text is not None and self.depth == self.text_depth:
            self.text.append(text)

    def end(self, tag: str) -> None:
        eval = self.eval
        if eval is None:
            return
        if self.text is not None and self.depth == self.text_depth:
            self.named(eval, "".join(self.text).strip(SPACE))
            self.text = None
        self.depth -= 1
        if self.depth == 0:
            self.eval = None

    def named(self, eval: _Named, text: str) -> None:
        """Take in the name of a folder or a file."""
        if self.section == "MODELS":
            eval.model_ids.append(self.key)
            eval.model_files[self.key] = text
        elif self.section != "PEERS":
            eval.roots[self.section] = text
        elif text or self.key not in eval.peers:
            eval.peers[self.key] = text


def _xml(file: IO[bytes], name: str) -> list[Eval]:
    document = _Document(name)
    try:
        document.parser.ParseFile(file)
    except expat.ExpatError as error:
        raise InputError(
            f"{name}, line {error.lineno}: broken XML ({expat.ErrorString(error.code)}); for a plain list of paths type "
            "-z SPL"
        ) from None
    return [one.placed() for one in document.evals.values()]
