"""Segments of recordings: cut by rules; moved, merged and split by people, whose work stands when rules cut again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from alignment.recordings.audio import MAX_SECONDS
from alignment.recordings.segments import SegmentOptions, cut_segments
from alignment.types import AlignmentError
from annotator.models import Document, TranscriptSegments
from annotator.people.activity import ONE_EDIT, note
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError
from annotator.recordings.pieces import Piece, pieces_of
from annotator.recordings.recognitions import MOST_WORDS, check_is_transcript

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one recording: more than one for each second of some hours.
MOST_SEGMENTS = 20_000
#: How long a recording can be.
LATEST_SECONDS = MAX_SECONDS
#: Those of the rules, as forms start from them.
DEFAULT_RULES = asdict(SegmentOptions())
#: Shorter ones cannot be heard.
SHORTEST_SECONDS = 0.05
#: Faults that an answer names.
_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Cut:
    """start, end : seconds. is_set : a person has set or confirmed it."""

    start: float
    end: float
    is_set: bool = False

    def as_stored(self) -> list[Any]:
        return [self.start, self.end, True] if self.is_set else [self.start, self.end]


@dataclass(frozen=True, slots=True)
class KnownSegments:
    """The segments that the sender has. changed_at : None where there were none."""

    changed_at: datetime | None


def cuts_of(segments: TranscriptSegments) -> list[Cut]:
    return [Cut(start, end, bool(rest)) for start, end, *rest in segments.segments]


def cut_by_rules(
    *, document: Document, user: User | None, rules: Mapping[str, float] | None = None,
    known: KnownSegments | None = None,
) -> TranscriptSegments:  # fmt: skip
    """Cut the recording of a transcript by the rules of M3AV. Segments that people set stay, and the rest is cut.

    Raises ServiceError for a transcript without times, and for rules that cannot be; Conflict where there are other
    segments than `known`.
    """
    check_is_transcript(document)
    try:
        options = SegmentOptions(**{**DEFAULT_RULES, **(rules or {})})
    except AlignmentError as error:
        raise ServiceError(f"These rules can’t be: {error}.", field="rules") from None
    pieces = pieces_of(document).all
    if not pieces:
        raise ServiceError(f"{document.title} has no times, so it can’t be cut.", code="no_times")
    if (last := max(piece.end for piece in pieces)) > LATEST_SECONDS:
        raise ServiceError(
            f"{document.title} says that something was said {last / 3600:,.1f} hours into the recording; "
            f"{LATEST_SECONDS // 3600} hours can be cut."
        )
    if len(pieces) > MOST_WORDS:
        raise ServiceError(f"{document.title} has {len(pieces):,} words; {MOST_WORDS:,} at most can be cut.")
    with transaction.atomic():
        before = _locked(document)
        _check_known(document, before, known)
        standing = [cut for cut in cuts_of(before) if cut.is_set] if before else []
        cuts = _around(standing, pieces, options)
        if not cuts:
            raise ServiceError(f"Nothing in {document.title} lasts any time, so it can’t be cut.", code="no_times")
        _check_number(len(cuts))
        made = _store(document, cuts, user, asdict(options))
        _note("segments_cut", document)
    return made


def set_segments(
    *, document: Document, segments: Sequence[Mapping[str, Any]], user: User, known: KnownSegments | None = None
) -> TranscriptSegments:
    """Store the segments that a person has made of those there were.

    segments : each with `start` and `end` in seconds, and `is_set`. Raises ServiceError that names what is wrong;
    Conflict where there are other segments than the sender knows, which its `segments` holds.
    """
    check_is_transcript(document)
    cuts = [Cut(round(one["start"], 3), round(one["end"], 3), bool(one.get("is_set"))) for one in segments]
    if faults := _faults(cuts):
        raise ServiceError(
            f"{len(faults):,} of the segments can’t be. Nothing was stored.", errors=faults[:_MOST_FAULTS]
        )
    _check_number(len(cuts))
    with transaction.atomic():
        before = _locked(document)
        if before is not None and cuts_of(before) == cuts:  # also where the same is sent again
            return before
        _check_known(document, before, known)
        if before is None:
            raise ServiceError("Cut the recording first.", code="not_cut")
        goes_on = before.changed_by_id == user.pk and timezone.now() - before.changed_at < ONE_EDIT
        made = _store(document, cuts, user, before.rules)
        if not goes_on:
            _note("segments_set", document)
    return made


def _around(standing: Sequence[Cut], pieces: Sequence[Piece], options: SegmentOptions) -> list[Cut]:
    """Those that stand, and between them what the rules cut."""
    cuts: list[Cut] = []
    at = 0
    words = [piece.as_word() for piece in pieces]
    for cut in [*standing, None]:
        first = at
        while at < len(pieces) and (cut is None or pieces[at].middle < cut.start):
            at += 1
        floor = cuts[-1].end if cuts else None
        for each in cut_segments(words[first:at], options) if at > first else []:
            # Silence belongs to the segment behind it, as where the rules cut all.
            start, end = each.start, each.end
            if floor is not None and (start < floor or start - floor <= options.drop_seconds):
                start = floor
            if cut is not None:
                end = min(end, cut.start)
            if round(end, 3) > round(start, 3):
                cuts.append(Cut(round(start, 3), round(end, 3)))
                floor = cuts[-1].end
        if cut is not None:
            cuts.append(cut)
            while at < len(pieces) and pieces[at].middle < cut.end:
                at += 1
    return _long_enough(cuts)


def _long_enough(cuts: Sequence[Cut]) -> list[Cut]:
    """Those that are too short to be heard take of the silence around them; without any, they join a neighbour."""
    result: list[Cut] = []
    begins: float | None = None  # of the next one, where the one in front of it has no other place
    for number, each in enumerate(cuts):
        cut = each if begins is None else replace(each, start=begins)
        begins = None
        if cut.is_set or not _is_short(cut):
            result.append(cut)
            continue
        floor = result[-1].end if result else 0.0
        following = cuts[number + 1] if number + 1 < len(cuts) else None
        end = round(cut.start + SHORTEST_SECONDS, 3)
        end = end if following is None else min(end, following.start)
        wide = Cut(max(floor, min(cut.start, round(end - SHORTEST_SECONDS, 3))), end)
        if not _is_short(wide):
            result.append(wide)
        elif result and not result[-1].is_set:
            result[-1] = replace(result[-1], end=cut.end)
        elif following is not None and not following.is_set:
            begins = cut.start
    return result


def _is_short(cut: Cut) -> bool:
    return cut.end - cut.start < SHORTEST_SECONDS - 1e-9


def _faults(cuts: Sequence[Cut]) -> list[dict[str, str]]:
    faults: list[dict[str, str]] = []
    end = 0.0
    for number, cut in enumerate(cuts):
        if cut.start < end:
            faults.append(_fault(number, "start", f"{cut.start:g} s", f"{end:g} or more, where the one before it ends"))
        elif _is_short(cut):
            least = f"{cut.start + SHORTEST_SECONDS:g} or more: {SHORTEST_SECONDS:g} s after its start"
            faults.append(_fault(number, "end", f"{cut.end:g} s", least))
        elif cut.end > LATEST_SECONDS:
            faults.append(_fault(number, "end", f"{cut.end:g} s", f"{LATEST_SECONDS:,} at most"))
        end = max(end, cut.end)
    return faults


def _fault(number: int, name: str, what: str, expected: str) -> dict[str, str]:
    return {"field": f"segments[{number}].{name}", "message": f"{what}; expected {expected}"}


def _check_number(n: int) -> None:
    if n > MOST_SEGMENTS:
        raise ServiceError(f"There are {n:,} segments; {MOST_SEGMENTS:,} are allowed.", field="segments")


def _locked(document: Document) -> TranscriptSegments | None:
    """The segments there are; whoever stores others at the same time waits."""
    Document.objects.select_for_update(no_key=True).get(pk=document.pk)
    return TranscriptSegments.objects.select_related("changed_by").filter(document=document).first()


def _check_known(document: Document, there: TranscriptSegments | None, known: KnownSegments | None) -> None:
    """Raises Conflict where the segments are not those that somebody knows."""
    if known is not None and known.changed_at != (there and there.changed_at):
        raise _changed(document, there)


def _store(document: Document, cuts: Sequence[Cut], user: User | None, rules: Mapping[str, Any]) -> TranscriptSegments:
    made, _ = TranscriptSegments.objects.update_or_create(
        document=document,
        defaults={"segments": [cut.as_stored() for cut in cuts], "rules": dict(rules), "changed_by": user},
    )
    return made


def _changed(document: Document, there: TranscriptSegments | None) -> Conflict:
    who = name_of(there.changed_by) if there and there.changed_by else "Somebody"
    return Conflict(
        f"{who} saved the segments of {document.title} meanwhile. Yours are not saved.", code="segments_changed",
        saved_by=who,
        segments=there and {"segments": segments_json(there), "changed_at": there.changed_at.isoformat()},
    )  # fmt: skip


def segments_json(segments: TranscriptSegments) -> list[dict[str, Any]]:
    return [asdict(cut) for cut in cuts_of(segments)]


def _note(verb: str, document: Document) -> None:
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title)
