"""manage.py rouge: wrong files and names. That it scores is in test_tutorial.py."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from annotator.models import Pair, Project, SummarySet


def test_a_wrong_line_is_named_and_nothing_is_stored(project: Project, talk: Pair, tmp_path: Path) -> None:
    references = tmp_path / "references.csv"
    references.write_text("paper,summary\nFull stop,A breath ends it.\nNo such paper,Nothing does.\n")
    with pytest.raises(CommandError, match=r"references\.csv line 3: there is no paper 'No such paper'"):
        call_command("rouge", "references", project.slug, "Readers", str(references))
    with pytest.raises(CommandError, match=r"missing\.csv: No such file"):
        call_command("rouge", "references", project.slug, "Readers", str(tmp_path / "missing.csv"))
    assert not SummarySet.objects.exists()


def test_references_that_are_not_there_are_named(project: Project, talk: Pair, tmp_path: Path) -> None:
    system = tmp_path / "system.csv"
    system.write_text("paper,summary\nFull stop,A breath ends it.\n")
    out = io.StringIO()
    call_command("rouge", "system", project.slug, "Ours", str(system), stdout=out)
    assert out.getvalue() == "Ours: 1 summary of 1 paper\n"
    with pytest.raises(CommandError, match="has no references 'Ours'"):
        call_command("rouge", "table", project.slug, "Ours")
