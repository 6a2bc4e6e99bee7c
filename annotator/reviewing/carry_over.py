"""Carry reviews over to a new version of a document; the old version, its pairs and reviews stay, but take no edits.

Each pair of the old text gets a counterpart, and each review of it a copy: a row whose texts are all unchanged keeps
its pieces, labels, status and comments; a row whose text changed holds the new text, is proposed again and flagged,
without the labels that were given to the other text, but for key sentences: what takes the place of one is one. Text
that is new gets rows of its own, flagged as well. Files and releases have a row of the copy under the name of the row
that it comes from (`CarriedRow`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from annotator.aligning.links import store_links, summary_of
from annotator.corpus.importing.storing import Writer
from annotator.corpus.importing.versions import UnitMap, map_units, pairs_of, texts_of
from annotator.decks.timelines import carry_timeline
from annotator.models import (
    AdjudicatedReview,
    AlignmentRun,
    CarriedRow,
    Chip,
    Comment,
    Document,
    Link,
    Pair,
    PairKind,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    RunState,
    Slot,
)
from annotator.platform.copying import copy_models
from annotator.reviewing.key_sentences import KEYS_BY_HAND, set_by_hand
from annotator.reviewing.log import CARRY_OVER, entry
from annotator.reviewing.probes.carrying import carry_probes
from annotator.reviewing.row_names import first_names
from annotator.reviewing.slots.moving import move_slots
from annotator.reviewing.state import SIDES, ChipState, RowState, in_order
from annotator.reviewing.storage import chip_models, row_model, to_states

ENGINE = "carried"


@dataclass(frozen=True, slots=True)
class SideMap:
    """How one document of a pair becomes another. lengths : code points of each new unit.

    exclusive : each unit is in one row only; sentences of a paper may be in many.
    """

    units: UnitMap
    lengths: tuple[int, ...]
    exclusive: bool

    def moved(self, unit: int) -> tuple[tuple[int, ...], bool]:
        """The new units in place of an old one, and whether that is the same text."""
        return self.units.new_of(unit), unit in self.units.same


@dataclass(frozen=True, slots=True)
class Carried:
    """A row on the new texts, and the row it comes from, None for text that is new. `kept`: nothing changed in it."""

    row: RowState
    old: RowState | None
    kept: bool


def carry_rows(rows: Iterable[RowState], source: SideMap, target: SideMap) -> list[Carried]:
    """The rows on the new texts in reading order, with ids of their own, positions 1, 2, ... and version 1."""
    rows = sorted(rows, key=lambda row: row.position)
    taken: tuple[set[int], set[int]] = (set(), set())
    carried: list[Carried] = []
    place: tuple[dict[int, int], dict[int, int]] = ({}, {})  # old unit -> index of the last carried row that has it
    keys = tuple({chip.unit for row in rows for chip in getattr(row, name) if chip.is_key} for name in SIDES)
    for row in rows:
        sides = [
            _carry_chips(chips, side, taken[index], keys[index])
            for index, (chips, side) in enumerate(((row.source, source), (row.target, target)))
        ]
        (sources, same_source), (targets, same_target) = sides
        index = len(carried) - 1
        if sources or targets:
            index += 1
            new = replace(row, id=str(uuid4()), version=1, source=sources, target=targets)
            kept = same_source and same_target
            if not kept:
                new = replace(new, status="proposed", flagged=True, good_align=None, good_mt=None, labels={})
            carried.append(Carried(new, row, kept))
        for old, chips in zip(place, (row.source, row.target), strict=True):
            old |= dict.fromkeys((chip.unit for chip in chips), index)
    everything = _with_new_text(carried, source, target, place, taken)
    return [replace(one, row=replace(one.row, position=float(number))) for number, one in enumerate(everything, 1)]


def _carry_chips(
    chips: Sequence[ChipState], side: SideMap, taken: set[int], keys: Collection[int]
) -> tuple[tuple[ChipState, ...], bool]:
    """(the chips in the new text, whether all of it is as it was). keys : the units of which a piece is marked."""
    carried: list[ChipState] = []
    unchanged = True
    here: set[int] = set()
    for chip in chips:
        if chip.unit in side.units.same:
            carried.append(replace(chip, id=str(uuid4()), unit=side.units.same[chip.unit]))
            taken.add(side.units.same[chip.unit])
            continue
        unchanged = False
        for unit in side.units.new_of(chip.unit):
            if unit not in (taken if side.exclusive else here):
                carried.append(ChipState(str(uuid4()), unit, 0, side.lengths[unit], is_key=chip.unit in keys))
                here.add(unit)
                taken.add(unit)
    return in_order(carried), unchanged


def _with_new_text(
    carried: list[Carried],
    source: SideMap,
    target: SideMap,
    place: tuple[dict[int, int], dict[int, int]],
    taken: tuple[set[int], set[int]],
) -> list[Carried]:
    """With a row for each new unit that no row holds, behind the row of the unit before it.

    A paper's sentence needs no row: in a talk's review only what was said must be in one.
    """
    placed: list[tuple[float, int, Carried]] = [(float(index), 0, one) for index, one in enumerate(carried)]
    for number, (side, name) in enumerate(((source, "source"), (target, "target"))):
        at = {chip.unit: index for index, one in enumerate(carried) for chip in getattr(one.row, name)}
        after = -1.0
        for unit, length in enumerate(side.lengths):
            if unit in at:
                after = float(at[unit])
            elif side.exclusive and unit not in taken[number]:
                before = side.units.after.get(unit, -1)
                after = max(after, float(place[number].get(before, -1)))
                chips = (ChipState(str(uuid4()), unit, 0, length),)
                row = RowState(str(uuid4()), 0.0, flagged=True, **{name: chips})  # type: ignore[arg-type]
                placed.append((after + 0.5, unit, Carried(row, None, kept=False)))
    placed.sort(key=lambda entry: entry[:2])
    return [one for _, _, one in placed]


def carry_over(writer: Writer, progress: Callable[[float, str], None]) -> None:
    """Give every pair of a superseded document its counterpart, and its reviews their copies.

    `writer.superseded` says which documents; ids of what is made are added to `writer.result`.
    """
    old = Document.objects.filter(pk__in=writer.superseded)
    pairs = _of_latest({pair.pk: pair for document in old for pair in pairs_of(document)}, writer)
    # A review of an old pair is either made before and carried over, or refused after the import.
    list(Pair.objects.select_for_update(no_key=True).filter(pk__in=pairs).order_by("pk").values_list("pk"))
    # Locked until the import is committed: an edit either came before and is copied, or waits and is refused then.
    locked = Review.objects.select_for_update(of=("self",)).filter(pair__in=pairs).select_related("run").order_by("pk")
    reviews_of: dict[int, list[Review]] = {}
    for review in locked:
        reviews_of.setdefault(review.pair_id, []).append(review)
    maps: dict[int, tuple[UnitMap, tuple[int, ...]]] = {}
    counterparts: list[tuple[Pair, Pair]] = []
    carried: dict[int, Review] = {}
    for number, pair in enumerate(pairs.values()):
        progress(number / len(pairs), f"Carrying reviews over, pair {number + 1:,} of {len(pairs):,}")
        counterpart = _counterpart(writer, pair)
        if counterpart.pk != pair.pk:
            counterparts.append((pair, counterpart))
        reviews = reviews_of.get(pair.pk, [])
        is_assigned = counterpart.pk != pair.pk and Slot.objects.filter(pair=pair).exists()
        if not reviews and not is_assigned:
            continue
        sides = [
            SideMap(*_map_of(writer, document, maps), exclusive)
            for document, exclusive in ((pair.source, pair.kind == PairKind.BITEXT), (pair.target, True))
        ]
        runs: dict[int, tuple[AlignmentRun, dict[int, int]]] = {}
        copies: dict[int, Review] = {}
        for review in reviews:
            if _is_there(counterpart, review):
                continue
            if review.run_id not in runs:
                runs[review.run_id] = _carry_run(writer, review.run, counterpart, sides[0], sides[1])
            run, links = runs[review.run_id]
            copy = _carry_review(writer, review, counterpart, run, links, sides[0], sides[1])
            review.superseded_by = copy
            review.save(update_fields=["superseded_by"])
            copies[review.pk] = copy
            writer.result["reviews"].append(copy.pk)
        if is_assigned and not counterpart.runs.exists():
            # Whoever holds it, or is to get it, begins from what is known of the links until it is aligned anew.
            latest = pair.runs.filter(state=RunState.SUCCEEDED).order_by("-number").first()
            if latest is not None:
                _carry_run(writer, latest, counterpart, sides[0], sides[1])
        _compare_copies(copies)
        carried |= copies
    for pair, newer in counterparts:
        move_slots(pair, newer, carried)


def _of_latest(pairs: Mapping[int, Pair], writer: Writer) -> dict[int, Pair]:
    """Without those that an earlier import has superseded: a text may be in a pair with an old version of the other."""
    texts = {text for pair in pairs.values() for text in (pair.source_id, pair.target_id)} - set(writer.superseded)
    outdated = set(Document.objects.filter(previous__in=texts).values_list("previous_id", flat=True))
    return {pk: pair for pk, pair in pairs.items() if not {pair.source_id, pair.target_id} & outdated}


def _is_there(pair: Pair, review: Review) -> bool:
    others = Review.objects.filter(pair=pair, kind=review.kind)
    return (others if review.kind == ReviewKind.ADJUDICATION else others.filter(annotator=review.annotator_id)).exists()


def _compare_copies(copies: Mapping[int, Review]) -> None:
    """An adjudication on the new texts compares the copies of the reviews that the old one compared."""
    compared = AdjudicatedReview.objects.filter(adjudication__in=copies, review__in=copies)
    AdjudicatedReview.objects.bulk_create(
        AdjudicatedReview(
            adjudication=copies[one.adjudication_id],
            review=copies[one.review_id],
            number=one.number,
            revision=copies[one.review_id].revision,
        )
        for one in compared
    )


def _counterpart(writer: Writer, pair: Pair) -> Pair:
    """The pair of the new texts. An offline translation goes with it while it has a line for each source unit."""
    latest = writer.superseded
    source, target = latest.get(pair.source_id, pair.source), latest.get(pair.target_id, pair.target)
    offline = latest.get(pair.offline_id, pair.offline) if pair.offline_id else None
    if offline is not None and offline.units.count() != source.units.count():
        offline = None
    if (source.pk, target.pk) == (pair.source_id, pair.target_id):
        if offline is not None:  # only the translation is new
            pair.offline = offline
            pair.save(update_fields=["offline"])
        return pair
    counterpart = writer.pair(source, target, pair.title, offline)
    carry_timeline(pair, counterpart)
    return counterpart


def _map_of(
    writer: Writer, document: Document, maps: dict[int, tuple[UnitMap, tuple[int, ...]]]
) -> tuple[UnitMap, tuple[int, ...]]:
    if document.pk not in maps:
        before = texts_of(document)
        after = texts_of(writer.superseded[document.pk]) if document.pk in writer.superseded else before
        units = writer.unit_maps.get(document.pk) or map_units(before, after)
        maps[document.pk] = units, tuple(len(text) for text in after)
    return maps[document.pk]


def _carry_run(
    writer: Writer, run: AlignmentRun, pair: Pair, source: SideMap, target: SideMap
) -> tuple[AlignmentRun, dict[int, int]]:
    """A finished run of the links as they are in the new text, and old link -> new link where one became the other."""
    lengths = dict(enumerate(len(text) for text in texts_of(run.pair.source)))
    links = list(run.links.order_by("position"))
    rows = [
        RowState(
            id=str(link.pk),
            position=float(link.position),
            source=tuple(ChipState("", unit, 0, lengths[unit]) for unit in link.source),
            target=tuple(
                ChipState("", unit, start, end, is_key=unit in link.key_sentences) for unit, start, end in link.target
            ),
        )
        for link in links
    ]
    by_id = {str(link.pk): link for link in links}
    number = (pair.runs.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    new_run = AlignmentRun.objects.create(
        pair=pair,
        number=number,
        engine=ENGINE,
        options=run.options,
        signature=f"engine:{ENGINE}|run:{run.pk}|from:{run.signature}",
        state=RunState.SUCCEEDED,
        progress=1.0,
        info={"carried_from": run.pk},
        created_by=writer.user,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )
    carried = carry_rows(rows, source, target)
    new_links = [_carried_link(one, by_id, source, target) for one in carried]
    new_run.info |= summary_of(new_links)
    new_run.save(update_fields=["info"])
    store_links(new_run, new_links)
    keys = dict(new_run.links.order_by().values_list("position", "pk"))
    writer.result["runs"].append(new_run.pk)
    return new_run, {int(one.old.id): keys[place] for place, one in enumerate(carried) if one.old is not None}


def _carried_link(one: Carried, by_id: Mapping[str, Link], source: SideMap, target: SideMap) -> dict[str, Any]:
    """What is said of a link as it is in the new text, with its key sentences; what else the engine said of it only if
    nothing in it changed."""
    link: dict[str, Any] = {
        "source": [chip.unit for chip in one.row.source],
        "target": [[chip.unit, chip.start, chip.end] for chip in one.row.target],
        "key_sentences": sorted({chip.unit for chip in one.row.target if chip.is_key}),
    }
    if one.old is None or not one.kept:
        return link
    was = by_id[one.old.id]
    candidates = [
        [moved[0] if (moved := source.units.new_of(unit)) else None, probability]
        for unit, probability in was.candidates
        if unit is None or source.units.new_of(unit)
    ]
    return link | {
        "confidence": was.confidence,
        "cost": was.cost,
        "verdicts": was.verdicts,
        "features": _features_left(was, source, target),
        "candidates": candidates,
    }


def _features_left(link: Link, source: SideMap, target: SideMap) -> dict[str, float]:
    """Features of a link that did not change; its next choice only where nothing that it takes changed either."""
    features: dict[str, float] = link.features
    units = {"source": [*link.source], "target": [unit for unit, _, _ in link.target]}
    for side, of in (("source", source), ("target", target)):
        n = int(features.get(f"next_{side}", 0))
        if n and not (units[side] and of.units.stays(units[side][0], n)):
            return {name: value for name, value in features.items() if name not in {"next_source", "next_target"}}
    return features


def _carry_review(
    writer: Writer,
    review: Review,
    pair: Pair,
    run: AlignmentRun,
    links: dict[int, int],
    source: SideMap,
    target: SideMap,
) -> Review:
    """A copy of the review on the new texts, whose log begins with where it comes from.

    If nothing in it has changed it is in the state that it was in. Else it is open, and what was submitted of it counts
    as before, but for the rows whose text has changed.
    """
    copy = Review.objects.create(
        pair=pair,
        run=run,
        annotator_id=review.annotator_id,
        kind=review.kind,
        guidelines_id=review.guidelines_id,
        revision=1,
    )
    rows = list(ReviewRow.objects.filter(review=review))
    changed = {str(row.pk): (row.changed_by_id, row.changed_at) for row in rows}
    carried = carry_rows(to_states(rows), source, target)
    links = links | _carry_own_links(review, copy, carried, source, target)
    states = [replace(one.row, link=links.get(one.row.link) if one.row.link else None) for one in carried]
    copy_models(
        ReviewRow,
        (
            row_model(copy, state, *(changed[one.old.id] if one.old is not None and one.kept else (None, None)))
            for state, one in zip(states, carried, strict=True)
        ),
    )
    copy.row_count, copy.reviewed_count = len(states), sum(state.status != "proposed" for state in states)
    n_kept = sum(one.kept for one in carried)
    _stand(copy, review, is_whole=n_kept == len(carried))
    copy.save()
    copy_models(Chip, chip_models(copy, states, pair.kind == PairKind.BITEXT))
    comes_from = {one.row.id: one.old.id for one in carried if one.old is not None}
    comes_from |= _moved(review.pair, pair, to_states(rows), carried)
    first = first_names(list(comes_from.values()))
    copy_models(
        CarriedRow,
        (CarriedRow(review=copy, row=row, first=first.get(old, old)) for row, old in comes_from.items()),
    )
    carry_probes(review, copy, source=source.moved, target=target.moved, lengths=target.lengths)
    new_row = {one.old.id: one.row.id for one in carried if one.old is not None}
    Comment.objects.bulk_create(
        Comment(
            review=copy, row=new_row[str(comment.row)], text=comment.text, mentions=comment.mentions,
            author_id=comment.author_id, resolved_at=comment.resolved_at, resolved_by_id=comment.resolved_by_id,
        )
        for comment in Comment.objects.filter(review=review, row__in=new_row)
    )  # fmt: skip
    about: dict[str, Any] = {"review": review.pk, "n_kept": n_kept, "n_to_look_at": len(carried) - n_kept}
    if keys := _keys_by_hand(review, carried, target):
        about[KEYS_BY_HAND] = keys
    entry(copy, 1, CARRY_OVER, about, by=writer.user).save()
    return copy


def _moved(before: Pair, after: Pair, rows: Iterable[RowState], carried: Iterable[Carried]) -> dict[str, str]:
    """By id, new rows whose text stood elsewhere, in a row that went: that one comes back with them. Where a text comes
    twice, nothing says which of them it is."""
    carried = list(carried)
    stay = {one.old.id for one in carried if one.old is not None}
    gone = [row for row in rows if row.id not in stay]
    new = [one.row for one in carried if one.old is None]
    if not gone or not new:
        return {}
    there, here = (_by_text(of, pair) for of, pair in ((gone, before), (new, after)))
    return {row.id: there[text].id for text, row in here.items() if text in there}


def _by_text(rows: Iterable[RowState], pair: Pair) -> dict[tuple[str, tuple[str, ...]], RowState]:
    """By side and texts, those that no two have; by the source text where there is one."""
    texts = {"source": texts_of(pair.source), "target": texts_of(pair.target)}
    of_texts: dict[tuple[str, tuple[str, ...]], list[RowState]] = {}
    for row in rows:
        side = "source" if row.source else "target"
        held = tuple(texts[side][chip.unit][chip.start : chip.end] for chip in getattr(row, side))
        of_texts.setdefault((side, held), []).append(row)
    return {key: alike[0] for key, alike in of_texts.items() if len(alike) == 1}


def _stand(copy: Review, review: Review, *, is_whole: bool) -> None:
    """What was submitted is not to be submitted again. is_whole : nothing has changed."""
    if is_whole or review.state == ReviewState.SET_ASIDE:
        copy.state, copy.submitted_at = review.state, review.submitted_at
        copy.return_reason, copy.submitted_before = review.return_reason, review.submitted_before
    else:
        copy.submitted_before = review.submitted_at or review.submitted_before
    if review.first_submission is not None or review.submitted_at is not None:
        copy.first_submission = copy.revision


def _keys_by_hand(review: Review, carried: Sequence[Carried], target: SideMap) -> list[str]:
    """The pieces of the copy whose marks people have set one by one, where their text is as it was, in order."""
    if review.pair.kind != PairKind.SLIDES_TALK or not (before := set(set_by_hand(review))):
        return []
    places = {
        (target.units.same[chip.unit], chip.start, chip.end)
        for one in carried
        if one.old is not None
        for chip in one.old.target
        if chip.id in before and chip.unit in target.units.same
    }
    return [
        chip.id for one in carried for chip in one.row.target if (chip.unit, chip.start, chip.end) in places
    ]  # fmt: skip


def _carry_own_links(
    review: Review, copy: Review, carried: Iterable[Carried], source: SideMap, target: SideMap
) -> dict[int, int]:
    """Copies of links that are not the run's but the review's own, by the old ones; most reviews have none."""
    own = review.links_instead.in_bulk()
    if not own:
        return {}
    by_id = {str(pk): link for pk, link in own.items()}
    made: dict[int, Link] = {}
    for one in carried:
        link = one.old.link if one.old is not None else None
        if one.old is None or link is None or link not in own:
            continue
        carried_link = _carried_link(replace(one, old=replace(one.old, id=str(link))), by_id, source, target)
        made[link] = Link(review=copy, position=len(made), **carried_link)
    Link.objects.bulk_create(made.values())
    return {old: link.pk for old, link in made.items()}
