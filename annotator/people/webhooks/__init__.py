"""Telling other programs of events in a project, signed as by Standard Webhooks (standardwebhooks.com)."""

from annotator.people.webhooks.announcing import EVENTS, announce
from annotator.people.webhooks.delivering import execute, forget_old_deliveries, queue_due
from annotator.people.webhooks.managing import (
    change_webhook,
    create_webhook,
    remove_webhook,
    replace_secret,
    resend,
    resend_failed,
    send_test,
)

__all__ = [
    "EVENTS",
    "announce",
    "change_webhook",
    "create_webhook",
    "execute",
    "forget_old_deliveries",
    "queue_due",
    "remove_webhook",
    "replace_secret",
    "resend",
    "resend_failed",
    "send_test",
]
