"""Plain files in a ZIP, a row on each line: parallel texts, the columns of NAIST-SIC-Aligned, and links of units."""

from __future__ import annotations

import csv
import io
import shutil
import tempfile
import zipfile
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from typing import IO

from annotator.platform.writers.archives import entry, safe_name
from annotator.releases.forms.base import (
    BITEXT,
    LINE_ENDS,
    Form,
    Frozen,
    Lacks,
    one_line,
    split_names,
    tag_of,
    talk_of_record,
    with_both_texts,
)
from annotator.reviewing.pieces import whole_units


def _write_texts(release: Frozen, out: IO[bytes]) -> Lacks:
    """Two files of lines, line n of one beside line n of the other: as Moses, sacreBLEU and most trainers read them.

    A ZIP with, for each pair of languages, ``NAME.en-ja.en`` (source), ``NAME.en-ja.ja`` (target) and
    ``NAME.en-ja.rows`` (the number of the row in the release and the title of its talk, separated by a tab).
    """
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


TEXTS = Form("text", "Plain text (Moses, sacreBLEU)", ".text.zip", "application/zip", _write_texts)


_NAIST_COLUMNS = ("id", "name", "eng_src", "offline_tgt", "si_tgt", "interpreter", "manual_si_tgt")


def _write_naist(release: Frozen, out: IO[bytes]) -> Lacks:
    """The columns of NAIST-SIC-Aligned (Zhao et al. 2024), a file for each split.

    The corpus has two kinds of tables. Both are here in one: ``si_tgt`` is what the interpreter said, as aligned and
    without what was removed from it, and ``manual_si_tgt`` the same after post-editing. ``interpreter`` is the code of
    the interpreter in every row; in the corpus' own ``.true`` files that column repeats the target. Fields are quoted
    as `csv` does with tabs, and nothing is put in front of what a spreadsheet would take for a formula: programs read
    these.
    """
    lacks = Lacks(always=("labels", "ids of rows"))
    with zipfile.ZipFile(out, "w") as archive:
        for split, name in sorted(split_names(release).items()):
            with entry(archive, f"{release.stem}/{name}.tsv") as file:
                text = io.TextIOWrapper(file, encoding="utf-8", newline="")
                # With both signs of a line end, as a writer quotes only those of its own
                writer = csv.writer(text, delimiter="\t", lineterminator="\r\n")
                writer.writerow(_NAIST_COLUMNS)
                for record, source, target in with_both_texts(release.rows(kind=BITEXT, split=split), lacks):
                    if record["removed"]:
                        lacks.add("rows whose removed text is left out")
                    talk = record["source_external_id"] or record["target_external_id"]
                    rendition = record["offline"], record["target"], record["interpreter"]
                    writer.writerow((talk, record["pair"], source, *rendition, target))
                text.flush()
                text.detach()
    return lacks


NAIST = Form("naist", "NAIST-SIC-Aligned columns", ".naist.zip", "application/zip", _write_naist, kinds=(BITEXT,))


_PARTS = "rows that hold a part of a unit, linked to the whole"


def _write_links(release: Frozen, out: IO[bytes]) -> Lacks:
    """Links without their texts: vecAlign's and Hunalign's ``[sources]:[targets]``, a file a talk.

    Positions count from 0, as in vecAlign. The format links whole units: a row that holds a part of one is linked to
    the whole unit, and counted.
    """
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


VECALIGN = Form("vecalign", "vecAlign links", ".align.zip", "application/zip", _write_links)
