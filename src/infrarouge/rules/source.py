"""What a function's source says, in a form that is the same on every Python: its meaning, and what it reads from outside.

The source is trusted only if compiling it gives the very code that the function runs, so a file that was edited after
its import is noticed, and lambdas on one line are told apart.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeAlias

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# The flag of nested_scopes, which is always on, now says something else.
FEATURES = set(__future__.all_feature_names) - {"nested_scopes"}
FUTURES = sum(getattr(__future__, name).compiler_flag for name in FEATURES)


class SourceError(Exception):
    """There is no source of a function, or not the right one; the text goes on from the function's name."""


class Source(NamedTuple):
    """The meaning of a function, the names it reads from outside with the attributes taken of them, and its imports."""

    meaning: str
    reads: dict[str, set[str]]
    imports: tuple[str, ...]


_known: dict[int, tuple[CodeType, Source]] = {}


def source_of(function: FunctionType) -> Source:
    """Find and check the source of a function, and read it.

    >>> source_of(lambda text: text.split(sep)).reads
    {'sep': {''}}
    """
    code = function.__code__
    kept = _known.get(id(code))
    if kept is None or kept[0] is not code:
        if len(_known) >= 256:
            _known.clear()
        kept = _known[id(code)] = code, read_function(_node(function))
    return kept[1]


def read_function(node: Function) -> Source:
    """Read a function from its syntax tree.

    Its name, decorators, defaults and annotations are left out: what came of them is known from the function itself.

    >>> read_function(ast.parse("lambda t: re.split('-', t)", mode="eval").body).reads
    {'re': {'split'}}
    """
    pieces: list[str] = []
    _write([isinstance(node, ast.AsyncFunctionDef), _names(node.args), _body(node)], pieces)
    scope = _Scope()
    scope.inside(node)
    return Source("".join(pieces), dict(sorted(scope.free().items())), tuple(sorted(scope.imports)))


# ---------------------------------------------------------------- finding


def _node(function: FunctionType) -> Function:
    code = function.__code__
    with warnings.catch_warnings():
        # The user has seen the warnings of the compiler already.
        warnings.simplefilter("ignore")
        nodes = _in_file(function) or _typed(code)
    if len({read_function(node).meaning for node in nodes}) > 1:
        raise SourceError(f"is one of several lambdas alike on line {code.co_firstlineno} of {code.co_filename}")
    return nodes[-1]


def _in_file(function: FunctionType) -> list[Function]:
    code = function.__code__
    try:
        text = "".join(inspect.findsource(function)[0])
    except (OSError, IndexError, TypeError):
        return []
    try:
        nodes = _matching(code, text, code.co_firstlineno)
    except (SyntaxError, ValueError):
        nodes = []
    if not nodes and not code.co_filename.startswith("<"):
        raise SourceError(f"does not run what {code.co_filename} says: the file has changed, or the code was rewritten")
    return nodes


def _typed(code: CodeType) -> list[Function]:
    """Look for code that is in no file among the lines typed at the prompt, or after ``python -c``."""
    for text in _typed_texts(code):
        try:
            nodes = _matching(code, text, None)
        except (SyntaxError, ValueError):
            continue
        if nodes:
            return nodes
    raise SourceError("has no source that Python keeps, as of code read from standard input or made by exec")


def _typed_texts(code: CodeType) -> Iterator[str]:
    if code.co_filename == "<string>" and "-c" in sys.orig_argv[:-1]:
        yield sys.orig_argv[sys.orig_argv.index("-c") + 1]
    readline: Any = sys.modules.get("readline")
    if not code.co_filename.startswith("<stdin>") or readline is None:
        return
    lines = [readline.get_history_item(at + 1) or "" for at in range(readline.get_current_history_length())]
    opening = "lambda" if code.co_name == "<lambda>" else f"def {code.co_name}"
    for start in reversed(range(len(lines))):
        if opening in lines[start]:
            # A statement may go on over the next lines; the shortest that compiles to the same code is the one.
            for stop in range(start + 1, min(start + 100, len(lines)) + 1):
                yield "\n".join(lines[start:stop])


