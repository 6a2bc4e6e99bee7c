"""Authors' links once they are made: reminded of, sent again, revoked, reopened, extended, corrected, deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotator.authors.mailing import ask_to_send
from annotator.authors.models.ratings import default_closing_time
from annotator.models import Invitation, InvitationState, Project
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import outbox
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.models.mailed import SENDING

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: What can be done with many links, and how the activity log puts it; of `extend` it says the date.
_DONE = {"remind": "reminded", "send": "sent again", "revoke": "revoked", "reopen": "open again", "extend": ""}
VERBS = tuple(_DONE)


def closing_time(at: datetime | None) -> datetime:
    """When a link is to close; None for `INVITATION_DAYS` from now. Raises ServiceError for a time that is past."""
    closes_at = at or default_closing_time()
    if closes_at <= timezone.now():
        raise ServiceError(
            "The closing time is in the past.", errors=[{"field": "closes_at", "message": "in the past"}]
        )
    return closes_at


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
    closes_at = closing_time(closes_at)
    now = timezone.now()
    links = Invitation.objects.select_for_update(of=("self",)).filter(pk__in=set(ids), run__pair__project=project)
    held = list(links.select_related("run").order_by("pk"))
    # Once they are held: who declines from here on waits, and then stops what is to be sent.
    refused = _refused(held) if verb in ("remind", "send") else set()
    outcome = Outcome()
    changed = []
    for invitation in held:
        why = _why_not(invitation, verb, now, refused)
        if not why and verb == "extend" and invitation.closes_at >= closes_at:
            why = "It closes no earlier as it is."
        if why:
            outcome.left.append((invitation.pk, why))
            continue
        if verb in ("remind", "send"):
            invitation.send_soon(now)
        elif verb == "revoke":
            invitation.revoked_at, invitation.send_after = now, None
        else:
            invitation.revoked_at = None
            if verb == "extend" or invitation.closes_at <= now:
                invitation.closes_at = closes_at
        changed.append(invitation)
    Invitation.objects.bulk_update(changed, [*SENDING, "revoked_at", "closes_at"])
    outcome.n_done = len(changed)
    if changed:
        what = _DONE[verb] or f"closes {closes_at:%Y-%m-%d}"
        note_links("link_changed", changed, project=project, detail=what, by=user)
        if verb in ("remind", "send"):
            outbox.count_for(user, len(changed))
            ask_to_send(asked_at)
    return outcome


def _refused(links: Sequence[Invitation]) -> set[int]:
    """Those whose author is not written to about the talk again."""
    refused = Invitation.objects.with_refusal().filter(Q(refused_at__isnull=False), pk__in=[one.pk for one in links])
    return set(refused.values_list("pk", flat=True))


def _why_not(invitation: Invitation, verb: str, now: datetime, refused: set[int]) -> str:
    state = invitation.state
    if verb == "revoke":
        return "It is revoked already." if state == InvitationState.REVOKED else ""
    if verb == "reopen":
        is_closed = state == InvitationState.REVOKED or invitation.closes_at <= now
        return "" if is_closed else "It is open."
    if verb == "extend":
        return "It is revoked. Reopen it first." if state == InvitationState.REVOKED else ""
    if invitation.pk in refused:
        return "The author does not take part."
    return invitation.why_not_mailed(verb, now)


@transaction.atomic
def change_invitation(invitation: Invitation, *, columns: dict[str, Any]) -> None:
    """Close a link, open it again, or move its end: only the columns that are named, so that whoever extends a link
    does not open it again for somebody who has just closed it."""
    Invitation.objects.filter(pk=invitation.pk).update(**columns)
    parts = [f"closes {columns['closes_at']:%Y-%m-%d}"] if columns.get("closes_at") else []
    if "revoked_at" in columns:
        parts.append(_DONE["revoke" if columns["revoked_at"] else "reopen"])
    if parts:
        note_links("link_changed", [invitation], project=invitation.run.pair.project, detail=", ".join(parts))


@transaction.atomic
def change_address(invitation: Invitation, email: str, *, asked_at: str = "") -> None:
    """Correct the address of an author who has not answered, and send the invitation there if it had been sent, unless
    who reads it there has declined by another link."""
    held = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation.pk)
    if held.author_email == email:
        return
    held.author_email = email
    was_mailed = held.sent_at is not None or held.n_attempts > 0
    held.sent_at = None
    held.n_attempts, held.send_error, held.send_after = 0, "", None
    held.save(update_fields=["author_email", "sent_at", *SENDING])
    if email and was_mailed and held.is_open and held.finished_at is None and not _refused([held]):
        held.send_soon(timezone.now())
        held.save(update_fields=SENDING)
        ask_to_send(asked_at)


@transaction.atomic
def remove_invitation(invitation: Invitation) -> None:
    """Delete a link without answers. Raises Conflict if it has any, or the author declined: neither is ever lost."""
    held = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if held.score is not None or held.comment or held.items.exclude(answer=None).exists():
        raise Conflict("The author has answered through this link. Close it instead.", code="has_answers")
    if held.declined_at is not None:
        message = "The author does not take part. Without the link they could be asked again. Close it instead."
        raise Conflict(message, code="declined")
    note_links("link_removed", [invitation], project=invitation.run.pair.project)
    held.delete()


def note_links(
    verb: str, links: Sequence[Invitation], *, project: Project, detail: str = "", by: User | None = None
) -> None:
    """Log what was done with links: with one by its author and talk, with several by how many they are."""
    if len(links) > 1:
        note(verb, project=project, kind="link", name=counted(len(links), "author"), detail=detail, by=by)
        return
    (link,) = links
    facts = {"Talk": link.run.pair.title}
    note(verb, project=project, kind="link", pk=link.pk, name=link.author_name, detail=detail, facts=facts, by=by)
