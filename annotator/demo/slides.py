"""Write the demo's decks, the transcripts and timelines of their talks, and recordings of them.

    python annotator/demo/slides.py                 # the committed files, in annotator/demo/slides
    python annotator/demo/slides.py --recording talk.mp4

The first draws the decks with the Chromium of the browser tests, which embeds the glyphs they need; the second needs
the extra ``video``. ``sources/slides.txt`` says how the sources are written.

`planted_talk` makes other talks of the same source: sentences are left out, pages passed over and come back to. What is
true of them is known, so engines can be measured on them (``benchmarks/planted_slides.py``).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from math import inf
from pathlib import Path
from random import Random
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from alignment.slides.timeline import Shown, write_timeline
from annotator.demo.build import HERE, chance, stamp

FOLDER = HERE / "slides"
#: The source of each deck by its name.
SOURCES = {"fog": HERE / "sources" / "slides.txt", "tide-ja": HERE / "sources" / "slides-ja.txt"}
WIDTH, HEIGHT = 960, 540
#: Milliseconds: of a sentence for each of its characters, after it, and after its page.
_BY_LANGUAGE = {"en": 62, "ja": 150}
_PAUSE, _TURN = 350, 1_400
#: Frames a second of a recording, and how many of its pixels a side there are.
_RATE, _SIZE = 2, (640, 360)
_STYLE = """
@page { size: 960px 540px; margin: 0 } * { box-sizing: border-box } body { margin: 0; font-family: Deck;
  color: #1d2733 }
section { width: 960px; height: 540px; padding: 64px 80px; position: relative; overflow: hidden; break-after: page }
section:last-child { break-after: auto }
h1 { font-size: 44px; margin: 0 0 40px; line-height: 1.2 } p { font-size: 29px; margin: 0 0 22px }
p::before { content: ""; display: inline-block; width: 12px; height: 12px; background: #b5432e; margin-right: 20px;
  vertical-align: 4px }
section::before { content: ""; position: absolute; left: 0; top: 0; width: 960px; height: 12px; background: #335566 }
section.first { padding-top: 170px; background: #eef2f4 } section.first p::before { display: none }
"""
_HORN = (
    '<svg viewBox="0 0 960 540" style="position:absolute;inset:0"><rect width="960" height="540" fill="#c9d3d8"/>'
    '<path d="M0 430 Q240 390 480 430 T960 420 V540 H0Z" fill="#55707d"/><path d="M300 430 L330 120 H420 L450 430Z" '
    'fill="#f4f1ea" stroke="#1d2733" stroke-width="5"/><rect x="318" y="78" width="114" height="46" fill="#b5432e"/>'
    '<path d="M430 200 L610 130 V300 L430 240Z" fill="#2b3a44"/><rect x="352" y="340" width="48" height="90" '
    'fill="#2f7d6b"/><g fill="none" stroke="#2b3a44" stroke-width="9"><path d="M650 160 q50 55 0 110"/>'
    '<path d="M700 125 q90 90 0 180"/><path d="M750 90 q130 125 0 250"/></g></svg>'
)


@dataclass(frozen=True, slots=True)
class Page:
    """title, lines : its text; both empty where it is a drawing. said, again : the sentences of its first time and of a
    return."""

    title: str
    lines: tuple[str, ...]
    said: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join([self.title, *self.lines]).strip()


@dataclass(frozen=True, slots=True)
class Deck:
    """pages : in order. breaks : sentences that are said without a slide, each with the page before them."""

    title: str
    speaker: str
    language: str
    pages: tuple[Page, ...]
    breaks: tuple[tuple[int, list[str]], ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said with a page on the screen (0-based, None is no slide); times in milliseconds."""

    text: str
    page: int | None
    start: int
    end: int


def read_deck(path: Path) -> Deck:
    """Read a source; raises ValueError naming file and line."""
    about: dict[str, str] = {}
    pages: list[Page] = []
    breaks: list[tuple[int, list[str]]] = []
    between: list[str] | None = None  # of the part without a slide that one is in
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, _, text = line.partition(" ")
        if mark == "#":
            continue
        if mark.endswith(":") and not pages:
            about[mark[:-1]] = text
        elif mark == "=" and text == "-":
            between = []
            breaks.append((len(pages) - 1, between))
        elif mark == "=":
            between = None
            pages.append(Page(text, ()))
        elif mark == "-" and pages:
            pages[-1] = Page(pages[-1].title, (*pages[-1].lines, text))
        elif mark == "+" and pages:
            pages.append(Page(pages[-1].title, (*pages[-1].lines, text)))
        elif mark == "*" and pages:
            pages[-1] = Page("", ())
        elif mark == ">" and pages:
            (pages[-1].said if between is None else between).append(text)
        elif mark == "~" and pages:
            pages[-1].again.append(text)
        else:
            raise ValueError(f"{path.name} line {number}: expected one of = - + * > ~ and a text, found {line!r}")
    return Deck(about["title"], about["speaker"], about["language"], tuple(pages), tuple(breaks))


Parts = list[tuple[int | None, list[str]]]


def parts_of(deck: Deck, n_returns_after: int = 9) -> Parts:
    """What is said in order, in parts with their page. A page that is come back to is so before page
    `n_returns_after` + 1."""
    breaks = dict(deck.breaks)
    parts: Parts = []
    for number, page in enumerate(deck.pages):
        if number == n_returns_after:
            parts += [(back, other.again) for back, other in enumerate(deck.pages) if other.again]
        parts.append((number, page.said))
        if number in breaks:
            parts.append((None, breaks[number]))
    return parts


def planted_talk(deck: Deck, seed: int) -> Parts:
    """Another talk about the same deck: a third of the sentences of a part are left out, one page in ten is passed
    over, and one in ten is come back to for a sentence that was left out then."""
    random = Random(seed)
    parts: Parts = []
    left: dict[int, list[str]] = {}
    for page, sentences in parts_of(deck):
        if page is not None and random.random() < 0.1:
            continue
        kept = [sentence for sentence in sentences if random.random() < 2 / 3] or sentences[:1]
        parts.append((page, kept))
        if page is not None and len(kept) < len(sentences):
            left[page] = [sentence for sentence in sentences if sentence not in kept]
        elsewhere = [other for other in left if other != page]
        if elsewhere and random.random() < 0.1:
            back = random.choice(elsewhere)
            parts.append((back, left.pop(back)))
    return parts


def timed(parts: Parts, language: str) -> list[Sentence]:
    """Give each sentence its times; longer ones take longer."""
    clock, timed_sentences = 1_200, []
    for page, sentences in parts:
        for text in sentences:
            length = int((600 + _BY_LANGUAGE[language] * len(text)) * (1 + 0.3 * chance(f"{clock} {text}")))
            timed_sentences.append(Sentence(text, page, clock, clock + length))
            clock += length + _PAUSE
        clock += _TURN
    return timed_sentences


def timeline_of(sentences: Sequence[Sentence]) -> list[Shown]:
    """When each page was shown: from half a turn before the first sentence that is said over it."""
    turns = [
        (sentence.page, (sentence.start - _TURN // 2) / 1000 if number else 0.0)
        for number, sentence in enumerate(sentences)
        if number == 0 or sentence.page != sentences[number - 1].page
    ]
    ends = [start for _, start in turns[1:]] + [inf]
    return [Shown(page, start, end) for (page, start), end in zip(turns, ends, strict=True)]


def vtt(sentences: Sequence[Sentence], language: str) -> str:
    """WebVTT with a cue for each sentence."""
    blocks = [f"{stamp(one.start)} --> {stamp(one.end)}\n{one.text}" for one in sentences]
    return "\n\n".join([f"WEBVTT\nLanguage: {language}", *blocks]) + "\n"


def build() -> dict[str, str]:
    """The transcript and the timeline of each deck: path relative to annotator/demo -> content."""
    files = {}
    for name, source in SOURCES.items():
        deck = read_deck(source)
        sentences = timed(parts_of(deck), deck.language)
        files[f"slides/{name}.vtt"] = vtt(sentences, deck.language)
        files[f"slides/{name}.csv"] = write_timeline(timeline_of(sentences))
    return files


def html(deck: Deck, font: Path) -> str:
    """The deck as a document with a section for each page. font : a folder with Noto Sans JP."""
    faces = "".join(
        f"@font-face{{font-family:Deck;font-weight:{weight};src:url({next(font.glob(f'{weight}*/*.ttf')).as_uri()})}}"
        for weight in (400, 700)
    )
    sections = []
    for number, page in enumerate(deck.pages):
        lines = "".join(f"<p>{escape(line)}</p>" for line in page.lines)
        body = f"<h1>{escape(page.title)}</h1>{lines}" if page.title else _HORN
        sections.append(f'<section class="{"" if number else "first"}">{body}</section>')
    return (
        f'<!doctype html><html lang="{deck.language}"><meta charset="utf-8"><title>{escape(deck.title)}</title>'
        f"<style>{faces}{_STYLE}</style>{''.join(sections)}</html>"
    )


def draw() -> None:
    """Write the decks as PDF with Chromium; what their pages say stays selectable."""
    from playwright.sync_api import sync_playwright

    from annotator.launch.browser import ARGUMENTS, find_chromium
    from annotator.launch.layout import HERE as LAYOUT

    font = LAYOUT.root / "tests" / "e2e" / "node_modules" / "@expo-google-fonts" / "noto-sans-jp"
    chromium = find_chromium()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=str(chromium.executable), args=list(ARGUMENTS), env=dict(chromium.environment)
        )
        for name, source in SOURCES.items():
            document = Path(folder) / f"{name}.html"
            document.write_text(html(read_deck(source), font), encoding="utf-8")
            page = browser.new_page()
            page.goto(document.as_uri())
            page.evaluate("document.fonts.ready")
            page.pdf(path=FOLDER / f"{name}.pdf", width=f"{WIDTH}px", height=f"{HEIGHT}px", print_background=True)
        browser.close()


def record(target: Path, name: str = "fog") -> None:
    """Write a recording of the talk as MP4, silent: its pages with the noise of a camera, and a moving speaker where
    there is no slide. Needs the extra ``video``."""
    av: Any = import_module("av")
    with av.open(str(target), "w") as container:
        stream = container.add_stream("libx264", rate=_RATE, options={"crf": "34", "preset": "veryfast"})
        stream.width, stream.height = _SIZE
        stream.pix_fmt = "yuv420p"
        for picture in _pictures(name):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())


def _pictures(name: str) -> Iterator[Any]:
    np: Any = import_module("numpy")
    pdfium: Any = import_module("pypdfium2")
    random = np.random.default_rng(1)
    deck = read_deck(SOURCES[name])
    sentences = timed(parts_of(deck), deck.language)
    shown = timeline_of(sentences)
    pages = [
        np.asarray(page.render(scale=_SIZE[0] / page.get_width()).to_pil().convert("RGB").resize(_SIZE))
        for page in pdfium.PdfDocument(FOLDER / f"{name}.pdf")
    ]
    grain = random.normal(0, 2, (_SIZE[1], _SIZE[0], 1))
    at = 0
    for tick in range(sentences[-1].end * _RATE // 1000 + 1):
        while at + 1 < len(shown) and shown[at + 1].start_seconds <= tick / _RATE:
            at += 1
        page = shown[at].page
        frame = _speaker(np, tick) if page is None else pages[page]
        yield (frame + grain).clip(0, 255).astype(np.uint8)


def _speaker(np: Any, tick: int) -> Any:
    """Somebody before a wall, who sways."""
    y, x = np.mgrid[: _SIZE[1], : _SIZE[0]]
    middle = 320 + 25 * np.sin(tick / 2)
    frame = np.stack([110 + x / 12, 118 + y / 9, 125 + x / 20], axis=-1)
    frame[((x - middle) / 110) ** 2 + ((y - 380) / 170) ** 2 < 1] = (35, 50, 70)
    frame[((x - middle) / 52) ** 2 + ((y - 160) / 66) ** 2 < 1] = (200, 160, 132)
    return frame


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--recording", type=Path, metavar="FILE", help="write a recording of the English talk instead")
    if target := parser.parse_args().recording:
        record(target)
        return
    draw()
    for name, content in build().items():
        (HERE / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
