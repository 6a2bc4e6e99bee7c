"""Thresholds of the filters: a project's, which each of its pairs may override.

Stored as JSON. An absent name is inherited (from the project, then from `alignment.filters.Thresholds`); null means no
limit, so that a pair can lift a limit of its project.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from alignment.filters import Thresholds
from annotator.models import Pair, Project
from annotator.platform.errors import ServiceError

Stored = dict[str, float | None]

#: name -> least and greatest value, and the value that means no limit
_KNOWN: dict[str, tuple[float, float, float]] = {
    "cost_most": (0.0, 100.0, math.inf),
    "alpha_least": (0.0, 1.0, 0.0),
    "gamma_least": (0.0, 100.0, 0.0),
    "gamma_most": (0.0, 100.0, math.inf),
    "eta_least": (-10.0, 10.0, -math.inf),
    "score_least": (0.0, 1.0, 0.0),
}
NAMES = tuple(_KNOWN)
FIELD = "filter_thresholds"
#: What holds where nothing is set.
INITIAL = Thresholds()


def clean_thresholds(values: Any, *, under: Mapping[str, float | None] | None = None) -> Stored:
    """Validate thresholds and return them in the form to be stored. `under`: the values that a pair inherits.

    Raises ServiceError; its errors name each invalid field and the values allowed.
    """
    if not isinstance(values, Mapping):
        raise _wrong({"": f"expected an object with any of {', '.join(NAMES)}"})
    errors: dict[str, str] = {}
    cleaned: Stored = {}
    for name, value in values.items():
        if name not in _KNOWN:
            errors[name] = f"unknown; expected one of {', '.join(NAMES)}"
            continue
        least, most, _ = _KNOWN[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and least <= value <= most):
            errors[name] = f"is {value!r}; allowed: a number from {least:g} to {most:g}, or null for no limit"
        else:
            cleaned[name] = None if value is None else float(value)
    if errors:
        raise _wrong(errors)
    together = {**(under or {}), **cleaned}
    low, high = together.get("gamma_least"), together.get("gamma_most")
    if low is not None and high is not None and low > high:
        raise _wrong({"gamma_least": f"is {low:g}, above gamma_most, {high:g}"})
    return {name: cleaned[name] for name in NAMES if name in cleaned}


def check_project_thresholds(project: Project, values: Any) -> Stored:
    """As `clean_thresholds`; each pair's own thresholds must also remain valid under the new ones."""
    cleaned = clean_thresholds(values)
    for pair in project.pairs.exclude(filter_thresholds={}):
        try:
            clean_thresholds(pair.filter_thresholds, under=cleaned)
        except ServiceError as error:
            raise _wrong(
                {"gamma_least": f"{pair.title} has thresholds of its own: its gamma_least would be above gamma_most"}
            ) from error
    return cleaned


def thresholds_of(pair: Pair) -> Thresholds:
    """The thresholds in effect for a pair."""
    return as_thresholds({**pair.project.filter_thresholds, **pair.filter_thresholds})


def as_thresholds(stored: Mapping[str, float | None]) -> Thresholds:
    values = {name: _KNOWN[name][2] if stored[name] is None else float(stored[name] or 0.0) for name in stored}
    return Thresholds(**values)


def as_stored(thresholds: Thresholds, under: Thresholds | None = None) -> Stored:
    """The thresholds that differ from `under`, by default from the initial values."""
    under = under or Thresholds()
    return {
        name: _number(name, getattr(thresholds, name))
        for name in NAMES
        if getattr(thresholds, name) != getattr(under, name)
    }


def judged_now(features: Mapping[str, float], verdicts: Mapping[str, bool], thresholds: Thresholds) -> dict[str, bool]:
    """A link's verdicts under the current thresholds, which may have changed since its run."""
    return {**verdicts, **thresholds.verdicts(features)} if verdicts else {}


def as_json(thresholds: Thresholds) -> Stored:
    """All thresholds; null means no limit."""
    return {name: _number(name, getattr(thresholds, name)) for name in NAMES}


def _number(name: str, value: float) -> float | None:
    return None if value == _KNOWN[name][2] and not math.isfinite(value) else round(value, 7)


def _wrong(errors: Mapping[str, str]) -> ServiceError:
    listed = [{"field": f"{FIELD}.{name}".rstrip("."), "message": message} for name, message in errors.items()]
    return ServiceError(f"{listed[0]['field']}: {listed[0]['message']}.", code="invalid", errors=listed)
