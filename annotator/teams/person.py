"""What admins see of one person's work: figures beside the range of the others, and all their reviews."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from alignment.agreement.alignments import Overlap
from annotator.models import (
    ActivityEntry,
    AssignmentChange,
    Membership,
    Project,
    Review,
    ReviewState,
    SetAside,
    Slot,
)
from annotator.people.names import name_of
from annotator.teams.agreement.folding import tallies_of_people
from annotator.teams.agreement.reading import FEW
from annotator.teams.apart import Figure, Standing, agreement, is_apart, overlap, standings
from annotator.teams.assigning.board import rows_per_hour
from annotator.teams.overview import annotators_of
from annotator.teams.probe_measures import ProbeFigures, probes_of, probes_of_reviews
from annotator.teams.quality import overlaps_with_adjudications

#: Reviews that are listed, the newest.
MOST_REVIEWS = 200


def person_of(project: Project, person: User) -> dict[str, Any]:
    """``figures``, ``reviews``, and whether the person is a member, paused, and set aside.

    Each figure has its ``key`` and what `apart.Figure` and `apart.Standing` have. ``is_apart``: whether so many are
    apart that the page says so.
    """
    member = Membership.objects.filter(project=project, user=person.pk).first()
    settled = overlaps_with_adjudications(project)
    figures = _figures(project, person.pk, settled)
    mine = Review.objects.judgements().filter(pair__project=project, annotator=person.pk, superseded_by=None)
    aside = SetAside.objects.filter(project=project, person=person.pk, undone_at=None).select_related("by").first()
    return {
        "person": person,
        "role": member.role if member else None,
        "member_since": member.created_at if member else None,
        "left_at": None if member else left_at(project, person),
        "paused_at": member.paused_at if member else None,
        "few": FEW,
        "figures": [
            {
                "key": key,
                **asdict(one.figure),
                "least": one.least,
                "most": one.most,
                "n_others": one.n_others,
                "n_few": one.n_few,
                "is_apart": one.is_apart,
            }
            for key, one in figures.items()
        ],
        "is_apart": is_apart(figures),
        "n_reviews": mine.count(),
        "n_in_use": mine.exclude(state=ReviewState.SET_ASIDE).count(),
        "reviews": _measured(_newest(mine), settled),
        "n_open_slots": Slot.objects.held_by(person.pk).filter(project=project).count(),
        "set_aside": {"at": aside.at, "by": aside.by, "reason": aside.reason, "n_reviews": len(aside.reviews)}
        if aside
        else None,
    }


def own_work(project: Project, user: User) -> dict[str, Any]:
    """What somebody sees of their own work: nothing that is planted, and nobody else's figures."""
    member = Membership.objects.filter(project=project, user=user.pk).first()
    mine = Review.objects.judgements().filter(pair__project=project, annotator=user.pk, superseded_by=None)
    return {
        "person": user,
        "role": member.role if member else None,
        "member_since": member.created_at if member else None,
        "paused_at": member.paused_at if member else None,
        "languages": member.languages if member else [],
        "rows_per_hour": rows_per_hour(project, [user.pk]).get(user.pk),
        "n_reviews": mine.count(),
        "n_open_slots": Slot.objects.held_by(user.pk).filter(project=project).count(),
        "reviews": [{"review": review} for review in _newest(mine)],
    }


def left_at(project: Project, person: User) -> datetime | None:
    """Since when somebody is no member any more; None where nobody can tell, such as of two people with one name."""
    change = AssignmentChange.objects.filter(project=project, left__user=person.pk, undone_at=None).first()
    if change is not None:
        return change.at
    here = User.objects.filter(memberships__project=project) | User.objects.filter(reviews__pair__project=project)
    if any(name_of(other) == name_of(person) for other in here.distinct().exclude(pk=person.pk)):
        return None
    removals = ActivityEntry.objects.filter(project=project, verb="member_removed", object_name=name_of(person))
    return removals.order_by("-at").values_list("at", flat=True).first()


def _figures(project: Project, person: int, settled: Mapping[int, Overlap]) -> dict[str, Standing]:
    """By key of `apart.WORSE`, in that order. settled : by review, its links beside the adjudicated ones."""
    of_people: dict[int, dict[str, Figure]] = defaultdict(dict)
    for one in annotators_of(project):
        of_people[one["annotator"]]["rows_per_hour"] = Figure(one["rows_per_hour"])
    for pk, tallies in tallies_of_people(project).items():
        of_people[pk] |= {name: agreement(list(of.values())) for name, of in tallies.items()}
    for pk, figures in probes_of(project).items():
        of_people[pk] |= figures
    beside: dict[int, list[Overlap]] = defaultdict(list)
    for review, annotator in Review.objects.filter(pk__in=settled).order_by("pk").values_list("pk", "annotator"):
        beside[annotator].append(settled[review])
    for pk, overlaps in beside.items():
        of_people[pk]["gold"] = overlap(overlaps)
    others = [figures for pk, figures in of_people.items() if pk != person]
    return standings(of_people.get(person, {}), others)


def _measured(reviews: list[Review], settled: Mapping[int, Overlap]) -> list[dict[str, Any]]:
    """Each with its own figures; None where it has none, or where there is nothing to count."""
    probes = probes_of_reviews([review.pk for review in reviews])
    measured = []
    for review in reviews:
        of_probes, gold = probes.get(review.pk, ProbeFigures()), settled.get(review.pk, Overlap())
        measured.append(
            {
                "review": review,
                "n_planted": sum(of_probes.planted.values()),
                "n_caught": sum(of_probes.caught.values()),
                **{name: _f1(one) for name, one in
                    (("gold", gold), ("hidden", of_probes.blind), ("shown", of_probes.shown))},
            }
        )  # fmt: skip
    return measured


def _f1(of: Overlap) -> dict[str, Any]:
    return {"f1": of.f1(), "n": of.n_units}


def _newest(reviews: QuerySet[Review]) -> list[Review]:
    listed = reviews.select_related("pair__source", "pair__target").with_row_counts().order_by("-updated_at", "-pk")  # type: ignore[attr-defined]
    return list(listed[:MOST_REVIEWS])
