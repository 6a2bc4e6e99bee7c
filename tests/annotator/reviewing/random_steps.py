"""A small review as plain values, and random steps on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from hypothesis import strategies as st

from annotator.reviewing.state import ChipState, RowState, WorkingRows

NewId = Callable[[], str]


def random_id() -> str:
    return str(uuid4())


LENGTHS = [5, 9, 1, 7, 3, 12]


def review(is_bitext: bool = True, new_id: NewId = random_id) -> WorkingRows:
    """Six rows of a source sentence and a target chunk each, the third without a target."""
    rows = {}
    for n, length in enumerate(LENGTHS):
        row = RowState(
            id=new_id(),
            position=float(n + 1),
            source=(ChipState(new_id(), n, 0, 10),),
            target=(ChipState(new_id(), n, 0, length),) if n != 2 else (),
        )
        rows[row.id] = row
    return WorkingRows(rows=rows, is_bitext=is_bitext, source_lengths=dict.fromkeys(range(6), 10))


def own_labels() -> Any:
    """Values of a project's own labels, as a `set` step gives them."""
    return st.fixed_dictionaries(
        {},
        optional={
            "fluent": st.sampled_from([None, True, False]),
            "tone": st.sampled_from([None, "formal", "plain"]),
            "noise": st.none() | st.lists(st.sampled_from(["cough", "拍手"]), min_size=1, unique=True),
        },
    )


def random_step(
    draw: Any, state: WorkingRows, new_id: NewId = random_id, *, with_labels: bool = False, with_key: bool = False
) -> dict[str, Any]:
    """A step on these rows, which may or may not be possible. with_labels : for rows of no project, which no guidelines
    hold to the labels that they define. with_key : for rows of no pair, or of a talk with slides."""
    rows = sorted(state.rows.values(), key=lambda row: row.position)
    row = draw(st.sampled_from(rows))
    chips = [chip for r in rows for chip in (*r.source, *r.target)]
    kinds = ["set", "regroup", "merge", "split_chip", "join_chips", "set_chips", "unjoin_chip", "reassign"]
    if with_key:
        kinds.append("set_key")
    kind = draw(st.sampled_from(kinds))
    if kind == "set":
        fields = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "status": st.sampled_from(["proposed", "accepted"]),
                    "good_align": st.sampled_from([None, True, False]),
                    "post_edit": st.none() | st.text(max_size=5).filter(lambda text: "\0" not in text),
                    "tags": st.lists(st.sampled_from(["a", "b"])),
                    "labels": own_labels() if with_labels else st.just({}),
                    "overridden": st.lists(st.sampled_from(["numbers", "spaces"])),
                },
            )
        )
        return {"type": "set", "rows": [row.id], "fields": fields}
    if kind == "merge":
        other = draw(st.sampled_from(rows))
        if other.id == row.id:
            return {"type": "set", "rows": [row.id], "fields": {}}
        group = {
            "row": row.id,
            "source": [c.id for c in (*row.source, *other.source)],
            "target": [c.id for c in (*row.target, *other.target)],
        }
        return {"type": "regroup", "groups": [group], "emptied": [other.id]}
    if kind == "regroup":
        chosen = draw(st.lists(st.sampled_from(rows), min_size=1, max_size=3, unique_by=lambda r: r.id))
        homes = [r.id for r in chosen] + [new_id() for _ in range(draw(st.integers(0, 2)))]
        groups: dict[str, dict[str, Any]] = {
            home: {"row": home, "position": 100 + draw(st.floats(0, 1)), "source": [], "target": []} for home in homes
        }
        for side in ("source", "target"):
            for chip in [chip for r in chosen for chip in getattr(r, side)]:
                groups[draw(st.sampled_from(homes))][side].append(chip.id)
        full = [group for group in groups.values() if group["source"] or group["target"]]
        named = {group["row"] for group in full}
        return {"type": "regroup", "groups": full, "emptied": [r.id for r in chosen if r.id not in named]}
    if kind == "split_chip":
        chip = draw(st.sampled_from(chips))
        return {"type": "split_chip", "chip": chip.id, "at": draw(st.integers(0, 12)), "new_chip": new_id()}
    if kind == "join_chips":
        side = row.target if len(row.target) > 1 else row.source
        at = draw(st.integers(0, max(len(side) - 2, 0)))
        return {"type": "join_chips", "chips": [chip.id for chip in side[at : at + 2]] or ["x", "y"]}
    if kind == "unjoin_chip":
        return {"type": "unjoin_chip", "chip": draw(st.sampled_from(chips)).id}
    if kind == "set_chips":
        return {"type": "set_chips", "chips": [draw(st.sampled_from(chips)).id], "removed": draw(st.booleans())}
    if kind == "set_key":
        return {"type": "set_key", "chips": [draw(st.sampled_from(chips)).id], "is_key": draw(st.booleans())}
    return {"type": "reassign", "row": row.id, "source": [draw(st.integers(0, 7))], "chips": [new_id()]}
