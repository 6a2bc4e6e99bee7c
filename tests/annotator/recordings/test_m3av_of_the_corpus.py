"""Folders of M3AV: dropped as they are, and written again from what is in the corpus, byte for byte."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from rest_framework.test import APIClient

from alignment.recordings import m3av
from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.corpus.importing.newer import lock_imports, store_newer
from annotator.importers.base import Unit as ReadUnit
from annotator.models import Document, DocumentKind, ImportBatch, Pair, Passages, Project, Role, Timeline
from tests import world
from tests.data import DATA, needs_outside

pytestmark = pytest.mark.usefixtures("in_process")

TALK = "HBR-001"
SLIDES = [
    {
        "check": "paddleocr+check",
        "name": f"{TALK}-0005000.jpg",
        "ocr_data": [
            {
                "index_in_para": 0,
                "index_para": 0,
                "points": [[0, 10.5], [90, 10], [90, 30], [0, 30]],
                "transcription": "Counting",
            },
            {
                "index_in_para": 1,
                "index_para": 0,
                "points": [[0, 40], [90, 40], [90, 60], [0, 60]],
                "transcription": "Tides",
            },
        ],
    },
    {"check": "", "name": f"{TALK}-0009000.jpg", "ocr_data": []},
]  # fmt: skip
SPEECH = [
    {
        "timestr": "0001000_0003000",
        "final_spoken": "so we count thirty six tides",
        "final_written": "So, we count 36 tides.",
        "words_spoken": [{"word": "so", "start": 1.0, "end": 1.4}, {"word": "thirty", "start": 1.9, "end": 2.1}],
        "words_written": [{"word": "So,", "start": 1.0, "end": 1.4}, {"word": "36", "start": 1.9, "end": 2.4}],
    },
    {
        "timestr": "0003000_0008250",
        "final_spoken": "by ear 潮",
        "final_written": "By ear. 潮",
        "words_spoken": [{"word": "by", "start": 6, "end": 6.5}],
        "words_written": [{"word": "By", "start": 6.0, "end": 6.5}],
    },
]
PAPER = ["Tides turn twice a day, and harbours hear both of them.", "We count them by ear."]


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def folder(talk: str = TALK, **other: Any) -> dict[str, bytes]:
    """The files of a talk's folder, as the corpus has them."""
    files = {m3av.OCR: SLIDES, m3av.SPEECH: SPEECH, m3av.PAPER: PAPER, **other}
    return {f"{talk}/{path}": dumped(value) for path, value in files.items()}


def bring(project: Project, files: dict[str, bytes]) -> ImportBatch:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    upload = Upload.of("corpus.zip", stream.getvalue())
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    assert batch.files.get().report["problems"] == []
    return importing.commit_batch(batch, in_background=False, trusted=True)


@pytest.fixture
def lead(person: Any, client_of: Any) -> APIClient:
    client: APIClient = client_of(person(Role.ADMIN))
    return client


def written(client: APIClient, document: Document) -> dict[str, bytes]:
    answer = client.get(f"/api/v1/documents/{document.pk}/m3av/")
    assert answer.status_code == 200, answer.content
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]
    return {name: archive.read(name) for name in archive.namelist()}


def test_a_folder_of_a_talk_becomes_its_documents_and_is_written_as_it_was(project: Project, lead: APIClient) -> None:
    splits = {"corpus/set_split.json": dumped({TALK: "dev"})}
    bring(project, {f"corpus/{name}": data for name, data in folder().items()} | splits)
    talk = Document.objects.get(kind=DocumentKind.TRANSCRIPT)
    assert (talk.external_id, talk.metadata["split"]) == (TALK, "dev")
    assert sorted(Pair.objects.values_list("kind", flat=True)) == ["paper_talk", "slides_talk"]
    assert Timeline.objects.get().stretches == [[1, 0.0, 5.0], [2, 5.0, 9.0]]
    again = written(lead, talk)
    for name in (m3av.OCR, m3av.PAPER):
        assert again[f"{TALK}/{name}"] == folder()[f"{TALK}/{name}"]
    said = json.loads(again[f"{TALK}/{m3av.SPEECH}"])
    assert said == SPEECH
    (shown,) = json.loads(again[f"{TALK}/{m3av.SPEECH_OCR}"])
    assert (shown["ocr_text"], shown["speech_text"]) == ("Counting Tides", "So, 36")


