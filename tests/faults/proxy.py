"""A TCP proxy that can hang, be away, and lose the answer to a commit, as a network or a fail-over does."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field

_AT_ONCE = 2**16


@dataclass
class _Through:
    """One connection. ends_work : the transaction that is open has said so. is_lost : its next answer is not passed."""

    near: socket.socket
    far: socket.socket
    ends_work: bool = False
    is_lost: bool = False

    def cut(self) -> None:
        for end in (self.near, self.far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@dataclass
class Proxy:
    """In front of a port of this machine. ``port`` : its own. ``n_lost`` : answers to commits that nobody got."""

    target: int
    n_lost: int = 0
    _to_lose: int = 0
    _of: bytes = b""
    _is_away: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _passes: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._passes.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_commits(self, n: int) -> None:
        """Lose the answers to the next commits that end work, which stand all the same, and cut their connections."""
        self._of, self._to_lose = b"", n

    def lose_answers(self, n: int, *, of: bytes) -> None:
        """Lose the answers to the next requests that hold these bytes, and cut their connections."""
        self._of, self._to_lose = of, n

    def hang(self) -> None:
        """Nothing passes, and nothing is refused."""
        self._passes.clear()

    def go_away(self) -> None:
        """Whoever connects is cut off."""
        self._is_away = True

    def be_back(self) -> None:
        self._is_away = False
        self._passes.set()

    def close(self) -> None:
        self.be_back()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self._is_away:
                near.close()
                continue
            try:
                through = _Through(near, socket.create_connection(("127.0.0.1", self.target)))
            except OSError:  # the server is starting again
                near.close()
                continue
            for pump in (self._ask, self._answer):
                threading.Thread(target=pump, args=(through,), daemon=True).start()

    def _ask(self, through: _Through) -> None:
        with contextlib.suppress(OSError):
            while data := through.near.recv(_AT_ONCE):
                self._passes.wait()
                if self._is_away:
                    break
                through.is_lost |= self._loses(through, data)
                through.far.sendall(data)
        through.cut()

    def _loses(self, through: _Through, data: bytes) -> bool:
        """Whether the answer to what is asked here gets lost."""
        through.ends_work |= b'"finished_at" = ' in data
        if self._of:
            is_meant = self._of in data
        else:
            is_meant = through.ends_work and b"COMMIT" in data
            through.ends_work &= b"COMMIT" not in data
        with self._lock:
            if not is_meant or not self._to_lose:
                return False
            self._to_lose -= 1
            self.n_lost += 1
            return True

    def _answer(self, through: _Through) -> None:
        with contextlib.suppress(OSError):
            while data := through.far.recv(_AT_ONCE):
                self._passes.wait()
                if through.is_lost or self._is_away:
                    break
                through.near.sendall(data)
        through.cut()
