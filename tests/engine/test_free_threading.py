"""On a free-threaded Python the package works without the interpreter lock."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig

import pytest

SCRIPT = """
import sys
import numpy
if sys._is_gil_enabled():
    print("numpy")
else:
    import infrarouge, infrarouge._core
    infrarouge.score(prediction="a b", reference="a b")
    print(sys._is_gil_enabled())
"""


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has an interpreter lock")
def test_importing_does_not_switch_the_interpreter_lock_on() -> None:
    pytest.importorskip("infrarouge._core")
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHON_GIL", "INFRAROUGE_ENGINE")}
    told = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=env, check=True)
    if told.stdout.strip() == "numpy":
        pytest.skip("this NumPy switches the interpreter lock on")
    assert told.stdout.strip() == "False", told.stderr
    assert "GIL" not in told.stderr
