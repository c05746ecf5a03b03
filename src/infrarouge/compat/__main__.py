"""``python -m infrarouge.compat run -- PROGRAM`` runs a program with the surfaces in place."""

from infrarouge.compat.running import main

if __name__ == "__main__":
    main()
