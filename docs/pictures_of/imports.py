"""Importing files: nothing yet, files that were read and files that were not, done."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import annotator.demo
from docs.pictures_of.camera import PHONE
from docs.pictures_of.stage import Stage

DEMO = Path(annotator.demo.__file__).parent


def take(stage: Stage) -> None:
    with stage.page() as page:
        page.goto("/p/spring-lectures/pairs/import")
        expect(page.get_by_role("heading", name="Import")).to_be_visible()
        stage.camera.take(page, "import")
        page.locator("input[type=file]").first.set_input_files(files())  # type: ignore[arg-type]
        expect(page.get_by_text("1 of 3 files")).to_be_visible()
        stage.camera.take(page, "import-errors")
        address = page.url
        page.emulate_media(color_scheme="dark")
        stage.camera.take(page, "import-errors-dark")
    with stage.page(size=PHONE) as page:
        page.goto(address)
        expect(page.get_by_text("1 of 3 files")).to_be_visible()
        stage.camera.take(page, "import-phone")
    with stage.page() as page:
        page.goto("/p/spring-lectures/pairs/import")
        whole = [DEMO / "paper-talk" / name for name in ("paper.md", "talk.vtt")]
        whole += [DEMO / "en-ja" / name for name in ("source.txt", "target.txt", "offline.txt")]
        page.locator("input[type=file]").first.set_input_files([str(file) for file in whole])
        expect(page.get_by_role("button", name="Import", exact=True)).to_be_enabled()
        page.wait_for_load_state("networkidle")
        stage.camera.take(page, "import-ready")
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
        stage.camera.take(page, "import-done")


def files() -> list[dict[str, object]]:
    """A paper that is right, a transcript with three broken cues, and something that is no talk."""
    demo = DEMO / "paper-talk"
    broken = (demo / "talk.vtt").read_text(encoding="utf-8").replace("-->", "--", 3).encode()
    return [
        {"name": "listening.md", "mimeType": "text/markdown", "buffer": (demo / "paper.md").read_bytes() + b"\n"},
        {"name": "listening.vtt", "mimeType": "text/vtt", "buffer": broken},
        {"name": "notes.docx", "mimeType": "application/zip", "buffer": b"PK\x03\x04 not a talk"},
    ]
