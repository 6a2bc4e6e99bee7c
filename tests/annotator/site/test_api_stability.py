"""The API keeps what it has promised: nothing that a client of the released one relies on has gone or changed.

The forms of released descriptions are in tests/contract/api/, one for each major version of the API, as of the last
release. `RENEW_API=1` writes the present one, which is a step of a release (docs/decisions/stability.md).
"""

from __future__ import annotations

import copy
import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.annotator.described import described_api
from tests.annotator.site.breaking_changes import breaking_changes, form

RELEASED = Path(__file__).parents[2] / "contract" / "api" / "v1.json.gz"


@pytest.fixture(scope="module")
def present() -> dict[str, Any]:
    return form(described_api())


@pytest.fixture(scope="module")
def released(present: dict[str, Any]) -> dict[str, Any]:
    if os.environ.get("RENEW_API"):
        data = json.dumps(present, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        RELEASED.write_bytes(gzip.compress(data, mtime=0))
    content: dict[str, Any] = json.loads(gzip.decompress(RELEASED.read_bytes()))
    return content


def test_nothing_of_the_released_api_is_broken(released: dict[str, Any], present: dict[str, Any]) -> None:
    assert len(released["paths"]) > 200
    assert breaking_changes(released, present) == []


@pytest.fixture
def changed(released: dict[str, Any]) -> dict[str, Any]:
    """The released API, to be changed."""
    return copy.deepcopy(released)


def _fields(api: dict[str, Any], name: str) -> dict[str, Any]:
    fields: dict[str, Any] = api["components"]["schemas"][name]["properties"]
    return fields


PROJECT = "/api/v1/projects/{slug}/"


def test_a_removed_address_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    del changed["paths"][PROJECT]
    assert breaking_changes(released, changed) == [f"{PROJECT}: removed"]


def test_a_removed_method_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    del changed["paths"][PROJECT]["patch"]
    assert breaking_changes(released, changed) == [f"PATCH {PROJECT}: removed"]


def test_a_removed_field_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    del _fields(changed, "Project")["name"]
    assert breaking_changes(released, changed) == ["Project.name: removed"]


def test_a_field_that_must_be_sent_now_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    _fields(changed, "ProjectRequest")["purpose"] = {"type": "string"}
    changed["components"]["schemas"]["ProjectRequest"]["required"].append("purpose")
    assert breaking_changes(released, changed) == ["ProjectRequest.purpose: required now"]


def test_another_type_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    _fields(changed, "Project")["id"] = {"type": "string"}
    assert breaking_changes(released, changed) == ["Project.id: is string, was integer"]


def test_an_answer_that_may_be_null_now_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    _fields(changed, "Project")["name"]["type"] = ["string", "null"]
    assert breaking_changes(released, changed) == ["Project.name: is null or string, was string"]


def test_a_choice_that_is_taken_no_longer_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    sent = _fields(changed, "ProjectRequest")["name"]
    sent["enum"] = ["one", "two"]
    assert breaking_changes(released, changed) == ["ProjectRequest.name: may no longer be any value"]


def test_a_narrower_limit_breaks(released: dict[str, Any], changed: dict[str, Any]) -> None:
    limit = _fields(changed, "ProjectRequest")["name"]["maxLength"]
    _fields(changed, "ProjectRequest")["name"]["maxLength"] = 3
    assert breaking_changes(released, changed) == [f"ProjectRequest.name: maxLength is 3, was {limit}"]


def test_a_removed_parameter_and_a_new_required_one_break(released: dict[str, Any], changed: dict[str, Any]) -> None:
    listed = changed["paths"]["/api/v1/projects/"]["get"]
    listed["parameters"] = [
        *(each for each in listed["parameters"] if each["name"] != "page_size"),
        {"in": "query", "name": "year", "required": True, "schema": {"type": "integer"}},
    ]
    assert breaking_changes(released, changed) == [
        "GET /api/v1/projects/: parameter page_size removed",
        "GET /api/v1/projects/: parameter year is required now",
    ]


def test_additions_do_not_break(released: dict[str, Any], changed: dict[str, Any]) -> None:
    changed["paths"]["/api/v1/new/"] = {"get": {"responses": {}}}
    changed["paths"][PROJECT]["get"].setdefault("parameters", []).append(
        {"in": "query", "name": "more", "schema": {"type": "boolean"}}
    )
    changed["paths"][PROJECT]["get"]["responses"]["404"] = {}
    _fields(changed, "Project")["purpose"] = {"type": "string"}
    changed["components"]["schemas"]["Project"]["required"].append("purpose")
    _fields(changed, "ProjectRequest")["purpose"] = {"type": "string"}
    _fields(changed, "ProjectRequest")["name"]["maxLength"] += 1
    assert breaking_changes(released, changed) == []


def test_words_that_explain_do_not_count() -> None:
    described = described_api()
    other = copy.deepcopy(described)
    for schema in other["components"]["schemas"].values():
        schema["description"] = "Other words."
        for field in schema.get("properties", {}).values():
            field["description"] = "Other words."
    assert form(other) == form(described)
