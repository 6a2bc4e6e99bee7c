"""Every pair that a filter finds, aligned a few at a time: what is said before, what is skipped, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.types import Cancelled
from annotator.aligning import bulk_aligning, room
from annotator.aligning import runs as aligning
from annotator.aligning.engines import RunResult
from annotator.aligning.learned import word_pairs
from annotator.corpus.pair_filters import Stage
from annotator.models import (
    AlignmentRun,
    BulkAlignment,
    DocumentEmbeddings,
    Pair,
    Project,
    RowStatus,
    RunState,
)
from annotator.platform import work, workers
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.shared import do_task

ClientOf = Callable[[User], APIClient]
#: What is asked for where the test does not say: without filters, which learn words.
QUICK: dict[str, Any] = {"engine": "lengths", "options": {"filters": "off"}}
Queued = list[tuple[str, int]]


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_aligning, "AT_ONCE", 4)
    monkeypatch.setattr(bulk_aligning, "SLICE", 3)


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    """Five bitexts of two lines, without runs."""
    return [make_pair(project, n) for n in range(5)]


@pytest.fixture
def few(project: Project) -> list[Pair]:
    """Three, where it does not matter that the work comes in several slices."""
    return [make_pair(project, n) for n in range(3)]


@pytest.fixture
def aligned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first run finds is the result of all: for tests of what happens around them."""
    results: list[RunResult] = []

    def first_result(pair: Pair, *given: Any, **named: Any) -> RunResult:
        results[:] = results or [run_engine(pair, *given, **named)]
        return results[0]

    run_engine = aligning.run_engine
    monkeypatch.setattr(aligning, "run_engine", first_result)


def make_pair(project: Project, n: int, **target: Any) -> Pair:
    sides = [world.make_document(project, f"Talk {n} {side}", ["One.", "Two."], **target) for side in "ab"]
    return world.make_pair(project, f"Talk {n}", *sides)


@pytest.fixture
def api(admin: User, client_of: ClientOf, project: Project, django_capture_on_commit_callbacks: Any) -> APIClient:
    return client_of(admin)


