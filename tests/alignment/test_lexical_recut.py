"""A learned model goes on when units are split, joined or taken out."""

from __future__ import annotations

from pathlib import Path

import annotator.demo
from alignment.lexical import PriorKnowledge, prepare_lexical, recut
from alignment.types import Constraints

DEMO = Path(annotator.demo.__file__).parent / "en-ja"
SOURCE, TARGET = ((DEMO / name).read_text(encoding="utf-8").splitlines() for name in ("source.txt", "target.txt"))


def test_the_same_texts_give_the_same_beads() -> None:
    prepared = prepare_lexical(SOURCE, TARGET, known=PriorKnowledge("en", "ja"))
    assert recut(prepared, SOURCE, TARGET).align().beads == prepared.align().beads


def test_a_split_unit_stays_with_its_neighbours_and_all_else_where_it_was() -> None:
    prepared = prepare_lexical(SOURCE, TARGET, known=PriorKnowledge("en", "ja"))
    before = [(bead.source, bead.target) for bead in prepared.align().beads]
    at = next(target[0] for source, target in before if source and target and len(TARGET[target[0]]) > 6)
    cut = [*TARGET[:at], TARGET[at][:4], TARGET[at][4:], *TARGET[at + 1 :]]
    again = recut(prepared, SOURCE, cut)
    after = [(bead.source, bead.target) for bead in again.align().beads]
    assert sorted(unit for _, target in after for unit in target) == list(range(len(cut)))
    moved = {(source, tuple(unit + (unit > at) for unit in target)) for source, target in before}
    assert len(moved & set(after)) >= len(before) - 2
    assert again.signature != prepared.signature
    assert prepared.align().signature in again.signature
    whole = next(source for source, target in before if at in target)
    fixed = again.align(Constraints(fixed=[(whole, (at, at + 1))]))
    assert (whole, (at, at + 1)) in {(bead.source, bead.target) for bead in fixed.beads}


def test_words_that_were_never_seen_say_nothing_and_nothing_is_left_of_no_text() -> None:
    prepared = prepare_lexical(SOURCE[:8], TARGET[:16], known=PriorKnowledge("en", "ja"))
    beads = recut(prepared, ["zzyzx qwrtp", *SOURCE[1:8]], TARGET[:16]).align().beads
    assert sorted(unit for bead in beads for unit in bead.source) == list(range(8))
    assert recut(prepared, [], []).align().beads == ()
    assert [bead.target for bead in recut(prepared, SOURCE[:8], []).align().beads] == [()] * 8
