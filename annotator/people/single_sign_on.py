"""Signing in with an OpenID Connect provider. The protocol is django-allauth's; who gets in is decided here.

Why: docs/decisions/accounts.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

import structlog
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect

from annotator.people import accounts, signing_in
from annotator.people.member_invitations import find_invitation

if TYPE_CHECKING:
    from allauth.socialaccount.models import SocialLogin

PROVIDER = "oidc"
log = structlog.get_logger()
_JOINING = re.compile(r"/join/([^/?#]+)$")

#: The page of signing in says each in a sentence (features/people/session/SignInPage.tsx).
Problem = Literal["cancelled", "failed", "unknown", "address", "ambiguous", "inactive"]


def is_configured() -> bool:
    return bool(settings.OIDC_ISSUER)


def start(request: HttpRequest, *, next_path: str) -> str:
    """The address at the provider where a person signs in; they come back to `callback`, and then to `next_path`."""
    from allauth.socialaccount.adapter import get_adapter

    provider = get_adapter(request).get_provider(request, provider=PROVIDER)
    answer: Any = provider.redirect(request, "login", next_url=next_path)
    return str(answer["Location"])


def safe_path(path: str) -> str:
    """A path of this site, never an address on another one that a link smuggled in."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and "\\" not in path else "/"


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Takes over when the provider has said who it is; allauth's own accounts and pages are not used."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        next_path = safe_path(str(sociallogin.state.get("next") or "/"))
        extra = sociallogin.account.extra_data
        id_token, profile = extra.get("id_token") or {}, extra.get("userinfo") or {}
        # Two answers of one provider about one person: where they are not about the same, neither is believed.
        if id_token and profile and id_token.get("sub") != profile.get("sub"):
            log.warning("a provider named two people in one sign-in")
            raise _back("failed", next_path)
        user = find_or_make(uid=sociallogin.account.uid, claims={**id_token, **profile}, next_path=next_path)
        if isinstance(user, str):
            raise _back(user, next_path)
        if signing_in.enter(request, user):
            raise ImmediateHttpResponse(HttpResponseRedirect(next_path))
        raise ImmediateHttpResponse(HttpResponseRedirect(f"/sign-in?{urlencode({'next': next_path})}"))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> None:
        log.warning("signing in with the provider failed", error=str(error), reason=str(exception)[:300])
        state = (extra_context or {}).get("state") or {}
        raise _back("cancelled" if error == "cancelled" else "failed", safe_path(str(state.get("next") or "/")))


def _back(problem: Problem, next_path: str) -> ImmediateHttpResponse:
    query = urlencode({"problem": problem, "next": next_path})
    return ImmediateHttpResponse(HttpResponseRedirect(f"/sign-in?{query}"))


@transaction.atomic
def find_or_make(*, uid: str, claims: dict[str, Any], next_path: str) -> User | Problem:
    """The account of whom a provider names, or why there is none.

    It is the one linked to them; else the only one with their verified ASCII address, linked from now on; else,
    where `settings.OIDC_ACCOUNTS` or an open invitation that they come with allows it, a new one without a password.
    """
    linked = SocialAccount.objects.select_related("user").filter(provider=_issuer(), uid=uid).first()
    if linked is not None:
        return linked.user if linked.user.is_active else "inactive"
    # Some providers send it as a word.
    is_verified = str(claims.get("email_verified", "")).lower() == "true"
    email = str(claims.get("email") or "") if is_verified else ""
    if not email.isascii():
        email = ""
    accounts = _with_address(email)
    if len(accounts) > 1:
        return "ambiguous"
    if accounts and not accounts[0].is_active:
        return "inactive"
    user = accounts[0] if accounts else None
    if user is None:
        if settings.OIDC_ACCOUNTS != "everybody" and not _is_invited(next_path):
            return "unknown" if email else "address"
        user = _make(claims, email)
    SocialAccount.objects.create(user=user, provider=_issuer(), uid=uid)
    return user


def _with_address(email: str) -> list[User]:
    """The accounts with this very address, whatever the case of its ASCII letters.

    Postgres compares upper-case letters, and those of two addresses may be the same where the addresses are not: the
    dotless i of a domain that anybody may register becomes an I. So nothing else than ASCII comes here, and Postgres
    only proposes.
    """
    same = User.objects.filter(email__iexact=email) if email else []
    return [user for user in same if user.email.casefold() == email.casefold()]


def _issuer() -> str:
    """Names of people are the provider's own: another provider's must not find the accounts of this one."""
    return str(settings.OIDC_ISSUER)[:200]


def _is_invited(next_path: str) -> bool:
    joining = _JOINING.match(next_path)
    invitation = find_invitation(joining[1]) if joining else None
    return invitation is not None and invitation[0].is_open and invitation[0].creates_account


def _make(claims: dict[str, Any], email: str) -> User:
    wanted = str(claims.get("preferred_username") or email.partition("@")[0] or "person")
    base = re.sub(r"[^\w.@+-]+", "-", wanted).strip("-")[:140] or "person"
    taken = set(User.objects.filter(username__startswith=base).values_list("username", flat=True))
    username = next(name for n in range(1, len(taken) + 2) if (name := base if n == 1 else f"{base}-{n}") not in taken)
    name = str(claims.get("name") or f"{claims.get('given_name', '')} {claims.get('family_name', '')}")
    return accounts.create_account(username, password=None, name=name[:150], email=email[:254])


def is_linked(user: User) -> bool:
    return bool(SocialAccount.objects.filter(user=user, provider=_issuer()).exists())
