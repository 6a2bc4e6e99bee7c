"""A speech endpoint that answers as OpenAI's does: ``POST {url}/audio/transcriptions`` with ``verbose_json``.

Each piece is sent by itself as FLAC. Nothing is sent unless an address is set. Answers are foreign: their size, form,
texts and times are checked. Redirects are not followed, so that the key goes to the address that was set and no other.
"""

from __future__ import annotations

import io
import math
import secrets
from typing import Any

from alignment.recordings.audio import SPEECH_RATE, Samples, write_samples
from alignment.recordings.recognisers.base import RecogniserSettings, Transcriber
from alignment.text import is_spaceless, primary_language
from alignment.transcripts.words import Word, spread
from alignment.types import AlignmentError

MAX_ANSWER = 8_000_000
MAX_WORDS = 20_000


def available(settings: RecogniserSettings) -> tuple[bool, str]:
    from alignment.endpoints import Endpoint, why_no_address  # not sooner: what sends takes long to load

    if why := why_no_address(settings.endpoint_url, "speech"):
        return False, why
    return True, f"Recordings are sent to {Endpoint(settings.endpoint_url).host}"


def transcriber(language: str, settings: RecogniserSettings) -> Transcriber:
    """Raises RetryLater or AlignmentError, in words with the status, when a piece is sent."""
    from alignment.endpoints import Endpoint, as_json, post

    endpoint = Endpoint(settings.endpoint_url, settings.endpoint_key, settings.timeout_seconds)

    def transcribe(samples: Samples) -> list[Word]:
        try:
            body, headers = _form(samples, language, settings)
            _, data = post(
                endpoint, "/audio/transcriptions", body, headers, most_bytes=MAX_ANSWER, expected="a transcript"
            )
            answer = as_json(endpoint, data, expected="a transcript")
            return _words(answer, len(samples) / SPEECH_RATE, language)
        except AlignmentError as error:
            # Answers may repeat what was sent. Neither the message nor its cause, which logs show, has the key.
            error.args = (endpoint.without_key(str(error)),)
            raise error from None

    return transcribe


def _form(samples: Samples, language: str, settings: RecogniserSettings) -> tuple[bytes, dict[str, str]]:
    """The body, and the headers that say what it is."""
    sound = io.BytesIO()
    write_samples(sound, samples, SPEECH_RATE, "flac")
    fields = [("model", settings.endpoint_model), ("response_format", "verbose_json")]
    fields += [("timestamp_granularities[]", "word"), ("timestamp_granularities[]", "segment")]
    if code := primary_language(language):
        fields.append(("language", code))
    boundary = secrets.token_hex(16)
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="piece.flac"\r\nContent-Type: audio/flac'
    parts += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), sound.getvalue(), f"\r\n--{boundary}--\r\n".encode()]
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Accept": "application/json"}
    return b"".join(parts), headers


def _words(answer: Any, length: float, language: str) -> list[Word]:
    """The words of an answer; where it has times of segments only, or none, words are spread over them."""
    if not isinstance(answer, dict):
        raise AlignmentError(f"the endpoint answered {type(answer).__name__}; expected an object with words")
    if entries := answer.get("words"):
        return [_timed(each, "word", number, length) for number, each in enumerate(_listed(entries, "words"), start=1)]
    if segments := answer.get("segments"):
        parts = [
            _timed(each, "text", number, length) for number, each in enumerate(_listed(segments, "segments"), start=1)
        ]
    else:
        parts = [Word(_text(answer.get("text"), "text"), 0.0, length)]
    code = language if is_spaceless(language) else ""
    return [word for part in parts for word in spread(part.text, part.start, part.end, code)]


def _listed(entries: Any, name: str) -> list[Any]:
    if not isinstance(entries, list) or len(entries) > MAX_WORDS:
        raise AlignmentError(f"the endpoint's {name}: expected a list of at most {MAX_WORDS:,}")
    return entries


def _timed(entry: Any, key: str, number: int, length: float) -> Word:
    place = f"the endpoint's {key} {number}"
    if not isinstance(entry, dict):
        raise AlignmentError(f"{place}: expected an object with {key}, start and end")
    times: list[Any] = [entry.get("start"), entry.get("end")]
    if not all(type(each) in (int, float) and math.isfinite(each) for each in times):
        raise AlignmentError(f"{place}: its times are {str(times)[:60]}; expected seconds")
    start = min(max(float(times[0]), 0.0), length)
    return Word(_text(entry.get(key), place), start, min(max(float(times[1]), start), length))


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) > 100_000:
        raise AlignmentError(f"{place}: {str(value)[:40]!r}; expected a text")
    return "".join(char for char in value if char not in "\x00" and not "\ud800" <= char <= "\udfff")
