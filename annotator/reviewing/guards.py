"""What must hold before an operation is stored: the review is current, new rows and chips have ids and places of their
own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from annotator.models import Chip, GuidelinesVersion, Operation, Review, ReviewRow
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.guidelines.labels import fault_of_values, labels_of
from annotator.reviewing.state import RowState
from annotator.reviewing.storage import chip_ids

Rows = dict[str, RowState]


def check_current(review: Review) -> None:
    """Raises Conflict (409, `superseded`) naming the review to go on with, if the review was carried over to a newer
    version of its texts: what was edited here after that would be missing there."""
    if review.superseded_by_id is not None:
        raise Conflict(
            "A newer version of this text was imported. Your work was carried over to a new review; continue there.",
            code="superseded",
            superseded_by=review.superseded_by_id,
        )


def check_labels(review: Review, given: Iterable[Mapping[str, Any]]) -> None:
    """Raises ServiceError for a value that the review's guidelines do not know, nor any other version of the project:
    an edit that was made offline under another version is as good as any."""
    for values in given:
        fault = fault_of_values(values, labels_of(review.guidelines_id))
        if fault is None:
            continue
        versions = GuidelinesVersion.objects.filter(project=review.pair.project_id).published()
        if all(fault_of_values(values, labels) is not None for labels in versions.values_list("labels", flat=True)):
            raise ServiceError(f"{fault[:1].upper()}{fault[1:]}.", code="invalid_operation")


def check_new_ids(before: Rows, after: Rows) -> None:
    """The ids that an operation makes up must be nobody's, in this review or any other.

    Raises ServiceError naming the first that is taken: stored all the same, it would take that row or text away.
    """
    twice = Counter(chip.id for row in after.values() for side in (row.source, row.target) for chip in side)
    if again := next((chip_id for chip_id, n in twice.items() if n > 1), None):
        raise ServiceError(f"Chip {again} would stand in two places.", code="invalid_operation")
    rows, chips = set(after) - set(before), chip_ids(after.values()) - chip_ids(before.values())
    taken = list(ReviewRow.objects.filter(pk__in=rows).values_list("pk", flat=True)) if rows else []
    taken += list(Chip.objects.filter(pk__in=chips).values_list("pk", flat=True)) if chips else []
    if taken:
        raise ServiceError(f"The id {taken[0]} is in use already; make a new one.", code="invalid_operation")


def with_room(review: Review, before: Rows, after: Rows) -> Rows:
    """`after`, its new rows moved on where another row has taken their position meanwhile.

    Raises Conflict where no number is left between the two neighbours.
    """
    new = sorted((row for row_id, row in after.items() if row_id not in before), key=lambda row: row.position)
    if not new:
        return after
    others = ReviewRow.objects.filter(review=review).exclude(pk__in=before)
    places = {row.position for row_id, row in after.items() if row_id in before}
    if not (
        places & {row.position for row in new}
        or len({row.position for row in new}) < len(new)
        or others.filter(position__in=[row.position for row in new]).exists()
    ):
        return after
    taken = places | set(others.values_list("position", flat=True))
    moved = dict(after)
    for row in new:
        place = row.position
        if place in taken:
            above = min((other for other in taken if other > place), default=place + 2)
            place = (place + above) / 2
            if place in taken:
                raise Conflict("There is no room for another row between these two.", code="no_room")
        moved[row.id] = replace(row, position=place)
        taken.add(place)
    return moved


def known_rows(review: Review, made: set[str]) -> set[str]:
    """Those of the rows about to be made that the review has had before: an undo brings them back."""
    if not made:
        return set()
    log = Operation.objects.filter(review=review, rows__overlap=list(made)).values_list("rows", flat=True)
    return {str(row_id) for rows in log for row_id in rows} & made


def with_versions(review: Review, before: Rows, after: Rows, back: set[str]) -> Rows:
    """`after` with the versions that go with it: one more for a row that changes, the same for one that does not.

    back : rows that the review has had before. They get a version that they never had: whoever knew such a row in its
    former life must not be taken for somebody who knows it now. A row's version is at most its review's revision and
    one, as an edit adds one to both.
    """
    made = set(after) - set(before)
    versions = {
        row_id: (
            (review.revision + 2 if row_id in back else 1)
            if row_id in made
            else before[row_id].version + (0 if row.same_as(before[row_id]) else 1)
        )
        for row_id, row in after.items()
    }
    return {row_id: replace(row, version=versions[row_id]) for row_id, row in after.items()}
