"""All engines that align, on all development texts: strict and lax F1, calibration, and processor time, in one table.

    python benchmarks/development.py [--data ../shared/data] [--only TEXT_OR_ENGINE ...] [--old ../older/checkout]
                                     [--tenths] [--calibration]

A bead is right when gold has the same bead; a spoken word when gold gives it the same sentence (`hmm`: the share that
is right instead of F1). Intervals are of 95%, drawing documents again, or stretches of 50 gold beads of a text that is
one document. ECE is the expected calibration error of all confidences in tenths; "chance" is what it would be on
average if each confidence were exactly right, so a smaller error cannot be told from none. With --old the other
checkout is scored too, and the difference of each figure is printed with its interval (the same documents are drawn
for both). --tenths prints confidence and share right of each tenth. --calibration prints a
second table: the ECE of the engine's own posteriors, of its calibration as it is, and of one of the same form that all
other texts choose; beside it, where that is above .05, the error below which 95% of samples stay whose confidences are
exactly right; the share right of what has a posterior of .99 and more, with its interval (Wilson); and,
after the first 500 links were judged as in a project, how many of the rest reach a confidence of .99, and how many of
those are wrong. Below it stand the numbers that all texts choose. Texts that are not at hand are left out; our own
samples always are there, and too clean and too small to say much. Sentence vectors are those of the extra `use`.

Settings are chosen on these texts, so a figure here favours the engine. What engines do on texts that nothing was
chosen on, as others have measured or published it, is printed below the table and in docs/lexical.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
#: Gold beads of a stretch, for texts that are one document.
STRETCH = 50
Bead = tuple[tuple[int, ...], tuple[int, ...]]
#: A proposed bead, its confidence or None, and the posterior before it was calibrated.
Proposal = tuple[list[int], list[int], float | None, float]
#: For `hmm`: the confidence of a word, whether it is right, and the row of the table that it is in.
Word = tuple[float, bool, int]

#: Texts that nothing here was chosen on: strict and lax F1 as others measured or published them.
OUTSIDE = (
    ("Chinese-English novels, 24 chapters", "Bertalign, published (Liu and Zhu 2023)", .915, .997),
    ("", "vecAlign with LaBSE, published (the same)", .886, .995),
    ("", "lexical 1.2, measured by others", .865, .985),
    ("", "lexical with a prototype of richer boundaries, measured by others", .892, .988),
    ("", "the same with sentence vectors, measured by others", .905, .994),
    ("German-French, Bleualign's test set", "vecAlign with LASER, published (Thompson and Koehn 2019)", .902, .986),
    ("", "lexical 1.2, measured by others", .909, .974),
    ("", "lexical with a prototype of richer boundaries, measured by others", .906, .973),
    ("", "the same with sentence vectors, measured by others", .909, .976),
    ("English-Japanese interpretation", "lexical 1.2, measured by others", .735, .978),
    ("", "lexical with a prototype of richer boundaries, measured by others", .735, .978),
    ("", "the same with sentence vectors, measured by others", .783, .982),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Document:
    source: list[str]
    target: list[str]
    gold: list[Bead]


@dataclass(frozen=True, slots=True)
class Text:
    """embeddings : files of the overlaps of both sides and their vectors, for vecAlign; or None."""

    name: str
    languages: tuple[str, str]
    documents: list[Document]
    embeddings: Path | None = None


def texts(data: Path) -> Iterator[Text]:
    """The development texts that are at hand."""
    from tests.alignment.lexical_samples import ENGLISH, ENGLISH_GERMAN, GERMAN, JAPANESE, TALK, english_japanese

    yield Text("own, en-de", ("en", "de"), [Document(ENGLISH, GERMAN, ENGLISH_GERMAN)])
    yield Text("own, en-ja", ("en", "ja"), [Document(TALK, JAPANESE, english_japanese())])
    for name, languages, folders in (
        ("MAC-Dev, zh-en", ("zh", "en"), sorted((data / "mac-dev").glob("*"))),
        ("Bible, en-zh", ("en", "zh"), [data / "bible"]),
        ("Steinbeck, hu-en", ("hu", "en"), [data / "hu-steinbeck"]),
        ("dtm, hu-en", ("hu", "en"), [data / "hu-dtm"]),
        ("talks, manual, en-ja", ("en", "ja"), sorted((data / "ahc-si" / "docs" / "manual").glob("*"))),
        ("talks, gaps, en-ja", ("en", "ja"), sorted((data / "ahc-si" / "docs" / "gaps").glob("*"))),
    ):
        files = [[folder / name for name in ("src.txt", "tgt.txt", "gold.txt")] for folder in folders]
        if files and all(path.is_file() for each in files for path in each):
            yield Text(name, languages, [Document(lines(s), lines(t), beads(gold)) for s, t, gold in files])
    folder = data / "bleualign"
    if folder.is_dir():
        document = Document(lines(folder / "dev.de"), lines(folder / "dev.fr"), beads(folder / "dev.defr"))
        yield Text("Bleualign, de-fr", ("de", "fr"), [document], data / "golden" / "vecalign")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def beads(path: Path) -> list[Bead]:
    from alignment.vecalign.bead_format import parse_beads

    return parse_beads(lines(path), path.name)


def of_lexical(text: Text, **more: Any) -> list[Any]:
    from alignment.bitext import align
    from alignment.lexical import Dictionary, PriorKnowledge

    # An empty dictionary, so that none is taken where it happens to be installed.
    known = PriorKnowledge(*text.languages, dictionary=Dictionary({}, "none"))
    return [align(each.source, each.target, engine="lexical", known=known, **more) for each in text.documents]


def of_vectors(text: Text) -> list[Any] | None:
    """With vectors by the encoder that the engine takes by itself, where it is installed."""
    from alignment import bitext

    # An older checkout may have none.
    name = bitext.vector_encoder(*text.languages) if hasattr(bitext, "vector_encoder") else None
    return of_lexical(text, unit_vectors=bitext.EncoderChoice(name)) if name else None


def of_lengths(text: Text) -> list[Any]:
    from alignment.bitext import align

    return [align(each.source, each.target, engine="lengths") for each in text.documents]


def of_vecalign(size: int) -> Callable[[Text], list[Any] | None]:
    """With the embeddings that are at hand: of machine translations, weaker than those of an encoder."""

    def run(text: Text) -> list[Any] | None:
        from alignment.bitext import align
        from alignment.vecalign import Embeddings, VecalignOptions

        if text.embeddings is None:
            return None
        arrays = np.load(text.embeddings / "dev.mt.npz")
        embeddings = tuple(
            Embeddings.from_arrays(lines(text.embeddings / f"dev.overlaps.{side}"), arrays[side].astype(np.float32))
            for side in ("de", "fr")
        )
        options = VecalignOptions(alignment_max_size=size)
        return [align(each.source, each.target, embeddings=embeddings, options=options) for each in text.documents]

    return run


def of_encoder(size: int) -> Callable[[Text], list[Any] | None]:
    """With the encoder of the extra `use`, where it is installed and knows the languages."""

    def run(text: Text) -> list[Any] | None:
        from alignment.bitext import EncoderChoice, align, vector_encoder
        from alignment.vecalign import VecalignOptions

        if vector_encoder(*text.languages) is None:
            return None
        more: dict[str, Any] = {"encoder": EncoderChoice("use"), "options": VecalignOptions(alignment_max_size=size)}
        return [align(each.source, each.target, **more) for each in text.documents]

    return run


#: What aligns the documents of a text; None where it cannot.
ENGINES: dict[str, Callable[[Text], list[Any] | None]] = {
    "lexical": of_lexical,
    "lexical, vectors": of_vectors,
    "lengths": of_lengths,
    "vecalign, A = 4": of_vecalign(4),
    "vecalign, A = 8": of_vecalign(8),
    "vecalign use, A = 4": of_encoder(4),
    "vecalign use, A = 8": of_encoder(8),
}


def table_4(data: Path) -> Iterator[tuple[str, list[Word]]]:
    """The words of the paper's Table 4 that people judged, by the talk model."""
    from alignment.hmm import HmmOptions, PaperSentence, align_talk
    from alignment.vectors import load_vectors

    if not (data / "table4").is_dir():
        return
    table = json.loads((data / "table4" / "table4.json").read_text(encoding="utf-8"))
    words = [word for row in table["rows"] for word in row["asr"].split()]
    of_row = [number for number, row in enumerate(table["rows"]) for _ in row["asr"].split()]
    truth = [row["sentence"] if row["mark"] == "yes" else None for row in table["rows"]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vec100.txt"
        path.write_bytes(gzip.decompress((data / "golden" / "talksumm" / "vec100.txt.gz").read_bytes()))
        for name, vectors in (("hmm", load_vectors(path)), ("hmm, no vectors", None)):
            sentences = [PaperSentence(text) for text in table["sentences"]]
            run = align_talk(sentences, words, vectors=vectors, options=HmmOptions())
            answers = zip(run.word_confidence, run.path, run.kept, strict=True)
            yield (
                name,
                [
                    (float(chance), sentence == truth[of_row[word]], of_row[word])
                    for chance, sentence, word in answers
                    if truth[of_row[word]] is not None
                ],
            )


@dataclass(slots=True)
class Scored:
    """What a figure is computed from. sums : a row for each part that is drawn, see `figures`.

    posteriors : of the beads in `answers`; empty for engines that are not calibrated.
    """

    engine: str
    text: str
    sums: Any
    answers: list[tuple[float, bool]] = field(default_factory=list)
    seconds: float = 0.0
    posteriors: list[float] = field(default_factory=list)


def scored(engine: str, text: Text, proposals: list[list[Proposal]], seconds: float) -> Scored:
    from alignment.metrics.beads import count_beads_by_gold

    parts: list[Any] = []
    result = Scored(engine, text.name, None, seconds=seconds)
    for document, proposed in zip(text.documents, proposals, strict=True):
        test = [(tuple(source), tuple(target)) for source, target, *_ in proposed]
        rows = count_beads_by_gold(document.gold, test)
        if len(text.documents) > 1:
            parts.append(rows.sum(axis=0))
        else:
            parts += [rows[first : first + STRETCH].sum(axis=0) for first in range(0, len(rows), STRETCH)]
        right = set(document.gold)
        for bead, (_, _, chance, posterior) in zip(test, proposed, strict=True):
            if chance is not None:
                result.answers.append((chance, bead in right))
                result.posteriors.append(posterior)
    result.sums = np.asarray(parts)
    return result


def of_words(engine: str, words: list[Word]) -> Scored:
    """The share of words that are right, as if a word were a bead that is right strictly and laxly."""
    rows = np.zeros((1 + max(row for *_, row in words), 6))
    for _, right, row in words:
        rows[row] += [right, right, 1, right, right, 1]
    return Scored(engine, "Table 4", rows[rows[:, 2] > 0], [(chance, right) for chance, right, _ in words])


def measured(root: Path, args: argparse.Namespace) -> list[Scored]:
    """Every engine of the checkout at `root` on every text, in a process of its own on one thread."""
    command = [sys.executable, __file__, "--data", str(args.data), "--child", str(root), "--only", *args.only]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=os.environ | threads)
    by_name = {text.name: text for text in texts(args.data)}
    results: list[Scored] = []
    for line in done.stdout.splitlines():
        engine, name, answers, seconds = json.loads(line)
        results.append(scored(engine, by_name[name], answers, seconds) if name else of_words(engine, answers))
    return results


