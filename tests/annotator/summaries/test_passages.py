"""Passages: what is proposed for slides and spans, what people say of it, and what stays when they are found again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from alignment.transcripts.related import related_sentences
from annotator.models import (
    ActivityEntry,
    Document,
    DocumentKind,
    Pair,
    PassageAnswer,
    PassageMethod,
    Passages,
    Project,
    Role,
    Timeline,
    VectorSet,
)
from annotator.recordings.m3av import folder_of
from annotator.summaries import passages
from annotator.summaries.passages import Method, proposed
from tests import world
from tests.annotator.shared import do_task

PAPER = [
    "Every silence of a speaker has two origins.",
    "Some silences are breaths, and others are thoughts.",
    "We measured three hundred lectures.",
    "A log normal mixture fits better than one curve.",
    "The weather was fine.",
]


@pytest.fixture
def pair(project: Project) -> Pair:
    paper = world.introduced(project, "Silences", PAPER, kind=DocumentKind.PAPER)
    talk = world.make_document(project, "Silences", world.SPOKEN, kind=DocumentKind.TRANSCRIPT, timed=True)
    return world.make_pair(project, "Silences", paper, talk)


@pytest.fixture
def lead(person: Any, client_of: Any) -> APIClient:
    client: APIClient = client_of(person(Role.ADMIN))
    return client


@pytest.fixture
def reader(annotator: User, client_of: Any) -> APIClient:
    client: APIClient = client_of(annotator)
    return client


def address(pair: Pair, what: str = "") -> str:
    return f"/api/v1/pairs/{pair.pk}/passages/{what}"


def find(client: APIClient, pair: Pair, **body: Any) -> dict[str, Any]:
    made = client.post(address(pair), body, format="json")
    assert made.status_code == 201, made.json()
    do_task("find_passages", Passages.objects.get(pair=pair).pk)
    found: dict[str, Any] = client.get(address(pair)).json()["passages"]
    return found


def say(
    client: APIClient, pair: Pair, place: int, known: dict[int, bool], answers: dict[int, bool],
    places: list[Any] | None = None,
) -> Any:  # fmt: skip
    """places : as the client has them; by default those there are."""
    shown = (Passages.objects.get(pair=pair).places if places is None else places)[place]
    body = {
        "start": shown["start"],
        "end": shown["end"],
        "known": [{"sentence": sentence, "is_right": is_right} for sentence, is_right in known.items()],
        "answers": [{"sentence": sentence, "is_right": is_right} for sentence, is_right in answers.items()],
    }
    return client.post(address(pair, "answers/"), body, format="json")


def timeline(project: Project, pair: Pair) -> Timeline:
    deck = world.make_document(project, "Deck", ["Silences", "Lectures we measured"], kind=DocumentKind.SLIDES)
    shown = world.make_pair(project, "Deck", deck, pair.target)
    return Timeline.objects.create(pair=shown, stretches=[[1, 0, 8], [2, 8, None]], origin="person")


def test_passages_of_slides_are_those_of_the_engine(project: Project, pair: Pair, lead: APIClient) -> None:
    timeline(project, pair)
    found = find(lead, pair, per="slide")
    said = [" ".join(world.SPOKEN[:2]), " ".join(world.SPOKEN[2:])]
    assert [(place["page"], place["text"]) for place in found["places"]] == list(zip((1, 2), said, strict=True))
    expected = related_sentences(said, PAPER)
    assert [
        [(one["sentence"], one["similarity"]) for one in place["near"] if one["similarity"] > found["threshold"]][:3]
        for place in found["places"]
    ] == [[(one.sentence, round(one.similarity, 4)) for one in row] for row in expected]
    by_slide = find(lead, pair, per="slide", basis="slide")
    assert by_slide["places"][1]["near"][0]["sentence"] == 2


def test_passages_of_spans_need_no_deck(pair: Pair, lead: APIClient) -> None:
    before = lead.get(address(pair)).json()
    assert (before["passages"], before["refusal"], before["has_timeline"]) == (None, "", False)
    refused = lead.post(address(pair), {"per": "slide"}, format="json")
    assert refused.json()["detail"] == "No deck of this talk has a timeline. Take spans and the script."
    found = find(lead, pair)
    assert " ".join(place["text"] for place in found["places"]) == " ".join(world.SPOKEN)
    assert all(place["page"] is None for place in found["places"])


def test_a_way_to_compare_that_is_not_here_says_what_it_lacks(pair: Pair, lead: APIClient) -> None:
    ways = {one["name"]: one for one in lead.get(address(pair)).json()["methods"]}
    assert ways["tf-idf"]["refusal"] == ""
    assert ways["vectors"]["refusal"] == "This site has no default word vectors."
    refused = lead.post(address(pair), {"method": "vectors"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "no_method")
    assert not VectorSet.objects.exists()
    assert not Passages.objects.exists()


def test_what_cannot_have_passages_says_why(project: Project, lead: APIClient, bitext: Pair) -> None:
    paper = world.introduced(project, "P", PAPER, kind=DocumentKind.PAPER)
    untimed = world.make_document(project, "Untimed", ["One."], kind=DocumentKind.TRANSCRIPT)
    pair = world.make_pair(project, "Untimed", paper, untimed)
    why = "Untimed has no times, so nobody knows what was said when."
    assert lead.get(address(pair)).json()["refusal"] == why
    assert lead.post(address(pair), {}, format="json").json()["detail"] == why
    assert lead.get(address(bitext)).status_code == 404


def test_answers_are_kept_once_each_and_a_second_person_is_refused_in_words(
    pair: Pair, lead: APIClient, reader: APIClient
) -> None:
    find(lead, pair)
    saved = say(reader, pair, 0, {}, {0: True, 1: False, 4: True})
    assert saved.json()["answers"] == [
        {"sentence": 0, "is_right": True}, {"sentence": 1, "is_right": False}, {"sentence": 4, "is_right": True},
    ]  # fmt: skip
    late = say(lead, pair, 0, {}, {0: False})
    assert (late.status_code, late.json()["code"]) == (409, "passages_changed")
    assert late.json()["detail"] == "annotator said something else here meanwhile. Yours is not saved."
    assert late.json()["answers"] == saved.json()["answers"]
    assert say(reader, pair, 0, {0: True, 1: False, 4: True}, {0: True}).status_code == 200
    (answer,) = PassageAnswer.objects.all()
    assert (answer.sentence, answer.is_right, answer.rank) == (0, True, 1)
    assert answer.similarity == pytest.approx(Passages.objects.get().places[0]["near"][0][1])
    assert ActivityEntry.objects.filter(verb="passages_answered").count() == 1


def test_sentences_that_are_none_are_named(pair: Pair, lead: APIClient) -> None:
    find(lead, pair)
    refused = say(lead, pair, 0, {}, {5: True})
    assert (refused.status_code, refused.json()["detail"]) == (400, "The paper has no sentence 6; it has 5.")
    assert not PassageAnswer.objects.exists()


def test_the_same_answer_sent_again_is_taken(pair: Pair, lead: APIClient, reader: APIClient) -> None:
    find(lead, pair)
    first, again = (say(reader, pair, 0, {}, {0: True, 2: False}) for _ in range(2))
    assert (again.status_code, again.json()) == (200, first.json())
    assert PassageAnswer.objects.count() == 2


def recut(pair: Pair, *spans: list[float]) -> None:
    if not hasattr(pair.target, "segments"):
        world.cut_recording(pair.target)
    pair.target.segments.segments = list(spans)
    pair.target.segments.save()


def test_an_answer_goes_to_no_other_place_where_passages_were_found_again(
    pair: Pair, lead: APIClient, reader: APIClient
) -> None:
    recut(pair, [0, 12], [12, 24])
    shown = find(lead, pair)["places"]
    recut(pair, [0, 2], [2, 4], [4, 24])
    find(lead, pair)
    late = say(reader, pair, 1, {}, {0: True}, shown)
    assert (late.status_code, late.json()["code"]) == (409, "places_changed")
    assert late.json()["detail"].startswith("Passages were found again meanwhile, and no span is from 12 to 24 s any")
    assert not PassageAnswer.objects.exists()
    recut(pair, [0, 12], [12, 24])
    find(lead, pair)
    assert say(reader, pair, 1, {}, {0: True}, shown).status_code == 200


@pytest.mark.parametrize("ending", ["stopped", "failed"])
def test_what_was_found_keeps_its_way_until_there_is_more(
    project: Project, pair: Pair, lead: APIClient, ending: str
) -> None:
    shown = timeline(project, pair)
    find(lead, pair)
    lead.put(address(pair), {"threshold": 0.42}, format="json")
    lead.post(address(pair), {"per": "slide", "basis": "both"}, format="json")
    if ending == "stopped":
        lead.delete(address(pair))
    else:
        shown.delete()
        do_task("find_passages", Passages.objects.get().pk)
    now = lead.get(address(pair)).json()["passages"]
    assert (now["per"], now["basis"], now["threshold"], len(now["places"])) == ("span", "script", 0.42, 3)
    assert now["error"] == ("" if ending == "stopped" else "The timeline of the deck was removed meanwhile.")
    if ending == "stopped":
        assert find(lead, pair, per="slide")["per"] == "slide"


def test_a_threshold_stays_while_the_way_to_compare_does(
    pair: Pair, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    find(lead, pair)
    lead.put(address(pair), {"threshold": 0.42}, format="json")
    assert find(lead, pair)["threshold"] == 0.42
    ways = [Method(str(name), str(name), "", 0.5) for name in PassageMethod]
    monkeypatch.setattr(passages, "methods", lambda: ways)
    lead.post(address(pair), {"method": "encoder"}, format="json")
    monkeypatch.setattr(passages, "similarities", lambda ours, theirs, **_: np.zeros((len(ours), len(theirs))))
    monkeypatch.setattr(passages.encoders, "encoder", lambda name: None)
    do_task("find_passages", Passages.objects.get().pk)
    now = lead.get(address(pair)).json()["passages"]
    assert (now["method"], now["threshold"]) == ("encoder", 0.5)


def test_places_that_stay_for_their_answers_are_compared_as_the_others(
    project: Project, pair: Pair, lead: APIClient
) -> None:
    recut(pair, [0, 12], [12, 24])
    find(lead, pair)
    say(lead, pair, 1, {}, {2: True})
    timeline(project, pair)
    recut(pair, [0, 8], [8, 24])
    find(lead, pair, basis="slide")
    (kept,) = [one for one in Passages.objects.get().places if one["start"] == 12]
    assert kept["near"][0][0] == 2  # the slide says "Lectures we measured"
    answer = PassageAnswer.objects.get()
    assert (answer.rank, answer.similarity) == (1, kept["near"][0][1])


def test_a_folder_of_m3av_has_the_newest_paper_and_what_belongs_to_it(
    project: Project, pair: Pair, lead: APIClient
) -> None:
    world.passages(pair, "so no full stop")
    paper = world.introduced(project, "Silences, printed", ["Another paper.", *PAPER], kind=DocumentKind.PAPER)
    newer = world.make_pair(project, "Silences, printed", paper, pair.target)
    talk = folder_of(Document.objects.get(pk=pair.target_id))
    assert (talk.paper[0] if talk.paper else "", talk.related) == ("Another paper.", None)
    world.passages(newer, "just words")
    (related,) = folder_of(Document.objects.get(pk=pair.target_id)).related or ()
    assert related.sentences[0] == ("Another paper.", 0.71)


def test_what_people_said_stands_when_passages_are_found_again(project: Project, pair: Pair, lead: APIClient) -> None:
    found = find(lead, pair)
    say(lead, pair, 1, {}, {2: True, 4: False})
    again = find(lead, pair)
    assert again["places"] == lead.get(address(pair)).json()["passages"]["places"]
    assert [one["sentence"] for one in again["places"][1]["answers"]] == [2, 4]
    # The recording is cut otherwise: the place that people answered for stays beside the new ones.
    world.cut_recording(pair.target)
    pair.target.segments.segments = [[0, 12], [12, 24]]
    pair.target.segments.save()
    cut = find(lead, pair)
    answered = next(place for place in cut["places"] if place["answers"])
    assert (answered["start"], answered["text"]) == (found["places"][1]["start"], found["places"][1]["text"])
    assert len(cut["places"]) == 3
    timeline(project, pair)
    refused = lead.post(address(pair), {"per": "slide"}, format="json")
    assert refused.json()["code"] == "has_answers"


def test_a_threshold_proposes_more_or_less_and_the_histogram_says_what_it_keeps(pair: Pair, lead: APIClient) -> None:
    world.passages(pair, "so no full stop", "just words")
    say(lead, pair, 0, {}, {0: True, 1: False, 2: False})
    say(lead, pair, 1, {}, {0: True, 1: True})
    shown = lead.get(address(pair)).json()["passages"]
    bars = {bar["from"]: bar for bar in shown["histogram"]}
    assert (bars[0.7]["n"], bars[0.7]["n_right"], bars[0.3]["n"], bars[0.3]["n_right"]) == (2, 2, 2, 0)
    assert (bars[0.0]["n_kept"], bars[0.0]["n_kept_right"]) == (5, 3)
    assert (bars[0.4]["n_kept"], bars[0.4]["n_kept_right"]) == (4, 3)
    assert (bars[0.5]["n_kept"], bars[0.5]["n_kept_right"]) == (2, 2)
    assert shown["n_talks"] == 1
    changed = lead.put(address(pair), {"threshold": 0.5}, format="json").json()["passages"]
    assert changed["threshold"] == 0.5
    place = Passages.objects.get().places[0]
    assert [len(proposed(place, limit)) for limit in (0.0, 0.3, 0.5, 0.8)] == [3, 3, 1, 0]


def test_a_search_that_is_stopped_keeps_what_there_was(pair: Pair, lead: APIClient) -> None:
    lead.post(address(pair), {}, format="json")
    assert lead.delete(address(pair)).json()["passages"]["state"] == "cancelled"
    do_task("find_passages", Passages.objects.get().pk)
    assert Passages.objects.get().places == []
    find(lead, pair)
    say(lead, pair, 0, {}, {0: True})
    lead.post(address(pair), {}, format="json")
    stopped = lead.delete(address(pair)).json()["passages"]
    assert (stopped["state"], len(stopped["places"])) == ("succeeded", 3)
    assert lead.delete(address(pair)).json()["passages"] is None
    assert not PassageAnswer.objects.exists()


def test_a_folder_of_m3av_has_what_people_accepted_and_else_what_is_proposed(pair: Pair, lead: APIClient) -> None:
    world.passages(pair, "so no full stop", "just words")
    say(lead, pair, 0, {}, {0: False, 1: True, 4: True})
    talk = folder_of(Document.objects.get(pk=pair.target_id))
    assert [(one.speech_text, one.sentences) for one in talk.related or ()] == [
        ("so no full stop", ((PAPER[1], 0.44), (PAPER[2], 0.31), (PAPER[4], 0.0))),
        ("just words", ((PAPER[0], 0.71), (PAPER[1], 0.44), (PAPER[2], 0.31))),
    ]
    answer = lead.get(f"/api/v1/documents/{pair.target_id}/m3av/")
    assert b"related_sentences.json" in b"".join(answer.streaming_content)  # type: ignore[attr-defined]
