"""No answer that an annotator can get holds anything of another's review before it is adjudicated, or tells a probe.

The addresses come from the OpenAPI document, so an endpoint that is added is tried too; those that annotators may not
read at all are tried in test_permissions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import (
    AssignmentPolicy,
    Pair,
    ProbedReview,
    ProbePolicy,
    Project,
    Review,
    ReviewKind,
    ReviewState,
    Role,
)
from annotator.reviewing.api.review_serializers import ReviewSerializer
from annotator.reviewing.concordance.index import fill_index
from annotator.reviewing.slots import policy as slot_policy
from tests import world as worlds
from tests.annotator.conftest import make_person, make_project
from tests.annotator.described import described_api
from tests.annotator.people.test_permissions import closed_to, template_of
from tests.annotator.populated import Ids, populate
from tests.annotator.reviewing.editor import Editor
from tests.annotator.reviewing.probes.conftest import make_long_talk
from tests.annotator.shared import shared_rows
from tests.annotator.site.test_openapi import _addresses, _gets

#: What Ben writes, in whatever can be written; nobody but he and those who adjudicate reads it.
MARK = "quartz-of-ben"
NAMES_A_PERSON = {"annotator", "author", "by", "withdrawn_by"}
#: What says that something is probed, in the names of fields and in values.
TELLING = ("probe", "blind_", "planted", "trap", "swap", "boundary", "links_instead")
#: The policy of assignments says whether reviews are shown to others, and an author's page asks for a number to see
#: whether it is read: other matters.
OTHER_MATTERS = {
    "/api/v1/schema/", "/api/v1/defaults/", "/api/v1/rate/{token}/",
    "/api/v1/projects/{project_slug}/assignment-policy/",
}  # fmt: skip
SHARES = (0.1234567, 0.2345671)

pytestmark = pytest.mark.django_db


class Answer(NamedTuple):
    template: str
    address: str
    body: str
    #: None of what is no JSON.
    value: Any


class World:
    """A project that holds something of everything.

    Ann has reviews of the pairs that Ben has reviewed too, and reviews with probes, in progress and submitted.
    """

    def __init__(self, project: Project, talk: Pair, client: APIClient, ids: Ids, ben: User) -> None:
        self.project, self.talk, self.client, self.ids, self.ben = project, talk, client, ids, ben

    def answers(self, is_asked: Callable[[str], bool] = lambda template: True) -> Iterator[Answer]:
        """What Ann gets from all addresses. is_asked : of a template of addresses."""
        for template, address in self._all_addresses(is_asked):
            answer: Any = self.client.get(address)
            if answer.status_code == 200:
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                is_json = answer["Content-Type"] == "application/json" and not answer.streaming
                yield Answer(template, address, body.decode(errors="replace"), answer.json() if is_json else None)

    def _all_addresses(self, is_asked: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
        schema: Any = described_api()
        closed = closed_to(Role.ANNOTATOR)
        for template, _ in _gets(schema):
            if template_of(template) not in closed and is_asked(template):
                yield from ((template, address) for address in _addresses(template, self.project, self.ids))
        root = f"/api/v1/projects/{self.project.slug}"
        more = [f"{root}/concordance/?q={text}" for text in (MARK, "breath", "water")]
        more += ["/api/v1/reviews/?state=submitted", "/api/v1/slots/?state=submitted", "/api/v1/slots/?overdue=true"]
        yield from ((address, address) for address in more if is_asked(address))


def named(value: Any, ben: User, others: set[int]) -> Iterator[str]:
    """Where an answer says that a review is Ben's, or names a review of somebody else."""
    if isinstance(value, dict):
        for name, item in value.items():
            who = item.get("id") if isinstance(item, dict) else item
            if name in NAMES_A_PERSON and who == ben.pk:
                yield f"{name} is Ben"
            if name == "review" and who in others:
                yield "another's review"
            yield from named(item, ben, others)
    elif isinstance(value, list):
        for item in value:
            yield from named(item, ben, others)


