"""All reviews of a person set aside: gold and figures follow, others get the pairs, and one click brings them back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import AgreementFigure, Operation, Pair, Project, Review, ReviewState, SetAside, Slot
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.adjudication.comparing import comparison_of
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.opening import open_review
from annotator.reviewing.setting_aside import bring_back, foresee, set_aside, set_paused
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams import figures, person
from annotator.teams.assigning import bulk
from tests.annotator.reviewing.editor import Editor, accepted
from tests.annotator.reviewing.test_queue import aligned_pairs

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    pairs = aligned_pairs(project, 2)
    slot_policy.set_policy(project, reviews_per_pair=2)
    return pairs


@pytest.fixture
def people(person: Callable[..., User]) -> list[User]:
    return [person("annotator", name) for name in ("ann", "dan", "eve")]


@pytest.fixture
def reviewed(pairs: list[Pair], people: list[User], client_of: ClientOf) -> list[Editor]:
    """Both pairs by Ann and Dan, who agree."""
    editors = [Editor(client_of(user), pair) for user in people[:2] for pair in pairs]
    for editor in editors:
        editor.done(*accepted(editor))
        editor.done({"type": "submit"}, verb="submit")
    return editors


def state_of(project: Project) -> dict[str, object]:
    """All that counts; ids of slots apart."""
    figures.refresh(project.pk)
    slots = Slot.objects.filter(project=project).values_list("pair", "annotator", "review")
    agreement = AgreementFigure.objects.filter(project=project).order_by("measure", "pair", "month", "first")
    return {
        "gold": gold_preview(project),
        "slots": sorted(slots, key=str),
        "agreement": [(one.measure, one.value, one.n_units) for one in agreement],
        "reviews": sorted(Review.objects.values_list("pk", "state", "submitted_at"), key=str),
    }


def test_gold_slots_and_agreement_follow_and_come_back(
    project: Project, pairs: list[Pair], people: list[User], reviewed: list[Editor], admin: User
) -> None:
    _, dan, eve = people
    before = state_of(project)
    assert before["gold"] == {"n_reviews": 2, "n_rows": 4}
    foreseen = foresee(project=project, person=dan, by=admin)
    assert state_of(project) == before, "It was only asked."
    assert foreseen == {
        "n_reviews": 2, "n_rows": 4, "n_pairs": 2, "gold_before": 4, "gold_after": 0, "gold_if_reopened": 0,
        "n_adjudications": 0,
    }  # fmt: skip
    change = set_aside(project=project, person=dan, by=admin, reason="Labels at random", pause=True)
    assert gold_preview(project)["n_rows"] == foreseen["gold_after"]
    assert Slot.objects.free().filter(project=project).count() == foreseen["n_pairs"]
    assert state_of(project)["agreement"] == []
    assert slot_queue.upcoming_of(project.pk, eve, most=9) == [pair.pk for pair in pairs]
    assert slot_queue.upcoming_of(project.pk, dan, most=9) == []
    with pytest.raises(Conflict, match="paused"):
        slot_queue.claim(pairs[0], dan)
    set_paused(project, dan, is_paused=False, by=admin)
    with pytest.raises(Conflict, match="All reviews"):
        slot_queue.claim(pairs[0], dan)

    assert bring_back(change, by=admin) == {"n_reviews": 2, "n_beside": 0}
    assert state_of(project) == before
    with pytest.raises(Conflict, match="undone already"):
        bring_back(SetAside.objects.get(), by=admin)


def test_adjudications_over_the_reviews_are_kept_or_opened_again_and_come_back(
    project: Project, pairs: list[Pair], people: list[User], reviewed: list[Editor], admin: User, client_of: ClientOf
) -> None:
    dan = people[1]
    adjudication, _ = open_adjudication(pair=pairs[0], user=admin)
    editor = Editor(client_of(admin), pairs[0], review=adjudication.pk)
    editor.done({"type": "submit"}, verb="submit")
    before = state_of(project)
    assert figure_of(project, dan, "gold") == (1.0, 2)
    foreseen = foresee(project=project, person=dan, by=admin)
    assert state_of(project) == before
    wanted = ("gold_before", "gold_after", "gold_if_reopened", "n_adjudications")
    assert [foreseen[name] for name in wanted] == [4, 2, 0, 1]

    kept = set_aside(project=project, person=dan, by=admin, reason="Labels at random", pause=False)
    assert gold_preview(project)["n_rows"] == 2
    bring_back(kept, by=admin)
    assert state_of(project) == before
    assert [one["is_current"] for one in comparison_of(adjudication)["reviews"]] == [True, True]

    opened = set_aside(
        project=project, person=dan, by=admin, reason="Labels at random", pause=False, reopen_adjudications=True
    )
    adjudication.refresh_from_db()
    assert (adjudication.state, gold_preview(project)["n_rows"]) == (ReviewState.OPEN, 0)
    bring_back(opened, by=admin)
    assert state_of(project) == before

    again = set_aside(
        project=project, person=dan, by=admin, reason="Labels at random", pause=False, reopen_adjudications=True
    )
    editor.done({"type": "set", "rows": [editor.row_ids[0]], "fields": {"good_mt": False}})
    bring_back(again, by=admin)
    adjudication.refresh_from_db()
    assert adjudication.state == ReviewState.OPEN, "Somebody has gone on with it."


def test_an_adjudication_stays_open_until_everybody_it_was_opened_for_is_back(
    project: Project, pairs: list[Pair], people: list[User], reviewed: list[Editor], admin: User, client_of: ClientOf
) -> None:
    adjudication, _ = open_adjudication(pair=pairs[0], user=admin)
    Editor(client_of(admin), pairs[0], review=adjudication.pk).done({"type": "submit"}, verb="submit")
    changes = []
    for user in people[:2]:
        assert foresee(project=project, person=user, by=admin)["n_adjudications"] == 1
        changes.append(
            set_aside(project=project, person=user, by=admin, reason="r", pause=False, reopen_adjudications=True)
        )
    states = []
    for change in changes:
        bring_back(change, by=admin)
        adjudication.refresh_from_db()
        states.append(adjudication.state)
    assert states == [ReviewState.OPEN, ReviewState.SUBMITTED]


def figure_of(project: Project, user: User, key: str) -> tuple[float | None, int | None]:
    figures.refresh(project.pk)
    found = next(one for one in person.person_of(project, user)["figures"] if one["key"] == key)
    return found["value"], found["n"]


def test_what_is_set_aside_is_read_but_not_changed(
    project: Project, people: list[User], reviewed: list[Editor], admin: User, client_of: ClientOf
) -> None:
    dans = reviewed[2]
    set_aside(project=project, person=people[1], by=admin, reason="Labels at random", pause=False)
    assert client_of(people[1]).get(f"/api/v1/reviews/{dans.id}/content/").status_code == 200
    for step in ({"type": "reopen"}, {"type": "submit"}):
        answer = dans.send(step)
        assert (answer.status_code, answer.json()["code"]) == (409, "set_aside")
    assert open_review(pair=Review.objects.get(pk=dans.id).pair, annotator=people[1])[0].pk == dans.id
    assert Operation.objects.filter(review=dans.id).latest("sequence").verb == "set_aside"
    assert not Slot.objects.filter(annotator=people[1]).exists()


def test_slots_that_others_took_stay_theirs(
    project: Project, pairs: list[Pair], people: list[User], reviewed: list[Editor], admin: User
) -> None:
    _, dan, eve = people
    change = set_aside(project=project, person=dan, by=admin, reason="Labels at random", pause=True)
    taken = slot_queue.claim_next(project, eve)
    assert taken is not None
    assert bring_back(change, by=admin) == {"n_reviews": 2, "n_beside": 1}
    assert Slot.objects.get(pk=taken.pk).annotator_id == eve.pk
    assert Slot.objects.filter(pair=taken.pair_id, withdrawn_at=None).count() == 3
    assert not project.memberships.filter(paused_at__isnull=False).exists()


def test_who_is_paused_is_assigned_nothing_and_keeps_what_they_have(
    project: Project, pairs: list[Pair], people: list[User], admin: User
) -> None:
    dan = people[1]
    review, _ = open_review(pair=pairs[0], annotator=dan)
    set_paused(project, dan, is_paused=True, by=admin)
    with pytest.raises(ServiceError, match="paused"):
        bulk.assign(project=project, pairs=Pair.objects.all(), people=[dan], spread=True, by=admin)
    with pytest.raises(Conflict, match="paused"):
        slot_queue.claim_next(project, dan)
    queue = slot_queue.queue_of(project, dan)
    assert ([slot.review for slot in queue["slots"]], queue["is_paused"], queue["has_next"]) == ([review], True, False)


def test_it_needs_a_reason_and_something_to_set_aside(project: Project, people: list[User], admin: User) -> None:
    with pytest.raises(ServiceError, match="reason"):
        set_aside(project=project, person=people[1], by=admin, reason=" ", pause=False)
    with pytest.raises(Conflict, match="no review"):
        set_aside(project=project, person=people[1], by=admin, reason="Why", pause=False)


def test_a_new_version_meanwhile_brings_the_newest_copy_back(
    project: Project, pairs: list[Pair], people: list[User], reviewed: list[Editor], admin: User
) -> None:
    from annotator.corpus.importing.newer import store_newer
    from annotator.importers.base import Unit

    change = set_aside(project=project, person=people[1], by=admin, reason="Labels at random", pause=False)
    texts = list(pairs[0].source.units.values_list("text", flat=True))
    units = [Unit(text=text) for text in [*texts[:-1], "Something else."]]
    store_newer(pairs[0].source, units, user=admin, origin="test", metadata={}, progress=lambda *_: None)
    copy = Review.objects.get(annotator=people[1], pair__source__previous=pairs[0].source)
    assert copy.state == ReviewState.SET_ASIDE
    assert gold_preview(project)["n_rows"] == 0
    bring_back(change, by=admin)
    copy.refresh_from_db()
    assert (copy.state, copy.submitted_before is not None) == ("open", True)
    assert gold_preview(project)["n_rows"] == 3, "The row that did not change, and the other pair."
    assert Slot.objects.get(review=copy).annotator_id == people[1].pk


def test_admins_find_figures_and_reviews_of_a_person(
    project: Project,
    people: list[User],
    reviewed: list[Editor],
    admin: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures.refresh(project.pk)
    client, dan = client_of(admin), people[1]
    address = f"/api/v1/projects/{project.slug}/people/{dan.pk}/"
    found = client.get(address).json()
    assert [(one["state"], one["n_rows"]) for one in found["reviews"]] == [("submitted", 2)] * 2
    assert (found["n_reviews"], found["n_in_use"]) == (2, 2)
    by_key = {one["key"]: one for one in found["figures"]}
    links = by_key["links"]
    assert links["n"] > 0
    assert (links["value"], links["least"], links["n_others"], links["is_apart"]) == (1.0, None, 0, False), "Of few."
    assert found["is_apart"] is False
    assert by_key["repaired"]["value"] is None
    assert client.get(f"{address}foreseen/").json()["gold_after"] == 0
    assert client.post(f"{address}pause/", {"is_paused": True}).json()["paused_at"] is not None
    aside = client.post(f"{address}set-aside/", {"reason": "Labels at random"}).json()
    assert ({one["state"] for one in aside["reviews"]}, aside["set_aside"]["n_reviews"]) == ({"set_aside"}, 2)
    assert (aside["n_reviews"], aside["n_in_use"]) == (2, 0)
    monkeypatch.setattr(person, "MOST_REVIEWS", 1)
    newest = client.get(address).json()
    assert (len(newest["reviews"]), newest["n_reviews"]) == (1, 2), "those that are not listed count"
    assert client.post(f"{address}bring-back/").json() == {"n_reviews": 2, "n_beside": 0}
    assert client.post(f"{address}bring-back/").status_code == 409
    stranger = User.objects.create_user("stranger")
    assert client.get(f"/api/v1/projects/{project.slug}/people/{stranger.pk}/").status_code == 404
