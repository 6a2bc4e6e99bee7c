"""Recognisers: pieces, going on after a stop, PocketSphinx where it is installed, and an endpoint of our own."""

from __future__ import annotations

import io
import itertools
import json
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from alignment.recordings.audio import missing_extra, read_sound, write_samples
from alignment.recordings.recognisers import (
    RECOGNISERS,
    RecogniserSettings,
    RetryLater,
    available,
    recognise,
)
from alignment.recordings.recognisers.pieces import MAX_SECONDS, MIN_SECONDS, cut_pieces
from alignment.transcripts.words import Word
from alignment.types import AlignmentError, Cancelled
from tests.speech import needs_speech, speak

RATE = 16_000
pytestmark = pytest.mark.skipif(bool(missing_extra()), reason="needs the extra video: LECTERN_EXTRAS=video")


def talk(seconds: float, quiet: tuple[float, ...] = ()) -> io.BytesIO:
    """Noise with half a second of silence from each of these seconds on."""
    samples = np.random.default_rng(3).integers(-3000, 3000, int(seconds * RATE)).astype(np.int16)
    for at in quiet:
        samples[int(at * RATE) : int((at + 0.5) * RATE)] = 0
    file = io.BytesIO()
    write_samples(file, samples, RATE, "flac")
    return io.BytesIO(file.getvalue())


def test_pieces_are_cut_where_it_is_quiet() -> None:
    pieces = list(cut_pieces(talk(70, quiet=(5, 22, 41)), "talk.flac"))
    assert sum(len(piece.samples) for piece in pieces) == 70 * RATE
    assert 22 <= pieces[0].end <= 22.5
    assert 41 <= pieces[1].end <= 41.5
    for one, other in itertools.pairwise(pieces):
        assert one.end == other.start
        assert MIN_SECONDS <= one.end - one.start <= MAX_SECONDS
    again = list(cut_pieces(talk(70, quiet=(5, 22, 41)), "talk.flac", after=pieces[0].end))
    assert [(piece.start, piece.end) for piece in again] == [(piece.start, piece.end) for piece in pieces[1:]]
    assert all(np.array_equal(a.samples, b.samples) for a, b in zip(again, pieces[1:], strict=True))


@dataclass
class Endpoint:
    """A server that answers as it is told, and keeps what it got. answers : (status, headers, body)."""

    url: str = ""
    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def says(self, content: Any, status: int = 200, **headers: str) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}, body))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    state = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.requests.append((self.path, dict(self.headers), body))
            status, headers, content = state.answers.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def asked(endpoint: Endpoint, source: io.BytesIO, **options: Any) -> list[Any]:
    settings = RecogniserSettings(endpoint_url=endpoint.url, endpoint_key="secret-7", timeout_seconds=5)
    return list(recognise("endpoint", source, "talk.flac", settings=settings, **options))


WORDS = {
    "text": "we model",
    "words": [{"word": "we", "start": 0.5, "end": 1}, {"word": "model", "start": 1, "end": 99}],
}


def test_an_endpoint_is_sent_each_piece(endpoint: Endpoint) -> None:
    endpoint.says(WORDS)
    endpoint.says(WORDS)
    first, second = asked(endpoint, talk(40, quiet=(20,)), language="en-GB")
    assert first.words == (Word("we", 0.5, 1.0), Word("model", 1.0, first.end))  # inside of its piece
    assert second.words[0].start == second.start + 0.5
    path, headers, body = endpoint.requests[0]
    assert path == "/v1/audio/transcriptions"
    assert headers["Authorization"] == "Bearer secret-7"
    for part in (b'name="model"\r\n\r\nwhisper-1', b"verbose_json", b'name="language"\r\n\r\nen\r\n', b"word"):
        assert part in body
    sound = body[body.index(b"fLaC") : body.rindex(b"\r\n--")]
    assert sum(map(len, read_sound(io.BytesIO(sound), "piece.flac"))) == round(first.end * RATE)