def measure(args: argparse.Namespace) -> None:
    """In the child: a line of JSON for each engine and text."""
    for text in texts(args.data):
        for engine, run in ENGINES.items():
            if not _wanted(args.only, engine, text.name):
                continue
            begun = time.process_time()
            alignments = run(text)
            if alignments is not None:
                seconds = time.process_time() - begun
                proposals = [
                    [
                        (bead.source, bead.target, chance, bead.features.get("posterior", chance))
                        for bead in alignment.beads
                        for chance in [bead.confidence]
                    ]
                    for alignment in alignments
                ]
                print(json.dumps([engine, text.name, proposals, seconds]), flush=True)
    if _wanted(args.only, "hmm", "Table 4"):
        for engine, words in table_4(args.data):
            print(json.dumps([engine, "", words, 0.0]), flush=True)


def _wanted(only: Sequence[str], engine: str, text: str) -> bool:
    """With names of both, an engine and a text have to be among them."""
    engines = [name for name in only if any(name in each for each in (*ENGINES, "hmm"))]
    others = [name for name in only if name not in engines]
    return (not engines or engine in engines) and (not others or any(name in text for name in others))


class _Figure:
    def __init__(self, of: Callable[[Any], Any]) -> None:
        self.value_of = of


class _Difference:
    """Of a figure of the first six sums and of the next six."""

    def __init__(self, of: Callable[[Any], Any]) -> None:
        self._of = of

    def value_of(self, sums: Any) -> Any:
        return self._of(sums[..., :6]) - self._of(sums[..., 6:])


