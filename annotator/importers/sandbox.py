"""Reads files from strangers in a process of their own, with bounds on time and memory.

A parser can hang, eat all memory or crash in a C library; none of that may reach the worker. The child gets the bytes
on its standard input, sets its own limits (CPU seconds, address space, no new files), and pickles its result to its
standard output. The pickle is made by our own code in the child; a child taken over by a hostile file could forge it,
so it is loaded by an unpickler that knows only our dataclasses and plain values.
"""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.importers import base
from annotator.importers.base import Options, Parsed, Problems

_ROOT = Path(__file__).resolve().parents[2]
_CODE = "from annotator.importers.sandbox import child; child()"
_ALLOWED = frozenset(("Problem", "Word", "Section", "Unit", "LeftOut", "Document", "Bitext", "Parsed"))


@dataclass(frozen=True, slots=True)
class Limits:
    """seconds : of processor time; the wall clock gets twice that and a start-up allowance. megabytes : of address
    space."""

    seconds: int = 60
    megabytes: int = 1024
    file_megabytes: int = 100


def parse(
    data: bytes, name: str, format: str | None = None, options: Options | None = None, limits: Limits | None = None
) -> Parsed:
    """As `registry.parse`, in a child process. A child that hangs, dies or runs out of memory becomes an error of the
    file."""
    limits = limits or Limits()
    problems = Problems(name)
    if len(data) > limits.file_megabytes * 1_000_000:
        problems.error(f"the file has {len(data) / 1e6:.0f} MB", expected=f"{limits.file_megabytes} MB at most")
        return Parsed(format or "", problems=problems.all(), name=name)
    request = pickle.dumps((data, name, format, dict(options or {}), limits.seconds, limits.megabytes))
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(_ROOT)!r}); {_CODE}"]
    try:
        done = subprocess.run(command, input=request, capture_output=True, timeout=2 * limits.seconds + 15, check=False)
    except subprocess.TimeoutExpired:
        problems.error(f"reading takes longer than {limits.seconds} s", expected="a smaller or simpler file")
        return Parsed(format or "", problems=problems.all(), name=name)
    try:
        result = _Unpickler(io.BytesIO(done.stdout)).load() if done.returncode == 0 else None
    except (pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError, KeyError):
        result = None
    if isinstance(result, Parsed):
        return result
    problems.error(*_why(done.returncode, limits))
    return Parsed(format or "", problems=problems.all(), name=name)


def _why(returncode: int, limits: Limits) -> list[str]:
    if returncode in (-24, -9):  # SIGXCPU, then SIGKILL
        return [f"reading was stopped: it took more than {limits.seconds} s or too much memory"]
    if returncode == 3:
        return [f"reading needs more than {limits.megabytes} MB of memory"]
    if returncode < 0:
        return [f"the file crashes its reader (signal {-returncode})"]
    return [f"the reader failed on this file (exit {returncode})"]


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == base.__name__ and name in _ALLOWED:
            return getattr(base, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not a result")


def child() -> None:
    """The child's side: read the request, bind itself, parse, answer. Exit 3 says that memory ran out."""
    data, name, format, options, seconds, megabytes = pickle.loads(sys.stdin.buffer.read())  # from our own parent
    from annotator.importers import registry  # before the limits: libraries map a good deal of address space

    _bind(seconds, megabytes)
    try:
        answer = pickle.dumps(registry.parse(data, name, format, options))
    except MemoryError:
        sys.exit(3)
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()


def _bind(seconds: int, megabytes: int) -> None:
    """Limits that the kernel keeps; where the platform has none of a kind, the parent's time-out remains."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, soft, hard in (
        (resource.RLIMIT_CPU, seconds, seconds + 2),
        (resource.RLIMIT_AS, megabytes * 2**20, megabytes * 2**20),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS; a lower hard limit may be in force
            continue
