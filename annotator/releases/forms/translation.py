"""Formats of translation programs: TMX 1.4b, XLIFF 2.1 and 1.2, and the document XML of the WMT shared tasks.

Each has one file for each pair of languages. Source and target are the final texts. Null rows have no place in a
translation memory; they are counted and left out.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from annotator.platform.writers.archives import entry
from annotator.releases.forms.base import XML_CHARACTERS, Form, Frozen, Lacks, Record, tag_of, with_both_texts

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Escaped; a carriage return as a reference, as a parser would read it as a line feed."""
    if text.isprintable():  # neither a carriage return nor what XML forbids; a tenth of what the pattern takes
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escape(_FORBIDDEN.sub("\ufffd", text), {"\r": "&#13;"})


def quoted(text: str) -> str:
    return quoteattr(_FORBIDDEN.sub("\ufffd", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def is_allowed_in_xml(text: str) -> bool:
    return text.isprintable() or _FORBIDDEN.search(text) is None


def rows_for_xml(release: Frozen, lacks: Lacks) -> Iterator[tuple[Record, str, str]]:
    for record, source, target in with_both_texts(release.rows(), lacks):
        if not (is_allowed_in_xml(source) and is_allowed_in_xml(target)):
            lacks.add(XML_CHARACTERS)
        yield record, source, target


def _write_tmx(release: Frozen, out: IO[bytes]) -> Lacks:
    lacks = Lacks()
    first = release.languages[0][0] if len({source for source, _ in release.languages}) == 1 else ""
    out.write(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        '<header creationtool="Lectern" creationtoolversion="1" datatype="plaintext" segtype="block" '
        f'adminlang="en" srclang={quoted(first or "*all*")} o-tmf="Lectern">\n'
        f'<prop type="release">{xml_text(release.title)}</prop>\n'
        f'<prop type="sha256">{release.sha256}</prop>\n</header>\n<body>\n'.encode()
    )
    for record, source, target in rows_for_xml(release, lacks):
        labels = "".join(
            f'<prop type="{name}">{"yes" if record[name] else "no"}</prop>'
            for name in ("good_align", "good_mt")
            if record[name] is not None
        )
        labels += "".join(f'<prop type="error_tag">{xml_text(tag)}</prop>' for tag in record["error_tags"])
        out.write(
            f'<tu tuid="{record["number"]}"><prop type="talk">{xml_text(record["pair"])}</prop>{labels}\n'
            f"<tuv xml:lang={quoted(record['source_language'] or 'und')}><seg>{xml_text(source)}</seg></tuv>\n"
            f"<tuv xml:lang={quoted(record['target_language'] or 'und')}><seg>{xml_text(target)}</seg></tuv>\n"
            "</tu>\n".encode()
        )
    out.write(b"</body>\n</tmx>\n")
    return lacks


def talk_of(row: tuple[Record, str, str]) -> tuple[int, str]:
    return row[0]["pair_id"], row[0]["pair"]


def zipped(
    release: Frozen, out: IO[bytes], write: Callable[[Frozen, IO[bytes], Lacks], None], ending: str = "xlf"
) -> Lacks:
    """A file for each pair of languages, for forms whose files have one."""
    lacks = Lacks(always=("labels",))
    with zipfile.ZipFile(out, "w") as archive:
        for languages in release.languages:
            with entry(archive, f"{release.stem}.{tag_of(languages)}.{ending}") as file:
                write(replace(release, only=languages), file, lacks)
    return lacks.with_null_rows(release)


def _write_xliff_2(release: Frozen, out: IO[bytes], lacks: Lacks) -> None:
    """XLIFF 2.1: a file for each talk, a unit for each row."""
    source_language, target_language = (language or "und" for language in release.only or ("", ""))
    out.write(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" xml:space="preserve" '
        f"srcLang={quoted(source_language)} trgLang={quoted(target_language)}>\n".encode()
    )
    for number, (pair, rows) in enumerate(groupby(rows_for_xml(release, lacks), talk_of), start=1):
        out.write(f'<file id="f{number}" original={quoted(pair[1])}>\n'.encode())
        for record, source, target in rows:
            out.write(
                f'<unit id="{record["number"]}"><segment state="final"><source>{xml_text(source)}</source>'
                f"<target>{xml_text(target)}</target></segment></unit>\n".encode()
            )
        out.write(b"</file>\n")
    out.write(b"</xliff>\n")


def _write_xliff_1(release: Frozen, out: IO[bytes], lacks: Lacks) -> None:
    """XLIFF 1.2, for programs that read no later one."""
    source_language, target_language = (language or "und" for language in release.only or ("", ""))
    out.write(
        b'<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
    )
    for pair, rows in groupby(rows_for_xml(release, lacks), talk_of):
        out.write(
            f'<file original={quoted(pair[1])} datatype="plaintext" source-language={quoted(source_language)} '
            f'target-language={quoted(target_language)} xml:space="preserve">\n<body>\n'.encode()
        )
        for record, source, target in rows:
            out.write(
                f'<trans-unit id="{record["number"]}" approved="yes"><source>{xml_text(source)}</source>'
                f'<target state="final">{xml_text(target)}</target></trans-unit>\n'.encode()
            )
        out.write(b"</body>\n</file>\n")
    out.write(b"</xliff>\n")


def _write_xliff_2_zip(release: Frozen, out: IO[bytes]) -> Lacks:
    return zipped(release, out, _write_xliff_2)


def _write_xliff_1_zip(release: Frozen, out: IO[bytes]) -> Lacks:
    return zipped(release, out, _write_xliff_1)


TMX = Form("tmx", "TMX 1.4b", ".tmx", "application/x-tmx+xml; charset=utf-8", _write_tmx)
XLIFF_2 = Form("xliff2", "XLIFF 2.1", ".xliff-2.1.zip", "application/zip", _write_xliff_2_zip)
XLIFF_1 = Form("xliff1", "XLIFF 1.2", ".xliff-1.2.zip", "application/zip", _write_xliff_1_zip)


def _write_wmt(release: Frozen, out: IO[bytes]) -> Lacks:
    """Version 1.0 of wmt-format-tools: a document for each talk. A collection has one language of each side."""
    return zipped(release, out, _write_collection, "xml")


def _write_collection(release: Frozen, out: IO[bytes], lacks: Lacks) -> None:
    source_language, target_language = (language or "und" for language in release.only or ("", ""))
    out.write(
        f"<?xml version='1.0' encoding='utf-8'?>\n<dataset id={quoted(f'{release.title} {release.version}')}>\n"
        f'<collection id="1">\n'.encode()
    )
    for number, (pair, rows) in enumerate(groupby(rows_for_xml(release, lacks), talk_of), start=1):
        held = list(rows)  # of one talk: the source comes before the reference
        out.write(f"<doc origlang={quoted(source_language)} id={quoted(f'{number}-{pair[1]}')}>\n".encode())
        out.write(f"<src lang={quoted(source_language)}><p>\n".encode())
        out.writelines(_segments(held, 1))
        out.write(f"</p></src>\n<ref lang={quoted(target_language)} translator={quoted('A')}><p>\n".encode())
        out.writelines(_segments(held, 2))
        out.write(b"</p></ref>\n</doc>\n")
    out.write(b"</collection>\n</dataset>\n")


def _segments(rows: list[tuple[Record, str, str]], side: int) -> Iterator[bytes]:
    for number, row in enumerate(rows, start=1):
        yield f'<seg id="{number}">{xml_text(str(row[side]))}</seg>\n'.encode()


WMT = Form("wmt", "WMT document XML", ".wmt.zip", "application/zip", _write_wmt)
