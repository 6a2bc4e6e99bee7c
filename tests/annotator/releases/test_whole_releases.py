"""What is frozen stays whole: its files are never removed while it may be stored, and what is lost is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Delivery, Pair, Project, Release, ReviewRow, TestSet, Webhook
from annotator.platform.models.work import FAILED
from annotator.releases import freezing, making, verification
from annotator.releases.forms.registry import FORMS
from annotator.site import housekeeping
from tests import world
from tests.annotator.connections import elsewhere
from tests.annotator.releases.releasing import FEW, accept_all, execute, make_release, set_of_all


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def test_set(bitext: Pair, annotator: User, project: Project) -> TestSet:
    accept_all(bitext, annotator)
    return set_of_all(project)


def stored(files: Path) -> list[Path]:
    return [path for path in (files / "releases").rglob("*") if path.is_file()]


def with_its_commit(monkeypatch: pytest.MonkeyPatch, does: Callable[[Callable[[], None]], None]) -> None:
    """Have the transaction that stores a release committed by this."""
    store, commit = freezing._store, connection.commit

    def doomed(*arguments: Any) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(connection, "commit", lambda: does(commit))
            store(*arguments)

    monkeypatch.setattr(freezing, "_store", doomed)


@pytest.mark.django_db(transaction=True)
def test_a_release_keeps_its_files_when_the_answer_to_its_commit_is_lost(
    test_set: TestSet, files: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(commit: Callable[[], None]) -> None:
        commit()
        connection.connection.close()
        raise OperationalError("server closed the connection unexpectedly")

    with_its_commit(monkeypatch, lost)
    release = making.request_release(test_set=test_set, user=None)
    execute(release)
    release.refresh_from_db()
    assert (release.state, release.error) == ("frozen", "")
    assert verification.problems_of(release) == []
    assert len(stored(files)) == len(FEW)
    assert "release is stored, though its transaction failed" in caplog.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ending", ["rolled back", "under way"])
def test_a_release_whose_commit_failed_leaves_files_only_while_it_may_be_stored(
    test_set: TestSet, files: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(freezing, "_UNDER_WAY_SECONDS", 1)
    release = making.request_release(test_set=test_set, user=None)
    holders: list[Any] = []

    def lost(_: Callable[[], None]) -> None:
        if ending == "under way":  # a backend that goes on without us, as while it waits for a standby
            holders.append(connection.connection)
            connection.connection = None
            connection.in_atomic_block = False
        else:
            connection.connection.close()
        raise OperationalError("server closed the connection unexpectedly")

    with_its_commit(monkeypatch, lost)
    with pytest.raises(OperationalError):
        making._make(Release.objects.get(pk=release.pk), _Heartbeat(release))
    if ending == "rolled back":
        assert stored(files) == []
        return
    (holder,) = holders
    n_kept = len(stored(files))
    holder.commit()
    holder.close()
    assert n_kept == release.files.count() > 0, "it may be stored yet"
    release.refresh_from_db()
    assert release.state == "frozen"
    assert verification.problems_of(release) == []


@pytest.mark.django_db(transaction=True)
def test_a_release_is_of_one_moment(
    test_set: TestSet, annotator: User, talk: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody edits all rows once the first of them is read; the second review is read after that."""
    other = accept_all(talk, annotator)
    test_set.reviews.add(other)
    n_seen = 0

    def meanwhile(*_: Any) -> None:
        nonlocal n_seen
        n_seen += 1
        if n_seen == 1:
            elsewhere(lambda: ReviewRow.objects.update(post_edit="too late", status="proposed"))

    for reader in ("gold_records", "row_names"):
        monkeypatch.setattr(f"annotator.reviewing.{reader}._ROWS_AT_ONCE", 1)
    monkeypatch.setattr("annotator.releases.making.People.put_into", meanwhile)
    release = make_release(test_set)
    assert release.n_rows == 4 + other.rows.count()
    assert not release.rows.filter(record__contains="too late").exists()


