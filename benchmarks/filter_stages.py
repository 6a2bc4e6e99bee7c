"""What the three filters leave of alignments of Japanese interpretations, beside an older checkout.

    python benchmarks/filter_stages.py [--data ../shared/data] [--old ../older/checkout] [--tagger rule]

Two corpora of AHC-SI: `auto`, 732 pairs of ten talks that are the output of the paper's own INTRA step, with the
authors' verdict (Y or N) on each; `manual`, 238 pairs of four talks that people aligned. The filters judge the
corpus's own pairs, as they do with an imported alignment, and what the lexical engine makes of `manual`; that is made
by this checkout for both. First and last chunks without a content word are stripped. Printed for COARSE, INTRA and
INTER are the pairs that are left, and strict F1, lax F1 and LCS accuracy (over all gold pairs) above .8, as
`scorers/score_alignment.py` of the data scores them against the corpus's own alignment. For `auto` there are also the
share of pairs with Y among those that are left, and of all pairs with Y that are. Then how many chunks were stripped
and, where fugashi is installed, how many of them hold a pronoun or any content word by UniDic. INTRA is meant to find
nothing in its own output.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STAGES = ("coarse", "intra", "inter")
Bead = tuple[tuple[int, ...], tuple[int, ...]]


def documents(folder: Path) -> list[dict[str, Any]]:
    """A source unit for each pair, as the corpus's tables have it; chunks of the target; gold; translations; labels."""
    found = []
    for talk in sorted(folder.iterdir()):
        read = {
            name: (talk / f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("src", "tgt", "gold")
        }
        meta = json.loads((talk / "meta.json").read_text(encoding="utf-8"))
        gold = [tuple(json.loads(side) for side in line.split(":")[:2]) for line in read["gold"]]
        found.append(
            {
                "source": [" ".join(read["src"][at] for at in source) for source, _ in gold],
                "target": read["tgt"],
                "gold": [([number], target) for number, (_, target) in enumerate(gold)],
                "offline": meta["offline"],
                "labels": meta.get("label"),
            }
        )
    return found


def judged(given: dict[str, Any], tagger_name: str) -> list[dict[str, Any]]:
    """In the child, by its own `alignment`: the beads of a document after the filters, and what was stripped."""
    from alignment.filters import FilterOptions, run_filters, similarity, tagger
    from alignment.filters.combined import proportion_of
    from alignment.lexical import Dictionary, PriorKnowledge, WordCoverage, prepare_lexical
    from alignment.types import Alignment
    from alignment.types import Bead as AlignedBead

    source, target = given["source"], given["target"]
    # An empty dictionary, so that none is taken where it happens to be installed.
    words = prepare_lexical(source, target, known=PriorKnowledge("en", "ja", dictionary=Dictionary({}, "none")))
    options = FilterOptions(
        source_tagger=tagger("en", "rule"),
        target_tagger=tagger("ja", tagger_name),
        coverage=WordCoverage(words),
        translations=given["offline"],
        similarity=similarity("chrf"),
        strip=True,
        combined=True,
        proportion=proportion_of("en", "ja"),
    )
    beads = tuple(AlignedBead(tuple(a), tuple(b)) for a, b in given["beads"])
    return [
        {"source": bead.source, "target": bead.target, "verdicts": bead.verdicts}
        for bead in run_filters(Alignment(beads, "corpus"), source, target, options).beads
    ]


def judge(root: Path, given: list[dict[str, Any]], tagger_name: str) -> list[list[dict[str, Any]]]:
    """All documents by the checkout at `root`, in a process of its own."""
    command = [sys.executable, __file__, "--child", str(root), "--tagger", tagger_name]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, input=json.dumps(given), check=True, stdout=subprocess.PIPE, text=True, env=one_thread
    )
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def is_left(bead: dict[str, Any], stage: str) -> bool:
    asked = STAGES[: STAGES.index(stage) + 1]
    return bool(bead["source"] and bead["target"]) and all(
        keeps for name, keeps in bead["verdicts"].items() if name.split("_")[0] in asked
    )


def at(stage: str, given: dict[str, Any], beads: Sequence[dict[str, Any]]) -> list[Bead]:
    """What a stage leaves. At COARSE nothing is stripped yet, so its beads are those that were given."""
    if stage == "coarse":
        return [(tuple(a), tuple(b)) for a, b in given["beads"] if a and b]
    return [(tuple(bead["source"]), tuple(bead["target"])) for bead in beads if is_left(bead, stage)]


