"""What holds for every test.

Properties are tried on the same examples at every run, so that a check says something about the change before it.
``LECTERN_EXPLORE=1`` draws new ones each time: to look for what nobody has thought of yet, in a loop or overnight.

`manage.py test` runs a test that fails a second time, since a busy machine can be too slow for one that waits for
processes, threads or a browser. It says how many needed it; what is really broken fails twice.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.servers import template

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", print_blob=True, deadline=None)
settings.load_profile("explore" if os.environ.get("LECTERN_EXPLORE") else "same")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if call.when == "call" and getattr(item, "execution_count", 1) > 1:
        item.user_properties.append(("second attempt", "yes"))
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """At the end pytest looks for garbage once; that it and Python do so again finds nothing, in seconds a process."""
    config.add_cleanup(gc.freeze)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is loaded by the end of it stays, and there is no garbage to be looked for in it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The database of each worker is a copy, on which Django finds nothing to migrate."""
    from django.db import connection

    connection.settings_dict["TEST"]["TEMPLATE"] = template()
