"""Writing the archive of a project: table by table as Postgres writes JSON, then the files that rows name.

All rows are of one moment. Nothing is held in memory but the names of people and files.
"""

from __future__ import annotations

import errno
import hashlib
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import IO, Any

import orjson
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.db import connection
from django.db.models import ForeignKey, Model
from django.utils.crypto import salted_hmac

from annotator import models as m
from annotator.people.names import name_of
from annotator.platform.errors import ServiceError
from annotator.platform.snapshots import one_moment
from annotator.platform.writers.archives import entry
from annotator.releases.pseudonyms import pseudonym_of
from annotator.site.moving.manifests import MANIFEST, PEOPLE, Entry, Manifest, table_entry
from annotator.site.moving.tables import Table, tables

Progress = Callable[[float, str], None]
_BLOCK = 2**20
_EMPTY = "''"
#: The recording of a document, which goes along on request only.
_RECORDING = (m.Document, "media_file")
#: Columns with words that people wrote, or with the names of people as they were.
_WORDS: dict[type[Model], tuple[str, ...]] = {
    m.ActivityEntry: ("by_name", "object_name", "detail", "facts"),
    m.Announcement: ("text",),
    m.Comment: ("text", "mentions"),
    m.Review: ("return_reason",),
    m.Skip: ("reason",),
    m.PickedRow: ("reason",),
    m.Pass: ("reason",),
    m.GuidelinesVersion: ("note",),
    m.GlossaryTerm: ("note",),
    m.Invitation: ("comment",),
    m.Rater: ("counted_reason",),
    m.SpotCheck: ("reason",),
    m.SpotCheckItem: ("note",),
    m.Erasure: ("reason",),
    m.Release: ("withdrawn_reason",),
    m.ReleaseTombstone: ("reason",),
}
#: What is counted for people, by the word that pages use.
COUNTED: dict[str, type[Model]] = {
    "documents": m.Document, "pairs": m.Pair, "runs": m.AlignmentRun, "reviews": m.Review, "edits": m.Operation,
    "guidelines": m.GuidelinesVersion, "terms": m.GlossaryTerm, "test_sets": m.TestSet, "releases": m.Release,
    "activity": m.ActivityEntry,
}  # fmt: skip


def counts_of(project: m.Project) -> dict[str, int]:
    """What would go along; `adjudications` are among the reviews, `recordings` are files of this site."""
    of = {table.model: table for table in tables()}
    counts = {word: of[model].rows(project).order_by().count() for word, model in COUNTED.items()}
    counts["adjudications"] = m.Review.objects.filter(pair__project=project, kind=m.ReviewKind.ADJUDICATION).count()
    counts["recordings"] = m.Document.objects.filter(project=project).exclude(media_file="").count()
    return counts


def why_names_stay(project: m.Project) -> str:
    """Why an archive cannot have pseudonyms, in a sentence; empty where it can."""
    named = m.Release.objects.filter(test_set__project=project, people=m.PeopleShown.NAMES).made()
    release = named.order_by("pk").first()
    return f"{release} shows user names, and a release never changes. Export with names." if release else ""


def check_can_hide(project: m.Project) -> None:
    """Raise ServiceError where an archive with pseudonyms would still have names in it."""
    if why := why_names_stay(project):
        raise ServiceError(why, code="names_released")


def write_archive(
    out: IO[bytes], project: m.Project, *, people: str, with_recordings: bool, progress: Progress
) -> Manifest:
    """Write a project into a file. people : of `PeopleShown`. Raises ServiceError where the disk is full, or names are
    to be hidden and cannot be."""
    hides = people == m.PeopleShown.PSEUDONYMS
    if hides:
        check_can_hide(project)
    manifest = Manifest(
        exported_at=datetime.now(UTC).isoformat(timespec="seconds"),
        project={"slug": project.slug, "name": project.name},
        people=people,
        with_recordings=with_recordings,
    )
    try:
        with zipfile.ZipFile(out, "w") as archive:
            writer = _Writer(archive, manifest, progress)
            with one_moment():
                manifest.counts = counts_of(project)
                accounts = _people(project, hides=hides)
                writer.lines(PEOPLE, (orjson.dumps(person) for person in accounts))
                names = _Names(_pseudonyms(project)) if hides else None
                for number, table in enumerate(tables()):
                    progress(0.6 * number / len(tables()), f"Writing {table.model._meta.verbose_name_plural}")
                    _write_table(writer, table, project, names, with_recordings=with_recordings)
                if names:
                    manifest.names_hidden = names.n_hidden
            writer.files()
            with entry(archive, MANIFEST) as file:
                file.write(orjson.dumps(manifest.as_json(), option=orjson.OPT_INDENT_2))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        what = "Without recordings it may fit." if with_recordings else "Make room for it first."
        raise ServiceError(f"Stopped at {out.tell() / 1e6:,.0f} MB: the disk is full. {what}", code="no_room") from None
    return manifest


