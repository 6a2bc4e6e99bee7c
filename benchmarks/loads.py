"""What one sender's requests, fifty at a time, do to another account's edits: each GET of the API, and a few others."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from annotators import Annotator
from application import CSRF
from corpus import in_process, set_up_django
from goals import Measured
from instance import Instance
from processes import percentile
from slow_clients import SlowClients, edit_for

N_AT_ONCE = 50
#: For which edits are made beside each, and once more beside those that seem to go beyond the reach.
SECONDS, LONG_SECONDS = 3.0, 15.0
#: An edit may take so long beside any of them, p95.
REACH_MS = 200
#: Requests with a body: each path's, and whether its sender is signed in.
POSTS: dict[str, tuple[Any, bool]] = {
    "reviews/{review}/realign/": ({}, True),
    "projects/{project}/fit-thresholds/": ({}, True),
    "projects/demo/": ({}, True),
    "session/": ({"username": "nobody", "password": "wrong"}, False),
}
#: Open to everybody; what else is asked for signed out is refused before it costs anything, as the one that is asked.
SIGNED_OUT = ("schema/", "docs/", "session/", "health/", "defaults/", "pairs/", "../../")


def loads(at: Instance) -> Measured:
    """Milliseconds that edits take beside them, p50 and p95, and how many were not answered."""
    session = at.corpus.annotators[0]
    connection = at.connection(session)
    mine = connection.get(f"reviews/?project={at.corpus.project}&mine=true&page_size=200")["results"]
    annotator = Annotator.of(connection, next(each["id"] for each in mine if each["state"] != "submitted"))
    edit_for(annotator, at.url, session, SECONDS)
    found = _figures("nobody", *edit_for(annotator, at.url, session, SECONDS))
    again = []
    for name, path, body, signed_in in _requests(at):
        load = at.url, path, at.corpus.owner if signed_in else "", body
        figures = _beside(name, load, annotator, session, SECONDS)
        found |= figures
        if max(figures.values()) > REACH_MS:
            again.append((name, load))
    for name, load in again:  # of some forty edits, the two slowest say little
        found |= _beside(name, load, annotator, session, LONG_SECONDS)
    for n, kind in ((20, "slow readers"), (300, "slow heads")):
        clients = SlowClients(kind, n, at.url, at.corpus.owner, f"projects/{at.corpus.project}/gold/?file_format=jsonl")
        found |= _figures(f"{n} {kind} of gold", *edit_for(annotator, at.url, session, SECONDS))
        clients.end()
    worst = [name for name, value in found.items() if name.endswith("p95 ms") and value > REACH_MS]
    print(f"beyond {REACH_MS} ms: {', '.join(worst) or 'none'}")
    return found


def _beside(name: str, load: tuple[str, str, str, Any], annotator: Annotator, session: str, seconds: float) -> Measured:
    with _load(*load) as answers:
        time.sleep(0.5)
        times, failed = edit_for(annotator, load[0], session, seconds)
    return _figures(name, times, failed, answers)


def _figures(name: str, times: list[float], failed: int, answers: dict[str, int] | None = None) -> Measured:
    """answers : what the load was answered meanwhile, by status."""
    what = f"edits beside {name}"
    figures = {f"{what}, p{n} ms": percentile(times, n / 100) for n in (50, 95)}
    p50, p95 = figures.values()
    print(f"{what:80} {p50:8.0f} {p95:8.0f} {failed:4}  {answers or ''}", flush=True)
    return figures | {f"{what}, unanswered": failed}


def _requests(at: Instance) -> Iterator[tuple[str, str, Any, bool]]:
    """(name, path, body, whether its sender is signed in). Paths lead to the corpus where it has what they name, and
    else to a project that has something of everything."""
    corpus = at.corpus
    names = {"review": str(corpus.busy_review), "project": corpus.project}
    for template, path in some_addresses(at).items():
        yield template, path, None, True
    for template, (body, signed_in) in POSTS.items():
        yield f"POST {template}", template.format(**names), body, signed_in
    for path in SIGNED_OUT:
        yield f"signed out: {path}", path, None, False


def some_addresses(at: Instance, own: Mapping[str, list[int]] | None = None) -> dict[str, str]:
    """For each GET of the API's description an address that answers 200, of the corpus where it has one, by its
    template. own : more ids of the corpus, by what addresses call them."""
    corpus, connection = at.corpus, at.connection()
    first = {
        name: [one["id"] for one in connection.get(f"{name}/?project={corpus.project}")["results"][:1]]
        for name in ("pairs", "documents", "runs", "test-sets")
    }
    ids = {"project": corpus.project, **first, "reviews": [corpus.busy_review], **(own or {})}
    found = in_process(at.application, __file__, "addresses", json.dumps(ids))
    return {template: path.removeprefix("/api/v1/") for template, path in found.items()}


def addresses(ids: dict[str, Any]) -> dict[str, str]:
    """As `some_addresses`, with a small project for what the corpus lacks."""
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    from annotator.models import Project, Role
    from annotator.platform import work
    from tests import world
    from tests.annotator.conftest import make_person, make_project
    from tests.annotator.described import described_api
    from tests.annotator.populated import populate
    from tests.annotator.site.test_openapi import _addresses, _gets

    work.send = lambda task, what: None  # what populates it does the work itself
    owner = User.objects.filter(is_superuser=True).earliest("pk")
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(owner)
    small = make_project()
    annotator = make_person(small, Role.ANNOTATOR)
    known = populate(small, client, annotator, world.bitext(small), world.talk(small))
    large = Project.objects.get(slug=ids["project"])
    found = {}
    for template, _ in _gets(described_api()):
        for project, of in ((large, {**known, **ids}), (small, known)):
            paths = _addresses(template, project, of)
            path = next((path for path in paths if client.get(path).status_code == 200), None)
            if path is not None:
                found[template.removeprefix("/api/v1/")] = path
                break
    return found


@contextmanager
def _load(url: str, path: str, session: str, body: Any) -> Iterator[dict[str, int]]:
    """Ask for it with N_AT_ONCE requests at a time, from a process of its own. Yields what is filled at the end: how
    many answers there were of each status."""
    asked, answers = json.dumps([url, path, session, body]), dict[str, int]()
    command = [sys.executable, __file__, "load", asked]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield answers
        answers.update(json.loads(process.communicate()[0]))


def load(url: str, path: str, session: str, body: Any) -> None:
    """Until the standard input ends."""
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF, "Referer": url}
    data = None if body is None else json.dumps(body)
    answers: Counter[int] = Counter()

    def ask() -> None:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
        while True:
            connection.request(
                "GET" if body is None else "POST", f"/api/v1/{path}", data,
                headers | ({"Content-Type": "application/json"} if data else {}),
            )  # fmt: skip
            answer = connection.getresponse()
            answer.read()
            answers[answer.status] += 1

    for _ in range(N_AT_ONCE):
        threading.Thread(target=ask, daemon=True).start()
    sys.stdin.read()
    print(json.dumps(answers), flush=True)
    os._exit(0)  # what is still asked for is nobody's any more


if __name__ == "__main__":
    if sys.argv[1] == "addresses":
        set_up_django()
        print(json.dumps(addresses(json.loads(sys.argv[2]))))
    else:
        load(*json.loads(sys.argv[2]))
