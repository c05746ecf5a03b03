"""The program rouge-1.5.5: its options, how it goes on, the library around it, and the home it installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from perl_program import evaluation, items, program, score, summaries, write, xml
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge.cli import make_app
from infrarouge.errors import InputError
from infrarouge.rouge155 import read_summary
from infrarouge.rouge155.home import install
from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import main

PAIR = ("the cat was found", ["the cat was there"])
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")

texts = pytest.fixture(name="texts")(summaries)


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
