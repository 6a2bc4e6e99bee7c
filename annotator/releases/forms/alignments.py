"""Which units are linked, without their texts: vecAlign's and Hunalign's ``[sources]:[targets]``, a file for each talk.

Positions count from 0, as in vecAlign. The format links whole units: a row that holds a part of one is linked to the
whole unit, and counted.
"""

from __future__ import annotations

import zipfile
from itertools import groupby
from typing import IO

from annotator.releases.forms.base import Form, Lacks, Release, entry, safe_name, talk_of_record, whole_units

_PARTS = "rows that hold a part of a unit, linked to the whole"


def _write(release: Release, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("texts", "labels"))
    with zipfile.ZipFile(out, "w") as archive:
        for number, ((_, title), rows) in enumerate(groupby(release.rows(), talk_of_record), start=1):
            with entry(archive, f"{release.stem}/{number:04}-{safe_name(title)}.align") as file:
                for record in rows:
                    sides = [record["source_ids"], record["target_ids"]]
                    if any(isinstance(unit, list) for side in sides for unit in side):
                        lacks.add(_PARTS)
                    source, target = (f"[{', '.join(map(str, whole_units(side)))}]" for side in sides)
                    file.write(f"{source}:{target}\n".encode())
    return lacks


FORM = Form("vecalign", "vecAlign links", ".align.zip", "application/zip", _write)
