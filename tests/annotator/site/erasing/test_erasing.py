"""Erasing a talk: what goes and what stays, who may, once, and whole whatever comes between."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from annotator.models import (
    ActivityEntry,
    BulkAlignment,
    Document,
    Erasure,
    ImportBatch,
    ImportFile,
    Pair,
    Project,
    Release,
    ReleaseFile,
    ReleaseRow,
    Review,
    Role,
    RougeTable,
    TestSet,
)
from annotator.platform.models.work import Work
from annotator.releases import verification
from annotator.releases.forms.registry import FORMS
from annotator.releases.pages import open_page
from annotator.releases.verification import problems_of
from annotator.reviewing.slots.policy import set_policy
from annotator.site.erasing import erasure as erasing_of_talks
from annotator.site.erasing.scope import scope_of
from annotator.site.housekeeping import tidy
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import make_release, make_system, set_of_all
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import shared_rows
from tests.annotator.site.erasing.erasing import ask, carry_out

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User], APIClient]


@pytest.fixture(scope="module")
def reviewed(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[int, int]]:
    """Two reviewed talks of two speakers; the first is released, and goes."""
    with shared_rows(django_db_blocker):
        project, client = make_project(), APIClient()
        client.force_authenticate(make_person(project, Role.ANNOTATOR))
        going, staying = world.bitext(project), world.long_bitext(project, 6)
        for pair, speaker in ((going, "Geena Rocero"), (staying, "Ken Robinson")):
            pair.source.speaker = speaker
            pair.source.save()
            editor = Editor(client, pair)
            editor.done({"type": "set", "rows": editor.row_ids, "fields": {"status": "accepted", "good_align": True}})
            editor.done({"type": "submit"})
        yield going.pk, staying.pk


@pytest.fixture
def project(reviewed: tuple[int, int], db: None) -> Project:
    return Project.objects.get()


@pytest.fixture
def annotator(project: Project) -> User:
    return User.objects.get(username="annotator")


@pytest.fixture
def talks(reviewed: tuple[int, int], project: Project, settings: Any, tmp_path: Path) -> tuple[Pair, Pair]:
    settings.MEDIA_ROOT = tmp_path / "media"
    going, staying = reviewed
    return Pair.objects.get(pk=going), Pair.objects.get(pk=staying)


@pytest.fixture
def released(project: Project, talks: tuple[Pair, Pair]) -> Release:
    return make_release(set_of_all(project), FORMS)


@pytest.fixture
def root(project: Project, client_of: ClientOf) -> APIClient:
    return client_of(User.objects.create_superuser("root", "", "x"))


def address(project: Project, more: str = "") -> str:
    return f"/api/v1/projects/{project.slug}/erasures/{more}"


def body(seen: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"stamp": seen["stamp"], "typed": seen["name"], "reason": "At the speaker's request", **more}


def test_waiting_imports_that_hold_the_talk_are_counted_and_go(
    project: Project, talks: tuple[Pair, Pair], root: APIClient
) -> None:
    going, _ = talks
    batches = {}
    for name, state, title in (
        ("waiting", "staged", going.title), ("failed", "failed", going.title.upper()), ("other", "staged", "Tides"),
        ("discarded", "discarded", going.title), ("imported", "imported", going.title),
    ):  # fmt: skip
        batches[name] = ImportBatch.objects.create(project=project, state=state)
        ImportFile.objects.create(
            batch=batches[name], name=f"{name}.txt", size=9, report={"documents": [{"title": title}]}
        )
    seen = root.get(address(project, "foreseen/"), {"named": "ROCERO, Geena"}).json()
    assert seen["counts"]["imports"] == 2
    out = StringIO()
    call_command("erase", project.slug, "ROCERO, Geena", stdout=out)
    assert "2 waiting imports, with everything in them" in out.getvalue()
    erasure = carry_out(ask(project, named="ROCERO, Geena"))
    assert erasure.counts["imports"] == 2
    assert set(ImportBatch.objects.all()) == {batches["other"], batches["imported"]}


def test_a_release_is_made_again_without_the_talk_and_says_what_it_held(
    project: Project, talks: tuple[Pair, Pair], released: Release, root: APIClient
) -> None:
    _, staying = talks
    make_system(released)
    page = open_page(release=released, address="spring-1.0", shows_rows=True, shows_files=True, user=None)
    n_before, before = released.n_rows, released.sha256
    later = make_release(set_of_all(project, "Later"), FORMS)
    old_files = [stored.file.name for stored in released.files.all()]

    seen = root.get(address(project, "foreseen/"), {"named": "ROCERO, Geena"}).json()
    assert seen["name"] == "Geena Rocero"
    assert [(each["title"], each["speaker"]) for each in seen["talks"]] == [("Ledger", "Geena Rocero")]
    assert (seen["counts"]["documents"], seen["counts"]["pairs"], seen["counts"]["reviews"]) == (2, 1, 1)
    n_gone = seen["releases"][0]["n_rows"]
    assert [each["id"] for each in seen["releases"]] == [released.pk, later.pk]
    assert 0 < n_gone < n_before
    asked = root.post(address(project), body(seen, named="Rocero Geena"), format="json")
    assert asked.status_code == 201, asked.json()
    erasure = carry_out(Erasure.objects.get())

    assert (erasure.state, erasure.files, len(erasure.hashes)) == ("done", [], 2)
    assert (erasure.counts["releases"], erasure.counts["released_rows"]) == (2, 2 * n_gone)
    assert list(Pair.objects.values_list("pk", flat=True)) == [staying.pk]
    shown = root.get(f"/api/v1/releases/{released.pk}/").json()
    (tombstone,) = shown["erasures"]
    numbers = {name: tombstone[name] for name in ("n_talks", "n_talks_before", "n_rows", "n_rows_before")}
    assert numbers == {"n_talks": 1, "n_talks_before": 2, "n_rows": n_gone, "n_rows_before": n_before}
    assert (tombstone["sha256"], tombstone["reason"]) == (before, "At the speaker's request")
    assert shown["n_rows"] == n_before - n_gone
    assert shown["sha256"] != before
    for release in Release.objects.made():
        assert problems_of(release) == []
        numbers = release.rows.values_list("number", flat=True)
        assert list(numbers) == list(range(1, release.n_rows + 1))
    for name in old_files:
        assert not default_storage.exists(name)
    lines = ReleaseFile.objects.get(release=released, form="jsonl").file.open().read().decode().splitlines()
    assert {json.loads(line)["pair_id"] for line in lines} == {staying.pk}
    card = ReleaseFile.objects.get(release=released, form="card").file.open().read().decode()
    assert f"held 2 talks with {n_before} rows. 1 with {n_gone} rows were erased" in card
    manifest = json.loads(Release.objects.get(pk=released.pk).manifest)
    assert len(manifest["erased"][0]["row_ids"]) == n_gone
    public = APIClient().get(f"/api/v1/release-pages/{page.address}/").json()
    assert public["erasures"] == shown["erasures"]
    out = StringIO()
    call_command("release", "verify", str(released.pk), stdout=out)
    assert f"1 with {n_gone} rows was erased on" in out.getvalue()
    assert f"Its hash was {before}." in out.getvalue()
    listed = root.get(address(project)).json()
    assert listed["erasures"][0]["counts"]["pairs"] == 1
    assert "Rocero" not in json.dumps(listed)
    verbs = list(ActivityEntry.objects.filter(verb__contains="eras").order_by("pk").values_list("verb", "object_name"))
    assert verbs == [("erasure_requested", "2 texts"), ("talks_erased", "2 texts")]


def test_a_release_of_that_talk_alone_keeps_its_hash_and_no_file(
    project: Project, talks: tuple[Pair, Pair], root: APIClient
) -> None:
    going, _ = talks
    test_set = TestSet.objects.create(project=project, name="Alone")
    test_set.reviews.set(Review.objects.filter(pair=going))
    alone = make_release(test_set)
    carry_out(ask(project, documents=[going.source_id]))
    alone.refresh_from_db()
    assert (alone.n_rows, alone.files.count(), problems_of(alone)) == (0, 0, [])
    assert alone.erasures.get().n_rows_before > 0
    assert root.get(f"/api/v1/releases/{alone.pk}/").json()["contents"]["statistics"] == []


def test_only_site_admins_erase_and_only_with_the_name_and_what_was_shown(
    project: Project, talks: tuple[Pair, Pair], root: APIClient, admin: User, client_of: ClientOf
) -> None:
    going, staying = talks
    seen = root.get(address(project, "foreseen/"), {"documents": str(going.source_id)}).json()
    right = body(seen, documents=[going.source_id])
    assert client_of(admin).post(address(project), right, format="json").status_code == 403
    assert client_of(admin).get(address(project)).json() == {"may_erase": False, "erasures": []}
    for wrong, field in (
        ({"typed": "ledger"}, "typed"),
        ({"reason": "  "}, "reason"),
        ({"documents": []}, "documents"),
        ({"documents": [going.source_id, 10**9]}, "documents"),
        ({"documents": [], "named": "Nobody"}, "named"),
    ):
        answer = root.post(address(project), {**right, **wrong}, format="json")
        assert answer.status_code == 400, wrong
        assert answer.json()["errors"][0]["field"] == field
    other = world.make_pair(project, "Again", going.source, world.introduced(project, "Other", ["a"]))
    answer = root.post(address(project), right, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    other.delete()
    assert root.post(address(project), right, format="json").status_code == 201
    answer = root.post(address(project), right, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "being_erased")
    carry_out(Erasure.objects.get())
    assert root.post(address(project), right, format="json").status_code == 400  # there is no such text any more
    assert Pair.objects.get() == staying


def test_what_others_said_stays_and_is_named(
    project: Project, talks: tuple[Pair, Pair], make_document: Any, make_run: Any
) -> None:
    """A text with the same words, a paper, and a translation that another speech has too."""
    going, _ = talks
    copy = make_document("Copied", going.source.texts())
    shared = world.make_pair(project, "Shared", copy, going.target)
    elsewhere = world.introduced(Project.objects.create(slug="o", name="Other"), "There", going.source.texts())
    going.source.media_file.save("a.mp3", ContentFile(b"ID3"))
    copy.media_file = going.source.media_file.name
    copy.save()
    scope = scope_of(project, documents=[going.source_id])
    assert [each["title"] for each in scope.staying] == [going.target.title]
    carry_out(ask(project, documents=[going.source_id]))
    copy.refresh_from_db()
    assert (copy.texts() != [], copy.media_file.name) == (True, "")  # the recording has the voice of who asked
    assert Pair.objects.filter(pk=shared.pk).exists()
    assert Document.objects.filter(pk=elsewhere.pk).exists()


def test_a_worker_that_is_lost_leaves_all_or_goes_on(
    project: Project, talks: tuple[Pair, Pair], released: Release
) -> None:
    going, _ = talks
    going.source.source_file.save("t.txt", ContentFile(b"High water"))
    name = going.source.source_file.name
    erasure = ask(project, documents=[going.source_id])
    with mock.patch.object(Work, "keep", side_effect=SystemExit), pytest.raises(SystemExit):
        carry_out(erasure)  # killed before the commit
    assert Pair.objects.filter(pk=going.pk).exists()
    assert problems_of(released) == []
    Erasure.objects.update(state="queued", claim=None)
    with mock.patch.object(erasing_of_talks, "delete_stored", side_effect=SystemExit), pytest.raises(SystemExit):
        carry_out(erasure)  # killed after it
    assert not Pair.objects.filter(pk=going.pk).exists()
    assert default_storage.exists(name)
    Erasure.objects.update(state="queued", claim=None)
    assert carry_out(erasure).state == "done"
    assert not default_storage.exists(name)
    assert problems_of(Release.objects.get(pk=released.pk)) == []
    assert Release.objects.get(pk=released.pk).erasures.count() == 1


def test_files_go_although_workers_were_lost_too_often(project: Project, talks: tuple[Pair, Pair]) -> None:
    name = default_storage.save("sources/left.txt", ContentFile(b"High water"))
    Erasure.objects.create(project=project, reason="R", state="failed", erased_at="2026-11-27T00:00Z", files=[name])
    tidy()
    assert not default_storage.exists(name)
    assert Erasure.objects.get().state == "done"


def test_what_is_frozen_meanwhile_is_made_again_too(
    project: Project, talks: tuple[Pair, Pair], released: Release
) -> None:
    going, staying = talks
    more: list[Release] = []
    remake = erasing_of_talks.remake

    def slowly(release: Release, *args: Any, **options: Any) -> Any:
        if not more:
            more.append(make_release(set_of_all(project, "Meanwhile")))
        return remake(release, *args, **options)

    live = Release.objects.create(
        test_set=TestSet.objects.create(project=project, name="L"), major=1, minor=0, title="L"
    )
    with mock.patch.object(erasing_of_talks, "remake", slowly):
        carry_out(ask(project, documents=[going.source_id]))
    assert not Release.objects.filter(pk=live.pk).exists()  # it may have read what goes
    for release in (released, *more):
        assert {json.loads(row.record)["pair_id"] for row in ReleaseRow.objects.filter(release=release)} == {staying.pk}


def test_the_talk_cannot_be_edited_any_more(
    project: Project, talks: tuple[Pair, Pair], annotator: User, client_of: ClientOf
) -> None:
    going, _ = talks
    review = Review.objects.get(pair=going)
    carry_out(ask(project, documents=[going.source_id]))
    client = client_of(annotator)
    assert client.get(f"/api/v1/reviews/{review.pk}/").status_code == 404
    assert client.post(f"/api/v1/reviews/{review.pk}/operations/", {}, format="json").status_code == 404


def test_what_names_or_learned_from_it_goes_in_any_script(
    project: Project, talks: tuple[Pair, Pair], settings: Any, tmp_path: Path
) -> None:
    """Names within Japanese sentences, why work failed, tables of scores by title, and private folders of engines."""
    going, _ = talks
    Document.objects.filter(pk=going.source_id).update(title="挨拶", speaker="山田 太郎", external_id="3")
    about = {"project": project, "verb": "imported", "at": "2026-11-27T00:00Z", "object_kind": "test_set"}
    ActivityEntry.objects.create(**about, object_name="By hand", detail="山田 太郎さんの挨拶は雑音が多い, 3 rows")
    BulkAlignment.objects.create(
        project=project, engine="x", last_pair=1, n_pairs=3,
        refusals={"挨拶 has no text.": 1, "Too long.": 2}, error="挨拶 has no timeline.",
    )  # fmt: skip
    table = world.rouge_table(project)
    table.rows.update(scores=[{"document": going.source_id, "title": "挨拶", "n_words": 9}])
    other = world.rouge_table(project, "Others")
    task = world.rating_task(project)
    task.samples.filter(position=0).update(group="3", text="of set 3, not of talk 3")
    settings.DATA_DIR = tmp_path
    words, run = (tmp_path / name for name in (f"learned-words/{project.pk}-0a.npz", "learned/999999-1.0-1.npz"))
    other_words = tmp_path / f"learned-words/{project.pk}9-0a.npz"
    for path in (words, run, other_words):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"words")

    carry_out(ask(project, documents=[going.source_id]))

    entry = ActivityEntry.objects.get(object_name="By hand")
    assert entry.detail == "[erased]さんの[erased]は雑音が多い, 3 rows"
    bulk = BulkAlignment.objects.get()
    assert bulk.refusals == {"[erased] has no text.": 1, "Too long.": 2}
    assert bulk.error == "[erased] has no timeline."
    assert list(RougeTable.objects.all()) == [other]
    assert task.samples.get(position=0).text == "of set 3, not of talk 3"
    assert [path.exists() for path in (words, run, other_words)] == [False, False, True]


def test_a_release_made_again_while_it_is_verified_is_not_called_damaged(
    project: Project, talks: tuple[Pair, Pair], released: Release
) -> None:
    def meanwhile(release: Release) -> list[str]:
        carry_out(ask(project, documents=[talks[0].source_id]))
        return problems_of(release)

    with mock.patch.object(verification, "problems_of", meanwhile):
        assert verification.verify(Release.objects.get(pk=released.pk)) == []
    assert Release.objects.get(pk=released.pk).problems == []


def test_undo_of_a_bulk_action_passes_over_it(
    project: Project, talks: tuple[Pair, Pair], admin: User, client_of: ClientOf
) -> None:
    going, staying = talks
    client = client_of(admin)
    set_policy(project, reviews_per_pair=2)
    root = f"/api/v1/projects/{project.slug}/assignments"
    planned = client.post(f"{root}/prioritise/", {"pairs": [going.pk, staying.pk], "reviews_needed": 3}, format="json")
    assert planned.status_code == 200, planned.json()
    carry_out(ask(project, documents=[going.source_id]))
    undone = client.post(f"{root}/undo/", {"change": planned.json()["change"]}, format="json")
    assert undone.status_code == 200, undone.json()
    staying.refresh_from_db()
    assert staying.reviews_needed is None


def test_only_an_erasure_changes_what_is_frozen(released: Release) -> None:
    for table in ("annotator_release", "annotator_releaserow", "annotator_activityentry"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")


def test_the_command_says_what_goes_and_asks_for_the_name(project: Project, talks: tuple[Pair, Pair]) -> None:
    out = StringIO()
    call_command("erase", project.slug, name="Rocero, Geena", stdout=out)
    assert "Nothing was erased" in out.getvalue()
    assert "Meant: Ledger (Geena Rocero).\n" in out.getvalue()
    with pytest.raises(CommandError, match="Type Geena Rocero"):
        call_command("erase", project.slug, name="Rocero, Geena", confirm="Rocero", stdout=out)
    assert Pair.objects.count() == 2
    with mock.patch("annotator.platform.work.Heartbeat.note"), mock.patch("annotator.platform.work.Heartbeat.progress"):
        call_command("erase", project.slug, name="Rocero, Geena", confirm="Geena Rocero", stdout=out)
    assert "Erased. 2 hashes" in out.getvalue()
    assert Pair.objects.count() == 1
