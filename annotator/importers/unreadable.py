"""Files that people drop and that are not read: what they are, and what to do instead."""

from __future__ import annotations

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "an old Microsoft Office file", "save it as PDF, PPTX or text"),
    (b"{\\rtf", "a Rich Text file", "save it as PDF or text"),
    (b"\x89PNG", "a picture", "its text, or a PDF with text in it"),
    (b"\xff\xd8\xff", "a picture", "its text, or a PDF with text in it"),
    (b"GIF8", "a picture", "its text, or a PDF with text in it"),
    (b"ID3", "a sound recording", "its transcript"),
    (b"\xff\xfb", "a sound recording", "its transcript"),
    (b"OggS", "a sound recording", "its transcript"),
    (b"fLaC", "a sound recording", "its transcript"),
    (b"\x1a\x45\xdf\xa3", "a film", "its transcript"),
    (b"%!PS", "a PostScript file", "save it as PDF"),
    (b"\x1f\x8b", "a gzip archive", "unpack it, or use zip"),
    (b"BZh", "a bzip2 archive", "unpack it, or use zip"),
    (b"\xfd7zXZ", "an xz archive", "unpack it, or use zip"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it, or use zip"),
    (b"Rar!", "a RAR archive", "unpack it, or use zip"),
    (b"\x7fELF", "a program", "a document"),
    (b"MZ\x90", "a program", "a document"),
    (b"SQLite format 3", "a database", "a document"),
)
_ZIP_PARTS: tuple[tuple[bytes, str, str], ...] = (
    (b"word/", "a Word document", "save it as PDF or text"),
    (b"xl/", "an Excel workbook", "save it as TSV"),
    (b"mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file", "save it as PDF or text"),
    (b"mimetypeapplication/epub", "an e-book", "its text"),
)


def what_it_is(data: bytes, name: str) -> tuple[str, str]:
    """(what the file is, what is expected instead), or two empty texts where it may be readable."""
    for signature, known, advice in _SIGNATURES:
        if data.startswith(signature):
            return known, advice
    if data[:4] == b"RIFF" and data[8:12] in (b"WAVE", b"AVI ", b"WEBP"):
        return "a recording or a picture", "its transcript"
    if data[4:8] == b"ftyp":
        return "a film or a sound recording", "its transcript"
    if data.startswith(b"PK\x03\x04"):
        for part, known, advice in _ZIP_PARTS:
            if part in data[:4096]:
                return known, advice
    if data[:1024].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return "a web page", "save it as PDF or text"
    return "", ""
