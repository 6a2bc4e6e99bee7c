"""The demo project: our own texts through the import that everybody uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import override_settings
from rest_framework.test import APIClient

from annotator.aligning.paper_talk import talk_words
from annotator.authors.rating_tasks.results import results_of
from annotator.decks.searches import recording_name
from annotator.demo.collection import collection
from annotator.demo.slides import SOURCES, parts_of, read_deck
from annotator.models import (
    AlignmentRun,
    DemoLoad,
    Document,
    ImportBatch,
    ImportState,
    Pair,
    Project,
    RatingTask,
    Review,
    Role,
    Unit,
)  # fmt: skip
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat
from annotator.site import demo
from annotator.site.demo import N_REVIEWED, SEED, load_demo
from annotator.site.demo_ratings import N_RATERS, QUALITIES
from annotator.summaries.tuning import LEAST_PAPERS, Grid, execute, n_reviewed, said_of_words, start_tuning
from tests.annotator.shared import shared_rows


@pytest.fixture(scope="module")
def loaded(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Project]:
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")):
        User.objects.create_superuser("admin", password="a long enough one")
        yield load_demo()


@pytest.fixture
def project(loaded: Project, db: None) -> Project:
    """The demo of the site's admin."""
    return loaded


def test_four_pairs_to_review_with_all_their_units(project: Project) -> None:
    found = {
        (pair.title, pair.kind): (pair.source.units.count(), pair.target.units.count(), pair.target.language)
        for pair in Pair.objects.filter(project=project, reviews=None)
    }
    assert found == {
        ("Listening for the full stop", "paper_talk"): (72, 114, "en"),
        ("What the tide ledger remembers", "bitext"): (63, 133, "ja"),
        ("The lever that will not move", "bitext"): (56, 53, "de"),
        ("潮位計の読み方", "slides_talk"): (6, 15, "ja"),
    }
    assert project.is_demo
    assert project.role_of(User.objects.get()) == Role.ADMIN
    assert Document.objects.filter(project=project).count() == 11 + 2 * N_REVIEWED


def test_reviews_of_the_other_talks_say_what_they_were_made_from(project: Project) -> None:
    reviews = Review.objects.filter(pair__project=project, pair__kind="paper_talk")
    assert reviews.count() == N_REVIEWED >= LEAST_PAPERS
    assert n_reviewed(project) == (N_REVIEWED, N_REVIEWED)
    talks = {talk.title: talk for talk in collection(N_REVIEWED, SEED)}
    for review in reviews.select_related("pair"):
        talk = talks[review.pair.title]
        texts = review.pair.source.texts()
        assert (review.state, review.reviewed_count) == ("submitted", review.row_count)
        words = talk_words(review.pair.target.texts())
        assert words.words == [word for _, said in talk.spoken for word in said]
        found = said_of_words(review, words)
        at = 0
        for sentence, said in talk.spoken:
            (about,) = set(found[at : at + len(said)])
            assert about is not None
            if sentence is None:
                assert about == frozenset()
            else:
                (unit,) = about
                assert talk.sentences[sentence].text in texts[unit]
            at += len(said)
        assert [operation.verb for operation in review.operations.order_by("sequence")] == ["accept", "submit"]


def test_a_talk_with_its_slides_is_half_reviewed_as_its_timeline_says(project: Project) -> None:
    review = Review.objects.get(pair__project=project, pair__kind="slides_talk")
    pair = review.pair
    deck = read_deck(SOURCES["fog"])
    assert [unit.text.split() for unit in pair.source.units.order_by("position")] == [
        page.text.split() for page in deck.pages
    ]
    run = AlignmentRun.objects.get(pair=pair)
    assert (run.engine, run.state, review.state) == ("timeline", "succeeded", "open")
    assert recording_name(pair).startswith("fog"), "its recording can be searched"
    assert review.reviewed_count == review.row_count // 2 == 12
    texts = pair.target.texts()
    said = [
        (link.source[0] if link.source else None, [texts[unit] for unit, _, _ in link.target])
        for link in run.links.order_by("position")
    ]
    assert said == parts_of(deck)


def test_the_reviewed_talks_can_be_tuned_on(project: Project) -> None:
    grid = Grid(("exact", "characters"), (0.75, 0.9), (0.5,), (0.2, 0.33), (0.05,))
    tuning = start_tuning(project=project, grid=grid, user=None, queue=False)
    execute(tuning.pk)
    tuning.refresh_from_db()
    assert (tuning.error, tuning.state, tuning.basis["n_talks"]) == ("", "succeeded", N_REVIEWED)
    # What the talks were made from is found again, but for about one word in eight.
    assert 0.83 < tuning.result["f1"] < 0.95
    assert tuning.result["best"]["lambda_"] == 0.9  # these speakers leave out two sentences of three


