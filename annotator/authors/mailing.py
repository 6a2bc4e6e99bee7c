"""E-mails to authors: rendered from a project's wording in the language of each invitation, sent by a worker."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from annotator.authors import wording
from annotator.authors.answering import invitation_token
from annotator.models import Invitation, Project, WordingKind
from annotator.platform import mail, outbox, work
from annotator.platform.queues import Task

MAIL = Task("send_author_mail")
#: Four minutes for thirty sentences.
_SECONDS_A_SENTENCE = 8


def values_for(
    *,
    name: str,
    talk: str,
    paper: str,
    project: Project,
    n_sentences: int,
    closes_at: datetime,
    link: str,
    language: str,
) -> dict[str, str]:
    """What is filled into a text. n_sentences : 0 for a text that is rated as a whole."""
    minutes = max(1, round(n_sentences * _SECONDS_A_SENTENCE / 60))
    with override(language):
        closes = date_format(timezone.localtime(closes_at), "j F Y" if language == "en" else "DATE_FORMAT")
        task = ngettext(
            "a yes or no to %(n)d sentence, and a rating of the whole",
            "a yes or no to each of %(n)d sentences, and a rating of the whole",
            n_sentences,
        ) % {"n": n_sentences}
        return {
            "name": name, "talk": talk, "paper": paper, "link": link, "closes": closes,
            "task": task if n_sentences else _("your rating of a short text"),
            "time": ngettext("about a minute", "about %(n)d minutes", minutes) % {"n": minutes},
            **wording.details_of(project, language),
        }  # fmt: skip


def preview(text: wording.Text, values: Mapping[str, str]) -> tuple[str, str]:
    """Subject and text of an e-mail."""
    return wording.filled(text.subject, values), wording.filled(text.text, values)


def ask_to_send(asked_at: str) -> None:
    """Have a worker send, once the transaction is through, what is to be sent."""
    transaction.on_commit(lambda: work.send(MAIL, asked_at), robust=True)


def ask_for_unsent() -> None:
    """Have a worker send reminders that are due, and what a lost message, a lost worker or a mail server left."""
    now = timezone.now()
    due = Invitation.objects.to_remind(now)
    if settings.SITE_URL and (due.exists() or Invitation.objects.to_send(now).exists()):
        work.send(MAIL, "")


def send_author_mail(asked_at: str) -> None:
    """Send the invitations that are to be sent, and reminders."""
    now = timezone.now()
    Invitation.objects.to_remind(now).update(remind_at=None, send_after=now, n_attempts=0, send_error="")
    due = Invitation.objects.to_send(now).select_related(
        "created_by", "letter", "run__pair__project", "run__pair__source", "run__pair__target"
    )
    outbox.send_due(due, lambda invitation: _send(invitation, asked_at), counter="n_mails")


def _send(invitation: Invitation, asked_at: str) -> None:
    pair = invitation.run.pair
    language = invitation.language
    kind = WordingKind.REMINDER if invitation.sent_at else WordingKind.INVITATION
    letter = invitation.letter
    if kind == WordingKind.INVITATION and letter is not None:
        text = wording.Text(letter.subject, letter.text, letter.number)
    else:
        text = wording.latest(pair.project, kind, language)
    values = values_for(
        name=invitation.author_name,
        talk=pair.target.title,
        paper=pair.source.title,
        project=pair.project,
        n_sentences=0 if invitation.text else invitation.items.count(),
        closes_at=invitation.closes_at,
        link=mail.link(f"/rate/{invitation_token(invitation)}", asked_at=asked_at),
        language=language,
    )
    subject, body = preview(text, values)
    mail.send(
        to=invitation.author_email, subject=subject, text=body, asked_at=asked_at, reply_to=_who_answers(invitation)
    )


def _who_answers(invitation: Invitation) -> str:
    """The address that an author's reply goes to: of the project, or of who invited them, as long as they are here."""
    if contact := invitation.run.pair.project.contact_email:
        return contact
    by = invitation.created_by
    return by.email if by is not None and by.is_active else ""
