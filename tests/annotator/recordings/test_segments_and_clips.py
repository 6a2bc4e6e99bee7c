"""Segments cut by rules and by people, and their clips: what they hold, what is refused, and what is kept."""

from __future__ import annotations

import csv
import hashlib
import io
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from alignment.recordings.audio import FORMS, missing_extra, read_sound, write_samples
from alignment.recordings.segments import SegmentOptions, cut_segments
from annotator.corpus.media import keep_media, remove_media
from annotator.models import (
    ActivityEntry,
    ClipExport,
    ClipForm,
    Document,
    DocumentKind,
    Project,
    Role,
    SoundPeaks,
    TranscriptSegments,
)
from annotator.recordings.clips import Spoken, _utterance, clip_names
from annotator.recordings.peaks import request_peaks
from annotator.recordings.pieces import Piece, pieces_of
from annotator.recordings.segments import SHORTEST_SECONDS, Cut, _around, _faults
from tests import world
from tests.annotator.shared import do_task

needs_video = pytest.mark.skipif(bool(missing_extra()), reason=missing_extra() or "there")
RATE = 22_050


@pytest.fixture
def transcript(project: Project) -> Document:
    return world.make_document(project, "Two origins", world.SPOKEN * 3, kind=DocumentKind.TRANSCRIPT, timed=True)


@pytest.fixture
def lead(person: Callable[..., User], client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(person(Role.ADMIN))


@pytest.fixture
def annotator_client(annotator: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(annotator)


def address(document: Document, what: str = "segments") -> str:
    return f"/api/v1/documents/{document.pk}/{what}/"


def cut(client: APIClient, document: Document, **body: Any) -> Any:
    return client.post(address(document), body, format="json")


def spans(answer: Any) -> list[tuple[float, float]]:
    return [(one["start"], one["end"]) for one in answer["segments"]]


def test_a_recording_is_cut_as_the_engine_cuts_it(transcript: Document, lead: APIClient) -> None:
    before = lead.get(address(transcript)).json()
    assert (before["segments"], before["refusal"], before["has_word_times"]) == (None, "", True)
    assert "".join(text for text, *_ in before["pieces"]).split() == " ".join(world.SPOKEN * 3).split()
    answer = cut(lead, transcript)
    assert answer.status_code == 201
    pieces = pieces_of(transcript).all
    expected = cut_segments([piece.as_word() for piece in pieces])
    assert spans(answer.json()) == [(round(one.start, 3), round(one.end, 3)) for one in expected]
    assert answer.json()["rules"] == {"pause_seconds": 0.2, "close_seconds": 8, "max_seconds": 10, "drop_seconds": 5}
    assert ActivityEntry.objects.filter(verb="segments_cut").count() == 1
    shorter = cut(lead, transcript, rules={"close_seconds": 3, "max_seconds": 4})
    assert len(shorter.json()["segments"]) > len(expected)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"close_seconds": 20}, "These rules can’t be: close_seconds (20) exceeds max_seconds (10)."),
        ({"pause_seconds": 0}, "These rules can’t be: pause_seconds is 0.0; expected more than 0 s."),
    ],
)
def test_rules_that_cannot_be_are_refused_in_words(
    transcript: Document, lead: APIClient, rules: Any, message: str
) -> None:
    answer = cut(lead, transcript, rules=rules)
    assert (answer.status_code, answer.json()["detail"]) == (400, message)


def test_a_transcript_without_times_is_refused_in_words(project: Project, lead: APIClient) -> None:
    untimed = world.make_document(project, "Untimed", ["One.", "Two."], kind=DocumentKind.TRANSCRIPT)
    assert lead.get(address(untimed)).json()["refusal"] == "Untimed has no times, so it can’t be cut."
    assert cut(lead, untimed).json()["code"] == "no_times"
    assert lead.get(address(world.make_document(project, "Text", ["a"]))).status_code == 404


