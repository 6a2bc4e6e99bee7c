"""Sets type as PDF by hand: two columns of a paper, and slides.

The fonts are the standard ones, with widths that are all alike, so that lines can be filled without font metrics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

WIDTH, HEIGHT = 612.0, 540.0
LEFT, RIGHT, COLUMN = 54.0, 318.0, 240.0
TOP, BOTTOM = 465.0, 120.0
SIZE, LEADING = 9.0, 11.0
#: Of every character of a font, in type sizes.
ADVANCE = {"F1": 0.5, "F2": 0.55, "F3": 0.6, "F4": 0.5}
FONTS = {"F1": "Times-Roman", "F2": "Times-Bold", "F3": "Courier", "F4": "Times-Italic"}
#: Ligatures are one glyph of several letters, at codes of their own.
LIGATURES = {"ffi": "\x1e", "ff": "\x1b", "fi": "\x1c", "fl": "\x1d"}
#: These letters are set as TeX's older fonts do: an accent first, and the letter under it.
STACKED = {"ö": ("\xa8", "o"), "è": ("`", "e"), "ü": ("\xa8", "u")}
#: The accent of this one stands at the end of the page's program, far from its letter.
LATE = "ü"


@dataclass
class Page:
    commands: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, *, size: float = SIZE, font: str = "F1", rise: float = 0) -> float:
        """Returns the x where the text ends."""
        for letters, code in LIGATURES.items() if font != "F3" else ():
            text = text.replace(letters, code)
        for piece in re.split(f"([{''.join(STACKED)}])", text):
            accent, shown = STACKED.get(piece, ("", piece))
            for part in (accent, shown):
                if part:
                    escaped = "".join(f"\\{ord(char):03o}" if char in "\\()" or char < " " else char for char in part)
                    commands = self.late if piece == LATE and part == accent else self.commands
                    commands.append(f"BT /{font} {size} Tf {x:.2f} {y + rise:.2f} Td ({escaped}) Tj ET")
            x += ADVANCE[font] * size * len(shown)
        return x

    def mark(self, x: float, y: float, text: str, *, size: float, rise: float) -> None:
        self.text(x, y, text, size=size, rise=rise)


def fill(text: str, n_characters: int) -> list[str]:
    """Break into lines of at most `n_characters`, dividing long words."""
    lines: list[str] = [""]
    for word in text.split():
        room = n_characters - len(lines[-1]) - (1 if lines[-1] else 0)
        if len(word) <= room:
            lines[-1] += (" " if lines[-1] else "") + word
            continue
        bare = word.strip(".,?")
        head, tail = bare[: max(room - 1, 0)], bare[max(room - 1, 0) :]
        if "-" in bare and len(bare.split("-")[0]) < room:  # at its own hyphen
            head, tail = bare.split("-", 1)
            lines[-1] += f" {head}-"
            lines.append(tail + word[len(bare) :])
        elif len(head) >= 2 and len(tail) >= 2 and bare.isalpha():
            lines[-1] += f" {head}-"
            lines.append(tail + word[len(bare) :])
        else:
            lines.append(word)
    return lines


class Setter:
    """Fills columns from top to bottom, left before right, page after page.

    A column ends early where that divides a word at its end, once for a column and once for a page: `divided` tells.
    """

    #: How many lines may be left free for that.
    SPARE = 14

    def __init__(self) -> None:
        self.pages = [Page()]
        self.column, self.y, self.bottom = 0, TOP, BOTTOM
        self.divided: list[str] = []
        self._tops, self._bottoms = (TOP, TOP), (BOTTOM, BOTTOM)

    @property
    def left(self) -> float:
        return (LEFT, RIGHT)[self.column]

    def begin(self, *, top: float, bottoms: tuple[float, float]) -> None:
        """On a page with a title, with room kept at the foot of its columns."""
        self._tops, self._bottoms = (top, top), (BOTTOM + bottoms[0], BOTTOM + bottoms[1])
        self.y, self.bottom = top, self._bottoms[0]

    def _next_column(self) -> None:
        if self.column == 0:
            self.column = 1
        else:
            self.pages.append(Page())
            self.column, self._tops, self._bottoms = 0, (TOP, TOP), (BOTTOM, BOTTOM)
        self.y, self.bottom = self._tops[self.column], self._bottoms[self.column]

    def need(self, height: float) -> None:
        if self.y - height < self.bottom:
            self._next_column()

    def heading(self, text: str) -> None:
        self.need(4 * LEADING)
        self.y -= 6
        self.pages[-1].text(self.left, self.y, text, size=9.5, font="F2")
        self.y -= LEADING + 4

    def paragraph(self, text: str, *, indent: int = 0, note: str = "") -> None:
        lines = fill(text, int(COLUMN / (ADVANCE["F1"] * SIZE)) - indent)
        for index, line in enumerate(lines):
            self.need(LEADING)
            end = self.pages[-1].text(self.left + (indent * ADVANCE["F1"] * SIZE if index == 0 else 0), self.y, line)
            if note and index == len(lines) - 1:
                self.pages[-1].mark(end, self.y, note, size=5, rise=3)
            self.y -= LEADING
            what = "column" if self.column == 0 else "page"
            near_end = self.y - self.SPARE * LEADING < self.bottom
            if line.endswith("-") and near_end and what not in self.divided:
                self.divided.append(what)
                self._next_column()

    def listing(self, lines: list[str]) -> None:
        self.need((len(lines) + 1) * LEADING)
        for number, line in enumerate(lines):
            self.pages[-1].text(self.left + 8, self.y - 3 - number * LEADING, line, size=7.5, font="F3")
        self.y -= len(lines) * LEADING + 6

    def formula(self, text: str, number: str) -> None:
        self.need(3 * LEADING)
        self.pages[-1].text(self.left + 60, self.y - 4, text, font="F4")
        self.pages[-1].text(self.left + COLUMN - 14, self.y - 4, number)
        self.y -= 2 * LEADING

    def table(self, rows: list[tuple[str, str]], caption: str) -> None:
        self.need(80)
        self.y -= 6
        for row in rows:
            self.pages[-1].text(self.left + 40, self.y, row[0], size=7)
            self.pages[-1].text(self.left + 140, self.y, row[1], size=7)
            self.y -= 9
        self.y -= 4
        self.pages[-1].text(self.left, self.y, caption, size=7)
        self.y -= 22

    def figure(self, ticks: list[str], caption: list[str]) -> None:
        self.need(90)
        self.pages[-1].commands.append(f"{self.left + 20} {self.y - 40} 180 40 re S")
        for number, tick in enumerate(ticks):
            self.pages[-1].text(self.left + 20 + 55 * number, self.y - 50, tick, size=6)
        self.y -= 64
        for line in caption:
            self.pages[-1].text(self.left, self.y, line, size=7)
            self.y -= 9
        self.y -= 12


_TO_UNICODE = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Ligatures def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
4 beginbfchar <1B> <00660066> <1C> <00660069> <1D> <0066006C> <1E> <006600660069> endbfchar
1 beginbfrange <20> <FF> <0020> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""


def write(pages: list[Page], *, width: float = WIDTH, height: float = HEIGHT) -> bytes:
    """A PDF of these pages."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        f"<< /Length {len(_TO_UNICODE)} >>\nstream\n{_TO_UNICODE}\nendstream",
    ]
    for name, base in FONTS.items():
        widths = " ".join([str(round(1000 * ADVANCE[name]))] * 256)
        objects.append(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /FirstChar 0 /LastChar 255 /Widths [{widths}] "
            "/ToUnicode 3 0 R /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [27 /fi /fi /fl /fi] >> >>"
        )
    fonts = " ".join(f"/{name} {number} 0 R" for number, name in enumerate(FONTS, 4))
    kids = []
    for page in pages:
        stream = "\n".join(page.commands + page.late)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {len(objects)} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def make_slides(slides: list[list[str]], footer: str) -> bytes:
    """Slides of a heading and lines under it, with a footer and a number on each; an empty list is a picture."""
    pages = []
    for number, lines in enumerate(slides, 1):
        page = Page()
        for index, line in enumerate(lines):
            page.text(60, 330 - 40 * index, line, size=26 if index == 0 else 18, font="F2" if index == 0 else "F1")
        page.text(40, 14, footer, size=9)
        page.text(590, 14, str(number), size=9)
        pages.append(page)
    return write(pages, width=640, height=400)
