"""Papers in LaTeX: the plain subset that prose is written in.

Headings, paragraphs and list items are read; formatting commands give way to their text. Displayed mathematics,
figures, tables, code, footnotes and the bibliography are left out and listed. Citations become "[key]" and references
"[label]", so that a sentence keeps its shape. Nothing is executed: macros that the file defines stay as their names,
and are warned about; files it includes are named in a warning.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.support.paper_builder import Line, PaperBuilder, Vocabulary
from annotator.importers.support.text_encoding import Places, decode, peek

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_HEADING = re.compile(r"\\(part|chapter|section|subsection|subsubsection|paragraph)(\*?)\s*(?:\[[^\]]{0,300}\]\s*)?\{")
_LEVELS = {"part": 0, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_ENVIRONMENTS = {
    "figure": "figure", "figure*": "figure", "table": "table", "table*": "table", "tabular": "table",
    "equation": "formula", "equation*": "formula", "align": "formula", "align*": "formula", "gather": "formula",
    "gather*": "formula", "eqnarray": "formula", "displaymath": "formula", "multline": "formula",
    "lstlisting": "code", "verbatim": "code", "minted": "code", "algorithm": "algorithm",
    "algorithmic": "algorithm", "tikzpicture": "figure", "thebibliography": "reference list", "comment": "comment",
}  # fmt: skip
_BEGIN = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")
_MOST_AUTHORS = 5_000
_DIVIDER = re.compile(r"\n\s*\n|\\par\b|\\item\b(?:\s*\[[^\]]{0,300}\])?")
_DISPLAY = re.compile(r"\\\[|\$\$")
_NOTE = re.compile(r"\\(?:footnote|thanks|todo|footnotetext|marginpar)\s*(?:\[[^\]]{0,300}\])?\{")


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if re.search(r"\\documentclass|\\begin\{document\}", text):
        return 0.97
    return 0.9 if len(re.findall(r"\\(?:section|subsection|chapter|cite|ref|begin|emph)\b", text)) >= 3 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    # A comment takes its line end with it; a space of the same length keeps every offset.
    text = _COMMENT.sub(lambda match: match[1] + " " * (len(match.group()) - len(match[1])), decoded.text)
    places = Places(text)
    title = _argument_of(text, "title")
    body = _body(text, problems)
    _warn_of_inputs(text, places, problems)
    builder = PaperBuilder(problems, options, Vocabulary([text]))
    _Reader(text, places, builder, problems).read(*body)
    if not builder.units:
        raise problems.refuse("no sentence was found", expected="text between \\begin{document} and \\end{document}")
    metadata: dict[str, Any] = {}
    author, _ = _without_notes(_argument_of(text, "author"))
    if author:
        metadata["authors"] = [
            name
            for part in re.split(r"\\(?:and|And|AND)\b", author, maxsplit=_MOST_AUTHORS)[:_MOST_AUTHORS]
            if (name := plain(part).strip())
        ]
    document = builder.document(" ".join(plain(title).split()), metadata)
    return Parsed("latex", (document,), problems=problems.all(), encoding=decoded.encoding)


def _body(text: str, problems: Problems) -> tuple[int, int]:
    begin, end = text.find("\\begin{document}"), text.rfind("\\end{document}")
    if begin >= 0 and end < 0:
        line, column = Places(text).of(begin)
        problems.error(
            "\\begin{document} has no end", at=(line, column, "\\begin{document}"), expected="\\end{document}"
        )
    return (begin + 16 if begin >= 0 else 0), (end if end > begin else len(text))


def _argument_of(text: str, command: str) -> str:
    match = re.search(rf"\\{command}\s*(?:\[[^\]]{{0,300}}\]\s*)?\{{", text)
    return text[match.end() : closing_brace(text, match.end())] if match else ""


def closing_brace(text: str, at: int) -> int:
    """Offset of the brace that closes the group whose inside begins at `at`; the text's end where none does."""
    depth = 1
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return len(text)


def _warn_of_inputs(text: str, places: Places, problems: Problems) -> None:
    for match in re.finditer(r"\\(?:input|include|subfile)\s*\{([^{}]{0,300})\}", text):
        line, column = places.of(match.start())
        problems.warning(
            f"the file {match[1]} is not included",
            at=(line, column, match.group()),
            expected="one file with all of the text",
        )


