"""The gateway between clients and Django's threads, driven without a network."""

from __future__ import annotations

import asyncio
import io
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse, HttpResponse, JsonResponse, StreamingHttpResponse

from annotator.launch.supervisor import ROUTINE
from annotator.platform.api.body_limits import ANONYMOUS_BYTES, MIB
from annotator.platform.api.weights import Weight
from annotator.platform.sessions import ACCOUNT
from annotator.web import bodies, gateway
from annotator.web.admission import Computing
from annotator.web.gateway import Gateway

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def scope(path: str = "/api/v1/projects/", method: str = "POST", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {
        "type": "http", "method": method, "scheme": "http", "http_version": "1.1", "path": path,
        "raw_path": path.encode(), "query_string": b"", "headers": named, "server": ("127.0.0.1", 80),
        "client": ("192.0.2.1", 5),
    }  # fmt: skip


class Client:
    """What a client sends, and what it got."""

    def __init__(self, *chunks: bytes, ends: bool = True, leaves_after: int | None = None) -> None:
        self._chunks = list(chunks) or [b""]
        self._ends = ends
        self._leaves_after = leaves_after
        self.n_read = 0
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self.complete = False
        self._left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.n_read < len(self._chunks):
            self.n_read += 1
            more = self.n_read < len(self._chunks) or not self._ends
            return {"type": "http.request", "body": self._chunks[self.n_read - 1], "more_body": more}
        await (asyncio.sleep(3600) if not self._ends else self._left.wait())
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            return
        self.body += message["body"]
        self.complete = not message["more_body"]
        if self._leaves_after is not None and len(self.body) > self._leaves_after:
            self._left.set()
            await asyncio.sleep(0)


def ask(application: Any, tmp_path: Path, client: Client, asked: dict[str, Any], n_threads: int = 2) -> Client:
    asyncio.run(Gateway(application, n_threads=n_threads, folder=tmp_path)(asked, client.receive, client.send))
    return client


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("X-Length", environ["CONTENT_LENGTH"]), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
    return HttpResponse(body)


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sender has not signed in."""
    refuse = JsonResponse({"code": "not_authenticated", "detail": "Sign in."}, status=401)
    monkeypatch.setattr(gateway, "account_of", lambda environ: refuse)


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "account_of", lambda environ: 7)


def test_a_body_arrives_whole_with_its_length(tmp_path: Path) -> None:
    client = ask(echo, tmp_path, Client(b"one", b" two"), scope())
    assert (client.status, client.body, client.headers[b"x-length"], client.complete) == (200, b"one two", b"7", True)


@pytest.mark.parametrize(("path", "is_routine"), [("/api/v1/health/", True), ("/api/v1/projects/", False)])
def test_up_knows_the_line_of_a_health_check_by_its_form(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, is_routine: bool
) -> None:
    with caplog.at_level("INFO", "lectern.access"):
        ask(echo, tmp_path, Client(), scope(path, "GET"))
    (line,) = caplog.messages
    assert bool(ROUTINE.search(line)) == is_routine, line


def test_a_large_body_goes_through_a_file_without_a_name(tmp_path: Path, somebody: None) -> None:
    chunks = [bytes([n]) * 100_000 for n in range(15)]
    client = ask(echo, tmp_path, Client(*chunks), scope())
    assert client.body == b"".join(chunks)
    assert not list(tmp_path.iterdir())


def test_a_body_is_refused_by_its_announced_length_unread(tmp_path: Path) -> None:
    client = Client(*[b"x" * MIB] * 100)
    ask(pytest.fail, tmp_path, client, scope("/api/v1/session/", content_length=str(19 * MIB)))
    assert client.status == 413
    assert b'"too_large"' in client.body
    assert client.complete


def test_a_chunked_body_is_cut_off_at_the_limit(tmp_path: Path) -> None:
    client = Client(*[b"x" * 20_000] * 5)
    ask(pytest.fail, tmp_path, client, scope("/api/v1/session/", transfer_encoding="chunked"))
    assert client.status == 413


@pytest.mark.parametrize("announced", [True, False])
def test_only_the_signed_in_send_large_bodies(tmp_path: Path, nobody: None, announced: bool) -> None:
    size = {"content_length": str(5 * MIB)} if announced else {"transfer_encoding": "chunked"}
    client = Client(*[b"x" * ANONYMOUS_BYTES] * 80)
    ask(pytest.fail, tmp_path, client, scope("/api/v1/documents/1/media/", **size))
    assert (client.status, client.headers[b"connection"]) == (401, b"close")


def test_what_is_refused_is_read_on_so_that_the_client_reads_the_refusal(tmp_path: Path, nobody: None) -> None:
    client = Client(*[b"x" * MIB] * 3)
    ask(pytest.fail, tmp_path, client, scope("/api/v1/documents/1/media/", content_length=str(3 * MIB)))
    assert client.n_read == 3


def test_a_body_that_stops_coming_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies.read_body, "__kwdefaults__", {"idle_seconds": 0.05})
    monkeypatch.setattr(gateway, "LINGER_SECONDS", 0.05)
    client = Client(b"{", ends=False)
    ask(pytest.fail, tmp_path, client, scope(content_length="100"))
    assert client.status == 408


def test_a_full_disk_is_told(tmp_path: Path, somebody: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, *_: Any) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(bodies, "spool", lambda *_: Full())
    client = Client(b"x" * 100)
    ask(pytest.fail, tmp_path, client, scope())
    assert client.status == 507


class Counting:
    """An application that notes who is at work at the same time, by the `X-Sender` of requests.

    Until `meeting` requests have been at work at once, each waits for the others, so that what is counted does not
    depend on the speed of the machine. More than that are noticed, since nobody ends at once.
    """

    def __init__(self, meeting: int = 1) -> None:
        self.meeting = meeting
        self._met = threading.Event()
        self._lock = threading.Lock()
        self._running: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.began: list[str] = []

    def meet(self, n: int) -> None:
        self.meeting = n
        self._met.clear()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        sender = environ["HTTP_X_SENDER"]
        if sender.isdigit():
            environ[ACCOUNT] = int(sender)  # as Django's sessions and our tokens do
        with self._lock:
            self._running[sender] += 1
            self.began.append(sender)
            self.most |= self._running
            self.most["all"] = max(self.most["all"], self._running.total())
            if self._running.total() >= self.meeting:
                self._met.set()
        self._met.wait(10)
        threading.Event().wait(0.04)
        with self._lock:
            self._running[sender] -= 1
        return echo(environ, start_response)


def from_address(address: str, path: str = "/api/v1/projects/", *, sender: str = "", **headers: str) -> dict[str, Any]:
    return {**scope(path, x_sender=sender or address, **headers), "client": (address, 5)}


def all_at_once(gate: Gateway, asked: Iterable[dict[str, Any]]) -> list[int]:
    """The statuses of the answers."""

    async def send() -> list[int]:
        clients = [(Client(b"a"), each) for each in asked]
        await asyncio.gather(*(gate(each, client.receive, client.send) for client, each in clients))
        return [client.status for client, _ in clients]

    return asyncio.run(send())


def test_requests_beyond_the_threads_wait_their_turn(tmp_path: Path) -> None:
    """More than threads would mean more database connections than the pool has."""
    count = Counting(meeting=3)
    gate = Gateway(count, n_threads=3, n_computing=3, folder=tmp_path)
    assert all_at_once(gate, (from_address(f"192.0.2.{n}") for n in range(20))) == [200] * 20
    assert count.most["all"] == 3


def test_one_sender_takes_a_few_threads(tmp_path: Path) -> None:
    """Fifty exports of one account once kept all threads, and others' edits waited for 34 s."""
    count = Counting(meeting=gateway.AT_ONCE[Weight.LIGHT][0])
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)
    asked = [*[from_address("192.0.2.1")] * 50, from_address("192.0.2.2"), from_address("192.0.2.3")]
    assert all_at_once(gate, asked) == [200] * 52
    assert count.most["192.0.2.1"] == gateway.AT_ONCE[Weight.LIGHT][0]
    assert count.began.index("192.0.2.2") < 8, "others wait behind one sender's requests"
    assert count.began.index("192.0.2.3") < 8


