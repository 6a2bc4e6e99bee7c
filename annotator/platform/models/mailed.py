"""E-mails that a worker sends: when, and whether that succeeded."""

from __future__ import annotations

from typing import Any

from django.db import models


class Mailed(models.Model):
    """`send_after` is when a worker is to send it, and null when there is nothing to send."""

    send_after = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    n_attempts = models.PositiveSmallIntegerField(default=0)
    send_error = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True

    def send_soon(self, now: Any) -> None:
        """Have it sent, as if for the first time; the caller saves `SENDING`."""
        self.send_after, self.n_attempts, self.send_error = now, 0, ""


#: The columns that `Mailed.send_soon` changes.
SENDING = ("send_after", "n_attempts", "send_error")
