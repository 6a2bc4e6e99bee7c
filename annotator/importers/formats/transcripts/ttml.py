"""Transcripts in TTML (W3C), also as DFXP: paragraphs become units, timed spans within them give their words times."""

from __future__ import annotations

import re
from dataclasses import dataclass

from annotator.importers.base import Format, Options, Parsed, Problems, Unit, Units
from annotator.importers.support.cues import make_document, timed_words
from annotator.importers.support.xml_source import XML_LANGUAGE, Element, first, line_of, looks_like, name_of, read

_PARAMETER = "{http://www.w3.org/ns/ttml#parameter}"
_METADATA = "{http://www.w3.org/ns/ttml#metadata}"
_CLOCK = re.compile(r"(\d{2,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,20})|:(\d{2,3}))?")
_OFFSET = re.compile(r"(\d{1,12}(?:\.\d{1,20})?)(h|ms|m|s|f|t)")


@dataclass(frozen=True, slots=True)
class _Rates:
    frames: float
    ticks: float


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(head, "tt") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    body = first(root, "body")
    if name_of(root) != "tt" or body is None:
        raise problems.refuse("this is not TTML", line=line_of(root), text=str(root.tag), expected="tt with a body")
    rates = _rates(root)
    agents = _agents(root)
    units: list[Unit] = Units(problems, options)
    for element in body.iter():
        if name_of(element) == "p":
            unit = _unit(element, rates, agents, problems)
            if unit is not None:
                units.append(unit)
    if not units and not problems.has_errors:
        raise problems.refuse("no paragraph has text", line=line_of(body), expected="p elements with begin and end")
    language = (root.get(XML_LANGUAGE) or "")[:2].lower() or None
    document = make_document(units, [], options, {"language": language})
    return Parsed("ttml", (document,), problems=problems.all())


def _rates(root: Element) -> _Rates:
    def number(key: str, default: float) -> float:
        text = root.get(_PARAMETER + key) or ""
        return float(text) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text) and float(text) > 0 else default

    frames = number("frameRate", 30.0)
    multiplier = re.fullmatch(r"(\d{1,6})\s+(\d{1,6})", root.get(_PARAMETER + "frameRateMultiplier") or "")
    if multiplier and int(multiplier[1]) and int(multiplier[2]):
        frames *= int(multiplier[1]) / int(multiplier[2])
    return _Rates(frames, number("tickRate", 1.0))


def _agents(root: Element) -> dict[str, str]:
    agents: dict[str, str] = {}
    for agent in root.iter(_METADATA + "agent"):
        label = first(agent, "name")
        key = agent.get("{http://www.w3.org/XML/1998/namespace}id")
        if key and label is not None and label.text:
            agents[key] = label.text.strip()
    return agents


def _time(element: Element, attribute: str, rates: _Rates, problems: Problems) -> float | None:
    text = element.get(attribute)
    if text is None:
        return None
    clock, offset = _CLOCK.fullmatch(text.strip()), _OFFSET.fullmatch(text.strip())
    if clock:
        seconds = int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3])
        return seconds + (float(f"0.{clock[4]}") if clock[4] else int(clock[5] or 0) / rates.frames)
    if offset:
        unit = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001, "f": 1 / rates.frames, "t": 1 / rates.ticks}[offset[2]]
        return float(offset[1]) * unit
    problems.error(
        f"{attribute}={text[:40]!r} is not a time", line=line_of(element), text=text, expected="00:00:01.000 or 1.0s"
    )
    return None


def _unit(element: Element, rates: _Rates, agents: dict[str, str], problems: Problems) -> Unit | None:
    start, end, base = _interval(element, rates, problems)
    text, stamps = _content(element, base, rates, problems)
    if not text:
        return None
    if start is None:
        start = stamps[0][1] if stamps else None
    if start is None:
        problems.error(
            "text without a time", line=line_of(element), text=text[:80], expected='begin="..." on its p element'
        )
        return None
    if end is not None and end < start:
        problems.error(
            f"the paragraph ends ({end:.3f} s) before it starts ({start:.3f} s)",
            line=line_of(element),
            text=text[:80],
            expected="an end after the start",
        )
        return None
    agent = element.get(_METADATA + "agent") or element.get("{http://www.w3.org/ns/ttml#metadata}agent")
    words = timed_words(text, stamps, end) if len(stamps) > 1 else ()
    return Unit(
        text,
        start_seconds=start,
        end_seconds=end,
        speaker=agents.get(agent or "", agent),
        words=words,
        line=line_of(element),
    )


def _interval(element: Element, rates: _Rates, problems: Problems) -> tuple[float | None, float | None, float]:
    """(start, end, time that children count from): times are relative to the enclosing elements."""
    base = 0.0
    for outer in element.iterancestors():
        base += _time(outer, "begin", rates, problems) or 0.0 if name_of(outer) in ("body", "div") else 0.0
    start, end = _time(element, "begin", rates, problems), _time(element, "end", rates, problems)
    duration = _time(element, "dur", rates, problems)
    if end is None and duration is not None:
        end = (start or 0.0) + duration
    return (
        None if start is None else base + start,
        None if end is None else base + end,
        base + (start or 0.0),
    )


def _content(element: Element, base: float, rates: _Rates, problems: Problems) -> tuple[str, list[tuple[int, float]]]:
    """Text with white space collapsed, and (offset, seconds) where timed spans begin.

    Spans count from their paragraph's start; many files count from the start of the recording instead, which shows
    where a span would begin after its paragraph's end.
    """
    pieces: list[str] = []
    length = 0
    stamps: list[tuple[int, float]] = []
    _, end, _ = _interval(element, rates, problems)

    def add(piece: str | None) -> None:
        nonlocal length
        collapsed = re.sub(r"\s+", " ", piece or "")
        if not pieces or pieces[-1].endswith(" "):
            collapsed = collapsed.lstrip()
        if collapsed:
            pieces.append(collapsed)
            length += len(collapsed)

    def walk(node: Element) -> None:
        add(node.text)
        for child in node:
            if name_of(child) == "br":
                add(" ")
            elif name_of(child) == "span":
                begin = _time(child, "begin", rates, problems)
                if begin is not None:
                    at = begin if end is not None and base + begin > end >= begin else base + begin
                    stamps.append((length, at))
                walk(child)
            add(child.tail)

    walk(element)
    return "".join(pieces).rstrip(), stamps


FORMAT = Format("ttml", "Transcript, TTML", (".ttml", ".dfxp", ".xml"), ("transcript",), _sniff, _parse, unit="cue")
