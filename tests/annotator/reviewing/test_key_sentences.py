"""Key sentences of talks with slides: proposed, marked, undone, in conflict, adjudicated, measured, gold."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.test import APIClient

from alignment.slides.vtssum import Clip, read_video
from annotator.aligning.runs import execute
from annotator.corpus.importing.newer import store_newer
from annotator.models import Document, DocumentKind, Operation, Pair, Project, Review, Role, TestSet, Timeline, Unit
from annotator.releases.forms.registry import FORMS
from annotator.reviewing.gold_records import gold_of_pair
from annotator.teams import figures
from tests import world
from tests.annotator.releases.releasing import make_release
from tests.annotator.reviewing.editor import Editor, accepted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]

ClientOf = Callable[[User], APIClient]
Person = Callable[..., User]

PAGES = [
    "Two log-normals\nEvery silence of every speaker comes from one of two log-normals",
    "Ten speakers read speech aloud",  # too few words to label
]
SAID = [
    "So what now?",
    "each silence comes from one of two log-normals",
    "that was it",
    "and every speaker has two of them for every silence",
    "ten speakers read speech aloud",
]


@pytest.fixture
def pair(project: Project) -> Pair:
    deck = world.make_document(project, "Silences", PAGES, kind=DocumentKind.SLIDES)
    talk = world.make_document(project, "Silences talk", SAID, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = world.make_pair(project, "Silences", deck, talk)
    Timeline.objects.create(pair=pair, stretches=[[1, 0.0, 16.0], [2, 16.0, None]], origin="file", file_name="s.csv")
    return pair


@pytest.fixture
def boss(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def aligned(client: APIClient, pair: Pair, **options: Any) -> list[dict[str, Any]]:
    run = client.post("/api/v1/runs/", {"pair": pair.pk, "options": options}).json()
    execute(run["id"])
    links: list[dict[str, Any]] = client.get(f"/api/v1/runs/{run['id']}/links/").json()
    return links


def key_of(editor: Editor) -> list[int]:
    return [chip["unit"] for row in editor.rows for chip in row["target"] if chip["is_key"]]


def chip_of(editor: Editor, unit: int) -> str:
    return next(chip["id"] for row in editor.rows for chip in row["target"] if chip["unit"] == unit)


def mark(editor: Editor, *units: int, is_key: bool = True) -> dict[str, Any]:
    return {"type": "set_key", "chips": [chip_of(editor, unit) for unit in units], "is_key": is_key}


def test_a_review_opens_with_the_sentences_that_resemble_the_page(boss: APIClient, pair: Pair) -> None:
    links = aligned(boss, pair)
    assert [link["key_sentences"] for link in links] == [[1, 3], []]
    assert [link["key_sentences"] for link in aligned(boss, pair, key_sentences=1)] == [[1], []]
    assert [link["key_sentences"] for link in aligned(boss, pair, key_sentences=0)] == [[], []]
    long_pages = [link["key_sentences"] for link in aligned(boss, pair, key_page_words=100)]
    shown = boss.get(f"/api/v1/runs/?pair={pair.pk}").json()["results"][0]["key_sentences"]
    assert long_pages == [[], []]
    assert (shown["n_pages"], shown["n_samples"], shown["short_pages"], shown["min_page_words"]) == (2, 0, 2, 100)
    aligned(boss, pair)
    editor = Editor(boss, pair)
    assert key_of(editor) == [1, 3]
    assert [row["edited"] for row in editor.rows] == [False, False]


def test_a_mark_is_an_operation_like_any_other(boss: APIClient, pair: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    before = editor.bare()
    editor.done(mark(editor, 0, 2), verb="key")
    assert key_of(editor) == [0, 1, 2, 3]
    assert not editor.rows[0]["edited"], "a label does not regroup"
    editor.done(mark(editor, 1, is_key=False), verb="key")
    assert key_of(editor) == [0, 2, 3]
    editor.undo()
    editor.undo()
    assert editor.bare() == before
    editor.redo()
    assert key_of(editor) == [0, 1, 2, 3]
    (row, _) = editor.rows
    history = boss.get(f"/api/v1/reviews/{editor.id}/operations/?row={row['id']}").json()
    assert [chip["is_key"] for chip in history[-1]["after"][0]["target"]] == [True, True, True, True]


def test_a_mark_stays_with_its_sentence_through_cuts_and_merges(boss: APIClient, pair: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    first, second = editor.rows
    ids = {chip["unit"]: chip["id"] for chip in first["target"]}
    half, new = str(uuid4()), str(uuid4())
    source = [chip["id"] for chip in first["source"]]
    editor.done(
        {"type": "split_chip", "chip": ids[1], "at": 4, "new_chip": half},
        {
            "type": "regroup",
            "groups": [
                {"row": first["id"], "source": source, "target": [ids[0], ids[1]]},
                {"row": new, "position": 1.5, "source": [], "target": [half, ids[2], ids[3]]},
            ],
        },
    )
    assert key_of(editor) == [1, 1, 3]
    editor.done({"type": "set_key", "chips": [half], "is_key": False})
    everything = [ids[0], ids[1], half, ids[2], ids[3], second["target"][0]["id"]]
    source += [chip["id"] for chip in second["source"]]
    editor.done(
        {
            "type": "regroup",
            "groups": [{"row": first["id"], "source": source, "target": everything}],
            "emptied": [new, second["id"]],
        },
        {"type": "join_chips", "chips": [ids[1], half]},
    )
    assert key_of(editor) == [1, 3], "a sentence of which a part is a key sentence is one"


def test_only_what_was_said_over_slides_can_be_marked(boss: APIClient, pair: Pair, talk: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    source = editor.rows[0]["source"][0]["id"]
    answer = editor.send({"type": "set_key", "chips": [source], "is_key": True})
    assert (answer.status_code, answer.data["detail"]) == (400, "Only what was said is a key sentence.")
    of_paper = Editor(boss, talk)
    chip = of_paper.rows[0]["target"][0]["id"]
    answer = of_paper.send({"type": "set_key", "chips": [chip], "is_key": True})
    assert (answer.status_code, answer.data["detail"]) == (400, "Only a talk with slides has key sentences.")


def test_two_who_mark_one_row_are_in_conflict(boss: APIClient, pair: Pair, person: Person, client_of: ClientOf) -> None:
    aligned(boss, pair)
    mine = Editor(client_of(person(Role.ANNOTATOR, "ann")), pair)
    other = Editor(boss, pair, review=mine.id)
    seen = mine.versions
    other.done(mark(other, 0))
    answer = mine.send(mark(mine, 2), versions=seen)
    assert answer.status_code == 409, answer.data
    assert key_of(mine) == [0, 1, 3]


def test_from_marks_that_differ_to_gold(
    boss: APIClient, pair: Pair, project: Project, person: Person, client_of: ClientOf, tmp_path: Path
) -> None:
    aligned(boss, pair)
    one, two = (Editor(client_of(person(Role.ANNOTATOR, name)), pair) for name in ("ann", "ben"))
    two.done(mark(two, 3, is_key=False))
    for editor in (one, two):
        editor.done(*accepted(editor))
        editor.done({"type": "submit"}, verb="submit")

    figures.refresh(project.pk)
    measures = boss.get("/api/v1/projects/harbour-talks/agreement/").json()["measures"]
    (measured,) = [each for each in measures if each["measure"] == "key_sentences"]
    # Krippendorff over yes yes, yes no, and three times no no: 1 - 9 * 2 / (2 * 3 * 7)
    assert (measured["n_units"], measured["raw"]) == (5, 0.8)
    assert measured["value"] == pytest.approx(1 - 9 * 2 / (2 * 3 * 7))
    (cuts,) = [each for each in measures if each["measure"] == "boundaries"]
    assert (cuts["value"], cuts["raw"]) == (1, 0), "they turn the page together: F1 is 1 and Pk 0"
    assert [record["row"] for record in gold_of_pair(pair)] == [1], "they agree on the other row"

    chief = client_of(person(Role.ADJUDICATOR))
    opened = chief.post("/api/v1/projects/harbour-talks/adjudications/", {"pair": pair.pk})
    adjudication = Editor(chief, pair, review=opened.data["id"])
    (region,) = chief.get(f"/api/v1/adjudications/{adjudication.id}/").json()["regions"]
    assert region["parts"] == ["key_sentences"]
    assert [[chip["is_key"] for chip in rows[0]["target"]] for rows in region["rows"]] == [
        [False, True, False, True], [False, True, False, False],
    ]  # fmt: skip
    adjudication.done(mark(adjudication, 3, is_key=False), mark(adjudication, 0))
    adjudication.done({"type": "set", "rows": adjudication.row_ids, "fields": {"status": "accepted"}})
    adjudication.done({"type": "submit"}, verb="submit")
    gold = boss.get("/api/v1/projects/harbour-talks/gold/?file_format=jsonl").getvalue().decode().splitlines()
    assert [json.loads(line)["sentences"] for line in gold] == [
        [{"sent": text, "label": label} for text, label in zip(SAID[:4], [1, 1, 0, 0], strict=True)],
        [{"sent": SAID[4], "label": 0}],
    ]
    packed = b"".join(boss.get("/api/v1/projects/harbour-talks/gold/?file_format=vtssum").streaming_content)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == ["0001-silences.json"]
        video = read_video(archive.read("0001-silences.json"))
    call_command("export", project.slug, "--format", "vtssum", "--out", str(tmp_path / "gold.zip"))
    with zipfile.ZipFile(tmp_path / "gold.zip") as archive:
        assert read_video(archive.read("0001-silences.json")) == video
    decided = (Clip("clip_0", True, tuple(SAID[:4]), (1, 1, 0, 0)), Clip("clip_1", False, (SAID[4],), (0,)))
    assert (video.title, video.clips) == ("Silences", decided)

    test_set = TestSet.objects.create(project=project, name="Spring")
    test_set.reviews.set([adjudication.id])
    release = make_release(test_set, FORMS)
    with release.files.get(form="vtssum").file.open() as file, zipfile.ZipFile(file) as archive:
        (name,) = archive.namelist()
        assert read_video(archive.read(name)) == video


def test_what_people_set_one_by_one_is_known_apart_from_what_they_had_proposed(boss: APIClient, pair: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    address = f"/api/v1/reviews/{editor.id}/key-sentences/"
    assert boss.get(address).json() == {"by_hand": []}
    editor.done(mark(editor, 0, is_key=True), mark(editor, 1, is_key=False), verb="propose_keys")
    assert boss.get(address).json() == {"by_hand": []}
    editor.done(mark(editor, 2), verb="key")
    editor.done(mark(editor, 1, 3, is_key=False), verb="not_key")
    assert boss.get(address).json() == {"by_hand": sorted(chip_of(editor, unit) for unit in (1, 2, 3))}
    editor.undo()
    assert boss.get(address).json() == {"by_hand": [chip_of(editor, 2)]}


def newer_of(client: APIClient, user: User, said: list[str]) -> Editor:
    """The review of the talk, carried over to these sentences."""
    before = Document.objects.get(next=None, kind=DocumentKind.TRANSCRIPT)
    units = [Unit(position=at, text=text) for at, text in enumerate(said)]
    talk = store_newer(before, units, user=user, origin="again", metadata={}, progress=lambda *_: None)
    review = Review.objects.get(pair__target=talk)
    return Editor(client, review.pair, review=review.pk)


def test_a_mark_stays_with_a_sentence_whose_text_is_corrected(boss: APIClient, admin: User, pair: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    half = str(uuid4())
    editor.done({"type": "split_chip", "chip": chip_of(editor, 3), "at": 4, "new_chip": half})
    editor.done(mark(editor, 3, is_key=False), verb="not_key")
    assert key_of(editor) == [1, 3], "a part of the last one is left"
    newer = newer_of(boss, admin, [SAID[0], "Each silence comes from one of two log-normals.", *SAID[2:]])
    assert key_of(newer) == [1, 3]
    links = newer.client.get(f"/api/v1/runs/{Review.objects.get(pk=newer.id).run_id}/links/").json()
    assert [link["key_sentences"] for link in links] == [[1, 3], []], "who begins on the newer text has them too"
    newer = newer_of(boss, admin, [*SAID[:3], "And every speaker", "has two of them for every silence.", SAID[4]])
    assert key_of(newer) == [1, 3, 4], "what a key sentence became"


def test_what_people_set_one_by_one_is_known_on_newer_texts_too(boss: APIClient, admin: User, pair: Pair) -> None:
    aligned(boss, pair)
    editor = Editor(boss, pair)
    editor.done(mark(editor, 0), mark(editor, 1, is_key=False), verb="key")
    editor.done(mark(editor, 2), verb="key")
    editor.done(mark(editor, 3, is_key=False), verb="propose_keys")

    def by_hand(editor: Editor) -> list[int]:
        known = boss.get(f"/api/v1/reviews/{editor.id}/key-sentences/").json()["by_hand"]
        chips = [chip for row in editor.rows for chip in row["target"]]
        assert set(known) <= {chip["id"] for chip in chips}
        return sorted(chip["unit"] for chip in chips if chip["id"] in known)

    second = newer_of(boss, admin, ["Welcome.", SAID[0], SAID[1], "that was that", *SAID[3:]])
    assert by_hand(second) == [1, 2], "the third sentence says something else now, and the fourth was proposed"
    second.done(mark(second, 5), verb="key")
    third = newer_of(boss, admin, [*SAID, "Thank you."])
    assert by_hand(third) == [0, 1, 4]
    (carried,) = Operation.objects.filter(review=third.id)
    assert len(carried.steps) == 1


def test_a_review_says_by_what_key_sentences_are_proposed(boss: APIClient, pair: Pair) -> None:
    def options(**of_run: Any) -> Any:
        aligned(boss, pair, **of_run)
        pair.reviews.all().delete()
        return boss.get(f"/api/v1/reviews/{Editor(boss, pair).id}/content/").json()["key_options"]

    assert options() == {"min_page_words": 10, "min_sentence_words": 3, "min_rouge": 0.1, "max_sentences": 3}
    shown = options(key_sentences=5, key_page_words=0, key_sentence_words=7, key_rouge=0)
    assert shown == {"min_page_words": 0, "min_sentence_words": 7, "min_rouge": 0, "max_sentences": 5}
    assert options(key_sentences=0)["max_sentences"] == 3
    bitext = Editor(boss, world.bitext(pair.project))
    assert boss.get(f"/api/v1/reviews/{bitext.id}/content/").json()["key_options"] is None
