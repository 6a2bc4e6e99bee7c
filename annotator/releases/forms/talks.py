"""Talks about papers or slides in the forms of two corpora: TalkSumm (Lev et al. 2019) and VT-SSum (Lv et al. 2021).

TalkSumm gives for each paper the sentences that were spoken about and how long: ``position<TAB>words<TAB>sentence``,
in the order of the paper. A row about several sentences counts for each of them that another row has alone, and if
there is none, for all of them under the first. Words are those of the released target; in scripts without spaces,
characters.

VT-SSum gives for each talk its sentences in clips, with a label. Of a talk with slides both are what was decided: see
`reviewing.gold_vtssum`. Of a talk about a paper a clip is a stretch about one section, a sentence is the target of a
row, and its label is 1 if it is linked to the paper. What is linked to nothing belongs to the clip before it.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from itertools import groupby
from typing import IO, Any

import orjson

from annotator.platform.writers.archives import entry, safe_name
from annotator.releases.forms.base import (
    PAPER_TALK,
    SLIDES_TALK,
    Form,
    Frozen,
    Lacks,
    Record,
    final_texts,
    has_source,
    has_target,
    one_line,
    talk_of_record,
)
from annotator.reviewing.gold_vtssum import file_of
from annotator.reviewing.pieces import whole_units

SEVERAL = "rows about several sentences of which one is not known alone"
UNTOLD = "sentences of the paper that nobody spoke about"
#: A word is one character of a script without spaces, or a run of other letters and digits.
_WITHOUT_SPACES = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_WITHOUT_SPACES}]|[^\W_{_WITHOUT_SPACES}]+(?:['’][^\W_{_WITHOUT_SPACES}]+)*")


def _talks(release: Frozen, *kinds: str) -> Iterator[tuple[str, list[Record]]]:
    for number, ((_, title), rows) in enumerate(groupby(release.rows(), talk_of_record), start=1):
        held = list(rows)
        if held[0]["kind"] in kinds:
            yield f"{release.stem}/{number:04}-{safe_name(title)}", held


def _write_talksumm(release: Frozen, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("texts of talks", "labels", UNTOLD))
    with zipfile.ZipFile(out, "w") as archive:
        for name, rows in _talks(release, PAPER_TALK):
            linked = [row for row in rows if has_source(row) and row["good_align"] is not False]
            texts = _sentences(linked)
            words = dict.fromkeys(texts, 0)
            for row in linked:
                places = whole_units(row["source_ids"])
                known = [place for place in places if place in words]
                if len(known) < len(places):
                    lacks.add(SEVERAL)
                if not known:
                    known = places[:1]
                    texts[known[0]] = final_texts(row)[0]
                n_words = len(_WORD.findall(final_texts(row)[1])) if has_target(row) else 0
                for place in known:
                    words[place] = words.get(place, 0) + n_words
            with entry(archive, f"{name}.txt") as file:
                for place, n_words in sorted(words.items()):
                    file.write(f"{place}\t{n_words}\t{one_line(texts[place])}\n".encode())
    return lacks


def _sentences(rows: list[Record]) -> dict[int, str]:
    """The sentences of a paper by their position, as rows have them that are about one sentence alone."""
    about = ((whole_units(row["source_ids"]), final_texts(row)[0]) for row in rows)
    return {places[0]: text for places, text in about if len(places) == 1}


def _write_vtssum(release: Frozen, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("texts of papers and pages", "labels of rows"))
    # A release from before there were key sentences is written again without its talks with slides, as it was.
    kinds = (PAPER_TALK, SLIDES_TALK) if "sentences" in release.columns else (PAPER_TALK,)
    with zipfile.ZipFile(out, "w") as archive:
        for name, rows in _talks(release, *kinds):
            if rows[0]["kind"] == SLIDES_TALK:
                with entry(archive, f"{name}.json") as file:
                    file.write(file_of(rows))
                for row in rows:
                    if row["post_edited"]:
                        lacks.add("post-edits of talks with slides")
                continue
            spoken = []
            for row in rows:
                if has_target(row):
                    spoken.append(row)
                else:
                    lacks.add("rows without a target")
            with entry(archive, f"{name}.json") as file:
                file.write(orjson.dumps(_vtssum(spoken), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return lacks


def _vtssum(rows: list[Record]) -> dict[str, Any]:
    clips = [[_sentence(row) for row in clip] for clip in _clips(rows)]
    first = rows[0] if rows else {}
    return {
        "id": first.get("target_external_id") or str(first.get("pair_id", "")),
        "title": first.get("pair", ""),
        "info": {"author": [first["speaker"]] if first.get("speaker") else [], "category": []},
        "url": "",
        "segmentation": [[one["sent"] for one in clip] for clip in clips],
        "summarization": {
            f"clip_{number}": {"is_summarization_sample": any(one["label"] for one in clip), "summarization_data": clip}
            for number, clip in enumerate(clips)
        },
    }


def _sentence(row: Record) -> dict[str, Any]:
    return {"sent": one_line(final_texts(row)[1]), "label": int(has_source(row) and row["good_align"] is not False)}


def _clips(rows: list[Record]) -> Iterator[list[Record]]:
    clip: list[Record] = []
    about: str | None = None
    for row in rows:
        section = row.get("source_section", "") if has_source(row) else None
        if clip and section is not None and about is not None and section != about:
            yield clip
            clip = []
        about = about if section is None else section
        clip.append(row)
    if clip:
        yield clip


TALKSUMM = Form("talksumm", "TalkSumm sentences", ".talksumm.zip", "application/zip", _write_talksumm, (PAPER_TALK,))
VTSSUM = Form("vtssum", "VT-SSum JSON", ".vtssum.zip", "application/zip", _write_vtssum, (PAPER_TALK, SLIDES_TALK))
