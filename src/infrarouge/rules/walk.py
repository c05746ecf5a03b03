"""A hash of all that decides what a function or an object does, the same in every process and on every supported Python.

Code of the user's counts by its source, code of an installed package by the package's name and version, code of
Python's own library by its name; objects count by their class and their state, as pickling sees it.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from infrarouge.rules.owners import describe, owner, owner_says
from infrarouge.rules.source import SourceError, source_of

LIMIT = 1_000_000
"""So many objects are looked into before a rule counts as too large to be hashed."""

ATOMS: dict[type, tuple[bytes, Callable[[Any], bytes]]] = {
    type(None): (b"none", lambda value: b""),
    type(...): (b"dots", lambda value: b""),
    type(NotImplemented): (b"not", lambda value: b""),
    bool: (b"bool:", lambda value: b"%d" % value),
    int: (b"int:", lambda value: hex(value).encode()),
    float: (b"float:", lambda value: value.hex().encode()),
    complex: (b"complex:", lambda value: f"{value.real.hex()} {value.imag.hex()}".encode()),
    str: (b"str:", lambda value: value.encode("utf-8", "surrogatepass")),
    bytes: (b"bytes:", bytes),
    bytearray: (b"bytearray:", bytes),
}

DESCRIPTORS = types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType

OPEN_DOORS = frozenset({"eval", "exec", "globals", "__import__"})
"""Built-in functions through which code reaches what its source does not name."""

OF_THE_FILE = frozenset({"__file__", "__name__", "__package__", "__spec__", "__loader__", "__builtins__", "__doc__"})
"""Globals that tell where a module lies and not what it does."""

OF_PYTHON = """
__abstractmethods__ __annotate__ __annotate_func__ __annotations__ __annotations_cache__ __callable_proto_members_only__
__classcell__ __dataclass_fields__ __dataclass_params__ __dict__ __doc__ __firstlineno__ __match_args__ __module__
__non_callable_proto_members__ __orig_bases__ __parameters__ __protocol_attrs__ __qualname__ __slotnames__ __slots__
__static_attributes__ __type_params__ __weakref__ _abc_impl _field_defaults _fields _is_protocol _is_runtime_protocol
"""
UNSAID = frozenset(OF_PYTHON.split())
"""Attributes of a class that Python keeps for itself, or that are hashed by their meaning."""

MAKERS = frozenset({"abc", "collections", "dataclasses", "enum", "reprlib", "typing"})
"""Modules of Python that write methods into classes, otherwise in every version."""

SPOKEN = frozenset({"python fractions", "python pathlib"})
"""Modules of Python whose objects are pickled otherwise in every version, and are what they print as."""


class Unknowable(Exception):
    """Something that cannot be hashed honestly; the text says where it is and why."""


class Walk:
    """One walk through a value; equal values give equal hashes.

    >>> Walk().digest(("a", 1)) == Walk().digest(("a", 1)), Walk().digest(("a", 1)) == Walk().digest(("a", 1.0))
    (True, False)
    """

    def __init__(self) -> None:
        import hashlib  # only a user's own rule needs it

        self._sha256 = hashlib.sha256
        self._path: list[tuple[str, object]] = []
        self._open: dict[int, int] = {}
        self._done: dict[int, tuple[object, bytes]] = {}
        self._reach = sys.maxsize
        self._left = LIMIT

    def digest(self, value: Any) -> str:
        """Hash a value, or raise `Unknowable`."""
        try:
            return self._sha256(self._of(value)).hexdigest()
        except RecursionError:
            raise Unknowable("it is nested too deeply") from None

    def _of(self, value: Any, step: str = "", key: object = None) -> bytes:
        """Write an atom as it is and anything else as its hash; `step`, with `key` in it, leads to it, for messages."""
        atom = ATOMS.get(type(value))
        if atom is not None:
            return atom[0] + atom[1](value)
        done = self._done.get(id(value))
        if done is not None:
            return done[1]
        depth = len(self._open)
        if id(value) in self._open:
            # A way back, as in a function that calls itself: how far it leads says where to.
            self._reach = min(self._reach, self._open[id(value)])
            return b"back:%d" % (depth - self._open[id(value)])
        self._left -= 1
        if self._left < 0:
            raise Unknowable(f"it holds more than {LIMIT:,} objects")
        around, self._reach = self._reach, sys.maxsize
        self._open[id(value)] = depth
        self._path.append((step, key))
        result = self._joined(self._parts(value))
        self._path.pop()
        del self._open[id(value)]
        if self._reach >= depth:
            # Nothing in it leads out again, so its hash is the same wherever it is met.
            self._done[id(value)] = value, result
        self._reach = min(around, self._reach if self._reach < depth else sys.maxsize)
        return result

    def _joined(self, parts: Iterable[bytes | str]) -> bytes:
        """Hash parts one after another, each with its length, so that nothing runs together."""
        whole = self._sha256()
        for part in parts:
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            whole.update(b"%d:" % len(data) + data)
        return whole.digest()

    def _refuse(self, reason: str) -> Unknowable:
        where = "".join(step.format(key) for step, key in self._path).removeprefix(" > ")
        return Unknowable(f"{where or 'it'} {reason}")

    # ------------------------------------------------------------ kinds of values

    def _parts(self, value: Any) -> Iterator[bytes | str]:
        said = owner_says(value)
        if said:
            yield from ("named", *said)
            return
        kind = type(value)
        if kind in (list, tuple):
            yield kind.__name__
            for at, item in enumerate(value):
                yield self._of(item, "[{}]", at)
        elif isinstance(value, (dict, types.MappingProxyType)) and kind.__module__ in ("builtins", "types"):
            yield "dict"
            yield from self._items(value.items(), "[{!r}]")
        elif isinstance(value, (set, frozenset)):
            yield from ("set", self._of(kind))
            yield from sorted(self._of(item, "[{}]", "...") for item in value)
            yield self._state(getattr(value, "__dict__", {}))
        elif isinstance(value, types.ModuleType):
            yield from self._module(value, {""})
        elif isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, type):
            yield from self._class(value)
        else:
            yield from self._wrapper(value) or self._object(value)

    def _items(self, pairs: Iterable[tuple[Any, Any]], step: str) -> Iterator[bytes]:
        for key, value in pairs:
            yield self._of(key, step, key)
            yield self._of(value, step, key)

    def _state(self, attributes: dict[str, Any]) -> bytes:
        """The attributes of an object, in whichever order they were set."""
        return self._joined(self._items(sorted(attributes.items(), key=lambda pair: str(pair[0])), ".{}"))

    def _wrapper(self, value: Any) -> Iterator[bytes | str] | None:
        """What Python wraps around functions, or None."""
        kind = type(value).__name__
        if isinstance(value, types.MethodType):
            return iter(("method", self._of(value.__func__), self._of(value.__self__, " > its object")))
        if isinstance(value, (staticmethod, classmethod)):
            return iter((kind, self._of(value.__func__)))
        if isinstance(value, property):
            return iter((kind, self._of(value.fget), self._of(value.fset), self._of(value.fdel)))
        if isinstance(value, functools.cached_property):
            return iter((kind, self._of(value.func)))
        if isinstance(value, functools._lru_cache_wrapper):
            return iter(("cached", self._of(value.__wrapped__)))
        if isinstance(value, DESCRIPTORS):
            return iter(("method of", self._of(value.__objclass__), value.__name__))
        if isinstance(value, (types.BuiltinFunctionType, types.MethodWrapperType)):
            return self._builtin(value)
        return None

    def _builtin(self, value: Any) -> Iterator[bytes | str]:
        home = value.__self__
        if home is not None and not isinstance(home, types.ModuleType):
            yield from ("method", self._of(home, " > its object"), value.__name__)
            return
        module = value.__module__ or getattr(home, "__name__", "")
        whose = owner(module)
        if whose is None:
            raise self._refuse(f"is {describe(value)}, compiled code without a version")
        if module == "builtins" and value.__name__ in OPEN_DOORS:
            raise self._refuse(f"is {value.__name__}(), through which code can read anything")
        yield from ("built-in", whose, value.__qualname__)

    # ------------------------------------------------------------ code

    def _module(self, module: types.ModuleType, paths: set[str]) -> Iterator[bytes | str]:
        """A module by its owner; of a module of the user's, what is taken of it."""
        whose = owner(module.__name__)
        if whose is not None:
            yield from ("module", whose)
            return
        for path in sorted(paths):
            value: Any = module
            steps = path.split(".") if path else []
            while steps and isinstance(value, types.ModuleType) and owner(value.__name__) is None:
                if not hasattr(value, steps[0]):
                    raise self._refuse(f"has no attribute {steps[0]} yet")
                value = getattr(value, steps.pop(0))
            if isinstance(value, types.ModuleType) and owner(value.__name__) is None:
                raise self._refuse(f"is the module {value.__name__}, handed on as a whole, which has no version")
            yield from (path, self._of(value, ".{}", path))

    def _function(self, function: types.FunctionType) -> Iterator[bytes | str]:
        code, home = function.__code__, str(function.__globals__.get("__name__", ""))
        whose = owner(home)
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        if whose is not None:
            yield from ("function", whose)
            if _by_name(function, home):
                yield function.__qualname__
                return
            # Made by a function of a package: what it was made with is its closure.
            yield from (code.co_name, "" if whose.startswith("python ") else str(code.co_firstlineno))
        else:
            try:
                source = source_of(function)
            except SourceError as error:
                raise self._refuse(str(error)) from None
            yield from ("source", source.meaning)
            yield from self._imports(source.imports, function.__globals__)
            for name, paths in source.reads.items():
                if name not in cells:
                    yield from (name, *self._global(name, paths, function.__globals__))
            yield self._state({name: value for name, value in vars(function).items() if name != "__wrapped__"})
        for name, cell in cells.items():
            try:
                value = cell.cell_contents
            except ValueError:  # not bound yet
                yield from (name, "unset")
            else:
                yield from (name, self._of(value, " > {}", name))
        yield self._of(function.__defaults__, " > its defaults")
        yield self._state(function.__kwdefaults__ or {})

    def _global(self, name: str, paths: set[str], space: dict[str, Any]) -> Iterator[bytes | str]:
        builtins = sys.modules["builtins"]
        if name in OF_THE_FILE or not (name in space or hasattr(builtins, name)):
            yield "unset"
            return
        value = space[name] if name in space else getattr(builtins, name)
        if isinstance(value, types.ModuleType):
            self._path.append((" > {}", name))
            yield self._joined(self._module(value, paths))
            self._path.pop()
        else:
            yield self._of(value, " > {}", name)

    def _imports(self, names: Iterable[str], space: dict[str, Any]) -> Iterator[str]:
        for name in names:
            whole = str(space.get("__package__") or "") if name.startswith(".") else name
            whose = owner(whole)
            if whose is None:
                raise self._refuse(f"imports {name} when it is called, which has no version")
            yield whose

    def _class(self, kind: type) -> Iterator[bytes | str]:
        whose = owner(kind.__module__)
        yield from ("class", kind.__name__)
        if whose is not None and _by_name(kind, kind.__module__):
            yield from (whose, kind.__qualname__)
            return
        bases = [base for base in kind.__bases__ if base is not object]
        yield self._joined(self._of(base, " > {}", base.__name__) for base in bases)
        if owner(type(kind).__module__) is None:
            yield self._of(type(kind), " > its metaclass")
        if issubclass(kind, enum.Enum):
            for name, member in kind.__members__.items():
                added = {key: value for key, value in vars(member).items() if not key.startswith("_")}
                yield from (name, self._of(member.value, ".{}", name), self._state(added))
        if "__dataclass_fields__" in vars(kind):
            for field in dataclasses.fields(kind):
                facts = field.name, field.default, field.default_factory, field.init, field.compare, field.kw_only
                yield self._of(facts, ".{}", field.name)
        if issubclass(kind, tuple):
            yield self._of((getattr(kind, "_fields", ()), getattr(kind, "_field_defaults", {})), " > its fields")
        for name, value in sorted(vars(kind).items()):
            if not (name in UNSAID or _made_by_python(kind, name, value)):
                yield from (name, self._of(value, ".{}", name))

    # ------------------------------------------------------------ objects

    def _object(self, value: Any) -> Iterator[bytes | str]:
        kind = type(value)
        if kind.__module__ == "numpy" and hasattr(value, "tobytes") and not value.dtype.hasobject:
            yield from ("array", value.dtype.str, str(value.shape), value.tobytes())
            return
        yield from ("object", self._of(kind))
        if isinstance(value, enum.Enum):
            yield self._of(value.value)
        elif isinstance(value, re.Pattern):
            yield from (self._of(value.pattern), str(value.flags))
        elif isinstance(value, functools.partial):
            yield from (self._of(value.func, " > its function"), self._of(value.args, " > its arguments"))
            yield self._state(value.keywords)
        elif owner(kind.__module__) in SPOKEN:
            yield str(value)
        elif owner(kind.__module__) == "python logging":
            yield "logger"  # what it writes does not change what a rule returns
        elif hasattr(kind, "__next__"):
            raise self._refuse(f"is {describe(value)}, which changes as it is read")
        else:
            yield from self._pickled(value)

    def _pickled(self, value: Any) -> Iterator[bytes | str]:
        """The state of an object as pickling sees it; an object that holds more than that refuses to be pickled."""
        try:
            parts = value.__reduce_ex__(2)
            if isinstance(parts, str):
                # Compiled functions are pickled by their name, which says who they are if their package has a version.
                whose = owner(str(value.__module__))
                if whose is None:
                    raise TypeError("it is known by its name alone")
                yield from (whose, parts)
                return
            make, arguments, state, items, pairs = (*parts, None, None, None)[:5]
            items, pairs = list(items or ()), list(pairs or ())
        except Exception as error:
            raise self._refuse(f"is {describe(value)}, whose state cannot be read ({error})") from None
        if dataclasses.is_dataclass(value) and not _pickles_itself(type(value)):
            fields = {field.name: getattr(value, field.name, None) for field in dataclasses.fields(value)}
            state = {**fields, **getattr(value, "__dict__", {})}
        yield from (self._of(make), self._of(arguments, " > its arguments"))
        slots = isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], dict)
        for part in state if slots else (state,):
            if isinstance(part, dict):
                yield self._state({name: item for name, item in part.items() if not _cached(type(value), name)})
            else:
                yield self._of(part, " > its state")
        yield from (self._of(items), self._of(pairs))


