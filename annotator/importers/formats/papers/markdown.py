"""Papers in Markdown (CommonMark's blocks, GitHub's tables, front matter as static site tools write it).

Headings become sections, paragraphs and list items become sentences without their marks. Code, tables, images, display
formulas, footnotes, HTML and the reference list are left out and listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.support.paper_builder import Line, PaperBuilder, Vocabulary
from annotator.importers.support.sections import kind_of
from annotator.importers.support.text_encoding import decode, peek

_ATX = re.compile(r" {0,3}(#{1,6})(?=\s|$)")
_SETEXT = re.compile(r" {0,3}(=+|-+)\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"\s*(?:[-*+]|(?P<number>\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?")
_TABLE = re.compile(r"\s*\|.*\|\s*$|\s*:?-{3,}:?(?:\s*\|\s*:?-{3,}:?)+\s*$")
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
_NOTE = re.compile(r"\[\^[^\]]+\]:")
_LINK_TARGET = re.compile(r" {0,3}\[[^\]]+\]:\s*\S+")
_IMAGE_LINE = re.compile(r"\s*!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\s*(?:\{[^}]*\}\s*)?$")
_HTML = re.compile(r"\s*</?(?:div|table|figure|img|details|summary|p|center|br|hr|script|style)\b[^>]*>")
_FRONT = re.compile(r"^(\w[\w-]*):\s*(.*)$")

#: Without any of these, text has no inline marks.
_MARKS = re.compile(r"[\[\]<>`*_{}\\]")
_SPAN_LENGTH = 300


@dataclass(slots=True)
class _Block:
    """A block: ``heading`` (with its level), ``paragraph``, or the reason it is left out for."""

    role: str
    lines: list[Line] = field(default_factory=list)
    level: int = 0
    in_list: bool = False


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    marks = len(re.findall(r"(?m)^#{1,4} \S", text)) + len(re.findall(r"(?m)^\S.{2,80}\n(?:={3,}|-{3,})$", text))
    others = len(re.findall(r"(?m)\[[^\[\]\n]{1,300}\]\([^()\n]{1,1000}\)|\*\*\w[^*\n]*\*\*|^```|^[-*] \S", text))
    if text.startswith("---\n") and re.search(r"(?m)^title:", text[:2000]):
        marks += 2
    if re.search(r"(?m)^\\(documentclass|begin\{|section)", text) or text.lstrip().startswith(("WEBVTT", "{", "<")):
        return 0.0
    score = 0.9 if marks >= 2 else 0.5 if marks else 0.3 if others >= 3 else 0.0
    return min(0.95, score + 0.25) if score and name.lower().endswith((".md", ".markdown")) else score


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    lines = text.lines()
    front, first = _front_matter(lines, problems)
    blocks = list(_blocks(lines, first, problems))
    title = front.pop("title", "")
    headings = [block for block in blocks if block.role == "heading"]
    if headings and _opens_paper(headings):
        title = title or _plain(headings[0].lines[0].text)
        blocks.remove(headings[0])
    builder = PaperBuilder(problems, options, Vocabulary(lines), front.get("lang"))
    if front.get("abstract"):
        builder.open_section("Abstract")
        builder.add_paragraph([Line(front.pop("abstract"), 1)])
    _fill(builder, blocks)
    if not builder.units:
        raise problems.refuse("no sentence was found", expected="paragraphs of text under headings")
    metadata: dict[str, Any] = {key: value for key, value in front.items() if key != "lang"}
    document = builder.document(title, metadata)
    return Parsed("markdown", (document,), problems=problems.all(), encoding=text.encoding)


def _opens_paper(headings: list[_Block]) -> bool:
    """The first heading is the title where it alone has the top level and names no section of its own."""
    top = headings[0].level
    only = sum(block.level <= top for block in headings) == 1
    return (only and kind_of(headings[0].lines[0].text) == "body") or (only and len(headings) > 1)


def _fill(builder: PaperBuilder, blocks: list[_Block]) -> None:
    in_references: int | None = None
    for block in blocks:
        text = "\n".join(line.text for line in block.lines)
        if block.role == "heading":
            section = builder.open_section(_plain(text), level=block.level)
            if in_references is not None and block.level <= in_references:
                in_references = None
            if section.kind == "references":
                in_references = block.level
        elif block.role != "paragraph":
            builder.leave_out(text, block.role, block.lines[0])
        elif in_references is not None:
            builder.leave_out(text, "reference list", block.lines[0])
        else:
            builder.add_paragraph([Line(_plain(line.text), line.line) for line in block.lines])


def _front_matter(lines: list[str], problems: Problems) -> tuple[dict[str, str], int]:
    """``key: value`` lines between two ``---`` at the top; returns them and the index of the first line after."""
    if not lines or lines[0].rstrip() != "---":
        return {}, 0
    end = next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None or not any(_FRONT.match(line) for line in lines[1:end]):
        return {}, 0
    fields: dict[str, str] = {}
    key = ""
    for number, line in enumerate(lines[1:end], 2):
        match = _FRONT.match(line)
        if match:
            key = match[1].lower()
            value = match[2].strip()
            fields[key] = "" if value in ("|", ">", "|-", ">-") else value.strip("\"'")
        elif key and line.strip():
            fields[key] = f"{fields[key]} {line.strip().removeprefix('- ')}".strip()
        elif line.strip():
            problems.warning("a line of the front matter was not read", at=(number, 1, line), expected="key: value")
    return fields, end + 1


def _blocks(lines: list[str], first: int, problems: Problems) -> Iterator[_Block]:
    paragraph = _Block("paragraph")
    index = first
    while index < len(lines):
        line = lines[index]
        at = Line(line, index + 1)
        if line[:1].isalpha():  # most lines by far: nothing but prose begins with a letter
            paragraph.lines.append(at)
            index += 1
            continue
        heading = _heading(lines, index, paragraph)
        special = None if heading else _special(lines, index, problems)
        ends = heading or special or not line.strip() or _begins_item(line, paragraph) or _RULE.match(line)
        if heading and heading[0] == 2 and paragraph.lines:  # setext: the paragraph is the heading
            text = " ".join(part.text.strip() for part in paragraph.lines)
            yield _Block("heading", [Line(text, paragraph.lines[0].line)], heading[1])
            paragraph = _Block("paragraph")
            index += 1
            continue
        if ends and paragraph.lines:
            yield paragraph
            paragraph = _Block("paragraph")
        if heading:
            yield _Block("heading", [Line(heading[2], index + 1)], heading[1])
        elif special:
            yield special
            index += len(special.lines)
            continue
        elif line.strip() and not _RULE.match(line):
            quoted = re.sub(r"^(?:\s{0,3}>\s?)+", "", line)
            mark = _ITEM.match(quoted) if _begins_item(quoted, paragraph) else None
            paragraph.in_list = paragraph.in_list or mark is not None
            paragraph.lines.append(Line(quoted[mark.end() :] if mark else quoted, at.line))
        index += 1
    if paragraph.lines:
        yield paragraph


def _begins_item(line: str, paragraph: _Block) -> bool:
    """Whether the line begins an item of a list. Within a paragraph only a bullet or the number 1 does (CommonMark
    5.2), so that a line which happens to begin with "17) or" or "12. " is still text."""
    mark = _ITEM.match(line)
    if mark is None:
        return False
    return mark["number"] in (None, "1") or not paragraph.lines or paragraph.in_list


def _heading(lines: list[str], index: int, paragraph: _Block) -> tuple[int, int, str] | None:
    """(1 for ATX, 2 for setext; level; text)"""
    match = _ATX.match(lines[index])
    if match:
        text = lines[index][match.end() :].strip()
        unclosed = text.rstrip("#")
        return 1, len(match[1]), unclosed.rstrip() if not unclosed or unclosed[-1].isspace() else text
    match = _SETEXT.match(lines[index])
    if match and 0 < len(paragraph.lines) <= 2 and not _ITEM.match(lines[index - 1]):
        return 2, 1 if match[1][0] == "=" else 2, ""
    return None


def _special(lines: list[str], index: int, problems: Problems) -> _Block | None:
    """A run of lines that is no prose, with the reason it is left out for."""
    line = lines[index]
    fence = _FENCE.match(line)
    if fence:
        return _until(lines, index, "code", re.compile(rf" {{0,3}}{fence[1]}+\s*$"), problems)
    if line.strip().startswith("$$") or line.strip() == "\\[":
        closed_here = line.strip() != "$$" and line.rstrip().endswith("$$") and len(line.strip()) > 3
        if closed_here:
            return _Block("formula", [Line(line, index + 1)])
        return _until(lines, index, "formula", re.compile(r".*(?:\$\$|\\\])\s*$"), problems)
    if line.lstrip().startswith("<!--"):
        if "-->" in line:
            return _Block("comment", [Line(line, index + 1)])
        return _until(lines, index, "comment", re.compile(r".*-->"), problems)
    for reason, pattern in (
        ("table", _TABLE),
        ("image", _IMAGE_LINE),
        ("footnote", _NOTE),
        ("link target", _LINK_TARGET),
    ):
        if pattern.match(line):
            end = index + 1
            while end < len(lines) and (
                pattern.match(lines[end])
                or (reason == "footnote" and lines[end].startswith("    ") and lines[end].strip())
            ):
                end += 1
            return _Block(reason, [Line(lines[at], at + 1) for at in range(index, end)])
    if _HTML.match(line):
        return _Block("HTML", [Line(line, index + 1)])
    return None


def _until(lines: list[str], index: int, reason: str, closing: re.Pattern[str], problems: Problems) -> _Block:
    for end in range(index + 1, len(lines)):
        if closing.match(lines[end]):
            return _Block(reason, [Line(lines[at], at + 1) for at in range(index, end + 1)])
    problems.error(
        f"the {reason} that begins here has no end",
        at=(index + 1, 1, lines[index]),
        expected="a closing line like the opening one",
    )
    return _Block(reason, [Line(lines[at], at + 1) for at in range(index, len(lines))])


def _plain(text: str) -> str:
    """Text without inline marks; link and emphasis text stays. Spans have a greatest length, so that a line of unpaired
    marks takes no longer than another."""
    if not _MARKS.search(text):
        return text
    text = re.sub(r"!\[([^\[\]]{0,500})\]\([^()]{0,500}\)", "", text)
    text = re.sub(r"\[\^[^\[\]]{1,100}\]", "", text)
    text = re.sub(r"\[([^\[\]]{1,500})\]\((?:[^()]|\([^()]{0,200}\)){0,500}\)", r"\1", text)
    text = re.sub(r"\[([^\[\]]{1,500})\]\[[^\[\]]{0,200}\]", r"\1", text)
    text = re.sub(r"<((?:https?|mailto):[^<>]{1,1000})>", r"\1", text)
    text = re.sub(r"</?[a-zA-Z][^<>]*>", "", text)
    text = re.sub(r"(?<!`)(`{1,4})(?!`)([^`].{0,300}?)(?<!`)\1(?!`)", r"\2", text)
    text = _without_pairs(_without_pairs(text, "**"), "__")
    text = re.sub(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)", r"\1\2", text)
    text = re.sub(r"\s{0,9}\{#[^{}]{0,200}\}\s*$", "", text)
    return re.sub(r"\\([\\`*_{}\[\]()#+\-.!<>|$])", r"\1", text)


def _without_pairs(text: str, mark: str) -> str:
    """Text without the marks around strong emphasis. A pair opens before and closes after something that is no space,
    with at most 300 characters between."""
    places = [match.start() for match in re.finditer(re.escape(mark), text)]
    closing: list[int] = [len(places)] * (len(places) + 1)  # for each mark, the first one from it on that may close
    for index in range(len(places) - 1, -1, -1):
        closes = places[index] > 0 and not text[places[index] - 1].isspace()
        closing[index] = index if closes else closing[index + 1]
    dropped: list[int] = []
    index = 0
    while index < len(places):
        begin = places[index] + len(mark)
        end = closing[index + 1]
        if end < len(places) and places[end] == begin:  # nothing between the two
            end = closing[end + 1]
        opens = begin < len(text) and not text[begin].isspace()
        if opens and end < len(places) and 0 < places[end] - begin <= _SPAN_LENGTH:
            dropped += [places[index], places[end]]
            index = end
        index += 1
    pieces: list[str] = []
    at = 0
    for place in dropped:
        pieces.append(text[at:place])
        at = place + len(mark)
    return "".join([*pieces, text[at:]])


FORMAT = Format("markdown", "Paper, Markdown", (".md", ".markdown"), ("paper",), _sniff, _parse, "2", any_text=True)
