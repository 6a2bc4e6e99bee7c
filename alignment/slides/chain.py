"""A Markov chain over the pages of a deck, shared by the engines that read words and those that see the screen.

From page k a speaker stays, goes on to the next page, skips to any later one, or returns to any earlier one:

    T(k, k) = stay,  T(k, k + 1) = advance,  T(k, j) = skip / K for j > k + 1,  T(k, j) = back / K for j < k

with the moves away from k scaled so that the row sums to 1. Each page also has a state without a slide, which is
entered with probability `leave` and kept with `remain`, and from which the speaker goes on as if from that page. All
moves of one kind are equally likely, so that the best predecessor is a running maximum and the sum over predecessors
a running sum: O(n K) time and memory for n steps and K pages, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: The page of a step without a slide, and of a step that nobody has decided.
NO_SLIDE = -1
FREE = -2


@dataclass(frozen=True)
class Moves:
    """Probabilities of the moves of a chain over `n_pages` pages; see the head of the module.

    stay : of a step on the same page. advance, skip, back : weights of the moves away. leave, remain : of the states
    without a slide. With one page there is no move away.
    """

    n_pages: int
    stay: float
    advance: float = 0.8
    skip: float = 0.1
    back: float = 0.1
    leave: float = 0.01
    remain: float = 0.8
    #: The scale of each page's moves away, shape (n_pages,).
    scale: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("stay", "leave", "remain"):
            if not 0 < getattr(self, name) < 1:
                raise AlignmentError(f"{name} is {getattr(self, name)}; expected a number between 0 and 1")
        for name in ("advance", "skip", "back"):
            if not 0 < getattr(self, name) <= 1:
                raise AlignmentError(f"{name} is {getattr(self, name)}; expected a number above 0, up to 1")
        if self.n_pages < 1:
            raise AlignmentError("the deck has no pages")
        k, n = np.arange(self.n_pages), self.n_pages
        away = self.advance * (k + 1 < n) + self.skip * np.maximum(n - k - 2, 0) / n + self.back * k / n
        object.__setattr__(self, "scale", (1 - self.stay) / away if n > 1 else np.zeros(1))

    @property
    def diagonal(self) -> float:
        return self.stay if self.n_pages > 1 else 1.0

    def dense(self) -> Floats:
        """The transitions between all states, shape (2 * n_pages, 2 * n_pages): pages, then those without a slide."""
        n = self.n_pages
        pages = np.diag(np.full(n, self.diagonal))
        for k in range(n):
            for j in range(n):
                if j != k:
                    weight = self.advance if j == k + 1 else (self.skip if j > k else self.back) / n
                    pages[k, j] = self.scale[k] * weight
        return np.block(
            [
                [(1 - self.leave) * pages, self.leave * np.eye(n)],
                [(1 - self.remain) * pages, self.remain * np.eye(n)],
            ]
        )


class Path(NamedTuple):
    """pages : shape (n_steps,), `NO_SLIDE` for no slide. log_probability : of path and emissions, jointly."""

    pages: Ints
    log_probability: float


class Posteriors(NamedTuple):
    """pages : shape (n_steps, n_pages). no_slide : shape (n_steps,). Together they sum to 1 at each step.

    cuts : shape (n_steps,), the probability that the page, or its absence, differs from the step before; cuts[0] is 0.
    log_evidence : natural logarithm of the probability of the emissions under all paths.
    """

    pages: Floats
    no_slide: Floats
    cuts: Floats
    log_evidence: float


@dataclass(frozen=True)
class PageChain:
    """Moves, and what was observed.

    emission : log-likelihood of each step under each page, shape (n_steps, n_pages); minus infinity is allowed.
    blank : the same without a slide, shape (n_steps,).
    start : log-probability of the first page, shape (n_pages,).
    fixed : shape (n_steps,), the page of steps that people have decided, `NO_SLIDE` or `FREE`.
    Raises ValueError if shapes disagree, and AlignmentError if a step fits no state.
    """

    moves: Moves
    emission: Floats
    blank: Floats
    start: Floats
    fixed: Ints

    def __post_init__(self) -> None:
        n_steps, n_pages = len(self.emission), self.moves.n_pages
        shapes = {
            "emission": (self.emission.shape, (n_steps, n_pages)),
            "blank": (self.blank.shape, (n_steps,)),
            "start": (self.start.shape, (n_pages,)),
            "fixed": (self.fixed.shape, (n_steps,)),
        }
        for name, (found, expected) in shapes.items():
            if found != expected:
                raise ValueError(f"{name} has shape {found}; expected {expected}")
        if n_steps == 0:
            raise ValueError("there is no step; expected one or more")
        if self.fixed.min() < FREE or self.fixed.max() >= n_pages:
            raise ValueError(f"fixed is {self.fixed.min()} to {self.fixed.max()}; there are {n_pages} pages")
        if np.isnan(self.emission).any() or np.isnan(self.blank).any():
            raise ValueError("emission or blank holds NaN; expected logarithms of likelihoods")

    def rows(self) -> Floats:
        """Log-likelihoods with people's decisions in force, shape (n_steps, 2, n_pages)."""
        n_steps, n_pages = self.emission.shape
        rows = np.empty((n_steps, 2, n_pages))
        rows[:, 0] = self.emission
        rows[:, 1] = self.blank[:, None]
        decided = np.flatnonzero(self.fixed != FREE)
        kept = rows[decided].copy()
        rows[decided] = -np.inf
        for row, step in zip(kept, decided.tolist(), strict=True):
            page = int(self.fixed[step])
            if page == NO_SLIDE:
                rows[step, 1] = np.where(np.isfinite(row[1]), row[1], 0.0)
            else:  # what people say is possible
                rows[step, 0, page] = row[0, page] if np.isfinite(row[0, page]) else 0.0
        return rows


