"""An uploaded output, read in the sandbox and checked against the rows of its release.

What is wrong is said with its place, and never with a text of the release: whoever uploads need not have seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from alignment.metrics.beads import BeadPositions
from annotator.importers import sandbox
from annotator.importers.base import Problem
from annotator.models import Pair, SystemKind
from annotator.platform.errors import ServiceError
from annotator.releases.systems.references import GoldTalk, Reference

#: Places, and ids, that a sentence lists.
_LISTED, _LISTED_IDS = 5, 10
_PROBLEMS = 50
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Output:
    """The contents of a file, before they are checked against a release."""

    kind: SystemKind
    lines: Sequence[str] = ()
    rows: Sequence[tuple[str, str, int]] = ()
    talks: Sequence[dict[str, Any]] = ()
    heard: Sequence[tuple[str, str, int]] = ()


@dataclass(slots=True)
class Fitted:
    """What a system made of each row, or of each talk, in the order of the release.

    missing : ids of rows that it left out, whose text counts as empty. warnings : sentences.
    """

    texts: list[str] = field(default_factory=list)
    beads: list[list[BeadPositions]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read_output(data: bytes, name: str, *, kind: str = "", wait_seconds: float | None = None) -> Output:
    """kind : recognition or translation, if that is what it is; else the file shows it. Raises ServiceError with the
    file's faults and their places; `sandbox.Busy`."""
    limits = sandbox.Limits(seconds=_SECONDS, wait_seconds=wait_seconds)
    is_heard = kind == SystemKind.RECOGNITION
    parsed = sandbox.parse(data, name, "recogniser-output" if is_heard else "system-output", None, limits)
    if not parsed.ok:
        raise unreadable(name, parsed.errors)
    metadata = parsed.metadata
    if is_heard:
        return Output(SystemKind.RECOGNITION, heard=metadata["heard"])
    if talks := metadata.get("talks"):
        if kind == SystemKind.TRANSLATION:
            raise _wrong(f"{name[:200]} has links, not texts. Score it on the page of the release.")
        return Output(SystemKind.ALIGNMENT, talks=talks)
    return Output(SystemKind.TRANSLATION, lines=metadata.get("lines", ()), rows=metadata.get("rows", ()))


def unreadable(name: str, problems: Sequence[Problem]) -> ServiceError:
    first = problems[0]
    place = "" if first.line is None else f" line {first.line}"
    more = f" {len(problems) - 1:,} more errors." if len(problems) > 1 else ""
    return ServiceError(
        f"{first.file or name[:200]}{place}: {_said(first)}.{more}",
        code="unreadable",
        errors=[{"field": "file", "file": each.file, "line": each.line, "message": _said(each)} for each in problems][
            :_PROBLEMS
        ],
    )


def _said(problem: Problem) -> str:
    return f"{problem.message}; expected {problem.expected}" if problem.expected else problem.message


def fit_translation(
    output: Output, expected: Sequence[Reference], ids_of_release: Callable[[], Collection[str]], version: str
) -> Fitted:
    """A text for every row. ids_of_release : also of rows that are not scored; asked for only if there are others.

    Raises ServiceError for another number of lines, and for ids that are not in the release.
    """
    if output.rows:
        return _fit_rows(output.rows, expected, ids_of_release, version)
    fitted = Fitted(texts=list(output.lines))
    empty = _empty(fitted.texts)
    check_line_count(output, len(expected))
    if empty:
        fitted.warnings.append(empty)
    return fitted


def check_line_count(output: Output, n_expected: int) -> None:
    """Raises ServiceError unless a file of lines has as many as the release, or one of rows at least does not more."""
    if output.kind == SystemKind.TRANSLATION and not output.rows and len(output.lines) != n_expected:
        message = f"Line count {len(output.lines):,}, expected {n_expected:,}."
        if empty := _empty(output.lines):
            message += f" {empty}"
        raise _wrong(message)


def _empty(lines: Sequence[str]) -> str:
    """“Line 412 is empty.”"""
    places = [number for number, line in enumerate(lines, start=1) if not line]
    if not places:
        return ""
    if len(places) == 1:
        return f"Line {places[0]:,} is empty."
    listed = ", ".join(f"{place:,}" for place in places[:_LISTED])
    more = len(places) - _LISTED
    return f"Lines {listed} and {more:,} more are empty." if more > 0 else f"Lines {listed} are empty."


