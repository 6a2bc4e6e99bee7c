"""What an edit costs, and that the counters which make it cheap are right."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.models import Pair, Project, Review, ReviewRow
from annotator.reviewing.state import WorkingRows
from annotator.reviewing.storage import counted, read_rows
from tests.annotator.reviewing.editor import Editor, gestures
from tests.annotator.reviewing.random_steps import random_step


def statements(editor: Editor, *steps: dict[str, Any]) -> list[str]:
    """Those of one edit, without savepoints, which only tests have."""
    row = editor.rows[0]
    with CaptureQueriesContext(
        connection,
    ) as context:
        editor.done(*steps, versions={row["id"]: row["version"]})
    return [query["sql"] for query in context if "SAVEPOINT" not in query["sql"]]


@pytest.mark.parametrize("name", ["accept", "move a chunk to the next row", "merge"])
def test_an_edit_takes_three_statements_and_counts_nothing(editor: Editor, name: str) -> None:
    """One reads the review and who may edit it, one reads the rows, one writes it all and is the transaction."""
    editor.done(*gestures(editor.rows)["accept"])  # the rows are counted
    asked = statements(editor, *gestures(editor.rows)[name])
    assert len(asked) == 3, "\n".join(asked)
    assert not any("count(*) FILTER" in sql for sql in asked)


def test_submitting_takes_a_lock_and_says_so_in_the_activity_log(editor: Editor) -> None:
    editor.done(*gestures(editor.rows)["accept"])
    asked = statements(editor, *gestures(editor.rows)["submit"])
    assert len(asked) <= 9, "\n".join(asked)
    assert sum("annotator_activityentry" in sql for sql in asked) == 1


def test_a_split_takes_few_statements_more(editor: Editor) -> None:
    """Whether the new ids and the new place are free."""
    assert len(statements(editor, *gestures(editor.rows)["split the row"])) <= 7


@pytest.mark.parametrize("name", ["accept", "merge", "split the row", "swap", "null", "submit"])
def test_the_answer_to_an_edit_is_what_reading_it_again_gives(editor: Editor, name: str) -> None:
    before = {row["id"] for row in editor.rows}
    steps = gestures(editor.rows)[name]
    for act in (lambda: editor.done(*steps), editor.undo, editor.redo):
        answer = act()
        now = {row["id"]: row for row in editor.rows}
        assert answer["rows"] == [now[row["id"]] for row in answer["rows"]]
        assert not set(answer["deleted"]) & set(now)
        head = editor.client.get(f"/api/v1/reviews/{editor.id}/").json()
        assert answer["review"] == {field: head[field] for field in answer["review"]}
    assert before - set(now) <= set(answer["deleted"])


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_counters_equal_a_recount_after_any_operations(editor: Editor, data: st.DataObject) -> None:
    with transaction.atomic():
        reviewed = [row["id"] for row in editor.rows[::2]]  # so that steps take away rows that count, and others
        editor.done({"type": "set", "rows": reviewed, "fields": {"status": "accepted"}})
        for _ in range(data.draw(st.integers(1, 5))):
            review = Review.objects.get(pk=editor.id)
            rows = WorkingRows(read_rows(review)[0], is_bitext=True)
            kind = data.draw(st.sampled_from(["step", "step", "step", "undo", "redo"]))
            if kind == "step":
                editor.send(random_step(data.draw, replace(rows, rows=dict(rows.rows))), versions={})
            elif named := editor.client.get(f"/api/v1/reviews/{editor.id}/").json()[kind]:
                editor.send({"type": kind, "operation": named["operation"]}, verb=kind, versions={})
            review.refresh_from_db()
            assert (review.row_count, review.reviewed_count) == counted(review)
        transaction.set_rollback(True)


def test_a_review_whose_rows_were_never_counted_is_counted_at_its_first_edit(editor: Editor) -> None:
    """As those are that were made by an earlier version, or carried over from an older text."""
    Review.objects.update(row_count=None, reviewed_count=None)
    ReviewRow.objects.filter(pk=editor.rows[1]["id"]).update(status="implicit")
    answer = editor.done(*gestures(editor.rows)["accept"])
    assert (answer["review"]["n_rows"], answer["review"]["n_reviewed"]) == (4, 2)


def test_the_first_edit_of_a_long_new_review_costs_no_more_than_later_ones(
    project: Project, annotator: User, client_of: Callable[[User], APIClient], editor: Editor
) -> None:
    """Without statistics of the new rows, Postgres used to plan a loop over all of them: seconds for each edit."""
    editor.done(*gestures(editor.rows)["accept"])  # the process itself is warm
    lines = "".join(f"7\tTides\tS01\tThe tide turns {n}.\t潮が変わる{n}。\n" for n in range(3000))
    upload = Upload.of("tides.tsv", f"talk\tname\tinterpreter\tsource\ttarget\n{lines}".encode())
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    importing.commit_batch(batch, in_background=False, trusted=True)
    long = Editor(client_of(annotator), Pair.objects.get(pk=batch.result["pairs"][0]))
    rows = long.rows
    assert len(rows) == 3000

    def save(row: dict[str, Any]) -> tuple[float, int]:
        versions = {row["id"]: row["version"]}
        start = time.perf_counter()
        with CaptureQueriesContext(connection) as context:
            long.done({"type": "set", "rows": [row["id"]], "fields": {"status": "accepted"}}, versions=versions)
        return time.perf_counter() - start, len(context)

    seconds, n_statements = zip(*(save(row) for row in rows[:30]), strict=True)
    assert len(set(n_statements)) == 1
    assert max(seconds[:3]) < 20 * statistics.median(seconds[-10:])


def test_lists_tell_the_stored_counters_and_count_only_reviews_without_them(editor: Editor, bitext: Pair) -> None:
    editor.done(*gestures(editor.rows)["accept"])
    urls = ("/api/v1/reviews/", f"/api/v1/pairs/{bitext.pk}/", f"/api/v1/projects/{bitext.project.slug}/stages/")

    def told() -> set[tuple[int, int]]:
        reviews, pair, stages = (editor.client.get(url).json() for url in urls)
        found = (reviews["results"][0], pair["reviews"][0], stages["annotators"][0])
        return {(one["n_rows"], one["n_reviewed"]) for one in found}

    assert told() == {(4, 1)}
    Review.objects.update(row_count=70, reviewed_count=30, revision=2)  # by which an overview that is kept is told
    assert told() == {(70, 30)}
    Review.objects.update(row_count=None, reviewed_count=None, revision=3)
    assert told() == {(4, 1)}
