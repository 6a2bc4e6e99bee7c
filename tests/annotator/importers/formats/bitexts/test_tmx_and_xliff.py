"""TMX and XLIFF."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


@pytest.mark.parametrize(
    ("name", "language", "target"), [("pair.tmx", "de", "Wir zählen Gezeiten."), ("pair.xlf", "ja", "潮を数えます。")]
)
def test_exchange_formats(name: str, language: str, target: str) -> None:
    (bitext,) = read(name).bitexts
    assert (bitext.source.language, bitext.target.language) == ("en", language)
    assert [unit.text for unit in bitext.source.units] == ["We count tides.", "By ear."]
    assert [unit.text for unit in bitext.target.units] == [target]
    assert bitext.beads == (((0,), (0,), None), ((1,), (), None))


def test_xliff_2_has_segments_within_units_and_a_bitext_a_file() -> None:
    tides, glass = read("pair2.xlf").bitexts
    assert (tides.title, tides.source.language, tides.target.language) == ("tides", "en", "de")
    assert [unit.text for unit in tides.source.units] == ["We count tides.", "By ear."], (
        "notes and ignorables are no text"
    )
    assert [unit.text for unit in tides.target.units] == ["Wir zählen Gezeiten."]
    assert tides.beads == (((0,), (0,), None), ((1,), (), None))
    assert tides.metadata["rows"] == [{"id": "s1"}, {"id": "s2"}]
    assert [unit.text for unit in glass.source.units] == ["Glass sings."]


def test_tmx_of_three_languages_asks_which() -> None:
    variants = "".join(f'<tuv xml:lang="{code}"><seg>x {code}</seg></tuv>' for code in ("en", "de", "fr"))
    data = f'<tmx version="1.4"><header srclang="en"/><body><tu>{variants}</tu></body></tmx>'.encode()
    assert "there are 3 languages: de, en, fr" in parse(data, "a.tmx").errors[0].message
    assert parse(data, "a.tmx", options={"target_language": "fr"}).bitexts[0].target.units[0].text == "x fr"
