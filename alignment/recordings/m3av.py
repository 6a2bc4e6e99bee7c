"""The folder of a talk in the M3AV corpus, read and written; writing what was read gives the same bytes.

::

    CHI-003EC/
      ocr/ocr_result.json            blocks of each slide, in paragraphs
      ocr/seg_speech_ocr.json        what was said on each slide: follows from the two others, see `rebuild`
      speech/final+timestamps.json   segments, spoken and written, with words and times
      paper/paper_sentences.json     the sentences of the paper
      paper/related_sentences.json   for what was said on each slide the nearest of them, ten as released

The name of a slide's picture is that of the talk and the end of the slide in milliseconds, of seven digits or more.
Files are foreign: every size, number and text in them is checked, and what is wrong is named by its file and place.

Source: Chen et al. 2024; the rules of `rebuild` are read off the released files, and give them exactly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alignment.slide_text.blocks import Block, Point
from alignment.slide_text.merging import Merged
from alignment.transcripts.words import Word
from alignment.types import AlignmentError

OCR, SPEECH_OCR = "ocr/ocr_result.json", "ocr/seg_speech_ocr.json"
SPEECH = "speech/final+timestamps.json"
PAPER, RELATED = "paper/paper_sentences.json", "paper/related_sentences.json"

SPLITS = ("train", "dev", "test")

MAX_BYTES = 64_000_000
MAX_TEXT = 100_000
MAX_ENTRIES = 200_000
#: A talk, in seconds; and a picture, in pixels.
MAX_SECONDS = 100 * 3600
MAX_PIXELS = 100_000
MAX_POINTS = 1000
#: A paragraph with a smaller share of ASCII letters among its characters, spaces aside, is no text of the slide.
MIN_LETTERS = 0.5

_IMAGE = re.compile(r"([A-Za-z0-9._-]{1,200})-([0-9]{7,9})\.(?:jpg|jpeg|png)")
_TIMES = re.compile(r"([0-9]{7,9})_([0-9]{7,9})")


@dataclass(frozen=True, slots=True)
class SlideImage:
    """A slide. paragraphs : for each block its paragraph and its place there, as in the file.

    check : how the text was read, such as ``paddleocr+check``.
    """

    name: str
    blocks: tuple[Block, ...]
    paragraphs: tuple[tuple[int, int], ...]
    check: str = ""

    @property
    def end_seconds(self) -> float:
        return image_end(self.name)

    @property
    def texts(self) -> list[str]:
        """The text of each paragraph, in order of the file: its blocks joined by a space."""
        lines: dict[int, list[str]] = {}
        for each, (paragraph, _) in zip(self.blocks, self.paragraphs, strict=True):
            lines.setdefault(paragraph, []).append(each.text)
        return [" ".join(texts) for texts in lines.values()]


@dataclass(frozen=True, slots=True)
class SpokenSegment:
    """A segment of the speech, spoken and written. start_ms, end_ms : milliseconds from the start of the recording."""

    start_ms: int
    end_ms: int
    spoken: str
    written: str
    spoken_words: tuple[Word, ...]
    written_words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class SlideSpeech:
    """What a slide says, and what was said while it was shown. start, end : seconds."""

    name: str
    check: str
    ocr_text: str
    speech_text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class RelatedSentences:
    """speech_text : what was said. sentences : of the paper, with their similarity, the nearest first."""

    speech_text: str
    sentences: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class M3avTalk:
    """A talk's folder. What the folder does not hold is None."""

    name: str
    slides: tuple[SlideImage, ...] | None = None
    speech: tuple[SpokenSegment, ...] | None = None
    speech_ocr: tuple[SlideSpeech, ...] | None = None
    paper: tuple[str, ...] | None = None
    related: tuple[RelatedSentences, ...] | None = field(default=None)


def image_end(name: str) -> float:
    """The end of a slide in seconds, from the name of its picture.

    >>> image_end("CHI-003EC-0016000.jpg")
    16.0
    """
    match = _IMAGE.fullmatch(name)
    if match is None:
        raise AlignmentError(f"picture {name[:80]!r}: expected a name such as CHI-003EC-0016000.jpg")
    return int(match[2]) / 1000


def image_name(talk: str, end_seconds: float) -> str:
    """The name of a slide's picture.

    >>> image_name("CHI-003EC", 16.0)
    'CHI-003EC-0016000.jpg'
    """
    return f"{talk}-{round(end_seconds * 1000):07}.jpg"