def _pickles_itself(kind: type) -> bool:
    """Whether a class says itself what its state is."""
    names = ("__reduce__", "__reduce_ex__", "__getstate__")
    methods = [(getattr(kind, name, None), getattr(object, name, None)) for name in names]
    return any(own is not plain and _writer(own) != "dataclasses" for own, plain in methods)


def _by_name(value: Any, module: str) -> bool:
    """Whether a function or class is the one that its module has under its name."""
    place: Any = sys.modules.get(module)
    for step in value.__qualname__.split("."):
        place = getattr(place, step, None)
    return place is value


def _made_by_python(kind: type, name: str, value: Any) -> bool:
    """Whether Python wrote an attribute into a class: slots, and what enums, named tuples and data classes get."""
    if isinstance(value, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return True
    if issubclass(kind, enum.Enum) and (name in kind.__members__ or name in ("__new_member__", "_new_member_")):
        return True
    if issubclass(kind, enum.Enum) and name[0] == name[-1] == "_" and not isinstance(value, types.FunctionType):
        return True
    if issubclass(kind, tuple) and name in getattr(kind, "_fields", ()):
        return True
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    while isinstance(value, types.FunctionType) and hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    generated = isinstance(value, types.FunctionType) and value.__code__.co_filename.startswith("<string>")
    written = _writer(value) in MAKERS or (generated and bool({"__dataclass_fields__", "_fields"} & vars(kind).keys()))
    return written and (name.startswith("__") or issubclass(kind, (enum.Enum, tuple)))


def _cached(kind: type, name: object) -> bool:
    """Whether an attribute holds what a cached property found."""
    return isinstance(getattr(kind, str(name), None), functools.cached_property)


def _writer(value: Any) -> str:
    return str(getattr(value, "__globals__", {}).get("__name__", ""))
