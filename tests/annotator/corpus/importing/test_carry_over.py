"""A text that comes again changed: its next version, the diff, and what becomes of the reviews of the old one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.corpus.importing import Upload, storing
from annotator.corpus.importing.versions import UnitMap, diff_lines, map_units
from annotator.models import Chip, Comment, Document, ImportBatch, Operation, Pair, Project, Review, ReviewRow, Slot
from annotator.platform.errors import Conflict
from annotator.reviewing import carry_over
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.carry_over import SideMap, carry_rows
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_reasons import why_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import to_states
from tests.annotator.connections import elsewhere

HEAD = "talk\tname\tinterpreter\tsource\ttarget\n"
ROWS = [
    ("Good evening.", "こんばんは。"),
    ("The tide turns.", "潮が変わる。"),
    ("We count.", "数えます。"),
    ("Thanks.", "どうも。"),
]


def table(rows: Sequence[tuple[str, str]]) -> bytes:
    return (HEAD + "".join(f"7\tTides\tS01\t{source}\t{target}\n" for source, target in rows)).encode()


def stage(project: Project, name: str, data: bytes) -> ImportBatch:
    return importing.create_batch(project=project, uploads=[Upload.of(name, data)], user=None, trusted=True)


def bring(project: Project, name: str, data: bytes) -> dict[str, Any]:
    batch = importing.commit_batch(stage(project, name, data), in_background=False, trusted=True)
    return batch.result


@pytest.fixture
def review(project: Project, annotator: User) -> Review:
    """All four rows accepted with good labels, the third one post-edited, a comment on the last."""
    bring(project, "t.tsv", table(ROWS))
    review, _ = open_review(pair=Pair.objects.get(), annotator=annotator)
    rows = [str(pk) for pk in ReviewRow.objects.filter(review=review).order_by("position").values_list("pk", flat=True)]
    fields = {"status": "accepted", "good_align": True, "good_mt": True}
    edit(review, annotator, [{"type": "set", "rows": rows, "fields": fields}])
    edit(review, annotator, [{"type": "set", "rows": rows[2:3], "fields": {"post_edit": "一つずつ数えます。"}}])
    Comment.objects.create(review=review, row=rows[3], text="Polite enough?", author=annotator)
    return review


def edit(review: Review, user: User, steps: list[dict[str, Any]]) -> None:
    ids = [row for step in steps for row in step["rows"]]
    versions = {str(row.pk): row.version for row in ReviewRow.objects.filter(pk__in=ids)}
    operation = {"id": str(uuid4()), "verb": "edit", "steps": steps, "versions": versions}
    operate(review_id=review.pk, operations=[operation], user=user)


def texts(review: Review) -> list[tuple[str, str]]:
    sides = {"source": review.pair.source, "target": review.pair.target}
    units = {side: list(document.units.values_list("text", flat=True)) for side, document in sides.items()}
    rows = to_states(list(ReviewRow.objects.filter(review=review).order_by("position")))
    return [
        tuple("".join(units[side][chip.unit][chip.start : chip.end] for chip in getattr(row, side)) for side in sides)  # type: ignore[misc]
        for row in rows
    ]


def test_a_diff_is_shown_before_anything_is_stored(project: Project, review: Review) -> None:
    batch = stage(project, "t.tsv", table([ROWS[0], ("The tide turned.", "潮が変わった。"), *ROWS[2:]]))
    report = batch.files.get().report
    assert (report["ok"], report["change"]) == (True, "changed")
    source = report["documents"][0]
    assert (source["status"], source["n_pairs"], source["n_reviews"]) == ("changed", 1, 1)
    assert [(line["kind"], line["text"]) for line in source["diff"]] == [
        ("same", "Good evening."),
        ("removed", "The tide turns."),
        ("added", "The tide turned."),
        ("same", "We count."),
        ("same", "Thanks."),
    ]
    assert "1 review of the old version is carried over" in report["problems"][0]["message"]


def test_a_pair_that_was_superseded_before_has_no_second_counterpart(project: Project, review: Review) -> None:
    """The rendering changed first, then the source: the old pair of both has the source of the newer one."""
    second = [ROWS[0], ("The tide turns.", "潮が変わった。"), *ROWS[2:]]
    bring(project, "t.tsv", table(second))
    bring(project, "t.tsv", table([second[0], ("The tide turned.", "潮が変わった。"), *ROWS[2:]]))
    versions = Pair.objects.order_by("pk").values_list("source__version", "target__version")
    assert list(versions) == [(1, 1), (1, 2), (2, 2)]
    assert Review.objects.count() == 3


def test_rows_of_unchanged_text_stay_and_the_others_are_flagged(project: Project, review: Review) -> None:
    before = to_states(list(review.rows.order_by("position")))
    old_pair, log = review.pair, review.operations.count()
    result = bring(project, "t.tsv", table([ROWS[0], ("The tide turned.", "潮が変わる。"), *ROWS[2:]]))
    assert result["n_changed"] == 1
    (copy,) = Review.objects.exclude(pk=review.pk)
    assert result["reviews"] == [copy.pk]
    assert copy.pair.source.previous == old_pair.source
    assert (copy.pair.source.version, copy.pair.source.external_id) == (2, old_pair.source.external_id)
    assert copy.pair.target == old_pair.target  # its text did not change
    assert texts(copy) == [ROWS[0], ("The tide turned.", "潮が変わる。"), *ROWS[2:]]
    rows = list(copy.rows.order_by("position"))
    assert [(row.status, row.flagged, row.good_align, row.good_mt) for row in rows] == [
        ("accepted", False, True, True),
        ("proposed", True, None, None),
        ("accepted", False, True, True),
        ("accepted", False, True, True),
    ]
    assert rows[2].post_edit == "一つずつ数えます。"
    assert Comment.objects.get(review=copy).row == rows[3].pk
    assert all(row.link is not None and row.link.run_id == copy.run_id for row in rows)
    first = copy.operations.get()
    assert (first.verb, first.sequence, copy.revision) == ("carry_over", 1, 1)
    assert first.steps == [{"type": "carry_over", "review": review.pk, "n_kept": 3, "n_to_look_at": 1}]
    # The old one is as it was.
    review.refresh_from_db()
    assert to_states(list(review.rows.order_by("position"))) == before
    assert (review.pair, review.operations.count()) == (old_pair, log)


def test_the_run_of_a_newer_text_says_how_sure_its_unchanged_links_are(project: Project, review: Review) -> None:
    assert review.run is not None
    review.run.links.update(confidence=0.6)
    bring(project, "t.tsv", table([ROWS[0], ("The tide turned.", "潮が変わる。"), *ROWS[2:]]))
    info = Review.objects.exclude(pk=review.pk).get().run.info  # type: ignore[union-attr]
    assert info == {"carried_from": review.run.pk, "n_links": 4, "mean_confidence": pytest.approx(0.6)}


def test_a_next_choice_goes_where_a_text_that_it_would_take_changed(project: Project, review: Review) -> None:
    choices = [{"next_source": 1.0, "next_target": 2.0}, {"next_source": 2.0, "next_target": 1.0}, {}, {}]
    for link, choice in zip(review.run.links.order_by("position"), choices, strict=True):
        link.features = {"length_ratio": 0.5, **choice}
        link.save(update_fields=["features"])
    bring(project, "t.tsv", table([*ROWS[:2], ("We counted.", ROWS[2][1]), ROWS[3]]))
    (copy,) = Review.objects.exclude(pk=review.pk)
    left = [link.features for link in copy.run.links.order_by("position")]
    assert left == [{"length_ratio": 0.5, **choices[0]}, {"length_ratio": 0.5}, {}, {"length_ratio": 0.5}]


def test_the_list_of_talks_names_the_pair_that_came_after(project: Project, review: Review, admin: User) -> None:
    old = review.pair_id
    client = APIClient()
    client.force_authenticate(admin)

    def newer() -> list[tuple[int, int | None, int | None]]:
        pairs = client.get(f"/api/v1/pairs/?project={project.slug}").json()["results"]
        return sorted((pair["id"], pair["newer_pair"], pair["newer_document"]) for pair in pairs)

    assert newer() == [(old, None, None)]
    bring(project, "t.tsv", table([*ROWS[:3], ("Thank you.", "どうも。")]))
    new = Pair.objects.exclude(pk=old).get()
    assert (new.target_id, newer()) == (review.pair.target_id, [(old, new.pk, new.source_id), (new.pk, None, None)])
    new.reviews.all().delete()
    new.runs.all().delete()
    new.delete()
    assert newer() == [(old, None, new.source_id)]


def test_text_that_comes_and_text_that_goes(project: Project, review: Review) -> None:
    changed = [ROWS[0], ("A new one.", "新しい文。"), ROWS[1], ROWS[3]]
    bring(project, "t.tsv", table(changed))
    copy = Review.objects.exclude(pk=review.pk).get()
    got = texts(copy)
    assert [pair for pair in got if pair in ROWS] == [ROWS[0], ROWS[1], ROWS[3]]
    assert {"A new one.", "新しい文。"} <= {text for pair in got for text in pair}
    new = [row for row, pair in zip(copy.rows.order_by("position"), got, strict=True) if pair not in ROWS]
    assert all(row.status == "proposed" and row.flagged for row in new)
    units = Chip.objects.filter(row__review=copy).values_list("side", "unit")
    assert sorted(units) == [(side, unit) for side in ("source", "target") for unit in range(4)]


def test_the_same_text_changes_nothing(project: Project, review: Review) -> None:
    result = bring(project, "again.tsv", table(ROWS))
    assert (result["documents"], result["n_unchanged"], result["reviews"]) == ([], 2, [])
    assert (Document.objects.count(), Review.objects.count(), Pair.objects.count()) == (2, 1, 1)


def test_a_third_version_follows_the_second(project: Project, review: Review) -> None:
    for text in ("The tide turned.", "The tide had turned."):
        bring(project, "t.tsv", table([ROWS[0], (text, ROWS[1][1]), *ROWS[2:]]))
    versions = Document.objects.filter(external_id=review.pair.source.external_id).order_by("version")
    assert [document.version for document in versions] == [1, 2, 3]
    assert Review.objects.count() == 3
    assert Pair.objects.order_by("-pk")[0].title == "Tides (version 3)"


def test_a_failure_while_reviews_are_carried_over_leaves_nothing(
    project: Project, review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr("annotator.reviewing.carry_over.chip_models", fail)
    with pytest.raises(RuntimeError):
        bring(project, "t.tsv", table(ROWS[:3]))
    assert (Document.objects.count(), Review.objects.count(), Operation.objects.count()) == (2, 1, 2)


@pytest.mark.django_db(transaction=True)
def test_edits_made_while_the_import_goes_on_are_in_the_new_review_or_refused(
    project: Project, review: Review, annotator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = str(review.rows.order_by("position")[3].pk)
    store, copy_chips = storing.store_document, carry_over.chip_models
    late: list[Future[Any]] = []

    def post_edit(text: str) -> None:
        edit(review, annotator, [{"type": "set", "rows": [row], "fields": {"post_edit": text}}])

    def edit_before(*args: Any, **options: Any) -> Any:
        elsewhere(lambda: post_edit("edited while documents are stored"))
        return store(*args, **options)

    def edit_after_rows_were_read(*args: Any) -> Any:
        late.append(pool.submit(lambda: elsewhere(lambda: post_edit("edited while the review is copied"))))
        wait(late, timeout=1)
        return copy_chips(*args)

    monkeypatch.setattr(storing, "store_document", edit_before)
    monkeypatch.setattr(carry_over, "chip_models", edit_after_rows_were_read)
    with ThreadPoolExecutor() as pool:
        bring(project, "t.tsv", table([ROWS[0], ("The tide turned.", ROWS[1][1]), *ROWS[2:]]))
    copy = Review.objects.exclude(pk=review.pk).get()
    refused = late[0].exception()
    assert isinstance(refused, Conflict)
    assert (refused.code, refused.extra["superseded_by"]) == ("superseded", copy.pk)
    assert copy.rows.order_by("position")[3].post_edit == "edited while documents are stored"


@pytest.mark.django_db(transaction=True)
def test_a_review_opened_while_the_import_goes_on_is_carried_over_or_refused(
    project: Project,
    review: Review,
    admin: User,
    person: Callable[..., User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, second = review.pair, person("annotator", "second")
    store, copy_chips = storing.store_document, carry_over.chip_models
    late: list[Future[Any]] = []

    def open_before(*args: Any, **options: Any) -> Any:
        elsewhere(lambda: open_review(pair=old, annotator=admin))
        return store(*args, **options)

    def open_after_reviews_were_found(*args: Any) -> Any:
        if not late:
            late.append(pool.submit(lambda: elsewhere(lambda: open_review(pair=old, annotator=second))))
            wait(late, timeout=1)
        return copy_chips(*args)

    monkeypatch.setattr(storing, "store_document", open_before)
    monkeypatch.setattr(carry_over, "chip_models", open_after_reviews_were_found)
    with ThreadPoolExecutor() as pool:
        bring(project, "t.tsv", table([ROWS[0], ("The tide turned.", ROWS[1][1]), *ROWS[2:]]))
    refused = late[0].exception()
    assert isinstance(refused, Conflict)
    newer = Pair.objects.exclude(pk=old.pk).get()
    assert (refused.code, refused.extra["newer_pair"]) == ("superseded", newer.pk)
    assert {one.annotator for one in newer.reviews.all()} == {review.annotator, admin}
    assert open_review(pair=newer, annotator=second)[1], "the newer pair can be reviewed"
    assert open_review(pair=old, annotator=admin) == (old.reviews.get(annotator=admin), False)


# The map of units and what it does to rows


@pytest.mark.parametrize(
    ("before", "after", "same", "moved", "new_after"),
    [
        ("abc", "abc", {0: 0, 1: 1, 2: 2}, {}, {}),
        ("abc", "axc", {0: 0, 2: 2}, {1: (1,)}, {}),
        ("abc", "axyc", {0: 0, 2: 3}, {1: (1, 2)}, {}),
        ("abcd", "axd", {0: 0, 3: 2}, {1: (1,)}, {}),
        ("ab", "aab", {0: 0, 1: 2}, {}, {1: 0}),
        ("ab", "xab", {0: 1, 1: 2}, {}, {0: -1}),
        ("abc", "", {}, {}, {}),
    ],
)
def test_units_are_mapped(before: str, after: str, same: Any, moved: Any, new_after: Any) -> None:
    assert map_units(before, after) == UnitMap(same, moved, new_after)


def test_a_long_diff_is_cut() -> None:
    lines = diff_lines([f"{n}" for n in range(400)], [f"new {n}" for n in range(400)])
    assert len(lines) == 301
    assert lines[-1] == {"kind": "gap", "position": 500, "text": ""}


def test_what_did_not_change_is_a_gap() -> None:
    before = [str(n) for n in range(50)]
    lines = diff_lines(before, [*before[:25], "x", *before[26:]])
    assert [(line["kind"], line["position"]) for line in lines] == [
        ("gap", 24), ("same", 24), ("removed", 25), ("added", 25), ("same", 26), ("gap", 23),
    ]  # fmt: skip


def chip(unit: int, start: int = 0, end: int = 3) -> ChipState:
    return ChipState(str(uuid4()), unit, start, end)


def test_halves_of_an_unchanged_unit_stay_in_their_rows() -> None:
    rows = [
        RowState("a", 1.0, source=(chip(0),), target=(chip(0, 0, 1),), status="accepted"),
        RowState("b", 2.0, source=(chip(1),), target=(chip(0, 1, 3), chip(1)), status="accepted"),
    ]
    source = SideMap(UnitMap({0: 0, 1: 1}, {}, {}), (3, 3), exclusive=True)
    target = SideMap(UnitMap({0: 1}, {1: (2,)}, {0: -1}), (5, 3, 4), exclusive=True)
    carried = carry_rows(rows, source, target)
    spans = [[(one.unit, one.start, one.end) for one in row.row.target] for row in carried]
    assert spans == [[(0, 0, 5)], [(1, 0, 1)], [(1, 1, 3), (2, 0, 4)]]
    assert [one.kept for one in carried] == [False, True, False]
    assert [one.row.position for one in carried] == [1.0, 2.0, 3.0]


def test_a_papers_sentence_may_be_in_many_rows_and_needs_none() -> None:
    rows = [RowState(str(n), float(n), source=(chip(0),), target=(chip(n),)) for n in range(3)]
    source = SideMap(UnitMap({}, {0: (0, 1)}, {2: 0}), (4, 4, 4), exclusive=False)
    target = SideMap(UnitMap.identity(3), (3, 3, 3), exclusive=True)
    carried = carry_rows(rows, source, target)
    assert [[one.unit for one in row.row.source] for row in carried] == [[0, 1]] * 3
    assert len({one.id for row in carried for one in row.row.source}) == 6


def test_the_carried_copy_is_open_and_its_log_is_no_undo(
    project: Project, review: Review, annotator: User, client_of: Callable[..., Any]
) -> None:
    bring(project, "t.tsv", table([ROWS[0], ("The tide turned.", ROWS[1][1]), *ROWS[2:]]))
    copy = Review.objects.exclude(pk=review.pk).get()
    User.objects.filter(pk=annotator.pk).update(is_superuser=False)
    Operation.objects.filter(review=copy).update(by=annotator)
    answer = client_of(annotator).get(f"/api/v1/reviews/{copy.pk}/").json()
    assert (answer["state"], answer["undo"], answer["n_reviewed"], answer["n_rows"]) == ("open", None, 3, 4)


CHANGED = [*ROWS[:2], ("We count waves.", "波を数えます。"), *ROWS[3:]]


def submitted(review: Review, user: User) -> None:
    step = {"type": "submit", "leave_unreviewed": True}
    operation = {"id": str(uuid4()), "verb": "submit", "steps": [step]}
    operate(review_id=review.pk, operations=[operation], user=user)


def test_slots_go_with_the_text_at_once(
    project: Project, annotator: User, admin: User, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    """Nobody saves the rules again: the newer pair is on the board, in the queues, and the old one nowhere."""
    bring(project, "t.tsv", table(ROWS))
    old = Pair.objects.get()
    slot_policy.set_policy(project, reviews_per_pair=3)
    first, _ = open_review(pair=old, annotator=annotator)
    edit(first, annotator, [_accepting(first)])
    submitted(first, annotator)
    ben = person("annotator", "ben")
    open_review(pair=old, annotator=ben)
    Slot.objects.filter(annotator=ben).update(lease_ends=timezone.now() + timedelta(minutes=5), due_on="2027-01-02")
    bring(project, "t.tsv", table(CHANGED))
    new = Pair.objects.exclude(pk=old.pk).get()
    assert not Slot.objects.filter(pair=old).exists()
    slots = Slot.objects.filter(pair=new)
    assert slots.count() == 3
    assert {slot.review.pair_id for slot in slots if slot.review} == {new.pk}
    claimed = slots.get(annotator=ben)
    assert claimed.due_on == date(2027, 1, 2)
    assert claimed.lease_ends is not None
    assert claimed.lease_ends > timezone.now() + timedelta(hours=1), "what is to be looked at came just now"
    board = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/").json()
    assert [pair["pair"]["id"] for pair in board["results"]] == [new.pk]
    counts = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/counts/").json()
    assert counts["n_pairs"] == 1
    queue = client_of(annotator).get(f"/api/v1/projects/{project.slug}/queue/").json()
    (mine,) = queue["slots"]
    assert (mine["pair"]["id"], mine["is_of_newer"], mine["n_rows"]) == (new.pk, True, 4)
    assert mine["review"]["reviewed_count"] == 3
    assert queue["ended"] == []


def gold_texts(project: Project) -> set[str]:
    return {record["source"] for record in gold_records(project)}


def test_what_did_not_change_stays_gold_while_the_rest_waits(
    project: Project, annotator: User, admin: User, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    bring(project, "t.tsv", table(ROWS))
    old = Pair.objects.get()
    slot_policy.set_policy(project, reviews_per_pair=2)
    people = [annotator, person("annotator", "ben")]
    for user in people:
        review, _ = open_review(pair=old, annotator=user)
        edit(review, user, [_accepting(review)])
        submitted(review, user)
    everything = {source for source, _ in ROWS}
    assert gold_texts(project) == everything
    bring(project, "t.tsv", table(CHANGED))
    unchanged = everything - {"We count."}
    assert gold_texts(project) == unchanged
    assert gold_preview(project) == {"n_reviews": 1, "n_rows": 3}
    first, _ = (Review.objects.get(annotator=user, superseded_by=None) for user in people)
    assert [one["reason"] for one in why_gold(first)["rows"]] == ["gold", "gold", "unreviewed", "gold"]

    board = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/").json()["results"]
    assert [(one["state"], one["n_again"], one["n_rows_again"]) for one in board] == [("look_again", 2, 1)]

    # What is changed now, waits for the submission.
    row, _, waiting, _ = map(str, first.rows.order_by("position").values_list("pk", flat=True))
    edit(first, annotator, [{"type": "set", "rows": [waiting], "fields": {"status": "accepted"}}])
    edit(first, annotator, [{"type": "set", "rows": [row], "fields": {"good_mt": False}}])
    assert gold_texts(project) == unchanged - {"Good evening."}
    assert [one["reason"] for one in why_gold(first)["rows"]] == ["not_submitted", "gold", "not_submitted", "gold"]
    bring(project, "t.tsv", table([*CHANGED[:3], ("Thanks, all.", "どうも。")]))
    assert gold_texts(project) == {"The tide turns."}, "What waited for its submission waits on the newest text too."
    for user in people:
        newest = Review.objects.get(annotator=user, superseded_by=None)
        edit(newest, user, [_accepting(newest)])
        submitted(newest, user)
    assert gold_texts(project) == {"The tide turns.", "We count waves.", "Thanks, all."}, "They differ on the first."
    assert not Review.objects.exclude(submitted_before=None).filter(superseded_by=None).exists()
    board = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/").json()["results"]
    assert [(one["state"], one["n_again"]) for one in board] == [("submitted", 0)]


def test_an_adjudication_stands_like_a_review(
    project: Project, annotator: User, admin: User, person: Callable[..., User]
) -> None:
    bring(project, "t.tsv", table(ROWS))
    old = Pair.objects.get()
    for user in (annotator, person("annotator", "ben")):
        review, _ = open_review(pair=old, annotator=user)
        edit(review, user, [_accepting(review)])
        if user != annotator:
            row = str(review.rows.earliest("position").pk)
            edit(review, user, [{"type": "set", "rows": [row], "fields": {"good_mt": False}}])
        submitted(review, user)
    adjudication, _ = open_adjudication(pair=old, user=admin)
    edit(adjudication, admin, [_accepting(adjudication)])
    submitted(adjudication, admin)
    assert len(gold_texts(project)) == 4
    bring(project, "t.tsv", table(CHANGED))
    assert {(record["source"], record["basis"]) for record in gold_records(project)} == {
        (source, "adjudicated") for source, _ in ROWS if source != "We count."
    }
    copy = Review.objects.get(kind="adjudication", superseded_by=None)
    assert (copy.state, copy.rows.filter(status="proposed").count(), copy.compared.count()) == ("open", 1, 2)


def test_a_review_in_which_nothing_changed_stays_submitted(review: Review, annotator: User) -> None:
    submitted(review, annotator)
    review.refresh_from_db()
    copy = Review(revision=1)
    carry_over._stand(copy, review, is_whole=True)
    assert (copy.state, copy.submitted_at, copy.submitted_before) == ("submitted", review.submitted_at, None)


def test_a_claim_that_ended_says_who_has_the_pair_now(
    project: Project, annotator: User, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    bring(project, "t.tsv", table(ROWS))
    pair = Pair.objects.get()
    slot_policy.set_policy(project, reviews_per_pair=1)
    mine, _ = open_review(pair=pair, annotator=annotator)
    edit(mine, annotator, [_accepting(mine)])
    slot = Slot.objects.get()

    def ended() -> tuple[bool, bool]:
        (one,) = client_of(annotator).get(f"/api/v1/projects/{project.slug}/queue/").json()["ended"]
        return one["is_free"], one["is_taken"]

    Slot.objects.filter(pk=slot.pk).update(annotator=None, review=None, lease_ends=None)
    assert ended() == (True, False)
    Slot.objects.filter(pk=slot.pk).update(annotator=person("annotator", "ben"))
    assert ended() == (False, True)
    Slot.objects.all().delete()
    assert ended() == (False, False)


def _accepting(review: Review) -> dict[str, Any]:
    rows = [str(pk) for pk in ReviewRow.objects.filter(review=review).values_list("pk", flat=True)]
    return {"type": "set", "rows": rows, "fields": {"status": "accepted"}}
