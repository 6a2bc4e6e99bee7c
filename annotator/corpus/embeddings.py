"""Store sentence embeddings that were computed elsewhere, after checking that they fit the document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from alignment.vecalign.overlaps import BLANK_LINE
from annotator.corpus.importing.uploads import check_sizes, kept_only_on_success
from annotator.models import Document, DocumentEmbeddings, Pair
from annotator.platform.errors import ServiceError
from annotator.platform.files import delete_later, local_path

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import UploadedFile

    from alignment.vecalign import Embeddings


#: Numbers a line; encoders have some hundreds or thousands.
MOST_DIMENSIONS = 10_000
#: vecAlign cuts blocks of lines at 10,000 characters.
_LONGEST_LINE = 100_000


@transaction.atomic
def store_embeddings(
    *, document: Document, name: str, overlaps: UploadedFile[bytes], vectors: UploadedFile[bytes], user: User
) -> DocumentEmbeddings:
    """Keep the two files in place of any by the same encoder. They are read in pieces, never whole.

    Raises ServiceError naming the file when it is too large, the lines are not UTF-8, the vectors do not come out even
    or have more than 10,000 dimensions, or a unit of the document is not among the lines.
    """
    check_sizes([(str(file.name), int(file.size or 0)) for file in (overlaps, vectors)])
    n_lines = _check_lines(overlaps, document)
    size = int(vectors.size or 0)
    if n_lines == 0 or size == 0 or size % (4 * n_lines):
        raise ServiceError(
            f"{vectors.name} has {size:,} bytes, {overlaps.name} {n_lines:,} lines; "
            f"expected 4 bytes a number and as many numbers for each line.",
            errors=[{"file": vectors.name, "message": "its size does not fit the lines"}],
        )
    dimension = size // (4 * n_lines)
    if dimension > MOST_DIMENSIONS:
        raise ServiceError(
            f"{vectors.name} has {dimension:,} numbers for each of the {n_lines:,} lines of {overlaps.name}; "
            f"expected {MOST_DIMENSIONS:,} at most.",
            errors=[{"file": vectors.name, "message": f"expected {MOST_DIMENSIONS:,} dimensions at most"}],
        )
    Document.objects.select_for_update(no_key=True).get(pk=document.pk)  # of two uploads at once the later stays
    before = DocumentEmbeddings.objects.filter(document=document, name=name)
    old = [name for files in before.values_list("overlaps", "vectors") for name in files]
    before.delete()
    digest = _digest(overlaps, vectors)
    stored = DocumentEmbeddings(
        document=document, name=name, n_lines=n_lines, dimension=dimension, sha256=digest, uploaded_by=user
    )
    with kept_only_on_success() as kept:
        stored.overlaps.save(f"{digest[:16]}.overlaps", overlaps, save=False)
        kept.append(str(stored.overlaps.name))
        stored.vectors.save(f"{digest[:16]}.f32", vectors, save=False)
        kept.append(str(stored.vectors.name))
        stored.save()
    delete_later(old)
    return stored


def _check_lines(overlaps: UploadedFile[bytes], document: Document) -> int:
    """The number of lines, which hold every unit of the document; only line feeds end a line, as for the engine."""
    units = [text.strip() or BLANK_LINE for text in document.texts()]
    wanted = set(units)
    n_lines = 0
    for line in _lines(overlaps):
        n_lines += 1
        try:
            text = line.removesuffix(b"\r").decode("utf-8-sig" if n_lines == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise _wrong_line(overlaps, n_lines, "not UTF-8") from error
        wanted.discard(text)
    for position, unit in enumerate(units):
        if unit in wanted:
            raise ServiceError(
                f"{overlaps.name} lacks sentence {position + 1} of {document.title}: {unit[:60]}",
                errors=[{"file": overlaps.name, "message": "a sentence is missing", "text": unit[:200]}],
            )
    return n_lines


def _lines(file: UploadedFile[bytes]) -> Iterator[bytes]:
    rest, number = b"", 0
    for chunk in file.chunks():
        *whole, rest = (rest + chunk).split(b"\n")
        number += len(whole)
        yield from whole
        if len(rest) > _LONGEST_LINE:
            raise _wrong_line(file, number + 1, f"longer than {_LONGEST_LINE:,} bytes; expected a sentence or a few")
    if rest:
        yield rest


def _wrong_line(file: UploadedFile[bytes], line: int, message: str) -> ServiceError:
    return ServiceError(
        f"{file.name} line {line}: {message}.", errors=[{"file": file.name, "line": line, "message": message}]
    )


def _digest(*files: UploadedFile[bytes]) -> str:
    digest = hashlib.sha256()
    for file in files:
        for chunk in file.chunks():
            digest.update(chunk)
    return digest.hexdigest()


def uploaded_embeddings(pair: Pair) -> tuple[DocumentEmbeddings, DocumentEmbeddings] | None:
    """Uploaded embeddings of both sides by the same encoder, the newest."""
    targets = {item.name: item for item in reversed(pair.target.embeddings.all())}
    for item in pair.source.embeddings.all():
        if item.name in targets and targets[item.name].dimension == item.dimension:
            return item, targets[item.name]
    return None


def load_embeddings(pair: Pair) -> tuple[Embeddings, Embeddings] | None:
    """Uploaded embeddings of both sides, mapped from their files; None where there are none."""
    from alignment.vecalign import Embeddings

    uploaded = uploaded_embeddings(pair)
    if uploaded is None:
        return None
    source, target = (
        Embeddings.from_files(local_path(str(item.overlaps.name)), local_path(str(item.vectors.name)))
        for item in uploaded
    )
    return source, target


def embeddings_cache() -> Path:
    """Where what the site's encoders made is kept."""
    return Path(settings.DATA_DIR) / "embeddings"
