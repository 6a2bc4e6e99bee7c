"""Rows and chips between the tables and `state`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.utils import timezone

from annotator.models import AlignmentRun, Chip, PairKind, Review, ReviewRow, RowStatus, Side, Unit
from annotator.services.reviewing.state import ChipState, RowState

_REVIEW_STRIDE = 1 << 32
_SIDE_STRIDE = 1 << 31


def load_rows(review: Review, row_ids: Iterable[str], chips: Iterable[str], *, lock: bool) -> dict[str, RowState]:
    """The rows named, and those that hold the chips named."""
    ids = set(map(str, row_ids))
    chips = list(chips)
    if chips:
        holders = Chip.objects.filter(id__in=chips, row__review=review).values_list("row_id", flat=True)
        ids.update(map(str, holders))
    rows = ReviewRow.objects.filter(review=review, id__in=ids).order_by("id")
    if lock:
        rows = rows.select_for_update()
    return {row.id: row for row in to_states(list(rows))}


def to_states(rows: Sequence[ReviewRow]) -> list[RowState]:
    chips: dict[tuple[str, str], list[ChipState]] = {}
    values = Chip.objects.filter(row_id__in=[row.id for row in rows]).order_by("unit", "start")
    for row_id, side, chip_id, unit, start, end, removed, joined in values.values_list(
        "row_id", "side", "id", "unit", "start", "end", "removed", "joined"
    ):
        state = ChipState(str(chip_id), unit, start, end, removed, joined)
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
            null_reason=row.null_reason,
            post_edit=row.post_edit,
            edited=row.edited,
            link=row.link_id,
        )
        for row in rows
    ]


def row_model(review: Review, state: RowState, user_id: int | None) -> ReviewRow:
    return ReviewRow(
        id=state.id,
        review=review,
        link_id=state.link,
        position=state.position,
        version=state.version,
        status=state.status,
        good_align=state.good_align,
        good_mt=state.good_mt,
        flagged=state.flagged,
        tags=list(state.tags),
        null_reason=state.null_reason,
        post_edit=state.post_edit,
        edited=state.edited,
        changed_by_id=user_id,
        changed_at=timezone.now() if user_id else None,
    )


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

    def extent(side: str, chip: ChipState) -> NumericRange | None:
        if side == "source" and not is_bitext:
            return None
        base = review.pk * _REVIEW_STRIDE + (_SIDE_STRIDE if side == "target" else 0) + offsets[side][chip.unit]
        return NumericRange(base + chip.start, base + chip.end)

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
            extent=extent(side, chip),
        )
        for row in states
        for side in ("source", "target")
        for chip in getattr(row, side)
    ]


_ROW_FIELDS = [
    "link",
    "position",
    "version",
    "status",
    "good_align",
    "good_mt",
    "flagged",
    "tags",
    "null_reason",
    "post_edit",
    "edited",
    "changed_by",
    "changed_at",
]


def chip_ids(rows: Iterable[RowState]) -> set[str]:
    return {chip.id for row in rows for side in (row.source, row.target) for chip in side}


def save_rows(
    review: Review,
    before: dict[str, RowState],
    after: dict[str, RowState],
    *,
    user_id: int | None,
    is_bitext: bool,
) -> None:
    """Write what differs between two states of the same rows.

    A row or chip that was not there before is inserted, never put in the place of another that has its id.
    """
    gone = [row_id for row_id in before if row_id not in after]
    changed = [row for row_id, row in after.items() if before.get(row_id) != row]
    restructured = [
        row
        for row in changed
        if row.id not in before or (before[row.id].source, before[row.id].target) != (row.source, row.target)
    ]
    rows = [row_model(review, row, user_id) for row in changed if row.id in before]
    ReviewRow.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=_ROW_FIELDS)
    ReviewRow.objects.bulk_create([row_model(review, row, user_id) for row in changed if row.id not in before])
    if restructured or gone:
        kept, had = chip_ids(after.values()), chip_ids(before.values())
        chips = chip_models(review, restructured, is_bitext)
        Chip.objects.bulk_create(
            [chip for chip in chips if chip.id in had],
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["row", "side", "unit", "start", "end", "removed", "joined", "extent"],
        )
        Chip.objects.bulk_create([chip for chip in chips if chip.id not in had])
        Chip.objects.filter(id__in=had - kept).delete()
        ReviewRow.objects.filter(id__in=gone).delete()


# Thousands of rows with their chips: Postgres copies them in a fraction of the time that models take.
_COPY_ROWS = """
INSERT INTO annotator_reviewrow (id, review_id, link_id, position, version, status, flagged, tags, null_reason, edited)
SELECT gen_random_uuid(), %(review)s, id, position + 1, 1, %(status)s, false, '{}', '', false
FROM annotator_link WHERE run_id = %(run)s
"""
_COPY_SOURCE_CHIPS = """
INSERT INTO annotator_chip (id, row_id, side, unit, start, "end", removed, joined, extent)
SELECT gen_random_uuid(), r.id, 'source', u.position, 0, length(u.text), false, false,
    CASE WHEN %(is_bitext)s THEN int8range(%(base)s + u."offset", %(base)s + u."offset" + length(u.text)) END
FROM annotator_reviewrow r
JOIN annotator_link l ON l.id = r.link_id
CROSS JOIN LATERAL unnest(l.source) AS piece(unit)
JOIN annotator_unit u ON u.document_id = %(document)s AND u.position = piece.unit
WHERE r.review_id = %(review)s
"""
_COPY_TARGET_CHIPS = """
INSERT INTO annotator_chip (id, row_id, side, unit, start, "end", removed, joined, extent)
SELECT gen_random_uuid(), r.id, 'target', u.position, piece.start, piece."end", false, false,
    int8range(%(base)s + u."offset" + piece.start, %(base)s + u."offset" + piece."end")
FROM annotator_reviewrow r
JOIN annotator_link l ON l.id = r.link_id
CROSS JOIN LATERAL (
    SELECT (value->>0)::int AS unit, (value->>1)::int AS start, (value->>2)::int AS "end"
    FROM jsonb_array_elements(l.target)
) AS piece
JOIN annotator_unit u ON u.document_id = %(document)s AND u.position = piece.unit
WHERE r.review_id = %(review)s
"""


def copy_links(review: Review, run: AlignmentRun) -> None:
    """Make the rows and chips of a new review from a run's links; the same as saving their states, but quick."""
    pair = review.pair
    base = review.pk * _REVIEW_STRIDE
    source = {
        "review": review.pk,
        "base": base,
        "document": pair.source_id,
        "is_bitext": pair.kind == PairKind.BITEXT,
    }
    target = {"review": review.pk, "base": base + _SIDE_STRIDE, "document": pair.target_id}
    with connection.cursor() as cursor:
        cursor.execute(_COPY_ROWS, {"review": review.pk, "run": run.pk, "status": RowStatus.PROPOSED})
        cursor.execute(_COPY_SOURCE_CHIPS, source)
        cursor.execute(_COPY_TARGET_CHIPS, target)
