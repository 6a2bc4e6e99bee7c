"""Making a project of an archive: everything in one transaction, its files before its end, its releases verified.

The lines of each table are copied into a temporary one, and stored from there by one statement: ids of keys and of
whatever names rows are mapped by temporary tables (`tables.REWRITTEN`). What an archive says of rows that are not in it
is refused, so that it can reach into no other project.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID, uuid4

import orjson
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection
from django.db.models import ForeignKey, Model, UUIDField
from django.utils import timezone
from django.utils.text import get_valid_filename, slugify

from annotator import models as m
from annotator.corpus.media import media_type
from annotator.importers.sandbox import Reader
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.projects import possible_slugs
from annotator.platform.errors import ServiceError
from annotator.releases.models.releases import frozen_kinds
from annotator.releases.verification import problems_of
from annotator.site.moving.manifests import PEOPLE, Entry, Manifest, table_entry
from annotator.site.moving.tables import REWRITTEN, Table, ids_of, tables

Progress = Callable[[float, str], None]
NOTHING = "Nothing was imported."
#: Stored before what they are part of is frozen: then nothing can be added.
_FIRST: tuple[type[Model], ...] = (m.ReleaseRow, m.ReleaseFile, m.TrainingPaper, m.TrainingFile)
#: Its lines name rows and chips by their ids everywhere.
_LOGGED = m.Operation
_UUID = re.compile(rb'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')
_MOST_PEOPLE = 10_000


@dataclass(slots=True)
class Imported:
    """project : what was made. copied : some of its rows were on this site already, so that all rows of reviews got
    new ids. n_releases : how many were verified."""

    project: m.Project
    copied: bool = False
    n_releases: int = 0


@contextmanager
def stored_or_removed(imported_files: list[str]) -> Iterator[None]:
    """Delete the files again that were stored in a transaction which did not come to its end."""
    try:
        yield
    except BaseException:
        for name in imported_files:
            default_storage.delete(name)
        raise


def read_people(reader: Reader, manifest: Manifest) -> list[dict[str, Any]]:
    """Those of an archive, each value of its kind. Raises ServiceError where they are not what an export writes."""
    people: list[dict[str, Any]] = []
    for line in _lines(reader, PEOPLE) if PEOPLE in manifest.entries else ():
        person = orjson.loads(line)
        texts = [person.get(key) for key in ("username", "name", "pseudonym")]
        role = person.get("role")
        if (
            type(person.get("id")) is not int
            or not all(isinstance(text, str) and 0 < len(text) <= 320 for text in texts)
            or (role is not None and role not in m.Role.values)
        ):
            raise _refused(f"line {len(people) + 1} of {PEOPLE} is no person")
        people.append(
            {"id": person["id"], "role": role, **dict(zip(("username", "name", "pseudonym"), texts, strict=True))}
        )
        if len(people) > _MOST_PEOPLE:
            raise _refused(f"it names more than {_MOST_PEOPLE:,} people")
    if len({person["id"] for person in people}) < len(people):
        raise _refused("it names one person twice")
    return people


def check_all(reader: Reader, manifest: Manifest, progress: Progress) -> None:
    """Read every entry once, so that nothing begins which its checksums would end. Raises Refused, or ServiceError for
    tables that this Lectern does not know."""
    known = {table_entry(table.name) for table in tables()} | {PEOPLE}
    for name in manifest.entries:
        if name.startswith("tables/") and name not in known:
            raise _refused(f"this Lectern has no place for {name}; update it")
    total = sum(about.n_bytes for about in manifest.entries.values()) or 1
    done = 0
    for name in manifest.entries:
        for block in reader.entry(name):
            done += len(block)
            progress(done / total, f"Checking {done / 1e6:,.0f} of {total / 1e6:,.0f} MB")


def store(
    reader: Reader,
    manifest: Manifest,
    *,
    name: str,
    people: list[dict[str, Any]],
    user: User,
    imported_files: list[str],
    progress: Progress,
) -> Imported:
    """Make a project of an archive that was checked, in the transaction of the caller.

    people : those of the archive, each with its `account` here, an id or None. user : becomes an admin of it.
    imported_files : gets the names of the files that are stored, for who removes them if the transaction fails.
    Raises ServiceError where the archive is not what a Lectern writes, or a release is not what was frozen.
    """
    with _in_words(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'UTC'")
        there = [table for table in tables() if table_entry(table.name) in manifest.entries]
        progress(0.0, "Reading")
        _stage(reader, cursor, there)
        salt = uuid4().hex if _is_here_already(cursor, there) else ""
        if salt:
            _stage(reader, cursor, [table for table in there if table.model is _LOGGED], salt)
        _map_people(cursor, manifest, people)
        for table in there:
            _map_ids(cursor, table, salt)
        progress(0.3, "Storing files")
        _store_files(
            reader, cursor, manifest, imported_files, lambda share, message: progress(0.3 + 0.2 * share, message)
        )
        in_order = sorted(there, key=lambda table: table.model not in _FIRST)
        for number, table in enumerate(in_order):
            progress(0.5 + 0.4 * number / len(in_order), f"Storing {table.model._meta.verbose_name_plural}")
            _insert(cursor, table, name)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"SELECT new FROM {ids_of(m.Project)}")
        made = cursor.fetchall()
        if len(made) != 1:
            raise _refused(f"it holds {len(made)} projects")
    project = m.Project.objects.get(pk=made[0][0])
    m.Membership.objects.update_or_create(project=project, user=user, defaults={"role": m.Role.ADMIN})
    _keep_pseudonyms(project, people)
    progress(0.9, "Verifying releases")
    imported = Imported(project, bool(salt), _verified(project))
    note(
        "project_imported", project=project, kind="project", pk=project.pk, name=project.name,
        detail=counted(m.Review.objects.filter(pair__project=project).count(), "review"),
    )  # fmt: skip
    return imported


@contextmanager
def _in_words() -> Iterator[None]:
    """What Postgres refuses becomes a sentence that names the table."""
    try:
        yield
    except DatabaseError as error:
        about = getattr(error.__cause__, "diag", None)
        table = str(about.table_name or "").removeprefix("annotator_") if about else ""
        why = str(about.message_primary) if about else str(error)
        raise _refused(f"{f'its {table} rows' if table else 'its rows'} do not fit together ({why[:200]})") from error


def _refused(why: str) -> ServiceError:
    return ServiceError(f"The archive is not what a Lectern writes: {why}. {NOTHING}", code="not_an_archive")


def _lines(reader: Reader, name: str) -> Iterator[bytes]:
    for block in reader.entry(name):
        yield from block.rstrip(b"\n").split(b"\n")


# Rows.


def _lines_of(table: Table) -> str:
    return f"moved_lines_{table.name}"


def _stage(reader: Reader, cursor: Any, staged: Iterable[Table], salt: str = "") -> None:
    """Copy the lines of tables into temporary ones. salt : to put other UUIDs in the place of those in them."""
    for table in staged:
        lines = _lines_of(table)
        cursor.execute(f"DROP TABLE IF EXISTS {lines}")
        columns = "n bigint GENERATED ALWAYS AS IDENTITY, line jsonb NOT NULL"
        cursor.execute(f"CREATE TEMPORARY TABLE {lines} ({columns}) ON COMMIT DROP")
        other = partial(_other_uuid, salt.encode())
        with connection.wrap_database_errors, cursor.copy(f"COPY {lines} (line) FROM STDIN") as copy:
            for line in _lines(reader, table_entry(table.name)):
                copy.write_row([(_UUID.sub(other, line) if salt else line).decode()])
        cursor.execute(f"ANALYZE {lines}")


def _other_uuid(salt: bytes, match: re.Match[bytes]) -> bytes:
    """As `_map_ids` makes it."""
    return b'"%s"' % str(UUID(bytes=hashlib.md5(salt + match[1], usedforsecurity=False).digest())).encode()


def _is_here_already(cursor: Any, staged: Iterable[Table]) -> bool:
    """Whether one of its rows with a UUID is on this site: it was imported before, or never left."""
    for table in staged:
        if isinstance(table.model._meta.pk, UUIDField):
            cursor.execute(
                f"SELECT EXISTS (SELECT FROM {_lines_of(table)} s "
                f"JOIN {table.model._meta.db_table} t ON t.id = (s.line->>'id')::uuid)"
            )
            if cursor.fetchone()[0]:
                return True
    return False


def _map_ids(cursor: Any, table: Table, salt: str) -> None:
    """The new id of each row, in the order of the old ones. A key that is another row's is mapped as that one is.

    salt : not empty if UUIDs are to be others; the lines of `_LOGGED` have theirs already.
    """
    key = table.model._meta.pk
    if isinstance(key, ForeignKey):
        return
    kind = "uuid" if isinstance(key, UUIDField) else "bigint"
    ids, old = ids_of(table.model), f"(line->>'{key.column}')::{kind}"
    cursor.execute(f"CREATE TEMPORARY TABLE {ids} (old {kind} PRIMARY KEY, new {kind}) ON COMMIT DROP")
    if kind == "bigint":
        cursor.execute(
            f"INSERT INTO {ids} SELECT o.old, nextval(pg_get_serial_sequence(%s, %s)) "
            f"FROM (SELECT {old} AS old FROM {_lines_of(table)} ORDER BY 1) o",
            [f'"{table.model._meta.db_table}"', key.column],
        )
    elif salt and table.model is not _LOGGED:
        cursor.execute(
            f"INSERT INTO {ids} SELECT {old}, md5(%s || (line->>'id'))::uuid FROM {_lines_of(table)}", [salt]
        )
    else:
        cursor.execute(f"INSERT INTO {ids} SELECT {old}, {old} FROM {_lines_of(table)}")
    cursor.execute(f"ANALYZE {ids}")


def _insert(cursor: Any, table: Table, project_name: str) -> None:
    model = table.model
    db_table, key = f'"{model._meta.db_table}"', model._meta.pk
    columns: list[str] = []
    values: list[str] = []
    joins: list[str] = []
    parameters: list[Any] = []
    for number, each in enumerate(table.fields):
        columns.append(f'"{each.column}"')
        if sql := _own_value(table, str(each.column), project_name, parameters):
            values.append(sql)
        elif isinstance(each, ForeignKey) or (each is key):
            to = model if each is key and not isinstance(each, ForeignKey) else each.related_model
            joins.append(f'LEFT JOIN {ids_of(to)} i{number} ON i{number}.old = r."{each.column}"')  # type: ignore[arg-type]
            values.append(f"i{number}.new")
        elif each.column in table.files:
            joins.append(f'LEFT JOIN moved_files f{number} ON f{number}.old = r."{each.column}"')
            values.append(f"coalesce(f{number}.new, '')")
        else:
            values.append(f'r."{each.column}"')
    cursor.execute(
        f"INSERT INTO {db_table} ({', '.join(columns)}) SELECT {', '.join(values)} "
        f"FROM (SELECT jsonb_populate_record(NULL::{db_table}, %s::jsonb) AS base) b CROSS JOIN {_lines_of(table)} s "
        f"CROSS JOIN LATERAL jsonb_populate_record(b.base, s.line) r {' '.join(joins)} ORDER BY s.n",
        [*parameters, _defaults(table)],
    )


def _own_value(table: Table, column: str, project_name: str, parameters: list[Any]) -> str:
    """The SQL of a column that is neither taken over nor mapped by a foreign key; empty for others."""
    if table.model is m.Project and column in ("name", "slug"):
        parameters.append(project_name if column == "name" else free_slug(project_name))
        return "%s"
    return REWRITTEN.get(table.model, {}).get(column, "").replace("%", "%%")


def _defaults(table: Table) -> str:
    """What columns hold that the archive of an older Lectern does not have."""
    values = {}
    for each in table.fields:
        if each.has_default() and not each.primary_key:
            values[each.column] = each.get_default()
        elif each.empty_strings_allowed and not each.null and not each.is_relation:
            values[each.column] = ""
    return json.dumps(values, cls=DjangoJSONEncoder)


def free_slug(name: str) -> str:
    """Of a project that is to be called so."""
    return next(slug for slug in possible_slugs(name) if not m.Project.objects.filter(slug=slug).exists())


# People.


def _map_people(cursor: Any, manifest: Manifest, people: list[dict[str, Any]]) -> None:
    """Whose account stands for whom. Who has none here gets one that nobody can sign in with, so that their work keeps
    their name."""
    stem = slugify(manifest.project["slug"])[:60] or "project"
    for person in people:
        if person["account"] is None:
            person["account"] = _without_account(person, stem).pk
    accounts = [person["account"] for person in people]
    names = dict(User.objects.filter(pk__in=accounts).values_list("pk", User.USERNAME_FIELD))
    cursor.execute(f"CREATE TEMPORARY TABLE {ids_of(User)} (old bigint PRIMARY KEY, new integer) ON COMMIT DROP")
    cursor.execute("CREATE TEMPORARY TABLE moved_people (there text, here text) ON COMMIT DROP")
    cursor.executemany(
        f"INSERT INTO {ids_of(User)} VALUES (%s, %s)", [(person["id"], person["account"]) for person in people]
    )
    cursor.executemany(
        "INSERT INTO moved_people VALUES (%s, %s)",
        [(person["username"], names[person["account"]]) for person in people],
    )


def _without_account(person: dict[str, Any], stem: str) -> User:
    wanted = f"{person['username'][:80]}.{stem}"
    taken = set(User.objects.filter(username__startswith=wanted).values_list("username", flat=True))
    username = (
        wanted if wanted not in taken else next(f"{wanted}.{n}" for n in count(2) if f"{wanted}.{n}" not in taken)
    )
    user = User(username=username, first_name=person["name"][:150], is_active=False)
    user.set_unusable_password()
    user.save()
    return user


def _keep_pseudonyms(project: m.Project, people: list[dict[str, Any]]) -> None:
    m.KeptPseudonym.objects.bulk_create(
        [
            m.KeptPseudonym(project=project, user_id=person["account"], name=person["pseudonym"][:40])
            for person in people
        ]
    )


# Files.


def _store_files(
    reader: Reader, cursor: Any, manifest: Manifest, imported_files: list[str], progress: Progress
) -> None:
    """Put the files of the archive into the storage, under names that this site makes."""
    cursor.execute("CREATE TEMPORARY TABLE moved_files (old text PRIMARY KEY, new text) ON COMMIT DROP")
    wanted = {name: about for name, about in manifest.entries.items() if name.startswith("files/")}
    for number, (name, about) in enumerate(wanted.items()):
        progress(number / len(wanted), f"Storing file {number + 1:,} of {len(wanted):,}")
        with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as held:
            for block in reader.entry(name):
                held.write(block)
            _check_content(about, held, name)
            held.seek(0)
            stored = default_storage.save(_place(cursor, about), File(held))
        imported_files.append(stored)
        cursor.execute("INSERT INTO moved_files VALUES (%s, %s)", [about.name, stored])


def _place(cursor: Any, about: Entry) -> str:
    """Where a file belongs in the storage of this site. Raises ServiceError for what belongs nowhere."""
    table = next((table for table in tables() if table.name == about.table), None)
    if table is None or about.column not in table.files:
        raise _refused(f"no file belongs to {about.table} {about.column}")
    ending = "".join(PurePosixPath(about.name).suffixes[-1:])[:10]
    name = get_valid_filename(f"{PurePosixPath(about.name).stem[:60] or 'file'}{ending}")
    file_field: Any = next(each for each in table.fields if each.column == about.column)
    if table.model is m.PagePicture:
        deck, pictures = _parents(cursor, m.PagePicture, about.row, "pictures_id", m.DeckPictures, "document_id")
        return f"decks/{deck}/{pictures}/{name}"
    for kind in frozen_kinds():
        whole: Any = kind
        if table.model is whole._meta.get_field("files").related_model:
            cursor.execute(
                f"SELECT i.new FROM {_lines_of(table)} s JOIN {ids_of(kind)} i "
                f"ON i.old = (s.line->>'{_part_of(table, kind)}')::bigint WHERE s.line->>'id' = %s",
                [about.row],
            )
            return f"{kind.FOLDER}/{_only(cursor)[0]}/moved/{name}"
    return str(file_field.generate_filename(None, name))


def _part_of(table: Table, whole: type[Model]) -> str:
    return next(each.column for each in table.fields if isinstance(each, ForeignKey) and each.related_model is whole)


def _parents(
    cursor: Any, part: type[Model], row: str, column: str, parent: type[Model], of_parent: str
) -> tuple[Any, ...]:
    """(the new id of the document, that of the pictures) that a page belongs to."""
    lines = {table.model: _lines_of(table) for table in tables()}
    cursor.execute(
        f"SELECT d.new, p.new FROM {lines[part]} s "
        f"JOIN {ids_of(parent)} p ON p.old = (s.line->>'{column}')::bigint "
        f"JOIN {lines[parent]} o ON (o.line->>'id')::bigint = p.old "
        f"JOIN {ids_of(m.Document)} d ON d.old = (o.line->>'{of_parent}')::bigint WHERE s.line->>'id' = %s",
        [row],
    )
    return _only(cursor)


def _only(cursor: Any) -> tuple[Any, ...]:
    row = cursor.fetchone()
    if row is None:
        raise _refused("a file belongs to a row that is not in it")
    return tuple(row)


def _check_content(about: Entry, held: Any, name: str) -> None:
    """What browsers show as it is has to be what it says: a recording has the name of one, a picture is WebP."""
    held.seek(0)
    head = held.read(12)
    is_picture = head[:4] == b"RIFF" and head[8:12] == b"WEBP"
    if about.table in ("pagepicture", "ratingpicture") and not is_picture:
        raise _refused(f"{name} is no picture of a page")
    if about.column == "media_file" and media_type(about.name) == "application/octet-stream":
        raise _refused(f"{name} does not have the name of a recording")


# What was frozen.


def _verified(project: m.Project) -> int:
    """How many releases and training sets are what was frozen. Raises ServiceError where one is not."""
    n_verified = 0
    for kind in frozen_kinds():
        path = "test_set__project" if kind is m.Release else "project"
        for frozen in kind.objects.made().filter(**{path: project}):
            if problems := problems_of(frozen):
                raise ServiceError(
                    f"The {frozen.NOUN} {frozen} is not what was frozen: {' '.join(problems)} {NOTHING}",
                    code="not_verified",
                )
            kind.objects.filter(pk=frozen.pk).update(verified_at=timezone.now())
            n_verified += 1
    return n_verified
