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

import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from annotator.importers.base import (
    MAX_PAGES,
    MAX_UNITS,
    DrawnPage,
    Footage,
    GrayFrame,
    Parsed,
    PictureText,
    Problem,
    Problems,
    Refused,
)
from annotator.importers.sandbox_messages import (
    NO_ANSWER,
    OUT_OF_MEMORY,
    is_frame,
    is_picture,
    is_text,
    load,
    read,
    write,
)

_PACKAGE = Path(__file__).resolve().parents[1]
#: The package's own __init__ starts Celery, which the child has no use for: an empty package stands in for it.
_START = (
    "import gc; gc.disable()\n"  # what is loaded at the start is no garbage: looking for it was a fifth of the time
    f"import sys, types; sys.path.append({str(_PACKAGE.parent)!r}); package = types.ModuleType('annotator'); "
    f"package.__path__ = [{str(_PACKAGE)!r}]; sys.modules['annotator'] = package\n"
    "from annotator.importers import sandbox_child\n"
)
_CODE = "sandbox_child.child()"
_STARTUP_SECONDS = 15
#: Processor time for recognising the files of one call.
_RECOGNISE_SECONDS = 5
#: Processor time for drawing one page.
DRAW_SECONDS = 20
#: Processor time for some frames of a recording; how many frames those are.
FOOTAGE_SECONDS = 60
FOOTAGE_FRAMES = 10
#: For all of a recording's peaks; and chunks of its sound that are sent at once.
PEAKS_SECONDS, SOUND_CHUNKS = 600, 400
#: Processor time for reading the text of one picture.
READING_SECONDS = 120
#: Address space of a child that reads pictures: its libraries map much that they do not use.
READING_MEGABYTES = 3072
#: Of an entry of a project's archive, read at once.
ENTRY_BYTES = 4_000_000
#: Samples a second of sound as recognisers take it, and the fewest and most that a recording may have, as
#: `alignment.recordings.audio` has them.
SPEECH_RATE, SOUND_RATES = 16_000, (8_000, 192_000)
#: How many children this process runs at once, and how long one more waits for its turn.
MAX_CHILDREN = max(2, os.cpu_count() or 2)
WAIT_SECONDS = 30.0
_turns = threading.BoundedSemaphore(MAX_CHILDREN)


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
        return self._picture(self._drawn("draw", number, DRAW_SECONDS, number), number)

    def picture(self, data: bytes, name: str) -> DrawnPage:
        """A PNG, JPEG or WebP file drawn anew, as `draw` draws pages. Raises Refused naming it."""
        self._pages_of = name
        if len(data) > self.limits.file_megabytes * 1_000_000:
            most = f"{self.limits.file_megabytes} MB at most"
            raise Problems(name).refuse(f"the file has {len(data) / 1e6:.0f} MB", expected=most)
        return self._picture(self._drawn("picture", (data, name), DRAW_SECONDS, None), None)

    def _picture(self, drawn: object, page: int | None) -> DrawnPage:
        if not isinstance(drawn, DrawnPage) or not (is_picture(drawn.picture) and is_picture(drawn.thumbnail)):
            what = "picture" if page is None else "page"
            raise Problems(self._pages_of).refuse(f"the reader failed on the {what}", page=page)
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
        if not (isinstance(answer, PictureText) and is_text(answer)):
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
            if not isinstance(footage, Footage) or not all(map(is_frame, footage.frames)):
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

    def open_clips(self, file: IO[bytes], name: str) -> list[str]:
        """The names of the sounds in a zip, for `clip`. file : as of `frames`. Raises Refused for what is wrong.

        The reader reads nothing else.
        """
        self._pages_of, self._recording = name, file.fileno()
        names = self._drawn("open_clips", name, FOOTAGE_SECONDS, None)
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            raise Problems(name).refuse("the reader failed on this archive", expected="a file that can be read")
        return names

    def clip(self, name: str, most_seconds: int) -> bytes:
        """One of what `open_clips` opened, as 16-bit samples, 16,000 a second. Raises Refused naming it, also where it
        lasts longer."""
        self._pages_of = name
        samples = self._drawn("clip", (name, most_seconds), FOOTAGE_SECONDS, None)
        most = 2 * most_seconds * SPEECH_RATE
        if not isinstance(samples, bytes) or len(samples) % 2 or len(samples) > most:
            raise Problems(name).refuse("the reader failed on this sound", expected="a file that can be read")
        return samples

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
            write(child.stdin, pickle.dumps((method, arguments, seconds)))
            answer = read(child.stdout, self.limits.megabytes * 2**20)
            return load(answer), False
        except (OSError, struct.error, *NO_ANSWER):
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
            f"sandbox_child.MEGABYTES = {self.limits.megabytes}\nsandbox_child.RECORDING = {self._recording}\n"
            f"sandbox_child.READS_PICTURES = {self._reads_pictures}\n"
            f"sandbox_child.READS_PROJECTS = {self._reads_projects}\n"
        )


def _why(status: int, seconds: int, megabytes: int) -> str:
    if status in (-24, -9):  # SIGXCPU, SIGKILL
        return f"reading was stopped: it took more than {seconds} s or too much memory"
    if status == OUT_OF_MEMORY:
        return f"reading needs more than {megabytes} MB of memory"
    if status < 0:
        return f"the file crashes its reader (signal {-status})"
    return f"the reader failed on this file (exit {status})"
