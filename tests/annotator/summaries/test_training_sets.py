"""Training sets: what is in them, that nothing changes it, how papers are divided, and their forms."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from rest_framework.test import APIClient

from alignment.extractive.papers import VARIANTS, read_set
from annotator.demo.collection import collection
from annotator.management import shared
from annotator.models import (
    Document,
    GivenSummary,
    Pair,
    Project,
    Review,
    SummarySet,
    SummarySetKind,
    TrainingPaper,
    TrainingSet,
)
from annotator.platform.errors import ServiceError
from annotator.releases import freezing
from annotator.reviewing.gold import Basis
from annotator.reviewing.opening import open_review
from annotator.site.project_removal import remove_project
from annotator.summaries.training import making
from annotator.summaries.training.collecting import RUN, split_pairs
from annotator.summaries.training.making import delete_training_set, request_training_set
from annotator.summaries.training_forms import documents, highlights, lines
from annotator.summaries.training_forms.registry import FORMS
from tests import world
from tests.annotator.conftest import make_project
from tests.annotator.shared import shared_rows
from tests.annotator.summaries.training import durations_of, make_talks, make_training_set, splits_of
from tests.data import GOLDEN

ClientOf = Callable[[User], APIClient]


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture(scope="module")
def shared_project(django_db_setup: None, django_db_blocker: Any) -> Iterator[Project]:
    """With four talks."""
    with shared_rows(django_db_blocker):
        project = make_project()
        make_talks(project)
        yield project


@pytest.fixture
def project(db: None, shared_project: Project) -> Project:
    return Project.objects.get(pk=shared_project.pk)


@pytest.fixture
def talks(project: Project) -> list[Pair]:
    return list(project.pairs.order_by("pk"))


@pytest.fixture
def empty_project(db: None) -> Project:
    return Project.objects.create(slug="empty", name="Empty")


def records_of(training_set: TrainingSet) -> list[dict[str, Any]]:
    return [json.loads(record) for record in training_set.papers.values_list("record", flat=True)]


def stored(training_set: TrainingSet, form: str) -> bytes:
    with training_set.files.get(form=form).file.open("rb") as file:
        return bytes(file.read())


def test_a_set_has_what_the_talks_say_of_their_papers(talks: list[Pair], project: Project) -> None:
    made = make_training_set(project)
    assert made.error == ""
    records = records_of(made)
    assert [record["pair_id"] for record in records] == [pair.pk for pair in talks]
    for record, talk in zip(records, collection(4), strict=True):
        assert record["scores"] == durations_of(talk)
        assert (record["title"], record["speaker"], record["basis"]) == (talk.title, talk.speaker, "run")
        assert set(record["kinds"][: len(talk.abstract)]) == {"abstract"}
        assert "introduction" in record["kinds"]
        for key, variant in VARIANTS.items():
            chosen = [index for index, label in enumerate(record["labels"][key]) if label]
            assert chosen == variant.choose(record["sentences"], record["scores"])
    text = b"".join(f"{record}\n".encode() for record in made.papers.values_list("record", flat=True))
    assert hashlib.sha256(text).hexdigest() == made.rows_sha256
    assert hashlib.sha256(made.manifest.encode()).hexdigest() == made.sha256
    manifest = json.loads(made.manifest)
    assert manifest["rows"] == {"n": 4, "sha256": made.rows_sha256}
    assert sum(each["papers"] for each in manifest["statistics"]) == 4
    assert manifest["basis"] == {"run": 4}


def test_spellings_of_a_name_are_one_speaker(talks: list[Pair], project: Project) -> None:
    for talk, name in zip(talks, ("Yuko Ono", "Dr Yūko Ōno", "ONO, Yuko", ""), strict=True):
        Document.objects.filter(pk=talk.source_id).update(speaker=name)
    manifest = json.loads(make_training_set(project).manifest)
    assert sum(each["speakers"] for each in manifest["statistics"]) == 1


def test_summaries_that_people_wrote_go_in_and_those_of_systems_do_not(talks: list[Pair], project: Project) -> None:
    without = make_training_set(project)
    for name, kind in (("Readers", SummarySetKind.REFERENCES), ("Ours", SummarySetKind.SYSTEM), ("Ann", "references")):
        SummarySet.objects.create(project=project, name=name, kind=kind)
    readers, ours, ann = (SummarySet.objects.get(name=name) for name in ("Readers", "Ours", "Ann"))
    first, second = talks[0].source_id, talks[1].source_id
    GivenSummary.objects.create(set=readers, document_id=first, number=0, text="Tides rise.")
    GivenSummary.objects.create(set=readers, document_id=second, number=0, text="Tides fall.")
    GivenSummary.objects.create(set=ours, document_id=first, number=0, text="Tides.")
    GivenSummary.objects.create(set=ann, document_id=first, number=0, sentences=[0, 2])
    made = make_training_set(project)
    records = records_of(made)
    sentences = records[0]["sentences"]
    assert [record["references"] for record in records] == [
        [f"{sentences[0]} {sentences[2]}", "Tides rise."], ["Tides fall."], [], [],
    ]  # fmt: skip
    manifest = json.loads(made.manifest)
    assert manifest["references"] == {"sets": ["Ann", "Readers"], "papers": 2}
    assert sum(each["references"] for each in manifest["statistics"]) == 2
    assert "summaries that people wrote, of 2 papers (Ann, Readers)" in stored(made, "card").decode()
    assert "summaries that people wrote" not in stored(without, "card").decode()
    assert next(read_set(stored(made, "words-150").decode().splitlines(), name="set")).references[1] == "Tides rise."


def test_the_same_papers_give_the_same_hash_and_another_seed_other_splits(talks: list[Pair], project: Project) -> None:
    first, again = make_training_set(project), make_training_set(project)
    assert (first.number, again.number) == (1, 2)
    assert first.sha256 == again.sha256
    seeds = {
        json.dumps(splits_of(records_of(make_training_set(project, seed=seed, train_share=50)))) for seed in (2, 3, 4)
    }
    assert len(seeds) > 1


def test_a_set_keeps_its_files_when_the_answer_to_its_commit_is_lost_and_can_be_repaired(
    talks: list[Pair], project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = freezing._store

    def lost(*arguments: Any) -> None:
        store(*arguments)
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(freezing, "_store", lost)
    made = make_training_set(project)
    assert (made.state, made.error) == ("frozen", "")
    paths = {Path(file.file.path): file.sha256 for file in made.files.all()}
    assert all(path.exists() for path in paths)
    call_command("training_set", "verify", project.slug, "1")
    assert f"Papers 1: papers, manifest and {len(paths)} files as frozen" in capsys.readouterr().out
    for path in paths:
        path.unlink()
    with pytest.raises(CommandError, match="Papers 1 is not what was frozen"):
        call_command("training_set", "verify", project.slug, "1")
    call_command("training_set", "repair", project.slug, "1")
    assert "Papers 1 is whole" in capsys.readouterr().out
    assert {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths} == paths


def reviewed(pair: Pair, person: User, *, status: str = "accepted") -> Review:
    """A submitted review of a talk whose run has no spans: one row, about the last sentence of the paper."""
    review, _ = open_review(pair=pair, annotator=person)
    review.rows.update(status=status)
    Review.objects.filter(pk=review.pk).update(state="submitted", submitted_at="2026-01-01T00:00:00Z")
    return review


def test_gold_rows_go_before_a_newer_run(talks: list[Pair], project: Project, annotator: User) -> None:
    for pair, status in zip(talks[:3], ("accepted", "accepted", "proposed"), strict=True):
        world.make_run(pair, [{"source": [3], "target": [[0, 0, 40]]}], engine="talksumm")
        reviewed(pair, annotator, status=status)
        world.make_run(pair, [], engine="talksumm", info=pair.runs.order_by("pk")[0].info)
    talks[1].reviews.get().rows.update(good_align=False)
    made = make_training_set(project)
    manifest = json.loads(made.manifest)
    assert manifest["basis"] == {"run": 2, "single": 1}
    assert manifest["skipped"] == {"papers whose talk is about none of their sentences": 1}
    (single,) = [record for record in records_of(made) if record["basis"] == "single"]
    assert [index for index, n in enumerate(single["scores"]) if n] == [3]
    made = make_training_set(project, basis="run")
    assert json.loads(made.manifest)["basis"] == {"run": 4}
    gold_only = make_training_set(project, basis="gold")
    assert json.loads(gold_only.manifest)["skipped"] == {
        "papers whose talk is about none of their sentences": 1, "papers without gold rows": 2,
    }  # fmt: skip


def test_of_several_reviews_only_what_all_agree_on_counts(
    talks: list[Pair], project: Project, person: Callable[..., User]
) -> None:
    pair = talks[0]
    pair.reviews_needed = 2
    pair.save()
    spans = [{"source": [3], "target": [[0, 0, 40]]}, {"source": [4], "target": [[0, 41, 80]]}]
    world.make_run(pair, spans, engine="talksumm")
    first, _ = [reviewed(pair, person("annotator", name)) for name in ("ada", "bob")]
    records = records_of(make_training_set(project))
    assert [index for index, n in enumerate(records[0]["scores"]) if n] == [3, 4]
    first.rows.order_by("position").last().chips.filter(side="source").update(unit=5)
    made = make_training_set(project)
    (agreed,) = [record for record in records_of(made) if record["basis"] == "agreed"]
    assert [index for index, n in enumerate(agreed["scores"]) if n] == [3]
    assert "1 paper from the rows on which all reviews agree" in stored(made, "card").decode()


def test_papers_that_say_nothing_are_left_out_and_counted(talks: list[Pair], project: Project) -> None:
    talks[0].runs.all().delete()
    talks[1].runs.update(info={"durations": [1, 2]})
    made = make_training_set(project)
    assert made.n_papers == 2
    skipped = json.loads(made.manifest)["skipped"]
    assert skipped == {"papers not aligned": 1, "papers with other sentences than were aligned": 1}
    assert "- Left out: 1 paper not aligned." in stored(made, "card").decode()


def test_what_is_frozen_stays(talks: list[Pair], project: Project, admin: User) -> None:
    made = make_training_set(project, user=admin)
    before = records_of(made)
    for change in (
        lambda: TrainingSet.objects.filter(pk=made.pk).update(name="Other"),
        lambda: made.papers.update(record="{}"),
        lambda: made.files.update(sha256="0" * 64),
        lambda: TrainingPaper.objects.create(training_set=made, number=99, record="{}"),
    ):
        with pytest.raises(IntegrityError, match="frozen_training_sets_stay"), transaction.atomic():
            change()
    talks[0].runs.all().delete()
    Document.objects.filter(pk=talks[1].source_id).update(title="Renamed")
    admin.delete()
    made.refresh_from_db()
    assert (records_of(made), made.created_by) == (before, None)


def test_a_set_is_deleted_with_its_files_and_so_is_its_project(
    talks: list[Pair], project: Project, files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    one, two = make_training_set(project), make_training_set(project)
    with django_capture_on_commit_callbacks(execute=True):
        delete_training_set(one, user=None)
    assert [path.name for path in (files / "training").glob(f"{two.pk}/*/*")] != []
    assert list((files / "training").glob(f"{one.pk}/*/*")) == []
    with django_capture_on_commit_callbacks(execute=True):
        remove_project(project)
    assert not TrainingSet.objects.exists()
    assert [path for path in (files / "training").rglob("*") if path.is_file()] == []


def test_a_worker_that_was_lost_leaves_nothing_and_another_makes_it(
    talks: list[Pair], project: Project, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr("annotator.summaries.training.making.copy_in", broken)
        with pytest.raises(OSError, match="no room"):
            make_training_set(project)
    failed = TrainingSet.objects.get()
    assert failed.state == "failed"
    assert [path for path in files.rglob("*") if path.is_file()] == []
    assert make_training_set(project).number == 2


def test_a_speaker_and_a_text_are_in_one_split(empty_project: Project) -> None:
    pairs = make_talks(empty_project, 24)
    for seed in range(5):
        asked = TrainingSet(project=empty_project, train_share=60, dev_share=20, seed=seed)
        found = split_pairs(pairs, asked)
        speakers: dict[str, set[str]] = {}
        for pair in pairs:
            speakers.setdefault(pair.source.speaker, set()).add(found[pair.pk])
        assert len(speakers) == 12
        assert all(len(splits) == 1 for splits in speakers.values()), seed
        assert split_pairs(list(reversed(pairs)), asked) == found
        counts = Counter(found.values())
        assert abs(counts["train"] - 14.4) <= 2, seed
        assert abs(counts["dev"] - 4.8) <= 2, seed


def test_the_corpuss_own_split_is_kept(empty_project: Project) -> None:
    pairs = make_talks(empty_project, 6)
    for pair, split in zip(pairs, ("test", "validation", "Train", "", "nonsense", "dev"), strict=True):
        pair.source.metadata = {"split": split}
    asked = TrainingSet(project=empty_project, train_share=100, dev_share=0, uses_corpus_split=True)
    found = split_pairs(pairs, asked)
    assert [found[pair.pk] for pair in pairs] == ["test", "dev", "train", "train", "train", "dev"]


@pytest.mark.parametrize(("train", "dev"), [(0, 10), (90, 20), (101, 0), (50, -1)])
def test_shares_beyond_the_whole_are_refused(talks: list[Pair], project: Project, train: int, dev: int) -> None:
    with pytest.raises(ServiceError, match="100 at most in all"):
        request_training_set(project=project, name="x", user=None, train_share=train, dev_share=dev)


def test_a_project_without_talks_has_no_set(empty_project: Project) -> None:
    world.bitext(empty_project)
    with pytest.raises(ServiceError, match="no paper with a talk"):
        request_training_set(project=empty_project, name="x", user=None)


def test_exporters_name_the_variants_of_the_engine() -> None:
    assert {key: variant.label for key, variant in VARIANTS.items()} == lines.VARIANTS
    assert {key: f"highlight_{variant.released}" for key, variant in VARIANTS.items()} == highlights.FOLDERS


def test_every_form_says_the_same(talks: list[Pair], project: Project, tmp_path: Path) -> None:
    made = make_training_set(project, name="Märchen", licence="CC0-1.0", train_share=50, dev_share=25)
    records = records_of(made)
    assert set(made.files.values_list("form", flat=True)) == set(FORMS)
    assert [json.loads(line) for line in stored(made, "lines").splitlines()] == records
    assert stored(made, "manifest").decode() == made.manifest
    for key in VARIANTS:
        papers = list(read_set(stored(made, key).decode().splitlines(), name=key))
        assert [list(paper.labels) for paper in papers] == [record["labels"][key] for record in records]
        assert {paper.split for paper in papers} == {"train", "dev", "test"}
    card = stored(made, "card").decode()
    assert "CC0-1.0" in card
    (engine,) = [line for line in card.splitlines() if line.startswith("- Engine:")]
    assert engine.startswith("- Engine: talksumm, 4 papers"), "one line, not one for the texts of each paper"
    assert made.sha256 in card
    with zipfile.ZipFile(io.BytesIO(stored(made, "talksumm"))) as archive:
        assert len(archive.namelist()) == 16
        text = archive.read("marchen-1/highlight_150w/talk-001.txt").decode()
    assert text == "".join(highlights.text_of(records[0], "words-150"))
    assert text.count("@highlight") == sum(records[0]["labels"]["words-150"])
    for file in made.files.all():
        with file.file.open("rb") as content:
            assert hashlib.sha256(content.read()).hexdigest() == file.sha256


def test_a_folder_is_checked_by_its_hashes_and_read_by_datasets(
    talks: list[Pair], project: Project, tmp_path: Path
) -> None:
    made = make_training_set(project, train_share=50, dev_share=25)
    path = tmp_path / "set.zip"
    path.write_bytes(stored(made, "folder"))
    out = io.StringIO()
    call_command("release", "verify", str(path), stdout=out)
    assert made.sha256 in out.getvalue()
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "folder")
    (folder,) = (tmp_path / "folder").iterdir()
    datasets = pytest.importorskip("datasets")
    found = datasets.load_dataset(str(folder), "ratio-30", cache_dir=str(tmp_path / "cache"))
    assert sorted(found) == ["dev", "test", "train"]
    assert sum(len(split) for split in found.values()) == 4


def test_texts_for_the_released_program_are_those_that_it_writes() -> None:
    """Byte for byte, from the durations that it computed."""
    case = GOLDEN / "talksumm"
    told = json.loads((case / "golden_vec50.json").read_text(encoding="utf-8"))
    durations = [int(n) for n in np.load(case / "golden_vec50.npz")["durations"]]
    sentences = told["paper_sentences"]
    record = {
        "sentences": sentences,
        "kinds": ["body"] * len(sentences),
        "labels": {
            key: [int(index in set(variant.choose(sentences, durations))) for index in range(len(sentences))]
            for key, variant in VARIANTS.items()
        },
    }
    for variant, folder in highlights.FOLDERS.items():
        written = (case / "sc_vec50" / f"{folder}.txt").read_text(encoding="utf-8")
        assert "".join(highlights.text_of(record, variant)) == written


def run(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("training_set", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_sets_are_made_listed_shown_exported_and_deleted_by_the_shell(
    talks: list[Pair], project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.platform.work.Heartbeat.note", lambda *args: None)
    said = run("create", project.slug, "Papers", "--train", 50, "--dev", 25, "--seed", 7)
    made = TrainingSet.objects.get()
    assert said == f"1: Papers, 4 papers, SHA-256 {made.sha256}\n" == run("list", project.slug)
    assert json.loads(run("show", project.slug, 1))["rules"]["seed"] == 7
    out = tmp_path / "set.jsonl"
    assert "SHA-256" in run("export", project.slug, 1, "--out", out)
    assert out.read_bytes() == stored(made, "lines")
    with pytest.raises(CommandError, match=r"has no training set 9\. Numbers: 1\."):
        run("show", project.slug, 9)
    assert run("delete", project.slug, 1) == "Papers 1 is deleted.\n"
    with pytest.raises(CommandError, match="100 at most in all"):
        run("create", project.slug, "Papers", "--train", 90, "--dev", 20)


def test_the_shell_waits_for_a_set_that_a_worker_was_quicker_to_take(
    talks: list[Pair], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where `up` runs: the next command needs the set."""
    monkeypatch.setattr("annotator.platform.work.Heartbeat.note", lambda *args: None)
    worker = making.execute
    monkeypatch.setattr(making, "execute", lambda pk: None)
    monkeypatch.setattr(shared, "sleep", lambda _: worker(TrainingSet.objects.get().pk))
    assert run("create", project.slug, "Papers") == f"1: Papers, 4 papers, SHA-256 {TrainingSet.objects.get().sha256}\n"