def _matching(code: CodeType, text: str, line: int | None) -> list[Function]:
    """The functions in a text, all or those that begin on a line, that compile to this very code."""
    wanted, flags = _bare(code), code.co_flags & FUTURES
    nodes: list[Function] = _functions(_parsed(text), code.co_name, line)
    if line is not None and len(nodes) == 1:
        codes = [_bare(inner) for inner in _compiled(text, flags) if inner.co_firstlineno == line]
        return nodes if wanted in codes else []
    return [node for at, node in enumerate(nodes) if wanted in _apart(text, flags, code.co_name, line, at)]


def _apart(text: str, flags: int, name: str, line: int | None, at: int) -> list[CodeType]:
    """Compile a text with one of several functions moved to lines of its own, by which its code is known."""
    module = ast.parse(text)
    chosen = _functions(module, name, line)[at]
    away = text.count("\n") + 2
    ast.increment_lineno(chosen, away)
    codes = _inner(compile(module, "", "exec", flags, dont_inherit=True))
    # Functions inside the chosen one come after it; code that Python leaves out as never run is not there at all.
    return [_bare(code) for code in codes if code.co_firstlineno == _head(chosen).lineno and code.co_name == name][:1]


@lru_cache(maxsize=8)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@lru_cache(maxsize=8)
def _compiled(text: str, flags: int) -> tuple[CodeType, ...]:
    return tuple(_inner(compile(text, "", "exec", flags, dont_inherit=True)))


def _functions(module: ast.Module, name: str, line: int | None) -> list[Any]:
    nodes = [node for node in ast.walk(module) if isinstance(node, (*DEFINITIONS, ast.Lambda))]
    wanted = [node for node in nodes if getattr(node, "name", "<lambda>") == name]
    return [node for node in wanted if line is None or _head(node).lineno == line]


def _head(node: Any) -> Any:
    """What a function begins with: its first decorator, if it has any."""
    return (getattr(node, "decorator_list", None) or [node])[0]


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)


def _bare(code: CodeType) -> CodeType:
    """The code without where it stands."""
    constants = tuple(_bare(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=constants)


# ---------------------------------------------------------------- meaning

# Fields that say nothing of what runs, or that some versions of Python do not have.
UNSAID = frozenset({"ctx", "kind", "type_comment", "type_params", "annotation", "returns", "simple"})


def _write(value: object, pieces: list[str]) -> None:
    """Write a syntax tree so that it can be read in one way only, and alike on every Python."""
    if isinstance(value, ast.JoinedStr):
        value = _joined(value)
    if isinstance(value, ast.AST):
        pieces.append(f"({type(value).__name__}")
        for name in value._fields:
            if name not in UNSAID:
                pieces.append(f" {name}=")
                body = name == "body" and isinstance(value, (*DEFINITIONS, ast.ClassDef))
                _write(_body(value) if body else getattr(value, name, None), pieces)
        pieces.append(")")
    elif isinstance(value, list):
        pieces.append("[")
        for item in value:
            _write(item, pieces)
            pieces.append(",")
        pieces.append("]")
    else:
        # A whole number of more than 4300 digits has no decimal form.
        text = hex(value) if type(value) is int else ascii(value)
        pieces.append(f"{type(value).__name__}:{text}")


def _names(arguments: ast.arguments) -> list[Any]:
    """The arguments of a function without their defaults."""
    several = [[item.arg for item in group] for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)]
    return [*several, *(None if item is None else item.arg for item in (arguments.vararg, arguments.kwarg))]


def _body(node: Any) -> Any:
    """The body without docstrings and other constants that stand alone; a lambda's is what it returns."""
    if isinstance(node, ast.Lambda):
        return [ast.Return(value=node.body)]
    kept = [item for item in node.body if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))]
    return kept or [ast.Pass()]


