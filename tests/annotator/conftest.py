"""People, projects and pairs for the tests of the application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

import annotator.demo
from annotator.models import (
    AlignmentRun,
    Document,
    DocumentKind,
    Link,
    Membership,
    Pair,
    PairKind,
    Project,
    Role,
    RunState,
    Section,
    Unit,
)
from tests.annotator.editor import Editor

DEMO = Path(annotator.demo.__file__).parent


@pytest.fixture(autouse=True)
def cheap_passwords(settings: Any) -> None:
    """Accounts are made in nearly every test, and a hash that is slow on purpose would be most of its time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def project(db: None) -> Project:
    return Project.objects.create(slug="harbour-talks", name="Harbour Talks")


@pytest.fixture
def person(project: Project) -> Callable[..., User]:
    """A user with a role in the project (None: an outsider)."""

    def make(role: str | None, name: str = "") -> User:
        user = User.objects.create_user(name or (role or "outsider"), password="a long enough one")
        if role:
            Membership.objects.create(project=project, user=user, role=role)
        return user

    return make


@pytest.fixture
def client_of() -> Callable[[User], APIClient]:
    def make(user: User) -> APIClient:
        client = APIClient()
        client.force_authenticate(user)
        return client

    return make


@pytest.fixture
def admin(person: Callable[..., User]) -> User:
    return person(Role.ADMIN)


@pytest.fixture
def annotator(person: Callable[..., User]) -> User:
    return person(Role.ANNOTATOR)


@pytest.fixture
def outsider(person: Callable[..., User]) -> User:
    return person(None)


@pytest.fixture
def make_document(project: Project) -> Callable[..., Document]:
    def make(title: str, texts: Sequence[str], *, kind: str = DocumentKind.TEXT, language: str = "en") -> Document:
        document = Document.objects.create(
            project=project,
            kind=kind,
            title=title,
            language=language,
            content_hash=title,
            importer="test",
            importer_version="1",
        )
        section = Section.objects.create(document=document, position=0, heading="Introduction", kind="introduction")
        offset = 0
        for position, text in enumerate(texts):
            Unit.objects.create(document=document, position=position, text=text, offset=offset, section=section)
            offset += len(text) + 1
        return document

    return make


@pytest.fixture
def make_run() -> Callable[..., AlignmentRun]:
    """A run that has succeeded, with the links given as fields."""

    def make(pair: Pair, links: Sequence[dict[str, Any]], **fields: Any) -> AlignmentRun:
        run = AlignmentRun.objects.create(
            pair=pair,
            number=pair.runs.count() + 1,
            engine=fields.pop("engine", "lexical"),
            state=RunState.SUCCEEDED,
            signature="engine:test",
            finished_at="2026-01-01T00:00:00Z",
            **fields,
        )
        Link.objects.bulk_create(Link(run=run, position=n, **link) for n, link in enumerate(links))
        return run

    return make


@pytest.fixture
def bitext(project: Project, make_document: Callable[..., Document], make_run: Callable[..., AlignmentRun]) -> Pair:
    """Four sentences, five chunks, one sentence not interpreted; a family emoji and a combining mark among them."""
    source = make_document(
        "Ledger", ["High water, by hand.", "Nobody asked her to.", "It stays.", "The family 👩‍👩‍👧 came."]
    )
    chunks = ["満潮の高さを、", "手書きで。", "誰にも頼まれずに。", "か\u3099族が", "来た👩‍👩‍👧。"]
    target = make_document("Ledger ja", chunks, language="ja")
    pair = Pair.objects.create(project=project, kind=PairKind.BITEXT, title="Ledger", source=source, target=target)
    make_run(
        pair,
        [
            {"source": [0], "target": [[0, 0, 7], [1, 0, 5]], "confidence": 0.9},
            {"source": [1], "target": [[2, 0, 9]], "confidence": 0.8},
            {"source": [2], "target": [], "confidence": 0.6},
            {"source": [3], "target": [[3, 0, 4], [4, 0, len(chunks[4])]], "confidence": 0.7},
        ],
    )
    return pair


@pytest.fixture
def editor(client_of: Callable[[User], APIClient], annotator: User, bitext: Pair) -> Editor:
    return Editor(client_of(annotator), bitext)


@pytest.fixture
def demo(project: Project, make_document: Callable[..., Document]) -> Pair:
    """Our own English talk and its Japanese interpretation in chunks, of the demo; no run yet."""
    source, target = ((DEMO / "en-ja" / name).read_text().splitlines() for name in ("source.txt", "target.txt"))
    return Pair.objects.create(
        project=project,
        kind=PairKind.BITEXT,
        title="Ledger",
        source=make_document("en", source),
        target=make_document("ja", target, language="ja"),
    )


@pytest.fixture
def talk(project: Project, make_document: Callable[..., Document], make_run: Callable[..., AlignmentRun]) -> Pair:
    """A paper of three sentences, a talk of two segments, one span that begins inside a segment."""
    paper = make_document(
        "Full stop",
        ["Transcripts lack full stops.", "A breath is a label.", "Silence is a mixture."],
        kind=DocumentKind.PAPER,
    )
    speech = make_document(
        "Full stop talk", ["so no full stop just words", "and a breath is a label"], kind=DocumentKind.TRANSCRIPT
    )
    pair = Pair.objects.create(
        project=project, kind=PairKind.PAPER_TALK, title="Full stop", source=paper, target=speech
    )
    make_run(
        pair,
        [
            {"source": [0], "target": [[0, 0, 16]], "confidence": 0.9, "candidates": [[0, 0.9], [1, 0.1]]},
            {"source": [1], "target": [[0, 16, 26], [1, 0, 23]], "confidence": 0.6, "candidates": [[1, 0.6]]},
        ],
        engine="talksumm",
        info={"durations": [4, 7, 0]},
    )
    return pair
