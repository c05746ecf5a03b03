"""Clusters of Spark on this machine, a table to score on them, and ways to hurt them while they do."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import infrarouge as ir

Row = tuple[Any, ...]
Batches = Iterator[Any]

ROWS, PARTITIONS, BATCH = 600, 5, 40
LONGEST = 600
"""Seconds after which a test gives up."""
RULES: dict[str, Any] = {"metrics": "rouge1 rougeL", "stemmer": "porter", "n_resamples": 60}
SCHEMA = "id long, p string, q string, r string, refs array<string>, extra string, g string"
MARKS = [pytest.mark.spark, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]


def needs() -> None:
    """Skip a module of tests where Spark cannot run."""
    pytest.importorskip("pyspark")
    pytest.importorskip("pyarrow")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("Spark needs Java", allow_module_level=True)


@contextmanager
def session(master: str, **more: Any) -> Iterator[Any]:
    """A session with executors that find this package, and no other network than this machine's own."""
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:  # a page or module whose examples ran before
        running.stop()
    paths = [str(Path(ir.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    settings = {
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": False,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "spark.sql.execution.arrow.maxRecordsPerBatch": BATCH,
        "spark.sql.shuffle.partitions": 3,
        **more,
    }
    builder = SparkSession.builder.master(master).appName("infrarouge")
    for name, value in settings.items():
        builder = builder.config(name, value)
    running = builder.getOrCreate()
    running.sparkContext.setLogLevel("OFF")
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def two_hosts(folder: Path) -> Iterator[str]:
    """A cluster whose two workers have addresses of their own, because Spark runs no second copy of a task on one host."""
    import pyspark

    home = Path(pyspark.__file__).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"spark://127.0.0.1:{port}"
    deploy = "org.apache.spark.deploy"
    commands = {"127.0.0.1": [f"{deploy}.master.Master", "--port", str(port), "--webui-port", "0"]}
    for host in ("127.0.0.2", "127.0.0.3"):
        own = ["--cores", "1", "--memory", "600m", "--webui-port", "0", "--work-dir", str(folder / host), url]
        commands[host] = [f"{deploy}.worker.Worker", *own]
    processes = []
    try:
        for host, (kind, *arguments) in commands.items():
            environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": host, "SPARK_DAEMON_MEMORY": "256m"}
            command = [str(home / "bin" / "spark-class"), kind, "--host", host, *arguments]
            with (folder / f"{host}.log").open("w") as log:
                processes.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
            until(lambda: is_open(port), processes[0])
        yield url
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


def is_open(port: int) -> bool:
    """Whether something listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(is_so: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for something that a process does."""
    end = time.monotonic() + LONGEST
    while not is_so():
        assert process.poll() is None, "the process ended before"
        assert time.monotonic() < end, "the process does not get ready"
        time.sleep(0.1)


@contextmanager
def limited() -> Iterator[None]:
    """End a test that waits for a cluster in vain."""

    def ended(*_: Any) -> None:
        raise TimeoutError(f"the cluster did not answer within {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# ---------------------------------------------------------------- a table


def some_rows() -> list[Row]:
    """Rows with nulls, empty texts and arrays with nulls."""
    random = np.random.default_rng(0)
    words = np.array(["the", "cats", "sat", "on", "a", "mat", "café", "東京", "running", ""])
    texts = [[" ".join(row) for row in words[random.integers(0, len(words), (ROWS, 7))]] for _ in range(4)]
    table = []
    for at, (p, q, r, extra) in enumerate(zip(*texts, strict=True)):
        group = None if at % 11 == 0 else "news" if at % 3 else "mail"
        refs = None if at % 17 == 0 else [r, extra][: 1 + at % 2] + ([None] if at % 19 == 0 else [])
        table.append((at * 7, None if at % 13 == 0 else p, q, "" if at % 23 == 0 else r, refs, extra, group))
    return table


def table_of(spark: Any, rows: list[Row]) -> Any:
    """The rows in their order, in several partitions of several record batches each."""
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, PARTITIONS), SCHEMA)


def columns(rows: list[Row]) -> dict[str, list[Any]]:
    """The columns of rows, by name."""
    names = [part.split()[0] for part in SCHEMA.split(", ")]
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def local(rows: list[Row], reference: str = "r", **more: Any) -> ir.Report:
    """What one machine says of the rows."""
    texts = columns(rows)
    rules = {**RULES, "generator": "poisson", **more}
    return ir.evaluate(predictions=texts["p"], references=texts[reference], ids=texts["id"], groups=texts["g"], **rules)


def same(ours: Any, theirs: ir.Report) -> None:
    """Two reports have the same estimates, examples and groups; a summary has the estimates alone."""
    assert dict(ours.items()) == dict(theirs.items())
    assert (ours.signature, ours.cells()) == (theirs.signature, theirs.cells())
    groups, expected = ours.by_group(), theirs.by_group()
    assert list(groups) == list(expected)
    for group, numbers in groups.items():
        assert dict(numbers.items()) == dict(expected[group].items())
    if isinstance(ours, ir.Report):
        assert (ours.ids, ours.groups) == (theirs.ids, theirs.groups)
        assert ours.to_dict() == theirs.to_dict()
        assert ours.counts.tolist() == theirs.counts.tolist()
        assert np.array_equal(ours.scores, theirs.scores, equal_nan=True)


# ---------------------------------------------------------------- ways to hurt a cluster


def travelling() -> None:
    """Let the functions of this module travel with tasks, because executors do not have it."""
    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])


