"""``manage.py release upload``, against a stand-in for the Hugging Face hub."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotator.models import Release
from annotator.releases import making
from annotator.releases.forms.folder import FORM
from tests.annotator.conftest import make_project
from tests.annotator.releases.hub_server import TOKEN, Hub, running_hub
from tests.annotator.releases.releasing import make_release, release_of_bitext, shared_rows_and_files

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed (LECTERN_EXTRAS=hub)")


@pytest.fixture(scope="module")
def running() -> Iterator[Hub]:
    with running_hub() as made:
        yield made


@pytest.fixture
def hub(running: Hub, monkeypatch: pytest.MonkeyPatch) -> Hub:
    running.forget()
    monkeypatch.setenv("HF_ENDPOINT", running.url)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    return running


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        yield release_of_bitext(make_project(), [FORM.key])


def run(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("release", "upload", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


def test_a_release_and_the_next_one_are_uploaded(hub: Hub, release: Release) -> None:
    assert run(release.pk, "naist/spring", "--private") == f"Spring 1.0 is at {hub.url}/datasets/naist/spring\n"
    files = hub.files["naist/spring"]
    assert files.keys() == {
        "README.md", "data/train.parquet", "rows.jsonl", "manifest.json", "CITATION.cff", "checksums.txt",
    }  # fmt: skip
    assert hashlib.sha256(files["manifest.json"]).hexdigest() == release.sha256
    assert hub.tags == {"naist/spring": ["1.0"]}
    assert hub.private == {"naist/spring"}

    files |= {"data/dev.parquet": b"of a split that is gone", "notes.txt": b"of somebody"}
    later = make_release(release.test_set, [FORM.key])
    run(later.pk, "naist/spring")
    assert "data/dev.parquet" not in files
    assert files["notes.txt"] == b"of somebody"
    assert hub.tags["naist/spring"] == ["1.0", later.version]
    assert hub.commits == ["Spring 1.0", f"Spring {later.version}"]


def test_a_version_that_is_there_is_not_uploaded_again(hub: Hub, release: Release) -> None:
    run(release.pk, "naist/spring")
    with pytest.raises(CommandError, match=r"naist/spring has version 1[.]0 already"):
        run(release.pk, "naist/spring")
    assert hub.commits == ["Spring 1.0"]


def test_what_is_private_does_not_go_where_everybody_reads(hub: Hub, release: Release) -> None:
    hub.files["naist/spring"] = {}
    with pytest.raises(CommandError, match="naist/spring is there already, and everybody can read it"):
        run(release.pk, "naist/spring", "--private")
    assert not hub.commits
    hub.private.add("naist/spring")
    run(release.pk, "naist/spring", "--private")


def test_an_older_version_does_not_take_the_place_of_a_newer_one(hub: Hub, release: Release) -> None:
    hub.files["naist/spring"], hub.tags["naist/spring"] = {}, ["draft", "0.9", "1.10"]
    with pytest.raises(CommandError, match=r"has version 1[.]10, which is newer than 1[.]0"):
        run(release.pk, "naist/spring")
    assert not hub.commits


@pytest.mark.parametrize(
    ("repository", "token", "why"),
    [
        ("naist/spring", "", "No token. Set HF_TOKEN"),
        ("naist/spring", "hf_wrong", r"The hub refused naist/spring \(401\): Invalid username or password."),
        ("others/spring", TOKEN, r"The hub refused others/spring \(403\): You don't have the rights."),
        ("a/b/c", TOKEN, "a/b/c is no name of a repository"),
    ],
)
def test_what_the_hub_refuses_is_said_in_words(
    hub: Hub, release: Release, monkeypatch: pytest.MonkeyPatch, repository: str, token: str, why: str
) -> None:
    monkeypatch.setattr("huggingface_hub.get_token", lambda: token)
    monkeypatch.setenv("HF_TOKEN", token)
    with pytest.raises(CommandError, match=why):
        run(release.pk, repository)
    assert not hub.commits


def test_a_hub_that_is_away_is_said_in_words(hub: Hub, release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(CommandError, match="The hub cannot be reached"):
        run(release.pk, "naist/spring")


def test_nothing_that_was_damaged_or_withdrawn_is_uploaded(hub: Hub, release: Release) -> None:
    name = release.files.get(form=FORM.key).file.name or ""
    whole = Path(default_storage.path(name)).read_bytes()
    with default_storage.open(name, "ab") as file:
        file.write(b"x")
    with pytest.raises(CommandError, match="is not what was frozen"):
        run(release.pk, "naist/spring")
    Path(default_storage.path(name)).write_bytes(whole)  # for other tests, which share it
    making.withdraw_release(release, reason="A speaker asked for it.", user=None)
    with pytest.raises(CommandError, match=r"Spring 1[.]0 was withdrawn: A speaker asked for it"):
        run(release.pk, "naist/spring")
    assert not hub.commits