def best_path(chain: PageChain) -> Path:
    """The most likely page of each step (Viterbi). Ties go to staying, then to the lower page, then to a slide.

    O(n_steps * n_pages) time and memory.

    Examples
    --------
    >>> seen = np.log([[0.9, 0.1], [0.8, 0.2], [0.1, 0.9]])
    >>> free = np.full(3, FREE)
    >>> best_path(PageChain(Moves(2, 0.5), seen, np.log([0.1] * 3), np.log([0.5, 0.5]), free)).pages.tolist()
    [0, 0, 1]
    """
    moves, rows = chain.moves, chain.rows()
    n_steps, _, n = rows.shape
    with np.errstate(divide="ignore"):
        scale = np.log(moves.scale)
    stay, advance = np.log(moves.diagonal), np.log(moves.advance)
    skip, back = np.log(moves.skip / n), np.log(moves.back / n)
    on, off = np.log(1 - moves.leave), np.log(1 - moves.remain)
    leave, remain = np.log(moves.leave), np.log(moves.remain)
    score = np.stack([chain.start + on, chain.start + leave]) + rows[0]
    came = np.empty((n_steps, n), dtype=np.int32)  # the page before, of each page
    layer = np.zeros((n_steps, 2, n), dtype=bool)  # whether the step before had no slide
    for step in range(1, n_steps):
        slide, none = score[0] + on, score[1] + off
        layer[step, 0] = none > slide
        source = np.where(layer[step, 0], none, slide)
        best, place = source + stay, np.arange(n)
        away = source + scale
        if n > 1:
            for shift, weight, of_before in ((1, advance, away), (2, skip, away)):
                if n <= shift:
                    continue
                top, at = (of_before[:-1], np.arange(n - 1)) if shift == 1 else _running_best(of_before[:-2])
                better = top + weight > best[shift:]
                best[shift:][better], place[shift:][better] = (top + weight)[better], at[better]
            top, at = _running_best(away[:0:-1], last=True)
            top, at = top[::-1], (n - 1 - at)[::-1]
            better = top + back > best[:-1]
            best[:-1][better], place[:-1][better] = (top + back)[better], at[better]
        came[step] = place
        gone, kept = score[0] + leave, score[1] + remain
        layer[step, 1] = kept > gone
        score = np.stack([best, np.where(layer[step, 1], kept, gone)]) + rows[step]
        if score.max() == -np.inf:
            raise AlignmentError(f"step {step} fits neither a page nor no slide")
    last = int(score.argmax())
    kind, page = divmod(last, n)
    pages = np.empty(n_steps, dtype=np.int64)
    for step in range(n_steps - 1, -1, -1):
        pages[step] = NO_SLIDE if kind else page
        if step:
            before = page if kind else int(came[step, page])
            kind = int(layer[step, 1, page]) if kind else int(layer[step, 0, before])
            page = before
    return Path(pages, float(score.ravel()[last]))


