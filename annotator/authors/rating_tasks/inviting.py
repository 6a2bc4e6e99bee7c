"""Inviting raters by e-mail: from a list of addresses, and again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotator.authors import wording
from annotator.authors.links import Outcome
from annotator.authors.mailing import ask_to_send
from annotator.authors.rating_tasks.raters import MOST_RATERS, note_added, ready
from annotator.models import Rater, RatingTask, Wording, WordingKind
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import mail, outbox
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.models.mailed import SENDING

#: "Name <address>, language", of which the address alone is needed.
_LINE = re.compile(
    r"(?:(?P<name>[^<>]*)<(?P<email>[^<>]*)>|(?P<bare>[^\s,;<>]+))(?:[\s,;]+(?P<language>[^\s,;]+))?[\s,;]*"
)
_LANGUAGES = [code for code, _label in settings.LANGUAGES]
#: Errors that one answer lists.
_ERRORS_SHOWN = 100


class RaterLine(NamedTuple):
    """language : empty for that of the task."""

    number: int
    name: str
    email: str
    language: str


@dataclass
class InvitedRaters:
    """left : the numbers of lines that were left out, and why."""

    raters: list[Rater] = field(default_factory=list)
    n_to_send: int = 0
    left: list[tuple[int, str]] = field(default_factory=list)


def read_list(text: str) -> list[RaterLine]:
    """The addresses of a list, one a line, such as ``Name <name@example.org>, ja``; empty lines are left out.

    Raises ServiceError, naming each line that is wrong, or where there are none or too many.
    """
    lines, errors = [], list[tuple[int, str]]()
    seen: dict[str, int] = {}
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        match = _LINE.fullmatch(row.strip())
        if match is None:
            errors.append((number, f"“{row.strip()[:80]}” is not “Name <address>, language”."))
            continue
        name = " ".join((match["name"] or "").strip(' "\t').split())
        email = (match["email"] or match["bare"] or "").strip()
        language = (match["language"] or "").lower()
        wrong = mail.why_no_address(email) or _fault(name, language)
        if not wrong and (before := seen.setdefault(email.lower(), number)) != number:
            wrong = f"The same address is in line {before}."
        if wrong:
            errors.append((number, wrong))
        lines.append(RaterLine(number, name, email, language))
    if errors:
        raise ServiceError(
            f"Line {errors[0][0]}: {errors[0][1]} Nobody was invited.", code="wrong_lines",
            errors=[{"line": line, "field": "list", "message": why} for line, why in errors[:_ERRORS_SHOWN]],
        )  # fmt: skip
    if not 1 <= len(lines) <= MOST_RATERS:
        raise ServiceError(f"Give from 1 to {MOST_RATERS:,} addresses.", code="how_many", field="list")
    return lines


def _fault(name: str, language: str) -> str:
    if len(name) > 200:
        return "This name is longer than 200 characters."
    if language and language not in _LANGUAGES:
        return f"There are no texts in “{language[:20]}”. The languages are {', '.join(_LANGUAGES)}."
    return ""


@transaction.atomic
def invite_raters(
    task: RatingTask,
    lines: Sequence[RaterLine],
    *,
    subject: str = "",
    letter: str = "",
    remind_after: int | None = None,
    is_sent: bool = True,
    user: User | None,
    asked_at: str = "",
) -> InvitedRaters:
    """A link of their own for each address that has none, sent by e-mail if `is_sent`.

    subject, letter : in the language of the task; the latest of the project if empty. remind_after : days, None for
    never. Addresses that were invited already, or declined, are left out.
    Raises Conflict where the task has closed or has no samples yet, ServiceError for a text with a fault.
    """
    task, last = ready(task, len(lines), "list")
    if not task.is_open:
        raise Conflict("The task has closed. Give it a later closing date first.", code="closed")
    there = {
        email.lower(): declined_at is not None
        for email, declined_at in task.raters.exclude(email="").values_list("email", "declined_at")
    }
    invited, now = InvitedRaters(), timezone.now()
    letters = {task.language: _stored(task, task.language, subject, letter, user)}
    for line in lines:
        if (has_declined := there.get(line.email.lower())) is not None:
            why = "does not take part" if has_declined else "was invited already"
            invited.left.append((line.number, f"{line.email} {why}."))
            continue
        language = line.language or task.language
        if language not in letters:
            letters[language] = _stored(task, language, "", "", user)
        last += 1
        rater = Rater(
            task=task, number=last, name=line.name, email=line.email, language=line.language, created_by=user,
            letter=letters[language],
        )  # fmt: skip
        if is_sent:
            rater.ask(now, remind_after)
        invited.raters.append(rater)
    Rater.objects.bulk_create(invited.raters)
    n = len(invited.raters)
    if n:
        note_added(task, f"{n} by e-mail" if is_sent else counted(n, "link"))
    if n and is_sent:
        invited.n_to_send = n
        outbox.count_for(user, n)
        ask_to_send(asked_at)
    return invited


def _stored(task: RatingTask, language: str, subject: str, letter: str, user: User | None) -> Wording:
    return wording.store(task.project, WordingKind.RATER, language, subject=subject, text=letter, user=user)


@transaction.atomic
def send_again(
    task: RatingTask, numbers: Collection[int], *, verb: str, user: User | None, asked_at: str = ""
) -> Outcome:
    """Send or remind raters of these numbers, each where it is possible; `Outcome.left` has numbers."""
    now, outcome, changed = timezone.now(), Outcome(), []
    held = task.raters.select_for_update(of=("self",)).select_related("task").filter(number__in=set(numbers))
    for rater in held.order_by("number"):
        if why := rater.why_not_mailed(verb, now):
            outcome.left.append((rater.number, why))
            continue
        rater.send_soon(now)
        changed.append(rater)
    Rater.objects.bulk_update(changed, SENDING)
    outcome.n_done = len(changed)
    if changed:
        detail = (
            ", ".join(f"rater {rater.number}" for rater in changed[:5])
            if len(changed) <= 5
            else counted(len(changed), "rater")
        )
        note("raters_mailed", project=task.project, kind="rating_task", pk=task.pk, name=task.name, detail=detail)
        outbox.count_for(user, len(changed))
        ask_to_send(asked_at)
    return outcome


@transaction.atomic
def correct_address(task: RatingTask, number: int, email: str, *, user: User | None, asked_at: str = "") -> None:
    """Correct the address of a rater whom no e-mail has reached, and send the invitation there.

    Raises ServiceError for the address of another rater, Conflict where an e-mail has reached the rater, who
    has the link: it would be two people's.
    """
    held = task.raters.select_for_update(of=("self",)).select_related("task").exclude(email="")
    rater = held.filter(number=number).first()
    if rater is None:
        raise ServiceError(f"No rater {number} was invited by e-mail.", field="numbers")
    if task.raters.filter(email__iexact=email).exclude(pk=rater.pk).exists():
        raise ServiceError(f"{email} was invited already.", field="email")
    if rater.sent_at is not None or rater.begun_at is not None:
        raise Conflict("An e-mail has reached this rater. Invite the other address by itself.", code="was_sent")
    rater.email = email
    if why := rater.why_not_mailed("send", timezone.now()):
        raise Conflict(why, code="not_sent")
    rater.send_soon(timezone.now())
    rater.save(update_fields=["email", *SENDING])
    detail = f"rater {number}, to another address"
    note("raters_mailed", project=task.project, kind="rating_task", pk=task.pk, name=task.name, detail=detail)
    outbox.count_for(user, 1)
    ask_to_send(asked_at)
