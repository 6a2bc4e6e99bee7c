"""An archive of 1,000 papers and talks: how long it is read and imported by a worker, and how pages answer meanwhile.

    python benchmarks/import_archive.py [--talks 1000] [--sentences 120]

Starts the application on a database of its own, as the browser tests do, uploads one zip with a manifest through the
API, and watches it from outside: the state of the import four times a second, and a page of the project's documents as
often, timed. Prints the seconds of each phase, how often the progress moved, the worker's peak of memory, and the
median and 95th percentile of the page's time before and during the import, with the ratio of the medians.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import random
import statistics
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.e2e.application import Application
from tests.servers import TestServers

WORDS = str.split(
    "tide harbour measure speaker listener sentence silence model align paper talk signal evidence method result "
    "breath label mixture window season error estimate pilot channel depth water record"
)
DONE = ("staged", "imported", "failed", "discarded")


def sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(8, 24)))


def archive(n_talks: int, n_sentences: int) -> bytes:
    """A zip of papers in Markdown and transcripts in WebVTT with a manifest.csv; the same for the same sizes."""
    rng = random.Random(7)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as opened:
        rows = ["id,title,speaker,event,split,paper,transcript"]
        for n in range(n_talks):
            paper = [f"# Study {n} of {sentence(rng)}", "", "## 1 Introduction", ""]
            for k in range(n_sentences):
                if k and k % 30 == 0:
                    paper += ["", f"## {1 + k // 30} Method {k // 30}", ""]
                paper.append(f"{sentence(rng).capitalize()}.")
            cues = ["WEBVTT", ""]
            for k in range(n_sentences):
                cues += [f"{clock(4 * k)} --> {clock(4 * k + 3)}", sentence(rng), ""]
            opened.writestr(f"papers/{n}.md", "\n".join(paper) + "\n")
            opened.writestr(f"talks/{n}.vtt", "\n".join(cues) + "\n")
            rows.append(f"study-{n},Study {n},Speaker {n % 97},Spring 2026,train,papers/{n}.md,talks/{n}.vtt")
        opened.writestr("manifest.csv", "\n".join(rows) + "\n")
    return stream.getvalue()


def clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.000"


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


class Watch:
    """Follows an import from outside, and times a page of the project meanwhile."""

    def __init__(self, client: Client, slug: str) -> None:
        self._client = client
        self._page = f"documents/?project={slug}"
        self.n_moves = 0

    def page_seconds(self) -> float:
        begun = time.perf_counter()
        self._client.get(self._page)
        return time.perf_counter() - begun

    def until_done(self, batch: int, timeout_seconds: float = 1800) -> tuple[dict[str, Any], float, list[float]]:
        """(the batch at its end, seconds, seconds of each page asked for meanwhile)."""
        begun, last = time.perf_counter(), -1.0
        pages: list[float] = []
        self.n_moves = 0
        while True:
            shown = self._client.get(f"imports/{batch}/")
            if shown["progress"] > last:
                self.n_moves += last >= 0
                last = shown["progress"]
            if shown["state"] in DONE:
                return shown, time.perf_counter() - begun, pages
            assert time.perf_counter() - begun < timeout_seconds, shown["message"]
            pages.append(self.page_seconds())
            time.sleep(0.25)


def peak_megabytes(pid: int) -> float:
    """The largest peak of resident memory of a process and its children; 0 where /proc does not tell."""
    peaks = [0.0]
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        if int(lines["Pid"]) == pid or int(lines["PPid"]) == pid:
            peaks.append(int(lines.get("VmHWM", "0 kB").split()[0]) / 1024)
    return max(peaks)


def shown(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"median {statistics.median(seconds) * 1000:6.0f} ms   p95 {p95 * 1000:6.0f} ms   n {len(seconds)}"


def run(application: Application, n_talks: int, n_sentences: int) -> None:
    cookie = application.session_cookie(application.username)
    client = Client(application.url, f"{cookie['name']}={cookie['value']}")
    slug = client.post("projects/", {"name": "Archive", "slug": "archive"})["slug"]
    data = archive(n_talks, n_sentences)
    print(f"{n_talks:,} papers and talks, {n_sentences} sentences each, a zip of {len(data) / 1e6:.1f} MB")
    watch = Watch(client, slug)
    quiet = [watch.page_seconds() for _ in range(40)]

    begun = time.perf_counter()
    staged = client.upload("imports/", slug, "archive.zip", data)
    print(f"upload    {time.perf_counter() - begun:7.1f} s   the request, until it answers")
    batch, seconds, reading = watch.until_done(staged["id"])
    assert batch["state"] == "staged", batch["error"]
    assert not batch["files"][0]["n_errors"], batch["files"][0]["problems"][:3]
    print(f"reading   {seconds:7.1f} s   {batch['files'][0]['summary']}; the progress moved {watch.n_moves} times")
    client.post(f"imports/{batch['id']}/commit/")
    batch, importing_seconds, importing = watch.until_done(batch["id"])
    assert batch["state"] == "imported", batch["error"]
    n_documents, n_pairs = len(batch["result"]["documents"]), len(batch["result"]["pairs"])
    made = f"{n_documents:,} documents, {n_pairs:,} pairs; the progress moved {watch.n_moves} times"
    print(f"importing {importing_seconds:7.1f} s   {made}")
    print(f"pages before     {shown(quiet)}")
    print(f"pages reading    {shown(reading)}")
    print(f"pages importing  {shown(importing)}")
    busy = statistics.median(reading + importing) / statistics.median(quiet)
    print(f"ratio of medians, busy to quiet: {busy:.1f}")
    print(f"worker's peak of memory: {peak_megabytes(application.pid('worker')):.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--talks", type=int, default=1000)
    parser.add_argument("--sentences", type=int, default=120)
    given = parser.parse_args()
    servers = TestServers()
    with tempfile.TemporaryDirectory() as folder:
        try:
            servers.start()
            application = Application(Path(folder), "lectern_benchmark")
            try:
                application.start()
                run(application, given.talks, given.sentences)
            finally:
                application.stop()
        finally:
            servers.stop()


if __name__ == "__main__":
    main()
