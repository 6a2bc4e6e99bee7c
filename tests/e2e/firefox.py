"""A headless Firefox, driven over Marionette: the protocol it speaks by itself, so nothing is installed for it.

Only what the tests need: open an address, press keys, run a script, wait, take a picture. Playwright's own Firefox is
another build.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from PIL import Image

from annotator.launch.servers import free_port

NAMES = ("firefox-esr", "firefox")
START_SECONDS = 60
#: WebDriver's names of keys that are no letters.
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Shift": "\ue008", "Home": "\ue011", "ArrowRight": "\ue014"}
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
}


def find_firefox() -> str | None:
    """The Firefox of this machine; LECTERN_FIREFOX names another."""
    named = os.environ.get("LECTERN_FIREFOX")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


class Firefox:
    """One window. Raises RuntimeError with Firefox's own words where it refuses."""

    def __init__(self, executable: str, profile: Path) -> None:
        port = free_port()
        wanted = {**PREFERENCES, "marionette.port": port}
        profile.mkdir(parents=True)
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in wanted.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [executable, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(profile)},
        )  # fmt: skip
        self._number = 0
        try:
            self._socket = self._connected(port)
            self._read()  # it says what it is
            self._send("WebDriver:NewSession", {})
            self._send("WebDriver:SetTimeouts", {"pageLoad": 60_000, "script": 30_000})
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def open(self, url: str, cookie: tuple[str, str] | None = None) -> None:
        self._send("WebDriver:Navigate", {"url": url})
        if cookie:
            name, value = cookie
            self._send("WebDriver:AddCookie", {"cookie": {"name": name, "value": value, "path": "/"}})
            self._send("WebDriver:Navigate", {"url": url})

    def resize(self, width: int, height: int) -> None:
        self._send("WebDriver:SetWindowRect", {"width": width, "height": height})

    def press(self, *keys: str) -> None:
        """Keys one after another: letters as they are, others by the names of `KEYS`."""
        actions = []
        for key in keys:
            parts = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self._send("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def run(self, script: str, *arguments: Any) -> Any:
        """What the script returns in the page; it may return a promise."""
        return self._send("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def picture(self) -> Image.Image:
        """What is in the window now, a pixel of the page for each pixel of it."""
        taken = self._send("WebDriver:TakeScreenshot", {"full": False})["value"]
        return Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB")

    def wait(self, script: str, what: str, seconds: float = 20) -> Any:
        deadline = time.monotonic() + seconds
        while not (found := self.run(f"return {script}")):
            assert time.monotonic() < deadline, f"not so after {seconds:g} s: {what}"
            time.sleep(0.1)
        return found

    def _connected(self, port: int) -> socket.socket:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=90)
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def _send(self, command: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        data = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error.get('error')}: {error.get('message')}")
        return result

    def _read(self) -> Any:
        """A message: its length in bytes, a colon, JSON."""
        length = b""
        while (character := self._socket.recv(1)) != b":":
            if not character:
                raise ConnectionError("Firefox ended")
            length += character
        data = b""
        while len(data) < int(length):
            data += self._socket.recv(int(length) - len(data))
        return json.loads(data)
