"""What answers add up to, against the same computed by hand or by published programs; and as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors import figures
from annotator.authors.exporting import PARTS, columns, records
from annotator.authors.figures import Answers, ratio
from annotator.models import AlignmentRun, Invitation, Project, RatingItem, Wording
from tests import world

N_SENTENCES = 30


@pytest.fixture
def rated(project: Project) -> list[Invitation]:
    """Eleven authors, two of whom do not count, of two summaries; importance predicts yes."""
    made = []
    rng = Random(4)
    runs: list[AlignmentRun] = []
    for name, preset in (("one", "paper"), ("two", "tuned")):
        paper = world.introduced(project, name, [f"Sentence {n} of {name}." for n in range(N_SENTENCES)])
        talk = world.introduced(project, f"{name} talk", ["Words."])
        pair = world.make_pair(project, name, paper, talk)
        runs.append(world.make_run(pair, [], engine="talksumm"))
        AlignmentRun.objects.filter(pk=runs[-1].pk).update(options={"preset": preset})
    for n in range(11):
        run = runs[n % 2]
        over: dict[str, Any] = {9: {"finished_at": None}, 10: {"revoked_at": timezone.now()}}.get(n, {})
        invitation = Invitation.objects.create(
            run=run, author_name=f"Author {n}", author_email=f"a{n}@example.org", n_sentences=N_SENTENCES,
            score=rng.choice((2, 3, 4, 5)), **{"finished_at": timezone.now(), **over},
        )  # fmt: skip
        units = list(run.pair.source.units.order_by("position"))
        for rank, unit in enumerate(units, 1):
            said = rng.random() < 0.95 - 0.5 * rank / N_SENTENCES
            answer = None if rng.random() < 0.05 else said
            RatingItem.objects.create(invitation=invitation, unit=unit, rank=rank, n_words=99 - rank, answer=answer)
        made.append(invitation)
    return made


@pytest.fixture
def told(rated: list[Invitation], project: Project, admin: User, client_of: Callable[[User], APIClient]) -> Any:
    return client_of(admin).get(f"/api/v1/invitations/ratings/?project={project.slug}").json()


def _answers(invitations: list[Invitation]) -> list[list[tuple[int, bool | None]]]:
    return [list(one.items.order_by("rank").values_list("rank", "answer")) for one in invitations]


def test_shares_have_intervals_over_authors(rated: list[Invitation], told: Any) -> None:
    from scipy import stats

    counted = _answers(rated[:9])
    yes = np.array([sum(answer is True for _, answer in one) for one in counted])
    asked = np.array([sum(answer is not None for _, answer in one) for one in counted])
    share = yes.sum() / asked.sum()
    spread = np.sqrt(9 / 8 * ((yes - share * asked) ** 2).sum()) / asked.sum()
    half = stats.t.ppf(0.975, 8) * spread
    assert (told["n_counted"], told["n_people"], told["n_talks"]) == (9, 9, 2)
    assert told["yes"] == pytest.approx({"value": share, "low": share - half, "high": share + half}, abs=1e-3)
    assert (told["n_yes"], told["n_no"]) == (yes.sum(), (asked - yes).sum())


def test_one_person_s_answers_about_many_talks_are_one_person_s() -> None:
    """Sixty ratings by six people who each answer alike are as sure as six, not as sixty."""
    alike = [Answers(f"p{n % 6}", n // 6, float(n % 6 < 3), 1.0) for n in range(60)]
    six = [Answers(f"p{n}", n, float(n < 3), 1.0) for n in range(6)]
    sixty = [Answers(f"p{n}", n, float(n % 6 < 3), 1.0) for n in range(60)]
    widths = []
    for answers in (alike, six, sixty):
        share = ratio(answers)
        assert share is not None
        widths.append(share["high"] - share["low"])
    assert widths[0] == pytest.approx(widths[1], rel=0.05)
    assert widths[2] < 0.3
    assert ratio(alike[:4]) == {"value": 0.75, "low": None, "high": None}, "four people are too few"


def test_intervals_over_people_and_talks_hold_the_truth() -> None:
    """Where people and talks differ, about 95 of 100 intervals hold the mean; of ratings taken for independent few."""
    rng = np.random.default_rng(11)
    held = {"clustered": 0, "alone": 0}
    for _ in range(400):
        people, talks = rng.normal(0, 0.5, 20), rng.normal(0, 0.5, 15)
        values = 3.0 + people[:, None] + talks + rng.normal(0, 0.5, (20, 15))
        places = [(p, t) for p in range(20) for t in range(15)]
        ways = {
            "clustered": [Answers(f"p{p}", t, float(values[p, t]), 1.0) for p, t in places],
            "alone": [Answers(f"p{p},{t}", p * 15 + t, float(values[p, t]), 1.0) for p, t in places],
        }
        for way, answers in ways.items():
            mean = ratio(answers, least=-9.0, most=9.0)
            assert mean is not None
            held[way] += mean["low"] <= 3.0 <= mean["high"]
    assert 0.92 <= held["clustered"] / 400 <= 0.98
    assert held["alone"] / 400 < 0.7


def test_the_share_of_yes_is_given_by_rank(rated: list[Invitation], told: Any) -> None:
    assert [(group["first"], group["last"]) for group in told["ranks"]] == [(n, n + 2) for n in range(1, 30, 3)]
    pooled = [pair for one in _answers(rated[:9]) for pair in one]
    first = [answer for rank, answer in pooled if rank <= 3 and answer is not None]
    assert told["ranks"][0]["yes"]["value"] == pytest.approx(sum(first) / len(first))
    assert told["ranks"][0]["yes"]["value"] > told["ranks"][-1]["yes"]["value"]


def test_importance_predicts_yes_by_the_area_under_the_curve(rated: list[Invitation], told: Any) -> None:
    from scipy import stats
    from sklearn.metrics import roc_auc_score

    areas = []
    for one in _answers(rated[:9]):
        said = [(answer, -rank) for rank, answer in one if answer is not None]
        areas.append(roc_auc_score([answer for answer, _ in said], [rank for _, rank in said]))
    low, high = stats.t.interval(0.95, 8, np.mean(areas), stats.sem(areas))
    expected = {"n": 9, "value": np.mean(areas), "low": low, "high": min(1.0, high)}
    assert told["importance"] == pytest.approx(expected, abs=2e-3)
    assert told["importance"]["low"] > 0.5


def test_raters_of_the_same_agree_as_krippendorff_says(rated: list[Invitation], told: Any) -> None:
    import krippendorff

    columns = []
    for run in {one.run_id for one in rated[:9]}:
        raters = [one for one in rated[:9] if one.run_id == run]
        table = np.full((9, N_SENTENCES), np.nan)
        for row, one in enumerate(raters):
            for rank, answer in one.items.values_list("rank", "answer"):
                table[row, rank - 1] = np.nan if answer is None else answer
        columns.append(table)
    both = np.concatenate(columns, axis=1)
    assert told["agreement"]["yes"] == pytest.approx(krippendorff.alpha(both, level_of_measurement="nominal"))
    scores = np.full((9, 2), np.nan)
    for row, one in enumerate(rated[:9]):
        scores[row, row % 2] = one.score
    assert told["agreement"]["score"] == pytest.approx(krippendorff.alpha(scores, level_of_measurement="interval"))


def test_presets_and_systems_are_told_apart(rated: list[Invitation], told: Any, project: Project) -> None:
    assert [(group["engine"], group["preset"], group["n"]) for group in told["groups"]] == [
        ("talksumm", "paper", 5), ("talksumm", "tuned", 4),
    ]  # fmt: skip
    paper = [one.score for one in rated[:9:2]]
    assert told["groups"][0]["mean"]["value"] == pytest.approx(np.mean([score for score in paper if score]))
    assert told["groups"][1]["yes"]["low"] is None, "four authors are too few for an interval"
    assert told["published"] == {"n": 15, "yes": 0.73, "mean": 3.73, "deviation": 0.725}


def test_the_dimensions_of_texts_are_added_up(
    rated: list[Invitation], told: Any, project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    of_summaries = (told["mean"], told["deviation"], told["scores"])
    for n, trap_answer in enumerate((3, 3, 2)):
        Invitation.objects.create(
            run=rated[0].run, author_name=f"T{n}", n_sentences=1, system="lead", text="Words.", score=4,
            dimensions=["fluency"], scores={"fluency": 2 + n}, trap=3, trap_answer=trap_answer,
            finished_at=timezone.now(),
        )  # fmt: skip
    told = client_of(admin).get(f"/api/v1/invitations/ratings/?project={project.slug}").json()
    (fluency,) = told["dimensions"]
    assert (fluency["dimension"], fluency["n"], fluency["mean"]["value"]) == ("fluency", 2, 2.5)
    assert [group["n"] for group in told["groups"] if group["system"] == "lead"] == [2]
    assert told["n_counted"] == 9 + 2
    assert (told["mean"], told["deviation"], told["scores"]) == of_summaries, "beside what was published of summaries"
    RatingItem.objects.all().delete()
    Invitation.objects.filter(text="").delete()
    alone = client_of(admin).get(f"/api/v1/invitations/ratings/?project={project.slug}").json()
    assert (alone["n_counted"], alone["scores"], alone["mean"]) == (2, [0, 0, 0, 2, 0], 4.0)


def test_figures_take_as_many_statements_for_many_answers(rated: list[Invitation]) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as captured:
            figures.figures_of(Invitation.objects.all())
        return len(captured)

    few = count()
    Invitation.objects.filter(revoked_at__isnull=False).update(revoked_at=None)
    assert count() == few <= 10


def test_nothing_is_summed_up_from_nothing(
    project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    for slug in (project.slug, "no-such-project"):
        told = client_of(admin).get(f"/api/v1/invitations/ratings/?project={slug}").json()
        assert (told["yes"], told["importance"], told["ranks"], told["groups"]) == (None, None, [], [])
        assert told["agreement"]["yes"] is None


def test_answers_and_ratings_are_files(
    rated: list[Invitation], project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    client = client_of(admin)

    def export(query: str) -> list[str]:
        answer = client.get(f"/api/v1/projects/{project.slug}/authors/export/{query}")
        assert answer.status_code == 200
        return b"".join(answer.streaming_content).decode().splitlines()  # type: ignore[attr-defined]

    ratings = export("")
    assert len(ratings) == 1 + 9
    assert "Author 0" not in "".join(ratings)
    assert ratings[0].split("\t")[:3] == ["invitation", "rater", "talk"]
    assert len(export("?all=true")) == 1 + 11
    assert any("Author 0" in each for each in export("?names=true"))
    answers = [json.loads(each) for each in export("?part=answers&file_format=jsonl")]
    assert len(answers) == 9 * N_SENTENCES
    assert {each["answer"] for each in answers} == {"yes", "no", ""}
    assert len({each["rater"] for each in answers}) == 9
    assert export("?part=answers&names=false")[0].endswith("sentence")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("names", [False, True])
def test_a_file_names_its_columns_whatever_is_in_it(
    rated: list[Invitation], project: Project, admin: User, client_of: Callable[[User], APIClient],
    part: str, names: bool, tmp_path: Path,
) -> None:  # fmt: skip
    consent = Wording.objects.create(project=project, kind="consent", language="en", number=1, text="Fine.")
    Invitation.objects.filter(pk=rated[0].pk).update(consent=consent)
    chosen = Invitation.objects.filter(run__pair__project=project)
    heads = columns(part, with_names=names)
    assert list(next(records(chosen, part, with_names=names))) == heads
    Invitation.objects.all().delete()
    address = f"/api/v1/projects/{project.slug}/authors/export/?part={part}&names={str(names).lower()}"
    answer: Any = client_of(admin).get(address)
    assert b"".join(answer.streaming_content).decode() == "\t".join(heads) + "\n"
    out = tmp_path / "none.tsv"
    call_command("ratings", "export", project.slug, "--part", part, *(["--names"] if names else []), "--out", str(out))
    assert out.read_text() == "\t".join(heads) + "\n"
