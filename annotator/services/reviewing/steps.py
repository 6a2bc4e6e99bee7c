"""What each step does to the rows: pure functions, no database.

Every step keeps two things: no piece of text is lost, and none stands in two rows. A step that would break them, or
that names what is not there, raises `InvalidStep` with a plain sentence, and the whole operation is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from annotator.services.reviewing.state import SETTABLE, SIDES, TEXT_LISTS, ChipState, RowState, WorkingRows, in_order

Step = dict[str, Any]

#: Positions beyond, of either sign, leave no room between neighbours.
FARTHEST = 1e9


class InvalidStep(ValueError):
    """The step cannot be done on these rows; the message says why."""


class NotThere(InvalidStep):
    """The step is in order but names what is not where it says; where somebody moved it, that is a conflict."""


def apply_steps(review: WorkingRows, steps: Iterable[Step]) -> None:
    """Do the steps in order on `review`, in place."""
    for number, step in enumerate(steps, start=1):
        kind = _checked(number, step)["type"]
        if kind not in _STEPS:
            raise InvalidStep(f"step {number} has type {kind!r}; expected one of {', '.join(_STEPS)}")
        _STEPS[kind](review, step)


def rows_named(steps: Iterable[Step]) -> tuple[set[str], set[str]]:
    """Row ids and chip ids that the steps name, so that their rows can be loaded together.

    Raises InvalidStep for steps that are not as the schema describes them; what they name is not looked at.
    """
    rows: set[str] = set()
    chips: set[str] = set()
    for number, step in enumerate(steps, start=1):
        named_rows, named_chips = _NAMES[_checked(number, step)["type"]](step)
        rows.update(named_rows)
        chips.update(named_chips)
    return rows, chips


def _names_of_regroup(step: Step) -> tuple[list[str], list[str]]:
    groups = step["groups"]
    rows = [*(step.get("emptied") or ()), *(group["row"] for group in groups)]
    return rows, [chip for group in groups for side in SIDES for chip in group[side]]


#: The rows and the chips that each step names.
_NAMES: dict[str, Callable[[Step], tuple[Iterable[str], Iterable[str]]]] = {
    "set": lambda step: (step["rows"], ()),
    "regroup": _names_of_regroup,
    "split_chip": lambda step: ((), (step["chip"],)),
    "join_chips": lambda step: ((), step["chips"]),
    "unjoin_chip": lambda step: ((), (step["chip"],)),
    "set_chips": lambda step: ((), step["chips"]),
    "reassign": lambda step: ((step["row"],), ()),
    "submit": lambda step: ((), ()),
    "reopen": lambda step: ((), ()),
    "undo": lambda step: ((), ()),
    "redo": lambda step: ((), ()),
}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_group(value: Any) -> bool:
    return isinstance(value, dict) and _is_text(value.get("row")) and all(_is_texts(value.get(side)) for side in SIDES)


_TEXT: tuple[str, Callable[[Any], bool]] = ("a text", _is_text)
_TEXTS: tuple[str, Callable[[Any], bool]] = ("a list of texts", _is_texts)
_BOOLEAN: tuple[str, Callable[[Any], bool]] = ("true or false", lambda value: isinstance(value, bool))

#: What each step has. The schema says the same of it, in `api.step_serializers`; a test holds the two together.
_SHAPES: dict[str, dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "set": {"rows": _TEXTS, "fields": ("an object", lambda value: isinstance(value, dict))},
    "regroup": {
        "groups": (
            "a list of groups with row, source and target",
            lambda value: isinstance(value, list) and all(map(_is_group, value)),
        ),
        "emptied": ("a list of texts", lambda value: value is None or _is_texts(value)),
    },
    "split_chip": {"chip": _TEXT, "at": ("a whole number", _is_whole), "new_chip": _TEXT},
    "join_chips": {"chips": ("two texts", lambda value: _is_texts(value) and len(value) == 2)},
    "unjoin_chip": {"chip": _TEXT},
    "set_chips": {"chips": _TEXTS, "removed": _BOOLEAN},
    "reassign": {
        "row": _TEXT,
        "source": (
            "a list of whole numbers",
            lambda value: isinstance(value, list) and all(map(_is_whole, value)),
        ),
        "chips": _TEXTS,
    },
    "submit": {"leave_unreviewed": ("true or false", lambda value: value is None or isinstance(value, bool))},
    "reopen": {},
    "undo": {"operation": _TEXT},
    "redo": {"operation": _TEXT},
}


def _checked(number: int, step: Any) -> Step:
    """The step, if it has what the schema says; what it names may still not be there."""
    kind = step.get("type") if isinstance(step, dict) else None
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise InvalidStep(f"step {number} has type {str(kind)[:60]!r}; expected one of {', '.join(_SHAPES)}")
    for name, (expected, is_right) in shape.items():
        if not is_right(step.get(name)):
            raise InvalidStep(f"step {number} ({kind}) is not well formed: {name} is not {expected}")
    return step  # type: ignore[no-any-return]


def _row(review: WorkingRows, row_id: Any) -> RowState:
    row = review.rows.get(str(row_id))
    if row is None:
        raise NotThere(f"row {row_id} is not in this review")
    return row


def _chip(review: WorkingRows, chip_id: Any) -> tuple[RowState, str, ChipState]:
    found = review.row_of_chip(str(chip_id))
    if found is None:
        raise NotThere(f"chip {chip_id} is not in the rows that this operation names")
    return found


def _new_id(value: Any) -> str:
    try:
        return str(UUID(str(value)))
    except ValueError:
        raise InvalidStep(f"{value!r} is not a UUID") from None


def _set(review: WorkingRows, step: Step) -> None:
    fields = dict(step["fields"])
    for name, value in fields.items():
        if name not in SETTABLE:
            raise InvalidStep(f"{name!r} cannot be set; expected one of {', '.join(SETTABLE)}")
        _check_field(name, value)
    for name in fields.keys() & set(TEXT_LISTS):
        fields[name] = tuple(dict.fromkeys(fields[name]))
    for row_id in step["rows"]:
        row = _row(review, row_id)
        # A person has overridden warnings about the text that was there; another text is checked anew.
        is_another_text = "post_edit" in fields and fields["post_edit"] != row.post_edit
        review.put(replace(row, **({"overridden": ()} if is_another_text else {}) | fields))


def _is_short_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) and 0 < len(text) <= 60 for text in value)


def _check_field(name: str, value: Any) -> None:
    expected: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "status": ("proposed, accepted or implicit", lambda v: v in ("proposed", "accepted", "implicit")),
        "good_align": ("true, false or null", lambda v: v is None or isinstance(v, bool)),
        "good_mt": ("true, false or null", lambda v: v is None or isinstance(v, bool)),
        "flagged": ("true or false", lambda v: isinstance(v, bool)),
        "tags": ("a list of texts of 60 characters at most", _is_short_texts),
        "null_reason": ("a text of 60 characters at most", lambda v: isinstance(v, str) and len(v) <= 60),
        "post_edit": ("a text or null", lambda v: v is None or (isinstance(v, str) and len(v) <= 100_000)),
        "overridden": (
            "a list of at most 20 texts of 60 characters at most",
            lambda v: _is_short_texts(v) and len(v) <= 20,
        ),
    }
    what, is_right = expected[name]
    if not is_right(value) or (isinstance(value, str) and "\0" in value):
        raise InvalidStep(f"{name} is {repr(value)[:100]}; expected {what}")


def _regroup(review: WorkingRows, step: Step) -> None:
    groups: list[Step] = [dict(group) for group in step["groups"]]
    emptied: list[str] = step.get("emptied") or []
    ids = [_new_id(group["row"]) for group in groups] + emptied
    if len(set(ids)) != len(ids):
        raise InvalidStep("a row is named twice")
    old = [review.rows[row_id] for row_id in ids if row_id in review.rows]
    for row_id in emptied:
        _row(review, row_id)

    for side in ("source", "target"):
        chips = {chip.id: chip for row in old for chip in getattr(row, side)}
        wanted = Counter(chip_id for group in groups for chip_id in group[side])
        if set(wanted) != set(chips) or any(count > 1 for count in wanted.values()):
            missing = set(chips) - set(wanted)
            strange = set(wanted) - set(chips)
            raise NotThere(
                f"the {side} chips of the groups are not those of their rows: "
                f"{len(missing)} left out, {len(strange)} from elsewhere, "
                f"{sum(count - 1 for count in wanted.values())} twice"
            )
        for group in groups:
            group[f"_{side}"] = in_order(chips[chip_id] for chip_id in group[side])

    for group, row_id in zip(groups, ids, strict=False):
        source, target = group.pop("_source"), group.pop("_target")
        if not source and not target:
            raise InvalidStep(f"row {row_id} would be empty on both sides; name it in emptied")
        before = review.rows.get(row_id)
        if before is None:
            before = RowState(id=row_id, position=_position(row_id, group.get("position")))
        same = {chip.id for chip in source} == {chip.id for chip in before.source} and {chip.id for chip in target} == {
            chip.id for chip in before.target
        }
        review.put(replace(before, source=_seams(source), target=_seams(target), edited=before.edited or not same))
    for row_id in emptied:
        review.drop(row_id)


def _position(row_id: str, given: Any) -> float:
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not abs(given) <= FARTHEST:
        raise InvalidStep(f"the position of the new row {row_id} is {given!r}; expected a number up to {FARTHEST:.0e}")
    return float(given)


def _seams(chips: tuple[ChipState, ...]) -> tuple[ChipState, ...]:
    """A chip that stands first in its row has nothing to be joined to."""
    if chips and chips[0].joined:
        return (replace(chips[0], joined=False), *chips[1:])
    return chips


def _with_chips(review: WorkingRows, row: RowState, side: str, chips: Iterable[ChipState]) -> None:
    changes: dict[str, Any] = {side: _seams(in_order(chips)), "edited": True}
    review.put(replace(row, **changes))


def _split_chip(review: WorkingRows, step: Step) -> None:
    row, side, chip = _chip(review, step["chip"])
    at = step["at"]
    if not chip.start < at < chip.end:
        raise NotThere(f"a chip of code points {chip.start} to {chip.end} cannot be split at {at!r}")
    new_id = _new_id(step["new_chip"])
    if review.row_of_chip(new_id):
        raise InvalidStep(f"chip {new_id} exists already")
    halves = (replace(chip, end=at), replace(chip, id=new_id, start=at, joined=False))
    _with_chips(review, row, side, [*(c for c in getattr(row, side) if c.id != chip.id), *halves])


def _join_chips(review: WorkingRows, step: Step) -> None:
    first_id, second_id = step["chips"]
    row, side, first = _chip(review, first_id)
    other, other_side, second = _chip(review, second_id)
    chips = list(getattr(row, side))
    if other.id != row.id or other_side != side or chips.index(second) != chips.index(first) + 1:
        raise NotThere("only neighbours in one row can be joined")
    if first.unit == second.unit and first.end == second.start:
        if first.removed != second.removed:
            raise InvalidStep("one half is removed and the other is not; put it back first")
        chips.remove(second)
        chips[chips.index(first)] = replace(first, end=second.end)
    else:
        chips[chips.index(second)] = replace(second, joined=True)
    _with_chips(review, row, side, chips)


def _unjoin_chip(review: WorkingRows, step: Step) -> None:
    row, side, chip = _chip(review, step["chip"])
    _with_chips(review, row, side, [replace(c, joined=False) if c.id == chip.id else c for c in getattr(row, side)])


def _set_chips(review: WorkingRows, step: Step) -> None:
    removed = step["removed"]
    for chip_id in step["chips"]:
        row, side, chip = _chip(review, chip_id)
        if side != "target":
            raise InvalidStep("a source sentence cannot be removed; make its row null instead")
        _with_chips(review, row, side, [replace(c, removed=removed) if c.id == chip.id else c for c in row.target])


def _reassign(review: WorkingRows, step: Step) -> None:
    if review.is_bitext:
        raise InvalidStep("in a bitext a source sentence belongs to one row; regroup the rows instead")
    row = _row(review, step["row"])
    units, ids = step["source"], step["chips"]
    if len(units) != len(ids):
        raise InvalidStep(f"{len(units)} sentences, {len(ids)} chip ids; expected one for each")
    if len(set(units)) != len(units):
        raise InvalidStep("a sentence is named twice; expected each once")
    chips = []
    for unit, chip_id in zip(units, ids, strict=True):
        length = review.source_lengths.get(unit)
        if length is None:
            raise InvalidStep(f"the paper has no sentence {unit!r}")
        chips.append(ChipState(id=_new_id(chip_id), unit=unit, start=0, end=length))
    if not chips and not row.target:
        raise InvalidStep("the row would be empty on both sides")
    _with_chips(review, row, "source", chips)


def _submit(review: WorkingRows, step: Step) -> None:
    if review.state == "submitted":
        raise InvalidStep("this review is submitted already")
    review.state = "submitted"


def _reopen(review: WorkingRows, step: Step) -> None:
    if review.state != "submitted":
        raise InvalidStep("this review is open already")
    review.state = "open"


_STEPS: dict[str, Callable[[WorkingRows, Step], None]] = {
    "set": _set,
    "regroup": _regroup,
    "split_chip": _split_chip,
    "join_chips": _join_chips,
    "unjoin_chip": _unjoin_chip,
    "set_chips": _set_chips,
    "reassign": _reassign,
    "submit": _submit,
    "reopen": _reopen,
}
