"""Authors' links: make one, read it, answer it. Source: Lev et al. 2019, section 5.2."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.authors.models.ratings import default_closing_time
from annotator.authors.wording import agreed as consented
from annotator.authors.wording import consent_for, language_known
from annotator.models import AlignmentRun, Invitation, PairKind, RatingItem, RunState, Unit
from annotator.people.activity import note
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.summaries.verbs import DEFAULT_SENTENCES, summarise_run

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_signer = Signer(salt="lectern.rating")


def invitation_token(invitation: Invitation) -> str:
    return _signer.sign(invitation.secret).replace(":", ".")


def find_invitation(token: str) -> Invitation | None:
    """The invitation a link names; None for a link that this site did not sign."""
    secret, _, signature = token.rpartition(".")
    try:
        secret = _signer.unsign(f"{secret}:{signature}")
    except BadSignature:
        return None
    return (
        Invitation.objects.select_related("run__pair__source", "run__pair__target", "run__pair__project")
        .filter(secret=secret)
        .first()
    )


@transaction.atomic
def invite_author(
    *,
    run: AlignmentRun,
    author_name: str,
    author_email: str = "",
    n_sentences: int = DEFAULT_SENTENCES,
    closes_at: datetime | None = None,
    user: User,
) -> Invitation:
    """Make a link for the author of a talk, over the summary as it is now.

    closes_at : None for `INVITATION_DAYS` from now.
    Raises ServiceError if the run has no summary or the closing time is past.
    """
    if run.pair.kind != PairKind.PAPER_TALK or run.state != RunState.SUCCEEDED:
        raise ServiceError("Only a paper-talk run that succeeded has a summary to rate.", code="no_summary")
    closes_at = closes_at or default_closing_time()
    if closes_at <= timezone.now():
        raise ServiceError(
            "The closing time is in the past.", errors=[{"field": "closes_at", "message": "in the past"}]
        )
    summary = summarise_run(run, n_sentences=n_sentences)
    if not summary["sentences"]:
        raise ServiceError("The run's summary is empty.", code="no_summary")
    invitation = Invitation.objects.create(
        run=run,
        author_name=author_name,
        author_email=author_email,
        n_sentences=n_sentences,
        closes_at=closes_at,
        created_by=user,
    )
    units = {unit.position: unit for unit in Unit.objects.filter(document=run.pair.source_id)}
    RatingItem.objects.bulk_create(
        RatingItem(
            invitation=invitation, unit=units[sentence["position"]], rank=sentence["rank"], n_words=sentence["n_words"]
        )
        for sentence in summary["sentences"]
    )
    _note("link_created", invitation, detail=f"closes {closes_at:%Y-%m-%d}")
    return invitation


@transaction.atomic
def change_invitation(invitation: Invitation, *, columns: dict[str, Any]) -> None:
    """Close a link, open it again, or move its end: only the columns that are named, so that whoever extends a link
    does not open it again for somebody who has just closed it."""
    Invitation.objects.filter(pk=invitation.pk).update(**columns)
    parts = [f"closes {columns['closes_at']:%Y-%m-%d}"] if columns.get("closes_at") else []
    if "revoked_at" in columns:
        parts.append("revoked" if columns["revoked_at"] else "open again")
    if parts:
        _note("link_changed", invitation, detail=", ".join(parts))


def _note(verb: str, invitation: Invitation, detail: str = "") -> None:
    pair = invitation.run.pair
    note(
        verb, project=pair.project, kind="link", pk=invitation.pk, name=invitation.author_name, detail=detail,
        facts={"Talk": pair.title},
    )  # fmt: skip


@transaction.atomic
def remove_invitation(invitation: Invitation) -> None:
    """Delete a link without answers. Raises Conflict if it has any: an author's answers are never lost."""
    held = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if held.score is not None or held.comment or held.items.exclude(answer=None).exists():
        raise Conflict("The author has answered through this link. Close it instead.", code="has_answers")
    _note("link_removed", invitation)
    held.delete()


def author_view(invitation: Invitation, language: str = "") -> dict[str, Any]:
    """The content of the author's page, with what there is to agree to in a language, by default the invitation's.

    Authors can read their answers after the link has closed, too. Reading does not make the invitation opened: programs
    that look at links in e-mail read it as well. The page tells when a person does something in it (`answer`).
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
        "talk_title": pair.target.title,
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
        "finished_at": invitation.finished_at,
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


@transaction.atomic
def answer(
    *,
    invitation: Invitation,
    answers: dict[int, bool | None] | None = None,
    score: int | None = None,
    scores: dict[str, int] | None = None,
    trap_answer: int | None = None,
    comment: str | None = None,
    finished: bool | None = None,
    opened: bool = False,
    agreed: dict[str, Any] | None = None,
) -> Invitation:
    """Store an author's answers: only the fields that are given. Repeating a request changes nothing.

    opened : a person is looking at the page. agreed : the consent they read, by `language` and `number`.
    Raises Closed if the link has closed, ServiceError for a sentence or a dimension that is not asked about, Conflict
    if the consent has changed since it was read.
    """
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation.pk)
    if not invitation.is_open:
        raise Closed(_("This link has closed. Your answers have been received."))
    items = {item.pk: item for item in invitation.items.all()} if answers else {}
    if strange := set(answers or {}) - set(items):
        raise ServiceError(
            _("Sentence %(number)d is not in this summary.") % {"number": min(strange)}, code="unknown_sentence"
        )
    if set(scores or {}) - set(invitation.dimensions):
        raise ServiceError(_("That is not asked about here."), code="unknown_dimension")
    now = timezone.now()
    for item_id, value in (answers or {}).items():
        item = items[item_id]
        if item.answer != value:
            item.answer, item.answered_at = value, now
            item.save(update_fields=["answer", "answered_at"])
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
    if agreed and invitation.consented_at is None:
        project = invitation.run.pair.project
        invitation.consent = consented(project, language_known(agreed["language"]), agreed["number"])
        invitation.consented_at = now
    invitation.first_opened_at = invitation.first_opened_at or now
    if any(given is not None for given in (answers, score, scores, trap_answer, comment, finished)):
        invitation.answered_at = now
    invitation.save()
    return invitation
