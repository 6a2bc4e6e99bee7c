"""One person's way through a round: rows are drawn, answered one by one, and judged by the server alone.

What is expected of a row leaves the server with the answer to it, never before.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from annotator.models import Project, TrainingDecision, TrainingItem, TrainingPolicy, TrainingRound, TrainingRow
from annotator.people.activity import note
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.guidelines import current_version, labels_of
from annotator.reviewing.training_rounds.answers import judge
from annotator.reviewing.training_rounds.standing import (
    Languages,
    counting,
    policy_of,
    pools_of,
    renewed_at,
    standings_of,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def latest(project: Project, user: User, languages: Languages) -> TrainingRound | None:
    """The round of this person in these languages that is running, or was the last under the guidelines as they are."""
    counted, _ = counting(_rounds(project, user, languages), renewed_at(policy_of(project)))
    return counted[-1] if counted else None


def _rounds(project: Project, user: User, languages: Languages) -> list[TrainingRound]:
    source, target = languages
    rounds = TrainingRound.objects.filter(project=project, person=user.pk)
    return list(rounds.filter(source_language=source, target_language=target).order_by("number"))


@transaction.atomic
def begin(project: Project, user: User, languages: Languages) -> TrainingRound:
    """Go on with the round that is running, or begin the next with other rows: fewer, where only the guidelines have
    changed since the person passed.

    Raises Conflict: `passed`; `no_tries_left`, then an admin decides; `pool_too_small` for the rows of a round.
    """
    get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)  # one round at a time
    policy = policy_of(project)
    done = _rounds(project, user, languages)
    its, is_renewal = counting(done, renewed_at(policy))
    last = done[-1] if done else None
    if last is not None and last.passed is None:
        return last
    if any(one.passed for one in its):
        raise Conflict("You have passed this round.", code="passed")
    decision = TrainingDecision.objects.filter(project=project, person=user.pk).first()
    if len(its) >= policy.n_tries + (decision.n_more if decision else 0):
        raise Conflict("You have no try left. An admin decides how you go on.", code="no_tries_left")
    if (n := pools_of(project).get(languages, 0)) < policy.n_rows:
        raise Conflict(f"This round has {n} rows; {policy.n_rows} are needed.", code="pool_too_small")
    begun = TrainingRound.objects.create(
        project=project,
        person_id=user.pk,
        source_language=languages[0],
        target_language=languages[1],
        number=last.number + 1 if last is not None else 1,
        n_right=_n_right(policy, is_renewal=is_renewal),
    )
    rows = _drawn(project, user, languages, _n_rows(policy, is_renewal=is_renewal))
    TrainingItem.objects.bulk_create(TrainingItem(round=begun, row=row, position=n) for n, row in enumerate(rows, 1))
    return begun


def _n_rows(policy: TrainingPolicy, *, is_renewal: bool) -> int:
    return min(policy.n_again, policy.n_rows) if is_renewal else policy.n_rows


def _n_right(policy: TrainingPolicy, *, is_renewal: bool) -> int:
    """The same share of a shorter round, rounded up."""
    return math.ceil(policy.n_right * _n_rows(policy, is_renewal=is_renewal) / policy.n_rows)


def _drawn(project: Project, user: User, languages: Languages, n_rows: int) -> list[TrainingRow]:
    """Rows that the person has not had, then those that they had longest ago; in an order of its own for each."""
    source, target = languages
    pool = TrainingRow.objects.filter(project=project, is_in=True, source_language=source, target_language=target)
    had = TrainingItem.objects.filter(round__project=project, round__person=user.pk).order_by("round__number")
    when = dict(had.values_list("row", "round__number"))
    rows = list(pool)
    random.SystemRandom().shuffle(rows)
    rows.sort(key=lambda row: when.get(row.pk, 0))
    return rows[:n_rows]


def round_of(one: TrainingRound) -> dict[str, Any]:
    """A round as its person reads it. Of rows without an answer there is nothing of what is expected.

    ``items``: in order, each ``id``, ``position``, ``source``, ``target`` (texts), ``proposed``, ``asks`` (which of
    these is to be answered), and ``outcome``, null until it is answered. ``left``: tries left after this.
    """
    version = current_version(one.project_id)
    standing = next(
        each
        for each in standings_of(one.project, one.person)
        if (each["source_language"], each["target_language"]) == (one.source_language, one.target_language)
    )
    items = [_item(item) for item in one.items.select_related("row").order_by("position")]
    return {
        "id": one.pk,
        "number": one.number,
        "source_language": one.source_language,
        "target_language": one.target_language,
        "n_needed": one.n_right,
        "n_right": sum(item["outcome"] is not None and item["outcome"]["is_right"] for item in items),
        "passed": one.passed,
        "n_left": standing["n_left"],
        "guidelines": version.number if version else None,
        "labels": labels_of(version.pk if version else None),
        "items": items,
    }


def _item(item: TrainingItem) -> dict[str, Any]:
    row = item.row
    return {
        "id": item.pk,
        "position": item.position,
        "source": row.source,
        "target": row.target,
        "proposed": row.proposed,
        "asks": row.asks,
        "answer": item.answer,
        "outcome": _outcome(item) if item.answered_at is not None else None,
    }


def _outcome(item: TrainingItem) -> dict[str, Any]:
    verdict = judge(item.answer or [], item.row.expected)
    return {
        "is_right": bool(item.links_right and item.labels_right),
        "links_right": item.links_right,
        "labels_right": item.labels_right,
        "head": verdict.head,
        "given": verdict.row,
        "expected": item.row.expected,
        "explanation": item.row.explanation,
        "place": item.row.place,
        "differs": item.differs,
    }


@transaction.atomic
def answer(project: Project, user: User, item_id: int, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Judge the answer to a row of the person's running round, and say what was expected. The first answer counts: a
    second one is judged as the first was, and changes nothing.

    Raises Conflict (`not_yours`) for a row of nobody's or somebody else's round.

    rows : those of its passage, as the person left them. Raises ServiceError for text that the passage does not have.
    """
    item = _own(project, user, item_id)
    one = item.round
    if item.answered_at is None:
        _check_pieces(item.row, rows)
        verdict = judge(rows, item.row.expected)
        item.answer, item.answered_at = list(rows), timezone.now()
        item.links_right, item.labels_right = verdict.links_right, verdict.labels_right
        item.save()
        if not one.items.filter(answered_at=None).exists():
            n_right = one.items.filter(links_right=True, labels_right=True).count()
            one.passed, one.ended_at = n_right >= one.n_right, timezone.now()
            one.save()
            name = f"{one.source_language} to {one.target_language}"
            verb = "training_passed" if one.passed else "training_not_passed"
            note(verb, project=project, kind="project", pk=project.pk, name=name, by=user)
    return _outcome(item)


