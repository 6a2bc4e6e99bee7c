"""Releases: asking for one, making it in a worker, withdrawing it, and discarding one that was not made."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotator.corpus.thresholds import NAMES
from annotator.models import (
    DataCard,
    GuidelinesVersion,
    PeopleShown,
    Project,
    Release,
    ReleaseRow,
    ReleaseState,
    TestSet,
    Variant,
)
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.webhooks.announcing import announce
from annotator.platform.copying import copy_in
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.platform.writers.canonical import content_hash
from annotator.releases.clips import hash_recordings, segments_of
from annotator.releases.curation.choosing import Curation, curated_records, rows_counted_last, rules_of
from annotator.releases.differences import count_differences
from annotator.releases.forms.base import Frozen
from annotator.releases.forms.documents import left_out_in_words
from annotator.releases.forms.registry import FORMS
from annotator.releases.freezing import RowsFile, freeze, remove_unnamed
from annotator.releases.m3av import talks_of
from annotator.releases.numbering import numbers_after
from annotator.releases.pseudonyms import People
from annotator.releases.ratings import check_ratings, frozen_ratings
from annotator.releases.reviewing import agreement_of, reviewing_of
from annotator.releases.statistics import Statistics
from annotator.releases.variants import VariantFilter

FORMAT = "lectern-release/1"
#: Progress is noted once in so many rows.
_NOTED_EVERY = 500


@transaction.atomic
def request_release(
    *,
    test_set: TestSet,
    user: User | None,
    is_major: bool = False,
    people: str = PeopleShown.PSEUDONYMS,
    variant: str = Variant.CURATED,
    notes: str = "",
    licence: str = "",
    with_clips: bool = False,
    rating_tasks: Sequence[int] = (),
    single_ratings: bool = False,
) -> Release:
    """Have a worker freeze the test set under its next number: 1.0, then 1.1, or 2.0 if `is_major`.

    with_clips : with the segments of its talks as sound files. rating_tasks : ids of those whose results are frozen
    with it. single_ratings : with each rating, under pseudonyms.

    Raises ServiceError for a rating task that cannot be frozen, Conflict while another release of the test set is being
    made.
    """
    # Two people who ask at once get two numbers, or a conflict; and the rules are those of this moment.
    test_set = TestSet.objects.select_for_update().get(pk=test_set.pk)
    others = Release.objects.filter(test_set=test_set).exclude(state=ReleaseState.FAILED)
    if under_way := others.exclude(state__in=Release.MADE).first():
        raise Conflict(f"Release {under_way.version} is still being made. Wait until it is done.")
    check_ratings(test_set.project, rating_tasks, single=single_ratings)
    major, minor = numbers_after(test_set)[is_major]
    release: Release = Release.objects.create(
        test_set=test_set,
        major=major,
        minor=minor,
        title=test_set.name,
        description=test_set.description,
        notes=notes,
        licence=licence,
        people=people,
        variant=variant,
        with_clips=with_clips,
        rating_tasks=[*rating_tasks],
        single_ratings=single_ratings,
        rules=rules_of(test_set),
        card=DataCard.objects.filter(test_set=test_set).values_list("texts", flat=True).first() or {},
        created_by=user,
    )
    enqueue(release)
    _note("release_requested", release, by=user)
    return release


def _note(verb: str, release: Release, detail: str = "", by: User | None = None) -> None:
    name = f"{release.title} {release.version}"
    project = release.test_set.project
    note(verb, project=project, kind="release", pk=release.pk, name=name, detail=detail, by=by)


@transaction.atomic
def withdraw_release(release: Release, *, reason: str, user: User | None) -> Release:
    """Say that a release is not to be used any more, and why. Its rows stay.

    Raises ServiceError without a reason, Conflict unless the release is frozen.
    """
    if not reason.strip():
        message = "Say why it is withdrawn."
        raise ServiceError(message, errors=[{"field": "reason", "message": message}])
    won = release.withdraw(reason.strip(), user)
    release.refresh_from_db()
    if not won:
        raise Conflict(f"Release {release.version} is {release.get_state_display().lower()}.", code="not_frozen")
    _note("release_withdrawn", release, detail=reason.strip(), by=user)
    return release


@transaction.atomic
def discard_release(release: Release) -> None:
    """Delete a release that failed, or stop one that is being made. Raises Conflict if it has rows."""
    if not release.discard():
        raise Conflict(
            f"Release {release.version} is frozen and stays. Withdraw it if nobody should use it.", code="frozen"
        )
    _note("release_discarded", release)
    # A worker that is at it removes what it writes from now on.
    transaction.on_commit(partial(remove_unnamed, Release, release.pk), robust=True)


def execute(release_id: int) -> None:
    """Make a release in a worker."""
    perform_by_id(Release.objects.select_related("test_set__project"), release_id, _make, noun=Release.NOUN)


def _make(release: Release, heartbeat: Heartbeat) -> None:
    freeze(release, ReleaseReader(release, heartbeat), FORMS, heartbeat)


class ReleaseReader:
    """The curated rows of a release."""

    share_read = 0.5

    def __init__(self, release: Release, heartbeat: Heartbeat) -> None:
        self._release, self._heartbeat = release, heartbeat

    def read(self, rows: RowsFile) -> dict[str, Any]:
        release, heartbeat = self._release, self._heartbeat
        heartbeat.note(0.0, "Counting the rows")
        test_set = release.test_set
        statistics, people = Statistics(), People(test_set.project, release.people)
        curation, variant = Curation.of_release(release), VariantFilter(release.variant)
        expected = rows_counted_last(test_set)  # counted anew, it would only say how far it is
        about: dict[str, Any] | None = None
        of_talks: dict[str, Any] = {}

        def kept(records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            pairs: dict[int, str] = {}
            n_rows: Counter[int] = Counter()
            for record in variant.keep(records):
                pairs[record["pair_id"]] = record["split"] or ""
                n_rows[record["pair_id"]] += 1
                yield record
            if pairs and release.variant != Variant.AUTOMATIC:  # nobody reviewed what engines propose
                of_talks["reviewing"] = reviewing_of(n_rows, curation.named)
                of_talks["agreement"] = agreement_of(test_set.project_id)
            if pairs and (talks := talks_of(pairs)):  # in the moment of the rows
                of_talks["m3av"] = talks
            if release.with_clips and pairs:
                of_talks["clips"] = segments_of(pairs)
            if release.rating_tasks:
                of_talks["ratings"] = frozen_ratings(
                    test_set.project, release.rating_tasks, single=release.single_ratings
                )

        with closing(curated_records(curation, keep=kept)) as records:
            for record in records:
                if about is None:  # in the moment of the rows
                    about = _of_project(test_set.project_id)
                people.put_into(record)
                statistics.add(record)
                rows.add(record)
                if rows.n % _NOTED_EVERY == 0:
                    of = max(rows.n, expected)
                    heartbeat.note(self.share_read * rows.n / of, f"{rows.n:,} of {of:,} rows read")
        if about is None:
            raise ServiceError(_no_rows(release, variant))
        if "clips" in of_talks:
            hash_recordings(of_talks["clips"], heartbeat)
        return {
            "format": FORMAT,
            "title": release.title,
            **about,
            "rules": release.rules,
            "variant": variant.as_json(),
            "published": timezone.now().date().isoformat(),
            **statistics.as_json(),
            **of_talks,
            "people": {"shown_as": release.get_people_display().lower(), "accounts": people.accounts},
        }

    def store(self, frozen: Frozen) -> dict[str, Any]:
        release, n_rows = self._release, frozen.manifest["rows"]["n"]
        copy_in(ReleaseRow, ["release_id", "number", "row", "content", "record"], self._stored_rows(frozen))
        alike = Release.objects.made().filter(test_set=release.test_set_id, variant=release.variant)
        previous = alike.order_by("-major", "-minor").first()
        _announce(release, n_rows=n_rows, sha256=frozen.sha256)
        return {
            "n_rows": n_rows,
            "previous": previous,
            "changes": count_differences(previous.pk, release.pk) if previous else None,
        }

    def _stored_rows(self, frozen: Frozen) -> Iterator[list[Any]]:
        for number, line in enumerate(frozen.lines(), start=1):
            record = orjson.loads(line)
            if number % _NOTED_EVERY == 0:
                self._heartbeat.note(0.9, "Storing the rows")
            yield [self._release.pk, number, record["row_id"], content_hash(record), line.decode().rstrip("\n")]


def _no_rows(release: Release, variant: VariantFilter) -> str:
    if not variant.n_read:
        return "The test set has no rows. Nothing was released."
    why = left_out_in_words(variant.left_out)
    return f"No row of the test set is in {release.get_variant_display()}. Nothing was released. Left out: {why}."


def _of_project(project_id: int) -> dict[str, Any]:
    project = Project.objects.get(pk=project_id)
    guidelines = GuidelinesVersion.objects.filter(project=project).published().first()
    thresholds = {name: project.filter_thresholds.get(name) for name in NAMES}
    return {
        "project": {"slug": project.slug, "name": project.name},
        "thresholds": thresholds,
        "guidelines": {
            "version": guidelines.number if guidelines else None,
            "sha256": hashlib.sha256((guidelines.text if guidelines else "").encode()).hexdigest(),
        },
    }


def _announce(release: Release, *, n_rows: int, sha256: str) -> None:
    """In the activity log and to webhooks."""
    project, name = release.test_set.project, f"{release.title} {release.version}"
    note("released", project=project, kind="release", pk=release.pk, name=name, detail=counted(n_rows, "row"))
    about = {
        "id": release.pk,
        "title": release.title,
        "version": release.version,
        "n_rows": n_rows,
        "sha256": sha256,
    }
    announce(project.pk, "release.frozen", {"project": project.slug, "test_set": release.test_set_id, "release": about})
