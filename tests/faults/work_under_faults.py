"""Every kind of background work under faults of what it needs: it ends once, or says why, and nothing is half.

    .venv/bin/python -m tests.faults.work_under_faults [--talks 20] [--faults postgres "store hangs" ...]

Starts two throw-away hosts: one with the page, Postgres and Valkey (`up --role web`), and one with workers (`up --role
worker`), which reaches Postgres and a store of files through TCP proxies. For each fault it asks for one piece of work
of each kind (`KINDS`), does the damage while it is under way, and waits. Then it checks:

- everything has ended, as it should or with a sentence that names no address, bucket or exception;
- the fault has met work: the hosts' logs say what was put off or lost its worker;
- what is frozen has all its files in the store, with their hashes, and was made once by the activity log;
- every picture of a page and frame of a search is in the store, which holds no file of a release, a training set, a
  deck or a recognition that no row names;
- while the store hangs, the page goes on answering what needs no file, and says `store_unavailable` for the rest;
- clocks that are 60 s apart make no worker lost; a host with another SECRET_KEY does not start.

The store is a stand-in for S3 in this process; its faults are left out where boto3 is not installed
(LECTERN_EXTRAS=s3), and what reads recordings without the extra `video`. Prints how long each fault took, how each kind
of work ended and when; exit code 0 only when nothing is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import io
import json
import os
import re
import secrets
import sys
import tempfile
import threading
import time
import wave
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg.rows import dict_row

from tests.annotator.platform.s3_server import ACCESS_KEY, BUCKET, SECRET_KEY, Store, running_store
from tests.faults import slides_seed, tidy
from tests.faults.annotators import Acknowledged, Client
from tests.faults.instance import Instance
from tests.faults.proxy import Proxy

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
from corpus import in_process  # noqa: E402

#: How long work may take after its fault, put off by a minute now and then.
PATIENCE_SECONDS = 300
#: How far the clocks of the two hosts are apart.
APART_SECONDS = 60
#: How long an outage lasts.
OUTAGE_SECONDS = 25
N_DOWNLOADS = 20
HAS_VIDEO = all(importlib.util.find_spec(name) for name in ("av", "cv2"))
HAS_STORE = all(importlib.util.find_spec(name) for name in ("boto3", "storages"))
#: What an answer has work in that is about something else.
_WITHIN = ("work", "bulk", "pictures", "search", "check", "recognitions", "clips")
_LIVE = ("queued", "running", "reading", "importing", "making", "storing")
#: How the hosts' logs say what a fault did to work. What goes on after it was put off, or has waited for other work, is
#: queued again too, at no attempt.
_MET = {"put off": "work is put off", "without its worker": "work was stranded and is queued again +attempt=[1-9]"}
#: What has to happen to some work in these rounds: else the fault came when there was none, and nothing was tried.
_MEETS = {"workers": "without its worker", "store hangs": "put off", "store away": "put off"}
#: What no sentence for people has: an address, the bucket, an exception of Python.
_INNER = re.compile(rf"https?://|127\.0\.0\.1|\b{BUCKET}/|[A-Z]\w+Error\b|Errno|Traceback")
#: Each process that starts with it leaves a file that says so.
_SHIFT = """
import datetime, os, time
import django.utils.timezone as timezone
now, in_seconds, by = timezone.now, time.time, float(os.environ["LECTERN_FAULTS_SHIFT"])
timezone.now = lambda: now() + datetime.timedelta(seconds=by)
time.time = lambda: in_seconds() + by
open(os.path.join(os.environ["LECTERN_FAULTS_FOLDER"], f"shifted-{os.getpid()}"), "w").close()
"""


@dataclass
class Asked:
    """Work that somebody waits for. good : the states that it may end in."""

    kind: str
    address: str
    good: tuple[str, ...]
    state: str = ""
    said: dict[str, Any] = field(default_factory=dict)
    #: What people could read of it meanwhile.
    sentences: set[str] = field(default_factory=set)
    asked_at: float = field(default_factory=time.monotonic)
    seconds: float = 0.0


@dataclass
class Site:
    """Two hosts, and what stands between them. sessions and ids are those of `gold_corpus.py`."""

    page: Instance
    workers: Instance
    postgres: Proxy
    store: Store | None
    to_store: Proxy | None
    owner: str = ""
    n: int = 0
    #: Decks as `slides_seed` writes them: one whose pages are drawn anew, and one whose pages are looked for.
    drawn: dict[str, Any] = field(default_factory=dict)
    searched: dict[str, Any] = field(default_factory=dict)
    #: The recognitions of the talk of `drawn` that are compared.
    heard: list[int] = field(default_factory=list)
    #: What systems are scored on, and how many lines they write for it.
    release: int = 0
    n_lines: int = 0
    #: Problems of files, each said once.
    said: set[str] = field(default_factory=set)

    def client(self) -> Client:
        return Client(self.page.url, self.owner, Acknowledged())

    @contextmanager
    def database(self) -> Iterator[Any]:
        url = self.page.environment["DATABASE_URL"].replace("postgres://", "postgresql://")
        with psycopg.connect(url, row_factory=dict_row, autocommit=True) as connection:
            yield connection


# What is asked for: each takes the site, a client and a number, and returns an address with the states that are good.

Ask = Callable[["Site", Client, int], tuple[str, tuple[str, ...]]]


def ask_release(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    test_set = client.ask("POST", "test-sets/", {"project": "gold", "name": f"Set {n}"})["id"]
    return f"releases/{client.ask('POST', 'releases/', {'test_set': test_set})['id']}/", ("frozen",)


def ask_training_set(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """All papers are for training: that they are few is no matter here."""
    asked = {"project": "gold", "name": f"Papers {n}", "train_share": 100, "dev_share": 0}
    return f"training-sets/{client.ask('POST', 'training-sets/', asked)['id']}/", ("frozen",)


def ask_leak_check(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    test_set = client.ask("POST", "test-sets/", {"project": "gold", "name": f"Checked {n}"})["id"]
    made = client.ask("POST", "leak-checks/", {"test_set": test_set, "lines": "One.\nTwo."})
    return f"leak-checks/{made['id']}/", ("done",)


def ask_run(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    pairs = client.ask("GET", "pairs/?project=gold&kind=bitext")["results"]
    made = client.ask("POST", "runs/", {"pair": pairs[n % len(pairs)]["id"], "engine": "lexical"})
    return f"runs/{made['id']}/", ("succeeded",)


def ask_bulk(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    some = {"kind": "bitext", "search": "Talk 0000"}  # the first ten, at most
    asked = {"project": "gold", "engine": "lengths", "again": True, "filter": some}
    made = client.ask("POST", "bulk-alignments/", asked)
    return f"bulk-alignments/{made['id']}/", ("finished",)


def ask_summaries(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    client.ask("POST", "projects/gold/summaries/", {"length": {"kind": "words", "value": 100 + n}})
    return "projects/gold/summaries/overview/", ("finished",)


def ask_import(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Large enough to be read by a worker."""
    lines = "".join(f"The tide of night {n} was measured for the {line}th time by hand.\n" for line in range(8000))
    made = client.upload("imports/", {"project": "gold"}, f"tide{n}.en.txt", lines.encode())
    return f"imports/{made['id']}/", ("staged",)


