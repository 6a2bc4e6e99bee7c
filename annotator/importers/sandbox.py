"""Recognises, reads and draws untrusted files in a child process, with limits on time, memory and size.

A parser can hang, use up all memory or crash in a C library; none of that may reach a web server or worker. The child
receives files on its standard input and answers on its standard output, so it needs no access to files. It has no
environment, hence no secrets, and loads neither Django nor Celery. It limits itself: processor time per file, address
space, no writing of files, no new processes. If the application runs as root, the child becomes an unprivileged user
before it sees the first file. Its answers are unpickled by a reader that accepts only our dataclasses and plain values,
so a child taken over by a hostile file cannot run code here.

See docs/decisions/sandbox.md.
"""

from __future__ import annotations

import codecs
import ctypes
import gc
import io
import os
import pickle
import pwd
import resource
import struct
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, get_args, get_type_hints

from annotator.importers import base
from annotator.importers.base import (
    MAX_LINE_CHARACTERS,
    MAX_PAGES,
    MAX_PICTURE_LINES,
    MAX_UNITS,
    DrawnPage,
    Footage,
    GrayFrame,
    Parsed,
    PictureText,
    Problem,
    Problems,
    Refused,
    TextLine,
)


def _held_by(kind: Any) -> set[Any]:
    """The dataclasses that a value of a type can hold, itself included."""
    parts = get_type_hints(kind).values() if is_dataclass(kind) else get_args(kind)
    return ({kind} if is_dataclass(kind) else set()).union(*map(_held_by, parts))


_PACKAGE = Path(__file__).resolve().parents[1]
#: The package's own __init__ starts Celery, which the child has no use for: an empty package stands in for it.
_START = (
    "import gc; gc.disable()\n"  # what is loaded at the start is no garbage: looking for it was a fifth of the time
    f"import sys, types; sys.path.append({str(_PACKAGE.parent)!r}); package = types.ModuleType('annotator'); "
    f"package.__path__ = [{str(_PACKAGE)!r}]; sys.modules['annotator'] = package\n"
    "from annotator.importers import sandbox\n"
)
_CODE = "sandbox.child()"
_ALLOWED = frozenset(
    kind.__name__ for kind in _held_by(Parsed) | _held_by(Footage) | _held_by(PictureText) | {DrawnPage}
)
_LENGTH = struct.Struct(">Q")
_OUT_OF_MEMORY = 3  # exit status
_STARTUP_SECONDS = 15
#: Processor time for recognising the files of one call.
_RECOGNISE_SECONDS = 5
#: Processor time for drawing one page, and what its pictures take at most.
DRAW_SECONDS = 20
_PICTURE_BYTES = 20_000_000
#: The longer side of a frame, in pixels, as `alignment.slides.frames` has it.
FRAME_PIXELS = 960
#: Processor time for some frames of a recording, and for all of it; how many frames those are.
FOOTAGE_SECONDS, RECORDING_SECONDS = 60, 1800
FOOTAGE_FRAMES = 10
#: For all of a recording's peaks; and chunks of its sound that are sent at once.
PEAKS_SECONDS, SOUND_CHUNKS = 600, 400
#: Processor time for reading the text of one picture.
READING_SECONDS = 120
#: Address space of a child that reads pictures: its libraries map much that they do not use.
READING_MEGABYTES = 3072
#: Of an entry of a project's archive, read at once; and for reading all of it.
ENTRY_BYTES, PROJECT_SECONDS = 4_000_000, 3600
#: Samples a second of sound as recognisers take it, and the fewest and most that a recording may have, as
#: `alignment.recordings.audio` has them.
SPEECH_RATE, SOUND_RATES = 16_000, (8_000, 192_000)
_NOBODY = 65534
_PR_SET_NO_NEW_PRIVS = 38
_NICENESS = 5
#: How many children this process runs at once, and how long one more waits for its turn.
MAX_CHILDREN = max(2, os.cpu_count() or 2)
WAIT_SECONDS = 30.0
_turns = threading.BoundedSemaphore(MAX_CHILDREN)


