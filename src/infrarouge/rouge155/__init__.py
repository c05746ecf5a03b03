"""ROUGE-1.5.5 without Perl: its files, its options and its print-out, around the profile ``rouge-1.5.5``."""

from infrarouge.files.evaluations import Eval, read_evaluations
from infrarouge.files.summaries import FORMATS, read_summary

__all__ = ["FORMATS", "Eval", "read_evaluations", "read_summary"]
