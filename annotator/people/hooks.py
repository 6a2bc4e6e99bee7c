"""What the activity log notes when Django announces a sign-in, whichever way somebody came in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver

from annotator.people.activity.noting import note
from annotator.people.names import name_of


@receiver(user_logged_in)
def signed_in(*, user: Any, **_: Any) -> None:
    note("signed_in", by=user, account=user)


@receiver(user_logged_out)
def signed_out(*, user: Any, **_: Any) -> None:
    if isinstance(user, User):  # nobody, where a session had ended already
        note("signed_out", by=user, account=user)


@receiver(user_login_failed)
def failed(*, credentials: dict[str, Any], request: Any = None, **_: Any) -> None:
    """Also for a wrong present password where somebody wants to change theirs."""
    username = str(credentials.get("username") or "")[:150]
    account = User.objects.filter(username=username).first() if username else None
    note(
        "sign_in_failed",
        kind="account",
        pk=account.pk if account else None,
        name=name_of(account) if account else username,
        account=account,
        detail="locked out for a while" if getattr(request, "axes_locked_out", False) else "",
    )
