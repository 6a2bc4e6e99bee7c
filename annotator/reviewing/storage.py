"""A review, its rows and its chips, between the tables and plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar, cast

import orjson
from django.db import connection
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Field, JSONField, Model
from django.utils import timezone

from annotator.models import AlignmentRun, Chip, Pair, PairKind, Project, Review, ReviewRow, RowStatus, Side, Unit
from annotator.platform.statements import analyse, as_array, fetch_all
from annotator.reviewing.state import CHIP_FIELDS, ROW_FIELDS, SIDES, TEXT_LISTS, ChipState, RowState

M = TypeVar("M", bound=Model)

#: A new review with more rows than this is followed by ANALYZE.
_MANY = 500
_REVIEW_STRIDE = 1 << 32
_SIDE_STRIDE = 1 << 31


_REVIEW = [field.attname for field in Review._meta.concrete_fields]
#: Long texts are left out; read, they would cost a statement each.
_PAIR = ["id", "project_id", "kind", "title", "source_id", "target_id", "filter_thresholds"]
_PROJECT = ["id", "slug", "name", "filter_thresholds"]


def _columns(alias: str, model: type[Model], names: Sequence[str]) -> str:
    return ", ".join(f'{alias}."{_field(model, name).column}"' for name in names)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return next(field for field in cast("list[Field[Any, Any]]", model._meta.concrete_fields) if field.attname == name)


_JSON = {
    field.attname
    for model in (Review, Pair, Project)
    for field in model._meta.concrete_fields
    if isinstance(field, JSONField)
}
_FIND_REVIEW = f"""
SELECT {_columns("r", Review, _REVIEW)}, {_columns("p", Pair, _PAIR)}, {_columns("j", Project, _PROJECT)}, m.role
FROM annotator_review r
JOIN annotator_pair p ON p.id = r.pair_id
JOIN annotator_project j ON j.id = p.project_id
LEFT JOIN annotator_membership m ON m.project_id = j.id AND m.user_id = %s::bigint
WHERE r.id = %s::bigint
"""


def find_review(review_id: int, user_id: int) -> Review | None:
    """The review with its pair, its project, and the user's role there; None if there is no such review.

    One statement, and nothing is checked. What `permissions` asks of it takes no further statement.
    """
    rows = fetch_all(_FIND_REVIEW, [str(user_id), str(review_id)])
    if not rows:
        return None
    values = rows[0]
    review = _made(Review, _REVIEW, values)
    pair = review.pair = _made(Pair, _PAIR, values[len(_REVIEW) :])
    project = pair.project = _made(Project, _PROJECT, values[len(_REVIEW) + len(_PAIR) :])
    project.remember_role(user_id, values[-1])
    return review


def _made(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    converted = [
        orjson.loads(value) if name in _JSON and isinstance(value, str) else value
        for name, value in zip(names, values, strict=False)
    ]
    return model.from_db("default", names, converted)


@dataclass(frozen=True, slots=True)
class RowFacts:
    """Facts about a row beside its state: who changed it, what the engine proposed, how many comments are open."""

    changed_by: int | None = None
    changed_at: datetime | None = None
    confidence: float | None = None
    features: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, bool] = field(default_factory=dict)
    candidates: list[Any] = field(default_factory=list)
    n_comments: int = 0


#: Rows by id, and the facts about each.
RowsRead = tuple[dict[str, RowState], dict[str, RowFacts]]

#: Columns of a row by the name of the state's field; chips have their own table.
ROW_COLUMNS: dict[str, str] = {
    name: cast("Field[Any, Any]", ReviewRow._meta.get_field(name)).column or name
    for name in ROW_FIELDS
    if name not in SIDES
}
_SELECT_ROWS = f"""
SELECT {", ".join(f"r.{column}" for column in ROW_COLUMNS.values())},
  (SELECT json_agg(json_build_array(c.side, {", ".join(f'c."{name}"' for name in CHIP_FIELDS)})
      ORDER BY c.unit, c.start)::text FROM annotator_chip c WHERE c.row_id = r.id),
  r.changed_by_id, r.changed_at, l.confidence, l.features::text, l.verdicts::text, l.candidates::text,
  (SELECT count(*) FROM annotator_comment n WHERE n.review_id = r.review_id AND n.row = r.id AND n.resolved_at IS NULL)
