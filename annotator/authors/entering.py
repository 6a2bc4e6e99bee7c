"""Answers that authors gave elsewhere, on paper or in a form, entered for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q, QuerySet

from annotator.authors.answering import answer
from annotator.authors.lines import pairs_named, talks_called_nearly
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
            errors.append({"line": sheet.line, "message": _why_not(project, talks, sheet, is_waiting=bool(waiting))})
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


def _open(pairs: Sequence[int]) -> QuerySet[Invitation]:
    """Links about the summaries of these talks that nobody has answered."""
    return Invitation.objects.filter(
        run__pair__in=pairs, finished_at=None, revoked_at=None, declined_at=None, text=""
    ).order_by("pk")


def _waiting(pairs: Sequence[int], author: str) -> QuerySet[Invitation]:
    """Those of one author; locked."""
    by = Q(author_email__iexact=author) | Q(author_name=author)
    return _open(pairs).filter(by).select_for_update(of=("self",))


def _why_not(
    project: Project, talks: Mapping[str, Sequence[Mapping[str, Any]]], sheet: Sheet, *, is_waiting: bool
) -> str:
    """Why a sheet has no link of its own, with the talk or the author that it may have meant."""
    called = talks.get(sheet.talk.lower(), [])
    if not called:
        near = talks_called_nearly(project, [sheet.talk]).get(sheet.talk)
        return f"no talk is called “{sheet.talk}”" + (f"; did you mean “{near}”?" if near else "")
    problem = "more than one open link" if is_waiting else "no open link without answers"
    message = f"there is {problem} for {sheet.author} about {sheet.talk}"
    if is_waiting:
        return message
    columns = _open([pair["id"] for pair in called]).values_list("author_name", "author_email")
    known = {name.lower(): name for row in columns for name in row if name}
    near_authors = get_close_matches(sheet.author.lower(), known, n=3)
    return message + (f"; did you mean {' or '.join(known[one] for one in near_authors)}?" if near_authors else "")
