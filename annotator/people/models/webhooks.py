"""Addresses of other programs that are told of events in a project, and what was sent to them."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet
from annotator.platform.queues import AFTER_ALL_OTHERS, Task

#: Of an address that is told, in characters.
LONGEST_URL = 500


def new_nonce() -> str:
    return uuid4().hex


class Webhook(models.Model):
    """An address, and which events are sent to it.

    Its secret is made from `nonce` and the site's own secret; the one before goes on signing for
    a while after `replaced_at`. `failing_since` is the first failed try since the last one that succeeded.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="webhooks", db_index=False)
    name = models.CharField(max_length=80)
    url = models.CharField(max_length=LONGEST_URL)
    events = ArrayField(models.CharField(max_length=40))
    nonce = models.CharField(max_length=32, default=new_nonce)
    previous_nonce = models.CharField(max_length=32, blank=True)
    replaced_at = models.DateTimeField(null=True)
    is_on = models.BooleanField(default=True)
    off_reason = models.CharField(max_length=200, blank=True, help_text="Why it was turned off by itself.")
    failing_since = models.DateTimeField(null=True)
    last_success_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_webhook_per_name_and_project"),
            models.CheckConstraint(condition=~Q(events=[]), name="a_webhook_has_events"),
        ]

    def __str__(self) -> str:
        return self.name


class DeliveryState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Sending"
    RETRYING = "retrying", "Retrying"
    DELIVERED = "delivered", "Delivered"
    FAILED = FAILED, "Failed"


ENDED = (DeliveryState.DELIVERED, DeliveryState.FAILED)


class Delivery(Work):
    """One event for one webhook. Between two tries it is *retrying* until `next_try_at`, and not work.

    `body` is what is sent, byte for byte, at every try; the rest is of the last try.
    """

    TASK = Task("deliver", priority=AFTER_ALL_OTHERS, limit=60, grace=30)
    EDITABLE = (DeliveryState.RETRYING,)
    #: One webhook is sent one delivery at a time already: the others are retried.
    AT_ONCE = None

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    message_id = models.CharField(max_length=40, unique=True, help_text="The same at every try.")
    event = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the HTTP answer.")
    took_ms = models.PositiveIntegerField(null=True)
    request = models.TextField(blank=True, help_text="Its head.")
    response = models.TextField(blank=True, help_text="Its head, and the first kilobyte of its body.")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="delivery_state_is_known"),
            models.CheckConstraint(
                condition=Q(state=DeliveryState.RETRYING, next_try_at__isnull=False)
                | (~Q(state=DeliveryState.RETRYING) & Q(next_try_at__isnull=True)),
                name="a_retry_has_a_time",
            ),
        ]
        indexes = [
            models.Index("webhook", F("id").desc(), name="deliveries_in_order"),
            models.Index("webhook", "state", F("id").desc(), name="deliveries_by_state"),
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="deliveries_due"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"

    def queue_again(self, **state: str) -> bool:
        """Send it once more, unless it is queued or being sent; False if it is."""
        waiting = self._only(state__in=(DeliveryState.RETRYING, *ENDED), **state)
        return bool(
            waiting.update(
                state=DeliveryState.QUEUED, next_try_at=None, finished_at=None, claim=None, attempts=0,
                heartbeat_at=Now(),
            )
        )  # fmt: skip
