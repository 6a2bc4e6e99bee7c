"""One statement that writes an edit: the review, its log, and of rows and chips what differs.

It states the revision that the edit was made from, and writes all or, where the review has another by now, nothing. So
an edit needs no lock while it is worked out, and no transaction around more than this statement.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Model

from annotator.models import Chip, Operation, PairKind, Review
from annotator.platform.statements import as_json, fetch_all
from annotator.reviewing.state import CHIP_FIELDS, SIDES, RowState
from annotator.reviewing.storage import ROW_COLUMNS, extent_base

Rows = dict[str, RowState]


def _columns(model: type[Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


#: What an operation changes of its review.
_OF_REVIEW = (
    "revision",
    "updated_at",
    "row_count",
    "reviewed_count",
    "state",
    "submitted_at",
    "return_reason",
    "first_submission",
    "submitted_before",
)
_OPERATION = _columns(Operation)
_ROW = [*ROW_COLUMNS.values(), "review_id", "changed_by_id", "changed_at"]
_CHIP = _columns(Chip)


def _listed(columns: list[str], alias: str = "") -> str:
    return ", ".join(f'{alias}"{column}"' for column in columns)


def _set(columns: list[str]) -> str:
    return ", ".join(f'"{column}" = v."{column}"' for column in columns if column != "id")


def _each(name: str) -> str:
    """The objects of a list in the parameter. Of an array Postgres expects a few elements, and looks each up in an
    index; of the elements of JSON it expects a hundred, for which it may read a whole table."""
    return f"unnest(ARRAY(SELECT jsonb_array_elements(given.edit->'{name}'))) AS e(value)"


# Every part joins `won`, which has a row only if the review is as it was. Postgres types the values by the tables' own
# record types.
_REVIEW = f"""
WITH given AS MATERIALIZED (SELECT %s::jsonb AS edit),
won AS (
  UPDATE annotator_review AS r SET {_set(list(_OF_REVIEW))}
  FROM given, jsonb_populate_record(NULL::annotator_review, given.edit->'review') AS v
  WHERE r.id = v.id AND r.revision = v.revision - 1 AND r.state = given.edit->>'was' AND r.superseded_by_id IS NULL
    AND NOT EXISTS (
      SELECT FROM annotator_operation o WHERE o.id = (given.edit->'operation'->>'id')::uuid)
  RETURNING r.id
),
logged AS (
  INSERT INTO annotator_operation ({_listed(_OPERATION)})
  SELECT {_listed(_OPERATION, "v.")}
  FROM won, given, jsonb_populate_record(NULL::annotator_operation, given.edit->'operation') AS v
)"""
_PARTS = {
    "undoes": """
turned AS (
  UPDATE annotator_operation AS o SET undone = (given.edit->>'undone')::boolean
  FROM won, given WHERE o.id = (given.edit->>'undoes')::uuid
)""",
    "changed": f"""
changed AS (
  UPDATE annotator_reviewrow AS r SET {_set(_ROW)}
  FROM won, given, {_each("changed")}, jsonb_populate_record(NULL::annotator_reviewrow, e.value) AS v
  WHERE r.id = v.id
)""",
    "made": f"""
made AS (
  INSERT INTO annotator_reviewrow ({_listed(_ROW)})
  SELECT {_listed(_ROW, "v.")}
  FROM won, given, {_each("made")}, jsonb_populate_record(NULL::annotator_reviewrow, e.value) AS v
)""",
    # A chip of a unit that the document lacks would have an extent without ends, which overlaps every other.
    "chips": f"""
