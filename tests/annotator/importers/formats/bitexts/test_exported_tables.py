"""Gold that was exported as a table is read again as the bitexts it came from."""

from __future__ import annotations

from typing import Any

from annotator.importers.base import Bitext
from annotator.importers.registry import parse
from annotator.reviewing import gold_forms as exporters

TEXTS = [
    ("We count tides.", "Wir zählen Gezeiten.", "Wir zählen die Gezeiten."),
    ('=SUM(A1) is "a formula",\tshe said.', "+1 – nicht übersetzt", "'=ja'"),
    ("It goes on\nin a second line. 🌊", "-", "שלום"),
    ("Nobody rendered this.", "", ""),
    ("", "@nobody said this", ""),
]


def _record(pair: int, row: int, texts: tuple[str, str, str]) -> dict[str, Any]:
    source, target, offline = texts
    record: dict[str, Any] = dict.fromkeys(exporters.COLUMNS, "")
    record |= {
        "pair_id": pair, "pair": f"Tides {pair}", "kind": "bitext", "row": row, "source_language": "en",
        "target_language": "de", "interpreter": "S01", "interpreter_rank": "A", "source_ids": [row],
        "target_ids": [row],
        "source": source, "target": target, "offline": offline, "good_align": True, "good_mt": None,
        "confidence": 0.5, "edited": False, "version": 3, "engine_signature": "engine:vecalign|seed:7",
    }  # fmt: skip
    return record


def _rows(bitext: Bitext) -> list[tuple[str, str]]:
    sides = (bitext.source.units, bitext.target.units)
    return [
        tuple("".join(side[at].text for at in positions) for side, positions in zip(sides, bead[:2], strict=True))  # type: ignore[misc]
        for bead in bitext.beads or ()
    ]


def test_gold_table_is_read_again() -> None:
    records = [_record(pair, row, texts) for pair in (4, 9) for row, texts in enumerate(TEXTS)]
    parsed = parse("".join(exporters.lines(records, "tsv")).encode(), "gold.tsv")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "tsv", ())
    assert [(bitext.title, bitext.metadata["external_id"]) for bitext in parsed.bitexts] == [
        ("Tides 4", "4"),
        ("Tides 9", "9"),
    ]
    for bitext in parsed.bitexts:
        assert _rows(bitext) == [(source, target) for source, target, _ in TEXTS]
        assert (bitext.source.language, bitext.target.language) == ("en", "de")
        assert bitext.metadata["interpreter"] == "S01"
        assert bitext.offline is not None
        offline = [unit.text for unit in bitext.offline.units]
        assert offline == [text for source, _, text in TEXTS if source], "an empty text: no translation given"
        assert {row["label"] for row in bitext.metadata["rows"]} == {"true"}


def test_an_apostrophe_of_another_table_is_text() -> None:
    (bitext,) = parse(b"source\ttarget\n'=a'\t'-b\n", "a.tsv").bitexts
    assert _rows(bitext) == [("'=a'", "'-b")]
