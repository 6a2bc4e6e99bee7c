"""Whole or not at all: an import that fails leaves nothing, and one that is large goes to a worker."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.corpus import importing
from annotator.corpus.importing import committing, staging, storing
from annotator.models import Document, ImportBatch, ImportState, Project
from annotator.platform import statements, work
from annotator.platform.errors import Conflict, ServiceError
from tests.annotator.connections import at_once, elsewhere
from tests.annotator.corpus.importing.service import VTT, bring, commit, nothing_is_stored, paper, stage

pytestmark = pytest.mark.usefixtures("in_process")


def test_a_failure_in_the_middle_leaves_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = stage(project, ("a.vtt", VTT), ("b.json", paper()))
    stored: list[str] = []
    store = storing.store_document

    def break_at_the_second(*args: Any, **given: Any) -> Document:
        if stored:
            raise IntegrityError("the disk is on fire")
        stored.append("one")
        return store(*args, **given)

    monkeypatch.setattr(storing, "store_document", break_at_the_second)
    with pytest.raises(ServiceError, match=r"the disk is on fire\. Nothing was imported"):
        commit(batch)
    assert stored == ["one"]
    assert nothing_is_stored()
    monkeypatch.undo()
    batch.refresh_from_db()
    assert batch.state == ImportState.STAGED
    assert commit(batch).state == ImportState.IMPORTED
    assert Document.objects.count() == 2


def test_an_error_after_staging_is_found_at_the_commit(project: Project) -> None:
    batch = stage(project, ("a.vtt", VTT))
    Path(batch.files.get().file.path).write_bytes(b"WEBVTT\n\n00:09.000 --> 00:04.000\nwelcome\n")
    with pytest.raises(Conflict, match=r"a\.vtt has errors"):
        commit(batch)
    assert nothing_is_stored()


def test_nothing_included_is_nothing_to_import(project: Project) -> None:
    batch = stage(project, ("a.vtt", VTT))
    importing.change_file(batch.files.get(), {"include": False})
    with pytest.raises(Conflict, match="no files to import"):
        commit(batch)


def test_a_large_batch_is_queued(
    project: Project, django_capture_on_commit_callbacks: Any, queued: list[tuple[str, int]]
) -> None:
    files = [(f"talk-{n}.vtt", VTT.replace(b"harbour", b"harbour %d" % n)) for n in range(staging.SMALL_FILES + 1)]
    batch = stage(project, *files)
    with django_capture_on_commit_callbacks(execute=True):
        importing.commit_batch(batch)
        assert queued == []
    assert queued == [("import_batch", batch.pk)]
    assert batch.state == ImportState.IMPORTING
    with pytest.raises(Conflict, match="already importing"):
        importing.commit_batch(batch)


def test_a_large_import_is_followed_by_analyze(
    project: Project, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """Until the planner has statistics, queries on what was imported may be planned as if the tables were empty."""
    for limit, expected in ((2, 0), (1, 1)):
        monkeypatch.setattr(committing, "SMALL_UNITS", limit)
        with (
            CaptureQueriesContext(connection) as context,
            django_capture_on_commit_callbacks(execute=True),
        ):
            bring(project, (f"{limit}.vtt", VTT.replace(b"harbour", b"harbour %d" % limit)))
        asked = [query["sql"] for query in context if query["sql"].startswith("ANALYZE")]
        assert len(asked) == expected


@pytest.mark.parametrize(("new_share", "is_analysed"), [(0.1, True), (1.0, False)])
def test_a_table_that_hardly_grew_is_not_analysed_again(
    project: Project, monkeypatch: pytest.MonkeyPatch, new_share: float, is_analysed: bool
) -> None:
    bring(project, ("talk.vtt", VTT))
    monkeypatch.setattr(statements, "_NEW_SHARE", new_share)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE annotator_unit")
    with CaptureQueriesContext(connection) as context:
        statements.analyse(1)  # one of the two units there are
    asked = [query["sql"] for query in context if query["sql"].startswith("ANALYZE")]
    assert any("annotator_unit" in sql for sql in asked) is is_analysed


@pytest.mark.parametrize(("limit", "value"), [("SMALL_BYTES", len(VTT) - 1), ("SMALL_UNITS", 1)])
def test_many_bytes_or_rows_are_stored_by_a_worker(
    project: Project, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(committing, limit, value)
    batch = stage(project, ("a.vtt", VTT))
    assert importing.commit_batch(batch).state == ImportState.IMPORTING
    assert nothing_is_stored()


@pytest.mark.django_db(transaction=True)
class TestWithARealWorker:
    """Heartbeats and claims are seen from other connections, so nothing is rolled back here."""

    @pytest.fixture
    def waiting(self, project: Project) -> ImportBatch:
        batch = stage(project, ("a.vtt", VTT), ("b.json", paper()))
        return commit_in_background(batch)

    def test_a_worker_imports_it_once(self, waiting: ImportBatch) -> None:
        importing.execute(waiting.pk)
        waiting.refresh_from_db()
        assert (waiting.state, waiting.progress, waiting.attempts) == (ImportState.IMPORTED, 1.0, 1)
        importing.execute(waiting.pk)
        assert Document.objects.count() == 2

    def test_a_worker_that_fails_says_why_and_leaves_nothing(self, project: Project) -> None:
        batch = stage(project, ("a.vtt", VTT))
        Path(batch.files.get().file.path).write_bytes(b"WEBVTT\n\nbroken\n")
        importing.execute(commit_in_background(batch).pk)
        batch.refresh_from_db()
        assert batch.state == ImportState.FAILED
        assert "a.vtt has errors" in batch.error
        assert nothing_is_stored()

    def test_discarded_in_the_middle_nothing_is_stored(
        self, waiting: ImportBatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = storing.store_document

        def discard_meanwhile(*args: Any, **given: Any) -> Document:
            document = store(*args, **given)
            elsewhere(lambda: ImportBatch.objects.get(pk=waiting.pk).discard())
            return document

        monkeypatch.setattr(storing, "store_document", discard_meanwhile)
        importing.execute(waiting.pk)
        waiting.refresh_from_db()
        assert waiting.state == ImportState.DISCARDED
        assert nothing_is_stored()

    def test_progress_is_seen_while_it_works(
        self, waiting: ImportBatch, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        settings.HEARTBEAT_SECONDS = 0.05
        seen: list[tuple[float, str]] = []
        store = storing.store_document

        def look(*args: Any, **given: Any) -> Document:
            document = store(*args, **given)
            for _ in range(60):
                state = elsewhere(lambda: ImportBatch.objects.get(pk=waiting.pk))
                if state.message.startswith("Storing b"):
                    seen.append((state.progress, state.message))
                    break
                time.sleep(0.05)
                if args[2].file.name == "a.vtt":
                    break
            return document

        monkeypatch.setattr(storing, "store_document", look)
        importing.execute(waiting.pk)
        assert seen == [(0.475, "Storing b.json")]

    def test_a_lost_worker_is_replaced(self, waiting: ImportBatch) -> None:
        assert waiting.claim_for_work()
        assert work.sweep() == 0
        age(waiting, minutes=1)
        assert work.sweep() == 1
        importing.execute(waiting.pk)
        now = ImportBatch.objects.get(pk=waiting.pk)
        assert (now.state, now.attempts) == (ImportState.IMPORTED, 2)
        # The one that was lost finds that it holds nothing any more.
        assert not waiting.finish(ImportState.IMPORTED)

    def test_a_batch_that_kills_its_workers_is_given_up(self, waiting: ImportBatch, settings: Any) -> None:
        for _ in range(settings.MAX_ATTEMPTS):
            assert waiting.claim_for_work()
            age(waiting, minutes=1)
        importing.execute(waiting.pk)
        waiting.refresh_from_db()
        assert waiting.state == ImportState.FAILED
        assert "lost 3 times" in waiting.error

    def test_a_message_that_was_lost_is_sent_again(self, waiting: ImportBatch) -> None:
        assert work.sweep() == 0
        age(waiting, minutes=2)
        assert work.sweep() == 1
        assert work.sweep() == 0

    def test_two_commits_at_once_import_once(self, project: Project) -> None:
        batch = stage(project, ("a.vtt", VTT))
        outcomes = at_once([lambda: commit(ImportBatch.objects.get(pk=batch.pk)) for _ in range(4)])
        assert Counter(map(type, outcomes)) == {Conflict: 3, ImportBatch: 1}
        assert Document.objects.count() == 1

    def test_two_batches_of_the_same_files_make_one_document(self, project: Project) -> None:
        batches = [stage(project, ("b.json", paper())).pk for _ in range(3)]
        outcomes = at_once([lambda pk=pk: commit(ImportBatch.objects.get(pk=pk)) for pk in batches])
        assert Counter(map(type, outcomes)) == {ImportBatch: 3}
        assert Document.objects.count() == 1


def commit_in_background(batch: ImportBatch) -> ImportBatch:
    return importing.commit_batch(batch, in_background=True)


def age(batch: ImportBatch, **by: float) -> None:
    ImportBatch.objects.filter(pk=batch.pk).update(heartbeat_at=timezone.now() - timedelta(**by))
