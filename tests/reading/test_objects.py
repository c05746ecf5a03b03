"""Tokenizer objects of libraries: recognised by their methods, named in the signature, read in batches, placed in the text."""

from __future__ import annotations

import pickle
import re
from types import SimpleNamespace
from typing import Any

import pytest

import infrarouge as ir
from infrarouge.reading.analyzers.objects import token_analyzer
from infrarouge.rules.objects import library_of, origin_of

TEXTS = ["The cats sat", "a naïve 한국 cat", "", "x\ny"]


class FakeTokenizer:
    """Follows `tokenizers.Tokenizer`: words between blanks, padded to one length."""

    def __init__(self, vocabulary: str = "v1") -> None:
        self.vocabulary, self.batches = vocabulary, list[list[str]]()

    def to_str(self) -> str:
        return f'{{"model": "{self.vocabulary}", "padding": {len(self.batches)}}}'

    def token_to_id(self, token: str) -> int:
        return len(token)

    def encode_batch(self, texts: list[str], add_special_tokens: bool) -> list[Any]:
        assert not add_special_tokens
        self.batches.append(texts)
        encodings = []
        for text in texts:
            spans = [match.span() for match in re.finditer(r"\S+", text)]
            encodings.append(
                SimpleNamespace(
                    tokens=[*(text[start:end] for start, end in spans), "<pad>"],
                    offsets=[*spans, (0, 0)],
                    attention_mask=[*(1 for _ in spans), 0],
                )
            )
        return encodings


class FakeSlow:
    """Follows a tokenizer of `transformers` that is not fast."""

    name_or_path, is_fast = "/models/tiny model", False

    def get_vocab(self) -> dict[str, int]:
        return {"the": 0, "##s": 1}

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        raise AssertionError("a slow tokenizer is asked for its pieces")

    def tokenize(self, text: str) -> list[str]:
        return [piece for word in text.split() for piece in (word[:3], *([f"##{word[3:]}"] if word[3:] else []))]


class FakePipeline:
    """Follows a pipeline of spaCy."""

    def __init__(self, version: str = "1.0") -> None:
        self.meta = {"lang": "xx", "name": "tiny", "version": version}

    def to_bytes(self, exclude: list[str]) -> bytes:
        assert exclude == ["vocab"]
        return repr(self.meta).encode()

    def make_doc(self, text: str) -> Any:
        return [
            SimpleNamespace(text=match.group(), idx=match.start(), is_space=match.group().isspace())
            for match in re.finditer(r"\s+|\w+|\W", text)
        ]

    def pipe(self, texts: list[str]) -> Any:
        return map(self.make_doc, texts)


def test_padding_is_not_read_and_a_side_is_one_batch() -> None:
    tokenizer = FakeTokenizer()
    report = ir.evaluate(
        predictions=["a b", "c", "a b"], references=["a", "d", "b"], metrics="rouge1", tokens=tokenizer
    )
    assert tokenizer.batches == [["a b", "c"], ["a", "d", "b"]]
    assert report.scores[:, 0, 0].tolist() == [0.5, 0.0, 0.5]


def test_the_signature_has_name_and_content() -> None:
    first, same, other = FakeTokenizer(), FakeTokenizer(), FakeTokenizer("v2")
    same.encode_batch(["a"], add_special_tokens=False)  # padding changed, and it decides nothing
    signatures = [ir.profile(tokens=tokenizer).signature for tokenizer in (first, same, other)]
    assert re.fullmatch(r"infrarouge-1\|tok:custom-\w+@tokenizers-[0-9a-f]{8}", signatures[0])
    assert signatures[0] == signatures[1] != signatures[2]
    assert ir.Profile.parse(signatures[0], tokens=first).text.tokens is first
    with pytest.raises(ValueError, match="pass the same object"):
        ir.Profile.parse(signatures[0], tokens=other)


def test_a_place_in_a_file_system_is_not_told() -> None:
    assert "tok:custom-tiny-model@transformers-" in ir.profile(tokens=FakeSlow()).signature


