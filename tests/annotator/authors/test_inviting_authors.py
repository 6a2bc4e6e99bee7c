"""Authors invited from a list: checked line by line, sent by a worker, reminded, closed."""

from __future__ import annotations

import json
import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors import mailing, wording
from annotator.authors.answering import invitation_token
from annotator.authors.figures import states_of
from annotator.authors.links import remove_invitation
from annotator.authors.mailing import send_author_mail
from annotator.models import ActivityEntry, Invitation, InvitationState, Pair, Project, Wording
from annotator.platform import outbox
from annotator.platform.errors import Conflict
from tests import world
from tests.annotator.authors.conftest import line

Post = Callable[..., Any]
SITE = "https://lectern.example"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = SITE


def test_each_line_is_checked_and_a_near_name_suggested(post: Post, talk: Pair, bitext: Pair, project: Project) -> None:
    talk.target.external_id = "full-stop"
    talk.target.save()
    unaligned = world.talk(project)
    unaligned.target.title = unaligned.source.title = unaligned.title = "Not aligned"
    for row in (unaligned, unaligned.target, unaligned.source):
        row.save()
    unaligned.runs.all().delete()
    Invitation.objects.create(run=talk.runs.get(), author_name="Marit", author_email="m@example.org", n_sentences=2,
                              finished_at=timezone.now())  # fmt: skip
    found = post("check", lines=[
        line("Ines Valcour", "ines@example.org", "FULL-STOP"),
        line("Tariq Odell", "", str(talk.pk)),
        line("Mina", "mina@example", "full-stop"),
        line("Pavel", "pavel@example.org", "full-stp"),
        line("Marit", "M@example.org", "Full stop"),
        line("Saku", "saku@example.org", "not aligned"),
        line("", "x@example.org", "full-stop"),
        line("Ines again", "INES@example.org", "full-stop"),
        line("Bitext", "b@example.org", bitext.title),
    ]).json()  # fmt: skip
    assert [(each["line"], each["state"], each["field"], each["suggestion"]) for each in found["lines"]] == [
        (1, "ready", "", ""),
        (2, "ready", "", ""),
        (3, "wrong", "email", ""),
        (4, "wrong", "talk", "full-stop"),
        (5, "skipped", "", ""),
        (6, "wrong", "talk", ""),
        (7, "wrong", "name", ""),
        (8, "wrong", "email", ""),
        (9, "wrong", "talk", ""),
    ]
    assert (found["n_ready"], found["n_wrong"], found["n_skipped"], found["n_with_address"]) == (2, 6, 1, 1)
    assert found["lines"][4]["message"].startswith("Already answered on")
    (shown,) = found["mails"]
    assert shown["to"] == "ines@example.org"
    assert "Dear Ines Valcour," in shown["text"]
    assert "/rate/…" in shown["text"]
    assert Invitation.objects.count() == 1


def test_a_suggested_name_is_spelled_as_the_talk_spells_it(post: Post, talk: Pair) -> None:
    talk.title = "Counting Clock Towers"
    talk.save()
    found = post("check", lines=[line("Ines", "ines@example.org", "counting clok towers")]).json()
    assert found["lines"][0]["suggestion"] == "Counting Clock Towers"


def test_a_wrong_line_stops_all_unless_the_others_are_to_go_alone(post: Post, talk: Pair) -> None:
    lines = [line("Ines", "ines@example.org"), line("Mina", "mina@example")]
    refused = post("invite", lines=lines)
    assert (refused.status_code, refused.json()["code"], refused.json()["n_correct"]) == (400, "wrong_lines", 1)
    assert [(error["line"], error["field"]) for error in refused.json()["errors"]] == [(2, "email")]
    assert not Invitation.objects.exists()
    made = post("invite", lines=lines, only_correct=True)
    assert made.status_code == 201, made.data
    assert (made.json()["n_invited"], made.json()["n_sent"]) == (1, 1)
    assert [left["line"] for left in made.json()["left"]] == [2]
    again = post("invite", lines=lines[:1])
    assert (again.status_code, again.json()["code"]) == (400, "nobody")


