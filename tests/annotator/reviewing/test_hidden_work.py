"""Whatever an annotator does, no answer depends on what is hidden from them: colleagues' judgements, probes, gold.

Worlds that differ only in what is hidden get the same acts; each answer has to be the same in all of them. That finds
what no list of forbidden words does: counts, orders, states and tags that move with what nobody shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus.pair_filters import Stage
from annotator.models import Chip, Pair, Probe, ProbedReview, Project, Review, ReviewRow, Role, Slot, Taken, TestSet
from annotator.releases.curation.counting import counts_of
from annotator.releases.curation.editing import change_rules
from annotator.reviewing.concordance.index import fill_index
from annotator.teams import figures
from tests import world
from tests.annotator.conftest import make_person, make_places, make_project
from tests.annotator.people.test_permissions import ENDPOINTS, LISTS
from tests.annotator.reviewing.editor import Editor, accepted
from tests.annotator.shared import shared_rows

pytestmark = pytest.mark.django_db

#: What the clock moves: moments, and Ann's own pace.
_CLOCK = re.compile(r'\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|"(rows_per_hour|edits_per_row)":[\d.]+')
_BLIND_ROWS = (3, 4, 5)
#: What these say is of the account or of Lectern, and not of any project.
_OF_THE_SITE = ("tokens", "account", "defaults", "imports/formats")
#: What is said of a talk with slides that both have reviewed, beside what is said of the other pair.
_OF_SLIDES = (
    "pairs/{pair}/", "pairs/{pair}/timeline/", "pairs/{pair}/page-search/", "documents/{deck}/",
    "documents/{deck}/pages/", "documents/{talk}/units/", "runs/{run}/", "runs/{run}/links/", "reviews/{review}/",
    "reviews/{review}/content/", "reviews/{review}/why-gold/", "reviews/{review}/operations/",
    "reviews/{review}/key-sentences/", "reviews/{review}/comments/", "runs/?pair={pair}",
    "reviews/?pair={pair}", "runs/{run}/comparison/?against={run}",
)  # fmt: skip


class World:
    def __init__(self, places: dict[str, Any], pair: Pair, ann: User, ben: User) -> None:
        self.places, self.pair, self.ann, self.ben = places, pair, ann, ben
        self.project = pair.project
        self.client = APIClient()
        self.client.force_authenticate(ann)

    def review_of(self, user: User) -> Review:
        return Review.objects.get(pair=self.pair, annotator=user)

    def told_in(self, hide: Callable[[World], None]) -> list[dict[str, str]]:
        """All answers before and after Ann's acts, in the world that `hide` makes."""
        numbers = count(1)
        with transaction.atomic(), patch("tests.annotator.reviewing.editor.uuid4", lambda: UUID(int=next(numbers))):
            cache.clear()
            hide(self)
            told = list(self._acts())
            transaction.set_rollback(True)
        return told

    def _acts(self) -> Iterator[dict[str, str]]:
        editor = Editor(self.client, self.pair)
        rows = editor.row_ids
        yield self._answers()
        for number, value in ((4, False), (8, False)):
            editor.done({"type": "reopen"}, verb="reopen")
            editor.done({"type": "set", "rows": [rows[number]], "fields": {"good_align": value, "good_mt": value}})
            editor.done({"type": "submit"}, verb="submit")
        yield self._answers()

    def _answers(self) -> dict[str, str]:
        for test_set in TestSet.objects.all():
            counts_of(test_set)
        figures.refresh(self.project.pk)
        fill_index(self.project.pk)
        told = {}
        for address in _addresses(self.places):
            answer = self.client.get(f"/api/v1/{address}")
            if answer.status_code == 200 and answer["Content-Type"] == "application/json":
                body = answer.getvalue().decode(errors="replace")
                told[address] = _CLOCK.sub("", body.replace("null", "0"))
            else:
                told[address] = str(answer.status_code)
        assert sum(len(body) > 3 for body in told.values()) > 40, "the walk saw next to nothing"
        return told


def _addresses(places: dict[str, Any]) -> Iterator[str]:
    for method, address, _, insiders, _ in ENDPOINTS:
        # Refused to the role, whatever there is: `test_role_by_endpoint`.
        is_refused = Role.ANNOTATOR not in insiders
        if method == "get" and not is_refused and not address.startswith(_OF_THE_SITE):
            yield address.format(**places)
    yield from (f"{name}/" for name in LISTS)
    yield from (f"pairs/?project={places['project']}&stage={stage}" for stage in Stage.values)
    yield f"projects/{places['project']}/concordance/?q=Sentence"
    yield from (address.format(**places["of_slides"]) for address in _OF_SLIDES)


