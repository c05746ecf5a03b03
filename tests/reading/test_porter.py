"""Both Porter stemmers against words stemmed by the programs they follow."""

import pytest
from goldens import read_text

from infrarouge.reading.porter import exceptions, porter, porter155


def rows(tool):
    return [line.split("\t") for line in read_text(f"{tool}/stems.tsv").splitlines()]


def test_porter_equals_nltk():
    found = rows("rouge-score")
    assert len(found) > 15_000
    assert [(word, stem, porter(word)) for word, stem in found if porter(word) != stem] == []


def test_porter155_equals_rouge_155():
    table = exceptions()

    def stem(word):
        return word if len(word) <= 3 else table.get(word) or porter155(word)

    found = rows("rouge155")
    assert len(found) > 15_000
    assert [(word, wanted, stem(word)) for word, wanted in found if stem(word) != wanted] == []


def test_exceptions():
    table = exceptions()
    assert len(table) == 5930
    assert table["best"] == table["better"] == "well"
    assert table["offer"] == "offer"
    assert exceptions() is table


@pytest.mark.parametrize("stem", [porter, porter155])
@pytest.mark.parametrize(
    "word", ["", "a", "s", "e", "ed", "ing", "eed", "yyy", "ééing", "iñed", "東京", "a" * 5000 + "ing"]
)
def test_any_word_has_a_stem(stem, word):
    assert isinstance(stem(word), str)


def test_letters_are_characters_not_bytes():
    assert porter("ñing") == "ñing"
    assert porter("iñed") == "iñe"
    assert porter("aééed") == "aé"
