"""The columns of NAIST-SIC-Aligned (Zhao et al. 2024), a file for each split.

The corpus has two kinds of tables. Both are here in one: ``si_tgt`` is what the interpreter said, as aligned and
without what was removed from it, and ``manual_si_tgt`` the same after post-editing. ``interpreter`` is the code of
the interpreter in every row; in the corpus' own ``.true`` files that column repeats the target. Fields are quoted as
`csv` does with tabs, and nothing is put in front of what a spreadsheet would take for a formula: programs read these.
"""

from __future__ import annotations

import csv
import io
import zipfile
from typing import IO

from annotator.releases.forms.base import BITEXT, Form, Lacks, Release, entry, split_names, with_both_texts

COLUMNS = ("id", "name", "eng_src", "offline_tgt", "si_tgt", "interpreter", "manual_si_tgt")


def _write(release: Release, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("labels", "ids of rows"))
    with zipfile.ZipFile(out, "w") as archive:
        for split, name in sorted(split_names(release).items()):
            with entry(archive, f"{release.stem}/{name}.tsv") as file:
                text = io.TextIOWrapper(file, encoding="utf-8", newline="")
                # With both signs of a line end, as a writer quotes only those of its own
                writer = csv.writer(text, delimiter="\t", lineterminator="\r\n")
                writer.writerow(COLUMNS)
                for record, source, target in with_both_texts(release.rows(kind=BITEXT, split=split), lacks):
                    if record["removed"]:
                        lacks.add("rows whose removed text is left out")
                    talk = record["source_external_id"] or record["target_external_id"]
                    said = record["offline"], record["target"], record["interpreter"]
                    writer.writerow((talk, record["pair"], source, *said, target))
                text.flush()
                text.detach()
    return lacks


FORM = Form("naist", "NAIST-SIC-Aligned columns", ".naist.zip", "application/zip", _write, kinds=(BITEXT,))
