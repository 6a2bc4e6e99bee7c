"""Releases as folders of M3AV: what is frozen of talks, whatever happens to them later, and read back as it was."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.test import APIClient

from alignment.recordings import m3av
from annotator.models import DocumentKind, Pair, Project, Release, TestSet, TranscriptSegments
from annotator.platform.errors import ServiceError
from annotator.releases import verification
from annotator.releases.m3av import write_talk
from tests import world
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.reviewing.editor import Editor

FORMS = ("jsonl", "manifest", "m3av", "all")
FOLDER = "Full-stop-talk"


@pytest.fixture
def media(settings: object, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    return tmp_path


@pytest.fixture
def test_set(client_of: Callable[[User], APIClient], annotator: User, talk: Pair, project: Project) -> TestSet:
    editor = Editor(client_of(annotator), talk)
    accepted = {"status": "accepted", "good_align": True, "good_mt": True}
    editor.done(
        {"type": "set", "rows": editor.row_ids, "fields": accepted}, {"type": "submit", "leave_unreviewed": True}
    )
    return set_of_all(project)


def times(talk: Pair, segments: list[list[float]]) -> None:
    for unit in talk.target.units.all():
        unit.start_seconds, unit.end_seconds = 4.0 * unit.position, 4.0 * unit.position + 4
        unit.save()
    TranscriptSegments.objects.update_or_create(document=talk.target, defaults={"segments": segments, "rules": {}})


def written(release: Release) -> dict[str, bytes]:
    archive = zipfile.ZipFile(release.files.get(form="m3av").file.path)
    return {name.removeprefix("spring-1.0/"): archive.read(name) for name in archive.namelist()}


def folder(release: Release) -> m3av.M3avTalk:
    files = {name.removeprefix(f"{FOLDER}/"): data for name, data in written(release).items()}
    return m3av.read_files(FOLDER, files)


def test_talks_are_frozen_as_folders(test_set: TestSet, talk: Pair, media: Path) -> None:
    times(talk, [[0, 4], [4, 7.5]])
    world.passages(talk, "so no full stop")
    split = {"split": {"by": "ratio", "ratio": [0, 0, 1]}}
    TestSet.objects.filter(pk=test_set.pk).update(rules=split)
    test_set.refresh_from_db()
    release = make_release(test_set, FORMS)
    frozen = folder(release)
    assert [(one.start_ms, one.end_ms, one.written) for one in frozen.speech or ()] == [
        (0, 4000, "so no full stop just words"), (4000, 7500, "and a breath is a label"),
    ]  # fmt: skip
    assert frozen.paper == tuple(talk.source.texts())
    assert [[text for text, _ in one.sentences] for one in frozen.related or ()] == [talk.source.texts()[:3]]
    assert json.loads(written(release)["set_split.json"]) == {FOLDER: "test"}
    # What happens to the talk later is nothing to a release, also where its file is written again.
    times(talk, [[0, 8]])
    talk.passages.delete()
    before = written(release)
    for form in ("m3av", "all"):
        Path(release.files.get(form=form).file.path).unlink()
    call_command("release", "repair", str(release.pk))
    assert (written(release), verification.problems_of(release)) == (before, [])


def test_a_folder_has_nothing_of_pairs_that_are_not_released(
    test_set: TestSet, talk: Pair, project: Project, media: Path
) -> None:
    times(talk, [[0, 8]])
    other = world.introduced(project, "Another paper", ["Kept back."], kind=DocumentKind.PAPER)
    world.make_pair(project, "Another paper", other, talk.target)
    assert folder(make_release(test_set, FORMS)).paper == tuple(talk.source.texts())


def test_talks_without_times_have_no_folders(test_set: TestSet, talk: Pair, media: Path) -> None:
    talk.target.units.update(start_seconds=None, end_seconds=None)
    release = make_release(test_set, FORMS)
    assert "m3av" not in json.loads(release.manifest)
    assert not release.files.filter(form="m3av").exists()


def test_a_document_that_was_deleted_is_named(test_set: TestSet, talk: Pair, media: Path) -> None:
    times(talk, [[0, 8]])
    (of_talk,) = json.loads(make_release(test_set, FORMS).manifest)["m3av"]
    with (
        zipfile.ZipFile(io.BytesIO(), "w") as archive,
        pytest.raises(ServiceError, match="A document of Full stop talk was deleted"),
    ):
        write_talk(archive, {**of_talk, "transcript": 0}, "", int)
