"""Makes golden files again with the tools that gave them, and compares them with what the tree holds.

Each tool is installed from PyPI or npm, in the version that the header of its files states, into an environment of its
own under --scratch; a recipe in tools/recipes calls it with the options of the header. Every number is compared as JSON
writes it, so that the last bit and the sign of a zero count. Type for all tools, or for one:

    python tools/remake_goldens.py
    python tools/remake_goldens.py rouge-score
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from goldens import GOLDEN, content, header, packed, parts, rows  # noqa: E402  (after the path is set)

RECIPES = ROOT / "tools" / "recipes"
# pycocoevalcap is a namespace without a file of its own, which a module of that name would hide.
SHARED = {"korouge-score": "rouge_score.py", "js-rouge": "js_rouge.cjs", "pycocoevalcap": "coco_captions.py"}
"""Recipes that are not named after their tool."""
LEFT = {
    "ROUGE-1.5.5": "a Perl program that no registry has",
    "ROUGE-2.0": "a Java archive that no registry has",
    "rage4j": "a snapshot of a Java library that no registry has",
    "multilingual_rouge_scoring of csebuetnlp/xl-sum": "a folder of a repository, at a commit that no registry has",
    "evaluate": "its metric is a script that is loaded from a hub, not from a registry",
    "documented-examples.json": "what documents print, beside numbers of several tools",
    "py-rouge/cases.json": "its calls are described, not written out",
    "py-rouge/special-cases.tsv": "a table inside the package",
    "py-rouge/tokens.jsonl.gz": "steps that the package does not offer by themselves",
    "rouge-score/sentences-punkt_english.jsonl.gz": "needs data of NLTK that no registry has",
    "sumeval/stemming-several_lemmas.tsv": "a table inside the package",
}
"""Why a file or all files of a tool are left as they are."""


@dataclass
class Tally:
    """The files of a run by what became of them."""

    same: list[str] = field(default_factory=list)
    differ: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def names() -> list[str]:
    """Every golden file that has a header."""
    files = (path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file())
    return sorted(name for name in files if not name.endswith(".md") and header(name))


def held(name: str) -> Any:
    """What a golden file holds now: rows, a value or a text."""
    if ".jsonl" in name:
        return rows(name)
    return content(name) if name.endswith(".json") else parts(name)[1]


def canonical(value: Any) -> str:
    """A value as text, in which every bit of a float and the sign of a zero show; the order of keys does not."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def difference(old: Any, new: Any) -> str | None:
    """Where two contents part first, or None if they are the same."""
    if canonical(old) == canonical(new):
        return None
    if isinstance(old, str) and isinstance(new, str):
        old, new = old.split("\n"), new.split("\n")
    if not isinstance(old, list) or not isinstance(new, list) or len(old) != len(new):
        sizes = [len(side) if isinstance(side, (list, dict, str)) else 1 for side in (old, new)]
        return f"{sizes[0]} entries held, {sizes[1]} remade"
    apart = [at for at, (one, other) in enumerate(zip(old, new, strict=True)) if canonical(one) != canonical(other)]
    before, after = canonical(old[apart[0]]), canonical(new[apart[0]])
    start = max(0, next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0) - 60)
    return (
        f"{len(apart)} of {len(old)} entries; the first is entry {apart[0]}\n"
        f"    held:   ...{before[start : start + 160]}\n    remade: ...{after[start : start + 160]}"
    )


def recipe_name(tool: str) -> str:
    """The file of the recipes of a tool."""
    return SHARED.get(tool, f"{tool.replace('-', '_')}.py")


