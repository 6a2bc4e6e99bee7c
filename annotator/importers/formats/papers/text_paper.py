"""Papers in plain text: paragraphs between blank lines, headings on lines of their own.

A heading is a numbered line ("3.1 Data"), a line that names a usual section ("Abstract", "Related Work"), or a short
line in capitals. The first paragraph, when it is one short line, is the title. The reference list, page numbers and
copyright lines are left out and listed.
"""

from __future__ import annotations

import re
from collections import Counter

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.support.paper_builder import Line, PaperBuilder, Vocabulary
from annotator.importers.support.sections import kind_of, split_number
from annotator.importers.support.text_encoding import decode, peek

_TERMINATED = re.compile(r"[.!?:;,\u3002\uff0c\u3001][\"'\u201d\u2019)\]]*$")
_PAGE_NUMBER = re.compile(r"\s*(?:page\s+)?\d{1,5}\s*$", re.IGNORECASE)
_NAMED = re.compile(r"(?:^|[/\\._\s-])(?:paper|article|preprint|manuscript)(?:[._\s-]|$)")
_COPYRIGHT = re.compile(r"(?i)^(?:copyright\b|\(c\)|\u00a9)|all rights reserved|permission to make digital")


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if not text.strip() or text.lstrip().startswith(("WEBVTT", "{", "[", "<", "%PDF", "\\document")):
        return 0.0
    lines = text.split("\n")
    headings = {line: n for line, n in Counter(lines).items() if _is_heading(line)}
    named = {kind_of(line) for line in headings} - {"body"}
    numbered = sum(n for line, n in headings.items() if split_number(line)[0] is not None)
    if re.search(r"\d:\d\d[.,]\d{3} --> ", text):
        return 0.0
    in_paragraphs = _has_blank_line_within(lines)
    if (len(named) >= 3 and (in_paragraphs or numbered >= 2)) or (named and numbered >= 2 and in_paragraphs):
        return 0.85
    if named and in_paragraphs:
        return 0.6
    # The name decides where the text does not: a sentence a line may be one side of a bitext as well.
    if _NAMED.search(name.lower()):
        return 0.5
    return 0.38 if in_paragraphs else 0.15


def _has_blank_line_within(lines: list[str]) -> bool:
    """Whether blank lines separate lines of text."""
    stripped = "\n".join(line.strip() for line in lines).strip("\n")
    return "\n\n" in stripped


def _is_heading(line: str) -> bool:
    text = line.strip()
    if not 2 <= len(text) <= 90 or not any(character.isalpha() for character in text):
        return False
    number, heading = split_number(text)
    if (
        kind_of(text) != "body"
        and len(text.split()) <= 6
        and not (number is None and _TERMINATED.search(text.rstrip(":")))
    ):
        return True
    if _TERMINATED.search(text):
        return False
    if number is not None and (heading[0].isupper() or not heading[0].isascii()):
        return len(heading.split()) <= 12 and not re.search(r"[.!?]\s", heading)
    letters = [character for character in text if character.isalpha()]
    return len(letters) >= 4 and all(character.isupper() for character in letters) and len(text.split()) <= 10


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    lines = text.lines()
    builder = PaperBuilder(problems, options, Vocabulary(lines))
    paragraphs = _paragraphs(lines)
    title = ""
    if len(paragraphs) > 1 and _is_title(paragraphs[0]):
        title = " ".join(line.text.strip() for line in paragraphs.pop(0))
    for paragraph in paragraphs:
        _add(builder, paragraph)
    if not builder.units:
        raise problems.refuse("no sentence was found", expected="paragraphs of text")
    if not any(section.kind == "introduction" for section in builder.sections):
        problems.warning(
            "no section is named Introduction, so the first sentences stand in for it",
            expected="a line such as: 1 Introduction",
        )
    return Parsed("text-paper", (builder.document(title, {}),), problems=problems.all(), encoding=text.encoding)


def _paragraphs(lines: list[str]) -> list[list[Line]]:
    """Runs of lines without a blank one; a heading is a paragraph of its own wherever it stands."""
    paragraphs: list[list[Line]] = [[]]
    for number, line in enumerate(lines, 1):
        clean = line.replace("\f", "")
        follows_end = not paragraphs[-1] or _TERMINATED.search(paragraphs[-1][-1].text.strip()) is not None
        if not clean.strip():
            paragraphs.append([])
        elif _is_heading(clean) and follows_end:
            paragraphs += [[Line(clean, number)], []]
        else:
            paragraphs[-1].append(Line(clean, number))
    return [paragraph for paragraph in paragraphs if paragraph]


def _is_title(paragraph: list[Line]) -> bool:
    text = " ".join(line.text.strip() for line in paragraph)
    return len(paragraph) <= 3 and len(text) <= 250 and not text.endswith(".") and kind_of(text) == "body"


def _add(builder: PaperBuilder, paragraph: list[Line]) -> None:
    first = paragraph[0]
    text = "\n".join(line.text for line in paragraph)
    if len(paragraph) == 1 and _is_heading(first.text):
        number, _ = split_number(first.text)
        builder.open_section(first.text.strip(), level=1 + (number or "").count("."))
    elif len(paragraph) == 1 and _PAGE_NUMBER.match(first.text):
        builder.leave_out(text, "page number", first)
    elif _COPYRIGHT.search(text) and len(text) < 600:
        builder.leave_out(text, "copyright line", first)
    elif builder.sections and builder.sections[-1].kind == "references":
        builder.leave_out(text, "reference list", first)
    else:
        builder.add_paragraph(paragraph)


FORMAT = Format("text-paper", "Paper, text", (".txt",), ("paper",), _sniff, _parse, "2", any_text=True)
