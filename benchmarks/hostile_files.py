"""How long the slowest files of the bank of hostile files take: to recognise (64 kB) and to read (any size).

    python benchmarks/hostile_files.py [--size 65536] [--format markdown] [--seconds 10]

Prints, for each format, the three slowest files and how many took longer than `--seconds` of processor time. The last
lines are files that took quadratic time once, at 5 MB.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotator.importers import registry
from tests.annotator.importers.hostile import LONG_FILES, framed, heads
from tests.annotator.importers.test_hostile_files import at_most


def seconds_of(act: Callable[[], object], limit: float) -> float:
    begun = time.process_time()
    try:
        with at_most(limit, ""):
            act()
    except AssertionError:
        return limit
    return time.process_time() - begun


def report(what: str, times: Iterable[tuple[float, str]], limit: float) -> None:
    ordered = sorted(times, reverse=True)
    late = sum(seconds >= limit for seconds, _ in ordered)
    slowest = ", ".join(f"{seconds:.2f} s {name}" for seconds, name in ordered[:3])
    print(f"{what:28} {len(ordered):5} files, {late} too slow; slowest: {slowest}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=65_536, help="bytes of the files that are read")
    parser.add_argument("--long", type=int, default=5_000_000, help="bytes of the files of the last lines")
    parser.add_argument("--format", help="only this format")
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    chosen = [format for format in (*registry.FORMATS, *registry.NAMED) if given.format in (None, format.name)]
    for format in chosen:
        times = [
            (seconds_of(lambda head=head, sniff=format.sniff: sniff(head, "a.txt"), given.seconds), name)
            for name, head in heads(registry.HEAD)
        ]
        report(f"recognise {format.name}", times, given.seconds)
    for format in chosen:
        times = [
            (seconds_of(lambda data=data, to=format.name: registry.parse(data, "a.txt", to), given.seconds), name)
            for name, data in framed(format.name, given.size)
        ]
        report(f"read {format.name}", times, given.seconds)
    for case, (name, make) in LONG_FILES.items():
        if given.format in (None, name):
            data = make(given.long)
            spent = seconds_of(lambda data=data, to=name: registry.parse(data, "a.txt", to), given.seconds)
            print(f"{case:44} {spent:6.2f} s", flush=True)


if __name__ == "__main__":
    main()
