"""The training round: its pool leaves gold, its answers stay on the server, and the queue waits for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import GuidelinesVersion, Pair, Project, ReviewRow, TestSet, TrainingRound, TrainingRow
from annotator.reviewing.gold import gold_preview, with_n_gold_rows
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.row_names import first_names
from annotator.reviewing.slots.policy import set_policy
from annotator.reviewing.training_rounds.answers import judge
from tests.annotator.reviewing.adjudication.conftest import Table
from tests.annotator.reviewing.adjudication.test_adjudications import settle

ClientOf = Callable[[User], APIClient]
SECRET = "The last chip opens the next sentence."


@pytest.fixture
def url(project: Project) -> str:
    return f"/api/v1/projects/{project.slug}/training/"


@pytest.fixture
def lead(client_of: ClientOf, admin: User) -> APIClient:
    return client_of(admin)


@pytest.fixture
def adjudicated(bitext: Pair, person: Callable[..., User], client_of: ClientOf) -> list[str]:
    """The rows of an adjudication of everything, which are gold."""
    table = Table(bitext, person, client_of)
    table.submitted("one")
    table.submitted("two", {0: {"good_mt": False}})
    chief = table.adjudication()
    settle(chief)
    chief.done({"type": "submit"}, verb="submit")
    return [
        str(pk) for pk in ReviewRow.objects.filter(review=chief.id).order_by("position").values_list("pk", flat=True)
    ]


def written(lead: APIClient, url: str, n: int = 1, **fields: Any) -> None:
    for at in range(n):
        body = {
            "source_language": "en", "target_language": "ja", "source": [f"A cross {at}."], "target": ["バツ印。"],
            "next_source": ["That cross is why."], "next_target": ["その印が、"], "n_shifted": 1,
            "good_align": True, "explanation": SECRET, "place": "2.3",
        }  # fmt: skip
        answer = lead.post(f"{url}write/", body | fields, format="json")
        assert answer.status_code == 200, answer.content


def begun(client: APIClient, url: str) -> Any:
    answer = client.post(f"{url}begin/", {"source_language": "en", "target_language": "ja"}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def rules(lead: APIClient, url: str, **changes: Any) -> None:
    body = {"is_required": True, "asks_members": True, "n_rows": 2, "n_right": 2, "n_tries": 2} | changes
    answer = lead.put(url, body, format="json")
    assert answer.status_code == 200, answer.content


def answered(client: APIClient, url: str, item: dict[str, Any], *, right: bool) -> Any:
    """right : the chip that is too many goes to the next row, and the label is set."""
    first, second = item["proposed"]
    blank = {"removed": [], "good_align": True}
    rows = [
        {**blank, "source": first["source"], "target": first["target"][: 1 if right else 2]},
        {**blank, "source": second["source"], "target": first["target"][1:] if right else []},
    ]
    answer = client.post(f"{url}answer/", {"item": item["id"], "rows": rows}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_rows_leave_gold_everywhere_and_come_back(
    project: Project, adjudicated: list[str], lead: APIClient, url: str
) -> None:
    test_set = TestSet.objects.create(project=project, name="Campaign")
    test_set.reviews.set(ReviewRow.objects.filter(pk=adjudicated[0]).values_list("review", flat=True))
    before = counted_gold(project)["n_rows"]
    assert before == len(adjudicated)
    offered = lead.get(f"{url}offered/").json()["rows"]
    assert [one["row"] for one in offered] == adjudicated
    foreseen = lead.post(f"{url}foreseen/", {"rows": adjudicated[:2]}, format="json").json()
    assert foreseen == {
        "n_rows": 2, "gold_before": before, "gold_after": before - 2, "test_sets": [{"name": "Campaign", "n_rows": 2}],
    }  # fmt: skip
    assert counted_gold(project)["n_rows"] == before, "It was only asked."
    pool = lead.post(f"{url}take/", {"rows": adjudicated[:2]}, format="json").json()
    assert [one["is_in"] for one in pool["rows"]] == [False, False], "Nobody learns from what is not explained."
    assert counted_gold(project)["n_rows"] == gold_preview(project)["n_rows"] == before - 2
    names = first_names(adjudicated)
    assert {record["row_id"] for record in gold_records(project)} == {names[row] for row in adjudicated[2:]}
    assert with_n_gold_rows(TestSet.objects.all()).get().n_gold_rows in (-1, before - 2)  # type: ignore[attr-defined]
    review = ReviewRow.objects.get(pk=adjudicated[0]).review_id
    reasons = {
        one["reason"]: one["n_rows"] for one in lead.get(f"/api/v1/reviews/{review}/why-gold/").json()["reasons"]
    }
    assert reasons == {"gold": before - 2, "training": 2}
    assert lead.post(f"{url}take/", {"rows": adjudicated[:1]}, format="json").json()["code"] == "no_gold"
    refused = lead.patch(f"{url}rows/{pool['rows'][0]['id']}/", {"is_in": True}, format="json")
    assert refused.json()["code"] == "unexplained"
    assert lead.delete(f"{url}rows/{pool['rows'][0]['id']}/").status_code == 204
    assert counted_gold(project)["n_rows"] == before - 1


def test_what_is_expected_leaves_the_server_with_the_answer_and_not_before(
    project: Project, lead: APIClient, url: str, annotator: User, client_of: ClientOf
) -> None:
    written(lead, url, 2, null_reason="", tags=["a-tag-that-tells"])
    rules(lead, url)
    own = client_of(annotator)
    one = begun(own, url)
    asked = {"source_language": "en", "target_language": "ja"}
    for path, query in (("own/", {}), ("latest/", asked), ("../queue/", {})):
        content = own.get(url + path, query).content.decode()
        assert SECRET not in content, path
        assert "a-tag-that-tells" not in content, path
    assert SECRET not in json.dumps(one)
    assert "a-tag-that-tells" not in json.dumps(one)
    assert set(one["items"][0]) == {"id", "position", "source", "target", "proposed", "asks", "answer", "outcome"}
    for path in ("", "offered/", "foreseen/"):
        assert own.get(url + path).status_code in (403, 405)
    outcome = answered(own, url, one["items"][0], right=False)
    assert (outcome["is_right"], outcome["links_right"], outcome["explanation"]) == (False, False, SECRET)
    assert outcome["head"] == "Not quite: a chip belongs to another row"
    again = answered(own, url, one["items"][0], right=True)
    assert again == outcome, "The first answer counts."
    second = own.get(f"{url}latest/", asked).json()["rounds"][0]["items"]
    assert (second[0]["outcome"]["explanation"], second[1]["outcome"]) == (SECRET, None)
    assert client_of(User.objects.create_user("else")).get(f"{url}own/").status_code == 404


def test_the_queue_waits_for_a_round_that_is_passed_and_an_admin_decides_at_the_end(
    project: Project, bitext: Pair, lead: APIClient, url: str, annotator: User, client_of: ClientOf
) -> None:
    languages = {"source_language": bitext.source.language, "target_language": bitext.target.language}
    assert list(languages.values()) == ["en", "ja"]
    set_policy(project, reviews_per_pair=1)
    own = client_of(annotator)
    queue = f"/api/v1/projects/{project.slug}/queue/"
    assert own.get(queue).json()["n_upcoming"] == 1
    rules(lead, url)
    assert own.get(queue).json()["n_upcoming"] == 1, "Nobody could pass where there are too few rows."
    written(lead, url, 3)
    assert own.get(queue).json()["n_upcoming"] == 0
    assert own.post(f"{queue}next/").status_code == 204
    refused = own.post("/api/v1/reviews/", {"pair": bitext.pk}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "training_first")
    rules(lead, url, asks_members=False)
    assert own.get(queue).json()["n_upcoming"] == 1, "Members are not locked out unless the admin says so."
    rules(lead, url)
    seen = []
    for n_left, state in ((1, "again"), (0, "waits")):
        one = begun(own, url)
        seen.append({item["source"][0] for item in one["items"]})
        for item in one["items"]:
            answered(own, url, item, right=item["position"] == 1)
        standing = own.get(f"{url}own/").json()["standings"][0]
        assert (standing["state"], standing["n_left"], standing["is_required"]) == (state, n_left, True)
    assert len(seen[0] | seen[1]) == 3, "Other rows come first."
    assert own.post(f"{url}begin/", languages, format="json").json()["code"] == "no_tries_left"
    lead.post(f"{url}decide/", {"person": annotator.pk, "may_start": False}, format="json")
    for item in begun(own, url)["items"]:
        assert answered(own, url, item, right=True)["is_right"]
    assert own.get(queue).json()["n_upcoming"] == 1
    assert own.post(f"{queue}next/").status_code == 200
    (row,) = lead.get(url).json()["people"]
    assert row["standings"][0]["results"] == [[1, 2], [1, 2], [2, 2]]
    taken = TrainingRow.objects.filter(items__isnull=False).first()
    assert taken is not None
    assert lead.delete(f"{url}rows/{taken.pk}/").json()["code"] == "answered"


def test_an_excused_person_starts_and_their_view_reaches_the_admins(
    project: Project, bitext: Pair, lead: APIClient, url: str, annotator: User, client_of: ClientOf
) -> None:
    set_policy(project, reviews_per_pair=1)
    written(lead, url, 2)
    rules(lead, url)
    own = client_of(annotator)
    item = begun(own, url)["items"][0]
    differ = {"item": item["id"], "text": "A pause belongs to what it follows."}
    assert own.post(f"{url}differ/", differ, format="json").json()["code"] == "unanswered"
    answered(own, url, item, right=False)
    assert own.post(f"{url}differ/", differ, format="json").status_code == 204
    assert [one["text"] for one in lead.get(url).json()["differing"]] == [differ["text"]]
    wrong = {"item": item["id"], "rows": [{"source": [[9, 0, 1]], "target": [], "removed": []}]}
    other = begun(own, url)["items"][1]
    assert own.post(f"{url}answer/", wrong | {"item": other["id"]}, format="json").json()["code"] == "no_such_text"
    lead.post(f"{url}decide/", {"person": annotator.pk, "may_start": True}, format="json")
    assert own.get(f"/api/v1/projects/{project.slug}/queue/").json()["n_upcoming"] == 1


@pytest.mark.parametrize(
    ("change", "head", "right"),
    [
        ({}, "As expected", (True, True)),
        ({"target": [[0, 0, 2], [0, 2, 4]]}, "As expected", (True, True)),  # only cut
        ({"good_mt": False}, "Not quite: the links are right, a label is not", (True, False)),
        ({"target": []}, "Not quite: a chip of another row belongs here", (False, True)),
        ({"target": [[0, 0, 4], [1, 0, 4]]}, "Not quite: a chip belongs to another row", (False, True)),
    ],
)
def test_a_row_is_right_when_links_and_labels_are(change: dict[str, Any], head: str, right: tuple[bool, bool]) -> None:
    expected = {"source": [[0, 0, 9]], "target": [[0, 0, 4]], "removed": [], "good_align": True, "good_mt": True}
    other = {"source": [[1, 0, 9]], "target": [[2, 0, 4]], "removed": []}
    verdict = judge([other, {**expected, **change}], expected)
    assert (verdict.head, verdict.links_right, verdict.labels_right) == (head, *right)


def test_a_new_version_of_the_guidelines_asks_for_a_few_rows_again(
    project: Project, bitext: Pair, url: str, lead: APIClient, admin: User, person: Callable[..., User],
    client_of: ClientOf,
) -> None:  # fmt: skip
    set_policy(project, reviews_per_pair=1)
    written(lead, url, 3)
    rules(lead, url, n_rows=3, n_right=2, n_again=2)
    wen = client_of(person("annotator", "wen"))
    queue = f"/api/v1/projects/{project.slug}/queue/"

    def pass_it() -> int:
        items = begun(wen, url)["items"]
        for item in items:
            right = TrainingRow.objects.get(items=item["id"]).expected
            body = {"item": item["id"], "rows": [right]}
            assert wen.post(f"{url}answer/", body, format="json").status_code == 200
        return len(items)

    def own() -> tuple[str, bool, bool]:
        (one,) = wen.get(f"{url}own/").json()["standings"]
        return one["state"], one["is_renewal"], one["is_required"]

    publish(project, admin, 1)
    assert pass_it() == 3
    assert own() == ("passed", False, False)
    assert wen.get(queue).json()["n_upcoming"] == 1
    publish(project, admin, 2)
    assert own() == ("new", True, True)
    assert wen.get(queue).json()["n_upcoming"] == 0, "no work before"
    assert wen.post(f"{queue}claim/", {"pair": bitext.pk}, format="json").json()["code"] == "training_first"
    again = begun(wen, url)
    assert (len(again["items"]), again["n_needed"]) == (2, 2), "two thirds of two, rounded up"
    publish(project, admin, 3)
    assert begun(wen, url)["id"] == again["id"], "what is running is gone on with"
    assert pass_it() == 2
    assert own() == ("passed", False, False)
    assert wen.get(queue).json()["n_upcoming"] == 1
    rules(lead, url, n_rows=3, n_right=2)
    publish(project, admin, 4)
    assert own() == ("new", True, True), "rules that do not name it keep it"
    rules(lead, url, n_rows=3, n_right=2, n_again=0)
    assert own() == ("passed", False, False), "a new version asks nobody"
    body = {"is_required": True, "asks_members": True, "n_rows": 2, "n_right": 2, "n_tries": 2, "n_again": 3}
    assert lead.put(url, body, format="json").status_code == 400


def test_an_admin_tries_a_round_of_which_nothing_is_stored(
    url: str, lead: APIClient, annotator: User, client_of: ClientOf
) -> None:
    asked = {"source_language": "en", "target_language": "ja"}
    assert lead.get(f"{url}trial/", asked).json()["code"] == "pool_too_small"
    written(lead, url, 3)
    rules(lead, url)
    answer = lead.get(f"{url}trial/", asked)
    tried = answer.json()
    assert len(tried["items"]) == 2
    assert SECRET not in answer.content.decode(), "it is the round that newcomers see"
    row = TrainingRow.objects.get(pk=tried["items"][0]["id"])
    outcome = lead.post(f"{url}trial/", {"item": row.pk, "rows": [row.expected]}, format="json").json()
    assert (outcome["is_right"], outcome["explanation"]) == (True, SECRET)
    wrong = {"item": row.pk, "rows": [{"source": [[9, 0, 1]], "target": [], "removed": []}]}
    assert lead.post(f"{url}trial/", wrong, format="json").json()["code"] == "no_such_text"
    assert client_of(annotator).get(f"{url}trial/", asked).status_code == 403
    assert not TrainingRound.objects.exists()
    assert [row["n_answers"] for row in lead.get(url).json()["rows"]] == [0, 0, 0]


def publish(project: Project, by: User, number: int) -> None:
    GuidelinesVersion.objects.create(
        project=project, number=number, text="# Align", labels=default_labels(), saved_by=by,
        published_at=timezone.now(), published_by=by,
    )  # fmt: skip
