"""Test sets through the API: rules, their conflicts, the funnel, rows by hand, and what is released of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import Project, Review, Role, Taken, TestSet
from annotator.releases.curation import pool as pools
from tests.annotator.conftest import make_project
from tests.annotator.releases.curation.talks import LABELLED, reviewed, talk
from tests.annotator.releases.releasing import make_release
from tests.annotator.shared import shared_rows

ClientOf = Callable[[User], APIClient]


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(scope="module")
def shared_talks(django_db_setup: None, django_db_blocker: Any) -> Iterator[Project]:
    with shared_rows(django_db_blocker):
        project = make_project()
        for number, name in enumerate(("Tides", "Bees", "Fog", "Salt", "Wind", "Sand")):
            one = talk(project, name, speaker=f"Speaker {number}", split="dev", rank="SA"[number % 2])
            reviewed(one, fields=LABELLED)
        yield project


@pytest.fixture
def project(db: None, shared_talks: Project) -> Project:
    return Project.objects.get(pk=shared_talks.pk)


@pytest.fixture
def talks(project: Project) -> Project:
    return project


@pytest.fixture
def curator(person: Callable[..., User]) -> User:
    user = person(Role.ADJUDICATOR, "wen")
    user.first_name, user.last_name = "Wen", "Li"
    user.save()
    return user


@pytest.fixture
def client(curator: User, client_of: ClientOf) -> APIClient:
    return client_of(curator)


@pytest.fixture
def at(client: APIClient, talks: Project) -> str:
    made = client.post("/api/v1/test-sets/", {"project": talks.slug, "name": "Harbour SI"})
    assert made.status_code == 201, made.data
    assert (made.data["takes"], made.data["n_rows"]) == ("all", 30)
    return f"/api/v1/test-sets/{made.data['id']}/"


def put(client: APIClient, at: str, version: int, **rules: Any) -> Any:
    return client.post(f"{at}rules/", {"version": version, "rules": rules})


def rows(client: APIClient, at: str, **query: Any) -> list[dict[str, Any]]:
    answer = client.get(f"{at}rows/", query)
    assert answer.status_code == 200, answer.data
    found: list[dict[str, Any]] = answer.json()["rows"]
    return found


def test_rules_are_replaced_and_the_funnel_answers(client: APIClient, at: str) -> None:
    first = client.get(f"{at}funnel/").json()
    assert (first["is_current"], first["rules_version"], first["counts"]["n_rows"]) == (True, 0, 30)
    choices = first["counts"]["choices"]
    assert choices["ranks"] == [{"value": "A", "n_rows": 18}, {"value": "S", "n_rows": 18}]
    assert choices["languages"] == [{"value": "en>ja", "n_rows": 36}]
    answer = put(client, at, 0, good_mt="yes", ranks=["S"], source_length={"least": 3})
    told = answer.json()
    assert answer.status_code == 200, told
    assert told["rules"] == {"good_mt": "yes", "ranks": ["S"], "source_length": {"least": 3.0}}
    assert (told["rules_version"], told["changed_by"]) == (1, "Wen Li")
    assert [step["rule"] for step in told["counts"]["steps"]] == ["ranks", "good_mt", "implicit", "source_length"]
    assert told["counts"]["n_rows"] == len(rows(client, at, is_in="true"))
    assert client.get(at).json()["n_rows"] == told["counts"]["n_rows"]
    listed = client.get("/api/v1/test-sets/").json()["results"]
    assert [one["n_rows"] for one in listed] == [told["counts"]["n_rows"]]
    same = put(client, at, 1, good_mt="yes", ranks=["S"], source_length={"least": 3}, kind="")
    assert same.json()["rules_version"] == 1


def test_a_stale_editor_is_told_who_changed_what(client: APIClient, at: str, admin: User, client_of: ClientOf) -> None:
    put(client, at, 0, good_mt="yes", null_rows=False)
    late = put(client_of(admin), at, 0, implicit=True)
    assert late.status_code == 409
    assert late.json()["detail"] == "Wen Li changed 2 rules. Reload to see them."
    assert (late.json()["code"], late.json()["version"]) == ("rules_changed", 1)
    assert client.get(f"{at}funnel/").json()["rules"] == {"good_mt": "yes", "null_rows": False}


def test_rows_are_put_in_and_taken_out_and_left_to_the_rules_again(client: APIClient, at: str) -> None:
    put(client, at, 0, good_mt="yes")
    out = rows(client, at, rule="good_mt")
    assert {(row["why_out"], row["good_mt"]) for row in out} == {("good_mt", False), ("good_mt", None)}
    assert {(row["number"], row["source"]) for row in out} >= {(2, "Nobody asked her to do it.")}
    given = {"rows": [out[0]["row"]], "is_in": True, "reason": "Reads well"}
    told = client.post(f"{at}picks/", given).json()
    assert (told["counts"]["by_hand"]["n_in"], told["rules_version"]) == (1, 1)
    (mine,) = rows(client, at, is_in="true", rule="by_hand")
    assert (mine["picked"]["reason"], mine["picked"]["by"]) == ("Reads well", "Wen Li")
    assert client.post(f"{at}picks/", {**given, "reason": ""}).status_code == 400
    told = client.post(f"{at}picks/", {"rows": given["rows"], "is_in": None}).json()
    assert told["counts"]["by_hand"]["n_in"] == 0


def test_pages_of_rows(client: APIClient, at: str) -> None:
    seen: list[str] = []
    after = 0
    while after is not None:
        page = client.get(f"{at}rows/", {"is_in": "true", "limit": 7, "after": after}).json()
        seen += [row["row"] for row in page["rows"]]
        after = page["next_after"]
    assert len(seen) == len(set(seen)) == 30
    assert client.get(f"{at}rows/", {"rule": "nothing"}).status_code == 400
    assert client.get(f"{at}rows/", {"limit": 1000}).status_code == 400


def test_what_is_shown_is_what_is_released_and_downloaded(client: APIClient, at: str, talks: Project) -> None:
    rules = {"good_mt": "yes", "implicit": True, "split": {"by": "ratio", "ratio": [4, 1, 1], "seed": 5}}
    told = put(client, at, 0, **rules).json()
    client.post(f"{at}picks/", {"rows": [rows(client, at)[0]["row"]], "is_in": True, "reason": "x"})
    client.post(f"{at}picks/", {"rows": [rows(client, at, is_in="true")[0]["row"]], "is_in": False, "reason": "y"})
    told = client.get(f"{at}funnel/").json()
    shown = rows(client, at, is_in="true")
    test_set = TestSet.objects.get()
    release = make_release(test_set)
    records = [json.loads(record) for record in release.rows.values_list("record", flat=True)]
    assert {record["row_id"] for record in records} == {row["row"] for row in shown}
    assert len(records) == told["counts"]["n_rows"] == release.n_rows
    manifest = json.loads(release.manifest)
    assert manifest["rules"]["rules"] == test_set.rules
    assert [one["reason"] for name in ("rows_in", "rows_out") for one in manifest["rules"][name]] == ["x", "y"]
    by_part: dict[str, int] = {}
    for record in records:
        by_part[record["split"]] = by_part.get(record["split"], 0) + 1
    parts = {part["name"]: part["rows"] for part in told["counts"]["split"]["parts"]}
    assert by_part == parts
    assert {one["split"] for one in manifest["statistics"]} == {"train", "dev", "test"}
    assert "implicit" in manifest["basis"]
    answer = client.get(f"/api/v1/projects/{talks.slug}/gold/", {"test_set": test_set.pk})
    table = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode()), delimiter="\t"))
    assert [row["row_id"] for row in table] == [record["row_id"] for record in records]
    preview = client.get(f"/api/v1/projects/{talks.slug}/gold/", {"test_set": test_set.pk, "preview": "true"})
    assert preview.json()["n_rows"] == len(records)
    again = make_release(test_set)
    assert again.sha256 == release.sha256


def test_a_release_keeps_the_rules_it_was_asked_for_with(client: APIClient, at: str) -> None:
    from annotator.releases import making as releases
    from tests.annotator.releases.releasing import execute

    put(client, at, 0, good_mt="yes")
    release = releases.request_release(test_set=TestSet.objects.get(), user=None)
    put(client, at, 1)
    execute(release)
    release.refresh_from_db()
    assert (release.state, release.n_rows) == ("frozen", 18)


def test_an_export_waits_for_a_worker_where_much_is_to_be_read(
    client: APIClient, at: str, talks: Project, monkeypatch: pytest.MonkeyPatch, queued: Any
) -> None:
    put(client, at, 0, good_mt="yes")
    Review.objects.filter(pair__project=talks).update(revision=99)
    monkeypatch.setattr(pools, "ROWS_AT_ONCE", 10)
    answer = client.get(f"/api/v1/projects/{talks.slug}/gold/", {"test_set": TestSet.objects.get().pk})
    assert (answer.status_code, answer.json()["code"]) == (409, "counting")
    told = client.get(f"{at}funnel/").json()
    assert (told["is_current"], told["counts"]["n_rows"]) == (False, 18)  # the last figures, until there are new ones


def test_old_test_sets_give_the_same_rows(talks: Project, client: APIClient) -> None:
    """As the migration leaves them: they take the reviews that they name, with no rules."""
    test_set = TestSet.objects.create(project=talks, name="Spring")
    assert (test_set.takes, test_set.rules) == (Taken.NAMED, {})
    test_set.reviews.set(Review.objects.filter(pair__title__in=["Tides", "Fog"]))
    told = client.get(f"/api/v1/test-sets/{test_set.pk}/funnel/").json()
    assert (told["takes"], told["counts"]["n_rows"]) == ("named", 10)
    assert client.get(f"/api/v1/test-sets/{test_set.pk}/").json()["n_rows"] == 10
    given = {"version": 0, "rules": {}, "takes": "all"}
    told = client.post(f"/api/v1/test-sets/{test_set.pk}/rules/", given).json()
    assert (told["takes"], told["counts"]["n_rows"]) == ("all", 30)


def test_counting_costs_the_same_statements_however_many_talks(client: APIClient, at: str, talks: Project) -> None:
    def statements(address: str) -> int:
        client.get(f"{at}funnel/")  # the pool is up to date
        TestSet.objects.update(counted="")
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    addresses = (f"{at}funnel/", f"{at}rows/?is_in=true", f"{at}rows/")
    before = [statements(address) for address in addresses]
    for number in range(4):
        reviewed(talk(talks, f"More {number}", speaker=f"Other {number}"), fields=LABELLED)
    assert [statements(address) for address in addresses] == before


def test_lists_say_how_many_rows_there_are_now(at: str, client: APIClient, talks: Project) -> None:
    """Not how many there were when somebody last looked at the test set."""
    lists = ("/api/v1/test-sets/", at)
    assert [_n_rows(client.get(address).json()) for address in lists] == [30, 30]
    Review.objects.filter(pair__title="Tides").update(state="open", submitted_at=None)
    assert [_n_rows(client.get(address).json()) for address in lists] == [25, 25]


def test_a_list_asks_a_worker_where_there_is_much_to_count(
    at: str, client: APIClient, talks: Project, monkeypatch: pytest.MonkeyPatch, queued: list[tuple[str, int]],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    for review in Review.objects.filter(pair__project=talks):
        Review.objects.filter(pk=review.pk).update(revision=review.revision + 1)
    monkeypatch.setattr(pools, "ROWS_AT_ONCE", 1)
    with django_capture_on_commit_callbacks(execute=True):
        assert _n_rows(client.get(at).json()) is None
    assert queued == [("count_test_set", TestSet.objects.get().pk)]


def _n_rows(answer: Any) -> int | None:
    n: int | None = answer["results"][0]["n_rows"] if "results" in answer else answer["n_rows"]
    return n
