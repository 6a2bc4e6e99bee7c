"""Keys for each mask of two recognisers' transcripts, by the quickest way to its right answer.

    LECTERN_DATA=data python benchmarks/mask_effort.py [--rate 0.1] [--seed 7]

Recordings are the talks of M3AV in the outside data that have made hypotheses (`error_rates/`). A is such a hypothesis.
B is made here from the same reference: words substituted, left out or added at --rate, by --seed. Substitutes are words
of the talk, as in the hypotheses. The keys of an answer, as on the page: 1 for A, B, nothing said, or one of four words
of the talk's slides and paper; otherwise E, the edits to the better reading letter by letter, and Ctrl+Enter.

Prints, for each talk and all, the number of masks, the share that each way is quickest for, and the median, mean and
90th percentile of keys; and errors of the reference that no mask shows, because both have them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
# ruff: noqa: E402

from alignment.metrics.error_rates import count_errors
from alignment.recordings.m3av import read_folder
from alignment.transcripts.disagreement import Mask, aligned, find_masks, reading
from alignment.transcripts.rare_words import most_frequent, rare_words
from alignment.transcripts.suggestions import nearby_words
from alignment.transcripts.words import Word, normalise
from tests.data import DATA, missing

LANGUAGE = "en"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    files = sorted((DATA / "error_rates").glob("*.json"))
    if not files:
        raise SystemExit(missing("error_rates"))
    everything: list[tuple[str, int]] = []
    print(f"{'talk':<12} {'masks':>6} {'median':>7} {'mean':>6} {'p90':>5}  shares of ways; errors without a mask")
    for file in files:
        ways, unseen, n_errors = measure(file, args.rate, args.seed)
        everything += ways
        print(f"{file.stem:<12} {_figures(ways)}; {unseen} of {n_errors}")
    print(f"{'all':<12} {_figures(everything)}")


def measure(file: Path, rate: float, seed: int) -> tuple[list[tuple[str, int]], int, int]:
    """The quickest way for each mask of a talk, with its keys; errors of A that no mask shows, and all of them."""
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    talk = read_folder(DATA / "m3av" / file.stem)
    texts = [text for slide in talk.slides or () for text in slide.texts] + list(talk.paper or ())
    spoken = [row["ref"] for row in rows]
    vocabulary = rare_words(texts, most_frequent(spoken, 100, language=LANGUAGE), language=LANGUAGE)
    rng = random.Random(seed)
    known = sorted({word for text in spoken for word in text.split()})
    ways: list[tuple[str, int]] = []
    unseen = n_errors = 0
    for row in rows:
        start, end = (int(part) / 1000 for part in row["id"].split("_")[-2:])
        reference = _timed(row["ref"].split(), start, end)
        a = _timed(row["hyp"].split(), start, end)
        b = _timed(_corrupted(row["ref"].split(), rate, known, rng), start, end)
        masks = find_masks(a, b, language=LANGUAGE)
        answers = _answers(a, reference, masks)
        ways += [_way(a, b, mask, answer, vocabulary) for mask, answer in zip(masks, answers, strict=True)]
        wrong = find_masks(a, reference, language=LANGUAGE)
        n_errors += len(wrong)
        unseen += sum(not any(_touch(each, mask) for mask in masks) for each in wrong)
    return ways, unseen, n_errors


def _touch(one: Mask, other: Mask) -> bool:
    return one.a_range[0] <= other.a_range[1] and other.a_range[0] <= one.a_range[1]


def _timed(words: Sequence[str], start: float, end: float) -> list[Word]:
    step = (end - start) / max(1, len(words))
    return [Word(word, start + at * step, start + (at + 1) * step) for at, word in enumerate(words)]


def _corrupted(words: Sequence[str], rate: float, known: Sequence[str], rng: random.Random) -> list[str]:
    result: list[str] = []
    for word in words:
        kind = rng.random() / rate  # equal shares below 1, else no error
        if kind >= 2 / 3:
            result.append(word)
        elif kind < 1 / 3:
            result.append(rng.choice(known))
        if 2 / 3 <= kind < 1:
            result.append(rng.choice(known))
    return result


def _answers(a: Sequence[Word], reference: Sequence[Word], masks: Sequence[Mask]) -> list[str]:
    """What was said in each mask: the words of the reference between those that belong to its neighbours in A."""
    ours, truth = normalise(a, LANGUAGE), normalise(reference, LANGUAGE)
    after: dict[int, int] = {0: 0}  # words of A before a position -> words of the reference behind the last of them
    before: dict[int, int] = {len(a): len(reference)}  # ... and in front of the next of them
    for i, j in aligned(ours, truth, a, reference):
        if i is not None and j is not None:
            after[ours[i].word + 1] = truth[j].word + 1
            before.setdefault(ours[i].word, truth[j].word)
    answers: list[str] = []
    for mask in masks:
        first = after[max(at for at in after if at <= mask.a_range[0])]
        last = before[min(at for at in before if at >= mask.a_range[1])]
        answers.append(reading(reference, (first, max(first, last))))
    return answers


def _way(a: Sequence[Word], b: Sequence[Word], mask: Mask, answer: str, vocabulary: Sequence[str]) -> tuple[str, int]:
    readings = [reading(a, mask.a_range), reading(b, mask.b_range)]
    for name, text in zip(("A", "B"), readings, strict=True):
        if answer == text:
            return name, 1
    if not answer:
        return "nothing", 1
    if answer in nearby_words(readings, vocabulary, language=LANGUAGE):
        return "word", 1
    return "typed", 2 + min(count_errors(text, answer).errors for text in readings)


def _figures(ways: Sequence[tuple[str, int]]) -> str:
    keys = [n for _, n in ways]
    counts = Counter(name for name, _ in ways)
    shares = ", ".join(f"{name} {count / len(ways):.2f}" for name, count in counts.most_common())
    return f"{len(ways):6} {np.median(keys):7.1f} {np.mean(keys):6.2f} {np.percentile(keys, 90):5.1f}  {shares}"


if __name__ == "__main__":
    main()
