"""The filters on runs that have their links: of alignments that came with a file, or anew with other options.

Links stay as they are, only what the filters say of them changes, so reviews that began with the run show it too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from alignment.filters import before_filters
from alignment.types import Alignment, Bead
from annotator.aligning.bitext import learn_words
from annotator.aligning.engine_options import (
    CHRF,
    JUDGE,
    SECONDS_OF_VECTORS,
    Option,
    filter_options,
    lexical_options,
    with_defaults,
)
from annotator.aligning.filtering import filter_alignment
from annotator.aligning.learned.run_models import recall
from annotator.aligning.models.runs import SHORT_SECONDS
from annotator.models import AlignmentRun, Filtering, Link, Pair, PairKind, Project, RunState
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.models.work import Work
from annotator.platform.work import Heartbeat, enqueue, perform_by_id

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of processor time for each unit: learning words, tagging, covering them.
_SECONDS_OF_UNIT = 4e-3
_LINKS_AT_ONCE = 1_000


def options_of_filtering(pair: Pair) -> tuple[Option, ...]:
    """What can be chosen for a run that has its links: all but whether links are changed, as they never are."""
    return tuple(option for option in filter_options(pair) if option.name != "filters")


def request_filtering(*, run: AlignmentRun, options: Mapping[str, Any], user: User | None) -> Filtering:
    """Have a worker run the filters on a run.

    Raises ServiceError for a run that has not succeeded or is of a talk, and for options that are unknown; Conflict
    while the filters are at it.
    """
    checked = _checked(run, options)
    with transaction.atomic():
        AlignmentRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        before = Filtering.objects.filter(run=run).first()
        if before is not None and before.state in Filtering.LIVE:
            raise Conflict("The filters are running on this run. Wait until they are done.", code="filters_running")
        begun = {each.name: each.get_default() for each in Work._meta.fields if each.name != "created_at"}
        fields: dict[str, Any] = begun | {
            "options": checked, "is_long": _is_long(run.pair, checked), "created_by": user, "state": RunState.QUEUED,
        }  # fmt: skip
        filtering, _ = Filtering.objects.update_or_create(run=run, defaults=fields)
        enqueue(filtering)
        note(
            "run_filtered", project=run.pair.project, kind="pair", pk=run.pair_id, name=run.pair.title, by=user,
            facts={"Run": run.number},
        )  # fmt: skip
    return filtering


def _checked(run: AlignmentRun, options: Mapping[str, Any]) -> dict[str, Any]:
    if run.pair.kind != PairKind.BITEXT:
        raise ServiceError("The filters judge texts and their renderings, not talks.", code="wrong_kind")
    if run.state != RunState.SUCCEEDED:
        raise ServiceError(f"Run {run.number} has {run.state}; expected one that succeeded.", code="no_links")
    known = options_of_filtering(run.pair)
    by_name = {option.name: option for option in known}
    if unknown := options.keys() - by_name.keys():
        raise ServiceError(
            f"The filters have no option {', '.join(sorted(unknown))}; expected {', '.join(by_name)}.",
            errors=[{"field": f"options.{name}", "message": "unknown option"} for name in sorted(unknown)],
        )
    return {name: by_name[name].check(value) for name, value in with_defaults(known, options).items()}


def _is_long(pair: Pair, options: Mapping[str, Any]) -> bool:
    """A model that translates or compares takes seconds for each link, and minutes to load."""
    if options["similarity"] != CHRF or options["offline"] == "model":
        return True
    n_units = pair.source.units.count() + pair.target.units.count()
    return n_units * (_SECONDS_OF_UNIT + SECONDS_OF_VECTORS) > SHORT_SECONDS


def without_filters(project: Project) -> QuerySet[AlignmentRun]:
    """The newest run of each bitext of a project that has succeeded, where the filters have not judged it."""
    runs = AlignmentRun.objects.filter(
        pair__project=project, pair__kind=PairKind.BITEXT, state=RunState.SUCCEEDED, info__filters__isnull=True
    )
    newer = AlignmentRun.objects.filter(pair=OuterRef("pair"), state=RunState.SUCCEEDED, number__gt=OuterRef("number"))
    waiting = Filtering.objects.filter(run=OuterRef("pk"), state__in=Filtering.LIVE)
    return runs.exclude(Exists(newer)).exclude(Exists(waiting)).select_related("pair__project").order_by("pair", "pk")


def execute(filtering_id: int) -> None:
    """Run the filters in a worker."""
    filterings = Filtering.objects.select_related(
        "run__pair__project", "run__pair__source", "run__pair__target", "run__pair__offline"
    )
    perform_by_id(filterings, filtering_id, _filter, noun="filtering")


def _filter(filtering: Filtering, heartbeat: Heartbeat) -> None:
    run, pair = filtering.run, filtering.run.pair
    heartbeat.progress(0.0, "Reading the links")
    source, target = pair.source.texts(), pair.target.texts()
    links = list(run.links.order_by("position"))
    alignment, pieces = _alignment(run, links, target)
    defaults = with_defaults(lexical_options(pair), {})
    judged = filter_alignment(
        pair,
        before_filters(alignment),
        source,
        pieces,
        options={**filtering.options, "filters": JUDGE},
        words=lambda: recall(run) or learn_words(pair, defaults, source, target),
        progress=heartbeat.progress,
    )
    heartbeat.progress(1.0, "Storing what they say")
    with transaction.atomic():
        Pair.objects.select_for_update().get(pk=pair.pk)  # a review that opens meanwhile copies links before or after
        heartbeat.finish(RunState.SUCCEEDED, progress=1.0, message="", error="")
        _follow(run, links, judged.beads)
        for link, bead in zip(links, judged.beads, strict=True):
            link.features, link.verdicts = dict(bead.features), dict(bead.verdicts)
        Link.objects.bulk_update(links, ["features", "verdicts"], batch_size=_LINKS_AT_ONCE)
        info = {**run.info, "filters": judged.info["filters"]}
        # No run that is asked for has the same result any more, unless it is asked for with these options.
        AlignmentRun.objects.filter(pk=run.pk).update(info=info, signature=judged.signature, recipe="")


def _alignment(run: AlignmentRun, links: Sequence[Link], target: Sequence[str]) -> tuple[Alignment, list[str]]:
    """The links as beads, and the pieces of the target that these name; a piece may be a part of a unit."""
    pieces: list[str] = []
    beads = []
    for link in links:
        first = len(pieces)
        pieces += [target[unit][start:end] for unit, start, end in link.target]
        beads.append(
            Bead(
                tuple(link.source),
                tuple(range(first, len(pieces))),
                link.confidence,
                link.cost,
                link.features,
                link.verdicts,
            )
        )
    return Alignment(tuple(beads), run.signature, run.info), pieces


def _follow(run: AlignmentRun, links: Sequence[Link], judged: Sequence[Bead]) -> None:
    """What stands in for links in probed reviews says again what a link says that looked the same before; where the
    filters tell them apart, nobody could look at one and know it."""
    alike: dict[tuple[Any, ...], list[Bead]] = defaultdict(list)
    for link, bead in zip(links, judged, strict=True):
        alike[_look(link)].append(bead)
        alike[_look(link)[:2]].append(bead)
    instead = list(Link.objects.filter(review__run=run).order_by("pk"))
    for number, link in enumerate(instead):
        if like := alike.get(_look(link)) or alike.get(_look(link)[:2]):
            bead = like[number % len(like)]
            link.features, link.verdicts = dict(bead.features), dict(bead.verdicts)
    Link.objects.bulk_update(instead, ["features", "verdicts"], batch_size=_LINKS_AT_ONCE)


def _look(link: Link) -> tuple[Any, ...]:
    """What a link shows of itself; which sides are empty comes first."""
    words = (sorted(link.features.items()), sorted(link.verdicts.items()))
    return (not link.source, not link.target, link.confidence, link.cost, str(words))
