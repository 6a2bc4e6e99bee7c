"""A small two-column paper, with every sentence known, that has what makes PDFs hard to read.

Ligatures, accents set as TeX's older fonts set them, words divided at line, column and page ends, a footnote, a
figure and a table with captions, a displayed formula, a listing, running headers and footers, a copyright line, a
reference list and a lettered appendix.
"""

from __future__ import annotations

from tests.annotator.importers.pdf_maker import Setter, write

TITLE = "Counting the Tides of a Harbour by Ear"
ABSTRACT = [
    "We count the tides of a harbour by ear alone.",
    "The method is efficient, needs no gauge, and works in the dark.",
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
            "We recorded the harbour of Brim for two years at 44.1 kHz, with the help of Søren Björk and Zoë Lefèvre.",
            "The recordings are compared with the readings of a gauge that was hidden from us.",
            "Our contribution is threefold: a corpus, a method, and an honest measurement of its error.",
        ],
    ),
    (
        "2 Related Work",
        [
            "Gauges have been described by many authors, among them J. K. Holm and A. Sund.",
            "Acoustic gauges measure the time that an echo takes, which needs a loudspeaker.",
            "Köppen and Müller differentiated the noise of surf from the noise of traffic, and found both difficult.",
            "Nobody seems to have listened to the harbour itself.",
        ],
    ),
    (
        "3 Method",
        [
            "The sound is divided into frames of one second, and each frame is described by twenty numbers.",
            "A hidden Markov model with states for flood, slack and ebb explains the frames x1, . . . , xn of a night.",
            "Its transitions are known from the tables of the moon, so that only the emissions have to be learned.",
            "The likelihood of a night is the usual product of transitions and emissions:",
        ],
    ),
    (
        "3.1 Training",
        [
            "We follow the usual recipe and train by expectation maximisation until nothing changes.",
            "The most probable sequence of states is found by dynamic programming, which takes three lines:",
            "Wind is the greatest nuisance, since it drowns everything else.",
            "Frames in which the wind is louder than the water are therefore given no weight at all.",
        ],
    ),
    (
        "4 Experiments",
        [
            "The first year served for training and the second for testing.",
            "In Table 1 the error is given for each season of the year, and Fig. 2 shows its distribution.",
            "In winter the error is largest, because storms leave few quiet nights.",
            "Does the method work in other harbours?",
            "It does, but the emissions must be learned anew, which takes ~3.5 weeks (see brim.org/~moor).",
            "A comparison with the gauge shows an agreement of 0.93, which is more than two pilots reach.",
            "Misclassifications are found at the turn of the tide, when the well-known silence sets in.",
            "That silence is well-known to sailors, who call it the held breath of the harbour.",
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
REFERENCES = [
    "[1] G. Lev et al. TalkSumm. In Proc. of ACL, 2019.",
    "[2] J. K. Holm. On gauges. doi.org/10.1/brim, 1911.",
]
APPENDIX = ("A Recordings", ["The recordings last 11,000 hours.", "They are kept in Brim."])
FOOTNOTE = "In calm weather only, and never at New Year."
COPYRIGHT = "Copyright 2026 Harbour Press. All rights reserved."
FORMULA = "p(x) = a(s) b(x|s)"
LISTING = ["for t in range(1, n):", "  v[t] = max(v[t-1] + a) + b[t]", "  back[t] = argmax(v[t-1] + a)"]
TABLE_CAPTION = "Table 1: Error in minutes for each season of the year."
FIGURE_CAPTION = ["Figure 2: How many nights had which error,", "in minutes, of all nights that were tested."]
JOURNAL = "Harbour Letters 12"


def make() -> tuple[bytes, list[str]]:
    """The PDF's bytes, and where words were divided: at the end of a ``column`` or of a ``page``."""
    setter = Setter()
    first = setter.pages[0]
    first.text(120, 478, TITLE, size=15, font="F2")
    first.text(200, 460, "R. Moor and A. Sund", size=10)
    first.text(190, 447, "Harbour Institute, Brim", size=9)
    setter.begin(top=420.0, bottoms=(42.0, 0.0))
    first.mark(setter.left, setter.bottom - 14, "1", size=5, rise=2.5)
    first.text(setter.left + 4, setter.bottom - 14, FOOTNOTE, size=6.5)
    first.text(setter.left, setter.bottom - 28, COPYRIGHT, size=6.5)
    setter.heading("Abstract")
    setter.paragraph(" ".join(ABSTRACT))
    for heading, sentences in SECTIONS:
        _section(setter, heading, sentences)
    setter.heading("References")
    for entry in REFERENCES:
        setter.paragraph(entry)
    _section(setter, *APPENDIX)
    for number, page in enumerate(setter.pages, 1):
        page.text(54, 500, "R. Moor and A. Sund: Tides" if number % 2 else TITLE, size=7)
        page.text(250, 52, JOURNAL, size=9, font="F4")
        page.text(350, 52, str(1800 + number), size=8)
    return write(setter.pages), setter.divided


def _section(setter: Setter, heading: str, sentences: list[str]) -> None:
    setter.heading(heading)
    if heading == "3.1 Training":
        setter.paragraph(" ".join(sentences[:2]))
        setter.listing(LISTING)
        setter.paragraph(" ".join(sentences[2:]))
        return
    half = (len(sentences) + 1) // 2
    setter.paragraph(" ".join(sentences[:half]), note="1" if heading.startswith("1") else "")
    if sentences[half:]:
        setter.paragraph(" ".join(sentences[half:]), indent=2)
    if heading == "3 Method":
        setter.formula(FORMULA, "(1)")
    if heading.startswith("4"):
        setter.table([("season", "error"), ("winter", "7.1"), ("summer", "2.4")], TABLE_CAPTION)
        setter.figure(["0", "10", "20", "30"], FIGURE_CAPTION)
