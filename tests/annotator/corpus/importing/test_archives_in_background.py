"""Archives of talks in the background: what the request leaves to the worker, and workers that fail or are lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from annotator.corpus import importing
from annotator.corpus.importing import Upload, staging, storing
from annotator.models import Document, ImportBatch, ImportState, Pair, Project
from annotator.platform import work
from tests.annotator.connections import elsewhere
from tests.annotator.corpus.importing.archive_files import stage, talks, zip_of


def upload(client: Any, project: Project, data: bytes) -> dict[str, Any]:
    files = {"project": project.slug, "files": [SimpleUploadedFile("spring.zip", data)]}
    answer = client.post("/api/v1/imports/", files, format="multipart")
    assert answer.status_code == 201, answer.json()
    return answer.json()  # type: ignore[no-any-return]


@pytest.mark.django_db(transaction=True)
class TestWithARealWorker:
    """Heartbeats are written by another connection."""

    def test_the_request_only_stores_the_upload(
        self, project: Project, admin: User, client_of: Callable[..., Any], queued: list[tuple[str, int]]
    ) -> None:
        client = client_of(admin)
        batch = upload(client, project, zip_of(talks(3)))
        assert (batch["state"], batch["files"][0]["state"]) == ("reading", "reading")
        assert queued == [("import_batch", batch["id"])]
        early = client.post(f"/api/v1/imports/{batch['id']}/commit/")
        assert (early.status_code, early.json()["code"]) in ((409, "import_ended"), (409, "has_errors"))
        importing.execute(batch["id"])
        read = client.get(f"/api/v1/imports/{batch['id']}/").json()
        assert (read["state"], read["files"][0]["state"], read["files"][0]["n_entries"]) == ("staged", "ready", 3)
        sent = client.post(f"/api/v1/imports/{batch['id']}/commit/").json()
        assert (sent["state"], queued[1:]) == ("importing", [("import_batch", batch["id"])])
        importing.execute(batch["id"])
        assert client.get(f"/api/v1/imports/{batch['id']}/").json()["state"] == "imported"
        assert Pair.objects.count() == 3

    def test_cancelled_in_the_middle_nothing_is_left(
        self, project: Project, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        settings.HEARTBEAT_SECONDS = 0.05
        batch = stage(project, talks(40))
        importing.commit_batch(batch)
        store, n_stored = storing.store_document, [0]

        def discard_at_the_fifth(*args: Any, **options: Any) -> Document:
            n_stored[0] += 1
            if n_stored[0] == 5:
                elsewhere(lambda: importing.discard_batch(ImportBatch.objects.get(pk=batch.pk)))
            if n_stored[0] > 5:
                time.sleep(0.1)  # so that a heartbeat comes before the end
            return store(*args, **options)

        monkeypatch.setattr(storing, "store_document", discard_at_the_fifth)
        importing.execute(batch.pk)
        batch.refresh_from_db()
        assert (batch.state, n_stored[0] < 80) == (ImportState.DISCARDED, True)
        assert (Document.objects.count(), Pair.objects.count()) == (0, 0)

    @pytest.mark.usefixtures("in_process")
    def test_a_lost_reader_is_followed_by_another(
        self, project: Project, settings: Any, queued: list[tuple[str, int]]
    ) -> None:
        batch = self._to_be_read(project)
        assert batch.claim_for_work()
        queued.clear()
        late = timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS + 1)
        ImportBatch.objects.filter(pk=batch.pk).update(heartbeat_at=late)
        assert work.sweep() == 1
        assert queued == [("import_batch", batch.pk)]
        importing.execute(batch.pk)
        batch.refresh_from_db()
        assert (batch.state, batch.attempts) == (ImportState.STAGED, 2)

    def test_a_file_that_kills_its_readers_is_said_to(self, project: Project, settings: Any) -> None:
        batch = self._to_be_read(project)
        ImportBatch.objects.filter(pk=batch.pk).update(attempts=settings.MAX_ATTEMPTS)
        importing.execute(batch.pk)
        batch.refresh_from_db()
        report = batch.files.get().report
        assert (batch.state, report["ok"]) == (ImportState.STAGED, False)
        assert report["problems"][0]["message"] == "its reader was lost 3 times"

    def test_a_failure_while_reading_is_told(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        batch = self._to_be_read(project)

        def fail(*args: Any, **options: Any) -> None:
            raise OSError("the disk is gone")

        monkeypatch.setattr(staging, "look_first", fail)
        with pytest.raises(OSError, match="disk"):
            importing.execute(batch.pk)
        batch.refresh_from_db()
        assert batch.state == ImportState.FAILED
        assert "OSError" in batch.error
        assert importing.errors_of(batch)

    def _to_be_read(self, project: Project) -> ImportBatch:
        upload = Upload.of("spring.zip", zip_of(talks(2)))
        return importing.create_batch(project=project, uploads=[upload], user=None)


def test_what_nobody_finishes_is_discarded_after_some_days(project: Project, settings: Any, media: Path) -> None:
    old, fresh = stage(project, talks(1)), stage(project, talks(1))
    days = timedelta(days=settings.STAGED_IMPORT_DAYS, minutes=1)
    ImportBatch.objects.filter(pk=old.pk).update(touched_at=timezone.now() - days)
    importing.discard_abandoned()
    old.refresh_from_db()
    fresh.refresh_from_db()
    assert (old.state, fresh.state) == (ImportState.DISCARDED, ImportState.STAGED)
    assert len([path for path in media.rglob("*") if path.is_file()]) == 2  # the file, and what was parsed of it
