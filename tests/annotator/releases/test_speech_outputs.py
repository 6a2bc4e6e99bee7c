"""Synthesised clips of the segments of a release: FFE and MCD as the library gives them, and what is refused."""

from __future__ import annotations

import hashlib
import io
import struct
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from rest_framework.test import APIClient

from alignment.metrics.synthesis import SpeechDistance, compare_speech
from alignment.recordings.audio import SPEECH_RATE, read_sound, write_samples
from annotator.models import Release, Role, System, SystemState
from annotator.platform.work import Heartbeat
from annotator.releases import systems
from annotator.releases.systems import outputs, speech
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import release_with_segments, shared_rows_and_files
from tests.annotator.shared import answer_in_process

pytestmark = pytest.mark.skipif(bool(speech.missing_extra()), reason=speech.missing_extra() or "there")

#: Samples a second of recordings and of clips; how many segments there are, since fewer have no interval, and how
#: long each is.
RECORDED, MADE, N, SECONDS = 8_000, 22_050, 5, 0.5


def voice(seconds: float, hertz: float, rate: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Buzzes with pauses, so that some frames are voiced and some are not."""
    times = np.arange(round(seconds * rate)) / rate
    buzz = sum(np.sin(2 * np.pi * hertz * n * times) / n for n in range(1, 8))
    noise = np.random.default_rng(5).normal(0, 0.01, len(times))
    samples: np.ndarray[Any, np.dtype[np.int16]] = (9000 * (buzz * (times % 0.5 < 0.35) + noise)).astype(np.int16)
    return samples


def wav(samples: Any, rate: int = MADE) -> bytes:
    file = io.BytesIO()
    write_samples(file, samples, rate)
    return file.getvalue()


def name_of(n: int) -> str:
    start, end = (round(1000 * SECONDS * number) for number in (n, n + 1))
    return f"プラセボ--{start:07}_{end:07}"


def made(n: int) -> bytes:
    """A clip that says the same higher, and slower."""
    return wav(voice(1.1 * SECONDS, 130 + 4 * n, MADE))


RECORDING = wav(voice(N * SECONDS, 120, RECORDED), RECORDED)


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    """With segments of one talk, and its recording."""
    segments = [[SECONDS * n, SECONDS * (n + 1), "So no full stop.", ""] for n in range(N)]
    of_talk = {
        "name": "プラセボ", "title": "Pauses", "language": "en", "split": "test", "recording": "pauses.wav",
        "sha256": hashlib.sha256(RECORDING).hexdigest(), "segments": segments, "rare_words": [],
    }  # fmt: skip
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        default_storage.save("pauses.wav", ContentFile(RECORDING))
        yield release_with_segments(make_project(), {"form": "flac", "talks": [of_talk], "n_without": 0})


@pytest.fixture(autouse=True)
def _sound_is_read_in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """But by tests that say in their names that they take a child."""
    if "in_a_child" not in request.node.name:
        answer_in_process(monkeypatch)


@pytest.fixture
def client(release: Release, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(make_person(release.test_set.project, Role.ADMIN))


def archive(clips: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in clips.items():
            zipped.writestr(name, data)
    return file.getvalue()


def upload(client: APIClient, release: Release, data: bytes, file_name: str = "tern.zip", **asked: Any) -> Any:
    body = {"release": release.pk, "file": ContentFile(data, name=file_name), "kind": "synthesis", **asked}
    return client.post("/api/v1/systems/", body, format="multipart")


def execute(client: APIClient, release: Release, data: bytes, **asked: Any) -> System:
    answer = upload(client, release, data, **asked)
    assert answer.status_code == 201, answer.content
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(answer.json()["id"])
    return System.objects.get(pk=answer.json()["id"])


def sound(data: bytes) -> Any:
    return np.concatenate(list(read_sound(io.BytesIO(data), "a.wav"))).astype(np.float64) / 32768


def by_library(n: int) -> SpeechDistance:
    whole = sound(RECORDING)
    size = round(SECONDS * SPEECH_RATE)
    return compare_speech(whole[n * size : (n + 1) * size], sound(made(n)), SPEECH_RATE)


def test_clips_of_any_rate_get_the_figures_of_the_library_in_a_child(client: APIClient, release: Release) -> None:
    clips = {unicodedata.normalize("NFD", f"ours/{name_of(n)}.wav"): made(n) for n in range(N)}  # as macOS names them
    first = execute(client, release, archive({"__MACOSX/._x.wav": b"", "ours/.DS_Store": b"", **clips}))
    assert first.state == SystemState.SCORED, first.error
    detail = client.get(f"/api/v1/systems/{first.pk}/").json()
    figures = {each["key"]: each for each in detail["figures"]}
    expected = [by_library(n) for n in range(N)]
    assert figures["ffe"]["value"] == pytest.approx(np.mean([each.errors.rate for each in expected]))
    assert figures["mcd"]["value"] == pytest.approx(np.mean([each.mcd for each in expected]))
    assert figures["mcd"]["half"] > 0
    assert "mel-cepstral-distance:" in figures["mcd"]["signature"]
    assert (detail["n_rows"], detail["n_missing"], detail["by_talk"][0]["name"]) == (N, 0, "Pauses")


def test_too_few_clips_have_no_mean_and_are_listed(client: APIClient, release: Release) -> None:
    few = execute(client, release, archive({f"{name_of(n)}.wav": made(n) for n in range(1, N)}))
    detail = client.get(f"/api/v1/systems/{few.pk}/").json()
    assert (detail["n_missing"], detail["missing"]) == (1, [name_of(0)])
    assert {each["key"]: (each["value"], each["half"]) for each in detail["figures"]} == {
        "ffe": (None, None), "mcd": (None, None),
    }  # fmt: skip
    assert detail["warnings"] == ["Clips that are missing: 1.", "Below 95% of the clips there is no mean."]
    assert detail["by_talk"][0]["values"]["mcd"]["value"] > 0


SILENCE, ONE_VALUE = (wav(np.full(MADE, value, dtype=np.int16)) for value in (0, 3000))
#: A second of samples of which one is no number, as synthesisers give them that failed.
NO_NUMBER = wav(np.zeros(2 * MADE, dtype=np.int16)).replace(
    struct.pack("<HHIIHH", 1, 1, MADE, 2 * MADE, 2, 16), struct.pack("<HHIIHH", 3, 1, MADE, 4 * MADE, 4, 32)
)[:-4] + struct.pack("<f", float("nan"))


REFUSED: list[tuple[dict[str, bytes], str]] = [
    ({"x.wav": b"", "y.wav": b""}, "2 segments are not in what is scored of release 1.0: x, y."),
    ({f"a/{name_of(0)}.wav": b"", f"b/{name_of(0)}.flac": b""}, f"b/{name_of(0)}.flac and a/{name_of(0)}.wav are"),
    ({f"{name_of(0)}.wav": b"RIFF", "readme.txt": b"x"}, "tern.zip: 'readme.txt' in the archive is no sound"),
    ({f"../{name_of(0)}.wav": b"RIFF"}, "tern.zip: the archive names a file outside itself"),
    ({f"{name_of(0)}.wav": bytes(20_000_000)}, f"tern.zip: '{name_of(0)}.wav' unpacks to"),
    ({f"{name_of(0)}.wav": b"RIFF of nothing"}, f"{name_of(0)}.wav: this recording can’t be opened"),
    ({f"{name_of(0)}.wav": SILENCE}, f"{name_of(0)}.wav: the synthetic clip is silent."),
    ({f"{name_of(0)}.wav": ONE_VALUE}, f"{name_of(0)}.wav: the synthetic clip is silent."),
    ({f"{name_of(0)}.wav": NO_NUMBER}, f"{name_of(0)}.wav: its sound has samples that are no numbers at 0."),
    ({"__MACOSX/._x": b""}, "tern.zip: the archive is empty"),
]


def assert_refused(client: APIClient, release: Release, cases: list[tuple[dict[str, bytes], str]]) -> None:
    for number, (clips, expected) in enumerate(cases):
        failed = execute(client, release, archive(clips), name=f"Tern {number}")
        assert failed.state == SystemState.FAILED
        assert failed.error.startswith(expected)


def test_what_is_no_clip_is_refused_in_words(client: APIClient, release: Release) -> None:
    assert_refused(client, release, REFUSED)


def test_clips_are_refused_as_they_are_opened_and_read_in_a_child(client: APIClient, release: Release) -> None:
    assert_refused(client, release, [REFUSED[2], REFUSED[5]])


def test_no_zip_and_no_extra_are_told_at_once(
    client: APIClient, release: Release, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert upload(client, release, b"RIFF", "a.wav").json()["detail"].startswith("a.wav is no ZIP file; expected a ZIP")
    assert upload(client, release, b"").json()["detail"] == "The file is empty."
    settings.MAX_UPLOAD_BYTES = 3
    assert upload(client, release, archive({"a.wav": b""})).status_code == 413
    monkeypatch.setattr(outputs, "missing_extra", lambda: "Install the extra speech: LECTERN_EXTRAS=speech.")
    answer = upload(client, release, archive({}))
    assert (answer.status_code, answer.json()["detail"]) == (503, "Install the extra speech: LECTERN_EXTRAS=speech.")


def test_a_recording_that_changed_is_not_compared(
    client: APIClient, release: Release, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    default_storage.save("pauses.wav", ContentFile(wav(voice(N * SECONDS, 100, RECORDED), RECORDED)))
    failed = execute(client, release, archive({f"{name_of(0)}.wav": made(0)}))
    assert failed.error == "The recording of Pauses is not the one that was frozen."


def test_the_command_takes_a_folder_and_systems_are_compared(
    client: APIClient, release: Release, tmp_path: Path
) -> None:
    folder = tmp_path / "tern"
    folder.mkdir()
    for n in range(N):
        (folder / f"{name_of(n)}.wav").write_bytes(made(n))
    out = StringIO()
    with mock.patch.object(Heartbeat, "progress"):
        call_command("outputs", "score", release.pk, folder, "--kind", "synthesis", stdout=out)
    assert out.getvalue().startswith("tern: 5 segments of 1 talks, 0 missing\n    FFE ")
    first = System.objects.get()
    assert first.file_name == "tern.zip"
    better = archive({f"{name_of(n)}.wav": wav(voice(SECONDS, 120, MADE)) for n in range(N)})
    second = execute(client, release, better, name="Better")
    (difference,) = client.get(f"/api/v1/systems/{first.pk}/comparisons/").json()
    assert difference["second"] == second.pk
    assert {each["key"]: each["difference"] > 0 for each in difference["figures"]} == {"ffe": True, "mcd": True}
    assert upload(client, release, better, name="Again").status_code == 409
