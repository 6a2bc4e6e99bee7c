"""Sending what is `Mailed`: each message is claimed first, so that two workers do not send the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog
from django.core.cache import cache
from django.db.models import F, QuerySet
from django.utils import timezone

from annotator.platform import mail
from annotator.platform.errors import TooMany

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_ATTEMPTS = 5
#: What one task sends; the sweep asks for the rest.
_AT_ONCE = 1000
_RETRY = timedelta(minutes=2)
#: Messages to strangers that one account has sent in 24 hours, over all projects: a project of one's own is free.
MOST_A_DAY = 1_000
_DAY_SECONDS = 24 * 3600

log = structlog.get_logger()


def count_for(user: User | None, n: int) -> None:
    """Count messages that a person is about to have sent; site admins, and the shell, have as many sent as they like.

    Raises TooMany, with nothing counted, if that is more than `MOST_A_DAY`.
    """
    if user is None or user.is_superuser:
        return
    key = f"mails-of:{user.pk}"
    if _raised(key, n) > MOST_A_DAY:
        _raised(key, -n)
        message = (
            f"You can have {MOST_A_DAY:,} e-mails sent a day, over all projects. Try again tomorrow, or pass on links."
        )
        raise TooMany(message, code="too_many_mails")


def _raised(key: str, n: int) -> int:
    """A day's count after `n` more; a day begins with its first message."""
    while True:
        cache.add(key, 0, timeout=_DAY_SECONDS)
        with suppress(ValueError):  # the day has ended in between
            return cache.incr(key, n)


def send_due(due: QuerySet[Any], send: Callable[[Any], None], *, counter: str = "") -> None:
    """Send the messages of a query, which finds those that are due.

    counter : a column that goes up with each message that the server took. What the server refuses for good is not
    tried again: its `send_error` says why, and its `send_after` is null.
    """
    for message in due[:_AT_ONCE]:
        now = timezone.now()
        n = message.n_attempts + 1
        again = now + _RETRY * 2**n if n < MOST_ATTEMPTS else None
        claimed = due.order_by().filter(pk=message.pk, n_attempts=n - 1)
        if not claimed.update(n_attempts=n, send_after=again):
            continue
        # Whoever has it sent anew meanwhile, to another address perhaps, has it sent.
        stored = due.model._default_manager.filter(pk=message.pk, n_attempts=n)
        try:
            send(message)
        except mail.FAILURES as error:
            why = str(error)[:300] or type(error).__name__
            log.warning("an e-mail was not sent", kind=due.model.__name__, id=message.pk, attempt=n, error=why)
            stored.update(send_error=why, **({"send_after": None} if mail.is_refusal(error) else {}))
        else:
            counted = {counter: F(counter) + 1} if counter else {}
            stored.update(sent_at=now, send_after=None, send_error="", **counted)
