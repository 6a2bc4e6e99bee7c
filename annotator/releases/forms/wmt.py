"""The document XML of the WMT shared tasks (version 1.0 of wmt-format-tools): a document for each talk.

Two languages a file, as a collection has one of each; null rows are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import IO

from annotator.releases.forms.base import Form, Lacks, Record, Release
from annotator.releases.forms.translation import quoted, rows_for_xml, talk_of, xml_text, zipped


def _write(release: Release, out: IO[bytes]) -> Lacks:
    return zipped(release, out, _write_collection, "xml")


def _write_collection(release: Release, out: IO[bytes], lacks: Lacks) -> None:
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


FORM = Form("wmt", "WMT document XML", ".wmt.zip", "application/zip", _write)
