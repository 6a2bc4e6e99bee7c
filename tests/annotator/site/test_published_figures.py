"""The figures of docs/tutorial-published.md, measured again on the texts that it is about, where they are at hand."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from alignment.cli import main
from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences
from alignment.vecalign.bead_format import parse_beads
from annotator.launch.layout import HERE
from annotator.management import shared
from annotator.models import AlignmentRun
from tests.annotator.site.test_guide_commands import RUN, run, work_meanwhile
from tests.data import DATA, needs_outside

sys.path.insert(0, str(HERE.root / "benchmarks"))

import development  # type: ignore[import-not-found]

GUIDE = "docs/tutorial-published.md"
PAGE = (HERE.root / GUIDE).read_text(encoding="utf-8")


def cells(first: str) -> list[str]:
    """The rest of the row of the page that begins so."""
    row = re.search(rf"^\| {re.escape(first)} \|(.+)\|$", PAGE, re.MULTILINE)
    assert row, first
    return [cell.strip() for cell in row[1].split("|")]


def printed(arguments: Sequence[str]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert main([str(each) for each in arguments]) == 0
    return out.getvalue()


def scores(table: str) -> dict[str, tuple[str, str]]:
    found = re.findall(r"\| (Precision|Recall|F1) +\| +([\d.]+) \| +([\d.]+) \|", table)
    assert len(found) == 3
    return {name: (strict, lax) for name, strict, lax in found}


def short(value: str) -> str:
    return value.removeprefix("0")


@needs_outside("bleualign")
def test_german_and_french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("vecalign").mkdir()
    Path("vecalign/bleualign_data").symlink_to(DATA / "bleualign")
    commands = [each for each in RUN if each.guide == GUIDE and "bleualign" in each.text]
    assert [each.words[3] for each in commands] == ["bitext", "score"]
    said = [run(each) for each in commands]
    for name, (strict, lax) in scores(said[-1]).items():
        assert cells(name if name == "F1" else name.lower()) == [strict, lax]
    strict, lax = (re.search(r"\[(.+), (.+)\]", figure) for figure in intervals("Bleualign"))
    assert strict
    assert lax
    assert f"{strict[1]} to {strict[2]} and {lax[1]} to {lax[2]}" in " ".join(PAGE.split())


def intervals(name: str, made: Sequence[Path] = ()) -> list[str]:
    """Strict and lax F1 as `benchmarks/development.py` prints them. made : files of its alignments, where they are."""
    from alignment.metrics.beads import lax_f1, strict_f1

    (text,) = (each for each in development.texts(DATA) if each.name.startswith(name))
    if made:
        beads = [parse_beads(path.read_text(encoding="utf-8").splitlines(), str(path)) for path in made]
    else:
        beads = [[(bead.source, bead.target) for bead in each.beads] for each in development.of_lexical(text)]
    proposals = [[(source, target, 0.0, 0.0) for source, target in each] for each in beads]
    sums = development.scored("lexical", text, proposals, 0.0).sums
    return [development._with_interval(development._Figure(of), sums) for of in (strict_f1, lax_f1)]


def aligned(folders: Sequence[Path], languages: tuple[str, str], to: Path) -> list[Path]:
    """What the command of the page makes of texts in the form of the data."""
    made = []
    for folder in folders:
        made.append(to / f"{folder.name}.align")
        asked = ["bitext", "-s", folder / "src.txt", "-t", folder / "tgt.txt"]
        made[-1].write_text(
            printed([*asked, "--source-language", languages[0], "--target-language", languages[1]]), encoding="utf-8"
        )
    return made


@needs_outside("mac-dev")
def test_chinese_and_english_novels(tmp_path: Path) -> None:
    folders = sorted((DATA / "mac-dev").iterdir())
    made = aligned(folders, ("zh", "en"), tmp_path)
    gold = [folder / "gold.txt" for folder in folders]
    strict, lax = scores(printed(["score", "-t", *made, "-g", *gold]))["F1"]
    n_beads = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in gold)
    stated = cells(f"MAC-Dev, six texts, {n_beads:,} beads")
    assert [cell.split()[0] for cell in stated[:2]] == [short(strict), short(lax)]
    assert stated[:2] == [
        re.sub(r" +\[(.+), (.+)\]", r" (\1 to \2)", figure).strip() for figure in intervals("MAC-Dev", made)
    ]
    each = [scores(printed(["score", "-t", test, "-g", path]))["F1"] for test, path in zip(made, gold, strict=True)]
    assert cells("each of the six")[:2] == [", ".join(map(short, column)) for column in zip(*each, strict=True)]


@needs_outside("ahc-si", "docs")
@pytest.mark.parametrize(
    ("kind", "row", "lcs"),
    [
        (
            "manual",
            "English-Japanese, rows by people, 4 talks",
            "{} of the {} source groups that both have; gold has {}",
        ),
        ("gaps", "the same, with 8 % of each side removed", "{} of {}; gold has {}"),
    ],
)
def test_english_and_japanese(kind: str, row: str, lcs: str, tmp_path: Path) -> None:
    folders = sorted((DATA / "ahc-si" / "docs" / kind).iterdir())
    made = aligned(folders, ("en", "ja"), tmp_path)
    files = {name: [folder / f"{name}.txt" for folder in folders] for name in ("gold", "tgt")}
    said = printed(["score", "-t", *made, "-g", *files["gold"], "--lcs", *files["tgt"], "--target-language", "ja"])
    found = re.search(r"LCS accuracy at 0.8: ([\d.]+) of the (\d+) source groups that both have; gold has (\d+)", said)
    assert found
    assert cells(row) == [*map(short, scores(said)["F1"]), lcs.format(short(found[1]), found[2], found[3])]


@needs_outside("table4")
@needs_outside("golden", "talksumm")
@pytest.mark.parametrize(
    ("options", "row"),
    [
        ([], "Lectern, no vectors"),
        (["--vectors"], "Lectern, with vectors (`--vectors FILE`)"),
        (["--preset", "released", "--vectors"], "Lectern, `--preset released`, with vectors"),
    ],
)
def test_table_4(options: list[str], row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command and the lines of Python of the page, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    Path("table4").mkdir()
    table = json.loads((DATA / "table4" / "table4.json").read_text(encoding="utf-8"))
    marks = [str(each["sentence"]) if each["mark"] == "yes" else "-" for each in table["rows"]]
    for name, lines in (
        ("sentences", table["sentences"]),
        ("talk", [each["asr"] for each in table["rows"]]),
        ("marks", marks),
    ):
        Path(f"table4/{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (command,) = (each for each in RUN if each.guide == GUIDE and "table4" in each.text)
    vectors = [str(DATA / "golden" / "talksumm" / "vec100.txt.gz")] if "--vectors" in options else []
    printed([*command.words[3:], *options, *vectors])
    (python,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(python, {})
    score = re.search(r"words=([\d.]+), spans=([\d.]+), n_words=(\d+), n_spans=(\d+)", out.getvalue())
    assert score
    words, spans = float(score[1]), float(score[2])
    assert f"| | words right, of {score[3]} | passages right, of {score[4]} |" in PAGE
    right = f"{round(words * int(score[3]))} ({short(f'{words:.3f}')})"
    assert cells(row) == [right, str(round(spans * int(score[4])))]
    assert marks.count("-") == len(marks) - int(score[4])


@needs_outside("talksumm")
@needs_outside("golden", "talksumm")
@pytest.mark.parametrize("with_vectors", [True, False])
def test_the_example_paper(
    with_vectors: bool, db: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shared, "sleep", work_meanwhile)
    User.objects.create_superuser("admin", password="a long enough one")
    for folder in ("json", "transcript"):
        shutil.copytree(DATA / "talksumm" / folder, f"talksumm/example/{folder}")
    if with_vectors:
        vectors = DATA / "golden" / "talksumm" / "vec100.txt.gz"
        call_command("vectors", "add", str(vectors), "--name", "Talks", "--language", "en", "--default")
    for command in RUN:
        if command.guide == GUIDE and "published" in command.words:
            run(command)
    made = AlignmentRun.objects.get()
    paper = made.pair.source.texts()
    durations = made.info["durations"]
    (written,) = Path("published").iterdir()
    lines = [line.split("\t") for line in written.read_text(encoding="utf-8").splitlines()]
    assert [int(line[0]) for line in lines] == top_sentences(durations, 30)

    theirs = json.loads((DATA / "golden" / "talksumm" / "golden_vec100.json").read_text(encoding="utf-8"))
    texts, spoken = theirs["paper_sentences"], theirs["durations"]
    shown = 1 if with_vectors else 2
    for row, program, ours in (
        ("sentences that can be chosen", theirs["K"], made.info["states"]),
        ("content words of the talk", theirs["T"], made.info["n_kept"]),
        ("probability of staying", theirs["stay_prob"], made.info["stay_probability"]),
    ):
        stated = [float(cell.replace(",", "")) for cell in cells(row)]
        assert (stated[0], stated[shown]) == (program, ours)
    for chosen, found, what in (
        (theirs["top30"], top_sentences(durations, 30), "top sentences"),
        (summary_by_ratio(spoken, 0.3), summary_by_ratio(durations, 0.3), "sentences at ratio .3"),
        (summary_by_words(texts, spoken, 150), summary_by_words(paper, durations, 150), "sentences at 150 words"),
    ):
        same = letters(texts[at] for at in chosen) & letters(paper[at] for at in found)
        assert cells(f"of its {len(chosen)} {what}, in ours")[shown] == str(len(same))


def letters(sentences: Any) -> set[str]:
    """Without what a rule of hyphens or spaces changes."""
    return {re.sub(r"\W+", "", sentence.lower()) for sentence in sentences}
