"""Timelines of pairs: from files, from people, and carried over to newer texts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from alignment.slides.timeline import KINDS, read_timeline, wrong_kinds
from annotator.corpus.pairs import check_newest
from annotator.corpus.small_files import MOST_FAULTS, read_small_file
from annotator.decks.pages import FROM_SLIDE_TEXT, n_pages
from annotator.importers.base import MAX_STRETCHES, MAX_TIMELINE_BYTES
from annotator.models import PageSearch, Pair, PairKind, Timeline, TimelineOrigin
from annotator.people.activity import ONE_EDIT, note
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Page, start and end in seconds, the confidence of one that was found, until a person sets it, and the kind that a
#: person gave to page 0, which is no slide; the last may have no end.
Stretch = Sequence[Any]

#: What a person can say of page 0.
NO_SLIDE_KINDS = KINDS


@dataclass(frozen=True, slots=True)
class Known:
    """The timeline that the sender has. changed_at : None where the pair had none."""

    changed_at: datetime | None


def set_timeline(
    *, pair: Pair, stretches: Sequence[Mapping[str, Any]], user: User, known: Known | None = None
) -> Timeline:
    """Give a pair the timeline that a person has made, in the place of the one it had.

    stretches : each with `page`, `start` and perhaps `end`, in seconds. They are held to the grammar of files. Those
    with a `confidence` stay as they were found; all others, and those with a `kind`, are set by this person.
    known : without it, whatever is there is replaced. Raises ServiceError that names what is wrong; Conflict where
    the pair has another timeline than the sender knows, which its `timeline` holds, and `superseded` where its texts
    have newer versions.
    """
    _check_kind(pair)
    rows = [(one["page"], _seconds(one["start"]), _seconds(one.get("end"))) for one in stretches]
    lines = [",".join(map(str, row)) for row in rows]
    read = read_timeline(lines, n_pages=n_pages(pair.source))
    problems = read.problems or wrong_kinds(read.shown, [one.get("kind") for one in stretches])
    if problems:
        raise ServiceError(
            f"{len(problems):,} of the stretches can’t be. Nothing was stored.",
            errors=[
                {"field": f"stretches[{one.line - 1}].{one.name}", "message": f"{one.message}; expected {one.expected}"}
                for one in problems[:MOST_FAULTS]
            ],
        )
    shown = [
        [0 if one.page is None else one.page + 1, one.start_seconds,
         None if math.isinf(one.end_seconds) else one.end_seconds,
         *_found_or_kind(sent)]
        for one, sent in zip(read.shown, stretches, strict=True)
    ]  # fmt: skip
    origin = TimelineOrigin.FOUND if any(is_found(one) for one in shown) else TimelineOrigin.PERSON
    return _store_of_person(pair, shown, origin, user, known=known)


def _store_of_person(pair: Pair, *what: Any, **given: Any) -> Timeline:
    with transaction.atomic():
        _lock(pair)  # an import that carries the timeline over ends first
        check_newest(pair)
        return _store(pair, *what, **given)


def _found_or_kind(sent: Mapping[str, Any]) -> list[Any]:
    if kind := sent.get("kind"):
        return [None, kind]
    return [] if sent.get("confidence") is None else [sent["confidence"]]


def is_found(stretch: Stretch) -> bool:
    """Whether it is as it was found: nobody has set or accepted it."""
    return len(stretch) > 3 and stretch[3] is not None


def set_by_people(timeline: Timeline | None) -> list[Stretch]:
    """The stretches that people set one by one, or accepted: all of a timeline made by hand, none of a file's."""
    if timeline is None or timeline.origin == TimelineOrigin.FILE:
        return []
    return [one for one in timeline.stretches if not is_found(one)]


