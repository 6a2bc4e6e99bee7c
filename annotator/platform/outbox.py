"""Sending what is `Mailed`: each message is claimed first, so that two workers do not send the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import structlog
from django.db.models import F, QuerySet
from django.utils import timezone

from annotator.platform import mail

MOST_ATTEMPTS = 5
#: What one task sends; the sweep asks for the rest.
_AT_ONCE = 1000
_RETRY = timedelta(minutes=2)

log = structlog.get_logger()


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
        stored = due.model._default_manager.filter(pk=message.pk)
        try:
            send(message)
        except mail.FAILURES as error:
            why = str(error)[:300] or type(error).__name__
            log.warning("an e-mail was not sent", kind=due.model.__name__, id=message.pk, attempt=n, error=why)
            stored.update(send_error=why, **({"send_after": None} if mail.is_refusal(error) else {}))
        else:
            counted = {counter: F(counter) + 1} if counter else {}
            stored.update(sent_at=now, send_after=None, send_error="", **counted)
