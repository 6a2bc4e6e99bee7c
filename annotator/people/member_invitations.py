"""Invitations to become a member of a project: made by admins, sent by a worker, accepted once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Lower
from django.utils import timezone

from annotator.models import MemberInvitation, Membership, Project, Role
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.languages import languages_of
from annotator.people.models.people import default_expiry
from annotator.people.names import name_of
from annotator.platform import mail, outbox, work
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.platform.models.mailed import SENDING
from annotator.platform.queues import Task
from annotator.platform.signed_links import LinkSigner

MAIL = Task("send_invitations")
MOST_AT_ONCE = 500
#: Pending ones of a project: an admin is no sender of bulk mail.
MOST_PENDING = 1_000
#: The same invitation is not sent again sooner.
BETWEEN_SENDS = timedelta(minutes=10)

_links = LinkSigner("lectern.join")
#: Links in e-mail are signed apart: whoever comes by one reads the mail of that address.
_mailed = LinkSigner("lectern.join.mailed")


@dataclass
class Line:
    """One person of a list, as it was typed. number : of its line, for naming what is wrong in it."""

    number: int
    name: str
    email: str
    role: str
    languages: list[str] = field(default_factory=list)


@dataclass
class Invited:
    n_invited: int = 0
    n_renewed: int = 0
    errors: list[dict[str, Any]] = field(default_factory=list)


def invitation_token(invitation: MemberInvitation, *, is_mailed: bool = False) -> str:
    return (_mailed if is_mailed else _links).token(invitation.secret)


def find_invitation(token: str) -> tuple[MemberInvitation, bool] | None:
    """The invitation that a link names, and whether the link came by e-mail. None for a link not signed here."""
    for signer in (_links, _mailed):
        if (secret := signer.text_in(token)) is None:
            continue
        invitation = MemberInvitation.objects.select_related("project", "created_by").filter(secret=secret).first()
        return None if invitation is None else (invitation, signer is _mailed)
    return None


def invite(
    *,
    project: Project,
    role: str,
    email: str = "",
    name: str = "",
    languages: Iterable[str] = (),
    user: User,
    may_create: bool,
    asked_at: str = "",
) -> MemberInvitation:
    """Invite a person by a link, which a worker also sends if there is an address.

    Somebody who is already invited at that address gets the same link again, with this role. languages : that they
    read. may_create : whether it may make an account. Raises Conflict if a member has the address, or too many
    invitations are pending; ServiceError for what is no language.
    """
    line = Line(0, name, email, role, languages_of(languages))
    if email and _members_at(project, [email]):
        message = "Somebody with this address is already a member of this project."
        raise Conflict(message, code="already_member", field="email")
    with transaction.atomic():
        _leave_room(project, 1)
        made, _ = _store(project, [line], user=user, may_create=may_create)
        if email:
            outbox.count_for(user, 1)
            _ask_to_send(asked_at)
        _note("member_invited", made[0], detail=role, by=user)
    return made[0]


def invite_many(
    *,
    project: Project,
    lines: Iterable[Line],
    only_correct: bool = False,
    user: User,
    may_create: bool,
    asked_at: str = "",
) -> Invited:
    """Invite the people of a list by e-mail: all, or with `only_correct` those whose lines are right.

    Raises ServiceError, naming each wrong line and its field, and changes nothing, if a line is wrong and
    `only_correct` is not given; its `n_correct` is how many would be invited.
    """
    wanted = list(lines)
    if not wanted or len(wanted) > MOST_AT_ONCE:
        raise ServiceError(f"Give from 1 to {MOST_AT_ONCE} people at once.", code="how_many")
    errors = _faults(project, wanted)
    wrong = {error["line"] for error in errors}
    correct = [line for line in wanted if line.number not in wrong]
    if errors and not (only_correct and correct):
        n = len(wrong)
        detail = f"{n} {'line is' if n == 1 else 'lines are'} wrong. Nobody was invited."
        raise ServiceError(detail, code="wrong_lines", errors=errors, n_correct=len(correct))
    with transaction.atomic():
        _leave_room(project, len(correct))
        outbox.count_for(user, len(correct))
        made, n_renewed = _store(project, correct, user=user, may_create=may_create)
        _ask_to_send(asked_at)
        if made:
            note("members_invited", project=project, name=counted(len(made), "person", "people"), by=user)
    return Invited(n_invited=len(made), n_renewed=n_renewed, errors=errors)


def _faults(project: Project, lines: list[Line]) -> list[dict[str, Any]]:
    members = _members_at(project, [line.email for line in lines])
    seen: dict[str, int] = {}
    faults = []
    for line in lines:
        address = line.email.lower()
        for name, message in (
            ("email", mail.why_no_address(line.email)),
            ("email", "Somebody with this address is already a member of this project." if address in members else ""),
            ("email", f"This address is also in line {seen[address]}." if address and address in seen else ""),
            ("languages", _why_no_languages(line.languages)),
            ("role", "" if line.role in Role.values else f"“{line.role[:40]}” is not a role. Roles are {_roles()}."),
            ("name", "This name is longer than 150 characters." if len(line.name) > 150 else ""),
        ):
            if message:
                faults.append({"line": line.number, "field": name, "message": message})
                break
        seen.setdefault(address, line.number)
    return faults


def _why_no_languages(languages: list[str]) -> str:
    try:
        languages_of(languages)
    except ServiceError as error:
        return str(error)
    return ""


def _roles() -> str:
    *others, last = Role.values
    return f"{', '.join(others)} and {last}"


def _members_at(project: Project, emails: list[str]) -> set[str]:
    """Those of the addresses, in lower case, that members of the project have."""
    addresses = {email.lower() for email in emails} - {""}
    members = project.memberships.annotate(address=Lower("user__email")).filter(address__in=addresses)
    return set(members.values_list("address", flat=True))


def _leave_room(project: Project, n: int) -> None:
    """Raise Conflict unless `n` more fit. The project is locked: invitations are counted one request at a time."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if project.member_invitations.pending().count() + n > MOST_PENDING:
        raise Conflict(f"{MOST_PENDING:,} invitations are pending at most. Revoke some first.", code="too_many")


