"""``python -m infrarouge.compat.rouge`` runs the command line."""

from infrarouge.compat.rouge.command import main

if __name__ == "__main__":
    main()
