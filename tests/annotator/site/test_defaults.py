"""What forms start from is what the API uses where a request gives none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.domains import load
from annotator.models import Project, TrainingSet
from annotator.releases.curation.rules import Rules
from annotator.summaries.api.training import TrainingSetCreateSerializer


@pytest.fixture
def api(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


@pytest.fixture
def defaults(api: APIClient) -> dict[str, Any]:
    found: dict[str, Any] = api.get("/api/v1/defaults/").json()
    return found


def test_each_is_declared_by_one_domain(defaults: dict[str, Any]) -> None:
    names = Counter(name for module in load("api.form_defaults") for name in module.DEFAULTS)
    assert names.most_common(1)[0][1] == 1
    assert set(names) == set(defaults)


def test_a_policy_that_says_nothing_is_what_its_form_starts_from(
    api: APIClient, project: Project, defaults: dict[str, Any]
) -> None:
    stored = api.put(f"/api/v1/projects/{project.slug}/assignment-policy/", {}).json()
    assert {name: stored[name] for name in defaults["assignment_policy"]} == defaults["assignment_policy"]


@pytest.mark.parametrize("name", ["reviews_per_pair", "claim_hours", "max_claims"])
def test_a_policy_takes_its_limits_and_no_more(
    api: APIClient, project: Project, defaults: dict[str, Any], name: str
) -> None:
    address, most = f"/api/v1/projects/{project.slug}/assignment-policy/", defaults["assignment_limits"][name]
    assert api.put(address, {name: most}).status_code == 200
    assert api.put(address, {name: most + 1}).status_code == 400


def test_rules_that_say_nothing_divide_as_the_form_shows(defaults: dict[str, Any]) -> None:
    split = Rules().split
    assert defaults["split"] == {**asdict(split), "ratio": list(split.ratio)}


def test_training_sets_have_the_shares_that_their_form_starts_from(defaults: dict[str, Any]) -> None:
    fields: Any = TrainingSetCreateSerializer().fields
    assert {name: fields[name].default for name in defaults["training_set"]} == defaults["training_set"]
    assert {name: getattr(TrainingSet(), name) for name in defaults["training_set"]} == defaults["training_set"]
