"""Statistics over the answers of authors, in a few statements, each of which reads an answer once.

An author's answers to the sentences of one summary are not independent of each other. Intervals of shares are therefore
those of a ratio over authors (Cochran 1977, section 6.3), with Student's t. Alpha is Krippendorff's (2011), nominal for
yes and no and of the interval metric for scores.
"""

from __future__ import annotations

import math
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import Avg, Count, Q, QuerySet, StdDev

from alignment.metrics.intervals import FEWEST, t_975
from annotator.models import Dimension, Invitation, InvitationState
from annotator.platform.statements import select

#: Groups of ranks in which the share of yes is given.
_GROUPS = 10
#: Lev et al. 2019, section 5.2.
PUBLISHED = {"n": 15, "yes": 0.73, "mean": 3.73, "deviation": 0.725}


def states_of(invitations: QuerySet[Invitation]) -> dict[str, int]:
    """How many invitations are in each state."""
    counts = invitations.with_state().order_by().values("state_now").annotate(n=Count("pk"))  # type: ignore[attr-defined]
    n_by_state = {each["state_now"]: each["n"] for each in counts}
    return {str(state): n_by_state.get(state, 0) for state in InvitationState}


def figures_of(invitations: QuerySet[Invitation]) -> dict[str, Any]:
    """Sum up the answers to invitations, of those that count (`InvitationQuerySet.counted`).

    Scores, mean and deviation are of summaries. Texts of other systems have theirs by group, and stand for the whole
    only where no summary was rated: beside figures that were published of summaries, a mean of both says nothing.
    """
    selected = Invitation.objects.filter(pk__in=invitations.order_by().values("pk"))
    counted = selected.counted()
    by_score = {f"gave_{score}": Count("pk", filter=Q(score=score)) for score in range(1, 6)}
    n = counted.aggregate(all=Count("pk"), summaries=Count("score", filter=Q(system="")))
    rated = counted.filter(system="") if n["summaries"] else counted
    overall = rated.aggregate(mean=Avg("score"), deviation=StdDev("score", sample=True), **by_score)
    source = _Source(counted)
    groups = source.groups()
    whole = next((group for group in groups if group["engine"] is None), None)
    return {
        "n_invitations": selected.count(),
        "n_counted": n["all"],
        "few": FEWEST,
        "scores": [overall[name] for name in by_score],
        "mean": overall["mean"],
        "deviation": overall["deviation"],
        "n_yes": whole["n_yes"] if whole else 0,
        "n_no": whole["n_no"] if whole else 0,
        "yes": whole["yes"] if whole else None,
        "ranks": source.ranks(),
        "importance": source.importance(),
        "groups": [group for group in groups if group["engine"] is not None],
        "dimensions": source.dimensions(),
        "agreement": source.agreement(),
        "published": PUBLISHED,
    }


