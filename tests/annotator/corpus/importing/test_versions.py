"""Files the project knows already: kept once, replaced, imported as new, paired with what is there."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotator.corpus import importing
from annotator.corpus.importing.newer import store_newer
from annotator.importers.base import Unit as ReadUnit
from annotator.models import AlignmentRun, Document, Pair, Project, Slot, Unit
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots.policy import set_policy
from tests.annotator.corpus.importing.archive_files import zip_of
from tests.annotator.corpus.importing.service import VTT, bring, commit, paper, stage

pytestmark = pytest.mark.usefixtures("in_process")


#: What each version of a document has of its own.
OF_A_VERSION = {
    "id", "content_hash", "importer", "importer_version", "source_file", "source_name", "left_out", "imported_by",
    "imported_at", "version", "previous", "earlier_ids", "is_indexed",
}  # fmt: skip


def test_a_text_that_was_settled_here_keeps_all_that_is_known_of_its_document(project: Project) -> None:
    known: dict[str, Any] = {
        "project": project, "kind": "transcript", "title": "Tides", "language": "en", "speaker": "Ilse Hone",
        "interpreter": "S01", "interpreter_rank": "S", "external_id": "talk-7", "metadata": {"event": "Spring"},
        "media_file": "media/talk.mp3",
    }  # fmt: skip
    assert {each.name for each in Document._meta.concrete_fields} - OF_A_VERSION == known.keys()
    document = Document.objects.create(**known, version=3)
    units = [ReadUnit("We count.")]
    newer = store_newer(document, units, user=None, origin="test", metadata={}, progress=lambda *_: None)
    newer.refresh_from_db()
    assert {name: getattr(newer, name) for name in known} == known


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
    none = ("documents", "pairs", "slides_pairs", "runs", "reviews", "unpaired", "completed_pairs")
    assert again.result == {
        **{name: [] for name in none},
        "n_unpaired": 0,
        "n_unaligned": 0,
        "n_unchanged": 2,
        "n_changed": 0,
    }
    assert (Pair.objects.count(), AlignmentRun.objects.count()) == (1, 1)


SOURCE, TARGET = "Good evening.\nThe tide turns.\n", "こんばんは。\n潮が変わります。\n"


def talk_in_zip(align: str = "", offline: str = "", target: str = TARGET) -> tuple[str, bytes]:
    """A talk with what is given."""
    more = {name: text for name, text in (("alignment", align), ("offline", offline)) if text}
    row = {"id": "en-1", "source": "s.txt", "target": "t.txt", **{name: f"{name}.txt" for name in more}}
    files = {f"{name}.txt": text for name, text in more.items()}
    manifest = f"{','.join(row)}\n{','.join(row.values())}\n"
    return "set.zip", zip_of({"manifest.csv": manifest, "s.txt": SOURCE, "t.txt": target, **files})


def test_an_alignment_and_a_translation_that_come_later_complete_a_pair(project: Project, annotator: User) -> None:
    """Each once, however often they come; another alignment is another run, and reviews go on with theirs."""
    bring(project, talk_in_zip())
    pair = Pair.objects.get()
    align, offline = "[0]:[0]:0.1\n[1]:[1]:0.3\n", "皆さん、こんばんは。\n潮は変わる。\n"
    result = bring(project, talk_in_zip(align, offline)).result
    run = pair.runs.get()
    assert (result["completed_pairs"], result["runs"], result["n_unpaired"]) == ([pair.pk], [run.pk], 0)
    assert [(link.source, link.cost) for link in run.links.order_by("position")] == [([0], 0.1), ([1], 0.3)]
    pair.refresh_from_db()
    assert pair.offline is not None
    assert pair.offline.texts() == offline.split()
    review, _ = open_review(pair=pair, annotator=annotator)
    run.links.update(verdicts={"coarse": True}, features={"similarity": 0.5})  # as filters do
    again = bring(project, talk_in_zip(align, offline)).result
    assert (again["completed_pairs"], again["runs"], again["n_unchanged"]) == ([], [], 3)
    corrected = "今晩は。\n潮は変わる。\n"
    other = bring(project, talk_in_zip("[0, 1]:[0, 1]:0.2\n", corrected)).result
    pair.refresh_from_db()
    review.refresh_from_db()
    assert (other["completed_pairs"], other["runs"]) == ([pair.pk], [pair.runs.get(number=2).pk])
    assert (review.run, pair.offline.texts()) == (run, corrected.split())
    assert (Pair.objects.count(), pair.reviews.count()) == (1, 1)


def test_a_pair_whose_alignment_came_with_it_gets_its_slots(project: Project) -> None:
    set_policy(project, reviews_per_pair=2)
    bring(project, talk_in_zip())
    assert not Slot.objects.exists()
    bring(project, talk_in_zip("[0]:[0]:0.1\n[1]:[1]:0.3\n"))
    assert Slot.objects.filter(pair=Pair.objects.get()).count() == 2


def test_free_slots_go_on_to_a_newer_text_that_comes_with_its_alignment(project: Project) -> None:
    set_policy(project, reviews_per_pair=1)
    bring(project, talk_in_zip("[0]:[0]:0.1\n[1]:[1]:0.3\n"))
    Slot.objects.update(priority=50)
    bring(project, talk_in_zip("[0]:[0]:0.1\n[1]:[1]:0.3\n", target="今晩は。\n潮が変わります。\n"))
    _, newer = Pair.objects.order_by("pk")
    assert list(Slot.objects.values_list("pair", "priority")) == [(newer.pk, 50)]


def test_a_table_completes_the_pair_of_texts_that_came_before(project: Project) -> None:
    bring(project, talk_in_zip())
    pairs = zip(SOURCE.splitlines(), TARGET.splitlines(), strict=True)
    table = "source\ttarget\tlabel\n" + "".join(f"{source}\t{target}\tY\n" for source, target in pairs)
    pair = Pair.objects.get()
    result = bring(project, ("dev.tsv", table.encode())).result
    assert (result["completed_pairs"], result["runs"]) == ([pair.pk], [pair.runs.get().pk])
    assert list(pair.runs.get().links.values_list("verdicts", flat=True)) == [{"label": True}] * 2
    assert bring(project, ("copy.tsv", table.encode() + b"\n")).result["runs"] == []
    relabelled = table.replace("\tY", "\tN").encode()
    assert bring(project, ("dev.tsv", relabelled)).result["runs"] == [pair.runs.get(number=2).pk]


def test_a_file_of_beads_completes_a_pair(project: Project) -> None:
    source, target = ("t.source.txt", SOURCE.encode()), ("t.target.txt", TARGET.encode())
    texts = ((*source, {"language": "en"}), (*target, {"language": "ja"}))
    assert bring(project, *texts).result["n_unaligned"] == 1
    beads = "[0]:[0]:0.1\n[1]:[1]:0.3\n"
    result = bring(project, *texts, ("t.align", beads.encode())).result
    assert (result["completed_pairs"], len(result["runs"])) == ([Pair.objects.get().pk], 1)
    assert bring(project, *texts, ("t.align", f"{beads}\n".encode())).result["runs"] == []


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
    assert "1 sentence added, 1 sentence removed" in report["problems"][0]["message"]
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
