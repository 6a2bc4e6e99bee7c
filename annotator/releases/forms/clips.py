"""Clips of the talks that a release is about: their segments as sound files, with `metadata.csv` and Kaldi's files."""

from __future__ import annotations

import zipfile
from typing import IO

from annotator.platform.writers.archives import FolderWithSums
from annotator.recordings.clips import ClipFolder, Spoken
from annotator.releases.clips import sound_of_talk
from annotator.releases.forms.base import Form, Frozen, Lacks


def _write(release: Frozen, out: IO[bytes]) -> Lacks:
    clips = release.manifest["clips"]
    with zipfile.ZipFile(out, "w") as archive:
        folder = ClipFolder(FolderWithSums(archive, release.stem), clips["form"])
        for talk in clips["talks"]:
            spoken = [Spoken(start, end, text, speaker) for start, end, text, speaker in talk["segments"]]
            with sound_of_talk(talk) as sound:
                folder.add(talk["name"], spoken, sound, lambda *_: None, talk["split"])
        folder.finish(release.stem, f"{release.title} {release.version}")
    n = clips["n_without"]
    without = (f"talks without segments or a recording ({n:,})",) if n else ()
    return Lacks(always=("rows and their labels", *without))


FORM = Form("clips", "Audio clips", ".clips.zip", "application/zip", _write, needs="clips")
