"""One request: its body read in the event loop, Django in a thread, its answer sent in the event loop."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.db import close_old_connections
from django.http import HttpResponse

from annotator.platform.api.body_limits import ANONYMOUS_BYTES, limit_of
from annotator.platform.api.middleware import too_large
from annotator.platform.api.weights import Weight, weight_of
from annotator.platform.outages import DISK_FULL, outage_of
from annotator.web import bodies
from annotator.web.admission import N_COMPUTING, Computing, Senders, Turns, account_of
from annotator.web.answers import CHUNK_BYTES, Abandoned, FileAnswer, Pipe, status_and_headers

#: How long, and how many bytes of, a refused body are read on and thrown away.
LINGER_SECONDS = 5
LINGER_BYTES = 64 * 1024 * 1024
#: Large uploads of one account that a process takes in at a time. The page sends one after another.
UPLOADS_AT_ONCE = 2
#: Requests that a process works on at a time, by their weight: of one sender, and of all together if that is limited.
#: Threads wait for each other, so that all that compute make an edit wait, those of other people too.
AT_ONCE: dict[Weight, tuple[int, int | None]] = {
    Weight.LIGHT: (2, None),
    Weight.HEAVY: (1, 2),
    Weight.EXPORT: (2, 3),
}
#: Files of which a process reads a piece at a time, however many it sends: what comes next in the event loop waits for
#: few of them.
PIECES_AT_ONCE = 2
#: An export that has worked for so long waits while other requests are worked on, but no longer than the second one.
WORK_SECONDS, GIVE_WAY_SECONDS = 0.01, 0.05

access = logging.getLogger("lectern.access")

Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Any]
WSGIApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Refused(Exception):
    """The request is answered without running a view."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


