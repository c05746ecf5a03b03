"""Makes a folder that stands in for an installation of ROUGE-1.5.5."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from infrarouge.data import FOLDER
from infrarouge.errors import InputError
from infrarouge.replacing import replacing, write_text

PROGRAM = "ROUGE-1.5.5.pl"


def install(folder: str | Path, stemmer: str = "porter-1.5.5") -> Path:
    """Make `folder` a home of ROUGE-1.5.5: a program of that name that runs infrarouge, and a data folder.

    The program is a shell script around this very Python, so it also works when a script starts it with ``perl``.

    >>> import tempfile
    >>> sorted(one.name for one in install(tempfile.mkdtemp()).parent.iterdir())
    ['ROUGE-1.5.5.pl', 'data']
    """
    home = Path(folder)
    if home.exists() and not home.is_dir():
        raise InputError(f"{home} is a file; give a folder, which is made if it is not there")
    program, data = home / PROGRAM, home / "data"
    if program.exists() and b"infrarouge" not in program.read_bytes():
        raise InputError(f"{program} is there already and is not ours; give another folder")
    data.mkdir(parents=True, exist_ok=True)
    for file in Path(FOLDER).iterdir():
        if file.suffix in (".txt", ".tsv"):
            with replacing(data / file.name) as copy:
                copy.write(file.read_bytes())
    baked = "" if stemmer == "porter-1.5.5" else f" --stemmer {shlex.quote(stemmer)}"
    command = f"exec {shlex.quote(sys.executable)} -m infrarouge rouge-1.5.5{baked}"
    write_text(program, f'#!/bin/sh\n# Runs infrarouge, which prints what ROUGE-1.5.5 prints.\n{command} "$@"\n')
    program.chmod(0o755)
    return program
