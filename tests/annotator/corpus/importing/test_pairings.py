"""Which staged files belong together: guessed, overruled, refused, made into pairs."""

from __future__ import annotations

import re

import pytest
from rest_framework.test import APIClient

from annotator.corpus.importing import pairings
from annotator.corpus.importing.batch_pairings import AMONG_FILES, WITH_DOCUMENTS
from annotator.corpus.importing.committing import OF_LATER_FILES, OF_PAIRS
from annotator.corpus.importing.pairings import PAIRING_KINDS
from annotator.models import Pair, Project
from tests.annotator.corpus.importing.api import OFFLINE, PAPER, SOURCE, TARGET, VTT, commit, post, stage

pytestmark = pytest.mark.usefixtures("in_process")


def test_each_kind_of_pairing_can_be_chosen_and_is_stored() -> None:
    assert WITH_DOCUMENTS.keys() | AMONG_FILES.keys() == set(PAIRING_KINDS)
    assert {*OF_PAIRS, *OF_LATER_FILES} == set(PAIRING_KINDS)
    assert re.findall(r"^\| (\w+) \|", pairings.__doc__ or "", re.MULTILINE) == ["kind", *PAIRING_KINDS]


def test_pairs_come_out_of_what_pairings(client: APIClient, project: Project) -> None:
    files = [("ledger.en.txt", SOURCE), ("ledger.ja.txt", TARGET), ("ledger.offline.ja.txt", OFFLINE)]
    batch = stage(client, project, *files, ("tides.md", PAPER), ("tides.vtt", VTT))
    ids = {file["name"]: file["id"] for file in batch["files"]}
    guessed = {(link["file"], link["to"], link["kind"], link["accepted"]) for link in batch["pairings"]}
    assert guessed == {
        (ids["ledger.en.txt"], ids["ledger.ja.txt"], "source_of", True),
        (ids["ledger.offline.ja.txt"], ids["ledger.en.txt"], "translates", True),
        (ids["tides.md"], ids["tides.vtt"], "paper_of", True),
    }
    answer = commit(client, batch)
    assert answer.status_code == 200
    assert len(answer.json()["result"]["pairs"]) == 2
    bitext, talk = Pair.objects.order_by("kind")
    assert (talk.source.title, talk.target.kind) == ("Harbour tides", "transcript")
    assert bitext.offline is not None
    assert [unit.text for unit in bitext.offline.units.all()] == OFFLINE.decode().split()


def test_a_person_overrules_what_was_guessed(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("ledger.en.txt", SOURCE), ("ledger.ja.txt", TARGET))
    english, japanese = (file["id"] for file in batch["files"])
    address = f"/api/v1/imports/{batch['id']}/pairings/"
    turned = client.put(address, [{"file": japanese, "to": english, "kind": "source_of"}]).json()
    assert [(link["file"], link["to"], link["accepted"]) for link in turned["pairings"]] == [(japanese, english, True)]
    more = post(client, project, ("tides.vtt", VTT), to=f"/api/v1/imports/{batch['id']}/files/").json()
    assert len(more["pairings"]) == 1
    assert commit(client, batch).status_code == 200
    assert Pair.objects.get().source.language == "ja"


def test_links_that_cannot_be_are_refused(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("ledger.en.txt", SOURCE), ("tides.vtt", VTT))
    text, talk = (file["id"] for file in batch["files"])
    address = f"/api/v1/imports/{batch['id']}/pairings/"
    for link in (
        {"file": text, "to": talk, "kind": "paper_of"},
        {"file": text, "to": text, "kind": "source_of"},
        {"file": text, "to": 10**9, "kind": "source_of"},
        {"file": text, "to": talk, "kind": "likes"},
    ):
        assert client.put(address, [link]).status_code == 400, link


def test_an_offline_translation_has_as_many_lines(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("a.en.txt", SOURCE), ("a.ja.txt", TARGET), ("b.txt", TARGET))
    source, _, offline = (file["id"] for file in batch["files"])
    links = [*batch["pairings"], {"file": offline, "to": source, "kind": "translates"}]
    client.put(f"/api/v1/imports/{batch['id']}/pairings/", links)
    refused = commit(client, batch)
    assert refused.status_code == 409
    assert refused.json()["errors"][0]["message"] == "2 lines"
    assert refused.json()["errors"][0]["expected"].startswith("3, ")


def test_what_is_in_no_pair_is_named(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("a/source.txt", SOURCE), ("a/target.txt", TARGET), ("tides.vtt", VTT))
    result = commit(client, batch).json()["result"]
    assert (len(result["pairs"]), result["n_unpaired"]) == (1, 1)
    assert [document["source_name"] for document in result["unpaired"]] == ["tides.vtt"]
