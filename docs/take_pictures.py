"""Take pictures of every screen from the running application.

    .venv/bin/python docs/take_pictures.py [screen ...]

Starts an application of its own with the demo, drives it as people would, and writes a picture of every screen in
every state to var/pictures; with names, only those screens (modules of docs/pictures_of). The few that a guide shows
go to docs/pictures, and keep their file while they look as before. Look at all of them after a change of the pages.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

from annotator.launch import browser as chromium
from annotator.launch import frontend
from docs.pictures_of.camera import OTHER_PICTURES, PICTURES, Camera, pictures_of_guides
from docs.pictures_of.stage import Stage
from tests.e2e.application import Application
from tests.servers import TestServers

SCREENS = (
    "bitext",
    "rows",
    "talk",
    "saving",
    "reviews",
    "authors",
    "projects",
    "runs",
    "imports",
    "entrance",
    "recordings",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", nargs="*", metavar="screen", help=", ".join(SCREENS))
    wanted = parser.parse_args().screens or list(SCREENS)
    if strange := set(wanted) - set(SCREENS):
        parser.error(f"no screen is called {', '.join(sorted(strange))}; there are {', '.join(SCREENS)}")
    servers = TestServers()
    servers.start()
    application = Application(Path(tempfile.mkdtemp(prefix="lectern-pictures-")), "lectern_pictures")
    try:
        frontend.build()
        application.start()
        found = chromium.find_chromium()
        with sync_playwright() as playwright:
            running = playwright.chromium.launch(
                executable_path=str(found.executable),
                args=list(chromium.ARGUMENTS),
                env={**os.environ, **found.environment},  # a Japanese font, where the system has none
            )
            camera = Camera(running, application.url)
            stage = Stage.of(application, camera)
            expect.set_options(timeout=20_000)
            failed = [screen for screen in wanted if not taken(stage, screen)]
            running.close()
    finally:
        application.stop()
        servers.stop()
    if failed or len(wanted) < len(SCREENS):
        return 1 if failed else 0
    return 0 if every_picture_is_taken(camera.taken) else 1


def taken(stage: Stage, screen: str) -> bool:
    """Take the pictures of one screen; where that fails, say where and let the others be taken."""
    try:
        importlib.import_module(f"docs.pictures_of.{screen}").take(stage)
    except (AssertionError, PlaywrightError, RuntimeError, TimeoutError):
        traceback.print_exc()
        return False
    return True


def every_picture_is_taken(taken: list[str]) -> bool:
    """Name the pictures that a guide shows and no script takes."""
    missing = sorted(pictures_of_guides() - set(taken))
    sys.stdout.write(f"{len(taken)} pictures, in {OTHER_PICTURES} and {PICTURES}\n")
    for name in missing:
        sys.stdout.write(f"{name}: a guide shows it, and no script takes it\n")
    return not missing


if __name__ == "__main__":
    sys.exit(main())
