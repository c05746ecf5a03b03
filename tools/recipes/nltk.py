"""NLTK's stemmer and sentence splitter, as rouge-score uses them."""

from __future__ import annotations

from job import Job, Row
from nltk.stem.porter import PorterStemmer
from nltk.tokenize.punkt import PunktSentenceTokenizer


def stems(job: Job) -> str:
    stemmer = PorterStemmer()
    words = [line.partition("\t")[0] for line in job.held.split("\n") if line]
    return "".join(f"{word}\t{stemmer.stem(word)}\n" for word in words)


def sentences(job: Job) -> list[Row]:
    splitter = PunktSentenceTokenizer()
    return [{"text": text, "sentences": splitter.tokenize(text)} for text in job.texts()]
