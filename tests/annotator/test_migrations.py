"""A database made by an earlier version keeps its data."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.models import ImportBatch, ImportFile
from annotator.services import importing, work
from annotator.services.importing.report import blank_report


@pytest.fixture
def migrate(transactional_db: None) -> Any:
    """Migrates to a migration of ours and returns its models; to the newest in the end."""

    def to(name: str) -> Any:
        executor = MigrationExecutor(connection)
        targets = [("annotator", name)] if name else executor.loader.graph.leaf_nodes("annotator")
        executor.migrate(targets)
        return executor.loader.project_state(targets).apps

    yield to
    to("")


def test_staged_imports_keep_their_pairings_and_waiting_ones_are_taken_up(migrate: Any, settings: Any) -> None:
    old = migrate("0008_review_superseded_by")
    project = old.get_model("annotator", "Project").objects.create(slug="p", name="P")
    batches = old.get_model("annotator", "ImportBatch").objects
    entry = {"file": 1, "to": 2, "relation": "paper_of", "score": 0.9, "why": "same title", "accepted": True}
    staged = batches.create(project=project, belongs_together=[entry])
    lost = batches.create(
        project=project, state="reading", attempts=1, heartbeat_at="2026-01-01T00:00:00Z",
        claim="7f9c24e8-3b12-4fef-91e0-5d3a1cf8ab12",
    )  # fmt: skip
    old.get_model("annotator", "ImportFile").objects.create(
        batch=lost, name="a.txt", size=1, report=blank_report() | {"reading": True}
    )
    migrate("")
    (pairing,) = ImportBatch.objects.get(pk=staged.pk).pairings
    assert (pairing["kind"], "relation" in pairing) == ("paper_of", False)
    assert work.sweep() == 1
    with pytest.raises(OSError):
        importing.execute(lost.pk)
    now = ImportBatch.objects.get(pk=lost.pk)
    assert (now.state, now.attempts) == ("failed", 2), "its file is gone, which the error says"


def test_staged_archives_keep_their_entries_and_choices(migrate: Any) -> None:
    old = migrate("0014_review_counters")
    project = old.get_model("annotator", "Project").objects.create(slug="p", name="P")
    batch = old.get_model("annotator", "ImportBatch").objects.create(project=project)
    report: dict[str, Any] = blank_report("archive")
    del report["entries"]
    problem = {"file": "a.zip/1.vtt", "message": "x", "severity": "error", "talk": "t1"}
    talk = {"id": "t1", "title": "One", "n_errors": 1, "n_units": 2, "n_reviews": 0, "status": "new", "choice": ""}
    file = old.get_model("annotator", "ImportFile").objects.create(
        batch=batch, name="a.zip", size=1, format="archive", options={"talks": {"t1": "leave_out"}},
        report=report | {"talks": [talk], "problems": [], "set_aside": [problem]},
    )  # fmt: skip
    migrate("")
    now = ImportFile.objects.get(pk=file.pk)
    assert (now.options, "talks" in now.report) == ({"entries": {"t1": "leave_out"}}, False)
    importing.change_file(now, {"entries": {"t1": ""}})
    now.refresh_from_db()
    assert [entry["choice"] for entry in now.report["entries"]] == [""]
    assert [(one["entry"], one["message"]) for one in now.report["problems"]] == [("t1", "x")], "its errors are back"
