"""Rules of a user's own are told apart by all that decides what they do, alike on every Python, or refused."""

from __future__ import annotations

import functools
import importlib.util
import json
import linecache
import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import SignatureError
from infrarouge.rules.catalogue import profile
from infrarouge.rules.identity import content_hash, identity, named, unsigned
from infrarouge.rules.profile import Profile

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"

# What own_rules.py prints on Python 3.10 to 3.13; a change here changes signatures that people have published.
EXPECTED = {
    "everything": "40e4a1f1",
    "factorial": "06dd677a",
    "even": "79d7e599",
    "object": "e628d5a5",
    "object with other state": "8d7fd24a",
    "method": "0ac58e53",
    "class": "0b8e0c6b",
    "frozen data class": "9d0ab6c1",
    "frozen data class with other state": "825d441d",
    "data class": "355e7efc",
    "enum": "987c3e99",
    "named tuple": "1396c740",
    "generic": "0402ed3a",
    "protocol": "65dd8441",
    "closure over x": "c7b24f2c",
    "closure over y": "1d886a01",
    "wrapped": "79150804",
    "cached": "eb5dea32",
    "first lambda of a line": "42de3420",
    "second lambda of a line": "3a490dad",
    "lambda in lambda": "8e7551be",
    "values": "b9772c40",
    "library": "d67ca616",
    "named inside": "0759da28",
    "coroutine": "a438f283",
    "partial": "573391ad",
    "pattern": "143aae27",
    "table": "27298f77",
    "str.split": "8bd87496",
    "bound str.split": "5330d62b",
    "len": "c20631d2",
    "itemgetter": "19ca54ba",
    "methodcaller": "45cf1556",
    "dict": "9ada9d4d",
    "numbers": "19eb8af2",
    "text": "f067a6fe",
    "set": "4d0e73be",
    "flags": "e036e59c",
    "standard": "5a353a78",
    "collections": "7c4f0242",
}


# ---------------------------------------------------------------- the same everywhere


def interpreters() -> Iterator[str]:
    """This Python, and those of other versions that are installed."""
    yield sys.executable
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(10, 14):
        candidates = [*sorted(home.glob(f"3.{minor}.*/bin/python")), shutil.which(f"python3.{minor}")]
        for candidate in candidates:
            works = (
                candidate and subprocess.run([candidate, "-c", ""], capture_output=True, check=False).returncode == 0
            )
            if works and sys.version_info[:2] != (3, minor):
                yield str(candidate)
                break


@pytest.mark.parametrize("python", list(interpreters()))
def test_hashes_are_the_same_in_every_process_and_on_every_python(python: str) -> None:
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [python, str(HERE / "own_rules.py")], capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == EXPECTED


def test_no_two_rules_have_one_hash() -> None:
    assert len(set(EXPECTED.values())) == len(EXPECTED)


def module(text: str, path: Path) -> types.ModuleType:
    """Write a module and import it under a name of its own."""
    path.write_text(text, encoding="utf-8")
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    # A file that is written twice within a second would else be taken from its cache.
    exec(compile(text, str(path), "exec"), loaded.__dict__)
    return loaded


def test_formatting_comments_and_names_do_not_matter(tmp_path: Path) -> None:
    one = module(
        "def cut(text: str) -> list[str]:\n    '''Cut.'''\n    return text.split('-')\n", tmp_path / "first.py"
    )
    two = module(
        "x = 1\n\ndef other(text):\n    # a comment\n    return (text\n        .split('-'))", tmp_path / "second.py"
    )
    three = module("same = lambda text: text.split('-')", tmp_path / "third.py")
    assert identity(one.cut) == identity(two.other) == identity(three.same)


