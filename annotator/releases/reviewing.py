"""What the manifest says of how rows were reviewed, and of the engines that proposed them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from annotator.models import AgreementFigure, Review, ReviewKind, TestSet
from annotator.reviewing.gold import compared_reviews
from annotator.teams.agreement.measures import OVERLAP, measure_of

#: Measures that a data card names, in this order; the project's own labels follow.
_MEASURES = ("links", "meanings", "boundaries", "good_align", "good_mt", "null_reason", "error_tags", "key_sentences")
#: What a signature says of one talk: hashes of its texts and of what was read for it, and the temperature that vecAlign
#: finds in them. A seed can look like a hash.
_OF_A_TALK = re.compile(
    r"\|target:[0-9a-f]{8,64}\|temperature:[^|]+|\|(?!(?:dictionary|seed):)[a-z_]+:[0-9a-f]{8,64}(?=\||$)"
)
_FINGERPRINT = re.compile(r"\+[0-9a-f]{8,64}")


def reviewing_of(rows: Mapping[int, int], test_set: TestSet | None) -> dict[str, Any]:
    """Who reviewed pairs, and how often. rows : how many rows of each pair are in the release.

    ``reviewers`` and ``judges`` (who adjudicated), how many people, and ``reviews_per_row``, so many reviews there are
    on average of the pair that a row is of.
    """
    of_pairs: Counter[int] = Counter()
    annotators: set[int] = set()
    for pair, annotator in compared_reviews(rows, test_set).values_list("pair", "annotator"):
        of_pairs[pair] += 1
        annotators.add(annotator)
    adjudications = Review.objects.standing().filter(
        pair__in=list(rows), kind=ReviewKind.ADJUDICATION, superseded_by=None
    )
    n_rows = sum(rows.values())
    per_row = sum(of_pairs[pair] * n for pair, n in rows.items()) / n_rows if n_rows else 0.0
    return {
        "reviewers": len(annotators),
        "judges": adjudications.order_by().values("annotator").distinct().count(),
        "reviews_per_row": round(per_row, 2),
    }


def agreement_of(project: int) -> list[dict[str, Any]]:
    """How far annotators of the project agree, as it was last added up.

    Each with ``key``, ``name``, ``statistic``, ``value``, the 95 % interval ``low`` to ``high`` (None below five
    talks), ``n_talks`` and ``n_units`` that were compared.
    """
    figures = AgreementFigure.objects.filter(project=project, pair=None, month=None, first=None, second=None)
    listed = []
    for figure in figures.exclude(value=None):
        measure = measure_of(figure.measure)
        if measure is None or not figure.n_units:
            continue
        names = ("value", "low", "high", "n_talks", "n_units")
        about = {name: getattr(figure, name) for name in names}
        listed.append(
            {
                "key": measure.key,
                "name": measure.name,
                "statistic": "F1" if measure.kind == OVERLAP else "alpha",
                **about,
            }
        )
    known = {key: number for number, key in enumerate(_MEASURES)}
    return sorted(listed, key=lambda one: (known.get(one["key"], len(known)), one["key"]))


def told_of_reviewing(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """For pages. Releases of earlier versions say nothing of how they were reviewed."""
    versions = manifest.get("guidelines_versions", {})
    return {
        "engine_groups": engine_groups(manifest["engines"]),
        "reviewing": manifest.get("reviewing"),
        "agreement": manifest.get("agreement", []),
        "guidelines_versions": [{"version": int(number), "rows": n} for number, n in versions.items()],
    }


def engine_groups(engines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Engines of a manifest by what they are and how they were set, the most rows first: ``engine``, ``options``,
    ``encoder``, ``n_talks``, ``rows``, and ``proposal_hidden``, those of them that somebody judged who did
    not see the proposal. What a signature says of the texts of a talk is left out."""
    groups: dict[str, dict[str, Any]] = {}
    for each in engines:
        settings = _FINGERPRINT.sub("", _OF_A_TALK.sub("", each["signature"]))
        head, _, options = settings.partition("|")
        group = groups.setdefault(
            settings,
            {
                "engine": head.removeprefix("engine:"),
                "options": options,
                "encoder": each.get("encoder") and _FINGERPRINT.sub("", each["encoder"]),
                "n_talks": 0,
                "rows": 0,
                "proposal_hidden": 0,
            },
        )
        # Earlier versions counted no talks; but for imported alignments, each talk had a signature of its own.
        group["n_talks"] += each.get("talks", 1)
        group["rows"] += each["rows"]
        group["proposal_hidden"] += each.get("proposal_hidden", 0)  # which earlier versions did not count
    return sorted(groups.values(), key=lambda group: (-group["rows"], group["engine"], group["options"]))