def slide_image(name: str, blocks: Sequence[Block], merged: Merged, check: str = "") -> SlideImage:
    """A slide from blocks and their paragraphs; blocks come in reading order, as in the corpus."""
    order = [(paragraph, place, at) for paragraph, ats in enumerate(merged.paragraphs) for place, at in enumerate(ats)]
    return SlideImage(name, tuple(blocks[at] for *_, at in order), tuple((p, place) for p, place, _ in order), check)


def rebuild(slides: Sequence[SlideImage], speech: Sequence[SpokenSegment]) -> list[SlideSpeech]:
    """`seg_speech_ocr.json` from slides and speech.

    A slide is shown from the end of the one before it. A written word belongs to it if its middle does; words after the
    last slide belong to none. Paragraphs with less than half ASCII letters are left out, and so are slides without text
    or without words.

    Parameters
    ----------
    slides
        Ends ascend.

    Raises
    ------
    AlignmentError
        If a slide ends before the one in front of it, naming both.
    """
    words = sorted(
        ((each.start + each.end) / 2, number, each.text)
        for number, each in enumerate(word for segment in speech for word in segment.written_words)
    )
    result: list[SlideSpeech] = []
    start: float = 0
    at = 0
    for slide in slides:
        end = slide.end_seconds
        if end < start:
            raise AlignmentError(f"slide {slide.name} ends before the one in front of it, at {start:g} s")
        shown: list[tuple[int, str]] = []
        while at < len(words) and words[at][0] < end:
            shown.append(words[at][1:])
            at += 1
        ocr_text = "\n".join(text for text in slide.texts if _is_text(text))
        speech_text = " ".join(text for _, text in sorted(shown))
        if ocr_text and speech_text:
            result.append(SlideSpeech(slide.name, slide.check, ocr_text, speech_text, start, end))
        start = end
    return result


def _is_text(paragraph: str) -> bool:
    characters = paragraph.replace(" ", "")
    letters = sum(char.isascii() and char.isalpha() for char in characters)
    return letters >= MIN_LETTERS * len(characters)


def read_folder(folder: str | Path) -> M3avTalk:
    """A talk from its folder. Raises AlignmentError for a wrong file, and for a folder with none of the files."""
    root = Path(folder)

    def read(path: str) -> bytes | None:
        file = root / path
        if not file.is_file():
            return None
        if file.stat().st_size > MAX_BYTES:
            raise AlignmentError(f"{path}: {file.stat().st_size:,} bytes; expected {MAX_BYTES:,} at most")
        return file.read_bytes()

    files = {path: data for path in (OCR, SPEECH_OCR, SPEECH, PAPER, RELATED) if (data := read(path)) is not None}
    return read_files(root.resolve().name, files)


def read_files(name: str, files: Mapping[str, bytes]) -> M3avTalk:
    """A talk from the files of its folder, by their paths in it; others are passed over."""
    readers: dict[str, Callable[[bytes, str], list[Any]]] = {
        OCR: read_ocr_result, SPEECH_OCR: read_speech_ocr, SPEECH: read_speech, PAPER: read_paper, RELATED: read_related
    }  # fmt: skip
    parts: dict[str, Any] = {
        path: tuple(reader(files[path], path)) for path, reader in readers.items() if path in files
    }
    if not parts:
        raise AlignmentError(f"{name}: no files of M3AV; expected {OCR}, {SPEECH} or others")
    return M3avTalk(
        name, parts.get(OCR), parts.get(SPEECH), parts.get(SPEECH_OCR), parts.get(PAPER), parts.get(RELATED)
    )


def write_files(talk: M3avTalk) -> dict[str, str]:
    """The files of a talk's folder, by their paths in it; only what the talk has."""
    files: dict[str, str] = {}
    if talk.slides is not None:
        files[OCR] = write_ocr_result(talk.slides)
    if talk.speech_ocr is not None:
        files[SPEECH_OCR] = write_speech_ocr(talk.speech_ocr)
    if talk.speech is not None:
        files[SPEECH] = write_speech(talk.speech)
    if talk.paper is not None:
        files[PAPER] = _dumped(list(talk.paper))
    if talk.related is not None:
        files[RELATED] = write_related(talk.related)
    return files


def write_folder(talk: M3avTalk, folder: str | Path) -> None:
    """Write a talk's folder; folders are made, files that are there are replaced."""
    for path, text in write_files(talk).items():
        file = Path(folder) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")


