"""People's own accounts: making one, its password and address, its digests, and its API tokens."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from annotator.models import Account, ApiToken, TokenScope
from annotator.people.activity import note
from annotator.people.names import name_of
from annotator.platform import mail, work
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.platform.queues import Task
from annotator.platform.signed_links import LinkSigner

RESET = Task("send_password_reset")
CONFIRMATION = Task("send_confirmation")
#: How long a token lasts unless its owner chooses otherwise, and at most.
TOKEN_DAYS = 90
MOST_TOKEN_DAYS = 366
MOST_TOKENS = 50
#: How long the link to a new address works.
CONFIRMATION_SECONDS = 24 * 3600
#: A person is not sent another link to reset their password sooner.
BETWEEN_RESETS_SECONDS = 300

_digests = LinkSigner("lectern.digest")


def create_account(
    username: str, *, password: str | None, name: str = "", email: str = "", is_first_password: bool = False
) -> User:
    """Make an account. password : None for one that signs in elsewhere.

    is_first_password : somebody else chose it, so that it is to be changed when it is first used.
    Raises ServiceError naming the field ``username`` when it is taken, or ``password`` when that is refused.
    """
    if User.objects.filter(username=username).exists():
        raise ServiceError("This user name is taken. Choose another one.", field="username")
    first, _, last = " ".join(name.split()).partition(" ")
    user = User(username=username, first_name=first, last_name=last, email=email)
    if password is not None:
        check_password(password, user, field="password")
    user.set_password(password)
    user.save(force_insert=True)
    if is_first_password:
        Account.objects.create(user=user, must_change_password=True)
    return user


def check_password(password: str, user: User, *, field: str) -> None:
    """Raise ServiceError naming the field when a new password is too short or too common."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise ServiceError(" ".join(error.messages), field=field, message=error.messages[0]) from error


@transaction.atomic
def change_password(user: User, *, new: str) -> None:
    """Change a password. This ends the user's other sessions, and all their API tokens.

    Raises ServiceError naming the field ``new_password`` when it is too short, too common, or the one they have.
    """
    if user.check_password(new):
        raise ServiceError("This is already your password.", field="new_password")
    check_password(new, user, field="new_password")
    _set_password(user, new)


def _set_password(user: User, new: str) -> None:
    user.set_password(new)
    user.save(update_fields=["password"])
    Account.objects.filter(user=user, must_change_password=True).update(must_change_password=False)
    note("password_changed", kind="account", pk=user.pk, name=name_of(user), account=user)


def ask_for_reset(who: str, *, asked_at: str = "") -> None:
    """Have a worker send a link to whoever has this user name or address.

    Nothing is looked up here: how long an answer takes tells nobody whether there is such an account.
    """
    transaction.on_commit(lambda: work.send(RESET, [who, asked_at]), robust=True)


def send_reset(who: str, asked_at: str = "") -> None:
    """Send a link to each account with this user name or address that has a password and an address."""
    users = User.objects.filter(Q(username=who) | Q(email__iexact=who), is_active=True).exclude(email="")
    for user in users[:5]:
        if not user.has_usable_password():  # they sign in elsewhere
            continue
        if not cache.add(f"password-reset:{user.pk}", 1, timeout=BETWEEN_RESETS_SECONDS):
            continue
        address = mail.link(f"/reset/{reset_token(user)}", asked_at=asked_at)
        text = (
            f"Hello {name_of(user)},\n\nopen this link to choose a new password for "
            f"your Lectern account, whose user name is {user.get_username()}:\n\n{address}\n\n"
            "It works once, for two hours. If you did not ask for it, ignore this message: nothing has changed."
        )
        try:
            mail.send(to=user.email, subject="Choose a new password", text=text, asked_at=asked_at)
        except mail.FAILURES:
            cache.delete(f"password-reset:{user.pk}")  # they may ask again at once
            raise


def ask_to_confirm(user: User, email: str, *, asked_at: str = "") -> None:
    """Have a worker send a link to a new address; the address is the user's once they open it."""
    transaction.on_commit(lambda: work.send(CONFIRMATION, [user.pk, email, asked_at]), robust=True)


