"""Corrections of imported texts: recorded beside the texts, shown in every review of them, exported with gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Count, IntegerField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotator.models import Correction, Document, Pair, Review, ReviewState, Unit
from annotator.people.names import person_json
from annotator.people.permissions import role_in
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.permissions import may_see_who_corrected, may_withdraw
from annotator.reviewing.pieces import join_texts, merged, text_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one document, those withdrawn among them: they are read with every review of it.
MOST_CORRECTIONS = 2000
MOST_CHARACTERS = 2000
_DOCUMENT_STRIDE = 1 << 32

#: What stands of one unit, in order: start, end and the text to read instead.
Standing = Sequence[tuple[int, int, str]]
OfDocuments = Mapping[int, Mapping[int, Standing]]


def corrections_json(pair: Pair, user: User) -> list[dict[str, Any]]:
    """All corrections of a pair's two texts, those withdrawn among them, in the order of the texts. One statement where
    there are none. Whose they are is told to those who may see it; of their own everybody knows."""
    sides = {pair.source_id: "source", pair.target_id: "target"}
    corrections = Correction.objects.filter(document__in=sides).select_related("by", "withdrawn_by")
    role = role_in(user, pair.project) if corrections else None
    tells_all = not corrections or may_see_who_corrected(user, pair.project, role)

    def person(who: User | None) -> dict[str, Any] | None:
        return person_json(who) if tells_all or who == user else None

    return [
        {
            "id": one.pk,
            "side": sides[one.document_id],
            "unit": one.unit,
            "start": one.start,
            "end": one.end,
            "text": one.text,
            "by": person(one.by),
            "at": one.at,
            "withdrawn_by": person(one.withdrawn_by),
            "withdrawn_at": one.withdrawn_at,
            "may_withdraw": one.withdrawn_at is None and may_withdraw(user, one, role),
        }
        for one in corrections
    ]


def n_changes(pair: str) -> Coalesce:
    """An expression: how often the texts of a pair were corrected and corrections withdrawn. It only ever rises.

    pair : path from the query's rows to their pair.
    """
    of_texts = Q(document=OuterRef(f"{pair}__source")) | Q(document=OuterRef(f"{pair}__target"))
    together = Correction.objects.filter(of_texts).order_by().annotate(one=Value(1)).values("one")
    counted = together.annotate(n=Count("pk") + Count("withdrawn_at")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def standing(documents: Iterable[int]) -> dict[int, dict[int, list[tuple[int, int, str]]]]:
    """The corrections that stand, by document and unit, in order. One statement."""
    corrections: dict[int, dict[int, list[tuple[int, int, str]]]] = {}
    rows = Correction.objects.filter(document__in=list(documents), withdrawn_at=None).order_by(
        "document", "unit", "start"
    )
    for document, unit, start, end, text in rows.values_list("document_id", "unit", "start", "end", "text"):
        corrections.setdefault(document, {}).setdefault(unit, []).append((start, end, text))
    return corrections


def correct(
    *, review: Review, side: str, unit: int, start: int, end: int, text: str, replaces: Sequence[int], user: User
) -> Correction:
    """Record that code points `start` to `end` of a unit should read `text`.

    replaces : ids of standing corrections that it takes the place of; each is withdrawn.
    Raises ServiceError for a place that is not in the text or a text that says the same; Conflict where somebody has
    corrected the place meanwhile, and where the review takes no edits.
    """
    if review.superseded_by_id is not None:
        raise Conflict("A newer version of this text was imported. Correct the text there.", code="superseded")
    if review.state == ReviewState.SUBMITTED:
        raise Conflict("This review is submitted. Reopen it to correct its texts.", code="submitted")
    document_id = review.pair.source_id if side == "source" else review.pair.target_id
    text_and_offset = Unit.objects.filter(document=document_id, position=unit).values_list("text", "offset").first()
    if text_and_offset is None:
        raise ServiceError(f"The {side} has no unit {unit}.", errors=[{"field": "unit"}])
    imported, offset = text_and_offset
    if not 0 <= start < end <= len(imported):
        raise ServiceError(
            f"start is {start} and end is {end}; unit {unit} has {len(imported)} characters, and at least one is to be "
            "corrected.",
            errors=[{"field": "end"}],
        )
    if imported[start:end] == text:
        raise ServiceError("The text says this already.", errors=[{"field": "text"}])
    place = document_id * _DOCUMENT_STRIDE + offset
    with transaction.atomic():
        # One after another, so that the limit holds.
        Document.objects.select_for_update(no_key=True).only("pk").get(pk=document_id)
        if Correction.objects.filter(document=document_id).count() >= MOST_CORRECTIONS:
            raise ServiceError(
                f"This text has {MOST_CORRECTIONS:,} corrections, the most there may be. Import a corrected version."
            )
        for old in Correction.objects.filter(pk__in=replaces, document=document_id, unit=unit).order_by("pk"):
            withdraw(correction=old, project=review.pair.project, user=user)
        try:
            with transaction.atomic():
                return Correction.objects.create(
                    document_id=document_id, unit=unit, start=start, end=end, text=text, by=user,
                    extent=NumericRange(place + start, place + end),
                )  # fmt: skip
        except IntegrityError as error:
            raise Conflict("Somebody has corrected this place meanwhile.") from error


def withdraw(*, correction: Correction, project: Any, user: User) -> None:
    """Withdraw a correction; it stays in the history. Raises NotYours, or Conflict if it no longer stands."""
    if not may_withdraw(user, correction, role_in(user, project)):
        raise NotYours("Only whoever made a correction, or an admin, can withdraw it.")
    still = Correction.objects.filter(pk=correction.pk, withdrawn_at=None)
    if not still.update(withdrawn_at=timezone.now(), withdrawn_by=user, extent=None):
        raise Conflict("This correction was withdrawn already.")


class NotYours(ServiceError):
    code = "permission_denied"
    status = 403


def corrected(text: str, start: int, end: int, corrections: Standing) -> str:
    """Code points `start` to `end` of a unit as they should read.

    What a correction says stands where the stretch that it corrects ends: of a unit that was cut within it, the first
    part loses its characters and the second has the new ones.

    >>> corrected("The tied came.", 0, 14, [(4, 8, "tide")])
    'The tide came.'
    >>> corrected("The tied came.", 0, 6, [(4, 8, "tide")]), corrected("The tied came.", 6, 14, [(4, 8, "tide")])
    ('The ', 'tide came.')
    """
    parts: list[str] = []
    at = start
    for first, last, instead in corrections:
        if last <= start or first >= end:
            continue
        parts.append(text[at : max(first, at)])
        if last <= end:
            parts.append(instead)
        at = min(last, end)
    parts.append(text[at:end])
    return "".join(parts)


def corrected_text(
    pieces: Iterable[Sequence[int]], texts: Sequence[str], corrections: Mapping[int, Standing], language: str
) -> str:
    """The text of pieces of a document as it should read; as `text_of` where nothing in them is corrected."""
    if not corrections:
        return text_of(pieces, texts, language)
    parts = [corrected(texts[unit], start, end, corrections.get(unit, ())) for unit, start, end in merged(pieces)]
    return join_texts(parts, language)