def test_segments_and_text_without_times_of_words(endpoint: Endpoint) -> None:
    endpoint.says({"text": "x", "segments": [{"text": " we model ", "start": 1, "end": 3}]})
    (piece,) = asked(endpoint, talk(5))
    assert [word.text for word in piece.words] == ["we", "model"]
    assert (piece.words[0].start, piece.words[-1].end) == (1, 3)
    endpoint.says({"text": "潮が"})
    (piece,) = asked(endpoint, talk(5), language="ja")
    assert piece.words == (Word("潮", 0, 2.5), Word("が", 2.5, 5))


def test_a_busy_endpoint_is_asked_again_for_what_is_missing(endpoint: Endpoint) -> None:
    endpoint.says(WORDS)
    endpoint.says({"error": {"message": "Rate  limit reached"}}, status=429, Retry_After="17")
    source = talk(40, quiet=(20,))
    settings = RecogniserSettings(endpoint_url=endpoint.url, timeout_seconds=5)
    pieces = recognise("endpoint", source, "talk.flac", settings=settings)
    first = next(pieces)
    with pytest.raises(RetryLater, match=r"127\.0\.0\.1 answered 429: Rate limit reached") as error:
        next(pieces)
    assert error.value.seconds == 17
    endpoint.says(WORDS)
    source.seek(0)
    (second,) = recognise("endpoint", source, "talk.flac", settings=settings, after=first.end)
    assert second.start == first.end
    assert "Authorization" not in endpoint.requests[-1][1]
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("after", "seconds"),
    [("", 60), ("soon", 60), ("nan", 60), ("999999", 3600), ("-5", 1), ("Fri, 27 Nov 2026 10:00:30 GMT", 30)],
)
def test_how_long_to_wait(endpoint: Endpoint, after: str, seconds: float) -> None:
    endpoint.answers.append((503, {"Retry-After": after, "Date": "Fri, 27 Nov 2026 10:00:00 GMT"}, b"busy"))
    from alignment.endpoints import _wait

    assert _wait({"Retry-After": after, "Date": "Fri, 27 Nov 2026 10:00:00 GMT"}) == seconds  # type: ignore[arg-type]
    with pytest.raises(RetryLater):
        asked(endpoint, talk(1))


def test_no_answer_is_tried_later() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        settings = RecogniserSettings(
            endpoint_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout_seconds=0.2
        )
        with pytest.raises(RetryLater, match=r"127\.0\.0\.1 did not answer: .*timed out"):
            list(recognise("endpoint", talk(1), "talk.flac", settings=settings))
    with pytest.raises(RetryLater, match=r"did not answer: .*refused"):
        list(recognise("endpoint", talk(1), "talk.flac", settings=settings))


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        ({"error": {"message": "wrong key"}}, 401, "answered 401: wrong key"),
        (b"<html>", 404, "answered 404"),
        (b"", 302, "answered 302"),
        (b"<html>", 200, "answered no JSON"),
        (b"[" * 100_000, 200, "answered no JSON"),
        ([], 200, "answered list"),
        ({"words": 7}, 200, "words: expected a list"),
        ({"words": [{"word": "a", "start": 0, "end": None}]}, 200, "word 1: its times are"),
        ({"words": [{"word": 7, "start": 0, "end": 1}]}, 200, "word 1: '7'; expected a text"),
        (b" " * 8_000_001, 200, "more than 8,000,000 bytes"),
    ],
)
def test_wrong_answers_are_refused(endpoint: Endpoint, content: Any, status: int, message: str) -> None:
    endpoint.says(content, status, Location="http://127.0.0.1:1/steal")
    with pytest.raises(AlignmentError, match=message) as error:
        asked(endpoint, talk(1))
    assert not isinstance(error.value, RetryLater)
    assert len(endpoint.requests) == 1


