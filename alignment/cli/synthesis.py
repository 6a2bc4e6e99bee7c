"""``synthesis``: synthesised clips against recorded ones of the same texts."""

from __future__ import annotations

import argparse
import math
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment.cli import print_report, terminal_progress
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.metrics.synthesis import Floats, SpeechDistance

EXAMPLE = "recorded/ first/ second/"

_LISTED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Clips are WAV files, in the folder of a system named as in that of the recordings; their sound is brought to\n"
        "16,000 samples a second. A system without 95 % of the clips has no mean. Needs the extras speech and video."
    )
    parser.add_argument("recorded", type=Path, help="the folder of the recorded clips")
    parser.add_argument("systems", type=Path, nargs="+", help="a folder for each system")
    parser.add_argument("--json", metavar="OUT", help="write the figures of every clip to OUT; - prints them")


def run(args: argparse.Namespace) -> int:
    from alignment.metrics.synthesis import compare_speech
    from alignment.recordings.audio import SPEECH_RATE

    recorded = _clips(args.recorded)
    folders = {str(folder): _clips(folder) for folder in args.systems}
    for folder, clips in folders.items():
        if extra := sorted(clips.keys() - recorded.keys()):
            more = f" and {len(extra) - _LISTED:,} more" if len(extra) > _LISTED else ""
            raise AlignmentError(f"{folder}: not among the recorded clips: {', '.join(extra[:_LISTED])}{more}")
    distances: dict[str, dict[str, SpeechDistance]] = {folder: {} for folder in folders}
    n_clips, done = sum(len(clips) for clips in folders.values()), 0
    with terminal_progress() as progress:
        for name, path in recorded.items():
            theirs = {folder: clips[name] for folder, clips in folders.items() if name in clips}
            if not theirs:
                continue
            ours = _sound(path)
            for folder, clip in theirs.items():
                progress(done / n_clips, name)
                try:
                    distances[folder][name] = compare_speech(ours, _sound(clip), SPEECH_RATE)
                except AlignmentError as error:
                    raise AlignmentError(f"{clip}: {error}") from error
                done += 1
    report = _report(list(recorded), distances)
    print_report(_table(report), report, args.json)
    return 0


def _clips(folder: Path) -> dict[str, Path]:
    """The clips of a folder by their names without the ending, sorted."""
    if not folder.is_dir():
        raise AlignmentError(f"{folder}: expected a folder of WAV files")
    clips = {path.stem: path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".wav"}
    if not clips:
        raise AlignmentError(f"{folder}: no WAV file; expected one a clip")
    return clips


def _sound(path: Path) -> Floats:
    import numpy as np

    from alignment.recordings.audio import read_sound

    return np.concatenate(list(read_sound(str(path), str(path)))).astype(np.float64) / 32768


def _report(names: list[str], distances: dict[str, dict[str, SpeechDistance]]) -> dict[str, Any]:
    from alignment.metrics.paired import compare
    from alignment.metrics.synthesis import FEWEST_SHARE

    figures = {
        system: {"ffe": {n: d.errors.rate for n, d in of.items()}, "mcd": {n: d.mcd for n, d in of.items()}}
        for system, of in distances.items()
    }
    is_whole = {system: len(of) >= FEWEST_SHARE * len(names) for system, of in distances.items()}
    pairs = []
    for first, second in combinations((system for system in distances if is_whole[system]), 2):
        shared = [name for name in names if name in distances[first] and name in distances[second]]
        for key in ("ffe", "mcd"):
            one, other = ([figures[system][key][name] for name in shared] for system in (first, second))
            pairs.append({"first": first, "second": second, "figure": key, **compare(one, other)._asdict()})
    return {
        "clips": len(names),
        "systems": [
            {
                "name": system,
                "missing": [name for name in names if name not in of],
                "means": {key: _mean(figures[system][key]) for key in ("ffe", "mcd")} if is_whole[system] else None,
                "clips": figures[system],
            }
            for system, of in distances.items()
        ],
        "pairs": pairs,
    }


def _mean(values: dict[str, float]) -> dict[str, Any]:
    """interval : of the mean over clips; None of fewer than five."""
    from alignment.metrics.paired import mean_interval

    scores = list(values.values())
    return {"mean": math.fsum(scores) / len(scores), "interval": mean_interval(scores)}


def _table(report: dict[str, Any]) -> str:
    lines = [f"{report['clips']:,} clips, mean and 95 % interval over clips", f"{'FFE':>22}{'MCD':>24}  system"]
    for system in report["systems"]:
        means = system["means"]
        cells = [_cell(means[key], places) for key, places in (("ffe", 3), ("mcd", 2))] if means else ["–", "–"]
        lines.append(f"{cells[0]:>22}{cells[1]:>24}  {system['name']}")
    for system in report["systems"]:
        if system["missing"]:
            lines.append(f"{system['name']}: {len(system['missing']):,} missing: {', '.join(system['missing'])}")
    for pair in report["pairs"]:
        lines.append(
            f"{pair['figure']}: {pair['first']} less {pair['second']}: {pair['difference']:+.3f}, p {pair['p']:.3f}"
        )
    return "\n".join(lines)


def _cell(figure: dict[str, Any], places: int) -> str:
    ends = figure["interval"]
    around = f" ({ends[0]:.{places}f}–{ends[1]:.{places}f})" if ends else ""
    return f"{figure['mean']:.{places}f}{around}"
