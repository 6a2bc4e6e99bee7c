"""The columns of a gold row: which kind of value each holds, and whether it is part of what the row says.

Everything that treats columns differently derives it from here: the order of exports, the hash of a row's content,
the types of Parquet and of Croissant.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple


class Kind(Enum):
    """What the values of a column are. Ids are texts or lists of them, written as JSON where a column has one type."""

    TEXT = auto()
    TEXTS = auto()
    FLAG = auto()
    NUMBER = auto()
    SHARE = auto()


class Column(NamedTuple):
    """is_provenance : it tells where the row came from, who decided it or when.

    Two releases whose rows differ in such columns alone are the same: whatever else a record holds is what it says.
    """

    name: str
    kind: Kind
    is_provenance: bool


_SAID, _PROVENANCE = False, True
#: In the order of exports; a project's own labels are further columns (`reviewing.gold_records.columns_of`), of texts.
TABLE = (
    Column("project", Kind.TEXT, _PROVENANCE),
    Column("pair_id", Kind.NUMBER, _PROVENANCE),
    Column("pair", Kind.TEXT, _SAID),
    Column("kind", Kind.TEXT, _SAID),
    Column("review_id", Kind.NUMBER, _PROVENANCE),
    Column("row_id", Kind.TEXT, _PROVENANCE),
    Column("row", Kind.NUMBER, _PROVENANCE),
    Column("source_language", Kind.TEXT, _SAID),
    Column("target_language", Kind.TEXT, _SAID),
    Column("source_external_id", Kind.TEXT, _SAID),
    Column("target_external_id", Kind.TEXT, _SAID),
    Column("event", Kind.TEXT, _SAID),
    Column("split", Kind.TEXT, _SAID),
    Column("speaker", Kind.TEXT, _SAID),
    Column("interpreter", Kind.TEXT, _SAID),
    Column("interpreter_rank", Kind.TEXT, _SAID),
    Column("talk_info", Kind.TEXT, _SAID),
    Column("source_section", Kind.TEXT, _PROVENANCE),
    Column("source_ids", Kind.TEXT, _SAID),
    Column("target_ids", Kind.TEXT, _SAID),
    Column("removed_ids", Kind.TEXT, _SAID),
    Column("source", Kind.TEXT, _SAID),
    Column("target", Kind.TEXT, _SAID),
    Column("removed", Kind.TEXT, _SAID),
    Column("target_post_edited", Kind.TEXT, _SAID),
    Column("post_edited", Kind.FLAG, _SAID),
    Column("source_corrected", Kind.TEXT, _SAID),
    Column("target_corrected", Kind.TEXT, _SAID),
    Column("sentences", Kind.TEXT, _SAID),
    Column("offline", Kind.TEXT, _SAID),
    Column("null_reason", Kind.TEXT, _SAID),
    Column("good_align", Kind.FLAG, _SAID),
    Column("good_mt", Kind.FLAG, _SAID),
    Column("error_tags", Kind.TEXTS, _SAID),
    Column("overridden_checks", Kind.TEXTS, _PROVENANCE),
    Column("confidence", Kind.SHARE, _PROVENANCE),
    Column("edited", Kind.FLAG, _PROVENANCE),
    Column("annotator", Kind.TEXT, _PROVENANCE),
    Column("accepted_by", Kind.TEXT, _PROVENANCE),
    Column("accepted_at", Kind.TEXT, _PROVENANCE),
    Column("submitted_at", Kind.TEXT, _PROVENANCE),
    Column("version", Kind.NUMBER, _PROVENANCE),
    Column("guidelines_version", Kind.NUMBER, _PROVENANCE),
    Column("basis", Kind.TEXT, _PROVENANCE),
    Column("decision_reason", Kind.TEXT, _PROVENANCE),
    Column("engine_signature", Kind.TEXT, _PROVENANCE),
    Column("proposal_hidden", Kind.FLAG, _PROVENANCE),
)
_KINDS = {column.name: column.kind for column in TABLE}


def kind_of(name: str) -> Kind:
    """Of a column of any release: labels, and columns that no longer are, hold texts."""
    return _KINDS.get(name, Kind.TEXT)