@pytest.mark.parametrize(("path", "n"), [("/api/v1/projects/talks/agreement/", 1), ("/api/v1/projects/talks/gold/", 2)])
def test_one_sender_takes_fewer_threads_for_what_takes_long(tmp_path: Path, path: str, n: int) -> None:
    count = Counting(meeting=n)
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)
    assert all_at_once(gate, [from_address("192.0.2.1", path)] * 12) == [200] * 12
    assert count.most["all"] == n


@pytest.mark.parametrize(("path", "n"), [("/api/v1/projects/talks/agreement/", 2), ("/api/v1/projects/talks/gold/", 3)])
def test_what_takes_long_leaves_most_threads_to_what_is_quick(tmp_path: Path, path: str, n: int) -> None:
    count = Counting(meeting=n)
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)
    assert all_at_once(gate, (from_address(f"192.0.2.{k % 5}", path) for k in range(30))) == [200] * 30
    assert count.most["all"] == n


def test_requests_count_for_the_account_behind_them(tmp_path: Path) -> None:
    """Whatever address they come from, and whichever of its sessions and tokens; others at its address have their own
    turns."""
    count = Counting()
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)

    def signed_in(account: int, address: str, key: str) -> dict[str, Any]:
        shown = {"authorization": f"Token {key}"} if key.startswith("t") else {"cookie": f"a=b; sessionid={key}"}
        return from_address(address, sender=str(account), **shown)

    keys = [(1, "s1"), (1, "s2"), (1, "t3"), (2, "s4")]
    all_at_once(gate, [signed_in(account, "192.0.2.9", key) for account, key in keys])
    count.most.clear()
    count.meet(4)
    asked = [signed_in(account, f"192.0.2.{n}", key) for account, key in keys for n in range(10)]
    assert set(all_at_once(gate, asked)) == {200}
    assert (count.most["1"], count.most["2"]) == (2, 2)


