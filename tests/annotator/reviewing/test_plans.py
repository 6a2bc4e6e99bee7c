"""What is read is as much as is asked for, whatever Postgres believes of its tables."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import connection, transaction
from rest_framework.test import APIClient

from annotator.models import Chip, Pair, Project, Review, ReviewRow
from annotator.reviewing.concordance import fill_index
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.rows_read import WAYS, counted_rows, plan


def imported(project: Project, name: str, n_rows: int) -> Pair:
    source = world.make_document(project, name, [f"The {name} of day {n} was high." for n in range(n_rows)])
    target = world.make_document(project, f"{name} ja", ["潮が満ちた。"] * n_rows, language="ja")
    pair = world.make_pair(project, name, source, target)
    world.make_run(pair, [{"source": [n], "target": [[n, 0, 6]], "confidence": 0.9} for n in range(n_rows)])
    return pair


def analysed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE annotator_unit, annotator_link, annotator_review, annotator_reviewrow, annotator_chip")


def test_opening_what_was_just_imported_reads_each_unit_once(project: Project, annotator: User) -> None:
    """The statistics are of before the import: they know neither its document nor its links."""
    for n in range(30):
        open_review(pair=imported(project, f"tide {n}", 20), annotator=annotator)
    analysed()
    n_rows = 400
    pair = imported(project, "storm", n_rows)
    for way in WAYS:
        with transaction.atomic():
            plan(way)
            with counted_rows() as read:
                review, _ = open_review(pair=pair, annotator=annotator)
            assert Chip.objects.filter(row__review=review).count() == 2 * n_rows
            assert review.row_count == n_rows
            most = max(read[table] for table in ("unit", "link", "reviewrow", "chip"))
            assert n_rows <= most <= 10 * n_rows, way
            transaction.set_rollback(True)


def test_a_search_reads_the_chips_of_what_it_finds_and_not_those_of_the_site(
    project: Project, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    for n in range(12):
        open_review(pair=imported(project, f"tide {n}", 200), annotator=person("annotator", f"annotator-{n}"))
    ReviewRow.objects.update(status="accepted")
    Review.objects.update(reviewed_count=200)
    analysed()
    fill_index(project.pk)
    address, client = "/api/v1/projects/harbour-talks/concordance/", client_of(person("admin"))
    with counted_rows() as read:
        answer = client.get(address, {"q": "7 of day 150"})
    (row,) = answer.json()["rows"]
    assert row["source"] == "The tide 7 of day 150 was high."
    assert read["chip"] <= 20
    assert read["reviewrow"] <= 20


def test_no_index_repeats_what_another_begins_with(db: None) -> None:
    """Postgres takes the shorter one where its statistics see no difference, and reads a whole document for a unit."""
    repeated = """
        SELECT one.indexrelid::regclass::text, other.indexrelid::regclass::text FROM pg_index one
        JOIN pg_index other ON other.indrelid = one.indrelid AND other.indexrelid <> one.indexrelid
          AND (other.indkey::text || ' ') LIKE (one.indkey::text || ' %')
          AND (other.indclass::text || ' ') LIKE (one.indclass::text || ' %')
        WHERE one.indrelid::regclass::text LIKE 'annotator%' AND NOT one.indisunique
          AND one.indrelid <> 'annotator_testset_reviews'::regclass  -- as Django makes them
          AND one.indpred IS NULL AND other.indpred IS NULL AND one.indexprs IS NULL AND other.indexprs IS NULL
    """
    with connection.cursor() as cursor:
        cursor.execute(repeated)
        assert cursor.fetchall() == []
