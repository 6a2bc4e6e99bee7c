"""What admins see of one person's work: figures beside the range of the others, and all their reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from annotator.models import Membership, Project, Review, ReviewState, SetAside, Slot
from annotator.teams.agreement.folding import of_each_person
from annotator.teams.agreement.reading import FEW
from annotator.teams.overview import annotators_of
from annotator.teams.probe_measures import people_of

#: Reviews that are listed, the newest.
MOST_REVIEWS = 200


def person_of(project: Project, person: User) -> dict[str, Any]:
    """``figures``, ``reviews``, and whether the person is a member, paused, and set aside.

    Each figure has its ``key``; ``value``, None where it is undefined; ``low`` and ``high`` of its interval over
    reviews, if any; ``n``, from how many rows, errors or links it is, None where that is not kept; and ``least`` and
    ``most``, the range of the others that have such a figure from no fewer than `FEW`.
    """
    member = Membership.objects.filter(project=project, user=person.pk).first()
    mine = Review.objects.judgements().filter(pair__project=project, annotator=person.pk, superseded_by=None)
    aside = SetAside.objects.filter(project=project, person=person.pk, undone_at=None).select_related("by").first()
    return {
        "person": person,
        "role": member.role if member else None,
        "member_since": member.created_at if member else None,
        "paused_at": member.paused_at if member else None,
        "few": FEW,
        "figures": _figures(project, person.pk),
        "n_reviews": mine.count(),
        "n_in_use": mine.exclude(state=ReviewState.SET_ASIDE).count(),
        "reviews": _newest(mine),
        "n_open_slots": Slot.objects.held_by(person.pk).filter(project=project).count(),
        "set_aside": {"at": aside.at, "by": aside.by, "reason": aside.reason, "n_reviews": len(aside.reviews)}
        if aside
        else None,
    }


def _share(n: str, of: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda one: {"value": one[n] / one[of] if one[of] else None, "n": one[of]}


def _f1(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda one: {
        "value": one[name]["f1"], "n": one[name]["n_links"], "low": one[name]["low"], "high": one[name]["high"]
    }  # fmt: skip


def _alone(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda one: {"value": one[name], "n": None}


#: By key, where a figure is found: what of a person's work, their agreement, or their probes.
_FIGURES: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "rows_per_hour": ("work", _alone("rows_per_hour")),
    "repaired": ("probes", _share("n_repaired", "n_planted")),
    "marked": ("probes", _share("n_marked", "n_planted")),
    "alarms": ("probes", _share("n_alarms", "n_other")),
    "shown": ("probes", _f1("shown")),
    "blind": ("probes", _f1("blind")),
    "links": ("agreement", _alone("links")),
    "good_align": ("agreement", _alone("good_align")),
    "good_mt": ("agreement", _alone("good_mt")),
}


def _figures(project: Project, person: int) -> list[dict[str, Any]]:
    of_people: dict[str, dict[int, dict[str, Any]]] = {
        "work": {one["annotator"]: one for one in annotators_of(project)},
        "agreement": {one["annotator"]: one for one in of_each_person(project)},
        "probes": {one["annotator"]["id"]: one for one in people_of(project)},
    }
    figures = []
    for key, (source, read) in _FIGURES.items():
        all_of = {pk: read(one) for pk, one in of_people[source].items()}
        others = [
            one["value"]
            for pk, one in all_of.items()
            if pk != person and one["value"] is not None and (one["n"] is None or one["n"] >= FEW)
        ]
        own = all_of.get(person, {"value": None, "n": None})
        bounds = {"least": min(others), "most": max(others)} if others else {"least": None, "most": None}
        figures.append({"key": key, "low": None, "high": None, **own, **bounds, "n_others": len(others)})
    return figures


def _newest(reviews: QuerySet[Review]) -> list[Review]:
    listed = reviews.select_related("pair__source", "pair__target").with_row_counts().order_by("-updated_at", "-pk")  # type: ignore[attr-defined]
    return list(listed[:MOST_REVIEWS])