class _Source:
    """Statements over the invitations that count."""

    def __init__(self, counted: QuerySet[Invitation]) -> None:
        names = ("pk", "run_id", "system", "score", "scores")
        try:
            statement, self._parameters = counted.order_by().values_list(*names).query.sql_with_params()
        except EmptyResultSet:  # Django knows that there is none, and has no statement to say so
            nothing = Invitation.objects.order_by().filter(pk=0).values_list(*names)
            statement, self._parameters = nothing.query.sql_with_params()
        self._with = f"""WITH counted (id, run_id, system, score, scores) AS MATERIALIZED ({statement}),
            answered AS MATERIALIZED (
                SELECT item.invitation_id, item.unit_id, item.rank, item.answer, counted.run_id
                FROM annotator_ratingitem item JOIN counted ON counted.id = item.invitation_id
                WHERE item.answer IS NOT NULL
            )"""

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        return select(f"{self._with} {statement}", self._parameters)

    def groups(self) -> list[dict[str, Any]]:
        """By engine, preset and system, and all together, where all three are None."""
        rows = self._rows(
            """, per AS (
                SELECT invitation_id, count(*) FILTER (WHERE answer) AS y, count(*) AS n FROM answered GROUP BY 1
            )
            SELECT run.engine, run.options->>'preset', counted.system, grouping(run.engine),
                count(*), count(score), avg(score)::float, stddev_samp(score)::float,
                count(n), coalesce(sum(y), 0)::float, coalesce(sum(n), 0)::float,
                coalesce(sum(y * y), 0)::float, coalesce(sum(y * n), 0)::float, coalesce(sum(n * n), 0)::float
            FROM counted JOIN annotator_alignmentrun run ON run.id = counted.run_id
                LEFT JOIN per ON per.invitation_id = counted.id
            GROUP BY GROUPING SETS ((), (run.engine, run.options->>'preset', counted.system))
            ORDER BY 5 DESC, 1, 2, 3"""
        )
        return [
            {
                "engine": None if is_whole else engine,
                "preset": preset or "",
                "system": system or "",
                "n": n,
                "n_yes": int(yes),
                "n_no": int(answers - yes),
                "yes": share(n_asked, yes, answers, *squares),
                "mean": mean_of(n_scores, mean, deviation),
            }
            for (
                engine, preset, system, is_whole, n, n_scores, mean, deviation, n_asked, yes, answers, *squares,
            ) in rows
            if n
        ]  # fmt: skip

    def ranks(self) -> list[dict[str, Any]]:
        """The share of yes by the rank of the sentence, in at most `_GROUPS` groups of as many ranks each."""
        rows = self._rows(
            f""", width AS (SELECT greatest(1, ceil(max(rank) / {_GROUPS}.0))::int AS w FROM answered),
            per AS (
                SELECT (rank - 1) / w AS bucket, w, invitation_id, count(*) FILTER (WHERE answer) AS y, count(*) AS n
                FROM answered, width GROUP BY 1, 2, 3
            )
            SELECT bucket, w, count(*), sum(y)::float, sum(n)::float,
                sum(y * y)::float, sum(y * n)::float, sum(n * n)::float
            FROM per GROUP BY 1, 2 ORDER BY 1"""
        )
        return [
            {
                "first": bucket * width + 1,
                "last": (bucket + 1) * width,
                "n_yes": int(yes),
                "n_no": int(answers - yes),
                "yes": share(n, yes, answers, *squares),
            }
            for bucket, width, n, yes, answers, *squares in rows
        ]

    def importance(self) -> dict[str, Any] | None:
        """Whether importance predicts yes: how often, of two sentences with a yes and a no, that with the yes is the
        more important one (the area under the ROC curve, an author at a time). One half is chance."""
        ((n, mean, deviation),) = self._rows(
            """, ranked AS (
                SELECT invitation_id, answer,
                    row_number() OVER (PARTITION BY invitation_id ORDER BY rank DESC) AS place
                FROM answered
            ), per AS (
                SELECT count(*) FILTER (WHERE answer) AS n_yes, count(*) FILTER (WHERE NOT answer) AS n_no,
                    sum(place) FILTER (WHERE answer) AS places
                FROM ranked GROUP BY invitation_id
            ), area AS (
                SELECT (places - n_yes * (n_yes + 1) / 2.0) / (n_yes * n_no) AS a FROM per WHERE n_yes > 0 AND n_no > 0
            )
            SELECT count(*), avg(a)::float, stddev_samp(a)::float FROM area"""
        )
        difference = mean_of(n, mean, deviation, least=0.0, most=1.0)
        return {"n": n, **difference} if difference else None

    def dimensions(self) -> list[dict[str, Any]]:
        rows = self._rows(
            """SELECT given.key, count(*), avg(given.value::int)::float, stddev_samp(given.value::int)::float
            FROM counted, jsonb_each_text(counted.scores) given GROUP BY 1"""
        )
        by_key = {key: (n, mean, deviation) for key, n, mean, deviation in rows}
        return [
            {"dimension": str(key), "n": by_key[key][0], "mean": mean_of(*by_key[key])}
            for key in Dimension
            if key in by_key
        ]

    def agreement(self) -> dict[str, Any]:
        """Of those who rated the same summary or text."""
        ((n_units, n, n_yes, differing, n_summaries),) = self._rows(
            """, several AS (
                SELECT run_id, unit_id, count(*) FILTER (WHERE answer) AS y, count(*) AS m
                FROM answered GROUP BY 1, 2 HAVING count(*) > 1
            )
            SELECT count(*), coalesce(sum(m), 0)::float, coalesce(sum(y), 0)::float,
                coalesce(sum(2.0 * y * (m - y) / (m - 1)), 0)::float, count(DISTINCT run_id) FROM several"""
        )
        ((n_rated, n_scores, total, squares, spread),) = self._rows(
            """, several AS (
                SELECT count(*) AS m, sum(score) AS s, sum(score * score) AS q
                FROM counted WHERE score IS NOT NULL GROUP BY run_id, system HAVING count(*) > 1
            )
            SELECT count(*), coalesce(sum(m), 0)::float, coalesce(sum(s), 0)::float, coalesce(sum(q), 0)::float,
                coalesce(sum(2.0 * (m * q - s * s) / (m - 1)), 0)::float FROM several"""
        )
        return {
            "n_summaries": max(n_summaries, n_rated),
            "n_sentences": n_units,
            "yes": _alpha(n, differing, 2.0 * n_yes * (n - n_yes)),
            "n_scores": int(n_scores),
            "score": _alpha(n_scores, spread, 2.0 * (n_scores * squares - total * total)),
        }


def _alpha(n: float, observed: float, expected: float) -> float | None:
    """None where everybody said the same, so that nothing could differ."""
    return 1.0 - (observed / n) / (expected / (n * (n - 1.0))) if n > 1 and expected > 0 else None


def share(
    n: int, yes: float, answers: float, yes_yes: float, yes_answers: float, answers_answers: float
) -> dict[str, Any] | None:
    """A share with its 95 % interval over n authors, from sums over them: of the yes, of the answers, of their squares
    and products. No interval for fewer than `FEWEST` authors."""
    if not answers:
        return None
    value = yes / answers
    low = high = None
    if n >= FEWEST:
        rest = max(0.0, yes_yes - 2.0 * value * yes_answers + value * value * answers_answers)
        half = t_975(n - 1) * math.sqrt(n / (n - 1.0) * rest) / answers
        low, high = max(0.0, value - half), min(1.0, value + half)
    return {"value": value, "low": low, "high": high}


def mean_of(
    n: int, mean: float | None, deviation: float | None, *, least: float = 1.0, most: float = 5.0
) -> dict[str, Any] | None:
    """A mean with its 95 % interval; none for fewer than `FEWEST`."""
    if mean is None:
        return None
    low = high = None
    if n >= FEWEST and deviation is not None:
        half = t_975(n - 1) * deviation / math.sqrt(n)
        low, high = max(least, mean - half), min(most, mean + half)
    return {"value": mean, "low": low, "high": high}
