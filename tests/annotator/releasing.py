"""Releases for tests, made as a worker makes them."""

from __future__ import annotations

from typing import Any
from unittest import mock

from annotator.models import Project, Release, ReleaseState, Review, TestSet
from annotator.services import releases
from annotator.services.work import Heartbeat


def execute(release: Release) -> None:
    """Make it here. The thread that tells progress has a connection of its own, which does not see this test's."""
    with mock.patch.object(Heartbeat, "note"):
        releases.execute(release.pk)


def make_release(test_set: TestSet, **asked: Any) -> Release:
    release = releases.request_release(test_set=test_set, user=None, **asked)
    execute(release)
    release.refresh_from_db()
    assert release.state == ReleaseState.FROZEN, release.error
    return release


def set_of_all(project: Project, name: str = "Spring") -> TestSet:
    """With every submitted review of the project."""
    test_set = TestSet.objects.create(project=project, name=name)
    test_set.reviews.set(Review.objects.filter(pair__project=project, submitted_at__isnull=False))
    return test_set
