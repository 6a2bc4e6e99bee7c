"""Signing in with an OpenID Connect provider: who gets in, as whom, and what a wrong answer of it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.test import APIClient

from annotator.models import Project, Role
from annotator.people.member_invitations import invitation_token
from tests import world
from tests.annotator.people.oidc_provider import Provider, provider
from tests.annotator.people.test_second_factor import codes_now, set_up, signed_in

NORA = {
    "sub": "248",
    "email": "Nora@example.org",
    "email_verified": True,
    "name": "Nora Lind",
    "preferred_username": "nora",
}


@pytest.fixture
def sso(db: None, settings: Any) -> Iterator[Provider]:
    cache.clear()
    with provider() as made:
        # As INSTALLED_APPS does it where a provider is configured when the site starts.
        registry.provider_map.setdefault("openid_connect", OpenIDConnectProvider)
        settings.OIDC_ISSUER = made.url
        settings.SITE_URL = "https://lectern.example.org"
        settings.SOCIALACCOUNT_PROVIDERS = {
            "openid_connect": {
                "OAUTH_PKCE_ENABLED": True,
                "APPS": [
                    {
                        "provider_id": "oidc",
                        "client_id": made.client_id,
                        "secret": made.client_secret,
                        "settings": {"server_url": made.url},
                    }
                ],
            }
        }
        made.claims = dict(NORA)
        yield made


@pytest.fixture
def nora(project: Project, person: Callable[..., User]) -> User:
    user = person(Role.ANNOTATOR, "nora.lind")
    User.objects.filter(pk=user.pk).update(email="nora@example.org")
    return user


def go(sso: Provider, client: APIClient, next_path: str = "/p/harbour-talks") -> str:
    """Sign in there. Returns where one is sent at last."""
    begun = client.post("/api/v1/session/provider/", {"next": next_path})
    assert begun.status_code == 200, begun.content
    answer = client.get(sso.sign_in(begun.json()["url"]))
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def who(client: APIClient) -> str | None:
    user = client.get("/api/v1/session/").json()["user"]
    return user and user["username"]


def test_a_verified_address_finds_the_account_and_then_the_person_is_known(sso: Provider, nora: User) -> None:
    client = APIClient()
    assert go(sso, client) == "/p/harbour-talks"
    assert who(client) == "nora.lind"
    assert client.get("/api/v1/account/").json()["is_linked"] is True
    sso.claims = {"sub": "248"}  # another address by now, or none
    again = APIClient()
    go(sso, again)
    assert who(again) == "nora.lind"
    assert SocialAccount.objects.get().provider == sso.url


@pytest.mark.parametrize(
    ("claims", "problem"),
    [
        ({"email_verified": False}, "address"),
        ({"email_verified": "false"}, "address"),
        ({"email": None}, "address"),
        ({"email": "other@example.org"}, "unknown"),
    ],
)
def test_others_are_not_let_in(sso: Provider, nora: User, claims: dict[str, Any], problem: str) -> None:
    sso.claims |= claims
    client = APIClient()
    assert go(sso, client) == f"/sign-in?problem={problem}&next=%2Fp%2Fharbour-talks"
    assert who(client) is None
    assert User.objects.count() == 1


@pytest.mark.parametrize("email", ["admin@gıthub.com", "admin@ſite.org"])
def test_letters_that_become_others_in_upper_case_find_nobody(sso: Provider, nora: User, email: str) -> None:
    """Postgres holds a dotless i for an i and a long s for an s; their domains are for anybody to register."""
    for number, address in enumerate(("admin@github.com", "admin@site.org")):
        User.objects.create_user(f"boss{number}", email=address)
    sso.claims |= {"email": email}
    client = APIClient()
    assert "problem=address" in go(sso, client)
    assert who(client) is None
    assert not SocialAccount.objects.exists()


def test_accounts_that_share_an_address_and_closed_ones_stay_shut(sso: Provider, nora: User) -> None:
    twin = User.objects.create_user("twin", email="NORA@example.org")
    assert "problem=ambiguous" in go(sso, APIClient())
    twin.delete()
    User.objects.update(is_active=False)
    assert "problem=inactive" in go(sso, APIClient())


def test_everybody_gets_an_account_where_the_site_says_so(sso: Provider, settings: Any, db: None) -> None:
    settings.OIDC_ACCOUNTS = "everybody"
    User.objects.create_user("nora")
    client = APIClient()
    go(sso, client)
    assert who(client) == "nora-2"
    made = User.objects.get(username="nora-2")
    assert (made.get_full_name(), made.email, made.has_usable_password()) == ("Nora Lind", "Nora@example.org", False)
    sso.claims = {"sub": "9", "preferred_username": "admin\n<script>", "email": "a@b.c", "email_verified": False}
    stranger = APIClient()
    go(sso, stranger)
    assert who(stranger) == "admin-script"
    assert User.objects.get(username="admin-script").email == ""


def test_an_invitation_lets_a_new_person_in(sso: Provider, project: Project) -> None:
    token = invitation_token(world.member_invitation(project, role="annotator"))
    client = APIClient()
    assert go(sso, client, f"/join/{token}") == f"/join/{token}"
    assert who(client) == "nora"
    assert client.post(f"/api/v1/join/{token}/").status_code == 201
    used = APIClient()
    sso.claims["sub"], sso.claims["email"] = "249", "other@example.org"
    assert "problem=unknown" in go(sso, used, f"/join/{token}")


def test_a_second_factor_is_asked_for_too(sso: Provider, nora: User) -> None:
    secret, _ = set_up(signed_in("nora.lind"))
    client = APIClient()
    assert go(sso, client) == "/sign-in?next=%2Fp%2Fharbour-talks"
    assert who(client) is None
    entered = client.post("/api/v1/session/second-factor/", {"code": codes_now(secret)[1]})
    assert entered.json()["user"]["username"] == "nora.lind"


@pytest.mark.parametrize("wrong", ["broken", "audience", "another person", "state", "replayed", "cancelled"])
def test_wrong_answers_sign_nobody_in(sso: Provider, nora: User, wrong: str) -> None:
    client = APIClient()
    address = client.post("/api/v1/session/provider/", {"next": "/"}).json()["url"]
    back = sso.sign_in(address)
    match wrong:
        case "broken":
            sso.is_broken = True
        case "audience":
            sso.audience = "another site"
        case "another person":
            sso.profile = {**NORA, "sub": "666"}
        case "state":
            client = APIClient()  # somebody else's browser: a link smuggled in
        case "replayed":
            client.get(back)
            client.delete("/api/v1/session/")
        case "cancelled":
            back = back.replace("code=", "error=access_denied&nocode=")
    answer = client.get(back)
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith(f"/sign-in?problem={'cancelled' if wrong == 'cancelled' else 'failed'}")
    assert who(client) is None


@pytest.mark.parametrize("smuggled", ["//evil.example", "https://evil.example", "/\\evil.example", "evil"])
def test_people_are_led_to_this_site_only(sso: Provider, nora: User, smuggled: str) -> None:
    assert go(sso, APIClient(), smuggled) == "/"


def test_a_provider_that_does_not_answer_is_said_to(sso: Provider, settings: Any) -> None:
    app = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"][0]
    app["settings"]["server_url"] = "http://127.0.0.1:9"
    answer = APIClient().post("/api/v1/session/provider/", {"next": "/"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def test_without_a_provider_there_is_no_way_to_one(db: None) -> None:
    client = APIClient()
    assert client.get("/api/v1/session/").json()["provider"] == ""
    assert client.post("/api/v1/session/provider/", {"next": "/"}).status_code == 404
    assert client.get("/oidc/oidc/callback/?code=a&state=b").status_code == 404
