"""Talks in the layout of M3AV (Chen et al. 2024): a folder for each, and ``set_split.json`` beside them."""

from __future__ import annotations

import zipfile
from typing import IO

from annotator.platform.writers.archives import entry
from annotator.releases.forms.base import PAPER_TALK, SLIDES_TALK, Form, Frozen, Lacks
from annotator.releases.m3av import splits_file, write_talk


def _write(release: Frozen, out: IO[bytes]) -> Lacks:
    talks = release.manifest["m3av"]
    with zipfile.ZipFile(out, "w") as archive:
        written = [talk for talk in talks if write_talk(archive, talk, f"{release.stem}/", release.document_here)]
        if splits := splits_file(written):
            with entry(archive, f"{release.stem}/set_split.json") as file:
                file.write(splits)
    n = len(talks) - len(written)
    without = (f"talks that no folder can hold ({n:,})",) if n else ()
    return Lacks(always=("rows and their labels", "recordings", *without))


FORM = Form("m3av", "M3AV folders", ".m3av.zip", "application/zip", _write, (PAPER_TALK, SLIDES_TALK), needs="m3av")
