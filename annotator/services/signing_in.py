"""Beginning a session, and what somebody has to do in it before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.db import models

from annotator.models import Account

if TYPE_CHECKING:
    from django.http import HttpRequest

_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Where a session keeps what is owed in it; `annotator.permissions` looks there, so that no request asks the database.
_OWED = "owed"


class Owed(models.TextChoices):
    """What somebody has to do before anything else. The values are codes of errors too."""

    PASSWORD = "password_due", "Change the password that somebody else chose."


def enter(request: HttpRequest, user: User) -> None:
    """Sign a person in, whoever they have proved to be by then."""
    login(request, user, backend=_BACKEND)
    settle(request, user)


def settle(request: HttpRequest, user: User) -> None:
    """Note in the session what is owed now."""
    owed = _owed_by(user)
    if owed is None:
        request.session.pop(_OWED, None)
    else:
        request.session[_OWED] = owed.value


def owed_in(request: HttpRequest) -> Owed | None:
    """What is owed in the session of a request; None where there is none, as for scripts."""
    session = getattr(request, "session", None)
    owed = session.get(_OWED) if session is not None else None
    return Owed(owed) if owed in Owed.values else None


def _owed_by(user: User) -> Owed | None:
    account = Account.objects.filter(user=user).first()
    if account is not None and account.must_change_password:
        return Owed.PASSWORD
    return None
