"""Reading what the slides of a deck say: asked for, done by a worker page by page, gone on with after the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction

from alignment.slide_text.blocks import Block as Picked
from alignment.slide_text.folding import fold, frame_content, repeated
from alignment.slide_text.ocr import available
from alignment.types import Cancelled
from annotator.corpus.importing.archives import source_of
from annotator.decks.pages import n_pages, pages_of
from annotator.decks.pictures import can_be_drawn
from annotator.decks.slide_text.blocks import (
    Line,
    OfDeck,
    by_rules,
    counts_of,
    is_same,
    lines_of,
    only_new,
    picked_blocks,
    with_kinds,
)
from annotator.decks.slide_text.options import fold_options, merge_options, with_defaults
from annotator.decks.slide_text.storing import store
from annotator.importers import sandbox
from annotator.importers.base import MAX_PICTURE_LINES, PictureText, Refused
from annotator.models import (
    Document,
    DocumentKind,
    PagePicture,
    PicturesState,
    ReadPictures,
    SlidePage,
    SlideText,
    SlideTextJob,
    SlideTextState,
)
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_OCR = "ocr"


def why_no_ocr() -> str:
    """Why this site reads no text from pictures, and what to install; empty where it does."""
    usable, sentence = available()
    return "" if usable else sentence


def request_reading(
    *,
    document: Document,
    user: User | None,
    pictures: str = ReadPictures.MISSING,
    options: Mapping[str, float] | None = None,
) -> SlideText:
    """Have a worker read what is not read yet, and have the rules run again on all that people have not changed.

    pictures : one of `ReadPictures`. options : of the rules; those that the deck has where there are none. Raises
    ServiceError for what is no deck, for all pictures where no reader is installed, and for a deck with a newer
    version; Conflict while a worker is at its text.
    """
    check_is_deck(document)
    if pictures == ReadPictures.ALL and (why := why_no_ocr()):
        raise ServiceError(why, code="no_ocr", field="pictures")
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        check_is_latest(document)
        text = SlideText.objects.filter(document=document).first()
        if text is None:
            text = SlideText.objects.create(
                document=document, pictures=pictures, options=with_defaults(options or {}), created_by=user
            )
        else:
            set_options = with_defaults(text.options if options is None else options)
            if not text.begin(SlideTextJob.READ, pictures=pictures, options=set_options):
                raise Conflict("A worker is at the text of these slides. Wait until it is done, or cancel that.")
        enqueue(text)
        note_of("slide_text_read", document)
    return text


def check_is_deck(document: Document) -> None:
    if document.kind != DocumentKind.SLIDES:
        raise ServiceError(f"{document.title} is not a deck of slides.", code="wrong_kind")


def check_is_latest(document: Document) -> None:
    if Document.objects.filter(previous=document).exists():
        raise Conflict(f"{document.title} has a newer version. Go on with that one.", code="superseded")


def stop_or_remove(document: Document) -> None:
    """Stop what a worker does; where there is nothing to stop, remove the text that was read.

    Raises SlideText.DoesNotExist where there is none; Conflict where people have changed it.
    """
    with transaction.atomic():
        text = SlideText.objects.select_for_update().get(document=document)
        if text.cancel():
            return
        n_changed = text.pages.filter(changed_by__isnull=False).count()
        if n_changed:
            pages = f"{n_changed} page{'s' * (n_changed != 1)}"
            raise Conflict(f"People have worked on {pages} of this text, so it stays.", code="has_changes")
        note_of("slide_text_removed", document)
        text.delete()


def note_of(verb: str, document: Document, detail: str = "") -> None:
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title, detail=detail)


def execute(pk: int) -> None:
    """Do in a worker what its job says."""
    found = SlideText.objects.select_related("document__project", "created_by")
    perform_by_id(found, pk, _work, noun="slide text")


def _work(text: SlideText, heartbeat: Heartbeat) -> None:
    if text.job == SlideTextJob.STORE:
        store(text, heartbeat)
        return
    if can_be_drawn(text.document):
        _read_layer(text, heartbeat)
    else:
        _read_deck(text)
    _merge(text)
    if text.pictures != ReadPictures.NONE:
        _read_pictures(text, heartbeat)
        _merge(text)
    heartbeat.progress(0.95, "Comparing pages")
    _fold(text)
    with transaction.atomic():
        heartbeat.finish(SlideTextState.DONE, progress=1.0, message="")


def _read_layer(text: SlideText, heartbeat: Heartbeat) -> None:
    """The text layer of the PDF that the deck was read from, for the pages that have not been read."""
    document = text.document
    done = _read(text, "pdf")
    n = n_pages(document)
    if len(done) >= n:
        return
    heartbeat.progress(0.0, f"Opening {document.source_name}")
    limits = sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1, max_pages=settings.MAX_PAGES)
    with closing(source_of(document)[0]) as opened:
        content = bytes(opened.read(settings.MAX_UPLOAD_BYTES + 1))  # the sandbox refuses what is larger
    sizes = _pictures(document)
    with sandbox.Reader(limits) as reader:
        try:
            n = reader.open_pages(content, document.source_name or "the deck")
            for page in range(1, n + 1):
                if page in done:
                    continue
                heartbeat.progress(0.3 * (page - 1) / n, f"Reading the text of page {page} of {n}")
                _add(text, page, "pdf", _scaled("pdf", reader.text_layer(page), sizes.get(page)))
        except Refused as refusal:
            raise ServiceError(f"{refusal}.") from None


def _read_deck(text: SlideText) -> None:
    """What the pages of a deck say that was read from no PDF: their lines have no places."""
    done = _read(text, "pdf") | _read(text, "deck")
    texts = {page.number: page.text for page in pages_of(text.document)}
    for page in range(1, n_pages(text.document) + 1):
        if page not in done:
            lines = [
                Line("deck", "text", None, line, None) for line in texts.get(page, "").splitlines() if line.strip()
            ]
            _add(text, page, "deck", _Found(0, 0, lines))


def _read_pictures(text: SlideText, heartbeat: Heartbeat) -> None:
    """From pictures of the pages, in the sandbox: of those without text, or of all. What fails at one page is said
    there, and does not stop the others."""
    rows = text.pages.order_by("page").values_list("page", "blocks", "read_from")
    wanted = [
        page
        for page, blocks, read in rows
        if _OCR not in read and (text.pictures == ReadPictures.ALL or not _has_text(blocks))
    ]
    pictures = _pictures(text.document)
    missing = why_no_ocr()
    with sandbox.Reader(sandbox.Limits(megabytes=sandbox.READING_MEGABYTES)) as reader:
        for number, page in enumerate(wanted):
            heartbeat.progress(
                0.3 + 0.6 * number / len(wanted), f"Reading the picture of page {page}, {number + 1} of {len(wanted)}"
            )
            if missing or page not in pictures:
                _say(text, page, missing or "There is no picture of this page to read.")
                continue
            try:
                with pictures[page].picture.open("rb") as opened:
                    found = reader.picture_text(opened.read(), f"the picture of page {page}")
            except FileNotFoundError:
                _say(text, page, "The picture of this page is gone.")
            except Refused as refusal:
                _say(text, page, f"{refusal}.")
            else:
                _add(text, page, _OCR, _scaled(_OCR, found, pictures[page]))


def _has_text(blocks: Sequence[Mapping[str, Any]]) -> bool:
    """A page that has nothing but what repeats, such as a footer, has none; one that a person emptied had some."""
    return any(block["by_hand"] or not block["left_out"] for block in blocks)


def _pictures(document: Document) -> dict[int, PagePicture]:
    pages = PagePicture.objects.filter(pictures__document=document, pictures__state=PicturesState.DONE)
    return {picture.page: picture for picture in pages}


def _read(text: SlideText, source: str) -> set[int]:
    return set(text.pages.filter(read_from__contains=[source]).values_list("page", flat=True))


class _Found:
    """Lines of a page that were read, and the size of the picture that their places are on."""

    def __init__(self, width: int, height: int, lines: Sequence[Line]) -> None:
        self.width, self.height, self.lines = width, height, lines


def _scaled(source: str, found: PictureText, picture: PagePicture | None) -> _Found:
    """On the picture that people see, where there is one."""
    width, height = (picture.width, picture.height) if picture else (found.width, found.height)
    across, down = width / found.width, height / found.height
    lines = [
        Line(source, one.kind, one.confidence, " ".join(one.text.split()),
             [[round(x * across, 1), round(y * down, 1)] for x, y in one.points])
        for one in found.lines if one.text.strip()
    ]  # fmt: skip
    return _Found(width, height, lines)


def _add(text: SlideText, page: int, source: str, found: _Found) -> None:
    """Keep what was read of a page, if the work is still ours: lines that are new make blocks of their own."""
    with transaction.atomic():
        row = _locked(text, page)
        known = lines_of(row.lines)
        if row.width and found.width:
            across, down = row.width / found.width, row.height / found.height
            lines = [
                one._replace(points=one.points and [[x * across, y * down] for x, y in one.points])
                for one in found.lines
            ]
        else:
            row.width, row.height, lines = found.width, found.height, list(found.lines)
        new = only_new(lines, known) if known else lines
        row.lines = [list(one) for one in with_kinds([*known, *new])][:MAX_PICTURE_LINES]
        row.read_from = [*row.read_from, source]
        row.problem = ""
        _set_blocks(row, OfDeck(merge_options(text.options)))
        row.save()


def _say(text: SlideText, page: int, problem: str) -> None:
    with transaction.atomic():
        row = _locked(text, page)
        row.problem = problem[:300]
        row.save()


def _locked(text: SlideText, page: int) -> SlidePage:
    """The row of a page, which is made if it is not there. Raises Cancelled where the work is somebody else's."""
    if not text.beat():
        raise Cancelled
    row = SlidePage.objects.select_for_update().filter(slide_text=text, page=page).first()
    return row or SlidePage(slide_text=text, page=page)


