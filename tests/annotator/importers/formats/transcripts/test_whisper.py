"""Whisper and whisper.cpp."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read, timed, words


def test_whisper() -> None:
    parsed = read("talk.whisper.json")
    (document,) = parsed.documents
    assert (parsed.format, document.kind, document.language) == ("whisper", "transcript", "en")
    assert timed(document) == [("So we count tides.", 1.0, 3.0, None), ("By ear.", 3.5, 4.5, None)]
    assert words(document) == [("So", 1.0, 1.4), ("we", 1.4, 1.6), ("count", 1.6, 2.2), ("tides.", 2.2, 3.0)]


def test_whisper_cpp() -> None:
    entry = '{"timestamps": {}, "offsets": {"from": 500, "to": 1500}, "text": " Ja."}'
    data = f'{{"result": {{"language": "de"}}, "transcription": [{entry}]}}'.encode()
    (document,) = parse(data, "a.json").documents
    assert (document.language, timed(document)) == ("de", [("Ja.", 0.5, 1.5, None)])
