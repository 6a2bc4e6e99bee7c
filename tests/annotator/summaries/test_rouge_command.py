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


def test_a_table_says_what_no_test_can_show(project: Project, talk: Pair, tmp_path: Path) -> None:
    """Of one paper, p is 1 whatever the difference."""
    for kind, name, text in (
        ("references", "Readers", "A breath ends it."),
        ("system", "Ours", "A breath ends it."),
        ("system", "Theirs", "No."),
    ):
        (tmp_path / f"{name}.csv").write_text(f"paper,summary\nFull stop,{text}\n")
        call_command("rouge", kind, project.slug, name, str(tmp_path / f"{name}.csv"), stdout=io.StringIO())
    out = io.StringIO()
    call_command("rouge", "table", project.slug, "Readers", stdout=out)
    assert "No p below 1.000 is possible on so few papers: no difference can be significant." in out.getvalue()
