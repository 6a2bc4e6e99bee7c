"""Ready alignments: vecAlign and hunalign."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import needs_data, read
from tests.data import DATA


def test_alignments() -> None:
    vecalign, ladder = read("pair.align"), read("pair.ladder")
    assert vecalign.beads == (
        ((0,), (0,), 0.25),
        ((1, 2), (1,), 0.5),
        ((), (2,), 0.0),
        ((3,), (4,), None),
        ((4,), (3,), None),
    )
    assert vecalign.metadata == {"source_length": 5, "target_length": 5, "costs": True}
    assert ladder.beads == (((0,), (0,), 0.5), ((1, 2), (1,), 0.25), ((3,), (), 0.75))


@needs_data
def test_published_alignments_are_read() -> None:
    gold = parse((DATA / "bleualign" / "dev.defr").read_bytes(), "dev.defr")
    assert (gold.ok, len(gold.beads or ())) == (True, 422)
    assert parse((DATA / "golden" / "vecalign" / "dev.mt.align").read_bytes(), "dev.mt.align").ok