def test_pieces_without_places_are_found_in_the_text() -> None:
    why = ir.explain(prediction="Sitting cats", reference="cats sat", metric="rouge1", tokens=FakeSlow())
    assert why.parts("prediction") == [
        ("Sit", "extra"),
        ("ting", "extra"),
        (" ", ""),
        ("cat", "matched"),
        ("s", "matched"),
    ]


def test_a_pipeline_is_read_without_its_blanks() -> None:
    rouge = ir.Rouge("rouge1", tokens=FakePipeline())
    assert rouge.tokenize("Go  now!") == ["go", "now", "!"]
    assert rouge.signature.startswith("infrarouge-1|tok:custom-xx_tiny@spacy-")
    assert rouge.signature != ir.Rouge("rouge1", tokens=FakePipeline("1.1")).signature


def test_a_name_of_ones_own_comes_first() -> None:
    rouge = ir.Rouge("rouge1", tokens=ir.named(FakeTokenizer(), name="mine", version="3"))
    assert rouge.signature == "infrarouge-1|tok:custom-mine@3"
    assert rouge.tokenize("a b") == ["a", "b"]


@pytest.mark.parametrize("value", [None, "unicode", str.split, FakeTokenizer, object(), 3, ["a"], {"a": 1}, re])
def test_nothing_else_is_taken_for_one(value: object) -> None:
    assert library_of(value) is None
    assert origin_of(value) is None


# ---------------------------------------------------------------- the libraries themselves


def byte_level() -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300, initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(["the cat sat on the mat and the cats ran"] * 9, trainer)
    return tokenizer


def fast() -> Any:
    transformers = pytest.importorskip("transformers")
    return transformers.PreTrainedTokenizerFast(tokenizer_object=byte_level(), name_or_path="someone/tiny")


def encoding() -> Any:
    tiktoken = pytest.importorskip("tiktoken")
    ranks = {**{bytes([number]): number for number in range(256)}, b" t": 256, b"he": 257, b"the": 258}
    return tiktoken.Encoding("tiny", pat_str=r"\s?\w+|.", mergeable_ranks=ranks, special_tokens={"<|end|>": 259})


def pipeline() -> Any:
    return pytest.importorskip("spacy").blank("en")


NAMES = {byte_level: "BPE@tokenizers-", fast: "someone/tiny@transformers-", encoding: "tiny@tiktoken-"}
NAMES[pipeline] = "en_pipeline@spacy-"


@pytest.mark.parametrize("make", NAMES)
def test_real_objects(make: Any) -> None:
    value = make()
    rouge = ir.Rouge("rouge1 rougeL", tokens=value)
    before = rouge.signature
    assert before.startswith(f"infrarouge-1|tok:custom-{NAMES[make]}")
    assert ir.Rouge(tokens=make()).signature == before
    report = rouge.evaluate(predictions=TEXTS, references=TEXTS)
    assert report.scores[[0, 1, 3]].min() == 1.0
    assert ir.Rouge(tokens=value).signature == before, "use does not change who it is"
    assert pickle.loads(pickle.dumps(rouge)).signature == before
    analyzer = token_analyzer(value)
    assert analyzer is not None
    assert before.endswith(f"{analyzer.infrarouge_name}@{analyzer.infrarouge_version}")
    for text, analysis in zip(TEXTS, analyzer.analyze(TEXTS), strict=True):
        assert len(analysis.surface) == len(analysis.spans)
        assert all(0 <= start <= end <= len(text) for start, end in analysis.spans)
        kept = {at for start, end in analysis.spans for at in range(start, end)}
        assert all(at in kept for at, char in enumerate(text) if not char.isspace())
    why = ir.explain(prediction=TEXTS[1], reference=TEXTS[1], metric="rouge1", tokens=value)
    assert "".join(part for part, _ in why.parts("prediction")) == TEXTS[1]


def test_words_are_those_of_the_library() -> None:
    value = byte_level()
    assert ir.Rouge(tokens=value, lowercase=None).tokenize("The cats") == value.encode("The cats").tokens
    assert ir.Rouge(tokens=fast(), lowercase=None).tokenize("The cats") == fast().tokenize("The cats")
