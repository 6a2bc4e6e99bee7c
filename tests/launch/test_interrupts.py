"""Ctrl-C and SIGTERM while something is installed or built: nothing goes on without us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.launch import interrupts, tools
from tests.launch.test_processes import group_ends

INSTALLING = """
import os, sys
from annotator.launch import interrupts, tools
interrupts.listen()
script = "echo $$; sleep 60 & sleep 60"
try:
    tools.run(["sh", "-c", script], environment=os.environ, on_line=lambda line: print(line, flush=True))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture
def listening() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in interrupts.ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_tool_ends_with_all_it_started_when_we_are_told_to_end(number: signal.Signals) -> None:
    launcher = subprocess.Popen([sys.executable, "-c", INSTALLING], stdout=subprocess.PIPE)
    assert launcher.stdout is not None
    tool = int(launcher.stdout.readline())
    launcher.send_signal(number)
    assert launcher.wait(20) == 130
    launcher.stdout.close()
    assert group_ends(tool)


def test_a_tool_of_another_thread_is_ended_too() -> None:
    process = subprocess.Popen(
        ["sh", "-c", "sleep 60 & sleep 60"], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    tools._running.add(process)
    tools.stop_all()
    assert process.returncode == -signal.SIGTERM
    assert process not in tools._running
    assert process.stdout is not None
    process.stdout.close()
    assert group_ends(process.pid)


def test_output_that_is_no_text_is_shown_all_the_same() -> None:
    done = tools.run(["printf", r"caf\351\n\377"], environment=os.environ)
    assert (done.returncode, done.stdout) == (0, "caf\ufffd\n\ufffd")


@pytest.mark.usefixtures("listening")
def test_the_first_signal_interrupts_and_later_ones_do_not_cut_the_cleaning_short() -> None:
    interrupts.listen()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGTERM)


@pytest.mark.usefixtures("listening")
def test_a_signal_between_a_start_and_its_note_waits_for_the_note() -> None:
    interrupts.listen()
    noted = []

    def start_and_note() -> None:
        with interrupts.held():
            signal.raise_signal(signal.SIGINT)
            noted.append("it")

    with pytest.raises(KeyboardInterrupt):
        start_and_note()
    assert noted == ["it"]


@pytest.mark.usefixtures("listening")
def test_what_was_started_with_nohup_outlives_its_terminal() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupts.listen()
    signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


def test_a_program_that_is_none_is_an_error_of_the_system(tmp_path: Path) -> None:
    broken = tmp_path / "uv"
    broken.write_bytes(b"\x7fELF")
    broken.chmod(0o755)
    with pytest.raises(OSError, match="uv"):
        tools.run([broken], environment=os.environ)
