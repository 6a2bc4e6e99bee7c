"""A second factor of sign-in: codes of an app on one's phone (TOTP, RFC 6238), and recovery codes for when it is lost.

The table and the picture are django-allauth's, the app's codes pyotp's. Recovery codes are derived as allauth derives
them, so that those that people keep on paper go on working. Why: docs/decisions/accounts.md.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyotp
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
#: Time steps of 30 s before and after this one whose codes are taken, since clocks of phones are wrong by some seconds.
_TOLERANCE = 1
#: Longer than any code is valid, so that a code read over someone's shoulder is useless.
_USED_SECONDS = 180
N_RECOVERY_CODES = 10
_N_RECOVERY_DIGITS = 8
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
    """Data for the app that makes codes. address : as apps read it from the picture. picture : a QR code, as SVG."""

    secret: str
    address: str
    picture: str


def has_one(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def begin(session: Any, user: User) -> Setup:
    """Propose a secret, which counts once a code made with it is given to `confirm`.

    Raises Conflict if the person has a second factor.
    """
    if has_one(user):
        raise Conflict("You have a second factor already. Remove it first.", code="has_second_factor")
    adapter, secret = Adapter(), pyotp.random_base32()
    session[_PENDING] = adapter.encrypt(secret)
    address = adapter.build_totp_url(user, secret)
    return Setup(secret, address, adapter.build_totp_svg(address))


def confirm(session: Any, user: User, code: str) -> list[str]:
    """Take the proposed secret, given a code that the app has made with it. Returns new recovery codes."""
    pending = session.get(_PENDING)
    if pending is None:
        raise Conflict("Begin again: the code to scan is no longer valid.", code="not_begun")
    secret = Adapter().decrypt(pending)
    _count_attempt(user)
    time_step = _time_step(secret, _plain(code))
    if time_step is None:
        raise _wrong()
    with transaction.atomic():
        # The account's row is held, so that two pages at once do not both take theirs.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if has_one(user):
            raise Conflict("You have a second factor already. Remove it first.", code="has_second_factor")
        Authenticator.objects.filter(user=user).delete()
        Authenticator.objects.create(
            user=user, type=Authenticator.Type.TOTP, data={"secret": Adapter().encrypt(secret)}
        )
        codes = _new_recovery_codes(user)
    session.pop(_PENDING, None)
    _forget_attempts(user)
    _use_up(user, time_step)
    return codes


def check(user: User, code: str) -> None:
    """Raise ServiceError unless a code is the app's for now, or an unused recovery code, which is used up.

    Raises TooMany after `MOST_WRONG` wrong ones.
    """
    _count_attempt(user)
    plain = _plain(code)
    for authenticator in Authenticator.objects.filter(user=user).order_by("-type"):
        if _matches(authenticator, plain):
            _forget_attempts(user)
            return
    raise _wrong()


def _matches(authenticator: Authenticator, plain: str) -> bool:
    if authenticator.type == Authenticator.Type.TOTP:
        time_step = _time_step(Adapter().decrypt(authenticator.data["secret"]), plain)
        return time_step is not None and _use_up(authenticator.user, time_step)
    return _use_up_recovery_code(authenticator, plain)


def _time_step(secret: str, code: str) -> int | None:
    """The time step that a code is for; None for a wrong one."""
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, valid_window=_TOLERANCE)
    except pyotp.OTPVerificationError:
        return None


def remove(user: User) -> bool:
    """Remove the second factor and its recovery codes. Returns whether there was one."""
    n_removed, _ = Authenticator.objects.filter(user=user).delete()
    return bool(n_removed)


@transaction.atomic
def renew_recovery_codes(user: User) -> list[str]:
    """Make new recovery codes; the old ones no longer work."""
    if not has_one(user):
        raise Conflict("You have no second factor.", code="no_second_factor")
    Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()
    return _new_recovery_codes(user)


def n_recovery_codes(user: User) -> int:
    """How many recovery codes are left; counted without decrypting their seed."""
    stored = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    return 0 if stored is None else N_RECOVERY_CODES - int(stored.data["used_mask"]).bit_count()


def _new_recovery_codes(user: User) -> list[str]:
    seed = secrets.token_hex(40)
    data = {"seed": Adapter().encrypt(seed), "used_mask": 0}
    Authenticator.objects.create(user=user, type=Authenticator.Type.RECOVERY_CODES, data=data)
    return _recovery_codes(seed)


def _recovery_codes(seed: str) -> list[str]:
    """What is stored is a seed, from which each code follows; `used_mask` has a bit for each that was used."""
    made = hmac.new(seed.encode(), digestmod=hashlib.sha1)
    codes = []
    for i in range(N_RECOVERY_CODES):
        made.update(f"{i:3},".encode())
        value = int.from_bytes(made.digest()[: _N_RECOVERY_DIGITS // 2], byteorder="big")
        codes.append(str(value % 10**_N_RECOVERY_DIGITS).zfill(_N_RECOVERY_DIGITS))
    return codes


@transaction.atomic
def _use_up_recovery_code(authenticator: Authenticator, plain: str) -> bool:
    """Whether it is a recovery code that was not used before. Holds the row, so that it is used once."""
    stored = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
    for i, code in enumerate(_recovery_codes(Adapter().decrypt(stored.data["seed"]))):
        is_used = bool(stored.data["used_mask"] >> i & 1)
        if not is_used and secrets.compare_digest(code.encode(), plain.encode()):
            stored.data["used_mask"] |= 1 << i
            stored.save(update_fields=["data"])
            return True
    return False


def _plain(code: str) -> str:
    """Without the spaces and dashes that make it readable."""
    return re.sub(r"[\W_]", "", code)


def _wrong() -> ServiceError:
    message = "This code is wrong, or was used already. Apps show another one every 30 seconds."
    return ServiceError(message, code="wrong_code", field="code")


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


def _use_up(user: User, time_step: int) -> bool:
    """Whether the code of this time step was not used before."""
    return cache.add(f"second-factor:{user.pk}:used:{time_step}", 1, timeout=_USED_SECONDS)
