"""`vecalign`, `overlap` and `score` from the shell, in vecAlign's own file formats."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from alignment.cli import main
from alignment.vecalign.bead_format import parse_beads
from tests.alignment.vecalign_samples import hashed, made_up_pair

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """Two texts, their overlaps by our own command, raw float32 embeddings, gold."""
    source, target, gold = made_up_pair(60, 31)
    for name, text in (("s", source), ("t", target)):
        (tmp_path / name).write_text("\n".join(text) + "\n", encoding="utf-8")
        assert main(["overlap", "-i", str(tmp_path / name), "-o", str(tmp_path / f"{name}.overlaps"), "-n", "4"]) == 0
        overlaps = (tmp_path / f"{name}.overlaps").read_text("utf-8").split("\n")[:-1]
        hashed(overlaps).tofile(tmp_path / f"{name}.emb")
    (tmp_path / "gold").write_text("".join(f"{list(a)}:{list(b)}\n" for a, b in gold), encoding="utf-8")
    return tmp_path


def arguments(folder: Path, *more: str) -> list[str]:
    files = {name: str(folder / name) for name in ("s", "t", "s.overlaps", "s.emb", "t.overlaps", "t.emb")}
    return [
        *("vecalign", "-s", files["s"], "-t", files["t"]),
        *("--src_embed", files["s.overlaps"], files["s.emb"], "--tgt_embed", files["t.overlaps"], files["t.emb"]),
        *more,
    ]


def test_vecalign_prints_a_bead_a_line_and_scores_on_stderr(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(pair, "-a", "4", "-g", str(pair / "gold"))) == 0
    out, err = capsys.readouterr()
    printed = out.splitlines()
    assert all(re.fullmatch(r"\[[\d, ]*\]:\[[\d, ]*\]:\d+\.\d{6}", line) for line in printed)
    beads = parse_beads(printed, "out")
    n, m = (len((pair / name).read_text("utf-8").splitlines()) for name in ("s", "t"))
    assert sorted(i for source, _ in beads for i in source) == list(range(n))
    assert sorted(j for _, target in beads for j in target) == list(range(m))
    assert re.search(r"\| F1 +\|   [01]\.\d{3} \|   [01]\.\d{3} \|", err)
    (pair / "out").write_text(out)
    assert main(["score", "-t", str(pair / "out"), "-g", str(pair / "gold")]) == 0
    assert capsys.readouterr().out == err  # the same table


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--seed", "-1"), "seed is -1; it must be at least 0"),
        (("-d", "1.5"), "del_percentile_frac is 1.5"),
        (("--search_buffer_size", "0"), "search_buffer_size is 0"),
        (("--one_to_many", "0"), "one_to_many is 0"),
    ],
)
def test_numbers_out_of_range_are_refused(
    pair: Path, capsys: pytest.CaptureFixture[str], flags: tuple[str, str], message: str
) -> None:
    assert main(arguments(pair, *flags)) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert message in err


def test_several_files_share_embeddings(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(pair)) == 0
    once = capsys.readouterr().out
    twice = arguments(pair)
    twice[twice.index("-s") + 1 : twice.index("-s") + 2] = [str(pair / "s")] * 2
    twice[twice.index("-t") + 1 : twice.index("-t") + 2] = [str(pair / "t")] * 2
    assert main(twice) == 0
    assert capsys.readouterr().out == once * 2


def test_print_aligned_text_and_verbose(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(pair, "--print_aligned_text", "-v", "--one_to_many", "2")) == 0
    out, err = capsys.readouterr()
    first = (pair / "s").read_text("utf-8").splitlines()[0]
    assert f"SRC:  {first}" in out
    assert "engine:vecalign" in err
    assert "one_to_many:2" in err


def test_all_flags_of_vecalign_are_taken(pair: Path) -> None:
    flags = ["--del_percentile_frac", "0.1", "--max_size_full_dp", "50", "--costs_sample_size", "1000"]
    flags += ["--num_samps_for_norm", "50", "--search_buffer_size", "7", "--seed", "3", "--alignment_max_size", "3"]
    assert main(arguments(pair, *flags)) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / "s.emb").write_bytes(b"123"), r"s\.emb: 3 bytes are not a whole number of float32"),
        (lambda folder: (folder / "t.overlaps").unlink(), r"t\.overlaps: No such file"),
        (lambda folder: (folder / "s").write_bytes(b"fine\n\xff\n"), r"s line 2: byte 0xff is not UTF-8"),
        (
            lambda folder: (folder / "s").write_text("not embedded\n"),
            r"s\.emb: no embedding for the overlap 'not embedded'",
        ),
        (lambda folder: (folder / "gold").write_text("[0]:[0]\nnonsense\n"), r"gold line 2: 'nonsense' is not a bead"),
        (lambda folder: (folder / "gold").write_text("[-1]:[0]\n"), r"gold line 1: '\[-1\]:\[0\]' is not a bead"),
        (
            lambda folder: (folder / "gold").write_text("[0]:[0]\n[900]:[1]\n"),
            r"gold bead 2: source 900 is not among the \d+ lines",
        ),
        (lambda folder: _spoil(folder / "s.emb", np.nan), r"s\.emb: the embedding of lines 1 to 1 is not finite"),
        (lambda folder: _spoil(folder / "t.emb", np.inf), r"t\.emb: the embedding of lines 1 to 1 is not finite"),
        (lambda folder: (folder / "s.emb").write_bytes(b""), r"s\.emb: 0 bytes"),
        (lambda folder: (folder / "s.overlaps").write_bytes(b""), r"s\.overlaps: no lines"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(
    pair: Path, capsys: pytest.CaptureFixture[str], change: object, message: str
) -> None:
    change(pair)  # type: ignore[operator]
    assert main(arguments(pair, "-g", str(pair / "gold"))) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert re.search(message, error)


def test_the_command_lines_of_vecaligns_own_instructions(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its README shortens --gold_alignment to --gold."""
    long = [{"-s": "--src", "-t": "--tgt"}.get(word, word) for word in arguments(pair)]
    assert main([*long, "--alignment_max_size", "4", "--gold", str(pair / "gold")]) == 0
    out, err = capsys.readouterr()
    assert "F1" in err
    assert main(["overlap", "--input", str(pair / "s"), "--out", str(pair / "o"), "--num", "2"]) == 0
    (pair / "out").write_text(out)
    assert main(["score", "--te", str(pair / "out"), "--go", str(pair / "gold")]) == 0


