"""E-mail once a day about what is new for a person: assigned, returned, mentioned, due. Off by a link in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from annotator.models import Account, Comment, Operation, Review, ReviewState, Slot
from annotator.people.accounts import digest_token
from annotator.people.names import name_of
from annotator.platform import mail, work
from annotator.platform.queues import AFTER_ALL_OTHERS, Task
from annotator.reviewing.log import RETURN
from annotator.reviewing.permissions import reviews_seen_by, unnamed_annotators

DIGEST = Task("send_digest", priority=AFTER_ALL_OTHERS)
#: A day, less what a sweep may come early.
BETWEEN = timedelta(hours=20)
#: Due so soon is said once each day until it is late.
SOON = timedelta(days=2)
#: Of each kind; the rest is counted.
MOST_SHOWN = 20

log = structlog.get_logger()


@dataclass
class Part:
    """One kind of news: a heading, and lines with the address of what they are about."""

    heading: str
    lines: list[tuple[str, str]] = field(default_factory=list)


def ask_for_digests() -> None:
    """Have workers write to everybody who may have news. Without SITE_URL there is no address for links."""
    if not settings.SITE_URL:
        return
    recently = timezone.now() - BETWEEN
    people = User.objects.filter(is_active=True, memberships__isnull=False).exclude(email="")
    people = people.exclude(Q(account__digests=False) | Q(account__digested_at__gt=recently)).distinct()
    for pk in people.values_list("pk", flat=True).iterator(chunk_size=1000):
        work.send(DIGEST, pk)


def send_digest(user_id: int) -> bool:
    """Send a person what is new since the last time. Returns whether there was anything. Safe to call twice."""
    user = User.objects.filter(pk=user_id, is_active=True).exclude(email="").first()
    if user is None:
        return False
    now = timezone.now()
    account, _ = Account.objects.get_or_create(user=user)
    since = account.digested_at or now - timedelta(days=1)
    due = Account.objects.filter(pk=account.pk, digests=True, digested_at=account.digested_at)
    if (account.digested_at and now - account.digested_at < BETWEEN) or not due.update(digested_at=now):
        return False  # another worker has just written to them, or they want none
    parts = news_for(user, since=since, now=now)
    if not parts:
        return False
    try:
        _send(user, parts)
    except mail.FAILURES as error:
        log.warning("a digest was not sent", user=user.pk, error=str(error)[:300])
        Account.objects.filter(pk=account.pk, digested_at=now).update(digested_at=account.digested_at)
        return False
    return True


def news_for(user: User, *, since: datetime, now: datetime) -> list[Part]:
    """What is new for a person, in the order in which it is told. What they may no longer see is not told."""
    mine = Slot.objects.held_by(user).filter(project__memberships__user=user).select_related("pair", "project")
    today = timezone.localdate(now)
    parts = [
        _part("Assigned to you", mine.filter(assigned_by__isnull=False, taken_at__gt=since), _of_slot),
        _part("Returned to you", _returned(user, since), _of_review),
        _part("You were mentioned", _mentions(user, since), partial(_of_comment, reader=user)),
        _part(
            "Due",
            mine.filter(due_on__gte=today - timedelta(days=1), due_on__lte=today + SOON).order_by("due_on", "pk"),
            _of_slot,
        ),
    ]
    return [part for part in parts if part.lines]


def _returned(user: User, since: datetime) -> Any:
    mine = Review.objects.filter(
        annotator=user,
        state=ReviewState.RETURNED,
        superseded_by=None,
        pair__project__memberships__user=user,
    )
    returns = Operation.objects.filter(review=OuterRef("pk"), verb=RETURN, at__gt=since)
    return mine.filter(Exists(returns)).select_related("pair").order_by("pk")


def _mentions(user: User, since: datetime) -> Any:
    comments = Comment.objects.filter(
        mentions__contains=[user.username], created_at__gt=since, resolved_at=None, review__in=reviews_seen_by(user)
    )
    return comments.exclude(author=user).select_related("review__pair", "author").order_by("pk")


def _part(heading: str, entries: Any, described: Any) -> Part:
    rows = list(entries[: MOST_SHOWN + 1])
    part = Part(heading, [described(row) for row in rows[:MOST_SHOWN]])
    if len(rows) > MOST_SHOWN:
        n = entries.count() - MOST_SHOWN
        part.lines.append((f"and {n} more", ""))
    return part


def _of_slot(slot: Slot) -> tuple[str, str]:
    due = f", due on {slot.due_on:%d %B}" if slot.due_on else ""
    return f"{slot.pair.title} ({slot.project.name}){due}", f"/p/{slot.project.slug}/pairs/{slot.pair_id}"


def _of_review(review: Review) -> tuple[str, str]:
    reason = f": {_short(review.return_reason)}" if review.return_reason else ""
    return f"{review.pair.title}{reason}", f"/review/{review.pk}"


def _of_comment(comment: Comment, reader: User) -> tuple[str, str]:
    is_named = comment.author and (comment.author_id, comment.review_id) not in unnamed_annotators(
        [comment.review], reader
    )
    who = name_of(comment.author) if is_named and comment.author else "Somebody"
    return f"{who} on {comment.review.pair.title}: {_short(comment.text)}", f"/review/{comment.review_id}"


def _short(text: str, most: int = 200) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def _text(parts: Iterable[Part]) -> str:
    blocks = []
    for part in parts:
        lines = [part.heading, ""]
        for line, path in part.lines:
            lines += [f"- {' '.join(line.split())}", *([f"  {mail.link(path)}"] if path else [])]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _send(user: User, parts: list[Part]) -> None:
    token = digest_token(user)
    stop = mail.link(f"/digests/{token}")
    hello = f"Hello {name_of(user)},\n\nthis is new for you on Lectern.\n\n"
    mail.send(
        to=user.email,
        subject=", ".join(part.heading.lower() for part in parts).capitalize(),
        text=f"{hello}{_text(parts)}\n\nTo get no more of these messages, open {stop}",
        # RFC 8058: mail programs show a button, which asks this address.
        headers={
            "List-Unsubscribe": f"<{mail.link(f'/api/v1/digests/{token}/')}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
