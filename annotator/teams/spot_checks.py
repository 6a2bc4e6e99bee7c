"""Spot checks: drawn by a seed, judged by somebody else, accepted or sent back.

As in M3AV (Chen et al. 2024, section 4.2.2): 120 items of each person, of which at most 10 are faulty.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from annotator.models import Project, SpotCheck, SpotCheckItem, SpotCheckKind, SpotCheckState, Verdict
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.names import name_of
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.teams.spot_check_kinds import KINDS

if TYPE_CHECKING:
    from django.contrib.auth.models import User

N_ITEMS, MOST_FAULTY = 120, 10
#: Of one person.
MOST_ITEMS = 500


class JudgedMeanwhile(Conflict):
    """Somebody has judged the item since; `item` is what it is now."""

    code = "judged"

    def __init__(self, item: SpotCheckItem) -> None:
        who = name_of(item.judge) if item.judge else "Somebody"
        super().__init__(f"{who} judged this one meanwhile: {item.get_verdict_display().lower() or 'not judged'}.")
        self.item = item


def draw(
    project: Project, *, kind: str, n_items: int = N_ITEMS, most_faulty: int = MOST_FAULTY, seed: int | None = None,
    user: User | None,
) -> list[SpotCheck]:  # fmt: skip
    """A spot check of each person who has settled something and has none open: as many items, or all there are.

    seed : the same one draws the same of the same work; by default any. Raises ServiceError where there is nobody.
    """
    seed = secrets.randbelow(2**31) if seed is None else seed
    of_kind = KINDS[kind]
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        settled: dict[int, list[int]] = {}
        for person, row in of_kind.settled(project):
            settled.setdefault(person, []).append(row)
        open_ones = SpotCheck.objects.filter(project=project, kind=kind, state=SpotCheckState.OPEN)
        for person in open_ones.values_list("person", flat=True):
            settled.pop(person, None)
        if not settled:
            raise ServiceError(
                f"Nobody has {of_kind.noun}s to draw from whose spot check is not open already.", code="nothing_settled"
            )
        made = [
            _draw_of(project, kind, person, rows, n_items, most_faulty, seed, user) for person, rows in settled.items()
        ]
        note(
            "spot_checks_drawn", project=project, kind="project", pk=project.pk, name=project.name,
            detail=f"{SpotCheckKind(kind).label.lower()} of {counted(len(made), 'person', 'people')}, seed {seed}",
        )  # fmt: skip
    return made


def _draw_of(
    project: Project, kind: str, person: int, rows: list[int], n_items: int, most_faulty: int, seed: int,
    user: User | None,
) -> SpotCheck:  # fmt: skip
    drawn = random.Random(f"{seed}:{kind}:{person}").sample(rows, min(n_items, len(rows)))
    texts = KINDS[kind].texts(drawn)
    check = SpotCheck.objects.create(
        project=project, kind=kind, person_id=person, seed=seed, most_faulty=most_faulty, created_by=user
    )
    SpotCheckItem.objects.bulk_create(
        SpotCheckItem(spot_check=check, position=at, text=texts[row], **{f"{KINDS[kind].field}_id": row})
        for at, row in enumerate(drawn)
    )
    return check


def n_settled(project: Project) -> Mapping[str, int]:
    """By kind: how much there is to draw from."""
    return {name: len(list(kind.settled(project))) for name, kind in KINDS.items()}


def judge_item(
    item: SpotCheckItem, *, verdict: str, text: str, revision: int, user: User
) -> SpotCheckItem:  # fmt: skip
    """Say whether an item is right; an empty verdict takes that back.

    revision : of the item that the sender has. Raises Closed for one's own work, Conflict once it is decided,
    JudgedMeanwhile where somebody else was first, ServiceError for a fault that nobody could mend.
    """
    text = text.strip() if verdict == Verdict.FAULTY else ""
    if verdict == Verdict.FAULTY and not text:
        raise ServiceError("Say what is wrong with it.", field="note", message="required")
    with transaction.atomic():
        check = _held(item.spot_check_id, user)
        _check_open(check)
        item = SpotCheckItem.objects.select_for_update(of=("self",)).select_related("judge").get(pk=item.pk)
        if (item.verdict, item.note, item.judge_id) == (verdict, text, user.pk if verdict else None):
            return item  # the same again
        if item.revision != revision:
            raise JudgedMeanwhile(item)
        item.verdict, item.note, item.revision = verdict, text, item.revision + 1
        item.judge, item.judged_at = (user, timezone.now()) if verdict else (None, None)
        item.save()
    return item


def decide(check: SpotCheck, *, reason: str = "", user: User) -> SpotCheck:
    """Accept the work, or send it back, as the limit says: back as soon as more are faulty, else once all are judged.

    What is sent back is open again, all that its person has settled and not only what was drawn. Raises Closed for
    one's own work, Conflict where it is decided already, and `not_judged`.
    """
    with transaction.atomic():
        check = _held(check.pk, user)
        if check.state != SpotCheckState.OPEN and check.decided_by_id == user.pk:
            return check  # the same again
        _check_open(check)
        verdicts = list(check.items.values_list("verdict", flat=True))
        n_faulty, n_open = verdicts.count(Verdict.FAULTY), verdicts.count("")
        noun = KINDS[check.kind].noun
        is_returned = n_faulty > check.most_faulty
        if not verdicts or (n_open and not is_returned):
            raise Conflict(f"{counted(n_open, noun)} of {len(verdicts)} not judged yet.", code="not_judged")
        check.state, check.reason = SpotCheckState.ACCEPTED, ""
        if is_returned:
            check.state = SpotCheckState.RETURNED
            limit = f"{n_faulty} of {counted(len(verdicts), noun)} are faulty; at most {check.most_faulty} may be."
            check.reason = reason.strip() or limit
            check.taken_back = KINDS[check.kind].take_back(check, user)
        check.decided_by, check.decided_at = user, timezone.now()
        check.save()
        _note(
            "spot_check_returned" if is_returned else "spot_check_accepted", check,
            f"{n_faulty} of {len(verdicts)} faulty",
        )  # fmt: skip
    return check


def reopen(check: SpotCheck, *, user: User) -> SpotCheck:
    """Undo a decision, and what it opened again. Raises Closed for one's own work; Conflict where nothing is decided,
    another one is open by now, and where somebody else has the work that was sent back."""
    with transaction.atomic():
        check = _held(check.pk, user)
        if check.state == SpotCheckState.OPEN:
            raise Conflict("This spot check is not decided.", code="not_decided")
        others = SpotCheck.objects.filter(project=check.project_id, kind=check.kind, person=check.person_id)
        if others.filter(pk__gt=check.pk).exists():
            raise Conflict("There is a newer spot check of this person. Go on with that one.", code="newer")
        if check.state == SpotCheckState.RETURNED:
            KINDS[check.kind].give_back(check, user)
        check.state, check.reason, check.taken_back = SpotCheckState.OPEN, "", {}
        check.decided_by = check.decided_at = None
        check.save()
        _note("spot_check_reopened", check)
    return check


def remove(check: SpotCheck, *, user: User) -> None:
    """Raises Closed for one's own work, Conflict once it is decided."""
    with transaction.atomic():
        check = _held(check.pk, user)
        _check_open(check)
        _note("spot_check_removed", check)
        check.delete()