def test_text_is_kept_to_the_character_in_any_script(project: Project) -> None:
    texts = ["音声の、区切り。", "「はい」👍🏽と言う。", "كَتَبَ نصًّا."]
    talk = world.make_document(project, "間", texts, kind=DocumentKind.TRANSCRIPT, language="ja", timed=True)
    assert "".join(piece.text for piece in pieces_of(talk).all) == "".join(texts)
    talk.units.update(words=[])
    spread = pieces_of(talk)
    assert ("".join(piece.text for piece in spread.all), spread.has_word_times) == ("".join(texts), False)
    assert all(one.start <= one.end <= two.end for one, two in pairwise(spread.all))


def test_the_text_of_a_recording_is_one_query(
    transcript: Document, lead: APIClient, django_assert_max_num_queries: Any
) -> None:
    cut(lead, transcript)
    with django_assert_max_num_queries(12):
        assert len(lead.get(address(transcript)).json()["pieces"]) > 100


def test_what_people_set_stands_when_rules_cut_again(
    transcript: Document, lead: APIClient, annotator_client: APIClient
) -> None:
    there = cut(lead, transcript).json()
    first, second, *rest = there["segments"]
    moved = [first | {"end": 5.25, "is_set": True}, second | {"start": 5.25, "is_set": True}, *rest]
    saved = annotator_client.put(
        address(transcript), {"segments": moved, "changed_at": there["changed_at"]}, format="json"
    )
    assert saved.status_code == 200
    again = cut(lead, transcript, rules={"close_seconds": 3, "max_seconds": 4}).json()
    assert [one for one in again["segments"] if one["is_set"]] == moved[:2]
    assert len(again["segments"]) > len(moved)
    assert not _faults([Cut(one["start"], one["end"]) for one in again["segments"]])


@given(
    st.lists(st.tuples(st.floats(0, 3), st.floats(0, 6)), min_size=1, max_size=60),
    st.lists(st.tuples(st.floats(0, 100), st.floats(0.1, 20)), max_size=4),
)
def test_cutting_around_what_stands_gives_segments_in_order(
    lengths: list[tuple[float, float]], set_by_hand: list[tuple[float, float]]
) -> None:
    pieces, at = [], 0.0
    for number, (lasts, silence) in enumerate(lengths):
        at += silence
        pieces.append(Piece(f"w{number}{'.' if number % 7 == 0 else ''} ", round(at, 3), round(at + lasts, 3)))
        at += lasts
    standing: list[Cut] = []
    for start, seconds in sorted(set_by_hand):
        if not standing or start >= standing[-1].end:
            standing.append(Cut(round(start, 3), round(start + seconds, 3), is_set=True))
    cuts = _around(standing, pieces, SegmentOptions())
    assert not _faults(cuts)
    assert [one for one in cuts if one.is_set] == standing
    assert all(one.end <= two.start and one.start < one.end for one, two in pairwise(cuts))
    for piece in pieces:
        is_beside = all(piece.end <= one.start or one.end <= piece.start for one in standing)
        if is_beside and piece.end - piece.start > SHORTEST_SECONDS:
            assert any(one.start <= piece.middle < one.end for one in cuts), piece


