"""Decks and recordings of talks that are drawn here, so that the page of each second is known.

A deck has a template, bullets, charts, builds whose steps are pages of their own, and an outline that comes back. A
recording shows it as a grabber or a camera would, in ways that `LOOKS` names, and is cut to the speaker, a demo and
black in between. Needs Pillow.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter, ImageFont

Gray = npt.NDArray[np.uint8]
Picture = Image.Image
WIDTH, HEIGHT = 1280, 720
_TEXT = """
silence pause speech model prior corpus talk sentence boundary clause breath ratio mixture speaker reading annotator
page slide screen camera timing evidence posterior likelihood estimate baseline error interval sample transcript paper
section claim result method figure table length rank score gold review link change window segment
"""
_WORDS = _TEXT.split()


def deck(n_pages: int, seed: int = 0, *, name: str = "Origins of silence") -> list[Picture]:
    """Pages of 1280 x 720. About a third of them are steps of builds."""
    random = np.random.default_rng(seed)
    outline = [_phrase(random, 3) for _ in range(4)]
    pages = [_page(name, ["An Osei", "Workshop on talks"], seed, 0)]
    while len(pages) < n_pages:
        kind = random.random()
        title, lines = _phrase(random, 3), [_phrase(random, int(random.integers(4, 8))) for _ in range(4)]
        if kind < 0.12:
            pages.append(_page("Outline", outline, seed, 0))
        elif kind < 0.35:  # a build
            chart = int(random.integers(1, 1000))
            pages += [_page(title, lines[:n], seed, chart) for n in range(2, 5)]
        else:
            pages.append(_page(title, lines, seed, int(random.integers(0, 1000)) * int(random.random() < 0.6)))
    return pages[:n_pages]


def _phrase(random: np.random.Generator, n: int) -> str:
    return " ".join(random.choice(_WORDS, n)).capitalize()


def _page(title: str, lines: list[str], seed: int, chart: int) -> Picture:
    page = Image.new("RGB", (WIDTH, HEIGHT), ("white", "#fdf6e3", "#1b2733")[seed % 3])
    ink = "white" if seed % 3 == 2 else "#202020"
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, WIDTH, 14), fill="#356")
    draw.text((60, 50), title, fill=ink, font=ImageFont.load_default(52))
    for row, line in enumerate(lines):
        draw.text((80, 170 + 90 * row), f"• {line}", fill=ink, font=ImageFont.load_default(30))
    draw.text((60, 680), "Institute of Speech · An Osei · 2026", fill="#888", font=ImageFont.load_default(20))
    draw.ellipse((1190, 640, 1250, 700), outline="#356", width=6)
    if chart:
        bars = np.random.default_rng(chart).integers(20, 280, 7)
        for at, height in enumerate(bars.tolist()):
            draw.rectangle((820 + 55 * at, 620 - height, 860 + 55 * at, 620), fill="#b5432e")
    return page


class Look(NamedTuple):
    """How a page is seen: `still` as long as it is shown, and what is `moving` before it each second."""

    still: Callable[[Picture], Picture]
    moving: Callable[[Picture, np.random.Generator], Picture] | None = None


@dataclass(frozen=True)
class Recording:
    """shown : the page of each second, from 0; None is no slide. frames : what is seen, gray, drawn as it is asked."""

    shown: list[int | None]
    _pages: list[Picture]
    _look: Look
    _seed: int

    def pictures(self) -> Iterator[Picture]:
        random = np.random.default_rng(self._seed)
        still, moving = self._look
        size = still(self._pages[0]).size
        before: int | None = -1
        stretch = 0
        for page in self.shown:
            if page != before:
                stretch += 1
                picture = seen = still(self._pages[page or 0])
            if page is None:
                picture = _cut_in(stretch, random).resize(size)
            elif moving:
                picture = moving(seen, random)
            before = page
            yield picture

    def frames(self) -> Iterator[Gray]:
        last: tuple[Picture, Gray] | None = None
        for picture in self.pictures():
            if last is None or last[0] is not picture:
                last = picture, np.asarray(picture.convert("L"))
            yield last[1]


def recording(pages: list[Picture], look: str, seed: int = 0, *, n_seconds: int = 300) -> Recording:
    """A talk through a deck: on and on, at times back or ahead, with cuts to something else."""
    random = np.random.default_rng(seed)
    shown: list[int | None] = []
    page = 0
    while len(shown) < n_seconds:
        shown += [page] * int(random.integers(6, 25))
        if random.random() < 0.2:
            shown += [None] * int(random.integers(5, 15))
        elif random.random() < 0.15:
            page = int(random.integers(0, len(pages)))
            continue
        page = (page + 1) % len(pages)
    return Recording(shown[:n_seconds], pages, LOOKS[look], seed)


def _cut_in(kind: int, random: np.random.Generator) -> Picture:
    if kind % 3 == 0:
        return Image.new("RGB", (WIDTH, HEIGHT), "black")
    if kind % 3 == 1:
        return _speaker(WIDTH, HEIGHT, random)
    demo = Image.new("RGB", (WIDTH, HEIGHT), "#101418")  # a terminal that scrolls
    draw = ImageDraw.Draw(demo)
    for row in range(28):
        draw.text((20, 24 * row), f"$ {_phrase(random, 9).lower()}", fill="#9d9", font=ImageFont.load_default(18))
    return demo


def _speaker(width: int, height: int, random: np.random.Generator) -> Picture:
    """Someone who moves before a wall, with the noise of a sensor."""
    noise = random.normal(110, 25, (9, 16)).clip(0, 255).astype(np.uint8)
    picture = Image.fromarray(noise).resize((width, height), Image.Resampling.BICUBIC).convert("RGB")
    draw = ImageDraw.Draw(picture)
    middle = width * (0.5 + 0.1 * random.normal())
    draw.rectangle((middle - width / 8, height * 0.55, middle + width / 8, height), fill="#234")
    draw.ellipse((middle - width / 14, height * 0.2, middle + width / 14, height * 0.56), fill="#c9a386")
    grain = np.asarray(picture, dtype=np.int16) + random.normal(0, 6, (height, width, 1)).astype(np.int16)
    return Image.fromarray(grain.clip(0, 255).astype(np.uint8))


def _plain(page: Picture) -> Picture:
    return page


def _scaled(page: Picture) -> Picture:
    return page.resize((480, 270), Image.Resampling.BILINEAR)


def _blurred(page: Picture) -> Picture:
    return page.filter(ImageFilter.GaussianBlur(3))


def _compressed(page: Picture) -> Picture:
    packed = io.BytesIO()
    page.resize((640, 360), Image.Resampling.BILINEAR).save(packed, "JPEG", quality=12)
    return Image.open(packed).convert("RGB")


def _watermarked(page: Picture) -> Picture:
    mark = page.copy()
    draw = ImageDraw.Draw(mark)
    for row in range(3):
        draw.text((100 + 80 * row, 120 + 200 * row), "PREVIEW COPY", fill="#777", font=ImageFont.load_default(120))
    return Image.blend(page, mark, 0.3)


def _turned(page: Picture) -> Picture:
    return page.rotate(1, Image.Resampling.BICUBIC, fillcolor="#111")


def _inset(page: Picture, random: np.random.Generator) -> Picture:
    frame = page.copy()
    frame.paste(_speaker(340, 200, random), (WIDTH - 350, HEIGHT - 210))
    return frame


def _left(page: Picture) -> Picture:
    frame = Image.new("RGB", (WIDTH, HEIGHT), "#223")
    frame.paste(page.resize((880, 495), Image.Resampling.BILINEAR), (20, 110))
    return frame


def _beside(frame: Picture, random: np.random.Generator) -> Picture:
    frame = frame.copy()
    frame.paste(_speaker(340, 255, random), (920, 230))
    return frame


def _on_a_wall(page: Picture) -> Picture:
    """By a camera that stands to the side."""
    corners = np.array([(170, 90), (1150, 50), (1120, 640), (190, 590)], dtype=np.float64)
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(corners.tolist(), [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    target = np.array([0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT], dtype=np.float64)
    homography = np.linalg.solve(np.array(rows), target)
    wall = page.transform((WIDTH, HEIGHT), Image.Transform.PERSPECTIVE, homography.tolist(), Image.Resampling.BICUBIC)
    return Image.blend(wall, Image.new("RGB", wall.size, "#444"), 0.35).filter(ImageFilter.GaussianBlur(1.2))


def _filmed(frame: Picture, random: np.random.Generator) -> Picture:
    """With the noise of a sensor, and the speaker's head before the screen."""
    frame = frame.copy()
    x = int(420 + 60 * random.normal())
    ImageDraw.Draw(frame).ellipse((x, 520, x + 150, 760), fill="#222")
    noisy = np.asarray(frame, dtype=np.int16) + random.normal(0, 5, (HEIGHT, WIDTH, 1)).astype(np.int16)
    return Image.fromarray(noisy.clip(0, 255).astype(np.uint8))


LOOKS = {
    "plain": Look(_plain), "scaled": Look(_scaled), "blurred": Look(_blurred), "compressed": Look(_compressed),
    "watermarked": Look(_watermarked), "turned": Look(_turned), "inset": Look(_plain, _inset),
    "beside": Look(_left, _beside), "filmed": Look(_on_a_wall, _filmed),
}  # fmt: skip
