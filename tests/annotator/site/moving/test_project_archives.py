"""Archives that are not whole, were changed, are of a newer Lectern or are built to harm: refused in words, and nothing
is imported."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from rest_framework.test import APIClient

from annotator.models import Pair, Project, ProjectImport, ReviewRow, Role
from annotator.site.moving import transfers
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import silent
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import shared_rows
from tests.annotator.site.moving.moving import export

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def exported(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[bytes]:
    """The archive of a project with a review and a file."""
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media, HEARTBEAT_SECONDS=3600):
        project = make_project()
        make_person(project, Role.ADMIN)
        client = APIClient()
        client.force_authenticate(make_person(project, Role.ANNOTATOR))
        bitext = world.bitext(project)
        editor = Editor(client, bitext)
        bitext.source.source_file.save("ledger.txt", ContentFile(b"High water, by hand."))
        editor.done({"type": "set", "rows": editor.row_ids, "fields": {"status": "accepted"}})
        yield export(project)


@pytest.fixture
def archive(exported: bytes, settings: Any, tmp_path: Path) -> bytes:
    settings.MEDIA_ROOT = tmp_path / "media"
    return exported


@pytest.fixture
def project(archive: bytes) -> Project:
    return Project.objects.get()


@pytest.fixture
def admin(project: Project) -> User:
    return User.objects.get(username="admin")


def bring(archive: bytes, user: User) -> ProjectImport:
    """As a worker checks it and, if nothing is wrong, stores it."""
    made = transfers.request_import(upload=SimpleUploadedFile("harbour.lectern.zip", archive), user=user)
    with silent():
        transfers.execute_import(made.pk)
        made.refresh_from_db()
        if made.state == "checked":
            transfers.begin_import(made, name="Moved", accounts={}, user=user)
            transfers.execute_import(made.pk)
            made.refresh_from_db()
    return made


def entries_of(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def forged(archive: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """With an entry changed, and a manifest that says so."""
    entries = entries_of(archive)
    entries[name] = change(entries[name])
    manifest = json.loads(entries["manifest.json"])
    about = manifest["entries"][name]
    about |= {"sha256": hashlib.sha256(entries[name]).hexdigest(), "n_bytes": len(entries[name])}
    entries["manifest.json"] = json.dumps(manifest).encode()
    return zipped(entries)


def with_manifest(archive: bytes, **changed: Any) -> bytes:
    entries = entries_of(archive)
    entries["manifest.json"] = json.dumps(json.loads(entries["manifest.json"]) | changed).encode()
    return zipped(entries)


def without(archive: bytes, name: str) -> bytes:
    return zipped({each: content for each, content in entries_of(archive).items() if each != name})


def first_row(change: dict[str, Any]) -> Callable[[bytes], bytes]:
    def changed(lines: bytes) -> bytes:
        first, *others = lines.splitlines()
        return b"\n".join([json.dumps(json.loads(first) | change).encode(), *others]) + b"\n"

    return changed


CHIPS, PAIRS, DOCUMENTS = "tables/chip.jsonl", "tables/pair.jsonl", "tables/document.jsonl"
BOMB = b'{"id": 1, "x": "' + b"a" * 60_000_000 + b'"}\n'
REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (lambda archive: archive[: len(archive) // 2], "The archive is damaged or incomplete"),
    "no zip": (lambda _: b"something else", "The archive is damaged or incomplete"),
    "a zip of texts": (lambda _: zipped({"talk.txt": b"Tides."}), "is no archive of a project"),
    "an entry is missing": (lambda archive: without(archive, CHIPS), "not whole: tables/chip.jsonl is missing"),
    "an entry was changed": (
        lambda archive: zipped(entries_of(archive) | {PAIRS: b'{"id": 1}\n'}), "Tables/pair.jsonl was changed after"
    ),
    "a file was changed": (
        lambda archive: zipped(entries_of(archive) | {"files/000001": b"Low water, by hand.."}),
        "Files/000001 was changed after",
    ),
    "an entry was added": (
        lambda archive: zipped(entries_of(archive) | {"tables/more.jsonl": b"{}\n"}), "more.jsonl was added after"
    ),
    "newer": (lambda archive: with_manifest(archive, version=2), "Made by a newer Lectern: its format is 2"),
    "no version": (lambda archive: with_manifest(archive, version="1"), "names no format version"),
    "another manifest": (lambda archive: with_manifest(archive, format="x"), "is not that of a project"),
    "a manifest of lists": (lambda archive: with_manifest(archive, entries=[]), "Manifest.json is damaged"),
    "a path outside": (
        lambda archive: zipped(entries_of(archive) | {"../../etc/cron.d/x": b"x"}), "names a file outside itself"
    ),
    "a bomb": (lambda archive: zipped(entries_of(archive) | {PAIRS: BOMB}), "times its size"),
    "no JSON": (
        lambda archive: forged(archive, PAIRS, lambda _: b"{\n"), "Line 1 of tables/pair.jsonl is no JSON object"
    ),
    "a null character": (
        lambda archive: forged(archive, PAIRS, first_row({"title": "a\0b"})), "its rows do not fit together"
    ),
    "a word for a number": (
        lambda archive: forged(archive, DOCUMENTS, first_row({"version": "two"})), "its rows do not fit together"
    ),
    "an unknown state": (
        lambda archive: forged(archive, "tables/review.jsonl", first_row({"state": "gone"})),
        "its review rows do not fit together",
    ),
    "a row of nobody": (
        lambda archive: forged(archive, PAIRS, first_row({"source_id": 10**6})), "its pair rows do not fit together"
    ),
    "two projects": (
        lambda archive: forged(
            archive, "tables/project.jsonl", lambda lines: lines + first_row({"id": 10**6})(lines)
        ),
        "rows do not fit together",
    ),
    "a person twice": (
        lambda archive: forged(archive, "people.jsonl", lambda lines: lines + lines), "one person twice"
    ),
    "a person of no kind": (
        lambda archive: forged(archive, "people.jsonl", first_row({"role": "king"})),
        "line 1 of people.jsonl is no person",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused_in_words_and_nothing_is_imported(
    archive: bytes, admin: User, what: str, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    change, sentence = REFUSED[what]
    files_before = sorted(path.name for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())
    with django_capture_on_commit_callbacks(execute=True):
        made = bring(change(archive), admin)
    assert made.state == "failed"
    assert sentence in made.error
    assert made.error.endswith("Nothing was imported.")
    assert Project.objects.count() == 1
    assert User.objects.filter(is_active=False).count() == 0
    kept = sorted(path.name for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())
    assert [name for name in kept if name not in files_before and not name.startswith("harbour.lectern")] == []


def test_an_archive_cannot_reach_into_another_project(archive: bytes, admin: User, project: Project) -> None:
    """A chip that names the row of a review on this site, which the archive does not have."""
    theirs = ReviewRow.objects.filter(review__pair__project=project).earliest("position")
    n_chips = theirs.chips.count()

    def rows_elsewhere(lines: bytes) -> bytes:
        return lines.replace(str(theirs.pk).encode(), b"00000000-0000-0000-0000-000000000001")

    made = bring(forged(archive, "tables/reviewrow.jsonl", rows_elsewhere), admin)
    assert made.state == "failed"
    assert "its chip rows do not fit together" in made.error
    assert theirs.chips.count() == n_chips


def test_what_is_right_is_imported(
    archive: bytes, admin: User, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = bring(archive, admin)
    assert made.error == ""
    assert made.state == "done"
    assert made.about["copied"] is True
    assert made.project is not None
    source = Pair.objects.get(project=made.project).source
    assert source.source_file.read() == b"High water, by hand."
    made.refresh_from_db()
    assert made.upload.name == ""
    assert [path.name for path in Path(settings.MEDIA_ROOT).rglob("*.zip")] == []
