"""What it takes a person to bring an engine's proposal to the gold, with and without re-aligning around accepted rows.

    python benchmarks/effort.py [FOLDER ...] [--dictionary TSV] [--learn]

FOLDER holds `src.txt`, `tgt.txt`, `gold.txt` (or `source.txt`, `target.txt`, `gold.align`); by default the development
talks of AHC-SI where they are, and the two demo talks. A scripted annotator walks the lexical engine's rows in the
order of the talk and makes every row that is wrong right, in the fewest edits that it can find. What it may do is what
the editor offers on one row, one undoable operation each:

- merge with the next row; split before a chip (the other side is cut in proportion, as the editor does);
- move a chip to the row above or below; borrow the chunk that follows; give a chip a row of its own;
- swap targets with the next row; make the row null.

Plans it weighs: single chips only; up to six merges, each with or without one split, then single chips; swap, or null,
then single chips. It knows the gold, so these are the edits a decided person needs, not the time to decide.
Keys: 1 to accept a row, 1 for an operation on the row or its outermost chunk, otherwise the arrows to the chip as well.
With re-aligning, whoever has corrected rows and comes to the next wrong one presses R before touching it and, where
something changes, Shift+Enter to take it whole: both keys are counted. The engine is given the accepted rows as fixed
beads, as the editor's R gives it; with --learn it also learns its words again from them (slower; not what R does).
Edits are corrections by hand.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from alignment.lexical import Dictionary, Prepared, prepare_lexical  # noqa: E402
from alignment.types import Constraints  # noqa: E402

MOST_MERGED = 6

Row = tuple[tuple[int, ...], tuple[int, ...]]
Rows = tuple[Row, ...]
Engine = Callable[[Sequence[Row]], Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Draft:
    """Rows after some edits: how many operations and keys they took. Row `at` is the one that is being corrected."""

    rows: Rows
    at: int
    edits: int = 0
    keys: int = 0

    def with_rows(self, first: int, last: int, new: Sequence[Row], keys: int) -> Draft:
        """Rows `first` to `last` (exclusive) become `new`, less those left empty."""
        kept = tuple(row for row in new if row[0] or row[1])
        return Draft((*self.rows[:first], *kept, *self.rows[last:]), self.at, self.edits + 1, self.keys + keys)


@dataclass(slots=True)
class Effort:
    """What a walk took. rows: accepted in the end; untouched: those never edited; seconds: of each re-alignment."""

    rows: int = 0
    untouched: int = 0
    edits: int = 0
    keys: int = 0
    seconds: list[float] = field(default_factory=list)

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.rows + other.rows,
            self.untouched + other.untouched,
            self.edits + other.edits,
            self.keys + other.keys,
            self.seconds + other.seconds,
        )


def merge(draft: Draft) -> Draft:
    """The row and the next become one."""
    (s, t), (u, v) = draft.rows[draft.at : draft.at + 2]
    return draft.with_rows(draft.at, draft.at + 2, [_row(s + u, t + v)], 1)


def splits(draft: Draft) -> Iterator[Draft]:
    """The row cut before each of its chips."""
    row = draft.rows[draft.at]
    for side in (0, 1):
        for cut in range(1, len(row[side])):
            other = row[1 - side]
            n = len(other)
            # As the editor's: halves up, never leaving a side empty where there are two.
            there = n if n < 2 else min(n - 1, max(1, int(n * cut / len(row[side]) + 0.5)))
            head: list[tuple[int, ...]] = [(), ()]
            tail: list[tuple[int, ...]] = [(), ()]
            head[side], tail[side] = row[side][:cut], row[side][cut:]
            head[1 - side], tail[1 - side] = other[:there], other[there:]
            keys = _to_chip(row, side, cut) + 1
            yield draft.with_rows(draft.at, draft.at + 1, [_row(*head), _row(*tail)], keys)


def swap(draft: Draft) -> Draft:
    """The row and the next exchange their targets."""
    (s, t), (u, v) = draft.rows[draft.at : draft.at + 2]
    return draft.with_rows(draft.at, draft.at + 2, [(s, v), (u, t)], 1)


def null(draft: Draft) -> Draft:
    """A row with both sides parts into one without target and one without source."""
    s, t = draft.rows[draft.at]
    return draft.with_rows(draft.at, draft.at + 1, [(s, ()), ((), t)], 1)


def chip_by_chip(draft: Draft, wanted: Row, bead_of: dict[tuple[int, int], Row]) -> Draft:
    """Move every chip that is in the wrong place out of the row, or into it, one operation for one row's way."""
    for side in (0, 1):
        for chip in reversed(draft.rows[draft.at][side]):
            if chip not in wanted[side]:
                draft = _send(draft, side, chip, bead_of[side, chip])
    for side in (0, 1):
        for chip in wanted[side]:
            if chip not in draft.rows[draft.at][side]:
                draft = _fetch(draft, side, chip)
    return draft


