"""Searches of recordings for the pages of decks: asked for, done by a worker, and stored as timelines.

How and why so: docs/decisions/finding-pages.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import PurePosixPath
from statistics import fmean
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.slides.frames import Frame, Gray, missing_extra, read_picture
from alignment.slides.matching import WATCHING, match_frames
from alignment.slides.page_matcher import PageMatcher
from alignment.slides.watching import Watched, watch
from annotator.corpus.media import media_type
from annotator.corpus.pairs import check_newest, of_latest_texts
from annotator.decks.evidence import Comparisons, FramesSeen, delete_frames, evidence_of, keep_frames
from annotator.decks.timelines import Known, Stretch, keep_found, set_by_people
from annotator.decks.uploads import Kind, as_one, head_of, is_frame
from annotator.importers import sandbox
from annotator.importers.base import Refused
from annotator.models import (
    DeckPictures,
    PageSearch,
    Pair,
    PairKind,
    PicturesState,
    SearchState,
    Timeline,
    TimelineOrigin,
)
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_later, forget_upload, with_descriptor
from annotator.platform.work import Heartbeat, enqueue, perform

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: A second that people have set, where stretches are made.
_SET = -1


def why_not(pair: Pair) -> tuple[str, str]:
    """(code, sentence) of why no recording can be searched for the deck's pages now; empty where one can."""
    if not Pair.objects.filter(of_latest_texts(), pk=pair.pk).exists():
        return "superseded", "A newer version of this pair was imported."
    if missing := missing_extra():
        return "no_video", missing
    if not _pictures_of(pair).exists():
        return "no_pictures", f"{pair.source.title} has no pictures of its pages yet. Open the deck and add a PDF."
    timeline = Timeline.objects.filter(pair=pair).first()
    if timeline is not None and timeline.origin == TimelineOrigin.PERSON:
        return "timeline_set", "People have set all of this timeline. Remove it to search a recording instead."
    return "", ""


def newest_search(pair: Pair) -> PageSearch | None:
    """However it is; without what it saw."""
    return PageSearch.objects.filter(pair=pair).defer("evidence").order_by("pk").last()


def recording_name(pair: Pair) -> str:
    """Of the talk's own recording, where its file is on this site; else empty."""
    return PurePosixPath(str(pair.target.media_file.name)).name if pair.target.media_file else ""


def request_search(*, pair: Pair, user: User | None, files: Sequence[File[Any]] = ()) -> PageSearch:
    """Have a worker find when a recording shows each page of a pair's deck.

    files : a recording, a zip of frames, or frames, one a second; none of them for the talk's own recording. Raises
    ServiceError for other files and where nothing can be searched (`why_not`), TooLarge, and Conflict while a search of
    the pair is under way.
    """
    if pair.kind != PairKind.SLIDES_TALK:
        raise ServiceError(f"{pair.title} has no slides to look for.", code="wrong_kind")
    check_newest(pair)
    code, why = why_not(pair)
    if why:
        raise ServiceError(why, code=code)
    if files:
        with as_one(files, _kind_of, expected="one recording, one zip, or frames") as (name, file):
            return _request(pair, user, name, file)
    if not (name := recording_name(pair)):
        raise ServiceError(f"{pair.target.title} has no recording here. Send a recording or frames.", field="files")
    _check_name(name)
    return _request(pair, user, name, None)


def _request(pair: Pair, user: User | None, name: str, file: IO[bytes] | None) -> PageSearch:
    upload = ""
    try:
        with transaction.atomic():
            Pair.objects.select_for_update(no_key=True).get(pk=pair.pk)
            check_newest(pair)
            others = PageSearch.objects.filter(pair=pair)
            if others.live().exists():
                raise Conflict("A recording is being searched for these pages. Wait until that is done, or cancel it.")
            _remove(others.exclude(state=SearchState.DONE))
            search = PageSearch(pair=pair, name=name[:255], created_by=user)
            if file is not None:
                search.upload.save("recording", File(file), save=False)
                upload = str(search.upload.name)
            search.save()
            enqueue(search)
    except BaseException:
        if upload:
            default_storage.delete(upload)
        raise
    return search