FROM annotator_reviewrow r LEFT JOIN annotator_link l ON l.id = r.link_id
WHERE r.review_id = %s::bigint
"""
_IN_ORDER = " ORDER BY r.position"
#: Rows that are read at a time.
_CHUNK = 2000
_OF_ROWS = " AND r.id = ANY(%s::uuid[])"
_OF_ROWS_OR_CHIPS = """ AND (r.id = ANY(%s::uuid[])
  OR r.id IN (SELECT h.row_id FROM annotator_chip h WHERE h.id = ANY(%s::uuid[])))"""


def read_rows(review: Review, row_ids: Iterable[str] | None = None, chips: Iterable[str] = ()) -> RowsRead:
    """The rows with these ids or that contain one of these chips, in order, with the facts about each; by default all.

    One statement, whatever the length; see docs/decisions/statements-by-hand.md.
    """
    if row_ids is None:
        rows = list(each_row(review))
    else:
        held = list(chips)
        parameters = [str(review.pk), as_array(row_ids)]
        sql = _SELECT_ROWS + (_OF_ROWS_OR_CHIPS if held else _OF_ROWS) + _IN_ORDER
        rows = [_row(values) for values in fetch_all(sql, [*parameters, as_array(held)] if held else parameters)]
    return {state.id: state for state, _ in rows}, {state.id: facts for state, facts in rows}


def each_row(review: Review) -> Iterator[tuple[RowState, RowFacts]]:
    """All rows in order, a few thousand of them in memory at a time."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SELECT_ROWS + _IN_ORDER, [str(review.pk)])
        while chunk := cursor.fetchmany(_CHUNK):
            yield from map(_row, chunk)


def _row(values: Sequence[Any]) -> tuple[RowState, RowFacts]:
    state: dict[str, Any] = dict(zip(ROW_COLUMNS, values, strict=False))
    held_chips, by, at, confidence, features, verdicts, candidates, n_comments = values[len(ROW_COLUMNS) :]
    sides: dict[str, list[ChipState]] = {side: [] for side in SIDES}
    for side, *chip in _parsed(held_chips, []):
        sides[side].append(ChipState(*chip))
    state |= {side: tuple(chips) for side, chips in sides.items()}
    return (
        RowState(
            **{
                **state,
                "id": str(state["id"]),
                "labels": _parsed(state["labels"], {}),
                **{name: tuple(state[name]) for name in TEXT_LISTS},
            }
        ),
        RowFacts(
            by,
            at,
            confidence,
            _parsed(features, {}),
            _parsed(verdicts, {}),
            _parsed(candidates, []),
            n_comments,
        ),
    )


def _parsed(value: Any, nothing: Any) -> Any:
    return orjson.loads(value) if isinstance(value, str) else nothing if value is None else value


def to_states(rows: Sequence[ReviewRow]) -> list[RowState]:
    chips: dict[tuple[str, str], list[ChipState]] = {}
    values = Chip.objects.filter(row_id__in=[row.id for row in rows]).order_by("unit", "start")
    for row_id, side, chip_id, *piece in values.values_list("row_id", "side", *CHIP_FIELDS):
        state = ChipState(str(chip_id), *piece)
        chips.setdefault((str(row_id), side), []).append(state)
    return [
        RowState(
            id=str(row.id),
            position=row.position,
            version=row.version,
            source=tuple(chips.get((str(row.id), Side.SOURCE), ())),
            target=tuple(chips.get((str(row.id), Side.TARGET), ())),
            status=row.status,
            good_align=row.good_align,
            good_mt=row.good_mt,
            flagged=row.flagged,
            tags=tuple(row.tags),
            labels=row.labels,
            overridden=tuple(row.overridden),
            null_reason=row.null_reason,
            decision_reason=row.decision_reason,
            post_edit=row.post_edit,
            edited=row.edited,
            link=row.link_id,
        )
        for row in rows
    ]


def row_model(review: Review, state: RowState, user_id: int | None, at: datetime | None = None) -> ReviewRow:
    columns: dict[str, Any] = {column: getattr(state, name) for name, column in ROW_COLUMNS.items()}
    columns |= {name: list(columns[name]) for name in TEXT_LISTS}
    columns |= {"review": review, "changed_by_id": user_id}
    return ReviewRow(**columns, changed_at=(at or timezone.now()) if user_id else None)


def extent_base(review: Review, side: str, *, is_bitext: bool) -> int | None:
    """Where the text of a side begins on the line of all extents (see `Chip`); None where texts may stand twice."""
    if side == "source" and not is_bitext:
        return None
    return review.pk * _REVIEW_STRIDE + (_SIDE_STRIDE if side == "target" else 0)


