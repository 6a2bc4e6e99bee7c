"""Finding what parts have in common: talks, speakers, and texts that are the same or nearly.

Parts are what is kept apart: train, dev and test of a test set, or the whole set; and what it is compared with, such as
another release or lines of text. Leaks are looked for between two parts of the test set, and between the test set and
each of the others. Texts are kept in a file meanwhile, so that memory grows by some 130 bytes a text.
"""

from __future__ import annotations

import tempfile
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import orjson

from annotator.models import LeakKind
from annotator.platform.spellings import plain, speaker_key
from annotator.releases.forms.base import final_texts
from annotator.releases.leaks.near import ALIKE, BANDS, bands_of, candidates, comparable, likeness

Progress = Callable[[float, str], None]

#: Two talks are the same if at least so many of the rows of one, and this share of them, have their like in the other.
SAME_TALK_ROWS, SAME_TALK_SHARE = 4, 0.3
_TOLD_EVERY = 500
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Part:
    """name : as people read it. is_own : of the test set. Later ones leak into earlier ones: test into train."""

    name: str
    is_own: bool


@dataclass(slots=True)
class Talk:
    part: int
    title: str
    speaker: str
    keys: frozenset[str]
    n_rows: int = 0


@dataclass(frozen=True, slots=True)
class Leak:
    """ours, theirs : ``part``, ``talk``, ``speaker`` and, for texts, ``row`` (its id or the number of the line),
    ``side``, ``language`` and ``text``. likeness : of texts, in (0, 1]; of a talk, the share of its rows. n_rows : of a
    talk, the rows that have their like in the other.
    """

    kind: str
    ours: Mapping[str, Any]
    theirs: Mapping[str, Any]
    likeness: float | None = None
    n_rows: int | None = None


@dataclass(slots=True)
class _Texts:
    """What is compared, in the order in which it came."""

    spool: Any
    bands: Any
    at: array[int] = field(default_factory=lambda: array("q"))
    part: array[int] = field(default_factory=lambda: array("i"))
    talk: array[int] = field(default_factory=lambda: array("i"))
    row: array[int] = field(default_factory=lambda: array("i"))
    waiting: list[str] = field(default_factory=list)

    def add(self, compared: str, *, part: int, talk: int, row: int, facts: list[str]) -> None:
        self.at.append(self.spool.tell())
        self.spool.write(orjson.dumps([compared, *facts], option=orjson.OPT_APPEND_NEWLINE))
        self.part.append(part)
        self.talk.append(talk)
        self.row.append(row)
        self.waiting.append(compared)
        if len(self.waiting) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        for bands in bands_of(self.waiting):
            self.bands.write(bands.tobytes())
        self.waiting.clear()

    def read(self, number: int) -> list[str]:
        """The text as it is compared, side, language, id of the row, and the text."""
        self.spool.seek(self.at[number])
        fields: list[str] = orjson.loads(self.spool.readline())
        return fields


