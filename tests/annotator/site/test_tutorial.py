"""docs/tutorial.md does what it says: each of its commands is run, on six talks instead of fifty."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from alignment.cli import main as engines
from alignment.extractive import training
from annotator.aligning.models.bulk_alignments import BULK_ENDED
from annotator.demo.collection import main as collection
from annotator.launch import environment, up
from annotator.launch.layout import HERE, Layout
from annotator.launch.page_address import noted, page_address
from annotator.management import shared
from annotator.management.commands import ratings
from annotator.models import AlignmentRun, BulkAlignment, Invitation, Pair, RunState
from tests.annotator.shared import do_task

N_TALKS = 6
TUTORIAL = (HERE.root / "docs" / "tutorial.md").read_text(encoding="utf-8")


def start() -> tuple[dict[str, str], list[str]]:
    """What the first line sets, and the options of its `up` with the other port that the page names."""
    first, other_port = re.search(r"^    (.+)$", TUTORIAL, re.MULTILINE), re.search(r"add `(--port \d+)`", TUTORIAL)
    assert first
    assert other_port
    words = shlex.split(first[1])
    at = words.index("python3")
    assert words[at : at + 3] == ["python3", "manage.py", "up"]
    return dict(word.split("=", 1) for word in words[:at]), [*words[at + 3 :], *other_port[1].split()]


def commands() -> list[list[str]]:
    """The words of each line of the fenced blocks."""
    blocks = re.findall(r"^```\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def work_meanwhile(_seconds: float) -> None:
    """Do what workers would, where a command waits for them."""
    for bulk in BulkAlignment.objects.exclude(state__in=BULK_ENDED):
        do_task("align_many", bulk.pk)
    for run in AlignmentRun.objects.filter(state=RunState.QUEUED):
        do_task("align_bulk", run.pk)


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    match words:
        case ["python3", "manage.py", *rest]:
            out = io.StringIO()
            call_command(*rest, stdout=out, stderr=out)
            return out.getvalue()
        case ["python3", "annotator/demo/collection.py", *rest]:
            assert rest[-2:] == ["--talks", "50"]
            assert collection([*rest[:-1], str(N_TALKS)]) == 0
        case [".venv/bin/python", "-m", "alignment", *rest]:
            assert engines(rest) == 0
        case _:
            pytest.fail(f"the tutorial has a command that no reader could run: {shlex.join(words)}")
    return capsys.readouterr().out


@pytest.fixture
def here(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder as the working directory, of a new Lectern with an admin, a worker, and a port of its own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shared, "sleep", work_meanwhile)
    layout = Layout(tmp_path / "checkout")
    monkeypatch.setattr(ratings, "page_address", lambda: page_address(layout))
    options = up.parser().parse_args(start()[1])
    assert not options.demo
    with noted(up.url_of(options), layout):
        yield tmp_path


def test_the_first_line_brings_what_the_last_commands_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`up` installs what `train` would say is missing, and knows the extra by the name that the page has."""
    layout = Layout(tmp_path)
    (layout.root / "pyproject.toml").write_bytes((HERE.root / "pyproject.toml").read_bytes())
    for name, value in start()[0].items():
        monkeypatch.setenv(name, value)
        assert f"{name}={value}" in training.MISSING
    assert environment.missing_extras(layout) == ["scikit-learn>=1.5"]


def test_every_command_of_the_tutorial_does_what_the_page_says(
    db: None, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    User.objects.create_superuser("admin", password="a long enough one")
    said = {shlex.join(words[2:]): run(words, capsys) for words in commands()}
    n_authors = 2 * N_TALKS

    assert "nothing was imported" in said["import tutorial tutorial/collection --dry-run"]
    assert f"{2 * N_TALKS} documents and {N_TALKS} pairs" in said["import tutorial tutorial/collection"]
    assert Pair.objects.count() == N_TALKS
    assert f"{N_TALKS} aligned, 0 skipped, 0 not succeeded" in said["align --project tutorial --wait"]

    folder = here / "tutorial"
    assert len((folder / "summaries.jsonl").read_text().splitlines()) == N_TALKS
    assert len(list((folder / "talksumm").iterdir())) == N_TALKS

    with (folder / "links.csv").open(newline="") as file:
        links = [row["link"] for row in csv.DictReader(file)]
    assert len(links) == n_authors
    assert all(link.startswith("http://127.0.0.1:8700/rate/") for link in links)
    assert f"{n_authors} links, of which the answers to {n_authors} count" in said["ratings figures tutorial"]
    entered = said["ratings enter tutorial tutorial/answers.jsonl"]
    assert entered == f"Entered for {n_authors} authors: {15 * n_authors} sentences answered, 0 left open.\n"
    assert not Invitation.objects.exclude(consented_at=None).exists()
    assert len((folder / "answers-given.jsonl").read_text().splitlines()) == 15 * n_authors
    assert len((folder / "ratings.tsv").read_text().splitlines()) == 1 + n_authors

    with (folder / "rouge.csv").open(newline="") as file:
        scored = {row["system"]: row for row in csv.DictReader(file)}
    assert {row["n_papers"] for row in scored.values()} == {str(N_TALKS)}
    talk, chance = (float(scored[name]["rouge_2_f_mean"]) for name in ("From the talk, 150 words", "Random, 150 words"))
    assert talk > chance

    papers = [json.loads(line) for line in (folder / "set.jsonl").read_text().splitlines()]
    assert len(papers) == N_TALKS
    assert ZipFile(folder / "set.zip").testzip() is None
    trained, summary = said[next(one for one in said if " train " in f" {one} ")], list(said.values())[-1]
    assert "trained" in trained
    paper = (folder / "collection" / "papers" / "talk-001.md").read_text().splitlines()
    assert 3 < len(summary.splitlines()) < 20
    assert set(summary.splitlines()) <= set(paper)
