"""Texts that people have accepted, for engines to learn from. Reviewing registers how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from annotator.models import Pair, Project

#: (source language, target language, pair, what changes whenever its accepted texts do).
Stamp = tuple[str, str, int, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class TrainingTexts:
    """texts : (source, target) accepted in other pairs of the project with the languages of a pair; may be cut off.

    stamps : of the pairs of a project that have such texts, without reading them.
    """

    texts: Callable[[Pair], list[tuple[str, str]]] = lambda pair: []
    stamps: Callable[[Project], Iterable[Stamp]] = lambda project: ()


_registered = TrainingTexts()


def register(found_by: TrainingTexts) -> None:
    global _registered
    _registered = found_by


def training_texts(pair: Pair) -> list[tuple[str, str]]:
    return _registered.texts(pair)


def training_stamps(project: Project) -> Iterable[Stamp]:
    return _registered.stamps(project)
