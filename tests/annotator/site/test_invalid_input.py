"""Whatever is sent where a value belongs: an answer that says what is wrong, and never an error of the server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn
from unittest import mock
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError as ModelError
from django.core.handlers.base import BaseHandler
from django.db import DatabaseError, transaction
from django.http import QueryDict
from django.urls import resolve
from rest_framework.exceptions import APIException
from rest_framework.serializers import Serializer
from rest_framework.test import APIClient

from annotator.authors.answering import invitation_token
from annotator.models import (
    Invitation,
    MemberInvitation,
    ProjectImport,
    Rater,
    Review,
    TrainingItem,
    TrainingRound,
    TranscriptCheck,
)
from annotator.people.accounts import digest_token
from annotator.people.member_invitations import invitation_token as join_token
from annotator.platform.api import query
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import refuse
from annotator.platform.api.throttling import Throttle
from annotator.platform.errors import ServiceError
from annotator.reviewing.guidelines.labels import default_labels
from tests import world
from tests.annotator.described import described_api
from tests.annotator.shared import read_in_process

DEEP: Any = 1
for _ in range(300):
    DEEP = [DEEP]

ODD: list[Any] = [
    "", "x" * 100_000, "9" * 5000, "²", 10**30, -1, True, None, [], {}, [None], [{}],
]  # fmt: skip
#: Refused by the parser of all bodies, before anybody looks at their fields.
UNSTORABLE: list[Any] = ["a\0b", "\ud800", 10**400, {"\0": 1}, DEEP]
#: Where an object is expected, for addresses that read bodies each in their own way.
ODD_BODIES: list[Any] = [None, "", 10**30, True, [], [None], [{}]]
FEW = 4
#: Where a body is read, and an address of each. What the framework creates and changes, it reads itself.
READERS = {
    "authors/api/ratings.py": "/api/v1/rate/{token}/",
    "platform/api/parsers.py": "/api/v1/projects/{project_slug}/training/",
    "reviewing/api/pairs.py": "/api/v1/pairs/{id}/",
    "reviewing/api/reviews.py": "/api/v1/reviews/{id}/operations/",
}
READ_IN_OTHER_WAYS = {
    *READERS.values(),
    "/api/v1/imports/{id}/pairings/",
    "/api/v1/projects/",
    "/api/v1/projects/{slug}/",
}
#: Without null bytes, which are refused before any view.
IN_ADDRESSES = ["9" * 5000, "²", "-1", "%F0%9F%91%A9%ED%A0%80"]


@pytest.fixture
def boss(db: None) -> User:
    """May do everything, so that nothing is hidden behind a refusal."""
    return User.objects.create_superuser("boss", password="a long enough one")


@pytest.fixture
def client(boss: User, monkeypatch: pytest.MonkeyPatch) -> APIClient:
    read_in_process(monkeypatch)
    monkeypatch.setattr(Throttle, "allow_request", lambda *_: True)  # or most is never read
    made = APIClient(raise_request_exception=False)
    made.force_authenticate(boss)
    return made


@dataclass
class Answer:
    """fault : what is wrong with the answer. refused : the fields that it finds wrong."""

    fault: str | None = None
    is_accepted: bool = False
    refused: set[str] = field(default_factory=set)


def send(client: APIClient, method: str, address: str, body: Any = None) -> Answer:
    """What is answered. What it did is taken back."""
    sent = f"{method} {address[:120]} {str(body)[:150]}"
    try:
        with transaction.atomic():
            raw = None if body is None else json.dumps(body)
            answer = getattr(client, method)(address, raw, content_type="application/json")
            transaction.set_rollback(True)
    except DatabaseError as error:  # a transaction that the database has given up
        return Answer(f"{sent}: {type(error).__name__}: {error}")
    if answer.streaming or answer.status_code < 400:
        return Answer(is_accepted=True)
    told = answer.json() if answer["Content-Type"].startswith("application/json") else None
    if answer.status_code in (429, *range(500, 600)) or not told or not told["detail"]:
        said = f"{answer.status_code} {getattr(answer, 'exc_info', None) or answer.content[:200]!r}"
        return Answer(f"{sent}: {said[:300]}")
    return Answer(refused={re.split(r"[.\[]", error.get("field", ""))[0] for error in told["errors"]})


def send_in_fields(
    client: APIClient, method: str, address: str, names: list[str], odd: Any, right: dict[str, Any]
) -> Iterator[str | None]:
    """What is wrong with the answers to an odd value in all fields at once, then in those that were not refused, until
    the rest is accepted; alone in each field of a rest that is refused without a name, or of very few fields, which
    mean something to each other."""
    rest = names
    while rest:
        answer = send(client, method, address, {**right, **dict.fromkeys(rest, odd)})
        yield answer.fault
        if len(rest) == 1 or (answer.is_accepted and len(rest) > FEW):
            return
        if not answer.refused.intersection(rest):
            break
        rest = [name for name in rest if name not in answer.refused]
    for name in rest:
        yield send(client, method, address, {**right, name: odd}).fault


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What has read bodies, in its order: parsers and serializers."""
    noted: list[Any] = []
    parse, validate = StorableJSONParser.parse, Serializer.run_validation

    def noting_parser(parser: StorableJSONParser, *args: Any, **options: Any) -> Any:
        noted.append(parser)
        return parse(parser, *args, **options)

    def noting_serializer(serializer: Serializer[Any], *args: Any) -> Any:
        if serializer.parent is None:
            noted.append(serializer)
        return validate(serializer, *args)

    monkeypatch.setattr(StorableJSONParser, "parse", noting_parser)
    monkeypatch.setattr(Serializer, "run_validation", noting_serializer)
    return noted


