"""The effect of each step on the rows: pure functions, no database.

Every step keeps two things: no piece of text is lost, and none stands in two rows. A step that would break them, or
that names what is not there, raises `InvalidStep` with a plain sentence, and the whole operation is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from annotator.reviewing.state import SIDES, TEXT_LISTS, ChipState, RowState, WorkingRows, in_order

Step = dict[str, Any]

#: Own labels that a version of the guidelines defines and one step sets, and values of one.
MOST_LABELS, MOST_VALUES = 40, 100
#: Of a reason, a tag, a label and the name of a check, as their columns have it.
LONGEST_TEXT = 60
#: Positions beyond, of either sign, leave no room between neighbours.
FARTHEST = 1e9


class InvalidStep(ValueError):
    """The step cannot be done on these rows; the message says why."""


class NotThere(InvalidStep):
    """The step is in order but names what is not where it says; where somebody moved it, that is a conflict."""


@dataclass(frozen=True, slots=True)
class Named:
    """What steps name: ids of rows and chips, source sentences, whose lengths the steps need, and labels."""

    rows: set[str] = field(default_factory=set)
    chips: set[str] = field(default_factory=set)
    sentences: set[int] = field(default_factory=set)
    #: values of the project's own labels, which only its guidelines can tell right from wrong
    labels: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Value:
    """A kind of value that steps have: in words, and whether a value from outside is one."""

    words: str
    is_right: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class StepField:
    """A field of a step. about : its description in the schema. Unless it is required, it may be absent or null."""

    value: Value
    about: str | None = None
    required: bool = True

    def takes(self, value: Any) -> bool:
        return self.value.is_right(value) or (value is None and not self.required)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of step; the table of all is `KINDS`.

    about : its description in the schema, which `reviewing.api.step_serializers` derives from the table.
    fields : what a step of the kind has besides its type.
    apply : does it; None where the step stands alone in its operation and is replayed from the log.
    names : adds what it names.
    is_edit : whether it changes links or texts, as accepting, labels, flags and submitting do not.
    """

    about: str
    fields: dict[str, StepField]
    apply: Callable[[WorkingRows, Step], None] | None
    names: Callable[[Named, Step], Any] = lambda named, step: None
    is_edit: Callable[[Step], bool] = lambda step: True


def apply_steps(review: WorkingRows, steps: Iterable[Step]) -> None:
    """Do the steps in order on `review`, in place."""
    for number, step in enumerate(steps, start=1):
        apply = _kind(number, step).apply
        if apply is None:
            raise InvalidStep(f"step {number} has type {step['type']!r}, which stands alone in its operation")
        apply(review, step)


def named_by(steps: Iterable[Step]) -> Named:
    """What the steps name, so that it can be loaded together.

    Raises InvalidStep for steps that are not as the schema describes them; what they name is not looked at.
    """
    named = Named()
    for number, step in enumerate(steps, start=1):
        _kind(number, step).names(named, step)
    return named


def is_edit(steps: Iterable[Step]) -> bool:
    """Whether an operation changes links or texts."""
    return any(KINDS[step["type"]].is_edit(step) for step in steps)


def only_type(steps: Any) -> str | None:
    """The type of an operation's only step; None if it has several."""
    if isinstance(steps, list) and len(steps) == 1 and isinstance(steps[0], dict):
        name = steps[0].get("type")
        return name if isinstance(name, str) else None
    return None


def _kind(number: int, step: Any) -> Kind:
    """The kind of a step that has what the schema says; what it names may still not be there."""
    name = step.get("type") if isinstance(step, dict) else None
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidStep(f"step {number} has type {str(name)[:60]!r}; expected one of {', '.join(KINDS)}")
    for key, expected in kind.fields.items():
        if not expected.takes(step.get(key)):
            raise InvalidStep(f"step {number} ({name}) is not well formed: {key} is not {expected.value.words}")
    return kind


def _row(review: WorkingRows, row_id: Any) -> RowState:
    row = review.rows.get(str(row_id))
    if row is None:
        raise NotThere(f"row {row_id} is not in this review")
    return row


def _chip(review: WorkingRows, chip_id: Any) -> tuple[RowState, str, ChipState]:
    row_and_chip = review.row_of_chip(str(chip_id))
    if row_and_chip is None:
        raise NotThere(f"chip {chip_id} is not in the rows that this operation names")
    return row_and_chip


def _new_id(value: Any) -> str:
    try:
        return str(UUID(str(value)))
    except ValueError:
        raise InvalidStep(f"{value!r} is not a UUID") from None


