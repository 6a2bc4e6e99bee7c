"""Who reads the languages of which pairs, and pairs short of readers; the rule itself is in `people/languages.py`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from annotator.models import Membership, Pair, Project
from annotator.people.languages import reads, reads_sql
from annotator.platform.statements import select

#: Languages of pairs with a free review that nobody reads who is to review them and gets something from the queue: not
#: paused, and able to sign in. Admins and adjudicators are to if the project says which languages they read, and
#: everybody is while it says so of nobody.
_UNREAD = f"""
SELECT g.source, g.target, g.n FROM (
  SELECT x.language AS source, y.language AS target, count(DISTINCT p.id)::int AS n
  FROM annotator_slot s JOIN annotator_pair p ON p.id = s.pair_id
  JOIN annotator_document x ON x.id = p.source_id JOIN annotator_document y ON y.id = p.target_id
  WHERE s.project_id = %(project)s AND s.annotator_id IS NULL AND s.withdrawn_at IS NULL
    AND NOT EXISTS (SELECT FROM annotator_document n WHERE n.previous_id IN (p.source_id, p.target_id))
  GROUP BY 1, 2) g
WHERE EXISTS (SELECT FROM annotator_membership m WHERE m.project_id = %(project)s AND m.languages <> '{{}}')
  AND NOT EXISTS (SELECT FROM annotator_membership m JOIN auth_user u ON u.id = m.user_id
    WHERE m.project_id = %(project)s AND m.paused_at IS NULL AND u.is_active
    AND (m.role = 'annotator' OR (m.role <> 'viewer' AND m.languages <> '{{}}'))
    AND {reads_sql("m.languages", "g.source", "g.target")})
ORDER BY g.n DESC, 1, 2
"""

#: By pair of languages: pairs with more free reviews than there are people left who could take one, how many reviews
#: that is in all, and how many people there are for these languages. People as above, and whoever has taken a review of
#: the project; nobody takes two reviews of a pair, and the queue does not offer again what somebody skipped.
_SHORT = f"""
WITH waiting AS (
  SELECT s.pair_id AS pair, x.language AS source, y.language AS target, count(*) AS n_free
  FROM annotator_slot s JOIN annotator_pair p ON p.id = s.pair_id
  JOIN annotator_document x ON x.id = p.source_id JOIN annotator_document y ON y.id = p.target_id
  WHERE s.project_id = %(project)s AND s.annotator_id IS NULL AND s.withdrawn_at IS NULL
    AND NOT EXISTS (SELECT FROM annotator_document n WHERE n.previous_id IN (p.source_id, p.target_id))
  GROUP BY 1, 2, 3),
people AS (
  SELECT m.user_id AS person, m.languages FROM annotator_membership m JOIN auth_user u ON u.id = m.user_id
  WHERE m.project_id = %(project)s AND m.paused_at IS NULL AND u.is_active AND (m.role = 'annotator'
    OR (m.role <> 'viewer' AND (m.languages <> '{{}}' OR EXISTS (
      SELECT FROM annotator_slot t WHERE t.project_id = m.project_id AND t.annotator_id = m.user_id))))),
readers AS (
  SELECT g.source, g.target, people.person FROM (SELECT DISTINCT source, target FROM waiting) g
  JOIN people ON {reads_sql("people.languages", "g.source", "g.target")}),
numbers AS (SELECT source, target, count(*) AS n FROM readers GROUP BY 1, 2),
taken AS (
  SELECT w.pair, count(DISTINCT r.person) AS n FROM waiting w
  JOIN (SELECT pair_id, annotator_id FROM annotator_slot WHERE project_id = %(project)s AND annotator_id IS NOT NULL
      AND withdrawn_at IS NULL
    UNION SELECT v.pair_id, v.annotator_id FROM annotator_review v JOIN waiting o ON o.pair = v.pair_id
      WHERE v.superseded_by_id IS NOT NULL OR v.state = 'set_aside'
    UNION SELECT k.pair_id, k.annotator_id FROM annotator_skip k JOIN waiting o ON o.pair = k.pair_id
  ) AS had ON had.pair_id = w.pair
  JOIN readers r ON r.source = w.source AND r.target = w.target AND r.person = had.annotator_id
  GROUP BY 1)
SELECT w.source, w.target, count(*)::int, sum(w.n_free - COALESCE(n.n, 0) + COALESCE(t.n, 0))::int,
  max(COALESCE(n.n, 0))::int
FROM waiting w LEFT JOIN numbers n ON n.source = w.source AND n.target = w.target LEFT JOIN taken t ON t.pair = w.pair
WHERE w.n_free > COALESCE(n.n, 0) - COALESCE(t.n, 0) AND EXISTS (SELECT FROM people)
GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
"""


def unread_of(project: Project) -> list[dict[str, Any]]:
    """By pair of languages that nobody reads, how many pairs wait for somebody: ``source_language``,
    ``target_language``, ``n_pairs``, the most first."""
    rows = select(_UNREAD, {"project": project.pk})
    return [{"source_language": source, "target_language": target, "n_pairs": n} for source, target, n in rows]


@dataclass(frozen=True, slots=True)
class Short:
    """Pairs of two languages that wait for more reviews than there are people left to take them.

    n_reviews : those that nobody is left for. n_people : who review these languages, whatever they have taken.
    """

    source_language: str
    target_language: str
    n_pairs: int
    n_reviews: int
    n_people: int


def short_of(project: Project) -> list[Short]:
    """Where people are too few for the reviews that pairs need, the most pairs first; empty before anybody reviews."""
    return [Short(*row) for row in select(_SHORT, {"project": project.pk})]


class Readers:
    """Who of some people reads which of some pairs. people : by id; who is no member reads everything."""

    def __init__(self, project: Project, people: Iterable[int], pairs: Collection[int]):
        members = Membership.objects.filter(project=project, user__in=list(people))
        self._read = {user: languages for user, languages in members.values_list("user", "languages") if languages}
        tags = Pair.objects.filter(pk__in=pairs) if self._read else Pair.objects.none()
        self._tags = {pk: of for pk, *of in tags.values_list("pk", "source__language", "target__language")}

    def reads(self, person: int, pair: int) -> bool:
        return reads(self._read.get(person, ()), *self._tags.get(pair, ()))
