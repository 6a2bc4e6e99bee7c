"""Tables, with the place of each cell."""

from __future__ import annotations

from annotator.importers.support.delimited import unguarded
from annotator.platform.writers import tsv

#: Latin, kana, and the wide forms that spreadsheets take for signs.
CHARACTERS = [chr(code) for code in (*range(0x3100), *range(0xFF00, 0x10000))]


def test_what_is_guarded_in_a_table_that_is_written_is_unguarded_when_it_is_read() -> None:
    for texts in (CHARACTERS, [f"{character}SUM(A1)" for character in CHARACTERS], [f"'{each}" for each in CHARACTERS]):
        assert [text for text in texts if unguarded(tsv.cell(text)) != text] == []