def is_taken(serializer: Serializer[Any], name: str, odd: Any) -> bool:
    """Whether a field takes an odd value, so that only an answer shows what is done with it. A text takes a number as
    its digits: of those, one is enough."""
    try:
        with transaction.atomic():
            value = serializer.fields[name].run_validation(odd)
            getattr(serializer, f"validate_{name}", str)(value)
    except (APIException, ModelError, ServiceError):
        return False
    return not (odd == -1 and isinstance(value, str))


def operations() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """(method, address, operation, schema) of all that the API describes."""
    schema = described_api()
    for address, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method, address, operation, schema


def test_odd_values_in_addresses(client: APIClient, places: dict[str, Any]) -> None:
    """The first two are read as numbers in as many ways as there are; the others in one address of each view."""
    wrong, views = [], set()
    for method, address, _, _ in operations():
        if method != "get" or "{" not in address:
            continue
        before, after = filled(address.rpartition("{")[0], places), address.rpartition("}")[2]
        tried = [before + odd + after for odd in IN_ADDRESSES]
        function = resolve(tried[0]).func
        view = getattr(function, "cls", function)
        wrong += [send(client, method, each).fault for each in (tried[:2] if view in views else tried)]
        views.add(view)
    assert not list(filter(None, wrong)), "\n".join(filter(None, wrong))


