"""What lists and figures cost, and whether that grows with the corpus.

    python benchmarks/lists.py [--times 20] [--size full quarter]

Makes the corpus of benchmarks/corpus.py at each size, and asks for every list that a page shows, serially, over one
connection, warm, as the browser does (signed in, gzip). Printed are p50 and p95 of the time until the whole answer is
there, its bytes on the wire, and the ratio of the full size to the quarter. A call that costs what it shows, whatever
else there is, has the ratio 1. On a machine that others use the times are upper bounds.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from corpus import Corpus, Size, make_corpus
from long_review import percentile, running_application

from tests.e2e.application import Application


@dataclass(frozen=True)
class Call:
    """milliseconds, and bytes on the wire."""

    p50: float
    p95: float
    n_bytes: int


class Reader:
    """One browser's connection, signed in; keeps the tag of each answer, as the pages do while they poll."""

    def __init__(self, url: str, session: str) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=300)
        self._session = session
        self._tags: dict[str, str] = {}

    def ask(self, path: str, *, again: bool = False) -> tuple[int, float, int]:
        """(status, seconds, bytes) of a GET. again : with the tag of the last answer, so that 304 may come back."""
        headers = {"Cookie": f"sessionid={self._session}", "Accept-Encoding": "gzip"}
        if again and path in self._tags:
            headers["If-None-Match"] = self._tags[path]
        start = time.perf_counter()
        try:
            self._connection.request("GET", f"/api/v1/{path}", headers=headers)
            answer = self._connection.getresponse()
        except ConnectionError:  # idle for too long: as a browser does, once more on a new connection
            self._connection.close()
            start = time.perf_counter()
            self._connection.request("GET", f"/api/v1/{path}", headers=headers)
            answer = self._connection.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - start
        if answer.status >= 400:
            plain = gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content
            raise RuntimeError(f"GET {path}: {answer.status} {plain[:300]!r}")
        self._tags[path] = answer.headers.get("ETag", "")
        return answer.status, seconds, len(content)


def calls(corpus: Corpus) -> Iterator[tuple[str, str, str, bool]]:
    """(name, who asks, path, whether it is a poll for something that has not changed)."""
    size, project = corpus.size, f"project={corpus.project}"
    last_pairs, last_reviews = -(-size.pairs // 50), -(-size.reviews // 50)
    yield "session", "owner", "session/", False
    yield "projects", "owner", "projects/?page_size=200", False
    yield "pairs, page 1", "owner", f"pairs/?{project}", False
    yield "pairs, page 10", "owner", f"pairs/?{project}&page={min(10, last_pairs)}", False
    yield "pairs, page 100", "owner", f"pairs/?{project}&page={min(100, last_pairs)}", False
    yield "pairs, last page", "owner", f"pairs/?{project}&page={last_pairs}", False
    yield "pairs, last page, annotator", "annotator", f"pairs/?{project}&page={last_pairs}", False
    yield "pairs, search: a seventh", "owner", f"pairs/?{project}&search=lecture", False
    yield "pairs, search: one", "owner", f"pairs/?{project}&search={size.pairs - 1:05d}", False
    yield "pairs, search: none", "owner", f"pairs/?{project}&search=nowhere", False
    yield "pairs, by kind", "owner", f"pairs/?{project}&kind=paper_talk", False
    yield "pair", "owner", f"pairs/{corpus.pair}/", False
    yield "overview", "owner", f"projects/{corpus.project}/stages/", False
    yield "overview, nothing new", "owner", f"projects/{corpus.project}/stages/", True
    yield "quality", "owner", f"projects/{corpus.project}/quality/", False
    yield "reviews, page 1", "owner", f"reviews/?{project}", False
    yield "reviews, last page", "owner", f"reviews/?{project}&page={last_reviews}", False
    yield "reviews, mine", "annotator", f"reviews/?{project}&mine=true", False
    yield "review", "annotator", f"reviews/{corpus.review}/", False
    yield "history of a row", "owner", f"reviews/{corpus.busy_review}/operations/?row={corpus.busy_row}", False
    yield "documents, page 1", "owner", f"documents/?{project}", False
    yield "documents, last page", "owner", f"documents/?{project}&page={2 * last_pairs}", False
    yield "documents, search", "owner", f"documents/?{project}&search=lecture", False
    yield "runs, page 1", "owner", f"runs/?{project}", False
    yield "runs, last page", "owner", f"runs/?{project}&page={last_pairs}", False
    yield "runs, 200 that succeeded", "owner", f"runs/?{project}&state=succeeded&page_size=200", False
    yield "people", "owner", f"projects/{corpus.project}/members/?page_size=200", False
    yield "test sets", "owner", f"test-sets/?{project}", False
    yield "mentions", "annotator", "comments/", False


def list_calls(application: Application, corpus: Corpus, *, times: int = 20) -> dict[str, Call]:
    """Ask for every list so many times, after two times to warm up."""
    readers = {
        "owner": Reader(application.url, corpus.owner),
        "annotator": Reader(application.url, corpus.annotators[0]),
    }
    found = {}
    for name, who, path, again in calls(corpus):
        reader = readers[who]
        asked = [reader.ask(path, again=again) for _ in range(times + 2)][2:]
        seconds = [each[1] for each in asked]
        found[name] = Call(percentile(seconds, 0.5), percentile(seconds, 0.95), asked[-1][2])
    return found


def print_calls(found: dict[str, dict[str, Call]]) -> None:
    """found : the calls by the name of the size, the largest first."""
    largest, smallest = next(iter(found.values())), list(found.values())[-1]
    print(f"{'':>28}" + "".join(f"{size + ' p50':>13} {'p95 ms':>8} {'bytes':>9}" for size in found) + f"{'ratio':>8}")
    for name in largest:
        cells = "".join(f"{c[name].p50:13.1f} {c[name].p95:8.1f} {c[name].n_bytes:9,}" for c in found.values())
        print(f"{name:>28}{cells}{largest[name].p50 / smallest[name].p50:8.2f}")


SIZES: dict[str, Any] = {"full": Size(), "quarter": Size().quarter()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES))
    args = parser.parse_args()
    found = {}
    for name in args.size:
        with running_application() as application:
            corpus = make_corpus(application, SIZES[name])
            print(f"{name}: {corpus.size}, written in {corpus.seconds:.0f} s")
            found[name] = list_calls(application, corpus, times=args.times)
    print_calls(found)


if __name__ == "__main__":
    main()
