"""Opening an adjudication, what it compares, settling it, and what comes between."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import AdjudicatedReview, AssignmentPolicy, Pair, Review, Slot
from annotator.reviewing.adjudication.opening import draw_letters
from annotator.teams import figures
from tests.annotator.reviewing.adjudication.conftest import ClientOf, Table
from tests.annotator.reviewing.editor import Editor, gestures


def settle(editor: Editor) -> None:
    ids = [row["id"] for row in editor.rows if row["status"] == "proposed"]
    editor.done({"type": "set", "rows": ids, "fields": {"status": "accepted", "decision_reason": "guidelines"}})


def test_it_begins_with_what_is_agreed_and_the_first_review(table: Table) -> None:
    table.submitted("ann", {1: {"good_mt": True}})
    table.submitted("ben", {1: {"good_mt": False}, 3: {"tags": ["mis-translation"]}})
    editor = table.adjudication()
    rows = editor.rows
    assert [row["status"] for row in rows] == ["accepted", "proposed", "accepted", "proposed"]
    assert [row["good_mt"] for row in rows] == [None, True, None, None]
    info = table.chief.get(f"/api/v1/reviews/{editor.id}/").json()
    assert (info["kind"], info["n_rows"], info["n_reviewed"]) == ("adjudication", 4, 2)
    found = table.comparison(editor)
    assert [(region["parts"], [len(of) for of in region["rows"]]) for region in found["regions"]] == [
        (["labels"], [1, 1]),
        (["tags"], [1, 1]),
    ]
    assert found["n_agreed"] == 2
    assert found["regions"][0]["source"] == [[1, 0, 20]]
    assert table.open().status_code == 200, "there is one adjudication of a pair"


def test_what_is_adjudicated_is_reopened_by_adjudicators_only(table: Table) -> None:
    """Whoever reopens a review of it would improve on what was compared, and on the agreement."""
    ann = table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    ann.done({"type": "reopen"})
    ann.done({"type": "submit"})
    editor = table.adjudication()
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")
    address = f"/api/v1/reviews/{ann.id}/"
    asked = ann.client.get(address).data
    assert (asked["can_edit"], asked["can_reopen"]) == (True, False)
    assert table.chief.get(address).data["can_reopen"]
    submission = asked["undo"]["operation"]
    for verb, step in (("edit", {"type": "reopen"}), ("undo", {"type": "undo", "operation": submission})):
        answer = ann.send(step, verb=verb, versions={})
        assert (answer.status_code, answer.data["code"]) == (409, "adjudicated")
    assert Editor(table.chief, table.pair, review=ann.id).send({"type": "reopen"}).status_code == 200


def test_names_are_told_once_it_is_gold(table: Table) -> None:
    table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    assert all(one["review"] is None and one["annotator"] is None for one in table.comparison(editor)["reviews"])
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")
    assert [one["annotator"]["username"] for one in table.comparison(editor)["reviews"]] == ["ann", "ben"]
    editor.undo()
    assert table.comparison(editor)["reviews"][0]["annotator"] is None


def test_it_is_submitted_when_nothing_is_open(table: Table) -> None:
    table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}, 1: {"good_mt": True}})
    editor = table.adjudication()
    for step in ({"type": "submit"}, {"type": "submit", "leave_unreviewed": True}):
        answer = editor.send(step, verb="submit")
        assert (answer.status_code, answer.data["code"]) == (400, "unreviewed_rows")
        assert answer.data["detail"] == "2 rows are not settled yet."
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")
    editor.undo()
    assert table.chief.get(f"/api/v1/reviews/{editor.id}/").data["state"] == "open"


def test_identical_reviews_need_nobody(table: Table) -> None:
    table.submitted("ann", {1: {"good_mt": False}})
    table.submitted("ben", {1: {"good_mt": False}})
    editor = table.adjudication()
    assert table.comparison(editor)["regions"] == []
    editor.done({"type": "submit"}, verb="submit")


def test_what_not_everybody_accepted_is_no_region_and_not_accepted(table: Table) -> None:
    table.submitted("ann")
    other = table.accept(table.reviewer("ben"))
    other.done({"type": "set", "rows": [other.rows[2]["id"]], "fields": {"status": "implicit"}})
    other.done({"type": "submit"}, verb="submit")
    editor = table.adjudication()
    assert [row["status"] for row in editor.rows] == ["accepted", "accepted", "implicit", "accepted"]
    assert table.comparison(editor)["regions"] == []


def test_a_post_edit_that_is_the_imported_text_is_none(table: Table) -> None:
    table.submitted("ann")
    other = table.accept(table.reviewer("ben"))
    row = next(row for row in other.rows if len(row["target"]) == 1)
    text = table.chief.get(f"/api/v1/reviews/{other.id}/content/").json()["target_units"][row["target"][0]["unit"]]
    other.done({"type": "set", "rows": [row["id"]], "fields": {"post_edit": text["text"]}})
    other.done({"type": "submit"}, verb="submit")
    assert table.comparison(table.adjudication())["regions"] == []


@pytest.mark.parametrize("n_submitted", [0, 1])
def test_two_submitted_reviews_are_needed(table: Table, n_submitted: int) -> None:
    table.reviewer("ben")
    for name in ["ann"][:n_submitted]:
        table.submitted(name)
    answer = table.open()
    assert (answer.status_code, answer.data["code"]) == (409, "too_few_reviews")
    assert answer.data["detail"].startswith(("No review", "One review")[n_submitted])


def test_a_review_submitted_anew_is_a_conflict_until_it_is_compared_again(table: Table) -> None:
    first = table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    settle(editor)
    decided = editor.rows[0]
    first.done({"type": "reopen"}, verb="reopen")
    assert [one["is_current"] for one in table.comparison(editor)["reviews"]] == [False, True]
    path = f"/api/v1/adjudications/{editor.id}/"
    assert table.chief.post(path).data["code"] == "not_submitted"
    refused = editor.send({"type": "submit"}, verb="submit")
    assert (refused.status_code, refused.data["code"]) == (409, "reviews_changed")
    assert refused.data["detail"] == "Review A was reopened. Wait until it is submitted again, or leave it out."
    rows = first.rows
    first.done({"type": "set", "rows": [rows[0]["id"], rows[3]["id"]], "fields": {"good_mt": False}})
    first.done({"type": "submit"}, verb="submit")
    answer = editor.send({"type": "submit"}, verb="submit")
    assert (answer.status_code, answer.data["code"]) == (409, "reviews_changed")
    assert answer.data["detail"] == "Review A was changed after the reviews were compared. Compare again."
    again = table.chief.post(path).json()
    assert [one["is_current"] for one in again["reviews"]] == [True, True]
    rows = editor.rows
    assert [row["status"] for row in rows] == ["accepted", "accepted", "accepted", "proposed"]
    assert rows[0] == decided, "what was decided stays"
    assert len(again["regions"]) == 2
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")


def test_spans_are_compared_where_their_sentence_differs(talk_table: Table) -> None:
    talk_table.submitted("ann")
    other = talk_table.accept(talk_table.reviewer("ben"))
    row = next(row for row in other.rows if row["target"])
    wanted = 2 if row["source"] and row["source"][0]["unit"] != 2 else 1
    other.done(
        {"type": "reassign", "row": row["id"], "source": [wanted], "chips": ["7f9c24e8-3b12-4fef-91e0-5d3a1cf8ab12"]}
    )
    other.done({"type": "submit"}, verb="submit")
    (region,) = talk_table.comparison(talk_table.adjudication())["regions"]
    assert region["parts"] == ["links"]
    assert region["source"] == []


def test_the_list_tells_how_far_each_pair_is(table: Table) -> None:
    path = "/api/v1/projects/harbour-talks/adjudications/"

    def listed(query: str = "") -> Any:
        return table.chief.get(path + query).json()["results"]

    table.submitted("ann")
    assert listed() == []
    table.submitted("ben", {0: {"good_mt": True}})
    (found,) = listed()
    assert (found["pair"], found["n_submitted"], found["adjudication"]) == (table.pair.pk, 2, None)
    assert listed("?state=waiting") == [found]
    editor = table.adjudication()
    (found,) = listed("?state=open")
    assert (found["adjudication"]["id"], found["adjudication"]["n_rows"]) == (editor.id, 4)
    assert found["adjudication"]["annotator"]["username"] == "chief"
    assert listed("?state=done") == listed("?state=waiting") == []
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")
    assert [one["pair"] for one in listed("?state=done")] == [table.pair.pk]
    assert [one["pair"] for one in listed("?order=regions")] == [one["pair"] for one in listed("?order=changed")]
    assert table.chief.get(path + "counts/").json() == {"total": 1, "waiting": 0, "open": 0, "done": 1}


def test_an_annotator_gets_nothing_of_it(table: Table) -> None:
    one = table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    for address in (f"adjudications/{editor.id}/", f"reviews/{editor.id}/", f"reviews/{editor.id}/content/"):
        assert one.client.get(f"/api/v1/{address}").status_code in (403, 404)
    assert one.client.get("/api/v1/projects/harbour-talks/adjudications/").status_code == 403
    assert one.client.get("/api/v1/reviews/").json()["count"] == 1


def test_an_adjudicator_may_have_a_review_of_their_own_beside_it(table: Table) -> None:
    table.submitted("ann")
    table.submitted("ben")
    editor = table.adjudication()
    own = Editor(table.chief, table.pair)
    assert own.id != editor.id
    assert Review.objects.get(pk=own.id).kind == "review"
    adjudication = Review.objects.get(pk=editor.id)
    with pytest.raises(IntegrityError, match="one_adjudication_per_pair"), transaction.atomic():
        Review.objects.create(
            pair=adjudication.pair, run=adjudication.run, annotator=adjudication.annotator, kind="adjudication"
        )
    assert AdjudicatedReview.objects.filter(adjudication=adjudication).count() == 2


def test_no_list_tells_an_adjudicator_who_made_which_review(table: Table, admin: User, client_of: ClientOf) -> None:
    table.submitted("ann", {0: {"good_mt": False}})
    his = table.submitted("ben", {0: {"good_mt": True}})
    row, comments = his.row_ids[0], f"reviews/{his.id}/comments/"
    assert his.client.post(f"/api/v1/{comments}", {"row": row, "text": "@chief is it?"}).status_code == 201
    editor = table.adjudication()
    pair, slug = table.pair, table.pair.project.slug
    ann, ben = (User.objects.get(username=name) for name in ("ann", "ben"))
    for user in (ann, ben):
        review = Review.objects.get(pair=pair, annotator=user)
        Slot.objects.create(project=pair.project, pair=pair, annotator=user, review=review, taken_at=timezone.now())
    figures.refresh(pair.project_id)
    asked = f"measure=good_align&pair={pair.pk}"

    def named(client: APIClient) -> set[str]:
        """What names one of them, of all that tells of their reviews."""
        found = set()
        for address in (
            f"reviews/?project={slug}", f"reviews/{review.pk}/", comments, f"comments/?project={slug}",
            f"reviews/{review.pk}/operations/?row={row}", f"pairs/{pair.pk}/", f"slots/?project={slug}",
            f"projects/{slug}/agreement/people/?{asked}",
            f"projects/{slug}/agreement/rows/?people={ann.pk},{ben.pk}&{asked}&first_said=yes&second_said=no",
            f"projects/{slug}/agreement/export/?part=people&{asked}",
            f"projects/{slug}/agreement/?people={ann.pk},{ben.pk}&pair={pair.pk}",
            f"projects/{slug}/agreement/talks/?people={ann.pk},{ben.pk}&measure=good_mt",
            f"projects/{slug}/agreement/export/?part=talks&people={ann.pk},{ben.pk}&measure=good_mt",
        ):  # fmt: skip
            answer = client.get(f"/api/v1/{address}")
            assert answer.status_code in (200, 403), address
            sign = b"ben"
            if f"people={ann.pk}" in address:  # then any answer about this pair tells
                sign = pair.title.encode() if "measure=good_mt" in address else b""
            if answer.status_code == 200 and sign in answer.getvalue():
                found.add(address.partition(f"&{asked}")[0] if "/agreement/" in address else address.split("?")[0])
        return found

    assert named(table.chief) == set()
    late = Editor(table.chief, pair, review=his.id)
    step = {"type": "set", "rows": [row], "fields": {"good_mt": None}}
    assert b"ben" not in late.send(step, versions={row: 0}).content
    assert {one["submitted_at"] for one in table.comparison(editor)["reviews"]} == {None}
    everywhere = named(client_of(admin))
    assert sum("agreement/talks" in each or "part=talks" in each for each in everywhere) == 2
    assert {f"pairs/{pair.pk}/", "reviews/", f"reviews/{review.pk}/", "slots/", comments} <= everywhere
    assert f"reviews/{review.pk}/operations/" in everywhere
    Review.objects.filter(kind="adjudication").update(state="submitted", submitted_at=timezone.now())
    assert named(table.chief) == everywhere | {"comments/"}


def test_who_may_ask_for_names_before_it_is_gold(table: Table, admin: User, client_of: ClientOf) -> None:
    table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    path = f"/api/v1/adjudications/{editor.id}/"
    assert table.comparison(editor)["may_see_names"] is False
    assert table.chief.get(f"{path}?names=true").status_code == 403
    asked = client_of(admin).get(f"{path}?names=true").json()
    assert asked["may_see_names"] is True
    assert [one["annotator"]["username"] for one in asked["reviews"]] == ["ann", "ben"]
    assert client_of(admin).get(path).json()["reviews"][0]["annotator"] is None, "only who asks is told"
    AssignmentPolicy.objects.create(project=table.pair.project, blind=False)
    assert table.chief.get(f"{path}?names=true").json()["reviews"][1]["annotator"]["username"] == "ben"


def test_one_that_was_reopened_can_be_left_out(table: Table) -> None:
    table.submitted("ann", {2: {"good_mt": True}})
    other = table.submitted("ben", {0: {"good_mt": True}, 1: {"good_align": True}})
    editor = table.adjudication()
    first = editor.rows[0]
    editor.done({"type": "set", "rows": [first["id"]], "fields": {"status": "accepted"}})
    other.done({"type": "reopen"}, verb="reopen")
    path = f"/api/v1/adjudications/{editor.id}/"
    assert table.chief.post(path, {}).data["code"] == "not_submitted"
    found = table.chief.post(path, {"leave_out": True}).json()
    assert [one["number"] for one in found["reviews"]] == [0]
    assert found["regions"] == [], "the one that is left agrees with itself"
    assert [row["status"] for row in editor.rows] == ["accepted"] * 4
    other.done({"type": "submit"}, verb="submit")
    assert table.comparison(editor)["n_new"] == 1
    found = table.chief.post(path, {}).json()
    assert (len(found["reviews"]), found["n_new"]) == (2, 0)
    assert [row["status"] for row in editor.rows] == ["accepted", "proposed", "proposed", "accepted"]
    assert len(found["regions"]) == 3, "what was decided is shown as settled"


def test_all_that_are_in_progress_cannot_be_left_out(table: Table) -> None:
    both = [table.submitted("ann"), table.submitted("ben", {0: {"good_mt": True}})]
    editor = table.adjudication()
    for one in both:
        one.done({"type": "reopen"}, verb="reopen")
    answer = table.chief.post(f"/api/v1/adjudications/{editor.id}/", {"leave_out": True})
    assert (answer.status_code, answer.data["code"]) == (409, "not_submitted")


def test_what_all_came_to_agree_on_otherwise_is_settled_once_more(table: Table) -> None:
    """The result has the rows of A as they were; A and B have both linked them anew since, and alike."""
    both = [table.submitted("ann"), table.submitted("ben", {0: {"good_mt": True}})]
    editor = table.adjudication()
    for one in both:
        one.done({"type": "reopen"}, verb="reopen")
        one.done(*gestures(one.rows)["merge"])
        one.done({"type": "set", "rows": one.row_ids, "fields": {"good_mt": False}})
        one.done({"type": "submit"}, verb="submit")
    found = table.chief.post(f"/api/v1/adjudications/{editor.id}/", {}).json()
    assert [row["status"] for row in editor.rows] == ["proposed"] * 4
    assert [(region["parts"], region["camps"]) for region in found["regions"]] == [
        (["links", "labels"], [[0, 1]]),
        (["labels"], [[0, 1]]),
        (["labels"], [[0, 1]]),
    ]
    assert found["n_agreed"] == 0


def test_letters_are_by_lot_and_the_same_for_the_same_person(bitext: Pair, settings: Any) -> None:
    settings.SECRET_KEY = "of this site"
    # As many as make it out of the question that all of them draw alike.
    people = [User(pk=number) for number in range(1, 65)]

    def drawn(user: User) -> list[str]:
        reviews: list[Any] = ["ann", "ben"]
        draw_letters(reviews, bitext, user)
        return reviews

    first = [drawn(user) for user in people]
    assert {tuple(drawn(user)) for user in people} == {("ann", "ben"), ("ben", "ann")}
    assert [drawn(user) for user in people] == first
    # Nobody can draw the lot again who knows the pair, themselves and this program.
    settings.SECRET_KEY = "of another site"
    assert [drawn(user) for user in people] != first


def test_up_to_four_reviews_are_compared_the_oldest_first(table: Table) -> None:
    for number, name in enumerate(("ann", "ben", "cem", "dora", "eli")):
        table.submitted(name, {number % 4: {"good_mt": True}})
    editor = table.adjudication()
    found = table.comparison(editor)
    assert [one["number"] for one in found["reviews"]] == [0, 1, 2, 3]
    assert found["n_new"] == 1
    assert found["regions"][0]["camps"] == [[0], [1, 2, 3]]


def test_what_is_adjudicated_is_not_changed_by_an_operation_that_submits_it_again(table: Table) -> None:
    """In between it is open, for whoever may open it."""
    ann = table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    settle(editor)
    editor.done({"type": "submit"}, verb="submit")
    change = {"type": "set", "rows": [ann.rows[0]["id"]], "fields": {"good_mt": True}}
    answer = ann.send({"type": "reopen"}, change, {"type": "submit"}, verb="edit")
    assert (answer.status_code, answer.data.get("code")) == (409, "adjudicated")
    assert ann.rows[0]["good_mt"] is None


def test_it_is_not_submitted_by_an_operation_that_leaves_a_row_open(table: Table) -> None:
    table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    settle(editor)
    opened = {"type": "set", "rows": [editor.rows[0]["id"]], "fields": {"status": "proposed"}}
    answer = editor.send(opened, {"type": "submit"}, verb="submit")
    assert (answer.status_code, answer.data.get("code")) == (400, "unreviewed_rows")


def test_a_step_without_a_type_is_refused(table: Table) -> None:
    table.submitted("ann")
    table.submitted("ben")
    editor = table.adjudication()
    steps: list[Any] = [None, "submit", {"type": ["submit"]}, {"type": {"submit": 1}}, {"type": None}, {}]
    for step in steps:
        answer = editor.send(step, verb="submit")
        assert (answer.status_code, answer.data["code"]) == (400, "invalid_operation"), step
