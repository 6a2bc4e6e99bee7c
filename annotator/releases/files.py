"""The forms of what is frozen, a release or a training set, as files in the site's storage."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from django.core.files import File
from django.core.files.storage import default_storage

from annotator.platform.writers.canonical import canonical
from annotator.releases.forms import bundle
from annotator.releases.forms.base import Form, Lacks
from annotator.releases.forms.base import Release as Written
from annotator.releases.forms.bundle import Bundle

#: The folder in the storage of what an attempt writes.
Place = Callable[[int], str]
#: Is told of the progress, from 0 to 1.
Told = Callable[[float, str], None]

#: Forms that are written at the same time, where there are two processors.
_AT_ONCE = 2
#: With fewer, a form is written sooner than a process is forked for it.
_WORTH_A_PROCESS = 5_000


def write_files(
    forms: Collection[Form], written: Written, folder: Path, place: str, told: Told
) -> list[dict[str, Any]]:
    """Write every form. The one that holds all others is made of their files.

    folder : for the files until they are stored. place : the folder in the storage. told : is told of the progress,
    from 0 to 1. Returns the fields of `FrozenFile` for each.
    """
    found = []
    with ExitStack() as held:
        whole = next((form for form in forms if form.key == bundle.KEY), None)
        if whole is not None:
            whole_file = held.enter_context((folder / whole.key).open("w+b"))
            bundled = held.enter_context(Bundle(written.stem, whole_file))
        one_by_one = [form for form in forms if form is not whole]
        lacking = held.enter_context(closing(_written_in_order(one_by_one, written, folder)))
        for number, form in enumerate(one_by_one):
            told(number / len(forms), f"Writing {form.label}")
            lacks, path = next(lacking), folder / form.key
            with path.open("rb") as file:
                found.append(_stored(form, written, file, lacks, place))
                if whole is not None:
                    bundled.add(form, file)
            path.unlink(missing_ok=True)  # it was moved where files are stored in folders
        if whole is not None:
            told(len(one_by_one) / len(forms), f"Writing {whole.label}")
            bundled.finish()
            found.append(_stored(whole, written, whole_file, Lacks(), place))
    return found


def _written_in_order(forms: Iterable[Form], written: Written, folder: Path) -> Generator[Lacks]:
    """What each form lacks, once it is in its file. A few are ahead of what has been asked for, no more."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        ahead: deque[Future[Lacks]] = deque()
        try:
            for form in forms:
                ahead.append(pool.submit(_write, form, written, folder / form.key))
                if len(ahead) > _AT_ONCE:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for each in ahead:
                each.cancel()


def _write(form: Form, written: Written, path: Path) -> Lacks:
    if written.manifest["rows"]["n"] >= _WORTH_A_PROCESS:
        return _write_in_a_fork(form, written, path)
    return _write_here(form, written, path)


def _write_here(form: Form, written: Written, path: Path) -> Lacks:
    with path.open("wb") as file:
        return form.write(written, file)


def _write_in_a_fork(form: Form, written: Written, path: Path) -> Lacks:
    """Python runs one thread at a time. Raises what the form does, and ChildProcessError if the fork ends otherwise."""
    answer = path.with_name(f"{path.name}.answer")
    pid = os.fork()
    if pid == 0:
        _answer_and_end(lambda: _write_here(form, written, path), answer)
    _, status = os.waitpid(pid, 0)
    if status:
        code = os.waitstatus_to_exitcode(status)
        raise ChildProcessError(f"{form.label}: the process that wrote it ended with {code}")
    done: Lacks | Exception = pickle.loads(answer.read_bytes())  # our own process's
    answer.unlink()
    if isinstance(done, Exception):
        raise done
    return done


def _answer_and_end(do: Callable[[], Lacks], answer: Path) -> NoReturn:
    """In a fork, which shares connections: nothing from before may be freed, and nothing tidied up in the end, as both
    could speak to a server."""
    status = 1
    try:
        gc.freeze()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        try:
            done: Lacks | Exception = do()
        except Exception as error:  # noqa: BLE001  raised where somebody waits for it
            done = error
        answer.write_bytes(pickle.dumps(done))
        status = 0
    finally:
        os._exit(status)


class _Movable(File):  # type: ignore[type-arg]
    """A file that a storage in folders takes as it is, instead of copying gigabytes."""

    def temporary_file_path(self) -> str:
        return str(self.name)


def _stored(form: Form, written: Written, file: IO[bytes], lacks: Lacks, place: str) -> dict[str, Any]:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    size = file.tell()
    file.seek(0)
    return {
        "form": form.key,
        "name": f"{written.stem}{form.ending}",
        "file": default_storage.save(f"{place}/{form.key}", _Movable(file)),
        "size": size,
        "sha256": digest,
        "lacks": lacks.told(),
    }


class RowsFile:
    """The canonical lines of records in a file, with their number and hash."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self.n = 0

    def __enter__(self) -> RowsFile:
        self._file = self._path.open("wb")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, record: dict[str, Any]) -> None:
        line = canonical(record)
        self._digest.update(line)
        self._file.write(line)
        self.n += 1

    def told(self) -> dict[str, Any]:
        """What a manifest says of them."""
        return {"n": self.n, "sha256": self._digest.hexdigest()}

    def lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            yield from file


@contextmanager
def files_to_freeze(
    forms: Mapping[str, Form], written: Written, folder: Path, place: Place, attempt: int, told: Told
) -> Iterator[list[dict[str, Any]]]:
    """What `write_files` returns, for as long as it takes to freeze it: the files go if that fails, as do those of
    earlier attempts."""
    remove_attempts(forms, place, attempt - 1)
    try:
        yield write_files(
            [form for form in forms.values() if form.fits(written)], written, folder, place(attempt), told
        )
    except Exception:
        remove_files(forms, place(attempt))
        raise


def remove_attempts(forms: Iterable[str], place: Place, attempts: int) -> None:
    """The files of so many attempts."""
    for attempt in range(1, attempts + 1):
        remove_files(forms, place(attempt))


def remove_files(forms: Iterable[str], place: str) -> None:
    """Of an attempt that froze nothing."""
    for form in forms:
        default_storage.delete(f"{place}/{form}")
