"""What `benchmarks/scale.py` says of its figures: which goals are met, and which loads hold edits up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import loads  # type: ignore[import-not-found]
from goals import Goal, print_table  # type: ignore[import-not-found]


@pytest.mark.parametrize(
    ("goal", "value", "is_met"),
    [
        (Goal(10), 10, True), (Goal(10), 10.1, False), (Goal(10, at_least=True), 9, False),
        (Goal(10, at_least=True), 10, True), (Goal(0), 0, True), (Goal(0), 1, False), (Goal(), 1, None),
    ],
)  # fmt: skip
def test_a_goal_is_met_or_not(goal: Goal, value: float, is_met: bool | None) -> None:
    assert goal.is_met(value) is is_met


def test_the_table_says_what_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    found = {"full": {"slow, ms": 12.0, "quick, ms": 3.0, "whatever": 1.0}}
    print_table(found, {"slow, ms": Goal(10), "quick, ms": Goal(10), "never measured": Goal(1)})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines[1:4]] == ["NO", "yes", "1.00"]
    assert lines[-1] == "1 of 2 goals are met; missed: slow, ms"
    print_table({"quarter": {"slow, ms": 12.0}}, {"slow, ms": Goal(10)})
    assert "NO" not in capsys.readouterr().out, "goals are those of the full size"


def test_a_load_that_fails_costs_the_others_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def load(url: str, path: str, session: str, body: Any) -> Iterator[dict[str, int]]:
        if path == "broken/":
            raise RuntimeError("nobody asks for broken/")
        yield {"200": 7}

    milliseconds = {"quick/": 40, "slow/": 250}
    monkeypatch.setattr(loads, "_load", load)
    measured = {}
    for path in ("quick/", "broken/", "slow/"):
        seconds = milliseconds.get(path, 0) / 1000
        monkeypatch.setattr(loads, "edit_for", lambda *_, seconds=seconds: ([seconds] * 20, 0))
        measured[path] = loads._beside(path, ("http://x", path, "", None), None, "", 0.1)
    assert [path for path, each in measured.items() if loads.is_beyond(each)] == ["slow/"]
    summary = loads.summary(measured)
    assert summary["loads beside which edits were measured"] == 2
    assert summary["loads that could not be measured"] == 1
    assert summary["loads beside which edits take more than 200 ms, p95"] == 1
    assert summary["edits beside them, the worst load's p95 ms"] == 250
    assert "broken/ could not be measured: RuntimeError" in capsys.readouterr().out


def test_edits_without_an_answer_are_beyond_whatever_they_took() -> None:
    assert loads.is_beyond({"edits beside it, p95 ms": 20.0, "edits beside it, unanswered": 1.0})