def test_what_rules_cut_of_very_short_words_can_be_saved(project: Project, lead: APIClient) -> None:
    talk = world.make_document(project, "Short", ["No.", "So."] * 3, kind=DocumentKind.TRANSCRIPT, timed=True)
    for number, unit in enumerate(talk.units.order_by("position")):
        start = 20.0 * (number // 2) + 0.02 * (number % 2)
        unit.start_seconds, unit.end_seconds, unit.words = start, start + 0.02, []
        unit.save()
    there = cut(lead, talk, rules={"close_seconds": 0.01, "max_seconds": 0.02}).json()
    first, *rest = there["segments"]
    body = {"segments": [first | {"is_set": True}, *rest], "changed_at": there["changed_at"]}
    assert lead.put(address(talk), body, format="json").status_code == 200
    for at in (0.01, 20.01, 40.01):
        assert any(start <= at < end for start, end in spans(there))


def test_what_was_said_after_the_end_of_any_recording_is_refused_in_words(project: Project, lead: APIClient) -> None:
    talk = world.make_document(project, "Late", ["No.", "So."], kind=DocumentKind.TRANSCRIPT, timed=True)
    talk.units.filter(position=1).update(start_seconds=90_000, end_seconds=90_004, words=[])
    answer = cut(lead, talk)
    expected = "Late says that something was said 25.0 hours into the recording; 12 hours can be cut."
    assert (answer.status_code, answer.json()["detail"]) == (400, expected)


def test_the_same_segments_sent_again_are_taken(transcript: Document, lead: APIClient) -> None:
    there = cut(lead, transcript).json()
    first, *rest = there["segments"]
    body = {"segments": [first | {"is_set": True}, *rest], "changed_at": there["changed_at"]}
    saved, again = (lead.put(address(transcript), body, format="json") for _ in range(2))
    assert (again.status_code, again.json()) == (200, saved.json())


def test_a_second_editor_is_refused_in_words_and_told_what_is_there(
    transcript: Document, lead: APIClient, annotator_client: APIClient
) -> None:
    there = cut(lead, transcript).json()
    first, *rest = there["segments"]
    body = {"segments": [first | {"end": first["end"] - 0.5, "is_set": True}, *rest], "changed_at": there["changed_at"]}
    assert annotator_client.put(address(transcript), body, format="json").status_code == 200
    late = lead.put(address(transcript), {**body, "segments": [first, *rest[1:]]}, format="json")
    assert (late.status_code, late.json()["code"]) == (409, "segments_changed")
    assert late.json()["detail"] == "annotator saved the segments of Two origins meanwhile. Yours are not saved."
    assert spans(late.json()["segments"]) == spans(body)
    assert cut(lead, transcript, changed_at=there["changed_at"]).status_code == 409
    assert spans(lead.get(address(transcript)).json()) == spans(body)
    # Somebody who goes on is one entry of the log.
    now = lead.get(address(transcript)).json()
    body["changed_at"] = now["changed_at"]
    assert annotator_client.put(address(transcript), body, format="json").status_code == 200
    assert ActivityEntry.objects.filter(verb="segments_set").count() == 1


@pytest.mark.parametrize(
    ("segments", "field", "message"),
    [
        ([[0, 4], [3, 8]], "segments[1].start", "3 s; expected 4 or more, where the one before it ends"),
        ([[4, 4]], "segments[0].end", "4 s; expected 4.05 or more: 0.05 s after its start"),
        ([[8, 4]], "segments[0].end", "4 s; expected 8.05 or more: 0.05 s after its start"),
    ],
)
def test_segments_that_cannot_be_are_named(
    transcript: Document, lead: APIClient, segments: Any, field: str, message: str
) -> None:
    cut(lead, transcript)
    body = {"segments": [{"start": start, "end": end} for start, end in segments]}
    answer = lead.put(address(transcript), body, format="json").json()
    assert answer["errors"][0] == {"field": field, "message": message}
    assert len(TranscriptSegments.objects.get().segments) > 2


def test_nothing_is_stored_before_rules_have_cut(transcript: Document, annotator_client: APIClient) -> None:
    body = {"segments": [{"start": 0, "end": 4}], "changed_at": None}
    answer = annotator_client.put(address(transcript), body, format="json")
    assert answer.json()["code"] == "not_cut"


def noise(seconds: float) -> np.ndarray[Any, np.dtype[np.int16]]:
    return np.random.default_rng(5).integers(-9000, 9000, round(seconds * RATE)).astype(np.int16)


def recorded(document: Document, seconds: float = 80) -> np.ndarray[Any, np.dtype[np.int16]]:
    samples, file = noise(seconds), io.BytesIO()
    write_samples(file, samples, RATE)
    document.media_file.save("talk.wav", ContentFile(file.getvalue()))
    return samples


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def files_in(folder: Path) -> list[str]:
    return [path.name for path in (folder / "clips").rglob("*") if path.is_file()]


def make(client: APIClient, document: Document, **body: Any) -> ClipExport:
    made = client.post(address(document, "clips"), body, format="json")
    assert made.status_code == 201, made.json()
    clips = ClipExport.objects.get()
    do_task("export_clips", clips.pk)
    clips.refresh_from_db()
    return clips


@needs_video
@pytest.mark.parametrize("form", ["wav", pytest.param("flac", id="flac in_a_child")])
def test_clips_are_the_recording_to_the_sample_with_manifests(
    transcript: Document, lead: APIClient, media: Path, form: str
) -> None:
    samples = recorded(transcript)
    Document.objects.filter(pk=transcript.pk).update(speaker="Ines Koba")
    there = cut(lead, transcript).json()
    clips = make(lead, transcript, form=form)
    assert (clips.state, clips.error, clips.n_clips) == ("done", "", len(there["segments"]))
    answer = lead.get(address(transcript, "clips/file"))
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert (len(content), hashlib.sha256(content).hexdigest()) == (clips.size, clips.sha256)
    assert "Two-origins.clips.zip" in answer["Content-Disposition"]
    archive = zipfile.ZipFile(io.BytesIO(content))
    rows = list(csv.DictReader(io.StringIO(archive.read("Two-origins/metadata.csv").decode())))
    assert [(float(row["start"]), float(row["end"])) for row in rows] == spans(there)
    assert " ".join(row["transcription"] for row in rows) == " ".join(world.SPOKEN * 3)
    assert {row["speaker"] for row in rows} == {"Ines-Koba"}
    for row in rows:
        file = io.BytesIO(archive.read(f"Two-origins/{row['file_name']}"))
        clip = np.concatenate(list(read_sound(file, "clip", rate=None)))
        start, end = (round(float(row[name]) * RATE) for name in ("start", "end"))
        assert np.array_equal(clip, samples[start:end])
    segments = archive.read("Two-origins/kaldi/segments").decode().splitlines()
    assert sorted(line.split()[0] for line in segments) == sorted(row["id"] for row in rows)
    sums = dict(reversed(line.split("  ")) for line in archive.read("Two-origins/checksums.txt").decode().splitlines())
    for name in archive.namelist():
        if not name.endswith("checksums.txt"):
            assert hashlib.sha256(archive.read(name)).hexdigest() == sums[name.removeprefix("Two-origins/")]
    listed = lead.get(address(transcript, "clips")).json()
    assert (listed["refusal"], listed["clips"]["is_of_these"]) == ("", True)
    # The same again has the same bytes, and takes the place of the one before.
    assert make(lead, transcript, form=form).sha256 == clips.sha256


@needs_video
def test_clips_say_that_their_segments_have_changed_and_go_with_their_document(
    transcript: Document, lead: APIClient, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    recorded(transcript)
    cut(lead, transcript)
    clips = make(lead, transcript, rate=16_000)
    assert (clips.state, len(files_in(media))) == ("done", 1)
    cut(lead, transcript)
    assert lead.get(address(transcript, "clips")).json()["clips"]["is_of_these"] is False
    with django_capture_on_commit_callbacks(execute=True):
        assert lead.delete(f"/api/v1/documents/{transcript.pk}/").status_code == 204
    assert not files_in(media)


@needs_video
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ID3" + bytes(4000), "talk.wav: this recording can’t be opened"),
        (b"#EXTM3U\nhttp://192.0.2.1/a.ts\n", "talk.wav: this recording can’t be opened"),
        (b"RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\1\0\xff\xff\xff\xff\xff\xff" + bytes(40), "talk.wav: "),
    ],
)
def test_what_is_no_recording_is_refused_in_words(
    transcript: Document, lead: APIClient, media: Path, data: bytes, message: str
) -> None:
    transcript.media_file.save("talk.wav", ContentFile(data))
    cut(lead, transcript)
    clips = make(lead, transcript)
    assert clips.state == "failed"
    assert clips.error.startswith(message)
    assert not files_in(media)


