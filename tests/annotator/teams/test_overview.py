"""The overview's figures against counts made by hand: stages, pace, edits, agreement, engines, calibration."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, Project, Review, Role, RunState, TestSet
from annotator.releases.curation.counting import counts_of
from annotator.releases.curation.editing import change_rules
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.threshold_fitting import reviewed_rows
from annotator.teams.assigning import bulk
from annotator.teams.figures import refresh
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


class Reviewing(Editor):
    """One person's review; rows are named by their numbers, from 0, and operations by their ids."""

    def do(self, *steps: dict[str, Any], verb: str = "edit") -> str:
        return str(self.done(*steps, verb=verb)["results"][0]["id"])

    def set(self, numbers: list[int], **fields: Any) -> str:
        ids = self.row_ids
        return self.do({"type": "set", "rows": [ids[n] for n in numbers], "fields": fields})

    def submit(self) -> None:
        self.do({"type": "submit", "leave_unreviewed": True})


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


@pytest.fixture
def reviewing(client_of: ClientOf) -> Callable[[User, Pair], Reviewing]:
    return lambda user, pair: Reviewing(client_of(user), pair)


@pytest.fixture
def look(client_of: ClientOf, admin: User, project: Project) -> Callable[[str], Any]:
    def get(what: str) -> Any:
        refresh(project.pk)
        answer = client_of(admin).get(f"/api/v1/projects/{project.slug}/{what}/")
        assert answer.status_code == 200, answer.data
        return answer.json()

    return get


