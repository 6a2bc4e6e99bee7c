"""How far the confidence of a link is its chance of being right: a table by tenths for each engine, and its error.

    python benchmarks/calibration.py [--data ../shared/data] [--tenths]

A bead is right when gold has the same bead, a word when gold gives it the same sentence. Printed are the number of
answers, their mean confidence, the share that is right, the expected calibration error (ECE) and the Brier score; with
--tenths also confidence and share right of each tenth. Texts that are not at hand are left out; our own samples always
are there, and are too clean and too small to say much.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
# ruff: noqa: E402

from alignment.hmm import HmmOptions, PaperSentence, align_talk
from alignment.lexical import Dictionary, PriorKnowledge, lexical
from alignment.metrics.calibration import Calibration, calibration
from alignment.types import Alignment
from alignment.vecalign import Embeddings, VecalignOptions, vecalign
from alignment.vecalign.bead_format import parse_beads
from alignment.vectors import load_vectors
from tests.alignment.lexical_samples import ENGLISH, ENGLISH_GERMAN, GERMAN, JAPANESE, TALK, english_japanese
from tests.alignment.vecalign_samples import embedded, made_up_pair
from tests.data import DATA

Answers = list[tuple[float, bool]]
#: So that JMdict is not taken where it happens to be installed.
NO_DICTIONARY = Dictionary({}, "none")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--tenths", action="store_true", help="print each tenth too")
    args = parser.parse_args()
    print(f"{'engine and text':<44} {'n':>5} {'mean':>6} {'right':>6} {'ECE':>6} {'Brier':>6}")
    for name, answers in measured(args.data):
        found = calibration([chance for chance, _ in answers], [right for _, right in answers])
        print(
            f"{name:<44} {found.count:5d} {found.mean_probability:6.3f} {found.share_right:6.3f} "
            f"{found.error:6.3f} {found.brier:6.3f}"
        )
        if args.tenths:
            print_tenths(found)


def print_tenths(found: Calibration) -> None:
    for item in found.bins:
        print(f"    {item.low:.1f}-{item.high:.1f} {item.count:5d} {item.mean_probability:.2f} {item.share_right:.2f}")


def measured(data: Path) -> Iterator[tuple[str, Answers]]:
    """Every engine on every text that is at hand."""
    yield (
        "lexical, own samples",
        judged(lexical(ENGLISH, GERMAN), ENGLISH_GERMAN)
        + judged(lexical(TALK, JAPANESE, known=PriorKnowledge(dictionary=NO_DICTIONARY)), english_japanese()),
    )
    source, target, gold = made_up_pair(600, 1)
    made = vecalign(source, target, source_embeddings=embedded(source), target_embeddings=embedded(target))
    yield "vecalign, own samples", judged(made, gold)
    if (data / "bleualign").is_dir():
        yield from bleualign(data)
    for kind in ("manual", "gaps"):
        if (data / "ahc-si" / "docs" / kind).is_dir():
            yield f"lexical, English-Japanese, {kind}", interpretation(data / "ahc-si" / "docs" / kind)
    if (data / "table4").is_dir():
        yield from table_4(data)


def judged(alignment: Alignment, gold: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> Answers:
    right = set(gold)
    return [(float(bead.confidence or 0.0), (bead.source, bead.target) in right) for bead in alignment.beads]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def bleualign(data: Path) -> Iterator[tuple[str, Answers]]:
    source, target = lines(data / "bleualign" / "dev.de"), lines(data / "bleualign" / "dev.fr")
    gold = parse_beads(lines(data / "bleualign" / "dev.defr"), "dev.defr")
    yield "lexical, German-French", judged(lexical(source, target), gold)
    golden = data / "golden" / "vecalign"
    arrays = np.load(golden / "dev.mt.npz")
    sides = [
        Embeddings.from_arrays(lines(golden / f"dev.overlaps.{side}"), arrays[side].astype(np.float32))
        for side in ("de", "fr")
    ]
    for size in (4, 8):
        options = VecalignOptions(alignment_max_size=size)
        found = vecalign(source, target, source_embeddings=sides[0], target_embeddings=sides[1], options=options)
        yield f"vecalign, German-French, A = {size}", judged(found, gold)


def interpretation(folder: Path) -> Answers:
    answers: Answers = []
    for talk in sorted(folder.iterdir()):
        found = lexical(
            lines(talk / "src.txt"), lines(talk / "tgt.txt"), known=PriorKnowledge(dictionary=NO_DICTIONARY)
        )
        answers += judged(found, parse_beads(lines(talk / "gold.txt"), "gold.txt"))
    return answers


def table_4(data: Path) -> Iterator[tuple[str, Answers]]:
    table = json.loads((data / "table4" / "table4.json").read_text(encoding="utf-8"))
    words = [word for row in table["rows"] for word in row["asr"].split()]
    judged_rows = [row["sentence"] if row["mark"] == "yes" else None for row in table["rows"]]
    truth = [sentence for sentence, row in zip(judged_rows, table["rows"], strict=True) for _ in row["asr"].split()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vec100.txt"
        path.write_bytes(gzip.decompress((data / "golden" / "talksumm" / "vec100.txt.gz").read_bytes()))
        vectors = load_vectors(path)
        for name, given in (("with vectors", vectors), ("no vectors", None)):
            found = align_talk(
                [PaperSentence(text) for text in table["sentences"]], words, vectors=given, options=HmmOptions()
            )
            answers = [
                (confidence, sentence == truth[word])
                for confidence, sentence, word in zip(found.word_confidence, found.path, found.kept, strict=True)
                if truth[word] is not None
            ]
            yield f"hmm, Table 4, {name}", answers


if __name__ == "__main__":
    main()
