"""Pictures of pages: small files, the same each time when nothing on them has changed."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from annotator.launch.layout import HERE

PICTURES = HERE.root / "docs" / "pictures"
OTHER_PICTURES = HERE.var / "pictures"
SHOWN = re.compile(r"\]\((?:docs/)?pictures/([\w-]+)\.png\)")
LAPTOP, PHONE, WIDE = (1280, 800), (390, 844), (1728, 1000)
#: Of the pixels of a picture: fewer than this differ by the clock or a drawn edge, and the old file stays.
SAME_SHARE = 0.0002
N_COLOURS = 256


def guides() -> list[Path]:
    """README.md and every page of docs/."""
    return [HERE.root / "README.md", *sorted((HERE.root / "docs").rglob("*.md"))]


def pictures_of_guides() -> set[str]:
    """The names of the pictures that a guide shows."""
    return {name for guide in guides() for name in SHOWN.findall(guide.read_text(encoding="utf-8"))}


class Camera:
    """Opens pages of one application and keeps pictures of them.

    taken : names of the pictures so far.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._shown = pictures_of_guides()
        self.taken: list[str] = []
        for folder in (PICTURES, OTHER_PICTURES):
            folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def page(
        self,
        cookie: dict[str, Any] | None = None,
        size: tuple[int, int] = LAPTOP,
        *,
        dark: bool = False,
        newcomer: bool = False,
    ) -> Iterator[Page]:
        """A page in a context of its own. newcomer: somebody whom the tour has not been offered yet."""
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        context.set_default_timeout(20_000)
        if not newcomer:
            context.add_init_script("try { localStorage.setItem('lectern.tour', 'seen') } catch {}")
        if cookie:
            context.add_cookies([cookie])  # type: ignore[list-item]
        try:
            yield context.new_page()
        finally:
            context.close()

    def take(self, page: Page, name: str, *, settled: bool = True) -> None:
        """Keep a picture of what the page shows as <name>.png. settled: wait for the network first."""
        page.evaluate("document.fonts.ready")
        if settled:
            page.wait_for_load_state("networkidle")
        page.mouse.move(0, 0)
        shot = page.screenshot(animations="disabled", caret="initial")
        image = Image.open(io.BytesIO(shot)).convert("RGB")
        small = with_few_colours(image)
        path = (PICTURES if name in self._shown else OTHER_PICTURES) / f"{name}.png"
        changed = not (path.exists() and same(Image.open(path), small))
        if changed:
            small.save(path, optimize=True)
        self.taken.append(name)
        sys.stdout.write(f"{name}{'' if changed else ' (as before)'}\n")
        sys.stdout.flush()


def with_few_colours(image: Image.Image) -> Image.Image:
    """The picture at a third of its size. The washes that cover much of it stay as they are, to the bit; what the
    edges of letters are drawn with is taken from a few colours that come near to each."""
    pixels = np.asarray(image, dtype=np.int32).reshape(-1, 3) @ (1 << 16, 1 << 8, 1)
    found, where, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    exact = colours[np.argsort(-counts, kind="stable")[: N_COLOURS // 2]]
    near = image.quantize(N_COLOURS - len(exact), method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette = np.concatenate([exact, np.array(near.getpalette(), dtype=np.int32).reshape(-1, 3)])
    distances = ((colours[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    indexes = distances.argmin(axis=1)[where.reshape(-1)].astype(np.uint8)
    small = Image.frombytes("P", image.size, indexes.tobytes())
    small.putpalette(palette.astype(np.uint8).tobytes())
    return small


def same(before: Image.Image, now: Image.Image) -> bool:
    if before.size != now.size:
        return False
    difference = ImageChops.difference(before.convert("RGB"), now.convert("RGB")).convert("L")
    n_other = sum(difference.histogram()[24:])
    return n_other < SAME_SHARE * now.width * now.height
