"""Put two documents together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from annotator.models import Document, DocumentKind, Pair, PairKind, Project
from annotator.services.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def create_pair(
    *,
    project: Project,
    source: Document,
    target: Document,
    offline: Document | None = None,
    title: str = "",
    user: User | None,
) -> Pair:
    """A pair of two documents of a project; paper-talk when the source is a paper, else bitext.

    Raises ServiceError when they do not belong together, Conflict when they are a pair already.
    """
    for document in (source, target, *([offline] if offline else [])):
        if document.project_id != project.pk:
            raise ServiceError(f"{document.title} is not in this project.", code="wrong_project")
    if source.pk == target.pk:
        raise ServiceError("A pair needs two different documents.", code="same_document")
    if target.kind == DocumentKind.PAPER:
        raise ServiceError(
            "A paper must be the source of a pair and its transcript the target. Swap them.", code="wrong_side"
        )
    if offline and (n_offline := offline.units.count()) != (n_source := source.units.count()):
        raise ServiceError(
            f"The offline translation has {n_offline} lines, the source {n_source}; expected one for each.",
            code="wrong_length",
        )
    kind = PairKind.PAPER_TALK if source.kind == DocumentKind.PAPER else PairKind.BITEXT
    try:
        with transaction.atomic():
            return Pair.objects.create(
                project=project,
                kind=kind,
                source=source,
                target=target,
                offline=offline,
                title=title or source.title,
                created_by=user,
            )
    except IntegrityError as error:
        raise Conflict("These two documents are already a pair.", code="pair_exists") from error