def read_ocr_result(data: bytes, name: str = OCR) -> list[SlideImage]:
    """The slides of ``ocr_result.json``. Raises AlignmentError naming the file, the slide and the block."""
    slides: list[SlideImage] = []
    for place, item in _objects(_decoded(data, name), name, "slide"):
        image = _text(item, "name", place)
        if not _IMAGE.fullmatch(image):
            raise AlignmentError(f"{place}, name: {image[:80]!r}; expected a name such as CHI-003EC-0016000.jpg")
        blocks: list[Block] = []
        paragraphs: list[tuple[int, int]] = []
        for where, each in _objects(_field(item, "ocr_data", place), place, "block", "ocr_data"):
            text = _text(each, "transcription", where)
            blocks.append(Block(_points(_field(each, "points", where), where), text))
            paragraphs.append((_count(each, "index_para", where), _count(each, "index_in_para", where)))
        slides.append(SlideImage(image, tuple(blocks), tuple(paragraphs), _text(item, "check", place, default="")))
    return slides


def write_ocr_result(slides: Iterable[SlideImage]) -> str:
    return _dumped(
        [
            {
                "check": slide.check,
                "name": slide.name,
                "ocr_data": [
                    {
                        "index_in_para": place,
                        "index_para": paragraph,
                        "points": [list(point) for point in each.points],
                        "transcription": each.text,
                    }
                    for each, (paragraph, place) in zip(slide.blocks, slide.paragraphs, strict=True)
                ],
            }
            for slide in slides
        ]
    )


def read_speech(data: bytes, name: str = SPEECH) -> list[SpokenSegment]:
    """The segments of ``final+timestamps.json``. Raises AlignmentError naming the file, the segment and the word."""
    segments: list[SpokenSegment] = []
    for place, item in _objects(_decoded(data, name), name, "segment"):
        times = _text(item, "timestr", place)
        match = _TIMES.fullmatch(times)
        if match is None or int(match[2]) < int(match[1]):
            raise AlignmentError(f"{place}, timestr: {times[:40]!r}; expected milliseconds such as 0004240_0013260")
        spoken, written = (
            tuple(_words(_field(item, key, place), place, key)) for key in ("words_spoken", "words_written")
        )
        segments.append(
            SpokenSegment(
                int(match[1]), int(match[2]), _text(item, "final_spoken", place), _text(item, "final_written", place),
                spoken, written,
            )
        )  # fmt: skip
    return segments


def write_speech(segments: Iterable[SpokenSegment]) -> str:
    return _dumped(
        [
            {
                "timestr": f"{each.start_ms:07}_{each.end_ms:07}",
                "final_spoken": each.spoken,
                "final_written": each.written,
                "words_spoken": [_word_fields(word) for word in each.spoken_words],
                "words_written": [_word_fields(word) for word in each.written_words],
            }
            for each in segments
        ]
    )


def read_speech_ocr(data: bytes, name: str = SPEECH_OCR) -> list[SlideSpeech]:
    """What ``seg_speech_ocr.json`` holds. Raises AlignmentError naming the file and the slide."""
    result: list[SlideSpeech] = []
    for place, item in _objects(_decoded(data, name), name, "slide"):
        start, end = (_number(_field(item, key, place), f"{place}, {key}", MAX_SECONDS) for key in ("start", "end"))
        if end < start:
            raise AlignmentError(f"{place} ends ({end:g} s) before it starts ({start:g} s)")
        texts = [_text(item, key, place) for key in ("name", "check", "ocr_text", "speech_text")]
        result.append(SlideSpeech(texts[0], texts[1], texts[2], texts[3], start, end))
    return result


def write_speech_ocr(slides: Iterable[SlideSpeech]) -> str:
    return _dumped(
        [
            {
                "check": each.check,
                "name": each.name,
                "ocr_text": each.ocr_text,
                "speech_text": each.speech_text,
                "start": each.start,
                "end": each.end,
            }
            for each in slides
        ]
    )


def read_paper(data: bytes, name: str = PAPER) -> list[str]:
    """The sentences of ``paper_sentences.json``. Raises AlignmentError naming the file and the sentence."""
    items = _list(_decoded(data, name), name, "sentences")
    return [_checked_text(item, f"{name}: sentence {number}") for number, item in enumerate(items, start=1)]


def read_related(data: bytes, name: str = RELATED) -> list[RelatedSentences]:
    """What ``related_sentences.json`` holds. Raises AlignmentError naming the file and the entry."""
    result: list[RelatedSentences] = []
    for place, item in _objects(_decoded(data, name), name, "entry"):
        sentences = tuple(
            (_text(each, "sentence", where), _number(_field(each, "cos_similarity", where), where, 1.001, least=-1.001))
            for where, each in _objects(
                _field(item, "related_sentences", place), place, "sentence", "related_sentences"
            )
        )
        result.append(RelatedSentences(_text(item, "speech_text", place), sentences))
    return result


def write_related(entries: Iterable[RelatedSentences]) -> str:
    return _dumped(
        [
            {
                "speech_text": each.speech_text,
                "related_sentences": [
                    {"sentence": sentence, "cos_similarity": similarity} for sentence, similarity in each.sentences
                ],
            }
            for each in entries
        ]
    )


