"""A chat endpoint that answers as OpenAI's does: ``POST {url}/chat/completions``, one question at a time.

An answer may be one JSON object, or a stream of events that ends with ``[DONE]`` or a reason to stop.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from alignment.endpoints import Endpoint, RetryLater, StatusRefused, as_json, post
from alignment.types import AlignmentError

MAX_ANSWER = 2_000_000
#: Of a text that is kept.
MAX_CHARACTERS = 20_000
_EXPECTED = "a completion"
#: Statuses that are about what was sent, not about who sent it: another question may be answered.
_OF_ONE_QUESTION = frozenset({400, 413, 422})
_BREAK_SECONDS = 10.0


class UnusableAnswer(AlignmentError):
    """This question has no answer that can be used; others may have one."""


@dataclass(frozen=True, slots=True)
class Completion:
    """tokens_in, tokens_out : as the endpoint counts them; 0 where it does not. is_cut_off : it ended because it was as
    long as the endpoint lets answers be (``finish_reason``: ``length``), and is not whole."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    is_cut_off: bool = False


def messages(prompt: str, material: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": prompt}, {"role": "user", "content": material}]


def complete(
    endpoint: Endpoint, *, model: str, prompt: str, material: str, temperature: float | None = None,
    seed: int | None = None, name: str = "",
) -> Completion:  # fmt: skip
    """Ask one question.

    name : the same each time that the same answer is wanted, so that endpoints that look at it need not make it twice.
    Raises RetryLater where the endpoint is busy or does not answer, UnusableAnswer where this answer is of no use,
    and AlignmentError where none will be.
    """
    fields: dict[str, Any] = {"model": model, "messages": messages(prompt, material), "stream": False}
    if temperature is not None:
        fields["temperature"] = temperature
    if seed is not None:
        fields["seed"] = seed
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if name:
        headers["Idempotency-Key"] = name
    body = json.dumps(fields).encode()
    try:
        kind, data = post(
            endpoint, "/chat/completions", body, headers, most_bytes=MAX_ANSWER, expected=_EXPECTED
        )  # fmt: skip
        if kind == "text/event-stream":
            return _streamed(endpoint, data)
        return _completion(endpoint, as_json(endpoint, data, expected=_EXPECTED))
    except RetryLater as error:
        raise RetryLater(endpoint.without_key(str(error)), error.seconds) from None
    except StatusRefused as error:
        words = endpoint.without_key(str(error))
        raise (UnusableAnswer if error.status in _OF_ONE_QUESTION else AlignmentError)(words) from None
    except AlignmentError as error:
        raise UnusableAnswer(endpoint.without_key(str(error))) from None


def _streamed(endpoint: Endpoint, data: bytes) -> Completion:
    parts: list[str] = []
    usage: Any = {}
    reason: Any = None
    is_whole = False
    for line in re.split(r"\r\n|\n|\r", data.decode(errors="replace")):  # no others: U+2028 may be in a text
        if not line.startswith("data:"):
            continue
        event = line.removeprefix("data:").strip()
        if event == "[DONE]":
            is_whole = True
            break
        fields = as_json(endpoint, event.encode(), expected="an event of a stream")
        choice = _choice(endpoint, fields)
        if choice is not None:
            delta = choice.get("delta")
            content = delta.get("content") if isinstance(delta, dict) else None
            if isinstance(content, str):
                parts.append(content)
            reason = choice.get("finish_reason") or reason
        usage = fields.get("usage") or usage
    if not is_whole and not reason:
        raise RetryLater(f"{endpoint.host} did not answer: the stream breaks off", _BREAK_SECONDS)
    return _checked(endpoint, "".join(parts), usage, reason)


def _completion(endpoint: Endpoint, fields: Any) -> Completion:
    choice = _choice(endpoint, fields)
    message = choice.get("message") if choice is not None else None
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, str):
        raise AlignmentError(f"{endpoint.host} answered {_start(endpoint, fields)}; expected choices with a message")
    assert choice is not None
    return _checked(endpoint, content, fields.get("usage"), choice.get("finish_reason"))


def _choice(endpoint: Endpoint, fields: Any) -> dict[str, Any] | None:
    """The first choice; None where there is none, as in the last event of a stream."""
    choices = fields.get("choices") if isinstance(fields, dict) else None
    if not isinstance(choices, list):
        raise AlignmentError(f"{endpoint.host} answered {_start(endpoint, fields)}; expected an object with choices")
    first = choices[0] if choices else None
    return first if isinstance(first, dict) else None


def _start(endpoint: Endpoint, fields: Any) -> str:
    """Of an answer, without the key: cut first, a part of the key would be left at the end."""
    return endpoint.without_key(json.dumps(fields))[:60]


def _checked(endpoint: Endpoint, content: str, usage: Any, reason: Any) -> Completion:
    text = "".join(char for char in content if char != "\x00" and not "\ud800" <= char <= "\udfff").strip()
    if not text:
        raise AlignmentError(f"{endpoint.host} answered an empty text")
    if len(text) > MAX_CHARACTERS:
        raise AlignmentError(f"{endpoint.host} answered {len(text):,} characters; expected {MAX_CHARACTERS:,} at most")
    counts = usage if isinstance(usage, dict) else {}
    return Completion(
        text, _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens")), reason == "length"
    )


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 2**31 else 0
