"""One request to a service whose address whoever runs the program has set, and what its answer means.

Redirects are not followed, so that the key goes to the address that was set and no other. Answers are foreign: their
size and the time that they take have limits, and what errors repeat of them does not have the key.
"""

from __future__ import annotations

import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from alignment.types import AlignmentError
from alignment.types import RetryLater as RetryLater

#: Seconds until the endpoint is asked again where it does not say, and the longest wait that it can ask for.
_WAIT, _MAX_WAIT = 60.0, 3600.0
#: Statuses that go away by themselves.
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
_CHUNK = 65_536


class StatusRefused(AlignmentError):
    """A service answered with a status that does not go away by itself."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Endpoint:
    """url : up to ``/v1``. key : sent as a bearer token; empty for none. timeout_seconds : of one answer, all of it."""

    url: str
    key: str = field(default="", repr=False)
    timeout_seconds: float = 120.0

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    def without_key(self, text: str) -> str:
        return text.replace(self.key, "[key]") if self.key else text


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def why_no_address(url: str, what: str) -> str:
    """Why nothing can be sent there, in a sentence without a stop; empty if it can. what : such as "speech"."""
    if not url:
        return f"No {what} endpoint is set up"
    address = urlsplit(url)
    if address.scheme not in ("http", "https") or not address.hostname:
        return f"The {what} endpoint is {url[:80]!r}; expected an address with http or https"
    return ""


def post(
    endpoint: Endpoint, path: str, body: bytes, headers: Mapping[str, str], *, most_bytes: int, expected: str
) -> tuple[str, bytes]:
    """The content type and the bytes of an answer.

    expected : what it should be, in words. Raises RetryLater where the service is busy or does not answer to the end,
    StatusRefused for other statuses, AlignmentError for an answer that is too long.
    """
    sent = dict(headers)
    if endpoint.key:
        sent["Authorization"] = f"Bearer {endpoint.key}"
    request = urllib.request.Request(endpoint.url.rstrip("/") + path, body, sent, method="POST")
    until = time.monotonic() + endpoint.timeout_seconds
    data = bytearray()
    try:
        with _OPENER.open(request, timeout=endpoint.timeout_seconds) as response:
            kind = response.headers.get_content_type()
            while len(data) <= most_bytes and (chunk := response.read1(_CHUNK)):
                data += chunk
                if time.monotonic() > until:  # a byte now and then never times out by itself
                    raise TimeoutError("timed out")
            if response.length:  # of what was announced, this much has not come
                raise HTTPException("the answer breaks off")
    except urllib.error.HTTPError as error:
        with error:
            text = _reason(error, endpoint)
        if error.code in _BUSY:
            raise RetryLater(f"{endpoint.host} answered {error.code}: {text}", _wait(error.headers)) from error
        raise StatusRefused(f"{endpoint.host} answered {error.code}: {text}", error.code) from error
    except (OSError, HTTPException) as error:  # no connection, a timeout, an answer that breaks off
        reason = getattr(error, "reason", None) or error
        words = endpoint.without_key(str(reason))[:200] or type(error).__name__
        raise RetryLater(f"{endpoint.host} did not answer: {words}", _WAIT) from error
    if len(data) > most_bytes:
        raise AlignmentError(f"{endpoint.host} answered more than {most_bytes:,} bytes; expected {expected}")
    return kind, bytes(data)


def as_json(endpoint: Endpoint, data: bytes, *, expected: str) -> Any:
    """Raises AlignmentError for what is no JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        start = endpoint.without_key(data.decode(errors="replace"))[:60]
        raise AlignmentError(f"{endpoint.host} answered no JSON ({start!r}); expected {expected}") from error


def _reason(error: urllib.error.HTTPError, endpoint: Endpoint) -> str:
    """What an answer says about itself, shortened."""
    try:
        fields = json.loads(error.read(20_000))
        message = fields["error"]["message"]
    except (ValueError, KeyError, TypeError, OSError, HTTPException, RecursionError):
        message = error.reason
    return " ".join(endpoint.without_key(str(message)).split())[:200]


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
