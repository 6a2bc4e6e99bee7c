"""A stamp in ``.venv``: the requirements and extras it was filled with, and whether the installation finished.

A killed installer leaves incomplete packages that it later considers complete. So if an installer was running when the
launcher died, ``.venv`` is recreated. An installer that fails by itself leaves the previous packages in place.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotator.launch.layout import Layout, read_json, write_private

NAME = "lectern.json"


@dataclass(frozen=True)
class Stamp:
    """``base``, ``dev`` : digests of the requirements that are installed, empty for none. ``extras`` : requirements."""

    base: str = ""
    dev: str = ""
    extras: tuple[str, ...] = ()
    unfinished: bool = False

    @classmethod
    def read(cls, layout: Layout) -> Stamp:
        """Return the stamp of a ``.venv``; an empty one if there is none."""
        noted = read_json(layout.venv / NAME) or {}
        extras = noted.get("extras")
        return cls(
            base=str(noted.get("base", "")),
            dev=str(noted.get("dev", "")),
            extras=tuple(str(requirement) for requirement in extras) if isinstance(extras, list) else (),
            unfinished=bool(noted.get("unfinished")),
        )

    def write(self, layout: Layout) -> None:
        noted = {"base": self.base, "dev": self.dev, "extras": sorted(self.extras), "unfinished": self.unfinished}
        write_private(layout.venv / NAME, {name: value for name, value in noted.items() if value})
