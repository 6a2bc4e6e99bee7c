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
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, JsonResponse
from django.urls import path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotator.launch import up
from annotator.launch.servers import free_port

if TYPE_CHECKING:
    from instance import Instance


def floor_view(request: HttpRequest) -> JsonResponse:
    """Insert what was sent, in a transaction, and answer."""
    from django.db import connection, transaction

    operation = json.loads(request.body)["operations"][0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor (id, body) VALUES (%s, %s)", [operation["id"], json.dumps(operation)])
    return JsonResponse({"results": [{"id": operation["id"]}]})


urlpatterns = [path("api/v1/floor/", floor_view)]


def floor_application() -> Any:
    """What gunicorn serves as the floor: Lectern's gateway and settings, with this file's view only."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    import django

    django.setup()  # before, as allauth checks the middleware then
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler

    from annotator.web.gateway import of_django

    settings.MIDDLEWARE, settings.ROOT_URLCONF = [], __name__
    return of_django(WSGIHandler())


@contextmanager
def running_floor(at: Instance) -> Iterator[tuple[str, int]]:
    """(URL, process id) of a server of the floor on the application's database."""
    at.database_value("CREATE TABLE IF NOT EXISTS floor (id uuid PRIMARY KEY, body jsonb NOT NULL)")
    port = free_port()
    program = up.programs("127.0.0.1", port)["web"]
    words = (word.replace("annotator.asgi", "floor:floor_application()") for word in program)
    here = Path(__file__).resolve().parent
    environment = {**at.application.environment, "PYTHONPATH": f"{here}{os.pathsep}{here.parent}"}
    with at.application.log("floor").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *up.PYTHON_OPTIONS, "-m", *words], env=environment, stdout=log, stderr=log
        )
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
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
