"""A database made by an earlier version keeps its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.corpus import importing
from annotator.corpus.importing.report import blank_report
from annotator.models import ImportBatch, ImportFile
from annotator.platform import work


def migrate(name: str) -> Any:
    """Migrate to a migration of ours, or to the newest. Returns its models."""
    executor = MigrationExecutor(connection)
    targets = [("annotator", name)] if name else executor.loader.graph.leaf_nodes("annotator")
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture
def migrated(transactional_db: None) -> Iterator[dict[str, int]]:
    """Back to old versions, where rows are made, and once through all migrations since. The ids of the rows."""
    try:
        ids = _staged_imports(migrate("0008_review_superseded_by"))
        ids |= _staged_archive(migrate("0014_review_counters"))
        migrate("")
        yield ids
    finally:
        migrate("")


def _staged_imports(old: Any) -> dict[str, int]:
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
    return {"staged": staged.pk, "lost": lost.pk}


def _staged_archive(old: Any) -> dict[str, int]:
    project = old.get_model("annotator", "Project").objects.create(slug="q", name="Q")
    batch = old.get_model("annotator", "ImportBatch").objects.create(project=project)
    report: dict[str, Any] = blank_report("archive")
    del report["entries"]
    problem = {"file": "a.zip/1.vtt", "message": "x", "severity": "error", "talk": "t1"}
    talk = {"id": "t1", "title": "One", "n_errors": 1, "n_units": 2, "n_reviews": 0, "status": "new", "choice": ""}
    file = old.get_model("annotator", "ImportFile").objects.create(
        batch=batch, name="a.zip", size=1, format="archive", options={"talks": {"t1": "leave_out"}},
        report=report | {"talks": [talk], "problems": [], "set_aside": [problem]},
    )  # fmt: skip
    return {"archive": file.pk}


def test_staged_imports_keep_what_was_said_and_waiting_ones_are_taken_up(migrated: dict[str, int]) -> None:
    """In one test, since every migration takes as long as a hundred others."""
    (pairing,) = ImportBatch.objects.get(pk=migrated["staged"]).pairings
    assert (pairing["kind"], "relation" in pairing) == ("paper_of", False)
    assert work.sweep() == 1
    with pytest.raises(OSError):
        importing.execute(migrated["lost"])
    now = ImportBatch.objects.get(pk=migrated["lost"])
    assert (now.state, now.attempts) == ("failed", 2), "its file is gone, which the error says"
    archive = ImportFile.objects.get(pk=migrated["archive"])
    assert (archive.options, "talks" in archive.report) == ({"entries": {"t1": "leave_out"}}, False)
    importing.change_file(archive, {"entries": {"t1": ""}})
    archive.refresh_from_db()
    assert [entry["choice"] for entry in archive.report["entries"]] == [""]
    assert [(one["entry"], one["message"]) for one in archive.report["problems"]] == [("t1", "x")], (
        "its errors are back"
    )
