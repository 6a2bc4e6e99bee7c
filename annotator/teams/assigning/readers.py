"""Who reads the languages of which pairs, as far as assigning asks; the rule itself is in `people/languages.py`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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


def unread_of(project: Project) -> list[dict[str, Any]]:
    """By pair of languages that nobody reads, how many pairs wait for somebody: ``source_language``,
    ``target_language``, ``n_pairs``, the most first."""
    rows = select(_UNREAD, {"project": project.pk})
    return [{"source_language": source, "target_language": target, "n_pairs": n} for source, target, n in rows]


class Readers:
    """Who of some people reads which of some pairs. people : by id; who is no member reads everything."""

    def __init__(self, project: Project, people: Iterable[int], pairs: Collection[int]):
        members = Membership.objects.filter(project=project, user__in=list(people))
        self._read = {user: languages for user, languages in members.values_list("user", "languages") if languages}
        tags = Pair.objects.filter(pk__in=pairs) if self._read else Pair.objects.none()
        self._tags = {pk: of for pk, *of in tags.values_list("pk", "source__language", "target__language")}

    def reads(self, person: int, pair: int) -> bool:
        return reads(self._read.get(person, ()), *self._tags.get(pair, ()))