def _send(draft: Draft, side: int, chip: int, bead: Row) -> Draft:
    """Down to the next row where something of its own bead is, else to a row of its own."""
    at = draft.at
    row = draft.rows[at]
    keys = 1 if side == 1 and chip == row[1][-1] else 1 + _to_chip(row, side, row[side].index(chip))
    rest = _changed(row, side, tuple(c for c in row[side] if c != chip))
    below = draft.rows[at + 1] if at + 1 < len(draft.rows) else None
    if below and (set(below[0]) & set(bead[0]) or set(below[1]) & set(bead[1])):
        return draft.with_rows(at, at + 2, [rest, _changed(below, side, (*below[side], chip))], keys)
    alone: Row = ((chip,), ()) if side == 0 else ((), (chip,))
    return draft.with_rows(at, at + 1, [rest, alone], keys)


def _fetch(draft: Draft, side: int, chip: int) -> Draft:
    """Up from a row below, a row at a time; the chunk that follows the row's last comes with one key, from anywhere."""
    at = draft.at
    row = draft.rows[at]
    far = next(n for n in range(at + 1, len(draft.rows)) if chip in draft.rows[n][side])
    away = draft.rows[far]
    borrowed = side == 1 and bool(row[1]) and chip == row[1][-1] + 1
    steps = 1 if borrowed else far - at
    chosen = side == 1 and chip == away[1][0]
    keys = 1 if borrowed else (far - at) + (0 if chosen else _to_chip(away, side, away[side].index(chip))) + steps
    rows = [*draft.rows[at : far + 1]]
    rows[0] = _changed(row, side, (*row[side], chip))
    rows[-1] = _changed(away, side, tuple(c for c in away[side] if c != chip))
    moved = draft.with_rows(at, far + 1, rows, keys)
    return Draft(moved.rows, at, draft.edits + steps, moved.keys)


def plans(draft: Draft, wanted: Row) -> Iterator[Draft]:
    """What may be done before single chips are moved."""
    yield draft
    yield from splits(draft)
    row = draft.rows[draft.at]
    if row[0] and row[1]:
        yield null(draft)
    if draft.at + 1 < len(draft.rows) and row[0] and draft.rows[draft.at + 1][0]:
        yield swap(draft)
    merged = draft
    for _ in range(MOST_MERGED):
        if merged.at + 1 >= len(merged.rows):
            return
        merged = merge(merged)
        yield merged
        yield from splits(merged)


def corrected(rows: Rows, at: int, wanted: Row, bead_of: dict[tuple[int, int], Row]) -> Draft:
    """Rows in which row `at` is `wanted`, in the fewest edits, then keys, then with the most other rows right."""
    best: tuple[tuple[int, int, int], Draft] | None = None
    gold = set(bead_of.values())
    for plan in plans(Draft(rows, at), wanted):
        row = plan.rows[at]
        if not (set(row[0]) & set(wanted[0]) or set(row[1]) & set(wanted[1])):
            continue  # the row would lose all that is its own
        if best is not None and plan.edits > best[0][0]:
            continue
        done = chip_by_chip(plan, wanted, bead_of)
        order = (done.edits, done.keys, -sum(row in gold for row in done.rows))
        if best is None or order < best[0]:
            best = order, done
    assert best is not None
    assert best[1].rows[at] == wanted, f"row {at} became {best[1].rows[at]}, expected {wanted}"
    return best[1]


def walk(proposal: Sequence[Row], gold: Sequence[Row], realign: Engine | None = None) -> Effort:
    """Correct the proposal row by row. Source and target positions of both must be the same, each in one row."""
    bead_of = {(side, chip): bead for bead in gold for side in (0, 1) for chip in bead[side]}
    rows, at, effort = tuple(proposal), 0, Effort()
    is_corrected = has_news = False
    while at < len(rows):
        row = rows[at]
        wanted = bead_of[0, row[0][0]] if row[0] else bead_of[1, row[1][0]]
        if row == wanted:
            effort.rows += 1
            effort.keys += 1
            effort.untouched += not is_corrected
            is_corrected = False
            at += 1
        elif realign is not None and has_news:
            start = time.perf_counter()
            free = _in_order(set(realign(rows[:at])) - set(rows[:at]))
            effort.seconds.append(time.perf_counter() - start)
            effort.keys += 1 if set(free) == set(rows[at:]) else 2
            rows, has_news = (*rows[:at], *free), False
        else:
            draft = corrected(rows, at, wanted, bead_of)
            effort.edits += draft.edits
            effort.keys += draft.keys
            rows, is_corrected, has_news = draft.rows, True, True
    assert sorted(rows) == sorted(gold), "the walk ended elsewhere than at the gold"
    return effort


