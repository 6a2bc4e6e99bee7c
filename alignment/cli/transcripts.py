"""``transcripts``: two transcripts of a recording, compared, masked, filled; the written form; paper sentences."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from alignment.cli import print_report, read_json, read_lines, terminal_progress
from alignment.transcripts import rare_words as rare
from alignment.transcripts.words import Word, check_words, joined
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.metrics.error_rates import ErrorRate

_EPILOG = """\
A transcript is JSON, a list of {"word": ..., "start": ..., "end": ...} in seconds, or lines of
start<TAB>end<TAB>word. Positions of words count from 0, and ranges leave their end out.
fill takes the masks that mask --json wrote and a line for each of them: a, b, =TEXT, or nothing where nothing was
said; it prints the words as JSON."""

EXAMPLE = "mask a.json b.json --json masks.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")

    comparison = commands.add_parser("compare", help="error rates of B against A, along the talk too")
    _two(comparison)
    comparison.add_argument("--rare", metavar="FILE", help="rare words, one a line: the biased error rate too")
    comparison.add_argument("--window", type=float, default=60.0, metavar="SECONDS", help="(%(default)s)")

    mask = commands.add_parser("mask", help="A with [???] where B differs")
    _two(mask)
    mask.add_argument("--join", type=int, default=0, metavar="N", help="masks with N equal words between are one (0)")
    mask.add_argument("--forgive-pauses", action="store_true", help="no mask for uh, um and the like alone")

    filling = commands.add_parser("fill", help="the transcript that answers give")
    _two(filling)
    filling.add_argument("--masks", required=True, metavar="FILE", help="what mask --json wrote")
    filling.add_argument("--answers", required=True, metavar="FILE", help="a line for each mask")

    written = commands.add_parser("write", help="the written form of spoken lines")
    written.add_argument("text", metavar="FILE", help="a text a line")
    written.add_argument("--names-of", action="append", default=[], metavar="FILE", help="slides and papers with names")
    written.add_argument("--language", default="en", metavar="TAG", help="(%(default)s)")

    words = commands.add_parser("rare", help="words of slides and papers that are not common")
    words.add_argument("texts", nargs="+", metavar="FILE", help="slides and papers")
    words.add_argument("--common-of", nargs="+", metavar="FILE", help="texts whose most frequent words are common")
    words.add_argument("--common", type=int, default=rare.N_COMMON, metavar="N", help="common words (%(default)s)")
    words.add_argument("--language", default="en", metavar="TAG", help="(%(default)s)")

    related = commands.add_parser("related", help="sentences of a paper that belong to what was said")
    related.add_argument("--said", required=True, metavar="FILE", help="what was said on each slide, one a line")
    related.add_argument("--paper", required=True, metavar="FILE", help="a sentence a line")
    related.add_argument("--method", choices=("tf-idf", "vectors"), default="tf-idf")
    related.add_argument("--vectors", metavar="FILE", help="word vectors, for the method of that name")
    related.add_argument("--threshold", type=float, metavar="X",
        help="tf-idf 0.3, vectors 0.88")  # fmt: skip
    related.add_argument("--most", type=int, default=3, metavar="N", help="for each (%(default)s)")
    for each in commands.choices.values():
        each.add_argument("--json", metavar="OUT", help="write JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    commands = {
        "compare": _compare, "mask": _mask, "fill": _fill, "write": _write, "rare": _rare, "related": _related
    }  # fmt: skip
    text, report = commands[args.what](args)
    print_report(text, report, args.json)
    return 0


def read_words(path: str) -> list[Word]:
    """The words of a file; see the command's help. Raises AlignmentError naming the file and the word or line."""
    words: list[Word] = []
    if path.endswith(".json"):
        items = read_json(path, "a list of words")
        if not isinstance(items, list):
            raise AlignmentError(f"{path}: expected a list of words")
        for number, item in enumerate(items, start=1):
            fields = item if isinstance(item, dict) else {}
            text, start, end = fields.get("word"), fields.get("start"), fields.get("end")
            if not (isinstance(text, str) and isinstance(start, int | float) and isinstance(end, int | float)):
                raise AlignmentError(f"{path}: word {number} is {json.dumps(item)[:60]}; expected word, start and end")
            words.append(Word(text, start, end))
    else:
        for number, line in enumerate(read_lines(path), start=1):
            cells = line.split("\t", 2)
            try:
                start, end, text = float(cells[0]), float(cells[1]), cells[2]
            except (ValueError, IndexError) as error:
                raise AlignmentError(f"{path} line {number}: {line[:40]!r}; expected start<TAB>end<TAB>word") from error
            words.append(Word(text, start, end))
    check_words(words, path)
    return words


def words_report(words: Sequence[Word]) -> list[dict[str, Any]]:
    """Words as JSON has them."""
    return [{"word": word.text, "start": word.start, "end": word.end} for word in words]


