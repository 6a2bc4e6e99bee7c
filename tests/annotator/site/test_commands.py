"""The verbs of the shell: project, import, align, export, load_demo; and that the guide has the options of all."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command, load_command_class
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.aligning import runs as aligning
from annotator.aligning.runs import start_run
from annotator.management import commands, shared
from annotator.models import (
    AlignmentRun,
    BulkAlignment,
    Document,
    ImportBatch,
    Pair,
    Project,
    ReviewRow,
    RowStatus,
    RunState,
    TestSet,
)
from annotator.reviewing.opening import open_review
from tests.annotator.shared import do_task

VTT = "WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to the harbour\n"
BAD_VTT = "WEBVTT\n\n00:09.000 --> 00:04.000\nwelcome to the harbour\n"
PAPER = "# Harbour tides\n\n## 1 Introduction\n\nTides turn twice a day. We measure both.\n"


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A paper with its talk, two sides of a bitext one folder down, and what is not to be read."""
    talks = tmp_path / "talks"
    (talks / "ledger").mkdir(parents=True)
    (talks / ".git").mkdir()
    (talks / "tides.md").write_text(PAPER)
    (talks / "tides.vtt").write_text(VTT)
    (talks / "ledger" / "source.txt").write_text("Good evening to all.\nWe go home now.\n")
    (talks / "ledger" / "target.txt").write_text("Guten Abend.\nWir gehen jetzt nach Hause.\n")
    (talks / "picture.png").write_bytes(b"\x89PNG\r\n")
    (talks / ".git" / "config").write_text("not to be read")
    return talks


def run(*arguments: object) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


# project


def test_a_project_is_created_and_listed(admin: User) -> None:
    User.objects.create_superuser("root", password="a long enough one")
    out, _ = run("project", "create", "tide-talks", "Tide Talks", "--user", admin.username)
    assert out == f"Tide Talks, at /p/tide-talks; its admin is {admin.username}.\n"
    assert run("project", "create", "salt", "Salt")[0].endswith("its admin is root.\n")
    assert "tide-talks: Tide Talks, 0 pairs" in run("project", "list")[0].splitlines()