def checks_for(project: Project, user: User, *, is_judge: bool) -> QuerySet[SpotCheck]:
    """Those that this person judges and is judged by, with ``n_items``, ``n_judged`` and ``n_faulty``."""
    checks = SpotCheck.objects.filter(project=project).select_related("person", "decided_by")
    if not is_judge:
        checks = checks.filter(person=user)
    return checks.annotate(
        n_items=Count("items"), n_judged=Count("items", filter=~Q(items__verdict="")),
        n_faulty=Count("items", filter=Q(items__verdict=Verdict.FAULTY)),
    ).order_by(F("decided_at").desc(nulls_first=True), "-pk")  # fmt: skip


def items_for(check: SpotCheck, user: User) -> list[dict[str, Any]]:
    """What somebody who judges sees: all of it. Its person sees what is faulty, once that is decided. Raises Closed."""
    items = check.items.select_related("judge")
    if check.person_id == user.pk:
        items = items.filter(verdict=Verdict.FAULTY) if check.state != SpotCheckState.OPEN else items.none()
    else:
        _check_judge(check, user)
    shown = list(items)
    return [
        {
            "position": item.position, "text": item.text, "verdict": item.verdict, "note": item.note,
            "revision": item.revision, **place,
        }
        for item, place in zip(shown, KINDS[check.kind].places(shown), strict=True)
    ]  # fmt: skip


def _held(pk: int, user: User) -> SpotCheck:
    check = (
        SpotCheck.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "person").get(pk=pk)
    )
    if check.person_id == user.pk:
        raise Closed("Somebody else judges what you have settled.", code="own_work")
    _check_judge(check, user)
    return check


def _check_judge(check: SpotCheck, user: User) -> None:
    if KINDS[check.kind].is_at_the_same(check, user):
        raise Closed("You work on these masks yourself. Submit your pass first.", code="own_work")


def _check_open(check: SpotCheck) -> None:
    if check.state != SpotCheckState.OPEN:
        raise Conflict(f"This spot check is {check.get_state_display().lower()} already.", code="decided")


def _note(verb: str, check: SpotCheck, detail: str = "") -> None:
    of_whom = f"{SpotCheckKind(check.kind).label.lower()} of {name_of(check.person)}"
    project = check.project
    note(
        verb, project=project, kind="project", pk=project.pk, name=project.name,
        detail=f"{of_whom}, {detail}" if detail else of_whom,
    )  # fmt: skip
