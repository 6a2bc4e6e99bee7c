"""Operations of one kind that are made together change the same as one by one, there and back."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AlterField,
    CreateModel,
    RemoveConstraint,
    RenameModel,
    RunPython,
    RunSQL,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

import tests.servers
from annotator.launch.layout import HERE, Layout
from annotator.platform.migrating import INDEPENDENT, in_few_steps
from tests.servers import files_of_migrations, forget_migrated, keep, kept_database

LABEL = "annotator"


def field(**options: object) -> models.IntegerField[int, int]:
    return models.IntegerField(default=0, **options)  # type: ignore[arg-type]


def operations() -> list[Operation]:
    key = ("id", models.AutoField(primary_key=True))
    return [
        CreateModel("Quay", [key, ("length", field())]),
        AddField("quay", "depth", field()),
        CreateModel("Berth", [key, ("quay", models.ForeignKey("annotator.Quay", models.CASCADE))]),
        AddField("berth", "number", field()),
        AddField("quay", "first", models.ForeignKey("annotator.Berth", models.SET_NULL, null=True, related_name="+")),
        AddConstraint("berth", models.UniqueConstraint(fields=["quay", "number"], name="one_berth_per_number")),
        RunSQL("UPDATE annotator_quay SET depth = 1", RunSQL.noop),
        AlterField("quay", "depth", models.BigIntegerField(default=0)),
        AlterField("berth", "quay", models.ForeignKey("annotator.Quay", models.CASCADE, db_index=False)),
        RemoveConstraint("berth", "one_berth_per_number"),
        AlterField("quay", "id", models.BigAutoField(primary_key=True)),  # and with it what names a quay
    ]


def states(steps: Sequence[Operation]) -> list[ProjectState]:
    passed = [ProjectState()]
    assert passed[0].apps  # as in a migration
    for step in steps:
        passed.append(passed[-1].clone())
        step.state_forwards(LABEL, passed[-1])
    return passed


def tables() -> dict[str, set[tuple[str, str, bool]]]:
    with connection.cursor() as cursor:
        here = [
            name for name in ("annotator_quay", "annotator_berth") if name in connection.introspection.table_names()
        ]
        described = {name: connection.introspection.get_table_description(cursor, name) for name in here}
        return {
            name: {
                *((column.name, str(column.type_code), bool(column.null_ok)) for column in columns),
                *(
                    (name, "", one["unique"])
                    for name, one in connection.introspection.get_constraints(cursor, name).items()
                ),
            }
            for name, columns in described.items()
        }


def migrate(steps: Sequence[Operation], *, back: bool = False) -> None:
    passed = states(steps)
    for n, step in reversed(list(enumerate(steps))) if back else enumerate(steps):
        with connection.schema_editor() as editor:
            if back:
                step.database_backwards(LABEL, editor, passed[n + 1], passed[n])
            else:
                step.database_forwards(LABEL, editor, passed[n], passed[n + 1])


def test_tables_come_first_and_what_is_alike_together() -> None:
    assert [step.describe().count(";") + 1 for step in in_few_steps(operations())] == [2, 3, 1, 1, 2, 1, 1]


def test_the_tables_are_the_same_and_go_again(db: None) -> None:
    made = []
    for steps in (operations(), in_few_steps(operations())):
        migrate(steps)
        made.append(tables())
        migrate(steps, back=True)
        assert tables() == {}
    assert len(made[0]["annotator_berth"]) > 4
    assert made[0] == made[1]


def test_few_models_are_all_that_a_change_needs(db: None) -> None:
    migrate(in_few_steps(operations()))
    with connection.cursor() as cursor:
        cursor.execute("SELECT data_type FROM information_schema.columns WHERE column_name = 'quay_id'")
        assert cursor.fetchall() == [("bigint",)]


def test_code_that_is_run_and_other_operations_find_all_models(db: None) -> None:
    found: list[tuple[set[str], set[str]]] = []

    def look(apps: Any, _: object) -> None:
        named = apps.get_model(LABEL, "Berth")._meta.get_field("quay").related_model
        found.append(({model.__name__ for model in apps.get_models()}, {field.name for field in named._meta.fields}))

    run = RunPython(look, RunPython.noop)
    migrate([*in_few_steps(operations()), run, RenameModel("Quay", "Pier"), run, AddField("pier", "name", field())])
    fields = {"id", "length", "depth", "first"}
    assert found == [({"Quay", "Berth"}, fields), ({"Pier", "Berth"}, fields)]


def test_models_are_rendered_once_for_operations_of_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    n_rendered = []
    for steps in (operations(), in_few_steps(operations())):
        rendered: list[str] = []
        with monkeypatch.context() as patch:
            render = import_module("django.db.migrations.state").ModelState.render
            patch.setattr(
                "django.db.migrations.state.ModelState.render",
                lambda state, apps, seen=rendered, render=render: (seen.append(state.name), render(state, apps))[1],
            )
            state = ProjectState()
            for step in steps:
                assert state.apps
                step.state_forwards(LABEL, state)
            assert state.apps
        n_rendered.append(len(rendered))
    assert n_rendered[1] < n_rendered[0]


def test_a_field_that_changes_twice_is_named() -> None:
    with pytest.raises(ValueError, match=r"^quay\.depth changes twice"):
        in_few_steps([AlterField("quay", "depth", field()), AlterField("quay", "depth", field(null=True))])


def test_no_migration_takes_many_steps_where_few_do() -> None:
    """What a migration costs too much, every first start costs, and every run of the tests several times."""
    ours = [one for (app, _), one in MigrationLoader(None).disk_migrations.items() if app == LABEL]
    assert len(ours) > 40
    others = {one.name for one in ours for step in one.operations if isinstance(step, INDEPENDENT)}
    assert others == set(), "put their operations in in_few_steps"


def test_a_kept_database_depends_on_all_that_makes_it() -> None:
    files = set(files_of_migrations())
    models = {Path(inspect.getfile(model)) for model in apps.get_app_config(LABEL).get_models()}
    migrations = sorted((HERE.root / "annotator" / "migrations").glob("0*.py"))
    named = {
        name
        for path in migrations
        for name in re.findall(r"^(?:from|import) (annotator[\w.]+)", path.read_text(), re.M)
    }
    used = {Path(inspect.getfile(import_module(name))) for name in named}
    assert len(models) > 50
    assert len(used) > 1
    assert sorted((models | used | set(migrations)) - files) == []


def test_a_kept_database_is_of_one_version_of_postgres() -> None:
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url) as server:
        version = server.info.server_version // 10_000
    assert kept_database(url).name.endswith(f"-{version}.sql")


def test_what_cannot_be_kept_stops_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.servers, "HERE", Layout(tmp_path))
    kept = tmp_path / "var" / "cache" / "migrated-0-17.sql"
    keep(kept, "SELECT 1;")
    assert kept.read_text() == "SELECT 1;"
    write = Path.write_text

    def forgotten_meanwhile(path: Path, *content: str, **how: str) -> int:
        n = write(path, *content, **how)
        forget_migrated()
        return n

    monkeypatch.setattr(Path, "write_text", forgotten_meanwhile)
    keep(kept, "SELECT 2;")
    assert list(kept.parent.iterdir()) == []
    (tmp_path / "file").touch()
    keep(tmp_path / "file" / "migrated-0-17.sql", "SELECT 3;")


@pytest.mark.django_db
def test_the_migrations_make_what_the_models_are() -> None:
    call_command("makemigrations", "--check", "--dry-run")  # SystemExit where one is missing
