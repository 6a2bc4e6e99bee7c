"""The limits that submissions are held to, and what becomes of those that break them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotator.models import PassKind, PassState, TranscriptPolicy
from annotator.recordings.models.checks import LONGEST_REASON

#: Planted masks that a pass must have before they are judged by.
FEWEST_PLANTED = 6
_UNCOUNTED = "Too many check masks differ from what both recognisers and a person heard."


@dataclass(frozen=True, slots=True)
class LimitBroken:
    """name : the column of the policy. value, limit : both in its unit. why : a sentence for who filled it."""

    name: str
    value: float
    limit: float
    why: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def broken_by(figures: Mapping[str, Any], policy: TranscriptPolicy, kind: str) -> list[LimitBroken]:
    """The limits that a pass with these figures breaks, in the order of the page."""
    broken: list[LimitBroken] = []

    def hold(name: str, value: float | None, *, why: str, at_least: bool = True) -> None:
        limit = getattr(policy, name)
        if limit is None or value is None:
            return
        if value < limit if at_least else value > limit:
            broken.append(LimitBroken(name, value, limit, why))

    filled, seconds, n_planted, n_right = (figures[key] for key in ("filled", "seconds", "n_planted", "n_right"))
    hold("min_filled", filled, why=f"{_percent(1 - filled)} of the masks are empty.")
    if seconds is not None:
        hold("min_seconds", seconds, why=f"The median is {seconds:.1f} s a mask.")
    if n_planted >= FEWEST_PLANTED:
        why = f"{n_planted - n_right} of {n_planted} check masks differ from what both recognisers and a person heard."
        hold("min_planted", n_right / n_planted, why=why)
    if kind == PassKind.SECOND and figures["same"] is not None:
        why = f"{_percent(figures['same'])} of the answers are the same as {figures['source']}."
        hold("max_same", figures["same"], why=why, at_least=False)
    if figures["heard"] is not None:
        why = f"{_percent(1 - figures['heard'])} of the answered spans were not played."
        hold("min_heard", figures["heard"], why=why)
    return broken


def state_after(broken: Sequence[LimitBroken], policy: TranscriptPolicy) -> str:
    """Of a submission: one limit broken holds it, two reject it, unless the project holds all."""
    if not broken:
        return PassState.ACCEPTED
    return PassState.HELD if policy.hold_all or len(broken) == 1 else PassState.REJECTED


def reason_of(broken: Sequence[LimitBroken], policy: TranscriptPolicy) -> str:
    """What the filler reads. Who goes on with the same masks does not learn how many planted ones they have right: one
    answer changed at a time, each submission would say whether that mask is planted."""
    hides_count = not policy.to_another
    reasons = [_UNCOUNTED if hides_count and one.name == "min_planted" else one.why for one in broken]
    return " ".join(reasons)[:LONGEST_REASON]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
