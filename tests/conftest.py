"""What holds for every test.

Properties are tried on the same examples at every run, so that a check says something about the change before it.
``LECTERN_EXPLORE=1`` draws new ones each time: to look for what nobody has thought of yet, in a loop or overnight.

Tests that wait for processes or for a browser are run a second time if they fail, since a busy machine can be too
slow for them; `manage.py test` says how many needed it, and what is really broken fails twice.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.servers import template

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", print_blob=True, deadline=None)
settings.load_profile("explore" if os.environ.get("LECTERN_EXPLORE") else "same")

TESTS = Path(__file__).parent
#: Folders whose tests start programs of their own. These, and tests whose transactions other connections see, depend on
#: what runs beside them: they may try a second time, which is counted and printed.
OF_PROCESSES = [TESTS / "e2e", TESTS / "launch", TESTS / "web"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        database = item.get_closest_marker("django_db")
        concurrent = database is not None and database.kwargs.get("transaction", False)
        if concurrent or any(item.path.is_relative_to(folder) for folder in OF_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if call.when == "call" and getattr(item, "execution_count", 1) > 1:
        item.user_properties.append(("second attempt", "yes"))
    return (yield)


def pytest_collection_finish() -> None:
    """What is loaded by now stays, and there is no garbage to be looked for in it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The database of each worker is a copy, on which Django finds nothing to migrate."""
    from django.db import connection

    connection.settings_dict["TEST"]["TEMPLATE"] = template()
