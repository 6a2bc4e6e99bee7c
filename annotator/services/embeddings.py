"""Store sentence embeddings that were computed elsewhere, after checking that they fit the document."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from annotator.models import Document, DocumentEmbeddings, Pair
from annotator.services.errors import ServiceError
from annotator.services.importing.uploads import kept_only_on_success

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import UploadedFile

    from alignment.vecalign import Embeddings


@transaction.atomic
def store_embeddings(
    *, document: Document, name: str, overlaps: UploadedFile[bytes], vectors: UploadedFile[bytes], user: User
) -> DocumentEmbeddings:
    """Keep the two files in place of any by the same encoder.

    Raises ServiceError naming the file when the lines are not UTF-8, the vectors do not come out even, or a unit of
    the document is not among the lines.
    """
    data, raw = overlaps.read(), vectors.read()
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ServiceError(
            f"{overlaps.name} line {line}: not UTF-8.",
            errors=[{"file": overlaps.name, "line": line, "message": "not UTF-8"}],
        ) from error
    if not lines or len(raw) == 0 or len(raw) % (4 * len(lines)):
        raise ServiceError(
            f"{vectors.name} has {len(raw):,} bytes, {overlaps.name} {len(lines):,} lines; "
            f"expected 4 bytes a number and as many numbers for each line.",
            errors=[{"file": vectors.name, "message": "its size does not fit the lines"}],
        )
    known = set(lines)
    for position, text in document.units.order_by("position").values_list("position", "text"):
        if text.strip() not in known:
            raise ServiceError(
                f"{overlaps.name} lacks sentence {position + 1} of {document.title}: {text[:60]}",
                errors=[{"file": overlaps.name, "message": "a sentence is missing", "text": text[:200]}],
            )
    Document.objects.select_for_update(no_key=True).get(pk=document.pk)  # of two uploads at once the later stays
    before = DocumentEmbeddings.objects.filter(document=document, name=name)
    old = [name for files in before.values_list("overlaps", "vectors") for name in files]
    before.delete()
    digest = hashlib.sha256(data + raw).hexdigest()
    stored = DocumentEmbeddings(
        document=document,
        name=name,
        n_lines=len(lines),
        dimension=len(raw) // (4 * len(lines)),
        sha256=digest,
        uploaded_by=user,
    )
    with kept_only_on_success() as kept:
        stored.overlaps.save(f"{digest[:16]}.overlaps", ContentFile(data), save=False)
        kept.append(str(stored.overlaps.name))
        stored.vectors.save(f"{digest[:16]}.f32", ContentFile(raw), save=False)
        kept.append(str(stored.vectors.name))
        stored.save()
    for path in old:
        transaction.on_commit(partial(default_storage.delete, path))
    return stored


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

    found = uploaded_embeddings(pair)
    if found is None:
        return None
    source, target = (Embeddings.from_files(Path(item.overlaps.path), Path(item.vectors.path)) for item in found)
    return source, target


def embeddings_cache() -> Path:
    """Where what the site's encoders made is kept."""
    return Path(settings.DATA_DIR) / "embeddings"
