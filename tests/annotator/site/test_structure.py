"""How the packages of the application may depend on each other, beside what import-linter holds (pyproject.toml)."""

from __future__ import annotations

import ast
import graphlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver
from rest_framework.exceptions import NotAuthenticated

from annotator.domains import DOMAINS, load
from annotator.models import Project
from annotator.site.erasing import scope
from annotator.site.moving import exporting

ROOT = Path(__file__).parents[3]
APPLICATION = ROOT / "annotator"
FACE = "annotator.models"

#: Modules that ask for tables of a domain above theirs. A line may go, and none may be added.
UPWARD_TABLES = {
    "annotator.reviewing.gold": {"TestSet"},
    "annotator.reviewing.gold_counts": {"TestSet"},
    "annotator.reviewing.gold_records": {"TestSet"},
}  # fmt: skip


@cache
def sources() -> dict[str, str]:
    texts = {}
    for path in APPLICATION.rglob("*.py"):
        if "migrations" not in path.parts:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            texts[name] = path.read_text(encoding="utf-8")
    return texts


@cache
def modules() -> dict[str, ast.Module]:
    return {name: ast.parse(source) for name, source in sources().items()}


def modules_with(pattern: str) -> dict[str, ast.Module]:
    """Those whose code can match it. Writing all of the code anew, to look for it, takes seconds."""
    return {name: modules()[name] for name, source in sources().items() if re.search(pattern, source)}