def test_sessions_that_are_made_up_win_no_turns(tmp_path: Path) -> None:
    count = Counting(meeting=2)
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)
    all_at_once(gate, (from_address("192.0.2.1", cookie=f"sessionid=made-up-{n}") for n in range(30)))
    assert count.most["192.0.2.1"] == 2


def test_long_sessions_that_are_made_up_beside_a_token_are_not_kept(tmp_path: Path) -> None:
    gate = Gateway(Counting(), n_threads=2, folder=tmp_path)
    asked = (from_address("192.0.2.1", sender="1", cookie=f"sessionid={n:060000}") for n in range(50))
    tracemalloc.start()
    all_at_once(gate, asked)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 1_000_000


def test_who_leaves_while_waiting_is_not_answered(tmp_path: Path) -> None:
    """Otherwise whoever asks and leaves, again and again, would have all of it computed."""

    class Leaving(Client):
        async def receive(self) -> dict[str, Any]:
            message = await super().receive() if self.n_read < 1 else {"type": "http.disconnect"}
            await asyncio.sleep(0)
            return message

    count = Counting()
    gate = Gateway(count, n_threads=8, n_computing=8, folder=tmp_path)

    async def leave() -> list[int]:
        asked, clients = from_address("192.0.2.1"), [Client(b"a"), Client(b"a"), *(Leaving(b"a") for _ in range(20))]
        await asyncio.gather(*(gate(asked, client.receive, client.send) for client in clients))
        last = Client(b"a")
        await asyncio.wait_for(gate(asked, last.receive, last.send), 10)
        return [client.status for client in (*clients, last)]

    assert asyncio.run(leave()) == [200, 200, *[0] * 20, 200]
    assert len(count.began) == 3


def test_an_export_gives_way_and_its_slow_reader_keeps_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others wait for goes first, between its pieces; and the next export begins while this one is still read."""
    monkeypatch.setattr(gateway, "WORK_SECONDS", 0)
    monkeypatch.setattr(gateway, "GIVE_WAY_SECONDS", 20)
    order: list[str] = []
    first, edit_is_in = threading.Event(), threading.Event()

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if "gold" not in environ["PATH_INFO"]:
            edit_is_in.set()
            threading.Event().wait(0.05)
            order.append("edit")
            return echo(environ, start_response)

        def content() -> Iterator[bytes]:
            first.set()
            assert edit_is_in.wait(10)
            yield b"one"
            order.append("export")
            yield b"two"

        start_response("200 OK", [])
        return StreamingHttpResponse(content())

    class Slow(Client):
        async def send(self, message: dict[str, Any]) -> None:
            await super().send(message)
            if message["type"] == "http.response.body":
                await asyncio.sleep(3600)

    async def run() -> None:
        gate = Gateway(work, n_threads=4, folder=tmp_path)
        gold = from_address("192.0.2.1", "/api/v1/projects/talks/gold/")
        slow = [asyncio.create_task(gate(gold, each.receive, each.send)) for each in (Slow() for _ in range(6))]
        await asyncio.to_thread(first.wait, 10)
        edit, last = Client(b"a"), Client()
        await gate(from_address("192.0.2.2"), edit.receive, edit.send)
        await asyncio.wait_for(gate(gold, last.receive, last.send), 10)
        assert (edit.status, last.body) == (200, b"onetwo")
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    asyncio.run(run())
    assert order[0] == "edit"


def test_one_person_sends_a_few_uploads_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further ones wait, without a thread and unread; another person's and edits do not."""
    monkeypatch.setattr(gateway, "account_of", lambda environ: int(environ["HTTP_ACCOUNT"]))
    large = [b"x" * ANONYMOUS_BYTES] * 2

    async def all_at_once() -> None:
        gate = Gateway(echo, n_threads=3, folder=tmp_path)

        def send(client: Client, account: int, path: str) -> asyncio.Task[None]:
            request = scope(path, account=str(account), transfer_encoding="chunked")
            return asyncio.create_task(gate(request, client.receive, client.send))

        stalled = [Client(*large, ends=False) for _ in range(gateway.UPLOADS_AT_ONCE)]
        waiting, other, edit = Client(*large, b"y" * 9), Client(*large), Client(*large)
        held = [send(client, 1, "/api/v1/imports/") for client in stalled]
        await asyncio.sleep(0.1)
        waits = send(waiting, 1, "/api/v1/imports/")
        await asyncio.gather(send(other, 2, "/api/v1/imports/"), send(edit, 1, "/api/v1/reviews/1/operations/"))
        assert (other.status, edit.status, waiting.status) == (200, 200, 0)
        assert waiting.n_read < 3
        held[0].cancel()
        await waits
        assert (waiting.status, len(waiting.body)) == (200, 2 * ANONYMOUS_BYTES + 9)
        held[1].cancel()

    asyncio.run(all_at_once())