def remove_search(pair: Pair) -> None:
    """Stop the search of a pair, or forget how it ended. What the one done before it saw stays, and the timeline."""
    with transaction.atomic():
        searches = PageSearch.objects.filter(pair=pair)
        newer = searches.exclude(state=SearchState.DONE)
        _remove(newer if newer.exists() else searches)


def _remove(found: Any) -> None:
    rows = list(found.select_for_update())
    PageSearch.objects.filter(pk__in=[search.pk for search in rows]).delete()


def delete_files(search: PageSearch) -> None:
    """Delete what is stored of a search whose row is about to go, by itself or with its pair."""
    delete_later([str(search.upload.name or "")])
    delete_frames(search)


def _kind_of(file: File[Any]) -> Kind:
    """By its name and first bytes alone: what is in it is for the sandbox to see. Raises ServiceError for others."""
    head = head_of(file)
    if is_frame(head):
        return "frame"
    if not (head.startswith(b"PK") and str(file.name).lower().endswith(".zip")):
        _check_name(str(file.name))
    return "whole"


def _check_name(name: str) -> None:
    kind = media_type(name)
    if kind.startswith("audio/"):
        raise ServiceError(f"{name} is sound alone. Send a video, or frames.", field="files")
    if not kind.startswith("video/"):
        raise ServiceError(f"{name} is not a video, a zip of frames, or a PNG or JPEG frame.", field="files")


def execute(pk: int) -> None:
    """Search in a worker."""
    search = PageSearch.objects.select_related("pair__source", "pair__target").filter(pk=pk).first()
    if search is not None:
        perform(search, partial(_find, search), noun="search", failed=partial(_discard, search))


def _find(search: PageSearch, heartbeat: Heartbeat) -> None:
    pair = search.pair
    limits = sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1)
    seen = FramesSeen()
    try:
        with _recording_of(search) as file, sandbox.Reader(limits) as reader:
            frames = seen.passing(_frames(reader, file, search.name, heartbeat))
            matcher = PageMatcher(_pages(pair, heartbeat))
            inliers = match_frames(matcher, frames, samples=_samples(reader, file, search.name))
    except Refused as refusal:
        raise ServiceError(f"{refusal}.") from None
    heartbeat.progress(1.0, "Finding the stretches")
    comparisons = Comparisons(matcher, heartbeat.progress)
    is_stored = False
    while not is_stored:  # what people set meanwhile is filled around
        pair = Pair.objects.filter(page_searches=search.pk).first() or pair  # that of a newer transcript has taken it
        timeline = Timeline.objects.filter(pair=pair).first()
        _check_room(timeline, search)
        kept = set_by_people(timeline)
        watched = watch(inliers, options=WATCHING, fixed=fixed_seconds(kept, len(inliers)))
        stretches = filled_around(kept, watched)
        evidence = evidence_of(stretches, inliers, watched, seen, comparisons)
        with transaction.atomic():
            known = Known(None if timeline is None else timeline.changed_at)
            Pair.objects.select_for_update(no_key=True).get(pk=pair.pk)
            is_elsewhere = PageSearch.objects.filter(pk=search.pk).exclude(pair=pair).exists()
            is_stored = not is_elsewhere and keep_found(pair=pair, stretches=stretches, name=search.name, known=known)
            if is_stored:
                _end(search, pair, heartbeat, inliers, evidence)
                keep_frames(search, evidence, seen)  # now that the work is still ours


def _end(search: PageSearch, pair: Pair, heartbeat: Heartbeat, inliers: Any, evidence: dict[str, Any]) -> None:
    best = inliers.max(axis=1)
    n_frames, n_fitting = int((~np.isnan(best)).sum()), int((best >= WATCHING.limit).sum())
    note("timeline_found", project=pair.project, kind="pair", pk=pair.pk, name=pair.title, by=search.created_by)
    forget_upload(search)
    message = f"{n_fitting:,} of {n_frames:,} frames show a page"
    heartbeat.finish(SearchState.DONE, progress=1.0, message=message, evidence=evidence)
    _remove(PageSearch.objects.filter(pair=pair).exclude(pk=search.pk))


