"""`manage.py project export` and `import`, without a worker."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from annotator.models import Project, Review
from tests.annotator.reviewing.editor import Editor

pytestmark = pytest.mark.django_db


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("project", *arguments, stdout=out)
    return out.getvalue()


def test_a_project_goes_out_and_comes_in_with_accounts_that_are_named(
    editor: Editor, project: Project, admin: User, annotator: User, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    editor.done({"type": "set", "rows": editor.row_ids, "fields": {"status": "accepted"}})
    archive = str(tmp_path / "harbour.lectern.zip")
    assert "1 pair, 1 review, 0 releases, with user names." in command("export", project.slug, archive)
    answer = command("import", archive, "--user", "admin", "--person", "annotator=annotator", "--name", "Quay Talks")
    assert "Quay Talks, at /p/quay-talks; admin is an admin of it." in answer
    assert "in reviews they have new ids here" in answer
    assert Review.objects.get(pair__project__slug="quay-talks").annotator == annotator
    with pytest.raises(CommandError, match=r"The archive has no person nobody\. There are: "):
        command("import", archive, "--user", "admin", "--person", "nobody=annotator")
    Path(archive).write_bytes(Path(archive).read_bytes()[:5000])
    with pytest.raises(CommandError, match=r"damaged or incomplete.* Nothing was imported\."):
        command("import", archive, "--user", "admin")
    assert Project.objects.count() == 2
