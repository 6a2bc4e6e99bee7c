"""The rules of a test set: what is asked of a row, in which order, and how people store it.

Rules are asked in the order of `Rules.steps`; the first that a row fails is the reason why it is out. A rule that asks
about one side of a row passes rows without that side: whether those are in is asked by `null_rows` alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from django.db.models import TextChoices

from annotator.corpus.pair_filters import LONGEST_SEARCH
from annotator.models import PairKind
from annotator.platform.errors import ServiceError
from annotator.platform.spellings import speaker_key
from annotator.releases.dividing import PARTS
from annotator.reviewing.gold import Basis
from annotator.reviewing.guidelines.labels import AppliesTo, Label, LabelType

#: Of a list of values, of the talks that are excluded, and of one value.
MOST_VALUES, MOST_EXCLUDED, LONGEST_VALUE = 500, 10_000, 300
#: Rules are bits of one number.
MOST_RULES = 60


class Wanted(TextChoices):
    """What is asked of a label that is yes or no."""

    ANY = "", "Any"
    YES = "yes", "Yes"
    NOT_NO = "not_no", "Yes or not set"
    NO = "no", "No"


class SplitBy(TextChoices):
    CORPUS = "corpus", "The corpus's own"
    RATIO = "ratio", "By ratio"


class Within(TextChoices):
    """What the ratio of a split is wanted within."""

    LANGUAGES = "languages", "Each pair of languages"
    EVENT = "event", "Languages and event"
    RANK = "rank", "Languages and rank"
    ALL = "all", "All talks together"


class SizedBy(TextChoices):
    DURATION = "duration", "Duration"
    ROWS = "rows", "Rows"


#: A row whose label is not set, among the values of an own label.
UNSET = ""
_BASES = (Basis.ADJUDICATED.value, Basis.SINGLE.value, Basis.AGREED.value, Basis.CHOSEN.value)


@dataclass(frozen=True, slots=True)
class PairFacts:
    """The properties of a pair that rules can refer to.

    pk : of the `PooledPair`. names : what a talk is called, and what each of these is: its id in the manifest of an
    archive, ids and titles, casefolded. spoken_by : keys of its speaker. people : the pseudonyms of those whose
    reviews its rows rest on. same : what only pairs of the same talk have in common.
    """

    pk: int
    pair: int
    review: int
    basis: str
    n_rows: int
    title: str
    kind: str
    languages: str
    split: str
    event: str
    speaker: str
    interpreter: str
    rank: str
    titles: tuple[str, ...]
    names: Mapping[str, str]
    same: frozenset[str]
    people: frozenset[str] = frozenset()

    @property
    def spoken_by(self) -> str:
        return speaker_key(self.speaker)

    def is_called(self, names: Collection[str]) -> bool:
        """names : casefolded; speakers by their keys."""
        return not self.names.keys().isdisjoint(names)


@dataclass(frozen=True, slots=True)
class Range:
    """From `least` to `most`, both included; None is no limit."""

    least: float | None = None
    most: float | None = None

    def __bool__(self) -> bool:
        return self.least is not None or self.most is not None


@dataclass(frozen=True, slots=True)
class Split:
    """How rows are divided. ratio : parts of train, dev and test. seed : of the draw. by_event : talks of one event are
    in one part too, as those of one speaker are. within : what the ratio is wanted within."""

    by: str = SplitBy.CORPUS.value
    ratio: tuple[float, float, float] = (8.0, 1.0, 1.0)
    size: str = SizedBy.DURATION.value
    seed: int = 42
    by_event: bool = False
    within: str = Within.LANGUAGES.value


@dataclass(frozen=True, slots=True)
class Step:
    """A rule that is on. It is asked of the pair, or of a row by an SQL condition over `annotator_pooledrow r`."""

    key: str
    of_pair: Callable[[PairFacts], bool] | None = None
    of_row: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is empty is not asked. `passed` and what follows are what the filters said (`alignment.filters`).

    without : pseudonyms of people none of whose reviews is to count. talks_out : talks that were taken out by hand,
    with why. pins : talks with the part that they are to be in. Talks stand by any of their names (`PairFacts.names`),
    so that a new version of a text is the same talk, and so that whoever reads a release knows which is meant.
    """

    basis: tuple[str, ...] = ()
    kind: str = ""
    search: str = ""
    splits: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    good_align: str = Wanted.ANY.value
    good_mt: str = Wanted.ANY.value
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    implicit: bool = False
    null_rows: bool = True
    source_length: Range = Range()
    target_length: Range = Range()
    length_ratio: Range = Range()
    passed: bool = False
    cost_most: float | None = None
    alpha_least: float | None = None
    gamma: Range = Range()
    eta_least: float | None = None
    exclude: tuple[str, ...] = ()
    exclude_name: str = ""
    without: tuple[str, ...] = ()
    talks_out: Mapping[str, str] = field(default_factory=dict)
    pins: Mapping[str, str] = field(default_factory=dict)
    split: Split = Split()

    @classmethod
    def from_json(cls, stored: Any) -> Rules:
        """Raises ServiceError that names the rule and what is allowed."""
        if not isinstance(stored, Mapping):
            raise _wrong("rules", stored, "an object")
        known = {each.name for each in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in stored.items():
            if name not in known:
                raise _wrong(str(name)[:60], value, f"one of {', '.join(sorted(known))}")
            values[name] = _READERS[name](name, value)
        return cls(**values)

    def as_json(self) -> dict[str, Any]:
        """Without what is not asked, so that equal rules are equal JSON."""
        plain = Rules()
        rules = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value != getattr(plain, each.name):
                rules[each.name] = _told(value)
        return rules

    @property
    def is_plain(self) -> bool:
        """Nothing is asked that gold does not ask, and nothing is divided."""
        return self == Rules()

    def steps(self, labels: Sequence[Label]) -> list[Step]:
        """The rules that are on, in the order in which they are asked. labels : the project's own."""
        steps = [
            *self._of_pairs(),
            *_yes_no("good_align", self.good_align),
            *_yes_no("good_mt", self.good_mt),
            *(_own(label, self.labels[label["key"]]) for label in labels if self.labels.get(label["key"])),
        ]
        if not self.implicit:
            steps.append(Step("implicit", of_row="NOT r.implicit"))
        if not self.null_rows:
            steps.append(Step("null_rows", of_row="r.has_source AND r.has_target"))
        both = "r.has_source AND r.has_target"
        steps += _between("source_length", "r.source_length", self.source_length, "r.has_source")
        steps += _between("target_length", "r.target_length", self.target_length, "r.has_target")
        steps += _between("length_ratio", "r.length_ratio", self.length_ratio, both)
        if self.passed:
            steps.append(Step("passed", of_row=f"r.passed IS TRUE OR NOT ({both})"))
        steps += _between("cost", "r.cost", Range(most=self.cost_most), both)
        steps += _between("alpha", "r.alpha", Range(least=self.alpha_least), both)
        steps += _between("gamma", "r.gamma", self.gamma, both)
        steps += _between("eta", "r.eta", Range(least=self.eta_least), both)
        if self.exclude:
            excluded = frozenset(line.casefold() for line in self.exclude)
            speakers = frozenset(key for line in self.exclude if (key := speaker_key(line)))
            steps.append(
                Step(
                    "exclude",
                    of_pair=lambda pair: not pair.is_called(excluded) and pair.spoken_by not in speakers,
                )
            )
        if self.talks_out:
            taken_out = frozenset(name.casefold() for name in self.talks_out)
            steps.append(Step("talks_out", of_pair=lambda pair: not pair.is_called(taken_out)))
        if len(steps) > MOST_RULES:
            raise ServiceError(f"A test set has {MOST_RULES} rules at most; these are {len(steps)}.")
        return steps

    def _of_pairs(self) -> list[Step]:
        steps = []
        if self.basis:
            steps.append(Step("basis", of_pair=lambda pair: pair.basis in self.basis))
        if self.without:
            steps.append(Step("without", of_pair=lambda pair: pair.people.isdisjoint(self.without)))
        if self.kind or self.search:
            search = self.search.casefold()
            steps.append(
                Step(
                    "talks",
                    of_pair=lambda pair: (
                        (not self.kind or pair.kind == self.kind)
                        and any(search in title.casefold() for title in pair.titles)
                    ),
                )
            )
        for key, wanted, name in (
            ("splits", self.splits, "split"),
            ("events", self.events, "event"),
            ("languages", self.languages, "languages"),
            ("interpreters", self.interpreters, "interpreter"),
            ("ranks", self.ranks, "rank"),
        ):
            if wanted:
                steps.append(Step(key, of_pair=_is_one_of(name, frozenset(wanted))))
        return steps


def _is_one_of(name: str, wanted: frozenset[str]) -> Callable[[PairFacts], bool]:
    return lambda pair: getattr(pair, name) in wanted


def _yes_no(key: str, wanted: str) -> list[Step]:
    condition = {Wanted.YES.value: "IS TRUE", Wanted.NO.value: "IS FALSE", Wanted.NOT_NO.value: "IS NOT FALSE"}.get(
        wanted
    )
    # Both labels are given to linked rows only.
    return [Step(key, of_row=f"r.{key} {condition} OR NOT (r.has_source AND r.has_target)")] if condition else []


_APPLIES = {
    AppliesTo.ALL.value: "TRUE",
    AppliesTo.LINKED.value: "r.has_source AND r.has_target",
    AppliesTo.NULL.value: "NOT (r.has_source AND r.has_target)",
    AppliesTo.SOURCE.value: "r.has_source AND NOT r.has_target",
    AppliesTo.TARGET.value: "r.has_target AND NOT r.has_source",
}


def _own(label: Label, wanted: Sequence[str]) -> Step:
    name = f"label_{label['key']}"
    held = f"r.labels -> %({name}_key)s"
    if label["type"] == LabelType.TAGS:
        has = f"jsonb_exists_any(COALESCE({held}, '[]'), %({name})s::text[])"
        unset = f"jsonb_array_length(COALESCE({held}, '[]')) = 0"
    elif label["type"] == LabelType.YES_NO:
        has = f"CASE r.labels ->> %({name}_key)s WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' END = ANY(%({name})s)"
        unset = f"({held}) IS NULL"
    else:
        has, unset = f"r.labels ->> %({name}_key)s = ANY(%({name})s)", f"({held}) IS NULL"
    condition = f"COALESCE({has}, FALSE)" + (f" OR {unset}" if UNSET in wanted else "")
    return Step(
        f"label:{label['key']}",
        of_row=f"{condition} OR NOT ({_APPLIES[label['applies_to']]})",
        values={name: list(wanted), f"{name}_key": label["key"]},
    )


def _between(key: str, column: str, wanted: Range, applies: str) -> list[Step]:
    if not wanted:
        return []
    values = {}
    conditions = [f"{column} IS NOT NULL"]
    for sign, name, limit in ((">=", "least", wanted.least), ("<=", "most", wanted.most)):
        if limit is not None:
            conditions.append(f"{column} {sign} %({key}_{name})s")
            values[f"{key}_{name}"] = limit
    return [Step(key, of_row=f"({' AND '.join(conditions)}) OR NOT ({applies})", values=values)]


def _told(value: Any) -> Any:
    if isinstance(value, Range):
        return {name: limit for name in ("least", "most") if (limit := getattr(value, name)) is not None}
    if isinstance(value, Split):
        return {
            "by": value.by,
            "ratio": list(value.ratio),
            "size": value.size,
            "seed": value.seed,
            "by_event": value.by_event,
            "within": value.within,
        }
    if isinstance(value, Mapping):
        return {key: one if isinstance(one, str) else list(one) for key, one in sorted(value.items())}
    return list(value) if isinstance(value, tuple) else value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_SEARCH:
        raise _wrong(name, value, f"a text of {LONGEST_SEARCH} characters at most")
    return value.strip()


def _texts(most: int) -> Callable[[str, Any], tuple[str, ...]]:
    def read(name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or len(value) > most:
            raise _wrong(name, value, f"a list of {most:,} texts at most")
        for one in value:
            if not isinstance(one, str) or len(one) > LONGEST_VALUE or "\0" in one:
                raise _wrong(name, one, f"a text of {LONGEST_VALUE} characters at most")
        return tuple(dict.fromkeys(value))

    return read


def _excluded(name: str, value: Any) -> tuple[str, ...]:
    lines = _texts(MOST_EXCLUDED)(name, value)
    return tuple(dict.fromkeys(stripped for line in lines if (stripped := line.strip())))


def _one_of(*allowed: str) -> Callable[[str, Any], str]:
    def read(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise _wrong(name, value, f"one of {', '.join(repr(each) for each in allowed)}")
        return value

    return read


def _some_of(*allowed: str) -> Callable[[str, Any], tuple[str, ...]]:
    def read(name: str, value: Any) -> tuple[str, ...]:
        texts = _texts(len(allowed))(name, value)
        for one in texts:
            _one_of(*allowed)(name, one)
        return tuple(each for each in allowed if each in texts) if len(texts) < len(allowed) else ()

    return read


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, value, "true or false")
    return value


def _number(name: str, value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > 1e6:
        raise _wrong(name, value, "a number, or null for no limit")
    return float(value)


def _range(name: str, value: Any) -> Range:
    if not isinstance(value, Mapping) or not value.keys() <= {"least", "most"}:
        raise _wrong(name, value, "an object with least and most")
    limits = Range(**{key: _number(f"{name}.{key}", limit) for key, limit in value.items()})
    if limits.least is not None and limits.most is not None and limits.least > limits.most:
        raise _wrong(name, f"{limits.least:g} to {limits.most:g}", "least not above most")
    return limits


def _labels(name: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping) or len(value) > MOST_RULES:
        raise _wrong(name, value, "an object of lists by the key of a label")
    read = _texts(MOST_VALUES)
    return {str(key): values for key, wanted in value.items() if (values := read(f"{name}.{str(key)[:60]}", wanted))}


def _by_talk(*allowed: str) -> Callable[[str, Any], dict[str, str]]:
    """By a name of a talk, one of the values; where there are none, any text."""

    def read(name: str, value: Any) -> dict[str, str]:
        if not isinstance(value, Mapping) or len(value) > MOST_EXCLUDED:
            raise _wrong(name, value, f"an object with {MOST_EXCLUDED:,} talks at most")
        _texts(MOST_EXCLUDED)(name, list(value))
        for talk, one in value.items():
            _texts(1)(f"{name}.{talk[:60]}", [one])
            if not talk.strip() or not one.strip() or (allowed and one not in allowed):
                raise _wrong(f"{name}.{talk[:60]}", one, f"one of {', '.join(allowed)}" if allowed else "why")
        return {talk.strip(): one.strip() for talk, one in value.items()}

    return read


def _split(name: str, value: Any) -> Split:
    if not isinstance(value, Mapping) or not value.keys() <= {"by", "ratio", "size", "seed", "by_event", "within"}:
        raise _wrong(name, value, "an object with by, ratio, size, seed, by_event and within")
    plain = Split()
    ratio = value.get("ratio", plain.ratio)
    if not isinstance(ratio, list | tuple) or len(ratio) != 3:
        raise _wrong(f"{name}.ratio", ratio, "three numbers, for train, dev and test")
    parts = [_number(f"{name}.ratio", part) or 0.0 for part in ratio]
    if min(parts) < 0 or sum(parts) <= 0:
        raise _wrong(f"{name}.ratio", ratio, "numbers from 0, and one above 0")
    seed = value.get("seed", plain.seed)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise _wrong(f"{name}.seed", seed, "a whole number from 0 to 2147483647")
    by_event = value.get("by_event", plain.by_event)
    if not isinstance(by_event, bool):
        raise _wrong(f"{name}.by_event", by_event, "true or false")
    return Split(
        by=_one_of(*SplitBy.values)(f"{name}.by", value.get("by", plain.by)),
        ratio=(parts[0], parts[1], parts[2]),
        size=_one_of(*SizedBy.values)(f"{name}.size", value.get("size", plain.size)),
        seed=seed,
        by_event=by_event,
        within=_one_of(*Within.values)(f"{name}.within", value.get("within", plain.within)),
    )


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "basis": _some_of(*_BASES),
    "kind": _one_of("", *PairKind.values),
    "search": _text,
    "exclude": _excluded,
    "exclude_name": _text,
    "labels": _labels,
    "without": _texts(MOST_VALUES),
    "talks_out": _by_talk(),
    "pins": _by_talk(*PARTS),
    "split": _split,
    **dict.fromkeys(("splits", "events", "languages", "interpreters", "ranks"), _texts(MOST_VALUES)),
    **dict.fromkeys(("good_align", "good_mt"), _one_of(*Wanted.values)),
    **dict.fromkeys(("implicit", "null_rows", "passed"), _flag),
    **dict.fromkeys(("source_length", "target_length", "length_ratio", "gamma"), _range),
    **dict.fromkeys(("cost_most", "alpha_least", "eta_least"), _number),
}


def _wrong(name: str, value: Any, allowed: str) -> ServiceError:
    message = f"{name} is {repr(value)[:80]}; allowed: {allowed}."
    return ServiceError(message, code="invalid_rules", errors=[{"field": name, "message": message}])


def changed_rules(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The names of the rules that differ, of two as they are stored."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
