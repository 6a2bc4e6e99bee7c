"""VT-SSum's JSON (Lv et al. 2021): a talk's sentences in clips, a clip for each slide, with summary labels.

The files hold the sentences twice: in `segmentation`, and with labels in the clips of `summarization`. Clips during
which nothing was said have no sentences; they are in `summarization` only, and the others equal the segments in order.
A `Video` therefore keeps the clips, and its segments follow. Writing what was read gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from alignment.types import AlignmentError

Path = tuple[str | int, ...]


class WrongVideo(AlignmentError):
    """What is not as VT-SSum has it. path : where in the file's JSON it stands. message : what stands there."""

    def __init__(self, path: Path, message: str, expected: str) -> None:
        super().__init__(f"{message}; expected {expected}")
        self.path, self.message, self.expected = path, message, expected


_FIELDS = ("id", "title", "info", "url", "segmentation", "summarization")


@dataclass(frozen=True, slots=True)
class Clip:
    """What was said while a slide was shown.

    is_sample : whether it counts for summaries: its slide has enough words, and something that was said resembles them.
    labels : 1 for a key sentence, else 0; one for each sentence.
    """

    name: str
    is_sample: bool
    sentences: tuple[str, ...]
    labels: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.sentences) != len(self.labels):
            raise AlignmentError(
                f"{self.name}: {len(self.sentences)} sentences but {len(self.labels)} labels; expected one for each"
            )


@dataclass(frozen=True, slots=True)
class Video:
    """A talk. info : what else is known of it: author, published, recorded, category, ..., as in the file."""

    id: str
    title: str
    clips: tuple[Clip, ...]
    url: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)

    @property
    def segments(self) -> tuple[Clip, ...]:
        """The clips that have sentences."""
        return tuple(clip for clip in self.clips if clip.sentences)

    @property
    def samples(self) -> tuple[Clip, ...]:
        """The clips that count for summaries."""
        return tuple(clip for clip in self.clips if clip.is_sample)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences in order."""
        return tuple(sentence for clip in self.clips for sentence in clip.sentences)

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Positions of the sentences that begin a segment, except the first."""
        return tuple(accumulate(len(clip.sentences) for clip in self.segments))[:-1]


def read_video(data: bytes, name: str = "the file") -> Video:
    """A talk from its file.

    Raises
    ------
    AlignmentError
        If it is not VT-SSum's JSON, naming the file, the clip and the sentence.
    """
    try:
        fields = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise AlignmentError(f"{name}: not JSON in UTF-8 ({error}); expected a video of VT-SSum") from error
    try:
        return video_of(fields)
    except WrongVideo as error:
        raise AlignmentError(f"{name}: {error}") from error


def video_of(fields: Any) -> Video:
    """A talk from the JSON of its file, decoded. Raises WrongVideo where it is not as the corpus has it."""
    if not isinstance(fields, dict) or set(fields) != set(_FIELDS):
        found = ", ".join(map(str, fields)) if isinstance(fields, dict) else type(fields).__name__
        raise WrongVideo((), f"found {found[:200] or 'nothing'}", f"an object of {', '.join(_FIELDS)}")
    for key, kind in zip(_FIELDS, (str, str, dict, str, list, dict), strict=True):
        _expect(fields[key], kind, (key,), key)
    clips = tuple(_clip(key, value) for key, value in fields["summarization"].items())
    video = Video(fields["id"], fields["title"], clips, fields["url"], fields["info"])
    _check_segments(video, fields["segmentation"])
    return video


def write_video(video: Video) -> bytes:
    """The file of a talk, as the corpus has it: indented by four, ASCII, no line end after the last brace."""
    fields = {
        "id": video.id,
        "title": video.title,
        "info": dict(video.info),
        "url": video.url,
        "segmentation": [list(clip.sentences) for clip in video.segments],
        "summarization": {
            clip.name: {
                "is_summarization_sample": clip.is_sample,
                "summarization_data": [
                    {"sent": sentence, "label": label}
                    for sentence, label in zip(clip.sentences, clip.labels, strict=True)
                ],
            }
            for clip in video.clips
        },
    }
    return json.dumps(fields, indent=4).encode()


def _clip(name: str, value: Any) -> Clip:
    path: Path = ("summarization", name)
    _expect(value, dict, path, name)
    is_sample, items = value.get("is_summarization_sample"), value.get("summarization_data")
    _expect(is_sample, bool, path, f"{name}: is_summarization_sample")
    _expect(items, list, path, f"{name}: summarization_data")
    for number, item in enumerate(items):
        at, where = (*path, "summarization_data", number), f"{name} sentence {number}"
        _expect(item, dict, at, where)
        _expect(item.get("sent"), str, at, f"{where}: sent")
        if type(item.get("label")) is not int or item["label"] not in (0, 1):
            raise WrongVideo(at, f"{where}: label is {str(item.get('label'))[:40]!r}", "0 or 1")
    return Clip(name, is_sample, tuple(item["sent"] for item in items), tuple(item["label"] for item in items))


def _check_segments(video: Video, segmentation: list[Any]) -> None:
    segments = video.segments
    if len(segmentation) != len(segments):
        message = f"{len(segmentation)} segments but {len(segments)} clips with sentences"
        raise WrongVideo(("segmentation",), message, "as many")
    for number, (clip, segment) in enumerate(zip(segments, segmentation, strict=True)):
        if list(clip.sentences) != segment:
            message = f"segment {number} has not the sentences of {clip.name}"
            raise WrongVideo(("segmentation", number), message, "the same")


def _expect(value: Any, kind: type, path: Path, place: str) -> None:
    words = {str: "a text", dict: "an object", list: "a list", bool: "true or false"}
    if type(value) is not kind:
        raise WrongVideo(path, f"{place} is {json.dumps(value)[:40]}", words[kind])


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if key in [other for other, _ in pairs[:number]])
        raise ValueError(f"{twice!r} is there twice")
    return fields