def test_odd_values_in_queries(client: APIClient, places: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What refuses the first refuses the others alike, where it is what the test below asks itself."""
    refused = set()

    def noting(name: str, *args: str) -> NoReturn:
        refused.add(name)
        refuse(name, *args)

    monkeypatch.setattr(query, "refuse", noting)
    wrong: list[str | None] = []
    for method, address, operation, _ in operations():
        if method != "get":
            continue
        given = filled(address, places)
        for name in [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]:
            refused.clear()
            wrong.append(send(client, method, f"{given}?{name}={IN_ADDRESSES[0]}").fault)
            if name not in refused:
                wrong += [send(client, method, f"{given}?{name}={odd}").fault for odd in IN_ADDRESSES[1:]]
    assert not list(filter(None, wrong)), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("odd", IN_ADDRESSES)
@pytest.mark.parametrize(
    "read",
    [
        partial(query.whole_number, minimum=0, maximum=2**31 - 1),
        partial(query.signed_number, most=0),
        query.row_id,
        partial(query.number, above=0, maximum=1),
        partial(query.choice, allowed=("9", "2")),
        query.flag,
    ],
)
def test_readers_of_queries_refuse_them(read: Callable[[Any, str], Any], odd: str) -> None:
    request = mock.Mock(query_params=QueryDict(f"page={odd}"))
    with pytest.raises(ServiceError, match="page is"):
        read(request, "page")


@pytest.mark.parametrize(
    "address", ["/api/v1/reviews/a%00b/", "/nowhere%00/", "/api/v1/reviews/?state=a%00b", "/api/v1/reviews/?a%00b=1"]
)
def test_null_bytes_are_refused_before_any_view(client: APIClient, address: str) -> None:
    with mock.patch.object(BaseHandler, "resolve_request", side_effect=AssertionError("a view was looked for")):
        answer = client.get(address)
    assert answer.status_code in (400, 404)
    assert "null byte" in answer.json()["detail"]


@pytest.mark.parametrize(
    "body",
    ["[" * 200_000, '{"a":' * 200_000, "{", "nothing", "[NaN]", "[1e999]", '"\\ud800"', "\0"]
    + [json.dumps({"name": odd}) for odd in UNSTORABLE],
)
def test_what_is_hardly_json_is_refused(client: APIClient, body: str) -> None:
    answer = client.post("/api/v1/projects/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_odd_values_in_bodies(
    client: APIClient,
    boss: User,
    places: dict[str, Any],
    talk: Any,
    readers: list[Any],
) -> None:
    """What is refused beside others is so alone, and what is accepted beside others was read. What the fields of an
    address refuse is seen in one answer; after that they are asked themselves, and sent what they take."""
    ProjectImport.objects.update(created_by=boss)  # nobody sees those of others
    TrainingRound.objects.update(person=boss)
    places["own_pass"] = world.open_pass(TranscriptCheck.objects.get(), boss, kind="second").pk
    Rater.objects.filter(number=2).update(user=boss, is_member=True)
    Review.objects.filter(pk=places["review"]).update(state="open", submitted_at=None)
    right = right_bodies(places)
    wrong = []
    for method, address, operation, schema in operations():
        if method not in ("post", "patch", "put"):
            continue
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        asked = resolved(content["application/json"]["schema"], schema)
        is_known = (method, address) in right or method == "patch" or len(asked.get("properties", {})) < 2
        assert is_known or not asked.get("required"), f"no right body: {method} {address}"
        body, given = right.get((method, address), {}), filled(address, places)
        if address in READ_IN_OTHER_WAYS:
            wrong += [send(client, method, given, odd).fault for odd in ODD_BODIES]
        wrong.append(send(client, method, given, {}).fault)
        if asked.get("type") == "array":
            continue
        readers.clear()
        names = list(asked["properties"])
        wrong += send_in_fields(client, method, given, names, ODD[0], body)
        assert readers, f"answered before anything was read: {method} {address}"
        assert isinstance(readers[0], StorableJSONParser), f"read by another parser: {method} {address}"
        serializer = readers[1]
        with pytest.raises(APIException):
            serializer.run_validation([None])
        for odd in ODD[1:]:
            rest = [name for name in names if is_taken(serializer, name, odd)]
            wrong += send_in_fields(client, method, given, rest, odd, body)
    assert not list(filter(None, wrong)), "\n".join(filter(None, wrong))


def test_bodies_are_read_in_few_places() -> None:
    """Everywhere else a serializer of the framework sees the body first, and wants an object."""
    code = settings.BASE_DIR / "annotator"
    readers = {str(file.relative_to(code)) for file in code.rglob("*.py") if "request.data" in file.read_text("utf-8")}
    assert readers == set(READERS)
    described = {address for _, address, _, _ in operations()}
    assert described >= READ_IN_OTHER_WAYS, READ_IN_OTHER_WAYS - described


#: Of resources, what `make_places` calls one; any other is called by its name in the singular.
OTHER_NAMES = {
    "passes": "pass",
    "slides-predictions": "slides_predictions",
    "imports": "batch",
    "bulk-alignments": "bulk",
    "glossary": "term",
    "vectors": "vectors",
    "rows": "training_row",
    "my-ratings": "rating_task",
}


#: Of addresses below a document, pair or pass that not every one has.
OTHER_KINDS = {
    "/documents/{id}/clips/": "transcript",
    "/documents/{id}/segments/": "transcript",
    "/documents/{id}/transcript-check/": "transcript",
    "/documents/{id}/slide-text/": "slide_text",
    "/pairs/{id}/passages/": "free_pair",
    "/passes/{id}/operations/": "own_pass",
}


def filled(address: str, places: dict[str, Any]) -> str:
    resource = address.removeprefix("/api/v1/").partition("/")[0]
    token = invitation_token(Invitation.objects.get())
    if resource == "digests":
        token = digest_token(User.objects.get(username="boss"))
    if "{token}/samples/" in address or "{token}/taking-part/" in address:
        token = places["rater"]
    if resource == "join":
        token = join_token(MemberInvitation.objects.get())
    known = {
        "slug": places["project"], "project_slug": places["project"], "token": token, "file": places["file"],
        "realignment": 1,
        "annotator": places["annotator"],
        "delivery": places["delivery"],
        "correction": 1,
        "form": "tsv",
        "address": "spring",
        "test_set": places["test_set"],
        "key": places["key"],
        "number": 1,
        "second": 1,
        "position": 0,
    }  # fmt: skip
    of_kind = next((name for part, name in OTHER_KINDS.items() if part in address), None)
    if of_kind:
        known["id"] = places[of_kind]
    elif "{id}" in address:
        resource = address.partition("/{id}")[0].rpartition("/")[2]
        name = OTHER_NAMES.get(resource, resource.removesuffix("s").replace("-", "_"))
        known["id"] = 1 if resource == "tokens" else places[name]
    return address.format(**known)


def right_bodies(places: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """For an odd value to be reached, what is asked beside it has to be right."""
    api = "/api/v1"
    author = {"name": "Ines", "email": "ines@example.org", "talk": "Full stop"}
    operation = {"id": str(uuid4()), "verb": "submit", "steps": [{"type": "submit", "leave_unreviewed": True}]}
    return {
        ("post", "/api/v1/project-imports/{id}/commit/"): {"name": "Tides", "accounts": []},
        ("post", f"{api}/projects/"): {"name": "New"},
        ("post", f"{api}/documents/{{id}}/transcript-check/"): {"a": 1, "b": 2},
        ("put", f"{api}/documents/{{id}}/slide-text/pages/{{number}}/"): {"revision": 0, "blocks": []},
        ("post", f"{api}/projects/{{project_slug}}/transcripts/claim/"): {"check": 1, "kind": "first"},
        ("post", f"{api}/passes/{{id}}/operations/"): {"operations": []},
        ("post", f"{api}/passes/{{id}}/judge/"): {"decision": "hold"},
        ("post", f"{api}/projects/{{project_slug}}/spot-checks/"): {"kind": "slides"},
        ("put", f"{api}/spot-checks/{{id}}/items/{{position}}/"): {"verdict": "", "revision": 0},
        ("post", f"{api}/rating-tasks/"): {
            "project": places["project"], "name": "T", "medium": "text", "per_set": 3, "sets_per_rater": 1,
            "questions": [{"name": "Fluency", "scale": "whole"}],
        },
        ("post", f"{api}/rating-tasks/{{id}}/draw/"): {"source": "summaries", "systems": ["abstract"], "n_sets": 1},
        ("put", f"{api}/rating-tasks/{{id}}/samples/"): {"samples": [{"set": "1", "system": "A", "text": "x"}]},
        ("put", f"{api}/rating-tasks/{{id}}/raters/{{number}}/"): {"counted": True, "reason": "x"},
        ("post", f"{api}/rating-tasks/{{id}}/raters/invite/"): {"list": "kit@example.org", "send": False},
        ("post", f"{api}/rating-tasks/{{id}}/raters/mail/"): {"verb": "send", "numbers": [2]},
        ("post", f"{api}/rate/{{token}}/samples/"): {"consent": 0},
        ("post", f"{api}/my-ratings/{{id}}/"): {"consent": 0},
        ("post", f"{api}/projects/{{project_slug}}/members/"): {
            "username": "ines", "role": "viewer", "password": "low tide at noon",
        },
        ("post", f"{api}/projects/{{project_slug}}/glossary/"): {
            "source_language": "en", "target_language": "ja", "source": "ebb", "targets": ["引き潮"],
        },
        ("put", f"{api}/projects/{{project_slug}}/guidelines/draft/"): {
            "text": "# Align", "labels": default_labels(), "revision": None,
        },
        ("post", f"{api}/projects/{{project_slug}}/guidelines/draft/publish/"): {"revision": 1, "note": "x"},
        ("post", f"{api}/projects/{{project_slug}}/webhooks/"): {
            "name": "bot", "url": "https://example.org/", "events": ["run.finished"],
        },
        ("post", f"{api}/pairs/"): {
            "project": places["project"], "source": places["document"], "target": places["spare"],
        },
        ("put", f"{api}/projects/{{project_slug}}/transcripts/"): {
            "claim_hours": 48, "max_same": None, "min_filled": 0.9, "min_heard": None, "min_planted": None,
            "min_seconds": 1,
        },
        ("post", f"{api}/pairs/{{id}}/passages/answers/"): {"start": 0, "end": 4, "known": [], "answers": []},
        ("put", f"{api}/documents/{{id}}/segments/"): {"segments": [{"start": 0, "end": 1}]},
        ("put", f"{api}/pairs/{{id}}/timeline/"): {"stretches": [{"page": 1, "start": 0}]},
        ("post", f"{api}/runs/"): {"pair": places["pair"], "engine": "lexical"},
        ("post", f"{api}/reviews/"): {"pair": places["pair"]},
        ("post", f"{api}/reviews/{{id}}/operations/"): {"operations": [operation]},
        ("post", f"{api}/reviews/{{id}}/corrections/"): {
            "side": "source", "unit": 0, "start": 0, "end": 4, "text": "Low",
        },
        ("post", f"{api}/reviews/{{id}}/comments/"): {"row": str(places["uuid"]), "text": "x"},
        ("post", f"{api}/invitations/"): {
            "run": places["talk_run"], "author_name": "A", "closes_at": "2099-01-01T00:00:00Z",
        },
        ("post", f"{api}/projects/{{project_slug}}/authors/check/"): {"lines": [author]},
        ("post", f"{api}/projects/{{project_slug}}/authors/invite/"): {"lines": [author]},
        ("post", f"{api}/projects/{{project_slug}}/authors/act/"): {"verb": "extend", "ids": [places["invitation"]]},
        ("post", f"{api}/test-sets/"): {"project": places["project"], "name": "T2", "reviews": []},
        ("post", f"{api}/test-sets/{{id}}/rules/"): {"version": 0, "rules": {}},
        ("post", f"{api}/test-sets/{{id}}/picks/"): {"rows": [str(places["uuid"])], "is_in": False, "reason": "x"},
        ("post", f"{api}/test-sets/{{id}}/choose/"): {"pair": places["pair"], "review": None},
        ("post", f"{api}/releases/"): {"test_set": places["test_set"]},
        ("post", f"{api}/releases/{{id}}/withdraw/"): {"reason": "x"},
        ("post", f"{api}/releases/{{id}}/remove/"): {"reason": "x", "typed": "R 1.0"},
        ("post", f"{api}/projects/{{project_slug}}/people/{{annotator}}/set-aside/"): {"reason": "x"},
        ("post", f"{api}/projects/{{project_slug}}/assignments/unstick/"): {"reviews": [places["review"]], "to": None},
        ("post", f"{api}/projects/{{project_slug}}/erasures/"): {"reason": "x", "typed": "A", "stamp": "0"},
        ("post", f"{api}/leak-checks/"): {"test_set": places["test_set"]},
        ("post", f"{api}/presets/"): {"project": places["project"], "engine": "talksumm", "name": "P2"},
        ("post", f"{api}/rouge-tables/"): {"references": places["summary_set"]},
        ("post", f"{api}/slides-tables/"): {"project": places["project"], "basis": "imported"},
        ("post", f"{api}/generation-runs/"): {
            "project": places["project"], "name": "A", "direction": "slide_to_script", "prompt": "Say it.",
            "n_characters": 1,
        },
        ("post", f"{api}/tunings/"): {"project": places["project"]},
        ("post", f"{api}/training-sets/"): {"project": places["project"], "name": "T"},
        ("post", f"{api}/trained-models/"): {"training_set": places["training_set"], "variant": "words-150"},
        ("put", f"{api}/releases/{{id}}/page/"): {"address": "spring"},
        ("put", f"{api}/data-cards/{{test_set}}/"): {"revision": 0, "texts": {"uses": "x"}},
        ("post", f"{api}/vectors/"): {"name": "W", "download": "glove-wiki-gigaword-50"},
        ("post", f"{api}/session/"): {"username": "boss", "password": "no"},
        ("post", f"{api}/account/email/"): {"email": "a@example.org", "password": "a long enough one"},
        ("post", f"{api}/session/reset/password/"): {"token": "a.b", "new_password": "low tide at noon"},
        ("post", f"{api}/projects/{{project_slug}}/member-invitations/"): {"role": "viewer"},
        ("post", f"{api}/projects/{{project_slug}}/member-invitations/many/"): {
            "people": [{"email": "ines@example.org", "role": "viewer"}],
        },
        ("put", f"{api}/projects/{{slug}}/"): {"name": "Harbour"},
        ("post", f"{api}/projects/{{project_slug}}/announcements/"): {"text": "Hello"},
        ("post", f"{api}/projects/{{project_slug}}/training/trial/"): {
            "item": places["training_row"], "rows": [{"source": [], "target": [], "removed": []}],
        },
        ("put", f"{api}/projects/{{project_slug}}/training/"): {"is_required": True, "asks_members": True},
        ("post", f"{api}/projects/{{project_slug}}/training/write/"): {
            "source_language": "en", "target_language": "ja", "source": ["A cross."],
        },
        ("post", f"{api}/projects/{{project_slug}}/training/decide/"): {"person": 1, "may_start": True},
        ("post", f"{api}/projects/{{project_slug}}/training/begin/"): {
            "source_language": "en", "target_language": "ja",
        },
        ("post", f"{api}/projects/{{project_slug}}/training/answer/"): {
            "item": TrainingItem.objects.get().pk, "rows": [{"source": [], "target": [], "removed": []}],
        },
        ("post", f"{api}/projects/{{project_slug}}/training/differ/"): {
            "item": TrainingItem.objects.get().pk, "text": "A pause.",
        },
        ("put", f"{api}/projects/{{project_slug}}/probe-policy/"): {"blind_share": 0.1, "planted_share": 0.1},
        ("post", f"{api}/projects/{{project_slug}}/assignments/assign/"): {"people": [], "all_matching": True},
        ("post", f"{api}/projects/{{project_slug}}/assignments/reassign/"): {"to": 1, "all_matching": True},
        ("post", f"{api}/projects/{{project_slug}}/summaries/"): {"length": {"kind": "sentences", "value": 30}},
        ("post", f"{api}/bulk-alignments/"): {"project": places["project"]},
        ("post", f"{api}/bulk-alignments/preview/"): {"project": places["project"]},
        ("post", f"{api}/session/password/"): {"password": "a long enough one", "new_password": "low tide at noon"},
        ("post", f"{api}/tokens/"): {"name": "T"},
        ("post", f"{api}/join/{{token}}/"): {"username": "ines", "password": "low tide at noon"},
    }  # fmt: skip


def resolved(described: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    reference = described.get("$ref", "").rpartition("/")[2]
    return schema["components"]["schemas"][reference] if reference else described
