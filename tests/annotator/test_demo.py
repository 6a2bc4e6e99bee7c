"""The demo project: our own texts through the import that everybody uses."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import AlignmentRun, Document, ImportBatch, ImportState, Pair, Project, Role, Unit
from annotator.services.demo import load_demo
from annotator.services.errors import ServiceError


@pytest.fixture
def site_admin(db: None) -> User:
    return User.objects.create_superuser("admin", password="a long enough one")


def test_three_pairs_with_all_their_units(site_admin: User) -> None:
    project = load_demo()
    found = {
        (pair.title, pair.kind): (pair.source.units.count(), pair.target.units.count(), pair.target.language)
        for pair in Pair.objects.filter(project=project)
    }
    assert found == {
        ("Listening for the full stop", "paper_talk"): (72, 114, "en"),
        ("What the tide ledger remembers", "bitext"): (63, 133, "ja"),
        ("The lever that will not move", "bitext"): (56, 53, "de"),
    }
    assert project.is_demo
    assert project.role_of(site_admin) == Role.ADMIN
    assert Document.objects.filter(project=project).count() == 7


def test_interpretation_has_its_people_and_its_offline_translation(site_admin: User) -> None:
    project = load_demo()
    pair = Pair.objects.get(project=project, target__language="ja")
    assert (pair.source.speaker, pair.target.interpreter, pair.target.interpreter_rank) == (
        "Maren Solheim-Drake",
        "A01",
        "A",
    )
    assert pair.offline is not None
    assert pair.offline.units.count() == pair.source.units.count()
    assert pair.offline.units.get(position=0).text == "ありがとうございます。"


def test_talk_keeps_its_word_times(site_admin: User) -> None:
    project = load_demo()
    unit = Unit.objects.get(document__project=project, document__kind="transcript", position=0)
    start, end, start_seconds, end_seconds = unit.words[1]
    assert unit.text[start:end] == "can"
    assert (start_seconds, end_seconds) == (3.161, 3.465)


def test_runs_are_queued_once_it_is_committed(
    site_admin: User, django_capture_on_commit_callbacks: Any, queued: list[tuple[str, int]]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        project = load_demo()
        assert queued == []
    runs = AlignmentRun.objects.filter(pair__project=project)
    assert sorted(queued) == sorted(("align", run.pk) for run in runs)
    assert sorted(run.engine == "talksumm" for run in runs) == [False, False, True]


def test_loading_twice_changes_nothing(site_admin: User) -> None:
    first = load_demo()
    n_runs = AlignmentRun.objects.count()
    second = load_demo()
    assert (second, AlignmentRun.objects.count()) == (first, n_runs)
    assert Project.objects.count() == 1
    assert Document.objects.count() == 7
    assert ImportBatch.objects.get().state == ImportState.IMPORTED


def test_everybody_gets_a_demo_of_their_own(site_admin: User) -> None:
    other = User.objects.create_user("other", password="a long enough one")
    of_admin = load_demo()
    of_other = load_demo(user=other)
    assert of_other != of_admin
    assert of_admin.role_of(other) is None
    assert of_other.role_of(other) == Role.ADMIN


def test_without_an_admin_it_says_so(db: None) -> None:
    with pytest.raises(ServiceError, match="no admin"):
        load_demo()
    assert not Project.objects.exists()


def test_over_the_api(site_admin: User, client_of: object) -> None:
    client: APIClient = client_of(site_admin)  # type: ignore[operator]
    answer = client.post("/api/v1/projects/demo/")
    assert answer.status_code == 201
    assert answer.json()["is_demo"] is True
    assert answer.json()["counts"]["pairs"] == 3
