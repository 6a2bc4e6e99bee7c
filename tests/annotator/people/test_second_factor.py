"""A second factor: setting it up, signing in with it, recovery codes, and where a site asks it of admins."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO
from typing import Any

import pyotp
import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from annotator.models import Project, Role
from annotator.people import second_factor
from annotator.people.accounts import create_token
from annotator.platform.errors import ServiceError

PASSWORD = "a long enough one"


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    cache.clear()


def codes_now(secret: str) -> list[str]:
    """Of the time step before, this one and the next: each is taken, and once."""
    now, app = int(time.time()), pyotp.TOTP(secret)
    return [app.at(now, counter_offset=step) for step in (-1, 0, 1)]


def signed_in(username: str) -> APIClient:
    client = APIClient()
    assert client.post("/api/v1/session/", {"username": username, "password": PASSWORD}).status_code == 200
    return client


def set_up(client: APIClient) -> tuple[str, list[str]]:
    """Returns the secret and the recovery codes."""
    begun = client.post("/api/v1/account/second-factor/", {"password": PASSWORD})
    assert begun.status_code == 200, begun.content
    secret = begun.json()["secret"]
    confirmed = client.post("/api/v1/account/second-factor/confirm/", {"code": codes_now(secret)[0]})
    assert confirmed.status_code == 200, confirmed.content
    return secret, confirmed.json()["recovery_codes"]


@pytest.fixture
def ines(person: Callable[..., User]) -> User:
    return person(Role.VIEWER, "ines")


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 4226, appendix D."""
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    codes = [pyotp.HOTP(secret).at(counter) for counter in range(4)]
    assert codes == ["755224", "287082", "359152", "969429"]


