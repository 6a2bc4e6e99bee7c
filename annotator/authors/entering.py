"""Answers that authors gave elsewhere, on paper or in a form, entered for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet

from annotator.authors.answering import answer
from annotator.authors.lines import pairs_named
from annotator.models import Invitation, Project
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Sheet:
    """One author's answers about one talk.

    line : names it in errors. author : name or e-mail address, as invited. talk : as in a list of authors.
    answers : by the text of the sentence; those on sentences that were not asked about are passed over. score : from 1
    to 5, None if the author gave none.
    """

    line: int
    author: str
    talk: str
    score: int | None = None
    comment: str = ""
    answers: Mapping[str, bool] = field(default_factory=dict)


@dataclass
class Entered:
    n_authors: int = 0
    n_answers: int = 0
    n_open: int = 0


@transaction.atomic
def enter_answers(*, project: Project, sheets: Sequence[Sheet], user: User) -> Entered:
    """Store answers as if their authors had submitted them, without a consent: nobody agreed to one here.

    Returns how many authors and sentences were answered, and how many sentences were left open. All or nothing: raises
    ServiceError, naming each line, where no link is waiting for the answers, or more than one is.
    """
    entered, errors = Entered(), []
    talks = pairs_named(project, {sheet.talk.lower() for sheet in sheets})
    for sheet in sheets:
        waiting = list(_waiting([pair["id"] for pair in talks.get(sheet.talk.lower(), [])], sheet.author)[:2])
        if len(waiting) != 1:
            problem = "more than one open link" if waiting else "no open link without answers"
            message = f"there is {problem} for {sheet.author} about {sheet.talk}"
            errors.append({"line": sheet.line, "message": message})
            continue
        (invitation,) = waiting
        sentences = {item.pk: item.unit.text for item in invitation.items.select_related("unit")}
        answers: dict[int, bool | None] = {
            pk: sheet.answers[text] for pk, text in sentences.items() if text in sheet.answers
        }  # fmt: skip
        try:
            answer(
                invitation=invitation, answers=answers, score=sheet.score, comment=sheet.comment or None, finished=True
            )
        except ServiceError as error:
            errors.append({"line": sheet.line, "message": error.detail})
            continue
        entered.n_authors += 1
        entered.n_answers += len(answers)
        entered.n_open += len(sentences) - len(answers)
    if errors:
        raise ServiceError("Nothing was stored.", code="unreadable", errors=errors)
    if entered.n_authors:
        note(
            "answers_entered", project=project, kind="link", name=counted(entered.n_authors, "author"),
            detail=counted(entered.n_answers, "sentence"), by=user,
        )  # fmt: skip
    return entered


def _waiting(pairs: Sequence[int], author: str) -> QuerySet[Invitation]:
    """Links about the summaries of these talks, for an author who has not answered; locked."""
    by = Q(author_email__iexact=author) | Q(author_name=author)
    invitations = Invitation.objects.filter(by, run__pair__in=pairs, finished_at=None, revoked_at=None, text="")
    invitations = invitations.filter(declined_at=None)
    return invitations.select_for_update(of=("self",)).order_by("pk")
