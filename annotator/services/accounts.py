"""What people do with their own account."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from annotator.services.errors import ServiceError


def change_password(user: User, *, new: str) -> None:
    """Give a person another password; their other sessions end by it, as a session holds what the password was.

    Raises ServiceError naming the field ``new_password`` when it is too short, too common, or the one they have.
    """
    if user.check_password(new):
        message = "This is the password you have."
        raise ServiceError(message, errors=[{"field": "new_password", "message": message}])
    try:
        validate_password(new, user)
    except ValidationError as error:
        raise ServiceError(
            " ".join(error.messages), errors=[{"field": "new_password", "message": error.messages[0]}]
        ) from error
    user.set_password(new)
    user.save(update_fields=["password"])
