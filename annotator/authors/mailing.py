"""E-mails to authors and raters: rendered from a project's wording in the language of each, sent by a worker."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from annotator.authors import wording
from annotator.authors.answering import invitation_token
from annotator.authors.rating_tasks.raters import minutes_of, rater_path
from annotator.models import Invitation, Project, Rater, RatingTask, WordingKind
from annotator.platform import mail, outbox, work
from annotator.platform.queues import Task

MAIL = Task("send_author_mail")
#: What reading and deciding take (docs/decisions/authors.md); the author's page says the same.
SECONDS_A_SENTENCE = 8
SECONDS_FOR_THE_WHOLE = 60


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
    minutes = max(1, round((n_sentences * SECONDS_A_SENTENCE + SECONDS_FOR_THE_WHOLE) / 60))
    with override(language):
        closes = _moment(closes_at, language)
        task = ngettext(
            "a yes or no to %(n)d sentence, and a rating of the whole",
            "a yes or no to each of %(n)d sentences, and a rating of the whole",
            n_sentences,
        ) % {"n": n_sentences}
        return {
            "name": name, "talk": talk, "paper": paper, "link": link, "closes": closes,
            "task": task if n_sentences else _("your rating of a short text"),
            "time": _about(minutes),
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
    managers = (Invitation.objects, Rater.objects)
    if settings.SITE_URL and any(rows.to_remind(now).exists() or rows.to_send(now).exists() for rows in managers):
        work.send(MAIL, "")


def send_author_mail(asked_at: str) -> None:
    """Send the invitations of authors and raters that are to be sent, and reminders."""
    now = timezone.now()
    for rows in (Invitation.objects, Rater.objects):
        rows.to_remind(now).update(remind_at=None, send_after=now, n_attempts=0, send_error="")
    due = Invitation.objects.to_send(now).select_related(
        "created_by", "letter", "run__pair__project", "run__pair__source"
    )
    outbox.send_due(due, lambda invitation: _send(invitation, asked_at), counter="n_mails")
    raters = Rater.objects.to_send(now).select_related("created_by", "letter", "task__project")
    outbox.send_due(raters, lambda rater: _send_to_rater(rater, asked_at), counter="n_mails")


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
        talk=pair.plain_title,
        paper=pair.source.title,
        project=pair.project,
        n_sentences=0 if invitation.text else invitation.items.count(),
        closes_at=invitation.closes_at,
        link=mail.link(f"/rate/{invitation_token(invitation)}", asked_at=asked_at),
        language=language,
    )
    subject, body = preview(text, values)
    mail.send(
        to=invitation.author_email, subject=subject, text=body, asked_at=asked_at,
        reply_to=_who_answers(pair.project, invitation.created_by),
    )  # fmt: skip


def _send_to_rater(rater: Rater, asked_at: str) -> None:
    task, letter = rater.task, rater.letter
    if letter is not None and not rater.sent_at:
        text = wording.Text(letter.subject, letter.text, letter.number)
    else:
        text = wording.latest(task.project, WordingKind.RATER_AGAIN, rater.speaks)
    link = mail.link(rater_path(rater), asked_at=asked_at)
    subject, body = preview(text, rater_values(task, name=rater.name, link=link, language=rater.speaks))
    by = rater.created_by
    mail.send(
        to=rater.email, subject=subject, text=body, asked_at=asked_at, reply_to=_who_answers(task.project, by)
    )  # fmt: skip


def rater_values(task: RatingTask, *, name: str, link: str, language: str) -> dict[str, str]:
    """What is filled into the e-mail to a rater: nothing of systems, nor of other raters."""
    with override(language):
        return {
            "name": name, "title": task.name, "link": link, "decline": f"{link}?at=decline",
            "closes": _moment(task.closes_at, language), "time": _about(minutes_of(task)),
            **wording.details_of(task.project, language),
        }  # fmt: skip


def _moment(at: datetime, language: str) -> str:
    """With the hour and its zone: nobody knows in which one an e-mail is read, and the day differs by that."""
    shown = date_format(at.astimezone(UTC), "j F Y, H:i" if language == "en" else "DATETIME_FORMAT")
    return f"{shown} UTC"


def _about(minutes: int) -> str:
    return ngettext("about a minute", "about %(n)d minutes", minutes) % {"n": minutes}


def _who_answers(project: Project, by: User | None) -> str:
    """The address that a reply goes to: of the project, or of who invited them, as long as they are here."""
    if contact := project.contact_email:
        return contact
    return by.email if by is not None and by.is_active else ""
