"""Reading takes time in proportion to the length of a file, also where its text is made to be hard to read.

Measured as processor time, four times the length against once: reading in proportion gives 4, quadratic reading 16.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from annotator.importers.registry import parse

_PROSE = "A sentence with e.g. some words (and a bracket. And more in it). Who reads x1, . . . , xn of it?\n"
_LATEX = "\\section{A}\nWe \\emph{count},\\footnote{By \\textbf{ear}.} as $x_1$ \\cite{lev} says. % c\n"
_MARKDOWN = "A **sentence** with [a link](http://x.y) and `code` in it, by *ear*.\n"

CASES: dict[str, tuple[str, Callable[[int], str], int]] = {
    "latex, prose": ("latex", lambda n: _tex(_LATEX * n), 200),
    "latex, one paragraph": ("latex", lambda n: _tex(_PROSE * n), 200),
    "latex, open groups": ("latex", lambda n: _tex("{" * n + "\\footnote{" * n + "\\emph{" * n), 4000),
    "latex, open formulas": ("latex", lambda n: _tex("\\[ " * n + "$$ a " * (n + 1)), 2000),
    "latex, open options": ("latex", lambda n: _tex("\\section[ " * n + "\\item [ " * n + "\\cite[a" * n), 2000),
    "markdown, prose": ("markdown", lambda n: "# A\n\nText.\n\n" + (_MARKDOWN * 3 + "\n") * n, 100),
    "markdown, one paragraph": ("markdown", lambda n: "# A\n\nText.\n" + _MARKDOWN * n, 400),
    "markdown, open spans": ("markdown", lambda n: "# A\n\nText. " + "[" * n + "*a " * n + "`" * n + "__b " * n, 4000),
    "markdown, open links": ("markdown", lambda n: "# A\n\nText.\n" + "![a](" * n + "\n" + "[a]((" * n, 2000),
    "markdown, marks": ("markdown", lambda n: "# A\n\nText.\n" + "- " * n + "\n" + "> " * n + "* " * n + "x", 4000),
    "text, one paragraph": ("text-paper", lambda n: "T\n\n1 Introduction\n\n" + _PROSE * n, 200),
    "text, open brackets": ("text-paper", lambda n: "T\n\n1 Introduction\n\nText. " + "(“A.B. . " * n, 2000),
    "text, one word": ("text-paper", lambda n: "T\n\n1 Introduction\n\nText " + "a" * n + "\nb " + "a" * n, 20_000),
}  # fmt: skip


def _tex(text: str) -> str:
    return f"\\documentclass{{a}}\n\\begin{{document}}\nText here. {text}\n\\end{{document}}\n"


@pytest.mark.parametrize("case", CASES)
def test_time_grows_with_the_length(case: str) -> None:
    format, make, n = CASES[case]

    def seconds(length: int) -> float:
        data = make(length).encode()
        start = time.process_time()
        parse(data, "a", format=format)
        return time.process_time() - start

    once = min(seconds(n), seconds(n))
    four_times = seconds(4 * n)
    if four_times >= 9 * once + 0.05:
        four_times = seconds(4 * n)
    assert four_times < 9 * once + 0.05, f"{four_times / once:.1f} times as long for 4 times the length"