BASE = """
import re
SEP = " "
TABLE = {"a": ["b"]}
class Stem:
    least = 3
    def __init__(self, size): self.size = size
    def __call__(self, word): return word[: max(self.least, self.size)]
def helper(text): return text.split(SEP)
def make(sep, stem=Stem(4)):
    def cut(text, times=2, *, more=3): return [stem(word) for word in helper(text) * times] + TABLE["a"]
    cut.note = "n"
    return cut
rule = make("-")
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('SEP = " "', 'SEP = "-"'),
        ('["b"]', '["c"]'),
        ("least = 3", "least = 4"),
        ("= size", "= size + 1"),
        ("max(", "min("),
        ("split(SEP)", "split(SEP, 1)"),
        ("Stem(4)", "Stem(5)"),
        ("times=2", "times=3"),
        ("more=3", "more=4"),
        ('cut.note = "n"', 'cut.note = "m"'),
        ("helper(text) *", "helper(text.lower()) *"),
        ("text, times", "text, /, times"),
        ('= {"a"', '= {"z": 1, "a"'),
    ],
)
def test_whatever_decides_the_outcome_changes_the_hash(tmp_path: Path, old: str, new: str) -> None:
    assert old in BASE
    before = module(BASE, tmp_path / "before.py")
    again = module(BASE, tmp_path / "again.py")
    after = module(BASE.replace(old, new), tmp_path / "after.py")
    assert identity(before.rule) == identity(again.rule) != identity(after.rule)


def test_state_is_looked_at_when_a_profile_takes_a_rule_up() -> None:
    class Cutter:
        def __init__(self, sep: str) -> None:
            self.sep = sep

        def tokenize(self, text: str) -> list[str]:
            return text.split(self.sep)

    cutter = Cutter(" ")
    before = profile(tokens=cutter)
    assert before.signature == profile(tokens=Cutter(" ")).signature
    cutter.sep = "-"
    after = profile(tokens=cutter)
    assert before != after
    assert before.signature != after.signature == profile(tokens=Cutter("-")).signature
    assert before.replace(alpha=0.2).signature == f"{before.signature}|a:0.2"


def test_a_module_of_the_users_counts_by_what_is_taken_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    using = "import own_helpers\ndef rule(text): return own_helpers.cut(text)"
    hashes = []
    for body in ("return text.split('-')", "return text.split(' ')"):
        helpers = module(f"other = object()\ndef cut(text): {body}", tmp_path / "own_helpers.py")
        monkeypatch.setitem(sys.modules, "own_helpers", helpers)
        hashes.append(identity(module(using, tmp_path / "using.py").rule))
    assert len(set(hashes)) == 2
    with pytest.raises(SignatureError, match="own_helpers is the module own_helpers, handed on as a whole"):
        identity(module(using.replace("own_helpers.cut(text)", "own_helpers"), tmp_path / "using.py").rule)
    with pytest.raises(SignatureError, match="imports own_helpers when it is called"):
        identity(module("def rule(text):\n    import own_helpers\n", tmp_path / "using.py").rule)


def test_words_and_sets_of_words_do_not_run_together() -> None:
    assert content_hash(frozenset({"a", "b"})) != content_hash(frozenset({"a\nb"}))
    assert content_hash((("a", "b"),)) != content_hash((("a\tb",),)) != content_hash((("a",), ("b",)))
    assert re.fullmatch("[0-9a-f]{8}", content_hash(frozenset({"a"})))


# ---------------------------------------------------------------- reading back


def test_parse_takes_only_the_same_function() -> None:
    spaces, dashes = profile(tokens=lambda text: text.split(" ")), profile(tokens=lambda text: text.split("-"))
    assert spaces.signature != dashes.signature
    assert Profile.parse(spaces.signature, tokens=spaces.text.tokens) == spaces
    with pytest.raises(ValueError, match=r"pass the same object: Profile.parse\(signature, tokens=...\)"):
        Profile.parse(spaces.signature)
    other = re.escape(dashes.signature.partition(":")[2])
    with pytest.raises(ValueError, match=rf"pass the same object.* \(tokens= is {other}\)"):
        Profile.parse(spaces.signature, tokens=dashes.text.tokens)


def test_parse_takes_only_the_same_name_and_version() -> None:
    cut = profile("rouge-score", tokens=named(str.split, name="spaces", version="1.0"))
    assert cut.signature == "rouge-score-0.1.2|tok:custom-spaces@1.0"
    assert Profile.parse(cut.signature, tokens=named(str.split, name="spaces", version="1.0")) == cut
    for name, version in (("spaces", "1.1"), ("space", "1.0")):
        with pytest.raises(ValueError, match=rf"tokens= is custom-{name}@{version}"):
            Profile.parse(cut.signature, tokens=named(str.split, name=name, version=version))
    with pytest.raises(ValueError, match=r"tokens= is custom-[0-9a-f]{8}\)"):
        Profile.parse(cut.signature, tokens=str.split)


# ---------------------------------------------------------------- names


class Cutter:
    """An object that refuses to be pickled, as compiled ones do."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def tokenize(self, text: str) -> list[str]:
        return text.split("-")


def test_an_object_carries_its_name_itself() -> None:
    cutter: Any = Cutter()
    cutter.infrarouge_name = "cutter"
    with pytest.raises(SignatureError, match=r"the version of an object of type .*Cutter is None; .* version='1.2'"):
        profile(tokens=cutter)
    cutter.infrarouge_version = "2"
    assert profile(tokens=cutter).signature == "infrarouge-1|tok:custom-cutter@2"
    assert profile(tokens=cutter.tokenize).signature == "infrarouge-1|tok:custom-cutter.tokenize@2"
    held = profile(tokens=lambda text: cutter.tokenize(text)).signature
    cutter.infrarouge_version = "3"
    assert profile(tokens=lambda text: cutter.tokenize(text)).signature != held


def test_a_named_rule_works_as_before() -> None:
    from infrarouge import Rouge

    cutter = named(Cutter(), name="cutter", version="1")
    assert Rouge(tokens=cutter).tokenize("a-b c") == ["a", "b c"]
    assert Rouge(tokens=named(cutter.tokenize, name="cutter", version="1")).tokenize("a-b c") == ["a", "b c"]
    assert named(str.split, name="a", version="1") != named(str.upper, name="a", version="1")