def scored(data: Path, given: Sequence[dict[str, Any]], left: Sequence[Sequence[Bead]]) -> tuple[float, float, float]:
    """By the scorer of the data, over all documents: strict F1, lax F1, LCS accuracy above .8 over all gold pairs."""
    with tempfile.TemporaryDirectory() as folder:
        arguments: list[str] = []
        for number, (document, beads) in enumerate(zip(given, left, strict=True)):
            gold, test, target = (Path(folder) / f"{number}.{name}" for name in ("gold", "test", "tgt"))
            gold.write_text("".join(f"{list(a)}:{list(b)}\n" for a, b in document["gold"]))
            test.write_text("".join(f"{list(a)}:{list(b)}\n" for a, b in beads))
            target.write_text("".join(f"{line}\n" for line in document["target"]), encoding="utf-8")
            arguments += [str(gold), str(test), "--tgt", str(target)]
        done = subprocess.run(
            [sys.executable, str(data / "scorers" / "score_alignment.py"), *arguments],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    strict, lax = re.findall(r"F1 ([\d.]+)", done.stdout)
    found = re.search(r"lcs_all \{.*0\.8: ([\d.]+)", done.stdout)
    assert found, done.stdout
    return float(strict), float(lax), float(found[1])


def by_verdict(given: Sequence[dict[str, Any]], left: Sequence[Sequence[Bead]]) -> str:
    """Of the pairs of `auto`: the share of good ones among those that are left, and of the good ones that are left."""
    if given[0]["labels"] is None or any(document["beads"] != document["gold"] for document in given):
        return ""
    good = [
        document["labels"][source[0]] == "Y" for document, beads in zip(given, left, strict=True) for source, _ in beads
    ]
    all_good = sum(label == "Y" for document in given for label in document["labels"])
    return f"{sum(good) / len(good):7.3f} {sum(good) / all_good:9.3f}"


def stripped(given: Sequence[dict[str, Any]], found: Sequence[Sequence[dict[str, Any]]]) -> list[str]:
    """The first and last chunks that `intra` took from a pair."""
    return [
        document["target"][position]
        for document, beads in zip(given, found, strict=True)
        for bead in beads
        if not bead["source"] and bead["verdicts"].get("intra") is False
        for position in bead["target"]
    ]


def of_unidic(chunks: Sequence[str]) -> str:
    sys.path.insert(0, str(ROOT))
    from alignment.filters import INTRA_CONTENT, tagger
    from alignment.types import AlignmentError

    try:
        unidic = tagger("ja", "fugashi")
    except AlignmentError:
        return "fugashi is not installed, so nothing is said of their words"
    pronouns = sum(bool(unidic.content_words(chunk, frozenset({"PRON"}))) for chunk in chunks)
    content = sum(bool(unidic.content_words(chunk, INTRA_CONTENT)) for chunk in chunks)
    return f"{pronouns} with a pronoun, {content} with any content word"


def of_corpus(documents_: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same documents with the corpus's own beads, to be judged."""
    return [{**document, "beads": document["gold"]} for document in documents_]


def proposals(documents_: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same documents with the lexical engine's beads."""
    sys.path.insert(0, str(ROOT))
    from alignment.bitext import align
    from alignment.lexical import Dictionary, PriorKnowledge

    known = PriorKnowledge("en", "ja", dictionary=Dictionary({}, "none"))
    return [
        {
            **document,
            "beads": [
                (bead.source, bead.target)
                for bead in align(document["source"], document["target"], engine="lexical", known=known).beads
            ],
        }
        for document in documents_
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--old", type=Path, help="another checkout, to compare with")
    parser.add_argument("--tagger", default="rule", help="of Japanese: rule (default), fugashi, sudachipy")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child is not None:
        sys.path.insert(0, str(args.child))
        json.dump([judged(document, args.tagger) for document in json.load(sys.stdin)], sys.stdout)
        return
    folder = args.data / "ahc-si" / "docs"
    auto, manual = documents(folder / "auto"), documents(folder / "manual")
    for name, given in (
        ("the corpus's pairs, auto", of_corpus(auto)),
        ("the corpus's pairs, manual", of_corpus(manual)),
        ("the lexical engine's pairs, manual", proposals(manual)),
    ):
        print(f"\n{name}: {sum(len(document['gold']) for document in given)} pairs of {len(given)} talks")
        print(f"{'':<15} pairs strict   lax   LCS  share Y  of all Y")
        for which, root in (("before", args.old), ("now", ROOT)):
            if root is None:
                continue
            found = judge(root, given, args.tagger)
            for stage in STAGES:
                left = [at(stage, document, beads) for document, beads in zip(given, found, strict=True)]
                scores = " ".join(f"{score:.3f}" for score in scored(args.data, given, left))
                print(f"{which:<8}{stage.upper():<7} {sum(map(len, left)):>5}  {scores}{by_verdict(given, left)}")
            chunks = stripped(given, found)
            print(f"{which:<8}stripped {len(chunks):>4}  {of_unidic(chunks)}")


if __name__ == "__main__":
    main()
