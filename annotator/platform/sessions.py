"""Sessions as Django's, in its table, but read in one statement together with the account whose session it is.

Every request reads both, and each would be built by the ORM anew. The session's data name the account, but only after
they are decoded; so a process remembers which account it was, and asks for that one. What is remembered is a guess:
the data read decide, and an account that they do not name is not used.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware as DjangoAuthentication
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from annotator.platform.statements import fetch_all

#: Where a request's headers hold the id of whoever is signed in, for the web server (`annotator.web.admission`).
ACCOUNT = "lectern.account"
_ACCOUNT = [field.attname for field in User._meta.concrete_fields]
_FIND = f"""
SELECT s.session_data, {", ".join(f'u."{field.column}"' for field in User._meta.concrete_fields)}
FROM django_session s LEFT JOIN auth_user u ON u.id = %s::bigint
WHERE s.session_key = %s AND s.expire_date > %s::timestamptz
"""
#: The one of `settings.AUTHENTICATION_BACKENDS` that sessions begin with, however somebody came in.
BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Sessions whose account a process remembers; beyond, it begins anew.
_MOST = 10_000
_accounts: dict[str, str] = {}


class SessionStore(DatabaseSessions):
    """account : as it was when the session was read; None where it was not read with it."""

    account: User | None = None

    def load(self) -> dict[str, Any]:
        self.account = None
        key = str(self.session_key)
        rows = fetch_all(_FIND, [_accounts.get(key), key, timezone.now().isoformat()])
        if not rows:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(rows[0][0])
        named = str(data.get(SESSION_KEY, ""))
        if rows[0][1] is not None and str(rows[0][1]) == named:
            self.account = User.from_db("default", _ACCOUNT, rows[0][1:])
        elif named:
            if len(_accounts) >= _MOST:
                _accounts.clear()
            _accounts[key] = named
        return data


class AuthenticationMiddleware(DjangoAuthentication):
    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _signed_in(request))  # type: ignore[assignment]


def _signed_in(request: HttpRequest) -> User | AnonymousUser:
    user = _user_of(request)
    if user.is_authenticated:
        request.META[ACCOUNT] = user.pk
    return user


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    """The account that was read with the session if it may be used without a question; Django answers all others."""
    session = request.session
    shown = session.get(HASH_SESSION_KEY)
    account: User | None = getattr(session, "account", None)
    if (
        account is not None
        and account.is_active
        and session.get(BACKEND_SESSION_KEY) == BACKEND
        and shown
        and constant_time_compare(shown, account.get_session_auth_hash())
    ):
        return account
    user: User | AnonymousUser = get_user(request)
    return user