def _row(source: Sequence[int], target: Sequence[int]) -> Row:
    return tuple(sorted(source)), tuple(sorted(target))


def _changed(row: Row, side: int, chips: Sequence[int]) -> Row:
    return _row(chips, row[1]) if side == 0 else _row(row[0], chips)


def _to_chip(row: Row, side: int, index: int) -> int:
    """Keys to a chip of the row: arrows from the first, or End and arrows back."""
    place, n = index + (len(row[0]) if side == 1 else 0), len(row[0]) + len(row[1])
    return min(place + 1, n - place)


def _in_order(rows: set[Row]) -> Rows:
    """By source; rows without one stand before the first whose target follows theirs."""
    linked = sorted(row for row in rows if row[0])
    nulls = sorted((row for row in rows if not row[0]), key=lambda row: row[1])
    result: list[Row] = []
    for row in linked:
        while nulls and row[1] and nulls[0][1] < row[1]:
            result.append(nulls.pop(0))
        result.append(row)
    return (*result, *nulls)


def read_talk(folder: Path) -> tuple[list[str], list[str], list[Row]]:
    """Lines of both sides and the gold, completed by a null for every line that no bead holds."""
    names = ("src.txt", "tgt.txt", "gold.txt") if (folder / "src.txt").exists() else (
        "source.txt", "target.txt", "gold.align"
    )  # fmt: skip
    source, target, beads = ((folder / name).read_text(encoding="utf-8").splitlines() for name in names)
    gold: list[Row] = []
    for line in beads:
        if line.strip():
            sides = line.split("]:[")
            s, t = (tuple(sorted(json.loads(f"[{part.split(']')[0].strip('[')}]"))) for part in sides)
            gold.append((s, t))
    for side, lines in ((0, source), (1, target)):
        held = {chip for bead in gold for chip in bead[side]}
        gold += [((n,), ()) if side == 0 else ((), (n,)) for n in range(len(lines)) if n not in held]
    return source, target, gold


def default_folders() -> list[Path]:
    data = Path(os.environ.get("LECTERN_DATA", ROOT.parent / "shared" / "data")) / "ahc-si" / "docs" / "full"
    talks = sorted(path.parent for path in data.glob("*/gold.txt"))
    if not talks:
        print(f"{data}: no development talks here, so the demo's alone", file=sys.stderr)
    return [*talks, *(ROOT / "annotator" / "demo" / name for name in ("en-ja", "en-de"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--dictionary", type=Path, metavar="TSV")
    parser.add_argument("--learn", action="store_true")
    args = parser.parse_args()
    dictionary = Dictionary.from_tsv(args.dictionary) if args.dictionary else None
    print(f"{'':32} | {'without':^20} | {'with re-aligning':^31} | with / without")
    head = f"{'edits':>6} {'keys':>6} {'kept':>6}"
    print(f"{'talk':26} {'rows':>5} | {head} | {head} {'R':>4} {'ms':>5} | edits  keys")
    sums = Effort(), Effort()
    for folder in args.folders or default_folders():
        source, target, gold = read_talk(folder)
        prepared = prepare_lexical(source, target, dictionary=dictionary)
        proposal = _in_order(set(_beads(prepared, ())))
        realign = functools.partial(_learned, source, target, dictionary) if args.learn else None
        plain = walk(proposal, gold)
        realigned = walk(proposal, gold, realign or functools.partial(_beads, prepared))
        sums = sums[0] + plain, sums[1] + realigned
        _print(folder.name, plain, realigned)
    _print("all", *sums)
    print("A row that is right takes 1 key. kept: rows never edited. R: re-alignments, ms: the median of one.")


def _beads(prepared: Prepared, fixed: Sequence[Row]) -> list[Row]:
    return [(bead.source, bead.target) for bead in prepared.align(Constraints(fixed=fixed)).beads]


def _learned(
    source: Sequence[str], target: Sequence[str], dictionary: Dictionary | None, fixed: Sequence[Row]
) -> list[Row]:
    pairs = [(" ".join(source[n] for n in s), " ".join(target[n] for n in t)) for s, t in fixed if s and t]
    return _beads(prepare_lexical(source, target, dictionary=dictionary, training=pairs), fixed)


def _print(name: str, plain: Effort, realigned: Effort) -> None:
    def numbers(effort: Effort) -> str:
        return f"{effort.edits:6d} {effort.keys:6d} {effort.untouched:6d}"

    seconds = sorted(realigned.seconds)
    ms = 1000 * seconds[len(seconds) // 2] if seconds else 0.0
    print(
        f"{name[:26]:26} {plain.rows:5d} | {numbers(plain)} | {numbers(realigned)} {len(seconds):4d} {ms:5.0f} | "
        f"{realigned.edits / max(1, plain.edits):5.2f} {realigned.keys / max(1, plain.keys):5.2f}"
    )


if __name__ == "__main__":
    main()
