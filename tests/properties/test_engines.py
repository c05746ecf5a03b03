"""The core equals the textbook: every metric, every rule, any text, one thread and several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from engine.verbs import RULES
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.engine import textbook
from infrarouge.errors import TextFault
from infrarouge.reading.porter import exceptions
from infrarouge.scoring.formulas import usual
from infrarouge.types import MISSING, Score, Side

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

METRICS = [
    *[("ngram", float(n), False) for n in (1, 2, 3, 5, 9)],
    ("lcs", 0.0, False),
    ("lcs_sum", 0.0, False),
    *[(kind, weight, False) for kind in ("weighted", "weighted_sum") for weight in (1.0, 1.2, 2.0)],
    *[("skip", gap, unigrams) for gap in (-1.0, 0.0, 1.0, 4.0) for unigrams in (False, True)],
    *[("ngram_sum", float(n), False) for n in (1, 2, 3)],
    *[("skip_sum", gap, unigrams) for gap in (-1.0, 0.0, 2.0) for unigrams in (False, True)],
]
# Words that collide often, words of each hashing width, and words that stemmers and tables know.
PLAIN_WORDS = """a b c the cat cats Cats running ran better is agreed dying agreement relational x1 3.5 K
word-with-hyphen internationalization counterrevolutionaries É naïve ΟΔΟΣ ΣΑΣ İstanbul 東京 ไทย à̀ किताब می\u200cخواهم"""
ODD_WORDS = ["don't", "_", "...", "\x00", "\ud800", "\u2028", "\u00a0", "\x1c", "ﾊﾟ", "\U0001f600", "𝔘𝔫𝔦", "<q>", "."]
# Composed, decomposed, in the wrong order, in jamo of both kinds, and variants that a normal form replaces.
SPELLINGS = """e\u0301 E\u0301 é q\u0307\u0323 q\u0323\u0307 \u1e0b\u0323 =\u0338 \u0301 K Å Ω क\u093c क़ न\u093c ऩ กู่
\u0e48\u0e38 한 \u1112\u1161\u11ab 하\u11ab ㅋㅋㅠ \u110f\u110f\u1172 ㅎㆍ\u11ab ㄳ 가ㄳ か\u3099 が ｶﾞ ﬁ Ａ ½ № 𝚺
𝐈\u0307 ٣५ ﷺ \U0002f800 \u0958\u0327 זּ דּ آ ا\u0653 \u0f71\u0f80 ཱྀ H\u0331 ẖ"""
WORDS = st.sampled_from([*PLAIN_WORDS.split(), *ODD_WORDS, *SPELLINGS.split()])
NORMALIZERS = [
    ["nfc"],
    ["nfkc"],
    ["nfd"],
    ["nfkd"],
    ["unaccent"],
    ["digits"],
    ["nfkc", "unaccent", "digits"],
    ["nfd", "canonical"],
]
GAPS = st.sampled_from([" ", " ", " ", "\n", "  ", ". ", "<q>", "\t", "\r\n", "", "-"])


@st.composite
def texts(draw: st.DrawFn, most: int = 30) -> str:
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=60))
    return "".join(draw(WORDS) + draw(GAPS) for _ in range(draw(st.integers(0, most))))


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "sentences": draw(st.sampled_from(["newline", "marker", "period", "none", "list"])),
        "marker": "<q>",
        "punkt": None,
        "lowercase": draw(st.sampled_from(["unicode", "ascii", "none"])),
        "normalizer": draw(st.sampled_from([[], ["canonical"], *NORMALIZERS])),
        "tokens": draw(st.sampled_from(["unicode", "alnum", "whitespace", "chars"])),
        "stemmer": draw(st.sampled_from(["none", "porter", "porter155"])),
        "stem_min": draw(st.sampled_from([4, 1])),
        "stop": draw(st.sampled_from([[], ["the", "a", "東"]])),
        "synonyms": draw(st.sampled_from([[], [("b", "a"), ("ran", "run"), ("京", "東")]])),
        "exceptions": draw(st.sampled_from([[], sorted(exceptions().items())])),
        "max_words": draw(st.sampled_from([None, None, 0, 3, 10, -1])),
        "max_bytes": draw(st.sampled_from([None, None, 0, 7, 40, -1])),
        "leading_blank_word": draw(st.booleans()),
        "bytes_per_sentence": draw(st.booleans()),
        "whole": False,
        "metrics": METRICS,
        "count": draw(st.sampled_from(["clipped", "set", "distinct"])),
        "union": draw(st.sampled_from(["both", "prediction", "values", "distinct", "sum", "exclusive"])),
        "tie": draw(st.sampled_from(["reference", "prediction"])),
        "su_last_word": draw(st.booleans()),
        "w_reference_runs": draw(st.booleans()),
        "w_open_runs": draw(st.booleans()),
        "w_flat_prediction": draw(st.booleans()),
        "w_path_12": draw(st.booleans()),
        "short_totals": draw(st.booleans()),
        "l_blank_word": draw(st.booleans()),
    }


PLAIN: dict[str, Any] = {**RULES, "metrics": METRICS}


def count(
    engine: Any,
    given: dict[str, Any],
    predictions: Side,
    references: Side,
    rows: Any,
    threads: int = 1,
    alpha: float | None = None,
) -> Any:
    docs = len(predictions.items) if predictions.texts is None else len(predictions.texts) - 1
    pairs = len(references.items) if references.texts is None else len(references.texts) - 1
    counts = np.full((pairs, len(given["metrics"]), 3), -1.0)
    ours, theirs = np.zeros(docs, np.uint8), np.zeros(pairs, np.uint8)
    engine.Plan(**given).count(predictions, references, rows, counts, ours, theirs, 0, docs, threads, alpha)
    return counts.tolist(), ours.tolist(), theirs.tolist()


@given(rules(), st.lists(st.tuples(texts(), texts()), min_size=1, max_size=3))
def test_texts(given: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    sides = Side([one for one, _ in pairs]), Side([two for _, two in pairs])
    expected = count(textbook, given, *sides, None)
    assert count(core, given, *sides, None) == expected
    assert count(core, given, *sides, None, threads=3) == expected
    scored = count(textbook, given, *sides, None, alpha=0.3)
    assert count(core, given, *sides, None, threads=2, alpha=0.3) == scored
    assert scored[0] == [[list(usual(*one, 0.3)) for one in pair] for pair in expected[0]]


@given(rules(), texts(), texts())
def test_score(given: dict[str, Any], prediction: str, reference: str) -> None:
    labels = tuple(map(str, METRICS))
    found: list[Any] = []
    for engine in (core, textbook):
        scores: dict[str, Score] = {}
        flags = engine.Plan(**given).score(prediction, reference, 0.3, labels, Score, scores)
        assert all(type(one) is Score for one in scores.values())
        found.append((flags, scores))
    assert found[0] == found[1]
    counts, ours, theirs = count(textbook, given, Side([prediction]), Side([reference]), None)
    assert found[0][0] == ours[0] | theirs[0]
    assert list(found[0][1].values()) == [usual(*three, 0.3) for three in counts[0]]


@given(rules(), texts())
def test_read(given: dict[str, Any], text: str) -> None:
    assert core.Plan(**given).read(text) == textbook.Plan(**given).read(text)


@given(rules(), st.lists(st.lists(texts(8), min_size=1, max_size=4), min_size=1, max_size=4))
def test_several_references(given: dict[str, Any], rows: list[list[str]]) -> None:
    predictions = Side([one[0] for one in rows])
    references = Side([text for one in rows for text in one])
    ends = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    assert count(core, given, predictions, references, ends, 2) == count(textbook, given, predictions, references, ends)


def nested(documents: list[list[list[Any]]], ids: bool = False) -> Side:
    sentences = [sentence for document in documents for sentence in document]
    items: Any = [word for sentence in sentences for word in sentence]
    return Side(
        np.array(items, dtype=np.int64) if ids else items,
        np.cumsum([0, *map(len, documents)]).astype(np.int64),
        np.cumsum([0, *map(len, sentences)]).astype(np.int64),
    )


DOCUMENTS = st.lists(st.lists(WORDS | st.just(""), max_size=8), max_size=4)
NUMBERS = st.lists(st.lists(st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1), max_size=8), max_size=4)


@given(rules(), st.lists(st.tuples(DOCUMENTS, DOCUMENTS), min_size=1, max_size=3), st.booleans())
def test_ready_tokens(given: dict[str, Any], pairs: list[Any], flat: bool) -> None:
    given = {**given, "sentences": "list", "tokens": "list", "lowercase": "none", "max_words": None, "max_bytes": None}
    sides = nested([one for one, _ in pairs]), nested([two for _, two in pairs])
    if flat:
        # Another flat reading than the sentences one after another.
        views = [
            [[word for part in document for word in part][1:] for document in side] for side in zip(*pairs, strict=True)
        ]
        sides = tuple(
            side._replace(
                flat=[word for text in view for word in text],
                flat_texts=np.cumsum([0, *map(len, view)]).astype(np.int64),
            )
            for side, view in zip(sides, views, strict=True)
        )
    assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@given(rules(), st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=3))
def test_ids(given: dict[str, Any], pairs: list[Any]) -> None:
    given = {
        **given,
        "sentences": "list",
        "tokens": "ids",
        "stemmer": "none",
        "stop": [],
        "synonyms": [],
        "max_words": None,
        "max_bytes": None,
    }
    sides = nested([one for one, _ in pairs], ids=True), nested([two for _, two in pairs], ids=True)
    assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@given(
    rules(), st.lists(st.tuples(st.lists(texts(6), max_size=4), st.lists(texts(6), max_size=4)), min_size=1, max_size=3)
)
def test_ready_sentences(given: dict[str, Any], pairs: list[Any]) -> None:
    given = {**given, "sentences": "list"}
    sides = [
        Side([one for text in side for one in text], np.cumsum([0, *map(len, side)]).astype(np.int64))
        for side in zip(*pairs, strict=True)
    ]
    assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@pytest.mark.parametrize(
    ("seed", "words", "sizes"),
    [
        (4, 1_000, (1, 63, 64, 65, 130)),
        (5, 10_000, (1, 65)),
        *[pytest.param(seed, 10_000, (1, 63, 64, 65, 130), marks=pytest.mark.slow) for seed in range(4)],
    ],
)
def test_long_lines(seed: int, words: int, sizes: tuple[int, ...]) -> None:
    """Ten thousand words a line cross every block size of the kernels; the other side is short for the textbook's sake."""
    rng = np.random.default_rng(seed)
    long = " ".join(f"w{word}" for word in rng.integers(0, 50, words))
    short = "\n".join(" ".join(f"w{word}" for word in rng.integers(0, 50, size)) for size in sizes)
    given = {**PLAIN, "metrics": [one for one in METRICS if not one[0].startswith("skip") or one[1] >= 0]}
    for pair in ((long, short), (short, long)):
        sides = Side([pair[0]]), Side([pair[1]])
        assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@pytest.mark.parametrize("size", [64, 65, 128, 129, 200, 700])
