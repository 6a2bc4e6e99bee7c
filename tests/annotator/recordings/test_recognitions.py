"""Recognitions from files, of the transcript itself and by recognisers of the site; peaks; what is refused."""

from __future__ import annotations

import io
import time
import wave
from base64 import b64decode
from collections.abc import Callable
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.recordings.audio import missing_extra, write_samples
from alignment.recordings.recognisers import RecognisedPiece, RetryLater
from alignment.transcripts.words import Word
from annotator import settings as site
from annotator.models import Document, DocumentKind, Project, Recognition, Role, SoundPeaks, TranscriptCheck
from annotator.platform.errors import StoreUnavailable
from annotator.platform.work import Heartbeat, sweep
from annotator.recordings.hearing import timed
from annotator.recordings.masking import spoken_words
from annotator.recordings.peaks import levels
from annotator.site import housekeeping
from tests import world
from tests.annotator.shared import do_task
from tests.speech import needs_speech, speak

needs_sphinx = pytest.mark.skipif(find_spec("pocketsphinx") is None, reason="needs the extra pocketsphinx")
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


def test_more_words_than_are_said_in_a_day_are_refused(
    transcript: Document, lead: APIClient, in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.recordings.recognitions.MOST_WORDS", 11)
    add(lead, transcript, "B", VTT)
    add(lead, transcript, "C", VTT.replace(b"words", b"words" * 40), "c.vtt")
    for row in Recognition.objects.order_by("pk"):
        do_task("recognise", row.pk)
    b, c = Recognition.objects.order_by("pk")
    assert (b.state, c.state) == ("failed", "failed")
    assert b.error == "b.vtt has about 12 words; expected 11 at most, as many as are said in a day."
    assert c.error.startswith("c.vtt has about 24 words")


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


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ANNOTATOR, Role.ADJUDICATOR])
def test_where_a_site_keeps_models_and_sends_sound_is_for_admins(
    transcript: Document, person: Callable[..., User], client_of: Callable[[User], APIClient], role: Role
) -> None:
    answer = client_of(person(role)).get(f"/api/v1/documents/{transcript.pk}/recognitions/")
    assert answer.json()["recognisers"] == []


