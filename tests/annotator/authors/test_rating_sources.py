"""Samples from what a project has: rows of releases and outputs, what recognisers heard, summaries, generated texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors.rating_tasks.drawing import spread, trap_of
from annotator.authors.rating_tasks.questions import OF_M3AV
from annotator.authors.rating_tasks.raters import add_members, add_raters, begin, rate
from annotator.authors.rating_tasks.sources import Found
from annotator.authors.rating_tasks.tasks import create_task, set_samples
from annotator.models import (
    Correction,
    DeckPictures,
    Direction,
    GeneratedText,
    GivenSummary,
    Membership,
    PagePicture,
    Pair,
    PairSummary,
    Pass,
    Project,
    RatingTask,
    Release,
    Review,
    ReviewState,
    Role,
    SummarySet,
    TranscriptCheck,
)
from annotator.models import System as ScoredSystem
from annotator.platform.errors import Closed, ServiceError
from annotator.reviewing.opening import open_review
from tests import world
from tests.annotator.releases.releasing import make_release, make_system, set_of_all

API = "/api/v1/rating-tasks/"

pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient], settings: Any, tmp_path: Path) -> APIClient:
    settings.MEDIA_ROOT = tmp_path
    return client_of(admin)


@pytest.fixture
def task(project: Project) -> RatingTask:
    return create_task(
        project=project, user=None, rules={}, name="Texts", medium="text", questions=[OF_M3AV[2]], per_set=5,
        sets_per_rater=2, seed=7,
    )  # fmt: skip


def offered(client: APIClient, kind: str) -> list[dict[str, Any]]:
    sources = client.get(f"{API}sources/", {"project": "harbour-talks"}).json()["sources"]
    return [source for source in sources if source["kind"] == kind]


def drawn(client: APIClient, task: RatingTask, source: dict[str, Any], *systems: str, **how: Any) -> dict[str, Any]:
    """systems : names."""
    keys = {each["name"]: each["key"] for each in source["systems"]}
    body = {"source": source["key"], "systems": [keys[name] for name in systems], "n_sets": 5, **how}
    answer = client.post(f"{API}{task.pk}/draw/", body, format="json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def sets_of(task: RatingTask) -> dict[str, dict[str, str]]:
    sets: dict[str, dict[str, str]] = {}
    for sample in task.samples.all():
        sets.setdefault(sample.group, {})[sample.system] = sample.text
    return sets


def released(pair: Pair, annotator: User) -> Release:
    review, _ = open_review(pair=pair, annotator=annotator)
    review.rows.update(status="accepted")
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    return make_release(set_of_all(pair.project))


def test_rows_of_a_release_stand_beside_outputs_for_them(
    client: APIClient, task: RatingTask, project: Project, bitext: Pair, annotator: User, admin: User
) -> None:
    assert offered(client, "rows") == []
    release = released(bitext, annotator)
    half, whole = make_system(release, "Half", keep=0.5), make_system(release, "Whole", keep=1)
    ScoredSystem.objects.filter(pk=half.pk).update(created_by=admin)
    (source,) = offered(client, "rows")
    assert [each["name"] for each in source["systems"]] == ["Release", "Half", "Whole"]
    assert drawn(client, task, source, "Release", "Half", "Whole", n_sets=2, traps=True) == {"n_sets": 2, "n_left": 0}
    sets = sets_of(task)
    assert [sorted(of) for of in sets.values()] == [["", "Half", "Release", "Whole"]] * 2  # a trap in each
    for of in sets.values():
        assert of["Whole"] == of["Release"] != of["Half"]
        assert of["Release"].startswith(of["Half"])
    assert set(task.samples.values_list("pair", "document")) == {(bitext.pk, None)}  # the traps too, for its reference
    references = task.samples.order_by().values_list("group", "reference").distinct()
    assert len(references) == 2  # one source a set, the trap's too
    assert {row.system: row.made_by_id for row in task.samples.all()} == {
        "Release": annotator.pk, "Half": admin.pk, "Whole": None, "": None,
    }  # fmt: skip
    before = list(task.samples.values_list("text", flat=True))
    drawn(client, task, source, "Release", "Half", "Whole", n_sets=2, traps=True)
    assert list(task.samples.values_list("text", flat=True)) == before  # by the seed
    whole.file.storage.delete(str(whole.file.name))
    body = {"source": source["key"], "systems": [each["key"] for each in source["systems"]], "n_sets": 2}
    refused = client.post(f"{API}{task.pk}/draw/", body, format="json").json()
    assert refused["detail"] == "The file of an output can't be read. Upload it again."
    assert task.samples.count() == len(before)  # nothing was replaced


def test_whoever_reviewed_a_text_or_uploaded_it_is_not_asked_about_it(
    client: APIClient, task: RatingTask, bitext: Pair, talk: Pair, annotator: User, admin: User, person: Any
) -> None:
    """Gold rests on every review of a text, and a copy under another normaliser is still its uploader's."""
    release = released(bitext, annotator)
    second, other = person("adjudicator"), person("viewer")
    open_review(pair=bitext, annotator=second)
    make_system(release, "Half", keep=0.5)
    (source,) = offered(client, "rows")
    drawn(client, task, source, "Release", "Half", n_sets=2)
    for concerned in (annotator, second):
        with pytest.raises(ServiceError, match="made something in each set"):
            add_members(task, [concerned.pk])
    (rater,) = add_members(task, [other.pk])
    Review.objects.filter(annotator=second).update(annotator=other)  # who reviewed it once they were chosen
    with pytest.raises(Closed):
        begin(rater, language="en", consent=0, headphones="")
    drawn_without = create_task(
        project=task.project, user=None, rules={}, name="Half alone", medium="text", questions=[OF_M3AV[2]],
        per_set=5, sets_per_rater=2,
    )  # fmt: skip
    drawn(client, drawn_without, source, "Half", n_sets=2)
    add_members(drawn_without, [annotator.pk])  # what they reviewed is not in it

    review, _ = open_review(pair=talk, annotator=annotator)
    PairSummary.objects.create(
        pair=talk, run=review.run, review=review, basis="gold", length_kind="sentences",
        length_value=1, positions=[0], durations=[1], n_paper_sentences=2, n_tokens=1, n_words_spoken=1,
        made_at=timezone.now(),
    )  # fmt: skip
    (source,) = offered(client, "summaries")
    drawn(client, task, source, "As made from gold reviews", "Lead, 150 words")
    made_by = task.samples.order_by("system").values_list("system", "made_by", "pair")
    assert list(made_by) == [("As made from gold reviews", annotator.pk, talk.pk), ("Lead, 150 words", None, talk.pk)]


