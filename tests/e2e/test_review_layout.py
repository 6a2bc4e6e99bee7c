"""How the review editor stands on the page: room, calm, focus, names for those who do not see it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from annotator.launch.layout import HERE
from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor
from tests.e2e.seeding import N_LONG

pytestmark = pytest.mark.browser

AXE = HERE.frontend / "node_modules" / "axe-core" / "axe.min.js"
#: The rules that look at colours.
OF_COLOURS = ("color-contrast", "link-in-text-block")
WIDTHS = [(1280, 800), (390, 844)]
#: What axe finds somewhere on the page by some rules.
FIND = """
// Halfway between two colours, text may have too little contrast for a moment.
window.settle = () => {
  for (const it of document.getAnimations()) if (it instanceof CSSTransition) it.finish();
};
window.findByAxe = async (where, which) => {
  const options = { ...which, resultTypes: ['violations'], preload: { assets: ['media'] } };
  const { violations } = await axe.run(where, options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0].html.slice(0, 160)}`);
};
undefined;"""
#: What axe finds; the rules, () for all; whether to leave out what it has seen.
#: Of an element it depends on its tag, text and colours, and on what is around it: an element that has changed is
#: looked at again with all that it contains. Whether it scrolls concerns one rule, which alone looks at it where that
#: changed.
LOOK = """async ([only, unseen]) => {
  settle();
  const seen = (window.seenByAxe ??= new WeakMap());
  const [changed, scrolling] = [[], []];
  for (const it of document.body.querySelectorAll('*')) {
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(it);
    const texts = [...it.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data);
    const now = JSON.stringify([it.cloneNode(false).outerHTML, texts, color, backgroundColor, backgroundImage, opacity,
      fontSize, fontWeight]);
    const scrolls = `${it.scrollWidth > it.clientWidth} ${it.scrollHeight > it.clientHeight}`;
    const [before, scrolled] = seen.get(it) ?? [];
    seen.set(it, [now, scrolls]);
    if (changed.at(-1)?.contains(it)) continue;
    if (before !== now) changed.push(it);
    else if (scrolled !== scrolls) scrolling.push(it);
  }
  // What floats (a menu) is drawn at the end of the document, outside of its landmarks, for as long as it is open.
  const floats = [...document.querySelectorAll('[role=menu]')].some((it) => it.checkVisibility());
  const which = only.length > 0 ? { runOnly: only } : { rules: { region: { enabled: !floats } } };
  if (!unseen) return findByAxe(document, which);
  const found = changed.length > 0 ? await findByAxe({ include: changed }, which) : [];
  if (scrolling.length === 0 || only.length > 0) return found;
  return [...found, ...(await findByAxe({ include: scrolling }, { runOnly: ['scrollable-region-focusable'] }))];
}"""
#: What axe finds in the colours, by these rules, in some elements of each look: text in these colours, of this size, on
#: what is behind it. Rows of a table are many of one look, and so is what several pages have.
LOOK_AT_COLOURS = """async (only) => {
  settle();
  const times = (window.looksSeenByAxe ??= new Map());
  const behind = (it) => {
    if (it === null) return '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(it);
    const own = [backgroundColor, backgroundImage, opacity].join(' ');
    return behind(it.parentElement) + (own === 'rgba(0, 0, 0, 0) none 1' ? '' : `|${own}`);
  };
  const include = [];
  for (const it of document.body.querySelectorAll('*')) {
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    const isText = [...it.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim() !== '');
    if (!isText && !it.matches('input, textarea, select')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(it);
    // axe leaves out what cannot be used, and compares a link with what is around it.
    const isOff = Boolean(it.closest(':disabled, [aria-disabled=true]') ?? it.closest('label')?.control?.disabled);
    const look = [it.tagName, it.getAttribute('class'), color, fontSize, fontWeight, isOff, behind(it),
      getComputedStyle(it, '::placeholder').color, getComputedStyle(it.parentElement).color].join();
    const n = times.get(look) ?? 0;
    times.set(look, n + 1);
    if (n < 3) include.push(it);
  }
  return include.length > 0 ? findByAxe({ include }, { runOnly: only }) : [];
}"""
#: Whether the page has come to this colour scheme. Pages that stand alone take theirs once, when they load.
HAS_SCHEME = """(wanted) => {
  const { dataset } = document.documentElement;
  if (location.pathname.startsWith('/rate/')) dataset.mantineColorScheme = wanted;
  return dataset.mantineColorScheme === wanted;
}"""
BOXES = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-row], [data-row] [data-chip], [data-row] [data-label]')].map((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    const row = it.closest('[data-row]').dataset.row;
    return [[row, it.dataset.chip, it.dataset.label].join(' '), [left, top, width, height]];
  }))"""
IN_VIEW = """() => {
  const rows = document.querySelector('[data-scope=rows] [role=rowgroup]:last-child');
  const { top, bottom } = rows.getBoundingClientRect();
  return [...document.querySelectorAll('[data-row]')].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= top - 1 && box.bottom <= bottom + 1;
  }).length;
}"""
#: What draws the ring: on the row itself, or on what is drawn over it.
RING = """() => {
  const at = document.activeElement;
  const drawn = [at, at.parentElement].flatMap((it) => [null, '::before', '::after'].map((part) =>
    getComputedStyle(it, part)));
  return drawn.some((style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
    || /0px 0px 0px [1-9]px/.test(style.boxShadow));
}"""


def looked(page: Page, script: str, argument: Sequence[object]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(FIND)
    found: list[str] = page.evaluate(script, [*argument])
    return found


def wrongs(page: Page, only: Sequence[str] = (), *, unseen: bool = False) -> list[str]:
    """What axe finds, rule by rule, with the first place of each.

    only : the rules; () for all. unseen : leave out what was looked at before and is the same still.
    """
    return looked(page, LOOK, [[*only], unseen])


def wrongs_in_the_dark(page: Page) -> list[str]:
    """What is dark differs by its colours only. Looks at what has a look that was not dark before."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(HAS_SCHEME, arg="dark")
    found = looked(page, LOOK_AT_COLOURS, OF_COLOURS)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(HAS_SCHEME, arg="light")
    return [f"dark: {wrong}" for wrong in found]


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_axe_finds_nothing(open_page: OpenPage, desk: Desk, kind: str) -> None:
    page = open_page(color_scheme="light", reduced_motion="reduce")
    editor = Editor.opened(desk, page, desk.reviews["shown"][kind == "talk"])
    found: dict[str, list[str]] = {}

    def look(state: str, *, unseen: bool = True) -> None:
        if wrong := [*wrongs(page, unseen=unseen), *wrongs_in_the_dark(page)]:
            found[f"{state}, {page.viewport_size}"] = wrong

    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        expect(editor.active).to_be_visible()
        look("rows", unseen=width < WIDTHS[0][0])
        # Over the rows where there is no room beside them, with a button that closes it.
        editor.press("h")
        expect(page.get_by_role("tab", name="History")).to_have_attribute("aria-selected", "true")
        look("history by its key")
        editor.press("Escape")
    page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
    editor.press("e")
    expect(editor.post_edit).to_be_focused()
    look("post-edit")
    editor.press("Escape")
    expect(editor.active).to_be_focused()
    for name in ("Comments", "Guidelines", "Summary"):
        tab = page.get_by_role("tab", name=name)
        if tab.count():
            tab.click()
            look(name)
    page.get_by_role("button", name="all keys").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("keys")
    page.keyboard.press("Escape")
    editor.row(1).locator("[data-place]").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    look("menu of a row")
    editor.press("Escape")
    for text in ("breath", "nowhere") if kind == "talk" else ():
        editor.press("ArrowRight", "/")
        page.keyboard.insert_text(text)
        page.wait_for_timeout(300)
        look(f"the paper searched for {text}")
        editor.press("Escape", "ArrowLeft")
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def test_axe_finds_nothing_in_dialogs_menus_and_bars(open_page: OpenPage, desk: Desk) -> None:
    """All that opens over the rows of a bitext, or above them, one after the other."""
    page = open_page(color_scheme="light", reduced_motion="reduce")
    editor = Editor.opened(desk, page, desk.take("bitext"))
    found: dict[str, list[str]] = {}
    dialog = page.get_by_role("dialog")

    def look(state: str) -> None:
        if wrong := [*wrongs(page, unseen=True), *wrongs_in_the_dark(page)]:
            found[state] = wrong

    def open_and_look(state: str, *keys: str, what: Locator = dialog, close: str = "Escape") -> None:
        editor.press(*keys)
        expect(what).to_be_visible()
        if what is dialog:
            # Its frame is there before its title, whose code may still be on the way.
            expect(what).to_have_accessible_name(re.compile("."))
        look(state)
        editor.press(close)
        expect(what).to_be_hidden()

    editor.go_to(4)
    open_and_look("accept many rows", "Control+Enter")
    open_and_look("find and replace", "Control+Shift+f")
    open_and_look("correct the imported text", "Shift+e")
    open_and_look("submit", "Control+Shift+Enter")
    menu = page.get_by_role("menu")
    editor.go_to(5)
    open_and_look("reasons of a null", "d", what=menu)
    # The tags can be opened as often as one likes: a choice is what closes them.
    editor.go_to(2)
    editor.press("q")
    expect(page.get_by_role("listbox").or_(menu)).to_be_visible()
    look("error tags")
    editor.press("Escape", "Escape")
    page.get_by_role("button", name="Filter, more").click()
    expect(menu).to_be_visible()
    look("more filters")
    editor.press("Escape")
    page.get_by_role("button", name="View and pace").click()
    expect(page.get_by_label("Rows to do today")).to_be_visible()
    look("view and pace")
    editor.press("Escape")
    editor.row(3).locator("[data-chip]").first.click(button="right")
    expect(menu).to_be_visible()
    look("menu of a chip")
    editor.press("Escape")
    # Bars, lists and what stands beside the rows.
    editor.go_to(2)
    editor.press("Control+x")
    expect(page.get_by_label("A chip is cut")).to_be_visible()
    look("a chip is cut")
    editor.press("Escape", "e", "Control+a")
    page.keyboard.insert_text("（手で")
    editor.press("Control+Enter")
    editor.wait_until_saved(1)
    editor.press("Shift+l")
    expect(page.get_by_role("tab", name="Findings")).to_be_visible()
    expect(page.locator("[data-finding]").first).to_be_visible()
    look("findings")
    editor.press("Shift+h")
    expect(page.get_by_role("tab", name="Concordance")).to_have_attribute("aria-selected", "true")
    look("concordance")
    editor.press("Escape", "c")
    page.keyboard.insert_text("@ju")
    expect(page.get_by_role("listbox")).to_be_visible()
    look("mentions")
    editor.press("Escape", "Escape")
    page.get_by_role("button", name="all keys").click()
    dialog.get_by_role("button", name="tour").click()
    expect(dialog).to_be_visible()
    look("tour")
    editor.press("Escape")
    # A conflict, what was chosen, and the border of a submission.
    editor.go_to(7)
    editor.press("e", "Control+a")
    page.keyboard.insert_text("こちら")
    seventh = editor.content()["rows"][6]["id"]
    answer = editor.send("edit", {"type": "set", "rows": [seventh], "fields": {"post_edit": "あちら"}})
    assert answer.ok, answer.text()
    editor.press("Control+Enter")
    expect(dialog).to_contain_text("What is saved")
    look("conflict")
    dialog.get_by_role("button", name="Keep what is saved").click()
    expect(page.get_by_role("button", name="Take that one instead")).to_be_visible()
    look("after a conflict")
    editor.press("Control+Shift+Enter")
    dialog.get_by_role("button", name="Submit anyway").click()
    expect(editor.state).to_contain_text("Submitted, read-only")
    look("submitted")
    open_and_look("undo of a submission", "z")
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def test_fifteen_rows_fit_a_laptop_with_a_post_edit_open(open_page: OpenPage, desk: Desk) -> None:
    """Rows of a line or two, as in the drawing."""
    editor = Editor.opened(desk, open_page(), desk.reviews["shown"][2])
    editor.go_to(4)
    editor.press("e")
    expect(editor.post_edit).to_be_focused()
    assert editor.page.evaluate(IN_VIEW) >= 15
    assert editor.page.evaluate("document.documentElement.scrollWidth") == 1280


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_nothing_moves_when_a_row_becomes_active(open_page: OpenPage, desk: Desk, kind: str) -> None:
    """Neither by a key nor under the pointer, whatever the row has to show: from the first screenful on."""
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    editor.go_to(2)
    editor.done(lambda: editor.press("Shift+Enter", "f"), 2)
    before = editor.page.evaluate(BOXES)
    assert len({row.split()[0] for row in before}) >= 9
    for number in range(3, 10):
        editor.press("j")
        expect(editor.row(number)).to_be_focused()
        assert editor.page.evaluate(BOXES) == before, f"row {number}"
    for number in (6, 2, 1, 9):
        editor.row(number).locator("[data-place]").click()
        expect(editor.row(number)).to_have_attribute("data-active", "true")
        assert editor.page.evaluate(BOXES) == before, f"row {number}, clicked"
    editor.press("Control+Home", "Home", "ArrowRight", "ArrowRight")
    assert editor.page.evaluate(BOXES) == before


def test_a_thousand_rows_down_the_page_holds_few_of_them(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("long"))
    page = editor.page
    counts = []
    for act in ("first", "scrolled", "middle", "last"):
        if act == "scrolled":
            editor.press(*["j"] * 40)
            expect(editor.row(41)).to_be_focused()
        elif act == "middle":
            editor.go_to(N_LONG // 2)
        elif act == "last":
            editor.press("Control+End")
            expect(editor.row(N_LONG)).to_be_focused()
        counts.append(page.locator("[data-row]").count())
        expect(editor.active).to_be_in_viewport()
    assert max(counts) < 100, counts
    _, after = editor.done(lambda: editor.press("a"))
    assert after["rows"][-1]["good_align"] is True


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_the_focus_is_always_seen(open_page: OpenPage, desk: Desk, kind: str) -> None:
    """On the row from the start, on chips, in fields, on everything that Tab reaches; and Tab comes round."""
    editor = Editor.opened(desk, open_page(), desk.reviews["shown"][kind == "talk"])
    page = editor.page
    expect(editor.active).to_be_focused()
    keys = [[], ["j"], ["End"], ["j"], ["e"], ["Escape"], ["k"], ["/"], ["Escape"]]
    if kind == "talk":
        keys += [["ArrowRight"], ["ArrowDown"], ["Escape"]]
    for pressed in keys:
        editor.press(*pressed)
        expect(page.locator(":focus")).to_be_in_viewport()
        assert page.evaluate(RING), f"after {pressed}: {describe(page)}"
    # Tab leaves the rows at once, goes through everything else, and comes back to the same row.
    row = page.evaluate("document.activeElement.dataset.row")
    seen = []
    for _ in range(90):
        editor.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            continue
        assert page.evaluate(RING), f"by Tab: {describe(page)}"
        if at := page.evaluate("document.activeElement.dataset.row"):
            assert at == row
            break
        seen.append(describe(page))
    else:
        raise AssertionError(f"Tab does not come back to the rows: {seen}")
    assert len(seen) > 10


def describe(page: Page) -> str:
    html: str = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    return html
