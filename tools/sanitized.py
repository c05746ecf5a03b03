"""Runs tests of the Python package on a core that was built with sanitizers.

python tools/sanitized.py address,undefined tests/engine tests/properties/test_engines.py
python tools/sanitized.py thread tests/engine/stress.py
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}
OPTIONS = {
    # The interpreter keeps memory until it ends; that is no leak of the core.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=0:exitcode=66:report_signal_unsafe=0:ignore_noninstrumented_modules=1",
}


def built(kind: str) -> Path:
    """A folder with the package and a core built with these sanitizers."""
    build = ROOT / "build" / f"module-{kind}"
    configure = ["cmake", "-S", str(ROOT), "-B", str(build), "-DCMAKE_BUILD_TYPE=RelWithDebInfo"]
    configure += ["-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g", f"-DPython_EXECUTABLE={sys.executable}"]
    configure += ["-DINFRAROUGE_MODULE=ON", f"-DINFRAROUGE_SANITIZE={kind}"]
    if kind == "thread" and sysconfig.get_config_var("Py_GIL_DISABLED"):
        configure.append("-DINFRAROUGE_SEEN_LOCKS=ON")
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(build), "--target", "_core", "--parallel", "2"], check=True)
    package = build / "package" / "infrarouge"
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src" / "infrarouge", package, ignore=ignored, dirs_exist_ok=True)
    for module in build.glob("_core*.so"):
        shutil.copy(module, package)
    return package.parent


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("kind", help="address,undefined or thread")
    options.add_argument("tests", nargs="+", help="tests for pytest, or one program of the tests with its arguments")
    told = options.parse_args()
    compiler = os.environ.get("CXX", "c++")
    libraries = [
        subprocess.run([compiler, f"-print-file-name={LIBRARIES[one]}"], capture_output=True, text=True).stdout.strip()
        for one in told.kind.split(",")
    ]
    paths = [str(built(told.kind)), str(ROOT / "tests"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    program = told.tests[0].endswith(".py") and not Path(told.tests[0]).name.startswith("test_")
    runs = (
        f"import runpy; sys.argv[:] = {told.tests!r}; runpy.run_path({told.tests[0]!r}, run_name='__main__')"
        if program
        else f"import pytest; sys.exit(pytest.main(['-q', '-x', '-p', 'no:xdist', *{told.tests!r}]))"
    )
    # Without site the editable install stays out of the way; what it depends on is added by hand.
    code = f"import sys; sys.path[:0] = {paths!r}; import infrarouge._core; {runs}"
    env = {**os.environ, **OPTIONS, "LD_PRELOAD": " ".join(libraries), "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run([sys.executable, "-S", "-W", "ignore", "-c", code], cwd=ROOT, env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
