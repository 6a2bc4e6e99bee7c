"""The board of an admin: every pair that can be assigned with its slots, narrowed down, in order, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from annotator.models import Membership, Pair, Project, ReviewingDay, Slot
from annotator.people.roles import WORKERS
from annotator.platform.errors import ServiceError
from annotator.platform.statements import select
from annotator.teams.assigning.readers import unread_of
from annotator.teams.pace import LEAST_SECONDS

#: A claim that ends within this many hours is about to.
SOON_HOURS = 24
#: What was returned and not opened for so many days is stuck.
RETURNED_DAYS = 5
#: What a bulk action goes through at most.
MOST_PAIRS = 10_000
LONGEST_TEXT = 300


class BoardState(models.TextChoices):
    """Where a pair stands. It is in exactly one of these."""

    FREE = "free", "Unassigned"
    CLAIMED = "claimed", "Claimed"
    IN_REVIEW = "in_review", "In review"
    LOOK_AGAIN = "look_again", "Look again"
    RETURNED = "returned", "Returned"
    SUBMITTED = "submitted", "Submitted"
    ADJUDICATING = "adjudicating", "Adjudicating"
    GOLD = "gold", "Adjudicated"


class BoardOrder(models.TextChoices):
    DUE = "due", "Due date"
    TITLE = "title", "Title"
    ROWS = "rows", "Most rows first"
    ERROR = "error", "Largest expected error first"
    CLAIM = "claim", "Claims that end first"
    PRIORITY = "priority", "Highest priority first"


#: An ascending value for each order; its type, for the value in a cursor.
_ORDERS: dict[str, tuple[str, str]] = {
    BoardOrder.DUE: ("COALESCE(b.due_on, 'infinity'::date)", "date"),
    BoardOrder.TITLE: ("p.title", "text"),
    BoardOrder.ROWS: ("-COALESCE(e.n_rows, 0)", "int"),
    BoardOrder.ERROR: ("-COALESCE(e.expected_error, -1)", "float8"),
    BoardOrder.CLAIM: ("COALESCE(b.lease_ends, 'infinity'::timestamptz)", "timestamptz"),
    BoardOrder.PRIORITY: ("-b.priority", "int"),
}

#: Slots are grouped before they are joined: asking for each pair what it has takes several times as long.
_SLOTS = """
SELECT s.pair_id, count(*) AS n_slots, count(*) FILTER (WHERE v.state = 'submitted') AS n_submitted,
  count(*) FILTER (WHERE s.annotator_id IS NULL) AS n_free,
  bool_or(COALESCE(v.state = 'returned', false)) AS is_returned,
  bool_or(COALESCE(v.state = 'open', false)) AS is_begun,
  bool_or(s.annotator_id IS NOT NULL AND s.review_id IS NULL) AS is_held,
  bool_or(v.state = 'returned' AND v.updated_at < %(returned_before)s) AS is_forgotten,
  count(*) FILTER (WHERE v.submitted_before IS NOT NULL) AS n_again,
  max(v.row_count - v.reviewed_count) FILTER (WHERE v.submitted_before IS NOT NULL) AS n_rows_again,
  min(s.due_on) FILTER (WHERE v.state IS DISTINCT FROM 'submitted') AS due_on,
  min(s.lease_ends) FILTER (WHERE v.state IS DISTINCT FROM 'submitted') AS lease_ends, max(s.priority) AS priority
FROM annotator_slot s LEFT JOIN annotator_review v ON v.id = s.review_id
WHERE s.project_id = %(project)s AND s.withdrawn_at IS NULL GROUP BY s.pair_id
"""
_STATE = """
CASE WHEN b.n_again > 0 THEN 'look_again' WHEN a.state = 'submitted' THEN 'gold'
  WHEN a.state IS NOT NULL THEN 'adjudicating'
  WHEN b.is_returned THEN 'returned' WHEN b.is_begun THEN 'in_review' WHEN b.is_held THEN 'claimed'
  WHEN b.n_free > 0 THEN 'free' ELSE 'submitted' END
