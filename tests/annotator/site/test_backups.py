"""Backups: what is restored on another machine is the same by its hashes, and so is what the key makes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, cast

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import override_settings

from annotator.authors.answering import invitation_token
from annotator.launch.layout import HERE
from annotator.models import Invitation, Pair, Project
from annotator.platform.errors import ServiceError
from annotator.releases.pages import address_of, open_page
from annotator.releases.pseudonyms import People
from annotator.reviewing.guidelines import labels
from annotator.site import backups
from tests import world
from tests.annotator.conftest import make_project
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import shared_rows
from tests.servers import drop_database, url_of_database

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def backed_up(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, Path]]:
    """A site with a pair and a file: the backup of it, and the folder of its files."""
    made = tmp_path_factory.mktemp("site")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=made / "media"):
        world.bitext(make_project()).source.source_file.save("ledger.txt", ContentFile(b"High water, by hand."))
        call_command("backup", str(made / "lectern.backup"))
        yield made / "lectern.backup", made / "media"


@pytest.fixture(autouse=True)
def files(backed_up: tuple[Path, Path], settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = shutil.copytree(backed_up[1], tmp_path / "media")
    return tmp_path / "media"


@pytest.fixture
def archive(backed_up: tuple[Path, Path], tmp_path: Path) -> Path:
    return shutil.copy2(backed_up[0], tmp_path / "lectern.backup")


@pytest.fixture
def bitext(db: None) -> Pair:
    return Pair.objects.get()


@pytest.fixture
def project(bitext: Pair) -> Project:
    return bitext.project


@pytest.fixture(autouse=True)
def _ids_are_given_again() -> Iterator[None]:
    """A restore sets sequences back, also one that fails: no transaction covers them. Ids then name other rows."""
    yield
    labels._labels_of_version.cache_clear()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of another machine: an empty database, no file, and a key of its own."""
    name = f"elsewhere_{os.getpid()}"
    drop_database(name)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
    environment = {**os.environ, "DATABASE_URL": url_of_database(name), "DATA_DIR": str(tmp_path / "elsewhere")}
    environment.pop("SECRET_KEY", None)
    yield environment
    drop_database(name)


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, str(HERE.root / "manage.py"), *arguments]
    done = subprocess.run(
        command, env={**environment, "LECTERN_VENV": "off"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ANSWERS = """
import hashlib
import io
import json
from django.core.management import call_command
from django.test import Client
from annotator.models import Project
from annotator.releases.pseudonyms import People
statuses = [Client().get(address, headers={"host": "localhost"}).status_code for address in ADDRESSES]
call_command("backup", ARCHIVE)
print("answers:", json.dumps([statuses, People(Project.objects.get(), "pseudonyms")._of("annotator")]))
"""


def test_a_site_that_is_restored_elsewhere_is_the_same(
    editor: Editor, talk: Pair, project: Project, elsewhere: dict[str, str], tmp_path: Path
) -> None:
    archive = tmp_path / "site.backup"
    fields = {"status": "accepted", "good_align": True, "good_mt": True, "post_edit": "潮\t\\N\n🌊"}
    editor.done({"type": "set", "rows": editor.row_ids, "fields": fields}, {"type": "submit", "leave_unreviewed": True})
    release = make_release(set_of_all(project))
    page = open_page(release=release, address="", shows_rows=True, shows_files=True, user=None)
    invitation = Invitation.objects.create(run=talk.runs.get(), author_name="A", n_sentences=30)
    default_storage.save("empty/名前.txt", ContentFile(b""))
    addresses = [
        f"/api/v1/rate/{invitation_token(invitation)}/",
        f"/api/v1/release-pages/{address_of(page)}/",
        f"/api/v1/release-pages/{address_of(page)}/files/jsonl/",
    ]
    call_command("backup", str(archive))
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    before = backups.check_backup(archive)
    assert before.tables["annotator_releaserow"].n_rows == 4
    assert before.files.keys() >= {str(file.file.name) for file in release.files.all()} | {"empty/名前.txt"}

    assert "Restored as of" in manage(elsewhere, "restore", str(archive))
    again = tmp_path / "again.backup"
    script = ANSWERS.replace("ADDRESSES", repr(addresses)).replace("ARCHIVE", repr(str(again)))
    told = manage(elsewhere, "shell", "-c", script)
    answers = json.loads(told.partition("answers: ")[2].splitlines()[0])
    assert answers == [[200, 200, 200], People(project, "pseudonyms")._of("annotator")]
    after = backups.check_backup(again)
    assert after.files == before.files
    assert after.key_sha256 == before.key_sha256
    assert after.tables == before.tables


def test_a_site_in_use_is_replaced_only_when_that_is_asked_for(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "_refuse_company", lambda: None)
    with pytest.raises(CommandError, match=r"not empty: it has 1 projects and .* accounts. With --replace"):
        call_command("restore", str(archive))
    assert Project.objects.exists()


def test_a_site_that_runs_is_not_restored(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "_LEAVING_SECONDS", 0.0)
    url = url_of_database(str(connection.settings_dict["NAME"]))
    with psycopg.connect(url), pytest.raises(CommandError, match="other connections use the database"):
        call_command("restore", str(archive), "--replace")


def test_a_site_that_is_being_stopped_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = backups._n_others

    def counted_anew() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction, as tests are in, looks once
        return counted()

    monkeypatch.setattr(backups, "_n_others", counted_anew)
    other = psycopg.connect(url_of_database(str(connection.settings_dict["NAME"])))
    threading.Timer(0.3, other.close).start()
    backups._refuse_company()
    assert other.closed


@pytest.mark.parametrize("damage", ["cut off", "a byte", "no backup"])
def test_a_damaged_backup_is_refused_before_anything_is_changed(archive: Path, damage: str) -> None:
    content = archive.read_bytes()
    archive.write_bytes(
        {
            "cut off": content[: len(content) // 2],
            "a byte": content.replace(b"High water", b"Low  water"),
            "no backup": b"something else",
        }[damage]
    )
    with pytest.raises(CommandError, match=r"cannot be read as a backup|not a whole backup|is damaged: files/"):
        call_command("restore", str(archive), "--replace")
    assert Project.objects.exists()


def test_another_key_in_the_environment_is_refused(archive: Path, settings: Any) -> None:
    settings.SECRET_KEY = "set in the environment of this machine"
    with pytest.raises(CommandError, match="SECRET_KEY in the environment is not the one of the backup"):
        backups_restore(archive)
    assert Project.objects.exists()


def backups_restore(archive: Path) -> None:
    with pytest.MonkeyPatch.context() as patched, connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # the transaction of the test has changed tables
        patched.setattr(backups, "_refuse_company", lambda: None)
        call_command("restore", str(archive), "--replace")


def test_a_backup_of_newer_code_is_refused(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    applied = backups.MigrationRecorder.applied_migrations
    with monkeypatch.context() as patched:
        newer = {("annotator", "9999_of_next_year"): None}
        patched.setattr(backups.MigrationRecorder, "applied_migrations", lambda self: applied(self) | newer)
        call_command("backup", str(archive))
    with pytest.raises(CommandError, match=r"annotator\.9999_of_next_year, which this version does not have"):
        backups_restore(archive)
    assert Project.objects.exists()


def test_a_file_that_is_deleted_meanwhile_is_left_out(
    bitext: Pair, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_stored_names", lambda: ["gone.txt", str(bitext.source.source_file.name)])
    call_command("backup", str(archive))
    assert backups.check_backup(archive).files.keys() == {bitext.source.source_file.name}
    with tarfile.open(archive) as opened:
        assert opened.getnames()[-2:] == ["secret-key", "manifest.json"]


def test_a_file_that_shrinks_while_it_is_read_is_named(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(default_storage), "size", lambda self, name: 1000, raising=False)
    with pytest.raises(CommandError, match=r"ledger\S*\.txt changed while it was read"):
        call_command("backup", str(archive))


def _forged(archive: Path, change: Callable[[dict[str, Any]], object], **files: bytes) -> None:
    """Rewrite the manifest of an archive, and add files to it."""
    with tarfile.open(archive) as read:
        contents = {member.name: cast("IO[bytes]", read.extractfile(member)).read() for member in read}
    manifest = json.loads(contents.pop("manifest.json"))
    change(manifest)
    contents |= {f"files/{name}": content for name, content in files.items()}
    with tarfile.open(archive, "w") as written:
        for name, content in (*contents.items(), ("manifest.json", json.dumps(manifest).encode())):
            about = tarfile.TarInfo(name)
            about.size = len(content)
            written.addfile(about, io.BytesIO(content))


def test_a_table_with_damaged_bytes_is_refused(archive: Path) -> None:
    content = bytearray(archive.read_bytes())
    start = content.index(b"\x1f\x8b\x08") + 10  # of the first table, after the head of gzip
    content[start : start + 10] = b"\xff" * 10
    archive.write_bytes(content)
    with pytest.raises(CommandError, match="cannot be read as a backup"):
        call_command("restore", "--check", str(archive))


def test_a_manifest_that_is_none_is_refused(archive: Path) -> None:
    _forged(archive, lambda manifest: manifest.pop("tables"))
    with pytest.raises(CommandError, match="cannot be read as a backup"):
        call_command("restore", "--check", str(archive))


def test_what_cannot_be_made_again_stays(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        assert not connection.introspection.table_names()
        raise ServiceError("No such migration.")

    monkeypatch.setattr(backups.MigrationExecutor, "migrate", fail)
    with pytest.raises(CommandError, match="No such migration"):
        backups_restore(archive)
    assert Project.objects.exists()


def test_columns_of_a_backup_are_those_of_its_tables(
    bitext: Pair, archive: Path, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into tables that are there, since those that migrations make are the same."""
    monkeypatch.setattr(backups, "_drop_everything", lambda: None)
    stored = files / str(bitext.source.source_file.name)
    stored.write_bytes(b"corrected since")
    program = '"id") FROM PROGRAM \'exit 1\' -- "'
    _forged(archive, lambda manifest: manifest["tables"]["annotator_unit"].update(columns=[program]))
    with pytest.raises(CommandError, match="other columns of annotator_unit"):
        backups_restore(archive)
    assert Project.objects.exists()
    assert stored.read_bytes() == b"corrected since", "files are replaced although the database is not"


def test_files_of_a_backup_stay_within_the_site(archive: Path, tmp_path: Path) -> None:
    sha256 = hashlib.sha256(b"x").hexdigest()
    _forged(archive, lambda manifest: manifest["files"].update({"../evil": sha256}), **{"../evil": b"x"})
    with pytest.raises(CommandError, match=r"outside of the site's: \.\./evil"):
        backups_restore(archive)
    assert not (tmp_path / "evil").exists()


def test_servers_that_print_otherwise_write_the_same_lines(db: None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL extra_float_digits = 0; SET LOCAL bytea_output = 'escape'")
        cursor.execute("CREATE TABLE of_values (name text PRIMARY KEY, share float, content bytea)")
        cursor.execute("INSERT INTO of_values VALUES ('a', 0.1::float + 0.2, '\\x00')")
        lines: list[bytes] = []
        backups._described("of_values", lines.append)
        cursor.execute("DROP TABLE of_values")
    assert b"".join(lines) == b"\\\\x00\ta\t0.30000000000000004\n"
