"""What authors read from the server: every language has all of it, and is compiled from what is written."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from translate.storage.pypo import pofile

from annotator.launch.layout import HERE

CATALOGUES = sorted((HERE.root / "annotator" / "locale").glob("*/LC_MESSAGES/django.po"))


def messages(path: Path) -> dict[str, list[str]]:
    units = (unit for unit in pofile.parsefile(str(path)).units if not unit.isheader())
    return {str(unit.source): [str(text) for text in getattr(unit.target, "strings", [unit.target])] for unit in units}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_language_has_every_message_and_compiles_to_what_is_written(path: Path) -> None:
    written = messages(path)
    assert written.keys() == messages(CATALOGUES[0]).keys()
    assert all(text for texts in written.values() for text in texts)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    found: dict[str, list[str]] = {}
    for key, text in compiled.items():
        found.setdefault(key[0] if isinstance(key, tuple) else key, []).append(text)
    found.pop("")
    assert found == written
