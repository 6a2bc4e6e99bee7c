"""The references that systems are scored against: the rows of a release, or those of two languages and a split."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from alignment.metrics.beads import BeadPositions
from alignment.text import is_spaceless
from annotator.models import PairKind, Release, System
from annotator.releases.forms.base import final_texts, is_null, languages_of, one_line
from annotator.releases.ids_here import IdsHere
from annotator.reviewing.pieces import whole_units

_ENGINE = re.compile(r"engine:([\w-]+)")
#: Upper ends of groups of rows by the length of their source: in words, and in languages without spaces in characters.
_WORDS, _CHARACTERS = (10, 20, 40), (20, 40, 80)


@dataclass(frozen=True, slots=True)
class Part:
    """Which rows of a release count: of two languages, of one split or of all (empty). For links, of all languages."""

    source_language: str = ""
    target_language: str = ""
    split: str = ""

    @classmethod
    def of(cls, system: System) -> Part:
        return cls(system.source_language, system.target_language, system.split)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row belongs in tables of figures.

    engine : whose proposal its review began with, as runs name them; empty where that is not known. is_blind : whether
    somebody who judged it did not see that proposal.
    """

    number: int
    talk: int
    title: str
    rank: str
    length: str
    engine: str = ""
    is_blind: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A row with both texts. text : its target, in one line. row_id : as the release has it. source : its source."""

    place: Place
    row_id: str
    text: str
    source: str = ""


@dataclass(slots=True)
class GoldTalk:
    """The links of one talk. number : its place among the talks of the release, from 1, as in the vecAlign form.

    pair : as the rows name it. here : its id on this site, None if it is gone.
    manual : the text that each bead has in gold. source_units, target_units : positions that rows of it hold.
    """

    number: int
    pair: int
    title: str
    target_language: str
    here: int | None
    places: list[Place] = field(default_factory=list)
    beads: list[BeadPositions] = field(default_factory=list)
    manual: list[str] = field(default_factory=list)


def contents(release: Release) -> list[dict[str, Any]]:
    """The statistics of a made release, by split, rank and languages."""
    statistics: list[dict[str, Any]] = orjson.loads(release.manifest)["statistics"]
    return statistics


def language_pairs(release: Release) -> list[tuple[str, str]]:
    """Source and target languages that have rows with both texts."""
    return sorted({languages_of(each) for each in contents(release) if each["rows"] > each["null_rows"]})


def splits(release: Release) -> list[str]:
    return sorted({each["split"] for each in contents(release)} - {""})


def n_lines(release: Release, part: Part) -> int:
    """How many lines a translation of this part has."""
    return sum(
        each["rows"] - each["null_rows"]
        for each in contents(release)
        if languages_of(each) == (part.source_language, part.target_language) and part.split in ("", each["split"])
    )


def references(release: Release, part: Part) -> Iterator[Reference]:
    """The rows of a part that have both texts, in the order of the release's own text files."""
    for number, record in _records(release, part.split):
        if languages_of(record) != (part.source_language, part.target_language) or is_null(record):
            continue
        source, target = final_texts(record)
        yield Reference(_place(number, record), record["row_id"], one_line(target), one_line(source))


def row_ids(release: Release) -> set[str]:
    """Of all rows of a release, those too that have one text only."""
    return {record["row_id"] for _, record in _records(release)}


def gold_talks(release: Release, split: str = "") -> list[GoldTalk]:
    """The links of every bitext, in order. A row that holds a part of a unit is linked to the whole, as in vecAlign."""
    talks: dict[int, GoldTalk] = {}
    numbers: dict[int, int] = {}
    ids = IdsHere(release)
    for number, record in _records(release):
        pair = record["pair_id"]
        numbers.setdefault(pair, len(numbers) + 1)
        if record["kind"] != PairKind.BITEXT or split not in ("", record["split"]):
            continue
        if pair not in talks:
            talks[pair] = GoldTalk(numbers[pair], pair, record["pair"], record["target_language"], ids.pair(pair))
        talk = talks[pair]
        talk.places.append(_place(number, record))
        talk.beads.append((tuple(whole_units(record["source_ids"])), tuple(whole_units(record["target_ids"]))))
        talk.manual.append("" if record["target"] == "__drop__" else record["target"])
    return list(talks.values())


def basis_of(kind: str, places: list[Place]) -> str:
    """The same for scores that are of the same rows, which can be compared."""
    numbers = ",".join(str(place.number) for place in places)
    return hashlib.sha256(f"{kind}:{numbers}".encode()).hexdigest()


def _records(release: Release, split: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    rows = release.rows.order_by("number").values_list("number", "record")
    for number, text in rows.iterator(chunk_size=2_000):
        record = orjson.loads(text)
        if split in ("", record["split"]):
            yield number, record


def _place(number: int, record: dict[str, Any]) -> Place:
    is_null_source = record["source"] == "__null__"
    length = "no source" if is_null_source else length_of(record["source_corrected"], record["source_language"])
    proposed_by = _ENGINE.match(record.get("engine_signature") or "")
    return Place(
        number,
        record["pair_id"],
        record["pair"],
        record["interpreter_rank"],
        length,
        engine=proposed_by[1] if proposed_by else "",
        is_blind=bool(record.get("proposal_hidden")),  # releases of earlier versions do not say it
    )


def length_of(text: str, language: str) -> str:
    """The group of a text by its length: “11–20 words”."""
    spaceless = is_spaceless(language)
    n = len(text) if spaceless else len(text.split())
    ends, what = (_CHARACTERS, "characters") if spaceless else (_WORDS, "words")
    low = 1
    for high in ends:
        if n <= high:
            return f"{low}–{high} {what}"
        low = high + 1
    return f"{low} {what} or more"
