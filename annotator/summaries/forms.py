"""Summaries as files: their sentences, JSON lines, TalkSumm's form, the alignment table of Lev et al. 2019; ROUGE; and
figures on slides.

A table is guarded against formulas as every table is (`tsv.cell`); the other forms have the texts unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alignment.slides.evaluation import fits
from annotator.platform.writers import table


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """n_words : spoken on it. importance : their share of all words that were spoken on sentences."""

    position: int
    text: str
    section: str
    n_words: int
    rank: int
    importance: float


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A stretch of the talk. corrected : None where nobody corrected it. is_right : None while nobody judged it."""

    position: int
    sentence: str
    words: str
    corrected: str | None
    start_seconds: float | None
    end_seconds: float | None
    n_words: int
    confidence: float | None
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class SummaryFile:
    """What is written of one talk. sentences : in the order asked for. rows : in the order of the talk."""

    pair_id: int
    title: str
    paper_id: str
    engine: str
    signature: str
    run: int
    review: int | None
    length_kind: str
    length_value: float
    sentences: tuple[SummarySentence, ...] = ()
    rows: tuple[AlignedRow, ...] = ()


CONTENT_TYPES = {
    "text": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
    "talksumm": "text/tab-separated-values; charset=utf-8",
    "table4": table.CONTENT_TYPE,
    "table4-jsonl": "application/x-ndjson; charset=utf-8",
}
EXTENSIONS = {"text": "txt", "jsonl": "jsonl", "talksumm": "tsv", "table4": "csv", "table4-jsonl": "jsonl"}
#: Forms that say the alignment of the talk, of which a summary is no part.
OF_ALIGNMENT = frozenset({"table4", "table4-jsonl"})
TABLE4_COLUMNS = (
    "pair_id", "pair", "engine", "run", "review", "sentence_id", "sentence", "recognised", "corrected",
    "start_seconds", "end_seconds", "words", "confidence", "right",
)  # fmt: skip


def lines(files: Iterable[SummaryFile], form: str, *, titled: bool) -> Iterator[str]:
    """The lines of a file. titled : several talks are in it, and in plain forms each begins with its title."""
    match form:
        case "table4":
            yield from table.lines(_table4(files))
        case "table4-jsonl":
            for file in files:
                yield from (_json(dict(zip(TABLE4_COLUMNS, cells, strict=True))) for cells in _cells(file))
        case "jsonl":
            for file in files:
                yield _json(_record(file))
        case _:
            for number, file in enumerate(files):
                if titled:
                    yield f"{'' if number == 0 else chr(10)}# {_one_line(file.title)}\n"
                for one in file.sentences:
                    before = "" if form == "text" else f"{one.position}\t{one.n_words}\t"
                    yield f"{before}{_one_line(one.text)}\n"


def _record(file: SummaryFile) -> dict[str, Any]:
    return {
        "pair_id": file.pair_id,
        "pair": file.title,
        "paper_id": file.paper_id,
        "engine": file.engine,
        "engine_signature": file.signature,
        "run": file.run,
        "review": file.review,
        "length": {"kind": file.length_kind, "value": file.length_value},
        "sentences": [
            {
                "sentence_id": one.position,
                "rank": one.rank,
                "words": one.n_words,
                "importance": round(one.importance, 6),
                "section": one.section,
                "text": one.text,
            }
            for one in file.sentences
        ],
    }


def _table4(files: Iterable[SummaryFile]) -> Iterator[list[Any]]:
    yield list(TABLE4_COLUMNS)
    for file in files:
        yield from _cells(file)


def _cells(file: SummaryFile) -> Iterator[list[Any]]:
    for row in file.rows:
        yield [
            file.pair_id, file.title, file.engine, file.run, file.review, row.position, row.sentence, row.words,
            row.corrected, row.start_seconds, row.end_seconds, row.n_words, row.confidence,
            None if row.is_right is None else "yes" if row.is_right else "no",
        ]  # fmt: skip


