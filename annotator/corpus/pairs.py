"""Pairs of documents: created, found again on newer versions of their texts, and named to webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Greatest

from annotator.corpus.kinds import kind_of_pair
from annotator.models import Document, DocumentKind, Pair, Project
from annotator.people.webhooks.announcing import announce
from annotator.platform.errors import Conflict, ServiceError

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
    """A pair of two documents of a project, of the kind that its source makes it (`kinds.kind_of_pair`).

    Raises ServiceError if they cannot be paired, Conflict when they are a pair already.
    """
    for document in (source, target, *([offline] if offline else [])):
        if document.project_id != project.pk:
            raise ServiceError(f"{document.title} is not in this project.", code="wrong_project")
    if source.pk == target.pk:
        raise ServiceError("A pair needs two different documents.", code="same_document")
    if target.kind in (DocumentKind.PAPER, DocumentKind.SLIDES):
        what = "A paper" if target.kind == DocumentKind.PAPER else "A slide deck"
        raise ServiceError(
            f"{what} must be the source of a pair and its transcript the target. Swap them.", code="wrong_side"
        )
    if offline:
        check_offline(source, offline)
    try:
        with transaction.atomic():
            return Pair.objects.create(
                project=project,
                kind=kind_of_pair(source.kind),
                source=source,
                target=target,
                offline=offline,
                title=title or unused_title(project, source.title),
                created_by=user,
            )
    except IntegrityError as error:
        raise Conflict("These two documents are already a pair.", code="pair_exists") from error


def check_offline(source: Document, offline: Document) -> None:
    """Raises ServiceError unless an offline translation has a line for each of its source."""
    n_offline, n_source = offline.units.count(), source.units.count()
    if n_offline != n_source:
        raise ServiceError(
            f"The offline translation has {n_offline} lines, the source {n_source}; expected one for each.",
            code="wrong_length",
        )


def unused_title(project: Project, title: str) -> str:
    """The title, with a number behind it where other pairs of the project have it: ``harbour (2)``."""
    pairs = Pair.objects.filter(project=project)
    if not pairs.filter(title=title).exists():
        return title
    stem = title[:290]
    number = 1 + pairs.filter(Q(title=title) | Q(title__startswith=f"{stem} (")).count()
    while pairs.filter(title=(wanted := f"{stem} ({number})")).exists():
        number += 1
    return wanted


def of_latest_texts(pair: str = "") -> Q:
    """Whether neither text of a pair has a newer version; a condition for a query in which `pair` leads to the pair.

    Two questions to an index: as joins, Postgres goes through all texts even when one pair is wanted.
    """
    to_pair = f"{pair}__" if pair else ""
    newer_source, newer_target = (
        Exists(Document.objects.filter(previous=OuterRef(f"{to_pair}{side}"))) for side in ("source", "target")
    )
    return ~newer_source & ~newer_target


def with_newer(pairs: Any) -> Any:
    """With the ids of the next version of a document and of the pair it is in; None where the pair is the latest.

    A newer pair has the next version of the source, of the target, or of both. Each is asked for by itself, which an
    index answers: as one condition over both joins, Postgres goes through all pairs for each pair of the page.
    """
    next_source = {"source__previous": OuterRef("source")}
    next_target = {"target__previous": OuterRef("target")}
    ways = [
        {**next_source, "target": OuterRef("target")},
        {"source": OuterRef("source"), **next_target},
        {**next_source, **next_target},
    ]
    # Greatest leaves out the ways that lead to no pair.
    newer = Greatest(*(Subquery(Pair.objects.filter(**way).order_by("-pk").values("pk")[:1]) for way in ways))
    # Not as joins, which a count of the pairs and their ids would be made with too.
    texts = (Subquery(Document.objects.filter(previous=OuterRef(side)).values("pk")) for side in ("source", "target"))
    return pairs.annotate(newer_pair=newer, newer_document=Coalesce(*texts))


def check_newest(pair: Pair) -> None:
    """Raises Conflict (`superseded`) naming the newer pair: what is made for old texts would never reach new ones."""
    newer = with_newer(Pair.objects.filter(pk=pair.pk)).values_list("newer_pair", flat=True).get()
    if newer is not None:
        raise Conflict(
            "A newer version of this pair was imported. Open that one instead.", code="superseded", newer_pair=newer
        )


def announce_of_pair(pair: Pair, event: str, data: Mapping[str, Any]) -> None:
    """`announce` what happened to a pair; `data` need not say which."""
    which = {"project": pair.project.slug, "pair": {"id": pair.pk, "title": pair.title}}
    announce(pair.project_id, event, {**which, **data})
