"""Average lagging by times: cases that can be counted on paper, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alignment.cli import main
from alignment.metrics.latency import average_lagging, length_adaptive_lagging, spread
from alignment.types import AlignmentError


def test_one_who_keeps_pace_lags_by_what_the_first_token_waits() -> None:
    # A wait of 2 s, then a token a second, over a source of 5 s with 5 tokens: it always lags by 2 s.
    delays = [2.0, 3.0, 4.0, 5.0, 6.0]
    assert average_lagging(delays, 5.0) == pytest.approx(2.0)
    assert length_adaptive_lagging(delays, 5.0) == pytest.approx(2.0)


def test_nothing_is_counted_once_the_source_has_ended() -> None:
    # Tokens 0 and 1 at 3 s and 4 s; the ideal has them at 0 s and 1 s; the third is the first after the end.
    assert average_lagging([3.0, 4.0, 4.0, 60.0], 4.0) == pytest.approx((3.0 + 3.0) / 2)


def test_one_who_waits_for_the_end_lags_by_the_whole_source() -> None:
    assert average_lagging([4.5, 5.0], 4.0) == 4.5


def test_a_long_target_gains_nothing_by_its_length_in_laal() -> None:
    # Eight tokens where the reference has four, one each half second: AL believes that they come too early.
    delays = [1.0 + 0.5 * n for n in range(8)]
    al, laal = average_lagging(delays, 4.0, 4), length_adaptive_lagging(delays, 4.0, 4)
    assert al == pytest.approx(sum(1.0 + 0.5 * n - 1.0 * n for n in range(7)) / 7)
    assert laal == pytest.approx(1.0)
    assert length_adaptive_lagging(delays[:2], 4.0, 4) == average_lagging(delays[:2], 4.0, 4)


@pytest.mark.parametrize(
    ("delays", "seconds", "error"),
    [([], 1.0, "no token"), ([1.0], 0.0, "takes 0 s"), ([2.0, 1.0], 4.0, "go back in time")],
)
def test_what_cannot_be_measured_is_refused(delays: list[float], seconds: float, error: str) -> None:
    with pytest.raises(AlignmentError, match=error):
        average_lagging(delays, seconds)


def test_tokens_are_spread_over_their_unit() -> None:
    assert spread(2.0, 4.0, 4) == [2.5, 3.0, 3.5, 4.0]
    assert spread(2.0, 4.0, 0) == []


def test_the_command_measures_each_bead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "en").write_text("0\t2\tHigh water\n2\t4\tby hand\n10\t12\tIt stays\n", encoding="utf-8")
    (tmp_path / "ja").write_text("1\t3\t満潮\n3\t5\t手で\n13\t14\t残る\n", encoding="utf-8")
    (tmp_path / "align").write_text("[0, 1]:[0, 1]\n[2]:[2]\n", encoding="utf-8")
    files = ["latency", "-s", str(tmp_path / "en"), "-t", str(tmp_path / "ja"), "--target-language", "ja"]
    assert main([*files, "-a", str(tmp_path / "align"), "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)
    # First bead: delays 2, 3, 4, 5 over 4 s, paced 1 s: (2 + 2 + 2) / 3. Second: 3.5 > 2 s.
    assert [piece["al"] for piece in said["pieces"]] == [pytest.approx(2.0), pytest.approx(3.5)]
    assert said["al"] == pytest.approx(2.75)
    assert main([*files, "-a", str(tmp_path / "align")]) == 0
    assert capsys.readouterr().out == "AL 2.750 s, LAAL 2.750 s; means over 2 of 2 beads\n"
    (tmp_path / "ja").write_text("1\tx\t満潮\n", encoding="utf-8")
    assert main(files) == 2
    assert "ja line 1: 1 to x is no time; expected seconds, in order" in capsys.readouterr().err
