"""Raters invited by e-mail: from a list of addresses, each with a link of their own, reminded, and free to decline."""

from __future__ import annotations

import csv
import smtplib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors.mailing import ask_for_unsent, rater_values, send_author_mail
from annotator.authors.rating_tasks.inviting import read_list
from annotator.authors.rating_tasks.raters import add_raters, rater_token
from annotator.authors.rating_tasks.results import results_of
from annotator.authors.wording import RATER_PLACES
from annotator.models import Project, Rater, RatingTask
from annotator.platform import outbox
from annotator.platform.errors import ServiceError
from tests.annotator.authors.test_rating_tasks import API, begun, leaks_in, make_task

SITE = "https://lectern.example"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = SITE


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


@pytest.fixture
def task(project: Project) -> RatingTask:
    project.contact_email = "study@example.org"
    project.save()
    return make_task(project, name="How fluent?", n_sets=3)


def invite(client: APIClient, task: RatingTask, text: str, **how: Any) -> Any:
    return client.post(f"{API}/rating-tasks/{task.pk}/raters/invite/", {"list": text, **how}, format="json")


def states(client: APIClient, task: RatingTask) -> list[str]:
    return [one["state"] for one in client.get(f"{API}/rating-tasks/{task.pk}/raters/").json()["raters"]]


def test_each_rater_gets_an_e_mail_of_their_own_that_names_no_system_and_no_other(
    client: APIClient, task: RatingTask, django_capture_on_commit_callbacks: Any, queued: list[Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = invite(client, task, "Kit Moor <kit@example.org>\n\nren@example.org, ja\n")
    assert (made.status_code, made.json()) == (201, {"n_invited": 2, "n_sent": 2, "left": []}), made.data
    assert [name for name, _ in queued] == ["send_author_mail"]
    assert states(client, task) == ["waiting", "waiting"]
    send_author_mail("")
    send_author_mail("")
    kit, ren = task.raters.order_by("number")
    to = {sent.to[0]: sent for sent in mail.outbox}
    assert to.keys() == {"kit@example.org", "ren@example.org"}
    sent = to["kit@example.org"]
    assert (sent.subject, sent.reply_to) == ("Your ratings: How fluent?", ["study@example.org"])
    assert sent.body.startswith("Dear Kit Moor,\n\nwe ask")
    link = f"{SITE}/rate/{rater_token(kit)}/samples"
    assert f"\n{link}\n" in sent.body
    assert f"\n{link}?at=decline\n" in sent.body
    assert "about 4 minutes" in sent.body  # two of three sets, three texts each, 40 seconds a text
    assert "{" not in sent.body
    other = to["ren@example.org"]
    assert other.subject == "評価のお願い：How fluent?"
    assert other.body.startswith("いくつかの")  # nobody's name: no salutation
    assert leaks_in(task, [({}, f"{one.subject}\n{one.body}".encode()) for one in mail.outbox]) == []
    assert all("kit" not in one.body.lower() for one in (other,))
    assert states(client, task) == ["sent", "sent"]
    assert APIClient().get(f"{API}/rate/{rater_token(ren)}/samples/").json()["language"] == "ja"


def test_who_is_there_already_is_left_out_and_a_wrong_line_named(client: APIClient, task: RatingTask) -> None:
    assert invite(client, task, "kit@example.org").json()["n_invited"] == 1
    again = invite(client, task, "KIT@example.org\nbo@example.org").json()
    assert (again["n_invited"], again["left"][0]["message"]) == (1, "KIT@example.org was invited already.")
    wrong = invite(client, task, "kit@example\ncy@example.org\nCY@example.org, en\nDi <di@example.org>, fr")
    assert wrong.status_code == 400
    assert [(one["line"], one["field"]) for one in wrong.json()["errors"]] == [(1, "list"), (3, "list"), (4, "list")]
    faulty = invite(client, task, "cy@example.org", letter="Come to {link}, {talk}")
    assert "{talk}" in faulty.json()["detail"]
    assert "{decline}" in invite(client, task, "cy@example.org", letter="Come to {link}").json()["detail"]
    assert task.raters.count() == 2


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("a@b.example", ("", "a@b.example", "")),
        ('"Ito, Ren" <a@b.example>; DE', ("Ito, Ren", "a@b.example", "de")),
        ("伊藤 蓮 <a@b.example> ja", ("伊藤 蓮", "a@b.example", "ja")),
        ("a@b.example,", ("", "a@b.example", "")),
    ],
)
def test_an_address_is_read_with_its_name_and_language(row: str, expected: tuple[str, str, str]) -> None:
    (line,) = read_list(f"\n{row}\n")
    assert (line.number, *line[1:]) == (2, *expected)


