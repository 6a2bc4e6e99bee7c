"""What it takes a person to bring an engine's proposal to the gold: one by one, with rows accepted in bulk, and with
re-aligning around accepted rows.

    python benchmarks/effort.py [--from .95] [--vectors] [FOLDER ...]

FOLDER holds `src.txt`, `tgt.txt`, `gold.txt` (or `source.txt`, `target.txt`, `gold.align`, or `dev.de`, `dev.fr`,
`dev.defr`); by default the development talks of AHC-SI, the chapters of mac-dev and the text of Bleualign where they
are, and the two demo talks. The annotator of benchmarks/scripted_annotator.py corrects the lexical engine's rows:
alone, alone after all rows from a probability on were accepted in one dialog, both of these with the engine's next
choice beside doubtful rows as well, and with the editor's R.

The rows and their probabilities are those of the application: calibrated as for a project without reviews, and with the
sentence vectors of the extra `use` where --vectors asks for them.

edits: corrections by hand. ops: those and the operations that take a proposal, each counted as one. keys: all keys, R
and taking among them. The engine is given the accepted rows as fixed beads, as the editor's R gives it.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from parting import Parting  # noqa: E402
from scripted_annotator import KEYS_OF_BULK, Effort, in_order, walk  # noqa: E402
from scripted_edits import Row  # noqa: E402

from alignment.bitext import EncoderChoice, PreparedBitext, prepare, vector_encoder  # noqa: E402
from alignment.lexical import PriorKnowledge, guess_language  # noqa: E402
from alignment.types import Bead, Constraints  # noqa: E402
from tests.data import DATA  # noqa: E402

#: The threshold that the dialog opens with (`sureFrom` of the pages); any other takes its digit.
SURE_FROM = 0.95
#: Below it the editor shows the engine's next choice with a row (`offerBelow` of the pages).
OFFER_BELOW = 0.6
#: Source, target and gold, as the corpora call them.
NAMES = (
    ("src.txt", "tgt.txt", "gold.txt"),
    ("source.txt", "target.txt", "gold.align"),
    ("dev.de", "dev.fr", "dev.defr"),
)


def read_talk(folder: Path) -> tuple[list[str], list[str], list[Row]]:
    """Lines of both sides and the gold, completed by a null for every line that no bead holds."""
    names = next(names for names in NAMES if (folder / names[0]).exists())
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
    places = ("ahc-si/docs/full/*/gold.txt", "mac-dev/*/gold.txt", "bleualign/dev.defr")
    talks = [path.parent for place in places for path in sorted(DATA.glob(place))]
    if not talks:
        print(f"{DATA}: no development talks here, so the demo's alone", file=sys.stderr)
    return [*talks, *(ROOT / "annotator" / "demo" / name for name in ("en-ja", "en-de"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--from", dest="sure_from", type=float, default=SURE_FROM, help="what is accepted in bulk")
    parser.add_argument("--vectors", action="store_true", help="sentence vectors, by the extra `use`")
    args = parser.parse_args()
    alone_head = f"{'edits':>6} {'keys':>6} {'kept':>6} {'mean':>5} {'median':>6}"
    bulk_head = f"{'rows':>5} {'wrong':>5} {'mean':>5}"
    next_head = f"{'shown':>5} {'wrong':>5} {'right':>5} {'taken':>5} {'mean':>5} {'bulk':>5}"
    with_head = f"{'edits':>6} {'ops':>6} {'keys':>6} {'kept':>6} {'R':>4} {'taken':>5} {'in passing':>10} {'ms':>5}"
    bulk_name = f"from {args.sure_from} on"
    print(
        f"{'':32} | {'one by one':^{len(alone_head)}} | {bulk_name:^{len(bulk_head)}} | "
        f"{'with the next choice':^{len(next_head)}} | {'with re-aligning':^{len(with_head)}} | with / without"
    )
    print(f"{'talk':26} {'rows':>5} | {alone_head} | {bulk_head} | {next_head} | {with_head} | edits  ops  keys")
    sums = [Effort() for _ in range(5)]
    for folder in args.folders or default_folders():
        source, target, gold = read_talk(folder)
        prepared = _prepared(source, target, vectors=args.vectors)
        beads = prepared.align(Constraints()).beads
        proposal = in_order({(bead.source, bead.target) for bead in beads})
        # Nulls are held back by the dialog.
        links = [bead for bead in beads if bead.source and bead.target]
        sure = [(bead.source, bead.target) for bead in links if (bead.confidence or 0.0) >= args.sure_from]
        keys_of_bulk = KEYS_OF_BULK + (args.sure_from != SURE_FROM)
        offers = next_choices(beads)
        correct = functools.partial(walk, proposal, gold, parting=Parting(source, target))
        efforts = [
            correct(),
            correct(sure=sure, keys_of_bulk=keys_of_bulk),
            correct(next_choices=offers),
            correct(sure=sure, keys_of_bulk=keys_of_bulk, next_choices=offers),
            correct(realign=functools.partial(_beads, prepared)),
        ]
        sums = [of_all + one for of_all, one in zip(sums, efforts, strict=True)]
        _print(folder.name, *efforts)
    _print("all", *sums)
    print("A row that is right takes 1 key, and so does one that a digit puts right and accepts.")
    print("Without re-aligning ops are edits. kept: rows never corrected by hand.")
    print("mean, median: keys a row. wrong: of the rows accepted in bulk, not rows of the gold.")
    print("shown: rows read with a next choice. wrong: of these, right: what it would make right, taken: by its key.")
    print(
        "R: times asked, ms: the median of one. taken: operations that take a proposal, of them in passing by the key"
    )
    print("that accepts the row.")


def next_choices(beads: Sequence[Bead]) -> dict[Row, tuple[int, int]]:
    """Of the links that the editor shows one with, how many chips of each side the next choice has."""
    return {
        (bead.source, bead.target): (int(bead.features["next_source"]), int(bead.features["next_target"]))
        for bead in beads
        if bead.confidence is not None and bead.confidence < OFFER_BELOW and "next_source" in bead.features
    }


def _prepared(source: list[str], target: list[str], *, vectors: bool) -> PreparedBitext:
    languages = guess_language(source), guess_language(target)
    encoder = vector_encoder(*languages) if vectors else None
    if vectors and encoder is None:
        raise SystemExit(f"No sentence vectors for {languages}: the extra `use` has them for 16 languages.")
    unit_vectors = EncoderChoice(encoder) if encoder else None
    return prepare(source, target, engine="lexical", known=PriorKnowledge(*languages), unit_vectors=unit_vectors)


def _beads(prepared: PreparedBitext, fixed: Sequence[Row]) -> list[Row]:
    return [(bead.source, bead.target) for bead in prepared.align(Constraints(fixed=fixed)).beads]


def _print(name: str, plain: Effort, bulk: Effort, offered: Effort, both: Effort, realigned: Effort) -> None:
    seconds = sorted(realigned.seconds)
    ms = 1000 * seconds[len(seconds) // 2] if seconds else 0.0

    def ratio(what: str) -> str:
        return f"{getattr(realigned, what) / max(1, getattr(plain, what)):5.2f}"

    print(
        f"{name[:26]:26} {plain.rows:5d} | {plain.edits:6d} {plain.keys:6d} {plain.untouched:6d} "
        f"{plain.keys / plain.rows:5.2f} {median(plain.each):6.0f} | "
        f"{bulk.in_bulk:5d} {bulk.wrong_in_bulk:5d} {bulk.keys / bulk.rows:5.2f} | "
        f"{offered.shown:5d} {offered.wrong_shown:5d} {offered.right_next:5d} {offered.next_taken:5d} "
        f"{offered.keys / offered.rows:5.2f} {both.keys / both.rows:5.2f} | "
        f"{realigned.edits:6d} {realigned.operations:6d} {realigned.keys:6d} {realigned.untouched:6d} "
        f"{realigned.asked:4d} {realigned.taken:5d} {realigned.in_passing:10d} {ms:5.0f} | "
        f"{ratio('edits')} {ratio('operations')} {ratio('keys')}"
    )


if __name__ == "__main__":
    main()
