"""Releases of 200,000 rows: how long each step takes, and the most memory that a worker needs for it.

    python benchmarks/releases.py [--rows 200000] [--size full quarter]

Starts Lectern as `manage.py up` does on servers of its own, writes talks of a hundred gold rows (gold_corpus.py), and
over HTTP: makes a test set with rules; changes them and waits for the funnel, forty times; releases it; changes one
row in a hundred and releases it again; asks how the two differ; breaks a download off and continues it. What the
worker holds at most is read from its processes (VmHWM, what it shares with its parent included). Then, each in a
process of its own that has loaded the application: every form, hashed and stored as the worker does it; statistics;
verifying the folder; a zip of all where there is one.

Prints seconds of the wall clock, megabytes, the ratio to a quarter of the rows, and the reach. Times of a machine that
others use are upper bounds; seconds of the processor of a form stand beside them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from application import Connection, has_ended, running_application
from corpus import in_process, set_up_django
from goals import Goal, Measured, print_table
from processes import Peak, percentile

from tests.e2e.application import Application

ROWS_OF_A_TALK = 100
N_FUNNELS = 40
#: Asked in turn, so that each answer is of other rules than the one before.
RULES: tuple[dict[str, Any], ...] = (
    {"good_align": "yes"},
    {"good_align": "yes", "null_rows": False, "source_length": {"least": 5, "most": 40}},
    {"passed": True, "gamma": {"least": 0.8, "most": 1.3}, "cost_most": 1.0},
    {"labels": {"fluency": ["good", "fair"]}, "languages": ["en>ja"], "ranks": ["S", "A"]},
    {"basis": ["adjudicated"], "split": {"by": "ratio", "ratio": [8, 1, 1], "size": "duration", "seed": 7}},
    {"implicit": True, "length_ratio": {"least": 0.2}, "split": {"by": "ratio", "size": "rows", "seed": 11}},
    {"search": "talk 0001", "events": ["Conference 19"], "exclude": [f"gold-{n}-0" for n in range(0, 2000, 3)]},
)
#: Keeps all gold rows, so that sizes are what they are said to be; and is a rule, so that rows are chosen by one.
RELEASED: dict[str, Any] = {"length_ratio": {"most": 100}}


def measure(n_rows: int) -> Measured:
    with running_application() as application:
        begun = time.monotonic()
        talks = max(1, n_rows // ROWS_OF_A_TALK)
        corpus = str(Path(__file__).with_name("gold_corpus.py"))
        written = in_process(application, corpus, str(talks), str(ROWS_OF_A_TALK))
        print(f"{written['n_gold']:,} gold rows written in {time.monotonic() - begun:.0f} s", flush=True)
        connection = Connection(application.url, written["owner"])
        found: Measured = {"gold rows": written["n_gold"]}
        test_set = connection.post("test-sets/", {"project": written["project"], "name": "Large"})["id"]
        funnel, found["pool filled by a worker, s"] = _current_funnel(connection, test_set)
        seconds, version = [], funnel["rules_version"]
        for n in range(N_FUNNELS):
            rules = {**RULES[n % len(RULES)], "target_length": {"most": 500 + n}}
            answer = connection.ask("POST", f"test-sets/{test_set}/rules/", {"rules": rules, "version": version})
            assert answer.value["is_current"], "the funnel was left to a worker"
            version = answer.value["rules_version"]
            seconds.append(answer.seconds)
        found["funnel after a rule, p50 ms"] = percentile(seconds, 0.5)
        found["funnel after a rule, p95 ms"] = percentile(seconds, 0.95)
        connection.post(f"test-sets/{test_set}/rules/", {"rules": RELEASED, "version": version})
        first = _release(application, connection, test_set, found, "")
        assert first["n_rows"] == n_rows, f"{first['n_rows']} rows were released"
        _change_rows(application)
        _, found["pool brought up to date, 1 % of rows, s"] = _current_funnel(connection, test_set)
        second = _release(application, connection, test_set, found, "second ")
        assert second["changes"]["changed"] == n_rows // ROWS_OF_A_TALK, second["changes"]
        for what, address in (
            ("difference of two releases, counted", f"{second['id']}/differences/?since={first['id']}"),
            ("a page of rows that differ", f"{second['id']}/differences/"),
            ("the last page of rows", f"{first['id']}/rows/?after={n_rows - 50}"),
        ):
            found[f"{what}, s"] = connection.ask("GET", f"releases/{address}").seconds
        found |= _download(application, connection, second["id"])
        return found | in_process(application, __file__, "--one", str(first["id"]))


def _current_funnel(connection: Connection, test_set: int) -> tuple[Any, float]:
    """The funnel once it is up to date, and the seconds until then."""
    begun = time.perf_counter()
    address = f"test-sets/{test_set}/funnel/"
    funnel = connection.poll(address, lambda funnel: funnel["is_current"], every_seconds=0.5)
    return funnel, time.perf_counter() - begun


def _release(application: Application, connection: Connection, test_set: int, found: Measured, which: str) -> Any:
    """Until it is frozen, the time in the queue included."""
    shares: dict[float, float] = {}

    def noted(release: Any) -> bool:
        shares[release["progress"]] = time.perf_counter() - begun
        return has_ended(release)

    with Peak(application.pid("worker")) as peak:
        begun = time.perf_counter()
        address = f"releases/{connection.post('releases/', {'test_set': test_set})['id']}/"
        release = connection.poll(address, noted, every_seconds=0.25)
    assert release["state"] == "frozen", release["error"]
    found[f"{which}release, s"] = time.perf_counter() - begun
    found[f"{which}release, until rows are read, s"] = max(at for share, at in shares.items() if share <= 0.5)
    found[f"{which}release, until forms are written, s"] = max(at for share, at in shares.items() if share < 0.9)
    found[f"{which}release, peak MB of the worker"] = peak.megabytes
    found[f"{which}release, files, MB"] = sum(file["size"] for file in release["files"]) / 1e6
    return release


def _change_rows(application: Application) -> None:
    """One row of each talk says something else, as after an edit."""
    import psycopg

    with psycopg.connect(application.environment["DATABASE_URL"]) as connection:
        connection.execute(
            "UPDATE annotator_reviewrow r SET post_edit = 'changed' FROM annotator_review v JOIN annotator_pair p "
            "ON p.id = v.pair_id JOIN annotator_project j ON j.id = p.project_id AND j.slug = 'gold' "
            "WHERE v.id = r.review_id AND r.position = 5 AND (v.kind = 'adjudication' OR NOT EXISTS "
            "(SELECT FROM annotator_review o WHERE o.pair_id = v.pair_id AND o.kind = 'adjudication'))"
        )
        connection.execute(
            "UPDATE annotator_review v SET revision = revision + 1 FROM annotator_pair p JOIN annotator_project j "
            "ON j.id = p.project_id AND j.slug = 'gold' WHERE p.id = v.pair_id"
        )


def _download(application: Application, connection: Connection, release: int) -> Measured:
    """The JSON lines, broken off in the middle and continued: seconds of the second half, and the web server's peak."""
    files = {file["form"]: file for file in connection.get(f"releases/{release}/")["files"]}
    path, wanted = f"releases/{release}/files/jsonl/", files["jsonl"]
    half = wanted["size"] // 2
    plain = {"Accept-Encoding": "identity"}
    with Peak(application.pid("web")) as peak:
        digest = hashlib.sha256(connection.begin("GET", path, headers=plain).read(half))
        connection.close()
        continued = plain | {"Range": f"bytes={half}-", "If-Range": f'"{wanted["sha256"]}"'}
        rest = connection.ask("GET", path, headers=continued)
        digest.update(rest.content)
    assert digest.hexdigest() == wanted["sha256"], "the two halves are not the file"
    return {
        "a download's second half, s": rest.seconds,
        "a download's second half, MB": rest.n_bytes / 1e6,
        "a download, peak MB of the web server": peak.megabytes,
    }


