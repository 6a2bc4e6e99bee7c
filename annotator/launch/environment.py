"""The virtual environment: made, filled from pinned and hashed requirements, and entered.

Order of preference for the installer: uv inside ``.venv`` (put there by pip, ten times as fast), pip. A Python without
ensurepip, as Debian ships it, gets uv's own wheel from the package index instead, checked against its pinned hash.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from annotator.launch import tools
from annotator.launch.layout import HERE, Layout, digest, home_is_usable
from annotator.launch.locks import FileLock
from annotator.launch.problems import LaunchError, full_disk, looks_like_full_disk, looks_like_no_network, tail
from annotator.launch.stamp import Stamp
from annotator.launch.uv_wheel import UvUnavailableError, fetch_uv

UV_PIN = Path(__file__).with_name("uv.txt")
OWN_PYTHON = "LECTERN_VENV"
#: A pinned requirement: name, version, and the marker that says where it holds. One name may be pinned once per marker.
_PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;\\]+)(?:[ \t]*;[ \t]*([^\\\n]+))?", re.MULTILINE)
#: Names of extras of pyproject.toml, comma-separated, that are installed beside the requirements: those of the engines,
#: and the application's own, which are dependency groups there, as they are no part of the engines' package.
EXTRAS = "LECTERN_EXTRAS"


def uses_own_python() -> bool:
    """Return whether the caller asked to keep the running Python, as the container image does."""
    return os.environ.get(OWN_PYTHON, "").lower() == "off"


def is_inside(layout: Layout = HERE) -> bool:
    return uses_own_python() or Path(sys.prefix).resolve() == layout.venv.resolve()


def ensure(*, dev: bool, layout: Layout = HERE) -> None:
    """Install the pinned requirements into ``.venv``; quick if they are already there.

    Raises LaunchError, saying what to do, when the environment cannot be created or filled.
    """
    if uses_own_python() or _is_current(layout, dev=dev):
        return
    with FileLock(layout.run / "environment.lock") as lock:
        if not lock.try_acquire():
            say("Another command is installing the requirements; waiting for it ...")
            if not lock.acquire(timeout_seconds=900):
                raise LaunchError(
                    f"Another command (pid {lock.holder().get('pid')}) has been installing for 15 minutes."
                )
        before = Stamp.read(layout)
        if not _has_requirements(layout, dev=dev):
            _make_venv(layout)
            _install(layout, dev=dev)
        # A recreated `.venv` has lost its extras.
        lost = [requirement for requirement in before.extras if requirement not in Stamp.read(layout).extras]
        if missing := list(dict.fromkeys([*lost, *missing_extras(layout)])):
            for requirement in missing:
                _install_extra(layout, requirement)


def enter(arguments: Sequence[str], layout: Layout = HERE) -> None:
    """Run the same command again inside ``.venv``; returns only when already there."""
    if is_inside(layout):
        return
    sys.stdout.flush()
    os.execve(layout.python, [str(layout.python), str(layout.root / "manage.py"), *arguments], {**os.environ})


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def cache_environment(layout: Layout) -> dict[str, str]:
    """Return the variables that keep installers' caches in var/cache when the home folder cannot hold them."""
    if home_is_usable():
        return {}
    return {
        "HOME": str(layout.cache),
        "UV_CACHE_DIR": str(layout.cache / "uv"),
        "PIP_CACHE_DIR": str(layout.cache / "pip"),
        "npm_config_cache": str(layout.cache / "npm"),
    }


def _wanted(layout: Layout, *, dev: bool) -> str:
    files = [layout.root / "requirements.txt", *([layout.root / "requirements-dev.txt"] if dev else [])]
    return digest(*files, str(layout.root.resolve()))


def _is_current(layout: Layout, *, dev: bool) -> bool:
    return _has_requirements(layout, dev=dev) and not missing_extras(layout)


def missing_extras(layout: Layout) -> list[str]:
    """Requirements of the requested extras that, by its stamp, are not installed in this ``.venv``."""
    names = [name for name in (part.strip() for part in os.environ.get(EXTRAS, "").split(",")) if name]
    if not names:
        return []
    settings = tomllib.loads((layout.root / "pyproject.toml").read_text())
    known = settings["project"]["optional-dependencies"] | settings.get("dependency-groups", {})
    if unknown := [name for name in names if name not in known]:
        raise LaunchError(f"{EXTRAS} names {', '.join(unknown)}; allowed: {', '.join(known)}")
    installed = Stamp.read(layout).extras
    return [requirement for name in names for requirement in known[name] if requirement not in installed]


def _has_requirements(layout: Layout, *, dev: bool) -> bool:
    """Whether the stamp in ``.venv`` matches the requirements and the checkout's path, and its Python exists."""
    stamp = Stamp.read(layout)
    held = stamp.dev if dev else stamp.base
    return not stamp.unfinished and held == _wanted(layout, dev=dev) and layout.python.exists()