"""
_FROM = f"""
FROM ({_SLOTS}) b JOIN annotator_pair p ON p.id = b.pair_id
LEFT JOIN annotator_pairestimate e ON e.pair_id = p.id
LEFT JOIN annotator_review a ON a.pair_id = p.id AND a.kind = 'adjudication'
"""
#: What a newer version of a text took the place of is in the history of the newer pair, and nothing to assign.
_LATEST = "NOT EXISTS (SELECT FROM annotator_document n WHERE n.previous_id IN (p.source_id, p.target_id))"
_TEXTS = """
JOIN annotator_document x ON x.id = p.source_id JOIN annotator_document y ON y.id = p.target_id
"""
_SOON = "b.lease_ends < %(within_hours)s"
_LATE = "b.due_on < %(today)s"
#: Begun, and in nobody's slot, while its pair needs a review: the claim has ended, or its annotator has left.
_LOOSE = """EXISTS (SELECT 1 FROM annotator_review l WHERE l.pair_id = p.id AND l.kind = 'review' AND l.revision > 0
  AND l.state IN ('open', 'returned') AND l.superseded_by_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM annotator_slot h WHERE h.review_id = l.id OR h.continues_id = l.id))"""
#: Free, in languages that nobody reads.
_UNREAD = """(%(unread_sources)s::text[] <> '{}' AND EXISTS (
  SELECT 1 FROM annotator_document d JOIN annotator_document e ON e.id = p.target_id
  JOIN unnest(%(unread_sources)s::text[], %(unread_targets)s::text[]) AS unread(source, target)
    ON unread.source = d.language AND unread.target = e.language
  WHERE d.id = p.source_id))"""
_STUCK = f"(COALESCE(b.is_forgotten, false) OR (b.n_free > 0 AND ({_LOOSE} OR {_UNREAD})))"
#: What a row of a page is made of.
_COLUMNS = {
    "id": "p.id", "state": _STATE, "n_slots": "b.n_slots", "n_submitted": "b.n_submitted", "due_on": "b.due_on",
    "lease_ends": "b.lease_ends", "priority": "b.priority", "n_rows": "e.n_rows",
    "expected_error": "e.expected_error", "n_again": "b.n_again", "n_rows_again": "COALESCE(b.n_rows_again, 0)",
    "is_overdue": f"COALESCE({_LATE}, false)",
}  # fmt: skip
#: By filter; those of `_AS_STATE` stand beside the state.
_CONDITIONS = {
    "search": "p.title ILIKE %(search)s",
    "annotator": """EXISTS (SELECT 1 FROM annotator_slot o WHERE o.pair_id = p.id AND o.withdrawn_at IS NULL
      AND o.annotator_id = %(annotator)s::bigint)""",
    "language": "(x.language ILIKE %(language)s OR y.language ILIKE %(language)s)",
    "event": "%(event)s IN (x.metadata ->> 'event', y.metadata ->> 'event')",
    "split": "%(split)s IN (x.metadata ->> 'split', y.metadata ->> 'split')",
    "overlap": "b.n_slots = %(n_needed)s AND b.n_submitted = COALESCE(%(n_submitted)s::int, b.n_submitted)",
    "due_before": "b.due_on <= %(due_before)s::date",
    "error_least": "e.expected_error >= %(error_least)s::float8",
    "state": f"{_STATE} = %(state)s",
    "soon": _SOON,
    "late": _LATE,
    "stuck": _STUCK,
}
_AS_STATE = {"state", "soon", "late", "stuck"}


def _whole(text: str, digits: int) -> int:
    if not text.isdecimal() or len(text) > digits:
        raise ValueError
    return int(text)


def _overlap(text: str) -> tuple[int | None, int]:
    submitted, slash, needed = text.rpartition("/")
    return _whole(submitted, 3) if slash else None, _whole(needed, 3)


def _share(text: str) -> float:
    if not 0 <= (share := float(text)) <= 1:
        raise ValueError
    return share


#: By filter, what reads it, or raises ValueError; and what is allowed, in words.
_READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "state": (BoardState, ", ".join(BoardState.values)),
    "soon": (("true",).index, "true"),
    "late": (("true",).index, "true"),
    "stuck": (("true",).index, "true"),
    "annotator": (lambda text: _whole(text, 18), "the id of a person"),
    "overlap": (_overlap, "a number of reviews such as 2, or submitted/needed such as 1/2"),
    "due_before": (date.fromisoformat, "a date such as 2026-12-18"),
    "error_least": (_share, "a number from 0 to 1"),
}


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """All of these hold; what is empty is not asked for. Values are texts, as in the address of a page.

    search : part of the title. state : of `BoardState`. soon : a claim ends within `SOON_HOURS`. late : a due date has
    passed. stuck : nobody goes on with some of it, see `stuck.py`, or nobody reads its languages, see `readers.py`.
    annotator : id of somebody who holds a slot. language : of the source or the target, as a prefix of its tag.
    event, split : of either text. overlap : how many reviews are needed, or `submitted/needed`. due_before : a date,
    which is included. error_least : of the expected error, from 0 to 1.
    """

    search: str = ""
    state: str = ""
    soon: str = ""
    late: str = ""
    stuck: str = ""
    annotator: str = ""
    language: str = ""
    event: str = ""
    split: str = ""
    overlap: str = ""
    due_before: str = ""
    error_least: str = ""

    def __post_init__(self) -> None:
        filters = asdict(self)
        for name, text in filters.items():
            if len(text) > LONGEST_TEXT or "\0" in text:
                _refuse(name, text, f"{LONGEST_TEXT} characters at most")
        for name, (read, allowed) in _READERS.items():
            try:
                if filters[name]:
                    read(filters[name])
            except ValueError:
                _refuse(name, filters[name], allowed)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> BoardFilter:
        return cls(**{one.name: str(values.get(one.name, "")) for one in fields(cls)})

    @classmethod
    def of_body(cls, body: Mapping[str, Any]) -> BoardFilter:
        """As `from_json`; a name that is no filter is refused rather than ignored, because much would be changed."""
        known = [one.name for one in fields(cls)]
        if unknown := sorted(set(body) - set(known)):
            message = f"There is no filter {', '.join(unknown)[:200]}; expected some of {', '.join(known)}."
            raise ServiceError(message, errors=[{"field": "all_matching", "message": message}])
        return cls.from_json(body)

    def sql(self, project: Project, *, but_state: bool = False) -> tuple[str, dict[str, Any]]:
        """FROM with WHERE, and their parameters. but_state : without state, soon, late and stuck, counted apart."""
        filters = {name: text for name, text in asdict(self).items() if text and not (but_state and name in _AS_STATE)}
        submitted, needed = _overlap(self.overlap) if self.overlap else (None, None)
        values = {
            **filters,
            "project": project.pk,
            "search": f"%{_literal(self.search)}%",
            "language": f"{_literal(self.language)}%",
            "n_submitted": submitted,
            "n_needed": needed,
            "within_hours": timezone.now() + timedelta(hours=SOON_HOURS),
            "today": timezone.localdate(),
            "returned_before": timezone.now() - timedelta(days=RETURNED_DAYS),
            **self._unread(project, counts_all=but_state),
        }
        texts = _TEXTS if filters.keys() & {"language", "event", "split"} else ""
        where = " AND ".join([_LATEST, *(_CONDITIONS[name] for name in filters)])
        return f"{_FROM} {texts} WHERE {where}", values

    def _unread(self, project: Project, *, counts_all: bool) -> dict[str, list[str]]:
        """The languages that nobody reads, where what is stuck is asked for."""
        unread = unread_of(project) if self.stuck or counts_all else []
        return {f"unread_{side}s": [one[f"{side}_language"] for one in unread] for side in ("source", "target")}


@dataclass(frozen=True, slots=True)
class BoardPage:
    """pairs : each as a dict, `pair` the pair's own fields, `slots` its slots. people : of all slots, by id.

    following : the `after` of the next page, if any.
    """

    pairs: list[dict[str, Any]]
    people: dict[int, User]
    following: tuple[str, int] | None


def board_page(
    project: Project, wanted: BoardFilter, *, order: str, after: tuple[str, int] | None = None, limit: int = 100
) -> BoardPage:
    """The pairs after a place in an order. after : the value of the order and the id of the last pair seen."""
    matching, values = wanted.sql(project)
    place, kind = _ORDERS[order]
    values["limit"] = limit + 1
    if after is not None:
        matching += f" AND ({place}, p.id) > (%(after)s::{kind}, %(after_id)s)"
        values |= {"after": after[0], "after_id": after[1]}
    rows = select(
        f"SELECT ({place})::text, {', '.join(_COLUMNS.values())} {matching} ORDER BY {place}, p.id LIMIT %(limit)s",
        values,
    )
    shown = {row.pop("id"): row for row in (dict(zip(_COLUMNS, of, strict=True)) for _, *of in rows[:limit])}
    # Instances of models, some five for each pair, would take longer than all the rest.
    pairs = Pair.objects.filter(pk__in=shown).values(
        "id", "title", "kind", source_language=F("source__language"), target_language=F("target__language"),
        interpreter_rank=F("target__interpreter_rank"), version=Greatest("source__version", "target__version"),
    )  # fmt: skip
    slots: dict[int, list[dict[str, Any]]] = {}
    people: set[int | None] = set()
    for slot in _slots_of(shown):
        slots.setdefault(slot.pop("pair"), []).append(slot)
        people |= {slot["annotator"], slot["left_by"]}
    following = rows[limit - 1][:2] if len(rows) > limit else None
    by_id = {pair["id"]: pair for pair in pairs}
    return BoardPage(
        [{**row, "pair": by_id[pk], "slots": slots.get(pk, [])} for pk, row in shown.items() if pk in by_id],
        User.objects.only("username", "first_name", "last_name").in_bulk(people - {None}),
        following,
    )


def _slots_of(pairs: Iterable[int]) -> Iterable[dict[str, Any]]:
    slots: Any = Slot.objects.filter(pair__in=pairs, withdrawn_at=None).with_state().order_by("pair", "id")
    rows: Iterable[dict[str, Any]] = slots.values(
        "id", "pair", "state", "annotator", "review", "lease_ends", "due_on", n_rows=F("review__row_count"),
        n_reviewed=Coalesce("review__reviewed_count", "continues__reviewed_count", 0),
        is_former=Exists(_left_by("annotator")), left_by=F("continues__annotator"),
    )  # fmt: skip
    return rows


def _left_by(person: str) -> models.QuerySet[User]:
    """Whoever holds a slot or has made a review, if they are no member any more."""
    member = Membership.objects.filter(user=OuterRef("pk"), project=OuterRef(OuterRef("project")))
    return User.objects.filter(~Exists(member), pk=OuterRef(person), is_superuser=False)


def board_counts(project: Project, wanted: BoardFilter) -> dict[str, Any]:
    """How many of the pairs that the filter finds, whatever their state, are in each one; those of warnings too.

    ``unread``: of all pairs, those that wait for somebody who reads them, by languages.
    """
    matching, values = wanted.sql(project, but_state=True)
    rows = select(
        f"SELECT {_STATE}, count(*), count(*) FILTER (WHERE {_SOON}), count(*) FILTER (WHERE {_LATE}),"
        f" count(*) FILTER (WHERE {_STUCK}),"
        f" sum(b.n_free)::int, sum(COALESCE(e.n_rows, 0))::int {matching} GROUP BY 1",
        values,
    )
    in_state = {state: n for state, n, *_ in rows}
    names = ("n_pairs", "n_soon", "n_late", "n_stuck", "n_free", "n_rows")
    return {
        "states": {state: in_state.get(state, 0) for state in BoardState.values},
        **{name: sum(row[n] for row in rows) for n, name in enumerate(names, 1)},
        "unread": unread_of(project),
    }


def board_choices(project: Project) -> dict[str, list[str]]:
    """What the filters can be set to: the languages, events and splits of the project's texts."""
    rows = select(
        "SELECT DISTINCT language, metadata ->> 'event', metadata ->> 'split' FROM annotator_document"
        " WHERE project_id = %s",
        [project.pk],
    )
    languages, events, splits = (sorted({row[n] for row in rows if row[n]}) for n in range(3))
    return {"languages": languages, "events": events[:200], "splits": splits[:200]}


