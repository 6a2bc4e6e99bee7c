"""vecAlign's options, with the names and defaults of the released program."""

from __future__ import annotations

import math
from dataclasses import dataclass

from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class VecalignOptions:
    """Options of Thompson and Koehn (2019); the flags of the command line have the same names.

    alignment_max_size : a bead holds at most this many sentences of both sides together: 4 allows 1:3, 2:2, 3:1.
    one_to_many : when given, only beads of one source sentence to 1..one_to_many target sentences (and nulls).
    del_percentile_frac : share of random sentence pairs that must be cheaper than leaving a sentence unaligned.
    max_size_full_dp : the coarsest level searches all pairs once its two lengths multiply to at most this, squared.
    costs_sample_size : random pairs whose costs set the penalty of leaving a sentence unaligned.
    num_samps_for_norm : random blocks of the other side that a block is compared with to normalise its costs.
    search_buffer_size : how far the search strays from the coarser level's path, beyond half a bead.
    temperature : how quickly probability falls with cost; None derives it from the data, see `Prepared.temperature`.
    seed : of the engine's own generator. The same inputs, options and seed give the same beads.
    """

    alignment_max_size: int = 4
    one_to_many: int | None = None
    del_percentile_frac: float = 0.2
    max_size_full_dp: int = 300
    costs_sample_size: int = 20_000
    num_samps_for_norm: int = 100
    search_buffer_size: int = 5
    temperature: float | None = None
    seed: int = 42

    def __post_init__(self) -> None:
        _at_least("alignment_max_size", self.alignment_max_size, 2)
        if self.one_to_many is not None:
            _at_least("one_to_many", self.one_to_many, 1)
        if not 0 <= self.del_percentile_frac <= 1:
            raise AlignmentError(f"del_percentile_frac is {self.del_percentile_frac}; it must be between 0 and 1")
        _at_least("max_size_full_dp", self.max_size_full_dp, 1)
        _at_least("costs_sample_size", self.costs_sample_size, 1)
        _at_least("num_samps_for_norm", self.num_samps_for_norm, 1)
        _at_least("search_buffer_size", self.search_buffer_size, 1)
        _at_least("seed", self.seed, 0)
        if self.temperature is not None and not self.temperature > 0:
            raise AlignmentError(f"temperature is {self.temperature}; it must be above 0")

    @property
    def bead_types(self) -> tuple[tuple[int, int], ...]:
        """Sizes (source, target) of the two-sided beads, by source size, then target size."""
        if self.one_to_many is not None:
            return tuple((1, y) for y in range(1, self.one_to_many + 1))
        size = self.alignment_max_size
        return tuple((x, y) for x in range(1, size) for y in range(1, size - x + 1))

    @property
    def source_layers(self) -> int:
        """Largest block of source sentences that needs an embedding."""
        return max(x for x, _ in self.bead_types)

    @property
    def target_layers(self) -> int:
        """Largest block of target sentences that needs an embedding."""
        return max(y for _, y in self.bead_types)

    @property
    def half_width(self) -> int:
        """Half the width of the search band, in nodes of an antidiagonal."""
        largest = self.alignment_max_size if self.one_to_many is None else self.one_to_many + 1
        return math.ceil(largest / 2) + self.search_buffer_size

    def signature(self) -> str:
        """The options that determine the beads, as `name:value` joined by bars; `temperature` is not among them."""
        sizes = f"max_size:{self.alignment_max_size}" if self.one_to_many is None else f"one_to_many:{self.one_to_many}"
        return (
            f"{sizes}|del_percentile_frac:{self.del_percentile_frac:g}|max_size_full_dp:{self.max_size_full_dp}"
            f"|costs_sample_size:{self.costs_sample_size}|num_samps_for_norm:{self.num_samps_for_norm}"
            f"|search_buffer_size:{self.search_buffer_size}|seed:{self.seed}"
        )


def _at_least(name: str, value: int, smallest: int) -> None:
    if value < smallest:
        raise AlignmentError(f"{name} is {value}; it must be at least {smallest}")
