"""Rows that several tests share, where making them takes longer than the tests; and files read without a child."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test import override_settings

from annotator.importers import registry, sandbox
from annotator.importers.sandbox_child import Answering
from annotator.importers.sandbox_messages import load

#: Accounts are made in nearly every test, and a hash that is slow on purpose would be most of its time.
CHEAP_PASSWORDS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@contextmanager
def shared_rows(blocker: Any) -> Iterator[pytest.MonkeyPatch]:
    """For a fixture of a class or module: rows made inside stay until its end, and each test's own are taken back.

    The transaction of a test is a savepoint in the one that holds them. blocker : the fixture `django_db_blocker`.
    """
    with blocker.unblock(), pytest.MonkeyPatch.context() as patch, override_settings(PASSWORD_HASHERS=CHEAP_PASSWORDS):
        patch.setattr("annotator.platform.work.send", lambda task, pk: None)
        take_long_turns(patch)
        with transaction.atomic():
            # Django disconnects after each test, and the rows would be gone with the transaction.
            patch.setattr(connection, "close", lambda: None)
            yield patch
            transaction.set_rollback(True)


def take_long_turns(patch: pytest.MonkeyPatch) -> None:
    """Work in turns ends in one turn, and small files are read in the request, however busy the machine is."""
    patch.setattr("annotator.platform.work.TURN_SECONDS", 600)
    patch.setattr("annotator.corpus.importing.staging.REQUEST_SECONDS", 600)
    patch.setattr("annotator.corpus.importing.staging.FILE_SECONDS", 60)
    patch.setattr("annotator.corpus.importing.staging.TURN_SECONDS", 60)


def do_task(name: str, what: Any) -> None:
    """Be the worker that gets a message. what : its argument."""
    import_module("annotator.tasks")
    current_app.tasks[f"annotator.tasks.{name}"](what)


def read_in_process(patch: pytest.MonkeyPatch) -> None:
    """Files are read without the child process, which costs a third of a second each."""
    patch.setattr(
        "annotator.importers.sandbox.Reader.parse",
        lambda _, data, name, format=None, options=None, seconds=None: registry.parse(data, name, format, options),
    )
    patch.setattr(
        "annotator.importers.sandbox.Reader.recognise",
        lambda _, files: [[found.name for found, _ in registry.recognise(*file)] for file in files],
    )


def answer_in_process(patch: pytest.MonkeyPatch) -> None:
    """As `read_in_process`, for all that a child answers: also recordings, pictures and archives of projects."""
    children: dict[sandbox.Reader, Answering] = {}

    def ask(reader: sandbox.Reader, method: str, arguments: object, seconds: int) -> tuple[object, bool]:
        if reader not in children:
            children[reader] = Answering(None if reader._recording is None else os.dup(reader._recording))
        return load(children[reader].answer(method, arguments)), False

    patch.setattr(sandbox.Reader, "_ask", ask)
