"""The daily e-mail: what is in it, to whom it goes, how often, and how it stops."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Account, Comment, Membership, Pair, Review, Role, Slot
from annotator.people import accounts
from annotator.reviewing.opening import open_review, return_review
from annotator.site import digests
from annotator.site.housekeeping import tidy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(settings: Any, tmp_path: Any) -> None:
    cache.clear()
    settings.SITE_URL = "https://lectern.example.org"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path


@pytest.fixture
def reader(annotator: User) -> User:
    annotator.email = "ines@example.org"
    annotator.save()
    return annotator


def assigned(pair: Pair, user: User, by: User, **fields: Any) -> Slot:
    return Slot.objects.create(
        project=pair.project, pair=pair, annotator=user, assigned_by=by, taken_at=timezone.now(), **fields
    )


def test_it_tells_what_is_new_once(reader: User, admin: User, bitext: Pair, talk: Pair) -> None:
    today = timezone.localdate()
    assigned(bitext, reader, admin, due_on=today + timedelta(days=1))
    review, _ = open_review(pair=talk, annotator=reader, run=talk.runs.get())
    Review.objects.filter(pk=review.pk).update(state="submitted", submitted_at=timezone.now())
    review.refresh_from_db()
    return_review(review=review, reason="Row 3\nis empty", user=admin)
    row = review.rows.earliest("pk").pk
    Comment.objects.create(review=review, row=row, text="@annotator 見て", author=admin, mentions=[reader.username])
    Comment.objects.create(review=review, row=row, text="mine", author=reader, mentions=[reader.username])

    assert digests.send_digest(reader.pk)
    (message,) = mail.outbox
    assert message.to == ["ines@example.org"]
    assert message.subject == "Assigned to you, returned to you, you were mentioned, due"
    assert f"{bitext.title} (Harbour Talks), due on" in message.body
    assert f"{talk.title}: Row 3 is empty\n  https://lectern.example.org/review/{review.pk}" in message.body
    assert f"admin on {talk.title}: @annotator 見て" in message.body
    assert "mine" not in message.body
    assert digests.send_digest(reader.pk) is False  # a message that comes twice
    Account.objects.update(digested_at=timezone.now() - timedelta(days=1))
    Slot.objects.update(taken_at=timezone.now() - timedelta(days=2), due_on=None)
    Review.objects.update(state="open", return_reason="")
    Comment.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert digests.send_digest(reader.pk) is False  # nothing is new
    assert len(mail.outbox) == 1


def test_who_adjudicates_blindly_learns_no_name_from_a_comment(
    reader: User, admin: User, person: Callable[..., User], talk: Pair
) -> None:
    """The page leaves the name out until one of the reviews is settled (docs/decisions/adjudication.md)."""
    judge, ben = person(Role.ADJUDICATOR, "wen.li"), person(Role.ANNOTATOR, "ben")
    for annotator in (reader, ben):
        review, _ = open_review(pair=talk, annotator=annotator, run=talk.runs.get())
        Review.objects.filter(pk=review.pk).update(state="submitted", submitted_at=timezone.now())
    row = review.rows.earliest("pk").pk
    for author in (ben, admin):
        Comment.objects.create(review=review, row=row, text="@wen.li ?", author=author, mentions=["wen.li"])
    (news,) = digests.news_for(judge, since=timezone.now() - timedelta(days=1), now=timezone.now())
    assert [line.partition(" on ")[0] for line, _ in news.lines] == ["Somebody", "admin"]


def test_nothing_is_told_of_a_project_that_one_has_left(reader: User, admin: User, bitext: Pair, talk: Pair) -> None:
    assigned(bitext, reader, admin, due_on=timezone.localdate())
    review, _ = open_review(pair=talk, annotator=admin, run=talk.runs.get())
    Comment.objects.create(review=review, row=review.rows.earliest("pk").pk, text="x", mentions=[reader.username])
    Membership.objects.filter(user=reader).delete()
    assert digests.news_for(reader, since=timezone.now() - timedelta(days=1), now=timezone.now()) == []


def test_it_goes_off_by_a_click_without_signing_in(reader: User, admin: User, bitext: Pair) -> None:
    assigned(bitext, reader, admin)
    digests.send_digest(reader.pk)
    (message,) = mail.outbox
    unsubscribe = re.fullmatch(
        r"<https://lectern.example.org(/api/v1/digests/\S+/)>", message.extra_headers["List-Unsubscribe"]
    )
    assert unsubscribe
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"open https://lectern.example.org/digests/{accounts.digest_token(reader)}" in message.body
    stranger = APIClient(enforce_csrf_checks=True)
    address = unsubscribe[1]
    assert stranger.get(address).json() == {"username": "annotator", "digests": True}  # looking changes nothing
    clicked = stranger.post(address, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert (clicked.status_code, clicked.json()["digests"]) == (200, False)
    Account.objects.update(digested_at=None)
    assert digests.send_digest(reader.pk) is False
    assert stranger.post(address, {"on": True}).json()["digests"] is True
    assert stranger.post(address.replace("/digests/", "/digests/9"), {}).status_code == 404


def test_housekeeping_asks_for_those_who_want_one(
    reader: User, admin: User, outsider: User, queued: list[Any], settings: Any
) -> None:
    User.objects.exclude(pk=reader.pk).update(email="x@example.org")
    accounts.set_digests(admin, on=False)
    tidy()
    assert queued == [("send_digest", reader.pk)]  # the outsider is in no project
    queued.clear()
    Account.objects.update_or_create(user=reader, defaults={"digested_at": timezone.now()})
    tidy()
    settings.SITE_URL = ""
    Account.objects.update(digested_at=None)
    tidy()
    assert queued == []


def test_what_could_not_be_sent_is_told_the_next_time(
    reader: User, admin: User, bitext: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    assigned(bitext, reader, admin)

    def refuse(**_: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone away")

    with monkeypatch.context() as patch:
        patch.setattr("annotator.platform.mail.send", refuse)
        assert digests.send_digest(reader.pk) is False
    assert digests.send_digest(reader.pk)


def test_an_account_says_whether_it_gets_them(reader: User, client_of: Callable[[User], APIClient]) -> None:
    client = client_of(reader)
    assert client.get("/api/v1/account/").json()["digests"] is True
    assert client.patch("/api/v1/account/", {"digests": False}).json()["digests"] is False


def test_long_lists_are_cut_in_few_statements(
    reader: User, admin: User, bitext: Pair, make_document: Any, django_assert_max_num_queries: Any
) -> None:
    for n in range(30):
        pair = Pair.objects.create(
            project=bitext.project, kind="bitext", title=f"p{n}", source=make_document("s", ["a"]), target=bitext.target
        )
        assigned(pair, reader, admin)
    with django_assert_max_num_queries(8):
        (part,) = digests.news_for(reader, since=timezone.now() - timedelta(days=1), now=timezone.now())
    assert part.lines[-1] == ("and 10 more", "")


def test_an_address_becomes_ones_own_when_its_link_is_opened(
    reader: User, queued: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    from annotator.people.accounts import send_confirmation

    client = APIClient()
    client.post("/api/v1/session/", {"username": "annotator", "password": "a long enough one"})
    given = {"email": "new@example.org", "password": "no"}
    assert client.post("/api/v1/account/email/", given).json()["errors"][0]["field"] == "password"
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/api/v1/account/email/", {**given, "password": "a long enough one"}).status_code == 204
    (asked,) = [what for task, what in queued if task == "send_confirmation"]
    send_confirmation(asked[0], asked[1], asked_at=asked[2])
    found = re.search(r"/confirm-address/(\S+)", mail.outbox[0].body)
    assert found
    assert mail.outbox[0].to == ["new@example.org"]
    reader.refresh_from_db()
    assert reader.email == "ines@example.org"
    stranger = APIClient()
    for token, status in ((f"x{found[1]}", 403), (found[1], 204), (found[1], 403)):
        assert stranger.post("/api/v1/account/email/confirm/", {"token": token}).status_code == status
    reader.refresh_from_db()
    assert reader.email == "new@example.org"
