"""Slides in PowerPoint."""

from __future__ import annotations

import io
import zipfile

from annotator.importers.registry import parse
from tests.annotator.importers.samples import presentation, zip_of


def test_powerpoint() -> None:
    parsed = parse(presentation(), "deck.pptx")
    assert (parsed.format, parsed.ok) == ("pptx", True)
    (document,) = parsed.documents
    assert document.kind == "slides"
    assert [(unit.text, unit.page) for unit in document.units] == [
        ("Counting Tides\nHarbours are noisy\nPilots know", 1),
        ("Error\nwinter 7.1\nsummer 2.4", 2),
        ("", 3),
    ]
    assert document.metadata["notes"] == ["Say hello", "", ""]
    assert [str(problem) for problem in parsed.warnings] == ["deck.pptx page 3: the slide has no text"]


def test_a_damaged_presentation_is_described_in_plain_words() -> None:
    data = presentation()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["ppt/presentation.xml"] = files["ppt/presentation.xml"][:200]
    files["ppt/slides/slide1.xml"] = b"<a/>"
    parsed = parse(zip_of(files), "deck.pptx", format="pptx")
    assert parsed.errors[0].message == "the presentation is damaged and cannot be opened"


def test_damaged_powerpoint_is_refused() -> None:
    data = presentation()
    assert "damaged" in parse(data[:-400], "deck.pptx", format="pptx").errors[0].message
    assert "not a PowerPoint file" in parse(zip_of({"a.xml": "x"}), "deck.pptx", format="pptx").errors[0].message


def test_a_presentation_built_to_harm_is_refused_before_it_is_opened() -> None:
    with zipfile.ZipFile(io.BytesIO(presentation())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    bomb = zip_of(files | {"ppt/media/image1.png": bytes(50_000_000)})
    assert "times its size" in parse(bomb, "deck.pptx", format="pptx").errors[0].message
    entity = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    declared = parse(zip_of(files | {"ppt/slides/slide1.xml": entity}), "deck.pptx", format="pptx").errors[0]
    assert declared.message == "ppt/slides/slide1.xml declares an entity"


def test_a_presentation_has_as_many_slides_as_a_deck_may_have() -> None:
    (refused,) = parse(presentation(), "deck.pptx", format="pptx", options={"max_pages": 2}).errors
    assert refused.message == "there are more than 2 slides"
