"""Two texts with a learned model and its scores, to be aligned each time the constraints change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from alignment.lexical.band import Band, around, whole
from alignment.lexical.chain import Lattice, Posterior, Steps, part, posterior, viterbi
from alignment.lexical.constraints import Group, Plan, Region, contiguous, plan
from alignment.lexical.options import LexicalOptions
from alignment.lexical.scores import Model, lattice
from alignment.lexical.search import WHOLE
from alignment.lexical.sentence_vectors import VectorTerm
from alignment.lexical.tokens import Units
from alignment.types import Alignment, AlignmentError, Bead, Constraints, Progress

#: Correlation between what two words of a unit say for or against a bead, see `Prepared.temperature`.
_CORRELATION = 0.06
_LENGTHS_ONLY = 1.2
#: The least probability of a rival that is offered to people as the next choice.
LEAST_NEXT = 0.1


@dataclass(frozen=True, slots=True)
class _Solved:
    beads: tuple[Bead, ...]
    score: float


@dataclass(slots=True)
class Prepared:
    """Two texts with a learned model: `align` is cheap, and may be called repeatedly with different constraints.

    The model does not depend on the constraints, so `lexical(..., constraints=c)` and `prepare_lexical(...).align(c)`
    give the same beads. A region between the same fixed beads is not aligned again.

    term : what sentence vectors have added to the lattice; a stretch that is searched beside its band does without.
    """

    source: Units
    target: Units
    options: LexicalOptions
    signature: str
    info: dict[str, Any]
    model: Model | None = None
    lattice: Lattice | None = None
    term: VectorTerm | None = None
    forms: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    _solved: dict[tuple[object, ...], _Solved] = field(default_factory=dict)

    @property
    def temperature(self) -> float:
        """The divisor of scores before probabilities are computed, unless the options set one: 1 + .06 (n - 1).

        The words of a bead are not independent evidence; treated as independent, they make the probabilities too
        extreme, the more so the longer the units are. n observations with a correlation of r between any two are worth
        n / (1 + r (n - 1)) independent ones (Kish 1965, the design effect). n is the mean number of words per unit on
        the side with fewer, because competing beads differ by such a unit. 1.2 if only lengths are used.
        """
        if self.options.temperature is not None:
            return self.options.temperature
        if self.model is None or self.model.forward is None:
            return _LENGTHS_ONLY
        n_words = min(float(side.weights.sum()) / len(side) for side in (self.source, self.target))
        return 1.0 + _CORRELATION * max(0.0, n_words - 1.0)

    def align(self, constraints: Constraints | None = None, progress: Progress | None = None) -> Alignment:
        """The best alignment that honours the constraints, with exact probabilities under them.

        Raises AlignmentError if the constraints contradict each other, naming them.
        """
        cut = plan(constraints, len(self.source), len(self.target))
        forbidden = {(tuple(s), tuple(t)) for s, t in constraints.forbidden} if constraints else set()
        beads = [Bead(s, t, confidence=1.0, features={"fixed": 1.0}) for s, t in cut.fixed]
        score = 0.0
        for number, region in enumerate(cut.regions):
            if progress is not None:
                progress(number / len(cut.regions), "aligning")
            solved = self._solve(region, cut, forbidden)
            beads.extend(bead for bead in solved.beads if not _left_alone(bead, cut))
            score += solved.score
        if progress is not None:
            progress(1.0, "aligned")
        return Alignment(_in_order(beads), self.signature, {**self.info, "log_score": score})

    def _solve(self, region: Region, cut: Plan, forbidden: set[Group]) -> _Solved:
        source, target = region.source, region.target
        members_s, members_t = set(source), set(target)
        here = frozenset(b for b in forbidden if members_s.issuperset(b[0]) and members_t.issuperset(b[1]))
        alone_s, alone_t = cut.alone_source & members_s, cut.alone_target & members_t
        key = (tuple(source), tuple(target), here, alone_s, alone_t)
        if key not in self._solved:
            if len(self._solved) > 256:
                self._solved.clear()
            self._solved[key] = self._search(region, here, alone_s, alone_t)
        return self._solved[key]

    def _search(
        self, region: Region, forbidden: frozenset[Group], alone_s: frozenset[int], alone_t: frozenset[int]
    ) -> _Solved:
        source, target = region.source, region.target
        if not len(source) or not len(target) or self.model is None:
            return self._nulls(region, forbidden)
        latest = None
        if region.whole and self.lattice is not None:
            latest = part(self.lattice, (source[0], target[0]), (source[-1] + 1, target[-1] + 1))
        if latest is not None:
            _restrict(latest, region, forbidden, alone_s, alone_t)
            score, steps = viterbi(latest)
        if latest is None or score == -np.inf:
            # The stored band has no path through this region: score the region again, on a wide band of its own.
            units = self.source.take(source), self.target.take(target)
            wide = whole(len(source), len(target))
            if len(source) * len(target) > WHOLE:
                wide = around([], len(source), len(target), 4 * self.options.band)
            latest = lattice(*units, wide, self.model, self.options.null_share)
            _restrict(latest, region, forbidden, alone_s, alone_t)
            score, steps = viterbi(latest)
        if score == -np.inf:
            raise AlignmentError(
                f"source {source[0]} to {source[-1]} and target {target[0]} to {target[-1]}: "
                "the constraints leave no alignment, expected fewer forbidden beads"
            )
        return _Solved(self._explained(latest, steps, region), score)

    def _nulls(self, region: Region, forbidden: frozenset[Group]) -> _Solved:
        beads = [Bead((p,), (), confidence=1.0) for p in region.source]
        beads += [Bead((), (p,), confidence=1.0) for p in region.target]
        for bead in beads:
            if (bead.source, bead.target) in forbidden:
                raise AlignmentError(
                    f"bead {list(bead.source)}:{list(bead.target)} is forbidden, and the other side has nothing to take"
                )
        return _Solved(tuple(beads), 0.0)

    def _explained(self, found: Lattice, steps: Steps, region: Region) -> tuple[Bead, ...]:
        """Beads of a path with probabilities, and the numbers that explain them."""
        chances = posterior(found, self.temperature)
        rivals = _Rivals(chances, found.band)
        beads: list[Bead] = []
        i = j = 0
        for x, y in steps:
            s, t = tuple(region.source[i : i + x]), tuple(region.target[j : j + y])
            i, j = i + x, j + y
            features: dict[str, float] = {}
            if x and y:
                at = x - 1, y - 1, found.band.at(i, j)
                chance = float(chances.beads[at])
                characters = self.source.lengths[list(s)].sum(), self.target.lengths[list(t)].sum()
                features = {
                    "length_ratio": round(float(characters[1] / characters[0]), 6),
                    "log_odds": round(float(found.beads[at]), 6),
                }
            elif x:
                chance = float(chances.source_null[i - 1])
            else:
                chance = float(chances.target_null[j - 1])
            features["runner_up"] = round(rivals.best(i, j, x, y), 6)
            if x and y and (other := rivals.next_choice(i, j, x, y)) is not None:
                features["next_source"], features["next_target"] = map(float, other)
            beads.append(Bead(s, t, confidence=min(1.0, max(0.0, chance)), features=features))
        return tuple(beads)


class _Rivals:
    """For a bead, the probability of the likeliest other bead that holds its first unit."""

    def __init__(self, chances: Posterior, band: Band):
        self._source: dict[int, list[tuple[float, tuple[int, int, int, int]]]] = {}
        self._target: dict[int, list[tuple[float, tuple[int, int, int, int]]]] = {}
        self._alone = chances.source_null
        x, y, node = np.nonzero(chances.beads > 0.001)
        i, j = band.nodes(node)
        columns = i, j, x + 1, y + 1, chances.beads[x, y, node]
        for last_s, last_t, n_s, n_t, chance in zip(*(column.tolist() for column in columns), strict=True):
            entry = (chance, (last_s, last_t, n_s, n_t))
            for unit in range(last_s - n_s, last_s):
                self._source.setdefault(unit, []).append(entry)
            for unit in range(last_t - n_t, last_t):
                self._target.setdefault(unit, []).append(entry)

    def best(self, i: int, j: int, x: int, y: int) -> float:
        held = self._source.get(i - x, []) if x else self._target.get(j - y, [])
        others = [chance for chance, bead in held if bead != (i, j, x, y)]
        if x and y:
            others.append(float(self._alone[i - x]))
        return max(others, default=0.0)

    def next_choice(self, i: int, j: int, x: int, y: int) -> tuple[int, int] | None:
        """How many units of each side the likeliest other bead holds that begins where this one does, or the first
        source unit alone; None where it is not likely enough.

        Such a bead takes nothing from the beads before: whoever reads in order has accepted these.
        """
        start = i - x, j - y
        others = [
            (chance, (n_s, n_t))
            for chance, (last_s, last_t, n_s, n_t) in self._source.get(i - x, [])
            if (last_s - n_s, last_t - n_t) == start and (n_s, n_t) != (x, y)
        ]
        others.append((float(self._alone[i - x]), (1, 0)))
        chance, size = max(others)
        return size if chance >= LEAST_NEXT else None


def _restrict(
    found: Lattice, region: Region, forbidden: frozenset[Group], alone_s: frozenset[int], alone_t: frozenset[int]
) -> None:
    """Remove from a lattice, in place, forbidden beads and beads with units that must stay nulls."""
    at_s = {position: k for k, position in enumerate(region.source)}
    at_t = {position: k for k, position in enumerate(region.target)}
    band = found.band
    x_max, y_max = found.beads.shape[:2]
    for source, target in forbidden:
        s, t = [at_s[p] for p in source], [at_t[p] for p in target]
        if not s and len(t) == 1:
            found.target_null[t[0]] = -np.inf
        elif not t and len(s) == 1:
            found.source_null[s[0]] = -np.inf
        elif contiguous(source) and contiguous(target) and len(s) <= x_max and len(t) <= y_max:
            end = s[-1] + 1, t[-1] + 1
            found.beads[len(s) - 1, len(t) - 1, band.at(*end) if end in band else slice(0)] = -np.inf
    for p in alone_s:
        first = at_s[p] + 1
        for x in range(1, x_max + 1):
            last = min(first + x, len(region.source) + 1)
            found.beads[x - 1, :, band.offsets[first] : band.offsets[last]] = -np.inf
    for p in alone_t:
        first = at_t[p] + 1
        for j in range(first, min(first + y_max, len(region.target) + 1)):
            found.beads[:, j - first :, band.column(j)] = -np.inf


def _left_alone(bead: Bead, cut: Plan) -> bool:
    """Whether a null is covered by a fixed null bead."""
    if bead.source and bead.target:
        return False
    return bool(cut.alone_source.issuperset(bead.source) and cut.alone_target.issuperset(bead.target))


def _in_order(beads: list[Bead]) -> tuple[Bead, ...]:
    """By source; target nulls come before the first bead whose target follows them."""
    linked = sorted((b for b in beads if b.source), key=lambda bead: bead.source)
    nulls = sorted((b for b in beads if not b.source), key=lambda bead: bead.target)
    result: list[Bead] = []
    for bead in linked:
        while nulls and bead.target and nulls[0].target < bead.target:
            result.append(nulls.pop(0))
        result.append(bead)
    return (*result, *nulls)
