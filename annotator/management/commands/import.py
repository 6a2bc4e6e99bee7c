"""``manage.py import PROJECT PATH...``: files and folders into a project, all or nothing."""  # noqa: N999 - its verb

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.files.base import File
from django.core.management.base import CommandError, CommandParser

from annotator.corpus.importing import Upload, commit_batch, create_batch, discard_batch, errors_of
from annotator.corpus.importing.namesakes import SAME_NAME
from annotator.corpus.importing.pairings import Pairing
from annotator.corpus.importing.staging import state_of
from annotator.importers.archive import has_entries
from annotator.management.shared import ServiceCommand, project_named, user_named
from annotator.models import ImportBatch
from annotator.people.activity.noting import counted
from annotator.platform.errors import ServiceError

BAD_INPUT = 2


class Command(ServiceCommand):
    returncode = BAD_INPUT
    help = (
        "Import files or whole folders. Prints the format of each file and the suggested pairings. "
        "If any file has an error, nothing is imported and the exit code is 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="the project's short name, as in its address")
        parser.add_argument("paths", nargs="+", type=_path, metavar="PATH")
        parser.add_argument("--language", default="", help="of all the files, such as en or ja; detected otherwise")
        parser.add_argument("--format", default="", help="of all the files, such as vtt or tsv; recognised otherwise")
        parser.add_argument(
            "--same-name",
            choices=SAME_NAME,
            default="beside",
            help="what a text without an id becomes whose name the project has with another text: beside that one, its "
            "next version, or guess: its next version where only one has the name and half of the sentences are in it",
        )
        parser.add_argument("--user", default="", help="the user name to import as")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"], returncode=BAD_INPUT)
        user = user_named(options["user"], returncode=BAD_INPUT)
        chosen = {key: options[key] for key in ("language", "format", "same_name") if options[key]}
        with ExitStack() as opened:
            uploads = [upload for path in options["paths"] for upload in _uploads(path, chosen, opened)]
            batch = create_batch(project=project, uploads=uploads, user=user, trusted=True)
        try:
            self._show(batch)
            self._import(batch, dry_run=options["dry_run"])
        finally:
            batch.refresh_from_db()
            if batch.is_editable:
                discard_batch(batch)

    def sentence(self, error: ServiceError) -> str:
        return "\n".join([error.detail, *(place_of(place) for place in error.errors if "file" in place)])

    def _import(self, batch: ImportBatch, *, dry_run: bool) -> None:
        errors = errors_of(batch)
        for error in errors:
            self.stderr.write(place_of(error))
        if errors:
            raise CommandError(f"{counted(len(errors), 'error')}. Nothing was imported.", returncode=BAD_INPUT)
        if dry_run:
            self.stdout.write("Dry run: nothing was imported.")
            return
        commit_batch(batch, in_background=False, trusted=True)
        made = batch.result
        unchanged = f", {made['n_unchanged']} unchanged" if made["n_unchanged"] else ""
        documents, pairs = counted(len(made["documents"]), "document"), counted(len(made["pairs"]), "pair")
        self.stdout.write(f"Imported {documents} and {pairs}{unchanged}.")
        if n := len(made["completed_pairs"]):
            self.stdout.write(f"{counted(n, 'known pair')} got an alignment or an offline translation.")

    def _show(self, batch: ImportBatch) -> None:
        files = list(batch.files.order_by("pk"))
        rows = [
            (
                file.name,
                file.report["format_label"] or "Not recognised",
                file.language,
                file.report["summary"],
                _state(file),
            )
            for file in files
        ]
        heads = ("file", "recognised as", "language", "holds", "state")
        widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
        for row in (heads, *rows):
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        for file in files:
            if any(document["same_name"] for document in file.report["documents"]):
                for problem in file.report["problems"]:
                    if problem["severity"] == "warning":
                        self.stdout.write(f"{file.name}: {problem['message']}")
        names = {file.pk: file.name for file in files}
        for one in (Pairing(**entry) for entry in batch.pairings):
            verb = one.kind.replace("_", " ") if one.accepted else f"({one.kind.replace('_', ' ')}?)"
            to = f"{one.document_title} (in the project)" if one.to is None else names[one.to]
            self.stdout.write(f"{names[one.file]}  {verb}  {to}  {one.score:.2f} {one.why}")


def files_under(paths: list[Path]) -> list[tuple[str, Path]]:
    """(name to show, path) of every file, folders walked in order; hidden files and folders are passed over."""
    files: list[tuple[str, Path]] = []
    for path in paths:
        if path.is_file():
            files.append((path.name, path))
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                inside = Path(folder) / name
                if inside.is_file():
                    files.append((inside.relative_to(path).as_posix(), inside))
    return files


def place_of(error: dict[str, Any]) -> str:
    """``talk.vtt line 41 column 18: the cue ends before it starts; expected an end after the start``"""
    place = [str(error.get("file") or "")]
    place += [f"{word} {error[word]}" for word in ("line", "column") if error.get(word)]
    expected = f"; expected {error['expected']}" if error.get("expected") else ""
    return f"{' '.join(place)}: {error['message']}{expected}"


def _uploads(path: Path, chosen: dict[str, str], opened: ExitStack) -> list[Upload]:
    """The files under a path; a folder with a manifest, or of M3AV, is one archive of talks."""
    files = files_under([path])
    if path.is_dir() and has_entries([name for name, _ in files]):
        packed = opened.enter_context(TemporaryFile(suffix=".zip"))  # noqa: SIM115
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for name, inside in files:
                archive.write(inside, name)
        name, file = f"{path.resolve().name}.zip", File(packed)
        return [Upload(name, file.size, lambda: nullcontext(file), chosen)]
    return [Upload(name, inside.stat().st_size, partial(_opened, inside), chosen) for name, inside in files]


def _opened(path: Path) -> File[bytes]:
    return File(path.open("rb"), path.name)


def _path(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise ArgumentTypeError(f"there is no file or folder {text}")
    return path


def _state(file: Any) -> str:
    report = file.report
    errors = sum(problem["severity"] == "error" for problem in report["problems"])
    warnings = len(report["problems"]) - errors
    state = state_of(file)
    if state == "error":
        return counted(errors, "error")
    if state == "ready":
        return (report["change"] if report["change"] != "new" else "ready") + (
            f", {counted(warnings, 'warning')}" if warnings else ""
        )
    return "left out" if state == "unrecognised" else state
