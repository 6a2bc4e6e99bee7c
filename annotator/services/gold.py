"""Gold: what submitted reviews say. The one definition of a gold row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from alignment.text import is_spaceless
from annotator.models import (
    Chip,
    Pair,
    PairKind,
    Project,
    Review,
    ReviewRow,
    ReviewState,
    RowStatus,
    Side,
    TestSet,
)
from annotator.services.snapshots import one_moment


def gold_reviews(project: Project, test_set: TestSet | None = None) -> QuerySet[Review]:
    """The reviews that gold comes from: submitted ones, of the project or of a test set."""
    reviews = Review.objects.filter(pair__project=project, state=ReviewState.SUBMITTED)
    return reviews.filter(test_sets=test_set) if test_set else reviews


def gold_rows_of(reviews: QuerySet[Review]) -> QuerySet[ReviewRow]:
    """Rows that a person accepted one by one; implicit confirmations do not become gold unseen."""
    return ReviewRow.objects.filter(review__in=reviews, status=RowStatus.ACCEPTED)


def gold_preview(project: Project, test_set: TestSet | None = None) -> dict[str, int]:
    reviews = gold_reviews(project, test_set)
    return {"n_reviews": reviews.count(), "n_rows": gold_rows_of(reviews).count()}


def with_n_gold_rows(test_sets: QuerySet[TestSet]) -> QuerySet[TestSet]:
    """With `n_gold_rows`, as `gold_preview` counts them, of all in one query."""
    rows = gold_rows_of(Review.objects.filter(state=ReviewState.SUBMITTED)).filter(
        review__test_sets=OuterRef("pk"), review__pair__project=OuterRef("project")
    )
    counted = rows.order_by().values("review__test_sets").annotate(n=Count("pk")).values("n")
    return test_sets.annotate(n_gold_rows=Coalesce(Subquery(counted), 0))


def gold_records(project: Project, test_set: TestSet | None = None) -> Iterator[dict[str, Any]]:
    """Gold rows as flat records, review by review, so that an export of any size streams.

    All of it is as things stood at the first row, whatever is edited, returned or deleted while it streams.
    """
    with one_moment():
        reviews = gold_reviews(project, test_set).select_related(
            "pair", "pair__source", "pair__target", "pair__offline", "run", "annotator"
        )
        for review in reviews.order_by("pair__title", "pk").iterator(chunk_size=50):
            yield from review_records(review)


def review_records(review: Review) -> Iterator[dict[str, Any]]:
    pair = review.pair
    source_texts, target_texts = pair.source.texts(), pair.target.texts()
    offline = pair.offline.texts() if pair.offline else []
    chips: dict[Any, dict[str, list[tuple[int, int, int, bool]]]] = {}
    for row_id, side, unit, start, end, is_removed in (
        Chip.objects.filter(row__review=review)
        .order_by("unit", "start")
        .values_list("row_id", "side", "unit", "start", "end", "removed")
    ):
        chips.setdefault(row_id, {Side.SOURCE: [], Side.TARGET: []})[side].append((unit, start, end, is_removed))
    rows = review.rows.filter(status=RowStatus.ACCEPTED).select_related("link", "changed_by").order_by("position")
    for number, row in enumerate(rows, start=1):
        sides = chips.get(row.pk, {Side.SOURCE: [], Side.TARGET: []})
        kept = [chip for chip in sides[Side.TARGET] if not chip[3]]
        removed = [chip for chip in sides[Side.TARGET] if chip[3]]
        aligned = join_texts([target_texts[u][s:e] for u, s, e, _ in kept], pair.target.language)
        yield {
            "project": pair.project.slug,
            "pair_id": pair.pk,
            "pair": pair.title,
            "kind": pair.kind,
            "review_id": review.pk,
            "row_id": str(row.pk),
            "row": number,
            "source_language": pair.source.language,
            "target_language": pair.target.language,
            "speaker": pair.source.speaker or pair.target.speaker,
            "interpreter": pair.target.interpreter,
            "interpreter_rank": pair.target.interpreter_rank,
            "source_ids": [unit for unit, *_ in sides[Side.SOURCE]],
            "target_ids": pieces(kept, target_texts),
            "removed_ids": pieces(removed, target_texts),
            "source": join_texts([source_texts[u][s:e] for u, s, e, _ in sides[Side.SOURCE]], pair.source.language)
            if sides[Side.SOURCE]
            else "__null__",
            "target": aligned if kept else "__drop__",
            "target_post_edited": row.post_edit if row.post_edit is not None else (aligned if kept else "__drop__"),
            "post_edited": row.post_edit is not None,
            "offline": join_texts(
                [offline[u] for u, *_ in sides[Side.SOURCE] if u < len(offline)], pair.target.language
            ),
            "null_reason": row.null_reason,
            "good_align": row.good_align,
            "good_mt": row.good_mt,
            "error_tags": list(row.tags),
            "confidence": None if row.edited or row.link is None else row.link.confidence,
            "edited": row.edited,
            "annotator": review.annotator.get_username(),
            "accepted_by": row.changed_by.get_username() if row.changed_by else review.annotator.get_username(),
            "accepted_at": row.changed_at.isoformat() if row.changed_at else None,
            "submitted_at": review.submitted_at.isoformat() if review.submitted_at else None,
            "version": row.version,
            "engine_signature": review.run.signature,
        }


def pieces(chips: list[tuple[int, int, int, bool]], texts: list[str]) -> list[Any]:
    """Unit positions; a part of a unit as ``[unit, start, end]`` in code points."""
    return [unit if (start, end) == (0, len(texts[unit])) else [unit, start, end] for unit, start, end, _ in chips]


def join_texts(texts: list[str], language: str) -> str:
    """One text of several pieces: languages written without spaces are joined without one."""
    if is_spaceless(language):
        return "".join(text.strip() for text in texts)
    return " ".join(stripped for text in texts if (stripped := text.strip()))


def gold_texts(pair: Pair) -> list[tuple[str, str]]:
    """(source, target) texts accepted in the project's other pairs of the same two languages, at most 20,000."""
    if pair.kind != PairKind.BITEXT or not (pair.source.language and pair.target.language):
        return []
    others = Review.objects.filter(
        pair__project=pair.project_id,
        pair__kind=PairKind.BITEXT,
        pair__source__language=pair.source.language,
        pair__target__language=pair.target.language,
        state=ReviewState.SUBMITTED,
    ).exclude(pair=pair)
    texts: list[tuple[str, str]] = []
    for review in others.select_related("pair", "pair__source", "pair__target", "pair__offline", "run", "annotator"):
        for record in review_records(review):
            if record["source"] != "__null__" and record["target"] != "__drop__":
                texts.append((record["source"], record["target"]))
        if len(texts) >= 20_000:
            break
    return texts[:20_000]
