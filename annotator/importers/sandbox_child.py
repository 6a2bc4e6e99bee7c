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

#: Processor time for all of a recording, and for all of a project's archive.
RECORDING_SECONDS, PROJECT_SECONDS = 1800, 3600
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
        from annotator.importers import moved_projects
    elif RECORDING is not None:
        _load_decoders()
    elif READS_PICTURES:
        _load_reader()
    else:
        from annotator.importers import registry
    gc.freeze()
    gc.enable()
    _give_up_privileges()
    _limit_resources(MEGABYTES)
    pages: Any = None
    recording: Any = None
    while True:
        try:
            method, arguments, seconds = pickle.loads(read(sys.stdin.buffer, sys.maxsize))  # from our own parent
        except EOFError:
            return
        _limit_time(seconds)
        try:
            if method == "recognise":
                answer = pickle.dumps(_names(registry.recognise(data, name) for data, name in arguments))
            elif method == "parse":
                answer = pickle.dumps(registry.parse(*arguments))
            elif method == "open_pages":
                from annotator.importers.pictures import open_pages

                pages = open_pages(*arguments)
                answer = pickle.dumps(pages.n)
            elif method == "picture":
                from annotator.importers.pictures import draw_picture

                answer = pickle.dumps(draw_picture(*arguments))
            elif method == "text_layer":
                answer = pickle.dumps(pages.text_layer(arguments))
            elif method == "picture_text":
                from annotator.importers.picture_text import read_picture_text

                answer = pickle.dumps(read_picture_text(*arguments))
            elif method == "open_recording":
                from annotator.importers.recordings import Recording

                assert RECORDING is not None
                _limit_time_in_all(RECORDING_SECONDS)
                recording = Recording(RECORDING, arguments)
                answer = pickle.dumps(True)
            elif method == "open_sound":
                from annotator.importers.sound import Sound

                assert RECORDING is not None
                _limit_time_in_all(RECORDING_SECONDS)
                recording = Sound(RECORDING, *arguments)
                answer = pickle.dumps(recording.rate)
            elif method == "open_clips":
                from annotator.importers.sound import ClipArchive

                assert RECORDING is not None
                _limit_time_in_all(RECORDING_SECONDS)
                recording = ClipArchive(RECORDING, arguments)
                answer = pickle.dumps(recording.names)
            elif method == "clip":
                answer = pickle.dumps(recording.samples(*arguments))
            elif method == "peaks":
                answer = pickle.dumps(recording.peaks(arguments))
            elif method == "open_project":
                assert RECORDING is not None
                _limit_time_in_all(PROJECT_SECONDS)
                recording = moved_projects.MovedProject(RECORDING, arguments)
                answer = pickle.dumps(recording.manifest)
            elif method == "begin_entry":
                answer = pickle.dumps(recording.begin(arguments))
            elif method in ("footage", "sound", "next"):
                answer = pickle.dumps(recording.next(arguments))
            elif method == "samples":
                answer = pickle.dumps(recording.samples(arguments))
            else:
                answer = pickle.dumps(pages.draw(arguments))
        except base.Refused as refusal:
            answer = pickle.dumps(refusal.problem)
        except MemoryError:
            sys.exit(OUT_OF_MEMORY)
        write(sys.stdout.buffer, answer)


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

    import pptx  # noqa: F401

    from annotator.importers import pictures  # noqa: F401

    for codec in (
        "cp437",
        "utf-8-sig",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "cp932",
        "euc_jp",
        "cp1252",
        "latin-1",
    ):
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
