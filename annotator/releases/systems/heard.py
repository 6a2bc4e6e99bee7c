"""Reading what a recogniser heard in a talk, some segments at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotator.corpus.media import media_url
from annotator.models import Document, HeardTalk, Release
from annotator.releases.systems.recognition import segments_in

#: Segments of one answer.
PAGE = 50
#: Which segments: those with errors, those with rare words.
ONLY: dict[str, Callable[[dict[str, Any]], bool]] = {
    "errors": lambda segment: segment["errors"] > 0,
    "rare": lambda segment: bool(segment["rare"]),
}


def media_url_of(release: Release, number: int) -> str | None:
    """Where the recording of a talk of a release is played from; None where no document has it any more."""
    manifest = Release.objects.values_list("manifest", flat=True).get(pk=release.pk)
    talks = segments_in(manifest) if manifest else []
    if number > len(talks):
        return None
    recordings = Document.objects.filter(project=release.test_set.project, media_file=talks[number - 1]["recording"])
    document = recordings.order_by("-pk").first()
    return media_url(document) if document else None


def heard_page(talk: HeardTalk, only: str = "", after: int = 0) -> dict[str, Any]:
    """The talk with `PAGE` of its segments, after so many of those that are asked for."""
    chosen = [each for each in talk.segments if not only or ONLY[only](each)]
    segments = [
        {**each, "runs": [dict(zip(("reference", "heard", "letters"), run, strict=True)) for run in each["runs"]]}
        for each in chosen[after : after + PAGE]
    ]
    return {
        "number": talk.number, "title": talk.title, "n_segments": len(talk.segments), "count": len(chosen),
        "segments": segments,
    }  # fmt: skip
