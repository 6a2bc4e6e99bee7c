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
from tests.e2e.importing import BAD_CUE, GOOD_CUE, PAPER, VTT, look, row
from tests.e2e.test_pages import api, go

pytestmark = pytest.mark.browser
#: Talks that take long enough to be seen moving, and to be cancelled in the middle.
N_MANY = 200


def talks(count: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = ["id,title,speaker,split,paper,transcript"]
        for n in range(count):
            rows.append(f"t{n},Tides {n},Speaker {n},train,{n}.md,{n}.vtt")
            archive.writestr(f"{n}.md", PAPER.replace("harbour", f"harbour {n}"))
            archive.writestr(f"{n}.vtt", VTT.format(cue=GOOD_CUE).replace("welcome", f"welcome {n}"))
        archive.writestr("manifest.csv", "\n".join(rows) + "\n")
    return stream.getvalue()


def bitexts(count: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = ["id,title,speaker,source,target"]
        for n in range(count):
            rows.append(f"t{n},Tide {n},Speaker {n},{n}.en.txt,{n}.ja.txt")
            archive.writestr(f"{n}.en.txt", f"The tide turned {n} times.\nShe wrote it down.\n")
            archive.writestr(f"{n}.ja.txt", f"潮は{n}回変わりました。\n彼女は書き留めました。\n")
        archive.writestr("manifest.csv", "\n".join(rows) + "\n")
    return stream.getvalue()


def test_from_files_to_work_for_five_people_in_twelve_clicks(signed_in: OpenPage, server: Application) -> None:
    """Twenty talks; where no e-mail is sent, so that the links are copied, too."""
    page = signed_in(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/")
    n_clicks = 0

    def click(role: Any, name: str) -> None:
        nonlocal n_clicks
        page.get_by_role(role, name=name, exact=True).click()
        n_clicks += 1

    click("textbox", "Name")
    page.keyboard.type("Tides and ledgers")
    click("button", "Create")
    click("link", "Import files")
    with page.expect_file_chooser() as chooser:
        click("button", "choose them")
    chooser.value.set_files([{"name": "tides.zip", "mimeType": "application/zip", "buffer": bitexts(20)}])
    expect(row(page, "tides.zip")).to_contain_text("20 new", timeout=60_000)
    click("button", "Import")
    click("link", "Next: align 20 pairs")
    click("button", "Align 20 pairs")
    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    click("link", "Invite…")
    expect(page.get_by_role("textbox", name="List")).to_be_focused()
    page.keyboard.insert_text("\n".join(f"tides{n}@example.org" for n in range(5)))
    click("button", "Invite all")
    click("button", "Copy all links")
    assert page.evaluate("navigator.clipboard.readText()").count("/join/") == 5
    click("link", "Next: say how reviews are assigned")
    click("button", "Assign reviews")
    expect(page.get_by_role("heading", name="Workload")).to_be_visible()
    assert n_clicks <= 12

    slug = page.url.split("/p/")[1].partition("/")[0]
    (bulk,) = api(page, f"bulk-alignments/?project={slug}")["results"]
    assert bulk["n_pairs"] == 20
    counts = f"projects/{slug}/assignments/counts/"
    server.wait_until(lambda: api(page, counts)["n_free"] > 0, "the first pair waits in the queue", 60)
    look(page, "assigned")
    api(page, f"bulk-alignments/{bulk['id']}/cancel/", {})
    server.wait_until(lambda: api(page, "health/")["jobs_waiting"] == 0, "nothing waits")
    states = {run["state"] for run in api(page, f"runs/?project={slug}")["results"]}
    assert states <= {"succeeded", "cancelled"}, "no worker goes on with it"


def test_a_large_import_moves_and_is_cancelled(signed_in: OpenPage, slug: str, server: Application) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    archive = {"name": "many.zip", "mimeType": "application/zip", "buffer": talks(N_MANY)}
    page.locator("input[type=file]").first.set_input_files([archive])  # type: ignore[list-item]
    reading = page.get_by_role("progressbar", name="Reading")
    expect(reading).to_be_visible()
    expect(page.get_by_text(re.compile(rf"Reading entry \d+ of {N_MANY}"))).to_be_visible()
    look(page, "reading")
    expect(row(page, "many.zip")).to_contain_text(f"{N_MANY} new", timeout=60_000)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(re.compile(rf"Storing entry \d+ of {N_MANY}"))).to_be_visible()
    page.get_by_role("button", name="Cancel the import").click()
    expect(page).to_have_url(re.compile("/pairs/import$"))
    stopped = re.compile("work stopped.* task=import_batch")
    server.wait_until(
        lambda: stopped.search(server.log("worker").read_text()) is not None, "the worker stops the import"
    )
    assert counted(page, slug) == (0, 0)


def test_a_folder_of_talks_what_changed_in_it_and_what_becomes_of_each(
    signed_in: OpenPage, slug: str, tmp_path: Path
) -> None:
    page = signed_in()
    folder = tmp_path / "spring"
    extract(talks(4), folder)
    (folder / ".DS_Store").write_bytes(b"\0")
    choose_folder(page, slug, folder)
    expect(page.get_by_text("1 hidden file was skipped.")).to_be_visible()
    expect(row(page, "spring.zip")).to_contain_text("4 new")
    expect(row(page, "spring.zip")).to_contain_text("4 entries")
    expect(page.get_by_text("4 entries from an archive")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("8 documents in 4 new pairs")).to_be_visible(timeout=30_000)

    # Of the same talks once more, one is as it was, one is new, and three say something else, one of them wrongly.
    extract(talks(5), folder)
    for n in (0, 1, 2):
        (folder / f"{n}.vtt").write_text(VTT.format(cue=BAD_CUE if n == 2 else GOOD_CUE).replace("welcome", "hello"))
    choose_folder(page, slug, folder)
    expect(row(page, "spring.zip")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="spring.zip")
    panel.get_by_role("tab", name="Entries").click()
    panel.get_by_label("Action for Tides 2").select_option("skip")
    expect(row(page, "spring.zip")).to_contain_text("1 new, 2 changed, 1 unchanged, 1 skipped")
    expect(row(page, "spring.zip")).not_to_contain_text("error")
    panel.get_by_text("1 added, 1 removed").first.click()
    expect(panel.get_by_text("hello to the talk about listening for the tide").first).to_be_visible()
    panel.get_by_label("Action for Tides 1").select_option("import as new")
    expect(panel.get_by_label("Action for Tides 1")).to_be_enabled()
    expect(page.get_by_text("4 entries from an archive")).to_be_visible()
    look(page, "entries")
    page.get_by_role("button", name="Import", exact=True).click()
    said = re.compile("documents in 3 new pairs; .*documents? unchanged.*; 1 document changed")
    expect(page.get_by_text(said)).to_be_visible(timeout=30_000)

    # The pair of the older text says so and leads to the newer one.
    page.get_by_role("link", name="View pairs").click()
    superseded = page.get_by_role("row").filter(has_text="Superseded")
    expect(superseded).to_have_count(1)
    look(page, "superseded")
    superseded.get_by_role("link", name="newer version of this pair").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides 0 (version 2)")


def extract(archive: bytes, folder: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        opened.extractall(folder)


def choose_folder(page: Page, slug: str, folder: Path) -> None:
    go(page, f"/p/{slug}/pairs/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="choose a folder").click()
    chooser.value.set_files(folder)


def counted(page: Page, slug: str) -> tuple[int, int]:
    def count(what: str) -> int:
        answer: dict[str, Any] = page.request.get(f"/api/v1/{what}/?project={slug}").json()
        return int(answer["count"])

    return count("documents"), count("pairs")
