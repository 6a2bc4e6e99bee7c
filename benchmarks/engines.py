"""CPU time and memory of the engines against the length of the texts, alone or beside an older checkout.

    python benchmarks/engines.py [ENGINE ...] [--lines 1000 5000 20000] [--old ../older/checkout]

Each size runs in a process of its own on one thread. Printed are CPU seconds, those per 1,000 lines (constant where
time is linear), the peak of the process, the ratio of both to the size before, the share of right beads, and the
seconds of a re-run after one decision; with --old also how many times as long the other checkout takes, run in turn.

lexical, lengths: made texts, whose words are drawn from a Zipf distribution. The target renders each word by its own
word for it, drops words, splits sentences, and adds and leaves out some. No word is alike, which is the hardest case.
vecalign: a random vector of 1,024 dimensions for each sentence, its translation the same with noise; the embedding of a
block is the mean of its sentences with noise. At most eight sentences make a bead.
slides: a made deck of 300 pages and a talk of so many sentences, words from a Zipf distribution; right: the page.
hmm: a chain of a state for each line and 8,000 spoken words, with likelihoods shaped like a talk's: its best path, and
as re-run its posteriors.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
DIMENSION = 1024

Group = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Run:
    """CPU seconds of a run and of a re-run; peak MB of the process; share of right beads, if there are any."""

    lines: int
    seconds: float
    again: float
    peak: float
    right: float | None


def measured(engine: str, lines: int, *, root: Path = ROOT) -> Run:
    """In a process of its own, by the engine of the checkout at `root`."""
    command = [sys.executable, __file__, engine, "--lines", str(lines), "--child", str(root)]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | threads)
    return Run(**json.loads(done.stdout))


def measure(engine: str, lines: int) -> Run:
    from processes import forget_peak, peak_megabytes

    with tempfile.TemporaryDirectory() as folder:
        gold, run, again = ENGINES[engine](lines, Path(folder))
        forget_peak()  # of making the data
        seconds, beads = _timed(run)
        seconds_again, _ = _timed(again)
    right = len({(bead.source, bead.target) for bead in beads} & set(gold)) / len(gold) if gold else None
    return Run(lines, seconds, seconds_again, peak_megabytes(), right)


def _timed(act: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    result = act()
    return time.process_time() - begun, result


Measurable = tuple[list[Group], Callable[[], Any], Callable[[], Any]]


def _of_words(lines: int, folder: Path, *, engine: str) -> Measurable:
    from alignment import lexical

    source, target, gold = made_text(lines)
    prepare = lexical.prepare_lexical if engine == "lexical" else lexical.prepare_lengths
    return (gold, *_around(lambda: prepare(source, target), gold))


def _of_vectors(lines: int, folder: Path) -> Measurable:
    from alignment.vecalign import VecalignOptions, prepare

    options = VecalignOptions(alignment_max_size=8)
    texts, embeddings, gold = made_vectors(lines, folder, options.source_layers)
    sides = dict(zip(("source_embeddings", "target_embeddings"), embeddings, strict=True))
    return (gold, *_around(lambda: prepare(*texts, **sides, options=options), gold))


def _around(prepare: Callable[[], Any], gold: list[Group]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """A run from texts to beads, and one more of what it prepared, with the bead in the middle fixed."""
    from alignment.types import Constraints

    prepared: list[Any] = []
    middle = next(bead for bead in gold[len(gold) // 2 :] if all(bead))

    def run() -> Any:
        prepared.append(prepare())
        return prepared[0].align().beads

    return run, lambda: prepared[0].align(Constraints(fixed=[middle]))


def _of_slides(lines: int, folder: Path) -> Measurable:
    from alignment.slides.align import align_slides
    from alignment.types import Bead
    from tests.alignment.slides.slides_samples import planted_talk

    deck, talk, truth = planted_talk(7, 300, lines, 20_000)

    def group(sentence: int, page: int | None) -> Group:
        return (sentence,), () if page is None else (page,)

    def run(fixed: dict[int, int | None]) -> list[Bead]:
        return [Bead(*group(*each)) for each in enumerate(align_slides(deck, talk, fixed=fixed).pages)]

    middle = lines // 2
    gold = [group(*each) for each in enumerate(truth)]
    return gold, lambda: run({}), lambda: run({middle: truth[middle]})


def _of_talk(lines: int, folder: Path) -> Measurable:
    from alignment.hmm.model import GeometricTransition, chain
    from alignment.hmm.posterior import posteriors
    from alignment.hmm.viterbi import viterbi

    rng = np.random.default_rng(7)
    similarity = np.exp(np.clip(rng.normal(0.45, 0.12, size=(540, lines)), -1, 1))
    similarity[rng.random(similarity.shape) < 0.01] = np.e
    emission = similarity - 0.8 * similarity.min(axis=0)
    emission /= emission.sum(axis=0)
    start = np.full(lines, -np.log(lines))
    talk = chain(np.log(emission), rng.integers(540, size=8000), start, GeometricTransition(lines, 0.29))
    return [], lambda: viterbi(talk), lambda: sum(1 for _ in posteriors(talk))


ENGINES: dict[str, Callable[[int, Path], Measurable]] = {
    "lexical": lambda lines, folder: _of_words(lines, folder, engine="lexical"),
    "lengths": lambda lines, folder: _of_words(lines, folder, engine="lengths"),
    "vecalign": _of_vectors,
    "slides": _of_slides,
    "hmm": _of_talk,
}


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


def made_vectors(n: int, folder: Path, layers: int) -> tuple[list[list[str]], list[Any], list[Group]]:
    """The lines of both sides, their memory-mapped embeddings, both about n lines long, and the right beads."""
    from alignment.vecalign import Embeddings
    from alignment.vecalign.overlaps import blocks

    rng = np.random.default_rng(1)
    source = rng.standard_normal((n, DIMENSION), dtype=np.float32)
    kinds = rng.choice(3, size=n, p=[0.9, 0.05, 0.05])  # translated whole, in two sentences, not at all
    target_of = np.repeat(np.arange(n), np.array([1, 2, 0])[kinds])[:n]
    target = source[target_of] + 0.7 * rng.standard_normal((len(target_of), DIMENSION), dtype=np.float32)
    ends = np.searchsorted(target_of, np.arange(n + 1))
    gold = [((i,), tuple(range(*ends[i : i + 2].tolist()))) for i in range(n)]
    texts, embeddings = [], []
    for side, vectors in (("source", source), ("target", target)):
        lines = [f"{side} sentence {i}" for i in range(len(vectors))]
        path = folder / f"{side}.f32"
        overlaps: list[str] = []
        with path.open("wb") as file:
            for size in range(1, layers + 1):
                overlaps += blocks(lines, size)
                for start in range(0, len(lines) - size + 1, 1024):
                    stop = min(start + 1024, len(lines) - size + 1)
                    mean = sum(vectors[start + k : stop + k] for k in range(size)) / np.float32(size)
                    file.write((mean + 0.1 * rng.standard_normal(mean.shape, dtype=np.float32)).tobytes())
        (folder / f"{side}.overlaps").write_text("\n".join(overlaps) + "\n", encoding="utf-8")
        texts.append(lines)
        embeddings.append(Embeddings.from_files(folder / f"{side}.overlaps", path))
    return texts, embeddings, gold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", default=list(ENGINES), metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--lines", type=int, nargs="+", default=[1000, 5000, 20000])
    parser.add_argument("--old", type=Path, help="another checkout to compare with")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        sys.path.insert(0, str(args.child))
        print(json.dumps(asdict(measure(args.engines[0], args.lines[0]))))
        return
    for engine in args.engines:
        head = f"{engine:>8}  seconds  per 1000  ratio  peak MB  ratio  right  re-run"
        print(head + ("    old s  old MB old right old/new" if args.old else ""))
        before: Run | None = None
        for lines in args.lines:
            run = measured(engine, lines)
            ratios = (run.seconds / before.seconds, run.peak / before.peak) if before else (float("nan"),) * 2
            line = f"{lines:8d} {run.seconds:8.2f} {run.seconds / lines * 1000:9.3f} {ratios[0]:6.1f}"
            line += f" {run.peak:8.0f} {ratios[1]:6.1f} {run.right or float('nan'):6.3f} {run.again:7.3f}"
            if args.old:
                old = measured(engine, lines, root=args.old)
                line += f" {old.seconds:8.2f} {old.peak:7.0f} {old.right or float('nan'):9.3f}"
                line += f" {old.seconds / run.seconds:6.1f}x"
            print(line, flush=True)
            before = run


if __name__ == "__main__":
    main()
