"""The talks of a release as folders of M3AV: what is frozen of them in its manifest.

Texts never change, so that documents are named by their ids. Where a recording was cut, when pages were shown, and what
people said of passages may change later: the manifest has them as they were.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Q

from alignment.recordings.m3av import SPLITS, write_splits
from alignment.types import AlignmentError
from annotator.models import Document, DocumentKind, Pair
from annotator.platform.errors import ServiceError
from annotator.recordings.m3av import TalkParts, folder_of_parts, parts_of, write_into


def talks_of(pairs: Mapping[int, str]) -> list[dict[str, Any]]:
    """What a manifest says of the talks of these pairs; none of talks whose transcripts have no times.

    pairs : with the split that each is in, or an empty text.
    """
    of_pairs = Pair.objects.filter(pk__in=pairs)
    split_of = {target: pairs[pk] for pk, target in of_pairs.values_list("pk", "target")}
    transcripts = Document.objects.filter(
        Q(pk__in=split_of), kind=DocumentKind.TRANSCRIPT, units__start_seconds__isnull=False
    )
    talks: list[dict[str, Any]] = []
    names: set[str] = set()
    for document in transcripts.distinct().order_by("title", "pk"):
        parts = parts_of(document, pairs)
        name = parts.name if parts.name not in names else f"{parts.name}-{document.pk}"
        names.add(name)
        talks.append(
            {
                "name": name, "title": document.title, "split": split_of[document.pk], "transcript": document.pk,
                "deck": parts.deck and parts.deck.pk, "paper": parts.paper and parts.paper.pk,
                "cuts": parts.cuts and [list(cut) for cut in parts.cuts],
                "stretches": [list(stretch) for stretch in parts.stretches],
                "related": parts.related and [[text, [list(one) for one in of]] for text, of in parts.related],
            }
        )  # fmt: skip
    return talks


def write_talk(
    archive: zipfile.ZipFile, talk: Mapping[str, Any], folder: str, id_here: Callable[[int], int | None]
) -> bool:
    """Write the folder of a talk in a manifest; False where no folder can hold it. Raises ServiceError where one of its
    documents is gone."""
    documents = {
        role: _document(talk, id_here(talk[role])) if talk[role] is not None else None for role in ("deck", "paper")
    }
    parts = TalkParts(
        talk["name"], _document(talk, id_here(talk["transcript"])), **documents,
        cuts=talk["cuts"], stretches=talk["stretches"], related=talk["related"],
    )  # fmt: skip
    try:
        write_into(archive, folder_of_parts(parts), folder)
    except AlignmentError:
        return False
    return True


def splits_file(talks: Iterable[Mapping[str, Any]]) -> bytes:
    """``set_split.json``, of the talks that are in a split as M3AV names it; empty where none is."""
    splits = {talk["name"]: talk["split"] for talk in talks if talk["split"] in SPLITS}
    return write_splits(splits).encode() if splits else b""


def _document(talk: Mapping[str, Any], pk: int | None) -> Document:
    document: Document | None = Document.objects.filter(pk=pk or 0).first()
    if document is None:
        raise ServiceError(f"A document of {talk['title']} was deleted, so that its folder cannot be written.")
    return document
