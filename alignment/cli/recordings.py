"""``recordings``: recognise, cut into segments and clips; slide text; the folders of M3AV."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from alignment.cli import print_report, terminal_progress
from alignment.cli.transcripts import read_words, words_report
from alignment.recordings import manifests
from alignment.recordings.segments import SegmentOptions, cut_segments
from alignment.transcripts.words import Word, joined
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.recordings.m3av import M3avTalk
    from alignment.slide_text.blocks import Block

_EPILOG = """\
WORDS is a transcript as the command transcripts reads it. recognise goes on where PIECES ends, and adds a line of JSON
for each piece; the key of an endpoint is read from LECTERN_SPEECH_KEY, and nothing is sent by the other recognisers.
clips writes FOLDER/clips, metadata.jsonl and metadata.csv (audiofolder), and the files of a Kaldi data folder."""

EXAMPLE = "segment words.json --json segments.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")

    recogniser = commands.add_parser("recognise", help="a transcript of a recording, by a program or a service")
    recogniser.add_argument("recording", nargs="?", metavar="RECORDING")
    recogniser.add_argument("--list", action="store_true", help="which recognisers can be used here")
    recogniser.add_argument("--by", choices=("pocketsphinx", "faster-whisper", "endpoint"), default="pocketsphinx",
        help="(%(default)s)")  # fmt: skip
    recogniser.add_argument("--pieces", metavar="PIECES", help="a file of JSON lines; needed to go on after a stop")
    recogniser.add_argument("--language", default="en", metavar="TAG", help="(%(default)s)")
    recogniser.add_argument("--model", default="", metavar="FOLDER", help="of faster-whisper")
    recogniser.add_argument("--url", default="", metavar="URL", help="of the endpoint, up to /v1")
    recogniser.add_argument("--url-model", default="whisper-1", metavar="NAME", help="(%(default)s)")

    segment = commands.add_parser("segment", help="where to cut, by pauses and sentences")
    segment.add_argument("words", metavar="WORDS")
    _segment_options(segment)

    clips = commands.add_parser("clips", help="segments as sound files, with manifests")
    clips.add_argument("recording", metavar="RECORDING")
    clips.add_argument("words", metavar="WORDS")
    clips.add_argument("folder", metavar="FOLDER")
    clips.add_argument("--form", choices=("flac", "wav"), default="flac", help="(%(default)s)")
    clips.add_argument("--speaker", default="", metavar="NAME")
    _segment_options(clips)

    peaks = commands.add_parser("peaks", help="the wave of a recording: int8 pairs, least and greatest")
    peaks.add_argument("recording", metavar="RECORDING")
    peaks.add_argument("out", metavar="OUT")
    peaks.add_argument("--per-second", type=int, default=50, metavar="N", help="(%(default)s)")

    reader = commands.add_parser("ocr", help="the text of pictures, near-duplicates folded")
    reader.add_argument("pictures", metavar="FOLDER", help="pictures in the natural order of their names")
    reader.add_argument("--measure", choices=("wer", "cer"), default="wer", help="(%(default)s)")
    reader.add_argument("--limit", type=float, default=0.3, metavar="X", help="(%(default)s)")

    merging = commands.add_parser("merge", help="paragraphs of the blocks in an ocr_result.json")
    merging.add_argument("ocr_result", metavar="FILE")
    for name, default in (("height", 0.8), ("overlap", 0.8), ("gap", 0.6)):
        merging.add_argument(f"--{name}", type=float, default=default, metavar="X", help="(%(default)s)")

    corpus = commands.add_parser("m3av", help="check a talk's folder and rebuild what was said on its slides")
    corpus.add_argument("folders", nargs="+", metavar="FOLDER")
    corpus.add_argument("--out", metavar="FOLDER", help="write the talks there, with seg_speech_ocr.json rebuilt")
    for each in commands.choices.values():
        each.add_argument("--json", metavar="OUT", help="write JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    commands = {
        "recognise": _recognise, "segment": _segment, "clips": _clips, "peaks": _peaks, "ocr": _ocr,
        "merge": _merge, "m3av": _m3av,
    }  # fmt: skip
    text, report = commands[args.what](args)
    print_report(text, report, args.json)
    return 0


def _segment_options(parser: argparse.ArgumentParser) -> None:
    for name, what in (
        ("pause", "longer silence allows a cut"), ("close", "a segment of this length is closed"),
        ("max", "it is closed before it would be so long"), ("drop", "longer silence is left out"),
    ):  # fmt: skip
        default = getattr(SegmentOptions(), f"{name}_seconds")
        parser.add_argument(f"--{name}", type=float, default=default, metavar="SECONDS", help=f"{what} (%(default)s)")


def _options(args: argparse.Namespace) -> SegmentOptions:
    return SegmentOptions(args.pause, args.close, args.max, args.drop)


def _recognise(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.recordings.recognisers import RECOGNISERS, RecogniserSettings, available, recognise

    settings = RecogniserSettings(args.model, args.url, os.environ.get("LECTERN_SPEECH_KEY", ""), args.url_model)
    if args.list:
        table = {name: available(name, settings) for name in RECOGNISERS}
        lines = [f"{name:<15} {'yes' if usable else 'no':<4} {reason}" for name, (usable, reason) in table.items()]
        return "\n".join(lines), {
            name: {"available": usable, "reason": reason} for name, (usable, reason) in table.items()
        }
    if not args.recording:
        raise AlignmentError("no recording is named; expected RECORDING, or --list")
    after, words = _kept(args.pieces) if args.pieces and Path(args.pieces).exists() else (0.0, [])
    with terminal_progress() as progress:
        pieces = recognise(
            args.by, args.recording, Path(args.recording).name, language=args.language, settings=settings, after=after,
            progress=progress,
        )  # fmt: skip
        for piece in pieces:
            words += piece.words
            if args.pieces:
                line = {"start": piece.start, "end": piece.end, "words": words_report(piece.words)}
                with Path(args.pieces).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return "\n".join(f"{word.start:.2f}\t{word.end:.2f}\t{word.text}" for word in words), words_report(words)


def _kept(path: str) -> tuple[float, list[Word]]:
    """Where the pieces of a file end, and their words. A last line without its end was being written: it is cut off."""
    data = Path(path).read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        Path(path).write_bytes(whole)
    after, words = 0.0, []
    for number, line in enumerate(whole.decode("utf-8").splitlines(), start=1):
        try:
            piece = json.loads(line)
            after = float(piece["end"])
            words += [Word(str(each["word"]), float(each["start"]), float(each["end"])) for each in piece["words"]]
        except (ValueError, KeyError, TypeError) as error:
            raise AlignmentError(
                f"{path} line {number}: {line[:40]!r}; expected a piece that recognise wrote"
            ) from error
    return after, words


def _segment(args: argparse.Namespace) -> tuple[str, Any]:
    words = read_words(args.words)
    segments = cut_segments(words, _options(args))
    texts = [joined([word.text for word in words[each.first : each.last]]) for each in segments]
    lines = [f"{each.start:.3f}\t{each.end:.3f}\t{text}" for each, text in zip(segments, texts, strict=True)]
    return "\n".join(lines), [
        {"first": each.first, "last": each.last, "start": each.start, "end": each.end, "text": text}
        for each, text in zip(segments, texts, strict=True)
    ]


def _clips(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.recordings.audio import write_clips

    words = read_words(args.words)
    segments = [each for each in cut_segments(words, _options(args)) if each.seconds > 0]
    name = "".join(char if char.isalnum() or char in "-_." else "_" for char in Path(args.recording).stem)
    folder = Path(args.folder)
    (folder / "clips").mkdir(parents=True, exist_ok=True)
    utterances: list[manifests.Utterance] = []
    for each in segments:
        own_id = manifests.utterance_id(name, each.start, each.end, args.speaker)
        text = joined([word.text for word in words[each.first : each.last]])
        file = f"clips/{own_id}.{args.form}"
        utterances.append(manifests.Utterance(own_id, name, each.start, each.end, text, args.speaker, file))
    kaldi = manifests.kaldi(utterances, {name: str(Path(args.recording).resolve())})

    def open_clip(number: int) -> IO[bytes]:
        return (folder / utterances[number].file).open("wb")

    spans = [(each.start, each.end) for each in segments]
    with terminal_progress() as progress:
        clips = list(
            write_clips(args.recording, Path(args.recording).name, spans, open_clip, form=args.form, progress=progress)
        )
    for file, text in {
        "metadata.jsonl": manifests.audiofolder_jsonl(utterances),
        "metadata.csv": manifests.audiofolder_csv(utterances), **kaldi,
    }.items():  # fmt: skip
        (folder / file).write_text(text, encoding="utf-8")
    seconds = sum(clip.n_samples / clip.rate for clip in clips)
    report = {"clips": len(clips), "seconds": round(seconds, 3), "folder": str(folder)}
    return f"{len(clips)} clips, {seconds:.1f} s, in {folder}", report


def _peaks(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.recordings.audio import measure_peaks

    with terminal_progress() as progress:
        peaks = measure_peaks(
            args.recording, Path(args.recording).name, per_second=args.per_second, progress=progress
        )  # fmt: skip
    Path(args.out).write_bytes(peaks.values.tobytes())
    report = {"peaks": len(peaks.values), "per_second": peaks.per_second, "seconds": round(peaks.seconds, 3)}
    return f"{len(peaks.values)} peaks of {peaks.seconds:.1f} s", report


def _ocr(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.slide_text import ocr
    from alignment.slide_text.folding import FoldOptions, fold, frame_content
    from alignment.slide_text.merging import merge, page_text
    from alignment.slides.frames import PICTURES, natural

    files = sorted(
        (file for file in Path(args.pictures).iterdir() if file.suffix.lower() in PICTURES),
        key=lambda file: natural(file.name),
    )
    if not files:
        raise AlignmentError(f"{args.pictures}: no pictures; expected PNG or JPEG files")
    blocks: list[list[Block]] = []
    with terminal_progress() as progress:
        for number, file in enumerate(files):
            progress(number / len(files), file.name)
            blocks.append(ocr.read_text(file.read_bytes(), file.name))
    folded = fold([frame_content(each) for each in blocks], FoldOptions(args.measure, args.limit))
    texts = [page_text(each, merge(each)) for each in blocks]
    lines: list[str] = []
    for file, each, text in zip(files, folded, texts, strict=True):
        if each.kept:
            lines += [f"# {file.name}", text, ""]
    report = [
        {
            "name": file.name, "segment": each.segment, "kept": each.kept, "text": text,
            "nearest": None if each.nearest is None else files[each.nearest].name, "error_rate": each.value,
        }
        for file, each, text in zip(files, folded, texts, strict=True)
    ]  # fmt: skip
    return "\n".join(lines), report


def _merge(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.recordings import m3av
    from alignment.slide_text.merging import MergeOptions, merge, page_text

    slides = m3av.read_ocr_result(Path(args.ocr_result).read_bytes(), args.ocr_result)
    options = MergeOptions(args.height, args.overlap, args.gap)
    merged = {slide.name: merge(slide.blocks, options) for slide in slides}
    lines: list[str] = []
    for slide in slides:
        lines += [f"# {slide.name}", page_text(slide.blocks, merged[slide.name]), ""]
    return "\n".join(lines), {name: list(each.paragraph_of) for name, each in merged.items()}


def _m3av(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.recordings import m3av

    lines: list[str] = []
    report: dict[str, Any] = {}
    for folder in args.folders:
        talk = m3av.read_folder(folder)
        own: dict[str, Any] = dict(_counts(talk))
        rebuilt = None
        if talk.slides is not None and talk.speech is not None:
            rebuilt = tuple(m3av.rebuild(talk.slides, talk.speech))
            own["rebuilt"] = len(rebuilt)
            own["as in the folder"] = None if talk.speech_ocr is None else rebuilt == talk.speech_ocr
        if args.out:
            speech_ocr = talk.speech_ocr if rebuilt is None else rebuilt
            m3av.write_folder(
                m3av.M3avTalk(talk.name, talk.slides, talk.speech, speech_ocr, talk.paper, talk.related),
                Path(args.out) / talk.name,
            )
        lines.append(f"{talk.name}\t" + ", ".join(f"{key} {value}" for key, value in own.items()))
        report[talk.name] = own
    return "\n".join(lines), report


def _counts(talk: M3avTalk) -> Iterator[tuple[str, int]]:
    for name, part in (("slides", talk.slides), ("segments", talk.speech), ("slides with speech", talk.speech_ocr),
                       ("sentences", talk.paper), ("related", talk.related)):  # fmt: skip
        if part is not None:
            yield name, len(part)
