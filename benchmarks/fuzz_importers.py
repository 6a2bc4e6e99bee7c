"""Reads thousands of damaged files and reports what crashed or was slow.

    python benchmarks/fuzz_importers.py [--files 5000] [--seed 1]

Every sample of the tests is damaged in turn and read as recognised or as its own format. A crash is printed with the
seed that makes it again; the exit status is 1 where there was one, or where a file took longer than 10 s.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from annotator.importers import registry  # noqa: E402
from tests.annotator.importers.mutations import mutate  # noqa: E402
from tests.annotator.importers.samples import samples as every_sample  # noqa: E402

SLOW_SECONDS = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    samples = list(every_sample().items())
    formats = {name: registry.recognise(data, name)[0][0].name for name, data in samples}
    outcomes: Counter[str] = Counter()
    slowest = (0.0, "")
    failures = 0
    for index in range(arguments.files):
        name, data = samples[index % len(samples)]
        seed = f"{arguments.seed}:{index}"
        damaged = mutate(data, random.Random(seed))
        format = formats[name] if index % 2 else None
        started = time.perf_counter()
        try:
            parsed = registry.parse(damaged, name, format=format)
            outcomes["read" if parsed.ok else "refused with a reason"] += 1
        except Exception:  # noqa: BLE001 - a crash is what this looks for
            failures += 1
            outcomes["crashed"] += 1
            print(f"--- {name} as {format}, seed {seed}")
            traceback.print_exc(limit=-4)
        slowest = max(slowest, (time.perf_counter() - started, f"{name} {seed}"))
    print(dict(outcomes), f"slowest {slowest[0]:.2f} s ({slowest[1]})")
    return 1 if failures or slowest[0] > SLOW_SECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
