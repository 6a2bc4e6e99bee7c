"""Time of the lexical engine against the length of the texts, and of a re-run after one bead was fixed.

    python benchmarks/lexical.py [--lines 500 1000 2000 5000]

The texts are made: words are drawn from a Zipf distribution, the target renders each word by its own word for it, drops
words, splits sentences, and adds and leaves out some. No word is alike, which is the hardest case. Printed are CPU
seconds, those per 1,000 lines (constant where time is linear), the share of right beads, and the re-run as a share of
the first run.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from alignment.lexical import prepare_lexical
from alignment.types import Constraints

Group = tuple[tuple[int, ...], tuple[int, ...]]


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
    parser.add_argument("--lines", type=int, nargs="+", default=[500, 1000, 2000, 5000])
    print(f"{'lines':>7} {'seconds':>8} {'per 1000':>9} {'right':>6} {'re-run s':>9} {'re-run / run':>12}")
    for lines in parser.parse_args().lines:
        source, target, gold = made_text(lines)
        start = time.process_time()
        prepared = prepare_lexical(source, target)
        found = prepared.align()
        first = time.process_time() - start
        right = len({(b.source, b.target) for b in found.beads} & set(gold)) / len(gold)
        middle = next(bead for bead in gold[len(gold) // 2 :] if all(bead))
        start = time.process_time()
        prepared.align(Constraints(fixed=[middle]))
        again = time.process_time() - start
        print(f"{lines:7d} {first:8.2f} {first / lines * 1000:9.2f} {right:6.3f} {again:9.3f} {again / first:12.3f}")


if __name__ == "__main__":
    main()