def test_what_recognisers_heard_stands_beside_what_was_said(
    client: APIClient, task: RatingTask, project: Project, bitext: Pair, annotator: User
) -> None:
    """Those that were scored as written the same way; a segment that one did not hear is left out."""
    release = released(bitext, annotator)
    known = {"on_release": release, "kind": "recognition", "state": "scored", "source_language": "en", "basis": "x"}
    for name, normaliser in (("Tern", "plain"), ("Gull", "plain"), ("Other", "english")):
        system = ScoredSystem.objects.create(
            **known, name=name, options={"normaliser": normaliser}, scores={}, file="out.txt"
        )
        talk = world.heard_talk(system)
        missed = {**talk.segments[0], "id": "second", "runs": [["so", "" if name == "Gull" else "so", ""]]}
        talk.segments.append(missed)
        talk.save()
    plain = next(each for each in offered(client, "heard") if len(each["systems"]) == 3)
    assert [each["name"] for each in plain["systems"]] == ["What was said", "Gull", "Tern"]
    assert plain["n_sets"] == 2
    assert drawn(client, task, plain, "What was said", "Gull", "Tern") == {"n_sets": 1, "n_left": 1}
    assert list(sets_of(task).values()) == [{"What was said": "no full stop", "Gull": "no full", "Tern": "no full"}]
    assert set(task.samples.values_list("reference", flat=True)) == {""}  # beside itself, it would tell a system
    drawn(client, task, plain, "Gull", "Tern")
    assert set(task.samples.values_list("reference", flat=True)) == {"no full stop"}


def test_whoever_corrected_a_transcript_is_not_asked_about_recognisers_of_it(project: Project, talk: Pair) -> None:
    """Nor who checked it: they know what was said. A correction that was withdrawn is none."""
    people = [User.objects.create(username=name) for name in ("corrects", "checks", "withdrew", "other")]
    corrects, checks, withdrew, other = people
    for user in people:
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    document = talk.target
    place = {"document": document, "unit": 0, "start": 0, "end": 2}
    Correction.objects.create(**place, text="So", by=corrects, extent=(document.pk << 32, (document.pk << 32) + 2))
    Correction.objects.create(**place, text="No", by=withdrew, withdrawn_at=timezone.now(), withdrawn_by=corrects)
    sides = {name: world.recognition(document, name, ["No full stop"]) for name in ("a", "b")}
    check = TranscriptCheck.objects.create(document=document, **sides)
    Pass.objects.create(transcript_check=check, kind="first", user=checks, state="accepted")
    task = create_task(
        project=project, user=None, rules={}, name="Heard", medium="text", questions=[OF_M3AV[2]], per_set=5,
        sets_per_rater=2,
    )  # fmt: skip
    of = {"system": "Gull", "text": "no full", "reference": "", "trap": None}
    set_samples(task, [{**of, "group": "1", "document": document.pk}, {**of, "group": "2"}])
    groups = {}
    for rater in add_members(task, [user.pk for user in people]):
        begin(rater, language="en", consent=0, headphones="")
        groups[rater.user] = set(rater.samples.values_list("sample__group", flat=True))
    assert groups == {corrects: {"2"}, checks: {"2"}, withdrew: {"1", "2"}, other: {"1", "2"}}


