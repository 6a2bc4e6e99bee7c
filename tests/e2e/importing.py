"""What the tests of the import page drop on it, and how they drop it, find a file again and take pictures.

``bring`` imports files for tests of what comes after it.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.e2e.application import Application
from tests.e2e.conftest import RESULTS, TRACED

PAPER = """# Listening for the tide

## 1 Introduction

Tides turn twice a day. We measure both of them.

```
print("the tide table")
```

## 2 Method

We look at the harbour wall. Then we look again.
"""
GOOD_CUE, BAD_CUE = "00:00:05.000 --> 00:00:08.000", "00:00:08.400 --> 00:00:08.000"
VTT = """WEBVTT

1
00:00:01.000 --> 00:00:04.000
welcome to the talk about listening for the tide

2
{cue}
tides turn twice a day and we measure both
"""
DROP = """
(area, files) => {
    const data = new DataTransfer();
    for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
    for (const type of ['dragover', 'drop'])
        area.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


def drop(page: Page, files: dict[str, bytes]) -> None:
    """Let files fall onto the page, as from a file manager."""
    area = page.get_by_text(re.compile("Drop (more )?files here")).first
    area.evaluate(DROP, [[name, list(data)] for name, data in files.items()])


def bring(server: Application, slug: str, files: dict[str, bytes]) -> None:
    """Import files by the command, with the pairings that are suggested."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in files]
        for path, data in zip(paths, files.values(), strict=True):
            path.write_bytes(data)
        server.manage("import", slug, *map(str, paths))


def look(page: Page, name: str) -> None:
    """Nothing sticks out, wide or narrow; with LECTERN_TRACE=1 pictures stay, light and dark."""
    folder = RESULTS / "import-page"
    usual = page.viewport_size
    for scheme in ("light", "dark") if TRACED else ("light",):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            if TRACED:
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=width == 390)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(color_scheme="light")
    if usual:
        page.set_viewport_size(usual)


def row(page: Page, name: str) -> Locator:
    return page.get_by_label("Files", exact=True).get_by_role("button").filter(has_text=name)
