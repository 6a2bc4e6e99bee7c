"""The measures of agreement: links, and labels of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from alignment.agreement.distances import Distance, masi, nominal
from annotator.models import Review
from annotator.reviewing.guidelines.labels import Label, LabelType, applies, is_own, labels_of
from annotator.reviewing.state import RowState

#: What a row may say of a label: a value, tags, or nothing.
Said = str | frozenset[str] | None

#: The statistics of a measure: F1; alpha over pieces of the target; alpha of values; alpha of sets.
OVERLAP, PIECES, VALUES, SETS = "overlap", "pieces", "values", "sets"
#: Their names in files.
STATISTICS = {
    OVERLAP: "F1",
    PIECES: "Krippendorff's alpha (MASI)",
    VALUES: "Krippendorff's alpha",
    SETS: "Krippendorff's alpha (MASI)",
}
#: How far two values are apart.
DISTANCES: dict[str, Distance] = {VALUES: nominal, SETS: masi}


@dataclass(frozen=True, slots=True)
class Measure:
    """kind : its statistics. is_label: people say it of a row; of alignments it follows from how rows are grouped."""

    key: str
    kind: str
    name: str
    is_label: bool


#: Said of each sentence of a talk with slides, not of rows.
KEY_SENTENCES = "key_sentences"
_KNOWN = (
    Measure("links", OVERLAP, "Links", False),
    Measure("meanings", PIECES, "Links", False),
    Measure("boundaries", OVERLAP, "Boundaries", False),
    Measure("nulls", VALUES, "Linked, null or removed", False),
    Measure("good_align", VALUES, "Good alignment", True),
    Measure("good_mt", VALUES, "Good translation", True),
    Measure("null_reason", VALUES, "Why one side is empty", True),
    Measure("error_tags", SETS, "Error tags", True),
    Measure(KEY_SENTENCES, VALUES, "Key sentences", True),
)
_BY_KEY = {measure.key: measure for measure in _KNOWN}
#: Of the project's own labels, by the first word of their keys here: ``label:severity``, ``tags:issues``.
_OWN = {"label": VALUES, "tags": SETS}
_NUMBER = {measure.key: number for number, measure in enumerate(_KNOWN)}


def measure_of(key: str) -> Measure | None:
    """The measure with this key. A key says what an own label is, so that figures outlive the version that has it."""
    kind, colon, name = key.partition(":")
    return Measure(key, _OWN[kind], name, True) if colon and name and kind in _OWN else _BY_KEY.get(key)


def own_labels(reviews: Iterable[Review]) -> list[Label]:
    """The project's own labels in the guidelines that the reviews were made under, each once."""
    versions = sorted({review.guidelines_id or 0 for review in reviews})
    labels = {label["key"]: label for version in versions for label in labels_of(version or None) if is_own(label)}
    return list(labels.values())


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys as they are listed."""
    return sorted(keys, key=lambda key: (_NUMBER.get(key, len(_NUMBER)), key))


def said_of(row: RowState, own: Sequence[Label] = ()) -> dict[str, Said]:
    """The values of a row by the key of the measure: None where a label is not set, and no key where it does not apply.

    own : the project's own labels that the row may have.
    """
    values: dict[str, Said] = {
        "good_align": _yes_or_no(row.good_align),
        "good_mt": _yes_or_no(row.good_mt),
        "error_tags": frozenset(row.tags),
    }
    has_source, has_target = bool(row.source), not all(chip.removed for chip in row.target)
    if not (has_source and has_target):
        values["null_reason"] = row.null_reason or None
    for label in own:
        if not applies(label, has_source=has_source, has_target=has_target):
            continue
        value = row.labels.get(label["key"])
        if label["type"] == LabelType.TAGS:
            values[f"tags:{label['key']}"] = frozenset(value or ())
        else:
            values[f"label:{label['key']}"] = value if isinstance(value, str) else _yes_or_no(value)
    return values


def key_sentences(row: RowState) -> dict[int, Said]:
    """By sentence of the row, whether it is a key sentence; one that is cut is, if a part of it here is."""
    values: dict[int, Said] = {}
    for chip in row.target:
        if not chip.removed:
            values[chip.unit] = "yes" if chip.is_key or values.get(chip.unit) == "yes" else "no"
    return values


def _yes_or_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
