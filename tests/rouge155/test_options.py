"""Numbers on the command line of ROUGE-1.5.5 that mean nothing are refused in one line, with what is accepted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from infrarouge.errors import InputError
from infrarouge.rouge155.options import parse
from infrarouge.rouge155.program import main


@pytest.mark.parametrize(
    ("typed", "accepted"),
    [
        ("-n 100000", "at most 999"),
        ("-w 1e400", "a weight from 0.03125 to 32"),
        ("-w 200", "a weight from 0.03125 to 32"),
        ("-w 0", "a weight from 0.03125 to 32"),
        ("-r 99999999999999999999", "from 1 to 10,000,000"),
        ("-2 99999999999999999999", "at most 999,999,999"),
        ("-l 99999999999999999999", "at most 1,000,000,000"),
        ("-b -99999999999999999999", "at most 1,000,000,000"),
        ("-c 1e400", "a percentage"),
        ("-p 1e400", "a number from 0 to 1"),
    ],
)
def test_numbers_out_of_reach_are_refused(typed: str, accepted: str) -> None:
    options = parse([*typed.split(), "file"])
    with pytest.raises(InputError) as caught:
        options.metrics(), options.profile()
    assert str(caught.value).startswith(f"{typed}: give ")
    assert accepted in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_nobody_writes_to_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "peer")
    (tmp_path / "model").write_text("a b\n")
    (tmp_path / "list").write_text(f"{tmp_path / 'peer'} {tmp_path / 'model'}\n")
    with pytest.raises(InputError, match="peer is a pipe; give a file"):
        main(["-n", "1", "-z", "SPL", str(tmp_path / "list"), "a"])
