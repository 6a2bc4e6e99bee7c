"""A deck and a recording become a released talk: pages found, doubtful stretches corrected, reviewed, downloaded.

That two reviews of slides become one gold by their key sentences: RegionCells.test.tsx and tests/contract/says/.
Needs the extra `video`, which the packages of the tests bring.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument

from annotator.demo.slides import FOLDER, SOURCES, parts_of, read_deck, timed, timeline_of
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.importing import drop
from tests.e2e.review import Editor
from tests.e2e.test_pages import api, go
from tests.e2e.test_slides_review import look

pytestmark = pytest.mark.browser
av = pytest.importorskip("av", reason="needs the extra video: LECTERN_EXTRAS=video")
pytest.importorskip("cv2", reason="needs the extra video: LECTERN_EXTRAS=video")

NAME = "tide-ja"
#: Pages, from 0, that flicker between themselves and the next one for as long as they are shown.
FLICKERING = {2: 3, 4: 5}


def record(target: Path) -> None:
    """The talk's pages, a frame a second, as an MP4."""
    deck = read_deck(SOURCES[NAME])
    sentences = timed(parts_of(deck), deck.language)
    shown = timeline_of(sentences)
    with PdfDocument(FOLDER / f"{NAME}.pdf") as document:
        pages = [np.asarray(page.render(scale=0.5).to_pil().convert("RGB").resize((640, 360))) for page in document]
    with av.open(str(target), "w") as container:
        stream = container.add_stream("libx264", rate=1, options={"crf": "28", "preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = 640, 360, "yuv420p"
        for second in range(sentences[-1].end // 1000 + 1):
            page = next(one.page for one in reversed(shown) if one.start_seconds <= second)
            assert page is not None
            seen = FLICKERING.get(page, page) if second % 2 else page
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pages[seen], format="rgb24")))
        container.mux(stream.encode())


def imported(page: Page, slug: str) -> int:
    """The pair of a deck and a transcript that are dropped together."""
    page.goto(f"/p/{slug}/pairs/import")
    drop(page, {f"{NAME}.{ending}": (FOLDER / f"{NAME}.{ending}").read_bytes() for ending in ("pdf", "vtt")})
    pairings = page.get_by_role("region", name="Pairings").get_by_role("checkbox", checked=True)
    expect(pairings).to_have_count(1, timeout=30_000)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    pair: int = api(page, f"pairs/?project={slug}")["results"][0]["id"]
    return pair


def find_and_correct(page: Page, slug: str, pair: int, recording: Path) -> None:
    """The pages are found in the recording; the two stretches that flicker are doubtful, and get their page by keys."""
    go(page, f"/p/{slug}/pairs/{pair}/timeline")
    page.get_by_role("button", name="Find the pages…").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a recording…").click()
    chooser.value.set_files(recording)
    expect(page.get_by_role("heading", name="Timeline", exact=True)).to_be_visible(timeout=60_000)
    expect(page.get_by_text(re.compile("2 doubtful"))).to_be_visible()
    look(page)
    expect(page.get_by_role("toolbar", name="Stretch")).to_be_visible()
    name_what_was_shown(page)
    for number in (3, 5):
        page.keyboard.press("u")
        page.keyboard.press("g")
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("doubtful,"))).to_have_count(0)
    page.wait_for_function("!document.querySelector('[data-unsent=true]')")


def name_what_was_shown(page: Page) -> None:
    """The key of a kind is that of a likely page too, which the page must not take as the dialog goes."""
    expect(page.get_by_role("region", name="Pages that it could be")).to_be_visible()
    page.keyboard.press("0")
    page.keyboard.press("0")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Not known")).to_be_focused()
    page.keyboard.press("1")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("No slide: demo"))).to_have_count(1)
    page.keyboard.press("z")
    page.keyboard.press("z")


def decided(content: dict[str, Any]) -> list[list[tuple[str, int]]]:
    """Of each row its sentences, and whether each is a key sentence."""
    texts = {unit["position"]: unit["text"] for unit in content["target_units"]}
    return [
        [(texts[chip["unit"]][chip["start"] : chip["end"]], int(chip["is_key"])) for chip in row["target"]]
        for row in content["rows"]
    ]


def test_a_deck_and_a_recording_become_a_released_talk(
    signed_in: OpenPage, server: Application, slug: str, tmp_path: Path
) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")
    record(tmp_path / "tide.mp4")
    pair = imported(page, slug)
    server.wait_until(
        lambda: api(page, f"pairs/{pair}/page-search/")["refusal"] == "", "the deck has pictures of its pages"
    )
    find_and_correct(page, slug, pair, tmp_path / "tide.mp4")
    pages = [one["page"] for one in api(page, f"pairs/{pair}/timeline/")["stretches"]]
    assert pages == [1, 2, 3, 4, 5, 6]

    # Aligned by that timeline, and reviewed by keys.
    go(page, f"/p/{slug}/pairs/{pair}")
    page.get_by_role("button", name="Align", exact=True).click()
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/review/*")
    editor = Editor(page, int(page.url.rsplit("/", 1)[1].split("?")[0]))
    expect(editor.active).to_be_visible()
    editor.press("Control+Home", *["Enter"] * 6)
    editor.wait_until_saved(6)
    editor.press("Control+Shift+Enter")
    expect(page.get_by_text("Submitted.", exact=True)).to_be_visible()
    server.wait_until(lambda: editor.info()["state"] == "submitted", "the review is submitted")

    settled = decided(editor.content())
    assert [len(one) for one in settled] == [2, 2, 3, 3, 2, 3]

    # Released and downloaded.
    api(page, "test-sets/", {"project": slug, "name": "Tides", "reviews": [editor.id]})
    go(page, f"/p/{slug}/test-sets")
    item = page.get_by_role("article").filter(has_text="Tides")
    item.get_by_role("button", name="Release Tides", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Licence").fill("CC0-1.0")
    dialog.get_by_role("button", name="Freeze 1.0").click()
    expect(item).to_contain_text("frozen", timeout=30_000)
    item.get_by_role("link", name="1.0").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="VT-SSum JSON").click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        (talk,) = (json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json"))
    summaries = talk["summarization"].values()
    assert [[(one["sent"], one["label"]) for one in clip["summarization_data"]] for clip in summaries] == settled
    assert talk["segmentation"] == [[text for text, _ in clip] for clip in settled]