def send_confirmation(user_id: int, email: str, asked_at: str = "") -> None:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return
    address = mail.link(f"/confirm-address/{address_token(user, email)}", asked_at=asked_at)
    text = (
        f"Hello {name_of(user)},\n\nopen this link to make {email} the address of your "
        f"Lectern account, whose user name is {user.get_username()}:\n\n{address}\n\n"
        "It works for a day. If you did not ask for it, ignore this message: nothing has changed."
    )
    mail.send(to=email, subject="Confirm your address", text=text, asked_at=asked_at)


def address_token(user: User, email: str) -> str:
    """Valid for `CONFIRMATION_SECONDS`, and until the account's address changes."""
    return signing.dumps([user.pk, user.email, email], salt="lectern.address")


def confirm_address(token: str) -> None:
    """Make the address to which a link was sent the account's. Raises Closed for a link that is not valid any more."""
    try:
        pk, before, email = signing.loads(token, salt="lectern.address", max_age=CONFIRMATION_SECONDS)
    except (signing.BadSignature, ValueError):
        pk, before, email = 0, "", ""
    if not User.objects.filter(pk=pk, email=before, is_active=True).update(email=email):
        raise Closed("This link has been used or has expired. Ask for another one in your account’s settings.")


def reset_token(user: User) -> str:
    """Valid for `settings.PASSWORD_RESET_TIMEOUT`, until the password changes or its owner signs in."""
    return f"{urlsafe_base64_encode(force_bytes(user.pk))}.{default_token_generator.make_token(user)}"


def reset_password(token: str, *, new: str) -> User:
    """Change the password of the account that a link is for, which ends its sessions and API tokens.

    Raises Closed for a link that was used, is too old or was not made here, ServiceError for a password refused.
    """
    encoded, _, rest = token.partition(".")
    try:
        pk = int(urlsafe_base64_decode(encoded))
    except ValueError:
        pk = 0
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=min(pk, 2**31 - 1), is_active=True).first()
        if user is None or not default_token_generator.check_token(user, rest):
            raise Closed("This link has been used or has expired. Ask for another one.")
        check_password(new, user, field="new_password")
        _set_password(user, new)
    return user


def digest_token(user: User) -> str:
    """Signed and without an end: a message may be old when somebody has had enough of them."""
    return _digests.token(str(user.pk))


def find_reader(token: str) -> User | None:
    """Whom a link of a digest is for; None for one that this site did not sign."""
    pk = _digests.text_in(token)
    return None if pk is None else User.objects.filter(pk=int(pk), is_active=True).first()


def wants_digests(user: User) -> bool:
    return not Account.objects.filter(user=user, digests=False).exists()


def set_digests(user: User, *, on: bool) -> None:
    Account.objects.update_or_create(user=user, defaults={"digests": on})


class TokensEndWithThePassword:
    """A password validator that accepts every password. Django tells validators of each change of a password,
    `manage.py changepassword` included: whoever changes one because somebody else knows it expects to be alone."""

    def validate(self, password: str, user: User | None = None) -> None:
        return None

    def get_help_text(self) -> str:
        return "Changing your password revokes your API tokens."

    def password_changed(self, password: str, user: User | None = None) -> None:
        if user is not None and user.pk is not None:
            ApiToken.objects.filter(user=user).delete()


@transaction.atomic
def create_token(
    user: User, *, name: str, scope: str = TokenScope.WRITE, days: int = TOKEN_DAYS
) -> tuple[ApiToken, str]:
    """Make a token. Returns what is stored of it, and the token itself, which is not stored.

    Raises Conflict when the user has MOST_TOKENS already.
    """
    if ApiToken.objects.filter(user=user, expiry__gt=timezone.now()).count() >= MOST_TOKENS:
        raise Conflict(f"You have {MOST_TOKENS} tokens. Revoke some that you no longer use.", code="too_many_tokens")
    made: tuple[ApiToken, str] = ApiToken.objects.create(user=user, name=name, scope=scope, expiry=timedelta(days=days))
    note("token_created", kind="token", name=name, account=user, detail=f"{scope}, {days} days")
    return made


@transaction.atomic
def revoke_token(user: User, uuid: UUID) -> bool:
    """Revoke one of the user's tokens. Returns whether there was one."""
    token = ApiToken.objects.filter(user=user, uuid=uuid).first()
    if token is None:
        return False
    token.delete()
    note("token_revoked", kind="token", name=token.name, account=user)
    return True
