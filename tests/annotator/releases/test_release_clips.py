"""Releases with audio clips: what is frozen of them, and that lost files are cut from the same recording or not."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command

from alignment.recordings.audio import missing_extra, read_sound, write_samples
from annotator.models import Pair, Project, Release, ReleaseState, TestSet, TranscriptSegments
from annotator.releases import making, verification
from tests.annotator.releases.releasing import accept_all, execute, make_release, set_of_all

pytestmark = pytest.mark.skipif(bool(missing_extra()), reason=missing_extra() or "there")
RATE = 8000
FORMS = ("jsonl", "manifest", "clips", "all")


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def test_set(annotator: User, talk: Pair, project: Project) -> TestSet:
    accept_all(talk, annotator)
    return set_of_all(project)


def noise(seed: int = 3) -> np.ndarray[Any, np.dtype[np.int16]]:
    return np.random.default_rng(seed).integers(-9000, 9000, 10 * RATE).astype(np.int16)


def record(talk: Pair, seed: int = 3) -> None:
    file = io.BytesIO()
    write_samples(file, noise(seed), RATE)
    talk.target.media_file.save("talk.wav", ContentFile(file.getvalue()))


def cut(talk: Pair, segments: list[list[float]]) -> None:
    for unit in talk.target.units.all():
        unit.start_seconds, unit.end_seconds = 4.0 * unit.position, 4.0 * unit.position + 4
        unit.save()
    TranscriptSegments.objects.update_or_create(document=talk.target, defaults={"segments": segments, "rules": {}})


def stored(release: Release, form: str) -> Path:
    return Path(release.files.get(form=form).file.path)


def test_clips_are_frozen_with_a_release_in_a_child(test_set: TestSet, talk: Pair, media: Path) -> None:
    record(talk)
    cut(talk, [[0, 4], [4, 7.5]])
    release = make_release(test_set, FORMS, with_clips=True)
    manifest = json.loads(release.manifest)
    (of_talk,) = manifest["clips"]["talks"]
    assert [segment[:3] for segment in of_talk["segments"]] == [
        [0, 4, "so no full stop just words"], [4, 7.5, "and a breath is a label"],
    ]  # fmt: skip
    archive = zipfile.ZipFile(stored(release, "clips"))
    rows = list(csv.DictReader(io.StringIO(archive.read("spring-1.0/metadata.csv").decode())))
    assert [row["transcription"] for row in rows] == ["so no full stop just words", "and a breath is a label"]
    clip = io.BytesIO(archive.read(f"spring-1.0/{rows[1]['file_name']}"))
    assert np.array_equal(np.concatenate(list(read_sound(clip, "clip", rate=None))), noise()[4 * RATE : 60000])
    assert "spring-1.0/spring-1.0.clips.zip" in zipfile.ZipFile(stored(release, "all")).namelist()
    assert verification.problems_of(release) == []
    # What happens to the segments afterwards is nothing to a release.
    cut(talk, [[0, 8]])
    assert verification.problems_of(release) == []
    without = make_release(test_set, FORMS)
    assert "clips" not in json.loads(without.manifest)
    assert set(without.files.values_list("form", flat=True)) == {"jsonl", "manifest", "all"}


def test_clips_say_which_split_their_talk_is_in_in_a_child(test_set: TestSet, talk: Pair, media: Path) -> None:
    record(talk)
    cut(talk, [[0, 4], [4, 7.5]])
    split = {"by": "ratio", "ratio": [0, 1, 0], "size": "duration", "by_event": True}
    TestSet.objects.filter(pk=test_set.pk).update(rules={"split": split})
    test_set.refresh_from_db()
    release = make_release(test_set, FORMS, with_clips=True)
    archive = zipfile.ZipFile(stored(release, "clips"))
    rows = list(csv.DictReader(io.StringIO(archive.read("spring-1.0/metadata.csv").decode())))
    assert [row["split"] for row in rows] == ["dev", "dev"]


def test_lost_clips_are_cut_again_from_the_same_recording_or_not_at_all_in_a_child(
    test_set: TestSet, talk: Pair, media: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(talk)
    cut(talk, [[0, 4], [4, 7.5]])
    release = make_release(test_set, FORMS, with_clips=True)
    paths = {form: stored(release, form) for form in ("clips", "all")}
    before = {form: path.read_bytes() for form, path in paths.items()}
    for path in paths.values():
        path.unlink()
    assert any("clips" in problem for problem in verification.problems_of(release))
    call_command("release", "repair", str(release.pk))
    assert {form: path.read_bytes() for form, path in paths.items()} == before
    assert verification.problems_of(release) == []
    paths["clips"].unlink()
    recording = Path(talk.target.media_file.path)
    whole = recording.read_bytes()
    recording.write_bytes(whole[:-2] + b"\x00\x01")
    with pytest.raises(CommandError):
        call_command("release", "repair", str(release.pk))
    assert "The recording of Full stop talk is not the one that was frozen." in capsys.readouterr().err
    recording.unlink()
    with pytest.raises(CommandError):
        call_command("release", "repair", str(release.pk))
    assert "The recording of Full stop talk is no longer on this site." in capsys.readouterr().err
    recording.write_bytes(whole)
    call_command("release", "repair", str(release.pk))
    assert paths["clips"].read_bytes() == before["clips"]


@pytest.mark.parametrize(
    ("segments", "recorded", "message"),
    [
        ([], True, "No talk of this release has segments and a recording on this site. Nothing was released."),
        ([[0, 4]], False, "No talk of this release has segments and a recording on this site. Nothing was released."),
        ([[0, 400]], True, "Full stop talk: Segment 1 lasts 400 s; a clip may last 300 s. Split it first. Nothing was"),
        ([[0, 4], [11, 12]], True, "clip 2 starts at 11 s, but talk"),
    ],
)
def test_a_release_whose_clips_cannot_be_made_says_why_in_a_child(
    test_set: TestSet, talk: Pair, media: Path, segments: Any, recorded: bool, message: str
) -> None:
    if recorded:
        record(talk)
    if segments:
        cut(talk, segments)
    release = making.request_release(test_set=test_set, user=None, with_clips=True)
    execute(release, FORMS)
    release.refresh_from_db()
    assert release.state == ReleaseState.FAILED
    assert release.error.startswith(message)
