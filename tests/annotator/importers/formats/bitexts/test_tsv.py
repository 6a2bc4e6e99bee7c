"""Bitexts in one table."""

from __future__ import annotations

import pytest

from annotator.importers.base import Bitext
from annotator.importers.formats.bitexts.tsv import chunks_of
from annotator.importers.registry import parse
from tests.annotator.importers.samples import read
from tests.data import DATA


def texts(bitext: Bitext) -> list[tuple[str, str]]:
    def side(positions: tuple[int, ...], units: tuple[object, ...]) -> str:
        return " | ".join(getattr(units[position], "text") for position in positions)  # noqa: B009

    return [(side(s, bitext.source.units), side(t, bitext.target.units)) for s, t, _ in bitext.beads or ()]


def test_intra_table_gives_a_bitext_a_talk() -> None:
    parsed = read("talks.intra.tsv")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "tsv", ())
    tides, glass = parsed.bitexts
    assert (tides.title, tides.metadata["external_id"], tides.metadata["interpreter"]) == ("Tides_2026", "7", "S01")
    assert (tides.source.language, tides.target.language) == ("en", "ja")
    assert texts(tides) == [
        ('She said "count", so we count.', "数えろと、 | 言われたので、 | 数えます。"),
        ("It works.", "うまくいく。"),
    ]
    assert [row["label"] for row in tides.metadata["rows"]] == ["Y", "N"]
    assert tides.offline is not None
    assert [unit.text for unit in tides.offline.units] == ["彼女が数えろと言ったので、数えます。", "うまくいきます。"]
    assert texts(glass) == [("Glass sings.", "ガラスが、 | ええ、 | 歌う。")]
    assert parsed.metadata["columns"]["target"] == 4


def test_true_table_ignores_the_column_that_repeats_the_target() -> None:
    parsed = read("talks.true.tsv")
    assert parsed.ok
    assert [problem.column for problem in parsed.warnings] == [29]
    (bitext,) = parsed.bitexts
    assert bitext.metadata["interpreter"] is None
    assert texts(bitext)[0] == ("We count.", "数えます、 | はい。")


def test_table_without_headings() -> None:
    (bitext,) = read("plain.tsv").bitexts
    assert (bitext.title, bitext.source.language, bitext.target.language) == ("plain", "en", "de")
    assert texts(bitext) == [("We count tides.", "Wir zählen Gezeiten."), ("By ear.", "Nach Gehör.")]


def test_columns_can_be_mapped() -> None:
    data = b"x\tlang1\tlang2\n1\ta b\tc d\n2\te\tf\n"
    by_heading = parse(data, "a.tsv", "tsv", {"columns": {"source": "lang2", "target": "lang1"}})
    by_position = parse(data, "a.tsv", "tsv", {"columns": {"source": 2, "target": 1}})
    assert texts(by_heading.bitexts[0]) == [("c d", "a b"), ("f", "e")]
    assert texts(by_position.bitexts[0])[0] == ("lang2", "lang1")


def test_null_rows_and_scores() -> None:
    parsed = parse(b"source\ttarget\tscore\na\t\t0.5\n__null__\tb\t\nc\td\t0.25\n", "a.tsv")
    assert parsed.bitexts[0].beads == (((0,), (), 0.5), ((), (0,), None), ((1,), (1,), 0.25))


def test_bare_quotation_marks_are_text() -> None:
    parsed = parse(b'"Why?" he asked.\t"Warum?" fragte er.\nYes.\tJa.\n', "a.tsv")
    assert parsed.ok
    assert parsed.bitexts[0].source.units[0].text == '"Why?" he asked.'


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            "source\ttarget\na\tb\nc\n",
            "a.tsv line 3 column 1: this row has 1 column; expected 2 columns, as in the first row",
        ),
        ("source\ttarget\na\tb\nc\td\te\n", "a.tsv line 3 column 5: this row has 3 columns"),
        ("source\ttarget\n \t \tx\na\t\n\t\n", "a.tsv line 2 column 5: this row has 3 columns"),
        ("source\ttarget\n__\tb\n", ""),
        (
            'source\ttarget\n"a"\t"b"\nd\t"c\n',
            "a.tsv line 3 column 3: the quotation mark that opens this cell is not closed",
        ),
        ("source\ttarget\n", "a.tsv line 1: there is no row below the headings"),
        ("a\tb\tc\td\te\n1\t2\t3\t4\t5\n", "a.tsv line 1 column 1: 5 columns without headings that are known"),
        ("source\ttarget\tscore\na\tb\thigh\n", "a.tsv line 2 column 5: 'high' is not a number"),
    ],
)
def test_table_faults(data: str, expected: str) -> None:
    parsed = parse(data.encode(), "a.tsv", format="tsv")
    if expected:
        assert str(parsed.errors[0]).startswith(expected)
    else:
        assert parsed.ok


def test_quoted_cells_may_span_lines() -> None:
    parsed = parse(b'source\ttarget\n"a\nb"\t"c ""d"""\ne\tf\tg\n', "a.tsv")
    assert [problem.line for problem in parsed.errors] == [4]
    assert parsed.bitexts[0].source.units[0].text == "a\nb"


def test_chunks_join_to_the_text() -> None:
    text = "「はい。」と言い、 3、4 人が来た！本当？ええ"
    assert "".join(chunks_of(text)).replace(" ", "") == text.replace(" ", "")
    assert chunks_of("数えろと、言われたので、数えます。") == ["数えろと、", "言われたので、", "数えます。"]


@pytest.mark.skipif(not (DATA / "ahc-si").exists(), reason="the development data is not here")
@pytest.mark.parametrize(("name", "talks", "rows"), [("dev.intra.tsv", 10, 732), ("dev.true.tsv", 4, 238)])
def test_published_tables_are_read_as_they_are(name: str, talks: int, rows: int) -> None:
    parsed = parse((DATA / "ahc-si" / name).read_bytes(), name)
    assert parsed.ok
    assert len(parsed.bitexts) == talks
    assert sum(len(bitext.beads or ()) for bitext in parsed.bitexts) == rows