@pytest.mark.parametrize("tie", ["reference", "prediction"])
def test_block_sizes(size: int, tie: str) -> None:
    rng = np.random.default_rng(size)
    one, two = (" ".join(f"w{word}" for word in rng.integers(0, size // 4, size)) for _ in range(2))
    for union in ("both", "sum", "exclusive"):
        given = {**PLAIN, "tie": tie, "union": union}
        # Ties are a rule of the LCS and unions of its sums; the textbook takes seconds for what neither changes.
        if union != "both":
            given["metrics"] = [metric for metric in METRICS if metric[0].endswith("_sum")]
        elif tie != "reference":
            given["metrics"] = [metric for metric in METRICS if metric[0].removesuffix("_sum") not in ("ngram", "skip")]
        sides = Side([one]), Side([two])
        assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@pytest.mark.parametrize("words", [1, 9, 90, 900])
@pytest.mark.parametrize("rule", ["clipped", "set", "distinct"])
def test_pairs_of_any_distance(words: int, rule: str) -> None:
    """Few words that are frequent, many that are there once, and a prediction that moves parts of the reference about."""
    rng = np.random.default_rng(words)
    one = [f"w{int(words * share * share)}" for share in rng.random(250)]
    two = one[120:200] + [f"w{word}" for word in rng.integers(0, words, 40)] + one[:90]
    unlimited = [("skip", -1.0, False), ("skip", -1.0, True), ("skip", 300.0, False), ("skip", 200.0, True)]
    given = {**PLAIN, "metrics": unlimited, "count": rule}
    for pair in ((one, two), (two, one)):
        sides = Side([" ".join(pair[0])]), Side([" ".join(pair[1])])
        assert count(core, given, *sides, None) == count(textbook, given, *sides, None)


@given(
    st.integers(1, 40),
    st.integers(1, 9),
    st.integers(1, 20),
    st.integers(0, 2**63),
    st.sampled_from(["splitmix", "drand48"]),
)
def test_resample(n: int, columns: int, resamples: int, seed: int, generator: str) -> None:
    values = np.random.default_rng(seed % 1000).random((n, columns))
    seed = seed % 2**31 if generator == "drand48" else seed
    expected = textbook.resample(values, resamples, seed, generator, 1)
    for threads in (1, 3):
        assert core.resample(values, resamples, seed, generator, threads).tolist() == expected.tolist()


@given(st.integers(1, 200), st.integers(1, 14), st.integers(1, 40), st.integers(0, 2**64 - 1))
def test_flip(n: int, columns: int, flips: int, seed: int) -> None:
    values = np.random.default_rng(seed % 1000).normal(size=(n, columns))
    expected = textbook.flip(values, flips, seed, 1)
    for threads in (1, 3):
        assert core.flip(values, flips, seed, threads).tolist() == expected.tolist()


@given(
    st.lists(st.floats(0, 1) | st.integers(0, 2_000_000).map(lambda one: one / 640_000), max_size=50), st.integers(0, 9)
)
def test_round_decimal(values: list[float], decimals: int) -> None:
    array = np.array(values)
    assert core.round_decimal(array, decimals).tolist() == textbook.round_decimal(array, decimals).tolist()


@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), max_size=50), st.floats(0, 1))
def test_usual_scores(counts: list[list[int]], alpha: float) -> None:
    array = np.array(counts, dtype=np.float64).reshape(-1, 3)
    assert core.usual_scores(array, alpha).tolist() == textbook.usual_scores(array, alpha).tolist()


