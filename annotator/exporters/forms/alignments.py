"""Which units are linked, without their texts: vecAlign's and Hunalign's ``[sources]:[targets]``, a file for each talk.

Positions count from 0, as in vecAlign. The format links whole units: a row that holds a part of one is linked to the
whole unit, and counted.
"""

from __future__ import annotations

import zipfile
from itertools import groupby
from typing import IO, Any

from annotator.exporters.forms.base import Form, Lacks, Record, Release, entry

_PARTS = "rows that hold a part of a unit, linked to the whole"


def _write(release: Release, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("texts", "labels"))
    with zipfile.ZipFile(out, "w") as archive:
        for number, ((_, title), rows) in enumerate(groupby(release.rows(), _talk), start=1):
            with entry(archive, f"{release.stem}/{number:04}-{_safe(title)}.align") as file:
                for record in rows:
                    sides = [record["source_ids"], record["target_ids"]]
                    if any(isinstance(unit, list) for side in sides for unit in side):
                        lacks.add(_PARTS)
                    source, target = (f"[{', '.join(map(str, _whole(side)))}]" for side in sides)
                    file.write(f"{source}:{target}\n".encode())
    return lacks


def _talk(record: Record) -> tuple[int, str]:
    return record["pair_id"], record["pair"]


def _whole(ids: list[Any]) -> list[int]:
    return sorted({unit[0] if isinstance(unit, list) else unit for unit in ids})


def _safe(title: str) -> str:
    """As a part of a file's name on every system."""
    kept = "".join(character if character.isalnum() or character in "-_" else "-" for character in title)
    return "-".join(filter(None, kept.split("-")))[:60] or "talk"


FORM = Form("vecalign", "vecAlign links", ".align.zip", "application/zip", _write)
