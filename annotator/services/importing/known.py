"""What a project has already: a document that comes again is known by its external id, or by its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q, QuerySet

from annotator.models import Document, Pair, Project, Review
from annotator.services.importing.diffing import diff_lines
from annotator.services.importing.reading import Item

Status = Literal["new", "unchanged", "changed"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an item stands to the document it is or would change.

    n_pairs, n_reviews : how many hold on to the old text. n_added, n_removed : sentences, where it is changed.
    diff : as `diffing.diff_lines`.
    """

    status: Status
    document: Document | None = None
    n_pairs: int = 0
    n_reviews: int = 0
    n_added: int = 0
    n_removed: int = 0
    diff: tuple[dict[str, Any], ...] = ()


def find_known(project: Project, item: Item) -> tuple[Status, Document | None]:
    """How an item stands to the project, and the document it is or would change: the latest version of it."""
    documents = Document.objects.filter(project=project, kind=item.document.kind)
    if item.external_id:
        known = documents.filter(external_id=item.external_id)
        # An id may be that of a talk in two languages. The id of one side of a bitext is of that side alone, whatever
        # a few sentences more or fewer make its language seem to be.
        if not item.side and language_of(item):
            known = known.filter(language__in=(language_of(item), ""))
        same_id = known.order_by("-version").first()
        if same_id is not None:
            return ("unchanged" if same_id.content_hash == item.content_hash else "changed"), same_id
    same_text = documents.filter(content_hash=item.content_hash, next__isnull=True).order_by("pk").first()
    return ("unchanged", same_text) if same_text is not None else ("new", None)


def compare(project: Project, items: Sequence[Item]) -> list[Comparison]:
    """How each item stands to what the project has, in order."""
    return [_comparison(item, *find_known(project, item)) for item in items]


def _comparison(item: Item, status: Status, document: Document | None) -> Comparison:
    if document is None or status == "unchanged":
        return Comparison(status, document)
    before, after = texts_of(document), item.texts
    pairs = pairs_of(document)
    return Comparison(
        status,
        document,
        n_pairs=pairs.count(),
        n_reviews=Review.objects.filter(pair__in=pairs).count(),
        n_added=(Counter(after) - Counter(before)).total(),
        n_removed=(Counter(before) - Counter(after)).total(),
        diff=tuple(diff_lines(before, after)),
    )


def free_external_id(project: Project, item: Item) -> str:
    """`item.external_id` with the first number behind it that nothing has yet: ``talk-7#2``."""
    stem, number = item.external_id[:190], 2
    while Document.objects.filter(project=project, external_id=f"{stem}#{number}").exists():
        number += 1
    return f"{stem}#{number}"


def language_of(item: Item) -> str:
    return (item.document.language or "")[:16]


def texts_of(document: Document) -> list[str]:
    return list(document.units.order_by("position").values_list("text", flat=True))


def pairs_of(document: Document) -> QuerySet[Pair]:
    return Pair.objects.filter(Q(source=document) | Q(target=document) | Q(offline=document))