def test_it_is_set_up_by_who_knows_the_password_and_a_code(ines: User) -> None:
    client = signed_in("ines")
    refused = client.post("/api/v1/account/second-factor/", {"password": "no"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "password")
    begun = client.post("/api/v1/account/second-factor/", {"password": PASSWORD}).json()
    assert begun["address"].startswith("otpauth://totp/ines?secret=")
    assert "<svg" in begun["picture"]
    wrong = client.post("/api/v1/account/second-factor/confirm/", {"code": "000000"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "wrong_code")
    assert client.get("/api/v1/account/").json()["has_second_factor"] is False
    given = {"code": codes_now(begun["secret"])[1]}
    assert len(client.post("/api/v1/account/second-factor/confirm/", given).json()["recovery_codes"]) == 10
    told = client.get("/api/v1/account/").json()
    assert (told["has_second_factor"], told["n_recovery_codes"]) == (True, 10)
    assert client.post("/api/v1/account/second-factor/", {"password": PASSWORD}).status_code == 409
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert begun["secret"] not in stored


def test_signing_in_waits_for_a_code_which_works_once(ines: User) -> None:
    secret, _ = set_up(signed_in("ines"))
    client = APIClient()
    waits = client.post("/api/v1/session/", {"username": "ines", "password": PASSWORD}).json()
    assert (waits["user"], waits["needs_code"]) == (None, True)
    assert client.get("/api/v1/session/").json()["needs_code"] is True
    assert client.get("/api/v1/projects/").status_code == 401
    used = client.post("/api/v1/session/second-factor/", {"code": codes_now(secret)[0]})
    assert used.json()["code"] == "wrong_code"  # it was given when it was set up
    code = codes_now(secret)[2]
    entered = client.post("/api/v1/session/second-factor/", {"code": f"{code[:3]} {code[3:]}"})
    assert (entered.json()["user"]["username"], entered.json()["needs_code"]) == ("ines", False)
    other = APIClient()
    other.post("/api/v1/session/", {"username": "ines", "password": PASSWORD})
    again = other.post("/api/v1/session/second-factor/", {"code": code})
    assert again.json()["code"] == "wrong_code"
    assert APIClient().post("/api/v1/session/second-factor/", {"code": code}).json()["code"] == "not_waiting"


def test_recovery_codes_work_once_each_and_are_renewed(ines: User) -> None:
    secret, recovery = set_up(signed_in("ines"))

    def enter(code: str) -> APIClient | None:
        client = APIClient()
        client.post("/api/v1/session/", {"username": "ines", "password": PASSWORD})
        return client if client.post("/api/v1/session/second-factor/", {"code": code}).status_code == 200 else None

    client = enter(recovery[3])
    assert client is not None
    assert enter(recovery[3]) is None
    assert client.get("/api/v1/account/").json()["n_recovery_codes"] == 9
    renewed = client.post("/api/v1/account/recovery-codes/", {"code": recovery[0]}).json()["recovery_codes"]
    assert set(renewed).isdisjoint(recovery)
    assert enter(recovery[1]) is None
    assert enter(renewed[0]) is not None
    assert client.post("/api/v1/account/second-factor/remove/", {"code": codes_now(secret)[1]}).status_code == 204
    assert signed_in("ines").get("/api/v1/account/").json()["has_second_factor"] is False


#: As django-allauth's own classes stored them, encrypted with `_KEY_OF_BEFORE`; the first and the third code are used.
_KEY_OF_BEFORE = "the key of a site that set up second factors before"
_SECRET_OF_BEFORE = "RNKOFHCU2L7QU6NDW2OQEDA6PHU4IDTF"
_STORED_SECRET = (
    "gAAAAABrA8a8v-DsKczK3gaiPES_ZrAyOjdtJBd6Yjz6inBWOhDaIh4ttdswkDmLwzr95aFQ5JE5aqihnkOwrEGIcbWiuCVHP9GSISvCx2PpOCEh"
    "Z7K6SvZjBqJK5_0ZY37DFDO_3ahH"
)
_STORED_SEED = (
    "gAAAAABrA8a8pqI-9uQFH1vpKPRQPSsERgCSZqYdXRYakld1vQtKmhuwQIjJRDcCbBTCQM8EiLbRm0HLfp5bdktmORgEJcRD6c_KXO8jLme18v6z"
    "s2518KKvW3_gnaLqdYgrjwFEdEDttuNl5Rpae6rf1qVtaMLnmEkKaIoZ8qdvLqKhunTxxm9g0t5K_6nEx0rZ-b29327J"
)
_USED_CODES = ["58773254", "09361259"]
_UNUSED_CODES = [
    "65657967", "09446400", "51582414", "58100281", "29785233", "02393428", "36177684", "76746684",
]  # fmt: skip


def test_what_was_set_up_before_still_works(ines: User, settings: Any) -> None:
    settings.SECRET_KEY = _KEY_OF_BEFORE
    kept = {"totp": {"secret": _STORED_SECRET}, "recovery_codes": {"seed": _STORED_SEED, "used_mask": 0b101}}
    for type_, data in kept.items():
        Authenticator.objects.create(user=ines, type=type_, data=data)
    assert second_factor.n_recovery_codes(ines) == 8
    second_factor.check(ines, codes_now(_SECRET_OF_BEFORE)[1])
    for code in _UNUSED_CODES:
        second_factor.check(ines, f"{code[:4]}-{code[4:]}")
    assert second_factor.n_recovery_codes(ines) == 0
    for code in (*_USED_CODES, *_UNUSED_CODES[:3], codes_now(_SECRET_OF_BEFORE)[1]):
        with pytest.raises(ServiceError, match="used already"):
            second_factor.check(ines, code)


def test_other_digits_for_a_code_do_not_let_it_work_twice(ines: User) -> None:
    secret, recovery = set_up(signed_in("ines"))
    code = codes_now(secret)[1]
    second_factor.check(ines, code)
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    for used in (code.translate(wide), recovery[0].translate(wide), ""):
        with pytest.raises(ServiceError, match="wrong"):
            second_factor.check(ines, used)


def test_wrong_codes_lock_the_account_wherever_they_come_from(ines: User) -> None:
    secret, recovery = set_up(signed_in("ines"))
    for n in range(second_factor.MOST_WRONG):
        client = APIClient(REMOTE_ADDR=f"192.0.2.{n}")
        client.post("/api/v1/session/", {"username": "ines", "password": PASSWORD})
        assert client.post("/api/v1/session/second-factor/", {"code": "12345678"}).status_code == 400
    for code in (codes_now(secret)[1], recovery[0]):
        locked = client.post("/api/v1/session/second-factor/", {"code": code})
        assert (locked.status_code, locked.json()["code"]) == (429, "locked_out")


@pytest.mark.parametrize("lost", ["time", "password", "inactive"])
def test_what_waits_for_a_code_ends(ines: User, lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, _ = set_up(signed_in("ines"))
    client = APIClient()
    client.post("/api/v1/session/", {"username": "ines", "password": PASSWORD})
    match lost:
        case "time":
            monkeypatch.setattr("annotator.people.signing_in.WAITING_SECONDS", -1)
        case "password":
            ines.set_password("something else entirely")
            ines.save()
        case "inactive":
            User.objects.update(is_active=False)
    answer = client.post("/api/v1/session/second-factor/", {"code": codes_now(secret)[1]})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_waiting")


def test_a_site_can_ask_it_of_admins(ines: User, admin: User, project: Project, settings: Any) -> None:
    settings.SECOND_FACTOR = "admins"
    assert signed_in("ines").get(f"/api/v1/projects/{project.slug}/").status_code == 200
    boss = signed_in("admin")
    assert boss.get("/api/v1/session/").json()["owed"] == "second_factor_due"
    refused = boss.get(f"/api/v1/projects/{project.slug}/")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_due")
    secret, _ = set_up(boss)
    assert boss.get(f"/api/v1/projects/{project.slug}/").status_code == 200
    assert boss.post("/api/v1/account/second-factor/remove/", {"code": codes_now(secret)[1]}).status_code == 204
    assert boss.get(f"/api/v1/projects/{project.slug}/").status_code == 403


def test_turning_it_on_ends_what_was_begun_without_it(ines: User, admin: User) -> None:
    others, mine = [signed_in("ines"), signed_in("admin")], signed_in("ines")
    _, token = create_token(ines, name="Nightly export")
    set_up(mine)
    assert [client.get("/api/v1/account/").status_code for client in (mine, *others)] == [200, 401, 200]
    script = APIClient(HTTP_AUTHORIZATION=f"Token {token}")
    assert script.get("/api/v1/projects/").status_code == 401


def test_it_is_asked_for_as_soon_as_somebody_becomes_an_admin(ines: User, project: Project, settings: Any) -> None:
    settings.SECOND_FACTOR = "admins"
    client = signed_in("ines")
    script = APIClient(HTTP_AUTHORIZATION=f"Token {create_token(ines, name='Nightly export')[1]}")
    address = f"/api/v1/projects/{project.slug}/"
    assert client.get(address).status_code == script.get(address).status_code == 200
    project.memberships.filter(user=ines).update(role=Role.ADMIN)
    for sender in (client, script):
        refused = sender.get(address)
        assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_due")
    assert client.get("/api/v1/session/").json()["owed"] == "second_factor_due"
    set_up(client)
    assert client.get(address).status_code == 200


def test_another_secret_key_asks_for_a_new_one_in_words(ines: User, settings: Any) -> None:
    secret, _ = set_up(signed_in("ines"))
    # Sessions are signed with it too: begun after the change.
    settings.SECRET_KEY = "another secret key that signs everything from now on"
    client = APIClient()
    client.post("/api/v1/session/", {"username": "ines", "password": PASSWORD})
    answer = client.post("/api/v1/session/second-factor/", {"code": codes_now(secret)[1]})
    assert (answer.status_code, answer.json()["code"]) == (409, "second_factor_unreadable")
    out = StringIO()
    call_command("remove_second_factor", "ines", stdout=out)
    assert "password alone" in out.getvalue()
    assert not Authenticator.objects.exists()
    with pytest.raises(CommandError, match="no account named nobody"):
        call_command("remove_second_factor", "nobody")


def test_a_session_costs_no_statement_more(ines: User, django_assert_num_queries: Any) -> None:
    client = signed_in("ines")
    client.get("/api/v1/defaults/")
    with django_assert_num_queries(1):
        client.get("/api/v1/defaults/")