def test_one_to_many_overrides_the_size(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(pair, "--one_to_many", "2")) == 0
    alone = capsys.readouterr().out
    assert main(arguments(pair, "--one_to_many", "2", "-a", "8")) == 0
    assert capsys.readouterr().out == alone


def test_line_ends_and_byte_order_marks_change_nothing(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(pair, "-g", str(pair / "gold"))) == 0
    plain = capsys.readouterr()
    for name in ("s", "t", "s.overlaps", "t.overlaps", "gold"):
        path = pair / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert main(arguments(pair, "-g", str(pair / "gold"))) == 0
    assert capsys.readouterr() == plain


def test_damaged_gold_is_said_before_the_work(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pair / "gold").write_text("")
    assert main(arguments(pair, "-g", str(pair / "gold"))) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "gold: no beads" in err


def _spoil(path: Path, value: float) -> None:
    vectors = np.fromfile(path, dtype="<f4")
    vectors[:] = value
    vectors.tofile(path)


def test_counts_of_files_must_agree(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = str(pair / "gold")
    assert main(["score", "-t", gold, gold, "-g", gold]) == 2
    assert "2 test files but 1 gold files" in capsys.readouterr().err


def test_the_program_runs_from_a_shell(pair: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "alignment", *arguments(pair)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""  # quiet in a pipe
    assert parse_beads(done.stdout.splitlines(), "out")
