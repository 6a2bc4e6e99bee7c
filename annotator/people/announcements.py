"""Announcements: written, changed and withdrawn by admins, closed by those who have read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from annotator.models import Announcement, AnnouncementSeen, Membership, Project, Role
from annotator.people.activity import note
from annotator.people.models.announcements import LONGEST as LONGEST
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a project, standing at the same time: who has to close more reads none of them.
MOST_STANDING = 20


@transaction.atomic
def announce(*, project: Project, text: str, to: User | None, by: User) -> Announcement:
    """Tell everybody who reviews in a project something, or one of them.

    The same text to the same people, while it stands, is the same announcement. Raises ServiceError where there is
    nothing to be read, or `to` does not review here; Conflict where too many stand.
    """
    text = _text(text)
    if to is not None and not project.memberships.filter(user=to.pk).exclude(role=Role.VIEWER).exists():
        message = f"{name_of(to)} does not review in this project, so nobody would read it."
        raise ServiceError(message, code="no_reader", field="to")
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # one at a time: they are counted
    standing = Announcement.objects.standing().filter(project=project)
    if (same := standing.filter(text=text, to=to).first()) is not None:
        return same
    if standing.count() >= MOST_STANDING:
        message = f"{MOST_STANDING} announcements stand at most. Withdraw one first."
        raise Conflict(message, code="too_many_announcements")
    made = Announcement.objects.create(project=project, text=text, to_id=to.pk if to else None, by_id=by.pk)
    _note("announced", made)
    return made


@transaction.atomic
def reword(announcement: Announcement, *, text: str, revision: int) -> Announcement:
    """Change the text; those who have seen it see it again.

    revision : of the wording that is changed. Raises Conflict where somebody else changed or withdrew it meanwhile.
    """
    text, held = _text(text), _held(announcement)
    if held.withdrawn_at is not None:
        raise Conflict("This announcement was withdrawn meanwhile.", code="withdrawn")
    if held.text == text:
        return held
    if held.revision != revision:
        raise Conflict(f"Somebody else changed it meanwhile. It reads: {held.text}", code="changed", text=held.text)
    held.text, held.revision, held.changed_at = text, held.revision + 1, timezone.now()
    held.save(update_fields=["text", "revision", "changed_at"])
    _note("announcement_changed", held)
    return held


@transaction.atomic
def withdraw(announcement: Announcement) -> None:
    """Take it off all queues. A second time does nothing."""
    held = _held(announcement)
    if held.withdrawn_at is None:
        held.withdrawn_at = timezone.now()
        held.save(update_fields=["withdrawn_at"])
        _note("announcement_withdrawn", held)


@transaction.atomic
def close(announcement: Announcement, user: User, *, revision: int) -> None:
    """Keep that somebody has seen it. revision : of the wording that they saw, which may have been changed since."""
    held = _held(announcement)
    if not 1 <= revision <= held.revision:
        message = f"expected a number from 1 to {held.revision}"
        raise ServiceError(f"revision is {revision}; {message}.", field="revision", message=message)
    seen, is_new = AnnouncementSeen.objects.get_or_create(
        announcement=held, person_id=user.pk, defaults={"revision": revision}
    )
    if not is_new and seen.revision < revision:
        seen.revision = revision
        seen.save(update_fields=["revision", "at"])


def announcements_for(project: Project, user: User) -> list[Announcement]:
    """What stands for a person, the newest first, each with `is_seen`."""
    standing = Announcement.objects.standing().addressed_to(user).filter(project=project)
    return list(standing.with_seen_by(user).select_related("by"))


def announcements_of(project: Project) -> list[dict[str, Any]]:
    """What stands in a project, as admins see it: each ``announcement`` with who has ``seen`` it as it reads now, and
    who is ``waiting``: those who have it on their queue."""
    standing = Announcement.objects.standing().filter(project=project)
    members = Membership.objects.filter(project=project).exclude(role=Role.VIEWER).select_related("user")
    people = {member.user_id: member.user for member in members.order_by("user__username")}
    listed = []
    for one in standing.select_related("by", "to").prefetch_related("seen__person"):
        readers = [people[one.to_id]] if one.to_id in people else [] if one.to_id else list(people.values())
        seen = {each.person_id: each for each in one.seen.all() if each.revision >= one.revision}
        listed.append(
            {
                "announcement": one,
                "seen": sorted(seen.values(), key=lambda each: each.at),
                "waiting": [user for user in readers if user.pk not in seen and user.pk != one.by_id],
            }
        )
    return listed


def _text(text: str) -> str:
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        message = f"expected 1 to {LONGEST} characters"
        raise ServiceError(f"The text has {len(text)} characters; {message}.", field="text", message=message)
    return text


def _held(announcement: Announcement) -> Announcement:
    return Announcement.objects.select_for_update(of=("self",)).select_related("project", "to").get(pk=announcement.pk)


def _note(verb: str, announcement: Announcement) -> None:
    to = announcement.to
    note(
        verb, project=announcement.project, kind="announcement", pk=announcement.pk,
        name=f"to {name_of(to)}" if to else "to everybody", detail=announcement.text,
    )  # fmt: skip
