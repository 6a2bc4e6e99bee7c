"""Two files of lines, line n of one beside line n of the other: as Moses, sacreBLEU and most trainers read them.

A ZIP with, for each pair of languages, ``NAME.en-ja.en`` (source), ``NAME.en-ja.ja`` (target) and ``NAME.en-ja.rows``
(the number of the row in the release and the title of its talk, separated by a tab).
"""

from __future__ import annotations

import zipfile
from dataclasses import replace
from typing import IO

from annotator.exporters.forms.base import (
    LINE_ENDS,
    Form,
    Lacks,
    Release,
    entry,
    one_line,
    tag_of,
    with_both_texts,
)


def _write(release: Release, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("labels",))
    with zipfile.ZipFile(out, "w") as archive:
        for languages in release.languages:
            name = f"{release.stem}.{tag_of(languages)}"
            of_side = [languages[0] or "source", languages[1] or "target"]
            if of_side[0] == of_side[1]:
                of_side = [f"source.{of_side[0]}", f"target.{of_side[1]}"]
            for side, ending in enumerate([*of_side, "rows"]):
                # Each file is a pass of its own, as an archive is written one file after the other; what the form
                # lacks is counted in the last.
                counted = lacks if ending == "rows" else Lacks()
                with entry(archive, f"{name}.{ending}") as file:
                    for record, *texts in with_both_texts(replace(release, only=languages).rows(), counted):
                        if ending != "rows":
                            file.write(f"{one_line(texts[side])}\n".encode())
                            continue
                        if any(one_line(text) != text for text in texts):
                            counted.add(LINE_ENDS)
                        title = one_line(record["pair"]).replace("\t", " ")
                        file.write(f"{record['number']}\t{title}\n".encode())
    return lacks.with_null_rows(release)


FORM = Form("text", "Plain text (Moses, sacreBLEU)", ".text.zip", "application/zip", _write)