def _runs(python: Path) -> bool:
    """Whether an interpreter starts and is new enough; it may not after the system's Python was replaced."""
    check = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([python, "-c", check], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _make_venv(layout: Layout) -> None:
    begun = layout.run / "venv-begun"
    if not begun.exists() and not Stamp.read(layout).unfinished and _runs(layout.python):
        return
    say(f"Making {layout.venv} with Python {platform.python_version()} ...")
    command = [sys.executable, "-m", "venv", "--clear"]
    has_pip = _module_runs("ensurepip")
    begun.touch()
    made = _run([*command, *([] if has_pip else ["--without-pip"]), str(layout.venv)], {})
    if made.returncode != 0 or not layout.python.exists():
        is_full = looks_like_full_disk(made.stdout, layout.root)
        shutil.rmtree(layout.venv, ignore_errors=True)
        if is_full:
            raise LaunchError(full_disk(layout.root))
        raise LaunchError(
            f"The virtual environment {layout.venv} could not be made. On Debian or Ubuntu: apt install python3-venv\n"
            + tail(made.stdout)
        )
    begun.unlink()


def _module_runs(name: str) -> bool:
    return subprocess.run([sys.executable, "-m", name, "--version"], capture_output=True, check=False).returncode == 0


def _run(command: Sequence[str | Path], extra: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    try:
        return tools.run(command, environment={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **extra})
    except OSError as error:  # an incomplete executable
        return subprocess.CompletedProcess(command, 126, str(error))


def _install(layout: Layout, *, dev: bool) -> None:
    """Fill ``.venv`` and stamp it. Raises LaunchError with the reason."""
    extras = Stamp.read(layout).extras
    # From here on the installed packages match no requirements, even if the installation stops half-way.
    Stamp(extras=extras, unfinished=True).write(layout)
    if (problem := _try_to_install(layout, dev=dev)) is not None:
        Stamp(extras=extras).write(layout)
        raise LaunchError(problem)
    Stamp(
        base=_wanted(layout, dev=False),
        dev=_wanted(layout, dev=True) if dev else "",
        extras=extras,
    ).write(layout)


def _try_to_install(layout: Layout, *, dev: bool) -> str | None:
    """Run the installers. Returns None if one succeeded, otherwise an explanation for people.

    Raises LaunchError when the disk is full, which leaves truncated files: ``.venv`` stays marked as unfinished.
    """
    names = ["requirements.txt", *(["requirements-dev.txt"] if dev else [])]
    files = [argument for name in names for argument in ("-r", str(layout.root / name))]
    environment = cache_environment(layout)
    say(f"Installing {' and '.join(names)} ...")
    problems: list[str] = []
    if uv := _uv(layout, environment, problems):
        done = _run(
            [uv, "pip", "install", "--python", layout.python, "--require-hashes", "--no-config", *files], environment
        )
        if done.returncode == 0:
            return None
        problems.append(done.stdout)
    pip_was_cut_off = uv is None and looks_like_no_network("\n".join(problems))
    if (layout.venv / "bin" / "pip").exists() and not pip_was_cut_off:
        done = _run([layout.python, "-m", "pip", "install", "--quiet", "--require-hashes", *files], environment)
        if done.returncode == 0:
            return None
        problems.append(done.stdout)
    output = "\n".join(problems)
    if looks_like_full_disk(output, layout.venv):
        raise LaunchError(full_disk(layout.venv))
    if looks_like_no_network(output):
        return (
            "The requirements could not be installed because the package index could not be reached. Connect this "
            "machine to a network, or set PIP_INDEX_URL and UV_DEFAULT_INDEX to an index it can reach, and run the "
            "command again.\n" + tail(output, 4)
        )
    if not (layout.venv / "bin" / "pip").exists():
        return (
            "The requirements could not be installed, and this Python has no pip to try. On Debian or Ubuntu: "
            f"apt install python3-venv; then delete {layout.venv} and run the command again.\n" + tail(output)
        )
    return "The requirements could not be installed. The installer said:\n" + tail(output)


def constraints(requirements: str) -> str:
    """Return the pins of a requirements file without their hashes, each with its marker.

    With any hash in a constraint, installers require one for everything that they install.
    """
    return "".join(
        f"{name}=={version}{f' ; {marker.strip()}' if marker else ''}\n"
        for name, version, marker in _PIN.findall(requirements)
    )


def _install_extra(layout: Layout, requirement: str) -> None:
    """Install what one extra requires, in a version compatible with the pinned requirements.

    Lectern runs without extras: a failure is printed and the next command tries again. Raises LaunchError only when
    the disk is full, which leaves truncated files.
    """
    environment = cache_environment(layout)
    pinned = layout.run / "constraints.txt"
    pinned.write_text(constraints((layout.root / "requirements.txt").read_text()))
    say(f"Installing {requirement} ...")
    problems: list[str] = []
    if uv := _uv(layout, environment, problems):
        installer: list[str | Path] = [uv, "pip", "install", "--python", layout.python, "--no-config"]
    else:
        installer = [layout.python, "-m", "pip", "install", "--quiet"]
    before = Stamp.read(layout)
    replace(before, unfinished=True).write(layout)
    done = _run([*installer, "-c", str(pinned), requirement], environment)
    if done.returncode == 0:
        replace(before, extras=tuple({*before.extras, requirement})).write(layout)
        return
    if looks_like_full_disk(done.stdout, layout.venv):
        raise LaunchError(full_disk(layout.venv))
    before.write(layout)
    say(
        f"{requirement}, which {EXTRAS} asks for, could not be installed. Going on without it. The installer said:\n"
        + tail("\n".join([*problems, done.stdout]))
    )


def _uv(layout: Layout, environment: Mapping[str, str], problems: list[str]) -> Path | None:
    """Return uv inside ``.venv``, installing it if necessary; if that fails, None, with the reason in ``problems``."""
    uv = layout.venv / "bin" / "uv"
    if uv.exists():
        return uv
    if (layout.venv / "bin" / "pip").exists():
        done = _run([layout.python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", UV_PIN], environment)
        problems += [] if done.returncode == 0 else [done.stdout]
    elif system := shutil.which("uv"):
        return Path(system)
    else:
        say("This Python has no pip; fetching the installer uv itself ...")
        try:
            fetch_uv(UV_PIN, uv)
        except UvUnavailableError as error:
            problems.append(str(error))
    return uv if uv.exists() else None
