"""Transcripts in WebVTT (W3C): cues with optional voices and word times.

A cue becomes a unit; ``<v Name>`` gives its speaker, inline time stamps give its words their times. NOTE, STYLE and
REGION blocks are left out. In rolling captions, where each cue repeats the line before, the repetition is left out.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from itertools import pairwise

from annotator.importers.base import Format, LeftOut, Options, Parsed, Problems, Unit
from annotator.importers.support.cues import (
    EXAMPLE,
    Cue,
    check_order,
    has_arrow,
    join,
    make_document,
    read_times,
    seconds_of,
    timed_words,
)
from annotator.importers.support.text_encoding import decode, peek

_BLOCKS = re.compile(r"(NOTE|STYLE|REGION)(?:\s|$)")
_TAG = re.compile(r"<([^<>]*)>")
_STAMP = re.compile(r"(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}")
_VOICE = re.compile(r"v(?:\.[^\s>]+)*\s+(.+)", re.DOTALL)
_KNOWN_TAGS = frozenset(("b", "i", "u", "c", "v", "lang", "ruby", "rt"))


@dataclass(slots=True)
class _Payload:
    """A cue's text without markup: `stamps` are (offset in text, seconds)."""

    text: str = ""
    stamps: list[tuple[int, float]] = field(default_factory=list)
    speaker: str | None = None
    ruby: list[str] = field(default_factory=list)


def _sniff(head: bytes, name: str) -> float:
    text = peek(head).lstrip("\ufeff")
    if re.match(r"WEBVTT(?:[ \t\n]|$)", text):
        return 1.0
    return 0.4 if re.search(r"(?m)^(?:\d{2}:)?\d{2}:\d{2}\.\d{3}\s+-->", text) else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    lines = text.lines()
    lines[0] = lines[0].removeprefix("\ufeff")
    if not re.match(r"WEBVTT(?:[ \t]|$)", lines[0]):
        problems.error("the first line does not say WEBVTT", line=1, column=1, text=lines[0], expected="WEBVTT")
    left_out: list[LeftOut] = []
    metadata: dict[str, object] = {}
    cues = _read_cues(lines, metadata, left_out, problems)
    check_order(cues, problems)
    rolling = _is_rolling(cues)
    units: list[Unit] = []
    shown: list[str] = []
    for cue in cues:
        kept = cue.lines
        if rolling:
            repeated = [entry for entry in cue.lines if _bare(entry[1]) in shown]
            left_out += [
                LeftOut(_bare(piece), "repeated by rolling captions", at, None, len(units)) for at, piece in repeated
            ]
            shown = [_bare(piece) for _, piece in cue.lines if _bare(piece)]
            kept = [entry for entry in cue.lines if entry not in repeated and entry[1].strip()]
            if not kept:
                continue
        unit = _unit(Cue(cue.start_seconds, cue.end_seconds, cue.line, kept), left_out, len(units), problems)
        if unit is not None:
            units.append(unit)
    if not units and not problems.has_errors:
        raise problems.refuse("no cue was found", line=1, expected=f"a line such as {EXAMPLE['vtt']}, then text")
    document = make_document(units, left_out, options, metadata)
    return Parsed("vtt", (document,), problems=problems.all(), encoding=text.encoding)


def _read_cues(lines: list[str], metadata: dict[str, object], left_out: list[LeftOut], problems: Problems) -> list[Cue]:
    cues: list[Cue] = []
    for first, block in _split_blocks(lines):
        if first == 1 and block[0].startswith("WEBVTT"):
            for header in block[1:]:
                key, _, value = header.partition(":")
                if value and key.strip().lower() == "language":
                    metadata["language"] = value.strip()[:2].lower()
            continue
        if _BLOCKS.match(block[0]) and not any(has_arrow(line) for line in block[:2]):
            left_out.append(LeftOut("\n".join(block), f"{block[0].split()[0]} block", first, None, len(cues)))
            continue
        timing = next((index for index, line in enumerate(block[:2]) if has_arrow(line)), None)
        if timing is None:
            problems.error(
                "text without a cue time",
                line=first,
                column=1,
                text=block[0],
                expected=f"a line such as {EXAMPLE['vtt']} above it",
            )
            continue
        cue = read_times(block[timing], first + timing, "vtt", problems)
        if cue is None:
            continue
        for number, line in enumerate(block[timing + 1 :], first + timing + 1):
            if has_arrow(line):
                problems.error(
                    "a second time line in one cue", line=number, column=1, text=line, expected="a blank line above it"
                )
                break
            cue.lines.append((number, line))
        cues.append(cue)
    return cues