@pytest.mark.parametrize(
    ("language", "subject", "opening"),
    [
        ("en", "A few minutes about your talk", "Dear Ines,"),
        ("ja", "ご講演についての数分のアンケート", "Ines 様"),
        ("de", "Ein paar Minuten zu Ihrem Vortrag", "Guten Tag Ines,"),
    ],
)
def test_the_e_mail_is_in_the_language_of_the_invitation(
    post: Post, talk: Pair, language: str, subject: str, opening: str,
    django_capture_on_commit_callbacks: Any, queued: list[Any],
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        post("invite", lines=[line("Ines", "ines@example.org")], language=language, closes_at="2099-12-19T12:00:00Z")
    assert [task for task, _ in queued] == ["send_author_mail"]
    send_author_mail("")
    send_author_mail("")
    (sent,) = mail.outbox
    invitation = Invitation.objects.get()
    assert sent.to == ["ines@example.org"]
    assert sent.subject == subject
    assert sent.body.startswith(opening)
    assert f"{SITE}/rate/{invitation_token(invitation)}" in sent.body
    assert {
        "en": "stays open until 19 December 2099, 12:00 UTC.",
        "ja": "2099年12月19日12:00 UTCまで",
        "de": "bis zum 19. Dezember 2099 12:00 UTC",
    }[language] in sent.body  # an hour, as the day depends on where it is read
    assert "{" not in sent.body
    assert (invitation.state, invitation.n_mails, invitation.items.count()) == (InvitationState.SENT, 1, 2)


def test_a_list_names_the_language_of_each_author(
    post: Post, talk: Pair, django_capture_on_commit_callbacks: Any, queued: list[Any]
) -> None:
    lines = [line("Ines", "ines@example.org"), line("Ren", "ren@example.org", language=" JA")]
    wrong = post("check", lines=[*lines, line("Ann", "ann@example.org", language="xx")], language="de").json()
    assert [(one["state"], one["field"]) for one in wrong["lines"]] == [
        ("ready", ""),
        ("ready", ""),
        ("wrong", "language"),
    ]
    assert [shown["text"].split("\n")[0] for shown in wrong["mails"]] == ["Guten Tag Ines,", "Ren 様"]
    with django_capture_on_commit_callbacks(execute=True):
        assert post("invite", lines=lines, language="de", letter="Los, {name}: {link}").status_code == 201
    send_author_mail("")
    assert {sent.to[0]: sent.body.split(":")[0].split("\n")[0] for sent in mail.outbox} == {
        "ines@example.org": "Los, Ines", "ren@example.org": "Ren 様",
    }  # fmt: skip
    assert {one.author_name: one.language for one in Invitation.objects.all()} == {"Ines": "de", "Ren": "ja"}


def test_authors_read_the_title_of_the_talk_that_admins_read(
    post: Post, talk: Pair, project: Project, admin: User, client_of: Callable[[User], APIClient],
    django_capture_on_commit_callbacks: Any, queued: list[Any],
) -> None:  # fmt: skip
    """A transcript is often called as its file is; a newer text is no other talk."""
    talk.target.title, talk.title = "talk", "Listening for the full stop (version 2)"
    talk.target.save()
    talk.save()
    by_run = {"talk": "", "run": talk.runs.get().pk}
    for named in ({"talk": talk.title}, by_run):
        (shown,) = post("check", lines=[line("Ines", "ines@example.org", **named)]).json()["mails"]
        assert "your talk “Listening for the full stop”" in shown["text"]
    with django_capture_on_commit_callbacks(execute=True):
        made = post("invite", lines=[line("Ines", "ines@example.org", talk.title)]).json()
    send_author_mail("")
    assert "your talk “Listening for the full stop”" in mail.outbox[0].body
    token = invitation_token(Invitation.objects.get())
    page = APIClient().get(f"/api/v1/rate/{token}/").json()
    told = client_of(admin).get(f"/api/v1/projects/{project.slug}/authors/export/?all=true&file_format=jsonl")
    (record,) = map(json.loads, told.getvalue().splitlines())
    assert {made["links"][0]["talk"], page["talk_title"], record["talk"]} == {"Listening for the full stop"}


def test_replies_to_the_e_mail_reach_the_person_who_invited(
    post: Post, talk: Pair, django_capture_on_commit_callbacks: Any, queued: list[Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        post("invite", lines=[line("Ines", "ines@example.org"), line("Yusuf", "yusuf@example.org")])
    inviting = Invitation.objects.get(author_name="Ines").created_by
    assert inviting is not None
    inviting.email = "agnes@example.org"
    inviting.save()
    Invitation.objects.filter(author_name="Yusuf").update(created_by=None)  # their account is gone
    send_author_mail("")
    assert {sent.to[0]: sent.reply_to for sent in mail.outbox} == {
        "ines@example.org": ["agnes@example.org"],
        "yusuf@example.org": [],
    }
    Invitation.objects.update(sent_at=None, send_after="2020-01-01T00:00:00Z")
    type(inviting).objects.update(is_active=False)
    mail.outbox.clear()
    send_author_mail("")
    assert [sent.reply_to for sent in mail.outbox] == [[], []]


def test_a_projects_own_wording_is_kept_in_versions_and_needs_the_link(
    post: Post, talk: Pair, project: Project
) -> None:
    first = post("check", lines=[line("Ines", "i@example.org")], letter="Dear {name}, please rate {talkk}.").json()
    assert "{talkk}" in first["wording"]
    refused = post("invite", lines=[line("Ines", "i@example.org")], letter="Dear {name}")
    assert (refused.status_code, refused.json()["code"]) == (400, "wrong_wording")
    for who in ("a", "b"):
        made = post("invite", lines=[line(who, f"{who}@example.org")], letter="Hello {name}: {link}", subject="{talk}")
        assert made.status_code == 201, made.data
    assert Wording.objects.filter(kind="invitation").count() == 1
    post("invite", lines=[line("c", "c@example.org")], letter="Hi {name}: {link}", consent="We keep your answers.")
    assert list(Wording.objects.filter(kind="consent").values_list("number", flat=True)) == [1, 2]
    send_author_mail("")
    assert [(sent.subject, sent.body.split(":")[0]) for sent in sorted(mail.outbox, key=lambda sent: sent.to[0])] == [
        ("Full stop", "Hello a"), ("Full stop", "Hello b"), ("Full stop", "Hi c"),
    ]  # fmt: skip
    assert Invitation.objects.get(author_name="a").letter.number == 1  # type: ignore[union-attr]


def test_only_links_can_be_made_and_several_may_rate_one_summary(post: Post, talk: Pair) -> None:
    made = post("invite", lines=[line("Ines", "i@example.org"), line("Ren 蓮", "")], send=False).json()
    assert (made["n_invited"], made["n_sent"]) == (2, 0)
    send_author_mail("")
    assert mail.outbox == []
    for link in made["links"]:
        seen = APIClient().get("/api/v1" + link["url"].removeprefix(SITE) + "/").json()
        assert [sentence["rank"] for sentence in seen["sentences"]] == [2, 1]
    assert {invitation.state for invitation in Invitation.objects.all()} == {InvitationState.LINK}


def test_a_text_of_another_system_is_rated_by_dimensions_and_an_attention_check(post: Post, talk: Pair) -> None:
    asked = line("Ines", "", system="lead", text="Transcripts lack full stops.")
    made = post("invite", lines=[asked], send=False, dimensions=["coherence", "fluency"], has_trap=True).json()
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    author = APIClient()
    seen = author.get(page).json()
    assert (seen["text"], seen["sentences"], seen["dimensions"]) == (asked["text"], [], ["coherence", "fluency"])
    assert author.patch(page, {"scores": {"relevance": 3}}, format="json").status_code == 400
    given = {"score": 4, "scores": {"coherence": 5}, "trap_answer": seen["trap"] % 5 + 1, "finished": True}
    assert author.patch(page, given, format="json").status_code == 200
    assert not Invitation.objects.counted().exists(), "whoever fails the check does not count"
    author.patch(page, {"scores": {"fluency": 2}, "trap_answer": seen["trap"]}, format="json")
    seen = author.get(page).json()
    assert seen["scores"] == {"coherence": 5, "fluency": 2}
    assert Invitation.objects.counted().exists()
    assert Invitation.objects.get().counts


def test_reminders_keep_three_days_apart_and_leave_those_who_answered(post: Post, talk: Pair) -> None:
    lines = [line(name, f"{name}@example.org") for name in ("answered", "fresh", "old", "revoked")]
    post("invite", lines=lines, remind_after=7)
    send_author_mail("")
    at = {invitation.author_name: invitation.pk for invitation in Invitation.objects.all()}
    long_ago = timezone.now() - timedelta(days=3, minutes=1)
    Invitation.objects.exclude(pk=at["fresh"]).update(sent_at=long_ago)
    Invitation.objects.filter(pk=at["answered"]).update(finished_at=timezone.now())
    Invitation.objects.filter(pk=at["revoked"]).update(revoked_at=timezone.now())
    outcome = post("act", verb="remind", ids=list(at.values())).json()
    assert outcome["n_done"] == 1
    assert {left["id"] for left in outcome["left"]} == {at["answered"], at["fresh"], at["revoked"]}
    mail.outbox.clear()
    send_author_mail("")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["old@example.org"], "Reminder: a few minutes about your talk")
    assert post("act", verb="remind", ids=[at["old"]]).json()["n_done"] == 0

    # The one that was asked for goes by itself on its day, once.
    Invitation.objects.filter(pk=at["fresh"]).update(remind_at=timezone.now(), sent_at=long_ago)
    mail.outbox.clear()
    send_author_mail("")
    assert [sent.to for sent in mail.outbox] == [["fresh@example.org"]]
    Invitation.objects.filter(pk=at["fresh"]).update(sent_at=long_ago)
    send_author_mail("")
    assert len(mail.outbox) == 1


def test_an_address_that_is_refused_bounces_at_once_and_can_be_mended(
    post: Post, talk: Pair, admin: User, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({"y@example.org": (550, b"no such user")})

    post("invite", lines=[line("Yusuf", "y@example.org")])
    with monkeypatch.context() as broken:
        broken.setattr("annotator.platform.mail.send", refuse)
        send_author_mail("")
    bounced = Invitation.objects.get()
    assert (bounced.state, bounced.n_attempts, bounced.send_after) == (InvitationState.BOUNCED, 1, None)
    assert "550" in bounced.send_error
    client = client_of(admin)
    changed = client.patch(f"/api/v1/invitations/{bounced.pk}/", {"new_email": "yusuf@example.org"}).json()
    assert (changed["author_email"], changed["state"], changed["send_error"]) == ("yusuf@example.org", "waiting", "")
    send_author_mail("")
    assert [sent.to for sent in mail.outbox] == [["yusuf@example.org"]]
    assert outbox.MOST_ATTEMPTS > 1


def test_opened_is_what_a_person_does_and_no_scanner(post: Post, talk: Pair) -> None:
    made = post("invite", lines=[line("Ines", "")], send=False).json()
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    author = APIClient()
    author.get(page)
    author.get(page.replace("/api/v1", ""))
    assert Invitation.objects.get().state == InvitationState.LINK
    author.patch(page, {"opened": True}, format="json")
    assert Invitation.objects.get().state == InvitationState.OPENED
    author.patch(page, {"score": 3}, format="json")
    assert Invitation.objects.get().state == InvitationState.BEGUN


def test_the_consent_that_was_read_is_kept_with_its_version(post: Post, talk: Pair, project: Project) -> None:
    made = post("invite", lines=[line("Ines", "")], send=False, language="ja").json()
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    author = APIClient()
    read = author.get(page + "?language=de").json()["consent"]
    assert read["language"] == "de"
    assert "Harbour Talks" in read["text"]
    assert "Antworten" in read["text"]
    agreed = {"agreed": {"language": "de", "number": read["number"]}}
    seen = author.patch(page + "?language=de", agreed, format="json").json()
    assert seen["consented_at"]
    kept = Invitation.objects.get().consent
    assert kept is not None
    assert (kept.language, kept.number) == ("de", 1)
    assert kept.shown == read["text"]
    # A later version does not change what was agreed to, and one that nobody has seen cannot be agreed to.
    other = post("invite", lines=[line("Ren", "")], send=False, language="de", consent="Neu: {project}").json()
    page = "/api/v1" + other["links"][0]["url"].removeprefix(SITE) + "/"
    assert author.get(page).json()["consent"] == {"language": "de", "number": 2, "text": "Neu: Harbour Talks"}
    stale = author.patch(page, {"agreed": {"language": "de", "number": 7}}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "consent_changed")


def test_a_consent_says_whose_study_it_is_and_keeps_what_each_agreed_to(
    post: Post, talk: Pair, project: Project, admin: User, client_of: Callable[[User], APIClient],
    django_capture_on_commit_callbacks: Any, queued: list[Any],
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        made = post("invite", lines=[line(name, f"{name}@example.org") for name in ("ann", "bo", "cy")]).json()
    ann, bo, cy = ("/api/v1" + each["url"].removeprefix(SITE) + "/" for each in made["links"])
    author, client = APIClient(), client_of(admin)
    old = author.get(ann).json()["consent"]
    assert "Responsible" not in old["text"]
    assert "\n\n\n" not in old["text"]
    agreed = {"agreed": {"language": "en", "number": old["number"]}}
    assert author.patch(ann, agreed, format="json").status_code == 200
    study = {"responsible": "Dr. Marit Sund", "contact_email": "study@example.org", "answers_kept_years": 5}
    assert client.patch(f"/api/v1/projects/{project.slug}/", study, format="json").status_code == 200
    new = author.get(cy).json()["consent"]
    for said in ("Responsible: Dr. Marit Sund", "kept for 5 years.", "later: study@example.org"):
        assert said in new["text"]
    assert "{" not in new["text"]
    # Who read the earlier text agrees to that, although it says something else now.
    assert author.patch(bo, agreed, format="json").status_code == 200
    now = {"agreed": {"language": "en", "number": new["number"]}}
    assert author.patch(cy, now, format="json").status_code == 200
    # A consent names its project, too.
    assert client.patch(f"/api/v1/projects/{project.slug}/", {"name": "Bay Talks"}, format="json").status_code == 200
    assert author.get(cy).json()["consent"]["number"] == new["number"] + 1
    exported = client.get(f"/api/v1/projects/{project.slug}/authors/export/?part=consents&file_format=jsonl&all=true")
    versions = [json.loads(row) for row in b"".join(exported.streaming_content).splitlines()]  # type: ignore[attr-defined]
    assert [(one["consent"], one["n_agreed"], one["text"]) for one in versions] == [
        ("en 1", 2, old["text"]), ("en 2", 1, new["text"]),
    ]  # fmt: skip
    send_author_mail("")
    assert {tuple(sent.reply_to) for sent in mail.outbox} == {("study@example.org",)}
    assert all(sent.body.split("\n\n-- ")[0].endswith("Questions: study@example.org") for sent in mail.outbox)


def test_an_author_declines_with_one_click_and_comes_back(post: Post, talk: Pair, project: Project) -> None:
    made = post("invite", lines=[line("Ines", "ines@example.org")], remind_after=3).json()
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    author = APIClient()
    author.patch(page, {"score": 4, "finished": True}, format="json")
    Invitation.objects.update(sent_at=timezone.now() - timedelta(days=9), remind_at=timezone.now())
    assert Invitation.objects.counted().count() == 1
    said = [author.patch(page, {"declined": True}, format="json").json() for _ in range(2)]
    assert said[0]["declined_at"] == said[1]["declined_at"]
    invitation = Invitation.objects.get()
    assert (invitation.state, invitation.counts, invitation.remind_at) == (InvitationState.DECLINED, False, None)
    assert not Invitation.objects.counted().exists()
    send_author_mail("")
    assert mail.outbox == []
    outcome = post("act", verb="remind", ids=[invitation.pk]).json()
    assert (outcome["n_done"], outcome["left"][0]["why"]) == (0, "The author does not take part.")
    again = post("check", lines=[line("Ines", "ines@example.org")]).json()
    assert again["lines"][0]["message"].startswith("Already declined on")
    assert author.get(page).json()["declined_at"]
    author.patch(page, {"declined": False}, format="json")
    assert Invitation.objects.counted().get().score == 4
    heard = ActivityEntry.objects.filter(verb="author_heard_from").order_by("pk")
    assert [(entry.object_name, entry.detail) for entry in heard] == [
        ("Ines", "does not take part"), ("Ines", "takes part after all"),
    ]  # fmt: skip


def test_who_declines_is_not_written_to_about_the_talk_again(post: Post, talk: Pair) -> None:
    lines = [line("Ines", "ines@example.org"), line("Ines", "INES@example.org", system="North", text="Of a pause.")]
    made = post("invite", lines=lines, remind_after=3).json()
    Invitation.objects.update(sent_at=timezone.now() - timedelta(days=9), remind_at=timezone.now(), send_after=None)
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    APIClient().patch(page, {"declined": True}, format="json")
    declined, other = Invitation.objects.order_by("pk")
    send_author_mail("")
    assert mail.outbox == []
    outcome = post("act", verb="remind", ids=[other.pk]).json()
    assert [each["why"] for each in outcome["left"]] == ["The author does not take part."]
    # Whatever becomes of the link.
    assert post("act", verb="revoke", ids=[declined.pk]).json()["n_done"] == 1
    asked = [line("Ines", "ines@example.org"), line("Ines", "ines@example.org", system="South", text="Of a stop.")]
    again = post("check", lines=asked).json()["lines"]
    assert [each["message"].partition(" on ")[0] for each in again] == ["Already declined", "Already declined"]
    with pytest.raises(Conflict, match="does not take part"):
        remove_invitation(declined)


def test_who_declined_is_not_asked_by_another_run_nor_at_a_corrected_address(
    post: Post, talk: Pair, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    asked = [line("Ines", "ines@example.org"), line("Ines", "inse@example.org", system="North", text="Of a pause.")]
    made = post("invite", lines=asked).json()
    Invitation.objects.update(sent_at=timezone.now(), send_after=None)
    APIClient().patch(made["links"][0]["url"].replace(SITE, "/api/v1") + "/", {"declined": True}, format="json")
    (by_run,) = post("check", lines=[line("Ines", "Ines@example.org", run=talk.runs.get().pk)]).json()["lines"]
    assert (by_run["state"], by_run["message"].partition(" on ")[0]) == ("skipped", "Already declined")
    alone = {"run": talk.runs.get().pk, "author_name": "Ines", "author_email": "ines@example.org"}
    refused = client_of(admin).post("/api/v1/invitations/", alone)
    assert (refused.status_code, refused.json()["detail"]) == (400, by_run["message"])
    assert post("check", lines=[line("Bo", "bo@example.org", run=talk.runs.get().pk)]).json()["n_ready"] == 1
    bounced = Invitation.objects.get(author_email="inse@example.org")
    client_of(admin).patch(f"/api/v1/invitations/{bounced.pk}/", {"new_email": "INES@example.org"}, format="json")
    bounced.refresh_from_db()
    assert (bounced.author_email, bounced.send_after) == ("INES@example.org", None)
    outcome = post("act", verb="send", ids=[bounced.pk]).json()
    assert [each["why"] for each in outcome["left"]] == ["The author does not take part."]
    send_author_mail("")
    assert mail.outbox == []


def test_after_closing_authors_read_their_answers_but_not_the_paper(post: Post, talk: Pair) -> None:
    made = post("invite", lines=[line("Ines", "")], send=False, language="ja").json()
    page = "/api/v1" + made["links"][0]["url"].removeprefix(SITE) + "/"
    author = APIClient()
    assert author.get(page + "paper/").status_code == 200
    first = author.get(page).json()["sentences"][0]["id"]
    author.patch(page, {"answers": {first: True}}, format="json")
    Invitation.objects.update(closes_at=timezone.now())
    seen = author.get(page).json()
    assert (seen["open"], seen["sentences"][0]["answer"]) == (False, True)
    refused = author.get(page + "paper/")
    assert (refused.status_code, refused.json()["code"]) == (403, "closed")
    assert refused.json()["detail"].startswith("このリンク")
    assert author.patch(page, {"score": 1}, format="json").json()["detail"].startswith("このリンク")


def test_states_are_counted_as_each_invitation_has_them(talk: Pair, project: Project) -> None:
    now = timezone.now()
    run = talk.runs.get()
    ways: list[dict[str, Any]] = [
        {"revoked_at": now, "declined_at": now}, {"declined_at": now, "finished_at": now},
        {"finished_at": now, "closes_at": now}, {"closes_at": now},
        {"answered_at": now, "first_opened_at": now}, {"first_opened_at": now, "sent_at": now}, {"send_after": now},
        {"send_error": "550"}, {"send_error": "550", "sent_at": now}, {"sent_at": now}, {},
    ]  # fmt: skip
    for way in ways:
        Invitation.objects.create(run=run, author_name="A", n_sentences=2, **way)
    rows = Invitation.objects.all().with_state().order_by("pk")
    assert [row.state_now for row in rows] == [row.state for row in rows]
    states = states_of(Invitation.objects.filter(run__pair__project=project))
    assert sum(states.values()) == len(ways)
    assert states["bounced"] == 2
    assert min(states.values()) == 1


def test_papers_name_their_authors(
    talk: Pair, project: Project, admin: User, client_of: Callable[[User], APIClient], post: Post
) -> None:
    talk.source.metadata = {"authors": ["Ines Valcour", "Ren <ren@example.jp>", {"name": "Kim", "email": "k@x.org"}],
                            "emails": ["ines@example.org"]}  # fmt: skip
    talk.source.save()
    get = client_of(admin).get
    listed = get(f"/api/v1/projects/{project.slug}/authors/listed/").json()["authors"]
    assert [(each["name"], each["email"]) for each in listed] == [
        ("Ines Valcour", "ines@example.org"), ("Ren", "ren@example.jp"), ("Kim", "k@x.org"),
    ]  # fmt: skip
    assert post("check", lines=listed).json()["n_ready"] == 3
    post("invite", lines=listed[:1], send=False)
    assert get(f"/api/v1/projects/{project.slug}/authors/listed/").json()["authors"] == []


@pytest.mark.parametrize(
    ("n_sentences", "said"), [(30, "about 5 minutes"), (8, "about 2 minutes"), (0, "about a minute")]
)
def test_the_e_mail_says_how_long_it_takes(project: Project, n_sentences: int, said: str) -> None:
    values = mailing.values_for(
        name="Ines", talk="Full stop", paper="Tides", project=project, n_sentences=n_sentences,
        closes_at=timezone.now(), link="", language="en",
    )  # fmt: skip
    assert values["time"] == said


def test_each_placeholder_is_filled_in(project: Project) -> None:
    values = mailing.values_for(
        name="Ines", talk="Full stop", paper="Tides", project=project, n_sentences=8, closes_at=timezone.now(), link="",
        language="en",
    )  # fmt: skip
    assert values.keys() == set(wording.PLACES)
    about_project = wording.details_of(project, "en").keys()
    assert about_project <= set(wording.PLACES)
    assert len(wording.DETAIL_COLUMNS) == len(about_project)  # of which each says a column
