"""Run with ``python -m infrarouge``."""

from infrarouge.cli import main

if __name__ == "__main__":
    main()
