"""Backups: the database, the files and the key in one archive, and a site made of one again.

The database goes as Postgres's own COPY writes it, table by table, in one moment. Restoring makes the tables by the
migrations that the backup names. So no program of Postgres is needed, and its version may differ
(docs/decisions/backups.md).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import structlog
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import SuspiciousFileOperation
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.files.utils import validate_file_name
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from annotator import __version__
from annotator.platform.database_connection import own_backends
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.snapshots import one_moment

FORMAT = "lectern-backup/1"
MANIFEST, KEY = "manifest.json", "secret-key"
_TABLES, _FILES = "tables/", "files/"
_BLOCK = 2**20
_LEAVING_SECONDS = 5.0
#: What reading a manifest raises that is not one.
_OF_MANIFESTS = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
#: What a database has that was migrated and never used.
_OF_MIGRATIONS = ("django_migrations", "django_content_type", "auth_permission", "annotator_sitekey")

#: The same values have the same lines on every server.
_AS_TEXT = (
    "SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC'; "
    "SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'"
)

log = structlog.get_logger()


@dataclass(slots=True)
class Table:
    """columns : in the order of the lines. sha256 : of the lines as COPY writes them, in the order of the key.
    sequences : the last value by the column that takes it."""

    columns: list[str]
    n_rows: int
    sha256: str
    sequences: dict[str, int]


@dataclass(slots=True)
class Manifest:
    """What is in a backup: its last entry, so that one that was cut off has none.

    files : the SHA-256 of each, by its name. migrations : those applied, as (app, name).
    """

    format: str = FORMAT
    version: str = __version__
    made_at: str = ""
    migrations: list[tuple[str, str]] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    key_sha256: str = ""

    @classmethod
    def read(cls, text: bytes) -> Manifest:
        manifest = json.loads(text)
        if manifest.get("format") != FORMAT:
            raise ServiceError(f"This backup has the format {manifest.get('format')!r}; this version reads {FORMAT}.")
        manifest["tables"] = {name: Table(**table) for name, table in manifest["tables"].items()}
        manifest["migrations"] = [(app, name) for app, name in manifest["migrations"]]
        return cls(**manifest)

    def in_words(self) -> str:
        n_rows = sum(table.n_rows for table in self.tables.values())
        return f"{len(self.tables)} tables with {n_rows:,} rows, {len(self.files):,} files, and the key"


def back_up(out: IO[bytes]) -> Manifest:
    """Write everything into a stream, while the site is in use. What is read is of one moment, but for files: those
    that are deleted meanwhile may be missing, as their rows are."""
    manifest = Manifest(made_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    with tarfile.open(fileobj=out, mode="w|") as archive:
        with one_moment():
            manifest.migrations = sorted(MigrationRecorder(connection).applied_migrations())
            for name in _tables():
                with tempfile.TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as spool:
                    with gzip.GzipFile(fileobj=spool, mode="wb", compresslevel=4) as packed:
                        manifest.tables[name] = _described(name, packed.write)
                    size = spool.tell()
                    spool.seek(0)
                    _add(archive, f"{_TABLES}{name}.gz", spool, size)
        for name in sorted(_stored_names()):
            try:
                with default_storage.open(name, "rb") as file:
                    read = _Hashed(cast("IO[bytes]", file))
                    _add(archive, _FILES + name, read, default_storage.size(name))
                    manifest.files[name] = read.sha256
            except FileNotFoundError:
                log.info("a file was deleted while the backup was made", name=name)
            except OSError as error:
                raise ServiceError(
                    f"{name} changed while it was read, or cannot be read: {error}. Try again."
                ) from error
        key = settings.SECRET_KEY.encode()
        manifest.key_sha256 = hashlib.sha256(key).hexdigest()
        for name, content in ((KEY, key), (MANIFEST, json.dumps(asdict(manifest), indent=1).encode())):
            _add(archive, name, io.BytesIO(content), len(content))
    return manifest


def check_backup(path: Path) -> Manifest:
    """Read a whole backup. Raises ServiceError where anything in it is not what was written."""
    digests: dict[str, str] = {}
    manifest: Manifest | None = None
    try:
        with tarfile.open(path, mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content is None:
                    continue
                if member.name == MANIFEST:
                    manifest = Manifest.read(content.read())
                else:
                    packed = member.name.startswith(_TABLES)
                    digests[member.name] = _sha256(gzip.GzipFile(fileobj=content) if packed else content)
    except (tarfile.TarError, zlib.error, EOFError, OSError, *_OF_MANIFESTS) as error:
        raise ServiceError(f"{path.name} cannot be read as a backup: {error}") from error
    if manifest is None:
        raise ServiceError(f"{path.name} is not a whole backup: its end is missing.")
    expected = {f"{_TABLES}{name}.gz": table.sha256 for name, table in manifest.tables.items()}
    expected |= {_FILES + name: sha256 for name, sha256 in manifest.files.items()} | {KEY: manifest.key_sha256}
    if digests != expected:
        wrong = sorted(name for name in expected.keys() | digests.keys() if digests.get(name) != expected.get(name))
        raise ServiceError(f"{path.name} is damaged: {', '.join(wrong[:5])} {'is' if len(wrong) == 1 else 'are'} not "
                           "what was backed up.")  # fmt: skip
    return manifest


def restore(path: Path, *, replace: bool = False) -> Manifest:
    """Make the site what it was when the backup was made: nothing of the database before, or all of it.

    replace : also where there is something, which is deleted. Everything is checked before anything is changed, and
    files are stored when all of the database's one transaction but its end has succeeded. Raises ServiceError where the
    backup is damaged, or this code cannot make its tables; Conflict where there is something, or other programs use the
    database.
    """
    manifest = check_backup(path)
    targets = _known_migrations(manifest)
    _refuse_company()
    if not replace and (what := _in_use()):
        raise Conflict(f"The database is not empty: it has {what}. With --replace, all of that is deleted first.")
    with tarfile.open(path, mode="r:") as archive:
        members = {member.name: member for member in archive}
        key = _read(archive, members[KEY]).decode()
        where = _place_for_key(key)
        missing = _missing_files(manifest, replace=replace)
        with transaction.atomic():
            _drop_everything()
            MigrationExecutor(connection).migrate(targets)
            _fill_tables(archive, members, manifest)
            _store_files(archive, members, missing)  # last, since what replaces a file cannot be undone
    if where is not None:
        where.parent.mkdir(parents=True, exist_ok=True)
        where.touch(mode=0o600)
        where.write_text(key)
    try:
        cache.clear()  # answers of the database before
    except Exception as error:  # noqa: BLE001 - of Redis, which need not run yet
        log.warning("the cache could not be emptied", error=str(error))
    return manifest


# The database.


def _tables() -> list[str]:
    with connection.cursor() as cursor:
        return sorted(connection.introspection.table_names(cursor))


class _Column(NamedTuple):
    """last : of the sequence that it takes its values from, 0 where none was taken; None without a sequence."""

    name: str
    is_key: bool
    is_text: bool
    last: int | None


#: Of a table, in one query: a site has a thousand columns. Without those that Postgres computes by itself: they cannot
#: be copied in.
_COLUMNS = """
SELECT attname,
  coalesce(attnum = ANY ((SELECT indkey FROM pg_index WHERE indrelid = attrelid AND indisprimary)::smallint[]), false),
  attcollation <> 0,
  CASE WHEN sequence IS NOT NULL THEN coalesce(pg_sequence_last_value(sequence::regclass), 0) END
