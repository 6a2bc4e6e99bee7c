"""docs/screens.md shows every picture there is, each once, and none that is not there; no guide links to a lost one."""

from __future__ import annotations

import re
from collections import Counter

from annotator.launch.layout import HERE

DOCS = HERE.root / "docs"
LINK = re.compile(r"\]\((?:docs/)?pictures/([\w-]+)\.png\)")


def test_every_picture_is_shown_once() -> None:
    shown = Counter(LINK.findall((DOCS / "screens.md").read_text(encoding="utf-8")))
    there = {path.stem for path in (DOCS / "pictures").glob("*.png")}
    assert set(shown) == there
    assert [name for name, n in shown.items() if n > 1] == []


def test_guides_link_to_pictures_that_are_there() -> None:
    for guide in (HERE.root / "README.md", *DOCS.glob("*.md")):
        for name in LINK.findall(guide.read_text(encoding="utf-8")):
            assert (DOCS / "pictures" / f"{name}.png").exists(), f"{guide.name} shows {name}"


def test_the_pictures_stay_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (DOCS / "pictures").glob("*.png")}
    assert sum(sizes.values()) < 8_000_000
    assert max(sizes.values()) < 250_000, max(sizes, key=lambda name: sizes[name])
