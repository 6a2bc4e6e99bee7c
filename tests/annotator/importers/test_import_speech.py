"""Recogniser output and captions with times: Whisper, Watson, Azure, TTML, VTSSum."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import needs_data, read, timed, words
from tests.data import DATA


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


def test_watson_keeps_hesitations_and_leaves_alternatives_out() -> None:
    (document,) = read("talk.watson.json").documents
    assert timed(document) == [
        ("so %HESITATION we count tides", 1.0, 3.0, "Speaker 0"),
        ("by ear", 3.5, 4.5, "Speaker 1"),
    ]
    assert words(document)[1] == ("%HESITATION", 1.4, 1.8)
    assert [(left.text, left.reason) for left in document.left_out] == [
        ("so we count ties", "another alternative"),
        ("and", "interim result"),
    ]


def test_azure() -> None:
    parsed = read("talk.azure.json")
    (document,) = parsed.documents
    assert document.language == "en"
    assert timed(document) == [("So we count three tides.", 1.0, 3.0, "Speaker 1")]
    assert words(document) == [("So", 1.0, 1.4), ("we", 1.4, 1.6), ("count", 1.6, 2.0)]
    assert [str(problem) for problem in parsed.warnings] == [
        "talk.azure.json line 7 column 3: recognizedPhrases[1] was not recognised (Failure)"
    ]


def test_azure_fast_transcription() -> None:
    data = b'{"phrases": [{"offsetMilliseconds": 500, "durationMilliseconds": 1000, "text": "Ja.", "locale": "de-DE"}]}'
    (document,) = parse(data, "a.json").documents
    assert (document.language, timed(document)) == ("de", [("Ja.", 0.5, 1.5, None)])


def test_vtssum() -> None:
    (document,) = read("talk.vtssum.json").documents
    assert [(u.text, u.section) for u in document.units] == [
        ("So we count tides.", 0),
        ("By ear.", 0),
        ("And it works for all of us.", 1),
    ]
    assert document.metadata["labels"] == [1, 0, None]
    assert document.metadata["external_id"] == "tides01"


def test_ttml_times_are_relative_to_what_encloses_them() -> None:
    (document,) = read("talk.ttml").documents
    assert [(t, round(s or 0, 3), round(e or 0, 3), p) for t, s, e, p in timed(document)] == [
        ("So we count tides", 1.0, 4.0, "Anna"),
        ("by ear", 4.2, 4.7, None),
    ]
    assert words(document) == [("So", 1.0, 2.5), ("we", 1.0, 2.5), ("count", 2.5, 4.0), ("tides", 2.5, 4.0)]


@needs_data
def test_published_summarisation_talks_are_read() -> None:
    parsed = [parse(path.read_bytes(), path.name) for path in sorted((DATA / "vtssum").glob("*.json"))]
    assert len(parsed) == 20
    assert all(one.ok and one.format == "vtssum" and not one.problems for one in parsed)
    assert all(len(one.documents[0].metadata["labels"]) == len(one.documents[0].units) for one in parsed)