def test_slow_bodies_hold_no_thread(tmp_path: Path) -> None:
    async def slow_and_quick() -> int:
        gate = Gateway(echo, n_threads=1, folder=tmp_path)
        slow = [Client(b"{", ends=False) for _ in range(50)]
        waiting = [asyncio.create_task(gate(scope(), client.receive, client.send)) for client in slow]
        await asyncio.sleep(0)
        quick = Client(b"a")
        await asyncio.wait_for(gate(scope(), quick.receive, quick.send), 10)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return quick.status

    assert asyncio.run(slow_and_quick()) == 200


def lines(n: int) -> Iterator[bytes]:
    for number in range(n):
        yield b"%07d\n" % number


def test_a_stream_is_sent_as_it_is_made(tmp_path: Path) -> None:
    seen = threading.Event()

    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        def content() -> Iterator[bytes]:
            yield b"first"
            assert seen.wait(10), "the first line was held back"
            yield b" last"

        start_response("200 OK", [])
        return StreamingHttpResponse(content())

    class Watching(Client):
        async def send(self, message: dict[str, Any]) -> None:
            await super().send(message)
            if self.body:
                seen.set()

    client = ask(stream, tmp_path, Watching(), scope(method="GET"))
    assert (client.body, client.complete) == (b"first last", True)


