"""Pages are drawn in the sandbox, to pictures of a bounded size; hostile files are refused in words."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from annotator.importers import sandbox
from annotator.importers.base import DrawnPage, Refused
from annotator.importers.pictures import open_pages
from tests.annotator.importers import pdf_maker
from tests.annotator.importers.hostile_decks import HOSTILE, SVG, deck, frame, giant_png, packed


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.fixture(scope="module")
def reader() -> Iterator[sandbox.Reader]:
    with sandbox.Reader() as reader:
        yield reader


def _draw_all(reader: sandbox.Reader, data: bytes, name: str) -> None:
    for number in range(1, reader.open_pages(data, name) + 1):
        reader.draw(number)


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_words_in_a_child(reader: sandbox.Reader, case: str) -> None:
    name, make, words = HOSTILE[case]
    with pytest.raises(Refused) as refused:
        _draw_all(reader, make(), name)
    assert words in str(refused.value)
    assert str(refused.value).startswith(name)


def test_a_zip_bomb_is_refused_as_slides_too() -> None:
    name, make, words = HOSTILE["a zip bomb as PPTX"]
    (problem,) = sandbox.parse(make(), name, "pptx").errors
    assert words in problem.message


def test_a_pdf_is_drawn_page_by_page_in_a_child(reader: sandbox.Reader) -> None:
    assert reader.open_pages(deck(), "deck.pdf") == 3
    for number in (1, 2, 3):
        drawn = reader.draw(number)
        picture, thumbnail = opened(drawn.picture), opened(drawn.thumbnail)
        assert (picture.format, picture.size, thumbnail.format, thumbnail.size) == (
            "WEBP", (1600, 1000), "WEBP", (320, 200),
        )  # fmt: skip
        assert (drawn.width, drawn.height) == (1600, 1000)
    assert opened(reader.draw(1).picture).convert("L").getextrema()[0] < 60, "there is type on it"


@pytest.mark.parametrize(
    ("paper", "picture"),
    [
        ((14_400, 14_400), (1600, 1600)),  # 200 inches: at a usual scale hundreds of megapixels
        ((400, 640), (1000, 1600)),
        ((14_400, 2), (1600, 1)),
        ((8, 6), (1600, 1200)),
    ],
)
def test_no_page_makes_a_picture_larger_than_others(paper: tuple[int, int], picture: tuple[int, int]) -> None:
    data = pdf_maker.write([pdf_maker.Page()], width=paper[0], height=paper[1])
    assert opened(open_pages(data, "deck.pdf", 500).draw(1).picture).size == picture


def test_frames_are_in_the_natural_order_of_their_names() -> None:
    colours = {"frame 10.png": "blue", "Frame 2.png": "lime", "frame 1.jpg": "red", "frame 002b.png": "white"}
    files = {name: frame(each, form="JPEG" if name.endswith("jpg") else "PNG") for name, each in colours.items()}
    pages = open_pages(packed({"talk/": b"", **{f"talk/{name}": data for name, data in files.items()}}), "f.zip", 9)
    found = [opened(pages.draw(number).picture).convert("RGB").getpixel((50, 50)) for number in range(1, pages.n + 1)]
    near = [tuple(round(value / 255) for value in pixel) for pixel in found]  # type: ignore[union-attr]
    assert near == [(1, 0, 0), (0, 1, 0), (1, 1, 1), (0, 0, 1)]


@pytest.mark.parametrize(
    ("mode", "colour", "seen"),
    [
        ("RGBA", (0, 0, 0, 0), 255),
        ("LA", (0, 0), 255),
        ("L", 128, 128),
        ("I;16", 128 * 256, 128),
        ("1", 0, 0),
        ("P", 0, 0),
        ("RGBA", (0, 0, 0, 255), 0),
    ],
)
def test_frames_of_any_kind_look_as_they_should(mode: str, colour: object, seen: int) -> None:
    drawn = open_pages(packed({"1.png": frame(colour, mode=mode)}), "f.zip", 9).draw(1)
    found = opened(drawn.picture).convert("L").getpixel((10, 10))
    assert abs(found - seen) < 4  # type: ignore[operator]


def test_a_small_frame_stays_as_it_is_and_a_large_one_is_scaled() -> None:
    pages = open_pages(packed({"1.png": frame(), "2.jpg": frame(size=(4000, 3000), form="JPEG")}), "f.zip", 9)
    assert [opened(pages.draw(number).picture).size for number in (1, 2)] == [(320, 180), (1600, 1200)]


def test_a_picture_is_drawn_anew_in_a_child_or_refused_by_its_name(reader: sandbox.Reader) -> None:
    for form in ("PNG", "JPEG", "WEBP"):
        drawn = reader.picture(frame(size=(4000, 2000), form=form), "slide")
        assert (opened(drawn.picture).format, opened(drawn.picture).size) == ("WEBP", (1600, 800))
        assert (drawn.width, drawn.height) == (1600, 800)
    for content, words in (
        (SVG, "a.png: the file is no picture; expected a PNG, JPEG or WebP file"),
        (giant_png(), "a.png: the file has 10,000 megapixels (100000 × 100000); expected 50 megapixels at most"),
        (frame(form="WEBP")[:-20], "a.png: the file is damaged"),
    ):
        with pytest.raises(Refused) as refused:
            reader.picture(content, "a.png")
        assert words in str(refused.value)


def test_a_page_may_take_so_long_in_a_child(reader: sandbox.Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "DRAW_SECONDS", 0)
    reader.open_pages(deck(), "deck.pdf")
    with pytest.raises(Refused, match=r"deck\.pdf page 2: reading takes longer than 0 s"):
        reader.draw(2)
    monkeypatch.undo()
    assert reader.open_pages(deck(), "deck.pdf") == 3, "another child takes its place"


def test_only_pictures_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that a file has taken over answers with what it likes."""
    page = b"<script>alert(1)</script>"
    answers = iter([1, DrawnPage(page, page, 10, 10)])
    monkeypatch.setattr(sandbox.Reader, "_ask", lambda *_: (next(answers), False))
    reader = sandbox.Reader()
    assert reader.open_pages(b"", "deck.pdf") == 1
    with pytest.raises(Refused, match="the reader failed on the page"):
        reader.draw(1)