def print_table(results: list[Scored], before: list[Scored], tenths: bool) -> None:
    from alignment.metrics.beads import lax_f1, strict_f1
    from alignment.metrics.calibration import calibration, expected_error

    earlier = {(each.engine, each.text): each for each in before}
    print(
        f"{'text':<21} {'engine':<19} {'strict F1':<18} {'lax F1':<18} {'n':>5} {'ECE':>5} {'chance':>6} {'CPU s':>6}"
    )
    for each in results:
        figures = [_with_interval(_Figure(of), each.sums) for of in (strict_f1, lax_f1)]
        # Of confidences that are shown.
        of_tenths = calibration(*zip(*each.answers, strict=True)) if each.answers else None
        chance = _short(expected_error([confidence for confidence, _ in each.answers])) if of_tenths else "-"
        cells = [
            *figures,
            f"{len(each.answers):5d}",
            f"{_short(of_tenths.error) if of_tenths else '-':>5}",
            f"{chance:>6}",
            f"{each.seconds:6.1f}",
        ]
        print(f"{each.text:<21} {each.engine:<19}", *cells)
        if tenths and of_tenths:
            for item in of_tenths.bins:
                shares = f"{item.mean_probability:.2f} {item.share_right:.2f}"
                print(f"    {item.low:.1f}-{item.high:.1f} {item.count:5d} {shares}")
        if old := earlier.get((each.engine, each.text)):
            both = np.concatenate((each.sums, old.sums), axis=1)
            figures = [_with_interval(_Difference(of), both, signed=True) for of in (strict_f1, lax_f1)]
            error = "-"
            if of_tenths and old.answers:
                error = _short(of_tenths.error - calibration(*zip(*old.answers, strict=True)).error, signed=True)
            cells = [*figures, f"{error:>11}", f"{'':6}", f"{each.seconds - old.seconds:+6.1f}"]
            print(f"{'':<21} {'  more than before':<19}", *cells)
    print("\nOn texts that nothing was chosen on, from outside (strict, lax F1):")
    for text, engine, strict, lax in OUTSIDE:
        print(f"{text:<37} {engine:<66} {_short(strict)} {_short(lax)}")


