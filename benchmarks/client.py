"""A client of the API for benchmarks, signed in by a session's cookie."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

#: The states in which nothing more happens to an import by itself.
DONE = ("staged", "imported", "failed", "discarded")


class Client:
    """The API over HTTP, signed in by a session's cookie."""

    def __init__(self, url: str, session: str) -> None:
        self._address = urlsplit(url).netloc
        token = "a" * 32  # a cookie and a header that agree are what the check for forgery asks for
        self._headers = {"Cookie": f"{session}; csrftoken={token}", "X-CSRFToken": token, "Referer": url}

    def get(self, path: str) -> dict[str, Any]:
        return self._ask("GET", path, None, {})

    def post(self, path: str, value: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._ask("POST", path, json.dumps(value or {}).encode(), {"Content-Type": "application/json"})

    def upload(self, path: str, project: str, name: str, data: bytes) -> dict[str, Any]:
        parts = (
            f'--part\r\nContent-Disposition: form-data; name="project"\r\n\r\n{project}\r\n'
            f'--part\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = parts.encode() + data + b"\r\n--part--\r\n"
        return self._ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=part"})

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> dict[str, Any]:
        connection = http.client.HTTPConnection(self._address, timeout=120)
        try:
            connection.request(method, f"/api/v1/{path}", body, self._headers | headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status >= 400:
                raise SystemExit(f"{method} {path}: {answer.status} {text[:500]!r}")
            value: dict[str, Any] = json.loads(text)
            return value
        finally:
            connection.close()