def one(release_id: int) -> Measured:
    """What is measured in processes of their own, on a release that is frozen."""
    set_up_django()
    import orjson

    from annotator import tasks  # noqa: F401  what a worker has loaded
    from annotator.models import Release
    from annotator.platform.files import delete_folder
    from annotator.releases.forms.folder import ALL, Bundle
    from annotator.releases.forms.registry import FORMS
    from annotator.releases.freezing import RowsFile, frozen_of, write_files
    from annotator.releases.standalone_check import verify_folder
    from annotator.releases.statistics import Statistics

    release = Release.objects.select_related("test_set__project").get(pk=release_id)
    stored = {file.form: Path(file.file.path) for file in release.files.all()}
    frozen = frozen_of(release, orjson.loads(release.manifest), RowsFile(stored["jsonl"]).lines)
    folder = stored["jsonl"].parents[1] / "measured"
    folder.mkdir()

    def write_form(key: str) -> None:
        write_files([FORMS[key]], frozen, folder, "measured/0-1", lambda *_: None)
        delete_folder("measured/0-1")

    def bundle() -> None:
        with (folder / ALL).open("w+b") as out, Bundle(frozen.stem, out) as whole:
            for key in stored.keys() - {ALL}:
                with stored[key].open("rb") as file:
                    whole.add(FORMS[key], file)
            whole.finish()

    def count() -> None:
        statistics = Statistics()
        for record in frozen.rows():
            statistics.add(record)
        statistics.as_json()

    found: Measured = {}
    todo: dict[str, Callable[[], Any]] = {f"form {key}": partial(write_form, key) for key in stored}
    todo[f"form {ALL}"] = bundle  # it is made of the files of all others
    todo |= {"statistics": count, "verify": lambda: verify_folder(stored["folder"])}
    for name, do in todo.items():
        found |= {f"{name}, {what}": value for what, value in apart(do).items()}
        if name.startswith("form "):
            found[f"{name}, MB"] = stored[name.removeprefix("form ")].stat().st_size / 1e6
    return found


def apart(do: Callable[[], Any]) -> Measured:
    """Seconds, seconds of the processor and peak memory of a process that does it and nothing else."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        begun, cpu = time.perf_counter(), sum(os.times()[:4])
        do()
        used = [resource.getrusage(who).ru_maxrss / 1000 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        told = {"s": time.perf_counter() - begun, "CPU s": sum(os.times()[:4]) - cpu, "peak MB": max(used)}
        os.write(into, json.dumps(told).encode())
        os._exit(0)
    os.close(into)
    with os.fdopen(out) as answer:
        measured: Measured = json.loads(answer.read() or "{}")
    os.waitpid(child, 0)
    return measured


def goals_of(found: dict[str, Measured]) -> dict[str, Goal]:
    names = {name for measured in found.values() for name in measured}
    goals = {name: Goal(60) for name in ("release, s", "second release, s")}
    goals |= {name: Goal(30) for name in names if name.startswith("form ") and name.endswith(", s")}
    goals |= {name: Goal(300) for name in names if "peak MB" in name and "web" not in name}
    return goals | {"funnel after a rule, p95 ms": Goal(1000)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--size", nargs="+", choices=("full", "quarter"), default=["full", "quarter"])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(args.one)))
        return
    found = {name: measure(args.rows if name == "full" else args.rows // 4) for name in args.size}
    print_table(found, goals_of(found))


if __name__ == "__main__":
    main()
