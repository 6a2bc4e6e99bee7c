"""A chat endpoint: what it is sent, how its answers are read, and what becomes of those that are none."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from alignment.chat import Completion, UnusableAnswer, complete
from alignment.endpoints import Endpoint, RetryLater
from alignment.metrics.unsupported import unsupported
from alignment.types import AlignmentError
from tests.chat_server import ChatServer, answered, chat_server, says, streams


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as state:
        yield state


def ask(server: ChatServer, timeout: float = 5, **options: Any) -> Completion:
    endpoint = Endpoint(server.url, "secret-7", timeout)
    return complete(endpoint, model="small", prompt="Read out.", material="Slide:\n潮 and tides", **options)


def test_what_is_sent_and_read(server: ChatServer) -> None:
    server.answers = [says(answered(" The tide\x00 turns. "))]
    assert ask(server, temperature=0.2, seed=7, name="run-3") == Completion("The tide turns.", 40, 7)
    headers, body = server.requests[0]
    assert (headers["Authorization"], headers["Idempotency-Key"]) == ("Bearer secret-7", "run-3")
    assert (body["model"], body["temperature"], body["seed"]) == ("small", 0.2, 7)
    assert [one["content"] for one in body["messages"]] == ["Read out.", "Slide:\n潮 and tides"]
    ask(server)
    assert not {"temperature", "seed"} & server.requests[1][1].keys()


def test_an_answer_that_ends_for_its_length_is_said_to_be_cut_off(server: ChatServer) -> None:
    whole = answered("The tide")
    cut = {**whole, "choices": [{**whole["choices"][0], "finish_reason": "length"}]}
    event = {"choices": [{"delta": {"content": "The tide"}, "finish_reason": "length"}]}
    stream = f"data: {json.dumps(event)}\n\ndata: [DONE]\n\n".encode()
    server.answers = [says(cut), says(stream, Content_Type="text/event-stream"), says(whole)]
    assert [ask(server).is_cut_off for _ in range(3)] == [True, True, False]


def test_streams_are_put_together_and_one_that_breaks_off_is_none(server: ChatServer) -> None:
    raw = 'data: {"choices": [{"delta": {"content": "one\u2028two\x85three"}}]}\r\n\r\ndata: [DONE]\r\n\r\n'
    server.answers = [
        streams("The ", "潮", " turns."), says(raw.encode(), Content_Type="text/event-stream"),
        streams("The ", ends=False),
    ]  # fmt: skip
    assert ask(server).text == "The 潮 turns."
    assert ask(server).text == "one\u2028two\x85three"
    with pytest.raises(RetryLater, match="the stream breaks off"):
        ask(server)


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (says({"error": {"message": "slow down secret-7"}}, 429, Retry_After="17"), RetryLater, "429: slow down"),
        (says(b"oops", 500), RetryLater, "answered 500"),
        (says(answered("x"), Content_Length="9999"), RetryLater, "breaks off|did not answer"),
        (says({"error": {"message": "too long"}}, 400), UnusableAnswer, "400: too long"),
        (says(b"<html> secret-7"), UnusableAnswer, "answered no JSON"),
        (says([]), UnusableAnswer, "expected an object with choices"),
        (says({"error": f"{'y' * 43}secret-7"}), UnusableAnswer, "expected an object with choices"),
        (says({"choices": []}), UnusableAnswer, "expected choices with a message"),
        (says({"choices": [{"message": {"content": None}}]}), UnusableAnswer, "expected choices with a message"),
        (says(answered("  ")), UnusableAnswer, "an empty text"),
        (says(answered("x" * 20_001)), UnusableAnswer, "20,001 characters"),
        (says(b" " * 2_000_001), UnusableAnswer, "more than 2,000,000 bytes"),
        (says({"error": {"message": "wrong key secret-7"}}, 401), AlignmentError, "401: wrong key"),
    ],
)
def test_what_is_no_text(server: ChatServer, answer: Any, kind: type[AlignmentError], message: str) -> None:
    server.answers = [answer]
    with pytest.raises(AlignmentError, match=message) as error:
        ask(server)
    assert type(error.value) is kind
    assert "secret" not in "".join(traceback.format_exception(error.value))
    if "429" in message:
        assert isinstance(error.value, RetryLater)
        assert error.value.seconds == 17


@pytest.mark.parametrize("how", ["hangs", "drips"])
def test_an_endpoint_that_hangs_is_left(server: ChatServer, how: str) -> None:
    server.answers = [getattr(server, how)]
    with pytest.raises(RetryLater, match="timed out"):
        ask(server, timeout=0.3)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(server: ChatServer, status: int) -> None:
    """Neither to an address inside of the network nor anywhere else: the key and the text stay."""
    with chat_server() as inside:
        server.answers = [says(b"", status, Location=f"{inside.url}/chat/completions")]
        with pytest.raises(AlignmentError, match=f"answered {status}"):
            ask(server)
        assert inside.requests == []


@pytest.mark.parametrize(
    ("text", "sources", "marked"),
    [
        ("In 50 lectures, Osei found 36.", ["osei looked at thirty six lectures"], ["50"]),
        ("GPT-4 beats it. The Acme model’s 4,800 Hz", ["Hz"], ["GPT-4", "Acme", "4,800"]),
        ("The Acme’s 4800 and 21st, I’m sure.", ["Acme; 4,800; twenty first"], []),
        ("Best: 0.34 and 0.92 s", ["between 0.34–0.92 s"], []),
        ("In 0.3 s", ["0.34"], ["0.3"]),
        ("潮は50秒でハーバーに、36回。🌊 40", ["36回。ハーバード"], ["50", "ハーバー", "40"]),
        ("It took 50ms and 3GB in the 1990s.", ["30 ms, 3 GB, in the 1980s"], ["50", "1990s"]),
        ("In the 1990s 50GB of 3D and 7B models", ["in the 1990s 50GB of 3D and 7B models"], []),
        ("カタカナ 50 İstanbul, and E\u0301ric", ["ｶﾀｶﾅ ５０", "İstanbul, Éric"], []),
        ("", [], []),
    ],
)
def test_numbers_and_names_of_no_source(text: str, sources: list[str], marked: list[str]) -> None:
    assert [text[start:end] for start, end in unsupported(text, sources)] == marked
