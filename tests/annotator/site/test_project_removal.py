"""What goes with a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.files.base import ContentFile
from django.db.models import FileField

from annotator.models import Document, Project, ProjectImport, Release, System, VectorSet
from annotator.platform.files import path_to
from annotator.site.project_removal import remove_project
from tests import world


def test_every_file_is_found_by_the_project_that_it_is_part_of() -> None:
    with_files = [
        model
        for model in apps.get_app_config("annotator").get_models()
        if any(isinstance(field, FileField) for field in model._meta.fields)
    ]
    with_files.remove(ProjectImport)  # of who brought it: deleted when it has ended, or is forgotten
    paths = {model.__name__: path_to(Project, model) for model in with_files}
    assert "" not in paths.values()
    assert paths["Document"] == "project__pk"
    assert paths["ReleaseFile"] == "release__test_set__project__pk"
    assert path_to(Project, VectorSet) == ""
    assert [name for name in paths if path_to(Document, apps.get_model("annotator", name))] == [
        "Document", "DocumentEmbeddings", "DeckPictures", "PagePicture", "PageSearch", "Recognition", "ClipExport",
    ]  # fmt: skip


def test_files_of_releases_that_were_not_made_go_too(
    project: Project, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    release = Release.objects.create(test_set=world.empty_test_set(project), major=1, minor=0, title="R")
    System.objects.create(on_release=release, name="Offline", file=ContentFile(b"a", name="offline.txt"))
    assert list(tmp_path.rglob("*.txt"))
    with django_capture_on_commit_callbacks(execute=True):
        remove_project(project)
    assert list(tmp_path.rglob("*.txt")) == []
