"""Raters and systems with known truth."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from alignment.opinions.drawing import choose_sets
from alignment.opinions.screening import Judged

SYSTEMS = (2.6, 3.1, 3.2, 3.8)
#: Standard deviations of raters' strictness, of how easy sets are, of what suits a system, and of single ratings.
STRICTNESS, EASE, SUITS, NOISE = 0.35, 0.3, 0.3, 0.6
STEPS = [1 + n / 2 for n in range(9)]
CARELESS, RANDOM = 0, 1


@dataclass
class World:
    """rows : (rater, set, system, value); judged : by rater, with traps. Raters 0 and 1 are careless and random."""

    rows: list[tuple[int, int, int, float]]
    judged: dict[int, list[Judged]]


def opinion(quality: float) -> float:
    """What raters say on average of a system of this quality: less than that of a good one, as values end at 5."""
    of_all = NormalDist(quality, math.hypot(STRICTNESS, EASE, SUITS, NOISE))
    up_to = [0.0, *(of_all.cdf(step + 0.25) for step in STEPS[:-1]), 1.0]
    return sum(step * (high - low) for step, low, high in zip(STEPS, up_to, up_to[1:], strict=False))


#: The true means of what the raters of a world say.
OPINIONS = tuple(map(opinion, SYSTEMS))


def world(seed: int, *, n_raters: int = 16, n_sets: int = 24, per_rater: int = 10, is_clean: bool = False) -> World:
    """Systems of the qualities `SYSTEMS`; raters with a bias and noise, sets that are easier or harder, and for each
    system some that suit it. Values in half steps from 1 to 5. is_clean : without the careless and the random one."""
    rng = np.random.default_rng(seed)
    bias = rng.normal(0, STRICTNESS, n_raters)
    ease = rng.normal(0, EASE, n_sets)
    suits = rng.normal(0, SUITS, (n_sets, len(SYSTEMS)))
    taken = dict.fromkeys(range(n_sets), 0)
    made = World([], {})
    for rater in range(n_raters):
        sets = choose_sets(taken, n=per_rater, most=n_raters, rng=random.Random(f"{seed}:{rater}"))
        for one in sets:
            taken[one] += 1
        true = np.array(SYSTEMS) + bias[rater] + (ease[:, None] + suits)[sets]
        values = np.clip(np.round(2 * rng.normal(true, NOISE)) / 2, 1, 5)
        seconds = rng.gamma(9, 1, true.shape)
        if not is_clean and rater == CARELESS:
            values, seconds = rng.choice([3.0, 4.0, 4.0, 4.0], true.shape), rng.gamma(4, 0.6, true.shape)
        if not is_clean and rater == RANDOM:
            values = rng.integers(2, 11, true.shape) / 2
        is_bad = not is_clean and rater in (CARELESS, RANDOM)
        right = rng.random(len(sets)) < (0.3 if is_bad else 0.97)
        drawn = zip(sets, values.tolist(), seconds.tolist(), right.tolist(), strict=True)
        made.judged[rater] = judged = []
        for one, of_systems, times, is_right in drawn:
            for system, (value, time) in enumerate(zip(of_systems, times, strict=True)):
                made.rows.append((rater, one, system, value))
                judged.append(Judged(one * 10 + system, [value], time, heard=True))
            judged.append(Judged(one * 10 + 9, [1.0], 8.0, heard=True, right=is_right))
    return made


def worlds(n: int, *, is_clean: bool = False) -> Iterator[World]:
    return (world(seed, is_clean=is_clean) for seed in range(n))
