"""Looks for faults for a stated time: C++ fuzzers, the differential fuzzer of the public functions, hostile calls, threads.

    python tools/fuzz.py --seconds 3600

The C++ fuzzers run under libFuzzer with ASan and UBSan where clang++ has them, and as plain programs otherwise. An input
that fails stays in the tree (`cpp/fuzz/corpus`, `tests/properties/corpus`), and the tests run it from then on.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
FLAGS = ["-std=c++17", "-O1", "-g", "-pthread", f"-I{ROOT / 'cpp/include'}", f"-I{ROOT / 'cpp/fuzz'}"]
SANITIZE = "address,undefined"


def targets() -> list[Path]:
    return sorted((ROOT / "cpp/fuzz").rglob("fuzz_*.cpp"))


def compiler() -> tuple[list[str], bool]:
    """The compiler with its flags, and whether it brings libFuzzer."""
    clang = os.environ.get("CLANG", "clang++")
    if shutil.which(clang):
        with_fuzzer = [clang, *FLAGS, f"-fsanitize=fuzzer,{SANITIZE}", "-DINFRAROUGE_LIBFUZZER"]
        probe = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
        tried = subprocess.run(
            [*with_fuzzer, "-x", "c++", "-", "-o", os.devnull], input=probe, text=True, capture_output=True
        )
        if tried.returncode == 0:
            return with_fuzzer, True
    return [os.environ.get("CXX", "c++"), *FLAGS, f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all"], False


def build(source: Path, command: list[str]) -> Path:
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / source.stem
    subprocess.run([*command, str(source), "-o", str(program)], check=True)
    return program


def run_native(source: Path, program: Path, libfuzzer: bool, seconds: float) -> tuple[int, bool]:
    """How many inputs a target took in the time, and whether all were fine."""
    kept = ROOT / "cpp/fuzz/corpus" / source.stem
    if libfuzzer:
        seen = BUILD / f"{source.stem}.seen"
        seen.mkdir(exist_ok=True)
        kept.mkdir(parents=True, exist_ok=True)
        command = [str(program), f"-max_total_time={max(1, int(seconds))}", "-print_final_stats=1", "-verbosity=0"]
        command += [f"-artifact_prefix={kept}/", "-timeout=60", "-rss_limit_mb=4096", str(seen), str(kept)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
        if done.returncode:
            print(done.stderr[-4000:], file=sys.stderr)
        if not any(kept.iterdir()):
            kept.rmdir()
        number = re.search(r"number_of_executed_units: (\d+)", done.stderr)
        return int(number[1]) if number else 0, done.returncode == 0
    end, inputs, seed = time.monotonic() + seconds, 0, time.time_ns() % 2**31
    while time.monotonic() < end:
        done = subprocess.run([str(program), "2000", str(seed)], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            print(f"{program.name} 2000 {seed}\n{done.stderr[-4000:]}", file=sys.stderr)
            return inputs, False
        inputs, seed = inputs + 2000, seed + 1
    return inputs, True


def run_python(script: str, *arguments: str) -> tuple[str, bool]:
    """The last line that a script of the tests prints, and whether it found nothing."""
    paths = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "tests" / script), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(done.stdout[-4000:], done.stderr[-4000:], file=sys.stderr)
    lines = done.stdout.strip().splitlines()
    return lines[
        -1
    ] if done.returncode == 0 and lines else f"{script} ended with {done.returncode}", done.returncode == 0


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=float, default=3600)
    seconds = options.parse_args().seconds
    command, libfuzzer = compiler()
    print(f"{command[0]}, {'libFuzzer' if libfuzzer else 'plain drivers'}, {seconds:.0f} s", flush=True)
    programs = {source: build(source, command) for source in targets()}
    fine: list[bool] = []

    def python_part() -> None:
        for script, *arguments in (
            ("properties/fuzz.py", "--seconds", str(0.8 * seconds)),
            ("engine/hostile_fuzz.py", str(max(100, int(seconds)))),
            ("engine/hostile_every.py", str(max(1000, int(20 * seconds)))),
            ("engine/stress.py", str(0.1 * seconds)),
        ):
            line, good = run_python(script, *arguments)
            print(f"{script}: {line}", flush=True)
            fine.append(good)

    beside = threading.Thread(target=python_part)
    beside.start()
    for source, program in programs.items():
        inputs, good = run_native(source, program, libfuzzer, seconds / len(programs))
        print(f"{source.stem}: {inputs:,} inputs{'' if good else ', a finding'}", flush=True)
        fine.append(good)
    beside.join()
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
