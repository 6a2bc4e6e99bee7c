"""Slides in PowerPoint (PPTX): a slide a unit. Titles come first, then text boxes and tables from top to bottom; notes
apart."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any

from lxml import etree

from annotator.importers.base import Document, Format, LeftOut, Options, Pages, Parsed, Problems, Unit
from annotator.importers.support.language import detect
from annotator.importers.support.zip_source import Archive, begins_as_office

#: What python-pptx lets through when a file is not what it says.
_DAMAGE = (
    KeyError, ValueError, AttributeError, TypeError, IndexError, NotImplementedError, OSError, EOFError, RuntimeError,
    etree.LxmlError, zlib.error, zipfile.BadZipFile,
)  # fmt: skip
_DEPTH = 20  # groups within groups


def _sniff(head: bytes, name: str) -> float:
    if not head.startswith(b"PK\x03\x04"):
        return 0.0
    return 0.98 if b"ppt/" in head and begins_as_office(head) else 0.5 if name.lower().endswith(".pptx") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    import pptx  # takes half a second, which every other format would pay
    from pptx.exc import PythonPptxError

    archive = Archive(data, problems)  # the same bounds as for any zip
    if "ppt/presentation.xml" not in archive.names:
        raise problems.refuse("this is not a PowerPoint file", expected="ppt/presentation.xml within it")
    for member in archive.names:
        if member.endswith((".xml", ".rels")) and b"<!ENTITY" in archive.read(member)[:4096]:
            raise problems.refuse(
                f"{member} declares an entity", text="<!ENTITY", expected="XML without entity declarations"
            )
    try:
        slides = list(pptx.Presentation(io.BytesIO(data)).slides)
    except (*_DAMAGE, PythonPptxError):
        raise problems.refuse(
            "the presentation is damaged and cannot be opened", expected="a complete PPTX file"
        ) from None
    units: list[Unit] = Pages(problems, options)
    left_out: list[LeftOut] = []
    notes: list[str] = []
    for number, slide in enumerate(slides, 1):
        try:
            lines, hidden = _lines(slide)
            note = (
                slide.notes_slide.notes_text_frame.text.strip()
                if slide.has_notes_slide and slide.notes_slide.notes_text_frame
                else ""
            )
        except _DAMAGE:
            problems.error("the slide is damaged and cannot be read", page=number, expected="a complete PPTX file")
            continue
        left_out += [LeftOut(text, "slide number, date or footer", None, number, len(units)) for text in hidden]
        units.append(Unit("\n".join(lines), page=number))
        notes.append(note)
        if not lines:
            problems.warning("the slide has no text", page=number)
    if not any(unit.text for unit in units) and not problems.has_errors:
        raise problems.refuse("no slide has text", expected="slides with text")
    title = next((unit.text.split("\n")[0] for unit in units if unit.text), "")
    language = options.get("language") or detect(" ".join(unit.text for unit in units))[0]
    metadata: dict[str, Any] = {"pages": len(units), "joiner": "\n", "notes": notes}
    document = Document("slides", title, language, (), tuple(units), tuple(left_out), metadata)
    return Parsed("pptx", (document,), problems=problems.all())


def _lines(slide: Any) -> tuple[list[str], list[str]]:
    """(lines of text, texts of footers): the title first, then by position."""
    shown: list[tuple[bool, int, int, list[str]]] = []
    hidden: list[str] = []
    title = slide.shapes.title
    for shape in _flat(slide.shapes, 0):
        lines = _text_of(shape)
        if not lines:
            continue
        if shape.is_placeholder and getattr(shape.placeholder_format.type, "name", "") in _FOOTERS:
            hidden.append(" ".join(lines))
            continue
        is_title = title is not None and shape.shape_id == title.shape_id
        shown.append((not is_title, shape.top or 0, shape.left or 0, lines))
    return [line for *_, lines in sorted(shown) for line in lines], hidden


#: The names of placeholder types that are no content of the slide.
_FOOTERS = ("SLIDE_NUMBER", "DATE", "FOOTER")


def _flat(shapes: Any, depth: int) -> list[Any]:
    flat: list[Any] = []
    for shape in shapes:
        if hasattr(shape, "shapes") and depth < _DEPTH:
            flat += _flat(shape.shapes, depth + 1)
        else:
            flat.append(shape)
    return flat


def _text_of(shape: Any) -> list[str]:
    if shape.has_text_frame:
        texts = [paragraph.text for paragraph in shape.text_frame.paragraphs]
    elif getattr(shape, "has_table", False) and shape.has_table:
        texts = [" ".join(cell.text for cell in row.cells) for row in shape.table.rows]
    else:
        return []
    return [clean for text in texts for line in text.split("\v") if (clean := " ".join(line.split()))]


FORMAT = Format("pptx", "Slides, PowerPoint", (".pptx",), ("slides",), _sniff, _parse)
