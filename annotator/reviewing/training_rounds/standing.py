"""Who has to pass a round before real work, and how each stands. The one place that says it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, get_args

from django.db.models import Count, Exists, OuterRef, Q

from annotator.models import (
    Membership,
    Project,
    Role,
    TrainingDecision,
    TrainingPolicy,
    TrainingRound,
    TrainingRow,
)
from annotator.reviewing.guidelines import current_version

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Languages = tuple[str, str]
State = Literal["new", "running", "again", "waits", "passed"]
#: How a person can stand in two languages, see `standings_of`.
STATES: tuple[State, ...] = get_args(State)


def policy_of(project: Project) -> TrainingPolicy:
    """The stored one, or one that asks nobody for anything."""
    return TrainingPolicy.objects.filter(project=project).first() or TrainingPolicy(project=project)


def pools_of(project: Project) -> dict[Languages, int]:
    """By pair of languages, how many rows a round can be drawn from."""
    rows = TrainingRow.objects.filter(project=project, is_in=True).order_by()
    counted = rows.values("source_language", "target_language").annotate(n=Count("pk"))
    return {(one["source_language"], one["target_language"]): one["n"] for one in counted}


def closed_to(project: int, user: User) -> list[Languages]:
    """The pairs of languages of which the queue gives this person nothing until they have passed a round.

    Those whose pool is too small for a round are open: nobody could pass there.
    """
    policy = TrainingPolicy.objects.filter(project=project, is_required=True).select_related("project").first()
    if policy is None or user.pk not in _who_have_to(policy, user.pk):
        return []
    rounds = TrainingRound.objects.filter(project=project, person=user.pk, passed=True)
    if changed_at := renewed_at(policy):
        rounds = rounds.filter(ended_at__gte=changed_at)
    passed = set(rounds.values_list("source_language", "target_language"))
    return sorted(languages for languages in _enough(policy) if languages not in passed)


def renewed_at(policy: TrainingPolicy) -> datetime | None:
    """Since when the guidelines are as they are, where a new version asks people to pass again; else None."""
    version = current_version(policy.project_id) if policy.n_again else None
    return version.published_at if version is not None and version.number > 1 else None


def counting(rounds: Sequence[TrainingRound], changed_at: datetime | None) -> tuple[list[TrainingRound], bool]:
    """Those rounds of a person in two languages that count under the guidelines as they are; and whether the person has
    passed before these, but not since."""
    passed = [one.ended_at for one in rounds if one.passed and one.ended_at is not None]
    if changed_at is None or not passed or max(passed) >= changed_at:
        return list(rounds), False
    return [one for one in rounds if one.passed is None or one.started_at >= changed_at], True


def _who_have_to(policy: TrainingPolicy, only: int | None = None) -> set[int]:
    """Who has to pass before they get work: annotators, but for those that an admin lets start."""
    if not policy.is_required:
        return set()
    members = Membership.objects.filter(project=policy.project_id, role=Role.ANNOTATOR)
    if only is not None:
        members = members.filter(user=only)
    if not policy.asks_members:
        members = members.filter(created_at__gte=policy.since)
    decided = TrainingDecision.objects.filter(project=policy.project_id, person=OuterRef("user"), may_start=True)
    return set(members.exclude(Exists(decided)).values_list("user", flat=True))


def _enough(policy: TrainingPolicy) -> list[Languages]:
    return [languages for languages, n in pools_of(policy.project).items() if n >= policy.n_rows]


def standings_of(project: Project, user: User) -> list[dict[str, Any]]:
    """How a person stands, by pair of languages with a pool that is large enough, or in which they have done a round.

    ``state``: *new*, *running*, *again* (not passed, with tries left), *waits* (for an admin) or *passed*. ``results``:
    of each finished round ``[right, rows]``. ``n_answered``, ``n_right``, ``n_rows``: of the last round. ``n_left``:
    tries left. ``is_required``: no work comes before. ``is_renewal``: they have passed before the guidelines changed,
    and are to pass again.
    """
    return _standings(project, [user.pk], only=user.pk)[user.pk]


def people_of(project: Project) -> list[dict[str, Any]]:
    """Annotators, and whoever else has done a round, each with their ``standings`` and whether they ``may_start`` by an
    admin's word."""
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR).select_related("user")
    people = {one.user_id: one.user for one in members}
    people |= {one.person_id: one.person for one in _rounds(project).select_related("person")}
    started = set(TrainingDecision.objects.filter(project=project, may_start=True).values_list("person", flat=True))
    standings = _standings(project, people)
    return [
        {"person": person, "may_start": pk in started, "standings": standings[pk]}
        for pk, person in sorted(people.items(), key=lambda one: one[1].username)
    ]


def _standings(project: Project, people: Iterable[int], only: int | None = None) -> dict[int, list[dict[str, Any]]]:
    """In a number of statements that does not depend on how many people they are. only : the only one."""
    policy = policy_of(project)
    enough, have_to, changed_at = _enough(policy), _who_have_to(policy, only), renewed_at(policy)
    rounds: dict[tuple[int, Languages], list[Any]] = {(person, each): [] for person in people for each in enough}
    decisions = TrainingDecision.objects.filter(project=project)
    all_rounds = _rounds(project)
    if only is not None:
        all_rounds, decisions = all_rounds.filter(person=only), decisions.filter(person=only)
    for one in all_rounds:
        rounds.setdefault((one.person_id, (one.source_language, one.target_language)), []).append(one)
    more = dict(decisions.values_list("person", "n_more"))
    standings: dict[int, list[dict[str, Any]]] = {person: [] for person in people}
    for (person, languages), its in sorted(rounds.items(), key=lambda one: one[0]):
        its, is_renewal = counting(its, changed_at)
        stands = _stands(its, policy.n_tries + more.get(person, 0)) | {"is_renewal": is_renewal}
        is_required = person in have_to and languages in enough and stands["state"] != "passed"
        named = {"source_language": languages[0], "target_language": languages[1], "is_required": is_required}
        standings[person].append(named | stands)
    return standings


def _rounds(project: Project) -> Any:
    return TrainingRound.objects.filter(project=project).annotate(
        n_rows=Count("items"),
        n_answered=Count("items", filter=Q(items__answered_at__isnull=False)),
        n_got=Count("items", filter=Q(items__links_right=True, items__labels_right=True)),
    )


def _stands(rounds: list[Any], n_tries: int) -> dict[str, Any]:
    finished = [one for one in rounds if one.passed is not None]
    last = rounds[-1] if rounds else None
    n_left = max(0, n_tries - len(rounds))
    state: State
    if any(one.passed for one in finished):
        state = "passed"
    elif last is None:
        state = "new"
    elif last.passed is None:
        state = "running"
    else:
        state = "again" if n_left else "waits"
    return {
        "state": state,
        "results": [[one.n_got, one.n_rows] for one in finished],
        "n_answered": last.n_answered if last else 0,
        "n_right": last.n_got if last else 0,
        "n_rows": last.n_rows if last else 0,
        "n_left": n_left,
    }