def _check_room(timeline: Timeline | None, search: PageSearch) -> None:
    """Whether there is anything to fill. A file from before the search gives way to it, as to any other file."""
    if timeline is None:
        return
    if timeline.origin == TimelineOrigin.PERSON:
        raise ServiceError("Somebody has set the whole timeline meanwhile. It stays as it is.")
    if timeline.origin == TimelineOrigin.FILE and timeline.changed_at > search.created_at:
        raise ServiceError(f"The timeline was set from {timeline.file_name} meanwhile. It stays as it is.")


def fixed_seconds(kept: Sequence[Stretch], n_seconds: int) -> dict[int, int | None]:
    """The page, from 0, of each second that any part of a stretch is in; None for no slide."""
    return {
        second: page - 1 if page else None
        for page, start, end, *_ in kept
        for second in range(math.floor(start), min(n_seconds, math.ceil(n_seconds if end is None else end)))
    }


def filled_around(kept: Sequence[Stretch], watched: Watched) -> list[Stretch]:
    """A whole timeline: stretches that people set, as they are, and between them what a recording shows."""
    n_seconds = len(watched.pages)
    fixed = fixed_seconds(kept, n_seconds)
    begins = {math.floor(start): start for _, start, *_ in reversed(kept)}
    ends = {math.ceil(end): end for _, _, end, *_ in kept if end is not None}
    stretches: list[Stretch] = list(kept)
    pages = [_SET if second in fixed else page for second, page in enumerate(watched.pages)]
    for page, group in groupby(range(n_seconds), key=pages.__getitem__):
        if page == _SET:
            continue
        seconds = list(group)
        first, last = seconds[0], seconds[-1] + 1
        confidence = round(fmean(watched.slides.confidence[second] for second in seconds), 3)
        # Those beside stretches of people meet them where these begin and end, which is seldom at a whole second.
        start = ends.get(first, first) if first - 1 in fixed else first
        end = begins.get(last, last) if last in fixed else last
        stretches.append([0 if page is None else page + 1, float(start), float(end), confidence])
    return sorted(stretches, key=lambda one: one[1])


def _pictures_of(pair: Pair) -> Any:
    return DeckPictures.objects.filter(document=pair.source_id, state=PicturesState.DONE)


def _pages(pair: Pair, heartbeat: Heartbeat) -> Iterator[Gray]:
    pictures = _pictures_of(pair).first()
    if pictures is None:
        raise ServiceError(f"The pictures of {pair.source.title} were removed meanwhile.")
    pages = list(pictures.pages.order_by("page"))
    for page in pages:
        heartbeat.progress(0.0, f"Preparing page {page.page} of {len(pages)}")
        with page.picture.open("rb") as picture:
            yield read_picture(picture, f"page {page.page}")


def _frames(reader: sandbox.Reader, file: IO[bytes], name: str, heartbeat: Heartbeat) -> Iterator[Frame]:
    picture: Gray | None = None  # the newest
    for second, (frame, share) in enumerate(reader.frames(file, name)):
        heartbeat.progress(share, f"Looking at {_clock(second)}")
        if frame.pixels is None:
            yield Frame(second, None)
            continue
        if frame.pixels:
            picture = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width)
        yield Frame(second, picture)


def _samples(reader: sandbox.Reader, file: IO[bytes], name: str) -> Iterator[Gray]:
    for frame in reader.samples(file, name):
        if frame.pixels:
            yield np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width)


def _clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{f'{hours}:' if hours else ''}{rest // 60:02}:{rest % 60:02}"


@contextmanager
def _recording_of(search: PageSearch) -> Iterator[IO[bytes]]:
    """As `with_descriptor` opens it."""
    stored = search.upload or search.pair.target.media_file
    if not stored:
        raise ServiceError(f"The recording of {search.pair.target.title} was removed meanwhile.")
    with with_descriptor(stored) as file:
        yield file


def _discard(search: PageSearch) -> None:
    """Of what failed only the sentence stays that says why."""
    forget_upload(search)
    delete_frames(search)
