"""No table of the application is forgotten where a project goes along, and nothing that names rows."""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import ForeignKey

from annotator.site.moving.tables import BLANKED, LEFT_OUT, REWRITTEN, WITHOUT_IDS, may_hold_ids, tables

MODELS = set(apps.get_app_config("annotator").get_models(include_auto_created=True))
MOVED = {table.model for table in tables()}


def test_every_table_goes_along_or_says_why_not() -> None:
    assert MOVED | LEFT_OUT.keys() == MODELS
    assert not MOVED & LEFT_OUT.keys()
    assert all(why for why in LEFT_OUT.values())


def test_every_table_that_goes_along_belongs_to_a_project() -> None:
    assert [table.name for table in tables() if not all(table.paths)] == []


def test_what_rows_refer_to_goes_along_with_them() -> None:
    for table in tables():
        for field in table.fields:
            if isinstance(field, ForeignKey) and not field.null:
                assert field.related_model in {*MOVED, User}, field


def test_every_column_that_could_name_rows_is_known() -> None:
    for table in tables():
        asked = {field.column for field in table.fields if may_hold_ids(field)}
        blanked = {field.column for field in table.fields if table.exported(field.column) != f'"{field.column}"'}
        known = REWRITTEN.get(table.model, {}).keys() | set(WITHOUT_IDS.get(table.model, ()))
        assert asked - blanked <= known, table.name
        assert known <= {field.column for field in table.fields}, table.name
        assert not REWRITTEN.get(table.model, {}).keys() & set(WITHOUT_IDS.get(table.model, ())), table.name


def test_what_is_declared_is_there() -> None:
    declared = BLANKED.keys() | REWRITTEN.keys() | WITHOUT_IDS.keys()
    assert declared <= MOVED
