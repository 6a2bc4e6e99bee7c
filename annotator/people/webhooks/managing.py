"""Managing webhooks: the actions of admins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.models import Delivery, DeliveryState, Project, Webhook
from annotator.people.activity import note
from annotator.people.models.webhooks import new_nonce
from annotator.people.webhooks.announcing import EVENTS, TEST, deliver
from annotator.people.webhooks.sending import check_url
from annotator.people.webhooks.signing import secret_of
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import enqueue

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_WEBHOOKS = 20
#: Failed deliveries that are sent again at once.
MOST_RESENT = 500


def create_webhook(*, project: Project, user: User, name: str, url: str, events: list[str]) -> tuple[Webhook, str]:
    """Returns the webhook and its secret. Raises ServiceError for a wrong address or event, Conflict for too many."""
    url, events = check_url(url), _checked(events)
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # so that two at once count each other
        if project.webhooks.count() >= MOST_WEBHOOKS:
            raise Conflict(f"A project has {MOST_WEBHOOKS} webhooks at most.", code="too_many_webhooks")
        try:
            with transaction.atomic():
                made = Webhook.objects.create(project=project, name=name, url=url, events=events, created_by=user)
        except IntegrityError as error:
            raise _taken(name) from error
        _note("webhook_created", made, detail=url)
    return made, secret_of(made.nonce)


def change_webhook(webhook: Webhook, **values: Any) -> Webhook:
    """Change name, url, events or is_on. Turning it on forgets that it was failing."""
    columns = dict(values)
    if "url" in columns:
        columns["url"] = check_url(columns["url"])
    if "events" in columns:
        columns["events"] = _checked(columns["events"])
    with transaction.atomic():
        held = Webhook.objects.select_for_update(of=("self",)).select_related("project").get(pk=webhook.pk)
        changed = [name for name, value in columns.items() if getattr(held, name) != value]
        if not changed:
            return held
        if "is_on" in changed:
            columns |= {"off_reason": "", "failing_since": None}
        for name, value in columns.items():
            setattr(held, name, value)
        try:
            with transaction.atomic():
                held.save(update_fields=list(columns))
        except IntegrityError as error:
            raise _taken(str(columns.get("name"))) from error
        words = {"is_on": "turned on" if held.is_on else "turned off", "url": f"address {held.url}"}
        _note("webhook_changed", held, detail=", ".join(words.get(name, name) for name in changed))
    return held


@transaction.atomic
def remove_webhook(webhook: Webhook) -> None:
    _note("webhook_removed", webhook, detail=webhook.url)
    webhook.delete()


@transaction.atomic
def replace_secret(webhook: Webhook) -> str:
    """Make a new secret. For `signing.BOTH_SIGN` the one before signs too. Returns the new one."""
    held = Webhook.objects.select_for_update(of=("self",)).select_related("project").get(pk=webhook.pk)
    held.previous_nonce, held.nonce, held.replaced_at = held.nonce, new_nonce(), timezone.now()
    held.save(update_fields=["previous_nonce", "nonce", "replaced_at"])
    _note("webhook_secret_replaced", held)
    return secret_of(held.nonce)


@transaction.atomic
def send_test(webhook: Webhook, user: User) -> Delivery:
    """An event that says only that it is a test; tried once, also while the webhook is off."""
    data = {"project": webhook.project.slug, "webhook": webhook.name, "sent_by": user.get_username()}
    return deliver(webhook, TEST, data)


@transaction.atomic
def resend(delivery: Delivery) -> Delivery:
    """Send it again, as it was. Raises Conflict while it is queued or being sent, or its webhook is off."""
    _check_on(delivery.webhook)
    if not delivery.queue_again():
        raise Conflict("It is being sent at this moment.", code="under_way")
    Delivery.objects.filter(pk=delivery.pk).update(tries=0)
    enqueue(delivery)
    delivery.refresh_from_db()
    return delivery


@transaction.atomic
def resend_failed(webhook: Webhook) -> int:
    """Send again what has failed, the oldest first, up to `MOST_RESENT`; returns how many."""
    _check_on(webhook)
    failed = webhook.deliveries.filter(state=DeliveryState.FAILED).exclude(event=TEST).order_by("-pk")[:MOST_RESENT]
    again = [delivery for delivery in reversed(failed) if delivery.queue_again()]
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in again]).update(tries=0)
    for delivery in again:
        enqueue(delivery)
    return len(again)


def _check_on(webhook: Webhook) -> None:
    if not webhook.is_on:
        raise Conflict("The webhook is off. Turn it on first.", code="webhook_off")


def _checked(events: list[str]) -> list[str]:
    if not events:
        raise ServiceError("Choose at least one event.", field="events", message="required")
    for event in events:
        if event not in EVENTS:
            raise ServiceError(f"{event[:40]!r} is not an event; expected some of {', '.join(EVENTS)}.", field="events")
    return [event for event in EVENTS if event in events]


def _taken(name: str) -> Conflict:
    return Conflict(f"This project has a webhook named {name}.", code="name_taken", field="name")


def _note(verb: str, webhook: Webhook, detail: str = "") -> None:
    note(verb, project=webhook.project, kind="webhook", pk=webhook.pk, name=webhook.name, detail=detail)