FROM pg_attribute, pg_get_serial_sequence(%s, attname) AS sequence
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
ORDER BY attname COLLATE "C"
"""


def _columns(name: str) -> list[_Column]:
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [_quoted(name), _quoted(name)])
        return [_Column(*row) for row in cursor.fetchall()]


def _described(name: str, write: Callable[[bytes], object], columns: Collection[str] | None = None) -> Table:
    """Write the lines of a table, in the order of its key; returns what is in it. columns : all by default."""
    with connection.cursor() as cursor:
        cursor.execute(_AS_TEXT)
        found = {column.name: column for column in _columns(name)}
        columns = list(found) if columns is None else columns
        sequences = {each: last for each in columns if (last := found[each].last) is not None}
        order = [column for column in found.values() if column.is_key] or [found[each] for each in columns]
        # Servers sort texts by the rules of their languages.
        keys = ", ".join(_quoted(column.name) + ' COLLATE "C"' * column.is_text for column in order)
        digest, n_rows = hashlib.sha256(), 0
        rows = f"SELECT {_list(columns)} FROM {_quoted(name)} ORDER BY {keys}"
        with connection.wrap_database_errors, cursor.copy(f"COPY ({rows}) TO STDOUT") as copy:
            for block in copy:
                line = bytes(block)
                digest.update(line)
                n_rows += line.count(b"\n")
                write(line)
    return Table(list(columns), n_rows, digest.hexdigest(), sequences)


def _known_migrations(manifest: Manifest) -> list[tuple[str, str]]:
    """The migrations that make its tables. Raises ServiceError where this code does not have one of them."""
    loader = MigrationExecutor(connection).loader
    replaced = {step for migration in loader.disk_migrations.values() for step in migration.replaces}
    if unknown := [step for step in manifest.migrations if step not in loader.graph.nodes and step not in replaced]:
        names = ", ".join(".".join(step) for step in unknown[:3])
        raise ServiceError(
            f"The backup was made by Lectern {manifest.version}, with the migrations {names}, which this version does "
            "not have. Restore it with that version, then update."
        )
    applied = {step for step in manifest.migrations if step in loader.graph.nodes}
    if not any(app == "annotator" for app, _ in applied):
        raise ServiceError(f"The backup is too old for this version. Restore it with Lectern {manifest.version}.")
    # The last ones: Django would undo what comes after each that is named.
    return [step for step in applied if not any(child.key in applied for child in loader.graph.node_map[step].children)]


def _refuse_company() -> None:
    """Programs that were just stopped get a moment to leave; so does a connection that this one is still making."""
    ends = time.monotonic() + _LEAVING_SECONDS
    while n := _n_others():
        if time.monotonic() >= ends:
            raise Conflict(f"{n} other connections use the database. Stop the web server, workers and the sweep first.")
        time.sleep(0.1)


def _n_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> ALL(%s)",
            [own_backends()],
        )
        return int(cursor.fetchone()[0])


def _in_use() -> str:
    """What there is in words; empty where nobody has used the database."""
    there = set(_tables())
    if not there - set(_OF_MIGRATIONS):
        return ""
    with connection.cursor() as cursor:
        filled = " UNION ALL ".join(
            f"SELECT '{name}' WHERE EXISTS (SELECT FROM {_quoted(name)})"
            for name in sorted(there - set(_OF_MIGRATIONS))
        )
        cursor.execute(filled)
        names = [name for (name,) in cursor.fetchall()]
        counted = []
        for table, what in (("annotator_project", "projects"), ("auth_user", "accounts")):
            if table in there:
                cursor.execute(f"SELECT count(*) FROM {_quoted(table)}")
                counted.append(f"{cursor.fetchone()[0]} {what}")
    return " and ".join(counted) if names else ""


def _drop_everything() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '10s'")
        if names := _tables():
            cursor.execute(f"DROP TABLE {_list(names)} CASCADE")
        cursor.execute(
            "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace "
            "AND proname LIKE 'annotator\\_%'"
        )
        for (function,) in cursor.fetchall():
            cursor.execute(f"DROP FUNCTION {function}")


def _fill_tables(archive: tarfile.TarFile, members: dict[str, tarfile.TarInfo], manifest: Manifest) -> None:
    """In one transaction: constraints between tables are checked at its end. Raises ServiceError where a table comes
    out otherwise than it was."""
    made = set(_tables())
    if wrong := made ^ manifest.tables.keys():
        raise ServiceError(f"The backup has other tables than its migrations make: {', '.join(sorted(wrong)[:5])}.")
    with connection.cursor() as cursor:
        # They guard what is frozen, and would compare each row with those that are not there yet.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for name in made:
            cursor.execute(f"ALTER TABLE {_quoted(name)} DISABLE TRIGGER USER")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for name in made:
            cursor.execute(f"DELETE FROM {_quoted(name)}")  # what migrations put there
        cursor.execute(_AS_TEXT)
        for name, table in manifest.tables.items():
            if set(table.columns) != {column.name for column in _columns(name)}:
                raise ServiceError(f"The backup has other columns of {name} than its migrations make.")
            packed = archive.extractfile(members[f"{_TABLES}{name}.gz"])
            copying = f"COPY {_quoted(name)} ({_list(table.columns)}) FROM STDIN"
            with connection.wrap_database_errors, gzip.GzipFile(fileobj=packed) as lines, cursor.copy(copying) as copy:
                while block := lines.read(_BLOCK):
                    copy.write(block)
            for column, last in table.sequences.items():
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), greatest(%s, 1), %s)",
                    [_quoted(name), column, last, last > 0],
                )
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for name in made:
            cursor.execute(f"ALTER TABLE {_quoted(name)} ENABLE TRIGGER USER")
    for name, table in manifest.tables.items():
        if _described(name, lambda _: None, table.columns) != table:
            raise ServiceError(f"{name} came out otherwise than it was backed up. Nothing was changed in the database.")


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _list(names: Collection[str]) -> str:
    return ", ".join(map(_quoted, names))


# The files, and the key.


def _stored_names(place: str = "") -> Iterator[str]:
    """Every file of the site's storage."""
    try:
        folders, files = default_storage.listdir(place)
    except FileNotFoundError:
        return
    prefix = f"{place}/" if place else ""
    for name in filter(None, files):
        yield prefix + name
    for name in filter(None, folders):
        yield from _stored_names(prefix + name)


