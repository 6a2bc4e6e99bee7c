"""The numbers of releases: none is given twice, also not that of a release that was deleted."""

from __future__ import annotations

from annotator.models import Release, ReleaseState, ReleaseTombstone, TestSet


def last_number(test_set: TestSet) -> tuple[int, int] | None:
    """The highest that was given, as major and minor; None where none was."""
    there = Release.objects.filter(test_set=test_set).exclude(state=ReleaseState.FAILED)
    deleted = ReleaseTombstone.objects.filter(test_set=test_set)
    numbers = ("major", "minor")
    return max([*there.values_list(*numbers), *deleted.values_list(*numbers)], default=None)
