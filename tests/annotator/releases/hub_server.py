"""A stand-in for the Hugging Face hub: the part of its API that an upload of a data set uses."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "hf_of_the_test"


class Hub(ThreadingHTTPServer):
    """files : by repository and path. tags : by repository. private : which were made so."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.forget()

    def forget(self) -> None:
        self.files: dict[str, dict[str, bytes]] = {}
        self.tags: dict[str, list[str]] = {}
        self.private: set[str] = set()
        self.commits: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def _answer(self, body: bytes) -> None:
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self._send(401, {"error": "Invalid username or password."})
        _, _, kind, *rest = self.path.partition("?")[0].split("/")
        if (kind, rest) == ("repos", ["create"]):
            made = json.loads(body)
            name = f"{made['organization']}/{made['name']}" if made.get("organization") else made["name"]
            if name.startswith("others/"):
                return self._send(403, {"error": "You don't have the rights."})
            known = name in self.server.files
            self.server.files.setdefault(name, {})
            if (made.get("private") or made.get("visibility") == "private") and not known:
                self.server.private.add(name)
            return self._send(409 if known else 200, {"url": f"{self.server.url}/datasets/{name}", "name": name})
        if kind == "validate-yaml":
            return self._send(200, {"errors": [], "warnings": []})
        name, verb = "/".join(rest[:2]), "".join(rest[2:3])
        if name not in self.server.files:
            return self._send(404, {"error": "Repository not found"})
        files = self.server.files[name]
        if verb == "refs":
            tags = [
                {"name": tag, "ref": f"refs/tags/{tag}", "targetCommit": "0"} for tag in self.server.tags.get(name, [])
            ]
            return self._send(200, {"branches": [], "converts": [], "tags": tags})
        if verb == "tree":
            return self._send(200, [{"type": "file", "path": path, "size": 1, "oid": "0"} for path in files])
        if verb == "preupload":
            asked = json.loads(body)["files"]
            modes = [{"path": each["path"], "uploadMode": "regular", "shouldIgnore": False} for each in asked]
            return self._send(200, {"files": modes})
        if verb == "tag":
            self.server.tags.setdefault(name, []).append(json.loads(body)["tag"])
            return self._send(200, {})
        if verb == "commit":
            for line in map(json.loads, body.splitlines()):
                value = line["value"]
                if line["key"] == "header":
                    self.server.commits.append(value["summary"])
                elif line["key"] == "file":
                    files[value["path"]] = base64.b64decode(value["content"])
                elif line["key"] == "deletedFile":
                    del files[value["path"]]
            address = f"{self.server.url}/datasets/{name}/commit/0"
            return self._send(200, {"commitUrl": address, "commitOid": "0", "pullRequestUrl": None})
        return self._send(200, {"id": name, "sha": "0", "private": name in self.server.private})

    def _send(self, status: int, content: Any) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def running_hub() -> Iterator[Hub]:
    with Hub() as hub:
        threading.Thread(target=hub.serve_forever, daemon=True).start()
        try:
            yield hub
        finally:
            hub.shutdown()