def give_way() -> None:
    """Leave the processors to web servers and databases while they have something to do."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(_NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))


class Busy(Exception):
    """All children are reading other files, and none finished in time. Worth another try later."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on reading a file.

    seconds : processor time per file; the wall-clock limit is three times that, plus the start of the child.
    megabytes : address space of the child.
    file_megabytes : size of a file.
    max_units : sentences, segments or slides per document (see `base.Units`). max_pages : pages of a PDF or a deck.
    wait_seconds : how long the child waits for its turn, instead of WAIT_SECONDS.
    """

    seconds: int = 60
    megabytes: int = 1024
    file_megabytes: int = 100
    max_units: int = MAX_UNITS
    max_pages: int = MAX_PAGES
    wait_seconds: float | None = None


def parse(
    data: bytes,
    name: str,
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
) -> Parsed:
    """As `registry.parse`, in a child process. A child that hangs, dies or runs out of memory is an error of the
    file. Raises Busy when too many children are at work."""
    with Reader(limits) as reader:
        return reader.parse(data, name, format, options)


def recognise(data: bytes, name: str) -> list[str]:
    """The names of the formats a file may have, best first, as `Reader.recognise` gives them for many files."""
    with Reader() as reader:
        return reader.recognise([(data, name)])[0]


class Reader:
    """A child process that reads file after file; one that fails is replaced. Use it as a context manager.

    The child starts with the first file. All methods raise Busy when too many children are at work.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._child: subprocess.Popen[bytes] | None = None
        self._pages_of = ""
        self._recording: int | None = None
        self._reads_pictures = self._reads_projects = False

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is not None:
            try:
                child.kill()
                child.communicate()
            finally:
                _turns.release()

    def parse(
        self,
        data: bytes,
        name: str,
        format: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seconds: int | None = None,
    ) -> Parsed:
        """Read one file; never raises for what is wrong with it. `seconds` overrides the limit on processor time."""
        problems = Problems(name)
        limits, seconds = self.limits, seconds or self.limits.seconds
        if len(data) > limits.file_megabytes * 1_000_000:
            problems.error(f"the file has {len(data) / 1e6:.0f} MB", expected=f"{limits.file_megabytes} MB at most")
            return Parsed(format or "", problems=problems.all(), name=name)
        options = {"max_units": limits.max_units, "max_pages": limits.max_pages, **(options or {})}
        result, timed_out = self._ask("parse", (data, name, format, options), seconds)
        if isinstance(result, Parsed):
            return result
        why, expected = self._failure(timed_out, seconds)
        problems.error(why, expected=expected)
        return Parsed(format or "", problems=problems.all(), name=name)

    def recognise(self, files: Sequence[tuple[bytes, str]]) -> list[list[str]]:
        """The names of the formats that each file, given as (its first bytes or all of them, its name), may have.

        Best first; an empty list for a file that is not recognised, or whose recognition fails. One call for many files
        costs hardly more than one for a single file.
        """
        from annotator.importers.registry import BY_NAME, HEAD

        heads = [(data[:HEAD], name) for data, name in files]
        result, timed_out = self._ask("recognise", heads, _RECOGNISE_SECONDS)
        if isinstance(result, list) and len(result) == len(heads):
            return [[name for name in names if name in BY_NAME] for names in result]
        self._failure(timed_out, _RECOGNISE_SECONDS)
        return [[]] if len(heads) == 1 else [self.recognise([head])[0] for head in heads]

    def open_pages(self, data: bytes, name: str) -> int:
        """Open a PDF, or a zip of frames, for `draw`; returns its number of pages. Raises Refused for what is wrong."""
        self._pages_of = name
        if len(data) > self.limits.file_megabytes * 1_000_000:
            most = f"{self.limits.file_megabytes} MB at most"
            raise Problems(name).refuse(f"the file has {len(data) / 1e6:.0f} MB", expected=most)
        n = self._drawn("open_pages", (data, name, self.limits.max_pages), self.limits.seconds, None)
        if not isinstance(n, int):
            raise Problems(name).refuse("the reader failed on this file", expected="a file that can be read")
        return n

    def draw(self, number: int) -> DrawnPage:
        """A page of what was opened, numbered from 1. Raises Refused naming it; then nothing more can be drawn."""
        drawn = self._drawn("draw", number, DRAW_SECONDS, number)
        if not isinstance(drawn, DrawnPage) or not (_is_picture(drawn.picture) and _is_picture(drawn.thumbnail)):
            raise Problems(self._pages_of).refuse("the reader failed on the page", page=number)
        return drawn

    def text_layer(self, number: int) -> PictureText:
        """The text of a page of the PDF that `open_pages` opened, numbered from 1. Raises Refused naming it."""
        return self._text(self._drawn("text_layer", number, DRAW_SECONDS, number), number)

    def picture_text(self, picture: bytes, name: str) -> PictureText:
        """The text that the extra `ocr` reads on a PNG, JPEG or WebP picture. Raises Refused naming the picture.

        The reader reads nothing else, and needs `READING_MEGABYTES`.
        """
        self._pages_of, self._reads_pictures = name, True
        return self._text(self._drawn("picture_text", (picture, name), READING_SECONDS, None), None)

    def _text(self, answer: object, page: int | None) -> PictureText:
        if not (isinstance(answer, PictureText) and _is_text(answer)):
            raise Problems(self._pages_of).refuse("the reader failed on the page", page=page)
        return answer

    def frames(self, file: IO[bytes], name: str) -> Iterator[tuple[GrayFrame, float]]:
        """What a recording, or a zip of frames, shows at each second from 0, and which share of it was read by then.

        file : has a descriptor, which the child gets: recordings are too large to be sent. Raises Refused for what is
        wrong. The reader reads nothing else.
        """
        return self._footage("footage", file, name)

    def samples(self, file: IO[bytes], name: str) -> Iterator[GrayFrame]:
        """Some frames from all of what `frames` reads, asked for before it; none of a short recording."""
        return (frame for frame, _ in self._footage("samples", file, name))

    def _footage(self, which: str, file: IO[bytes], name: str) -> Iterator[tuple[GrayFrame, float]]:
        self._pages_of = name
        if self._recording is None:
            self._recording = file.fileno()
            self._drawn("open_recording", name, FOOTAGE_SECONDS, None)
        while True:
            footage = self._drawn(which, FOOTAGE_FRAMES, FOOTAGE_SECONDS, None)
            if not isinstance(footage, Footage) or not all(map(_is_frame, footage.frames)):
                raise Problems(name).refuse("the reader failed on this recording", expected="a file that can be read")
            if not footage.frames:
                return
            for frame in footage.frames:
                yield frame, footage.share

    def peaks(self, file: IO[bytes], name: str, per_second: int) -> tuple[bytes, float]:
        """(peaks, seconds) of a recording's sound, as `Sound.peaks`. file : as of `frames`. Raises Refused."""
        self._open_sound(file, name)
        found = self._drawn("peaks", per_second, PEAKS_SECONDS, None)
        match found:
            case (bytes(values), float(seconds)) if seconds >= 0 and len(values) <= 2 * per_second * (seconds + 1):
                return values, seconds
        raise Problems(name).refuse("the reader failed on this recording", expected="a file that can be read")

    def sound(self, file: IO[bytes], name: str) -> Iterator[bytes]:
        """The sound of a recording as 16-bit samples, 16,000 a second, some seconds at a time. Raises Refused."""
        self._open_sound(file, name)
        yield from self._samples(name)

    def sound_at(self, file: IO[bytes], name: str, rate: int | None) -> tuple[int, Iterator[bytes]]:
        """(samples a second, the sound as `sound` gives it). rate : None for the recording's own. Raises Refused."""
        opened = self._open_sound(file, name, rate)
        if type(opened) is not int or not SOUND_RATES[0] <= opened <= SOUND_RATES[1] or (rate and opened != rate):
            raise Problems(name).refuse("the reader failed on this recording", expected="a file that can be read")
        return opened, self._samples(name)

    def open_project(self, file: IO[bytes], name: str) -> dict[str, Any]:
        """The manifest of a project's archive, as `MovedProject.manifest`. file : as of `frames`. Raises Refused.

        The reader reads nothing else.
        """
        self._pages_of, self._recording, self._reads_projects = name, file.fileno(), True
        manifest = self._drawn("open_project", name, self.limits.seconds, None)
        if not isinstance(manifest, dict) or not isinstance(manifest.get("entries"), dict):
            raise Problems(name).refuse("the reader failed on this archive", expected="a file that can be read")
        return manifest

    def entry(self, name: str) -> Iterator[bytes]:
        """An entry of what `open_project` opened, some megabytes at a time; of a table, whole lines. Raises Refused."""
        self._drawn("begin_entry", name, self.limits.seconds, None)
        while block := self._drawn("next", ENTRY_BYTES, self.limits.seconds, None):
            if not isinstance(block, bytes):
                raise Problems(self._pages_of).refuse("the reader failed on this archive", text=name)
            yield block

    def _samples(self, name: str) -> Iterator[bytes]:
        while samples := self._drawn("sound", SOUND_CHUNKS, FOOTAGE_SECONDS, None):
            if not isinstance(samples, bytes) or len(samples) % 2:
                raise Problems(name).refuse("the reader failed on this recording", expected="a file that can be read")
            yield samples

    def _open_sound(self, file: IO[bytes], name: str, rate: int | None = SPEECH_RATE) -> object:
        self._pages_of, self._recording = name, file.fileno()
        return self._drawn("open_sound", (name, rate), FOOTAGE_SECONDS, None)

    def _drawn(self, method: str, arguments: object, seconds: int, page: int | None) -> object:
        answer, timed_out = self._ask(method, arguments, seconds)
        if isinstance(answer, Problem):
            raise Refused(answer)
        if answer is None:
            why, expected = self._failure(timed_out, seconds)
            raise Problems(self._pages_of).refuse(why, page=page, expected=expected)
        return answer

    def _failure(self, timed_out: bool, seconds: int) -> tuple[str, str]:
        """End the child that failed; (why, what is expected)."""
        status = self._child.wait() if self._child is not None else 0
        self.close()
        if timed_out:
            return f"reading takes longer than {seconds} s", "a smaller or simpler file"
        return _why(status, seconds, self.limits.megabytes), "a file that can be read"

    def _ask(self, method: str, arguments: object, seconds: int) -> tuple[object, bool]:
        """(the answer or None, whether time ran out). After None the child is dead or dying."""
        starting = self._child is None
        child = self._child or self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(3 * seconds + (_STARTUP_SECONDS if starting else 0), stop)
        timer.start()
        try:
            _write(child.stdin, pickle.dumps((method, arguments, seconds)))
            answer = _read(child.stdout, self.limits.megabytes * 2**20)
            return _Unpickler(io.BytesIO(answer)).load(), False
        except (OSError, EOFError, struct.error, pickle.UnpicklingError, *_BAD_PICKLES):
            if child.poll() is None:  # not a valid answer: the child is not to be trusted with another file
                threading.Timer(1.0, child.kill).start()
            return None, late.is_set()
        finally:
            timer.cancel()

    def _start(self) -> subprocess.Popen[bytes]:
        wait_seconds = WAIT_SECONDS if self.limits.wait_seconds is None else self.limits.wait_seconds
        if not _turns.acquire(timeout=wait_seconds):
            raise Busy(f"{MAX_CHILDREN} other files are being read; try again in a moment")
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-c", f"{_START}{self._settings()}{_CODE}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={},
                pass_fds=() if self._recording is None else (self._recording,),
            )
        except BaseException:
            _turns.release()
            raise
        return self._child

    def _settings(self) -> str:
        return (
            f"sandbox.MEGABYTES = {self.limits.megabytes}\nsandbox.RECORDING = {self._recording}\n"
            f"sandbox.READS_PICTURES = {self._reads_pictures}\n"
            f"sandbox.READS_PROJECTS = {self._reads_projects}\n"
        )


