"""The kind of a document and of its pairs, and their direction, corrected as long as nobody reviews them."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from annotator.corpus.signals import kind_changed, kind_changing
from annotator.models import Document, DocumentKind, Pair, PairKind
from annotator.platform.errors import Conflict, ServiceError

#: Slides are none of them: they are read page by page, not as sentences.
TEXTS = (DocumentKind.PAPER, DocumentKind.TRANSCRIPT, DocumentKind.TEXT)
#: What a source must be for its pairs to be of a kind.
_SOURCES = {
    PairKind.PAPER_TALK: DocumentKind.PAPER,
    PairKind.SLIDES_TALK: DocumentKind.SLIDES,
    PairKind.BITEXT: DocumentKind.TEXT,
}


def kind_of_pair(source: DocumentKind | str) -> PairKind:
    """The kind of a pair, by the kind of its source."""
    return next((kind for kind, its_source in _SOURCES.items() if its_source == source), PairKind.BITEXT)


@transaction.atomic
def change_document_kind(document: Document, kind: DocumentKind | str) -> None:
    """Make a paper of a text, say, and the pairs whose source it is pairs of that kind.

    Their runs are deleted: what an engine for one kind of pair proposes means nothing in the other. Raises ServiceError
    where the text cannot be of that kind, Conflict where a review or a run stands on it.
    """
    if kind == document.kind:
        return
    if DocumentKind.SLIDES in (kind, document.kind):
        raise ServiceError("Slides can't be turned into a text, or a text into slides.", code="wrong_kind")
    if kind == DocumentKind.PAPER and document.pairs_as_target.exists():
        raise ServiceError(
            f"{document.title} is the target of a pair, and a paper must be the source. Delete the pair first.",
            code="wrong_side",
        )
    wanted = kind_of_pair(kind)
    _change_pairs(Pair.objects.filter(source=document), wanted)
    try:
        with transaction.atomic():
            Document.objects.filter(pk=document.pk).update(kind=kind)
    except IntegrityError as error:
        raise Conflict(
            f"There is already a {DocumentKind(kind).label.lower()} with the id {document.external_id}.",
            code="document_exists",
        ) from error
    document.kind = kind


@transaction.atomic
def change_pair_kind(pair: Pair, kind: PairKind | str) -> None:
    """A pair is of paper and talk if its source is a paper: the kind of the source is corrected.

    Pairs that were made of slides before these had a kind of their own need no other source.
    """
    if kind == pair.kind:
        return
    if kind == kind_of_pair(pair.source.kind):
        _change_pairs(Pair.objects.filter(pk=pair.pk), PairKind(kind))
    else:
        change_document_kind(pair.source, _SOURCES[PairKind(kind)])
    pair.kind = kind


@transaction.atomic
def turn_pair_round(pair: Pair) -> None:
    """Make the target of a bitext its source, and the source its target.

    Its runs are deleted, and its offline translation, which is one of the old source, is let go of; the documents stay.
    Raises ServiceError where the pair has a direction of its own, Conflict where a review or a run stands on it, or the
    documents are a pair the other way round already.
    """
    if pair.kind != PairKind.BITEXT:
        raise ServiceError("A talk is always the target of its pair.", code="wrong_kind")
    pairs = Pair.objects.filter(pk=pair.pk)
    changed = list(pairs.select_for_update())
    kind_changing.send(Pair, pairs=changed)
    try:
        with transaction.atomic():
            pairs.update(source=F("target"), target=F("source"), offline=None)
    except IntegrityError as error:
        raise Conflict("These two documents are already a pair this way round.", code="pair_exists") from error
    kind_changed.send(Pair, pairs=changed)
    pair.source, pair.target, pair.offline = pair.target, pair.source, None


def _change_pairs(pairs: QuerySet[Pair], kind: PairKind) -> None:
    """Make pairs of this kind of those that are of another. Raises what `kind_changing` does."""
    changed = list(pairs.exclude(kind=kind).order_by("pk").select_for_update())
    kind_changing.send(Pair, pairs=changed)
    Pair.objects.filter(pk__in=[pair.pk for pair in changed]).update(kind=kind)
    kind_changed.send(Pair, pairs=changed)
