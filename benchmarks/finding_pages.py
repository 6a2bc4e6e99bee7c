"""How many seconds of a recording get the right page, by how the deck is shown; and what that costs.

    python benchmarks/finding_pages.py [--seconds 300] [--pages 24] [--decks 3] [--looks plain inset ...] [--video]

Decks and recordings are drawn here (`recordings.py`). A second is right if it has its page, or no slide where there is
none; a page and its equal are one. "False" are seconds of a cut-in that got a page, the first and last of each apart:
a frame is of one second, and a chain that passes over single wrong frames may move a cut by one. ECE is the expected
calibration error of the confidences. With --video, the recordings are MP4 files. Needs the extra `video`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
# ruff: noqa: E402

from recordings import LOOKS, Recording, deck, recording

from alignment.metrics.calibration import calibration
from alignment.slides.frames import Gray, read_recording
from alignment.slides.matching import WATCHING, PageMatcher
from alignment.slides.watching import watch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--decks", type=int, default=3)
    parser.add_argument("--looks", nargs="+", choices=list(LOOKS), default=list(LOOKS))
    parser.add_argument("--video", action="store_true")
    args = parser.parse_args()
    print(f"{'look':<14}{'seconds':>9}{'right':>9}{'false':>7}{'ECE':>7}{'ms a frame':>12}")
    stated: list[float] = []
    right: list[bool] = []
    for look in args.looks:
        own_stated, own_right, n_false, spent = [], [], 0, 0.0
        for seed in range(args.decks):
            pages = deck(args.pages, seed)
            made = recording(pages, look, seed, n_seconds=args.seconds)
            started = time.process_time()
            matcher = PageMatcher([np.asarray(page.convert("L")) for page in pages])
            spent += time.process_time() - started
            rows = []
            for frame in _frames(made, video=args.video):
                started = time.process_time()
                rows.append(matcher.match(frame))
                spent += time.process_time() - started
            found = watch(rows, options=WATCHING)
            firsts = [next(one for one, other in enumerate(pages) if other == page) for page in pages]
            ours = [None if page is None else firsts[page] for page in found.pages]
            theirs = [None if page is None else firsts[page] for page in made.shown][: len(ours)]
            own_right += [one == other for one, other in zip(ours, theirs, strict=False)]
            own_stated += list(found.slides.confidence)[: len(theirs)]
            n_false += sum(
                page is not None and theirs[second - 1 : second + 2] == [None] * 3
                for second, page in enumerate(ours[: len(theirs)])
            )
        stated, right = stated + own_stated, right + own_right
        error = calibration(own_stated, own_right).error
        print(
            f"{look:<14}{len(own_right):>9,}{np.mean(own_right):>9.2%}{n_false:>7}{error:>7.3f}"
            f"{1000 * spent / len(own_right):>12.1f}",
            flush=True,
        )
    print(f"{'all':<14}{len(right):>9,}{np.mean(right):>9.2%}{'':>7}{calibration(stated, right).error:>7.3f}")


def _frames(made: Recording, *, video: bool) -> Iterator[Gray]:
    if not video:
        yield from made.frames()
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "talk.mp4"
        write_video(path, made)
        yield from (frame.picture for frame in read_recording(str(path), path.name) if frame.picture is not None)


def write_video(path: Path, made: Recording, *, rate: int = 10) -> None:
    """An MP4 of a recording, H.264, at the quality that lectures are put on the web with."""
    import av

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate, options={"crf": "30", "preset": "veryfast"})
        for second, picture in enumerate(made.pictures()):
            if second == 0:
                stream.width, stream.height, stream.pix_fmt = *picture.size, "yuv420p"
            for _ in range(rate):
                container.mux(stream.encode(av.VideoFrame.from_image(picture.resize((stream.width, stream.height)))))
        container.mux(stream.encode(None))


if __name__ == "__main__":
    main()
