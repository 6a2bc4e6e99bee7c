"""``manage.py release``: the verbs, and that `verify` notices every change."""

from __future__ import annotations

import inspect
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, load_command_class
from django.test import override_settings
from django.utils import timezone

from annotator.models import Project, Release, Review, ReviewState, Role
from annotator.releases.api.release_serializers import ReleaseCreateSerializer
from annotator.releases.forms.registry import FORMS
from annotator.releases.making import request_release
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.shared import shared_rows


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")):
        project = make_project()
        review, _ = open_review(pair=world.bitext(project), annotator=make_person(project, Role.ANNOTATOR))
        review.rows.update(status="accepted")
        Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
        yield make_release(set_of_all(project), FORMS)


@pytest.fixture
def project(release: Release) -> Project:
    return release.test_set.project


def run(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("release", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


def test_the_api_and_the_command_take_every_option_of_a_release() -> None:
    options = set(inspect.signature(request_release).parameters) - {"test_set", "user"}
    parser = load_command_class("annotator", "release").create_parser("manage.py", "release")
    of_command = vars(parser.parse_args(["create", "harbour-talks", "Test"]))
    short = {option.removeprefix("is_").removeprefix("with_") for option in options}
    assert {name.removeprefix("with_") for name in ReleaseCreateSerializer().fields} - {"test_set"} == short
    assert short - set(of_command) == set()


def test_releases_are_listed_shown_compared_and_exported(release: Release, project: Project, tmp_path: Path) -> None:
    assert run("list", project.slug) == f"{release.pk}: Spring 1.0, frozen, 4 rows, SHA-256 {release.sha256}\n"
    assert json.loads(run("show", release.pk)) == json.loads(release.manifest)
    again = make_release(release.test_set)
    assert run("diff", release.pk, again.pk).split() == ["0", "added", "0", "removed", "0", "changed", "4", "same"]
    run("export", release.pk, "--out", tmp_path / "spring.zip")
    told = run("verify", tmp_path / "spring.zip")
    assert told == f"spring.zip: 4 rows as released. SHA-256 of the release: {release.sha256}\n"
    for form in ("jsonl", "manifest"):
        run("export", release.pk, "--form", form, "--out", tmp_path / form)
    assert release.sha256 in run("verify", tmp_path / "jsonl", "--manifest", tmp_path / "manifest")
    (tmp_path / "jsonl").write_bytes((tmp_path / "jsonl").read_bytes().replace(b"water", b"Water"))
    with pytest.raises(CommandError, match="jsonl is not what was released"):
        run("verify", tmp_path / "jsonl", "--manifest", tmp_path / "manifest")


def test_one_zip_has_every_form_as_it_is_downloaded(release: Release, tmp_path: Path) -> None:
    told = run("export", release.pk, "--form", "all", "--out", tmp_path / "all.zip")
    stored = {file.name: file for file in release.files.all()}
    assert stored["spring-1.0.all.zip"].sha256 in told
    assert (
        run("verify", tmp_path / "all.zip")
        == f"all.zip: 4 rows as released. SHA-256 of the release: {release.sha256}\n"
    )
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        sums = archive.read("spring-1.0/checksums.txt").decode().splitlines()
        assert sorted(sums) == sorted(f"{file.sha256}  {name}" for name, file in stored.items() if file.form != "all")
        parquet = archive.getinfo("spring-1.0/spring-1.0.parquet")
        assert (parquet.compress_type, parquet.file_size) == (zipfile.ZIP_STORED, stored["spring-1.0.parquet"].size)
        damaged = dict.fromkeys(archive.namelist(), b"")
        damaged |= {name: archive.read(name) for name in damaged}
    damaged["spring-1.0/spring-1.0.tmx"] += b" "
    with zipfile.ZipFile(tmp_path / "damaged.zip", "w") as archive:
        for name, data in damaged.items():
            archive.writestr(name, data)
    with pytest.raises(CommandError, match="not what was released"):
        run("verify", tmp_path / "damaged.zip")


def test_a_form_that_a_release_does_not_have_is_named(release: Release, tmp_path: Path) -> None:
    """Releases of earlier versions have fewer."""
    with pytest.raises(CommandError, match=r"Spring 1\.0 has no form talksumm\. Forms: jsonl, "):
        run("export", release.pk, "--form", "talksumm", "--out", tmp_path / "x")


@pytest.mark.parametrize("damaged", ["rows.jsonl", "README.md", "data/train.parquet", "manifest.json", "CITATION.cff"])
@pytest.mark.parametrize("how", ["changed", "missing", "added"])
def test_verify_notices_every_change(release: Release, tmp_path: Path, damaged: str, how: str) -> None:
    whole, broken = tmp_path / "whole.zip", tmp_path / "broken.zip"
    run("export", release.pk, "--out", whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if not name.endswith(damaged) or how == "added":
                new.writestr(name, data)
            elif how == "changed":
                new.writestr(name, data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
        if how == "added":
            new.writestr(f"spring-1.0/more-{Path(damaged).name}", b"x")
    with pytest.raises(CommandError, match=r"not what was released|holds no|not that of a release"):
        run("verify", broken)


@pytest.mark.parametrize("name", ["nothing.zip", "text.zip"])
def test_verify_says_what_is_no_release(name: str, tmp_path: Path, db: None) -> None:
    (tmp_path / "text.zip").write_text("plain")
    with pytest.raises(CommandError, match=r"cannot be read|is not a ZIP file"):
        run("verify", tmp_path / name)


def test_what_is_not_there_is_named(project: Project) -> None:
    with pytest.raises(CommandError, match=r"no test set Autumn\. Test sets: Spring"):
        run("create", project.slug, "Autumn")
    with pytest.raises(CommandError, match="There is no frozen release 0"):
        run("show", 0)
