"""Slots go with the text: who was to review a pair is to review what came in its place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from annotator.models import AssignmentPolicy, Pair, Review, RunState, Slot
from annotator.reviewing.slots.policy import make_slots


def move_slots(pair: Pair, newer: Pair, copies: Mapping[int, Review]) -> None:
    """Give the slots of a pair to the one of the newer texts, and make those that it needs beside them.

    copies : by the id of a review of the old pair, its copy on the new texts. A claim lasts as long again as a new one,
    since what has to be looked at came just now. A slot stays behind where its holder has one of the newer pair
    already. Nothing happens in a project without a policy, nor to a pair that has yet to be aligned anew.
    """
    policy = AssignmentPolicy.objects.filter(project=pair.project_id).first()
    if policy is None or not newer.runs.filter(state=RunState.SUCCEEDED).exists():
        return
    taken = set(Slot.objects.filter(pair=newer, annotator__isnull=False).values_list("annotator", flat=True))
    ends = timezone.now() + timedelta(hours=policy.claim_hours)
    for slot in Slot.objects.select_for_update(of=("self",)).filter(pair=pair).order_by("pk"):
        if slot.annotator_id in taken or (slot.review_id is not None and slot.review_id not in copies):
            continue
        slot.pair = newer
        if slot.review_id is not None:
            slot.review = copies[slot.review_id]
        if slot.continues_id is not None:
            slot.continues = copies.get(slot.continues_id)
        if slot.lease_ends is not None:
            slot.lease_ends = ends
        slot.save(update_fields=["pair", "review", "continues", "lease_ends"])
    make_slots(policy, [newer.pk])
