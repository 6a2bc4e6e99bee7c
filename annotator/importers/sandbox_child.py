"""The child of the sandbox: it limits itself, and answers requests about files until there are no more.

Loads neither Django nor Celery. What it may and may not do: docs/decisions/sandbox.md.
"""

from __future__ import annotations

import codecs
import ctypes
import gc
import os
import pickle
import pwd
import resource
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from annotator.importers import base
from annotator.importers.sandbox_messages import OUT_OF_MEMORY, read, write
from annotator.importers.support.text_encoding import CODECS

#: Processor time for all of a recording, and for all of a project's archive.
RECORDING_SECONDS, PROJECT_SECONDS = 1800, 3600
_SECONDS_IN_ALL = {
    "open_recording": RECORDING_SECONDS, "open_sound": RECORDING_SECONDS, "open_clips": RECORDING_SECONDS,
    "open_project": PROJECT_SECONDS,
}  # fmt: skip
_NOBODY = 65534
_PR_SET_NO_NEW_PRIVS = 38
_NICENESS = 5
#: The child's address space, set by its parent's start-up code.
MEGABYTES = 1024
#: The descriptor of the recording that the child is to watch, set likewise.
RECORDING: int | None = None
#: Whether it is to read text from pictures, or a project's archive from that descriptor, set likewise.
READS_PICTURES = READS_PROJECTS = False


def give_way() -> None:
    """Leave the processors to web servers and databases while they have something to do."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(_NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))


def child() -> None:
    """Answer requests until there are no more."""
    give_way()
    # Before the limits: libraries map a good deal of address space.
    if READS_PROJECTS:
        from annotator.importers import moved_projects  # noqa: F401
    elif RECORDING is not None:
        _load_decoders()
    elif READS_PICTURES:
        _load_reader()
    else:
        from annotator.importers import registry  # noqa: F401
    gc.freeze()
    gc.enable()
    _give_up_privileges()
    _limit_resources(MEGABYTES)
    answering = Answering(RECORDING)
    while True:
        try:
            method, arguments, seconds = pickle.loads(read(sys.stdin.buffer, sys.maxsize))  # from our own parent
        except EOFError:
            return
        _limit_time(seconds)
        if method in _SECONDS_IN_ALL:
            _limit_time_in_all(_SECONDS_IN_ALL[method])
        try:
            answer = answering.answer(method, arguments)
        except MemoryError:
            sys.exit(OUT_OF_MEMORY)
        write(sys.stdout.buffer, answer)


class Answering:
    """What files have been opened, and the answers to requests about them."""

    def __init__(self, recording: int | None) -> None:
        """recording : a descriptor, which is then closed with what is opened from it."""
        self._descriptor = recording
        self._pages: Any = None
        self._opened: Any = None

    def answer(self, method: str, arguments: Any) -> bytes:
        """The pickle of an answer, or of the problem with a file that is refused."""
        try:
            return pickle.dumps(self._answer(method, arguments))
        except base.Refused as refusal:
            return pickle.dumps(refusal.problem)

    def _answer(self, method: str, arguments: Any) -> Any:
        match method:
            case "recognise":
                from annotator.importers import registry

                return _names(registry.recognise(data, name) for data, name in arguments)
            case "parse":
                from annotator.importers import registry

                return registry.parse(*arguments)
            case "open_pages":
                from annotator.importers.pictures import open_pages

                self._pages = open_pages(*arguments)
                return self._pages.n
            case "draw":
                return self._pages.draw(arguments)
            case "text_layer":
                return self._pages.text_layer(arguments)
            case "picture":
                from annotator.importers.pictures import draw_picture

                return draw_picture(*arguments)
            case "picture_text":
                from annotator.importers.picture_text import read_picture_text

                return read_picture_text(*arguments)
            case "open_recording":
                from annotator.importers.recordings import Recording

                self._opened = Recording(self._given, arguments)
                return True
            case "open_sound":
                from annotator.importers.sound import Sound

                self._opened = Sound(self._given, *arguments)
                return self._opened.rate
            case "open_clips":
                from annotator.importers.sound import ClipArchive

                self._opened = ClipArchive(self._given, arguments)
                return self._opened.names
            case "open_project":
                from annotator.importers.moved_projects import MovedProject

                self._opened = MovedProject(self._given, arguments)
                return self._opened.manifest
            case "begin_entry":
                return self._opened.begin(arguments)
            case "clip":
                return self._opened.samples(*arguments)
            case "samples" | "peaks":
                return getattr(self._opened, method)(arguments)
            case "footage" | "sound" | "next":
                return self._opened.next(arguments)
        raise ValueError(f"no method is named {method}")

    @property
    def _given(self) -> int:
        assert self._descriptor is not None
        return self._descriptor


def _names(recognised: Iterable[list[tuple[base.Format, float]]]) -> list[list[str]]:
    return [[format.name for format, _ in formats] for formats in recognised]


def _give_up_privileges() -> None:
    """As root, become nobody. What is needed later is loaded first, as nobody may be unable to read it."""
    if os.geteuid() == 0:
        _load_what_is_needed_later()
        try:
            user = pwd.getpwnam("nobody")
            uid, gid = user.pw_uid, user.pw_gid
        except KeyError:
            uid = gid = _NOBODY
        with suppress(OSError):  # in some containers root may not change its user: it is an ordinary user there
            os.setgroups([])
            os.setgid(gid)
            os.setuid(uid)
    with suppress(AttributeError, OSError):  # Linux only
        ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _load_what_is_needed_later() -> None:
    """Modules that importers and codecs load only when a file asks for them."""
    import heapq  # noqa: F401

    if not READS_PROJECTS:
        import pptx  # noqa: F401

        from annotator.importers import pictures  # noqa: F401

    for codec in ("cp437", *CODECS):  # the first is that of names in a zip
        codecs.lookup(codec)


def _load_decoders() -> None:
    """What reads recordings, before the limits: numpy's libraries start threads as they are loaded."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from annotator.importers import recordings, sound  # noqa: F401

    with suppress(ImportError):  # without the extra, the file is refused in words
        from PIL import Image

        Image.preinit()
        import av  # noqa: F401


def _load_reader() -> None:
    """What reads text from pictures, before the limits: it starts threads and opens its models as it is loaded."""
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    from annotator.importers import picture_text

    picture_text.load()


def _limit_resources(megabytes: int) -> None:
    """Limits that the kernel enforces; where the platform lacks one, the parent's time limit remains."""
    for kind, limit in (
        (resource.RLIMIT_AS, megabytes * 2**20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        try:
            resource.setrlimit(kind, (limit, limit))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS; a lower hard limit may be in force
            continue


def _limit_time(seconds: int) -> None:
    """Allow this request so many seconds on top of what the ones before it took."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _limit_time_in_all(seconds: int) -> None:
    """Allow all requests together so much."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (resource.getrlimit(resource.RLIMIT_CPU)[0], hard))
