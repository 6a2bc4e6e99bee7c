"""Load the demo: our own talk about a paper and two rendered speeches, through the import that everybody uses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction

from annotator import demo
from annotator.models import Pair, Project
from annotator.services.aligning import start_run
from annotator.services.engines import default_engine
from annotator.services.errors import ServiceError
from annotator.services.guidelines import publish, save_draft
from annotator.services.guidelines.labels import default_labels
from annotator.services.importing import Upload, commit_batch, create_batch, set_pairings
from annotator.services.projects import create_project

NAME = "Demo: Harbour Talks"
DESCRIPTION = "A talk about a paper, a speech with its interpretation into Japanese, and one translated into German."
GUIDELINES = """\
Read the source, then the target. **Good alignment**: the target renders this source, and all of it is here.
**Good translation**: somebody who hears only the target learns what the source says. Correct the text where it is
wrong; what was really said stays visible.
"""
_FOLDER = Path(demo.__file__).parent
_LOCK = 0x4C45_4354  # any number, the same in every process


def load_demo(*, user: User | None = None) -> Project:
    """The demo project of this user: the one they are in already, or a new one with its alignments queued.

    user : becomes its admin; None takes the first site admin.
    Raises ServiceError when there is nobody to own it.
    """
    owner = user or User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if owner is None:
        raise ServiceError("There is no admin to own the demo: make one with manage.py ensure_admin.", code="no_admin")
    with transaction.atomic():
        with connection.cursor() as cursor:  # two starts at once load it once
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        existing = Project.objects.filter(is_demo=True).visible_to(owner).order_by("pk").first()
        if existing is not None:
            return existing
        project = create_project(name=NAME, description=DESCRIPTION, user=owner, is_demo=True)
        draft = save_draft(project=project, text=GUIDELINES, labels=default_labels(), revision=None, user=owner)
        publish(project=project, revision=draft.revision, note="", moves_reviews=False, user=owner)
        _import(project, owner)
        for pair in Pair.objects.filter(project=project).order_by("pk"):
            start_run(pair=pair, engine=default_engine(pair), options={}, user=owner)
    return project


def _import(project: Project, user: User) -> None:
    uploads = [*_paper_talk(), *_bitext("en-ja", offline=True), *_bitext("en-de")]
    batch = create_batch(project=project, uploads=uploads, user=user, trusted=True)
    ids = {file.name: file.pk for file in batch.files.all()}
    pairings = [
        ("paper-talk/paper.md", "paper-talk/talk.vtt", "paper_of"),
        ("en-ja/source.txt", "en-ja/target.txt", "source_of"),
        ("en-ja/offline.txt", "en-ja/source.txt", "translates"),
        ("en-de/source.txt", "en-de/target.txt", "source_of"),
    ]
    set_pairings(batch, [{"file": ids[file], "to": ids[to], "kind": kind} for file, to, kind in pairings])
    batch.refresh_from_db()
    commit_batch(batch, in_background=False, trusted=True)


def _paper_talk() -> list[Upload]:
    meta = _meta("paper-talk")
    about = {"title": meta["title"], "language": meta["language"]}
    return [
        _upload("paper-talk/paper.md", {**about, "format": "markdown"}),
        _upload("paper-talk/talk.vtt", {**about, "format": "vtt", "speaker": meta["speaker"]}),
    ]


def _bitext(folder: str, *, offline: bool = False) -> list[Upload]:
    meta = _meta(folder)
    about = {"title": meta["title"], "format": "text-lines"}
    person = {
        "interpreter": meta.get("interpreter") or meta.get("translator"),
        "interpreter_rank": meta.get("interpreter_rank"),
    }
    source = {**about, "language": meta["source_language"], "speaker": meta["speaker"]}
    target = {**about, "language": meta["target_language"]}
    return [
        _upload(f"{folder}/source.txt", source),
        _upload(f"{folder}/target.txt", {**target, **person}),
        *([_upload(f"{folder}/offline.txt", target)] if offline else []),
    ]


def _meta(folder: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_FOLDER / folder / "meta.json").read_text(encoding="utf-8"))
    return found


def _upload(name: str, options: dict[str, Any]) -> Upload:
    return Upload.of(name, (_FOLDER / name).read_bytes(), options)
