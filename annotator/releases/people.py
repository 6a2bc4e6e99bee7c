"""People in a release: by their user names, or by pseudonyms that are the same in every release of a project."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils.crypto import salted_hmac

from annotator.models import PeopleShown, Project

#: Columns of gold that name accounts.
COLUMNS = ("annotator", "accepted_by")


class People:
    """Replaces names in records, and remembers who occurred."""

    def __init__(self, project: Project, shown_as: str) -> None:
        self._project = project
        self.shown_as = shown_as
        self._shown: dict[str, str] = {}

    def put_into(self, record: dict[str, Any]) -> None:
        for column in COLUMNS:
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
        # By the account's id, as people change their names. Without this site's key nobody can tell whose it is.
        pk = User.objects.filter(**{User.USERNAME_FIELD: name}).values_list("pk", flat=True).first()
        told = f"{self._project.pk}:{pk if pk is not None else name}"
        return f"person-{salted_hmac('lectern.release.person', told, algorithm='sha256').hexdigest()[:10]}"
