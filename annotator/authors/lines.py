"""A list of authors, line by line: whom each line names, for which talk, and what is wrong with it."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from itertools import islice
from typing import Any, cast

from django.conf import settings
from django.db.models import F, Func, Q, QuerySet, TextChoices, TextField, Value
from django.db.models.functions import Lower
from django.utils import timezone

from annotator.models import AlignmentRun, Invitation, Pair, PairKind, Project, RunState
from annotator.platform import mail
from annotator.platform.titles import without_version

MOST_AT_ONCE = 500
#: Names of talks that are looked through for one that is nearly what a line says, and lines that this is done for.
_MOST_NAMES = 500
_MOST_SUGGESTIONS = 10
_LONGEST_TEXT = 20_000
_LANGUAGES = [code for code, _label in settings.LANGUAGES]


class LineState(TextChoices):
    READY = "ready", "Ready"
    WRONG = "wrong", "Wrong"
    SKIPPED = "skipped", "Skipped"


READY, WRONG, SKIPPED = LineState


@dataclass
class AuthorLine:
    """One author and one talk, as typed.

    system, text : a text of another system about the talk, to be rated instead of the summary. run : whose summary is
    rated, whatever `talk` says and whoever has been asked before, unless they declined; None for the newest of the
    talk. language : of the e-mails and at first of the page; empty for that of the list.
    """

    number: int
    name: str
    email: str
    talk: str
    system: str = ""
    text: str = ""
    run: int | None = None
    language: str = ""


@dataclass
class CheckedLine:
    line: AuthorLine
    state: LineState = READY
    field: str = ""
    message: str = ""
    suggestion: str = ""
    run: int = 0
    talk_title: str = ""
    paper_title: str = ""


def checked(project: Project, lines: Sequence[AuthorLine]) -> list[CheckedLine]:
    """Look at each line: ready, wrong, or skipped because that author has been asked about that talk."""
    pairs = pairs_named(project, {line.talk.lower() for line in lines if line.run is None} - {""})
    newest = _newest_runs({pair["id"] for candidates in pairs.values() for pair in candidates})
    pair_of_run = _pairs_of_runs(project, {line.run for line in lines if line.run is not None})
    earlier = _asked_before({*newest, *(pair["id"] for (pair,) in pair_of_run.values())})
    seen: dict[tuple[Any, ...], int] = {}
    result = []
    for line in lines:
        candidates = pairs.get(line.talk.lower(), []) if line.run is None else pair_of_run.get(line.run, [])
        run = line.run or (newest.get(candidates[0]["id"]) if candidates else None)
        answer = CheckedLine(line)
        result.append(answer)
        if wrong := _fault(line, candidates, run):
            answer.state, answer.field, answer.message = WRONG, *wrong
            continue
        pair = candidates[0]
        answer.run, answer.paper_title = cast("int", run), pair["paper"]
        answer.talk_title = without_version(pair["talk"])
        who = (pair["id"], (line.email or line.name).lower(), line.system)
        if who in seen:
            answer.state, answer.field = WRONG, "email" if line.email else "name"
            answer.message = f"The same author and talk are in line {seen[who]}."
        elif before := earlier.get((*who[:2], None)) or (earlier.get(who) if line.run is None else None):
            answer.state, answer.message = SKIPPED, before
        seen.setdefault(who, line.number)
    typed = [each for each in result if each.line.talk and each.line.run is None]
    _suggest(project, [each for each in typed if each.line.talk.lower() not in pairs])
    return result


def _fault(line: AuthorLine, pairs: Sequence[dict[str, Any]], run: int | None) -> tuple[str, str] | None:
    is_known = line.run is None or bool(pairs)
    for field, message in (
        ("name", "The name is missing." if not line.name else ""),
        ("name", "This name is longer than 200 characters." if len(line.name) > 200 else ""),
        ("email", mail.why_no_address(line.email) if line.email else ""),
        ("talk", "" if is_known else "This run has no summary."),
        ("talk", "The talk is missing." if not line.talk and line.run is None else ""),
        ("talk", f"No talk is called “{line.talk[:80]}”." if not pairs else ""),
        ("talk", f"{len(pairs)} talks are called “{line.talk[:80]}”. Use its id." if len(pairs) > 1 else ""),
        ("talk", "This talk has not been aligned, so it has no summary." if run is None else ""),
        ("system", "There is a text, but no system that wrote it." if line.text and not line.system else ""),
        ("text", "There is a system, but no text." if line.system and not line.text else ""),
        ("system", "This name is longer than 100 characters." if len(line.system) > 100 else ""),
        ("language", "" if line.language in ("", *_LANGUAGES) else _no_language(line.language)),
        ("text", f"A text has at most {_LONGEST_TEXT:,} characters." if len(line.text) > _LONGEST_TEXT else ""),
    ):
        if message:
            return field, message
    return None


def _no_language(language: str) -> str:
    return f"There are no texts in “{language[:20]}”. The languages are {', '.join(_LANGUAGES)}."


def _stem(name: str) -> Func:
    """A file's name without its ending, in lower case."""
    bare = Func(F(name), Value(r"\.[^.]*$"), Value(""), function="regexp_replace", output_field=TextField())
    return Lower(bare)


def _talks(project: Project) -> Any:
    talks = Pair.objects.filter(project=project, kind=PairKind.PAPER_TALK).order_by()
    return talks.annotate(
        name_1=Lower("title"), name_2=Lower("target__title"), name_3=Lower("source__title"),
        name_4=Lower("target__external_id"), name_5=Lower("source__external_id"),
        name_6=_stem("target__source_name"), name_7=_stem("source__source_name"),
    )  # fmt: skip


