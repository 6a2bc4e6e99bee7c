"""What a run will cost, before it is started: straight lines through measurements, on the high side.

The figures are those of whole runs, with the filters and the storing of links, on one core of a two-core machine; the
scripts that measure them are named at each. A faster machine takes less, a busy one longer: they are for deciding
whether a run fits and which of two is the longer, not for promising a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from alignment.types import ENCODERS_OF_UNITS
from annotator.aligning.engine_options import LINK_SIZE, NO_VECTORS, OFF, SECONDS_OF_VECTORS, UPLOADED

Options = dict[str, Any]

_LEARNING_ON_TOP = "Learning from accepted rows comes on top, a few seconds whenever some were added."
_ENCODER_ON_TOP = "The encoder comes on top, the first time: it embeds each sentence and its neighbours."
#: A segment of a transcript has some 12 words; the HMM works word by word.
_WORDS_OF_A_SEGMENT = 12
#: What a run adds to a worker of any size: numpy's buffers, links on their way to Postgres.
_LEAST_SECONDS, _LEAST_BYTES = 0.06, 40_000_000


@dataclass(frozen=True, slots=True)
class RunCost:
    """CPU seconds, and bytes that the run adds to its worker at its peak.

    left_out : what is not in the figures because it cannot be known here, as a sentence for people; or nothing.
    """

    seconds: float
    bytes: int
    left_out: str = ""


#: From the units of both sides and the full options of a run (`engines.check_options`).
Estimate = Callable[[int, int, Options], RunCost]


def talk_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Sentences times words. Word vectors are shared by all runs, and not counted.

    Fitted to `align_talk` of (sentences, words) 164, 2,780: .25 s and 42 MB; 400, 8,000: 1.1 s and 146 MB;
    2,000, 20,000: 15.9 s and 235 MB; 2,000, 60,000: 44 s and 351 MB.
    """
    n_words = _WORDS_OF_A_SEGMENT * n_target
    cells = n_source * n_words
    return RunCost(
        seconds=_LEAST_SECONDS + 4.5e-7 * cells + 1e-4 * n_words,
        bytes=_LEAST_BYTES + 16 * n_source * min(n_words, 10_000) + 4_000 * n_words,
    )


def slides_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Sentences times pages; fitted to `align_slides` of 5,000 and 10,000 sentences on 300 pages: 1.5 and 3 s, 100 and
    200 MB."""
    cells = n_source * n_target
    return RunCost(_LEAST_SECONDS + 1.2e-6 * cells + 2e-4 * n_target, _LEAST_BYTES + 80 * cells + 4_000 * n_target)


def timeline_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Reading the sentences with their times, and looking each up."""
    return RunCost(_LEAST_SECONDS + 2e-5 * n_target, _LEAST_BYTES + 1_000 * n_target)


def lexical_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Linear in the lines: .7 to .95 ms and 30 to 45 kB each by ``benchmarks/engines.py``, 1,000 to 20,000 lines."""
    lines = _lines(n_source, n_target)
    cost = _with_links(RunCost(1.0e-3 * lines, 40_000 * lines), lines, options)
    if options.get("learn_from_accepted", False):  # by the first of all runs, see `word_pairs.MOST_ROWS`
        cost = replace(cost, bytes=cost.bytes + 230_000_000, left_out=_LEARNING_ON_TOP)
    encoder = options.get("unit_vectors", NO_VECTORS)
    if encoder == NO_VECTORS:
        return cost
    # One more round, and the encoder with its vectors, which are in memory three times.
    seconds = cost.seconds + 1.0e-3 * lines + SECONDS_OF_VECTORS * (n_source + n_target)
    n_bytes = cost.bytes + 150_000_000 + 30_000 * lines
    on_top = "" if encoder == ENCODERS_OF_UNITS[0] else _ENCODER_ON_TOP
    return RunCost(seconds, n_bytes, " ".join(filter(None, (cost.left_out, on_top))))


def lengths_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Linear in the lines; measured by ``benchmarks/engines.py lengths``."""
    lines = _lines(n_source, n_target)
    return _with_words(RunCost(6e-4 * lines, 30_000 * lines), n_source, n_target, options)


def vecalign_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """Linear in the lines and in the sizes of a link; measured by ``benchmarks/engines.py vecalign``."""
    lines = _lines(n_source, n_target)
    sizes = int(options.get("alignment_max_size", LINK_SIZE)) / 8  # measured with 8
    cost = _with_words(RunCost(4e-4 * sizes * lines, int(64_000 * sizes * lines)), n_source, n_target, options)
    if options.get("encoder", UPLOADED) == UPLOADED:
        return cost
    return RunCost(
        cost.seconds,
        cost.bytes,
        _ENCODER_ON_TOP,
    )


def auto_cost(n_source: int, n_target: int, options: Options) -> RunCost:
    """The dearer of the two engines that it chooses from, as the choice is made pair by pair."""
    costs = (vecalign_cost(n_source, n_target, options), lexical_cost(n_source, n_target, options))
    return RunCost(max(cost.seconds for cost in costs), max(cost.bytes for cost in costs), costs[1].left_out)


def _lines(n_source: int, n_target: int) -> int:
    """Of a text of that size: the longer side counts, because beads and bands grow with it."""
    return max(n_source, n_target)


def _with_words(cost: RunCost, n_source: int, n_target: int, options: Options) -> RunCost:
    """For engines that do without words: the filters learn them, one after the other."""
    if options.get("filters", OFF) == OFF:
        return _with_links(cost, _lines(n_source, n_target), options)
    words = lexical_cost(n_source, n_target, options)
    return RunCost(cost.seconds + words.seconds, max(cost.bytes, words.bytes))


def _with_links(cost: RunCost, lines: int, options: Options) -> RunCost:
    """Reading the texts, judging the links by the filters, storing them."""
    judged = 0.0 if options.get("filters", OFF) == OFF else 6e-4
    return RunCost(_LEAST_SECONDS + cost.seconds + (4e-4 + judged) * lines, _LEAST_BYTES + cost.bytes + 8_000 * lines)
