"""How many seconds of a recording get the right page, by how the deck is shown; and what that costs.

    python benchmarks/finding_pages.py [--seconds 300] [--pages 24] [--decks 3] [--looks plain inset ...] [--video]
    python benchmarks/finding_pages.py --talk 90 [--pages 60] [--looks inset]

Decks and recordings are drawn here (`recordings.py`). A second is right if it has its page, or no slide where there is
none; a page and its equal are one. "False" are seconds of a cut-in that got a page, the first and last of each apart:
a frame is of one second, and a chain that passes over single wrong frames may move a cut by one. ECE is the expected
calibration error of the confidences. With --video, the recordings are MP4 files. Needs the extra `video`.

With --talk, one MP4 file of so many minutes at 25 frames a second is written for each look and searched by the command
`slides match`, in a process of its own: its processor seconds and its most resident memory are printed. Writing takes
longer than searching.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
# ruff: noqa: E402

from processes import Peak
from recordings import LOOKS, Recording, deck, recording

from alignment.metrics.calibration import calibration
from alignment.slides.frames import Gray, read_recording
from alignment.slides.matching import WATCHING
from alignment.slides.page_matcher import PageMatcher
from alignment.slides.watching import watch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--decks", type=int, default=3)
    parser.add_argument("--looks", nargs="+", choices=list(LOOKS), default=list(LOOKS))
    parser.add_argument("--video", action="store_true")
    parser.add_argument("--talk", type=float, metavar="MINUTES", help="what searching so long a recording takes")
    args = parser.parse_args()
    if args.talk:
        whole_talks(args.looks, args.pages, int(60 * args.talk))
        return
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


def whole_talks(looks: list[str], n_pages: int, n_seconds: int) -> None:
    print(f"{'look':<14}{'seconds':>9}{'right':>9}{'CPU s':>9}{'MB':>7}{'file MB':>9}")
    for look in looks:
        pages = deck(n_pages)
        made = recording(pages, look, n_seconds=n_seconds)
        with tempfile.TemporaryDirectory() as folder:
            for number, page in enumerate(pages, start=1):
                page.save(Path(folder) / f"{number}.png")
            path = Path(folder) / "talk" / "talk.mp4"
            path.parent.mkdir()
            write_video(path, made, rate=25)
            command = [sys.executable, "-m", "alignment", "slides", "match", folder, str(path)]
            # What the system says of an ended process counts what its parent had before, too.
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                with Peak(process.pid) as peak:
                    printed = process.stdout.read()
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise SystemExit(f"{look}: the command ended with {process.returncode}")
            megabytes = path.stat().st_size / 1e6
        firsts = [None, *(next(one for one, other in enumerate(pages) if other == page) for page in pages)]
        ours = [firsts[page] for page in _pages_of_seconds(printed, n_seconds)]
        theirs = [None if page is None else firsts[page + 1] for page in made.shown]
        right = np.mean([one == other for one, other in zip(ours, theirs, strict=True)])
        print(
            f"{look:<14}{n_seconds:>9,}{right:>9.2%}{usage.ru_utime + usage.ru_stime:>9.0f}"
            f"{peak.megabytes:>7.0f}{megabytes:>9.0f}",
            flush=True,
        )


def _pages_of_seconds(timeline: str, n_seconds: int) -> list[int]:
    """The page of each second, 0 for no slide, by a timeline's CSV."""
    pages = [0] * n_seconds
    for row in csv.DictReader(io.StringIO(timeline)):
        start = round(float(row["start"]))
        pages[start:] = [int(row["page"])] * (n_seconds - start)
    return pages


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
            frame = av.VideoFrame.from_image(picture.resize((stream.width, stream.height))).reformat(format="yuv420p")
            for at in range(rate):
                frame.pts = second * rate + at
                container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


if __name__ == "__main__":
    main()
