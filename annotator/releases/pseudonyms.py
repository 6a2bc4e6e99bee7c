"""What releases of a project call the people whose work is in them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.utils.crypto import salted_hmac

from annotator.models import KeptPseudonym, PeopleShown, Project
from annotator.people.names import name_of

#: Columns of gold that name accounts: no release says them under pseudonyms, nor of rows that are erased.
OF_PEOPLE = ("annotator", "accepted_by")


class People:
    """Puts user names into records, or pseudonyms that are the same in every release of a project.

    accounts : those that occurred.
    """

    def __init__(self, project: Project, shown_as: str) -> None:
        self._project = project
        self.shown_as = shown_as
        self._shown: dict[str, str] = {}

    def put_into(self, record: dict[str, Any]) -> None:
        for column in OF_PEOPLE:
            name = record[column]
            if not name:  # an engine's link, which nobody has judged
                continue
            if name not in self._shown:
                self._shown[name] = self._of(name)
            record[column] = self._shown[name]

    @property
    def accounts(self) -> list[str]:
        return sorted(self._shown.values())

    def _of(self, name: str) -> str:
        if self.shown_as == PeopleShown.NAMES:
            return name
        pk = User.objects.filter(**{User.USERNAME_FIELD: name}).values_list("pk", flat=True).first()
        return pseudonym_of(self._project, pk if pk is not None else name)


def pseudonyms_of(project: Project, accounts: Collection[int]) -> dict[int, str]:
    """`pseudonym_of` by account, with one query for all."""
    kept = KeptPseudonym.objects.filter(project=project, user__in=accounts).values_list("user", "name")
    return {account: _made(project, account) for account in accounts} | dict(kept)


def with_names(project: Project, people: Collection[dict[str, Any]]) -> None:
    """Add the ``name`` to each of `people`, by the pseudonym that is its ``value``."""
    wanted = {one["value"] for one in people}
    reviewers = User.objects.filter(reviews__pair__project=project).distinct() if wanted else User.objects.none()
    names = {user.pk: name_of(user) for user in reviewers}
    by_pseudonym = {shown: names[pk] for pk, shown in pseudonyms_of(project, list(names)).items()}
    for one in people:
        one["name"] = by_pseudonym.get(one["value"], "")


def pseudonym_of(project: Project, account: int | str) -> str:
    """What releases of a project call a person. account : by its id, as people change their names; the name of one
    that is gone. Without this site's key nobody can tell whose a pseudonym is."""
    if isinstance(account, int):
        return pseudonyms_of(project, [account])[account]
    return _made(project, account)


def _made(project: Project, account: int | str) -> str:
    named = f"{project.pk}:{account}"
    return f"person-{salted_hmac('lectern.release.person', named, algorithm='sha256').hexdigest()[:10]}"
