"""CPU time and memory of the lexical engine against the length of the texts, alone or beside an older checkout.

    python benchmarks/lexical.py [--lines 1000 5000 20000] [--engine lexical|lengths] [--old ../older/checkout]

The texts are made: words are drawn from a Zipf distribution, the target renders each word by its own word for it, drops
words, splits sentences, and adds and leaves out some. No word is alike, which is the hardest case. Each size runs in a
process of its own, from two texts to beads. Printed are CPU seconds, those per 1,000 lines (constant where time is
linear), peak memory of the process, the ratio of both to the size before, the share of right beads, and the time of
a re-run after one decision; with --old also how many times as long the other checkout takes, run in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]

Group = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Measured:
    """CPU seconds of a run and of a re-run after one decision; peak bytes of the process; share of right beads."""

    lines: int
    seconds: float
    again: float
    peak: int
    right: float


def measured(lines: Sequence[int], *, engine: str = "lexical", root: Path = ROOT) -> Iterator[Measured]:
    """Each size in a process of its own, by the engine of the checkout at `root`."""
    for size in lines:
        call = [sys.executable, __file__, "--child", engine, str(size), "--old", str(root)]
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        found = subprocess.run(call, check=True, capture_output=True, text=True, env=os.environ | threads)
        yield Measured(**json.loads(found.stdout))


def measure(engine: str, lines: int) -> Measured:
    from alignment.lexical import prepare_lengths, prepare_lexical
    from alignment.types import Constraints

    source, target, gold = made_text(lines)
    start = time.process_time()
    prepared = (prepare_lexical if engine == "lexical" else prepare_lengths)(source, target)
    found = prepared.align()
    seconds = time.process_time() - start
    right = len({(b.source, b.target) for b in found.beads} & set(gold)) / len(gold)
    middle = next(bead for bead in gold[len(gold) // 2 :] if all(bead))
    start = time.process_time()
    prepared.align(Constraints(fixed=[middle]))
    again = time.process_time() - start
    return Measured(lines, seconds, again, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, right)


def made_text(lines: int, seed: int = 7, vocabulary: int = 8000) -> tuple[list[str], list[str], list[Group]]:
    """A text of so many lines, its rendering in a language with no word in common, and the right beads."""
    rng = np.random.default_rng(seed)
    weights = 1.0 / np.arange(1, vocabulary + 1)
    weights /= weights.sum()
    source: list[str] = []
    target: list[str] = []
    gold: list[Group] = []
    while len(source) < lines:
        words = rng.choice(vocabulary, size=rng.integers(6, 30), p=weights)
        rendered = [f"{_word(w, 'aeiou', 'bdgklmnprst')}" for w in words if rng.random() > 0.15]
        spoken = [_word(w, "äöüëï", "cfhjqvwxzßñ") for w in words]
        kind = rng.random()
        s, t = len(source), len(target)
        if kind < 0.05:
            source.append(" ".join(spoken) + ".")
            gold.append(((s,), ()))
        elif kind < 0.1:
            target.append(" ".join(rendered) + ".")
            gold.append(((), (t,)))
        elif kind < 0.25 and len(rendered) > 6:
            cut = len(rendered) // 2
            source.append(" ".join(spoken) + ".")
            target += [" ".join(rendered[:cut]) + ",", " ".join(rendered[cut:]) + "."]
            gold.append(((s,), (t, t + 1)))
        else:
            source.append(" ".join(spoken) + ".")
            target.append(" ".join(rendered) + ".")
            gold.append(((s,), (t,)))
    return source, target, gold


def _word(number: int, vowels: str, consonants: str) -> str:
    letters = ""
    rest = int(number) + 37
    while rest:
        rest, at = divmod(rest, len(consonants))
        rest, after = divmod(rest, len(vowels)) if rest else (0, at % len(vowels))
        letters += consonants[at] + vowels[after]
    return letters


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="+", default=[1000, 5000, 20000])
    parser.add_argument("--engine", choices=["lexical", "lengths"], default="lexical")
    parser.add_argument("--old", type=Path, help="another checkout to compare with")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        sys.path.insert(0, str(args.old))
        print(json.dumps(asdict(measure(args.child[0], int(args.child[1])))))
        return
    head = "  lines  seconds  per 1000  ratio  peak MB  ratio  right  re-run"
    print(head + (f" {'old s':>8} {'old MB':>7} {'old right':>9} {'old/new':>8}" if args.old else ""))
    before: Measured | None = None
    for lines in args.lines:
        (found,) = measured([lines], engine=args.engine)
        ratios = (found.seconds / before.seconds, found.peak / before.peak) if before else (float("nan"),) * 2
        line = f"{lines:7d} {found.seconds:8.2f} {found.seconds / lines * 1000:9.2f} {ratios[0]:6.1f}"
        line += f" {found.peak / 1e6:8.0f} {ratios[1]:6.1f} {found.right:6.3f} {found.again:7.3f}"
        if args.old:
            (old,) = measured([lines], engine=args.engine, root=args.old)
            line += f" {old.seconds:8.2f} {old.peak / 1e6:7.0f} {old.right:9.3f} {old.seconds / found.seconds:7.1f}x"
        print(line, flush=True)
        before = found


if __name__ == "__main__":
    main()
