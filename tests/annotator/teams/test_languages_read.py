"""Who reads which languages: what the queue offers, what assigning warns of, and what waits for a reader."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from annotator.models import ActivityEntry, Document, Membership, Pair, Project, Slot
from annotator.people import member_invitations as invitations
from annotator.people.languages import languages_of, reads, reads_sql
from annotator.people.projects import change_languages
from annotator.platform.errors import ServiceError
from annotator.platform.statements import select
from annotator.reviewing.next_pair import next_pair
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from annotator.teams.assigning.board import BoardFilter, board_counts, matching
from annotator.teams.leaving import OpenWork, foresee_leaving, remove, take_back
from annotator.teams.overview import stages
from tests.annotator.reviewing.test_queue import aligned_pairs

ClientOf = Callable[[User], APIClient]
Person = Callable[..., User]


def in_languages(project: Project, *targets: str) -> list[Pair]:
    """A pair from English into each of these languages, in a project that asks for one review of each."""
    pairs = aligned_pairs(project, len(targets))
    for pair, language in zip(pairs, targets, strict=True):
        Document.objects.filter(pk=pair.target_id).update(language=language)
    slot_policy.set_policy(project, reviews_per_pair=1, max_claims=9)
    return pairs


def says(user: User, *languages: str) -> None:
    change_languages(user.memberships.get(), languages=languages)


def titles(slots: object) -> list[str]:
    return [slot.pair.title for slot in slots]  # type: ignore[attr-defined]


def test_languages_are_kept_without_script_and_region() -> None:
    assert languages_of(["zh-Hant", " EN-gb", "en", "ja"]) == ["en", "ja", "zh"]
    for wrong in ("", "e", "日本語", "en ja", "x" * 9, "en-"):
        with pytest.raises(ServiceError, match="is no language"):
            languages_of([wrong])
    with pytest.raises(ServiceError, match="the limit"):
        languages_of([f"a{chr(97 + n)}" for n in range(26)] + [f"b{chr(97 + n)}" for n in range(5)])


tags = st.sampled_from(["", "und", "en", "EN-GB", "de", "zh-Hant", "enm", "e", "日本"])


@pytest.mark.django_db
@settings(max_examples=5, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(["en", "de", "zh", "enm"]), max_size=3), tags, tags), min_size=1, max_size=40
    )
)
def test_the_database_reads_as_the_code_does(cases: list[tuple[list[str], str, str]]) -> None:
    for languages, source, target in cases:
        values = {"languages": languages, "source": source, "target": target}
        sql = reads_sql("%(languages)s::text[]", "%(source)s::text", "%(target)s::text")
        assert select(f"SELECT {sql}", values) == [(reads(languages, source, target),)]


def test_the_queue_gives_what_one_reads_and_says_what_else_there_is(
    project: Project, person: Person, client_of: ClientOf
) -> None:
    german, japanese, swiss, unknown = in_languages(project, "de", "ja", "de-CH", "")
    wen = person("annotator", "wen")
    client, address = client_of(wen), f"/api/v1/projects/{project.slug}/queue/"
    assert client.get(address).json()["n_upcoming"] == 4, "who says nothing reads everything"
    queue = client.put(f"{address}languages/", {"languages": ["DE-at", "en"]}, format="json").json()
    assert (queue["languages"], queue["n_upcoming"], queue["n_unread"]) == (["de", "en"], 3, 1)
    for pair in (german, swiss, unknown):
        slot = slot_queue.claim_next(project, wen)
        assert slot is not None
        assert slot.pair == pair
        open_review(pair=pair, annotator=wen)
    assert slot_queue.claim_next(project, wen) is None
    assert client.get(address).json()["has_next"] is False
    by_hand = client.post(f"{address}claim/", {"pair": japanese.pk}, format="json")
    assert by_hand.status_code == 200, "what somebody opens by themselves is not refused"
    assert client.put(f"{address}languages/", {"languages": ["no language"]}, format="json").status_code == 400
    assert client.put(f"{address}languages/", {}, format="json").status_code == 400
    entry = ActivityEntry.objects.get(verb="member_languages_changed")
    assert (entry.object_name, entry.detail) == ("wen", "de, en")


def test_a_language_that_is_taken_away_leaves_what_somebody_holds(project: Project, person: Person) -> None:
    in_languages(project, "de", "de")
    wen = person("annotator", "wen")
    slot = slot_queue.claim_next(project, wen)
    assert slot is not None
    says(wen, "en", "ja")
    assert slot_queue.claim_next(project, wen) == slot, "a claim that was not begun is given again"
    open_review(pair=slot.pair, annotator=wen)
    assert titles(slot_queue.queue_of(project, wen)["slots"]) == [slot.pair.title]
    assert slot_queue.claim_next(project, wen) is None


def test_after_a_review_without_a_queue_comes_what_one_reads(project: Project, person: Person) -> None:
    first, _, third = aligned_pairs(project, 3)
    Document.objects.exclude(pk__in=[first.target_id, third.target_id]).filter(title__startswith="Target").update(
        language="ja"
    )
    wen = person("annotator", "wen")
    says(wen, "en")
    review, _ = open_review(pair=first, annotator=wen)
    following = next_pair(review=review, user=wen)
    assert following is not None
    assert following.pair == third.pk


def test_assigning_prefers_who_reads_it_and_warns_where_nobody_does(
    project: Project, person: Person, admin: User
) -> None:
    german, japanese, swedish = in_languages(project, "de", "ja", "sv")
    wen, tom = person("annotator", "wen"), person("annotator", "tom")
    says(wen, "en", "de")
    says(tom, "en", "ja")
    pairs = Pair.objects.filter(project=project)
    outcome = bulk.assign(project=project, pairs=pairs, people=[wen, tom], spread=False, by=admin)
    assert Slot.objects.get(pair=german).annotator == wen
    assert Slot.objects.get(pair=japanese).annotator == tom
    assert outcome.n_done == 3, "a warning, not a refusal"
    assert {pk: one["n_unread"] for pk, one in outcome.given.items()} == {wen.pk: 1, tom.pk: 0}
    assert Slot.objects.get(pair=swedish).annotator == wen
    moved = bulk.reassign(project=project, of=wen, to=tom, hand_over=True, by=admin, is_preview=True)
    assert moved.given[tom.pk]["n_unread"] == 2


def test_the_board_says_what_waits_for_a_reader(project: Project, person: Person, admin: User) -> None:
    german, _, swedish = in_languages(project, "de", "ja", "sv")
    wen, chief = person("annotator", "wen"), admin.memberships.get()

    def unread() -> list[tuple[str, int]]:
        counts = board_counts(project, BoardFilter(search="nothing like it"))
        assert counts["n_pairs"] == 0, "it is of the whole project"
        return [(one["target_language"], one["n_pairs"]) for one in counts["unread"]]

    assert unread() == []
    says(wen, "en", "ja")
    assert unread() == [("de", 1), ("sv", 1)], "an admin who says nothing is not counted on"
    assert matching(project, BoardFilter(stuck="true")) == [german.pk, swedish.pk]
    assert board_counts(project, BoardFilter())["n_stuck"] == 2
    change_languages(chief, languages=["en", "de"])
    assert unread() == [("sv", 1)]
    bulk.assign(project=project, pairs=Pair.objects.filter(pk=swedish.pk), people=[wen], spread=True, by=admin)
    assert unread() == [], "somebody has it, whoever that is"
    Membership.objects.filter(user=wen).update(paused_at=timezone.now())
    assert unread() == [("ja", 1)], "the queue gives nothing to whoever is paused"
    Membership.objects.filter(user=wen).update(role="viewer", paused_at=None)
    assert unread() == [("ja", 1)], "a viewer reviews nothing"


def test_languages_come_with_an_invitation(project: Project, admin: User, outsider: User, client_of: ClientOf) -> None:
    boss, url = client_of(admin), f"/api/v1/projects/{project.slug}/member-invitations/"
    asked = {"name": "Nora", "role": "annotator", "languages": ["DE-de", "en"]}
    assert boss.post(url, {**asked, "languages": ["!"]}, format="json").status_code == 400
    made = boss.post(url, asked, format="json").json()
    assert made["languages"] == ["de", "en"]
    token = made["url"].rsplit("/", 1)[-1]
    assert client_of(outsider).post(f"/api/v1/join/{token}/", {}, format="json").status_code == 201
    assert Membership.objects.get(project=project, user=outsider).languages == ["de", "en"]
    people = [
        {"email": "ana@example.org", "role": "annotator", "languages": ["ja"]},
        {"email": "ben@example.org", "role": "annotator", "languages": ["Deutsch bitte"]},
    ]
    refused = boss.post(f"{url}many/", {"people": people}, format="json").json()
    assert [(one["line"], one["field"]) for one in refused["errors"]] == [(2, "languages")]
    boss.post(f"{url}many/", {"people": people, "only_correct": True}, format="json")
    assert invitations.MemberInvitation.objects.get(email="ana@example.org").languages == ["ja"]


def test_members_are_said_to_read_by_admins_alone(
    project: Project, person: Person, admin: User, client_of: ClientOf
) -> None:
    wen = person("annotator", "wen")
    address = f"/api/v1/projects/{project.slug}/members/{wen.memberships.get().pk}/"
    assert client_of(wen).patch(address, {"languages": ["de"]}, format="json").status_code == 403
    body = {"role": "adjudicator", "languages": ["xx-yy-zz", "!"]}
    assert client_of(admin).patch(address, body, format="json").status_code == 400
    assert wen.memberships.get().role == "annotator", "all of it, or nothing"
    seen = client_of(admin).patch(address, {"languages": ["tlh"]}, format="json").json()
    assert (seen["role"], seen["languages"]) == ("annotator", ["tlh"])


def test_work_of_a_leaver_is_given_to_who_reads_it(project: Project, person: Person, admin: User) -> None:
    in_languages(project, "de", "ja")
    wen, tom = person("annotator", "wen"), person("annotator", "tom")
    says(wen, "de", "en", "ja")
    says(tom, "de", "en")
    pairs = Pair.objects.filter(project=project)
    bulk.assign(project=project, pairs=pairs, people=[wen], spread=False, by=admin)
    heirs = {one["person"].username: one["n_may"] for one in foresee_leaving(project, wen)["heirs"]}
    assert (heirs["tom"], heirs["admin"]) == (1, 2)
    done = remove(project=project, person=wen, by=admin, work=OpenWork.GIVE, to=tom)
    assert (done["n_given"], done["n_queue"]) == (1, 1)
    take_back(project=project, person=wen, by=admin)
    assert wen.memberships.get().languages == ["de", "en", "ja"]


def test_the_overview_says_where_people_are_too_few(project: Project, person: Person, client_of: ClientOf) -> None:
    first, second, japanese = in_languages(project, "de", "de", "ja")

    def said() -> list[str]:
        return [one["text"] for one in stages(project)["stuck"] if one["kind"] == "no_reviewer"]

    assert said() == [], "before anybody can review, inviting is what comes next"
    wen, uma = person("annotator", "wen"), person("annotator", "uma")
    says(wen, "en", "de")
    slot_policy.set_policy(project, reviews_per_pair=2, max_claims=9)
    assert said() == [
        "1 pair, EN → JA: nobody is left for 1 review. "
        "1 person reviews these languages, and nobody takes two reviews of a pair."
    ]
    says(uma, "en", "ja")
    german = "2 pairs, EN → DE: nobody is left for 2 reviews. 1 person reviews these languages"
    assert [text.startswith(german) for text in said()] == [True, False]
    slot = slot_queue.claim(first, wen)
    assert said()[0].startswith(german), "what they have taken is one of the two; the other is still nobody's"
    slot_queue.skip(slot, "I know the speaker.", wen)
    assert said()[0].startswith("2 pairs, EN → DE: nobody is left for 3 reviews"), "the queue does not offer it again"
    Membership.objects.filter(user=wen).update(paused_at=timezone.now())
    assert "nobody is left for 4 reviews. Nobody reviews these languages." in said()[0]
    ben = person("annotator", "ben")
    Membership.objects.filter(user=wen).update(paused_at=None)
    assert [text.partition(",")[0] for text in said()] == ["1 pair"], "of the one that wen skipped"
    person("annotator", "ann")
    assert said() == []
    assert {first.pk, second.pk, japanese.pk} == set(Slot.objects.free().values_list("pair", flat=True))
    answer = client_of(ben).get(f"/api/v1/projects/{project.slug}/stages/").json()
    assert "no_reviewer" not in {one["kind"] for one in answer["stuck"]}