@given(st.lists(st.sampled_from(["text", None, float("nan")]), max_size=5))
def test_missing(given: list[Any]) -> None:
    sides = Side(given), Side(["text"] * len(given))
    assert count(core, PLAIN, *sides, None) == count(textbook, PLAIN, *sides, None)


@pytest.mark.parametrize("wrong", [3, b"bytes", ["list"], object(), np.int64(3), np.array(["a"])])
def test_wrong_types_are_named_alike(wrong: Any) -> None:
    kind = type(wrong).__name__
    for engine in (core, textbook):
        with pytest.raises(TextFault) as caught:
            count(engine, PLAIN, Side(["fine", "fine"]), Side(["fine", wrong]), None)
        assert type(caught.value) is TextFault
        assert (caught.value.side, caught.value.row, caught.value.kind) == caught.value.args == ("reference", 1, kind)
        plan = engine.Plan(**PLAIN)
        for pair, side in (((wrong, "fine"), "prediction"), (("fine", wrong), "reference")):
            with pytest.raises(TextFault) as caught:
                plan.score(*pair, 0.5, tuple(map(str, METRICS)), Score, {})
            assert caught.value.args == (side, 0, kind)
        with pytest.raises(TextFault) as caught:
            plan.read(wrong)
        assert caught.value.args == ("text", 0, kind)


def test_missing_texts_score_alike() -> None:
    labels = tuple(map(str, METRICS))
    for pair in ((None, "a"), ("a", None), (float("nan"), None)):
        answers = []
        for engine in (core, textbook):
            scores: dict[str, Score] = {}
            answers.append((engine.Plan(**PLAIN).score(*pair, 0.5, labels, Score, scores), scores))
        assert answers[0] == answers[1]
        assert answers[0][0] & MISSING


@given(st.lists(st.one_of(st.text(), st.none(), st.floats(), st.lists(st.text()), st.integers(), st.binary())))
def test_all_texts(items: list[Any]) -> None:
    assert core.all_texts(items) == textbook.all_texts(items)
    assert core.beyond_ascii(items) == textbook.beyond_ascii(items)
