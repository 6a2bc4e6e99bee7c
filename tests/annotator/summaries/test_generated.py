"""Generated texts: what leaves the site, and when; what is paid once; what comes in a file; what is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.endpoints import Endpoint
from annotator.models import DocumentKind, GeneratedText, GenerationRun, Pair, Project, Role, Timeline
from annotator.platform.work import sweep
from annotator.summaries.generating import making, materials
from tests import world
from tests.annotator.shared import do_task
from tests.chat_server import ChatServer, answered, chat_server, says, streams

API = "/api/v1/generation-runs/"


@pytest.fixture
def server(settings: Any) -> Iterator[ChatServer]:
    with chat_server() as state:
        settings.CHAT_URL, settings.CHAT_MODEL, settings.CHAT_KEY = state.url, "small", "secret-7"
        yield state


@pytest.fixture
def lead(person: Any, client_of: Any) -> APIClient:
    client: APIClient = client_of(person(Role.ADMIN))
    return client


@pytest.fixture
def talk(project: Project) -> Pair:
    """Three pages of four; the first is shown twice, and nothing is said on the last."""
    deck = world.make_document(
        project, "Deck", ["Silences", "Lectures we measured: 300", "潮の満ち引き", "Thanks"], kind=DocumentKind.SLIDES
    )
    spoken = ["so no full stop", "we measured three hundred", "潮 is the tide", "back to silences"]
    script = world.make_document(project, "Silences", spoken, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = world.make_pair(project, "Silences", deck, script)
    Timeline.objects.create(pair=pair, stretches=[[1, 0, 4], [2, 4, 8], [3, 8, 12], [1, 12, None]], origin="person")
    return pair


def outlook(client: APIClient, **query: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"{API}outlook/", {"project": "harbour-talks", **query}).json()
    return answer


def start(client: APIClient, agreed: dict[str, Any] | None = None, **body: Any) -> Any:
    agreed = outlook(client, direction=body.get("direction", "slide_to_script")) if agreed is None else agreed
    usual = {
        "project": "harbour-talks", "name": "Endpoint A", "direction": "slide_to_script", "prompt": agreed["prompt"],
        "may_send_to": agreed["host"], "n_characters": agreed["n_characters"],
    }  # fmt: skip
    return client.post(API, usual | body, format="json")


def run_it() -> GenerationRun:
    run = GenerationRun.objects.latest("pk")
    do_task("generate_texts", run.pk)
    run.refresh_from_db()
    return run


def come_back(run: GenerationRun) -> GenerationRun:
    """Once the endpoint has asked for no more patience, as the sweep sees it."""
    GenerationRun.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now() - timedelta(hours=2))
    sweep()
    return run_it()


def test_what_leaves_is_said_before_and_nothing_leaves_without_a_yes(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any
) -> None:
    shown = outlook(lead)
    assert (shown["host"], shown["model"], shown["refusal"]) == ("127.0.0.1", "small", "")
    assert (shown["n_talks"], shown["n_slides"]) == (1, 3)
    assert start(lead, may_send_to="").json()["code"] == "not_agreed"
    assert start(lead, n_characters=shown["n_characters"] - 1).json()["code"] == "more_to_send"
    assert (GenerationRun.objects.count(), server.requests) == (0, [])
    assert start(lead, temperature=0.2, seed=7).status_code == 201
    assert server.requests == []
    run = run_it()
    assert (run.state, run.temperature, run.seed, run.model) == ("succeeded", 0.2, 7, "small")
    sent = [body["messages"] for _, body in server.requests]
    assert sum(len(one["content"]) for each in sent for one in each) == shown["n_characters"]
    assert sent[0][1]["content"] == "Slide:\nSilences"
    texts = list(run.texts.values_list("page", "reference", "text", "rouge_1"))
    assert texts[0] == (1, "so no full stop back to silences", "About Silences", pytest.approx(2 / 9))
    assert texts[2][1:3] == ("潮 is the tide", "About 潮の満ち引き")


def test_nothing_is_sent_unless_an_address_is_set(talk: Pair, lead: APIClient, settings: Any) -> None:
    assert outlook(lead)["refusal"] == "No chat endpoint is set up."
    assert start(lead).json()["code"] == "no_endpoint"


def test_scripts_become_slides_with_the_paper_beside(
    talk: Pair, project: Project, lead: APIClient, server: ChatServer, queued: Any
) -> None:
    paper = world.introduced(
        project, "Paper", ["Silences have two origins.", "Few are long.", "潮."], kind=DocumentKind.PAPER
    )
    passages = world.passages(world.make_pair(project, "Paper", paper, talk.target), "so no full stop")
    passages.places[0]["page"] = 2
    passages.save()
    agreed = outlook(lead, direction="script_to_slide", with_paper="true")
    assert agreed["n_with_paper"] == 1
    start(lead, agreed, direction="script_to_slide", with_paper=True, name="B")
    run = run_it()
    sent = [body["messages"][1]["content"] for _, body in server.requests]
    assert sent[1].splitlines()[:4] == [
        "Spoken on the slide:", "we measured three hundred", "", "Sentences of the paper:"
    ]  # fmt: skip
    assert run.texts.get(page=2).reference == "Lectures we measured: 300"


def test_nothing_is_paid_twice_whatever_stops_it(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 429, a worker that is killed, a 500, a stream that breaks off and a person: each text is asked for once."""
    monkeypatch.setattr(making, "endpoint", lambda: Endpoint(server.url, "secret-7", 1.0))
    start(lead)
    server.answers = [streams("The ", "tide"), says({"error": {"message": "slow"}}, 429, Retry_After="90")]
    run = run_it()
    assert (run.state, run.message) == ("queued", "127.0.0.1 answered 429: slow; back in the queue")
    assert sweep() == 0  # not before the endpoint said
    assert list(run.texts.values_list("text", flat=True)) == ["The tide", None, None]

    class Killed(BaseException):
        pass

    def die(one: GeneratedText) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(making, "compare", die)  # after the answer was kept
        with pytest.raises(Killed):
            come_back(run)
    assert list(run.texts.values_list("rouge_1", flat=True))[1:] == [None, None]
    assert run.texts.exclude(text=None).count() == 2  # the second was kept, and is asked for no more
    server.answers = [says(b"", 500), streams("half", ends=False)]
    run = come_back(run)
    run = come_back(run)
    assert (run.state, run.error) == (
        "failed", "127.0.0.1 did not answer: the stream breaks off. The run was tried 3 times."
    )  # fmt: skip
    assert lead.post(f"{API}{run.pk}/go-on/").json()["state"] == "queued"
    run = run_it()
    assert run.state == "succeeded"
    asked = [body["messages"][1]["content"] for _, body in server.requests]
    assert asked.count("Slide:\nSilences") == 1
    assert len(server.paid) == len(set(server.paid))
    assert lead.post(f"{API}{run.pk}/go-on/").json()["code"] == "nothing_missing"


