"""How well `slides` finds the pages of talks that were made about the demo's deck, beside segmentations without a deck.

    python benchmarks/planted_slides.py [--talks 20] [--seed 0] [--slides-only]

The talks are drawn by `planted_talk` (annotator/demo/slides.py): sentences left out, pages passed over and come back
to. Boundary F1 is against the true timeline, with 95 % intervals over talks. The last line says how many sentences got
their page, and the expected calibration error of the confidences. With --slides-only, the parts without a slide are
left out of the talks.
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from alignment.metrics.calibration import calibration
from alignment.slides.align import align_slides
from alignment.slides.evaluation import SEGMENTERS, Measure, SegmentationScore, score_segmentation, segment
from alignment.slides.predictions import marks_of
from alignment.slides.vtssum import Clip, Video
from annotator.demo.slides import SOURCES, Parts, planted_talk, read_deck


def measured(
    n_talks: int, seed: int = 0, *, slides_only: bool = False
) -> tuple[dict[str, SegmentationScore], float, float]:
    """The scores of `slides` and of each of SEGMENTERS, the share of sentences that got their page, and the ECE."""
    deck = read_deck(SOURCES["fog"])
    pages = [page.text for page in deck.pages]
    videos, marks = [], {}
    stated: list[float] = []
    right: list[bool] = []
    for number in range(seed, seed + n_talks):
        parts = [part for part in planted_talk(deck, number) if not slides_only or part[0] is not None]
        video = _video(str(number), parts)
        found = align_slides(pages, video.sentences)
        truth = [page for page, said in parts for _ in said]
        stated += found.confidence
        right += [ours == page for ours, page in zip(found.pages, truth, strict=True)]
        marks[video.id] = marks_of(video, found.boundaries)
        videos.append(video)
    scores = {"slides": score_segmentation(videos, marks)}
    scores |= {name: score_segmentation(videos, segment(videos, name)) for name in SEGMENTERS}
    return scores, sum(right) / len(right), calibration(stated, right).error


def _video(name: str, parts: Parts) -> Video:
    clips = []
    for number, (_, same) in enumerate(groupby(parts, key=lambda part: part[0])):
        said = tuple(sentence for _, sentences in same for sentence in sentences)
        clips.append(Clip(f"clip_{number}", False, said, (0,) * len(said)))
    return Video(name, name, tuple(clips))


def _figure(measure: Measure) -> str:
    ends = "" if measure.low is None or measure.high is None else f" ({measure.low:.3f}–{measure.high:.3f})"
    return f"{measure.value or 0:.3f}{ends}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talks", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--slides-only", action="store_true")
    args = parser.parse_args()
    scores, share, error = measured(args.talks, args.seed, slides_only=args.slides_only)
    print(f"{'segmentation':<14}{'boundary F1':>22}{'Pk':>22}")
    for name, score in scores.items():
        print(f"{name:<14}{_figure(score.f1):>22}{_figure(score.pk):>22}")
    n = scores["slides"].n_sentences
    print(f"{n} sentences: {100 * share:.1f} % on their page, expected calibration error {error:.3f}")


if __name__ == "__main__":
    main()