def _json(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


_FIGURES = ("mean", "low", "high", "p", "least_p")


def rouge_table(rows: Iterable[Any], metrics: Sequence[str], signature: str) -> Iterator[list[Any]]:
    """ROUGE scores as cells: for each system and metric the mean, its interval, and p, rounded; how they were computed.

    rows : of a `RougeTable`. p is that of the test against the best of the column, and empty for that one.
    """
    yield ["system", "n_papers", "n_words", *(f"{name}_{part}" for name in metrics for part in _FIGURES), "signature"]
    for row in rows:
        figures = [_rounded(row.figures[name].get(part)) for name in metrics for part in _FIGURES]
        yield [row.label, row.n_papers, round(row.n_words, 1), *figures, signature]


def _rounded(value: float | None) -> float | None:
    """As many digits as a p needs, and more than a score does."""
    return None if value is None else round(value, 4)


def slides_figures(rows: Iterable[Any], names: Sequence[str]) -> Iterator[list[Any]]:
    """Figures on talks with slides as cells: of each method, and of each figure the value and its interval.

    rows : of a `SlidesTable`, of one task. Where a method could not run, `why` says so and its cells are empty.
    """
    yield ["method", "n_talks", *(f"{name}_{part}" for name in names for part in _LIMITS), "why"]
    for row in rows:
        figures = [row.figures[name][part] if row.figures else None for name in names for part in _LIMITS]
        yield [row.label, row.n_talks, *figures, row.why]


_LIMITS = ("value", "low", "high")


def slides_cuts(talks: Iterable[Any], rows: Sequence[Any]) -> Iterator[list[Any]]:
    """Where the slides of each talk of a `SlidesTable` change, and where each method of `rows` has them change.

    sentence : which begins a segment, from 0. fit : ``exact``, ``near`` or ``wrong``; empty for the slides themselves.
    """
    yield ["pair_id", "pair", "video", "method", "sentence", "fit"]
    for talk in talks:
        about = [talk.pair_id, talk.pair.title, talk.video]
        yield from ([*about, "", at, ""] for at in talk.boundaries)
        for row in rows:
            cuts = talk.scores.get(row.method, {}).get("cuts", [])
            yield from ([*about, row.label, *cut] for cut in zip(cuts, fits(cuts, talk.boundaries), strict=True))


#: From this p on, a system is not told apart from the best of a column.
LEVEL = 0.05


def is_among_best(figure: Mapping[str, Any]) -> bool:
    """Whether a figure is the best of its column, or a paired test does not tell it from that."""
    return figure["p"] is None or figure["p"] >= LEVEL


def per_cent(figure: Mapping[str, Any]) -> str:
    """``66.9``: as ROUGE is reported, rounded."""
    return f"{100 * figure['mean']:.1f}"


def rouge_to_paste(rows: Iterable[Any], heads: Mapping[str, str], form: str, caption: str) -> str:
    """ROUGE scores as a table for a paper, ``markdown`` or ``latex``: in per cent, the best of a column in bold, and a
    star at what a paired test does not tell from it.

    rows : of a `RougeTable`. heads : of the columns, by metric. caption : what is below the table.
    """
    rows = list(rows)
    best = {name: max((row.figures[name]["mean"] for row in rows), default=0.0) for name in heads}
    bold, line, escape = (
        ("**{}**", "| {} |", _in_markdown) if form == "markdown" else ("\\textbf{{{}}}", "{} \\\\", in_latex)
    )
    between = " | " if form == "markdown" else " & "

    def cell(row: Any, name: str) -> str:
        figure = row.figures[name]
        if figure["mean"] == best[name]:
            return bold.format(per_cent(figure))
        star = ("\\*" if form == "markdown" else "$^{*}$") if is_among_best(figure) else ""
        return per_cent(figure) + star

    body = [["System", "Papers", "Words", *heads.values()]]
    body += [
        [escape(row.label), f"{row.n_papers:,}", f"{row.n_words:.0f}", *(cell(row, name) for name in heads)]
        for row in rows
    ]
    head, *written = [line.format(between.join(cells)) for cells in body]
    below = escape(caption)
    if form == "markdown":
        rule = line.format(between.join(["---", *["---:"] * (len(heads) + 2)]))
        return "\n".join([head, rule, *written, "", below, ""])
    begin = [f"\\begin{{tabular}}{{l{'r' * (len(heads) + 2)}}}", "\\hline", head, "\\hline"]
    return "\n".join([*begin, *written, "\\hline", "\\end{tabular}", f"% {below}", ""])


_LATEX = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"} | {
    character: f"\\{character}" for character in "&%$#_{}"
}


def in_latex(text: str) -> str:
    """Text with what LaTeX would read as a command written out, in one line."""
    return "".join(_LATEX.get(character, character) for character in _one_line(text))


def _in_markdown(text: str) -> str:
    return re.sub(r"([\\|*_`<\[])", r"\\\1", _one_line(text))