def installed(tool: str, version: str, needs: dict[str, str], scratch: Path) -> list[str]:
    """Install a tool, unless it is there, and answer with the command that runs its recipe."""
    folder = scratch / f"{tool}-{version}"
    recipe = RECIPES / recipe_name(tool)
    stamp = folder / ".installed"
    if recipe.suffix == ".cjs":
        if not stamp.exists():
            folder.mkdir(parents=True, exist_ok=True)
            npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
            subprocess.run([*npm, f"{tool}@{version}"], check=True)
            stamp.touch()
        return ["env", f"NODE_PATH={folder / 'node_modules'}", "node", str(recipe)]
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not stamp.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pins = [f"{name}=={pin}" for name, pin in {tool: version, **needs}.items()]
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *pins], check=True)
        stamp.touch()
    return [str(python), str(RECIPES / "run.py"), str(recipe)]


def remade(files: list[str], command: list[str]) -> Iterator[tuple[str, Any]]:
    """What the tool gives for each file, as it comes."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow"}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as jobs:
        for name in files:
            about = header(name)
            texts = rows(about["inputs"]) if str(about["inputs"]).endswith(".jsonl") else []
            job = {"name": name, "tool": about["tool"], "recipe": about["recipe"], "options": about["options"]}
            jobs.write(json.dumps({**job, "inputs": texts, "held": held(name)}) + "\n")
        jobs.seek(0)
        with subprocess.Popen(
            command, stdin=jobs, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        ) as running:
            assert running.stdout is not None
            for line in running.stdout:
                answer = json.loads(line)
                yield answer["name"], answer["content"]


def written(name: str, value: Any) -> None:
    """Put what the tool gave into a golden file, under the header that it has."""
    if isinstance(value, str):
        rest = value
    elif ".jsonl" in name:
        rest = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in value)
    else:
        rest = json.dumps(value, ensure_ascii=False, indent=1)
    (GOLDEN / name).write_bytes(packed(name, header(name), rest))


def remake(tool: str, version: str, files: list[str], scratch: Path, write: bool, tally: Tally) -> None:
    """Compare the files of one tool, or write those that differ."""
    try:
        command = installed(tool, version, header(files[0])["with"], scratch)
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"{tool} {version} does not install: {error}")
        tally.failed += files
        return
    answered = set()
    for name, value in remade(files, command):
        answered.add(name)
        where = difference(held(name), value)
        (tally.differ if where else tally.same).append(name)
        print(f"{name}: {'same' if where is None else where}", flush=True)
        if where and write:
            written(name, value)
    missing = [name for name in files if name not in answered]
    tally.failed += missing
    for name in missing:
        print(f"{name}: the recipe failed")


def main(arguments: list[str] | None = None) -> int:
    """Run the command, and answer 1 if a file differs and is not written, or could not be made."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "tools", nargs="*", metavar="TOOL", help="tools as their headers name them; all if none is named"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="compare and write nothing (the default)")
    mode.add_argument("--write", action="store_true", help="write the files that differ")
    parser.add_argument("--scratch", type=Path, default=ROOT / ".peers" / "goldens", help="where tools are installed")
    options = parser.parse_args(arguments)
    by_tool: dict[tuple[str, str], list[str]] = {}
    tally = Tally()
    for name in names():
        about = header(name)
        if options.tools and about["tool"] not in options.tools:
            continue
        if about["recipe"]:
            by_tool.setdefault((about["tool"], about["version"]), []).append(name)
        else:
            tally.left.append(name)
    if not by_tool and not tally.left:
        known = ", ".join(sorted({header(name)["tool"] for name in names()}))
        parser.error(f"no golden file is of {', '.join(options.tools)}; the tools are {known}")
    for (tool, version), files in by_tool.items():
        remake(tool, version, files, options.scratch.resolve(), options.write, tally)
    for name in tally.left:
        print(f"{name}: left as it is: {LEFT.get(name) or LEFT[header(name)['tool']]}")
    counts = (
        f"{len(tally.same)} the same, {len(tally.differ)} differ, {len(tally.failed)} failed, {len(tally.left)} left"
    )
    print(counts)
    return int(bool(tally.failed or (tally.differ and not options.write)))


if __name__ == "__main__":
    sys.exit(main())
