"""The glossary of a project: its terms, which of them a pair needs, and files of terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.corpus import glossary
from annotator.importers import base, sandbox
from annotator.importers.formats.glossaries import entries
from annotator.models import GlossaryTerm, Project, Role
from tests import world
from tests.annotator.shared import read_in_process

ClientOf = Callable[[User], APIClient]
TIDE = {"source_language": "en", "target_language": "ja", "source": "tide", "targets": ["潮"]}


def test_columns_are_as_wide_as_what_files_may_have() -> None:
    columns: Any = GlossaryTerm._meta
    wide = {
        "source": base.MAX_TERM_LENGTH, "key": entries._LONGEST_KEY, "note": base.MAX_NOTE_LENGTH,
        "source_language": entries._LONGEST_TAG, "target_language": entries._LONGEST_TAG,
    }  # fmt: skip
    assert {name: columns.get_field(name).max_length for name in wide} == wide
    lists = ("targets", "forbidden")
    assert {columns.get_field(name).base_field.max_length for name in lists} == {base.MAX_TERM_LENGTH}


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


@pytest.fixture
def address(project: Project) -> str:
    return f"/api/v1/projects/{project.slug}/glossary/"


def sources(client: APIClient, address: str, **query: Any) -> list[str]:
    answer = client.get(address, query)
    assert answer.status_code == 200, answer.content
    return [term["source"] for term in answer.json().get("results", answer.json().get("terms"))]


def send(client: APIClient, address: str, text: str, name: str = "terms.tsv", **given: Any) -> Any:
    body = {"file": ContentFile(text.encode(), name=name), **given}
    return client.post(f"{address}import/", body, format="multipart")


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    read_in_process(monkeypatch)


def test_terms_are_added_changed_found_and_removed(client: APIClient, address: str, admin: User) -> None:
    made = client.post(
        address, {**TIDE, "targets": [" 潮 ", "潮汐", "潮"], "note": "high\nor low", "source": "Tide  table"}
    )
    assert made.status_code == 201, made.content
    term = made.json()
    assert (term["source"], term["targets"], term["note"]) == ("Tide table", ["潮", "潮汐"], "high or low")
    assert term["changed_by"]["username"] == admin.username
    client.post(address, {**TIDE, "source": "ebb", "targets": ["引き潮"], "forbidden": ["Ebbe"]})
    assert sources(client, address) == ["ebb", "Tide table"]
    for search, found in (
        ("TIDE", ["Tide table"]),
        ("ｔｉｄｅ", ["Tide table"]),
        ("ebbe", ["ebb"]),
        ("high or", ["Tide table"]),
    ):
        assert sources(client, address, search=search) == found
    assert sources(client, address, search="潮") == ["ebb", "Tide table"]
    assert sources(client, address, search="100%_") == []
    changed = client.patch(f"{address}{term['id']}/", {"targets": [], "forbidden": ["海嘯"], "source": "tide"})
    assert (changed.json()["source"], changed.json()["targets"], changed.json()["note"]) == ("tide", [], "high or low")
    assert client.delete(f"{address}{term['id']}/").status_code == 204
    assert client.patch(f"{address}{term['id']}/", {"note": "x"}).status_code == 404
    assert sources(client, address) == ["ebb"]
    assert client.post(f"{address}clear/").json() == {"n_removed": 1}


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"source": "?!"}, "source", "without a letter or digit"),
        ({"source": "x" * 201}, "source", "200"),
        ({"source": "ﷺ" * 200}, "source", "too long"),
        ({"targets": []}, "targets", "Enter a translation"),
        ({"targets": ["a|b"]}, "targets", "separates translations"),
        ({"targets": ["潮"], "forbidden": ["潮"]}, "forbidden", "both allowed and forbidden"),
        ({"target_language": "Japanese!"}, "target_language", "such as en"),
        ({"target_language": ""}, "target_language", "blank"),
        ({"targets": [f"w{n}" for n in range(21)]}, "targets", "20"),
    ],
)
def test_a_faulty_term_names_its_field(
    client: APIClient, address: str, given: dict[str, Any], field: str, message: str
) -> None:
    answer = client.post(address, {**TIDE, **given})
    assert answer.status_code == 400
    assert [(fault["field"].partition(".")[0], message in fault["message"]) for fault in answer.json()["errors"]] == [
        (field, True)
    ]
    assert not GlossaryTerm.objects.exists()


def test_a_term_is_there_once_in_two_languages(client: APIClient, address: str, project: Project) -> None:
    first = client.post(address, TIDE).json()["id"]
    twin = client.post(address, {**TIDE, "source": "ＴＩＤＥ"})
    assert (twin.status_code, twin.json()["code"], twin.json()["term"]) == (409, "known_term", first)
    assert twin.json()["errors"][0]["message"] == "“tide” is in the glossary already."
    other = client.post(address, {**TIDE, "target_language": "de", "targets": ["Tide"]})
    assert other.status_code == 201
    assert client.patch(f"{address}{other.json()['id']}/", {"target_language": "ja"}).status_code == 409
    assert client.patch(f"{address}{first}/", {"source": "TIDE"}).status_code == 200
    for clash in ({"key": "tide", "note": "x"}, {"key": "ebb"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            GlossaryTerm.objects.create(
                project=project, source_language="en", target_language="ja", source="x", **clash
            )


def test_a_pair_gets_the_terms_of_its_languages(
    client: APIClient, address: str, project: Project, person: Callable[..., User], client_of: ClientOf
) -> None:
    for source, languages in (("a", ("en", "ja")), ("b", ("en-gb", "ja")), ("c", ("en", "de")), ("d", ("ja", "en"))):
        world.term(project, source)
        GlossaryTerm.objects.filter(source=source).update(source_language=languages[0], target_language=languages[1])
    reader = client_of(person(Role.ANNOTATOR))
    there = f"{address}terms/"
    for query, found in (
        ({"source": "en", "target": "ja"}, ["a"]),
        ({"source": "en-GB", "target": "ja-JP"}, ["a", "b"]),
        ({"source": "EN_us", "target": "ja"}, ["a"]),
        ({"source": "", "target": ""}, []),
        ({}, []),
    ):
        assert sources(reader, there, **query) == found
    query = {"source": "en", "target": "ja"}
    tag = reader.get(there, query)["ETag"]
    assert reader.get(there, query, headers={"if-none-match": tag}).status_code == 304
    client.patch(f"{address}{GlossaryTerm.objects.get(source='a').pk}/", {"note": "new"})
    assert reader.get(there, query, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.usefixtures("in_process")
def test_a_file_is_looked_at_and_then_imported(client: APIClient, address: str, project: Project) -> None:
    world.term(project, "tide", ["潮"])
    world.term(project, "ebb", ["引き潮"])
    world.term(project, "swell", ["うねり"])
    text = "source\ttarget\tnote\nTide\t潮\t\nebb\t引き潮\t\nneap\t小潮\tsmall\n"
    given = {"source_language": "en", "target_language": "ja"}
    told = send(client, address, text, **given, preview=True).json()
    assert [told[f"n_{what}"] for what in ("new", "changed", "unchanged", "removed")] == [1, 1, 1, 0]
    assert (told["new"][0]["source"], told["changed"][0]["source"]) == ("neap", "Tide")
    assert GlossaryTerm.objects.count() == 3
    assert send(client, address, text, **given, replace=True, preview=True).json()["removed"][0]["source"] == "swell"
    assert send(client, address, text, **given).json()["n_new"] == 1
    assert sources(client, address) == ["ebb", "neap", "swell", "Tide"]
    assert send(client, address, text, **given).json()["n_unchanged"] == 3
    assert send(client, address, text, **given, replace=True).json()["n_removed"] == 1
    assert sources(client, address) == ["ebb", "neap", "Tide"]


@pytest.mark.usefixtures("in_process")
def test_a_faulty_file_changes_nothing_and_names_its_lines(client: APIClient, address: str) -> None:
    answer = send(
        client, address, "source\ttarget\ntide\t潮\nebb\t\n\t波\n", source_language="en", target_language="ja"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert [(fault["line"], fault["file"]) for fault in answer.json()["errors"]] == [(4, "terms.tsv"), (3, "terms.tsv")]
    unsaid = send(client, address, "tide\t潮\n", source_language="en")
    assert unsaid.json()["errors"][0]["field"] == "target_language"
    assert send(client, address, "tide\t潮\n", source_language="Welsh!", target_language="ja").status_code == 400
    assert send(client, address, '<!DOCTYPE tbx [<!ENTITY a "x">]><tbx>&a;</tbx>', "a.tbx").status_code == 400
    assert client.post(f"{address}import/", {}, format="multipart").json()["errors"][0]["field"] == "file"
    assert not GlossaryTerm.objects.exists()


def test_files_are_read_in_the_sandbox_only(client: APIClient, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"source_language": "en", "target_language": "ja"}
    monkeypatch.setattr("annotator.importers.registry.parse", lambda *_: pytest.fail("read in this process"))
    assert send(client, address, "tide\t潮\n", **given).json()["n_new"] == 1

    def busy(*_: object) -> None:
        raise sandbox.Busy

    monkeypatch.setattr(sandbox, "parse", busy)
    answer = send(client, address, "tide\t潮\n", **given)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_a_file_and_a_glossary_are_bounded(
    client: APIClient, address: str, monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    assert send(client, address, "x" * (base.MAX_GLOSSARY_BYTES + 2**20 + 1)).status_code == 413
    assert send(client, address, "x" * (base.MAX_GLOSSARY_BYTES + 1)).status_code == 413
    monkeypatch.setattr(glossary, "MOST_CHARACTERS", 10)
    given = {"source_language": "en", "target_language": "ja"}
    assert send(client, address, "tide\t潮\n", **given).status_code == 200
    full = send(client, address, "ebb\t引き潮潮潮潮\n", **given)
    assert (full.status_code, full.json()["code"]) == (400, "glossary_full")
    assert client.post(address, {**TIDE, "source": "a longer one"}).json()["code"] == "glossary_full"
    assert sources(client, address) == ["tide"]


def test_an_import_takes_as_many_statements_whatever_its_size(project: Project, admin: User) -> None:
    def statements(n: int) -> int:
        terms = [base.Term(f"term {k}", (f"x{n}",), (), "", "en", "ja") for k in range(n)]
        with CaptureQueriesContext(connection) as captured:
            glossary.import_terms(project=project, read=glossary.Plan(new=terms), replace=True, user=admin)
        return len(captured)

    statements(4)
    assert statements(8) == statements(400)


@pytest.mark.usefixtures("in_process")
def test_what_is_exported_can_be_imported(client: APIClient, address: str, project: Project) -> None:
    world.term(project, "=tide", ["潮", "潮汐"], forbidden=["波"], note="“x” & <y>")
    world.term(project, "ebb", [], forbidden=["Ebbe"], target_language="de")
    before = [term["targets"] for term in client.get(address).json()["results"]]
    for file_format, name in (("tsv", "harbour-talks-glossary.tsv"), ("tbx", "harbour-talks-glossary.tbx")):
        answer = client.get(f"{address}export/", {"file_format": file_format})
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        told = send(client, address, answer.content.decode(), name, replace=True).json()
        assert told["n_unchanged"] == 2, told
    assert [term["targets"] for term in client.get(address).json()["results"]] == before
    assert client.get(f"{address}export/", {"file_format": "xlsx"}).status_code == 400


@pytest.mark.usefixtures("in_process")
def test_only_admins_import(address: str, person: Callable[..., User], client_of: ClientOf) -> None:
    given = {"source_language": "en", "target_language": "ja"}
    for role, status in (("admin", 200), ("adjudicator", 403), ("annotator", 403), ("viewer", 403), (None, 404)):
        assert send(client_of(person(role)), address, "tide\t潮\n", **given).status_code == status, role
    assert send(APIClient(), address, "tide\t潮\n").status_code == 401


def test_terms_of_another_project_are_not_there(client: APIClient, address: str) -> None:
    other = Project.objects.create(slug="other", name="Other")
    term = world.term(other).pk
    assert client.patch(f"{address}{term}/", {"note": "x"}).status_code == 404
    assert client.delete(f"{address}{term}/").status_code == 404
    assert client.get("/api/v1/projects/other/glossary/").status_code == 404


def test_the_database_holds_what_a_file_may_hold() -> None:
    lengths = {name: GlossaryTerm._meta.get_field(name).max_length for name in ("source", "note")}
    assert lengths == {"source": base.MAX_TERM_LENGTH, "note": base.MAX_NOTE_LENGTH}