@pytest.mark.parametrize("text", ["", "Kit Moor", "<>", "a@b.example c d"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ServiceError):
        read_list(text)


def test_one_reminder_goes_to_who_has_not_finished_and_has_not_declined(client: APIClient, task: RatingTask) -> None:
    names = ["late", "done", "no", "begun"]
    invite(
        client, task, "\n".join(f"{name}@example.org" for name in names), remind_after=7, letter="Do {link} {decline}"
    )
    send_author_mail("")
    assert {sent.body.partition(" ")[0] for sent in mail.outbox} == {"Do"}
    at = {rater.email.partition("@")[0]: rater for rater in task.raters.all()}
    now = timezone.now()
    Rater.objects.filter(pk=at["done"].pk).update(consented_at=now, begun_at=now, finished_at=now)
    Rater.objects.filter(pk=at["begun"].pk).update(consented_at=now, begun_at=now)
    page = f"{API}/rate/{rater_token(at['no'])}/taking-part/"
    assert APIClient().put(page, {"declined": True}).json()["declined_at"] is not None
    ask_for_unsent()
    mail.outbox.clear()
    send_author_mail("")
    assert mail.outbox == []
    Rater.objects.update(sent_at=now - timedelta(days=7))
    Rater.objects.filter(remind_at__isnull=False).update(remind_at=now)
    send_author_mail("")
    assert {sent.to[0] for sent in mail.outbox} == {"late@example.org", "begun@example.org"}
    assert {sent.subject for sent in mail.outbox} == {"Reminder: How fluent?"}
    Rater.objects.update(sent_at=now - timedelta(days=7))
    send_author_mail("")
    assert len(mail.outbox) == 2
    assert states(client, task) == ["sent", "answered", "declined", "begun"]

    answer = client.post(
        f"{API}/rating-tasks/{task.pk}/raters/mail/", {"verb": "send", "numbers": [1, 2, 3]}, format="json"
    ).json()
    assert answer["n_done"] == 1
    assert {one["number"]: one["why"] for one in answer["left"]} == {
        2: "The rater has answered.", 3: "The rater does not take part.",
    }  # fmt: skip
    assert "does not take part" in invite(client, task, "NO@example.org").json()["left"][0]["message"]


def test_an_address_that_is_refused_bounces_with_the_reason(
    client: APIClient, task: RatingTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({"y@example.org": (550, b"no such user")})

    invite(client, task, "y@example.org")
    with monkeypatch.context() as broken:
        broken.setattr("annotator.platform.mail.send", refuse)
        send_author_mail("")
    (rater,) = client.get(f"{API}/rating-tasks/{task.pk}/raters/").json()["raters"]
    assert rater["state"] == "bounced"
    assert "no such user" in rater["send_error"]
    assert client.post(
        f"{API}/rating-tasks/{task.pk}/raters/mail/", {"verb": "send", "numbers": [1]}, format="json"
    ).json()["n_done"] == 1  # fmt: skip
    send_author_mail("")
    assert [sent.to for sent in mail.outbox] == [["y@example.org"]]


def test_a_wrong_address_is_corrected_and_the_same_link_sent_there(
    client: APIClient, task: RatingTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({"anna@exmaple.org": (550, b"no such domain")})

    def correct(number: int, email: str) -> Any:
        body = {"verb": "send", "numbers": [number], "email": email}
        return client.post(f"{API}/rating-tasks/{task.pk}/raters/mail/", body, format="json")

    invite(client, task, "anna@exmaple.org\nben@example.org")
    with monkeypatch.context() as broken:
        broken.setattr("annotator.platform.mail.send", refuse)
        send_author_mail("")
    assert states(client, task) == ["bounced", "bounced"]
    token = rater_token(task.raters.get(number=1))
    assert correct(1, "no address").status_code == 400
    assert correct(1, "BEN@example.org").json()["errors"][0]["message"] == "BEN@example.org was invited already."
    assert correct(9, "cyd@example.org").status_code == 400
    assert correct(1, "anna@example.org").json() == {"n_done": 1, "left": []}
    send_author_mail("")
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert token in sent.body
    assert states(client, task) == ["sent", "bounced"]
    refused = correct(1, "cyd@example.org")  # whoever reads the first e-mail has the link
    assert (refused.status_code, refused.json()["code"]) == (409, "was_sent")


def test_an_address_that_is_corrected_while_the_last_attempt_goes_on_is_written_to(
    client: APIClient, task: RatingTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That attempt has nothing to say of the new address."""
    invite(client, task, "anna@exmaple.org")
    task.raters.update(n_attempts=outbox.MOST_ATTEMPTS - 1, send_error="timed out")
    send = outbox.mail.send

    def send_slowly(**message: Any) -> None:
        body = {"verb": "send", "numbers": [1], "email": "anna@example.org"}
        answer = client.post(f"{API}/rating-tasks/{task.pk}/raters/mail/", body, format="json")
        assert answer.json() == {"n_done": 1, "left": []}
        send(**message)

    with monkeypatch.context() as slow:
        slow.setattr("annotator.platform.mail.send", send_slowly)
        send_author_mail("")
    send_author_mail("")
    assert [sent.to for sent in mail.outbox] == [["anna@exmaple.org"], ["anna@example.org"]]
    assert states(client, task) == ["sent"]


def test_a_rater_declines_without_a_reason_and_may_come_back(client: APIClient, project: Project) -> None:
    task = make_task(project, trap=False)
    (rater, other) = begun(task, 2)
    rater.samples.update(values=[4], rated_at=timezone.now(), seconds=9, is_heard=True)
    page, part = (f"{API}/rate/{rater_token(rater)}/{name}/" for name in ("samples", "taking-part"))
    assert APIClient().put(part, {}).status_code == 200  # opened
    assert Rater.objects.get(pk=rater.pk).first_opened_at is not None
    assert results_of(task)["n_ratings"] == rater.samples.count()
    seen = APIClient().put(part, {"declined": True}).json()
    assert (seen["declined_at"] is not None, seen["samples"]) == (True, [])
    assert APIClient().post(page, {"consent": 0}).json()["code"] == "declined"
    assert APIClient().patch(page, {"ratings": []}, format="json").json()["code"] == "declined"
    shown = client.get(f"{API}/rating-tasks/{task.pk}/").json()
    assert (shown["n_declined"], shown["n_rated"]) == (1, 0)
    assert [one["number"] for one in results_of(task)["raters"]] == [other.number]
    assert APIClient().put(part, {"declined": False}).json()["declined_at"] is None
    assert results_of(task)["n_ratings"] == rater.samples.count()


def test_only_who_sends_links_sees_addresses(
    client: APIClient, task: RatingTask, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    """Results are by number: with its address beside it, a number would be somebody."""
    invite(client, task, "Kit <kit@example.org>")
    address = f"{API}/rating-tasks/{task.pk}/raters/"
    assert client.get(address).json()["raters"][0]["email"] == "kit@example.org"
    seen = client_of(person("adjudicator")).get(address).json()["raters"][0]
    assert (seen["name"], seen["email"], seen["token"], seen["state"]) == ("", "", "", "waiting")


def test_the_command_invites_from_a_file(task: RatingTask, admin: User, tmp_path: Path) -> None:
    add_raters(task, 1)
    (tmp_path / "list.txt").write_text("Kit <kit@example.org>\nren@example.org, ja\n")
    out = tmp_path / "links.csv"
    args = (task.project.slug, str(task.pk), str(tmp_path / "list.txt"), "--out", str(out), "--user", admin.username)
    call_command("ratings", "raters", *args, "--send")
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    raters = list(task.raters.exclude(email="").order_by("number"))
    assert [(row["rater"], row["email"]) for row in rows] == [("2", "kit@example.org"), ("3", "ren@example.org")]
    assert [row["link"] for row in rows] == [f"{SITE}/rate/{rater_token(rater)}/samples" for rater in raters]
    send_author_mail("")
    assert len(mail.outbox) == 2


def test_each_placeholder_of_raters_is_filled_in(task: RatingTask) -> None:
    assert rater_values(task, name="Kit", link="", language="en").keys() == set(RATER_PLACES)
