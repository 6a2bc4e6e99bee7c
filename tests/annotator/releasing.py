"""Releases for tests, made as a worker makes them."""

from __future__ import annotations

from typing import Any

from annotator.models import Project, Release, ReleaseState, Review, TestSet
from annotator.services import releases


def make_release(test_set: TestSet, **asked: Any) -> Release:
    release = releases.request_release(test_set=test_set, user=None, **asked)
    releases.execute(release.pk)
    release.refresh_from_db()
    assert release.state == ReleaseState.FROZEN, release.error
    return release


def set_of_all(project: Project, name: str = "Spring") -> TestSet:
    """With every submitted review of the project."""
    test_set = TestSet.objects.create(project=project, name=name)
    test_set.reviews.set(Review.objects.filter(pair__project=project, submitted_at__isnull=False))
    return test_set