def matching(project: Project, wanted: BoardFilter) -> list[int]:
    """The ids of all pairs that the filter finds. Raises ServiceError if they are more than one action may change."""
    matching, values = wanted.sql(project)
    rows = select(f"SELECT p.id {matching} ORDER BY p.id LIMIT %(limit)s", {**values, "limit": MOST_PAIRS + 1})
    if len(rows) > MOST_PAIRS:
        raise ServiceError(f"More than {MOST_PAIRS:,} pairs match. Narrow the filter down.", code="too_many_pairs")
    return [pk for (pk,) in rows]


_LOAD = """
SELECT s.annotator_id, count(*),
  sum(GREATEST(COALESCE(v.row_count, e.n_rows, 1) - COALESCE(v.reviewed_count, 0), 0))::int
FROM annotator_slot s LEFT JOIN annotator_review v ON v.id = s.review_id
LEFT JOIN annotator_pairestimate e ON e.pair_id = s.pair_id
WHERE s.project_id = %(project)s AND s.withdrawn_at IS NULL AND s.annotator_id = ANY(%(people)s)
  AND v.state IS DISTINCT FROM 'submitted'
GROUP BY s.annotator_id
"""
_REVIEWED = """
SELECT v.annotator_id, sum(v.reviewed_count)::int FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
WHERE p.project_id = %(project)s AND v.kind = 'review' AND v.annotator_id = ANY(%(people)s) GROUP BY 1
"""


