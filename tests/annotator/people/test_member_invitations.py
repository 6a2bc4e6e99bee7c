"""Inviting people: one by one and from a list, by link and by e-mail; accepting once."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import MemberInvitation, Membership, Project, Role
from annotator.people import member_invitations as invitations
from annotator.platform import outbox
from annotator.platform.errors import Conflict
from annotator.platform.mail import without_links
from tests import world
from tests.annotator.connections import at_once_before_writing

NEW = {"username": "nora", "name": "Nora Lind", "password": "low tide at noon"}


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    cache.clear()


@pytest.fixture
def boss(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


@pytest.fixture
def url(project: Project) -> str:
    return f"/api/v1/projects/{project.slug}/member-invitations/"


@pytest.fixture
def worker(queued: list[Any], django_capture_on_commit_callbacks: Any) -> Callable[[], list[Any]]:
    """Does what was sent to the workers; returns the messages that went out."""

    def work() -> list[Any]:
        asked = [what for task, what in queued if task == "send_invitations"]
        queued.clear()
        for asked_at in asked:
            invitations.send_invitations(asked_at)
        return mail.outbox

    return work


def token_of(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def invite(boss: APIClient, url: str, commit: Any, **given: Any) -> dict[str, Any]:
    with commit(execute=True):
        made = boss.post(url, {"role": "annotator", **given})
    assert made.status_code == 201, made.content
    body: dict[str, Any] = made.json()
    return body


def test_a_new_person_joins_by_a_link_once(
    boss: APIClient, url: str, project: Project, django_capture_on_commit_callbacks: Any
) -> None:
    token = token_of(invite(boss, url, django_capture_on_commit_callbacks, name="Nora")["url"])
    guest = APIClient()
    seen = guest.get(f"/api/v1/join/{token}/").json()
    assert (seen["project"], seen["role"], seen["open"], seen["name"]) == (project.name, "annotator", True, "Nora")
    weak = guest.post(f"/api/v1/join/{token}/", {**NEW, "password": "short"})
    assert (weak.status_code, weak.json()["errors"][0]["field"]) == (400, "password")
    taken = guest.post(f"/api/v1/join/{token}/", {**NEW, "username": "admin"})
    assert (taken.status_code, taken.json()["errors"][0]["field"]) == (400, "username")
    assert not User.objects.filter(username="nora").exists()

    assert guest.post(f"/api/v1/join/{token}/", NEW).json() == {"project": project.slug}
    assert guest.get("/api/v1/session/").json()["user"]["name"] == "Nora Lind"
    assert Membership.objects.get(user__username="nora").role == Role.ANNOTATOR
    assert User.objects.get(username="nora").email == ""  # the link was passed on by hand: nobody's address is proved

    other = APIClient().post(f"/api/v1/join/{token}/", {**NEW, "username": "omar"})
    assert (other.status_code, other.json()["code"]) == (403, "closed")
    assert not User.objects.filter(username="omar").exists()
    assert boss.get(url).json()["results"] == []


def test_an_existing_person_joins_with_their_account(
    boss: APIClient, url: str, project: Project, outsider: User, django_capture_on_commit_callbacks: Any
) -> None:
    token = token_of(invite(boss, url, django_capture_on_commit_callbacks, role="adjudicator")["url"])
    client = APIClient()
    client.post("/api/v1/session/", {"username": "outsider", "password": "a long enough one"})
    assert client.post(f"/api/v1/join/{token}/").status_code == 201
    assert project.role_of(outsider) == Role.ADJUDICATOR

    second = token_of(invite(boss, url, django_capture_on_commit_callbacks)["url"])
    again = client.post(f"/api/v1/join/{second}/")
    assert (again.status_code, again.json()["code"]) == (409, "already_member")
    assert MemberInvitation.objects.pending().count() == 1  # still good for somebody else


@pytest.mark.parametrize("why", ["expired", "revoked", "made up"])
def test_a_closed_link_opens_nothing(
    boss: APIClient, url: str, why: str, django_capture_on_commit_callbacks: Any
) -> None:
    made = invite(boss, url, django_capture_on_commit_callbacks)
    token = token_of(made["url"])
    if why == "expired":
        MemberInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif why == "revoked":
        assert boss.delete(f"{url}{made['id']}/").status_code == 204
    else:
        token = token[:-1] + ("a" if token[-1] != "a" else "b")
    guest = APIClient()
    seen = guest.get(f"/api/v1/join/{token}/")
    assert seen.status_code == (404 if why == "made up" else 200)
    if why != "made up":
        assert (seen.json()["open"], why in seen.json()["why_closed"]) == (False, True)
    assert guest.post(f"/api/v1/join/{token}/", NEW).status_code == (404 if why == "made up" else 403)
    assert not User.objects.filter(username="nora").exists()


def test_an_invitation_is_sent_and_its_link_proves_the_address(
    boss: APIClient, url: str, worker: Callable[[], list[Any]], django_capture_on_commit_callbacks: Any, admin: User
) -> None:
    made = invite(boss, url, django_capture_on_commit_callbacks, email="nora@example.org", name="Nora\r\nBcc: x")
    assert (made["is_waiting"], made["sent_at"]) == (True, None)
    (message,) = worker()
    assert (message.to, message.subject) == (["nora@example.org"], "Invitation to Harbour Talks")
    mailed = re.search(r"http://testserver/join/(\S+)", message.body)
    assert mailed
    assert mailed[1] != token_of(made["url"])
    listed = boss.get(url).json()["results"][0]
    assert (listed["is_waiting"], bool(listed["sent_at"]), listed["send_error"]) == (False, True, "")
    assert len(worker()) == 1  # nothing is sent twice
    assert APIClient().post(f"/api/v1/join/{mailed[1]}/", NEW).status_code == 201
    assert User.objects.get(username="nora").email == "nora@example.org"
    known = boss.post(url, {"role": "viewer", "email": "NORA@example.org"})
    assert (known.status_code, known.json()["code"]) == (409, "already_member")


def test_what_a_mail_server_refuses_is_told_and_tried_again(
    boss: APIClient, url: str, worker: Any, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch,
    queued: list[Any], settings: Any,
) -> None:  # fmt: skip
    settings.SITE_URL = "https://lectern.example.org"

    def refuse(**_: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone away")

    with monkeypatch.context() as patch:
        patch.setattr("annotator.platform.mail.send", refuse)
        made = invite(boss, url, django_capture_on_commit_callbacks, email="nora@example.org")
        worker()
    listed = boss.get(url).json()["results"][0]
    assert (listed["send_error"], listed["is_waiting"], listed["sent_at"]) == ("gone away", True, None)
    invitations.ask_for_unsent()
    assert queued == []  # not at once
    MemberInvitation.objects.update(send_after=timezone.now() - timedelta(minutes=1))
    invitations.ask_for_unsent()
    assert [message.to for message in worker()] == [["nora@example.org"]]
    assert "https://lectern.example.org/join/" in mail.outbox[0].body
    just = boss.post(f"{url}{made['id']}/send/")
    assert (just.status_code, just.json()["code"]) == (409, "just_sent")
    MemberInvitation.objects.update(sent_at=timezone.now() - timedelta(hours=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert boss.post(f"{url}{made['id']}/send/").status_code == 200
    assert len(worker()) == 2


def test_after_some_attempts_it_is_given_up(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone away")

    monkeypatch.setattr("annotator.platform.mail.send", refuse)
    made = MemberInvitation.objects.create(
        project=project, email="nora@example.org", role="viewer", creates_account=True, send_after=timezone.now()
    )
    for _ in range(outbox.MOST_ATTEMPTS + 2):
        MemberInvitation.objects.exclude(send_after=None).update(send_after=timezone.now())
        invitations.send_invitations("")
    made.refresh_from_db()
    assert (made.n_attempts, made.send_after) == (outbox.MOST_ATTEMPTS, None)


LIST = [
    {"line": 2, "name": "Ana", "email": "ana@example.org", "role": "annotator"},
    {"line": 3, "name": "Ben", "email": "ben.example.org", "role": "annotator"},
    {"line": 4, "name": "Eva", "email": "eva@example.org", "role": "boss"},
    {"line": 6, "name": "Ana again", "email": "ANA@example.org", "role": "Viewer"},
    {"line": 7, "name": "", "email": "", "role": "viewer"},
]  # fmt: skip


def test_a_list_names_each_wrong_line_and_invites_nobody_until_asked(
    boss: APIClient, url: str, worker: Any, django_capture_on_commit_callbacks: Any
) -> None:
    refused = boss.post(f"{url}many/", {"people": LIST})
    assert (refused.status_code, refused.json()["code"], refused.json()["n_correct"]) == (400, "wrong_lines", 1)
    places = [(error["line"], error["field"]) for error in refused.json()["errors"]]
    assert places == [(3, "email"), (4, "role"), (6, "email"), (7, "email")]
    assert refused.json()["errors"][2]["message"] == "This address is also in line 2."
    assert not MemberInvitation.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        taken = boss.post(f"{url}many/", {"people": LIST, "only_correct": True})
    assert (taken.status_code, taken.json()["n_invited"], len(taken.json()["errors"])) == (200, 1, 4)
    assert [message.to for message in worker()] == [["ana@example.org"]]

    again = boss.post(f"{url}many/", {"people": [{"email": "Ana@Example.org", "role": "viewer"}]})
    assert (again.json()["n_invited"], again.json()["n_renewed"]) == (1, 1)
    assert MemberInvitation.objects.get().role == Role.VIEWER


def test_many_lines_take_few_statements_and_there_are_five_hundred_at_most(
    boss: APIClient, url: str, django_assert_max_num_queries: Any
) -> None:
    people = [{"email": f"n{n}@example.org", "role": "viewer"} for n in range(501)]
    some = people[:80]
    with django_assert_max_num_queries(20):
        assert boss.post(f"{url}many/", {"people": some}).json()["n_invited"] == 80
    with django_assert_max_num_queries(20):
        assert boss.post(f"{url}many/", {"people": some}).json()["n_renewed"] == 80
    (error,) = boss.post(f"{url}many/", {"people": people}).json()["errors"]
    assert "500" in error["message"]


def test_pending_invitations_of_a_project_are_bounded(
    boss: APIClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_PENDING", 1)
    assert boss.post(url, {"role": "viewer"}).status_code == 201
    assert boss.post(url, {"role": "viewer"}).json()["code"] == "too_many"


def test_an_account_has_so_many_messages_sent_a_day_over_all_projects(
    boss: APIClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(outbox, "MOST_A_DAY", 3)
    other = boss.post("/api/v1/projects/", {"name": "Of my own"}).json()["slug"]
    people = [{"email": f"n{n}@example.org", "role": "viewer"} for n in range(2)]
    assert boss.post(f"{url}many/", {"people": people}).status_code == 200
    second = f"/api/v1/projects/{other}/member-invitations/"
    refused = boss.post(f"{second}many/", {"people": people})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_mails")
    assert MemberInvitation.objects.count() == 2
    assert (
        boss.post(second, {"role": "viewer", "email": "n3@example.org"}).status_code == 201
    )  # what was refused is left
    assert boss.post(second, {"role": "viewer", "email": "n4@example.org"}).status_code == 429
    assert boss.post(second, {"role": "viewer"}).status_code == 201  # a link that nobody is sent


def test_a_day_that_ends_while_messages_are_counted_begins_anew(
    annotator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    outbox.count_for(annotator, 3)
    add = cache.add

    def ends_meanwhile(key: str, *given: Any, **named: Any) -> bool:
        added = add(key, *given, **named)
        monkeypatch.undo()
        cache.delete(key)
        return added

    monkeypatch.setattr(cache, "add", ends_meanwhile)
    outbox.count_for(annotator, 2)
    assert cache.get(f"mails-of:{annotator.pk}") == 2


def test_no_name_becomes_a_link_in_a_message(
    boss: APIClient, url: str, project: Project, worker: Any, django_capture_on_commit_callbacks: Any
) -> None:
    project.name = "URGENT sign in at https://evil.example/x or evil.example now"
    project.save()
    person = {"name": "Nora www.evil.example", "email": "nora@example.org", "role": "viewer"}
    with django_capture_on_commit_callbacks(execute=True):
        assert boss.post(f"{url}many/", {"people": [person]}).status_code == 200
    (message,) = worker()
    assert "evil" not in message.subject + message.body
    assert "Hello Nora …," in message.body
    assert "URGENT sign in at … or … now" in message.subject
    assert without_links("evil。example Evil．example //192.0.2.1/x") == "… … …"
    assert without_links("St. Gallen, v1.2: Grüße ... und so") == "St. Gallen, v1.2: Grüße ... und so"


def test_where_only_site_admins_create_accounts_a_link_does_not(
    boss: APIClient, url: str, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.ACCOUNT_CREATORS = "admins"
    token = token_of(invite(boss, url, django_capture_on_commit_callbacks)["url"])
    assert APIClient().get(f"/api/v1/join/{token}/").json()["creates_account"] is False
    refused = APIClient().post(f"/api/v1/join/{token}/", NEW)
    assert (refused.status_code, refused.json()["code"]) == (400, "no_account")
    settings.ACCOUNT_CREATORS = "project-admins"  # what was promised when it was made counts
    assert APIClient().post(f"/api/v1/join/{token}/", NEW).status_code == 400


def test_the_database_keeps_one_pending_invitation_for_each_address(project: Project) -> None:
    def make(email: str, **fields: Any) -> MemberInvitation:
        return MemberInvitation.objects.create(
            project=project, email=email, role="viewer", creates_account=True, **fields
        )

    make("nora@example.org")
    with pytest.raises(IntegrityError, match="one_pending_invitation_per_address"), transaction.atomic():
        make("Nora@example.org")
    make("nora@example.org", revoked_at=timezone.now())
    make("")
    make("")
    with pytest.raises(IntegrityError, match="what_is_accepted_is_not_revoked"), transaction.atomic():
        make("x@example.org", accepted_at=timezone.now(), revoked_at=timezone.now())


def test_revoking_what_was_accepted_is_refused(project: Project, outsider: User) -> None:
    made = MemberInvitation.objects.create(project=project, role="viewer", creates_account=True)
    invitations.accept(made, outsider, is_mailed=False)
    with pytest.raises(Conflict):
        invitations.revoke(made)


def test_joining_needs_a_csrf_token(project: Project) -> None:
    made = MemberInvitation.objects.create(project=project, role="viewer", creates_account=True)
    client = APIClient(enforce_csrf_checks=True)
    url = f"/api/v1/join/{invitations.invitation_token(made)}/"
    assert client.post(url, NEW).status_code == 403
    csrf = client.get(url).cookies["csrftoken"].value
    assert client.post(url, NEW, HTTP_X_CSRFTOKEN=csrf).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_a_link_at_once_one_joins(project: Project) -> None:
    made = world.member_invitation(project)
    people = [User.objects.create_user(name) for name in ("ines", "omar")]
    rows = MemberInvitation.objects.filter(pk=made.pk)
    works = [partial(invitations.accept, made, user, is_mailed=False) for user in people]
    outcomes = at_once_before_writing(rows, works)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Closed", "Membership"]
    assert project.memberships.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_an_invitation_once(project: Project) -> None:
    made = world.member_invitation(project, email="nora@example.org", send_after=timezone.now())
    rows = MemberInvitation.objects.filter(pk=made.pk)
    at_once_before_writing(rows, [partial(invitations.send_invitations, "")] * 2)
    assert len(mail.outbox) == 1
