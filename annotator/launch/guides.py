"""Builds the site of the guides when they have changed."""

from __future__ import annotations

import os
import subprocess
import sys

from annotator.launch.environment import say
from annotator.launch.layout import HERE, Layout, digest, digest_tree
from annotator.launch.locks import FileLock
from annotator.launch.problems import LaunchError, tail


def build(layout: Layout = HERE) -> bool:
    """Make var/guides match docs. Return whether anything had to be built.

    Raises LaunchError when the build fails, as it does for a link that leads nowhere.
    """
    with FileLock(layout.run / "guides.lock") as lock:
        if not lock.acquire(timeout_seconds=120):
            raise LaunchError(f"Process {lock.holder().get('pid')} has been building the guides for 2 minutes.")
        return _build(layout)


def _build(layout: Layout) -> bool:
    stamp, config = layout.stamps / "guides", layout.root / "mkdocs.yml"
    sources = digest(config, digest_tree(layout.root / "docs", skip=("__pycache__",)))
    if (layout.guides / "index.html").exists() and stamp.exists() and stamp.read_text() == sources:
        return False
    say("Building the guides ...")
    stamp.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--config-file", config, "--site-dir", layout.guides],
        cwd=layout.root,
        # Not --quiet, by which strict overlooks what is wrong; what its makers say of their next version is nothing to
        # who starts Lectern.
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise LaunchError(f"The guides could not be built (mkdocs build):\n{tail(done.stdout, 25)}")
    stamp.write_text(sources)
    return True
