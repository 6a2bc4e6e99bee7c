"""A bitext and a talk that are long enough to be probed, and what annotators do with their reviews of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from annotator.models import DocumentKind, Pair, Probe, ProbePolicy, Project, Review, ReviewRow, ReviewState, RowStatus
from annotator.reviewing.opening import open_review
from annotator.reviewing.storage import each_row
from tests import world

N_ROWS = 40
#: Texts of one side and of the other in a row: (source units, target chips).
Shape = tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]


@pytest.fixture
def long_bitext(project: Project) -> Pair:
    return world.long_bitext(project, N_ROWS)


@pytest.fixture
def long_talk(project: Project) -> Pair:
    return make_long_talk(project)


def make_long_talk(project: Project) -> Pair:
    """Forty spans of one segment and a half each, about the sentences of a paper in turn."""
    paper = world.introduced(project, "Tides", [f"Claim {n} holds." for n in range(12)], kind=DocumentKind.PAPER)
    texts = [f"well then number {n} comes first and here goes number {n} again" for n in range(N_ROWS)]
    speech = world.introduced(project, "Tides talk", texts, kind=DocumentKind.TRANSCRIPT)
    half = [text.index(" and here") for text in texts]
    links = [
        {
            "source": [n % 12],
            "target": [
                *([[n - 1, half[n - 1], len(texts[n - 1])]] if n else []),
                [n, 0, half[n] if n + 1 < N_ROWS else len(texts[n])],
            ],
            "confidence": 0.8,
            "candidates": [[n % 12, 0.8], [(n + 1) % 12, 0.1]],
            "features": {"words": 11},
        }
        for n in range(N_ROWS)
    ]
    pair = world.make_pair(project, "Tides", paper, speech)
    world.make_run(pair, links, engine="talksumm", info={"durations": [9] * 12, "n_links": N_ROWS})
    return pair


@pytest.fixture
def probing(project: Project) -> ProbePolicy:
    return ProbePolicy.objects.create(project=project, blind_share=0.15, planted_share=0.2)


@pytest.fixture
def probed(probing: ProbePolicy, long_bitext: Pair, annotator: User) -> Review:
    return open_review(pair=long_bitext, annotator=annotator)[0]


@pytest.fixture
def submit() -> Callable[..., Review]:
    """All accepted and submitted."""

    def do(review: Review) -> Review:
        ReviewRow.objects.filter(review=review).update(status=RowStatus.ACCEPTED)
        Review.objects.filter(pk=review.pk).update(
            state=ReviewState.SUBMITTED, submitted_at="2026-01-02T00:00:00Z", revision=1
        )
        return Review.objects.get(pk=review.pk)

    return do


def shapes(review: Review) -> list[Shape]:
    return [
        (tuple(c.unit for c in row.source), tuple((c.unit, c.start, c.end) for c in row.target))
        for row, _ in each_row(review)
    ]


def proposed(review: Review) -> list[Shape]:
    links = review.run.links.order_by("position")
    return [(tuple(link.source), tuple((u, s, e) for u, s, e in link.target)) for link in links]


def probes_of(review: Review, *kinds: str) -> list[Probe]:
    found = Probe.objects.filter(review=review)
    return list(found.filter(kind__in=kinds) if kinds else found)
