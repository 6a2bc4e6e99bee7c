"""A corrected file without an id, known by its name: the next version of what is there, or a document beside it."""

from __future__ import annotations

import unicodedata
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.corpus.importing.staging import change_file
from annotator.models import Document, Pair, Project, Review
from annotator.platform.errors import Conflict
from annotator.reviewing.opening import open_review
from tests.annotator.corpus.importing import api
from tests.annotator.corpus.importing.service import bring, commit, stage

pytestmark = pytest.mark.usefixtures("in_process")

ROWS = (
    ("Good evening, the harbour is closed to all of you.", "Guten Abend, der Hafen ist für Sie alle zu."),
    ("We will go home now and wait.", "Wir gehen jetzt nach Hause und warten."),
    ("The tide turns at noon.", "Die Flut kommt am Mittag."),
)
CORRECTED = (*ROWS[:2], ("The tide turns at noon.", "Um zwölf Uhr kippt die Flut."))
OTHERS = (
    ("My name is Noor and I count ships for a living.", "Ich heiße Noor und zähle von Beruf Schiffe."),
    ("Nobody had asked me to do it at first.", "Am Anfang hatte mich niemand darum gebeten."),
)


def table(rows: tuple[tuple[str, str], ...] = ROWS) -> bytes:
    return "".join(f"{source}\t{target}\n" for source, target in (("source", "target"), *rows)).encode()


def plain(side: int, rows: tuple[tuple[str, str], ...] = ROWS) -> bytes:
    return "".join(f"{row[side]}\n" for row in rows).encode()


def offline(ending: str) -> bytes:
    lines = [("source", "target", "offline"), *((*row, f"{row[1]} {ending}") for row in ROWS)]
    return "".join("\t".join(line) + "\n" for line in lines).encode()


def versions() -> list[tuple[str, str, int]]:
    return list(Document.objects.order_by("pk").values_list("title", "language", "version"))


