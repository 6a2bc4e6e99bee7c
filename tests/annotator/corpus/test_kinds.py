"""The kind of a document and of a pair, corrected while nobody reviews them; and titles that tell pairs apart."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.corpus.pairs import create_pair
from annotator.importers import registry
from annotator.models import AlignmentRun, DocumentKind, Membership, Pair, PairKind, Project, Role, RunState
from annotator.reviewing.opening import open_review
from tests.world import make_document, make_pair, make_run

pytestmark = pytest.mark.django_db

SENTENCES = ["Transcripts lack full stops.", "We label breaths by hand.", "It finds nine in ten."]
SPOKEN = ["so the words come without any stop", "we sat down and labelled breaths", "nine in ten"]


@pytest.fixture
def project() -> Project:
    return Project.objects.create(slug="harbour", name="Harbour")


@pytest.fixture
def admin(project: Project) -> User:
    user = User.objects.create_user("ada")
    Membership.objects.create(project=project, user=user, role=Role.ADMIN)
    return user


@pytest.fixture
def client(admin: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(admin)
    return client


@pytest.fixture
def pair(project: Project) -> Pair:
    """A paper that was read as one side of a bitext, and its transcript."""
    source = make_document(project, "Breaths", SENTENCES)
    target = make_document(project, "Breaths, talk", SPOKEN, kind=DocumentKind.TRANSCRIPT)
    return make_pair(project, "Breaths", source, target)


def patch(client: APIClient, path: str, **fields: Any) -> Any:
    return client.patch(f"/api/v1/{path}/", fields, format="json")


def links(pair: Pair) -> list[dict[str, Any]]:
    return [{"source": [0], "target": [[0, 0, 5]], "confidence": 0.5}]


def test_a_bitext_becomes_a_paper_and_its_talk(client: APIClient, pair: Pair) -> None:
    make_run(pair, links(pair))
    answer = patch(client, f"pairs/{pair.pk}", kind="paper_talk")
    assert answer.status_code == 200, answer.data
    assert (answer.data["kind"], answer.data["source"]["kind"], answer.data["runs"]) == ("paper_talk", "paper", [])
    # The engines are those of the new kind, and the texts are what they were.
    engines = client.get("/api/v1/engines/", {"pair": pair.pk}).data
    assert "talksumm" in [engine["name"] for engine in engines]
    assert list(pair.source.units.values_list("text", flat=True)) == SENTENCES
    back = patch(client, f"pairs/{pair.pk}", kind="bitext")
    assert (back.data["kind"], back.data["source"]["kind"]) == ("bitext", "text")


def test_the_kind_of_a_document_is_that_of_its_pairs(client: APIClient, pair: Pair) -> None:
    answer = patch(client, f"documents/{pair.source_id}", kind="paper", title="Breaths of speech")
    assert (answer.status_code, answer.data["kind"], answer.data["title"]) == (200, "paper", "Breaths of speech")
    pair.refresh_from_db()
    assert pair.kind == PairKind.PAPER_TALK


def test_a_reviewed_pair_keeps_its_kind(client: APIClient, admin: User, pair: Pair) -> None:
    make_run(pair, links(pair))
    open_review(pair=pair, annotator=admin)
    for path, kind in ((f"pairs/{pair.pk}", "paper_talk"), (f"documents/{pair.source_id}", "paper")):
        answer = patch(client, path, kind=kind)
        assert (answer.status_code, answer.data["code"]) == (409, "reviewed")
        assert "is being reviewed" in answer.data["detail"]
    pair.refresh_from_db()
    assert (pair.kind, pair.source.kind, pair.runs.count()) == (PairKind.BITEXT, DocumentKind.TEXT, 1)
    # All else of it can be corrected, also when its kind is sent along.
    assert patch(client, f"pairs/{pair.pk}", kind="bitext", title="Breathing").status_code == 200


def test_a_bitext_is_turned_round_while_nobody_reviews_it(client: APIClient, admin: User, pair: Pair) -> None:
    make_run(pair, links(pair))
    source, target = pair.source_id, pair.target_id
    answer = patch(client, f"pairs/{pair.pk}", turned=True)
    assert answer.status_code == 200, answer.data
    assert (answer.data["source"]["id"], answer.data["target"]["id"], answer.data["runs"]) == (target, source, [])
    pair.refresh_from_db()
    assert (pair.source_id, pair.target_id, pair.offline_id) == (target, source, None)
    # What is sent along is corrected too, and false turns nothing.
    assert patch(client, f"pairs/{pair.pk}", turned=False, title="Breathing").data["source"]["id"] == target
    make_run(pair, links(pair))
    open_review(pair=pair, annotator=admin)
    refused = patch(client, f"pairs/{pair.pk}", turned=True)
    assert (refused.status_code, refused.data["code"]) == (409, "reviewed")


def test_what_has_a_direction_of_its_own_is_not_turned(client: APIClient, project: Project, pair: Pair) -> None:
    make_pair(project, "Back", pair.target, pair.source)
    twice = patch(client, f"pairs/{pair.pk}", turned=True)
    assert (twice.status_code, twice.data["code"]) == (409, "pair_exists")
    assert patch(client, f"pairs/{pair.pk}", turned="round").status_code == 400
    paper = make_document(project, "Paper", SENTENCES, kind=DocumentKind.PAPER)
    talk = make_pair(project, "Talk", paper, make_document(project, "Talk", SPOKEN, kind=DocumentKind.TRANSCRIPT))
    answer = patch(client, f"pairs/{talk.pk}", turned=True)
    assert (answer.status_code, answer.data["code"]) == (400, "wrong_kind")


def test_a_run_in_progress_keeps_the_kind(client: APIClient, pair: Pair) -> None:
    AlignmentRun.objects.create(pair=pair, number=1, engine="lexical", state=RunState.RUNNING)
    answer = patch(client, f"pairs/{pair.pk}", kind="paper_talk")
    assert (answer.status_code, answer.data["code"]) == (409, "run_in_progress")


def test_what_cannot_be_of_a_kind_says_so(client: APIClient, project: Project, pair: Pair) -> None:
    target = patch(client, f"documents/{pair.target_id}", kind="paper")
    assert (target.status_code, target.data["code"]) == (400, "wrong_side")
    slides = make_document(project, "Slides", ["One"], kind=DocumentKind.SLIDES)
    assert patch(client, f"documents/{slides.pk}", kind="paper").data["code"] == "wrong_kind"
    unknown = patch(client, f"documents/{pair.source_id}", kind="poem")
    assert unknown.status_code == 400
    twin = make_document(project, "Twin", SENTENCES, kind=DocumentKind.PAPER)
    for document in (twin, pair.source):
        type(document).objects.filter(pk=document.pk).update(external_id="acl-056")
    answer = patch(client, f"documents/{pair.source_id}", kind="paper")
    assert (answer.status_code, answer.data["code"]) == (409, "document_exists")


def test_slides_are_the_source_of_slides_and_talk(client: APIClient, project: Project, pair: Pair) -> None:
    deck = make_document(project, "Slides", ["One"], kind=DocumentKind.SLIDES)
    sides = {"project": project.slug, "source": deck.pk, "target": pair.target_id}
    made = client.post("/api/v1/pairs/", sides, format="json")
    assert (made.status_code, made.data["kind"]) == (201, "slides_talk")
    swapped = client.post("/api/v1/pairs/", {**sides, "source": pair.target_id, "target": deck.pk}, format="json")
    assert (swapped.status_code, swapped.data["code"]) == (400, "wrong_side")
    for address, kind in ((f"pairs/{made.data['id']}", "paper_talk"), (f"pairs/{pair.pk}", "slides_talk")):
        answer = patch(client, address, kind=kind)
        assert (answer.status_code, answer.data["code"]) == (400, "wrong_kind")
    # As pairs of slides were before.
    Pair.objects.filter(pk=made.data["id"]).update(kind="bitext")
    assert patch(client, f"pairs/{made.data['id']}", kind="slides_talk").data["kind"] == "slides_talk"


def test_only_admins_correct_a_kind(project: Project, pair: Pair) -> None:
    for role, status in ((Role.ADJUDICATOR, 403), (Role.ANNOTATOR, 403), (Role.VIEWER, 403), (None, 404)):
        user = User.objects.create_user(f"user-{role}")
        if role:
            Membership.objects.create(project=project, user=user, role=role)
        client = APIClient()
        client.force_authenticate(user)
        for path, kind in ((f"pairs/{pair.pk}", "paper_talk"), (f"documents/{pair.source_id}", "paper")):
            assert patch(client, path, kind=kind).status_code == status, (role, path)


def test_no_two_pairs_are_given_the_same_title(client: APIClient, project: Project) -> None:
    def made(title: str = "") -> Pair:
        source, target = (make_document(project, "egregious-paper", SENTENCES) for _ in range(2))
        return create_pair(project=project, source=source, target=target, title=title, user=None)

    assert [made().title for _ in range(3)] == ["egregious-paper", "egregious-paper (2)", "egregious-paper (3)"]
    # A title that a person gives is theirs; the page remarks on it.
    twin = made("egregious-paper")
    assert client.get(f"/api/v1/pairs/{twin.pk}/").data["n_same_title"] == 1
    assert patch(client, f"pairs/{twin.pk}", title="Another").data["n_same_title"] == 0


def test_a_paper_is_known_by_its_name_where_its_text_could_be_anything() -> None:
    text = "\n".join(SENTENCES * 9).encode()
    named = [registry.recognise(text, name)[0][0].name for name in ("egregious-paper.txt", "egregious.txt")]
    assert named == ["text-paper", "text-lines"]
