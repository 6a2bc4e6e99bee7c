"""Run the engine again around what people have fixed, and say what would change.

Rows that a person has accepted are constraints: they do not move. What the engine would now do differently with the
others comes back as proposals, each with the steps that take it; nothing is changed here.

Nor do rows move that are probed (docs/decisions/probes.md): a proposal for them would tell what was hidden there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from alignment.types import AlignmentError, Bead, Constraints, Progress, share_of
from annotator.aligning.engines import align_around
from annotator.aligning.filtering import strip_as_run
from annotator.decks.pages import pages_of
from annotator.models import Pair, PairKind, Review
from annotator.platform.errors import ServiceError
from annotator.reviewing.content import rows_json
from annotator.reviewing.prepared_pairs import prepared_for
from annotator.reviewing.probes.standing import probed_text

Row = dict[str, Any]
Chip = dict[str, Any]


def propose_realignment(review: Review, progress: Progress | None = None) -> dict[str, Any]:
    """What would change: ``{"n_fixed", "expected_wrong_before", "expected_wrong_after", "proposals": [...]}``.

    A proposal holds its rows, the `steps` of the operation that takes it, and its rows before and after with their
    probabilities. Expected wrong rows: the sum of 1 - probability over the rows that are not reviewed.
    Raises ServiceError when the engine finds the accepted rows impossible together.
    """
    try:
        of_kind = _of_bitext if review.pair.kind == PairKind.BITEXT else _of_talk
        return of_kind(review, progress)
    except AlignmentError as error:
        raise ServiceError(f"The reviewed rows leave no alignment: {error}", code="cannot_realign") from error


def _answer(n_fixed: int, before: Iterable[float], after: Iterable[float], proposals: list[Any]) -> dict[str, Any]:
    return {
        "n_fixed": n_fixed,
        "expected_wrong_before": sum(1 - p for p in before),
        "expected_wrong_after": sum(1 - p for p in after),
        "proposals": proposals,
    }


def _of_bitext(review: Review, progress: Progress | None) -> dict[str, Any]:
    rows = rows_json(review)
    sides = {side: _in_order(chip for row in rows for chip in row[side] if not chip["removed"]) for side in _SIDES}
    index = {side: {chip["id"]: n for n, chip in enumerate(sides[side])} for side in _SIDES}

    def bead_of(row: Row) -> tuple[tuple[int, ...], tuple[int, ...]]:
        source, target = (
            tuple(sorted(index[side][chip["id"]] for chip in row[side] if not chip["removed"])) for side in _SIDES
        )
        return source, target

    is_free = _free_rows(review, rows)
    free = [row for row in rows if is_free[row["id"]]]
    fixed = [bead_of(row) for row in rows if not is_free[row["id"]]]
    texts = {
        side: _texts(document.texts(), sides[side])
        for side, document in (("source", review.pair.source), ("target", review.pair.target))
    }
    constraints = Constraints(fixed=[bead for bead in fixed if bead[0] or bead[1]])
    prepared = prepared_for(review, texts, share_of(progress, 0.1, 0.7))
    alignment = prepared.align(constraints, progress=share_of(progress, 0.7, 0.9))
    settled = set(fixed)
    beads = strip_as_run(review.pair, review.run.options, alignment.beads, texts["target"], settled)
    new = [bead for bead in beads if (bead.source, bead.target) not in settled]
    # A chunk that the filter stripped has no probability: the engine did not say that it stands alone.
    beliefs = {(bead.source, bead.target): _belief(bead) for bead in new}
    confidence = {bead: belief for bead, belief in beliefs.items() if belief is not None}
    stripped = beliefs.keys() - confidence.keys()
    proposals = [
        _proposal(group, beads, sides, rows) for group, beads in _components(free, [bead_of(r) for r in free], new)
    ]
    # Both sums under the same model: what it now thinks of each row as it stands, and of what it would do instead.
    now = [confidence.get(bead, 0.0) for row in free if (bead := bead_of(row)) not in stripped]
    return _answer(_n_reviewed(rows), now, confidence.values(), proposals)


def _belief(bead: Bead) -> float | None:
    """What the engine believes of a bead, also where the run shows no confidences; None where it believes nothing."""
    return bead.features.get("posterior") if bead.confidence is None else bead.confidence


_SIDES = ("source", "target")


def _free_rows(review: Review, rows: Sequence[Row]) -> dict[str, bool]:
    """Which rows may change: nobody has reviewed them, and no probe has text in them."""
    probed = probed_text(review)
    return {
        row["id"]: row["status"] == "proposed"
        and not probed.touches(
            (chip["unit"] for chip in row["source"]), ((c["unit"], c["start"], c["end"]) for c in row["target"])
        )
        for row in rows
    }


def _n_reviewed(rows: Sequence[Row]) -> int:
    return sum(row["status"] != "proposed" and any(not c["removed"] for s in _SIDES for c in row[s]) for row in rows)


def _in_order(chips: Iterable[Chip]) -> list[Chip]:
    return sorted(chips, key=lambda chip: (chip["unit"], chip["start"]))


def _components(
    rows: Sequence[Row], beads_now: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], new: Sequence[Bead]
) -> list[tuple[list[Row], list[Bead]]]:
    """Rows and new beads that share text, as small as can be, without those where nothing changes."""
    parent: dict[Any, Any] = {}

    def find(node: Any) -> Any:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for n, (source, target) in enumerate(beads_now):
        for side, positions in zip(_SIDES, (source, target), strict=True):
            for position in positions:
                parent[find((side, position))] = find(("row", n))
    for n, bead in enumerate(new):
        for side, positions in zip(_SIDES, (bead.source, bead.target), strict=True):
            for position in positions:
                parent[find((side, position))] = find(("bead", n))
    groups: OrderedDict[Any, tuple[list[int], list[Bead]]] = OrderedDict()
    for n in range(len(rows)):
        groups.setdefault(find(("row", n)), ([], []))[0].append(n)
    for n, bead in enumerate(new):
        groups.setdefault(find(("bead", n)), ([], []))[1].append(bead)
    return [
        ([rows[n] for n in members], beads)
        for members, beads in groups.values()
        if {beads_now[n] for n in members} != {(bead.source, bead.target) for bead in beads} and beads
    ]


def _proposal(group: list[Row], beads: list[Bead], sides: dict[str, list[Chip]], rows: list[Row]) -> dict[str, Any]:
    """The regrouping that turns the rows into the beads; a row keeps the bead that has most of it."""
    homes = {chip["id"]: row["id"] for row in group for side in _SIDES for chip in row[side]}
    chips = [{side: [sides[side][n] for n in getattr(bead, side)] for side in _SIDES} for bead in beads]
    left = {row["id"] for row in group}
    ids: list[str | None] = []
    for bead_chips in chips:
        candidates = [homes[chip["id"]] for side in _SIDES for chip in bead_chips[side] if homes[chip["id"]] in left]
        home = candidates[0] if candidates else None
        left.discard(home or "")
        ids.append(home)
    # A bead without a row of its own takes one that is left over before a new one is made.
    spare = [row["id"] for row in group if row["id"] in left]
    ids = [row_id or (spare.pop(0) if spare else None) for row_id in ids]
    for row in group:
        for chip in row["target"]:
            if chip["removed"]:  # stays beside the text that it stood beside
                at = next((n for n, row_id in enumerate(ids) if row_id == row["id"]), 0)
                chips[at]["target"].append(chip)
    positions = {row["id"]: row["position"] for row in rows}
    made = _places(ids, positions)
    groups = [
        {
            "row": row_id,
            **({} if row_id in positions else {"position": position}),
            **{side: [chip["id"] for chip in _in_order(bead_chips[side])] for side in _SIDES},
        }
        for (row_id, position), bead_chips in zip(made, chips, strict=True)
    ]
    named = {row_id for row_id, _ in made}
    emptied = [row["id"] for row in group if row["id"] not in named]
    return {
        "rows": [row["id"] for row in group],
        "steps": [{"type": "regroup", "groups": groups, "emptied": emptied}],
        "before": [{"row": row["id"], "probability": row["confidence"]} for row in group],
        "after": [{**group_, "probability": bead.confidence} for group_, bead in zip(groups, beads, strict=True)],
    }


def _places(ids: Sequence[str | None], positions: dict[str, float]) -> list[tuple[str, float]]:
    """An id and a position for every group: a new row goes evenly between its neighbours."""
    taken = sorted(positions.values())
    made: list[tuple[str, float]] = []
    last = min((positions[row_id] for row_id in ids if row_id), default=0.0)
    for row_id in ids:
        if row_id is None:
            above = next((position for position in taken if position > last), last + 1)
            place = (last + above) / 2
            taken = sorted([*taken, place])
            made.append((str(uuid4()), place))
            last = place
        else:
            made.append((row_id, positions[row_id]))
            last = max(last, positions[row_id])
    return made


def _of_talk(review: Review, progress: Progress | None) -> dict[str, Any]:
    """Rows keep what is said in them; the sentence or page of a row that is not reviewed may change."""
    rows = rows_json(review)
    spans = {row["id"]: _pieces_of(row) for row in rows}
    is_free = _free_rows(review, rows)
    free = [row for row in rows if is_free[row["id"]] and spans[row["id"]]]
    fixed = [row for row in rows if not is_free[row["id"]] and spans[row["id"]]]
    aligned = align_around(
        review.run,
        review.pair,
        [spans[row["id"]] for row in free],
        [(spans[row["id"]], _source_of(row)) for row in fixed],
        share_of(progress, 0.1, 0.9),
    )
    standing = _standing(review.pair)
    before: list[float] = []
    after: list[float] = []
    proposals = []
    for row, votes in zip(free, aligned, strict=True):
        unit = _source_of(row)
        now = standing.get(unit, unit)
        if not votes:
            continue  # nothing but stop words, or decided by its neighbours: the engine has no opinion
        best = max(votes, key=lambda source: (votes[source], source == now))
        before.append(votes.get(now, 0.0))
        after.append(votes[best])
        if best != now:
            units = [] if best is None else [best]
            step = {"type": "reassign", "row": row["id"], "source": units, "chips": [str(uuid4()) for _ in units]}
            proposals.append(
                {
                    "rows": [row["id"]],
                    "steps": [step],
                    "before": [{"row": row["id"], "probability": row["confidence"]}],
                    "after": [
                        {
                            "row": row["id"],
                            "source_units": units,
                            "probability": votes[best],
                        }
                    ],
                }
            )
    n_reviewed = sum(row["status"] != "proposed" for row in fixed)
    return _answer(n_reviewed, before, after, proposals)


def _standing(pair: Pair) -> dict[int | None, int | None]:
    """For each unit of a deck the one that stands for its page: engines answer with that."""
    if pair.kind != PairKind.SLIDES_TALK:
        return {}
    return {unit: page.unit for page in pages_of(pair.source) for unit in page.units}


def _pieces_of(row: Row) -> list[tuple[int, int, int]]:
    return [(chip["unit"], chip["start"], chip["end"]) for chip in row["target"] if not chip["removed"]]


def _source_of(row: Row) -> int | None:
    return row["source"][0]["unit"] if row["source"] else None


def _texts(units: Sequence[str], chips: Sequence[Chip]) -> list[str]:
    return [units[chip["unit"]][chip["start"] : chip["end"]] for chip in chips]