class _Reader:
    """Walks the body once, giving headings, paragraphs and what is left out to the builder."""

    def __init__(self, text: str, places: Places, builder: PaperBuilder, problems: Problems) -> None:
        self._text, self._places, self._builder, self._problems = text, places, builder, problems
        self._numbers = [0, 0, 0, 0, 0]
        self._in_appendix = False
        self._missing: set[str] = set()  # closing signs that the rest of the text does not have

    def read(self, start: int, end: int) -> None:
        at = start
        pattern = re.compile(
            rf"{_HEADING.pattern}|{_BEGIN.pattern}|{_DISPLAY.pattern}|\\appendix\b|\\(?:bibliography|printbibliography)\b",
            re.DOTALL,
        )
        while at < end and (match := pattern.search(self._text, at, end)):
            self._prose(at, match.start())
            at = self._take(match, end)
        self._prose(at, end)

    def _take(self, match: re.Match[str], end: int) -> int:
        command = match.group()
        if command == "\\appendix":
            self._in_appendix = True
            self._numbers = [0] * 5
            return match.end()
        if match[1]:
            stop = closing_brace(self._text, match.end())
            self._heading(match[1], bool(match[2]), self._text[match.end() : stop])
            return min(stop + 1, end)
        if match[3]:
            return self._environment(match, end)
        if command in ("\\[", "$$"):
            return self._formula(match, "\\]" if command == "\\[" else "$$", end)
        return match.end()

    def _formula(self, match: re.Match[str], closing: str, end: int) -> int:
        if closing in self._missing:
            return match.end()
        stop = self._text.find(closing, match.end(), end)
        if stop < 0:  # a stray sign; what follows is still text
            self._missing.add(closing)
            return match.end()
        self._leave_out(match.start(), stop + 2, "formula")
        return stop + 2

    def _heading(self, command: str, starred: bool, argument: str) -> None:
        level = _LEVELS[command]
        heading = " ".join(plain(argument).split())
        number = ""
        if not starred and 1 <= level <= 3:
            self._numbers[level] += 1
            self._numbers[level + 1 :] = [0] * (4 - level)
            parts = [str(part) for part in self._numbers[1 : level + 1]]
            if self._in_appendix:
                parts[0] = chr(ord("A") + min(self._numbers[1], 26) - 1)
            number = ".".join(parts) + ("." if self._in_appendix and level == 1 else "")
        if heading:
            self._builder.open_section(f"{number} {heading}".strip(), level=max(level, 1))

    def _environment(self, match: re.Match[str], end: int) -> int:
        name = match[4]
        if match[3] == "end":
            return match.end()
        if name == "abstract":
            self._builder.open_section("Abstract")
            return match.end()
        reason = _ENVIRONMENTS.get(name)
        if reason is None:
            return match.end()
        stop = self._text.find(f"\\end{{{name}}}", match.end(), end)
        if stop < 0:
            line, column = self._places.of(match.start())
            self._problems.error(
                f"{match.group()} has no end", at=(line, column, match.group()), expected=f"\\end{{{name}}}"
            )
            stop = end
        stop = min(stop + len(f"\\end{{{name}}}"), end)
        self._leave_out(match.start(), stop, reason)
        return stop

    def _leave_out(self, start: int, end: int, reason: str) -> None:
        self._builder.leave_out(self._text[start:end], reason, Line("", self._places.of(start)[0]))

    def _prose(self, start: int, end: int) -> None:
        """Paragraphs, divided by blank lines, \\par and list items; footnotes are taken out of them."""
        at = start
        for divider in [*_DIVIDER.finditer(self._text, start, end), None]:
            self._paragraph(at, divider.start() if divider else end)
            at = divider.end() if divider else end

    def _paragraph(self, start: int, end: int) -> None:
        raw = self._text[start:end]
        line = self._places.of(start + len(raw) - len(raw.lstrip()))[0]
        text, notes = _without_notes(raw)
        words = plain(text)
        if any(character.isalnum() for character in words):
            parts = words.lstrip().split("\n")
            self._builder.add_paragraph([Line(part, line + offset) for offset, part in enumerate(parts)])
        for note in notes:
            self._builder.leave_out(plain(note), "footnote", Line("", line))


def _without_notes(text: str) -> tuple[str, list[str]]:
    """The text without its footnotes, and these, in order."""
    notes: list[str] = []
    kept: list[str] = []
    at = 0
    while match := _NOTE.search(text, at):
        stop = closing_brace(text, match.end())
        kept.append(text[at : match.start()])
        notes.append(text[match.end() : stop])
        at = stop + 1
    return "".join([*kept, text[at:]]), notes


