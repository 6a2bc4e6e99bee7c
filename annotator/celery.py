"""The Celery application; workers start with ``celery -A annotator worker``."""

from __future__ import annotations

import gc
import os
import threading
from typing import TYPE_CHECKING, Any

from celery import Celery
from celery.signals import (
    celeryd_init,
    worker_before_create_process,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)

if TYPE_CHECKING:
    from annotator.platform.workers import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
# A worker does several runs side by side; threads of BLAS in each would fight over the same cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

app = Celery("annotator")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotator"])

_stopping = threading.Event()
_pulse: Pulse | None = None


@celeryd_init.connect
def open_pulse(**_: Any) -> None:
    """Before the pool is forked, so that its processes share the pipe."""
    from annotator.platform.workers import Pulse

    global _pulse
    _pulse = Pulse()


@celeryd_init.connect
def stop_with_another_key(**_: Any) -> None:
    from annotator.platform import site_key

    site_key.stop_with_another_key()


@worker_before_create_process.connect
def share_memory(**_: Any) -> None:
    """The garbage collector writes to each object that it looks at, and so would copy what is loaded into each process
    of the pool."""
    gc.collect()
    gc.freeze()


@worker_process_init.connect
def lower_priority(**_: Any) -> None:
    """On a machine that does everything, people wait for the web server."""
    from annotator.importers.sandbox_child import give_way

    give_way()


@worker_process_init.connect
def start_pulse(**_: Any) -> None:
    if _pulse is not None:
        _pulse.beat_forever()


@worker_ready.connect
def watch_pulse(sender: Any, **_: Any) -> None:
    """Tell the page from the main process which workers are able to work.

    A key that expires needs no clean-up after ``kill -9``, and costs a web request one look-up where
    ``inspect().ping()`` costs it a second of waiting.
    """
    assert _pulse is not None
    queues = ",".join(sender.app.amqp.queues.consume_from)
    threading.Thread(target=_pulse.watch, args=(str(sender.hostname), queues, _stopping), daemon=True).start()


@worker_shutting_down.connect
def stop_pulse(**_: Any) -> None:
    _stopping.set()
