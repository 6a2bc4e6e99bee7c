"""A review of thousands of rows in a running application, for the benchmarks that load and drive it."""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotator.launch import servers
from annotator.launch.guard import Guard
from annotator.launch.layout import Layout
from tests.e2e.application import Application


@contextmanager
def running_application() -> Iterator[Application]:
    """Lectern on servers of its own, or on the one that DATABASE_URL and REDIS_URL name."""
    folder = Path(tempfile.mkdtemp(prefix="lectern-load-"))
    folder.chmod(0o711)
    guard = Guard()
    guard.remove(folder)
    records = servers.Records(Layout(folder), guard, servers.PROCESSES)
    before = {name: os.environ.get(name) for name in (*servers.NAMED, "DATA_DIR")}
    try:
        servers.start_missing(records)
        os.environ["DATA_DIR"] = str(folder / "data")
        application = Application(folder / "application", "lectern_load")
        application.folder.mkdir()
        try:
            application.start()
            yield application
        finally:
            application.stop()
    finally:
        records.stop()
        guard.dismiss()
        shutil.rmtree(folder, ignore_errors=True)
        for name, value in before.items():  # the next one starts servers of its own
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def make_pair(application: Application, n_rows: int, n_annotators: int, *, name: str = "load") -> tuple[int, list[str]]:
    """Write a pair with a finished run and its annotators straight into the database.

    Three of four rows are 1:2 with one chunk more in every eighth, and every tenth is a null on either side.
    name : of the project and, with a number, of the annotators.
    Returns the pair's id and a session key for each annotator.
    """
    base = os.environ["DATABASE_URL"]
    os.environ |= {name: application.environment[name] for name in ("DATABASE_URL", "DATA_DIR")}
    os.environ["DJANGO_SETTINGS_MODULE"] = "annotator.settings"
    import django

    django.setup()
    os.environ["DATABASE_URL"] = base
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import connection

    from annotator.models import AlignmentRun, Document, Link, Membership, Pair, Project, Role, Unit

    project = Project.objects.create(slug=name, name="Load")
    rng = random.Random(7)
    words = [
        "tide",
        "harbour",
        "ledger",
        "clerk",
        "measured",
        "by",
        "hand",
        "every",
        "night",
        "and",
        "was",
        "not",
        "asked",
    ]
    links: list[dict[str, Any]] = []
    chunks: list[str] = []
    sentences: list[str] = []
    for number in range(n_rows):
        n_chunks = 0 if number % 20 == 9 else rng.choice((1, 2, 2, 2, 2, 2, 2, 3))
        source = [] if number % 20 == 19 else [len(sentences)]
        sentences += [" ".join(rng.choices(words, k=14))] * len(source)
        target = []
        for _ in range(n_chunks):
            chunks.append("満潮の高さを毎晩手で測り、"[: rng.randrange(6, 14)])
            target.append([len(chunks) - 1, 0, len(chunks[-1])])
        if source or target:
            features = {"length_ratio": 0.61, "log_odds": 12.345678, "runner_up": 0.123456}
            links.append({"source": source, "target": target, "confidence": rng.random(), "features": features})
    documents = []
    for title, texts, language in (("Load", sentences, "en"), ("Load ja", chunks, "ja")):
        document = Document.objects.create(
            project=project, kind="text", title=title, language=language, content_hash=title, importer="made",
            importer_version="1",
        )  # fmt: skip
        offset, units = 0, []
        for position, text in enumerate(texts):
            units.append(Unit(document=document, position=position, text=text, offset=offset))
            offset += len(text) + 1
        Unit.objects.bulk_create(units, batch_size=2000)
        documents.append(document)
    pair = Pair.objects.create(project=project, kind="bitext", title="Load", source=documents[0], target=documents[1])
    run = AlignmentRun.objects.create(
        pair=pair, number=1, engine="lexical", state="succeeded", signature="made", finished_at="2026-01-01T00:00:00Z"
    )
    Link.objects.bulk_create([Link(run=run, position=n, **link) for n, link in enumerate(links)], batch_size=2000)
    sessions = []
    for number in range(n_annotators):
        user = User.objects.create_user(f"{name}{number}")
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        sessions.append(str(session.session_key))
    connection.close()
    return pair.pk, sessions


def percentile(values: list[float], share: float) -> float:
    """In milliseconds; nearest rank."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
