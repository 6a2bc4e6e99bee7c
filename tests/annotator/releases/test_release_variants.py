"""Variants of a release: which curated rows are in COARSE, INTRA and INTER, and what is said of those that are not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Link, Pair, Project, Release, ReleaseState, Review, ReviewRow, Taken, TestSet, Variant
from annotator.releases import making as releases
from annotator.releases.systems import engine_runs
from annotator.releases.variants import Proposed, why_out
from tests.annotator.conftest import make_project
from tests.annotator.releases.curation.talks import ENGLISH, JAPANESE, reviewed, talk
from tests.annotator.releases.releasing import execute, make_release, shared_rows_and_files, silent
from tests.annotator.releases.test_release_command import run

OF_CURATED = [name for name in Variant.values if name != Variant.AUTOMATIC]
KEPT = {"coarse": True, "intra": True, "inter_score": True}


def proposed(cost: float | None = 0.4, cost_most: float = 1.0, **verdicts: bool) -> Proposed:
    return Proposed(cost, verdicts, cost_most)


@pytest.mark.parametrize(
    ("link", "coarse", "intra", "inter"),
    [
        (proposed(**KEPT), "", "", ""),
        (proposed(**KEPT, inter_alpha=False), "", "", "inter"),
        (proposed(coarse=True, intra=False, inter_score=True), "", "intra", "intra"),
        (proposed(**{**KEPT, "coarse": False}), "coarse", "coarse", "coarse"),
        (proposed(coarse=True, intra=True), "", "", "not_judged"),
        (proposed(), "", "not_judged", "not_judged"),  # a run without filters has a cost
        (proposed(cost=1.0), "", "not_judged", "not_judged"),
        (proposed(cost=1.01), "coarse", "coarse", "coarse"),
        (proposed(cost=1.01, cost_most=1.5), "", "not_judged", "not_judged"),
        (proposed(cost=None), "", "not_judged", "not_judged"),
        (proposed(label=True), "", "not_judged", "not_judged"),  # a corpus's own label says nothing of the stages
        (None, "", "not_judged", "not_judged"),
    ],
)
def test_each_stage_is_asked_after_the_one_before(link: Proposed | None, coarse: str, intra: str, inter: str) -> None:
    assert [why_out(name, link) for name in OF_CURATED] == ["", coarse, intra, inter]


@pytest.fixture(scope="module")
def shared_pair(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        yield make_pair(make_project())


@pytest.fixture
def pair(db: None, shared_pair: Pair) -> Pair:
    return Pair.objects.get(pk=shared_pair.pk)


@pytest.fixture
def project(pair: Pair) -> Project:
    return pair.project


def make_pair(project: Project) -> Pair:
    """Six rows: kept by all, dropped by alpha, by cost, regrouped by a person, null, and not judged."""
    pair = talk(project, "Tides", speaker="Ada", rank="S")
    verdicts = (KEPT, {**KEPT, "inter_alpha": False}, {**KEPT, "coarse": False}, KEPT, {"coarse": False}, {})
    for position, each in enumerate(verdicts):
        Link.objects.filter(run__pair=pair, position=position).update(
            verdicts=each, features={"alpha": 0.3} if position == 1 else {}
        )
    project.filter_thresholds = {"alpha_least": 0.5}
    project.save()
    reviewed(pair, fields=[{}, {}, {}, {"edited": True}, {"null_reason": "omission"}])
    return pair


@pytest.fixture
def client(client_of: Callable[[User], APIClient], admin: User) -> APIClient:
    return client_of(admin)


@pytest.fixture
def test_set(pair: Pair) -> TestSet:
    return TestSet.objects.create(project=pair.project, name="Spring", takes=Taken.ALL)


def rows_of(release: Release) -> list[str]:
    return [json.loads(record)["source"] for record in release.rows.values_list("record", flat=True)]


def variant_of(release: Release) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(release.manifest)["variant"]
    return told


def card_of(release: Release) -> str:
    with release.files.get(form="card").file.open("rb") as file:
        return str(file.read().decode())


def test_variants_are_parts_of_what_is_curated(test_set: TestSet) -> None:
    made = {variant: make_release(test_set, variant=variant) for variant in OF_CURATED}
    rows = {variant: rows_of(release) for variant, release in made.items()}
    everything = rows["curated"]
    assert len(everything) == 6
    assert rows["coarse"] == [everything[at] for at in (0, 1, 3, 5)]
    assert rows["intra"] == [everything[at] for at in (0, 1)]
    assert rows["inter"] == everything[:1]
    assert [release.version for release in made.values()] == ["1.0", "1.1", "1.2", "1.3"]
    assert variant_of(made["curated"]) == {"name": "curated", "n_candidates": 6, "left_out": {}}
    assert "Variant" not in card_of(made["curated"])
    left_out = {"null": 1, "coarse": 1, "inter": 1, "not_judged": 2}
    assert variant_of(made["inter"]) == {"name": "inter", "n_candidates": 6, "left_out": left_out}
    told = (
        "Variant: INTER of Zhao et al. 2024, by the filters' verdicts on 6 curated rows. Left out: 1 row without a text"
    )
    assert told in card_of(made["inter"])


@pytest.mark.parametrize("rules", [{}, {"split": {"by": "ratio", "ratio": [1, 0, 0]}}])
def test_rules_and_variants_go_together(test_set: TestSet, rules: dict[str, Any]) -> None:
    """With and without rules the rows come from different places."""
    TestSet.objects.filter(pk=test_set.pk).update(rules=rules)
    release = make_release(test_set, variant="intra")
    assert (release.n_rows, variant_of(release)["n_candidates"]) == (2, 6)
    again = make_release(test_set, variant="intra")
    assert (again.sha256, again.previous, again.changes) == (release.sha256, release, {
        "added": 0, "removed": 0, "changed": 0, "same": 2,
    })  # fmt: skip


def test_a_release_follows_on_the_last_of_its_variant(test_set: TestSet) -> None:
    first = make_release(test_set)
    assert make_release(test_set, variant="inter").previous is None
    assert make_release(test_set).previous == first


def test_inter_goes_by_the_thresholds_of_now(test_set: TestSet, pair: Pair) -> None:
    pair.filter_thresholds = {"alpha_least": None}
    pair.save()
    release = make_release(test_set, variant="inter")
    assert release.n_rows == 2
    assert variant_of(release)["thresholds_of_pairs"] == {str(pair.pk): {"alpha_least": None}}


def test_a_variant_without_rows_says_why(test_set: TestSet) -> None:
    Link.objects.update(verdicts={})
    release = releases.request_release(test_set=test_set, user=None, variant="inter")
    execute(release)
    release.refresh_from_db()
    assert release.state == ReleaseState.FAILED
    assert release.error == (
        "No row of the test set is in INTER. Nothing was released. Left out: 1 row without a text on one side, "
        "5 rows regrouped by people or not judged by the filters."
    )


def test_the_command_and_rest_choose_a_variant(test_set: TestSet, project: Project, client: APIClient) -> None:
    with silent():
        told = run("create", project.slug, test_set.name, "--variant", "coarse")
    assert "Spring 1.0, COARSE, frozen, 4 rows" in told
    release = Release.objects.get()
    detail = client.get(f"/api/v1/releases/{release.pk}/").json()
    assert detail["variant"] == "coarse"
    assert detail["contents"]["variant"]["left_out"] == {
        "null": 1, "coarse": 1, "intra": 0, "inter": 0, "not_judged": 0,
    }  # fmt: skip
    asked = client.post("/api/v1/releases/", {"test_set": test_set.pk, "variant": "inter"}, format="json")
    assert (asked.status_code, asked.json()["variant"]) == (201, "inter")
    wrong = client.post("/api/v1/releases/", {"test_set": test_set.pk, "variant": "fine"}, format="json")
    assert wrong.status_code == 400


def test_releases_of_earlier_versions_hold_all_curated_rows(test_set: TestSet, client: APIClient) -> None:
    manifest = {
        "format": "lectern-release/1", "statistics": [], "engines": [], "basis": {}, "thresholds": {}, "rules": {},
        "people": {"accounts": []}, "software": {"name": "Lectern", "version": "0.1"},
    }  # fmt: skip
    release = Release.objects.create(
        test_set=test_set, major=1, minor=0, title="Spring", state=ReleaseState.FROZEN, n_rows=0, sha256="a" * 64,
        rows_sha256="b" * 64, manifest=json.dumps(manifest), finished_at=timezone.now(),
    )  # fmt: skip
    detail = client.get(f"/api/v1/releases/{release.pk}/").json()
    assert (detail["variant"], detail["contents"]["variant"]) == ("curated", None)


def test_the_automatic_variant_holds_what_the_engine_proposed(test_set: TestSet, pair: Pair) -> None:
    """Whatever people moved, wrote or judged, and whichever rows of the talk are curated."""
    review = Review.objects.get()
    review.rows.filter(position=1).update(post_edit="手で", good_align=True, labels={"x": 1})
    first, *others = review.rows.order_by("position")
    first.chips.filter(side="target").update(removed=True)
    ReviewRow.objects.filter(pk__in=[row.pk for row in others[2:]]).update(status="proposed")
    curated, release = make_release(test_set), make_release(test_set, variant="automatic", people="names")
    assert (curated.n_rows, release.n_rows) == (3, 6)
    records = [json.loads(record) for record in release.rows.values_list("record", flat=True)]
    assert [(each["source"], each["target"]) for each in records] == [
        (source, target or "__drop__") for source, target in zip(ENGLISH, JAPANESE, strict=True)
    ]
    for each in records:
        said = {each[name] for name in ("basis", "annotator", "accepted_by", "null_reason", "decision_reason")}
        assert said == {""}, each
        assert {each[name] for name in ("good_align", "good_mt", "accepted_at", "submitted_at", "review_id")} == {None}
        assert (each["post_edited"], each["error_tags"], each["confidence"]) == (False, [], 0.9)
        assert (each["speaker"], each["interpreter_rank"], each["pair"]) == ("Ada", "S", "Tides")
    manifest = json.loads(release.manifest)
    assert manifest["people"]["accounts"] == []
    assert manifest["basis"] == {}
    assert variant_of(release) == {"name": "automatic", "n_candidates": 3, "left_out": {}}
    card = card_of(release)
    assert "Variant: automatic. All links that the engines proposed for the talks of 3 curated rows" in card
    assert "Gold:" not in card
    again = make_release(test_set, variant="automatic", people="names")
    assert (again.sha256, again.previous, again.changes["same"]) == (release.sha256, release, 6)  # type: ignore[index]


def test_the_automatic_variant_keeps_to_the_talks_and_parts_of_the_test_set(
    test_set: TestSet, project: Project
) -> None:
    reviewed(talk(project, "Rust", rank="A"), "ben")
    TestSet.objects.filter(pk=test_set.pk).update(rules={"ranks": ["S"], "split": {"by": "ratio", "ratio": [0, 0, 1]}})
    test_set.refresh_from_db()
    release = make_release(test_set, variant="automatic")
    told = [json.loads(record) for record in release.rows.values_list("record", flat=True)]
    assert {(each["pair"], each["split"]) for each in told} == {("Tides", "test")}
    assert len({each["row_id"] for each in told}) == 6


def test_engines_are_not_scored_on_their_own_links(test_set: TestSet, django_capture_on_commit_callbacks: Any) -> None:
    for variant, n_asked in (("curated", 1), ("automatic", 0)):
        release = make_release(test_set, variant=variant)
        with django_capture_on_commit_callbacks() as asked:
            engine_runs.ask(release)
        assert len(asked) == n_asked, variant
