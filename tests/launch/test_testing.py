from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from annotator.launch.layout import Layout
from annotator.launch.testing import (
    Count,
    Outcome,
    Runner,
    Step,
    count_junit,
    count_vitest,
    describe,
    pytest_steps,
    summarise,
)
from tests.data import missing
from tests.servers import redis_url_of_worker

JUNIT = '<testsuites><testsuite errors="1" failures="2" skipped="3" tests="10"/></testsuites>'
VITEST = '{"numFailedTests": 0, "numPassedTests": 7, "numPendingTests": 1, "numTodoTests": 0, "success": %s}'
RUFF = Outcome("ruff", True, 1, "")


def test_counts_are_read_from_the_reports(tmp_path: Path) -> None:
    (tmp_path / "junit.xml").write_text(JUNIT)
    (tmp_path / "vitest.json").write_text(VITEST % "true")
    assert count_junit(tmp_path / "junit.xml") == Count(4, 3, 3)
    assert count_vitest(tmp_path / "vitest.json") == Count(7, 0, 1)


def test_comparisons_that_need_outside_data_are_missed_aloud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junit.xml").write_text(
        '<testsuites><testsuite errors="0" failures="0" skipped="2" tests="3"><testcase/>'
        f'<testcase><skipped message="{missing("bleualign")}"/></testcase>'
        '<testcase><skipped message="no Japanese font"/></testcase></testsuite></testsuites>'
    )
    count = count_junit(tmp_path / "junit.xml")
    assert count == Count(1, 0, 2, not_compared=1)
    summarise([Outcome("pytest", True, 1, "", count)])
    assert "NOT COMPARED: 1 tests need outside data" in capsys.readouterr().out.splitlines()[-2]


def test_second_attempts_are_told(tmp_path: Path) -> None:
    again = '<properties><property name="second attempt" value="yes"/></properties>'
    (tmp_path / "junit.xml").write_text(
        '<testsuites><testsuite errors="0" failures="1" skipped="0" tests="3"><testcase/>'
        f"<testcase>{again}</testcase><testcase>{again}<failure/></testcase></testsuite></testsuites>"
    )
    count = count_junit(tmp_path / "junit.xml")
    assert count == Count(2, 1, 0, second_attempts=1)
    assert describe(count) == "2 passed, 1 only at a second attempt, 1 failed"


def test_a_file_that_did_not_load_counts_as_failed(tmp_path: Path) -> None:
    (tmp_path / "vitest.json").write_text(VITEST % "false")
    assert count_vitest(tmp_path / "vitest.json") == Count(7, 1, 1)


def test_no_report_means_nothing_ran(tmp_path: Path) -> None:
    assert count_junit(tmp_path / "none.xml") == Count()
    assert count_vitest(tmp_path / "none.json") == Count()


def test_a_runner_of_tests_that_ran_none_has_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runner = Runner()
    runner.run_step(Step("pytest", ["true"], tmp_path, Count))
    assert not runner.outcomes[0].ok
    assert "no test ran" in capsys.readouterr().out


def test_a_failed_step_shows_what_it_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runner = Runner()
    runner.run_step(Step("mypy", ["sh", "-c", "echo 'x.py:1: error'; exit 1"], tmp_path))
    assert "x.py:1: error" in capsys.readouterr().out
    assert not runner.outcomes[0].ok


@pytest.mark.parametrize(
    ("outcomes", "last_line", "code"),
    [
        ([RUFF, Outcome("pytest", True, 1, "", Count(5, 0, 1))], "5 passed, 0 failed, 1 skipped", 0),
        ([Outcome("ruff", False, 1, ""), Outcome("pytest", True, 1, "", Count(5))], "5 passed, 1 failed", 1),
        ([Outcome("pytest", False, 1, "", Count(5, 2))], "5 passed, 2 failed", 1),
        ([Outcome("pytest", False, 1, "", Count(0))], "0 passed, 1 failed", 1),
    ],
)
def test_the_last_line_and_the_exit_code_agree(
    outcomes: list[Outcome], last_line: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert summarise(outcomes) == code
    assert capsys.readouterr().out.splitlines()[-1] == last_line


def test_each_worker_has_a_redis_database_of_its_own() -> None:
    url = "redis://:secret@127.0.0.1:6379"
    assert redis_url_of_worker(f"{url}/0", "gw0") == f"{url}/1"
    assert redis_url_of_worker(f"{url}/3", "gw2") == f"{url}/6"
    assert redis_url_of_worker(url, "gw1") == f"{url}/2"


def test_the_browser_tests_share_no_redis_database_with_the_tests_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:6379/0")
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    steps = pytest_steps(Layout(tmp_path), tmp_path)
    used = [
        redis_url_of_worker(step.environment.get("REDIS_URL", "redis://127.0.0.1:6379/0"), f"gw{number}")
        for step in steps
        for number in range(int(step.command[step.command.index("-n") + 1]))
    ]
    assert len(used) == len(set(used)) == 6


def test_lanes_run_at_the_same_time_and_an_error_in_one_ends_the_run() -> None:
    meeting = threading.Barrier(3, timeout=10)
    Runner().side_by_side(meeting.wait, meeting.wait, meeting.wait)
    with pytest.raises(ValueError, match="of a lane"):
        Runner().side_by_side(lambda: None, lambda: int("1"), lambda: _fail("of a lane"))


def _fail(why: str) -> None:
    raise ValueError(why)


def test_an_interrupted_run_ends_what_its_steps_started(tmp_path: Path) -> None:
    runner = Runner()
    step = Step("pytest", ["sh", "-c", "echo $$ > pid; sleep 60 & wait"], tmp_path)
    thread = threading.Thread(target=runner.run_step, args=(step,))
    thread.start()
    deadline = time.monotonic() + 10
    # The program may be there before the runner has noted it.
    while not ((tmp_path / "pid").exists() and runner._running) and time.monotonic() < deadline:
        time.sleep(0.02)
    runner.stop()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert not runner.outcomes[0].ok
