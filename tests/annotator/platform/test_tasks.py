"""What workers do, as the domains declare it, and where messages wait for them."""

from __future__ import annotations

import importlib
import tomllib
from itertools import chain
from uuid import uuid4

import pytest
from celery import current_app

from annotator.domains import DOMAINS
from annotator.launch.layout import HERE
from annotator.platform import workers
from annotator.platform.models.work import kinds
from annotator.platform.queues import AFTER_ALL_OTHERS, FIRST, QUEUES, Task
from annotator.platform.work import send
from annotator.platform.workers import n_waiting


def test_domains_stand_in_the_order_in_which_they_may_call_each_other() -> None:
    project = tomllib.loads((HERE.root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (order,) = (contract["layers"] for contract in contracts if contract["name"].startswith("Domains:"))
    lines = [[name.removeprefix("annotator.") for name in layer.split(" : ")] for layer in reversed(order)]
    listed = chain.from_iterable([name for name in line if name in DOMAINS] for line in lines)
    assert tuple(listed) == DOMAINS


def test_workers_do_every_kind_of_work() -> None:
    importlib.import_module("annotator.tasks")
    tasks = {kind: kind.TASK for kind in kinds()}
    assert len(tasks) > 10
    assert len({task.name for task in tasks.values()}) == len(tasks), "each by a name of its own"
    assert [kind for kind, task in tasks.items() if task.full_name not in current_app.tasks] == []


def test_a_task_fails_with_a_sentence_before_its_process_is_killed() -> None:
    importlib.import_module("annotator.tasks")
    done = [task for name, task in current_app.tasks.items() if name.startswith("annotator.tasks.")]
    assert [task.name for task in done if not 0 < task.soft_time_limit < task.time_limit] == []


@pytest.mark.parametrize("priority", [FIRST, AFTER_ALL_OTHERS])
def test_a_message_waits_in_the_queue_of_its_task(priority: int) -> None:
    queue = f"test-{uuid4().hex}"
    task = Task("nothing", queue, priority)
    assert queue not in QUEUES
    send(task, 7)
    key = f"{queue}{workers._SEPARATOR}{priority}" if priority else queue
    client = workers._client()
    try:
        assert client.llen(key) == 1
        assert n_waiting(task) == 1
    finally:
        client.delete(key)