@pytest.fixture
def begin(api: APIClient, project: Project, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Start a bulk alignment of the project; what is committed is sent."""

    def make(**given: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return api.post("/api/v1/bulk-alignments/", {"project": project.slug, **QUICK, **given})

    return make


@pytest.fixture
def preview(api: APIClient, project: Project) -> Callable[..., dict[str, Any]]:
    def ask(**given: Any) -> dict[str, Any]:
        body = {"project": project.slug, **QUICK, **given}
        answer = api.post("/api/v1/bulk-alignments/preview/", body)
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        found["refused"] = {each["reason"]: each["n_pairs"] for each in found["refusals"]}
        return found

    return ask


@pytest.fixture
def now(api: APIClient) -> Callable[[Any], dict[str, Any]]:
    """How a bulk alignment, as its start was answered, stands now."""

    def ask(started: Any) -> dict[str, Any]:
        found: dict[str, Any] = api.get(f"/api/v1/bulk-alignments/{started.data['id']}/").json()
        return found

    return ask


@pytest.fixture
def do_all(queued: Queued, django_capture_on_commit_callbacks: Any) -> Callable[..., int]:
    """Be a worker until nothing waits, or for so many messages. Returns the most runs that waited at a time."""

    def work_off(most: int = 1000) -> int:
        most_waiting = 0
        while queued and most:
            most -= 1
            most_waiting = max(most_waiting, sum(task == "align_bulk" for task, _ in queued))
            task, pk = queued.pop(0)
            with django_capture_on_commit_callbacks(execute=True):
                do_task(task, pk)
        return most_waiting

    return work_off


def test_every_pair_is_aligned_a_few_at_a_time(
    begin: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued
) -> None:
    started = begin()
    assert (started.status_code, started.data["state"], started.data["n_pairs"]) == (201, "queued", 5)
    assert queued == [("align_many", started.data["id"])]
    assert do_all() <= bulk_aligning.AT_ONCE
    said = now(started)
    assert (said["state"], said["progress"], said["n_succeeded"]) == ("finished", 1.0, 5)
    assert (said["n_failed"], said["n_skipped"], said["n_refused"]) == (0, 0, 0)
    runs = AlignmentRun.objects.filter(pair__in=pairs)
    assert sorted(runs.values_list("pair", "number")) == [(pair.pk, 1) for pair in pairs]
    assert {run.created_by.username for run in runs if run.created_by} == {"admin"}
    assert all(run.links.exists() for run in runs)


def test_what_has_the_same_result_is_skipped_unless_asked_for_again(
    begin: Any, now: Any, preview: Any, do_all: Any, few: list[Pair]
) -> None:
    begin()
    do_all()
    assert [preview()[name] for name in ("n_pairs", "n_to_align", "n_skipped")] == [3, 0, 3]
    assert [preview(again=True)[name] for name in ("n_to_align", "n_aligned")] == [3, 3]
    assert preview(options={"filters": "strip"})["n_to_align"] == 3, "other options, another result"
    second = begin()
    do_all()
    assert [now(second)[name] for name in ("state", "n_skipped", "n_succeeded")] == ["finished", 3, 0]
    begin(again=True)
    do_all()
    runs = AlignmentRun.objects.filter(pair=few[0])
    assert sorted(runs.values_list("number", flat=True)) == [1, 2]
    assert len({run.signature for run in runs}) == len({run.recipe for run in runs}) == 1


def test_a_run_started_alone_counts_as_done_too(preview: Any, few: list[Pair]) -> None:
    run = aligning.start_run(pair=few[0], **QUICK, user=None)
    assert preview()["n_skipped"] == 1, "it is on its way"
    aligning.execute(run.pk)
    assert [preview()[name] for name in ("n_skipped", "n_to_align", "n_aligned")] == [1, 2, 0]
    assert preview(options={"filters": "strip"})["n_aligned"] == 1, "reviews that begin later start from the new one"
    AlignmentRun.objects.filter(pk=run.pk).update(state=RunState.FAILED)
    assert preview()["n_skipped"] == 0


@pytest.mark.usefixtures("aligned_once")
@pytest.mark.parametrize(
    ("options", "n_skipped"),
    [({"learn_from_accepted": True}, 1), ({}, 3)],
    ids=["only its own pair does not learn from it", "none does unless asked to"],
)
def test_gold_of_other_pairs_is_something_new_where_runs_learn_from_it(
    preview: Any, begin: Any, do_all: Any, few: list[Pair], annotator: User, options: dict[str, bool], n_skipped: int
) -> None:
    begin(engine="lexical", options=options)
    do_all()
    assert preview(engine="lexical", options=options)["n_skipped"] == 3
    review, _ = open_review(pair=few[0], annotator=annotator)
    review.rows.update(status=RowStatus.ACCEPTED)
    review.state, review.submitted_at = "submitted", timezone.now()
    review.save()
    assert preview(engine="lexical", options=options)["n_skipped"] == n_skipped
    other = {"learn_from_accepted": not options.get("learn_from_accepted", False)}
    assert preview(engine="lexical", options=other)["n_skipped"] == 0


def test_words_of_accepted_rows_are_learned_once_for_a_state_of_the_gold(
    begin: Any,
    do_all: Any,
    few: list[Pair],
    annotator: User,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    tmp_path: Path,
) -> None:
    settings.DATA_DIR = tmp_path
    learned: list[int] = []
    learn = word_pairs.learn_word_pairs
    monkeypatch.setattr(
        word_pairs, "learn_word_pairs", lambda rows, **of: learned.append(len(rows)) or learn(rows, **of)
    )

    def align_all() -> list[int]:
        word_pairs._read.cache_clear()  # as in another process
        learning = {"learn_from_accepted": True, "common_words": False, "filters": "off"}
        begin(engine="lexical", options=learning, again=True)
        do_all()
        n_rows = {run.pair_id: run.info["training_pairs"] for run in AlignmentRun.objects.order_by("pk")}
        return [n_rows[pair.pk] for pair in few]

    def accept(pair: Pair) -> None:
        review, _ = open_review(pair=pair, annotator=annotator)
        review.rows.update(status=RowStatus.ACCEPTED)
        review.state, review.submitted_at = "submitted", timezone.now()
        review.save()

    assert (align_all(), learned) == ([0, 0, 0], [])
    accept(few[0])
    assert (align_all(), learned) == ([0, 2, 2], [2])
    assert (align_all(), learned) == ([0, 2, 2], [2])
    accept(few[1])
    assert (align_all(), sorted(learned)) == ([2, 2, 4], [2, 2, 2, 4])
    files = list((tmp_path / "learned-words").glob("*.npz"))
    assert [path.stat().st_mode & 0o777 for path in files] == [0o600] * 4
    files[0].write_bytes(b"damaged")
    monkeypatch.setattr(word_pairs, "MOST_BYTES", 2 * files[1].stat().st_size)
    accept(few[2])
    assert align_all() == [4, 4, 4]
    assert len(list((tmp_path / "learned-words").glob("*.npz"))) <= 2


def test_uploaded_embeddings_and_thresholds_are_part_of_the_result(
    preview: Any, begin: Any, do_all: Any, few: list[Pair]
) -> None:
    begin(options={})
    do_all()
    few[1].filter_thresholds = {"alpha_least": 0.4}
    few[1].save()
    for document in (few[2].source, few[2].target):
        DocumentEmbeddings.objects.create(document=document, name="laser2", n_lines=2, dimension=2, sha256="0" * 64)
    said = preview(options={})
    assert (said["n_to_align"], said["n_skipped"]) == (2, 1)


def test_the_recipe_says_the_same_as_the_signature(few: list[Pair], project: Project) -> None:
    """What changes the one changes the other: here the options, one by one."""
    seen: dict[str, str] = {}
    for options in ({}, {"filters": "off"}, {"filters": "strip"}, {"common_words": False}, {"dictionary": "none"}):
        run = aligning.start_run(pair=few[0], engine="lexical", options=options, user=None)
        aligning.execute(run.pk)
        run.refresh_from_db()
        assert run.recipe not in seen or seen[run.recipe] == run.signature
        seen[run.recipe] = run.signature
    assert len(seen) == 5


def test_it_says_before_what_cannot_be_aligned_and_why(
    preview: Any, begin: Any, now: Any, do_all: Any, few: list[Pair], talk: Pair, project: Project
) -> None:
    world.make_pair(project, "Empty", world.make_document(project, "e", []), world.make_document(project, "f", ["a"]))
    said = preview(engine="lexical")
    assert (said["n_pairs"], said["n_to_align"]) == (5, 3)
    reasons = list(said["refused"])
    assert any("does not align this kind of pair" in reason for reason in reasons)
    assert "One of its texts is empty." in reasons
    assert {each["kind"]: each["pair"] for each in said["examples"]}["paper_talk"] == talk.pk
    assert said["seconds"] > 0
    assert said["bytes"] > 0
    started = begin(engine="lexical")
    do_all()
    assert {each["reason"]: each["n_pairs"] for each in now(started)["refusals"]} == said["refused"]
    assert [now(started)[name] for name in ("state", "n_succeeded", "n_refused")] == ["finished", 3, 2]


def test_auto_takes_the_engine_of_each_kind(begin: Any, do_all: Any, few: list[Pair], talk: Pair) -> None:
    begin(engine="auto", options={}, again=True)
    do_all()
    assert talk.runs.latest("pk").engine == "talksumm"
    assert few[0].runs.get().engine == "lexical"


def test_the_list_and_the_bulk_mean_the_same_pairs(
    api: APIClient, preview: Any, project: Project, pairs: list[Pair], bitext: Pair, talk: Pair
) -> None:
    for chosen, n in (
        ({}, 7),
        ({"kind": "bitext"}, 6),
        ({"search": "talk 3"}, 1),
        ({"search": "Talk 3 b"}, 1),
        ({"stage": "unaligned"}, 5),
        ({"stage": "aligned"}, 2),
        ({"stage": "unaligned", "search": "full stop"}, 0),
    ):
        assert api.get("/api/v1/pairs/", {"project": project.slug, **chosen}).json()["count"] == n, chosen
        assert preview(filter=chosen)["n_pairs"] == n, chosen


def test_every_stage_can_be_asked_for(api: APIClient, project: Project, bitext: Pair) -> None:
    AlignmentRun.objects.create(pair=make_pair(project, 1), number=1, engine="lengths")
    for stage, status in (*((stage, 200) for stage in Stage), ("late", 400)):
        found = api.get("/api/v1/pairs/", {"project": project.slug, "stage": stage})
        assert found.status_code == status, stage


def test_only_the_pairs_that_the_filter_finds(begin: Any, do_all: Any, few: list[Pair], talk: Pair) -> None:
    begin(filter={"search": "talk 1"})
    do_all()
    assert set(AlignmentRun.objects.exclude(bulk=None).values_list("pair", flat=True)) == {few[1].pk}


def test_nothing_to_align_is_refused(begin: Any, few: list[Pair]) -> None:
    answer = begin(filter={"search": "no such talk"})
    assert (answer.status_code, answer.json()["code"]) == (400, "no_pairs")


def test_two_clicks_start_it_once(begin: Any, few: list[Pair]) -> None:
    assert begin().status_code == 201
    again = begin()
    assert (again.status_code, again.json()["code"]) == (409, "under_way")
    assert begin(engine="lexical").status_code == 201, "something else may be done beside it"


@pytest.mark.usefixtures("aligned_once")
def test_cancelling_stops_all_of_it_and_keeps_what_is_done(
    api: APIClient, begin: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued
) -> None:
    started = begin()
    do_all(3)  # itself, and two runs
    answer = api.post(f"/api/v1/bulk-alignments/{started.data['id']}/cancel/")
    assert (answer.status_code, answer.data["state"]) == (200, "cancelled")
    do_all()
    said = now(started)
    assert (said["n_succeeded"], said["n_cancelled"]) == (2, 2)
    assert not AlignmentRun.objects.filter(state__in=("queued", "running")).exists()
    assert AlignmentRun.objects.filter(pair__in=pairs).count() == 4, "those not come to have no run"
    again = api.post(f"/api/v1/bulk-alignments/{started.data['id']}/cancel/")
    assert (again.status_code, again.json()["code"]) == (409, "bulk_ended")


def test_cancelled_while_a_worker_starts_runs_none_of_them_is_left(
    begin: Any, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = begin()
    bulk = BulkAlignment.objects.get(pk=started.data["id"])
    create_runs = bulk_aligning._create_runs

    def cancelled_meanwhile(*given: Any) -> Any:
        bulk_aligning.cancel_bulk(bulk)
        return create_runs(*given)

    monkeypatch.setattr(bulk_aligning, "_create_runs", cancelled_meanwhile)
    do_task("align_many", bulk.pk)
    assert not AlignmentRun.objects.filter(bulk=bulk).exists()


def test_cancelling_its_last_runs_one_by_one_ends_it(
    api: APIClient, begin: Any, now: Any, do_all: Any, few: list[Pair], queued: Queued
) -> None:
    started = begin(filter={"search": "talk 1"})
    do_all(1)
    run = AlignmentRun.objects.get(bulk=started.data["id"])
    assert api.post(f"/api/v1/runs/{run.pk}/cancel/").status_code == 200
    do_all()
    assert [now(started)[name] for name in ("state", "n_cancelled")] == ["finished", 1]


@pytest.mark.usefixtures("aligned_once")
def test_a_worker_lost_while_it_starts_runs_is_followed_by_another(
    begin: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = begin()
    create_runs = bulk_aligning._create_runs

    def dies(bulk: BulkAlignment, plans: Any) -> Any:
        create_runs(bulk, plans)
        raise KeyboardInterrupt  # as a process that is killed: nothing is said, the transaction is undone

    monkeypatch.setattr(bulk_aligning, "_create_runs", dies)
    with pytest.raises(KeyboardInterrupt):
        do_all()
    monkeypatch.setattr(bulk_aligning, "_create_runs", create_runs)
    BulkAlignment.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=1))
    assert work.sweep() == 1
    do_all()
    assert [now(started)[name] for name in ("state", "n_succeeded")] == ["finished", 5]
    assert AlignmentRun.objects.filter(pair__in=pairs).count() == 5


@pytest.mark.usefixtures("aligned_once")
def test_a_lost_message_does_not_stop_it(begin: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued) -> None:
    started = begin()
    do_all(2)
    queued.clear()  # with Redis's memory
    past = timezone.now() - timedelta(minutes=5)
    AlignmentRun.objects.update(created_at=past)
    BulkAlignment.objects.update(heartbeat_at=past)
    assert work.sweep() > 0
    do_all()
    assert [now(started)[name] for name in ("state", "n_succeeded")] == ["finished", 5]


@pytest.mark.usefixtures("aligned_once")
def test_runs_that_fail_are_counted_and_do_not_stop_it(
    begin: Any, now: Any, do_all: Any, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_engine = aligning.run_engine

    def sometimes(pair: Pair, *given: Any, **named: Any) -> RunResult:
        if pair.pk == pairs[4].pk:
            raise MemoryError
        return run_engine(pair, *given, **named)

    monkeypatch.setattr(aligning, "run_engine", sometimes)
    started = begin()
    do_all()
    assert [now(started)[name] for name in ("state", "n_succeeded", "n_failed")] == ["finished", 4, 1]


@pytest.mark.usefixtures("aligned_once")
def test_a_pair_deleted_meanwhile_is_left_out(
    begin: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued
) -> None:
    started = begin()
    do_all(1)
    pairs[1].delete()  # its run waits
    pairs[4].delete()  # not come to yet
    do_all()
    assert [now(started)[name] for name in ("state", "n_succeeded", "progress")] == ["finished", 3, 4 / 5]


def test_a_run_that_fits_into_no_worker_is_refused(
    api: APIClient, preview: Any, few: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "memory_for", lambda task: 1_000_000)
    answer = api.post("/api/v1/runs/", {"pair": few[0].pk, "engine": "lexical"})
    assert (answer.status_code, answer.json()["code"]) == (400, "too_large_for_worker")
    assert "needs about" in answer.json()["detail"]
    assert preview()["n_to_align"] == 0
    monkeypatch.setattr(workers, "memory_for", lambda task: None)  # nobody has said
    run = aligning.start_run(pair=few[0], engine="lexical", options={}, user=None)
    monkeypatch.setattr(workers, "memory_of_machine", lambda: 1_000_000)
    aligning.execute(run.pk)
    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert "needs about" in run.error


def test_a_preview_costs_the_same_statements_for_any_number_of_pairs(preview: Any, project: Project) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            preview()
        return len(captured)

    make_pair(project, 1)
    few = statements()
    for n in range(2, 6):
        make_pair(project, n)
    assert statements() == few


@pytest.mark.usefixtures("aligned_once")
def test_jobs_that_wait_are_counted_without_their_messages(
    api: APIClient, begin: Any, do_all: Any, pairs: list[Pair]
) -> None:
    begin()
    assert api.get("/api/v1/health/").json()["jobs_waiting"] == 5
    do_all(2)
    assert api.get("/api/v1/health/").json()["jobs_waiting"] == 4
    do_all()
    assert api.get("/api/v1/health/").json()["jobs_waiting"] == 0


def test_long_runs_and_bulk_work_wait_elsewhere(bitext: Pair) -> None:
    single, long = AlignmentRun(pair=bitext, estimated_seconds=2.0), AlignmentRun(pair=bitext, estimated_seconds=600.0)
    of_bulk = AlignmentRun(pair=bitext, bulk_id=1, estimated_seconds=2.0)
    of_each = [run.task for run in (single, long, of_bulk)]
    assert [(task.queue, task.priority) for task in of_each] == [("short", 0), ("long", 0), ("long", 9)]


@pytest.fixture
def under_way(begin: Any, do_all: Any, pairs: list[Pair], queued: Queued, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two runs of a bulk alignment, each of a minute, that take both processes; the second began last."""
    monkeypatch.setattr(workers, "n_processes", lambda task: 2)
    begin()
    do_all(1)
    runs = list(AlignmentRun.objects.order_by("pk")[:2])
    for run in runs:
        queued.remove(("align_bulk", run.pk))
        run.estimated_seconds = 60.0
        run.save()
        assert run.claim_for_work()
    return runs


@pytest.fixture
def start_alone(api: APIClient, django_capture_on_commit_callbacks: Any) -> Callable[[Pair], None]:
    def start(pair: Pair) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            answer = api.post("/api/v1/runs/", {"pair": pair.pk, "engine": "lengths"})
        assert answer.status_code == 201, answer.content

    return start


def states(runs: list[AlignmentRun]) -> list[tuple[str, int]]:
    for run in runs:
        run.refresh_from_db()
    return [(run.state, run.attempts) for run in runs]


@pytest.mark.usefixtures("aligned_once")
def test_a_long_run_gives_way_to_what_a_person_starts(
    under_way: list[AlignmentRun], start_alone: Any, now: Any, do_all: Any, pairs: list[Pair], queued: Queued
) -> None:
    first, last = under_way
    with work.Heartbeat(AlignmentRun.objects.get(pk=last.pk)) as heartbeat:
        start_alone(pairs[4])
        assert states(under_way) == [("running", 1), ("queued", 0)], "the one that began last, and nobody lost it"
        assert [task for task, _ in queued[-2:]] == ["align", "align_bulk"]
        assert queued[-1][1] == last.pk
        with pytest.raises(Cancelled):
            heartbeat.progress(0.5, "round 2")
        with pytest.raises(Cancelled):
            heartbeat.finish(RunState.SUCCEEDED, signature="late")
    start_alone(pairs[3])
    assert states(under_way) == [("queued", 0), ("queued", 0)], "two people get two processes"
    start_alone(pairs[2])
    do_all()
    first.refresh_from_db()
    assert first.state == RunState.SUCCEEDED
    assert BulkAlignment.objects.get().state == "finished"
    assert not AlignmentRun.objects.exclude(state=RunState.SUCCEEDED).exists()


def test_nothing_gives_way_where_a_process_is_free_or_soon_is(
    under_way: list[AlignmentRun], start_alone: Any, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(workers, "n_processes", lambda task: 3)
        start_alone(pairs[4])
    AlignmentRun.objects.filter(pk=under_way[0].pk).update(estimated_seconds=1.0)
    start_alone(pairs[3])
    assert states(under_way) == [("running", 1), ("running", 1)]


def test_without_bulk_work_a_start_looks_no_further(start_alone: Any, few: list[Pair]) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert room.make_room(AlignmentRun.LONG_TASK) is None
    assert len(captured) == 1


def test_runs_of_bulk_work_take_nothing_from_each_other(
    under_way: list[AlignmentRun], begin: Any, do_all: Any, queued: Queued
) -> None:
    begin(engine="lexical")
    do_all(1)
    assert "align_bulk" in {task for task, _ in queued}
    assert states(under_way)[0] == ("running", 1)
