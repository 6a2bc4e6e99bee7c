"""``manage.py prepare``: what a start does to the database, and what it says when it cannot."""

from __future__ import annotations

import io
import json
import threading
import time
from typing import Any
from unittest import mock

import psycopg
import pytest
from celery.signals import celeryd_init
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from annotator.launch.preparing import PREPARE_RESULT
from annotator.management import schema
from annotator.management.commands import prepare
from annotator.models import SiteKey
from annotator.platform import site_key
from tests.servers import url_of_database

pytestmark = pytest.mark.django_db


def test_the_first_password_is_told_before_what_can_fail_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(**_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotator.management.commands.load_demo.load_demo", full_disk)
    out = io.StringIO()
    with pytest.raises(OSError, match="No space"):
        call_command("prepare", "--json", stdout=out)
    told = json.loads(out.getvalue().removeprefix(PREPARE_RESULT))
    assert User.objects.get(username=told["username"]).check_password(told["password"])
    assert told["password"] in told["sign_in"]


def test_a_second_start_tells_no_password() -> None:
    User.objects.create_superuser("boss", password="a long enough one")
    out = io.StringIO()
    call_command("prepare", "--no-demo", stdout=out)
    assert "Sign in as  boss  (password forgotten:" in out.getvalue()


def test_a_database_of_newer_code_is_refused_and_left_alone() -> None:
    MigrationRecorder(connection).record_applied("annotator", "9999_of_next_year")
    with pytest.raises(CommandError, match=r"newer than this code: it has annotator\.9999_of_next_year, .*git pull"):
        call_command("prepare", "--json", stdout=io.StringIO())
    assert not User.objects.exists()


def test_a_database_from_between_is_sent_to_the_version_before_and_left_alone() -> None:
    """Django would say that there is nothing to migrate."""
    MigrationRecorder(connection).record_unapplied("annotator", "0001_first_release")
    for step in ("0056_automatic_releases", "0057_scores_of_release_pages"):
        MigrationRecorder(connection).record_unapplied("annotator", step)
    for options in ([], ["--check"]):
        with pytest.raises(CommandError, match=r"from 0056_\w+ to 0057_\w+\. Check out .*\.py and start it once"):
            call_command("prepare", *options, stdout=io.StringIO())
    assert not User.objects.exists()


def test_a_program_with_another_key_than_the_site_is_refused(settings: Any) -> None:
    call_command("prepare", "--no-demo", stdout=io.StringIO())
    right, settings.SECRET_KEY = settings.SECRET_KEY, "a key that a second machine made for itself"
    for command in (["prepare", "--no-demo"], ["prepare", "--check"], ["sweep", "--once"]):
        with pytest.raises(CommandError, match=r"not the one of the site.*copy var/secret-key.*--new-key"):
            call_command(*command, stdout=io.StringIO())
    with pytest.raises(SystemExit, match="not the one of the site"), mock.patch.object(site_key, "connection"):
        celeryd_init.send(sender="worker")
    call_command("prepare", "--no-demo", "--new-key", stdout=io.StringIO())
    call_command("prepare", "--check")
    settings.SECRET_KEY = right
    with pytest.raises(CommandError, match="not the one of the site"):
        call_command("prepare", "--check")


def test_the_key_is_not_in_the_database(settings: Any) -> None:
    call_command("prepare", "--no-demo", stdout=io.StringIO())
    noted = SiteKey.objects.get()
    assert settings.SECRET_KEY not in noted.fingerprint + noted.salt
    with pytest.raises(IntegrityError, match="a_site_has_one_key"), transaction.atomic():
        SiteKey.objects.create(pk=2, fingerprint="x")


def test_a_machine_that_prepares_waits_for_another() -> None:
    """Both would make the same tables, and one would end with an error of Postgres."""
    held = threading.Event()
    released = threading.Event()

    def other() -> None:
        with psycopg.connect(url_of_database(connection.settings_dict["NAME"]), autocommit=True) as elsewhere:
            elsewhere.execute("SELECT pg_advisory_lock(%s)", [schema.PREPARING])
            held.set()
            released.wait(60)

    def older(executor: Any, *_: Any) -> list[Any]:
        assert released.is_set(), "it looked before the other was done"
        return []

    thread = threading.Thread(target=other)
    thread.start()
    assert held.wait(60)
    threading.Timer(0.5, released.set).start()
    with mock.patch.object(prepare.MigrationExecutor, "migration_plan", older):
        call_command("prepare", "--no-demo", stdout=io.StringIO())
    thread.join()


def test_a_site_on_https_without_a_proxy_is_warned(settings: Any, capsys: pytest.CaptureFixture[str], db: None) -> None:
    """Left at 0 behind a proxy, everybody shares one address, and ten wrong passwords lock a name out for all."""
    settings.HTTPS, settings.PROXIES = True, 0
    call_command("prepare", "--no-demo")
    assert "Set PROXIES to the number of proxies" in capsys.readouterr().out
    settings.PROXIES = 1
    call_command("prepare", "--no-demo")
    assert "PROXIES" not in capsys.readouterr().out


def test_a_worker_only_checks_that_the_database_is_prepared() -> None:
    out = io.StringIO()
    call_command("prepare", "--check", stdout=out)
    assert not User.objects.exists()
    newest = MigrationLoader(connection).graph.leaf_nodes("auth")[0]
    MigrationRecorder(connection).record_unapplied(*newest)
    with pytest.raises(CommandError, match="older than this code"):
        call_command("prepare", "--check", stdout=out)


@pytest.mark.django_db(transaction=True)
def test_a_command_waits_while_another_prepares_the_database() -> None:
    told: list[str] = []
    with psycopg.connect(url_of_database(connection.settings_dict["NAME"]), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [schema.PREPARING])
        waiting = threading.Timer(1.0, other.execute, ["SELECT pg_advisory_unlock(%s)", [schema.PREPARING]])
        waiting.start()
        begun = time.monotonic()
        schema.wait_before("release", told.append, patience=0.1)
        assert time.monotonic() - begun >= 0.9
        waiting.join()
    assert told == ["The database is being brought up to date. Waiting ..."]


@pytest.mark.parametrize("broken", ["DELETE FROM django_migrations", "DROP TABLE django_migrations"])
def test_a_command_on_an_older_database_says_so_in_a_sentence(broken: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(broken)
    told: list[str] = []
    with pytest.raises(CommandError, match=r"older than this code.*manage\.py up.*manage\.py migrate"):
        schema.wait_before("users", told.append, patience=-1.0)
    assert len(told) == 1
    schema.wait_before("migrate", told.append)
    schema.wait_before("backup", told.append)
    assert len(told) == 1


def test_a_command_on_a_current_database_goes_on_at_once(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(3):
        schema.wait_before("release", pytest.fail)