def test_one_that_waits_goes_on_at_once_when_somebody_says_so(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any
) -> None:
    start(lead)
    server.answers = [says({"error": {"message": "slow " * 80}}, 429, Retry_After="3000")]
    run = run_it()
    assert run.message.endswith("; back in the queue")  # the page offers to go on by that
    assert lead.post(f"{API}{run.pk}/go-on/").json()["state"] == "queued"
    assert run_it().state == "succeeded"


def test_an_answer_that_comes_after_the_cancel_is_kept(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(lead)
    asked = making.complete

    def ask(*args: Any, **options: Any) -> Any:
        answer = asked(*args, **options)
        GenerationRun.objects.get().cancel()
        return answer

    monkeypatch.setattr(making, "complete", ask)
    run = run_it()
    texts = list(run.texts.values_list("text", flat=True))
    assert (run.state, texts, len(server.requests)) == ("cancelled", ["About Silences", None, None], 1)
    monkeypatch.setattr(making, "complete", asked)
    assert lead.post(f"{API}{run.pk}/go-on/").json()["state"] == "queued"
    assert lead.post(f"{API}{run.pk}/cancel/").json()["state"] == "cancelled"
    assert lead.post(f"{API}{run.pk}/cancel/").json()["code"] == "ended"
    assert lead.post(f"{API}{run.pk}/go-on/").status_code == 200
    assert (run_it().state, len(server.requests)) == ("succeeded", 3)


def test_a_text_that_was_cut_off_is_marked_and_made_again_while_it_stays(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any
) -> None:
    cut = answered("The full")
    cut["choices"][0]["finish_reason"] = "length"
    server.answers = [says(cut)]
    start(lead)
    run = run_it()
    shown = lead.get(f"{API}{run.pk}/").json()
    assert (shown["n_texts"], shown["n_cut_off"]) == (3, 1)
    text = lead.get(f"{API}{run.pk}/texts/").json()["texts"][0]
    assert (text["text"], text["is_cut_off"]) == ("The full", True)

    assert lead.post(f"{API}{run.pk}/again/", {"text": 10**9}).json()["errors"][0]["field"] == "text"
    assert lead.post(f"{API}{run.pk}/again/", {"text": text["id"]}).json()["state"] == "queued"
    assert lead.post(f"{API}{run.pk}/again/", {"text": text["id"]}).json()["code"] == "going_on"
    assert lead.get(f"{API}{run.pk}/texts/").json()["texts"][0]["text"] == "The full"
    server.answers = [says(answered(""))]  # of no use: what there was stays, with its figures
    assert run_it().state == "succeeded"
    kept = lead.get(f"{API}{run.pk}/texts/").json()["texts"][0]
    assert (kept["text"], kept["rouge_1"]) == ("The full", text["rouge_1"])

    lead.post(f"{API}{run.pk}/again/", {"text": text["id"]})
    n_asked = len(server.requests)
    server.answers = [says(answered("so no full stop"))]
    run_it()
    made = lead.get(f"{API}{run.pk}/texts/").json()["texts"][0]
    assert (made["text"], made["is_cut_off"]) == ("so no full stop", False)
    assert made["rouge_1"] > text["rouge_1"]
    assert len(server.requests) == n_asked + 1  # of the others nothing
    names = [headers["Idempotency-Key"] for headers, _ in server.requests]
    assert len(set(names)) == len(names)  # else an endpoint could give the same answer again


def test_a_talk_that_is_deleted_meanwhile_leaves_a_run_of_the_others(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(lead)
    asked = making.complete

    def ask(*args: Any, **options: Any) -> Any:
        Pair.objects.filter(pk=talk.pk).delete()
        return asked(*args, **options)

    monkeypatch.setattr(making, "complete", ask)
    run = run_it()
    shown = lead.get(f"{API}{run.pk}/").json()
    assert (run.state, run.error, len(server.requests)) == ("succeeded", "", 1)
    assert [shown[name] for name in ("n_talks", "n_slides", "n_texts", "tokens_in", "rouge_l")] == [0, 0, 0, 0, None]


def test_answers_of_no_use_are_shown_and_end_a_run_that_gets_no_others(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any
) -> None:
    start(lead)
    server.answers = [says(b"<html>")]
    run = run_it()
    shown = lead.get(f"{API}{run.pk}/").json()
    assert (shown["state"], shown["n_texts"], shown["n_problems"], shown["n_slides"]) == ("succeeded", 2, 1, 3)
    assert "no JSON" in lead.get(f"{API}{run.pk}/texts/").json()["texts"][0]["problem"]
    assert "secret" not in json.dumps([shown, lead.get(f"{API}{run.pk}/texts/").json()])
    assert lead.post(f"{API}{run.pk}/go-on/").status_code == 200
    assert run_it().texts.filter(text=None).count() == 0
    start(lead, name="B")
    server.answers = [says([])] * 3
    run = run_it()
    assert run.state == "failed"
    assert run.error.startswith("3 answers in a row were of no use. The last one: 127.0.0.1 answered []")
    start(lead, name="C")
    server.answers = [says({"error": {"message": "wrong key secret-7"}}, 401)]
    assert run_it().error == "127.0.0.1 answered 401: wrong key [key]"


def test_another_endpoint_gets_nothing_that_was_agreed_for_this_one(
    talk: Pair, lead: APIClient, server: ChatServer, queued: Any, settings: Any
) -> None:
    start(lead)
    settings.CHAT_MODEL = "large"
    assert "another one now" in run_it().error
    assert server.requests == []


def test_prompts_have_versions(talk: Pair, lead: APIClient, server: ChatServer, queued: Any) -> None:
    assert outlook(lead)["prompt_version"] == 0
    versions = [
        start(lead, name=f"Run {n}", prompt=prompt, n_characters=10**6).json()["prompt_version"]
        for n, prompt in enumerate(["Say it.", "Say it twice.", "Say it."])
    ]
    assert versions == [1, 2, 1]
    assert (outlook(lead)["prompt"], outlook(lead)["prompt_version"]) == ("Say it twice.", 2)
    assert start(lead, name="Run 0").json()["code"] == "name_taken"


def bring(client: APIClient, content: str | bytes, name: str = "Ours", file: str = "out.tsv") -> Any:
    data = content if isinstance(content, bytes) else content.encode()
    body = {"project": "harbour-talks", "name": name, "direction": "slide_to_script"}
    return client.post(f"{API}bring/", {**body, "file": SimpleUploadedFile(file, data)}, format="multipart")


def test_texts_come_in_a_file_and_are_compared(talk: Pair, lead: APIClient, queued: Any) -> None:
    lines = lead.get(f"{API}materials/", {"project": "harbour-talks"}).getvalue().decode().splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    assert json.loads(lines[2])["material"] == "潮の満ち引き"
    made = bring(lead, f"id\ttext\n{ids[0]}\tso no\\nfull stop\r\n{ids[1]}\tOsei measured 50 or three hundred\n")
    assert made.status_code == 201, made.json()
    run = run_it()
    shown = lead.get(f"{API}{run.pk}/").json()
    assert (shown["n_texts"], shown["n_slides"], shown["n_unsupported"], shown["is_imported"]) == (2, 3, 1, True)
    texts = lead.get(f"{API}{run.pk}/texts/").json()
    assert texts["talks"] == [{"pair": talk.pk, "title": "Silences", "n_slides": 3, "n_unsupported": 1}]
    assert texts["texts"][0]["text"] == "so no\nfull stop"
    text = texts["texts"][1]
    assert [text["text"][a:b] for a, b in text["unsupported"]] == ["50"]
    exported = lead.get(f"{API}{run.pk}/export/").getvalue().decode().splitlines()
    assert json.loads(exported[0])["run"]["name"] == "Ours"
    assert json.loads(exported[3])["text"] is None
    jsonl = "\n".join(json.dumps({"id": key, "text": "潮"}) for key in ids)
    assert bring(lead, jsonl, "JSON", "out.jsonl").status_code == 201
    assert lead.delete(f"{API}{run.pk}/").status_code == 204


def test_texts_from_a_file_that_were_not_compared_are_compared_later(talk: Pair, lead: APIClient, queued: Any) -> None:
    bring(lead, f"{talk.pk}-1\tso no full stop\n")
    run = GenerationRun.objects.get()
    assert lead.post(f"{API}{run.pk}/cancel/").json()["rouge_l"] is None
    assert lead.post(f"{API}{run.pk}/go-on/").json()["state"] == "queued"
    assert run_it().texts.get(page=1).rouge_l == pytest.approx(8 / 11)
    assert lead.post(f"{API}{run.pk}/go-on/").json()["code"] == "nothing_missing"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("9-9\ttext\n", "1 id of no slide here: 9-9"),
        ("1-1\ta\n1-1\tb\n", "out.tsv:2: slide 1-1 has a text already"),
        ("1-1 a\n", "out.tsv:1: 1 columns"),
        ('{"id": 7, "text": "x"}', "out.tsv:1: expected an object with id and text"),
        ('{"id": "7"', "out.tsv:1: no JSON"),
        (b"1-1\ta\n1-2\t\xff\n", "out.tsv:2: it is not UTF-8"),
        ("1-1\tx\x00\n", "out.tsv:1: a character that no text has"),
        ("id\ttext\n", "out.tsv has no texts"),
    ],
)
def test_a_file_that_does_not_fit_stores_nothing(
    talk: Pair, lead: APIClient, queued: Any, content: str | bytes, message: str
) -> None:
    refused = bring(lead, content)
    assert refused.status_code == 400
    assert message in refused.json()["detail"]
    assert not GenerationRun.objects.exists()


def test_many_talks_are_read_in_few_queries(
    talk: Pair, project: Project, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        deck = world.make_document(project, f"Deck {number}", ["Tides", "Winds"], kind=DocumentKind.SLIDES)
        script = world.make_document(
            project, f"Talk {number}", [f"tide {number}", "a wind"], kind=DocumentKind.TRANSCRIPT, timed=True
        )
        pair = world.make_pair(project, f"Talk {number}", deck, script)
        Timeline.objects.create(pair=pair, stretches=[[1, 0, 4], [2, 4, None]], origin="person")
    with django_assert_max_num_queries(4):
        found = materials.materials_of(project, "slide_to_script", with_paper=True)
    assert [(one.material, one.reference) for one in found[3:5]] == [("Tides", "tide 0"), ("Winds", "a wind")]
    monkeypatch.setattr(materials, "_PAIRS_AT_ONCE", 2)
    assert materials.materials_of(project, "slide_to_script", with_paper=True) == found
    assert len(found) == 15
