"""Recognitions from files, of the transcript itself and by recognisers of the site; peaks; what is refused."""

from __future__ import annotations

import io
import wave
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from alignment.recordings.audio import missing_extra
from annotator.models import Document, DocumentKind, Project, Recognition, Role, SoundPeaks, TranscriptCheck
from annotator.platform.errors import StoreUnavailable
from annotator.recordings.hearing import timed
from annotator.recordings.masking import spoken_words
from annotator.recordings.peaks import levels
from annotator.site import housekeeping
from tests import world
from tests.annotator.shared import do_task

needs_video = pytest.mark.skipif(bool(missing_extra()), reason=missing_extra() or "there")

VTT = b"""WEBVTT

00:00.000 --> 00:03.500
so no full stop just words

00:04.000 --> 00:07.500
and a breath is a label
"""


@pytest.fixture
def transcript(project: Project) -> Document:
    return world.make_document(
        project, "Full stop", ["so no full stop", "just words"], kind=DocumentKind.TRANSCRIPT, timed=True
    )


@pytest.fixture
def lead(person: Callable[..., User], client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(person(Role.ADMIN))


def add(client: APIClient, document: Document, name: str, content: bytes | None = None, file: str = "b.vtt") -> Any:
    body: dict[str, Any] = {"name": name}
    if content is not None:
        body["file"] = SimpleUploadedFile(file, content)
    return client.post(f"/api/v1/documents/{document.pk}/recognitions/", body, format="multipart")


def test_a_file_and_the_transcript_itself_are_compared(
    transcript: Document, lead: APIClient, in_process: None, queued: list[tuple[str, int]],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        assert add(lead, transcript, "Own").status_code == 201
        assert add(lead, transcript, "Azure", VTT).status_code == 201
    with django_capture_on_commit_callbacks(execute=True):
        for task, pk in list(queued):
            do_task(task, pk)
    own, azure = Recognition.objects.order_by("pk")
    assert [word[0] for word in own.words] == ["so", "no", "full", "stop", "just", "words"]
    assert own.breaks == [0, 4]
    assert (azure.state, azure.error, len(azure.words), bool(azure.upload)) == ("done", "", 12, False)
    assert [word[1] for word in azure.words] == sorted(word[1] for word in azure.words)
    body = {"a": own.pk, "b": azure.pk, "planted_share": 0}
    answer = lead.post(f"/api/v1/documents/{transcript.pk}/transcript-check/", body, format="json")
    assert answer.status_code == 201
    do_task("check_transcript", answer.json()["check"]["id"])
    (mask,) = TranscriptCheck.objects.get().masks.all()
    assert (mask.a, mask.b) == ("", "and a breath is a label")
    again = lead.post(f"/api/v1/documents/{transcript.pk}/transcript-check/", body, format="json")
    assert again.json()["code"] == "has_check"
    assert lead.delete(f"/api/v1/recognitions/{own.pk}/").json()["code"] == "in_use"


@pytest.mark.parametrize(
    ("content", "file", "message"),
    [
        (b"\x89PNG\r\n\x1a\n", "b.png", "b.png"),
        (b"WEBVTT\n\n00:09.000 --> 00:01.000\nback\n", "b.vtt", "b.vtt:3"),
        (b"WEBVTT\n", "b.vtt", "b.vtt"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    transcript: Document, lead: APIClient, in_process: None, content: bytes, file: str, message: str,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    add(lead, transcript, "B", content, file)
    with django_capture_on_commit_callbacks(execute=True):
        do_task("recognise", Recognition.objects.get().pk)
    row = Recognition.objects.get()
    assert (row.state, bool(row.upload)) == ("failed", False)
    assert message in row.error


@pytest.mark.parametrize("state", ["done", "failed", "running"])
def test_a_file_that_could_not_be_deleted_goes_with_the_sweep(
    transcript: Document, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any, state: str
) -> None:
    settings.MEDIA_ROOT = tmp_path
    row = Recognition(document=transcript, name="B", origin="file", file_name="b.vtt", state=state)
    row.upload.save("recognition", ContentFile(VTT))
    with django_capture_on_commit_callbacks(execute=True):
        housekeeping.tidy()
    row.refresh_from_db()
    is_there = any(path.is_file() for path in tmp_path.rglob("*"))
    assert is_there == bool(row.upload) == (state == "running")


def test_a_recognition_is_done_also_where_the_store_does_not_delete_its_file(
    transcript: Document, lead: APIClient, in_process: None, settings: Any, tmp_path: Path,
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path
    add(lead, transcript, "B", VTT)

    def is_away(*_: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as away, django_capture_on_commit_callbacks(execute=True):
        away.setattr(FileSystemStorage, "delete", is_away)
        do_task("recognise", Recognition.objects.get().pk)
    row = Recognition.objects.get()
    assert (row.state, bool(row.upload)) == ("done", True)
    with django_capture_on_commit_callbacks(execute=True):
        housekeeping.tidy()
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_names_are_given_once_and_other_documents_have_no_recognitions(
    transcript: Document, lead: APIClient, project: Project
) -> None:
    assert add(lead, transcript, "Own").status_code == 201
    assert add(lead, transcript, "Own").status_code == 409
    text = world.make_document(project, "Text", ["a"])
    assert add(lead, text, "Own").status_code == 404


def test_a_recogniser_that_cannot_run_says_what_it_lacks(transcript: Document, lead: APIClient) -> None:
    address = f"/api/v1/documents/{transcript.pk}/recognitions/"
    known = {one["name"]: one for one in lead.get(address).json()["recognisers"]}
    assert known["endpoint"]["sends"]
    assert known["endpoint"]["refusal"]
    refused = lead.post(address, {"name": "E", "recogniser": "endpoint"}, format="json")
    assert refused.json()["code"] == "no_recogniser"
    assert not Recognition.objects.exists()


def test_words_without_times_stand_between_those_that_have_some() -> None:
    words = timed([["a", 1.0, 1.4, None], ["b", None, None, None], ["c", 3.0, 3.2, None], ["d", None, None, None]])
    assert [word.start for word in words] == [1.0, 2.0, 3.0, 3.4]
    assert [word.start for word in timed([["a", None, None, None], ["b", None, None, None]])] == [0.0, 0.4]


def test_japanese_is_compared_by_characters(project: Project) -> None:
    document = world.make_document(project, "調波", ["調波と子音です"], kind=DocumentKind.TRANSCRIPT, language="ja")
    a = world.recognition(document, "A", ["調波と子音です"])
    b = world.recognition(document, "B", ["長波と子音です"])
    check = TranscriptCheck.objects.create(document=document, a=a, b=b, language="ja", planted_share=0)
    do_task("check_transcript", check.pk)
    (mask,) = check.masks.all()
    assert (mask.a, mask.b) == ("調", "長")
    check.refresh_from_db()
    assert check.lines[0]["parts"] == [0, "波と子音です"]


def test_the_spoken_form_of_a_word_may_be_several_or_none() -> None:
    assert spoken_words(timed([["36,", 0, 1, None], ["–", 1, 2, None]]), "en") == ["thirty six", ""]


def tone(seconds: float = 2.0, rate: int = 8000) -> bytes:
    """Loud in the second half."""
    at = np.arange(int(seconds * rate)) / rate
    loud = np.where(at >= seconds / 2, 12000, 1200) * np.sin(2 * np.pi * 200 * at)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((1, 2, rate, 0, "NONE", ""))
        out.writeframes(loud.astype("<i2").tobytes())
    return file.getvalue()


@needs_video
def test_peaks_are_measured_in_a_child_and_shown(
    transcript: Document, lead: APIClient, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    address = f"/api/v1/documents/{transcript.pk}/peaks/"
    assert lead.get(address).json()["refusal"] == "No recording is on this site, so there is no wave."
    assert lead.post(address).json()["code"] == "no_wave"
    transcript.media_file.save("talk.wav", ContentFile(tone()))
    assert lead.post(address).json()["state"] == "queued"
    do_task("measure_sound", SoundPeaks.objects.get().pk)
    shown = lead.get(address).json()
    assert (shown["state"], shown["error"], shown["seconds"]) == ("done", "", pytest.approx(2.0, abs=0.05))
    peaks = b64decode(shown["peaks"])
    assert len(peaks) == pytest.approx(2 * shown["per_second"], abs=1)
    assert max(peaks) == 255
    assert peaks[5] < 60
    # Another recording has other peaks.
    transcript.media_file.save("other.wav", ContentFile(b"RIFF, but no sound"))
    assert lead.get(address).json()["state"] is None
    lead.post(address)
    do_task("measure_sound", SoundPeaks.objects.get().pk)
    broken = lead.get(address).json()
    assert broken["state"] == "failed"
    assert "other" in broken["error"]


def test_levels_are_relative_to_the_loudest() -> None:
    assert list(levels(np.array([[-64, 10], [0, 32], [0, 0]], np.int8).tobytes())) == [255, 127, 0]
    assert levels(b"") == b""