@pytest.fixture(scope="module")
def hidden_work(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
        yield make_world()


def make_world() -> World:
    project: Project = make_project()
    annotator, ann, ben = (make_person(project, Role.ANNOTATOR, name) for name in ("annotator", "ann", "ben"))
    places = make_places(project, world.bitext(project), world.talk(project), annotator)
    pair = world.long_bitext(project, 14)
    slides = world.slides(project, "Both")
    for user in (ann, ben):
        _review(pair, user)
        _review(slides, user)
    made = World(places, pair, ann, ben)
    places["of_slides"] = {
        "pair": slides.pk, "deck": slides.source_id, "talk": slides.target_id, "run": slides.runs.get().pk,
        "review": Review.objects.get(pair=slides, annotator=ann).pk,
    }  # fmt: skip
    own = made.review_of(ann)
    own_row = str(own.rows.order_by("position")[4].pk)
    places |= {"pair": pair.pk, "run": pair.runs.get().pk, "document": pair.source_id, "review": own.pk}
    places |= {"uuid": own_row, "slot": Slot.objects.get(annotator=ann, pair=pair).pk}
    ProbedReview.objects.create(review=own, seed=1, blind_share=0.1, planted_share=0.1, n_rows=14)
    named = TestSet.objects.create(project=project, name="Both")
    named.reviews.set([own, made.review_of(ben)])
    alone = TestSet.objects.create(project=project, name="Ann's")
    alone.reviews.set([own])
    ruled = TestSet.objects.create(project=project, name="All good", takes=Taken.ALL)
    change_rules(ruled, rules={"good_mt": "yes"}, version=0, user=None)
    places["test_set"] = named.pk
    return made


def _review(pair: Pair, user: User) -> None:
    """They have taken it, accepted all rows, and submitted it."""
    Slot.objects.create(project=pair.project, pair=pair, annotator=user, taken_at=timezone.now())
    client = APIClient()
    client.force_authenticate(user)
    editor = Editor(client, pair)
    editor.done(*accepted(editor))
    editor.done({"type": "submit"}, verb="submit")


def as_it_is(_: World) -> None:
    """The world that the other is compared with."""


def with_all_hidden(made: World) -> None:
    """Both at once: what one moves the other does not move back, and the address that differs tells which it was."""
    with_probes(made)
    with_other_judgements(made)


def with_probes(made: World) -> None:
    """Three of Ann's rows were shown without their proposal."""
    rows = list(made.review_of(made.ann).rows.order_by("position"))
    chips = [chip for number in _BLIND_ROWS for chip in rows[number].chips.all()]
    source = sorted({chip.unit for chip in chips if chip.side == "source"})
    target = [[chip.unit, chip.start, chip.end] for chip in chips if chip.side == "target"]
    Probe.objects.create(review=made.review_of(made.ann), kind="blind", source=source, target=target)


def with_other_judgements(made: World) -> None:
    """Ben finds another row badly aligned, and others unfinished; of the talk with slides, another page for a row."""
    rows = made.review_of(made.ben).rows.order_by("position").values_list("pk", flat=True)
    ReviewRow.objects.filter(pk=rows[4]).update(good_align=False, good_mt=False)
    ReviewRow.objects.filter(pk__in=rows[5:9]).update(post_edit="別", status="proposed", flagged=True)
    chips = Chip.objects.filter(row__review__annotator=made.ben, row__review__pair=made.places["of_slides"]["pair"])
    assert chips.filter(side="target").update(is_key=True)
    assert chips.filter(side="source").update(unit=1)


def test_nothing_depends_on_what_is_hidden(hidden_work: World) -> None:
    differing = {
        address: _first_difference(before, other[address])
        for told, other in zip(hidden_work.told_in(as_it_is), hidden_work.told_in(with_all_hidden), strict=True)
        for address, before in told.items()
        if before != other[address]
    }
    assert not differing, "\n".join(f"{address}: {where}" for address, where in differing.items())


def _first_difference(one: str, other: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(at - 60, 0) : at + 40]!r} or {other[max(at - 60, 0) : at + 40]!r}"
