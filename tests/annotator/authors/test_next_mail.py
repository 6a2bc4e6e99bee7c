"""What lists say can be sent to an author or a rater is what is sent when it is asked for, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors.links import act
from annotator.authors.rating_tasks.inviting import send_again
from annotator.models import Invitation, Pair, Project, Rater
from tests.annotator.authors.test_rating_tasks import API, make_task


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = "https://lectern.example"


def everywhere(closed: list[str]) -> Iterator[dict[str, Any]]:
    """Columns of people who were sent something or not, opened it or not, and so on. closed : what ends it for good."""
    now = timezone.now()
    marks = product([None, now - timedelta(days=9)], [None, now], ["", "550 no such user"], [None, now], ["", *closed])
    for sent_at, send_after, send_error, opened, end in marks:
        columns = {"sent_at": sent_at, "send_after": send_after, "send_error": send_error, "first_opened_at": opened}
        yield {**columns, **({end: now} if end else {})}


def done_of(ask: Callable[[str], Any], verb: str, everybody: set[int]) -> set[int]:
    with transaction.atomic():
        left = {of for of, _ in ask(verb).left}
        transaction.set_rollback(True)
    return everybody - left


def test_an_author_is_sent_what_the_list_says(
    talk: Pair, project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    run = talk.runs.get()
    for at, columns in enumerate(everywhere(["closes_at", "revoked_at", "declined_at", "finished_at", "answered_at"])):
        for email in ("", f"a{at}@example.org"):
            Invitation.objects.create(run=run, author_name=f"A{at}", author_email=email, n_sentences=2, **columns)
    found = client_of(admin).get(f"{API}/invitations/", {"project": project.slug, "page_size": 500}).json()["results"]
    said = {one["id"]: one["next_mail"] for one in found}
    assert set(said.values()) == {"send", "remind", ""}
    assert said.keys() == set(Invitation.objects.values_list("pk", flat=True))

    def ask(verb: str) -> Any:
        return act(project=project, verb=verb, ids=list(said), user=admin)

    assert done_of(ask, "remind", set(said)) == {of for of, verb in said.items() if verb == "remind"}
    assert done_of(ask, "send", set(said)) == {of for of, verb in said.items() if verb}


def test_a_rater_is_sent_what_the_list_says(
    project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    task = make_task(project)
    for at, columns in enumerate(everywhere(["declined_at", "finished_at", "begun_at"])):
        began = {"consented_at": timezone.now()} if "begun_at" in columns else {}
        Rater.objects.create(task=task, number=at + 1, email=f"a{at}@example.org" if at % 5 else "", **columns, **began)
    found = client_of(admin).get(f"{API}/rating-tasks/{task.pk}/raters/").json()["raters"]
    said = {one["number"]: one["next_mail"] for one in found}
    assert set(said.values()) == {"send", "remind", ""}

    def ask(verb: str) -> Any:
        return send_again(task, list(said), verb=verb, user=admin)

    assert done_of(ask, "remind", set(said)) == {of for of, verb in said.items() if verb == "remind"}
    assert done_of(ask, "send", set(said)) == {of for of, verb in said.items() if verb}