class _Writer:
    """Writes the entries of an archive and notes them in its manifest."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest, progress: Progress) -> None:
        self._archive, self._manifest, self._progress = archive, manifest, progress
        self._stored: dict[str, Entry] = {}

    def lines(self, name: str, lines: Iterable[bytes]) -> None:
        digest, n_rows, n_bytes = hashlib.sha256(), 0, 0
        with entry(self._archive, name) as out:
            for line in lines:
                whole = line + b"\n"
                digest.update(whole)
                out.write(whole)
                n_rows, n_bytes = n_rows + 1, n_bytes + len(whole)
        self._manifest.entries[name] = Entry(digest.hexdigest(), n_bytes, n_rows)

    def needs(self, name: str, *, table: str, column: str, row: str) -> None:
        """A stored file is to go along; a row names it."""
        self._stored.setdefault(name, Entry(name=name, table=table, column=column, row=row))

    def files(self) -> None:
        self._check_room()
        for number, (name, about) in enumerate(self._stored.items()):
            self._progress(0.6 + 0.4 * number / len(self._stored), f"File {number + 1:,} of {len(self._stored):,}")
            try:
                with default_storage.open(name, "rb") as file:
                    self._file(f"files/{number + 1:06}", file, about)
            except FileNotFoundError:
                raise ServiceError(
                    f"The file {name}, which {about.table} {about.row} names, is not in this site's storage.",
                    code="file_missing",
                ) from None

    def _check_room(self) -> None:
        needed = sum(_size(name) for name in self._stored)
        free = shutil.disk_usage(settings.FILE_UPLOAD_TEMP_DIR).free
        if needed > free:
            raise ServiceError(
                f"The archive needs {needed / 1e9:,.1f} GB, and {free / 1e9:,.1f} GB are free. Without recordings it "
                "may fit.",
                code="no_room",
            )

    def _file(self, name: str, file: Any, about: Entry) -> None:
        digest = hashlib.sha256()
        with entry(self._archive, name, compressed=about.column == "source_file") as out:
            while block := file.read(_BLOCK):
                digest.update(block)
                about.n_bytes += len(block)
                out.write(block)
        about.sha256 = digest.hexdigest()
        self._manifest.entries[name] = about


def _size(name: str) -> int:
    try:
        return int(default_storage.size(name))
    except OSError:
        return 0


def _write_table(
    writer: _Writer, table: Table, project: m.Project, names: _Names | None, *, with_recordings: bool
) -> None:
    files = [column for column in table.files if with_recordings or (table.model, column) != _RECORDING]
    left = set(table.files) - set(files)
    words = _WORDS.get(table.model, ()) if names else ()
    longest = {field.column: field.max_length for field in table.fields if field.column in words}
    is_invitation = names is not None and table.model is m.Invitation

    def lines() -> Iterator[bytes]:
        for line in _rows(table, project, left):
            if not (files or words or is_invitation):
                yield line
                continue
            row = orjson.loads(line)
            key = str(row[table.model._meta.pk.column])
            for column in files:
                if row[column]:
                    writer.needs(row[column], table=table.name, column=column, row=key)
            if names and words:
                row.update({column: names.hidden(row[column], longest[column]) for column in words})
            if is_invitation:
                row["author_name"] = names.rater(project, row["author_name"]) if names else ""
            yield orjson.dumps(row) if words or is_invitation else line

    writer.lines(table_entry(table.name), lines())


def _rows(table: Table, project: m.Project, left: set[str]) -> Iterator[bytes]:
    """Rows as JSON, in the order of their keys. left : columns of files that stay."""
    columns = [str(field.column) for field in table.fields]
    query, parameters = (
        table.rows(project).values_list(*(field.attname for field in table.fields)).query.sql_with_params()
    )
    shown = ", ".join(f'{_EMPTY if column in left else table.exported(column)} AS "{column}"' for column in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    statement = f"COPY (SELECT row_to_json(t)::text FROM (SELECT {shown} FROM ({query}) AS o({named})) t) TO STDOUT"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 1")
        with connection.wrap_database_errors, cursor.copy(statement, parameters) as copy:
            held = b""
            for block in copy:
                held += bytes(block)
                *whole, held = held.split(b"\n")
                # Of JSON on one line, COPY changes nothing but backslashes, which it doubles.
                yield from (line.replace(b"\\\\", b"\\") for line in whole)


# People.


def _people(project: m.Project, *, hides: bool) -> list[dict[str, Any]]:
    """Whoever a row names, in the order of their accounts."""
    ids: set[int] = set()
    for table in tables():
        for field in table.fields:
            if isinstance(field, ForeignKey) and field.related_model is User:
                ids.update(table.rows(project).order_by().values_list(field.attname, flat=True).distinct())
    handed = m.Operation.objects.filter(review__pair__project=project, verb="hand_over")
    for steps in handed.values_list("steps", flat=True):
        ids.update(steps[0].get(end) for end in ("from", "to"))
    roles = dict(m.Membership.objects.filter(project=project).values_list("user", "role"))
    people = []
    for user in User.objects.filter(pk__in=ids - {None}).order_by("pk"):
        pseudonym = pseudonym_of(project, user.pk)
        people.append(
            {
                "id": user.pk,
                "username": pseudonym if hides else user.get_username(),
                "name": pseudonym if hides else name_of(user),
                "pseudonym": pseudonym,
                "role": roles.get(user.pk),
            }
        )
    return people


def _pseudonyms(project: m.Project) -> dict[str, str]:
    """By every name that people of the project have, what stands in its place. Longer ones come first."""
    ids = {person["id"] for person in _people(project, hides=True)}
    shown: dict[str, str] = {}
    for user in User.objects.filter(pk__in=ids):
        pseudonym = pseudonym_of(project, user.pk)
        shown |= dict.fromkeys({user.get_username(), user.get_full_name(), user.email} - {""}, pseudonym)
    invited = m.MemberInvitation.objects.filter(project=project).values_list("name", "email")
    shown |= {name: "somebody" for names in invited for name in names if name and name not in shown}
    authors = m.Invitation.objects.filter(run__pair__project=project).values_list("author_name", "author_email")
    shown |= {name: "an author" for names in authors for name in names if name and name not in shown}
    raters = m.Rater.objects.filter(task__project=project).values_list("name", "email")
    shown |= {name: "a rater" for names in raters for name in names if name and name not in shown}
    return shown


class _Names:
    """Puts pseudonyms in the place of names, in words that people wrote."""

    def __init__(self, shown: dict[str, str]) -> None:
        self._shown = shown
        longest_first = sorted(map(re.escape, shown), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)") if shown else None
        self.n_hidden = 0

    def hidden(self, value: Any, longest: int | None = None) -> Any:
        """longest : characters that a text may have, as pseudonyms can be longer than names."""
        if isinstance(value, str):
            return self._pattern.sub(self._of, value)[:longest] if self._pattern else value
        if isinstance(value, list):
            return [self.hidden(each) for each in value]
        if isinstance(value, dict):
            return {key: self.hidden(each) for key, each in value.items()}
        return value

    def _of(self, match: re.Match[str]) -> str:
        self.n_hidden += 1
        return self._shown[match.group()]

    @staticmethod
    def rater(project: m.Project, name: str) -> str:
        return f"rater-{salted_hmac('lectern.rater', f'{project.pk}:{name.lower()}').hexdigest()[:10]}"
