"""Finding leaks among 200,000 made-up rows: seconds of the processor and memory, at full size and a quarter of it.

    python benchmarks/leaks.py [--rows 200000]

Half of the rows are train, half are test; each has an English source and a Japanese target. One row in twenty of test
is one of train with a word replaced. Printed are the rows, the leaks found of those planted, seconds of the processor
for a thousand rows, and how much memory grew at most. A worker's own memory and reading the rows come on top.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

LETTERS = "abcdefghijklmnopqrstuvwxyz"
KANJI = [chr(0x4E00 + 7 * number) for number in range(900)]
PLANTED_EVERY = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        measure(args.one)
        return
    print(f"{'rows':>8} {'planted':>8} {'found':>7} {'s/1000 rows':>12} {'s':>7} {'MB more':>8}", flush=True)
    for n_rows in (args.rows // 4, args.rows):  # each in a process of its own, as memory is not given back
        subprocess.run([sys.executable, __file__, "--one", str(n_rows)], check=True)


def measure(n_rows: int) -> None:
    import django

    django.setup()
    from annotator.releases.leaks.finding import Finder

    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with Finder() as finder:
        finder.add_records(rows(n_rows))
        leaks = finder.find()
    seconds = time.process_time() - started
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    planted = n_rows // 2 // PLANTED_EVERY
    found = len({leak.ours["row"] for leak in leaks if leak.ours.get("side") == "source"})
    print(f"{n_rows:8,} {planted:8,} {found:7,} {1000 * seconds / n_rows:12.3f} {seconds:7.1f} {more:8.0f}", flush=True)


def rows(n_rows: int) -> Iterator[dict[str, Any]]:
    words = random.Random(0)
    vocabulary = ["".join(words.choices(LETTERS, k=words.randint(3, 9))) for _ in range(8000)]
    for number in range(n_rows):
        in_test = number >= n_rows // 2
        copied = number - n_rows // 2 if in_test and number % PLANTED_EVERY == 0 else None
        rng = random.Random(number if copied is None else copied)
        source, target = (
            rng.choices(vocabulary, k=rng.randint(8, 24)),
            "".join(rng.choices(KANJI, k=rng.randint(15, 45))),
        )
        if copied is not None:
            source[rng.randrange(len(source))] = "replaced"
        yield {
            "pair_id": number // 80, "pair": f"Talk {number // 80}", "source_external_id": "", "speaker": "",
            "split": "test" if in_test else "train", "row_id": str(number), "source_corrected": " ".join(source),
            "source_language": "en", "target_corrected": target, "target_language": "ja", "post_edited": False,
        }  # fmt: skip


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    main()
