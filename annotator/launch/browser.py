"""A Chromium for the browser tests: the one you name, the system's, or one from npm that needs nothing installed.

The one from npm (@sparticuz/chromium, x86-64 Linux) is a headless build with the few libraries a bare Debian lacks. It
comes with a Japanese font, because a bare server has none. Both are pinned in tests/e2e/package-lock.json.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from annotator.launch.environment import say
from annotator.launch.layout import HERE, Layout, digest
from annotator.launch.node import install_packages, require_node
from annotator.launch.problems import LaunchError, tail
from annotator.launch.tools import output_of

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = (
    "--no-sandbox",  # The sandbox needs user namespaces, which root and many containers do not have.
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
)
UNPACK = """
const fs = require("fs"), zlib = require("zlib"), stream = require("stream");
const [, from, to] = process.argv;
stream.pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to), (error) => {
  if (error) throw error;
});
"""


@dataclass(frozen=True)
class Chromium:
    """An executable and its environment variables."""

    executable: Path
    environment: dict[str, str] = field(default_factory=dict)


def find_chromium(layout: Layout = HERE) -> Chromium:
    """Return a Chromium that starts, fetching one if the machine has none.

    LECTERN_CHROMIUM=/path/to/chromium overrides the choice. Raises LaunchError, saying what to install.
    """
    tried: list[str] = []
    for executable in _installed():
        chromium = Chromium(executable, _fonts(layout))
        if _starts(chromium, tried):
            return chromium
        if os.environ.get("LECTERN_CHROMIUM"):
            raise LaunchError(f"LECTERN_CHROMIUM={executable} does not start:\n{tail(tried[-1])}")
    if sys.platform.startswith("linux") and platform.machine() in ("x86_64", "AMD64"):
        chromium = _from_npm(layout)
        if _starts(chromium, tried):
            return chromium
    raise LaunchError(
        "The browser tests need Chromium, and none that starts was found. On Debian: apt install chromium; on macOS "
        "install Google Chrome; or set LECTERN_CHROMIUM to an executable.\n"
        + "\n".join(tail(text, 4) for text in tried)
    )


def _installed() -> Iterator[Path]:
    if named := os.environ.get("LECTERN_CHROMIUM"):
        yield Path(named)
        return
    for name in SYSTEM_NAMES:
        if path := shutil.which(name):
            yield Path(path)
    for application in MAC_APPLICATIONS:
        if Path(application).exists():
            yield Path(application)


def _starts(chromium: Chromium, tried: list[str]) -> bool:
    try:
        shown = subprocess.run(
            [chromium.executable, "--headless", "--no-sandbox", "--version"],
            env={**os.environ, **chromium.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        tried.append(f"{chromium.executable}: {error}")
        return False
    if shown.returncode != 0:
        tried.append(f"{chromium.executable}: {shown.stdout}")
    return shown.returncode == 0


def _packages(layout: Layout) -> Path:
    folder = layout.root / "tests" / "e2e"
    install_packages(folder, require_node("Fetching a browser for the tests", layout), layout)
    return folder / "node_modules"


def _from_npm(layout: Layout) -> Chromium:
    packed = _packages(layout) / "@sparticuz" / "chromium" / "bin"
    target = layout.cache / f"chromium-{digest(packed.parent / 'package.json')[:12]}"
    executable = target / "chromium"
    if not executable.exists():
        say("Unpacking Chromium ...")
        target.mkdir(parents=True, exist_ok=True)
        libraries = target / "libraries.tar"
        _unpack(packed / "al2023.tar.br", libraries, layout)
        (target / "lib").mkdir(exist_ok=True)
        with tarfile.open(libraries) as archive:
            for member in archive.getmembers():
                if content := archive.extractfile(member) if member.isfile() else None:
                    (target / "lib" / Path(member.name).name).write_bytes(content.read())
        libraries.unlink()
        partial = target / f"chromium.{os.getpid()}"
        _unpack(packed / "chromium.br", partial, layout)
        partial.chmod(0o755)
        partial.replace(executable)
    environment = _fonts(layout)
    if _lacks_libraries(executable):
        environment["LD_LIBRARY_PATH"] = str(target / "lib")
    return Chromium(executable, environment)


def _unpack(source: Path, target: Path, layout: Layout) -> None:
    node = require_node("Unpacking the browser", layout)
    done = subprocess.run([node.binary, "-e", UNPACK, source, target], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LaunchError(f"{source} could not be unpacked:\n{tail(done.stderr)}")


def _lacks_libraries(executable: Path) -> bool:
    """Whether the system lacks a library. The system's own are preferred, because they get security updates."""
    shown = output_of("ldd", executable)
    return shown is None or "not found" in shown


def _fonts(layout: Layout) -> dict[str, str]:
    """Return variables that make fontconfig add our Japanese font; none if the system has such a font."""
    if not sys.platform.startswith("linux") or _has_japanese_font():
        return {}
    font = _packages(layout) / "@expo-google-fonts" / "noto-sans-jp"
    folders = "".join(f"<dir>{font / weight}</dir>" for weight in ("400Regular", "700Bold"))
    cache = layout.cache / "fontconfig"
    cache.mkdir(exist_ok=True)
    configuration = cache / "fonts.conf"
    content = (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f'<include ignore_missing="yes">/etc/fonts/fonts.conf</include>{folders}<cachedir>{cache}</cachedir>'
        "</fontconfig>"
    )
    if not configuration.exists() or configuration.read_text() != content:
        configuration.write_text(content)
    return {"FONTCONFIG_FILE": str(configuration)}


def _has_japanese_font() -> bool:
    return bool((output_of("fc-list", ":lang=ja", "family") or "").strip())
