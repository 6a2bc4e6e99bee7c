"""Releases for tests, made as a worker makes them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone

from annotator.models import Pair, Project, Release, ReleaseState, Review, ReviewState, Role, RowStatus, System, TestSet
from annotator.platform.work import Heartbeat
from annotator.releases import making, systems
from annotator.releases import making as releases
from annotator.releases.forms.registry import FORMS
from annotator.releases.systems.references import Part, language_pairs, references
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.conftest import make_person
from tests.annotator.shared import shared_rows

#: Most tests look at no form, or at one that stands for all: to write each takes most of the time of a release.
FEW = ("jsonl", "tmx", "card", "manifest", "all")


@contextmanager
def written_in(forms: Iterable[str]) -> Iterator[None]:
    """Releases that are made meanwhile are written in these forms alone."""
    with mock.patch.object(making, "FORMS", {form: FORMS[form] for form in forms}):
        yield


@contextmanager
def shared_rows_and_files(blocker: Any, paths: pytest.TempPathFactory) -> Iterator[pytest.MonkeyPatch]:
    """For a fixture of a module: see `shared_rows`; files of what is made inside, and of the tests, stay as long."""
    media = paths.mktemp("media")
    with shared_rows(blocker) as patch, override_settings(MEDIA_ROOT=media, HEARTBEAT_SECONDS=3600):
        yield patch


@contextmanager
def silent() -> Iterator[None]:
    """The thread that tells progress has a connection of its own, which does not see what a test has not committed."""
    with mock.patch.object(Heartbeat, "note"):
        yield


def execute(release: Release, forms: Iterable[str] = FEW) -> None:
    """Make it here."""
    with silent(), written_in(forms):
        releases.execute(release.pk)


def make_release(test_set: TestSet, forms: Iterable[str] = FEW, **asked: Any) -> Release:
    release = releases.request_release(test_set=test_set, user=None, **asked)
    execute(release, forms)
    release.refresh_from_db()
    assert release.state == ReleaseState.FROZEN, release.error
    return release


def accept_all(pair: Pair, annotator: User) -> Review:
    """Their review of it, submitted, with all its rows accepted."""
    review, _ = open_review(pair=pair, annotator=annotator)
    review.rows.update(status=RowStatus.ACCEPTED)
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    return review


def release_of_bitext(project: Project, forms: Iterable[str] = FEW, **asked: Any) -> Release:
    """Of the four rows of a bitext, which the annotator of the project accepted."""
    accept_all(world.bitext(project), make_person(project, Role.ANNOTATOR))
    return make_release(set_of_all(project), forms, **asked)


def release_with_segments(project: Project, clips: dict[str, Any]) -> Release:
    """Of a talk about a paper. clips : as `segments_of` gives them; nobody cuts sound for them."""
    accept_all(world.talk(project), make_person(project, Role.ANNOTATOR))
    with mock.patch.object(making, "segments_of", return_value=clips), mock.patch.object(making, "hash_recordings"):
        return make_release(set_of_all(project), with_clips=True)


def set_of_all(project: Project, name: str = "Spring") -> TestSet:
    """With every submitted review of the project."""
    test_set = TestSet.objects.create(project=project, name=name)
    test_set.reviews.set(Review.objects.filter(pair__project=project, submitted_at__isnull=False))
    return test_set


def make_system(release: Release, name: str = "Offline", *, keep: float = 0.7) -> System:
    """A translation that has the first part of every text of one pair of languages, scored."""
    source, target = language_pairs(release)[0]
    lines = [each.text[: max(1, int(keep * len(each.text)))] for each in references(release, Part(source, target))]
    system = systems.request_score(
        release=release,
        file=io.BytesIO("".join(f"{line}\n" for line in lines).encode()),
        file_name="out.txt",
        user=None,
        name=name,
        languages=f"{source}-{target}",
    )
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(system.pk)
    system.refresh_from_db()
    assert system.scores is not None, system.error
    return system
