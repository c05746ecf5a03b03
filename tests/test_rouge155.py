"""The program rouge-1.5.5: its options, evaluation files, hostile input, and the home it installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from perl_program import Ran, program, score, write
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge.cli import make_app
from infrarouge.errors import InputError
from infrarouge.rouge155 import formats, read_evaluations, read_summary
from infrarouge.rouge155.formats import Limit, read_bytes
from infrarouge.rouge155.home import install
from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import main

PAIR = ("the cat was found", ["the cat was there"])
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("line", "given", "arguments"),
    [
        ("-c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a f.xml", {"2": "-1", "n": "4", "w": "1.2", "a": ""}, ["f.xml"]),
        ("-axn2 -2-1 f", {"a": "", "x": "", "n": "2", "2": "-1"}, ["f"]),
        ("-n 1 -n 2 f S", {"n": "2"}, ["f", "S"]),
        ("-n 1 -- -f S", {"n": "1"}, ["-f", "S"]),
        ("-x f -d", {"x": ""}, ["f", "-d"]),
        ("-3 HMR2 -z SIMPLE - 26", {"3": "HMR2", "z": "SIMPLE"}, ["-", "26"]),
    ],
)
def test_words_are_read_as_getopt_reads_them(line: str, given: dict[str, str], arguments: list[str]) -> None:
    made = parse(line.split())
    assert given.items() <= made.given.items()
    assert made.arguments == arguments


def test_labels_are_shown_as_typed(tmp_path: Path) -> None:
    ran = score(tmp_path, "-n 1 -w 1.20 -2 04 -u -c 95.0 -r 10", PAIR)
    assert [line.split()[1] for line in ran.lines if "Average_R" in line] == [
        "ROUGE-1", "ROUGE-L", "ROUGE-W-1.20", "ROUGE-SU04",
    ]  # fmt: skip
    assert "(95.0%-conf.int. " in ran.lines[1]


def metrics_of(options: str) -> list[str]:
    return list(parse(options.split()).metrics().values())


def test_which_metrics_and_in_what_order() -> None:
    assert metrics_of("") == ["ROUGE-L"]
    assert metrics_of("-x") == []
    assert metrics_of("-n 2 -w 2 -2 4 -U") == ["ROUGE-1", "ROUGE-2", "ROUGE-L", "ROUGE-W-2", "ROUGE-S4", "ROUGE-SU4"]
    assert metrics_of("-x -2 -5") == ["ROUGE-S*"]
    assert metrics_of("-x -2 4 -u -U") == ["ROUGE-SU4"]
    assert metrics_of("-u -U") == ["ROUGE-L"]
    assert metrics_of("-3 HM -n 1") == ["ROUGE-1"]


@pytest.mark.parametrize(
    "options",
    ["-b 0 -l 3", "-w 0", "-w x", "-c 101", "-c -1", "-r 0", "-r 1.5", "-p 2", "-z FOO", "-M", "--what", "-n"],
)
def test_bad_options_are_explained(options: str) -> None:
    with pytest.raises(InputError, match=r"[Gg]ive|needs|unknown|exclude|supported"):
        program(*options.split(), *([] if options in ("-z FOO", "-n") else ["-z", "SPL"]), *["f"] * (options != "-n"))


def test_what_perl_forgives_is_forgiven_with_a_warning(tmp_path: Path) -> None:
    plain = score(tmp_path, "-n 2 -r 10", PAIR)
    for options, what in (("-qn 2 -r 10", "-q"), ("-n 2x -r 10", "2x"), ("-n 2 -r 10 -t x", "x")):
        ran = score(tmp_path, options, PAIR)
        assert ran.lines == plain.lines
        assert any(what in one for one in ran.warnings)
    assert score(tmp_path, "-x -n 1 -t 01", PAIR).lines == score(tmp_path, "-x -n 1 -t 1", PAIR).lines


def test_options_after_the_file_are_no_options(tmp_path: Path) -> None:
    write(tmp_path, "p", "a"), write(tmp_path, "m", "a")
    listed = write(tmp_path, "list", f"{tmp_path}/p {tmp_path}/m")
    ran = program("-z", "SPL", listed, "-d")
    assert ran.lines[1].startswith("-d ROUGE-L ")
    assert "options end at the file name" in ran.warnings[0]


def test_saying_more_changes_no_line(tmp_path: Path) -> None:
    plain, more = score(tmp_path, "-n 1", PAIR), score(tmp_path, "-n 1 -v", PAIR)
    assert more.lines == plain.lines
    assert more.warnings == ["system X: 1 evaluation by rouge1 rougeLsum; rouge-1.5.5|n:1|v:" + ir.__version__]


def test_names_of_systems(tmp_path: Path) -> None:
    assert score(tmp_path, "-d", PAIR, system="my sys").lines[-1].startswith("my sys ROUGE-L Eval 1.my sys R:")


def test_negative_bytes_cut_from_the_end_of_the_first_sentence(tmp_path: Path) -> None:
    text = "one two three / four"
    assert score(tmp_path, "-n 1 -t 2 -b -6", (text, [text])).numbers() == ["2", "2", "2"]
    assert score(tmp_path, "-n 1 -t 2 -x -l -6", (text, [text])).numbers() == ["0", "0", "0"]


# ---------------------------------------------------------------- evaluation files


def evaluation(
    peers: str = '<P ID="A">1</P>',
    models: str = '<M ID="A">1</M>',
    id: str = "1",
    roots: str = "<PEER-ROOT> p </PEER-ROOT><MODEL-ROOT>\nm\n</MODEL-ROOT>",
    format: str = '<INPUT-FORMAT TYPE="spl"/>',
) -> str:
    return f'<EVAL ID="{id}">{roots}{format}<PEERS>{peers}</PEERS><MODELS>{models}</MODELS></EVAL>'


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("p/1", "a b c d"), ("p/2", "x"), ("m/1", "a b"), ("m/2", "x y z"), ("q/1", "a"), ("q/2", "b")):
        write(tmp_path, name, text)
    return tmp_path


def xml(folder: Path, *evals: str, options: str = "-n 1 -x -t 1 -d -a", system: str | None = None) -> Ran:
    path = write(folder, "c.xml", f"<ROUGE-EVAL version='1.0'>{''.join(evals)}</ROUGE-EVAL>".encode())
    return program(*options.split(), path, *([] if system is None else [system]))


def items(ran: Ran) -> list[str]:
    return [line.partition(" ROUGE-1 Eval ")[2] for line in ran.lines if " Eval " in line]


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


# ---------------------------------------------------------------- going on


def test_model_without_words_stops_rouge_w(tmp_path: Path) -> None:
    evals = [("a", ["a"]), ("a b", ["a", "..."]), ("a", ["b"])]
    with pytest.raises(InputError, match=r"evaluation 2\.X has no words, and ROUGE-W divides"):
        score(tmp_path, "-w 1.2", *evals)
    assert len(score(tmp_path, "-x -n 1", *evals).lines) == 4
    ran = score(tmp_path, "-w 1.2 -x -d --keep-going", *evals)
    assert [line.split()[3] for line in ran.lines[5:]] == ["1.X", "3.X"]
    assert "2.X has no words; left out" in ran.warnings[0]


def test_going_on_without_files(texts: Path) -> None:
    body = evaluation() + evaluation('<P ID="A">none</P>', id="2") + evaluation(models='<M ID="A">none</M>', id="3")
    ran = xml(texts, body, options="-n 1 -x -t 1 -d -a --keep-going")
    assert items(ran) == ["1.A R:2 P:4 F:2"]
    assert [one.split(" (")[0] for one in ran.warnings] == [
        "evaluation 2 of system A is left out: Cannot open p/none",
        "evaluation 3 of system A is left out: Cannot find model summary: m/none",
    ]


def test_limits_that_leave_nothing_are_noticed(tmp_path: Path) -> None:
    ran = score(tmp_path, "-x -n 1 -l 1", ("- a", ["- b"]))
    assert "nothing to compare within the limit in row 0" in ran.warnings[0]


def test_other_scripts_are_noticed(tmp_path: Path) -> None:
    ran = score(tmp_path, "-x -n 1", ("東京は晴れ a", ["東京 a"]))
    assert "2 files are mostly not ASCII" in ran.warnings[-1]
    assert not score(tmp_path, "-x -n 1", ("a café", ["a"])).warnings


# ---------------------------------------------------------------- elements


def test_elements_and_text_exclude_each_other(tmp_path: Path) -> None:
    element, text = ("a|b|c", ["a|b|c"]), ("a b", ["a b"])
    with pytest.raises(InputError, match="is SIMPLE, which holds elements for -3"):
        score(tmp_path, "-n 1", element, format="SIMPLE")
    with pytest.raises(InputError, match="is SPL; -3 reads elements"):
        score(tmp_path, "-3 HM", text)
    assert score(tmp_path, "-3 HM -n 1", text, format="ISI").numbers("ROUGE-BE-HM") == ["0.00000"] * 3
    assert score(tmp_path, "-3 foo", element, format="SIMPLE").numbers("ROUGE-BE-foo") == ["0.00000"] * 3
    assert score(tmp_path, "-x", element, format="SIMPLE").lines == []


@pytest.mark.parametrize("line", ["a|b|", "a|b", "", "a|b|c|d"])
def test_lines_that_are_no_elements(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError, match=r"0\.0, line 2: .* fields; write head"):
        score(tmp_path, "-3 HM", (f"a|b|c / {line} / a|b|c", ["a|b|c"]), format="SIMPLE")
    ran = score(tmp_path, "-3 HM -t 2 --keep-going", (f"{line} / x", ["a|b|c"]), ("a||c|", ["a||c"]), format="SIMPLE")
    assert ran.numbers("ROUGE-BE-HM") == ["1", "1", "1"]


# ---------------------------------------------------------------- as a library


def test_read_summary(tmp_path: Path) -> None:
    isi = write(tmp_path, "a", b'<S SNTNO="1a,b">A caf\xc3\xa9.</S> x\n<S SNTNO="2">b <i>c</i></S>\n')
    assert read_summary(isi, "isi") == "A café."
    assert read_summary(write(tmp_path, "b", b"caf\xe9"), encoding="latin-1") == "café"
    with pytest.raises(ir.UnknownNameError, match="unknown summary format 'SEEE'; did you mean 'SEE'"):
        read_summary(isi, "SEEE")
    with pytest.raises(InputError, match=r"cannot read .*: it is a folder"):
        read_summary(tmp_path)


def test_estimates_are_means_of_resamples(tmp_path: Path) -> None:
    report = ir.evaluate(
        predictions=["a b", "a", "x"], references=["a b c", "a", "a"], metrics="rouge1", profile="rouge-1.5.5"
    )
    found = report["rouge1"].recall
    assert found.mean == pytest.approx((0.66667 + 1) / 3)
    assert found.value != found.mean
    assert abs(found.value - found.mean) < 0.01
    plain = report.rescore(resampling=ir.Resampling(center="mean"))["rouge1"].recall
    assert plain.value == plain.mean == found.mean
    assert f" {found.value:.5f} " in report.to_rouge155()


def test_print_out_needs_resamples() -> None:
    report = ir.evaluate(predictions=["a"], references=["a"], metrics="rougeL", profile="rouge-1.5.5", resampling=None)
    with pytest.raises(InputError, match="n_resamples is 0"):
        report.to_rouge155()
    assert report.rescore(resampling=ir.Resampling()).to_rouge155("S").splitlines()[1].startswith("S ROUGE-L-whole ")


def test_named_examples_are_checked_and_merged() -> None:
    texts = {"predictions": ["a"], "references": ["a"], "metrics": "rouge1", "profile": "rouge-1.5.5"}
    with pytest.raises(InputError, match="2 ids for 1 predictions"):
        ir.evaluate(**texts, ids=["1", "2"])
    both = ir.evaluate(**texts, ids=["b"]).merge(ir.evaluate(**texts, ids=["a"]))
    assert both.names == ["b", "a"]


def test_signature_of_the_options_rebuilds_the_profile() -> None:
    made = parse(["-m", "-s", "-l", "10", "-f", "B", "-p", "0.2", "-t", "1", "-c", "90", "-r", "37"]).profile()
    assert made.signature == (
        "rouge-1.5.5|words:10|stop:smart|stem:porter-1.5.5|a:0.2|refs:best-recall-5|boot:37|ci:0.9|avg:counts"
    )
    assert ir.Profile.parse(made.signature) == made


# ---------------------------------------------------------------- as a command


def run(*words: str, cwd: Path | None = None, **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "infrarouge", "rouge-1.5.5", *words]
    return subprocess.run(command, capture_output=True, check=False, cwd=cwd, env={**os.environ, **more})


def test_command(texts: Path) -> None:
    write(texts, "list", "p/1 m/1 m/2")
    done = run("-n", "1", "-2", "-1", "-d", "-z", "SPL", "list", "é", cwd=texts)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[1].startswith("é ROUGE-1 Average_R: ")
    same = CliRunner().invoke(make_app(), ["rouge-1.5.5", "-n", "1", "-2", "-1", "-d", "-z", "SPL", "list", "é"])
    assert same.stdout.encode() == done.stdout
    assert run("-n", "1", "-z", "SPL", "-", cwd=texts).stdout == run("-n", "1", "-z", "SPL", "/dev/null").stdout


def test_command_fails_in_one_line(texts: Path) -> None:
    done = run("-n", "1", "-a", "none.xml", cwd=texts)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"infrarouge: cannot read none.xml: there is no such file\n"
    assert CliRunner().invoke(make_app(), ["rouge-1.5.5", "-a", "none.xml"]).exit_code == 2


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    for words, status in ((["-h"], 255), (["-H"], 255), ([], 255), (["--help"], 0)):
        assert main(words) == status
        out, err = capsys.readouterr()
        assert "usage: infrarouge rouge-1.5.5" in (err if status else out)
        assert not (out if status else err)


@POSIX
def test_names_of_an_xml_file_are_written_as_perl_writes_them(texts: Path) -> None:
    for name, written in (("é", b"\xe9"), ("東", "東".encode())):
        write(texts, "c.xml", f"<x>{evaluation(f'<P ID={chr(34)}{name}{chr(34)}>1</P>')}</x>".encode())
        assert run("-a", "c.xml", cwd=texts).stdout.splitlines()[1].startswith(written + b" ROUGE-L ")


@POSIX
def test_installed_home(texts: Path) -> None:
    made = run("--install", "my home", cwd=texts)
    assert made.returncode == 0
    home = texts / "my home"
    assert "Princeton" in (home / "data" / "wordnet-2.0-exceptions.LICENSE.txt").read_text()
    write(texts, "list", "p/1 m/1")
    words = ["-e", str(home / "data"), "-n", "2", "-m", "-z", "SPL", "list"]
    expected = run(*words, cwd=texts).stdout
    assert expected
    done = subprocess.run([str(home / "ROUGE-1.5.5.pl"), *words], capture_output=True, check=True, cwd=texts)
    assert done.stdout == expected
    if shutil.which("perl"):
        command = ["perl", str(home / "ROUGE-1.5.5.pl"), *words]
        assert subprocess.run(command, capture_output=True, check=True, cwd=texts).stdout == expected
    assert install(home).samefile(home / "ROUGE-1.5.5.pl")
    write(texts, "own/ROUGE-1.5.5.pl", "#!/usr/bin/perl")
    with pytest.raises(InputError, match="is there already and is not ours"):
        install(texts / "own")
    with pytest.raises(InputError, match="is a file; give a folder"):
        install(texts / "list")


@POSIX
def test_installed_home_with_an_empty_table(texts: Path) -> None:
    write(texts, "p/1", "were")
    write(texts, "m/1", "be")
    write(texts, "list", "p/1 m/1")
    found = []
    for name in ("porter-1.5.5", "porter-1.5.5-bare"):
        install(texts / name, name)
        command = [str(texts / name / "ROUGE-1.5.5.pl"), "-m", "-t", "2", "-z", "SPL", "list"]
        found.append(subprocess.run(command, capture_output=True, check=True, cwd=texts).stdout.split()[-1])
    assert found == [b"1", b"0"]
