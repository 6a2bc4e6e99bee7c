"""A file store that hangs, is away or refuses: nobody waits for long, and no answer says where it is."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.models import Project
from annotator.platform.errors import StoreUnavailable
from tests.annotator.platform.s3_server import Store, running_store
from tests.annotator.platform.test_files_elsewhere import storage_in

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("boto3", "storages")),
    reason="django-storages[s3] is not installed (LECTERN_EXTRAS=s3)",
)


@pytest.fixture
def object_store(monkeypatch: pytest.MonkeyPatch, settings: Any) -> ModuleType:
    from annotator.platform import object_store

    settings.STORE_READ_SECONDS = 0.2
    monkeypatch.setattr(object_store, "TURN_SECONDS", 0.05)
    monkeypatch.setattr(object_store, "HANGING_SECONDS", 0)
    monkeypatch.setattr(object_store, "_hangs_until", 0.0)
    return object_store


@pytest.fixture
def s3() -> Iterator[Store]:
    with running_store() as store:
        yield store


@pytest.fixture
def storage(s3: Store, object_store: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Storage:
    made = storage_in(s3)
    monkeypatch.setattr(default_storage, "_wrapped", made)
    return made


def ask(storage: Storage, name: str) -> None:
    with pytest.raises(StoreUnavailable) as raised:
        storage.open(name)
    assert str(raised.value) == "The store of the site's files does not answer."


def test_whoever_asks_a_store_that_hangs_gets_an_answer(storage: Storage, s3: Store) -> None:
    name = storage.save("a.txt", ContentFile(b"one"))
    s3.asked.clear()
    with s3.hanging():
        ask(storage, name)
    assert len(s3.asked) == 2, "two attempts"
    assert storage.open(name).read() == b"one"


def test_only_the_first_wait_for_a_store_that_hangs(
    storage: Storage, s3: Store, object_store: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sender has few turns: its twentieth download was answered after minutes."""
    monkeypatch.setattr(object_store, "HANGING_SECONDS", 3600)
    name = storage.save("a.txt", ContentFile(b"one"))
    with s3.hanging():
        ask(storage, name)
    s3.asked.clear()
    ask(storage, name)
    assert s3.asked == []
    monkeypatch.setattr(object_store, "_hangs_until", 0.0)  # these seconds are over
    assert storage.open(name).read() == b"one"


def test_a_store_that_is_away_is_unavailable_and_one_that_refuses_is_not(storage: Storage, s3: Store) -> None:
    name = storage.save("a.txt", ContentFile(b"one"))
    s3.is_away = True
    ask(storage, name)
    with pytest.raises(StoreUnavailable):
        storage.save("b.txt", ContentFile(b"two"))
    with pytest.raises(StoreUnavailable):  # a folder is emptied before it is written again
        storage.listdir("decks/1")
    s3.is_away = False
    with pytest.raises(Exception, match="Forbidden") as refused:
        storage_in(s3, access_key="another").open(name)
    assert not isinstance(refused.value, StoreUnavailable)
    ask(storage_in(s3, endpoint="http://127.0.0.1:9"), name)


def test_a_file_is_fetched_when_it_is_opened(storage: Storage, s3: Store) -> None:
    opened = storage.open(storage.save("a.txt", ContentFile(b"one")))
    with s3.hanging():
        assert opened.read() == b"one"


def test_only_some_threads_wait_for_the_store(
    storage: Storage, s3: Store, object_store: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(object_store, "_turns", threading.BoundedSemaphore(1))
    name = storage.save("a.txt", ContentFile(b"one"))
    s3.asked.clear()
    with object_store._turns:
        ask(storage, name)
    assert s3.asked == []
    assert storage.open(name).read() == b"one"


def test_an_import_says_that_the_store_is_away(
    storage: Storage, s3: Store, project: Project, admin: User, client_of: Any
) -> None:
    client: APIClient = client_of(admin)
    s3.is_away = True
    upload = SimpleUploadedFile("a.en.txt", b"One.\n")
    answer = client.post("/api/v1/imports/", {"project": project.slug, "files": upload}, format="multipart")
    assert answer.status_code == 503
    assert answer.json() == {
        "code": "store_unavailable",
        "detail": "The store of the site's files does not answer. Nothing was changed. Try again later.",
        "errors": [],
    }
