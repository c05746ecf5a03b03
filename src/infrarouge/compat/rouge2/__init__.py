"""ROUGE 2.0 (the Java program, release 1.2.2) under infrarouge: its settings, its folders and its numbers.

>>> from infrarouge.compat import rouge2
>>> rouge2.score("The cat sat on the mat.", ["A cat sat on a mat."], ngram="1,SU4,L")["1"]
Result(recall=0.6666666666666666, precision=0.6666666666666666, f=0.6666666666666666)
"""

from infrarouge.compat.rouge2.program import Row, evaluate, main, write_csv
from infrarouge.compat.rouge2.scoring import Result, score
from infrarouge.compat.rouge2.settings import (
    IllegalArgumentException,
    Settings,
    read_properties,
)
from infrarouge.compat.rouge2.synonyms import StringIndexOutOfBoundsException
from infrarouge.reading.programs.rouge2 import ArrayIndexOutOfBoundsException

__all__ = [
    "ArrayIndexOutOfBoundsException",
    "IllegalArgumentException",
    "Result",
    "Row",
    "Settings",
    "StringIndexOutOfBoundsException",
    "evaluate",
    "main",
    "read_properties",
    "score",
    "write_csv",
]
