"""Run with ``python -m infrarouge``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["rouge-1.5.5"]:
        # Its words are read as Perl reads them, and it starts without what other commands need.
        from infrarouge.rouge155.program import console

        console(sys.argv[2:])
    from infrarouge.cli import main as run  # for start-up time

    run()


if __name__ == "__main__":
    main()
