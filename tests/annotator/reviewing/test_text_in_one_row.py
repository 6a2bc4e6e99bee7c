"""Postgres itself keeps each text in at most one row of a review; docs/decisions/text-stands-in-one-row.md."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, NotSupportedError, connection, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Case, Value, When

from annotator.models import Chip, Pair, Review, ReviewRow
from annotator.platform.copying import copy_models
from tests import world
from tests.annotator.connections import at_once_before_writing

Ends = tuple[int, int]


@pytest.fixture
def row(bitext: Pair, admin: User) -> ReviewRow:
    review = Review.objects.create(pair=bitext, run=world.make_run(bitext, []), annotator=admin)
    return ReviewRow.objects.create(review=review, position=1)


def chip(row: ReviewRow, start: int, end: int) -> Chip:
    base = row.review_id * 2**32
    return Chip(row=row, side="source", unit=0, start=start, end=end, extent=NumericRange(base + start, base + end))


def move(row: ReviewRow, places: Mapping[UUID, Ends]) -> None:
    """Give chips other places, all by one statement."""
    field = Chip._meta.get_field("extent")
    extents = [When(pk=pk, then=Value(chip(row, *ends).extent, field)) for pk, ends in places.items()]
    Chip.objects.filter(pk__in=places).update(extent=Case(*extents))


def is_written(write: Callable[[], object]) -> bool:
    """Whether Postgres took it; a refusal must be for this reason and no other."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        if "text_is_in_one_row_only" not in str(error):
            raise
        return False
    return True


@pytest.mark.parametrize("ends", [(0, 30), (10, 20), (12, 18), (5, 11), (19, 25), (10, 11), (19, 20), (5, 95)])
def test_a_chip_over_another_one_is_refused(row: ReviewRow, ends: Ends) -> None:
    chip(row, 10, 20).save()
    apart = chip(row, 100, 110)
    apart.save()
    writes: list[Callable[[], object]] = [
        lambda: chip(row, *ends).save(),
        lambda: Chip.objects.bulk_create([chip(row, 40, 50), chip(row, *ends)]),
        lambda: copy_models(Chip, [chip(row, *ends)]),
        lambda: move(row, {apart.pk: ends}),
    ]
    assert [is_written(write) for write in writes] == [False] * 4
    assert is_written(lambda: Chip.objects.bulk_create([chip(row, 0, 10), chip(row, 20, 30)]))


@pytest.mark.parametrize("places", [[(0, 9), (8, 12)], [(0, 100), (40, 50), (60, 70)], [(0, 9), (0, 9)]])
def test_chips_of_one_statement_are_held_to_each_other(row: ReviewRow, places: list[Ends]) -> None:
    assert not is_written(lambda: Chip.objects.bulk_create(chip(row, *ends) for ends in places))


def test_chips_may_swap_places_within_a_statement(row: ReviewRow) -> None:
    one, other = Chip.objects.bulk_create([chip(row, 0, 9), chip(row, 9, 12)])
    assert is_written(lambda: move(row, {one.pk: (3, 12), other.pk: (0, 3)}))
    assert not is_written(lambda: move(row, {one.pk: (2, 12)}))


def test_reviews_hold_the_same_text_each_and_a_paper_sentence_many_times(row: ReviewRow, annotator: User) -> None:
    first = row.review
    second = Review.objects.create(pair=first.pair, run=first.run, annotator=annotator)
    theirs = ReviewRow.objects.create(review=second, position=1)
    sentences = [Chip(row=row, side="source", unit=0, start=0, end=9) for _ in range(2)]
    assert is_written(lambda: Chip.objects.bulk_create([chip(row, 0, 9), chip(theirs, 0, 9), *sentences]))


def test_random_chips_are_refused_exactly_where_they_overlap(row: ReviewRow) -> None:
    rng = random.Random(5)
    stored: dict[UUID, Ends] = {}
    n_refused = 0
    for _ in range(300):
        ids = rng.sample(list(stored), min(len(stored), rng.randrange(3))) or [UUID(int=rng.getrandbits(128))]
        places = {pk: (start := rng.randrange(150), start + rng.randrange(1, 9)) for pk in ids}
        if ids[0] in stored:
            taken = is_written(lambda places=places: move(row, places))  # type: ignore[misc]
        else:
            new = [chip(row, *ends) for ends in places.values()]
            for one, pk in zip(new, ids, strict=True):
                one.pk = pk
            taken = is_written(lambda new=new: Chip.objects.bulk_create(new))  # type: ignore[misc]
        assert taken == are_apart((stored | places).values()), places
        stored |= places if taken else {}
        n_refused += not taken
        if len(stored) > 20:
            Chip.objects.filter(pk=stored.popitem()[0]).delete()
    assert 50 < n_refused < 250


def are_apart(places: Iterable[Ends]) -> bool:
    return all(above[1] <= below[0] for above, below in pairwise(sorted(places)))


@pytest.mark.django_db(transaction=True)
def test_of_two_transactions_that_write_the_same_text_one_is_refused(row: ReviewRow) -> None:
    def writing(ends: Ends) -> Callable[[], bool]:
        return lambda: is_written(lambda: chip(row, *ends).save())

    review = Review.objects.filter(pk=row.review_id)
    outcomes = at_once_before_writing(review, [writing((0, 30)), writing((10, 20))])
    assert sorted(outcomes) == [False, True]
    assert Chip.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_could_not_see_others_may_not_write_chips(row: ReviewRow) -> None:
    def write() -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            chip(row, 0, 30).save()

    with pytest.raises(NotSupportedError, match="READ COMMITTED"):
        write()
