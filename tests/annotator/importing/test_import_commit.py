"""What an import makes: whole or not at all, once, known when it comes again."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from annotator.models import (
    AlignmentRun,
    Document,
    ImportBatch,
    ImportState,
    Link,
    Pair,
    Project,
    RunState,
    Section,
    Unit,
)
from annotator.services import importing
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing import Upload, committing, storing, writing
from annotator.services.importing.reading import clean

VTT = b"WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to the harbour\n\n00:05.000 --> 00:07.500\nthe tide turns\n"
SECTIONS = [{"heading": "1 Introduction", "text": "Tides turn. They do."}]
JSON_PAPER = {"id": "P-7", "title": "Tides", "sections": SECTIONS}


def paper(**changes: Any) -> bytes:
    return json.dumps({**JSON_PAPER, "abstractText": "We look.", **changes}).encode()


def stage(project: Project, *files: tuple[str, bytes] | tuple[str, bytes, dict[str, Any]]) -> ImportBatch:
    uploads = [Upload.of(*file) for file in files]
    return importing.create_batch(project=project, uploads=uploads, user=None, trusted=True)


def commit(batch: ImportBatch, **options: Any) -> ImportBatch:
    return importing.commit_batch(batch, enqueue=_no_queue, **{"trusted": True, "in_background": False, **options})


def bring(project: Project, *files: tuple[str, bytes] | tuple[str, bytes, dict[str, Any]]) -> ImportBatch:
    return commit(stage(project, *files))


def _no_queue(batch_id: int) -> None:
    raise AssertionError("it was to be imported in the request")


def nothing_is_stored() -> bool:
    return not any(model.objects.exists() for model in (Document, Section, Unit, Pair, AlignmentRun, Link))


# What is stored


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
        ([0], [[0, 0, 3], [1, 0, 3]], {"score": 0.5}, {"label": True}),
        ([], [[2, 0, 3]], {}, {}),
        ([1], [], {}, {"label": False}),
    ]


def test_beads_of_their_own_file_are_a_finished_run(project: Project) -> None:
    bring(
        project,
        ("t.source.txt", b"a\nb\nc\n", {"language": "en"}),
        ("t.target.txt", b"A\nB\nC\n", {"language": "de"}),
        ("t.align", b"[0]:[0]:0.1\n[2]:[2]:0.3\n"),
    )
    links = AlignmentRun.objects.get().links.all()
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
        storing.store_ready_run(
            pair, beads, rows=[], source_kept=(0, 1, 2), target_kept=(0, 1, 2), file=file, user=None
        )


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


# All or nothing


def test_a_failure_in_the_middle_leaves_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = stage(project, ("a.vtt", VTT), ("b.json", paper()))
    stored: list[str] = []
    store = writing.store_document

    def break_at_the_second(*args: Any, **given: Any) -> Document:
        if stored:
            raise IntegrityError("the disk is on fire")
        stored.append("one")
        return store(*args, **given)

    monkeypatch.setattr(writing, "store_document", break_at_the_second)
    with pytest.raises(ServiceError, match=r"the disk is on fire\. Nothing was stored"):
        commit(batch)
    assert stored == ["one"]
    assert nothing_is_stored()
    monkeypatch.undo()
    batch.refresh_from_db()
    assert batch.state == ImportState.STAGED
    assert commit(batch).state == ImportState.IMPORTED
    assert Document.objects.count() == 2


def test_an_error_after_staging_is_found_at_the_commit(project: Project) -> None:
    batch = stage(project, ("a.vtt", VTT))
    Path(batch.files.get().file.path).write_bytes(b"WEBVTT\n\n00:09.000 --> 00:04.000\nwelcome\n")
    with pytest.raises(Conflict, match=r"a\.vtt has errors"):
        commit(batch)
    assert nothing_is_stored()


def test_nothing_included_is_nothing_to_import(project: Project) -> None:
    batch = stage(project, ("a.vtt", VTT))
    importing.change_file(batch.files.get(), {"include": False})
    with pytest.raises(Conflict, match="no file to import"):
        commit(batch)


# Again


def test_the_same_text_is_known_and_kept_once(project: Project) -> None:
    bring(project, ("a.vtt", VTT))
    again = stage(project, ("copy.vtt", VTT), ("b.json", paper()))
    assert [file.report["change"] for file in again.files.all()] == ["unchanged", "new"]
    assert commit(again).result["n_unchanged"] == 1
    assert Document.objects.count() == 2


def test_twice_in_one_batch_is_one_document(project: Project) -> None:
    batch = bring(project, ("a.vtt", VTT), ("b.vtt", VTT))
    assert (len(batch.result["documents"]), batch.result["n_unchanged"]) == (1, 1)


def test_a_pair_comes_again_without_a_second_run(project: Project) -> None:
    table = b"source\ttarget\nGood evening.\tGuten Abend.\n"
    bring(project, ("t.tsv", table))
    again = bring(project, ("t.tsv", table))
    made = {"documents": [], "pairs": [], "runs": [], "reviews": []}
    assert again.result == {**made, "n_unchanged": 2, "n_changed": 0}
    assert (Pair.objects.count(), AlignmentRun.objects.count()) == (1, 1)


def test_a_new_file_pairs_with_a_known_one(project: Project) -> None:
    bring(project, ("tides.vtt", VTT))
    batch = bring(project, ("tides.json", paper()), ("tides.vtt", VTT))
    pair = Pair.objects.get()
    assert batch.result["pairs"] == [pair.pk]
    assert pair.target.pk not in batch.result["documents"]


def test_a_changed_document_replaces_one_that_nothing_uses(project: Project) -> None:
    bring(project, ("b.json", paper()))
    changed = stage(project, ("b.json", paper(abstractText="We look twice.")))
    report = changed.files.get().report
    assert (report["ok"], report["change"]) == (True, "changed")
    assert "1 sentence came, 1 sentence went" in report["problems"][0]["message"]
    commit(changed)
    assert Unit.objects.get(document=Document.objects.get(), position=0).text == "We look twice."


def test_a_changed_document_comes_as_new_where_it_is_said_so(project: Project) -> None:
    bring(project, ("tides.json", paper()), ("tides.vtt", VTT))
    old = Document.objects.get(kind="paper")
    changed = stage(project, ("b.json", paper(abstractText="We look twice.")))
    importing.change_file(changed.files.get(), {"as_new": True})
    commit(changed)
    ids = Document.objects.filter(kind="paper").order_by("pk").values_list("external_id", "version")
    assert list(ids) == [("P-7", 1), ("P-7#2", 1)]
    assert old.units.get(position=0).text == "We look."


def test_use_that_began_after_staging_keeps_the_old_text(project: Project) -> None:
    bring(project, ("b.json", paper()), ("other.vtt", VTT))
    changed = stage(project, ("b.json", paper(abstractText="We look twice.")))
    source, target = Document.objects.get(kind="paper"), Document.objects.get(kind="transcript")
    Pair.objects.create(project=project, kind="paper_talk", title="Tides", source=source, target=target)
    commit(changed)
    assert source.units.get(position=0).text == "We look."
    assert Document.objects.get(previous=source).version == 2


def test_two_interpreters_of_one_speech_share_its_text(project: Project) -> None:
    table = (
        "talk\tname\tinterpreter\tsource\ttarget\n"
        "7\tTides\tS01\tGood evening.\tこんばんは。\n7\tTides\tA01\tGood evening.\t皆さん、こんばんは。\n"
    ).encode()
    bring(project, ("t.tsv", table))
    pairs = list(Pair.objects.all())
    assert len(pairs) == 2
    assert len({pair.source_id for pair in pairs}) == 1
    assert {pair.target.interpreter for pair in pairs} == {"S01", "A01"}


# In the background


def test_a_large_batch_is_queued(project: Project, django_capture_on_commit_callbacks: Any) -> None:
    files = [(f"talk-{n}.vtt", VTT.replace(b"harbour", b"harbour %d" % n)) for n in range(committing.MANY_FILES + 1)]
    batch = stage(project, *files)
    sent: list[int] = []
    with django_capture_on_commit_callbacks(execute=True):
        importing.commit_batch(batch, enqueue=sent.append)
        assert sent == []
    assert sent == [batch.pk]
    assert batch.state == ImportState.IMPORTING
    with pytest.raises(Conflict, match="importing already"):
        importing.commit_batch(batch, enqueue=sent.append)


def test_five_megabytes_are_large(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committing, "MANY_BYTES", len(VTT) - 1)
    batch = stage(project, ("a.vtt", VTT))
    assert importing.commit_batch(batch, enqueue=lambda pk: None).state == ImportState.IMPORTING
    assert nothing_is_stored()


@pytest.mark.django_db(transaction=True)
class TestWithARealWorker:
    """Heartbeats and claims are seen from other connections, so nothing is rolled back here."""

    @pytest.fixture
    def queued(self, project: Project) -> ImportBatch:
        batch = stage(project, ("a.vtt", VTT), ("b.json", paper()))
        return commit_in_background(batch)

    def test_a_worker_imports_it_once(self, queued: ImportBatch) -> None:
        importing.execute_import(queued.pk)
        queued.refresh_from_db()
        assert (queued.state, queued.progress, queued.attempts) == (ImportState.IMPORTED, 1.0, 1)
        importing.execute_import(queued.pk)
        assert Document.objects.count() == 2

    def test_a_worker_that_fails_says_why_and_leaves_nothing(self, project: Project) -> None:
        batch = stage(project, ("a.vtt", VTT))
        Path(batch.files.get().file.path).write_bytes(b"WEBVTT\n\nbroken\n")
        importing.execute_import(commit_in_background(batch).pk)
        batch.refresh_from_db()
        assert batch.state == ImportState.FAILED
        assert "a.vtt has errors" in batch.error
        assert nothing_is_stored()

    def test_discarded_in_the_middle_nothing_is_stored(
        self, queued: ImportBatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = writing.store_document

        def discard_meanwhile(*args: Any, **given: Any) -> Document:
            document = store(*args, **given)
            run_elsewhere(lambda: ImportBatch.objects.get(pk=queued.pk).discard())
            return document

        monkeypatch.setattr(writing, "store_document", discard_meanwhile)
        importing.execute_import(queued.pk)
        queued.refresh_from_db()
        assert queued.state == ImportState.DISCARDED
        assert nothing_is_stored()

    def test_progress_is_seen_while_it_works(self, queued: ImportBatch, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(committing.settings, "HEARTBEAT_SECONDS", 0.05, raising=False)
        seen: list[tuple[float, str]] = []
        store = writing.store_document

        def look(*args: Any, **given: Any) -> Document:
            document = store(*args, **given)
            for _ in range(60):
                state = run_elsewhere(lambda: ImportBatch.objects.get(pk=queued.pk))
                if state.message.startswith("Storing b"):
                    seen.append((state.progress, state.message))
                    break
                threading.Event().wait(0.05)
                if given["file"].name == "a.vtt":
                    break
            return document

        monkeypatch.setattr(writing, "store_document", look)
        importing.execute_import(queued.pk)
        assert seen == [(0.475, "Storing b.json")]

    def test_a_lost_worker_is_replaced(self, queued: ImportBatch) -> None:
        assert queued.claim_for_work()
        sent: list[int] = []
        assert importing.sweep_imports(sent.append) == 0
        age(queued, minutes=1)
        assert importing.sweep_imports(sent.append) == 1
        importing.execute_import(sent[0])
        queued_now = ImportBatch.objects.get(pk=queued.pk)
        assert (queued_now.state, queued_now.attempts) == (ImportState.IMPORTED, 2)
        # The one that was lost finds that it holds nothing any more.
        assert not queued.finish(ImportState.IMPORTED)

    def test_a_batch_that_kills_its_workers_is_given_up(self, queued: ImportBatch, settings: Any) -> None:
        for _ in range(settings.MAX_ATTEMPTS):
            assert queued.claim_for_work()
            age(queued, minutes=1)
        importing.execute_import(queued.pk)
        queued.refresh_from_db()
        assert queued.state == ImportState.FAILED
        assert "lost 3 times" in queued.error

    def test_a_message_that_was_lost_is_sent_again(self, queued: ImportBatch) -> None:
        sent: list[int] = []
        assert importing.sweep_imports(sent.append) == 0
        age(queued, minutes=2)
        assert importing.sweep_imports(sent.append) == 1
        assert importing.sweep_imports(sent.append) == 0

    def test_two_commits_at_once_import_once(self, project: Project) -> None:
        batch = stage(project, ("a.vtt", VTT))
        outcomes = at_once([lambda: commit(ImportBatch.objects.get(pk=batch.pk)) for _ in range(4)])
        assert sorted(outcomes) == ["Conflict", "Conflict", "Conflict", "ImportBatch"]
        assert Document.objects.count() == 1

    def test_two_batches_of_the_same_files_make_one_document(self, project: Project) -> None:
        batches = [stage(project, ("b.json", paper())).pk for _ in range(3)]
        outcomes = at_once([lambda pk=pk: commit(ImportBatch.objects.get(pk=pk)) for pk in batches])
        assert outcomes == ["ImportBatch"] * 3
        assert Document.objects.count() == 1


def commit_in_background(batch: ImportBatch) -> ImportBatch:
    return importing.commit_batch(batch, enqueue=lambda pk: None, in_background=True)


def age(batch: ImportBatch, **by: float) -> None:
    ImportBatch.objects.filter(pk=batch.pk).update(heartbeat_at=timezone.now() - timedelta(**by))


def run_elsewhere(work: Any) -> Any:
    """The result of `work` on another connection, as another process would see it."""
    result: list[Any] = []

    def run() -> None:
        result.append(work())
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return result[0]


def at_once(works: Sequence[Any]) -> list[str]:
    """Start all together; the names of what each returned or raised, sorted."""
    start = threading.Barrier(len(works))
    outcomes: list[str] = []

    def run(work: Any) -> None:
        try:
            start.wait()
            outcomes.append(type(work()).__name__)
        except Exception as error:  # noqa: BLE001 - the test looks at its name
            outcomes.append(type(error).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)
