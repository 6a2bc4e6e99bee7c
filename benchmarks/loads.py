"""What one sender's requests, fifty at a time, do to another account's edits: each GET of the API, and a few others."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotators import Annotator
from application import CSRF
from corpus import OWNER, in_process, set_up_django
from goals import Measured
from instance import Instance
from processes import percentile
from slow_clients import SlowClients, edit_for

_CROWD = str(Path(__file__).with_name("crowd.py"))
#: For which edits are made beside each, and once more beside those that seem to go beyond the reach.
SECONDS, LONG_SECONDS = 3.0, 15.0
#: An edit may take so long beside any of them, p95.
REACH_MS = 200
#: Of the ids of each resource of the site, which are those of the project that was made last.
N_NEWEST = 50
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
    """Milliseconds that edits take beside them, p50 and p95, and how many were not answered: printed for each, and of
    all. A load that fails is named, and costs the others nothing."""
    session = at.corpus.annotators[0]
    connection = at.connection(session)
    mine = connection.get(f"reviews/?project={at.corpus.project}&mine=true&page_size=200")["results"]
    annotator = Annotator.of(connection, next(each["id"] for each in mine if each["state"] != "submitted"))
    edit_for(annotator, at.url, session, SECONDS)
    found = _figures("nobody", *edit_for(annotator, at.url, session, SECONDS))
    asked = [
        (name, (at.url, path, at.corpus.owner if signed_in else "", body))
        for name, path, body, signed_in in _requests(at)
    ]
    print(f"{len(asked)} loads, {len(asked) * (SECONDS + 1):.0f} s and more", flush=True)
    measured: dict[str, Measured] = {}
    for name, load in asked:
        measured[name] = _beside(name, load, annotator, session, SECONDS)
    for name, load in asked:  # of some forty edits, the two slowest say little
        if is_beyond(measured[name]):
            measured[name] = _beside(f"{name}, again", load, annotator, session, LONG_SECONDS) or measured[name]
    found |= summary(measured)
    for each in measured.values():
        found |= each
    for n, kind in ((20, "slow readers"), (300, "slow heads")):
        clients = SlowClients(kind, n, at.url, at.corpus.owner, f"projects/{at.corpus.project}/gold/?file_format=jsonl")
        found |= _figures(f"{n} {kind} of gold", *edit_for(annotator, at.url, session, SECONDS))
        clients.end()
    beyond = [name for name, each in measured.items() if is_beyond(each)]
    print(f"beyond {REACH_MS} ms: {', '.join(beyond) or 'none'}")
    return found


def is_beyond(figures: Measured) -> bool:
    """Whether edits beside a load were too slow, or not answered."""
    return any(
        value > (0 if name.endswith("unanswered") else REACH_MS)
        for name, value in figures.items()
        if name.endswith(("p95 ms", "unanswered"))
    )


def summary(measured: Mapping[str, Measured]) -> Measured:
    """Of all loads, by their names; one that could not be measured has no figures."""
    figures = [each for each in measured.values() if each]
    p95 = [value for each in figures for name, value in each.items() if name.endswith("p95 ms")]
    unanswered = [value for each in figures for name, value in each.items() if name.endswith("unanswered")]
    return {
        "loads beside which edits were measured": float(len(figures)),
        "loads that could not be measured": float(len(measured) - len(figures)),
        f"loads beside which edits take more than {REACH_MS} ms, p95": float(sum(each > REACH_MS for each in p95)),
        "edits beside them that were not answered": sum(unanswered),
        "edits beside them, the median load's p95 ms": statistics.median(p95) if p95 else 0.0,
        "edits beside them, the worst load's p95 ms": max(p95, default=0.0),
    }


def _beside(name: str, load: tuple[str, str, str, Any], annotator: Annotator, session: str, seconds: float) -> Measured:
    """Empty where it cannot be measured."""
    try:
        with _load(*load) as answers:
            time.sleep(0.5)
            times, failed = edit_for(annotator, load[0], session, seconds)
    except Exception as error:  # noqa: BLE001  one load must not cost the others their minutes
        print(f"{name} could not be measured: {type(error).__name__}: {error}", flush=True)
        return {}
    return _figures(name.removesuffix(", again"), times, failed, answers)


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
    found = in_process(at.application, __file__, "addresses", json.dumps(ids), json.dumps(at.small))
    at.small = found["small"]
    return {template: path.removeprefix("/api/v1/") for template, path in found["addresses"].items()}


def addresses(ids: dict[str, Any], known: dict[str, Any] | None) -> dict[str, Any]:
    """``addresses`` as `some_addresses`, and the ``small`` project for what the corpus lacks. known : the latter, where
    it is there."""
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    from annotator.models import Pass, Project, Role
    from annotator.platform import work
    from tests import world
    from tests.annotator.conftest import make_person, make_project
    from tests.annotator.described import described_api
    from tests.annotator.populated import populate
    from tests.annotator.site.test_openapi import _addresses, _gets

    work.send = lambda task, what: None  # what populates it does the work itself
    owner = User.objects.get(username=OWNER)
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(owner)
    if known is None:
        small = make_project()
        annotator = make_person(small, Role.ANNOTATOR)
        ids_of_small = populate(small, client, annotator, world.bitext(small), world.talk(small))
        known = {"project": small.pk, "ids": {name: of[-N_NEWEST:] for name, of in ids_of_small.items()}}
        Pass.objects.filter(pk__in=ids_of_small["passes"]).update(user=owner)  # only its owner opens a pass
    small, small_ids = Project.objects.get(pk=known["project"]), known["ids"]
    large = Project.objects.get(slug=ids["project"])
    found = {}
    for template, _ in _gets(described_api()):
        for project, of in ((large, {**small_ids, **ids}), (small, small_ids)):
            paths = _addresses(template, project, of)
            path = next((path for path in paths if client.get(path).status_code == 200), None)
            if path is not None:
                found[template.removeprefix("/api/v1/")] = path
                break
    return {"addresses": found, "small": known}


@contextmanager
def _load(url: str, path: str, session: str, body: Any) -> Iterator[dict[str, int]]:
    """Ask for it with many requests at a time (`crowd.py`), all of which have been sent when the block begins. Yields
    what is filled at the end: how many answers there were of each status."""
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF, "Referer": url}
    data, method = (None, "GET") if body is None else (json.dumps(body), "POST")
    headers |= {"Content-Type": "application/json"} if data else {}
    asked = json.dumps([f"{url}/api/v1/{path}", method, data, headers])
    answers: dict[str, int] = {}
    with subprocess.Popen([sys.executable, _CROWD, asked], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != b"begun\n":
            raise RuntimeError(f"nobody asks for {path}")
        yield answers
        answers.update(json.loads(process.communicate()[0]))


if __name__ == "__main__":
    set_up_django()
    print(json.dumps(addresses(json.loads(sys.argv[2]), json.loads(sys.argv[3]))))
