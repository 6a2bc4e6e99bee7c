"""Guidelines in the browser: an admin publishes them with a label, which an annotator gives by its key."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.review import SLOW, Editor

pytestmark = pytest.mark.browser

SEED = """
import json
from django.contrib.auth.models import User
from annotator.models import Membership, Project
from annotator.services.reviewing import open_review
from tests import world
project = Project.objects.create(slug="labelled", name="Labelled")
lena = User.objects.create_user("lena", password="a long enough one")
Membership.objects.create(project=project, user=lena, role="annotator")
review, _ = open_review(pair=world.bitext(project), annotator=lena)
print("seeded " + json.dumps({"review": review.pk}))
"""


def test_a_label_is_published_given_by_its_key_and_asked_for(server: Application, signed_in: OpenPage) -> None:
    output = server.manage("shell", "--no-imports", "--command", SEED)
    told: Any = json.loads(next(line[7:] for line in output.splitlines() if line.startswith("seeded ")))
    page = signed_in("lena")
    lena = Editor(page, told["review"])
    lena.open()

    admin = signed_in()
    admin.goto("/p/labelled/reviews/guidelines")
    admin.get_by_role("button", name="Start from the template").click()
    admin.get_by_role("textbox", name="Text of the guidelines").press_sequentially("毎日 ")
    admin.get_by_role("button", name="Add a label").click()
    dialog = admin.get_by_role("dialog", name="Add a label")
    dialog.get_by_label("Name").fill("Tone")
    dialog.get_by_role("textbox", name="Holds").click()
    admin.get_by_role("option", name="One of several").click()
    for value in ("formal", "丁寧"):
        dialog.get_by_role("textbox", name="New value").fill(value)
        dialog.get_by_role("textbox", name="New value").press("Enter")
    dialog.get_by_label("Required").check()
    dialog.get_by_role("button", name="Add", exact=True).last.click()
    admin.get_by_role("button", name="Publish version 1").click()
    admin.get_by_label("What is new, in one line").fill("A label for the tone")
    admin.get_by_role("button", name="Publish", exact=True).click()
    expect(admin.get_by_text("current, never changes")).to_be_visible(timeout=SLOW)

    page.reload()  # the page would hear of it by itself, within a minute
    expect(lena.active).to_be_visible(timeout=SLOW)
    page.keyboard.press("6")
    page.get_by_role("menuitem", name="丁寧").click()
    lena.wait_until_saved(1)
    page.keyboard.press("l")
    guide = page.get_by_role("tabpanel")
    expect(guide).to_contain_text("version 1", timeout=SLOW)
    expect(guide).to_contain_text("Alignment", timeout=SLOW)
    assert [row["labels"] for row in lena.content()["rows"]] == [{"tone": "丁寧"}, {}, {}, {}]
    page.keyboard.press("Control+Shift+Enter")
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("2 rows have no Tone"), timeout=SLOW)
