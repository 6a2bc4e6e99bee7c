"""Transcripts in WebVTT (W3C): cues with optional voices and word times.

A cue becomes a unit; ``<v Name>`` gives its speaker, inline time stamps give its words their times. NOTE, STYLE and
REGION blocks are left out. In rolling captions, where each cue repeats the line before, the repetition is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from annotator.importers.base import MAX_UNITS, Bounded, Format, LeftOut, Options, Parsed, Problems, Unit, Units
from annotator.importers.support.cues import (
    EXAMPLE,
    Cue,
    check_order,
    gap_between,
    has_arrow,
    make_document,
    read_times,
    seconds_of,
    timed_words,
)
from annotator.importers.support.text_encoding import decode, peek, unescape

_BLOCKS = re.compile(r"(NOTE|STYLE|REGION)(?:\s|$)")
_TAG = re.compile(r"<([^<>]*)>")
_STAMP = re.compile(r"(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}")
_KNOWN_TAGS = frozenset(("b", "i", "u", "c", "v", "lang", "ruby", "rt"))


@dataclass(slots=True)
class _Payload:
    """A cue's text without markup: `stamps` are (offset in text, seconds), `length` is that of the text so far."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    stamps: list[tuple[int, float]] = field(default_factory=list)
    speaker: str | None = None
    ruby: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces).rstrip()

    def add(self, piece: str, *, begins_line: bool) -> None:
        """White space collapses as a player shows it; a new line counts as a space except in Japanese or Chinese."""
        piece = re.sub(r"\s+", " ", piece)
        if begins_line:
            self._drop_final_space()
            words = piece.strip()
            if words and self.pieces:
                self._append(gap_between(self.pieces[-1], words))
            self._append(words)
            self._append(" " if words and piece.endswith(" ") else "")
        else:
            self._append(piece.lstrip() if not self.pieces or self.pieces[-1].endswith(" ") else piece)

    def _append(self, piece: str) -> None:
        if piece:
            self.pieces.append(piece)
            self.length += len(piece)

    def _drop_final_space(self) -> None:
        if self.pieces and self.pieces[-1].endswith(" "):
            self.pieces[-1] = self.pieces[-1][:-1]
            self.length -= 1
            if not self.pieces[-1]:
                self.pieces.pop()


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
        problems.error("the first line does not say WEBVTT", at=(1, 1, lines[0]), expected="WEBVTT")
    left_out: list[LeftOut] = Bounded(problems, MAX_UNITS, "passages left out")
    metadata: dict[str, object] = {}
    cues = _read_cues(lines, metadata, left_out, problems)
    check_order(cues, problems)
    rolling = _is_rolling(cues)
    units: list[Unit] = Units(problems, options)
    shown: set[str] = set()
    for cue in cues:
        kept = cue.lines
        if rolling:
            bare = [(at, _bare(line), line) for at, line in cue.lines]
            left_out += [
                LeftOut(text, "repeated by rolling captions", at, None, len(units))
                for at, text, _ in bare
                if text in shown
            ]
            kept = [(at, line) for at, text, line in bare if text not in shown and line.strip()]
            shown = {text for _, text, _ in bare if text}
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
                "text without a cue time", at=(first, 1, block[0]), expected=f"a line such as {EXAMPLE['vtt']} above it"
            )
            continue
        cue = read_times(block[timing], first + timing, "vtt", problems)
        if cue is None:
            continue
        for number, line in enumerate(block[timing + 1 :], first + timing + 1):
            if has_arrow(line):
                problems.error("a second time line in one cue", at=(number, 1, line), expected="a blank line above it")
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
    return " ".join(unescape(_TAG.sub("", line)).split())


def _is_rolling(cues: list[Cue]) -> bool:
    """Most cues begin with the line that the cue before them ended with."""
    bare = [[_bare(line) for _, line in cue.lines if line.strip()] for cue in cues]
    pairs = [(before, cue) for before, cue in pairwise(bare) if before and cue]
    repeats = sum(cue[0] == before[-1] for before, cue in pairs)
    return len(pairs) >= 3 and repeats > 0.6 * len(pairs)


def _unit(cue: Cue, left_out: list[LeftOut], position: int, problems: Problems) -> Unit | None:
    payload = _read_payload(cue, problems)
    left_out += [LeftOut(reading, "ruby annotation", cue.line, None, position) for reading in payload.ruby]
    text = payload.text
    if not text:
        problems.warning("the cue has no text", at=(cue.line, 1), expected="a line of text below the times")
        return None
    words = timed_words(text, payload.stamps, cue.end_seconds) if len(payload.stamps) > 1 else ()
    return Unit(
        text,
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
        begun = False
        for tag in [*_TAG.finditer(line), None]:
            piece = unescape(line[at : tag.start() if tag else len(line)])
            if in_rt and piece.strip():
                payload.ruby.append(piece.strip())
            elif not in_rt:
                payload.add(piece, begins_line=not begun)
                begun = True
            if tag is None:
                continue
            at = tag.end()
            name = tag[1].lstrip("/")
            if name.split(".")[0] == "rt":
                in_rt = not tag[1].startswith("/")
            elif not _read_tag(tag, name, number, cue, payload, problems):
                payload.add(tag.group(), begins_line=False)
    return payload


def _speaker_of(tag: str) -> str:
    """``v.loud Anna`` -> ``Anna``; empty where the tag is no voice, or names nobody."""
    name, *rest = tag.split(None, 1)[:2] if tag.strip() else [""]
    is_voice = name.split(".", 1)[0] == "v" and not tag[:1].isspace()
    return " ".join(unescape(rest[0]).split()) if is_voice and rest else ""


def _read_tag(tag: re.Match[str], name: str, number: int, cue: Cue, payload: _Payload, problems: Problems) -> bool:
    """Take up a tag; False where it is no markup of WebVTT, so that it stays in the text."""
    if _STAMP.fullmatch(name):
        seconds = seconds_of(name)
        if seconds is None or not cue.start_seconds <= seconds <= cue.end_seconds:
            problems.warning(
                f"the word time {name} is not within its cue",
                at=(number, tag.start() + 1, tag.group()),
                expected=f"{cue.start_seconds:.3f} to {cue.end_seconds:.3f} s",
            )
        elif seconds >= payload.stamps[-1][1]:
            payload.stamps.append((payload.length, seconds))
        return True
    speaker = _speaker_of(name)
    if speaker:
        if payload.speaker not in (None, speaker):
            problems.warning(
                f"a second speaker, {speaker}, in one cue", at=(number, tag.start() + 1, tag.group()), expected="one"
            )
        payload.speaker = payload.speaker or speaker
        return True
    if re.split(r"[.\s]", name, maxsplit=1)[0] in _KNOWN_TAGS:
        return True
    problems.warning(
        f"{tag.group()!r} is no WebVTT tag and stays in the text", at=(number, tag.start() + 1, tag.group())
    )
    return False


FORMAT = Format("vtt", "Transcript, WebVTT", (".vtt",), ("transcript",), _sniff, _parse, unit="cue")
