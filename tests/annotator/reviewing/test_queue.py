"""An annotator's queue: what comes next, claims and their leases, and what goes back to the pool."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Membership, Pair, PairEstimate, Project, Review, ReviewState, Skip, Slot
from annotator.people.projects import remove_member
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from tests import world

ClientOf = Callable[[User], APIClient]


def aligned_pairs(project: Project, n: int, n_rows: int = 2) -> list[Pair]:
    pairs = []
    for number in range(n):
        sides = [
            world.make_document(project, f"{side} {number:03}", [f"{side} {k}." for k in range(n_rows)])
            for side in ("Source", "Target")
        ]
        pair = world.make_pair(project, f"Pair {number:03}", *sides)
        links = [{"source": [k], "target": [[k, 0, 9]], "confidence": 0.9} for k in range(n_rows)]
        world.make_run(pair, links)
        pairs.append(pair)
    return pairs


def submit(review: Review) -> None:
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())


def states(project: Project) -> Counter[str]:
    found: Any = Slot.objects.filter(project=project).with_state()
    return Counter(slot.state for slot in found)


def test_each_aligned_pair_gets_the_slots_that_it_needs(project: Project) -> None:
    pairs = aligned_pairs(project, 20)
    world.make_pair(
        project, "Not aligned", world.make_document(project, "a", ["a"]), world.make_document(project, "b", ["b"])
    )
    slot_policy.set_policy(project, reviews_per_pair=1, sample_share=0.5, reviews_in_sample=2)
    of_pair = Counter(Slot.objects.values_list("pair", flat=True))
    assert set(of_pair) == {pair.pk for pair in pairs}
    sampled = {pair for pair, n in of_pair.items() if n == 2}
    assert 3 <= len(sampled) <= 17
    slot_policy.set_policy(project, sample_share=0.8)
    larger = Counter(Slot.objects.values_list("pair", flat=True))
    assert sampled <= {pair for pair, n in larger.items() if n == 2}, "A larger sample keeps the smaller one."
    slot_policy.set_policy(project, sample_share=0)
    assert Slot.objects.count() == 20


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"n_links": 5, "mean_confidence": 0.5}, (5, 0.5)),
        ({"n_links": 5, "mean_confidence": None}, (5, None)),
        ({}, (2, 0.1)),  # as earlier versions stored imported alignments
        ({"n_links": 2}, (2, 0.1)),  # and runs on newer texts
    ],
)
def test_the_latest_run_says_how_long_and_how_sure_a_pair_is(project: Project, info: Any, expected: Any) -> None:
    pair = aligned_pairs(project, 1)[0]
    pair.runs.update(info=info)
    slot_policy.set_policy(project)
    n_rows, error = PairEstimate.objects.values_list("n_rows", "expected_error").get()
    assert (n_rows, error) == (expected[0], pytest.approx(expected[1]))


def test_a_lower_need_keeps_what_people_have_taken(project: Project, person: Callable[..., User]) -> None:
    pair = aligned_pairs(project, 1)[0]
    slot_policy.set_policy(project, reviews_per_pair=3)
    for name in ("aisha", "tomas"):
        slot_queue.claim_next(project, person("annotator", name))
    slot_policy.set_policy(project, reviews_per_pair=1)
    assert states(project) == {"claimed": 2}
    assert Slot.objects.filter(pair=pair).count() == 2


def test_reviews_from_before_the_policy_hold_slots(project: Project, person: Callable[..., User]) -> None:
    pair = aligned_pairs(project, 1)[0]
    review, _ = open_review(pair=pair, annotator=person("annotator"))
    slot_policy.set_policy(project, reviews_per_pair=1)
    slot = Slot.objects.get()
    assert (slot.review_id, slot.annotator_id, slot.lease_ends) == (review.pk, review.annotator_id, None)


def test_next_goes_by_priority_then_due_date_then_order(project: Project, person: Callable[..., User]) -> None:
    first, second, third, fourth = aligned_pairs(project, 4)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=9)
    pairs = Pair.objects.filter(project=project)
    bulk.plan(project=project, pairs=pairs.filter(pk=fourth.pk), changes={"priority": 5})
    bulk.plan(project=project, pairs=pairs.filter(pk=third.pk), changes={"due_on": timezone.localdate()})
    annotator = person("annotator")
    given = []
    for _ in range(4):
        slot = slot_queue.claim_next(project, annotator)
        assert slot is not None
        open_review(pair=slot.pair, annotator=annotator)
        given.append(slot.pair)
    assert given == [fourth, third, first, second]
    assert slot_queue.claim_next(project, annotator) is None


def test_a_repeated_request_claims_nothing_more(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 3)
    slot_policy.set_policy(project, reviews_per_pair=2)
    annotator = person("annotator")
    assert slot_queue.claim_next(project, annotator) == slot_queue.claim_next(project, annotator)
    assert states(project) == {"claimed": 1, "free": 5}


def test_nobody_claims_more_than_the_policy_allows(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 3)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=2)
    annotator = person("annotator")
    for _ in range(2):
        slot = slot_queue.claim_next(project, annotator)
        assert slot is not None
        open_review(pair=slot.pair, annotator=annotator)
    with pytest.raises(Conflict) as refused:
        slot_queue.claim_next(project, annotator)
    assert refused.value.code == "too_many_claims"
    submit(Review.objects.first())  # type: ignore[arg-type]
    assert slot_queue.claim_next(project, annotator) is not None


def test_a_claim_that_nobody_works_on_ends_and_the_work_is_kept(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 1)
    slot_policy.set_policy(project, reviews_per_pair=1, claim_hours=48)
    first, second = person("annotator", "jonas"), person("annotator", "wen")
    slot = slot_queue.claim_next(project, first)
    assert slot is not None
    review, _ = open_review(pair=slot.pair, annotator=first)
    now = timezone.now()
    assert slot_queue.renew_leases(now + timedelta(hours=47)) == 0
    Review.objects.filter(pk=review.pk).update(updated_at=now + timedelta(hours=40), revision=3)
    assert slot_queue.renew_leases(now + timedelta(hours=60)) == 0, "An edit renews the claim."
    assert slot_queue.renew_leases(now + timedelta(hours=89)) == 1
    assert states(project) == {"free": 1}
    assert [ended.is_free for ended in slot_queue.queue_of(project, first)["ended"]] == [True]
    other = slot_queue.claim_next(project, second)
    assert other is not None
    with pytest.raises(Conflict, match="taken"):
        slot_queue.claim(slot.pair, first)
    assert Review.objects.filter(pk=review.pk, annotator=first).exists()
    slot_queue.release(other, second)
    again = slot_queue.claim(slot.pair, first)
    assert again.review_id == review.pk


def test_whoever_leaves_gives_back_what_is_open_and_keeps_what_is_submitted(
    project: Project, person: Callable[..., User]
) -> None:
    aligned_pairs(project, 4)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=4)
    eve, wen = person("annotator", "eve"), person("annotator", "wen")
    slots = [slot_queue.claim(pair, eve) for pair in Pair.objects.filter(project=project).order_by("pk")]
    submit(open_review(pair=slots[0].pair, annotator=eve)[0])
    begun, _ = open_review(pair=slots[1].pair, annotator=eve)
    returned, _ = open_review(pair=slots[2].pair, annotator=eve)
    Review.objects.filter(pk=returned.pk).update(state="returned", return_reason="Once more.")
    assert states(project) == {"submitted": 1, "claimed": 2, "returned": 1}
    remove_member(eve.memberships.get(project=project))
    assert states(project) == {"submitted": 1, "free": 3}
    slot_policy.set_policy(project, reviews_per_pair=1, claim_hours=9)
    assert states(project) == {"submitted": 1, "free": 3}, "saving the rules gives nothing back to who has left"
    assert all(slot_queue.claim(slot.pair, wen) for slot in slots[1:])
    assert Review.objects.filter(pk__in=(begun.pk, returned.pk), annotator=eve).count() == 2, "the work is kept"


def test_submitted_and_returned_reviews_do_not_expire(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 1)
    slot_policy.set_policy(project, reviews_per_pair=1, claim_hours=1)
    annotator = person("annotator")
    slot = slot_queue.claim_next(project, annotator)
    assert slot is not None
    submit(open_review(pair=slot.pair, annotator=annotator)[0])
    assert slot_queue.renew_leases(timezone.now() + timedelta(days=90)) == 0
    assert states(project) == {"submitted": 1}


def test_a_skipped_pair_is_not_offered_again(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 2)
    slot_policy.set_policy(project, reviews_per_pair=1)
    annotator = person("annotator")
    slot = slot_queue.claim_next(project, annotator)
    assert slot is not None
    with pytest.raises(ServiceError, match="reason"):
        slot_queue.skip(slot, " ", annotator)
    slot_queue.skip(slot, "I know the speaker", annotator)
    assert Skip.objects.get().reason == "I know the speaker"
    other = slot_queue.claim_next(project, annotator)
    assert other is not None
    assert other.pair_id != slot.pair_id
    with pytest.raises(Conflict):
        slot_queue.skip(slot, "again", annotator)


def test_opening_a_pair_takes_a_slot_of_it(project: Project, person: Callable[..., User], client_of: ClientOf) -> None:
    pair = aligned_pairs(project, 1)[0]
    slot_policy.set_policy(project, reviews_per_pair=1)
    body = {"pair": pair.pk}
    assert client_of(person("annotator", "aisha")).post("/api/v1/reviews/", body, format="json").status_code == 201
    refused = client_of(person("annotator", "tomas")).post("/api/v1/reviews/", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_slot")
    assert Review.objects.count() == 1
    leader = client_of(person("adjudicator", "ines")).post("/api/v1/reviews/", body, format="json")
    assert leader.status_code == 201, "Adjudicators may review beyond the need."
    assert Slot.objects.filter(pair=pair).exclude(review=None).count() == 2


def test_the_queue_over_the_api(project: Project, person: Callable[..., User], client_of: ClientOf) -> None:
    aligned_pairs(project, 2)
    client = client_of(person("annotator"))
    address = f"/api/v1/projects/{project.slug}/queue/"
    assert client.post(f"{address}next/").json()["code"] == "no_policy"
    slot_policy.set_policy(project, reviews_per_pair=1)
    empty = client.get(address).json()
    assert (empty["slots"], empty["has_next"]) == ([], True)
    slot = client.post(f"{address}next/").json()
    assert slot["state"] == "claimed"
    assert slot["pair"]["title"] == "Pair 000"
    assert [held["id"] for held in client.get(address).json()["slots"]] == [slot["id"]]
    other = client_of(person("annotator", "other"))
    assert other.post(f"/api/v1/slots/{slot['id']}/release/").status_code == 409
    assert other.get("/api/v1/slots/").json()["count"] == 0, "Others' slots are not told."
    assert client.post(f"/api/v1/slots/{slot['id']}/release/").status_code == 204
    assert client.post(f"{address}claim/", {"pair": slot["pair"]["id"]}, format="json").status_code == 200
    assert other.post(f"{address}next/").json()["pair"]["title"] == "Pair 001"
    assert client_of(person("annotator", "third")).post(f"{address}next/").status_code == 204


def test_who_is_signed_in_by_a_session_claims_too(project: Project, person: Callable[..., User], settings: Any) -> None:
    aligned_pairs(project, 1)
    slot_policy.set_policy(project)
    client = APIClient(SERVER_NAME="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = world.session_of(person("annotator"))
    assert client.post(f"/api/v1/projects/{project.slug}/queue/next/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_many_people_at_once_get_each_slot_once() -> None:
    project = Project.objects.create(slug="crowd", name="Crowd")
    aligned_pairs(project, 12, 1)
    slot_policy.set_policy(project, reviews_per_pair=2, max_claims=50)
    people = [User.objects.create_user(f"person-{n}") for n in range(8)]
    Membership.objects.bulk_create(Membership(project=project, user=one, role="annotator") for one in people)
    failures: list[Exception] = []

    def ask(user: User) -> None:
        try:
            while (slot := slot_queue.claim_next(project, user)) is not None:
                open_review(pair=slot.pair, annotator=user)
        except Exception as error:  # noqa: BLE001 - told below
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(user,)) for user in people for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    held = list(Slot.objects.values_list("pair", "annotator"))
    assert len(held) == len(set(held)) == 24
    assert all(annotator for _, annotator in held)


def test_people_who_are_signed_in_by_a_session_claim(project: Project, person: Callable[..., User]) -> None:
    """Their user is read when first asked for; a token's is there already."""
    aligned_pairs(project, 1)
    slot_policy.set_policy(project, reviews_per_pair=1)
    client = APIClient()
    client.cookies["sessionid"] = world.session_of(person("annotator"))
    address = f"/api/v1/projects/{project.slug}/queue/"
    slot = client.post(f"{address}next/").json()
    assert client.post(f"/api/v1/slots/{slot['id']}/release/").status_code == 204
    assert client.post(f"{address}claim/", {"pair": slot["pair"]["id"]}, format="json").status_code == 200


