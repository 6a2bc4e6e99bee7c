"""Uploaded predictions for VT-SSum: boundaries and scores of sentences, checked against the videos they are for.

Boundaries come as JSON, video id -> a list of 0 or 1 for each sentence, 1 where a segment begins; as videos in
VT-SSum's own form, whose segments count; or, for a single video, as lines of 0 or 1. Scores come as JSON, video id ->
clip -> a number for each sentence.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from alignment.slides.ranking import Scores
from alignment.slides.vtssum import Video, read_video
from alignment.types import AlignmentError

#: For each video, 1 for each sentence that begins a segment, else 0.
Marks = Mapping[str, Sequence[int]]


def marks_of(video: Video, boundaries: Sequence[int], *, first: bool = True) -> list[int]:
    """Boundaries as marks; `first` is whether the first sentence of a talk is marked too, as the corpus has it."""
    marks = [0] * len(video.sentences)
    for position in (*boundaries, *([0] if first and marks else [])):
        marks[position] = 1
    return marks


def read_marks(data: bytes, videos: Sequence[Video], name: str = "predictions") -> Marks:
    """Boundaries for all of these videos.

    Raises AlignmentError if a video lacks them, or has more or fewer than sentences; where the sentences themselves are
    there, the first clip that differs is named.
    """
    text = _decoded(data, name)
    if text.lstrip()[:1] != "{":
        return _of_lines(text, videos, name)
    fields = _json(text, name)
    if "segmentation" in fields:
        predicted = read_video(data, name)
        video = _video_of(predicted.id, videos, name)
        _compare(video, predicted, name)
        found = {video.id: marks_of(video, predicted.boundaries)}
    else:
        found = {}
        for key, values in fields.items():
            video = _video_of(key, videos, name)
            if not isinstance(values, list) or any(type(value) is not int or value not in (0, 1) for value in values):
                raise AlignmentError(f"{name}: {key} is no list of 0 and 1")
            _expect_as_many(len(values), video, f"{name}: {key}")
            found[key] = values
    _expect_all(found, videos, name)
    return found


def read_marks_of_files(files: Sequence[tuple[str, bytes]], videos: Sequence[Video]) -> Marks:
    """Boundaries for all of these videos from files, as (name, content): one file for all of them, or one for each.

    Lines of 0 and 1 are for the only video, or for that whose id the file is named by. Raises AlignmentError.
    """
    found: dict[str, Sequence[int]] = {}
    for name, data in files:
        part = read_marks(data, _named(data, videos, name), name)
        if twice := found.keys() & part.keys():
            raise AlignmentError(f"{name}: {min(twice)} is there twice")
        found |= part
    _expect_all(found, videos, files[0][0] if files else "predictions")
    return found


def _named(data: bytes, videos: Sequence[Video], name: str) -> Sequence[Video]:
    """The videos that a file names; all of them where it names none."""
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        fields = None
    ids = {str(fields.get("id")), *fields} if isinstance(fields, dict) else {PurePath(name).stem}
    return [video for video in videos if video.id in ids] or videos


def read_scores(data: bytes, videos: Sequence[Video], name: str = "predictions") -> Mapping[str, Scores]:
    """Scores for all clips that count of these videos; raises AlignmentError, naming video, clip and sentence."""
    found: dict[str, Scores] = {}
    for key, clips in _json(_decoded(data, name), name).items():
        video = _video_of(key, videos, name)
        if not isinstance(clips, dict):
            raise AlignmentError(f"{name}: {key} is no object of clips")
        for clip in video.samples:
            scores, place = clips.get(clip.name), f"{name}: {key} {clip.name}"
            if not isinstance(scores, list) or len(scores) != len(clip.sentences):
                n = len(scores) if isinstance(scores, list) else "no"
                raise AlignmentError(f"{place}: {n} scores; expected {len(clip.sentences)}, one for each sentence")
            for number, score in enumerate(scores):
                if type(score) not in (int, float) or not abs(score) <= sys.float_info.max:
                    raise AlignmentError(f"{place} sentence {number}: {str(score)[:40]!r} is no number")
        found[key] = clips
    _expect_all(found, videos, name)
    return found


def _of_lines(text: str, videos: Sequence[Video], name: str) -> Marks:
    if len(videos) != 1:
        raise AlignmentError(f"{name}: lines of 0 and 1 are for one video, but there are {len(videos)}; expected JSON")
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip() not in ("0", "1"):
            raise AlignmentError(f"{name} line {number}: {line[:40]!r}; expected 0 or 1")
    _expect_as_many(len(lines), videos[0], name)
    return {videos[0].id: [int(line) for line in lines]}


def _compare(video: Video, predicted: Video, name: str) -> None:
    ours, theirs = video.sentences, predicted.sentences
    if ours == theirs:
        return
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    clip, before = "its end", 0
    for each in video.segments:
        before += len(each.sentences)
        if at < before:
            clip = each.name
            break
    raise AlignmentError(f"{name}: {len(ours)} sentences expected, {len(theirs)} found, first difference in {clip}")


def _video_of(key: str, videos: Sequence[Video], name: str) -> Video:
    for video in videos:
        if video.id == key:
            return video
    raise AlignmentError(f"{name}: no video {key[:60]!r}; there are {len(videos)}")


def _expect_as_many(n: int, video: Video, place: str) -> None:
    if n != len(video.sentences):
        raise AlignmentError(f"{place}: {n} marks; expected {len(video.sentences)}, one for each sentence")


def _expect_all(found: Mapping[str, Any], videos: Sequence[Video], name: str) -> None:
    if lacking := [video.id for video in videos if video.id not in found]:
        raise AlignmentError(f"{name}: {len(lacking)} of {len(videos)} videos are missing, the first is {lacking[0]}")


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AlignmentError(f"{name}: byte {error.start} is not UTF-8; save the file as UTF-8") from error


def _json(text: str, name: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AlignmentError(f"{name}: not JSON ({error}); expected predictions by video id") from error
    if not isinstance(fields, dict):
        raise AlignmentError(f"{name}: expected an object of videos, found {type(fields).__name__}")
    return fields