def chip_models(review: Review, states: Iterable[RowState], is_bitext: bool) -> list[Chip]:
    """Chips with their extents; `states` name units of the review's two documents."""
    states = list(states)
    offsets = {
        side: dict(
            Unit.objects.filter(
                document_id=document_id,
                position__in={chip.unit for row in states for chip in getattr(row, side)},
            ).values_list("position", "offset")
        )
        for side, document_id in (("source", review.pair.source_id), ("target", review.pair.target_id))
    }

    bases = {side: extent_base(review, side, is_bitext=is_bitext) for side in SIDES}

    def extent(side: str, chip: ChipState) -> NumericRange | None:
        base = bases[side]
        if base is None:
            return None
        at = base + offsets[side][chip.unit]
        return NumericRange(at + chip.start, at + chip.end)

    return [
        Chip(
            id=chip.id,
            row_id=row.id,
            side=side,
            unit=chip.unit,
            start=chip.start,
            end=chip.end,
            removed=chip.removed,
            joined=chip.joined,
            is_key=chip.is_key,
            extent=extent(side, chip),
        )
        for row in states
        for side in ("source", "target")
        for chip in getattr(row, side)
    ]


def chip_ids(rows: Iterable[RowState]) -> set[str]:
    return {chip.id for row in rows for side in (row.source, row.target) for chip in side}


_COUNT_ROWS = """
SELECT count(*), count(*) FILTER (WHERE status <> 'proposed') FROM annotator_reviewrow WHERE review_id = %s
"""


def counted(review: Review) -> tuple[int, int]:
    """(rows, reviewed rows), counted from the rows."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_ROWS, [review.pk])
        n_rows, n_reviewed = cursor.fetchone()
    return n_rows, n_reviewed


# Thousands of rows with their chips: Postgres copies them in a fraction of the time that models take. What it knows of
# the tables is from before, often from before the import, so nothing is left to what it expects: the links are read
# once, and each unit is looked up by its place (`OFFSET 0` keeps the look-up as it is written).
_LOOK_UP_UNIT = """
CROSS JOIN LATERAL (
  SELECT u."offset", length(u.text) AS length FROM annotator_unit u
  WHERE u.document_id = %({document})s AND u.position = piece.unit OFFSET 0
) AS u
"""
_COPY_LINKS = f"""
WITH proposed AS MATERIALIZED (
  SELECT gen_random_uuid() AS row, id, position, source, target, key_sentences
  FROM annotator_link WHERE run_id = %(run)s
), rows AS (
  INSERT INTO annotator_reviewrow (id, review_id, link_id, position, version, status, flagged, tags, null_reason,
    edited, overridden, decision_reason, labels)
  SELECT row, %(review)s, id, position + 1, 1, %(status)s, false, '{{}}', '', false, '{{}}', '', '{{}}' FROM proposed
), chips AS (
  INSERT INTO annotator_chip (id, row_id, side, unit, start, "end", removed, joined, is_key, extent)
  SELECT gen_random_uuid(), row, 'source', piece.unit, 0, u.length, false, false, false,
    CASE WHEN %(is_bitext)s THEN int8range(%(source_base)s + u."offset", %(source_base)s + u."offset" + u.length) END
  FROM proposed CROSS JOIN LATERAL unnest(source) AS piece (unit) {_LOOK_UP_UNIT.format(document="source")}
  UNION ALL
  SELECT gen_random_uuid(), row, 'target', piece.unit, piece.start, piece."end", false, false,
    piece.unit = ANY(key_sentences),
    int8range(%(target_base)s + u."offset" + piece.start, %(target_base)s + u."offset" + piece."end")
  FROM proposed CROSS JOIN LATERAL (
    SELECT (value->>0)::int AS unit, (value->>1)::int AS start, (value->>2)::int AS "end"
    FROM jsonb_array_elements(target)
  ) AS piece {_LOOK_UP_UNIT.format(document="target")}
)
SELECT count(*) FROM proposed
"""


def copy_links(review: Review, run: AlignmentRun) -> None:
    """Make the rows and chips of a new review from a run's links; the same as saving their states, but quick."""
    pair = review.pair
    is_bitext = pair.kind == PairKind.BITEXT
    copied: dict[str, Any] = {
        "review": review.pk,
        "run": run.pk,
        "status": RowStatus.PROPOSED,
        "source": pair.source_id,
        "target": pair.target_id,
        "is_bitext": is_bitext,
        "source_base": extent_base(review, "source", is_bitext=is_bitext),
        "target_base": extent_base(review, "target", is_bitext=is_bitext),
    }
    with connection.cursor() as cursor:
        cursor.execute(_COPY_LINKS, copied)
        (review.row_count,) = cursor.fetchone()
        review.reviewed_count = 0
        if review.row_count > _MANY:
            analyse(review.row_count)
    review.save(update_fields=["row_count", "reviewed_count"])
