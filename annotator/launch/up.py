"""``manage.py up``: start everything from a fresh clone to a ready page; Ctrl-C stops everything."""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from annotator.launch import frontend, guides, interrupts, page_address, servers
from annotator.launch.environment import say
from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout
from annotator.launch.locks import FileLock
from annotator.launch.page_address import USUAL_HOST, USUAL_PORT
from annotator.launch.preparing import SignIn, prepare
from annotator.launch.problems import LaunchError
from annotator.launch.servers import Records
from annotator.launch.supervisor import Service, Supervisor

READY_SECONDS = 90
WILDCARDS = ("0.0.0.0", "::", "")
RECORDS = "up.json"
HEALTH = "/api/v1/health/"
#: Which programs run here: all, those of the page, or those that do background work.
ROLES = ("all", "web", "worker")
#: Python's own, for all programs. These warnings are for operators of a site; `up` may run as root, and serves no
#: collected files.
PYTHON_OPTIONS = ("-W", "ignore:You're running the worker", "-W", "ignore:No directory at")
# A proxy named in the environment cannot reach this machine's own pages.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def parser() -> argparse.ArgumentParser:
    parse = argparse.ArgumentParser(prog="manage.py up", description="Start Lectern here and print where it is.")
    parse.add_argument("--port", type=_port, default=USUAL_PORT, help=f"port of the web page (default: {USUAL_PORT})")
    parse.add_argument("--host", default=USUAL_HOST, help="address to listen on; 0.0.0.0 lets other machines in")
    parse.add_argument(
        "--demo", action=argparse.BooleanOptionalAction, default=True,
        help="load the demo project into a database without projects (default)",
    )  # fmt: skip
    parse.add_argument(
        "--role", choices=ROLES, default="all",
        help="what this machine does: everything (default), the page and the sweep, or only background work; a worker "
        "needs DATABASE_URL and REDIS_URL of the machine that serves the page",
    )  # fmt: skip
    return parse


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a whole number from 1 to 65535")


def preflight(host: str, port: int, layout: Layout = HERE, *, role: str = "all") -> None:
    """Refuse at once, before anything is installed, if Lectern cannot start here.

    Raises LaunchError when Lectern is already running here, cannot listen on the address, or is to work for servers
    that nobody named.
    """
    _check_servers_are_named(role)
    with FileLock(layout.run / "up.lock") as lock:
        if not lock.try_acquire():
            raise _already_running(lock)
        # A web server left behind by a killed start would look like another program on the port.
        _clear(layout, RECORDS)
        if role != "worker":
            check_address(host, port)


def _check_servers_are_named(role: str) -> None:
    if role == "worker" and (missing := servers.missing_names()):
        raise LaunchError(
            f"--role worker: {' and '.join(missing)} not set. Name the Postgres and the Redis of the machine that "
            "serves the page, at addresses that this machine reaches."
        )


