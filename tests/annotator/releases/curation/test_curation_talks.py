"""Test sets by talks: which are in and why not, what lists of talks match, reviews that somebody chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import AssignmentPolicy, Pair, Project, Review, Role, Taken, TestSet
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.releases.curation.rules import Rules
from annotator.releases.erasing import _NAMING
from annotator.releases.pseudonyms import pseudonym_of
from annotator.reviewing.gold_counts import counted_gold
from tests.annotator.conftest import make_project
from tests.annotator.releases.curation.talks import LABELLED, person_named, reviewed, talk
from tests.annotator.releases.releasing import make_release, shared_rows_and_files

ClientOf = Callable[[User], APIClient]


@pytest.fixture(scope="module")
def shared_talks(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Project]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        project = make_project()
        reviewed(talk(project, "Tides", speaker="Ada Byron", external_id="ahc-1961:source"), fields=LABELLED)
        reviewed(talk(project, "Bees", speaker="BYRON, Ada"), fields=LABELLED)
        fog = talk(project, "Fog", speaker="Cleo", external_id="ahc-2040:source")
        Pair.objects.filter(pk=fog.pk).update(reviews_needed=2)
        reviewed(fog, "dan", fields=LABELLED)
        talk(project, "Salt", speaker="Dora")
        yield project


@pytest.fixture
def project(db: None, shared_talks: Project) -> Project:
    return Project.objects.get(pk=shared_talks.pk)


@pytest.fixture
def talks(project: Project) -> Project:
    return project


@pytest.fixture
def curated(talks: Project) -> TestSet:
    return TestSet.objects.create(project=talks, name="Harbour", takes=Taken.ALL)


@pytest.fixture
def client(person: Callable[..., User], client_of: ClientOf) -> APIClient:
    return client_of(person(Role.ADJUDICATOR, "wen"))


def at(test_set: TestSet, what: str) -> str:
    return f"/api/v1/test-sets/{test_set.pk}/{what}/"


def listed(client: APIClient, test_set: TestSet, **query: Any) -> dict[str, dict[str, Any]]:
    answer = client.get(at(test_set, "talks"), query)
    assert answer.status_code == 200, answer.data
    return {each["title"]: each for each in answer.json()["talks"]}


def put(client: APIClient, test_set: TestSet, **rules: Any) -> dict[str, Any]:
    test_set.refresh_from_db()
    answer = client.post(at(test_set, "rules"), {"version": test_set.rules_version, "rules": rules})
    assert answer.status_code == 200, answer.data
    counts: dict[str, Any] = answer.json()["counts"]
    return counts


def test_every_talk_is_listed_with_why_it_is_out(client: APIClient, curated: TestSet) -> None:
    found = listed(client, curated)
    shown = {name: (each["n_in"], each["n_rows"], each["basis"], each["why_out"]) for name, each in found.items()}
    assert shown == {
        "Tides": (5, 6, "single", None), "Bees": (5, 6, "single", None), "Fog": (0, 0, "", "waits"),
        "Salt": (0, 0, "", "waits"),
    }  # fmt: skip
    assert (found["Fog"]["n_wanted"], found["Salt"]["n_wanted"]) == (1, 0)
    assert [found[name]["name"] for name in ("Tides", "Bees")] == ["ahc-1961", "bees"]
    put(client, curated, talks_out={"ahc-1961": "Copied"}, good_mt="no", null_rows=False, target_length={"least": 90})
    out = listed(client, curated, show="out")
    assert (out["Tides"]["why_out"], out["Tides"]["reason"], out["Bees"]["why_out"]) == ("talks_out", "Copied", "rows")
    assert client.get(at(curated, "talks"), {"search": "ahc-2040"}).json()["talks"][0]["title"] == "Fog"
    bees = client.get(at(curated, "rows"), {"pair": found["Bees"]["pair"]}).json()["rows"]
    assert {row["pair"]["title"] for row in bees} == {"Bees"}
    page = client.get(at(curated, "talks"), {"limit": 3}).json()
    assert (len(page["talks"]), page["next_after"], page["counts"]["all"]) == (3, 3, 4)


def test_lines_of_the_exclusion_list_say_what_they_match(client: APIClient, curated: TestSet) -> None:
    """The id of the manifest matched nothing, and no line said so."""
    lines = ["ahc-1961", "Fog", "Ada Byron", "ahc-1916", "a sentence of some training data"]
    counts = put(client, curated, exclude=lines)
    assert (counts["n_rows"], counts["steps"][-1]["rule"], counts["steps"][-1]["n_excluded"]) == (0, "exclude", 10)
    told = counts["exclusions"]
    assert (told["n_lines"], told["n_matching"], told["n_rows"]) == (5, 3, 12)
    found = {
        each["line"]: (each["matched_by"], each["talks"], each["n_rows"], each["nearest"]) for each in told["lines"]
    }
    assert found == {
        "ahc-1916": ("", [], 0, "ahc-1961"),
        "a sentence of some training data": ("", [], 0, ""),
        "ahc-1961": ("manifest", ["Tides"], 6, ""),
        "Fog": ("title", ["Fog"], 0, ""),
        "Ada Byron": ("speaker", ["Bees", "Tides"], 12, ""),
    }
    assert [each["n_talks"] for each in told["lines"]] == [0, 0, 1, 1, 2]
    assert put(client, curated)["exclusions"] is None


def test_a_chosen_review_has_a_basis_of_its_own(client: APIClient, curated: TestSet, talks: Project) -> None:
    fog = Pair.objects.get(title="Fog")
    review = Review.objects.get(pair=fog)
    answer = client.post(at(curated, "choose"), {"pair": fog.pk, "review": review.pk})
    assert answer.status_code == 200, answer.data
    assert (answer.json()["takes"], answer.json()["counts"]["n_rows"]) == ("mixed", 15)
    found = listed(client, curated, show="chosen")["Fog"]
    assert (found["n_in"], found["basis"], found["chosen"]) == (5, "chosen", {"review": review.pk, "by": "dan"})
    curated.refresh_from_db()
    records = list(curated_records(Curation.of(curated)))
    assert {record["basis"] for record in records if record["pair"] == "Fog"} == {"chosen"}
    assert {record["basis"] for record in records if record["pair"] != "Fog"} == {"single"}
    assert counted_gold(talks, curated)["n_rows"] == 15
    put(client, curated, basis=["adjudicated", "single", "agreed"])
    assert listed(client, curated)["Fog"]["why_out"] == "basis"
    put(client, curated)
    release = make_release(TestSet.objects.get(pk=curated.pk))
    assert orjson.loads(release.manifest)["basis"] == {"chosen": 5, "single": 10}
    card = release.files.get(form="card").file.read().decode()
    assert "5 rows of a single review that somebody chose from a pair that needs more" in card
    back = client.post(at(curated, "choose"), {"pair": fog.pk, "review": None})
    assert (back.json()["takes"], back.json()["counts"]["n_rows"]) == ("all", 10)


def test_whose_review_was_chosen_is_hidden_from_whoever_is_to_adjudicate_without_names(
    client: APIClient, curated: TestSet, person: Callable[..., User], client_of: ClientOf
) -> None:
    fog = Pair.objects.get(title="Fog")
    reviewed(fog, "eve", fields=LABELLED)
    review = Review.objects.get(pair=fog, annotator__username="dan")
    client.post(at(curated, "choose"), {"pair": fog.pk, "review": review.pk})
    assert listed(client, curated)["Fog"]["chosen"] == {"review": review.pk, "by": None}
    assert listed(client_of(person(Role.ADMIN, "ada")), curated)["Fog"]["chosen"]["by"] == "dan"
    AssignmentPolicy.objects.update_or_create(project=fog.project, defaults={"blind": False})
    assert listed(client, curated)["Fog"]["chosen"]["by"] == "dan"


def test_a_review_that_a_set_names_alone_is_chosen_too(curated: TestSet, talks: Project) -> None:
    """What the pair needs is not there, so it is no *single* review."""
    named = TestSet.objects.create(project=talks, name="Dan's")
    named.reviews.set(Review.objects.filter(pair__title__in=["Fog", "Tides"]))
    found = {record["pair"]: record["basis"] for record in curated_records(Curation.of(named))}
    assert found == {"Fog": "chosen", "Tides": "single"}


def test_only_a_submitted_review_of_the_pair_is_chosen(client: APIClient, curated: TestSet) -> None:
    fog, salt = Pair.objects.get(title="Fog"), Pair.objects.get(title="Salt")
    review = Review.objects.get(pair=fog)
    assert client.post(at(curated, "choose"), {"pair": salt.pk, "review": review.pk}).status_code == 400
    open_one = Review.objects.create(pair=salt, run=salt.runs.get(), annotator=person_named(salt.project, "eve"))
    answer = client.post(at(curated, "choose"), {"pair": salt.pk, "review": open_one.pk})
    assert "no submitted review" in answer.json()["errors"][0]["message"]
    curated.refresh_from_db()
    assert curated.takes == Taken.ALL


def test_what_somebody_reviewed_can_be_left_out(client: APIClient, curated: TestSet, talks: Project) -> None:
    salt = Pair.objects.get(title="Salt")
    Pair.objects.filter(pk=salt.pk).update(reviews_needed=2)
    for name in ("ann", "dan"):
        reviewed(salt, name, fields=LABELLED)
    dan = pseudonym_of(talks, person_named(talks, "dan").pk)
    counts = client.get(at(curated, "funnel")).json()["counts"]
    ann = pseudonym_of(talks, person_named(talks, "ann").pk)
    told = {each["value"]: (each["name"], each["n_rows"]) for each in counts["choices"]["people"]}
    assert told == {ann: ("", 17), dan: ("", 5)}, "an adjudicator of a blind project reads no names"
    AssignmentPolicy.objects.create(project=talks, blind=False)
    shown = client.get(at(curated, "funnel")).json()["counts"]["choices"]["people"]
    assert [each["name"] for each in shown] == ["ann", "dan"]
    assert put(client, curated, without=[dan])["n_rows"] == 10
    found = listed(client, curated)
    assert (found["Salt"]["basis"], found["Salt"]["why_out"]) == ("agreed", "without")
    release = make_release(TestSet.objects.get(pk=curated.pk))
    assert orjson.loads(release.manifest)["rules"]["rules"] == {"without": [dan]}
    assert "dan" not in release.manifest.replace(dan, "")


def test_a_talk_is_pinned_to_a_part(client: APIClient, curated: TestSet) -> None:
    by_ratio = {"by": "ratio", "ratio": [1, 0, 0], "size": "rows"}
    put(client, curated, split=by_ratio, pins={"ahc-1961": "test"})
    found = listed(client, curated)
    # The other talk of its speaker goes with it, though its name is spelled otherwise.
    assert [(found[name]["part"], found[name]["pin"]) for name in ("Tides", "Bees")] == [
        ("test", "test"),
        ("test", None),
    ]
    assert listed(client, curated, show="pinned").keys() == {"Tides"}
    wrong = client.post(at(curated, "rules"), {"version": 1, "rules": {"pins": {"bees": "exam"}}})
    assert wrong.status_code == 400
    stored = put(client, curated, split={**by_ratio, "by_event": True, "within": "rank"})
    curated.refresh_from_db()
    assert (curated.rules["split"]["by_event"], curated.rules["split"]["within"]) == (True, "rank")
    assert stored["split"]["languages"] == [{"value": "en>ja", "talks": 2, "rows": [10, 0, 0]}]


def test_each_rule_is_known_to_name_talks_or_not() -> None:
    """Those that name some lose the names of a talk that is erased."""
    of_rows = {"good_align", "good_mt", "labels", "implicit", "null_rows", "passed", "cost_most", "alpha_least"}
    of_rows |= {"gamma", "eta_least", "source_length", "target_length", "length_ratio"}
    of_many_talks = {"basis", "kind", "splits", "events", "languages", "interpreters", "ranks", "split"}
    of_people_and_releases = {"without", "exclude_name"}
    assert {rule.name for rule in fields(Rules)} == {*_NAMING, *of_rows, *of_many_talks, *of_people_and_releases}