def test_summaries_by_people_stand_beside_those_of_systems(
    client: APIClient, task: RatingTask, project: Project, talk: Pair, admin: User
) -> None:
    for kind, name in (("references", "By readers"), ("system", "Uploaded")):
        given = SummarySet.objects.create(project=project, name=name, kind=kind, created_by=admin)
        GivenSummary.objects.create(set=given, document=talk.source, number=0, text=f"{name}: pauses differ.")
    (source,) = offered(client, "summaries")
    assert drawn(client, task, source, "By readers", "Uploaded", "Lead, 150 words") == {"n_sets": 1, "n_left": 0}
    ((_group, of),) = sets_of(task).items()
    assert (of["By readers"], of["Uploaded"]) == ("By readers: pauses differ.", "Uploaded: pauses differ.")
    assert of["Lead, 150 words"]
    answer = client.post(
        f"{API}{task.pk}/draw/", {"source": source["key"], "systems": ["hybrid-150"], "n_sets": 3}, format="json"
    )
    assert answer.json()["detail"] == "Of no set do all of these systems have a text."
    first = talk.source.units.get(position=0)
    abstract = talk.source.sections.create(number="", heading="Abstract", kind="abstract", position=99)
    talk.source.units.filter(pk=first.pk).update(section=abstract)
    drawn(client, task, source, "By readers", "Uploaded")
    assert set(task.samples.values_list("reference", flat=True)) == {first.text}
    drawn(client, task, source, "By readers", "Abstract")
    assert sets_of(task).popitem()[1]["Abstract"] == first.text
    assert not task.samples.exclude(reference="").exists()  # the abstract beside itself would tell a system


def test_generated_texts_stand_beside_the_same_whatever_they_were_made_from(
    client: APIClient, task: RatingTask, project: Project, slides: Pair
) -> None:
    """One run had the paper along: shown beside its texts alone, it would tell them."""
    with_paper, without = (world.generation_run(project, slides, name) for name in ("With", "Without"))
    GeneratedText.objects.filter(run=without).update(paper=[], text="The full stop is silent")
    GeneratedText.objects.create(
        run=with_paper, pair=slides, page=2, start=4, material="Two", reference="two", text="Two"
    )
    (source,) = offered(client, "generated")
    assert drawn(client, task, source, "As spoken", "With", "Without") == {"n_sets": 1, "n_left": 1}
    assert list(sets_of(task).values()) == [
        {"As spoken": "so no full stop", "With": "No full stop in 50", "Without": "The full stop is silent"}
    ]
    assert set(task.samples.values_list("reference", flat=True)) == {"Silences\nFew are long."}
    kept = {row.system: row.generated_id for row in task.samples.all()}
    assert kept == {"As spoken": None, "With": with_paper.texts.get(page=1).pk, "Without": without.texts.get().pk}
    asked = with_paper.texts.get(page=2).pk
    drawn(client, task, source, "With", texts=[asked])
    assert list(task.samples.values_list("generated", flat=True)) == [asked]


@pytest.mark.parametrize(("direction", "shown"), [(Direction.SCRIPT, ["Silences"]), (Direction.SLIDE, [])])
def test_scripts_stand_beside_the_picture_of_their_slide(
    client: APIClient, task: RatingTask, project: Project, slides: Pair, direction: str, shown: list[str]
) -> None:
    """Beside what was made of a script, the slide would be the answer."""
    pictures = DeckPictures.objects.create(document=slides.source, name="deck.pdf", state="done")
    file = ContentFile(b"RIFF\x04\0\0\0WEBP", name="page.webp")
    page = PagePicture.objects.create(pictures=pictures, page=1, picture=file, thumbnail=file, width=160, height=90)
    run = world.generation_run(project, slides, "With")
    type(run).objects.filter(pk=run.pk).update(direction=direction)
    (source,) = offered(client, "generated")
    drawn(client, task, source, source["systems"][0]["name"], "With", traps=True)
    assert [beside.alt for beside in task.pictures.all()] == shown
    if shown:
        page.picture.delete(save=False)
        pictures.delete()  # a copy stays
        answers = [client.get(f"{API}{task.pk}/samples/{at}/picture/") for at in range(3)]
        assert {b"".join(answer) for answer in answers} == {b"RIFF\x04\0\0\0WEBP"}  # type: ignore[arg-type]
    drawn(client, task, source, "With")  # the deck has none any more
    assert not task.pictures.exists()


