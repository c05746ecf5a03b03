"""The surfaces that mimic a Python package: each is one value, from which they are installed and their calls counted."""

from __future__ import annotations

from typing import NamedTuple


class Surface(NamedTuple):
    """How a surface takes the place of its package.

    A surface is ``infrarouge.compat.NAME``, with underscores for hyphens. It stands for the whole package if the
    package holds nothing but ROUGE, or is not installed; in a package that holds more, only the names in `parts` are
    replaced.

    >>> SURFACES["distancia"].parts
    (('distancia.textDistance', 'ROUGEScore'),)
    """

    counted: tuple[str, ...]
    """The calls that compute scores: ``Class.method`` or a function, after the module of the surface and a colon."""
    modules: dict[str, str] = {}  # noqa: RUF012  # a named tuple makes no copies, and nobody writes to it
    """The submodules of the package that the surface has, and what they are called in the surface."""
    parts: tuple[tuple[str, str], ...] = ()
    """Modules of an installed package and a name in each that is replaced, wherever the package has it; else all is."""
    distribution: str | None = None
    """Who brings the module, where others bring a module of that name too: it may be replaced without asking."""
    extra: str | None = None
    """The extra that brings the package, where the surface cannot do without it."""
    module: str | None = None
    """The name under which the package is imported, where it is not the one that `install` takes."""
    surface: str | None = None
    """The module of ``infrarouge.compat`` that is its surface, where that has another name."""


def same(*modules: str) -> dict[str, str]:
    """Submodules that the surface calls as the package does.

    >>> same("io")
    {'io': 'io'}
    """
    return {module: module for module in modules}


SURFACES: dict[str, Surface] = {
    "rouge_score": Surface(
        counted=("rouge_scorer:RougeScorer.score",),
        modules=same("io", "rouge", "rouge_scorer", "scoring", "tokenize", "tokenizers"),
        distribution="rouge-score",
    ),
    "evaluate": Surface(counted=(":rouge",), parts=(("evaluate.loading", "load"),)),
    "torchmetrics": Surface(
        counted=(":rouge_score", ":ROUGEScore.update"),
        parts=(
            ("torchmetrics.text.rouge", "ROUGEScore"),
            ("torchmetrics.functional.text.rouge", "rouge_score"),
            ("torchmetrics.functional", "rouge_score"),
        ),
        extra="torch",
    ),
    "rouge": Surface(
        counted=("rouge:Rouge.get_scores", "rouge_score:rouge_n", "rouge_score:rouge_l_summary_level"),
        modules=same("rouge", "rouge_score"),
        distribution="rouge",
    ),
    "pyrouge": Surface(
        counted=("rouge155:Rouge155.evaluate",),
        modules={"Rouge155": "rouge155", "utils": "utils", "utils.log": "utils.log"},
        distribution="pyrouge",
    ),
    "distancia": Surface(
        counted=tuple(f":ROUGEScore.{name}" for name in ("compute", "__call__", "distance", "calculate")),
        parts=(("distancia.textDistance", "ROUGEScore"),),
    ),
    "pycocoevalcap": Surface(
        counted=("rouge.rouge:Rouge.compute_score", "rouge.rouge:Rouge.calc_score"),
        modules=same("rouge", "rouge.rouge", "tokenizer", "tokenizer.ptbtokenizer", "eval"),
        parts=(("pycocoevalcap.rouge.rouge", "Rouge"),),
    ),
    "rouge_chinese": Surface(
        counted=("rouge:Rouge.get_scores",),
        modules=same("rouge", "rouge_score"),
        distribution="rouge-chinese",
    ),
    "korouge_score": Surface(
        counted=("rouge_scorer:RougeScorer.score",),
        modules=same("io", "rouge_scorer", "scoring", "tokenize2", "tokenizers"),
    ),
    "rouge_metric": Surface(
        counted=("py_rouge:PyRouge.evaluate", "py_rouge:PyRouge.evaluate_tokenized", "perl_rouge:PerlRouge.evaluate"),
        modules=same("py_rouge", "perl_rouge"),
    ),
    "py-rouge": Surface(
        counted=("rouge:Rouge.get_scores",), modules=same("rouge"), distribution="py-rouge", module="rouge"
    ),
    "xlsum": Surface(
        counted=("rouge_scorer:RougeScorer.score",),
        modules=same("io", "rouge", "rouge_scorer", "scoring", "tokenization_wrapper"),
        module="rouge_score",
    ),
    "multilingual_rouge": Surface(
        counted=("rouge_scorer:RougeScorer.score",),
        modules=same("io", "rouge", "rouge_scorer", "scoring", "tokenization_wrapper"),
        surface="xlsum",
    ),
    "easy-rouge": Surface(
        counted=tuple(f":rouge_{kind}_{level}_level" for kind in "nlw" for level in ("sentence", "summary")),
        modules=same("rouge"),
        distribution="easy-rouge",
        module="rouge",
    ),
    "keras_hub": Surface(
        counted=("metrics:RougeBase.update_state",),
        modules=same("metrics"),
        parts=(("keras_hub.src.metrics.rouge_n", "RougeN"), ("keras_hub.src.metrics.rouge_l", "RougeL")),
    ),
    "tensorflow_text": Surface(
        counted=("metrics:rouge_l",),
        modules=same("metrics"),
        parts=(("tensorflow_text.python.metrics.text_similarity_metric_ops", "rouge_l"),),
    ),
    "sumeval": Surface(
        counted=("metrics.rouge:RougeCalculator.rouge_n", "metrics.rouge:RougeCalculator.rouge_l"),
        modules=same("metrics", "metrics.lang", "metrics.rouge"),
        parts=(("sumeval.metrics.rouge", "RougeCalculator"),),
    ),
    "ignite": Surface(
        counted=tuple(f"metrics.nlp.rouge:{name}.update" for name in ("Rouge", "RougeN", "RougeL")),
        modules=same("metrics", "metrics.nlp", "metrics.nlp.rouge"),
        parts=tuple(("ignite.metrics.nlp.rouge", name) for name in ("Rouge", "RougeN", "RougeL")),
    ),
}
"""Every surface by the name that `install` takes."""


def module_of(package: str) -> str:
    """The name under which a package is imported.

    >>> module_of("rouge_score"), module_of("py-rouge")
    ('rouge_score', 'rouge')
    """
    return SURFACES[package].module or package


def surface_of(package: str) -> str:
    """The module that is the surface of a package.

    >>> surface_of("py-rouge"), surface_of("multilingual_rouge")
    ('infrarouge.compat.py_rouge', 'infrarouge.compat.xlsum')
    """
    return f"infrarouge.compat.{SURFACES[package].surface or package.replace('-', '_')}"


PACKAGES = tuple(SURFACES)
"""The surfaces that mimic a Python package."""
