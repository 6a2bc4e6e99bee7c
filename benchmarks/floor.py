"""The least that saving an edit can cost: a Django view that inserts one row by psycopg, under the same web server.

It has Lectern's gateway, settings and database, but one view without middleware, session, DRF or serializers: it parses
the JSON that an edit is sent as, inserts it into a table of two columns, and commits.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from django.http import HttpRequest, JsonResponse
from django.urls import path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotator.launch import up
from annotator.launch.servers import free_port
from tests.e2e.application import Application


def floor_view(request: HttpRequest) -> JsonResponse:
    """Insert what was sent, in a transaction, and answer."""
    from django.db import connection, transaction

    given = json.loads(request.body)
    operation = given["operations"][0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor (id, body) VALUES (%s, %s)", [operation["id"], json.dumps(operation)])
    return JsonResponse({"results": [{"id": operation["id"]}]})


urlpatterns = [path("api/v1/floor/", floor_view)]


def floor_application() -> Any:
    """What gunicorn serves as the floor: Lectern's gateway and settings, with this file's view only."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    settings.MIDDLEWARE, settings.ROOT_URLCONF = [], __name__
    application = get_wsgi_application()
    from annotator.web.gateway import of_django

    return of_django(application)


@contextmanager
def running_floor(application: Application) -> Iterator[tuple[str, int]]:
    """(URL, process id) of a server of the floor on the application's database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE floor (id uuid PRIMARY KEY, body jsonb NOT NULL)")
    connection.close()
    port = free_port()
    program = up.programs("127.0.0.1", port)["web"]
    command = [
        *up.PYTHON_OPTIONS,
        "-m",
        *(word.replace("annotator.asgi", "floor:floor_application()") for word in program),
    ]
    here = str(Path(__file__).resolve().parent)
    environment = {**application.environment, "PYTHONPATH": f"{here}{os.pathsep}{Path(here).parent}"}
    with application.log("floor").open("ab") as log:
        process = subprocess.Popen([sys.executable, *command], env=environment, stdout=log, stderr=log)
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    """Until something listens there."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def with_children(*pids: int) -> set[psutil.Process]:
    """Each process once, also where one of those named is a child of another."""
    named = [psutil.Process(pid) for pid in pids]
    return {each for process in named for each in (process, *process.children(recursive=True))}


def cpu_seconds(*pids: int) -> float:
    """User and system time of processes and their children so far."""
    times = [each.cpu_times() for each in with_children(*pids)]
    return sum(each.user + each.system for each in times)


def megabytes(*pids: int) -> float:
    """Memory of processes and their children (PSS: what they share is counted once)."""
    return sum(each.memory_full_info().pss for each in with_children(*pids)) / 1e6