def test_what_raters_gave_to_texts_is_known_of_texts_and_runs_once_the_task_has_closed(
    client: APIClient, task: RatingTask, project: Project, slides: Pair
) -> None:
    """Of a text that was made again since, nothing."""
    runs = [world.generation_run(project, slides, name) for name in ("Ours", "Theirs", "Again")]
    (source,) = offered(client, "generated")
    drawn(client, task, source, "As spoken", "Ours", "Theirs", "Again")
    (rater,) = add_raters(task, 1)
    begin(rater, language="en", consent=0, headphones="")
    values = {"As spoken": 5, "Ours": 4, "Theirs": 2, "Again": 1}
    given = [
        {"key": row.key, "values": [values[row.sample.system]], "seconds": 9, "is_heard": True}
        for row in rater.samples.select_related("sample")
    ]
    rate(rater, ratings=given)
    GeneratedText.objects.filter(run=runs[2]).update(text="Another")
    asked = f"{API}human-means/?project=harbour-talks"
    assert client.get(asked).json() == {"texts": [], "runs": []}  # people still rate
    RatingTask.objects.update(closes_at=timezone.now())
    ours, theirs, _ = runs
    assert client.get(asked).json()["runs"] == [
        {"run": ours.pk, "value": 4.0, "n": 1}, {"run": theirs.pk, "value": 2.0, "n": 1},
    ]  # fmt: skip
    assert [one["text"] for one in client.get(asked).json()["texts"]] == [ours.texts.get().pk, theirs.texts.get().pk]


def test_what_is_not_there_is_refused_in_words(
    client: APIClient, task: RatingTask, project: Project, slides: Pair
) -> None:
    world.generation_run(project, slides, "Ours")
    (source,) = offered(client, "generated")
    known = {"source": source["key"], "systems": [source["systems"][1]["key"]], "n_sets": 2}
    wrong = {
        "rows-1-en-ja": {"source": "rows-1-en-ja"}, "no system nobody": {"systems": ["nobody"]},
        "Choose a run.": {"systems": ["gold"]},
    }  # fmt: skip
    for change in wrong.values():
        answer = client.post(f"{API}{task.pk}/draw/", {**known, **change}, format="json")
        assert answer.status_code == 400, change
    sound = create_task(
        project=project, user=None, rules={}, name="Voices", medium="sound", questions=[OF_M3AV[2]], per_set=1,
        sets_per_rater=1,
    )  # fmt: skip
    assert client.post(f"{API}{sound.pk}/draw/", known, format="json").json()["code"] == "other_medium"
    drawn(client, task, source, "Ours")
    (rater,) = add_raters(task, 1)
    rater.samples.create(sample=task.samples.get(), position=0, set_position=0)
    assert client.post(f"{API}{task.pk}/draw/", known, format="json").json()["code"] == "rated"


def test_sets_are_drawn_from_as_many_talks_as_there_are() -> None:
    found = [
        Found(f"{talk} {row}", talk) for talk, n in (("long", 90), ("short", 2), ("other", 30)) for row in range(n)
    ]
    taken = spread(found, 12, random.Random(3))
    assert Counter(each.talk for each in taken) == {"long": 5, "short": 2, "other": 5}
    assert [each.group for each in taken] == [each.group for each in spread(found, 12, random.Random(3))]
    assert len(spread(found, 500, random.Random(3))) == 122


@pytest.mark.parametrize(
    ("scales", "language", "expected"),
    [
        (["whole"], "en", r"Please choose [1-5] for each question\."),
        (["yesno"], "de", r"antworten Sie mit (Ja|Nein)\."),
        (["whole", "yesno"], "ja", r"1、または「はい」"),
    ],
)
def test_a_trap_says_what_to_choose(scales: list[str], language: str, expected: str) -> None:
    questions = [{"name": "Q", "scale": scale} for scale in scales]
    said = {trap_of(RatingTask(questions=questions, language=language), random.Random(n)) for n in range(30)}
    assert all(re.search(expected, text) for text, _ in said), said
    assert {value for _, value in said} == (
        {1.0} if len(scales) > 1 else {0.0, 1.0} if "yesno" in scales else {1, 2, 3, 4, 5}
    )
