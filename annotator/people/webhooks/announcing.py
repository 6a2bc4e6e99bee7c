"""An event, in the transaction that it happens in: a delivery to each webhook that wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import orjson
from django.utils import timezone

from annotator.models import Delivery, Pair, Webhook
from annotator.platform.work import enqueue

#: What webhooks can be told, and in words.
EVENTS: dict[str, str] = {
    "run.finished": "a run finished",
    "run.failed": "a run failed",
    "review.submitted": "a review was submitted",
    "review.returned": "a review was returned",
    "pair.adjudicated": "a pair was adjudicated",
    "release.frozen": "a test set was released",
}
#: Sent when somebody asks for it, whatever a webhook wants.
TEST = "webhook.test"


def announce(project_id: int, event: str, data: Mapping[str, Any]) -> None:
    """Have an event delivered. Call it in the transaction of what happened: it is sent once that is committed.

    data : what the body says under ``data``; ids, names and states, never texts of documents.
    """
    if event not in EVENTS:
        raise ValueError(f"{event!r} is not an event that webhooks are told of")
    for webhook in Webhook.objects.filter(project=project_id, is_on=True, events__contains=[event]):
        deliver(webhook, event, data)


def announce_of_pair(pair: Pair, event: str, data: Mapping[str, Any]) -> None:
    """`announce` what happened to a pair; `data` need not say which."""
    which = {"project": pair.project.slug, "pair": {"id": pair.pk, "title": pair.title}}
    announce(pair.project_id, event, {**which, **data})


def deliver(webhook: Webhook, event: str, data: Mapping[str, Any]) -> Delivery:
    body = orjson.dumps({"type": event, "timestamp": timezone.now(), "data": data}, option=orjson.OPT_UTC_Z).decode()
    made = Delivery.objects.create(webhook=webhook, event=event, body=body, message_id=f"msg_{uuid4().hex}")
    enqueue(made)
    return made
