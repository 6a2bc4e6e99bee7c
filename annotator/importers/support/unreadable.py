"""Files that people drop and that are not read: what they are, and what to do instead."""

from __future__ import annotations

from annotator.importers.support.zip_source import begins_as_office

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "an old Microsoft Office file", "save it as text, PDF or PPTX"),
    (b"{\\rtf", "a Rich Text file", "save it as text, Markdown or PDF"),
    (b"\x89PNG", "a picture", "its text, or a PDF with text in it"),
    (b"\xff\xd8\xff", "a picture", "its text, or a PDF with text in it"),
    (b"GIF8", "a picture", "its text, or a PDF with text in it"),
    (b"ID3", "a sound recording", "its transcript"),
    (b"\xff\xfb", "a sound recording", "its transcript"),
    (b"OggS", "a sound recording", "its transcript"),
    (b"fLaC", "a sound recording", "its transcript"),
    (b"\x1a\x45\xdf\xa3", "a film", "its transcript"),
    (b"%!PS", "a PostScript file", "save it as PDF"),
    (b"PK\x05\x06", "an empty zip archive", "an archive with files in it"),
    (b"\x1f\x8b", "a gzip archive", "unpack it, or use zip"),
    (b"BZh", "a bzip2 archive", "unpack it, or use zip"),
    (b"\xfd7zXZ", "an xz archive", "unpack it, or use zip"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it, or use zip"),
    (b"Rar!", "a RAR archive", "unpack it, or use zip"),
    (b"\x7fELF", "a program", "a document"),
    (b"MZ\x90", "a program", "a document"),
    (b"SQLite format 3", "a database", "a document"),
)
_AS_TEXT = "save it as text, Markdown or PDF"
_AS_SLIDES = "save it as PDF or PPTX"
_AS_TABLE = "save it as TSV or CSV"
#: (how its files are named, what they hold in plain sight, what it is, what to do).
_ZIPPED: tuple[tuple[tuple[str, ...], bytes, str, str], ...] = (
    ((".docx", ".docm", ".dotx"), b"word/document", "a Word document", _AS_TEXT),
    ((".xlsx", ".xlsm", ".xlsb"), b"xl/workbook", "an Excel workbook", _AS_TABLE),
    ((".odt", ".ott"), b"application/vnd.oasis.opendocument.text", "an OpenDocument text", _AS_TEXT),
    ((".ods",), b"application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet", _AS_TABLE),
    ((".odp",), b"application/vnd.oasis.opendocument.presentation", "an OpenDocument presentation", _AS_SLIDES),
    ((".odg", ".odf"), b"application/vnd.oasis.opendocument", "an OpenDocument file", _AS_TEXT),
    ((".epub",), b"application/epub+zip", "an e-book", _AS_TEXT),
    ((".pages",), b"Index/Document.iwa", "a Pages document", _AS_TEXT),
    ((".numbers",), b"Index/Tables/", "a Numbers spreadsheet", _AS_TABLE),
    ((".key",), b"Index/Slide", "a Keynote presentation", _AS_SLIDES),
)


def office_file(data: bytes, name: str) -> tuple[str, str]:
    """(what it is, what to do instead) of a zip that is a text, a table or slides of an office program, else ("", "").

    data : the file, or its beginning. PowerPoint files are none: they are read.
    """
    if not data.startswith(b"PK\x03\x04"):
        return "", ""
    if begins_as_office(data) and b"ppt/" not in data:
        for _, part, known, advice in _ZIPPED:
            if part in data:
                return known, advice
    for endings, _, known, advice in _ZIPPED:
        if name.lower().endswith(endings):
            return known, advice
    return "", ""


def what_it_is(data: bytes, name: str) -> tuple[str, str]:
    """(what the file is, what is expected instead), or two empty texts where it may be readable."""
    for signature, known, advice in _SIGNATURES:
        if data.startswith(signature):
            return known, advice
    if data[:4] == b"RIFF" and data[8:12] in (b"WAVE", b"AVI ", b"WEBP"):
        return "a recording or a picture", "its transcript"
    if data[4:8] == b"ftyp":
        return "a film or a sound recording", "its transcript"
    known, advice = office_file(data, name)
    if known:
        return known, advice
    if data[:1024].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return "a web page", "save it as text, Markdown or PDF"
    return "", ""
