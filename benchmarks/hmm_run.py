"""What a whole `align_talk` costs, and how long a corpus of talks takes on two worker processes.

    python benchmarks/hmm_run.py [--sentences FILE --transcript FILE [--vectors FILE]] [--talks 50] [--workers 2]

Without files a paper of 164 sentences and a talk of 2,780 words are made up, with vectors of 100 dimensions for its
words: the size of a conference paper and its talk. CPU seconds are of one process with its vectors loaded.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from alignment.hmm import PaperSentence, align_talk
from alignment.vectors import WordVectors, load_vectors

CORPUS = 1716  # the talks of Lev et al. 2019


def made_up(folder: Path) -> tuple[Path, Path, Path]:
    rng = np.random.default_rng(3)
    vocabulary = ["w" + "".join(chr(97 + int(x)) for x in rng.integers(26, size=6)) for _ in range(6000)]
    weights = 1 / np.arange(1, 6001)
    weights /= weights.sum()
    paper = [" ".join(rng.choice(vocabulary, 22, p=weights)) + "." for _ in range(164)]
    talk = []
    for number in np.sort(rng.integers(164, size=70)):
        near = rng.choice(paper[number].rstrip(".").split(), 9)
        talk.append(
            " ".join(w for word in near for w in (word, "the", "so")) + " " + " ".join(rng.choice(vocabulary, 7))
        )
    files = folder / "paper.txt", folder / "talk.txt", folder / "vectors.txt"
    files[0].write_text("\n".join(paper), encoding="utf-8")
    files[1].write_text("\n".join(talk), encoding="utf-8")
    WordVectors(vocabulary, rng.normal(size=(6000, 100)), name="made up", source="made up").save(files[2])
    return files


_LOADED: dict[str, WordVectors] = {}


def align(sentences: str, transcript: str, vectors: str | None) -> float:
    """Align one talk; return CPU seconds without the loading of the vectors, which a worker does once."""
    if vectors and vectors not in _LOADED:
        _LOADED[vectors] = load_vectors(vectors)
    start = time.process_time()
    lines = Path(sentences).read_text(encoding="utf-8").splitlines()
    words = Path(transcript).read_text(encoding="utf-8").split()
    align_talk([PaperSentence(line) for line in lines], words, vectors=_LOADED.get(vectors or ""))
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences")
    parser.add_argument("--transcript")
    parser.add_argument("--vectors")
    parser.add_argument("--talks", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        given = (args.sentences, args.transcript, args.vectors)
        if not (args.sentences and args.transcript):
            given = tuple(str(path) for path in made_up(Path(folder)))
        align(*given)
        once = min(align(*given) for _ in range(5))
        print(f"one talk: {once:.3f} s of CPU (at most 0.5 is claimed)")
        with ProcessPoolExecutor(args.workers) as pool:
            list(pool.map(align, *([value] * args.workers for value in given)))  # start them, load the vectors
            start = time.perf_counter()
            cpu = sum(pool.map(align, *([value] * args.talks for value in given)))
            took = time.perf_counter() - start
    minutes = CORPUS / args.talks / 60
    print(f"{args.talks} talks on {args.workers} processes: {took:.1f} s by the clock, {cpu:.1f} s of CPU")
    print(f"{CORPUS:,} talks: {took * minutes:.1f} minutes as busy as this machine is now,", end=" ")
    print(f"{cpu / args.workers * minutes:.1f} where it has nothing else to do (at most 15 are claimed)")


if __name__ == "__main__":
    main()
