"""`python -m alignment score` beyond the table of strict and lax scores, and what all commands' help has."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

from alignment.cli import COMMANDS, main, parser_of
from alignment.text import unknown_language

ROOT = Path(__file__).parents[2]
GOLD = ["[0]:[0]", "[1]:[1, 2]", "[2]:[]", "[3]:[3]", "[]:[4]"]
TEST = ["[0]:[0]", "[1]:[1]", "[2]:[2]", "[3]:[3]", "[]:[4]"]
TARGET = ["おはよう", "ございます", "皆さん", "さて", "え"]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, list[str]], str]:
    def write(name: str, lines: list[str]) -> str:
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(tmp_path / name)

    return write


def test_lcs_boundaries_and_agreement_follow_the_table(
    write: Callable[[str, list[str]], str], capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["score", "-t", write("test", TEST), "-g", write("gold", GOLD)]
    assert main(files) == 0
    table = capsys.readouterr().out
    more = ["--lcs", write("ja", TARGET), "--target-language", "ja", "--boundaries", "--agreement"]
    assert main([*files, *more]) == 0
    out = capsys.readouterr().out
    assert out.startswith(table)
    # Of the source groups 0, 1 and 3, which both have, 1 gets 5 of the 8 characters of gold.
    # Beads begin at 1, 3 and 4 in gold, at 1, 2, 3 and 4 in the test.
    assert out[len(table) :].splitlines()[:2] == [
        "LCS accuracy at 0.8: 0.667 of the 3 source groups that both have; gold has 3",
        "Boundaries in the target: precision 0.750, recall 1.000, F1 0.857, Pk 0.250",
    ]
    assert (
        main([*files, "--lcs", str(Path(files[2]).parent / "ja"), "--target-language", "ja", "--epsilon", "0.6"]) == 0
    )
    assert "LCS accuracy at 0.6: 1.000" in capsys.readouterr().out


def test_agreement_is_1_with_oneself_and_less_with_another(
    write: Callable[[str, list[str]], str], capsys: pytest.CaptureFixture[str]
) -> None:
    gold, test = write("gold", GOLD), write("test", TEST)
    assert main(["score", "-t", gold, "-g", gold, "--agreement"]) == 0
    assert "alpha of alignments 1.000, of linked or null 1.000" in capsys.readouterr().out
    # Two texts are added up.
    assert main(["score", "-t", test, gold, "-g", gold, gold, "--agreement"]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    alpha, nulls = (float(part.split()[-1]) for part in line.split(","))
    assert 0.5 < alpha < 1.0
    assert 0.0 < nulls < 1.0


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--lcs", "short"], "gold bead 4: target 3 is not among the 2 lines of"),
        (["--lcs", "short", "short"], "2 target texts but 1 gold files"),
        (["--epsilon", "1"], "--epsilon is 1.0; expected 0 or more and less than 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    write: Callable[[str, list[str]], str], capsys: pytest.CaptureFixture[str], flags: list[str], message: str
) -> None:
    short = write("short", TARGET[:2])
    flags = [short if flag == "short" else flag for flag in flags]
    gold = write("gold", ["[0]:[0]", "[1]:[1]", "[2]:[]", "[3]:[3]"])
    assert main(["score", "-t", write("test", TEST), "-g", gold, *flags]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example_that_it_takes(name: str) -> None:
    summary, module_name = COMMANDS[name]
    module = importlib.import_module(module_name)
    parser = parser_of(name, summary, module)
    assert parser.format_help().rstrip().endswith(f"example:\n  python -m alignment {name} {module.EXAMPLE}")
    parser.parse_args(module.EXAMPLE.split())


def test_a_tag_that_names_no_language_is_remarked(
    write: Callable[[str, list[str]], str], capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["-s", write("s", ["One.", "Two."]), "-t", write("t", ["一つ。", "二つ。"])]
    tags = ["--source-language", "en-GB", "--target-language", "jp"]
    assert main(["bitext", *files, "--engine", "lexical", *tags]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err == "--target-language: there is no language jp; did you mean ja?\n"


@pytest.mark.parametrize("tag", ["en", "zh-Hant-TW", "de_CH", "jpn", "yue", "und", "", None])
def test_tags_that_are_known(tag: str | None) -> None:
    assert unknown_language(tag) == ""


@pytest.mark.parametrize("tag", ["english", "xx", "e", "12", "Deutsch"])
def test_tags_that_are_not(tag: str) -> None:
    assert "there is no language" in unknown_language(tag)
