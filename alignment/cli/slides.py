"""``slides``: the pages of a deck and the sentences of a talk; scores on VT-SSum."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment.cli import print_report, read_json, read_lines, terminal_progress
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.slides.align import SlideAlignment
    from alignment.slides.evaluation import Measure, SegmentationScore, TopScore
    from alignment.slides.vtssum import Video

_EPILOG = """\
--deck is a text with a form feed between pages, as pdftotext writes it, or a JSON list of a text for each page.
--transcript has a sentence a line; for timeline, lines of start<TAB>end<TAB>sentence, in seconds.
--fixed is a JSON object of sentence (from 0) to page (from 0), or null for no slide. In all results positions count
from 0; only a timeline's CSV counts pages from 1, with 0 for no slide: page,start or page,start,end, seconds or
hh:mm:ss. match prints such a CSV; it needs the extra video.
score prints each method with its 95 % interval over videos, and the paper's own figures, which are of its test set."""

EXAMPLE = "align --deck deck.txt --transcript talk.txt --json pages.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")

    align = commands.add_parser("align", help="the page of each sentence, by its words")
    _deck_and_transcript(align)
    align.add_argument("--fixed", metavar="FILE", help="decided pages, which are kept")
    align.add_argument("--sharpness", type=float, default=1.0, metavar="S", help="(%(default)s)")

    timeline = commands.add_parser("timeline", help="the page of each sentence, by when pages were shown")
    timeline.add_argument("--timeline", required=True, metavar="CSV", help="page,start; 0 is no slide")
    timeline.add_argument("--transcript", required=True, metavar="FILE", help="start, end, sentence; tabs between")
    timeline.add_argument("--pages", type=int, metavar="N", help="pages of the deck, to find wrong numbers")

    watching = commands.add_parser("watch", help="the page at each second, by how well it matches each frame")
    watching.add_argument("--inliers", required=True, metavar="NPY", help="array of seconds x pages")
    watching.add_argument("--deck", metavar="FILE", help="its texts say which pages are steps of one slide")
    watching.add_argument("--limit", type=float, default=15.0, metavar="N", help="(%(default)s)")

    match = commands.add_parser("match", help="when a recording shows each page, by pictures of the pages")
    match.add_argument("pages", metavar="PAGES", help="a folder with a picture of each page, in the order of names")
    match.add_argument("frames", metavar="FRAMES", help="a recording, or a folder with a frame of each second")

    cut = commands.add_parser("segment", help="where slides change, without the deck")
    cut.add_argument("--transcript", required=True, metavar="FILE", help="a sentence a line")
    cut.add_argument("--method", choices=("never", "every_8th", "cosine", "texttiling"), default="texttiling",
        help="(%(default)s)")  # fmt: skip

    key = commands.add_parser("key", help="the sentences that resemble their page")
    _deck_and_transcript(key)
    key.add_argument("--pages", metavar="JSON", help="the page of each sentence, as align writes it")
    key.add_argument("--min-page-words", type=int, default=10, metavar="N", help="(%(default)s)")
    key.add_argument("--min-sentence-words", type=int, default=3, metavar="N", help="(%(default)s)")
    key.add_argument("--min-rouge", type=float, default=0.1, metavar="R", help="(%(default)s)")
    key.add_argument("--top", type=int, default=3, metavar="N", help="at most (%(default)s)")

    score = commands.add_parser("score", help="methods on videos of VT-SSum")
    score.add_argument("videos", nargs="+", metavar="VIDEO", help="JSON files of VT-SSum, or folders of them")
    score.add_argument("--train", nargs="+", default=[], metavar="VIDEO",
        help="what the trained ranking learns from; by default all videos but the one it scores")  # fmt: skip
    score.add_argument("--language", default="en",
        help="of the videos: what the trained ranking looks up in the extra wordfreq")  # fmt: skip
    score.add_argument("--no-training", action="store_true", help="leave the trained ranking out")
    score.add_argument("--cuts", nargs="+", action="append", default=[], metavar="FILE",
        help="predicted boundaries: JSON, 0 or 1 a line, or VT-SSum's form, a file for each video")  # fmt: skip
    score.add_argument("--scores", action="append", default=[], metavar="FILE", help="predicted scores of sentences")
    score.add_argument("--no-published", action="store_true", help="leave the paper's own figures out")
    for each in (align, timeline, watching, match, cut, key, score):
        each.add_argument("--json", metavar="OUT", help="write JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    commands = {
        "align": _align, "timeline": _timeline, "watch": _watch, "match": _match, "segment": _segment, "key": _key,
        "score": _score,
    }  # fmt: skip
    text, report = commands[args.what](args)
    print_report(text, report, args.json)
    return 0


