"""Ctrl-C and SIGTERM: handled once, in every phase, but never between starting and recording a process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _State:
    n_holds = 0
    asked = False
    raised = False


def listen() -> None:
    """Turn the first ending signal into KeyboardInterrupt and ignore later ones, which must not interrupt the clean-up.

    This also applies if SIGINT was ignored, as in the background of a script; an ignored SIGHUP (nohup) stays ignored.
    Call from the main thread.
    """
    _State.n_holds, _State.asked, _State.raised = 0, False, False
    for number in ENDING:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)


def ignore() -> None:
    """From now on, only SIGKILL ends this process."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)


def listen_no_more() -> None:
    """Restore the signals for programs that handle them: pytest, or a shell in which Ctrl-C ends a line."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def held() -> Iterator[None]:
    """Defer an ending signal to the end of the block. In other threads, which are never interrupted, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _State.n_holds += 1
    try:
        yield
    finally:
        _State.n_holds -= 1
    if _State.asked and not _State.raised and not _State.n_holds:
        _raise()


def _end(number: int, frame: FrameType | None) -> None:
    _State.asked = True
    if not _State.raised and not _State.n_holds:
        _raise()


def _raise() -> None:
    _State.raised = True
    raise KeyboardInterrupt
