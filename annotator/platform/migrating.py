"""Migrations of many tables in few steps, each of which renders few models.

After each operation Django renders anew the models that are related to what changed. Nearly all of ours are, so that
this is most of what migrations cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    RemoveConstraint,
    RemoveField,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.state import ModelState, ProjectState, StateApps
from django.db.migrations.utils import resolve_relation
from django.db.models import Field, Model
from django.utils.functional import cached_property

#: A model's app and name.
_Key = tuple[str, str]
#: Those that need nothing of the state between them, where they are about different fields or tables.
INDEPENDENT = (CreateModel, AddField, AlterField, RemoveField, AddConstraint, AddIndex, RemoveConstraint)


def in_few_steps(operations: Sequence[Operation]) -> list[Operation]:
    """The same changes, with operations of one kind that follow each other made together.

    Tables are created before fields are added to any of them, which do not wait for other tables.
    """
    in_order: list[Operation] = []
    for makes, run in groupby(operations, key=lambda operation: isinstance(operation, CreateModel | AddField)):
        in_order += sorted(run, key=lambda operation: makes and isinstance(operation, AddField))
    return [step for kind, run in groupby(in_order, key=type) for step in _steps(kind, list(run))]


def _steps(kind: type[Operation], run: list[Operation]) -> Iterator[Operation]:
    if kind in INDEPENDENT:
        yield _Together(run)
    else:
        yield from run


class _Together(Operation):
    """Operations of one kind as one: between the state before all of them and the state after."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = list(operations)
        fields = [(one.model_name, one.name) for one in operations if isinstance(one, FieldOperation)]
        if twice := {".".join(field) for field in fields if fields.count(field) > 1}:
            raise ValueError(
                f"{', '.join(sorted(twice))} changes twice, with a state in between that would be passed over"
            )

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [], {"operations": self.operations}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Without rendered models, there are none to be rendered again.
        is_rendered = state.__dict__.pop("apps", None) is not None
        for operation in self.operations:
            operation.state_forwards(app_label, state)
        if is_rendered:
            state.__dict__["apps"] = _Few(state.models, state.real_apps)
            state.is_delayed = True  # all of them are rendered for code that is run, and at the end

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return "; ".join(operation.describe() for operation in self.operations)

    def references_model(self, name: str, app_label: str) -> bool:
        return any(operation.references_model(name, app_label) for operation in self.operations)


class _Few:
    """In place of the models of a state: those that somebody asks for, with the keys that they have to do with.

    What belongs to a change of a model is rendered as it is asked for after it, however many models that concerns.
    Whoever wants something else than a model gets all of them.
    """

    real_models: tuple[ModelState, ...] = ()

    def __init__(self, models: dict[_Key, ModelState], real_apps: Iterable[str]) -> None:
        self._models, self._real_apps = dict(models), list(real_apps)
        self._rendered: dict[_Key, type[Model]] = {}

    def get_model(self, app_label: str, model_name: str) -> type[Model]:
        key = (app_label, model_name.lower())
        if key not in self._rendered:
            needed = {
                other: {name for name, field in model.fields.items() if other == key or key in _named_by(field, other)}
                for other, model in self._models.items()
            }
            few: dict[_Key, ModelState] = {}
            for other in (key, *(other for other, names in needed.items() if names)):
                self._take(other, few, needed)
            self._rendered[key] = StateApps(self._real_apps, few).get_model(*key)
        return self._rendered[key]

    def _take(self, key: _Key, few: dict[_Key, ModelState], needed: dict[_Key, set[str]]) -> None:
        """Add a model to `few` with the fields that are needed, those that others can refer to, and what they name."""
        if key in few or key not in self._models:
            return
        model = self._models[key]
        bases = [resolve_relation(base) for base in model.bases if isinstance(base, str)]
        needed |= {base: set(self._models[base].fields) for base in bases}
        fields = {name: field for name, field in model.fields.items() if field.unique or name in needed[key]}
        # Others name fields.
        options = {name: value for name, value in model.options.items() if name in ("db_table", "managed", "proxy")}
        if len(fields) == len(model.fields):
            options = model.options
        few[key] = ModelState(model.app_label, model.name, fields, options, model.bases, model.managers)
        for other in (*bases, *(other for field in fields.values() for other in _named_by(field, key))):
            self._take(other, few, needed)

    def clone(self) -> _Few:
        return _Few({key: model.clone() for key, model in self._models.items()}, self._real_apps)

    def bulk_update(self) -> AbstractContextManager[None]:
        return nullcontext()

    def unregister_model(self, app_label: str, model_name: str) -> None:
        self._models.pop((app_label, model_name), None)
        self._forget()

    def render_multiple(self, models: Sequence[ModelState]) -> None:
        """Take them in place of what they were; they are rendered when they are asked for."""
        self._models |= {(model.app_label, model.name_lower): model for model in models}
        self._forget()

    def _forget(self) -> None:
        self._rendered.clear()
        self.__dict__.pop("_all", None)

    @cached_property
    def _all(self) -> StateApps:
        return StateApps(self._real_apps, self._models)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._all, name)


def _named_by(field: Field[Any, Any], key: _Key) -> set[_Key]:
    """The models that a field of a model refers to."""
    if field.remote_field is None:
        return set()
    named = (field.remote_field.model, getattr(field.remote_field, "through", None))
    return {resolve_relation(other, *key) for other in named if other}
