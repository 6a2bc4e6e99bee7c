"""How loud a recording is along its time, measured by a worker: what the page draws its wave from."""

from __future__ import annotations


def execute(pk: int) -> None:
    raise NotImplementedError