def _missing_files(manifest: Manifest, *, replace: bool) -> list[str]:
    """What is not stored as it was. Raises Conflict for what is there with other content, unless it is to be
    replaced."""
    missing = []
    for name, sha256 in manifest.files.items():
        try:
            validate_file_name(name, allow_relative_path=True)
        except SuspiciousFileOperation as error:
            raise ServiceError(f"The backup has a file that is outside of the site's: {name}") from error
        if not default_storage.exists(name):
            missing.append(name)
            continue
        with default_storage.open(name, "rb") as file:
            if _sha256(cast("IO[bytes]", file)) == sha256:
                continue
        if not replace:
            raise Conflict(f"{name} is stored already, with other content. With --replace, it is replaced.")
        missing.append(name)
    return missing


def _store_files(archive: tarfile.TarFile, members: dict[str, tarfile.TarInfo], names: Iterable[str]) -> None:
    for name in names:
        default_storage.delete(name)
        content = archive.extractfile(members[_FILES + name])
        assert content is not None
        stored = default_storage.save(name, File(content, name=name))
        if stored != name:
            raise ServiceError(f"{name} was stored as {stored}: somebody else writes there.")


def _place_for_key(key: str) -> Path | None:
    """Where the key is to be kept; None where this program has it from its environment or its file already.

    Raises Conflict where the environment sets another one.
    """
    if key == settings.SECRET_KEY:
        return None
    kept = Path(settings.DATA_DIR) / KEY
    if not kept.exists() or kept.read_text() != settings.SECRET_KEY:
        raise Conflict(
            "SECRET_KEY in the environment is not the one of the backup. Links, pseudonyms and second factors need it: "
            f"tar --extract --to-stdout --file BACKUP {KEY} prints it."
        )
    return kept


# The archive.


class _Hashed:
    """A file that is hashed while it is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._digest = file, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        block = self._file.read(size)
        self._digest.update(block)
        return block

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def _add(archive: tarfile.TarFile, name: str, content: Any, size: int) -> None:
    about = tarfile.TarInfo(name)
    about.size, about.mode, about.mtime = size, 0o600, int(time.time())
    archive.addfile(about, content)


def _read(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    content = archive.extractfile(member)
    assert content is not None
    return content.read()


def _sha256(file: Any) -> str:
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()
