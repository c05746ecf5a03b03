"""ROUGE 2.0: its settings, its files, and what it refuses."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

from infrarouge.compat import rouge2
from infrarouge.errors import InputError


def project(folder: Path, **files: str) -> Path:
    """Folders of texts; a double underscore in a name stands for the slash."""
    for name, text in files.items():
        path = folder.joinpath(*name.split("__"))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_project(tmp_path: Path) -> None:
    project(
        tmp_path,
        system__news1_a="the cat sat",
        system__news1_b="a dog",
        system__NEWS2_a="x",
        system__alone_a="x",
        reference__news1_r1="the cat sat",
        reference__news1_r2="the cat lay",
        reference__news2_r1="x",
    )
    groups = list(rouge2.evaluate(tmp_path, rouge2.Settings(ngram="1,2")))
    results = {(row.task, row.label, row.system): (row.result, row.references) for group in groups for row in group}
    mean = (1 + 2 / 3) / 2
    assert results["news1", "ROUGE-1", "a"] == ((mean, mean, 2 * mean * mean / (mean + mean)), 2)
    assert results["news2", "ROUGE-1", "a"] == ((1.0, 1.0, 1.0), 1)
    (recall, precision, f), references = results["alone", "ROUGE-1", "a"]
    assert math.isnan(recall)
    assert math.isnan(precision)
    assert (f, references) == (0.0, 0)
    assert [len(group) for group in groups] == [len({row.system for row in group}) for group in groups]


def test_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    project(tmp_path, system__t_a="", reference__t_r="")
    for side in ("system/t_a", "reference/t_r"):
        (tmp_path / side).write_bytes(b"caf\xe9 \xff")
    (group,) = rouge2.evaluate(tmp_path, rouge2.Settings(ngram="2"))
    assert group[0].result.f == 1.0
    assert rouge2.score(b"caf\xe9", [b"CAF\xc9"])["1"].f == 1.0


@pytest.mark.parametrize(
    ("properties", "says"),
    [
        ("rouge.type=normla", "did you mean 'normal'"),
        ("ngram=s4", "unknown ngram 's4'"),
        ("beta=x", "beta is 'x'"),
        ("rouge.type=topic", "pos_tagger_name=ready"),
        ("synonyms.use=true", "synonyms=..."),
        ("stopwords.use=true\nstopwords.file=no-such-file", "no file 'no-such-file'"),
        ("project.dir=no-such-folder", "there is no folder"),
    ],
)
def test_refusals(properties: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "rouge.properties"
    file.write_text(f"project.dir={tmp_path}\n{properties}\n")
    with pytest.raises(InputError, match=says):
        rouge2.main([f"-Drouge.prop={file}"])


def test_a_file_without_underscore(tmp_path: Path) -> None:
    project(tmp_path, system__mine="a", reference__t_r="a")
    with pytest.raises(InputError, match="has no underscore"):
        list(rouge2.evaluate(tmp_path, rouge2.Settings()))


def test_other_stemmers() -> None:
    pytest.importorskip("snowballstemmer")
    assert rouge2.score("Häuser", ["Häuser"], stem=True, stemmer="germanStemmer")["1"].f == 1.0


def test_the_command(tmp_path: Path) -> None:
    project(tmp_path, system__t_a="the cat", reference__t_r="the cat sat")
    (tmp_path / "rouge.properties").write_text(f"project.dir={tmp_path}\nngram=1\n")
    command = [sys.executable, "-m", "infrarouge", "rouge-2.0", "-Dngram=L", "-jar", "rouge2.jar"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "ROUGE-L\tT\tA\tAverage_R:0.66667\tAverage_P:1.00000\tAverage_F:0.80000\tNum Reference Summaries:1\n"
    )
    wrong = subprocess.run([*command, "--ngram"], cwd=tmp_path, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "unknown argument '--ngram'" in wrong.stderr


@pytest.mark.parametrize("name", ["my.properties", "stop.txt", "system/news_mine.txt"])
def test_no_result_is_written_over_what_is_read(tmp_path: Path, name: str) -> None:
    for folder in ("system", "reference"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "news_mine.txt").write_text("a b c")
    (tmp_path / "stop.txt").write_text("the\n")
    (tmp_path / "my.properties").write_text(
        f"project.dir={tmp_path}\noutput=file\noutputFile={tmp_path / name}\nstopwords.file={tmp_path / 'stop.txt'}\n"
        "stopwords.use=true\n"
    )
    before = (tmp_path / name).read_bytes()
    with pytest.raises(InputError, match="which is read"):
        rouge2.main([f"-Drouge.prop={tmp_path / 'my.properties'}"])
    assert (tmp_path / name).read_bytes() == before
