"""A staged file is parsed once: what was made of it is kept until it is imported, and used only while it is true."""

from __future__ import annotations

import errno
import hashlib
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from annotator.corpus import importing
from annotator.corpus.importing import Upload, parsed
from annotator.corpus.models.imports import parsed_name
from annotator.importers import registry, sandbox_messages
from annotator.importers.base import Parsed
from annotator.models import Document, ImportBatch, Link, Project, Unit
from annotator.site.project_removal import remove_project
from tests.annotator.corpus.importing.archive_files import talks, zip_of
from tests.annotator.corpus.importing.service import VTT, commit, paper, stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("in_process")]
TABLE = "source\ttarget\tscore\nGood evening. 😀\t良い、はい。\t0.5\n\tが\u3099\t\nGo \\N home.\t\t\n".encode()
FILES = (("talk.vtt", VTT), ("paper.json", paper()), ("t.tsv", TABLE))


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file was parsed."""
    counted: Counter[str] = Counter()
    parse = registry.parse

    def counting(data: bytes, name: str, *rest: Any) -> Parsed:
        counted[name] += 1
        return parse(data, name, *rest)

    monkeypatch.setattr(registry, "parse", counting)
    return counted


def kept_files() -> list[Path]:
    return sorted(Path(settings.MEDIA_ROOT).rglob("*.parsed"))


def everything() -> tuple[Any, ...]:
    units = Unit.objects.order_by("document__title", "document__language", "position")
    links = Link.objects.order_by("run", "position")
    return (
        list(Document.objects.order_by("title", "language").values_list("title", "kind", "content_hash", "metadata")),
        list(units.values_list("position", "text", "offset", "start_seconds", "end_seconds", "speaker", "words")),
        list(links.values_list("source", "target", "features", "verdicts")),
    )


def test_each_file_is_parsed_once_and_stored_as_if_parsed_again(project: Project, parses: Counter[str]) -> None:
    batch = stage(project, *FILES)
    assert len(kept_files()) == 3
    commit(batch)
    assert parses == dict.fromkeys(("talk.vtt", "paper.json", "t.tsv"), 1)
    assert kept_files() == []
    assert not batch.files.exclude(parsed_sha256="").exists()
    stored = everything()
    remove_project(project)
    again = stage(Project.objects.create(slug="again", name="Again"), *FILES)
    for path in kept_files():
        path.unlink()
    commit(again)
    assert parses == dict.fromkeys(("talk.vtt", "paper.json", "t.tsv"), 3)
    assert everything() == stored


def test_an_archive_is_parsed_once(project: Project, parses: Counter[str]) -> None:
    files = talks(3)
    upload = Upload.of("spring.zip", zip_of(files))
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    read = dict(parses)
    assert len(read) == 7
    commit(batch)
    assert parses == read
    assert (Document.objects.count(), kept_files()) == (6, [])


def test_what_somebody_changed_is_not_read(project: Project, parses: Counter[str]) -> None:
    batch = stage(project, ("talk.vtt", VTT))
    (path,) = kept_files()
    path.write_bytes(path.read_bytes().replace(b"welcome", b"WELCOME"))
    commit(batch)
    assert [unit.text for unit in Unit.objects.order_by("position")] == ["welcome to the harbour", "the tide turns"]
    assert parses["talk.vtt"] == 2


class Harmful:
    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path(settings.MEDIA_ROOT) / "harm",)


def test_no_code_runs_even_with_a_digest_that_fits(
    project: Project, parses: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    harm = pickle.dumps(Harmful())
    assert sandbox_messages.unpickled(harm) is None
    monkeypatch.setattr(parsed.pickle, "dump", lambda value, file, protocol: file.write(harm))
    batch = stage(project, ("talk.vtt", VTT))
    assert hashlib.sha256(kept_files()[0].read_bytes()).hexdigest() == batch.files.get().parsed_sha256
    commit(batch)
    assert (parses["talk.vtt"], Unit.objects.count()) == (2, 2)
    assert not (Path(settings.MEDIA_ROOT) / "harm").exists()


def test_another_version_parses_again(project: Project, parses: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    batch = stage(project, ("talk.vtt", VTT))
    monkeypatch.setattr(parsed, "_SHAPE", ["another version"])
    commit(batch)
    assert (parses["talk.vtt"], Unit.objects.count()) == (2, 2)


def test_other_options_are_read_anew_and_kept(project: Project, parses: Counter[str]) -> None:
    batch = stage(project, ("t.tsv", TABLE))
    file = batch.files.get()
    before = file.parsed_sha256
    importing.change_file(file, {"columns": {"source": 1, "target": 0}})
    batch = ImportBatch.objects.get(pk=batch.pk)
    assert len(kept_files()) == 1
    assert batch.files.get().parsed_sha256 != before
    n_parses = parses["t.tsv"]
    commit(batch)
    assert parses["t.tsv"] == n_parses
    assert Unit.objects.get(document__title="t", document__language="ja", position=0).text


def test_it_goes_with_the_file(project: Project) -> None:
    batch = stage(project, *FILES)
    first, second, third = batch.files.order_by("pk")
    importing.remove_file(first)
    assert len(kept_files()) == 2
    importing.replace_file(second, Upload.of("talk.vtt", VTT))
    assert len(kept_files()) == 2
    importing.discard_batch(ImportBatch.objects.get(pk=batch.pk))
    assert kept_files() == []
    stage(project, *FILES)
    remove_project(project)
    assert kept_files() == []
    assert parsed_name(str(third.file.name)).endswith(".parsed")


def test_it_goes_when_the_upload_is_rolled_back(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("at the end of the transaction")

    monkeypatch.setattr("annotator.corpus.importing.staging.ImportFile.save", fail)
    with pytest.raises(RuntimeError):
        stage(project, ("talk.vtt", VTT))
    assert kept_files() == []


def test_files_with_errors_are_not_kept(project: Project) -> None:
    stage(project, ("talk.vtt", b"WEBVTT\n\n00:05.000 --> 00:04.000\nwelcome\n"))
    assert kept_files() == []


def test_a_full_disk_only_means_parsing_again(
    project: Project, parses: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = FileSystemStorage.save

    def save_uploads_only(self: FileSystemStorage, name: str, *rest: Any, **options: Any) -> str:
        if name.endswith(".parsed"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return save(self, name, *rest, **options)

    monkeypatch.setattr(FileSystemStorage, "save", save_uploads_only)
    batch = stage(project, ("talk.vtt", VTT))
    assert batch.files.get().parsed_sha256 == ""
    commit(batch)
    assert (parses["talk.vtt"], Unit.objects.count()) == (2, 2)


def test_no_room_to_record_only_means_parsing_again(
    project: Project, parses: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parsed.pickle, "dump", no_room)
    commit(stage(project, ("talk.vtt", VTT)))
    assert (parses["talk.vtt"], Unit.objects.count()) == (2, 2)
    assert kept_files() == []


def test_a_large_archive_is_kept_in_part(
    project: Project, parses: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsed, "MOST_BYTES", 1500)
    files = talks(3)
    upload = Upload.of("spring.zip", zip_of(files))
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    commit(batch)
    assert set(parses.values()) == {1, 2}
    assert Document.objects.count() == 6
