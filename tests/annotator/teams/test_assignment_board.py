"""The board of an admin: pairs with their slots, filtered, in order, counted; and what people have left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import AlignmentRun, Document, Pair, Project, Review, ReviewingDay, ReviewKind, Slot
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import board as boards
from annotator.teams.assigning import bulk
from tests.annotator.reviewing.test_queue import aligned_pairs, submit

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    pairs = aligned_pairs(project, 7)
    slot_policy.set_policy(project, reviews_per_pair=2, max_claims=9)
    return pairs


@pytest.fixture
def ask(project: Project, admin: User, client_of: ClientOf) -> Callable[..., Any]:
    def get(what: str = "", **query: Any) -> Any:
        answer = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/{what}", query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return get


def titles(answer: Any) -> list[str]:
    return [row["pair"]["title"][-1] for row in answer["results"]]


def one(pair: Pair) -> Any:
    return Pair.objects.filter(pk=pair.pk)


def test_each_pair_is_in_one_state(
    project: Project, pairs: list[Pair], person: Callable[..., User], admin: User, ask: Callable[..., Any]
) -> None:
    anna, ben = person("annotator", "anna"), person("annotator", "ben")
    reviews = {n: [open_review(pair=pairs[n], annotator=who)[0] for who in (anna, ben)] for n in (1, 2, 4, 5, 6)}
    bulk.assign(project=project, pairs=one(pairs[3]), people=[anna], spread=True, by=admin)
    Review.objects.filter(pk=reviews[2][0].pk).update(state="returned", return_reason="Once more.")
    for n in (4, 5, 6):
        for review in reviews[n]:
            submit(review)
    for n, state in ((5, "open"), (6, "submitted")):
        made = Review.objects.create(
            pair=pairs[n], run=pairs[n].runs.get(), annotator=admin, kind=ReviewKind.ADJUDICATION
        )
        if state == "submitted":
            submit(made)
    expected = ["free", "in_review", "returned", "claimed", "submitted", "adjudicating", "gold"]
    found = ask(order="title")["results"]
    assert [row["state"] for row in found] == expected
    assert ask("counts/")["states"] == {**dict.fromkeys(expected, 1), "look_again": 0}
    for n, state in enumerate(expected):
        assert titles(ask(state=state)) == [str(n)]
    assert [(row["n_submitted"], row["n_slots"]) for row in found] == [(0, 2)] * 4 + [(2, 2)] * 3
    assert [slot["annotator"]["username"] for slot in found[1]["slots"]] == ["anna", "ben"]
    assert found[0]["slots"][0]["annotator"] is None


def test_filters_narrow_the_board_down(
    project: Project, pairs: list[Pair], person: Callable[..., User], admin: User, ask: Callable[..., Any]
) -> None:
    anna, today = person("annotator", "anna"), timezone.localdate()
    Document.objects.filter(pk=pairs[0].target_id).update(language="ja", metadata={"event": "ACL", "split": "test"})
    Document.objects.filter(pk=pairs[1].source_id).update(metadata={"split": "dev"})
    AlignmentRun.objects.filter(pair=pairs[2]).update(info={"n_links": 9, "mean_confidence": 0.4})
    slot_policy.set_policy(project)
    bulk.plan(project=project, pairs=one(pairs[3]), changes={"due_on": today - timedelta(days=1)})
    bulk.plan(project=project, pairs=one(pairs[4]), changes={"due_on": today + timedelta(days=1)})
    bulk.plan(project=project, pairs=one(pairs[5]), changes={"reviews_needed": 3})
    open_review(pair=pairs[6], annotator=anna)
    Slot.objects.filter(annotator=anna).update(lease_ends=timezone.now() + timedelta(hours=2))
    submit(open_review(pair=pairs[5], annotator=anna)[0])
    for query, expected in (
        ({"search": "pair 003"}, "3"), ({"search": "%"}, ""), ({"language": "ja"}, "0"), ({"event": "ACL"}, "0"),
        ({"split": "dev"}, "1"), ({"error_least": "0.5"}, "2"), ({"late": "true"}, "3"),
        ({"due_before": str(today + timedelta(days=1))}, "34"), ({"overlap": "3"}, "5"), ({"overlap": "1/3"}, "5"),
        ({"overlap": "0/3"}, ""), ({"annotator": anna.pk}, "65"), ({"soon": "true"}, "6"),
        ({"annotator": anna.pk, "state": "in_review"}, "6"),
    ):  # fmt: skip
        assert sorted(titles(ask(**query))) == sorted(expected), query
        body = {name: str(value) for name, value in query.items()}
        assert len(boards.matching(project, boards.BoardFilter.of_body(body))) == len(expected)
    counts = ask("counts/", annotator=anna.pk, state="gold")
    assert (counts["n_pairs"], counts["n_soon"], counts["n_late"]) == (2, 1, 0), "The state itself is not asked for."
    choices = ask("choices/")
    assert (choices["events"], choices["splits"]) == (["ACL"], ["dev", "test"])
    assert "ja" in choices["languages"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [("title", "0123456"), ("due", "5012346"), ("rows", "2013456"), ("error", "2013456"), ("priority", "4012356")],
)
def test_pages_follow_each_other_in_every_order(
    project: Project, pairs: list[Pair], ask: Callable[..., Any], order: str, expected: str
) -> None:
    AlignmentRun.objects.filter(pair=pairs[2]).update(info={"n_links": 9, "mean_confidence": 0.4})
    slot_policy.set_policy(project)
    bulk.plan(project=project, pairs=one(pairs[5]), changes={"due_on": timezone.localdate()})
    bulk.plan(project=project, pairs=one(pairs[4]), changes={"priority": 2})
    seen, after = "", None
    while True:
        found = ask(order=order, page_size=2, **({"after": after} if after else {}))
        seen += "".join(titles(found))
        if (after := found["next"]) is None:
            break
    assert seen == expected


def test_wrong_filters_and_places_are_refused(
    project: Project, pairs: list[Pair], admin: User, client_of: ClientOf, ask: Callable[..., Any]
) -> None:
    client, address = client_of(admin), f"/api/v1/projects/{project.slug}/assignments/"
    by_title = ask(order="title", page_size=2)["next"]
    for query in (
        {"state": "lost"}, {"annotator": "x"}, {"overlap": "many"}, {"due_before": "soon"}, {"error_least": "2"},
        {"order": "colour"}, {"after": "x"}, {"after": by_title, "order": "due"}, {"page_size": "0"},
    ):  # fmt: skip
        answer = client.get(address, query)
        assert answer.status_code == 400, query
        assert answer.json()["errors"][0]["field"]


def test_what_everybody_has_left(
    project: Project, pairs: list[Pair], person: Callable[..., User], admin: User, ask: Callable[..., Any]
) -> None:
    anna, ben = person("annotator", "anna"), person("annotator", "ben")
    person("viewer", "viggo")
    bulk.assign(project=project, pairs=one(pairs[0]), people=[anna, ben], spread=True, by=admin)
    review, _ = open_review(pair=pairs[1], annotator=anna)
    Review.objects.filter(pk=review.pk).update(reviewed_count=1, row_count=3)
    ReviewingDay.objects.create(project=project, user=anna, day=timezone.localdate(), seconds=1800, n_edits=0)
    load = {one["person"]["username"]: one for one in ask("workload/")}
    assert set(load) == {"admin", "anna", "ben"}
    assert (load["anna"]["n_slots"], load["anna"]["n_rows"], load["anna"]["rows_per_hour"]) == (2, 4, 2)
    assert load["anna"]["hours_left"] == 2
    assert (load["ben"]["n_rows"], load["ben"]["hours_left"]) == (2, None)


def test_more_pairs_than_an_action_may_change_are_refused(
    project: Project, pairs: list[Pair], admin: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.teams.assigning.board.MOST_PAIRS", 6)
    body = {"all_matching": {}, "people": [admin.pk]}
    answer = client_of(admin).post(f"/api/v1/projects/{project.slug}/assignments/assign/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_pairs")


def test_the_policy_sets_the_due_date_of_what_nobody_has_taken(
    project: Project, pairs: list[Pair], person: Callable[..., User]
) -> None:
    first, second = timezone.localdate(), timezone.localdate() + timedelta(days=9)
    taken = slot_queue.claim_next(project, person("annotator"))
    assert taken is not None
    slot_policy.set_policy(project, due_on=first)
    own = second + timedelta(days=1)
    bulk.plan(project=project, pairs=one(pairs[6]), changes={"due_on": own})
    slot_policy.set_policy(project, due_on=second)
    dates = dict(Slot.objects.order_by("pk").values_list("pk", "due_on"))
    assert dates.pop(taken.pk) is None
    assert set(dates.values()) == {second, own}
    fresh = aligned_pairs_after(project)
    assert set(Slot.objects.filter(pair=fresh).values_list("due_on", flat=True)) == {second}


def aligned_pairs_after(project: Project) -> Pair:
    from tests import world

    sides = [world.make_document(project, f"Late {side}", ["One."]) for side in "ab"]
    pair = world.make_pair(project, "Late", *sides)
    world.make_run(pair, [{"source": [0], "target": [[0, 0, 4]], "confidence": 0.9}])
    slot_policy.make_slots_of([pair.pk], project.pk)
    return pair


def test_pairs_whose_reviews_differ_can_come_first(project: Project, pairs: list[Pair], person: Any) -> None:
    from annotator.models import PairFigures

    slot_policy.set_policy(project, order="disagreement")
    PairFigures.objects.create(pair=pairs[4], n_reviews=2, revisions=0, definition=0, n_regions=3)
    slot_policy.rank_again(project, [pairs[4].pk])
    slot = slot_queue.claim_next(project, person("annotator"))
    assert slot is not None
    assert slot.pair == pairs[4]