_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å",
    "AA": "Å", "i": "ı", "ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": "\\", "LaTeX": "LaTeX",
    "TeX": "TeX", "S": "§", "copyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£",
    "euro": "€", "textendash": "–", "textemdash": "—", "quad": " ", "qquad": " ", "alpha": "α", "beta": "β",
    "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "lambda": "λ", "mu": "μ", "pi": "π",
    "sigma": "σ", "theta": "θ", "phi": "φ", "omega": "ω", "eta": "η", "tau": "τ", "rho": "ρ", "Delta": "Δ",
    "Sigma": "Σ", "Omega": "Ω", "times": "×", "cdot": "·", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "approx": "≈", "sim": "∼", "pm": "±", "infty": "∞", "in": "∈", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "sum": "∑", "prod": "∏", "partial": "∂", "nabla": "∇",
}  # fmt: skip
#: Commands whose arguments are no text.
_SILENT = (
    r"label|vspace|hspace|includegraphics|bibliographystyle|bibliography|pagestyle|thispagestyle|setlength|setcounter|usepackage|"
    r"documentclass|input|include|newcommand|renewcommand|DeclareMathOperator|vskip|hskip|color|index|graphicspath|addtocounter"
)
_CITE = re.compile(r"\\(?:[Cc]ite\w*|parencite|textcite|autocite|footcite)\*?\s*((?:\[[^\]]{0,300}\]\s*)*)\{([^{}]*)\}")
_REF = re.compile(r"\\(?:ref|eqref|autoref|cref|Cref|pageref|nameref|vref)\*?\s*\{([^{}]*)\}")

#: Without any of these, text has no markup.
_MARKUP = re.compile(r"[\\~{}$`\[\]]|--|\'\'")
_SPACES = re.compile(r"[ \t\u00a0]+")


def plain(text: str) -> str:
    """Text as a reader would see it, as far as the markup tells; line ends stay where they are."""
    if not _MARKUP.search(text):
        return _SPACES.sub(" ", text)
    text = _CITE.sub(lambda match: f"[{match[2].strip()}]", text)
    text = _REF.sub(lambda match: f"[{match[1].strip()}]", text)
    text = re.sub(rf"\\(?:{_SILENT})\*?\s*(?:\[[^\]]{{0,300}}\]\s*)*(?:\{{[^{{}}]*\}}\s*)*", "", text)
    text = re.sub(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]{0,300}\])?", "", text)
    text = re.sub(r"\\href\s*\{[^{}]*\}\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(
        r"\\(['`^\"~=.])\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))", lambda m: _accented(m[1], m[2] or m[3]), text
    )
    text = re.sub(r"\\([cvuHkr])\s*\{\\?([A-Za-z])\}", lambda match: _accented(match[1], match[2]), text)
    text = (
        text.replace("\\\\", " ")
        .replace("~", "\u00a0")
        .replace("---", "—")
        .replace("--", "–")
        .replace("``", "“")
        .replace("''", "”")
    )
    text = re.sub(r"\\([%$&#_{}])", lambda match: _PROTECTED[match[1]], text)
    text = re.sub(r"\\([A-Za-z]+)\*?(\s*)(\{\})?", _command, text)
    text = re.sub(r"\\[,;:! /@-]", lambda match: "" if match.group() in ("\\!", "\\-", "\\/", "\\@") else " ", text)
    text = re.sub(r"[{}]|(?<!\w)\[[a-z!]{1,3}\](?=\s*$)", "", text).replace("$", "")
    for character, stand_in in _PROTECTED.items():
        text = text.replace(stand_in, character)
    return _SPACES.sub(" ", text)


#: Escaped characters on their way past the rules for unescaped ones.
_PROTECTED = {character: chr(0xE000 + index) for index, character in enumerate("%$&#_{}")}


def _command(match: re.Match[str]) -> str:
    """A command swallows the space after it; signs of mathematics are shown with it all the same."""
    name, space, braces = match.groups()
    keeps = braces or not (_LETTERS.get(name, "").isalpha() and not name[0].isupper() and len(name) <= 2)
    return _LETTERS.get(name, "") + (space if keeps else "")


def _accented(accent: str, letter: str) -> str:
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])


FORMAT = Format("latex", "Paper, LaTeX", (".tex", ".ltx"), ("paper",), _sniff, _parse, "2")
