"""Beginning a session, by a password or a provider and then a second factor; and what is owed in it first of all."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from annotator.models import Account, ApiToken, Role
from annotator.people import second_factor
from annotator.platform.sessions import BACKEND

if TYPE_CHECKING:
    from django.http import HttpRequest

#: Where a session keeps that a password is owed in it. `annotator.people.permissions` reads it there without a query.
_OWED = "owed"
#: Where a session keeps who has still to give a code.
_WAITING = "waits_for_second_factor"
WAITING_SECONDS = 600


class Owed(models.TextChoices):
    """The steps that a person must complete before anything else. The values are codes of errors too."""

    PASSWORD = "password_due", "Change the password that somebody else chose."
    SECOND_FACTOR = "second_factor_due", "Set up a second factor: this site asks it of admins."


def enter(request: HttpRequest, user: User) -> bool:
    """Sign a person in who has proved to be it, or, if they have a second factor, wait for its code.

    Returns whether they are signed in.
    """
    if not second_factor.has_one(user):
        _begin(request, user)
        return True
    request.session.flush()  # whoever was signed in here no longer is
    request.session[_WAITING] = {"user": user.pk, "hash": user.get_session_auth_hash(), "at": time.time()}
    return False


def waiting(request: HttpRequest) -> bool:
    """Whether the session of a request waits for a code."""
    stored = request.session.get(_WAITING)
    return isinstance(stored, dict) and time.time() - stored["at"] < WAITING_SECONDS


def enter_with_code(request: HttpRequest, code: str) -> User | None:
    """Sign in whoever the session waits for. None if it waits for nobody; otherwise as `second_factor.check` raises."""
    if not waiting(request):
        return None
    stored = request.session[_WAITING]
    user = User.objects.filter(pk=stored["user"], is_active=True).first()
    # Their password may have been changed meanwhile, because somebody else knows it.
    if user is None or not constant_time_compare(stored["hash"], user.get_session_auth_hash()):
        return None
    second_factor.check(user, code)
    request.session.pop(_WAITING, None)
    _begin(request, user)
    return user


def _begin(request: HttpRequest, user: User) -> None:
    login(request, user, backend=BACKEND)
    settle(request, user)


def settle(request: HttpRequest, user: User) -> None:
    """Note in the session whether a password is owed."""
    if Account.objects.filter(user=user, must_change_password=True).exists():
        request.session[_OWED] = Owed.PASSWORD.value
    else:
        request.session.pop(_OWED, None)


def owed_in(request: HttpRequest, user: Any) -> Owed | None:
    """The step that the sender of a request must complete first.

    A password in the session that notes it, not in scripts. A second factor everywhere, from the moment in which one
    becomes an admin: it is looked up, where the site asks for one at all.
    """
    session = getattr(request, "session", None)
    if session is not None and session.get(_OWED) == Owed.PASSWORD:
        return Owed.PASSWORD
    if user.is_authenticated and needs_second_factor(user) and not second_factor.has_one(user):
        return Owed.SECOND_FACTOR
    return None


def end_others(request: HttpRequest, user: User) -> None:
    """End a person's other sessions and revoke their API tokens: whoever knows the password may have made them.

    Reads all sessions of the site, since those of one person cannot be asked for.
    """
    others = Session.objects.filter(expire_date__gt=timezone.now()).exclude(pk=request.session.session_key)
    ended = [one.pk for one in others.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=ended).delete()
    ApiToken.objects.filter(user=user).delete()


def needs_second_factor(user: User) -> bool:
    """Whether the site asks one of this person."""
    if settings.SECOND_FACTOR != "admins":
        return False
    return user.is_superuser or user.memberships.filter(role=Role.ADMIN).exists()
