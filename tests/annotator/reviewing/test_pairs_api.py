"""The list of pairs: which pair holds the newer version of a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, Subquery
from rest_framework.test import APIClient

from annotator.corpus.pairs import with_newer
from annotator.models import Document, Pair, Project, Review
from annotator.reviewing.opening import open_review
from tests import world


def test_a_pair_names_the_pair_of_the_next_versions(
    project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    def versions(title: str) -> list[Document]:
        found: list[Document] = []
        for number in range(3):
            made = world.make_document(project, f"{title} {number + 1}", ["a"])
            made.version, made.previous = number + 1, found[-1] if found else None
            made.save()
            found.append(made)
        return found

    sources, targets = versions("source"), versions("target")
    others = [world.make_document(project, title, ["a"]) for title in ("other", "another")]
    sides = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)]
    pairs = {(s, t): world.make_pair(project, f"{s} {t}", sources[s], targets[t]) for s, t in sides}
    alone = world.make_pair(project, "alone", *others)
    client = client_of(admin)
    listed = {pair["id"]: pair["newer_pair"] for pair in client.get("/api/v1/pairs/").json()["results"]}
    newer = {(0, 0): (1, 1), (1, 0): (2, 1), (0, 1): (0, 2), (1, 1): (2, 2), (2, 1): (2, 2), (2, 2): None, (0, 2): None}
    assert listed == {
        **{pairs[side].pk: pairs[to].pk if to else None for side, to in newer.items()}, alone.pk: None
    }  # fmt: skip


def test_it_is_what_one_condition_over_both_sides_says(project: Project) -> None:
    """The slow query that says the rule in one piece, over all ways to have and not to have versions and pairs."""
    documents: dict[str, list[Any]] = {}
    for side in ("source", "target"):
        documents[side] = [world.make_document(project, f"{side} {n}", ["a"]) for n in range(6)]
        for n in (1, 2, 4):
            documents[side][n].previous = documents[side][n - 1]
            documents[side][n].save()
    for s, source in enumerate(documents["source"]):
        for t, target in enumerate(documents["target"]):
            if (s * 7 + t * 3) % 4:
                world.make_pair(project, f"{s} {t}", source, target)
    source, target = Q(source__previous=OuterRef("source")), Q(target__previous=OuterRef("target"))
    either = (source & (target | Q(target=OuterRef("target")))) | (target & Q(source=OuterRef("source")))
    one = Pair.objects.annotate(newer=Subquery(Pair.objects.filter(either).order_by("-pk").values("pk")[:1]))
    expected = dict(one.values_list("pk", "newer"))
    assert dict(with_newer(Pair.objects.all()).values_list("pk", "newer_pair")) == expected
    assert 0 < sum(newer is not None for newer in expected.values()) < len(expected)


def test_why_a_pair_with_reviews_cannot_be_deleted(
    bitext: Pair, admin: User, annotator: User, client_of: Callable[[User], APIClient]
) -> None:
    open_review(pair=bitext, annotator=annotator)
    refused = client_of(admin).delete(f"/api/v1/pairs/{bitext.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (409, "in_use")
    assert refused.json()["detail"] == Review.STAYS
