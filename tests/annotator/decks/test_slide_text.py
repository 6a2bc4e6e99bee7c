"""The text of slides: read from a text layer and from pictures, corrected, and stored as the deck's next version."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from PIL import Image, ImageDraw, ImageFont
from rest_framework.test import APIClient

from alignment.slide_text.merging import MergeOptions
from alignment.types import AlignmentError
from annotator.decks.slide_text import blocks, reading
from annotator.importers import picture_text, sandbox
from annotator.importers.base import PictureText, Problems, TextLine
from annotator.importers.pictures import open_pages
from annotator.models import (
    ActivityEntry,
    DeckPictures,
    Document,
    PagePicture,
    Project,
    Review,
    SlidePage,
    SlideText,
    Timeline,
)
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.importers import pdf_maker
from tests.annotator.importers.hostile_decks import SVG, frame, giant_png
from tests.annotator.shared import do_task

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User], APIClient]
needs_ocr = pytest.mark.skipif(find_spec("rapidocr") is None, reason="needs the extra ocr: LECTERN_EXTRAS=ocr")

TALK = [
    ["Two origins", "Every silence has two origins"],
    ["Two origins", "Every silence has two origins", "Inside a clause it is short"],
    ["Results", "Read speech, ten speakers"],
    [],
]


EMPTY = {"lines": [], "box": None, "text": " "}


@pytest.fixture(autouse=True)
def own_files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read without a child, but by tests that say in their names that they take it."""
    if "in_a_child" in request.node.name:
        return
    opened: dict[sandbox.Reader, Any] = {}

    def open_it(self: sandbox.Reader, data: bytes, name: str) -> int:
        opened[self] = open_pages(data, name, self.limits.max_pages)
        return int(opened[self].n)

    monkeypatch.setattr(sandbox.Reader, "open_pages", open_it)
    monkeypatch.setattr(sandbox.Reader, "text_layer", lambda self, number: opened[self].text_layer(number))
    monkeypatch.setattr(sandbox.Reader, "draw", lambda self, number: opened[self].draw(number))


@pytest.fixture
def slides(project: Project) -> Document:
    """A deck read from a PDF: two steps of one slide, another one, and one without text; with pictures."""
    document = world.make_document(project, "Origins", ["\n".join(page) or " " for page in TALK], kind="slides")
    document.importer, document.metadata, document.source_name = "pdf-slides", {"pages": len(TALK)}, "origins.pdf"
    document.source_file.save("origins.pdf", ContentFile(pdf_maker.make_slides(TALK, "Origins")))
    pictures = DeckPictures.objects.create(document=document, name="origins.pdf", state="done")
    for page in range(1, len(TALK) + 1):
        files = {name: ContentFile(f"{name} {page}".encode(), name=f"{name}.webp") for name in ("picture", "thumbnail")}
        PagePicture.objects.create(pictures=pictures, page=page, width=1600, height=1000, sha256="0" * 64, **files)
    return document


