"""``recognition``: what recognisers heard, segment by segment, against what was said."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment.cli import print_report, read_lines
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.metrics.recognition import Heard, Rate, Segment

EXAMPLE = "-r reference.jsonl -o first.jsonl second.jsonl --language en --rare rare.txt"

_EXPECTED = 'a JSON object with "id" and "text"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        'Files have an object a line, {"id": "00412", "text": "what was said", "talk": "pauses"}; talk is optional.\n'
        "A segment that an output leaves out counts as deleted; one that the reference does not have is an error.\n"
        "In a language without spaces between words characters are counted alone."
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("-r", "--reference", required=True, metavar="FILE", help="what was said")
    parser.add_argument("-o", "--outputs", required=True, nargs="+", metavar="FILE", help="what each system heard")
    parser.add_argument("--language", required=True, metavar="TAG", help="of all files: en, ja, zh-Hant")
    parser.add_argument(
        "--normaliser",
        choices=("none", "plain", "spoken", "written"),
        default="plain",
        help="of all texts (%(default)s)",
    )
    parser.add_argument("--rare", metavar="FILE", help="rare words, one a line: print the biased error rate too")
    parser.add_argument("--talks", action="store_true", help="print the rates of each talk too")
    parser.add_argument("--differences", metavar="OUT", help="write the segments of the first output that have errors")
    parser.add_argument("--json", metavar="OUT", help="write everything as JSON to OUT; - prints it")


def run(args: argparse.Namespace) -> int:
    from alignment.metrics.recognition import Segment, score_recognition

    segments = [
        Segment(each["id"], each["text"], str(each.get("talk") or "")) for each in _read_segments(args.reference)
    ]
    rare = {word.strip() for word in read_lines(args.rare) if word.strip()} if args.rare else set()
    systems: dict[str, Heard] = {}
    for path in args.outputs:
        output = {each["id"]: each["text"] for each in _read_segments(path)}
        try:
            systems[path] = score_recognition(
                segments, output, language=args.language, normaliser=args.normaliser, rare_words=rare
            )
        except AlignmentError as error:
            raise AlignmentError(f"{path}: {error}") from error
    report = _report(segments, systems)
    print_report(_table(report, talks=args.talks), report, args.json)
    if args.differences:
        lines = _differences(segments, next(iter(systems.values())), args.language)
        Path(args.differences).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def _read_segments(path: str) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, each id once."""
    line_of: dict[str, int] = {}
    segments = []
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        try:
            segment = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise AlignmentError(f"{path} line {number}: not JSON; expected {_EXPECTED}") from error
        if not (isinstance(segment, dict) and all(isinstance(segment.get(key), str) for key in ("id", "text"))):
            raise AlignmentError(f"{path} line {number}: expected {_EXPECTED}, both strings")
        first = line_of.setdefault(segment["id"], number)
        if first != number:
            raise AlignmentError(
                f"{path} line {number}: segment {segment['id']} is in line {first} too; expected each once"
            )
        segments.append(segment)
    return segments


def _report(segments: Sequence[Segment], systems: dict[str, Heard]) -> dict[str, Any]:
    from alignment.metrics.recognition import by_talk, compare

    talks = by_talk(segments)
    return {
        "segments": len(segments),
        "normaliser": next(iter(systems.values())).normaliser,
        "systems": [
            {
                "name": name,
                "missing": list(heard.missing),
                "rates": {rate.key: {**_counts(rate), "half": rate.half()} for rate in heard.rates},
                "talks": {
                    talk: {rate.key: _counts(rate, indices) for rate in heard.rates} for talk, indices in talks.items()
                },
            }
            for name, heard in systems.items()
        ],
        "pairs": [
            {"first": first, "second": second, "rate": one.key, "difference": difference, "p": p}
            for first, second in combinations(systems, 2)
            for one, other in zip(systems[first].rates, systems[second].rates, strict=True)
            for difference, p in [compare(one, other)]
        ],
    }


def _counts(rate: Rate, where: slice | Sequence[int] = slice(None)) -> dict[str, float | None]:
    """rate : None where nothing is said."""
    total = rate.of(where)
    return {
        "rate": total.rate if total.units else None,
        "units": total.units,
        "substitutions": total.substitutions,
        "deletions": total.deletions,
        "insertions": total.insertions,
    }


def _table(report: dict[str, Any], *, talks: bool) -> str:
    keys = list(report["systems"][0]["rates"])
    lines = [
        f"{report['segments']:,} segments, normaliser {report['normaliser']}, % ± half of the 95 % interval",
        "".join([*(f"{key:>16}" for key in keys), f"{'missing':>9}", "  system"]),
    ]
    for system in report["systems"]:
        cells = [_cell(system["rates"][key]) for key in keys]
        lines.append("".join([*cells, f"{len(system['missing']):>9,}", f"  {system['name']}"]))
        if talks:
            for talk, rates in system["talks"].items():
                lines.append("".join([*(_cell(rates[key]) for key in keys), f"{'':>9}", f"    {talk or '(no talk)'}"]))
    for system in report["systems"]:
        if system["missing"]:
            lines.append(f"{system['name']}: counted as deleted: {', '.join(system['missing'])}")
    for pair in report["pairs"]:
        lines.append(
            f"{pair['rate']}: {pair['first']} less {pair['second']}: {100 * pair['difference']:+.2f}, p {pair['p']:.3f}"
        )
    return "\n".join(lines)


def _cell(rate: dict[str, float | None]) -> str:
    value, half = rate["rate"], rate.get("half")
    if value is None:
        return f"{'–':>16}"
    return f"{100 * value:.2f}{'' if half is None else f' ± {100 * half:.2f}'}".rjust(16)


def _differences(segments: Sequence[Segment], heard: Heard, language: str) -> list[str]:
    """A JSON object for each segment with an error: its runs, right or wrong."""
    from alignment.metrics.recognition import differences

    lines = []
    for segment, reference, text in zip(segments, heard.references, heard.texts, strict=True):
        runs = differences(reference, text, language=language)
        if any(run.letters for run in runs):
            line = {"id": segment.id, "talk": segment.talk, "runs": [run._asdict() for run in runs]}
            lines.append(json.dumps(line, ensure_ascii=False))
    return lines
