"""A store that speaks as much of S3 as boto3 asks of it for Django's storage, in a thread of the test process.

It keeps objects in memory, in one bucket; whoever has the key may do everything. Requests for anything else are
answered with 501, so that a test fails rather than passes by accident.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

BUCKET = "lectern"
ACCESS_KEY, SECRET_KEY = "key-of-the-tests", "secret-of-the-tests"
_NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/"


class Store(ThreadingHTTPServer):
    """``objects`` : what is kept, by name. ``asked`` : method and name of each request.

    ``is_away`` : it answers every request with 503.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.objects: dict[str, bytes] = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        self.asked: list[tuple[str, str]] = []
        self.is_away = False
        self._answers = threading.Event()
        self._answers.set()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):  # whoever asked is gone
            super().handle_error(request, client_address)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It takes requests and does not answer them."""
        self._answers.clear()
        try:
            yield
        finally:
            self._answers.set()

    def wait_until_it_answers(self) -> None:
        self._answers.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def running_store() -> Iterator[Store]:
    store = Store()
    thread = threading.Thread(target=store.serve_forever, daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.shutdown()
        thread.join()
        store.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Store
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def _begin(self) -> tuple[str, dict[str, str]] | None:
        """The object's name and the query; None where the request is answered."""
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        bucket, _, name = unquote(parts.path).lstrip("/").partition("/")
        self.server.asked.append((self.command, name))
        self.server.wait_until_it_answers()
        signed = self.headers.get("Authorization", "").partition("Credential=")[2] or query.get("X-Amz-Credential", "")
        if self.server.is_away:
            self._refuse(503, "ServiceUnavailable")
        elif not signed.startswith(f"{ACCESS_KEY}/"):
            self._refuse(403, "AccessDenied")
        elif bucket != BUCKET:
            self._refuse(404, "NoSuchBucket")
        elif not name and self.command == "GET" and query.get("delimiter") == "/":
            self._list(query["prefix"])
        elif not name:
            self._refuse(501, "NotImplemented")
        else:
            return name, query
        return None

    def _list(self, prefix: str) -> None:
        """The objects of a folder, and the folders in it, all in one page."""
        below = [name.removeprefix(prefix) for name in self.server.objects if name.startswith(prefix)]
        told = ElementTree.Element("ListBucketResult", xmlns=_NAMESPACE)
        ElementTree.SubElement(told, "IsTruncated").text = "false"
        for name in (name for name in below if "/" not in name):
            ElementTree.SubElement(ElementTree.SubElement(told, "Contents"), "Key").text = prefix + name
        for name in sorted({name.partition("/")[0] for name in below if "/" in name}):
            ElementTree.SubElement(ElementTree.SubElement(told, "CommonPrefixes"), "Prefix").text = f"{prefix}{name}/"
        self._answer(200, ElementTree.tostring(told))

    def do_HEAD(self) -> None:
        self._give(with_content=False)

    def do_GET(self) -> None:
        self._give(with_content=True)

    def _give(self, *, with_content: bool) -> None:
        if (begun := self._begin()) is None:
            return
        content = self.server.objects.get(begun[0])
        if content is None:
            self._refuse(404, "NoSuchKey", with_body=with_content)
            return
        headers = {"ETag": _tag(content), "Last-Modified": formatdate(usegmt=True)}
        first, found, last = self.headers.get("Range", "").removeprefix("bytes=").partition("-")
        if found:
            end = min(int(last) + 1 if last else len(content), len(content))
            headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(content)}"
            content = content[int(first) : end]
        self._answer(206 if found else 200, content, with_body=with_content, **headers)

    def do_PUT(self) -> None:
        content = self._body()
        if (begun := self._begin()) is None:
            return
        name, query = begun
        if "uploadId" in query:
            self.server.parts[query["uploadId"]][int(query["partNumber"])] = content
        else:
            self.server.objects[name] = content
        self._answer(200, b"", ETag=_tag(content))

    def do_POST(self) -> None:
        """An upload in parts, which boto3 makes of everything over 8 MB."""
        body = self._body()
        if (begun := self._begin()) is None:
            return
        name, query = begun
        if "uploads" in query:
            upload = f"upload-{len(self.server.parts)}"
            self.server.parts[upload] = {}
            self._tell("InitiateMultipartUploadResult", Bucket=BUCKET, Key=name, UploadId=upload)
        elif "uploadId" in query:
            numbers = [int(str(each.text)) for each in ElementTree.fromstring(body).iter(f"{{{_NAMESPACE}}}PartNumber")]
            parts = self.server.parts.pop(query["uploadId"])
            self.server.objects[name] = b"".join(parts[number] for number in numbers)
            self._tell("CompleteMultipartUploadResult", Bucket=BUCKET, Key=name, ETag='"whole"')
        else:
            self._refuse(501, "NotImplemented")

    def do_DELETE(self) -> None:
        if (begun := self._begin()) is not None:
            self.server.objects.pop(begun[0], None)
            self._answer(204, b"")

    def _body(self) -> bytes:
        if self.headers.get("Expect", "").lower() == "100-continue":
            self.send_response_only(100)
            self.end_headers()
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        if "aws-chunked" not in self.headers.get("Content-Encoding", ""):
            return sent
        content = b""
        while sent:  # each chunk has its length in front; check sums follow the last, which is empty
            head, _, sent = sent.partition(b"\r\n")
            n_bytes = int(head.partition(b";")[0], 16)
            if n_bytes == 0:
                break
            content, sent = content + sent[:n_bytes], sent[n_bytes + 2 :]
        return content

    def _tell(self, root: str, **fields: str) -> None:
        inside = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
        self._answer(200, f'<{root} xmlns="{_NAMESPACE}">{inside}</{root}>'.encode())

    def _refuse(self, status: int, code: str, *, with_body: bool = True) -> None:
        content = f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()
        self._answer(status, content, with_body=with_body and self.command != "HEAD")

    def _answer(self, status: int, content: bytes, *, with_body: bool = True, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if with_body:
            self.wfile.write(content)


def _tag(content: bytes) -> str:
    return f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'