def told_of_probes(answers: list[Answer]) -> list[str]:
    """Words and numbers of answers that say that something is probed, by address."""
    secrets = {str(secret) for secret in (*ProbedReview.objects.values_list("seed", flat=True), *SHARES)}
    found = []
    for template, address, body, value in answers:
        if template in OTHER_MATTERS:
            continue
        found += [f"{address}: {word}" for word in TELLING if word in body.lower()]
        found += [f"{address}: {secret}" for secret in secrets & set(_values(value))]
    return found


def _values(value: Any) -> Iterator[str]:
    """All numbers and texts of an answer, the numbers that are large enough to be told from others."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _values(item)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item)
    elif isinstance(value, (int, float, str)) and len(str(value)) > 6:
        yield str(value)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
        yield make_world()


@pytest.fixture(scope="module")
def answers(world: World) -> list[Answer]:
    """Of one walk, for all who look for something in it."""
    return list(world.answers())


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def make_world() -> World:
    project = make_project()
    bitext, talk = worlds.bitext(project), worlds.talk(project)
    ann, ben, admin = (
        make_person(project, role, name)
        for role, name in ((Role.ANNOTATOR, "ann"), (Role.ANNOTATOR, "ben"), (Role.ADMIN, ""))
    )
    chief, client, other = client_of(admin), client_of(ann), client_of(ben)
    for pair in (talk, bitext):
        review_with_marks(other, pair)
    returned = Review.objects.get(annotator=ben, pair=bitext)
    assert chief.post(f"/api/v1/reviews/{returned.pk}/return/", {"reason": MARK}).status_code == 200
    ids = populate(project, chief, ann, bitext, talk)
    narrow(ids, (bitext, talk), ann, ben)
    probe_more(project, client, ids)
    # All that the talk needs are in, so that nothing but the rule keeps them from being recalled.
    talks = Review.objects.judgements().filter(pair=talk)
    talks.update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    slot_policy.set_policy(project, reviews_per_pair=1)
    fill_index(project.pk)
    return World(project, talk, client, ids, ben)


def narrow(ids: Ids, shared: tuple[Pair, Pair], ann: User, ben: User) -> None:
    """To what both have reviewed, the adjudication of it, and what is probed: of the rest there is one of a kind."""
    texts = [text for pair in shared for text in (pair.source_id, pair.target_id)]
    ids["documents"] = [*texts, *ids["cut"]]
    ids["runs"] = [pair.runs.earliest("pk").pk for pair in shared]
    probed = Review.objects.filter(probed__isnull=False)
    of_both = Review.objects.filter(pair__in=shared, annotator__in=(ann, ben))
    ids["pairs"] = [pair.pk for pair in shared] + ids["searched"] + list(probed.values_list("pair", flat=True))
    reviews = list(of_both | probed) + list(Review.objects.filter(kind=ReviewKind.ADJUDICATION))
    ids["reviews"] = [review.pk for review in reviews]
    ids["realignments"] = [(review, pk) for review, pk in ids["realignments"] if review in ids["reviews"]]
    first_rows = {review: str(review.rows.earliest("position").pk) for review in reviews}
    ids["rows"] = [(review.pk, row) for review, row in first_rows.items()]
    own = [review.pk for review in of_both if review.annotator == ann]
    ids["rows"] += product(own, (row for review, row in first_rows.items() if review.annotator == ben))
    for files in ("release_files", "training_files"):
        ids[files] = ids[files][:2]


def review_with_marks(client: APIClient, pair: Pair) -> None:
    editor = Editor(client, pair)
    rows = editor.row_ids
    fields = {"status": "accepted", "post_edit": f"water {MARK}", "tags": [MARK]}
    editor.done({"type": "set", "rows": rows, "fields": fields})
    said = {"row": rows[0], "text": f"@ann {MARK}"}
    assert client.post(f"/api/v1/reviews/{editor.id}/comments/", said).status_code == 201
    place = {"side": "target", "unit": 1, "start": 0, "end": 1, "text": "X"}
    assert client.post(f"/api/v1/reviews/{editor.id}/corrections/", place).status_code == 201
    editor.done({"type": "submit"}, verb="submit")


def probe_more(project: Project, client: APIClient, ids: Ids) -> None:
    """A review in progress with probes, beside the one that is measured already."""
    ProbePolicy.objects.create(project=project, blind_share=SHARES[0], planted_share=SHARES[1])
    long_talk = make_long_talk(project)
    slot_policy.make_slots_of([long_talk.pk], project.pk)
    editor = Editor(client, long_talk)
    rows = editor.row_ids
    editor.done({"type": "set", "rows": rows[:1], "fields": {"status": "accepted"}})
    assert client.post(f"/api/v1/reviews/{editor.id}/comments/", {"row": rows[0], "text": "?"}).status_code == 201
    ids["reviews"].append(editor.id)
    ids["runs"].append(long_talk.runs.get().pk)
    ids["rows"] += [(editor.id, row) for row in rows[:3]]
    assert ProbedReview.objects.filter(review__annotator__username="ann").count() == 2


def test_the_walk_sees_something(answers: list[Answer]) -> None:
    assert len(answers) > 100


def test_an_annotator_finds_nothing_of_anothers_review(world: World, answers: list[Answer]) -> None:
    others = set(Review.objects.exclude(annotator__username="ann").values_list("pk", flat=True))
    found = [f"{answer.address}: his words" for answer in answers if MARK in answer.body]
    found += [f"{answer.address}: {what}" for answer in answers for what in named(answer.value, world.ben, others)]
    assert found == []


def test_an_annotator_finds_no_word_and_no_number_of_probes(answers: list[Answer]) -> None:
    assert told_of_probes(answers) == []


def test_the_walk_finds_a_number_of_a_probe(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ReviewSerializer.to_representation

    def leaking(self: Any, review: Any) -> Any:
        return {**told(self, review), "n": getattr(ProbedReview.objects.filter(review=review).first(), "seed", 0)}

    monkeypatch.setattr(ReviewSerializer, "to_representation", leaking)
    assert told_of_probes(list(world.answers(lambda template: template == "/api/v1/reviews/{id}/")))


def test_what_is_adjudicated_or_not_blind_is_recalled(world: World) -> None:
    def recalled() -> int:
        address = f"/api/v1/projects/{world.project.slug}/concordance/?q=breath"
        return sum(MARK in str(row) for row in world.client.get(address).json()["rows"])

    assert recalled() == 0
    AssignmentPolicy.objects.update(blind=False)
    assert recalled() > 0
    AssignmentPolicy.objects.update(blind=True)
    adjudication = Review.objects.get(kind=ReviewKind.ADJUDICATION)
    adjudication.state, adjudication.submitted_at = ReviewState.SUBMITTED, adjudication.created_at
    adjudication.save()
    assert recalled() > 0


def test_whose_a_correction_is_is_told_where_reviews_are_not_blind(world: World) -> None:
    own = Review.objects.get(annotator__username="ann", pair=world.talk)

    def makers() -> list[Any]:
        found = world.client.get(f"/api/v1/reviews/{own.pk}/corrections/").json()
        return [one["by"] and one["by"]["name"] for one in found]

    assert makers() == [None]
    AssignmentPolicy.objects.update(blind=False)
    assert makers() == ["ben"]


def test_who_adjudicates_no_longer_keeps_nothing_of_it(world: World) -> None:
    """An adjudication holds rows of others' reviews; it is not its maker's own as a review is."""
    adjudication = Review.objects.get(kind=ReviewKind.ADJUDICATION)
    adjudication.annotator = User.objects.get(username="ann")
    adjudication.save()
    for address in ("", "content/", "changes/?since=0"):
        assert world.client.get(f"/api/v1/reviews/{adjudication.pk}/{address}").status_code == 404
    answer = world.client.post(f"/api/v1/reviews/{adjudication.pk}/operations/", {"operations": []})
    assert answer.status_code == 404
    listed = world.client.get("/api/v1/reviews/").json()["results"]
    assert adjudication.pk not in [one["id"] for one in listed]
