"""Statistics over the answers of authors, in a few statements, each of which reads an answer once.

A person's answers to the sentences of one summary are not independent of each other, nor are those about several talks,
nor those of several people about one. Intervals are therefore those of a ratio (Cochran 1977, section 6.3) clustered by
person and by talk (Cameron, Gelbach and Miller 2011), with Student's t: see `ratio`. Alpha is Krippendorff's (2011),
nominal for yes and no and of the interval metric for scores.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db.models import Avg, Count, Q, QuerySet, StdDev

from alignment.metrics.intervals import FEWEST, t_quantile
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
    answers = source.by_invitation()
    whole = _summed([each.answers for each in answers])
    return {
        "n_invitations": selected.count(),
        "n_counted": n["all"],
        "n_people": len({each.answers.person for each in answers}),
        "n_talks": len({each.answers.talk for each in answers}),
        "few": FEWEST,
        "scores": [overall[name] for name in by_score],
        "mean": overall["mean"],
        "deviation": overall["deviation"],
        **whole,
        "mean_score": _mean_score(each.score for each in answers if not (n["summaries"] and each.system)),
        "ranks": source.ranks(),
        "importance": source.importance(),
        "groups": _groups(answers),
        "dimensions": source.dimensions(),
        "agreement": source.agreement(),
        "published": PUBLISHED,
    }


class Answers(NamedTuple):
    """What somebody said about a talk: a sum of n values, such as how many of n answers were yes."""

    person: str
    talk: int
    value: float
    n: float


class _OfInvitation(NamedTuple):
    engine: str
    preset: str
    system: str
    answers: Answers
    score: Answers | None


class _Source:
    """Statements over the invitations that count."""

    def __init__(self, counted: QuerySet[Invitation]) -> None:
        names = ("pk", "run_id", "system", "score", "scores", "author_email", "author_name", "run__pair")
        try:
            statement, self._parameters = counted.order_by().values_list(*names).query.sql_with_params()
        except EmptyResultSet:  # Django knows that there is none, and has no statement to say so
            nothing = Invitation.objects.order_by().filter(pk=0).values_list(*names)
            statement, self._parameters = nothing.query.sql_with_params()
        columns = "id, run_id, system, score, scores, email, name, talk"
        self._with = f"""WITH counted ({columns}) AS MATERIALIZED ({statement}),
            person AS MATERIALIZED (
                SELECT id, lower(coalesce(nullif(email, ''), name)) AS who, talk FROM counted
            ),
            answered AS MATERIALIZED (
                SELECT item.invitation_id, item.unit_id, item.rank, item.answer, counted.run_id
                FROM annotator_ratingitem item JOIN counted ON counted.id = item.invitation_id
                WHERE item.answer IS NOT NULL
            )"""

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        return select(f"{self._with} {statement}", self._parameters)

    def by_invitation(self) -> list[_OfInvitation]:
        rows = self._rows(
            """, per AS (
                SELECT invitation_id, count(*) FILTER (WHERE answer) AS y, count(*) AS n FROM answered GROUP BY 1
            )
            SELECT run.engine, coalesce(run.options->>'preset', ''), counted.system, who, person.talk,
                coalesce(y, 0)::float, coalesce(n, 0)::float, score::float
            FROM counted JOIN person USING (id) JOIN annotator_alignmentrun run ON run.id = counted.run_id
                LEFT JOIN per ON per.invitation_id = counted.id"""
        )
        return [
            _OfInvitation(
                engine,
                preset,
                system,
                Answers(who, talk, yes, n),
                None if score is None else Answers(who, talk, score, 1),
            )
            for engine, preset, system, who, talk, yes, n, score in rows
        ]

    def ranks(self) -> list[dict[str, Any]]:
        """The share of yes by the rank of the sentence, in at most `_GROUPS` groups of as many ranks each."""
        rows = self._rows(
            f""", width AS (SELECT greatest(1, ceil(max(rank) / {_GROUPS}.0))::int AS w FROM answered),
            per AS (
                SELECT (rank - 1) / w AS bucket, w, invitation_id, count(*) FILTER (WHERE answer) AS y, count(*) AS n
                FROM answered, width GROUP BY 1, 2, 3
            )
            SELECT bucket, w, who, talk, y::float, n::float FROM per JOIN person ON person.id = per.invitation_id
            ORDER BY 1, 3"""
        )
        by_bucket: dict[tuple[int, int], list[Answers]] = {}
        for bucket, width, *answers in rows:
            by_bucket.setdefault((bucket, width), []).append(Answers(*answers))
        return [
            {
                "first": bucket * width + 1,
                "last": (bucket + 1) * width,
                **_summed(answers),
            }
            for (bucket, width), answers in by_bucket.items()
        ]

    def importance(self) -> dict[str, Any] | None:
        """Whether importance predicts yes: how often, of two sentences with a yes and a no, that with the yes is the
        more important one (the area under the ROC curve, an author at a time). One half is chance."""
        rows = self._rows(
            """, ranked AS (
                SELECT invitation_id, answer,
                    row_number() OVER (PARTITION BY invitation_id ORDER BY rank DESC) AS place
                FROM answered
            ), per AS (
                SELECT invitation_id, count(*) FILTER (WHERE answer) AS n_yes,
                    count(*) FILTER (WHERE NOT answer) AS n_no, sum(place) FILTER (WHERE answer) AS places
                FROM ranked GROUP BY invitation_id
            ), area AS (
                SELECT invitation_id, (places - n_yes * (n_yes + 1) / 2.0) / (n_yes * n_no) AS a
                FROM per WHERE n_yes > 0 AND n_no > 0
            )
            SELECT who, talk, a::float, 1 FROM area JOIN person ON person.id = area.invitation_id"""
        )
        area = ratio([Answers(*row) for row in rows])
        return {"n": len(rows), **area} if area else None

    def dimensions(self) -> list[dict[str, Any]]:
        rows = self._rows(
            """SELECT given.key, who, person.talk, given.value::float, 1
            FROM counted JOIN person USING (id), jsonb_each_text(counted.scores) given"""
        )
        by_key: dict[str, list[Answers]] = {}
        for key, *answers in rows:
            by_key.setdefault(key, []).append(Answers(*answers))
        return [
            {"dimension": str(key), "n": len(by_key[key]), "mean": ratio(by_key[key], least=1.0, most=5.0)}
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


def _summed(answers: Sequence[Answers]) -> dict[str, Any]:
    n_yes, n = sum(each.value for each in answers), sum(each.n for each in answers)
    return {"n_yes": int(n_yes), "n_no": int(n - n_yes), "yes": ratio(answers)}


def _mean_score(scores: Iterable[Answers | None]) -> dict[str, Any] | None:
    return ratio([each for each in scores if each is not None], least=1.0, most=5.0)


def _groups(answers: Sequence[_OfInvitation]) -> list[dict[str, Any]]:
    """By engine, preset and system, the largest first."""
    by_group: dict[tuple[str, str, str], list[_OfInvitation]] = {}
    for each in answers:
        by_group.setdefault(each[:3], []).append(each)
    return [
        {
            "engine": engine,
            "preset": preset,
            "system": system,
            "n": len(of),
            "n_people": len({each.answers.person for each in of}),
            **_summed([each.answers for each in of]),
            "mean": _mean_score(each.score for each in of),
        }
        for (engine, preset, system), of in sorted(by_group.items(), key=lambda group: (-len(group[1]), group[0]))
    ]


def ratio(answers: Sequence[Answers], *, least: float = 0.0, most: float = 1.0) -> dict[str, Any] | None:
    """The sum of values over that of counts, with its 95 % interval; None where nothing was counted.

    The interval is clustered by person, and by talk too from `FEWEST` talks on: the variances of both less that of
    their pairs, and never less than either alone, with the degrees of freedom of the fewer. Of fewer talks it says
    something of these talks only. There is none for fewer than `FEWEST` people.
    """
    total = sum(each.n for each in answers)
    if not total:
        return None
    value = sum(each.value for each in answers) / total
    people, talks = {each.person for each in answers if each.n}, {each.talk for each in answers if each.n}
    low = high = None
    if len(people) >= FEWEST:
        rests = [(each.person, each.talk, each.value - value * each.n) for each in answers if each.n]
        variance, units = _variance((person, rest) for person, _, rest in rests), len(people)
        if len(talks) >= FEWEST:
            of_talks = _variance((talk, rest) for _, talk, rest in rests)
            of_both = _variance(((person, talk), rest) for person, talk, rest in rests)
            variance, units = max(variance + of_talks - of_both, variance, of_talks), min(units, len(talks))
        half = t_quantile(units - 1) * math.sqrt(variance) / total
        low, high = max(least, value - half), min(most, value + half)
    return {"value": value, "low": low, "high": high}


def _variance(rests: Iterable[tuple[Hashable, float]]) -> float:
    """Of a sum, from what its clusters add to it beyond what is expected."""
    sums: dict[Hashable, float] = {}
    for cluster, rest in rests:
        sums[cluster] = sums.get(cluster, 0.0) + rest
    return len(sums) / (len(sums) - 1.0) * sum(each * each for each in sums.values())
