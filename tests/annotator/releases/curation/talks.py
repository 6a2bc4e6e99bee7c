"""A project of small talks with reviewed rows, for tests of test sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Link, Membership, Pair, Project, Review, ReviewRow, ReviewState, Role, RowStatus
from annotator.reviewing.storage import copy_links
from tests import world

ENGLISH = (
    "High water, by hand.", "Nobody asked her to do it.", "It stays.", "The ledger was a habit.",
    "So I went looking for others.", "A bee does not know the map.",
)  # fmt: skip
JAPANESE = (
    "満潮の高さを、手書きで。",
    "誰にも頼まれずに。",
    "残る。",
    "帳簿は習慣でした。",
    "",
    "蜂は地図を知りません。",
)


def person_named(project: Project, name: str, role: str = Role.ANNOTATOR) -> User:
    user = User.objects.filter(username=name).first() or User.objects.create_user(name)
    Membership.objects.get_or_create(project=project, user=user, defaults={"role": role})
    return user


def talk(
    project: Project, title: str, *, speaker: str = "", interpreter: str = "", rank: str = "", language: str = "ja",
    split: str = "", event: str = "", external_id: str = "", timed: bool = True,
) -> Pair:  # fmt: skip
    """Six links; the fifth has no target. Measures of the filters on all but the first, verdicts on
    those of them with a target."""
    about = {"split": split, "event": event}
    source = world.make_document(project, title, ENGLISH, timed=timed)
    target = world.make_document(
        project, f"{title} in {language}", [text for text in JAPANESE if text], language=language
    )
    for document in (source, target):
        document.speaker, document.metadata = speaker, about
    source.external_id = external_id
    target.interpreter, target.interpreter_rank = interpreter, rank
    source.save()
    target.save()
    pair = world.make_pair(project, title, source, target)
    run = world.make_run(
        pair,
        [
            {
                "source": [at],
                "target": [] if not text else [[at - (at > 4), 0, len(text)]],
                "confidence": 0.9,
                **({} if at == 0 else _measured(at)),
            }
            for at, text in enumerate(JAPANESE)
        ],
    )
    assert Link.objects.filter(run=run).count() == 6
    return pair


def _measured(at: int) -> dict[str, Any]:
    return {
        "cost": at / 10,
        "features": {"alpha": at / 5, "gamma": 1.0, "eta": 1 - at / 5},
        **({"verdicts": {"inter_alpha": at > 2, "intra": True}} if JAPANESE[at] else {}),
    }


def reviewed(pair: Pair, name: str = "ann", *, fields: Sequence[dict[str, Any]] = ()) -> Review:
    """A submitted review, all of it accepted. fields : of the rows in order, in place of that."""
    review = Review.objects.create(pair=pair, run=pair.runs.get(), annotator=person_named(pair.project, name))
    copy_links(review, review.run)
    rows = review.rows.order_by("position")
    rows.update(status=RowStatus.ACCEPTED)
    for row, changed in zip(rows, fields, strict=False):
        ReviewRow.objects.filter(pk=row.pk).update(**changed)
    Review.objects.filter(pk=review.pk).update(
        state=ReviewState.SUBMITTED, submitted_at=timezone.now(), row_count=len(JAPANESE)
    )
    return review


LABELLED = (
    {"good_align": True, "good_mt": True},
    {"good_align": True, "good_mt": False},
    {"good_align": True},
    {"good_align": False, "good_mt": True},
    {"null_reason": "omission"},
    {"good_align": True, "good_mt": True, "status": RowStatus.IMPLICIT},
)


def touched(review: Review) -> None:
    """As an operation leaves it."""
    Review.objects.filter(pk=review.pk).update(revision=review.revision + 1)
    review.refresh_from_db()