class _Heartbeat:
    """Of work that a worker holds."""

    def __init__(self, work: Release) -> None:
        assert work.claim_for_work()
        self._work = work

    def note(self, *_: Any) -> None:
        pass

    def finish(self, state: str, **fields: Any) -> None:
        assert self._work.finish(state, **fields)


@pytest.mark.django_db(transaction=True)
def test_what_a_failed_release_left_is_removed_by_the_sweep_and_nothing_else(test_set: TestSet, files: Path) -> None:
    frozen, failed = make_release(test_set), making.request_release(test_set=test_set, user=None)
    unknown = files / "releases" / "999999" / "a-claim"  # of a database that was restored to an earlier day
    left = files / "releases" / str(failed.pk) / "a-claim"
    for folder in (unknown, left):
        folder.mkdir(parents=True)
        (folder / "jsonl").write_text("{}")
    housekeeping.tidy()
    assert (left / "jsonl").exists(), "a worker is at it"
    Release.objects.filter(pk=failed.pk).update(state=FAILED, finished_at=timezone.now())
    housekeeping.tidy()
    assert not left.exists()
    assert (unknown / "jsonl").exists()
    assert verification.problems_of(frozen) == []


def test_missing_files_are_written_again_with_the_same_bytes(
    test_set: TestSet, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release = make_release(test_set, FORMS)
    before = {path: path.read_bytes() for path in stored(files)}
    assert len(before) > 15
    for path in before:
        path.unlink()
    call_command("release", "repair", str(release.pk))
    told = capsys.readouterr()
    assert f"is whole: {len(before)} files written again, 0 as they were" in told.out
    assert "spring-1.0.tmx was written again." in told.err
    assert {path: path.read_bytes() for path in stored(files)} == before
    next(path for path in before if path.name == "csv").unlink()
    call_command("release", "repair", str(release.pk))
    assert f"is whole: 1 files written again, {len(before) - 1} as they were" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in stored(files)} == before