@needs_video
def test_sound_is_sent_only_where_somebody_agreed_to(
    transcript: Document, lead: APIClient, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    settings.SPEECH_URL, settings.SPEECH_KEY = "https://speech.example.org/v1", "sk-secret-7"
    transcript.media_file.save("talk.wav", ContentFile(tone()))
    sent: list[str] = []

    def hear(*_: Any, settings: Any, **__: Any) -> Any:
        sent.append(settings.endpoint_url)
        return iter([RecognisedPiece(0.0, 2.0, (Word("hum", 0.5, 1.0),))])

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    address = f"/api/v1/documents/{transcript.pk}/recognitions/"
    shown = lead.get(address)
    known = {one["name"]: one for one in shown.json()["recognisers"]}["endpoint"]
    assert (known["refusal"], known["host"], shown.json()["seconds"]) == ("", "speech.example.org", 7.5)
    body = {"name": "E", "recogniser": "endpoint"}
    for wrong in ({}, {"may_send_to": "elsewhere.example.org"}):
        refused = lead.post(address, body | wrong, format="json")
        assert (refused.status_code, refused.json()["code"]) == (400, "not_agreed")
    assert not Recognition.objects.exists()
    made = lead.post(address, body | {"may_send_to": "speech.example.org"}, format="json")
    assert made.status_code == 201
    assert "sk-secret-7" not in shown.content.decode() + made.content.decode()
    # The operator names another service before a worker gets to it.
    settings.SPEECH_URL = "https://other.example.org/v1"
    do_task("recognise", Recognition.objects.get().pk)
    row = Recognition.objects.get()
    assert (row.state, sent) == ("failed", [])
    assert "another address" in row.error
    row.delete()
    lead.post(address, body | {"may_send_to": "other.example.org"}, format="json")
    do_task("recognise", Recognition.objects.get().pk)
    assert (Recognition.objects.get().state, sent) == ("done", ["https://other.example.org/v1"])


def spoken(text: str) -> bytes:
    samples, rate = speak(text, words_per_minute=130)
    file = io.BytesIO()
    write_samples(file, samples, rate)
    return file.getvalue()


@pytest.fixture
def hears(transcript: Document, lead: APIClient, settings: Any, tmp_path: Any) -> Callable[[bytes], Recognition]:
    """Asks PocketSphinx, as the page does, to hear a recording."""

    def ask(recording: bytes) -> Recognition:
        settings.MEDIA_ROOT = tmp_path
        transcript.media_file.save("talk.wav", ContentFile(recording))
        address = f"/api/v1/documents/{transcript.pk}/recognitions/"
        made = lead.post(address, {"name": "Sphinx", "recogniser": "pocketsphinx"}, format="json")
        assert made.status_code == 201, made.json()
        return Recognition.objects.get()

    return ask


@needs_video
@needs_sphinx
@needs_speech
def test_pocketsphinx_hears_a_spoken_sentence_that_is_read_in_a_child(
    transcript: Document, lead: APIClient, hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[float, str]] = []
    progress = Heartbeat.progress
    monkeypatch.setattr(Heartbeat, "progress", lambda self, *what: (noted.append(what), progress(self, *what)))
    row = hears(spoken("One two three four five six. Good morning everyone."))
    assert row.state == "queued"
    do_task("recognise", row.pk)
    row.refresh_from_db()
    assert (row.state, row.error, row.progress) == ("done", "", 1.0)
    words = [word[0] for word in row.words]
    assert {"three", "four", "morning"} <= set(words)
    assert row.message == f"{len(words):,} words"
    assert all(0 <= start <= end <= 10 for _, start, end, _ in row.words)
    shares = [share for share, _ in noted]
    assert shares == sorted(shares)
    assert noted[-1][1].endswith("recognised")
    # It is compared with the transcript like any other.
    assert add(lead, transcript, "Own").status_code == 201
    do_task("recognise", Recognition.objects.get(name="Own").pk)
    body = {"a": row.pk, "b": Recognition.objects.get(name="Own").pk, "planted_share": 0}
    made = lead.post(f"/api/v1/documents/{transcript.pk}/transcript-check/", body, format="json")
    do_task("check_transcript", made.json()["check"]["id"])
    assert TranscriptCheck.objects.get().masks.count() > 0


@needs_video
@needs_sphinx
def test_a_recogniser_stops_where_its_recognition_is_cancelled(
    lead: APIClient, hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, heard = hears(tone(70)), []

    def hear(*_: Any, progress: Any, **__: Any) -> Any:
        for number in range(9):
            heard.append(number)
            if number == 2:
                assert lead.delete(f"/api/v1/recognitions/{row.pk}/").status_code == 204
                time.sleep(0.3)  # a worker looks four times a second
            progress(number / 9, "on")
            yield RecognisedPiece(number, number + 1, (Word("hum", number, number + 0.5),))

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    do_task("recognise", row.pk)
    assert heard == [0, 1, 2]
    assert not Recognition.objects.exists()


@needs_video
@needs_sphinx
@pytest.mark.parametrize("other_recording", [False, True])
def test_a_recogniser_goes_on_where_a_busy_service_stopped_it(
    transcript: Document, hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch, other_recording: bool
) -> None:
    row, begun = hears(tone()), []

    def hear(*_: Any, after: float, **__: Any) -> Any:
        begun.append(after)
        for number in range(int(after), 4):
            if number and number % 2 == 0 and after < number:
                raise RetryLater("speech.example.org answered 429: busy", 0.0)
            yield RecognisedPiece(number, number + 1, (Word(f"w{number}", number, number + 0.5),))

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    do_task("recognise", row.pk)
    row.refresh_from_db()
    assert (row.state, row.heard_until, row.error) == ("queued", 2.0, "")
    assert row.message == "speech.example.org answered 429: busy; back in the queue"
    if other_recording:
        transcript.media_file.save("other.wav", ContentFile(tone()))
    Recognition.objects.update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert sweep() == 1
    do_task("recognise", row.pk)
    row.refresh_from_db()
    if other_recording:
        assert begun == [0.0, 0.0]
        return
    assert begun == [0.0, 2.0]
    assert (row.state, [word[0] for word in row.words], row.breaks) == ("done", ["w0", "w1", "w2", "w3"], [0, 1, 2, 3])


@needs_video
@needs_sphinx
def test_what_was_heard_in_a_recording_that_was_replaced_meanwhile_is_not_kept(
    transcript: Document, hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = hears(tone())

    def hear(*_: Any, **__: Any) -> Any:
        yield RecognisedPiece(0, 1, (Word("hum", 0, 0.5),))
        transcript.media_file.save("other.wav", ContentFile(tone()))

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    do_task("recognise", row.pk)
    row.refresh_from_db()
    assert (row.state, row.words) == ("failed", [])
    assert row.error == f"The recording of {transcript.title} was replaced meanwhile. Ask for this again."


@needs_video
@needs_sphinx
def test_a_recogniser_goes_on_where_its_worker_was_lost(
    hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, begun = hears(tone()), []
    monkeypatch.setattr("annotator.recordings.recognitions.KEEP_SECONDS", 0.0)

    class KilledError(BaseException):
        """Nothing is told, as of a process that is gone."""

    def hear(*_: Any, after: float, **__: Any) -> Any:
        begun.append(after)
        for number in range(int(after), 4):
            if number == 3 and after == 0:
                raise KilledError
            yield RecognisedPiece(number, number + 1, (Word(f"w{number}", number, number + 0.5),))

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    with pytest.raises(KilledError):
        do_task("recognise", row.pk)
    row.refresh_from_db()
    assert (row.state, row.heard_until) == ("running", 3.0)
    Recognition.objects.update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert sweep() == 1
    do_task("recognise", row.pk)
    row.refresh_from_db()
    assert begun == [0.0, 3.0]
    assert (row.state, [word[0] for word in row.words]) == ("done", ["w0", "w1", "w2", "w3"])


@needs_video
@needs_sphinx
def test_a_service_that_stays_away_ends_the_recognition(
    hears: Callable[[bytes], Recognition], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    row = hears(tone())

    def hear(*_: Any, **__: Any) -> Any:
        raise RetryLater("speech.example.org did not answer: refused", 0.0)

    monkeypatch.setattr("annotator.recordings.recognisers.recognise_pieces", hear)
    for _ in range(settings.MAX_ATTEMPTS):
        Recognition.objects.update(heartbeat_at=timezone.now() - timedelta(hours=1))
        do_task("recognise", row.pk)
    row.refresh_from_db()
    assert (row.state, row.words) == ("failed", [])
    assert row.error.startswith("speech.example.org did not answer: refused")
    assert "3 times" in row.error


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SPEECH_URL", "speech.example.org"), ("SPEECH_URL", "file:///etc/passwd"), ("SPEECH_URL", "https://"),
        ("SPEECH_URL", "https://me:sk-secret-7@speech.example.org/v1"),
        ("SPEECH_URL", "https://speech.example.org/v1?key=sk-secret-7"), ("SPEECH_URL", "https://a b/v1"),
        ("SPEECH_KEY", "sk-secret-7\nX: y"), ("SPEECH_KEY", "sk-secret-7é"),
        ("CHAT_URL", "https://me:sk-secret-7@chat.example.org"), ("CHAT_KEY", "sk-secret-7\n"),
    ],
)  # fmt: skip
def test_a_wrong_address_or_key_stops_the_start_without_showing_it(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    read = site._service_url if variable.endswith("_URL") else site._service_key
    with pytest.raises(ImproperlyConfigured, match=variable) as error:
        read(variable)
    assert "secret" not in str(error.value)
    monkeypatch.setenv("SPEECH_URL", "http://10.0.0.7:8000/v1/")
    assert site._service_url("SPEECH_URL") == "http://10.0.0.7:8000/v1"


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


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ([1, 9999, 2, 3], [1, 1.5, 2, 3]),
        ([1, 2, 0, 3], [1, 2, 2.5, 3]),
        ([5, 5, None, 7], [5, 5, 6, 7]),
        ([None, None], [0, 0.4]),
        ([], []),
    ],
)
def test_a_time_out_of_order_takes_no_other_along(starts: list[float | None], expected: list[float]) -> None:
    words = timed([["x", start, None if start is None else start + 0.3, None] for start in starts])
    assert [round(word.start, 3) for word in words] == expected
    assert all(word.end >= word.start for word in words)