#: Links that are judged before the rest is calibrated by them, as in a project.
JUDGED = 500
SUREST = 0.99
#: An error that is wanted of each text.
WANTED = 0.05
#: Numbers that a calibration may have. A lower cap would leave nothing to accept at once, from .95 on.
CAPS, SHIFTS, SLOPES = np.arange(96, 101) / 100, np.arange(-20, 21) / 10, np.arange(3, 21) / 10


def print_calibration(results: list[Scored]) -> None:
    """See the head of the module. A text weighs the same whatever its length."""
    from alignment.confidences import CALIBRATORS
    from alignment.metrics.calibration import CalibrationCounts, Calibrator, calibration, errors_by_chance

    head = f"{'text':<21} {'engine':<19} {'posterior':>9} {'as it is':>8} {'chance':>6} {'from others':>11}"
    print(
        f"\nECE; what is surest; after {JUDGED} links were judged\n{head}  {'right from .99 on':<28} reach .99, wrong"
    )
    judged = [each for each in results if each.posteriors and not each.text.startswith("own")]
    own_of = {each.engine: CALIBRATORS[_calibrated_as(each.engine)] for each in judged}
    limits, grids = [], []
    for each in judged:
        chance = errors_by_chance([own_of[each.engine](posterior) for posterior in each.posteriors])
        limits.append(max(WANTED, float(np.quantile(chance, 0.95))))
        grids.append(errors_on_grid(each.posteriors, [verdict for _, verdict in each.answers]))
    n_met = 0
    for number, each in enumerate(judged):
        right = [verdict for _, verdict in each.answers]
        own, others = own_of[each.engine], _same(judged, each.engine, but=each.text)
        errors = [
            calibration([calibrator(posterior) for posterior in each.posteriors], right).error
            for calibrator in (Calibrator(), own)
        ]
        n_met += errors[1] <= limits[number]
        cells = [f"{_short(errors[0]):>9}", f"{_short(errors[1]):>8}"]
        cells.append(f"{_short(limits[number]) if limits[number] > WANTED else '':>6}")
        place = chosen([grids[one] for one in others], [limits[one] for one in others]) if others else None
        cells.append(f"{_short(float(grids[number][place])) if place else '-':>11}")
        surest = [verdict for posterior, verdict in zip(each.posteriors, right, strict=True) if posterior >= SUREST]
        low, high = wilson(sum(surest), len(surest))
        cells.append(f" {sum(surest):5d} of {len(surest):5d} [{_short(low)}, {_short(high)}]")
        if len(right) > 2 * JUDGED:
            first = CalibrationCounts.of(each.posteriors[:JUDGED], right[:JUDGED], 100)
            later = own.refitted(first)
            rest = zip(each.posteriors[JUDGED:], right[JUDGED:], strict=True)
            reach = [verdict for posterior, verdict in rest if later(posterior) >= SUREST]
            cells.append(f" {len(reach):5d} {len(reach) - sum(reach):4d}")
        print(f"{each.text:<21} {each.engine:<19}", *cells)
    print(f"at most {_short(WANTED)}, or no more than exact probabilities may have: {n_met} of {len(judged)}")
    for name in dict.fromkeys(_calibrated_as(each.engine) for each in judged):
        of = [number for number, each in enumerate(judged) if _calibrated_as(each.engine) == name]
        place = chosen([grids[one] for one in of], [limits[one] for one in of])
        numbers = ", ".join(f"{values[at]:g}" for values, at in zip((CAPS, SHIFTS, SLOPES), place, strict=True))
        print(f"cap, shift, slope that these texts choose for {name}: {numbers}; now {CALIBRATORS[name].signature()}")