def read_splits(data: bytes, name: str = "set_split.json") -> dict[str, str]:
    """The splits of a corpus: the name of a talk -> one of `SPLITS`."""
    fields = _decoded(data, name)
    if not isinstance(fields, dict):
        raise AlignmentError(f"{name}: expected an object of talk to split")
    for talk, split in fields.items():
        _checked_text(talk, f"{name}: a talk's name")
        if split not in SPLITS:
            raise AlignmentError(f"{name}: {talk[:80]!r} is {str(split)[:40]!r}; expected {', '.join(SPLITS)}")
    return fields


def write_splits(splits: Mapping[str, str]) -> str:
    return json.dumps(dict(splits), ensure_ascii=False, indent=4)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _word_fields(word: Word) -> dict[str, Any]:
    return {"word": word.text, "start": word.start, "end": word.end}


def _decoded(data: bytes, name: str) -> Any:
    if len(data) > MAX_BYTES:
        raise AlignmentError(f"{name}: {len(data):,} bytes; expected {MAX_BYTES:,} at most")
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse)
    except RecursionError as error:
        raise AlignmentError(f"{name}: nested too deeply; expected a file of M3AV") from error
    except ValueError as error:
        raise AlignmentError(f"{name}: not JSON in UTF-8 ({error}); expected a file of M3AV") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def _list(value: Any, place: str, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise AlignmentError(f"{place}: {type(value).__name__}; expected a list of {what}")
    if len(value) > MAX_ENTRIES:
        raise AlignmentError(f"{place}: {len(value):,} {what}; expected {MAX_ENTRIES:,} at most")
    return value


def _objects(value: Any, place: str, what: str, key: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object of a list, with its place for errors, counted from 1."""
    parent = f"{place}, {key}" if key else place
    for number, item in enumerate(_list(value, parent, f"{what}s"), start=1):
        where = f"{place}, {what} {number}" if key else f"{place}: {what} {number}"
        if not isinstance(item, dict):
            raise AlignmentError(f"{where}: {json.dumps(item)[:40]}; expected an object")
        yield where, item


def _field(item: Mapping[str, Any], key: str, place: str) -> Any:
    if key not in item:
        raise AlignmentError(f"{place}: there is no {key}")
    return item[key]


def _text(item: Mapping[str, Any], key: str, place: str, *, default: str | None = None) -> str:
    if default is not None and key not in item:
        return default
    return _checked_text(_field(item, key, place), f"{place}, {key}")


def _checked_text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise AlignmentError(f"{place}: {json.dumps(value)[:40]}; expected a text")
    if len(value) > MAX_TEXT:
        raise AlignmentError(f"{place}: {len(value):,} characters; expected {MAX_TEXT:,} at most")
    if wrong := re.search("[\x00\ud800-\udfff]", value):
        raise AlignmentError(f"{place}: character {wrong.start() + 1} is U+{ord(wrong[0]):04X}, which no text has")
    return value


def _number(value: Any, place: str, most: float, *, least: float = 0) -> Any:
    """The number as it is in the file: whole ones stay whole."""
    if type(value) not in (int, float) or not least <= value <= most:  # which no NaN is
        raise AlignmentError(f"{place}: {json.dumps(value)[:40]}; expected a number from {least:g} to {most:g}")
    return value


def _count(item: Mapping[str, Any], key: str, place: str) -> int:
    value = _field(item, key, place)
    if type(value) is not int or not 0 <= value <= MAX_ENTRIES:
        raise AlignmentError(f"{place}, {key}: {json.dumps(value)[:40]}; expected 0, 1, 2 and so on")
    return value


def _points(value: Any, place: str) -> tuple[Point, ...]:
    is_list = isinstance(value, list) and 4 <= len(value) <= MAX_POINTS
    if not is_list or not all(isinstance(point, list) and len(point) == 2 for point in value):
        raise AlignmentError(f"{place}, points: {json.dumps(value)[:40]}; expected 4 or more points [x, y]")
    return tuple(
        Point(*(_number(each, f"{place}, points", MAX_PIXELS, least=-MAX_PIXELS) for each in point)) for point in value
    )


def _words(value: Any, place: str, key: str) -> Iterator[Word]:
    for where, item in _objects(value, place, "word", key):
        start, end = (_number(_field(item, each, where), f"{where}, {each}", MAX_SECONDS) for each in ("start", "end"))
        if end < start:
            raise AlignmentError(f"{where} ends ({end:g} s) before it starts ({start:g} s)")
        yield Word(_text(item, "word", where), start, end)