def test_a_stream_is_kept_on_disk_and_not_in_memory_while_its_client_is_slow(tmp_path: Path) -> None:
    """The thread is free as soon as the last line is made, and memory holds a few chunks of 32 MB."""
    made = threading.Event()

    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        start_response("200 OK", [])
        response = StreamingHttpResponse(chunk for chunk in [b"x" * MIB] * 32)
        response._resource_closers.append(made.set)
        return response

    class Slow(Client):
        n_bytes = 0

        async def send(self, message: dict[str, Any]) -> None:
            if message["type"] == "http.response.body":
                await asyncio.to_thread(made.wait, 20)
                assert made.is_set(), "the thread waits for the client"
                self.n_bytes += len(message["body"])

    client = Slow()
    tracemalloc.start()
    ask(stream, tmp_path, client, scope(method="GET"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert client.n_bytes == 32 * MIB
    assert peak < 8 * MIB


def test_a_stream_ends_when_its_client_leaves(tmp_path: Path) -> None:
    made = []

    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        def content() -> Iterator[bytes]:
            for line in lines(10**9):
                made.append(1)
                yield line

        start_response("200 OK", [])
        return StreamingHttpResponse(content())

    client = ask(stream, tmp_path, Client(leaves_after=1000), scope(method="GET"))
    assert not client.complete
    assert len(made) < 10**8


def test_an_error_in_the_middle_of_a_stream_leaves_it_incomplete(tmp_path: Path) -> None:
    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        def content() -> Iterator[bytes]:
            yield b"first"
            raise ValueError("broken")

        start_response("200 OK", [])
        return StreamingHttpResponse(content())

    client = Client()
    with pytest.raises(ValueError, match="broken"):
        ask(stream, tmp_path, client, scope(method="GET"))
    assert not client.complete


def test_files_are_sent_from_the_event_loop_and_closed(tmp_path: Path) -> None:
    path = tmp_path / "talk.wav"
    path.write_bytes(b"x" * 3 * MIB)
    opened: list[Any] = []

    def file(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        response = FileResponse(path.open("rb"))
        opened.append(response)
        start_response("200 OK", [])
        response.file_to_stream.close = response.close
        return environ["wsgi.file_wrapper"](response.file_to_stream, response.block_size)

    client = ask(file, tmp_path, Client(), scope(method="GET"))
    assert (len(client.body), client.complete) == (3 * MIB, True)
    assert opened[0].closed


def test_few_files_are_read_at_a_time_however_many_are_sent(tmp_path: Path) -> None:
    """Fifty downloads once had the event loop handle fifty pieces before the next edit."""
    n_reading, most, lock = 0, 0, threading.Lock()

    class File(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            nonlocal n_reading, most
            with lock:
                n_reading += 1
                most = max(most, n_reading)
            time.sleep(0.001)
            with lock:
                n_reading -= 1
            return super().read(size)

    def file(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        start_response("200 OK", [])
        return environ["wsgi.file_wrapper"](File(b"x" * MIB))

    gate = Gateway(file, n_threads=8, folder=tmp_path)
    assert all_at_once(gate, (from_address(f"192.0.2.{n}") for n in range(12))) == [200] * 12
    assert most == gateway.PIECES_AT_ONCE


def test_headers_that_pass_for_others_are_left_out() -> None:
    asked = scope(x_forwarded_for="192.0.2.1", cookie="a=1")
    asked["headers"] += [(b"x_forwarded_for", b"made up"), (b"cookie", b"b=2"), (b"accept", b"a"), (b"accept", b"b")]
    environ = gateway.environ_of(asked)
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_ACCEPT"] == "a,b"


def test_paths_are_bytes_as_wsgi_has_them() -> None:
    asked = scope()
    asked["raw_path"] = b"/p/%E6%BD%AE%FF"
    assert gateway.environ_of(asked)["PATH_INFO"].encode("latin-1") == "/p/潮".encode() + b"\xff"


class TestComputing:
    """How many requests are in threads at a time, whoever sent them."""

    def test_a_few_begin_at_a_time_in_the_order_in_which_they_came(self) -> None:
        async def test() -> list[int]:
            computing, begun, n_at_once = Computing(2, seconds=60), list[int](), list[int]()

            async def request(number: int) -> None:
                end = await computing.begin(number)
                begun.append(number)
                n_at_once.append(1)
                await asyncio.sleep(0)
                assert len(n_at_once) <= 2
                n_at_once.pop()
                end()
                end()  # counts once

            await asyncio.gather(*(request(number) for number in range(20)))
            return begun

        assert asyncio.run(asyncio.wait_for(test(), 30)) == list(range(20))

    def test_one_that_takes_long_keeps_nobody_out(self) -> None:
        async def test() -> None:
            computing = Computing(2, seconds=0.01)
            ends = [await computing.begin(number) for number in range(10)]  # none of them ends
            for end in ends:
                end()
            computing._seconds = 60
            for number in range(2):  # what no longer counted gave nothing back a second time
                await computing.begin(number)
            assert computing._all.locked()

        asyncio.run(asyncio.wait_for(test(), 30))

    def test_who_leaves_while_waiting_takes_no_place(self) -> None:
        async def test() -> None:
            computing = Computing(1, seconds=60)
            end = await computing.begin("one")
            leaving = asyncio.ensure_future(computing.begin("another"))
            await asyncio.sleep(0)
            leaving.cancel()
            await asyncio.wait([leaving])
            end()
            await computing.begin("one")

        asyncio.run(asyncio.wait_for(test(), 30))

    def test_one_sender_leaves_a_place_to_others(self) -> None:
        """An edit once waited until one of two computations of somebody else was done, or had taken 50 ms."""

        async def test() -> None:
            computing = Computing(2, seconds=60)
            end = await computing.begin("busy")
            waiting = [asyncio.ensure_future(computing.begin("busy")) for _ in range(49)]
            await computing.begin("somebody else")
            assert not any(each.done() for each in waiting)
            for each in waiting:
                end()
                end = await each

        asyncio.run(asyncio.wait_for(test(), 30))

    def test_one_that_takes_long_keeps_its_own_sender_out_for_longer(self) -> None:
        """Otherwise fifty requests of a second each would soon have all threads compute."""

        async def test() -> None:
            computing = Computing(2, seconds=0.01, own_seconds=60)
            end = await computing.begin("busy")
            again = asyncio.ensure_future(computing.begin("busy"))
            for number in range(10):
                await computing.begin(number)
            assert not again.done()
            end()
            await again
            computing = Computing(2, seconds=0.01, own_seconds=0.02)
            for _ in range(10):
                await computing.begin("busy")

        asyncio.run(asyncio.wait_for(test(), 30))