_NAMES = tuple(f"name_{n}" for n in range(1, 8))


def pairs_named(project: Project, names: set[str]) -> dict[str, list[dict[str, Any]]]:
    """By name in lower case, the pairs called so: by title, external id, file, or their own id."""
    if not names:
        return {}
    wanted = list(names)
    by_name = Q()
    for column in _NAMES:
        by_name |= Q(**{f"{column}__in": wanted})
    ids = [int(name) for name in wanted if name.isdecimal() and len(name) < 16]
    rows = _talks(project).filter(by_name | Q(pk__in=ids))
    pairs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.values("id", *_NAMES, talk=F("title"), paper=F("source__title")):
        for name in {row[column] for column in _NAMES} | {str(row["id"])}:
            if name in names:
                pairs[name].append(row)
    return pairs


def _summarised() -> QuerySet[AlignmentRun]:
    return AlignmentRun.objects.filter(state=RunState.SUCCEEDED, info__has_key="durations").order_by()


def _newest_runs(pairs: Iterable[int]) -> dict[int, int]:
    """By pair, its newest run that has a summary."""
    runs = _summarised().filter(pair__in=list(pairs))
    return dict(runs.order_by("pair", "-number").distinct("pair").values_list("pair", "pk"))


def _pairs_of_runs(project: Project, runs: set[int]) -> dict[int, list[dict[str, Any]]]:
    """By run that has a summary, its pair, as in `pairs_named`."""
    if not runs:
        return {}
    rows = _summarised().filter(pk__in=runs, pair__project=project, pair__kind=PairKind.PAPER_TALK)
    columns = rows.values_list("pk", "pair", "pair__title", "pair__source__title")
    return {pk: [{"id": pair, "talk": talk, "paper": paper}] for pk, pair, talk, paper in columns}


def _asked_before(pairs: Iterable[int]) -> dict[tuple[Any, ...], str]:
    """Who has been asked about what, as `checked` compares it, with a sentence about it. Who declined, whatever became
    of the link, has no system: they are not written to about that talk again."""
    standing = Q(revoked_at=None) | Q(refused_at__isnull=False)
    known = Invitation.objects.with_refusal().filter(standing, run__pair__in=list(pairs)).order_by("created_at")
    columns = (
        "run__pair",
        "author_email",
        "author_name",
        "system",
        "finished_at",
        "closes_at",
        "created_at",
        "refused_at",
    )
    earlier = {}
    for pair, email, name, system, finished_at, closes_at, created_at, refused_at in known.values_list(*columns):
        if finished_at is None and refused_at is None and closes_at <= timezone.now():
            continue
        verb, at = ("answered", finished_at) if finished_at else ("invited", created_at)
        if refused_at:
            verb, at, system = "declined", refused_at, None
        for who in filter(None, (email, name)):
            earlier[pair, who.lower(), system] = f"Already {verb} on {at:%-d %B %Y}."
    return earlier


def _suggest(project: Project, lines: Sequence[CheckedLine]) -> None:
    """Name a talk that is called nearly so on the first of the lines."""
    near = talks_called_nearly(project, [each.line.talk for each in lines])
    for each in lines:
        each.suggestion = near.get(each.line.talk, "")


def talks_called_nearly(project: Project, names: Sequence[str]) -> dict[str, str]:
    """For the first of some names that no talk has, the name of a talk that is nearly the same, as it is spelled."""
    if not names:
        return {}
    rows = _talks(project)[:_MOST_NAMES].values_list("target__external_id", "target__source_name", "title")
    spelled = {
        name.lower(): name
        for external_id, file, title in rows
        for name in (external_id, re.sub(r"\.[^.]*$", "", file or ""), title)
        if name and len(name) <= 100
    }
    known = sorted(spelled)
    found = {}
    for name in names[:_MOST_SUGGESTIONS]:
        wanted = name.lower()[:100]
        holds = [one for one in known if wanted in one or one in wanted]
        near = difflib.get_close_matches(wanted, holds or known, n=1, cutoff=0.5) or holds[:1]
        if near:
            found[name] = spelled[near[0]]
    return found


def authors_of_papers(project: Project) -> list[AuthorLine]:
    """Whom the papers of a project name as their authors, or else who speaks, of talks that nobody was asked about."""
    talks = Pair.objects.filter(project=project, kind=PairKind.PAPER_TALK)
    invitations = Invitation.objects.filter(run__pair__project=project, revoked_at=None)
    talks = talks.exclude(pk__in=invitations.order_by().values("run__pair"))
    rows = talks.order_by("title", "id").values_list(
        "pk", "title", "target__external_id", "source__metadata", "target__speaker"
    )
    return [
        AuthorLine(number, name, email, talk)
        for number, (name, email, talk) in enumerate(islice(_named(rows[:MOST_AT_ONCE]), MOST_AT_ONCE), 1)
    ]


def _named(rows: Iterable[Any]) -> Iterator[tuple[str, str, str]]:
    for pk, title, external_id, metadata, speaker in rows:
        authors = metadata.get("authors") or ([speaker] if speaker else [])
        emails = metadata.get("emails") or []
        for n, author in enumerate(authors if isinstance(authors, list) else [authors]):
            names = author if isinstance(author, dict) else {}
            name, address = parseaddr(author) if isinstance(author, str) and "<" in author else (author, "")
            name = names.get("name", "") if names else name
            email = names.get("email") or address or (emails[n] if isinstance(emails, list) and n < len(emails) else "")
            if isinstance(name, str) and name.strip():
                yield " ".join(name.split())[:200], str(email)[:254], external_id or title or str(pk)
