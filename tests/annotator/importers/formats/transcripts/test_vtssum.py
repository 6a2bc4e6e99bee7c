"""VT-SSum."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import needs_data, read
from tests.data import DATA


def test_vtssum() -> None:
    (document,) = read("talk.vtssum.json").documents
    assert [(u.text, u.section) for u in document.units] == [
        ("So we count tides.", 0),
        ("By ear.", 0),
        ("And it works for all of us.", 1),
    ]
    assert document.metadata["labels"] == [1, 0, None]
    assert document.metadata["external_id"] == "tides01"


@needs_data
def test_published_summarisation_talks_are_read() -> None:
    parsed = [parse(path.read_bytes(), path.name) for path in sorted((DATA / "vtssum").glob("*.json"))]
    assert len(parsed) == 20
    assert all(one.ok and one.format == "vtssum" and not one.problems for one in parsed)
    assert all(len(one.documents[0].metadata["labels"]) == len(one.documents[0].units) for one in parsed)
