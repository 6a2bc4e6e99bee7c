"""Fit the filters' thresholds to reviewed links, for a project and for each of its pairs.

Zhao et al. 2024, section 4.1.2, leave this as future work: the best values vary by talk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from alignment.filters import Fit, Reviewed, Thresholds, fit, fit_talks
from alignment.types import AlignmentError
from annotator.corpus.thresholds import Stored, as_json, as_stored, as_thresholds, thresholds_of
from annotator.models import AlignmentRun, Link, Pair, PairKind, Project, Review, ReviewState, RunState
from annotator.people.activity import note
from annotator.platform.errors import Conflict
from annotator.reviewing.judgements import judged_links, judged_rows

#: Features that inter-sentence filtering uses; thresholds cannot be fitted to a link without any of them.
_NUMBERS = frozenset({"alpha", "gamma", "eta"})


def fit_thresholds(project: Project) -> dict[str, Any]:
    """Propose thresholds, with the evidence for them. Stores nothing.

    ``{"fingerprint", "project": {before, after, n_rows, f1_before, f1, precision, recall, note, changed},
    "talks": [{the same, and pair, title, own, n_links, n_dropped_before, n_dropped_after}]}``. Pairs without
    reviewed rows are listed only if the project's change affects them. `own`: the pair has thresholds of its own.
    """
    return _answer(project, *_fitted(project))


@transaction.atomic
def take_thresholds(project: Project, fingerprint: str | None) -> dict[str, Any]:
    """Fit and store.

    fingerprint : of the proposal by `fit_thresholds` that was looked at; None stores whatever is fitted now.
    Raises Conflict, with the new proposal, if rows or thresholds have changed since that one.
    """
    project = Project.objects.select_for_update().get(pk=project.pk)
    pooled, talks = _fitted(project)
    answer = _answer(project, pooled, talks)
    if fingerprint is not None and fingerprint != answer["fingerprint"]:
        raise Conflict(
            "Rows were reviewed or thresholds changed in the meantime. Check the new proposal.",
            code="proposal_changed",
            proposal=answer,
        )
    project.filter_thresholds = as_stored(pooled.thresholds)
    project.save(update_fields=["filter_thresholds"])
    for talk in talks:
        talk.pair.filter_thresholds = talk.stored
        talk.pair.save(update_fields=["filter_thresholds"])
    note("thresholds_taken", project=project, kind="project", pk=project.pk, name=project.name, detail="suggested ones")
    return answer


@dataclass(frozen=True, slots=True)
class _Talk:
    """A pair, the fit to its own rows (None: it has too few), and its thresholds before and after.

    stored : the thresholds of its own after; empty if it inherits all from the project.
    """

    pair: Pair
    found: Fit | None
    before: Thresholds
    stored: Stored
    after: Thresholds

    @property
    def is_named(self) -> bool:
        return self.found is not None or self.before != self.after


def _fitted(project: Project) -> tuple[Fit, list[_Talk]]:
    start = as_thresholds(project.filter_thresholds)
    pairs = {str(pair.pk): pair for pair in project.pairs.filter(kind=PairKind.BITEXT).order_by("title", "pk")}
    rows = {key: reviewed for key, pair in pairs.items() if (reviewed := reviewed_rows(pair))}
    pooled = fit([row for group in rows.values() for row in group], start)
    fits = fit_talks(rows, start)
    talks = []
    for key, pair in pairs.items():
        pair.project = project  # the locked row, whose thresholds count
        before, fitted = thresholds_of(pair), fits.get(key)
        if fitted is not None and fitted.thresholds != pooled.thresholds:
            stored = as_stored(fitted.thresholds, pooled.thresholds)
        else:
            stored = _kept(pair, pooled.thresholds)
        after = as_thresholds({**as_stored(pooled.thresholds), **stored})
        talks.append(_Talk(pair, fitted, before, stored, after))
    return pooled, talks


def _kept(pair: Pair, pooled: Thresholds) -> Stored:
    """Thresholds of its own that a pair without a fit keeps: all, unless they are invalid under the new ones."""
    try:
        as_thresholds({**as_stored(pooled), **pair.filter_thresholds})
    except AlignmentError:
        return {}
    return dict(pair.filter_thresholds)


def reviewed_rows(pair: Pair) -> list[Reviewed]:
    """The judged links of the pair's reviews that have features for the filters, and whether each was right.

    `reviewing.judgements` says which links are judged. Reviews that were carried over to a newer version of the text do
    not count; reviews in progress do.
    """
    reviews = pair.reviews.judgements().filter(superseded_by=None).exclude(state=ReviewState.SET_ASIDE)
    return [row for review in reviews for row in _of_review(review)]


def _of_review(review: Review) -> Iterator[Reviewed]:
    for link, right in judged_links(review, judged_rows(review)):
        if _NUMBERS & link.features.keys():
            yield Reviewed(link.features, right)


def _answer(project: Project, pooled: Fit, talks: list[_Talk]) -> dict[str, Any]:
    named = []
    for talk in talks:
        if not talk.is_named:
            continue
        links = _latest_numbers(talk.pair)
        fit = talk.found or Fit(talk.after, 0, 0.0, 0.0, 0.0, 0.0, "No reviewed rows: uses the project's thresholds.")
        named.append(
            {
                "pair": talk.pair.pk,
                "title": talk.pair.title,
                "own": bool(talk.stored),
                "n_links": len(links),
                "n_dropped_before": sum(not talk.before.keeps(features) for features in links),
                "n_dropped_after": sum(not talk.after.keeps(features) for features in links),
                **_said(fit, talk.before, talk.after),
            }
        )
    before = as_thresholds(project.filter_thresholds)
    answer = {"project": _said(pooled, before, pooled.thresholds), "talks": named}
    text = json.dumps(answer, sort_keys=True)
    return {"fingerprint": hashlib.sha256(text.encode()).hexdigest()[:16], **answer}


def _said(fit: Fit, before: Thresholds, after: Thresholds) -> dict[str, Any]:
    return {
        "n_rows": fit.n_rows,
        "precision": fit.precision,
        "recall": fit.recall,
        "f1": fit.f1,
        "f1_before": fit.f1_before,
        "note": fit.note,
        "before": as_json(before),
        "after": as_json(after),
        "changed": before != after,
    }


def _latest_numbers(pair: Pair) -> list[Mapping[str, float]]:
    run = AlignmentRun.objects.filter(pair=pair, state=RunState.SUCCEEDED).order_by("-number").first()
    features = Link.objects.filter(run=run).values_list("features", flat=True) if run else []
    return [numbers for numbers in features if _NUMBERS & numbers.keys()]
