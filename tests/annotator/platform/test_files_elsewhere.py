"""A site whose files are in a store on another machine: nothing that must be kept is on this one's disk.

Each test runs with a storage made here, and, where LECTERN_EXTRAS=s3 is installed, with the one that FILES_BUCKET
chooses, which asks a small S3 server in this process.
"""

from __future__ import annotations

import importlib.util
import shutil
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, default_storage, storages
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.aligning import vectors
from annotator.aligning.paper_talk import load_word_vectors
from annotator.corpus import importing
from annotator.corpus.embeddings import load_embeddings, store_embeddings
from annotator.models import Document, Pair, Project, VectorSet
from annotator.platform import files
from annotator.platform.errors import Conflict
from annotator.settings import files_in
from annotator.site import backups
from tests.annotator.platform.s3_server import ACCESS_KEY, BUCKET, SECRET_KEY, Store, running_store

s3_is_installed = all(importlib.util.find_spec(name) is not None for name in ("boto3", "storages"))
needs_s3 = pytest.mark.skipif(not s3_is_installed, reason="django-storages[s3] is not installed (LECTERN_EXTRAS=s3)")


class Elsewhere(Storage):
    """As a store that is reached by https: it has no paths, and signs the addresses of its files."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def _open(self, name: str, mode: str = "rb") -> ContentFile[bytes]:
        if name not in self._kept:
            raise FileNotFoundError(name)
        return ContentFile(self._kept[name], name=name)

    def _save(self, name: str, content: Any) -> str:
        self._kept[name] = b"".join(content.chunks())
        return name

    def delete(self, name: str) -> None:
        self._kept.pop(name, None)

    def exists(self, name: str) -> bool:
        return name in self._kept

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        start = f"{path}/" if path else ""
        below = [name.removeprefix(start) for name in self._kept if name.startswith(start)]
        return sorted({name.partition("/")[0] for name in below if "/" in name}), [n for n in below if "/" not in n]

    def size(self, name: str) -> int:
        return len(self._kept[name])

    def url(self, name: str | None) -> str:
        return f"https://files.example.org/{name}?signed"


@pytest.fixture
def s3() -> Iterator[Store]:
    with running_store() as store:
        yield store


def storage_in(store: Store, **changes: str) -> Storage:
    """What the settings make of FILES_BUCKET, FILES_ENDPOINT and the keys."""
    keys = {"endpoint": store.url, "access_key": ACCESS_KEY, "secret_key": SECRET_KEY}
    made = storages.create_storage(files_in(BUCKET, **(keys | changes)))
    assert isinstance(made, Storage)
    return made


@pytest.fixture(autouse=True, params=["made here", pytest.param("s3", marks=needs_s3)])
def disk(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, s3: Store
) -> Path:
    """This machine's own folder."""
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "nothing"
    monkeypatch.setattr(default_storage, "_wrapped", storage_in(s3) if request.param == "s3" else Elsewhere())
    return tmp_path / "data"


only_made_here = pytest.mark.parametrize("disk", ["made here"], indirect=True)
only_s3 = pytest.mark.parametrize("disk", [pytest.param("s3", marks=needs_s3)], indirect=True)


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def forget(disk: Path) -> None:
    """As on a machine that has just been added."""
    shutil.rmtree(disk, ignore_errors=True)


def test_an_import_is_staged_read_and_committed(client: APIClient, project: Project, disk: Path) -> None:
    upload = SimpleUploadedFile("a.en.txt", "One.\n二つ。\n".encode())
    staged = client.post("/api/v1/imports/", {"project": project.slug, "files": upload}, format="multipart").json()
    forget(disk)
    if staged["state"] == "reading":  # on a busy machine it is left to a worker
        importing.execute(staged["id"])
    assert client.post(f"/api/v1/imports/{staged['id']}/commit/").status_code in (200, 202)
    importing.execute(staged["id"])
    document = Document.objects.get(project=project)
    assert document.texts() == ["One.", "二つ。"]
    with document.source_file.open("rb") as kept:
        assert kept.read() == "One.\n二つ。\n".encode()
    answer = client.get(f"/api/v1/documents/{document.pk}/source/")
    assert b"".join(answer.streaming_content) == "One.\n二つ。\n".encode()


def test_uploaded_embeddings_are_fetched_where_they_are_used(bitext: Pair, admin: User, disk: Path) -> None:
    for document in (bitext.source, bitext.target):
        lines = [text.strip() for text in document.texts()]
        store_embeddings(
            document=document,
            name="laser",
            overlaps=SimpleUploadedFile("o.txt", "\n".join(lines).encode()),
            vectors=SimpleUploadedFile("v.f32", np.ones((len(lines), 4), "<f4").tobytes()),
            user=admin,
        )
    for _ in range(2):
        forget(disk)
        loaded = load_embeddings(bitext)
        assert loaded is not None
        assert len(loaded[0].rows([text.strip() for text in bitext.source.texts()])) == bitext.source.units.count()


def test_word_vectors_are_used_on_a_machine_that_did_not_make_them(admin: User, disk: Path) -> None:
    file = SimpleUploadedFile("glove.txt", b"harbour 0.5 1\ntide 1 0\n")
    made = vectors.add_upload(name="Small", language="en", file=file, user=admin)
    vectors.execute(made.pk)
    forget(disk)
    loaded = load_word_vectors("Small")
    assert loaded is not None
    assert list(loaded.matrix[loaded.index["tide"]]) == [1, 0]
    made.refresh_from_db()
    name = made.path.removeprefix(vectors.STORED)
    vectors.delete(VectorSet.objects.get(pk=made.pk))
    assert not default_storage.exists(name)


