"""The files of TalkSumm's released program: a text for each paper and length, with every sentence on a line.

A sentence of the summary is followed by a line ``@highlight`` and stands a second time below it. The abstract, whose
place summaries take, is not in the text, nor are references. Source: github.com/levguy/talksumm.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from annotator.platform.writers.archives import entry
from annotator.releases.forms.base import LINE_ENDS, Form, Frozen, Lacks, one_line

#: What the files of a variant are called after.
FOLDERS = {
    "words-150": "highlight_150w",
    "words-250": "highlight_250w",
    "ratio-30": "highlight_ratio0.3",
    "ratio-40": "highlight_ratio0.4",
}
_NOT_IN_THE_TEXT = frozenset({"abstract", "references"})


def text_of(record: dict[str, Any], variant: str, lacks: Lacks | None = None) -> Iterator[str]:
    """The lines of one file."""
    for sentence, kind, label in zip(record["sentences"], record["kinds"], record["labels"][variant], strict=True):
        if kind in _NOT_IN_THE_TEXT:
            continue
        line = one_line(sentence)
        if lacks is not None and line != sentence:
            lacks.add(LINE_ENDS)
        yield f"{line}\n"
        if label:
            yield f"@highlight\n{line}\n"


def _write(frozen: Frozen, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("scores", "splits", "abstracts"))
    with zipfile.ZipFile(out, "w") as archive:
        for variant, folder in FOLDERS.items():
            taken: set[str] = set()
            for record in frozen.rows():
                name = _file_name(record["id"], taken)
                with entry(archive, f"{frozen.stem}/{folder}/{name}.txt") as file:
                    file.write("".join(text_of(record, variant, lacks)).encode())
    return lacks


def _file_name(identifier: str, taken: set[str]) -> str:
    """Letters, digits, dots, hyphens and underscores; not one twice, also where case does not count."""
    base = re.sub(r"[^\w.-]+", "_", identifier).strip("._")[:100] or "paper"
    name, number = base, 2
    while name.casefold() in taken:
        name, number = f"{base}_{number}", number + 1
    taken.add(name.casefold())
    return name


FORM = Form("talksumm", "TalkSumm's text files", ".talksumm.zip", "application/zip", _write)
