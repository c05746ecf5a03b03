"""``python -m infrarouge.compat.sumeval`` runs the command line."""

from infrarouge.compat.sumeval.command import main

if __name__ == "__main__":
    main()