@transaction.atomic
def differ(project: Project, user: User, item_id: int, text: str) -> None:
    """Say to the admins how one sees a row. Raises Conflict (`unanswered`) before its answer."""
    item = _own(project, user, item_id)
    if item.answered_at is None:
        raise Conflict("Answer the row first.", code="unanswered")
    TrainingItem.objects.filter(pk=item.pk).update(differs=text.strip())


@transaction.atomic
def decide(project: Project, person: User, *, may_start: bool, by: User) -> None:
    """Let somebody start without a round passed, or give them another try."""
    held, _ = TrainingDecision.objects.select_for_update().get_or_create(project=project, person_id=person.pk)
    held.by_id = by.pk
    if may_start:
        held.may_start = True
    else:
        held.n_more += 1
    held.save()
    verb = "training_excused" if may_start else "training_again"
    note(verb, project=project, kind="project", pk=project.pk, name=name_of(person), by=by)


def trial(project: Project, languages: Languages) -> dict[str, Any]:
    """A round as `round_of` has it, drawn from the pool for an admin who tries it: nothing of it is stored. Its items
    have the ids of their rows.

    Raises Conflict (`pool_too_small`) where no row is in.
    """
    policy, version = policy_of(project), current_version(project.pk)
    source, target = languages
    pool = TrainingRow.objects.filter(project=project, is_in=True, source_language=source, target_language=target)
    rows = list(pool.order_by("?")[: policy.n_rows])
    if not rows:
        raise Conflict("No row is in the pool of these languages.", code="pool_too_small")
    items = [_item(TrainingItem(pk=row.pk, row=row, position=at)) for at, row in enumerate(rows, 1)]
    return {
        "id": 0,
        "number": 1,
        "source_language": source,
        "target_language": target,
        "n_needed": min(policy.n_right, len(rows)),
        "n_right": 0,
        "passed": None,
        "n_left": 0,
        "guidelines": version.number if version else None,
        "labels": labels_of(version.pk if version else None),
        "items": items,
    }


def try_row(row: TrainingRow, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the answer to a row would be told; nothing is stored. Raises ServiceError as `answer` does."""
    _check_pieces(row, rows)
    verdict = judge(rows, row.expected)
    tried = TrainingItem(row=row, answer=list(rows), links_right=verdict.links_right, labels_right=verdict.labels_right)
    return _outcome(tried)


def _own(project: Project, user: User, item_id: int) -> TrainingItem:
    items = TrainingItem.objects.select_for_update(of=("self",)).select_related("row", "round")
    item = items.filter(pk=item_id, round__project=project, round__person=user.pk).first()
    if item is None:
        raise Conflict("This is no row of a round of yours.", code="not_yours")
    return item


def _check_pieces(row: TrainingRow, rows: Sequence[dict[str, Any]]) -> None:
    texts = {"source": row.source, "target": row.target, "removed": row.target}
    for one in rows:
        for side, units in texts.items():
            for unit, start, end in one[side]:
                if not (0 <= unit < len(units) and 0 <= start < end <= len(units[unit])):
                    raise ServiceError(
                        f"{side} {[unit, start, end]} is no text of this row.", code="no_such_text",
                        errors=[{"field": side, "message": "no text of this row"}],
                    )  # fmt: skip
