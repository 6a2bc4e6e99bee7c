"""The import page in a real browser: from files dropped to documents, with what is wrong shown and put right."""

from __future__ import annotations

import io
import re
import wave
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import RESULTS, OpenPage

pytestmark = pytest.mark.browser

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
JAPANESE = "ガラスが歌うというのは本当でしょうか。\nはい、そうです。\nえーと、次の話です。\n"
DROP = """
(area, files) => {
    const data = new DataTransfer();
    for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
    for (const type of ['dragover', 'drop'])
        area.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


@pytest.fixture
def slug(signed_in: OpenPage, request: pytest.FixtureRequest) -> str:
    page = signed_in()
    page.goto("/")
    page.get_by_label("Name").fill(f"Imports {request.node.name}"[:50])
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/p/*")
    return page.url.rsplit("/", 1)[1]


def drop(page: Page, files: dict[str, bytes]) -> None:
    """Let files fall onto the page, as from a file manager."""
    area = page.get_by_text(re.compile("Drop (more )?files here")).first
    area.evaluate(DROP, [[name, list(data)] for name, data in files.items()])


def look(page: Page, name: str) -> None:
    """Leave pictures to look at: light and dark, wide and narrow."""
    folder = RESULTS / "import-page"
    folder.mkdir(parents=True, exist_ok=True)
    wide = page.viewport_size
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=width == 390)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(color_scheme="light")
    if wide:
        page.set_viewport_size(wide)


def row(page: Page, name: str) -> Locator:
    return page.get_by_label("Files", exact=True).get_by_role("button").filter(has_text=name)


def test_from_drop_to_documents(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    page = signed_in(accept_downloads=True)
    page.goto(f"/p/{slug}/talks/import")
    drop(
        page,
        {
            "tide.md": PAPER.encode(),
            "tide.vtt": VTT.format(cue=BAD_CUE).encode(),
            "glass.ja.txt": JAPANESE.encode("cp932"),
            "notes.docx": b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0word/document.xml",
        },
    )
    for name, said in (("tide.md", "Markdown"), ("tide.vtt", "WebVTT"), ("notes.docx", "Not recognised")):
        expect(row(page, name)).to_contain_text(said)

    # What is wrong, where, and the words themselves.
    expect(row(page, "tide.vtt")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="tide.vtt")
    expect(panel.get_by_role("heading", name=re.compile("Line 8, column 18: "))).to_be_visible()
    expect(panel.get_by_text(re.compile("Expected an end after the start", re.I))).to_be_visible()
    marked = panel.locator("mark")
    expect(marked).to_have_text("00:00:08.000")
    assert "wavy" in marked.evaluate("mark => getComputedStyle(mark).textDecoration")
    import_button = page.get_by_role("button", name="Import", exact=True)
    expect(import_button).to_be_disabled()
    expect(page.get_by_text(re.compile(r"Put\s*tide.vtt\s*right or leave it out"))).to_be_visible()
    look(page, "errors")

    # Put right by another file in its place.
    right = tmp_path / "tide.vtt"
    right.write_text(VTT.format(cue=GOOD_CUE))
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Replace the file").click()
    chooser.value.set_files(right)
    expect(row(page, "tide.vtt")).to_contain_text("2 cues")
    expect(row(page, "tide.vtt")).not_to_contain_text("error")
    expect(page.get_by_role("checkbox", name="tide.md is the paper of tide.vtt")).to_be_checked()
    expect(import_button).to_be_enabled()

    # An encoding that is not UTF-8 is read and named.
    row(page, "glass.ja.txt").click()
    expect(row(page, "glass.ja.txt")).to_contain_text("Shift-JIS, read as such")
    expect(page.get_by_role("region", name="glass.ja.txt").get_by_text("はい、そうです。").first).to_be_visible()

    # What was left out comes back with a click.
    row(page, "tide.md").click()
    panel = page.get_by_role("region", name="tide.md")
    panel.get_by_role("tab", name=re.compile("Left out")).click()
    expect(panel.get_by_text("code")).to_be_visible()
    expect(row(page, "tide.md")).to_contain_text("4 sentences, 2 sections")
    panel.get_by_role("button", name=re.compile("^Put back: ")).click()
    expect(panel.get_by_role("button", name=re.compile("^Leave out: "))).to_be_visible()
    expect(row(page, "tide.md")).to_contain_text("5 sentences, 2 sections")
    look(page, "put-back")

    import_button.click()
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()
    expect(page.get_by_text("3 documents in 1 new pair")).to_be_visible()
    read_the_document(page, slug)


def read_the_document(page: Page, slug: str) -> None:
    documents = page.request.get(f"/api/v1/documents/?project={slug}&kind=paper").json()["results"]
    page.goto(f"/p/{slug}/documents/{documents[0]['id']}")
    expect(page.get_by_role("heading", name="Listening for the tide", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="1 Introduction")).to_be_visible()
    expect(page.get_by_text("We look at the harbour wall.")).to_be_visible()
    expect(page.get_by_text('print("the tide table")')).to_be_visible()
    expect(page.get_by_text("markdown")).to_be_visible()
    expect(page.get_by_role("link", name="Listening for the tide")).to_be_visible()
    look(page, "document")
    with page.expect_download() as download:
        page.get_by_role("link", name="Source file").click()
    assert Path(download.value.path()).read_text() == PAPER


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
    page.goto(f"/p/{slug}/talks/import")
    drop(page, {"spring-2026.zip": talks(6)})
    expect(row(page, "spring-2026.zip")).to_contain_text("6 new")
    expect(row(page, "spring-2026.zip")).to_contain_text("6 talks")
    expect(page.get_by_text("6 talks from an archive")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("12 documents in 6 new pairs")).to_be_visible(timeout=30_000)

    page.get_by_role("link", name="Import more").click()
    drop(page, {"spring-2026.zip": talks(7, t2="hello")})
    expect(row(page, "spring-2026.zip")).to_contain_text("1 new, 1 changed, 5 unchanged")
    panel = page.get_by_role("region", name="spring-2026.zip")
    panel.get_by_text("1 came, 1 went").click()
    expect(panel.get_by_text("hello to the talk about listening for the tide")).to_be_visible()
    look(page, "archive")
    page.get_by_role("button", name="Import", exact=True).click()
    said = re.compile("3 documents in 2 new pairs; 11 documents unchanged.*; 1 document changed")
    expect(page.get_by_text(said)).to_be_visible(timeout=30_000)


def test_a_large_import_moves_and_is_cancelled(signed_in: OpenPage, slug: str, server: Application) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/talks/import")
    drop(page, {"many.zip": talks(400)})
    reading = page.get_by_role("progressbar", name="Reading")
    expect(reading).to_be_visible()
    expect(page.get_by_text(re.compile(r"Reading talk \d+ of 400"))).to_be_visible()
    look(page, "reading")
    expect(row(page, "many.zip")).to_contain_text("400 new", timeout=60_000)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(re.compile(r"Storing talk \d+ of 400"))).to_be_visible()
    page.get_by_role("button", name="Cancel the import").click()
    expect(page).to_have_url(re.compile("/talks/import$"))
    server.wait_until(lambda: "import stopped" in server.log("worker").read_text(), "the worker stops the import")
    assert counted(page, slug) == (0, 0)


def test_the_open_file_stays_in_view_beside_a_long_list(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/talks/import")
    drop(
        page,
        {f"tide-{n:02}.vtt": VTT.format(cue=GOOD_CUE).replace("welcome", f"welcome {n}").encode() for n in range(60)},
    )
    expect(row(page, "tide-59.vtt")).to_contain_text("2 cues", timeout=60_000)
    row(page, "tide-59.vtt").click()
    opened = page.get_by_role("region", name="tide-59.vtt")
    expect(opened.get_by_text("welcome 59 to the talk")).to_be_in_viewport()
    expect(row(page, "tide-59.vtt")).to_be_in_viewport()


ODD = [
    ["no", "who", "said in the hall", "remark", "rendered", "written"],
    ["1", "A01", "Tides turn twice a day.", "-", "潮は、一日に二度変わります。", "潮は一日に二度変わる。"],
    ["2", "A01", "We count them.", "slow", "数えます。", "それを数える。"],
]


def test_a_table_of_odd_columns(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/talks/import")
    drop(page, {"odd.tsv": "".join("\t".join(row) + "\n" for row in ODD).encode()})
    expect(row(page, "odd.tsv")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="odd.tsv")
    said = panel.get_by_role("status")
    expect(said).to_contain_text("6 columns without headings that are known")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_disabled()

    # Column by column, the first row told apart from the data; each choice is read at once.
    panel.get_by_label("Column 3").select_option("Source")
    expect(said).to_contain_text("there is no target column")
    panel.get_by_label("Column 5").select_option("Target")
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(3)
    panel.get_by_label("The first row holds headings").click()
    expect(rows).to_have_count(2)
    panel.get_by_label("Column 6, written").select_option("Offline translation")
    expect(rows.first).to_contain_text("潮は一日に二度変わる。")
    panel.get_by_label("Column 2, who").select_option("Interpreter")
    expect(said).to_contain_text("2 sentences, 3 chunks")
    look(page, "columns")

    panel.get_by_role("tab", name="About").click()
    for label, text in (("Title", "Tides in the hall"), ("Speaker", "R. Moor"), ("Interpreter rank", "S")):
        panel.get_by_label(label, exact=True).fill(text)
        panel.get_by_label(label, exact=True).press("Enter")
        expect(panel.get_by_label(label, exact=True)).to_be_enabled()
    expect(panel.get_by_label("Interpreter", exact=True)).to_have_value("A01")
    look(page, "about")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("3 documents in 1 new pair")).to_be_visible()

    # What is stored is the table, column by column.
    (pair,) = page.request.get(f"/api/v1/pairs/?project={slug}").json()["results"]
    assert (pair["title"], pair["source"]["speaker"]) == ("Tides in the hall", "R. Moor")
    assert (pair["target"]["interpreter"], pair["target"]["interpreter_rank"]) == ("A01", "S")
    offline = page.request.get(f"/api/v1/pairs/{pair['id']}/").json()["offline"]["id"]
    stored = [texts_of(page, document) for document in (pair["source"]["id"], pair["target"]["id"], offline)]
    assert stored == [
        [ODD[1][2], ODD[2][2]],
        ["潮は、", "一日に二度変わります。", "数えます。"],
        [ODD[1][5], ODD[2][5]],
    ]


def texts_of(page: Page, document: int) -> list[str]:
    return [unit["text"] for unit in page.request.get(f"/api/v1/documents/{document}/units/").json()["units"]]


def test_a_folder_of_talks_and_what_becomes_of_each(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    page = signed_in()
    folder = tmp_path / "spring"
    with zipfile.ZipFile(io.BytesIO(talks(3))) as archive:
        archive.extractall(folder)
    (folder / ".DS_Store").write_bytes(b"\0")
    choose_folder(page, slug, folder)
    expect(page.get_by_text("1 hidden file was passed over.")).to_be_visible()
    expect(row(page, "spring.zip")).to_contain_text("3 new")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("6 documents in 3 new pairs")).to_be_visible(timeout=30_000)

    for n in (0, 1, 2):
        (folder / f"{n}.vtt").write_text(VTT.format(cue=BAD_CUE if n == 2 else GOOD_CUE).replace("welcome", "hello"))
    choose_folder(page, slug, folder)
    expect(row(page, "spring.zip")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="spring.zip")
    panel.get_by_role("tab", name="Talks").click()
    panel.get_by_label("What becomes of Tides 2").select_option("leave it out")
    expect(row(page, "spring.zip")).to_contain_text("2 changed, 1 left out")
    expect(row(page, "spring.zip")).not_to_contain_text("error")
    panel.get_by_label("What becomes of Tides 1").select_option("import as new")
    expect(panel.get_by_label("What becomes of Tides 1")).to_be_enabled()
    expect(page.get_by_text("2 talks from an archive")).to_be_visible()
    look(page, "talks")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(re.compile("2 documents in 2 new pairs.*1 document changed"))).to_be_visible(timeout=30_000)

    # The pair of the older text says so and leads to the newer one.
    page.get_by_role("link", name="See the talks").click()
    superseded = page.get_by_role("row").filter(has_text="Superseded")
    expect(superseded).to_have_count(1)
    look(page, "superseded")
    superseded.get_by_role("link", name="the next version of this talk").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides 0 (version 2)")


def choose_folder(page: Page, slug: str, folder: Path) -> None:
    page.goto(f"/p/{slug}/talks/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="choose a folder").click()
    chooser.value.set_files(folder)


def test_a_recording_is_uploaded_played_and_removed(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/talks/import")
    drop(page, {"tide.vtt": VTT.format(cue=GOOD_CUE).encode()})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()
    (document,) = page.request.get(f"/api/v1/documents/?project={slug}").json()["results"]
    page.goto(f"/p/{slug}/documents/{document['id']}")
    recording = page.get_by_role("region", name="Recording")

    notes = tmp_path / "notes.pdf"
    notes.write_bytes(b"%PDF-1.4")
    upload(page, notes)
    expect(recording.get_by_role("alert")).to_contain_text("notes.pdf is no audio or video file")

    sound = tmp_path / "tide.wav"
    with wave.open(str(sound), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(2 * 8000 * 3))
    upload(page, sound)
    player = recording.get_by_label("Recording of tide", exact=True)
    expect(player).to_be_visible()
    page.wait_for_function("player => player.duration === 3", arg=player.element_handle())
    look(page, "recording")

    recording.get_by_label("Or its address elsewhere").fill("http://example.org/tide.mp4")
    recording.get_by_role("button", name="Set").click()
    expect(recording.get_by_role("alert")).to_contain_text("expected one that begins with https://")
    recording.get_by_role("button", name="Remove", exact=True).click()
    recording.get_by_role("button", name="Remove the recording").click()
    expect(player).to_have_count(0)
    assert page.request.get(f"/api/v1/documents/{document['id']}/media/").status == 404


def upload(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("^Upload")).click()
    chooser.value.set_files(file)


def counted(page: Page, slug: str) -> tuple[int, int]:
    def count(what: str) -> int:
        answer: dict[str, Any] = page.request.get(f"/api/v1/{what}/?project={slug}").json()
        return int(answer["count"])

    return count("documents"), count("pairs")
