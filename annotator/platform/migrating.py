"""Migrations of many tables in few steps.

After each operation Django renders anew the models that are related to what changed. Nearly all of ours are, so that
this is most of what a migration of many tables costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, AlterField, CreateModel, RemoveField
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.state import ProjectState

#: Those that need nothing of the state between them, where they are about different fields or tables.
_INDEPENDENT = (CreateModel, AddField, AlterField, RemoveField, AddConstraint, AddIndex)


def in_few_steps(operations: Sequence[Operation]) -> list[Operation]:
    """The same changes, with operations of one kind that follow each other made together.

    Tables are created before fields are added to any of them, which do not wait for other tables.
    """
    in_order: list[Operation] = []
    for makes, run in groupby(operations, key=lambda operation: isinstance(operation, CreateModel | AddField)):
        in_order += sorted(run, key=lambda operation: makes and isinstance(operation, AddField))
    return [step for kind, run in groupby(in_order, key=type) for step in _steps(kind, list(run))]


def _steps(kind: type[Operation], run: list[Operation]) -> Iterator[Operation]:
    if kind in _INDEPENDENT and len(run) > 1:
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
        # Without rendered models, there are none to be rendered again; the next to ask has all of them rendered.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

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
