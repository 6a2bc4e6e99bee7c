"""What accepting in bulk saves, and what it costs: keys, and the share of rows that were accepted though wrong.

    python benchmarks/bulk_effort.py [FOLDER ...] [--rows 5000]

The folders are those of benchmarks/effort.py. The talks are taken round and round until there are that many rows, each
time as a review of its own. The annotator of benchmarks/scripted_annotator.py corrects the lexical engine's rows one by
one; then again after all rows at or above a probability were accepted at once, which nobody looks at any more. What is
left is brought to the gold as far as the text in those rows allows. A bulk takes 2 keys where the dialog's .95 is kept,
and 1 for each step to another probability.

wrong: rows that are accepted in the end and are not in the gold, as a share of all rows. One by one there are none.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from effort import default_folders, read_talk  # noqa: E402
from scripted_annotator import in_order, walk  # noqa: E402
from scripted_edits import Row  # noqa: E402

from alignment.lexical import prepare_lexical  # noqa: E402

#: The probabilities that the dialog offers, with the keys that a bulk at each takes.
BULK_KEYS = {0.99: 3, 0.95: 2, 0.9: 3, 0.8: 4, 0.5: 5}
BINS = (0.0, *sorted(BULK_KEYS), 1.01)


@dataclass
class Sum:
    """Over all talks. keys: pressed; bulk: rows accepted at once; wrong_bulk, wrong: of those, of all rows."""

    keys: int = 0
    bulk: int = 0
    wrong_bulk: int = 0
    rows: int = 0
    wrong: int = 0


def reachable(fixed: Sequence[Row], gold: Sequence[Row]) -> list[Row]:
    """The gold as far as it can be had around rows that stay: each of its rows without the text that those hold."""
    held = {(side, chip) for row in fixed for side in (0, 1) for chip in row[side]}
    rows: list[Row] = list(fixed)
    for source, target in gold:
        left: Row = (
            tuple(chip for chip in source if (0, chip) not in held),
            tuple(chip for chip in target if (1, chip) not in held),
        )
        if left[0] or left[1]:
            rows.append(left)
    return rows


def in_bulk(proposal: Sequence[Row], sure: dict[Row, float | None], gold: Sequence[Row], least: float) -> Sum:
    fixed = [row for row in proposal if (p := sure.get(row)) is not None and p >= least]
    goal = reachable(fixed, gold)
    right = set(gold)
    effort = walk(proposal, goal)
    # Enter passes over rows that are accepted: they cost no key.
    keys = effort.keys - len(fixed) + (BULK_KEYS[least] if fixed else 0)
    return Sum(
        keys, len(fixed), sum(row not in right for row in fixed), len(goal), sum(row not in right for row in goal)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--rows", type=int, default=5000)
    args = parser.parse_args()
    measured = [_of_talk(folder) for folder in args.folders or default_folders()]
    one_by_one, sums = Sum(), {least: Sum() for least in BULK_KEYS}
    bins = {low: [0, 0] for low in BINS[:-1]}
    n_talks = 0
    for alone, bulks, told in itertools.cycle(measured):
        if one_by_one.rows >= args.rows:
            break
        n_talks += 1
        _add(one_by_one, alone)
        for least, bulk in bulks.items():
            _add(sums[least], bulk)
        for p, is_right in told:
            low = max(low for low in bins if p >= low)
            bins[low][0] += 1
            bins[low][1] += not is_right
    print(f"{one_by_one.rows} rows in {n_talks} reviews of {len(measured)} talks, lexical engine")
    print(
        f"\n{'accepted at once':>18} {'rows':>6} {'keys':>6} {'to one by one':>14} {'wrong of these':>15} {'wrong':>6}"
    )
    print(f"{'none':>18} {0:6d} {one_by_one.keys:6d} {1:14.2f} {'':>15} {0:6.1%}")
    for least, found in sums.items():
        print(
            f"{f'from {least:.2f} on':>18} {found.bulk:6d} {found.keys:6d} {found.keys / one_by_one.keys:14.2f} "
            f"{found.wrong_bulk / max(1, found.bulk):15.1%} {found.wrong / max(1, found.rows):6.1%}"
        )
    print(f"\n{'probability':>18} {'rows':>6} {'wrong':>7}")
    for low, high in itertools.pairwise(BINS):
        n, wrong = bins[low]
        print(f"{f'{low:.2f} to {min(high, 1):.2f}':>18} {n:6d} {wrong / n if n else 0:7.1%}")


def _of_talk(folder: Path) -> tuple[Sum, dict[float, Sum], list[tuple[float, bool]]]:
    source, target, gold = read_talk(folder)
    beads = prepare_lexical(source, target).align().beads
    sure: dict[Row, float | None] = {(bead.source, bead.target): bead.confidence for bead in beads}
    proposal = in_order(set(sure))
    plain = walk(proposal, gold)
    right = set(gold)
    told = [(p, row in right) for row, p in sure.items() if p is not None]
    alone = Sum(keys=plain.keys, rows=plain.rows)
    return alone, {least: in_bulk(proposal, sure, gold, least) for least in BULK_KEYS}, told


def _add(total: Sum, one: Sum) -> None:
    for name in vars(total):
        setattr(total, name, getattr(total, name) + getattr(one, name))


if __name__ == "__main__":
    main()
