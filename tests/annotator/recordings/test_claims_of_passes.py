"""What the list of passes offers is what a claim accepts, whatever happened before."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from annotator.corpus.importing.newer import lock_imports, store_newer
from annotator.importers.base import Unit as ReadUnit
from annotator.models import Pass, PassState, Project, Role, TranscriptCheck, TranscriptPolicy
from annotator.platform.errors import ServiceError
from annotator.recordings import passes
from annotator.recordings.content import pass_json, queue_json
from tests import world
from tests.annotator.conftest import make_person

KINDS = ("first", "second")
EVENTS = st.tuples(
    st.sampled_from([*KINDS, "submit", "accept", "reject", "withdraw", "release", "late", "sweep", "switch", "newer"]),
    st.integers(0, 2),
)


def event(verb: str, who: int, people: list[User], check: TranscriptCheck, lead: User) -> None:
    """Let it happen where it can."""
    own = Pass.objects.filter(transcript_check=check, user=people[who]).first()
    if verb in KINDS:
        passes.claim(check, verb, people[who])
    elif verb == "late":
        Pass.objects.filter(state=PassState.OPEN).update(lease_ends=timezone.now() - timedelta(seconds=1))
    elif verb == "sweep":
        passes.end_leases()
    elif verb == "switch":
        policy = TranscriptPolicy.objects.get()
        TranscriptPolicy.objects.update(to_another=not policy.to_another)
    elif verb == "newer" and not hasattr(check.document, "next"):
        lock_imports(check.document.project_id)
        texts = [ReadUnit("Another text.")]
        store_newer(check.document, texts, user=None, origin="test", metadata={}, progress=lambda *_: None)
    elif own is None:
        return
    elif verb == "submit":
        answer = {"choice": "a", "text": "", "milliseconds": 900, "heard": True}
        mask = check.masks.earliest("position")
        if not own.answers.exists():
            passes.operate(own, [{"id": uuid4(), "mask": mask.code, "verb": "answer", "answer": answer, "base": None}])
        passes.submit(own)
    elif verb == "release":
        passes.release(own)
    elif verb in ("accept", "reject", "withdraw"):
        passes.judge(own, decision=verb, reason="So it is.", user=lead)


def offered(project: Project, user: User) -> set[str]:
    """The kinds of pass that the page lets somebody claim, of those that are not theirs already."""
    queue = queue_json(project, user)
    again = {one["kind"] for one in queue["mine"] if one["state"] != PassState.OPEN and one["can_go_on"]}
    return again | {one["kind"] for one in queue["free"]}


def claimable(check: TranscriptCheck, user: User) -> set[str]:
    found = set()
    open_now = Pass.objects.filter(transcript_check=check, user=user, state=PassState.OPEN).values_list(
        "kind", flat=True
    )
    for kind in KINDS:
        try:
            with transaction.atomic():
                passes.claim(check, kind, user)
                found.add(kind)
                transaction.set_rollback(True)
        except ServiceError:
            pass
    return found - set(open_now)


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=st.lists(EVENTS, max_size=10))
@example([("first", 0), ("submit", 0), ("reject", 0), ("switch", 0)])
@example([("first", 0), ("submit", 0), ("accept", 0), ("second", 1), ("release", 1), ("withdraw", 0)])
@example([("first", 0), ("late", 0)])
@example([("first", 0), ("release", 0), ("newer", 0)])
def test_what_is_offered_can_be_claimed_and_what_can_be_claimed_is_offered(events: list[tuple[str, int]]) -> None:
    with transaction.atomic():
        project = Project.objects.create(slug="claims", name="Claims")
        TranscriptPolicy.objects.create(project=project)
        check = world.checked_transcript(project, n=1)
        lead = make_person(project, Role.ADMIN, "lead")
        people = [make_person(project, Role.ANNOTATOR, name) for name in ("one", "two", "three")]
        for verb, who in events:
            try:
                with transaction.atomic():
                    event(verb, who, people, check, lead)
            except ServiceError:
                continue
            check.document.refresh_from_db()
            for person in people:
                assert offered(project, person) == claimable(check, person), (verb, who, person.username)
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("to_another", [True, False])
def test_rejected_work_can_be_claimed_again_where_it_does_not_go_to_another(to_another: bool) -> None:
    """By whoever did it, whose answers are kept; and by others, until somebody has claimed it."""
    project = Project.objects.create(slug="again", name="Again")
    TranscriptPolicy.objects.create(project=project, to_another=to_another)
    check = world.checked_transcript(project, n=1)
    ines, wen = (make_person(project, Role.ANNOTATOR, name) for name in ("Ines", "Wen"))
    own = world.open_pass(check, ines, state="rejected", lease_ends=None, reason="Too fast.")
    own.answers.create(mask=check.masks.earliest("position"), choice="typed", text="cascade")
    assert pass_json(own)["can_go_on"] is not to_another
    assert offered(project, ines) == (set() if to_another else {"first"})
    assert offered(project, wen) == {"first"}
    if not to_another:
        again = passes.claim(check, "first", ines)
        assert (again.pk, again.state, again.reason, again.answers.count()) == (own.pk, "open", "", 1)
        assert offered(project, wen) == set()
