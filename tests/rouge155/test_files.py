"""The files rouge-1.5.5 reads: evaluation files and lists, hostile input, and quick ways beside the plain ones."""

from __future__ import annotations

import random
import tracemalloc
from pathlib import Path

import pytest
from perl_program import evaluation, items, program, score, summaries, write, xml

import infrarouge as ir
from infrarouge import engine
from infrarouge.errors import InputError
from infrarouge.files import evaluations, native
from infrarouge.files import summaries as formats
from infrarouge.files.summaries import Limit, read_bytes
from infrarouge.rouge155 import read_evaluations
from infrarouge.rouge155.program import main

texts = pytest.fixture(name="texts")(summaries)


# ---------------------------------------------------------------- evaluation files


def test_systems_go_by_their_bytes_and_items_by_their_numbers(texts: Path) -> None:
    peers = '<P ID="b">1</P><P ID="B">1</P><P ID="a-1">1</P>'
    ran = xml(texts, *(evaluation(peers, id=one) for one in ("10", "9", "b", "a")))
    assert [line.split()[0] for line in ran.lines if "Average_R" in line] == ["B", "a-1", "b"]
    assert [one.split()[0] for one in items(ran)[:4]] == ["9.B", "10.B", "a.B", "b.B"]


def test_models_with_one_id_and_evaluations_with_one_id(texts: Path) -> None:
    assert items(xml(texts, evaluation(models='<M ID="A">1</M><M ID="A">2</M>'))) == ["1.A R:6 P:8 F:0"]
    later = "<PEER-ROOT>q</PEER-ROOT><MODEL-ROOT>q</MODEL-ROOT>"
    merged = xml(texts, evaluation(), evaluation('<P ID="B">2</P>', '<M ID="B">2</M>', roots=later))
    # The later folders hold for all: a against a and b, then b against both.
    assert items(merged) == ["1.A R:2 P:2 F:1", "1.B R:2 P:2 F:1"]
    kept = xml(texts, evaluation(), evaluation('<P ID="A"></P>', ""))
    assert items(kept) == ["1.A R:2 P:4 F:2"]


def test_missing_peers_are_left_out_with_a_warning(texts: Path) -> None:
    ran = xml(texts, evaluation(), evaluation('<P ID="A"> </P><P ID="B">1</P>', id="2"))
    assert items(ran) == ["1.A R:2 P:4 F:2", "2.B R:2 P:4 F:2"]
    assert ran.warnings == [
        "system A has no peer in evaluation 2, which is left out of its averages",
        "system B has no peer in evaluation 1, which is left out of its averages",
    ]
    alone = xml(texts, evaluation('<P ID="A"/>'))
    assert alone.lines[1] == "A ROUGE-1 Average_R: 0.00000 (95%-conf.int. 0.00000 - 0.00000)"
    assert xml(texts, evaluation(), system="Z", options="-n 1 -x").numbers() == ["0.00000"] * 3


def test_evaluation_without_models_scores_nothing(texts: Path) -> None:
    ran = xml(texts, evaluation(models=""), options="-n 1 -w 1.2 -t 1 -d -a")
    assert [line.partition(" Eval ")[2] for line in ran.lines if " Eval " in line] == ["1.A R:0 P:0 F:0"] * 3


def test_xml_may_be_written_in_many_ways(texts: Path) -> None:
    plain = xml(texts, evaluation()).lines
    lower = evaluation().replace("EVAL", "Eval").replace("PEERS", "peers").replace("<P ", "<p ").replace("</P>", "</p>")
    assert xml(texts, lower).lines == plain
    assert xml(texts, f"<WRAP>{evaluation()}<OTHER/></WRAP>").lines == plain
    assert xml(texts, evaluation('<P ID="A"><!-- which --><![CDATA[1]]><b>x</b></P>')).lines == plain
    root = "<PEER-ROOT>p</PEER-ROOT><MODEL-ROOT>m</MODEL-ROOT>"
    assert xml(texts, evaluation(roots="").replace("</EVAL>", f"{root}</EVAL>")).lines == plain
    write(texts, "p/a&b", "a b c d")
    assert xml(texts, evaluation('<P ID="A">a&amp;b</P>')).lines == plain


PIECES = [
    "EVAL",
    "P",
    "M",
    ' ID="1"',
    "A",
    ">",
    "<",
    "&amp;",
    "]]>",
    "é",
    "\t",
    "\n",
    "<!-- -->",
    "</P>",
    "<P ID='B'>",
    "/",
    "",
]


