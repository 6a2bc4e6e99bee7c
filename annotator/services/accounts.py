"""People's own accounts: their password and their API tokens."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from annotator.models import ApiToken, TokenScope
from annotator.services.errors import Conflict, ServiceError

#: How long a token lasts unless its owner chooses otherwise, and at most.
TOKEN_DAYS = 90
MOST_TOKEN_DAYS = 366
MOST_TOKENS = 50


@transaction.atomic
def change_password(user: User, *, new: str) -> None:
    """Change a password. This ends the user's other sessions, and all their API tokens.

    Raises ServiceError naming the field ``new_password`` when it is too short, too common, or the one they have.
    """
    if user.check_password(new):
        message = "This is already your password."
        raise ServiceError(message, errors=[{"field": "new_password", "message": message}])
    try:
        validate_password(new, user)
    except ValidationError as error:
        raise ServiceError(
            " ".join(error.messages), errors=[{"field": "new_password", "message": error.messages[0]}]
        ) from error
    user.set_password(new)
    user.save(update_fields=["password"])


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


def create_token(
    user: User, *, name: str, scope: str = TokenScope.WRITE, days: int = TOKEN_DAYS
) -> tuple[ApiToken, str]:
    """Make a token. Returns what is stored of it, and the token itself, which is not stored.

    Raises Conflict when the user has MOST_TOKENS already.
    """
    if ApiToken.objects.filter(user=user, expiry__gt=timezone.now()).count() >= MOST_TOKENS:
        raise Conflict(f"You have {MOST_TOKENS} tokens. Revoke some that you no longer use.", code="too_many_tokens")
    made: tuple[ApiToken, str] = ApiToken.objects.create(user=user, name=name, scope=scope, expiry=timedelta(days=days))
    return made


def revoke_token(user: User, uuid: UUID) -> bool:
    """Revoke one of the user's tokens. Returns whether there was one."""
    n_deleted, _ = ApiToken.objects.filter(user=user, uuid=uuid).delete()
    return bool(n_deleted)