def test_sets_by_rest(talks: list[Pair], project: Project, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    answer = client.post(
        "/api/v1/training-sets/", {"project": project.slug, "name": "Papers", "train_share": 60, "dev_share": 50},
        format="json",
    )  # fmt: skip
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "dev_share"
    answer = client.post("/api/v1/training-sets/", {"project": project.slug, "name": "Papers"}, format="json")
    assert answer.status_code == 201, answer.content
    assert answer.json()["state"] == "queued"
    made = make_training_set(project)
    found = client.get(f"/api/v1/training-sets/{made.pk}/").json()
    assert found["contents"]["basis"] == {"run": 4}
    assert {file["form"] for file in found["files"]} == set(FORMS)
    file = client.get(f"/api/v1/training-sets/{made.pk}/files/card/")
    assert b"".join(file.streaming_content) == stored(made, "card")  # type: ignore[attr-defined]
    again = client.get(f"/api/v1/training-sets/{made.pk}/files/card/", headers={"If-None-Match": file["ETag"]})
    assert again.status_code == 304
    assert client.get(f"/api/v1/training-sets/{made.pk}/files/nothing/").status_code == 404
    assert [
        one["number"] for one in client.get(f"/api/v1/training-sets/?project={project.slug}").json()["results"]
    ] == [2, 1]
    assert client.delete(f"/api/v1/training-sets/{made.pk}/").status_code == 204


def test_a_deleted_set_is_not_stored_by_the_worker_that_makes_it(talks: list[Pair], project: Project) -> None:
    made = request_training_set(project=project, name="x", user=None)
    made.claim_for_work()
    TrainingSet.objects.filter(pk=made.pk).delete()
    assert not made.finish("frozen", n_papers=1, sha256="a", rows_sha256="b")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM annotator_trainingpaper")
        assert cursor.fetchone() == (0,)


def test_the_card_has_words_for_each_basis() -> None:
    """Single reviews are chosen, and rows confirmed in passing, by test sets alone."""
    bases = {*Basis.values, RUN} - {Basis.CHOSEN.value, Basis.IMPLICIT.value}
    assert documents._basis(dict.fromkeys(bases, 1)).count("1 paper from ") == len(bases)
