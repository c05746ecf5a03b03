"""``python -m infrarouge.compat.rouge_chinese`` runs the command line."""

from infrarouge.compat.rouge_chinese.command import main

if __name__ == "__main__":
    main()
