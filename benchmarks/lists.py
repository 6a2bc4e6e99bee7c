"""What lists and figures cost, asked for over one connection, warm, as the browser does: signed in, gzip.

The calls that have names here are deep pages and searches. All other addresses that answer with JSON are taken from the
schema of the API, so that none is forgotten.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode

import psycopg
from application import Connection, has_ended
from corpus import Corpus
from goals import Measured
from instance import Instance
from loads import some_addresses
from processes import percentile

TIMES = 40
#: Asked for instead of what finds something in a small project.
_ASKED = {"q": "tide harbour"}
#: What is not for who has signed in, or is no list or figure.
_LEFT_OUT = ("join/", "rate/", "digests/", "release-pages/", "health/")


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
    yield "concordance: a common word", "owner", f"projects/{corpus.project}/concordance/?q=tide", False
    yield "concordance: none", "owner", f"projects/{corpus.project}/concordance/?q=nowhere", False
    yield "pairs, unreviewed", "owner", f"pairs/?{project}&stage=unreviewed", False
    yield "board, 500 pairs", "owner", f"projects/{corpus.project}/assignments/?page_size=500", False
    yield "queue", "annotator", f"projects/{corpus.project}/queue/", False


def others(at: Instance, named: Iterable[str]) -> Iterator[tuple[str, str, str, bool]]:
    """As `calls`: every address of the API that answers with JSON and is not among the paths named. What the corpus has
    nothing for is asked of a small project that has something of everything."""
    known = {path.partition("?")[0] for path in named}
    connection = at.connection()
    own = {name: [made["id"]] for name, made in _released(connection, at.corpus).items()}
    schema = connection.ask("GET", "schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).value
    for template, path in some_addresses(at, own).items():
        operation = schema["paths"][f"/api/v1/{template}"]["get"]
        answer = operation["responses"].get("200", {})
        if "application/json" not in answer.get("content", {}) or template.startswith(_LEFT_OUT):
            continue
        path, _, query = path.partition("?")
        if path in known:
            continue
        asked = dict(parse_qsl(query))
        asked |= {name: value for name, value in _ASKED.items() if name in asked}
        if any(one["name"] == "project" for one in operation.get("parameters", [])):
            asked["project"] = at.corpus.project
        if path.endswith("/gold/"):
            asked["preview"] = "true"
        if path.startswith("test-sets/") and path.endswith("/rows/"):
            yield f"GET {template} out", "owner", f"{path}?is_in=false", False
            asked["is_in"] = "true"
        yield f"GET {template}", "owner", f"{path}?{urlencode(asked)}" if asked else path, False


def _released(connection: Connection, corpus: Corpus) -> dict[str, Any]:
    """A release of the corpus and a leak check that have ended, by the names that addresses have for them."""
    made = {}
    for name in ("leak-checks", "releases"):
        work = connection.post(f"{name}/", {"test_set": corpus.test_set})
        made[name] = connection.poll(f"{name}/{work['id']}/", has_ended)
    return made


def lists(at: Instance) -> Measured:
    """Milliseconds until the whole answer is there, and kilobytes on the wire, of every list that a page shows.

    A call that costs what it shows, whatever else there is, has the ratio 1.
    """
    with _assigned(at) as seconds:
        return {"assign the reviews of all pairs, s": seconds} | _measured(at)


@contextmanager
def _assigned(at: Instance) -> Iterator[float]:
    """While reviews are assigned, so that there are a board and queues; the seconds that this took. Other areas open
    any pair."""
    policy, ask = f"projects/{at.corpus.project}/assignment-policy/", at.connection().ask
    seconds = ask("PUT", policy, {"reviews_per_pair": 1, "sample_share": 0.2}).seconds
    try:
        yield seconds
    finally:
        ask("DELETE", policy)


def lists_without_statistics(at: Instance) -> Measured:
    """The same where Postgres knows nothing of its tables, as after a restore or in the minutes after an import."""
    tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'annotator%'"
    clear = f"""
        SELECT pg_clear_relation_stats('public', relname), (SELECT count(pg_clear_attribute_stats('public', relname,
          attname, false)) FROM pg_attribute WHERE attrelid = relname::regclass AND attnum > 0 AND NOT attisdropped)
        FROM ({tables}) AS t
    """
    with psycopg.connect(at.application.environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(clear)
        try:
            with _assigned(at):
                return {
                    f"{name}, without statistics": value for name, value in _measured(at).items() if "kB" not in name
                }
        finally:
            connection.execute("ANALYZE")


def _measured(at: Instance) -> Measured:
    connections = {"owner": at.connection(), "annotator": at.connection(at.corpus.annotators[0])}
    found: Measured = {}
    named = list(calls(at.corpus))
    for name, who, path, is_poll in [*named, *others(at, [path for *_, path, _ in named])]:
        ask, tag = connections[who].ask, ""
        answers = []
        try:
            for _ in range(TIMES + 2):  # two times to warm up
                answers.append(ask("GET", path, headers={"If-None-Match": tag} if is_poll and tag else None))
                tag = answers[-1].tag or tag
        except RuntimeError as refused:
            print(f"{name}: {str(refused)[:200]}", file=sys.stderr, flush=True)
            continue
        seconds = [each.seconds for each in answers[2:]]
        found |= {f"{name}, p{n} ms": percentile(seconds, n / 100) for n in (50, 95)}
        found[f"{name}, kB"] = answers[-1].n_bytes / 1000
    return found
