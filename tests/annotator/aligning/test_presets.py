"""Presets: what new runs use, who may say so, and how to return to what was used before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from rest_framework.test import APIClient

from alignment.hmm.options import PRESETS, Parameters
from annotator.aligning.engines import check_options, engines_for
from annotator.aligning.paper_talk import hmm_options
from annotator.aligning.presets import create_preset, remove_preset, set_default
from annotator.aligning.recipes import plan_one
from annotator.aligning.runs import start_run
from annotator.models import ActivityEntry, Pair, Preset, Project
from annotator.platform.errors import Conflict, ServiceError

ClientOf = Callable[[User], APIClient]
TUNED = {"lambda": 0.8, "gamma": 0.4, "delta": 0.3}


@pytest.fixture
def preset(project: Project, talk: Pair, admin: User) -> Preset:
    return create_preset(project=project, engine="talksumm", name="Tuned", options=TUNED, user=admin, is_default=True)


def test_new_runs_use_the_default_preset_where_nothing_else_is_said(preset: Preset, talk: Pair, admin: User) -> None:
    info = next(engine for engine in engines_for(talk) if engine.name == "talksumm")
    assert {o.name: o.default for o in info.options if o.name in TUNED} == TUNED
    _, options = check_options(talk, "auto", {"gamma": 0.6})
    assert (options["lambda"], options["gamma"], options["delta"], options["epsilon"]) == (0.8, 0.6, 0.3, 0.1)
    run = start_run(pair=talk, engine="talksumm", options={}, user=admin)
    assert run.options["lambda"] == 0.8


def test_the_released_program_keeps_its_parameters_whatever_the_papers_become(
    talk: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {"lambda": 0.75, "gamma": 0.5, "delta": 0.33, "epsilon": 0.1}
    recipe = plan_one(talk, "talksumm", {"preset": "released"}).recipe
    assert plan_one(talk, "talksumm", {"preset": "released", **named}).recipe == recipe
    monkeypatch.setitem(PRESETS, "paper", Parameters(lambda_=0.9, gamma=0.7, delta=0.5, epsilon=0.2))
    assert check_options(talk, "talksumm", {})[1]["gamma"] == 0.7
    _, options = check_options(talk, "talksumm", {"preset": "released"})
    assert {name: options[name] for name in named} == named
    for given in (options, {"preset": "released"}):  # an older run names its preset alone
        used = hmm_options(given)
        assert (used.lambda_, used.gamma, used.delta, used.epsilon) == tuple(named.values())
    assert check_options(talk, "talksumm", {"preset": "released", "gamma": 0.6})[1]["gamma"] == 0.6


def test_a_run_of_other_parameters_has_another_recipe(talk: Pair, project: Project, admin: User) -> None:
    before = plan_one(talk, "talksumm", {})
    create_preset(project=project, engine="talksumm", name="Tuned", options=TUNED, user=admin, is_default=True)
    after = plan_one(talk, "talksumm", {})
    assert before.recipe != after.recipe
    assert plan_one(talk, "talksumm", {"lambda": 0.75, "gamma": 0.5, "delta": 0.33}).recipe == before.recipe


def test_presets_of_other_projects_and_engines_change_nothing(project: Project, talk: Pair, bitext: Pair) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Preset.objects.create(project=other, engine="talksumm", name="P", options=TUNED, is_default=True)
    Preset.objects.create(project=project, engine="talksumm", name="Not the default", options=TUNED)
    assert check_options(talk, "auto", {})[1]["lambda"] == 0.75
    Preset.objects.create(project=project, engine="lengths", name="P", options={"filters": "off"}, is_default=True)
    assert check_options(bitext, "lengths", {})[1]["filters"] == "off"
    assert check_options(bitext, "lexical", {})[1]["filters"] == "judge"


def test_removing_a_preset_returns_to_the_one_before(preset: Preset, project: Project, talk: Pair, admin: User) -> None:
    later = create_preset(
        project=project, engine="talksumm", name="Later", options={"lambda": 0.9}, user=admin, is_default=True
    )
    assert not Preset.objects.get(pk=preset.pk).is_default
    assert check_options(talk, "auto", {})[1]["lambda"] == 0.9
    assert remove_preset(later) == preset
    assert check_options(talk, "auto", {})[1]["lambda"] == 0.8
    assert remove_preset(Preset.objects.get(pk=preset.pk)) is None
    assert check_options(talk, "auto", {})[1]["lambda"] == 0.75


def test_a_preset_that_is_no_longer_used_stays(preset: Preset, talk: Pair) -> None:
    assert not set_default(preset, False).is_default
    assert check_options(talk, "auto", {})[1]["lambda"] == 0.75
    assert set_default(set_default(preset, True), True).is_default
    assert list(ActivityEntry.objects.order_by("pk").values_list("verb", flat=True)) == [
        "preset_created", "preset_used", "preset_unused", "preset_used",
    ]  # fmt: skip


def test_the_database_allows_one_default_of_an_engine(preset: Preset, project: Project) -> None:
    with pytest.raises(IntegrityError, match="one_default_preset_per_engine"), transaction.atomic():
        Preset.objects.create(project=project, engine="talksumm", name="Second", is_default=True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"engine": "magic"}, "no engine magic; expected one of talksumm"),
        ({"options": {"lambda": 1.5}}, r"lambda is 1.5; allowed: a number from 0.001 to 0.999"),
        ({"options": {"omega": 1}}, "no option omega"),
        ({"engine": "lengths"}, "no pair that Lengths only aligns"),
        ({"name": "  "}, "needs a name"),
    ],
)
def test_faults_are_named(project: Project, talk: Pair, given: dict[str, Any], message: str) -> None:
    values = {"engine": "talksumm", "name": "P", "options": {}, **given}
    with pytest.raises(ServiceError, match=message):
        create_preset(project=project, user=None, **values)
    assert not Preset.objects.exists()


def test_names_are_taken_once(preset: Preset, project: Project) -> None:
    with pytest.raises(Conflict, match="Tuned is the name of another preset"):
        create_preset(project=project, engine="talksumm", name=" Tuned ", options={}, user=None)


def test_by_the_api(
    client_of: ClientOf, admin: User, annotator: User, outsider: User, project: Project, talk: Pair
) -> None:
    client = client_of(admin)
    made = client.post(
        "/api/v1/presets/",
        {"project": project.slug, "engine": "talksumm", "name": "Mine", "options": TUNED, "is_default": True},
        format="json",
    )
    assert made.status_code == 201, made.content
    assert made.json()["options"] == TUNED
    assert made.json()["engine_label"] == "TalkSumm HMM"
    assert made.json()["provenance"] is None
    address = f"/api/v1/presets/{made.json()['id']}/"
    changed = client.patch(address, {"name": "Ours", "is_default": False}, format="json").json()
    assert (changed["name"], changed["is_default"]) == ("Ours", False)
    seen = client_of(annotator).get(f"/api/v1/presets/?project={project.slug}").json()
    assert [one["name"] for one in seen["results"]] == ["Ours"]
    assert client_of(annotator).patch(address, {"name": "x"}, format="json").status_code == 403
    assert client_of(outsider).get(address).status_code == 404
    assert client.delete(address).status_code == 204
    assert not Preset.objects.exists()
