"""Statistics of a release, counted while its rows are read: per split, rank and languages."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from alignment.text import is_spaceless
from annotator.platform.spellings import n_speakers
from annotator.releases.forms.base import final_texts, is_null
from annotator.reviewing.gold_forms import COLUMNS

Record = dict[str, Any]


#: Upper bounds of lengths that are counted together: of texts of words, and of texts without spaces, of characters.
WORD_LENGTHS = (5, 10, 15, 20, 25, 30, 40, 60, 80)
CHARACTER_LENGTHS = (10, 20, 30, 40, 50, 60, 80, 120, 160)


@dataclass(slots=True)
class _Group:
    pairs: set[int] = field(default_factory=set)
    speakers: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    source_lengths: Counter[int] = field(default_factory=Counter)
    target_lengths: Counter[int] = field(default_factory=Counter)


class Statistics:
    """As Table 2 of Zhao et al. 2024: talks, rows, source words, and characters of the target before and after.

    Words are counted in languages that are written with spaces, else null. *Before* is the target with what was
    removed from it; *after* is the final target. Spellings of one speaker count once, as in a leak check.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str, str, str], _Group] = {}
        self._engines: Counter[str] = Counter()
        self._hidden: Counter[str] = Counter()
        self._talks: defaultdict[str, set[int]] = defaultdict(set)
        self._basis: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._guidelines: Counter[int] = Counter()
        self._columns: set[str] = set()

    def add(self, record: Record) -> None:
        key = (
            record["split"],
            record["interpreter_rank"],
            record["source_language"],
            record["target_language"],
        )
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group()
        group.pairs.add(record["pair_id"])
        group.speakers.add(record["speaker"])
        source, target = final_texts(record)
        has_source, has_target = record["source"] != "__null__", record["target"] != "__drop__"
        aligned = len(record["target"]) if has_target else 0
        counts = group.counts
        counts["rows"] += 1
        counts["null_rows"] += is_null(record)
        counts["source_words"] += len(source.split()) if has_source else 0
        counts["source_characters"] += len(source) if has_source else 0
        counts["target_characters_before"] += aligned + len(record["removed"])
        counts["target_characters_after"] += len(target) if has_target else 0
        if has_source:
            group.source_lengths[_place_of(source, record["source_language"])] += 1
        if has_target:
            group.target_lengths[_place_of(target, record["target_language"])] += 1
        counts["edited_rows"] += bool(record["post_edited"] or record["removed_ids"])
        self._columns.update(record)
        self._engines[record["engine_signature"]] += 1
        self._talks[record["engine_signature"]].add(record["pair_id"])
        self._hidden[record["engine_signature"]] += bool(record["proposal_hidden"])
        if record["basis"]:
            self._basis[record["basis"]] += 1
        self._kinds[record["kind"]] += 1
        if record["guidelines_version"]:
            self._guidelines[record["guidelines_version"]] += 1

    def as_json(self) -> dict[str, Any]:
        """`columns`, `statistics`, `engines`, `basis`, `kinds` and `guidelines_versions` of the manifest."""
        names = (
            "rows", "null_rows", "source_words", "source_characters", "target_characters_before",
            "target_characters_after", "edited_rows",
        )  # fmt: skip
        statistics = []
        for (split, rank, source, target), group in sorted(self._groups.items()):
            figures: dict[str, Any] = {
                "split": split,
                "interpreter_rank": rank,
                "source_language": source,
                "target_language": target,
                "talks": len(group.pairs),
                "speakers": n_speakers(group.speakers),
                **{name: group.counts[name] for name in names},
                "source_lengths": _lengths(group.source_lengths, source),
                "target_lengths": _lengths(group.target_lengths, target),
            }
            if is_spaceless(source):
                figures["source_words"] = None
            statistics.append(figures)
        return {
            "columns": [*COLUMNS, *sorted(self._columns - set(COLUMNS))],
            "statistics": statistics,
            "engines": [
                {
                    "signature": signature,
                    "encoder": _encoder(signature),
                    "talks": len(self._talks[signature]),
                    "rows": n,
                    "proposal_hidden": self._hidden[signature],
                }
                for signature, n in sorted(self._engines.items())
            ],
            "basis": dict(sorted(self._basis.items())),
            "kinds": dict(sorted(self._kinds.items())),
            "guidelines_versions": {str(number): n for number, n in sorted(self._guidelines.items())},
        }


def _bounds(language: str) -> tuple[int, ...]:
    return CHARACTER_LENGTHS if is_spaceless(language) else WORD_LENGTHS


def _place_of(text: str, language: str) -> int:
    """Which of the lengths the text has; the last is for whatever is longer than the last bound."""
    return bisect_left(_bounds(language), len(text) if is_spaceless(language) else len(text.split()))


def _lengths(counted: Counter[int], language: str) -> dict[str, Any]:
    """How many texts are at most so long, and longer than the bound before; one number more than bounds."""
    bounds = _bounds(language)
    unit = "characters" if is_spaceless(language) else "words"
    return {"unit": unit, "bounds": list(bounds), "rows": [counted[place] for place in range(len(bounds) + 1)]}


def _encoder(signature: str) -> str | None:
    named = (part.partition(":")[2] for part in signature.split("|") if part.startswith("encoder:"))
    return next(named, None)
