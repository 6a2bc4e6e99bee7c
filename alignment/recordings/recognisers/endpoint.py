"""A speech endpoint that answers as OpenAI's does: ``POST {url}/audio/transcriptions`` with ``verbose_json``.

Each piece is sent by itself as FLAC. Nothing is sent unless an address is set. Answers are foreign: their size, form,
texts and times are checked. Redirects are not followed, so that the key goes to the address that was set and no other.
"""

from __future__ import annotations

import io
import json
import math
import secrets
import urllib.error
import urllib.request
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from alignment.recordings.audio import SPEECH_RATE, Samples, write_samples
from alignment.recordings.recognisers.base import RecogniserSettings, RetryLater, Transcriber
from alignment.text import is_spaceless, primary_language
from alignment.transcripts.words import Word, spread
from alignment.types import AlignmentError

MAX_ANSWER = 8_000_000
MAX_WORDS = 20_000
#: Seconds until the endpoint is asked again where it does not say, and the longest wait that it can ask for.
_WAIT, _MAX_WAIT = 60.0, 3600.0
#: Statuses that go away by themselves.
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})


def available(settings: RecogniserSettings) -> tuple[bool, str]:
    if not settings.endpoint_url:
        return False, "No speech endpoint is set up"
    address = urlsplit(settings.endpoint_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        return False, f"The speech endpoint is {settings.endpoint_url[:80]!r}; expected an address with http or https"
    return True, f"Recordings are sent to {address.hostname}"


def transcriber(language: str, settings: RecogniserSettings) -> Transcriber:
    """Raises RetryLater or AlignmentError, in words with the status, when a piece is sent."""
    opener = urllib.request.build_opener(_NoRedirects)

    def transcribe(samples: Samples) -> list[Word]:
        try:
            answer = _sent(opener, _request(samples, language, settings), settings)
            return _words(answer, len(samples) / SPEECH_RATE, language)
        except AlignmentError as error:
            # Answers may repeat what was sent. Neither the message nor its cause, which logs show, has the key.
            error.args = (_without_key(str(error), settings),)
            raise error from None

    return transcribe


def _without_key(text: str, settings: RecogniserSettings) -> str:
    return text.replace(settings.endpoint_key, "[key]") if settings.endpoint_key else text


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _request(samples: Samples, language: str, settings: RecogniserSettings) -> urllib.request.Request:
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
    if settings.endpoint_key:
        headers["Authorization"] = f"Bearer {settings.endpoint_key}"
    url = settings.endpoint_url.rstrip("/") + "/audio/transcriptions"
    return urllib.request.Request(url, b"".join(parts), headers, method="POST")


def _sent(opener: urllib.request.OpenerDirector, request: urllib.request.Request, settings: RecogniserSettings) -> Any:
    host = urlsplit(settings.endpoint_url).hostname
    try:
        with opener.open(request, timeout=settings.timeout_seconds) as response:
            data = response.read(MAX_ANSWER + 1)
    except urllib.error.HTTPError as error:
        with error:
            text = _reason(error, settings)
        if error.code in _BUSY:
            raise RetryLater(f"{host} answered {error.code}: {text}", _wait(error.headers)) from error
        raise AlignmentError(f"{host} answered {error.code}: {text}") from error
    except (OSError, HTTPException) as error:  # no connection, a timeout, an answer that breaks off
        reason = getattr(error, "reason", None) or error
        raise RetryLater(f"{host} did not answer: {str(reason)[:200] or type(error).__name__}", _WAIT) from error
    if len(data) > MAX_ANSWER:
        raise AlignmentError(f"{host} answered more than {MAX_ANSWER:,} bytes; expected a transcript")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        start = _without_key(data.decode(errors="replace"), settings)[:60]
        raise AlignmentError(f"{host} answered no JSON ({start!r}); expected a transcript") from error


def _reason(error: urllib.error.HTTPError, settings: RecogniserSettings) -> str:
    """What an answer says about itself, shortened."""
    try:
        fields = json.loads(error.read(20_000))
        message = fields["error"]["message"]
    except (ValueError, KeyError, TypeError, OSError, HTTPException, RecursionError):
        message = error.reason
    return " ".join(_without_key(str(message), settings).split())[:200]


def _wait(headers: Message) -> float:
    """The seconds of a ``Retry-After``, which has seconds or a date."""
    text = headers.get("Retry-After") or ""
    try:
        seconds = float(text)
    except ValueError:
        try:
            sent = parsedate_to_datetime(headers.get("Date") or "")
            seconds = (parsedate_to_datetime(text) - sent).total_seconds()
        except (ValueError, TypeError):
            return _WAIT
    return min(max(seconds, 1.0), _MAX_WAIT) if math.isfinite(seconds) else _WAIT


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