class Finder:
    """Takes what is compared part by part, then tells what they have in common. Used as a context: its files go."""

    def __init__(self, progress: Progress = lambda share, message: None) -> None:
        self._progress = progress
        self.parts: list[Part] = []
        self._talks: list[Talk] = []
        self._talk_of: dict[tuple[int, Any], int] = {}
        self._texts = _Texts(tempfile.TemporaryFile(), tempfile.TemporaryFile())  # noqa: SIM115 (closed in __exit__)
        self.n_rows = 0

    def __enter__(self) -> Finder:
        return self

    def __exit__(self, *_: object) -> None:
        self._texts.spool.close()
        self._texts.bands.close()

    def add_records(self, records: Iterable[dict[str, Any]], name: str | None = None) -> int:
        """Rows of gold: of the test set, in the parts that their `split` names, or of another release by its name.

        Returns how many rows there were.
        """
        n_before = self.n_rows
        part = None if name is None else self._part(name, is_own=False)
        for record in records:
            of = self._part(record["split"], is_own=True) if part is None else part
            talk = self._talk(of, record)
            self._talks[talk].n_rows += 1
            self._tell_row()
            for side, text in zip(("source", "target"), final_texts(record), strict=True):
                language = record[f"{side}_language"]
                if compared := comparable(text, language):
                    facts = [side, language, record["row_id"], text]
                    self._texts.add(compared, part=of, talk=talk, row=self.n_rows, facts=facts)
        return self.n_rows - n_before

    def add_lines(self, lines: Iterable[str], name: str) -> int:
        """Lines of text in any language. Returns how many there were."""
        n_before = self.n_rows
        part = self._part(name, is_own=False)
        for number, line in enumerate(lines, start=1):
            self._tell_row()
            if compared := comparable(line, ""):
                facts = ["line", "", str(number), line.strip()[:2000]]
                self._texts.add(compared, part=part, talk=-1, row=self.n_rows, facts=facts)
        return self.n_rows - n_before

    def find(self) -> list[Leak]:
        """Talks, then speakers, then texts, the most alike first; a text once for each part that has its like."""
        self._texts.flush()
        texts = self._like_texts()
        return [*self._same_talks(texts), *self._same_speakers(), *self._told(texts)]

    def _tell_row(self) -> None:
        self.n_rows += 1
        if self.n_rows % _TOLD_EVERY == 0:
            self._progress(0.5, f"{self.n_rows:,} rows read")

    def _part(self, name: str, *, is_own: bool) -> int:
        part = Part(name, is_own)
        if part not in self.parts:
            self.parts.append(part)
        return self.parts.index(part)

    def _talk(self, part: int, record: Mapping[str, Any]) -> int:
        known = self._talk_of.get((part, record["pair_id"]))
        if known is None:
            keys = {f"pair:{record['pair_id']}"} if record["pair_id"] is not None else set()
            keys |= {f"id:{plain(record['source_external_id'])}"} if plain(record["source_external_id"]) else set()
            keys |= {f"title:{plain(record['pair'])}"} if plain(record["pair"]) else set()
            known = self._talk_of[part, record["pair_id"]] = len(self._talks)
            self._talks.append(Talk(part, record["pair"], record["speaker"], frozenset(keys)))
        return known

    def _may_leak(self, one: int, other: int) -> bool:
        return one != other and (self.parts[one].is_own or self.parts[other].is_own)

    def _order(self, part: int) -> tuple[bool, int, int]:
        """What is evaluated on comes last: test after train, and the test set after everything that it leaks into."""
        compared = self.parts[part]
        known = ("train", "dev", "valid", "validation", "test")
        return compared.is_own, known.index(compared.name) if compared.name in known else 0, part

    def _turned(self, one: int, other: int, part_of: Callable[[int], int]) -> tuple[int, int]:
        """Ours, then theirs."""
        return (one, other) if self._order(part_of(one)) > self._order(part_of(other)) else (other, one)

    def _like_texts(self) -> dict[tuple[int, int], tuple[int, float]]:
        """(text, part that has its like) -> the text there that is most like it, and how much it is."""
        texts = self._texts
        texts.bands.seek(0)
        bands = np.frombuffer(texts.bands.read(), dtype=np.uint32).reshape(-1, BANDS)
        part = np.array(texts.part, dtype=np.int32)
        own = np.array([each.is_own for each in self.parts], dtype=np.bool_)
        best: dict[tuple[int, int], tuple[int, float]] = {}
        for number, pairs in enumerate(candidates(bands, part)):
            self._progress(0.5 + 0.4 * min(1.0, number / BANDS), "Comparing texts")
            pairs = pairs[own[part[pairs]].any(axis=1)]
            for at, (one, other) in enumerate(pairs.tolist()):
                if at % _TOLD_EVERY == 0:
                    self._progress(0.5 + 0.4 * min(1.0, number / BANDS), "Comparing texts")
                ours, theirs = self._turned(one, other, texts.part.__getitem__)
                alike = likeness(texts.read(ours)[0], texts.read(theirs)[0])
                key = ours, texts.part[theirs]
                if alike >= ALIKE and (key not in best or alike > best[key][1]):
                    best[key] = theirs, alike
        return best

    def _same_talks(self, texts: Mapping[tuple[int, int], tuple[int, float]]) -> Iterator[Leak]:
        rows: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for (ours, _), (theirs, _) in texts.items():
            if self._texts.talk[theirs] >= 0:
                rows[self._texts.talk[ours], self._texts.talk[theirs]].add(self._texts.row[ours])
        named = set(self._talks_named_alike())
        leaks = []
        for ours, theirs in named | rows.keys():
            n = len(rows.get((ours, theirs), ()))
            share = n / max(1, self._talks[ours].n_rows)
            if (ours, theirs) in named or (n >= SAME_TALK_ROWS and share >= SAME_TALK_SHARE):
                leaks.append((ours, theirs, n, share))
        for ours, theirs, n, share in sorted(leaks, key=lambda one: (-one[3], one[0], one[1])):
            yield Leak(LeakKind.TALK, self._of_talk(ours), self._of_talk(theirs), round(share, 4), n)

    def _talks_named_alike(self) -> Iterator[tuple[int, int]]:
        """By pair, by the id that the corpus gives the source, or by title; one for each part that has it."""
        by_key: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for number, talk in enumerate(self._talks):
            for key in talk.keys:
                for other in by_key[key].values():
                    if self._may_leak(self._talks[other].part, talk.part):
                        yield self._turned(number, other, lambda one: self._talks[one].part)
                by_key[key].setdefault(talk.part, number)

    def _same_speakers(self) -> Iterator[Leak]:
        by_key: defaultdict[str, dict[int, int]] = defaultdict(dict)
        counts: Counter[tuple[str, int]] = Counter()
        for number, talk in enumerate(self._talks):
            if key := speaker_key(talk.speaker):
                by_key[key].setdefault(talk.part, number)
                counts[key, talk.part] += talk.n_rows
        for key, of in sorted(by_key.items()):
            for one in of.values():
                for other in of.values():
                    if one < other and self._may_leak(self._talks[one].part, self._talks[other].part):
                        ours, theirs = self._turned(one, other, lambda talk: self._talks[talk].part)
                        n = counts[key, self._talks[ours].part]
                        yield Leak(LeakKind.SPEAKER, self._of_talk(ours), self._of_talk(theirs), n_rows=n)

    def _told(self, texts: Mapping[tuple[int, int], tuple[int, float]]) -> Iterator[Leak]:
        for (ours, _), (theirs, alike) in sorted(texts.items(), key=lambda one: (-one[1][1], one[0])):
            kind = LeakKind.TEXT if alike == 1.0 else LeakKind.NEAR_TEXT
            yield Leak(kind, self._of_text(ours), self._of_text(theirs), round(alike, 4))

    def _of_talk(self, number: int) -> dict[str, Any]:
        talk = self._talks[number]
        return {"part": self.parts[talk.part].name, "talk": talk.title, "speaker": talk.speaker}

    def _of_text(self, number: int) -> dict[str, Any]:
        _, side, language, row, text = self._texts.read(number)
        talk = self._texts.talk[number]
        about = (
            self._of_talk(talk)
            if talk >= 0
            else {"part": self.parts[self._texts.part[number]].name, "talk": "", "speaker": ""}
        )
        return {**about, "row": row, "side": side, "language": language, "text": text}
