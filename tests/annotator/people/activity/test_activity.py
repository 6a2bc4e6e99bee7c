"""The activity log: what is noted, who reads it, and that nobody changes it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import ActivityEntry, ImportBatch, Membership, Pair, Project, Role, TokenScope
from annotator.people import member_invitations
from annotator.people.accounts import create_token
from annotator.people.activity import Wanted, note, reading
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.site.housekeeping import forget_activity
from annotator.teams.assigning import bulk
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]
Person = Callable[..., User]


@pytest.fixture
def look(client_of: ClientOf, admin: User, project: Project) -> Callable[..., Any]:
    def get(**query: Any) -> Any:
        answer = client_of(admin).get(f"/api/v1/projects/{project.slug}/activity/", query)
        assert answer.status_code == 200, answer.data
        return answer.json()

    return get


def lines(told: Any) -> list[str]:
    """As the page writes them."""
    return [
        " ".join(filter(None, (one["by_name"] or "Lectern", one["said"], one["object_name"], one["detail"])))
        for one in told["results"]
    ]


def test_signing_in_and_out_is_noted_with_where_from(look: Any, annotator: User) -> None:
    client = APIClient(REMOTE_ADDR="198.51.100.7")
    for password in ("wrong", "a long enough one"):
        client.post("/api/v1/session/", {"username": "annotator", "password": password})
    client.delete("/api/v1/session/")
    told = look()
    assert lines(told) == ["annotator signed out", "annotator signed in", "Lectern failed to sign in as annotator"]
    assert [one["is_warning"] for one in told["results"]] == [False, False, True]
    assert {one["address"] for one in told["results"]} == {"198.51.100.7"}
    assert {one["via"] for one in told["results"]} == {"browser"}
    assert told["results"][2]["by"] is None


def test_sign_ins_of_strangers_are_for_site_admins_only(
    look: Any, project: Project, outsider: User, client_of: ClientOf
) -> None:
    for name in ("outsider", "nobody-at-all"):
        APIClient().post("/api/v1/session/", {"username": name, "password": "wrong"})
    assert lines(look()) == []
    boss = client_of(User.objects.create_superuser("boss"))
    told = boss.get(f"/api/v1/projects/{project.slug}/activity/").json()
    assert lines(told) == ["Lectern failed to sign in as nobody-at-all", "Lectern failed to sign in as outsider"]


def test_one_project_shows_nothing_of_another(look: Any, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    client.post("/api/v1/projects/", {"name": "Elsewhere"})
    assert lines(look()) == []
    assert lines(client.get("/api/v1/projects/elsewhere/activity/").json()) == ["admin created the project Elsewhere"]


def test_roles_settings_tokens_and_passwords(
    look: Any, project: Project, admin: User, person: Person, client_of: ClientOf
) -> None:
    client, lena = client_of(admin), person(None, "lena")
    address = f"/api/v1/projects/{project.slug}/"
    member = client.post(f"{address}members/", {"username": "lena", "role": "viewer"}).json()["id"]
    for role in ("annotator", "annotator"):  # the second changes nothing
        client.patch(f"{address}members/{member}/", {"role": role})
    client.patch(address, {"description": "Tides", "decision_reasons": ["oversight"]})
    client_of(lena).post("/api/v1/tokens/", {"name": "Nightly", "days": 30})
    password = {"password": "a long enough one", "new_password": "low tide at noon"}
    assert client_of(lena).post("/api/v1/session/password/", password).status_code == 204
    told = look()
    client.delete(f"{address}members/{member}/")
    assert lines(told) == [
        "lena changed the password of lena",
        "lena created the API token Nightly write, 30 days",
        "admin changed the settings of Harbour Talks description, decision reasons",
        "admin changed the role of lena viewer → annotator",
        "admin added lena viewer",
    ]
    settings = told["results"][2]["facts"]
    assert settings["Description"] == " → Tides"
    assert settings["Decision reasons"].endswith("better translation → oversight")
    assert lines(look()) == ["admin removed lena annotator", *lines(told)[2:]]  # their account is no longer ours to see


def test_reviews_are_submitted_reopened_and_returned(
    look: Any, editor: Editor, admin: User, client_of: ClientOf
) -> None:
    editor.done({"type": "submit", "leave_unreviewed": True})
    editor.undo()
    editor.done({"type": "submit", "leave_unreviewed": True})
    client_of(admin).post(f"/api/v1/reviews/{editor.id}/return/", {"reason": "Shifted by one from row 2."})
    told = look(kind="review")
    assert lines(told) == [
        "admin returned Ledger Shifted by one from row 2.",
        "annotator submitted Ledger 4 rows",
        "annotator reopened Ledger 4 rows",
        "annotator submitted Ledger 4 rows",
    ]
    assert told["results"][0]["facts"] == {"Annotator": "annotator"}
    assert told["results"][0]["object_id"] == editor.id


def test_assignments_and_claims(
    look: Any, project: Project, bitext: Pair, talk: Pair, admin: User, person: Person
) -> None:
    ines, wen = person(Role.ANNOTATOR, "ines"), person(Role.ANNOTATOR, "wen")
    slot_policy.set_policy(project, reviews_per_pair=1)
    pairs = Pair.objects.filter(project=project)
    bulk.assign(project=project, pairs=pairs, people=[ines], spread=True, by=admin, is_preview=True)
    bulk.assign(project=project, pairs=pairs, people=[ines], spread=True, by=admin)
    slots = list(project.slots.order_by("id"))
    bulk.reassign(project=project, slots=[slots[0].pk], to=wen, hand_over=True, by=admin)
    bulk.withdraw(project=project, slots=[slots[1].pk])
    bulk.plan(project=project, pairs=pairs, changes={"priority": 3})
    claimed = slot_queue.claim_next(project, wen)
    assert claimed is not None
    slot_queue.skip(claimed, "Too hard", wen)
    found = lines(look(group="Assignments"))
    assert found[0] == f"wen skipped {claimed.pair.title} Too hard"
    assert found[1].startswith(f"wen claimed {claimed.pair.title} until ")
    assert found[2:6] == [
        "Lectern set the priority of 2 pairs 3",
        "Lectern withdrew 1 review",
        "admin reassigned 1 review to wen, with the work done",
        "admin assigned 2 reviews to ines",
    ]
    assert look(verb="reassigned")["results"][0]["facts"] == {"To": "wen"}


def test_imports_runs_and_exports(
    look: Any, project: Project, bitext: Pair, admin: User, client_of: ClientOf, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    client = client_of(admin)
    table = SimpleUploadedFile("table.tsv", b"source\ttarget\nGood evening.\tGuten Abend.\n")
    batch = client.post("/api/v1/imports/", {"project": project.slug, "files": table}, format="multipart").json()["id"]
    assert client.post(f"/api/v1/imports/{batch}/commit/").status_code == 200
    abandoned = ImportBatch.objects.create(project=project)
    client.delete(f"/api/v1/imports/{abandoned.pk}/")
    run = client.post("/api/v1/runs/", {"pair": bitext.pk, "engine": "lexical"}).json()["id"]
    client.post(f"/api/v1/runs/{run}/cancel/")
    client.get(f"/api/v1/projects/{project.slug}/gold/")
    test_set = client.post("/api/v1/test-sets/", {"project": project.slug, "name": "Spring", "reviews": []}).json()[
        "id"
    ]
    client.delete(f"/api/v1/test-sets/{test_set}/")
    assert lines(look()) == [
        "admin deleted the test set Spring",
        "admin created the test set Spring",
        "admin exported gold of Harbour Talks tsv",
        "admin cancelled a run of Ledger",
        "admin aligned Ledger Lexical",
        "admin discarded the import of 0 files",
        "admin imported 2 documents 1 pair",
    ]


def test_what_is_rolled_back_is_not_noted(look: Any, project: Project, admin: User) -> None:
    with transaction.atomic():
        note("project_changed", project=project, kind="project", pk=project.pk, name=project.name)
        transaction.set_rollback(True)
    assert lines(look()) == []


def test_only_known_verbs_and_objects_are_noted(project: Project) -> None:
    with pytest.raises(ValueError, match="'danced' of ''"):
        note("danced", project=project)
    with pytest.raises(ValueError, match="of 'shoe'"):
        note("assigned", project=project, kind="shoe")


def test_a_token_is_named_as_the_way_in(look: Any, project: Project, admin: User) -> None:
    _, token = create_token(admin, name="ci-export", scope=TokenScope.WRITE)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    client.get(f"/api/v1/projects/{project.slug}/gold/")
    (entry,) = look(verb="exported_gold")["results"]
    assert (entry["by_name"], entry["via"], entry["address"]) == ("admin", "token ci-export", "127.0.0.1")


def test_without_a_request_it_was_the_command_line(look: Any, project: Project) -> None:
    note("imported", project=project, name="2 documents")
    (entry,) = look()["results"]
    assert (entry["by"], entry["via"], entry["address"]) == (None, "command line", "")


def test_the_database_refuses_to_change_or_delete_entries(project: Project) -> None:
    note("imported", project=project)
    for change in (
        lambda: ActivityEntry.objects.update(by_name="Somebody else"),
        lambda: ActivityEntry.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError, match="activity log is only added to"), transaction.atomic():
            change()
    too_young = "SET LOCAL lectern.retention = 'on'; DELETE FROM annotator_activityentry"
    with pytest.raises(IntegrityError, match="only added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(too_young)
    assert ActivityEntry.objects.count() == 1


def test_entries_are_forgotten_when_their_time_is_over(project: Project, settings: Any) -> None:
    settings.ACTIVITY_DAYS = 100
    for days in (0, 99, 101, 800):
        ActivityEntry.objects.create(at=timezone.now() - timedelta(days=days), project=project, verb="imported")
    assert forget_activity() == 2
    assert ActivityEntry.objects.count() == 2


def test_entries_outlast_what_they_are_about(
    project: Project, admin: User, person: Person, client_of: ClientOf
) -> None:
    boss = User.objects.create_superuser("boss", first_name="Ines", last_name="Koba")
    note("exported_gold", project=project, name="gold", by=admin)
    assert client_of(boss).delete(f"/api/v1/projects/{project.slug}/").status_code == 204
    Membership.objects.filter(user=admin).delete()
    admin.delete()
    assert ActivityEntry.objects.get(verb="exported_gold").by_name == "admin"
    removed = ActivityEntry.objects.get(verb="project_removed")
    assert (removed.by_name, removed.object_name, removed.project_id) == ("Ines Koba", "Harbour Talks", None)


def test_filters(look: Any, project: Project, admin: User, annotator: User) -> None:
    now = timezone.now()
    for days, who, verb, name in (
        (0, admin, "run_started", "Salt, slowly"),
        (1, annotator, "claimed", "The bridge that hums"),
        (40, admin, "claimed", "塩"),
    ):
        ActivityEntry.objects.create(
            at=now - timedelta(days=days), project=project, by=who, by_name=who.username, verb=verb,
            object_kind="pair", object_name=name,
        )  # fmt: skip

    def names(**query: Any) -> list[str]:
        return [one["object_name"] for one in look(**query)["results"]]

    assert names(person=annotator.pk) == ["The bridge that hums"]
    assert names(verb="claimed") == ["The bridge that hums", "塩"]
    assert names(group="Runs") == ["Salt, slowly"]
    assert names(group="Runs", verb="claimed") == []
    assert names(kind="pair", search="BRIDGE") == ["The bridge that hums"]
    assert names(search="塩") == ["塩"]
    assert names(search="%") == names(kind="token") == []
    day = (now - timedelta(days=1)).date().isoformat()
    assert names(since=day, until=day) == ["The bridge that hums"]
    assert names(until=day) == ["The bridge that hums", "塩"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("verb", "danced"), ("group", "x"), ("kind", "shoe"), ("since", "yesterday"), ("until", "2026-13-01"),
     ("cursor", "x"), ("cursor", "9" * 18 + "-1"), ("page_size", "0"), ("person", "0"), ("search", "x" * 201)],
)  # fmt: skip
def test_wrong_filters_are_named(client_of: ClientOf, admin: User, project: Project, name: str, value: str) -> None:
    answer = client_of(admin).get(f"/api/v1/projects/{project.slug}/activity/", {name: value})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == name


def test_pages_follow_one_another(look: Any, project: Project, admin: User) -> None:
    at = timezone.now()
    for n in range(7):  # of one moment: their ids decide
        ActivityEntry.objects.create(at=at, project=project, verb="imported", object_name=str(n))
    found, cursor = [], ""
    while True:
        page = look(page_size=3, cursor=cursor)
        found += [one["object_name"] for one in page["results"]]
        note("imported", project=project, name="later")  # what comes meanwhile moves nothing
        if not (cursor := page["next"]):
            break
    assert found == list("6543210")


def test_a_page_looks_through_so_much_and_no_more(
    look: Any, project: Project, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LOOKED_THROUGH", 10)
    ActivityEntry.objects.create(at=timezone.now() - timedelta(days=9), project=project, verb="imported")
    for _ in range(25):
        note("signed_in", account=admin)
        note("project_changed", project=project)
    pages, cursor = [], ""
    while True:
        page = look(verb="imported", cursor=cursor)
        pages.append(len(page["results"]))
        if not (cursor := page["next"]):
            break
        assert page["looked_back_to"]
    assert pages[-1] == sum(pages) == 1
    assert len(pages) >= 3
    assert len(list(reading.entries(project, Wanted()))) == 51


def test_a_page_costs_the_same_statements_whatever_there_is(look: Any, project: Project, admin: User) -> None:
    counts = []
    for n in (1, 120):
        for _ in range(n):
            note("imported", project=project, by=admin)
        with CaptureQueriesContext(connection) as captured:
            look(page_size=50)
        counts.append(len(captured))
    assert counts[0] >= counts[1]
    assert counts[1] <= 4


def test_the_file_holds_what_is_filtered_and_runs_as_no_formula(
    project: Project, admin: User, client_of: ClientOf, look: Any
) -> None:
    note(
        "imported",
        project=project,
        name="=HYPERLINK(1)",
        detail='2 pairs, "tides"',
        by=admin,
        facts={"Files": ["a", "b"]},
    )
    note("signed_in", account=admin, by=admin)
    client = client_of(admin)
    address = f"/api/v1/projects/{project.slug}/activity/export/"
    answer = client.get(address, {"verb": "imported"})
    assert answer["Content-Disposition"] == 'attachment; filename="harbour-talks-activity.csv"'
    rows = list(csv.DictReader(StringIO(answer.getvalue().decode())))
    assert [row["verb"] for row in rows] == ["imported"]
    assert rows[0]["object"] == "'=HYPERLINK(1)"
    assert rows[0]["detail"] == '2 pairs, "tides"'
    assert json.loads(rows[0]["facts"]) == {"Files": ["a", "b"]}
    as_lines = client.get(address, {"file_format": "jsonl", "group": "Talks and texts"}).getvalue().decode()
    (entry,) = map(json.loads, as_lines.splitlines())
    assert (entry["object"], entry["facts"], entry["who"]) == ("=HYPERLINK(1)", {"Files": ["a", "b"]}, "admin")
    assert lines(look(verb="exported_activity"))[0] == "admin exported the activity log jsonl"


def test_invitations_and_who_joins_by_them(look: Any, project: Project, admin: User, outsider: User) -> None:
    given = {"project": project, "role": "annotator", "user": admin, "may_create": True}
    made = member_invitations.invite(name="Lena Vogt", **given)
    member_invitations.accept(made, outsider, is_mailed=False)
    member_invitations.revoke(member_invitations.invite(email="nora@example.org", **given))
    assert lines(look()) == [
        "Lectern revoked the invitation of nora@example.org",
        "admin invited nora@example.org annotator",
        "outsider joined by an invitation: outsider annotator",
        "admin invited Lena Vogt annotator",
    ]
