"""People who are asked by e-mail, or by a link that is passed on: what was sent to them, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Self, TypeVar

from django.db import models

from annotator.platform.models.mailed import Mailed

#: The least time from one e-mail to somebody to the next.
BETWEEN_MAILS = timedelta(days=3)
#: The fewest and the most days after which a worker reminds somebody who has not answered.
LEAST_REMIND_DAYS, MOST_REMIND_DAYS = BETWEEN_MAILS.days, 90

#: What somebody can be sent: the invitation, or a reminder of it.
MAIL_VERBS = ("send", "remind")

_Row = TypeVar("_Row", bound=models.Model, covariant=True)


class InvitationState(models.TextChoices):
    """Where an invitation stands. The first that fits, from the top, is its state."""

    REVOKED = "revoked", "Revoked"
    DECLINED = "declined", "Declined"
    ANSWERED = "answered", "Answered"
    EXPIRED = "expired", "Expired"
    BEGUN = "begun", "Begun"
    OPENED = "opened", "Opened"
    WAITING = "waiting", "Being sent"
    BOUNCED = "bounced", "Bounced"
    SENT = "sent", "Sent"
    LINK = "link", "Link only"


class AskedQuerySet(models.QuerySet[_Row]):
    def unanswered(self, now: datetime) -> Self:
        """Those with an address who may still be written to. Without a join: `outbox.send_due` claims rows by it."""
        raise NotImplementedError

    def to_send(self, now: datetime) -> Self:
        return self.unanswered(now).filter(send_after__lte=now)

    def to_remind(self, now: datetime) -> Self:
        """Those whose one automatic reminder is due."""
        return self.unanswered(now).filter(remind_at__lte=now, sent_at__lte=now - BETWEEN_MAILS, send_after=None)


class Asked(Mailed):
    #: What pages call them.
    WHO = ""

    first_opened_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(
        null=True, help_text="When they said that they do not take part, which withdraws what they answered."
    )
    remind_at = models.DateTimeField(null=True, help_text="When a worker reminds them by itself, once.")
    n_mails = models.PositiveSmallIntegerField(default=0, help_text="The invitation and its reminders.")

    class Meta:
        abstract = True

    def first_state(self, known: Sequence[tuple[InvitationState, Any]]) -> InvitationState:
        """known : what goes before whether the page was opened and what was sent, each with whether it holds."""
        of_mail = (
            (InvitationState.OPENED, self.first_opened_at),
            (InvitationState.WAITING, self.send_after),
            (InvitationState.BOUNCED, self.send_error),
            (InvitationState.SENT, self.sent_at),
        )
        return next((state for state, holds in (*known, *of_mail) if holds), InvitationState.LINK)

    @property
    def state(self) -> InvitationState:
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Empty where none is known."""
        raise NotImplementedError

    def why_not_mailed(self, verb: str, now: datetime | None) -> str:
        """Why they are not sent an e-mail, or not reminded (`verb`), now; empty where they can be.

        now : None to leave out how long ago the last e-mail was.
        """
        state = self.state
        if state == InvitationState.REVOKED:
            return "It is revoked."
        if state == InvitationState.DECLINED:
            return f"The {self.WHO} does not take part."
        if state == InvitationState.ANSWERED:
            return f"The {self.WHO} has answered."
        if state == InvitationState.EXPIRED:
            return "It has expired. Extend it first."
        if not self.address:
            return "There is no address. Copy the link and send it yourself."
        if self.send_after is not None:
            return "It is being sent."
        if now is not None and self.sent_at is not None and now - self.sent_at < BETWEEN_MAILS:
            return f"The last e-mail was sent less than {BETWEEN_MAILS.days} days ago."
        if verb == "remind" and self.sent_at is None:
            return "It has not been sent yet." if not self.send_error else "The address was refused. Fix it first."
        return ""

    @property
    def next_mail(self) -> str:
        """The verb of what they can be sent, once the last e-mail is long enough ago; empty for nothing."""
        verb = "remind" if self.sent_at else "send"
        return "" if self.why_not_mailed(verb, None) else verb

    def ask(self, now: datetime, remind_after: int | None) -> None:
        """Have the invitation sent, and a reminder after so many days, if any; the caller saves it."""
        self.send_soon(now)
        if remind_after is not None:
            self.remind_at = now + timedelta(days=remind_after)

    def decline(self, declined: bool, now: datetime) -> None:
        """Nothing is sent any more to who does not take part; the caller saves `DECLINING`."""
        self.declined_at = now if declined else None
        if declined:
            self.send_after = self.remind_at = None


#: The columns that `Asked.decline` changes.
DECLINING = ("declined_at", "send_after", "remind_at")
