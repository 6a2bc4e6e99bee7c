"""The reviews of each person as they are: every row of every review, and a long table of what people said of the same.

Gold says what counts in the end; this is what it was made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from types import ModuleType
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from annotator.models import PeopleShown, Project, Review
from annotator.platform.snapshots import one_moment
from annotator.platform.writers import jsonl, tsv
from annotator.releases.pseudonyms import pseudonym_of
from annotator.reviewing.gold_records import columns_of, raw_records
from annotator.teams.agreement.comparing import sayings_of
from annotator.teams.agreement.folding import submitted

#: By the name of the form, how a line of it is written.
FORMS: dict[str, ModuleType] = {"jsonl": jsonl, "tsv": tsv, "long": tsv}
_CHUNK = 64 * 1024
_OF_REVIEW = ("review_kind", "review_state", "is_superseded")
_NOT_RAW = ("basis", "accepted_by", "accepted_at", "proposal_hidden")
LONG = ("pair_id", "pair", "item", "measure", "annotator", "value", "review_id", "row")


def columns(project: Project, form: str) -> list[str]:
    if form == "long":
        return list(LONG)
    of_rows = [column for column in columns_of(project) if column not in _NOT_RAW]
    at = of_rows.index("row_id")
    return [*of_rows[:at], *_OF_REVIEW, *of_rows[at:], "status", "flagged", "changed_by", "changed_at"]


def chunks(project: Project, form: str, people: str) -> Iterator[bytes]:
    """The file as bytes, many lines at a time. form : of `FORMS`. people : of `PeopleShown`."""
    writer, names = FORMS[form], columns(project, form)
    records = _long(project, people) if form == "long" else _rows(project, people)
    lines = (writer.line({name: record[name] for name in names}) for record in records)
    held, n_characters = [writer.header(names)], 0
    for line in lines:
        held.append(line)
        n_characters += len(line)
        if n_characters >= _CHUNK:
            yield "".join(held).encode()
            held, n_characters = [], 0
    yield "".join(held).encode()


def _rows(project: Project, people: str) -> Iterator[dict[str, Any]]:
    shown = _shown(project, people)
    reviews = Review.objects.filter(pair__project=project).order_by("pair__title", "pair", "pk")
    for review, record in raw_records(reviews):
        record |= {
            "review_kind": review.kind,
            "review_state": review.state,
            "is_superseded": review.superseded_by_id is not None,
        }
        for column in ("annotator", "changed_by"):
            record[column] = record[column] and shown(record[column])
        yield record


def _shown(project: Project, people: str) -> Callable[[str], str]:
    """What stands for a user name."""
    if people == PeopleShown.NAMES:
        return lambda name: name
    known: dict[str, str] = {}

    def pseudonym(name: str) -> str:
        if name not in known:
            pk = User.objects.filter(**{User.USERNAME_FIELD: name}).values_list("pk", flat=True).first()
            known[name] = pseudonym_of(project, pk if pk is not None else name)
        return known[name]

    return pseudonym


def _long(project: Project, people: str) -> Iterator[dict[str, Any]]:
    """What each person said of each item: of a row that people grouped alike, or of a sentence, by the measures of the
    page of agreement. An item that one person alone has is in it too. What somebody left unset has no line."""
    shown = _shown(project, people)
    with one_moment():
        reviews: QuerySet[Review] = submitted(project).order_by("pair__title", "pair", "pk")
        listed = reviews.select_related("pair__target", "annotator").iterator(chunk_size=200)
        for _, of_pair in groupby(listed, key=lambda review: review.pair_id):
            yield from _long_of(list(of_pair), shown)


def _long_of(reviews: list[Review], shown: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    sayings = sayings_of(reviews)
    places: dict[Any, int] = {}
    for of_review in sayings:
        for place in of_review:
            places.setdefault(place, len(places) + 1)
    for review, of_review in zip(reviews, sayings, strict=True):
        for place, (row, values) in of_review.items():
            for measure, value in values.items():
                if value is not None:
                    yield {
                        "pair_id": review.pair_id,
                        "pair": review.pair.title,
                        "item": f"{review.pair_id}:{places[place]}",
                        "measure": measure,
                        "annotator": shown(review.annotator.get_username()),
                        "value": _value(value),
                        "review_id": review.pk,
                        "row": row,
                    }


def _value(value: str | Iterable[str]) -> str:
    """Of tags, in one order; of none of them, a word, as programs take an empty cell for a missing one."""
    return value if isinstance(value, str) else "+".join(sorted(value)) or "(none)"