def keep_found(*, pair: Pair, stretches: Sequence[Stretch], name: str, known: Known) -> bool:
    """Give a pair the timeline that was found in a recording, with what people have set in it already.

    name : of the recording. Returns False, and stores nothing, where the pair has another timeline than `known`.
    Raises ServiceError where there are too many stretches. Called in a transaction.
    """
    try:
        _store(pair, stretches, TimelineOrigin.FOUND, None, name, known)
    except Conflict:
        return False
    return True


def _seconds(value: float | None) -> str:
    """As the grammar has them, without an exponent."""
    return "" if value is None else f"{value:.6f}".rstrip("0").rstrip(".")


def read_file(*, pair: Pair, data: bytes, name: str, without_lines: Sequence[int] = ()) -> Timeline:
    """The timeline of an uploaded file, which is not stored.

    without_lines : numbers of lines that are left out. Raises ServiceError with the faults of the others and their
    places; TooLarge; Busy.
    """
    _check_kind(pair)
    options = {"n_pages": n_pages(pair.source), "without_lines": list(without_lines)}
    parsed = read_small_file(data, name, "timeline", n_most=MAX_TIMELINE_BYTES, options=options)
    stretches = [[page, start, end] for page, start, end, _ in parsed.metadata["timeline"]]
    return Timeline(pair=pair, stretches=stretches, origin=TimelineOrigin.FILE, file_name=name[:255])


def set_from_file(
    *, pair: Pair, data: bytes, name: str, without_lines: Sequence[int] = (), user: User | None,
    known: Known | None = None,
) -> Timeline:  # fmt: skip
    """Give a pair the timeline of an uploaded file, in the place of the one it had.

    without_lines, errors : as of `read_file`; known, Conflict : as of `set_timeline`.
    """
    read = read_file(pair=pair, data=data, name=name, without_lines=without_lines)
    return _store_of_person(pair, read.stretches, TimelineOrigin.FILE, user, name, known)


def keep_imported(pair: Pair, timeline: Sequence[Sequence[Any]], name: str, user: User | None) -> None:
    """Give a pair the timeline that came with its deck; the file was read in the sandbox already.

    Raises Conflict where a page is not in the deck, or a person has set the pair's timeline, or the one that it would
    inherit from the transcript before.
    """
    _check_kind(pair)
    last = n_pages(pair.source)
    wrong = [(page, line) for page, _, _, line in timeline if page > last]
    if wrong:
        raise Conflict(
            f"{name} names pages that {pair.source.title} does not have. Nothing was imported.",
            code="has_errors",
            errors=[
                {"file": name, "line": line, "column": 1, "message": f"page {page}, but the deck has {last} pages",
                 "expected": f"1 to {last}, or 0 for no slide", "text": str(page)}
                for page, line in wrong[:MOST_FAULTS]
            ],
        )  # fmt: skip
    stretches = [(page, start, end) for page, start, end, _ in timeline]
    with transaction.atomic():
        _lock(pair)
        known = _own_or_inherited(pair)
        if known is not None and set_by_people(known):
            raise Conflict(
                f"Somebody has set the timeline of {known.pair.title}. Remove it from the pair first, or skip {name}. "
                "Nothing was imported.",
                code="timeline_set",
            )
        _store(pair, stretches, TimelineOrigin.FILE, user, name)


def _own_or_inherited(pair: Pair) -> Timeline | None:
    timelines = Timeline.objects.select_related("pair")
    before = timelines.filter(pair__source=pair.source_id, pair__target__next=pair.target_id)
    return timelines.filter(pair=pair).first() or before.first()


def remove_timeline(pair: Pair) -> None:
    """Raises Timeline.DoesNotExist where the pair has none, Conflict as `set_timeline`. Its runs stay as they are."""
    with transaction.atomic():
        _lock(pair)
        check_newest(pair)
        pair.timeline.delete()
        note("timeline_removed", project=pair.project, kind="pair", pk=pair.pk, name=pair.title)