def _calibrated_as(engine: str) -> str:
    """Its name in CALIBRATORS."""
    return {"lexical, vectors": "lexical with vectors"}.get(engine, engine.split(",")[0])


def _same(judged: list[Scored], engine: str, *, but: str) -> list[int]:
    """Where the other texts of what has the same calibration are."""
    name = _calibrated_as(engine)
    one = [n for n, each in enumerate(judged) if _calibrated_as(each.engine) == name]
    # Talks with gaps are the same talks.
    return [n for n in one if judged[n].text.split(",")[0] != but.split(",")[0]]


def errors_on_grid(posteriors: Sequence[float], right: Sequence[bool]) -> Any:
    """Shape (caps, shifts, slopes): the ECE of each calibration; posteriors are rounded to three digits."""
    from alignment.metrics.calibration import Calibrator

    values, places = np.unique(np.round(np.asarray(posteriors, dtype=np.float64), 3), return_inverse=True)
    n = np.bincount(places)
    n_right = np.bincount(places, np.asarray(right, dtype=np.float64))
    errors = np.empty((len(CAPS), len(SHIFTS), len(SLOPES)))
    for place in np.ndindex(errors.shape):
        stated = Calibrator(float(CAPS[place[0]]), float(SHIFTS[place[1]]), float(SLOPES[place[2]])).of_all(values)
        bins = np.minimum((stated * 10).astype(np.int64), 9)
        errors[place] = np.abs(np.bincount(bins, n * stated - n_right, minlength=10)).sum() / n.sum()
    return errors


def chosen(grids: Sequence[Any], limits: Sequence[float]) -> tuple[int, ...]:
    """Where on the grid the errors exceed their limits least, taken together; among equals, the least mean error."""
    errors = np.asarray(grids)
    above = np.maximum(errors - np.asarray(limits)[:, None, None, None], 0.0).sum(axis=0)
    return tuple(int(at) for at in np.unravel_index(int(np.argmin(1000 * above + errors.mean(axis=0))), above.shape))


def wilson(n_right: int, n: int) -> tuple[float, float]:
    """The interval of 95% of a share (Wilson 1927); from 0 to 1 for none."""
    z2 = 1.96**2
    middle, half = n_right + z2 / 2, 1.96 * (n_right * (n - n_right) / max(n, 1) + z2 / 4) ** 0.5
    return max(0.0, (middle - half) / (n + z2)), min(1.0, (middle + half) / (n + z2))


def _with_interval(figure: _Figure | _Difference, parts: Any, *, signed: bool = False) -> str:
    from alignment.metrics.intervals import interval

    limits, value = (
        interval(figure, parts, scale="any" if signed else "share"),
        float(figure.value_of(parts.sum(axis=0))),
    )
    ends = f"[{_short(limits[0], signed=signed)}, {_short(limits[1], signed=signed)}]" if limits else ""
    return f"{_short(value, signed=signed)} {ends:<13}"


def _short(value: float, *, signed: bool = False) -> str:
    text = f"{value:+.3f}" if signed else f"{value:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from tests.data import DATA

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", nargs="*", default=[], help="engines, and parts of names of texts")
    parser.add_argument("--old", type=Path, help="another checkout, to compare with")
    parser.add_argument("--tenths", action="store_true", help="print each tenth of the confidences too")
    parser.add_argument("--calibration", action="store_true", help="print what calibration is worth on unseen texts")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child is not None:
        sys.path.insert(0, str(args.child))
        measure(args)
        return
    before = measured(args.old, args) if args.old else []
    results = measured(ROOT, args)
    print_table(results, before, args.tenths)
    if args.calibration:
        print_calibration(results)


if __name__ == "__main__":
    main()
