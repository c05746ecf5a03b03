"""``python -m infrarouge.compat.rouge_metric`` runs the command line."""

from infrarouge.compat.rouge_metric.command import main

if __name__ == "__main__":
    main()
