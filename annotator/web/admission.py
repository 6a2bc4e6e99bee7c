"""Who sends a request, and whose turn it is: everybody works a few requests at a time, so that nobody waits for all of
one sender's."""

from __future__ import annotations

import asyncio
import io
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse, JsonResponse, parse_cookie
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from annotator.platform.api.errors import exception_handler
from annotator.platform.sessions import ACCOUNT

#: Sessions and tokens whose account a process remembers.
_MOST_KNOWN = 10_000
#: Requests that compute at a time: one more than Python can run, so that one computes while another waits for the
#: database. More would only take its lock from each other, and all of them would be answered later.
N_COMPUTING = 2
#: One that takes longer no longer counts: for others, and for requests of the same sender.
COMPUTING_SECONDS, OWN_SECONDS = 0.05, 0.5


class Turns:
    """A few at a time for each sender; its others wait in the order in which they came. For one event loop.

    n_for_one : at a time for one sender. n_for_all : for all senders together, if that is limited; then each has
    `n_for_one` places in that queue, so that they take turns.
    """

    def __init__(self, n_for_one: int, n_for_all: int | None = None) -> None:
        self._n_for_one = n_for_one
        self._of_all = asyncio.Semaphore(n_for_all) if n_for_all else None
        self._of: dict[Hashable, asyncio.Semaphore] = {}
        self._n: Counter[Hashable] = Counter()

    def is_free(self, sender: Hashable) -> bool:
        """Whether a turn of this sender would begin at once."""
        of_one = self._of.get(sender)
        return not (of_one and of_one.locked()) and not (self._of_all and self._of_all.locked())

    async def take(self, sender: Hashable) -> Callable[[], None]:
        """Wait for a turn. Returns what ends it, to be called once."""
        of_one = self._of.setdefault(sender, asyncio.Semaphore(self._n_for_one))
        self._n[sender] += 1
        try:
            await of_one.acquire()
            try:
                if self._of_all:
                    await self._of_all.acquire()
            except BaseException:
                of_one.release()
                raise
        except BaseException:
            self._forget(sender)
            raise

        def end() -> None:
            if self._of_all:
                self._of_all.release()
            of_one.release()
            self._forget(sender)

        return end

    @asynccontextmanager
    async def turn(self, sender: Hashable) -> AsyncIterator[None]:
        """Wait for a turn and keep it until the end of the block."""
        end = await self.take(sender)
        try:
            yield
        finally:
            end()

    def _forget(self, sender: Hashable) -> None:
        self._n[sender] -= 1
        if not self._n[sender]:
            del self._n[sender], self._of[sender]


class Computing:
    """Lets a few requests compute at a time; the others wait in the order in which they came.

    One sender never has all places, so that nobody's edit waits for requests of one other account. A request that takes
    longer waits for something else, or is one of the few that are slow: it no longer counts, so that it keeps nobody
    out, and a while later not even its sender. For one event loop.
    """

    def __init__(self, n: int, seconds: float = COMPUTING_SECONDS, own_seconds: float = OWN_SECONDS) -> None:
        self._all, self._own = asyncio.Semaphore(n), Turns(max(1, n - 1))
        self._seconds, self._own_seconds = seconds, own_seconds

    async def begin(self, sender: Hashable) -> Callable[[], None]:
        """Wait in the order in which requests came. Returns what ends it, to be called once."""
        leave_own = await self._own.take(sender)
        try:
            await self._all.acquire()
        except BaseException:
            leave_own()
            raise
        ends = _once(self._all.release, self._seconds), _once(leave_own, self._own_seconds)

        def end() -> None:
            for each in ends:
                each()

        return end


def _once(leave: Callable[[], None], seconds: float) -> Callable[[], None]:
    """What calls it unless it was called, as happens by itself after so long."""
    has_left = False

    def end() -> None:
        nonlocal has_left
        timer.cancel()
        if not has_left:
            has_left = True
            leave()

    timer = asyncio.get_running_loop().call_later(seconds, end)
    return end


class Senders:
    """Whom requests count for: an account, where its session or token was seen to be one's, and else their address.

    No statement is made for it: the first answer to a session says whose it is, and until then it is its address that
    counts, so that made-up sessions win nothing.
    """

    def __init__(self) -> None:
        #: By a hash of what was shown, which may be as long as a header.
        self._accounts: OrderedDict[int, int] = OrderedDict()

    def sender_of(self, environ: dict[str, Any]) -> Hashable:
        """An account's id, or an address."""
        for shown in self._shown(environ):
            account = self._accounts.get(shown)
            if account is not None:
                return account
        # As throttles count: by what the site's own proxies wrote into X-Forwarded-For.
        head = SimpleNamespace(META=environ, headers={"x-forwarded-for": environ.get("HTTP_X_FORWARDED_FOR")})
        return str(BaseThrottle().get_ident(head))  # type: ignore[arg-type]

    def learn(self, environ: dict[str, Any]) -> None:
        """After the answer: whose session or token it was."""
        account = environ.get(ACCOUNT)
        if account is None:
            return
        for shown in self._shown(environ)[:1]:
            self._accounts[shown] = account
            self._accounts.move_to_end(shown)
            if len(self._accounts) > _MOST_KNOWN:
                self._accounts.popitem(last=False)

    @staticmethod
    def _shown(environ: dict[str, Any]) -> list[int]:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        shown = cookies.get(settings.SESSION_COOKIE_NAME), environ.get("HTTP_AUTHORIZATION")
        return [hash(each) for each in shown if each]


def account_of(environ: dict[str, Any]) -> int | JsonResponse:
    """The account of whoever is signed in, by session with its CSRF header or by token; a refusal of everybody else.

    What the sender may do is decided by the views, as for every request.
    """
    headers_only = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0"}
    headers_only.pop("CONTENT_TYPE", None)
    django_request = WSGIRequest(headers_only)
    for middleware in (SessionMiddleware, AuthenticationMiddleware):
        middleware(lambda request: HttpResponse()).process_request(django_request)
    request = Request(django_request, authenticators=APIView().get_authenticators())
    try:
        if not request.user or not request.user.is_authenticated:
            raise NotAuthenticated
    except Exception as error:
        answer = exception_handler(error, {"request": request, "view": None})
        if answer is None:
            raise
        status = 401 if isinstance(error, NotAuthenticated) else answer.status_code
        return JsonResponse(answer.data, status=status)
    finally:
        close_old_connections()
    return int(request.user.pk)
