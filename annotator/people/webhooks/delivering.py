"""Delivering: a try, the wait before the next one, and webhooks that are turned off because nobody answers."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from annotator.models import Delivery, DeliveryState, Webhook
from annotator.people.activity import note
from annotator.people.webhooks.announcing import TEST
from annotator.people.webhooks.sending import Answer, post
from annotator.people.webhooks.signing import signed_headers
from annotator.platform import work
from annotator.platform.work import Heartbeat, perform_by_id

log = structlog.get_logger()

#: After a failed try, how long until the next one.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))
MOST_TRIES = len(WAITS) + 1
#: Without success for so long, a webhook is turned off.
OFF_AFTER = timedelta(hours=24)
#: Two deliveries to one webhook are not sent at once: a slow receiver would hold every worker.
_ONE_AFTER_ANOTHER = timedelta(seconds=2)
KEPT = timedelta(days=30)
_SWEPT_AT_ONCE = 100
GONE = 410


def execute(delivery_id: int) -> None:
    """Do a try in a worker."""
    perform_by_id(Delivery.objects.select_related("webhook__project"), delivery_id, _try, noun="delivery")


def _try(delivery: Delivery, heartbeat: Heartbeat) -> None:
    webhook, now = delivery.webhook, timezone.now()
    if not webhook.is_on and delivery.event != TEST:
        heartbeat.finish(DeliveryState.FAILED, error="The webhook is off.", message="")
        return
    before = Delivery.objects.filter(webhook=webhook, state=DeliveryState.RUNNING, pk__lt=delivery.pk)
    if before.exists():
        heartbeat.finish(
            DeliveryState.RETRYING, next_try_at=now + _ONE_AFTER_ANOTHER, attempts=0, message="Waiting its turn"
        )
        return
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Lectern",
        **signed_headers(webhook, message_id=delivery.message_id, body=delivery.body, at=now),
    }
    answer = post(webhook.url, headers, delivery.body.encode())
    with transaction.atomic():
        _store(delivery, heartbeat, answer)


def _store(delivery: Delivery, heartbeat: Heartbeat, answer: Answer) -> None:
    tries, now = delivery.tries + 1, timezone.now()
    outcome = {
        "tries": tries,
        "status": answer.status,
        "took_ms": answer.took_ms,
        "request": answer.request,
        "response": answer.response,
        "error": answer.error,
        "message": "",
        "attempts": 0,
    }
    of = Webhook.objects.filter(pk=delivery.webhook_id)
    if not answer.error:
        heartbeat.finish(DeliveryState.DELIVERED, progress=1.0, **outcome)
        of.update(failing_since=None, last_success_at=now)
        return
    if delivery.event == TEST or tries >= MOST_TRIES or answer.status == GONE:
        heartbeat.finish(DeliveryState.FAILED, **outcome)
    else:
        heartbeat.finish(DeliveryState.RETRYING, next_try_at=now + WAITS[tries - 1], **outcome)
    if delivery.event == TEST:
        return
    of.filter(failing_since=None).update(failing_since=now)
    if answer.status == GONE:
        _turn_off(delivery.webhook, "The receiver answered 410 Gone.")
    elif tries >= MOST_TRIES and of.filter(failing_since__lt=now - OFF_AFTER).exists():
        _turn_off(delivery.webhook, f"No delivery succeeded in {OFF_AFTER // timedelta(hours=1)} hours.")


def _turn_off(webhook: Webhook, reason: str) -> None:
    if Webhook.objects.filter(pk=webhook.pk, is_on=True).update(is_on=False, off_reason=reason):
        log.warning("a webhook is turned off", webhook=webhook.pk, reason=reason)
        waiting = Delivery.objects.filter(webhook=webhook, state=DeliveryState.RETRYING)
        waiting.update(state=DeliveryState.FAILED, next_try_at=None, finished_at=timezone.now())
        note(
            "webhook_turned_off", project=webhook.project, kind="webhook", pk=webhook.pk, name=webhook.name,
            detail=reason,
        )  # fmt: skip


def queue_due() -> int:
    """Queue the deliveries whose next try is due; returns how many."""
    due = Delivery.objects.filter(next_try_at__lte=timezone.now()).order_by("next_try_at")[:_SWEPT_AT_ONCE]
    won = [delivery for delivery in due if delivery.queue_again(state=DeliveryState.RETRYING)]
    for delivery in won:
        work.send(delivery.task, delivery.pk)
    return len(won)


def forget_old_deliveries() -> int:
    ended = Delivery.objects.filter(finished_at__lt=timezone.now() - KEPT)
    return ended.delete()[0]


def describe_tries() -> str:
    """For the page and the guide, which say how often and when."""
    minutes = [int(wait.total_seconds() // 60) for wait in WAITS]
    return f"{MOST_TRIES} tries: at once, then after {', '.join(map(str, minutes[:-1]))} and {minutes[-1]} min"