def _set(review: WorkingRows, step: Step) -> None:
    fields = dict(step["fields"])
    for name, value in fields.items():
        _check_field(name, value)
    for name in fields.keys() & set(TEXT_LISTS):
        fields[name] = tuple(dict.fromkeys(fields[name]))
    for row_id in step["rows"]:
        row = _row(review, row_id)
        # A person has overridden warnings about the text that was there; another text is checked anew.
        is_another_text = "post_edit" in fields and fields["post_edit"] != row.post_edit
        changes = ({"overridden": ()} if is_another_text else {}) | fields
        if "labels" in fields:
            # One label of many rows is set at once, whatever others each of them has.
            changes["labels"] = {k: v for k, v in {**row.labels, **fields["labels"]}.items() if v is not None}
        review.put(replace(row, **changes))


def _is_short_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT for text in value
    )


def _is_labels(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_LABELS
        and all(0 < len(key) <= LONGEST_TEXT and "\0" not in key and _is_label(one) for key, one in value.items())
    )


def _is_label(value: Any) -> bool:
    if isinstance(value, list):
        return 0 < len(value) <= MOST_VALUES and len(set(map(str, value))) == len(value) and _is_short_texts(value)
    return value is None or isinstance(value, bool) or (isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT)


def _is_text_up_to(length: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= length


_LABEL = Value("true, false or null", lambda value: value is None or isinstance(value, bool))
_REASON = Value(f"a text of {LONGEST_TEXT} characters at most", _is_text_up_to(LONGEST_TEXT))
LONGEST_POST_EDIT = 100_000
_is_post_edit = _is_text_up_to(LONGEST_POST_EDIT)
#: Warnings about one row.
MOST_OVERRIDDEN = 20

#: What a `set` step may change of a row.
SETTABLE = {
    "status": Value("proposed, accepted or implicit", lambda value: value in ("proposed", "accepted", "implicit")),
    "good_align": _LABEL,
    "good_mt": _LABEL,
    "flagged": Value("true or false", lambda value: isinstance(value, bool)),
    "tags": Value(f"a list of texts of {LONGEST_TEXT} characters at most", _is_short_texts),
    "labels": Value(
        f"an object of booleans, texts of {LONGEST_TEXT} characters at most, lists of them without repeats, or nulls",
        _is_labels,
    ),
    "null_reason": _REASON,
    "post_edit": Value("a text or null", lambda value: value is None or _is_post_edit(value)),
    "overridden": Value(
        f"a list of at most {MOST_OVERRIDDEN} texts of {LONGEST_TEXT} characters at most",
        lambda value: _is_short_texts(value) and len(value) <= MOST_OVERRIDDEN,
    ),
    "decision_reason": _REASON,
}


def _check_field(name: str, value: Any) -> None:
    if name not in SETTABLE:
        raise InvalidStep(f"{name!r} cannot be set; expected one of {', '.join(SETTABLE)}")
    expected = SETTABLE[name]
    if not expected.is_right(value) or (isinstance(value, str) and "\0" in value):
        raise InvalidStep(f"{name} is {repr(value)[:100]}; expected {expected.words}")


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


def _position(row_id: str, value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) <= FARTHEST:
        raise InvalidStep(f"the position of the new row {row_id} is {value!r}; expected a number up to {FARTHEST:.0e}")
    return float(value)


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
        chips[chips.index(first)] = replace(first, end=second.end, is_key=first.is_key or second.is_key)
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


def _set_key(review: WorkingRows, step: Step) -> None:
    """A label, not an edit of the row: what is said stays where it is."""
    for chip_id in step["chips"]:
        row, side, chip = _chip(review, chip_id)
        if side != "target":
            raise InvalidStep("only what was said is a key sentence")
        marked = (replace(c, is_key=step["is_key"]) if c.id == chip.id else c for c in row.target)
        review.put(replace(row, target=tuple(marked)))


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


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list_of(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(is_right, value))


def _names_of_set(named: Named, step: Step) -> None:
    named.rows.update(step["rows"])
    labels = step["fields"].get("labels")
    if isinstance(labels, dict):
        named.labels.append(labels)


def _names_of_regroup(named: Named, step: Step) -> None:
    named.rows.update(step.get("emptied") or ())
    for group in step["groups"]:
        named.rows.add(group["row"])
        named.chips.update(*(group[side] for side in SIDES))


def _names_of_reassign(named: Named, step: Step) -> None:
    named.rows.add(step["row"])
    named.sentences.update(step["source"])


ID = Value("a text", _is_text)
IDS = Value("a list of texts", _is_texts)
TWO_IDS = Value("two texts", lambda value: _is_texts(value) and len(value) == 2)
BOOLEAN = Value("true or false", lambda value: isinstance(value, bool))
WHOLE = Value("a whole number", _is_whole)
WHOLES = Value("a list of whole numbers", _is_list_of(_is_whole))
#: Only that of a new row counts, and `_position` checks that one.
POSITION = Value("a number", lambda value: True)

#: One row of a regrouping.
GROUP = {
    "row": StepField(ID, "A row of the review, or a new id: that row is created."),
    "position": StepField(POSITION, "Of a new row: between those of its neighbours.", required=False),
    "source": StepField(IDS, "The chips it has afterwards."),
    "target": StepField(IDS, "The chips it has afterwards."),
}


def _is_group(value: Any) -> bool:
    return isinstance(value, dict) and all(part.takes(value.get(name)) for name, part in GROUP.items())


GROUPS = Value("a list of groups with row, source and target", _is_list_of(_is_group))
#: Of a row, by `SETTABLE`; what each value must be is checked where it is set.
ROW_VALUES = Value("an object", lambda value: isinstance(value, dict))

KINDS: dict[str, Kind] = {
    "set": Kind(
        "Set the status or labels of rows.",
        {"rows": StepField(IDS, "The rows."), "fields": StepField(ROW_VALUES)},
        _set,
        names=_names_of_set,
        is_edit=lambda step: "post_edit" in step["fields"],
    ),
    "regroup": Kind(
        "Share the chips of the rows named out anew. Moves, merges, splits, swaps and nulls are regroupings.",
        {
            "groups": StepField(GROUPS),
            "emptied": StepField(IDS, "Rows that have no chips afterwards: they are deleted.", required=False),
        },
        _regroup,
        names=_names_of_regroup,
    ),
    "split_chip": Kind(
        "Cut a chip in two.",
        {
            "chip": StepField(ID),
            "at": StepField(WHOLE, "Where to cut: a code point of the unit, inside the chip."),
            "new_chip": StepField(ID, "A new id, for the second half."),
        },
        _split_chip,
        names=lambda named, step: named.chips.add(step["chip"]),
    ),
    "join_chips": Kind(
        "Join two neighbours: two halves become one chip again; chips of two units are marked as one text.",
        {"chips": StepField(TWO_IDS)},
        _join_chips,
        names=lambda named, step: named.chips.update(step["chips"]),
    ),
    "unjoin_chip": Kind(
        "Undo the joining of chips of two units.",
        {"chip": StepField(ID, "The second of them.")},
        _unjoin_chip,
        names=lambda named, step: named.chips.add(step["chip"]),
    ),
    "set_chips": Kind(
        "Take target chips out of the text, or put them back.",
        {"chips": StepField(IDS, "Target chips."), "removed": StepField(BOOLEAN)},
        _set_chips,
        names=lambda named, step: named.chips.update(step["chips"]),
    ),
    "set_key": Kind(
        "Mark sentences of a talk with slides as key sentences of their page, or not.",
        {"chips": StepField(IDS, "Target chips."), "is_key": StepField(BOOLEAN)},
        _set_key,
        names=lambda named, step: named.chips.update(step["chips"]),
        is_edit=lambda step: False,
    ),
    "reassign": Kind(
        "Assign other paper sentences to a span of a talk.",
        {
            "row": StepField(ID),
            "source": StepField(WHOLES, "Positions of sentences of the paper."),
            "chips": StepField(IDS, "A new id for each sentence."),
        },
        _reassign,
        names=_names_of_reassign,
    ),
    "submit": Kind(
        "Submit the review.",
        {"leave_unreviewed": StepField(BOOLEAN, "Submit although some rows are not reviewed.", required=False)},
        _submit,
        is_edit=lambda step: False,
    ),
    "reopen": Kind("Open a submitted review again.", {}, _reopen, is_edit=lambda step: False),
    "undo": Kind("Undo an operation. The only step of its operation.", {"operation": StepField(ID)}, None),
    "redo": Kind(
        "Redo an operation that was undone. The only step of its operation.", {"operation": StepField(ID)}, None
    ),
}

#: Kinds that are the only step of their operation.
OF_THE_LOG = tuple(name for name, kind in KINDS.items() if kind.apply is None)