@only_made_here
def test_a_recording_is_played_from_the_store(client: APIClient, bitext: Pair) -> None:
    address = f"/api/v1/documents/{bitext.source_id}/media/"
    upload = SimpleUploadedFile("talk.mp3", b"ID3", content_type="audio/mpeg")
    assert client.post(address, {"file": upload}, format="multipart").status_code == 201
    answer = client.get(address, headers={"Range": "bytes=0-1"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("https://files.example.org/")
    assert "no-store" in answer["Cache-Control"]


def test_a_folder_is_deleted_but_for_what_is_to_be_kept(disk: Path) -> None:
    names = [default_storage.save(f"releases/7/{name}", ContentFile(b"x")) for name in ("a/jsonl", "a/csv", "b/jsonl")]
    other = default_storage.save("releases/70/a/jsonl", ContentFile(b"x"))
    files.delete_folder("releases/7", keep={names[1]})
    assert [default_storage.exists(name) for name in (*names, other)] == [False, True, False, True]
    files.delete_folder("releases/7")
    files.delete_folder("releases/8")
    assert [default_storage.exists(name) for name in (*names, other)] == [False, False, False, True]


def test_files_are_backed_up_from_the_store_and_put_back(db: None, disk: Path, tmp_path: Path) -> None:
    contents = {"imports/a.txt": b"One.", "releases/7/b/名前.bin": bytes(range(256)) * 50_000, "empty": b""}
    for name, content in contents.items():
        default_storage.save(name, ContentFile(content))
    archive = tmp_path / "a.backup"
    with archive.open("wb") as out:
        backups.back_up(out)
    manifest = backups.check_backup(archive)
    assert manifest.files.keys() == contents.keys()
    for name in ("imports/a.txt", "releases/7/b/名前.bin"):
        default_storage.delete(name)

    def restore(opened: tarfile.TarFile, *, replace: bool) -> None:
        members = {member.name: member for member in opened}
        backups._store_files(opened, members, backups._missing_files(manifest, replace=replace))

    with tarfile.open(archive) as opened:
        restore(opened, replace=False)
        default_storage.delete("empty")
        default_storage.save("empty", ContentFile(b"not empty"))
        with pytest.raises(Conflict, match="empty is stored already, with other content"):
            restore(opened, replace=False)
        restore(opened, replace=True)
    for name, content in contents.items():
        with default_storage.open(name, "rb") as file:
            assert file.read() == content


def test_what_was_fetched_is_bounded(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 25)
    names = [default_storage.save(f"vectors/{n}.txt", SimpleUploadedFile("x", b"0123456789")) for n in range(4)]
    paths = [files.local_path(name) for name in names]
    assert all(path.read_bytes() == b"0123456789" for path in paths[-2:])
    assert not paths[0].exists()
    assert files.local_path(names[0]).read_bytes() == b"0123456789"
    assert len(list((disk / "fetched").iterdir())) <= 3


def test_a_file_that_is_gone_leaves_nothing_half_fetched(disk: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.local_path("vectors/gone.txt")
    assert list((disk / "fetched").iterdir()) == []


@only_s3
def test_a_recording_in_s3_is_played_in_ranges(
    client: APIClient, bitext: Pair, s3: Store, django_capture_on_commit_callbacks: Any
) -> None:
    """From a store without https, which a page with https could not play from, the ranges pass through this site."""
    address = f"/api/v1/documents/{bitext.source_id}/media/"
    upload = SimpleUploadedFile("talk.mp3", b"ID3" + bytes(range(100)), content_type="audio/mpeg")
    assert client.post(address, {"file": upload}, format="multipart").status_code == 201
    assert [content for name, content in s3.objects.items() if name.endswith(".mp3")] == [b"ID3" + bytes(range(100))]
    answer = client.get(address, headers={"Range": "bytes=3-6"})
    assert answer.status_code == 206
    assert b"".join(answer.streaming_content) == bytes(range(4))
    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(address).status_code == 200
    assert not [name for name in s3.objects if name.endswith(".mp3")]


@only_s3
def test_a_store_with_https_signs_the_addresses_of_recordings(
    client: APIClient, bitext: Pair, monkeypatch: pytest.MonkeyPatch, s3: Store
) -> None:
    address = f"/api/v1/documents/{bitext.source_id}/media/"
    upload = SimpleUploadedFile("talk.mp3", b"ID3", content_type="audio/mpeg")
    client.post(address, {"file": upload}, format="multipart")
    monkeypatch.setattr(default_storage, "_wrapped", storage_in(s3, endpoint="https://files.example.org"))
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("https://files.example.org/")
    assert "X-Amz-Algorithm=AWS4-HMAC-SHA256" in answer["Location"]
    assert "no-store" in answer["Cache-Control"]


@only_s3
def test_a_file_of_many_parts_comes_back_as_it_was(disk: Path, s3: Store) -> None:
    content = bytes(range(256)) * (20 * 2**20 // 256)
    name = default_storage.save("vectors/large.npy", ContentFile(content))
    assert s3.objects[name] == content
    assert ("POST", name) in s3.asked, "boto3 sends more than 8 MB in parts"
    assert files.local_path(name).read_bytes() == content


@only_s3
def test_a_name_is_never_stored_twice_with_other_content(s3: Store) -> None:
    """What was fetched once is right for ever (`files.local_path`)."""
    names = [default_storage.save("vectors/a.txt", ContentFile(content)) for content in (b"one", b"two")]
    assert len(set(names)) == 2
    assert [s3.objects[name] for name in names] == [b"one", b"two"]


@only_s3
def test_a_wrong_key_is_an_error_and_not_a_missing_file(s3: Store) -> None:
    name = default_storage.save("vectors/a.txt", ContentFile(b"one"))
    with pytest.raises(Exception, match="Forbidden"):
        storage_in(s3, access_key="another").open(name).read()
