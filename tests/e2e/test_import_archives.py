"""Archives and folders of talks on the import page: read, changed, entry by entry, cancelled in the middle."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.importing import BAD_CUE, GOOD_CUE, PAPER, VTT, drop, look, row

pytestmark = pytest.mark.browser


def talks(count: int, **changed: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = ["id,title,speaker,split,paper,transcript"]
        for n in range(count):
            rows.append(f"t{n},Tides {n},Speaker {n},train,{n}.md,{n}.vtt")
            archive.writestr(f"{n}.md", PAPER.replace("harbour", f"harbour {n}"))
            archive.writestr(
                f"{n}.vtt", VTT.format(cue=GOOD_CUE).replace("welcome", changed.get(f"t{n}", f"welcome {n}"))
            )
        archive.writestr("manifest.csv", "\n".join(rows) + "\n")
    return stream.getvalue()


def test_an_archive_and_what_changed_in_it(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    drop(page, {"spring-2026.zip": talks(6)})
    expect(row(page, "spring-2026.zip")).to_contain_text("6 new")
    expect(row(page, "spring-2026.zip")).to_contain_text("6 entries")
    expect(page.get_by_text("6 entries from an archive")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("12 documents in 6 new pairs")).to_be_visible(timeout=30_000)

    page.get_by_role("link", name="Import more").click()
    drop(page, {"spring-2026.zip": talks(7, t2="hello")})
    expect(row(page, "spring-2026.zip")).to_contain_text("1 new, 1 changed, 5 unchanged")
    panel = page.get_by_role("region", name="spring-2026.zip")
    panel.get_by_text("1 added, 1 removed").click()
    expect(panel.get_by_text("hello to the talk about listening for the tide")).to_be_visible()
    look(page, "archive")
    page.get_by_role("button", name="Import", exact=True).click()
    said = re.compile("3 documents in 2 new pairs; 11 documents unchanged.*; 1 document changed")
    expect(page.get_by_text(said)).to_be_visible(timeout=30_000)


def test_a_large_import_moves_and_is_cancelled(signed_in: OpenPage, slug: str, server: Application) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    drop(page, {"many.zip": talks(400)})
    reading = page.get_by_role("progressbar", name="Reading")
    expect(reading).to_be_visible()
    expect(page.get_by_text(re.compile(r"Reading entry \d+ of 400"))).to_be_visible()
    look(page, "reading")
    expect(row(page, "many.zip")).to_contain_text("400 new", timeout=60_000)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(re.compile(r"Storing entry \d+ of 400"))).to_be_visible()
    page.get_by_role("button", name="Cancel the import").click()
    expect(page).to_have_url(re.compile("/pairs/import$"))
    server.wait_until(lambda: "work stopped" in server.log("worker").read_text(), "the worker stops the import")
    assert counted(page, slug) == (0, 0)


def test_a_folder_of_talks_and_what_becomes_of_each(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    page = signed_in()
    folder = tmp_path / "spring"
    with zipfile.ZipFile(io.BytesIO(talks(3))) as archive:
        archive.extractall(folder)
    (folder / ".DS_Store").write_bytes(b"\0")
    choose_folder(page, slug, folder)
    expect(page.get_by_text("1 hidden file was skipped.")).to_be_visible()
    expect(row(page, "spring.zip")).to_contain_text("3 new")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("6 documents in 3 new pairs")).to_be_visible(timeout=30_000)

    for n in (0, 1, 2):
        (folder / f"{n}.vtt").write_text(VTT.format(cue=BAD_CUE if n == 2 else GOOD_CUE).replace("welcome", "hello"))
    choose_folder(page, slug, folder)
    expect(row(page, "spring.zip")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="spring.zip")
    panel.get_by_role("tab", name="Entries").click()
    panel.get_by_label("Action for Tides 2").select_option("skip")
    expect(row(page, "spring.zip")).to_contain_text("2 changed, 1 skipped")
    expect(row(page, "spring.zip")).not_to_contain_text("error")
    panel.get_by_label("Action for Tides 1").select_option("import as new")
    expect(panel.get_by_label("Action for Tides 1")).to_be_enabled()
    expect(page.get_by_text("2 entries from an archive")).to_be_visible()
    look(page, "entries")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(re.compile("2 documents in 2 new pairs.*1 document changed"))).to_be_visible(timeout=30_000)

    # The pair of the older text says so and leads to the newer one.
    page.get_by_role("link", name="View pairs").click()
    superseded = page.get_by_role("row").filter(has_text="Superseded")
    expect(superseded).to_have_count(1)
    look(page, "superseded")
    superseded.get_by_role("link", name="newer version of this pair").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides 0 (version 2)")


def choose_folder(page: Page, slug: str, folder: Path) -> None:
    page.goto(f"/p/{slug}/pairs/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="choose a folder").click()
    chooser.value.set_files(folder)


def counted(page: Page, slug: str) -> tuple[int, int]:
    def count(what: str) -> int:
        answer: dict[str, Any] = page.request.get(f"/api/v1/{what}/?project={slug}").json()
        return int(answer["count"])

    return count("documents"), count("pairs")