def _set_blocks(row: SlidePage, deck: OfDeck) -> bool:
    """Have the rules make the blocks of a page; whether that changed any."""
    lines = lines_of(row.lines)
    before = row.blocks
    row.blocks = by_rules(lines, before, deck, page=row.page, is_ordered=row.is_ordered)
    row.figures = counts_of(row.blocks, lines)
    same = len(before) == len(row.blocks) and all(map(is_same, before, row.blocks))
    if not same:
        row.revision += 1
        row.checked_by = row.checked_at = None
    return not same


def _merge(text: SlideText) -> None:
    """Merge what people have not changed, and leave out what is on most slides."""
    pages, slides = _slides(text)
    deck = OfDeck(merge_options(text.options), repeated(slides))
    for page in pages:
        with transaction.atomic():
            row = _locked(text, page)
            if _set_blocks(row, deck):
                row.save()


def _slides(text: SlideText) -> tuple[list[int], list[list[Picked]]]:
    """(pages, what was read of each)."""
    rows = list(text.pages.order_by("page").values_list("page", "lines"))
    return [page for page, _ in rows], [picked_blocks(lines_of(lines)) for _, lines in rows]


def _fold(text: SlideText) -> None:
    """Fold pages that another one has all of, but for what repeats and their numbers."""
    pages: list[int] = []
    contents: list[str] = []
    for page, lines, blocks in text.pages.order_by("page").values_list("page", "lines", "blocks"):
        without = {at for block in blocks if block["why"] for at in block["lines"]}
        read = picked_blocks(lines_of(lines))
        pages.append(page)
        contents.append(frame_content([one for at, one in enumerate(read) if at not in without]))
    written = [at for at, content in enumerate(contents) if content]  # pages without text are alike in nothing
    folded = fold([contents[at] for at in written], fold_options(text.options, text.document.language))
    last = {one.segment: written[number] for number, one in enumerate(folded)}
    for number, one in enumerate(folded):
        shows = None if one.kept else pages[last[one.segment]]
        nearest = None if one.nearest is None else pages[written[one.nearest]]
        text.pages.filter(page=pages[written[number]]).update(shows=shows, nearest=nearest, value=one.value)
    unread = [pages[at] for at, content in enumerate(contents) if not content]
    text.pages.filter(page__in=unread).update(shows=None, nearest=None, value=None)
