"""Editing a test set: its rules, rows that they put in or take out, and its data card."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotator.models import DataCard, PickedRow, PooledRow, RulesVersion, TestSet
from annotator.people.activity import ONE_EDIT, note
from annotator.people.activity.noting import counted
from annotator.people.names import name_or_somebody
from annotator.platform.errors import Conflict, ServiceError
from annotator.releases.curation.pool import pool_of
from annotator.releases.curation.rules import Rules, changed_rules
from annotator.releases.forms.documents import CARD_PARTS
from annotator.reviewing.gold_records import own_labels

#: Rows that one test set can hold or leave out by hand, and how many of them at once.
MOST_PICKED, MOST_AT_ONCE = 20_000, 1_000
_KEPT = 100


@transaction.atomic
def change_rules(
    test_set: TestSet, *, rules: Any, takes: str | None = None, version: int, user: User | None
) -> TestSet:
    """Replace the rules that the version holds. takes : of `Taken`; None to leave it.

    Raises Conflict if somebody has changed them since, ServiceError that names a rule that cannot be.
    """
    checked = Rules.from_json(rules)
    known = {label["key"] for label in own_labels(test_set.project_id).values()}
    if unknown := sorted(checked.labels.keys() - known):
        message = f"This project has no label {unknown[0][:60]!r}."
        raise ServiceError(message, code="invalid_rules", errors=[{"field": "labels", "message": message}])
    checked.steps(list(own_labels(test_set.project_id).values()))
    held = TestSet.objects.select_for_update().get(pk=test_set.pk)
    if held.rules_version != version:
        raise _changed_meanwhile(held, version)
    before = _state(held)
    held.rules, held.takes = checked.as_json(), takes or held.takes
    changed = changed_rules(before, _state(held))
    if not changed:
        return held
    if not held.rules_versions.exists():  # what there was before the first change
        RulesVersion.objects.create(test_set=held, number=version, rules=before, changed_by=held.created_by)
    held.rules_version = version + 1
    held.save(update_fields=["rules", "takes", "rules_version"])
    RulesVersion.objects.create(test_set=held, number=held.rules_version, rules=_state(held), changed_by=user)
    held.rules_versions.filter(number__lte=held.rules_version - _KEPT).delete()
    note("test_set_changed", project=held.project, kind="test_set", pk=held.pk, name=held.name,
         detail=", ".join(changed)[:200], by=user)  # fmt: skip
    return held


def _state(test_set: TestSet) -> dict[str, Any]:
    return {**test_set.rules, "takes": test_set.takes}


def _changed_meanwhile(held: TestSet, version: int) -> Conflict:
    seen = held.rules_versions.filter(number=version).values_list("rules", flat=True).first()
    changed = changed_rules(seen or {}, _state(held))
    last = held.rules_versions.select_related("changed_by").first()
    who = name_or_somebody(last.changed_by if last else None)
    what = counted(len(changed), "rule") if changed else "the rules"
    return Conflict(
        f"{who} changed {what}. Reload to see them.",
        code="rules_changed",
        version=held.rules_version,
        changed=changed,
    )


@transaction.atomic
def pick_rows(
    test_set: TestSet, *, rows: Collection[str], is_in: bool | None, reason: str = "", user: User | None
) -> TestSet:
    """Put rows in or take them out whatever the rules say, with a reason; or leave them to the rules again (None).

    Raises ServiceError without a reason, or where a row is not among those that the test set can hold.
    """
    if len(rows) > MOST_AT_ONCE:
        raise ServiceError(f"{len(rows):,} rows are given; {MOST_AT_ONCE:,} at a time are allowed.")
    held = TestSet.objects.select_for_update().get(pk=test_set.pk)
    if is_in is None:
        changed, _ = held.picked_rows.filter(row__in=rows).delete()
    else:
        changed = _pick(held, rows, is_in, reason.strip(), user)
    if changed:
        TestSet.objects.filter(pk=held.pk).update(picks_version=F("picks_version") + 1)
        what = "left to the rules" if is_in is None else "put in" if is_in else "taken out"
        note("test_set_changed", project=held.project, kind="test_set", pk=held.pk, name=held.name,
             detail=f"{counted(changed, 'row')} {what}", by=user)  # fmt: skip
    held.refresh_from_db()
    return held


def _pick(held: TestSet, rows: Collection[str], is_in: bool, reason: str, user: User | None) -> int:
    if not reason:
        message = "Say why."
        raise ServiceError(message, errors=[{"field": "reason", "message": message}])
    pooled = PooledRow.objects.filter(pair__pool=pool_of(held), row__in=rows).values_list("row", flat=True)
    if missing := {str(row) for row in rows} - {str(row) for row in pooled}:
        message = f"{counted(len(missing), 'row')} not among those that this test set can hold."
        raise ServiceError(message, code="not_in_pool", errors=[{"field": "rows", "message": message}])
    if held.picked_rows.exclude(row__in=rows).count() + len(rows) > MOST_PICKED:
        raise ServiceError(f"A test set holds {MOST_PICKED:,} rows at most that were picked by hand.")
    held.picked_rows.filter(row__in=rows).delete()
    picked = [PickedRow(test_set=held, row=row, is_in=is_in, reason=reason, picked_by=user) for row in set(rows)]
    return len(PickedRow.objects.bulk_create(picked))


def card_of(test_set: TestSet) -> DataCard:
    """As it stands; a new one, which is not stored, where nobody has written anything."""
    card = DataCard.objects.select_related("changed_by").filter(test_set=test_set).first()
    return card or DataCard(test_set=test_set)


def written_parts(texts: dict[str, str]) -> dict[str, str]:
    """The parts that hold something, in the order of the card."""
    return {part.key: text for part in CARD_PARTS if (text := texts.get(part.key, "").strip())}


@transaction.atomic
def write_card(*, test_set: TestSet, texts: dict[str, str], revision: int, user: User | None) -> DataCard:
    """Replace the parts that are named. revision : the one that the writer has seen.

    Raises Conflict with the card as it is now where somebody has changed it since.
    """
    DataCard.objects.get_or_create(test_set=test_set)
    card = DataCard.objects.select_for_update(of=("self",)).select_related("changed_by").get(test_set=test_set)
    if card.revision != revision:
        who = name_or_somebody(card.changed_by)
        raise Conflict(
            f"{who} has changed the data card meanwhile. Yours is not saved.", code="card_changed", saved_by=who,
            card={"revision": card.revision, "texts": card.texts, "changed_at": card.changed_at.isoformat()},
        )  # fmt: skip
    goes_on = card.revision > 0 and card.changed_by == user and timezone.now() - card.changed_at < ONE_EDIT
    card.texts = written_parts(card.texts | texts)
    card.revision += 1
    card.changed_by = user
    card.save()
    if not goes_on:
        note("card_changed", project=test_set.project, kind="test_set", pk=test_set.pk, name=test_set.name, by=user)
    return card
