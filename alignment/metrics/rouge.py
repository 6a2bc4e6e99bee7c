"""ROUGE-N, ROUGE-L, ROUGE-SU4: overlap of a summary with reference summaries.

Conventions: a summary is one string. Words are runs of letters and digits, lower case; each Han or kana character is a
word. Counts are clipped: a unit counts at most as often as the reference has it. Precision, recall and F1 are in [0,
1]; where there is nothing to find or nothing was found they are 0. Scores of tasks are in per cent.

Source: Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries. Lev et al. 2019 report ROUGE-2 R and F,
ROUGE-3 F and ROUGE-SU4 F. Agrees with Google's rouge-score on English for ROUGE-N and ROUGE-L.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from alignment.metrics.porter import stem
from alignment.text import STOP_WORDS
from alignment.types import AlignmentError

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)
#: Words of up to this many letters are not stemmed, as in the original program.
_UNSTEMMED = 3


@dataclass(frozen=True, slots=True)
class RougeOptions:
    """Options of the comparison.

    stem : compare Porter stems. stop_words : leave out English function words. limit : use the first so many words.
    """

    stem: bool = False
    stop_words: bool = False
    limit: int | None = None

    def signature(self, metric: str) -> str:
        return f"{metric}|stem:{self.stem}|no_stop_words:{self.stop_words}|limit:{self.limit or 'none'}".lower()


@dataclass(frozen=True, slots=True)
class Rouge:
    """One score, with the counts it comes from."""

    precision: float
    recall: float
    f1: float
    matches: int = 0
    found: int = 0
    expected: int = 0

    @classmethod
    def of(cls, matches: int, found: int, expected: int) -> Rouge:
        precision = matches / found if found else 0.0
        recall = matches / expected if expected else 0.0
        f1 = 2 * precision * recall / (precision + recall) if matches else 0.0
        return cls(precision, recall, f1, matches, found, expected)


def rouge(
    metric: str,
    references: Sequence[str],
    summary: str,
    options: RougeOptions = RougeOptions(),
    *,
    multiple: Literal["best", "mean"] = "best",
) -> Rouge:
    """Score a summary by the name of a metric, against one or more references.

    Parameters
    ----------
    metric
        ``rouge1``, ``rouge2`` and the like: n-grams. ``rougel``: the longest common subsequence of words, each text
        read as one sentence. ``rougesu4`` and the like: single words, and pairs in order with up to 4 words between.
    references, summary
        At least one reference.
    multiple
        Of several references take the one with the best F1, or the mean of precision, recall and F1.

    Raises
    ------
    AlignmentError
        If there is no reference, or the metric is unknown.

    Examples
    --------
    >>> round(rouge("rouge2", ["the cat sat on the mat"], "the cat lay on the mat").f1, 2)
    0.6
    >>> rouge("rougel", ["the cat sat on the mat"], "on the mat the cat sat").matches
    3
    """
    return rouge_scores([metric], references, summary, options, multiple=multiple)[metric]


def rouge_scores(
    metrics: Sequence[str],
    references: Sequence[str],
    summary: str,
    options: RougeOptions = RougeOptions(),
    *,
    multiple: Literal["best", "mean"] = "best",
) -> dict[str, Rouge]:
    """Score a summary by several metrics at once, by their names; parameters and errors as for `rouge`."""
    if not references:
        raise AlignmentError("ROUGE: no reference; expected one or more")
    expected, found = [words(reference, options) for reference in references], words(summary, options)
    scores = {}
    for metric in metrics:
        score = _by_name(metric)
        each = [score(reference, found) for reference in expected]
        if multiple == "best":
            scores[metric] = max(each, key=lambda one: one.f1)
        else:
            scores[metric] = mean_rouge(each)
    return scores


def mean_rouge(scores: Sequence[Rouge]) -> Rouge:
    """The mean over summaries of precision, recall and F1 (macro average, as ROUGE reports corpora)."""
    if not scores:
        raise AlignmentError("ROUGE: no summaries to average")
    return Rouge(*(sum(getattr(one, part) for one in scores) / len(scores) for part in ("precision", "recall", "f1")))


def words(text: str, options: RougeOptions = RougeOptions()) -> list[str]:
    """The words of a text as ROUGE compares them."""
    found = _WORD.findall(text.lower())
    if options.limit is not None:
        found = found[: options.limit]
    if options.stop_words:
        found = [word for word in found if word not in STOP_WORDS]
    if options.stem:
        found = [stem(word) if len(word) > _UNSTEMMED and word.isascii() else word for word in found]
    return found


def _by_name(metric: str) -> Callable[[Sequence[str], Sequence[str]], Rouge]:
    name = metric.lower()
    if re.fullmatch(r"rouge-?l", name):
        return _common
    match = re.fullmatch(r"rouge-?(su)?(\d+)", name)
    if match is None or not (match[1] or int(match[2])):
        raise AlignmentError(f"no metric {metric!r}; expected rouge1, rouge2, ..., rougel, or rougesu4")
    kind, number = _skip_bigrams if match[1] else _n_grams, int(match[2])
    return lambda expected, found: kind(expected, found, number)


def _n_grams(expected: Sequence[str], found: Sequence[str], n: int) -> Rouge:
    return _overlap(Counter(_ngrams(expected, n)), Counter(_ngrams(found, n)))


def _skip_bigrams(expected: Sequence[str], found: Sequence[str], gap: int) -> Rouge:
    return _overlap(Counter(_skips(expected, gap)), Counter(_skips(found, gap)))


def _common(expected: Sequence[str], found: Sequence[str]) -> Rouge:
    """A row of the table of common subsequences is one long number: a bit is 0 where the length grows.

    Source: Hyyrö 2004, Bit-parallel LCS-length computation revisited.
    """
    places: dict[str, int] = {}
    for position, word in enumerate(expected):
        places[word] = places.get(word, 0) | 1 << position
    full = row = (1 << len(expected)) - 1
    for word in found:
        here = row & places.get(word, 0)
        row = ((row + here) | (row - here)) & full
    return Rouge.of(len(expected) - row.bit_count(), len(found), len(expected))


def _ngrams(tokens: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    return (tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def _skips(tokens: Sequence[str], gap: int) -> Iterator[tuple[str, ...]]:
    for position, token in enumerate(tokens):
        yield (token,)
        for later in tokens[position + 1 : position + gap + 2]:
            yield (token, later)


def _overlap(expected: Counter[tuple[str, ...]], found: Counter[tuple[str, ...]]) -> Rouge:
    return Rouge.of((expected & found).total(), found.total(), expected.total())
