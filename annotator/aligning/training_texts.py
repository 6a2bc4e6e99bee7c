"""Texts that people have accepted, for engines to learn from. Reviewing registers how they are found.

What a pair is aligned with must not be learned from its own rows: its figures would say nothing of texts to come. A
pair that has accepted rows is therefore aligned without those of its *fold*, one of five by the pairs' ids, so that a
project needs six models at most, however many pairs are reviewed.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from annotator.models import Project

#: Of the source and the target.
Languages = tuple[str, str]
#: (source language, target language, pair, what changes whenever its accepted texts do).
Stamp = tuple[str, str, int, tuple[Any, ...]]
N_FOLDS = 5


@dataclass(frozen=True, slots=True)
class TrainingTexts:
    """How they are found.

    texts : of a project, two languages, the fold that is left out or None, and how many at most: (source, target), the
        newest last. stamps : of the pairs of a project that have such texts, without reading them.
    """

    texts: Callable[[Project, Languages, int | None, int], list[tuple[str, str]]] = lambda *_: []
    stamps: Callable[[Project], Iterable[Stamp]] = lambda project: ()


_registered = TrainingTexts()


def register(found_by: TrainingTexts) -> None:
    global _registered
    _registered = found_by


def training_texts(project: Project, languages: Languages, fold: int | None, most: int) -> list[tuple[str, str]]:
    return _registered.texts(project, languages, fold, most)


class GoldStates:
    """The states of all gold that pairs of a project may learn from; one statement, whatever its size."""

    def __init__(self, project: Project) -> None:
        self._sums: dict[Languages, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._with_gold: set[int] = set()
        for source, target, pair, about in _registered.stamps(project):
            number = int.from_bytes(hashlib.sha256(orjson.dumps(about)).digest()[:8], "big")
            self._sums[source, target][pair % N_FOLDS] += number
            self._with_gold.add(pair)

    def of_pair(self, pair: int, languages: Languages) -> tuple[int | None, int]:
        """The fold that the pair does without, or None; and a number that changes whenever what is left does, 0 for
        nothing."""
        fold = pair % N_FOLDS if pair in self._with_gold else None
        sums = self._sums.get(languages, {})
        return fold, sum(number for each, number in sums.items() if each != fold)