def carry_timeline(old: Pair, new: Pair) -> None:
    """Give the pair of a newer transcript the timeline of the one before, and searches of its recording with what they
    saw, one under way too; a newer deck may have other pages, but for one whose text alone is new."""
    known = Timeline.objects.filter(pair=old).first()
    has_same_pages = old.source_id == new.source_id or new.source.importer == FROM_SLIDE_TEXT
    if not has_same_pages or Timeline.objects.filter(pair=new).exists():
        return
    PageSearch.objects.filter(pair=old).update(pair=new)
    if known is None:
        return
    Timeline.objects.create(
        pair=new, stretches=known.stretches, origin=known.origin, file_name=known.file_name, changed_by=known.changed_by
    )


def stretches_json(timeline: Timeline) -> list[dict[str, Any]]:
    """The stretches with `ordinal`: for a page, which time it is shown; it is shown once while it stays."""
    times: dict[int, int] = {}
    found: list[dict[str, Any]] = []
    before: tuple[int, float, float | None] | None = None
    for stretch in timeline.stretches:
        page, start, end, confidence, kind = [*stretch, None, None][:5]
        if page and (before is None or before[0] != page or before[2] != start):
            times[page] = times.get(page, 0) + 1
        found.append(
            {
                "page": page, "start": start, "end": end, "ordinal": times.get(page),
                "confidence": confidence, "kind": kind,
            }
        )  # fmt: skip
        before = (page, start, end)
    return found


def _store(
    pair: Pair, stretches: Sequence[Sequence[Any]], origin: TimelineOrigin, user: User | None, file_name: str = "",
    known: Known | None = None,
) -> Timeline:  # fmt: skip
    if len(stretches) > MAX_STRETCHES:
        raise ServiceError(f"There are {len(stretches):,} stretches; {MAX_STRETCHES:,} are allowed.", field="stretches")
    with transaction.atomic():
        _lock(pair)
        before = Timeline.objects.select_related("changed_by").filter(pair=pair).first()
        if known is not None and known.changed_at != (before and before.changed_at):
            raise _changed(pair, before)
        if before is not None and before.origin == origin == TimelineOrigin.FOUND:
            file_name = file_name or before.file_name
        timeline, _ = Timeline.objects.update_or_create(
            pair=pair,
            defaults={
                "stretches": [list(one) for one in stretches], "origin": origin, "file_name": file_name[:255],
                "changed_by": user,
            },
        )  # fmt: skip
        if (origin != TimelineOrigin.FOUND or user is not None) and not _goes_on(before, timeline):
            note("timeline_set", project=pair.project, kind="pair", pk=pair.pk, name=pair.title, by=user)
    return timeline


def _lock(pair: Pair) -> None:
    """Whoever gives the pair a timeline at the same time waits, so that neither meets the other's row half-way."""
    Pair.objects.select_for_update(no_key=True).get(pk=pair.pk)


def _goes_on(before: Timeline | None, now: Timeline) -> bool:
    """Whether a person goes on with what they have just changed."""
    return (
        before is not None
        and TimelineOrigin.FILE not in (before.origin, now.origin)
        and before.changed_by_id == now.changed_by_id
        and timezone.now() - before.changed_at < ONE_EDIT
    )


def _changed(pair: Pair, there: Timeline | None) -> Conflict:
    if there is None:
        return Conflict(
            f"Somebody has removed the timeline of {pair.title}. Yours is not saved.", code="timeline_changed",
            timeline=None, saved_by="Somebody",
        )  # fmt: skip
    who = name_of(there.changed_by) if there.changed_by else "Somebody"
    return Conflict(
        f"{who} saved this timeline meanwhile. Yours is not saved.", code="timeline_changed", saved_by=who,
        timeline={"stretches": stretches_json(there), "changed_at": there.changed_at.isoformat()},
    )  # fmt: skip


def _check_kind(pair: Pair) -> None:
    if pair.kind != PairKind.SLIDES_TALK:
        raise ServiceError(f"{pair.title} has no slides, so it has no timeline.", code="wrong_kind")