class Gateway:
    """The ASGI application around Django's WSGI application.

    n_threads : how many requests Django works on at a time in this process; the others wait their turn, their bodies
    read. Each thread holds one database connection at most, so that the pool is never short of one. n_computing : how
    many of them compute (`admission.Computing`).
    """

    def __init__(
        self, application: WSGIApplication, *, n_threads: int, folder: Path, n_computing: int = N_COMPUTING
    ) -> None:
        self._application = application
        self._folder = folder
        self._uploads = Turns(UPLOADS_AT_ONCE)
        # Heavy requests and exports together leave a thread to what is quick.
        most = max(1, (n_threads - 1) // 2)
        self._turns = {weight: Turns(n, of_all and min(of_all, most)) for weight, (n, of_all) in AT_ONCE.items()}
        self._computing = Computing(n_computing)
        self._senders = Senders()
        self._pieces = asyncio.Semaphore(PIECES_AT_ONCE)
        #: How many requests that exports give way to are in threads.
        self._n_ahead = 0
        self._threads = ThreadPoolExecutor(n_threads, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: bodies.Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"there is nothing here for {scope['type']}")
        began, status = time.monotonic(), 0

        async def sending(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._handle(scope, receive, sending)
        except bodies.ClientGone:
            status = 499
        finally:
            took = (time.monotonic() - began) * 1000
            access.info("%s %s %d %.0f ms", scope["method"], scope["path"], status, took)

    async def _handle(self, scope: Scope, receive: bodies.Receive, send: Send) -> None:
        environ = environ_of(scope)
        async with AsyncExitStack() as turn:
            try:
                body, n_bytes = await self._body(environ, receive, turn)
            except Refused as refused:
                await self._refuse(refused.answer, receive, send)
                return
            with body:
                environ |= {"wsgi.input": body, "CONTENT_LENGTH": str(n_bytes), "wsgi.input_terminated": True}
                weight, sender = weight_of(scope["path"]), self._senders.sender_of(environ)
                with ExitStack() as until_answered:
                    until_answered.callback(await self._turn(weight, sender, receive))
                    until_answered.callback(await self._computing.begin(sender))
                    end_turn = until_answered.pop_all().close
                await self._answer(environ, receive, send, weight, end_turn)

    async def _turn(self, weight: Weight, sender: Hashable, receive: bodies.Receive) -> Callable[[], None]:
        """Wait for a turn of the sender, without a thread. Returns what ends it. Raises ClientGone."""
        turns = self._turns[weight]
        if turns.is_free(sender):
            return await turns.take(sender)
        taking, gone = asyncio.ensure_future(turns.take(sender)), asyncio.ensure_future(receive())
        try:
            await asyncio.wait([taking, gone], return_when=asyncio.FIRST_COMPLETED)
            if not taking.done():
                raise bodies.ClientGone
            return taking.result()
        except BaseException:
            if not taking.cancel() and not taking.exception():
                taking.result()()
            raise
        finally:
            gone.cancel()

    async def _body(
        self, environ: dict[str, Any], receive: bodies.Receive, turn: AsyncExitStack
    ) -> tuple[IO[bytes], int]:
        """turn : keeps what a large upload holds until it is answered."""
        limit = limit_of(environ["PATH_INFO"].encode("latin-1").decode(errors="replace"))
        announced = environ.get("CONTENT_LENGTH", "")
        if announced and int(announced) > limit.n_bytes:
            raise Refused(_refusal("too_large", too_large(limit.text), 413))

        async def admit() -> None:
            account = await self._in_thread(account_of, environ)
            if not isinstance(account, int):
                raise Refused(account)
            if limit.is_upload:
                await turn.enter_async_context(self._uploads.turn(account))

        large = bool(announced) and int(announced) > ANONYMOUS_BYTES
        if large:
            await admit()
        try:
            return await bodies.read_body(
                receive,
                n_most=limit.n_bytes,
                folder=self._folder,
                n_free=limit.n_bytes if large else ANONYMOUS_BYTES,
                admit=admit,
            )
        except bodies.BodyTooLarge:
            raise Refused(_refusal("too_large", too_large(limit.text), 413)) from None
        except bodies.BodyTooSlow:
            raise Refused(_refusal("too_slow", "The body did not arrive in time.", 408)) from None
        except OSError as error:
            if outage_of(error) is not DISK_FULL:
                raise
            refusal = _refusal(DISK_FULL.code, f"{DISK_FULL.detail} Nothing was stored.", DISK_FULL.status)
            raise Refused(refusal) from None

    async def _refuse(self, answer: HttpResponse, receive: bodies.Receive, send: Send) -> None:
        headers = [*answer.items(), ("Content-Length", str(len(answer.content))), ("Connection", "close")]
        await send(status_and_headers(f"{answer.status_code} Refused", headers))
        await send({"type": "http.response.body", "body": answer.content, "more_body": True})
        # Closing while the client is still sending would reset the connection, and its answer with it.
        await bodies.discard(receive, seconds=LINGER_SECONDS, n_most=LINGER_BYTES)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _answer(
        self,
        environ: dict[str, Any],
        receive: bodies.Receive,
        send: Send,
        weight: Weight,
        end_turn: Callable[[], None],
    ) -> None:
        """Run Django in a thread, and send what it makes: whole, as a file, or as it comes.

        end_turn : called when the thread is free, however long the client reads.
        """
        loop = asyncio.get_running_loop()
        pipe = Pipe(loop, self._folder)
        started: asyncio.Future[tuple[dict[str, Any], bytes | FileAnswer | None]] = loop.create_future()
        is_ahead = weight is not Weight.EXPORT
        self._n_ahead += is_ahead

        def thread_is_free(_: object) -> None:
            self._n_ahead -= is_ahead
            self._senders.learn(environ)
            end_turn()

        running = loop.run_in_executor(
            self._threads, functools.partial(self._run, environ, loop, started, pipe, weight)
        )
        running.add_done_callback(thread_is_free)
        try:
            # One of the two comes first: what Django answers, or the error that kept it from answering.
            both: list[asyncio.Future[Any]] = [started, running]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not started.done():
                await running
            start, content = await started
            await send(start)
            if isinstance(content, bytes):
                await _send_whole(content, send)
            elif isinstance(content, FileAnswer):
                try:
                    await _send_stream(functools.partial(self._piece, content), receive, send)
                finally:
                    await loop.run_in_executor(None, content.close)
            else:
                await _send_stream(pipe.read, receive, send)
        finally:
            pipe.abandon()
            # The body is closed when the thread has done with it, also where the client left earlier.
            await asyncio.shield(running)

    def _run(
        self,
        environ: dict[str, Any],
        loop: asyncio.AbstractEventLoop,
        started: asyncio.Future[tuple[dict[str, Any], bytes | FileAnswer | None]],
        pipe: Pipe,
        weight: Weight,
    ) -> None:
        """In a thread: make the answer. ``started`` gets its head, and its content unless the pipe takes that."""
        head: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], Any]:
            head.update(status_and_headers(status, headers))
            return pipe.write

        def hand_over(content: bytes | FileAnswer | None) -> None:
            loop.call_soon_threadsafe(_set_result, started, (head, content))

        answer = self._application(environ, start_response)
        if isinstance(answer, FileAnswer):
            close_old_connections()  # Django does so when the file is closed, but for the thread that closes it
            hand_over(answer)
            return
        try:
            if not getattr(answer, "streaming", False):
                content = b"".join(answer)
                hand_over(content)
                return
            hand_over(None)
            worked_since = time.monotonic()
            for chunk in answer:
                pipe.write(chunk)
                if weight is Weight.EXPORT and time.monotonic() - worked_since > WORK_SECONDS:
                    self._give_way()
                    worked_since = time.monotonic()
            pipe.end()
        except Abandoned:
            pipe.end()
        except BaseException as error:
            pipe.end(error)
            raise
        finally:
            if close := getattr(answer, "close", None):
                close()

    async def _piece(self, file: FileAnswer) -> bytes:
        async with self._pieces:
            return await asyncio.get_running_loop().run_in_executor(None, file.read)

    def _give_way(self) -> None:
        """In the thread of an export: let what people wait for go first, for a while."""
        until = time.monotonic() + GIVE_WAY_SECONDS
        while self._n_ahead and time.monotonic() < until:
            time.sleep(GIVE_WAY_SECONDS / 25)

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


