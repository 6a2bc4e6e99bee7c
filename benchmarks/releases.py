"""Releases of 200,000 rows: how long each step takes, and the most memory that a worker needs for it.

    python benchmarks/releases.py [--rows 200000] [--size full quarter] [--keep FOLDER]

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
import http.client
import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

if TYPE_CHECKING:
    from goals import Goal

ROWS_OF_A_TALK = 100
N_FUNNELS = 40
Measured = dict[str, float]
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


class Peak:
    """The most resident memory, in MB, of a program's processes while the block runs."""

    def __init__(self, pid: int) -> None:
        import psutil

        self._root = psutil.Process(pid)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.megabytes = 0.0

    def __enter__(self) -> Peak:
        for process in self._processes():
            self._of(process, reset=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _processes(self) -> list[int]:
        return [self._root.pid, *(each.pid for each in self._root.children(recursive=True))]

    def _watch(self) -> None:
        seen: dict[int, float] = {}
        while not self._stop.wait(0.2):
            for pid in self._processes():  # one that has ended had its last look a moment before
                seen[pid] = max(seen.get(pid, 0.0), self._of(pid))
            self.megabytes = max(seen.values())

    @staticmethod
    def _of(pid: int, *, reset: bool = False) -> float:
        folder = Path(f"/proc/{pid}")
        try:
            if reset:
                (folder / "clear_refs").write_text("5")
            line = next(line for line in (folder / "status").read_text().splitlines() if line.startswith("VmHWM"))
        except (OSError, StopIteration):
            return 0.0
        return int(line.split()[1]) / 1000


def measure(n_rows: int) -> Measured:
    from long_review import percentile, running_application
    from review_load import Connection

    with running_application() as application:
        begun = time.monotonic()
        talks = max(1, n_rows // ROWS_OF_A_TALK)
        done = subprocess.run(
            [sys.executable, "benchmarks/gold_corpus.py", str(talks), str(ROWS_OF_A_TALK)],
            env={**application.environment, "PYTHONPATH": "."}, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        written = json.loads(done.stdout.splitlines()[-1])
        print(f"{written['n_gold']:,} gold rows written in {time.monotonic() - begun:.0f} s", flush=True)
        application.start_process("worker-short")  # as `manage.py up` does
        connection = Connection(application.url, written["owner"])
        found: Measured = {"gold rows": written["n_gold"]}
        test_set = connection.ask("POST", "test-sets/", {"project": written["project"], "name": "Large"})[0]["id"]
        begun = time.perf_counter()
        while not (funnel := connection.ask("GET", f"test-sets/{test_set}/funnel/")[0])["is_current"]:
            time.sleep(0.5)
        found["pool filled by a worker, s"] = time.perf_counter() - begun
        seconds, version = [], funnel["rules_version"]
        for n in range(N_FUNNELS):
            rules = {**RULES[n % len(RULES)], "target_length": {"most": 500 + n}}
            body = {"rules": rules, "version": version}
            answer, took, _ = connection.ask("POST", f"test-sets/{test_set}/rules/", body)
            assert answer["is_current"], "the funnel was left to a worker"
            version = answer["rules_version"]
            seconds.append(took)
        found["funnel after a rule, p50 ms"] = percentile(seconds, 0.5)
        found["funnel after a rule, p95 ms"] = percentile(seconds, 0.95)
        connection.ask("POST", f"test-sets/{test_set}/rules/", {"rules": RELEASED, "version": version})
        first = _release(application, connection, test_set, found, "")
        assert first["n_rows"] == n_rows, f"{first['n_rows']} rows were released"
        _change_rows(application)
        begun = time.perf_counter()
        while not connection.ask("GET", f"test-sets/{test_set}/funnel/")[0]["is_current"]:
            time.sleep(0.5)
        found["pool brought up to date, 1 % of rows, s"] = time.perf_counter() - begun
        second = _release(application, connection, test_set, found, "second ")
        assert second["changes"]["changed"] == n_rows // ROWS_OF_A_TALK, second["changes"]
        address = f"releases/{second['id']}/differences/?since={first['id']}"
        found["difference of two releases, counted, s"] = connection.ask("GET", address)[1]
        found["a page of rows that differ, s"] = connection.ask("GET", f"releases/{second['id']}/differences/")[1]
        last = f"releases/{first['id']}/rows/?after={n_rows - 50}"
        found["the last page of rows, s"] = connection.ask("GET", last)[1]
        found |= _download(application, connection, written["owner"], second["id"])
        told = subprocess.run(
            [sys.executable, __file__, "--one", str(first["id"])],
            env={**application.environment, "PYTHONPATH": "."}, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        apart_from_it: Measured = json.loads(told.stdout.splitlines()[-1])
        return found | apart_from_it


def _release(application: Any, connection: Any, test_set: int, found: Measured, which: str) -> Any:
    """Until it is frozen, the time in the queue included."""
    with Peak(application.pid("worker")) as peak:
        begun = time.perf_counter()
        release = connection.ask("POST", "releases/", {"test_set": test_set})[0]
        shares: dict[float, float] = {}
        while release["state"] in ("queued", "running"):
            time.sleep(0.25)
            release = connection.ask("GET", f"releases/{release['id']}/")[0]
            shares[release["progress"]] = time.perf_counter() - begun
    assert release["state"] == "frozen", release["error"]
    found[f"{which}release, s"] = time.perf_counter() - begun
    found[f"{which}release, until rows are read, s"] = max(at for share, at in shares.items() if share <= 0.5)
    found[f"{which}release, until forms are written, s"] = max(at for share, at in shares.items() if share < 0.9)
    found[f"{which}release, peak MB of the worker"] = peak.megabytes
    found[f"{which}release, files, MB"] = sum(file["size"] for file in release["files"]) / 1e6
    return release


def _change_rows(application: Any) -> None:
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


def _download(application: Any, connection: Any, session: str, release: int) -> Measured:
    """The JSON lines, broken off in the middle and continued: seconds of the second half, and the web server's peak."""
    import hashlib

    files = {file["form"]: file for file in connection.ask("GET", f"releases/{release}/")[0]["files"]}
    parts, digest, wanted = urlsplit(application.url), hashlib.sha256(), files["jsonl"]
    half = wanted["size"] // 2
    path, cookie = f"/api/v1/releases/{release}/files/jsonl/", {"Cookie": f"sessionid={session}"}
    with Peak(application.pid("web")) as peak:
        broken = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        broken.request("GET", path, headers=cookie)
        answer = broken.getresponse()
        left = half
        while left:
            block = answer.read(min(left, 2**20))
            digest.update(block)
            left -= len(block)
        broken.close()
        begun = time.perf_counter()
        again = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        again.request("GET", path, headers={**cookie, "Range": f"bytes={half}-", "If-Range": f'"{wanted["sha256"]}"'})
        answer = again.getresponse()
        assert answer.status == 206, answer.status
        while block := answer.read(2**20):
            digest.update(block)
        seconds = time.perf_counter() - begun
    assert digest.hexdigest() == wanted["sha256"], "the two halves are not the file"
    return {
        "a download's second half, s": seconds,
        "a download's second half, MB": (wanted["size"] - half) / 1e6,
        "a download, peak MB of the web server": peak.megabytes,
    }


def one(release_id: int) -> Measured:
    """What is measured in processes of their own, on a release that is frozen."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    import orjson

    from annotator import tasks  # noqa: F401  what a worker has loaded
    from annotator.models import Release
    from annotator.releases.forms.folder import ALL, Bundle
    from annotator.releases.forms.registry import FORMS
    from annotator.releases.freezing import RowsFile, frozen_of, remove_attempts, write_files
    from annotator.releases.making import ReleaseReader
    from annotator.releases.standalone_check import verify_folder
    from annotator.releases.statistics import Statistics

    release = Release.objects.select_related("test_set__project").get(pk=release_id)
    stored = {file.form: Path(file.file.path) for file in release.files.all()}
    reader: Any = ReleaseReader(release, None)  # type: ignore[arg-type]  what is written needs no heartbeat
    frozen = frozen_of(reader, orjson.loads(release.manifest), RowsFile(stored["jsonl"]).lines)
    folder = stored["jsonl"].parents[1] / "measured"
    folder.mkdir()

    def write_form(key: str) -> None:
        write_files([FORMS[key]], frozen, folder, "measured/0-1", lambda *_: None)
        remove_attempts("measured", 0, [key], 1)

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
    from goals import Goal

    names = {name for measured in found.values() for name in measured}
    goals = {name: Goal(60) for name in ("release, s", "second release, s")}
    goals |= {name: Goal(30) for name in names if name.startswith("form ") and name.endswith(", s")}
    goals |= {name: Goal(300) for name in names if "peak MB" in name and "web" not in name}
    return goals | {"funnel after a rule, p95 ms": Goal(1000)}


ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--size", nargs="+", choices=("full", "quarter"), default=["full", "quarter"])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(args.one)))
        return
    from goals import print_table

    found = {name: measure(args.rows if name == "full" else args.rows // 4) for name in args.size}
    print_table(found, goals_of(found))


if __name__ == "__main__":
    main()
