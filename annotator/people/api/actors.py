"""Who sends a request, for the activity log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from annotator.models import ApiToken
from annotator.people.activity import Actor, actor
from annotator.people.api.authentication import address_of


class WhoActs:
    """Tell the activity log who sends a request, should there be something to note while it is answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = actor.set(lambda: _actor_of(request))
        try:
            return self._get_response(request)
        finally:
            actor.reset(before)


def _actor_of(request: Any) -> Actor:
    """The framework of the API sets both on Django's request once it has authenticated it."""
    user, token = request.user, getattr(request, "auth", None)
    via = f"token {token.name}" if isinstance(token, ApiToken) else "browser"
    return Actor(user if user.is_authenticated else None, via, address_of(request))
