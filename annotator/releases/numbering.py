"""The numbers of releases: none is given twice, also not that of a release that was deleted."""

from __future__ import annotations

from annotator.models import Release, ReleaseState, ReleaseTombstone, TestSet


def last_number(test_set: TestSet) -> tuple[int, int] | None:
    """The highest that was given, as major and minor; None where none was."""
    there = Release.objects.filter(test_set=test_set).exclude(state=ReleaseState.FAILED)
    deleted = ReleaseTombstone.objects.filter(test_set=test_set)
    numbers = ("major", "minor")
    return max([*there.values_list(*numbers), *deleted.values_list(*numbers)], default=None)


def numbers_after(test_set: TestSet) -> tuple[tuple[int, int], tuple[int, int]]:
    """The next minor and the next major number; the same for a first release."""
    last = last_number(test_set)
    if last is None:
        return (1, 0), (1, 0)
    return (last[0], last[1] + 1), (last[0] + 1, 0)