@pytest.mark.parametrize("seed", range(300))
def test_the_usual_layout_is_read_as_any_xml_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """The quick way reads a file as the parser does, or leaves it to the parser."""
    draw = random.Random(seed)
    layout = {"format": '<INPUT-FORMAT TYPE="SEE">\n</INPUT-FORMAT>'}
    peers = '<P ID="A">1</P>\n<P ID="A"> </P> <P ID="B"></P>'
    body = "\n".join(evaluation(peers, '<M ID="A">1</M><M ID="A">2</M>', id=str(at), **layout) for at in range(3))
    text = f'<ROUGE-EVAL version="1.0">\n{body}</ROUGE-EVAL>\n'
    for _ in range(seed % 3):
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice(PIECES) + text[at + draw.randint(0, 4) :]
    usual = native.usual_evaluations(text.encode())
    quick = None if usual is None else [evaluations.Eval(*one) for one in usual]
    assert quick is not None or seed % 3 or engine.name() == "textbook"
    monkeypatch.setattr(evaluations, "usual_evaluations", lambda data: None)
    path = write(tmp_path, "c.xml", text.encode())
    try:
        parsed = read_evaluations(path)
    except InputError:
        assert quick is None
    else:
        assert quick in (None, parsed)


@pytest.mark.parametrize("encoding", ["nope", "utf-7", "rot13", "idna"])
def test_an_xml_encoding_that_cannot_be_read_is_named(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><ROUGE-EVAL>{evaluation()}</ROUGE-EVAL>'
    path = write(tmp_path, "c.xml", text.encode())
    with pytest.raises(InputError, match=r"c\.xml"):
        read_evaluations(path)


def test_one_system_or_all(texts: Path) -> None:
    both = evaluation('<P ID="A">1</P><P ID="B">2</P>')
    with pytest.raises(InputError, match="which system of"):
        xml(texts, both, options="-n 1")
    assert items(xml(texts, both, options="-n 1 -x -t 1 -d", system="B")) == ["1.B R:2 P:1 F:0"]
    assert len(items(xml(texts, both, options="-n 1 -x -t 1 -d -a", system="B"))) == 2


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<EVAL ID='1'>", "broken XML"),
        ("", "has no <EVAL ID=...>: there is nothing to score"),
        (evaluation(format='<INPUT-FORMAT TYPE="FOO"/>'), "TYPE is 'FOO'; it is one of"),
        (evaluation(format='<INPUT-FORMAT type="SPL"/>'), "has no TYPE, only type"),
        (evaluation(format=""), "has no <INPUT-FORMAT"),
        (evaluation('<P id="A">1</P>'), "<P> has no ID"),
        (evaluation(models="<M>1</M>"), "<M> has no ID"),
        (evaluation().replace('ID="1"', ""), "<EVAL> has no ID"),
        (evaluation('<P ID="A">none</P>'), "Cannot open p/none .there is no such file"),
        (evaluation(models='<M ID="A">none</M>'), "Cannot find model summary: m/none"),
        (evaluation('<P ID="A">.</P>'), "it is a folder"),
    ],
)
def test_broken_evaluations_are_explained(texts: Path, body: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        xml(texts, body)


def test_lists(texts: Path) -> None:
    write(texts, "list", b"# peer, models\n\n  p/1 m/1\tm/2  \n\r\np/2 m/2\r\n")
    found = read_evaluations("list", "SPL")
    assert [(one.id, one.peer("X"), one.models) for one in found] == [
        ("1", "p/1", ["m/1", "m/2"]),
        ("2", "p/2", ["m/2"]),
    ]
    write(texts, "list", b"p/1 m/1\np/2\n")
    with pytest.raises(InputError, match="list, line 2: 'p/2' stands alone"):
        read_evaluations("list", "SPL")
    with pytest.raises(InputError, match="cannot read none: there is no such file"):
        read_evaluations("none", "SPL")
    with pytest.raises(InputError, match="cannot read p: it is a folder"):
        read_evaluations("p", "SPL")


# ---------------------------------------------------------------- hostile input

LAUGHS = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>"""
EXTERNAL = """<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>"""
PARAMETER = """<!DOCTYPE x [<!ENTITY % a SYSTEM "http://localhost:9/x.dtd"> %a;]><x/>"""
UNKNOWN = """<!DOCTYPE x SYSTEM "x.dtd"><x><EVAL ID="1"><PEER-ROOT>&b;</PEER-ROOT></EVAL></x>"""


@pytest.mark.parametrize("text", [LAUGHS, EXTERNAL, PARAMETER, UNKNOWN])
def test_entities_are_refused(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, "c.xml", text.encode())
    with pytest.raises(InputError, match="line 1: entities are not expanded"):
        program("-a", path)


def test_outside_definitions_are_not_fetched(texts: Path) -> None:
    path = write(texts, "c.xml", f'<!DOCTYPE x SYSTEM "http://localhost:9/x.dtd"><x>{evaluation()}</x>'.encode())
    assert len(program("-a", path).lines) == 4


@pytest.mark.parametrize("data", [b"", b"\0\1\2\xff\xfe", b"<x>\xff</x>", b"\xff\xfe<\0x\0>\0", b"<x>" * 100_000])
def test_what_is_no_xml_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match="broken XML"):
        program("-a", write(tmp_path, "c.xml", data))


def test_binary_texts_are_scored_by_their_letters(tmp_path: Path) -> None:
    data = bytes(range(256)) * 3 + b"\n\n" + bytes(255 - one for one in range(256))
    ran = score(tmp_path, "-n 1 -t 2", (data, [data]))
    assert ran.numbers()[0] == ran.numbers()[2] != "0"


@pytest.mark.parametrize("options", ["-b 20", "-l 3", "-b 20 -x -n 1", "-l 3 -x -n 1"])
def test_a_large_file_is_read_no_further_than_the_limit(tmp_path: Path, options: str) -> None:
    with open(tmp_path / "large", "wb") as file:
        file.write(b"the cat sat on the mat and more\n")
        # A hole of a gigabyte, which takes no room on the disk.
        file.seek(1 << 30)
        file.write(b"end")
    write(tmp_path, "m", "the cat sat on the mat")
    listed = write(tmp_path, "list", f"{tmp_path}/large {tmp_path}/m")
    tracemalloc.start()
    ran = program(*options.split(), "-z", "SPL", listed)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "1.00000" in ran.lines[1]
    assert most < 20_000_000


def test_a_large_file_that_no_limit_cuts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MOST", 1 << 20)
    large = write(tmp_path, "large", b"short line\n" * 300_000)
    write(tmp_path, "m", "short")
    listed = write(tmp_path, "list", f"{large} {tmp_path}/m")
    # Under -b the sentences of ROUGE-L are limited one by one, so none of these ends the reading.
    for options in ("-n 1", "-b 20"):
        with pytest.raises(InputError, match="MB of text to compare"):
            program(*options.split(), "-z", "SPL", listed)
    assert program("-x", "-n", "1", "-b", "20", "-z", "SPL", listed).numbers()[0] == "1.00000"


@pytest.mark.parametrize("seed", range(40))
def test_the_core_reads_files_as_python_does(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    pieces = [
        "<a ",
        'size="3" ',
        'name="1">',
        "[1]",
        "</a>",
        " ",
        "\t",
        '<a href="#1" ',
        "id=1>",
        "a b",
        "<",
        "\n",
        "\r\n",
        "é",
    ]
    line = '<a name="12">[12]</a> <a href="#12" id=12>the cat</a>\n'
    paths = []
    for at in range(50):
        text = line * draw.randint(0, 3) + draw.choice(["", "\n", line[:-1], line[:-5] + "\n", line[:-12]])
        for _ in range(draw.randint(0, 3)):
            cut = draw.randrange(len(text) + 1)
            text = text[:cut] + draw.choice(pieces) + text[cut + draw.randint(0, 3) :]
        paths.append(write(tmp_path, str(at), text.encode()))
    wanted = [*paths, str(tmp_path), str(tmp_path / "none"), "/dev/zero", f"{paths[0]}\0", f"{tmp_path}/é"]
    for see in (False, True):
        found = native.small_texts(wanted, see, 200)
        assert found[-5:] == [None] * 5
        for path, text in zip(paths, found, strict=False):
            data = Path(path).read_bytes()
            lines = formats.see(data) if see else data
            expected = [one for one in lines.decode().split("\n") if one]
            assert text is None or [one for one in text.split("\n") if one] == expected
            assert (text is None) == (not data.isascii() or len(data) >= 200 or engine.name() == "textbook")


@pytest.mark.parametrize("parse", [formats.spl, formats.see])
@pytest.mark.parametrize("limit", [Limit(words=70), Limit(size=9000), Limit(size=300, sentences=False)])
def test_the_beginning_of_a_file_is_enough(tmp_path: Path, parse: object, limit: Limit) -> None:
    """What is read of a large file scores as the whole of it does."""
    lines = [f"{'w' * (at % 97)} x{at} y" for at in range(3000)] + ["z" * 9100, "tail"] * 200
    text = "\n".join(lines)
    if parse is formats.see:
        text = "\n".join(f'<a name="1">[1]</a> <a href="#1" id=1>{line}</a>' for line in lines)
    path = write(tmp_path, "long", text.encode())
    found = read_bytes(path, parse, limit).decode()  # type: ignore[arg-type]
    assert len(found) < len(text) / 2
    metrics = "rouge1 rougeLsum" if limit.sentences else "rouge1"
    rouge = ir.Rouge(metrics, "rouge-1.5.5", max_words=limit.words, max_bytes=limit.size)
    whole = "\n".join(lines)
    counts = [rouge.counts(predictions=[one], references=["x1 y x2 z"]).tolist() for one in (found, whole)]
    assert counts[0] == counts[1]


def test_nothing_is_written_before_everything_is_scored(texts: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    body = evaluation() + evaluation('<P ID="B">none</P>', id="2")
    path = write(texts, "c.xml", f"<x>{body}</x>".encode())
    with pytest.raises(InputError, match="p/none"):
        main(["-a", path])
    assert capfdbinary.readouterr().out == b""
