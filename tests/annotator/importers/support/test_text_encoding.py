"""Encodings are told apart, and what breaks them is named."""

from __future__ import annotations

import pytest

from annotator.importers.base import Refused
from annotator.importers.support.text_encoding import decode

JAPANESE = "潮の音を数えます。港は騒がしいので、フィルターを使います。\nカタカナも入ります。"


FRENCH = "Où est passé le café ? Il a été déplacé près de la forêt, là-bas, l'été dernier.\n"


@pytest.mark.parametrize(
    ("codec", "label", "text"),
    [
        ("utf-8", "UTF-8", JAPANESE),
        ("utf-8-sig", "UTF-8", JAPANESE),
        ("utf-16", "UTF-16", JAPANESE),
        ("utf-16-le", "UTF-16", FRENCH),
        ("utf-16-be", "UTF-16", FRENCH),
        ("utf-32", "UTF-32", FRENCH),
        ("cp932", "Shift-JIS", JAPANESE),
        ("euc_jp", "EUC-JP", JAPANESE),
        ("cp1252", "Windows-1252", FRENCH + "“quoted” – œuvre"),
        ("latin-1", "Windows-1252", FRENCH),
    ],
)
def test_encodings_are_told_apart(codec: str, label: str, text: str) -> None:
    decoded = decode(text.encode(codec), "a.txt")
    assert (decoded.text, decoded.encoding) == (text, label)


def test_line_ends_become_one_kind_and_other_separators_stay() -> None:
    assert decode(b"a\r\nb\rc\x0bd\xe2\x80\xa8e\n", "a.txt").lines() == ["a", "b", "c\x0bd\u2028e"]


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"", None, None, "the file is empty"),
        (b" \n\t ", None, None, "only white space"),
        (b"\xef\xbb\xbf \n", None, None, "only white space"),
        (b"one\ntwo\0three and more text here\n", 2, 4, "null byte"),
        ("één\nvoilà une ligne\n".encode() + b"caf\xe9 noir, \xc3\xa9t\xc3\xa9 \xc3\xa9t\xc3\xa9\n", 3, 4, "0xE9"),
        ("aé\n".encode("utf-16") + b"\x00", None, None, "UTF-16"),
    ],
)
def test_faults_name_their_place(data: bytes, line: int | None, column: int | None, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        decode(data, "talk.txt")
    problem = refusal.value.problem
    assert words in problem.message
    assert problem.file == "talk.txt"
    if line is not None:
        assert (problem.line, problem.column) == (line, column)
