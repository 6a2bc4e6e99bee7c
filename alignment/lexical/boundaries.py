"""The boundary after each unit: the mark it ends with, whether quoted speech goes on, and how the next unit begins.

Translators join and split sentences, but they rarely let a bead end inside a speech on one side and outside of it on
the other. Which classes go together is learned from the texts (`alignment.lexical.learning`), so that every convention
of quotation will do: “English”, « French », „German“, »German«, 「Japanese」, 'single', and dashes before a speech.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

#: Classes of `ending`.
ENDINGS = ("none", "final", "pause", "comma", "closing")
#: Where speech in quotation marks is after a unit; *closed*: the unit ends with it.
SPEECH = ("outside", "inside", "closed")
#: How the next unit begins; *speech*: with a quotation mark that opens, or a dash before a speech.
OPENINGS = ("other", "small letter", "speech")
#: The number of classes of each feature; a boundary has one class for all of them, see `boundaries`.
SHAPE = (len(ENDINGS), len(SPEECH), len(OPENINGS))
N_CLASSES = len(ENDINGS) * len(SPEECH) * len(OPENINGS)

_ALWAYS_OPEN, _ALWAYS_CLOSE = frozenset(("„", "‚", "「", "『", "〝", "``")), frozenset("」』〟")
_USUALLY_OPEN, _USUALLY_CLOSE = frozenset("“«‹‘‛‟"), frozenset("”»›’")
#: Marks of the second rank, which may also be apostrophes.
_SINGLE = frozenset("'’‘‚‛`´")
_MARK = re.compile("''|``|[\"＂“”„‟«»‹›「」『』〝〟'’‘‚‛`´]")
#: What stands between a word and a mark that opens or closes without being part of the text that is quoted.
_BEFORE, _AFTER = frozenset("([{-–—―"), frozenset(")]},;:.!?…-–—―")
_SPEECH_DASH = re.compile(r"[-–—―]{1,2}\s*[¿¡…\"“«„']*[^\W\d_]")
_PUNCTUATION = " \t.,;:!?…。，、！？；：)]）】-–—"


class _Speech:
    """Reads marks in the order of a text and knows whether quoted speech is going on.

    Double and single marks are told apart, so that a quotation within another does not end it: what closes also closes
    what was opened within it. Marks are forgotten, and a speech of many paragraphs opens at each: a mark that begins a
    unit begins a new speech, whatever was left open before, if it is of the kind by which this text's speeches begin.
    An apostrophe at the end of a word closes nothing that no single mark has opened.
    """

    def __init__(self) -> None:
        #: Of the marks that are open, the outermost first: whether they are single.
        self._open: list[bool] = []
        #: How many units have begun with a double mark, and with a single one.
        self._begun = [0, 0]

    @property
    def goes_on(self) -> bool:
        return bool(self._open)

    def read(self, text: str) -> tuple[bool, bool]:
        """Read one unit; whether it begins with a mark that opens, and whether it ends with one that closes."""
        begins = ends = False
        for match in _MARK.finditer(text):
            opens, single = self._opens(text, match), match.group() in _SINGLE
            if opens is None:
                continue
            at_start = not text[: match.start()].strip(_PUNCTUATION)
            if opens and at_start:
                begins = True
                self._begun[single] += 1
                if self._begun[single] >= self._begun[not single]:
                    self._open = []
            if single in self._open:
                del self._open[self._open.index(single) :]
            if opens:
                self._open.append(single)
            ends = not opens and not text[match.end() :].strip(_PUNCTUATION)
        return begins, ends

    def _opens(self, text: str, match: re.Match[str]) -> bool | None:
        """Whether the mark opens (else it closes); None for an apostrophe."""
        mark = match.group()
        if mark in _ALWAYS_OPEN or mark in _ALWAYS_CLOSE:
            return mark in _ALWAYS_OPEN
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        free = not before or before.isspace() or before in _BEFORE
        shut = not after or after.isspace() or after in _AFTER
        goes_on = (mark in _SINGLE) in self._open
        if mark in _SINGLE:
            if free and not shut:
                return True
            return False if goes_on and not after.isalnum() else None
        if free == shut:
            return mark in _USUALLY_OPEN or (mark not in _USUALLY_CLOSE and not goes_on)
        # A closing mark that was cut off from its sentence begins the unit after it.
        return free and not (goes_on and not before and mark in _USUALLY_CLOSE)


def boundaries(texts: Sequence[str]) -> NDArray[np.int64]:
    """The class of the boundary after each unit, below `N_CLASSES`; `parts` takes it apart.

    A quotation that is never closed goes on until the next mark. After the last unit nothing begins.
    """
    speech = _Speech()
    endings, states, begins = [], [], []
    for text in texts:
        opens, closes = speech.read(text)
        states.append(2 if closes and not speech.goes_on else int(speech.goes_on))
        endings.append(ending(text))
        begins.append(_opening(text, opens))
    codes = np.ravel_multi_index((endings, states, [*begins[1:], 0][: len(begins)]), SHAPE) if texts else ()
    return np.asarray(codes, dtype=np.int64)


def parts() -> tuple[NDArray[np.int64], ...]:
    """For each feature, the class of each of the `N_CLASSES` boundaries: of ENDINGS, of SPEECH and of OPENINGS."""
    return tuple(np.asarray(part, dtype=np.int64) for part in np.unravel_index(np.arange(N_CLASSES), SHAPE))


def ending(text: str) -> int:
    """The class of a unit's last mark, as a position in ENDINGS.

    Closing quotes and brackets after a sentence mark are ignored, so that ``."`` is final.
    """
    stripped = text.rstrip()
    inner = stripped.rstrip("\"'\u201d\u2019\u00bb\u300d\u300f\uff09)]\u203a \t")
    if inner:
        last = unicodedata.normalize("NFKC", inner[-1])[-1]
        if last in ".!?\u3002\u2026\u061f\u06d4\u0964":
            return 1
        if last in ":;":
            return 2
        if last in ",\u3001\uff64\u060c-\u2013\u2014":
            return 3
    return 4 if len(inner) < len(stripped) else 0


def _opening(text: str, opens: bool) -> int:
    start = text.lstrip()
    if opens or _SPEECH_DASH.match(start):
        return 2
    return int(start[:1].islower())