_BAD_PICKLES = (AttributeError, ValueError, TypeError, IndexError, KeyError, ImportError, MemoryError, RecursionError)


def _write(stream: IO[bytes], content: bytes) -> None:
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)  # by itself: put together, a large file would take its size once more
    stream.flush()


def _read(stream: IO[bytes], most: int) -> bytes:
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(header)
    if length > most:
        raise EOFError
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _why(status: int, seconds: int, megabytes: int) -> str:
    if status in (-24, -9):  # SIGXCPU, SIGKILL
        return f"reading was stopped: it took more than {seconds} s or too much memory"
    if status == _OUT_OF_MEMORY:
        return f"reading needs more than {megabytes} MB of memory"
    if status < 0:
        return f"the file crashes its reader (signal {-status})"
    return f"the reader failed on this file (exit {status})"


def unpickled(data: bytes) -> object:
    """Read a pickle of our dataclasses and plain values; None where it is no such pickle."""
    try:
        return _Unpickler(io.BytesIO(data)).load()
    except (EOFError, pickle.UnpicklingError, *_BAD_PICKLES):
        return None


def _is_picture(data: object) -> bool:
    """Whether it is WebP, of a size that a page can have: a child that was taken over answers with anything."""
    return isinstance(data, bytes) and len(data) <= _PICTURE_BYTES and data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def _is_text(text: PictureText) -> bool:
    """Whether it is as much as a page can say, and where it can stand."""
    return (
        all(type(side) is int and 0 < side <= 100_000 for side in (text.width, text.height))
        and isinstance(text.lines, tuple)
        and len(text.lines) <= MAX_PICTURE_LINES
        and all(map(_is_line, text.lines))
    )


