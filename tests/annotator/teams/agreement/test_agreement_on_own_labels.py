"""Agreement on the project's own labels: yes or no, a choice, tags."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotator.models import Pair, Project
from annotator.reviewing.guidelines import publish, save_draft
from annotator.reviewing.guidelines.labels import default_labels
from tests.annotator.teams.agreement.conftest import Team


def label(key: str, kind: str, *values: str, applies_to: str = "all") -> Any:
    return {
        "key": key, "name": key, "type": kind, "applies_to": applies_to, "required": False, "hidden": False,
        "shortcut": None, "values": [{"key": value, "name": value, "hidden": False} for value in values],
    }  # fmt: skip


@pytest.fixture
def labelled(project: Project, admin: User) -> None:
    own = [
        label("fluent", "yes_no"), label("tone", "choice", "formal", "plain"), label("noise", "tags", "cough", "拍手"),
        label("left_out", "choice", "why", applies_to="source"), label("unused", "yes_no"),
    ]  # fmt: skip
    draft = save_draft(project=project, text="", labels=[*default_labels(), *own], revision=None, user=admin)
    publish(project=project, revision=draft.revision, note="", moves_reviews=False, user=admin)


def test_each_kind_of_label_has_its_measure(labelled: None, team: Team, bitext: Pair) -> None:
    first = {"fluent": True, "tone": "formal", "noise": ["拍手"]}
    team.review("ann", bitext, {0: {"labels": first}, 1: {"labels": {"tone": "plain"}}})
    first = {"fluent": False, "tone": "formal", "noise": ["拍手", "cough"]}
    team.review("ben", bitext, {0: {"labels": first}, 1: {"labels": {"tone": "formal"}}})
    team.refresh()
    found = team.measures(people="ann ben")
    assert {key: found[key]["kind"] for key in found if ":" in key} == {
        "label:fluent": "values", "label:tone": "values", "tags:noise": "sets",
    }  # fmt: skip
    tone = found["label:tone"]
    assert (tone["name"], tone["n_units"], tone["n_differing"]) == ("tone", 2, 1)
    assert {(cell["first"], cell["second"]): cell["n"] for cell in tone["cells"]} == {
        ("formal", "formal"): 1, ("plain", "formal"): 1, ("", ""): 2,
    }  # fmt: skip
    noise = found["tags:noise"]
    assert (noise["n_units"], noise["n_differing"]) == (4, 1)
    query = {"people": "ann ben", "measure": "tags:noise", "pair": bitext.pk}
    behind = team.ask("rows", first_said='["拍手"]', second_said='["cough","拍手"]', **query).json()["results"]
    assert [row["first"]["number"] for row in behind] == [1]
