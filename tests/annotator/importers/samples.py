"""The sample files, read; and the short forms in which tests compare what was read."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path
from types import MappingProxyType

import pptx

from annotator.importers.base import Document, Parsed
from annotator.importers.registry import parse
from tests.annotator.importers import pdf_maker, pdf_paper
from tests.data import needs_outside

SAMPLES = Path(__file__).parents[1] / "samples"
needs_data = needs_outside()


def read(name: str, **options: object) -> Parsed:
    parsed = parse((SAMPLES / name).read_bytes(), name, options=options)
    assert parsed.ok, [str(problem) for problem in parsed.errors]
    return parsed


def timed(document: Document) -> list[tuple[str, float | None, float | None, str | None]]:
    return [(unit.text, unit.start_seconds, unit.end_seconds, unit.speaker) for unit in document.units]


def words(document: Document, index: int = 0) -> list[tuple[str, float | None, float | None]]:
    unit = document.units[index]
    assert all(unit.text[word.start : word.end] == word.text for word in unit.words)
    return [(word.text, word.start_seconds, word.end_seconds) for word in unit.words]


MANIFEST = (
    "id,title,paper,transcript,speaker,split\nt1,Tides,papers/t1.txt,t1.vtt,Anna,train\nt2,Glass,,t2.vtt,Bo,dev\n"
)


def zip_of(files: dict[str, bytes | str], stored: str = "") -> bytes:
    """stored : the file that is not compressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == stored else None)
    return stream.getvalue()


def presentation() -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.placeholders[1].text_frame.text = "Harbours are noisy\nPilots know"
    first.shapes.title.text = "Counting Tides"
    first.notes_slide.notes_text_frame.text = "Say hello"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Error"
    table = second.shapes.add_table(2, 2, 0, 3_000_000, 3_000_000, 1_000_000).table
    for row, cells in enumerate((("winter", "7.1"), ("summer", "2.4"))):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    deck.slides.add_slide(deck.slide_layouts[6])
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


@cache
def samples() -> MappingProxyType[str, bytes]:
    """The sample files, and those that are made: PDF, PowerPoint, an archive."""
    found = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir()) if path.is_file()}
    deck = [["Counting Tides", "by ear alone"], ["What we hear", "water", "halyards"]]
    found["tides.pdf"] = pdf_paper.make()[0]
    found["talk.pdf"] = pdf_maker.make_slides(deck, "R. Moor, Harbour Days")
    found["deck.pptx"] = presentation()
    found["talks.zip"] = zip_of({"manifest.csv": MANIFEST, "t1.vtt": "v", "t2.vtt": "v", "papers/t1.txt": "p"})
    return MappingProxyType(found)


@cache
def parsed_samples() -> MappingProxyType[str, Parsed]:
    """What each of the samples is read as, by its name."""
    return MappingProxyType({name: parse(data, name) for name, data in samples().items()})


def sample_of(format: str) -> tuple[str, bytes]:
    """(name, bytes) of a sample that is read as of this format."""
    return next((name, samples()[name]) for name, parsed in parsed_samples().items() if parsed.format == format)
