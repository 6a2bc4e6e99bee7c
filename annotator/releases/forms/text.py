"""Two files of lines, line n of one beside line n of the other: as Moses, sacreBLEU and most trainers read them.

A ZIP with, for each pair of languages, ``NAME.en-ja.en`` (source), ``NAME.en-ja.ja`` (target) and ``NAME.en-ja.rows``
(the number of the row in the release and the title of its talk, separated by a tab).
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from contextlib import ExitStack
from dataclasses import replace
from typing import IO

from annotator.releases.forms.base import LINE_ENDS, Form, Lacks, Release, entry, one_line, tag_of, with_both_texts


def _write(release: Release, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("labels",))
    with zipfile.ZipFile(out, "w") as archive, ExitStack() as held:
        for languages in release.languages:
            name = f"{release.stem}.{tag_of(languages)}"
            of_side = [languages[0] or "source", languages[1] or "target"]
            if of_side[0] == of_side[1]:
                of_side = [f"source.{of_side[0]}", f"target.{of_side[1]}"]
            # An archive is written one file after the other: the other two wait.
            targets, rows = (held.enter_context(tempfile.TemporaryFile()) for _ in range(2))
            with entry(archive, f"{name}.{of_side[0]}") as sources:
                for record, *texts in with_both_texts(replace(release, only=languages).rows(), lacks):
                    source, target = map(one_line, texts)
                    if [source, target] != texts:
                        lacks.add(LINE_ENDS)
                    sources.write(f"{source}\n".encode())
                    targets.write(f"{target}\n".encode())
                    title = one_line(record["pair"]).replace("\t", " ")
                    rows.write(f"{record['number']}\t{title}\n".encode())
            for ending, lines in ((of_side[1], targets), ("rows", rows)):
                lines.seek(0)
                with entry(archive, f"{name}.{ending}") as file:
                    shutil.copyfileobj(lines, file, 2**20)
    return lacks.with_null_rows(release)


FORM = Form("text", "Plain text (Moses, sacreBLEU)", ".text.zip", "application/zip", _write)
