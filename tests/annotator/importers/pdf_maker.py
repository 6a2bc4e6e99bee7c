"""Sets a small two-column paper as a PDF, by hand, so that the test knows every sentence of it.

Only the standard fonts are used. Courier is monospaced: a character is 0.6 type sizes wide, so lines can be filled
without font metrics.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WIDTH, HEIGHT = 612.0, 540.0
LEFT, RIGHT, COLUMN = 54.0, 318.0, 240.0
TOP, BOTTOM = 465.0, 62.0
SIZE = 8.0
LEADING = 10.0

ABSTRACT = [
    "We count the tides of a harbour by ear alone.",
    "The method needs no gauge, and it works in the dark.",
    "On 706 nights it was right to within five minutes (cf. Sect. 4).",
]
SECTIONS: list[tuple[str, list[str]]] = [
    (
        "1 Introduction",
        [
            "Harbours are noisy places, and most of what one hears there has nothing to do with the water.",
            "Still, pilots claim that they can tell the state of the tide without looking, e.g. from the pitch of the "
            "halyards.",
            "This paper asks whether a microphone can do the same, as Lev et al. (2019) did for lectures.",
            "We recorded the harbour of Brim for two years at 44.1 kHz.",
            "The recordings are compared with the readings of a gauge that was hidden from us.",
            "Our contribution is threefold: a corpus, a method, and an honest measurement of its error.",
        ],
    ),
    (
        "2 Related Work",
        [
            "Gauges have been described by many authors, among them J. K. Holm and A. Sund.",
            "Acoustic gauges measure the time that an echo takes, which needs a loudspeaker.",
            "Nobody seems to have listened to the harbour itself.",
        ],
    ),
    (
        "3 Method",
        [
            "The sound is divided into frames of one second, and each frame is described by twenty numbers.",
            "A hidden Markov model with states for flood, slack and ebb explains the frames.",
            "Its transitions are known from the tables of the moon, so that only the emissions have to be learned.",
            "We follow the usual recipe and train by expectation maximisation until nothing changes.",
            "The most probable sequence of states is found by dynamic programming.",
            "Wind is the greatest nuisance, since it drowns everything else.",
            "Frames in which the wind is louder than the water are therefore given no weight at all.",
        ],
    ),
    (
        "4 Experiments",
        [
            "The first year served for training and the second for testing.",
            "In Table 1 the error is given for each season of the year.",
            "In winter the error is largest, because storms leave few quiet nights.",
            "Does the method work in other harbours?",
            "It does, but the emissions must be learned anew, which takes about 3.5 weeks.",
            "A comparison with the gauge shows an agreement of 0.93, which is more than two pilots reach.",
        ],
    ),
    (
        "5 Conclusion",
        [
            "Tides can be counted by ear.",
            "We hope that other harbours will be listened to, and we give our recordings to whoever asks.",
        ],
    ),
    ("Acknowledgments", ["We thank the pilots of Brim for their patience."]),
]
REFERENCES = ["[1] G. Lev et al. TalkSumm. In Proc. of ACL, 2019.", "[2] J. K. Holm. On gauges. Brim, 1911."]
FOOTNOTE = "In calm weather only, and never at New Year."
CAPTION = "Table 1: Error in minutes for each season of the year."


@dataclass
class _Page:
    commands: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, *, size: float = SIZE, font: str = "F1", rise: float = 0) -> None:
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.commands.append(f"BT /{font} {size} Tf {x:.2f} {y + rise:.2f} Td ({escaped}) Tj ET")


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
        if len(head) >= 3 and len(tail) >= 3 and bare.isalpha():
            lines[-1] += f" {head}-"
            lines.append(tail + word[len(bare) :])
        else:
            lines.append(word)
    return lines


class _Setter:
    """Fills columns from top to bottom, left before right, page after page."""

    def __init__(self) -> None:
        self.pages = [_Page()]
        self.column, self.y = 0, TOP
        self.tops = [TOP, TOP]
        self.bottoms = [BOTTOM, BOTTOM]

    @property
    def x(self) -> float:
        return (LEFT, RIGHT)[self.column]

    def need(self, height: float) -> None:
        if self.y - height >= self.bottoms[self.column]:
            return
        if self.column == 0:
            self.column = 1
        else:
            self.pages.append(_Page())
            self.column, self.tops, self.bottoms = 0, [TOP, TOP], [BOTTOM, BOTTOM]
        self.y = self.tops[self.column]

    def heading(self, text: str) -> None:
        self.need(4 * LEADING)
        self.y -= 6
        self.pages[-1].text(self.x, self.y, text, size=9.5, font="F2")
        self.y -= LEADING + 4

    def paragraph(self, text: str, *, indent: int = 0, mark: bool = False) -> None:
        lines = fill(text, int(COLUMN / (0.6 * SIZE)) - indent)
        for index, line in enumerate(lines):
            self.need(LEADING)
            x = self.x + (indent * 0.6 * SIZE if index == 0 else 0)
            self.pages[-1].text(x, self.y, line)
            if mark and index == len(lines) - 1:
                self.pages[-1].text(x + 0.6 * SIZE * len(line), self.y, "1", size=5, rise=3)
            self.y -= LEADING


def make() -> bytes:
    """The PDF's bytes."""
    setter = _Setter()
    first = setter.pages[0]
    first.text(120, 478, "Counting the Tides of a Harbour by Ear", size=15, font="F2")
    first.text(200, 460, "R. Moor and A. Sund", size=10)
    first.text(190, 447, "Harbour Institute, Brim", size=9)
    setter.tops, setter.y = [420.0, 420.0], 420.0
    setter.bottoms = [BOTTOM + 40, BOTTOM]
    first.text(LEFT, BOTTOM + 26, "1", size=5, rise=2.5)
    first.text(LEFT + 4, BOTTOM + 26, FOOTNOTE, size=6.5)
    first.text(LEFT, BOTTOM + 12, "Copyright 2026 Harbour Press. All rights reserved.", size=6.5)
    setter.heading("Abstract")
    setter.paragraph(" ".join(ABSTRACT))
    for heading, sentences in SECTIONS:
        setter.heading(heading)
        half = (len(sentences) + 1) // 2
        setter.paragraph(" ".join(sentences[:half]), mark=heading.startswith("1"))
        if sentences[half:]:
            setter.paragraph(" ".join(sentences[half:]), indent=2)
        if heading.startswith("4"):
            _table(setter)
    setter.heading("References")
    for entry in REFERENCES:
        setter.paragraph(entry)
    for number, page in enumerate(setter.pages, 1):
        page.text(LEFT, 500, "R. Moor and A. Sund: Tides", size=7)
        page.text(300, 32, str(1800 + number), size=8)
    return _write(setter.pages)


def _table(setter: _Setter) -> None:
    setter.need(80)
    setter.y -= 6
    for row in (("season", "error"), ("winter", "7.1"), ("summer", "2.4")):
        setter.pages[-1].text(setter.x + 40, setter.y, row[0], size=7)
        setter.pages[-1].text(setter.x + 140, setter.y, row[1], size=7)
        setter.y -= 9
    setter.y -= 4
    setter.pages[-1].text(setter.x, setter.y, CAPTION[:54], size=7)
    setter.y -= 22


def _write(pages: list[_Page]) -> bytes:
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>" for name in ("Courier", "Courier-Bold")]
    kids = []
    for page in pages:
        stream = "\n".join(page.commands)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
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
