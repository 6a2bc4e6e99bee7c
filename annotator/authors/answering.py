"""The author's page: whose link it is, the questions, the answers. Source: Lev et al. 2019, section 5.2."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.authors.models.asked import DECLINING
from annotator.authors.wording import agreed as consented
from annotator.authors.wording import consent_for, language_known
from annotator.models import Invitation, Project, RatingItem, Unit
from annotator.people.activity import note
from annotator.platform.errors import Closed, ServiceError
from annotator.platform.signed_links import LinkSigner

INVITATIONS = LinkSigner("lectern.rating")


def invitation_token(invitation: Invitation) -> str:
    return INVITATIONS.token(invitation.secret)


def find_invitation(token: str, *, to_answer: bool = False) -> Invitation | None:
    """The invitation a link names; None for a link that this site did not sign.

    to_answer : locked, for `answer`; otherwise with its pair and paper, for `author_view`.
    """
    secret = INVITATIONS.text_in(token)
    if secret is None:
        return None
    invitations = Invitation.objects.filter(secret=secret).order_by()
    if to_answer:
        return invitations.select_for_update().first()
    return invitations.select_related("run__pair__source", "run__pair__project").first()


def author_view(invitation: Invitation, language: str = "") -> dict[str, Any]:
    """The content of the author's page, with what there is to agree to in a language, by default the invitation's.

    Authors can read their answers after the link has closed, too. Reading does not make the invitation opened: programs
    that look at links in e-mail read it as well. The page reports when a person does something in it (`answer`).
    """
    language = language_known(language or invitation.language)
    pair = invitation.run.pair
    items = list(invitation.items.select_related("unit__section").order_by("unit__position"))
    before = {
        unit.position + 1: unit.text
        for unit in Unit.objects.filter(
            document=pair.source_id, position__in=[item.unit.position - 1 for item in items]
        )
    }
    return {
        "author_name": invitation.author_name,
        "talk_title": pair.plain_title,
        "paper_title": pair.source.title,
        "project": pair.project.name,
        "language": pair.source.language,
        "shown_in": language,
        "consent": {"language": language, **_consent(invitation, language)},
        "consented_at": invitation.consented_at,
        "text": invitation.text,
        "dimensions": invitation.dimensions,
        "scores": invitation.scores,
        "trap": invitation.trap,
        "trap_answer": invitation.trap_answer,
        "closes_at": invitation.closes_at,
        "open": invitation.is_open,
        "score": invitation.score,
        "comment": invitation.comment,
        "answered_at": invitation.answered_at,
        "finished_at": invitation.finished_at,
        "declined_at": invitation.declined_at,
        "sentences": [
            {
                "id": item.pk,
                "rank": item.rank,
                "text": item.unit.text,
                "before": before.get(item.unit.position, ""),
                "section": str(item.unit.section) if item.unit.section else "",
                "position": item.unit.position,
                "n_words": item.n_words,
                "answer": item.answer,
            }
            for item in items
        ],
    }


def _consent(invitation: Invitation, language: str) -> dict[str, Any]:
    text = consent_for(invitation.run.pair.project, language)
    return {"number": text.number, "text": text.text}


def answer(
    *,
    invitation: Invitation,
    answers: dict[int, bool | None] | None = None,
    score: int | None = None,
    scores: dict[str, int] | None = None,
    trap_answer: int | None = None,
    comment: str | None = None,
    finished: bool | None = None,
    declined: bool | None = None,
    opened: bool = False,
    agreed: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Store an author's answers: only the fields that are given. Repeating a request changes nothing.

    invitation : locked. declined : whether the author does not take part: nothing is sent to them any more, and what
    they answered does not count, unless they come back. opened : a person is looking at the page. agreed : the consent
    they read, by `language` and `number`.
    Returns what has changed besides the answers themselves; `answered_before` differs from the `answered_at` that the
    page knows where somebody has answered in another window.
    Raises Closed if the link has closed, ServiceError for a sentence or a dimension that is not asked about, Conflict
    if the consent has changed since it was read.
    """
    if not invitation.is_open:
        raise Closed(_("This link has closed. Your answers have been received."))
    if set(scores or {}) - set(invitation.dimensions):
        raise ServiceError(_("That is not asked about here."), code="unknown_dimension")
    now = timezone.now()
    if answers:
        _answer_sentences(invitation, answers, now)
    if score is not None:
        invitation.score = score
    if scores:
        invitation.scores = {**invitation.scores, **scores}
    if trap_answer is not None and invitation.trap is not None:
        invitation.trap_answer = trap_answer
    if comment is not None:
        invitation.comment = comment
    if finished is not None:
        invitation.finished_at = (invitation.finished_at or now) if finished else None
    if declined is not None and declined != (invitation.declined_at is not None):
        _take_part(invitation, declined, now)
    if agreed and invitation.consented_at is None:
        project = Project.objects.get(pairs__runs=invitation.run_id)
        invitation.consent = consented(project, language_known(agreed["language"]), agreed["number"])
        invitation.consented_at = now
    invitation.first_opened_at = invitation.first_opened_at or now
    answered_before = invitation.answered_at
    if any(value is not None for value in (answers, score, scores, trap_answer, comment, finished)):
        invitation.answered_at = now
    invitation.save(update_fields=_ANSWERED)
    return {
        "answered_before": answered_before,
        "answered_at": invitation.answered_at,
        "consented_at": invitation.consented_at,
        "finished_at": invitation.finished_at,
        "declined_at": invitation.declined_at,
        "closes_at": invitation.closes_at,
        "open": invitation.is_open,
    }


#: The columns that `answer` changes.
_ANSWERED = (
    "score", "scores", "trap_answer", "comment", "finished_at", "consent", "consented_at", "first_opened_at",
    "answered_at", *DECLINING,
)  # fmt: skip


def _take_part(invitation: Invitation, declined: bool, now: datetime) -> None:
    invitation.decline(declined, now)
    if declined:  # nor about what other systems wrote of the talk
        others = Invitation.objects.asking_the_same(invitation).exclude(pk=invitation.pk)
        others.update(send_after=None, remind_at=None)
    pair = invitation.run.pair
    note(
        "author_heard_from", project=pair.project, kind="link", pk=invitation.pk, name=invitation.author_name,
        detail="does not take part" if declined else "takes part after all", facts={"Talk": pair.title},
    )  # fmt: skip


def _answer_sentences(invitation: Invitation, answers: dict[int, bool | None], now: datetime) -> None:
    items = {item.pk: item for item in invitation.items.filter(pk__in=answers).order_by()}
    if strange := set(answers) - set(items):
        raise ServiceError(
            _("Sentence %(number)d is not in this summary.") % {"number": min(strange)}, code="unknown_sentence"
        )
    changed = [item for pk, item in items.items() if item.answer != answers[pk]]
    for item in changed:
        item.answer, item.answered_at = answers[item.pk], now
    RatingItem.objects.bulk_update(changed, ["answer", "answered_at"])
