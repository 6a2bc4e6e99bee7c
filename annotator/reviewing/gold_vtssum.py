"""Gold of talks with slides as VT-SSum's JSON (Lv et al. 2021): a file for each talk, its clips the rows.

A clip is what was said while a page was shown: rows of one page that follow each other are one, and a row without words
is a clip without sentences. What was said without a page is a clip as well, as the corpus knows no sentence outside of
one. A clip is a sample if it has a key sentence: in all published files the two are the same.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from django.utils.text import slugify

from alignment.slides.vtssum import Clip, Video, write_video
from annotator.models import PairKind

CONTENT_TYPE = "application/zip"
EXTENSION = "vtssum.zip"


def video_of(records: Iterable[dict[str, Any]]) -> Video:
    """The talk that the gold rows of one pair are of, at least one, in order."""
    rows = list(records)
    first = rows[0]
    about = json.loads(first.get("talk_info") or "{}")
    clips = []
    for number, (_, held) in enumerate(groupby(rows, key=lambda row: row["source_ids"])):
        sentences = [sentence for row in held for sentence in row["sentences"]]
        labels = tuple(one["label"] for one in sentences)
        clips.append(Clip(f"clip_{number}", any(labels), tuple(one["sent"] for one in sentences), labels))
    speaker = first.get("speaker")
    unknown = {"author": [speaker] if speaker else [], "category": []}
    return Video(
        about.get("id", first.get("target_external_id") or str(first["pair_id"])),
        about.get("title", first["pair"]),
        tuple(clips),
        about.get("url", ""),
        about.get("info", unknown),
    )


def file_of(records: Iterable[dict[str, Any]]) -> bytes:
    """The file of the talk of one pair's gold rows."""
    return write_video(video_of(records))


def archive(records: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """A ZIP of the talks with slides among gold records, those of a talk one after the other, in pieces."""
    held = _Unseekable()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as files:
        for number, (_, rows) in enumerate(groupby(_of_slides(records), key=lambda row: row["pair_id"]), start=1):
            held_rows = list(rows)
            title = slugify(held_rows[0]["pair"], allow_unicode=True)[:60]
            files.writestr(f"{number:04}-{title or 'talk'}.json", file_of(held_rows))
            yield held.taken()
    yield held.taken()


def _of_slides(records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (row for row in records if row["kind"] == PairKind.SLIDES_TALK)


class _Unseekable(io.RawIOBase):
    """A file that is read while it is written."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def taken(self) -> bytes:
        taken = bytes(self._held)
        self._held.clear()
        return taken
