"""A second factor of sign-in: codes of an app on one's phone (TOTP, RFC 6238), and recovery codes for when it is lost.

The codes and their table are django-allauth's. Why the rest is not: docs/decisions/accounts.md.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction

from annotator.platform.errors import Conflict, ServiceError, TooMany

#: Wrong codes after which an account takes none for a while, wherever they come from.
MOST_WRONG = 10
LOCKED_SECONDS = 900
#: Longer than any code is valid (`MFA_TOTP_TOLERANCE`), so that one that was overseen is of no use.
_USED_SECONDS = 180
_PENDING = "second_factor_secret"
_UNREADABLE = "This site’s secret key has changed since. A site admin can remove the second factor."


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Secrets are stored encrypted with the site's key: a copy of the database is not enough to make codes."""

    def get_totp_issuer(self) -> str:
        return "Lectern"

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())

    def encrypt(self, text: str) -> str:
        return _cipher(settings.SECRET_KEY).encrypt(text.encode()).decode()  # type: ignore[no-any-return]

    def decrypt(self, encrypted_text: str) -> str:
        from cryptography.fernet import InvalidToken

        try:
            return _cipher(settings.SECRET_KEY).decrypt(encrypted_text.encode()).decode()  # type: ignore[no-any-return]
        except InvalidToken:
            raise Conflict(_UNREADABLE, code="second_factor_unreadable") from None


@lru_cache(maxsize=2)
def _cipher(secret_key: str) -> Any:
    from cryptography.fernet import Fernet

    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"lectern.second-factor:{secret_key}".encode()).digest()))


@dataclass(frozen=True)
class Setup:
    """What an app needs to make codes. address : as apps read it from the picture. picture : a QR code, as SVG."""

    secret: str
    address: str
    picture: str


def has_one(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def begin(session: Any, user: User) -> Setup:
    """Propose a secret, which counts once a code made with it is given to `confirm`.

    Raises Conflict if the person has a second factor.
    """
    from allauth.mfa.totp.internal.auth import generate_totp_secret

    if has_one(user):
        raise Conflict("You have a second factor already. Remove it first.", code="has_second_factor")
    adapter, secret = Adapter(), generate_totp_secret()
    session[_PENDING] = adapter.encrypt(secret)
    address = adapter.build_totp_url(user, secret)
    return Setup(secret, address, adapter.build_totp_svg(address))


def confirm(session: Any, user: User, code: str) -> list[str]:
    """Take the proposed secret, given a code that the app has made with it. Returns new recovery codes."""
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP, validate_totp_code

    pending = session.get(_PENDING)
    if pending is None:
        raise Conflict("Begin again: the code to scan is no longer valid.", code="not_begun")
    secret = Adapter().decrypt(pending)
    _count_attempt(user)
    if not validate_totp_code(secret, _plain(code)):
        raise _wrong()
    with transaction.atomic():
        # The account's row is held, so that two pages at once do not both take theirs.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if has_one(user):
            raise Conflict("You have a second factor already. Remove it first.", code="has_second_factor")
        Authenticator.objects.filter(user=user).delete()
        TOTP.activate(user, secret)
        codes: list[str] = RecoveryCodes.activate(user).generate_codes()
    session.pop(_PENDING, None)
    _forget_attempts(user)
    _use_up(user, code)
    return codes


def check(user: User, code: str) -> None:
    """Raise ServiceError unless a code is the app's for now, or an unused recovery code, which is used up.

    Raises TooMany after `MOST_WRONG` wrong ones.
    """
    _count_attempt(user)
    given = _plain(code)
    for authenticator in Authenticator.objects.filter(user=user).order_by("-type"):
        if _matches(authenticator, given):
            _forget_attempts(user)
            return
    raise _wrong()


def _matches(authenticator: Authenticator, given: str) -> bool:
    from allauth.mfa.totp.internal.auth import validate_totp_code

    if authenticator.type == Authenticator.Type.TOTP:
        secret = Adapter().decrypt(authenticator.data["secret"])
        return validate_totp_code(secret, given) and _use_up(authenticator.user, given)
    return bool(authenticator.wrap().validate_code(given))


def remove(user: User) -> bool:
    """Remove the second factor and its recovery codes. Returns whether there was one."""
    n_removed, _ = Authenticator.objects.filter(user=user).delete()
    return bool(n_removed)


@transaction.atomic
def renew_recovery_codes(user: User) -> list[str]:
    """Make new recovery codes; the old ones no longer work."""
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    if not has_one(user):
        raise Conflict("You have no second factor.", code="no_second_factor")
    Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()
    codes: list[str] = RecoveryCodes.activate(user).generate_codes()
    return codes


def n_recovery_codes(user: User) -> int:
    """How many recovery codes are left; told without their secret, which is not needed for it."""
    from allauth.mfa import app_settings

    codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    return 0 if codes is None else int(app_settings.RECOVERY_CODE_COUNT) - int(codes.data["used_mask"]).bit_count()


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "")


def _wrong() -> ServiceError:
    message = "This code is wrong, or was used already. Apps show another one every 30 seconds."
    return ServiceError(message, code="wrong_code", errors=[{"field": "code", "message": message}])


def _attempts(user: User) -> str:
    return f"second-factor:{user.pk}:attempts"


def _count_attempt(user: User) -> None:
    """Counted before the code is looked at, so that many at once are no way around it."""
    cache.add(_attempts(user), 0, timeout=LOCKED_SECONDS)
    try:
        n = cache.incr(_attempts(user))
    except ValueError:  # it has just expired
        n = 1
    if n > MOST_WRONG:
        raise TooMany(f"Too many wrong codes. Try again in {LOCKED_SECONDS // 60} minutes.")


def _forget_attempts(user: User) -> None:
    cache.delete(_attempts(user))


def _use_up(user: User, code: str) -> bool:
    """Whether this code was not used before."""
    return cache.add(f"second-factor:{user.pk}:used:{_plain(code)}", 1, timeout=_USED_SECONDS)
