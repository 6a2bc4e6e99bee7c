"""What the container files say, held against the code: they are built elsewhere and would drift unseen."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
import yaml
from gunicorn.app.wsgiapp import WSGIApplication  # type: ignore[import-untyped]

from annotator.importers.base import MAX_PAGES
from annotator.launch.layout import HERE
from annotator.launch.node import OLDEST_MAJOR
from annotator.launch.supervisor import ROUTINE
from annotator.launch.up import HEALTH, programs
from annotator.platform.queues import SHORT
from annotator.web.worker import Worker

DOCKERFILE = (HERE.root / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((HERE.root / "docker-compose.yml").read_text())
SETTINGS = (HERE.root / "annotator" / "settings.py").read_text()
# The image sets the folder itself, and a site that serves people is never one to debug.
NOT_PASSED_ON = {"DATA_DIR", "DEBUG"}


def read_by_settings() -> set[str]:
    return set(re.findall(r"(?:env\.\w+|_service_\w+|_whole_number|_boolean|_choice)\(\s*\"([A-Z_]+)\"", SETTINGS))


def test_every_setting_can_be_given_to_the_containers() -> None:
    names = read_by_settings()
    assert len(names) > 15
    assert set(COMPOSE["services"]["web"]["environment"]) == names - NOT_PASSED_ON


def test_every_setting_stands_in_the_table_of_settings() -> None:
    table = set(re.findall(r"^\| ([A-Z_]+) \|", SETTINGS, re.MULTILINE))
    assert read_by_settings() - table == set()


def test_defaults_of_settings_are_those_of_their_table_and_of_the_containers() -> None:
    call = r"(?:env\.str|_whole_number|_boolean|_choice)\(\"([A-Z_]+)\", (?:default=)?(\"[^\"]+\"|\w+\b(?![=(]))"
    spelled = {"True": "true", "False": "false", "MAX_PAGES_BY_DEFAULT": str(MAX_PAGES)}
    code = {name: spelled.get(value, value.strip('"')) for name, value in re.findall(call, SETTINGS)}
    del code["REDIS_URL"]  # which `up` sets
    table = dict(re.findall(r"^\| ([A-Z_]+) \|.*\| ([^|]+) \|$", SETTINGS, re.MULTILINE))
    assert len(code) > 15
    assert {name: table[name] for name in code} == code

    passed_on = COMPOSE["services"]["web"]["environment"]
    by_default = {name: re.fullmatch(r"\$\{\w+:-([^{}]+)\}", value) for name, value in passed_on.items()}
    contained = {name: found[1] for name, found in by_default.items() if found}
    assert {name: table[name].replace("DATA_DIR", "/data") for name in contained} == contained


def test_what_is_copied_into_the_image_exists_and_is_sent_to_the_builder() -> None:
    copied = [
        word for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE) for word in line.split()[:-1]
    ]
    sent = [line[1:] for line in (HERE.root / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert copied
    for path in copied:
        assert (HERE.root / path).exists(), path
        assert any(path.rstrip("/") == allowed or path.startswith(f"{allowed}/") for allowed in sent), path


def test_the_image_is_built_with_versions_that_are_supported() -> None:
    classifiers = (HERE.root / "pyproject.toml").read_text()
    pythons = re.findall(r"^FROM python:(3\.\d+)-", DOCKERFILE, re.MULTILINE)
    (node,) = re.findall(r"^FROM node:(\d+)-", DOCKERFILE, re.MULTILINE)
    assert len(set(pythons)) == 1
    assert f"Python :: {pythons[0]}" in classifiers
    assert int(node) >= OLDEST_MAJOR


def test_what_the_image_leaves_out_is_what_the_requirements_bring() -> None:
    removed = re.search(r"pip uninstall --python \S+ (.+)$", DOCKERFILE, re.MULTILINE)
    assert removed
    pinned = (HERE.root / "requirements.txt").read_text() + (HERE.root / "annotator" / "launch" / "uv.txt").read_text()
    for name in removed[1].split():
        assert re.search(rf"^{re.escape(name)}==", pinned, re.MULTILINE), name


def test_gunicorn_takes_the_options_of_the_image(monkeypatch: pytest.MonkeyPatch) -> None:
    command = re.search(r"^CMD (\[.+?\])$", DOCKERFILE, re.MULTILINE | re.DOTALL)
    assert command
    arguments = yaml.safe_load(command[1].replace("\\\n", ""))
    assert arguments[0] == "gunicorn"
    monkeypatch.setattr("sys.argv", arguments)
    monkeypatch.setattr("annotator.platform.site_key.stop_with_another_key", lambda: None)  # there is no database
    settings = WSGIApplication().cfg
    assert (settings.worker_class, settings.address) == (Worker, [("0.0.0.0", 8000)])
    module, _, name = arguments[1].partition(":")
    assert callable(getattr(import_module(module), name or "application"))
    grace = int(COMPOSE["services"]["web"]["stop_grace_period"].removesuffix("s"))
    assert grace > settings.graceful_timeout


#: What each place has reasons of its own for. Any other option of a program is the same wherever it is started.
OF_ONE_PLACE = {
    "--bind", "--workers", "--keep-alive", "--graceful-timeout", "--max-requests", "--max-requests-jitter",
    "--worker-tmp-dir", "--no-control-socket", "--log-level", "--concurrency", "--hostname", "--loglevel", "--quiet",
    "--skip-checks", "--without-mingle", "--without-gossip",
}  # fmt: skip


def shared_options(command: list[str]) -> dict[str, str]:
    """The program (blank), and what each of its options is set to."""
    options = dict(zip(command, [*command[1:], ""], strict=True))
    shared = {name: value for name, value in options.items() if name.startswith("--") and name not in OF_ONE_PLACE}
    return {"": command[0]} | {name: "" if value.startswith("--") else value for name, value in shared.items()}


def test_programs_have_the_same_options_wherever_they_are_started() -> None:
    up = programs("127.0.0.1", 8000)
    operator = (HERE.root / "docs" / "operator.md").read_text().split("## Without containers")[1].split("\n## ")[0]
    by_hand = [line.split() for line in re.findall(r"^    (\S.+)$", operator, re.MULTILINE)]
    image = re.search(r"^CMD (\[.+?\])$", DOCKERFILE, re.MULTILINE | re.DOTALL)
    assert image
    started = {
        "web": [yaml.safe_load(image[1].replace("\\\n", "")), by_hand[0]],
        "worker": [COMPOSE["services"][name]["command"] for name in ("worker", "worker-host")] + [by_hand[1]],
        "worker-short": [COMPOSE["services"]["worker-short"]["command"], by_hand[2]],
    }
    for name, commands in started.items():
        assert [shared_options(command) for command in commands] == [shared_options(up[name])] * len(commands), name
    assert shared_options(up["web"])["--worker-class"]
    assert shared_options(up["worker-short"])["--queues"] == SHORT


def test_the_image_is_asked_for_its_health_where_it_listens() -> None:
    (bound,) = re.findall(r'"--bind", "[\d.]+:(\d+)"', DOCKERFILE)
    assert f"http://127.0.0.1:{bound}{HEALTH}" in DOCKERFILE
    assert f"EXPOSE {bound}\n" in DOCKERFILE
    assert all(port.endswith(f":{bound}") for port in COMPOSE["services"]["web"]["ports"])
    assert ROUTINE.search(f"GET {HEALTH} 200 2 ms")


def test_no_container_fills_the_disk_or_the_memory_of_its_host() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["logging"]["options"]["max-size"], name
        assert name == "migrate" or service["mem_limit"], name
        assert all("size=" in mounted for mounted in service.get("tmpfs", [])), name
