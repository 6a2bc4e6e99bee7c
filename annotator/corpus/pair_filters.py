"""Which pairs of a project are meant: what the list of pairs is filtered by, and what bulk work goes through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from django.db import models
from django.db.models import Q, QuerySet

from annotator.models import Pair, PairKind
from annotator.platform.errors import ServiceError

#: Titles are not longer.
LONGEST_SEARCH = 300


class Stage(models.TextChoices):
    """How far a pair has come; a pair can be at several."""

    UNALIGNED = "unaligned", "Not aligned"
    ALIGNING = "aligning", "Being aligned"
    FAILED = "failed", "Failed"
    ALIGNED = "aligned", "Aligned"
    UNREVIEWED = "unreviewed", "Not reviewed"
    IN_REVIEW = "in_review", "In review"
    SUBMITTED = "submitted", "Submitted"


@dataclass(frozen=True, slots=True)
class PairFilter:
    """All of these hold; what is empty is not asked for.

    kind : of `PairKind`. search : part of the title of the pair, or of one of its texts. stage : of `Stage`.
    """

    kind: str = ""
    search: str = ""
    stage: str = ""

    def __post_init__(self) -> None:
        for name, allowed in (("kind", PairKind.values), ("stage", Stage.values)):
            if (value := getattr(self, name)) and value not in allowed:
                _refuse(name, value, ", ".join(allowed))
        if len(self.search) > LONGEST_SEARCH:
            _refuse("search", self.search[:60], f"{LONGEST_SEARCH} characters at most")

    @classmethod
    def from_json(cls, values: Mapping[str, str]) -> PairFilter:
        return cls(**{name: str(values.get(name, "")) for name in cls.__dataclass_fields__})

    def as_json(self) -> dict[str, str]:
        return {name: value for name, value in asdict(self).items() if value}

    def of(self, pairs: QuerySet[Pair]) -> QuerySet[Pair]:
        """Those of the pairs for which it holds."""
        if self.kind:
            pairs = pairs.filter(kind=self.kind)
        if self.search:
            pairs = pairs.filter(
                Q(title__icontains=self.search)
                | Q(source__title__icontains=self.search)
                | Q(target__title__icontains=self.search)
            )
        return pairs.filter(_CONDITIONS[Stage(self.stage)]()) if self.stage else pairs


Condition = Callable[[], Q]
_CONDITIONS: dict[Stage, Condition] = {}


def at_stage(stage: Stage) -> Callable[[Condition], Condition]:
    """Register the condition on pairs that are at a stage: runs and reviews are known to domains above this one."""

    def register(condition: Condition) -> Condition:
        _CONDITIONS[stage] = condition
        return condition

    return register


def _refuse(name: str, value: str, allowed: str) -> None:
    raise ServiceError(f"{name} is {value!r}; allowed: {allowed}.", field=name, message=allowed)
