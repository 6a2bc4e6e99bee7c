"""Labels of a project: how they are defined in a version of its guidelines, and which values a row may be given.

Four labels are part of every project and have columns of their own: `good_align`, `good_mt`, `null_reason` and
`error_tags`. All others are the project's own and stand together in `ReviewRow.labels`, by key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypedDict

from django.db.models import TextChoices

from annotator.models import GuidelinesVersion
from annotator.people.models.projects import DEFAULT_ERROR_TAGS, DEFAULT_NULL_REASONS
from annotator.platform.errors import ServiceError

#: Keys of the editor that own labels can be given (`frontend/src/features/reviewing/review/keys/table.ts`).
SHORTCUTS = (6, 7, 8, 9)


class LabelType(TextChoices):
    YES_NO = "yes_no", "Yes or no"
    CHOICE = "choice", "One of several"
    TAGS = "tags", "Any of several"


class AppliesTo(TextChoices):
    """The rows that a label is given to."""

    ALL = "all", "All rows"
    LINKED = "linked", "Linked rows"
    NULL = "null", "Rows with an empty side"
    SOURCE = "source", "Rows with a source only"
    TARGET = "target", "Rows with a target only"


class Value(TypedDict):
    """`key` is stored with rows and never changes; `name` is shown."""

    key: str
    name: str
    hidden: bool


class Label(TypedDict):
    """hidden : no longer offered; rows keep it. shortcut : one of `SHORTCUTS`, or None."""

    key: str
    name: str
    type: str
    values: list[Value]
    applies_to: str
    required: bool
    hidden: bool
    shortcut: int | None


def _label(key: str, name: str, kind: LabelType, applies_to: AppliesTo, values: Iterable[str] = ()) -> Label:
    return {
        "key": key,
        "name": name,
        "type": kind.value,
        "values": [{"key": value, "name": value, "hidden": False} for value in values],
        "applies_to": applies_to.value,
        "required": False,
        "hidden": False,
        "shortcut": None,
    }


def default_labels(
    error_tags: Iterable[str] = DEFAULT_ERROR_TAGS, null_reasons: Iterable[str] = DEFAULT_NULL_REASONS
) -> list[Label]:
    """The labels of a project that has no guidelines yet."""
    return [
        _label("good_align", "Good alignment", LabelType.YES_NO, AppliesTo.LINKED),
        _label("good_mt", "Good translation", LabelType.YES_NO, AppliesTo.LINKED),
        _label("null_reason", "Why one side is empty", LabelType.CHOICE, AppliesTo.NULL, null_reasons),
        _label("error_tags", "Error tags", LabelType.TAGS, AppliesTo.ALL, error_tags),
    ]


#: By key. Their type is fixed, and so is where they apply.
BUILT_IN: Mapping[str, Label] = {label["key"]: label for label in default_labels()}


def is_own(label: Label) -> bool:
    return label["key"] not in BUILT_IN


@lru_cache(maxsize=256)
def _labels_of_version(version: int) -> tuple[Label, ...]:
    # A published version never changes. Edits ask for it, and an edit takes few statements.
    return tuple(GuidelinesVersion.objects.values_list("labels", flat=True).get(pk=version))


def labels_of(version: int | None) -> Sequence[Label]:
    """Of a published version by its id; of None, what goes without guidelines. Not to be changed."""
    return _labels_of_version(version) if version is not None else tuple(BUILT_IN.values())


def check_definitions(labels: Sequence[Label]) -> None:
    """Raises ServiceError that names the label, if the labels do not go together. Each is well formed by itself."""
    by_key = {label["key"]: label for label in labels}
    for label in labels:
        if fault := _fault(label):
            _refuse(label["key"], fault)
    if len(by_key) < len(labels):
        keys = [label["key"] for label in labels]
        _refuse(next(key for key in keys if keys.count(key) > 1), "is defined twice")
    for key in BUILT_IN:
        if key not in by_key:
            _refuse(key, "is part of every project; hide it instead")
    shortcuts = [label["shortcut"] for label in labels if label["shortcut"] is not None]
    for label in labels:
        if label["shortcut"] is not None and shortcuts.count(label["shortcut"]) > 1:
            _refuse(label["key"], f"has the key {label['shortcut']}, which another label has too")


def _fault(label: Label) -> str | None:
    built_in = BUILT_IN.get(label["key"])
    if built_in is not None:
        for name in ("type", "applies_to", "shortcut"):
            if label[name] != built_in[name]:
                return f"has the {name} {label[name]}; expected {built_in[name]}"
    values = [value["key"] for value in label["values"]]
    if len(set(values)) < len(values):
        return f"has the value {next(v for v in values if values.count(v) > 1)} twice"
    if label["type"] == LabelType.YES_NO and values:
        return "is yes or no and has no other values"
    if (
        built_in is None
        and label["type"] != LabelType.YES_NO
        and not any(not value["hidden"] for value in label["values"])
    ):
        return "needs at least one value to choose from"
    if label["required"] and label["hidden"]:
        return "is hidden; it cannot be required"
    return None


def _refuse(key: str, fault: str) -> None:
    message = f"The label {key} {fault}."
    raise ServiceError(message, code="invalid_labels", errors=[{"field": "labels", "message": message}])


def fault_of_values(values: Mapping[str, Any], labels: Iterable[Label]) -> str | None:
    """What is wrong with values of own labels, by key, as a `set` step gives them; None if nothing is. A null takes a
    label away and is always in order; hidden values are, too: rows have them, and undoing brings them back."""
    own = {label["key"]: label for label in labels if is_own(label)}
    for key, value in values.items():
        if value is None:
            continue
        label = own.get(key)
        if label is None:
            return f"there is no label {key[:60]!r} in these guidelines"
        known = {one["key"] for one in label["values"]}
        if label["type"] == LabelType.YES_NO:
            if not isinstance(value, bool):
                return f"label {key} is {repr(value)[:80]}; expected true or false"
        elif label["type"] == LabelType.CHOICE:
            if value not in known:
                return f"label {key} is {repr(value)[:80]}; expected one of {_listed(known)}"
        elif not isinstance(value, list) or not set(value) <= known:
            return f"label {key} is {repr(value)[:80]}; expected a list of {_listed(known)}"
    return None


def _listed(values: Iterable[str]) -> str:
    shown = sorted(values)
    return ", ".join(shown[:10]) + (" ..." if len(shown) > 10 else "")


def applies(label: Label, *, has_source: bool, has_target: bool) -> bool:
    """Whether a row is given the label. has_target : one that is not removed."""
    match label["applies_to"]:
        case AppliesTo.LINKED:
            return has_source and has_target
        case AppliesTo.NULL:
            return not (has_source and has_target)
        case AppliesTo.SOURCE:
            return has_source and not has_target
        case AppliesTo.TARGET:
            return has_target and not has_source
    return True