def _store(project: Project, lines: list[Line], *, user: User, may_create: bool) -> tuple[list[MemberInvitation], int]:
    """Make invitations, or renew those that are pending at the addresses. Returns all, and how many were renewed."""
    now = timezone.now()
    pending = project.member_invitations.pending().annotate(address=Lower("email"))
    known = {
        invitation.address: invitation  # type: ignore[attr-defined]
        for invitation in pending.filter(address__in=[line.email.lower() for line in lines if line.email])
    }
    new: list[MemberInvitation] = []
    renewed: list[MemberInvitation] = []
    for line in lines:
        invitation = known.get(line.email.lower()) or MemberInvitation(project=project, email=line.email)
        (renewed if invitation.pk else new).append(invitation)
        invitation.role, invitation.created_by, invitation.creates_account = line.role, user, may_create
        invitation.name = line.name or invitation.name
        invitation.languages = languages_of(line.languages) or invitation.languages
        invitation.expires_at = default_expiry()
        if line.email and not _was_just_sent(invitation, now):
            invitation.send_soon(now)
    changed = ["role", "created_by", "creates_account", "name", "languages", "expires_at", *SENDING]
    MemberInvitation.objects.bulk_update(renewed, changed)
    MemberInvitation.objects.bulk_create(new)
    return new + renewed, len(renewed)


def _was_just_sent(invitation: MemberInvitation, now: datetime) -> bool:
    return invitation.sent_at is not None and now - invitation.sent_at < BETWEEN_SENDS


