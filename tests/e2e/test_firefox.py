"""What Firefox does of its own: quick find on / and ', lines that wrap, rows drawn while the page is scrolled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.firefox import Firefox, find_firefox
from tests.e2e.review import Desk

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_firefox() is None, reason="no Firefox here: apt install firefox-esr, or LECTERN_FIREFOX"),
]

ACTIVE = "document.querySelector('[data-row][data-active=true]')"
AT = f"return Number({ACTIVE}.dataset.index)"
#: Keys of quick find whose default nobody has prevented once all listeners have had them.
LEFT_TO_THE_BROWSER = """
window.left = [];
addEventListener('keydown', (event) => {
  if (event.key === '/' || event.key === "'") setTimeout(() => event.defaultPrevented || window.left.push(event.key));
}, true);
"""
#: While the rows are scrolled 400 pixels a frame: the largest share of the pane in which no row is drawn.
BLANK = """
const pane = document.querySelector('[data-scroller]');
let worst = 0;
for (let frame = 0; frame < 30; frame += 1) {
  pane.scrollTop += 400;
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
  const { top, bottom } = pane.getBoundingClientRect();
  const boxes = [...pane.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect());
  const seen = boxes.filter((box) => box.bottom > top && box.top < bottom);
  const height = seen.reduce((sum, box) => sum + Math.min(box.bottom, bottom) - Math.max(box.top, top), 0);
  worst = Math.max(worst, (bottom - top - height) / (bottom - top));
}
const ruled = getComputedStyle(pane.firstElementChild).backgroundImage !== 'none';
return { worst, ruled };
"""


#: Where the marked sentence of the paper stands, line by line, and how wide its paragraph is.
MARKED = """
const mark = document.querySelector('dialog mark');
const paragraph = mark.closest('p').getBoundingClientRect();
return {
  lines: [...mark.getClientRects()].map(({ left, right, bottom }) => ({ left, right, bottom })),
  edges: [paragraph.left, paragraph.right],
};
"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    executable = find_firefox()
    assert executable
    running = Firefox(executable, tmp_path_factory.mktemp("firefox") / "profile")
    yield running
    running.close()


def opened(firefox: Firefox, desk: Desk, review: int) -> None:
    firefox.resize(1280, 900)
    firefox.open(f"{desk.url}/review/{review}", (desk.cookie, desk.sessions["anna"]))
    firefox.wait(ACTIVE, "the rows are there")
    firefox.wait(f"document.activeElement === {ACTIVE}", "the active row has the focus")


def test_quick_find_stays_shut_and_keys_go_on(firefox: Firefox, desk: Desk) -> None:
    """Open, it would take every key after it. It opens on a key that the page leaves to the browser."""
    opened(firefox, desk, desk.take("bitext"))
    firefox.run(LEFT_TO_THE_BROWSER)
    at = firefox.run(AT)
    firefox.press("'", "j")
    assert firefox.run(AT) == at + 1
    # In caret mode / is nobody's key.
    firefox.press("Shift+S", "/", "ArrowRight", "Escape", "j")
    assert firefox.run(AT) == at + 2
    # On a button of a dialog.
    firefox.press("?")
    firefox.wait("document.querySelector('[role=dialog] button')", "the keys are shown")
    firefox.run("document.querySelector('[role=dialog] button').focus()")
    firefox.press("/", "'")
    firefox.press("Escape")
    firefox.wait("document.querySelector('[role=dialog]') === null", "Escape closes the dialog")
    firefox.wait(f"document.activeElement === {ACTIVE}", "the active row has the focus again")
    firefox.press("j")
    assert firefox.run(AT) == at + 3
    assert firefox.run("return window.left") == []
    # In a field they are letters.
    firefox.press("e", "/")
    firefox.wait("window.left.length === 1", "the letter is written")


def test_one_chip_has_one_outline(firefox: Firefox, desk: Desk) -> None:
    """Firefox draws an outline around each line of a text that is not a box."""
    opened(firefox, desk, desk.take("lecture"))
    firefox.press("Home")
    assert firefox.run("return document.querySelector('[data-current=true]').getClientRects().length") == 1


def test_fast_scrolling_shows_rows(firefox: Firefox, desk: Desk) -> None:
    opened(firefox, desk, desk.take("long"))
    told = firefox.run(BLANK.replace("const pane", "return (async () => { const pane", 1) + "})()")
    assert told["ruled"]
    assert told["worst"] < 0.6, told


def test_the_marked_sentence_is_underlined_below_its_words_alone(firefox: Firefox, desk: Desk) -> None:
    """Where it wraps, in the author's paper: the line ran on to both edges of the page."""
    firefox.resize(700, 800)
    for number in range(1, 6):
        firefox.open(f"{desk.url}{desk.author_link}?at={number}&paper")
        firefox.wait("document.querySelector('dialog mark')", "the paper is open at the sentence")
        told = firefox.run(MARKED)
        if len(told["lines"]) > 1:
            break
    else:
        raise AssertionError("no sentence of the summary wraps")
    picture = firefox.picture()
    left, right = told["edges"]
    for line in told["lines"]:
        y = round(line["bottom"]) - 1
        below = picture.getpixel((round(line["left"] + 4), y))
        blank = [picture.getpixel((x, y)) for x in range(round(left) - 20, round(line["left"]) - 2)]
        blank += [picture.getpixel((x, y)) for x in range(round(line["right"]) + 2, round(right) + 20)]
        assert below not in blank, f"the line from {line['left']:.0f} to {line['right']:.0f} is underlined beyond"
