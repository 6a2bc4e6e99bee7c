"""A chat endpoint of our own, that answers as it is told and counts what it was paid for."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: What is written to the connection of one request, instead of an answer that fits.
Answer = Callable[[BaseHTTPRequestHandler], None]


def answered(text: str) -> dict[str, Any]:
    return {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 40, "completion_tokens": 7},
    }


def says(content: Any, status: int = 200, **headers: str) -> Answer:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def streams(*parts: str, ends: bool = True) -> Answer:
    events = [{"choices": [{"delta": {"content": part}}]} for part in parts]
    lines = [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"] * ends
    return says("".join(lines).encode(), Content_Type="text/event-stream")


@dataclass
class ChatServer:
    """answers : taken one by one; what is asked when none is left gets `usual` of its material. paid : materials of the
    requests that got a text, or could have."""

    url: str = ""
    answers: list[Answer] = field(default_factory=list)
    usual: Callable[[str], str] = lambda material: f"About {material.splitlines()[1]}"
    requests: list[tuple[dict[str, str], dict[str, Any]]] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def hangs(self, handler: BaseHTTPRequestHandler) -> None:
        self.released.wait(10)

    def drips(self, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not self.released.wait(0.05):
            handler.wfile.write(b" ")


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append((dict(self.headers), body))
            try:
                if state.answers:
                    state.answers.pop(0)(self)
                    return
                material = body["messages"][-1]["content"]
                state.paid.append(material)
                says(answered(state.usual(material)))(self)
            except OSError:  # whoever asked has gone
                self.close_connection = True

        def do_GET(self) -> None:
            state.requests.append((dict(self.headers), {}))
            says({})(self)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield state
    finally:
        state.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
