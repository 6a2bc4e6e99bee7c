"""A corrected text becomes the next version of a talk between two releases: rows are known again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.models import (
    CarriedRow,
    Pair,
    Project,
    Release,
    Review,
    ReviewRow,
    ReviewState,
    Role,
    RowStatus,
    Taken,
    TestSet,
    Variant,
)
from annotator.platform.writers.canonical import said
from annotator.releases.differences import differences
from annotator.releases.foreseen import foresee
from annotator.reviewing.adjudication.opening import known_again, open_adjudication
from annotator.reviewing.gold_records import gold_records, raw_records
from annotator.reviewing.opening import open_review
from annotator.reviewing.state import ChipState, RowState
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import make_release, shared_rows_and_files

pytestmark = pytest.mark.django_db

Rows = list[tuple[str, str]]
ROWS: Rows = [
    ("Good evening.", "こんばんは。"),
    ("The tide turns.", "潮が変わる。"),
    ("We count. 🌊", "数えます。"),
    ("She greets us with مرحبا in the harbour.", "港で「やあ」と挨拶します。"),
    ("The bees left.", "蜂は去った。"),
    ("Thanks.", "どうも。"),
]


@pytest.fixture(scope="module")
def released(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    """Of a talk of six rows, all of them gold."""
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        project = make_project()
        bring(project, ROWS)
        review, _ = open_review(pair=Pair.objects.get(), annotator=make_person(project, Role.ANNOTATOR))
        accept(review)
        yield make_release(TestSet.objects.create(project=project, name="Tides", takes=Taken.ALL), ("jsonl",))


@pytest.fixture
def first(db: None, released: Release) -> Release:
    """The release before the text was corrected."""
    return Release.objects.get(pk=released.pk)


@pytest.fixture
def all_gold(first: Release) -> TestSet:
    return first.test_set


@pytest.fixture
def project(all_gold: TestSet) -> Project:
    return all_gold.project


def bring(project: Project, rows: Rows) -> None:
    head = "talk\tname\tinterpreter\tsource\ttarget\n"
    data = (head + "".join(f"7\tTides\tS01\t{source}\t{target}\n" for source, target in rows)).encode()
    batch = importing.create_batch(project=project, uploads=[Upload.of("t.tsv", data)], user=None, trusted=True)
    importing.commit_batch(batch, in_background=False, trusted=True)


def accept(review: Review) -> None:
    """What is not accepted yet, and submit."""
    fields = {"status": RowStatus.ACCEPTED, "good_align": True, "good_mt": True, "flagged": False}
    review.rows.exclude(status=RowStatus.ACCEPTED).update(**fields)
    Review.objects.filter(pk=review.pk).update(
        state=ReviewState.SUBMITTED, submitted_at=timezone.now(), submitted_before=None
    )


def newest() -> Review:
    return Review.objects.get(superseded_by=None)


def corrected(project: Project, rows: Rows) -> None:
    bring(project, rows)
    accept(newest())


def lines(release: Release) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in release.rows.order_by("number").values_list("record", flat=True)]


def ids(release: Release) -> list[str]:
    return [line["row_id"] for line in lines(release)]


def foretold(test_set: TestSet, **asked: Any) -> tuple[dict[str, Any], Release]:
    """What is said of the next release, and the release, which says the same."""
    told = foresee(TestSet.objects.get(pk=test_set.pk), **asked)
    release = make_release(TestSet.objects.get(pk=test_set.pk), ("jsonl",), **asked)
    assert told["changes"] == release.changes
    return told, release


def test_a_row_whose_text_is_as_it_was_is_the_same(project: Project, all_gold: TestSet, first: Release) -> None:
    hashes = first.sha256, first.rows_sha256
    corrected(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    told, second = foretold(all_gold)
    assert told["changes"] == {"added": 0, "removed": 0, "changed": 1, "same": 5}
    assert (told["suggested"], told["reason"]) == ("minor", "rows were added or changed")
    (changed,) = told["changed"]
    assert (changed["title"], changed["n_rows"]) == ("Tides (version 2)", 1)
    assert sorted(changed["columns"]) == ["target", "target_corrected", "target_post_edited"]
    assert (told["added"], told["removed"], told["waiting"]) == ([], [], [])
    ((number, before, after),) = differences(first.pk, second.pk, "changed", after=0, limit=9)
    assert (number, orjson.loads(before or "")["target"], orjson.loads(after or "")["target"]) == (
        6,
        "どうも。",
        "ありがとう。",
    )
    assert ids(first) == ids(second)
    assert lines(second)[0]["pair"] == "Tides (version 2)"  # as people know it; it is no change of the row
    first.refresh_from_db()
    assert (first.sha256, first.rows_sha256) == hashes


def test_while_the_changed_row_waits_it_alone_is_removed(project: Project, all_gold: TestSet) -> None:
    bring(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    told, _ = foretold(all_gold)
    assert told["changes"] == {"added": 0, "removed": 1, "changed": 0, "same": 5}
    assert (told["suggested"], told["reason"]) == ("major", "rows were removed")
    (removed,) = told["removed"]
    assert (removed["title"], removed["why"]) != ("Tides", "gone")  # it is there, in its next version


def test_sentences_that_come_and_go_are_added_and_removed(project: Project, all_gold: TestSet, first: Release) -> None:
    corrected(project, [*ROWS[:2], *ROWS[3:], ("Good night.", "おやすみ。")])
    told, second = foretold(all_gold)
    # Rows behind the one that went have other places in their texts, which is said.
    assert told["changes"]["same"] + told["changes"]["changed"] == 5
    assert {name for each in told["changed"] for name in each["columns"]} == {"source_ids", "target_ids"}
    assert ids(second)[:5] == [*ids(first)[:2], *ids(first)[3:]]
    assert (told["changes"]["removed"], told["changes"]["added"]) == (1, len(ids(second)) - 5)


def test_a_row_whose_sentence_stands_elsewhere_keeps_its_name(
    project: Project, all_gold: TestSet, first: Release
) -> None:
    """Its texts are to be put together again, and then it is the row that it was."""
    corrected(project, [ROWS[5], *ROWS[:5]])
    told, second = foretold(all_gold)
    by_id = {line["row_id"]: line["source"] for line in lines(second)}
    for line in lines(first):
        assert by_id[line["row_id"]] == line["source"]
    assert (told["changes"]["removed"], told["changes"]["added"]) == (0, 1)  # its target stands alone for now


def test_a_row_has_one_name_over_all_versions_and_files(project: Project, all_gold: TestSet, first: Release) -> None:
    for rendering in ("ありがとう。", "感謝します。"):
        corrected(project, [*ROWS[:5], ("Thanks.", rendering)])
    assert Pair.objects.count() == 3
    told, third = foretold(all_gold)
    assert told["changes"] == {"added": 0, "removed": 0, "changed": 1, "same": 5}
    assert [record["row_id"] for record in gold_records(project)] == ids(third) == ids(first)
    raw = [(record["review_id"], record["row_id"]) for _, record in raw_records(Review.objects.order_by("pk"))]
    assert len(set(raw)) == len(raw) == 18
    assert [row for _, row in raw] == 3 * ids(first)


def test_a_row_that_goes_and_comes_back_keeps_its_name(project: Project, all_gold: TestSet, first: Release) -> None:
    """As by a merge and its undo, which makes the row again under its own id."""
    corrected(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    row = newest().rows.order_by("position")[1]
    pk, chips = row.pk, list(row.chips.all())
    row.delete()
    row.pk = pk
    ReviewRow.objects.bulk_create([row])
    type(chips[0]).objects.bulk_create(chips)
    assert [record["row_id"] for record in gold_records(project)] == ids(first)


def test_rules_and_the_variants_know_rows_again(project: Project, all_gold: TestSet) -> None:
    """They ask for links and measures of rows, by the rows of the review."""
    TestSet.objects.filter(pk=all_gold.pk).update(rules={"null_rows": False})
    for variant in (Variant.COARSE, Variant.AUTOMATIC):
        first = make_release(TestSet.objects.get(pk=all_gold.pk), ("jsonl",), variant=variant)
        assert first.n_rows == 6
    corrected(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    told, _ = foretold(all_gold, variant=Variant.COARSE)
    assert told["changes"] == {"added": 0, "removed": 0, "changed": 1, "same": 5}
    told, _ = foretold(all_gold, variant=Variant.AUTOMATIC)  # a link is known by its place, which is longer now
    assert told["changes"] == {"added": 1, "removed": 1, "changed": 0, "same": 5}


def test_no_two_rows_of_a_release_have_one_name(project: Project, all_gold: TestSet) -> None:
    """A set names the review of the first version and that of the third, but not the one between."""
    for rendering in ("ありがとう。", "感謝します。"):
        corrected(project, [*ROWS[:5], ("Thanks.", rendering)])
    oldest, _, latest = Review.objects.order_by("pk")
    named = TestSet.objects.create(project=project, name="Two versions")
    named.reviews.set([oldest, latest])
    for variant in (Variant.CURATED, Variant.AUTOMATIC):
        release = make_release(named, ("jsonl",), variant=variant)
        again = make_release(named, ("jsonl",), variant=variant)
        assert len(set(ids(release))) == release.n_rows == 12
        assert again.changes == {"added": 0, "removed": 0, "changed": 0, "same": 12}


def test_an_adjudication_has_the_rows_that_were_released_before_it(
    project: Project, all_gold: TestSet, first: Release, admin: User
) -> None:
    """Its rows are its own, but whoever knows the corpus knows them by the names that those of the review had."""
    pair = Pair.objects.get()
    second, _ = open_review(pair=pair, annotator=User.objects.create_user("second"))
    accept(second)
    differing = second.rows.order_by("position")[1]
    type(second).objects.filter(pk=second.pk).update(revision=second.revision + 1)
    second.rows.filter(pk=differing.pk).update(good_mt=False)
    adjudication, _ = open_adjudication(pair=pair, user=admin)
    accept(adjudication)
    told, after = foretold(all_gold)
    assert {record["review_id"] for record in lines(after)} == {adjudication.pk}
    assert ids(after) == ids(first)
    assert (told["changes"]["added"], told["changes"]["removed"]) == (0, 0)
    bring(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    for review in Review.objects.filter(superseded_by=None):
        accept(review)
    told, latest = foretold(all_gold)
    assert ids(latest) == ids(first)
    assert told["changes"]["changed"] == 1


def test_rows_of_an_adjudication_that_are_cut_otherwise_come_each_from_one() -> None:
    def row(name: str, source: list[int], target: list[int]) -> RowState:
        chips = [
            tuple(ChipState(f"{name}{side}{unit}", unit, 0, 9) for unit in units)
            for side, units in (("s", source), ("t", target))
        ]
        return RowState(name, 1.0, source=chips[0], target=chips[1])

    before = [row("a", [0], [0, 1]), row("b", [1, 2], [2]), row("c", [], [3])]
    cut = [row("x", [0], [0]), row("y", [1], [1, 2]), row("z", [2], []), row("w", [], [3])]
    assert known_again(cut, before, is_bitext=True) == {"x": "a", "y": "b", "w": "c"}
    of_talk = [row("x", [5], [0, 1]), row("y", [5], [2]), row("z", [5], [])]
    assert known_again(of_talk, before, is_bitext=False) == {"x": "a", "y": "b"}


def test_the_api_says_the_same(
    project: Project, all_gold: TestSet, first: Release, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    corrected(project, [*ROWS[:5], ("Thanks.", "ありがとう。")])
    client = client_of(admin)
    said_before = client.get(f"/api/v1/test-sets/{all_gold.pk}/next-release/").json()
    assert said_before["changes"] == {"added": 0, "removed": 0, "changed": 1, "same": 5}
    assert said_before["suggested"] == "minor"
    second = make_release(all_gold, ("jsonl",))
    listed = client.get(f"/api/v1/releases/{second.pk}/differences/?since={first.pk}&kind=changed").json()
    assert [(each["before"]["target"], each["after"]["target"]) for each in listed["rows"]] == [
        ("どうも。", "ありがとう。")
    ]


@pytest.mark.parametrize("seed", range(2))
def test_after_any_edit_of_the_text_the_figures_add_up(
    seed: int, project: Project, all_gold: TestSet, first: Release
) -> None:
    draw = random.Random(seed)
    rows, last = list(ROWS), first
    for step in range(3):
        rows = _edited(rows, draw, f"{seed}.{step}")
        corrected(project, rows)
        told, release = foretold(all_gold)
        changes = told["changes"]
        assert changes["same"] + changes["changed"] + changes["removed"] == last.n_rows
        assert changes["same"] + changes["changed"] + changes["added"] == release.n_rows
        added, removed = (
            [
                said(orjson.loads(after or before or ""))
                for _, before, after in differences(last.pk, release.pk, kind, after=0, limit=99)
            ]
            for kind in ("added", "removed")
        )
        assert not [record for record in added if record in removed]
        assert len(set(ids(release))) == release.n_rows
        last = release
    assert CarriedRow.objects.exists()


def _edited(rows: Rows, draw: random.Random, new: str) -> Rows:
    rows = list(rows)
    for number in range(draw.randint(1, 3)):
        at = draw.randrange(len(rows))
        act = draw.randrange(5)
        if act == 0:
            rows[at] = f"Corrected {new}.{number}.", rows[at][1]
        elif act == 1:
            rows[at] = rows[at][0], f"直した {new}.{number}。"
        elif act == 2:
            rows.insert(at, (f"Came in {new}.{number}.", f"新しい {new}.{number}。"))
        elif act == 3 and len(rows) > 3:
            del rows[at]
        else:
            other = draw.randrange(len(rows))
            rows[at], rows[other] = rows[other], rows[at]
    if rows == list(ROWS):
        rows[0] = f"Corrected {new}.", rows[0][1]
    return rows
