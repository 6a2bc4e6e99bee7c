"""The data card of a test set: people write parts of it, and the program fills in the rest when it is released."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from annotator.models import DataCard, TestSet
from annotator.people.activity import note
from annotator.platform.errors import Conflict
from annotator.releases.forms.documents import CARD_PARTS

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def card_of(test_set: TestSet) -> DataCard:
    """As it stands; a new one, which is not stored, where nobody has written anything."""
    found = DataCard.objects.select_related("changed_by").filter(test_set=test_set).first()
    return found or DataCard(test_set=test_set)


def written_parts(texts: dict[str, str]) -> dict[str, str]:
    """The parts that hold something, in the order of the card."""
    return {part.key: text for part in CARD_PARTS if (text := texts.get(part.key, "").strip())}


@transaction.atomic
def write_card(*, test_set: TestSet, texts: dict[str, str], revision: int, user: User | None) -> DataCard:
    """Replace the parts that are named. revision : the one that the writer has seen.

    Raises Conflict where somebody has changed the card since.
    """
    DataCard.objects.get_or_create(test_set=test_set)
    card = DataCard.objects.select_for_update(of=("self",)).select_related("changed_by").get(test_set=test_set)
    if card.revision != revision:
        who = card.changed_by.get_full_name() or card.changed_by.get_username() if card.changed_by else "Somebody"
        raise Conflict(f"{who} has changed the data card meanwhile. Reload it to see both.", code="card_changed")
    card.texts = written_parts(card.texts | texts)
    card.revision += 1
    card.changed_by = user
    card.save()
    note("card_changed", project=test_set.project, kind="test_set", pk=test_set.pk, name=test_set.name, by=user)
    return card
