"""What an import writes down: units and their offsets, beads, null links, text a database can hold."""

from __future__ import annotations

from typing import Any

import pytest

from annotator.aligning.links import store_ready_run
from annotator.corpus import importing
from annotator.models import AlignmentRun, Document, ImportBatch, Link, Pair, Project, RunState, Section, Unit
from annotator.platform.errors import Conflict, ServiceError
from annotator.storable import clean
from tests.annotator.corpus.importing.service import bring, commit, paper, stage


def test_offsets_count_code_points_and_do_not_overlap(project: Project) -> None:
    lines = ["潮は👩‍👩‍👧満ちる。", "か\u3099族が", "نص عربي", "end"]
    bring(project, ("a.ja.txt", "\n".join(lines).encode(), {"format": "text-lines"}))
    units = list(Unit.objects.order_by("position"))
    assert [unit.text for unit in units] == lines
    whole = "\n".join(lines)
    assert [whole[unit.offset : unit.offset + len(unit.text)] for unit in units] == lines


def test_blank_lines_are_left_out_and_still_counted(project: Project) -> None:
    source, target = b"one\n\nthree\n", b"eins\n\ndrei\n"
    offline = b"EINS\nZWEI\nDREI\n"
    batch = bring(
        project,
        ("t.source.txt", source, {"language": "en"}),
        ("t.target.txt", target, {"language": "de"}),
        ("t.offline.txt", offline, {"language": "de"}),
    )
    (pair,) = Pair.objects.filter(pk__in=batch.result["pairs"])
    assert [unit.text for unit in pair.source.units.all()] == ["one", "three"]
    assert pair.source.left_out == [{"text": "", "reason": "empty line", "line": 2, "page": None}]
    assert pair.offline is not None
    assert [unit.text for unit in pair.offline.units.all()] == ["EINS", "DREI"]


def test_untranslated_lines_keep_their_place(project: Project) -> None:
    table = b"source\ttarget\toffline\nGood evening.\tGuten Abend.\tN'Abend.\nGo home.\tGeh heim.\t\n"
    bring(project, ("t.tsv", table))
    pair = Pair.objects.get()
    assert pair.offline is not None
    assert [unit.text for unit in pair.offline.units.all()] == ["N'Abend.", " "]


def test_a_table_is_a_finished_run(project: Project) -> None:
    table = "source\ttarget\tlabel\tscore\nGood.\t良い、はい。\tY\t0.5\n\tえー、\t\t\nGo.\t\tN\t\n".encode()
    batch = bring(project, ("t.tsv", table))
    run = AlignmentRun.objects.get()
    assert (run.engine, run.state, run.progress) == ("imported", RunState.SUCCEEDED, 1.0)
    assert batch.files.get().sha256 in run.signature
    assert [(link.source, link.target, link.features, link.verdicts) for link in run.links.all()] == [
        ([0], [[0, 0, 3], [1, 0, 3]], {"file_score": 0.5}, {"label": True}),
        ([], [[2, 0, 3]], {}, {}),
        ([1], [], {}, {"label": False}),
    ]


def test_a_column_of_costs_is_the_cost_of_links(project: Project) -> None:
    bring(project, ("t.tsv", "source\ttarget\tCost\nGood.\t良い。\t0.5\nGo.\t行け。\t1.25\n".encode()))
    assert list(Link.objects.values_list("cost", "features")) == [(0.5, {}), (1.25, {})]


def test_beads_of_their_own_file_are_a_finished_run(project: Project) -> None:
    bring(
        project,
        ("t.source.txt", b"a\nb\nc\n", {"language": "en"}),
        ("t.target.txt", b"A\nB\nC\n", {"language": "de"}),
        ("t.align", b"[0]:[0]:0.1\n[2]:[2]:0.3\n"),
    )
    run = AlignmentRun.objects.get()
    assert run.info == {"file": "t.align", "n_beads": 2, "n_links": 4, "mean_confidence": None}
    links = run.links.all()
    assert [(link.cost, link.features) for link in links] == [(0.1, {}), (None, {}), (None, {}), (0.3, {})]
    # What no bead names is a null link, behind what stands before it.
    assert [(link.source, [unit for unit, *_ in link.target]) for link in links] == [
        ([0], [0]),
        ([1], []),
        ([], [1]),
        ([2], [2]),
    ]


@pytest.mark.parametrize(
    ("beads", "expected"),
    [
        ([((0,), (0,), None), ((0,), (1,), None)], "link 2 names source line 1 again; expected each line once"),
        ([((0,), (5,), None)], "link 1 names target line 6; expected 3 lines at most"),
    ],
)
def test_beads_that_do_not_fit(project: Project, beads: Any, expected: str) -> None:
    bring(project, ("t.source.txt", b"a\nb\nc\n"), ("t.target.txt", b"A\nB\nC\n"))
    pair, file = Pair.objects.get(), ImportBatch.objects.get().files.first()
    assert file is not None
    with pytest.raises(ServiceError, match=expected):
        store_ready_run(pair, beads, rows=[], source_kept=(0, 1, 2), target_kept=(0, 1, 2), file=file, user=None)


def test_what_a_database_cannot_hold_is_an_error(project: Project) -> None:
    batch = stage(project, ("paper.json", paper(title="Ti\0des", authors=["Ann\ud800e"])))
    assert {error["file"] for error in importing.errors_of(batch)} == {"paper.json"}
    with pytest.raises(Conflict):
        commit(batch)


def test_clean_keeps_what_a_database_can_hold() -> None:
    given = {"a\0": ["\ud800 x", float("nan"), float("inf"), 1.5, None, True], "family": "👩‍👩‍👧"}
    assert clean(given) == {"a\ufffd": ["\ufffd x", None, None, 1.5, None, True], "family": "👩‍👩‍👧"}


def test_long_headings_and_titles_are_cut_to_what_fits(project: Project) -> None:
    sections = [{"heading": "1 " + "Long " * 200, "text": "Tides turn. They do."}]
    bring(project, ("paper.json", paper(title="T" * 900, sections=sections)))
    assert len(Document.objects.get().title) == 300
    assert max(len(section.heading) for section in Section.objects.all()) <= 500


def test_a_dash_within_a_line_of_markdown_is_text(project: Project) -> None:
    bring(project, ("tides.md", b"# Tides\n\n## 1 Introduction\n\n- Scores rose - by 3 points.\n"))
    assert Unit.objects.get().text == "Scores rose - by 3 points."
