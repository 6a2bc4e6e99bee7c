"""Shared by commands that score outputs on a release: read a file, score it here and now, print figures."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.core.management.base import CommandError

from annotator.management.shared import user_named, wait_while_live
from annotator.models import Release, System
from annotator.platform.errors import ServiceError
from annotator.releases import systems
from annotator.releases.systems.outputs import compare_systems
from annotator.releases.systems.scoring import ERROR_RATES


def made_release(pk: int) -> Release:
    """Raises CommandError where there is none, or it is not made yet."""
    release: Release | None = Release.objects.made().filter(pk=pk).first()
    if release is None:
        raise CommandError(f"There is no frozen release {pk}; `release list PROJECT` shows those that there are.")
    return release


def score_file(release: Release, path: Path, *, user: str, **fields: Any) -> System:
    """A file as a scored system of a release; a folder as a ZIP of the files in it. fields : as of `request_score`.

    Raises CommandError with the file's name and what is wrong with it; then nothing is kept of it.
    """
    by = user_named(user)
    try:
        with _zipped(path) if path.is_dir() else path.open("rb") as file:
            name = f"{path.name}.zip" if path.is_dir() else path.name
            system = systems.request_score(release=release, file=file, file_name=name, user=by, **fields)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error
    except ServiceError as error:
        raise CommandError(_of_file(path, error.detail)) from error
    systems.execute(system.pk)
    wait_while_live(System, system.pk)  # a worker may have been quicker
    system.refresh_from_db()
    if system.scores is None:
        systems.remove_system(system)
        raise CommandError(_of_file(path, system.error))
    return system


@contextmanager
def _zipped(folder: Path) -> Iterator[BinaryIO]:
    with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as file:
        with zipfile.ZipFile(file, "w") as archive:
            for path in sorted(folder.iterdir()):
                if path.is_file():
                    archive.write(path, path.name)
        file.seek(0)
        yield cast("BinaryIO", file)


def _of_file(path: Path, sentence: str) -> str:
    """Some sentences begin with the file's name."""
    return sentence if sentence.startswith(path.name) else f"{path.name}: {sentence}"


def figure_lines(system: System) -> Iterator[str]:
    """A line for each figure of a scored system, with its interval and signature. Error rates are in per cent."""
    assert system.scores is not None
    for each in system.scores["figures"]:
        value = "–" if each["value"] is None else _number(each["key"], each["value"])
        half = "" if each["half"] is None else f" ± {_number(each['key'], each['half'])}"
        yield f"{each['label']:<12} {value:>8}{half}  {each['signature']}"


def difference_lines(system: System, other: System) -> Iterator[str]:
    """How far a system is from another one, by figure."""
    for each in compare_systems(system, other):
        yield f"{each['label']:<12} {_number(each['key'], each['difference'], '+'):>8}  p = {each['p']:.3f}"


def _number(key: str, value: float, sign: str = "") -> str:
    return f"{100 * value:{sign}.2f}" if key in ERROR_RATES else f"{value:{sign}.3f}"
