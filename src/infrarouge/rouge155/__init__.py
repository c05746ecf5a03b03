"""ROUGE-1.5.5 without Perl: its files, its options and its print-out, around the profile ``rouge-1.5.5``."""

from infrarouge.rouge155.evaluations import Eval, read_evaluations
from infrarouge.rouge155.formats import FORMATS, read_summary

__all__ = ["FORMATS", "Eval", "read_evaluations", "read_summary"]
