"""A database of the version before starts on this one, with all that people did in it."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import connection

#: Also of the test that reads no other database: those with and without are run apart, each with a module's fixtures.
pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
ROOT = HERE.parents[3]
#: In one process, since each needs seconds until Django is up.
START_AND_READ = """
from django.core.management import call_command
from tests.annotator.site.upgrade import read_back
call_command("prepare", "--no-demo")
read_back.main()
"""


@dataclass
class Upgraded:
    """A database that the earlier version left, prepared by this one. output : what was printed, its content too."""

    url: str
    output: str


@pytest.fixture(scope="module")
def upgraded() -> Iterator[Upgraded]:
    name = f"lectern_upgrade_{os.getpid()}"
    server = os.environ["DATABASE_URL"]
    url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(gzip.decompress((HERE / "before_first_release.sql.gz").read_bytes()))
        yield Upgraded(
            url, manage({**os.environ, "DATABASE_URL": url}, "shell", "--no-imports", "--command", START_AND_READ)
        )
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def manage(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


#: Columns, constraints, indexes, triggers and functions, each with all that is said of it but its place in its table.
SCHEMA = """
SELECT table_name, column_name,
  concat_ws(' ', udt_name, character_maximum_length, is_nullable, column_default, is_identity)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT '', proname, pg_get_functiondef(oid) FROM pg_proc WHERE proname LIKE 'annotator\\_%'
"""


def schema_of(execute: Callable[[str], Any]) -> set[tuple[str, str, str]]:
    """Without casts and parentheses, which Postgres writes otherwise once a dump was restored."""
    return {
        (table, name, re.sub(r"::[a-z ]+(\[\])?|[()]", "", said).replace("public.", ""))
        for table, name, said in execute(SCHEMA).fetchall()
    }


def test_new_and_old_databases_have_the_same_tables(upgraded: Upgraded) -> None:
    with psycopg.connect(upgraded.url) as old, connection.cursor() as new:
        new.execute(SCHEMA)
        of_old, of_new = schema_of(old.execute), schema_of(lambda _: new)
    assert sorted(of_old - of_new) == sorted(of_new - of_old) == []
    assert len(of_new) > 1000


def test_everything_is_there_and_readable(upgraded: Upgraded) -> None:
    lines = upgraded.output.splitlines()
    found: dict[str, Any] = json.loads(next(line[5:] for line in lines if line.startswith("read ")))
    counts = {name: found[f"{name}/"]["count"] for name in ("documents", "pairs", "runs", "reviews", "invitations")}
    assert counts == {"documents": 6, "pairs": 3, "runs": 4, "reviews": 2, "invitations": 1}
    talk, bitext = sorted(found["reviews/"]["results"], key=lambda review: review["state"])
    assert (bitext["state"], bitext["annotator"]["username"], talk["state"]) == ("submitted", "annotator", "open")
    first = found[f"reviews/{bitext['id']}/content/"]["rows"][0]
    assert (first["status"], first["good_align"], first["post_edit"]) == ("accepted", True, "正午に。")
    assert len(first["source"]) == 2
    assert [comment["text"] for comment in found[f"reviews/{bitext['id']}/comments/"]] == ["@admin why?"]
    history = found[f"reviews/{bitext['id']}/operations/?row={first['id']}"]
    assert [entry["verb"] for entry in history] == ["split", "accept"]
    assert [(record["target_post_edited"] or "", record["error_tags"]) for record in found["gold"]] == [
        ("正午に。", []), ("彼女はそれを手で書き留めました。", ["mis-translation"]),
    ]  # fmt: skip
    assert found["test-sets/"]["results"][0]["n_rows"] == 2
    (invitation,) = found["invitations/"]["results"]
    assert (invitation["score"], invitation["comment"], invitation["n_yes"]) == (4, "Good. 良い", 1)
    assert found["invitations/ratings/"]["mean"] == 4
    assert found["by token"]["user"]["username"] == "admin"
    states = sorted(batch["state"] for batch in found["imports/"]["results"])
    assert states == ["imported", "staged"]
    assert {run["state"] for run in found["runs/"]["results"]} == {"succeeded", "failed"}