def page_posteriors(chain: PageChain) -> Posteriors:
    """The probability of each page at each step, by forward-backward; O(n_steps * n_pages) time and memory."""
    moves, rows = chain.moves, chain.rows()
    n_steps, _, n = rows.shape
    top = rows.max(axis=(1, 2))
    if (top == -np.inf).any():
        raise AlignmentError(f"step {int(np.argmin(top))} fits neither a page nor no slide")
    likely = np.exp(rows - top[:, None, None])
    forward = np.empty_like(likely)
    evidence = float(top.sum())
    start = np.exp(chain.start)
    for step in range(n_steps):
        if step == 0:
            row = np.stack([start * (1 - moves.leave), start * moves.leave])
        else:
            before = forward[step - 1]
            source = before[0] * (1 - moves.leave) + before[1] * (1 - moves.remain)
            row = np.stack([_after(source, moves), before[0] * moves.leave + before[1] * moves.remain])
        row *= likely[step]
        total = row.sum()
        if total <= 0:
            raise AlignmentError(f"step {step} fits neither a page nor no slide")
        forward[step] = row / total
        evidence += float(np.log(total))
    cuts = np.zeros(n_steps)
    future = np.ones((2, n))
    for step in range(n_steps - 1, -1, -1):
        row = forward[step].copy()
        joint = row * future
        total = joint.sum()
        if step:
            ahead = future * likely[step]
        forward[step] = joint / total
        if step:
            before = forward[step - 1]
            onward = _before(ahead[0], moves)
            same_page = before[0] * (1 - moves.leave) * moves.diagonal * ahead[0]
            same_blank = before[1] * moves.remain * ahead[1]
            future = np.stack(
                [
                    (1 - moves.leave) * onward + moves.leave * ahead[1],
                    (1 - moves.remain) * onward + moves.remain * ahead[1],
                ]
            )
            whole = (before * future).sum()
            cuts[step] = min(1.0, max(0.0, 1.0 - float((same_page.sum() + same_blank.sum()) / whole)))
            future /= future.max()
    return Posteriors(forward[:, 0].copy(), forward[:, 1].sum(axis=1), cuts, evidence)


def _running_best(values: Floats, *, last: bool = False) -> tuple[Floats, Ints]:
    """The maximum of all values up to each, and its place: the first of equal ones, or the last."""
    top = np.maximum.accumulate(values)
    fresh = np.ones(len(values), dtype=bool)
    fresh[1:] = values[1:] >= top[:-1] if last else values[1:] > top[:-1]
    return top, np.maximum.accumulate(np.where(fresh, np.arange(len(values)), 0))


def _after(source: Floats, moves: Moves) -> Floats:
    """``source @ T``."""
    n = moves.n_pages
    result = source * moves.diagonal
    away = source * moves.scale
    result[1:] += moves.advance * away[:-1]
    sums = np.cumsum(away)
    result[2:] += moves.skip / n * sums[:-2]
    later = np.cumsum(away[::-1])[::-1]
    result[:-1] += moves.back / n * later[1:]
    return result


def _before(target: Floats, moves: Moves) -> Floats:
    """``T @ target``."""
    n = moves.n_pages
    away = np.zeros(n)
    away[:-1] += moves.advance * target[1:]
    later = np.cumsum(target[::-1])[::-1]
    away[:-2] += moves.skip / n * later[2:]
    away[1:] += moves.back / n * np.cumsum(target)[:-1]
    return target * moves.diagonal + away * moves.scale
