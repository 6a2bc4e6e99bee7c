"""The answers of authors as records, for a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from annotator.models import Dimension, Invitation, Wording

PARTS = ("ratings", "answers", "consents")
_ABOUT = (
    "invitation", "rater", "author", "email", "talk", "talk_id", "paper", "paper_id", "run", "engine", "preset",
    "signature", "system",
)  # fmt: skip
_OF_PART = {
    "ratings": (
        "language", "n_sentences", "n_yes", "n_no", "score", *map(str, Dimension), "is_attentive", "comment", "counts",
        "consent", "consented_at", "finished_at", "text", "declined_at",
    ),
    "answers": ("position", "section", "rank", "n_words", "answer", "answered_at", "sentence"),
    "consents": ("consent", "since", "n_agreed", "text"),
}  # fmt: skip


def columns(part: str, *, with_names: bool = False) -> list[str]:
    """The names of what `records` say, in order, also where there are none."""
    about = [name for name in _ABOUT if with_names or name not in ("author", "email")]
    return [*(about if part != "consents" else ()), *_OF_PART[part]]


def records(invitations: QuerySet[Invitation], part: str, *, with_names: bool = False) -> Iterator[dict[str, Any]]:
    """One record for each invitation (`ratings`) or each of its sentences (`answers`), in the order of their making; or
    for each version of the consent that somebody agreed to (`consents`).

    with_names : whether records say who answered, beside a pseudonym, which is the same for all that an author answered
    in a project.
    """
    if part == "consents":
        yield from _consents(invitations)
        return
    rows = invitations.select_related("run__pair__source", "run__pair__target", "consent").order_by("pk")
    if part == "answers":
        rows = rows.filter(text="").prefetch_related("items__unit__section")
    else:
        rows = rows.prefetch_related("items")
    for invitation in rows.iterator(chunk_size=200):
        about = _about(invitation, with_names)
        if part == "ratings":
            yield about | _rating(invitation)
        else:
            yield from (about | _answer(item) for item in sorted(invitation.items.all(), key=lambda item: item.rank))


def _about(invitation: Invitation, with_names: bool) -> dict[str, Any]:
    run, pair = invitation.run, invitation.run.pair
    who = (invitation.author_email or invitation.author_name).lower()
    named = {"author": invitation.author_name, "email": invitation.author_email} if with_names else {}
    return {
        "invitation": invitation.pk,
        "rater": salted_hmac("lectern.rater", f"{pair.project_id}:{who}").hexdigest()[:10],
        **named,
        "talk": pair.plain_title,
        "talk_id": pair.target.external_id,
        "paper": pair.source.title,
        "paper_id": pair.source.external_id,
        "run": run.number,
        "engine": run.engine,
        "preset": run.options.get("preset", ""),
        "signature": run.signature,
        "system": invitation.system,
    }


def _rating(invitation: Invitation) -> dict[str, Any]:
    answers = [item.answer for item in invitation.items.all()]
    return {
        "language": invitation.language,
        "n_sentences": len(answers),
        "n_yes": answers.count(True),
        "n_no": answers.count(False),
        "score": invitation.score,
        **{str(name): invitation.scores.get(name) for name in Dimension},
        "is_attentive": None if invitation.trap is None else invitation.trap_answer == invitation.trap,
        "comment": invitation.comment,
        "counts": invitation.counts,
        "consent": version_of(invitation.consent),
        "consented_at": _time(invitation.consented_at),
        "finished_at": _time(invitation.finished_at),
        "text": invitation.text,
        "declined_at": _time(invitation.declined_at),
    }


def version_of(consent: Wording | None) -> str:
    """How exports name what somebody agreed to, such as ``en 3``."""
    return f"{consent.language} {consent.number}" if consent else ""


def _consents(invitations: QuerySet[Invitation]) -> Iterator[dict[str, Any]]:
    n_agreed = Counter(invitations.exclude(consent=None).order_by().values_list("consent", flat=True))
    for consent in Wording.objects.filter(pk__in=n_agreed).order_by("language", "number"):
        yield {
            "consent": version_of(consent),
            "since": _time(consent.created_at),
            "n_agreed": n_agreed[consent.pk],
            "text": consent.shown or consent.text,
        }


def _answer(item: Any) -> dict[str, Any]:
    return {
        "position": item.unit.position,
        "section": str(item.unit.section) if item.unit.section else "",
        "rank": item.rank,
        "n_words": item.n_words,
        "answer": {True: "yes", False: "no"}.get(item.answer, ""),
        "answered_at": _time(item.answered_at),
        "sentence": item.unit.text,
    }


def _time(at: datetime | None) -> str:
    return "" if at is None else at.isoformat(timespec="seconds")
