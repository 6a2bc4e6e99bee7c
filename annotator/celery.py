"""The Celery application; workers and beat start with ``celery -A annotator``."""

from __future__ import annotations

import os
import threading
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
# A worker does several runs side by side; threads of BLAS in each would fight over the same cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

app = Celery("annotator")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotator"])

_stopping = threading.Event()


@worker_ready.connect
def start_pulse(sender: Any, **_: Any) -> None:
    """Say "alive" from the worker's main process, so that the page can tell when none is.

    A key that expires needs no clean-up after ``kill -9``, and costs a web request one look-up where
    ``inspect().ping()`` costs it a second of waiting.
    """
    from annotator.services.workers import pulse_until

    threading.Thread(target=pulse_until, args=(str(sender.hostname), _stopping), daemon=True).start()


@worker_shutting_down.connect
def stop_pulse(**_: Any) -> None:
    _stopping.set()
