"""Invitations to many authors at once, and what is done with many of them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from alignment.summarize import top_sentences
from annotator.authors import wording
from annotator.authors.lines import MOST_AT_ONCE, READY, WRONG, AuthorLine, CheckedLine, checked
from annotator.authors.models.ratings import BETWEEN_MAILS, default_closing_time
from annotator.models import AlignmentRun, Invitation, InvitationState, Project, RatingItem, Unit, Wording, WordingKind
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import work
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError
from annotator.platform.models.mailed import SENDING
from annotator.summaries.verbs import DEFAULT_SENTENCES

#: Questions that one request makes: what it stores is bounded.
_MOST_ITEMS = 30_000
VERBS = ("remind", "send", "revoke", "reopen", "extend")


@dataclass
class Asked:
    """How authors are asked. closes_at : None for `INVITATION_DAYS` from now. remind_after : days, None for never."""

    n_sentences: int = DEFAULT_SENTENCES
    language: str = "en"
    closes_at: datetime | None = None
    remind_after: int | None = None
    dimensions: Sequence[str] = ()
    has_trap: bool = False
    subject: str = ""
    letter: str = ""
    reminder: str = ""
    consent: str = ""
    is_sent: bool = True


@dataclass
class InvitedAuthors:
    invitations: list[Invitation] = field(default_factory=list)
    n_to_send: int = 0
    left: list[CheckedLine] = field(default_factory=list)


@transaction.atomic
def invite_authors(
    *, project: Project, lines: Sequence[AuthorLine], asked: Asked, only_correct: bool, user: User, asked_at: str = ""
) -> InvitedAuthors:
    """Invite the authors of a list: all, or with `only_correct` those whose lines are right.

    Lines whose author has been asked already are left out. Raises ServiceError, naming each wrong line, and changes
    nothing, if a line is wrong and `only_correct` is not given, or nobody is left.
    """
    if not 1 <= len(lines) <= MOST_AT_ONCE:
        raise ServiceError(f"Give from 1 to {MOST_AT_ONCE} authors at once.", code="how_many")
    # Two admins with the same list: the second one waits, and then finds the authors invited.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    looked_at = checked(project, lines)
    ready = [each for each in looked_at if each.state == READY]
    wrong = [each for each in looked_at if each.state == WRONG]
    if not ready or (wrong and not only_correct):
        errors = [{"line": each.line.number, "field": each.field, "message": each.message} for each in wrong]
        detail = f"{counted(len(wrong), 'line')} wrong. Nobody was invited." if wrong else "Nobody is left to invite."
        raise ServiceError(detail, code="wrong_lines" if wrong else "nobody", errors=errors, n_correct=len(ready))
    closes_at = asked.closes_at or default_closing_time()
    if closes_at <= timezone.now():
        raise ServiceError(
            "The closing time is in the past.", errors=[{"field": "closes_at", "message": "in the past"}]
        )
    letter = _store_wordings(project, asked, user)
    made = _store(ready, asked, closes_at, letter, user)
    n_to_send = sum(invitation.send_after is not None for invitation in made)
    note(
        "authors_invited", project=project, kind="link", name=counted(len(made), "author"),
        detail=f"{n_to_send} by e-mail" if n_to_send else "links only",
    )  # fmt: skip
    if n_to_send:
        _ask_to_send(asked_at)
    return InvitedAuthors(made, n_to_send, [each for each in looked_at if each.state != READY])


def _store_wordings(project: Project, asked: Asked, user: User) -> Wording:
    language = asked.language
    wording.store(project, WordingKind.CONSENT, language, text=asked.consent, user=user)
    if asked.reminder:
        wording.store(project, WordingKind.REMINDER, language, text=asked.reminder, user=user)
    return wording.store(project, WordingKind.INVITATION, language, subject=asked.subject, text=asked.letter, user=user)


def _store(
    ready: Sequence[CheckedLine], asked: Asked, closes_at: datetime, letter: Wording, user: User
) -> list[Invitation]:
    summaries = _summaries({each.run for each in ready if not each.line.text}, asked.n_sentences)
    if sum(len(summaries.get(each.run, ())) for each in ready) > _MOST_ITEMS:
        raise ServiceError(
            f"That is more than {_MOST_ITEMS:,} sentences. Invite fewer authors at once.", code="too_many"
        )
    now = timezone.now()
    made = []
    for each in ready:
        line = each.line
        invitation = Invitation(
            run_id=each.run, author_name=line.name, author_email=line.email, language=asked.language,
            n_sentences=asked.n_sentences, closes_at=closes_at, letter=letter, system=line.system, text=line.text,
            dimensions=list(asked.dimensions), trap=secrets.randbelow(5) + 1 if asked.has_trap else None,
            created_by=user,
        )  # fmt: skip
        if asked.is_sent and line.email:
            invitation.send_soon(now)
            if asked.remind_after is not None:
                invitation.remind_at = now + timedelta(days=asked.remind_after)
        made.append(invitation)
    Invitation.objects.bulk_create(made)
    items = (
        [invitation.pk, unit, rank, n_words, None, None]
        for invitation in made
        if not invitation.text
        for unit, rank, n_words in summaries[invitation.run_id]
    )
    copy_in(RatingItem, ["invitation_id", "unit_id", "rank", "n_words", "answer", "answered_at"], items)
    return made


def _summaries(runs: Collection[int], n_sentences: int) -> dict[int, list[tuple[int, int, int]]]:
    """By run, the sentences of its summary: unit, rank, and words spoken."""
    rows = AlignmentRun.objects.filter(pk__in=runs).values_list("pk", "pair__source", "info__durations")
    chosen: dict[int, tuple[int, dict[int, tuple[int, int]]]] = {}
    sentences = Q(pk__in=[])
    for pk, document, durations in rows:
        positions = sorted(top_sentences(durations, n_sentences), key=lambda i: (-durations[i], i))
        chosen[pk] = document, {position: (rank, durations[position]) for rank, position in enumerate(positions, 1)}
        sentences |= Q(document=document, position__in=positions)
    units = {
        (document, position): pk
        for pk, document, position in Unit.objects.filter(sentences)
        .order_by()
        .values_list("pk", "document", "position")
    }
    return {
        run: [(units[document, position], *of) for position, of in positions.items()]
        for run, (document, positions) in chosen.items()
    }


@dataclass
class Outcome:
    """left : the invitations for which it was not done, and why."""

    n_done: int = 0
    left: list[tuple[int, str]] = field(default_factory=list)


@transaction.atomic
def act(
    *,
    project: Project,
    verb: str,
    ids: Iterable[int],
    closes_at: datetime | None = None,
    user: User,
    asked_at: str = "",
) -> Outcome:
    """Remind, send (again), revoke, reopen or extend invitations of a project.

    closes_at : for reopening and extending; None for `INVITATION_DAYS` from now.
    """
    closes_at = closes_at or default_closing_time()
    now = timezone.now()
    if closes_at <= now:
        raise ServiceError(
            "The closing time is in the past.", errors=[{"field": "closes_at", "message": "in the past"}]
        )
    held = Invitation.objects.select_for_update(of=("self",)).filter(pk__in=set(ids), run__pair__project=project)
    outcome = Outcome()
    changed = []
    for invitation in held.order_by("pk"):
        why = _why_not(invitation, verb, now)
        if why:
            outcome.left.append((invitation.pk, why))
            continue
        if verb in ("remind", "send"):
            invitation.send_soon(now)
        elif verb == "revoke":
            invitation.revoked_at, invitation.send_after = now, None
        else:
            invitation.revoked_at = None
            invitation.closes_at = (
                closes_at if verb == "extend" or invitation.closes_at <= now else invitation.closes_at
            )
        changed.append(invitation)
    Invitation.objects.bulk_update(changed, [*SENDING, "revoked_at", "closes_at"])
    outcome.n_done = len(changed)
    if changed:
        note("links_acted_on", project=project, kind="link", name=counted(len(changed), "author"), detail=verb, by=user)
        if verb in ("remind", "send"):
            _ask_to_send(asked_at)
    return outcome


def _why_not(invitation: Invitation, verb: str, now: datetime) -> str:
    state = invitation.state
    if verb == "revoke":
        return "It is revoked already." if state == InvitationState.REVOKED else ""
    if verb == "reopen":
        is_closed = state == InvitationState.REVOKED or invitation.closes_at <= now
        return "" if is_closed else "It is open."
    if verb == "extend":
        return "It is revoked. Reopen it first." if state == InvitationState.REVOKED else ""
    if state == InvitationState.REVOKED:
        return "It is revoked."
    if state == InvitationState.ANSWERED:
        return "The author has answered."
    if state == InvitationState.EXPIRED:
        return "It has expired. Extend it first."
    if not invitation.author_email:
        return "There is no address. Copy the link and send it yourself."
    if invitation.send_after is not None:
        return "It is being sent."
    if invitation.sent_at is not None and now - invitation.sent_at < BETWEEN_MAILS:
        return f"The last e-mail was sent less than {BETWEEN_MAILS.days} days ago."
    if verb == "remind" and invitation.sent_at is None:
        return "It has not been sent yet." if not invitation.send_error else "The address was refused. Fix it first."
    return ""


def _ask_to_send(asked_at: str) -> None:
    transaction.on_commit(lambda: work.send("send_author_mail", asked_at), robust=True)


@transaction.atomic
def change_address(invitation: Invitation, email: str, *, asked_at: str = "") -> None:
    """Correct the address of an author who has not answered, and send the invitation there if it had been sent."""
    held = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation.pk)
    if held.author_email == email:
        return
    held.author_email = email
    was_mailed = held.sent_at is not None or held.n_attempts > 0
    held.sent_at = None
    held.n_attempts, held.send_error, held.send_after = 0, "", None
    if email and was_mailed and held.is_open and held.finished_at is None:
        held.send_soon(timezone.now())
        _ask_to_send(asked_at)
    held.save(update_fields=["author_email", "sent_at", *SENDING])
