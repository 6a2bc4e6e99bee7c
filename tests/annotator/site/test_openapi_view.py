"""The OpenAPI document as it is served."""

from __future__ import annotations

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from annotator.site.api.openapi import SchemaView
from tests.annotator.described import described_api


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_the_document_is_generated_once(kind: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SchemaView, "_kept", {})
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_, **__: described_api())
    first = APIClient().get(f"/api/v1/schema/?format={kind}")
    monkeypatch.setattr(SchemaView, "_get_schema_response", lambda *_: pytest.fail("it was generated again"))
    second = APIClient().get(f"/api/v1/schema/?format={kind}")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert first["Content-Type"].partition(";")[0] == second["Content-Type"].partition(";")[0]
