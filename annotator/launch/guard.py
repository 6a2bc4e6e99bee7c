"""Stop what a launcher started if the launcher dies without doing so, for example by ``kill -9``.

Run as a file, in its own session, with the read end of a pipe as standard input. The launcher writes one JSON object
per line: ``{"watch": {recorded process}}`` for each process it starts, ``{"remove": folder}`` for a folder to delete
afterwards, and ``{"bye": true}`` when it has stopped everything itself. If the pipe closes without a "bye", the
launcher is dead, and the guard stops all recorded processes in reverse order.

``PR_SET_PDEATHSIG`` would do part of this on Linux; see docs/decisions/embedded-servers.md for why it is not used.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

if __package__:
    from annotator.launch.processes import Recorded, stop_all
else:
    sys.path.insert(0, str(Path(__file__).parent))
    from processes import Recorded, stop_all  # type: ignore[import-not-found,no-redef]


class Guard:
    """The launcher's end of the pipe."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            cwd="/",
        )

    def _tell(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # The guard was killed; the next start cleans up from the records on disk.

    def watch(self, process: Recorded) -> None:
        self._tell({"watch": process.as_json()})

    def remove(self, folder: Path) -> None:
        self._tell({"remove": str(folder)})

    def dismiss(self) -> None:
        """End the guard: everything has been stopped."""
        self._tell({"bye": True})
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(timeout=10)


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    watched: list[Recorded] = []
    folders: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("bye"):
            return
        if noted := Recorded.from_json(message.get("watch") or {}):
            watched.append(noted)
        if "remove" in message:
            folders.append(message["remove"])
    stop_all(watched)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