def hurting(how: Callable[[Any], None], folder: Path) -> Callable[[Batches], Batches]:
    """Pass record batches on, and do something in partition 2 once some of them have passed.

    A file tells of every attempt that came there.
    """

    def passed(batches: Batches) -> Batches:
        from pyspark import TaskContext

        task = TaskContext.get()
        assert task is not None
        for at, batch in enumerate(batches):
            if at == 1 and task.partitionId() == 2:
                (folder / f"attempt-{task.attemptNumber()}").touch()
                how(task)
            yield batch

    return passed


def once(folder: Path, then: Callable[[], None]) -> Callable[[Any], None]:
    """Do something, in the first attempt only."""

    def act(task: Any) -> None:
        try:
            os.close(os.open(folder / "done", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        then()

    return act


def kill_worker() -> None:
    """Kill this process, the Python worker."""
    os.kill(os.getpid(), signal.SIGKILL)


def kill_executor() -> None:
    """Kill the Java process that the Python worker belongs to: the parent of the daemon which forked it."""
    status = Path(f"/proc/{os.getppid()}/status").read_text(encoding="utf-8")
    java = int(next(line for line in status.splitlines() if line.startswith("PPid:")).split()[1])
    assert b"CoarseGrainedExecutorBackend" in Path(f"/proc/{java}/cmdline").read_bytes()
    os.kill(java, signal.SIGKILL)
    time.sleep(60)  # this process ends with it


def fail() -> None:
    """Fail as a task does that cannot read its data."""
    raise OSError("a disk is gone")


def wait_for_a_copy(folder: Path) -> Callable[[Any], None]:
    """Let the first attempt wait until a second copy of it has come as far."""

    def wait(task: Any) -> None:
        end = time.monotonic() + LONGEST / 2
        while task.attemptNumber() == 0 and not (folder / "attempt-1").exists() and time.monotonic() < end:
            time.sleep(0.05)

    return wait


def executors(spark: Any) -> list[int]:
    """The processes of the executors of a session, on this machine."""
    running = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # a process that has just ended
            words = path.read_bytes().split(b"\0")
            own = spark.sparkContext.applicationId.encode() in words
            if own and b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words:
                running.append(int(path.parent.name))
    return sorted(running)


@contextmanager
def executor_killed(spark: Any, stages: int) -> Iterator[list[int]]:
    """Kill an executor while the work inside runs, once so many further stages have begun; gives those killed."""
    killed: list[int] = []
    over = threading.Event()
    tracker = spark.sparkContext.statusTracker()

    def watch() -> None:
        seen: set[int] = set()
        while not over.is_set() and not killed:
            seen.update(tracker.getActiveStageIds())
            if len(seen) >= stages and (running := executors(spark)):
                os.kill(running[0], signal.SIGKILL)
                killed.append(running[0])
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield killed
    finally:
        over.set()
        watcher.join()