pieces AS (
  SELECT {_listed([column for column in _CHIP if column != "extent"], "v.")}, (e.value->>'is_new')::boolean AS is_new,
    CASE WHEN e.value->>'base' IS NOT NULL THEN
      int8range((e.value->>'base')::bigint + u."offset" + v.start, (e.value->>'base')::bigint + u."offset" + v."end")
    END AS extent
  FROM won, given, {_each("chips")}
  CROSS JOIN LATERAL jsonb_populate_record(NULL::annotator_chip, e.value) AS v
  LEFT JOIN annotator_unit u ON u.document_id = (e.value->>'document')::bigint AND u.position = v.unit
),
chips_changed AS (
  UPDATE annotator_chip AS c SET {_set(_CHIP)} FROM pieces AS v WHERE c.id = v.id AND NOT v.is_new
),
chips_made AS (
  INSERT INTO annotator_chip ({_listed(_CHIP)}) SELECT {_listed(_CHIP, "v.")} FROM pieces AS v WHERE v.is_new
)""",
    "chips_gone": """
chips_gone AS (
  DELETE FROM annotator_chip AS c USING won, given
  WHERE c.id = ANY(ARRAY(SELECT jsonb_array_elements_text(given.edit->'chips_gone'))::uuid[])
)""",
    "gone": """
gone AS (
  DELETE FROM annotator_reviewrow AS r USING won, given
  WHERE r.id = ANY(ARRAY(SELECT jsonb_array_elements_text(given.edit->'gone'))::uuid[])
)""",
}


@cache
def _statement(parts: tuple[str, ...]) -> str:
    return ",".join([_REVIEW, *(_PARTS[part] for part in parts)]) + "\nSELECT id FROM won"


def save_edit(
    review: Review,
    before: Rows,
    after: Rows,
    *,
    operation: Operation,
    changes: dict[str, Any],
) -> bool:
    """Write an edit as a whole, or nothing if the review is no longer at the revision and in the state that `review`
    says, was carried over, or if the operation is stored already. Returns whether it was written.

    before, after : the rows that the operation named; only what differs is written. changes : the review's columns that
    change (`revision`, one more than now, among them). A row or chip that was not there before is inserted, never put
    in the place of another that has its id.
    Raises IntegrityError where the rows would break a constraint.
    """
    at, by = changes["updated_at"], operation.by_id
    columns: dict[str, list[dict[str, Any]]] = {"changed": [], "made": []}
    for row_id, row in after.items():
        if before.get(row_id) != row:
            stored = {column: getattr(row, name) for name, column in ROW_COLUMNS.items()}
            stored |= {"review_id": review.pk, "changed_by_id": by, "changed_at": at}
            columns["changed" if row_id in before else "made"].append(stored)
    had, has = _chips(review, before), _chips(review, after)
    undoes = operation.undoes
    parts: dict[str, Any] = {
        "undoes": undoes and str(undoes.pk),
        **columns,
        "chips": [chip | {"is_new": chip_id not in had} for chip_id, chip in has.items() if had.get(chip_id) != chip],
        "chips_gone": [chip_id for chip_id in had if chip_id not in has],
        "gone": [row_id for row_id in before if row_id not in after],
    }
    edit = {
        "review": {"id": review.pk, **{name: getattr(review, name) for name in _OF_REVIEW}, **changes},
        "was": review.state,
        "operation": _columns_of(operation, at),
        "undone": undoes is not None and not undoes.undone,
        **parts,
    }
    return bool(fetch_all(_statement(tuple(part for part in _PARTS if parts[part])), [as_json(edit)]))


def _columns_of(operation: Operation, at: datetime) -> dict[str, Any]:
    columns = {str(field.column): getattr(operation, field.attname) for field in Operation._meta.concrete_fields}
    return columns | {"at": at}


def _chips(review: Review, rows: Rows) -> dict[str, dict[str, Any]]:
    """By id, what the table holds of each chip, but for its extent: instead where its document's text begins on the
    line of extents."""
    pair = review.pair
    documents = {"source": pair.source_id, "target": pair.target_id}
    bases = {side: extent_base(review, side, is_bitext=pair.kind == PairKind.BITEXT) for side in SIDES}
    return {
        chip.id: {name: getattr(chip, name) for name in CHIP_FIELDS}
        | {"row_id": row_id, "side": side, "document": documents[side], "base": bases[side]}
        for row_id, row in rows.items()
        for side in SIDES
        for chip in getattr(row, side)
    }
