"""How what comes in stands to what the project has already, and the warnings that say so before anything is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from annotator.corpus.importing.namesakes import Namesake, find_namesake, takes_names
from annotator.corpus.importing.reading import Item
from annotator.corpus.importing.versions import Status, diff_lines, find_known, pairs_of, texts_of
from annotator.importers.base import Problem
from annotator.models import Document, Project
from annotator.people.activity.noting import counted


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an item stands to the document it is or would change.

    n_pairs, n_reviews : how many hold on to the old text. n_added, n_removed : sentences, where it is changed.
    diff : as `diff_lines`. namesake : what the project has under its name; the item is new beside that, or changes it.
    """

    status: Status
    document: Document | None = None
    n_pairs: int = 0
    n_reviews: int = 0
    n_added: int = 0
    n_removed: int = 0
    diff: tuple[dict[str, Any], ...] = ()
    namesake: Namesake | None = None


def compare(project: Project, items: Sequence[Item], same_name: str = "beside") -> list[Comparison]:
    """How each item stands to what the project has, in order. same_name : one of `SAME_NAME`."""
    known = [find_known(project, item) for item in items]
    namesakes = [
        find_namesake(project, item) if status == "new" else None
        for item, (status, _) in zip(items, known, strict=True)
    ]
    are_versions = takes_names(same_name, namesakes)
    return [
        _comparison(item, "changed", namesake.document, namesake)
        if namesake is not None and are_versions
        else _comparison(item, status, document, namesake)
        for item, (status, document), namesake in zip(items, known, namesakes, strict=True)
    ]


def _comparison(item: Item, status: Status, document: Document | None, namesake: Namesake | None) -> Comparison:
    if document is None or status == "unchanged":
        return Comparison(status, document, namesake=namesake)
    before, after = texts_of(document), item.texts
    pairs = pairs_of(document)
    return Comparison(
        status,
        document,
        n_pairs=pairs.count(),
        n_reviews=pairs.aggregate(n=Count("reviews"))["n"],
        n_added=(Counter(after) - Counter(before)).total(),
        n_removed=(Counter(before) - Counter(after)).total(),
        diff=tuple(diff_lines(before, after)),
        namesake=namesake,
    )


def warnings_of(items: Sequence[Item], comparisons: Sequence[Comparison], name: str, *, as_new: bool) -> list[Problem]:
    """What becomes of each text of a file that the project has otherwise. name : of the file."""
    problems: list[Problem] = []
    for item, comparison in zip(items, comparisons, strict=False):
        if comparison.status == "new" and comparison.namesake is not None:
            problems.append(Problem("warning", _beside(item, comparison.namesake), file=name))
        if comparison.status != "changed" or comparison.document is None:
            continue
        known_by = f" ({item.external_id})" if item.external_id else ""
        change = (
            f"{item.title}{known_by} is already in the project with different text: "
            f"{counted(comparison.n_added, 'sentence')} added, {counted(comparison.n_removed, 'sentence')} removed"
        )
        if as_new:
            end = "it will be imported as a new document with its own id"
        elif comparison.n_reviews:
            reviews = counted(comparison.n_reviews, "review of the old version is", "reviews of the old version are")
            end = f"it becomes its next version; {reviews} carried over"
        elif comparison.n_pairs:
            pairs = counted(comparison.n_pairs, "pair")
            end = f"it becomes its next version; the {pairs} of the old version will be kept"
        else:
            end = "no pair uses the old version, which will be replaced"
        problems.append(Problem("warning", f"{change}; {end}", file=name))
    return problems


def _beside(item: Item, namesake: Namesake) -> str:
    """That the project has other texts of this name, and the item goes beside them."""
    if namesake.n_documents > 1:
        there = counted(namesake.n_documents, "document")
        return (
            f"{there} named {item.title} are already in the project with different text; it will be imported beside "
            "them, not as a next version"
        )
    return (
        f"{item.title} is already in the project with different text; it will be imported beside it, not as its next "
        "version"
    )
