"""Tuning: from reviewed talks to a preset. The search itself is tested in tests/alignment/test_hmm_tuning.py."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.hmm.tuning import Grid, Setting
from annotator.aligning.engines import check_options, run_engine
from annotator.aligning.presets import create_preset, remove_preset
from annotator.models import DocumentKind, Pair, Preset, Project, Review, ReviewState, Role, RowStatus, RunState, Tuning
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.storage import copy_links
from annotator.summaries import tuning as tunings
from annotator.summaries.tuning import (
    cancel_tuning,
    execute,
    in_use,
    n_reviewed,
    reviewed_talks,
    start_tuning,
    use_best,
)
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.shared import shared_rows

ClientOf = Callable[[User], APIClient]
PLANTED = {"lambda": 0.6, "gamma": 0.2, "delta": 0.9, "epsilon": 0.05, "vectors": "exact"}
GRID = Grid(("characters", "exact"), (0.6, 0.75, 0.9), (0.2, 0.5), (0.33, 0.9), (0.05, 0.1))
TOPICS = ("tides", "ledgers", "harbours", "letters", "lamps", "winters", "bridges", "gardens")


@pytest.fixture(scope="module")
def shared_reviews(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[Review]]:
    with shared_rows(django_db_blocker):
        project = make_project()
        annotator = make_person(project, Role.ANNOTATOR)
        yield [reviewed(project, annotator, number) for number in range(5)]


def reviewed(project: Project, annotator: User, number: int) -> Review:
    """Of a talk, whose reviewer accepted what the planted parameters give."""
    topic = TOPICS[number % len(TOPICS)]
    sentences = [f"{topic}{n} stone{n} river{n}" for n in range(10)]
    paper = world.make_document(
        project, f"Paper {number}", sentences, kind=DocumentKind.PAPER,
        sections=[("1", "Introduction", 3), ("2", "Body", 7)],
    )  # fmt: skip
    said = [f"{topic}{(n * (3 + number)) % 10} stone{n % 10} river{(n // 3) % 10}" for n in range(30)]
    speech = world.make_document(project, f"Talk {number}", said, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = world.make_pair(project, f"Talk {number}", paper, speech)
    options = check_options(pair, "talksumm", PLANTED)[1]
    result = run_engine(pair, "talksumm", options, progress=lambda share, what: None)
    run = world.make_run(pair, result.links, engine="talksumm", info=result.info)
    review = Review.objects.create(pair=pair, run=run, annotator=annotator)
    copy_links(review, run)
    review.rows.update(status=RowStatus.ACCEPTED, good_align=True)
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    return review


@pytest.fixture
def five(db: None, shared_reviews: list[Review]) -> list[Review]:
    return list(Review.objects.filter(pk__in=[review.pk for review in shared_reviews]).order_by("pk"))


@pytest.fixture
def project(five: list[Review]) -> Project:
    return five[0].pair.project


@pytest.fixture
def annotator(five: list[Review]) -> User:
    return five[0].annotator


def searched(project: Project, **kwargs: Any) -> Tuning:
    tuning = start_tuning(project=project, grid=GRID, user=None, **kwargs)
    execute(tuning.pk)
    tuning.refresh_from_db()
    return tuning


def test_planted_parameters_are_found_and_used_by_new_runs(five: list[Review], project: Project, admin: User) -> None:
    tuning = searched(project)
    assert tuning.error == ""
    assert tuning.state == RunState.SUCCEEDED
    found = tuning.result
    assert found["best"] == Setting("exact", 0.6, 0.2, 0.9, 0.05)._asdict()
    assert found["f1"] == found["best_score"] == 1.0
    assert found["current_f1"] < 0.9
    assert len(found["scores"]) == len(GRID) == tuning.n_done
    assert (tuning.basis["n_talks"], tuning.basis["n_papers"]) == (5, 5)

    before = in_use(project)
    preset = use_best(tuning, user=admin)
    pair = Pair.objects.get(title="Talk 0")
    _, options = check_options(pair, "auto", {})
    assert {name: options[name] for name in PLANTED} == PLANTED
    assert preset.provenance["tuning"] == tuning.pk
    assert preset.provenance["n_talks"] == 5
    assert in_use(project).setting == Setting("exact", 0.6, 0.2, 0.9, 0.05)
    # What it found is what new runs do: the reviewed alignment, word by word.
    result = run_engine(pair, "talksumm", options, progress=lambda share, what: None)
    links = pair.runs.get().links.order_by("position")
    assert [link["source"] for link in result.links] == [link.source for link in links]
    # And back.
    remove_preset(preset)
    assert in_use(project) == before
    assert use_best(tuning, user=admin).name == preset.name
    assert use_best(tuning, user=admin).name == f"{preset.name} (2)"


def test_planted_parameters_are_found_where_every_tenth_row_is_wrong(five: list[Review], project: Project) -> None:
    rng = Random(7)
    n_wrong = 0
    for row in [row for review in five for row in review.rows.order_by("position")]:
        if rng.random() < 0.1:
            n_wrong += row.chips.filter(side="source").update(unit=rng.randrange(10))
    assert n_wrong > 5
    found = searched(project).result
    planted = GRID.settings().index(Setting("exact", 0.6, 0.2, 0.9, 0.05))
    # Within noise: what is found beats the planted setting by less than one wrong row in a hundred.
    assert found["scores"][planted] > found["best_score"] - 0.01
    assert (found["best"]["similarity"], found["best"]["lambda_"]) == ("exact", 0.6)
    assert 0.8 < found["f1"] < 0.97


def test_folds_are_dealt_by_what_papers_say_and_not_by_their_ids(five: list[Review], project: Project) -> None:
    assert {talk.paper for _, talk in reviewed_talks(project)} == {f"Paper {number}" for number in range(5)}


def test_a_search_from_before_a_parameter_was_searched(project: Project, admin: User, client_of: ClientOf) -> None:
    """Its scores stay those of the settings that were tried: what was not varied had one value."""
    now = Setting("exact", 0.7, 0.2, 0.33)._asdict()
    then = {name: value for name, value in now.items() if name != "epsilon"}
    result = {
        "scores": [0.5, 0.6], "current_score": 0.5, "best": then, "best_score": 0.6, "f1": 0.6, "current_f1": 0.5,
        "folds": [{"n_talks": 1, "setting": then, "f1": 0.6, "current_f1": 0.5}], "low": None, "high": None,
        "has_gain": False,
    }  # fmt: skip
    tuning = Tuning.objects.create(
        project=project, grid={"similarity": ["exact"], "lambda_": [0.6, 0.7], "gamma": [0.2], "delta": [0.33]},
        current=then, n_settings=2, n_done=2, result=result, state="cancelled", finished_at=timezone.now(),
    )  # fmt: skip
    client = client_of(admin)
    told = client.get(f"/api/v1/tunings/{tuning.pk}/").json()
    assert told["grid"]["epsilon"] == [0.1]
    assert told["current"] == told["result"]["best"] == told["result"]["folds"][0]["setting"] == now
    assert client.get(f"/api/v1/tunings/{tuning.pk}/export/").content.decode().splitlines() == [
        "similarity,lambda,gamma,delta,epsilon,link_f1", "exact,0.6,0.2,0.33,0.1,0.5", "exact,0.7,0.2,0.33,0.1,0.6",
    ]  # fmt: skip


def test_options_that_no_search_tries_stay_as_they_are_in_use(project: Project, admin: User) -> None:
    own = {"background": True, "greetings": False, "sharpness": 2.5}
    create_preset(
        project=project, engine="talksumm", name="Ours", options={**own, "lambda": 0.5}, user=admin, is_default=True
    )
    best = Setting("exact", 0.7, 0.2, 0.33)
    found = {"best": best._asdict(), "f1": 0.6, "current_f1": 0.5, "low": None, "high": None}
    tuning = Tuning.objects.create(
        project=project, grid={}, current={}, n_settings=1, n_done=1, result=found, basis={"n_talks": 5},
        state="succeeded", finished_at=timezone.now(),
    )  # fmt: skip
    options = use_best(tuning, user=admin).options
    assert options.items() >= own.items()
    assert in_use(project).setting == best


def test_nothing_is_gained_by_a_second_search(five: list[Review], project: Project) -> None:
    use_best(searched(project), user=None)
    tuning = searched(project)
    assert tuning.current == Setting("exact", 0.6, 0.2, 0.9, 0.05)._asdict()
    assert not tuning.result["has_gain"]
    assert tuning.result["f1"] == tuning.result["current_f1"] == 1.0


def test_only_what_people_judged_counts(five: list[Review], project: Project) -> None:
    review = five[0]
    rows = list(review.rows.order_by("position"))
    rows[0].status = RowStatus.IMPLICIT
    rows[1].good_align = False
    for row in rows[:2]:
        row.save()
    (talk,) = (talk for pair, talk in reviewed_talks(project) if pair == review.pair_id)
    links = list(review.run.links.order_by("position"))
    n_silent = sum(link.features["words"] for link in links[:2])
    assert talk.gold[:n_silent] == [None] * n_silent
    assert talk.gold[n_silent] == frozenset(links[2].source)
    assert None not in talk.gold[n_silent:]


def test_of_several_reviews_the_words_count_on_which_all_agree(
    five: list[Review], project: Project, person: Callable[..., User]
) -> None:
    review = five[0]
    second = Review.objects.create(
        pair=review.pair, run=review.run, annotator=person("annotator", "second"), state=ReviewState.SUBMITTED,
        submitted_at=timezone.now(),
    )  # fmt: skip
    copy_links(second, review.run)
    second.rows.update(status=RowStatus.ACCEPTED)
    row = second.rows.order_by("position")[2]
    row.chips.filter(side="source").delete()
    before = {pair: talk for pair, talk in reviewed_talks(project) if pair == review.pair_id}[review.pair_id]
    links = list(review.run.links.order_by("position"))
    start = sum(link.features["words"] for link in links[:2])
    n = links[2].features["words"]
    assert before.gold[start : start + n] == [None] * n
    assert before.gold[start + n] == frozenset(links[3].source)


def test_too_few_talks_are_refused_in_words(five: list[Review], project: Project) -> None:
    waiting = Review.objects.filter(pk__in=[review.pk for review in five[3:]])
    waiting.update(state=ReviewState.OPEN, submitted_at=None)
    with pytest.raises(ServiceError, match=r"Tuning needs 5 reviewed talks. You have 3."):
        start_tuning(project=project, grid=GRID, user=None)
    assert n_reviewed(project) == (3, 3)


def test_two_talks_about_one_paper_are_one_paper(five: list[Review], project: Project) -> None:
    one, other = five[0].pair, five[1].pair
    Pair.objects.filter(pk=other.pk).update(source=one.source)
    assert n_reviewed(project) == (5, 4)
    with pytest.raises(ServiceError, match=r"talks about 5 papers\. You have 5 talks about 4"):
        start_tuning(project=project, grid=GRID, user=None)


def test_one_search_at_a_time(five: list[Review], project: Project) -> None:
    start_tuning(project=project, grid=GRID, user=None)
    with pytest.raises(Conflict, match="goes on"):
        start_tuning(project=project, grid=GRID, user=None)


def test_cancelling_keeps_what_is_done(five: list[Review], project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = start_tuning(project=project, grid=GRID, user=None)
    keep, kept = Tuning.keep, []

    def keep_twice(self: Tuning, **fields: Any) -> bool:
        done = keep(self, **fields)
        kept.append(fields["n_done"])
        if len(kept) == 2:
            cancel_tuning(Tuning.objects.get(pk=tuning.pk))
        return done

    monkeypatch.setattr(Tuning, "keep", keep_twice)
    execute(tuning.pk)
    tuning.refresh_from_db()
    assert tuning.state == RunState.CANCELLED
    assert tuning.n_done == kept[1] == len(tuning.result["scores"]) < len(GRID)
    assert tuning.result["best"]["similarity"] == "characters"
    assert use_best(tuning, user=None).is_default
    with pytest.raises(Conflict, match="already cancelled"):
        cancel_tuning(tuning)
    assert start_tuning(project=project, grid=GRID, user=None).state == RunState.QUEUED


def test_a_search_whose_worker_was_lost_is_done_again(five: list[Review], project: Project) -> None:
    tuning = start_tuning(project=project, grid=GRID, user=None)
    assert tuning.claim_for_work()
    Tuning.objects.filter(pk=tuning.pk).update(heartbeat_at="2020-01-01T00:00:00Z")
    execute(tuning.pk)
    tuning.refresh_from_db()
    assert (tuning.state, tuning.attempts) == (RunState.SUCCEEDED, 2)


def test_by_the_api(five: list[Review], project: Project, client_of: ClientOf, admin: User, annotator: User) -> None:
    client = client_of(admin)
    basis = client.get(f"/api/v1/tunings/basis/?project={project.slug}").json()
    assert (basis["n_talks"], basis["least_papers"], basis["preset"], basis["vectors"]) == (5, 5, "", "")
    assert basis["grid"]["similarity"] == ["characters", "exact"]
    assert basis["current"]["lambda_"] == 0.75
    body = {"project": project.slug, "grid": {"lambda_": [0.6, 0.75], "gamma": [0.2], "similarity": ["exact"]}}
    made = client.post("/api/v1/tunings/", body, format="json")
    assert made.status_code == 201, made.content
    pk = made.json()["id"]
    assert client.get(f"/api/v1/tunings/{pk}/").json()["result"] is None
    assert client.post(f"/api/v1/tunings/{pk}/use/").json()["code"] == "nothing_found"
    execute(pk)
    found = client.get(f"/api/v1/tunings/{pk}/").json()
    assert found["result"]["best"]["lambda_"] == 0.6
    assert found["preset"] is None
    assert json.loads(json.dumps(found["grid"]["epsilon"])) == [0.05, 0.1, 0.2, 0.3]
    csv = client.get(f"/api/v1/tunings/{pk}/export/").content.decode().splitlines()
    assert csv[0] == "similarity,lambda,gamma,delta,epsilon,link_f1"
    assert len(csv) == 1 + made.json()["n_settings"]
    used = client.post(f"/api/v1/tunings/{pk}/use/", {"name": "Ours"}, format="json")
    assert used.status_code == 201
    assert (used.json()["name"], used.json()["is_default"]) == ("Ours", True)
    assert client.get(f"/api/v1/tunings/{pk}/").json()["preset"] == used.json()["id"]
    assert client.post(f"/api/v1/tunings/{pk}/cancel/").status_code == 409
    assert client_of(annotator).get(f"/api/v1/tunings/{pk}/").status_code == 403
    wrong = client.post("/api/v1/tunings/", {"project": project.slug, "grid": {"lambda_": [0.5, 0.5]}}, format="json")
    assert wrong.json()["detail"] == "Lambda: expected one or more values, all different."
    missing = client.post(
        "/api/v1/tunings/", {"project": project.slug, "grid": {"similarity": ["vectors"]}}, format="json"
    )
    assert missing.json()["code"] == "vectors_missing"


def test_by_the_shell(five: list[Review], project: Project, tmp_path: Path) -> None:
    out = StringIO()
    arguments = ["--similarity", "exact", "--lambda", "0.6", "0.75", "--gamma", "0.2", "--delta", "0.9"]
    call_command(
        "tune", project.slug, *arguments, "--null", "3", "--csv", str(tmp_path / "all.csv"), "--use", stdout=out
    )
    said = out.getvalue()
    assert "5 talks about 5 papers" in said
    assert "lambda              0.75         0.6" in said
    assert "best: of all 5 talks; its F1: of the settings that each fold chose without its own" in said
    assert "New runs use the preset Tuned on" in said
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 1 + 2 * 4
    assert Preset.objects.get().is_default
    # The same gain beside those of chance, which are smaller on average.
    chance = re.search(r"shuffled judgements: difference ([+-][\d.]+) .* as large as \+0.202: p = ([\d.]+)", said)
    assert chance is not None
    assert abs(float(chance[1])) < 0.1
    assert float(chance[2]) in (0.25, 0.5)
    with pytest.raises(CommandError, match="--null is 1000; expected 0 to 999"):
        call_command("tune", project.slug, "--null", "1000")
    with pytest.raises(CommandError, match=r"Lambda is 1.5; expected a number between 0 and 1."):
        call_command("tune", project.slug, "--lambda", "1.5")


def test_a_search_takes_a_grid_over_all_similarities() -> None:
    assert len(Grid(("vectors", "characters", "exact"))) <= tunings.MOST_SETTINGS