def rows_left(project: Project, people: Sequence[int]) -> dict[int, tuple[int, int]]:
    """By user id: how many slots they hold that are not submitted, and how many rows are left to do in them."""
    rows = select(_LOAD, {"project": project.pk, "people": list(people)})
    held = {person: (n_slots, n_rows) for person, n_slots, n_rows in rows}
    return {person: held.get(person, (0, 0)) for person in people}


def rows_per_hour(project: Project, people: Sequence[int]) -> dict[int, float]:
    """Of people who have worked for `LEAST_SECONDS` or more: reviewed rows per hour of work, as the overview has it."""
    days = ReviewingDay.objects.filter(project=project, user__in=people).order_by().values("user")
    seconds = {one["user"]: one["s"] for one in days.annotate(s=models.Sum("seconds"))}
    rows = dict(select(_REVIEWED, {"project": project.pk, "people": list(people)}))
    return {
        person: 3600 * (rows.get(person) or 0) / worked
        for person, worked in seconds.items()
        if worked >= LEAST_SECONDS and rows.get(person)
    }


def workload(project: Project) -> list[dict[str, Any]]:
    """For everybody who may review: slots they hold, rows left in them, their pace, and the hours that makes.

    pace, hours_left : None where nobody knows how fast they are.
    """
    members = project.memberships.filter(role__in=WORKERS).select_related("user").order_by("user__username")
    users = [member.user for member in members]
    people = [user.pk for user in users]
    left, pace = rows_left(project, people), rows_per_hour(project, people)
    return [
        {
            "person": user,
            "n_slots": left[user.pk][0],
            "n_rows": left[user.pk][1],
            "rows_per_hour": pace.get(user.pk),
            "hours_left": left[user.pk][1] / pace[user.pk] if user.pk in pace else None,
        }
        for user in users
    ]


def _literal(text: str) -> str:
    """A text in which nothing is a pattern of LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _refuse(name: str, value: str, allowed: str) -> None:
    raise ServiceError(f"{name} is {value[:60]!r}; allowed: {allowed}.", errors=[{"field": name, "message": allowed}])