@needs_video
def test_a_recording_that_ends_before_its_segments_is_named(transcript: Document, lead: APIClient, media: Path) -> None:
    recorded(transcript, 30)
    cut(lead, transcript)
    clips = make(lead, transcript)
    assert clips.state == "failed"
    assert "but talk.wav ends at 30.000 s" in clips.error


@needs_video
def test_an_export_that_is_cancelled_stops_and_leaves_no_file(
    transcript: Document, lead: APIClient, media: Path, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    recorded(transcript)
    cut(lead, transcript)
    seen: list[str] = []
    from annotator.platform.work import Heartbeat

    progress = Heartbeat.progress

    def stop(self: Heartbeat, share: float, message: str) -> None:
        seen.append(message)
        if message.startswith("Clip 2 "):
            assert lead.delete(address(transcript, "clips")).json()["clips"] is None
            time.sleep(0.3)  # a worker looks four times a second
        progress(self, share, message)

    monkeypatch.setattr(Heartbeat, "progress", stop)
    lead.post(address(transcript, "clips"), {}, format="json")
    with django_capture_on_commit_callbacks(execute=True):
        do_task("export_clips", ClipExport.objects.get().pk)
    assert seen[-1].startswith("Clip 2 ")
    assert not ClipExport.objects.exists()
    assert not files_in(media)


@needs_video
def test_clips_of_a_recording_that_was_removed_are_not_those_of_another_of_its_name(
    transcript: Document, lead: APIClient, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    def upload(seconds: float) -> None:
        file = io.BytesIO()
        write_samples(file, noise(seconds), RATE)
        keep_media(document=transcript, file=ContentFile(file.getvalue(), "talk.wav"))

    upload(80)
    cut(lead, transcript)
    clips = make(lead, transcript)
    request_peaks(transcript)
    do_task("measure_sound", SoundPeaks.objects.get().pk)
    assert (clips.state, round(lead.get(address(transcript, "peaks")).json()["seconds"])) == ("done", 80)
    with django_capture_on_commit_callbacks(execute=True):
        remove_media(transcript)
    assert not list((media / "media").rglob("talk*"))
    upload(30)
    assert lead.get(address(transcript, "peaks")).json()["state"] is None
    assert lead.get(address(transcript, "clips")).json()["clips"]["is_of_these"] is False


@needs_video
def test_why_there_can_be_no_clips_is_said(transcript: Document, lead: APIClient, media: Path) -> None:
    def refusal() -> str:
        answer = lead.post(address(transcript, "clips"), {}, format="json")
        shown = lead.get(address(transcript, "clips")).json()["refusal"]
        assert (answer.status_code, answer.json()["detail"]) == (400, shown)
        return str(shown)

    assert refusal() == "No recording is on this site, so no clips can be made."
    transcript.media_file.save("talk.wav", ContentFile(b"RIFF"))
    assert refusal() == "Cut the recording into segments first."
    cut(lead, transcript)
    TranscriptSegments.objects.update(segments=[[0, 10], [10, 400.5]])
    assert refusal() == "Segment 2 lasts 390 s; a clip may last 300 s. Split it first."
    TranscriptSegments.objects.update(segments=[[0, 10]])
    assert lead.post(address(transcript, "clips"), {}, format="json").status_code == 201
    busy = lead.post(address(transcript, "clips"), {}, format="json")
    assert busy.status_code == 409


def test_clips_have_the_forms_that_the_engine_writes() -> None:
    assert set(ClipForm.values) == set(FORMS)


def test_a_clip_has_a_name_that_file_systems_take() -> None:
    def files(recording: str, *spoken: Spoken) -> list[str]:
        names = clip_names(recording, ((one.start, one.end, one.speaker) for one in spoken))
        return [_utterance(name, recording, one, "flac", "").file for name, one in zip(names, spoken, strict=True)]

    long = Spoken(0.0, 1.0, "a", "講演者" * 20)
    names = files("講演" * 30, long, replace(long, start=0.5), long)
    assert len(set(names)) == 3
    assert max(len(name.removeprefix("clips/").encode()) for name in names) <= 255
    twin = Spoken(0.0, 1.0, "a")
    assert files("talk", twin, twin) == ["clips/talk--0000000_0001000.flac", "clips/talk--0000000_0001000-2.flac"]
