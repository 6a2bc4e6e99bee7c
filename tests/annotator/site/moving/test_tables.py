"""No table of the application is forgotten where a project goes along, and nothing that names rows."""

from __future__ import annotations

import re

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import CharField, ForeignKey, TextField

from annotator.launch.layout import HERE
from annotator.people.activity import KINDS
from annotator.site.moving.exporting import _WORDS
from annotator.site.moving.tables import _OBJECTS, BLANKED, LEFT_OUT, REWRITTEN, WITHOUT_IDS, may_hold_ids, tables

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


def test_no_secret_and_no_address_of_a_person_goes_along() -> None:
    found = {
        f"{table.name}.{field.column}"
        for table in tables()
        for field in table.fields
        if re.search(r"(secret|nonce|password|email)$", field.column)
        and table.exported(field.column) == f'"{field.column}"'
    }
    assert found == {"project.contact_email"}  # which people read in a consent


#: Whose rows stay where they are (`LEFT_OUT`).
STAYING_KINDS = {"import", "webhook"}


def test_what_the_activity_log_leads_to_has_its_new_id() -> None:
    model = HERE.root / "frontend" / "src" / "features" / "people" / "activity" / "model.ts"
    led_to = re.findall(r"^  (\w+): \{[^}]*place: '[^']*:id'", model.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(led_to) > 5
    assert set(led_to) - _OBJECTS.keys() == STAYING_KINDS
    assert set(KINDS) >= _OBJECTS.keys()


#: As people wrote them, also where pseudonyms stand for names: what files of releases say, word for word.
WORDS_AS_WRITTEN = {"releaseerasure.reason", "reviewrow.decision_reason", "reviewrow.null_reason"}


def test_of_every_reason_and_note_it_is_known_whether_names_in_it_are_hidden() -> None:
    found = {
        f"{table.name}.{field.column}"
        for table in tables()
        for field in table.fields
        if isinstance(field, CharField | TextField) and re.search(r"(^|_)(reason|note|comment)$", field.column)
    }
    hidden = {f"{model._meta.model_name}.{column}" for model, columns in _WORDS.items() for column in columns}
    assert len(found) > 10
    assert found - hidden == WORDS_AS_WRITTEN