def domain_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imported(node: ast.AST) -> list[str]:
    """Dotted names: of modules, or of what is taken from them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def run_on_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module that run when it is imported: not those of functions, nor those for type checkers."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        yield node
        for part in ("body", "orelse", "finalbody"):
            if part != "body" or not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
                yield from run_on_import(getattr(node, part, []))
        for handler in getattr(node, "handlers", []):
            yield from run_on_import(handler.body)


@pytest.mark.parametrize("package", ["", ".models", ".api"])
def test_packages_of_a_domain_hold_a_docstring_only(package: str) -> None:
    """The face of the tables imports those of all domains, and that runs the code of each package on the way."""
    for domain in DOMAINS:
        tree = modules().get(f"annotator.{domain}{package}")
        assert tree is None or (ast.get_docstring(tree) and len(tree.body) == 1), f"annotator/{domain}"


def test_tables_import_only_tables() -> None:
    """And what the platform has for them."""
    wrong = {
        (module, name)
        for module, tree in modules().items()
        if ".models." in module
        for node in ast.walk(tree)
        for name in imported(node)
        if name.startswith("annotator.") and ".models." not in name and not name.startswith("annotator.platform.")
    }
    assert wrong == set()


def test_each_module_can_be_imported_first() -> None:
    """No module needs, to be imported, one that needs it."""
    needed: dict[str, set[str]] = {}
    for module, tree in modules().items():
        names = [name for node in run_on_import(tree.body) for name in imported(node)]
        # Of `annotator.a.b`, Python imports `annotator.a` first. A package may take what is in it.
        above = {".".join(name.split(".")[:n]) for name in names for n in range(1, name.count(".") + 2)}
        needed[module] = {name for name in above & modules().keys() if not f"{module}.".startswith(f"{name}.")}
    list(graphlib.TopologicalSorter(needed).static_order())  # CycleError names the modules


def test_tables_are_asked_for_downwards() -> None:
    """The linter does not see it, because all tables have one face: foreign keys run in circles."""
    home = {name.rpartition(".")[2]: domain_of(name) for node in ast.walk(modules()[FACE]) for name in imported(node)}
    upward: dict[str, set[str]] = {}
    for module, tree in modules().items():
        own = domain_of(module)
        for name in (name for node in ast.walk(tree) for name in imported(node) if name.startswith(f"{FACE}.")):
            table = name.removeprefix(f"{FACE}.")
            if own in DOMAINS and DOMAINS.index(home[table]) > DOMAINS.index(own):
                upward.setdefault(module, set()).add(table)
    assert upward == UPWARD_TABLES


def test_receivers_stand_where_the_application_loads_them() -> None:
    receiving = {
        module
        for module, tree in modules_with("receiver").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any("receiver(" in ast.unparse(each) for each in node.decorator_list)
    }
    assert len(receiving) > 3
    assert receiving - {f"annotator.{domain}.hooks" for domain in DOMAINS} == set()


#: Functions above reviewing that mean reviews of all kinds. Whatever counts what people judged says `.judgements()`.
OF_ALL_KINDS = {
    "authors.rating_tasks.raters._own_sets", "authors.rating_tasks.sources._complete_rows",
    "site.digests._returned", "teams.person.person_of",
    "site.erasing.traces._delete_rows", "site.erasing.scope.reviews_of",
    "site.moving.exporting.counts_of", "site.moving.importing.store",
    "site.moving.raw_reviews._rows", "site.project_removal.remove_project", "summaries.excerpts.judging",
    "summaries.tuning._reviews",
    "teams.assigning.bulk._revisions", "teams.person._figures", "teams.quality.measure_pair",
    "teams.figures._reviews_to_measure", "teams.figures._pairs_to_measure", "teams.figures.basis_of",
    "teams.leaving.remove", "teams.overview._stuck",
}  # fmt: skip


def test_what_counts_reviews_says_of_which_kind() -> None:
    found = {
        f"{module.removeprefix('annotator.')}.{node.name}"
        for module, tree in modules_with(r"\breviews\b|\bReview\b").items()
        if domain_of(module) in ("teams", "summaries", "authors", "site")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and re.search(r"(\bReview\.objects|\.reviews)\b(?!\.judgements\(\))", ast.unparse(node))
    }
    assert found == OF_ALL_KINDS


def test_whether_texts_have_a_newer_version_is_asked_by_one_condition() -> None:
    """`of_latest_texts` asks an index; a join goes through all texts of the site."""
    joined = re.compile(r"(source|target)__next(=None|__isnull)")
    asking = {name for name, tree in modules_with("__next").items() if joined.search(ast.unparse(tree))}
    assert asking == set()
    assert sum("of_latest_texts(" in ast.unparse(tree) for tree in modules_with("of_latest_texts").values()) > 4


def test_the_sweep_asks_for_every_kind_of_e_mail_that_is_tried_again() -> None:
    sending = {name for name, tree in modules_with("send_due").items() if "outbox.send_due(" in ast.unparse(tree)}
    assert len(sending) > 1
    sweep = ast.unparse(ast.parse(sources()["annotator.management.commands.sweep"]))
    assert {name for name in sending if f"{name.rpartition('.')[2]}.ask_for_unsent()" not in sweep} == set()


def test_pages_act_on_codes_that_the_server_gives() -> None:
    pages = [path for path in (ROOT / "frontend" / "src").rglob("*.ts*") if ".test." not in path.name]
    acted_on = {code for path in pages for code in re.findall(r"\.code === '(\w+)'", path.read_text(encoding="utf-8"))}
    written = "\n".join(map(ast.unparse, modules_with("code").values()))
    given = set(re.findall(r"code ?(?:=|:|: str =) ?'(\w+)'", written))
    assert len(acted_on) > 10
    assert acted_on - given - {NotAuthenticated.default_code} == set()


def _counted_in(*pages: str) -> set[str]:
    """The words by which pages take numbers from what the server has counted; one that is not there counts as none."""
    texts = ((ROOT / "frontend" / "src" / "features" / "site" / page).read_text(encoding="utf-8") for page in pages)
    return {word for text in texts for word in re.findall(r"\bn\('(\w+)'\)", text)}


def test_pages_show_what_is_counted_of_a_project(project: Project) -> None:
    shown = _counted_in(
        "moving/ExportForm.tsx", "moving/CheckedArchive.tsx", "moving/ImportedProject.tsx", "settings/DeleteProject.tsx"
    )
    assert len(shown) > 8
    assert shown - exporting.counts_of(project).keys() == set()


def test_pages_show_what_is_counted_of_an_erasure(project: Project) -> None:
    shown = _counted_in("moving/WhatGoes.tsx", "moving/Erasures.tsx")
    assert len(shown) > 8
    of_releases = {"releases", "released_rows"}
    assert shown - scope.counts_of(scope.scope_again(project, [], [])).keys() == of_releases


def _views(patterns: list[Any]) -> Iterator[Any]:
    for pattern in patterns:
        yield from [pattern.callback] if isinstance(pattern, URLPattern) else _views(pattern.url_patterns)


def test_rules_are_declared_where_their_views_are() -> None:
    declared = {
        (resource, action): domain_of(module.__name__)
        for module in load("rules")
        for resource, actions in module.RULES.items()
        for action in actions
    }
    served = {
        (view.cls.resource, action): domain_of(view.cls.__module__)
        for view in _views(get_resolver().url_patterns)
        for action in getattr(view, "actions", {}).values()
    }
    assert len(served) > 150
    assert {rule: domain for rule, domain in served.items() if declared.get(rule) != domain} == {}


def test_the_linter_refuses_a_call_upwards(tmp_path: Path) -> None:
    for package in ("annotator", "alignment"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    changed = tmp_path / "annotator" / "corpus" / "pairs.py"
    text = changed.read_text(encoding="utf-8") + "\nfrom annotator.reviewing import opening\n"
    changed.write_text(text, encoding="utf-8")
    lint = Path(sys.executable).with_name("lint-imports")
    answer = subprocess.run([lint, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    line = text.count("\n")
    assert f"annotator.corpus.pairs -> annotator.reviewing.opening (l.{line})" in " ".join(answer.stdout.split())


def test_the_name_of_a_person_is_made_in_one_place() -> None:
    """`site.moving.exporting` looks for every spelling of a person, to leave them out."""
    at_home = {"annotator.people.names", "annotator.site.moving.exporting"}
    assert {name for name, source in sources().items() if "get_full_name" in source} == at_home
