"""The funnel: what each rule takes, which rows are in, and that what is shown is what is released."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from annotator.models import PickedRow, Pool, PooledRow, Project, ReviewRow, Role, Taken, TestSet
from annotator.platform.errors import Conflict, ServiceError
from annotator.releases.api.curation_serializers import CuratedRowSerializer, RulesSerializer
from annotator.releases.curation import pool as pools
from annotator.releases.curation.choosing import Curation, curated_records, rows_of
from annotator.releases.curation.counting import counts_of, execute, require_current
from annotator.releases.curation.editing import change_rules, pick_rows
from annotator.releases.curation.rules import _READERS, Rules
from annotator.reviewing.gold_records import gold_records
from tests.annotator.conftest import make_project
from tests.annotator.releases.curation.talks import LABELLED, person_named, reviewed, talk, touched
from tests.annotator.reviewing.test_labels import label, publish_labels
from tests.annotator.shared import shared_rows


@pytest.fixture(scope="module")
def shared_talks(django_db_setup: None, django_db_blocker: Any) -> Iterator[Project]:
    with shared_rows(django_db_blocker):
        project = make_project()
        reviewed(talk(project, "Tides", speaker="Ada", interpreter="S01", rank="S", split="test"), fields=LABELLED)
        reviewed(talk(project, "Bees", speaker="Ben", interpreter="A01", rank="A", event="TED"), fields=LABELLED)
        reviewed(talk(project, "Fog", speaker="Cleo", language="de", external_id="TED-7"), fields=LABELLED)
        yield project


@pytest.fixture
def talks(db: None, shared_talks: Project) -> Project:
    return Project.objects.get(pk=shared_talks.pk)


@pytest.fixture
def curated(talks: Project) -> TestSet:
    return TestSet.objects.create(project=talks, name="Harbour", takes=Taken.ALL)


def ruled(test_set: TestSet, **rules: Any) -> dict[str, Any]:
    """Its funnel under these rules."""
    changed = change_rules(test_set, rules=rules, version=test_set.rules_version, user=None)
    test_set.refresh_from_db()
    counts, is_current = counts_of(changed)
    assert is_current
    assert counts is not None
    return counts


def ids(test_set: TestSet) -> list[str]:
    return [record["row_id"] for record in curated_records(Curation.of(test_set))]


def losses(counts: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {step["rule"]: (step["n_excluded"], step["n_only"]) for step in counts["steps"]}


def test_a_test_set_without_rules_is_all_gold(curated: TestSet, talks: Project) -> None:
    counts, is_current = counts_of(curated)
    assert is_current
    assert counts is not None
    assert (counts["n_candidates"], counts["n_rows"], counts["talks"], counts["speakers"]) == (18, 15, 3, 3)
    assert losses(counts) == {"implicit": (3, 3)}
    assert [r["row_id"] for r in gold_records(talks)] == ids(curated)


def test_the_first_rule_that_fails_owns_a_row(curated: TestSet) -> None:
    counts = ruled(curated, languages=["en>ja"], ranks=["S"], good_mt="yes", null_rows=False)
    # Fog is out by its language although its rank fails too; of Tides, one is implicit and would pass without that.
    assert losses(counts) == {
        "languages": (6, 0), "ranks": (6, 2), "good_mt": (2, 2), "implicit": (1, 1), "null_rows": (1, 1),
    }  # fmt: skip
    assert [step["n_left"] for step in counts["steps"]] == [12, 6, 4, 3, 2]
    assert counts["n_rows"] == len(ids(curated)) == 2


RULES: list[tuple[dict[str, Any], int]] = [
    ({"basis": ["single"]}, 15),
    ({"basis": ["adjudicated"]}, 0),
    ({"search": "fo"}, 5),
    ({"kind": "paper_talk"}, 0),
    ({"splits": ["test"]}, 5),
    ({"splits": [""]}, 10),
    ({"events": ["TED"]}, 5),
    ({"languages": ["en>de"]}, 5),
    ({"interpreters": ["S01", "A01"]}, 10),
    ({"ranks": ["S"]}, 5),
    ({"good_align": "yes"}, 12),
    ({"good_align": "not_no"}, 12),
    ({"good_mt": "yes"}, 9),
    ({"good_mt": "not_no"}, 12),
    ({"good_mt": "no"}, 6),
    ({"implicit": True}, 18),
    ({"null_rows": False}, 12),
    ({"source_length": {"least": 3}}, 12),
    ({"source_length": {"most": 4}}, 6),
    ({"target_length": {"least": 9, "most": 9}}, 7),
    ({"length_ratio": {"most": 0.4}}, 12),
    ({"cost_most": 0.2}, 9),
    ({"alpha_least": 0.6}, 6),
    ({"eta_least": 0.5}, 9),
    ({"gamma": {"least": 0.5, "most": 0.9}}, 3),
    ({"passed": True}, 6),
    ({"exclude": ["ted-7", "  Bees "]}, 5),
    ({"exclude": ["nobody"]}, 15),
    ({"exclude": ["ada"]}, 10),
    ({"talks_out": {"bees": "Copied"}}, 10),
    ({"pins": {"bees": "test"}}, 15),
    ({"without": ["person-0000000000"]}, 15),
]


def test_every_rule_is_read_described_and_tried() -> None:
    """What a row is told beside its texts is what rules ask of it, so that the page can say why one left it out."""
    names = {each.name for each in fields(Rules)}
    assert names == set(_READERS) == set(RulesSerializer().fields)
    elsewhere = {"labels", "exclude_name", "split"}  # own labels below, what only names a file, test_curation_splits
    assert names - elsewhere == {name for rules, _ in RULES for name in rules}
    not_told = {"id", "pair", "row", "has_source", "has_target", "seconds"}  # texts say which sides a row has
    asked = {field.name for field in PooledRow._meta.concrete_fields} - not_told
    assert asked <= set(CuratedRowSerializer().fields)


def test_each_rule_and_many_together(curated: TestSet) -> None:
    """What is counted, shown and released: of several rules, the intersection of what each alone leaves in."""
    alone: dict[str, set[str]] = {}
    for rules, n in RULES:
        counts = ruled(curated, **rules)
        alone[str(rules)] = set(ids(curated))
        assert (rules, counts["n_rows"], len(alone[str(rules)])) == (rules, n, n)
    draw = random.Random(7)
    others = [rules for rules, _ in RULES if "implicit" not in rules]
    for number in range(10):
        chosen = draw.sample(others, 3)
        merged = {name: value for rules in chosen for name, value in rules.items()}
        counts = ruled(curated, **merged)
        expected = set.intersection(
            *(alone[str(rules)] for rules in chosen if all(merged[name] == value for name, value in rules.items()))
        )
        assert set(ids(curated)) == expected
        assert counts["n_rows"] == len(expected)
        out, _ = rows_of(curated, is_in=False)
        inside, _ = rows_of(curated, is_in=True)
        assert {row["row"] for row in inside} == expected
        assert {row["row"] for row in out}.isdisjoint(expected)
        assert len(out) + len(inside) == 18
        for step in counts["steps"] if number % 5 == 0 else ():
            of_step, _ = rows_of(curated, is_in=False, rule=step["rule"])
            assert len(of_step) == step["n_excluded"]
            assert sum(row["failed"] == [step["rule"]] for row in of_step) == step["n_only"]


def test_own_labels(curated: TestSet, talks: Project) -> None:
    publish_labels(
        talks,
        person_named(talks, "ida", Role.ADMIN),
        [
            label("tone", "choice", "dry", "warm", applies_to="linked"),
            label("sure", "yes_no"),
            label("marks", "tags", "a", "b"),
        ],
    )
    rows = list(ReviewRow.objects.filter(review__pair__title="Tides").order_by("position"))
    for row, labels in zip(
        rows, [{"tone": "dry"}, {"tone": "warm", "sure": True}, {"marks": ["a", "b"]}], strict=False
    ):
        ReviewRow.objects.filter(pk=row.pk).update(labels=labels)
    touched(rows[0].review)
    assert ruled(curated, labels={"tone": ["dry"]})["n_rows"] == 1 + 3  # null rows have no tone
    assert ruled(curated, labels={"tone": ["dry", ""]})["n_rows"] == 14
    assert ruled(curated, labels={"sure": ["yes"]})["n_rows"] == 1
    assert ruled(curated, labels={"marks": ["b"]})["n_rows"] == 1
    assert ruled(curated, labels={"marks": ["b", ""]})["n_rows"] == 15
    assert [step["rule"] for step in ruled(curated, labels={"marks": ["b"]})["steps"]] == ["label:marks", "implicit"]
    with pytest.raises(ServiceError, match="no label 'nope'"):
        ruled(curated, labels={"nope": ["x"]})


def test_rows_by_hand(curated: TestSet) -> None:
    ruled(curated, good_mt="yes", null_rows=False)
    before = ids(curated)
    out, _ = rows_of(curated, is_in=False, rule="good_mt")
    pick_rows(curated, rows=[out[0]["row"]], is_in=True, reason="Reads well", user=None)
    pick_rows(curated, rows=before[:2], is_in=False, reason="Music", user=None)
    curated.refresh_from_db()
    counts, _ = counts_of(curated)
    assert counts is not None
    assert counts["by_hand"] == {"n_in": 1, "n_out": 2, "n_picked": 3}
    assert losses(counts)["good_mt"] == (6, 5), "of those that would be in without the rule, one is in"
    assert counts["n_rows"] == len(before) - 1
    assert set(ids(curated)) == {*before[2:], out[0]["row"]}
    by_hand, _ = rows_of(curated, is_in=False, rule="by_hand")
    assert {(row["why_out"], row["picked"]["reason"]) for row in by_hand} == {("by_hand", "Music")}
    inside, _ = rows_of(curated, is_in=True, rule="by_hand")
    assert [(row["row"], row["failed"], row["why_out"]) for row in inside] == [(out[0]["row"], ["good_mt"], None)]
    pick_rows(curated, rows=[out[0]["row"], *before[:2]], is_in=None, user=None)
    curated.refresh_from_db()
    assert ids(curated) == before


def test_a_row_is_picked_with_a_reason_and_from_the_pool(curated: TestSet) -> None:
    counts_of(curated)
    with pytest.raises(ServiceError, match="Say why"):
        pick_rows(curated, rows=ids(curated)[:1], is_in=False, reason=" ", user=None)
    with pytest.raises(ServiceError, match="not among those"):
        pick_rows(curated, rows=["00000000-0000-0000-0000-000000000000"], is_in=True, reason="x", user=None)
    assert not PickedRow.objects.exists()


def test_the_pool_follows_the_reviews(curated: TestSet, talks: Project) -> None:
    counts_of(curated)
    before = dict(PooledRow.objects.values_list("row", "pk"))
    tides = talks.pairs.get(title="Tides").reviews.get()
    row = tides.rows.earliest("position")
    ReviewRow.objects.filter(pk=row.pk).update(good_mt=False, post_edit="満潮")
    touched(tides)
    pool = Pool.objects.get()
    assert not pools.is_current(pool)
    counts_of(curated)
    pooled = PooledRow.objects.get(row=row.pk)
    assert (pooled.good_mt, pooled.target_length) == (False, 2)
    kept = {pk for pk, key in PooledRow.objects.values_list("row", "pk") if before.get(pk) == key}
    assert len(kept) == 12  # the other talks were not read again
    tides.state, tides.submitted_at = "open", None
    tides.save()
    assert (counts_of(curated)[0] or {})["n_candidates"] == 12


def test_records_are_those_of_now_though_nobody_has_counted_them(curated: TestSet, talks: Project) -> None:
    ruled(curated, good_mt="yes")
    before = ids(curated)
    tides = talks.pairs.get(title="Tides").reviews.get()
    tides.state, tides.submitted_at = "open", None
    tides.save()
    gone = set(before) - set(ids(curated))
    assert len(gone) == 3
    assert tides.rows.filter(pk__in=gone).count() == 3


def test_a_request_does_not_read_many_rows(
    curated: TestSet,
    queued: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with monkeypatch.context() as patched, django_capture_on_commit_callbacks(execute=True):
        patched.setattr(pools, "ROWS_AT_ONCE", 17)
        assert counts_of(curated) == (None, False)
    assert queued == [("count_test_set", curated.pk)]
    monkeypatch.setattr(pools, "ROWS_AT_ONCE", 17)
    change_rules(curated, rules={"good_mt": "yes"}, version=0, user=None)
    curated.refresh_from_db()
    with pytest.raises(Conflict, match="being counted"):
        require_current(curated)
    execute(curated.pk)
    curated.refresh_from_db()
    counts, is_current = counts_of(curated)
    assert is_current
    assert (counts or {})["n_rows"] == 9


def test_named_reviews_choose_from_themselves(talks: Project) -> None:
    test_set = TestSet.objects.create(project=talks, name="Spring")
    tides = talks.pairs.get(title="Tides").reviews.get()
    test_set.reviews.add(tides)
    assert [r["row_id"] for r in gold_records(talks, test_set)] == ids(test_set)
    assert ruled(test_set, good_mt="yes")["n_candidates"] == 6
    assert len(ids(test_set)) == 3


@pytest.mark.parametrize(
    "rules",
    [
        {"good_mt": "perhaps"}, {"nothing": 1}, {"source_length": {"least": 9, "most": 3}}, {"implicit": 1}, [],
        {"exclude": ["x"] * 10_001}, {"split": {"ratio": [0, 0, 0]}}, {"split": {"seed": -1}}, {"gamma": 1},
        {"alpha_least": float("nan")}, {"languages": "en>ja"}, {"basis": ["implicit"]},
    ],
)  # fmt: skip
def test_rules_that_cannot_be_are_named(curated: TestSet, rules: Any) -> None:
    with pytest.raises(ServiceError, match="allowed"):
        change_rules(curated, rules=rules, version=0, user=None)
    curated.refresh_from_db()
    assert (curated.rules, curated.rules_version) == ({}, 0)
