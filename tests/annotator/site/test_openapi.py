"""The OpenAPI document: valid, true of what the API answers, and enough to make a client from."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from annotator.models import AlignmentRun, AssignmentPolicy, Pair, Project
from annotator.people.api.base import Resource
from annotator.platform.api.known_parameters import known_parameters
from tests.annotator.described import described_api, warnings_of_generator
from tests.annotator.populated import Ids, populated_project
from tests.annotator.site import generated_client
from tests.annotator.site.generated_client import Answers, rows_of_reviews

#: What there may not be for every row: a run that has no summary, a document without a file or a recording, a timeline
#: of a pair without slides, recognitions and clips of what is no transcript.
MAY_BE_MISSING = {
    "/api/v1/runs/{id}/comparison/", "/api/v1/pairs/{id}/timeline/",
    "/api/v1/runs/{id}/summary/", "/api/v1/reviews/{id}/summary/", "/api/v1/documents/{id}/source/",
    "/api/v1/documents/{id}/media/", "/api/v1/runs/{id}/summary-sheet/", "/api/v1/reviews/{id}/summary-sheet/",
    "/api/v1/runs/{id}/summary-file/", "/api/v1/reviews/{id}/summary-file/",
    "/api/v1/documents/{id}/recognitions/", "/api/v1/documents/{id}/transcript-check/", "/api/v1/documents/{id}/peaks/",
    "/api/v1/documents/{id}/transcript-check/rare-words/",
    "/api/v1/documents/{id}/segments/", "/api/v1/documents/{id}/clips/",
    "/api/v1/documents/{id}/m3av/", "/api/v1/pairs/{id}/passages/",
}  # fmt: skip


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return described_api()


def test_the_document_is_valid(described: dict[str, Any]) -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    assert [error.message for error in OpenAPIV31SpecValidator(described).iter_errors()] == []
    # A word of OpenAPI 3.0 that JSON Schema, and so 3.1, ignores: the field would be declared never to be null.
    assert "nullable" not in set(_keys(described))


def test_the_generator_has_nothing_to_warn_of() -> None:
    """An enum without a name of its own gets a hash, which changes with the next enum: `ENUM_NAME_OVERRIDES`."""
    assert warnings_of_generator() == []


@pytest.fixture(scope="module")
def populated(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Project, Ids]]:
    """A project with everything in it, and the ids that its addresses may name."""
    with populated_project(django_db_blocker, tmp_path_factory.mktemp("media")) as made:
        yield made.project, made.ids


@pytest.fixture(scope="module")
def answers() -> Answers:
    """What was answered already, to whoever may read everything: by address, as long as nobody has changed anything."""
    return {}


def test_every_answer_is_as_described(
    described: dict[str, Any],
    populated: tuple[Project, Ids],
    db: None,
    client_of: Callable[[User], APIClient],
    answers: Answers,
) -> None:
    project, ids = populated
    # Who may read what only site admins may, too.
    User.objects.filter(username="admin").update(is_superuser=True)
    client = client_of(User.objects.get(username="admin"))
    client.raise_request_exception = False
    strict = _closed(described)
    wrong, answered = [], set()
    for template, operation in _gets(described):
        for address in _addresses(template, project, ids):
            answer = client.get(address)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            answers[address] = answer.status_code, answer["Content-Type"], content
            if answer.status_code == 200:
                answered.add(template)
            elif template not in MAY_BE_MISSING:
                wrong.append(f"{address}: {answer.status_code} {content[:200]!r}")
            if answer.status_code == 200 and answer["Content-Type"] != "application/json":
                continue
            expected = _answer_of(operation) if answer.status_code == 200 else {"$ref": "#/components/schemas/Error"}
            wrong += [f"{address}: {message}" for message in _faults(json.loads(content), expected, strict)]
    assert not wrong, "\n".join(wrong)
    assert {template for template, _ in _gets(described)} - answered == set()


def test_a_read_knows_the_parameters_that_it_is_described_with_and_no_others(described: dict[str, Any]) -> None:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    generator._initialise_endpoints()  # type: ignore[no-untyped-call]
    known, expected = {}, {}
    for path, _, method, view in generator._get_paths_and_endpoints():  # type: ignore[no-untyped-call]
        operation = described["paths"].get(path, {}).get("get")
        if method == "GET" and operation and isinstance(view, Resource):
            known[path] = known_parameters(type(view), view.action, view.pagination_class)
            parameters = operation.get("parameters", ())
            expected[path] = frozenset(each["name"] for each in parameters if each["in"] == "query")
    assert len(known) > 100
    assert known == expected


def test_a_parameter_that_is_not_described_is_refused_by_its_name(
    populated: tuple[Project, Ids], db: None, client_of: Callable[[User], APIClient]
) -> None:
    client = client_of(User.objects.get(username="admin"))
    assert client.head("/api/v1/reviews/?pairs=24").status_code == 400
    answer = client.get("/api/v1/reviews/?pairs=24&page=1")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_parameter")
    assert [each["field"] for each in answer.json()["errors"]] == ["pairs"]
    assert "'pairs' is no parameter of this address; it has:" in answer.json()["detail"]


def test_a_field_of_a_body_that_is_not_described_is_refused_by_its_name(
    populated: tuple[Project, Ids], db: None, client_of: Callable[[User], APIClient]
) -> None:
    """One that is only read may come back with the others."""
    project, _ = populated
    client, address = (
        client_of(User.objects.get(username="admin")),
        f"/api/v1/projects/{project.slug}/assignment-policy/",
    )
    AssignmentPolicy.objects.filter(project=project).delete()
    answer = client.put(address, {"n_reviews": 2}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field")
    assert [each["field"] for each in answer.json()["errors"]] == ["n_reviews"]
    assert "'n_reviews' is no field of this address; it has:" in answer.json()["detail"]
    assert client.get(address).status_code == 404
    made = client.put(address, {"reviews_per_pair": 2}, format="json").json()
    assert client.put(address, made, format="json").status_code == 200


def test_a_client_made_from_it_reads_and_writes_every_resource(
    described: dict[str, Any], populated: tuple[Project, Ids], db: None, answers: Answers, tmp_path: Path
) -> None:
    """Reads what was answered before as it was: how the application makes an answer, another test has seen."""
    project, ids = populated
    assert AlignmentRun.objects.filter(created_by=None).exists()
    User.objects.filter(username="admin").update(is_superuser=True)
    with generated_client.generated_from(described, tmp_path) as generated:
        client = generated_client.signed_in(generated, User.objects.get(username="admin"), answers)
        generated_client.read_all(generated, client, ids, project)
        generated_client.write(client, project, Pair.objects.get(title="Ledger"))


def _gets(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for template, operations in described["paths"].items():
        if "get" in operations:
            yield template, operations["get"]


def _addresses(template: str, project: Project, ids: Ids) -> list[str]:
    """The addresses of a template: one for each row, with the query that it needs."""
    resource = template.removeprefix("/api/v1/").partition("/")[0]
    if "/documents/{id}/pages/" in template or "/slide-text/" in template:
        return [template.format(id=pk, number=1) for pk in ids["decks"]]
    if template.endswith("/clips/file/"):
        return [template.format(id=pk) for pk in ids["cut"]]
    if template.endswith("/planted/"):
        return [template.format(id=pk) for pk in ids["judged"]]
    if "/page-search/" in template:
        return [template.format(id=pk, second=1) for pk in ids["searched"]]
    if "{file}" in template:
        return [template.format(id=batch, file=file) for batch, file in ids["files"]]
    if resource == "training-sets" and "{form}" in template:
        return [template.format(id=one, form=form) for one, form in ids["training_files"]]
    if resource == "trained-models" and template.endswith("/summary/"):
        return [f"{template.format(id=i)}?document={paper}" for i, paper in product(ids[resource], ids["papers"])]
    if "{address}" in template:
        files = ids["release_page_files"]
        filled = [(address, "") for address in ids["release_pages"]] if "{form}" not in template else files
        return [template.format(address=address, form=form) for address, form in filled]
    if template.endswith("/erasures/foreseen/"):
        return [f"{template.format(project_slug=project.slug)}?documents={ids['papers'][0]}"]
    if "{test_set}" in template:
        return [template.format(test_set=pk) for pk in ids["test-sets"]]
    if "{form}" in template:
        return [template.format(id=release, form=form) for release, form in ids["release_files"]]
    if template == "/api/v1/runs/{id}/comparison/":
        return [template.format(id=pk) + f"?against={pk}" for pk in ids["runs"]]
    if template == "/api/v1/systems/{id}/words/":
        return [template.format(id=ids["systems"][0]) + "?talk=1"]
    if template == "/api/v1/systems/{id}/comparison/":
        return [template.format(id=ids["systems"][0]) + f"?against={ids['systems'][1]}"]
    if template.endswith(("/training/latest/", "/training/trial/")):
        return [template.format(project_slug=project.slug) + "?source_language=en&target_language=ja"]
    if "/people/{annotator}/" in template:
        return [template.format(project_slug=project.slug, annotator=ids["people"][0])]
    if "{annotator}" in template:
        return [template.format(project_slug=project.slug, annotator=pk) for pk in ids["people"]]
    if "/webhooks/{id}/" in template:
        slug = project.slug
        return [template.format(project_slug=slug, id=hook, delivery=pk) for hook, pk in ids["deliveries"]]
    if "/exports/{id}/" in template:
        return [template.format(project_slug=slug, id=pk) for slug, pk in ids["exports"]]
    if template.endswith("/raw-reviews/"):
        return [template.format(project_slug=project.slug) + query for query in ("", "?form=tsv", "?form=long")]
    if "{realignment}" in template:
        return [template.format(id=review, realignment=pk) for review, pk in ids["realignments"]]
    if resource in ("join", "digests"):
        return [template.format(token=token) for token in ids[resource]]
    if "/samples/" in template and "{token}" in template:
        return [template.format(token=token, key=key) for token, key in ids["rater_samples"]]
    if resource == "my-ratings" and "{id}" in template:
        return [template.format(id=task, key=key) for task, key in ids["own_samples"][:1]]
    if "{position}" in template:
        return [template.format(id=pk, position=0) for pk in ids[resource]]
    if "{token}" in template:
        return [template.format(token=token) for token in ids["tokens"]]
    if template == "/api/v1/pairs/runs/":
        return [f"{template}?ids={','.join(map(str, ids['pairs']))}"]
    if template == "/api/v1/rouge-tables/{id}/papers/":
        return [f"{template.format(id=table)}?row={row}" for table, row in ids["rouge_rows"]]
    if template == "/api/v1/slides-tables/{id}/talks/":
        return [f"{template.format(id=table)}?row={row}" for table, row in ids["slides_rows"]]
    if template == "/api/v1/slides-tables/{id}/cuts/":
        return [f"{template.format(id=table)}?talk={talk}" for table, talk in ids["slides_talks"]]
    of_generated = ("/api/v1/generation-runs/outlook/", "/api/v1/generation-runs/materials/")
    of_raters = ("/api/v1/rating-tasks/human-means/", "/api/v1/rating-tasks/sources/")
    if template in ("/api/v1/tunings/basis/", "/api/v1/slides-tables/basis/", *of_generated, *of_raters):
        return [f"{template}?project={project.slug}"]
    if template == "/api/v1/engines/":
        return [f"{template}?pair={pair}" for pair in ids["pairs"]]
    if template.endswith("/gold/"):
        return [template.format(slug=project.slug) + query for query in ("", "?file_format=jsonl", "?preview=true")]
    if "{number}" in template:
        return [template.format(project_slug=project.slug, number=number) for number in ids["guidelines"]]
    if template.endswith("/glossary/terms/"):
        return [template.format(project_slug=project.slug) + "?source=en&target=ja"]
    if template.endswith("/glossary/export/"):
        return [template.format(project_slug=project.slug) + query for query in ("", "?file_format=tbx")]
    if template.endswith("/summaries/export/"):
        forms = ("", "?form=text", "?form=table4", "?form=talksumm&order=rank")
        return [template.format(project_slug=project.slug) + query for query in forms]
    if "/agreement/" in template:
        names = {each["name"] for each in described_api()["paths"][template]["get"]["parameters"]}
        return [template.format(project_slug=project.slug) + query for query in _agreement_queries(ids, names)]
    if template.endswith("/authors/export/"):
        return [template.format(project_slug=project.slug) + query for query in ("", "?part=answers&file_format=jsonl")]
    if template.endswith("/activity/export/"):
        return [template.format(project_slug=project.slug) + query for query in ("", "?file_format=jsonl")]
    if template.endswith("/concordance/"):
        return [template.format(project_slug=project.slug) + query for query in ("?q=water", "?q=潮")]
    if template.endswith(("/operations/", "/memory/", "/matched-words/")):
        return [f"{template.format(id=review)}?row={row}" for review, row in rows_of_reviews(ids)]
    if template.endswith("/changes/"):
        return [f"{template.format(id=i)}?since={n}" for i, n in product(ids["reviews"], (0, 3))]
    if "{id}" in template:
        return [template.format(id=i) for i in ids[resource]]
    return [template.format(slug=project.slug, project_slug=project.slug)]


def _agreement_queries(ids: Ids, names: set[str]) -> Iterator[str]:
    for pair, first, second in ids["compared"]:
        for measure in ("links", "good_align"):
            chosen = {"measure": measure, "part": "talks", "people": f"{first},{second}", "pair": pair}
            for query in (chosen, chosen | {"first_said": "yes", "second_said": "no"}):
                yield "?" + "&".join(f"{name}={value}" for name, value in query.items() if name in names)


def _answer_of(operation: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = operation["responses"]["200"]["content"]["application/json"]["schema"]
    return answer


def _faults(value: Any, expected: dict[str, Any], described: dict[str, Any]) -> list[str]:
    validator = Draft202012Validator(
        {**expected, "components": described["components"]}, format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def _closed(described: dict[str, Any]) -> dict[str, Any]:
    """The document with no fields but the described ones: an answer that holds more is as untrue as one with less."""
    closed = copy.deepcopy(described)
    for schema in closed["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return closed


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)
