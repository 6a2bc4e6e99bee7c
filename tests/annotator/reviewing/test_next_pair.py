"""What an annotator is offered after a review."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from annotator.models import AssignmentPolicy, Pair, Project, Review, ReviewState, Skip, Slot
from annotator.reviewing.opening import open_review
from tests.world import make_document, make_pair, make_run


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    """Four pairs, of which the third is not aligned."""
    made = []
    for n in range(4):
        source, target = (make_document(project, f"{side} {n}", ["One."]) for side in ("source", "target"))
        made.append(make_pair(project, f"Talk {n}", source, target))
        if n != 2:
            make_run(made[-1], [{"source": [0], "target": [[0, 0, 4]], "confidence": 0.9}])
    return made


def asked(client: Any, review: Review) -> Any:
    answer = client.get(f"/api/v1/reviews/{review.pk}/next/")
    assert answer.status_code == 200
    return answer.json()["next"]


def test_what_came_back_then_what_was_begun_then_what_is_new(
    pairs: list[Pair], annotator: Any, client_of: Any, django_assert_max_num_queries: Any
) -> None:
    client = client_of(annotator)
    review, _ = open_review(pair=pairs[1], annotator=annotator)
    assert asked(client, review) == {"pair": pairs[3].pk, "title": "Talk 3", "review": None, "is_queued": False}
    begun, _ = open_review(pair=pairs[3], annotator=annotator)
    assert asked(client, review) == {"pair": pairs[3].pk, "title": "Talk 3", "review": begun.pk, "is_queued": False}
    returned, _ = open_review(pair=pairs[0], annotator=annotator)
    Review.objects.filter(pk=returned.pk).update(state=ReviewState.RETURNED, return_reason="Row 1.")
    assert asked(client, review)["review"] == returned.pk
    done = {"state": ReviewState.SUBMITTED, "submitted_at": timezone.now(), "return_reason": ""}
    Review.objects.filter(annotator=annotator).update(**done)
    with django_assert_max_num_queries(10):
        assert asked(client, review) is None


def test_earlier_pairs_come_after_the_later_ones_and_others_reviews_do_not_count(
    pairs: list[Pair], annotator: Any, person: Any, client_of: Any
) -> None:
    open_review(pair=pairs[0], annotator=person("annotator", "other"))
    review, _ = open_review(pair=pairs[3], annotator=annotator)
    assert asked(client_of(annotator), review)["pair"] == pairs[0].pk


def test_a_pair_with_a_newer_version_of_its_text_is_left_out(
    pairs: list[Pair], annotator: Any, client_of: Any, project: Project
) -> None:
    old = pairs[3].source
    newer = make_document(project, "source 3, again", ["One."])
    newer.previous = old
    newer.save()
    review, _ = open_review(pair=pairs[1], annotator=annotator)
    assert asked(client_of(annotator), review)["pair"] == pairs[0].pk


def test_a_project_with_assignments_offers_what_is_assigned_and_then_the_queue(
    pairs: list[Pair], annotator: Any, person: Any, client_of: Any, project: Project
) -> None:
    client = client_of(annotator)
    review, _ = open_review(pair=pairs[0], annotator=annotator)
    AssignmentPolicy.objects.create(project=project)
    Slot.objects.create(project=project, pair=pairs[0], annotator=annotator, review=review)
    assert asked(client, review) is None
    free = Slot.objects.create(project=project, pair=pairs[3], priority=1)
    Slot.objects.create(project=project, pair=pairs[1])
    assert asked(client, review)["pair"] == pairs[3].pk
    Skip.objects.create(pair=pairs[3], annotator=annotator, reason="too hard")
    assert asked(client, review)["pair"] == pairs[1].pk
    Slot.objects.filter(pk=free.pk).update(annotator=annotator, taken_at=timezone.now())
    assert asked(client, review)["pair"] == pairs[3].pk
