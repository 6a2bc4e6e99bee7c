"""A folder of talks that comes file by file: packed, it is the archive that its manifest makes it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from tempfile import SpooledTemporaryFile
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.core.files.base import File

from annotator.importers.archive import find_manifest
from annotator.services.importing.filing import Upload
from annotator.services.importing.names import safe_name

_IN_MEMORY = 8 * 2**20


def pack_talks(uploads: Sequence[Upload]) -> list[Upload]:
    """The uploads, named by their paths, with those of a folder that has a manifest as one archive.

    A manifest without another file beside it stays a file of its own. Two files of one path are left to the archive's
    reader, which refuses them by name.
    """
    named = [(safe_name(upload.name), upload) for upload in uploads]
    manifest = find_manifest([name for name, _ in named])
    if manifest is None:
        return list(uploads)
    folder = manifest.rpartition("/")[0]
    inside = [(name, upload) for name, upload in named if not folder or name.startswith(f"{folder}/")]
    if len(inside) < 2:
        return list(uploads)
    packed = _packed(folder, inside)
    taken = {id(upload) for _, upload in inside}
    return [packed, *(upload for upload in uploads if id(upload) not in taken)]


def _packed(folder: str, files: Sequence[tuple[str, Upload]]) -> Upload:
    archive = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - deleted when the request lets go of it
    with ZipFile(archive, "w", ZIP_STORED) as packed:
        for name, upload in files:
            # A fixed date: the same files are the same archive whenever they come.
            entry = ZipInfo(name.removeprefix(f"{folder}/") if folder else name)
            with upload.open() as opened, packed.open(entry, "w", force_zip64=upload.size > 2**31) as inside:
                opened.seek(0)
                for chunk in opened.chunks():
                    inside.write(chunk)
    size = archive.tell()
    name = f"{folder.rpartition('/')[2] or 'talks'}.zip"
    return Upload(name, size, lambda: nullcontext(File(archive, name)))
