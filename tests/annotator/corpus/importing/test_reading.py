"""What a file's name says where its text does not."""

from __future__ import annotations

import pytest

from annotator.corpus.importing.reading import InProcess, read

FIGURES = "1914\n1918\n1939\n"
GERMAN = "Der Mann ging in die Stadt.\nDie Frau kam mit dem Kind aus dem Haus, weil es warm war.\n"


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("big.de.txt", FIGURES, "de"),
        ("big_japanese.txt", FIGURES, "ja"),
        ("big.txt", FIGURES, None),
        ("big.en.txt", GERMAN, "de"),
    ],
)
def test_a_name_says_the_language_where_the_text_does_not(name: str, text: str, language: str | None) -> None:
    (item,) = read(text.encode(), name, "", {}, InProcess()).items
    assert item.document.language == language
    (item,) = read(text.encode(), name, "", {"language": "fi"}, InProcess()).items
    assert item.document.language == "fi"