def _two(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a transcript; for compare the reference")
    parser.add_argument("b", metavar="B", help="another one of the same recording")
    parser.add_argument("--language", default="en", metavar="TAG", help="of both (%(default)s)")


def _compare(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.transcripts.comparison import compare

    words = [line.strip() for line in read_lines(args.rare) if line.strip()] if args.rare else None
    result = compare(
        read_words(args.a), read_words(args.b), language=args.language, rare_words=words, window_seconds=args.window
    )
    rates = {"wer": result.words, "cer": result.characters} | ({"bwer": result.rare} if result.rare else {})
    lines = [f"{'':<5} {'rate':>8} {'units':>8} {'S':>6} {'D':>6} {'I':>6}"]
    for name, s in rates.items():
        lines.append(f"{name:<5} {s.rate:8.4f} {s.units:8} {s.substitutions:6} {s.deletions:6} {s.insertions:6}")
    lines += [f"{each.start:8g} s {each.rate.rate:8.4f}" for each in result.along]
    return "\n".join(lines), {
        "normaliser": result.normaliser,
        **{name: _rate_report(rate) for name, rate in rates.items()},
        "along": [{"start": each.start, "end": each.end, **_rate_report(each.rate)} for each in result.along],
    }


def _rate_report(rate: ErrorRate) -> dict[str, Any]:
    return {
        "rate": rate.rate if math.isfinite(rate.rate) else None,
        "units": rate.units,
        "substitutions": rate.substitutions,
        "deletions": rate.deletions,
        "insertions": rate.insertions,
    }


def _mask(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.transcripts.disagreement import PAUSES, MaskOptions, find_masks, masked_text, reading

    a, b = read_words(args.a), read_words(args.b)
    options = MaskOptions(args.join, PAUSES if args.forgive_pauses else frozenset())
    masks = find_masks(a, b, language=args.language, options=options)
    return masked_text(a, masks), [
        {
            "a_range": list(mask.a_range), "b_range": list(mask.b_range), "start": mask.start, "end": mask.end,
            "a": reading(a, mask.a_range), "b": reading(b, mask.b_range),
        }
        for mask in masks
    ]  # fmt: skip


def _fill(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.transcripts.disagreement import Mask, fill, reading

    a, b = read_words(args.a), read_words(args.b)
    items = read_json(args.masks, "what mask --json wrote")
    try:
        masks = [Mask(tuple(x["a_range"]), tuple(x["b_range"]), float(x["start"]), float(x["end"])) for x in items]
        if not all(type(at) is int for mask in masks for at in (*mask.a_range, *mask.b_range)):
            raise TypeError
    except (TypeError, KeyError, ValueError) as error:
        raise AlignmentError(f"{args.masks}: expected what mask --json wrote") from error
    lines = read_lines(args.answers)
    if len(lines) != len(masks):
        raise AlignmentError(f"{args.answers}: {len(lines)} lines for {len(masks)} masks; expected one for each")
    answers: list[str] = []
    for number, (line, mask) in enumerate(zip(lines, masks, strict=True), start=1):
        if line.startswith("=") or not line.strip():
            answers.append(line.strip()[1:])
        elif line.strip() in ("a", "b"):
            answers.append(reading(a, mask.a_range) if line.strip() == "a" else reading(b, mask.b_range))
        else:
            raise AlignmentError(f"{args.answers} line {number}: {line[:40]!r}; expected a, b, =TEXT or nothing")
    words = fill(a, b, masks, answers, language=args.language)
    return json.dumps(words_report(words), ensure_ascii=False, indent=1), words_report(words)


def _write(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.transcripts.inverse_normalisation import write, written_names

    names = written_names([line for path in args.names_of for line in read_lines(path)], args.language)
    forms = [write(line.split(), args.language, names=names) for line in read_lines(args.text)]
    return "\n".join(form.text for form in forms), [
        [{"text": word.text, "spoken": list(word.spoken), "rule": word.rule} for word in form.words] for form in forms
    ]


def _rare(args: argparse.Namespace) -> tuple[str, Any]:
    if args.common_of:
        lines = [line for path in args.common_of for line in read_lines(path)]
        common = rare.most_frequent(lines, args.common, language=args.language)
    else:
        common = rare.common_words(args.language, args.common)
    texts = [joined(read_lines(path)) for path in args.texts]
    words = rare.rare_words(texts, common, language=args.language)
    return "\n".join(words), words


def _related(args: argparse.Namespace) -> tuple[str, Any]:
    from alignment.transcripts.related import related_sentences
    from alignment.vectors import load_vectors

    sentences = read_lines(args.paper)
    if args.method == "vectors" and not args.vectors:
        raise AlignmentError("the method vectors needs --vectors FILE")
    with terminal_progress() as progress:
        vectors = load_vectors(args.vectors, progress=progress) if args.method == "vectors" else None
        proposals = related_sentences(
            read_lines(args.said),
            sentences,
            method=args.method,
            threshold=args.threshold,
            most=args.most,
            vectors=vectors,
        )
    lines = [
        f"{number}\t{each.similarity:.3f}\t{sentences[each.sentence]}"
        for number, own in enumerate(proposals)
        for each in own
    ]
    return "\n".join(lines), [[each._asdict() for each in own] for own in proposals]