@pytest.fixture
def ocr(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A reader of pictures that is there, and sees two lines on each; the names of what it read."""
    seen: list[str] = []

    def read(self: sandbox.Reader, picture: bytes, name: str) -> PictureText:
        seen.append(f"{name}: {picture.decode()}")
        page = name.rpartition(" ")[2]
        return PictureText(
            800, 500,
            (line(f"Cut {page}!", 100, 100, 300, 140, 0.58), line(f"P = {page}", 100, 300, 200, 330, 0.97)),
        )  # fmt: skip

    monkeypatch.setattr(sandbox.Reader, "picture_text", read)
    monkeypatch.setattr(reading, "available", lambda: (True, ""))
    return seen


@pytest.fixture
def no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "available", lambda: (False, "Install the extra ocr."))


@pytest.fixture
def lead(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def corners(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def line(text: str, left: float, top: float, right: float, bottom: float, sure: float | None = None) -> TextLine:
    return TextLine(text, ((left, top), (right, top), (right, bottom), (left, bottom)), "text", sure)


def address(document: Document, page: int | None = None) -> str:
    whole = f"/api/v1/documents/{document.pk}/slide-text/"
    return whole if page is None else f"{whole}pages/{page}/"


def read(client: APIClient, document: Document, **body: Any) -> Any:
    answer = client.post(address(document), body, format="json")
    assert answer.status_code == 201, answer.json()
    do_task("slide_text", SlideText.objects.get(document=document).pk)
    return client.get(address(document)).json()


def page_of(client: APIClient, document: Document, page: int) -> Any:
    answer = client.get(address(document, page))
    assert answer.status_code == 200
    return answer.json()


def save(
    client: APIClient, document: Document, page: Mapping[str, Any], blocks: Sequence[Any] | None = None, **over: Any
) -> Any:
    body = {"revision": page["revision"], "blocks": page["blocks"] if blocks is None else blocks, **over}
    return client.put(address(document, page["page"]), body, format="json")


def texts(page: Mapping[str, Any]) -> list[str]:
    return [block["text"] for block in page["blocks"] if not block["left_out"]]


def test_the_text_layer_is_read_without_a_reader_of_pictures(lead: APIClient, slides: Document, no_ocr: None) -> None:
    listed = read(lead, slides)
    assert (listed["work"]["state"], listed["no_ocr"]) == ("done", "Install the extra ocr.")
    assert [one["read_from"] for one in listed["pages"]] == [["pdf"]] * 4
    assert [one["problem"] for one in listed["pages"]] == ["", "", "", "Install the extra ocr."]
    page = page_of(lead, slides, 3)
    assert (page["width"], page["height"]) == (1600, 1000)
    title = page["blocks"][0]
    left, top, right, bottom = title["box"]
    assert 0 < left < right < 1600
    assert 0 < top < bottom < 300, "near the top, and not upside down"
    assert (title["text"], title["confidence"], title["by_hand"]) == ("Results", None, False)
    assert lead.post(address(slides), {"pictures": "all"}, format="json").json()["code"] == "no_ocr"


def test_what_is_on_most_slides_is_left_out_and_steps_are_folded(
    lead: APIClient, slides: Document, no_ocr: None
) -> None:
    listed = read(lead, slides)
    page = page_of(lead, slides, 2)
    left = [(block["text"], block["why"]) for block in page["blocks"] if block["left_out"]]
    assert left == [("Origins", "repeats"), ("2", "page number")]
    assert [(one["shows"], one["nearest"], one["value"]) for one in listed["pages"]] == [
        (2, None, None), (None, 1, 0.0), (None, None, None), (None, None, None)
    ]  # fmt: skip
    assert listed["measure"] == "WER without insertions"


def test_pages_without_text_are_read_from_their_pictures(lead: APIClient, slides: Document, ocr: list[str]) -> None:
    listed = read(lead, slides)
    assert ocr == ["the picture of page 4: picture 4"]
    assert listed["pages"][3]["read_from"] == ["pdf", "ocr"]
    page = page_of(lead, slides, 4)
    assert texts(page) == ["Cut 4!", "P = 4"]
    assert page["blocks"][0]["box"] == [200, 200, 600, 280], "on the picture that people see"
    assert [block["confidence"] for block in page["blocks"]] == [0.58, 0.97, None, None]
    assert page["figures"]["doubtful"] == 1


def test_pictures_add_what_the_text_layer_has_not(lead: APIClient, slides: Document, ocr: list[str]) -> None:
    read(lead, slides, pictures="none")
    assert ocr == []
    page = page_of(lead, slides, 3)
    assert (
        save(lead, slides, page, [{**page["blocks"][0], "text": "The results"}, *page["blocks"][1:]]).status_code == 200
    )
    read(lead, slides, pictures="all")
    assert len(ocr) == 4
    page = page_of(lead, slides, 3)
    assert {"The results", "P = 3"} <= set(texts(page)), "what a person wrote stands"
    assert "Cut 3!" not in texts(page), "it stands where the text layer has a line"
    assert sorted({one["source"] for one in page["lines"]}) == ["ocr", "pdf"]


def test_pages_whose_words_are_not_those_of_their_file_are_marked(
    lead: APIClient, slides: Document, no_ocr: None
) -> None:
    listed = read(lead, slides)
    assert [one["figures"]["differs"] for one in listed["pages"]] == [0, 0, 0, 0]
    page = page_of(lead, slides, 3)
    first, *others = page["blocks"]
    turned = save(lead, slides, page, [*others, first]).json()
    assert turned["figures"]["differs"] == 0, "another order, the same words"
    corrected = save(lead, slides, turned, [*others, {**first, "text": "The results"}]).json()
    assert corrected["figures"]["differs"] == 1
    assert lead.get(address(slides)).json()["pages"][2]["figures"]["differs"] == 1


def test_rare_words_of_a_page_are_those_that_the_language_seldom_uses(
    lead: APIClient, slides: Document, no_ocr: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(lead, slides)
    where = "annotator.decks.slide_text.content."
    monkeypatch.setattr(where + "available", lambda: (False, "not here"))
    assert page_of(lead, slides, 3)["rare_words"] is None
    monkeypatch.setattr(where + "available", lambda: (True, "here"))
    monkeypatch.setattr(where + "common_words", lambda language: ["results"])
    page = page_of(lead, slides, 3)
    words = re.findall("[a-z]+", page["text"].lower())
    assert page["rare_words"] == [word for word in dict.fromkeys(words) if word != "results"]
    assert "results" in words

    def unknown(language: str) -> list[str]:
        raise AlignmentError("no list")

    monkeypatch.setattr(where + "common_words", unknown)
    assert page_of(lead, slides, 3)["rare_words"] is None


def test_a_page_of_which_a_person_left_out_all_is_not_read_from_its_picture(
    lead: APIClient, slides: Document, ocr: list[str]
) -> None:
    read(lead, slides, pictures="none")
    page = page_of(lead, slides, 3)
    save(lead, slides, page, [{**block, "left_out": True} for block in page["blocks"]])
    read(lead, slides)
    assert ocr == ["the picture of page 4: picture 4"], "what has no text is read, and nothing else"
    assert texts(page_of(lead, slides, 3)) == []


def test_reading_goes_on_after_the_last_page(
    lead: APIClient, slides: Document, ocr: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.post(address(slides), {"pictures": "all"}, format="json")
    text = SlideText.objects.get()
    read_it = sandbox.Reader.picture_text

    def lost(self: sandbox.Reader, picture: bytes, name: str) -> PictureText:
        if name.endswith("3"):
            SlideText.objects.filter(pk=text.pk).update(state="cancelled", claim=None)
        return read_it(self, picture, name)

    with monkeypatch.context() as patch:
        patch.setattr(sandbox.Reader, "picture_text", lost)
        do_task("slide_text", text.pk)
    assert [one["read_from"] for one in lead.get(address(slides)).json()["pages"]] == [
        ["pdf", "ocr"], ["pdf", "ocr"], ["pdf"], ["pdf"]
    ]  # fmt: skip
    assert lead.post(f"{address(slides)}store/").json()["code"] == "not_read"
    ocr.clear()
    assert read(lead, slides, pictures="all")["work"]["state"] == "done"
    assert [one.split(":")[0] for one in ocr] == ["the picture of page 3", "the picture of page 4"]


def test_one_picture_that_cannot_be_read_does_not_stop_the_others(
    lead: APIClient, slides: Document, ocr: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_it = sandbox.Reader.picture_text

    def damaged(self: sandbox.Reader, picture: bytes, name: str) -> PictureText:
        if name.endswith("2"):
            raise Problems(name).refuse("this picture can’t be read", expected="a complete PNG or JPEG file")
        return read_it(self, picture, name)

    monkeypatch.setattr(sandbox.Reader, "picture_text", damaged)
    PagePicture.objects.filter(page=3).delete()
    listed = read(lead, slides, pictures="all")
    assert listed["work"]["state"] == "done"
    assert "this picture can’t be read" in listed["pages"][1]["problem"]
    assert listed["pages"][2]["problem"] == "There is no picture of this page to read."
    assert listed["pages"][3]["read_from"] == ["pdf", "ocr"]


def test_a_deck_that_is_no_pdf_has_its_text_without_places(lead: APIClient, project: Project, no_ocr: None) -> None:
    deck = world.make_document(project, "Moor", ["Moor\nBuoys", " "], kind="slides")
    read(lead, deck)
    page = page_of(lead, deck, 1)
    assert (texts(page), [block["box"] for block in page["blocks"]]) == (["Moor", "Buoys"], [None, None])
    assert page["pairs"] == []


def test_lines_are_merged_by_the_rules_with_their_figures(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    SlidePage.objects.filter(page=4).update(
        lines=[
            ["ocr", "text", 0.96, "A silence comes from inside a clause", corners(50, 100, 400, 124)],
            ["ocr", "text", 0.95, "or from its end", corners(50, 130, 390, 154)],
            ["ocr", "formula", 0.41, "P = 1", corners(50, 160, 380, 184)],
            ["ocr", "reading", 0.74, "ま", corners(50, 90, 80, 99)],
        ],
        blocks=[],
    )  # fmt: skip
    read(lead, slides)
    page = page_of(lead, slides, 4)
    assert [block["lines"] for block in page["blocks"]] == [[3], [0, 1], [2]]
    assert page["blocks"][1]["text"] == "A silence comes from inside a clause or from its end"
    pair = next(one for one in page["pairs"] if (one["a"], one["b"]) == (0, 1))
    assert (pair["merges"], pair["exception"]) == (True, "")
    assert (pair["gap"]["pixels"], pair["gap"]["of"], pair["gap"]["value"], pair["gap"]["limit"]) == (6, 24, 0.25, 0.6)
    formula = next(one for one in page["pairs"] if (one["a"], one["b"]) == (1, 2))
    assert (formula["merges"], formula["exception"]) == (False, "A formula is not merged with text.")
    assert all(formula[rule]["holds"] for rule in ("height", "overlap", "gap"))
    options = {"height": 0.8, "overlap": 0.8, "gap": 0.1, "fold": 0.15}
    read(lead, slides, options=options)
    assert [block["lines"] for block in page_of(lead, slides, 4)["blocks"]] == [[3], [0], [1], [2]]


def test_what_people_did_stands_when_the_rules_run_again(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 3)
    title, rest, foot, number = page["blocks"]
    merged = {**title, "lines": [*title["lines"], *rest["lines"]], "text": "Results: read speech"}
    drawn = {
        **foot,
        "id": "mine",
        "lines": [],
        "box": [10, 10, 90, 40],
        "text": "x^2",
        "kind": "formula",
        "left_out": False,
    }
    saved = save(lead, slides, page, [drawn, merged, {**foot, "left_out": False}, number]).json()
    assert [block["by_hand"] for block in saved["blocks"]] == [True, True, True, False]
    assert saved["text"] == "$x^2$\nResults: read speech\nOrigins"
    read(lead, slides, options={"height": 0.1, "overlap": 1, "gap": 0, "fold": 0.15})
    after = page_of(lead, slides, 3)
    assert after["text"] == saved["text"]
    assert after["revision"] == saved["revision"]


def test_order_stays_when_the_rules_run_again(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 2)
    title, first, second, *rest = page["blocks"]
    save(lead, slides, page, [second, title, first, *rest])
    read(lead, slides, options={"height": 0, "overlap": 1, "gap": -1, "fold": 0.15})
    assert [block["text"] for block in page_of(lead, slides, 2)["blocks"]] == [
        second["text"], title["text"], first["text"], "Origins", "2"
    ]  # fmt: skip


def test_nobody_saves_over_what_they_have_not_seen(
    lead: APIClient, slides: Document, no_ocr: None, annotator: User, client_of: ClientOf
) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 3)
    other = client_of(annotator)
    theirs = [{**page["blocks"][0], "text": "Theirs"}, *page["blocks"][1:]]
    assert save(other, slides, page, theirs).status_code == 200
    refused = save(lead, slides, page, [{**page["blocks"][0], "text": "Mine"}, *page["blocks"][1:]])
    assert refused.status_code == 409
    body = refused.json()
    assert (body["code"], body["saved_by"]) == ("page_changed", "annotator")
    assert body["detail"] == "annotator changed page 3 meanwhile. Yours is not saved."
    assert texts(body["page"])[0] == "Theirs"
    assert texts(page_of(lead, slides, 3))[0] == "Theirs"
    again = save(lead, slides, {**page, "revision": body["page"]["revision"]}, is_checked=True).json()
    assert (again["is_checked"], again["checked_by"]["username"]) == (True, "admin")
    assert ActivityEntry.objects.filter(verb="slide_text_changed").count() == 2, "one for each person"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda blocks: blocks[1:], "Line 0 (Results) is in no block. A line can be left out, not lost."),
        (lambda blocks: [*blocks, {**blocks[0], "id": "b"}], "Block 5 has line 0, which block 1 has too."),
        (lambda blocks: [blocks[0], blocks[0], *blocks[1:]], "Block 2 has the id of another one."),
        (lambda blocks: [{**blocks[0], "lines": [0, 99]}, *blocks[1:]], "Block 1 has line 99; the page has lines 0 to"),
        (lambda blocks: [{**blocks[0], "box": [9, 9, 9, 20]}, *blocks[1:]], "Block 1 has no area"),
        (lambda blocks: [*blocks, {**blocks[0], "id": "b", **EMPTY}], "Block 5 has neither"),
    ],
)  # fmt: skip
def test_blocks_that_cannot_be(
    lead: APIClient, slides: Document, no_ocr: None, change: Callable[[Any], Any], said: str
) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 3)
    refused = save(lead, slides, page, change(page["blocks"]))
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith(said)
    assert page_of(lead, slides, 3)["blocks"] == page["blocks"]


def test_the_text_becomes_the_next_version_of_the_deck(
    lead: APIClient, project: Project, no_ocr: None, admin: User, queued: list[tuple[str, int]],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    pair = world.slides(project)
    deck = pair.source
    pictures = DeckPictures.objects.create(document=deck, name="deck.pdf", state="done")
    files = {name: ContentFile(b"RIFF\x04\x00\x00\x00WEBP", name=f"{name}.webp") for name in ("picture", "thumbnail")}
    PagePicture.objects.create(pictures=pictures, page=1, width=1600, height=900, sha256="1" * 64, **files)
    review, _ = open_review(pair=pair, annotator=admin)
    read(lead, deck)
    page = page_of(lead, deck, 2)
    save(lead, deck, page, [{**page["blocks"][0], "text": "All results"}, *page["blocks"][1:]])
    with django_capture_on_commit_callbacks(execute=True):
        assert lead.post(f"{address(deck)}store/").status_code == 202
        do_task("slide_text", SlideText.objects.get().pk)
    newer = Document.objects.get(previous=deck)
    assert newer.texts() == [deck.texts()[0], "All results\nRead speech, ten speakers", " "]
    assert [unit.page for unit in newer.units.all()] == [1, 2, 3]
    assert (newer.version, newer.metadata["slide_text"]) == (2, {"changed": [2]})
    assert lead.get(address(deck)).json()["newer"] == newer.pk
    assert lead.get(address(newer)).json()["work"]["state"] == "done", "work on the text goes on with the new version"
    late = save(lead, deck, page)
    assert (late.status_code, late.json()["code"]) == (409, "superseded"), "whoever is still there reads where to go on"
    counterpart = newer.pairs_as_source.get()
    assert Timeline.objects.get(pair=counterpart).stretches == pair.timeline.stretches
    copy = Review.objects.get(pair=counterpart)
    rows = lead.get(f"/api/v1/reviews/{copy.pk}/content/").json()["rows"]
    assert review.pk != copy.pk
    assert [([chip["unit"] for chip in row["source"]], row["flagged"]) for row in rows] == [
        ([0], False), ([1], True), ([0], False), ([], False)
    ]  # fmt: skip
    do_task(*next(one for one in queued if one[0] == "draw_pages"))
    copied = PagePicture.objects.get(pictures__document=newer)
    assert copied.picture.read() == b"RIFF\x04\x00\x00\x00WEBP"
    deck_files = set(PagePicture.objects.filter(pictures__document=deck).values_list("picture", flat=True))
    assert copied.picture.name not in deck_files, "each goes with its own deck"


def test_a_step_takes_the_corrections_of_its_slide(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 2)
    changed = [{**page["blocks"][0], "text": "Two log-normals", "accepted": True}, *page["blocks"][1:]]
    save(lead, slides, page, changed)
    lead.post(f"{address(slides)}store/")
    do_task("slide_text", SlideText.objects.get().pk)
    newer = Document.objects.get(previous=slides)
    assert [text.partition("\n")[0] for text in newer.texts()] == ["Two log-normals", "Two log-normals", "Results", " "]


def test_a_page_that_was_opened_is_a_slide_of_its_own(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 1)
    assert page["shows"] == 2
    assert save(lead, slides, page, is_opened=True).json()["shows"] is None
    assert read(lead, slides)["pages"][0]["shows"] is None


def test_what_changes_nothing_is_not_stored(lead: APIClient, project: Project, no_ocr: None) -> None:
    deck = world.make_document(project, "Moor", ["Moor\nBuoys", " "], kind="slides")
    read(lead, deck)
    lead.post(f"{address(deck)}store/")
    do_task("slide_text", SlideText.objects.get().pk)
    work = lead.get(address(deck)).json()["work"]
    said = "No page said anything else than before, so nothing was stored."
    assert (work["state"], work["message"], work["error"]) == ("done", said, "")
    assert not Document.objects.filter(previous=deck).exists()
    assert lead.post(f"{address(deck)}store/").status_code == 202, "it can be tried again"


def test_text_that_people_worked_on_is_not_removed(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    page = page_of(lead, slides, 3)
    save(lead, slides, page, is_checked=True)
    assert lead.delete(address(slides)).json()["code"] == "has_changes"
    SlidePage.objects.update(changed_by=None)
    assert lead.delete(address(slides)).json()["work"] is None


def test_a_deck_of_pictures_is_imported(lead: APIClient, project: Project) -> None:
    from annotator.importers.formats.slides.pdf_slides import FORMAT

    parsed = FORMAT.parse(
        pdf_maker.write([pdf_maker.Page(), pdf_maker.Page()], width=640, height=400), "pictures.pdf", {}
    )
    (document,) = parsed.documents
    assert len(document.units) == 2
    assert parsed.errors == ()
    assert "no slide has text: they are pictures" in " ".join(str(one) for one in parsed.problems)


def drawn(text: str) -> bytes:
    image = Image.new("RGB", (1280, 720), "white")
    ImageDraw.Draw(image).text((80, 120), text, fill="black", font=ImageFont.load_default(48))
    out = io.BytesIO()
    image.save(out, "WEBP", quality=85)
    return out.getvalue()


@needs_ocr
def test_a_picture_is_read_in_a_child() -> None:
    with sandbox.Reader(sandbox.Limits(megabytes=sandbox.READING_MEGABYTES)) as reader:
        found = reader.picture_text(drawn("Tides in harbours"), "page 1")
        assert ((found.width, found.height), [one.text for one in found.lines]) == ((1280, 720), ["Tides in harbours"])
        (only,) = found.lines
        assert only.confidence is not None
        assert only.confidence > 0.9


@needs_ocr
@pytest.mark.parametrize("data", [b"", SVG, giant_png(), frame()[:-60], b"RIFF\x04\x00\x00\x00WEBP"])
def test_hostile_pictures_are_refused_in_words_in_a_child(data: bytes) -> None:
    with (
        sandbox.Reader(sandbox.Limits(megabytes=sandbox.READING_MEGABYTES)) as reader,
        pytest.raises(sandbox.Refused, match=r"page 1: (this picture can’t be read|[\d,]+ × )"),
    ):
        reader.picture_text(data, "page 1")


@pytest.mark.parametrize(
    "answer",
    [
        PictureText(0, 10, ()),
        PictureText(10, 10, (line("x" * 6000, 0, 0, 1, 1),)),
        PictureText(10, 10, (line("x", float("nan"), 0, 1, 1),)),
        PictureText(10, 10, (TextLine("x", ((0.0, 0.0),)),)),
        PictureText(10, 10, (line("x", 0, 0, 1, 1, 7.0),)),
        PictureText(10, 10, tuple(line("x", 0, 0, 1, 1) for _ in range(2001))),
        "text",
    ],
)
def test_an_answer_of_a_child_that_was_taken_over_is_refused(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox.Reader, "_ask", lambda *_: (answer, False))
    with pytest.raises(sandbox.Refused, match="the reader failed on the page"):
        sandbox.Reader().picture_text(b"", "page 1")
    monkeypatch.setattr(sandbox.Reader, "_ask", lambda *_: (PictureText(10, 10, (line("x", 0, 0, 1, 1),)), False))
    assert sandbox.Reader().picture_text(b"", "page 1").lines


def test_without_the_extra_a_picture_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignment.slide_text.ocr.find_spec", lambda name: None)
    picture_text.load()
    with pytest.raises(sandbox.Refused, match="LECTERN_EXTRAS=ocr"):
        picture_text.read_picture_text(frame(), "page 1")


def test_a_paragraph_longer_than_a_block_is_several_and_loses_nothing() -> None:
    """A page of as many lines as there can be, all of them close to each other."""
    lines = [
        blocks.Line("pdf", "text", None, f"line {at} " + "word " * 9, corners(100, 20 * at, 900, 20 * at + 16))
        for at in range(2000)
    ]
    made = blocks.by_rules(lines, [], blocks.OfDeck(MergeOptions()), page=1, is_ordered=False)
    assert all(len(block["text"]) <= blocks.MOST_CHARACTERS for block in made)
    assert " ".join(block["text"] for block in made) == " ".join(" ".join(line.text.split()) for line in lines)
    assert [at for block in made for at in block["lines"]] == list(range(2000))


def test_many_lines_of_a_picture_are_compared_with_many_of_the_layer_in_no_time() -> None:
    def of(source: str, left: int) -> list[blocks.Line]:
        return [
            blocks.Line(source, "text", None, f"{source} {at}", corners(left, 20 * at, left + 100, 20 * at + 16))
            for at in range(2000)
        ]

    start = time.process_time()
    assert len(blocks.only_new(of("ocr", 200), of("pdf", 0))) == 2000
    assert blocks.only_new(of("ocr", 40), of("pdf", 0)) == []
    assert time.process_time() - start < 3


def test_a_page_of_as_much_text_as_there_can_be_is_saved(lead: APIClient, slides: Document, no_ocr: None) -> None:
    read(lead, slides)
    lines = [["ocr", "text", 0.9, "word " * 500, corners(0, 40 * at, 900, 40 * at + 16)] for at in range(2000)]
    SlidePage.objects.filter(page=4).update(lines=lines, blocks=[])
    read(lead, slides)
    page = page_of(lead, slides, 4)
    assert len(page["blocks"]) == 2000
    saved = save(lead, slides, page, is_checked=True)
    assert saved.status_code == 200, saved.content[:300]


@pytest.mark.parametrize(
    ("texts", "kind", "expected"),
    [
        (["右から", "左へと", "読む行"], "vertical", [2, 1, 0]),
        (["הטור", "השני", "ראשון"], "text", [2, 1, 0]),
        (["one", "two", "three"], "text", [0, 1, 2]),
        (["two words", "הטור השני", "הטור הראשון"], "text", [2, 1, 0]),
        (["a title in many words", "הטור", "b"], "text", [0, 1, 2]),
    ],
)
def test_blocks_beside_each_other_are_in_the_order_of_their_script(
    texts: list[str], kind: str, expected: list[int]
) -> None:
    lines = [
        blocks.Line("ocr", kind, 0.9, text, corners(300 * at, 100, 300 * at + 40, 300)) for at, text in enumerate(texts)
    ]
    made = blocks.by_rules(lines, [], blocks.OfDeck(MergeOptions()), page=1, is_ordered=False)
    assert [block["lines"] for block in made] == [[at] for at in expected]
