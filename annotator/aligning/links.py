"""Storing the links of a run: those an engine proposed, or those of an alignment that came with a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from annotator.importers.base import RawBead
from annotator.models import AlignmentRun, ImportFile, Link, Pair, RunState
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: What such a run has for an engine.
IMPORTED = "imported"
_YES, _NO = frozenset(("y", "yes", "true", "1", "good")), frozenset(("n", "no", "false", "0", "bad"))

#: What a link may say beside its place, each with what stands where it says nothing.
_FIELDS: dict[str, Any] = {
    "source": (),
    "target": (),
    "confidence": None,
    "cost": None,
    "features": {},
    "verdicts": {},
    "candidates": (),
    "key_sentences": (),
}
#: What says of a link what its file says; filters write into the last two as well.
_IN_FILES = ("source", "target", "cost", "key_sentences", "features", "verdicts")


def summary_of(links: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a finished run's ``info`` keeps of its links, by which the queue knows long pairs and uncertain ones.

    ``n_links``; ``mean_confidence``: of the links that have one, None if none has.
    """
    known = [link["confidence"] for link in links if link.get("confidence") is not None]
    return {"n_links": len(links), "mean_confidence": sum(known) / len(known) if known else None}


def store_links(run: AlignmentRun, links: Iterable[Mapping[str, Any]]) -> None:
    """Store the links of a run that has none, in order. Raises TypeError for a field that links do not have."""
    copy_in(
        Link, ["run_id", "review_id", "position", *_FIELDS], (_values(run, n, link) for n, link in enumerate(links))
    )


def _values(run: AlignmentRun, position: int, link: Mapping[str, Any]) -> list[Any]:
    if unknown := link.keys() - _FIELDS.keys():
        raise TypeError(f"link {position} has {', '.join(sorted(unknown))}; expected {', '.join(_FIELDS)}")
    return [run.pk, None, position, *(link.get(name, nothing) for name, nothing in _FIELDS.items())]


def store_ready_run(
    pair: Pair,
    beads: Sequence[RawBead],
    *,
    rows: Sequence[dict[str, Any]],
    source_kept: Sequence[int],
    target_kept: Sequence[int],
    file: ImportFile,
    user: User | None,
    is_cost: bool = False,
) -> AlignmentRun | None:
    """A finished run of beads that came with a file; None where the pair has a run of the same ones already. Positions
    of the file's lines become positions of units.

    is_cost : the file's numbers are costs, as vecAlign's: low is good, and the coarse filter compares them.

    What no bead names becomes a null link, so that every unit is in one. Raises ServiceError when a unit is in two
    beads, or a bead names a line that is not there.
    """
    sources = _positions([bead[0] for bead in beads], "source", source_kept, file.name)
    targets = _positions([bead[1] for bead in beads], "target", target_kept, file.name)
    lengths = [len(text) for text in pair.target.units.order_by("position").values_list("text", flat=True)]
    unit_of = {line: unit for unit, line in enumerate(target_kept)}
    named: list[dict[str, Any]] = [
        {
            "source": sources[index],
            "target": [[unit, 0, lengths[unit]] for unit in targets[index]],
            "cost": score if is_cost else None,
            "features": {} if score is None or is_cost else {"file_score": score},
            "verdicts": _verdicts(rows[index] if index < len(rows) else {}),
            "key_sentences": [
                unit_of[line]
                for line in (rows[index].get("key_sentences", ()) if index < len(rows) else ())
                if line in unit_of
            ],
        }
        for index, (_, _, score) in enumerate(beads)
        if sources[index] or targets[index]
    ]
    links = _with_unnamed(named, len(source_kept), len(target_kept), lengths)
    # Known pairs stay free for others, as an import of many takes minutes.
    if _has_imported(pair, links):
        return None
    Pair.objects.select_for_update(no_key=True).get(pk=pair.pk)  # so that it and a run that is started take two numbers
    number = (pair.runs.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    now = timezone.now()
    run = AlignmentRun.objects.create(
        pair=pair,
        number=number,
        engine=IMPORTED,
        signature=f"engine:{IMPORTED}|file:{file.sha256}|importer:{file.report['version']}",
        state=RunState.SUCCEEDED,
        progress=1.0,
        info={"file": file.name.rpartition("/")[2], "n_beads": len(beads), **summary_of(links)},
        created_by=user,
        started_at=now,
        finished_at=now,
    )
    store_links(run, links)
    return run


def _has_imported(pair: Pair, links: Sequence[Mapping[str, Any]]) -> bool:
    """Whether an imported run of a pair has these links, whatever filters have found of them since."""
    wanted = [_as_in_file(link) for link in links]
    return any(
        [_as_in_file(link) for link in run.links.order_by("position").values(*_IN_FILES)] == wanted
        for run in pair.runs.filter(engine=IMPORTED, state=RunState.SUCCEEDED, info__n_links=len(links))
    )


def _as_in_file(link: Mapping[str, Any]) -> list[Any]:
    source, target, cost, key, features, verdicts = (link.get(name, _FIELDS[name]) for name in _IN_FILES)
    return [list(source), list(target), cost, list(key), features.get("file_score"), verdicts.get("label")]


def _positions(beads: Sequence[tuple[int, ...]], side: str, kept: Sequence[int], name: str) -> list[list[int]]:
    """Unit positions of each bead on one side; lines that are blank have no unit and drop out."""
    unit_of = {line: unit for unit, line in enumerate(kept)}
    n_lines = kept[-1] + 1 if kept else 0
    seen: set[int] = set()
    for number, lines in enumerate(beads, 1):
        for line in lines:
            if line in seen or line >= n_lines:
                message = f"link {number} names {side} line {line + 1}" + (" again" if line in seen else "")
                expected = "each line once" if line in seen else f"{n_lines} lines at most"
                raise ServiceError(
                    f"{name}: {message}; expected {expected}. Nothing was imported.",
                    errors=[{"file": name, "message": message, "expected": expected}],
                )
            seen.add(line)
    return [sorted(unit_of[line] for line in lines if line in unit_of) for lines in beads]


def _with_unnamed(
    links: list[dict[str, Any]], n_source: int, n_target: int, lengths: Sequence[int]
) -> list[dict[str, Any]]:
    """The links in their order, and a null link for each unit that none names, behind the unit before it."""
    placed = [(float(index), link) for index, link in enumerate(links)]
    for side, n_units in enumerate((n_source, n_target)):
        at = {unit: index for index, link in enumerate(links) for unit in _units(link, side)}
        place = -0.5
        for unit in range(n_units):
            if unit in at:
                place = at[unit] + 0.5
            elif side == 0:
                placed.append((place, {"source": [unit]}))
            else:
                placed.append((place, {"target": [[unit, 0, lengths[unit]]]}))
    return [link for _, link in sorted(placed, key=lambda entry: entry[0])]


def _units(link: dict[str, Any], side: int) -> list[int]:
    return list(link["source"]) if side == 0 else [piece[0] for piece in link["target"]]


def _verdicts(row: dict[str, Any]) -> dict[str, bool]:
    """NAIST's automatic label of a row, where the table has one."""
    label = str(row.get("label", "")).strip().lower()
    return {"label": label in _YES} if label in _YES | _NO else {}
