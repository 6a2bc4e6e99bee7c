"""Azure Speech."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read, timed, words


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
