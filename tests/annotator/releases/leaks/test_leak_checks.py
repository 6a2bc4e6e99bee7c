"""Leak checks of test sets: asked for, done by a worker, stored, listed; and no false alarm on the demo."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.models import LeakCheck, LeakCheckState, LeakKind, Pair, Project, TestSet
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat
from annotator.releases import leaks
from annotator.releases.leaks import near
from annotator.releases.leaks.finding import Finder
from annotator.site.demo import import_texts
from tests.annotator.releases.releasing import accept_all, make_release, set_of_all

ClientOf = Callable[[User], APIClient]
URL = "/api/v1/leak-checks/"


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def test_set(bitext: Pair, annotator: User, project: Project, monkeypatch: pytest.MonkeyPatch) -> TestSet:
    """All four rows. Their texts are short, and compared all the same."""
    monkeypatch.setattr(near, "LEAST", 8)
    assert accept_all(bitext, annotator).rows.accepted().count() == 4
    return set_of_all(project)


def execute(check: LeakCheck) -> LeakCheck:
    """Here, as a worker does. The thread that tells progress has a connection that does not see this test's rows."""
    with mock.patch.object(Heartbeat, "note"):
        leaks.execute(check.pk)
    check.refresh_from_db()
    assert check.state == LeakCheckState.DONE, check.error
    return check


def test_leaks_into_a_release_and_a_text_are_found_and_stored(
    test_set: TestSet, project: Project, admin: User, client_of: ClientOf
) -> None:
    other = make_release(set_of_all(project, "Other"))
    text = test_set.reviews.get().pair.source.units.get(position=0).text
    client = client_of(admin)
    body = {"test_set": test_set.pk, "releases": [other.pk], "lines": f"Nothing.\n{text}!\n", "lines_name": "train.en"}
    answer = client.post(URL, body)
    assert answer.status_code == 201, answer.content
    assert (answer.data["state"], answer.data["counts"]) == ("queued", None)
    check = execute(LeakCheck.objects.get())
    told = client.get(f"{URL}{check.pk}/").json()
    n_texts = told["counts"]["text"]
    assert (told["n_rows"], told["n_compared"], told["counts"]["talk"]) == (4, 6, 1)
    assert n_texts >= 5  # each source in the release, and one of them among the lines
    assert told["releases"] == [{"id": other.pk, "title": "Other", "version": "1.0"}]
    assert told["parts"] == [{"name": "", "n_rows": 4}]
    page = client.get(f"{URL}{check.pk}/leaks/?kind=text&limit=2").json()
    assert (len(page["leaks"]), page["next_after"]) == (2, 2)
    rest = client.get(f"{URL}{check.pk}/leaks/?kind=text&after=2").json()
    assert (len(rest["leaks"]), rest["next_after"]) == (n_texts - 2, None)
    found = [leak for leak in [*page["leaks"], *rest["leaks"]] if leak["theirs"]["part"] == "train.en"]
    assert [(leak["ours"]["text"], leak["theirs"]["text"], leak["theirs"]["row"]) for leak in found] == [
        (text, f"{text}!", "2")
    ]
    assert client.get(f"{URL}{check.pk}/leaks/").json()["leaks"][0]["ours"]["talk"] == test_set.reviews.get().pair.title
    assert client.get(f"{URL}?test_set={test_set.pk}").json()["results"][0]["counts"] == told["counts"]
    assert client.delete(f"{URL}{check.pk}/").status_code == 204


def test_only_one_check_at_a_time_and_only_the_latest_are_kept(test_set: TestSet) -> None:
    first = leaks.request_check(test_set=test_set, user=None)
    with pytest.raises(Conflict, match="is being checked"):
        leaks.request_check(test_set=test_set, user=None)
    execute(first)
    for _ in range(6):
        execute(leaks.request_check(test_set=test_set, user=None))
    assert test_set.leak_checks.count() == 5
    assert not test_set.leak_checks.filter(pk=first.pk).exists()


def test_a_check_that_is_removed_meanwhile_stores_nothing(test_set: TestSet) -> None:
    check = leaks.request_check(test_set=test_set, user=None)
    with (
        mock.patch.object(Heartbeat, "note"),
        mock.patch.object(
            Finder, "find", autospec=True, side_effect=lambda _: [LeakCheck.objects.all().delete(), []][1]
        ),
    ):
        leaks.execute(check.pk)
    assert not LeakCheck.objects.exists()


def test_releases_have_to_be_of_another_test_set_of_the_project(
    test_set: TestSet, project: Project, admin: User, client_of: ClientOf
) -> None:
    own = make_release(test_set)
    with pytest.raises(ServiceError, match="of this test set itself"):
        leaks.request_check(test_set=test_set, user=None, releases=[own])
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    elsewhere.memberships.create(user=admin, role="admin")
    theirs = TestSet.objects.create(project=elsewhere, name="Theirs")
    answer = client_of(admin).post(URL, {"test_set": theirs.pk, "releases": [own.pk]})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "releases"
    assert "of another project" in answer.json()["errors"][0]["message"]


def test_the_shell_prints_what_it_found(test_set: TestSet, project: Project, tmp_path: Path) -> None:
    text = test_set.reviews.get().pair.source.units.get(position=0).text
    (tmp_path / "train.txt").write_text(f"{text}\n", encoding="utf-8")
    out = io.StringIO()
    with mock.patch.object(Heartbeat, "note"):
        call_command("release", "leaks", project.slug, test_set.name, lines=str(tmp_path / "train.txt"), stdout=out)
    assert "        1 same text" in out.getvalue()
    assert f"[train.txt] {text}" in out.getvalue()


@pytest.mark.django_db
def test_the_demo_gives_no_false_alarm(project: Project, admin: User) -> None:
    """Each of its pairs that are to be reviewed in a part of its own; no two share a talk, a speaker or a sentence.

    The reviewed ones are made of their sentences.
    """
    import_texts(project, admin, reviewed=[])
    parts = iter(("train", "dev", "test", "other", "more"))
    with Finder() as finder:
        for pair in project.pairs.select_related("source", "target"):
            split = next(parts)
            rows = [
                {
                    "pair_id": pair.pk, "pair": pair.title, "row_id": f"{side}{number}", "split": split,
                    "source_external_id": pair.source.external_id, "speaker": document.metadata.get("speaker", ""),
                    "source_corrected": text, "source_language": document.language,
                    "target_corrected": "", "target_language": "", "post_edited": False,
                }
                for side, document in (("s", pair.source), ("t", pair.target))
                for number, text in enumerate(document.texts())
            ]  # fmt: skip
            assert finder.add_records(rows) > 20
        assert finder.find() == []
    assert {kind for kind, _ in LeakKind.choices} == {"talk", "speaker", "text", "near_text"}


def test_a_line_that_is_no_sentence_is_refused_by_its_number(
    test_set: TestSet, admin: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Training data without line ends: each megabyte took 0.9 GB of the worker's memory."""
    body = {"test_set": test_set.pk, "lines": "A sentence.\n" + "x" * (near.LONGEST + 1) + "\nAnother."}
    answer = client_of(admin).post(URL, body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "lines"
    assert answer.json()["detail"].startswith("Line 2 has 20,001 characters; 20,000 are allowed.")
    assert not LeakCheck.objects.exists()
    body["lines"] = "x" * near.LONGEST
    assert client_of(admin).post(URL, body).status_code == 201
