"""From two files that nobody paired to a pair of the right kind.

What else becomes of kinds and titles: EditPair.test.tsx, test_kinds.py, test_same_name.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.importing import drop, row
from tests.e2e.test_pages import api

pytestmark = pytest.mark.browser

ENGLISH = "The tide came in at noon.\nShe wrote it down by hand.\nNobody had asked her to.\n"
GERMAN = "Die Flut kam am Mittag.\nSie schrieb es von Hand auf.\nNiemand hatte sie gebeten.\n"
#: One sentence a line, as of a bitext; it is a paper.
BREATHS = (
    "Transcripts lack full stops.\nA pause is not a full stop.\nWe label breaths by hand.\nIt finds nine in ten.\n"
)
SPOKEN = """WEBVTT

00:00:01.000 --> 00:00:04.000
so the words come without any stop

00:00:05.000 --> 00:00:08.000
we sat down and labelled breaths

00:00:09.000 --> 00:00:12.000
it finds nine in ten
"""


def test_files_left_alone_are_named_and_become_a_pair(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    files = {"ebb.en.txt": ENGLISH, "ebb.de.txt": GERMAN, "flood.txt": BREATHS, "surge.vtt": SPOKEN}
    page.goto(f"/p/{slug}/pairs/import")
    drop(page, {name: text.encode() for name, text in files.items()})
    for name in files:
        expect(row(page, name)).to_contain_text(re.compile("lines|cues"))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()

    # Which files are in no pair, by their names; and a pair is called by its text, not by a language.
    left = page.get_by_text(re.compile("In no pair yet:"))
    expect(left).to_contain_text("flood.txt")
    expect(left).to_contain_text("surge.vtt")
    expect(left).not_to_contain_text("ebb")
    assert [pair["title"] for pair in api(page, f"pairs/?project={slug}")["results"]] == ["ebb"]
    left.get_by_role("link", name="Pair documents").click()
    for label, title in (("Source", "flood"), ("Target", "surge")):
        page.get_by_role("combobox", name=label).fill(title)
        page.get_by_role("option", name=re.compile(f"^{title} ")).click()
    page.get_by_role("button", name="Create pair").click()
    expect(page.get_by_role("heading", name="flood", level=1)).to_be_visible()

    # What looked like a bitext is a paper and its talk: its engines are offered then.
    kind = page.get_by_role("combobox", name="Kind")
    expect(kind).to_have_value("bitext")
    kind.select_option("paper_talk")
    expect(page.get_by_text("flood becomes a paper.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("radio", name=re.compile("TalkSumm HMM"))).to_be_visible()
    expect(page.get_by_role("combobox", name="Kind")).to_have_value("paper_talk")
