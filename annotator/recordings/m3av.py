"""A talk as a folder of M3AV (Chen et al. 2024): what is said, what its slides say, its paper.

A transcript and a deck that were imported from such files are written as they were. Of others, the segments are those
that the recording was cut into, or the lines of the transcript; the spoken form is read off the written one; slides are
the stretches of the pair's timeline, and each line of a page is a block, without a place in the picture.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from django.db.models import Sum
from django.db.models.functions import Length

from alignment.recordings import m3av
from alignment.slide_text.blocks import Block, Point
from alignment.transcripts.words import Word, joined, spread
from alignment.types import AlignmentError
from annotator.decks.pages import pages_of
from annotator.models import Document, DocumentKind, Pair, Timeline, TranscriptSegments
from annotator.platform.errors import ServiceError
from annotator.platform.writers.archives import entry
from annotator.recordings.masking import spoken_words
from annotator.recordings.pieces import Piece, pieces_of
from annotator.recordings.recognitions import check_is_transcript
from annotator.recordings.segments import cuts_of

#: What was said at each place of a talk, and the sentences of its paper that belong to it: position and similarity.
Related = Sequence[tuple[str, Sequence[tuple[int, float]]]]
#: Gives what belongs to the places of a pair's talk, or None.
GivesRelated = Callable[[Pair], Related | None]
_gives_related: list[GivesRelated] = []

#: Of a talk that is written in a request: of some six hours.
MOST_CHARACTERS = 400_000
#: What a block has whose place in the picture nobody knows.
_NOWHERE = (Point(0, 0),) * 4
_CHECKED = "text"
#: What documents are imported by that have in their metadata what else such a file says.
SPEECH_FORMAT, OCR_FORMAT = "m3av-speech", "m3av-ocr"


def gives_related(give: GivesRelated) -> GivesRelated:
    """Have a domain above say which sentences belong to a talk."""
    _gives_related.append(give)
    return give


@dataclass(frozen=True, slots=True)
class TalkParts:
    """What a folder is made of, beside the texts of its documents, which never change.

    cuts : of the recording, seconds; None where it is not cut. stretches : of the deck's timeline.
    """

    name: str
    transcript: Document
    deck: Document | None = None
    paper: Document | None = None
    cuts: Sequence[tuple[float, float]] | None = None
    stretches: Sequence[Sequence[Any]] = ()
    related: Related | None = None


def parts_of(document: Document, pairs: Collection[int] | None = None) -> TalkParts:
    """As they are now. Raises ServiceError for what is no transcript.

    pairs : of which alone the deck and the paper are taken, by their ids.
    """
    check_is_transcript(document)
    sources = {
        pair.source.kind: pair
        for pair in Pair.objects.filter(target=document).select_related("source").order_by("pk")  # the last one stays
        if pair.source.kind in (DocumentKind.SLIDES, DocumentKind.PAPER) and (pairs is None or pair.pk in pairs)
    }
    deck, paper = sources.get(DocumentKind.SLIDES), sources.get(DocumentKind.PAPER)
    cut = TranscriptSegments.objects.filter(document=document).first()
    timeline = Timeline.objects.filter(pair=deck).first() if deck else None
    return TalkParts(
        talk_name(document),
        document,
        deck.source if deck else None,
        paper.source if paper else None,
        [(one.start, one.end) for one in cuts_of(cut)] if cut else None,
        timeline.stretches if timeline else (),
        next((found for give in _gives_related if (found := give(paper)) is not None), None) if paper else None,
    )


def folder_of(document: Document) -> m3av.M3avTalk:
    """The talk of a transcript. Raises ServiceError for other documents."""
    return folder_of_parts(parts_of(document))


def folder_of_parts(parts: TalkParts) -> m3av.M3avTalk:
    """Raises AlignmentError for what no folder holds."""
    speech = tuple(_speech(parts.transcript, parts.cuts))
    slides = tuple(_slides(parts)) if parts.deck else ()
    paper = tuple(parts.paper.texts()) if parts.paper else None
    related = None
    if paper is not None and parts.related is not None:
        related = tuple(
            m3av.RelatedSentences(text, tuple((paper[at], value) for at, value in sentences))
            for text, sentences in parts.related
        )
    return m3av.M3avTalk(
        parts.name,
        slides=slides or None,
        speech=speech or None,
        speech_ocr=tuple(m3av.rebuild(slides, speech)) if slides and speech else None,
        paper=paper,
        related=related,
    )


def talk_name(document: Document) -> str:
    """What the folder of a talk is called: letters, digits, points, hyphens and underscores."""
    name = (document.external_id or document.title).removesuffix(":segments")
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:200] or f"talk-{document.pk}"


def write_zip(out: IO[bytes], document: Document) -> None:
    """The folder of a talk in a ZIP. Raises ServiceError where a file of it cannot be, and for a talk of many hours."""
    n_characters = document.units.aggregate(n=Sum(Length("text")))["n"] or 0
    if n_characters > MOST_CHARACTERS:
        raise ServiceError(
            f"{document.title} has {n_characters:,} characters; {MOST_CHARACTERS:,} are written at once. "
            "A release holds longer talks."
        )
    try:
        talk = folder_of(document)
    except AlignmentError as error:
        raise ServiceError(f"{document.title} can’t be written as a folder of M3AV: {error}.") from None
    with zipfile.ZipFile(out, "w") as archive:
        write_into(archive, talk)


def write_into(archive: zipfile.ZipFile, talk: m3av.M3avTalk, folder: str = "") -> None:
    """The folder of a talk. folder : that it is in, with a slash at the end."""
    for path, text in m3av.write_files(talk).items():
        with entry(archive, f"{folder}{talk.name}/{path}") as file:
            file.write(text.encode())


def _speech(document: Document, cuts: Sequence[tuple[float, float]] | None) -> Iterator[m3av.SpokenSegment]:
    if cuts is None:
        yield from _lines(document)
        return
    pieces = iter(sorted(pieces_of(document).all, key=lambda piece: piece.middle))
    piece = next(pieces, None)
    for start, end in cuts:
        held: list[Piece] = []
        while piece is not None and piece.middle < end:
            if piece.middle >= start:
                held.append(piece)
            piece = next(pieces, None)
        written = tuple(one.as_word() for one in held if one.text.strip())
        text = " ".join("".join(one.text for one in held).split())
        yield _segment(start, end, text, written, document.language)


def _lines(document: Document) -> Iterator[m3av.SpokenSegment]:
    """A segment for each line that has times; spoken forms that came with the transcript are kept."""
    metadata = document.metadata if isinstance(document.metadata, dict) else {}
    units = list(document.units.order_by("position"))
    # Of a check, the spoken lines; of a file of M3AV, the form that did not become the text, with its words. Metadata
    # of the file stay with later versions, whose text they are not.
    checked = metadata.get("checked")
    if document.importer != SPEECH_FORMAT:
        metadata = {}
    is_spoken = metadata.get("form") == "spoken"
    other = "written" if is_spoken else "spoken"
    texts = _parallel(metadata.get(other) or (checked or {}).get("spoken"), len(units))
    words = _parallel(metadata.get(f"{other}_words"), len(units))
    for number, unit in enumerate(units):
        start, end = unit.start_seconds, unit.end_seconds
        if start is None or end is None:
            continue
        own = tuple(
            Word(unit.text[begin:stop], at, until)
            for begin, stop, at, until in unit.words
            if at is not None and until is not None
        ) or tuple(spread(unit.text, start, end, document.language))
        if texts is None:
            yield _segment(start, end, unit.text, own, document.language)
            continue
        text = str(texts[number])
        of_text = tuple(spread(text, start, end, document.language) if words is None else _words(words[number]))
        forms = [(text, of_text), (unit.text, own)]  # spoken, written
        (spoken, of_spoken), (written, of_written) = reversed(forms) if is_spoken else forms
        yield m3av.SpokenSegment(round(start * 1000), round(end * 1000), spoken, written, of_spoken, of_written)


def _words(stored: Sequence[Any]) -> list[Word]:
    return [Word(*word) for word in stored]


def _parallel(value: Any, n: int) -> Sequence[Any] | None:
    return value if isinstance(value, list) and len(value) == n else None


def _segment(start: float, end: float, text: str, written: tuple[Word, ...], language: str) -> m3av.SpokenSegment:
    """With its spoken form, as the normaliser of the language reads it out."""
    texts = spoken_words(written, language) if written else []
    spoken = [
        word
        for one, read in zip(written, texts, strict=True)
        for word in (spread(read, one.start, one.end, language) if read else ())
    ]
    return m3av.SpokenSegment(
        round(start * 1000), round(end * 1000), joined([word.text for word in spoken]), text,
        tuple(Word(word.text, round(word.start, 3), round(word.end, 3)) for word in spoken), written,
    )  # fmt: skip


def _slides(parts: TalkParts) -> Iterator[m3av.SlideImage]:
    deck = parts.deck
    assert deck is not None
    metadata = deck.metadata if isinstance(deck.metadata, dict) and deck.importer == OCR_FORMAT else {}
    blocks, pictures = metadata.get("blocks"), metadata.get("pictures")
    if isinstance(blocks, list) and isinstance(pictures, list) and len(blocks) == len(pictures):
        for (name, check), of_page in zip(pictures, blocks, strict=True):
            yield _imported(name, check, of_page)
        return
    texts = {page.number: page.text for page in pages_of(deck)}
    last = parts.transcript.units.order_by("-end_seconds").values_list("end_seconds", flat=True).first()
    for page, start, end, *_ in parts.stretches:
        until = end if end is not None else last
        if page and until is not None and until > start:
            lines = [line for line in texts.get(page, "").split("\n") if line.strip()]
            made = tuple(Block(_NOWHERE, line) for line in lines)
            places = tuple((number, 0) for number in range(len(lines)))
            yield m3av.SlideImage(m3av.image_name(parts.name, until), made, places, _CHECKED)


def _imported(name: str, check: str, blocks: Sequence[Mapping[str, Any]]) -> m3av.SlideImage:
    return m3av.SlideImage(
        name,
        tuple(Block(tuple(Point(*point) for point in each["points"]), each["text"]) for each in blocks),
        tuple((each["paragraph"], each["index"]) for each in blocks),
        check,
    )