def _joined(node: ast.JoinedStr) -> Any:
    """An f-string with its fixed parts in one piece each, however it was written."""
    parts: list[Any] = ["f-string"]
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            plain = isinstance(part.format_spec, ast.JoinedStr) and not part.format_spec.values
            parts.append([part.value, part.conversion, None if plain else part.format_spec])
        elif isinstance(part, ast.Constant) and part.value != "":
            before = parts.pop().value if isinstance(parts[-1], ast.Constant) else ""
            parts.append(ast.Constant(value=before + str(part.value)))
    if any(isinstance(part, list) for part in parts):
        return parts
    return parts[1] if len(parts) > 1 else ast.Constant(value="")


# ---------------------------------------------------------------- names


class _Scope(ast.NodeVisitor):
    """The names that a function, class or comprehension binds, and those that it and what is in it read."""

    def __init__(self, outer: _Scope | None = None, kind: str = "function") -> None:
        self.outer, self.kind = outer, kind
        self.bound: set[str] = set()
        self.declared: set[str] = set()
        self.reads: dict[str, set[str]] = {}
        self.passed: dict[str, set[str]] = {}
        self.imports: set[str] = outer.imports if outer else set()

    def free(self) -> dict[str, set[str]]:
        """The names read and not bound, each with the attributes taken of it; '' is the bare name."""
        bound = self.bound - self.declared
        names = {name: set(paths) for name, paths in self.reads.items() if name not in bound}
        for name, paths in self.passed.items():
            # Functions in the body of a class do not see its names.
            if self.kind == "class" or name not in bound:
                names.setdefault(name, set()).update(paths)
        return names

    def inside(self, node: Any) -> None:
        """Visit the arguments and the body of a function."""
        self.bound.update(item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg))
        self.bound.update(item.name for item in getattr(node, "type_params", ()))
        self._all(node.body if isinstance(node.body, list) else [node.body])

    def _all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _leave(self, inner: _Scope) -> None:
        for name, paths in inner.free().items():
            self.passed.setdefault(name, set()).update(paths)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads.setdefault(node.id, set()).add("")
        else:
            self.bound.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        path, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            path.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and isinstance(base.ctx, ast.Load):
            self.reads.setdefault(base.id, set()).add(".".join(reversed(path)))
        else:
            self.visit(base)

    def _function(self, node: Any) -> None:
        self._all([*getattr(node, "decorator_list", ()), *node.args.defaults, *node.args.kw_defaults])
        inner = _Scope(self)
        inner.inside(node)
        self._leave(inner)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node)

    def visit_FunctionDef(self, node: Any) -> None:
        self.bound.add(node.name)
        self._function(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.bound.add(node.name)
        self._all([*node.decorator_list, *node.bases, *node.keywords])
        inner = _Scope(self, "class")
        inner._all(node.body)
        self._leave(inner)

    def _comprehension(self, node: Any) -> None:
        self.visit(node.generators[0].iter)
        inner = _Scope(self, "comprehension")
        for at, generator in enumerate(node.generators):
            inner._all([generator.target, *generator.ifs, *([generator.iter] if at else [])])
        inner._all(getattr(node, field, None) for field in ("elt", "key", "value"))
        self._leave(inner)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        home = self
        while home.kind == "comprehension" and home.outer is not None:
            home = home.outer
        home.bound.add(node.target.id)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.reads.setdefault(node.target.id, set()).add("")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._all([node.target, node.value])

    def _named(self, node: Any) -> None:
        """What binds a name by the way: `except ... as name`, and the patterns of `match`."""
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name:
            self.bound.add(name)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = _named

    def _declared(self, node: ast.Global | ast.Nonlocal) -> None:
        self.declared.update(node.names)

    visit_Global = visit_Nonlocal = _declared

    def visit_Import(self, node: ast.Import) -> None:
        for item in node.names:
            self.imports.add(item.name)
            self.bound.add(item.asname or item.name.partition(".")[0])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.imports.add("." * node.level + (node.module or ""))
        self.bound.update(item.asname or item.name for item in node.names)
