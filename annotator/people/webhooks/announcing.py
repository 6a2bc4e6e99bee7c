"""An event, in the transaction that it happens in: a delivery to each webhook that wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import orjson
from django.utils import timezone

from annotator.models import Delivery, Webhook
from annotator.platform.work import enqueue

#: What webhooks can be told, and in words; each domain declares its own in `events.py`.
EVENTS: dict[str, str] = {}
#: Sent when somebody asks for it, whatever a webhook wants.
TEST = "webhook.test"


def declare_events(events: Mapping[str, str]) -> None:
    """Let webhooks be told of these. Raises ValueError for one that another domain declares."""
    if known := EVENTS.keys() & events.keys():
        raise ValueError(f"webhooks know already: {', '.join(sorted(known))}")
    EVENTS.update(events)


def announce(project_id: int, event: str, data: Mapping[str, Any]) -> None:
    """Have an event delivered. Call it in the transaction of what happened: it is sent once that is committed.

    data : what the body says under ``data``; ids, names and states, never texts of documents.
    """
    if event not in EVENTS:
        raise ValueError(f"{event!r} is not an event that webhooks are told of")
    for webhook in Webhook.objects.filter(project=project_id, is_on=True, events__contains=[event]):
        deliver(webhook, event, data)


def deliver(webhook: Webhook, event: str, data: Mapping[str, Any]) -> Delivery:
    body = orjson.dumps({"type": event, "timestamp": timezone.now(), "data": data}, option=orjson.OPT_UTC_Z).decode()
    made = Delivery.objects.create(webhook=webhook, event=event, body=body, message_id=f"msg_{uuid4().hex}")
    enqueue(made)
    return made
