"""``hmm``: find the sentence of the paper that each word of the talk is about."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment.cli import read_json, read_lines, terminal_progress
from alignment.summarize import DEFAULT_SENTENCES, hybrid_summary, top_sentences
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.hmm import FixedSpan, TalkAlignment

_EPILOG = """\
FILE of --sentences holds one sentence per line; ranges are START:END over its lines, 0-based, END not included.
The JSON holds signature, stay_probability, tokens (the transcript's content words), path (for each token the line
of its sentence, or null), confidence (for each token), durations (for each line), summary and spans.
--fixed is a JSON list of {"start_word": 10, "end_word": 25, "sentence": 3}: positions of the transcript's words
separated by white space, 0-based, end not included; "sentence": null fixes them to no sentence.
With --hybrid the summary is the abstract, followed by the sentences that get most words of the talk and add something
new, up to N words in all (TalkSumm-Hybrid)."""

EXAMPLE = "--sentences paper.txt --transcript talk.txt --json talk.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("--sentences", required=True, metavar="FILE", help="the paper, one sentence per line")
    parser.add_argument("--transcript", required=True, metavar="FILE", help="the talk, text in lines of any length")
    parser.add_argument("--vectors", metavar="FILE", help="word vectors (GloVe, word2vec, fastText) or gensim:NAME")
    parser.add_argument("--introduction", type=_range, metavar="A:B", help="lines the talk may begin with")
    parser.add_argument("--exclude", type=_range, nargs="+", action="extend", default=[], metavar="A:B",
        help="lines the talk skips; may be repeated")  # fmt: skip
    parser.add_argument("--preset", choices=("paper", "released"), default="paper", help="default: %(default)s")
    parser.add_argument("--fixed", metavar="JSON", help="spans fixed by people")
    parser.add_argument("--background", action="store_true", help="allow words that are about no sentence")
    parser.add_argument("--greetings", choices=("aside", "kept"),
        help="aside: words that greet or keep house are about no sentence (the default of preset paper)")  # fmt: skip
    parser.add_argument("--sharpness", type=float, metavar="X", help="power of path probabilities in confidences")
    parser.add_argument("--summary", type=int, default=DEFAULT_SENTENCES, metavar="N",
        help="sentences in the summary (%(default)s)")  # fmt: skip
    parser.add_argument("--abstract", type=_range, metavar="A:B", help="lines of the abstract; the talk skips them")
    parser.add_argument("--hybrid", type=int, metavar="N", help="summarise in N words that begin with the abstract")
    parser.add_argument("--json", required=True, metavar="OUT", help="where to write the result; - is standard output")


def run(args: argparse.Namespace) -> int:
    from alignment.hmm import EXCLUDED_KINDS, HmmOptions, PaperSentence, align_talk
    from alignment.vectors import load_vectors

    lines = read_lines(args.sentences)
    kinds = _kinds(lines, args)
    if not lines or not set(kinds) - EXCLUDED_KINDS:
        left_out = " once --exclude is left out" if args.exclude and any(map(str.strip, lines)) else ""
        raise AlignmentError(f"{args.sentences}: no sentences in its {len(lines)} lines{left_out}")
    if args.summary < 1:
        raise AlignmentError(f"--summary is {args.summary}; expected 1 or more")
    if args.hybrid is not None and (args.abstract is None or args.hybrid < 1):
        raise AlignmentError("--hybrid expects a number of words, 1 or more, and --abstract A:B")
    transcript = read_lines(args.transcript)
    words: list[str] = []
    boundaries: list[int] = []
    for line in transcript:
        boundaries.append(len(words))
        words += line.split()
    if not words:
        raise AlignmentError(f"{args.transcript}: no words in it")
    fixed = _fixed(args.fixed, len(words), lines, args.sentences) if args.fixed else ()
    greetings = None if args.greetings is None else args.greetings == "aside"
    options = HmmOptions(preset=args.preset, background=args.background, greetings=greetings, sharpness=args.sharpness)
    with terminal_progress() as progress:
        vectors = load_vectors(args.vectors, progress=progress) if args.vectors else None
        result = align_talk(
            [PaperSentence(line, kind=kind) for line, kind in zip(lines, kinds, strict=True)],
            words,
            options=options,
            vectors=vectors,
            fixed=fixed,
            boundaries=boundaries,
            progress=progress,
        )
    text = json.dumps(_report(result, lines, _summary(result, lines, args)), ensure_ascii=False, indent=1)
    if args.json == "-":
        print(text)
    else:
        Path(args.json).write_text(text + "\n", encoding="utf-8")
    return 0


def _summary(result: TalkAlignment, lines: list[str], args: argparse.Namespace) -> list[int]:
    if args.hybrid is None:
        return top_sentences(result.durations, args.summary)
    abstract = [line for line in range(*args.abstract) if lines[line].strip()]
    return hybrid_summary(lines, result.durations, abstract, args.hybrid)


def _report(result: TalkAlignment, lines: list[str], summary: list[int]) -> dict[str, Any]:
    return {
        "signature": result.signature,
        "stay_probability": result.stay_probability,
        "log_probability": result.log_probability,
        "tokens": list(result.tokens),
        "path": list(result.path),
        "confidence": list(result.word_confidence),
        "durations": list(result.durations),
        "summary": [
            {"index": index, "duration": result.durations[index], "sentence": lines[index]} for index in summary
        ],
        "words": list(result.kept),
        "spans": [
            {
                "start_word": span.start_word,
                "end_word": span.end_word,
                "sentence": span.sentence,
                "confidence": span.confidence,
                "candidates": [list(candidate) for candidate in span.candidates],
            }
            for span in result.spans
        ],
        "info": dict(result.info),
    }


def _range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+):(\d+)", text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a range; expected START:END, 0-based, END not included")
    return int(match[1]), int(match[2])


def _kinds(lines: list[str], args: argparse.Namespace) -> list[str]:
    kinds = ["body"] * len(lines)
    ranges = [("--introduction", "introduction", args.introduction)] if args.introduction else []
    ranges += [("--abstract", "abstract", args.abstract)] if args.abstract else []
    ranges += [("--exclude", "related_work", value) for value in args.exclude]
    for flag, kind, (start, end) in ranges:
        if end > len(lines):
            raise AlignmentError(f"{args.sentences}: {flag} {start}:{end} goes beyond its {len(lines)} lines")
        for line in range(start, end):
            if kinds[line] not in ("body", kind):
                raise AlignmentError(
                    f"{args.sentences} line {line + 1}: in two of --introduction, --abstract and --exclude"
                )
            kinds[line] = kind
    for number, line_text in enumerate(lines):
        if not line_text.strip():  # keeps its number, but is no sentence
            kinds[number] = "references"
    return kinds


def _fixed(path: str, n_words: int, lines: list[str], sentences: str) -> list[FixedSpan]:
    from alignment.hmm import FixedSpan

    items = read_json(path, "a list of spans")
    if not isinstance(items, list):
        raise AlignmentError(f"{path}: expected a list of spans, found {type(items).__name__}")
    spans: list[FixedSpan] = []
    for number, item in enumerate(items):
        place = f"{path} span {number}"
        if not isinstance(item, dict) or not {"start_word", "end_word", "sentence"} <= item.keys():
            raise AlignmentError(
                f'{place}: expected {{"start_word": .., "end_word": .., "sentence": ..}}, found {item!r}'
            )
        start, end, sentence = item["start_word"], item["end_word"], item["sentence"]
        if not all(type(value) is int for value in (start, end)) or not (sentence is None or type(sentence) is int):
            raise AlignmentError(f"{place}: expected whole numbers, found {item!r}")
        if not 0 <= start < end <= n_words:
            raise AlignmentError(f"{place}: {start}:{end} is not within the {n_words} words of the transcript")
        if sentence is not None and not 0 <= sentence < len(lines):
            raise AlignmentError(f"{place}: sentence {sentence} is not among the {len(lines)} lines of {sentences}")
        for other, earlier in enumerate(spans):
            if start < earlier.end_word and earlier.start_word < end:
                raise AlignmentError(
                    f"{place}: {start}:{end} overlaps {earlier.start_word}:{earlier.end_word} of span {other}; "
                    "a word has one sentence"
                )
        spans.append(FixedSpan(start, end, sentence))
    return spans
