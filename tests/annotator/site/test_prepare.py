"""``manage.py prepare``: what a start does to the database, and what it says when it cannot."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from annotator.launch.preparing import PREPARE_RESULT

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
