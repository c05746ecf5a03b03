"""sacreBLEU and NLTK themselves beside the tokenizers of the same names: on random texts and texts of many languages."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from goldens import rows

from infrarouge.reading.tokens import TOKENS

pytestmark = pytest.mark.peers

PEERS = {
    "13a": ("sacrebleu.tokenizers.tokenizer_13a", "Tokenizer13a"),
    "intl": ("sacrebleu.tokenizers.tokenizer_intl", "TokenizerV14International"),
    "zh": ("sacrebleu.tokenizers.tokenizer_zh", "TokenizerZh"),
    "char": ("sacrebleu.tokenizers.tokenizer_char", "TokenizerChar"),
    "ja-mecab": ("sacrebleu.tokenizers.tokenizer_ja_mecab", "TokenizerJaMecab"),
    "ko-mecab": ("sacrebleu.tokenizers.tokenizer_ko_mecab", "TokenizerKoMecab"),
}
TEXTS = [row["text"] for row in rows("sacrebleu/tokens.jsonl")]
PIECES = [
    *" \t\n.,:;?!'\"`*()[]{}<>-_$%&#@/~=+^|\\abzABZ0123«»“”‘’„中国。ü한—–€٣१।",
    *("n't", "'s", "'ll", "cannot", "gonna", "wanna ", "'tis", "``", "''", "--", "...", "&quot;", "&lt;", "<skipped>"),
    *("-\n", "\u00a0", "\u200b", "d'ye", "more'n"),
]


def theirs(name: str) -> Callable[[str], list[str]]:
    if name == "treebank":
        tokenizer: Any = pytest.importorskip("nltk").tokenize.NLTKWordTokenizer()
        return tokenizer.tokenize  # type: ignore[no-any-return]  # NLTK is not typed
    pytest.importorskip("sacrebleu")
    module, kind = PEERS[name]
    try:
        call: Any = getattr(import_module(module), kind)()
    except (ImportError, RuntimeError) as error:
        pytest.skip(str(error))
    return lambda text: call(text).split()  # type: ignore[no-any-return]  # likewise


@pytest.mark.parametrize("name", [*PEERS, "treebank"])
def test_same_tokens(name: str) -> None:
    ours, peer = TOKENS[name].function, theirs(name)
    assert ours is not None
    rng = random.Random(name)
    made = ["".join(rng.choices(PIECES, k=rng.randint(0, 25))) for _ in range(3000)]
    for text in [*TEXTS, *map(str.lower, TEXTS), *made]:
        assert ours(text) == peer(text), repr(text)
