"""Spot checks: drawn by a seed, judged by somebody else, accepted or sent back by a limit, and undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import ActivityEntry, Mask, Pass, Project, Role, SlidePage, SlideText, SpotCheck, SpotCheckItem
from tests import world
from tests.annotator.conftest import make_person

ClientOf = Callable[[User], APIClient]

pytestmark = pytest.mark.django_db


@pytest.fixture
def ines(project: Project) -> User:
    return make_person(project, Role.ANNOTATOR, "Ines")


@pytest.fixture
def judge(project: Project, client_of: ClientOf) -> APIClient:
    return client_of(make_person(project, Role.ADJUDICATOR, "Jonas"))


@pytest.fixture
def lead(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


@pytest.fixture
def slides(project: Project, ines: User) -> list[SlidePage]:
    """Ines has checked eight slides."""
    deck = world.make_document(project, "Origins", [f"Slide {at}" for at in range(8)], kind="slides")
    text = SlideText.objects.create(document=deck, state="done")
    block = {
        "id": "a", "lines": [], "box": None, "kind": "text", "left_out": False, "why": "", "accepted": True,
        "by_hand": True,
    }  # fmt: skip
    return [
        text.pages.create(
            page=at + 1, blocks=[{**block, "text": f"Slide {at}"}], checked_by=ines, checked_at=timezone.now()
        )
        for at in range(8)
    ]


@pytest.fixture
def answers(project: Project, ines: User) -> Pass:
    """Ines has filled all masks of a talk, and her pass is accepted."""
    check = world.checked_transcript(project, n=1, share=0.5)
    made = world.open_pass(check, ines, state="accepted", lease_ends=None, submitted_at=timezone.now())
    for mask in check.masks.all():
        made.answers.create(mask=mask, choice="typed", text=f"heard {mask.position}")
    return made


def draw(client: APIClient, project: Project, **body: Any) -> Any:
    return client.post(f"/api/v1/projects/{project.slug}/spot-checks/", {"kind": "slides", **body}, format="json")


def drawn(lead: APIClient, project: Project, **body: Any) -> SpotCheck:
    answer = draw(lead, project, **body)
    assert answer.status_code == 201, answer.content
    return SpotCheck.objects.get(pk=max(one["id"] for one in answer.json()["checks"]))


def read(client: APIClient, check: SpotCheck) -> Any:
    return client.get(f"/api/v1/spot-checks/{check.pk}/")


def verdict(
    client: APIClient, check: SpotCheck, at: int, verdict: str = "right", revision: int = 0, **body: Any
) -> Any:
    body = {
        "verdict": verdict,
        "revision": revision,
        **({"note": "A word is missing"} if verdict == "faulty" else {}),
        **body,
    }
    return client.put(f"/api/v1/spot-checks/{check.pk}/items/{at}/", body, format="json")


def act(client: APIClient, check: SpotCheck, what: str, **body: Any) -> Any:
    return client.post(f"/api/v1/spot-checks/{check.pk}/{what}/", body, format="json")


def judged(client: APIClient, check: SpotCheck, n_faulty: int) -> None:
    for item in check.items.all():
        answer = verdict(client, check, item.position, "faulty" if item.position < n_faulty else "right")
        assert answer.status_code == 200, answer.content


def test_the_same_seed_draws_the_same(lead: APIClient, project: Project, slides: list[SlidePage]) -> None:
    one = drawn(lead, project, n_items=5, seed=3)
    pages = list(one.items.values_list("page", flat=True))
    assert len(set(pages)) == 5
    assert pages != sorted(pages), "the order says nothing"
    for seed, is_same in ((3, True), (4, False)):
        SpotCheck.objects.all().delete()
        assert (
            list(drawn(lead, project, n_items=5, seed=seed).items.values_list("page", flat=True)) == pages
        ) == is_same
    SpotCheck.objects.all().delete()
    assert drawn(lead, project).items.count() == 8, "there are no more"


def test_each_person_has_one_of_a_kind_open(
    lead: APIClient, project: Project, slides: list[SlidePage], answers: Pass
) -> None:
    wen = make_person(project, Role.ANNOTATOR, "Wen")
    SlidePage.objects.filter(page__lte=2).update(checked_by=wen)
    assert len(draw(lead, project).json()["checks"]) == 2
    again = draw(lead, project)
    assert (again.status_code, again.json()["code"]) == (400, "nothing_settled")
    assert len(draw(lead, project, kind="masks").json()["checks"]) == 3
    assert lead.get(f"/api/v1/projects/{project.slug}/spot-checks/").json()["settled"] == {
        "slides": 8, "masks": answers.answers.count()
    }  # fmt: skip


def test_few_faults_accept_it(lead: APIClient, judge: APIClient, project: Project, slides: list[SlidePage]) -> None:
    check = drawn(lead, project, n_items=4, most_faulty=1)
    assert act(judge, check, "decide").json()["code"] == "not_judged"
    judged(judge, check, n_faulty=1)
    answer = act(judge, check, "decide").json()
    assert (answer["state"], answer["reason"], answer["n_faulty"]) == ("accepted", "", 1)
    assert SlidePage.objects.filter(checked_by=None).count() == 0
    assert act(judge, check, "decide").status_code == 200, "the same again"
    assert verdict(judge, check, 0, "right", 1).json()["code"] == "decided"
    assert ActivityEntry.objects.get(verb="spot_check_accepted").detail == "slide text of Ines, 1 of 4 faulty"


def test_too_many_send_all_of_it_back_with_a_reason_and_that_can_be_undone(
    lead: APIClient, judge: APIClient, project: Project, slides: list[SlidePage], ines: User, client_of: ClientOf
) -> None:
    check = drawn(lead, project, n_items=4, most_faulty=1)
    for at in range(2):
        verdict(judge, check, at, "faulty")
    # More than that cannot be allowed any more, whatever the others are.
    answer = act(judge, check, "decide").json()
    assert (answer["state"], answer["reason"]) == ("returned", "2 of 4 slides are faulty; at most 1 may be.")
    assert SlidePage.objects.filter(checked_by=None).count() == 8
    own = client_of(ines)
    seen = read(own, check).json()
    assert seen["reason"] == answer["reason"]
    assert [(item["verdict"], item["note"]) for item in seen["items"]] == [("faulty", "A word is missing")] * 2
    assert {item["page"] for item in seen["items"]} <= {page.page for page in slides}
    # One page was changed since, another checked by somebody else: both stay so.
    SlidePage.objects.filter(pk=slides[0].pk).update(revision=9)
    SlidePage.objects.filter(pk=slides[1].pk).update(checked_by=User.objects.get(username="admin"))
    assert act(judge, check, "reopen").json()["state"] == "open"
    assert SlidePage.objects.filter(checked_by=ines).count() == 6
    assert act(judge, check, "reopen").json()["code"] == "not_decided"
    assert act(judge, check, "decide", reason="Look at the formulas.").json()["reason"] == "Look at the formulas."


def test_transcripts_are_judged_with_their_line_and_sound(
    lead: APIClient, judge: APIClient, project: Project, answers: Pass
) -> None:
    answers.transcript_check.document.metadata["media_url"] = "https://a.example/talk.mp3"
    answers.transcript_check.document.save()
    check = drawn(lead, project, kind="masks", most_faulty=0)
    items = read(judge, check).json()["items"]
    row = check.items.get(position=0).answer
    assert items[0]["text"] == row.text
    assert (items[0]["span"]["start"], items[0]["span"]["media_url"]) == (row.mask.start, "https://a.example/talk.mp3")
    beside = [f"{item['span']['before']} {item['span']['after']}" for item in items]
    assert any("heard" in text for text in beside), "what else they filled in its line"
    verdict(judge, check, 0, "faulty")
    sent_back = act(judge, check, "decide").json()
    answers.refresh_from_db()
    assert (answers.state, answers.reason) == ("rejected", sent_back["reason"])
    assert act(judge, check, "reopen").status_code == 200
    answers.refresh_from_db()
    assert answers.state == "accepted"


def test_what_is_stored_stays_and_work_that_somebody_else_has_is_not_given_back(
    lead: APIClient, judge: APIClient, project: Project, answers: Pass, client_of: ClientOf
) -> None:
    check = drawn(lead, project, kind="masks", n_items=3, most_faulty=0)
    verdict(judge, check, 0, "faulty")
    act(judge, check, "decide")
    world.open_pass(answers.transcript_check, make_person(project, Role.ANNOTATOR, "Wen"))
    refused = act(judge, check, "reopen")
    assert (refused.status_code, refused.json()["code"]) == (409, "taken")
    check.refresh_from_db()
    assert check.state == "returned"
    stored = world.checked_transcript(project, "Stored", n=1)
    other = make_person(project, Role.ANNOTATOR, "Oskar")
    done = world.open_pass(stored, other, state="accepted", lease_ends=None, submitted_at=timezone.now())
    done.answers.create(mask=stored.masks.first(), choice="typed", text="x")
    type(stored).objects.filter(pk=stored.pk).update(state="stored")
    check = drawn(lead, project, kind="masks", most_faulty=0)
    verdict(judge, check, 0, "faulty")
    assert act(judge, check, "decide").json()["state"] == "returned"
    done.refresh_from_db()
    assert done.state == "accepted"


def test_nobody_judges_their_own_work(
    lead: APIClient, project: Project, slides: list[SlidePage], client_of: ClientOf, judge: APIClient
) -> None:
    wanda = make_person(project, Role.ADJUDICATOR, "Wanda")
    SlidePage.objects.update(checked_by=wanda)
    check, own = drawn(lead, project, most_faulty=0), client_of(wanda)
    listed = own.get(f"/api/v1/projects/{project.slug}/spot-checks/").json()["checks"][0]
    assert (listed["is_own"], listed["n_faulty"], listed["seed"]) == (True, None, None)
    assert read(own, check).json()["items"] == []
    assert verdict(own, check, 0).json()["code"] == "own_work"
    verdict(judge, check, 0, "faulty")
    assert act(own, check, "decide").json()["code"] == "own_work"
    act(judge, check, "decide")
    assert act(own, check, "reopen").json()["code"] == "own_work"


def test_who_judges_does_not_know_whose_it_is_but_an_admin_does(
    lead: APIClient, judge: APIClient, project: Project, slides: list[SlidePage]
) -> None:
    check = drawn(lead, project)
    assert read(lead, check).json()["person"]["username"] == "Ines"
    assert "Ines" not in read(judge, check).content.decode()
    assert "Ines" not in judge.get(f"/api/v1/projects/{project.slug}/spot-checks/").content.decode()


def test_others_see_nothing_of_it(
    lead: APIClient, project: Project, slides: list[SlidePage], client_of: ClientOf, annotator: User
) -> None:
    check, other = drawn(lead, project), client_of(annotator)
    assert other.get(f"/api/v1/projects/{project.slug}/spot-checks/").json() == {"checks": [], "settled": None}
    assert read(other, check).status_code == 404
    assert verdict(other, check, 0).status_code == 403 or verdict(other, check, 0).status_code == 404


def test_who_fills_the_same_masks_sees_no_answers(
    lead: APIClient, project: Project, answers: Pass, client_of: ClientOf
) -> None:
    check = drawn(lead, project, kind="masks")
    wanda = make_person(project, Role.ADJUDICATOR, "Wanda")
    world.open_pass(answers.transcript_check, wanda, kind="second", first=answers)
    for answer in (read(client_of(wanda), check), verdict(client_of(wanda), check, 0)):
        assert (answer.status_code, answer.json()["code"]) == (403, "own_work")
    assert "planted" not in read(lead, check).content.decode()
    assert Mask.objects.exclude(planted="").exists()


def test_two_who_judge_at_once_do_not_overrule_each_other(
    lead: APIClient, judge: APIClient, project: Project, slides: list[SlidePage]
) -> None:
    check = drawn(lead, project)
    assert verdict(judge, check, 0, "right").json()["revision"] == 1
    assert verdict(judge, check, 0, "right").json()["revision"] == 1, "the same again changes nothing"
    refused = verdict(lead, check, 0, "faulty")
    assert (refused.status_code, refused.json()["code"]) == (409, "judged")
    assert refused.json()["detail"] == "Jonas judged this one meanwhile: right."
    assert refused.json()["item"] == {"position": 0, "verdict": "right", "note": "", "revision": 1}
    assert verdict(lead, check, 0, "faulty", revision=1).json()["revision"] == 2
    assert verdict(lead, check, 0, "", revision=2).json() == {"position": 0, "verdict": "", "note": "", "revision": 3}
    assert SpotCheckItem.objects.get(spot_check=check, position=0).judge is None


def test_a_fault_says_what_is_wrong(lead: APIClient, project: Project, slides: list[SlidePage]) -> None:
    check = drawn(lead, project)
    refused = verdict(lead, check, 0, "faulty", note="  ")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "note")


def test_what_is_judged_is_what_was_drawn(lead: APIClient, project: Project, slides: list[SlidePage]) -> None:
    check = drawn(lead, project, n_items=8)
    before = read(lead, check).json()["items"]
    SlidePage.objects.update(blocks=[], revision=3)
    assert read(lead, check).json()["items"] == before
    assert all(item["text"].startswith("Slide") for item in before)


def test_an_open_one_is_removed_and_a_decided_one_stays(
    lead: APIClient, judge: APIClient, project: Project, slides: list[SlidePage]
) -> None:
    check = drawn(lead, project, n_items=1, most_faulty=1)
    assert judge.delete(f"/api/v1/spot-checks/{check.pk}/").status_code == 403
    assert lead.delete(f"/api/v1/spot-checks/{check.pk}/").status_code == 204
    check = drawn(lead, project, n_items=1, most_faulty=1)
    judged(judge, check, 0)
    act(judge, check, "decide")
    assert lead.delete(f"/api/v1/spot-checks/{check.pk}/").json()["code"] == "decided"
    drawn(lead, project, n_items=1)
    assert act(judge, check, "reopen").json()["code"] == "newer"
