"""Rows that COPY stores are those that Django's own inserts would store, whatever their texts hold."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Model
from django.utils import timezone

from annotator.aligning.links import store_links
from annotator.models import AlignmentRun, Chip, Link, Pair, Project, Review, ReviewRow, Section, Unit
from annotator.platform.copying import copy_in, copy_models
from tests import world

HOSTILE = [
    "潮は満ちる。「港」で、が\u3099 か\u3099",
    "نص عربي \u200f(1)\u200e",
    "👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301",
    "tab\tnewline\ncarriage\rboth\r\nvertical\x0bform\x0cbell\x07\x7f\x85\u2028",
    "back\\slash \\n \\t \\\\ \\x41 \\101 \\.",
    "\\N",
    "\\.",
    "NULL",
    "null",
    "\"quoted\", {1,2} [1,2) (a;b) 'single'",
    " leading and trailing ",
    " ",
    "x" * 70_000,
]


def values_of(model: type[Model], **filters: Any) -> list[dict[str, Any]]:
    """All that the rows hold, but for a key that Postgres gave them."""
    names = [field.attname for field in model._meta.concrete_fields if not (field.primary_key and field.db_returning)]
    return list(model._default_manager.filter(**filters).order_by("pk").values(*names))


def both_ways(model: type[Model], made: list[Model], again: list[Model], **where: Any) -> None:
    """Store `made` as before and `again` by COPY, and compare what is there then."""
    model._default_manager.bulk_create(made)
    before = values_of(model, **where)
    model._default_manager.filter(**where).delete()
    copy_models(model, again)
    assert values_of(model, **where) == before
    assert len(before) == len(made)


def test_units(project: Project) -> None:
    document = world.make_document(project, "Ledger", [])
    section = Section.objects.create(document=document, position=0, heading="1")

    def units() -> list[Model]:
        return [
            Unit(
                document=document, position=number, section=section if number % 2 else None, text=text, offset=number,
                start_seconds=None if number % 3 else 0.1 + number, end_seconds=1e22 if number % 2 else None,
                speaker=text[:200], page=number or None, words=[[0, 3, 0.1, None], [4, 5, 1.0, 2.5]][: number % 3],
            )
            for number, text in enumerate(HOSTILE)
        ]  # fmt: skip

    both_ways(Unit, units(), units(), document=document)
    assert [unit.text for unit in Unit.objects.order_by("position")] == HOSTILE


def test_links(bitext: Pair) -> None:
    run = world.make_run(bitext, [])
    said = [{"source": [0, 2], "target": [[1, 0, 3], [2, 5, 9]], "confidence": 0.25, "cost": 1.5e-300}]
    said += [
        {"features": {text: 1 / 3}, "verdicts": {text: True}, "candidates": [[None, 0.5], [3, 1e-17]]}
        for text in HOSTILE
    ]  # fmt: skip
    said.append({})
    Link.objects.bulk_create([Link(run=run, position=number, **link) for number, link in enumerate(said)])
    before = values_of(Link, run=run)
    Link.objects.filter(run=run).delete()
    store_links(run, said)
    assert values_of(Link, run=run) == before
    with pytest.raises(TypeError, match="link 0 has colour"):
        store_links(run, [{"colour": "red"}])


def test_rows_and_chips(bitext: Pair, person: Any) -> None:
    user = person("annotator")
    review = Review.objects.create(pair=bitext, run=AlignmentRun.objects.get(pair=bitext), annotator=user)
    link, now, rows, chips = Link.objects.first(), timezone.now(), [uuid4() for _ in HOSTILE], []

    def row_models() -> list[Model]:
        return [
            ReviewRow(
                id=key, review=review, link=link if number % 2 else None, position=number + 0.1, version=number + 1,
                status="accepted", good_align=[None, True, False][number % 3], flagged=bool(number % 2),
                tags=[one[:60] for one in HOSTILE[: number % 4]], null_reason=text[:60],
                post_edit=text if number % 2 else None, changed_by=user, changed_at=now,
            )
            for number, (key, text) in enumerate(zip(rows, HOSTILE, strict=True))
        ]  # fmt: skip

    both_ways(ReviewRow, row_models(), row_models(), review=review)

    def chip_models() -> list[Model]:
        return [
            Chip(
                id=uuid4(), row_id=key, side="target", unit=number, start=0, end=number + 1, removed=bool(number % 2),
                extent=NumericRange(review.pk * 2**32 + number, review.pk * 2**32 + number + 1) if number % 3 else None,
            )
            for number, key in enumerate(rows)
        ]  # fmt: skip

    chips = chip_models()
    both_ways(Chip, chips, chips, row__in=rows)


@pytest.mark.parametrize(
    ("unit", "error", "why"),
    [
        ({"text": "null \0 character"}, DataError, "NUL"),
        ({"text": ""}, IntegrityError, "unit_has_text"),
        ({"position": 2**40}, DataError, "out of range"),
        ({"words": [[0, 1, float("nan"), None]]}, DataError, "json"),
        ({"words": ["\0"]}, DataError, "u0000"),
        ({"start_seconds": 2.0, "end_seconds": 1.0}, IntegrityError, "unit_ends_after_it_starts"),
    ],
)
def test_what_postgres_refuses(project: Project, unit: dict[str, Any], error: type[Exception], why: str) -> None:
    document = world.make_document(project, "Ledger", [])
    good = {"document": document, "position": 0, "text": "High water.", "offset": 0}
    bad = {**good, "position": 1, **unit}
    for store in (Unit.objects.bulk_create, lambda models: copy_models(Unit, models)):
        with pytest.raises(error, match=why), transaction.atomic():
            store([Unit(**good), Unit(**bad)])
        assert not Unit.objects.exists()


def test_what_is_stored_twice_is_refused(project: Project) -> None:
    document = world.make_document(project, "Ledger", ["High water."])
    with pytest.raises(IntegrityError, match="one_unit_per_position"), transaction.atomic():
        copy_models(Unit, [Unit(document=document, position=0, text="Low water.", offset=0)])
    assert [unit.text for unit in Unit.objects.all()] == ["High water."]


def test_a_field_without_a_value_is_named(project: Project) -> None:
    with pytest.raises(TypeError, match="Unit also needs document_id, end_seconds"):
        copy_in(Unit, ["text", "position"], [("High water.", 0)])
