"""Builds the single-page application when its sources have changed."""

from __future__ import annotations

from annotator.launch.environment import say
from annotator.launch.layout import HERE, Layout, digest_tree
from annotator.launch.locks import FileLock
from annotator.launch.node import install_packages, require_node
from annotator.launch.problems import LaunchError, full_disk, looks_like_full_disk, tail

#: The types of the API are for TypeScript alone: a build goes without, as it does without tests.
NOT_SOURCES = ("node_modules", "dist", "coverage", "test-results", "schema.d.ts", "*.test.ts", "*.test.tsx")


def build(layout: Layout = HERE) -> bool:
    """Make frontend/dist match the sources. Return whether anything had to be built.

    Raises LaunchError when there is no Node.js, no network for the packages, or the build fails.
    """
    with FileLock(layout.run / "frontend.lock") as lock:
        if not lock.acquire(timeout_seconds=600):
            raise LaunchError(f"Process {lock.holder().get('pid')} has been building the web page for 10 minutes.")
        return _build(layout)


def _build(layout: Layout) -> bool:
    stamp = layout.stamps / "frontend-dist"
    sources = digest_tree(layout.frontend, skip=NOT_SOURCES)
    index = layout.frontend / "dist" / "index.html"
    if index.exists() and stamp.exists() and stamp.read_text() == sources:
        return False
    node = require_node("Building the web page", layout)
    install_packages(layout.frontend, node, layout)
    say("Building the web page ...")
    stamp.unlink(missing_ok=True)  # After an interrupted build, dist matches no sources.
    done = node.npm(["run", "build"], layout.frontend, layout)
    if done.returncode != 0 and looks_like_full_disk(done.stdout, layout.frontend):
        raise LaunchError(full_disk(layout.frontend / "dist"))
    if done.returncode != 0 or not index.exists():
        raise LaunchError(f"The web page could not be built (npm run build in frontend/):\n{tail(done.stdout, 25)}")
    stamp.write_text(sources)
    return True
