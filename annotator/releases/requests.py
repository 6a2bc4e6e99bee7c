"""What people do with releases: ask for one, withdraw it, discard one that was not made."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from annotator.models import PeopleShown, Release, ReleaseState, TestSet, Variant
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import enqueue
from annotator.releases.cards import card_of
from annotator.releases.curation.editing import rules_of
from annotator.releases.files import remove_attempts
from annotator.releases.forms.registry import FORMS
from annotator.releases.making import place_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def request_release(
    *,
    test_set: TestSet,
    user: User | None,
    is_major: bool = False,
    people: str = PeopleShown.PSEUDONYMS,
    variant: str = Variant.CURATED,
    notes: str = "",
    licence: str = "",
) -> Release:
    """Have a worker freeze the test set under its next number: 1.0, then 1.1, or 2.0 if `is_major`.

    Raises Conflict while another release of the test set is being made.
    """
    # Two people who ask at once get two numbers, or a conflict; and the rules are those of this moment.
    test_set = TestSet.objects.select_for_update().get(pk=test_set.pk)
    others = Release.objects.filter(test_set=test_set).exclude(state=ReleaseState.FAILED)
    if under_way := others.exclude(state__in=Release.MADE).first():
        raise Conflict(f"Release {under_way.version} is still being made. Wait until it is done.")
    last = others.order_by("-major", "-minor").values_list("major", "minor").first()
    major, minor = (1, 0) if last is None else (last[0] + 1, 0) if is_major else (last[0], last[1] + 1)
    release: Release = Release.objects.create(
        test_set=test_set,
        major=major,
        minor=minor,
        title=test_set.name,
        description=test_set.description,
        notes=notes,
        licence=licence,
        people=people,
        variant=variant,
        rules=rules_of(test_set),
        card=card_of(test_set).texts,
        created_by=user,
    )
    enqueue(release)
    _note("release_requested", release, by=user)
    return release


def _note(verb: str, release: Release, detail: str = "", by: User | None = None) -> None:
    name = f"{release.title} {release.version}"
    project = release.test_set.project
    note(verb, project=project, kind="release", pk=release.pk, name=name, detail=detail, by=by)


@transaction.atomic
def withdraw_release(release: Release, *, reason: str, user: User | None) -> Release:
    """Say that a release is not to be used any more, and why. Its rows stay.

    Raises ServiceError without a reason, Conflict unless the release is frozen.
    """
    if not reason.strip():
        message = "Say why it is withdrawn."
        raise ServiceError(message, errors=[{"field": "reason", "message": message}])
    won = release.withdraw(reason.strip(), user)
    release.refresh_from_db()
    if not won:
        raise Conflict(f"Release {release.version} is {release.get_state_display().lower()}.", code="not_frozen")
    _note("release_withdrawn", release, detail=reason.strip(), by=user)
    return release


@transaction.atomic
def discard_release(release: Release) -> None:
    """Delete a release that failed, or stop one that is being made. Raises Conflict if it has rows."""
    pk, attempts = release.pk, release.attempts
    if not release.discard():
        raise Conflict(
            f"Release {release.version} is frozen and stays. Withdraw it if nobody should use it.", code="frozen"
        )
    _note("release_discarded", release)
    # A worker that is at it removes what it writes from now on.
    remove_attempts(FORMS, partial(place_of, pk), attempts)