def read_deck(path: str) -> list[str]:
    """The texts of a deck's pages; see the command's help. Raises AlignmentError where there is none."""
    pages: list[str]
    if path.endswith(".json"):
        pages = read_json(path, "a list of texts, one for each page")
        if not isinstance(pages, list) or not all(isinstance(page, str) for page in pages):
            raise AlignmentError(f"{path}: expected a list of texts, one for each page")
    else:
        pages = "\n".join(read_lines(path)).removesuffix("\f").split("\f")
    if not any(page.strip() for page in pages):
        raise AlignmentError(f"{path}: no page has text")
    return pages


def read_videos(paths: Sequence[str]) -> list[Video]:
    """The videos of files and folders, by file name; raises AlignmentError where there is none, or one twice."""
    from alignment.slides.vtssum import read_video

    files = [
        file for path in map(Path, paths) for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])
    ]  # fmt: skip
    if not files:
        raise AlignmentError(f"{', '.join(paths)}: no .json files; expected videos of VT-SSum")
    videos = [read_video(file.read_bytes(), str(file)) for file in files]
    names: dict[str, Path] = {}
    for video, file in zip(videos, files, strict=True):
        if video.id in names:
            raise AlignmentError(f"{file}: video {video.id} is also in {names[video.id]}")
        names[video.id] = file
    return videos


