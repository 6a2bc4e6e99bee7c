"""Lectern beside doccano, in one run: both are up, and what is measured of them alternates.

The same loader sends to both (`saves.Client`). An annotator saves one text at a time: in Lectern a post-edit of a row,
which accepts it, in a review of 5,000 rows of their own; it is logged, has a version and can be undone. In doccano an
annotation of one of 5,000 examples. Imported are the same texts, in the format that each takes; exported is a project
of 5,000 texts that all have another text, in Lectern with all that gold says of them.
Figures are medians of the rounds after one that warms up.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import count
from uuid import uuid4

import orjson
from doccano import Doccano, running_doccano
from goals import Measured
from instance import Instance, aligned, table
from processes import cpu_seconds, percentile
from saves import Ask, Client, block, signed_in

ROUNDS = 3
SECONDS = 4.0
CLIENTS = (1, 20, 50)
IMPORTED = ("5,000 rows", "50,000 | 12,500 rows")
_PEERS = ("Lectern", "doccano")

_seeds = count(1_000)


def peer(at: Instance) -> Measured:
    """Saves of one client and of many at once, imports and an export, of both."""
    with running_doccano(at) as doccano:
        admin = doccano.sign_in("admin")
        project = at.connection().post("projects/", {"name": "Beside doccano"})["slug"]
        savers = {"Lectern": _annotators(at, project), "doccano": _doccano_annotators(at, doccano, admin)}
        pids = {"Lectern": at.application.pid("web"), "doccano": doccano.web}
        found: Measured = {}
        for n in CLIENTS:

            def saved(who: str, n: int = n) -> Measured:
                return _saved(savers[who][:n], pids[who])

            found |= _beside(f"save beside it, {n} client{'s' * (n > 1)}", saved)
        exports = {"Lectern": _export(at), "doccano": _doccano_export(at, doccano, admin)}
        found |= _beside("export of 5,000 rows beside it", lambda who: exports[who]())
        for name in IMPORTED:
            n_rows = at.rows_named(name)

            def imported(who: str, n_rows: int = n_rows) -> Measured:
                seed = next(_seeds)
                if who == "Lectern":
                    return {"s": at.import_table(table(n_rows, seed=seed), project, f"bitext-{seed}")[0]}
                examples = _examples(n_rows, seed)
                return {"s": doccano.upload(admin, doccano.make_project(admin), f"{seed}.jsonl", examples)}

            found |= _beside(f"import of {name} beside it", imported)
    return found


def _beside(name: str, measure: Callable[[str], Measured]) -> Measured:
    """The medians of both, and how often doccano's the application's is."""
    rounds: dict[str, list[Measured]] = {who: [] for who in _PEERS}
    for number in range(ROUNDS + 1):
        # Whoever comes second finds the machine as the other has left it.
        for who in _PEERS if number % 2 else _PEERS[::-1]:
            rounds[who].append(measure(who))
    found: Measured = {}
    for what in rounds["Lectern"][0]:
        own, other = (statistics.median(each[what] for each in rounds[who][1:]) for who in _PEERS)
        found |= {f"{name}, {what}": own, f"{name}, {what}, doccano": other}
        if other:
            found[f"{name}, {what} / doccano"] = own / other
    return found


def _saved(clients: list[Client], pid: int) -> Measured:
    begun, cpu = time.perf_counter(), cpu_seconds(pid)
    times = block(clients, SECONDS)
    wall = time.perf_counter() - begun
    return {
        "p50 ms": percentile(times, 0.5),
        "p95 ms": percentile(times, 0.95),
        "a second": len(times) / wall,
        "CPU ms": 1000 * (cpu_seconds(pid) - cpu) / len(times),
    }


def _annotators(at: Instance, project: str) -> list[Client]:
    """Each in a review of their own of one pair, from its first row to its last and from the start again."""
    _, pair = at.import_table(table(at.rows_named("5,000 rows")), project, "saved")
    owner, clients = at.connection(), []
    sessions = at.corpus.annotators[: max(CLIENTS)]
    if len(sessions) < max(CLIENTS):
        raise ValueError(f"The corpus has {len(sessions)} annotators; expected {max(CLIENTS)}, to save at once.")
    for number, session in enumerate(sessions):
        connection = at.connection(session)
        username = connection.get("session/")["user"]["username"]
        owner.post(f"projects/{project}/members/", {"username": username, "role": "annotator"})
        review = connection.post("reviews/", {"pair": pair})["id"]
        rows = [(row["id"], row["version"]) for row in connection.get(f"reviews/{review}/content/")["rows"]]
        clients.append(Client(at.url, signed_in(session), _post_edits(review, rows, number)))
    return clients


def _post_edits(review: int, rows: list[tuple[str, int]], number: int) -> Ask:
    places = count()
    path = f"/api/v1/reviews/{review}/operations/"

    def ask() -> tuple[str, bytes, Callable[[bytes], None]]:
        n = next(places)
        at = n % len(rows)
        row, version = rows[at]
        fields = {"status": "accepted", "post_edit": f"saved {number} {n}"}
        steps = [{"type": "set", "rows": [row], "fields": fields}]
        operation = {"id": str(uuid4()), "verb": "post_edit", "versions": {row: version}, "steps": steps}

        def learn(content: bytes) -> None:
            (changed,) = (each for each in orjson.loads(content)["rows"] if each["id"] == row)
            rows[at] = row, changed["version"]

        return path, orjson.dumps({"operations": [operation]}), learn

    return ask


def _doccano_annotators(at: Instance, doccano: Doccano, admin: str) -> list[Client]:
    project = doccano.make_project(admin)
    doccano.upload(admin, project, "saved.jsonl", _examples(at.rows_named("5,000 rows"), 1))
    examples = doccano.examples(admin, project)
    tokens = doccano.add_users(admin, project, [f"annotator-{n:02d}" for n in range(max(CLIENTS))])
    places = count()

    def ask() -> tuple[str, bytes, Callable[[bytes], None]]:
        n = next(places)
        path = f"/v1/projects/{project}/examples/{examples[n % len(examples)]}/texts"
        return path, orjson.dumps({"text": f"saved {n}"}), lambda content: None

    url = f"http://127.0.0.1:{doccano.port}"
    return [Client(url, f"Authorization: Token {token}\r\n", ask) for token in tokens]


def _examples(n_rows: int, seed: int, *, label: str = "") -> bytes:
    """Lines of JSON; each has a source, its rendering, and, if there is a label, that as its annotation."""
    labels = [label] if label else []
    rows = aligned(n_rows, seed=seed)
    return b"".join(orjson.dumps({"text": "\n".join(texts), "label": labels}) + b"\n" for texts in rows)


def _export(at: Instance) -> Callable[[], Measured]:
    connection = at.connection()
    project = connection.post("projects/", {"name": "Exported beside doccano"})["slug"]
    _, pair = at.import_table(table(at.rows_named("5,000 rows")), project, "exported")
    review = connection.post("reviews/", {"pair": pair})["id"]
    rows = [row["id"] for row in connection.get(f"reviews/{review}/content/")["rows"]]
    accept = {"type": "set", "rows": rows, "fields": {"status": "accepted", "post_edit": "another text"}}
    for step in (accept, {"type": "submit"}):
        operation = {"id": str(uuid4()), "verb": step["type"], "steps": [step], "versions": {}}
        connection.post(f"reviews/{review}/operations/", {"operations": [operation]})

    def export() -> Measured:
        path = f"projects/{project}/gold/?file_format=jsonl"
        answer = connection.ask("GET", path, headers={"Accept-Encoding": "identity"})
        assert answer.content.count(b"\n") == len(rows)
        return {"s": answer.seconds, "MB": answer.n_bytes / 1e6}

    return export


def _doccano_export(at: Instance, doccano: Doccano, admin: str) -> Callable[[], Measured]:
    project = doccano.make_project(admin)
    doccano.upload(admin, project, "exported.jsonl", _examples(at.rows_named("5,000 rows"), 2, label="another text"))

    def export() -> Measured:
        seconds, n_bytes = doccano.download(admin, project)
        return {"s": seconds, "MB": n_bytes / 1e6}

    return export