@pytest.mark.parametrize(
    ("slug", "name", "said"),
    [
        ("harbour-talks", "Again", "There is a project harbour-talks already"),
        ("Harbour Talks", "Again", "is no short name"),
        ("x" * 51, "Again", "is no short name"),
        ("again", " ", "The name has 0 characters"),
    ],
)
def test_a_project_needs_a_new_short_name(project: Project, admin: User, slug: str, name: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("project", "create", slug, name, "--user", admin.username)
    assert Project.objects.count() == 1


def test_a_project_needs_an_admin(db: None) -> None:
    with pytest.raises(CommandError, match="There is no site admin"):
        run("project", "create", "again", "Again")


# import


def test_a_folder_comes_in_with_its_pairs(project: Project, folder: Path) -> None:
    out, _ = run("import", project.slug, folder)
    lines = [line.split() for line in out.splitlines()]
    names = {"picture.png", "tides.md", "tides.vtt", "ledger/source.txt", "ledger/target.txt"}
    assert {line[0] for line in lines[1:6]} == names
    assert "tides.md  paper of  tides.vtt  0.95 same name" in out
    assert out.splitlines()[-1] == "Imported 4 documents and 2 pairs."
    assert any(line[:4] == ["picture.png", "Not", "recognised", "left"] for line in lines)
    assert sorted(Pair.objects.values_list("title", flat=True)) == ["Harbour tides", "source"]


def test_again_it_is_unchanged(project: Project, folder: Path) -> None:
    run("import", project.slug, folder)
    out, _ = run("import", project.slug, folder)
    assert out.splitlines()[-1] == "Imported 0 documents and 0 pairs, 4 unchanged."
    assert Document.objects.count() == 4


def test_a_dry_run_says_it_and_stores_nothing(project: Project, folder: Path, media: Path) -> None:
    out, _ = run("import", project.slug, folder, "--dry-run")
    assert "Paper, Markdown" in out
    assert "nothing was imported" in out
    assert not Document.objects.exists()
    assert files_below(media) == []


def test_an_error_stops_all_of_it_with_its_place(project: Project, folder: Path, media: Path) -> None:
    (folder / "bad.vtt").write_text(BAD_VTT)
    err = io.StringIO()
    with pytest.raises(CommandError, match="Nothing was imported") as raised:
        call_command("import", project.slug, str(folder), stdout=io.StringIO(), stderr=err)
    assert raised.value.returncode == 2
    assert err.getvalue().startswith("bad.vtt line 3 column 15: ")
    assert not Document.objects.exists()
    assert files_below(media) == []
    assert ImportBatch.objects.get().state == "discarded"


def test_language_and_format_are_given(project: Project, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two\nthree four\n")
    run("import", project.slug, tmp_path / "a.txt", "--language", "nl", "--format", "text-lines")
    document = Document.objects.get()
    assert (document.language, document.importer, document.kind) == ("nl", "text-lines", "text")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere", "."], "There is no project nowhere"),
        (["harbour-talks", "/no/such/file"], "there is no file or folder /no/such/file"),
        (["harbour-talks", __file__, "--format", "docx"], "format is 'docx'; allowed:"),
        (["harbour-talks", __file__, "--user", "nobody"], "There is no user nobody"),
    ],
)
def test_import_says_what_is_wrong(project: Project, arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("import", *arguments)
    assert not ImportBatch.objects.exclude(state="discarded").exists()


# align


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sent: list[int] = []
    monkeypatch.setattr("annotator.platform.work.send", lambda task, pk: sent.append(pk))
    return sent


def test_align_says_what_it_will_do_and_queues_it(
    project: Project, bitext: Pair, talk: Pair, queued: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    out, _ = run("align", "--project", project.slug, "--dry-run")
    assert out.startswith("2 pairs: 2 to align, 0 skipped")
    assert not BulkAlignment.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        out, _ = run("align", "--project", project.slug)
    bulk = BulkAlignment.objects.get()
    assert queued == [bulk.pk]
    with django_capture_on_commit_callbacks(execute=True):
        do_task("align_many", bulk.pk)
    runs = AlignmentRun.objects.filter(bulk=bulk)
    assert {run.pair_id: run.engine == "talksumm" for run in runs} == {bitext.pk: False, talk.pk: True}


def test_align_skips_what_is_done_unless_it_is_to_be_done_again(project: Project, bitext: Pair, talk: Pair) -> None:
    aligning.execute(start_run(pair=bitext, engine="lengths", options={}, user=None).pk)
    given = ("align", "--project", project.slug, "--engine", "lengths", "--kind", "bitext", "--dry-run")
    assert run(*given)[0].startswith("1 pair: 0 to align, 1 skipped")
    assert run(*given, "--again")[0].startswith("1 pair: 1 to align, 0 skipped")
    assert run(*given, "--option", "filters=off")[0].startswith("1 pair: 1 to align, 0 skipped")
    assert run(*given, "--search", "no such")[0].startswith("0 pairs")
    assert run(*given, "--stage", "unreviewed")[0].startswith("1 pair")
    with pytest.raises(CommandError, match="expected NAME=VALUE"):
        run(*given, "--option", "filters")


def test_align_waits_for_all_and_says_how_it_ended(
    project: Project, bitext: Pair, talk: Pair, queued: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_meanwhile(seconds: float) -> None:
        BulkAlignment.objects.update(state="cancelled", finished_at=timezone.now())

    monkeypatch.setattr(shared, "sleep", end_meanwhile)
    out = io.StringIO()
    with pytest.raises(CommandError, match="did not succeed"):
        call_command("align", "--project", project.slug, "--wait", stdout=out)
    assert "was cancelled: 0 aligned" in out.getvalue()


def test_align_takes_one_pair_and_an_engine(bitext: Pair, queued: list[int]) -> None:
    run("align", bitext.pk, "--engine", "lengths")
    assert AlignmentRun.objects.get(state=RunState.QUEUED).engine == "lengths"


@pytest.mark.parametrize("arguments", [[], ["1", "--project", "x"], ["999999"], ["--project", "nowhere"]])
def test_align_needs_one_thing_that_is_there(project: Project, arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run("align", *arguments)


def test_align_refuses_an_engine_that_does_not_fit(talk: Pair) -> None:
    with pytest.raises(CommandError, match=f"Pair {talk.pk}, Full stop: "):
        run("align", talk.pk, "--engine", "lexical")


def test_align_waits_and_says_how_it_ended(bitext: Pair, queued: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def end_meanwhile(seconds: float) -> None:
        AlignmentRun.objects.filter(state=RunState.QUEUED).update(
            state=RunState.FAILED, error="out of ink", finished_at=timezone.now()
        )

    monkeypatch.setattr(shared, "sleep", end_meanwhile)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 1 did not succeed"):
        call_command("align", str(bitext.pk), "--wait", stdout=out)
    assert "has failed, out of ink" in out.getvalue()


def test_align_does_not_wait_for_a_worker_that_is_not_there(
    bitext: Pair, queued: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr(shared, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(shared.workers, "n_workers", lambda: 0)
    with pytest.raises(CommandError, match="No worker is running"):
        run("align", bitext.pk, "--wait")


# export


@pytest.fixture
def gold(bitext: Pair, annotator: User) -> TestSet:
    review, _ = open_review(pair=bitext, annotator=annotator)
    ReviewRow.objects.filter(review=review, position__lte=2).update(
        status=RowStatus.ACCEPTED, changed_by=annotator, changed_at=timezone.now()
    )
    review.state, review.submitted_at = "submitted", timezone.now()
    review.save()
    test_set = TestSet.objects.create(project=bitext.project, name="Spring")
    test_set.reviews.add(review)
    return test_set


def test_export_as_tsv_and_jsonl(gold: TestSet, project: Project, tmp_path: Path) -> None:
    out, _ = run("export", project.slug, "--out", tmp_path / "gold.tsv")
    assert out.strip().endswith("gold.tsv: 2 rows of 1 reviews")
    with (tmp_path / "gold.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["source"] for row in rows] == ["High water, by hand.", "Nobody asked her to."]
    run("export", project.slug, "--format", "jsonl", "--out", tmp_path / "gold.jsonl")
    records = [json.loads(line) for line in (tmp_path / "gold.jsonl").read_text().splitlines()]
    assert [record["target"] for record in records] == [row["target"] for row in rows]


def test_export_of_a_test_set(gold: TestSet, project: Project, tmp_path: Path) -> None:
    empty = TestSet.objects.create(project=project, name="Empty")
    run("export", project.slug, "--out", tmp_path / "a", "--format", "jsonl", "--test-set", gold.pk)
    run("export", project.slug, "--out", tmp_path / "b", "--format", "jsonl", "--test-set", empty.pk)
    assert len((tmp_path / "a").read_text().splitlines()) == 2
    assert (tmp_path / "b").read_text() == ""


def test_export_to_standard_output(gold: TestSet, project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export", project.slug, "--format", "jsonl")
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_half_an_export_is_never_seen(
    gold: TestSet, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(*_: Any) -> Any:
        yield b"first line\n"
        raise RuntimeError

    (tmp_path / "gold.tsv").write_text("what was there")
    monkeypatch.setattr("annotator.management.commands.export.chunks", break_off)
    with pytest.raises(RuntimeError):
        run("export", project.slug, "--out", tmp_path / "gold.tsv")
    assert (tmp_path / "gold.tsv").read_text() == "what was there"
    assert [path.name for path in files_below(tmp_path)] == ["gold.tsv"]


def test_export_says_what_is_not_there(gold: TestSet, project: Project, tmp_path: Path) -> None:
    other = TestSet.objects.create(project=Project.objects.create(slug="other", name="Other"), name="X")
    for arguments in (
        ["nowhere"],
        [project.slug, "--test-set", other.pk],
        [project.slug, "--out", tmp_path / "no" / "x"],
    ):
        with pytest.raises(CommandError):
            run("export", *arguments)


# load_demo


def test_load_demo_twice(db: None) -> None:
    User.objects.create_superuser("admin", password="a long enough one")
    first, _ = run("load_demo")
    assert first == "Demo: Harbour Talks: 13 pairs, at /p/demo-harbour-talks\n"
    assert run("load_demo")[0] == first
    assert Project.objects.count() == 1


def test_load_demo_needs_somebody(db: None) -> None:
    with pytest.raises(CommandError, match="no admin"):
        run("load_demo")
    with pytest.raises(CommandError, match="There is no user"):
        run("load_demo", "--user", "nobody")


def own_commands() -> list[str]:
    return sorted(path.stem for path in Path(commands.__file__).parent.glob("[!_]*.py"))


def options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Those of a command and its subcommands that Django does not give to every command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subcommand in action.choices.values():
                yield from options_of(subcommand)
        yield from (option for option in action.option_strings if option.startswith("--"))


@pytest.mark.parametrize("name", own_commands())
def test_the_guide_of_commands_has_every_option(name: str) -> None:
    guide = (Path(settings.BASE_DIR) / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = [each for each in re.split(r"^## ", guide, flags=re.MULTILINE) if f"manage.py {name}" in each]
    of_every_command = set(options_of(BaseCommand().create_parser("manage.py", "any")))
    options = set(options_of(load_command_class("annotator", name).create_parser("manage.py", name)))
    assert sections
    assert options - of_every_command - set(re.findall(r"--[a-z-]+", "".join(sections))) == set()