def _deck_and_transcript(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", required=True, metavar="FILE", help="the texts of its pages")
    parser.add_argument("--transcript", required=True, metavar="FILE", help="a sentence a line")


def _align(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.align import SlidesOptions, align_slides

    sentences = _sentences(args.transcript)
    fixed = _fixed(args.fixed) if args.fixed else {}
    with terminal_progress() as progress:
        found = align_slides(
            read_deck(args.deck), sentences, options=SlidesOptions(sharpness=args.sharpness), fixed=fixed,
            progress=progress,
        )  # fmt: skip
    return _stretches(found), {
        **_report(found),
        "reasons": [[[one.word, round(one.weight, 3)] for one in reasons] for reasons in found.reasons],
    }


def _timeline(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.timeline import align_timeline, read_timeline

    read = read_timeline(read_lines(args.timeline), n_pages=args.pages)
    if read.problems:
        more = f" (and {len(read.problems) - 1} more)" if len(read.problems) > 1 else ""
        raise AlignmentError(f"{args.timeline} {read.problems[0]}{more}")
    times = []
    for number, line in enumerate(read_lines(args.transcript), start=1):
        cells = line.split("\t", 2)
        try:
            times.append((float(cells[0]), float(cells[1])))
        except (ValueError, IndexError) as error:
            raise AlignmentError(
                f"{args.transcript} line {number}: {line[:40]!r}; expected start<TAB>end<TAB>sentence"
            ) from error
    pages = align_timeline(read.shown, times)
    return "\n".join("0" if page is None else str(page + 1) for page in pages), {"pages": pages}


def _watch(args: argparse.Namespace) -> tuple[str, Any]:
    from zipfile import BadZipFile

    import numpy as np

    from alignment.slides.watching import WatchingOptions, steps_of_texts, watch

    try:
        inliers = np.asarray(np.load(args.inliers, allow_pickle=False), dtype=np.float64)
    except (ValueError, TypeError, EOFError, MemoryError, BadZipFile) as error:
        raise AlignmentError(f"{args.inliers}: no array of numpy; expected seconds x pages") from error
    slide_of = None
    if args.deck:
        slide_of = steps_of_texts(read_deck(args.deck))
    found = watch(inliers, slide_of=slide_of, options=WatchingOptions(limit=args.limit))
    report = {**_report(found.slides), "slide_of": found.slide_of, "page_of_second": found.pages}
    return _stretches(found.slides), report


def _match(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.frames import read_frames, read_pictures, sample_frames
    from alignment.slides.matching import find_pages

    with terminal_progress() as progress:
        found = find_pages(
            read_pictures(args.pages), read_frames(args.frames), samples=sample_frames(args.frames), progress=progress
        )
    lines = ["page,start,end,confidence"]
    for one in found.watched.slides.stretches:
        lines.append(f"{0 if one.page is None else one.page + 1},{one.start},{one.end},{one.confidence:.2f}")
    report = {**_report(found.watched.slides), "frames": found.n_frames, "fitting": found.n_fitting}
    return "\n".join(lines), report


def _segment(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.evaluation import SEGMENTERS

    found = SEGMENTERS[args.method](_sentences(args.transcript))
    return "\n".join(map(str, found)), {"method": args.method, "boundaries": found}


def _key(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.align import align_slides
    from alignment.slides.key_sentences import KeyOptions, choose_key_sentences, report_labels

    deck, sentences = read_deck(args.deck), _sentences(args.transcript)
    if args.pages:
        report = read_json(args.pages, "what align wrote")
        pages = report.get("pages") if isinstance(report, dict) else None
        if not isinstance(pages, list) or len(pages) != len(sentences):
            raise AlignmentError(f"{args.pages}: expected pages, one for each of {len(sentences)} sentences")
        if wrong := [page for page in pages if page is not None and not (type(page) is int and 0 <= page < len(deck))]:
            raise AlignmentError(f"{args.pages}: page {wrong[0]!r}; expected 0 to {len(deck) - 1}, or null")
    else:
        pages = list(align_slides(deck, sentences).pages)
    options = KeyOptions(args.min_page_words, args.min_sentence_words, args.min_rouge, args.top)
    said_on: dict[int, list[int]] = {}
    for index, own in enumerate(pages):
        if own is not None:
            said_on.setdefault(own, []).append(index)
    results, lines, found = [], [], []
    for page, text in enumerate(deck):
        where = said_on.get(page, [])
        keys = choose_key_sentences([sentences[index] for index in where], text, options)
        found.append(keys)
        results.append(
            {
                "page": page, "sentences": where, "labels": keys.labels,
                "gains": [round(gain, 4) for gain in keys.gains], "rouge": round(keys.rouge, 4),
                "is_sample": not keys.dropped, "dropped": keys.dropped,
            }
        )  # fmt: skip
        for index, label in zip(where, keys.labels, strict=True):
            if label:
                lines.append(f"{page}\t{index}\t{sentences[index]}")
    total = report_labels(found)
    lines.append(
        f"{total.n_samples} of {total.n_pages} pages are samples; left out: {total.short_pages} with too few words, "
        f"{total.without_sentences} without sentences, {total.low_rouge} under the threshold of ROUGE; "
        f"{total.short_sentences} sentences were too short"
    )
    return "\n".join(lines), {"pages": results}


def _score(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slides.evaluation import SEGMENTERS, rank, score_segmentation, score_top, segment
    from alignment.slides.general_words import knows_frequency
    from alignment.slides.predictions import read_marks_of_files, read_scores
    from alignment.slides.ranking import UNTRAINED, train_ranker, train_without

    videos = read_videos(args.videos)
    cuts = {name: score_segmentation(videos, segment(videos, name)) for name in SEGMENTERS}
    for paths in args.cuts:
        files = [(path, Path(path).read_bytes()) for path in paths]
        cuts[paths[0]] = score_segmentation(videos, read_marks_of_files(files, videos))
    rankings = {name: rank(videos, name) for name in UNTRAINED}
    if not args.no_training and args.train:
        learnt = read_videos(args.train)
        if both := {video.id for video in learnt} & {video.id for video in videos}:
            raise AlignmentError(f"video {min(both)} is for training and for scoring; expected one of the two")
        rankings["trained"] = rank(videos, train_ranker(learnt, language=args.language))
    elif not args.no_training and len(videos) > 1:
        rankings["trained"] = train_without(videos, language=args.language)
    for path in args.scores:
        rankings[path] = read_scores(Path(path).read_bytes(), videos, path)
    tops = {name: {k: score_top(videos, scores, k) for k in (3, 5)} for name, scores in rankings.items()}
    report: dict[str, Any] = {
        "segmentation": {name: _cut_report(score) for name, score in cuts.items()},
        "summarization": {
            name: {f"top_{k}": _top_report(score) for k, score in by_k.items()} for name, by_k in tops.items()
        },
    }
    text = _tables(cuts, tops, published=not args.no_published)
    if "trained" in rankings:
        report["trained"] = knows_frequency(args.language)[1]
        text += f"\n\ntrained: {report['trained']}"
    return text, report


def _tables(cuts: dict[str, SegmentationScore], tops: dict[str, dict[int, TopScore]], *, published: bool) -> str:
    from alignment.slides.evaluation import PUBLISHED_SEGMENTATION, PUBLISHED_SUMMARIES

    first, best = next(iter(cuts.values())), next(iter(tops.values()))[3]
    lines = [f"Segmentation, {first.n_videos} videos, {first.n_sentences} sentences; 95 % intervals over videos"]
    heads = ("accuracy", "boundary F1", "Pk", "WindowDiff")
    lines.append(_row("", heads))
    lines += [
        _row(name, [_cell(one) for one in (score.accuracy, score.f1, score.pk, score.window_diff)])
        for name, score in cuts.items()
    ]
    lines.append(_row("slides", ["needs the deck, which VT-SSum does not have"]))
    if published:
        lines += [_row(f"{one.name}*", [f"{value:.1f}" for value in one.figures]) for one in PUBLISHED_SEGMENTATION]
    lines += ["", f"Key sentences, {best.n_clips} clips that count; macro P, R, and F1 of the two"]
    lines.append(_row("", [f"top {k} {name}" for k in (3, 5) for name in ("P", "R", "F1")]))
    for name, by_k in tops.items():
        cells = [_cell(one) for score in by_k.values() for one in (score.precision, score.recall, score.f1)]
        lines.append(_row(name, cells))
    if published:
        lines += [_row(f"{one.name}*", [f"{value:.1f}" for value in one.figures]) for one in PUBLISHED_SUMMARIES]
        lines += ["", f"* {PUBLISHED_SUMMARIES[0].source.split(',')[0]}, its test set of 962 videos: not these videos"]
    return "\n".join(lines)


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name[-20:]:<20}" + "".join(f" {cell:>17}" for cell in cells)


def _cell(measure: Measure) -> str:
    if measure.value is None:
        return "-"
    between = (
        "" if measure.low is None or measure.high is None else f" {100 * measure.low:.1f}-{100 * measure.high:.1f}"
    )
    return f"{100 * measure.value:.1f}{between}"


def _cut_report(score: SegmentationScore) -> dict[str, Any]:
    names = ("accuracy", "precision", "recall", "f1", "pk", "window_diff")
    return {"videos": score.n_videos, "sentences": score.n_sentences} | {
        name: _measure_report(getattr(score, name)) for name in names
    }


def _top_report(score: TopScore) -> dict[str, Any]:
    return {"clips": score.n_clips, "micro_precision": score.micro_precision, "micro_recall": score.micro_recall} | {
        name: _measure_report(getattr(score, name)) for name in ("precision", "recall", "f1")
    }


def _measure_report(measure: Measure) -> dict[str, float | None]:
    return {"value": measure.value, "low": measure.low, "high": measure.high}


def _report(found: SlideAlignment) -> dict[str, Any]:
    return {
        "signature": found.signature,
        "pages": found.pages,
        "confidence": found.confidence,
        "boundaries": found.boundaries,
        "candidates": found.candidates,
        "stretches": [
            {
                "start": one.start, "end": one.end, "page": one.page, "confidence": one.confidence,
                "cut_confidence": one.cut_confidence,
            }
            for one in found.stretches
        ],
        "info": dict(found.info),
    }  # fmt: skip


def _stretches(found: SlideAlignment) -> str:
    return "\n".join(
        f"{one.start}\t{one.end}\t{'-' if one.page is None else one.page}\t{one.confidence:.2f}"
        for one in found.stretches
    )


def _sentences(path: str) -> list[str]:
    sentences = read_lines(path)
    if not any(sentence.strip() for sentence in sentences):
        raise AlignmentError(f"{path}: no sentences in it")
    return sentences


def _fixed(path: str) -> dict[int, int | None]:
    fields = read_json(path, "an object of sentence to page")
    if not isinstance(fields, dict):
        raise AlignmentError(f"{path}: expected an object of sentence to page, found {type(fields).__name__}")
    found: dict[int, int | None] = {}
    for key, page in fields.items():
        if not key.isdecimal() or not (page is None or type(page) is int):
            raise AlignmentError(f"{path}: {key[:40]!r}: {str(page)[:40]}; expected a sentence and a page, from 0")
        found[int(key)] = page
    return found