def test_nothing_is_sent_without_an_address(endpoint: Endpoint) -> None:
    assert available("endpoint") == (False, "No speech endpoint is set up")
    with pytest.raises(AlignmentError, match="No speech endpoint is set up"):
        list(recognise("endpoint", talk(1), "talk.flac"))
    assert not available("endpoint", RecogniserSettings(endpoint_url="file:///etc/passwd"))[0]
    assert [name for name, each in RECOGNISERS.items() if each.sends] == ["endpoint"]
    assert "secret" not in repr(RecogniserSettings(endpoint_key="secret"))


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({"error": {"message": "wrong key: secret-7"}}, 401),
        ({"error": {"message": "x" * 195 + "secret-7"}}, 401),
        ({"error": {"message": "secret-7 is asked too often"}}, 429),
        (b"<html>Bearer secret-7", 200),
        ({"words": [{"word": 7, "start": "secret-7", "end": 1}]}, 200),
    ],
)
def test_the_key_is_in_no_error(endpoint: Endpoint, content: Any, status: int) -> None:
    """Not in its message, and not in what a log writes of it."""
    endpoint.says(content, status)
    with pytest.raises(AlignmentError) as error:
        asked(endpoint, talk(1))
    assert "secret" not in "".join(traceback.format_exception(error.value))


def test_silence_is_not_recognised(endpoint: Endpoint) -> None:
    file = io.BytesIO()
    write_samples(file, np.zeros(3 * RATE, np.int16), RATE)
    assert [piece.words for piece in asked(endpoint, io.BytesIO(file.getvalue()))] == [()]
    assert endpoint.requests == []


def test_progress_can_stop_a_recogniser(endpoint: Endpoint) -> None:
    def stop(share: float, what: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        asked(endpoint, talk(1), progress=stop)
    assert endpoint.requests == []


def test_whisper_needs_a_folder_with_a_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Against a package of the same face: what it is asked for, and what becomes of its answer."""
    calls: list[Any] = []

    class Model:
        def __init__(self, folder: str, **options: Any) -> None:
            assert options["local_files_only"]

        def transcribe(self, samples: Any, **options: Any) -> tuple[Any, None]:
            calls.append((samples.dtype, float(np.abs(samples).max()), options["language"]))
            words = [SimpleNamespace(word=" we", start=0.1, end=0.4), SimpleNamespace(word=" ", start=0.4, end=0.5)]
            return iter([SimpleNamespace(words=words), SimpleNamespace(words=None)]), None

    module = SimpleNamespace(WhisperModel=Model, __spec__=SimpleNamespace(name="faster_whisper"))
    monkeypatch.setitem(sys.modules, "faster_whisper", module)  # type: ignore[arg-type]
    assert available("faster-whisper") == (False, "faster-whisper is installed, but no folder with a model is named")
    settings = RecogniserSettings(model_folder=str(tmp_path))
    assert "holds no model.bin" in available("faster-whisper", settings)[1]
    for name in ("model.bin", "config.json"):
        (tmp_path / name).touch()
    (piece,) = recognise("faster-whisper", talk(2), "talk.flac", language="en-GB", settings=settings)
    assert piece.words == (Word("we", 0.1, 0.4),)
    assert calls[0][0] == np.float32
    assert calls[0][1] <= 1
    assert calls[0][2] == "en"


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignment.recordings.recognisers.sphinx.find_spec", lambda name: None)
    assert "LECTERN_EXTRAS=pocketsphinx" in available("pocketsphinx")[1]
    with pytest.raises(AlignmentError, match="no recogniser 'vosk'"):
        available("vosk")


needs_sphinx = pytest.mark.skipif(
    find_spec("pocketsphinx") is None, reason="needs the extra pocketsphinx: LECTERN_EXTRAS=pocketsphinx"
)


@needs_sphinx
def test_pocketsphinx_is_english() -> None:
    with pytest.raises(AlignmentError, match="English model only; this recording is in 'ja'"):
        list(recognise("pocketsphinx", talk(1), "talk.flac", language="ja"))


@needs_sphinx
@needs_speech
def test_pocketsphinx_hears_words() -> None:
    samples, rate = speak("one two three four five six seven", words_per_minute=130)
    file = io.BytesIO()
    write_samples(file, samples, rate)
    (piece,) = recognise("pocketsphinx", io.BytesIO(file.getvalue()), "talk.wav")
    heard = [word.text for word in piece.words]
    assert len({"two", "three", "four", "five"}.intersection(heard)) >= 3, heard
    assert all(one.end <= other.start + 0.02 for one, other in itertools.pairwise(piece.words))
    assert 0 < piece.words[0].start < piece.words[-1].end <= piece.end
    assert piece.end == pytest.approx(len(samples) / rate, abs=1 / RATE)