def test_a_dropped_folder_is_one_archive_and_its_faults_are_named_by_file_and_place(
    project: Project, lead: APIClient
) -> None:
    files = folder() | folder("HBR-002", **{m3av.SPEECH: [SPEECH[0], {**SPEECH[1], "timestr": "x"}]})
    files |= {"notes.txt": b"Beside them.", f"{TALK}/raw/{TALK}.mp4.ytbUrl": b"https://example.org/"}
    uploads = [SimpleUploadedFile(name.rpartition("/")[2], data) for name, data in files.items()]
    body = {"project": project.slug, "files": uploads, "paths": list(files)}
    batch = ImportBatch.objects.get(pk=lead.post("/api/v1/imports/", body, format="multipart").json()["id"])
    assert list(batch.files.order_by("pk").values_list("name", flat=True)) == ["talks.zip", "notes.txt"]
    importing.execute(batch.pk)
    report = batch.files.get(name="talks.zip").report
    assert [entry["id"] for entry in report["entries"]] == [TALK, "HBR-002"]
    (problem,) = report["problems"]
    assert problem["file"] == f"talks.zip/HBR-002/{m3av.SPEECH}"
    assert (problem["message"], problem["line"]) == ("timestr is 'x'", 32)


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        (b"[]", "the splits are list"),
        (b'{"HBR-001": ', "this is not JSON"),
        (b"[" * 100_000, "the JSON is nested too deeply"),
    ],
)
def test_hostile_splits_are_refused_in_words(project: Project, splits: bytes, message: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in (folder() | {"set_split.json": splits}).items():
            archive.writestr(name, content)
    upload = Upload.of("corpus.zip", stream.getvalue())
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    (problem,) = [one for one in batch.files.get().report["problems"] if one["severity"] == "error"]
    assert problem["file"] == "corpus.zip/set_split.json"
    assert problem["message"].startswith(message)


def changed(path: str, *keys: Any, value: Any) -> dict[str, Any]:
    """The file at a path, with another value at a place of it."""
    content = copy.deepcopy({m3av.OCR: SLIDES, m3av.SPEECH: SPEECH}[path])
    *rest, last = keys
    inner: Any = content
    for key in rest:
        inner = inner[key]
    inner[last] = value
    return {path: content}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed(m3av.OCR, 0, "ocr_data", 1, "points", value=["x", {}, [], 3]), "[0].ocr_data[1].points are no points"),
        (changed(m3av.OCR, 0, "ocr_data", 0, "points", 2, 0, value=10**400), "[0].ocr_data[0].points are no points"),
        (changed(m3av.OCR, 0, "ocr_data", 0, "index_para", value=-3), "[0].ocr_data[0].index_para is out of range"),
        (changed(m3av.OCR, 0, "ocr_data", 0, "index_in_para", value=10**40), "[0].ocr_data[0].index_in_para is out of"),
        (changed(m3av.SPEECH, 0, "words_spoken", 0, "end", value=1e300), "[0].words_spoken[0] is at 1e+300 s"),
        (
            {m3av.RELATED: [{"speech_text": "a", "related_sentences": [{"sentence": "b", "cos_similarity": 7}]}]},
            "[0].related_sentences[0].cos_similarity is 7",
        ),
        ({m3av.RELATED: [{"speech_text": "a", "related_sentences": 3}]}, "[0].related_sentences is a"),
        (changed(m3av.SPEECH, 0, "words_written", 0, "start", value="x"), "[0].words_written[0].start is 'x'"),
    ],
)
def test_what_could_not_be_written_again_is_refused_at_its_place(
    project: Project, change: dict[str, Any], message: str
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in folder(**change).items():
            archive.writestr(name, content)
    upload = Upload.of("corpus.zip", stream.getvalue())
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    (problem,) = [one for one in batch.files.get().report["problems"] if one["severity"] == "error"]
    (path,) = change
    assert (problem["file"], problem["message"][: len(message)]) == (f"corpus.zip/{TALK}/{path}", message)
    assert problem["line"] > 1


RELATED = [
    {"speech_text": "So, 36", "related_sentences": [
        {"sentence": PAPER[1], "cos_similarity": 0.4}, {"sentence": PAPER[0], "cos_similarity": 0.71},
        {"sentence": "Not of this paper.", "cos_similarity": 0.9},
    ]},
    {"speech_text": "Said on no slide.", "related_sentences": [{"sentence": PAPER[0], "cos_similarity": 0.6}]},
]  # fmt: skip


def test_sentences_that_came_with_a_talk_are_its_passages(project: Project, lead: APIClient) -> None:
    bring(project, folder(**{m3av.RELATED: RELATED}))
    pair = Pair.objects.get(kind="paper_talk")
    found = lead.get(f"/api/v1/pairs/{pair.pk}/passages/").json()["passages"]
    assert (found["per"], found["method"], found["threshold"], found["state"]) == ("slide", "encoder", 0.5, "succeeded")
    (place,) = found["places"]
    assert (place["start"], place["end"], place["page"], place["text"]) == (0, 5, 1, "So, 36")
    assert [(one["sentence"], one["similarity"]) for one in place["near"]] == [(0, 0.71), (1, 0.4)]
    # As the paper has it, those above .5 are written again.
    (again,) = json.loads(written(lead, pair.target)[f"{TALK}/{m3av.RELATED}"])
    assert again == {
        "speech_text": "So, 36", "related_sentences": [{"sentence": PAPER[0], "cos_similarity": 0.71}],
    }  # fmt: skip


def test_sentences_of_a_talk_without_its_paper_are_passed_over(project: Project) -> None:
    files = folder(**{m3av.RELATED: RELATED})
    del files[f"{TALK}/{m3av.PAPER}"]
    bring(project, files)
    assert not Passages.objects.exists()
    assert Document.objects.count() == 2


def test_a_corrected_talk_is_written_as_it_was_corrected(project: Project, lead: APIClient) -> None:
    bring(project, folder())
    talk, deck = (Document.objects.get(kind=kind) for kind in (DocumentKind.TRANSCRIPT, DocumentKind.SLIDES))
    spoken = ["so we count thirty seven tides", "by sight"]
    said = [ReadUnit("So, we count 37 tides.", start_seconds=1, end_seconds=3), ReadUnit("By sight.", None, 3, 8.25)]
    shown = [ReadUnit("Counting\nTides by ear", page=1), ReadUnit("Turning", page=2)]
    with transaction.atomic():
        lock_imports(project.pk)
        store_newer(deck, shown, user=None, origin="slide text", metadata={}, progress=lambda *_: None)
        newer = store_newer(
            talk, said, user=None, origin="transcript check", metadata={"checked": {"spoken": spoken}},
            progress=lambda *_: None,
        )  # fmt: skip
    again = m3av.read_files(TALK, {name.split("/", 1)[1]: data for name, data in written(lead, newer).items()})
    assert [(one.spoken, one.written) for one in again.speech or ()] == [
        (spoken[0], "So, we count 37 tides."), (spoken[1], "By sight."),
    ]  # fmt: skip
    assert [one.texts for one in again.slides or ()] == [["Counting", "Tides by ear"], ["Turning"]]
    assert again.paper == tuple(PAPER)


@needs_outside("m3av")
def test_the_development_talks_are_written_byte_for_byte(project: Project, lead: APIClient) -> None:
    root = DATA / "m3av"
    names = [path.name for path in sorted(root.iterdir()) if (path / m3av.SPEECH).exists()]
    paths = [Path(name) / file for name in names for file in (m3av.OCR, m3av.SPEECH, m3av.PAPER, m3av.RELATED)]
    bring(project, {str(path): (root / path).read_bytes() for path in paths if (root / path).exists()})
    for name in ("CHI-003EC", "CHI-004BD"):
        released = m3av.read_related((root / name / m3av.RELATED).read_bytes())
        places = Passages.objects.get(pair__target__external_id=name).places
        assert [place["text"] for place in places] == [" ".join(one.speech_text.split()) for one in released]
        assert [[value for _, value in place["near"]] for place in places] == [
            [round(value, 4) for _, value in one.sentences] for one in released
        ]
    for name in names:
        again = written(lead, Document.objects.get(kind=DocumentKind.TRANSCRIPT, external_id=name))
        for file in (m3av.OCR, m3av.SPEECH, m3av.SPEECH_OCR):
            assert again[f"{name}/{file}"] == (root / name / file).read_bytes(), (name, file)
        if (root / name / m3av.PAPER).exists():
            sentences = m3av.read_paper((root / name / m3av.PAPER).read_bytes())
            assert m3av.read_paper(again[f"{name}/{m3av.PAPER}"]) == [" ".join(one.split()) for one in sentences]


def test_a_talk_from_elsewhere_is_written_by_its_segments_and_its_timeline(project: Project, lead: APIClient) -> None:
    said = ["we count 36 tides.", "they turn twice a day"]
    talk = world.make_document(project, "Tides, by ear", said, kind=DocumentKind.TRANSCRIPT, timed=True)
    deck = world.make_document(project, "Deck", ["Tides\nby ear", "Turning"], kind=DocumentKind.SLIDES)
    pair = world.make_pair(project, "Tides", deck, talk)
    Timeline.objects.create(pair=pair, stretches=[[1, 0, 4], [2, 4, None]], origin="person")
    lines = written(lead, talk)
    assert set(lines) == {f"Tides-by-ear/{name}" for name in (m3av.OCR, m3av.SPEECH, m3av.SPEECH_OCR)}
    segments = m3av.read_speech(lines[f"Tides-by-ear/{m3av.SPEECH}"])
    assert [one.written for one in segments] == said
    assert segments[0].spoken == "we count thirty six tides"
    slides = m3av.read_ocr_result(lines[f"Tides-by-ear/{m3av.OCR}"])
    assert [(one.name, one.texts) for one in slides] == [
        ("Tides-by-ear-0004000.jpg", ["Tides", "by ear"]), ("Tides-by-ear-0007500.jpg", ["Turning"]),
    ]  # fmt: skip
    world.cut_recording(talk)
    (segment,) = m3av.read_speech(written(lead, talk)[f"Tides-by-ear/{m3av.SPEECH}"])
    assert segment.written == " ".join(said)


def test_a_talk_of_many_hours_is_not_written_in_a_request(
    project: Project, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.recordings.m3av.MOST_CHARACTERS", 10)
    talk = world.make_document(project, "Tides", ["we count", "tides"], kind=DocumentKind.TRANSCRIPT, timed=True)
    answer = lead.get(f"/api/v1/documents/{talk.pk}/m3av/")
    expected = "Tides has 13 characters; 10 are written at once. A release holds longer talks."
    assert (answer.status_code, answer.json()["detail"]) == (400, expected)


@pytest.mark.parametrize("role", [Role.VIEWER, None])
def test_a_folder_is_for_members(project: Project, person: Any, client_of: Any, role: Role | None) -> None:
    user: User = person(role, "reader")
    talk = world.make_document(project, "Tides", ["a"], kind=DocumentKind.TRANSCRIPT, timed=True)
    answer = client_of(user).get(f"/api/v1/documents/{talk.pk}/m3av/")
    assert answer.status_code == (404 if role is None else 200)