def test_a_repair_touches_no_file_that_is_there_and_writes_none_with_another_hash(
    test_set: TestSet, files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    release = make_release(test_set)
    paths = {path.name: path for path in stored(files)}
    paths["tmx"].write_bytes(b"something else")
    with pytest.raises(CommandError, match=r"Spring 1\.0 is not what was frozen"):
        call_command("release", "repair", str(release.pk))
    assert "spring-1.0.tmx is not the file that was frozen. It stays: move it away" in capsys.readouterr().err
    assert paths["tmx"].read_bytes() == b"something else"
    paths["tmx"].unlink()
    with monkeypatch.context() as patched:  # a version that writes this form in another way
        patched.setitem(FORMS, "tmx", FORMS["csv"].__class__(**{**_fields(FORMS["csv"]), "key": "tmx"}))
        with pytest.raises(CommandError):
            call_command("release", "repair", str(release.pk))
    assert "spring-1.0.tmx comes out with SHA-256" in capsys.readouterr().err
    assert not paths["tmx"].exists()
    call_command("release", "repair", str(release.pk))
    assert verification.problems_of(release) == []


def _fields(form: Any) -> dict[str, Any]:
    return {name: getattr(form, name) for name in form.__dataclass_fields__}


def test_a_repair_refuses_rows_that_are_not_those_that_were_frozen(test_set: TestSet, files: Path) -> None:
    release = make_release(test_set)
    next(path for path in stored(files) if path.name == "tmx").unlink()
    changed_by_force("UPDATE annotator_releaserow SET record = record || ' ' WHERE number = 1")
    with pytest.raises(CommandError, match="Restore a backup"):
        call_command("release", "repair", str(release.pk))


def changed_by_force(statement: str) -> None:
    """As somebody with the database could."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def test_a_release_is_verified_by_its_id(test_set: TestSet, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release = make_release(test_set)
    call_command("release", "verify", str(release.pk))
    assert f"Spring 1.0: rows, manifest and {len(FEW)} files as frozen" in capsys.readouterr().out
    stored(files)[0].unlink()
    changed_by_force("DELETE FROM annotator_releaserow WHERE number = 2")
    with pytest.raises(CommandError, match=r"Spring 1\.0 is not what was frozen"):
        call_command("release", "verify", str(release.pk))
    told = capsys.readouterr().err
    assert "The rows are not those that were released." in told
    assert "is missing." in told
    changed_by_force("DELETE FROM annotator_releasefile")
    assert "The list of its files is gone." in verification.problems_of(release)


def test_every_release_is_verified_once_a_day_a_little_all_the_time(
    test_set: TestSet, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    first, second = make_release(test_set), make_release(test_set)
    making.request_release(test_set=test_set, user=None)  # is being made
    sent: list[Any] = []
    monkeypatch.setattr("annotator.platform.work.send", lambda task, what: sent.append((task.name, what)))
    now = timezone.now()

    def sweep_after(**time: float) -> list[Any]:
        sent.clear()
        monkeypatch.setattr(timezone, "now", lambda: now + timedelta(**time))
        with django_capture_on_commit_callbacks(execute=True):
            verification.ask_for_next()
        return [what for _, what in sent]

    assert sweep_after() == [["releases", first.pk]]
    assert sweep_after(seconds=30) == [], "one a minute"
    assert sweep_after(seconds=61) == [["releases", second.pk]]
    assert sweep_after(hours=23) == [], "each once a day"
    assert sweep_after(hours=25) == [["releases", first.pk]]
    verification.execute("releases", first.pk)
    first.refresh_from_db()
    assert (first.verified_at, first.problems) == (timezone.now(), [])
    # Asked for by a machine that is a year ahead.
    type(second).objects.filter(pk=second.pk).update(verify_after=now + timedelta(days=365))
    assert sweep_after(hours=26) == [["releases", second.pk]]


def test_what_is_damaged_is_told_on_the_page_in_health_and_to_webhooks_once(
    test_set: TestSet, project: Project, files: Path, client_of: Callable[..., APIClient], admin: Any
) -> None:
    release, client = make_release(test_set), client_of(admin)
    hook = world.webhook(project)
    Webhook.objects.filter(pk=hook.pk).update(events=["release.damaged"])
    assert client.get("/api/v1/health/").json()["damaged"] == 0
    next(path for path in stored(files) if path.name == "tmx").unlink()
    for _ in range(2):
        verification.execute("releases", release.pk)
    assert client.get("/api/v1/health/").json()["damaged"] == 1
    told = client.get(f"/api/v1/releases/{release.pk}/").json()
    assert told["problems"] == ["spring-1.0.tmx is missing."]
    assert told["verified_at"]
    data = json.loads(Delivery.objects.get(event="release.damaged").body)["data"]
    assert (data["release"]["id"], data["problems"]) == (release.pk, ["spring-1.0.tmx is missing."])
    call_command("release", "repair", str(release.pk))
    assert client.get("/api/v1/health/").json()["damaged"] == 0


TABLES_THAT_ONLY_GROW = (
    "activityentry", "guidelinesversion", "operation", "release", "releasefile", "releaserow", "trainingfile",
    "trainingpaper", "trainingset",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("table", [*TABLES_THAT_ONLY_GROW, "project"])
def test_postgres_refuses_to_empty_a_table_that_keeps_its_rows(table: str) -> None:
    with pytest.raises(IntegrityError, match="never_emptied"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE annotator_{table} CASCADE")


def test_every_table_that_refuses_changes_also_refuses_to_be_emptied(db: None) -> None:
    """pg_trigger's 2 is BEFORE, 8 and 16 are DELETE and UPDATE, and 32 is TRUNCATE."""
    guarded, kept = (
        "SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
        f"WHERE NOT tgisinternal AND tgtype & 2 = 2 AND tgtype & {events} <> 0"
        for events in (24, 32)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT relname FROM ({guarded}) AS guarded WHERE relname NOT IN ({kept})")
        assert cursor.fetchall() == []
