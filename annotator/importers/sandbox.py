"""Reads files from strangers in a process of their own, with bounds on time and memory.

A parser can hang, eat all memory or crash in a C library; none of that may reach the worker. The child gets files on
its standard input and answers on its standard output. It has no environment, so no secrets, loads neither Django nor
Celery, and binds itself: processor time a file, address space, no writing of files. Its answers are unpickled by a
reader that knows only our dataclasses and plain values, so a child taken over by a hostile file cannot run code here.
"""

from __future__ import annotations

import io
import pickle
import struct
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from annotator.importers import base
from annotator.importers.base import Options, Parsed, Problems

_PACKAGE = str(Path(__file__).resolve().parents[1])
#: The package's own __init__ starts Celery, which a reader of files has no use for: an empty package stands in for it.
_START = (
    "import sys, types; package = types.ModuleType('annotator'); "
    f"package.__path__ = [{_PACKAGE!r}]; sys.modules['annotator'] = package\n"
)
_CODE = "from annotator.importers import sandbox; sandbox.child()"
_ALLOWED = frozenset(("Problem", "Word", "Section", "Unit", "LeftOut", "Document", "Bitext", "Parsed"))
_LENGTH = struct.Struct(">Q")
_OUT_OF_MEMORY = 3  # exit status
_STARTUP_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Limits:
    """seconds : of processor time a file; the clock on the wall gets twice that and a start-up allowance.

    megabytes : of address space. file_megabytes : size of a file.
    """

    seconds: int = 60
    megabytes: int = 1024
    file_megabytes: int = 100


def parse(
    data: bytes, name: str, format: str | None = None, options: Options | None = None, limits: Limits | None = None
) -> Parsed:
    """As `registry.parse`, in a child process. A child that hangs, dies or runs out of memory is an error of the
    file."""
    with Reader(limits) as reader:
        return reader.parse(data, name, format, options)


class Reader:
    """A child process that reads file after file; one that fails is replaced. Use it as a context manager."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    def parse(self, data: bytes, name: str, format: str | None = None, options: Options | None = None) -> Parsed:
        """Read one file; never raises for what is wrong with it."""
        problems = Problems(name)
        limits = self.limits
        if len(data) > limits.file_megabytes * 1_000_000:
            problems.error(f"the file has {len(data) / 1e6:.0f} MB", expected=f"{limits.file_megabytes} MB at most")
            return Parsed(format or "", problems=problems.all(), name=name)
        result, timed_out = self._ask(pickle.dumps((data, name, format, dict(options or {}))))
        if isinstance(result, Parsed):
            return result
        child = self._child
        status = child.wait() if child is not None else 0
        self.close()
        if timed_out:
            problems.error(f"reading takes longer than {limits.seconds} s", expected="a smaller or simpler file")
        else:
            problems.error(_why(status, limits), expected="a file that can be read")
        return Parsed(format or "", problems=problems.all(), name=name)

    def _ask(self, request: bytes) -> tuple[object, bool]:
        """(the answer or None, whether time ran out). After None the child is dead or dying."""
        child = self._child or self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(2 * self.limits.seconds + _STARTUP_SECONDS, stop)
        timer.start()
        try:
            _write(child.stdin, request)
            answer = _read(child.stdout)
            return _Unpickler(io.BytesIO(answer)).load(), False
        except (OSError, EOFError, struct.error, pickle.UnpicklingError, *_BAD_PICKLES):
            if child.poll() is None:  # an answer that is none: the child is not to be trusted with another file
                threading.Timer(1.0, child.kill).start()
            return None, late.is_set()
        finally:
            timer.cancel()

    def _start(self) -> subprocess.Popen[bytes]:
        bind = f"sandbox.LIMITS = {(self.limits.seconds, self.limits.megabytes)!r}\n"
        code = f"{_START}from annotator.importers import sandbox\n{bind}{_CODE}"
        self._child = subprocess.Popen(
            [sys.executable, "-I", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
        )
        return self._child


_BAD_PICKLES = (AttributeError, ValueError, TypeError, IndexError, KeyError, ImportError, MemoryError, RecursionError)


def _write(stream: IO[bytes], content: bytes) -> None:
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes:
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(header)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _why(status: int, limits: Limits) -> str:
    if status in (-24, -9):  # SIGXCPU, SIGKILL
        return f"reading was stopped: it took more than {limits.seconds} s or too much memory"
    if status == _OUT_OF_MEMORY:
        return f"reading needs more than {limits.megabytes} MB of memory"
    if status < 0:
        return f"the file crashes its reader (signal {-status})"
    return f"the reader failed on this file (exit {status})"


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == base.__name__ and name in _ALLOWED:
            return getattr(base, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not a result")


#: (seconds, megabytes), set in the child by its parent before it starts.
LIMITS = (60, 1024)


def child() -> None:
    """The child's side: read requests, parse, answer, until there are no more."""
    from annotator.importers import registry  # before the limits: libraries map a good deal of address space

    seconds, megabytes = LIMITS
    _bind_memory(megabytes)
    while True:
        try:
            data, name, format, options = pickle.loads(_read(sys.stdin.buffer))  # from our own parent
        except EOFError:
            return
        _bind_time(seconds)
        try:
            answer = pickle.dumps(registry.parse(data, name, format, options))
        except MemoryError:
            sys.exit(_OUT_OF_MEMORY)
        _write(sys.stdout.buffer, answer)


def _bind_memory(megabytes: int) -> None:
    """Limits that the kernel keeps; where the platform has none of a kind, the parent's time-out remains."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, limit in (
        (resource.RLIMIT_AS, megabytes * 2**20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (limit, limit))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS; a lower hard limit may be in force
            continue


def _bind_time(seconds: int) -> None:
    """Allow this file so many seconds on top of what the files before it took."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
