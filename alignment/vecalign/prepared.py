"""A prepared pair: everything that does not depend on people's decisions is computed once."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from alignment import __version__
from alignment.types import Alignment, AlignmentError, Constraints, Progress
from alignment.vecalign.anchors import Decisions, Positions, Span, decide
from alignment.vecalign.band import Band, Ints, around, path_through
from alignment.vecalign.costs import Costs, band_costs
from alignment.vecalign.dp import Lattice, Settled, bead_posteriors, cheapest_path, settle
from alignment.vecalign.explain import Characters, Proposal, explain
from alignment.vecalign.layers import Document, Floats, Selection
from alignment.vecalign.masks import masked_values, null_costs
from alignment.vecalign.options import VecalignOptions
from alignment.vecalign.proposals import NEGLIGIBLE, null_probabilities, propose, two_sided_beads
from alignment.vecalign.search import Stage, coarser_stages, find_path

#: The temperature, as a share of the cost of a null bead; docs/vecalign.md shows how it was found.
TEMPERATURE_SHARE = 0.15

#: Beads less probable than this count as impossible.
_SMALLEST_PROBABILITY = 1e-12

#: If an anchor is nearer than this to the edge of the band, the stretches next to it are searched again.
_MARGIN = 3

#: A band that no allowed path fits through is doubled until it is wider than this.
_LARGEST_HALF_WIDTH = 1024


class Prepared:
    """A pair that can be aligned repeatedly, under different constraints, from the same costs.

    penalty : cost of a null bead.
    temperature : a path that costs this much more is e times less probable.
    path : the middle of the search band: j on each antidiagonal.

    The result depends only on the constraints, not on earlier calls. Not thread-safe.
    """

    def __init__(
        self,
        full: Stage,
        coarser: list[Stage],
        options: VecalignOptions,
        *,
        characters: Characters,
        signature: str,
        progress: Progress | None = None,
    ) -> None:
        if not isinstance(full.source, Document) or not isinstance(full.target, Document):
            raise TypeError("the full resolution of a pair is made of two documents")
        self.source, self.target = full.source, full.target
        self.options, self.penalty, self._extra = options, full.penalty, full.extra
        self.temperature = options.temperature or TEMPERATURE_SHARE * full.penalty
        self._characters, self._signature = characters, signature
        self.path = find_path(full, coarser, options.half_width)
        report = None if progress is None else (lambda done, of: progress(0.4 + 0.5 * done / of, "comparing blocks"))
        self._costs = band_costs(
            self.source, self.target, around(self.path, options.half_width), options.bead_types, extra=self._extra,
            on_block=report,
        )  # fmt: skip
        self._free_path: list[tuple[int, int, int, int]] | None = None

    @property
    def costs(self) -> Costs:
        """Costs of the two-sided beads in the band of the last search."""
        return self._costs

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment:
        """Return the cheapest alignment that honours the constraints, with the probability of each bead.

        Raises AlignmentError when constraints contradict each other or no alignment meets them.
        """
        decisions = decide(constraints, self.source.n, self.target.n)
        proposals: list[Proposal] = []
        cost = 0.0
        for settled, anchor in self._stretches(decisions):
            proposals += propose(settled, self.temperature)
            cost += settled.cost
            if anchor is not None:
                positions = tuple(range(anchor[0], anchor[1])), tuple(range(anchor[2], anchor[3]))
                proposals.append(Proposal(*positions, probability=1.0, runner_up=0.0, fixed=True))
        if progress is not None:
            progress(0.95, "collecting beads")
        beads = explain(
            _put_lifted(proposals, decisions.lifted),
            self.source,
            self.target,
            self._characters,
            self._extra,
            frozenset(self.options.bead_types),
        )
        if progress is not None:
            progress(1.0, "aligned")
        info = {
            "penalty": self.penalty,
            "temperature": self.temperature,
            "cost": cost,
            "n_anchors": len(decisions.anchors),
            "n_lifted": len(decisions.lifted),
        }
        temperature = f"temperature:{self.temperature:.6g}"
        signature = f"{self._signature}|{temperature}|constraints:{_digest(constraints)}|v:{__version__}"
        return Alignment(beads, signature, info)

    def probabilities(
        self, constraints: Constraints | None = None, *, at_least: float = 0.01
    ) -> dict[tuple[Positions, Positions], float]:
        """Return every bead that is at least this probable, chosen or not: the candidates for each place.

        Beads that were fixed are not among them.
        """
        at_least = max(at_least, _SMALLEST_PROBABILITY)
        known: dict[tuple[Positions, Positions], float] = {}
        for settled, _ in self._stretches(decide(constraints, self.source.n, self.target.n)):
            posteriors = bead_posteriors(settled, self.temperature)
            spans, probabilities = two_sided_beads(settled.lattice, posteriors, at_least)
            for (s0, s1, t0, t1), probability in zip(spans.tolist(), probabilities.tolist(), strict=True):
                known[tuple(range(s0, s1)), tuple(range(t0, t1))] = min(probability, 1.0)
            source_null, target_null = null_probabilities(settled.lattice, posteriors)
            known.update({((i,), ()): float(source_null[i]) for i in np.flatnonzero(source_null >= at_least).tolist()})
            known.update({((), (j,)): float(target_null[j]) for j in np.flatnonzero(target_null >= at_least).tolist()})
        return known

    def fit_temperature(self, gold: Sequence[tuple[Positions, Positions]]) -> float:
        """Set the temperature so that probabilities of proposed beads agree with reviewed ones, and return it.

        gold : all beads of the sentences that people have reviewed. A proposed bead that shares a sentence with them
            is right if it is among them. Of 25 temperatures between 0.02 and 0.6 penalties, the one with the least log
            loss is kept. Since only one number is fitted, a few dozen beads are enough.
        Raises AlignmentError when no proposed bead shares a sentence with the gold beads.
        """
        settled = self._stretches(decide(None, self.source.n, self.target.n))
        reviewed = {(tuple(source), tuple(target)) for source, target in gold}
        source_seen = {i for source, _ in reviewed for i in source}
        target_seen = {j for _, target in reviewed for j in target}
        losses = []
        temperatures = self.penalty * np.geomspace(0.02, 0.6, 25)
        for temperature in temperatures.tolist():
            loss, judged = 0.0, 0
            for stretch, _ in settled:
                for bead in propose(stretch, temperature):
                    if source_seen.isdisjoint(bead.source) and target_seen.isdisjoint(bead.target):
                        continue
                    right = (bead.source, bead.target) in reviewed
                    loss -= math.log(max(bead.probability if right else 1 - bead.probability, NEGLIGIBLE))
                    judged += 1
            if not judged:
                raise AlignmentError("no proposed bead shares a sentence with the reviewed ones; nothing to fit to")
            losses.append(loss / judged)
        self.temperature = float(temperatures[int(np.argmin(losses))])
        return self.temperature

    def _stretches(self, decisions: Decisions) -> list[tuple[Settled, Span | None]]:
        """Search every stretch between anchors; each comes with the anchor that ends it."""
        path = self._path_for(decisions)
        half_width = self.options.half_width
        while True:
            costs = self._costs_in(around(path, half_width))
            values = masked_values(costs, decisions)
            settled = [
                (settle(self._lattice(costs, values, decisions, start, end)), anchor)
                for start, end, anchor in _between(decisions.anchors, self.source.n, self.target.n)
            ]
            blocked = next((s.lattice for s, _ in settled if not np.isfinite(s.cost)), None)
            if blocked is None:
                return settled
            longest = max(self.source.n, self.target.n)
            if half_width > min(longest, _LARGEST_HALF_WIDTH):
                raise AlignmentError(
                    f"no alignment of source {blocked.start[0]}:{blocked.end[0]} with target "
                    f"{blocked.start[1]}:{blocked.end[1]} avoids every forbidden bead; allow one, or fix a bead there"
                )
            half_width *= 2

    def _lattice(
        self, costs: Costs, values: Floats, decisions: Decisions, start: tuple[int, int], end: tuple[int, int]
    ) -> Lattice:
        here = slice(sum(start), sum(end) + 1)
        return Lattice(
            types=costs.types,
            values=values[here],
            offsets=costs.band.offsets[here],
            source_null=null_costs(self.source.n, self.penalty, decisions.source_needed),
            target_null=null_costs(self.target.n, self.penalty, decisions.target_needed),
            start=start,
            end=end,
        )

    def _costs_in(self, band: Band) -> Costs:
        kept = self._costs
        if band.width != kept.band.width or not np.array_equal(band.offsets, kept.band.offsets):
            self._costs = band_costs(
                self.source, self.target, band, self.options.bead_types, extra=self._extra, known=kept
            )
        return self._costs

    def _path_for(self, decisions: Decisions) -> Ints:
        """The search's path, rerouted through anchors that lie off it and around sentences that people have removed."""
        if not decisions.anchors and not decisions.lifted:
            return self.path
        taken_source, taken_target = decisions.source_taken, decisions.target_taken
        if decisions.lifted:
            taken_source, taken_target = self._newly_taken(decisions)
        band = around(self.path, self.options.half_width)
        path = self.path.copy()
        for start, end, anchor in _between(decisions.anchors, self.source.n, self.target.n):
            aside = not band.contains(*start, margin=_MARGIN) or not band.contains(*end, margin=_MARGIN)
            if aside or taken_source[start[0] : end[0]].any() or taken_target[start[1] : end[1]].any():
                path[sum(start) : sum(end) + 1] = self._fresh_path(start, end, decisions)
            if anchor is not None:
                inside = path_through([], 1, anchor[1] - anchor[0], anchor[3] - anchor[2])[1:-1]
                path[sum(end) + 1 : anchor[1] + anchor[3]] = end[1] + inside
        return path

    def _fresh_path(self, start: tuple[int, int], end: tuple[int, int], decisions: Decisions) -> Ints:
        free_source = start[0] + np.flatnonzero(~decisions.source_taken[start[0] : end[0]])
        free_target = start[1] + np.flatnonzero(~decisions.target_taken[start[1] : end[1]])
        source, target = Selection(self.source, free_source), Selection(self.target, free_target)
        rng = np.random.default_rng([self.options.seed, *start, *end])
        coarser = coarser_stages(source, target, self.options, rng)
        path = find_path(Stage(source, target, self.penalty), coarser, self.options.half_width)
        # Nodes of the selection, as nodes of the pair: before the same sentence.
        i = np.append(free_source, end[0])[np.arange(len(path)) - path] - start[0]
        j = np.append(free_target, end[1])[path] - start[1]
        corners = list(zip(i.tolist(), j.tolist(), strict=True))
        return start[1] + path_through(corners[1:-1], 1, end[0] - start[0], end[1] - start[1])

    def _newly_taken(self, decisions: Decisions) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Sentences that people removed although the unconstrained search aligns them: they bend the path."""
        if self._free_path is None:
            free = decide(None, self.source.n, self.target.n)
            ends = (0, 0), (self.source.n, self.target.n)
            costs = self._costs_in(around(self.path, self.options.half_width))
            self._free_path = cheapest_path(settle(self._lattice(costs, costs.values, free, *ends)))
        source, target = decisions.source_taken.copy(), decisions.target_taken.copy()
        for x, y, i, j in self._free_path:
            if y == 0:
                source[i - x : i] = False
            if x == 0:
                target[j - y : j] = False
        return source, target


def _between(anchors: list[Span], n: int, m: int) -> list[tuple[tuple[int, int], tuple[int, int], Span | None]]:
    """Stretches as (start node, end node, the anchor after it)."""
    stretches: list[tuple[tuple[int, int], tuple[int, int], Span | None]] = []
    start = (0, 0)
    for anchor in anchors:
        stretches.append((start, (anchor[0], anchor[2]), anchor))
        start = (anchor[1], anchor[3])
    stretches.append((start, (n, m), None))
    return stretches


def _put_lifted(proposals: list[Proposal], lifted: Sequence[tuple[Positions, Positions]]) -> list[Proposal]:
    """Put each lifted bead where the search left its first sentence unaligned; drop its other sentences' nulls."""
    if not lifted:
        return proposals
    at_source = {position: bead for bead in lifted for position in bead[0]}
    at_target = {position: bead for bead in lifted for position in bead[1]}
    ordered = []
    for proposal in proposals:
        bead = None
        if not proposal.target:
            bead = at_source.get(proposal.source[0])
            leads = bead is not None and bead[0][0] == proposal.source[0]
        elif not proposal.source:
            bead = at_target.get(proposal.target[0])
            leads = bead is not None and not bead[0] and bead[1][0] == proposal.target[0]
        if bead is None:
            ordered.append(proposal)
        elif leads:
            ordered.append(Proposal(*bead, probability=1.0, runner_up=0.0, fixed=True))
    return ordered


def _digest(constraints: Constraints | None) -> str:
    if constraints is None or not (constraints.fixed or constraints.forbidden):
        return "none"
    canonical = [sorted((tuple(s), tuple(t)) for s, t in beads) for beads in (constraints.fixed, constraints.forbidden)]
    return hashlib.blake2b(repr(canonical).encode(), digest_size=6).hexdigest()