@functools.partial(named, name="module-level", version="1")
def replaced(text: str) -> list[str]:
    return text.split()


def test_named_rules_pickle(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = named(str.split, name="spaces", version="1.0")
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert pickle.loads(pickle.dumps(profile(tokens=rule))) == profile(tokens=rule)
    # A function that its named self took the place of is found under its name.
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or types.SimpleNamespace(replaced=replaced))
    assert pickle.loads(pickle.dumps(replaced)) is replaced


@pytest.mark.parametrize("wrong", ["", "a b", "a|b", "a@b", "100%", "a\n", None, 1.2])
def test_a_name_must_fit_into_a_signature(wrong: Any) -> None:
    with pytest.raises(SignatureError, match=r"the name of str.split is .*; give a str without blanks.* name='mecab'"):
        named(str.split, name=wrong, version="1")
    with pytest.raises(SignatureError, match=r"the version of str.split is .* version='1.2'"):
        named(str.split, name="spaces", version=wrong)


def test_names_of_rules_are_not_named_again() -> None:
    with pytest.raises(SignatureError, match="'alnum' can be given as it is"):
        named("alnum", name="a", version="1")


# ---------------------------------------------------------------- refusals


def generator() -> Iterator[int]:
    yield 1


FILE = (HERE / "own_rules.py").open(encoding="utf-8")
FILE.close()
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (
            Cutter(),
            r"tokens is an object of type .*Cutter, .*: \.lock is an object of type _thread.lock, whose state cannot",
        ),
        (Cutter().tokenize, r"tokens is Cutter.tokenize, .*: its object.lock is"),
        (
            lambda text: FILE.read(),
            "tokens is a lambda, .*: FILE is an object of type _io.TextIOWrapper, which changes",
        ),
        (lambda text: DEEP, "it is nested too deeply"),
        (generator().__next__, "its object is .*generator, which changes as it is read"),
        (lambda text: eval(text), r"eval is eval\(\), through which code can read anything"),
        (lambda text: globals()[text], r"globals is globals\(\), through which"),
        (eval("lambda text: text"), "it has no source that Python keeps"),
        (functools.partial(eval("lambda a, b: b"), 1), "its function has no source that Python keeps"),
    ],
)
def test_what_cannot_be_hashed_is_refused_with_the_line_to_type(rule: Any, says: str) -> None:
    with pytest.raises(SignatureError, match=says) as caught:
        profile(tokens=rule)
    line = str(caught.value).rpartition("type: ")[2]
    assert re.fullmatch(r"tokens=infrarouge\.named\((\.\.\.|lambda \.\.\.), name='[\w.-]+', version='1'\)", line)
    typed = re.sub(r"infrarouge\.named\((?:lambda )?\.\.\.", "named(rule", line)
    assert "tok:custom-" in eval(f"profile({typed})").signature


def test_the_line_names_a_function_of_a_package_with_its_version() -> None:
    nltk = pytest.importorskip("nltk")
    stem: Any = nltk.stem.PorterStemmer()
    assert re.fullmatch("custom-[0-9a-f]{8}", identity(stem.stem))
    stem.lock = threading.Lock()
    with pytest.raises(SignatureError) as caught:
        profile(stemmer=stem.stem)
    assert f"stemmer=infrarouge.named(..., name='nltk.stem', version='{nltk.__version__}')" in str(caught.value)


def test_a_file_that_was_edited_after_its_import_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "edited.py"
    rule = module("def rule(text):\n    return text.split('-')\n", path).rule
    path.write_text("def rule(text):\n    return text.split('+')  # longer\n", encoding="utf-8")
    with pytest.raises(SignatureError, match=r"it does not run what .*edited.py says: the file has changed"):
        identity(rule)


def test_lambdas_alike_on_one_line_are_refused(tmp_path: Path) -> None:
    # Numbers that are added while compiling would leave other constants behind in Python 3.14.
    folded = module("a, b = (lambda text: not text in 'ab'), (lambda text: text not in 'ab')", tmp_path / "folded.py")
    with pytest.raises(SignatureError, match="it is one of several lambdas alike on line 1"):
        identity(folded.a)
    same = module("a, b = (lambda text: 2), (lambda text: 2)", tmp_path / "same.py")
    assert identity(same.a) == identity(same.b)


def test_drop_ins_show_no_signature_and_refuse_nothing() -> None:
    from infrarouge.compat import evaluate, js_rouge

    texts = {"predictions": ["a-b"], "references": ["a-c"]}
    cut: Callable[[str], list[str]] = eval("lambda text: text.split('-')")
    assert evaluate.rouge(**texts, rouge_types=["rouge1"], use_aggregator=False, tokenizer=cut) == {"rouge1": [0.5]}
    assert js_rouge.n("a-b", "a-c", {"n": 1, "tokenizer": cut}) == 0.5
    assert unsigned(cut) == unsigned(cut)