def _is_line(line: object) -> bool:
    if not isinstance(line, TextLine) or not isinstance(line.text, str) or len(line.text) > MAX_LINE_CHARACTERS:
        return False
    sure = line.confidence
    return (
        isinstance(line.kind, str)
        and (sure is None or (isinstance(sure, float) and 0 <= sure <= 1))
        and isinstance(line.points, tuple)
        and 4 <= len(line.points) <= 100
        and all(isinstance(at, tuple) and len(at) == 2 and all(map(_is_place, at)) for at in line.points)
    )


def _is_place(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= 1_000_000  # neither infinite nor no number


def _is_frame(frame: object) -> bool:
    """Whether it has the pixels that it says, and no more than a frame is compared by."""
    if not isinstance(frame, GrayFrame):
        return False
    if not frame.pixels:
        return frame.pixels is None or frame.pixels == b""
    sides = (frame.width, frame.height)
    return all(type(side) is int and 0 < side <= FRAME_PIXELS for side in sides) and (
        isinstance(frame.pixels, bytes) and len(frame.pixels) == frame.width * frame.height
    )


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == base.__name__ and name in _ALLOWED:
            return getattr(base, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not a result")


# The child's side ----------------------------------------------------------------------------------------------------

#: The child's address space, set by its parent's start-up code.
MEGABYTES = 1024
#: The descriptor of the recording that the child is to watch, set likewise.
RECORDING: int | None = None
#: Whether it is to read text from pictures, or a project's archive from that descriptor, set likewise.
READS_PICTURES = READS_PROJECTS = False


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
            method, arguments, seconds = pickle.loads(_read(sys.stdin.buffer, sys.maxsize))  # from our own parent
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
            sys.exit(_OUT_OF_MEMORY)
        _write(sys.stdout.buffer, answer)


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
