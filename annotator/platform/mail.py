"""E-mail to people: sent by workers only, because a mail server may be slow, and how slow would tell what is in it."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Mapping

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email

#: What sending may raise that is no mistake of ours.
FAILURES = (smtplib.SMTPException, OSError)

# Addresses with and without a scheme, hosts (a dot between a letter or digit and two letters; browsers take full-width
# ones for dots too), and numbers of hosts.
_LINK = re.compile(r"\S*(?:://|@|www\.|[^\W_]\.[^\W\d_]{2,}|[a-z\d][。．｡][a-z]{2,}|(?:\d+\.){3}\d)\S*", re.IGNORECASE)
_SIGNATURE = "\n\n-- \nLectern, {address}\n"


def link(path: str, *, asked_at: str = "") -> str:
    """The address of a page of this site. asked_at : where a request reached the site; counts without SITE_URL only."""
    return (settings.SITE_URL or asked_at) + path


def without_links(name: str) -> str:
    """A name that somebody typed, for a message to strangers: "…" for each word that a mail program makes a link."""
    return _LINK.sub("…", name)


def why_no_address(email: str) -> str:
    """A sentence about a text that is no e-mail address; empty for one that is."""
    if not email:
        return "The e-mail address is missing."
    try:
        validate_email(email)
    except ValidationError:
        return f"“{email[:80]}” is not an e-mail address."
    return "This address is longer than 254 characters." if len(email) > 254 else ""


def is_refusal(error: Exception) -> bool:
    """Whether the mail server will not take the message however often it is sent: the address is wrong (5xx)."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and 550 <= error.smtp_code < 560


def send(
    *,
    to: str,
    subject: str,
    text: str,
    asked_at: str = "",
    headers: Mapping[str, str] | None = None,
    reply_to: str = "",
) -> None:
    """Send one message. Raises one of FAILURES when the mail server does not take it.

    reply_to : who gets what people answer by e-mail; empty for whoever reads EMAIL_FROM.
    """
    EmailMessage(
        subject=" ".join(subject.split()),  # names in it may hold line breaks, which headers may not
        body=text + _SIGNATURE.format(address=link("", asked_at=asked_at)),
        to=[to],
        reply_to=[reply_to] if reply_to else None,
        # Answering machines are not to answer.
        headers={"Auto-Submitted": "auto-generated", **(headers or {})},
    ).send()
