"""What one annotator's edits take while slow clients hold connections, by web server.

    python benchmarks/slow_clients.py [--clients 50] [--seconds 8] [--servers lectern gthread asgi]

Starts Lectern on a database of its own and, beside its own web server, the two that were considered (decision
docs/decisions/web-server.md): gunicorn with threads, and Django's own ASGI handler under uvicorn. Each is measured
with nobody else connected, and with so many clients that send the head of a request, its body, or read its answer
a byte at a time. Printed are the edits made in the time, their median and worst time, the ratio of the median to that
of the first server alone, and how many edits had no answer within 10 s.

    python benchmarks/slow_clients.py --processor [--rounds 8] [--seconds 8] [--servers gthread lectern]

starts these servers side by side and edits through one after another, again and again, with nobody else connected.
Printed is the processor time of each server's processes per edit: unlike the time that an edit takes, it hardly depends
on what else the machine does.
"""

from __future__ import annotations

import argparse
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from statistics import median
from urllib.parse import urlsplit

import psutil
from long_review import make_pair, percentile, running_application
from review_load import CSRF, Annotator, Connection

from annotator.launch.servers import free_port
from annotator.launch.up import read_health
from tests.e2e.application import Application

GIVE_UP_SECONDS = 10
ATTACKS = ("nobody", "slow heads", "slow bodies", "slow readers")


class SlowClients:
    """Connections that send or read a byte a second; one that the server closes is replaced."""

    def __init__(self, kind: str, n: int, url: str, session: str, document: int) -> None:
        parts = urlsplit(url)
        self._address = (str(parts.hostname), parts.port or 80)
        heads = {
            "slow heads": f"GET /api/v1/health/ HTTP/1.1\r\nHost: {parts.netloc}\r\n",
            "slow bodies": f"POST /api/v1/session/ HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Cookie: csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
            "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
            "slow readers": f"GET /api/v1/documents/{document}/media/ HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Cookie: sessionid={session}\r\n\r\n",
        }
        self._kind = kind
        self._begins = heads[kind].encode() if kind in heads else b""
        self._sockets = [self._connect() for _ in range(n if self._begins else 0)]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._trickle)
        self._thread.start()

    def _connect(self) -> socket.socket:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(5)
        client.connect(self._address)
        client.sendall(self._begins)
        client.setblocking(False)
        return client

    def _trickle(self) -> None:
        while not self._ended.wait(1):
            for place, client in enumerate(self._sockets):
                try:
                    _ = client.recv(1) if self._kind == "slow readers" else client.send(b"X")
                except BlockingIOError:
                    continue
                except OSError:  # closed by the server, as it should be
                    client.close()
                    with suppress(OSError):
                        self._sockets[place] = self._connect()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        for client in self._sockets:
            client.close()


@contextmanager
def web_server(name: str, application: Application) -> Iterator[tuple[str, int]]:
    """The address of a web server of that kind, and its main process."""
    if name == "lectern":
        yield application.url, application.pid("web")
        return
    port = free_port()
    kinds = {
        "gthread": ["annotator.wsgi", "--worker-class", "gthread", "--threads", "8"],
        "asgi": ["django.core.asgi:get_asgi_application()", "--worker-class", "uvicorn_worker.UvicornWorker"],
    }
    command = [sys.executable, "-m", "gunicorn", *kinds[name], "--workers", "2", "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        [*command, "--no-control-socket", "--log-level", "error"],
        env={**application.environment, "DJANGO_SETTINGS_MODULE": "annotator.settings"},
        stderr=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        deadline, answered = time.monotonic() + 60, 0
        while answered < 20 and time.monotonic() < deadline:  # until both processes have loaded Django
            if read_health(url) is None:
                time.sleep(0.2)
            answered += 1
        yield url, process.pid
    finally:
        process.terminate()
        process.wait()


def store_recording(pair: int) -> int:
    """Give the pair's target 30 MB to play, more than the buffers of a connection take. Returns its id."""
    from django.core.files.base import ContentFile

    from annotator.models import Pair

    document = Pair.objects.get(pk=pair).target
    document.media_file.save("talk.wav", ContentFile(bytes(30_000_000)))
    return document.pk


def measure(annotator: Annotator, url: str, session: str, seconds: float) -> tuple[list[float], int]:
    """Edit one after another. Returns the seconds of each, and how many had no answer."""
    times: list[float] = []
    failed, until = 0, time.monotonic() + seconds
    annotator.times = []
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            annotator._operate("label")
        except (OSError, RuntimeError):
            failed += 1
            annotator.connection = connection_to(url, session)
        times.append(time.monotonic() - began)
        time.sleep(0.02)
    return times, failed


def processor_seconds(pid: int) -> float:
    """What a server's processes have used so far."""
    main = psutil.Process(pid)
    return sum(sum(process.cpu_times()[:2]) for process in (main, *main.children()))


def compare_processor(application: Application, session: str, review: int, args: argparse.Namespace) -> None:
    """Edit through each server in turn, so that all meet the same machine. Prints milliseconds per edit."""
    opening = Connection(application.url, session)
    with ExitStack() as running:
        servers = {name: running.enter_context(web_server(name, application)) for name in args.servers}
        used: dict[str, list[float]] = {name: [] for name in servers}
        for number in range(args.rounds + 1):
            for name, (url, pid) in servers.items():
                rows = opening.ask("GET", f"reviews/{review}/content/")[0]["rows"]
                annotator = Annotator(connection_to(url, session), review, rows, random.Random(number), 0)
                before = processor_seconds(pid)
                times, _ = measure(annotator, url, session, args.seconds)
                if number:  # the first round warms up
                    used[name].append(1000 * (processor_seconds(pid) - before) / len(times))
    first = median(next(iter(used.values())))
    print("server   ms of processor time per edit: median, least, most; ratio of the medians")
    for name, values in used.items():
        own = median(values)
        print(f"{name:8} {own:6.1f} {min(values):6.1f} {max(values):6.1f} {own / first:6.2f}")


def connection_to(url: str, session: str) -> Connection:
    connection = Connection(url, session)
    connection._connection.timeout = GIVE_UP_SECONDS
    return connection


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=ATTACKS)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--servers", nargs="+", default=["gthread", "asgi", "lectern"])
    args = parser.parse_args()
    with running_application() as application:
        pair, sessions = make_pair(application, 3000, 1)
        opening = Connection(application.url, sessions[0])
        review = opening.ask("POST", "reviews/", {"pair": pair})[0]["id"]
        if args.processor:
            compare_processor(application, sessions[0], review, args)
            return
        document = store_recording(pair)
        base = 0.0
        print("server   while          edits  p50 ms  p95 ms  worst ms  ratio unanswered")
        for name in args.servers:
            with web_server(name, application) as (url, _):
                for attack in args.attacks:
                    rows = opening.ask("GET", f"reviews/{review}/content/")[0]["rows"]
                    annotator = Annotator(connection_to(url, sessions[0]), review, rows, random.Random(1), 0)
                    measure(annotator, url, sessions[0], 1)
                    clients = SlowClients(attack, args.clients, url, sessions[0], document)
                    time.sleep(2)
                    times, failed = measure(annotator, url, sessions[0], args.seconds)
                    clients.end()
                    time.sleep(1)
                    p50, p95, worst = percentile(times, 0.5), percentile(times, 0.95), percentile(times, 1)
                    base = base or p50
                    print(
                        f"{name:8} {attack:13} {len(times):6} {p50:7.0f} {p95:7.0f} {worst:9.0f} {p50 / base:6.2f} "
                        f"{failed:10}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
