"""Timelines of pairs: uploaded, set, read, removed; held to the deck, and carried over to a newer transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from annotator.corpus.importing.storing import Writer
from annotator.decks.timelines import carry_timeline, keep_imported, set_by_people
from annotator.importers import registry
from annotator.models import ActivityEntry, Document, DocumentKind, Pair, Project, Timeline
from annotator.platform.errors import Conflict
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient], monkeypatch: pytest.MonkeyPatch) -> APIClient:
    monkeypatch.setattr(
        "annotator.importers.sandbox.parse",
        lambda data, name, format, options, limits: registry.parse(data, name, format, options),
    )
    return client_of(admin)


def address(pair: Pair) -> str:
    return f"/api/v1/pairs/{pair.pk}/timeline/"


def upload(client: APIClient, pair: Pair, text: str, **fields: Any) -> Any:
    file = SimpleUploadedFile("silences.csv", text.encode())
    return client.put(address(pair), {"file": file, **fields}, format="multipart")


def put(client: APIClient, pair: Pair, *stretches: dict[str, Any]) -> Any:
    return client.put(address(pair), {"stretches": list(stretches)}, format="json")


def test_a_page_that_comes_back_says_so(client: APIClient, slides: Pair) -> None:
    answer = client.get(address(slides))
    assert answer.status_code == 200
    told = [(one["page"], one["start"], one["end"], one["ordinal"]) for one in answer.json()["stretches"]]
    assert told == [(1, 0, 8, 1), (2, 8, 12, 1), (1, 12, 16, 2), (0, 16, None, None)]
    assert (answer.data["origin"], answer.data["file_name"]) == ("file", "silences.csv")


def test_a_page_that_stays_is_shown_once(client: APIClient, slides: Pair) -> None:
    answer = put(client, slides, *({"page": 1, "start": at, "end": end} for at, end in ((0, 4), (4, 9), (20, 30))))
    assert [one["ordinal"] for one in answer.json()["stretches"]] == [1, 1, 2]


def test_no_slide_has_a_kind_which_is_a_persons(client: APIClient, slides: Pair) -> None:
    camera = {"page": 0, "start": 4, "end": 9, "kind": "camera", "confidence": 0.9}
    answer = put(client, slides, {"page": 1, "start": 0}, camera, {"page": 0, "start": 9, "confidence": 0.8})
    assert answer.status_code == 200, answer.content
    timeline = Timeline.objects.get(pair=slides)
    assert timeline.stretches == [[1, 0.0, 4.0], [0, 4.0, 9.0, None, "camera"], [0, 9.0, None, 0.8]]
    assert set_by_people(timeline) == timeline.stretches[:2]
    stretches = client.get(address(slides)).json()["stretches"]
    assert [(one["kind"], one["confidence"]) for one in stretches] == [(None, None), ("camera", None), (None, 0.8)]
    assert put(client, slides, *stretches[:2]).json()["origin"] == "person"


@pytest.mark.parametrize(("page", "kind", "field"), [(1, "demo", "stretches[1].kind"), (0, "rain", "stretches")])
def test_other_kinds_and_kinds_of_pages_are_refused(
    client: APIClient, slides: Pair, page: int, kind: str, field: str
) -> None:
    answer = put(client, slides, {"page": 1, "start": 0}, {"page": page, "start": 4, "kind": kind})
    assert answer.status_code == 400
    assert field in str(answer.json())
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES


def test_a_file_takes_the_place_of_the_timeline_there_was(client: APIClient, admin: User, slides: Pair) -> None:
    answer = upload(client, slides, "1,0\n3,0:10\n")
    assert answer.status_code == 200, answer.data
    timeline = Timeline.objects.get(pair=slides)
    assert (timeline.stretches, timeline.origin, timeline.changed_by) == (
        [[1, 0.0, 10.0], [3, 10.0, None]],
        "file",
        admin,
    )
    assert slides.runs.count() == 1
    assert ActivityEntry.objects.filter(verb="timeline_set").count() == 1


def test_what_is_wrong_with_a_file_is_named_by_line_and_lines_can_be_left_out(client: APIClient, slides: Pair) -> None:
    text = "page,start\n1,0\n31,478\n2,8\n1,5\n"
    answer = upload(client, slides, text)
    assert (answer.status_code, answer.data["code"]) == (400, "unreadable")
    assert [(error["line"], error["column"]) for error in answer.json()["errors"]] == [(3, 1), (5, 3)]
    assert "page 31, but the deck has 3 pages" in answer.json()["errors"][0]["message"]
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES
    assert upload(client, slides, text, without_lines=[3, 5]).status_code == 200
    assert Timeline.objects.get(pair=slides).stretches == [[1, 0.0, 8.0], [2, 8.0, None]]


def test_a_file_is_read_in_a_child(admin: User, client_of: Callable[[User], APIClient], slides: Pair) -> None:
    answer = upload(client_of(admin), slides, "1,0\nx,2\n")
    assert answer.json()["errors"][0]["message"] == "'x' is no page; expected 1, 2, ..., or 0 for no slide"


def test_what_a_person_sets_is_held_to_the_same_grammar(client: APIClient, slides: Pair) -> None:
    answer = put(client, slides, {"page": 1, "start": 6}, {"page": 4, "start": 7}, {"page": 1, "start": 3})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["stretches[1].page", "stretches[2].start"]
    assert Timeline.objects.get(pair=slides).origin == "file"
    assert put(client, slides).status_code == 400
    answer = put(client, slides, {"page": 1, "start": 0.25, "end": 3}, {"page": 0, "start": 4})
    assert (answer.data["origin"], answer.data["file_name"]) == ("person", "")
    assert Timeline.objects.get(pair=slides).stretches == [[1, 0.25, 3.0], [0, 4.0, None]]


def test_whoever_saves_over_a_timeline_they_have_not_seen_is_refused(
    client: APIClient, annotator: User, slides: Pair
) -> None:
    there = client.get(address(slides)).json()["changed_at"]

    def save(page: int, changed_at: str | None) -> Any:
        body = {"stretches": [{"page": page, "start": 0}], "changed_at": changed_at}
        return client.put(address(slides), body, format="json")

    mine = save(2, there)
    assert (mine.status_code, mine.json()["changed_at"] != there) == (200, True)
    Timeline.objects.filter(pair=slides).update(changed_by=annotator)
    late = save(3, there)
    assert (late.status_code, late.data["code"], late.data["saved_by"]) == (409, "timeline_changed", annotator.username)
    theirs = {"page": 2, "start": 0, "end": None, "ordinal": 1, "confidence": None, "kind": None}
    assert late.json()["timeline"]["stretches"] == [theirs]
    assert save(3, None).status_code == 409
    assert Timeline.objects.get(pair=slides).stretches == [[2, 0.0, None]]
    # What the refusal says is enough to go on from.
    assert save(3, late.json()["timeline"]["changed_at"]).status_code == 200
    client.delete(address(slides))
    gone = save(1, there)
    assert (gone.status_code, gone.data["timeline"]) == (409, None)
    assert save(1, None).status_code == 200


def test_a_file_does_not_take_the_place_of_a_timeline_that_was_not_seen(client: APIClient, slides: Pair) -> None:
    assert upload(client, slides, "2,0\n", changed_at="").status_code == 409
    there = client.get(address(slides)).json()["changed_at"]
    assert upload(client, slides, "2,0\n", changed_at=there).status_code == 200


def test_a_preview_says_what_a_file_has_and_stores_nothing(client: APIClient, slides: Pair) -> None:
    answer = upload(client, slides, "3,0\n1,0:10\n", preview="true")
    assert answer.status_code == 200
    assert [(one["page"], one["start"]) for one in answer.json()["stretches"]] == [(3, 0), (1, 10)]
    assert (answer.data["origin"], answer.data["changed_at"]) == ("file", None)
    assert upload(client, slides, "9,0\n", preview="true").data["code"] == "unreadable"
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES
    body = {"stretches": [{"page": 1, "start": 0}], "preview": True}
    assert client.put(address(slides), body, format="json").json()["errors"][0]["field"] == "preview"


def test_saving_again_and_again_is_one_entry_of_the_log(client: APIClient, slides: Pair) -> None:
    for start in (3, 4, 5):
        put(client, slides, {"page": 1, "start": 0}, {"page": 2, "start": start})
    assert ActivityEntry.objects.filter(verb="timeline_set").count() == 1
    upload(client, slides, "1,0\n")
    assert ActivityEntry.objects.filter(verb="timeline_set").count() == 2


def test_only_slides_have_a_timeline(client: APIClient, bitext: Pair) -> None:
    assert client.get(address(bitext)).status_code == 404
    assert put(client, bitext, {"page": 1, "start": 0}).data["code"] == "wrong_kind"


def test_a_timeline_can_be_forgotten(client: APIClient, slides: Pair) -> None:
    assert client.delete(address(slides)).status_code == 204
    assert (client.get(address(slides)).status_code, client.delete(address(slides)).status_code) == (404, 404)


def test_a_file_that_is_too_large_is_refused(client: APIClient, slides: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.decks.timelines.MAX_TIMELINE_BYTES", 10)
    assert upload(client, slides, "1,0\n2,8\n0,16\n").status_code == 413


def test_a_timeline_has_stretches(slides: Pair) -> None:
    with pytest.raises(IntegrityError, match="timeline_has_stretches"), transaction.atomic():
        Timeline.objects.filter(pair=slides).update(stretches=[])


def test_an_import_does_not_take_the_place_of_what_a_person_set(client: APIClient, admin: User, slides: Pair) -> None:
    keep_imported(slides, [(2, 0.0, None, 1)], "again.csv", admin)
    assert Timeline.objects.get(pair=slides).file_name == "again.csv"
    put(client, slides, {"page": 1, "start": 0})
    with pytest.raises(Conflict, match="Somebody has set the timeline"):
        keep_imported(slides, [(2, 0.0, None, 1)], "again.csv", admin)
    with pytest.raises(Conflict) as raised:
        keep_imported(slides, [(7, 0.0, None, 4)], "again.csv", admin)
    assert raised.value.errors[0]["line"] == 4


def test_an_import_sees_what_a_person_set_while_it_waited(admin: User, slides: Pair) -> None:
    """Whoever stores a timeline locks the pair: what the import looked at before may be another one then."""

    def set_meanwhile(execute: Any, sql: str, *args: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql:
            Timeline.objects.filter(pair=slides).update(origin="person")
        return execute(sql, *args)

    with connection.execute_wrapper(set_meanwhile), pytest.raises(Conflict, match="Somebody has set the timeline"):
        keep_imported(slides, [(2, 0.0, None, 1)], "again.csv", admin)
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES


@pytest.fixture
def newer(project: Project, slides: Pair) -> Pair:
    """The pair of the next version of the transcript."""
    speech = world.make_document(project, "Silences talk", world.SAID, kind=DocumentKind.TRANSCRIPT, timed=True)
    Document.objects.filter(pk=speech.pk).update(previous=slides.target, version=2)
    return world.make_pair(project, "Silences (version 2)", slides.source, speech)


def test_what_a_person_set_is_not_replaced_by_way_of_a_newer_transcript(
    client: APIClient, admin: User, slides: Pair, newer: Pair
) -> None:
    """A transcript and a timeline come in one file; the pair of the transcript has none of its own yet."""
    Timeline.objects.filter(pair=slides).update(stretches=[[2, 0.0, None]], origin="person")
    with pytest.raises(Conflict, match=r"Somebody has set the timeline of Silences\. "):
        keep_imported(newer, [(1, 0.0, None, 1)], "again.csv", admin)
    carry_timeline(slides, newer)
    assert Timeline.objects.get(pair=newer).stretches == [[2, 0.0, None]]


def test_an_imported_timeline_goes_to_the_pair_of_the_newest_transcript(
    client: APIClient, admin: User, slides: Pair, newer: Pair
) -> None:
    """What a person set for the one before stays, and keeps nothing from being imported."""
    keep_imported(newer, [(1, 0.0, None, 1)], "again.csv", admin)
    Timeline.objects.filter(pair=slides).update(stretches=[[2, 0.0, None]], origin="person")
    Writer(slides.project, admin).timeline(slides.source, [(1, 0.0, 9.0, 1), (2, 9.0, None, 2)], "later.csv")
    assert Timeline.objects.get(pair=slides).stretches == [[2, 0.0, None]]
    assert Timeline.objects.get(pair=newer).stretches == [[1, 0.0, 9.0], [2, 9.0, None]]


def test_the_timeline_of_texts_that_have_newer_versions_takes_no_edit(
    client: APIClient, slides: Pair, newer: Pair
) -> None:
    """Whoever has its page open is told where to go on, as nothing of it would reach the newer pair."""
    file = SimpleUploadedFile("again.csv", b"1,0")
    refusals = [
        put(client, slides, {"page": 2, "start": 0}),
        client.put(address(slides), {"file": file}, format="multipart"),
        client.delete(address(slides)),
    ]
    for answer in refusals:
        assert (answer.status_code, answer.json()["code"], answer.json()["newer_pair"]) == (409, "superseded", newer.pk)
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES


@pytest.mark.parametrize("start", ["1" + "0" * 300, "1" + "0" * 400, "NaN", '"nan"', '"inf"', "1e999", "-1", "-0.0"])
def test_times_are_numbers_within_reason(client: APIClient, slides: Pair, start: str) -> None:
    body = f'{{"stretches": [{{"page": 1, "start": {start}}}]}}'
    assert client.put(address(slides), body, content_type="application/json").status_code == 400
    body = f'{{"stretches": [{{"page": {10**400}, "start": 0}}]}}'
    assert client.put(address(slides), body, content_type="application/json").status_code == 400
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES


def test_a_newer_transcript_keeps_the_timeline_and_a_newer_deck_does_not(project: Project, slides: Pair) -> None:
    speech = world.make_document(project, "Silences talk", world.SAID, kind=DocumentKind.TRANSCRIPT, timed=True)
    newer = world.make_pair(project, "Silences (version 2)", slides.source, speech)
    carry_timeline(slides, newer)
    assert Timeline.objects.get(pair=newer).stretches == world.STRETCHES
    for version, pages in ((3, world.PAGES[:2]), (4, world.PAGES)):
        deck = world.make_document(project, f"Silences {version}", pages, kind=DocumentKind.SLIDES)
        other = world.make_pair(project, f"Silences (version {version})", deck, speech)
        carry_timeline(newer, other)
        assert not Timeline.objects.filter(pair=other).exists()
