"""What a project has already: a document that comes again is known by its external id, or by its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q, QuerySet

from annotator.models import Document, Pair, Project
from annotator.services.importing.reading import Item

Status = Literal["new", "unchanged", "changed"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`n_pairs`: how many pairs hold on to the old text. `n_added`, `n_removed`: sentences, where it is changed."""

    status: Status
    document: Document | None = None
    n_pairs: int = 0
    n_added: int = 0
    n_removed: int = 0


def find_known(project: Project, item: Item) -> tuple[Status, Document | None]:
    """How an item stands to the project, and the document it is or would change."""
    documents = Document.objects.filter(project=project, kind=item.document.kind)
    if item.external_id:
        same_id = documents.filter(external_id=item.external_id, language=language_of(item)).first()
        if same_id is not None:
            return ("unchanged" if same_id.content_hash == item.content_hash else "changed"), same_id
    same_text = documents.filter(content_hash=item.content_hash).order_by("pk").first()
    return ("unchanged", same_text) if same_text is not None else ("new", None)


def compare(project: Project, items: Sequence[Item]) -> list[Comparison]:
    """How each item stands to what the project has, in order."""
    return [_comparison(item, *find_known(project, item)) for item in items]


def _comparison(item: Item, status: Status, document: Document | None) -> Comparison:
    if document is None or status == "unchanged":
        return Comparison(status, document)
    before = Counter(document.units.values_list("text", flat=True))
    after = Counter(item.texts)
    n_pairs = pairs_of(document).count()
    return Comparison(status, document, n_pairs, (after - before).total(), (before - after).total())


def free_external_id(project: Project, item: Item) -> str:
    """`item.external_id` with the first number behind it that nothing has yet: ``talk-7#2``."""
    stem, number = item.external_id[:190], 2
    while Document.objects.filter(project=project, external_id=f"{stem}#{number}").exists():
        number += 1
    return f"{stem}#{number}"


def language_of(item: Item) -> str:
    return (item.document.language or "")[:16]


def pairs_of(document: Document) -> QuerySet[Pair]:
    return Pair.objects.filter(Q(source=document) | Q(target=document) | Q(offline=document))
