"""A project that is exported and imported is the same but for its ids, and its archive has nothing that is secret."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import (
    Document,
    GivenSummary,
    MaskAnswer,
    Pair,
    Pass,
    PassageAnswer,
    Passages,
    PassOperation,
    ProbePolicy,
    Project,
    Skip,
    SummarySet,
    TranscriptPolicy,
    Wording,
)
from annotator.site.moving.tables import tables
from tests.annotator.populated import populate
from tests.annotator.site.moving.moving import export, import_, leave, rows_in, up_to_ids

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(
    project: Project, client_of: Callable[[User], APIClient], admin: User, annotator: User, bitext: Pair, talk: Pair,
    settings: Any, tmp_path: Path,
) -> Project:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path / "media"
    populate(project, client_of(admin), annotator, bitext, talk)
    _fill_the_rest(project, admin, annotator, bitext, talk)
    return project


def _fill_the_rest(project: Project, admin: User, annotator: User, bitext: Pair, talk: Pair) -> None:
    """Tables that no page needs something of to be seen."""
    Wording.objects.create(project=project, kind="consent", language="en", number=1, text="I agree.", created_by=admin)
    Skip.objects.create(pair=bitext, annotator=annotator, reason="Too long for admin.")
    ProbePolicy.objects.create(project=project, blind_share=0.1, planted_share=0.2)
    TranscriptPolicy.objects.create(project=project)
    of_pass = Pass.objects.filter(transcript_check__document__project=project).earliest("pk")
    mask = of_pass.transcript_check.masks.first()
    about = {"of_pass": of_pass, "mask": mask}
    MaskAnswer.objects.create(**about, choice="a", milliseconds=900, heard=True, answered_at=timezone.now())
    PassOperation.objects.create(
        **about, id=uuid4(), sequence=1, verb="answer", after={"choice": "a"}, at=timezone.now()
    )
    paper = Document.objects.filter(project=project, kind="paper").earliest("pk")
    summaries = SummarySet.objects.filter(project=project).earliest("pk")
    GivenSummary.objects.create(set=summaries, document=paper, number=9, author="Ren", text="Tides.")
    passages = Passages.objects.get(pair=talk)
    PassageAnswer.objects.create(passages=passages, place=0, sentence=0, is_right=True, by=annotator, at=timezone.now())


def test_what_is_imported_exports_as_what_was_exported(full: Project, admin: User, tmp_path: Path) -> None:
    first = export(full)
    rows = rows_in(first)
    assert ", ".join(table.name for table in tables() if not rows[table.name]) == ""
    leave(full)
    imported = import_(first, tmp_path, admin, accounts={admin.pk: admin.pk})
    assert not imported.copied
    second = export(imported.project)
    before, after = up_to_ids(first), up_to_ids(second)
    assert after["activityentry"].pop()["verb"] == "project_imported"
    assert before.keys() == after.keys()
    for name in before:
        assert after[name] == before[name], name