def _fit_rows(
    rows: Sequence[tuple[str, str, int]],
    expected: Sequence[Reference],
    ids_of_release: Callable[[], Collection[str]],
    version: str,
) -> Fitted:
    texts: dict[str, tuple[str, int]] = {}
    for row_id, text, line in rows:
        if row_id in texts:
            raise _wrong(f"Line {line:,} has the row_id of line {texts[row_id][1]:,}. Give each row once.")
        texts[row_id] = text, line
    known = {each.row_id for each in expected}
    others = [row_id for row_id in texts if row_id not in known]
    if others:
        refuse_extra(others, ids_of_release(), "row", f"release {version}")
    nothing = ("", 0)
    fitted = Fitted(texts=[texts.get(each.row_id, nothing)[0] for each in expected])
    fitted.missing = [each.row_id for each in expected if each.row_id not in texts]
    if fitted.missing:
        fitted.warnings.append(f"Rows that are missing, and count as empty: {len(fitted.missing):,}.")
    if empty := [line for row_id, (text, line) in texts.items() if row_id in known and not text]:
        fitted.warnings.append(f"Texts are empty: {len(empty):,}, the first in line {min(empty):,}.")
    if others:
        first = min(texts[row_id][1] for row_id in others)
        fitted.warnings.append(f"Rows that are not scored: {len(others):,}, the first in line {first:,}.")
    return fitted


def refuse_extra(given: Collection[str], known: Collection[str], noun: str, where: str) -> None:
    """Raises ServiceError with the ids that are not known: “3 segments are not in release 1.2: 412, 413, 980.”"""
    extra = [each for each in given if each not in known]
    if not extra:
        return
    listed = ", ".join(each[:80] for each in extra[:_LISTED_IDS])
    more = f" and {len(extra) - _LISTED_IDS:,} more" if len(extra) > _LISTED_IDS else ""
    count = f"1 {noun} is" if len(extra) == 1 else f"{len(extra):,} {noun}s are"
    raise _wrong(f"{count} not in {where}: {listed}{more}.")


def fit_alignment(output: Output, expected: Sequence[GoldTalk]) -> Fitted:
    """The beads of every talk. Raises ServiceError where a talk is missing or a position is not in its texts."""
    by_pair = {talk["pair"]: talk for talk in output.talks if talk["pair"] is not None}
    by_number: dict[int, dict[str, Any]] = {}
    for output_talk in output.talks:
        number = output_talk["number"]
        if number in by_number:
            raise _wrong(f"{output_talk['name']} and {by_number[number]['name']} have the same number.")
        if number is not None:
            by_number[number] = output_talk
    alone = output.talks[0] if len(output.talks) == 1 and not by_pair and not by_number else None
    if alone is not None and len(expected) > 1:
        raise _wrong(
            f"The release has {len(expected):,} talks, and this is the alignment of one. Upload a ZIP with an .align "
            "file for each, named as in the release’s vecAlign form, or JSON lines with pair_id."
        )
    fitted = Fitted()
    pairs = Pair.objects.select_related("source", "target").in_bulk({talk.here for talk in expected} - {None})
    for talk in expected:
        gold_talk = alone or by_pair.get(talk.pair) or by_number.get(talk.number)
        if gold_talk is None:
            raise _wrong(f"There is no alignment of talk {talk.number:,}, {talk.title} (pair_id {talk.pair}).")
        beads = [(tuple(source), tuple(target)) for source, target in gold_talk["beads"]]
        if (pair := pairs.get(talk.here)) is not None:
            _check_positions(beads, pair, talk)
        fitted.beads.append(beads)
    n_others = len(output.talks) - len(expected)
    if n_others > 0:
        fitted.warnings.append(f"Talks that are not scored: {n_others:,}.")
    return fitted


def _check_positions(beads: Sequence[BeadPositions], pair: Pair, talk: GoldTalk) -> None:
    for side, document in enumerate((pair.source, pair.target)):
        n = document.units.count()
        word = ("source", "target")[side]
        seen: set[int] = set()
        for bead in beads:
            for position in bead[side]:
                if position >= n:
                    raise _wrong(
                        f"Talk {talk.number:,}, {talk.title}: {word} {position:,}, expected 0 to {n - 1:,}. "
                        "Positions count from 0."
                    )
                if position in seen:
                    raise _wrong(f"Talk {talk.number:,}, {talk.title}: {word} {position:,} is in a second bead.")
                seen.add(position)


def _wrong(message: str) -> ServiceError:
    return ServiceError(message, code="does_not_fit", errors=[{"field": "file", "message": message}])