def test_without_a_choice_it_goes_beside_as_ever_and_says_so(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    again = stage(project, ("settled.tsv", table(CORRECTED)))
    report = again.files.get().report
    assert (report["ok"], report["change"]) == (True, "new")
    target = report["documents"][1]
    assert target["same_name"]["document"] == Document.objects.get(language="de").pk
    assert (target["same_name"]["n_documents"], target["same_name"]["n_same"]) == (1, 2)
    assert [problem["message"] for problem in report["problems"]] == [
        "settled is already in the project with different text; it will be imported beside it, not as its next version"
    ]
    commit(again)
    assert versions() == [("settled", "en", 1), ("settled", "de", 1), ("settled", "de", 1)]
    assert [pair.title for pair in Pair.objects.order_by("pk")] == ["settled", "settled (2)"]


@pytest.mark.parametrize("choice", ["guess", "version"])
def test_it_becomes_the_next_version_with_the_reviews(project: Project, annotator: User, choice: str) -> None:
    bring(project, ("settled.tsv", table()))
    old = Pair.objects.get()
    review, _ = open_review(pair=old, annotator=annotator)
    again = stage(project, ("settled.tsv", table(CORRECTED), {"same_name": choice}))
    report = again.files.get().report
    assert report["change"] == "changed"
    source, target = report["documents"]
    assert (source["status"], source["same_name"]) == ("unchanged", None)
    assert (target["status"], target["n_added"], target["n_removed"], target["n_reviews"]) == ("changed", 1, 1, 1)
    assert report["problems"][0]["message"] == (
        "settled is already in the project with different text: 1 sentence added, 1 sentence removed; it becomes its "
        "next version; 1 review of the old version is carried over"
    )
    result = commit(again).result
    assert (result["n_changed"], result["n_unchanged"]) == (1, 1)
    newer = Pair.objects.exclude(pk=old.pk).get()
    assert (newer.title, newer.source, newer.target.previous) == ("settled (version 2)", old.source, old.target)
    assert result["reviews"] == [Review.objects.exclude(pk=review.pk).get().pk]
    assert Review.objects.get(pk=review.pk).superseded_by_id == result["reviews"][0]
    assert list(newer.reviews.get().rows.order_by("position").values_list("flagged", flat=True)) == [
        False, False, True,
    ]  # fmt: skip


def test_a_third_version_follows_the_second(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    bring(project, ("settled.tsv", table(CORRECTED), {"same_name": "version"}))
    bring(project, ("SETTLED.tsv", table((*CORRECTED[:2], ROWS[2], OTHERS[0])), {"same_name": "guess"}))
    newest = Pair.objects.order_by("pk").last()
    assert newest is not None
    assert (newest.title, newest.source.version, newest.target.version) == ("settled (version 3)", 2, 3)
    # A file that says nothing of its name keeps that of the document, whatever its case.
    assert newest.target.title == "settled"


def test_one_side_alone_is_known_by_its_name_and_language(project: Project) -> None:
    bring(project, ("settled.en.txt", plain(0)), ("settled.de.txt", plain(1)))
    old = Pair.objects.get()
    result = bring(project, ("settled.de.txt", plain(1, CORRECTED), {"same_name": "guess"})).result
    assert result["n_changed"] == 1
    newer = Pair.objects.exclude(pk=old.pk).get()
    assert (newer.source, newer.target.previous) == (old.source, old.target)


def test_another_language_or_kind_is_something_else(project: Project) -> None:
    bring(project, ("settled.de.txt", plain(1)))
    english = stage(project, ("settled.en.txt", plain(0), {"same_name": "version"}))
    assert english.files.get().report["documents"][0]["same_name"] is None
    vtt = "WEBVTT\n\n00:01.000 --> 00:04.000\nGuten Abend, der Hafen ist für Sie alle zu.\n".encode()
    spoken = stage(project, ("settled.vtt", vtt, {"same_name": "version", "language": "de"}))
    assert spoken.files.get().report["documents"][0]["same_name"] is None


def test_a_name_alone_is_not_enough_to_guess(project: Project) -> None:
    bring(project, ("source.tsv", table()))
    result = bring(project, ("source.tsv", table(OTHERS), {"same_name": "guess"})).result
    assert (result["n_changed"], len(result["documents"])) == (0, 2)
    # Who says that it is the next version has the last word.
    said = bring(project, ("settled.tsv", table()), ("source.tsv", table(CORRECTED), {"same_name": "version"})).result
    assert said["n_changed"] == 1


def test_both_sides_go_the_same_way(project: Project) -> None:
    """The source is corrected, the rendering is another one: a guess would otherwise mix an old and a new text."""
    bring(project, ("settled.tsv", table()))
    other = (("Good evening, the port is closed to all of you.", "x"), *ROWS[1:])
    rows = tuple((source, f"Eine andere Fassung von Satz {number}.") for number, (source, _) in enumerate(other))
    report = stage(project, ("settled.tsv", table(rows), {"same_name": "guess"})).files.get().report
    assert [document["status"] for document in report["documents"]] == ["new", "new"]
    assert [document["same_name"]["n_same"] for document in report["documents"]] == [2, 0]


def test_of_several_the_newest_is_meant_and_none_is_guessed(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    bring(project, ("settled.tsv", table(CORRECTED)))
    newest = Document.objects.filter(language="de").latest("pk")
    third = (*ROWS[:2], ("The tide turns at noon.", "Mittags kippt die Flut."))
    guessed = stage(project, ("settled.tsv", table(third), {"same_name": "guess"}))
    (problem,) = guessed.files.get().report["problems"]
    assert problem["message"] == (
        "2 documents named settled are already in the project with different text; it will be imported beside them, "
        "not as a next version"
    )
    bring(project, ("settled.tsv", table(third), {"same_name": "version"}))
    assert Document.objects.get(previous=newest).version == 2


def test_a_rendering_is_not_taken_for_the_offline_translation(project: Project) -> None:
    bring(project, ("settled.tsv", offline("Punkt.")))
    old = Pair.objects.get()
    report = stage(project, ("settled.tsv", offline("Ende."), {"same_name": "guess"})).files.get().report
    assert [(document["side"], document["status"]) for document in report["documents"]] == [
        ("source", "unchanged"), ("target", "unchanged"), ("offline", "new"),
    ]  # fmt: skip
    assert report["documents"][2]["same_name"]["document"] == old.offline_id


def test_two_files_for_one_document_are_refused(project: Project) -> None:
    bring(project, ("settled.de.txt", plain(1)))
    other = (*ROWS[:2], ("The tide turns at noon.", "Mittags kippt die Flut."))
    both = stage(
        project,
        ("a/settled.de.txt", plain(1, CORRECTED), {"same_name": "guess"}),
        ("b/settled.de.txt", plain(1, other), {"same_name": "guess"}),
    )
    with pytest.raises(
        Conflict, match=r"Two texts of this import are .* of settled, one of them from b/settled\.de\.txt"
    ):
        commit(both)
    assert Document.objects.count() == 1


def test_files_of_one_batch_are_not_versions_of_each_other(project: Project) -> None:
    files = [(f"{place}/settled.tsv", table(rows), {"same_name": "version"}) for place, rows in
             (("a", ROWS), ("b", CORRECTED))]  # fmt: skip
    assert bring(project, *files).result["n_changed"] == 0
    assert {document.version for document in Document.objects.all()} == {1}


def test_what_is_known_of_the_document_goes_along(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    Document.objects.filter(language="de").update(title="Settled, at last", interpreter="S01", external_id="ahc-7")
    bring(project, ("settled.tsv", table(CORRECTED), {"same_name": "version"}))
    newer = Document.objects.get(version=2)
    assert Pair.objects.get(target=newer).title == "settled (version 2)"
    assert (newer.title, newer.interpreter, newer.external_id) == ("Settled, at last", "S01", "ahc-7")


def test_a_pair_keeps_the_title_that_somebody_gave_it(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    Pair.objects.update(title="The harbour, evening")
    bring(project, ("settled.tsv", table(CORRECTED), {"same_name": "guess"}))
    assert Pair.objects.latest("pk").title == "The harbour, evening (version 2)"


def test_a_text_with_an_id_goes_by_that(project: Project) -> None:
    head = "talk\tname\tsource\ttarget\n"
    for talk in ("7", "8"):
        rows = "".join(f"{talk}\tsettled\t{source} {talk}\t{target} {talk}\n" for source, target in ROWS)
        batch = bring(project, ("t.tsv", (head + rows).encode(), {"same_name": "version"}))
        assert batch.result["n_changed"] == 0
    assert Pair.objects.count() == 2


def test_the_api_takes_the_choice_of_all_files_and_of_one(client: APIClient, project: Project) -> None:
    bring(project, ("settled.tsv", table()))

    def staged(**fields: str) -> Any:
        upload = api.SimpleUploadedFile("settled.tsv", table(CORRECTED))
        return client.post(
            "/api/v1/imports/", {"project": project.slug, "files": [upload], **fields}, format="multipart"
        )

    assert staged().json()["files"][0]["change"] == "new"
    batch = staged(same_name="guess").json()
    assert (batch["files"][0]["change"], batch["files"][0]["options"]) == ("changed", {"same_name": "guess"})
    beside = client.patch(api.file_address(batch), {"same_name": "beside"}, format="json").json()["files"][0]
    assert beside["change"] == "new"
    assert beside["documents"][1]["same_name"]["n_documents"] == 1
    wrong = staged(same_name="over")
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "same_name")
    assert client.patch(api.file_address(batch), {"same_name": "over"}, format="json").status_code == 400


def test_the_command_says_it_and_takes_the_choice(project: Project, tmp_path: Path) -> None:
    bring(project, ("settled.tsv", table()))
    path = tmp_path / "settled.tsv"
    path.write_bytes(table(CORRECTED))

    def run(*arguments: str) -> str:
        out = StringIO()
        call_command("import", project.slug, str(path), *arguments, stdout=out)
        return out.getvalue()

    assert "settled.tsv: settled is already in the project with different text; it will be" in run("--dry-run")
    assert "it becomes its next version" in run("--same-name", "guess", "--dry-run")
    run("--same-name", "version")
    assert Document.objects.get(version=2).language == "de"


def test_of_many_documents_of_one_name_only_the_newest_is_read(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(project, ("source.txt", plain(0)))
    (first,) = Document.objects.values()
    first.pop("id")
    Document.objects.bulk_create(
        Document(**{**first, "content_hash": f"{number:064}", "external_id": f"id-{number}"}) for number in range(50)
    )
    made: list[Any] = []
    from_db = Document.from_db
    monkeypatch.setattr(Document, "from_db", lambda *known: made.append(known) or from_db(*known))
    report = stage(project, ("source.txt", plain(0, CORRECTED[:2]))).files.get().report
    assert report["documents"][0]["same_name"]["n_documents"] == 51
    assert len(made) < 10


def test_a_name_is_the_same_however_its_accents_are_stored(project: Project) -> None:
    """macOS names files in NFD, others in NFC."""
    name = "\u30d5\u3099ラント゛講演 café"
    bring(project, (unicodedata.normalize("NFC", f"{name}.txt"), plain(0)))
    again = stage(project, (unicodedata.normalize("NFD", f"{name}.txt"), plain(0, CORRECTED[:2])))
    assert again.files.get().report["documents"][0]["same_name"]["n_documents"] == 1


@pytest.mark.parametrize("choice", ["guess", "version"])
def test_what_was_announced_is_what_is_done_or_nothing(project: Project, choice: str) -> None:
    """A text of that name that came meanwhile would be taken for the older version, or leave nothing to guess."""
    bring(project, ("settled.tsv", table()))
    again = stage(project, ("settled.tsv", table(CORRECTED), {"same_name": choice}))
    assert again.files.get().report["change"] == "changed"
    bring(project, ("settled.tsv", table((*ROWS[:2], ("The tide turns at noon.", "Mittags kippt sie.")))))
    before = versions()
    with pytest.raises(Conflict, match=r"Another text named settled was imported since.*Nothing was imported"):
        commit(again)
    assert versions() == before
    file = again.files.get()
    change_file(file, {"same_name": "version"})
    commit(again)
    newest = Document.objects.latest("pk")
    assert (newest.version, newest.previous.title if newest.previous else "") == (2, "settled")


def test_a_version_that_came_meanwhile_is_followed(project: Project) -> None:
    bring(project, ("settled.tsv", table()))
    other = (*ROWS[:2], ("The tide turns at noon.", "Mittags kippt sie."))
    batches = [stage(project, ("settled.tsv", table(rows), {"same_name": "version"})) for rows in (CORRECTED, other)]
    for batch in batches:
        commit(batch)
    assert [version for _, language, version in versions() if language == "de"] == [1, 2, 3]
