"""Inviting authors: those of a list, or one."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from alignment.summarize import ranks, top_sentences
from annotator.authors import wording
from annotator.authors.lines import MOST_AT_ONCE, READY, WRONG, AuthorLine, CheckedLine, checked
from annotator.authors.links import closing_time, note_links
from annotator.authors.mailing import ask_to_send
from annotator.models import AlignmentRun, Invitation, Project, RatingItem, Unit, Wording, WordingKind
from annotator.people.activity.noting import counted
from annotator.platform import outbox
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError
from annotator.summaries.making import DEFAULT_SENTENCES, run_durations

#: Questions that one request makes: what it stores is bounded.
_MOST_ITEMS = 30_000


@dataclass
class InvitingOptions:
    """How authors are asked. closes_at : None for `INVITATION_DAYS` from now. remind_after : days, None for never."""

    n_sentences: int = DEFAULT_SENTENCES
    language: str = "en"
    closes_at: datetime | None = None
    remind_after: int | None = None
    dimensions: Sequence[str] = ()
    has_trap: bool = False
    subject: str = ""
    letter: str = ""
    reminder: str = ""
    consent: str = ""
    is_sent: bool = True


@dataclass
class InvitedAuthors:
    invitations: list[Invitation] = field(default_factory=list)
    n_to_send: int = 0
    left: list[CheckedLine] = field(default_factory=list)


@transaction.atomic
def invite_authors(
    *,
    project: Project,
    lines: Sequence[AuthorLine],
    options: InvitingOptions,
    only_correct: bool,
    user: User,
    asked_at: str = "",
) -> InvitedAuthors:
    """Invite the authors of a list: all, or with `only_correct` those whose lines are right.

    Lines whose author has been asked already are left out. Raises ServiceError, naming each wrong line, and changes
    nothing, if a line is wrong and `only_correct` is not given, or nobody is left.
    """
    if not 1 <= len(lines) <= MOST_AT_ONCE:
        raise ServiceError(f"Give from 1 to {MOST_AT_ONCE} authors at once.", code="how_many")
    # Two admins with the same list: the second one waits, and then finds the authors invited.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    looked_at = checked(project, lines)
    ready = [each for each in looked_at if each.state == READY]
    wrong = [each for each in looked_at if each.state == WRONG]
    if not ready or (wrong and not only_correct):
        errors = [{"line": each.line.number, "field": each.field, "message": _with_suggestion(each)} for each in wrong]
        # A single author is invited without a list, so that nothing else would show why not.
        nobody = looked_at[0].message if len(looked_at) == 1 else "Nobody is left to invite."
        detail = f"{counted(len(wrong), 'line')} wrong. Nobody was invited." if wrong else nobody
        raise ServiceError(detail, code="wrong_lines" if wrong else "nobody", errors=errors, n_correct=len(ready))
    closes_at = closing_time(options.closes_at)
    spoken = {each.line.language or options.language for each in ready}
    letters = _store_wordings(project, options, spoken, user)
    made = _store(ready, options, closes_at, letters, user)
    n_to_send = sum(invitation.send_after is not None for invitation in made)
    how = f"{n_to_send} by e-mail" if n_to_send else "links only"
    note_links("authors_invited", made, project=project, detail=f"{how}, closes {closes_at:%Y-%m-%d}", by=user)
    if n_to_send:
        outbox.count_for(user, n_to_send)
        ask_to_send(asked_at)
    return InvitedAuthors(made, n_to_send, [each for each in looked_at if each.state != READY])


def _with_suggestion(line: CheckedLine) -> str:
    return f"{line.message} Did you mean “{line.suggestion}”?" if line.suggestion else line.message


def invite_author(
    *,
    run: AlignmentRun,
    author_name: str,
    author_email: str = "",
    n_sentences: int = DEFAULT_SENTENCES,
    closes_at: datetime | None = None,
    user: User,
) -> Invitation:
    """Make a link, without an e-mail, for one author of a talk over the summary of this run as it is now.

    closes_at : None for `INVITATION_DAYS` from now.
    Raises ServiceError if the run has no summary or the closing time is past.
    """
    run_durations(run)  # or it has no summary
    pair = run.pair
    line = AuthorLine(1, author_name, author_email, pair.title, run=run.pk)
    options = InvitingOptions(n_sentences=n_sentences, closes_at=closes_at, is_sent=False)
    (invitation,) = invite_authors(
        project=pair.project, lines=[line], options=options, only_correct=False, user=user
    ).invitations
    return invitation


def _store_wordings(
    project: Project, options: InvitingOptions, languages: Collection[str], user: User
) -> dict[str, Wording]:
    """The invitations, by language. Texts that were written for this list are in its language; others stay."""
    language = options.language
    wording.store(project, WordingKind.CONSENT, language, text=options.consent, user=user)
    if options.reminder:
        wording.store(project, WordingKind.REMINDER, language, text=options.reminder, user=user)
    letters = {
        language: wording.store(
            project, WordingKind.INVITATION, language, subject=options.subject, text=options.letter, user=user
        )
    }
    for other in sorted(set(languages) - {language}):
        wording.store(project, WordingKind.CONSENT, other, user=user)
        letters[other] = wording.store(project, WordingKind.INVITATION, other, user=user)
    return letters


def _store(
    ready: Sequence[CheckedLine],
    options: InvitingOptions,
    closes_at: datetime,
    letters: Mapping[str, Wording],
    user: User,
) -> list[Invitation]:
    summaries = _summaries({each.run for each in ready if not each.line.text}, options.n_sentences)
    if empty := [each for each in ready if not each.line.text and not summaries[each.run]]:
        errors = [{"line": each.line.number, "field": "talk", "message": "Its summary is empty."} for each in empty]
        raise ServiceError(
            f"The summary of “{empty[0].talk_title}” is empty: no sentence was spoken about.",
            code="no_summary", errors=errors,
        )  # fmt: skip
    if sum(len(summaries.get(each.run, ())) for each in ready) > _MOST_ITEMS:
        raise ServiceError(
            f"That is more than {_MOST_ITEMS:,} sentences. Invite fewer authors at once.", code="too_many"
        )
    now = timezone.now()
    made = []
    for each in ready:
        line = each.line
        language = line.language or options.language
        invitation = Invitation(
            run_id=each.run, author_name=line.name, author_email=line.email, language=language,
            n_sentences=options.n_sentences, closes_at=closes_at, letter=letters[language], system=line.system,
            text=line.text, dimensions=list(options.dimensions), created_by=user,
            trap=secrets.randbelow(5) + 1 if options.has_trap else None,
        )  # fmt: skip
        if options.is_sent and line.email:
            invitation.ask(now, options.remind_after)
        made.append(invitation)
    Invitation.objects.bulk_create(made)
    items = (
        [invitation.pk, unit, rank, n_words, None, None]
        for invitation in made
        if not invitation.text
        for unit, rank, n_words in summaries[invitation.run_id]
    )
    copy_in(RatingItem, ["invitation_id", "unit_id", "rank", "n_words", "answer", "answered_at"], items)
    return made


def _summaries(runs: Collection[int], n_sentences: int) -> dict[int, list[tuple[int, int, int]]]:
    """By run, the sentences of its summary: unit, rank, and words spoken."""
    rows = AlignmentRun.objects.filter(pk__in=runs).values_list("pk", "pair__source", "info__durations")
    chosen: dict[int, tuple[int, dict[int, tuple[int, int]]]] = {}
    sentences = Q(pk__in=[])
    for pk, document, durations in rows:
        rank_of = ranks(top_sentences(durations, n_sentences), durations)
        chosen[pk] = document, {position: (rank, durations[position]) for position, rank in rank_of.items()}
        sentences |= Q(document=document, position__in=list(rank_of))
    units = {
        (document, position): pk
        for pk, document, position in Unit.objects.filter(sentences)
        .order_by()
        .values_list("pk", "document", "position")
    }
    return {
        run: [(units[document, position], *of) for position, of in positions.items()]
        for run, (document, positions) in chosen.items()
    }
