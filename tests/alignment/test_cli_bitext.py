"""`python -m alignment bitext` as a shell sees it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from alignment.cli import main
from alignment.lexical import lexical
from tests.alignment.lexical_samples import ENGLISH, GERMAN


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    (tmp_path / "en.txt").write_text("\n".join(ENGLISH) + "\n", encoding="utf-8")
    (tmp_path / "de.txt").write_text("\r\n".join(GERMAN), encoding="utf-8")
    return ["-s", str(tmp_path / "en.txt"), "-t", str(tmp_path / "de.txt")]


def test_a_bead_a_line(texts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bitext", *texts, "--engine", "lexical", "--source-language", "en", "--target-language", "de"]) == 0
    out, err = capsys.readouterr()
    beads = []
    for line in out.splitlines():
        match = re.fullmatch(r"\[([\d, ]*)\]:\[([\d, ]*)\]:(\d+\.\d{6})", line)
        assert match is not None, line
        assert 0.0 <= float(match[3]) <= 1.0
        beads.append(tuple(tuple(int(p) for p in side.split(", ") if p) for side in match.group(1, 2)))
    assert beads == [(bead.source, bead.target) for bead in lexical(ENGLISH, GERMAN).beads]
    assert err == ""


def test_json_has_what_explains_the_beads(texts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert main(["bitext", *texts, "--engine", "lengths", "--json", str(out)]) == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["signature"].startswith("engine:lengths|")
    assert len(written["beads"]) == len(capsys.readouterr().out.splitlines())
    assert {"source", "target", "confidence", "features"} <= written["beads"][0].keys()


def test_a_dictionary_and_training_are_used(texts: list[str], tmp_path: Path) -> None:
    dictionary, training, out = tmp_path / "d.tsv", tmp_path / "t.tsv", tmp_path / "out.json"
    dictionary.write_text("lighthouse\tLeuchtturm\n", encoding="utf-8")
    training.write_text("the sea\tdas Meer\n\nthe rock\tder Fels\n", encoding="utf-8")
    more = ["--dictionary", str(dictionary), "--training", str(training), "--json", str(out)]
    assert main(["bitext", *texts, "--engine", "lexical", *more]) == 0
    info = json.loads(out.read_text(encoding="utf-8"))["info"]
    assert info["dictionary"] == "d.tsv"
    assert info["training_pairs"] == 2


def test_errors_are_one_line_with_the_place(
    texts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text("a\tb\nno tab here\n", encoding="utf-8")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"fine\n\xff\n")
    cases = [
        ([*texts, "--dictionary", str(wrong)], "wrong.tsv line 2"),
        ([*texts, "--training", str(wrong)], "wrong.tsv line 2: 1 fields"),
        ([*texts[:3], str(binary)], "binary.txt line 2"),
        ([*texts[:3], str(tmp_path / "none.txt")], "none.txt: No such file or directory"),
        ([*texts, "--dictionary", str(tmp_path / "none.tsv")], "none.tsv: No such file or directory"),
        ([*texts, "--dictionary", str(binary)], "binary.txt line 2: byte 0xff is not UTF-8"),
        ([*texts, "--src_embed", "a", "b"], "--src_embed and --tgt_embed go together"),
    ]
    for arguments, message in cases:
        assert main(["bitext", "--engine", "lexical", *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err
        assert len(err.splitlines()) == 1