def ask_pictures(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    deck = site.drawn["deck"]
    client.upload(f"documents/{deck}/pictures/", {}, "pages.zip", frames(range(len(site.drawn["pages"]))))
    return f"documents/{deck}/pages/", ("done",)


def ask_search(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Each page for half a minute, a frame a second."""
    pair, pages = site.searched["pair"], range(len(site.searched["pages"]))
    shown = frames(page for page in pages for _ in range(30))
    client.upload(f"pairs/{pair}/page-search/", {}, "recording.zip", shown)
    return f"pairs/{pair}/page-search/", ("done",)


def ask_slide_text(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Of a deck whose pages have it from their import."""
    address = f"documents/{site.drawn['deck']}/slide-text/"
    client.ask("POST", address, {"pictures": "none"})
    return address, ("done",)


def ask_slides_table(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    made = client.ask("POST", "slides-tables/", {"project": "gold", "basis": "imported"})
    return f"slides-tables/{made['id']}/", ("succeeded",)


def ask_system(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Nine in ten rows are rendered by nothing. Each file is another."""
    output = "".join(f"潮の高さ{n}。\n" if line % 10 == 0 else "\n" for line in range(site.n_lines))
    fields = {"release": str(site.release), "name": f"System {n}", "languages": "en-ja"}
    made = client.upload("systems/", fields, f"output{n}.txt", output.encode(), field="file")
    return f"systems/{made['id']}/", ("scored",)


def ask_vectors(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    numbers = [" ".join(f"{(word * k) % 97 / 97:.3f}" for k in range(1, 21)) for word in range(97)]
    lines = "".join(f"word{word} {numbers[word % 97]}\n" for word in range(20_000))
    made = client.upload("vectors/", {"name": f"Vectors {n}"}, f"vectors{n}.txt", lines.encode(), field="file")
    return f"vectors/{made['id']}/", ("ready",)


def ask_recognition(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    return add_recognition(client, site.searched["talk"], n)


def add_recognition(client: Client, talk: int, n: int) -> tuple[str, tuple[str, ...]]:
    """Of ten minutes, a line a second. Each has heard other numbers."""
    lines = "".join(
        f"{at // 60:02}:{at % 60:02}.000 --> {at // 60:02}:{at % 60:02}.900\nthe tide of night {at * n} was seen\n\n"
        for at in range(600)
    )
    address, content = f"documents/{talk}/recognitions/", f"WEBVTT\n\n{lines}".encode()
    client.upload(address, {"name": f"Recogniser {n}"}, f"heard{n}.vtt", content, field="file")
    return address, ("done",)


def ask_check(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """A transcript has one at a time."""
    address = f"documents/{site.drawn['talk']}/transcript-check/"
    if client.ask("GET", address)["check"]:
        client.ask("DELETE", address)
    client.ask("POST", address, dict(zip("ab", site.heard, strict=True)))
    return address, ("ready",)


def ask_peaks(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Of another recording of a minute."""
    talk, sound = site.drawn["talk"], io.BytesIO()
    with wave.open(sound, "wb") as out:
        out.setparams((1, 2, 8000, 0, "NONE", ""))
        out.writeframes(bytes(range(256)) * 3750)
    client.upload(f"documents/{talk}/media/", {}, f"talk{n}.wav", sound.getvalue(), field="file")
    client.ask("POST", f"documents/{talk}/peaks/")
    return f"documents/{talk}/peaks/", ("done",)


def ask_clips(site: Site, client: Client, n: int) -> tuple[str, tuple[str, ...]]:
    """Of a recording of a minute, in clips of eight seconds."""
    address, _ = ask_peaks(site, client, n)
    address = address.replace("peaks", "clips")
    segments = address.replace("clips", "segments")
    client.ask("POST", segments, {})
    client.ask("PUT", segments, {"segments": [{"start": 8 * at, "end": 8 * at + 8} for at in range(7)]})
    if (client.ask("GET", address)["clips"] or {}).get("state") in _LIVE:
        client.ask("DELETE", address)
    client.ask("POST", address, {"form": "flac"})
    return address, ("done",)


#: By the names of their tables.
KINDS: dict[str, Ask] = {
    "Release": ask_release,
    "TrainingSet": ask_training_set,
    "LeakCheck": ask_leak_check,
    "AlignmentRun": ask_run,
    "BulkAlignment": ask_bulk,
    "BulkSummary": ask_summaries,
    "ImportBatch": ask_import,
    "DeckPictures": ask_pictures,
    "SlideText": ask_slide_text,
    "SlidesTable": ask_slides_table,
    "System": ask_system,
    "VectorSet": ask_vectors,
    "Recognition": ask_recognition,
    "TranscriptCheck": ask_check,
    **({"PageSearch": ask_search, "SoundPeaks": ask_peaks, "ClipExport": ask_clips} if HAS_VIDEO else {}),
}
#: What is not asked for, as it ends by the same few lines (`platform.work.perform`), and why.
LEFT_OUT = {
    "Realignment": "as a run, from a review's rows",
    "Filtering": "as a run: one transaction, on links that are there",
    "GenerationRun": "asks a service of somebody else; its own tests stop it at each answer",
    "Passages": "as a slides table, of one talk",
    "RougeTable": "as a slides table, of papers",
    "TrainedModel": "takes a set of many papers, and ends as a system does",
    "Tuning": "takes minutes, and ends as a slides table does",
    "Erasure": "one transaction, and files that go after it; its own tests kill it on both sides of the commit",
    "ProjectExport": "as clips: a file, and one row that names it",
    "ProjectImport": "one transaction, of an archive that takes a project; tests break it at every entry",
    "DemoLoad": "takes a minute, and is one transaction",
    "Delivery": "sends to an address that is on no machine of ours",
}


@cache
def _page(number: int) -> bytes:
    """A page of a drawn deck, as a frame."""
    from recordings import deck

    out = io.BytesIO()
    deck(number + 1, seed=4)[number].save(out, "JPEG", quality=80)
    return out.getvalue()


def frames(shown: Iterable[int]) -> bytes:
    """A zip of frames, in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for second, page in enumerate(shown):
            packed.writestr(f"{second:04}.jpg", _page(page))
    return out.getvalue()


def ask_all(site: Site) -> list[Asked]:
    site.n += 1
    client = site.client()
    return [Asked(kind, *ask(site, client, site.n)) for kind, ask in KINDS.items()]


def look(client: Client, work: Asked) -> None:
    said = client.ask("GET", work.address)
    if "state" not in said:
        said = next(said[name] for name in _WITHIN if said.get(name))
    work.said = said[-1] if isinstance(said, list) else said  # of several, the last that was asked for
    work.state, work.seconds = str(work.said.get("state")), time.monotonic() - work.asked_at
    work.sentences |= {str(work.said.get(name) or "") for name in ("message", "error")}


def wait_for(site: Site, asked: list[Asked], until: Callable[[list[Asked]], bool], seconds: float) -> None:
    client, deadline = site.client(), time.monotonic() + seconds
    while time.monotonic() < deadline:
        for work in asked:
            if work.state in ("", *_LIVE):
                look(client, work)
        if until(asked):
            return
        time.sleep(0.5)


def have_ended(asked: list[Asked]) -> bool:
    return all(work.state not in ("", *_LIVE) for work in asked)


def are_under_way(asked: list[Asked]) -> bool:
    """Something is being done and has not ended."""
    return any(work.state == "running" for work in asked) or have_ended(asked)


# The faults: each is done while the work of all kinds is under way, and returns its problems.


def restart_postgres(site: Site) -> list[str]:
    problems = [] if site.page.kill("postgres") else ["Postgres was away"]
    time.sleep(6)
    return problems + ([] if site.page.kill("postgres") else ["Postgres was away the second time"])


def lose_answers(site: Site) -> list[str]:
    before = site.postgres.n_lost
    site.postgres.lose_commits(3)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while site.postgres.n_lost < before + 3 and time.monotonic() < deadline:
        time.sleep(0.2)
    site.postgres.lose_commits(0)
    return [] if site.postgres.n_lost > before else ["no commit ended work, so that no answer was lost"]


def kill_workers(site: Site) -> list[str]:
    return [f"{name} was away" for name in ("worker", "worker-short") if not site.workers.kill(name)]


def hang_store(site: Site) -> list[str]:
    """While twenty people download a release, the page has to answer what needs no file."""
    assert site.to_store is not None
    site.to_store.hang()
    try:
        return watch_page(site)
    finally:
        site.to_store.be_back()


def take_store_away(site: Site) -> list[str]:
    assert site.to_store is not None
    site.to_store.go_away()
    try:
        return watch_page(site)
    finally:
        site.to_store.be_back()


def watch_page(site: Site) -> list[str]:
    """For as long as an outage lasts. The page may be slow for a moment, but not for as long as the store hangs."""
    with site.database() as connection:
        frozen = connection.execute("SELECT id FROM annotator_release WHERE state = 'frozen' LIMIT 1").fetchone()
    assert frozen is not None, "the first round releases something"
    answers: list[tuple[float, int, Any]] = []

    def download() -> None:
        began = time.monotonic()
        try:
            status, said = site.client().send("GET", f"releases/{frozen['id']}/files/jsonl/", timeout=90)
        except (OSError, ValueError) as error:
            status, said = 0, repr(error)
        answers.append((time.monotonic() - began, status, said))

    downloads = [threading.Thread(target=download) for _ in range(N_DOWNLOADS)]
    for thread in downloads:
        thread.start()
    slowest, client, problems = 0.0, site.client(), []
    deadline = time.monotonic() + OUTAGE_SECONDS
    while time.monotonic() < deadline:
        began = time.monotonic()
        try:
            status, _ = client.send("GET", "projects/", timeout=12)
        except OSError as error:
            status, client = 0, site.client()
            problems.append(f"projects/ without an answer for 12 s: {error!r}")
        else:
            problems += [] if status == 200 else [f"projects/ is answered by {status}"]
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.5)
    for thread in downloads:
        thread.join(60)
    codes = Counter((status, said.get("code") if isinstance(said, dict) else None) for _, status, said in answers)
    print(f"  downloads: {dict(codes)}, the slowest {max(answers)[0]:.1f} s; projects/ at most {slowest:.1f} s")
    problems += [f"a download was answered by {status} {said}" for _, status, said in answers
                 if status != 503 or not isinstance(said, dict) or said.get("code") != "store_unavailable"]  # fmt: skip
    return problems + [f"an answer shows what is inner: {said}" for *_, said in answers if _INNER.search(str(said))]


def no_fault(site: Site) -> list[str]:
    return []


FAULTS: dict[str, Callable[[Site], list[str]]] = {
    "none": no_fault,
    "postgres": restart_postgres,
    "answers lost": lose_answers,
    "workers": kill_workers,
    **({"store hangs": hang_store, "store away": take_store_away} if HAS_STORE else {}),
}


def check_ends(site: Site, asked: list[Asked]) -> list[str]:
    problems = []
    for work in asked:
        error = str(work.said.get("error") or "")
        if work.state in ("", *_LIVE):
            problems.append(f"{work.kind} has not ended: {work.state} {work.said.get('message')}")
        elif work.state not in work.good:
            problems.append(f"{work.kind} ended as {work.state}: {error}")
        problems += [f"{work.kind} says what is inner: {each}" for each in work.sentences if _INNER.search(each)]
    return problems


def check_files(site: Site) -> list[str]:
    """Every file of what is frozen is in the store as it was hashed, and after the daily sweep nothing else; each was
    made once."""
    in_process(site.page, tidy.__file__)
    problems, named = [], set()
    with site.database() as connection:
        for folder, table in (("releases", "release"), ("training", "trainingset")):
            column = {"release": "release_id", "trainingset": "training_set_id"}[table]
            files = connection.execute(
                f"SELECT f.* FROM annotator_{'releasefile' if table == 'release' else 'trainingfile'} f"
            ).fetchall()
            frozen = connection.execute(f"SELECT id FROM annotator_{table} WHERE state = 'frozen'").fetchall()
            with_files = {file[column] for file in files}
            problems += [f"{folder}: {each['id']} is frozen without files" for each in frozen
                         if each["id"] not in with_files]  # fmt: skip
            for file in files:
                named.add(file["file"])
                content = content_of(site, file["file"])
                if content is None:
                    problems.append(f"{file['file']} is gone")
                elif hashlib.sha256(content).hexdigest() != file["sha256"]:
                    problems.append(f"{file['file']} is not as it was hashed")
        made = connection.execute(
            "SELECT verb, object_id, count(*) AS n FROM annotator_activityentry WHERE verb IN ('released', "
            "'training_set_made') GROUP BY verb, object_id HAVING count(*) > 1"
        ).fetchall()
        problems += [f"{each['verb']} {each['object_id']} happened {each['n']} times" for each in made]
        of_pages = connection.execute("SELECT picture, thumbnail FROM annotator_pagepicture").fetchall()
        pictures = {name for each in of_pages for name in each.values()}
        searches = connection.execute("SELECT id, evidence FROM annotator_pagesearch WHERE evidence IS NOT NULL")
        pictures |= {f"decks/frames/{search['id']}/{seen['frame']:06}.jpg" for search in searches
                     for seen in search["evidence"]["stretches"] if seen["frame"] is not None}  # fmt: skip
        of_clips = connection.execute("SELECT file FROM annotator_clipexport WHERE state = 'done'").fetchall()
        pictures |= {each["file"] for each in of_clips}
        problems += [f"{name} is gone" for name in pictures - stored_names(site)]
        named |= pictures
    problems += [f"{name} is left over" for name in stored_names(site) - named
                 if name.startswith(("releases/", "training/", "decks/", "recognitions/", "clips/"))]  # fmt: skip
    return problems


def content_of(site: Site, name: str) -> bytes | None:
    if site.store is not None:
        return site.store.objects.get(name)
    path = site.page.layout.var / "media" / name  # which both hosts share
    return path.read_bytes() if path.exists() else None


def stored_names(site: Site) -> set[str]:
    if site.store is not None:
        return set(site.store.objects)
    media = site.page.layout.var / "media"
    return {str(path.relative_to(media)) for path in media.rglob("*") if path.is_file()}


def tried_again(site: Site, seconds: float) -> list[str]:
    """What was asked for in the last seconds and took more than one attempt."""
    again = []
    with site.database() as connection:
        for kind in KINDS:
            found = connection.execute(
                f"SELECT attempts FROM annotator_{kind.lower()} WHERE attempts > 1 "
                f"AND created_at > now() - make_interval(secs => {seconds})"
            ).fetchall()
            again += [f"a {kind} took {each['attempts']} attempts" for each in found]
    return again


def met_work(site: Site) -> Counter[tuple[str, str]]:
    """How often what (`_MET`) happened to work of which task, by the logs of both hosts."""
    log = site.page.log.read_text() + site.workers.log.read_text()
    return Counter((what, task) for what, said in _MET.items() for task in re.findall(rf"{said}.*\btask=(\S+)", log))


@contextmanager
def running_site(talks: int) -> Iterator[Site]:
    """Both hosts, and the corpus. They share the folder of uploads where there is no store."""
    settings = {"SECRET_KEY": secrets.token_urlsafe(50)}
    with running_store() as store, tempfile.TemporaryDirectory(prefix="lectern-faults-shift-") as shift:
        (Path(shift) / "sitecustomize.py").write_text(_SHIFT)
        to_store = Proxy(urlsplit(store.url).port or 0) if HAS_STORE else None
        if to_store is not None:
            settings |= {
                "FILES_BUCKET": BUCKET, "FILES_ENDPOINT": f"http://127.0.0.1:{to_store.port}",
                "AWS_ACCESS_KEY_ID": ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
            }  # fmt: skip
        page = Instance("web", settings)
        site = None
        try:
            page.start()
            page.wait_until_ready(n_workers=0)
            address = urlsplit(page.environment["DATABASE_URL"])
            postgres = Proxy(address.port or 5432)
            account = address.netloc.rpartition("@")[0]
            through = urlunsplit(address._replace(netloc=f"{account}@127.0.0.1:{postgres.port}"))
            settings |= {"DATABASE_URL": through, "REDIS_URL": page.environment["REDIS_URL"]}
            workers = Instance("worker", settings | {"LECTERN_FAULTS_FOLDER": shift})
            if to_store is None:
                workers.settings["DATA_DIR"] = str(page.layout.var)
            site = Site(page, workers, postgres, store if to_store else None, to_store)
            workers.start()
            page.wait_until_ready()
            written = in_process(page, str(BENCHMARKS / "gold_corpus.py"), str(talks), "100")
            site.owner = written["owner"]
            prepare(site)
            yield site
        finally:
            for instance in filter(None, (site.workers if site else None, page)):
                for process in instance.stop():
                    print(f"still runs: {process}")


def prepare(site: Site) -> None:
    """What work is asked for later that is about it."""
    for name in ("drawn", "searched"):
        setattr(site, name, in_process(site.page, slides_seed.__file__, "gold", "12", name.capitalize()))
    client = site.client()
    asked = [Asked("Release", *ask_release(site, client, 0))]
    for number in (101, 102):
        heard = Asked("Recognition", *add_recognition(client, site.drawn["talk"], number))
        wait_for(site, [heard], have_ended, PATIENCE_SECONDS)
        site.heard.append(int(heard.said["id"]))
        asked.append(heard)
    if HAS_VIDEO:
        deck = site.searched["deck"]
        client.upload(f"documents/{deck}/pictures/", {}, "pages.zip", frames(range(len(site.searched["pages"]))))
        asked.append(Asked("DeckPictures", f"documents/{deck}/pages/", ("done",)))
    wait_for(site, asked, have_ended, PATIENCE_SECONDS)
    if problems := check_ends(site, asked):
        raise RuntimeError(f"work fails without a fault: {problems}")
    site.release = int(asked[0].said["id"])
    with site.database() as connection:
        of = "SELECT manifest FROM annotator_release WHERE id = %s"
        manifest = json.loads(connection.execute(of, [site.release]).fetchone()["manifest"])
    site.n_lines = sum(
        each["rows"] - each["null_rows"]
        for each in manifest["statistics"]
        if (each["source_language"], each["target_language"]) == ("en", "ja")
    )


def start_workers(site: Site, **settings: str) -> None:
    """The host with the workers starts again, in an environment of its own."""
    site.workers.end()
    before = site.workers.settings
    site.workers.settings = before | settings
    site.workers.start()
    site.workers.settings = before
    site.page.wait_until_ready()


def do_fault(site: Site, name: str, fault: Callable[[Site], list[str]]) -> list[str]:
    began, met_before = time.monotonic(), met_work(site)
    asked = ask_all(site)
    wait_for(site, asked, are_under_way, 60)
    problems = fault(site)
    wait_for(site, asked, have_ended, PATIENCE_SECONDS)
    of_files = set(check_files(site)) - site.said
    site.said |= of_files
    problems += check_ends(site, asked) + sorted(of_files)
    again = tried_again(site, time.monotonic() - began)
    met = met_work(site) - met_before
    if name == "none" or name.startswith("clock"):  # then nobody was lost
        problems += again + [f"{task} was {what}" for what, task in met]
    elif name in _MEETS and not any(what == _MEETS[name] for what, _ in met):
        problems.append(f"no work was {_MEETS[name]}: nothing was tried")
    n_good = sum(work.state in work.good for work in asked)
    print(f"{name}: {time.monotonic() - began:.0f} s; {n_good} of {len(asked)} kinds of work ended as they should")
    print("  " + ", ".join([f"{work.kind} {work.state} after {work.seconds:.0f} s" for work in asked] + again))
    for (what, task), n in met.items():
        print(f"  {what}: {task}, {n} times", flush=True)
    for problem in problems:
        print(f"  {problem}", flush=True)
    return problems


def not_shifted(site: Site) -> list[str]:
    """The workers whose clock is what it was."""
    folder = Path(site.workers.settings["LECTERN_FAULTS_FOLDER"])
    pids = {name: site.workers.pid(name) for name in ("worker", "worker-short")}
    return [f"the clock of {name} is as it was" for name, pid in pids.items()
            if not (folder / f"shifted-{pid}").exists()]  # fmt: skip


def refuse_another_key(site: Site) -> list[str]:
    """A host of workers with a SECRET_KEY of its own would make other pseudonyms and links that lead nowhere."""
    other = Instance("worker", site.workers.settings | {"SECRET_KEY": secrets.token_urlsafe(50)})
    try:
        other.start()
        code = other.wait_until_ended(90)
        if not code:
            return ["wrong key: a host with another SECRET_KEY works for this one"]
        return [] if "SECRET_KEY" in other.log.read_text() else ["wrong key: the refusal does not name SECRET_KEY"]
    finally:
        other.stop()


def main() -> int:
    names = [*FAULTS, "clock behind", "clock ahead", "wrong key"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--talks", type=int, default=20, help="of a hundred rows each; one in twenty has a paper")
    parser.add_argument("--faults", nargs="*", choices=names, default=names)
    options = parser.parse_args()
    problems: list[str] = []
    if not HAS_STORE:
        print("boto3 and django-storages are not installed: faults of the store are not tried")
    with running_site(options.talks) as site:
        for name, fault in FAULTS.items():
            if name in options.faults or (name == "none" and any("store" in each for each in options.faults)):
                problems += do_fault(site, name, fault)
        for name, seconds in (("clock behind", -APART_SECONDS), ("clock ahead", APART_SECONDS)):
            if name in options.faults:
                folder = site.workers.settings["LECTERN_FAULTS_FOLDER"]
                path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
                start_workers(site, PYTHONPATH=path, LECTERN_FAULTS_SHIFT=str(seconds))
                problems += do_fault(site, name, not_shifted)
        if "wrong key" in options.faults:
            found = refuse_another_key(site)
            print("wrong key:", *(found or ["refused"]))
            problems += found
    print(f"{len(problems)} problems" if problems else "everything ended once, and nothing is half")
    return 1 if problems else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    sys.exit(main())