def send_again(invitation: MemberInvitation, *, user: User, asked_at: str = "") -> MemberInvitation:
    """Send a pending invitation once more, open for as long as a new one. Raises Conflict just after it was sent."""
    with transaction.atomic():
        held = MemberInvitation.objects.select_for_update().get(pk=invitation.pk)
        if held.accepted_at or held.revoked_at:
            raise Conflict("This invitation was accepted or revoked meanwhile.", code="not_pending")
        if not held.email:
            raise ServiceError("This invitation has no address. Copy its link and pass it on.", code="no_address")
        now = timezone.now()
        if _was_just_sent(held, now):
            minutes = int(BETWEEN_SENDS.total_seconds() // 60)
            raise Conflict(f"It was sent less than {minutes} minutes ago.", code="just_sent")
        outbox.count_for(user, 1)
        held.expires_at = default_expiry()
        held.send_soon(now)
        held.save(update_fields=["expires_at", *SENDING])
        _ask_to_send(asked_at)
    return held


def _note(verb: str, invitation: MemberInvitation, detail: str = "", by: User | None = None) -> None:
    name = invitation.name or invitation.email or "whoever has the link"
    note(verb, project=invitation.project, kind="invitation", pk=invitation.pk, name=name, detail=detail, by=by)


@transaction.atomic
def revoke(invitation: MemberInvitation) -> None:
    """Close a link for good. Raises Conflict if somebody has used it."""
    won = MemberInvitation.objects.filter(pk=invitation.pk, accepted_at=None).update(
        revoked_at=timezone.now(), send_after=None
    )
    if not won:
        raise Conflict("This invitation was accepted meanwhile.", code="not_pending")
    _note("invitation_revoked", invitation)


@transaction.atomic
def accept(invitation: MemberInvitation, user: User, *, is_mailed: bool) -> Membership:
    """Make a person a member, and the link useless.

    is_mailed : they came by the e-mail, and so read that address; it becomes theirs if they have none.
    Raises Closed if the link is used, revoked or expired, and Conflict, leaving it open, if they are a member already.
    """
    held = MemberInvitation.objects.select_for_update().select_related("project").get(pk=invitation.pk)
    if not held.is_open:
        raise Closed(why_closed(held))
    if held.project.memberships.filter(user=user).exists():
        raise Conflict(f"You are already a member of {held.project.name}.", code="already_member")
    held.accepted_at, held.accepted_by, held.send_after = timezone.now(), user, None
    held.save(update_fields=["accepted_at", "accepted_by", "send_after"])
    if is_mailed and not user.email:
        user.email = held.email
        user.save(update_fields=["email"])
    made = Membership.objects.create(project=held.project, user=user, role=held.role, languages=held.languages)
    note(
        "invitation_accepted", project=held.project, kind="member", pk=made.pk, name=name_of(user), detail=held.role,
        by=user,
    )  # fmt: skip
    return made


def why_closed(invitation: MemberInvitation) -> str:
    if invitation.accepted_at:
        return "This invitation has been used. If it was not you, ask for another one."
    if invitation.revoked_at:
        return "This invitation was revoked. Ask for another one."
    return "This invitation has expired. Ask for it to be sent again."


def _ask_to_send(asked_at: str) -> None:
    transaction.on_commit(lambda: work.send(MAIL, asked_at), robust=True)


def ask_for_unsent() -> None:
    """Have a worker send what a lost message, a lost worker or a mail server left behind."""
    late = MemberInvitation.objects.to_send(timezone.now() - timedelta(seconds=30))
    if settings.SITE_URL and late.exists():
        work.send(MAIL, "")


def send_invitations(asked_at: str) -> None:
    """Send those that are to be sent."""
    due = MemberInvitation.objects.to_send(timezone.now()).select_related("project", "created_by")
    outbox.send_due(due, lambda invitation: _send(invitation, asked_at))


def _send(invitation: MemberInvitation, asked_at: str) -> None:
    by = invitation.created_by
    project = mail.without_links(invitation.project.name)
    who = mail.without_links(name_of(by)) if by else "An admin"
    address = mail.link(f"/join/{invitation_token(invitation, is_mailed=True)}", asked_at=asked_at)
    hello = f"Hello {mail.without_links(invitation.name)},\n\n" if invitation.name else "Hello,\n\n"
    text = (
        f"{hello}{who} invites you to the project “{project}” on Lectern, as {invitation.role}."
        f"\n\nOpen this link to join:\n\n{address}\n\n"
        f"It works once, until {invitation.expires_at:%d %B %Y}. If you did not expect it, ignore this message."
    )
    mail.send(to=invitation.email, subject=f"Invitation to {project}", text=text, asked_at=asked_at)
