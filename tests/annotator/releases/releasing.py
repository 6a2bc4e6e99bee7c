"""Releases for tests, made as a worker makes them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from annotator.models import Project, Release, ReleaseState, Review, System, TestSet
from annotator.platform.work import Heartbeat
from annotator.releases import making, systems
from annotator.releases import making as releases
from annotator.releases.forms.registry import FORMS
from annotator.releases.systems.references import Part, language_pairs, references

#: Most tests look at no form, or at one that stands for all: to write each takes most of the time of a release.
FEW = ("jsonl", "tmx", "card", "manifest", "all")


@contextmanager
def written_in(forms: Iterable[str]) -> Iterator[None]:
    """Releases that are made meanwhile are written in these forms alone."""
    with mock.patch.object(making, "FORMS", {form: FORMS[form] for form in forms}):
        yield


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
