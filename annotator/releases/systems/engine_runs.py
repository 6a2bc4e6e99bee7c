"""What the site's own engines made of a release's talks: scored again when a curator looks and there are newer runs.

An engine with its options is a system; what is scored is its newest finished run of each talk.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import orjson
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Max

from alignment.metrics.beads import BeadPositions
from annotator.aligning.engines import engine_label
from annotator.models import AlignmentRun, Link, PairKind, Release, ReleaseState, RunState, System, SystemKind, Variant
from annotator.platform import work
from annotator.platform.queues import AFTER_ALL_OTHERS, Task
from annotator.releases.ids_here import IdsHere

TASK = Task("score_engines", priority=AFTER_ALL_OTHERS)
#: Engines with options that are scored, those with the newest runs.
MOST = 20
#: Options that follow from what a pair has: whether there is a translation that filters may look at.
_OF_PAIRS = ("offline",)
_PAIRS = """
SELECT DISTINCT (record::jsonb->>'pair_id')::bigint FROM annotator_releaserow
WHERE release_id = %s AND record::jsonb->>'kind' = %s
"""


def ask(release: Release) -> None:
    """Have engines scored soon if there is something new; cheap, whenever a curator looks at the table.

    Not on what engines made themselves: that would say how alike they are, not how good.
    """
    if release.state == ReleaseState.FROZEN and release.variant != Variant.AUTOMATIC:
        work.send_once(TASK, release.pk)


def score_engines(release_id: int) -> None:
    """Enqueue the engines of which a release has no scores, or those of older runs."""
    work.take_turn(TASK, release_id)
    release = Release.objects.filter(pk=release_id, state=ReleaseState.FROZEN).first()
    if release is None:
        return
    known = {system.recipe: system for system in System.objects.filter(on_release=release).exclude(engine="")}
    for recipe, system in list(known.items()):
        if recipe != _recipe(system.engine, system.options) and not system.is_live:
            known.pop(recipe).delete()  # one of several that are one system by now
    for recipe, runs in _newest_runs(release).items():
        pks = sorted(run.pk for run in runs)
        system = known.get(recipe)
        if system is None:
            _add(release, recipe, runs[0], pks)
        elif system.runs != pks and not system.is_live:
            with transaction.atomic():
                if system.score_again(pks):
                    work.enqueue(system)


def _add(release: Release, recipe: str, run: AlignmentRun, pks: list[int]) -> None:
    with transaction.atomic():
        system, is_new = System.objects.get_or_create(
            on_release=release,
            recipe=recipe,
            defaults={
                "name": engine_label(run.engine, run.signature)[:120],
                "engine": run.engine,
                "options": run.options,
                "kind": SystemKind.ALIGNMENT,
                "runs": pks,
            },
        )
        if is_new:
            work.enqueue(system)


def _newest_runs(release: Release) -> dict[str, list[AlignmentRun]]:
    """By recipe, the newest finished run of each talk of the release, the newest first."""
    finished = AlignmentRun.objects.filter(pair__in=_pairs(release), state=RunState.SUCCEEDED)
    newest = finished.order_by().values("pair", "engine", "options").annotate(newest=Max("pk")).values("newest")
    runs: dict[str, dict[int, AlignmentRun]] = defaultdict(dict)
    for run in AlignmentRun.objects.filter(pk__in=newest).defer("info").order_by("-pk"):
        runs[_recipe(run.engine, run.options)].setdefault(run.pair_id, run)
    return {recipe: list(of_pairs.values()) for recipe, of_pairs in list(runs.items())[:MOST]}


def _pairs(release: Release) -> list[int]:
    """The bitexts that rows of a release are of, by their ids here; they never change."""

    def read() -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute(_PAIRS, [release.pk, PairKind.BITEXT.value])
            return [pk for (pk,) in cursor.fetchall()]

    here = IdsHere(release)
    frozen = cache.get_or_set(f"pairs-of-release:{release.sha256}", read, None) or []
    return [pk for pk in map(here.pair, frozen) if pk is not None]


def _recipe(engine: str, options: dict[str, Any]) -> str:
    """Of what is one system. What an option says of the texts of a pair, and not of the engine, is left out."""
    own = {name: value for name, value in options.items() if name not in _OF_PAIRS}
    basis = orjson.dumps([engine, own], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(basis).hexdigest()[:32]


def beads_of_runs(runs: Iterable[int]) -> dict[int, list[BeadPositions]]:
    """By pair, the beads of runs that are still there, over whole units."""
    beads: dict[int, list[BeadPositions]] = defaultdict(list)
    links = Link.objects.filter(run__in=list(runs)).order_by("run", "position")
    for pair, source, target in links.values_list("run__pair", "source", "target").iterator(chunk_size=5_000):
        beads[pair].append((tuple(source), tuple(sorted({unit for unit, *_ in target}))))
    return dict(beads)
