"""An author's link: made, opened without an account, answered, changed, closed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from rest_framework.test import APIClient

from alignment.summarize import DEFAULT_SENTENCES
from annotator.authors import wording
from annotator.authors.models.ratings import INVITATION_DAYS
from annotator.models import ActivityEntry, Invitation, Pair, Project, Role
from tests import world
from tests.annotator.authors.conftest import line
from tests.annotator.conftest import make_project
from tests.annotator.connections import at_once_before_writing

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def invited(admin: User, client_of: ClientOf, talk: Pair) -> dict[str, Any]:
    closes = (timezone.now() + timedelta(days=7)).isoformat()
    given = {"run": talk.runs.get().pk, "author_name": "Ines Koba", "closes_at": closes, "n_sentences": 30}
    answer = client_of(admin).post("/api/v1/invitations/", given)
    assert answer.status_code == 201, answer.data
    data: dict[str, Any] = answer.data
    return data


@pytest.fixture
def page(invited: dict[str, Any]) -> str:
    return "/api/v1/rate/" + invited["url"].rsplit("/", 1)[1] + "/"


def test_the_author_sees_the_summary_in_paper_order_with_the_sentence_before(page: str) -> None:
    seen = APIClient().get(page).json()
    assert [(s["text"], s["rank"], s["n_words"]) for s in seen["sentences"]] == [
        ("Transcripts lack full stops.", 2, 4),
        ("A breath is a label.", 1, 7),
    ]
    assert seen["sentences"][1]["before"] == "Transcripts lack full stops."
    assert (seen["score"], seen["open"], seen["sentences"][0]["answer"]) == (None, True, None)


def test_answers_are_kept_changed_and_repeated_without_harm(page: str) -> None:
    author = APIClient()
    first, second = [s["id"] for s in author.get(page).json()["sentences"]]
    author.patch(page, {"answers": {first: True, second: False}})
    author.patch(page, {"answers": {first: True}})
    author.patch(page, {"answers": {second: None}, "score": 4, "comment": "Good. 良い"})
    finished = author.patch(page, {"finished": True}).json()["finished_at"]
    seen = author.get(page).json()
    assert [s["answer"] for s in seen["sentences"]] == [True, None]
    assert (seen["score"], seen["comment"], seen["finished_at"]) == (4, "Good. 良い", finished)
    assert author.patch(page, {"score": 2, "finished": True}).json()["finished_at"] == finished
    assert author.get(page).json()["score"] == 2


def test_an_answer_costs_four_statements_and_a_few_bytes(page: str) -> None:
    """However long the summary is: its texts are sent when the page is opened, and not again."""
    author = APIClient()
    first, second = [s["id"] for s in author.get(page).json()["sentences"]]
    for body, n in (({"answers": {first: True}}, 4), ({"answers": {first: False, second: True}}, 4), ({"score": 4}, 2)):
        with CaptureQueriesContext(connection) as caught:
            saved = author.patch(page, body, format="json")
        statements = [each["sql"] for each in caught if "SAVEPOINT" not in each["sql"]]
        assert len(statements) == n, statements
        assert sum('FROM "annotator_invitation"' in statement for statement in statements) == 1
        assert len(saved.content) < 300, saved.content


def test_a_page_learns_that_another_window_has_answered(page: str) -> None:
    one, other = APIClient(), APIClient()
    (first, second), known = (seen := one.get(page).json())["sentences"], seen["answered_at"]
    saved = one.patch(page, {"answers": {first["id"]: True}}, format="json").json()
    assert (saved["answered_before"], saved["open"]) == (known, True)
    assert other.patch(page, {"opened": True}, format="json").json()["answered_at"] == saved["answered_at"]
    between = other.patch(page, {"answers": {second["id"]: False}}, format="json").json()
    assert between["answered_before"] == saved["answered_at"]
    late = one.patch(page, {"score": 4}, format="json").json()
    assert late["answered_before"] == between["answered_at"] != saved["answered_at"]
    assert [s["answer"] for s in one.get(page).json()["sentences"]] == [True, False]


@pytest.mark.parametrize(
    "body",
    [
        {"score": 0},
        {"score": 6},
        {"score": "good"},
        {"answers": {"999999": True}},
        {"answers": {"x": True}},
        {"answers": 3},
    ],
)
def test_what_is_not_asked_is_refused(page: str, body: dict[str, Any]) -> None:
    assert APIClient().patch(page, body).status_code == 400
    assert Invitation.objects.get().score is None


def test_after_closing_the_answers_can_be_read_but_not_changed(page: str, admin: User, client_of: ClientOf) -> None:
    APIClient().patch(page, {"score": 3})
    Invitation.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    answer = APIClient().patch(page, {"score": 5})
    assert (answer.status_code, answer.json()["code"]) == (403, "closed")
    seen = APIClient().get(page).json()
    assert (seen["open"], seen["score"]) == (False, 3)


def test_a_revoked_or_forged_link_opens_nothing(
    page: str, invited: dict[str, Any], admin: User, client_of: ClientOf
) -> None:
    secret = Invitation.objects.get().secret
    assert APIClient().get(f"/api/v1/rate/{secret}/").status_code == 404
    assert APIClient().get(f"/api/v1/rate/{secret}.forged/").status_code == 404
    url = f"/api/v1/invitations/{invited['id']}/"
    assert client_of(admin).patch(url, {"revoked": True}).status_code == 200
    assert APIClient().get(page).status_code == 404
    client_of(admin).patch(url, {"revoked": False})
    assert APIClient().get(page).status_code == 200


def test_the_admin_sees_what_was_answered(page: str, admin: User, client_of: ClientOf, invited: dict[str, Any]) -> None:
    first, second = [s["id"] for s in APIClient().get(page).json()["sentences"]]
    APIClient().patch(page, {"answers": {first: True, second: False}, "score": 5})
    seen = client_of(admin).get(f"/api/v1/invitations/{invited['id']}/").json()
    assert (seen["n_asked"], seen["n_yes"], seen["n_no"], seen["score"]) == (2, 1, 1, 5)
    assert [item["answer"] for item in seen["items"]] == [True, False]


def test_a_link_needs_a_summary_and_a_time_to_come(admin: User, client_of: ClientOf, talk: Pair, bitext: Pair) -> None:
    client = client_of(admin)
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    given = {"run": bitext.runs.get().pk, "author_name": "A", "closes_at": tomorrow}
    assert client.post("/api/v1/invitations/", given).json()["code"] == "no_summary"
    late = {"run": talk.runs.get().pk, "author_name": "A", "closes_at": "2020-01-01T00:00:00Z"}
    assert client.post("/api/v1/invitations/", late).json()["errors"][0]["field"] == "closes_at"


def test_an_empty_summary_is_not_rated(admin: User, client_of: ClientOf, post: Callable[..., Any], talk: Pair) -> None:
    talk.runs.update(info={"durations": [0, 0, 0]})
    one = client_of(admin).post("/api/v1/invitations/", {"run": talk.runs.get().pk, "author_name": "A"})
    many = post("invite", lines=[line("A", "")])
    for answer in (one, many):
        assert (answer.status_code, answer.json()["code"]) == (400, "no_summary")
    assert many.json()["errors"] == [{"line": 1, "field": "talk", "message": "Its summary is empty."}]
    assert not Invitation.objects.exists()


def test_one_author_and_a_list_of_one_get_the_same(
    admin: User, client_of: ClientOf, post: Callable[..., Any], talk: Pair
) -> None:
    client_of(admin).post("/api/v1/invitations/", {"run": talk.runs.get().pk, "author_name": "Ines"})
    post("invite", lines=[line("Mina", "")], send=False)
    one, other = Invitation.objects.order_by("pk")
    for name in ("run_id", "n_sentences", "language", "letter_id", "send_after", "created_by_id"):
        assert getattr(one, name) == getattr(other, name), name
    assert list(one.items.values_list("unit", "rank", "n_words")) == list(
        other.items.values_list("unit", "rank", "n_words")
    )
    noted = ActivityEntry.objects.filter(object_kind="link").order_by("pk")
    assert [(each.verb, each.object_name) for each in noted] == [
        ("authors_invited", "Ines"),
        ("authors_invited", "Mina"),
    ]


def test_a_line_may_name_the_run_and_asks_again(post: Callable[..., Any], talk: Pair, bitext: Pair) -> None:
    """By default it is the newest run of the talk, and nobody is asked twice."""
    older = talk.runs.get()
    world.make_run(talk, [], engine="lexical", info={"durations": [9, 0, 0]})
    post("invite", lines=[line("Ines", "")], send=False)
    assert post("invite", lines=[line("Ines", "")], send=False).json()["code"] == "nobody"
    assert post("invite", lines=[line("Ines", "", run=older.pk)], send=False).status_code == 201
    newest, named = Invitation.objects.order_by("pk")
    assert (newest.run.engine, named.run_id) == ("lexical", older.pk)
    wrong = post("check", lines=[line("Mina", "", run=bitext.runs.get().pk)]).json()["lines"][0]
    assert (wrong["state"], wrong["field"], wrong["message"]) == ("wrong", "talk", "This run has no summary.")


def test_what_is_done_with_links_is_logged_alike_for_one_and_for_many(
    admin: User, client_of: ClientOf, post: Callable[..., Any], talk: Pair
) -> None:
    ids = [Invitation.objects.create(run=talk.runs.get(), author_name=name, n_sentences=1).pk for name in "AB"]
    client_of(admin).patch(f"/api/v1/invitations/{ids[0]}/", {"revoked": True}, format="json")
    post("act", verb="reopen", ids=ids[:1])
    post("act", verb="revoke", ids=ids)
    post("act", verb="reopen", ids=ids)
    post("act", verb="extend", ids=ids, closes_at="2099-06-30T12:00:00Z")
    noted = ActivityEntry.objects.filter(object_kind="link").order_by("pk")
    assert [(each.verb, each.object_name, each.detail) for each in noted] == [
        ("link_changed", "A", "revoked"),
        ("link_changed", "A", "open again"),
        ("link_changed", "2 authors", "revoked"),
        ("link_changed", "2 authors", "open again"),
        ("link_changed", "2 authors", "closes 2099-06-30"),
    ]


@pytest.mark.parametrize("said", ["answers", "score", "comment"])
def test_a_link_with_answers_is_not_deleted(
    page: str, admin: User, client_of: ClientOf, invited: dict[str, Any], said: str
) -> None:
    sentence = APIClient().get(page).json()["sentences"][0]["id"]
    APIClient().patch(page, {said: {"answers": {sentence: False}, "score": 3, "comment": "Good."}[said]})
    url = f"/api/v1/invitations/{invited['id']}/"
    refused = client_of(admin).delete(url)
    assert (refused.status_code, refused.json()["code"]) == (409, "has_answers")
    empty = {"answers": {sentence: None}, "score": 3, "comment": ""}[said]
    APIClient().patch(page, {said: empty})
    assert client_of(admin).delete(url).status_code == (409 if said == "score" else 204)
    assert Invitation.objects.exists() == (said == "score")


def test_a_link_has_the_length_and_the_life_that_forms_announce_unless_told_otherwise(
    admin: User, client_of: ClientOf, talk: Pair
) -> None:
    client = client_of(admin)
    defaults = client.get("/api/v1/defaults/").json()
    assert (defaults["summary_sentences"], defaults["invitation_days"]) == (DEFAULT_SENTENCES, INVITATION_DAYS)
    for given in ({}, {"closes_at": None}):
        body = {"run": talk.runs.get().pk, "author_name": "Ines", **given}
        made = client.post("/api/v1/invitations/", body, format="json").json()
        assert made["n_sentences"] == DEFAULT_SENTENCES
        closes = parse_datetime(made["closes_at"])
        assert closes is not None
        assert abs(closes - timezone.now() - timedelta(days=INVITATION_DAYS)) < timedelta(minutes=5)


@pytest.fixture
def answered(talk: Pair) -> dict[str, Invitation]:
    """Four authors who answered: two sent it, one of them through a link that is over; two do not count."""
    now = timezone.now()
    kinds: dict[str, dict[str, Any]] = {
        "sent": {"score": 5, "finished_at": now},
        "sent and over": {"score": 2, "finished_at": now, "closes_at": now - timedelta(days=1)},
        "sent and closed by hand": {"score": 1, "finished_at": now, "revoked_at": now},
        "not sent yet": {"score": 1},
    }
    made = {}
    for name, fields in kinds.items():
        made[name] = Invitation.objects.create(run=talk.runs.get(), author_name=name, n_sentences=1, **fields)
        made[name].items.create(unit=talk.source.units.first(), rank=1, n_words=4, answer=name == "sent")
    return made


def test_only_ratings_that_were_sent_and_not_withdrawn_count(
    answered: dict[str, Invitation], admin: User, client_of: ClientOf, talk: Pair
) -> None:
    client = client_of(admin)
    listed = client.get("/api/v1/invitations/").json()["results"]
    counts = {invitation["author_name"]: invitation["counts"] for invitation in listed}
    assert counts == {"sent": True, "sent and over": True, "sent and closed by hand": False, "not sent yet": False}
    for query in ("", "?project=harbour-talks", f"?pair={talk.pk}"):
        ratings = client.get(f"/api/v1/invitations/ratings/{query}").json()
        expected = {
            "n_invitations": 4, "n_counted": 2, "scores": [0, 1, 0, 0, 1], "mean": 3.5,
            "deviation": pytest.approx(4.5**0.5), "n_yes": 1, "n_no": 1,
        }  # fmt: skip
        assert {name: ratings[name] for name in expected} == expected
    reopened = client.patch(f"/api/v1/invitations/{answered['sent and closed by hand'].pk}/", {"revoked": False})
    assert reopened.json()["counts"] is True
    assert client.get("/api/v1/invitations/ratings/").json()["n_counted"] == 3


def test_the_deviation_of_one_rating_is_not_known(
    answered: dict[str, Invitation], admin: User, client_of: ClientOf
) -> None:
    answered["sent"].delete()
    ratings = client_of(admin).get("/api/v1/invitations/ratings/").json()
    assert (ratings["mean"], ratings["deviation"]) == (2.0, None)
    Invitation.objects.all().delete()
    ratings = client_of(admin).get("/api/v1/invitations/ratings/").json()
    assert (ratings["n_invitations"], ratings["scores"], ratings["mean"]) == (0, [0] * 5, None)


def test_ratings_are_for_curators(
    answered: dict[str, Invitation], annotator: User, outsider: User, client_of: ClientOf
) -> None:
    for user in (annotator, outsider):
        assert client_of(user).get("/api/v1/invitations/ratings/").json()["n_invitations"] == 0


def test_who_rated_what_is_read_by_curators_and_the_links_are_for_admins(
    answered: dict[str, Invitation], admin: User, annotator: User, project: Project, client_of: ClientOf
) -> None:
    """A link answers in its author's place; of ratings with names, viewers and annotators get nothing."""
    one = f"/api/v1/invitations/{answered['sent'].pk}/"
    token = client_of(admin).get(one).json()["url"].rsplit("/", 1)[1]
    for role, status in ((Role.ADJUDICATOR, 200), (Role.ANNOTATOR, 403), (Role.VIEWER, 403)):
        project.memberships.filter(user=annotator).update(role=role)
        client = client_of(annotator)
        read = [
            client.get(path)
            for path in (
                one,
                f"/api/v1/projects/{project.slug}/authors/",
                f"/api/v1/projects/{project.slug}/authors/export/",
            )
        ]
        assert [answer.status_code for answer in read] == [status] * 3, role
        listed = client.get("/api/v1/invitations/").json()
        assert [each["url"] for each in listed["results"]] == ([""] * 4 if status == 200 else [])
        assert token not in str(listed)
        assert token not in read[0].content.decode()
        assert client.patch(one, {"revoked": True}).status_code == 403
    assert {each["author_name"] for each in client_of(admin).get("/api/v1/invitations/").json()["results"]} == set(
        answered
    )


@pytest.mark.django_db(transaction=True)
def test_people_who_agree_at_once_agree_to_one_version() -> None:
    project = make_project()
    agree = [lambda: wording.store(project, "consent", "en")] * 3
    made = at_once_before_writing(Project.objects.filter(pk=project.pk), agree)
    assert {each.pk for each in made} == {project.wordings.get().pk}


def test_extending_never_takes_time_away(post: Callable[..., Any], talk: Pair) -> None:
    later = timezone.now() + timedelta(days=90)
    link = Invitation.objects.create(run=talk.runs.get(), author_name="Ines", n_sentences=1, closes_at=later)
    outcome = post("act", verb="extend", ids=[link.pk]).json()
    assert (outcome["n_done"], outcome["left"][0]["why"]) == (0, "It closes no earlier as it is.")
    link.refresh_from_db()
    assert link.closes_at == later