def environ_of(scope: Scope) -> dict[str, Any]:
    """The WSGI environment of a request, without its body."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileAnswer,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # `X_Forwarded_For` would pass for the `X-Forwarded-For` that a proxy sets.
        if "_" in name or name == "transfer-encoding":
            continue
        key = name.upper().replace("-", "_")
        if name not in ("content-type", "content-length"):
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
        environ[key] = value
    return environ


async def _send_whole(content: bytes, send: Send) -> None:
    for at in range(0, len(content), CHUNK_BYTES):
        more = at + CHUNK_BYTES < len(content)
        await send({"type": "http.response.body", "body": content[at : at + CHUNK_BYTES], "more_body": more})
    if not content:
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_stream(read: Callable[[], Awaitable[bytes]], receive: bodies.Receive, send: Send) -> None:
    """Send chunk by chunk, as fast as the client reads, until the end or until the client is gone."""
    gone = asyncio.ensure_future(receive())
    try:
        while not gone.done() and (chunk := await read()):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        if gone.done():
            raise bodies.ClientGone
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()


def _set_result(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _refusal(code: str, detail: str, status: int) -> HttpResponse:
    body = json.dumps({"code": code, "detail": detail, "errors": []})
    return HttpResponse(body, status=status, content_type="application/json")


def of_django(application: WSGIApplication) -> Gateway:
    """The gateway with this site's settings: as many threads as a process may hold database connections."""
    n_threads = int(settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"])
    return Gateway(application, n_threads=n_threads, folder=Path(settings.FILE_UPLOAD_TEMP_DIR))