def test_what_comes_after_a_review_is_what_one_holds_then_the_queue(
    project: Project, person: Callable[..., User], client_of: ClientOf
) -> None:
    pairs = aligned_pairs(project, 5)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=9)
    annotator, admin = person("annotator"), person("admin")
    reviews = [open_review(pair=pair, annotator=annotator)[0] for pair in pairs[:3]]
    Review.objects.update(revision=1)
    for review in reviews:
        submit(review)
    Review.objects.filter(pk=reviews[1].pk).update(state="open", submitted_at=None)
    client, address = client_of(annotator), f"/api/v1/reviews/{reviews[0].pk}/next/"
    assert client.get(address).json()["next"]["review"] == reviews[1].pk
    bulk.withdraw(project=project, slots=[Slot.objects.get(review=reviews[1]).pk], by=admin)
    queued = {"pair": pairs[3].pk, "title": "Pair 003", "review": None, "is_queued": True}
    assert client.get(address).json()["next"] == queued, "What was withdrawn is not theirs."
    bulk.assign(project=project, pairs=Pair.objects.filter(pk=pairs[4].pk), people=[annotator], spread=True, by=admin)
    held = {"pair": pairs[4].pk, "title": "Pair 004", "review": None, "is_queued": False}
    assert client.get(address).json()["next"] == held


