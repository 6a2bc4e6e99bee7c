"""The OpenAPI document as it is served."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from annotator.site import description
from tests.annotator.described import described_api

URL = "/api/v1/schema/"


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[int]:
    """No file, nothing kept. Returns one number for each time that the document is made."""
    made: list[int] = []
    described = described_api()
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(description, "_made", {})
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_, **__: made.append(1) or described)
    return made


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_the_document_is_a_file_made_when_a_version_is_prepared(
    kind: str, nothing_made: list[int], tmp_path: Path
) -> None:
    (tmp_path / "description").mkdir()
    (tmp_path / "description" / "of-an-older-version.json.gz").touch()
    description.write()
    description.write()
    assert len(nothing_made) == 1
    assert sorted(path.suffixes[-2] for path in (tmp_path / "description").iterdir()) == [".json", ".yaml"]
    asked = {"HTTP_ACCEPT": f"application/{kind}"}
    answer = APIClient().get(URL, **asked)
    packed = APIClient().get(URL, HTTP_ACCEPT_ENCODING="gzip", **asked)
    assert (answer.status_code, packed["Content-Encoding"], len(nothing_made)) == (200, "gzip", 1)
    assert gzip.decompress(packed.content) == answer.content
    assert answer["Content-Type"].partition(";")[0] == f"application/{kind}"
    if kind == "json":
        assert json.loads(answer.content)["paths"].keys() == described_api()["paths"].keys()


def test_a_command_writes_what_is_served(tmp_path: Path) -> None:
    call_command("describe_api", str(tmp_path / "api.json"))
    assert (tmp_path / "api.json").read_bytes() == APIClient().get(URL, HTTP_ACCEPT="application/json").content


def test_without_a_file_a_process_makes_it_once(nothing_made: list[int]) -> None:
    """Forty who asked at once had it made forty times, in threads that the generator does not stand."""
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: APIClient().get(URL), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(nothing_made) == 1