def _split_blocks(lines: list[str]) -> list[tuple[int, list[str]]]:
    """(line number of the first line, lines) of each run of lines that are not empty.

    A line of spaces does not end a cue: players of rolling captions rely on it.
    """
    blocks: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(lines, 1):
        if not line or (not line.strip() and not inside):
            inside = False
        elif inside:
            blocks[-1][1].append(line)
        else:
            blocks.append((number, [line]))
            inside = True
    return blocks


def _bare(line: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", line)).split())


def _is_rolling(cues: list[Cue]) -> bool:
    """Most cues begin with the line that the cue before them ended with."""
    bare = [[_bare(line) for _, line in cue.lines if line.strip()] for cue in cues]
    pairs = [(before, cue) for before, cue in pairwise(bare) if before and cue]
    repeats = sum(cue[0] == before[-1] for before, cue in pairs)
    return len(pairs) >= 3 and repeats > 0.6 * len(pairs)


def _unit(cue: Cue, left_out: list[LeftOut], position: int, problems: Problems) -> Unit | None:
    payload = _read_payload(cue, problems)
    left_out += [LeftOut(reading, "ruby annotation", cue.line, None, position) for reading in payload.ruby]
    if not payload.text:
        problems.warning("the cue has no text", line=cue.line, column=1, expected="a line of text below the times")
        return None
    words = timed_words(payload.text, payload.stamps, cue.end_seconds) if len(payload.stamps) > 1 else ()
    return Unit(
        payload.text,
        start_seconds=cue.start_seconds,
        end_seconds=cue.end_seconds,
        speaker=payload.speaker,
        words=words,
        line=cue.line,
    )


def _read_payload(cue: Cue, problems: Problems) -> _Payload:
    payload = _Payload(stamps=[(0, cue.start_seconds)])
    in_rt = False
    for number, line in cue.lines:
        at = 0
        pieces: list[str] = []
        for tag in [*_TAG.finditer(line), None]:
            piece = html.unescape(line[at : tag.start() if tag else len(line)])
            if in_rt and piece.strip():
                payload.ruby.append(piece.strip())
            elif not in_rt:
                pieces.append(piece)
                payload.text = _append(payload.text, piece, is_first=len(pieces) == 1)
            if tag is None:
                continue
            at = tag.end()
            name = tag[1].lstrip("/")
            if name.split(".")[0] == "rt":
                in_rt = not tag[1].startswith("/")
            elif not _read_tag(tag, name, number, cue, payload, problems):
                pieces.append(tag.group())
                payload.text = _append(payload.text, tag.group(), is_first=False)
    payload.text = payload.text.rstrip()
    return payload


def _append(text: str, piece: str, *, is_first: bool) -> str:
    """White space collapses as a player shows it; a new line counts as a space except in Japanese or Chinese."""
    piece = re.sub(r"\s+", " ", piece)
    if is_first:
        return join([text, piece]) + (" " if piece.endswith(" ") and piece.strip() else "")
    return text + (piece.lstrip() if not text or text.endswith(" ") else piece)


def _read_tag(tag: re.Match[str], name: str, number: int, cue: Cue, payload: _Payload, problems: Problems) -> bool:
    """Take up a tag; False where it is no markup of WebVTT, so that it stays in the text."""
    if _STAMP.fullmatch(name):
        seconds = seconds_of(name)
        if seconds is None or not cue.start_seconds <= seconds <= cue.end_seconds:
            problems.warning(
                f"the word time {name} is not within its cue",
                line=number,
                column=tag.start() + 1,
                text=tag.group(),
                expected=f"{cue.start_seconds:.3f} to {cue.end_seconds:.3f} s",
            )
        elif seconds >= payload.stamps[-1][1]:
            payload.stamps.append((len(payload.text), seconds))
        return True
    voice = _VOICE.fullmatch(name)
    if voice:
        speaker = " ".join(html.unescape(voice[1]).split())
        if payload.speaker not in (None, speaker):
            problems.warning(
                f"a second speaker, {speaker}, in one cue",
                line=number,
                column=tag.start() + 1,
                text=tag.group(),
                expected="one",
            )
        payload.speaker = payload.speaker or speaker
        return True
    if re.split(r"[.\s]", name, maxsplit=1)[0] in _KNOWN_TAGS:
        return True
    problems.warning(
        f"{tag.group()!r} is no WebVTT tag and stays in the text", line=number, column=tag.start() + 1, text=tag.group()
    )
    return False


FORMAT = Format("vtt", "Transcript, WebVTT", (".vtt",), ("transcript",), _sniff, _parse)