def test_the_queue_says_where_one_stopped_what_came_back_and_what_ended(
    project: Project, person: Callable[..., User], client_of: ClientOf
) -> None:
    pairs = aligned_pairs(project, 4, n_rows=3)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=9)
    annotator, admin = person("annotator"), person("admin")
    client, address = client_of(annotator), f"/api/v1/projects/{project.slug}/queue/"
    begun, back, withdrawn = (open_review(pair=pair, annotator=annotator)[0] for pair in pairs[:3])
    first = begun.rows.earliest("position")
    steps = [{"type": "set", "rows": [str(first.pk)], "fields": {"status": "accepted"}}]
    operation = {"id": "11111111-1111-4111-8111-111111111111", "verb": "accept", "steps": steps}
    done = client.post(f"/api/v1/reviews/{begun.pk}/operations/", {"operations": [operation]}, format="json")
    assert done.status_code == 200
    submit(back)
    returned = {"reason": "Shifted from row 2."}
    assert client_of(admin).post(f"/api/v1/reviews/{back.pk}/return/", returned).status_code == 200
    Review.objects.filter(pk=withdrawn.pk).update(revision=1)
    bulk.withdraw(project=project, slots=[Slot.objects.get(review=withdrawn).pk], by=admin)
    queue = client.get(address).json()
    assert [slot["pair"]["id"] for slot in queue["slots"]] == [pairs[0].pk, pairs[1].pk]
    stopped = queue["stopped_at"]
    assert stopped["number"] == 2
    assert stopped["row"] == str(begun.rows.order_by("position")[1].pk)
    assert [(row["number"], row["source"], row["target"]) for row in stopped["rows"]] == [
        (1, ["Source 0."], ["Target 0."]), (2, ["Source 1."], ["Target 1."]),
    ]  # fmt: skip
    assert queue["slots"][1]["returned_by"]["username"] == "admin"
    assert queue["slots"][1]["returned_at"]
    assert [(one["review"], one["is_withdrawn"]) for one in queue["ended"]] == [(withdrawn.pk, True)]
    assert [one["pair"]["id"] for one in queue["upcoming"]] == [pairs[3].pk]
    assert (queue["n_upcoming"], queue["n_claims"], queue["max_claims"]) == (1, 1, 9)
    progress = client.get(f"{address}progress/", {"minutes": -720}).json()
    assert sum(day["n_rows"] for day in progress["days"]) == 1
    assert (progress["n_rows"], progress["n_done"]) == (6, 1)
    assert client.get(f"{address}progress/", {"minutes": 10_000}).status_code == 400


def test_claiming_a_skipped_pair_takes_the_refusal_back(project: Project, person: Callable[..., User]) -> None:
    aligned_pairs(project, 1)
    slot_policy.set_policy(project, reviews_per_pair=1)
    annotator = person("annotator")
    slot = slot_queue.claim_next(project, annotator)
    assert slot is not None
    slot_queue.skip(slot, "Too hard for me", annotator)
    assert slot_queue.claim_next(project, annotator) is None
    assert slot_queue.claim(slot.pair, annotator).pk == slot.pk
    assert not Skip.objects.exists()
