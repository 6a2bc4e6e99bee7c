"""``manage.py test``: every check and test, in parallel where that is quicker, with one verdict at the end."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import astuple, dataclass, field
from operator import add
from pathlib import Path
from types import FrameType

from annotator.launch import browser, frontend, guides
from annotator.launch.environment import say
from annotator.launch.layout import HERE, Layout
from annotator.launch.node import Node, install_packages, require_node
from annotator.launch.problems import LaunchError

#: Where pytest's report says that a test failed at first.
AGAIN = "properties/property[@name='second attempt']"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass
class Count:
    """Numbers of tests, by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    #: Of those skipped, the comparisons that need outside data.
    not_compared: int = 0
    #: Of those passed, the ones that failed at first (tests/conftest.py).
    second_attempts: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(*map(add, astuple(self), astuple(other)))


@dataclass
class Step:
    """One check. ``count``, for checks that run tests, returns how many ran."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    count: Callable[[], Count] | None = None
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    name: str
    ok: bool
    seconds: float
    output: str
    tests: Count | None = None


def run(arguments: Sequence[str], layout: Layout = HERE) -> int:
    """Run everything, or, with arguments, only pytest with these arguments. Returns 0 when nothing failed."""
    if arguments:
        return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=layout.root, check=False).returncode
    from tests.servers import TestServers, forget_migrated

    # Even if Ctrl-C was ignored at the start, as in the background of a script.
    for number in ENDING:
        signal.signal(number, _interrupt)
    reports = Path(tempfile.mkdtemp(prefix="lectern-reports-"))
    running = TestServers()
    runner = Runner()
    try:
        forget_migrated()
        running.start()
        _run_all(runner, layout, reports)
    finally:
        runner.stop()
        running.stop()
        shutil.rmtree(reports, ignore_errors=True)
    return summarise(runner.outcomes)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _run_all(runner: Runner, layout: Layout, reports: Path) -> None:
    node = require_node("Testing the web page", layout)
    types, *quick = python_steps(layout)
    pytest, browser_tests = pytest_steps(layout, reports)
    is_built: Future[bool] = Future()

    def python_checks() -> None:
        runner.run_each([*quick, pytest])

    def page_checks() -> None:
        try:
            # Chromium is fetched here too, in parallel with the Python checks.
            is_built.set_result(runner.call("packages and build of the web page", lambda: _build(layout, node)))
        finally:
            is_built.cancel()
        if is_built.result():
            runner.run_each(page_steps(layout, node, reports))

    def browser_checks() -> None:
        runner.run_step(types)
        if is_built.result():
            runner.run_step(browser_tests)

    # Most checks use one core, and browser tests wait for browsers: each lane takes what the others leave idle.
    runner.side_by_side(python_checks, page_checks, browser_checks)


def _build(layout: Layout, node: Node) -> None:
    install_packages(layout.frontend, node, layout)
    frontend.build(layout)
    guides.build(layout)
    browser.find_chromium(layout)


def python_steps(layout: Layout) -> list[Step]:
    tool = layout.python.parent if layout.python.exists() else Path(sys.executable).parent
    return [
        Step("mypy", [sys.executable, "-m", "mypy"], layout.root),
        Step("ruff check", [tool / "ruff", "check", "."], layout.root),
        Step("ruff format", [tool / "ruff", "format", "--check", "."], layout.root),
        Step("import rules", [tool / "lint-imports"], layout.root),
    ]


def page_steps(layout: Layout, node: Node, reports: Path) -> list[Step]:
    environment = node.environment(layout)
    report = reports / "vitest.json"
    npm = [*node.npm_command, "run", "--silent"]
    # Each worker loads all that pages are made of, and pytest keeps the other processors busy.
    workers = f"--maxWorkers={max(1, (os.cpu_count() or 2) // 2)}"
    vitest = [*npm, "test", "--", workers, "--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
    python = {"LECTERN_PYTHON": sys.executable}
    return [
        Step("types of the API", [*npm, "generate"], layout.frontend, environment={**environment, **python}),
        Step("TypeScript", [*npm, "typecheck"], layout.frontend, environment=environment),
        Step("Biome and import rules of the page", [*npm, "lint"], layout.frontend, environment=environment),
        Step("vitest", vitest, layout.frontend, lambda: count_vitest(report), environment),
    ]


def pytest_steps(layout: Layout, reports: Path) -> list[Step]:
    from tests.servers import redis_url_of_worker

    n_workers = max(2, min(os.cpu_count() or 2, 8))

    def step(
        name: str, folder: str, marker: str, report: Path, n: int, environment: dict[str, str] | None = None
    ) -> Step:
        command = [sys.executable, "-m", "pytest", folder, "-m", marker, "-n", str(n), "--dist", "worksteal"]
        command += ["--reruns", "1", "--junitxml", str(report)]
        return Step(name, command, layout.root, lambda: count_junit(report), environment or {})

    # The workers of both runs are called gw0, gw1, ...: the browser tests' take the Redis databases after the others'.
    behind = {"REDIS_URL": redis_url_of_worker(os.environ["REDIS_URL"], f"gw{n_workers - 1}")}

    return [
        step("pytest", "tests", "not browser", reports / "pytest.xml", n_workers),
        # Each needs a browser, a web server and a worker, which start for thirty seconds of processor time: on two
        # processors, which the other tests keep busy, one is enough.
        step("browser tests", "tests/e2e", "browser", reports / "browser.xml", min(n_workers // 2, 2), behind),
    ]


class Runner:
    """Runs steps, reports each outcome as the step ends, and keeps the outcomes."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()

    def run_each(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.run_step(step)

    def run_step(self, step: Step) -> None:
        began = time.monotonic()
        process = subprocess.Popen(
            [str(part) for part in step.command],
            cwd=step.folder,
            env={**os.environ, **step.environment, "FORCE_COLOR": "0", "NO_COLOR": "1", "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._running.add(process)
        try:
            output, _ = process.communicate()
        finally:
            self._running.discard(process)
        tests = step.count() if step.count else None
        ok = process.returncode == 0 and (tests is None or tests.failed == 0)
        if tests is not None and tests.passed + tests.failed + tests.skipped == 0:
            ok, output = False, f"{output}\n(exit code {process.returncode}: no test ran)"
        self._note(Outcome(step.name, ok, time.monotonic() - began, output, tests))

    def call(self, name: str, work: Callable[[], object]) -> bool:
        """Run a function as a step, which fails if it raises LaunchError. Return whether it succeeded."""
        began = time.monotonic()
        try:
            work()
        except LaunchError as error:
            self._note(Outcome(name, False, time.monotonic() - began, str(error)))
            return False
        self._note(Outcome(name, True, time.monotonic() - began, ""))
        return True

    def side_by_side(self, here: Callable[[], None], *others: Callable[[], None]) -> None:
        """Run one function in this thread and each of the others in a thread of its own."""
        errors: list[BaseException] = []

        def guarded(lane: Callable[[], None]) -> None:
            try:
                lane()
            except BaseException as error:  # noqa: BLE001 - raised again below, in the thread that can end the run
                errors.append(error)

        threads = [threading.Thread(target=guarded, args=(lane,), daemon=True) for lane in others]
        for thread in threads:
            thread.start()
        here()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]

    def stop(self) -> None:
        """Stop the programs of the running steps, and their children."""
        for process in list(self._running):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)

    def _note(self, outcome: Outcome) -> None:
        with self._lock:
            self.outcomes.append(outcome)
            counted = f"  {describe(outcome.tests)}" if outcome.tests else ""
            say(f"{'ok    ' if outcome.ok else 'FAILED'}  {outcome.name:<36} {outcome.seconds:6.1f} s{counted}")
            if not outcome.ok:
                rule = "-" * 78
                say(f"{rule}\n{outcome.output.rstrip()}\n{rule}")


def count_junit(report: Path) -> Count:
    """Read pytest's own report; nothing ran if there is none."""
    from tests.data import OUTSIDE

    if not report.exists():
        return Count()
    total = Count()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        n_failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        n_skipped = int(suite.get("skipped", 0))
        reasons = [skip.get("message", "") for skip in suite.iter("skipped")]
        n_not_compared = sum(reason.startswith(OUTSIDE) for reason in reasons)
        n_passed = int(suite.get("tests", 0)) - n_failed - n_skipped
        again = [case for case in suite.iter("testcase") if case.find(AGAIN) is not None]
        n_again = sum(case.find("failure") is None and case.find("error") is None for case in again)
        total += Count(n_passed, n_failed, n_skipped, n_not_compared, n_again)
    return total


def count_vitest(report: Path) -> Count:
    """Read vitest's own report; nothing ran if there is none."""
    try:
        told = json.loads(report.read_text())
    except (OSError, ValueError):
        return Count()
    # A file that does not load counts as a failure although it has no tests.
    n_failed = max(int(told["numFailedTests"]), int(not told["success"]))
    return Count(int(told["numPassedTests"]), n_failed, int(told["numPendingTests"]) + int(told["numTodoTests"]))


def describe(count: Count) -> str:
    skipped = f", {count.skipped} skipped" if count.skipped else ""
    again = f", {count.second_attempts} only at a second attempt" if count.second_attempts else ""
    return f"{count.passed} passed{again}, {count.failed} failed{skipped}"


def summarise(outcomes: Sequence[Outcome]) -> int:
    """Print what failed, and in the last line how many tests passed and failed. Returns the exit code.

    A check without tests, such as mypy, adds one to the failures if it fails, but nothing to the passed tests if it
    succeeds: only tests that ran count as passed.
    """
    total = Count()
    for outcome in outcomes:
        tests = outcome.tests or Count()
        total += tests if outcome.ok or tests.failed else tests + Count(failed=1)
    failed = [outcome.name for outcome in outcomes if not outcome.ok]
    n_checks = sum(outcome.tests is None for outcome in outcomes)
    say("")
    if failed:
        say(f"Failed: {', '.join(failed)}")
    else:
        say(f"All {n_checks} checks and all tests passed.")
    if total.not_compared:
        say(f"NOT COMPARED: {total.not_compared} tests need outside data that is not here; see tests/data.py.")
    say(describe(total))
    return 1 if failed else 0
