"""Summaries that come with files: reading them, finding their papers, and storing them as a set."""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Count

from annotator.importers import sandbox
from annotator.importers.base import MAX_SUMMARIES, Problem, SummaryOfPaper
from annotator.models import DocumentKind, GivenSummary, Project, SummarySet, SummarySetKind
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Busy, Conflict, ServiceError, TooLarge

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one request: files, and bytes in each.
MOST_FILES = 200
MOST_BYTES = 8 * 2**20
#: References of one paper: each is compared with each summary.
MOST_OF_A_PAPER = 20
_SECONDS = 10
_WAIT_SECONDS = 5
_PROBLEMS = 50
#: For a suggestion: so many characters of so many names are compared with one that is not known.
_COMPARED, _MOST_COMPARED = 60, 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """A summary of a file with its paper."""

    document: int
    given: SummaryOfPaper


def read_summaries(project: Project, files: Sequence[tuple[str, bytes]], *, kind: str) -> list[Found]:
    """Read files and find the papers. Nothing is stored.

    Raises ServiceError with all faults by file and line; TooLarge; Busy.
    """
    if len(files) > MOST_FILES:
        raise TooLarge(f"There are {len(files):,} files; {MOST_FILES} are allowed at a time.")
    limits = sandbox.Limits(seconds=_SECONDS, file_megabytes=MOST_BYTES // 1_000_000 + 1, wait_seconds=_WAIT_SECONDS)
    papers = _Papers(project)
    summaries: list[Found] = []
    faults: list[Problem] = []
    try:
        with sandbox.Reader(limits) as reader:
            for name, data in files:
                if len(data) > MOST_BYTES:
                    raise TooLarge(f"{name[:200]} is too large; expected {MOST_BYTES // 2**20} MB at most.")
                parsed = reader.parse(data, name, "summaries")
                faults += parsed.errors
                for summary in parsed.summaries if parsed.ok else ():
                    document, fault = papers.named(summary, name)
                    if fault is None:
                        summaries.append(Found(document, summary))
                    else:
                        faults.append(fault)
                if len(summaries) > MAX_SUMMARIES:
                    raise TooLarge(f"There are more than {MAX_SUMMARIES:,} summaries. Import fewer at a time.")
    except sandbox.Busy as error:
        raise Busy("Other files are being read. Try again in a moment.") from error
    most = 1 if kind == SummarySetKind.SYSTEM else MOST_OF_A_PAPER
    for document, n in Counter(one.document for one in summaries).items():
        if n > most:
            title = papers.title(document)
            allowed = "one of each paper" if most == 1 else f"{most} of a paper at most"
            faults.append(Problem("error", f"there are {n} summaries of {title}", expected=allowed))
    if faults:
        raise _refusal(faults)
    if not summaries:
        raise ServiceError("There is no summary in these files.", code="unreadable")
    return summaries


def _refusal(problems: Sequence[Problem]) -> ServiceError:
    first = problems[0]
    more = f" And {len(problems) - 1} more." if len(problems) > 1 else ""
    return ServiceError(
        f"{str(first)[:1].upper()}{str(first)[1:]}. Nothing was stored.{more}",
        code="unreadable",
        errors=[
            {
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "message": f"{problem.message}; expected {problem.expected}" if problem.expected else problem.message,
                "text": problem.text,
            }
            for problem in problems[:_PROBLEMS]
        ],
    )


class _Papers:
    """The papers of a project by what files call them: title, external id, name of the imported file, or id."""

    def __init__(self, project: Project) -> None:
        papers = project.documents.filter(kind=DocumentKind.PAPER, next=None).annotate(n_units=Count("units"))
        names: dict[str, set[int]] = defaultdict(set)
        self._titles: dict[int, str] = {}
        self._n_units: dict[int, int] = {}
        for pk, title, external, source, n_units in papers.values_list(
            "pk", "title", "external_id", "source_name", "n_units"
        ):
            self._titles[pk], self._n_units[pk] = title, n_units
            for name in (title, external, PurePath(source).stem, str(pk)):
                if name:
                    names[_key(name)].add(pk)
        self._names = names
        self._has_looked = False

    def title(self, document: int) -> str:
        return self._titles[document]

    def named(self, summary: SummaryOfPaper, file: str) -> tuple[int, Problem | None]:
        """The paper of a summary, or what is wrong with it."""
        papers = self._names.get(_key(summary.paper), set())
        place: dict[str, Any] = {"line": summary.line, "file": file}
        if len(papers) != 1:
            if papers:
                return 0, Problem(
                    "error", f"{len(papers)} papers are called {summary.paper!r}", expected="an id", **place
                )
            near = self._like(_key(summary.paper))
            expected = (
                f"a paper of this project, such as {near!r}" if near else "a paper of this project, by title or id"
            )
            return 0, Problem("error", f"there is no paper {summary.paper!r}", expected=expected, **place)
        (document,) = papers
        n = self._n_units[document]
        if summary.sentences and summary.sentences[-1] >= n:
            message = f"sentence {summary.sentences[-1]} of {self._titles[document]!r} is not there"
            return 0, Problem("error", message, expected=f"0 to {n - 1}", **place)
        return document, None

    def _like(self, name: str) -> str:
        """A title that somebody may have meant. Looked for once: it compares with every name."""
        if self._has_looked:
            return ""
        self._has_looked = True
        known = {each[:_COMPARED]: each for each in list(self._names)[:_MOST_COMPARED]}
        near = difflib.get_close_matches(name[:_COMPARED], known, 1)
        return self._titles[min(self._names[known[near[0]]])] if near else ""


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


@transaction.atomic
def import_summaries(
    *, project: Project, name: str, kind: str, summaries: Sequence[Found], user: User | None
) -> SummarySet:
    """Store what was read under a name. Raises Conflict if the name is taken."""
    name = " ".join(name.split())
    if not name:
        raise ServiceError("The summaries need a name.", errors=[{"field": "name", "message": "Enter a name."}])
    try:
        with transaction.atomic():
            made: SummarySet = SummarySet.objects.create(project=project, name=name, kind=kind, created_by=user)
    except IntegrityError as error:
        message = f"{name} is the name of another set. Choose another name."
        raise Conflict(message, code="name_taken", errors=[{"field": "name", "message": message}]) from error
    numbers: Counter[int] = Counter()
    rows = []
    for one in summaries:
        rows.append(
            GivenSummary(
                set=made,
                document_id=one.document,
                number=numbers[one.document],
                author=one.given.author,
                text=one.given.text,
                sentences=list(one.given.sentences),
            )
        )
        numbers[one.document] += 1
    GivenSummary.objects.bulk_create(rows, batch_size=500)
    detail = f"{counted(len(rows), 'summary', 'summaries')} of {counted(len(numbers), 'paper')}"
    note("summaries_imported", project=project, kind="summary_set", pk=made.pk, name=name, detail=detail, by=user)
    return made


@transaction.atomic
def remove_set(summaries: SummarySet) -> None:
    """Delete a set of summaries, and the tables of scores against it."""
    note("summaries_removed", project=summaries.project, kind="summary_set", pk=summaries.pk, name=summaries.name)
    summaries.delete()
