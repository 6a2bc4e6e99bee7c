"""Documents, pairs and runs made directly in the database: for the tests of the application and of the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore

import annotator.demo
from annotator.models import (
    AlignmentRun,
    Document,
    DocumentKind,
    Link,
    Pair,
    PairKind,
    Project,
    RunState,
    Section,
    Unit,
)

DEMO = Path(annotator.demo.__file__).parent
#: Number, heading and number of units of a section.
SectionOf = tuple[str, str, int]


def make_document(
    project: Project, title: str, texts: Sequence[str], *, kind: str = DocumentKind.TEXT, language: str = "en",
    sections: Sequence[SectionOf] = (), timed: bool = False,
) -> Document:  # fmt: skip
    """A document with a unit for each text.

    sections : in order; units beyond the last are in none. timed : each unit lasts 3.5 of every 4 seconds, and its
    words have times.
    """
    document = Document.objects.create(
        project=project, kind=kind, title=title, language=language, content_hash=title, importer="test",
        importer_version="1",
    )  # fmt: skip
    of_unit: list[Section] = []
    for position, (number, heading, n) in enumerate(sections):
        section = Section.objects.create(
            document=document, position=position, number=number, heading=heading, kind=heading.lower()
        )
        of_unit += [section] * n
    units, offset = [], 0
    for position, text in enumerate(texts):
        unit = Unit(document=document, position=position, text=text, offset=offset)
        unit.section = of_unit[position] if position < len(of_unit) else None
        if timed:
            seconds = 4.0 * position
            unit.start_seconds, unit.end_seconds = seconds, seconds + 3.5
            unit.words = [[start, end, seconds + 0.05 * start, seconds + 0.05 * end] for start, end in words_of(text)]
        units.append(unit)
        offset += len(text) + 1
    Unit.objects.bulk_create(units, batch_size=1000)
    return document


def make_pair(project: Project, title: str, source: Document, target: Document) -> Pair:
    kind = PairKind.PAPER_TALK if source.kind == DocumentKind.PAPER else PairKind.BITEXT
    return Pair.objects.create(project=project, kind=kind, title=title, source=source, target=target)


def make_run(pair: Pair, links: Sequence[dict[str, Any]], **fields: Any) -> AlignmentRun:
    """A run that has succeeded, with links given as their fields."""
    engine = fields.pop("engine", "lexical")
    given = {"number": pair.runs.count() + 1, "signature": f"engine:{engine}", **fields}
    run = AlignmentRun.objects.create(
        pair=pair, engine=engine, state=RunState.SUCCEEDED, finished_at="2026-01-01T00:00:00Z", **given
    )
    Link.objects.bulk_create([Link(run=run, position=n, **link) for n, link in enumerate(links)], batch_size=1000)
    return run


def words_of(text: str) -> list[tuple[int, int]]:
    """Start and end of each word, in code points."""
    found, at = [], 0
    for word in text.split(" "):
        found.append((at, at + len(word)))
        at += len(word) + 1
    return found


def session_of(user: User) -> str:
    """Sign the user in. Returns the key of the session, for its cookie."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)