def test_extracts_of_the_papers_have_been_rated(project: Project) -> None:
    """What was planted is found: the best method, and the rater who did not read."""
    task = RatingTask.objects.get(project=project)
    assert not task.is_open
    results = results_of(task)
    for question in results["questions"]:
        ranked = sorted(question["systems"], key=lambda one: -one["value"])
        assert [one["system"] for one in ranked] == list(QUALITIES)
        assert ranked[0]["low"] > ranked[-1]["high"]
    assert [one["number"] for one in results["raters"] if not one["is_counted"]] == [N_RATERS]
    assert task.raters.filter(begun_at=None).count() == 1


def test_interpretation_has_its_people_and_its_offline_translation(project: Project) -> None:
    pair = Pair.objects.get(project=project, kind="bitext", target__language="ja")
    assert (pair.source.speaker, pair.target.interpreter, pair.target.interpreter_rank) == (
        "Maren Solheim-Drake",
        "A01",
        "A",
    )
    assert pair.offline is not None
    assert pair.offline.units.count() == pair.source.units.count()
    assert pair.offline.units.get(position=0).text == "ありがとうございます。"


def test_talk_keeps_its_word_times(project: Project) -> None:
    talk = Pair.objects.get(project=project, title="Listening for the full stop").target
    unit = Unit.objects.get(document=talk, position=0)
    start, end, start_seconds, end_seconds = unit.words[1]
    assert unit.text[start:end] == "can"
    assert (start_seconds, end_seconds) == (3.161, 3.465)


def test_loading_twice_changes_nothing(project: Project) -> None:
    n_runs = AlignmentRun.objects.count()
    again = load_demo()
    assert (again, AlignmentRun.objects.count()) == (project, n_runs)
    assert Project.objects.count() == 1
    assert Document.objects.count() == 11 + 2 * N_REVIEWED
    assert ImportBatch.objects.get().state == ImportState.IMPORTED


def test_everybody_gets_a_demo_of_their_own_whose_runs_are_queued_once_it_is_committed(
    project: Project, client_of: Callable[[User], APIClient], django_capture_on_commit_callbacks: Any,
    queued: list[tuple[str, int]],
) -> None:  # fmt: skip
    other = User.objects.create_user("other", password="a long enough one")
    client = client_of(other)
    with django_capture_on_commit_callbacks(execute=True):
        answers = [client.post("/api/v1/projects/demo/") for _ in range(3)]
    assert [(answer.status_code, answer.json()["state"]) for answer in answers] == [(202, "queued")] * 3
    load = DemoLoad.objects.get(asked_by=other)
    assert queued == [("load_demo", load.pk)], "asked again, it is under way"
    with mock.patch.object(Heartbeat, "note"), django_capture_on_commit_callbacks(execute=True):
        demo.execute(load.pk)
        assert len(queued) == 1
    asked = client.get("/api/v1/projects/demo/progress/").json()
    assert (asked["state"], asked["error"]) == ("done", "")
    assert client.post("/api/v1/projects/demo/").json() == asked, "it is there already"
    of_other = Project.objects.get(slug=asked["project"])
    assert of_other != project
    assert of_other.is_demo
    assert of_other.pairs.count() == 5 + N_REVIEWED
    assert project.role_of(other) is None
    assert of_other.role_of(other) == Role.ADMIN
    runs = AlignmentRun.objects.filter(pair__project=of_other, state="queued")
    assert sorted(run for run in queued if run[0] == "align") == sorted(("align", run.pk) for run in runs)
    assert sorted(run.engine == "talksumm" for run in runs) == [False, False, False, *[True] * (1 + N_REVIEWED)]


def test_who_has_a_demo_gets_no_other(project: Project, client_of: Callable[[User], APIClient]) -> None:
    answer = client_of(User.objects.get(is_superuser=True)).post("/api/v1/projects/demo/")
    assert (answer.status_code, answer.json()["state"], answer.json()["project"]) == (202, "done", project.slug)


def test_nobody_has_demos_made_again_and_again(project: Project, client_of: Callable[[User], APIClient]) -> None:
    cache.clear()
    client = client_of(User.objects.get(is_superuser=True))
    assert [client.post("/api/v1/projects/demo/").status_code for _ in range(11)] == [202] * 10 + [429]
    cache.clear()


def test_without_an_admin_it_says_so(project: Project) -> None:
    User.objects.update(is_superuser=False)
    with pytest.raises(ServiceError, match="no admin"):
        load_demo()
    assert Project.objects.count() == 1