def check_address(host: str, port: int) -> None:
    """Raises LaunchError, naming a free port, when Lectern cannot listen on ``host:port``."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except socket.gaierror:
        raise LaunchError(f"--host {host}: no such address here. Leave it out, or give 127.0.0.1 or 0.0.0.0.") from None
    except PermissionError:
        raise LaunchError(f"Port {port} is reserved for root. Choose one from 1024: --port {USUAL_PORT}") from None
    except OSError as error:
        if "in use" not in str(error):
            raise LaunchError(
                f"--host {host} --port {port}: {error.strerror}. Leave --host out, or give 0.0.0.0."
            ) from None
        raise LaunchError(
            f"Port {port} on {host} is in use by another program. Stop that program, or choose another port: "
            f"python3 manage.py up --port {_free_port_from(host, port + 1)}"
        ) from None


def _free_port_from(host: str, first: int) -> int:
    for port in range(first, min(first + 200, 65536)):
        with socket.socket() as probe:
            try:
                probe.bind((host or "0.0.0.0", port))
            except OSError:
                continue
            return port
    return servers.free_port()


def _already_running(lock: FileLock) -> LaunchError:
    holder = lock.holder()
    pid = holder.get("pid")
    return LaunchError(
        f"Lectern is already running from this folder{f' at {url}' if (url := holder.get('url')) else ''} "
        f"(process {pid}). Open it there, or stop it first: Ctrl-C in its window, or kill {pid}"
    )


def url_of(options: argparse.Namespace) -> str:
    """The address of the page, as `parser` was asked for it."""
    return f"http://{'localhost' if options.host in WILDCARDS else _in_url(options.host)}:{options.port}"


def run(arguments: Sequence[str], layout: Layout = HERE) -> int:
    """Start everything, stay until Ctrl-C or SIGTERM, stop everything. Returns the exit code."""
    options = parser().parse_args(arguments)
    began = time.monotonic()
    url = url_of(options)
    interrupts.listen()
    try:
        with FileLock(layout.run / "up.lock") as lock:
            if not lock.try_acquire(url=url):
                raise _already_running(lock)
            return _run_locked(options, url, began, layout)
    except KeyboardInterrupt:
        return 0


def _clear(layout: Layout, file_name: str) -> None:
    if stopped := servers.clear_leftovers(layout, file_name):
        say(f"Stopped what an earlier start left behind: {', '.join(stopped)}.")


def _run_locked(options: argparse.Namespace, url: str, began: float, layout: Layout) -> int:
    _clear(layout, RECORDS)
    serves = options.role != "worker"
    _check_servers_are_named(options.role)
    if serves:
        check_address(options.host, options.port)
        frontend.build(layout)
        guides.build(layout)
    with FileLock(layout.run / "servers.lock") as servers_lock:
        if servers.missing_names():
            _take_servers(servers_lock, layout)
            _clear(layout, servers.PROCESSES)
        guard = Guard()
        server_records = Records(layout, guard, servers.PROCESSES)
        records = Records(layout, guard, RECORDS)
        supervisor = Supervisor()
        sign_in = SignIn()
        try:
            running = servers.start_missing(server_records)
            prepare(environment_for_children(options), layout, sign_in, demo=options.demo, migrate=serves)
            for server in running:
                supervisor.adopt(_restartable(server, server_records))
            for service in _services(options, layout, records):
                supervisor.launch(service)
            if serves:
                _wait_ready(url, supervisor, with_worker=options.role == "all")
                ready = [
                    f"Lectern is ready after {time.monotonic() - began:.0f} s:  {url}",
                    *sign_in.take().splitlines(),
                ]
            else:
                ready = ["Lectern's workers are started; they work for the servers that were named."]
            _print_banner(ready)
            with page_address.noted(url, layout) if serves else contextlib.nullcontext():
                while True:
                    supervisor.check()
                    time.sleep(0.2)
        finally:
            interrupts.ignore()  # A second Ctrl-C must not interrupt the shutdown.
            say("Stopping ...")
            records.stop()
            supervisor.finish()
            (layout.run / servers.ADDRESSES).unlink(missing_ok=True)
            server_records.stop()
            guard.dismiss()
            if sign_in.is_new and (untold := sign_in.take()):
                say(untold)  # It is stored nowhere else, and the next start will find an existing account.
            say("Stopped.")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _take_servers(lock: FileLock, layout: Layout) -> None:
    if lock.try_acquire(command="up"):
        return
    holder = lock.holder()
    say(f"Waiting for `manage.py {holder.get('command', '')}` (process {holder.get('pid')}) to end ...")
    if not lock.acquire(timeout_seconds=600, command="up"):
        raise LaunchError(
            f"Process {holder.get('pid')} still uses the database. Wait for it, or stop it, and try again."
        )


def environment_for_children(options: argparse.Namespace) -> dict[str, str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if options.host in WILDCARDS:
        # Other machines may use names for this one that are unknown here.
        environment.setdefault("ALLOWED_HOSTS", "*")
    else:
        environment.setdefault(
            "ALLOWED_HOSTS", ",".join(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", options.host]))
        )
    return environment


def _restartable(running: servers.Running, records: Records) -> Service:
    return Service(
        running.name, lambda: running.server.start(running.port), records,
        stop_signal=running.stop_signal, patience_seconds=running.patience_seconds, process=running.process,
        log=running.server.log,
    )  # fmt: skip


def _services(options: argparse.Namespace, layout: Layout, records: Records) -> list[Service]:
    environment = environment_for_children(options)
    services = []
    for name, program in programs(options.host, options.port).items():
        if options.role == "all" or (options.role == "worker") == name.startswith("worker"):
            # Asked to stop, a worker finishes its task; one it does not finish is delivered again at the next start.
            start = functools.partial(start_program, program, environment, layout.root)
            services.append(Service(name, start, records, patience_seconds=8 if name.startswith("worker") else 10))
    return services


def start_program(
    program: Sequence[str], environment: Mapping[str, str], root: Path, output: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """Start one of `programs`, as the leader of a session of its own. output : an open file, by default a pipe."""
    return subprocess.Popen(
        [sys.executable, *PYTHON_OPTIONS, "-m", *program], cwd=root, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
    )  # fmt: skip


def programs(host: str, port: int) -> dict[str, list[str]]:
    """Return the module and the arguments of each program, as for ``python -m``, in the order of starting."""
    celery = ["celery", "--app", "annotator", "--quiet", "--skip-checks"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--without-mingle", "--without-gossip"]
    web = [
        "gunicorn", "annotator.asgi", "--bind", f"{_in_url(host) or '0.0.0.0'}:{port}",
        "--worker-class", "annotator.web.worker.Worker", "--workers", "2", "--preload", "--graceful-timeout", "5",
        "--keep-alive", "15", "--no-control-socket", "--log-level", "warning",
    ]  # fmt: skip
    return {
        "worker": [*worker, "--concurrency", "2", "--hostname", f"worker-{port}@%h"],
        # Imports need not wait while the other worker is busy with alignments.
        "worker-short": [
            *worker, "--concurrency", "1", "--queues", "short", "--hostname", f"worker-short-{port}@%h",
        ],
        "sweep": ["django", "sweep", "--settings", "annotator.settings"],
        "web": web,
    }  # fmt: skip


def _wait_ready(url: str, supervisor: Supervisor, *, with_worker: bool) -> None:
    """Wait until the web server answers and, `with_worker`, one is alive. Raises LaunchError after READY_SECONDS."""
    deadline = time.monotonic() + READY_SECONDS
    while True:
        supervisor.check()
        health = read_health(url)
        if health is not None and (health.get("workers") or not with_worker):
            return
        if time.monotonic() > deadline:
            silent = "the page does not answer" if health is None else "no worker answers"
            raise LaunchError(f"Lectern did not get ready in {READY_SECONDS} s: {silent}. The lines above say why.")
        time.sleep(0.25)


def read_health(url: str) -> dict[str, object] | None:
    """Return the answer of the health endpoint, or None unless it is a 200."""
    try:
        with _DIRECT.open(f"{url}{HEALTH}", timeout=5) as answer:
            content = json.load(answer)
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def _print_banner(ready: Sequence[str]) -> None:
    lines = [*ready, "Ctrl-C stops everything."]
    width = max(len(line) for line in lines)
    say("\n".join(["", "=" * width, *lines, "=" * width, ""]))
