"""``python -m annotator.parent``: loads the application once and forks the programs of ``manage.py up`` from it.

What is loaded is most of a program's memory, and a fork shares it until it is written to. So this process does nothing
else: it has no threads and no connections, which a fork would break. Its launcher (`annotator.launch.parent`) holds the
other end of a socket that is standard input here, and both send a line of JSON a message:

- ``{"ready": true}`` from here when everything is loaded;
- ``{"name": ..., "program": [module, argument, ...]}`` asks for a program, as ``python -m`` would run it; with it come
  two files: where its output goes, and a pipe from which it reads a byte before it begins;
- ``{"started": pid}`` answers, and ``{"ended": pid, "code": ...}`` follows when it ends, negative for a signal.

When the launcher is gone, so is this process. Programs that run outlive it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

#: What programs import beyond the application: when they start, or with their first request, task or sweep.
PARTS = (
    "annotator.platform.json_cache",
    "annotator.management.commands.sweep",
    "annotator.tasks",
    "annotator.web.gateway",
    "annotator.web.worker",
    "billiard.compat",
    "billiard.heap",
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "billiard.synchronize",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.contrib.django.task",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "django.core.cache.backends.redis",
    "gunicorn.app.wsgiapp",
    "kombu.pidbox",
    "kombu.transport.redis",
    "psycopg_pool",
)
MOST_BYTES = 65_536


def load() -> None:
    """Import the application with all its views, and what runs it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    from django.core.wsgi import get_wsgi_application
    from django.urls import get_resolver

    get_wsgi_application()
    _ = get_resolver().url_patterns
    for name in PARTS:
        importlib.import_module(name)


@dataclass(frozen=True)
class Program:
    """What a forked process is to become. output, begin : open files."""

    name: str
    words: list[str]
    output: int
    begin: int

    def run(self) -> None:
        """Become it: a session of its own, its output, and the module run as by ``python -m``."""
        os.setsid()
        for handle in (1, 2):
            os.dup2(self.output, handle)
        os.close(self.output)
        began = os.read(self.begin, 1)
        os.close(self.begin)
        if not began:
            return  # The launcher does not know of this process.
        with contextlib.suppress(OSError):  # What `top` and `ps -e` show; all have the same command line.
            Path("/proc/self/comm").write_text(f"lectern-{self.name}"[:15])
        gc.enable()
        module, *arguments = self.words
        sys.argv = [module, *arguments]
        runpy.run_module(module, run_name="__main__", alter_sys=True)


class Parent:
    """Forks what its launcher asks for."""

    def __init__(self, launcher: socket.socket) -> None:
        self._launcher = launcher
        self._wakes, self._woken = os.pipe()
        for handle in (self._wakes, self._woken):
            os.set_blocking(handle, False)
        signal.set_wakeup_fd(self._woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # What wakes `select` is that there is a handler.

    def serve(self) -> Program:
        """Return only in a forked process, with what it is to become. Ends this process when the launcher is gone."""
        self._tell(ready=True)
        while True:
            readable, _, _ = select.select([self._launcher.fileno(), self._wakes], [], [])
            if self._wakes in readable:
                os.read(self._wakes, MOST_BYTES)
                self._report_deaths()
            if self._launcher.fileno() in readable and (program := self._fork()):
                return program

    def _fork(self) -> Program | None:
        """The program, in the process that is to become it; None in this one."""
        asked, files, _, _ = socket.recv_fds(self._launcher, MOST_BYTES, 2)
        if not asked:
            _end()
        message = json.loads(asked)
        program = Program(message["name"], message["program"], *files)
        # The garbage collector writes to each object that it looks at, and so would copy what is shared.
        gc.collect()
        gc.freeze()
        pid = os.fork()
        if pid == 0:
            self._forget()
            return program
        for handle in files:
            os.close(handle)
        self._tell(started=pid)
        return None

    def _forget(self) -> None:
        """In a forked process: leave what belongs to this one."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._launcher.close()
        os.close(self._wakes)
        os.close(self._woken)

    def _report_deaths(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self._tell(ended=ended[0], code=os.waitstatus_to_exitcode(ended[1]))

    def _tell(self, **message: object) -> None:
        try:
            self._launcher.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            _end()


def _end() -> NoReturn:
    os._exit(0)


def main() -> None:
    launcher = socket.socket(fileno=os.dup(0))
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # What it freed early would be holes in pages, filled by each program on its own.
    load()
    Parent(launcher).serve().run()


if __name__ == "__main__":
    main()
