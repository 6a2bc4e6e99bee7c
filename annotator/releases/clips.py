"""The clips of a release: which segments of its talks they are, frozen in its manifest with the hash of each recording.

A clip's bytes follow from the recording and its times, so that a file of clips that is lost is cut again, from the same
recording or not at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db.models import Q

from alignment.recordings.audio import missing_extra
from annotator.importers.base import Refused
from annotator.models import Document, DocumentKind, Pair, TranscriptSegments
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat
from annotator.recordings.clips import spoken_in, too_long
from annotator.recordings.m3av import talk_name
from annotator.recordings.nearby import MOST_RARE_WORDS, rare_words_of
from annotator.recordings.sound import OpenedSound, sound_of

#: Of one release: they stand in its manifest, which is read as a whole.
MOST_CLIPS = 30_000


def segments_of(pairs: Mapping[int, str]) -> dict[str, Any]:
    """What a manifest says of the clips of these pairs' talks, but for the hashes of their recordings.

    pairs : with the split that each is in, or an empty text; a talk is in that of its pairs, which have the same.
    Raises ServiceError where no talk has any, and for a segment that is no clip.
    """
    if why := missing_extra():
        raise ServiceError(f"{why} Nothing was released.")
    of_pairs = Pair.objects.filter(pk__in=pairs)
    split_of = {
        document: pairs[pk] for pk, *sides in of_pairs.values_list("pk", "source", "target") for document in sides
    }
    is_of_them = Q(pk__in=of_pairs.values("source")) | Q(pk__in=of_pairs.values("target"))
    documents = Document.objects.filter(is_of_them, kind=DocumentKind.TRANSCRIPT).order_by("title", "pk")
    talks: list[dict[str, Any]] = []
    names: set[str] = set()
    n_without = n_clips = 0
    for document in documents:
        cut = TranscriptSegments.objects.filter(document=document).first()
        if cut is None or not document.media_file:
            n_without += 1
            continue
        spoken = spoken_in(document, cut)
        if why := too_long((one.start, one.end) for one in spoken):
            raise ServiceError(f"{document.title}: {why} Nothing was released.")
        n_clips += len(spoken)
        if n_clips > MOST_CLIPS:
            raise ServiceError(f"There are more than {MOST_CLIPS:,} clips. Release fewer talks at a time.")
        name = talk_name(document)
        if name in names:
            name = f"{name}-{document.pk}"
        names.add(name)
        talks.append(
            {
                "name": name, "title": document.title, "language": document.language, "split": split_of[document.pk],
                "recording": str(document.media_file.name), "sha256": "",
                "segments": [[one.start, one.end, one.text, one.speaker] for one in spoken],
                "rare_words": rare_words_of(document)[:MOST_RARE_WORDS],
            }
        )  # fmt: skip
    if not talks:
        raise ServiceError("No talk of this release has segments and a recording on this site. Nothing was released.")
    return {"form": "flac", "talks": talks, "n_without": n_without}


def hash_recordings(clips: dict[str, Any], heartbeat: Heartbeat) -> None:
    """Put the hash of each recording into what `segments_of` says."""
    for talk in clips["talks"]:
        heartbeat.note(0.5, f"Reading the recording of {talk['title']}"[:200])
        talk["sha256"] = _digest(talk)


@contextmanager
def sound_of_talk(talk: Mapping[str, Any], rate: int | None = None) -> Iterator[OpenedSound]:
    """As `sound_of`, of a talk in a manifest. rate : None for that of the recording.

    Raises ServiceError where its recording is not the one that was frozen, or cannot be read.
    """
    if _digest(talk) != talk["sha256"]:
        raise ServiceError(f"The recording of {talk['title']} is not the one that was frozen.")
    try:
        with sound_of(_document(talk), rate) as opened:
            yield opened
    except Refused as refusal:
        raise ServiceError(f"{refusal}.") from None


def _digest(talk: Mapping[str, Any]) -> str:
    try:
        with _document(talk).media_file.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise ServiceError(f"The recording of {talk['title']} is no longer on this site.") from None


def _document(talk: Mapping[str, Any]) -> Document:
    """It is not stored: it names a stored file, which documents of now may name no more."""
    return Document(title=talk["title"], media_file=talk["recording"])