def test_the_stages_and_what_is_worth_a_note(
    look: Any, project: Project, bitext: Pair, talk: Pair, annotator: User, reviewing: Any, make_run: Any
) -> None:
    def told() -> dict[str, tuple[int, str]]:
        return {stage["key"]: (stage["count"], stage["note"]) for stage in look("stages")["stages"]}

    assert told() == {
        "imported": (2, "2 this week"),
        "aligned": (2, "2 not reviewed"),
        "in_review": (0, ""),
        "submitted": (0, ""),
        "adjudicated": (0, ""),
        "gold": (0, ""),
        "in_sets": (0, ""),
    }
    review = reviewing(annotator, bitext)
    failed = make_run(talk, [])
    type(failed).objects.filter(pk=failed.pk).update(state=RunState.FAILED, error="No words.")
    Pair.objects.filter(pk=talk.pk).update(created_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert told()["imported"] == (2, "1 this week")
    assert told()["aligned"] == (2, "1 failed, 1 not reviewed")
    assert told()["in_review"] == (1, "1 open now")
    review.submit()
    assert told()["in_review"] == (1, "")
    assert told()["submitted"] == (1, "1 in no test set")
    made = TestSet.objects.create(project=project, name="First")
    made.reviews.add(review.id)
    assert (told()["submitted"], told()["in_sets"]) == ((1, ""), (1, "1 test set"))


def test_pairs_of_a_set_that_takes_all_gold_are_in_it_unless_its_rules_leave_none_of_their_rows(
    look: Any, project: Project, bitext: Pair, annotator: User, reviewing: Any
) -> None:
    def told() -> tuple[int, str]:
        stages = {stage["key"]: stage for stage in look("stages")["stages"]}
        return stages["in_sets"]["count"], stages["submitted"]["note"]

    reviewed = reviewing(annotator, bitext)
    reviewed.set([0, 1], status="accepted")
    reviewed.submit()
    made = TestSet.objects.create(project=project, name="Campaign", takes="all")
    assert told() == (1, ""), "before anybody has counted it"
    counts_of(made)
    assert told() == (1, "")
    change_rules(made, rules={"exclude": [bitext.source.title]}, version=0, user=None)
    counts_of(TestSet.objects.get())
    assert told() == (0, "1 in no test set")


def test_assigned_adjudicated_and_gold_and_who_is_behind(
    look: Any, project: Project, bitext: Pair, talk: Pair, annotator: User, admin: User, person: Any, reviewing: Any,
    client_of: ClientOf,
) -> None:  # fmt: skip
    slot_policy.set_policy(project, reviews_per_pair=1)
    second = person(Role.ANNOTATOR, "second")
    pairs = Pair.objects.filter(project=project)
    bulk.assign(project=project, pairs=pairs.filter(pk=bitext.pk), people=[annotator], spread=True, by=admin)
    yesterday = timezone.localdate() - timedelta(days=1)
    bulk.plan(project=project, pairs=pairs, changes={"due_on": yesterday})
    found = look("stages")
    counts = {stage["key"]: stage["count"] for stage in found["stages"]}
    assert (counts["assigned"], counts["adjudicated"], counts["gold"]) == (1, 0, 0)
    late = {"annotator": annotator.pk, "name": "annotator", "n_overdue": 1, "n_left": 1, "since": yesterday.isoformat()}
    assert found["behind"] == [late]
    overdue = [one for one in found["stuck"] if one["kind"] == "overdue"]
    assert [one["pair"] for one in overdue] == [bitext.pk]
    assert overdue[0]["text"].startswith("Ledger, due ")
    assert found["burn_up"]["needed"] == 2
    assert found["burn_up"]["days"] == [{"day": yesterday.isoformat(), "submitted": 0, "due": 2}]
    own = client_of(second).get(f"/api/v1/projects/{project.slug}/stages/").json()
    assert (own["behind"], [one for one in own["stuck"] if one["kind"] == "overdue"]) == ([], [])
    reviewing(annotator, bitext).submit()
    found = look("stages")
    counts = {stage["key"]: stage["count"] for stage in found["stages"]}
    assert (counts["assigned"], counts["gold"], found["behind"]) == (1, 1, [])
    today = timezone.now().date().isoformat()
    assert found["burn_up"]["days"][-1] == {"day": today, "submitted": 1, "due": 2}


def test_nothing_is_recounted_in_a_request(
    look: Any, project: Project, bitext: Pair, admin: User, client_of: ClientOf
) -> None:
    look("stages")
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        client_of(admin).get(f"/api/v1/projects/{project.slug}/stages/")
    assert not [query["sql"] for query in captured if "DISTINCT pair_id" in query["sql"]]


def test_adjudications_are_counted_and_what_waits_for_one(
    look: Any, project: Project, bitext: Pair, annotator: User, admin: User, reviewing: Any, client_of: ClientOf
) -> None:
    for user in (annotator, admin):
        reviewing(user, bitext).submit()

    def told() -> dict[str, tuple[int, str]]:
        return {stage["key"]: (stage["count"], stage["note"]) for stage in look("stages")["stages"]}

    assert told()["adjudicated"] == (0, "1 to adjudicate")
    made = client_of(admin).post(f"/api/v1/projects/{project.slug}/adjudications/", {"pair": bitext.pk}).json()
    Review.objects.filter(pk=made["id"]).update(state="submitted", submitted_at=timezone.now(), revision=9)
    assert told()["adjudicated"] == (1, "")


def test_pace_and_edits_come_from_the_log(look: Any, bitext: Pair, annotator: User, reviewing: Any) -> None:
    review = reviewing(annotator, bitext)
    rows = review.rows
    review.set([0, 1], status="accepted", good_align=True)  # no edit of links or texts
    review.do({"type": "set_chips", "chips": [rows[0]["target"][1]["id"]], "removed": True})  # an edit
    review.set([1], post_edit="誰にも。")  # an edit
    taken_back = review.set([2], post_edit="残る。")
    review.do({"type": "undo", "operation": taken_back}, verb="undo")
    # Two minutes, one, twenty (a pause), one, one: five minutes of work.
    start = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
    log = Operation.objects.filter(review=review.id).order_by("sequence")
    for operation, minutes in zip(log, (0, 2, 3, 23, 24), strict=True):
        Operation.objects.filter(pk=operation.pk).update(at=start + timedelta(minutes=minutes))
    person = look("stages")["annotators"][0]
    n_reviewed = sum(row["status"] != "proposed" for row in review.rows)
    assert person["n_reviewed"] == n_reviewed > 0
    assert person["rows_per_hour"] == pytest.approx(n_reviewed / (4 / 60))
    assert person["edits_per_row"] == pytest.approx(2 / n_reviewed)


def test_no_pace_without_work(look: Any, bitext: Pair, annotator: User, reviewing: Any) -> None:
    reviewing(annotator, bitext)
    person = look("stages")["annotators"][0]
    assert (person["n_reviewed"], person["rows_per_hour"], person["edits_per_row"]) == (0, None, None)


def test_engines_are_held_to_what_people_kept(look: Any, bitext: Pair, annotator: User, reviewing: Any) -> None:
    nothing = look("quality")
    assert (nothing["engines"], nothing["agreement"], nothing["is_current"]) == ([], [], True)
    review = reviewing(annotator, bitext)
    rows = review.rows
    review.do({"type": "set_chips", "chips": [rows[0]["target"][1]["id"]], "removed": True})
    review.set([0, 1, 2, 3], status="accepted")
    assert look("quality")["engines"] == []  # not handed in yet
    review.submit()
    (engine,) = look("quality")["engines"]
    # Link 1 lost a chunk; links 2 to 4 stand: 3 of 4 are right, 2 of the 3 gold beads with both sides are found.
    assert (engine["engine"], engine["n_talks"], engine["n_links"]) == ("lexical", 1, 4)
    assert engine["strict_f1"] == pytest.approx(2 * (3 / 4) * (2 / 3) / (3 / 4 + 2 / 3))
    assert engine["lax_f1"] == pytest.approx(1.0)
    assert [(b["confidence"], b["right"], b["n"]) for b in engine["bins"]] == [
        (pytest.approx(0.6), 1.0, 1), (pytest.approx(0.7), 1.0, 1), (pytest.approx(0.8), 1.0, 1),
        (pytest.approx(0.9), 0.0, 1),
    ]  # fmt: skip
    assert engine["ece"] == pytest.approx((0.4 + 0.3 + 0.2 + 0.9) / 4)


def test_people_agree_as_far_as_they_reviewed_the_same(
    look: Any, bitext: Pair, annotator: User, person: Callable[..., User], reviewing: Any
) -> None:
    first, second = reviewing(annotator, bitext), reviewing(person(Role.ANNOTATOR, "second"), bitext)
    first.set([0, 1, 3], status="accepted", good_align=True, good_mt=True)
    first.set([1], good_mt=False)
    assert look("quality")["agreement"] == []
    second.set([0, 1], status="accepted", good_align=True, good_mt=True)
    alike = look("quality")["agreement"]
    assert [told["annotator"] for told in alike] == sorted(told["annotator"] for told in alike)
    for told in alike:
        # Target units 0 and 1 stand with source 0 for both, unit 2 with source 1; the labels differ on unit 2.
        assert (told["n_talks"], told["n_units"]) == (1, 3)
        assert told["links"] == 1.0
        assert told["good_align"] is None  # only one answer was ever given
        assert told["good_mt"] == pytest.approx(0.0)
    rows = second.rows
    group = {"row": rows[0]["id"], "source": [rows[0]["source"][0]["id"]], "target": [rows[0]["target"][0]["id"]]}
    other = {
        "row": rows[1]["id"],
        "source": [rows[1]["source"][0]["id"]],
        "target": [rows[0]["target"][1]["id"], rows[1]["target"][0]["id"]],
    }
    second.do({"type": "regroup", "groups": [group, other]})
    second.set([0, 1], status="accepted")
    assert all(told["links"] < 0.6 for told in look("quality")["agreement"])


def test_who_edited_which_half_of_a_segment_last_is_no_disagreement(
    look: Any, talk: Pair, annotator: User, person: Callable[..., User], reviewing: Any
) -> None:
    """Two spans share the first segment; both people leave them as they are."""
    first, second = reviewing(annotator, talk), reviewing(person(Role.ANNOTATOR, "second"), talk)
    for numbers, review in (([0, 1], first), ([1, 0], second)):
        for number in numbers:
            review.set([number], status="accepted", good_align=number == 0)
    for told in look("quality")["agreement"]:
        assert (told["n_units"], told["links"], told["good_align"]) == (2, 1.0, 1.0)


def test_a_span_whose_end_was_moved_was_not_right(look: Any, talk: Pair, annotator: User, reviewing: Any) -> None:
    """The segments that the spans stand in stay the same; their words do not."""
    review = reviewing(annotator, talk)
    one, two = review.rows
    half = str(uuid4())
    groups = [
        {"row": one["id"], "source": [one["source"][0]["id"]], "target": [one["target"][0]["id"]]},
        {
            "row": two["id"],
            "source": [two["source"][0]["id"]],
            "target": [half, *(chip["id"] for chip in two["target"])],
        },
    ]
    split = {"type": "split_chip", "chip": one["target"][0]["id"], "at": 6, "new_chip": half}
    review.do(split, {"type": "regroup", "groups": groups})
    review.set([0, 1], status="accepted")
    review.submit()
    (engine,) = look("quality")["engines"]
    assert [b["right"] for b in engine["bins"]] == [0.0, 0.0]


def test_a_chunk_that_was_only_cut_in_two_is_as_it_was(
    look: Any, bitext: Pair, annotator: User, reviewing: Any
) -> None:
    review = reviewing(annotator, bitext)
    chip = review.rows[0]["target"][0]["id"]
    review.do({"type": "split_chip", "chip": chip, "at": 3, "new_chip": str(uuid4())})
    review.set([0, 1, 2, 3], status="accepted")
    review.submit()
    assert {b["right"] for b in look("quality")["engines"][0]["bins"]} == {1.0}


def test_a_link_that_was_called_badly_aligned_or_only_confirmed_in_passing_is_not_right(
    look: Any, bitext: Pair, annotator: User, reviewing: Any
) -> None:
    """A bad alignment counts against the engine; what nobody looked at counts neither way."""
    review = reviewing(annotator, bitext)
    review.set([0, 2], status="accepted")
    review.set([0], good_align=False)
    review.set([1, 3], status="implicit")
    review.submit()
    (engine,) = look("quality")["engines"]
    assert engine["n_links"] == 2
    assert [(b["confidence"], b["right"]) for b in engine["bins"]] == [
        (pytest.approx(0.6), 1.0), (pytest.approx(0.9), 0.0),
    ]  # fmt: skip
    assert reviewed_rows(bitext) == []  # these links have no numbers of filters
    bitext.runs.get().links.update(features={"alpha": 0.5})
    assert [row.good for row in reviewed_rows(bitext)] == [False, True]


def test_pairs_are_counted_by_languages(look: Callable[[str], Any], bitext: Pair) -> None:
    languages = look("stages")["languages"]
    bitext.refresh_from_db()
    mine = {"source_language": bitext.source.language, "target_language": bitext.target.language}
    assert [one for one in languages if one.items() >= mine.items()] == [{**mine, "n_pairs": 1}]
    assert sum(one["n_pairs"] for one in languages) == Pair.objects.filter(project=bitext.project).count()
